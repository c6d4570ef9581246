"""libsodium is loaded when it is needed, and leaves nothing behind."""

import subprocess
import sys
from pathlib import Path


def test_importing_loads_nothing_and_working_leaves_no_file(tmp_path: Path) -> None:
    script = """
import sys
from facedown.crypto import LayerKey, dleq, shuffle, sharing, decklist, dice, sealed, signing
assert "ctypes" not in sys.modules and "facedown.crypto.native" not in sys.modules
LayerKey.fresh()
assert "facedown.crypto.native" in sys.modules and "rbcl" not in sys.modules
"""
    run = subprocess.run(
        [sys.executable, "-c", script],
        env={"TMPDIR": str(tmp_path), "PATH": "", "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert not list(tmp_path.iterdir())

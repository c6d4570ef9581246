"""Other people's software on the same duel, from `benchmarks/peers/` of a source checkout."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

_RUN = Path(__file__).parents[4] / "benchmarks" / "peers" / "run.py"


def peer(name: str) -> dict[str, Any] | None:
    """The peer's figures, or None with a line on stderr that says why there are none."""
    module = _load()
    if module is None:
        sys.stderr.write("facedown: peers are measured from a source checkout only\n")
        return None
    try:
        figures: dict[str, Any] = module.run(name)
    except (module.PeerFailed, OSError, ValueError) as error:
        sys.stderr.write(f"facedown: no figures for the peer {name}: {error}\n")
        return None
    return figures


def _load() -> ModuleType | None:
    if not _RUN.exists():
        return None
    spec = spec_from_file_location("facedown_benchmark_peers", _RUN)
    if spec is None or spec.loader is None:
        return None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

"""`make interpreters`: all tests that need no browser, on every supported Python that is found here.

Supported is what pyproject.toml lists. Each has an environment of its own, from the same lock file as all
else. The one that `make test` runs on is left out, for it has had its turn.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]


def supported() -> list[str]:
    """The versions that we claim: '3.11', '3.12' and so on."""
    return re.findall(r'"Programming Language :: Python :: (3\.\d+)"', (ROOT / "pyproject.toml").read_text())


def find(version: str) -> str | None:
    """A Python of this version: on PATH, or where pyenv keeps them."""
    for program in _candidates(version):
        said = subprocess.run(
            [program, "-c", "import sys; print('{}.{}'.format(*sys.version_info))"],
            capture_output=True,
            text=True,
            check=False,
        )
        if said.stdout.strip() == version:  # what pyenv puts on PATH may be a mere promise
            return program
    return None


def _candidates(version: str) -> Iterator[str]:
    if (found := shutil.which(f"python{version}")) is not None:
        yield found
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from map(str, sorted(pyenv.glob(f"versions/{version}.*/bin/python{version}")))


def prepare(version: str, program: str) -> Path:
    """Its environment, made anew if it is not there or the lock file has changed."""
    folder = ROOT / f".venv-{version}"
    python, stamp = folder / "bin" / "python", folder / ".installed"
    wanted = (ROOT / "requirements.lock").read_text() + (ROOT / "pyproject.toml").read_text()
    if not stamp.is_file() or stamp.read_text() != wanted:
        subprocess.run([program, "-m", "venv", "--clear", str(folder)], check=True)
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, "--require-hashes", "-r", "requirements.lock"], cwd=ROOT, check=True)
        editable = [*install, "--no-deps", "--no-build-isolation", "--editable", "."]
        subprocess.run(editable, cwd=ROOT, check=True)
        stamp.write_text(wanted)
    return python


def main(arguments: list[str]) -> int:
    """Returns 0 if no test failed on any of them."""
    here = "{}.{}".format(*sys.version_info)
    said, failed = [], False
    for version in supported():
        program = find(version)
        if version == here:
            said.append(f"Python {version}: the one of `make test`")
        elif program is None:
            said.append(f"Python {version}: not found on this machine")
        else:
            python, since = prepare(version, program), time.monotonic()
            command = [str(python), "-m", "pytest", "-n", "2", "-q", "-m", "not browser", *arguments]
            done = subprocess.run(command, cwd=ROOT, check=False)
            failed = failed or done.returncode != 0
            word = "FAILED" if done.returncode else "passed"
            said.append(f"Python {version}: {word} in {time.monotonic() - since:.0f} s")
    print("\n".join(said))  # noqa: T201 (this is what it is for)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

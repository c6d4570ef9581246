"""`make soak RUNS=20 BUSY=5`: the README's test command again and again, each time as if on a fresh machine.

A run is a clone of the last commit in a new folder, with a new home; only what pip and npm have downloaded
before is shared. BUSY of the runs have a neighbour that keeps one core busy all the time. The logs of those
that fail are kept.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOGS = ROOT / "artefacts" / "soak"
FAILED = re.compile(r"^(?:FAILED|ERROR|LEFT BEHIND) .*|^worker .* crashed while running .*", re.MULTILINE)


def environment(home: Path) -> dict[str, str]:
    """Of a newcomer: nothing of ours but the way to programs and to packages."""
    kept = {
        name: os.environ[name] for name in ("PATH", "LANG", "TERM", "FACEDOWN_CHROMIUM") if name in os.environ
    }
    packages = {
        name: value for name, value in os.environ.items() if name.lower().startswith(("pip_", "npm_config_"))
    }
    ours = Path.home()
    caches = {"PIP_CACHE_DIR": str(ours / ".cache" / "pip"), "npm_config_cache": str(ours / ".npm")}
    for name, path in (("PIP_CONFIG_FILE", ".config/pip/pip.conf"), ("npm_config_userconfig", ".npmrc")):
        if (ours / path).is_file():
            caches[name] = str(ours / path)
    return {**kept, **caches, **packages, "HOME": str(home)}


@contextmanager
def neighbour(noisy: bool) -> Iterator[None]:
    """Somebody else on the machine, who has a core busy."""
    process = subprocess.Popen([sys.executable, "-c", "while True: pass"]) if noisy else None
    try:
        yield
    finally:
        if process is not None:
            process.kill()
            process.wait()


def run(log: Path, tests: str, noisy: bool) -> list[str]:
    """Clone, set up and test, everything in a folder that is gone afterwards; what failed."""
    with tempfile.TemporaryDirectory(prefix="facedown-soak-") as folder:
        clone, home = Path(folder, "facedown"), Path(folder, "home")
        home.mkdir()
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(clone)], check=True)
        make = ["make", "test", f"PYTHON={Path(sys.executable).resolve()}", f"TESTS={tests}"]
        with neighbour(noisy), log.open("wb") as out:
            done = subprocess.run(
                make,
                cwd=clone,
                env=environment(home),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                check=False,
            )
    if done.returncode == 0:
        return []
    return FAILED.findall(log.read_text(errors="replace")) or [f"make ended with {done.returncode}"]


def main() -> int:
    """Returns 0 if nothing failed in any run."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--busy", type=int, default=5, help="so many of them beside a busy core")
    parser.add_argument("--tests", default="", help="only these; all, if none are named")
    asked = parser.parse_args()
    shutil.rmtree(LOGS, ignore_errors=True)
    LOGS.mkdir(parents=True)
    culprits: Counter[str] = Counter()
    broken = 0
    for number in range(1, asked.runs + 1):
        noisy = number <= asked.busy
        log, since = LOGS / f"run-{number}.log", time.monotonic()
        failed = run(log, asked.tests, noisy)
        word = "FAILED" if failed else "passed"
        beside = ", beside a busy core" if noisy else ""
        say(f"run {number} of {asked.runs}: {word} in {time.monotonic() - since:.0f} s{beside}")
        for line in failed:
            say(f"    {line}")
        culprits.update(line.partition(" - ")[0] for line in failed)
        broken += bool(failed)
        if not failed:
            log.unlink()
    say(f"{broken} of {asked.runs} runs failed" + (f"; their logs are in {LOGS}" if broken else ""))
    for line, times in culprits.most_common():
        say(f"{times:4} × {line}")
    return int(broken > 0)


def say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 (this is what it is for)


if __name__ == "__main__":
    sys.exit(main())

"""How property tests choose their examples: the same every time, or, for `make fuzz`, new ones and many more.

`FUZZ=20` in the environment means: explore, with twenty times as many examples as usual.
"""

import os
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis.database import DirectoryBasedExampleDatabase
from hypothesis.internal.conjecture import providers

TIMES = int(os.environ.get("FUZZ", "0"))
FOUND = Path(__file__).parents[1] / ".hypothesis" / "examples"
"""What `make fuzz` has found and nobody has looked at yet is tried first the next time."""


def choose_profile() -> None:
    """Before any test is imported: what a test's own settings leave open is taken from the profile then."""
    # A busy machine is slow: no time limit, for a test or for making an example, decides anything.
    patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
    settings.register_profile("test", patient, derandomize=True, database=None)
    kept = DirectoryBasedExampleDatabase(FOUND)
    settings.register_profile("fuzz", patient, database=kept, max_examples=100 * max(TIMES, 1))
    settings.load_profile("fuzz" if TIMES else "test")
    if not TIMES:
        # Derandomised or not, Hypothesis mixes in constants from whatever modules of ours are loaded: the
        # examples would depend on which tests ran before in the same process.
        providers._get_local_constants = lambda: providers._local_constants


def examples(many: int) -> settings:
    """So many examples for a test that needs more or fewer than the hundred of the profile."""
    return settings(max_examples=many * max(TIMES, 1))

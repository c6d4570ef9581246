"""The build hook at the root of the tree, as a module."""

import importlib.util
from pathlib import Path
from typing import Any


def _load() -> Any:
    spec = importlib.util.spec_from_file_location("hatch_build", Path(__file__).parents[2] / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


hatch_build = _load()

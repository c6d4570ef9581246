"""Environments for learning agents, in PettingZoo's form. Needs the extra `facedown[rl]`."""

try:
    import numpy as _numpy  # noqa: F401
    import pettingzoo as _pettingzoo  # type: ignore[import-untyped]  # noqa: F401 (has no type information)
except ImportError as error:
    raise ImportError("environments need PettingZoo and NumPy: pip install 'facedown[rl]'") from error

from facedown.envs.codec import Codec
from facedown.envs.kernel_env import KernelEnv

__all__ = ["Codec", "KernelEnv"]

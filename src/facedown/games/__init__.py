"""The games: one pure package each. A third party's game comes in by the entry point `facedown.games`."""

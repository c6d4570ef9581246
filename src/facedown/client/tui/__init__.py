"""The table in the terminal: another face of what the line mode plays, for keyboard and mouse."""

"""The same rules over many games at once, in NumPy; one folder a game. Never an engine."""

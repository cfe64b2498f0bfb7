"""The law: one pure, scalar file a game. Reads no file, draws no card, knows no log."""

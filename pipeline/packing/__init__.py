"""From the bytes of many logs to the arrays of a batch engine; one file a game. Plays nothing."""

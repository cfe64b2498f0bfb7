"""A game's moves told in words, and its table drawn in lines; one file a game."""

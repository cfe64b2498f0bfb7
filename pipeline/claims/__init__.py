"""What people wrote down, held against the replay; one file a game."""

"""What a replay leaves for the warehouse: rows of plain values; one file a game."""

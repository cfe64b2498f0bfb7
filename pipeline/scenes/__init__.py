"""From a replay to scenes: the table moment by moment, as a page or a terminal shows it."""

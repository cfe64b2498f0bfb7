"""What things cost, as ratios against an alternative inside one run. Never a test."""

"""Small recorded games that show what verify says; SOURCE.md tells of each. No code."""

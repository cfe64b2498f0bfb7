"""Pages for people: a game that plays back, and a site of a warehouse. Plain files, no network."""

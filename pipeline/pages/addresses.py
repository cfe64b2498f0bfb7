"""Where a page of the site lies: safe and stable file names from names of games and players."""

import hashlib
import re
import unicodedata


def file_name(name: str) -> str:
    """Make a file name that anybody can type and no other name has.

    >>> file_name("Club 17/b"), file_name("가나")
    ('club-17-b-a439f427.html', 'ac008415.html')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain)[:40].strip("-")
    own = hashlib.sha256(name.encode()).hexdigest()[:8]
    return f"{slug}-{own}.html" if slug else f"{own}.html"


def game_address(game_id: str) -> str:
    """Give the place of a game's page in the site."""
    return f"games/{file_name(game_id)}"


def player_address(player: str) -> str:
    """Give the place of a player's page in the site."""
    return f"players/{file_name(player)}"


def numbered(name: str, number: int) -> str:
    """Give the place of a page of many of a kind, the first without a number.

    >>> numbered("games", 1), numbered("games", 2)
    ('games.html', 'games-2.html')
    """
    return f"{name}.html" if number == 1 else f"{name}-{number}.html"

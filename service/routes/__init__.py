"""What is answered at each address, a file a subject. Asks the house, renders, decides nothing."""

from retally.service.routes import games, players, reports, schema, site, sql, system, verify

ROUTERS = tuple(
    each.router for each in (verify, games, players, reports, sql, schema, system, site)
)
DETAILS = (*games.DETAILS, *sql.DETAILS)
"""Models of bodies, for the description."""

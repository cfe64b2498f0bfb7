"""Who may do what: tokens, the names a service is called by, the pages that may post to it."""

import base64
import binascii
import hashlib
import hmac
import ipaddress
from collections.abc import Mapping
from urllib.parse import urlsplit

from retally.service.limits import Settings
from retally.service.problems import Problem

CHALLENGE = {"WWW-Authenticate": 'Bearer realm="retally", Basic realm="retally"'}
FREE = ("/healthz",)
"""What anybody may ask: it tells nothing."""
WRITES = (("POST", "/v1/games"),)
"""What changes the warehouse, and needs the token to write."""


def is_loopback(host: str) -> bool:
    """Say whether a host is this machine, heard by itself alone.

    >>> [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "a.example")]
    [True, True, True, False, False]
    """
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


class Permits:
    """What the settings permit to a request, told by its method, path and headers."""

    def __init__(self, settings: Settings) -> None:
        self.write = _digest(settings.write_token)
        self.read = _digest(settings.read_token)
        self.local = is_loopback(settings.host)
        self.hosts = {name.lower() for name in settings.hosts}

    def check(self, method: str, path: str, headers: Mapping[str, str]) -> None:
        """Raise Problem for what is not permitted."""
        self._check_host(headers.get("host"))
        if method not in ("GET", "HEAD", "OPTIONS"):
            _check_origin(headers.get("origin"), headers.get("host"))
        if path not in FREE and (self.write or self.read):
            self._check_token(headers.get("authorization"), (method, path) in WRITES)

    def _check_host(self, host: str | None) -> None:
        """Refuse a page elsewhere that had its name lead to this machine."""
        if host is None or (not self.local and not self.hosts):
            return
        name = _name(host)
        if name in self.hosts or (self.local and is_loopback(name)):
            return
        raise Problem(421, "the service is not called by this name here", "host")

    def _check_token(self, header: str | None, writes: bool) -> None:
        given = _digest(_token(header)) or b""
        may_write = bool(self.write) and hmac.compare_digest(given, self.write or b"")
        may_read = bool(self.read) and hmac.compare_digest(given, self.read or b"")
        if may_write or (may_read and not writes):
            return
        if may_read:
            raise Problem(403, "this token is for reading alone", "token")
        raise Problem(401, "a token is needed: Authorization: Bearer TOKEN", "token", CHALLENGE)


def _digest(token: str | None) -> bytes | None:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest() if token else None


def _token(header: str | None) -> str | None:
    """Read a token: a bearer's, or the password that a browser asked for."""
    scheme, _, rest = (header or "").partition(" ")
    if scheme.lower() == "bearer":  # bytes, read as Latin-1; a token is UTF-8, or what it is
        return rest.strip().encode("latin-1").decode("utf-8", "surrogateescape")
    if scheme.lower() == "basic":
        try:
            return base64.b64decode(rest.strip(), validate=True).decode().partition(":")[2]
        except (binascii.Error, UnicodeDecodeError):
            return None
    return None


def _name(host: str) -> str:
    """Give the name in a Host header, without its port.

    >>> _name("LOCALHOST:80"), _name("[::1]:80"), _name("a.example")
    ('localhost', '[::1]', 'a.example')
    """
    if host.startswith("["):
        return host.partition("]")[0].lower() + "]"
    return host.partition(":")[0].lower()


def _check_origin(origin: str | None, host: str | None) -> None:
    """Refuse what a page of another site posts."""
    if origin is None:
        return
    try:
        same = urlsplit(origin).netloc.lower() == (host or "").lower()
    except ValueError:
        same = False
    if not same:
        raise Problem(403, "a page of another site may not ask for this", "origin")

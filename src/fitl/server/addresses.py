"""Network addresses: whom a limit counts as one, which lie inside a network of one's own, and which are ours."""

import ipaddress
import socket
from typing import Final

SITE: Final = 64  # bits of an IPv6 address that a provider hands out as one: whoever has them has all addresses below

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

# Blocks of IPv6 in which an IPv4 address is wrapped up: its last four bytes begin after so many bits.
WRAPPED: Final = (
    (ipaddress.IPv6Network("::ffff:0:0/96"), 96),  # IPv4-mapped
    (ipaddress.IPv6Network("::ffff:0:0:0/96"), 96),  # IPv4-translated
    (ipaddress.IPv6Network("::/96"), 96),  # IPv4-compatible, of old
    (ipaddress.IPv6Network("64:ff9b::/96"), 96),  # NAT64
    (ipaddress.IPv6Network("2002::/16"), 16),  # 6to4
)
CLOSED: Final = (
    ipaddress.IPv6Network("64:ff9b:1::/48"),  # NAT64 of a network's own
    ipaddress.IPv6Network("2001::/32"),  # Teredo: leads through a relay to wherever it likes
    ipaddress.IPv6Network("fec0::/10"),  # site-local, of old
)


def unwrapped(address: Address) -> Address:
    """The IPv4 address that an IPv6 address stands for, if it does."""
    if isinstance(address, ipaddress.IPv6Address):
        for block, before in WRAPPED:
            if address in block and not (address.is_loopback or address.is_unspecified):
                return ipaddress.IPv4Address((int(address) >> (96 - before)) & 0xFFFFFFFF)
    return address


def is_public(text: str) -> bool:
    """Does this address lie outside of every network of one's own? ValueError if it is none."""
    address = ipaddress.ip_address(text)
    if isinstance(address, ipaddress.IPv6Address) and any(address in block for block in CLOSED):
        return False
    found = unwrapped(address)
    return address.is_global and found.is_global and not address.is_multicast and not found.is_multicast


def is_here(text: str) -> bool:
    """Is this the machine itself?"""
    try:
        return unwrapped(ipaddress.ip_address(text)).is_loopback
    except ValueError:
        return False


def site_of(text: str) -> str:
    """Whom limits count as one: an IPv4 address, or all of IPv6 that share their first 64 bits."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return text
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Network((int(address) >> SITE << SITE, SITE)))
    return str(address)


def is_everywhere(host: str) -> bool:
    """Does whoever listens there listen at all addresses of the machine? Nobody can open that one itself."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False  # a name


def page_at(host: str, port: int) -> str:
    """What a browser opens."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def own_addresses(host: str) -> list[str]:
    """This machine's addresses in its network, by which others reach what listens everywhere: `::` hears IPv4 too."""
    asked = (_own(socket.AF_INET, "192.0.2.1"), ":" in host and _own(socket.AF_INET6, "2001:db8::1"))
    return [own for own in asked if own]


def _own(family: socket.AddressFamily, elsewhere: str) -> str | None:
    """The address from which we would write to somebody elsewhere. Nothing is sent."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((elsewhere, 9))
            own = ipaddress.ip_address(asking.getsockname()[0])
    except (OSError, ValueError):
        return None  # there is no network, or not of this kind
    return None if own.is_loopback or own.is_link_local or own.is_unspecified else str(own)

"""Network addresses: which count as one for limits, which are private, and which are this machine's."""

import ipaddress
import socket
from functools import lru_cache
from typing import Final

SITE: Final = 64  # bits of an IPv6 address that a provider hands out as one block to one customer
NETWORK: Final = 48  # bits of a block for a larger customer: 65,536 sites
SITES: Final = 4  # for how many sites a whole network counts where both are limited

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

# Blocks of IPv6 in which an IPv4 address is wrapped up: its last four bytes begin after this many bits.
WRAPPED: Final = (
    (ipaddress.IPv6Network("::ffff:0:0/96"), 96),  # IPv4-mapped
    (ipaddress.IPv6Network("::ffff:0:0:0/96"), 96),  # IPv4-translated
    (ipaddress.IPv6Network("::/96"), 96),  # IPv4-compatible, of old
    (ipaddress.IPv6Network("64:ff9b::/96"), 96),  # NAT64
    (ipaddress.IPv6Network("2002::/16"), 16),  # 6to4
)
# IANA's registries of special-purpose addresses (RFC 6890) and multicast: no web hook is received there. The table is
# our own because that of Python's `ipaddress` depends on its version and counts some of them as global.
SPECIAL: Final = tuple(
    ipaddress.ip_network(block)
    for block in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # shared by the customers of a provider
        "127.0.0.0/8",  # loopback
        "169.254.0.0/16",  # link-local
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # AMT
        "192.88.99.0/24",  # 6to4 relays, of old
        "192.168.0.0/16",  # private
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, broadcast
        "::/96",  # IPv4-compatible, of old
        "::ffff:0:0:0/96",  # IPv4-translated
        "64:ff9b:1::/48",  # NAT64 of a network's own
        "2001::/23",  # protocol assignments, Teredo
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # documentation
    )
)
UNICAST: Final = ipaddress.IPv6Network("2000::/3")  # all of IPv6 that is routed between networks


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
    found = unwrapped(address)
    if isinstance(found, ipaddress.IPv6Address) and found not in UNICAST:
        return False
    return not any(each in block for each in (address, found) for block in SPECIAL)


def is_here(text: str) -> bool:
    """Is this the machine itself?"""
    try:
        return unwrapped(ipaddress.ip_address(text)).is_loopback
    except ValueError:
        return False


def site_of(text: str) -> str:
    """Whom limits count as one: an IPv4 address, or all of IPv6 that share their first 64 bits."""
    return _block_of(text, SITE)


def network_of(text: str) -> str:
    """An IPv4 address, or all of IPv6 that share their first 48 bits."""
    return _block_of(text, NETWORK)


def limited(text: str) -> tuple[tuple[str, int], ...]:
    """Whom limits count an address under, and for how many each counts: of IPv6 its site and its network."""
    site, network = site_of(text), network_of(text)
    return ((site, 1),) if site == network else ((site, 1), (network, SITES))


@lru_cache(4096)
def _block_of(text: str, bits: int) -> str:
    """Asked several times for each request, so known addresses are not parsed again."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return text
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    if isinstance(address, ipaddress.IPv6Address):
        below = 128 - bits
        return str(ipaddress.IPv6Network((int(address) >> below << below, bits)))
    return str(address)


def is_everywhere(host: str) -> bool:
    """Does a server at this address listen at all addresses of the machine? The address itself cannot be opened."""
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

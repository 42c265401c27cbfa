"""Addresses and networks: under which name an address counts, which networks have more, who is a proxy."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, TypeAlias

Network: TypeAlias = IPv4Network | IPv6Network
Networks: TypeAlias = dict[Network, int]
"""How many shares each address of a network has; the narrowest network first."""

SHARE_BITS: Final = 64
"""Of an IPv6 address: everything behind them belongs to the same client."""
MOST_TIMES: Final = 1000
MOST_NAMED: Final = 4096
"""Addresses whose name is kept: each request asks for it several times."""
EXAMPLE: Final = "192.0.2.0/24=10"


@lru_cache(MOST_NAMED)
def share_name(host: str) -> str:
    """Return under which name a host counts: its address, or the network that one client can choose from."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Network((int(address), SHARE_BITS), strict=False))
    return host


def read_networks(text: str) -> Networks:
    """Return the networks that a setting names, or say what is wrong with it."""
    found = dict(_read_network(item) for item in text.replace(",", " ").split())
    return dict(sorted(found.items(), key=lambda item: item[0].prefixlen, reverse=True))


def _read_network(item: str) -> tuple[Network, int]:
    name, _, times = item.partition("=")
    if not times.isascii() or not times.isdigit() or not 1 <= int(times[:9]) <= MOST_TIMES:
        message = f"{item}: write a network and a number from 1 to {MOST_TIMES}, such as {EXAMPLE}"
        raise ValueError(message)
    network = ip_network(name)
    if isinstance(network, IPv6Network) and network.prefixlen > SHARE_BITS:
        message = f"{item}: a network of IPv6 is at most /{SHARE_BITS}, all beyond is one client"
        raise ValueError(message)
    return network, int(times)


def times_of(networks: Networks, share: str) -> int:
    """Return how many shares an address has, by the name of its share; one, where no network has it."""
    if not networks:
        return 1
    try:
        ours = ip_network(share)
    except ValueError:
        return 1
    return next((times for network, times in networks.items() if _has(network, ours)), 1)


def _has(network: Network, ours: Network) -> bool:
    if isinstance(network, IPv4Network):
        return isinstance(ours, IPv4Network) and ours.subnet_of(network)
    return isinstance(ours, IPv6Network) and ours.subnet_of(network)


class Proxies:
    """Who is believed to say for whom it asks; many people come from the address of a proxy."""

    def __init__(self, text: str) -> None:
        self._names = frozenset(text.replace(",", " ").split())
        self._networks = [network for name in self._names if (network := _network(name)) is not None]

    def __contains__(self, host: str) -> bool:
        if "*" in self._names or host in self._names:
            return True
        ours = _network(host)
        return ours is not None and any(_has(network, ours) for network in self._networks)


def _network(name: str) -> Network | None:
    try:
        return ip_network(name)
    except ValueError:
        return None

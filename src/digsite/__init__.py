"""Digsite: an online table for three board games about digging things up."""

__version__ = "0.1.0"

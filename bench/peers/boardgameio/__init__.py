"""SCARAB on boardgame.io: its own server, in memory, and clients that speak its protocol."""

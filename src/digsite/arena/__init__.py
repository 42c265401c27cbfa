"""The arena: bots play each other on the same digs, and a ladder says how strong they are (docs/arena.md)."""

"""Marajoara: dice that jump over dice, and a museum to fill (M1–M31)."""

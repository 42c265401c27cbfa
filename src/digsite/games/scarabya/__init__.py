"""Scarabya: pentominoes on a site of ten by ten squares, laid so that scarabs are closed in."""

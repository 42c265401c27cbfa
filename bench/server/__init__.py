"""`make bench-server`: how many moves a server carries, and how late the opponent sees them."""

"""What the page costs whoever opens it: `make bench-page`."""

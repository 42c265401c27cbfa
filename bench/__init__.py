"""`make bench`: how fast we are beside what is known to be fast; README.md says how to read it."""

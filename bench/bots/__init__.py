"""How strong the bots are beside yardsticks and a peer: `make bench-bots`."""

"""Other people's engines, for comparison. Nothing outside `bench` imports them; python-chess is GPL."""

"""The house as a server: HTTP, sockets, bots that think beside them; everybody hears what they may know."""

"""What goes over the wire. Only views have encoders here: a whole position never leaves the house."""

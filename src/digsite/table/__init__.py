"""Tables: seats, the log, take-backs and resignations. No HTTP, no SQL."""

"""Where tables and people are kept: SQLite by default, PostgreSQL for a house of many processes."""

"""How the database came to its schema, step by step: one set for SQLite and PostgreSQL."""

"""Storage: SQLModel tables, Core statements on them, and the transactions around those."""

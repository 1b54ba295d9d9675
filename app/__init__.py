"""Purrbiter: a referee server for card games."""

"""The rules: pure functions over immutable data. Nothing here knows of HTTP, storage or time."""

"""Who hears that a match moved."""

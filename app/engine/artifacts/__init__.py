"""Sacred Artifacts, rules alpha 0.2."""

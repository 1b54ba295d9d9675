"""The reference as pages that a person can read, with an anchor for everything that is cited."""

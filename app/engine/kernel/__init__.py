"""What every ruleset shares: the protocol, decisions, events, refusals and randomness."""

"""Use cases: load, ask the engine, save. No SQL, no rules, no HTTP."""

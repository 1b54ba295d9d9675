"""What is fast, measured beside what a user would pick instead: `python -m benchmarks [name …]`.

Each module here is a benchmark: its `run()` yields a `Result` per number.
"""

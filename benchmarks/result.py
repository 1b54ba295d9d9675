"""What a benchmark found."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    """One number. `note` says what it was measured with, or beside."""

    name: str
    value: float
    unit: str
    note: str = ""


def written(value: float) -> str:
    """Write a number with four digits that count, or all before the point."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"

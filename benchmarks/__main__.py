"""Runs the benchmarks whose names are given, or all of them, and prints a table for each.

`--json FILE` writes the numbers down as well, with what they were measured on.
"""

import argparse
import json
import os
import pkgutil
import platform
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import benchmarks
from benchmarks.result import written

_NOT_BENCHMARKS = {"__main__", "playouts", "result", "servers"}


def main() -> None:
    """Run benchmarks one after the other, each in this process."""
    known = {module.name for module in pkgutil.iter_modules(benchmarks.__path__)} - _NOT_BENCHMARKS
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("name", nargs="*", help=f"of {', '.join(sorted(known))}")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers here, too")
    wanted = parser.parse_args()
    if unknown := set(wanted.name) - known:
        parser.error(f"no such benchmark: {', '.join(sorted(unknown))}")
    found: dict[str, list[dict[str, Any]]] = {}
    console = Console()
    for name in wanted.name or sorted(known):
        results = list(import_module(f"benchmarks.{name}").run())
        table = Table("what", "value", "unit", "note", title=name, title_justify="left")
        for result in results:
            table.add_row(result.name, written(result.value), result.unit, result.note)
        console.print(table)
        found[name] = [asdict(result) for result in results]
    if wanted.json is not None:
        machine = {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "cores": os.cpu_count(),
        }
        told = json.dumps({"measured_on": machine, "results": found}, indent=1, ensure_ascii=False)
        wanted.json.write_text(told + "\n", encoding="utf-8")


main()

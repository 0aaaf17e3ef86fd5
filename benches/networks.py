#!/usr/bin/env python3
"""Prints what layouts cost on real networks: the cost, the bound and the time of `assign-layouts` under two rule files.

    cargo build --release && benches/networks/export.py FOLDER && benches/networks.py FOLDER [--layoutc PATH]

FOLDER has models as `benches/networks/export.py` writes them. The rules are in `benches/networks/r1.mlir` and `r2.mlir`.
A cost is in MB (10^6 bytes, read and written), and proven if it has no bound in parentheses. The time is that of the
whole process, which reads the module, too. It is never an error. Below the table, the networks are named of which both
exports have another cost, with the costs.
"""

import argparse
import pathlib
import re
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).parents[1]
RULES = [ROOT / "benches/networks/r1.mlir", ROOT / "benches/networks/r2.mlir"]


def count(text, name):
    return int(re.search(rf"(\d+)  assign-layouts \(1\): {re.escape(name)}", text)[1])


def assign(layoutc, module, rules):
    """Returns the cost and the bound in bytes, and the seconds of the process."""
    command = [layoutc, module, "--passes=assign-layouts", f"--target={rules}", "--stats", "--emit=none"]
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds = time.monotonic() - start
    return count(done.stderr, "cost (bytes)"), count(done.stderr, "lower bound (bytes)"), seconds


def shown(cost, bound, seconds):
    return f"{cost / 1e6:.2f}{'' if cost == bound else f' ({bound / 1e6:.2f})'} | {seconds:.2f} s"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--layoutc", default=ROOT / "target/release/layoutc")
    options = parser.parse_args()
    costs = {}
    print("| export | R1 | time | R2 | time |\n|---|---|---|---|---|")
    for model in sorted(options.folder.glob("*.onnx")):
        with tempfile.NamedTemporaryFile(suffix=".mlir") as module:
            subprocess.run([options.layoutc, "import", model, "-o", module.name], check=True)
            rows = [assign(options.layoutc, module.name, rules) for rules in RULES]
        network, exporter = model.stem.split(".")
        costs.setdefault(network, {})[exporter] = [cost for cost, _, _ in rows]
        print(f"| {model.stem} | {' | '.join(shown(*row) for row in rows)} |", flush=True)
    for network, both in costs.items():
        if len(set(map(tuple, both.values()))) > 1:
            print(network, *(f"{exporter}: {found}" for exporter, found in both.items()))


if __name__ == "__main__":
    main()

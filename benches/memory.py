#!/usr/bin/env python3
"""Measures the arenas that `plan-memory` finds for real networks, with their lower bounds, and the time of the pass.

    cargo build --release && benches/memory.py [--layoutc PATH] [--targets NAME ...] [--all]

The networks are those of `benches/assign_layouts.py`: the functions in `examples`, the graphs in `tests/graphs`, the exports in
`tests/torch`, and the models that `scripts/install-test-tools.sh` installs. Layouts are assigned and strides resolved first;
`--timing` reports the time of the pass alone. The script prints the bytes of all buffers without sharing, the arena, its
lower bound, the gap in percent and the results in place. `--all` prints a line for each network instead of the largest
arenas. Times depend on the machine, so they are never an error. The goal is a gap of at most 5 % for each network.
"""

import argparse
import pathlib
import re
import subprocess
import tempfile

from assign_layouts import real_networks

GOAL = 5.0
PASSES = "--passes=assign-layouts,resolve-strides{copies=insert},plan-memory"


def measure(program, text, target):
    """Returns the statistics of a plan by name, and the time of the pass in seconds under `time`."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        command = [program, file.name, f"--target={target}", PASSES, "--stats", "--timing", "--emit=none"]
        done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    numbers = {name: int(count) for count, name in re.findall(r"(\d+)  plan-memory \(\d+\): (.*)", done.stderr)}
    numbers["time"] = float(re.search(r"([\d.]+) +pass plan-memory", done.stderr)[1]) / 1e6
    numbers["percent"] = 100 * numbers["gap (bytes)"] / max(1, numbers["lower bound (bytes)"])
    return numbers


def row(name, numbers):
    """Prints the measurements of a network."""
    print(f"{name:40} {numbers['buffers']:7} {numbers['results in place']:8} {numbers['buffers (bytes)']:12} "
          f"{numbers['arena (bytes)']:11} {numbers['lower bound (bytes)']:11} {numbers['percent']:6.2f} "
          f"{numbers['time']:8.4f}", flush=True)


def main():
    """Prints lines for the networks, and how many of them reach the goal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--layoutc", default="target/release/layoutc")
    parser.add_argument("--targets", nargs="*", default=["channels_last", "npu37xx", "tensorrt_like", "vpux_like"])
    parser.add_argument("--all", action="store_true", help="print a line for each network")
    args = parser.parse_args()
    program = str(pathlib.Path(args.layoutc).resolve())
    texts = real_networks(program)
    print(f"{'network':40} {'buffers':>7} {'in place':>8} {'bytes':>12} {'arena':>11} {'bound':>11} {'gap %':>6} {'seconds':>8}")
    for target in args.targets:
        results = {name: measure(program, text, target) for name, text in texts.items()}
        largest = sorted(results, key=lambda name: -results[name]["arena (bytes)"])
        for name in largest if args.all else largest[:5]:
            row(f"{name}, {target}", results[name])
        percents = [numbers["percent"] for numbers in results.values()]
        optimal, good = sum(it == 0 for it in percents), sum(it <= GOAL for it in percents)
        print(f"{target}: {len(texts)} networks, gap 0 for {optimal}, at most {GOAL:.0f} % for {good}, greatest gap "
              f"{max(percents):.2f} %, together {sum(it['time'] for it in results.values()):.2f} s", flush=True)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Measures how many queries per second `layoutc eval` answers, forward and inverse.

    cargo build --release && benches/eval.py [--layoutc PATH] [--queries N] [--rounds N]

The queries have random indices and slots of three layouts: a tensor in TensorRT's chw32, a permuted tensor, and a chain
of transforms over padded memory, as in a matrix product of CK Tile. The time includes the start of the program and the
compilation of the file. The script prints medians and their ratio to the goal. Times depend on the machine, so they are
never an error.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import tempfile
import time

GOAL = 200_000

TEXT = """\
layout.tensor @chw32 : tensor<8x70x56x56xf16, {format = #layout.format<chw32>}>
layout.tensor @nhwc : tensor<8x64x56x56xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
layout.descriptor @gemm {
  %k0, %m, %k1 = layout.strided [8, 128, 8] strides [1032, 8, 1]
  %x, %y = layout.xor %m, %k0
  %a, %b = layout.unmerge %x into [16, 8]
  %k = layout.merge %y, %k1
  %row = layout.merge %a, %b
  %padded = layout.pad %k low 0 high 8
  layout.yield %row, %padded
}
"""

# By name: the logical lengths, and the number of slots of the allocation.
LAYOUTS = {
    "chw32": ([8, 70, 56, 56], 8 * 3 * 56 * 56 * 32),
    "nhwc": ([8, 64, 56, 56], 8 * 64 * 56 * 56),
    "gemm": ([128, 72], 8 * 1032),
}


def queries(name, count, inverse):
    """Yields queries; equal arguments yield equal queries."""
    lengths, slots = LAYOUTS[name]
    source = random.Random(count)
    for _ in range(count):
        if inverse:
            yield {"of": f"@{name}", "offset": source.randrange(slots)}
        else:
            yield {"of": f"@{name}", "at": [source.randrange(length) for length in lengths]}


def seconds(command, text):
    """Returns the time of one run, in seconds."""
    started = time.perf_counter()
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, check=False)
    elapsed = time.perf_counter() - started
    lines, expected = done.stdout.count(b"\n"), text.count(b"\n")
    if done.returncode != 0 or lines != expected:
        raise SystemExit(f"{' '.join(command)} failed with status {done.returncode}, {lines} answers to {expected} queries")
    return elapsed


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--layoutc", default=os.path.join(here, "../target/release/layoutc"))
    parser.add_argument("--queries", type=int, default=400_000)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "layouts.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(TEXT)
        for name in LAYOUTS:
            for inverse in (False, True):
                lines = (json.dumps(query, separators=(",", ":")) for query in queries(name, args.queries, inverse))
                text = "".join(line + "\n" for line in lines).encode()
                command = [args.layoutc, "eval", path] + ["--inverse"] * inverse
                rate = args.queries / statistics.median(seconds(command, text) for _ in range(args.rounds))
                way = "inverse" if inverse else "forwards"
                print(f"{name:8} {way:8} {rate:12,.0f} queries/s  {rate / GOAL:5.1f} x the goal of {GOAL:,}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Measures the time of `resolve-strides` on modules of many ops, and its growth with the number of ops.

    cargo build --release && benches/strides.py [--layoutc PATH] [--ops N] [--rounds N]

There are three kinds of modules: tensors that share no memory, one buffer shared by all tensors, and buffers of a few
tensors each (slices and concats). Each kind is measured with N and with N / 4 ops; `--timing` reports the time of the pass
alone. The script prints medians, the time per op, and the ratio of both times per op, which is 1 for a linear pass. Times
depend on the machine, so they are never an error. The goal is 100,000 ops in well under a second.
"""

import argparse
import os
import re
import statistics
import subprocess
import tempfile

GOAL = 1.0

NHWC = "#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>\n"
CHOSEN = "tensor<1x16x8x8xf16, {order = #NHWC, reqs = #layout.reqs<m2: aligned<64 bytes>>}>"
OPEN = "tensor<1x16x8x8xf16>"
TURNED = "tensor<1x8x8x16xf16>"
HALF = "tensor<1x8x8x8xf16>"


def alone(count):
    """Yields ops of which each defines a tensor in a buffer of its own."""
    yield f'  %v0 = "t.make"() : () -> {CHOSEN}\n'
    for op in range(count):
        yield f'  %v{op + 1} = "t.op"(%v{op}) : ({CHOSEN}) -> {CHOSEN}\n'


def shared(count):
    """Yields transposes of transposes, which share one buffer."""
    yield f'  %v0 = "t.make"() : () -> {CHOSEN}\n'
    for op in range(count):
        old = CHOSEN if op == 0 else (OPEN if op % 2 == 0 else TURNED)
        new, perm = (TURNED, "[0, 2, 3, 1]") if op % 2 == 0 else (OPEN, "[0, 3, 1, 2]")
        yield f'  %v{op + 1} = "onnx.Transpose"(%v{op}) {{perm = {perm}}} : ({old}) -> {new}\n'


def halves(count):
    """Yields groups of ops: each splits a tensor, computes two new halves, and concatenates them to the next tensor."""
    yield f'  %v0 = "t.make"() : () -> {CHOSEN}\n'
    for op in range(count // 4):
        yield f'  %s{op}:2 = "onnx.SplitV11"(%v{op}) {{axis = 1 : si64}} : ({CHOSEN}) -> ({HALF}, {HALF})\n'
        yield f'  %a{op} = "t.op"(%s{op}#0) : ({HALF}) -> {HALF}\n'
        yield f'  %b{op} = "t.op"(%s{op}#1) : ({HALF}) -> {HALF}\n'
        yield f'  %v{op + 1} = "onnx.Concat"(%a{op}, %b{op}) {{axis = 1 : si64}} : ({HALF}, {HALF}) -> {CHOSEN}\n'


KINDS = {"alone": alone, "shared": shared, "halves": halves}


def module(kind, count):
    body = "".join(KINDS[kind](count))
    return f"{NHWC}func.func @f() {{\n{body}  return\n}}\n"


def seconds(program, path):
    """Returns the time of the pass in one run, in seconds."""
    command = [program, path, "--passes=resolve-strides", "--emit=none", "--timing"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(re.search(r"([\d.]+) +pass resolve-strides", done.stderr)[1]) / 1e6


def measure(program, kind, count, rounds, folder):
    path = os.path.join(folder, f"{kind}.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(module(kind, count))
    return statistics.median(seconds(program, path) for _ in range(rounds))


def main():
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(os.path.dirname(__file__), "..", "target"))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--layoutc", default=os.path.join(target, "release", "layoutc"))
    parser.add_argument("--ops", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    print(f"{'tensors':<8} {'ops':>8} {'seconds':>8} {'ns/op':>7} {'goal/time':>9} {'growth':>6}")
    with tempfile.TemporaryDirectory() as folder:
        for kind in KINDS:
            fewer = options.ops // 4
            small = measure(options.layoutc, kind, fewer, options.rounds, folder)
            large = measure(options.layoutc, kind, options.ops, options.rounds, folder)
            growth = (large / options.ops) / (small / fewer)
            each = large / options.ops * 1e9
            print(f"{kind:<8} {options.ops:>8} {large:>8.3f} {each:>7.0f} {GOAL / large:>9.1f} {growth:>6.2f}")


if __name__ == "__main__":
    main()

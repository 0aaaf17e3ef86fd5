#!/usr/bin/env python3
"""Random compositions of CuTe's layouts: the results of layoutc, pycute and tensor-layouts, each compared with the definition.

    scripts/install-test-tools.sh && cargo build --release && benches/cute_compositions.py [LAYOUTC]

A composition of A and B is the function A(B(c)) of the indices c of B. Both have 1 to 4 modes, and every offset of B is an
index of A. A result is right if it is this function, wrong if it is another one, and refused if there is none. The table has the
share of each over all compositions, separately for those that some `shape:stride` expresses.
"""

import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / "target/test-tools"
COUNT = 5000
MOST = 400


def colex(lengths):
    """Returns all indices of a box, the first dim the fastest."""
    indices = [()]
    for length in lengths:
        indices = [index + (at,) for at in range(length) for index in indices]
    return indices


def offsets(shape, stride):
    return [sum(at * step for at, step in zip(index, stride)) for index in colex(shape)]


def is_layout(values):
    """Returns whether some shape:stride has these offsets, by its first coalesced mode: the longest one, or none is."""
    if len(values) == 1:
        return True
    step = values[1] - values[0]
    first = next((n for n in range(1, len(values)) if values[n] - values[0] != n * step), len(values))
    if first == len(values):
        return True
    if len(values) % first or step < 0:
        return False
    copies = [values[at : at + first] for at in range(0, len(values), first)]
    same = all([value - copy[0] for value in copy] == [n * step for n in range(first)] for copy in copies)
    return same and is_layout([copy[0] for copy in copies])


def random_layout(bits):
    shape = [bits.choice((1, 2, 3, 4, 5, 6, 8)) for _ in range(bits.randint(1, 4))]
    stride = [bits.choice((1, 2, 3, 4, 5, 6, 8, 12, 16)) for _ in shape]
    if bits.random() < 0.5:
        order = bits.sample(range(len(shape)), len(shape))
        step = 1
        for dim in order:
            stride[dim], step = step, step * shape[dim]
    return tuple(shape), tuple(stride)


def text(layout):
    return ":".join("(" + ",".join(map(str, part)) + ")" for part in layout)


def of_layoutc(program, a, b):
    run = [program, "eval", f"--layout=cute:composition({text(a)},{text(b)})", "--all"]
    done = subprocess.run(run, capture_output=True, text=True)
    if done.returncode:
        return None
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return [answer["offset"] for answer in sorted(answers, key=lambda answer: answer["at"][::-1])]


def of_library(module, compose, a, b):
    try:
        result = compose(module.Layout(*a), module.Layout(*b))
        # A size that differs from that of B is a wrong result.
        return [result(at) for at in range(module.size(result))]
    except Exception:  # Each library refuses by exceptions of several types.
        return None


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/release/layoutc"
    sys.path[:0] = [str(next(TOOLS.glob("nvidia_cutlass-*"))), str(next(TOOLS.glob("tensor_layouts-*")))]
    import pycute
    import tensor_layouts

    functions = {
        "layoutc": lambda a, b: of_layoutc(program, a, b),
        "pycute": lambda a, b: of_library(pycute, pycute.composition, a, b),
        "tensor-layouts": lambda a, b: of_library(tensor_layouts, tensor_layouts.compose, a, b),
    }
    bits = random.Random(0)
    counts, total = Counter(), Counter()
    while sum(total.values()) < COUNT:
        a, b = random_layout(bits), random_layout(bits)
        inner, outer = offsets(*b), offsets(*a)
        if max(len(inner), len(outer)) > MOST or max(inner) >= len(outer):
            continue
        expected = [outer[at] for at in inner]
        exists = is_layout(expected)
        total[exists] += 1
        for name, function in functions.items():
            found = function(a, b)
            counts[name, exists, "refused" if found is None else "right" if found == expected else "wrong"] += 1
    print(f"{COUNT} compositions: {total[True]} have a shape:stride, {total[False]} have none")
    print("| program | right | refused | wrong | right, none | refused, none | wrong, none |\n|---|---|---|---|---|---|---|")
    for name in functions:
        shares = [counts[name, exists, kind] for exists in (True, False) for kind in ("right", "refused", "wrong")]
        print(f"| {name} | " + " | ".join(f"{100 * share / COUNT:.1f} %" for share in shares) + " |", flush=True)


if __name__ == "__main__":
    main()

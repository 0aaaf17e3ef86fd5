#!/usr/bin/env python3
"""Measures conversion kernels of `--emit=c` on the CPU, and compares them with `memcpy` and with NumPy.

    cargo build --release && benches/kernels.py [--layoutc PATH] [--cc COMPILER] [--flags FLAGS] [--seconds S] [--only TEXT]

Each row is one conversion, on one thread. All three copies run in turns in one process, and the best time of each counts.
GB/s are bytes read plus bytes written. NumPy copies between strided views of the same two buffers, which the script makes
from the digits of the kernel's plan; padding is set to zero by `fill`. The bytes of both are compared. The script ends with
the lowest ratio to NumPy among the conversions that transpose, and to `memcpy` among those with contiguous rows of 64 bytes
or more. Times depend on the machine, so they are never an error. It needs NumPy and a C compiler.
"""

import argparse
import ctypes
import json
import math
import os
import re
import subprocess
import tempfile
import time

import numpy as np

NHWC = "order = #layout.order<NHWC>"
HWCN = "order = affine_map<(d0, d1, d2, d3) -> (d2, d3, d1, d0)>"
ROWS = "order = #layout.order<NCHW>, reqs = #layout.reqs<m2: aligned<64 bytes>>"
NCHW = "order = #layout.order<NCHW>"
BIG, IMAGE = [8, 64, 56, 56], [8, 3, 224, 224]
LARGE = [8, 64, 224, 224]


def format_of(name):
    return f"format = #layout.format<{name}>"


CASES = [
    ("nchw -> nhwc", BIG, "i8 f16 f32 f64", NCHW, NHWC),
    ("nhwc -> nchw", BIG, "i8 f16 f32 f64", NHWC, NCHW),
    ("nchw -> hwcn", BIG, "f16 f32", NCHW, HWCN),
    ("nchw -> chw32", BIG, "i8 f16 f32", NCHW, format_of("chw32")),
    ("chw32 -> nchw", BIG, "i8 f16 f32", format_of("chw32"), NCHW),
    ("nchw -> chw4", BIG, "i8 f16", NCHW, format_of("chw4")),
    ("chw4 -> nchw", BIG, "i8 f16", format_of("chw4"), NCHW),
    ("chw4 -> chw32", BIG, "i8", format_of("chw4"), format_of("chw32")),
    ("nchw -> chw16", BIG, "f16", NCHW, format_of("chw16")),
    ("chw16 -> hwc8", BIG, "f16", format_of("chw16"), format_of("hwc8")),
    ("nchw -> nhwc, C = 3", IMAGE, "i8 f16 f32", NCHW, NHWC),
    ("nhwc -> nchw, C = 3", IMAGE, "i8 f16 f32", NHWC, NCHW),
    ("nchw -> hwc8, C = 3", IMAGE, "f16", NCHW, format_of("hwc8")),
    ("nchw -> chw4, C = 3", IMAGE, "i8 f16", NCHW, format_of("chw4")),
    ("nchw -> nhwc, large", LARGE, "f16", NCHW, NHWC),
    ("nhwc -> nchw, large", LARGE, "f16", NHWC, NCHW),
    ("nchw -> padded rows", BIG, "f16 f32", NCHW, ROWS),
    ("padded rows -> nchw", BIG, "f16 f32", ROWS, NCHW),
    ("nhwc -> hwc16", BIG, "f16", NHWC, format_of("hwc16")),
]
BYTES = {"i8": 1, "f16": 2, "f32": 4, "f64": 8}


def module(cases):
    text = []
    for at, (_, shape, elem, source, target) in enumerate(cases):
        dims = "".join(f"{length}x" for length in shape)
        a, b = f"tensor<{dims}{elem}, {{{source}}}>", f"tensor<{dims}{elem}, {{{target}}}>"
        text.append(
            f"func.func @f{at}(%x: {a}) -> {b} {{\n  %y = layout.reorder %x : {a} -> {b}\n  return %y : {b}\n}}\n"
        )
    return "".join(text)


def lists(text, key):
    """Returns the lists of integers of a key of a plan."""
    found = re.search(rf"\b{key} = \[([^\]]*)\]", text)
    arrays = re.findall(r"array<i64: ?([^>]*)>", found[1]) if found else []
    return [[int(number) for number in array.split(", ")] for array in arrays]


class Plan:
    """The plan of a kernel, as the lowered module states it, and the sizes of its buffers in the manifest."""

    def __init__(self, text, bindings):
        self.digits, self.parts = lists(text, "digits"), lists(text, "parts")
        self.dims, self.fills = lists(text, "dims"), lists(text, "fills")
        self.method = re.search(r'method = "(\w+)"', text)[1]
        self.source_slots, self.slots = (binding["slots"] for binding in bindings)

    def views(self, source, target):
        """Returns views of the elements of both buffers, with an axis for each digit."""
        lengths = [digit[0] for digit in self.digits]
        for at, dim in enumerate(self.dims):
            if len(dim) > 1:
                [digit] = [at for at, parts in enumerate(self.parts) if at_dim(parts, dim, self.dims)]
                lengths[digit] = dim[4]
        size = source.itemsize
        strides = [[digit[side] * size for digit in self.digits] for side in (1, 2)]
        view = np.lib.stride_tricks.as_strided
        return view(source, lengths, strides[0]), view(target, lengths, strides[1])

    def has_padding(self):
        return bool(self.fills) or any(len(dim) > 1 for dim in self.dims)

    def run_bytes(self, size):
        return max((d[0] * size for d in self.digits if d[1] == 1 and d[2] == 1), default=size)


def at_dim(parts, dim, dims):
    return len(parts) == 3 and dims[parts[0]] is dim


def best(functions, seconds):
    """Returns the best time of each function; they run in turns.

    Each runs twice, and the second time counts, so that none finds its source in the caches because of another one.
    """
    times, end = [math.inf] * len(functions), time.perf_counter() + seconds
    while time.perf_counter() < end:
        for at, function in enumerate(functions):
            function()
            start = time.perf_counter()
            function()
            times[at] = min(times[at], time.perf_counter() - start)
    return times


def measure(kernel, plan, size, seconds):
    """Returns the GB/s of the kernel, of memcpy, and of NumPy."""
    dtype = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}[size]
    source = np.frombuffer(np.random.default_rng(1).bytes(plan.source_slots * size), dtype).copy()
    target, other = np.ones(plan.slots, dtype), np.ones(plan.slots, dtype)
    flat = np.empty(max(plan.slots, plan.source_slots), dtype)
    a, b = plan.views(source, other)
    elements = a.size

    def by_numpy():
        if plan.has_padding():
            other.fill(0)
        np.copyto(b, a)

    def by_kernel():
        kernel(source.ctypes.data, target.ctypes.data)

    count = min(plan.source_slots, plan.slots) * size
    pointers = flat.ctypes.data, source.ctypes.data

    def by_memcpy():
        ctypes.memmove(pointers[0], pointers[1], count)

    from_, to = source.ctypes.data, target.ctypes.data
    by_kernel = lambda: kernel(from_, to)  # noqa: E731
    by_kernel()
    by_numpy()
    assert (target == other).all(), "the kernel and NumPy differ"
    times = best([by_kernel, by_memcpy, by_numpy], seconds)
    moved = [(elements + plan.slots) * size, 2 * count, (elements + plan.slots) * size]
    return [bytes_ / seconds / 1e9 for bytes_, seconds in zip(moved, times)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--layoutc", default="target/release/layoutc")
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--flags", default="-O3")
    parser.add_argument("--seconds", type=float, default=0.6)
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    cases = [
        (name, shape, elem, source, target)
        for name, shape, elems, source, target in CASES
        for elem in elems.split()
        if args.only in name
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = lambda name: os.path.join(folder, name)  # noqa: E731
        with open(path("module.mlir"), "w") as file:
            file.write(module(cases))
        layoutc = [args.layoutc, path("module.mlir")]
        subprocess.run([*layoutc, "--emit=c", "-o", path("kernels.c")], check=True)
        passes = "--passes=resolve-strides,lower-addressing"
        output = lambda arg: subprocess.run([*layoutc, arg], check=True, capture_output=True, text=True).stdout  # noqa: E731
        lowered, manifest = output(passes), json.loads(output("--emit=spirv-json"))
        flags = ["-std=c99", *args.flags.split(), "-shared", "-fPIC"]
        subprocess.run([args.cc, *flags, path("kernels.c"), "-o", path("kernels.so")], check=True)
        library = ctypes.CDLL(path("kernels.so"))
    names = re.findall(r"layout\.reorder %x \{layout\.kernel = @(\w+)\}", lowered)
    texts = dict(re.findall(r"layout\.kernel @(\w+) (.*plan.*)", lowered))
    bindings = {entry["name"]: entry["bindings"] for entry in manifest["entry_points"]}
    print(f"{'conversion':22} {'type':4} {'method':8} {'kernel':>7} {'memcpy':>7} {'NumPy':>7}   / NumPy  / memcpy   (GB/s)")
    least_numpy, least_memcpy = math.inf, math.inf
    for (name, _, elem, _, _), symbol in zip(cases, names):
        kernel = getattr(library, symbol)
        kernel.argtypes, kernel.restype = [ctypes.c_void_p, ctypes.c_void_p], None
        plan = Plan(texts[symbol], bindings[symbol])
        ours, memcpy, numpy = measure(kernel, plan, BYTES[elem], args.seconds)
        print(f"{name:22} {elem:4} {plan.method:8} {ours:7.2f} {memcpy:7.2f} {numpy:7.2f}  {ours / numpy:8.2f} {ours / memcpy:9.2f}", flush=True)
        if plan.method in ("tile", "strided"):
            least_numpy = min(least_numpy, ours / numpy)
        elif plan.run_bytes(BYTES[elem]) >= 64:
            least_memcpy = min(least_memcpy, ours / memcpy)
    print(f"lowest ratio to NumPy of a transposition: {least_numpy:.2f}; to memcpy of contiguous rows: {least_memcpy:.2f}")


if __name__ == "__main__":
    main()

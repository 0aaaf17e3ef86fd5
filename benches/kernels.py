#!/usr/bin/env python3
"""Measures conversion kernels of `--emit=c` on the CPU against `memcpy`, oneDNN and NumPy, for several compilers.

    cargo build --release && benches/kernels.py [--cc 'gcc -O3'] [--cc 'clang-19 -O3 -march=native'] [--onednn LIBDNNL]
        [--size cache|l3|large|all] [--only TEXT] [--random COUNT] [--seconds S] [--json FILE]
        [--baseline FILE]

Each row is one conversion of `kernel_cases.py`, on one thread. Each compiler makes a library of the same header, by
default gcc and clang 19 with `-O3`, without and with `-march=native`. All run in turns in one process on the same two
buffers, each turn in another order, and the best time of each counts. A turn is calls for 0.2 ms or more that are not
measured, and then as many that are. Buffers have about 256 KiB, 6 MiB, or 72 MiB (`large`, a part of the rows).

GB/s are (bytes of the elements that are read + bytes of the target that are written) / time. Padding that a kernel sets
to zero is written. `memcpy` copies (read + written) / 2 bytes, so that it also moves read + written bytes.

NumPy copies strided views after `fill(0)` where the target has padding, and gathers by a table of offsets for swizzles.
Strides, blocks and offsets are computed from the definitions of the layouts, without layoutc. All bytes that a kernel or
oneDNN writes are compared with that copy.

oneDNN is optional: `--onednn` names its library, such as `libdnnl.so.3` of the package `onednn-cpu-gomp`. It reorders by
strides or by blocks of channels, whichever is faster, and does not set the padding of strided rows to zero. `-` is a
conversion that it cannot express, such as a swizzle.

An identity copy is also compared with a loop of the widest vectors that a compiler has with `-march=native`.

The shapes of the rows are common ones. `--random` measures random ones, which are the same in each run.

The script ends with geometric means by compiler, group and size, and with the rows that are more than 5 % slower than
oneDNN. `--json` writes all numbers, and `--baseline` compares with such a file. Times depend on the machine, so they are
never an error. It needs NumPy and a C compiler.
"""

import argparse
import concurrent.futures
import ctypes
import json
import math
import os
import random
import re
import shutil
import subprocess
import tempfile
import time

import kernel_cases
import kernel_onednn
import numpy as np

COMPILERS = ["gcc -O3", "gcc -O3 -march=native", "clang-19 -O3", "clang-19 -O3 -march=native"]

# Loops that measure, so that the cost of a call from Python is not measured.
HARNESS = """
#include <stddef.h>
#include <string.h>
#include <time.h>

static double now(void)
{
    struct timespec it;
    clock_gettime(CLOCK_MONOTONIC, &it);
    return (double)it.tv_sec + 1e-9 * (double)it.tv_nsec;
}

double time_kernel(void (*kernel)(const void *, void *), const void *s, void *d, long calls)
{
    const double start = now();
    for (long i = 0; i < calls; ++i) kernel(s, d);
    return now() - start;
}

double time_copy(void *(*copy)(void *, const void *, size_t), const void *s, void *d, size_t count, long calls)
{
    const double start = now();
    for (long i = 0; i < calls; ++i) copy(d, s, count);
    return now() - start;
}

double time_reorder(int (*execute)(void *, void *, int, const void *), void *primitive, void *stream, const void *args,
                    long calls)
{
    const double start = now();
    for (long i = 0; i < calls; ++i) execute(primitive, stream, 2, args);
    return now() - start;
}
"""

# A copy of whole vectors: a compiler cannot replace it with a call of `memcpy`.
WIDE = """
#include <stddef.h>
#include <string.h>
#if defined(__AVX512F__)
#define BYTES 64
#elif defined(__AVX__)
#define BYTES 32
#else
#define BYTES 16
#endif
typedef char vector __attribute__((vector_size(BYTES), aligned(1), may_alias));

void *copy_wide(void *d, const void *s, size_t count)
{
    size_t at = 0;
    for (; at + 4 * BYTES <= count; at += 4 * BYTES) {
        const vector *from = (const vector *)((const char *)s + at);
        vector *to = (vector *)((char *)d + at);
        const vector a = from[0], b = from[1], c = from[2], e = from[3];
        __asm__ volatile("" ::: "memory");
        to[0] = a, to[1] = b, to[2] = c, to[3] = e;
    }
    memcpy((char *)d + at, (const char *)s + at, count - at);
    return d;
}
"""


def compiled(folder, name, text, command):
    """Returns the library of a text in C."""
    source, library = os.path.join(folder, f"{name}.c"), os.path.join(folder, f"{name}.so")
    with open(source, "w") as file:
        file.write(text)
    subprocess.run([*command.split(), "-std=gnu99", "-shared", "-fPIC", source, "-o", library], check=True)
    return ctypes.CDLL(library)


class Kernels:
    """The kernels of some cases: the header, and a library for each compiler."""

    def __init__(self, layoutc, cases, compilers, folder, pool):
        module = os.path.join(folder, f"{cases[0].size}.mlir")
        with open(module, "w") as file:
            file.writelines(case.function(at) for at, case in enumerate(cases))
        header = subprocess.run([layoutc, module, "--emit=c"], check=True, capture_output=True, text=True).stdout
        self.libraries = {
            cc: pool.submit(compiled, folder, f"{cases[0].size}{at}", header, cc) for at, cc in enumerate(compilers)
        }
        # By the number of a case: the symbol of its kernel, the method, and the bytes that it writes.
        self.found = {}
        loops = re.findall(r"for slot < (\d+)(?:\n[^\n]*)? \*/\nLAYOUTC_FN \w+ (\w+)_source\(", header)
        slots = {symbol: int(number) for number, symbol in loops}
        kernels = re.compile(r"^/\* ((?:(?!\*/).)*) \*/\nLAYOUTC_(?:KERNEL void |VECTOR_KERNEL\()(\w+)", re.DOTALL | re.MULTILINE)
        for comment, symbol in kernels.findall(header):
            written = re.search(r"writes (\d+) bytes", comment)
            method = comment.split("\n * ")[1].split(" of ")[0]
            method = re.sub(r", in registers$|: one copy.*", "", method)
            # Equal conversions have one kernel, which is measured once.
            case = int(re.search(r"of @f(\d+)\b", comment)[1])
            self.found[case] = (symbol, method, int(written[1]) if written else slots[symbol] * cases[case].bytes)

    def functions(self, symbol):
        """Returns the kernel of each compiler."""
        return {cc: getattr(library.result(), symbol) for cc, library in self.libraries.items()}


def buffer(count):
    """Returns bytes that start at a boundary of 64 bytes."""
    block = np.empty(count + 64, np.uint8)
    start = -block.ctypes.data % 64
    return block[start:start + count]


class Copy:
    """The copy of a case with NumPy."""

    def __init__(self, case, source, target):
        dtype = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}[case.bytes]
        source_slots, target_slots = case.slots()
        self.source, self.target = (
            side[:slots * case.bytes].view(dtype) for side, slots in ((source, source_slots), (target, target_slots))
        )
        self.has_padding = target_slots > math.prod(case.shape)
        self.views, self.table = [], None
        if case.is_swizzle():
            self.table = np.empty(target_slots, np.int64)
            self.table[case.offsets(case.target)] = case.offsets(case.source)
            return
        view = np.lib.stride_tricks.as_strided
        for from_, to, lengths, *strides in case.strided_copies():
            a, b = ([case.bytes * stride for stride in side] for side in strides)
            self.views.append((view(self.target[to:], lengths, b), view(self.source[from_:], lengths, a)))

    def run(self):
        if self.table is not None:
            np.take(self.source, self.table, out=self.target, mode="clip")
            return
        if self.has_padding:
            self.target.fill(0)
        for to, from_ in self.views:
            np.copyto(to, from_)


class Peers:
    """The harness, the copies of whole buffers, and oneDNN."""

    def __init__(self, folder, compilers, library):
        self.harness = compiled(folder, "harness", HARNESS, f"{compilers[0].split()[0]} -O2")
        for name in ("time_kernel", "time_copy", "time_reorder"):
            getattr(self.harness, name).restype = ctypes.c_double
        self.memcpy = ctypes.CDLL(None).memcpy
        native = sorted({f"{cc.split()[0]} -O3 -march=native" for cc in compilers})
        self.wide = [compiled(folder, f"wide{at}", WIDE, cc).copy_wide for at, cc in enumerate(native)]
        self.onednn = None
        try:
            self.onednn = kernel_onednn.Library(library or kernel_onednn.found_library())
        except (OSError, kernel_onednn.Unsupported) as error:
            print(f"without oneDNN: {error}")

    def kernel(self, function, source, target):
        return lambda calls: self.harness.time_kernel(
            function, ctypes.c_void_p(source), ctypes.c_void_p(target), ctypes.c_long(calls))

    def copy(self, function, source, target, count):
        return lambda calls: self.harness.time_copy(
            function, ctypes.c_void_p(source), ctypes.c_void_p(target), ctypes.c_size_t(count), ctypes.c_long(calls))

    def fastest_reorder(self, case, source, target, written, expected):
        """Returns the reorder of oneDNN that writes the expected bytes in the shortest time, or `None`."""
        if self.onednn is None:
            return None
        found = []
        for reorder in self.onednn.reorders(case, source, target):
            run = self.reorder(reorder)
            written.fill(0)
            seconds = run(1)
            found.append((min(seconds, run(1)) if seconds < 0.1 else seconds, reorder))
            # A reorder of bf16 may set subnormal numbers to zero, so that it is no copy of bytes.
            if not (written == expected).all():
                print(f"without oneDNN, whose bytes differ: {case.name} {case.elem} {case.size}")
                found.pop()[1].close()
        found.sort(key=lambda it: it[0])
        for _, slower in found[1:]:
            slower.close()
        return found[0][1] if found else None

    def reorder(self, it):
        execute = self.onednn.library.dnnl_primitive_execute
        return lambda calls: self.harness.time_reorder(
            execute, it.primitive, self.onednn.stream, ctypes.byref(it.arguments), ctypes.c_long(calls))


def timed(function):
    def run(calls):
        start = time.perf_counter()
        for _ in range(calls):
            function()
        return time.perf_counter() - start

    return run


def best(runs, seconds):
    """Returns the best time of a call of each; they run in turns, and each has three turns or more.

    Each turn has another order, because the one before leaves its lines in the caches. A call that takes a tenth of a
    second is measured once, outside the turns.
    """
    times = {name: run(1) for name, run in runs.items()}
    runs = [(name, run) for name, run in runs.items() if times[name] < 0.1]
    calls = {name: max(1, math.ceil(2e-4 / max(times[name], 1e-7))) for name, _ in runs}
    order = random.Random(1)
    end, turns = time.perf_counter() + seconds, 0
    while turns < max(3, len(runs)) or time.perf_counter() < end:
        turns += 1
        order.shuffle(runs)
        for name, run in runs:
            run(calls[name])
            times[name] = min(times[name], run(calls[name]) / calls[name])
    return times


def measure(case, kernels, number, peers, seconds):
    """Returns the row of a case: its name, and the GB/s of each way to copy."""
    symbol, method, stated = kernels.found[number]
    slots, elements = case.slots(), math.prod(case.shape)
    read, written = elements * case.bytes, slots[1] * case.bytes
    assert stated == written, f"{case.name}: the kernel writes {stated} bytes, not {written}"
    count = (read + written) // 2
    source, target = (buffer(max(side * case.bytes, count)) for side in slots)
    source[:] = np.random.default_rng(1).integers(1, 64, source.size, np.uint8)
    from_, to = source.ctypes.data, target.ctypes.data
    by_numpy = Copy(case, source, target)
    by_numpy.run()
    expected = target[:written].copy()
    runs = {cc: peers.kernel(kernel, from_, to) for cc, kernel in kernels.functions(symbol).items()}
    for cc, run in runs.items():
        target.fill(0xa5)
        run(1)
        assert (target[:written] == expected).all(), f"{case.name} {case.elem} {case.shape}: {cc} and NumPy differ"
    runs["memcpy"] = peers.copy(peers.memcpy, from_, to, count)
    reorder = peers.fastest_reorder(case, from_, to, target[:written], expected)
    if reorder is not None:
        runs["oneDNN"] = peers.reorder(reorder)
    runs["NumPy"] = timed(by_numpy.run)
    if case.group == "identity":
        runs.update({f"wide {at}": peers.copy(wide, from_, to, count) for at, wide in enumerate(peers.wide)})
    times = best(runs, seconds)
    if reorder is not None:
        reorder.close()
    wide = [times.pop(name) for name in list(times) if name.startswith("wide ")]
    if wide:
        times["wide"] = min(wide)
    return {
        "name": case.name, "type": case.elem, "group": case.group, "size": case.size, "shape": list(case.shape),
        "method": method, "read": read, "written": written,
        "gb_per_s": {name: 2 * count / seconds / 1e9 for name, seconds in times.items()},
    }


def geomean(values):
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def ratios(rows, cc, peer):
    return [(row["gb_per_s"][cc] / row["gb_per_s"][peer], row) for row in rows if peer in row["gb_per_s"]]


def label(row):
    return f"{row['name']} {row['type']} {row['size']}"


def summary(rows, compilers):
    """Prints geometric means of each compiler, and the rows below oneDNN."""
    groups, sizes = (list(dict.fromkeys(row[key] for row in rows)) for key in ("group", "size"))
    for cc in compilers:
        print(f"\n{cc}: geometric means of kernel / peer")
        heads = [f"{peer} {size}" for peer in ("memcpy", "oneDNN", "NumPy") for size in sizes]
        print(f"  {'':16} {'rows':>4} " + " ".join(f"{head:>12}" for head in heads))
        for group in [*groups, "all"]:
            members = [row for row in rows if group in ("all", row["group"])]
            cells = [geomean(it for it, row in ratios(members, cc, peer) if row["size"] == size)
                     for peer in ("memcpy", "oneDNN", "NumPy") for size in sizes]
            print(f"  {group:16} {len(members):4} " + " ".join(f"{cell:12.2f}" for cell in cells))
        for size in sizes:
            wide = [it for it, row in ratios(rows, cc, "wide") if row["size"] == size]
            if wide:
                print(f"  identity copies / widest vectors, {size}: least {min(wide):.2f}, mean {geomean(wide):.2f}")
        compared = ratios(rows, cc, "oneDNN")
        below = sorted((it for it in compared if it[0] < 0.95), key=lambda it: it[0])
        print(f"  {len(below)} of {len(compared)} rows more than 5 % below oneDNN")
        for ratio, row in below:
            print(f"    {ratio:5.2f}  {label(row)} ({row['method']})")


def compare(rows, path, compilers):
    """Prints how the kernels changed since the rows of a file, relative to `memcpy` of the same run."""
    with open(path) as file:
        old = {label(row): row["gb_per_s"] for row in json.load(file)}
    for cc in compilers:
        both = [(row["gb_per_s"], old[label(row)], row) for row in rows if cc in old.get(label(row), {})]
        changes = sorted(((new[cc] / new["memcpy"]) / (was[cc] / was["memcpy"]), label(row)) for new, was, row in both)
        print(f"\n{cc}: {geomean(it for it, _ in changes):.3f} times {path} in {len(changes)} rows")
        for change, name in changes:
            if change < 0.95:
                print(f"    {change:5.2f}  {name}")


def installed(compilers):
    return [cc for cc in compilers if shutil.which(cc.split()[0])]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--layoutc", default="target/release/layoutc")
    parser.add_argument("--cc", action="append", help="a compiler with its flags; may be repeated")
    parser.add_argument("--onednn", help="the path of libdnnl.so.3")
    parser.add_argument("--size", default="all", choices=["all", *kernel_cases.SIZES])
    parser.add_argument("--seconds", type=float, default=0.15, help="the least time for each row")
    parser.add_argument("--only", default="", help="measure rows with this text in name, type, group or size")
    parser.add_argument("--random", type=int, metavar="COUNT", help="measure so many conversions of random images instead")
    parser.add_argument("--json", help="write all rows to a file")
    parser.add_argument("--baseline", help="compare with a file of --json")
    args = parser.parse_args()
    compilers = args.cc or installed(COMPILERS)
    sizes = kernel_cases.SIZES if args.size == "all" else [args.size]
    # oneDNN uses one thread.
    os.environ["OMP_NUM_THREADS"] = "1"
    rows = []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        peers = Peers(folder, compilers, args.onednn)
        columns = [*compilers, "memcpy", "oneDNN", "NumPy", "wide"]
        print("GB/s of " + ", ".join(f"[{at}] {name}" for at, name in enumerate(columns)))
        head = " ".join(f"{f'[{at}]':>6}" for at in range(len(columns)))
        print(f"{'conversion':40} {'type':4} {'size':5} {'method':22} {head}")
        for size in sizes:
            found = kernel_cases.random_cases(size, args.random) if args.random else kernel_cases.cases([size])
            cases = [case for case in found
                     if args.only in f"{case.name} {case.elem} {case.group} {case.size}"]
            if not cases:
                continue
            kernels = Kernels(args.layoutc, cases, compilers, folder, pool)
            concurrent.futures.wait(kernels.libraries.values())
            for number in sorted(kernels.found):
                row = measure(cases[number], kernels, number, peers, args.seconds)
                rows.append(row)
                cells = [row["gb_per_s"].get(name) for name in columns]
                cells = " ".join(f"{cell:6.1f}" if cell else f"{'-':>6}" for cell in cells)
                print(f"{row['name']:40} {row['type']:4} {size:5} {row['method']:22} {cells}", flush=True)
    summary(rows, compilers)
    if args.json:
        with open(args.json, "w") as file:
            json.dump(rows, file, indent=1)
    if args.baseline:
        compare(rows, args.baseline, compilers)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Measures the memory of `layoutc import` on models of which nearly every byte is weights.

    cargo build --release && benches/import_memory.py [--layoutc PATH] [--mib N]

Weights are stored in four ways: as one tensor, as many tensors, as packed floats, and as packed 64-bit integers. Each
tensor is the operand of an `Add`. The script prints the peak memory of the process above that of a model without
weights, and its ratio to the size of the file. The goal is at most 1.2. Memory depends little on the machine, but this
is a measurement, so it is never an error.
"""

import argparse
import multiprocessing
import os
import subprocess
import tempfile

GOAL = 1.2
MIB = 1 << 20


def varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out + bytearray([value]))


def field(number, content):
    """Returns a field with a length."""
    return varint(number << 3 | 2) + varint(len(content)) + content


def number(number, value):
    """Returns a field with an integer."""
    return varint(number << 3) + varint(value)


def value(name):
    """Returns a scalar of f32."""
    return field(1, name) + field(2, field(1, number(1, 1) + field(2, b"")))


def tensor(name, size, kind):
    """Returns a weight of about `size` bytes."""
    if kind == "int64_data":
        # Integers of nine bytes each.
        one = varint(1 << 62)
        count = size // len(one)
        content = number(2, 7) + field(7, one * count)
    else:
        count = size // 4
        content = number(2, 1) + field(4 if kind == "float_data" else 9, b"\0\0\x80\x3f" * count)
    return number(1, count) + content + field(8, name)


def model(size, kind, tensors):
    """Returns a model whose result is the sum of its input and its weights, each cast to floats."""
    graph, last = [], b"x"
    for index in range(tensors):
        name = b"w%d" % index
        cast = field(1, name) + field(2, b"c" + name) + field(4, b"Cast")
        cast += field(5, field(1, b"to") + number(3, 1) + number(20, 2))
        add = field(1, last) + field(1, b"c" + name) + field(2, b"y" + name) + field(4, b"Add")
        graph += [field(5, tensor(name, size // tensors, kind)), field(1, cast), field(1, add)]
        last = b"y" + name
    graph += [field(11, value(b"x")), field(12, field(1, last))]
    return field(7, b"".join(graph)) + field(8, number(2, 13))


def write(path, *args):
    with open(path, "wb") as file:
        file.write(model(*args))


def peak(layoutc, path):
    """Returns the peak memory of one import, in bytes."""
    with subprocess.Popen([layoutc, "import", path, "-o", os.devnull]) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{layoutc} failed with status {process.returncode} on {path}")
    return usage.ru_maxrss * 1024


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--layoutc", default=os.path.join(here, "../target/release/layoutc"))
    parser.add_argument("--mib", type=int, default=256)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.onnx")

        def measured(size, kind, tensors):
            # The peak memory of a process includes that of its parent, so another process makes the file.
            maker = multiprocessing.Process(target=write, args=(path, size, kind, tensors))
            maker.start()
            maker.join()
            return peak(args.layoutc, path), os.path.getsize(path)

        base, _ = measured(400, "raw_data", 1)
        for kind, tensors in (("raw_data", 1), ("raw_data", 4000), ("float_data", 40), ("int64_data", 40)):
            used, size = measured(args.mib * MIB, kind, tensors)
            ratio = (used - base) / size
            print(f"{kind:10} {tensors:5} tensors {size / MIB:7.1f} MiB file {ratio:5.2f} x its size (goal {GOAL})")


if __name__ == "__main__":
    main()

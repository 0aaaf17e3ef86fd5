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
import tempfile

from onnx_bytes import MIB, field, model, number, peak, value, varint

GOAL = 1.2


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


def sum_model(size, kind, tensors):
    """Returns a model whose result is the sum of its input and its weights, each cast to floats."""
    nodes, weights, last = [], [], b"x"
    for index in range(tensors):
        name = b"w%d" % index
        cast = field(1, name) + field(2, b"c" + name) + field(4, b"Cast")
        cast += field(5, field(1, b"to") + number(3, 1) + number(20, 2))
        add = field(1, last) + field(1, b"c" + name) + field(2, b"y" + name) + field(4, b"Add")
        weights.append(tensor(name, size // tensors, kind))
        nodes += [cast, add]
        last = b"y" + name
    return model(nodes, weights, [value(b"x")], [field(1, last)])


def write(path, *args):
    with open(path, "wb") as file:
        file.write(sum_model(*args))


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
            command = [args.layoutc, "import", path, "-o", os.devnull]
            return peak(command), os.path.getsize(path)

        base, _ = measured(400, "raw_data", 1)
        for kind, tensors in (("raw_data", 1), ("raw_data", 4000), ("float_data", 40), ("int64_data", 40)):
            used, size = measured(args.mib * MIB, kind, tensors)
            ratio = (used - base) / size
            print(f"{kind:10} {tensors:5} tensors {size / MIB:7.1f} MiB file {ratio:5.2f} x its size (goal {GOAL})")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Measures `layoutc import --fold` on a model whose weights are external data, against a copy of the same bytes.

    cargo build --release && benches/import.py [--layoutc PATH] [--mib N] [--runs N]

A weight has the layout of the file, is transposed, or is a convolution's in the order OYXI, about a third of the bytes
each; transposed ones are also behind a reshape. The copy reads the file and writes its bytes in parts of 16 MiB, and so
does `memcpy` in memory. All are measured in the same run, in turn. The script prints the throughput, its ratio to both
copies, and the peak memory of the process. The goals are a tenth of memcpy and 256 MB. This is a measurement, so it is
never an error.
"""

import argparse
import os
import shutil
import subprocess
import tempfile
import time

from onnx_bytes import MIB, field, model, number, peak, value

GOAL_RATIO = 0.1
GOAL_MB = 256
PART = 16 * MIB


def tensor(name, dims, offset):
    """Returns a weight of f32 with external data."""
    size = 4
    for length in dims:
        size *= length
    entries = {b"location": b"weights.bin", b"offset": b"%d" % offset, b"length": b"%d" % size}
    data = b"".join(field(13, field(1, key) + field(2, text)) for key, text in entries.items())
    head = b"".join(number(1, length) for length in dims) + number(2, 1) + field(8, name)
    return head + data + number(14, 1), size


def node(op, inputs, output, attributes=b""):
    names = b"".join(field(1, name) for name in inputs)
    return names + field(2, output) + field(4, op) + attributes


def large_model(total):
    """Returns a model with about `total` bytes of weights, and their size."""
    nodes, tensors, inputs, outputs, offset = [], [], [], [], 0
    each = min(64 * MIB, max(total // 12, 1 * MIB))
    index = 0
    while offset < total:
        name, result = b"w%d" % index, b"y%d" % index
        kind = index % 3
        if kind == 2:
            channels = max(int((each / 36) ** 0.5) // 64 * 64, 64)
            dims = [channels, channels, 3, 3]
            nodes.append(node(b"Conv", [b"x%d" % index, name], result))
            inputs.append(value(b"x%d" % index, [1, channels, 8, 8]))
        else:
            columns = max(int((each / 4) ** 0.5) // 64 * 64, 64)
            dims = [columns, columns]
            inputs.append(value(b"x%d" % index, [1, columns]))
            weight = name
            if kind == 1:
                perm = field(1, b"perm") + number(20, 7) + number(8, 1) + number(8, 0)
                nodes.append(node(b"Transpose", [name], b"t" + name, field(5, perm)))
                weight = b"t" + name
            nodes.append(node(b"MatMul", [b"x%d" % index, weight], result))
        content, size = tensor(name, dims, offset)
        tensors.append(content)
        outputs.append(field(1, result))
        offset += size
        index += 1
    return model(nodes, tensors, inputs, outputs), offset


TARGET = """layout.target @bench {
  layout.rule "onnx.Conv" [#layout.choice<(NHWC, OYXI, any) -> NHWC>]
  layout.rule "onnx.MatMul" [#layout.choice<(NC, CN) -> NC>]
}
"""


def timed(action):
    start = time.perf_counter()
    result = action()
    return time.perf_counter() - start, result


def copy_file(source, target):
    with open(source, "rb") as read, open(target, "wb") as write:
        shutil.copyfileobj(read, write, PART)


def copy_memory(size):
    """Copies bytes between two buffers of a part, as often as the size requires."""
    source, target = bytearray(PART), bytearray(PART)
    source[:] = b"\1" * PART
    for _ in range(size // PART):
        target[:] = source


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--layoutc", default=os.path.join(here, "../target/release/layoutc"))
    parser.add_argument("--mib", type=int, default=1024)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--folder", help="the folder of the files, which are removed")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        paths = {name: os.path.join(folder, name) for name in ("m.onnx", "weights.bin", "t.mlir", "m.mlir", "n.mlir", "out", "copy", "list")}
        content, size = large_model(args.mib * MIB)
        with open(paths["m.onnx"], "wb") as file:
            file.write(content)
        with open(paths["weights.bin"], "wb") as file:
            for begin in range(0, size, PART):
                file.write(os.urandom(min(PART, size - begin)))
        with open(paths["t.mlir"], "w", encoding="utf-8") as file:
            file.write(TARGET)
        layoutc = args.layoutc
        subprocess.run([layoutc, "import", paths["m.onnx"], "-o", paths["m.mlir"]], check=True)
        passes = "--passes=assign-layouts,resolve-strides{copies=insert}"
        subprocess.run([layoutc, paths["m.mlir"], passes, "--target=" + paths["t.mlir"], "-o", paths["n.mlir"]], check=True)
        fold = [layoutc, "import", paths["m.onnx"], "--fold", paths["n.mlir"], "-o", paths["out"], "--manifest", paths["list"]]
        best = {}
        memory = 0
        for _ in range(args.runs):
            for name, action in (
                ("memcpy", lambda: copy_memory(size)),
                ("file copy", lambda: copy_file(paths["weights.bin"], paths["copy"])),
                ("fold", lambda: peak(fold)),
            ):
                for path in (paths["out"], paths["copy"]):
                    if os.path.exists(path):
                        os.remove(path)
                seconds, used = timed(action)
                best[name] = min(best.get(name, seconds), seconds)
                memory = max(memory, used or 0)
        print(f"{size / 1e6:.0f} MB of weights, the best of {args.runs} runs")
        for name, seconds in best.items():
            ratio = f"{best['memcpy'] / seconds:5.2f} x memcpy"
            print(f"{name:10} {seconds:7.3f} s {size / seconds / 1e9:6.2f} GB/s {ratio}")
        print(f"goal: {GOAL_RATIO} x memcpy; peak memory {memory / 1e6:.0f} MB (goal {GOAL_MB})")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Measures the time and the memory of `assign-layouts` on networks of many ops, on dense joins, and on real networks.

    cargo build --release && benches/assign_layouts.py [--layoutc PATH] [--effort N] [--ops N ...] [--targets NAME ...]

A network is a chain of convolutions, activations, additions with earlier values, and pools with another layout. Dense
joins use random earlier values in one layout, which is the hardest known input of the solver. The script prints the wall
time and the peak memory of the whole process, the cost, and the gap. Times depend on the machine, so they are never an
error. The goals are 100,000 ops below 10 s and 500 MB, and a gap of 0 for networks.

The real networks are the functions in `examples`, the graphs in `tests/graphs`, the exports in `tests/torch`, and the
models that `scripts/install-test-tools.sh` installs. Each is assigned for each target. Reading a model is not measured.
The goals are 1 s and a gap of 0. `--real` measures only these networks, and `--all` prints a line for each of them
instead of the slowest ones.
"""

import argparse
import itertools
import os
import pathlib
import random
import re
import resource
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).parents[1]
IMAGE = "tensor<1x64x28x28xf16>"
WEIGHTS = "tensor<64x64x1x1xf16>"
SMALL = "tensor<2x3x4x5xf16>"

TARGET = """layout.target @npu {
  layout.rule "onnx.Conv" [#layout.choice<(NHWC, any) -> NHWC>, #layout.choice<(NCHW, any) -> NCHW, cost = 50000>]
  layout.rule "onnx.Relu" [#layout.choice<same>]
  layout.rule "onnx.Add" [#layout.choice<same>]
  layout.rule "onnx.MaxPoolSingleOut" [#layout.choice<(NCHW) -> NCHW>]
}
"""


def network(count):
    """Returns the text of a network of about this many ops."""
    lines, value, before = [], "%x", "%x"
    for op in range(0, count, 3):
        lines.append(f'  %a{op} = "onnx.Conv"({value}, %w) : ({IMAGE}, {WEIGHTS}) -> {IMAGE}')
        lines.append(f'  %b{op} = "onnx.Relu"(%a{op}) : ({IMAGE}) -> {IMAGE}')
        lines.append(f'  %c{op} = "onnx.Add"(%b{op}, {before}) : ({IMAGE}, {IMAGE}) -> {IMAGE}')
        value = before = f"%c{op}"
        if op % 30 == 27:
            lines.append(f'  %p{op} = "onnx.MaxPoolSingleOut"({value}) : ({IMAGE}) -> {IMAGE}')
            value = f"%p{op}"
    body = "\n".join(lines)
    return f"{TARGET}func.func @f(%x: {IMAGE}, %w: {WEIGHTS}) -> {IMAGE} {{\n{body}\n  return {value} : {IMAGE}\n}}\n"


def joins(orders, count=100):
    """Returns the text of ops that join random earlier values in one of some orders."""
    rng = random.Random(orders)
    known = ["affine_map<(d0, d1, d2, d3) -> (" + ", ".join(f"d{dim}" for dim in order) + ")>"
             for order in itertools.islice(itertools.permutations(range(4)), orders)]
    lines = []
    for op in range(count):
        recent = ["%x"] + [f"%v{at}" for at in range(max(0, op - 8), op)]
        if rng.random() < 0.2:
            first, second = rng.sample(known, 2)
            choices = f"#layout.choice<({first}) -> {second}>, #layout.choice<({second}) -> {first}, cost = 100>"
            lines.append(f'  %v{op} = "nn.c"({rng.choice(recent)}) {{layout.choices = [{choices}]}} : ({SMALL}) -> {SMALL}')
        else:
            left, right = rng.choice(recent), rng.choice(recent)
            lines.append(f'  %v{op} = "nn.s"({left}, {right}) {{layout.choices = [#layout.choice<same>]}} : '
                         f"({SMALL}, {SMALL}) -> {SMALL}")
    body = "\n".join(lines)
    return f"func.func @f(%x: {SMALL}) -> {SMALL} {{\n{body}\n  return %v{count - 1} : {SMALL}\n}}\n"


def output(command):
    """Returns the standard output of a command, which must succeed."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def real_networks(program):
    """Returns the texts of real networks by name."""
    texts = {}
    for path in sorted((ROOT / "examples").glob("*.mlir")):
        text = path.read_text()
        if "func.func" in text:
            texts[f"examples/{path.stem}"] = text
    for path in sorted((ROOT / "tests/graphs").glob("*.json")):
        with tempfile.TemporaryDirectory() as folder:
            written = pathlib.Path(folder) / "graph.mlir"
            command = [ROOT / "scripts/onnx_graph_to_mlir.py", path, "-o", written]
            # The script converts the ops of some networks only; the others are among the installed models.
            if subprocess.run(command, capture_output=True).returncode == 0:
                texts[f"graphs/{path.stem}"] = written.read_text()
    models = [*ROOT.glob("tests/torch/*.onnx"), *ROOT.glob("target/test-tools/onnx-*/light/*.onnx")]
    for path in sorted(models):
        texts[f"{path.parent.name}/{path.stem}"] = output([program, "import", path])
    return texts


def measure(program, effort, text, target=None):
    """Returns the wall time in seconds, the cost and the gap."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        target = [f"--target={target}"] if target else ["--target=npu"] if "@npu" in text else []
        command = [program, file.name, f"--passes=assign-layouts{{effort={effort}}}", "--stats", "--emit=none"]
        start = time.monotonic()
        child = subprocess.Popen(command + target, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        _, stats = child.communicate()
        seconds = time.monotonic() - start
    if child.returncode != 0:
        raise SystemExit(stats)
    number = {name: int(count) for count, name in re.findall(r"(\d+)  assign-layouts \(1\): (.*)", stats)}
    return seconds, number["cost (bytes)"], number["gap (bytes)"]


def peak(program, effort, text, target=None):
    """Returns the measurements of `text` with the peak memory in MB, from a process of its own."""
    read, write = os.pipe()
    if (child := os.fork()) == 0:
        os.close(read)
        seconds, cost, gap = measure(program, effort, text, target)
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000
        os.write(write, f"{seconds} {memory} {cost} {gap}".encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return text.split()


def row(name, result):
    """Prints the measurements of an input."""
    if len(result) != 4:
        raise SystemExit(f"{name}: layoutc failed")
    seconds, memory, cost, gap = map(float, result)
    print(f"{name:40} {seconds:7.2f} s {memory:7.0f} MB   cost {cost:14.0f}   gap {gap:10.0f}", flush=True)


def measure_real(args):
    """Prints lines for the real networks, and how many of them reach the goals."""
    texts = real_networks(args.layoutc)
    for target in args.targets:
        results = {name: peak(args.layoutc, args.effort, text, target) for name, text in texts.items()}
        slowest = sorted(results, key=lambda name: -float((results[name] or ["inf"])[0]))
        for name in slowest if args.all else slowest[:5]:
            row(f"{name}, {target}", results[name])
        numbers = [[float(number) for number in result] for result in results.values()]
        proven, fast = sum(row[3] == 0 for row in numbers), sum(row[0] < 1 for row in numbers)
        print(f"{target}: {len(texts)} networks, gap 0 for {proven}, below 1 s for {fast}, "
              f"together {sum(row[0] for row in numbers):.2f} s", flush=True)


def measure_generated(args):
    """Prints a line for each network of many ops, and for each dense join."""
    inputs = [(f"network, {count} ops", network(count)) for count in args.ops]
    inputs += [(f"dense joins, {orders} orders", joins(orders)) for orders in (4, 8, 24)]
    for name, text in inputs:
        row(name, peak(args.layoutc, args.effort, text))


def main():
    """Prints a line for each input."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--layoutc", default="target/release/layoutc")
    parser.add_argument("--effort", type=int, default=10)
    parser.add_argument("--ops", type=int, nargs="*", default=[1000, 10000, 100000])
    parser.add_argument("--targets", nargs="*", default=["channels_last", "npu37xx", "tensorrt_like", "vpux_like"])
    parser.add_argument("--real", action="store_true", help="measure only the real networks")
    parser.add_argument("--all", action="store_true", help="print a line for each real network")
    args = parser.parse_args()
    args.layoutc = str(pathlib.Path(args.layoutc).resolve())
    if not args.real:
        measure_generated(args)
    measure_real(args)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Executes TOSA before and after `--emit=tosa --target=arm_ml_engine` by ARM's tools, and counts transposes.

    benches/tosa.py [--runner] [--networks N]
    cargo build --release && benches/tosa.py --executorch [--layoutc PATH]

The first form runs the test `tosa_execution` on N random networks (200 by default) in ARM's reference model. With `--runner`
it converts them to VGF files, which ARM's scenario runner executes on the emulation layer, and counts those that a tool
refuses, by its reason. The second form exports two networks of PyTorch by `examples/executorch/export.py`, in f32 and
quantized to 8 bits, and needs the packages of that program, which the tests do not install. Results must be equal:
integers exactly, floats within 1e-6. The output of layoutc must not have more transposes than its input, and ARM's
converter must accept it; `vk-graph` joins its graph.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "examples/executorch"))
TOOLS = ROOT / "target/test-tools"
TOSA_TOOLS = TOOLS / "tosa_tools-2026.8.0"
CONVERTER = TOOLS / "ai_ml_sdk_model_converter-0.11.0/model-converter"


def run(command, **options):
    """Runs a command and returns its standard output and standard error as text."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise SystemExit(f"{command}\n{done.stderr[-2000:]}")
    return done.stdout, done.stderr


def random_networks(count, package, tests):
    """Runs tests on this many random networks and prints their lines of results."""
    environment = dict(os.environ, LAYOUTC_TOSA_NETWORKS=str(count), LAYOUTC_REQUIRE_TOOLS="1")
    output, _ = run(["cargo", "test", "-p", package, *tests, "--nocapture"], cwd=ROOT, env=environment)
    print("\n".join(line for line in output.splitlines() if re.search(r"networks (evaluated|executed)| refused by ", line)))


def networks():
    """Returns the networks of PyTorch, by name, with `True` if they are quantized."""
    import torch
    from torch import nn

    class Convolutions(nn.Module):
        """Four convolutions with a residual, a pool and a linear layer."""

        def __init__(self):
            super().__init__()
            self.first = nn.Conv2d(3, 16, 3, padding=1)
            self.second = nn.Conv2d(16, 32, 3, stride=2, padding=1)
            self.third = nn.Conv2d(32, 32, 1)
            self.fourth = nn.Conv2d(32, 32, 3, padding=1)
            self.linear = nn.Linear(32 * 4 * 4, 10)

        def forward(self, x):
            x = torch.relu(self.second(torch.relu(self.first(x))))
            x = x + torch.relu(self.third(x))
            x = torch.max_pool2d(self.fourth(x), 2)
            return self.linear(torch.flatten(x, 1))

    class Depthwise(nn.Module):
        """A stem and two depthwise convolutions, as in mobile networks."""

        def __init__(self):
            super().__init__()
            self.stem = nn.Conv2d(3, 16, 3, stride=2, padding=1)
            self.first = nn.Conv2d(16, 16, 3, padding=1, groups=16)
            self.pointwise = nn.Conv2d(16, 32, 1)
            self.second = nn.Conv2d(32, 32, 3, padding=1, groups=32)
            self.linear = nn.Linear(32, 10)

        def forward(self, x):
            x = nn.functional.relu6(self.first(nn.functional.relu6(self.stem(x))))
            x = self.pointwise(x)
            x = x + torch.relu(self.second(x))
            return self.linear(torch.mean(x, (2, 3)))

    torch.manual_seed(1)
    return {"convolutions f32": (Convolutions(), False), "depthwise i8": (Depthwise(), True)}


def evaluate(module, folder, image):
    """Returns the output of a module of TOSA, as the reference model computes it."""
    import numpy

    graph = folder / "main.tosa"
    run([TOSA_TOOLS / "tosa-opt", module, "--tosa-serialize", f"--tosa-flatbuffer-filename={graph}", "-o", os.devnull])
    numpy.save(folder / "in.npy", image)
    run([TOSA_TOOLS / "tosa_reference_model", "--operator_fbs", TOSA_TOOLS / "tosa.fbs", "--tosa_file", graph,
         "--flatbuffer_dir", folder, "--output_dir", folder, "--ifm_name", "TosaInput_0", "--ifm_file", "in.npy",
         "--ofm_name", "TosaOutput_0", "--ofm_file", "out.npy"])
    return numpy.load(folder / "out.npy")


def compare(name, graph, layoutc, folder):
    """Prints the transposes of a network and the greatest difference of its results. Returns `True` if all is right."""
    import numpy

    before, after = folder / "before.mlir", folder / "after.mlir"
    run([TOSA_TOOLS / "tosa-opt", "--tosa-deserialize", f"--tosa-deserialize-filename={graph}", os.devnull, "-o", before])
    _, stats = run([layoutc, before, "--emit=tosa", "--target=arm_ml_engine", "--stats", "-o", after])
    counts = {what: int(count) for count, what in re.findall(r"(\d+)  tosa: (.*)", stats)}
    image = numpy.random.default_rng(1).standard_normal((1, 3, 16, 16)).astype(numpy.float32)
    results = [evaluate(module, folder, image) for module in (before, after)]
    run([CONVERTER, "-i", after, "-o", folder / "after.vgf"])
    graph = ["--emit=vk-graph", f"--graph={folder / 'after.vgf'}", "--target=arm_ml_engine", "-o", folder / "after.h"]
    run([layoutc, after, *graph])
    difference = numpy.abs(results[0] - results[1]).max()
    print(f"{name}: transposes {counts['transposes before']} -> {counts['transposes after']}, bytes "
          f"{counts['transposed bytes before']} -> {counts['transposed bytes after']}, greatest difference {difference}")
    return difference <= 1e-6 and counts["transposes after"] <= counts["transposes before"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--networks", type=int, default=200)
    parser.add_argument("--runner", action="store_true")
    parser.add_argument("--executorch", action="store_true")
    parser.add_argument("--layoutc", default=ROOT / "target/release/layoutc")
    options = parser.parse_args()
    if options.runner:
        tests = ["--lib", "--", "runner_computes_equal_results_before_and_after_layoutc"]
        return random_networks(options.networks, "layoutc-vulkan-live", tests)
    if not options.executorch:
        return random_networks(options.networks, "layoutc", ["--test", "integration", "--", "tosa_execution"])
    import torch
    from export import export

    os.environ["PATH"] = f"{CONVERTER.parent}:{os.environ['PATH']}"
    is_right = True
    for name, (model, quantized) in networks().items():
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            graph = folder / "net.tosa"
            graph.write_bytes(export(model, (torch.randn(1, 3, 16, 16),), quantized)[0])
            is_right &= compare(name, graph, options.layoutc, folder)
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main()

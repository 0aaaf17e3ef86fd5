#!/usr/bin/env python3
"""Executes networks in ONNX Runtime before and after layoutc, and prints the transposes of both.

    cargo build --release && benches/networks/export.py FOLDER && benches/onnx_networks.py FOLDER [--layoutc PATH]

FOLDER has models without weights, as `benches/networks/export.py` writes them: they receive random weights, always the
same. `layoutc MODEL --emit=onnx` writes the model with the layouts of `examples/targets/onnxruntime.mlir`. ONNX Runtime
executes both without optimizations on the same random input. For each network, the columns are the greatest difference of
an output relative to its greatest element, and the `Transpose` nodes that move data with the megabytes (10^6 bytes) that
they read and write: of the original, of the original as ONNX Runtime optimizes it (`basic`, `extended`), and of layoutc's
model, unoptimized and optimized. A difference above the tolerance is an error; integers must be equal.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import onnx
import onnxruntime as ort
from onnx import TensorProto, helper, numpy_helper

ROOT = pathlib.Path(__file__).parents[1]
LEVELS = ort.GraphOptimizationLevel
FLOATS = {TensorProto.FLOAT, TensorProto.FLOAT16, TensorProto.DOUBLE}
TOLERANCE = 1e-3


def lacks_elements(tensor):
    stored = [tensor.raw_data, tensor.float_data, tensor.int32_data, tensor.int64_data, tensor.double_data]
    is_external = tensor.data_location == TensorProto.EXTERNAL
    return not is_external and not any(map(len, stored)) and 0 not in tensor.dims


def elements(tensor, random):
    """Returns elements for a weight: those of a matrix are small, and others, such as variances, are positive."""
    dtype = helper.tensor_dtype_to_np_dtype(tensor.data_type)
    shape = tuple(tensor.dims)
    if tensor.data_type not in FLOATS:
        return np.zeros(shape, dtype)
    if len(shape) < 2:
        return random.uniform(0.5, 1.5, shape).astype(dtype)
    return (random.standard_normal(shape) / np.sqrt(max(1, np.prod(shape[1:])))).astype(dtype)


def with_weights(model, random):
    """Replaces the weights without elements, also those in nodes `Constant`."""
    tensors = list(model.graph.initializer)
    for node in model.graph.node:
        tensors += [attribute.t for attribute in node.attribute if attribute.type == onnx.AttributeProto.TENSOR]
    for tensor in filter(lacks_elements, tensors):
        tensor.raw_data = elements(tensor, random).tobytes()


def inputs(model, random, dim):
    """Returns random inputs. A symbolic dim has the length `dim`."""
    weights = {tensor.name for tensor in model.graph.initializer}
    feeds = {}
    for info in model.graph.input:
        if info.name in weights:
            continue
        ty = info.type.tensor_type
        shape = [it.dim_value or dim for it in ty.shape.dim]
        dtype = helper.tensor_dtype_to_np_dtype(ty.elem_type)
        if ty.elem_type in FLOATS:
            feeds[info.name] = random.standard_normal(shape).astype(dtype)
        else:
            feeds[info.name] = random.integers(0, 2, shape).astype(dtype)
    return feeds


def session(path, level, optimized=None):
    options = ort.SessionOptions()
    options.graph_optimization_level = level
    options.log_severity_level = 4
    if optimized:
        options.optimized_model_filepath = str(optimized)
    return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def difference(before, after):
    """Returns the greatest difference of two outputs, relative to the greatest element; infinity if they cannot be
    compared, or if integers differ."""
    if before.shape != after.shape or before.dtype != after.dtype:
        return np.inf
    if before.dtype.kind != "f":
        return 0.0 if np.array_equal(before, after) else np.inf
    if not np.array_equal(np.isfinite(before), np.isfinite(after)):
        return np.inf
    before, after = (np.nan_to_num(it.astype(np.float64)) for it in (before, after))
    return float(np.max(np.abs(before - after), initial=0.0) / max(np.max(np.abs(before), initial=0.0), 1e-30))


def transposes(path, feeds):
    """Returns the number of `Transpose` nodes that move data at run time, and the bytes that they read and write. The model
    is executed with their results as outputs, as the lengths in the file can be unknown."""
    model = onnx.load(path)
    constants = {tensor.name for tensor in model.graph.initializer}
    found = []
    for node in model.graph.node:
        if node.op_type == "Constant" or node.input and all(name in constants or not name for name in node.input):
            constants.update(node.output)
        elif node.op_type == "Transpose":
            found.append(node)
    known = {info.name for info in model.graph.output}
    model.graph.output.extend(onnx.ValueInfoProto(name=name) for name in {it.output[0] for it in found} - known)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "transposes.onnx"
        onnx.save(model, path)
        names = [node.output[0] for node in found]
        results = session(path, LEVELS.ORT_DISABLE_ALL).run(names, feeds) if names else []
    count, size = 0, 0
    for node, result in zip(found, results):
        axes = range(result.ndim)
        perm = next((list(it.ints) for it in node.attribute if it.name == "perm"), list(reversed(axes)))
        moved = [dim for dim, length in zip(perm, result.shape) if length != 1]
        if moved != sorted(moved):
            count += 1
            size += 2 * result.nbytes
    return count, size


def shown(found):
    return f"{found[0]} ({found[1] / 1e6:.2f})"


def compare(options, path, folder):
    """Returns the row of a network and its difference."""
    random = np.random.default_rng(20261123)
    model = onnx.load(path)
    with_weights(model, random)
    feeds = inputs(model, random, options.dim)
    before, after = folder / "before.onnx", folder / "after.onnx"
    onnx.save(model, before)
    command = [options.layoutc, before, "--emit=onnx", "-o", after]
    command += options.flag or [f"--target={options.target}"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        return f"refused: {done.stderr.splitlines()[0]}", None
    onnx.checker.check_model(str(after))
    try:
        expected = session(before, LEVELS.ORT_DISABLE_ALL).run(None, feeds)
    except Exception as error:
        return f"not executed before: {str(error).splitlines()[0][:80]}", 0.0
    try:
        found = session(after, LEVELS.ORT_DISABLE_ALL).run(None, feeds)
    except Exception as error:
        return f"not executed after: {str(error).splitlines()[0]}", None
    worst = max(map(difference, expected, found))
    columns = [f"{worst:.1e}", shown(transposes(before, feeds))]
    optimized = folder / "optimized.onnx"
    for source in (before, after):
        if source == after:
            columns.append(shown(transposes(after, feeds)))
        for level in (LEVELS.ORT_ENABLE_BASIC, LEVELS.ORT_ENABLE_EXTENDED):
            session(source, level, optimized)
            columns.append(shown(transposes(optimized, feeds)))
    return " | ".join(columns), worst


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, nargs="+", help="folders or models")
    parser.add_argument("--layoutc", default=ROOT / "target/release/layoutc")
    parser.add_argument("--target", default=ROOT / "examples/targets/onnxruntime.mlir")
    parser.add_argument("--flag", action="append", help="a flag of layoutc instead of the target; may be repeated")
    parser.add_argument("--dim", type=int, default=2, help="the length of symbolic dims")
    options = parser.parse_args()
    paths = [path for folder in options.folder for path in (sorted(folder.glob("*.onnx")) if folder.is_dir() else [folder])]
    print("| export | difference | before | ORT basic | ORT extended | after | after, ORT basic | after, ORT extended |")
    print("|---|---|---|---|---|---|---|---|")
    failed = False
    for path in paths:
        with tempfile.TemporaryDirectory() as folder:
            row, worst = compare(options, path, pathlib.Path(folder))
        print(f"| {path.stem} | {row} |", flush=True)
        failed |= worst is None or not worst <= TOLERANCE
    sys.exit(failed)


if __name__ == "__main__":
    main()

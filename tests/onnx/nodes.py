#!/usr/bin/env python3
"""Imports the test models of ONNX's ops, writes them again, and compares both in ONNX Runtime, bit for bit.

    python3 tests/onnx/nodes.py LAYOUTC [--every N] [--permuted]

Every N-th model is tested. With `--permuted`, all tensors of an op have the orders of `permuted.mlir`, so that the rows with
the dims of ops are tested. Prints the number of models that compute equal results, of those that layoutc refuses, and of
those that ONNX Runtime itself does not execute, which `onnx.checker` alone accepts. Any other outcome is an error.
"""

import argparse
import collections
import pathlib
import subprocess
import sys
import tempfile
import warnings

import numpy as np
import onnx
import onnxruntime as ort
from onnx.backend.test.case.node import collect_testcases

PERMUTED = pathlib.Path(__file__).with_name("permuted.mlir")
# These ops have another result each time.
RANDOM = ("bernoulli", "dropout", "training_dropout")


def run(path, feeds):
    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    return [it.name for it in session.get_outputs()], session.run(None, feeds)


def is_equal(before, after, permuted):
    if not isinstance(before, np.ndarray):
        return before == after
    if before.dtype != after.dtype or before.shape != after.shape:
        return False
    if permuted and before.dtype.kind == "f":
        # A permuted op may add in another order.
        tolerance = 64 * np.finfo(before.dtype).eps
        return np.allclose(before, after, rtol=tolerance, atol=tolerance, equal_nan=True)
    return np.array_equal(before, after) if before.dtype.kind in "OUS" else before.tobytes() == after.tobytes()


def complaint(path):
    """Returns the error of the checker; `None` if it accepts a model."""
    try:
        onnx.checker.check_model(str(path), full_check=True)
    except Exception as error:
        return str(error)


def outcome(layoutc, case, folder, permuted):
    """Returns the outcome of a model, and the reason of a failure."""
    before, after = folder / "before.onnx", folder / "after.onnx"
    after.unlink(missing_ok=True)
    onnx.save(case.model, before)
    flags = [f"--target={PERMUTED}"] if permuted else ["--passes=", "--target=channels_last"]
    done = subprocess.run([layoutc, before, *flags, "--emit=onnx", "-o", after], capture_output=True, text=True)
    if done.returncode == 1:
        return "refused", None
    if done.returncode != 0:
        return "failed", done.stderr
    reason = complaint(after)
    if reason and not complaint(before):
        return "invalid", reason
    feeds = dict(zip([it.name for it in case.model.graph.input], case.data_sets[0][0]))
    try:
        expected = run(before, feeds)
    except Exception:
        return "not executed", None
    inputs = {it.name for it in onnx.load(after).graph.input}
    try:
        found = run(after, {name: value for name, value in feeds.items() if name in inputs})
    except Exception as error:
        return "failed", str(error)
    is_same = expected[0] == found[0] and all(is_equal(*pair, permuted) for pair in zip(expected[1], found[1]))
    is_random = any(name in case.name for name in RANDOM)
    return ("equal", None) if is_same or is_random else ("different", None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("layoutc")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--permuted", action="store_true")
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    ort.set_default_logger_severity(4)
    cases = sorted((it for it in collect_testcases(None) if it.kind == "node"), key=lambda it: it.name)
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for case in cases[:: options.every]:
            result, reason = outcome(options.layoutc, case, pathlib.Path(folder), options.permuted)
            counts[result] += 1
            if result not in ("equal", "refused", "not executed"):
                print(f"{case.name}: {result}: {reason}")
    print(", ".join(f"{count} {name}" for name, count in sorted(counts.items())))
    sys.exit(bool(counts.keys() - {"equal", "refused", "not executed"}))


if __name__ == "__main__":
    main()

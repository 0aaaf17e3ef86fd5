#!/usr/bin/env python3
"""Executes control flow as `layoutc import` writes it, and compares all results with those of ONNX Runtime.

    tests/onnx_control/execute.py LAYOUTC [--fold] [--write FOLDER]

The models are ONNX's own tests of `If`, `Loop` and `Scan`, and random loops and branches. The interpreter reads the
generic form of a module: ops of `scf`, `arith` and `tensor` are executed by numpy, and each op of `onnx` as a model of one
node by ONNX Runtime. An unsupported model must be rejected with the error that says so. With `--fold`, the
module has layouts, and its weights are the bytes that `layoutc import --fold` writes. `--write` keeps the modules.
"""

import argparse
import importlib
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import numpy as np
import onnx
import onnx.backend.test.case.node as node_tests
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

onnxruntime.set_default_logger_severity(4)

# The passes before weights are folded.
PASSES = "canonicalize,cse,assign-layouts,resolve-strides{copies=insert}"

# The length of all vectors: a weight of more than 64 bytes is an argument of the imported function.
LENGTH = 20

ELEMENTS = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "i1": np.bool_, "i8": np.int8, "ui8": np.uint8,
            "i16": np.int16, "i32": np.int32, "i64": np.int64, "index": np.int64}
TOKEN = re.compile(r'\s*(?:(//[^\n]*)|("(?:[^"\\]|\\.)*")|(%[\w$.#-]+(?:#\d+)?)|(\^\w+)|(@[\w$.]+)|(#\w[\w.]*)|'
                   r'(-?\d+\.\d*(?:[eE][-+]?\d+)?|0x[0-9A-Fa-f]+|-?\d+)|([A-Za-z_!][\w.$]*)|(->|::|.))', re.S)


def tokens(text):
    found = []
    at = 0
    while at < len(text.rstrip()):
        match = TOKEN.match(text, at)
        at = match.end()
        if not match.group(1):
            found.append(match.group().strip())
    return found


class Op:
    """An op of the module: its name, names of results and operands, attributes, regions, and types of results."""

    def __init__(self, name, results, operands, attrs, regions, inputs, outputs):
        self.name, self.results, self.operands, self.attrs = name, results, operands, attrs
        self.regions, self.inputs, self.outputs = regions, inputs, outputs


class Parser:
    """A parser of the generic form, as far as imported modules need it."""

    def __init__(self, text):
        self.tokens, self.at = [*tokens(text), ""], 0

    def peek(self):
        return self.tokens[self.at]

    def take(self, expected=None):
        token = self.tokens[self.at]
        if expected is not None and token != expected:
            raise SyntaxError(f"expected {expected!r}, found {token!r}: {self.tokens[self.at - 12:self.at + 4]}")
        self.at += 1
        return token

    def accept(self, token):
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def balanced(self, start, end):
        """Returns the tokens of a bracketed text, without the brackets."""
        self.take(start)
        depth, found = 1, []
        while True:
            token = self.take()
            depth += (token == start) - (token == end)
            if depth == 0:
                return found
            found.append(token)

    def type(self):
        if self.accept("("):
            types = self.types_until(")")
            self.take("->")
            return ("function", types, self.type_list())
        name = self.take()
        if name == "tensor":
            return ("tensor", "".join(self.balanced("<", ">")))
        if self.peek() == "<":
            return (name, "".join(self.balanced("<", ">")))
        return (name,)

    def types_until(self, end):
        found = []
        while not self.accept(end):
            found.append(self.type())
            self.accept(",")
        return found

    def type_list(self):
        return self.types_until(")") if self.accept("(") else [self.type()]

    def location(self):
        if self.accept("loc"):
            self.balanced("(", ")")

    def attribute(self):
        """Returns an attribute as Python numbers, strings, lists and arrays."""
        token = self.peek()
        if token.startswith('"'):
            self.take()
            return token[1:-1]
        if token == "[":
            self.take()
            found = []
            while not self.accept("]"):
                found.append(self.attribute())
                self.accept(",")
            return found
        if token == "array":
            self.take()
            text = "".join(self.balanced("<", ">"))
            numbers = text.partition(":")[2]
            return [int(number) for number in numbers.split(",") if number]
        if token in ("dense", "dense_resource"):
            self.take()
            content = self.balanced("<", ">")
            self.take(":")
            return dense(content, self.type())
        if token == "{":
            return self.dictionary()
        if re.match(r"-?\d|0x", token):
            self.take()
            number = float(token) if "." in token else int(token, 0)
            if self.accept(":"):
                kind = self.type()[0]
                return ELEMENTS[kind](number) if kind in ELEMENTS else number
            return number
        if token in ("true", "false", "unit"):
            return self.take() == "true"
        if token.startswith("#"):
            self.take()
            if self.peek() == "<":
                self.balanced("<", ">")
            return token
        if token.startswith("@"):
            return self.take()
        return self.type()

    def dictionary(self):
        self.take("{")
        found = {}
        while not self.accept("}"):
            key = self.take().strip('"')
            found[key] = self.attribute() if self.accept("=") else True
            self.accept(",")
        return found

    def names(self):
        found = []
        while self.peek().startswith("%"):
            name = self.take()
            if self.accept(":"):
                count = int(self.take())
                found += [name if count == 1 and at == 0 else f"{name}#{at}" for at in range(count)]
            else:
                found.append(name)
            self.accept(",")
        return found

    def op(self):
        results = []
        if self.peek().startswith("%"):
            results = self.names()
            self.take("=")
        name = self.take().strip('"')
        self.take("(")
        operands = self.names()
        self.take(")")
        attrs = {}
        if self.accept("<"):
            attrs.update(self.dictionary())
            self.take(">")
        regions = []
        if self.accept("("):
            while not self.accept(")"):
                regions.append(self.region())
                self.accept(",")
        if self.peek() == "{":
            attrs.update(self.dictionary())
        self.take(":")
        kind = self.type()
        self.location()
        return Op(name, results, operands, attrs, regions, kind[1], kind[2])

    def region(self):
        """Returns the arguments and the ops of a region with one block."""
        self.take("{")
        arguments = []
        if self.peek().startswith("^"):
            self.take()
            if self.accept("("):
                while not self.accept(")"):
                    arguments.append(self.take())
                    self.take(":")
                    self.type()
                    self.location()
                    self.accept(",")
            self.take(":")
        ops = []
        while not self.accept("}"):
            ops.append(self.op())
        return arguments, ops


def element_type(text):
    return ELEMENTS[text.split(",")[0].split("x")[-1]]


def lengths(kind):
    return [None if dim == "?" else int(dim) for dim in kind[1].split(",")[0].split("x")[:-1]]


def dense(content, kind):
    """Returns the array of a dense attribute; hexadecimal bytes have quotes."""
    dtype, shape = element_type(kind[1]), lengths(kind)
    text = "".join(content)
    if text.startswith('"0x'):
        return np.frombuffer(bytes.fromhex(text[3:-1]), dtype).reshape(shape)
    flat = [token for token in content if token not in "[],"]
    values = []
    for token in flat:
        if token in ("true", "false"):
            values.append(token == "true")
        elif token.startswith("0x"):
            bits = int(token, 16).to_bytes(np.dtype(dtype).itemsize, "little")
            values.append(np.frombuffer(bits, dtype)[0])
        else:
            values.append(np.dtype(dtype).type(float(token) if np.issubdtype(dtype, np.floating) else int(token)))
    array = np.array(values, dtype)
    return np.full(shape, array[0]) if array.size == 1 else array.reshape(shape)


VERSION_SUFFIX = re.compile(r"V(\d+)$")
COMPARISONS = {0: np.equal, 1: np.not_equal, 2: np.less, 3: np.less_equal, 4: np.greater, 5: np.greater_equal}
ARITHMETIC = {"arith.addi": np.add, "arith.subi": np.subtract, "arith.muli": np.multiply, "arith.maxsi": np.maximum,
              "arith.minsi": np.minimum, "arith.andi": np.bitwise_and, "arith.ori": np.bitwise_or,
              "arith.xori": np.bitwise_xor}
BOOLEAN_RESULTS = {"Less", "Greater", "Equal", "LessOrEqual", "GreaterOrEqual", "Not", "And", "Or", "Xor"}
BOOLEAN_OPERANDS = {"Not": [0], "And": [0, 1], "Or": [0, 1], "Xor": [0, 1], "Where": [0]}
SKIPPED_ATTRIBUTES = {"layout.order"}


class Interpreter:
    """The execution of a module. `opset` is the version of the operators of the imported model, and `folded` has the bytes of
    the values that are known before execution."""

    def __init__(self, opset, folded):
        self.opset, self.folded, self.sessions = opset, folded, {}

    def run(self, ops, values):
        for op in ops:
            operands = [values[name] for name in op.operands]
            if op.name in ("func.return", "scf.yield", "scf.condition"):
                return operands
            results = self.execute(op, operands, values)
            if len(results) != len(op.results):
                raise ValueError(f"{op.name} has {len(op.results)} results, but {len(results)} values")
            for name, kind, result in zip(op.results, op.outputs, results):
                check(op, kind, result)
                values[name] = self.folded.get(name[1:], result)
        return []

    def body(self, region, arguments, values):
        inner = dict(values)
        inner.update(zip(region[0], arguments))
        return self.run(region[1], inner)

    def execute(self, op, operands, values):
        if op.name.startswith("onnx."):
            return self.onnx(op, operands)
        if op.name == "scf.if":
            return self.body(op.regions[0 if operands[0] else 1], [], values)
        if op.name == "scf.for":
            low, high, step, *carried = operands
            for at in range(int(low), int(high), int(step)):
                carried = self.body(op.regions[0], [np.int64(at), *carried], values)
            return carried
        if op.name == "scf.while":
            carried = operands
            while True:
                go_on, *carried = self.body(op.regions[0], carried, values)
                if not go_on:
                    return carried
                carried = self.body(op.regions[1], carried, values)
        if op.name in ARITHMETIC:
            return [ARITHMETIC[op.name](*operands)]
        return getattr(self, op.name.replace(".", "_"))(op, operands)

    def arith_constant(self, op, _):
        kind, value = op.outputs[0], op.attrs["value"]
        return [ELEMENTS[kind[0]](value) if kind[0] in ELEMENTS else np.asarray(value)]

    def arith_cmpi(self, op, operands):
        return [np.bool_(COMPARISONS[int(op.attrs["predicate"])](*operands))]

    def arith_select(self, _, operands):
        return [operands[1] if operands[0] else operands[2]]

    def cast(self, op, operands):
        return [ELEMENTS[op.outputs[0][0]](operands[0])]

    arith_index_cast = arith_extsi = arith_trunci = cast

    def arith_extui(self, op, operands):
        return [ELEMENTS[op.outputs[0][0]](int(operands[0]))]

    def tensor_extract(self, _, operands):
        return [operands[0][tuple(int(at) for at in operands[1:])]]

    def tensor_from_elements(self, op, operands):
        shape = lengths(op.outputs[0])
        return [np.array(operands, element_type(op.outputs[0][1])).reshape(shape)]

    def tensor_empty(self, op, operands):
        sizes = iter(operands)
        shape = [int(next(sizes)) if length is None else length for length in lengths(op.outputs[0])]
        # The contents are unspecified: a result that reads them differs.
        dtype = element_type(op.outputs[0][1])
        return [np.full(shape, 77).astype(dtype)]

    def tensor_dim(self, _, operands):
        return [np.int64(operands[0].shape[int(operands[1])])]

    def tensor_cast(self, _, operands):
        return operands

    # A layout does not change the elements of a value.
    layout_reorder = layout_view = tensor_cast

    def slices(self, op, operands):
        def mixed(key):
            static = op.attrs[f"static_{key}"]
            return [int(next(rest)) if number == -(2 ** 63) else number for number in static]
        rest = iter(operands)
        return list(zip(mixed("offsets"), mixed("sizes"), mixed("strides")))

    def tensor_extract_slice(self, op, operands):
        parts = self.slices(op, operands[1:])
        box = operands[0]
        for dim, (offset, size, stride) in enumerate(parts):
            last = offset + (size - 1) * stride
            if size > 0 and not 0 <= min(offset, last) <= max(offset, last) < box.shape[dim]:
                raise IndexError(f"{op.name}: {parts} of {box.shape}")
        found = box[tuple(slice(offset, offset + size * stride, stride) for offset, size, stride in parts)]
        kept = [length for length in lengths(op.outputs[0])]
        dims = [size for _, size, _ in parts]
        shape = reduced(dims, kept)
        return [found.reshape(shape).copy()]

    def tensor_insert_slice(self, op, operands):
        source, whole = operands[0], operands[1].copy()
        parts = self.slices(op, operands[2:])
        for dim, (offset, size, stride) in enumerate(parts):
            last = offset + (size - 1) * stride
            if size > 0 and not 0 <= min(offset, last) <= max(offset, last) < whole.shape[dim]:
                raise IndexError(f"{op.name}: {parts} of {whole.shape}")
        box = tuple(slice(offset, offset + size * stride, stride) for offset, size, stride in parts)
        whole[box] = source.reshape([size for _, size, _ in parts])
        return [whole]

    def onnx(self, op, operands):
        name = op.name.removeprefix("onnx.")
        if name == "NoValue":
            return [None]
        if name == "Constant":
            return [np.asarray(op.attrs["value"])]
        version = VERSION_SUFFIX.search(name)
        opset = self.opset
        if version:
            name, opset = name[:version.start()], int(version.group(1))
        # Boolean tensors are stored as bytes.
        operands = [None if value is None else np.asarray(value) for value in operands]
        for at in BOOLEAN_OPERANDS.get(name, []):
            operands[at] = operands[at].astype(np.bool_)
        results = self.node(name, opset, op, operands)
        if name in BOOLEAN_RESULTS:
            results = [result.astype(np.int8) for result in results]
        return results

    def node(self, name, opset, op, operands):
        names = [f"i{at}" if value is not None else "" for at, value in enumerate(operands)]
        outputs = [f"o{at}" for at in range(len(op.results))]
        attrs = {key: value for key, value in op.attrs.items() if key not in SKIPPED_ATTRIBUTES and "." not in key}
        attrs = {key: to_attribute(value) for key, value in attrs.items()}
        given = {name: value for name, value in zip(names, operands) if name}
        key = (name, opset, str(attrs), tuple((key, value.dtype, value.ndim) for key, value in given.items()))
        if key not in self.sessions:
            inputs = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype),
                                                    [None] * value.ndim) for name, value in given.items()]
            node = helper.make_node(name, names, outputs, **attrs)
            results = [onnx.ValueInfoProto(name=output) for output in outputs]
            graph = helper.make_graph([node], "one", inputs, results)
            model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)])
            model.ir_version = 8
            self.sessions[key] = onnxruntime.InferenceSession(model.SerializeToString())
        return self.sessions[key].run(None, given)


def to_attribute(value):
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, list):
        return [to_attribute(entry) for entry in value]
    return value


def reduced(dims, kept):
    """Returns the lengths without the dims of length 1 that a type omits."""
    shape, rest = [], list(kept)
    for at, dim in enumerate(dims):
        left = len(dims) - at
        if rest and (rest[0] is None or rest[0] == dim) and not (dim == 1 and left > len(rest)):
            shape.append(dim)
            rest.pop(0)
        elif dim != 1:
            raise ValueError(f"{dims} cannot have the type {kept}")
    return shape


def check(op, kind, value):
    """Checks that a value has its type."""
    if value is None or kind[0] != "tensor":
        return
    value = np.asarray(value)
    known = lengths(kind)
    if len(known) != value.ndim or any(length not in (None, own) for length, own in zip(known, value.shape)):
        raise ValueError(f"{op.name}: the type is {kind}, but the value has the lengths {value.shape}")
    if value.dtype != np.dtype(element_type(kind[1])):
        raise ValueError(f"{op.name}: the type is {kind}, but the value has elements of {value.dtype}")


def onnx_cases():
    """Returns ONNX's own tests: name, model, inputs."""
    for module in ("if_", "loop", "scan"):
        importlib.import_module(f"onnx.backend.test.case.node.{module}")
    for case in node_tests._NodeTestCases:
        if re.match(r"test_(if|loop|scan)", case.name):
            yield case.name, case.model, case.data_sets[0][0]


class RandomBody:
    """A random graph of elementwise ops on vectors of one length."""

    def __init__(self, rng, prefix, vectors, scalars):
        self.rng, self.prefix, self.nodes, self.count = rng, prefix, [], 0
        self.vectors, self.scalars = list(vectors), list(scalars)

    def add(self, op, inputs, **attrs):
        self.count += 1
        name = f"{self.prefix}{self.count}"
        self.nodes.append(helper.make_node(op, inputs, [name], **attrs))
        return name

    def step(self):
        rng = self.rng
        a, b = rng.choice(self.vectors), rng.choice(self.vectors + self.scalars)
        op = rng.choice(["Add", "Sub", "Mul", "Relu", "Neg", "Max", "Abs"])
        inputs = [a] if op in ("Relu", "Neg", "Abs") else [a, b]
        self.vectors.append(self.add(op, inputs))

    def steps(self):
        for _ in range(self.rng.randint(1, 4)):
            self.step()
        return self.vectors[-1]


def info(name, shape, kind=TensorProto.FLOAT):
    return helper.make_tensor_value_info(name, kind, shape)


def half(graph, value):
    """Returns a product with one half, so that carried values stay small."""
    return graph.add("Mul", [value, "half"])


def branch(rng, outer, prefix, vectors, scalars):
    """Adds a random If to a graph, and returns its result."""
    condition = outer.add("Greater", [rng.choice(scalars), "half"])
    graphs = []
    for side in ("t", "e"):
        body = RandomBody(rng, f"{prefix}{side}", vectors, scalars)
        body.steps()
        graphs.append(helper.make_graph(body.nodes, prefix + side, [], [info(body.vectors[-1], [LENGTH])]))
    return outer.add("If", [condition], then_branch=graphs[0], else_branch=graphs[1])


def random_loop(seed):
    """Returns a Loop with carried values, a condition, scan outputs, a nested If, and values of the outer graph."""
    rng = random.Random(seed)
    carried = rng.randint(1, 3)
    body = RandomBody(rng, "b", [f"c{at}" for at in range(carried)] + ["x", "w"], ["s"])
    body.steps()
    if rng.random() < 0.5:
        body.vectors.append(branch(rng, body, "if", list(body.vectors), ["s"]))
        body.steps()
    next_values = [half(body, rng.choice(body.vectors)) for _ in range(carried)]
    scans = [body.add("Identity", [rng.choice(body.vectors)]) for _ in range(rng.randint(0, 2))]
    if rng.random() < 0.5:
        limit = body.add("Constant", [], value=numpy_helper.from_array(np.array(rng.randint(1, 6), np.int64)))
        go_on = body.add("Less", ["i", limit])
    else:
        go_on = body.add("Identity", ["go"])
    graph = helper.make_graph(
        body.nodes, "body",
        [info("i", [], TensorProto.INT64), info("go", [], TensorProto.BOOL)]
        + [info(f"c{at}", [LENGTH]) for at in range(carried)],
        [info(go_on, [], TensorProto.BOOL)] + [info(name, [LENGTH]) for name in next_values + scans])
    is_computed = body.nodes[-1].op_type == "Less"
    # Without a trip count, only a condition ends the loop. Without an initial condition, ONNX defines that the condition of
    # the body is ignored, but ONNX Runtime obeys it.
    has_trips = not is_computed or rng.random() < 0.8
    has_start = is_computed or rng.random() < 0.6
    trips = rng.randint(0, 5)
    constant_trips = rng.random() < 0.5
    initial = ["x", "y", "z"][:carried]
    outputs = [f"r{at}" for at in range(carried)] + [f"scan{at}" for at in range(len(scans))]
    loop = helper.make_node("Loop", ["trips" if has_trips else "", "start" if has_start else "", *initial], outputs,
                            body=graph)
    inputs = [info(name, [LENGTH]) for name in ("x", "y", "z")] + [info("s", [])]
    constants = [numpy_helper.from_array(np.array(0.5, np.float32), "half")]
    if has_trips and constant_trips:
        constants.append(numpy_helper.from_array(np.array(trips, np.int64), "trips"))
    elif has_trips:
        inputs.append(info("trips", [], TensorProto.INT64))
    if has_start:
        inputs.append(info("start", [], TensorProto.BOOL))
    results = [info(name, [LENGTH]) for name in outputs[:carried]] + [info(name, [None, LENGTH]) for name in outputs[carried:]]
    values = {"trips": np.array(trips, np.int64), "start": np.array(rng.random() < 0.8)}
    return finish([loop], inputs, results, constants, values, seed)


def random_scan(seed):
    """Returns a Scan with axes and directions of its sequences."""
    rng = random.Random(seed)
    states, sequences = rng.randint(0, 2), rng.randint(1, 2)
    names = [f"c{at}" for at in range(states)] + [f"q{at}" for at in range(sequences)]
    body = RandomBody(rng, "b", [*names, "w"], ["s"])
    body.steps()
    if rng.random() < 0.4:
        body.vectors.append(branch(rng, body, "if", list(body.vectors), ["s"]))
        body.steps()
    next_values = [half(body, rng.choice(body.vectors)) for _ in range(states)]
    scans = [body.add("Identity", [rng.choice(body.vectors)]) for _ in range(rng.randint(1, 2))]
    graph = helper.make_graph(body.nodes, "body", [info(name, [LENGTH]) for name in names],
                              [info(name, [LENGTH]) for name in next_values + scans])
    in_axes = [rng.choice([0, 1, -1]) for _ in range(sequences)]
    out_axes = [rng.choice([0, 1, -1]) for _ in scans]
    length = rng.randint(1, 4)
    outputs = [f"r{at}" for at in range(states)] + [f"scan{at}" for at in range(len(scans))]
    scan = helper.make_node(
        "Scan", ["x", "y"][:states] + ["p", "q"][:sequences], outputs, body=graph, num_scan_inputs=sequences,
        scan_input_axes=in_axes, scan_output_axes=out_axes,
        scan_input_directions=[rng.randint(0, 1) for _ in range(sequences)],
        scan_output_directions=[rng.randint(0, 1) for _ in scans])
    inputs = [info(name, [LENGTH]) for name in ("x", "y")] + [info("s", [])]
    for name, axis in zip(("p", "q"), in_axes):
        inputs.append(info(name, [length, LENGTH] if axis == 0 else [LENGTH, length]))
    results = [info(name, [LENGTH]) for name in outputs[:states]]
    results += [info(name, [length, LENGTH] if axis == 0 else [LENGTH, length]) for name, axis in zip(outputs[states:], out_axes)]
    constants = [numpy_helper.from_array(np.array(0.5, np.float32), "half")]
    return finish([scan], inputs, results, constants, {}, seed)


def random_branch(seed):
    """Returns an If whose branches read values of the outer graph."""
    rng = random.Random(seed)
    body = RandomBody(rng, "m", ["x", "y", "w"], ["s"])
    body.steps()
    result = branch(rng, body, "if", list(body.vectors), ["s"])
    inputs = [info(name, [LENGTH]) for name in ("x", "y")] + [info("s", [])]
    constants = [numpy_helper.from_array(np.array(0.5, np.float32), "half")]
    return finish(body.nodes, inputs, [info(result, [LENGTH])], constants, {}, seed)


def finish(nodes, inputs, results, constants, values, seed):
    constants.append(numpy_helper.from_array(np.arange(LENGTH, dtype=np.float32) * 0.25 - 2, "w"))
    graph = helper.make_graph(nodes, "main", inputs, results, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    onnx.checker.check_model(model)
    rng = np.random.default_rng(seed)
    given = []
    for value in inputs:
        shape = [dim.dim_value for dim in value.type.tensor_type.shape.dim]
        random_value = rng.integers(-8, 8, shape) * 0.25
        given.append(values.get(value.name, np.asarray(random_value, np.float32)))
    return model, given


def cases(count):
    yield from onnx_cases()
    makers = [random_loop, random_scan, random_branch]
    for seed, make in itertools.product(range(count), makers):
        yield (f"{make.__name__}_{seed}", *make(seed))


def is_unsupported(model, errors):
    """Returns `True` if the errors report a form of control flow that the import does not support, and the model has it."""
    text = str(model)
    if "sequences, maps, and optional or sparse values are unsupported" in errors:
        return "sequence_type" in text or "optional_type" in text
    if "the batched form of versions before 9 is unsupported" in errors:
        return any(node.op_type == "Scan" for node in model.graph.node) and model.opset_import[0].version < 9
    loops = [node for node in model.graph.node if node.op_type == "Loop"]
    return "the condition of the loop is computed at run time" in errors and any(
        len(loop.output) > len(loop.input) - 2 for loop in loops)


def reference(model, given):
    session = onnxruntime.InferenceSession(model.SerializeToString())
    names = [entry.name for entry in session.get_inputs()]
    return session.run(None, dict(zip(names, map(np.asarray, given))))


def call(layoutc, *args, text=None):
    """Returns the standard output of the driver."""
    run = subprocess.run([layoutc, *args], input=text, capture_output=True, text=True)
    if run.returncode:
        raise Rejected(run.stderr)
    return run.stdout


class Rejected(Exception):
    """The errors of the driver."""


def compiled(layoutc, path, fold):
    """Returns the generic form of an imported model, its weights by name, and those with the bytes that the driver folds."""
    text = call(layoutc, "import", path)
    weights = {init.name: numpy_helper.to_array(init) for init in onnx.load(path).graph.initializer}
    if not fold:
        return call(layoutc, "--emit=generic", text=text), weights, {}
    net, packed = path + ".mlir", path + ".bin"
    with open(net, "w", encoding="utf-8") as file:
        file.write(call(layoutc, f"--passes={PASSES}", text=text))
    manifest = json.loads(call(layoutc, "import", path, "--fold", net, "-o", packed))
    with open(packed, "rb") as file:
        content = file.read()
    folded = {}
    for weight in manifest["weights"]:
        first = weight["offset"]
        folded[weight["name"]] = np.frombuffer(content[first:first + weight["size_bytes"]], np.float32)
    # A weight that only views read is in the memory of those.
    return call(layoutc, net, "--emit=generic"), weights | folded, folded


def executed(text, opset, given, weights, folded):
    """Returns the results of a module, and the number of its weights."""
    module = Parser(text[text.index('"builtin.module"'):]).op()
    function = next(op for op in module.regions[0][1] if op.name == "func.func")
    arguments, ops = function.regions[0]
    attrs = function.attrs.get("arg_attrs") or [{} for _ in arguments]
    values, given, count = {}, iter(given), 0
    for name, of_argument in zip(arguments, attrs):
        is_weight = "layout.constant" in of_argument
        count += is_weight
        value = np.asarray(weights[name[1:]] if is_weight else next(given))
        values[name] = value.astype(np.int8) if value.dtype == np.bool_ else value
    return Interpreter(opset, folded).run(ops, values), count


def equal(found, expected):
    expected = np.asarray(expected)
    expected = expected.astype(np.int8) if expected.dtype == np.bool_ else expected
    found = np.asarray(found)
    return found.dtype == expected.dtype and found.shape == expected.shape and np.array_equal(
        found, expected, equal_nan=found.dtype.kind == "f")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("layoutc")
    parser.add_argument("--count", type=int, default=40, help="random models of each kind")
    parser.add_argument("--fold", action="store_true")
    parser.add_argument("--write")
    args = parser.parse_args()
    models = outputs = rejected = weights = 0
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for name, model, given in cases(args.count):
            path = os.path.join(folder, f"{name}.onnx")
            onnx.save(model, path)
            try:
                text, of_model, folded = compiled(args.layoutc, path, args.fold)
            except Rejected as error:
                rejected += 1
                if not is_unsupported(model, str(error)):
                    failures.append(f"{name}: {error}")
                continue
            if args.write:
                with open(os.path.join(args.write, f"{name}.mlir"), "w", encoding="utf-8") as file:
                    file.write(text)
            opset = next(entry.version for entry in model.opset_import if entry.domain in ("", "ai.onnx"))
            try:
                found, count = executed(text, opset, given, of_model, folded)
                expected = reference(model, given)
            except Exception as error:
                failures.append(f"{name}: {type(error).__name__}: {error}")
                continue
            models += 1
            weights += count
            outputs += len(expected)
            if len(found) != len(expected) or not all(map(equal, found, expected)):
                failures.append(f"{name}: {found} instead of {expected}")
    for failure in failures:
        print(failure, file=sys.stderr)
    print(f"{models} models, {outputs} outputs, {weights} weights, {rejected} unsupported, {len(failures)} failures")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Converts a network from a JSON graph to MLIR with a layout for each activation.

    scripts/onnx_graph_to_mlir.py GRAPH.json -o examples/resnet50.mlir

The JSON has `inputs`, `outputs`, `weights` (name, shape), `consts` (shape, values), `nodes` (op, inputs,
outputs, attrs) and `values` (the shape of every name). Ops are spelled as in onnx-mlir, in generic form. Elements
are f16. Activations of rank 4 are NHWC with pixels aligned to 64 bytes; those of rank 2 are row major. Weights are
arguments of the function, without an encoding, and so row major.
"""

import argparse
import json
import re
import sys

ALIASES = [
    "#NC = affine_map<(d0, d1) -> (d0, d1)>",
    "#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>",
    "#pixel = #layout.reqs<m2: aligned<64 bytes>>",
]
LAYOUTS = {2: "{order = #NC}", 4: "{order = #NHWC, reqs = #pixel}"}
ELEMENTS = {"float": "f16", "int64": "i64"}

# For each ONNX op: the op of the onnx dialect, the printed attributes with their defaults, and the number of operands,
# of which omitted ones are written as `onnx.NoValue`.
OPS = {
    "AveragePool": ("onnx.AveragePool", {"auto_pad": "NOTSET", "ceil_mode": 0, "count_include_pad": 0,
                                         "kernel_shape": [], "pads": [0, 0, 0, 0], "strides": [1, 1]}, 0),
    "BatchNormalization": ("onnx.BatchNormalizationInferenceMode", {"epsilon": 1e-05, "momentum": 0.9}, 0),
    "Conv": ("onnx.Conv", {"auto_pad": "NOTSET", "dilations": [1, 1], "group": 1, "kernel_shape": [],
                           "pads": [0, 0, 0, 0], "strides": [1, 1]}, 3),
    "Gemm": ("onnx.Gemm", {"alpha": 1.0, "beta": 1.0, "transA": 0, "transB": 0}, 3),
    "MaxPool": ("onnx.MaxPoolSingleOut", {"auto_pad": "NOTSET", "ceil_mode": 0, "dilations": [1, 1],
                                          "kernel_shape": [], "pads": [0, 0, 0, 0], "storage_order": 0,
                                          "strides": [1, 1]}, 0),
    "Relu": ("onnx.Relu", {}, 0),
    "Reshape": ("onnx.Reshape", {"allowzero": 0}, 0),
    "Softmax": ("onnx.Softmax", {"axis": 1}, 0),
    "Sum": ("onnx.Sum", {}, 0),
}


def ssa(name):
    """Returns a name as an SSA value: `gpu_0/data_0` becomes `%gpu_0_data_0`."""
    return "%" + re.sub(r"[^A-Za-z0-9_]", "_", name)


def tensor(value, layout):
    """Returns the type of a value with ONNX `shape` and `type`, with or without a layout."""
    dims = "".join(f"{dim}x" for dim in value["shape"])
    encoding = LAYOUTS.get(len(value["shape"])) if layout else None
    return f"tensor<{dims}{ELEMENTS[value['type']]}{', ' + encoding if encoding else ''}>"


def attribute(value):
    """Returns the text of an attribute, typed as in onnx-mlir."""
    match value:
        case str():
            return json.dumps(value)
        case int():
            return f"{value} : si64"
        case float():
            # MLIR requires a point in the mantissa.
            mantissa, exponent = f"{value:.9e}".split("e")
            return f"{float(mantissa)}e{exponent} : f32"
        case list():
            return json.dumps(value)
    raise ValueError(f"unsupported attribute {value!r}")


class Writer:
    """Builds the lines of one function."""

    def __init__(self, graph):
        self.graph = graph
        self.weights = {weight["name"] for weight in graph["weights"]}
        self.lines = []

    def type_of(self, name):
        """Returns the type of a name. Only activations have a layout."""
        plain = name in self.weights or name in self.graph["consts"]
        return tensor(self.graph["values"][name], not plain)

    def constants(self):
        for name, const in self.graph["consts"].items():
            ty, value = tensor(const, False), json.dumps(const["values"])
            self.lines.append(f'{ssa(name)} = "onnx.Constant"() {{value = dense<{value}> : {ty}}} : () -> {ty}')
        if any(len(node["inputs"]) < OPS[node["op"]][2] for node in self.graph["nodes"]):
            self.lines.append('%none = "onnx.NoValue"() {value} : () -> none')

    def node(self, node):
        op, defaults, operands = OPS[node["op"]]
        unknown = set(node["attrs"]) - set(defaults)
        if unknown:
            raise ValueError(f"{node['name']}: {op} has no attribute {', '.join(sorted(unknown))}")
        names = [ssa(name) for name in node["inputs"]]
        types = [self.type_of(name) for name in node["inputs"]]
        missing = max(0, operands - len(names))
        names += ["%none"] * missing
        types += ["none"] * missing
        attrs = ", ".join(f"{key} = {attribute(value)}" for key, value in (defaults | node["attrs"]).items())
        results = ", ".join(ssa(name) for name in node["outputs"])
        result_types = [self.type_of(name) for name in node["outputs"]]
        outputs = result_types[0] if len(result_types) == 1 else f"({', '.join(result_types)})"
        self.lines.append(f'{results} = "{op}"({", ".join(names)}){f" {{{attrs}}}" if attrs else ""}'
                          f' : ({", ".join(types)}) -> {outputs}')

    def function(self):
        """Returns the text of the function."""
        graph = self.graph
        self.constants()
        for node in graph["nodes"]:
            self.node(node)
        inputs = [entry["name"] for entry in graph["inputs"] + graph["weights"]]
        outputs = [entry["name"] for entry in graph["outputs"]]
        types = ", ".join(self.type_of(name) for name in outputs)
        arguments = ",\n".join(f"    {ssa(name)}: {self.type_of(name)}" for name in inputs)
        self.lines.append(f"return {', '.join(map(ssa, outputs))} : {types}")
        body = "\n".join(f"  {line}" for line in self.lines)
        results = types if len(outputs) == 1 else f"({types})"
        return f"func.func @main(\n{arguments}\n) -> {results} {{\n{body}\n}}\n"


def module(graph):
    """Returns the text of the file."""
    head = [f"// {graph['name']}, written by scripts/onnx_graph_to_mlir.py. Weights are arguments without values."]
    return "\n".join(head + ALIASES) + "\n\n" + Writer(graph).function()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("graph", help="the network as JSON")
    parser.add_argument("-o", dest="output", help="the output file; standard output by default")
    args = parser.parse_args()
    with open(args.graph, encoding="utf-8") as file:
        text = module(json.load(file))
    if args.output:
        with open(args.output, "w", encoding="utf-8") as file:
            file.write(text)
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()

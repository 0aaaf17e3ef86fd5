#!/usr/bin/env python3
"""Writes the graphs of ExecuTorch's channels-last matrix as MLIR, for the tests of `assign-layouts`.

    pip install torch
    python3 tests/channels_last/matrix.py

ExecuTorch counts permutes over 36 small networks (`backends/transforms/test/test_to_contiguous_channels_last_pass.py` of
pytorch/executorch). This file defines networks of the same names, layers and input shapes. `torch.export` with the core
ATen decompositions turns them into graphs, and each graph becomes a function in `matrix.mlir`, next to this file. Its ops
are those of ATen. The ops that move no data have their lists as attributes, which the rules of `target.mlir` read:
`aten.permute` has `dims`, `aten.slice` and `aten.select` have `offsets`, `sizes` and `strides`. Weights are arguments with
`layout.constant`. The committed file is of torch 2.15.0.
"""

import pathlib
import warnings

import torch
import torch.nn as nn

FOLDER = pathlib.Path(__file__).parent
ELEMENTS = {torch.float32: "f32", torch.int64: "i64", torch.bool: "i8"}
# The ops whose results are selected by `getitem`, and the one that selects.
SELECT = "getitem"
RESHAPES = {"view", "_unsafe_view", "squeeze", "unsqueeze"}


class Net(nn.Module):
    """A network whose layers are given by name, and whose computation is a function of them and the inputs."""

    def __init__(self, compute, **layers):
        super().__init__()
        for name, layer in layers.items():
            setattr(self, name, layer)
        self.compute = compute

    def forward(self, *inputs):
        return self.compute(self, *inputs)


def layer(module, *shape):
    """Returns a network of one layer, with an input of a shape."""
    return module, (torch.zeros(*shape),)


def recurrent(kind, width, *shape, **more):
    """Returns the sequence that a recurrent layer computes, through further layers."""

    def compute(net, x):
        y, _ = net.cells(x)
        return net.head(y) if more else y

    return Net(compute, cells=kind(8, width, batch_first=True), **more), (torch.zeros(*shape),)


def attention():
    return nn.MultiheadAttention(8, 2, batch_first=True)


def self_attention(net, x):
    return net.attention(x, x, x, need_weights=False)[0]


def attending(*shape):
    return Net(self_attention, attention=attention()), (torch.zeros(*shape),)


def views():
    def compute(net, x):
        y = net.pool(x).view(1, 4, 2, 2) * 2
        return net.pool(y.view(1, 2, 4, 2) * 2)

    return Net(compute, pool=nn.MaxPool2d(1, 1)), (torch.zeros(1, 2, 2, 4),)


def function(compute, *inputs):
    return Net(lambda net, *given: compute(*given)), inputs


def residual_sequence():
    def compute(net, x):
        y = net.pool(net.conv(x)) + net.pool(x)
        return net.linear(y.transpose(1, 2))

    conv, pool = nn.Conv1d(8, 8, 3, padding=1), nn.MaxPool1d(2, stride=2)
    return Net(compute, conv=conv, pool=pool, linear=nn.Linear(8, 6)), (torch.zeros(2, 8, 64),)


def conv_attention():
    def compute(net, x):
        y = net.conv(x).transpose(1, 2)
        return net.norm(net.linear(self_attention(net, y)))

    layers = {"conv": nn.Conv1d(8, 8, 3, padding=1), "attention": attention()}
    return Net(compute, linear=nn.Linear(8, 8), norm=nn.LayerNorm(8), **layers), (torch.zeros(2, 8, 32),)


def conv_lstm():
    def compute(net, x):
        y, _ = net.lstm(net.conv(x).transpose(1, 2))
        return net.norm(net.linear(y))

    layers = {"conv": nn.Conv1d(8, 8, 3, padding=1), "lstm": nn.LSTM(8, 6, batch_first=True)}
    return Net(compute, linear=nn.Linear(6, 4), norm=nn.LayerNorm(4), **layers), (torch.zeros(2, 8, 32),)


def depthwise_norm():
    def compute(net, x):
        y = net.gelu(net.conv(x)).permute(0, 2, 3, 1)
        return net.pool(net.norm(y).permute(0, 3, 1, 2))

    conv = nn.Conv2d(8, 8, 3, padding=1, groups=8, bias=False)
    layers = {"conv": conv, "gelu": nn.GELU(), "norm": nn.LayerNorm(8), "pool": nn.AvgPool2d(2, stride=2)}
    return Net(compute, **layers), (torch.zeros(1, 8, 16, 16),)


def depthwise_sequence(heads):
    def compute(net, x):
        y = net.norm(net.conv(x)).transpose(1, 2)
        parts = [head(y) for head in net.heads]
        return parts[0] if len(parts) == 1 else torch.cat(parts, dim=-1)

    conv = nn.Conv1d(8, 8, 3, padding=1, groups=8, bias=False)
    linear = nn.ModuleList(nn.Linear(8, 4) for _ in range(heads))
    return Net(compute, conv=conv, norm=nn.BatchNorm1d(8), heads=linear), (torch.zeros(2, 8, 64),)


def residual_image(pool, **options):
    def compute(net, x):
        return net.pool(net.norm(net.conv(x))) + net.pool(x)

    conv = nn.Conv2d(8, 8, 3, **options)
    return Net(compute, conv=conv, norm=nn.BatchNorm2d(8), pool=pool(2, stride=2)), (torch.zeros(1, 8, 16, 16),)


CASES = {
    "conv1d_rank2": lambda: layer(nn.Conv1d(2, 4, 3), 2, 8),
    "conv1d_rank3": lambda: layer(nn.Conv1d(2, 4, 3), 1, 2, 8),
    "conv2d_rank3": lambda: layer(nn.Conv2d(2, 4, 3), 2, 8, 8),
    "conv2d_rank4": lambda: layer(nn.Conv2d(2, 4, 3), 1, 2, 8, 8),
    "conv3d_rank4": lambda: layer(nn.Conv3d(2, 4, 3), 2, 6, 6, 6),
    "conv3d_rank5": lambda: layer(nn.Conv3d(2, 4, 3), 1, 2, 6, 6, 6),
    "linear_rank2": lambda: layer(nn.Linear(8, 4), 2, 8),
    "linear_rank3": lambda: layer(nn.Linear(8, 4), 2, 2, 8),
    "linear_rank4": lambda: layer(nn.Linear(8, 4), 1, 2, 2, 8),
    "matmul_rank2": lambda: function(torch.matmul, torch.zeros(2, 3), torch.zeros(3, 4)),
    "matmul_rank4": lambda: function(torch.matmul, torch.zeros(2, 2, 2, 3), torch.zeros(2, 2, 3, 4)),
    "index_put": lambda: function(
        lambda x, rows, columns, values: torch.index_put(x, (rows, columns), values),
        torch.zeros(2, 4), torch.tensor([0, 1]), torch.tensor([2, 3]), torch.ones(2),
    ),
    "pixel_shuffle": lambda: layer(nn.PixelShuffle(2), 1, 8, 2, 2),
    "index_select": lambda: function(
        lambda x, index: torch.index_select(x, 1, index), torch.zeros(2, 4, 3), torch.tensor([0, 2])
    ),
    "grouped_conv": lambda: layer(nn.Conv2d(4, 4, 3, groups=2), 1, 4, 8, 8),
    "transpose_conv": lambda: layer(nn.ConvTranspose2d(2, 4, 3), 1, 2, 8, 8),
    "views": views,
    "transposes": lambda: function(lambda x: x.transpose(2, 3).permute(0, 3, 1, 2), torch.zeros(1, 2, 3, 4)),
    "maxpool2d_dilation": lambda: layer(nn.MaxPool2d(3, stride=1, padding=1, dilation=2), 1, 2, 8, 8),
    "lstm": lambda: recurrent(nn.LSTM, 4, 2, 4, 8),
    "groupnorm": lambda: layer(nn.GroupNorm(2, 4), 1, 4, 4, 4),
    "multihead_attention_rank2": lambda: attending(4, 8),
    "multihead_attention_rank3": lambda: attending(2, 4, 8),
    "cumsum_rank3_dim0": lambda: function(lambda x: torch.cumsum(x, 1), torch.zeros(2, 3, 4)),
    "cumsum_rank4_dim3": lambda: function(lambda x: torch.cumsum(x, 3), torch.zeros(1, 2, 3, 4)),
    "model_1_conv_maxpool_residual_linear": residual_sequence,
    "model_2_conv_mha_linear_layernorm": conv_attention,
    "model_3_lstm_linear": lambda: recurrent(nn.LSTM, 8, 2, 16, 8, head=nn.Linear(8, 6)),
    "model_4_conv_lstm_linear_layernorm": conv_lstm,
    "model_5_dwconv_gelu_layernorm_avgpool": depthwise_norm,
    "model_6_gru_linear": lambda: recurrent(nn.GRU, 6, 2, 16, 8, head=nn.Linear(6, 4)),
    "model_7_dwconv_batchnorm_linear": lambda: depthwise_sequence(1),
    "model_8_conv_batchnorm_maxpool_residual": lambda: residual_image(nn.MaxPool2d, padding=1),
    "model_9_dilated_conv_batchnorm_avgpool_residual": lambda: residual_image(nn.AvgPool2d, padding=2, dilation=2),
    "model_10_dwconv_batchnorm_linear_cat": lambda: depthwise_sequence(2),
    "permute_silu_permute": lambda: function(
        lambda x: nn.functional.silu(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2), torch.zeros(1, 2, 3, 4)
    ),
}


def exported(name):
    """Returns the graph of a network as `torch.export` and the core decompositions write it."""
    # The fused attention of inference is one op, without its permutes.
    torch.backends.mha.set_fastpath_enabled(False)
    network, inputs = CASES[name]()
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        program = torch.export.export(network.eval(), inputs)
        return program.run_decompositions(torch.export.default_decompositions())


def type_of(value):
    lengths = "".join(f"{length}x" for length in value.shape)
    return f"tensor<{lengths}{ELEMENTS[value.dtype]}>"


def is_tensor(value):
    return isinstance(value, torch.Tensor)


def tensors(args):
    """Returns the nodes of tensors among the arguments of a node, also those in lists."""
    for arg in args:
        if isinstance(arg, torch.fx.Node):
            yield arg
        elif isinstance(arg, (list, tuple)):
            yield from tensors(arg)


def ints(values):
    return "[" + ", ".join(str(value) for value in values) + "]"


def indices(op, node):
    """Returns the offsets, sizes and strides of a slice or a selection along one dim."""
    shape = list(node.args[0].meta["val"].shape)
    offsets, strides = [0] * len(shape), [1] * len(shape)
    dim = node.args[1] if len(node.args) > 1 else 0
    start = node.args[2] if len(node.args) > 2 and node.args[2] is not None else 0
    length = shape[dim]
    offsets[dim] = min(start + length if start < 0 else start, length)
    if op == "select":
        shape[dim] = 1
    else:
        shape[dim] = node.meta["val"].shape[dim]
        strides[dim] = node.args[4] if len(node.args) > 4 else 1
    return {"offsets": ints(offsets), "sizes": ints(shape), "strides": ints(strides)}


def attributes(op, node):
    """Returns the attributes that the rules of the target read."""
    if op == "permute":
        return {"dims": ints(dim % len(node.args[1]) for dim in node.args[1])}
    if op in ("slice", "select"):
        return indices(op, node)
    if op in ("split_with_sizes", "cat"):
        place = 2 if op == "split_with_sizes" else 1
        whole = next(tensors(node.args)).meta["val"]
        return {"dim": str((node.args[place] if len(node.args) > place else 0) % whole.dim())}
    return {}


class Writer:
    """The text of a function, with the names of its values."""

    def __init__(self):
        self.names, self.lines, self.counts = {}, [], {"permutes": 0, "views": 0}

    def op(self, node):
        op = node.target._overloadpacket.__name__ if hasattr(node.target, "_overloadpacket") else SELECT
        if op == SELECT:
            source, index = node.args
            base = self.names[source]
            self.names[node] = f"{base}#{index}" if isinstance(source.meta["val"], (list, tuple)) else base
            return
        self.counts["permutes"] += op == "permute"
        self.counts["views"] += op in RESHAPES
        values = node.meta["val"]
        values = list(values) if isinstance(values, (list, tuple)) else [values]
        # Results without elements, such as the statistics that an inference does not save, are unused.
        values = [value for value in values if 0 not in value.shape]
        operands = list(tensors(node.args))
        name = f"%{node.name}"
        self.names[node] = name
        written = ", ".join(f"{key} = {value}" for key, value in attributes(op, node).items())
        results = ", ".join(map(type_of, values))
        self.lines.append(
            f"  {name}{f':{len(values)}' if len(values) > 1 else ''} = \"aten.{op}\"("
            + ", ".join(self.names[operand] for operand in operands)
            + f"){f' {{{written}}}' if written else ''} : ("
            + ", ".join(type_of(operand.meta["val"]) for operand in operands)
            + f") -> {f'({results})' if len(values) > 1 else results}"
        )


def text(name):
    """Returns the function of a network."""
    program = exported(name)
    given = set(program.graph_signature.user_inputs)
    writer, arguments = Writer(), []
    for node in program.graph.nodes:
        if node.op == "placeholder":
            if node.users and is_tensor(node.meta["val"]):
                writer.names[node] = f"%{node.name}"
                constant = "" if node.name in given else " {layout.constant}"
                arguments.append(f"%{node.name}: {type_of(node.meta['val'])}{constant}")
        elif node.op == "call_function":
            writer.op(node)
        else:
            results = list(tensors(node.args))
    types = ", ".join(type_of(node.meta["val"]) for node in results)
    returned = ", ".join(writer.names[node] for node in results)
    counts = writer.counts
    head = f"// {name}: {counts['permutes']} permutes, {counts['views']} views\n"
    head += f"func.func @{name}({', '.join(arguments)}) -> ({types}) {{\n"
    return head + "\n".join(writer.lines) + f"\n  return {returned} : {types}\n}}\n"


def main():
    head = "// Written by matrix.py.\n\n"
    (FOLDER / "matrix.mlir").write_text(head + "\n// -----\n\n".join(text(name) for name in CASES))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Exports small networks from PyTorch as ONNX, by both of its exporters, for the test `torch_exports`.

    pip install torch torchvision onnx onnxscript
    python3 tests/torch/export.py [NAME...]

Each network becomes `NAME.script.onnx` (the exporter that traces TorchScript) and `NAME.dynamo.onnx` (the exporter that
uses `torch.export`) next to this file. The graphs are stored as the exporters write them, without the elements of
weights, doc strings and metadata: the importer reads none of these. The committed files are of torch 2.15.0,
torchvision 0.29.2 and onnxscript 0.7.2.
"""

import pathlib
import sys
import warnings

import onnx
import torch
import torch.nn as nn
import torch.nn.functional as F
import torchvision.models as zoo

FOLDER = pathlib.Path(__file__).parent
# Tensors up to this size keep their elements: shapes, axes and scales.
KEPT_BYTES = 256


class Attention(nn.Module):
    """Multi-head attention with a boolean mask, through `scaled_dot_product_attention`."""

    def __init__(self, width=32, heads=4):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x, mask):
        batch, length, width = x.shape
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        q, k, v = (t.view(batch, length, self.heads, -1).transpose(1, 2) for t in (q, k, v))
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        return self.out(y.transpose(1, 2).reshape(batch, length, width))


class Gpt(nn.Module):
    """A decoder block with embeddings, causal attention, and the embeddings as output weights."""

    def __init__(self, words=100, width=32, heads=4, length=16):
        super().__init__()
        self.heads = heads
        self.words, self.places = nn.Embedding(words, width), nn.Embedding(length, width)
        self.first, self.second, self.last = (nn.LayerNorm(width) for _ in range(3))
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 64), nn.GELU(), nn.Linear(64, width))

    def forward(self, tokens):
        batch, length = tokens.shape
        x = self.words(tokens) + self.places(torch.arange(length, device=tokens.device))
        q, k, v = self.qkv(self.first(x)).split(x.shape[-1], dim=2)
        q, k, v = (t.view(batch, length, self.heads, -1).transpose(1, 2) for t in (q, k, v))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(y.transpose(1, 2).contiguous().view(batch, length, -1))
        x = x + self.mlp(self.second(x))
        return self.last(x) @ self.words.weight.T


class Rotary(nn.Module):
    """Attention with rotary embeddings and fewer keys than queries, as in language models."""

    def __init__(self, width=32, heads=4, groups=2):
        super().__init__()
        self.heads, self.groups, self.size = heads, groups, width // heads
        self.q = nn.Linear(width, width, bias=False)
        self.kv = nn.Linear(width, 2 * groups * self.size, bias=False)
        self.scale = nn.Parameter(torch.ones(width))
        self.gate, self.up = nn.Linear(width, 64, bias=False), nn.Linear(width, 64, bias=False)
        self.down = nn.Linear(64, width, bias=False)

    def turn(self, x):
        length, half = x.shape[2], self.size // 2
        rate = 10000.0 ** (-torch.arange(half, dtype=torch.float32) / half)
        angle = torch.outer(torch.arange(length, dtype=torch.float32), rate)
        cos, sin = (torch.cat([t, t], dim=-1) for t in (angle.cos(), angle.sin()))
        turned = torch.cat([-x[..., half:], x[..., :half]], dim=-1)
        return x * cos + turned * sin

    def forward(self, x):
        batch, length, width = x.shape
        y = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * self.scale
        q = self.q(y).view(batch, length, self.heads, self.size).transpose(1, 2)
        k, v = self.kv(y).view(batch, length, 2 * self.groups, self.size).transpose(1, 2).chunk(2, 1)
        q, k = self.turn(q), self.turn(k)
        k, v = (t.repeat_interleave(self.heads // self.groups, dim=1) for t in (k, v))
        mask = torch.ones(length, length, dtype=torch.bool).tril()
        scores = (q @ k.transpose(-2, -1) / self.size**0.5).masked_fill(~mask, float("-inf"))
        x = x + (scores.softmax(-1) @ v).transpose(1, 2).reshape(batch, length, width)
        return x + self.down(F.silu(self.gate(x)) * self.up(x))


class Encoder(nn.Module):
    """`nn.MultiheadAttention` with a key mask, followed by a feed-forward part."""

    def __init__(self, width=32, heads=4):
        super().__init__()
        self.attention = nn.MultiheadAttention(width, heads, batch_first=True)
        self.norm = nn.LayerNorm(width)
        self.mlp = nn.Sequential(nn.Linear(width, 64), nn.ReLU(), nn.Linear(64, width))

    def forward(self, x, padding):
        y, _ = self.attention(x, x, x, key_padding_mask=padding, need_weights=False)
        x = self.norm(x + y)
        return x + self.mlp(x)


class Decoder(nn.Module):
    """A decoder block: attention with a causal mask, attention to another sequence, and a feed-forward part."""

    def __init__(self, width=32, heads=4):
        super().__init__()
        self.own = nn.MultiheadAttention(width, heads, batch_first=True)
        self.cross = nn.MultiheadAttention(width, heads, batch_first=True)
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(3))
        self.mlp = nn.Sequential(nn.Linear(width, 64), nn.GELU(), nn.Linear(64, width))

    def forward(self, x, memory):
        mask = nn.Transformer.generate_square_subsequent_mask(x.shape[1])
        y = self.norms[0](x)
        x = x + self.own(y, y, y, attn_mask=mask, need_weights=False)[0]
        x = x + self.cross(self.norms[1](x), memory, memory)[0]
        return x + self.mlp(self.norms[2](x))


class UNet(nn.Module):
    """A U-Net of two levels, whose upsampling is a transposed convolution and an interpolation."""

    def __init__(self, width=8):
        super().__init__()
        def double(a, b):
            return nn.Sequential(
                nn.Conv2d(a, b, 3, padding=1), nn.BatchNorm2d(b), nn.ReLU(),
                nn.Conv2d(b, b, 3, padding=1), nn.BatchNorm2d(b), nn.ReLU(),
            )
        self.down1, self.down2 = double(3, width), double(width, 2 * width)
        self.middle = double(2 * width, 4 * width)
        self.up2 = nn.ConvTranspose2d(4 * width, 2 * width, 2, stride=2)
        self.join2, self.join1 = double(4 * width, 2 * width), double(3 * width, width)
        self.head = nn.Conv2d(width, 2, 1)

    def forward(self, x):
        a = self.down1(x)
        b = self.down2(F.max_pool2d(a, 2))
        y = self.middle(F.max_pool2d(b, 2))
        y = self.join2(torch.cat([self.up2(y), b], 1))
        y = F.interpolate(y, size=a.shape[2:], mode="bilinear", align_corners=False)
        return self.head(self.join1(torch.cat([y, a], 1)))


class Detector(nn.Module):
    """A detector in the style of YOLO: stages that split channels, upsampling and decoded boxes."""

    def __init__(self, width=16, classes=3):
        super().__init__()
        def conv(a, b, k=3, s=1):
            return nn.Sequential(nn.Conv2d(a, b, k, s, k // 2, bias=False), nn.BatchNorm2d(b), nn.SiLU())
        self.stem, self.down = conv(3, width, 5, 2), conv(width, 2 * width, 3, 2)
        self.inner, self.fuse = conv(width, width), conv(3 * width, 2 * width, 1)
        self.deep = conv(2 * width, 2 * width, 3, 2)
        self.heads = nn.ModuleList(nn.Conv2d(c, 3 * (5 + classes), 1) for c in (4 * width, 2 * width))
        self.classes = classes

    def decode(self, y, stride):
        batch, _, height, width = y.shape
        y = y.view(batch, 3, 5 + self.classes, height, width).permute(0, 1, 3, 4, 2).sigmoid()
        rows, columns = torch.meshgrid(torch.arange(height), torch.arange(width), indexing="ij")
        grid = torch.stack((columns, rows), 2).view(1, 1, height, width, 2).float()
        place, size, rest = y.split((2, 2, 1 + self.classes), 4)
        place = (place * 2 - 0.5 + grid) * stride
        return torch.cat((place, (size * 2) ** 2 * stride, rest), 4).view(batch, -1, 5 + self.classes)

    def forward(self, x):
        a, b = self.down(self.stem(x)).chunk(2, 1)
        large = self.fuse(torch.cat([a, b, self.inner(b)], 1))
        deep = self.deep(large)
        both = torch.cat([large, F.interpolate(deep, scale_factor=2, mode="nearest")], 1)
        outputs = [self.decode(head(y), s) for head, y, s in zip(self.heads, (both, deep), (4, 8))]
        return torch.cat(outputs, 1)


class Focus(nn.Module):
    """The first layer of older YOLO networks: slices with a step of 2 become channels."""

    def __init__(self, width=16):
        super().__init__()
        self.conv = nn.Conv2d(12, width, 3, padding=1)

    def forward(self, x):
        return self.conv(torch.cat([x[..., i::2, j::2] for i in (0, 1) for j in (0, 1)], 1)).relu()


class Recurrent(nn.Module):
    """A recurrent layer with a classifier on its last step."""

    def __init__(self, layer, width):
        super().__init__()
        self.layer, self.head = layer, nn.Linear(width, 5)

    def forward(self, x):
        y, _ = self.layer(x)
        return self.head(y[:, -1])


class SuperResolution(nn.Module):
    """Upscaling by a pixel shuffle, after a reflection pad."""

    def __init__(self, width=16):
        super().__init__()
        self.first, self.last = nn.Conv2d(1, width, 5), nn.Conv2d(width, 9, 3, padding=1)

    def forward(self, x):
        y = torch.relu(self.first(F.pad(x, (2, 2, 2, 2), mode="reflect")))
        return F.pixel_shuffle(self.last(y), 3)


class Speech(nn.Module):
    """A convolution module of a Conformer: layers over one dim, with gates and group normalization."""

    def __init__(self, width=32):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.into = nn.Conv1d(width, 2 * width, 1)
        self.depth = nn.Conv1d(width, width, 7, padding=3, groups=width)
        self.group, self.out = nn.GroupNorm(4, width), nn.Conv1d(width, width, 1)

    def forward(self, x):
        y = F.glu(self.into(self.norm(x).transpose(1, 2)), dim=1)
        return x + self.out(F.silu(self.group(self.depth(y)))).transpose(1, 2)


class Volume(nn.Module):
    """Convolutions over three dims, as in video networks."""

    def __init__(self, width=8):
        super().__init__()
        self.first, self.second = nn.Conv3d(3, width, 3, padding=1), nn.Conv3d(width, width, 3, stride=2)
        self.norm, self.head = nn.BatchNorm3d(width), nn.Linear(width, 4)

    def forward(self, x):
        y = F.max_pool3d(torch.relu(self.norm(self.first(x))), 2)
        return self.head(torch.relu(self.second(y)).mean(dim=(2, 3, 4)))


def swin():
    return zoo.SwinTransformer(
        patch_size=[4, 4], embed_dim=16, depths=[2, 1], num_heads=[2, 4], window_size=[7, 7], num_classes=10
    )


def convnext():
    block = zoo.convnext.CNBlockConfig
    return zoo.ConvNeXt([block(16, 32, 1), block(32, 64, 1), block(64, None, 1)], num_classes=10)


def vit():
    return zoo.VisionTransformer(
        image_size=32, patch_size=8, num_layers=2, num_heads=4, hidden_dim=32, mlp_dim=64, num_classes=10
    )


def image(size=64):
    return torch.randn(1, 3, size, size)


def sequence(length=16, width=32):
    return torch.randn(2, length, width)


def lstm():
    return nn.LSTM(32, 24, num_layers=2, batch_first=True, bidirectional=True)


NETWORKS = {
    "attention_mask": lambda: (Attention(), (sequence(), torch.ones(2, 1, 16, 16) > 0)),
    "convnext": lambda: (convnext(), (image(),)),
    "decoder": lambda: (Decoder(), (sequence(), sequence(12))),
    "densenet": lambda: (zoo.DenseNet(8, (2, 3, 2, 2), 16, num_classes=10), (image(),)),
    "detector": lambda: (Detector(), (image(),)),
    "encoder_mask": lambda: (Encoder(), (sequence(), torch.zeros(2, 16) > 0)),
    "focus": lambda: (Focus(), (image(32),)),
    "gpt": lambda: (Gpt(), (torch.zeros(2, 16, dtype=torch.int64),)),
    "gru": lambda: (Recurrent(nn.GRU(32, 24, batch_first=True), 24), (sequence(),)),
    "inception": lambda: (zoo.googlenet(num_classes=10, init_weights=False, aux_logits=False), (image(),)),
    "lstm": lambda: (Recurrent(lstm(), 48), (sequence(),)),
    "mobilenet_v2": lambda: (zoo.mobilenet_v2(width_mult=0.25, num_classes=10), (image(),)),
    "mobilenet_v3": lambda: (zoo.mobilenet_v3_small(width_mult=0.25, num_classes=10), (image(),)),
    "resnet": lambda: (zoo.resnet18(num_classes=10), (image(),)),
    "rotary": lambda: (Rotary(), (sequence(),)),
    "shufflenet": lambda: (zoo.ShuffleNetV2([1, 2, 1], [8, 16, 32, 64, 64], 10), (image(),)),
    "speech": lambda: (Speech(), (sequence(),)),
    "super_resolution": lambda: (SuperResolution(), (torch.randn(1, 1, 16, 16),)),
    "swin": lambda: (swin(), (image(56),)),
    "unet": lambda: (UNet(), (image(32),)),
    "vit": lambda: (vit(), (image(32),)),
    "volume": lambda: (Volume(), (torch.randn(1, 3, 8, 16, 16),)),
}


# Networks with symbolic lengths, by the dims of each input. They are written to the folder `dynamic`.
DYNAMIC = {
    "encoder_mask": ({0: "batch", 1: "length"}, {0: "batch", 1: "length"}),
    "gpt": ({0: "batch", 1: "length"},),
    "lstm": ({0: "batch"},),
    "resnet": ({0: "batch"},),
    "swin": ({0: "batch"},),
    "unet": ({0: "batch"},),
    "vit": ({0: "batch"},),
}


def reduce(graph):
    """Removes the elements of large tensors, doc strings and metadata."""
    tensors = list(graph.initializer)
    for node in graph.node:
        node.doc_string = ""
        del node.metadata_props[:]
        for attribute in node.attribute:
            if attribute.HasField("t"):
                tensors.append(attribute.t)
            if attribute.HasField("g"):
                reduce(attribute.g)
    for value in (*graph.input, *graph.output, *graph.value_info):
        value.doc_string = ""
        del value.metadata_props[:]
    for tensor in tensors:
        tensor.doc_string = ""
        if len(tensor.raw_data) > KEPT_BYTES:
            tensor.ClearField("raw_data")


def doubled(inputs):
    """Returns inputs with a batch of 2. The exporter that uses `torch.export` treats a length of 1 as a constant."""
    return tuple(torch.cat([tensor, tensor]) if tensor.shape[0] == 1 else tensor for tensor in inputs)


def symbolic(names, inputs, dynamo):
    """Returns the options for symbolic dims."""
    if dynamo:
        dims = {}
        shapes = [{dim: dims.setdefault(name, torch.export.Dim(name, max=16)) for dim, name in own.items()} for own in names]
        return {"dynamic_shapes": tuple(shapes)}
    labels = [f"input{index}" for index in range(len(inputs))]
    return {"input_names": labels, "dynamic_axes": dict(zip(labels, names))}


def write(path, model, inputs, dynamo, **extra):
    """Writes a model as an exporter writes it, without the elements of large tensors."""
    # The fused attention of inference has no ONNX form.
    torch.backends.mha.set_fastpath_enabled(False)
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        extra |= {"external_data": False} if dynamo else {"opset_version": 17}
        torch.onnx.export(model.eval(), inputs, str(path), dynamo=dynamo, **extra)
    whole = onnx.load(str(path))
    reduce(whole.graph)
    del whole.metadata_props[:]
    del whole.graph.metadata_props[:]
    path.write_bytes(whole.SerializeToString(deterministic=True))


def export(name, dynamo, dynamic=False):
    torch.manual_seed(0)
    model, inputs = NETWORKS[name]()
    kind = "dynamo" if dynamo else "script"
    path = FOLDER / ("dynamic" if dynamic else "") / f"{name}.{kind}.onnx"
    path.parent.mkdir(exist_ok=True)
    extra = {}
    if dynamic:
        inputs = doubled(inputs)
        extra = symbolic(DYNAMIC[name], inputs, dynamo)
    write(path, model, inputs, dynamo, **extra)
    return path


def main():
    for name in sys.argv[1:] or NETWORKS:
        for dynamo in (False, True):
            for dynamic in (False, True)[: 1 + (name in DYNAMIC)]:
                path = export(name, dynamo, dynamic)
                print(f"{path.relative_to(FOLDER)}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()

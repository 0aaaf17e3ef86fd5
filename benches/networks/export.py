#!/usr/bin/env python3
"""Exports 21 networks of full size from PyTorch as ONNX, by both of its exporters, for `benches/networks.py`.

    pip install torch torchvision timm transformers onnx onnxscript
    benches/networks/export.py FOLDER [NAME ...]

A network becomes `NAME.script.onnx` and `NAME.dynamo.onnx`, as in `tests/torch/export.py`: without the elements of large
weights. Llama is exported by `torch.export` alone, because the exporter that traces fails on it. The networks have random
weights, which their layouts do not depend on.
"""

import pathlib
import sys
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tests/torch"))
import export as small  # noqa: E402


class Crnn(nn.Module):
    """Text recognition: convolutions, then a recurrent layer over the columns."""

    def __init__(self):
        super().__init__()
        widths = [1, 64, 128, 256, 256]
        self.convs = nn.ModuleList(nn.Conv2d(a, b, 3, padding=1) for a, b in zip(widths, widths[1:]))
        self.rows = nn.LSTM(512, 128, bidirectional=True)
        self.head = nn.Linear(256, 37)

    def forward(self, x):
        for conv in self.convs:
            x = F.max_pool2d(F.relu(conv(x)), (2, 2) if x.shape[3] > 64 else (2, 1))
        y = x.flatten(1, 2).permute(2, 0, 1)
        return self.head(self.rows(y)[0])


class Residual(nn.Module):
    """A block of a diffusion network: group norms, convolutions, and a step that is added."""

    def __init__(self, inner, outer):
        super().__init__()
        self.norms = nn.ModuleList([nn.GroupNorm(8, inner), nn.GroupNorm(8, outer)])
        self.convs = nn.ModuleList([nn.Conv2d(inner, outer, 3, padding=1), nn.Conv2d(outer, outer, 3, padding=1)])
        self.step, self.skip = nn.Linear(128, outer), nn.Conv2d(inner, outer, 1)

    def forward(self, x, step):
        y = self.convs[0](F.silu(self.norms[0](x)))
        y = y + self.step(step)[:, :, None, None]
        return self.skip(x) + self.convs[1](F.silu(self.norms[1](y)))


class Spatial(nn.Module):
    """Self-attention over the pixels of an image."""

    def __init__(self, width, heads=4):
        super().__init__()
        self.norm, self.heads = nn.GroupNorm(8, width), heads
        self.into, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)

    def forward(self, x):
        batch, width, height, columns = x.shape
        y = self.norm(x).flatten(2).transpose(1, 2)
        q, k, v = (t.unflatten(2, (self.heads, -1)).transpose(1, 2) for t in self.into(y).chunk(3, 2))
        y = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2)
        return x + self.out(y).transpose(1, 2).reshape(batch, width, height, columns)


class Diffusion(nn.Module):
    """A denoising U-Net with attention in its lower levels."""

    def __init__(self, width=64):
        super().__init__()
        self.first, self.last = nn.Conv2d(4, width, 3, padding=1), nn.Conv2d(width, 4, 3, padding=1)
        self.down = nn.ModuleList([Residual(width, width), Residual(width, 2 * width), Residual(2 * width, 4 * width)])
        self.up = nn.ModuleList([Residual(8 * width, 2 * width), Residual(4 * width, width), Residual(2 * width, width)])
        self.attend = nn.ModuleList([Spatial(2 * width), Spatial(4 * width), Spatial(2 * width)])
        self.lower = nn.ModuleList(nn.Conv2d(w * width, w * width, 3, 2, 1) for w in (1, 2))
        self.middle = Residual(4 * width, 4 * width)

    def forward(self, x, step):
        a = self.down[0](self.first(x), step)
        b = self.attend[0](self.down[1](self.lower[0](a), step))
        c = self.attend[1](self.down[2](self.lower[1](b), step))
        y = self.up[0](torch.cat([self.middle(c, step), c], 1), step)
        y = self.attend[2](F.interpolate(y, scale_factor=2.0, mode="nearest"))
        y = F.interpolate(self.up[1](torch.cat([y, b], 1), step), scale_factor=2.0, mode="nearest")
        return self.last(self.up[2](torch.cat([y, a], 1), step))


class TasNet(nn.Module):
    """Separation of sound: convolutions over time with gated masks."""

    def __init__(self, width=128, inner=256, blocks=8):
        super().__init__()
        self.into, self.out = nn.Conv1d(1, width, 16, 8), nn.ConvTranspose1d(width, 1, 16, 8)
        layers = []
        for block in range(blocks):
            step = 2 ** (block % 4)
            layers.append(nn.Sequential(
                nn.Conv1d(width, inner, 1), nn.PReLU(), nn.GroupNorm(1, inner),
                nn.Conv1d(inner, inner, 3, padding=step, dilation=step, groups=inner), nn.PReLU(),
                nn.GroupNorm(1, inner), nn.Conv1d(inner, width, 1)))
        self.layers, self.mask = nn.ModuleList(layers), nn.Conv1d(width, 2 * width, 1)

    def forward(self, x):
        coded = F.relu(self.into(x))
        y = coded
        for layer in self.layers:
            y = y + layer(y)
        masks = self.mask(y).unflatten(1, (2, -1)).sigmoid()
        return self.out((masks * coded[:, None]).flatten(0, 1)).unflatten(0, (-1, 2))


class Whole(nn.Module):
    """A network of `transformers` or `torchvision` whose result is one tensor, not a record."""

    def __init__(self, net, pick, **extra):
        super().__init__()
        self.net, self.pick, self.extra = net, pick, extra

    def forward(self, *inputs):
        return self.net(*inputs, **self.extra)[self.pick]


def timm(name):
    import timm as library

    return library.create_model(name, pretrained=False)


def bert():
    import transformers as library

    sizes = {"hidden_size": 256, "num_hidden_layers": 4, "num_attention_heads": 4, "intermediate_size": 1024}
    return Whole(library.BertModel(library.BertConfig(**sizes, attn_implementation="eager")), "last_hidden_state")


def llama():
    import transformers as library

    sizes = {"hidden_size": 256, "num_hidden_layers": 3, "num_attention_heads": 8, "num_key_value_heads": 4}
    config = library.LlamaConfig(**sizes, intermediate_size=688, vocab_size=1000, attn_implementation="eager")
    return Whole(library.LlamaForCausalLM(config), "logits", use_cache=False)


def whisper():
    import transformers as library

    config = library.WhisperConfig(d_model=384, encoder_layers=4, encoder_attention_heads=6, encoder_ffn_dim=1536)
    return Whole(library.WhisperModel(config).encoder, "last_hidden_state")


def image(size=224):
    return (torch.randn(1, 3, size, size),)


def words(length, count):
    return (torch.randint(0, count, (1, length)),)


ZOO = small.zoo
NETWORKS = {
    "bert": lambda: (bert(), words(128, 1000)),
    "coatnet": lambda: (timm("coatnet_nano_rw_224"), image()),
    "convnext_tiny": lambda: (ZOO.convnext_tiny(), image()),
    "crnn": lambda: (Crnn(), (torch.randn(1, 1, 32, 128),)),
    "deeplab_mobilenet": lambda: (Whole(ZOO.segmentation.deeplabv3_mobilenet_v3_large(weights_backbone=None), "out"), image()),
    "densenet121": lambda: (ZOO.densenet121(), image()),
    "diffusion_unet": lambda: (Diffusion(), (torch.randn(1, 4, 32, 32), torch.randn(1, 128))),
    "efficientnet_b0": lambda: (ZOO.efficientnet_b0(), image()),
    "llama": lambda: (llama(), words(64, 1000)),
    "mobilenet_v3": lambda: (ZOO.mobilenet_v3_large(), image()),
    "mobilevit_s": lambda: (timm("mobilevit_s"), image(256)),
    "pvt_v2_b0": lambda: (timm("pvt_v2_b0"), image()),
    "r3d_18": lambda: (ZOO.video.r3d_18(), (torch.randn(1, 3, 8, 112, 112),)),
    "resnet50": lambda: (ZOO.resnet50(), image()),
    "shufflenet_v2": lambda: (ZOO.shufflenet_v2_x1_0(), image()),
    "swin_t": lambda: (ZOO.swin_t(), image()),
    "tasnet": lambda: (TasNet(), (torch.randn(1, 1, 8000),)),
    "unet": lambda: (small.UNet(32), image(128)),
    "vit_tiny": lambda: (timm("vit_tiny_patch16_224"), image()),
    "whisper_enc": lambda: (whisper(), (torch.randn(1, 80, 3000),)),
    "yolo": lambda: (small.Detector(32), image(320)),
}
DYNAMO_ALONE = ["llama"]


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    for name in sys.argv[2:] or NETWORKS:
        for dynamo in (False, True)[name in DYNAMO_ALONE :]:
            path = folder / f"{name}.{'dynamo' if dynamo else 'script'}.onnx"
            torch.manual_seed(0)
            try:
                small.write(path, *NETWORKS[name](), dynamo)
                print(f"{path.name}: {path.stat().st_size} bytes", flush=True)
            except Exception as error:
                path.unlink(missing_ok=True)
                print(f"{path.name}: {str(error).splitlines()[0][:200]}", flush=True)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main()

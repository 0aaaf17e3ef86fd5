#!/usr/bin/env python3
"""Quantizes networks of `export.py` with onnxruntime, for the test `quantized`.

    pip install torch torchvision onnx onnxscript onnxruntime
    python3 tests/torch/quantize.py [NAME...]

Each network becomes `quantized/NAME.float.onnx`, as exported, and `quantized/NAME.qdq.onnx` with a `QuantizeLinear` and
a `DequantizeLinear` around each op, both without the elements of weights. The committed files are of torch 2.15.0,
torchvision 0.29.2 and onnxruntime 1.32.0.
"""

import pathlib
import sys
import tempfile
import warnings

import onnx
import torch
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

import export

NAMES = ("mobilenet_v3", "resnet", "shufflenet")
FOLDER = export.FOLDER / "quantized"


class OneImage(CalibrationDataReader):
    """One random image, from which the ranges of all values are computed."""

    def __init__(self, image):
        self.images = iter([{"x": image.numpy()}])

    def get_next(self):
        return next(self.images, None)


def write(path, target):
    """Writes a model without the elements of its large tensors."""
    model = onnx.load(str(path))
    export.reduce(model.graph)
    del model.metadata_props[:]
    del model.graph.metadata_props[:]
    target.write_bytes(model.SerializeToString(deterministic=True))
    print(f"{target.relative_to(export.FOLDER)}: {target.stat().st_size} bytes")


def quantize(name):
    torch.manual_seed(0)
    model, (image,) = export.NETWORKS[name]()
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        plain, quantized = (pathlib.Path(folder) / kind for kind in ("float.onnx", "qdq.onnx"))
        options = {"dynamo": False, "opset_version": 17, "input_names": ["x"]}
        torch.onnx.export(model.eval(), (image,), str(plain), **options)
        signed = {"weight_type": QuantType.QInt8, "activation_type": QuantType.QInt8}
        quantize_static(str(plain), str(quantized), OneImage(image), quant_format=QuantFormat.QDQ, per_channel=True, **signed)
        FOLDER.mkdir(exist_ok=True)
        write(plain, FOLDER / f"{name}.float.onnx")
        write(quantized, FOLDER / f"{name}.qdq.onnx")


if __name__ == "__main__":
    for name in sys.argv[1:] or NAMES:
        quantize(name)

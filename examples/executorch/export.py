#!/usr/bin/env python3
"""Exports a network of PyTorch to TOSA by ExecuTorch's VGF backend.

    export.py [--quantized]

Writes to the current folder the network as `net.tosa`, a random input as `x.npy`, and PyTorch's output for it as
`expected.npy`. Needs the packages `executorch` (1.5), `torch`, `torchao`, `tosa-tools` and `ai-ml-sdk-model-converter`.
"""

import argparse
import pathlib
import tempfile


def export(model, example, quantized):
    """Returns the bytes of a serialized TOSA graph, and the model that it computes: with `quantized`, in 8 bits."""
    import torch
    from executorch.backends.arm.quantizer import VgfQuantizer, get_symmetric_quantization_config
    from executorch.backends.arm.vgf import VgfCompileSpec, VgfPartitioner
    from executorch.exir import to_edge_transform_and_lower
    from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e

    model = model.eval()
    spec = VgfCompileSpec("TOSA-1.0+FP+INT" if quantized else "TOSA-1.0+FP")
    if quantized:
        quantizer = VgfQuantizer(spec)
        quantizer.set_global(get_symmetric_quantization_config(is_per_channel=True))
        prepared = prepare_pt2e(torch.export.export(model, example).module(check_guards=False), quantizer)
        for _ in range(4):
            prepared(*(torch.randn_like(tensor) for tensor in example))
        model = convert_pt2e(prepared)
    with tempfile.TemporaryDirectory() as folder:
        spec.dump_intermediate_artifacts_to(folder)
        to_edge_transform_and_lower(torch.export.export(model, example), partitioner=[VgfPartitioner(spec)])
        (graph,) = pathlib.Path(folder).glob("*.tosa")
        return graph.read_bytes(), model


def network():
    """Returns a network of two convolutions, all of whose weights are 0.125, and an input."""
    import torch
    from torch import nn

    class Network(nn.Module):
        def __init__(self):
            super().__init__()
            self.first = nn.Conv2d(3, 8, 3, padding=1)
            self.second = nn.Conv2d(8, 8, 1)

        def forward(self, x):
            x = torch.relu(self.first(x))
            x = x + torch.sigmoid(self.second(x))
            return torch.max_pool2d(x, 2)

    torch.manual_seed(1)
    model = Network()
    for weights in model.parameters():
        nn.init.constant_(weights, 0.125)
    return model, torch.randn(1, 3, 8, 12)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quantized", action="store_true", help="quantize to 8 bits")
    options = parser.parse_args()
    import numpy

    model, x = network()
    graph, model = export(model, (x,), options.quantized)
    pathlib.Path("net.tosa").write_bytes(graph)
    numpy.save("x.npy", x.numpy())
    numpy.save("expected.npy", model(x).detach().numpy())


if __name__ == "__main__":
    main()

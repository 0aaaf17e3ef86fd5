#!/usr/bin/env python3
"""Bulk calls of the Python module, beside NumPy's own computation of the same arrays.

    python3 benches/python.py

For layouts of some 10^6 elements: `offsets()`, `offset` of an array of all indices in random order, `pack` and `unpack`. NumPy
computes the offsets by index arithmetic on broadcast ranges, and the elements by reshapes, transposes and pads, or by fancy
indexing where no such view exists. Results are compared first. Each number is the median of several calls, and the ratio is
the time of layoutc over that of NumPy. The program needs the modules `layoutc` and `numpy`.
"""

import statistics
import time

import numpy

import layoutc

REPEATS = 15


def ranges(*lengths):
    """Returns the indices along each dim, for broadcasting."""
    return numpy.ogrid[tuple(slice(length) for length in lengths)]


def columns(indices):
    """Returns the components of a list of indices."""
    return numpy.ascontiguousarray(indices.T)


def channel_blocks(size):
    """Returns the function of offsets of channels in blocks of a size, its pack and its unpack."""

    def offsets(n, c, h, w):
        return (((n * (64 // size) + c // size) * 112 + h) * 140 + w) * size + c % size

    def pack(array):
        blocks = array.reshape(1, 64 // size, size, 112, 140)
        return numpy.ascontiguousarray(blocks.transpose(0, 1, 3, 4, 2)).ravel()

    def unpack(memory):
        blocks = memory.reshape(1, 64 // size, 112, 140, size)
        return numpy.ascontiguousarray(blocks.transpose(0, 1, 4, 2, 3)).reshape(1, 64, 112, 140)

    return offsets, pack, unpack


def nhwc(n, c, h, w):
    return ((n * 112 + h) * 140 + w) * 64 + c


def pack_nhwc(array):
    return numpy.ascontiguousarray(array.transpose(0, 2, 3, 1)).ravel()


def unpack_nhwc(memory):
    return numpy.ascontiguousarray(memory.reshape(1, 112, 140, 64).transpose(0, 3, 1, 2))


def swizzled(i, j):
    offset = i * 1024 + j
    return offset ^ ((offset >> 3) & 0x38)


def padded(i, j):
    row, column = i - 3, j - 5
    inside = (row >= 0) & (row < 1000) & (column >= 0) & (column < 1000)
    return numpy.where(inside, row * 1000 + column, -1)


def pack_padded(array):
    return array[3:1003, 5:1005].ravel()


def unpack_padded(memory):
    return numpy.pad(memory.reshape(1000, 1000), ((3, 4), (5, 2)))


DESCRIPTOR = """
layout.descriptor @d {
  %m, %n = layout.packed [1000, 1000]
  %i = layout.pad %m low 3 high 4
  %j = layout.pad %n low 5 high 2
  layout.yield %i, %j
}
"""


def fancy(offsets):
    """Returns a pack and an unpack of a layout without padding by its offsets."""

    def pack(array):
        memory = numpy.empty(array.size, array.dtype)
        memory[offsets] = array
        return memory

    return pack, lambda memory: memory[offsets]


def cases():
    """Returns a name, a layout, NumPy's function of offsets, and its pack and unpack."""
    yield "chw32", layoutc.Layout("trt:kCHW32[1,64,112,140]"), *channel_blocks(32)
    yield "nhwc", layoutc.Layout("torch:channels_last(1,64,112,140)"), nhwc, pack_nhwc, unpack_nhwc
    yield "onednn aBcd16b", layoutc.Layout("onednn:aBcd16b[1,64,112,140]"), *channel_blocks(16)
    layout = layoutc.Layout("cute:S<3,3,3> o (1024,1024):(1024,1)")
    yield "cute swizzled", layout, swizzled, *fancy(layout.offsets())
    yield "padded descriptor", layoutc.Module.parse(DESCRIPTOR).layout("d"), padded, pack_padded, unpack_padded


def seconds(run):
    """Returns the median time of a call."""
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def row(name, call, own, other):
    """Compares the results of two functions, and prints their times."""
    assert (own() == other()).all(), (name, call)
    ours, numpys = seconds(own), seconds(other)
    print(f"| {name} | `{call}` | {1e3 * ours:.2f} ms | {1e3 * numpys:.2f} ms | {ours / numpys:.2f} |", flush=True)
    return ours / numpys


def main():
    random = numpy.random.default_rng(1)
    ratios = {}
    print("| layout | call | layoutc | NumPy | ratio |\n|---|---|---|---|---|")
    for name, layout, function, pack, unpack in cases():
        shape = layout.shape
        own = ranges(*shape)
        indices = numpy.stack(numpy.unravel_index(random.permutation(numpy.prod(shape)), shape), axis=-1)
        array = random.integers(1, 1 << 30, shape, dtype="int32")
        memory = layout.pack(array)
        for call, ours, numpys in [
            ("offsets()", layout.offsets, lambda: numpy.ascontiguousarray(function(*own))),
            ("offset(indices)", lambda: layout.offset(indices), lambda: function(*columns(indices))),
            ("pack(array)", lambda: layout.pack(array), lambda: pack(array)),
            ("unpack(memory)", lambda: layout.unpack(memory), lambda: unpack(memory)),
        ]:
            ratios.setdefault(call, []).append(row(name, call, ours, numpys))
    for call, found in ratios.items():
        print(f"{call}: {min(found):.2f} to {max(found):.2f} times the time of NumPy")


if __name__ == "__main__":
    main()

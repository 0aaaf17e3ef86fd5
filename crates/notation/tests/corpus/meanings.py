"""Writes the corpora of texts that peers print: `python3 meanings.py` rewrites the `.txt` files beside it.

Each text has its meaning as a function of an index, written here from the definition of the peer, or the reason for which it
is refused. Nothing here uses layoutc. The results of operations of CuTe are those of pycute, if PYCUTE names its folder, and else
those that are written here.
"""

import itertools
import os
import sys
from collections import namedtuple
from pathlib import Path

FOLDER = Path(__file__).parent


def linear(*strides, offset=0):
    return lambda *at: sum(index * stride for index, stride in zip(at, strides)) + offset


def row_major(lengths):
    strides = [1] * len(lengths)
    for dim in reversed(range(len(lengths) - 1)):
        strides[dim] = strides[dim + 1] * lengths[dim + 1]
    return linear(*strides)


def modes(shape, stride):
    """CuTe: the index of a nested mode is split colexicographically, the first part the fastest."""

    def mode(index, shape, stride):
        if isinstance(shape, int):
            return index * stride
        total = 0
        for part, by in zip(shape, stride):
            size = flat_size(part)
            total += mode(index % size, part, by)
            index //= size
        return total

    return lambda *at: sum(mode(index, *pair) for index, *pair in zip(at, shape, stride))


def flat_size(shape):
    size = 1
    for part in [shape] if isinstance(shape, int) else shape:
        size *= part if isinstance(part, int) else flat_size(part)
    return size


def swizzled(bits, base, shift, function, element_bytes=1):
    """CuTe: the bits at base + shift are added without carry to those at base, in units of bytes for a pointer."""

    def swizzle(offset):
        byte = offset * element_bytes
        mask = ((1 << bits) - 1) << (base + shift)
        return (byte ^ ((byte & mask) >> shift)) // element_bytes

    return lambda *at: swizzle(function(*at))


def vectors(lengths, width, dim):
    """TensorRT: vectors of channels, the dim is counted from the end."""
    channel = len(lengths) - dim

    def offset(*at):
        array = list(lengths)
        array[channel] = -(-lengths[channel] // width)
        index = list(at)
        index[channel] = at[channel] // width
        return row_major(array)(*index) * width + at[channel] % width

    return offset


def channels_last(lengths, dim, multiple=1, row_multiple=1, channels=None):
    """TensorRT: the channels are the fastest dim, rounded up; a row is a multiple of some elements."""
    channel = len(lengths) - dim
    count = channels or -(-lengths[channel] // multiple) * multiple

    def offset(*at):
        outer, spatial = list(at[:channel]), list(at[channel + 1 :])
        row = -(-lengths[-1] * count // row_multiple) * row_multiple
        total = 0
        for index, length in zip(outer + spatial[:-1], list(lengths[:channel]) + list(lengths[channel + 1 : -1])):
            total = total * length + index
        return total * row + spatial[-1] * count + at[channel]

    return offset


def tiled(lengths, minor_to_major, tiles):
    """XLA: a tile splits the fastest dims of the array before it; all inner dims follow all outer dims."""
    order = list(reversed(minor_to_major))

    def offset(*at):
        array = [lengths[dim] for dim in order]
        index = [at[dim] for dim in order]
        for tile in tiles:
            first = len(array) - len(tile)
            outer, inner = array[:first], []
            outer_index, inner_index = index[:first], []
            joined, joined_index = 1, 0
            for length, step, size in zip(array[first:], index[first:], tile):
                joined, joined_index = joined * length, joined_index * length + step
                if size == "*":
                    continue
                outer.append(-(-joined // size))
                outer_index.append(joined_index // size)
                inner.append(size)
                inner_index.append(joined_index % size)
                joined, joined_index = 1, 0
            array, index = outer + inner, outer_index + inner_index
        return row_major(array)(*index)

    return offset


def samples(lengths):
    """The corners of the index space, and a few indices inside."""
    corners = itertools.islice(itertools.product(*({0, length - 1} for length in lengths)), 8)
    inner = [tuple((number * (dim + 3) + 1) % length for dim, length in enumerate(lengths)) for number in range(1, 6)]
    return sorted(set(corners) | set(inner))


Scalar = namedtuple("Scalar", ["shape", "stride"])
"""A layout of one mode that is not in parentheses."""


class Corpus:
    def __init__(self, name, prefix):
        self.name, self.prefix, self.lines = name, prefix, []

    def read(self, text, lengths, function):
        self.lines += [f"text: {self.prefix}{text}", "lengths: " + " ".join(map(str, lengths))]
        for at in samples(lengths):
            offset = function(*at)
            value = "none" if offset is None else offset
            self.lines.append(f"at {' '.join(map(str, at))}: {value}")
        self.lines.append("")

    def refused(self, text, *quotes):
        self.lines += [f"text: {self.prefix}{text}"] + [f"refused: {quote}" for quote in quotes] + [""]

    def write(self):
        head = [
            f"# Texts as {self.name} prints or spells them, with lengths and offsets, or with parts of the refusal.",
            "# Written by meanings.py, which has the meaning of each text.",
            "",
        ]
        path = FOLDER / f"{self.name}.txt"
        path.write_text("\n".join(head + self.lines))


def pycute(name, *arguments):
    """The result of an operation of pycute as (shape, stride); None without pycute."""
    folder = os.environ.get("PYCUTE")
    if not folder:
        return None
    sys.path.insert(0, folder)
    import pycute as module

    def make(argument):
        is_layout = isinstance(argument, Scalar) or isinstance(argument, tuple) and isinstance(argument[0], tuple)
        return module.Layout(*argument) if is_layout else argument

    result = getattr(module, name)(*(make(argument) for argument in arguments))
    return result.shape, result.stride


def operation(corpus, text, name, arguments, shape, stride):
    """Adds an operation with its result, which is compared with that of pycute."""
    found = pycute(name, *arguments)
    assert found is None or found == (shape, stride), (text, found)
    if isinstance(shape, int):
        shape, stride = (shape,), (stride,)
    corpus.read(text, [flat_size(part) for part in shape], modes(shape, stride))


def cute():
    c = Corpus("cute", "cute:")
    for text in ["4", "_4", "Int<4>", "Int<4>{}", "_4{}", "C<4>", "cute::C<4>{}", "4:1", "_4:_1", "(_4):(_1)", "(4,):(1,)"]:
        c.read(text, [4], linear(1))
    c.read("(_4,_8)", [4, 8], linear(1, 4))
    c.read("(4,8)", [4, 8], linear(1, 4))
    for text in [
        "(_4,_8):(_8,_1)",
        "(4,8):(8,1)",
        "(_4, _8):(_8, _1)",
        "(_4,8):(8,_1)",
        '!cute.layout<"(4,8):(8,1)">',
        '"(4,8):(8,1)"',
        "Layout<Shape<_4,_8>,Stride<_8,_1>>",
        "Layout<Shape<_4,_8>,Stride<_8,_1>>{}",
        "cute::Layout<cute::tuple<cute::C<4>, cute::C<8> >, cute::tuple<cute::C<8>, cute::C<1> > >",
        "Layout((4, 8),(8, 1))",
        "make_layout(make_shape(4,8),make_stride(8,1))",
        "make_layout(make_shape(Int<4>{},8),make_stride(8,Int<1>{}))",
        "cute::make_layout(cute::make_shape(4,8),cute::make_stride(8,1))",
        "cute.make_layout((4, 8), stride=(8, 1))",
        "make_layout(Shape<_4,_8>{},LayoutRight{})",
        "make_layout(make_shape(4,8),GenRowMajor{})",
    ]:
        c.read(text, [4, 8], linear(8, 1))
    for text in ["make_layout(make_shape(4,8))", "make_layout(Shape<_4,_8>{},LayoutLeft{})", "cute.make_layout((4, 8))"]:
        c.read(text, [4, 8], linear(1, 4))
    c.read("((_2,_2),_4):((_1,_8),_2)", [4, 4], modes(((2, 2), 4), ((1, 8), 2)))
    c.read("((2,2),(3,4)):((1,2),(16,4))", [4, 12], modes(((2, 2), (3, 4)), ((1, 2), (16, 4))))
    c.read("((_2,_2),_4):((_1,_8),_0)", [4, 4], modes(((2, 2), 4), ((1, 8), 0)))
    c.read("make_layout(make_shape(make_shape(2,3),4),LayoutRight{})", [6, 4], modes(((2, 3), 4), ((12, 4), 1)))
    c.read("Layout<Shape<_4,Shape<Int<2>,_4>>,Stride<_1,Stride<_4,_8>>>", [4, 8], modes((4, (2, 4)), (1, (4, 8))))
    c.read("4:-1", [4], linear(-1))
    rows = linear(64, 1)
    for head in ["Sw<3,4,3> o smem_ptr[16b](unset) o", "Swizzle<3,4,3> o smem_ptr[16b](unset) o", "Sw<3,4,3>_smem_ptr[16b](0x400) o", "Sw<3,4,3>_smem_ptr[16b](0x7f0010000400) o"]:
        c.read(f"{head} (_8,_64):(_64,_1)", [8, 64], swizzled(3, 4, 3, rows, 2))
    c.read("Sw<3,3,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)", [8, 64], swizzled(3, 3, 3, rows, 2))
    c.read("Sw<2,4,3> o smem_ptr[32b](unset) o (_8,_16):(_16,_1)", [8, 16], swizzled(2, 4, 3, linear(16, 1), 4))
    c.read("Sw<3,4,3> o smem_ptr[8b](unset) o (_8,_128):(_128,_1)", [8, 128], swizzled(3, 4, 3, linear(128, 1), 1))
    c.read(
        "Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_4),(_64,_2)):((_64,_512),(_1,_2048))",
        [32, 128],
        swizzled(3, 4, 3, modes(((8, 4), (64, 2)), ((64, 512), (1, 2048))), 2),
    )
    for head in ["Sw<3,3,3> o 0 o", "Sw<3,3,3> o _0 o", "S<3,3,3> o"]:
        c.read(f"{head} (8,64):(64,1)", [8, 64], swizzled(3, 3, 3, rows))
    c.read("S<3,3,3> o 8 o (8,64):(64,1)", [8, 64], swizzled(3, 3, 3, linear(64, 1, offset=8)))
    c.read(
        "cute::ComposedLayout<cute::Swizzle<3, 3, 3>, cute::C<0>, cute::Layout<cute::tuple<cute::C<8>, cute::C<64>>, cute::tuple<cute::C<64>, cute::C<1>>>>",
        [8, 64],
        swizzled(3, 3, 3, rows),
    )
    c.read("ComposedLayout<Swizzle<3,4,3>,smem_ptr_flag_bits<16>,Layout<Shape<_8,_64>,Stride<_64,_1>>>", [8, 64], swizzled(3, 4, 3, rows, 2))
    for head in ["smem_ptr[16b](0x7f0000000000) o", "gmem_ptr[16b](0x7f0000000000) o", "ptr[16b](0x55d0) o", "gmem_ptr[16b](unset) o"]:
        c.read(f"{head} (_8,_64):(_64,_1)", [8, 64], rows)
    a, b = ((4, 8), (8, 1)), ((6, 2), (8, 2))
    for tiler in ["(2,4)", "Shape<_2,_4>{}", "make_tile(2,4)", "<2:1,4:1>", "make_shape(_2,_4)"]:
        operation(c, f"zipped_divide((4,8):(8,1),{tiler})", "zipped_divide", (a, (2, 4)), ((2, 4), (2, 2)), ((8, 1), (16, 4)))
    operation(c, "logical_divide((4,8):(8,1),(2,4))", "logical_divide", (a, (2, 4)), ((2, 2), (4, 2)), ((8, 16), (1, 4)))
    operation(c, "tiled_divide((4,8):(8,1),(2,4))", "tiled_divide", (a, (2, 4)), ((2, 4), 2, 2), ((8, 1), 16, 4))
    operation(c, "composition((6,2):(8,2),(4,3):(3,1))", "composition", (b, ((4, 3), (3, 1))), ((2, 2), 3), ((24, 2), 8))
    operation(c, "cute::composition((6,2):(8,2),(4,3):(3,1))", "composition", (b, ((4, 3), (3, 1))), ((2, 2), 3), ((24, 2), 8))
    operation(c, "right_inverse((4,8):(8,1))", "right_inverse", (a,), (8, 4), (4, 1))
    operation(c, "coalesce((2,(1,6)):(1,(6,2)))", "coalesce", (((2, (1, 6)), (1, (6, 2))),), 12, 1)
    operation(c, "complement((2,2):(1,6),24)", "complement", (((2, 2), (1, 6)), 24), (3, 2), (2, 12))
    operation(c, "logical_product((2,2):(4,1),6:1)", "logical_product", (((2, 2), (4, 1)), Scalar(6, 1)), ((2, 2), (2, 3)), ((4, 1), (2, 8)))
    for basis in ["1@0", "_1@0", "_1@1@0"]:
        c.refused(f"(4,8):({basis},_1@1)", f"`{basis}` is a scaled basis", "write the strides of memory")
    c.refused("4:1@0", "`1@0` is a scaled basis")
    c.refused("(4,8):(E<0>,E<1>)", "`E<0>` is a scaled basis")
    c.refused("(4,8):(ScaledBasis<Int<1>, 0>{},1)", "`ScaledBasis<Int<1>, 0>{}` is a scaled basis")
    c.refused("ArithTuple(_0,_0) o (4,8):(_1@1,_1@0)", "`ArithTuple(_0,_0)` counts coordinates", "write the layout after `o`")
    c.refused("counting_iterator(0) o (4,8):(8,1)", "`counting_iterator(0)` counts coordinates")
    c.refused("tmem_[32b](0x0000.0000) o (_128,_64):(_65536,_1)", "is an address in tensor memory")
    c.refused("(?,8):(8,1)", "`?` is a number that is known at run time", "or a symbol such as `n`")
    c.refused("(4,8):(8,?{div=4})", "`?{div=4}` is a number that is known at run time")
    c.refused("(?{i64 div=16},8):(1,4)", "`?{i64 div=16}` is a number that is known at run time")
    c.refused("Layout<tuple<C<4>,int>,tuple<int,C<1>>>", "`int` is a number that is known at run time")
    c.refused("cute::Layout<cute::tuple<cute::C<4>, long>, cute::tuple<long, cute::C<1>>>", "`long` is a number that is known at run time")
    c.refused("(4,_):(1,4)", "`_` selects a mode")
    c.refused("(_4,X):(_1,_4)", "`X` selects a mode")
    c.refused("Sw<3,4,3>_smem_ptr[16b](0x410) o (_8,_64):(_64,_1)", "the address must be a multiple of 1024 bytes")
    c.refused("Sw<1,2,0> o 4:1", "the shift of a swizzle of 1 bits must be at least 1")
    c.refused("(4,8):(8,1,2)", "the stride must have the modes of the shape")
    c.refused("(4,8):8", "the stride must have the modes of the shape")
    c.refused("_-4", "a length must be at least 1, but is -4")
    c.refused("(4,8):(8,1)*2", "unexpected `*`")
    c.refused("[4,8]:[8,1]", "unexpected `[`")
    c.refused("make_ordered_layout((4,8),(1,0))", "unknown operation `make_ordered_layout`", "the operations are")
    c.refused("local_tile((8,8):(8,1),(2,4),(1,1))", "unknown operation `local_tile`")
    c.refused("composition(4:1,8:1)", "index [7] of the second layout has offset 7")
    c.refused("SW128_16b o (8,64):(64,1)", "found `o`")
    c.write()


def tensorrt():
    c = Corpus("tensorrt", "trt:")
    shape = [1, 35, 7, 5]
    chw32 = vectors(shape, 32, 3)
    for text in [
        "kCHW32[1,35,7,5]:f16",
        "kCHW32[1,35,7,5]:kHALF",
        "kCHW32[1,35,7,5]:fp16",
        "CHW32[1,35,7,5]:HALF",
        "chw32[1x35x7x5]:fp16",
        "TensorFormat::kCHW32[1,35,7,5]:DataType::kHALF",
        "nvinfer1::TensorFormat::kCHW32[1,35,7,5]:nvinfer1::DataType::kHALF",
        "TensorFormat.CHW32[1,35,7,5]:DataType.HALF",
        "trt.TensorFormat.CHW32[1,35,7,5]:trt.float16",
        "fp16:chw32:1x35x7x5",
        "fp16:chw32[1,35,7,5]",
        "Thirty-two wide channel vectorized row major FP16 format[1,35,7,5]",
        "Thirty-two wide channel vectorized row major FP16 format.[1x35x7x5]",
    ]:
        c.read(text, shape, chw32)

    def inspected(lengths, phrase, location=True):
        where = '"Location": "Device", ' if location else ""
        return f'{{"Name": "x", {where}"Dimensions": [{",".join(map(str, lengths))}], "Format/Datatype": "{phrase}"}}'

    for phrase, lengths, function in [
        ("Row major linear FP16 format", shape, row_major(shape)),
        ("Row major linear FP32", shape, row_major(shape)),
        ("Row major linear Int32", shape, row_major(shape)),
        ("Row major Int8 format", shape, row_major(shape)),
        ("Row major linear Int64 format", shape, row_major(shape)),
        ("Row major linear BFloat16 format", shape, row_major(shape)),
        ("Row major linear UInt8 format", shape, row_major(shape)),
        ("Two wide channel vectorized row major FP16 format", shape, vectors(shape, 2, 3)),
        ("Two wide channel vectorized row major BFloat16 format", shape, vectors(shape, 2, 3)),
        ("Four wide channel vectorized row major Int8 format", shape, vectors(shape, 4, 3)),
        ("Sixteen wide channel vectorized row major FP16 format", shape, vectors(shape, 16, 3)),
        ("Thirty-two wide channel vectorized row major Int8 format", shape, vectors(shape, 32, 3)),
        ("Thirty-two wide channel vectorized row major FP32 format", shape, vectors(shape, 32, 3)),
        ("Thirty-two wide channel vectorized row major Int8 format with 3 spatial dimensions", [1, 35, 2, 3, 4], vectors([1, 35, 2, 3, 4], 32, 4)),
        ("Channel major FP32 format", shape, channels_last(shape, 3)),
        ("Channel major FP16 format where channel % 8 == 0", shape, channels_last(shape, 3, 8)),
        ("Channel major BFloat16 format where channel % 8 == 0", shape, channels_last(shape, 3, 8)),
        ("Channel major FP16 format where C % 8 == 0", shape, channels_last(shape, 3, 8)),
        ("Channel major FP16 format where channel % 16 == 0", shape, channels_last(shape, 3, 16)),
        ("Channel major FP16 format where channel % 8 == 0 with 3 spatial dimensions", [1, 3, 2, 3, 4], channels_last([1, 3, 2, 3, 4], 4, 8)),
        ("Channel major FP32 format with 3 spatial dimensions", [1, 3, 2, 3, 4], channels_last([1, 3, 2, 3, 4], 4)),
        ("Row major INT8 format where column stride % 64 == 0", [1, 3, 7, 5], lambda n, ch, h, w: ((n * 3 + ch) * 7 + h) * 64 + w),
        ("Row major FP16 format where column stride % 64 == 0", [1, 3, 7, 5], lambda n, ch, h, w: ((n * 3 + ch) * 7 + h) * 32 + w),
        ("Channel major INT8 format where channel == 4 and column stride % 32 == 0", [1, 3, 7, 5], channels_last([1, 3, 7, 5], 3, 4, 32)),
        ("Channel major FP16 format where channel == 4 and column stride % 32 == 0", [1, 4, 7, 5], channels_last([1, 4, 7, 5], 3, 4, 16)),
    ]:
        c.read(inspected(lengths, phrase), lengths, function)
    c.read(inspected(shape, "Thirty-two wide channel vectorized row major Int8 format.", location=False), shape, chw32)
    c.read("{ Name: conv0_out, Location: Device, Dimensions: [1,35,7,5], Format/Datatype: Thirty-two wide channel vectorized row major Int8 format }", shape, chw32)
    c.read("kLINEAR[1,3,4,4]:kFLOAT", [1, 3, 4, 4], row_major([1, 3, 4, 4]))
    c.read("fp32:chw:1x3x4x4", [1, 3, 4, 4], row_major([1, 3, 4, 4]))
    c.read("int8:chw4:1x5x4x4", [1, 5, 4, 4], vectors([1, 5, 4, 4], 4, 3))
    c.read("fp16:hwc8:1x3x4x4", [1, 3, 4, 4], channels_last([1, 3, 4, 4], 3, 8))
    c.read("kHWC8<trt11>[1,3,4,4]:kBF16", [1, 3, 4, 4], channels_last([1, 3, 4, 4], 3, 8))
    c.read("kDLA_LINEAR[1,3,7,5]:kINT8", [1, 3, 7, 5], lambda n, ch, h, w: ((n * 3 + ch) * 7 + h) * 64 + w)
    c.read("kDLA_HWC4<orin>[1,3,7,5]:kINT8", [1, 3, 7, 5], channels_last([1, 3, 7, 5], 3, 4, 64))

    for phrase in ["N/A due to dynamic shapes", "Unknown format", "Half", "Float"]:
        c.refused(inspected(shape, phrase), f"`{phrase}` does not describe a format", "write the enumerator")
    for phrase in [
        "Channel major FP16 format where channel % 4 == 0",
        "Channel major Int8 format where channel % 4 == 0",
        "Channel major FP16 format where C % 8 == 0 and H Stride % 32 == 0",
        "Sixteen wide channel vectorized row major FP16 format with 3 spatial dimensions",
    ]:
        c.refused(inspected(shape, phrase), f"no format of the table is `{phrase[:40]}")
    c.refused(inspected(shape, "Row major linear BOOL"), "`BOOL` has no element type here", "write `ui8`")
    c.refused(inspected([-1, 35, 7, 5], "Row major linear FP16 format"), "a dimension of -1 is known at run time")
    c.refused('{"Name": "conv0", "LayerType": "CaskConvolution", "Inputs": [{"Name": "x", "Dimensions": [1,3,4,4], "Format/Datatype": "Row major linear FP32"}], "Outputs": []}', "a layer of the inspector has several tensors", "write one")
    c.refused('{"Layers": ["a", "b"], "Bindings": ["x"]}', "a layer of the inspector has several tensors")
    c.refused('{"Name": "x", "Format/Datatype": "Row major linear FP32"}', "missing key `Dimensions`")
    c.refused("fp16:chw32+hwc8:1x35x7x5", "found `+`")
    c.refused("kCHW32[1,35,7,5]:kBOOL", "`kBOOL` has no element type here")
    c.refused("kCHW32[1,35,7,5]:kHALFF", "unknown element type `kHALFF`", "did you mean `half`?")
    c.refused("kCHW16[1,35,7,5]:fp32", "format `chw16` does not support f32")
    c.refused("kCHW33[1,35,7,5]:fp16", "unknown format `kCHW33`", "did you mean `kCHW32`?")
    c.refused("input:1x3x224x224", "`input:1x3x224x224` states no format", "such as `fp16:chw32:1x35x7x5`")
    c.write()


def torch():
    c = Corpus("torch", "torch:")
    sizes, strides = [2, 3, 4, 5], (60, 1, 15, 3)
    for text in [
        "(2,3,4,5):(60,1,15,3)",
        "torch.Size([2, 3, 4, 5]):(60, 1, 15, 3)",
        "torch.Size([2, 3, 4, 5]) (60, 1, 15, 3)",
        "torch.Size([2, 3, 4, 5]), (60, 1, 15, 3)",
        "[2, 3, 4, 5]:[60, 1, 15, 3]",
        "size=(2, 3, 4, 5), stride=(60, 1, 15, 3)",
        "size=torch.Size([2, 3, 4, 5]), stride=(60, 1, 15, 3)",
        "torch.empty_strided((2, 3, 4, 5), (60, 1, 15, 3), device='cuda:0', dtype=torch.float16)",
        "empty_strided_cuda((2, 3, 4, 5), (60, 1, 15, 3), torch.float32)",
        "empty_strided((2, 3, 4, 5), (60, 1, 15, 3), device=torch.device(type='cuda', index=0), dtype=torch.bfloat16)",
        "f32[2, 3, 4, 5][60, 1, 15, 3]cuda:0",
        '"f16[2, 3, 4, 5][60, 1, 15, 3]cuda:0"',
        "bf16[2, 3, 4, 5][60, 1, 15, 3]cpu",
        "i64[2, 3, 4, 5][60, 1, 15, 3]",
        "b8[2, 3, 4, 5][60, 1, 15, 3]cuda:0",
        "torch.channels_last(2,3,4,5)",
        "torch.channels_last torch.Size([2, 3, 4, 5])",
        "channels_last([2, 3, 4, 5])",
        "channels_last(2, 3, 4, 5):torch.float16",
        "(2,3,4,5):(60,1,15,3):torch.float16",
        "(2,3,4,5):(60,1,15,3):float16",
        "(2,3,4,5):(60,1,15,3):torch.bool",
    ]:
        c.read(text, sizes, linear(*strides))
    c.read("torch.contiguous_format torch.Size([2, 3])", [2, 3], linear(3, 1))
    c.read("torch.channels_last_3d(2,3,4,5,6)", [2, 3, 4, 5, 6], linear(360, 1, 90, 18, 3))
    for text in ["(2,3):(3,1)+4", "torch.as_strided(x, (2, 3), (3, 1), 4)", "reinterpret_tensor(buf0, (2, 3), (3, 1), 4)", "torch.as_strided(x, [2, 3], [3, 1], storage_offset=4)"]:
        c.read(text, [2, 3], linear(3, 1, offset=4))
    c.read("torch.as_strided(x, (2, 3), (3, 1))", [2, 3], linear(3, 1))
    c.read("torch.Size([3]) (0,)", [3], linear(0))
    c.read("(2,):(1,)", [2], linear(1))
    for text in ["torch.Size([]):()", "torch.Size([]) ()", "():()"]:
        c.read(text, [], lambda: 0)
    c.refused("torch.Size([2, 3, 4, 5])", "`torch.Size([2, 3, 4, 5])` states sizes without strides", "write `(SIZES):(STRIDES)`")
    c.refused("(2, 3)", "`(2, 3)` states sizes without strides")
    c.refused("f32[2, 3]", "`f32[2, 3]` states sizes without strides")
    c.refused("FakeTensor(..., size=(2, 3), dtype=torch.float16)", "does not state the strides of the tensor", "write `(SIZES):(STRIDES)`")
    c.refused("tensor([[1, 2], [3, 4]])", "does not state the strides of the tensor")
    c.refused("preserve_format(2,3)", "unknown memory format `preserve_format`", "formats: channels_last")
    c.refused("torch.sparse_csr(2,3)", "unknown memory format `sparse_csr`")
    c.refused("torch.channels_last(2,3)", "`channels_last` requires 4 sizes, but there are 2")
    c.refused("(2,3):(-3,1)", "a stride must be at least 0 in torch, but is -3")
    c.refused("torch.Size([2, 3]) (3,)", "expected one stride for each of 2 sizes, found 1")
    c.refused("(2,3):(3,1):torch.complex64", "unknown element type")
    c.refused("empty_strided((2, 3), (3, 1), layout=torch.sparse_coo)", "found `layout`")
    c.write()


def jax():
    c = Corpus("jax", "xla:")
    tall = [16, 256]
    for text, tiles in [
        ("f32[16,256]{1,0}", []),
        ("f32[16,256]", []),
        ("f32[16,256]{1,0:T(8,128)}", [(8, 128)]),
        ("bf16[16,256]{1,0:T(8,128)(2,1)}", [(8, 128), (2, 1)]),
        ("%p.1 = bf16[16,256]{1,0:T(8,128)(2,1)} parameter(0)", [(8, 128), (2, 1)]),
        ("ROOT %add.3 = f32[16,256]{1,0} add(f32[16,256]{1,0} %a, f32[16,256]{1,0} %b)", []),
        ("f32[16,256] Layout(major_to_minor=(0, 1), tiling=((8, 128),), sub_byte_element_size_in_bits=0)", [(8, 128)]),
        ("bfloat16[16,256] Layout(major_to_minor=(0, 1), tiling=((8, 128), (2, 1)), sub_byte_element_size_in_bits=0)", [(8, 128), (2, 1)]),
        ("float32[16,256] Layout(major_to_minor=(0, 1), tiling=(), sub_byte_element_size_in_bits=0)", []),
        ("float32[16,256] Layout(major_to_minor=(0, 1), tiling=None, sub_byte_element_size_in_bits=0)", []),
        ("f32[16,256]Layout(major_to_minor=(0,1))", []),
        ("f32[16,256] DeviceLocalLayout(major_to_minor=(0, 1), _tiling=((8, 128),), _sub_byte_element_size_in_bits=0)", [(8, 128)]),
        ("float32[16,256] Format(layout=Layout(major_to_minor=(0, 1), tiling=((8, 128),), sub_byte_element_size_in_bits=0), sharding=SingleDeviceSharding(device=CpuDevice(id=0), memory_kind=device))", [(8, 128)]),
        ("ShapedArray(float32[16,256])", []),
    ]:
        c.read(text, tall, tiled(tall, [1, 0], tiles))
    for text in [
        "f32[16,256]{0,1}",
        "f32[16,256] Layout(major_to_minor=(1, 0))",
        "float32[16,256] Format(Layout(major_to_minor=(1, 0), tiling=(), sub_byte_element_size_in_bits=0), SingleDeviceSharding(device=CpuDevice(id=0), memory_kind=device))",
        "%transpose.7 = f32[16,256]{0,1} transpose(f32[256,16]{1,0} %p), dimensions={1,0}",
    ]:
        c.read(text, tall, tiled(tall, [0, 1], []))
    c.read("f32[3,5]{1,0:T(2,2)}", [3, 5], tiled([3, 5], [1, 0], [(2, 2)]))
    c.read("f32[2,3,4]{1,2,0}", [2, 3, 4], tiled([2, 3, 4], [1, 2, 0], []))
    c.read("f32[2,3,4] Layout(major_to_minor=(0, 2, 1))", [2, 3, 4], tiled([2, 3, 4], [1, 2, 0], []))
    c.read("f32[7,8,11]{2,1,0:T(*,2,3)}", [7, 8, 11], tiled([7, 8, 11], [2, 1, 0], [("*", 2, 3)]))
    c.read("float32[7,8,11] Layout(major_to_minor=(0, 1, 2), tiling=((-9223372036854775808, 2, 3),), sub_byte_element_size_in_bits=0)", [7, 8, 11], tiled([7, 8, 11], [2, 1, 0], [("*", 2, 3)]))
    for text in ["s4[16]{0:E(4)}", "s4[16]{0}", "pred[16]{0}", "u4[16]{0:E(4)}", "f8e4m3fn[16]{0}", "s4[16] Layout(major_to_minor=(0,), tiling=(), sub_byte_element_size_in_bits=4)"]:
        c.read(text, [16], linear(1))
    c.read("f32[]", [], lambda: 0)
    c.read("f32[]{}", [], lambda: 0)
    c.refused("bf16[16,256]{1,0:T(8,128)(2,1)S(1)}", "unsupported property `S(1)` of a layout", "it names a memory space")
    c.refused("f32[3,5]{1,0:D(D,C)}", "unsupported property `D(D,C)` of a layout")
    c.refused("f32[5,3]{0,1:T(8,128)L(4)}", "unsupported property `L(4)` of a layout")
    c.refused("s4[16]{0:E(8)}", "an element of `s4` has 4 bits, but the layout states 8")
    c.refused("f32[<=3,5]{1,0}", "`[<=3,5]` has a length that is known at run time", "write its value or its bound")
    c.refused("f32[?,5]{1,0}", "`[?,5]` has a length that is known at run time")
    c.refused("(f32[3]{0}, s32[])", "a tuple has a layout for each of its shapes", "write one of the shapes")
    c.refused("ROOT %t = (f32[3]{0}, s32[]) tuple(f32[3]{0} %a, s32[] %b)", "a tuple has a layout for each of its shapes")
    c.refused("token[]", "unknown element type `token`")
    c.refused("c64[3]{0}", "unknown element type `c64`")
    c.refused("f32[3,5]{1,1}", "`1,1` is not a permutation of the dims")
    c.refused("f32[3,5] Layout(major_to_minor=(0, 0))", "`0,0` is not a permutation of the dims")
    c.refused("f32[3,5] Layout(major_to_minor=(0,))", "expected 2 dims from major to minor, found 1")
    c.refused(
        "float32[16,256] Format(layout=Layout(major_to_minor=(0, 1), tiling=(), sub_byte_element_size_in_bits=0), sharding=NamedSharding(mesh=Mesh('x': 2), spec=PartitionSpec('x',), memory_kind=device))",
        "places parts on several devices",
        "the notation `mesh`",
    )
    c.refused("f32[5]{0:T(2,2)}", "a tile of 2 dims is incompatible with an array of 1 dims")
    c.refused("f32[8]{0:T(-1)}", "unsupported property `T(-1)` of a layout")
    c.write()


def ck():
    c = Corpus("ck", "ck:")
    for text in [
        "dim 2, lengths {3, 4}, strides {8, 1}",
        "lengths {3, 4}, strides {8, 1}",
        "lengths: {3, 4}, strides: {8, 1}",
        "lengths: [3, 4], strides: [8, 1]",
        "make_naive_tensor_descriptor(make_tuple(3, 4), make_tuple(8, 1))",
        "ck_tile::make_naive_tensor_descriptor(ck_tile::make_tuple(3, 4), ck_tile::make_tuple(8, 1))",
        "make_naive_tensor_descriptor(make_tuple(number<3>{}, number<4>{}), make_tuple(number<8>{}, number<1>{}))",
        "make_naive_tensor_descriptor(make_tuple(3, 4), make_tuple(8, 1), number<4>{}, number<1>{})",
        "ck::make_naive_tensor_descriptor(ck::make_tuple(ck::Number<3>{}, 4), ck::make_tuple(8, 1))",
        "make_naive_tensor_descriptor_aligned(make_tuple(3, 4), number<8>{})",
        "lengths {3, 4}, strides {8, 1}:f16",
    ]:
        c.read(text, [3, 4], linear(8, 1))
    c.read("make_naive_tensor_descriptor_packed(make_tuple(3, 4))", [3, 4], linear(4, 1))
    c.read("make_naive_tensor_descriptor_packed(make_tuple(3, 4), number<4>{})", [3, 4], linear(4, 1))
    c.read("make_naive_tensor_descriptor_with_offset(make_tuple(3, 4), make_tuple(8, 1), 5)", [3, 4], linear(8, 1, offset=5))
    c.read("make_naive_tensor_descriptor_packed_with_offset(make_tuple(3, 4), 5)", [3, 4], linear(4, 1, offset=5))
    c.read("dim 4, lengths {2, 3, 4, 5}, strides {60, 1, 15, 3}", [2, 3, 4, 5], linear(60, 1, 15, 3))
    c.read("lengths {2, 3}, strides {0, 1}", [2, 3], linear(0, 1))

    def stage(base, *rows):
        made = ", ".join(row[0] for row in rows)
        lower = ", ".join(f"sequence<{row[1]}>{{}}" for row in rows)
        upper = ", ".join(f"sequence<{row[2]}>{{}}" for row in rows)
        return f"transform_tensor_descriptor({base}, make_tuple({made}), make_tuple({lower}), make_tuple({upper}))"

    packed = "make_naive_tensor_descriptor_packed(make_tuple(2, 6))"
    c.read(
        stage(packed, ("make_pass_through_transform(2)", "0", "0"), ("make_unmerge_transform(make_tuple(2, 3))", "1", "1, 2")),
        [2, 2, 3],
        linear(6, 3, 1),
    )
    c.read(
        stage(packed, ("make_pass_through_transform(2)", "0", "2"), ("make_unmerge_transform(make_tuple(2, 3))", "1", "1, 0")),
        [3, 2, 2],
        lambda k, j, i: i * 6 + j * 3 + k,
    )
    for merge in ["make_merge_transform", "make_merge_transform_v2_magic_division", "make_merge_transform_v3_division_mod"]:
        c.read(stage(packed, (f"{merge}(make_tuple(2, 6))", "0, 1", "0")), [12], linear(1))
    c.read(
        stage(packed, ("make_pass_through_transform(number<2>{})", "0", "0"), ("make_pad_transform(6, 1, 2)", "1", "1")),
        [2, 9],
        lambda i, j: i * 6 + j - 1 if 1 <= j < 7 else None,
    )
    c.read(
        stage(packed, ("make_right_pad_transform(2, 1)", "0", "0"), ("make_left_pad_transform(6, 2)", "1", "1")),
        [3, 8],
        lambda i, j: i * 6 + j - 2 if i < 2 and j >= 2 else None,
    )
    c.read(stage(packed, ("make_pass_through_transform(2)", "0", "0"), ("make_slice_transform(6, 1, 4)", "1", "1")), [2, 3], linear(6, 1, offset=1))
    c.read(stage(packed, ("make_freeze_transform(1)", "0", ""), ("make_pass_through_transform(6)", "1", "0")), [6], linear(1, offset=6))
    c.read(stage("make_naive_tensor_descriptor_packed(make_tuple(4, 8))", ("make_xor_transform(make_tuple(4, 8))", "0, 1", "0, 1")), [4, 8], lambda i, j: i * 8 + (j ^ (i % 8)))
    c.read(stage("make_naive_tensor_descriptor_packed(make_tuple(9))", ("make_embed_transform(make_tuple(3, 4), make_tuple(2, 1))", "0", "0, 1")), [3, 4], linear(2, 1))
    c.read(
        stage(stage(packed, ("make_pass_through_transform(2)", "0", "0"), ("make_unmerge_transform(make_tuple(2, 3))", "1", "1, 2")), ("make_merge_transform(make_tuple(2, 3))", "0, 2", "0"), ("make_pass_through_transform(2)", "1", "1")),
        [6, 2],
        lambda m, j: m // 3 * 6 + j * 3 + m % 3,
    )
    c.read(stage("make_naive_tensor_descriptor_packed(make_tuple(4))", ("make_pass_through_transform(4)", "0", "0"), ("make_insert_transform(3)", "", "1")), [4, 3], linear(1, 0))
    c.refused("tensor_descriptor{tensor_adaptor{transforms: tuple<>, LowerDimensionHiddenIds: tuple<>}, element_space_size_: 12}", "the printed form `tensor_descriptor{...}` of CK Tile is not read", "write the calls")
    c.refused("TensorDescriptor{ }", "the printed form `TensorDescriptor{...}` of CK Tile is not read")
    c.refused("tile_distribution{tile_distribution_encoding: tile_distribution_encoding{}}", "the printed form `tile_distribution{...}` of CK Tile is not read")
    c.refused("make_naive_tensor_descriptor(make_tuple(M, K), make_tuple(K, I1))", "`M` is not a number", "write the value")
    c.refused("make_naive_tensor_descriptor(make_tuple(3, 4), make_tuple(8))", "expected one stride for each of 2 lengths, found 1")
    c.refused("dim 3, lengths {3, 4}, strides {8, 1}", "`dim 3` has 2 lengths")
    c.refused("transform_tensor_descriptor(a_grid_desc, make_tuple(), make_tuple(), make_tuple())", "`a_grid_desc` is not a call that makes a descriptor", "write the call in place of the name")
    c.refused(stage(packed, ("make_pass_through_transform(400)", "0", "0"), ("make_pass_through_transform(6)", "1", "1")), "the transform states a length of 400, but its lower dim has 2")
    c.refused(stage(packed, ("make_pass_through_transform(2)", "0", "0")), "each dim from 0 to 1 must be named once")
    c.refused(stage(packed, ("make_indexing_transform(2, table)", "0", "0"), ("make_pass_through_transform(6)", "1", "1")), "unknown transform `make_indexing_transform`", "the transforms are")
    c.refused("make_tensor_view(p, make_tuple(3, 4))", "unknown function `make_tensor_view`", "the functions are")
    c.refused("make_naive_tensor_descriptor(sequence<3, 4>{}, make_tuple(8, 1))", "expected a tuple such as `make_tuple(3, 4)`")
    c.write()


for corpus in [cute, tensorrt, torch, jax, ck]:
    corpus()

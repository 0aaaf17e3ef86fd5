"""The conversions that `kernels.py` measures, and their layouts as NumPy arithmetic.

A layout here is independent of layoutc: strides and offsets are computed from the order of the axes in memory, the blocks
of dims and the rounding of strides. So the bytes of a kernel are compared with a second description of the same copy.
"""

import dataclasses
import itertools
import math
import random

import numpy as np

BYTES = {"i8": 1, "f16": 2, "f32": 4, "f64": 8}
ALL = "i8 f16 f32 f64"

# The bytes of a buffer by size, about.
SIZES = {"cache": 256 << 10, "l3": 6 << 20, "large": 72 << 20}


def round_up(value, multiple):
    return -(-value // multiple) * multiple


@dataclasses.dataclass(frozen=True)
class Layout:
    """A layout of strides, whose dim 1 may be divided into blocks."""

    name: str
    # The keys of the type's encoding.
    encoding: str
    # The axes in memory, outermost first: a dim, and "" for all of it, "/" for the block or "%" for the position in it.
    axes: tuple
    # The length of the blocks of dim 1.
    block: int = 1
    # The dim whose stride is rounded up, and the multiple: in bytes, or in elements if `in_elements`.
    rounded: tuple = ()
    in_elements: bool = False

    def definition(self, _shape, _symbol):
        return ""

    def text(self, _symbol):
        return self.encoding

    def strides(self, shape, size):
        """Returns (block, stride of blocks, stride in a block) of each dim, and the number of slots."""
        blocks, outer, inner, stride = [1] * len(shape), [0] * len(shape), [0] * len(shape), 1
        multiples = dict(self.rounded)
        for dim, part in reversed(self.axes):
            if dim in multiples and part == "":
                multiple = multiples[dim] if self.in_elements else multiples[dim] // size
                stride = round_up(stride, multiple)
            length = shape[dim]
            if part == "%":
                length, inner[dim], blocks[dim] = self.block, stride, self.block
            else:
                length = length if part == "" else -(-length // self.block)
                outer[dim] = stride
            stride *= length
        return list(zip(blocks, outer, inner)), stride


@dataclasses.dataclass(frozen=True)
class Swizzle:
    """A matrix in the order of its rows, or of its columns, with a swizzle of CuTe: bits are combined by XOR."""

    name: str
    bits: int
    base: int
    shift: int
    by_columns: bool = False

    def definition(self, shape, symbol):
        rows, columns = shape
        strides = f"1,{rows}" if self.by_columns else f"{columns},1"
        swizzle = f"S<{self.bits},{self.base},{self.shift}>"
        return f'layout.notation @{symbol} "cute:{swizzle} o ({rows},{columns}):({strides})"\n'

    def text(self, symbol):
        return f"layout = @{symbol}"

    def offsets(self, shape):
        rows, columns = np.indices(shape, dtype=np.int64)
        plain = rows + columns * shape[0] if self.by_columns else rows * shape[1] + columns
        mask = ((1 << self.bits) - 1) << (self.base + self.shift)
        return (plain ^ ((plain & mask) >> self.shift)).ravel()


def segments(length, blocks):
    """Divides a dim into ranges in which each layout is a sum of digits.

    Yields the start of each range, and its digits as (length, weight): first whole blocks of the longest kind, at last
    the rest.
    """
    blocks = sorted({block for block in blocks if block > 1}, reverse=True)
    start = 0
    for at, block in enumerate(blocks):
        count = (length - start) // block
        if count:
            weights = [*blocks[at:], 1]
            digits = [(high // low, low) for high, low in itertools.pairwise(weights)]
            yield start, [(count, block), *digits]
            start += count * block
    if start < length:
        yield start, [(length - start, 1)]


def digit_stride(part, weight):
    block, outer, inner = part
    return weight // block * outer if weight >= block else weight * inner


def offset_of(part, at):
    block, outer, inner = part
    return at // block * outer + at % block * inner


def copies(shape, source, target):
    """Returns the copies of strided views that convert between two lists of strides.

    Each is (offset in the source, offset in the target, lengths, strides in the source, strides in the target).
    """
    by_dim = [list(segments(length, [a[0], b[0]])) for length, a, b in zip(shape, source, target)]
    found = []
    for choice in itertools.product(*by_dim):
        offsets, lengths, strides = [0, 0], [], ([], [])
        for (start, digits), parts in zip(choice, zip(source, target)):
            lengths += [length for length, _ in digits]
            for side in (0, 1):
                offsets[side] += offset_of(parts[side], start)
                strides[side].extend(digit_stride(parts[side], weight) for _, weight in digits)
        found.append((*offsets, lengths, *strides))
    return found


@dataclasses.dataclass(frozen=True)
class Case:
    """A conversion of a shape and a type. `size` is a key of `SIZES`."""

    name: str
    group: str
    elem: str
    shape: tuple
    source: object
    target: object
    size: str

    @property
    def bytes(self):
        return BYTES[self.elem]

    def is_swizzle(self):
        return isinstance(self.source, Swizzle) or isinstance(self.target, Swizzle)

    def function(self, at):
        """Returns the function of number `at` with the conversion, and its definitions."""
        dims = "".join(f"{length}x" for length in self.shape)
        sides = [(self.source, f"source{at}"), (self.target, f"target{at}")]
        types = [f"tensor<{dims}{self.elem}, {{{layout.text(symbol)}}}>" for layout, symbol in sides]
        a, b = types
        definitions = "".join(layout.definition(self.shape, symbol) for layout, symbol in sides)
        return (f"{definitions}func.func @f{at}(%x: {a}) -> {b} {{\n"
                f"  %y = layout.reorder %x : {a} -> {b}\n  return %y : {b}\n}}\n")

    def slots(self):
        """Returns the element slots of the source and of the target."""
        count = math.prod(self.shape)
        return [count if isinstance(side, Swizzle) else side.strides(self.shape, self.bytes)[1]
                for side in (self.source, self.target)]

    def strided_copies(self):
        return copies(self.shape, *(side.strides(self.shape, self.bytes)[0] for side in (self.source, self.target)))

    def offsets(self, side):
        """Returns the offset of each element in row-major order."""
        if isinstance(side, Swizzle):
            return side.offsets(self.shape)
        total = np.zeros(self.shape, np.int64)
        for dim, (part, length) in enumerate(zip(side.strides(self.shape, self.bytes)[0], self.shape)):
            at = offset_of(part, np.arange(length, dtype=np.int64))
            total += at.reshape([-1 if other == dim else 1 for other in range(len(self.shape))])
        return total.ravel()


# Layouts.

LETTERS = {2: "NC", 3: "CHW", 4: "NCHW", 5: "NCDHW"}


def order(rank, letters, encoding=None, **rest):
    """Returns the layout of an order, such as NHWC; the letters are the dims of `LETTERS`."""
    dims = [LETTERS[rank].index(letter) for letter in letters]
    if encoding is None:
        inputs = ", ".join(f"d{dim}" for dim in range(rank))
        results = ", ".join(f"d{dim}" for dim in dims)
        encoding = f"order = affine_map<({inputs}) -> ({results})>"
    return Layout(letters.lower(), encoding, tuple((dim, "") for dim in dims), **rest)


def padded(rank, letters, position, multiple):
    """Returns the layout of an order in which the stride at a position in memory is a multiple of some bytes."""
    plain = order(rank, letters)
    encoding = f"{plain.encoding}, reqs = #layout.reqs<m{position}: aligned<{multiple} bytes>>"
    return dataclasses.replace(plain, encoding=encoding, rounded=((plain.axes[position][0], multiple),),
                               name=f"{plain.name} by {multiple} bytes")


def named_format(name, rank, extra=""):
    """Returns the layout of a format of TensorRT."""
    encoding = f"format = #layout.format<{name}{extra}>"
    plain = LETTERS[rank]
    if name.startswith(("chw", "cdhw")):
        axes = ((0, ""), (1, "/"), *((dim, "") for dim in range(2, rank)), (1, "%"))
        return Layout(name, encoding, axes, block=int(name.lstrip("cdhw")))
    if name == "dla_linear":
        return dataclasses.replace(order(rank, plain, encoding), name=name, rounded=((2, 64),))
    channels_last = order(rank, plain[0] + plain[2:] + plain[1], encoding)
    if name == "dla_hwc4":
        size = "f16" if "f16" in extra else "i8"
        rows = 32 // BYTES[size]
        return dataclasses.replace(channels_last, name=name, encoding=f"format = #layout.format<{name}, xavier>",
                                   rounded=((3, 4), (2, rows)), in_elements=True)
    vector = name.lstrip("dhwc")
    rounded = ((rank - 1, int(vector)),) if vector else ()
    return dataclasses.replace(channels_last, name=name, rounded=rounded, in_elements=True)


NCHW, NHWC, HWCN, CHWN = (order(4, letters) for letters in ("NCHW", "NHWC", "HWCN", "CHWN"))
NWHC, NCWH = order(4, "NWHC"), order(4, "NCWH")
NCDHW, NDHWC = order(5, "NCDHW"), order(5, "NDHWC")
ROWS, COLUMNS = order(2, "NC"), order(2, "CN")
IMAGE_FORMATS = ("chw2", "chw4", "chw16", "chw32", "hwc8", "hwc16", "dla_linear")
FORMATS = {name: named_format(name, 4) for name in IMAGE_FORMATS}
HWC16_I8 = named_format("hwc16", 4, ", trt10")
DLA_HWC4 = {elem: named_format("dla_hwc4", 4, f", {elem}") for elem in ("i8", "f16")}
CDHW32, DHWC, DHWC8 = (named_format(name, 5) for name in ("cdhw32", "dhwc", "dhwc8"))


# Shapes: functions of the size of an element and of the bytes of a buffer.


def images(channels, most=224, batch=1, sides=(224, 112, 56, 28, 14, 7)):
    """Returns the shape of square images whose number follows from the bytes."""

    def shape(size, total):
        fitting = (side for side in sides if side <= most and channels * side * side * size * batch <= total)
        side = next(fitting, sides[-1])
        count = max(1, total // (channels * side * side * size * batch))
        return (count * batch, channels, side, side)

    return shape


def volumes(channels):
    def shape(size, total):
        _, _, side, _ = images(channels * 8, 56)(size, total)
        return (max(1, total // (channels * 8 * side * side * size)), channels, 8, side, side)

    return shape


def matrix(columns=None, rows=None, multiple=64, extra=0):
    """Returns the shape of a matrix: square, or with a number of rows or columns."""

    def shape(size, total):
        count = total // size
        side = round_up(int(math.sqrt(count)), multiple) + extra
        if columns:
            return (round_up(count // columns, multiple) + extra, columns)
        return (rows, round_up(count // rows, multiple) + extra) if rows else (side, side)

    return shape


def cuboid(first, second):
    def shape(size, total):
        return (first, second, max(1, total // (size * first * second)))

    return shape


# Cases: name, group, types, shape, source, target, and `True` for the ones that are measured beyond the caches too.


def transpositions():
    for channels in (64, 3, 35, 30, 6):
        elems = {35: "i8 f16 f32", 30: "f16 f32", 6: "f16 f32"}.get(channels, ALL)
        shape = images(channels, 56 if channels > 6 else 224)
        for source, target in ((NCHW, NHWC), (NHWC, NCHW)):
            yield elems, shape, source, target, f", C = {channels}", channels != 30
    for source, target in ((NCHW, HWCN), (HWCN, NCHW)):
        yield ALL, images(32, 14, 32), source, target, ", N >= 32", source is NCHW
    yield "f16 f32", images(32, 14, 32), NCHW, CHWN, ", N >= 32", False
    yield "f16 f32", images(32, 14, 32), NHWC, HWCN, ", N >= 32", False
    yield "i8 f16 f32", images(64, 56), NCHW, NCWH, "", False
    yield "i8 f16 f32", images(64, 56), NCHW, NWHC, "", False
    yield ALL, matrix(), ROWS, COLUMNS, ", square", True
    yield ALL, matrix(multiple=1, extra=1), ROWS, COLUMNS, ", odd", False
    yield ALL, matrix(columns=16), ROWS, COLUMNS, ", 16 columns", False
    yield ALL, matrix(rows=8), ROWS, COLUMNS, ", 8 rows", False
    yield "i8 f16 f32", matrix(columns=3), ROWS, COLUMNS, ", 3 columns", False
    yield "i8 f16 f32", matrix(rows=3), ROWS, COLUMNS, ", 3 rows", False
    for letters in ("CWH", "HCW", "HWC", "WCH", "WHC"):
        yield ALL, cuboid(48, 56), order(3, "CHW"), order(3, letters), "", False
    for source, target in ((NCDHW, NDHWC), (NDHWC, NCDHW)):
        yield ALL, volumes(32), source, target, ", C = 32", False
        yield "i8 f32", volumes(3), source, target, ", C = 3", False
        yield "f16", volumes(35), source, target, ", C = 35", False
    yield ALL, volumes(16), NCDHW, order(5, "WHDCN"), "", False


def formats():
    f16 = ("chw2", "chw4", "chw16", "chw32", "hwc8", "hwc16")
    for channels in (64, 35, 30):
        of_type = {"i8": ("chw4", "chw32"), "f16": f16, "f32": ("chw32",)}
        for elem, names in of_type.items():
            for name in names:
                is_large = channels != 30 and (name in ("chw32", "hwc8") or (name, elem) == ("chw4", "i8"))
                for source, target in ((NCHW, FORMATS[name]), (FORMATS[name], NCHW)):
                    yield elem, images(channels, 56), source, target, f", C = {channels}", is_large
                if channels != 30 and name != "hwc16":
                    for source, target in ((NHWC, FORMATS[name]), (FORMATS[name], NHWC)):
                        if name != "hwc8" or channels == 35:
                            yield elem, images(channels, 56), source, target, f", C = {channels}", False
    pairs = [("f16", names) for names in (("chw4", "chw32"), ("chw16", "hwc8"), ("chw2", "hwc8"), ("chw32", "hwc16"))]
    for channels in (64, 35):
        for elem, names in [*pairs, ("i8", ("chw4", "chw32"))]:
            for source, target in itertools.permutations(FORMATS[name] for name in names):
                yield elem, images(channels, 56), source, target, f", C = {channels}", False
    for source, target in ((NCHW, HWC16_I8), (HWC16_I8, NCHW)):
        yield "i8", images(35, 56), source, target, ", C = 35", False
    dla = FORMATS["dla_linear"]
    for source, target in ((NCHW, dla), (dla, NCHW), (dla, FORMATS["chw32"])):
        yield "i8", images(64, 56), source, target, "", False
    for source, target in ((NCHW, dla), (dla, NCHW), (dla, FORMATS["chw16"])):
        yield "f16", images(64, 56), source, target, "", False
    for elem in ("i8", "f16"):
        for source, target in ((NCDHW, CDHW32), (CDHW32, NCDHW)):
            yield elem, volumes(35), source, target, ", C = 35", False
    for source, target in ((NCDHW, DHWC8), (DHWC8, NCDHW)):
        for channels in (32, 35):
            yield "f16", volumes(channels), source, target, f", C = {channels}", False
    yield "f32", volumes(32), NCDHW, DHWC, "", False
    # The padding of the source is not copied.
    for elem, name in (("f16", "chw4"), ("i8", "chw32")):
        yield elem, images(35, 56), FORMATS[name], FORMATS[name], ", C = 35", False


def short_formats():
    for source in (NCHW, NHWC):
        names = [("f16", name) for name in ("chw2", "chw4", "hwc8", "hwc16")]
        for elem, name in [("i8", "chw4"), *names, ("i8", "chw32")]:
            yield elem, images(3), source, FORMATS[name], ", C = 3", name in ("chw4", "hwc8")
            yield elem, images(3), FORMATS[name], source, ", C = 3", source is NCHW and name in ("chw4", "hwc8")
        # Rows of 100 pixels are rounded, so that the format is not chw4.
        shape = images(3, sides=(100,))
        for elem, dla in DLA_HWC4.items():
            yield elem, shape, source, dla, ", C = 3", False
            yield elem, shape, dla, source, ", C = 3", False


def padded_rows():
    by_rows = padded(4, "NCHW", 2, 64)
    for source, target in ((NCHW, by_rows), (by_rows, NCHW)):
        yield "i8 f16 f32", images(64, 28), source, target, "", True
    yield "f16", images(64, 28), by_rows, NHWC, "", False
    yield "f16", images(64, 28), NHWC, by_rows, "", False
    by_pixels = padded(4, "NHWC", 2, 64)
    for source, target in ((NHWC, by_pixels), (by_pixels, NHWC), (NCHW, by_pixels)):
        yield "i8 f16", images(35, 56), source, target, ", C = 35", False
    pitched = padded(2, "NC", 0, 256)
    for source, target in ((ROWS, pitched), (pitched, ROWS), (COLUMNS, pitched)):
        yield "f16 f32", matrix(columns=100, multiple=8), source, target, ", 100 columns", False


def rows_of(columns):
    """Returns the shape of a matrix with a number of rows that is a power of two, as the allocation of a swizzle is."""

    def shape(size, total):
        return (1 << (total // size // columns).bit_length() - 1, columns)

    return shape


def swizzles():
    for elem, base in (("i8", 4), ("f16", 3), ("f32", 2), ("f64", 1)):
        # Rows of 128 bytes, in which units of 16 bytes are combined.
        wide = Swizzle(f"S<3,{base},3>", 3, base, 3)
        columns = 128 // BYTES[elem]
        for source, target in ((ROWS, wide), (wide, ROWS)):
            yield elem, rows_of(columns), source, target, f", {columns} columns", elem == "f16"
    wide, narrow = Swizzle("S<3,3,3>", 3, 3, 3), Swizzle("S<2,3,3>", 2, 3, 3)
    by_columns = Swizzle("S<3,3,3> by columns", 3, 3, 3, True)
    yield "f16", rows_of(32), Swizzle("S<1,3,3>", 1, 3, 3), ROWS, ", 32 columns", False
    for source, target in ((ROWS, narrow), (wide, narrow), (COLUMNS, wide), (ROWS, by_columns), (by_columns, ROWS)):
        yield "f16", rows_of(64), source, target, ", 64 columns", False
    single = Swizzle("S<5,0,5>", 5, 0, 5)
    for elem in ("f16", "f32"):
        for source, target in ((ROWS, single), (single, ROWS)):
            yield elem, rows_of(32), source, target, ", 32 columns", False


def identities():
    for elem in ALL.split():
        yield elem, images(64, 56), NCHW, NCHW, "", elem == "f16"
    yield "f16", images(64, 56), NHWC, FORMATS["hwc16"], ", C = 64", False
    yield "i8", images(32, 56), NHWC, FORMATS["chw32"], ", C = 32", False


GROUPS = {
    "transposition": transpositions,
    "format": formats,
    "short format": short_formats,
    "padded rows": padded_rows,
    "swizzle": swizzles,
    "identity": identities,
}


def cases(sizes):
    """Yields the cases of some sizes; beyond the caches only those that represent a group."""
    for size in sizes:
        for group, members in GROUPS.items():
            for elems, shape, source, target, note, is_large in members():
                for elem in elems.split():
                    if size != "large" or is_large:
                        name = f"{source.name} -> {target.name}{note}"
                        lengths = shape(BYTES[elem], SIZES[size])
                        yield Case(name, group, elem, lengths, source, target, size)


def random_cases(size, count):
    """Yields a number of conversions between orders and formats, of random images."""
    chosen = random.Random(1)
    orders, more = [NCHW, NHWC, HWCN, CHWN], [NCWH, NWHC]
    chw4, chw32 = FORMATS["chw4"], FORMATS["chw32"]
    formats = [FORMATS[name] for name in IMAGE_FORMATS if name != "dla_linear"]
    layouts = {"i8": [*orders, chw4, chw32], "f16": [*orders, *formats], "f32": [*orders, chw32, *more], "f64": [*orders, *more]}
    for _ in range(count):
        channels = chosen.choice((2, 3, 4, 5, 6, 7, 9, 12, 13, 20, 24, 33, 48, 96, 100))
        side = chosen.choice((13, 15, 20, 27, 28, 33, 55, 64, 75, 100, 147))
        elem = chosen.choice(ALL.split())
        source, target = chosen.sample(layouts[elem], 2)
        lengths = images(channels, sides=(side,))(BYTES[elem], SIZES[size])
        name = f"{source.name} -> {target.name}, C = {channels}, {side}"
        yield Case(name, "random", elem, lengths, source, target, size)

"""Random expressions of CuTe, with their results in two implementations of its algebra.

Usage: `python oracle.py COUNT SEED`, with `pycute` of the wheel `nvidia-cutlass` and `tensor_layouts` on the path. Each line
is a JSON object: an expression `text` of the notation `cute` without its name, and its result. The result is `shape` and
`stride`, or `offsets` alone if both implementations refuse, or `error` if there is none. Or it is a layout with a
coordinate `at` and its `offset`. A result of an implementation is printed only if its offsets are those of the definition;
pycute and tensor_layouts are wrong for some.
"""

import json
import random
import sys

import pycute
import tensor_layouts
from pycute import Layout, flatten, is_tuple

MAX_SIZE = 240


def text(value):
    if is_tuple(value):
        return "(" + ",".join(text(item) for item in value) + ")"
    return str(value)


def layout_text(layout):
    return f"{text(layout.shape)}:{text(layout.stride)}"


def tiler_text(tiler):
    """The text of a layout, of a number or tuple of numbers, or of a tiler by mode."""
    if isinstance(tiler, Layout):
        return layout_text(tiler)
    if is_tuple(tiler):
        if all(isinstance(item, int) for item in flatten(tiler)):
            return text(tiler)
        return "<" + ",".join(tiler_text(item) for item in tiler) + ">"
    return str(tiler)


def size(layout):
    return pycute.size(layout)


def offsets(layout):
    return [layout(index) for index in range(size(layout))]


def modes(layout):
    pairs = zip(flatten(layout.shape), flatten(layout.stride))
    return sorted((stride, shape) for shape, stride in pairs if stride and shape > 1)


def nests(layout):
    """Whether the modes of a layout nest, so that it has a complement."""
    block = 1
    for stride, shape in modes(layout):
        if stride < block:
            return False
        block = stride * shape
    return True


def random_shape(rand, depth, most):
    if depth and rand.random() < (0.75 if depth == 2 else 0.4):
        parts = []
        for _ in range(rand.choice([1, 2, 2, 2, 3])):
            part = random_shape(rand, depth - 1, most)
            parts.append(part)
            most //= max(1, pycute.product(part))
            most = max(most, 1)
        return tuple(parts)
    return min(most, rand.choice([1, 2, 2, 3, 4, 4, 5, 6, 8, 9, 12]))


def with_leaves(shape, leaves):
    if is_tuple(shape):
        return tuple(with_leaves(item, leaves) for item in shape)
    return leaves.pop(0)


def random_layout(rand, most, kind=None):
    """A layout of at most `most` indices: column major, compact in another order, with gaps, or of random strides."""
    shape = random_shape(rand, 2, most)
    if is_tuple(shape) and len(shape) == 1 and not is_tuple(shape[0]):
        # A tuple of one number is that number in the notation.
        shape = shape[0]
    lengths = list(flatten(shape))
    kind = kind or rand.choice(["major", "compact", "compact", "gaps", "random", "still"])
    order = list(range(len(lengths)))
    if kind != "major":
        rand.shuffle(order)
    strides = [0] * len(lengths)
    block = rand.choice([1, 1, 1, 2, 3]) if kind == "gaps" else 1
    for at in order:
        strides[at] = block
        block *= lengths[at]
        if kind == "gaps" and rand.random() < 0.4:
            block *= rand.choice([2, 3])
    if kind == "random":
        strides = [rand.choice([0, 1, 2, 3, 4, 6, 8, 12, 16]) for _ in lengths]
    if kind == "still":
        strides[rand.randrange(len(strides))] = 0
    return Layout(shape, with_leaves(shape, strides))


def divisor(rand, number):
    return rand.choice([it for it in range(1, number + 1) if number % it == 0])


def random_tile(rand, length):
    """A tile of a dim: a number, or a layout whose offsets often divide the length."""
    count = divisor(rand, length)
    if rand.random() < 0.4:
        return count
    stride = divisor(rand, length // count)
    if rand.random() < 0.3 and count > 1:
        first = divisor(rand, count)
        rest = divisor(rand, length // (count * stride)) if rand.random() < 0.5 else 1
        return Layout((first, count // first), (stride, first * stride * rest))
    return Layout(count, stride)


def random_tiler(rand, layout):
    """A tiler by mode of the first modes of a layout, nested where the layout is."""
    parts = []
    for at in range(rand.randint(1, len(layout))):
        part = layout[at]
        if is_tuple(part.shape) and rand.random() < 0.5:
            parts.append(random_tiler(rand, part))
        else:
            parts.append(random_tile(rand, size(part)))
    return tuple(parts)


def as_layouts(tiler):
    if is_tuple(tiler):
        return tuple(as_layouts(item) for item in tiler)
    return tiler if isinstance(tiler, Layout) else Layout(tiler)


def as_tensor_layout(layout):
    return tensor_layouts.Layout(layout.shape, layout.stride)


def leaf_pairs(layout, tiler):
    """The modes of a layout with the tiles that apply to them."""
    if not is_tuple(tiler):
        return [(layout, tiler)]
    return [pair for at, tile in enumerate(tiler) for pair in leaf_pairs(layout[at], tile)]


def result_of(layout):
    return {"shape": layout.shape, "stride": layout.stride}


def checked(candidates, expected):
    """The first result that has the expected offsets and shape, or the offsets alone."""
    for candidate in candidates:
        try:
            found = candidate()
            found = Layout(found.shape, found.stride)
            if offsets(found) == expected:
                return result_of(found)
        except Exception:  # Each implementation refuses in its own way.
            pass
    return {"offsets": expected}


def composition(rand):
    a = random_layout(rand, MAX_SIZE)
    if rand.random() < 0.4:
        tiler = random_tiler(rand, a)
        layouts = as_layouts(tiler)
        case = {"text": f"composition({layout_text(a)},{tiler_text(tiler)})"}
        pairs = leaf_pairs(a, layouts)
        if any(max(offsets(tile)) >= size(part) for part, tile in pairs):
            return case | {"error": True}
        try:
            return case | result_of(by_mode(a, layouts))
        except Exception:
            return None
    b = random_layout(rand, size(a)) if rand.random() < 0.6 else as_layouts(random_tile(rand, size(a)))
    case = {"text": f"composition({layout_text(a)},{layout_text(b)})"}
    if max(offsets(b)) >= size(a):
        return case | {"error": True}
    expected = [a(offset) for offset in offsets(b)]
    candidates = [
        lambda: pycute.composition(a, b),
        lambda: tensor_layouts.compose(as_tensor_layout(a), as_tensor_layout(b)),
    ]
    return case | checked(candidates, expected)


def by_mode(a, tiler):
    """The composition by mode, of which each composition is checked."""
    if not is_tuple(tiler):
        found = pycute.composition(a, tiler)
        assert offsets(found) == [a(offset) for offset in offsets(tiler)]
        return found
    parts = [by_mode(a[at], tile) for at, tile in enumerate(tiler)]
    parts += [a[at] for at in range(len(tiler), len(a))]
    return pycute.make_layout(parts)


def divided(a, tile):
    """The division of a mode by a tile; `None` if a tile leaves it or does not cover it, or pycute is wrong."""
    whole = pycute.make_layout(tile, pycute.complement(tile, size(a)))
    if sorted(set(offsets(whole))) != list(range(size(a))):
        return None
    found = pycute.composition(a, whole)
    return found if offsets(found) == [a(offset) for offset in offsets(whole)] else None


def repeated(a, tile):
    found = pycute.logical_product(a, tile)
    copies = pycute.complement(a, size(a) * pycute.cosize(tile))
    if max(offsets(tile)) >= size(copies):
        # The complement of a layout with gaps may end before the last copy, whose offsets then collide.
        return None
    moved = [copies(offset) for offset in offsets(tile)]
    whole = [one + move for move in moved for one in offsets(a)]
    return found if offsets(found) == whole else None


def unpacked(layout):
    return [layout[at] for at in range(len(layout))] if is_tuple(layout.shape) else [layout]


def zipped(first, second):
    """The modes of two layouts in pairs; the shorter one ends with modes of length 1."""
    firsts, seconds = unpacked(first), unpacked(second)
    count = max(len(firsts), len(seconds))
    firsts += [Layout(1, 0)] * (count - len(firsts))
    seconds += [Layout(1, 0)] * (count - len(seconds))
    pairs = [pycute.make_layout(a, b) for a, b in zip(firsts, seconds)]
    return pycute.make_layout(pairs)


def grouped(name, splitter, a, tiler):
    """The result of a division or a product, grouped as CuTe groups it."""
    if name.startswith("logical"):
        if not is_tuple(tiler):
            return splitter(a, tiler)
        parts = [grouped(name, splitter, a[at], tile) for at, tile in enumerate(tiler)]
        parts += [a[at] for at in range(len(tiler), len(a))]
        return pycute.make_layout(parts)
    pair = pycute.layout.hier_unzip(splitter, a, tiler)
    if name.startswith("zipped"):
        return pair
    if name.startswith("tiled"):
        return pycute.make_layout([pair[0]] + unpacked(pair[1]))
    return pycute.make_layout(unpacked(pair[0]) + unpacked(pair[1]))


def division(rand):
    a = random_layout(rand, MAX_SIZE)
    tiler = random_tiler(rand, a) if rand.random() < 0.6 else random_tile(rand, size(a))
    layouts = as_layouts(tiler)
    name = rand.choice(["logical", "zipped", "tiled", "flat"]) + "_divide"
    for part, tile in leaf_pairs(a, layouts):
        if not nests(tile) or max(offsets(tile)) >= size(part):
            return {"text": f"{name}({layout_text(a)},{tiler_text(tiler)})", "error": True}
        if divided(part, tile) is None:
            return None
    found = grouped(name, divided, a, layouts)
    return {"text": f"{name}({layout_text(a)},{tiler_text(tiler)})"} | result_of(found)


def product(rand):
    a = random_layout(rand, 24)
    is_paired = rand.random() < 0.4
    by_mode = not is_paired and rand.random() < 0.5
    if by_mode:
        tiler = random_tiler(rand, a)
    else:
        tiler = random_layout(rand, 10, rand.choice(["major", "compact", "still"]))
    layouts = as_layouts(tiler)
    names = ["blocked", "raked"] if is_paired else ["logical", "zipped", "tiled", "flat"]
    name = rand.choice(names) + "_product"
    case = {"text": f"{name}({layout_text(a)},{tiler_text(tiler)})"}
    for part, tile in leaf_pairs(a, layouts):
        if not nests(part):
            return case | {"error": True}
        if repeated(part, tile) is None:
            return None
    if is_paired:
        pair = repeated(a, layouts)
        if len(unpacked(pair[1])) != len(unpacked(layouts)):
            # CuTe does not pair modes of different numbers.
            return None
        both = zipped(pair[0], pair[1]) if name == "blocked_product" else zipped(pair[1], pair[0])
        return case | result_of(both)
    return case | result_of(grouped(name, repeated, a, layouts))


def one_layout(rand):
    a = random_layout(rand, MAX_SIZE)
    name = rand.choice(["coalesce", "coalesce_by_mode", "filter", "right_inverse", "complement"])
    if name == "coalesce_by_mode":
        profile = tuple(1 for _ in range(rand.randint(1, len(a))))
        found = pycute.coalesce(a, profile)
        return {"text": f"coalesce({layout_text(a)},{text(profile)})"} | result_of(found)
    if name == "complement":
        block = 1
        end = 1
        for stride, shape in modes(a):
            block = stride * shape
            end += stride * (shape - 1)
        target = rand.randint(1, 4 * pycute.cosize(a))
        case = {"text": f"complement({layout_text(a)},{target})"}
        if not nests(a):
            return case | {"error": True}
        # With gaps, the last repetition of pycute may not reach the target.
        return case | result_of(pycute.complement(a, target)) if block == end else None
    # As in C++, modes are joined before the inverse.
    found = getattr(pycute, name)(pycute.coalesce(a))
    return {"text": f"{name}({layout_text(a)})"} | result_of(found)


def cast(rand):
    a = random_layout(rand, MAX_SIZE, rand.choice(["major", "compact", "gaps"]))
    count = rand.choice([2, 3, 4, 8])
    strides = [stride for stride in flatten(a.stride) if stride]
    if rand.random() < 0.5:
        case = {"text": f"downcast<{count}>({layout_text(a)})"}
        if 1 not in strides:
            return case | {"error": True}
        found = tensor_layouts.downcast(as_tensor_layout(a), count)
    else:
        case = {"text": f"upcast({layout_text(a)},{count})"}
        if any(stride % count and count % stride for stride in strides):
            return case | {"error": True}
        found = tensor_layouts.upcast(as_tensor_layout(a), count)
    return case | {"shape": found.shape, "stride": found.stride}


def coordinate_of(rand, shape):
    if is_tuple(shape) and rand.random() < 0.7:
        return tuple(coordinate_of(rand, part) for part in shape)
    return rand.randrange(pycute.product(shape))


def coordinate(rand):
    a = random_layout(rand, MAX_SIZE)
    at = coordinate_of(rand, a.shape)
    return {"text": layout_text(a), "at": at, "offset": a(at)}


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    rand = random.Random(seed)
    makers = [composition, composition, division, division, product, one_layout, cast, coordinate]
    while count:
        try:
            case = rand.choice(makers)(rand)
        except (AssertionError, ZeroDivisionError):
            # pycute refuses a composition.
            continue
        if case is not None:
            print(json.dumps(case))
            count -= 1


main()

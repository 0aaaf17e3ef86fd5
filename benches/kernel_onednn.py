"""Reorders of oneDNN by its C API, for `kernels.py`. Every conversion is a reorder of one thread."""

import ctypes
import os
import re
import sys
from ctypes import byref, c_int, c_int64, c_size_t, c_void_p

# Constants of `dnnl_types.h`, which are equal in all versions 3.
CPU, IN_ORDER, FROM, TO = 1, 1, 1, 17
BF16, F32, S8 = 2, 3, 5
# A type for elements of a number of bytes: a reorder keeps the bytes. Reorders of f16 use no vectors before AVX512-FP16.
TYPES = {1: S8, 2: BF16, 4: F32}
# Format tags by rank and block of the channels: aBcd4b is 84.
BLOCKED = {(4, 4): 84, (4, 8): 102, (4, 16): 78, (4, 32): 83, (5, 4): 128, (5, 8): 142, (5, 16): 121, (5, 32): 127}
MOST_DIMS = 12


class Unsupported(Exception):
    """A conversion that oneDNN has no reorder for."""


class Argument(ctypes.Structure):
    _fields_ = [("index", c_int), ("memory", c_void_p)]


def found_library():
    """Returns the path of the library that a wheel of oneDNN installs, or its name for the loader."""
    path = os.path.join(sys.prefix, "lib", "libdnnl.so.3")
    return path if os.path.exists(path) else "libdnnl.so.3"


def load(path):
    """Loads a library, and those that it needs from its own folder."""
    while True:
        try:
            return ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)
        except OSError as error:
            missing = re.match(r"([^:]+): cannot open shared object file", str(error))
            needed = os.path.join(os.path.dirname(path), missing[1]) if missing else path
            if needed == path or not os.path.exists(needed):
                raise
            load(needed)


class Library:
    """The library with its engine and its stream."""

    def __init__(self, path):
        self.library = load(path)
        self.engine, self.stream = c_void_p(), c_void_p()
        self.call("engine_create", byref(self.engine), CPU, c_size_t(0))
        self.call("stream_create", byref(self.stream), self.engine, IN_ORDER)

    def call(self, name, *args):
        if getattr(self.library, f"dnnl_{name}")(*args) != 0:
            raise Unsupported(name)

    def reorders(self, case, source, target):
        """Yields the reorders of a case between two addresses that oneDNN has, by each description of the layouts."""
        if case.is_swizzle():
            return
        found = False
        for described in (self.by_blocks, self.by_digits, self.by_halves):
            # Digits are another description of what blocks describe.
            if found and described == self.by_digits:
                continue
            try:
                yield Reorder(self, described(case), source, target)
                found = True
            except Unsupported:
                pass

    def by_blocks(self, case):
        """Describes both sides as strides, or as blocks of channels, which oneDNN pads with zeros."""
        if case.bytes not in TYPES:
            raise Unsupported("type")
        return [self.side(side, case) for side in (case.source, case.target)]

    def side(self, side, case):
        rank, ty = len(case.shape), TYPES[case.bytes]
        if side.block == 1:
            strides = [outer for _, outer, _ in side.strides(case.shape, case.bytes)[0]]
            return self.strided(case.shape, strides, ty)
        if (rank, side.block) not in BLOCKED:
            raise Unsupported("block")
        desc, dims = c_void_p(), (c_int64 * MOST_DIMS)(*case.shape)
        self.call("memory_desc_create_with_tag", byref(desc), rank, dims, ty, BLOCKED[rank, side.block])
        return desc

    def by_digits(self, case):
        """Describes both sides as strides of the digits of blocks."""
        if case.bytes not in TYPES:
            raise Unsupported("type")
        lengths, *strides = self.digits(case)
        return [self.strided(lengths, side, TYPES[case.bytes]) for side in strides]

    def by_halves(self, case):
        """Describes an element of 8 bytes as two of 4, and one of 2 bytes as two of 1: a CPU may have no vectors of bf16."""
        if case.bytes // 2 not in TYPES:
            raise Unsupported("type")
        lengths, *strides = self.digits(case)
        strides = [[*(2 * stride for stride in side), 1] for side in strides]
        return [self.strided([*lengths, 2], side, TYPES[case.bytes // 2]) for side in strides]

    def digits(self, case):
        """Returns the lengths of the digits of blocks, and their strides on both sides."""
        found = case.strided_copies()
        if len(found) > 1 or case.slots()[1] != case.slots()[0]:
            raise Unsupported("padding")
        return found[0][2:]

    def strided(self, lengths, strides, ty):
        if len(lengths) > MOST_DIMS:
            raise Unsupported("rank")
        desc = c_void_p()
        numbers = c_int64 * MOST_DIMS
        self.call("memory_desc_create_with_strides", byref(desc), len(lengths), numbers(*lengths), ty, numbers(*strides))
        return desc


class Reorder:
    """A reorder between two buffers, as the arguments of `dnnl_primitive_execute`."""

    def __init__(self, library, descs, source, target):
        self.library = library
        engine = library.engine
        desc, self.primitive = c_void_p(), c_void_p()
        create = "reorder_primitive_desc_create"
        library.call(create, byref(desc), descs[0], engine, descs[1], engine, None)
        library.call("primitive_create", byref(self.primitive), desc)
        self.memories = [c_void_p(), c_void_p()]
        for memory, described, address in zip(self.memories, descs, (source, target)):
            library.call("memory_create", byref(memory), described, engine, c_void_p(address))
        self.arguments = (Argument * 2)(*(Argument(at, memory) for at, memory in zip((FROM, TO), self.memories)))
        library.library.dnnl_primitive_desc_destroy(desc)
        for described in descs:
            library.library.dnnl_memory_desc_destroy(described)

    def close(self):
        self.library.library.dnnl_primitive_destroy(self.primitive)
        for memory in self.memories:
            self.library.library.dnnl_memory_destroy(memory)

"""Layouts of arrays, from `__array_interface__` and `__dlpack__`."""

import numpy
import pytest

from layoutc import Error, Layout


class Packed:
    """An array without `__array_interface__`."""

    def __init__(self, array, **arguments):
        self.array = array
        self.arguments = arguments

    def __dlpack__(self):
        return self.array.__dlpack__(**self.arguments)


BASE = numpy.zeros((6, 4, 5), "float16")
ARRAYS = [BASE, BASE.T, BASE[1:, ::2, ::3], numpy.broadcast_to(BASE[:1], (6, 4, 5)), BASE[0, 0, 0:1]]


@pytest.mark.parametrize("array", ARRAYS, ids=str)
def test_layouts_of_arrays_have_their_strides(array):
    given = [Layout.of(array)]
    if array.flags.writeable:
        given.append(Layout.of(Packed(array)))
        given.append(Layout.of(Packed(array, max_version=(1, 0))))
    offsets = numpy.zeros(array.shape, "int64")
    for dim, stride in enumerate(array.strides):
        index = numpy.arange(array.shape[dim]) * (stride // array.itemsize)
        offsets += index.reshape([-1 if at == dim else 1 for at in range(array.ndim)])
    for layout in given:
        assert layout.shape == array.shape
        assert (layout.offsets() == offsets).all()
        assert layout.size_bytes == 2 * layout.allocation


def test_read_only_and_reversed_arrays_have_layouts():
    array = numpy.arange(12)
    array.flags.writeable = False
    assert Layout.of(array).strides == (1,)
    assert Layout.of(array[::-1]).offsets().tolist() == [-index for index in range(12)]
    assert Layout.of(numpy.zeros(())).shape == ()


@pytest.mark.parametrize(
    "dtype, elem",
    [("bool", "i8"), ("int8", "i8"), ("uint16", "ui16"), ("float32", "f32"), (">i8", "i64")],
)
def test_element_types_are_known(dtype, elem):
    assert Layout.of(numpy.zeros((2, 3), dtype)).to("memref") == f"memref:memref<2x3x{elem}>"


def test_element_types_of_dlpack_are_those_of_the_interface():
    for dtype in ["bool", "int8", "uint64", "float64"]:
        array = numpy.zeros((2, 3), dtype)
        assert Layout.of(Packed(array)).to("memref") == Layout.of(array).to("memref")


def test_other_arrays_and_objects_raise():
    with pytest.raises(TypeError, match="__dlpack__"):
        Layout.of([1, 2])
    for dtype in ["complex64", "U1", "i4,i2"]:
        with pytest.raises(Error, match="unknown element type"):
            Layout.of(numpy.zeros(3, dtype))
    with pytest.raises(Error, match="unknown element type"):
        Layout.of(Packed(numpy.zeros(3, "complex64")))
    with pytest.raises(Error, match="a stride of 6 bytes is not a whole number of elements of 4 bytes"):
        Layout.of(numpy.zeros(3, "i4,i2")["f0"])
    with pytest.raises(Error, match="length"):
        Layout.of(numpy.zeros((3, 0)))


def test_arrays_have_more_dims_than_tensors():
    assert len(Layout.of(numpy.zeros([2] * 16)).shape) == 16


def test_failures_of_the_array_are_not_hidden():
    class Failing:
        def __dlpack__(self):
            raise BufferError("on another device")

    class Wrong:
        def __dlpack__(self):
            return 3

    with pytest.raises(BufferError, match="on another device"):
        Layout.of(Failing())
    with pytest.raises(ValueError, match="capsule"):
        Layout.of(Wrong())

"""Layouts that no notation denotes."""

import pytest

import layoutc


@pytest.fixture
def padded():
    """A dim of length 5 whose first and last index are virtual padding."""
    text = """
    layout.descriptor @d {
      %m = layout.packed [3]
      %p = layout.pad %m low 1 high 1
      layout.yield %p
    }
    """
    return layoutc.Module.parse(text).layout("d")


@pytest.fixture
def dynamic():
    """Rows of 8 elements, whose number is dynamic."""
    text = "layout.tensor @x : tensor<?x5xf32, {strides = [8, 1]}>"
    return layoutc.Module.parse(text).layout("x")


def field(number, content):
    """Returns a field of Protocol Buffers: its number, its length and its content."""
    return bytes([number << 3 | 2, len(content)]) + content


def value(name, dim):
    """Returns a value of a model: a name, and a shape of one dim of f32."""
    kind = bytes([8, 1]) + field(2, field(1, dim))
    return field(1, name.encode()) + field(2, field(1, kind))


def model(dim):
    """Returns the bytes of a model of one op, y = Relu(x)."""
    relu = field(1, b"x") + field(2, b"y") + field(4, b"Relu")
    return field(7, field(1, relu) + field(11, value("x", dim)) + field(12, value("y", dim)))


@pytest.fixture
def relu():
    """A model of ONNX with tensors of 2 elements."""
    return model(bytes([8, 2]))


@pytest.fixture
def symbolic():
    """A model of ONNX with tensors of `n` elements."""
    return model(field(2, b"n"))

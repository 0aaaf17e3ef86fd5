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

"""Placements: slots on named axes, copies, moves and arrays."""

import numpy
import pytest

from layoutc import Error, Layout

A = "atom:mma.m16n8k16.f16.A"
REPLICATED = "atom:wmma.gfx11.w32.16x16x16.f16.A"


def test_facts_of_an_operand():
    layout = Layout(A)
    assert layout.shape == (16, 16)
    assert layout.axes == {
        "register": {"min": 0, "max": 7, "extent": 8},
        "lane": {"min": 0, "max": 31, "extent": 32},
    }
    assert (layout.copies, layout.parts, layout.coverage) == (1, 1, 1.0)
    assert layout.injective is True


def test_slots_and_indices_are_inverse():
    layout = Layout(A)
    for index in numpy.ndindex(layout.shape):
        (slot,) = layout.slots(index)
        # The fragment of the PTX ISA.
        lane, i = slot["lane"], slot["register"]
        row = lane // 4 + (0 if i < 2 or 4 <= i < 6 else 8)
        assert index == (row, lane % 4 * 2 + i % 2 + (0 if i < 4 else 8))
        assert layout.index(slot) == index
        assert layout.owners(**slot) == 1


def test_copies_are_slots_of_one_index():
    layout = Layout(REPLICATED)
    assert layout.copies == 2
    assert layout.slots((3, 7)) == [{"lane": 3, "register": 7}, {"lane": 19, "register": 7}]
    assert layout.index({"lane": 19, "register": 7}) == (3, 7)


def test_missing_slots_and_indices():
    layout = Layout(A)
    assert layout.slots((16, 0)) == layout.slots((0, -1)) == layout.slots((2**70, 0)) == []
    assert layout.valid((0, 0)) and not layout.valid((16, 0))
    for slot in [{"lane": 32}, {"lane": -1}, {"lane": 2**70}, {"warp": 1}]:
        assert layout.index(slot) is None
        assert layout.owners(**slot) == 0
    assert layout.index({}) == (0, 0)
    with pytest.raises(Error, match="expected an index of 2 components, found 1"):
        layout.slots((1,))
    with pytest.raises(Error, match="invalid name `a-b` of an axis"):
        layout.index({"a-b": 1})
    with pytest.raises(TypeError):
        layout.index({"lane": "x"})


@pytest.mark.parametrize("member", ["strides", "span", "allocation", "size_bytes", "vector_width"])
def test_properties_of_memory_fail(member):
    message = f"`{member}` needs one offset for each index, but this is a placement on the axes `register`, `lane`"
    with pytest.raises(Error, match=message):
        getattr(Layout(A), member)


def test_offsets_of_placements_fail():
    layout = Layout(A)
    for call in [lambda: layout.offset((0, 0)), layout.offsets, lambda: layout.index(3)]:
        with pytest.raises(Error, match="needs one offset for each index"):
            call()


def test_layouts_in_memory_have_slots_too():
    layout = Layout("torch:(4,5):(8,1):f16")
    assert layout.slots((1, 2)) == [{"m": 10}]
    assert layout.index({"m": 10}) == (1, 2)
    assert layout.owners(m=10) == 1 and layout.owners(m=5) == 0
    assert layout.axes == {"m": {"min": 0, "max": 28, "extent": 29}}
    assert (layout.copies, layout.parts, layout.coverage) == (1, 1, 20 / 29)


def test_moves_count_slots_by_class():
    sums = Layout("atom:mma.m16n8k16.f16.C:f16")
    assert sums.moves(sums) == {"class": "none", "slots": {"none": 128}, "bytes": 0}
    moves = Layout(A).moves(Layout("atom:mfma.16x16x16.f16.A"))
    assert moves["class"] == "lane"
    assert sum(moves["slots"].values()) == 256
    assert moves["bytes"] == 2 * (256 - moves["slots"].get("none", 0))
    with pytest.raises(Error, match="shape"):
        Layout(A).moves(sums)


def test_equality_is_that_of_sets_of_slots():
    assert Layout("atom:mma.m16n8k16.f16.C") == Layout("atom:mma.m16n8k8.tf32.D")
    assert Layout(A) != Layout("atom:mma.m16n8k16.i8.A")
    assert Layout(A) != Layout("torch:contiguous(16,16)")
    assert Layout(A) != Layout("atom:mma.m16n8k16.f16.B")
    assert hash(Layout(A)) == hash(Layout("atom:mma.m16n8k16.bf16.A"))


def test_operands_are_written_again():
    assert Layout(A).to("atom") == A
    with pytest.raises(Error, match="placement"):
        Layout(A).to("torch")


def test_coordinates_are_those_of_the_first_slot():
    for text in [A, REPLICATED, "torch:(4,5):(8,1)"]:
        layout = Layout(text)
        coordinates = layout.coordinates()
        assert list(coordinates) == list(layout.axes)
        for index in numpy.ndindex(layout.shape):
            first = layout.slots(index)[0]
            assert first == {axis: array[index] for axis, array in coordinates.items()}
        assert all(array.dtype == numpy.int64 for array in coordinates.values())


def test_slot_table_has_the_index_of_each_slot():
    layout = Layout(REPLICATED)
    table = layout.slot_table()
    assert (table.shape, table.dtype) == ((32, 16, 2), numpy.int64)
    for lane, register in numpy.ndindex(32, 16):
        assert tuple(table[lane, register]) == layout.index({"lane": lane, "register": register})
    sums = Layout("atom:wmma.gfx11.w32.16x16x16.f16.C.f16").slot_table()
    assert (sums[:, 1::2] == -1).all() and (sums[:, ::2] >= 0).all()


def test_pictures_have_slots():
    svg = Layout(A).draw("grid", "svg", "lane")
    assert 'data-index="9,3" data-slot="lane=5,register=3"' in svg
    assert 'data-slot="lane=5,register=3"' in Layout(A).draw("slots", "svg")
    assert "T5:R3" in Layout(A).draw()
    assert Layout(A)._repr_svg_() is not None
    with pytest.raises(Error, match="shows memory"):
        Layout(A).draw("strip")

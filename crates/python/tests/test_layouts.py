"""Layouts: facts, offsets, indices, notations and equality."""

import numpy
import pytest

from layoutc import Error, Layout, solve

CHW32 = "trt:kCHW32[1,35,7,5]:f16"


def test_facts_are_properties():
    layout = Layout("torch:(4,5):(8,1):f16")
    assert (layout.shape, layout.strides) == ((4, 5), (8, 1))
    assert (layout.span, layout.allocation, layout.size_bytes) == (29, 32, 64)
    assert (layout.injective, layout.vector_width) == (True, (1, 1))
    with pytest.raises(AttributeError):
        layout.span = 3


def test_facts_of_formats_with_padding():
    layout = Layout(CHW32)
    assert layout.shape == (1, 35, 7, 5)
    assert layout.strides is None
    assert layout.size_bytes == 2 * layout.allocation == 4480
    assert layout.injective


def test_unknown_facts_are_none():
    layout = Layout("cute:(4,5):(8,1)")
    assert layout.size_bytes is None
    assert Layout("cute:(4,5):(8,1)", elem="f16").size_bytes == 64
    assert Layout("torch:(4,1):(0,7)").strides == (0, 0)
    assert Layout("torch:(4,5):(0,1)").injective is False


def test_offsets_and_indices_are_inverse():
    layout = Layout(CHW32)
    assert layout.offset([0, 33, 6, 4]) == 2209
    assert layout.index(2209) == (0, 33, 6, 4)
    assert layout.valid((0, 33, 6, 4)) is True
    offsets = layout.offsets()
    for index in numpy.ndindex(layout.shape):
        assert offsets[index] == layout.offset(index)
        assert layout.index(int(offsets[index])) == index


def test_missing_offsets_and_indices_are_none():
    layout = Layout("torch:(4,5):(8,1)")
    for outside in [(4, 0), (0, -1), (0, 2**63 - 1), (0, 2**70), (-(2**70), 0)]:
        assert layout.offset(outside) is None
        assert layout.valid(outside) is False
    for gap in [5, 7, -1, 29, 2**62, 2**70, -(2**70)]:
        assert layout.index(gap) is None


def test_first_of_several_indices_is_the_least():
    assert Layout("torch:(4,5):(0,1)").index(3) == (0, 3)


def test_indices_are_sequences_of_integers():
    layout = Layout("cute:(4,8):(8,1)")
    for index in [(1, 2), [1, 2], numpy.array([1, 2]), [numpy.int32(1), numpy.uint8(2)]]:
        assert layout.offset(index) == 10
    assert layout.index(numpy.int64(10)) == (1, 2)
    for faulty in [3, "12", [1.0, 2.0], [1, None]]:
        with pytest.raises(TypeError):
            layout.offset(faulty)


def test_wrong_ranks_raise():
    layout = Layout("cute:(4,8):(8,1)")
    for ask in [layout.offset, layout.valid]:
        for index in [[], [1], [1, 2, 3]]:
            with pytest.raises(Error, match="expected an index of 2 components") as caught:
                ask(index)
            assert caught.value.diagnostics[0].code == "L0604"


def test_offsets_are_an_array():
    offsets = Layout("torch:(2,3):(4,1)+5").offsets()
    assert offsets.dtype == numpy.int64
    assert offsets.flags.writeable
    assert offsets.tolist() == [[5, 6, 7], [9, 10, 11]]
    assert Layout("torch:():()").offsets().shape == ()


def test_offsets_of_invalid_indices_are_minus_one(padded):
    assert padded.offsets().tolist() == [-1, 0, 1, 2, -1]
    assert padded.offset([0]) is None
    assert padded.valid([1]) is True


def test_offsets_of_huge_layouts_raise():
    with pytest.raises(MemoryError):
        Layout("torch:(4611686018427387904):(1)").offsets()


def test_dynamic_lengths_are_none(dynamic):
    assert dynamic.shape == (None, 5)
    assert dynamic.strides == (8, 1)
    assert dynamic.offset([100, 2]) == 802
    assert (dynamic.span, dynamic.allocation, dynamic.size_bytes) == (None, None, None)
    with pytest.raises(Error, match="dynamic length"):
        dynamic.offsets()


def test_equality_is_that_of_functions():
    row_major = Layout("cute:(4,8):(8,1)")
    assert row_major == Layout("torch:contiguous(4,8):f16")
    assert hash(row_major) == hash(Layout("torch:contiguous(4,8)"))
    assert not row_major != Layout("torch:(4,8):(8,1)")
    assert row_major != Layout("cute:(4,8):(1,4)")
    assert row_major != Layout("cute:(32):(1)")
    assert row_major != "cute:(4,8):(8,1)"
    assert len({row_major, Layout("torch:(4,8):(8,1)"), Layout("cute:(4,8):(1,4)")}) == 2


def test_notations_are_converted():
    layout = Layout("xla:f32[3,5]{1,0:T(2,2)}")
    for name in ["tvm", "memref", "xla"]:
        text = layout.to(name)
        assert text.startswith(name + ":")
        assert Layout(text) == layout
    with pytest.raises(Error, match=r"index \[") as caught:
        layout.to("torch")
    assert caught.value.diagnostics[0].code == "L0604"
    with pytest.raises(Error, match="unknown notation `tvn`"):
        layout.to("tvn")


def test_faulty_notations_have_positions():
    with pytest.raises(Error) as caught:
        Layout("torch:(4,5):(8,é)")
    (fault,) = caught.value.diagnostics
    assert (fault.severity, fault.code) == ("error", "L0313")
    assert (fault.path, fault.line, fault.column) == (None, 1, 16)
    with pytest.raises(Error) as caught:
        Layout("cuet:(4)")
    assert "did you mean `cute`?" in caught.value.diagnostics[0].notes
    with pytest.raises(Error, match="unknown element type `f61`; did you mean `f16`?"):
        Layout("cute:4", elem="f61")


def test_texts_of_layouts_are_code():
    for text in ["Layout('cute:(4,8):(8,1)')", "Layout('cute:4', elem='f16')"]:
        assert repr(eval(text)) == text


def test_strides_are_solved():
    nhwc = (256, 1, 32, 4)
    assert solve([1, 3, 8, 8], "NHWC", "m2: aligned<8 bytes>", 16) == nhwc
    assert solve(shape=(1, 3, 8, 8), order=[0, 2, 3, 1], reqs="m2: aligned<8 bytes>", elem_bits=16) == nhwc
    assert solve([1, 3, 8, 8], None, None, 16) == (192, 64, 8, 1)


def test_conflicts_of_strides_are_diagnostics():
    with pytest.raises(Error) as caught:
        solve([4, 5], None, "m1: aligned<64 bytes>, m1: fixed<12 bytes>", 16)
    (diagnostic,) = [reason for reason in caught.value.diagnostics if reason.conflict]
    assert diagnostic.code == "L0401"
    assert any("without `m1: aligned<64 bytes>`" in note for note in diagnostic.notes)
    assert {diagnostic.conflict.core[removed]: strides for removed, strides in diagnostic.conflict.corrections} == {
        "`m1: aligned<64 bytes>`": (30, 6),
        "`m1: fixed<12 bytes>`": (160, 32),
    }
    assert solve([4, 5], None, "m1: fixed<12 bytes>", 16) == (30, 6)
    faults = [([4, 5], "NHWC", None, 16), ([4, 5], [0, 2], None, 16), ([4, -5], None, None, 16), ([4], None, None, 65)]
    for faulty in faults:
        with pytest.raises(Error):
            solve(*faulty)


def test_pictures_have_every_index():
    layout = Layout("torch:(4,5):(8,1)")
    svg = layout._repr_svg_()
    assert svg.startswith("<svg")
    for index in numpy.ndindex(layout.shape):
        assert f'data-index="{index[0]},{index[1]}" data-offset="{layout.offset(index)}"' in svg
    assert layout.draw("grid", "svg") == svg
    assert layout.draw(format="svg", shade="offset") != svg
    assert layout.draw(view="grid", format="text") == layout.draw()
    assert "<svg" not in layout.draw()


def test_unknown_pictures_have_suggestions():
    layout = Layout("torch:(4,5):(8,1)")
    for faulty in [("gird",), ("grid", "svgg"), ("grid", "svg", "vectr")]:
        with pytest.raises(Error, match="did you mean `(grid|svg|vector)`?"):
            layout.draw(*faulty)


def test_large_and_dynamic_layouts_have_pictures(dynamic):
    for layout in [dynamic, Layout("torch:contiguous(1024,1024,1024)")]:
        svg = layout._repr_svg_()
        assert "cut" in svg and len(svg) < 2**20

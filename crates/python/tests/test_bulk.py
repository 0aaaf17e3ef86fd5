"""Bulk calls: offsets of arrays of indices, and elements packed to memory and back."""

import copy
import pickle

import numpy
import pytest

from layoutc import Error, Layout, Module, import_onnx

LAYOUTS = [
    "torch:(4,5):(8,1)",
    "torch:(7):(3)",
    "trt:kCHW32[1,35,7,5]:f16",
    "onednn:aBcd16b[2,19,3,5]",
    "cute:S<3,3,3> o ((8,8),(8,8)):((1,64),(8,512))",
    "xla:f32[9,13]{1,0:T(4,8)}",
    "torch:(4,5):(0,1)",
]


@pytest.mark.parametrize("text", LAYOUTS)
def test_offsets_of_arrays_are_those_of_single_indices(text):
    layout = Layout(text)
    offsets = layout.offsets()
    indices = numpy.array(list(numpy.ndindex(layout.shape)))
    assert layout.offset(indices).tolist() == offsets.ravel().tolist()
    assert layout.valid(indices).all()
    step = max(1, len(indices) // 50)
    for index in indices[::step]:
        assert layout.offset(index) == offsets[tuple(index)]
    around = numpy.concatenate([indices[:5] - 1, indices[-5:] + 1])
    single = [layout.offset(index) for index in around]
    assert layout.offset(around).tolist() == [-1 if offset is None else offset for offset in single]
    assert layout.valid(around).tolist() == [layout.valid(index) for index in around]


def test_padding_has_no_offsets(padded):
    assert padded.offsets().tolist() == [-1, 0, 1, 2, -1]
    indices = numpy.arange(-1, 6).reshape(-1, 1)
    assert padded.offset(indices).tolist() == [-1, -1, 0, 1, 2, -1, -1]
    assert padded.valid(indices).tolist() == [False, False, True, True, True, False, False]


def test_arrays_of_indices_have_any_integers_and_any_dims():
    layout = Layout("torch:(4,5):(8,1)")
    indices = numpy.indices((4, 5)).transpose(1, 2, 0)
    for dtype in ["int8", "uint16", ">i4", "uint64", "int64"]:
        assert (layout.offset(indices.astype(dtype)) == layout.offsets()).all()
    assert layout.valid(indices).shape == (4, 5)
    view = memoryview(numpy.ascontiguousarray(indices[0]))
    assert layout.offset(view).tolist() == [0, 1, 2, 3, 4]
    with pytest.raises(TypeError, match="integers"):
        layout.offset(numpy.zeros((3, 2)))
    with pytest.raises(Error, match="expected indices of 2 components, found 3"):
        layout.offset(numpy.zeros((2, 3), "int64"))


def test_valid_indices_of_placements_are_an_array():
    layout = Layout("atom:mma.m8n8k4.f64.A")
    assert layout.valid(numpy.array([[0, 0], [7, 3], [8, 0]])).tolist() == [True, True, False]


@pytest.mark.parametrize("text", LAYOUTS[:6])
@pytest.mark.parametrize("dtype", ["int8", "float16", "uint32", "float64", "complex64"])
def test_pack_and_unpack_are_inverse(text, dtype):
    layout = Layout(text)
    if layout.dtype and numpy.dtype(layout.dtype).itemsize != numpy.dtype(dtype).itemsize:
        with pytest.raises(Error, match="bits, but those of the array have"):
            layout.pack(numpy.zeros(layout.shape, dtype))
        return
    array = numpy.arange(1, 1 + numpy.prod(layout.shape)).reshape(layout.shape).astype(dtype)
    memory = layout.pack(array)
    assert memory.dtype == array.dtype and memory.shape == (layout.allocation,)
    expected = numpy.zeros_like(memory)
    expected[layout.offsets()] = array
    assert (memory == expected).all()
    assert (layout.unpack(memory) == array).all()
    assert (layout.unpack(memory.tobytes(), dtype) == array).all()
    assert (layout.pack(array.T.copy().T) == memory).all()


def test_packed_padding_is_zero(padded):
    assert padded.pack(numpy.array([9, 1, 2, 3, 9])).tolist() == [1, 2, 3]
    assert padded.unpack(numpy.array([1, 2, 3])).tolist() == [0, 1, 2, 3, 0]


def test_faulty_elements_raise(dynamic):
    layout = Layout("torch:(2,3):(4,1):f16")
    with pytest.raises(Error, match=r"expected an array of shape \[2, 3\], found \[3, 2\]"):
        layout.pack(numpy.zeros((3, 2), "float16"))
    with pytest.raises(Error, match="expected memory of 8 elements, found 7"):
        layout.unpack(bytes(14))
    with pytest.raises(Error, match="needs elements of whole bytes, but those of the layout have 4 bits"):
        Layout("torch:(2,3):(4,1):i4").pack(numpy.zeros((2, 3), "int8"))
    with pytest.raises(Error, match="needs `dtype`"):
        Layout("torch:(2,3):(4,1)").unpack(bytes(16))
    with pytest.raises(Error, match="8, 16, 32 or 64 bits"):
        Layout("torch:(2,3):(4,1)").pack(numpy.zeros((2, 3), "complex128"))
    with pytest.raises(TypeError, match="object"):
        Layout("torch:(2,3):(4,1)").pack(numpy.zeros((2, 3), "object"))
    with pytest.raises(Error, match="share slot 0"):
        Layout("torch:(2,3):(0,1)").pack(numpy.arange(6).reshape(2, 3))
    with pytest.raises(Error, match="offset -2 is outside"):
        Layout.of(numpy.arange(3)[::-1]).pack(numpy.arange(3))
    for call in [lambda: dynamic.offsets(), lambda: dynamic.pack(numpy.zeros((1, 5)))]:
        with pytest.raises(Error, match="dynamic"):
            call()


@pytest.mark.parametrize("text", [*LAYOUTS, "atom:mma.m8n8k4.f64.A"])
def test_layouts_are_pickled_as_notations(text):
    layout = Layout(text)
    for again in [pickle.loads(pickle.dumps(layout)), copy.deepcopy(layout)]:
        assert again == layout and repr(again) == repr(layout)
    assert pickle.loads(pickle.dumps(Layout("cute:4:1", elem="f16"))).dtype == "float16"


def test_layouts_without_a_notation_are_pickled_if_one_expresses_them(padded):
    layout = Layout.of(numpy.zeros((3, 4), "float32").T)
    assert repr(layout) == "<layoutc.Layout of shape (4, 3), strides (1, 4)>"
    again = pickle.loads(pickle.dumps(layout))
    assert again == layout and again.dtype == layout.dtype == "float32"
    with pytest.raises(Error, match="cannot be pickled: no notation expresses it"):
        pickle.dumps(padded)


def test_bank_conflicts_are_counted():
    rows = Layout("torch:(32,32):(32,1)")
    assert rows.bank_conflicts([0])["degree"] == 32
    assert rows.bank_conflicts([0], elem_bytes=2)["degree"] == 16
    assert Layout("torch:(32,32):(33,1)").bank_conflicts([0])["degree"] == 1
    with pytest.raises(Error, match="elem_bytes"):
        Layout("torch:(32,32):(33,1):f16").bank_conflicts([0], elem_bytes=4)


def test_models_are_imported(relu, symbolic, tmp_path):
    path = tmp_path / "relu.onnx"
    path.write_bytes(relu)
    for model in [relu, path, str(path)]:
        assert '"onnx.Relu"' in str(import_onnx(model))
    assert import_onnx(symbolic, {"n": 7}).layout("@main_graph:%x").shape == (7,)
    bounded = import_onnx(symbolic, bounds={"n": 7})
    assert "tensor<?xf32" in str(bounded) and bounded.layout("main_graph:%x").shape == (7,)
    with pytest.raises(Error, match="dim `n` has both"):
        import_onnx(symbolic, {"n": 7}, {"n": 8})
    with pytest.raises(Error, match="between 1 and"):
        import_onnx(symbolic, {"n": 0})
    with pytest.raises(FileNotFoundError):
        import_onnx(tmp_path / "none.onnx")


def test_modules_are_explained_and_drawn():
    text = "layout.tensor @x : tensor<4x5xf32, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>"
    module = Module.parse(text, "x.mlir").run("resolve-strides")
    assert "`resolve-strides`" in module.explain("x")
    assert module.explain("@x").startswith("x.mlir:1:1: `@x` is a")
    assert module.stats["resolve-strides"]
    with pytest.raises(Error, match="not a function"):
        module.draw("x")

"""Every public name of the package: a success and a failure of each, so that none can be broken in a wheel."""

import inspect

import pytest

import layoutc
from layoutc import Conflict, Diagnostic, Error, Layout, Module, explain, import_onnx, solve

ROWS = Layout("torch:(2,3):(4,1):f16")
LANES = Layout("atom:mma.m8n8k4.f64.A")
SPLIT = Layout("onednn:aBcd4b[1,6,2,2]")
TEXT = "layout.tensor @x : tensor<3x5xf16, {reqs = #layout.reqs<m0: aligned<16 bytes>>}>"

FUNCTION = "func.func @f(%x: tensor<4x8xf32>) -> tensor<4x8xf32> { return %x : tensor<4x8xf32> }"


def fault(call):
    """Returns the error that a call raises."""
    with pytest.raises(Error) as caught:
        call()
    return caught.value.diagnostics[0]


def conflict():
    return fault(lambda: solve((3, 5), None, "m0: fixed<12 bytes>, m0: aligned<16 bytes>", 16)).conflict


UNKNOWN = fault(lambda: Module.parse("layout.tensr @x", "x.mlir"))
NOTATION = fault(lambda: Layout("troch:2:1"))

# By name: a call or a fact that succeeds, its value, and one that fails: an error, or a value that says that there is none.
CALLS = {
    "Layout.of": (lambda: Layout.of(zeros((2, 3))).shape, (2, 3), lambda: Layout.of(3)),
    "Layout.shape": (lambda: SPLIT.shape, (1, 6, 2, 2), None),
    "Layout.strides": (lambda: ROWS.strides, (4, 1), lambda: SPLIT.strides),
    "Layout.dtype": (lambda: ROWS.dtype, "float16", lambda: SPLIT.dtype),
    "Layout.span": (lambda: ROWS.span, 7, None),
    "Layout.allocation": (lambda: ROWS.allocation, 8, None),
    "Layout.size_bytes": (lambda: ROWS.size_bytes, 16, lambda: SPLIT.size_bytes),
    "Layout.injective": (lambda: ROWS.injective, True, None),
    "Layout.vector_width": (lambda: SPLIT.vector_width, (1, 2, 1, 1), None),
    "Layout.offset": (lambda: ROWS.offset((1, 2)), 6, lambda: ROWS.offset((1,))),
    "Layout.valid": (lambda: ROWS.valid((1, 2)), True, lambda: ROWS.valid((1,))),
    "Layout.index": (lambda: ROWS.index(6), (1, 2), lambda: ROWS.index(3)),
    "Layout.to": (lambda: ROWS.to("cute"), "cute:(2,3):(4,1)", lambda: SPLIT.to("vpux")),
    "Layout.offsets": (lambda: ROWS.offsets().tolist(), [[0, 1, 2], [4, 5, 6]], lambda: Layout("torch:(99999999999):(1)").offsets()),
    "Layout.pack": (lambda: ROWS.pack(zeros((2, 3)).astype("float16")).shape, (8,), lambda: ROWS.pack(zeros((2, 3)))),
    "Layout.unpack": (lambda: ROWS.unpack(bytes(16)).shape, (2, 3), lambda: ROWS.unpack(bytes(14))),
    "Layout.bank_conflicts": (lambda: ROWS.bank_conflicts([1])["degree"], 1, lambda: ROWS.bank_conflicts([2])),
    "Layout.slots": (lambda: LANES.slots((1, 2)), [{"lane": 6}], lambda: LANES.slots((1,))),
    "Layout.owners": (lambda: LANES.owners(lane=6), 1, lambda: LANES.owners(**{"a-b": 1})),
    "Layout.axes": (lambda: LANES.axes, {"lane": {"min": 0, "max": 31, "extent": 32}}, None),
    "Layout.copies": (lambda: LANES.copies, 1, None),
    "Layout.parts": (lambda: LANES.parts, 1, None),
    "Layout.coverage": (lambda: LANES.coverage, 1.0, None),
    "Layout.moves": (lambda: LANES.moves(LANES)["class"], "none", lambda: LANES.moves(ROWS)),
    "Layout.coordinates": (lambda: LANES.coordinates()["lane"][1].tolist(), [4, 5, 6, 7], None),
    "Layout.slot_table": (lambda: LANES.slot_table()[6].tolist(), [1, 2], None),
    "Layout.draw": (lambda: "strides [4, 1]" in ROWS.draw(), True, lambda: ROWS.draw("gird")),
    "Module.parse": (lambda: type(Module.parse(TEXT)), Module, lambda: Module.parse("layout.tensr @x")),
    "Module.run": (lambda: type(Module.parse(TEXT).run("resolve-strides")), Module, lambda: Module.parse(TEXT).run("no-such-pass")),
    "Module.emit": (lambda: "LAYOUTC_FN" in Module.parse(TEXT).emit("c"), True, lambda: Module.parse(TEXT).emit("c++")),
    "Module.layout": (lambda: Module.parse(TEXT).run("resolve-strides").layout("x").strides, (8, 1), lambda: Module.parse(TEXT).layout("@y")),
    "Module.stats": (lambda: Module.parse(TEXT).stats, {}, None),
    "Module.explain": (lambda: "no passes ran" in Module.parse(TEXT).explain("x"), True, lambda: Module.parse(TEXT).explain("y")),
    "Module.draw": (lambda: "%x" in Module.parse(FUNCTION).draw("f"), True, lambda: Module.parse(FUNCTION).draw("@f", "slots")),
    "Module.moves": (lambda: Module.parse(TEXT).moves()["moves"], [], None),
    "Module.diagnostics": (lambda: Module.parse(TEXT).diagnostics, (), None),
    "Diagnostic.severity": (lambda: UNKNOWN.severity, "error", None),
    "Diagnostic.code": (lambda: UNKNOWN.code, "L0209", None),
    "Diagnostic.message": (lambda: "layout.tensr" in UNKNOWN.message, True, None),
    "Diagnostic.path": (lambda: UNKNOWN.path, "x.mlir", None),
    "Diagnostic.line": (lambda: UNKNOWN.line, 1, None),
    "Diagnostic.column": (lambda: UNKNOWN.column, 1, None),
    "Diagnostic.notes": (lambda: UNKNOWN.notes, ("did you mean `layout.tensor`?",), None),
    "Diagnostic.conflict": (lambda: type(conflict()), Conflict, lambda: NOTATION.conflict),
    "Conflict.core": (lambda: len(conflict().core), 2, None),
    "Conflict.corrections": (lambda: [len(strides) for _, strides in conflict().corrections], [2, 2], None),
}


def zeros(shape):
    numpy = pytest.importorskip("numpy")
    return numpy.zeros(shape, "float32")


@pytest.mark.parametrize("name", CALLS)
def test_call_succeeds_and_fails(name):
    succeeds, value, fails = CALLS[name]
    assert succeeds() == value
    if fails is not None:
        try:
            assert fails() is None
        except (Error, TypeError, MemoryError) as error:
            assert str(error)


def test_table_has_every_public_name():
    classes = {"Layout": Layout, "Module": Module, "Diagnostic": Diagnostic, "Conflict": Conflict}
    names = {f"{kind}.{name}" for kind, cls in classes.items() for name in dir(cls) if not name.startswith("_")}
    assert names == set(CALLS)
    assert set(layoutc.__all__) == {*classes, "Error", "explain", "import_onnx", "solve", "__version__"}
    assert inspect.isclass(Error) and layoutc.__version__.count(".") == 2


def test_solve_succeeds_and_fails():
    assert solve((3, 5), "CN", "m0: aligned<8 bytes>", 16) == (1, 4)
    with pytest.raises(Error, match="order"):
        solve((3, 5), "NHWC", None, 16)


def test_explain_succeeds_and_fails():
    assert explain("l0401").startswith("L0401: ")
    with pytest.raises(Error, match="unknown code `L9999`"):
        explain("L9999")


def test_import_onnx_succeeds_and_fails(relu):
    assert import_onnx(relu).layout("@main_graph:%y").shape == (2,)
    with pytest.raises(Error, match="invalid ONNX model"):
        import_onnx(b"\x00")

"""Modules: parsed, run and emitted, with diagnostics."""

import json

import pytest

from layoutc import Error, Layout, Module

TENSOR = "layout.tensor @x : tensor<1x3x8x8xf16, {reqs = #layout.reqs<m2: aligned<64 bytes>>}>"


def test_run_changes_the_module_and_returns_it():
    module = Module.parse(TENSOR)
    before = str(module)
    assert module.run("resolve-strides") is module
    assert str(module) != before
    assert "strides = [768, 256, 32, 1]" in str(module)
    assert module.layout("x").strides == (0, 256, 32, 1)
    assert module.layout("@x") == module.layout("x")


def test_text_of_a_module_is_a_module():
    module = Module.parse(TENSOR).run("resolve-strides")
    assert str(Module.parse(str(module))) == str(module)


def test_emitters_write_text_and_bytes():
    module = Module.parse(TENSOR)
    described = json.loads(module.emit("vk-json", target="emulation"))
    assert described["tensors"][0]["pStrides"] == [1536, 512, 64, 2]
    assert "strides" not in str(module)
    module.run("resolve-strides,lower-to-vulkan", target="emulation")
    assert json.loads(module.emit("vk-json", "emulation")) == described
    assert "#layout.reqs<\"" in Module.parse(TENSOR).emit("generic", dialect="irdl")


def test_binaries_are_bytes():
    text = 'layout.notation @n "cute:(4,8):(8,1)"\nlayout.address @f of @n'
    module = Module.parse(text)
    binary = module.emit("spirv")
    assert isinstance(binary, bytes)
    assert binary[:4] == bytes([3, 2, 0x23, 7])
    assert isinstance(module.emit("c"), str)


def test_options_are_keywords():
    with pytest.raises(Error, match="idrl"):
        Module.parse(TENSOR).emit("generic", dialect="idrl")
    with pytest.raises(Error, match="no_such|no-such"):
        Module.parse(TENSOR).emit("generic", no_such=True)


def test_faults_of_a_text_have_positions_and_notes():
    with pytest.raises(Error) as caught:
        Module.parse("layout.tensor @x : tensor<4xf32>\n  layout.tensr @y", path="x.mlir")
    (fault,) = caught.value.diagnostics
    assert (fault.severity, fault.code) == ("error", "L0209")
    assert fault.message == "unknown op `layout.tensr` in custom form"
    assert (fault.path, fault.line, fault.column) == ("x.mlir", 2, 3)
    assert fault.notes == ("did you mean `layout.tensor`?",)
    assert str(caught.value) == str(fault)
    assert str(fault).startswith("x.mlir:2:3: error[L0209]: unknown op")
    assert repr(fault) == "<error L0209: unknown op `layout.tensr` in custom form>"


def test_failed_runs_leave_the_module_unchanged():
    reqs = "m1: aligned<64 bytes>, m1: fixed<12 bytes>"
    module = Module.parse(f"layout.tensor @x : tensor<4x5xf16, {{reqs = #layout.reqs<{reqs}>}}>")
    before = str(module)
    with pytest.raises(Error) as caught:
        module.run("canonicalize,resolve-strides")
    assert caught.value.diagnostics[0].code == "L0401"
    assert str(module) == before
    for call in [
        lambda: module.run("resolve-stride"),
        lambda: module.run("resolve-strides", target="emulatoin"),
        lambda: module.emit("vk-jsno"),
    ]:
        with pytest.raises(Error, match="did you mean"):
            call()
    with pytest.raises(Error, match="@y"):
        module.layout("y")


def test_warnings_are_diagnostics_of_the_module():
    assert Module.parse(TENSOR).diagnostics == ()
    odd = 'vk.tensor_description @odd {tiling = "LINEAR", format = 15, dims = array<i64: 4>, usage = [2]}'
    module = Module.parse(odd)
    assert module.diagnostics == ()
    module.run("verify-vulkan")
    (remark,) = module.diagnostics
    assert (remark.severity, remark.line, remark.column) == ("remark", 1, 1)
    assert "VK_FORMAT_R8_SRGB" in remark.message
    rule = 'layout.target @t {\n  layout.rule "onnx.Constant" [#layout.choice<same>]\n}'
    (warning,) = Module.parse(rule).diagnostics
    assert (warning.severity, warning.code, warning.line) == ("warning", "L0303", 2)


def test_errors_are_value_errors():
    assert issubclass(Error, ValueError)
    assert Error("unknown").diagnostics == ()
    with pytest.raises(TypeError):
        Module.parse(3)
    with pytest.raises(TypeError):
        Layout()


def test_interface_has_these_names():
    def names(kind):
        return {name for name in vars(kind) if not name.startswith("_")}

    facts = {"shape", "strides", "span", "allocation", "size_bytes", "injective", "vector_width"}
    facts |= {"axes", "copies", "parts", "coverage", "dtype"}
    methods = {"of", "offset", "valid", "index", "to", "offsets", "draw"}
    methods |= {"slots", "owners", "moves", "coordinates", "slot_table", "pack", "unpack", "bank_conflicts"}
    assert names(Layout) == facts | methods
    assert names(Module) == {"parse", "run", "emit", "layout", "moves", "diagnostics", "stats", "explain", "draw"}


FUNCTION = '''
func.func @f(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x1x1xf32> {layout.constant}) -> tensor<1x4x8x8xf32> {
  %0 = "onnx.Conv"(%x, %w) : (tensor<1x3x8x8xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x8x8xf32>
  return %0 : tensor<1x4x8x8xf32>
}
'''


def test_moves_are_those_of_the_report_with_alternatives_on_request():
    plain = Module.parse(FUNCTION).run("assign-layouts", target="channels_last").moves()
    # The weights of one tap are the same bytes in both orders.
    assert (plain["reorders"], plain["constants"], plain["free"]) == (2, 0, 1)
    assert plain["bytes"] == sum(it["bytes"] for it in plain["moves"] if it["kind"] == "copy")
    assert all(it["alternatives"] == [] for it in plain["moves"])
    run = Module.parse(FUNCTION).run("assign-layouts", target="channels_last", alternatives=True)
    moves = run.moves()
    assert [it["layout"] for it in moves["moves"][0]["alternatives"]] == ["NHWC"]
    assert [{**it, "alternatives": []} for it in moves["moves"]] == plain["moves"]

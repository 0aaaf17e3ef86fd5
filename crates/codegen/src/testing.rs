//! Helpers of the emitter tests: modules, and calls of emitters.

use crate::emitter::{EmitContext, Emitter};
use ir::diag::Sink;
use ir::target::{SPEC_MIN, Target};
use ir::vulkan::DESCRIPTION_OP;
use ir::{Attr, Builder, Context, Module, Registry, Verified};
use std::cell::RefCell;

/// The attributes of one description.
pub(crate) type Attrs = Vec<(&'static str, Attr)>;

/// Returns a module with one description for each list of attributes.
pub(crate) fn described(lists: impl FnOnce(&mut Context) -> Vec<Attrs>) -> Verified {
    let mut module = Module::new();
    for attrs in lists(&mut module.ctx) {
        Builder::new(&mut module).op(DESCRIPTION_OP, &[], &[], &attrs);
    }
    verified(module)
}

/// Parses and verifies a module.
pub(crate) fn parsed(text: &str) -> Verified {
    let mut sink = Sink::default();
    let module = parser::parse(text, 0, &Registry::new(), &mut sink);
    verified(module.unwrap_or_else(|| panic!("{:?}", sink.diags())))
}

fn verified(module: Module) -> Verified {
    let mut sink = Sink::default();
    Verified::new(module, &Registry::new(), &mut sink)
        .unwrap_or_else(|_| panic!("{:?}", sink.diags()))
}

/// Returns the text that an emitter writes, or the text of its error. If `target`, the target is `spec_min`.
pub(crate) fn emitted(
    emitter: &Emitter,
    module: &Verified,
    target: bool,
) -> Result<String, String> {
    let bytes = written(emitter, module, target.then_some(&SPEC_MIN), &[])?;
    Ok(String::from_utf8(bytes).unwrap())
}

/// Returns the bytes that an emitter with these options writes, or the text of its error.
pub(crate) fn written(
    emitter: &Emitter,
    module: &Verified,
    target: Option<&Target>,
    options: &[(&str, &str)],
) -> Result<Vec<u8>, String> {
    let (registry, options) = (Registry::new(), emitter.read_options(options).unwrap());
    let cx = EmitContext {
        registry: &registry,
        target,
        sources: None,
        elide_above: None,
        graph: None,
        options: &options,
        warnings: &RefCell::default(),
    };
    let mut bytes = Vec::new();
    (emitter.emit)(module, &cx, &mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// Three descriptions: a padded tensor with all attributes, one with only required attributes, and one with names that
/// are not identifiers.
pub(crate) const THREE: &str = r#"
vk.tensor_description @f_x_vk {of = "x", function = "f", element_type = i16, logical_shape = [2, 3, 5], dim_order = [0, 2, 1],
                               format = "VK_FORMAT_R16_SINT", dims = [2, 5, 3], strides = [80, 16, 2], offset = 24,
                               usage = ["TRANSFER_DST", "SHADER", "TRANSFER_DST"]}
vk.tensor_description @mine {tiling = 0, format = 99, dims = [2, 5], usage = 0x12}
vk.tensor_description @"a*/b" {of = @"\\\0A`", tiling = "BRICK_16_WIDE", format = "VK_FORMAT_R8_UINT", dims = [16], usage = []}
"#;

/// An addressing function of an image, and one of a padded descriptor, whose dims have names of every language.
pub(crate) const TWO_FUNCTIONS: &str = r#"
layout.tensor @image : tensor<2x3x4x16xf16, {order = #layout.order<NHWC>, strides = [192, 1, 48, 3], offset = 8 : i64}>
func.func @offset_image(%a: i32, %b: i32, %c: i32, %d: i32) -> i32
    attributes {layout.address = {lengths = array<i64: 2, 3, 4, 16>, of = @image, unit = "element"}} {
  %stride = "arith.constant"() {value = 192 : i32} : () -> i32
  %two = "arith.constant"() {value = 2 : i32} : () -> i32
  %mask = "arith.constant"() {value = 3 : i32} : () -> i32
  %0 = "arith.muli"(%a, %stride) : (i32, i32) -> i32
  %1 = "arith.shrui"(%d, %two) : (i32, i32) -> i32
  %2 = "arith.andi"(%d, %mask) : (i32, i32) -> i32
  %3 = "arith.muli"(%1, %stride) : (i32, i32) -> i32
  %4 = "arith.addi"(%0, %3) : (i32, i32) -> i32
  %5 = "arith.addi"(%4, %2) : (i32, i32) -> i32
  %6:2 = "arith.mului_extended"(%5, %stride) : (i32, i32) -> (i32, i32)
  %7 = "arith.xori"(%6#1, %b) : (i32, i32) -> i32
  return %7 : i32
}
layout.descriptor @rows {
  %m, %n = layout.packed [3, 4]
  %uniform = layout.pad %n low 0 high 1
  %fn = layout.pass_through %m
  layout.yield %fn, %uniform
}
func.func @register(%d0: i32, %d1: i32) -> (i32, i1)
    attributes {layout.address = {lengths = array<i64: 3, 5>, of = @rows, unit = "byte"}} {
  %four = "arith.constant"() {value = 4 : i32} : () -> i32
  %0 = "arith.muli"(%d0, %four) : (i32, i32) -> i32
  %1 = "arith.addi"(%0, %d1) : (i32, i32) -> i32
  %2 = "arith.cmpi"(%d1, %four) {predicate = 6 : i64} : (i32, i32) -> i1
  return %1, %2 : i32, i1
}
"#;

/// A 64-bit addressing function that uses the high half of a product and does not use an index component.
pub(crate) const WIDE_FUNCTION: &str = r#"
layout.tensor @x : tensor<4x8589934592xi8, {strides = [8589934592, 1]}>
func.func @f(%a: i64, %b: i64) -> i64
    attributes {layout.address = {lengths = array<i64: 4, 8589934592>, of = @x, unit = "element"}} {
  %c = "arith.constant"() {value = -1 : i64} : () -> i64
  %0:2 = "arith.mului_extended"(%b, %c) : (i64, i64) -> (i64, i64)
  %1 = "arith.trunci"(%0#1) : (i64) -> i32
  %2 = "arith.minui"(%1, %1) : (i32, i32) -> i32
  %3 = "arith.extui"(%2) : (i32) -> i64
  return %3 : i64
}
"#;

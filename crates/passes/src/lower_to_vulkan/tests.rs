//! Golden tests of `lower-to-vulkan`: the descriptions that it appends, and the tensors that it rejects.

use super::*;
use crate::testing::{Ran, Spec, declare, dims, emulation, run};
use expect_test::{Expect, expect};
use ir::Builder;
use ir::TypeKind;
use ir::float::FloatKind;
use ir::target::{SPEC_MIN, Target};
use ir::vulkan::format_of;

fn lower(module: Module, target: Option<&Target>) -> Ran {
    run(&LowerToVulkan, module, target)
}

/// Returns the descriptions of a result, one per line, and the diagnostics.
fn descriptions(ran: &Ran) -> String {
    let text = ran.text();
    let lines = text.lines().filter(|line| line.contains(DESCRIPTION_OP));
    let lines = lines.map(|line| line.trim().trim_start_matches(DESCRIPTION_OP).trim().to_owned());
    let rendered = (!ran.diags.is_empty()).then(|| ran.diagnostics());
    lines.chain(rendered).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn check_elem(spec: &Spec, elem: TypeKind, target: Option<&Target>, expect: Expect) {
    let mut module = Module::new();
    let elem = module.ctx.ty(elem);
    let ty = spec.to_type(&mut module.ctx, elem);
    declare(&mut module, "x", ty, &[]);
    expect.assert_eq(&descriptions(&lower(module, target)));
}

#[track_caller]
fn check(spec: &Spec, target: Option<&Target>, expect: Expect) {
    check_elem(spec, TypeKind::Float(FloatKind::F16), target, expect);
}

fn int(width: u32) -> TypeKind {
    TypeKind::Integer { width, sign: ir::types::Signedness::Signless }
}

#[test]
fn order_permutes_dims_of_description() {
    let spec = dims(&[2, 3, 5]).order(&[0, 2, 1]).strides(&[40, 1, 8]);
    check(
        &spec,
        None,
        expect![[
            r#"@x_vk {dim_order = array<i64: 0, 2, 1>, dims = array<i64: 2, 5, 3>, element_type = f16, format = "VK_FORMAT_R16_SFLOAT", logical_shape = array<i64: 2, 3, 5>, of = @x, strides = array<i64: 80, 16, 2>, tiling = "LINEAR", usage = ["SHADER"]}"#
        ]],
    );
}

#[test]
fn packed_tensors_have_no_strides() {
    let spec = dims(&[1, 3, 4, 5]).order(&[0, 2, 3, 1]).strides(&[60, 1, 15, 3]);
    check(
        &spec,
        None,
        expect![[
            r#"@x_vk {dim_order = array<i64: 0, 2, 3, 1>, dims = array<i64: 1, 4, 5, 3>, element_type = f16, format = "VK_FORMAT_R16_SFLOAT", logical_shape = array<i64: 1, 3, 4, 5>, of = @x, tiling = "LINEAR", usage = ["SHADER"]}"#
        ]],
    );
    check(
        &dims(&[4]),
        None,
        expect![[
            r#"@x_vk {dim_order = array<i64: 0>, dims = array<i64: 4>, element_type = f16, format = "VK_FORMAT_R16_SFLOAT", logical_shape = array<i64: 4>, of = @x, tiling = "LINEAR", usage = ["SHADER"]}"#
        ]],
    );
}

#[test]
fn scalar_is_described_with_one_dim() {
    check(
        &dims(&[]),
        None,
        expect![[
            r#"@x_vk {dim_order = array<i64>, dims = array<i64: 1>, element_type = f16, format = "VK_FORMAT_R16_SFLOAT", logical_shape = array<i64>, of = @x, tiling = "LINEAR", usage = ["SHADER"]}"#
        ]],
    );
}

#[test]
fn tensors_with_open_strides_are_not_described() {
    check(&dims(&[2, 3]).order(&[1, 0]), None, expect![[""]]);
}

#[test]
fn offset_is_in_bytes() {
    check(
        &dims(&[2, 3]).order(&[0, 1]).strides(&[4, 1]).offset(6),
        None,
        expect![[
            r#"@x_vk {dim_order = array<i64: 0, 1>, dims = array<i64: 2, 3>, element_type = f16, format = "VK_FORMAT_R16_SFLOAT", logical_shape = array<i64: 2, 3>, of = @x, offset = 12 : i64, strides = array<i64: 8, 2>, tiling = "LINEAR", usage = ["SHADER"]}"#
        ]],
    );
    check(
        &dims(&[2, 3]).offset(6),
        None,
        expect![[
            r#"@x_vk {dim_order = array<i64: 0, 1>, dims = array<i64: 2, 3>, element_type = f16, format = "VK_FORMAT_R16_SFLOAT", logical_shape = array<i64: 2, 3>, of = @x, offset = 12 : i64, tiling = "LINEAR", usage = ["SHADER"]}"#
        ]],
    );
}

#[test]
fn outer_dense_dims_are_merged_first() {
    check(
        &dims(&[2, 3, 4, 5, 6]),
        None,
        expect![[
            r#"@x_vk {dim_order = array<i64: 0, 1, 2, 3, 4>, dims = array<i64: 6, 4, 5, 6>, element_type = f16, format = "VK_FORMAT_R16_SFLOAT", logical_shape = array<i64: 2, 3, 4, 5, 6>, of = @x, tiling = "LINEAR", usage = ["SHADER"]}"#
        ]],
    );
    check(
        &dims(&[2, 3, 4, 5, 6]),
        Some(&emulation()),
        expect![[
            r#"@x_vk {dim_order = array<i64: 0, 1, 2, 3, 4>, dims = array<i64: 2, 3, 4, 5, 6>, element_type = f16, format = "VK_FORMAT_R16_SFLOAT", logical_shape = array<i64: 2, 3, 4, 5, 6>, of = @x, tiling = "LINEAR", usage = ["SHADER"]}"#
        ]],
    );
    // The rows of m2 are padded, so m1 and m2 are not merged.
    let padded = dims(&[2, 3, 4, 5, 6]).order(&[0, 1, 2, 3, 4]).strides(&[480, 160, 32, 6, 1]);
    check(
        &padded,
        None,
        expect![[
            r#"@x_vk {dim_order = array<i64: 0, 1, 2, 3, 4>, dims = array<i64: 6, 4, 5, 6>, element_type = f16, format = "VK_FORMAT_R16_SFLOAT", logical_shape = array<i64: 2, 3, 4, 5, 6>, of = @x, strides = array<i64: 320, 64, 12, 2>, tiling = "LINEAR", usage = ["SHADER"]}"#
        ]],
    );
}

#[test]
fn too_many_dims_are_an_error_or_a_warning() {
    let gaps = dims(&[2, 2, 2, 2, 2]).order(&[0, 1, 2, 3, 4]).strides(&[96, 32, 10, 3, 1]);
    check(
        &gaps,
        Some(&SPEC_MIN),
        expect![
            "error[L0502]: `@x` has no Vulkan description: it has 5 physical dims, but target `spec_min` allows 4; merging adjacent dense dims leaves 5"
        ],
    );
    check(
        &gaps,
        None,
        expect![[r#"
        @x_vk {dim_order = array<i64: 0, 1, 2, 3, 4>, dims = array<i64: 2, 2, 2, 2, 2>, element_type = f16, format = "VK_FORMAT_R16_SFLOAT", logical_shape = array<i64: 2, 2, 2, 2, 2>, of = @x, strides = array<i64: 192, 64, 20, 6, 2>, tiling = "LINEAR", usage = ["SHADER"]}
        warning[L0502]: `@x` has 5 physical dims, but devices need not allow more than 4; merging adjacent dense dims leaves 5"#]],
    );
}

#[test]
fn sub_byte_elements_are_described_as_bytes() {
    check_elem(
        &dims(&[3, 16]),
        int(1),
        None,
        expect![[
            r#"@x_vk {dim_order = array<i64: 0, 1>, dims = array<i64: 3, 2>, element_type = i1, format = "VK_FORMAT_R8_UINT", logical_shape = array<i64: 3, 16>, of = @x, tiling = "LINEAR", usage = ["SHADER"]}"#
        ]],
    );
    check_elem(
        &dims(&[3, 6]),
        int(4),
        None,
        expect![[
            r#"@x_vk {dim_order = array<i64: 0, 1>, dims = array<i64: 3, 3>, element_type = i4, format = "VK_FORMAT_R8_UINT", logical_shape = array<i64: 3, 6>, of = @x, tiling = "LINEAR", usage = ["SHADER"]}"#
        ]],
    );
    let rows = dims(&[3, 6]).order(&[0, 1]).strides(&[16, 1]);
    check_elem(
        &rows,
        int(4),
        None,
        expect![[
            r#"@x_vk {dim_order = array<i64: 0, 1>, dims = array<i64: 3, 3>, element_type = i4, format = "VK_FORMAT_R8_UINT", logical_shape = array<i64: 3, 6>, of = @x, strides = array<i64: 8, 1>, tiling = "LINEAR", usage = ["SHADER"]}"#
        ]],
    );
    check_elem(
        &dims(&[3, 12]),
        int(1),
        None,
        expect![
            "error[L0501]: `@x` has no Vulkan description: the innermost length is 12 elements of 1 bit, which is not a whole number of bytes"
        ],
    );
    check_elem(
        &dims(&[]),
        int(1),
        None,
        expect![
            "error[L0501]: `@x` has no Vulkan description: a tensor of rank 0 is 1 bit, which is not a whole byte"
        ],
    );
    let apart = dims(&[3, 8]).order(&[0, 1]).strides(&[16, 2]);
    check_elem(
        &apart,
        int(4),
        None,
        expect![
            "error[L0501]: `@x` has no Vulkan description: its elements of 4 bits have a stride of 2 elements, so they do not fill bytes"
        ],
    );
    let odd = dims(&[3, 8]).order(&[0, 1]).strides(&[9, 1]);
    check_elem(
        &odd,
        int(4),
        None,
        expect![
            "error[L0501]: `@x` has no Vulkan description: a stride is 9 elements of 4 bits, which is not a whole number of bytes"
        ],
    );
}

#[test]
fn dynamic_lengths_are_rejected() {
    check(
        &dims(&[-1, 3]).order(&[0, 1]).strides(&[3, 1]),
        None,
        expect![
            "error[L0308]: `@x` has no Vulkan description: the length of d0 must be static for Vulkan, but is dynamic"
        ],
    );
    check(
        &dims(&[3, -1]),
        None,
        expect![
            "error[L0308]: `@x` has no Vulkan description: the length of m1 must be static, because only the outermost dim can be dynamic"
        ],
    );
}

#[test]
fn element_types_without_a_format_are_rejected() {
    check_elem(
        &dims(&[3]),
        TypeKind::Index,
        None,
        expect![
            "error[L0501]: `@x` has no Vulkan description: its element type `index` has no Vulkan format"
        ],
    );
    check_elem(
        &dims(&[3]),
        TypeKind::Float(FloatKind::F8E4M3),
        None,
        expect![
            "error[L0501]: `@x` has no Vulkan description: its element type `f8E4M3` has no Vulkan format"
        ],
    );
}

#[test]
fn every_element_type_has_its_format() {
    use ir::types::Signedness::{Signed, Signless, Unsigned};
    let format = |kind: TypeKind| format_of(&kind).map(|format| format.name);
    let ints = |sign| [8, 16, 32, 64].map(|width| format(TypeKind::Integer { width, sign }));
    let names = |tail: &str| [8, 16, 32, 64].map(|width| format!("VK_FORMAT_R{width}_{tail}"));
    assert_eq!(ints(Unsigned).map(Option::unwrap), names("UINT"));
    assert_eq!(ints(Signed).map(Option::unwrap), names("SINT"));
    assert_eq!(ints(Signless).map(Option::unwrap), names("SINT"));
    let floats = [FloatKind::F16, FloatKind::F32, FloatKind::F64];
    let floats = floats.map(|kind| format(TypeKind::Float(kind)).unwrap());
    assert_eq!(floats, [16, 32, 64].map(|width| format!("VK_FORMAT_R{width}_SFLOAT")));
    assert_eq!(format(int(2)), None);
}

#[test]
fn attributes_of_declaration_select_tiling_usage_and_format() {
    let mut module = Module::new();
    let ctx = &mut module.ctx;
    let byte = ctx.int_type(8);
    let ty = dims(&[2, 3]).order(&[0, 1]).strides(&[4, 1]).to_type(ctx, byte);
    let wide = dims(&[2, 3]).f16(ctx);
    let usage = [ctx.string("TRANSFER_SRC"), ctx.string("SHADER")];
    let attrs = [
        ("tiling", ctx.string("OPTIMAL")),
        ("usage", ctx.array(&usage)),
        ("vk_format", ctx.string("VK_FORMAT_R8_BOOL_ARM")),
    ];
    declare(&mut module, "x", ty, &attrs);
    declare(&mut module, "y", wide, &attrs);
    expect![[r#"
        @x_vk {dim_order = array<i64: 0, 1>, dims = array<i64: 2, 3>, element_type = i8, format = "VK_FORMAT_R8_BOOL_ARM", logical_shape = array<i64: 2, 3>, of = @x, tiling = "OPTIMAL", usage = ["TRANSFER_SRC", "SHADER"]}
        error[L0501]: `@y` has no Vulkan description: `vk_format` VK_FORMAT_R8_BOOL_ARM has 1 byte, but an element of type `f16` has 2 bytes"#]].assert_eq(&descriptions(&lower(module, None)));
}

/// Returns `f(%a, %b: row major) { %named:2 = "t.two"(%a); return %named#1, %a }` and a value outside of it.
fn graph() -> Module {
    let mut module = Module::new();
    let open = dims(&[2, 3]).f16(&mut module.ctx);
    let strided = dims(&[2, 3]).order(&[1, 0]).strides(&[1, 2]).f16(&mut module.ctx);
    let label = ir::module::Label::parse("named", &mut module.ctx);
    let mut builder = Builder::new(&mut module);
    builder.value("t.outside", &[], strided, &[]);
    let body = builder.function("f", &[open, open], &[strided, open]);
    let mut inner = builder.at(body);
    let argument = inner.module.arguments(body)[0];
    let two = inner.op("t.two", &[argument], &[open, strided], &[]);
    let results: Vec<_> = inner.module.results(two).collect();
    results.iter().for_each(|&value| inner.module.set_label(value, label));
    inner.op("func.return", &[results[1], argument], &[], &[]);
    module
}

#[test]
fn values_are_described_once_with_their_function() {
    expect![[r##"
        #CN = affine_map<(d0, d1) -> (d1, d0)>
        module {
          %0 = "t.outside"() : () -> tensor<2x3xf16, {order = #CN, strides = array<i64: 1, 2>}>
          func.func @f(%0: tensor<2x3xf16>, %1: tensor<2x3xf16>) -> (tensor<2x3xf16, {order = #CN, strides = array<i64: 1, 2>}>, tensor<2x3xf16>) {
            %named:2 = "t.two"(%0) : (tensor<2x3xf16>) -> (tensor<2x3xf16>, tensor<2x3xf16, {order = #CN, strides = array<i64: 1, 2>}>)
            return %named#1, %0 : tensor<2x3xf16, {order = #CN, strides = array<i64: 1, 2>}>, tensor<2x3xf16>
          }
          vk.tensor_description @_0_vk {dim_order = array<i64: 1, 0>, dims = array<i64: 3, 2>, element_type = f16, format = "VK_FORMAT_R16_SFLOAT", logical_shape = array<i64: 2, 3>, of = "0", tiling = "LINEAR", usage = ["SHADER"]}
          vk.tensor_description @f_0_vk {dim_order = array<i64: 0, 1>, dims = array<i64: 2, 3>, element_type = f16, format = "VK_FORMAT_R16_SFLOAT", function = "f", logical_shape = array<i64: 2, 3>, of = "0", tiling = "LINEAR", usage = ["SHADER"]}
          vk.tensor_description @f_1_vk {dim_order = array<i64: 0, 1>, dims = array<i64: 2, 3>, element_type = f16, format = "VK_FORMAT_R16_SFLOAT", function = "f", logical_shape = array<i64: 2, 3>, of = "1", tiling = "LINEAR", usage = ["SHADER"]}
          vk.tensor_description @f_named_1_vk {dim_order = array<i64: 1, 0>, dims = array<i64: 3, 2>, element_type = f16, format = "VK_FORMAT_R16_SFLOAT", function = "f", logical_shape = array<i64: 2, 3>, of = "named#1", tiling = "LINEAR", usage = ["SHADER"]}
        }
    "##]].assert_eq(&lower(graph(), None).text());
}

#[test]
fn pass_is_idempotent_and_numbers_taken_symbols() {
    let first = lower(graph(), None);
    let text = first.text();
    assert_eq!(lower(first.module, None).text(), text);
    let mut module = graph();
    let name = module.ctx.string("f_0_vk");
    let other = [("sym_name", name)];
    Builder::new(&mut module).op(DESCRIPTION_OP, &[], &[], &other);
    let ran = lower(module, None);
    let symbols: Vec<_> =
        ran.module.ops(ran.module.body()).filter_map(|op| ran.module.symbol(op)).collect();
    assert_eq!(symbols, ["f", "f_0_vk", "_0_vk", "f_0_vk_1", "f_1_vk", "f_named_1_vk"]);
}

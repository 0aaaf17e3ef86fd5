//! Golden tests of `vk-json` with descriptions that are built in memory.

use super::*;
use crate::testing::{self, Attrs};
use expect_test::expect;
use ir::diag::Sink;
use ir::{Attr, Context, Module, Registry};

fn described(attrs: impl FnOnce(&mut Context) -> Attrs) -> Verified {
    testing::described(|ctx| vec![attrs(ctx)])
}

fn emitted(module: &Verified, target: bool) -> Result<String, String> {
    testing::emitted(&EMITTER, module, target)
}

#[test]
fn keys_are_in_their_documented_order() {
    let module = described(|ctx| {
        let usage = [ctx.string("SHADER"), ctx.string("TRANSFER_DST")];
        let elem = ctx.int_type(16);
        vec![
            ("sym_name", ctx.string("f_x_vk")),
            ("of", ctx.string("x")),
            ("function", ctx.string("f")),
            ("element_type", ctx.type_attr(elem)),
            ("logical_shape", ctx.i64_array(&[2, 3, 5])),
            ("dim_order", ctx.i64_array(&[0, 2, 1])),
            ("tiling", ctx.string("LINEAR")),
            ("format", ctx.string("VK_FORMAT_R16_SINT")),
            ("dims", ctx.i64_array(&[2, 5, 3])),
            ("strides", ctx.i64_array(&[80, 16, 2])),
            ("usage", ctx.array(&usage)),
        ]
    });
    expect![[r#"
        {
          "target": "spec_min",
          "tensors": [
            {
              "name": "x",
              "function": "f",
              "element_type": "i16",
              "logical_shape": [2, 3, 5],
              "dim_order": [0, 2, 1],
              "sType": "VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM",
              "pNext": null,
              "tiling": "VK_TENSOR_TILING_LINEAR_ARM",
              "format": "VK_FORMAT_R16_SINT",
              "dimensionCount": 3,
              "pDimensions": [2, 5, 3],
              "pStrides": [80, 16, 2],
              "usage": ["VK_TENSOR_USAGE_SHADER_BIT_ARM", "VK_TENSOR_USAGE_TRANSFER_DST_BIT_ARM"],
              "packed": false,
              "size_bytes": 160
            }
          ]
        }
    "#]]
    .assert_eq(&emitted(&module, true).unwrap());
}

#[test]
fn missing_attributes_are_null() {
    let module = described(|ctx| {
        vec![
            ("sym_name", ctx.string("mine")),
            ("tiling", ctx.int(0)),
            ("format", ctx.int(99)),
            ("dims", ctx.i64_array(&[2, 5])),
            ("usage", ctx.int(0x12)),
        ]
    });
    expect![[r#"
        {
          "target": null,
          "tensors": [
            {
              "name": "mine",
              "function": null,
              "element_type": null,
              "logical_shape": null,
              "dim_order": null,
              "sType": "VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM",
              "pNext": null,
              "tiling": "VK_TENSOR_TILING_OPTIMAL_ARM",
              "format": "VK_FORMAT_R32_SINT",
              "dimensionCount": 2,
              "pDimensions": [2, 5],
              "pStrides": null,
              "usage": ["VK_TENSOR_USAGE_SHADER_BIT_ARM", "VK_TENSOR_USAGE_IMAGE_ALIASING_BIT_ARM"],
              "packed": true,
              "size_bytes": 40
            }
          ]
        }
    "#]]
    .assert_eq(&emitted(&module, false).unwrap());
}

#[test]
fn names_omit_the_sigil_and_an_empty_module_has_an_empty_list() {
    let module = described(|ctx| {
        let dims = ctx.i64_array(&[1]);
        let format = ctx.string("VK_FORMAT_R8_UINT");
        vec![
            ("sym_name", ctx.string("x_vk")),
            ("of", ctx.symbol("x")),
            ("dims", dims),
            ("format", format),
        ]
    });
    let value: Value = serde_json::from_str(&emitted(&module, false).unwrap()).unwrap();
    assert_eq!(value["tensors"][0]["name"], "x");
    assert_eq!(value["tensors"][0]["packed"], true);
    let empty = Verified::new(Module::new(), &Registry::new(), &mut Sink::default()).unwrap();
    assert_eq!(emitted(&empty, false).unwrap(), "{\n  \"target\": null,\n  \"tensors\": []\n}\n");
}

#[test]
fn refuses_invalid_descriptions() {
    let error = |key: &'static str, value: fn(&mut Context) -> Attr| {
        let module = described(|ctx| {
            let dims = ctx.i64_array(&[2, 2]);
            let format = ctx.string("VK_FORMAT_R8_UINT");
            vec![
                ("sym_name", ctx.string("x")),
                ("dims", dims),
                ("format", format),
                (key, value(ctx)),
            ]
        });
        emitted(&module, false).unwrap_err()
    };
    let lines = [
        error("dims", |ctx| ctx.i64_array(&[0, 1])),
        error("dims", |ctx| ctx.i64_array(&[1; 16])),
        error("dims", |ctx| ctx.i64_array(&[])),
        error("format", |ctx| ctx.string("R8")),
        error("format", |ctx| ctx.int(0)),
        error("tiling", |ctx| ctx.string("LINAER")),
        error("usage", |ctx| ctx.int(1)),
        error("strides", |ctx| ctx.i64_array(&[1])),
        error("dims", |ctx| ctx.i64_array(&[1 << 40, 1 << 40])),
        error("dims", |ctx| ctx.i64_array(&[2, 1 << 40, 1 << 40])),
    ];
    expect![[r#"
        `@x` cannot be written as JSON: the length of dim 0 must be at least 1, but is 0
        `@x` cannot be written as JSON: more than 15 dims
        `@x` cannot be written as JSON: it has no dims
        `@x` cannot be written as JSON: `format` is "R8", which Vulkan does not define
        `@x` cannot be written as JSON: its format is unknown or has no element size
        `@x` cannot be written as JSON: `tiling` is "LINAER", which Vulkan does not define
        `@x` cannot be written as JSON: `usage` is "0x1", which Vulkan does not define
        `@x` cannot be written as JSON: it has 1 stride, but 2 dims
        `@x` cannot be written as JSON: the result does not fit 64 bits
        `@x` cannot be written as JSON: the least stride of m0 is 1208925819614629174706176 elements, which does not fit 64 bits"#]]
    .assert_eq(&lines.join("\n"));
}

#[test]
fn strides_of_fractional_elements_have_a_size() {
    let module = described(|ctx| {
        let (dims, strides) = (ctx.i64_array(&[4, 1]), ctx.i64_array(&[3, 2]));
        let format = ctx.string("VK_FORMAT_R16_SINT");
        vec![
            ("sym_name", ctx.string("x")),
            ("dims", dims),
            ("strides", strides),
            ("format", format),
        ]
    });
    let value: Value = serde_json::from_str(&emitted(&module, false).unwrap()).unwrap();
    assert_eq!(
        (&value["tensors"][0]["packed"], &value["tensors"][0]["size_bytes"]),
        (&json!(false), &json!(12))
    );
}

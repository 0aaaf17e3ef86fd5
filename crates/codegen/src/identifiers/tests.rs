//! Symbols of a module and their identifiers.

use super::*;
use expect_test::{Expect, expect};

#[track_caller]
fn check(reserved: &Reserved, endings: &[&str], symbols: &[&str], expect: Expect) {
    let names = identifiers(symbols, reserved, endings);
    let lines = symbols.iter().zip(&names).map(|(symbol, name)| format!("{symbol:?} {name}\n"));
    expect.assert_eq(&lines.collect::<String>());
}

const ENDINGS: &[&str] = &["_dims", "_strides"];

#[test]
fn valid_symbols_keep_their_names() {
    check(
        &Reserved::c(),
        ENDINGS,
        &["a-b", "a.b", "a_b", "a_b_2", "x_vk", "Input", "f_0_vk", "f_0_vk_1"],
        expect![[r#"
            "a-b" a_b_3
            "a.b" a_b_4
            "a_b" a_b
            "a_b_2" a_b_2
            "x_vk" x_vk
            "Input" Input
            "f_0_vk" f_0_vk
            "f_0_vk_1" f_0_vk_1
        "#]],
    );
}

#[test]
fn any_text_becomes_an_identifier() {
    check(
        &Reserved::c(),
        ENDINGS,
        &[
            "",
            "_",
            "0",
            "_0_vk",
            "__x",
            "x_",
            "a__b",
            "$1",
            "größe",
            "量",
            "a\nb",
            "*/ int y; /*",
            "x y",
        ],
        expect![[r#"
            "" t
            "_" t_2
            "0" t_0
            "_0_vk" t_0_vk
            "__x" t_x
            "x_" x
            "a__b" a_b
            "$1" t_1
            "größe" gr_e
            "量" t_3
            "a\nb" a_b_2
            "*/ int y; /*" t_int_y
            "x y" x_y
        "#]],
    );
}

#[test]
fn names_with_endings_are_unique() {
    check(
        &Reserved::c(),
        ENDINGS,
        &["x", "x_dims", "y_strides", "y", "x-dims", "same", "same", "same"],
        expect![[r#"
            "x" x
            "x_dims" x_dims_2
            "y_strides" y_strides
            "y" y_2
            "x-dims" x_dims_3
            "same" same
            "same" same_2
            "same" same_3
        "#]],
    );
    check(
        &Reserved::rust(),
        &[],
        &["x", "x_dims", "same", "same"],
        expect![[r#"
            "x" x
            "x_dims" x_dims
            "same" same
            "same" same_2
        "#]],
    );
}

#[test]
fn reserved_names_get_a_suffix() {
    check(
        &Reserved::c(),
        ENDINGS,
        &[
            "int",
            "class",
            "main",
            "printf",
            "y1",
            "log",
            "I",
            "NULL",
            "int8_t",
            "INT8_MAX",
            "EOF",
            "vkCreateTensorARM",
            "vkx",
            "VkFormat",
            "VK_NULL_HANDLE",
            "type",
            "int_vk",
            "std",
            "linux",
        ],
        expect![[r#"
            "int" int_vk_2
            "class" class_vk
            "main" main_vk
            "printf" printf_vk
            "y1" y1_vk
            "log" log_vk
            "I" I_vk
            "NULL" NULL_vk
            "int8_t" int8_t_vk
            "INT8_MAX" INT8_MAX_vk
            "EOF" EOF_vk
            "vkCreateTensorARM" vkCreateTensorARM_vk
            "vkx" vkx
            "VkFormat" VkFormat_vk
            "VK_NULL_HANDLE" VK_NULL_HANDLE_vk
            "type" type
            "int_vk" int_vk
            "std" std_vk
            "linux" linux_vk
        "#]],
    );
    check(
        &Reserved::rust(),
        &[],
        &[
            "int", "class", "main", "type", "self", "Self", "crate", "async", "gen", "r#type",
            "union",
        ],
        expect![[r#"
            "int" int
            "class" class
            "main" main_vk
            "type" type_vk
            "self" self_vk
            "Self" Self_vk
            "crate" crate_vk
            "async" async_vk
            "gen" gen_vk
            "r#type" r_type
            "union" union
        "#]],
    );
}

#[test]
fn equal_symbols_take_linear_time() {
    let symbols = vec!["x-"; 20_000];
    let names = identifiers(&symbols, &Reserved::c(), ENDINGS);
    assert_eq!(names.last().unwrap(), "x_20000");
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), symbols.len());
}

//! Diagnostics of invalid texts: location, code, message, notes and suggestions.
//!
//! `UPDATE_EXPECT=1` rewrites the expectations.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use expect_test::{Expect, expect};
use ir::Registry;
use ir::diag::{Diag, Sink};
use ir::source::SourceMap;
use std::fmt::Write;

/// Compares the diagnostics of a text, which are empty for a valid text.
#[track_caller]
fn check(text: &str, expected: Expect) {
    let (registry, mut sink, mut sources) =
        (Registry::new(), Sink::default(), SourceMap::default());
    let base = sources.add("in", text).unwrap();
    layoutc_parser::parse(text, base, &registry, &mut sink);
    let shown: String = sink.diags().iter().map(|diag| show(diag, &sources)).collect();
    expected.assert_eq(&shown);
}

fn show(diag: &Diag, sources: &SourceMap) -> String {
    let place = |span| sources.describe(span).unwrap().trim_start_matches("in:").to_owned();
    let mut out = format!("{} {}: {}\n", place(diag.span()), diag.code, diag.message);
    let under = sources.text(diag.span()).unwrap();
    writeln!(out, "  at {:?}", under.chars().take(30).collect::<String>()).unwrap();
    for label in diag.labels.iter().filter(|label| !label.is_primary) {
        writeln!(out, "  and {}: {}", place(label.span), label.text).unwrap();
    }
    for note in &diag.notes {
        match note.span.is_some() {
            true => writeln!(out, "  note {}: {}", place(note.span), note.message).unwrap(),
            false => writeln!(out, "  note: {}", note.message).unwrap(),
        }
    }
    for suggestion in &diag.suggestions {
        writeln!(
            out,
            "  help: `{}` -> `{}`",
            sources.text(suggestion.span).unwrap(),
            suggestion.text
        )
        .unwrap();
    }
    out
}

#[test]
fn reports_unterminated_string() {
    check(
        r#""a"() {x = "abc} : () -> ()
"b"() : () -> ()"#,
        expect![[r#"
            1:12 L0102: unclosed string literal
              at "\"abc} : () -> ()"
        "#]],
    );
}

#[test]
fn reports_string_ending_in_backslash() {
    check(
        "\"a\"() {x = \"abc\\\n\"} : () -> ()",
        expect![[r#"
        1:12 L0102: unclosed string literal
          at "\"abc"
        2:1 L0102: unclosed string literal
          at "\"} : () -> ()"
    "#]],
    );
}

#[test]
fn reports_invalid_escape() {
    check(
        "\"a\"() {x = \"ab\\qc\"} : () -> ()",
        expect![[r#"
        1:15 L0102: invalid escape: expected `"`, `\`, `n`, `t` or two hexadecimal digits after the backslash
          at "\\q"
    "#]],
    );
}

#[test]
fn accepts_non_utf8_strings() {
    check("\"a\"() {x = \"\\FF\\00\"} : () -> ()", expect![[""]]);
}

#[test]
fn reports_non_utf8_name() {
    check(
        "\"\\FF\"() : () -> ()",
        expect![[r#"
            1:1 L0102: quoted name must be UTF-8
              at "\"\\FF\""
        "#]],
    );
}

#[test]
fn reports_nul_character() {
    check(
        "\"a\"() {x =\0 1} : () -> ()",
        expect![[r#"
        1:11 L0104: control character U+0000 is allowed only in strings, as `\00`
          at "\0"
    "#]],
    );
}

#[test]
fn reports_control_character_in_dialect_text() {
    check(
        "\"a\"() {x = #d<a \u{1}>} : () -> ()",
        expect![[r#"
        1:17 L0104: control character U+0001 is allowed only in strings, as `\01`
          at "\u{1}"
    "#]],
    );
}

#[test]
fn reports_non_ascii_letter() {
    check(
        r#"%é = "a"() : () -> i32"#,
        expect![[r#"
        1:2 L0101: expected the name of a value after `%`
          at "é"
    "#]],
    );
}

#[test]
fn accepts_crlf_and_byte_order_mark() {
    check(
        "\u{feff}\"a\"() : () -> ()\r\n\"b\"(%x) : (i32) -> ()\r\n",
        expect![[r#"
        2:5 L0201: value `%x` is not defined
          at "%x"
    "#]],
    );
}

#[test]
fn reports_c_comment() {
    check(
        r#"/* no */
"a"() : () -> ()"#,
        expect![[r#"
            1:1 L0101: expected an op, an alias or resources, found `/`
              at "/"
              note: a comment begins with `//`
        "#]],
    );
}

#[test]
fn reports_integer_of_sixty_digits() {
    check(
        r#""a"() {x = 111111111111111111111111111111111111111111111111111111111111} : () -> ()"#,
        expect![[r#"
            1:12 L0103: 1111111111111111111111111111111111111111... does not fit `i64`, which holds -9223372036854775808 to 18446744073709551615
              at "111111111111111111111111111111"
        "#]],
    );
}

#[test]
fn reports_integers_out_of_range() {
    check(
        r#""a"() {x = 256 : i8} : () -> ()
"b"() {x = -129 : i8} : () -> ()
"c"() {x = 128 : si8} : () -> ()
"d"() {x = -1 : ui8} : () -> ()
"e"() {x = 9223372036854775808 : index} : () -> ()"#,
        expect![[r#"
            1:12 L0103: 256 does not fit `i8`, which holds -128 to 255
              at "256"
            2:12 L0103: -129 does not fit `i8`, which holds -128 to 255
              at "-129"
            3:12 L0103: 128 does not fit `si8`, which holds -128 to 127
              at "128"
            4:12 L0103: -1 does not fit `ui8`, which holds 0 to 255
              at "-1"
            5:12 L0103: 9223372036854775808 does not fit `index`, which holds -9223372036854775808 to 9223372036854775807
              at "9223372036854775808"
        "#]],
    );
}

#[test]
fn reports_float_without_point() {
    check(
        r#""a"() {x = 1 : f32} : () -> ()"#,
        expect![[r#"
        1:12 L0103: `1` is an integer, but the type is `f32`
          at "1"
          note: float literals have a decimal point
          help: `1` -> `1.0`
    "#]],
    );
}

#[test]
fn reports_float_of_integer_type() {
    check(
        r#""a"() {x = 1.5 : i32} : () -> ()"#,
        expect![[r#"
            1:12 L0103: the float `1.5` cannot have the type `i32`
              at "1.5"
        "#]],
    );
}

#[test]
fn reports_excess_float_bits() {
    check(
        r#""a"() {x = 0x12345 : f16} : () -> ()
"b"() {x = -0x1 : f16} : () -> ()"#,
        expect![[r#"
            1:12 L0103: `f16` has 16 bits, but the literal has more
              at "0x12345"
            2:12 L0103: a hexadecimal float literal must not have a sign
              at "-0x1"
        "#]],
    );
}

#[test]
fn reports_dim_length_out_of_range() {
    check(
        r#""a"() : () -> tensor<9223372036854775808xi8>"#,
        expect![[r#"
        1:22 L0103: dim length must be less than 2^63, but is 9223372036854775808
          at "9223372036854775808"
    "#]],
    );
}

#[test]
fn reports_integer_width_out_of_range() {
    check(
        r#""a"() : () -> i16777216"#,
        expect![[r#"
        1:15 L0106: integer type must have at most 16777215 bits, but has 16777216
          at "i16777216"
    "#]],
    );
}

#[test]
fn reports_missing_op_types() {
    check(
        r#""a"()
"b"() : () -> ()"#,
        expect![[r#"
            1:6 L0101: expected `:` before the types of an op, found the end of the line
              at ""
        "#]],
    );
}

#[test]
fn reports_missing_arrow() {
    check(
        r#""a"() : ()
"b"() : () -> ()"#,
        expect![[r#"
            1:11 L0101: expected `->`, found the end of the line
              at ""
        "#]],
    );
}

#[test]
fn reports_missing_comma() {
    check(
        r#"%x = "a"() : () -> i32
"b"(%x %x) : (i32, i32) -> ()"#,
        expect![[r#"
            2:8 L0101: expected `)` or `,` in a list of operands, found `%x`
              at "%x"
        "#]],
    );
}

#[test]
fn reports_non_function_op_type() {
    check(
        r#""a"() : i32"#,
        expect![[r#"
            1:9 L0106: the type of an op must be a function type, but is `i32`
              at "i32"
        "#]],
    );
}

#[test]
fn reports_empty_op_name() {
    check(
        r#"""() : () -> ()"#,
        expect![[r#"
        1:1 L0101: op name must not be empty
          at "\"\""
    "#]],
    );
}

#[test]
fn reports_operand_type_count_mismatch() {
    check(
        r#"%x = "a"() : () -> i32
"b"(%x) : (i32, i32) -> ()"#,
        expect![[r#"
            2:11 L0301: the op has 1 operand, but 2 operand types
              at "(i32, i32)"
        "#]],
    );
}

#[test]
fn reports_result_name_count_mismatch() {
    check(
        r#"%x:2 = "a"() : () -> i32
"b"(%x#1) : (i32) -> ()
%y = "c"() : () -> ()
%z:0 = "d"() : () -> ()"#,
        expect![[r#"
            1:1 L0301: `a` has 1 result, but 2 result names
              at "%x"
            3:1 L0301: `c` has 0 results, but 1 result name
              at "%y"
            4:1 L0301: result group must have at least 1 result, but has 0
              at "%"
        "#]],
    );
}

#[test]
fn reports_result_number_out_of_range() {
    check(
        r#"%x:2 = "a"() : () -> (i32, i32)
"b"(%x#2) : (i32) -> ()"#,
        expect![[r#"
            2:5 L0301: `%x#2` is out of range: `%x` has 2 results
              at "%x#2"
        "#]],
    );
}

#[test]
fn reports_unknown_custom_forms_once() {
    check(
        r#"func.func @f(%m: memref<?xf32>, %i: index, %a: tensor<4x4xf32>) {
  %0 = memref.load %m[%i] : memref<?xf32>
  %1:2 = linalg.generic {maps = []}
  ins(%a : tensor<4x4xf32>)
      outs(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %sum = arith.addf %in, %out : f32
    linalg.yield %sum : f32
  } -> (tensor<4x4xf32>, tensor<4x4xf32>)
  affine.for %j = 0 to 10 {
    memref.store %0, %m[%j] : memref<?xf32>
  }
  scf.for %j = %i to %i step %i {
    memref.store %0, %m[%j] : memref<?xf32> }
  gpu.launch blocks(%x) in (%y = %i) {
    gpu.terminator
  }
  %2 = memref.load %m[%0] : memref<?xf32>
  cf.br ^bb1(%2 : f32)
^bb1(%sum: f32):
  call @g(%1#1, %0) : (tensor<4x4xf32>, f32) -> ()
  retrun
}"#,
        expect![[r#"
            2:8 L0209: unsupported custom form of `memref.load`
              at "memref.load"
              note: 6 ops were skipped: `memref.load` (2), `linalg.generic` (1), `affine.for` (1), `memref.store` (1), `gpu.launch` (1)
              note: convert the file to generic form with `mlir-opt --mlir-print-op-generic FILE | layoutc -`, or let layoutc run that by `--mlir-opt=mlir-opt`
            22:3 L0209: unknown op `retrun` in custom form
              at "retrun"
              note: did you mean `return`?
              help: `retrun` -> `return`
        "#]],
    );
}

#[test]
fn reports_errors_in_custom_forms() {
    check(
        r#"func.func @f(%a: i32, %i: index, %t: tensor<4xf32>, %f: f32) {
  %0 = arith.cmpi sltt, %a, %a : i32
  %1 = arith.cmpi %a, %a : i32
  %2 = arith.addi %a, %a overflow<nsv> : i32
  %3 = arith.addi %a, %a overfow<nsw> : i32
  %4 = arith.addi %a %a : i32
  %5 = arith.addf %f, %f fastmath<fast : f32
  %6 = arith.truncf %f to_neerest_even : f32 to f16
  %7 = arith.addi %a, %t : i32
  %8 = arith.constant @f
  %9 = arith.extsi %a : i32 too i64
  %10 = tensor.extract %f[%i] : f32
  %11 = tensor.extract_slice %t[%i, 9223372036854775808] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %12 = tensor.dim %t, %a : tensor<4xf32>
  %13 = tosa.add %t, %t : (tensor<4xf32>) -> tensor<4xf32>
  %14 = tosa.ad %t, %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  scf.for %j = %i two %i step %i {
  }
  scf.for %j = %i to %i step %i iter_args(%x = %f) -> (f32, f32) {
  }
  scf.forall (%j, %k) in (4) {
  }
  scf.index_switch %i case 1 { scf.yield } defalt { }
  cf.switch %a : i32, [default: ^bb1, 4294967296: ^bb1]
  cf.cond_br %f, ^bb1, ^bb1
^bb1:
  cf.br ^bb2(%a : i32, i32)
^bb2(%x: i32):
  func.retrun
  call_indirect %a() : i32
  call @f(%a) : (i32)
  arith.addd %a, %a : i32
  scf.if %i {
  }
}"#,
        expect![[r#"
            2:19 L0101: expected a predicate such as `slt`, found `sltt`
              at "sltt"
              note: did you mean `slt`?
              help: `sltt` -> `slt`
            3:19 L0101: expected a predicate such as `slt`, found `%a`
              at "%a"
            4:35 L0101: expected a flag of `overflow`, found `nsv`
              at "nsv"
              note: did you mean `nsw`?
              help: `nsv` -> `nsw`
            5:26 L0101: expected `overflow<...>` or `:`, found `overfow`
              at "overfow"
              note: did you mean `overflow`?
              help: `overfow` -> `overflow`
            6:22 L0101: expected `,`, found `%a`
              at "%a"
            7:40 L0101: expected `>` or `,` in a list of flags, found `:`
              at ":"
            8:24 L0101: expected a rounding mode such as `to_nearest_even`, found `to_neerest_even`
              at "to_neerest_even"
              note: did you mean `to_nearest_even`?
              help: `to_neerest_even` -> `to_nearest_even`
            9:23 L0302: `%t` is used as `i32`, but its type is `tensor<4xf32>`
              at "%t"
              note 1:34: it is defined here
            10:8 L0106: `arith.constant` must have an attribute with a type
              at "arith.constant @f"
            11:29 L0101: expected `to`, found `too`
              at "too"
              note: did you mean `to`?
              help: `too` -> `to`
            12:9 L0106: the type of `tensor.extract` is `f32`, but must be a shaped type
              at "tensor.extract %f[%i] : f32"
            13:37 L0103: the integer 9223372036854775808 does not fit 64 bits
              at "9223372036854775808"
            14:24 L0302: `%a` is used as `index`, but its type is `i32`
              at "%a"
              note 1:14: it is defined here
            15:27 L0301: the op has 2 operands, but 1 operand type
              at "(tensor<4xf32>)"
            16:9 L0209: unsupported custom form of `tosa.ad`
              at "tosa.ad"
              note: did you mean `tosa.add`?
              note: convert the file to generic form with `mlir-opt --mlir-print-op-generic FILE | layoutc -`, or let layoutc run that by `--mlir-opt=mlir-opt`
              help: `tosa.ad` -> `tosa.add`
            17:19 L0101: expected `to`, found `two`
              at "two"
              note: did you mean `to`?
              help: `two` -> `to`
            19:55 L0301: the op carries 1 value, but has 2 types
              at "(f32, f32)"
            21:26 L0301: expected 2 bounds, one for each loop index, found 1
              at "(4)"
            23:44 L0101: expected `case` or `default`, found `defalt`
              at "defalt"
              note: did you mean `default`?
              help: `defalt` -> `default`
            24:39 L0103: the value 4294967296 of a case does not fit 32 bits
              at "4294967296"
            25:14 L0302: `%f` is used as `i1`, but its type is `f32`
              at "%f"
              note 1:53: it is defined here
            27:19 L0301: the op has 1 operand, but 2 operand types
              at "i32, i32"
            29:3 L0209: unknown op `func.retrun` in custom form
              at "func.retrun"
              note: did you mean `func.return`?
              help: `func.retrun` -> `func.return`
            30:3 L0106: the type of `func.call_indirect` is `i32`, but must be a function type
              at "call_indirect %a() : i32"
            31:22 L0101: expected `->`, found the end of the line
              at ""
            32:3 L0209: unknown op `arith.addd` in custom form
              at "arith.addd"
              note: did you mean `arith.addf`?
              help: `arith.addd` -> `arith.addf`
            33:10 L0302: `%i` is used as `i1`, but its type is `index`
              at "%i"
              note 1:23: it is defined here
        "#]],
    );
}

#[test]
fn suggests_op_name() {
    check(
        r#"layout.tensr @x : tensor<4xf32>
func.fnc @f()
modul {}"#,
        expect![[r#"
            1:1 L0209: unknown op `layout.tensr` in custom form
              at "layout.tensr"
              note: did you mean `layout.tensor`?
              help: `layout.tensr` -> `layout.tensor`
            2:1 L0209: unknown op `func.fnc` in custom form
              at "func.fnc"
              note: did you mean `func.func`?
              help: `func.fnc` -> `func.func`
            3:1 L0209: unknown op `modul` in custom form
              at "modul"
              note: did you mean `module`?
              help: `modul` -> `module`
        "#]],
    );
}

#[test]
fn reports_duplicate_properties_and_attributes() {
    check(
        r#""a"() {x = 1, x = 2} : () -> ()"#,
        expect![[r#"
        1:15 L0105: duplicate attribute `x` in this dictionary
          at "x"
    "#]],
    );
}

#[test]
fn reports_undefined_value() {
    check(
        r#"%conv1 = "a"() : () -> i32
"b"(%conv2, %nothing_like_it) : (i32, i32) -> ()"#,
        expect![[r#"
            2:5 L0201: value `%conv2` is not defined
              at "%conv2"
              note: did you mean `%conv1`?
              help: `%conv2` -> `%conv1`
            2:13 L0201: value `%nothing_like_it` is not defined
              at "%nothing_like_it"
        "#]],
    );
}

#[test]
fn reports_redefined_value() {
    check(
        r#"%a = "a"() : () -> i32
%a = "b"() : () -> i32"#,
        expect![[r#"
            2:1 L0202: value `%a` is defined twice
              at "%a"
              note 1:6: the first definition is here
        "#]],
    );
}

#[test]
fn reports_type_mismatch_of_use() {
    check(
        r#"%a = "a"() : () -> i32
"b"(%a) : (f32) -> ()"#,
        expect![[r#"
            2:5 L0302: `%a` is used as `f32`, but its type is `i32`
              at "%a"
              note 1:6: it is defined here
        "#]],
    );
}

#[test]
fn reports_type_mismatch_of_forward_reference() {
    check(
        r#""b"(%a) : (f32) -> ()
%a = "a"() : () -> i32"#,
        expect![[r#"
            1:5 L0302: `%a` is used as `f32`, but its type is `i32`
              at "%a"
              note 2:6: it is defined here
        "#]],
    );
}

#[test]
fn reports_use_across_isolated_op() {
    check(
        r#"%a = "a"() : () -> i32
func.func @f() {
  "b"(%a) : (i32) -> ()
  return
}"#,
        expect![[r#"
            3:7 L0201: value `%a` is not defined
              at "%a"
              note 1:6: this definition is not visible inside an op that is isolated from above
        "#]],
    );
}

#[test]
fn reports_undefined_block() {
    check(
        r#""a"() ({
  "b"()[^bb2] : () -> ()
^bb1:
  "c"() : () -> ()
}) : () -> ()"#,
        expect![[r#"
            2:9 L0203: block `^bb2` is not defined in this region
              at "^bb2"
              note: did you mean `^bb1`?
              help: `^bb2` -> `^bb1`
        "#]],
    );
}

#[test]
fn reports_redefined_block() {
    check(
        r#""a"() ({
^bb1:
  "b"() : () -> ()
^bb1:
  "c"() : () -> ()
}) : () -> ()"#,
        expect![[r#"
            4:1 L0204: block `^bb1` is defined twice
              at "^bb1"
              note 2:1: the first definition is here
        "#]],
    );
}

#[test]
fn reports_undefined_alias() {
    check(
        r#"#map = 1
!typ = i32
"a"() {x = #mpa} : () -> !type"#,
        expect![[r##"
            3:12 L0207: alias `#mpa` is not defined before its use
              at "#mpa"
              note: did you mean `#map`?
              help: `#mpa` -> `#map`
        "##]],
    );
}

#[test]
fn reports_redefined_alias() {
    check(
        r#"#a = 1
#a = 2"#,
        expect![[r##"
            2:1 L0208: alias `#a` is defined twice
              at "#a"
              note 1:1: the first definition is here
        "##]],
    );
}

#[test]
fn reports_dot_in_alias_name() {
    check(
        r#"#a.b = 1"#,
        expect![[r##"
        1:1 L0101: alias name `#a.b` must not contain a dot
          at "#a.b"
    "##]],
    );
}

#[test]
fn reports_alias_of_wrong_kind() {
    check(
        r#"#a = 1
"a"() : () -> () loc(#a)"#,
        expect![[r##"
            2:22 L0105: invalid location `#a`
              at "#a"
        "##]],
    );
}

#[test]
fn suppresses_errors_of_uses_of_invalid_alias() {
    check(
        r#"#a = [1
#b = [#a]
"a"() {x = #a, y = #b} : () -> () loc(#a)"#,
        expect![[r#"
            1:8 L0101: expected `]` or `,` in a list of attributes, found the end of the line
              at ""
              and 1:6: this `[` is not closed
        "#]],
    );
}

#[test]
fn reports_alias_defined_after_use_in_dialect_text() {
    check(
        r#""a"() {x = #d<#a>} : () -> ()
#a = 1"#,
        expect![[r##"
            1:15 L0207: alias `#a` is not defined before its use
              at "#a"
              note 2:1: it is defined here
        "##]],
    );
}

#[test]
fn suggests_type_name() {
    check(
        r#""a"() : () -> tensr<4xf32>
"b"() : () -> f33
"c"() : () -> int"#,
        expect![[r#"
            1:15 L0106: unknown type `tensr`
              at "tensr"
              note: did you mean `tensor`?
              help: `tensr` -> `tensor`
            2:15 L0106: unknown type `f33`
              at "f33"
              note: did you mean `f32`?
              help: `f33` -> `f32`
            3:15 L0106: unknown type `int`
              at "int"
              note: did you mean `i32`?
              help: `int` -> `i32`
        "#]],
    );
}

#[test]
fn reports_incomplete_types() {
    check(
        r#""a"() : () -> tensor<4x>
"b"() : () -> tensor<4xf32
"c"() : () -> vector<0xf32>
"d"() : () -> tuple
"e"() : () -> memref<4xf32, 1, 2, 3>"#,
        expect![[r#"
            1:24 L0101: expected a type, found `>`
              at ">"
            2:27 L0101: expected `>` after the parts of `tensor`, found the end of the line
              at ""
              and 2:21: this `<` is not closed
            3:22 L0106: vector dim length must be at least 1, but is 0
              at "0"
            4:20 L0101: expected `<` after `tuple`, found the end of the line
              at ""
            5:35 L0106: memref must have at most one layout and one memory space
              at "3"
        "#]],
    );
}

#[test]
fn reports_rank_mismatch_of_layout_map() {
    check(
        r#""a"() : () -> memref<4xf32, affine_map<(d0, d1) -> (d0)>>"#,
        expect![[r#"
            1:29 L0106: the memref has 1 dim, but its layout map has 2
              at "affine_map<(d0, d1) -> (d0)>"
        "#]],
    );
}

#[test]
fn suggests_attribute_name() {
    check(
        r#""a"() {x = dens<1>} : () -> ()
"b"() {x = ?} : () -> ()
"c"() {x = } : () -> ()"#,
        expect![[r#"
            1:12 L0105: unknown attribute `dens`
              at "dens"
              note: did you mean `dense`?
              help: `dens` -> `dense`
            2:12 L0101: expected an attribute, found `?`
              at "?"
            3:12 L0101: expected an attribute, found `}`
              at "}"
        "#]],
    );
}

#[test]
fn reports_bool_of_wide_type() {
    check(
        r#""a"() {x = true : i32} : () -> ()"#,
        expect![[r#"
            1:17 L0105: `true` and `false` have the type `i1`, not `i32`
              at ": i32"
        "#]],
    );
}

#[test]
fn reports_dense_shape_mismatch() {
    check(
        r#""a"() {x = dense<[1, 2, 3]> : tensor<2xi8>} : () -> ()
"b"() {x = dense<[[1], [2, 3]]> : tensor<2x2xi8>} : () -> ()
"c"() {x = dense<[1, [2]]> : tensor<2xi8>} : () -> ()"#,
        expect![[r#"
            1:18 L0105: the elements have the shape [3], but the type has [2]
              at "["
            2:24 L0105: this list has 2 entries, but other lists of its level have 1
              at "["
            3:22 L0105: this list mixes lists and elements
              at "["
        "#]],
    );
}

#[test]
fn reports_dense_type_mismatch() {
    check(
        r#""a"() {x = dense<[1.5]> : tensor<1xi8>} : () -> ()
"b"() {x = dense<(1, 2)> : tensor<1xi8>} : () -> ()
"c"() {x = dense<1> : i8} : () -> ()
"d"() {x = dense<1> : tensor<?xi8>} : () -> ()
"e"() {x = dense<true> : tensor<1xi8>} : () -> ()"#,
        expect![[r#"
            1:19 L0103: the number `1.5` cannot have the type `i8`
              at "1.5"
            2:18 L0105: complex numbers cannot have the type `i8`
              at "("
            3:12 L0105: the type of `dense` must be a tensor, vector or memref of static shape, but is `i8`
              at "dense"
            4:12 L0105: the type of `dense` must be a tensor, vector or memref of static shape, but is `tensor<?xi8>`
              at "dense"
            5:18 L0105: `true` cannot have the type `i8`
              at "t"
        "#]],
    );
}

#[test]
fn reports_invalid_dense_bytes() {
    check(
        r#""a"() {x = dense<"0xABC"> : tensor<2xi8>} : () -> ()
"b"() {x = dense<"0xABCDEF"> : tensor<2xi8>} : () -> ()"#,
        expect![[r#"
            1:18 L0105: expected hexadecimal bytes `"0x..."`, with two digits each
              at "\"0xABC\""
            2:18 L0105: 2 elements require 2 bytes, but the literal `0xABCDEF` has 3
              at "\"0xABCDEF\""
        "#]],
    );
}

#[test]
fn reports_array_elements_of_partial_bytes() {
    check(
        r#""a"() {x = array<i3: 1>} : () -> ()
"b"() {x = array<i8: 300>} : () -> ()"#,
        expect![[r#"
            1:18 L0105: elements of `array` must be `i1`, or integers or floats of whole bytes, but are `i3`
              at "i3"
            2:22 L0103: 300 does not fit `i8`, which holds -128 to 255
              at "300"
        "#]],
    );
}

#[test]
fn reports_errors_in_affine_maps() {
    check(
        r#""a"() {x = affine_map<(d0) -> (d1)>} : () -> ()
"b"() {x = affine_map<(d0, d0) -> (d0)>} : () -> ()
"c"() {x = affine_map<(d0, d1) -> (d0 * d1)>} : () -> ()
"d"() {x = affine_map<(d0) -> d0>} : () -> ()
"e"() {x = affine_map<(d0) -> (d0 floordv 2)>} : () -> ()
"f"() {x = affine_set<(d0) : (d0 > 0)>} : () -> ()"#,
        expect![[r#"
            1:32 L0105: unknown dim or symbol `d1`
              at "d1"
              note: did you mean `d0`?
              help: `d1` -> `d0`
            2:28 L0105: duplicate dim or symbol `d0`
              at "d0"
            3:39 L0105: at least one factor of an affine product must not depend on dimensions
              at "*"
            4:31 L0101: expected `(` before a list, found `d0`
              at "d0"
            5:35 L0105: unknown operator `floordv`
              at "floordv"
              note: did you mean `floordiv`?
              help: `floordv` -> `floordiv`
            6:34 L0101: expected `>=`, `<=` or `==`, found `>`
              at ">"
        "#]],
    );
}

#[test]
fn reports_affine_constants_out_of_range() {
    check(
        r#""a"() {x = affine_map<(d0) -> (d0 + 9223372036854775808)>} : () -> ()
"b"() {x = affine_map<(d0) -> (d0 + -9223372036854775808)>} : () -> ()
"c"() {x = affine_map<(d0) -> (d0 * 99999999999999999999)>} : () -> ()
"d"() {x = affine_set<(d0) : (d0 >= - 9223372036854775808)>} : () -> ()
"e"() {x = affine_map<(d0) -> (d0 - 9223372036854775807 - 1)>} : () -> ()"#,
        expect![[r#"
            1:37 L0103: a constant 9223372036854775808 does not fit 64 bits
              at "9223372036854775808"
            2:38 L0103: a constant 9223372036854775808 does not fit 64 bits
              at "9223372036854775808"
            3:37 L0103: expected a constant below 2^64, found `99999999999999999999`
              at "99999999999999999999"
            4:39 L0103: a constant 9223372036854775808 does not fit 64 bits
              at "9223372036854775808"
        "#]],
    );
}

#[test]
fn reports_errors_in_strided_layouts() {
    check(
        r#""a"() : () -> memref<4xf32, strided<[1], ofset: 3>>
"b"() : () -> memref<4xf32, strided<1>>"#,
        expect![[r#"
            1:42 L0101: expected `offset`, found `ofset`
              at "ofset"
              note: did you mean `offset`?
              help: `ofset` -> `offset`
            2:37 L0101: expected `[` before the strides, found `1`
              at "1"
        "#]],
    );
}

#[test]
fn reports_errors_in_symbols() {
    check(
        r#""a"() {x = @} : () -> ()
"b"() {x = @a::b} : () -> ()"#,
        expect![[r#"
            1:13 L0101: expected a name or a string after `@`
              at "}"
            2:16 L0101: expected a symbol such as `@x`, found `b`
              at "b"
        "#]],
    );
}

#[test]
fn reports_errors_in_locations() {
    check(
        r#""a"() : () -> () loc("f":1)
"b"() : () -> () loc(nowhere)
"c"() : () -> () loc("f":4294967296:1)
"d"() : () -> () loc(#nowhere)"#,
        expect![[r##"
            1:27 L0101: expected `:` between line and column, found `)`
              at ")"
            2:22 L0105: invalid location `nowhere`
              at "nowhere"
              note: a location is `unknown`, `"file":line:column`, `"name"`, `callsite(...)` or `fused[...]`
            3:26 L0103: a line must be less than 2^32, but is 4294967296
              at "4294967296"
            4:22 L0207: undefined location alias `#nowhere`
              at "#nowhere"
        "##]],
    );
}

#[test]
fn reports_errors_in_resources() {
    check(
        r#"{-# dialect_resource: {a: {b: "0x00"}} #-}
{-# dialect_resources: {a: {b: }} #-}"#,
        expect![[r#"
            1:5 L0209: unknown resource section `dialect_resource`; expected `dialect_resources` or `external_resources`
              at "dialect_resource"
              note: did you mean `dialect_resources`?
              help: `dialect_resource` -> `dialect_resources`
            2:32 L0101: expected the value of a resource, found `}`
              at "}"
        "#]],
    );
}

#[test]
fn reports_unmatched_brackets_in_dialect_text() {
    check(
        r#""a"() {x = #d<(>} : () -> ()
"b"() : () -> !d.t<[)>
"c"() : () -> ()"#,
        expect![[r#"
            1:16 L0101: unmatched `>`
              at ">"
              and 1:15: this `(` is not closed
            2:21 L0101: unmatched `)`
              at ")"
              and 2:20: this `[` is not closed
        "#]],
    );
}

#[test]
fn reports_unknown_orders() {
    check(
        r#""a"() {x = #layout.order<NHCW>} : () -> ()
"b"() {x = #layout.order<>} : () -> ()
"c"() {x = #layout.order<OIYXOSV16>} : () -> ()
"d"() {x = #layout.ordr<NHWC>} : () -> ()"#,
        expect![[r##"
            2:26 L0101: expected the name of an order such as `<NHWC>`, found `>`
              at ">"
            3:26 L0209: unknown order `OIYXOSV16`
              at "OIYXOSV16"
              note: write an order without a name as an affine map
            4:12 L0209: unknown attribute `#layout.ordr`
              at "#layout.ordr"
              note: did you mean `#layout.order`?
              help: `#layout.ordr` -> `#layout.order`
        "##]],
    );
}

#[test]
fn reports_errors_in_requirements() {
    check(
        r#""a"() {x = #layout.reqs<m1: compct, m15: any, n0: any, m2: aligned, m3: any<4 bytes>, m4: aligned<0 bytes>, m5: fixed<8 byte>>} : () -> ()"#,
        expect![[r#"
            1:29 L0108: unknown stride requirement `compct`; expected `any`, `compact`, `aligned<...>` or `fixed<...>`
              at "compct"
              note: did you mean `compact`?
              help: `compct` -> `compact`
            1:37 L0108: invalid physical dim `m15`; expected `m0` (outermost) to `m14`
              at "m15"
            1:47 L0108: invalid physical dim `n0`; expected `m0` (outermost) to `m14`
              at "n0"
            1:60 L0108: `aligned` requires an amount, as in `aligned<64 bytes>`
              at "aligned"
            1:73 L0108: `any` does not accept an amount
              at "any<4 bytes>"
            1:99 L0108: amount must be at least 1 and less than 2^63, but is 0
              at "0"
            1:121 L0108: unknown unit `byte`; expected `bits`, `bytes` or `elems`
              at "byte"
              note: did you mean `bytes`?
              help: `byte` -> `bytes`
        "#]],
    );
}

#[test]
fn reports_incomplete_requirements() {
    check(
        r#""a"() {x = #layout.reqs<m1>} : () -> ()
"b"() {x = #layout.reqs<m1: aligned<64>>} : () -> ()
"c"() {x = #layout.reqs} : () -> ()
"d"() {x = #layout.reqs<m1: any} : () -> ()"#,
        expect![[r#"
            1:25 L0108: missing stride requirement for `m1`, as in `m1: aligned<64 bytes>`
              at "m1"
            2:37 L0108: missing unit after `64`; expected `bits`, `bytes` or `elems`
              at "64"
            3:24 L0101: expected stride requirements such as `<m1: aligned<64 bytes>, m3: compact>`, found `}`
              at "}"
            4:32 L0101: expected stride requirements such as `<m1: aligned<64 bytes>, m3: compact>`, found `}`
              at "}"
              and 4:24: this `<` is not closed
        "#]],
    );
}

#[test]
fn reports_incomplete_custom_forms() {
    check(
        r#"layout.tensor : tensor<4xf32>
layout.tensor @x tensor<4xf32>
layout.tensor @y : tensor<4xf32> {sym_name = "z"}
%r = layout.reorder %x : tensor<4xf32>"#,
        expect![[r#"
            1:15 L0101: expected a symbol such as `@x`, found `:`
              at ":"
            2:18 L0101: expected `:` before the type, found `tensor`
              at "tensor"
            3:1 L0105: duplicate attribute `sym_name`
              at "layout.tensor"
            4:39 L0101: expected `->`, found the end of the text
              at ""
        "#]],
    );
}

#[test]
fn reports_operand_type_count_mismatch_in_custom_form() {
    check(
        r#"func.func @f(%x: tensor<4xf32>) {
  %a = layout.view %x, %x : tensor<4xf32> -> tensor<4xf32>
  return %a : tensor<4xf32>, i32
}"#,
        expect![[r#"
            2:29 L0301: the op has 2 operands, but 1 operand type
              at "tensor<4xf32>"
            3:15 L0301: the op has 1 operand, but 2 operand types
              at "tensor<4xf32>, i32"
        "#]],
    );
}

#[test]
fn reports_missing_function_name() {
    check(
        r#"func.func private (i32)
func.func @f(%a: i32, i32)
func.func @g(%a i32)"#,
        expect![[r#"
            1:19 L0101: expected a symbol such as `@x`, found `(`
              at "("
            2:23 L0101: expected names for all arguments of a function, or for none
              at "i"
            3:17 L0101: expected `:` before the type of an argument, found `i32`
              at "i32"
        "#]],
    );
}

#[test]
fn reports_errors_in_function_header_and_body() {
    check(
        r#"func.func @f(%a: f33, %b: i32) -> i32 {
  "x"(%a, %b, %c) : (i32, i32, i32) -> ()
  return %b : i32x
}
"y"(%d) : (i32) -> ()"#,
        expect![[r#"
            1:18 L0106: unknown type `f33`
              at "f33"
              note: did you mean `f32`?
              help: `f33` -> `f32`
            2:15 L0201: value `%c` is not defined
              at "%c"
            3:15 L0106: unknown type `i32x`
              at "i32x"
              note: did you mean `i32`?
              help: `i32x` -> `i32`
            5:5 L0201: value `%d` is not defined
              at "%d"
        "#]],
    );
}

#[test]
fn reports_malformed_module() {
    check(
        r#"module @m attributes {a = } {
}
module 5 {}"#,
        expect![[r#"
            1:27 L0101: expected an attribute, found `}`
              at "}"
            3:8 L0101: expected `{` before a body, found `5`
              at "5"
        "#]],
    );
}

#[test]
fn reports_duplicate_module_name() {
    check(
        r#"module @m attributes {sym_name = "n"} {}"#,
        expect![[r#"
            1:1 L0105: duplicate attribute `sym_name`
              at "module"
        "#]],
    );
}

#[test]
fn reports_an_error_for_each_op() {
    check(
        r#"func.func @f() {
  %0 = "a"() : () -> i3x
  "b"(%0, %1) : (i32, i32 -> ()
  "fine"(%0) : (f32) -> ()
  "c"() {x = [1, 2} : () -> ()
  return
}"#,
        expect![[r#"
            2:22 L0106: unknown type `i3x`
              at "i3x"
              note: did you mean `i32`?
              help: `i3x` -> `i32`
            3:27 L0101: expected `)` or `,` in a list of types, found `->`
              at "->"
              and 3:17: this `(` is not closed
            5:19 L0101: expected `]` or `,` in a list of attributes, found `}`
              at "}"
              and 5:14: this `[` is not closed
        "#]],
    );
}

#[test]
fn reports_errors_in_nested_regions() {
    check(
        r#""a"() ({
  "b"() ({
    "c"(%1) : (i32) -> ()
    "d"( : () -> ()
  }) : () -> ()
  "e"() ({
    "f"() : () -> ?
  }) : (i32) -> ()
}) {x = } : () -> ()
"g"() : () -> i32y"#,
        expect![[r#"
            3:9 L0201: value `%1` is not defined
              at "%1"
            4:10 L0101: expected a value such as `%0`, found `:`
              at ":"
            7:19 L0101: expected a type, found `?`
              at "?"
            8:8 L0301: the op has 0 operands, but 1 operand type
              at "(i32)"
            9:9 L0101: expected an attribute, found `}`
              at "}"
            10:15 L0106: unknown type `i32y`
              at "i32y"
              note: did you mean `i32`?
              help: `i32y` -> `i32`
        "#]],
    );
}

#[test]
fn reports_missing_closing_brace() {
    check(
        r#"module {
  func.func @f() {
    return

  func.func @g() {
    return
  }
}"#,
        expect![[r#"
            1:8 L0101: unclosed `{`: the matching `}` is missing
              at "{"
              note 2:18: a `}` may be missing for this `{`
              note 8:1: this `}` closes it, but has a different indentation
        "#]],
    );
}

#[test]
fn reports_unmatched_closing_brace() {
    check(
        r#"func.func @f() {
  return
}
}
"a"() : () -> ?"#,
        expect![[r#"
            4:1 L0101: unmatched `}`
              at "}"
            5:15 L0101: expected a type, found `?`
              at "?"
        "#]],
    );
}

#[test]
fn reports_missing_quote() {
    check(
        r#""a"() {x = "b, y = 1} : () -> ()
"c"(%0) : (i32) -> ()"#,
        expect![[r#"
            1:12 L0102: unclosed string literal
              at "\"b, y = 1} : () -> ()"
            2:5 L0201: value `%0` is not defined
              at "%0"
        "#]],
    );
}

#[test]
fn reports_missing_parenthesis() {
    check(
        r#""a"(%0 : (i32) -> ()
"b"() : () -> ()
"c"(: () -> ()"#,
        expect![[r#"
            1:8 L0101: expected `)` or `,` in a list of operands, found `:`
              at ":"
              and 1:4: this `(` is not closed
            3:5 L0101: expected a value such as `%0`, found `:`
              at ":"
        "#]],
    );
}

#[test]
fn reports_missing_parenthesis_after_region() {
    check(
        r#""a"() ({
  "b"() : () -> ()
} : () -> ()
"c"() : () -> ?"#,
        expect![[r#"
            3:3 L0101: expected `)` or `,` in a list of regions, found `:`
              at ":"
              and 1:7: this `(` is not closed
            4:15 L0101: expected a type, found `?`
              at "?"
        "#]],
    );
}

#[test]
fn reports_unexpected_tokens_between_ops() {
    check(
        r#""a"() ({
  "b"() : () -> ()
  ) )
  "c"() : () -> ?
}) : () -> ()"#,
        expect![[r#"
            3:3 L0101: expected an op, a block or `}`, found `)`
              at ")"
            4:17 L0101: expected a type, found `?`
              at "?"
        "#]],
    );
}

#[test]
fn reports_invalid_block_label() {
    check(
        r#""a"() ({
^bb0(%x: i32z, %y: i32):
  "b"(%x, %y)[^bb1] : (i32, i32) -> ()
^bb1(%z: i32:
  "c"(%z, %w) : (i32, i32) -> ()
}) : () -> ()"#,
        expect![[r#"
            2:10 L0106: unknown type `i32z`
              at "i32z"
              note: did you mean `i32`?
              help: `i32z` -> `i32`
            4:13 L0101: expected `)` or `,` in a list of block arguments, found `:`
              at ":"
              and 4:5: this `(` is not closed
        "#]],
    );
}

#[test]
fn defines_results_of_invalid_op() {
    check(
        r#"%a:2, %b = "a"() : () -> (i32, i32, ?)
"b"(%a#1, %b) : (i32, i32) -> ()
%c = "c"(
  %a#0) : (i32 -> i32
"d"(%c) : (i32) -> ()"#,
        expect![[r#"
            1:37 L0101: expected a type, found `?`
              at "?"
            4:16 L0101: expected `)` or `,` in a list of types, found `->`
              at "->"
              and 4:11: this `(` is not closed
        "#]],
    );
}

#[test]
fn reports_truncated_text() {
    check(
        r#""a"("#,
        expect![[r#"
        1:5 L0101: expected a value such as `%0`, found the end of the text
          at ""
    "#]],
    );
}

#[test]
fn reports_text_without_ops() {
    check(
        r#") ] >"#,
        expect![[r#"
        1:1 L0101: expected an op, an alias or resources, found `)`
          at ")"
    "#]],
    );
}

//! Texts with symbols against the facts of `tests/vectors/symbolic.json`, and random ones against their definition.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use expect_test::{Expect, expect};
use layout::{
    Decider, Elems, IndexSpace, Layout, LogicalIndex, SymbolicComparison, SymbolicLayout,
};
use layoutc_notation::{NotatedSymbolicLayout, read, read_symbolic};
use serde_json::Value;
use testkit::Random;
use testkit::vectors::{ints, section};

use crate::definitions::symbols::{DefinedSymbols, symbolic};

fn symbols_of(text: &str) -> NotatedSymbolicLayout {
    let read = read_symbolic(text, None).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    read.unwrap_or_else(|| panic!("{text} has no symbols"))
}

fn offset_of(layout: &Layout, index: &[i64]) -> Option<i64> {
    let index = LogicalIndex::new(index.iter().copied()).unwrap();
    layout.offset_of(&index).unwrap().map(Elems::get)
}

/// Checks the lengths and the offsets of a text for random values of its symbols.
fn check_random(random: &mut Random, defined: &DefinedSymbols) {
    let text = &defined.text;
    if defined.symbols.is_empty() {
        assert!(read_symbolic(text, None).unwrap().is_none(), "{text}");
        return;
    }
    let found = symbols_of(text);
    let names: Vec<&str> = found.layout.symbols().names().collect();
    let own: Vec<&str> = defined.symbols.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, own, "{text}");
    for _ in 0..3 {
        let value = |&(_, least, most, divisor): &(String, i64, i64, i64)| {
            divisor * random.between(least / divisor, most / divisor)
        };
        let values: Vec<i64> = defined.symbols.iter().map(value).collect();
        let lengths = (defined.lengths)(&values);
        assert_eq!(found.layout.lengths_at(&values), Ok(lengths.clone()), "{text} {values:?}");
        let concrete = found.with(&values);
        for index in IndexSpace::below(lengths).iter().step_by(7) {
            let offset = Some((defined.offset)((&values, &index)));
            assert_eq!(found.layout.offset_at(&values, &index), Ok(offset), "{text} {values:?}");
            if let Ok(concrete) = &concrete {
                assert_eq!(offset_of(concrete, &index), offset, "{text} {values:?} {index:?}");
            }
        }
    }
}

#[test]
fn random_texts_have_the_offsets_of_their_definition() {
    let mut random = Random::new(21);
    for _ in 0..400 {
        let defined = symbolic(&mut random);
        check_random(&mut random, &defined);
    }
}

/// Returns the text of a layout of the facts: `torch` for strides, `tvm` for an expression.
fn text_of(case: &Value, layout: &Value) -> String {
    let texts = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|it| it.as_str().unwrap().to_owned()).collect()
    };
    let shape = texts(&case["shape"]);
    let body = match layout["offset_expr"].as_str() {
        None => format!("torch:({}):({})", shape.join(","), texts(&layout["strides"]).join(",")),
        Some(offset) => {
            let dims: Vec<String> = (0..shape.len()).map(|dim| format!("d{dim}")).collect();
            format!("tvm:[{}] lambda {}: ({offset})", shape.join(","), dims.join(","))
        }
    };
    let words: Vec<&str> = body.split(|it: char| !it.is_ascii_alphanumeric()).collect();
    let range = |symbol: &Value| {
        let name = symbol["name"].as_str().unwrap();
        let (min, max, by) = (&symbol["min"], &symbol["max"], &symbol["divisible_by"]);
        words.contains(&name).then(|| format!("{name} in {min}..{max} by {by}"))
    };
    let ranges: Vec<String> =
        case["symbols"].as_array().unwrap().iter().filter_map(range).collect();
    format!("{body} where {}", ranges.join(", "))
}

/// Returns the values of the symbols of a layout.
fn values_of(layout: &SymbolicLayout, values: &Value) -> Vec<i64> {
    layout.symbols().names().map(|name| values[name].as_i64().unwrap()).collect()
}

fn facts(kind: &str) -> Vec<Value> {
    let mut cases = section("symbolic.json", "cases");
    cases.retain(|case| case["kind"] == kind);
    assert!(!cases.is_empty(), "no facts of the kind {kind}");
    cases
}

#[test]
fn texts_have_the_offsets_of_the_facts() {
    for case in facts("offsets") {
        let text = text_of(&case, &case["layout"]);
        let found = symbols_of(&text);
        for row in case["rows"].as_array().unwrap() {
            let (index, offset) = (ints(&row["at"]), row["offset"].as_i64());
            let values = values_of(&found.layout, &row["sub"]);
            assert_eq!(found.layout.offset_at(&values, &index), Ok(offset), "{text} {row}");
            if let Ok(concrete) = found.with(&values) {
                assert_eq!(offset_of(&concrete, &index), offset, "{text} {row}");
            }
        }
    }
}

#[test]
fn comparisons_of_texts_agree_with_the_facts() {
    let mut undecided = Vec::new();
    for case in facts("equal") {
        let [a, b] = ["a", "b"].map(|side| symbols_of(&text_of(&case, &case[side])).layout);
        match a.compare(&b, &mut Decider::new()) {
            Ok(SymbolicComparison::Equal(_)) => assert_eq!(case["equal"], true, "{case}"),
            Ok(SymbolicComparison::Different(found)) => {
                assert_eq!(case["equal"], false, "{case}");
                assert_ne!(found.a, found.b, "{case}");
            }
            Err(fault) => {
                assert!(fault.undecided, "{case}: {fault}");
                undecided.push(case["id"].clone());
            }
        }
        if case["equal"] == false {
            let witness = &case["witness"];
            let at = ints(&witness["at"]);
            for (layout, side) in [(&a, "a"), (&b, "b")] {
                let values = values_of(layout, &witness["sub"]);
                let offset = layout.offset_at(&values, &at);
                assert_eq!(offset, Ok(witness[side].as_i64()), "{case}");
            }
        }
    }
    assert_eq!(undecided, Vec::<Value>::new());
}

#[test]
fn greatest_offsets_of_texts_are_those_of_the_facts() {
    for case in facts("width") {
        let text = text_of(&case, &case["layout"]);
        let found = symbols_of(&text).layout.max_offset(&mut Decider::new());
        let offset = found.map(|found| found.offset);
        assert_eq!(offset, Ok(case["max_offset"].as_i64().unwrap().into()), "{text}");
    }
}

/// Reads a text as one with symbols and as one without; a fault must be inside the text.
fn attempt(text: &str) {
    for fault in [read_symbolic(text, None).err(), read(text, None).err()].into_iter().flatten() {
        assert!(fault.at.start <= fault.at.end && fault.at.end <= text.len(), "{text}: {fault}");
        assert!(text.is_char_boundary(fault.at.start), "{text}: {fault}");
    }
}

#[test]
fn mutated_texts_are_read_or_are_faults() {
    let letters: Vec<char> = "()[]<>,:*+-/%?._ =sd0123456789inbywhere∘é".chars().collect();
    let others = [
        "cute:(s0,(4,s1)):(1,(s0,s0*4)) where s0 in 1..64, s1 in 2..8 by 2, s0 <= s1",
        "memref:memref<?x?xf16, strided<[?, 1], offset: ?>> where s0 in 1..64, s1 mod 4 == 0",
        "memref:memref<?x8xf16, affine_map<(d0, d1)[s5] -> (d1 floordiv s5, d0)>> where s5 < s0",
        "torch:channels_last(s0,s1,s2,s3)+s4:f16 where s0 in 1.., s1 > s2",
    ];
    let mut random = Random::new(22);
    for at in 0..3000 {
        let text = match others.get(at % 8) {
            Some(text) => (*text).to_owned(),
            None => symbolic(&mut random).text,
        };
        let mut text: Vec<char> = text.chars().collect();
        for _ in 0..1 + random.index(3) {
            let at = random.index(text.len());
            match random.index(4) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, random.choose(&letters)),
                2 => text[at] = random.choose(&letters),
                _ => text.truncate(at.max(4)),
            }
            if text.is_empty() {
                break;
            }
        }
        attempt(&text.into_iter().collect::<String>());
    }
}

#[test]
fn deep_and_long_texts_are_read_or_are_faults() {
    for part in ["-", "s0*", "(", "1*", "s0 mod ", "((s0)+", "s0,", "s0+(", "_"] {
        for count in [60, 300, 1 << 13] {
            let deep = part.repeat(count);
            for text in [
                format!("torch:({deep}s0):(1) where s0 in 1..8"),
                format!("cute:({deep}s0"),
                format!("cute:{deep}s0:1"),
                format!("tvm:[s0] lambda d0: ({deep}d0)"),
                format!("torch:(s0):(1) where {deep}s0 <= 8"),
                format!("memref:memref<?xi8, affine_map<(d0) -> ({deep}d0)>>"),
            ] {
                attempt(&text);
            }
        }
    }
    let many: Vec<String> = (0..200).map(|number| format!("s{number}")).collect();
    attempt(&format!("torch:({}):(1)", many.join(",")));
}

fn check_faults(texts: &[&str], expect: Expect) {
    let lines = texts.iter().map(|text| match read_symbolic(text, None) {
        Ok(Some(found)) => {
            format!("{text}\n  offset {}\n", found.layout.offset().text(found.layout.symbols()))
        }
        Ok(None) => format!("{text}\n  has no symbols\n"),
        Err(fault) => format!("{text}\n  {fault}\n"),
    });
    expect.assert_eq(&lines.collect::<String>());
}

#[test]
fn forms_of_texts() {
    check_faults(
        &[
            "torch:(s0,s1):(s1 ceildiv 8*8,1)+s2 where s0 in 1..64, s1 in 8..64 by 8",
            "torch:(s0 , 4):( -(-4) , 1 ):f16 where s0 in 1..",
            "torch:channels_last(2,s0,s1,5)",
            "torch:(2,3):(3,1)",
            "torch:(2*3,4):(4,1)",
            "tvm:[s0-2,3,s1] lambda d0,d1,d2: ((d0+d1)*s1+d2) where s0 in 8..40",
            "cute:(s0,(4,s1)):(1,(s0,s0*4)) where s0 in 1..64, s1 in 1..8",
            "cute:(s0,s1)",
            "cute:(rows,_8):(_8,_1)",
            "cute:s0:2",
            "cute:Layout<Shape<_4,s0>,Stride<s0,_1>>",
            "memref:memref<?x?xf16, strided<[?, 1], offset: ?>> where s2 >= s1, s3 in 0..8",
            "memref:memref<?x?xf16>",
            "memref:memref<?x4x4x3xf16, #NHWC>",
            "memref:memref<?x8xf16, affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>> where s0 >= s1",
        ],
        expect![[r#"
            torch:(s0,s1):(s1 ceildiv 8*8,1)+s2 where s0 in 1..64, s1 in 8..64 by 8
              offset d0*(s1 ceildiv 8*8)+d1+s2
            torch:(s0 , 4):( -(-4) , 1 ):f16 where s0 in 1..
              offset d0*4+d1
            torch:channels_last(2,s0,s1,5)
              offset d0*(s0*5*s1)+d1+d2*(s0*5)+d3*s0
            torch:(2,3):(3,1)
              has no symbols
            torch:(2*3,4):(4,1)
              has no symbols
            tvm:[s0-2,3,s1] lambda d0,d1,d2: ((d0+d1)*s1+d2) where s0 in 8..40
              offset (d0+d1)*s1+d2
            cute:(s0,(4,s1)):(1,(s0,s0*4)) where s0 in 1..64, s1 in 1..8
              offset d0+(d1 mod 4*s0+d1 floordiv 4*(s0*4))
            cute:(s0,s1)
              offset d0+d1*s0
            cute:(rows,_8):(_8,_1)
              offset d0*8+d1
            cute:s0:2
              offset d0*2
            cute:Layout<Shape<_4,s0>,Stride<s0,_1>>
              offset d0*s0+d1
            memref:memref<?x?xf16, strided<[?, 1], offset: ?>> where s2 >= s1, s3 in 0..8
              offset d0*s2+d1+s3
            memref:memref<?x?xf16>
              offset d0*s1+d1
            memref:memref<?x4x4x3xf16, #NHWC>
              offset d0*48+d1+d2*12+d3*4
            memref:memref<?x8xf16, affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>> where s0 >= s1
              offset d0*s0+d1
        "#]],
    );
}

#[test]
fn faults_of_symbols() {
    check_faults(
        &[
            "torch:(s0,s1):(s1,1) where",
            "torch:(s0,s1):(s1,1) where s0",
            "torch:(s0,s1):(s1,1) where s0 in",
            "torch:(s0,s1):(s1,1) where s0 in 4",
            "torch:(s0,s1):(s1,1) where s0 in 4..2",
            "torch:(s0,s1):(s1,1) where s0 in 1..7 by 8",
            "torch:(s0,s1):(s1,1) where s0 in 1..8 by 0",
            "torch:(s0,s1):(s1,1) where s0 in 1..8, s0 in 1..4",
            "torch:(s0,s1):(s1,1) where s3 in 1..8",
            "torch:(rows,cols):(cols,1) where row in 1..8",
            "torch:(s0,s1):(s1,1) where s0 <= s2",
            "torch:(s0,s1):(s1,1) where s0 = s1",
            "torch:(s0,s1):(s1,1) where 1 == 2",
            "torch:(s0,s1):(s1,1) where s0 in 1..99999999999999999999",
            "torch:(s0,s1):(s1)",
            "torch:(s0,d1):(d1,1)",
            "torch:(s0,s1):(s1 floordiv 0,1)",
            "torch:(s0,s1):(s1,1)+",
            "torch:(s0,s1):(s1,1):f17",
            "torch:(s0 s1):(s1,1)",
            "torch:channels_last(s0,s1)",
            "tvm:[s0,n] lambda n,c: (n)",
            "tvm:[s0,4] lambda n: (n)",
            "tvm:[s0,4] lambda n,c: (n*4+c) where n in 1..8",
            "cute:(s0,(4,s1)):(1,s0)",
            "cute:composition((s0,4):(1,s0),4)",
            "cute:S<2,3,3> o (8,s0):(1,8)",
            "memref:memref<?x8xf16, affine_map<(d0, d1)[s0] -> (d0 * s1 + d1)>>",
            "memref:memref<?x8xf16, affine_map<(d0, d1)[d0] -> (d1)>>",
            "memref:memref<?x?xf16, strided<[?, 0]>>",
            "memref:memref<?x?xf16> where s7 in 1..4",
        ],
        expect![[r#"
            torch:(s0,s1):(s1,1) where
              column 27: expected a range such as `s0 in 1..8` or a relation such as `s0 <= s1`, found the end of the text
            torch:(s0,s1):(s1,1) where s0
              column 30: expected `in` or a comparison such as `<=`, found the end of the text
            torch:(s0,s1):(s1,1) where s0 in
              column 33: expected an integer, found the end of the text
            torch:(s0,s1):(s1,1) where s0 in 4
              column 35: expected `..`, found the end of the text
            torch:(s0,s1):(s1,1) where s0 in 4..2
              column 28: `s0` has no value from 4 to 2
            torch:(s0,s1):(s1,1) where s0 in 1..7 by 8
              column 28: `s0` has no multiple of 8 from 1 to 7
            torch:(s0,s1):(s1,1) where s0 in 1..8 by 0
              column 28: the divisor of `s0` must be at least 1, but is 0
            torch:(s0,s1):(s1,1) where s0 in 1..8, s0 in 1..4
              column 40: symbol `s0` has two ranges
            torch:(s0,s1):(s1,1) where s3 in 1..8
              offset d0*s1+d1
            torch:(rows,cols):(cols,1) where row in 1..8
              offset d0*cols+d1
            torch:(s0,s1):(s1,1) where s0 <= s2
              column 34: unknown symbol `s2`; the symbols of the layout are `s0`, `s1`; did you mean `s0`?
            torch:(s0,s1):(s1,1) where s0 = s1
              column 31: expected `in` or a comparison such as `<=`, found `=`
            torch:(s0,s1):(s1,1) where 1 == 2
              column 28: the relation `1-2 == 0` never holds
            torch:(s0,s1):(s1,1) where s0 in 1..99999999999999999999
              column 37: `99999999999999999999` does not fit 64 bits
            torch:(s0,s1):(s1)
              column 7: expected one stride for each of 2 sizes, found 1
            torch:(s0,d1):(d1,1)
              column 11: `d1` is the name of a dim
            torch:(s0,s1):(s1 floordiv 0,1)
              column 28: the right operand of `floordiv` must be at least 1, but is 0
            torch:(s0,s1):(s1,1)+
              column 22: expected an index expression, found the end of the text
            torch:(s0,s1):(s1,1):f17
              column 22: unknown element type `f17`; element types are those of MLIR, such as `f16`, `bf16`, `i8` and `f8E4M3FN`; did you mean `f16`?
            torch:(s0 s1):(s1,1)
              column 11: expected `)` or `,`, found `s1`
            torch:channels_last(s0,s1)
              column 20: `channels_last` requires 4 sizes, but there are 2
            tvm:[s0,n] lambda n,c: (n)
              column 9: `n` is a dim, but a length has symbols alone
            tvm:[s0,4] lambda n: (n)
              column 19: the lambda has 1 dims, but there are 2 lengths
            tvm:[s0,4] lambda n,c: (n*4+c) where n in 1..8
              column 38: `n` is a dim, but `where` is about symbols
            cute:(s0,(4,s1)):(1,s0)
              column 21: the stride must have the modes of the shape, 2 in a tuple, but is a number
            cute:composition((s0,4):(1,s0),4)
              column 19: symbol `s0` is not supported in an operation of CuTe; a symbol is a length or a stride in `SHAPE:STRIDE`
            cute:S<2,3,3> o (8,s0):(1,8)
              column 20: symbol `s0` is not supported in a swizzle or a pointer of CuTe; a symbol is a length or a stride in `SHAPE:STRIDE`
            memref:memref<?x8xf16, affine_map<(d0, d1)[s0] -> (d0 * s1 + d1)>>
              column 57: unknown dim or symbol `s1`; did you mean `d1`?
            memref:memref<?x8xf16, affine_map<(d0, d1)[d0] -> (d1)>>
              column 44: duplicate dim or symbol `d0`
            memref:memref<?x?xf16, strided<[?, 0]>>
              column 36: a stride of `strided` must not be 0; write a broadcast as an affine map without the dim
            memref:memref<?x?xf16> where s7 in 1..4
              offset d0*s1+d1
        "#]],
    );
}

#[test]
fn texts_with_symbols_are_no_plain_layouts() {
    let texts = [
        "torch:(2,3):(3,1) where s0 in 1..4",
        "torch:(s0,3):(3,1) where s0 in 1..4",
        "tvm:[4,s1] lambda n,c: (n*4+c)",
        "tvm:[4,4] lambda n,c: (n*s0+c)",
        "cute:(4,s0)",
        "cute:composition((s0,4):(1,s0),4)",
        "memref:memref<?x4xf16> where s0 in 1..4",
        "memref:memref<?x?xf16>",
        "memref:memref<4x8xf16, affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>>",
        "tv:((4,s0),(2,2)):((32,1),(16,8))[16,8]",
    ];
    let lines = texts.map(|text| match read(text, None) {
        Ok(_) => format!("{text}\n  is read\n"),
        Err(fault) => format!("{text}\n  {fault}\n"),
    });
    expect![[r#"
        torch:(2,3):(3,1) where s0 in 1..4
          column 19: `where` restricts the values of symbols, but the text has no symbol; remove `where`
        torch:(s0,3):(3,1) where s0 in 1..4
          column 8: the value of symbol `s0` is unknown; a layout here has numbers alone; `layoutc eval` has layouts with symbols
        tvm:[4,s1] lambda n,c: (n*4+c)
          column 8: the value of symbol `s1` is unknown; a layout here has numbers alone; `layoutc eval` has layouts with symbols
        tvm:[4,4] lambda n,c: (n*s0+c)
          column 26: unknown dim or symbol `s0`
        cute:(4,s0)
          column 9: the value of symbol `s0` is unknown; a layout here has numbers alone; `layoutc eval` has layouts with symbols
        cute:composition((s0,4):(1,s0),4)
          column 19: the value of symbol `s0` is unknown; a layout here has numbers alone; `layoutc eval` has layouts with symbols
        memref:memref<?x4xf16> where s0 in 1..4
          column 30: the value of symbol `s0` is unknown; a layout here has numbers alone; `layoutc eval` has layouts with symbols
        memref:memref<?x?xf16>
          column 15: the length of m1 must be static, because only the outermost dim can be dynamic
        memref:memref<4x8xf16, affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>>
          column 57: the value of symbol s0 is unknown
        tv:((4,s0),(2,2)):((32,1),(16,8))[16,8]
          column 8: the value of symbol `s0` is unknown; a layout here has numbers alone; `layoutc eval` has layouts with symbols
    "#]].assert_eq(&lines.concat());
}

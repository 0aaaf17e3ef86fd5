//! Mutations of a text in generic form: of its tokens, its lists, and its lines.

use crate::random::Random;
use std::ops::Range;

/// Replacements for types and attributes.
const VALUES: &[&str] = &[
    "i1",
    "i32",
    "i64",
    "si32",
    "ui8",
    "f32",
    "f16",
    "bf16",
    "f64",
    "index",
    "none",
    "i0",
    "tf32",
    "f80",
    "tensor<4xf32>",
    "tensor<*xf32>",
    "tensor<2x3x4xf32>",
    "tensor<?x?x?xf32>",
    "tensor<2x3x4xi32>",
    "tensor<0xf32>",
    "tensor<f32>",
    "tensor<4xtuple<>>",
    "tensor<4xnone>",
    "tensor<4xtensor<4xf32>>",
    "tensor<4x() -> ()>",
    "tensor<4xmemref<4xf32>>",
    "tensor<4x!t.a>",
    "tensor<4xvector<2xf32>>",
    "tensor<4xf32, #t.enc>",
    "tensor<4xf32, {order = 1}>",
    "tensor<4xf32, 1>",
    "tensor<4xf32, affine_map<(d0) -> (d0)>>",
    "vector<4xf32>",
    "vector<f32>",
    "vector<[4]xi8>",
    "vector<4x!t.a>",
    "vector<2xtensor<4xf32>>",
    "vector<2xvector<2xf32>>",
    "vector<2xcomplex<f32>>",
    "vector<0xf32>",
    "memref<4x4xi32, strided<[1]>>",
    "memref<4x4xi32, strided<[4, 1]>>",
    "memref<4xf32, strided<[0]>>",
    "memref<4xf32, affine_map<(d0, d1) -> (d0)>>",
    "memref<4x!t.a>",
    "memref<4xtensor<4xf32>>",
    "memref<4xtuple<>>",
    "memref<4xf32, 1>",
    "memref<4xf32, strided<[?], offset: ?>, 1>",
    "memref<*xf32, 1>",
    "memref<4xf32, #t.layout>",
    "memref<4xf32, affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>>",
    "memref<4xf32, affine_map<(d0)[s0] -> (d0 * s0)>>",
    "memref<4xf32, \"a\", 1>",
    "memref<4xf32, i32>",
    "memref<4xf32, [1]>",
    "memref<4xf32, -1>",
    "memref<4xf32, 1.0 : f32>",
    "memref<f32, affine_map<() -> (0)>>",
    "memref<4xf32, strided<[-1], offset: -2>>",
    "complex<f32>",
    "complex<index>",
    "complex<!t.a>",
    "complex<i1>",
    "complex<complex<f32>>",
    "tuple<>",
    "tuple<i32>",
    "!t.a",
    "!t.b<1>",
    "() -> ()",
    "(i32) -> i32",
    "() -> (i32, f32)",
    "(i32, f32) -> (f32, i32)",
    "1",
    "0",
    "-1",
    "7 : i32",
    "true",
    "1 : i1",
    "1 : index",
    "1 : si32",
    "1.5 : f32",
    "1 : i0",
    "255 : i8",
    "1.0 : bf16",
    "0 : i64",
    "\"x\"",
    "\"public\"",
    "\"private\"",
    "\"nested\"",
    "\"\"",
    "\"x\" : i32",
    "@f",
    "@g",
    "@a::@b",
    "@\"\"",
    "unit",
    "[]",
    "[1]",
    "[0, 1]",
    "[[0], [1]]",
    "[[0, 1]]",
    "[{}]",
    "[{a}]",
    "[{t.a}]",
    "[{}, {}]",
    "{}",
    "{a = 1}",
    "array<i64>",
    "array<i64: 0>",
    "array<i64: 2, 3>",
    "array<i32: 1, 1, 1>",
    "array<i32: 1, 0, 0>",
    "array<i32: 2>",
    "array<i1: true>",
    "array<i8: 1>",
    "array<f32: 1.0>",
    "array<i64: -9223372036854775808>",
    "dense<1> : tensor<3xi64>",
    "dense<[1, 2, 3]> : tensor<3xi64>",
    "dense<1.0> : vector<4xf16>",
    "dense<> : tensor<0xi32>",
    "dense<1> : vector<[4]xi8>",
    "dense<[1, 2, 3, 4]> : vector<[4]xi8>",
    "dense<true> : tensor<i1>",
    "dense<1> : tensor<2xindex>",
    "dense<1> : tensor<2xui8>",
    "dense<\"a\"> : tensor<2x!t.s>",
    "dense<1> : memref<4xi32>",
    "dense<1> : tensor<?xi32>",
    "dense<1> : tensor<4xi32, #t.enc>",
    "dense<1> : tensor<4xi0>",
    "dense_resource<a> : tensor<1xi8>",
    "dense_resource<b> : vector<4xf32>",
    "dense_resource<a> : memref<4xf32>",
    "sparse<0, 1> : tensor<4xi32>",
    "sparse<[[0]], [1]> : tensor<4xi32>",
    "sparse<[[9]], [1]> : tensor<4xi32>",
    "sparse<0, 1> : vector<4xi32>",
    "strided<[1]>",
    "strided<[]>",
    "strided<[0]>",
    "strided<[?, 0], offset: ?>",
    "strided<[-1], offset: -5>",
    "affine_map<(d0) -> (d0)>",
    "affine_map<() -> ()>",
    "affine_map<(d0) -> (d0 mod 0)>",
    "affine_map<(d0) -> (d0 floordiv 0)>",
    "affine_set<(d0) : (d0 >= 0)>",
    "distinct[0]<unit>",
    "distinct[1]<1>",
    "loc(unknown)",
    "loc(\"a\":1:2)",
    "loc(\"a\")",
    "loc(fused[\"a\", \"b\"])",
    "#t.a",
    "#t.a<1>",
    "#t.a : i32",
    "i32",
    "tensor<2x!t.a>",
];

/// Replacements for keys.
const KEYS: &[&str] = &[
    "sym_name",
    "sym_visibility",
    "function_type",
    "arg_attrs",
    "res_attrs",
    "callee",
    "value",
    "operandSegmentSizes",
    "reassociation",
    "static_output_shape",
    "dim",
    "static_offsets",
    "static_sizes",
    "static_strides",
    "a",
    "t.a",
    "resultSegmentSizes",
    "operand_segment_sizes",
];

/// Returns the tokens of a text: strings, words with their sigil, numbers, and single bytes.
pub fn tokens(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$');
    let (mut all, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let start = at;
        at += 1;
        match bytes[start] {
            b'"' => {
                while at < bytes.len() && bytes[at] != b'"' {
                    at += 1 + usize::from(bytes[at] == b'\\');
                }
                at = (at + 1).min(bytes.len());
            }
            b'-' if bytes.get(at) == Some(&b'>') => at += 1,
            byte if is_word(byte) || matches!(byte, b'%' | b'^' | b'@' | b'#' | b'!' | b'-') => {
                while at < bytes.len()
                    && (is_word(bytes[at]) || bytes[start] == b'%' && bytes[at] == b'#')
                {
                    at += 1;
                }
            }
            byte if byte.is_ascii_whitespace() => continue,
            _ => {}
        }
        all.push(start..at);
    }
    all
}

/// Returns the kind of a token. Tokens are exchanged with tokens of the same kind.
fn kind(text: &str, token: &Range<usize>) -> u8 {
    match text.as_bytes()[token.start] {
        b'-' if token.len() == 2 && text.as_bytes()[token.end - 1] == b'>' => b'>',
        b'0'..=b'9' | b'-' => b'0',
        byte if byte.is_ascii_alphabetic() || byte == b'_' => b'a',
        byte => byte,
    }
}

/// Returns the token that closes the bracket at a token; `None` if the bracket is not closed.
pub fn closing(text: &str, tokens: &[Range<usize>], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match &text[token.clone()] {
            "(" | "[" | "{" | "<" => depth += 1,
            ")" | "]" | "}" | ">" => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the items of a list in brackets, which are separated by commas outside of inner brackets.
fn parts(text: &str, tokens: &[Range<usize>], open: usize, close: usize) -> Vec<Range<usize>> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0usize, None);
    for token in &tokens[open + 1..close] {
        match &text[token.clone()] {
            "(" | "[" | "{" | "<" => depth += 1,
            ")" | "]" | "}" | ">" => depth = depth.saturating_sub(1),
            "," if depth == 0 => {
                if let Some(start) = start.take() {
                    parts.push(start..token.start);
                }
                continue;
            }
            _ => {}
        }
        start.get_or_insert(token.start);
    }
    if let Some(start) = start {
        parts.push(start..tokens[close].start);
    }
    parts
}

/// Changes a list: removes, duplicates, swaps or replaces an item.
fn change_list(text: &mut String, random: &mut Random) -> Option<()> {
    let tokens = tokens(text);
    let opens: Vec<usize> = (0..tokens.len())
        .filter(|&at| matches!(&text[tokens[at].clone()], "(" | "[" | "{" | "<"))
        .collect();
    let open = random.choose(opens.get(..).filter(|opens| !opens.is_empty())?);
    let close = closing(text, &tokens, open)?;
    let parts = parts(text, &tokens, open, close);
    let mut texts: Vec<String> =
        parts.iter().map(|part| text[part.clone()].trim().to_owned()).collect();
    let (one, two) = (random.index(texts.len()), random.index(texts.len()));
    match random.index(6) {
        0 | 1 if !texts.is_empty() => drop(texts.remove(one)),
        2 if !texts.is_empty() => texts.insert(two, texts[one].clone()),
        3 if !texts.is_empty() => texts.swap(one, two),
        4 if !texts.is_empty() => {
            let value = random.pick(VALUES).to_owned();
            texts[one] = match texts[one].split_once(" = ") {
                Some((key, _)) => format!("{key} = {value}"),
                None => value,
            };
        }
        _ => {
            let value = random.pick(VALUES);
            let keyed = &text[tokens[open].clone()] == "{" && random.one_in(2);
            texts.insert(
                one,
                if keyed { format!("{} = {value}", random.pick(KEYS)) } else { value.to_owned() },
            );
        }
    }
    text.replace_range(tokens[open].end..tokens[close].start, &texts.join(", "));
    Some(())
}

/// Replaces a token with another one of its kind, from the text or from the replacements.
fn change_token(text: &mut String, random: &mut Random, names: &[String]) -> Option<()> {
    let tokens = tokens(text);
    let one = tokens.get(random.index(tokens.len()))?.clone();
    let kind_of_one = kind(text, &one);
    let alike: Vec<&Range<usize>> =
        tokens.iter().filter(|it| kind(text, it) == kind_of_one).collect();
    let other = text[random.choose(&alike).clone()].to_owned();
    let is_op = text[one.end..].starts_with('(');
    let new = match (kind_of_one, random.index(3)) {
        (b'"', 0) if is_op => format!("{:?}", random.choose(names)),
        (b'0', 0) => random
            .pick(&[
                "0",
                "1",
                "2",
                "-1",
                "3",
                "64",
                "9223372036854775807",
                "-9223372036854775808",
                "?",
            ])
            .to_owned(),
        (b'a', 0) if text[one.end..].starts_with(" =") => random.pick(KEYS).to_owned(),
        (b'a' | b'!' | b'#' | b'@', 0) => random.pick(VALUES).to_owned(),
        _ => other,
    };
    text.replace_range(one, &new);
    Some(())
}

/// Removes, duplicates, swaps or moves lines.
fn change_lines(text: &mut String, random: &mut Random) {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        return;
    }
    let (one, two) = (random.index(lines.len()), random.index(lines.len()));
    match random.index(4) {
        0 | 1 => drop(lines.remove(one)),
        2 => lines.swap(one, two),
        _ => lines.insert(two, lines[one]),
    }
    *text = lines.join("\n") + "\n";
}

/// Replaces a whole type, in one place or everywhere.
fn change_types(text: &mut String, random: &mut Random) -> Option<()> {
    let tokens = tokens(text);
    let words: Vec<&Range<usize>> = tokens
        .iter()
        .filter(|token| {
            matches!(
                &text[(*token).clone()],
                "tensor" | "memref" | "vector" | "i32" | "f32" | "i1" | "index" | "i64"
            )
        })
        .collect();
    let one = random.choose(words.get(..).filter(|words| !words.is_empty())?).clone();
    let at = tokens.iter().position(|token| *token == one)?;
    let end = match tokens.get(at + 1) {
        Some(next) if &text[next.clone()] == "<" => tokens[closing(text, &tokens, at + 1)?].end,
        _ => one.end,
    };
    let (old, new) = (text[one.start..end].to_owned(), random.pick(VALUES));
    match random.one_in(2) {
        // Replaces all occurrences, so that types still agree.
        true => *text = text.replace(&old, new),
        false => text.replace_range(one.start..end, new),
    }
    Some(())
}

/// Changes a text once to four times.
pub fn mutate(text: &mut String, random: &mut Random, names: &[String]) {
    let times = if random.one_in(3) { 1 + random.index(4) } else { 1 };
    for _ in 0..times {
        match random.index(10) {
            0..4 => drop(change_list(text, random)),
            4..7 => drop(change_token(text, random, names)),
            7 => change_lines(text, random),
            _ => drop(change_types(text, random)),
        }
    }
}

//! The cost of a choice is evaluated as it is written, against an evaluation of its own in 128 bits.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use ir::choice::{ChoiceRule, Mismatch};
use ir::diag::Sink;
use ir::{Module, Registry};
use testkit::Random;

/// A text with its value; `None` if no 64-bit value exists.
#[derive(Clone)]
struct Written {
    text: String,
    value: Option<i128>,
    /// The text needs no parentheses as the operand of: 0 a sum, 1 a product, 2 the right side of a product.
    rank: usize,
}

const OPERANDS: [(&str, i128); 11] = [
    ("dim(0, 0)", 2),
    ("dim(0, 1)", 48),
    ("dim(0, -1)", 7),
    ("dim(result 0, 0)", 3),
    ("dim(2, 1)", 5),
    // The length is dynamic.
    ("dim(1, 0)", 1),
    ("bytes(0)", 2 * 48 * 7 * 2),
    // Nine elements of 4 bits fill 5 bytes.
    ("bytes(1)", 5),
    ("rank(0)", 3),
    ("attr(group)", 4),
    ("attr(absent, 9)", 9),
];

const OP: &str = r#"
  %a, %b = "test.from"() : () -> (tensor<2x48x7xf16>, tensor<?x9xi4>)
  %0 = "test.op"(%a, %b) {group = 4 : si64, layout.choices = [#layout.choice<(any, any) -> any, cost = COST>]} : (tensor<2x48x7xf16>, tensor<?x9xi4>) -> tensor<3x5xf32>
"#;

fn in_range(value: i128) -> Option<i128> {
    i64::try_from(value).ok().map(i128::from)
}

fn apply(sign: &str, a: i128, b: i128) -> Option<i128> {
    in_range(match sign {
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        _ if b == 0 => return None,
        "/" => (a - a.rem_euclid(b)) / b,
        _ => a.rem_euclid(b),
    })
}

fn draw(random: &mut Random, depth: usize) -> Written {
    if depth == 0 || random.index(4) == 0 {
        return match random.index(3) {
            0 => {
                let number = random.choose(&[0, 1, -3, 64, 1000, i64::MAX]);
                Written { text: number.to_string(), value: Some(number.into()), rank: 2 }
            }
            _ => {
                let (text, value) = random.choose(&OPERANDS);
                Written { text: text.to_owned(), value: Some(value), rank: 2 }
            }
        };
    }
    let sign = random.choose(&["+", "-", "*", "/", "%"]);
    let rank = usize::from(!matches!(sign, "+" | "-"));
    let (a, b) = (draw(random, depth - 1), draw(random, depth - 1));
    let side = |random: &mut Random, part: &Written, least: usize| match part.rank < least
        || random.index(6) == 0
    {
        true => format!("({})", part.text),
        false => part.text.clone(),
    };
    let (left, right) = (side(random, &a, rank), side(random, &b, rank + 1));
    let space = random.choose(&["", " "]);
    let value = a.value.zip(b.value).and_then(|(a, b)| apply(sign, a, b));
    Written { text: format!("{left}{space}{sign}{space}{right}"), value, rank }
}

/// Returns the cost of the only choice of the op with this cost text.
fn cost(text: &str) -> Result<u64, Mismatch> {
    let (registry, mut sink) = (Registry::new(), Sink::default());
    let text = OP.replace("COST", text);
    let module: Module = layoutc_parser::parse(&text, 0, &registry, &mut sink)
        .unwrap_or_else(|| panic!("{:#?}\n{text}", sink.diags()));
    let op = module.walk().find(|&op| module.name(op) == "test.op").unwrap();
    let rule = ChoiceRule::for_op(&module, op, &registry, None);
    Ok(rule.choices[0].fit(&module, op)?.cost)
}

#[test]
fn random_costs_evaluate_as_written() {
    let mut random = Random::new(7);
    let (mut valid, mut invalid) = (0, 0);
    for _ in 0..3000 {
        let depth = 1 + random.index(4);
        let written = draw(&mut random, depth);
        // A lone negative number is an error of the text.
        if written.text.parse::<i64>().is_ok_and(|number| number < 0) {
            continue;
        }
        match (cost(&written.text), written.value.filter(|&value| value >= 0)) {
            (Ok(cost), Some(value)) => {
                assert_eq!(i128::from(cost), value, "{}", written.text);
                valid += 1;
            }
            (Err(Mismatch::Cost { .. }), None) => invalid += 1,
            (found, value) => panic!("{}: {found:?}, expected {value:?}", written.text),
        }
    }
    assert!(valid > 1000 && invalid > 100, "{valid} {invalid}");
}

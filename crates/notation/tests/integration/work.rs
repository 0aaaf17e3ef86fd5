//! The work of a conversion: layouts of more indices than can be listed are written or refused after few evaluations.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use layout::Evaluator;
use layoutc_notation::{ElementType, NOTATIONS, read, write};
use testkit::Random;

/// The maximum number of evaluations: some lines of 2^16 indices, and 2^16 comparisons.
const MOST: u64 = 1 << 20;

/// Returns the number of evaluations of a conversion of a text to each notation.
fn evaluations(text: &str) -> Vec<(&'static str, u64)> {
    let elem = ElementType::from_name("f32");
    let notated = read(text, elem).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    let counted = NOTATIONS.iter().map(|notation| {
        let before = Evaluator::evaluations();
        let _ = write(notation.name, &notated.layout, notated.elem);
        (notation.name, Evaluator::evaluations() - before)
    });
    counted.collect()
}

fn length(random: &mut Random) -> i64 {
    match random.index(4) {
        0 => random.between(1, 9),
        1 => 1 << random.between(8, 34),
        2 => random.choose(&[1_000_000_007, 998_244_353, 65_537, 1_000_003]),
        _ => random.between(1, 1 << 20) * random.between(1, 9),
    }
}

/// Returns modes of huge lengths, with strides that nest or do not, below a swizzle or not; `None` if the layout has so few
/// indices that all may be compared.
fn random_text(random: &mut Random) -> Option<String> {
    let count = random.between(1, 3) as usize;
    let mut shapes = Vec::new();
    let mut strides = Vec::new();
    let mut size = 1i64;
    for _ in 0..count {
        let own = random.between(1, 3) as usize;
        let mut digits: Vec<(i64, i64)> = Vec::new();
        for _ in 0..own {
            let length = length(random);
            let Some(next) = size.checked_mul(length).filter(|size| *size < 1 << 50) else {
                continue;
            };
            size = next;
            let stride = match random.index(3) {
                0 => random.between(0, 64),
                1 => 1 << random.between(0, 9),
                _ => random.between(1, 1 << 9),
            };
            digits.push((length, stride));
        }
        let list = |numbers: Vec<i64>| {
            let texts: Vec<String> = numbers.iter().map(i64::to_string).collect();
            if texts.is_empty() { "1".to_owned() } else { format!("({})", texts.join(",")) }
        };
        shapes.push(list(digits.iter().map(|digit| digit.0).collect()));
        strides.push(list(digits.iter().map(|digit| digit.1).collect()));
    }
    if size <= 1 << 24 {
        return None;
    }
    let modes = format!("({}):({})", shapes.join(","), strides.join(","));
    Some(match random.index(3) {
        0 => format!("cute:{modes}"),
        _ => {
            let bits = random.between(1, 3);
            let base = random.between(0, 5);
            let shift = bits + random.between(0, 4);
            format!("cute:S<{bits},{base},{shift}> o {modes}")
        }
    })
}

#[test]
fn conversions_of_huge_layouts_evaluate_few_indices() {
    let mut random = Random::new(33);
    for _ in 0..testkit::number_of("LAYOUTC_HUGE_CASES").unwrap_or(25) {
        let Some(text) = random_text(&mut random) else { continue };
        for (name, count) in evaluations(&text) {
            assert!(count <= MOST, "{count} evaluations from {text} to {name}");
        }
    }
}

#[test]
fn huge_layouts_that_differ_late_are_decided() {
    for text in [
        "cute:S<2,0,3> o (9,(1,2,1000000007)):(7,(1,32,4))",
        "cute:S<2,1,4> o (7,4294967296):(8,16)",
        "cute:(2,4294967296):(20,16)",
    ] {
        for (name, count) in evaluations(text) {
            assert!(count <= MOST, "{count} evaluations from {text} to {name}");
        }
    }
    let swizzled = read("cute:S<2,1,4> o (7,4294967296):(8,16)", None).unwrap();
    let witness = write("torch", &swizzled.layout, None).unwrap_err();
    assert_eq!((witness.at, witness.is_proof), (Some(vec![0, 2]), true));
    let crossed = read("cute:(2,4294967296):(20,16)", ElementType::from_name("f32")).unwrap();
    assert!(write("xla", &crossed.layout, crossed.elem).unwrap_err().at.is_some());
}

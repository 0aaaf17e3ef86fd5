//! Facts, sides and widths of symbolic layouts, and random layouts against the evaluation of all values
//! ([`enumeration`](super::enumeration)).

use super::enumeration::{COUNT, Tally};
use super::{each_index, each_value, exprs, random_symbols, symbols, text, words};
use expect_test::expect;
use layoutc_layout::{
    Decider, IndexWidth, LogicalIndex, SymExpr, SymbolSet, SymbolicComparison, SymbolicLayout,
};
use std::fmt::Write as _;
use testkit::Random;

fn layout(set: &str, lengths: &str, offset: &str) -> SymbolicLayout {
    let set = symbols(set);
    let (lengths, offset) = (exprs(lengths, &set), text::expr(offset, &set));
    SymbolicLayout::new(set, lengths, offset, None).unwrap()
}

fn strided(set: &str, lengths: &str, strides: &str) -> SymbolicLayout {
    let set = symbols(set);
    let (lengths, strides) = (exprs(lengths, &set), exprs(strides, &set));
    SymbolicLayout::from_strides(set, lengths, strides, SymExpr::constant(0), None).unwrap()
}

fn facts(layout: &SymbolicLayout) -> String {
    let found = layout.facts(&mut Decider::new());
    let mut text = String::new();
    let exprs = [&found.least, &found.greatest, &found.span, &found.allocation];
    for (name, fact) in ["least", "greatest", "span", "allocation"].into_iter().zip(exprs) {
        let fact = fact.as_ref().map(|fact| fact.text(layout.symbols()));
        writeln!(text, "{name}: {}", fact.unwrap_or_else(|reason| reason.clone())).unwrap();
    }
    writeln!(text, "injective: {:?}, packed: {:?}", found.injective, found.packed).unwrap();
    let widths: Vec<i64> = found.vector_widths.into_iter().map(Result::unwrap).collect();
    writeln!(text, "vectors: {widths:?}").unwrap();
    text
}

#[test]
fn facts_are_expressions_over_the_symbols() {
    let rows = strided("s0 1 50 1, s1 1 300 1", "s0, s1", "s1 ceildiv 8*8, 1");
    expect![[r#"
        least: 0
        greatest: s0*(s1 ceildiv 8)*8+s1-s1 ceildiv 8*8-1
        span: s0*(s1 ceildiv 8)*8+s1-s1 ceildiv 8*8
        allocation: s0*(s1 ceildiv 8)*8
        injective: Holds(Digits), packed: Fails { values: [2, 1], index: [1, 0], other: None }
        vectors: [1, 1]
    "#]]
    .assert_eq(&facts(&rows));
    let any = "1 9223372036854775807";
    let packed = layout(&format!("s0 {any} 1, s1 8 65536 8"), "s0, s1", "d0*s1+d1");
    expect![[r#"
        least: 0
        greatest: s0*s1-1
        span: s0*s1
        allocation: s0*s1
        injective: Holds(Digits), packed: Holds(Digits)
        vectors: [1, 8]
    "#]]
    .assert_eq(&facts(&packed));
}

fn side(layout: SymbolicLayout) -> String {
    let set = layout.symbols().clone();
    match layout.checked(&mut Decider::new()) {
        Ok(_) => "valid".to_owned(),
        Err(fault) => {
            let enough = fault.enough.unwrap_or_else(|| "nothing".to_owned());
            let witness = fault.witness.map(|witness| witness.text(&set)).unwrap_or_default();
            format!("{}; {witness}; enough: {enough}", fault.message)
        }
    }
}

#[test]
fn sides_are_refused_with_the_first_values_and_what_is_enough() {
    expect!["the length of d0 `s0-2` must be at least 1, but is -1; s0 = 1; enough: s0-3 >= 0"]
        .assert_eq(&side(layout("s0 1 40 1", "s0-2", "d0")));
    expect!["valid"].assert_eq(&side(layout("s0 3 40 1", "s0-2", "d0")));
    expect![
        "the offset `d0-s0+s1+d1` must be at least 0 at every valid index, but is -1; s0 = 2, s1 = 1 at [0, 0]; enough: s1-s0 >= 0"
    ]
    .assert_eq(&side(layout("s0 1 90 1, s1 1 90 1", "s0, s1", "d0-s0+s1+d1")));
    expect![[r#"the offset `d0 floordiv (s1-1)` has no value: a divisor must be at least 1, but is 0; s0 = 1, s1 = 1 at [0]; enough: nothing"#]]
        .assert_eq(&side(layout("s0 1 90 1, s1 1 90 1", "s0", "d0 floordiv (s1-1)")));
    let huge = "s0 1 4611686018427387904 1, s1 1 4 1";
    let message = side(layout(huge, "s0, s1", "d0*s1+d1"));
    assert!(message.starts_with("the offset `d0*s1+d1` must be below 2^63, but is "), "{message}");
}

#[test]
fn widths_name_the_first_intermediate_value_that_does_not_fit() {
    let violation = |set: &str, lengths: &str, offset: &str, width| {
        let layout = layout(set, lengths, offset);
        let found = layout.width_violation(width, &mut Decider::new()).unwrap();
        found.map_or("fits".to_owned(), |found| found.text(layout.symbols()))
    };
    let rows = "s0 1 65536 1, s1 1 65536 1";
    expect!["`d0*s1` is 2147483648 at s0 = 32769, s1 = 65536 at [32768, 65535]"]
        .assert_eq(&violation(rows, "s0, s1", "d0*s1+d1", IndexWidth::I32));
    expect!["fits"].assert_eq(&violation(rows, "s0, s1", "d0*s1+d1", IndexWidth::U32));
    // A later part fails at values before those of the first part.
    let more = "s0 1 65537 1, s1 1 65537 1";
    expect!["`d0*s1+d1` is 2147516415 at s0 = 32768, s1 = 65537 at [32767, 65536]"]
        .assert_eq(&violation(more, "s0, s1", "d0*s1+d1", IndexWidth::I32));
    expect!["fits"].assert_eq(&violation("s0 1 46340 1", "s0, s0", "d0*s0+d1", IndexWidth::I32));
    let four = "((d0*8+d1)*128+d2)*128+d3";
    let lengths = "s0, 8, 128, 128";
    expect!["fits"].assert_eq(&violation("s0 1 16383 1", lengths, four, IndexWidth::I32));
    expect!["`((d0*8+d1)*128+d2)*128` is 2147614592 at s0 = 16385 at [16384, 7, 127, 127]"]
        .assert_eq(&violation("s0 1 16385 1", lengths, four, IndexWidth::I32));
    // The sum before a quotient that is rounded up.
    expect!["`d0+7` is 2147483648 at s0 = 2147483642 at [2147483641]"].assert_eq(&violation(
        "s0 1 2147483647 1",
        "s0",
        "d0 ceildiv 8",
        IndexWidth::I32,
    ));
}

#[test]
fn symbols_of_one_name_are_one_symbol() {
    let a = layout("s0 1 50 1, s1 1 300 1", "s0, s1", "d0*(s1 ceildiv 8*8)+d1");
    let b = layout("s1 8 4096 8, s0 1 9223372036854775807 1", "s0, s1", "d0*s1+d1");
    let equal = a.compare(&b, &mut Decider::new()).unwrap();
    assert!(matches!(equal, SymbolicComparison::Equal(_)));
    let shorter = layout("s0 1 50 1", "s0, s0", "d0*s0+d1");
    let SymbolicComparison::Different(found) = a.compare(&shorter, &mut Decider::new()).unwrap()
    else {
        panic!("the lengths differ")
    };
    assert_eq!((found.a_lengths, found.b_lengths), (vec![1, 2], vec![1, 1]));
    assert_eq!((found.index, found.a, found.b), (vec![0, 1], Some(1), None));
    let other = layout("s1 400 500 1", "s1, 1", "d0+d1");
    assert!(a.compare(&other, &mut Decider::new()).is_err());
}

fn op(sign: &str, a: &SymExpr, b: &SymExpr) -> SymExpr {
    SymExpr::operation(sign, a.clone(), b.clone()).unwrap()
}

fn random_length(random: &mut Random, set: &SymbolSet) -> SymExpr {
    let symbol = SymExpr::symbol(random.index(set.len()));
    let number = SymExpr::constant(random.between(1, 4));
    match random.below(5) {
        0 => number,
        1 => op("ceildiv", &symbol, &number),
        2 => op("*", &symbol, &SymExpr::constant(2)),
        _ => symbol,
    }
}

/// Returns a random layout: strides of some order with padding, any strides, tiles, or a function of the position.
fn random_layout(random: &mut Random, set: &SymbolSet) -> SymbolicLayout {
    let rank = 1 + random.index(3);
    let lengths: Vec<SymExpr> = (0..rank).map(|_| random_length(random, set)).collect();
    let dims: Vec<SymExpr> = (0..rank).map(SymExpr::dim).collect();
    let mut strides = vec![SymExpr::constant(1); rank];
    if random.one_in(4) {
        for stride in &mut strides {
            let symbol = SymExpr::symbol(random.index(set.len()));
            *stride = op("*", &symbol, &SymExpr::constant(random.between(0, 3)));
        }
    } else {
        let mut next = SymExpr::constant(1);
        for dim in random.permutation(rank) {
            strides[dim] = next.clone();
            next = op("*", &next, &lengths[dim]);
            if random.one_in(3) {
                let align = SymExpr::constant(random.choose(&[2, 4, 8]));
                next = op("*", &op("ceildiv", &next, &align), &align);
            }
        }
    }
    let start = SymExpr::constant(random.between(0, 1) * 4);
    if random.one_in(2) {
        let made = SymbolicLayout::from_strides(set.clone(), lengths, strides, start, None);
        return made.unwrap();
    }
    let mut offset = start;
    for (dim, stride) in dims.iter().zip(&strides) {
        offset = op("+", &offset, &op("*", dim, stride));
    }
    let by = SymExpr::constant(random.between(1, 4));
    let offset = match random.below(4) {
        0 => op("floordiv", &offset, &by),
        1 => op("mod", &offset, &SymExpr::symbol(0)),
        2 => {
            let tile = op("*", &op("mod", &dims[0], &by), &op("ceildiv", &lengths[0], &by));
            op("+", &tile, &op("floordiv", &dims[0], &by))
        }
        _ => offset,
    };
    SymbolicLayout::new(set.clone(), lengths, offset, None).unwrap()
}

#[test]
fn random_layouts_agree_with_enumeration() {
    let mut random = Random::new(4);
    let mut tally = Tally::default();
    while tally.layouts < COUNT {
        let Some(set) = random_symbols(&mut random) else { continue };
        let layout = random_layout(&mut random, &set);
        let layout = if random.one_in(4) { faulty(&mut random, &layout) } else { layout };
        tally.check(&mut random, &layout);
    }
    println!("{tally:?}");
    assert!(tally.refused > COUNT / 20, "{tally:?}");
    tally.check_sums();
}

/// Returns a layout with a length or an offset that is invalid for some values, or for none.
fn faulty(random: &mut Random, layout: &SymbolicLayout) -> SymbolicLayout {
    let set = layout.symbols();
    let (mut lengths, mut offset) = (layout.lengths().to_vec(), layout.offset().clone());
    let symbol = SymExpr::symbol(random.index(set.len()));
    let number = SymExpr::constant(random.between(0, 9));
    match random.below(3) {
        0 => lengths[0] = op("-", &lengths[0], &SymExpr::constant(random.between(0, 3))),
        1 => offset = op("-", &op("+", &offset, &symbol), &number),
        _ => offset = op("floordiv", &offset, &op("-", &symbol, &number)),
    }
    SymbolicLayout::new(set.clone(), lengths, offset, None).unwrap()
}

#[test]
fn groups_of_random_layouts_are_those_of_all_values() {
    let mut random = Random::new(16);
    let (mut grouped, mut refused) = (0, 0);
    for _ in 0..200 {
        let Some(set) = random_symbols(&mut random) else { continue };
        let layout = random_layout(&mut random, &set);
        let layout = layout.checked(&mut Decider::new()).unwrap();
        let (dim, width) = (random.index(layout.rank()), random.between(2, 4));
        let mut vector = vec![1; layout.rank()];
        vector[dim] = width;
        let found = layout.vector_groups(&vector, &mut Decider::new());
        let about = words(&layout);
        let mut all_have = true;
        each_value(&set, &mut |values| {
            let own = layout.with(values).unwrap().vector_groups(&vector);
            all_have &= own.is_ok();
            let (Ok(found), Ok(own)) = (&found, own) else { return };
            let lengths = found.lengths_at(values).unwrap();
            let own_lengths: Vec<i64> = own.shape().values().map(|it| it.get().unwrap()).collect();
            assert_eq!(lengths, own_lengths, "{values:?} of {about}");
            let mut evaluator = own.evaluator();
            each_index(&lengths, &mut |index| {
                let offset = found.offset_at(values, index).unwrap();
                let own = evaluator
                    .offset_of(&LogicalIndex::new(index.iter().copied()).unwrap())
                    .unwrap();
                assert_eq!(offset, own.map(|own| own.get()), "{values:?} at {index:?} of {about}");
            });
        });
        match &found {
            Ok(_) => grouped += 1,
            Err(fault) => {
                assert!(!fault.undecided, "{fault} of {about}");
                refused += 1;
            }
        }
        assert_eq!(found.is_ok(), all_have, "{vector:?} of {about}");
    }
    assert!(grouped > 10 && refused > 10, "{grouped} {refused}");
}

#[test]
fn groups_that_are_no_vectors_are_refused_with_values() {
    let message = |layout: &SymbolicLayout, vector: &[i64]| {
        let fault = layout.vector_groups(vector, &mut Decider::new()).unwrap_err();
        std::iter::once(fault.message).chain(fault.notes).collect::<Vec<_>>().join("; ")
    };
    let rows = strided("s0 1 50 1, s1 4 300 4", "s0, s1", "s1 ceildiv 8*8, 1");
    expect!["the length of d1, `s1`, is not a multiple of 8; s0 = 1, s1 = 4"]
        .assert_eq(&message(&rows, &[1, 8]));
    expect!["one number must be above 1, and all others 1"].assert_eq(&message(&rows, &[1, 1]));
    let dense = strided("s0 2 50 2, s1 2 300 2", "s0, s1", "s1, 1");
    expect!["groups of 2 along d0 are not vectors: a group starts at an offset that is not a multiple of the width; s0 = 2, s1 = 2 at [0, 1]"].assert_eq(&message(&dense, &[2, 1]));
}

#[test]
fn extreme_layouts_have_answers_without_overflow() {
    let ends = [i64::MIN, -1, 0, 1, 2, 1 << 31, 1 << 62, i64::MAX - 1, i64::MAX];
    let mut random = Random::new(9);
    for _ in 0..80 {
        let mut set = SymbolSet::new();
        for name in ["s0", "s1"] {
            let (a, b) = (random.choose(&ends), random.choose(&ends));
            let divisor = random.choose(&[1, 1, 3, 1 << 40]);
            if set.declare(name, a.min(b), a.max(b), divisor).is_err() {
                set.declare(name, 1, i64::MAX, 1).unwrap();
            }
        }
        let part = |random: &mut Random| match random.below(4) {
            0 => SymExpr::symbol(random.index(2)),
            1 => SymExpr::dim(random.index(2)),
            2 => SymExpr::constant(random.choose(&ends)),
            _ => SymExpr::constant(random.between(1, 9)),
        };
        let mut offset = part(&mut random);
        for _ in 0..random.index(5) {
            let sign = random.choose(&["+", "-", "*", "*", "floordiv", "mod", "ceildiv"]);
            let made = SymExpr::operation(sign, offset.clone(), part(&mut random));
            offset = made.unwrap_or(offset);
        }
        let lengths = [0, 1].map(SymExpr::symbol).to_vec();
        let layout = SymbolicLayout::new(set, lengths, offset, None).unwrap();
        let mut decider = Decider::new();
        let found = layout.facts(&mut decider);
        if let Ok(max) = found.max_offset {
            let offset = layout.offset().eval(&max.values, &max.index);
            assert_eq!(offset, Ok(max.offset), "{}", words(&layout));
        }
        for width in [IndexWidth::I32, IndexWidth::U32, IndexWidth::I64] {
            if let Ok(Some(found)) = layout.width_violation(width, &mut decider) {
                let (least, most) = width.range();
                let value = found.value;
                assert!(value < least.into() || value > most.into(), "{}", words(&layout));
            }
        }
        let _ = layout.compare(&layout, &mut decider);
        let _ = layout.with(&[i64::MAX, 1]);
        let _ = layout.checked(&mut decider);
    }
}

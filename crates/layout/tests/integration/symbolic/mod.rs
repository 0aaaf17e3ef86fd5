//! Symbolic layouts: decisions for all values, compared with the evaluation of each value and index.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

mod builder;
mod claims;
mod enumeration;
mod layouts;
mod text;
mod vectors;

use layoutc_layout::{Decider, Relation, SymExpr, SymbolSet, SymbolicLayout};
use testkit::Random;

/// Returns the set of `s0 1 4096 8, s1 1 50 1`: the name, the range and the divisor of each symbol.
fn symbols(text: &str) -> SymbolSet {
    let mut set = SymbolSet::new();
    for symbol in text.split(',').filter(|symbol| !symbol.trim().is_empty()) {
        let words: Vec<&str> = symbol.split_whitespace().collect();
        let [min, max, divisor] = [1, 2, 3].map(|at| words[at].parse().unwrap());
        set.declare(words[0], min, max, divisor).unwrap();
    }
    set
}

/// Returns expressions separated by commas.
fn exprs(text: &str, symbols: &SymbolSet) -> Vec<SymExpr> {
    let parts = text.split(',').filter(|part| !part.trim().is_empty());
    parts.map(|part| text::expr(part, symbols)).collect()
}

/// Returns a random set of one or two symbols with few values, sometimes with a relation, which has a value.
fn random_symbols(random: &mut Random) -> Option<SymbolSet> {
    let mut set = SymbolSet::new();
    let count = 1 + random.index(2);
    for symbol in 0..count {
        let min = random.between(1, 3);
        let divisor = random.choose(&[1, 1, 1, 2, 3, 4]);
        let max = min + divisor + random.between(0, 6);
        set.declare(&format!("s{symbol}"), min, max, divisor).unwrap();
    }
    if count == 2 && random.one_in(4) {
        let sign = random.choose(&["<=", ">=", "<"]);
        let relation = Relation::comparison(sign, SymExpr::symbol(0), SymExpr::symbol(1));
        set.require(relation.unwrap()).ok()?;
    }
    set.sample(&mut Decider::new()).ok()?;
    Some(set)
}

/// Calls a function with each combination of components, the last the fastest.
fn each(components: &[Vec<i64>], visit: &mut dyn FnMut(&[i64])) {
    fn rest(components: &[Vec<i64>], index: &mut Vec<i64>, visit: &mut dyn FnMut(&[i64])) {
        match components.get(index.len()) {
            None => visit(index),
            Some(own) => {
                for &component in own {
                    index.push(component);
                    rest(components, index, visit);
                    index.pop();
                }
            }
        }
    }
    rest(components, &mut Vec::new(), visit);
}

/// Calls a function with all values of the symbols.
fn each_value(set: &SymbolSet, visit: &mut dyn FnMut(&[i64])) {
    let ranges: Vec<Vec<i64>> =
        set.symbols().iter().map(|symbol| (symbol.min..=symbol.max).collect()).collect();
    each(&ranges, &mut |values| {
        if set.contains(values) {
            visit(values);
        }
    });
}

/// Calls a function with all indices within lengths.
fn each_index(lengths: &[i64], visit: &mut dyn FnMut(&[i64])) {
    let ranges: Vec<Vec<i64>> = lengths.iter().map(|&length| (0..length).collect()).collect();
    each(&ranges, visit);
}

/// Returns a layout in words, for messages.
fn words(layout: &SymbolicLayout) -> String {
    let set = layout.symbols();
    let lengths: Vec<String> = layout.lengths().iter().map(|it| it.text(set)).collect();
    format!("{} of {lengths:?} where {set:?}", layout.offset().text(set))
}

//! TVM's index maps and MLIR's memrefs: index expressions over row-major memory, and strides.

use super::{Defined, list, row_major, shape};
use testkit::Random;

/// An index expression.
enum Tree {
    Dim(usize),
    Constant(i64),
    Sum(Box<Tree>, Box<Tree>),
    Product(Box<Tree>, i64),
    Quotient(Box<Tree>, i64),
    Remainder(Box<Tree>, i64),
}

impl Tree {
    fn eval(&self, index: &[i64]) -> i64 {
        match self {
            Tree::Dim(dim) => index[*dim],
            Tree::Constant(value) => *value,
            Tree::Sum(a, b) => a.eval(index) + b.eval(index),
            Tree::Product(a, by) => a.eval(index) * by,
            Tree::Quotient(a, by) => a.eval(index).div_euclid(*by),
            Tree::Remainder(a, by) => a.eval(index).rem_euclid(*by),
        }
    }

    fn text(&self) -> String {
        match self {
            Tree::Dim(dim) => format!("x{dim}"),
            Tree::Constant(value) => value.to_string(),
            Tree::Sum(a, b) => format!("({} + {})", a.text(), b.text()),
            Tree::Product(a, by) => format!("{} * {by}", a.text()),
            Tree::Quotient(a, by) => format!("({} // {by})", a.text()),
            Tree::Remainder(a, by) => format!("{}%{by}", a.atom()),
        }
    }

    fn atom(&self) -> String {
        match self {
            Tree::Dim(_) => self.text(),
            _ => format!("({})", self.text()),
        }
    }
}

/// Returns a digit of each dim at a random place, or random expressions.
pub(crate) fn tvm(random: &mut Random) -> Defined {
    let lengths = shape(random, 3, 9);
    let results: Vec<Tree> = match random.one_in(3) {
        true => (0..1 + random.index(3)).map(|_| tree(random, lengths.len(), 3)).collect(),
        false => digits(random, &lengths),
    };
    let names: Vec<String> = (0..lengths.len()).map(|dim| format!("x{dim}")).collect();
    let shown: Vec<String> = results.iter().map(Tree::text).collect();
    let text =
        format!("tvm:[{}] lambda {}: ({})", list(&lengths), names.join(", "), shown.join(", "));
    mapped(text, lengths, results)
}

/// Returns an expression over some dims, without negative values.
fn tree(random: &mut Random, dims: usize, depth: u32) -> Tree {
    if depth == 0 {
        return match random.one_in(4) {
            true => Tree::Constant(random.between(0, 5)),
            false => Tree::Dim(random.index(dims)),
        };
    }
    let inner = Box::new(tree(random, dims, depth - 1));
    match random.index(5) {
        0 => Tree::Sum(inner, Box::new(tree(random, dims, depth - 1))),
        1 => Tree::Product(inner, random.between(1, 4)),
        2 => Tree::Quotient(inner, random.between(1, 4)),
        3 => Tree::Remainder(inner, random.between(1, 6)),
        _ => *inner,
    }
}

/// Returns the digits of dims in a random order.
fn digits(random: &mut Random, lengths: &[i64]) -> Vec<Tree> {
    let mut found = Vec::new();
    for dim in 0..lengths.len() {
        match random.one_in(2) {
            true => found.push(Tree::Dim(dim)),
            false => {
                let by = random.between(2, 4);
                found.push(Tree::Quotient(Box::new(Tree::Dim(dim)), by));
                found.push(Tree::Remainder(Box::new(Tree::Dim(dim)), by));
            }
        }
    }
    let order = random.permutation(found.len());
    let mut sorted: Vec<(usize, Tree)> = order.into_iter().zip(found).collect();
    sorted.sort_by_key(|(place, _)| *place);
    sorted.into_iter().map(|(_, tree)| tree).collect()
}

/// Returns the meaning of results over row-major memory, whose lengths are the greatest values plus one.
fn mapped(text: String, lengths: Vec<i64>, results: Vec<Tree>) -> Defined {
    let mut memory = vec![0; results.len()];
    let space = layout::IndexSpace::below(lengths.iter().copied());
    for index in space.iter() {
        for (length, tree) in memory.iter_mut().zip(&results) {
            *length = (*length).max(tree.eval(&index) + 1);
        }
    }
    Defined::new(text, &lengths, move |index| {
        let at: Vec<i64> = results.iter().map(|tree| tree.eval(index)).collect();
        row_major(&memory, &at)
    })
}

/// Returns a memref with strides of either sign, a map of digits, or no layout.
pub(crate) fn memref(random: &mut Random) -> Defined {
    let lengths = shape(random, 4, 6);
    let dims: String = lengths.iter().map(|length| format!("{length}x")).collect();
    match random.index(3) {
        0 => {
            let own = lengths.clone();
            Defined::new(format!("memref:memref<{dims}f16>"), &lengths, move |index| {
                row_major(&own, index)
            })
        }
        1 => {
            let stride = |random: &mut Random| match random.between(-9, 30) {
                0 => 1,
                stride => stride,
            };
            let strides: Vec<i64> = lengths.iter().map(|_| stride(random)).collect();
            let offset = random.between(-5, 20);
            let moved = if offset == 0 { String::new() } else { format!(", offset: {offset}") };
            let text = format!("memref:memref<{dims}f16, strided<[{}]{moved}>>", list(&strides));
            Defined::new(text, &lengths, move |index| {
                index.iter().zip(&strides).map(|(at, stride)| at * stride).sum::<i64>() + offset
            })
        }
        _ => {
            let results = digits(random, &lengths);
            let names: Vec<String> = (0..lengths.len()).map(|dim| format!("x{dim}")).collect();
            let shown: Vec<String> = results
                .iter()
                .map(|tree| tree.text().replace("//", "floordiv").replace('%', " mod "))
                .collect();
            let (names, shown) = (names.join(", "), shown.join(", "));
            let map = format!("affine_map<({names}) -> ({shown})>");
            mapped(format!("memref:memref<{dims}f16, {map}>"), lengths, results)
        }
    }
}

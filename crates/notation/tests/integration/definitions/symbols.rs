//! Texts with symbols, with their lengths and offsets computed from the definition of the notation.

use testkit::Random;

/// The values of the symbols, and an index.
pub(crate) type Point<'a> = (&'a [i64], &'a [i64]);

/// The lengths for values of the symbols.
type LengthsOf = dyn Fn(&[i64]) -> Vec<i64>;

/// A text with symbols, and what it denotes for values of them.
pub(crate) struct DefinedSymbols {
    pub(crate) text: String,
    /// The names of the symbols with their least and greatest value and their divisor, in the order of the text.
    pub(crate) symbols: Vec<(String, i64, i64, i64)>,
    pub(crate) lengths: Box<LengthsOf>,
    pub(crate) offset: Box<dyn Fn(Point<'_>) -> i64>,
}

/// An expression over symbols and dims.
#[derive(Clone)]
enum Tree {
    Number(i64),
    Symbol(usize),
    Dim(usize),
    Operation(&'static str, Box<Tree>, Box<Tree>),
}

impl Tree {
    fn of(op: &'static str, left: Tree, right: Tree) -> Tree {
        Tree::Operation(op, Box::new(left), Box::new(right))
    }

    fn eval(&self, (values, index): Point<'_>) -> i64 {
        match self {
            Tree::Number(number) => *number,
            Tree::Symbol(symbol) => values[*symbol],
            Tree::Dim(dim) => index[*dim],
            Tree::Operation(op, left, right) => {
                let (left, right) = (left.eval((values, index)), right.eval((values, index)));
                match *op {
                    "+" => left + right,
                    "-" => left - right,
                    "*" => left * right,
                    "floordiv" | "//" => left.div_euclid(right),
                    "ceildiv" => -(-left).div_euclid(right),
                    _ => left.rem_euclid(right),
                }
            }
        }
    }

    /// Returns the text with the parentheses that the precedence of MLIR needs, and some others.
    fn text(&self, names: &[String], random: &mut Random) -> String {
        match self {
            Tree::Number(number) => number.to_string(),
            Tree::Symbol(symbol) => names[*symbol].clone(),
            Tree::Dim(dim) => format!("d{dim}"),
            Tree::Operation(op, left, right) => {
                let needs = |tree: &Tree, is_right: bool| match tree {
                    Tree::Operation(inner, ..) => {
                        let is_sum = matches!(*inner, "+" | "-");
                        let is_product = !matches!(*op, "+" | "-");
                        is_right || (is_sum && is_product)
                    }
                    _ => false,
                };
                let mut side = |tree: &Tree, is_right| {
                    let text = tree.text(names, random);
                    let extra = random.one_in(6);
                    if needs(tree, is_right) || extra { format!("({text})") } else { text }
                };
                let left = side(left, false);
                format!("{left} {op} {}", side(right, true))
            }
        }
    }
}

/// Returns a text of `torch` or `tvm`: lengths, strides or an index map over up to three symbols.
pub(crate) fn symbolic(random: &mut Random) -> DefinedSymbols {
    let rank = 1 + random.index(3);
    let count = 1 + random.index(3);
    let divisors: Vec<i64> = (0..count).map(|_| random.choose(&[1, 1, 2, 4])).collect();
    let lengths: Vec<Tree> = (0..rank)
        .map(|dim| match random.index(4) {
            0 => Tree::Number(random.between(1, 5)),
            1 => Tree::of("+", Tree::Symbol(random.index(count)), Tree::Number(1)),
            2 => Tree::of("ceildiv", Tree::Symbol(dim % count), Tree::Number(random.between(1, 4))),
            _ => Tree::Symbol(dim % count),
        })
        .collect();
    match random.one_in(2) {
        true => torch(random, lengths, &divisors),
        false => tvm(random, lengths, &divisors),
    }
}

fn torch(random: &mut Random, lengths: Vec<Tree>, divisors: &[i64]) -> DefinedSymbols {
    let count = divisors.len();
    let strides: Vec<Tree> = lengths.iter().map(|_| positive(random, count, 0, 2)).collect();
    let offset = random.one_in(2).then(|| positive(random, count, 0, 1));
    let mut trees: Vec<&Tree> = lengths.iter().chain(&strides).collect();
    trees.extend(&offset);
    let (names, order) = renamed(&trees, count);
    let list = |trees: &[Tree], random: &mut Random| {
        let texts: Vec<String> = trees.iter().map(|tree| tree.text(&names, random)).collect();
        texts.join(",")
    };
    let sizes = list(&lengths, random);
    let mut text = format!("torch:({sizes}):({})", list(&strides, random));
    if let Some(offset) = &offset {
        text += &format!("+{}", offset.text(&names, random));
    }
    let value = lengths
        .iter()
        .zip(&strides)
        .enumerate()
        .fold(offset.unwrap_or(Tree::Number(0)), |sum, (dim, (_, stride))| {
            Tree::of("+", sum, Tree::of("*", Tree::Dim(dim), stride.clone()))
        });
    finished(text, names, order, divisors, lengths, value)
}

fn tvm(random: &mut Random, lengths: Vec<Tree>, divisors: &[i64]) -> DefinedSymbols {
    let count = divisors.len();
    let value = positive(random, count, lengths.len(), 3);
    let mut trees: Vec<&Tree> = lengths.iter().collect();
    trees.push(&value);
    let (names, order) = renamed(&trees, count);
    let sizes: Vec<String> = lengths.iter().map(|tree| tree.text(&names, random)).collect();
    let dims: Vec<String> = (0..lengths.len()).map(|dim| format!("d{dim}")).collect();
    let body = value.text(&names, random);
    let text = format!("tvm:[{}] lambda {}: ({body})", sizes.join(", "), dims.join(","));
    finished(text, names, order, divisors, lengths, value)
}

/// Returns an expression whose values are at least 0.
fn positive(random: &mut Random, symbols: usize, dims: usize, depth: u32) -> Tree {
    if depth == 0 {
        return match random.index(3) {
            0 => Tree::Number(random.between(0, 9)),
            1 if dims > 0 => Tree::Dim(random.index(dims)),
            _ => Tree::Symbol(random.index(symbols)),
        };
    }
    let left = positive(random, symbols, dims, depth - 1);
    let divisor = match random.one_in(3) {
        true => Tree::Symbol(random.index(symbols)),
        false => Tree::Number(random.between(1, 9)),
    };
    match random.index(6) {
        0 => Tree::of("+", left, positive(random, symbols, dims, depth - 1)),
        1 => Tree::of("*", left, positive(random, symbols, dims, depth - 1)),
        2 => Tree::of(random.choose(&["floordiv", "//"]), left, divisor),
        3 => Tree::of("ceildiv", left, divisor),
        4 => Tree::of(random.choose(&["mod", "%"]), left, divisor),
        _ => left,
    }
}

/// Returns a name for each symbol, and the symbols in the order of the text.
fn renamed(trees: &[&Tree], count: usize) -> (Vec<String>, Vec<usize>) {
    fn visit(tree: &Tree, order: &mut Vec<usize>) {
        match tree {
            Tree::Symbol(symbol) if !order.contains(symbol) => order.push(*symbol),
            Tree::Operation(_, left, right) => {
                visit(left, order);
                visit(right, order);
            }
            _ => {}
        }
    }
    let mut order = Vec::new();
    trees.iter().for_each(|tree| visit(tree, &mut order));
    let names = ["batch", "s1", "Rows_2"];
    ((0..count).map(|symbol| names[symbol].to_owned()).collect(), order)
}

fn finished(
    text: String,
    names: Vec<String>,
    order: Vec<usize>,
    divisors: &[i64],
    lengths: Vec<Tree>,
    offset: Tree,
) -> DefinedSymbols {
    let range = |&symbol: &usize| {
        let divisor = divisors[symbol];
        (names[symbol].clone(), divisor, 4 * divisor, divisor)
    };
    let symbols: Vec<(String, i64, i64, i64)> = order.iter().map(range).collect();
    let ranges: Vec<String> = symbols
        .iter()
        .map(|(name, least, most, divisor)| match divisor {
            1 => format!("{name} in {least}..{most}"),
            _ => format!("{name} in {least}..{most} by {divisor}"),
        })
        .collect();
    let text = match ranges.is_empty() {
        true => text,
        false => format!("{text} where {}", ranges.join(", ")),
    };
    // The values are in the order of the text, and those of the trees in that of the names.
    let count = names.len();
    let by_name = move |values: &[i64]| {
        let mut all = vec![1; count];
        order.iter().zip(values).for_each(|(&symbol, &value)| all[symbol] = value);
        all
    };
    let again = by_name.clone();
    DefinedSymbols {
        text,
        symbols,
        lengths: Box::new(move |values| {
            let values = by_name(values);
            lengths.iter().map(|tree| tree.eval((&values, &[]))).collect()
        }),
        offset: Box::new(move |(values, index)| offset.eval((&again(values), index))),
    }
}

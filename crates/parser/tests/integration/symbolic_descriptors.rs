//! Random descriptors with symbols, compared for all values with the descriptors of the same text with numbers.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use ir::descriptor::Layouts;
use ir::diag::Sink;
use ir::layout::{IndexSpace, Layout, LogicalIndex, SymbolicLayout};
use ir::print::{PrintOptions, module_to_string};
use ir::{Module, Registry, Verified};
use std::fmt::Write;
use std::rc::Rc;
use testkit::Random;

/// An expression over symbols.
#[derive(Clone)]
enum Expr {
    Number(i64),
    Symbol(usize),
    Operation(&'static str, Rc<Expr>, Rc<Expr>),
}

impl Expr {
    fn of(sign: &'static str, a: &Expr, b: &Expr) -> Expr {
        Expr::Operation(sign, Rc::new(a.clone()), Rc::new(b.clone()))
    }

    fn text(&self) -> String {
        match self {
            Expr::Number(value) => value.to_string(),
            Expr::Symbol(number) => format!("n{number}"),
            Expr::Operation(sign, a, b) => format!("({}) {sign} ({})", a.text(), b.text()),
        }
    }

    fn value(&self, values: &[i64]) -> i64 {
        match self {
            Expr::Number(value) => *value,
            Expr::Symbol(number) => values[*number],
            Expr::Operation(sign, a, b) => {
                let (a, b) = (a.value(values), b.value(values));
                match *sign {
                    "+" => a + b,
                    "-" => a - b,
                    "*" => a * b,
                    "floordiv" => a.div_euclid(b),
                    _ => a.div_euclid(b) + i64::from(a.rem_euclid(b) != 0),
                }
            }
        }
    }
}

/// A piece of the text of a stage.
enum Piece {
    Text(String),
    Expr(Expr),
}

/// A descriptor whose stages have expressions.
#[derive(Default)]
struct Text {
    pieces: Vec<Piece>,
    dims: Vec<(String, Expr)>,
    names: usize,
}

impl Text {
    fn text(&mut self, text: &str) {
        self.pieces.push(Piece::Text(text.to_owned()));
    }

    fn list(&mut self, exprs: &[Expr]) {
        self.text("[");
        for (at, expr) in exprs.iter().enumerate() {
            self.text(if at == 0 { "" } else { ", " });
            self.pieces.push(Piece::Expr(expr.clone()));
        }
        self.text("]");
    }

    /// Begins a stage with results of these lengths.
    fn results(&mut self, lengths: &[Expr]) {
        let names = lengths.iter().map(|length| {
            self.names += 1;
            (format!("%d{}", self.names), length.clone())
        });
        let names: Vec<(String, Expr)> = names.collect();
        let list: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
        let list = list.join(", ");
        self.text(&format!("  {list} = "));
        self.dims.extend(names);
    }

    /// Adds a random transform of one or two dims.
    fn stage(&mut self, random: &mut Random, symbols: usize) {
        let at = random.index(self.dims.len());
        let (name, length) = self.dims.remove(at);
        let symbol = Expr::Symbol(random.index(symbols));
        let number = Expr::Number(random.between(0, 3));
        let positive = Expr::Number(random.between(1, 4));
        let one = Expr::Number(1);
        match random.below(9) {
            0 | 1 if !self.dims.is_empty() => {
                let (other, outer) = self.dims.remove(0);
                self.results(&[Expr::of("*", &outer, &length)]);
                self.text(&format!("layout.merge {other}, {name}"));
            }
            2 => {
                let sign = if random.one_in(3) { "ceildiv" } else { "floordiv" };
                let parts = [Expr::of(sign, &length, &positive), positive];
                self.results(&parts);
                self.text(&format!("layout.unmerge {name} into "));
                self.list(&parts);
            }
            3 => {
                let end = Expr::of("-", &length, if random.one_in(2) { &one } else { &number });
                self.results(&[Expr::of("-", &end, &number)]);
                self.text(&format!("layout.slice {name} from "));
                self.pieces.push(Piece::Expr(number));
                self.text(" to ");
                self.pieces.push(Piece::Expr(end));
            }
            4 => {
                self.results(&[Expr::of("+", &Expr::of("+", &length, &number), &symbol)]);
                self.text(&format!("layout.pad {name} low "));
                self.pieces.push(Piece::Expr(number));
                self.text(" high ");
                self.pieces.push(Piece::Expr(symbol));
            }
            5 => {
                let parts =
                    [Expr::of("floordiv", &Expr::of("+", &length, &one), &Expr::Number(2)), one];
                self.results(&parts);
                self.text(&format!("layout.embed {name} into "));
                self.list(&parts);
                self.text(" strides ");
                self.list(&[Expr::Number(2), symbol]);
            }
            6 => {
                self.results(&[Expr::of("*", &length, &Expr::Number(2))]);
                self.text(&format!("layout.modulo {name} by "));
                self.pieces.push(Piece::Expr(length.clone()));
                self.text(" length ");
                self.pieces.push(Piece::Expr(Expr::of("*", &length, &Expr::Number(2))));
            }
            7 => {
                self.results(std::slice::from_ref(&length));
                self.text(&format!("layout.cyclic_shift {name} by "));
                self.pieces.push(Piece::Expr(symbol));
            }
            _ => {
                self.results(&[length]);
                self.text(&format!("layout.pass_through {name}"));
            }
        }
        self.text("\n");
    }

    fn random(random: &mut Random, symbols: usize) -> Text {
        let mut text = Text::default();
        let lengths = (0..=random.index(2)).map(|_| match random.below(3) {
            0 => Expr::Number(random.between(1, 6)),
            _ => Expr::Symbol(random.index(symbols)),
        });
        let lengths: Vec<Expr> = lengths.collect();
        text.results(&lengths);
        if random.one_in(2) {
            text.text("layout.packed ");
            text.list(&lengths);
        } else {
            text.text("layout.aligned ");
            text.list(&lengths);
            text.text(" to ");
            text.pieces.push(Piece::Expr(Expr::Symbol(0)));
        }
        text.text("\n");
        let memory = std::mem::take(&mut text.dims);
        for (name, length) in memory {
            text.results(&[length]);
            text.text(&format!("layout.pass_through {name}\n"));
        }
        for _ in 0..random.index(4) {
            text.stage(random, symbols);
        }
        text
    }

    /// Returns the text, with numbers for values of the symbols.
    fn write(&self, values: Option<&[i64]>) -> String {
        let mut out = String::new();
        for piece in &self.pieces {
            match (piece, values) {
                (Piece::Text(text), _) => out += text,
                (Piece::Expr(expr), Some(values)) => out += &expr.value(values).to_string(),
                (Piece::Expr(expr), None) => out += &expr.text(),
            }
        }
        let names: Vec<&str> = self.dims.iter().map(|(name, _)| name.as_str()).collect();
        let names = names.join(", ");
        writeln!(out, "  layout.yield {names}").unwrap();
        out
    }
}

fn read(text: &str) -> Option<Module> {
    let (registry, mut sink) = (Registry::new(), Sink::default());
    let module = layoutc_parser::parse(text, 0, &registry, &mut sink)?;
    Verified::new(module, &registry, &mut sink).ok().map(Verified::into_module)
}

fn symbolic(module: &Module) -> Rc<SymbolicLayout> {
    let layouts = Layouts::new(module, &Registry::new()).described_symbol("y").unwrap();
    layouts.symbolic().unwrap().clone()
}

fn concrete(text: &str) -> Option<Rc<Layout>> {
    let module = read(text)?;
    Layouts::new(&module, &Registry::new()).symbol("y").ok()
}

/// Returns all values of symbols with these greatest values.
fn all_values(most: &[i64]) -> Vec<Vec<i64>> {
    let indices: Vec<Vec<i64>> = IndexSpace::below(most.iter().copied()).iter().collect();
    indices.into_iter().map(|index| index.iter().map(|value| value + 1).collect()).collect()
}

#[test]
fn descriptors_with_symbols_agree_with_those_of_numbers() {
    let mut random = Random::new(11);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..160 {
        let most: Vec<i64> = (0..=random.index(2)).map(|_| random.between(2, 6)).collect();
        let text = Text::random(&mut random, most.len());
        let names: Vec<String> = (0..most.len()).map(|number| format!("n{number}")).collect();
        let numbers: Vec<String> = (0..most.len()).map(|number| format!("s{number}")).collect();
        let ranges = most.iter().zip(&numbers).map(|(most, name)| format!("{most} - {name} >= 0"));
        let ranges: Vec<String> = ranges.collect();
        let body = text.write(None);
        let whole = format!(
            "layout.descriptor @y symbols [{}] where affine_set<()[{}] : ({})> {{\n{body}}}\n",
            names.join(", "),
            numbers.join(", "),
            ranges.join(", ")
        );
        let of_numbers = |values: &[i64]| {
            concrete(&format!("layout.descriptor @y {{\n{}}}\n", text.write(Some(values))))
        };
        let Some(module) = read(&whole) else {
            refused += 1;
            let is_refused = |values: &Vec<i64>| of_numbers(values).is_none();
            assert!(all_values(&most).iter().any(is_refused), "{whole}");
            continue;
        };
        accepted += 1;
        let layout = symbolic(&module);
        for generic in [false, true] {
            let options = PrintOptions { generic, ..PrintOptions::default() };
            let printed = module_to_string(&module, &Registry::new(), options);
            let again = read(&printed).unwrap_or_else(|| panic!("{printed}"));
            assert_eq!(symbolic(&again), layout, "{printed}");
        }
        for values in all_values(&most) {
            let expected = of_numbers(&values).unwrap_or_else(|| panic!("{values:?}\n{whole}"));
            let lengths = layout.lengths_at(&values).unwrap();
            assert_eq!(expected.shape().static_lengths().unwrap(), lengths, "{values:?}\n{whole}");
            for index in IndexSpace::below(lengths.iter().copied()).iter().take(300) {
                let at = LogicalIndex::new(index.iter().copied()).unwrap();
                let offset = expected.offset_of(&at).unwrap().map(|offset| offset.get());
                let found = layout.offset_at(&values, &index).unwrap();
                assert_eq!(found, offset, "{values:?} at {index:?}\n{whole}");
            }
        }
    }
    assert!(accepted > 40 && refused > 20, "{accepted} accepted, {refused} refused");
}

//! Affine maps and integer sets: `affine_map<(d0)[s0] -> (d0 + s0)>`, `affine_set<(d0) : (d0 >= 0)>`.

use crate::state::{Parse, Parser};
use indexmap::IndexMap;
use ir::Registry;
use ir::affine::{AffineConstraint, AffineError, AffineExpr, AffineMap, BinaryOp, IntegerSet};
use ir::attrs::{Attr, AttrKind};
use ir::diag::{Sink, code, nearest};
use std::rc::Rc;

/// The names of the dims and symbols of a map or set.
struct SpaceNames<'a> {
    dims: u32,
    symbols: u32,
    table: IndexMap<&'a str, AffineExpr>,
}

impl<'n> SpaceNames<'n> {
    /// Returns the names of symbols without dims.
    fn of_symbols(symbols: &'n [String]) -> SpaceNames<'n> {
        let numbered = symbols.iter().zip(0..);
        let table = numbered.map(|(name, number)| (name.as_str(), AffineExpr::Symbol(number)));
        let table: IndexMap<&str, AffineExpr> = table.collect();
        SpaceNames { dims: 0, symbols: symbols.len() as u32, table }
    }
}

impl<'a> Parser<'a> {
    pub(crate) fn affine_map(&mut self) -> Parse<Attr> {
        let start = self.at;
        self.expect_word("affine_map")?;
        let open = self.open(b'<', "")?;
        let names = self.affine_names()?;
        self.expect_arrow()?;
        let results = self.affine_list(|parser, _| parser.affine_expr(&names))?;
        self.close(open, " after an affine map")?;
        self.map_of(start, &names, results)
    }

    /// Returns the map of results that begin at a position.
    fn map_of(
        &mut self,
        start: usize,
        names: &SpaceNames<'_>,
        results: Vec<AffineExpr>,
    ) -> Parse<Attr> {
        let map = AffineMap::new(names.dims, names.symbols, results);
        let map = self.affine_checked(start, map)?;
        let right = !self.skips_normalizing && map.results().iter().any(has_right_sum);
        let kind = AttrKind::AffineMap(map);
        let kind = if right { self.normalized(kind) } else { kind };
        self.intern_attr(kind, start)
    }

    /// Reads expressions over the symbols of the descriptor that is read. With `is_list` they are in brackets, else there
    /// is one. Integers alone are an `array<i64: ...>` or an `i64`, other expressions a map.
    pub(super) fn symbol_exprs(&mut self, is_list: bool) -> Parse<Attr> {
        let start = self.token_start();
        let symbols = Rc::clone(&self.symbols);
        let names = SpaceNames::of_symbols(&symbols);
        let results = match is_list {
            false => vec![self.symbol_expr(&names)?],
            true => {
                let open = self.open(b'[', " before a list of integers or expressions")?;
                let context = " or `,` in a list of expressions";
                self.bracketed(open, context, |parser, _| parser.symbol_expr(&names))?
            }
        };
        let numbers = results.iter().map(|result| match result {
            AffineExpr::Const(value) => Some(*value),
            _ => None,
        });
        match (numbers.collect::<Option<Vec<i64>>>().as_deref(), is_list) {
            (Some(numbers), true) => Ok(self.module.ctx.i64_array(numbers)),
            (Some(&[number]), false) => Ok(self.module.ctx.int(number)),
            _ => self.map_of(start, &names, results),
        }
    }

    /// Reads an expression over symbols, or `?`, which the verifier reports.
    fn symbol_expr(&mut self, names: &SpaceNames<'_>) -> Parse<AffineExpr> {
        match self.peek() {
            b'?' => self.one_length().map(AffineExpr::Const),
            _ => self.affine_expr(names),
        }
    }

    pub(crate) fn affine_set(&mut self) -> Parse<Attr> {
        let start = self.at;
        self.expect_word("affine_set")?;
        let open = self.open(b'<', "")?;
        let names = self.affine_names()?;
        self.expect(b':', " before the constraints")?;
        let constraints = self.affine_list(|parser, _| parser.constraint(&names))?;
        self.close(open, " after an affine set")?;
        let set = IntegerSet::new(names.dims, names.symbols, constraints);
        let set = self.affine_checked(start, set)?;
        let right = !self.skips_normalizing
            && set.constraints().iter().any(|constraint| has_right_sum(&constraint.expr));
        let kind = AttrKind::IntegerSet(set);
        let kind = if right { self.normalized(kind) } else { kind };
        self.intern_attr(kind, start)
    }

    /// Returns the map or set that printing and parsing reproduces.
    ///
    /// The MLIR text has no parentheses around the right operand of a sum. So `d0 + (d0 + 1)`, which does not fold, is
    /// printed as `d0 + d0 + 1`, which folds when it is parsed. The parser stores the folded expression at once, so
    /// that the printed module parses to the same module.
    fn normalized(&self, kind: AttrKind) -> AttrKind {
        /// The maximal number of iterations. Each one folds further or changes nothing; more than a few do not occur.
        const READINGS: usize = 4;
        let mut normalized = kind;
        for _ in 0..READINGS {
            let text = match &normalized {
                AttrKind::AffineMap(map) => format!("affine_map<{map}>"),
                AttrKind::IntegerSet(set) => format!("affine_set<{set}>"),
                _ => return normalized,
            };
            let Some(again) = read_affine(&text, self.registry) else { return normalized };
            let fixed = again == normalized;
            normalized = again;
            if fixed {
                break;
            }
        }
        normalized
    }

    /// Reads a map or set without normalizing it.
    pub(crate) fn read_unnormalized(&mut self) -> Parse<AttrKind> {
        self.skips_normalizing = true;
        let attr =
            if self.peek_name() == "affine_map" { self.affine_map()? } else { self.affine_set()? };
        Ok(self.module.ctx.attr_kind(attr).clone())
    }

    fn affine_checked<T>(&mut self, at: usize, result: Result<T, AffineError>) -> Parse<T> {
        result.or_else(|error| self.fail(code::ATTRIBUTE, at, error.to_string()))
    }

    /// Reads `(a, b)`, with one call of `item` for each entry.
    fn affine_list<T>(&mut self, item: impl FnMut(&mut Self, usize) -> Parse<T>) -> Parse<Vec<T>> {
        let open = self.open(b'(', " before a list")?;
        self.bracketed(open, " or `,` in a list", item)
    }

    /// Reads `(d0, d1)[s0]`.
    fn affine_names(&mut self) -> Parse<SpaceNames<'a>> {
        let mut names = SpaceNames { dims: 0, symbols: 0, table: IndexMap::new() };
        self.affine_list(|parser, _| {
            let expr = AffineExpr::Dim(names.dims);
            names.dims += 1;
            parser.affine_name(&mut names, expr)
        })?;
        if let Some(open) = self.open_if(b'[') {
            self.bracketed(open, " or `,`", |parser, _| {
                let expr = AffineExpr::Symbol(names.symbols);
                names.symbols += 1;
                parser.affine_name(&mut names, expr)
            })?;
        }
        Ok(names)
    }

    fn affine_name(&mut self, names: &mut SpaceNames<'a>, expr: AffineExpr) -> Parse<()> {
        let at = self.token_start();
        let Some(name) = self.name() else { return self.unexpected("the name of a dim or symbol") };
        match names.table.insert(name, expr) {
            None => Ok(()),
            Some(_) => self.fail_span(
                code::ATTRIBUTE,
                at,
                self.at,
                format!("duplicate dim or symbol `{name}`"),
            ),
        }
    }

    fn constraint(&mut self, names: &SpaceNames<'_>) -> Parse<AffineConstraint> {
        let at = self.at;
        let lhs = self.affine_expr(names)?;
        let op = {
            self.skip();
            [self.byte(self.at), self.byte(self.at + 1)]
        };
        if ![*b">=", *b"<=", *b"=="].contains(&op) {
            return self.unexpected("`>=`, `<=` or `==`");
        }
        self.at += 2;
        let rhs = self.affine_expr(names)?;
        let expr = if op == *b"<=" { AffineExpr::sub(rhs, lhs) } else { AffineExpr::sub(lhs, rhs) };
        Ok(AffineConstraint { expr: self.affine_checked(at, expr)?, is_eq: op == *b"==" })
    }

    /// Reads sums and differences, which are left-associative.
    fn affine_expr(&mut self, names: &SpaceNames<'_>) -> Parse<AffineExpr> {
        let mut expr = self.affine_term(names)?;
        loop {
            let at = self.token_start();
            let minus = match self.byte(at) {
                b'+' => false,
                b'-' if self.byte(at + 1) != b'>' => true,
                _ => return Ok(expr),
            };
            self.at += 1;
            let term = self.affine_term(names)?;
            let sum = if minus { AffineExpr::sub(expr, term) } else { AffineExpr::add(expr, term) };
            expr = self.affine_checked(at, sum)?;
        }
    }

    /// Reads products and quotients, which are left-associative.
    fn affine_term(&mut self, names: &SpaceNames<'_>) -> Parse<AffineExpr> {
        let mut expr = self.affine_factor(names)?;
        loop {
            let at = self.token_start();
            let op = match self.byte(at) {
                b'*' => BinaryOp::Mul,
                _ => match self.peek_name() {
                    "mod" => BinaryOp::Mod,
                    "floordiv" => BinaryOp::FloorDiv,
                    "ceildiv" => BinaryOp::CeilDiv,
                    word => match nearest(word, ["mod", "floordiv", "ceildiv"]) {
                        Some(near) => return self.unknown_operator(word, near),
                        None => return Ok(expr),
                    },
                },
            };
            self.at += op.keyword().len();
            let factor = self.affine_factor(names)?;
            expr = self.affine_checked(at, AffineExpr::binary(op, expr, factor))?;
        }
    }

    fn unknown_operator<T>(&mut self, word: &str, near: &str) -> Parse<T> {
        let message = format!("unknown operator `{word}`");
        self.fail_near(code::ATTRIBUTE, self.at, self.at + word.len(), message, Some(near))
    }

    fn affine_factor(&mut self, names: &SpaceNames<'_>) -> Parse<AffineExpr> {
        self.nested(|parser| match parser.peek() {
            b'(' => {
                let open = parser.open(b'(', "")?;
                let expr = parser.affine_expr(names)?;
                parser.close(open, " after an expression")?;
                Ok(expr)
            }
            b'-' => parser.negation(names),
            b'0'..=b'9' => parser.signed("a constant").map(AffineExpr::Const),
            _ => parser.affine_operand(names),
        })
    }

    fn negation(&mut self, names: &SpaceNames<'_>) -> Parse<AffineExpr> {
        let at = self.at;
        self.at += 1;
        // The sign is not part of the constant, as in MLIR: the least `i64` is written as a sum.
        let expr = self.affine_factor(names)?;
        self.affine_checked(at, AffineExpr::neg(expr))
    }

    fn affine_operand(&mut self, names: &SpaceNames<'_>) -> Parse<AffineExpr> {
        let start = self.at;
        let Some(name) = self.name() else { return self.unexpected("an affine expression") };
        if name == "symbol"
            && let Some(open) = self.open_if(b'(')
        {
            let expr = self.affine_operand(names)?;
            self.close(open, "")?;
            return Ok(expr);
        }
        match names.table.get(name) {
            Some(expr) => Ok(expr.clone()),
            None => {
                let near = nearest(name, names.table.keys().copied());
                let message = format!("unknown dim or symbol `{name}`");
                self.fail_near(code::ATTRIBUTE, start, self.at, message, near)
            }
        }
    }
}

/// Returns `true` if the right operand of a sum is a sum.
fn has_right_sum(expr: &AffineExpr) -> bool {
    let AffineExpr::Binary(binary) = expr else { return false };
    fn is_sum(expr: &AffineExpr) -> bool {
        matches!(expr, AffineExpr::Binary(inner) if inner.op() == BinaryOp::Add)
    }
    (binary.op() == BinaryOp::Add && is_sum(binary.rhs()))
        || has_right_sum(binary.lhs())
        || has_right_sum(binary.rhs())
}

/// Reads the text of an affine map or set without normalizing it. `None` if it is malformed.
fn read_affine(text: &str, registry: &Registry) -> Option<AttrKind> {
    let mut sink = Sink::default();
    Parser::new(text, 0, registry, &mut sink).read_unnormalized().ok()
}

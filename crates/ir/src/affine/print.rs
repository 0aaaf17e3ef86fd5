//! The text of affine expressions, maps and sets, equal to that of MLIR 19.

use std::fmt::{self, Display, Formatter};

use layout::{impl_display, joined};

use super::{AffineConstraint, AffineExpr, AffineMap, BinaryExpr, BinaryOp, IntegerSet};

impl Display for AffineExpr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.named(&[]).fmt(f)
    }
}

impl AffineExpr {
    /// Returns the expression as text in which symbols have these names. A symbol without one is `s0`, `s1`, ...
    pub fn named<'a>(&'a self, symbols: &'a [&'a str]) -> NamedExpr<'a> {
        NamedExpr { expr: self, symbols }
    }
}

/// An expression whose symbols have names, for its text.
#[derive(Clone, Copy, Debug)]
pub struct NamedExpr<'a> {
    expr: &'a AffineExpr,
    symbols: &'a [&'a str],
}

impl Display for NamedExpr<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.expr {
            AffineExpr::Dim(dim) => write!(f, "d{dim}"),
            AffineExpr::Symbol(symbol) => match self.symbols.get(*symbol as usize) {
                Some(name) => f.write_str(name),
                None => write!(f, "s{symbol}"),
            },
            // MLIR's parser reads digits without their sign, so it rejects the digits of the least number.
            AffineExpr::Const(i64::MIN) => write!(f, "({} - 1)", i64::MIN + 1),
            AffineExpr::Const(value) => write!(f, "{value}"),
            AffineExpr::Binary(binary) if binary.op() == BinaryOp::Add => self.write_sum(f, binary),
            AffineExpr::Binary(binary) => self.write_product(f, binary),
        }
    }
}

/// An operand of an operator that binds tighter than a sum: every operator in it is in parentheses.
struct Tight<'a>(NamedExpr<'a>);

impl Display for Tight<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.expr {
            AffineExpr::Binary(_) => write!(f, "({})", self.0),
            _ => self.0.fmt(f),
        }
    }
}

impl<'a> NamedExpr<'a> {
    fn part(self, expr: &'a AffineExpr) -> NamedExpr<'a> {
        NamedExpr { expr, ..self }
    }

    fn write_product(self, f: &mut Formatter<'_>, binary: &'a BinaryExpr) -> fmt::Result {
        let lhs = Tight(self.part(binary.lhs()));
        let rhs = Tight(self.part(binary.rhs()));
        if binary.op() == BinaryOp::Mul && *binary.rhs() == AffineExpr::Const(-1) {
            return write!(f, "-{lhs}");
        }
        write!(f, "{lhs} {} {rhs}", binary.op().keyword())
    }

    /// Writes a sum, or a difference if the right addend is a negative constant or a product with one.
    fn write_sum(self, f: &mut Formatter<'_>, binary: &'a BinaryExpr) -> fmt::Result {
        let lhs = self.part(binary.lhs());
        let rhs = binary.rhs();
        match negative_factor(rhs) {
            Some((x, 1)) if is_sum(x) => write!(f, "{lhs} - {}", Tight(self.part(x))),
            Some((x, 1)) => write!(f, "{lhs} - {}", self.part(x)),
            Some((x, factor)) => write!(f, "{lhs} - {} * {factor}", Tight(self.part(x))),
            None => match opposite(rhs) {
                Some(value) => write!(f, "{lhs} - {value}"),
                None => write!(f, "{lhs} + {}", self.part(rhs)),
            },
        }
    }
}

/// Returns `x` and `c` of `x * -c` if `c` is a positive constant.
fn negative_factor(expr: &AffineExpr) -> Option<(&AffineExpr, i64)> {
    match expr {
        AffineExpr::Binary(binary) if binary.op() == BinaryOp::Mul => {
            Some((binary.lhs(), opposite(binary.rhs())?))
        }
        _ => None,
    }
}

/// Returns `c` if the expression is the negative constant `-c`.
///
/// The least number has no opposite. MLIR 19 prints `d0 + x` as `d0 - x` for it, which is a different value and which
/// MLIR cannot parse. Here the sum stays a sum.
fn opposite(expr: &AffineExpr) -> Option<i64> {
    match expr {
        AffineExpr::Const(value) if *value < 0 => value.checked_neg(),
        _ => None,
    }
}

fn is_sum(expr: &AffineExpr) -> bool {
    matches!(expr, AffineExpr::Binary(binary) if binary.op() == BinaryOp::Add)
}

impl_display!(AffineMap {
    map => "{} -> ({})" (space(map.num_dims(), map.num_symbols()), joined(map.results(), ", ")),
});

impl_display!(IntegerSet {
    set => "{} : ({})" (space(set.num_dims(), set.num_symbols()), joined(set.constraints(), ", ")),
});

impl_display!(AffineConstraint {
    Self { expr, is_eq: true } => "{expr} == 0",
    Self { expr, is_eq: false } => "{expr} >= 0",
});

/// Returns the lists of dims and symbols.
fn space(num_dims: u32, num_symbols: u32) -> String {
    fn numbered(letter: char, count: u32) -> String {
        joined((0..count).map(|number| format!("{letter}{number}")), ", ")
    }
    match num_symbols {
        0 => format!("({})", numbered('d', num_dims)),
        _ => format!("({})[{}]", numbered('d', num_dims), numbered('s', num_symbols)),
    }
}

//! The text of affine expressions, maps and sets, equal to that of MLIR 19.

use std::fmt::{self, Display, Formatter};

use super::{AffineConstraint, AffineExpr, AffineMap, BinaryExpr, BinaryOp, IntegerSet};

impl Display for AffineExpr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dim(dim) => write!(f, "d{dim}"),
            Self::Symbol(symbol) => write!(f, "s{symbol}"),
            // MLIR's parser reads digits without their sign, so it rejects the digits of the least number.
            Self::Const(i64::MIN) => write!(f, "({} - 1)", i64::MIN + 1),
            Self::Const(value) => write!(f, "{value}"),
            Self::Binary(binary) if binary.op() == BinaryOp::Add => write_sum(f, binary),
            Self::Binary(binary) => write_product(f, binary),
        }
    }
}

/// An operand of an operator that binds tighter than a sum: every operator in it is in parentheses.
struct Tight<'a>(&'a AffineExpr);

impl Display for Tight<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            AffineExpr::Binary(_) => write!(f, "({})", self.0),
            leaf => leaf.fmt(f),
        }
    }
}

fn write_product(f: &mut Formatter<'_>, binary: &BinaryExpr) -> fmt::Result {
    let lhs = Tight(binary.lhs());
    let rhs = Tight(binary.rhs());
    if binary.op() == BinaryOp::Mul && *binary.rhs() == AffineExpr::Const(-1) {
        return write!(f, "-{lhs}");
    }
    write!(f, "{lhs} {} {rhs}", binary.op().keyword())
}

/// Writes a sum, or a difference if the right addend is a negative constant or a product with one.
fn write_sum(f: &mut Formatter<'_>, binary: &BinaryExpr) -> fmt::Result {
    let lhs = binary.lhs();
    let rhs = binary.rhs();
    match negative_factor(rhs) {
        Some((x, 1)) if is_sum(x) => write!(f, "{lhs} - {}", Tight(x)),
        Some((x, 1)) => write!(f, "{lhs} - {x}"),
        Some((x, factor)) => write!(f, "{lhs} - {} * {factor}", Tight(x)),
        None => match opposite(rhs) {
            Some(value) => write!(f, "{lhs} - {value}"),
            None => write!(f, "{lhs} + {rhs}"),
        },
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

impl Display for AffineMap {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_space(f, self.num_dims(), self.num_symbols())?;
        f.write_str(" -> ")?;
        write_list(f, self.results())
    }
}

impl Display for IntegerSet {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_space(f, self.num_dims(), self.num_symbols())?;
        f.write_str(" : ")?;
        write_list(f, self.constraints())
    }
}

impl Display for AffineConstraint {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} 0", self.expr, if self.is_eq { "==" } else { ">=" })
    }
}

fn write_space(f: &mut Formatter<'_>, num_dims: u32, num_symbols: u32) -> fmt::Result {
    write_numbered(f, "(", 'd', num_dims, ")")?;
    if num_symbols == 0 {
        return Ok(());
    }
    write_numbered(f, "[", 's', num_symbols, "]")
}

fn write_numbered(
    f: &mut Formatter<'_>,
    open: &str,
    letter: char,
    count: u32,
    close: &str,
) -> fmt::Result {
    f.write_str(open)?;
    for n in 0..count {
        write!(f, "{}{letter}{n}", separator(n == 0))?;
    }
    f.write_str(close)
}

fn write_list<T: Display>(f: &mut Formatter<'_>, items: &[T]) -> fmt::Result {
    f.write_str("(")?;
    for (n, item) in items.iter().enumerate() {
        write!(f, "{}{item}", separator(n == 0))?;
    }
    f.write_str(")")
}

fn separator(first: bool) -> &'static str {
    if first { "" } else { ", " }
}

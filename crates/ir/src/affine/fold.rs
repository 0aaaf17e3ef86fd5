//! The constructors of affine expressions, which check that the result is affine and fold it as MLIR 19 does.
//!
//! MLIR folds while it builds, so the text that MLIR prints is already folded. Building that text again must not change
//! it. Each operator has a list of rules, and the first rule that applies determines the result. MLIR 19 wraps
//! constants around on overflow; here such an expression is not folded, and its value stays correct.

use super::{AffineError, AffineExpr, BinaryExpr, BinaryOp};

type Folded = Option<Result<AffineExpr, AffineError>>;

/// A rule that simplifies `lhs op rhs` for one operator; `None` if the rule does not apply.
type FoldRule = fn(&AffineExpr, &AffineExpr) -> Folded;

const ADD_RULES: [FoldRule; 5] =
    [add_zero, add_constant_to_sum, add_like_terms, move_addend_right, subtract_rounded_down];
const MUL_RULES: [FoldRule; 4] = [mul_by_one, mul_by_zero, scale_product, move_factor_right];
const FLOOR_DIV_RULES: [FoldRule; 3] = [divide_by_one, divide_product, floor_div_sum];
const CEIL_DIV_RULES: [FoldRule; 2] = [divide_by_one, divide_product];
const MOD_RULES: [FoldRule; 3] = [mod_of_multiple, mod_of_sum, mod_of_mod];

#[expect(
    clippy::should_implement_trait,
    reason = "these return a `Result`, which the operator traits do not allow"
)]
impl AffineExpr {
    /// Builds `lhs op rhs`, checked and folded. Fails if the result is not affine, too deep or too large.
    pub fn binary(op: BinaryOp, lhs: Self, rhs: Self) -> Result<Self, AffineError> {
        match op {
            BinaryOp::Add => Self::add(lhs, rhs),
            BinaryOp::Mul => Self::mul(lhs, rhs),
            BinaryOp::Mod => Self::modulo(lhs, rhs),
            BinaryOp::FloorDiv => Self::floor_div(lhs, rhs),
            BinaryOp::CeilDiv => Self::ceil_div(lhs, rhs),
        }
    }

    /// Builds `lhs + rhs`. Constants move to the right, and symbolic addends to the right of other addends.
    pub fn add(lhs: Self, rhs: Self) -> Result<Self, AffineError> {
        let swap = !is_constant(&rhs)
            && (is_constant(&lhs)
                || (lhs.is_symbolic_or_constant() && !rhs.is_symbolic_or_constant()));
        let (lhs, rhs) = if swap { (rhs, lhs) } else { (lhs, rhs) };
        build(BinaryOp::Add, lhs, rhs, &ADD_RULES)
    }

    /// Builds `lhs * rhs`. One factor must not depend on dimensions and moves to the right, constants rightmost.
    pub fn mul(lhs: Self, rhs: Self) -> Result<Self, AffineError> {
        if !lhs.is_symbolic_or_constant() && !rhs.is_symbolic_or_constant() {
            return Err(AffineError::NonAffineMul);
        }
        let swap = !is_constant(&rhs) && (is_constant(&lhs) || !rhs.is_symbolic_or_constant());
        let (lhs, rhs) = if swap { (rhs, lhs) } else { (lhs, rhs) };
        build(BinaryOp::Mul, lhs, rhs, &MUL_RULES)
    }

    /// Builds `lhs mod rhs`. The divisor must not depend on dimensions. A divisor below 1 is kept unfolded.
    pub fn modulo(lhs: Self, rhs: Self) -> Result<Self, AffineError> {
        check_divisor(BinaryOp::Mod, &rhs)?;
        build(BinaryOp::Mod, lhs, rhs, &MOD_RULES)
    }

    /// Builds `lhs floordiv rhs`. The divisor must not depend on dimensions. A divisor of 0 is kept unfolded.
    pub fn floor_div(lhs: Self, rhs: Self) -> Result<Self, AffineError> {
        check_divisor(BinaryOp::FloorDiv, &rhs)?;
        build(BinaryOp::FloorDiv, lhs, rhs, &FLOOR_DIV_RULES)
    }

    /// Builds `lhs ceildiv rhs`. The divisor must not depend on dimensions. A divisor of 0 is kept unfolded.
    pub fn ceil_div(lhs: Self, rhs: Self) -> Result<Self, AffineError> {
        check_divisor(BinaryOp::CeilDiv, &rhs)?;
        build(BinaryOp::CeilDiv, lhs, rhs, &CEIL_DIV_RULES)
    }

    /// Builds `-expr` as `expr * -1`.
    pub fn neg(expr: Self) -> Result<Self, AffineError> {
        Self::mul(expr, Self::Const(-1))
    }

    /// Builds `lhs - rhs` as `lhs + rhs * -1`.
    pub fn sub(lhs: Self, rhs: Self) -> Result<Self, AffineError> {
        Self::add(lhs, Self::neg(rhs)?)
    }
}

fn build(
    op: BinaryOp,
    lhs: AffineExpr,
    rhs: AffineExpr,
    rules: &[FoldRule],
) -> Result<AffineExpr, AffineError> {
    if let AffineExpr::Const(a) = &lhs
        && let AffineExpr::Const(b) = &rhs
    {
        return match op.apply(*a, *b) {
            Some(value) => Ok(AffineExpr::Const(value)),
            None => BinaryExpr::node(op, lhs, rhs),
        };
    }
    let folded = rules.iter().find_map(|rule| rule(&lhs, &rhs));
    folded.unwrap_or_else(|| BinaryExpr::node(op, lhs, rhs))
}

fn check_divisor(op: BinaryOp, rhs: &AffineExpr) -> Result<(), AffineError> {
    let fine = rhs.is_symbolic_or_constant();
    fine.then_some(()).ok_or(AffineError::NonAffineDivisor(op))
}

fn is_constant(expr: &AffineExpr) -> bool {
    matches!(expr, AffineExpr::Const(_))
}

fn constant(expr: &AffineExpr) -> Option<i64> {
    match expr {
        AffineExpr::Const(value) => Some(*value),
        _ => None,
    }
}

/// An expression whose right operand is a constant.
struct WithConstant<'a> {
    expr: &'a AffineExpr,
    value: i64,
}

/// Returns the operands of `expr` if its operator is `op`.
fn operands(expr: &AffineExpr, op: BinaryOp) -> Option<[&AffineExpr; 2]> {
    match expr {
        AffineExpr::Binary(binary) if binary.op() == op => Some([binary.lhs(), binary.rhs()]),
        _ => None,
    }
}

/// Returns the operands of `expr` if its operator is `op` and its right operand is a constant.
fn with_constant(expr: &AffineExpr, op: BinaryOp) -> Option<WithConstant<'_>> {
    let [expr, rhs] = operands(expr, op)?;
    Some(WithConstant { expr, value: constant(rhs)? })
}

/// Applies x + 0 = x.
fn add_zero(lhs: &AffineExpr, rhs: &AffineExpr) -> Folded {
    (constant(rhs) == Some(0)).then(|| Ok(lhs.clone()))
}

/// Applies (x + a) + b = x + (a + b).
fn add_constant_to_sum(lhs: &AffineExpr, rhs: &AffineExpr) -> Folded {
    let WithConstant { expr: x, value: a } = with_constant(lhs, BinaryOp::Add)?;
    let sum = a.checked_add(constant(rhs)?)?;
    Some(AffineExpr::add(x.clone(), AffineExpr::Const(sum)))
}

/// Applies x * a + x * b = x * (a + b), where a single `x` is `x * 1`.
fn add_like_terms(lhs: &AffineExpr, rhs: &AffineExpr) -> Folded {
    let WithConstant { expr: x, value: a } = term(lhs);
    let WithConstant { expr: y, value: b } = term(rhs);
    let sum = a.checked_add(b).filter(|_| x == y)?;
    Some(AffineExpr::mul(x.clone(), AffineExpr::Const(sum)))
}

fn term(expr: &AffineExpr) -> WithConstant<'_> {
    with_constant(expr, BinaryOp::Mul).unwrap_or(WithConstant { expr, value: 1 })
}

/// Applies (x + a) + y = (x + y) + a.
fn move_addend_right(lhs: &AffineExpr, rhs: &AffineExpr) -> Folded {
    // Two constants remain only if their sum overflows; moving them would not terminate.
    let WithConstant { expr: x, value: a } =
        with_constant(lhs, BinaryOp::Add).filter(|_| !is_constant(rhs))?;
    let sum = AffineExpr::add(x.clone(), rhs.clone());
    Some(sum.and_then(|sum| AffineExpr::add(sum, AffineExpr::Const(a))))
}

/// Applies x - (x floordiv q) * q = x mod q.
fn subtract_rounded_down(lhs: &AffineExpr, rhs: &AffineExpr) -> Folded {
    let [product, factor] = operands(rhs, BinaryOp::Mul)?;
    let divisor = match operands(product, BinaryOp::Mul) {
        Some([quotient, q]) if constant(factor) == Some(-1) => {
            rounding_divisor(quotient, lhs).filter(|r| *r == q)
        }
        Some(_) => None,
        None => {
            let q = rounding_divisor(product, lhs)?;
            match AffineExpr::neg(factor.clone()) {
                Ok(negated) => Some(q).filter(|q| **q == negated),
                Err(error) => return Some(Err(error)),
            }
        }
    };
    // `mod` is undefined for a divisor below 1, but the difference is defined.
    let q = divisor.filter(|q| constant(q).is_none_or(|value| value >= 1))?;
    Some(AffineExpr::modulo(lhs.clone(), q.clone()))
}

/// Returns `q` if `quotient` is `dividend floordiv q`.
fn rounding_divisor<'a>(quotient: &'a AffineExpr, dividend: &AffineExpr) -> Option<&'a AffineExpr> {
    let [x, q] = operands(quotient, BinaryOp::FloorDiv)?;
    (x == dividend).then_some(q)
}

/// Applies x * 1 = x.
fn mul_by_one(lhs: &AffineExpr, rhs: &AffineExpr) -> Folded {
    (constant(rhs) == Some(1)).then(|| Ok(lhs.clone()))
}

/// Applies x * 0 = 0.
fn mul_by_zero(_: &AffineExpr, rhs: &AffineExpr) -> Folded {
    (constant(rhs) == Some(0)).then_some(Ok(AffineExpr::Const(0)))
}

/// Applies (x * a) * b = x * (a * b).
fn scale_product(lhs: &AffineExpr, rhs: &AffineExpr) -> Folded {
    let WithConstant { expr: x, value: a } = with_constant(lhs, BinaryOp::Mul)?;
    let product = a.checked_mul(constant(rhs)?)?;
    Some(AffineExpr::mul(x.clone(), AffineExpr::Const(product)))
}

/// Applies (x * a) * y = (x * y) * a.
fn move_factor_right(lhs: &AffineExpr, rhs: &AffineExpr) -> Folded {
    // As in `move_addend_right`, two constants are not moved if their product overflows.
    let WithConstant { expr: x, value: a } =
        with_constant(lhs, BinaryOp::Mul).filter(|_| !is_constant(rhs))?;
    let product = AffineExpr::mul(x.clone(), rhs.clone());
    Some(product.and_then(|product| AffineExpr::mul(product, AffineExpr::Const(a))))
}

/// Applies x floordiv 1 = x and x ceildiv 1 = x.
fn divide_by_one(lhs: &AffineExpr, rhs: &AffineExpr) -> Folded {
    (constant(rhs) == Some(1)).then(|| Ok(lhs.clone()))
}

/// Applies (x * a) floordiv b = x * (a / b) if b divides a, and the same for ceildiv.
fn divide_product(lhs: &AffineExpr, rhs: &AffineExpr) -> Folded {
    let WithConstant { expr: x, value: a } = with_constant(lhs, BinaryOp::Mul)?;
    let b = constant(rhs)?;
    let factor = a.checked_div(b).filter(|_| a.checked_rem(b) == Some(0))?;
    Some(AffineExpr::mul(x.clone(), AffineExpr::Const(factor)))
}

/// Applies (x + y) floordiv c = x floordiv c + y floordiv c if x or y is known to be a multiple of c.
fn floor_div_sum(lhs: &AffineExpr, rhs: &AffineExpr) -> Folded {
    let [x, y] = operands(lhs, BinaryOp::Add)?;
    let c = constant(rhs)?;
    if !is_multiple(x, c) && !is_multiple(y, c) {
        return None;
    }
    let left = AffineExpr::floor_div(x.clone(), rhs.clone());
    Some(
        left.and_then(|left| AffineExpr::add(left, AffineExpr::floor_div(y.clone(), rhs.clone())?)),
    )
}

/// Returns `true` if every value of `expr` is known to be a multiple of `c`; `false` for `c == 0`.
fn is_multiple(expr: &AffineExpr, c: i64) -> bool {
    expr.largest_known_divisor().checked_rem(c.unsigned_abs()) == Some(0)
}

/// Applies x mod c = 0 if x is known to be a multiple of c.
fn mod_of_multiple(lhs: &AffineExpr, rhs: &AffineExpr) -> Folded {
    is_multiple(lhs, positive(rhs)?).then_some(Ok(AffineExpr::Const(0)))
}

/// Applies (x + y) mod c = y mod c if x is known to be a multiple of c, and symmetrically for y.
fn mod_of_sum(lhs: &AffineExpr, rhs: &AffineExpr) -> Folded {
    let [x, y] = operands(lhs, BinaryOp::Add)?;
    let c = positive(rhs)?;
    let rest = if is_multiple(x, c) { y } else { Some(x).filter(|_| is_multiple(y, c))? };
    Some(AffineExpr::modulo(rest.clone(), rhs.clone()))
}

/// Applies (x mod a) mod b = x mod b if b divides a.
fn mod_of_mod(lhs: &AffineExpr, rhs: &AffineExpr) -> Folded {
    let WithConstant { expr: x, value: a } = with_constant(lhs, BinaryOp::Mod)?;
    let b = positive(rhs)?;
    (a >= 1 && a % b == 0).then(|| AffineExpr::modulo(x.clone(), rhs.clone()))
}

fn positive(expr: &AffineExpr) -> Option<i64> {
    constant(expr).filter(|&value| value >= 1)
}

//! Lowering of a layout with symbols to a program whose parameters are the index, then the symbols that matter.
//!
//! - A function has one width of words: 32 bits only if every intermediate value fits 31 bits for all values of the symbols
//!   and all indices, 64 bits only if every one fits 63 ([`width`]).
//! - Words are unsigned. A difference may be negative, as two's complement: only sums, differences and products use it.
//! - Quotients and remainders have a dividend that is never negative: one that may be has a multiple of the divisor added.
//!   A quotient rounded up is that of the dividend plus the divisor minus 1, which must fit as well ([`rewrite`]).
//! - With [`Division::Reciprocal`] the divisors that are not constants are parameters as a multiplier and a shift each, after
//!   the symbols ([`reciprocal`]).
//! - A condition is a comparison of the terms that are added with those that are subtracted.

mod bounds;
mod computed;
mod reciprocal;
mod rewrite;
mod width;

use super::fault::{AddressFault, IndexType};
use crate::operation::{CmpPredicate, Operation, Width, WordOp};
use crate::program::{Instruction, Param, Program, ProgramBuilder, ValueId};
use crate::unit::OffsetUnit;
use bounds::{Bounds, Interval};
pub use computed::{computed_expr, expr_fits, expr_range};
use layout::{Range, Relation, RelationKind, SymExpr, SymNode, SymbolicFault, SymbolicLayout};
pub use reciprocal::{Division, reciprocal, reciprocal_ranges};
use reciprocal::{divisors_of, mark_without_divisors};
pub use rewrite::Addition;
use rewrite::{Rewriter, operation, undecided};
use width::WidthCheck;

/// The program of a layout with symbols.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SymbolicProgram {
    /// The program, from the components of an index and the symbols that matter to an offset and, if the layout has
    /// conditions, the validity.
    pub program: Program,
    /// The numbers of the symbols that matter, in the order of their declaration.
    pub symbols: Vec<usize>,
    /// The greatest length of each dim, for all values of the symbols.
    pub lengths: Vec<i64>,
    /// The divisors, over the symbols, of which a multiplier and a shift are parameters after the symbols.
    pub divisors: Vec<SymExpr>,
    /// The width of every parameter and of the offset.
    pub width: Width,
}

/// Returns the program that computes the offset of an index for values of the symbols, in this unit. It divides in this way
/// by values that are not constants.
///
/// # Errors
/// A value does not fit the index type for some values of the symbols, which the error names, or that is undecided; the
/// layout has no offset in bytes; or a divisor that has no reciprocal depends on the index.
pub fn lower_symbolic(
    layout: &SymbolicLayout,
    unit: OffsetUnit,
    index: IndexType,
    division: Division,
) -> Result<SymbolicProgram, AddressFault> {
    let request = SymbolicRequest::new(layout, unit, division)?;
    let mut fault = None;
    for &width in index.widths() {
        match request.fits(width) {
            Ok(()) => return Ok(request.program(width)),
            Err(found) => fault = Some(found),
        }
    }
    Err(AddressFault::Symbolic(fault.expect("every index type has a width")))
}

/// A condition of a valid index: the first value is at least the second, or equal to it.
struct Condition {
    left: SymExpr,
    right: SymExpr,
    kind: RelationKind,
}

/// A layout with the expressions that a program computes.
struct SymbolicRequest<'a> {
    layout: &'a SymbolicLayout,
    bounds: Bounds,
    offset: SymExpr,
    conditions: Vec<Condition>,
    /// The numbers of the symbols that matter.
    symbols: Vec<usize>,
    /// The divisors that are parameters as reciprocals.
    divisors: Vec<SymExpr>,
}

impl SymbolicRequest<'_> {
    fn new(
        layout: &SymbolicLayout,
        unit: OffsetUnit,
        division: Division,
    ) -> Result<SymbolicRequest<'_>, AddressFault> {
        let names = layout.symbols();
        let symbols = names.symbols().iter();
        let symbols = symbols.map(|it| Interval::new(it.min.into(), it.max.into())).collect();
        let mut bounds = Bounds { symbols, dims: Vec::new() };
        let greatest = |length: &SymExpr| {
            let high = bounds.of(length).map_or(i64::MAX.into(), |length| length.high);
            Interval::new(0, high.clamp(1, i64::MAX.into()) - 1)
        };
        let dims = layout.lengths().iter().map(greatest).collect();
        bounds.dims = dims;
        let rewriter = Rewriter { bounds: &bounds, names };
        let offset = rewriter.computed(&in_unit(layout, unit)?)?;
        let conditions = layout.conditions().iter();
        let conditions = conditions.map(|relation| Condition::new(relation, &rewriter));
        let conditions = conditions.collect::<Result<Vec<_>, _>>()?;
        let mut used = vec![false; names.len()];
        let mut divisors = Vec::new();
        let compared = conditions.iter().flat_map(|it| [&it.left, &it.right]);
        for expr in compared.chain([&offset]) {
            match division {
                Division::Divide => expr.mark(&mut used, &mut []),
                Division::Reciprocal => {
                    mark_without_divisors(expr, &mut used);
                    divisors_of(expr, &mut divisors);
                }
            }
        }
        if let Some(divisor) = divisors.iter().find(|divisor| divisor.extents().1 > 0) {
            let text = divisor.text(names);
            let message = format!("the divisor `{text}` depends on a dim, so it has no reciprocal");
            return Err(AddressFault::Symbolic(Box::new(SymbolicFault::new(message))));
        }
        let symbols = (0..used.len()).filter(|&number| used[number]).collect();
        Ok(SymbolicRequest { layout, bounds, offset, conditions, symbols, divisors })
    }

    /// Checks that words of a width hold every parameter and every intermediate value.
    fn fits(&self, width: Width) -> Result<(), Box<SymbolicFault>> {
        let bits = width.bits() - 1;
        let check = WidthCheck { layout: self.layout, bounds: &self.bounds, bits };
        (0..self.layout.rank()).try_for_each(|dim| check.check(&SymExpr::dim(dim)))?;
        let compared = self.conditions.iter().flat_map(|it| [&it.left, &it.right]);
        compared.chain([&self.offset]).try_for_each(|expr| check.check(expr))
    }

    fn program(&self, width: Width) -> SymbolicProgram {
        let clipped = |interval: &Interval| Range {
            low: interval.low.clamp(i64::MIN.into(), i64::MAX.into()) as i64,
            high: interval.high.clamp(i64::MIN.into(), i64::MAX.into()) as i64,
        };
        let dims = self.bounds.dims.iter();
        let symbols = self.symbols.iter().map(|&number| &self.bounds.symbols[number]);
        let ranges = dims.clone().chain(symbols).map(clipped);
        let of_divisors = self.divisors.iter().flat_map(|_| reciprocal_ranges(width.bits() - 1));
        let params = ranges.chain(of_divisors).map(|range| Param { width, range }).collect();
        let mut emitter = Emitter {
            builder: ProgramBuilder::new(params),
            width,
            rank: self.layout.rank(),
            symbols: &self.symbols,
            divisors: &self.divisors,
        };
        let offset = emitter.value(&self.offset);
        let valid = emitter.validity(&self.conditions);
        let results: Vec<ValueId> = std::iter::once(offset).chain(valid).collect();
        let program = emitter.builder.finish(&results);
        let lengths = dims.map(|interval| clipped(interval).high.saturating_add(1)).collect();
        let divisors = self.divisors.clone();
        SymbolicProgram { program, symbols: self.symbols.clone(), lengths, divisors, width }
    }
}

/// Returns the offset in this unit.
///
/// # Errors
/// The size of an element is unknown, or is not a whole number of bytes.
fn in_unit(layout: &SymbolicLayout, unit: OffsetUnit) -> Result<SymExpr, AddressFault> {
    let offset = layout.offset().clone();
    match unit {
        OffsetUnit::Element => Ok(offset),
        OffsetUnit::Byte => {
            let elem = layout.elem().ok_or(AddressFault::NoElement)?;
            let bytes = elem.bytes().ok_or(AddressFault::WithinByte { elem, at: None })?;
            operation("*", offset, SymExpr::constant(bytes.get()))
        }
    }
}

impl Condition {
    /// Returns the comparison of a condition. Neither side is negative.
    ///
    /// # Errors
    /// A term may be negative.
    fn new(relation: &Relation, rewriter: &Rewriter<'_>) -> Result<Condition, AddressFault> {
        let zero = || SymExpr::constant(0);
        let mut sides = [zero(), zero()];
        let expr = rewriter.computed(&relation.expr)?;
        collect(&expr, false, &mut sides)?;
        for side in &sides {
            if rewriter.bounds.of(side).is_none_or(|interval| interval.low < 0) {
                let text = side.text(rewriter.names);
                let message = format!("the sign of `{text}` in a condition is undecided");
                return Err(AddressFault::Symbolic(Box::new(undecided(message))));
            }
        }
        let [left, right] = sides;
        Ok(Condition { left, right, kind: relation.kind })
    }
}

/// Adds the terms of a sum to the side of their sign: those that are added, and those that are subtracted.
fn collect(
    expr: &SymExpr,
    is_negative: bool,
    sides: &mut [SymExpr; 2],
) -> Result<(), AddressFault> {
    match expr.node() {
        SymNode::Sum(a, b) => {
            collect(a, is_negative, sides)?;
            collect(b, is_negative, sides)
        }
        SymNode::Product(factor, of) if factor.as_constant() == Some(-1) => {
            collect(of, !is_negative, sides)
        }
        SymNode::Constant(value @ ..0) if *value != i64::MIN => {
            collect(&SymExpr::constant(-value), !is_negative, sides)
        }
        _ => {
            let side = &mut sides[usize::from(is_negative)];
            *side = operation("+", side.clone(), expr.clone())?;
            Ok(())
        }
    }
}

/// The writer of the program of expressions that are rewritten.
struct Emitter<'a> {
    builder: ProgramBuilder,
    width: Width,
    rank: usize,
    symbols: &'a [usize],
    /// The divisors that are parameters as reciprocals.
    divisors: &'a [SymExpr],
}

impl Emitter<'_> {
    fn value(&mut self, expr: &SymExpr) -> ValueId {
        match expr.node() {
            SymNode::Constant(value) => self.constant(*value),
            SymNode::Dim(dim) => self.param(*dim),
            SymNode::Symbol(number) => {
                let position = self.symbols.binary_search(number).unwrap_or_default();
                self.param(self.rank + position)
            }
            SymNode::Sum(a, b) => match Addition::of(a, b) {
                Addition::Difference(a, b) => self.binary(WordOp::Sub, a, b),
                Addition::Sum(a, b) => match b.as_constant() {
                    Some(by @ ..0) if by != i64::MIN => {
                        self.binary(WordOp::Sub, a, &SymExpr::constant(-by))
                    }
                    _ => self.binary(WordOp::Add, a, b),
                },
            },
            SymNode::Product(a, b) if a.as_constant() == Some(-1) => {
                self.binary(WordOp::Sub, &SymExpr::constant(0), b)
            }
            SymNode::Product(a, b) => match (power(a), power(b)) {
                (_, Some(by)) => self.binary(WordOp::Shl, a, &SymExpr::constant(by)),
                (Some(by), None) => self.binary(WordOp::Shl, b, &SymExpr::constant(by)),
                (None, None) => self.binary(WordOp::Mul, a, b),
            },
            SymNode::FloorDiv(a, b) => match power(b) {
                Some(by) => self.binary(WordOp::Shr, a, &SymExpr::constant(by)),
                None => self.quotient(a, b),
            },
            SymNode::Mod(a, b) => match (power(b), b.as_constant()) {
                (Some(_), Some(by)) => self.binary(WordOp::And, a, &SymExpr::constant(by - 1)),
                _ if self.divisors.contains(b) => {
                    let quotient = self.quotient(a, b);
                    let by = self.value(b);
                    let whole = self.operation(WordOp::Mul, quotient, by);
                    let dividend = self.value(a);
                    self.operation(WordOp::Sub, dividend, whole)
                }
                _ => self.binary(WordOp::Rem, a, b),
            },
            SymNode::CeilDiv(..) => unreachable!("quotients rounded up are rewritten"),
        }
    }

    /// Returns the quotient, by the reciprocal of the divisor if that is a parameter. The dividend has a magnitude bit less
    /// than a word.
    fn quotient(&mut self, a: &SymExpr, b: &SymExpr) -> ValueId {
        let Some(position) = self.divisors.iter().position(|divisor| divisor == b) else {
            return self.binary(WordOp::Div, a, b);
        };
        let first = self.rank + self.symbols.len() + 2 * position;
        let doubled = self.binary(WordOp::Shl, a, &SymExpr::constant(1));
        let multiplier = self.param(first);
        let product = Instruction::new(Operation::Product, &[doubled, multiplier], self.width);
        let product = self.builder.add(product, None);
        let high = Instruction::new(Operation::High, &[product], self.width);
        let high = self.builder.add(high, None);
        let shift = self.param(first + 1);
        self.operation(WordOp::Shr, high, shift)
    }

    fn operation(&mut self, op: WordOp, a: ValueId, b: ValueId) -> ValueId {
        self.builder.add(Instruction::new(Operation::Binary(op), &[a, b], self.width), None)
    }

    fn constant(&mut self, value: i64) -> ValueId {
        let word = self.width.word(value.into());
        self.builder.add(Instruction::new(Operation::Constant(word), &[], self.width), None)
    }

    fn param(&mut self, position: usize) -> ValueId {
        let position = u32::try_from(position).expect("a layout has fewer than 2^32 parameters");
        self.builder.add(Instruction::new(Operation::Param(position), &[], self.width), None)
    }

    fn binary(&mut self, op: WordOp, a: &SymExpr, b: &SymExpr) -> ValueId {
        let (a, b) = (self.value(a), self.value(b));
        self.operation(op, a, b)
    }

    /// Returns the conjunction of conditions; `None` if there are none.
    fn validity(&mut self, conditions: &[Condition]) -> Option<ValueId> {
        let mut all = None;
        for condition in conditions {
            let predicate = match condition.kind {
                RelationKind::Zero => CmpPredicate::Equal,
                RelationKind::NonNegative => CmpPredicate::GreaterEqual,
            };
            let sides = [self.value(&condition.left), self.value(&condition.right)];
            let holds = Instruction::new(Operation::Compare(predicate), &sides, Width::I1);
            let holds = self.builder.add(holds, None);
            all = Some(match all {
                None => holds,
                Some(all) => {
                    let and = Operation::Binary(WordOp::And);
                    self.builder.add(Instruction::new(and, &[all, holds], Width::I1), None)
                }
            });
        }
        all
    }
}

/// Returns the exponent of a constant that is a power of two.
fn power(expr: &SymExpr) -> Option<i64> {
    let value = expr.as_constant().filter(|&value| value > 1)?;
    (value.count_ones() == 1).then(|| i64::from(value.trailing_zeros()))
}

#[cfg(test)]
mod tests;

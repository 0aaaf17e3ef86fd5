//! The state of lifting: expressions, booleans, and opaque atoms.

use crate::operation::{CmpPredicate, Width, WordOp};
use crate::program::Program;
use crate::simplify::integer::{IntegerOp, ProgramSignature};
use indexmap::{IndexMap, IndexSet};
use layout::Range;
use layout::index::{Expr, Exprs};
use rustc_hash::FxBuildHasher;

/// The reason why the normal form cannot express a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::simplify) struct Unliftable(pub(in crate::simplify) &'static str);

pub(in crate::simplify) type Lift<T> = Result<T, Unliftable>;

pub(super) const TOO_WIDE: Unliftable = Unliftable("a value does not fit 64 bits");
pub(super) const NEGATIVE: Unliftable =
    Unliftable("a 64-bit value that must not be negative may be negative");
pub(super) const WIDTHS: Unliftable = Unliftable("a value is neither i1, i32 nor i64");
pub(super) const KINDS: Unliftable = Unliftable("a boolean is used as an integer");

pub(super) fn unsupported<T>(why: &'static str) -> Lift<T> {
    Err(Unliftable(why))
}

/// An integer that [`Exprs`] treats as a variable: an operation with its operands.
pub(super) type OpaqueAtom = (IntegerOp, Vec<LiftedValue>);

/// The lifted form of a value of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum LiftedValue {
    /// An integer; the word of the value holds its lowest bits.
    Integer(Expr),
    Boolean(Boolean),
}

/// A boolean, by its index in [`ExprLifter::booleans`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Boolean(pub(super) usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum BooleanKind {
    Known(bool),
    /// A comparison of words.
    Compare(CmpPredicate, Expr, Expr),
    /// An `and`, `or` or exclusive or.
    Word(WordOp, Boolean, Boolean),
}

/// The expressions of the instructions of a program.
pub(super) struct ExprLifter {
    pub(super) exprs: Exprs,
    pub(super) signature: ProgramSignature,
    /// The range of each parameter that is lifted.
    pub(super) ranges: Vec<Range>,
    pub(super) opaque: IndexMap<OpaqueAtom, u32, FxBuildHasher>,
    pub(super) booleans: IndexSet<BooleanKind, FxBuildHasher>,
}

impl ExprLifter {
    pub(super) fn new(program: &Program) -> Lift<ExprLifter> {
        let widths = program.values().map(|value| program.width(value));
        let widths: Vec<Width> = widths.chain(program.params().iter().map(|it| it.width)).collect();
        let known = [Width::I1, Width::I32, Width::I64];
        let all_known = widths.iter().all(|width| known.contains(width));
        if !all_known || program.params().iter().any(|param| param.width == Width::I1) {
            return Err(WIDTHS);
        }
        let signature = ProgramSignature {
            params: program.params().to_vec(),
            width: widths.into_iter().max().unwrap_or(Width::I32).max(Width::I32),
            results: program.results().iter().map(|&it| program.width(it)).collect(),
            narrows: true,
        };
        let ranges = program.params().iter().map(|param| param.range).collect();
        let opaque = IndexMap::default();
        let booleans = IndexSet::default();
        Ok(ExprLifter { exprs: Exprs::new(), signature, ranges, opaque, booleans })
    }
}

pub(super) fn integer(value: LiftedValue) -> Lift<Expr> {
    match value {
        LiftedValue::Integer(value) => Ok(value),
        LiftedValue::Boolean(_) => Err(KINDS),
    }
}

/// Returns `value / divisor`, rounded up.
pub(super) fn ceiling(value: i128, divisor: i128) -> i128 {
    -(-value).div_euclid(divisor)
}

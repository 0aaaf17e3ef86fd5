//! The parts of a transform, as an interface: what one file in this folder states about its kind of transform.

use super::fault::TransformFault;
use super::form::{DimCount, FormAttributes, TransformForm};
use super::undo::{UndoContext, UndoFault};
use crate::domain::{Algebra, ArithmeticProgression, Branches, Budget, BudgetExceeded, Range};
use crate::space::{DimId, Len, checked_product};

/// The static lengths of the dims of one transform in a pipeline.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lengths<'a> {
    pub(crate) lower: &'a [i64],
    pub(crate) upper: &'a [i64],
}

/// The lower indices of an upper index, and a step that is then added to the upper index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move<'a> {
    /// The lower indices before the step.
    pub(crate) lower: &'a [i64],
    /// The step of the upper indices.
    pub(crate) step: &'a [i64],
}

/// One kind of transform. u is an index of the upper dims, towards the user, and w one of the lower dims, towards
/// memory.
pub(crate) trait TransformSemantics: Sized {
    /// How its op is written.
    const FORM: TransformForm;

    /// `true` if a valid index that reaches the upper dims must be inside their lengths, as the meaning is undefined
    /// outside.
    const BOUNDED: bool = false;

    /// `true` if lower dims may be dynamic. The upper dims then have the lengths of the lower dims.
    const DYNAMIC: bool = false;

    /// Builds the transform from the attributes of its op; `None` if one is missing or of another type.
    fn from_attributes(attributes: &dyn FormAttributes) -> Option<Self>;

    /// Returns the lengths of the upper dims, from those of the lower dims, whose number fits the form.
    ///
    /// # Errors
    /// The transform does not fit dims of these lengths.
    fn upper_lengths(&self, lower: &[i64]) -> Result<Vec<i64>, TransformFault>;

    /// Computes w from u: appends the lower indices of an upper index to `lower`.
    fn lower<A: Algebra>(
        &self,
        lengths: Lengths<'_>,
        upper: &[A::Value],
        algebra: &mut A,
        lower: &mut Vec<A::Value>,
    );

    /// Finds all u within `bounds` whose predicate holds and whose w lies in these progressions. Each is in one branch.
    ///
    /// # Errors
    /// The search exceeds its budget.
    fn preimage(
        &self,
        lengths: Lengths<'_>,
        lower: &[ArithmeticProgression],
        bounds: &[Range],
        budget: &mut Budget,
        found: &mut Branches,
    ) -> Result<(), BudgetExceeded>;

    /// Returns the ranges of w where u takes all values of a box, if the valid ones of these u are mapped one to one
    /// onto all combinations of values of the ranges. `None` if that is not so or not known.
    fn image_range(&self, lengths: Lengths<'_>, upper: &[Range]) -> Option<Vec<Range>>;

    /// Returns w after a step of u, by an algorithm that is shorter than [`lower`](Self::lower) and has the same
    /// result. `None` if there is none.
    fn advance(&self, _lengths: Lengths<'_>, _old: Move<'_>) -> Option<Vec<i64>> {
        None
    }

    /// Puts transforms over dims with the index u, and returns dims with the index w: the inverse as a chain of
    /// transforms, not valid at a w that no valid u has. Every u has a w within the lower lengths. By default the
    /// transform is irreversible.
    ///
    /// # Errors
    /// There is no inverse, or a transform of the chain does not fit its dims.
    fn undo<C: UndoContext>(
        &self,
        _lengths: Lengths<'_>,
        _upper: &[DimId],
        _cx: &mut C,
    ) -> Result<Vec<DimId>, UndoFault>
    where
        Self: Into<C::Transform>,
    {
        Err(UndoFault::Irreversible)
    }
}

/// The most dims on one side of a transform. CK's limit is 10.
pub const MOST_DIMS: usize = 64;

/// Returns an error unless there are at most [`MOST_DIMS`] operands or results.
pub(super) fn within_most(count: usize, side: &str) -> Result<(), TransformFault> {
    if count <= MOST_DIMS {
        return Ok(());
    }
    let message = format!("{count} {side} of one transform, but it has at most {MOST_DIMS}");
    Err(TransformFault::new(message, "several transforms can share the work"))
}

/// Returns an error unless a transform can have so many lower dims.
pub(super) fn check_operands(form: &TransformForm, count: usize) -> Result<(), TransformFault> {
    within_most(count, "operands")?;
    let expected = match form.operands {
        DimCount::Exactly(expected) if expected != count => expected.to_string(),
        DimCount::OneOrMore if count == 0 => "1 or more".to_owned(),
        _ => return Ok(()),
    };
    let message = format!("`{}` takes {expected} dims, but is given {count}", form.name);
    Err(TransformFault::new(message, ""))
}

/// Returns the length of an upper dim.
pub(super) fn upper_length(length: i64) -> Result<Len, TransformFault> {
    Len::new(length).ok_or_else(|| {
        TransformFault::new(format!("a dim gets length {length}, but has 1 or more"), "")
    })
}

/// Returns the product of lengths, an element count.
pub(super) fn product(lengths: &[i64]) -> Result<i64, TransformFault> {
    checked_product(lengths.iter().copied()).ok_or_else(|| {
        let shown: Vec<String> = lengths.iter().map(i64::to_string).collect();
        let message = format!("the product {} is 2^63 or more", shown.join(" x "));
        TransformFault::new(message, "element counts are below 2^63")
    })
}

/// Adds the branch of a transform without lower dims: every u in the bounds.
pub(super) fn add_all(bounds: &[Range], found: &mut Branches) {
    found.add(bounds.iter().map(|&bound| Some(ArithmeticProgression::all(bound))));
}

/// Returns the image of a transform without lower dims: no ranges, for a single u. `None` for several u, which all have
/// the same elements.
pub(super) fn image_of_single(upper: &[Range]) -> Option<Vec<Range>> {
    upper.iter().all(|range| range.low == range.high).then(Vec::new)
}

/// Undoes a transform without lower dims, whose upper dims must have length 1.
///
/// # Errors
/// An upper dim is longer, so that several u share their elements.
pub(super) fn undo_without_lower<C: UndoContext>(
    lengths: Lengths<'_>,
    upper: &[DimId],
    cx: &mut C,
) -> Result<Vec<DimId>, UndoFault> {
    if lengths.upper.iter().any(|&length| length != 1) {
        return Err(UndoFault::Shared);
    }
    upper.iter().try_for_each(|&dim| cx.drop_single(dim))?;
    Ok(Vec::new())
}

/// Adds the branch of a transform that only moves the index: w = u - `by`.
pub(super) fn add_shifted(
    lower: ArithmeticProgression,
    by: i64,
    bounds: &[Range],
    found: &mut Branches,
) {
    found.add([lower.shifted(by).and_then(|moved| moved.clipped(bounds[0]))]);
}

/// Returns a range moved by `by`; `None` if that leaves 64 bits.
pub(super) fn shifted(range: Range, by: i64) -> Option<Range> {
    Some(Range { low: range.low.checked_add(by)?, high: range.high.checked_add(by)? })
}

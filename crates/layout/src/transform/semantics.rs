//! The interface of a transform: the parts that each file in this folder implements.

use super::fault::TransformFault;
use super::form::{DimCount, FormAttributes, FormValue, TransformForm};
use super::undo::{UndoContext, Undone};
use crate::domain::{
    Algebra, ArithmeticProgression, Branches, Budget, BudgetExceeded, Range, Table,
};
use crate::messages::joined;
use crate::space::{DimId, Len, checked_product};

/// The static lengths of the dims of one transform in a pipeline.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lengths<'a> {
    pub(crate) operands: &'a [i64],
    pub(crate) results: &'a [i64],
}

/// The dims of open length, which a tensor's shape determines, that a transform supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpenDims {
    /// None.
    None,
    /// Dims whose results have exactly the lengths that the shape determines.
    Exact,
    /// Dims whose results may be longer. The elements beyond the length that the shape determines are storage padding.
    Padded,
}

/// The computation of the operand indices of a transform over an algebra.
pub(super) struct Evaluation<'a, A: Algebra> {
    pub(super) lengths: Lengths<'a>,
    /// u.
    pub(super) results: &'a [A::Value],
    pub(super) algebra: &'a mut A,
    /// The components of w, which the transform appends.
    pub(super) operands: &'a mut Vec<A::Value>,
}

/// The search for all u within `bounds` whose predicate holds and whose w is in the progressions `operands`.
pub(super) struct Search<'a> {
    pub(super) lengths: Lengths<'a>,
    pub(super) operands: &'a [ArithmeticProgression],
    pub(super) bounds: &'a [Range],
    pub(super) budget: &'a mut Budget,
    /// The branches; each u is in exactly one of them.
    pub(super) found: &'a mut Branches,
}

impl Search<'_> {
    /// Adds the branch of all u within the bounds.
    pub(super) fn add_all(&mut self) {
        self.found.add(self.bounds.iter().map(|&bound| Some(ArithmeticProgression::all(bound))));
    }

    /// Adds the branch of a transform that only moves the index: w = u - `by`, for these w.
    pub(super) fn add_shifted(&mut self, operands: ArithmeticProgression, by: i64) {
        self.found.add([operands.shifted(by).and_then(|moved| moved.clipped(self.bounds[0]))]);
    }
}

/// One kind of transform. u is an index of the result dims, which are nearer to the user; w is an index of the lower
/// dims, which are nearer to memory.
pub(crate) trait TransformSemantics: Sized {
    /// The syntax of its op.
    const FORM: TransformForm;

    /// `true` if the meaning is undefined outside the lengths of the result dims. Every valid index that reaches the
    /// result dims must then be inside their lengths.
    const BOUNDED: bool = false;

    /// `true` if the least value of one component of w, with the others fixed, has the least value of each component of
    /// u. With a single component, u then increases with w.
    const LEAST_FIRST: bool = false;

    /// `true` if the operand dims may have dynamic lengths. The result dims then have the lengths of the operand dims.
    const DYNAMIC: bool = false;

    /// The dims of open length that the transform supports.
    const OPEN: OpenDims = OpenDims::None;

    /// Builds the transform from the attributes of its op; `None` if an attribute is missing or has another type.
    fn from_attributes(attributes: &dyn FormAttributes) -> Option<Self>;

    /// Returns the attributes of its op, in the order of the custom syntax.
    fn attributes(&self) -> Vec<FormValue>;

    /// Returns the lengths of the result dims, computed from those of the operand dims. The caller has checked the number
    /// of operand dims.
    ///
    /// # Errors
    /// The transform does not fit dims of these lengths.
    fn result_lengths(&self, operands: &[i64]) -> Result<Vec<i64>, TransformFault> {
        Ok(operands.to_vec())
    }

    /// Returns the least operand lengths for which the result dims have at least these lengths. `operands` are the
    /// operand lengths, `None` for an open one. `None` if there are none. Called only if [`OPEN`](Self::OPEN) supports
    /// open lengths.
    fn least_operand_lengths(
        &self,
        _operands: &[Option<i64>],
        results: &[i64],
    ) -> Option<Vec<i64>> {
        Some(results.to_vec())
    }

    /// Returns the amount that is added to the only u, for a transform that has the methods below from here; `None` if
    /// it has no operand dims.
    fn shift(&self) -> Option<i64> {
        None
    }

    /// Computes w from u.
    fn operand_index<A: Algebra>(&self, eval: Evaluation<'_, A>) {
        let shifted =
            self.shift().map(|by| eval.algebra.linear(by, &[(1, eval.results[0].clone())]));
        eval.operands.extend(shifted);
    }

    /// Finds the u of a search.
    ///
    /// # Errors
    /// The search exceeds its budget.
    fn preimage(&self, search: &mut Search<'_>) -> Result<(), BudgetExceeded> {
        match self.shift() {
            Some(by) => search.add_shifted(search.operands[0], -by),
            None => search.add_all(),
        }
        Ok(())
    }

    /// Returns the image of a box of u as a box of w: the valid u of the box map one to one onto all combinations of
    /// values of the returned ranges. `None` if the image is not such a box, or it is unknown.
    fn image_range(&self, _lengths: Lengths<'_>, results: &[Range]) -> Option<Vec<Range>> {
        match self.shift() {
            Some(by) => Some(vec![results[0].shifted(by)?]),
            // Without operand dims, several u map to the same elements.
            None => results.iter().all(|range| range.low == range.high).then(Vec::new),
        }
    }

    /// Returns `true` if no two u within the lengths of the result dims have the same w, even if their image is not a box.
    fn is_one_to_one(&self) -> bool {
        false
    }

    /// Returns the table that the transform reads; `None` if it reads none.
    fn table(&self) -> Option<&Table> {
        None
    }

    /// Inverts the transform: applies transforms to dims with the index u and returns dims with the index w. The
    /// resulting dims are invalid at each w that no valid u maps to. Every u has a w within the operand lengths.
    ///
    /// # Errors
    /// The transform has no inverse, or a transform of the inverse does not fit its dims.
    fn undo<C: UndoContext>(&self, lengths: Lengths<'_>, results: &[DimId], cx: &mut C) -> Undone
    where
        Self: Into<C::Transform>,
    {
        if let Some(by) = self.shift() {
            return Ok(vec![cx.shift(results[0], by, lengths.operands[0])?]);
        }
        results.iter().try_for_each(|&dim| cx.drop_free(dim))?;
        Ok(Vec::new())
    }
}

/// The maximum number of dims on one side of a transform. CK's limit is 10.
pub const MAX_DIMS: usize = crate::limits::TRANSFORM_DIMS as usize;

/// Returns an error unless `count` is at most [`MAX_DIMS`].
pub(super) fn within_most(count: usize, side: &str) -> Result<(), TransformFault> {
    if count <= MAX_DIMS {
        return Ok(());
    }
    let message = format!("a transform must have at most {MAX_DIMS} {side}, but has {count}");
    Err(TransformFault::new(message, "use several transforms instead"))
}

/// Returns an error unless the form allows this number of operand dims.
pub(super) fn check_operands(form: &TransformForm, count: usize) -> Result<(), TransformFault> {
    within_most(count, "operands")?;
    let expected = match form.operands {
        DimCount::Exactly(expected) if expected != count => expected.to_string(),
        DimCount::OneOrMore if count == 0 => "1 or more".to_owned(),
        _ => return Ok(()),
    };
    let message = format!("`{}` must have {expected} operands, but has {count}", form.name);
    Err(TransformFault::new(message, ""))
}

/// Returns the length of an result dim, which must be at least 1.
pub(super) fn result_length(length: i64) -> Result<Len, TransformFault> {
    Len::new(length).ok_or_else(|| {
        TransformFault::new(format!("dim length must be at least 1, but is {length}"), "")
    })
}

/// Returns the product of lengths, an element count.
pub(super) fn product(lengths: &[i64]) -> Result<i64, TransformFault> {
    checked_product(lengths.iter().copied()).ok_or_else(|| {
        let message = format!("the product {} is 2^63 or more", joined(lengths, " x "));
        TransformFault::new(message, "element counts must be below 2^63")
    })
}

/// Returns the lengths of the result dims of a transform that has them as an attribute.
///
/// # Errors
/// There is no length, with a note on what to use instead, or the product does not fit 64 bits.
pub(super) fn given_lengths(
    name: &str,
    lengths: &[i64],
    note: &str,
) -> Result<Vec<i64>, TransformFault> {
    if lengths.is_empty() {
        let message = format!("`{name}` must have at least one result");
        return Err(TransformFault::new(message, note).at_attribute("lengths"));
    }
    product(lengths)?;
    Ok(lengths.to_vec())
}

//! The transforms of descriptors: one file each, listed here in order of their names.
//!
//! A transform stands between lower dims, towards memory, and upper dims, towards the user. What it means is
//! told once, by `TransformSemantics::lower`, over an abstract [`Algebra`]; its inverse by `TransformSemantics::preimage`.
//! Lengths of dims are inferred, never restated.
//!
//! To add a transform: write its file and put its name into the list.

use crate::domain::{Algebra, Range};
use crate::domain::{ArithmeticProgression, Branches, Budget, BudgetExceeded};
use crate::space::Len;
use std::fmt;

/// Why a transform cannot stand where it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransformFault {
    /// What is wrong, with the numbers that disagree.
    pub message: String,
    /// What would be right; may be empty.
    pub note: String,
}

impl TransformFault {
    fn new(message: impl Into<String>, note: impl Into<String>) -> TransformFault {
        TransformFault { message: message.into(), note: note.into() }
    }
}

/// How many lower dims a transform has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LowerDims {
    /// Exactly this many.
    Exactly(usize),
    /// One or more.
    Some,
}

/// The static lengths of the dims of one transform in its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lengths<'a> {
    pub(crate) lower: &'a [i64],
    pub(crate) upper: &'a [i64],
}

/// The lower indices of an index, and what is then added to its upper indices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move<'a> {
    /// The lower indices before the step.
    pub(crate) lower: &'a [i64],
    /// What is added to the upper indices.
    pub(crate) step: &'a [i64],
}

/// What a kind of transform means.
pub(crate) trait TransformSemantics {
    /// Its name in the layout dialect, without the dialect.
    const NAME: &'static str;
    /// How many lower dims it has.
    const LOWER: LowerDims = LowerDims::Exactly(1);
    /// A valid index that reaches its upper dims must be inside their lengths: outside it means nothing.
    const BOUNDED: bool = false;

    /// The lengths of its upper dims, from those of its lower dims.
    fn upper(&self, lower: &[i64]) -> Result<Vec<i64>, TransformFault>;

    /// The lower indices of an upper index.
    fn lower<A: Algebra>(
        &self,
        lengths: Lengths<'_>,
        upper: &[A::Value],
        algebra: &mut A,
        lower: &mut Vec<A::Value>,
    );

    /// All upper indices within `bounds` whose lower indices lie in these runs and that hold its predicate. Each
    /// is in one branch.
    fn preimage(
        &self,
        lengths: Lengths<'_>,
        lower: &[ArithmeticProgression],
        bounds: &[Range],
        budget: &mut Budget,
        found: &mut Branches,
    ) -> Result<(), BudgetExceeded>;

    /// The ranges of the lower dims when the upper dims take all values of theirs, each with each, and the lower
    /// dims then do so too, each value once, as far as the predicate lets. Nothing where that is not so.
    fn image_range(&self, lengths: Lengths<'_>, upper: &[Range]) -> Option<Vec<Range>>;

    /// The lower indices after a step: an algorithm that may be shorter than evaluating anew, with the same
    /// result. Nothing where it is not known to be.
    fn advance(&self, _lengths: Lengths<'_>, _old: Move<'_>) -> Option<Vec<i64>> {
        None
    }
}

macro_rules! transforms {
    ($($file:ident: $name:ident,)*) => {
        $(mod $file;)*
        $(pub use $file::$name;)*

        /// One transform, without its place in a pipeline.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum Transform {
            $(#[doc = concat!("`", stringify!($file), "`.")] $name($name),)*
        }

        $(impl From<$name> for Transform {
            fn from(transform: $name) -> Transform {
                Transform::$name(transform)
            }
        })*

        impl Transform {
            /// The names of all transforms, sorted.
            pub const NAMES: &[&str] = &[$($name::NAME),*];

            /// Its name in the layout dialect, without the dialect.
            pub fn name(&self) -> &'static str {
                match self { $(Transform::$name(_) => $name::NAME,)* }
            }

            pub(crate) fn lower_dims(&self) -> LowerDims {
                match self { $(Transform::$name(_) => $name::LOWER,)* }
            }

            pub(crate) fn is_bounded(&self) -> bool {
                match self { $(Transform::$name(_) => $name::BOUNDED,)* }
            }

            fn static_upper(&self, lower: &[i64]) -> Result<Vec<i64>, TransformFault> {
                match self { $(Transform::$name(transform) => transform.upper(lower),)* }
            }

            pub(crate) fn lower<A: Algebra>(
                &self,
                lengths: Lengths<'_>,
                upper: &[A::Value],
                algebra: &mut A,
                lower: &mut Vec<A::Value>,
            ) {
                match self { $(Transform::$name(it) => it.lower(lengths, upper, algebra, lower),)* }
            }

            pub(crate) fn preimage(
                &self,
                lengths: Lengths<'_>,
                lower: &[ArithmeticProgression],
                bounds: &[Range],
                budget: &mut Budget,
                found: &mut Branches,
            ) -> Result<(), BudgetExceeded> {
                match self { $(Transform::$name(it) => it.preimage(lengths, lower, bounds, budget, found),)* }
            }

            pub(crate) fn image_range(&self, lengths: Lengths<'_>, upper: &[Range]) -> Option<Vec<Range>> {
                match self { $(Transform::$name(it) => it.image_range(lengths, upper),)* }
            }

            pub(crate) fn advance(&self, lengths: Lengths<'_>, old: Move<'_>) -> Option<Vec<i64>> {
                match self { $(Transform::$name(it) => it.advance(lengths, old),)* }
            }
        }
    };
}

transforms! {
    embed: Embed,
    freeze: Freeze,
    insert: Insert,
    merge: Merge,
    modulo: Modulo,
    offset: Offset,
    pad: Pad,
    pass_through: PassThrough,
    replicate: Replicate,
    slice: Slice,
    unmerge: Unmerge,
    xor: Xor,
}

/// The most dims on one side of a transform. CK's limit is 10.
pub const MOST_DIMS: usize = 64;

impl Transform {
    /// The lengths of the upper dims over lower dims of these lengths.
    ///
    /// # Errors
    /// The number of lower dims is another, a length is dynamic where the transform needs it, or the lengths do
    /// not fit the transform.
    pub fn upper(&self, lower: &[Len]) -> Result<Vec<Len>, TransformFault> {
        self.counted(lower.len())?;
        if let (Transform::PassThrough(_), [len]) = (self, lower) {
            return Ok(vec![*len]);
        }
        let lengths: Option<Vec<i64>> = lower.iter().map(|len| len.get()).collect();
        let Some(lengths) = lengths else {
            let message = format!("`{}` of a dim whose length is dynamic", self.name());
            return Err(TransformFault::new(message, "only `pass_through` takes one"));
        };
        let upper = self.static_upper(&lengths)?;
        within_most(upper.len(), "results")?;
        upper.into_iter().map(length).collect()
    }

    fn counted(&self, got: usize) -> Result<(), TransformFault> {
        within_most(got, "operands")?;
        let wanted = match self.lower_dims() {
            LowerDims::Some if got > 0 => return Ok(()),
            LowerDims::Some => "1 or more".to_owned(),
            LowerDims::Exactly(count) if count == got => return Ok(()),
            LowerDims::Exactly(count) => count.to_string(),
        };
        let message = format!("`{}` takes {wanted} dims, but is given {got}", self.name());
        Err(TransformFault::new(message, ""))
    }
}

fn within_most(count: usize, what: &str) -> Result<(), TransformFault> {
    if count <= MOST_DIMS {
        return Ok(());
    }
    let message = format!("{count} {what} of one transform, but it has at most {MOST_DIMS}");
    Err(TransformFault::new(message, "several transforms can share the work"))
}

fn length(length: i64) -> Result<Len, TransformFault> {
    Len::new(length).ok_or_else(|| {
        TransformFault::new(format!("a dim gets length {length}, but has 1 or more"), "")
    })
}

impl fmt::Display for Transform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The product of lengths.
fn product(lengths: &[i64]) -> Result<i64, TransformFault> {
    lengths.iter().try_fold(1i64, |product, &length| product.checked_mul(length)).ok_or_else(|| {
        let shown: Vec<String> = lengths.iter().map(i64::to_string).collect();
        let message = format!("the product {} is 2^63 or more", shown.join(" x "));
        TransformFault::new(message, "element counts are below 2^63")
    })
}

/// The products of the later lengths, one for each; the caller knows that the whole product fits.
fn later_products(lengths: &[i64]) -> Vec<i64> {
    let mut strides = vec![1; lengths.len()];
    for at in (1..lengths.len()).rev() {
        strides[at - 1] = strides[at] * lengths[at];
    }
    strides
}

/// A branch with every upper index moved by `by` and inside its bound, for transforms that only shift.
fn shifted(lower: &[ArithmeticProgression], by: i64, bounds: &[Range], found: &mut Branches) {
    found.add([lower[0].shifted(by).and_then(|run| run.clipped(bounds[0]))]);
}

/// The range moved; nothing where that leaves 64 bits.
fn moved(range: Range, by: i64) -> Option<Vec<Range>> {
    Some(vec![Range { low: range.low.checked_add(by)?, high: range.high.checked_add(by)? }])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(Transform::NAMES.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn operands_are_counted() {
        let len = Len::new(4).unwrap();
        let fault = Transform::from(Xor).upper(&[len]).unwrap_err();
        assert_eq!(fault.message, "`xor` takes 2 dims, but is given 1");
        let fault = Transform::from(Pad { low: 1, high: 0 }).upper(&[Len::DYNAMIC]).unwrap_err();
        assert_eq!(fault.message, "`pad` of a dim whose length is dynamic");
    }
}

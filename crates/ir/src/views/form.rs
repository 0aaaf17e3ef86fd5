//! The forms of view ops: the kind of the view, and where its permutation, offsets or axis are found.
//!
//! The table of known view ops and the attribute `layout.view` both describe an op by a [`ViewForm`].

use super::dims::{ViewLen, dynamic_count, ensure, missing};
use super::op::ViewOp;
use super::pair::{DimSlice, Pair};
use super::{Opaque, ViewRelations};
use crate::diag::counted;

/// A place where a list of integers is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListSource<'a> {
    /// The attribute of this key: integers, one integer, or an affine map that permutes its dims.
    Attr(&'a str),
    /// The constant operand of this number.
    Operand(usize),
    /// These integers.
    Values(&'a [i64]),
}

/// The sources of a list; the first one that is present applies.
pub type ListSources<'a> = &'a [ListSource<'a>];

/// The kind of a view op, and the sources of its lists. Unless the kind is a concat, operand 0 is viewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewForm<'a> {
    /// The result is operand 0.
    Identity,
    /// Dim i of the result is dim `permutation[i]` of operand 0.
    Transpose {
        /// The permutation.
        permutation: ListSources<'a>,
    },
    /// The result has the elements of operand 0 in row-major order.
    Reshape,
    /// The result has the elements of operand 0 in memory order.
    Memory,
    /// The result has some indices of each dim of operand 0.
    Slice {
        /// The first index of each dim.
        offsets: ListSources<'a>,
        /// The number of indices of each dim, or -1 for all that remain.
        sizes: ListSources<'a>,
        /// The index after the last one of each dim, which applies if there are no sizes.
        ends: ListSources<'a>,
        /// The difference between adjacent indices of each dim; 1 if absent.
        strides: ListSources<'a>,
    },
    /// The operands are consecutive parts of the result.
    Concat {
        /// The dim along which they are concatenated.
        axis: ListSources<'a>,
    },
    /// The results are consecutive parts of operand 0.
    Split {
        /// The dim that is split.
        axis: ListSources<'a>,
    },
}

impl ViewForm<'_> {
    /// Returns the relations of an op of this form.
    ///
    /// # Errors
    /// A list is absent, not constant or invalid, or the types do not match.
    pub fn relations(&self, view: ViewOp<'_>) -> ViewRelations {
        match *self {
            ViewForm::Identity => view.pair()?.same(),
            ViewForm::Transpose { permutation } => {
                let dims = view.required_list("permutation", permutation)?;
                view.pair()?.transpose(&dims)
            }
            ViewForm::Reshape => reshape(view.pair()?),
            ViewForm::Memory => view.memory(),
            ViewForm::Slice { offsets, sizes, ends, strides } => {
                let offsets = view.required_list("offsets", offsets)?;
                let steps = view.list(strides)?.unwrap_or_else(|| vec![1; offsets.len()]);
                let extents = match view.list(sizes)? {
                    Some(sizes) => Extents::Sizes(sizes),
                    None => Extents::Ends(view.required_list("sizes", ends)?),
                };
                let pair = view.pair()?;
                let dims = slices(&pair, &offsets, &extents, &steps)?;
                pair.slice_reduced(&dims)
            }
            ViewForm::Concat { axis } => view.concat(single(&view.required_list("axis", axis)?)?),
            ViewForm::Split { axis } => {
                let axis = single(&view.required_list("axis", axis)?)?;
                let parts: Option<Vec<i64>> = view.result_lengths(axis);
                view.split(axis, parts)
            }
        }
    }
}

/// Returns the relation of a reshape whose shape is that of its result.
pub fn reshape(pair: Pair) -> ViewRelations {
    // Of several dynamic dims, the types do not state which are equal.
    ensure(dynamic_count(&pair.before) <= 1, || "several dims are dynamic".to_owned())?;
    let lengths = pair.after.clone();
    pair.reshape(&lengths)
}

/// The sizes of a slice, or the indices at which it ends.
enum Extents {
    Sizes(Vec<i64>),
    Ends(Vec<i64>),
}

/// Returns the indices of each dim of a slice.
fn slices(
    pair: &Pair,
    offsets: &[i64],
    extents: &Extents,
    steps: &[i64],
) -> Result<Vec<DimSlice>, Opaque> {
    let (Extents::Sizes(listed) | Extents::Ends(listed)) = extents;
    for (what, list) in [("offsets", offsets), ("sizes", listed), ("strides", steps)] {
        ensure(list.len() == pair.before.len(), || {
            let rank = counted(pair.before.len(), "dim");
            format!("the operand has {rank}, but there are {} {what}", list.len())
        })?;
    }
    let dim = |at: usize| -> Option<DimSlice> {
        let begin = offsets[at];
        let step = steps[at];
        let length = pair.before[at];
        let len = match extents {
            Extents::Sizes(sizes) if sizes[at] >= 0 => ViewLen::Static(sizes[at]),
            Extents::Sizes(_) if length == ViewLen::Dynamic => {
                return (begin == 0 && step == 1).then_some(DimSlice::whole(length));
            }
            Extents::Sizes(_) => remaining(begin, length, step)?,
            Extents::Ends(ends) => ViewLen::Static(steps_between(begin, ends[at], step)?),
        };
        Some(DimSlice { begin, step, len })
    };
    (0..pair.before.len())
        .map(|at| {
            dim(at).ok_or_else(|| Opaque::new("the slice is empty, reversed or of unknown length"))
        })
        .collect()
}

/// Returns the number of indices from `begin` up to `end`. `None` if there is none, or the step is below 1.
fn steps_between(begin: i64, end: i64, step: i64) -> Option<i64> {
    let span = end.checked_sub(begin).filter(|&span| span >= 1 && step >= 1)?;
    Some((span - 1) / step + 1)
}

/// Returns the number of indices from `begin` up to the length of a dim, which has one in memory. `None` if there is
/// none, or the step is below 1.
fn remaining(begin: i64, length: ViewLen, step: i64) -> Option<ViewLen> {
    let count = steps_between(begin, length.laid_out()?, step)?;
    Some(if length.is_dynamic() { ViewLen::Bounded(count) } else { ViewLen::Static(count) })
}

fn single(list: &[i64]) -> Result<i64, Opaque> {
    match *list {
        [axis] => Ok(axis),
        _ => {
            Err(Opaque::new(format!("the axis must be one integer, but there are {}", list.len())))
        }
    }
}

impl ViewOp<'_> {
    /// Returns the integers of the first source that is present. `None` if none is.
    ///
    /// # Errors
    /// An attribute is not a list of integers, or an operand is not constant.
    pub(crate) fn list(self, sources: ListSources<'_>) -> Result<Option<Vec<i64>>, Opaque> {
        for source in sources {
            let found = match *source {
                ListSource::Values(values) => Some(values.to_vec()),
                ListSource::Attr(key) => self.dims(key)?,
                ListSource::Operand(at) => self.ints_operand(at)?,
            };
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn required_list(self, what: &str, sources: ListSources<'_>) -> Result<Vec<i64>, Opaque> {
        self.list(sources)?.ok_or_else(|| match sources {
            [ListSource::Attr(key)] => missing(key),
            [ListSource::Operand(at)] => Opaque::new(format!("operand {at} is missing")),
            _ => Opaque::new(format!("the {what} is missing")),
        })
    }
}

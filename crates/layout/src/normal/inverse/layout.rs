//! The inverse of an injective layout, as a layout from offsets to indices in one dimension.
//!
//! The transforms of the layout are inverted one by one, if they can be. Otherwise the layout is inverted in normal form:
//! over bits and digits, as groups of modes, or from the list of its offsets.

use super::groups::{ModeGroup, SumInverse, groups_of, layout_of, unlisted, weighted};
use super::map::InverseFault;
use crate::normal::MixedRadix;
use crate::pipeline::{Layout, LayoutBuilder};
use crate::space::IndexSpace;
use crate::stride::AddressError;
use crate::transform::Slice;

impl Layout {
    /// Returns the inverse of an injective layout without negative offsets, over the offsets below `span`. The first
    /// logical dim is the fastest digit of an index.
    ///
    /// # Errors
    /// A length is dynamic. Or too many indices must be listed, or a number does not fit 64 bits.
    pub(crate) fn inverse_layout(&self, span: i64) -> Result<Layout, InverseFault> {
        let lengths = static_lengths(self)?;
        let weights = lengths.iter().scan(1, |next, &length| {
            let weight = *next;
            *next *= length;
            Some(weight)
        });
        let indices =
            MixedRadix::linear(&lengths, &weights.collect::<Vec<i64>>(), 0).layout(None)?;
        let simple = self.modes().and_then(|form| form.layout(None).ok());
        let map = match indices.copy_map_to(simple.as_ref().unwrap_or(self)) {
            Ok(map) => map,
            Err(_) => match self.bitwise_inverse()? {
                Some(map) => map,
                None => return self.listed_inverse(span),
            },
        };
        let mut builder = LayoutBuilder::from_layout(&map);
        let slots = builder.base_dims().to_vec();
        if map.shape().values().all(|length| length.get() == Some(span)) {
            return Ok(map);
        }
        let offsets = builder.apply(Slice { begin: 0, end: span }, &slots)?;
        Ok(builder.finish(&offsets)?)
    }

    /// Returns the inverse of a map over bits and digits; `None` if the layout is not such a map.
    fn bitwise_inverse(&self) -> Result<Option<Layout>, InverseFault> {
        match self.bit_form().and_then(|form| form.affine_map()) {
            Some((matrix, constant)) => Ok(Some(matrix.inverse_layout(constant)?)),
            None => Ok(self.bit_form_of_powers().and_then(|form| form.inverse_layout())),
        }
    }

    /// Returns the inverse from groups of modes, or from the list of all offsets.
    ///
    /// # Errors
    /// The layout has too many indices that must be listed, or a number does not fit 64 bits.
    fn listed_inverse(&self, span: i64) -> Result<Layout, InverseFault> {
        match self.modes().filter(|form| form.flat().iter().all(|mode| mode.stride > 0)) {
            Some(form) => {
                let own = span.checked_sub(form.offset).ok_or(AddressError::Overflow)?;
                layout_of(&groups_of(weighted(&form.flat()), own)?, own, form.offset)
            }
            None => {
                let inverse = SumInverse::List(self.listed_offsets(span)?);
                layout_of(&[ModeGroup { length: span, stride: 1, inverse }], span, 0)
            }
        }
    }

    /// Returns the index in one dimension of each offset below `span`.
    fn listed_offsets(&self, span: i64) -> Result<Vec<Option<i64>>, InverseFault> {
        let lengths = static_lengths(self)?;
        let space = IndexSpace::below(lengths.iter().copied());
        let mut indices = unlisted(span, &space)?;
        let mut evaluator = self.evaluator();
        for index in space.iter() {
            let Some(offset) = evaluator.offset_of_inside(index.iter().copied())? else { continue };
            let digits = index.iter().zip(&lengths).rev();
            let number = digits.fold(0, |number, (at, length)| number * length + at);
            let slot = usize::try_from(offset.get()).ok().and_then(|at| indices.get_mut(at));
            *slot.ok_or(AddressError::Overflow)? = Some(number);
        }
        Ok(indices)
    }
}

/// Returns the lengths of the dims.
///
/// # Errors
/// A length is dynamic.
fn static_lengths(layout: &Layout) -> Result<Vec<i64>, InverseFault> {
    let lengths = layout.shape().iter();
    lengths.map(|(dim, length)| length.get().ok_or(InverseFault::Dynamic(dim))).collect()
}

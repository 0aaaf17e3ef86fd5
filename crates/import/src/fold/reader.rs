//! The elements of weights, which are read when they are needed.

use super::loops::move_elements;
use super::view::WeightView;
use crate::weights::{OpenData, WeightTensor};
use std::rc::Rc;

/// The weights of a model, and the function that reads parts of files.
pub(super) struct WeightReader<'w, 'o> {
    /// The weights by number, with their names.
    pub(super) weights: &'w [(String, WeightTensor)],
    pub(super) open: &'w mut OpenData<'o>,
}

impl WeightReader<'_, '_> {
    /// Returns elements of a weight in row-major order of the view. `width` is the number of bytes of an element.
    ///
    /// # Errors
    /// The elements cannot be read.
    pub(super) fn elements(&mut self, view: &WeightView, width: usize) -> Result<Rc<[u8]>, String> {
        let (name, weight) = self.weights.get(view.weight).ok_or("its weight is unknown")?;
        let bytes = weight.elements(self.open).map_err(|reason| of_weight(name, &reason))?;
        if WeightView::whole(view.weight, &view.lengths).as_ref() == Some(view)
            && bytes.len() == count(view).and_then(|count| count.checked_mul(width)).unwrap_or(0)
        {
            return Ok(bytes.into());
        }
        let loops = view.loops().ok_or("its elements have negative strides")?;
        let begin = usize::try_from(view.offset).ok().and_then(|at| at.checked_mul(width));
        let source =
            begin.and_then(|begin| bytes.get(begin..)).ok_or("its elements are unknown")?;
        let size = count(view).and_then(|count| count.checked_mul(width));
        let mut out = vec![0; size.ok_or("its memory is too large")?];
        move_elements(&loops, width, source, &mut out)?;
        Ok(out.into())
    }

    /// Returns some bytes of a weight that has parts.
    ///
    /// # Errors
    /// They cannot be read.
    pub(super) fn part(&mut self, weight: usize, part: (u64, u64)) -> Result<Vec<u8>, String> {
        let (name, weight) = self.weights.get(weight).ok_or("its weight is unknown")?;
        weight.part(part, self.open).map_err(|reason| of_weight(name, &reason))
    }
}

fn of_weight(name: &str, reason: &str) -> String {
    format!("weight `{name}`: {reason}")
}

fn count(view: &WeightView) -> Option<usize> {
    usize::try_from(ir::layout::checked_product(view.lengths.iter().copied())?).ok()
}

//! Checks of sparse elements: the shapes of indices and values, and the range of each index.

use crate::state::{Parse, Parser};
use ir::Attr;
use ir::attrs::DenseData;
use ir::dense::dense_shape;
use ir::diag::code;

/// The shapes of the parts of a sparse attribute.
pub(super) struct SparseShape<'a> {
    pub(super) whole: &'a [u64],
    pub(super) indices: &'a [u64],
    pub(super) values: &'a [u64],
}

impl SparseShape<'_> {
    /// Returns the error in the shapes of indices and values. `None` if they agree.
    fn fault(&self) -> Option<String> {
        let SparseShape { whole, indices, values } = self;
        let rank = whole.len() as u64;
        if values.len() != 1 {
            return Some("the values of `sparse` must be a list of numbers".to_owned());
        }
        let fits = match indices[..] {
            [_, width] => width == rank,
            [_] => rank == 1,
            _ => false,
        };
        if !fits {
            return Some(format!(
                "each index of `sparse` must have {rank} entries, one for each dim"
            ));
        }
        let count = indices[0];
        let of_values = values[0];
        (count != of_values).then(|| format!("`sparse` has {count} indices for {of_values} values"))
    }
}

impl Parser<'_> {
    /// Checks a sparse attribute that begins at `start`. `indices` is its dense attribute of `i64` indices.
    pub(super) fn check_sparse(
        &mut self,
        shape: &SparseShape<'_>,
        indices: Attr,
        start: usize,
    ) -> Parse<()> {
        match shape.fault().or_else(|| self.outside(shape.whole, indices)) {
            Some(message) => self.fail_span(code::ATTRIBUTE, start, self.at, message),
            None => Ok(()),
        }
    }

    /// Returns the message for an index that is out of range. `None` if there is none.
    fn outside(&self, shape: &[u64], indices: Attr) -> Option<String> {
        let ctx = &self.module.ctx;
        let (ty, DenseData::Raw { bytes, splat }) = ctx.as_dense(indices)? else { return None };
        let (dims, _) = dense_shape(ctx, ty)?;
        // A splat stores one entry, which is the index in every dim, provided that there are indices.
        if dims.contains(&0) {
            return None;
        }
        let entries = bytes.chunks_exact(8).filter_map(|bytes| bytes.try_into().ok());
        let entries = entries.map(i64::from_le_bytes);
        let entries: Vec<i64> = match splat {
            true => entries.cycle().take(shape.len()).collect(),
            false => entries.collect(),
        };
        fn is_outside(shape: &[u64], (at, &entry): (usize, &i64)) -> bool {
            u64::try_from(entry).map_or(true, |entry| entry >= shape[at % shape.len()])
        }
        let (at, entry) =
            entries.iter().enumerate().find(|&it| !shape.is_empty() && is_outside(shape, it))?;
        let dim = at % shape.len();
        let length = shape[at % shape.len()];
        Some(format!("index {entry} of `sparse` is outside of d{dim}, whose length is {length}"))
    }
}

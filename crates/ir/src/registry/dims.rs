//! The dims that the values of an op share, and the lists in which an op names dims.
//!
//! A pass that permutes the dims of tensors permutes each shared dim in all values of the op alike, and rewrites the
//! lists. [`crate::op_dims`] describes the rows from which the registry reads an [`OpDims`].

use super::view::Opaque;
use crate::data::attrs::Attr;
use crate::data::module::{Module, Op, Value};
use crate::data::shared::SharedFn;
use crate::diag::counted;
use std::borrow::Cow;

/// How the dims of the operands and results of an op correspond, and where the op names dims.
///
/// The dims that several values have in common are the *shared dims* of the op, numbered from 0. The op computes the same
/// elements if the shared dims are permuted alike in all values and its lists are rewritten.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpDims {
    /// The dims of each operand.
    pub operands: Vec<ValueDims>,
    /// The dims of each result.
    pub results: Vec<ValueDims>,
    /// For each shared dim, `true` if it must keep its position in every value.
    pub pinned: Vec<bool>,
    /// The lists in which the op names dims, or has entries for dims.
    pub lists: Vec<DimList>,
    /// `true` if the op must not compute on storage padding, which is zero or unspecified, because it can trap there.
    pub excludes_padding: bool,
}

impl OpDims {
    /// Checks that the dims fit the operands and results of an op.
    pub(super) fn check(&self, module: &Module, op: Op) -> Result<(), Opaque> {
        let operands = module.operands(op);
        let results: Vec<Value> = module.results(op).collect();
        for (what, values, dims) in
            [("operand", operands, &self.operands), ("result", &results, &self.results)]
        {
            if values.len() != dims.len() {
                let [has, listed] = [values.len(), dims.len()];
                let message = format!("it has {}, but dims for {listed}", counted(has, what));
                return Err(Opaque::new(message));
            }
            for (at, (&value, dims)) in values.iter().zip(dims).enumerate() {
                let ValueDims::Shared(dims) = dims else { continue };
                let name = format!("{what} {at}");
                self.check_dims(&name, dims)?;
                let rank = module.kind(value).tensor_dims().map(<[_]>::len);
                if let Some(rank) = rank.filter(|&rank| rank != dims.len()) {
                    let listed = counted(dims.len(), "shared dim");
                    return Err(Opaque::new(format!("{name} has rank {rank}, but {listed}")));
                }
            }
        }
        for (at, list) in self.lists.iter().enumerate() {
            self.check_dims(&format!("list {at}"), &list.dims)?;
        }
        Ok(())
    }

    /// Checks that a list has shared dims, each once at most.
    fn check_dims(&self, of: &str, dims: &[usize]) -> Result<(), Opaque> {
        for (at, dim) in dims.iter().enumerate() {
            if *dim >= self.pinned.len() {
                let all = counted(self.pinned.len(), "shared dim");
                return Err(Opaque::new(format!(
                    "{of} has the shared dim {dim}, but the op has {all}"
                )));
            }
            if dims[..at].contains(dim) {
                return Err(Opaque::new(format!("{of} has the shared dim {dim} twice")));
            }
        }
        Ok(())
    }
}

/// The dims of one value of an op.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueDims {
    /// The dims keep their logical order. A value that is no ranked tensor has no others.
    Kept,
    /// The shared dim that each dim of the value is. A shared dim occurs once at most.
    Shared(Vec<usize>),
}

/// A list in which an op names dims of a value, or has entries for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DimList {
    /// The place of the list.
    pub place: ListPlace,
    /// The meaning of the entries.
    pub kind: ListKind,
    /// The shared dims to which the list refers, in the order of the dims of the value.
    pub dims: Vec<usize>,
    /// The entries, or those that the op assumes where the list is absent.
    pub entries: Vec<i64>,
}

/// The place of a list of an op.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListPlace {
    /// The attribute of this key. It may be absent.
    Attr(Cow<'static, str>),
    /// The constant operand of this number. The next operand after the last one may be absent.
    Operand(usize),
}

/// The meaning of the entries of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListKind {
    /// Numbers of dims, of which negative ones count from the end. Their sequence matters.
    Axes,
    /// Numbers of dims as in `Axes`, in any sequence. They are written in ascending order.
    AxisSet,
    /// One or several lists, one after the other, each with an entry for each dim.
    Lists,
    /// For each dim a group of adjacent entries, such as `[low, high]`.
    Groups,
}

impl DimList {
    /// Returns the entries after a permutation. `order` has the number, among the dims to which the list refers, of the
    /// dim at each new position. `None` if an entry names no dim, or the number of entries is no multiple of the dims.
    pub fn permuted(&self, order: &[usize]) -> Option<Vec<i64>> {
        let rank = self.dims.len();
        match self.kind {
            ListKind::Axes | ListKind::AxisSet => {
                let new = self.entries.iter().map(|&axis| {
                    let from_end = if axis < 0 { i64::try_from(rank).ok()? } else { 0 };
                    let dim = usize::try_from(axis.checked_add(from_end)?).ok()?;
                    i64::try_from(order.iter().position(|&at| at == dim)?).ok()
                });
                let mut new = new.collect::<Option<Vec<i64>>>()?;
                if self.kind == ListKind::AxisSet {
                    new.sort_unstable();
                }
                Some(new)
            }
            ListKind::Lists => {
                let lists = self.in_parts(rank)?;
                Some(lists.flat_map(|list| order.iter().map(|&dim| list[dim])).collect())
            }
            ListKind::Groups => {
                let size = self.entries.len().checked_div(rank).unwrap_or(0);
                let groups: Vec<&[i64]> = self.in_parts(size)?.collect();
                let all_dims = groups.len() == rank;
                all_dims.then(|| order.iter().flat_map(|&dim| groups[dim]).copied().collect())
            }
        }
    }

    /// Returns the parts of equal size that the entries consist of; `None` if the size does not divide their number.
    fn in_parts(&self, size: usize) -> Option<impl Iterator<Item = &[i64]>> {
        let is_whole = match size {
            0 => self.entries.is_empty(),
            _ => self.entries.len().is_multiple_of(size),
        };
        is_whole.then(|| self.entries.chunks(size.max(1)))
    }
}

/// The change of an op that computes on permuted operands or results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpEdit {
    /// The new name; `None` to keep the name.
    pub name: Option<Cow<'static, str>>,
    /// The attributes to set, or to remove if `None`.
    pub attrs: Vec<(Cow<'static, str>, Option<Attr>)>,
}

/// A function of a registry `R` that returns the dims of an op.
///
/// # Errors
/// The dims are unknown: a list is not constant, or an attribute has a value that keeps the dims from being permuted.
pub type DimsOf<R> = SharedFn<dyn Fn(&R, &Module, Op) -> DimsResult + Send + Sync>;

/// The result of a function that returns the dims of an op.
pub type DimsResult = Result<OpDims, Opaque>;

/// A function that returns the change of an op which then computes on permuted values. The list has an entry for each
/// operand and then each result: the logical dim at each position, or `None` for a value that is not permuted. `None`
/// if the op cannot compute on these.
pub type AbsorbOf =
    SharedFn<dyn Fn(&mut Module, Op, &[Option<Vec<usize>>]) -> Option<OpEdit> + Send + Sync>;

/// The functions that permute the dims of the ops of a name.
#[derive(Clone, Debug)]
pub(crate) struct DimFunctions<R: 'static> {
    pub(crate) dims: Option<DimsOf<R>>,
    pub(crate) absorb: Option<AbsorbOf>,
}

impl<R: 'static> Default for DimFunctions<R> {
    fn default() -> DimFunctions<R> {
        DimFunctions { dims: None, absorb: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(kind: ListKind, entries: &[i64]) -> DimList {
        let place = ListPlace::Attr("axes".into());
        DimList { place, kind, dims: vec![0, 1, 2], entries: entries.to_vec() }
    }

    #[test]
    fn lists_follow_their_dims() {
        let order = [0, 2, 1];
        for (kind, entries, expected) in [
            (ListKind::Axes, &[-1, 0][..], &[1, 0][..]),
            (ListKind::AxisSet, &[-1, 0], &[0, 1]),
            (ListKind::Lists, &[1, 2, 3, 4, 5, 6], &[1, 3, 2, 4, 6, 5]),
            (ListKind::Groups, &[1, 2, 3, 4, 5, 6], &[1, 2, 5, 6, 3, 4]),
        ] {
            assert_eq!(list(kind, entries).permuted(&order).as_deref(), Some(expected), "{kind:?}");
        }
    }

    #[test]
    fn lists_of_other_lengths_are_refused() {
        for (kind, entries) in [
            (ListKind::Axes, &[3][..]),
            (ListKind::Axes, &[i64::MIN]),
            (ListKind::Lists, &[1, 2]),
            (ListKind::Groups, &[1, 2, 3, 4]),
        ] {
            assert_eq!(list(kind, entries).permuted(&[0, 2, 1]), None, "{kind:?} {entries:?}");
        }
        let scalar = DimList { dims: Vec::new(), ..list(ListKind::Lists, &[]) };
        assert_eq!(scalar.permuted(&[]), Some(Vec::new()));
    }
}

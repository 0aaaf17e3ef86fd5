//! Subview maps: the strides and the offset of a tensor in terms of the unknown strides of its buffer.

use crate::space::checked_product;
use crate::stride::constraint::{Constraint, Scaled};

/// The stride of one dim of a tensor in a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DimBinding {
    /// The dim of the buffer whose stride is the base of this dim's stride. The stride of a dim of length 1 is free;
    /// its root is the dim that it was sliced from, or `None` if a reshape inserted it.
    pub root: Option<usize>,
    /// The factor, at least 1.
    pub times: i64,
    /// The length, at least 1.
    pub len: i64,
}

impl DimBinding {
    /// Returns the stride as a multiple of a stride of the buffer; `None` for a dim of length 1, whose stride is free.
    pub fn stride(self) -> Option<Scaled> {
        let root = self.root.filter(|_| self.len > 1);
        root.map(|var| Scaled { var, times: self.times })
    }
}

/// A constraint on two dims of a buffer that a reshape merges: both multiples are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ContiguityConstraint {
    /// The stride of the outer dim.
    pub outer: Scaled,
    /// The stride of the inner dim times its length.
    pub inner: Scaled,
}

impl ContiguityConstraint {
    /// Returns the same constraint on strides, for the solver.
    pub fn constraint(self) -> Constraint {
        Constraint::Equal(self.outer, self.inner)
    }
}

/// The bindings of all logical dims of a tensor, and the offset of its index zero in strides of the buffer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SubviewMap {
    dims: Vec<DimBinding>,
    /// The terms, sorted by dim of the buffer, with at most one per dim.
    offset: Vec<Scaled>,
}

/// The reason why a tensor is not a subview. Types and view ops that the verifier accepts never cause one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SubviewFault {
    /// The numbers of elements, before and after, differ.
    Counts(i64, i64),
    /// The view names a dim that does not exist, or an index is out of range.
    Outside,
    /// A factor does not fit 64 bits.
    TooLarge,
}

impl_error!(SubviewFault {
    Self::Counts(from, to) => "it changes the number of elements from {from} to {to}",
    Self::Outside => "it is out of bounds",
    Self::TooLarge => "its strides do not fit 64 bits",
});

impl SubviewMap {
    /// Returns the map of the buffer itself, which has these lengths.
    pub fn whole(lens: &[i64]) -> SubviewMap {
        SubviewMap {
            dims: lens
                .iter()
                .enumerate()
                .map(|(at, &len)| DimBinding { root: Some(at), times: 1, len })
                .collect(),
            offset: Vec::new(),
        }
    }

    /// Returns the map with these bindings and this offset, which has at most one term per dim of the buffer, in any
    /// order.
    pub(in crate::stride) fn new(dims: Vec<DimBinding>, mut offset: Vec<Scaled>) -> SubviewMap {
        offset.sort_unstable();
        SubviewMap { dims, offset }
    }

    /// Returns the dims in logical order.
    pub fn dims(&self) -> &[DimBinding] {
        &self.dims
    }

    /// Returns the lengths in logical order.
    pub fn lens(&self) -> Vec<i64> {
        self.dims.iter().map(|dim| dim.len).collect()
    }

    /// Returns the offset of index zero, a sum of multiples of strides of the buffer.
    pub fn offset(&self) -> &[Scaled] {
        &self.offset
    }

    /// Returns `true` if both tensors are the same memory with the same indexing. The strides of dims of length 1 are
    /// ignored.
    pub fn is_same_memory(&self, other: &SubviewMap) -> bool {
        fn moving(map: &SubviewMap) -> Vec<(Option<Scaled>, i64)> {
            map.dims.iter().map(|dim| (dim.stride(), dim.len)).collect()
        }
        moving(self) == moving(other) && self.offset == other.offset
    }

    /// Composes this map with the location of its buffer in another buffer, and returns the map to that buffer.
    ///
    /// # Errors
    /// The buffer has another rank, or a factor does not fit 64 bits.
    pub fn within(&self, buffer: &SubviewMap) -> Result<SubviewMap, SubviewFault> {
        let dims = self
            .dims
            .iter()
            .map(|binding| {
                let Some(root) = binding.root else { return Ok(*binding) };
                let around = buffer.dims.get(root).ok_or(SubviewFault::Outside)?;
                let times =
                    around.times.checked_mul(binding.times).ok_or(SubviewFault::TooLarge)?;
                Ok(DimBinding { root: around.root, times, len: binding.len })
            })
            .collect::<Result<_, SubviewFault>>()?;
        let mut offset = buffer.offset.clone();
        for &term in &self.offset {
            if let Some(term) = buffer.scaled(term)? {
                add(&mut offset, term)?;
            }
        }
        Ok(SubviewMap { dims, offset })
    }

    /// Translates constraints on the dims of this tensor into constraints on the dims of its buffer. A constraint that
    /// holds for any strides, because both dims are parts of one, is omitted.
    ///
    /// # Errors
    /// A constraint names a dim that does not exist, or a factor does not fit 64 bits.
    pub fn constraints_within(
        &self,
        constraints: &[ContiguityConstraint],
    ) -> Result<Vec<ContiguityConstraint>, SubviewFault> {
        let mut moved = Vec::new();
        for constraint in constraints {
            let ends = (self.scaled(constraint.outer)?, self.scaled(constraint.inner)?);
            if let (Some(outer), Some(inner)) = ends
                && outer != inner
            {
                moved.push(ContiguityConstraint { outer, inner });
            }
        }
        Ok(moved)
    }

    /// Translates a multiple of the stride of one of this tensor's dims into a multiple of a stride of the buffer;
    /// `None` if the dim's stride is free.
    fn scaled(&self, of: Scaled) -> Result<Option<Scaled>, SubviewFault> {
        let stride = self.dims.get(of.var).ok_or(SubviewFault::Outside)?.stride();
        stride.map(|stride| stride.scaled(of.times).ok_or(SubviewFault::TooLarge)).transpose()
    }

    /// Returns the inverse: the map of the buffer, which has these lengths, with this tensor as its buffer. `held` are
    /// the contiguity constraints that hold in the buffer. The inverse is valid under the returned constraints on this
    /// tensor's strides: parts of one dim of the buffer are contiguous. `None` if this tensor does not contain the
    /// whole buffer.
    pub fn inverse(
        &self,
        lens: &[i64],
        held: &[ContiguityConstraint],
    ) -> Option<(SubviewMap, Vec<ContiguityConstraint>)> {
        fn count(lens: &[i64]) -> Option<i64> {
            checked_product(lens.iter().copied())
        }
        if count(&self.lens())? != count(lens)? || !self.offset.is_empty() {
            return None;
        }
        let dims = lens.iter().enumerate();
        let dims: Option<Vec<DimBinding>> =
            dims.map(|(root, &len)| self.solved_for(root, len, held, lens.len())).collect();
        let parts = (0..lens.len()).flat_map(|root| self.parts_of(root)).collect();
        Some((SubviewMap { dims: dims?, offset: Vec::new() }, parts))
    }

    /// Expresses a dim of the buffer by a stride of this tensor: that of the dim with the same stride, or through the
    /// constraints that make it a multiple of an inner stride.
    fn solved_for(
        &self,
        root: usize,
        len: i64,
        held: &[ContiguityConstraint],
        steps: usize,
    ) -> Option<DimBinding> {
        if len == 1 {
            let at = self.dims.iter().position(|dim| dim.root == Some(root));
            return Some(DimBinding { root: at, times: 1, len });
        }
        let mut of = Scaled::once(root);
        let mut times = 1i64;
        for _ in 0..=steps {
            if let Some(at) = self.dims.iter().position(|dim| dim.stride() == Some(of)) {
                return Some(DimBinding { root: Some(at), times, len });
            }
            let inner = held.iter().find(|constraint| constraint.outer == of)?.inner;
            times = times.checked_mul(inner.times)?;
            of = Scaled::once(inner.var);
        }
        None
    }

    /// Returns constraints that make the dims of this tensor contiguous that are parts of one dim of the buffer.
    fn parts_of(&self, root: usize) -> Vec<ContiguityConstraint> {
        let dims = self.dims.iter().enumerate();
        let mut parts: Vec<(i64, usize, i64)> = dims
            .filter_map(|(at, dim)| {
                let stride = dim.stride().filter(|stride| stride.var == root)?;
                Some((stride.times, at, dim.len))
            })
            .collect();
        parts.sort_unstable();
        let pairs = parts.windows(2).map(|pair| {
            let inner = Scaled { var: pair[0].1, times: pair[0].2 };
            ContiguityConstraint { outer: Scaled::once(pair[1].1), inner }
        });
        pairs.collect()
    }
}

/// Adds a term to a sorted sum.
fn add(sum: &mut Vec<Scaled>, term: Scaled) -> Result<(), SubviewFault> {
    match sum.binary_search_by_key(&term.var, |term| term.var) {
        Ok(at) => {
            let times = sum[at].times.checked_add(term.times);
            sum[at].times = times.ok_or(SubviewFault::TooLarge)?;
        }
        Err(at) => sum.insert(at, term),
    }
    Ok(())
}

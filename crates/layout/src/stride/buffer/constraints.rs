//! The constraints that the tensors of a buffer impose on its unknown strides.

use std::borrow::Cow;

use super::error::BufferError;
use super::origins::{BufferConstraints, Origin, StrideLimit};
use super::problem::{BufferMember, BufferProblem, StrideLimits};
use crate::stride::constraint::{Constraint, Scaled};
use crate::stride::physical::each_spans;

/// Constraints with their origins. The origin is `None` for a fact of memory.
type ConstraintList = Result<Vec<(Constraint, Option<Origin>)>, BufferError>;

/// A tensor whose strides are bound to unknowns. If the tensor has requirements, they bind dims of length 1 too, so
/// each such dim gets its own unknown. Otherwise these strides stay free.
pub(super) struct NamedMember<'a> {
    problem: &'a BufferProblem,
    pub(super) member: &'a BufferMember,
    /// The index of the tensor in the problem.
    pub(super) at: usize,
    /// The strides by physical dim; `None` if a stride is free.
    pub(super) strides: Cow<'a, [Option<Scaled>]>,
}

impl<'a> NamedMember<'a> {
    /// Binds the strides of a tensor to unknowns. `vars` is the number of unknowns so far, and grows with each new one.
    fn new(problem: &'a BufferProblem, at: usize, vars: &mut usize) -> NamedMember<'a> {
        let member = &problem.members[at];
        let mut strides = Cow::Borrowed(member.strides.as_slice());
        let is_bound = !member.reqs.is_empty() && member.given.is_none();
        if is_bound && strides.contains(&None) {
            for free in strides.to_mut().iter_mut().filter(|stride| stride.is_none()) {
                *free = Some(Scaled::once(*vars));
                *vars += 1;
            }
        }
        NamedMember { problem, member, at, strides }
    }

    /// Returns the error for a factor, stride or offset of this tensor that does not fit 64 bits.
    pub(super) fn too_large(&self) -> BufferError {
        BufferError::TooLarge { member: self.at, overflow: None }
    }

    fn scaled(&self, stride: Scaled, by: i64) -> Result<Scaled, BufferError> {
        stride.scaled(by).ok_or_else(|| self.too_large())
    }

    /// Pairs each stride that is not free with the next inner one times its length.
    fn neighbors(&self) -> Result<Vec<(Scaled, Scaled)>, BufferError> {
        let known = self.strides.iter().zip(&self.member.lens);
        let known: Vec<(Scaled, i64)> =
            known.filter_map(|(stride, &len)| stride.map(|stride| (stride, len))).collect();
        let pairs = known.windows(2);
        pairs.map(|pair| Ok((pair[0].0, self.scaled(pair[1].0, pair[1].1)?))).collect()
    }

    /// Returns the stride of a physical dim. A free stride is replaced by the next inner stride times its length;
    /// `None` if it has no inner stride, in which case it is one element.
    pub(super) fn filled(&self, at: usize) -> Result<Option<Scaled>, BufferError> {
        if self.strides[at].is_some() {
            return Ok(self.strides[at]);
        }
        let inner = (at + 1..self.strides.len())
            .find_map(|inner| self.strides[inner].map(|stride| (stride, self.member.lens[inner])));
        inner.map(|(stride, len)| self.scaled(stride, len)).transpose()
    }

    /// Returns the stride of each physical dim, in elements, from the values of the unknowns.
    pub(super) fn values(&self, unknowns: &[i64]) -> Result<Vec<i64>, BufferError> {
        (0..self.strides.len())
            .map(|at| match self.filled(at)? {
                None => Ok(1),
                Some(of) => {
                    let value =
                        unknowns.get(of.var).and_then(|stride| stride.checked_mul(of.times));
                    value.ok_or_else(|| self.too_large())
                }
            })
            .collect()
    }

    fn is_packed(&self, unknowns: &[i64]) -> bool {
        let Ok(values) = self.values(unknowns) else { return false };
        let dims = self.member.lens.iter().map(|&len| Some(len)).zip(values);
        each_spans(dims, |stride, inner| stride == inner)
    }
}

/// The constraint system of a buffer.
pub(super) struct BufferSystem<'a> {
    pub(super) problem: &'a BufferProblem,
    pub(super) members: Vec<NamedMember<'a>>,
    pub(super) constraints: BufferConstraints,
}

impl<'a> BufferSystem<'a> {
    /// Collects all constraints except the maxima of a device. Requirements come first, so that conflicts prefer to
    /// name them.
    pub(super) fn new(
        problem: &'a BufferProblem,
        limits: Option<&StrideLimits>,
    ) -> Result<BufferSystem<'a>, BufferError> {
        let mut vars = problem.lens.len();
        let members: Vec<NamedMember<'a>> =
            (0..problem.members.len()).map(|at| NamedMember::new(problem, at, &mut vars)).collect();
        let unknowns = unknowns(problem, &members, vars);
        let mut constraints = BufferConstraints::new(problem.elem, unknowns);
        for member in &members {
            constraints.extend(member.requirements()?);
        }
        for member in &members {
            constraints.extend(member.nesting()?);
        }
        let contiguity = problem.contiguity.iter().enumerate();
        let contiguity = contiguity.map(|(at, it)| (it.constraint(), Some(Origin::Contiguity(at))));
        constraints.extend(contiguity.collect());
        if let Some(limits) = limits {
            for member in members.iter().filter(|it| it.member.described) {
                constraints.extend(member.limits(limits)?);
            }
        }
        Ok(BufferSystem { problem, members, constraints })
    }

    /// Adds the maxima of a device for the tensors whose least strides exceed them. A packed tensor is described
    /// without strides, so only tensors with gaps are bound. Returns `true` if any maximum was added.
    pub(super) fn add_maxima(
        &mut self,
        unknowns: &[i64],
        limits: &StrideLimits,
    ) -> Result<bool, BufferError> {
        let mut maxima = Vec::new();
        for member in self.members.iter().filter(|it| it.member.described) {
            if !member.is_packed(unknowns) {
                maxima.extend(member.maxima(unknowns, limits)?);
            }
        }
        let is_bound = !maxima.is_empty();
        self.constraints.extend(maxima);
        Ok(is_bound)
    }
}

impl NamedMember<'_> {
    /// Returns the size of an element in bits.
    fn elem_bits(&self) -> i128 {
        self.problem.elem.bits().get().into()
    }

    fn stride(&self, dim: usize) -> Option<Scaled> {
        self.strides.get(dim).copied().flatten()
    }

    fn limit(&self, limit: StrideLimit) -> Option<Origin> {
        Some(Origin::Limit { member: self.at, limit })
    }

    fn requirements(&self) -> ConstraintList {
        let member = self.at;
        if let Some(given) = &self.member.given {
            return Ok(self
                .strides
                .iter()
                .zip(given.values())
                .filter_map(|(stride, given)| {
                    let bits = i128::from(given.get()) * self.elem_bits();
                    Some((
                        Constraint::Exactly { of: (*stride)?, bits },
                        Some(Origin::Given { member }),
                    ))
                })
                .collect());
        }
        let stated = self.member.reqs.iter().map(|&req| {
            let dim = req.dim.index();

            // A requirement on a dim that does not exist refers to an unknown that does not exist.
            let of = self.stride(dim).unwrap_or(Scaled::once(usize::MAX));
            let inner =
                self.stride(dim + 1).map(|inner| self.scaled(inner, self.member.lens[dim + 1]));
            let inner = inner.transpose()?;
            let elem = self.problem.elem;
            let constraint = Constraint::of_requirement(req.kind, of, inner, elem);
            Ok((constraint, Some(Origin::Requirement { member, req })))
        });
        stated.collect()
    }

    /// Returns the constraints that keep the elements of a tensor apart: each stride spans the dims inside it. For the
    /// root they are hard. Other tensors inherit them, unless they have steps.
    fn nesting(&self) -> ConstraintList {
        let dims = self.problem.lens.len();
        let mut stated = Vec::new();
        for (outer, inner) in self.neighbors()? {
            let nested = Constraint::AtLeast(outer, inner);
            if self.at == self.problem.root || outer.var >= dims || inner.var >= dims {
                stated.push((nested, None));
            } else if !follows_from_root(self.problem, outer, inner) {
                stated.push((nested, Some(Origin::Nested { member: self.at })));
            }
        }
        Ok(stated)
    }

    fn limits(&self, limits: &StrideLimits) -> ConstraintList {
        let elem = self.elem_bits();
        let mut stated = Vec::new();
        if let Some(Some(of)) = self.strides.last().copied() {
            stated
                .push((Constraint::Exactly { of, bits: elem }, self.limit(StrideLimit::Innermost)));
        }
        // If the dims inside have length 1, their strides are free, and only the packed limit binds the innermost
        // stride.
        let innermost = self.strides.iter().rev().find_map(|stride| *stride);
        if let Some(of) = innermost.filter(|_| !limits.non_packed) {
            stated.push((Constraint::Exactly { of, bits: elem }, self.limit(StrideLimit::Packed)));
        }
        for (outer, inner) in self.neighbors()? {
            if elem % 8 != 0 {
                let whole = Constraint::Multiple { of: outer, bits: 8 };
                stated.push((whole, self.limit(StrideLimit::WholeBytes)));
            }
            if !limits.non_packed {
                stated.push((Constraint::Equal(outer, inner), self.limit(StrideLimit::Packed)));
            }
        }
        Ok(stated)
    }

    fn maxima(&self, unknowns: &[i64], limits: &StrideLimits) -> ConstraintList {
        fn bits(bytes: u64) -> i128 {
            i128::from(bytes) * 8
        }
        let max_stride = bits(limits.max_stride);
        let max_size = bits(limits.max_size);

        let mut stated = Vec::new();
        for at in 0..self.strides.len() {
            let Some(of) = self.filled(at)? else { continue };
            let stride = i128::from(unknowns[of.var]) * i128::from(of.times) * self.elem_bits();
            if stride > max_stride {
                let most = Constraint::AtMost { of, bits: max_stride };
                stated.push((most, self.limit(StrideLimit::MaxStride)));
            }
            let len = self.member.lens[at];
            let size = stride.checked_mul(len.into());
            if at == 0 && size.is_none_or(|size| size > max_size) {
                let most = Constraint::AtMost { of: self.scaled(of, len)?, bits: max_size };
                stated.push((most, self.limit(StrideLimit::MaxSize)));
            }
        }
        Ok(stated)
    }
}

/// Returns the tensor and physical dim of each unknown: a dim of the root, or a dim of length 1 with requirements.
fn unknowns(
    problem: &BufferProblem,
    members: &[NamedMember<'_>],
    vars: usize,
) -> Vec<(usize, usize)> {
    let mut unknowns = vec![(problem.root, 0); vars];
    for member in members {
        for (dim, stride) in member.strides.iter().enumerate() {
            if let Some(stride) = stride
                .as_ref()
                .filter(|stride| member.at == problem.root || stride.var >= problem.lens.len())
            {
                unknowns[stride.var] = (member.at, dim);
            }
        }
    }
    unknowns
}

/// Returns `true` if the nesting of the root alone implies `outer >= inner`. `outer` is known to be outside `inner`.
fn follows_from_root(problem: &BufferProblem, outer: Scaled, inner: Scaled) -> bool {
    if outer.var == inner.var {
        return outer.times >= inner.times;
    }
    inner.times <= problem.lens[inner.var]
}

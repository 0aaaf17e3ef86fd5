//! The least strides of the tensors of a buffer, their offsets, and the derivation of the strides.

use super::constraints::{BufferSystem, NamedMember};
use super::error::{BufferConflict, BufferError, BufferReason};
use super::origins::BufferConstraints;
use super::problem::{BufferProblem, StrideLimits};
use crate::space::{Elems, MemShape, MemStrides};
use crate::stride::constraint::Scaled;
use crate::stride::overflow::MemoryOverflow;
use crate::stride::physical::PhysicalLayout;
use crate::stride::system::{Cause, Derivation, SystemConflict};

/// The layout of one tensor of a buffer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MemberLayout {
    /// The strides, by physical dim.
    pub strides: MemStrides,
    /// The offset of index zero, in elements.
    pub offset: i64,
}

/// The derivations of the least strides of a buffer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BufferDerivation {
    /// The derivation of each unknown.
    pub derivations: Vec<Derivation>,
    /// The strides of each tensor by physical dim, as multiples of unknowns; `None` if a stride is free.
    pub strides: Vec<Vec<Option<Scaled>>>,
    /// All constraints with their origins.
    pub constraints: BufferConstraints,
}

impl BufferProblem {
    /// Returns the least strides and the offset of each member. If there are limits of a device, the strides respect
    /// them.
    ///
    /// # Errors
    /// The constraints are unsatisfiable, a given offset differs from the required one, or a number does not fit 64
    /// bits.
    pub fn solve(&self, limits: Option<&StrideLimits>) -> Result<Vec<MemberLayout>, BufferError> {
        let layouts = self.least(limits)?;
        for (member, layout) in layouts.iter().enumerate() {
            if let Some(overflow) = self.overflow(member, layout) {
                return Err(BufferError::TooLarge { member, overflow: Some(Box::new(overflow)) });
            }
        }
        Ok(layouts)
    }

    /// Returns the size of a member that does not fit 64 bits; `None` if all sizes fit.
    fn overflow(&self, member: usize, layout: &MemberLayout) -> Option<MemoryOverflow> {
        let lens = MemShape::of_static(&self.members[member].lens).ok()?;
        let offset = Elems::new(layout.offset);
        PhysicalLayout::new(lens, layout.strides.clone(), offset, self.elem).ok()?.overflow()
    }

    /// Returns the same layouts as [`solve`](BufferProblem::solve), without the check that their sizes fit 64 bits.
    pub(in crate::stride) fn least(
        &self,
        limits: Option<&StrideLimits>,
    ) -> Result<Vec<MemberLayout>, BufferError> {
        let (system, unknowns) = BufferSystem::solved(self, limits)?;
        let base = system.base(&unknowns)?;
        system.members.iter().map(|member| member.layout(&unknowns, base)).collect()
    }

    /// Returns the derivation of the strides that [`solve`](BufferProblem::solve) returns; `None` if there is no
    /// solution.
    pub fn derive(&self, limits: Option<&StrideLimits>) -> Option<BufferDerivation> {
        let (system, _) = BufferSystem::solved(self, limits).ok()?;
        let derivations = system.constraints.system().derive()?;
        Some(BufferDerivation {
            derivations,
            strides: system.members.into_iter().map(|member| member.strides.into_owned()).collect(),
            constraints: system.constraints,
        })
    }
}

impl<'a> BufferSystem<'a> {
    /// Returns the system with its least solution, by unknown.
    pub(super) fn solved(
        problem: &'a BufferProblem,
        limits: Option<&StrideLimits>,
    ) -> Result<(BufferSystem<'a>, Vec<i64>), BufferError> {
        let mut system = BufferSystem::new(problem, limits)?;
        let mut unknowns = system.least()?;
        if let Some(limits) = limits
            && system.add_maxima(&unknowns, limits)?
        {
            unknowns = system.least()?;
        }
        Ok((system, unknowns))
    }

    fn least(&self) -> Result<Vec<i64>, BufferError> {
        let solved = self.constraints.system().solve();
        solved.map_err(|conflict| BufferError::Conflict(Box::new(self.conflict(&conflict))))
    }

    fn conflict(&self, conflict: &SystemConflict) -> BufferConflict {
        let reason = BufferReason {
            text: conflict
                .reason
                .render(self.problem.elem, &|var: usize| match self.constraints.unknowns.get(var) {
                    Some((member, dim)) => format!("m{dim} of tensor {member}"),
                    None => format!("unknown {var}"),
                })
                .to_string(),
            reason: conflict.reason.clone(),
            constraints: self.constraints.clone(),
        };
        conflict.map(
            reason,
            |&member| self.constraints.origins(Cause::Soft(member)).to_vec(),
            |unknowns| self.members.get(self.problem.root)?.typed(unknowns).ok(),
        )
    }

    /// Returns the offset of the buffer. The first given offset determines it; that of the root takes precedence.
    fn base(&self, unknowns: &[i64]) -> Result<i64, BufferError> {
        let root = self.members.get(self.problem.root);
        let mut all = root.into_iter().chain(&self.members);
        let given = all.find_map(|it| Some((it, it.member.given_offset?)));
        let Some((member, given)) = given else { return Ok(0) };
        let inside = member.offset(unknowns)?;
        // A buffer starts at element 0 or later.
        given.checked_sub(inside).filter(|&base| base >= 0).ok_or(BufferError::Offset {
            member: member.at,
            given,
            required: inside,
        })
    }
}

impl NamedMember<'_> {
    fn typed(&self, unknowns: &[i64]) -> Result<MemStrides, BufferError> {
        let values = self.values(unknowns)?.into_iter().map(Elems::new);
        MemStrides::new(values).map_err(|_| self.too_large())
    }

    /// Returns the offset of index zero relative to the buffer.
    fn offset(&self, unknowns: &[i64]) -> Result<i64, BufferError> {
        self.member
            .offset
            .iter()
            .try_fold(0, |sum: i64, term: &Scaled| {
                sum.checked_add(unknowns.get(term.var)?.checked_mul(term.times)?)
            })
            .ok_or_else(|| self.too_large())
    }

    fn layout(&self, unknowns: &[i64], base: i64) -> Result<MemberLayout, BufferError> {
        let member = self.at;
        let offset = self.offset(unknowns)?.checked_add(base).ok_or_else(|| self.too_large())?;
        if let Some(given) = self.member.given_offset.filter(|&given| given != offset) {
            return Err(BufferError::Offset { member, given, required: offset });
        }
        let strides = self.typed(unknowns)?;
        Ok(MemberLayout { strides: self.member.given.clone().unwrap_or(strides), offset })
    }
}

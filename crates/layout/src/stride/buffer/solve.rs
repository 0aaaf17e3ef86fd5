//! The least strides of the tensors of a buffer, and their offsets.

use std::fmt;

use super::constraints::{BufferSystem, FactorOverflow, NamedMember};
use super::origins::{ConstraintOrigins, Origin};
use super::problem::{BufferProblem, StrideLimits};
use crate::space::{ElemSize, Elems, MemStrides};
use crate::stride::constraint::Scaled;
use crate::stride::system::{Cause, Reason, SystemConflict};

/// The layout of one tensor of a buffer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MemberLayout {
    /// The strides, by physical dim.
    pub strides: MemStrides,
    /// The offset of index zero, in elements.
    pub offset: i64,
}

/// Why the tensors of a buffer have no strides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BufferError {
    /// The constraints contradict each other.
    Conflict(Box<BufferConflict>),
    /// The offset that a tensor's type gives is not that of the tensor in its buffer.
    Offset {
        /// The tensor.
        member: usize,
        /// The offset that its type gives.
        given: i64,
        /// Its offset in the buffer.
        required: i64,
    },
    /// A stride or an offset does not fit 64 bits.
    TooLarge {
        /// The tensor.
        member: usize,
    },
}

/// Constraints on the strides of a buffer that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BufferConflict {
    /// The numbers that disagree, in terms of unknowns.
    pub reason: Reason,
    /// The size of the elements, in which the reason counts.
    pub elem: ElemSize,
    /// The tensor and its physical dim, for the stride that each unknown is.
    pub unknowns: Vec<(usize, usize)>,
    /// All constraints with their origins.
    pub constraints: ConstraintOrigins,
    /// A minimal unsatisfiable core: constraints that never hold together, while any of them may be dropped and the others
    /// then hold, with what dropping each gives.
    pub unsat_core: Vec<Correction>,
}

/// The effect of dropping one constraint of a core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The origins of the constraint.
    pub origins: Vec<Origin>,
    /// The least strides of the whole buffer, by physical dim of the root, that satisfy all other constraints. `None` if
    /// these have a conflict of their own.
    pub strides: Option<MemStrides>,
}

impl fmt::Display for BufferError {
    /// The error in terms of the members, as `tensor 0` and so on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BufferError::Conflict(conflict) => {
                let name = |var: usize| match conflict.unknowns.get(var) {
                    Some((member, dim)) => format!("m{dim} of tensor {member}"),
                    None => format!("unknown {var}"),
                };
                conflict.reason.render(conflict.elem, &name).fmt(f)
            }
            BufferError::Offset { member, given, required } => {
                write!(f, "the offset of tensor {member} is {given}, but must be {required}")
            }
            BufferError::TooLarge { member } => {
                write!(f, "strides and offset of tensor {member} do not fit 64 bits of elements")
            }
        }
    }
}

impl std::error::Error for BufferError {}

impl From<FactorOverflow> for BufferError {
    fn from(overflow: FactorOverflow) -> BufferError {
        BufferError::TooLarge { member: overflow.member }
    }
}

impl BufferProblem {
    /// Returns the least strides and the offset of each member, within the limits of a device if there are some.
    ///
    /// # Errors
    /// The constraints contradict each other, a given offset is not right, or a number does not fit 64 bits.
    pub fn solve(&self, limits: Option<&StrideLimits>) -> Result<Vec<MemberLayout>, BufferError> {
        let (system, unknowns) = BufferSystem::solved(self, limits)?;
        let base = system.base(&unknowns)?;
        system.members.iter().map(|member| member.layout(&unknowns, base)).collect()
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
        let solved = self.constraints.system(self.vars, self.problem.elem).solve();
        solved.map_err(|conflict| BufferError::Conflict(Box::new(self.conflict(*conflict))))
    }

    fn conflict(&self, conflict: SystemConflict) -> BufferConflict {
        let root = self.members.get(self.problem.root);
        let strides = |unknowns: Vec<i64>| root?.typed(&unknowns).ok();
        let correction = |(dropped, unknowns): (usize, Option<Vec<i64>>)| Correction {
            origins: self.constraints.origins(Cause::Soft(dropped)).to_vec(),
            strides: unknowns.and_then(strides),
        };
        BufferConflict {
            reason: conflict.reason,
            elem: self.problem.elem,
            unknowns: self.unknowns(),
            constraints: self.constraints.clone(),
            unsat_core: conflict.corrections.into_iter().map(correction).collect(),
        }
    }

    /// Returns the tensor and physical dim of each unknown: of the root, or of a dim of length 1 with requirements.
    pub(super) fn unknowns(&self) -> Vec<(usize, usize)> {
        let mut unknowns = vec![(self.problem.root, 0); self.vars];
        for member in &self.members {
            for (dim, stride) in member.strides.iter().enumerate() {
                let names = |stride: &&Scaled| {
                    member.at == self.problem.root || stride.var >= self.problem.lens.len()
                };
                if let Some(stride) = stride.as_ref().filter(names) {
                    unknowns[stride.var] = (member.at, dim);
                }
            }
        }
        unknowns
    }

    /// Returns the offset of the buffer: the first offset that is given decides, that of the root before others.
    fn base(&self, unknowns: &[i64]) -> Result<i64, BufferError> {
        let root = self.members.get(self.problem.root);
        let mut all = root.into_iter().chain(&self.members);
        let given = all.find_map(|it| Some((it, it.member.given_offset?)));
        let Some((member, given)) = given else { return Ok(0) };
        let inside = member.offset(unknowns)?;
        // A buffer begins at element 0 or later.
        given.checked_sub(inside).filter(|&base| base >= 0).ok_or(BufferError::Offset {
            member: member.at,
            given,
            required: inside,
        })
    }
}

impl NamedMember<'_> {
    fn typed(&self, unknowns: &[i64]) -> Result<MemStrides, FactorOverflow> {
        let values = self.values(unknowns)?.into_iter().map(Elems::new);
        MemStrides::new(values).map_err(|_| FactorOverflow { member: self.at })
    }

    /// Returns the offset of index zero from that of the buffer.
    fn offset(&self, unknowns: &[i64]) -> Result<i64, FactorOverflow> {
        let add = |sum: i64, term: &Scaled| {
            sum.checked_add(unknowns.get(term.var)?.checked_mul(term.times)?)
        };
        let sum = self.member.offset.iter().try_fold(0, add);
        sum.ok_or(FactorOverflow { member: self.at })
    }

    fn layout(&self, unknowns: &[i64], base: i64) -> Result<MemberLayout, BufferError> {
        let member = self.at;
        let offset = self.offset(unknowns)?.checked_add(base);
        let offset = offset.ok_or(BufferError::TooLarge { member })?;
        if let Some(given) = self.member.given_offset.filter(|&given| given != offset) {
            return Err(BufferError::Offset { member, given, required: offset });
        }
        let strides = self.typed(unknowns)?;
        Ok(MemberLayout { strides: self.member.given.clone().unwrap_or(strides), offset })
    }
}

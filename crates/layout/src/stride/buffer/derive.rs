//! Why the least strides of a buffer are what they are.

use super::constraints::BufferSystem;
use super::origins::ConstraintOrigins;
use super::problem::{BufferProblem, StrideLimits};
use crate::space::ElemSize;
use crate::stride::constraint::Scaled;
use crate::stride::system::Derivation;

/// The derivations of the least strides of a buffer.
#[derive(Clone, Debug)]
pub struct BufferDerivation {
    /// The size of the elements, in which the derivations count.
    pub elem: ElemSize,
    /// The derivation of each unknown.
    pub derivations: Vec<Derivation>,
    /// The tensor and its physical dim, for the stride that each unknown is.
    pub unknowns: Vec<(usize, usize)>,
    /// The strides of each tensor by physical dim, as multiples of unknowns. `None` if a stride is free.
    pub strides: Vec<Vec<Option<Scaled>>>,
    /// All constraints with their origins.
    pub constraints: ConstraintOrigins,
}

impl BufferProblem {
    /// Returns why the members have the strides that [`solve`](BufferProblem::solve) finds. `None` if it finds none.
    pub fn derive(&self, limits: Option<&StrideLimits>) -> Option<BufferDerivation> {
        let (system, _) = BufferSystem::solved(self, limits).ok()?;
        let derivations = system.constraints.system(system.vars, self.elem).derive()?;
        Some(BufferDerivation {
            elem: self.elem,
            derivations,
            unknowns: system.unknowns(),
            strides: system.members.into_iter().map(|member| member.strides.into_owned()).collect(),
            constraints: system.constraints,
        })
    }
}

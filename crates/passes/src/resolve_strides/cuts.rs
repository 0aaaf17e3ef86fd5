//! The selection of the view links to copy if the tensors of a buffer have no common strides.

use super::buffers::{ActiveBuffers, problem};
use super::inputs::Inputs;
use super::links::{LinkId, ViewLink};
use super::sharing::{ClassBuffer, ClassMember, Sharing};
use super::type_layouts::TypeLayouts;
use crate::tensors::TensorId;
use indexmap::{IndexMap, IndexSet};
use ir::Value;
use ir::diag::Note;
use ir::layout::{BufferError, ElemSize, Origin, checked_product};
use rustc_hash::FxBuildHasher;

/// The maximum number of copies that are tried for one conflict, cheapest first.
const MAX_TRIED: usize = crate::limits::TRIED_COPIES as usize;

/// A view link that needs a copy.
pub(super) struct ViewCut {
    pub(super) link: ViewLink,
    /// The value of the link without strides, which must be copied; `None` if either value can be copied.
    pub(super) stuck: Option<Value>,
    /// The reasons for the copy; empty if decisions are not recorded.
    pub(super) why: Vec<Note>,
    /// The limit of the target that forces the copy; `None` if there is none.
    pub(super) limit: Option<Note>,
}

/// Returns the links to copy so that the strides of a buffer can be solved. If some tensors conflict with the root even
/// alone, these are their links. Otherwise, it is the link whose copy leaves the fewest conflicts; among these, the one
/// that copies the fewest elements, then the first.
pub(super) fn best_cuts(
    inputs: Inputs<'_>,
    types: &mut TypeLayouts,
    buffers: &ActiveBuffers,
    (buffer, elem): (&ClassBuffer, ElemSize),
    error: &BufferError,
) -> Vec<ViewLink> {
    let limits = inputs.limits();
    let fits: &dyn Fn(&ClassBuffer) -> bool = &|buffer| {
        let problem = problem(buffer, &buffers.tensors, elem);
        problem.is_some_and(|problem| problem.solve(limits.as_ref()).is_ok())
    };
    let members: IndexMap<TensorId, &ClassMember, FxBuildHasher> =
        buffer.members.iter().map(|member| (member.tensor, member)).collect();
    let own = buffers.sharing.links.iter();
    let own = own.filter(|link| link.classes.iter().all(|class| members.contains_key(class)));
    let own: Vec<ViewLink> = own.cloned().collect();
    let apart = apart(buffer, fits);
    let cuts: Vec<ViewLink> =
        own.iter().filter(|link| apart.contains(&link.classes[1])).cloned().collect();
    if !cuts.is_empty() {
        return cuts;
    }
    let in_conflict = in_conflict(buffer, &buffers.sharing, error);
    let candidates = own.iter().enumerate().filter(|(_, link)| {
        in_conflict.is_empty() || link.classes.iter().any(|class| in_conflict.contains(class))
    });
    let candidates = candidates.map(|(id, link)| {
        let size = checked_product(members[&link.classes[1]].map.lens());
        (size.unwrap_or(i64::MAX), id)
    });
    let mut candidates: Vec<(i64, LinkId)> = candidates.collect();
    candidates.sort_unstable();
    let tried = candidates.into_iter().take(MAX_TRIED).map(|(size, id)| {
        let mut sharing = Sharing::new(inputs, types, own.clone(), &IndexSet::from([id]));
        let failed = sharing.buffers.buffers().iter().filter(|buffer| !fits(buffer)).count();
        (failed, size, id)
    });
    tried.min().map(|(_, _, id)| own[id].clone()).into_iter().collect()
}

/// Returns the tensors, except the root, whose strides cannot be solved even in a buffer with the root alone.
fn apart(
    buffer: &ClassBuffer,
    fits: &dyn Fn(&ClassBuffer) -> bool,
) -> IndexSet<TensorId, FxBuildHasher> {
    let root = buffer.members.iter().find(|member| member.tensor == buffer.root);
    let mut beside = ClassBuffer {
        root: buffer.root,
        lens: buffer.lens.clone(),
        members: root.into_iter().cloned().collect(),
        contiguity: Vec::new(),
    };
    if root.is_none() || !fits(&beside) {
        return IndexSet::default();
    }
    let others = buffer.members.iter().filter(|member| member.tensor != buffer.root);
    let apart = others.filter(|member| {
        beside.members.truncate(1);
        beside.members.push((*member).clone());
        !fits(&beside)
    });
    apart.map(|member| member.tensor).collect()
}

/// Returns the tensors that an error involves.
fn in_conflict(buffer: &ClassBuffer, sharing: &Sharing, error: &BufferError) -> Vec<TensorId> {
    let conflict = match error {
        BufferError::Offset { member, .. } | BufferError::TooLarge { member, .. } => {
            return vec![buffer.members[*member].tensor];
        }
        BufferError::Conflict(conflict) => conflict,
        _ => return buffer.members.iter().map(|member| member.tensor).collect(),
    };
    let classes = conflict.core.iter().flatten().flat_map(|origin| match *origin {
        Origin::Contiguity(at) => sharing.links[buffer.contiguity[at].1].classes.to_vec(),
        _ => origin.member().into_iter().map(|member| buffer.members[member].tensor).collect(),
    });
    classes.collect()
}

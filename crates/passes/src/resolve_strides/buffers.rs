//! The stride problems of shared buffers, from the types of their tensors and the requirements of ops.

use super::inputs::Inputs;
use super::links::{OpaqueView, links};
use super::sharing::{ClassBuffer, ClassMember, Sharing};
use super::type_layouts::{TypeLayout, TypeLayouts};
use crate::tensors::TensorId;
use indexmap::{IndexMap, IndexSet};
use ir::Value;
use ir::layout::{BufferMember, BufferProblem, ElemSize, StrideReqs};
use rustc_hash::FxBuildHasher;
use std::rc::Rc;

/// A tensor of a shared buffer, with the constraints that its type and the ops put on its strides.
#[derive(Clone, Debug)]
pub(super) struct SharedTensor {
    /// The layout of its type. Strides in it satisfy `reqs`.
    layout: Rc<TypeLayout>,
    /// All requirements, by the tensor's physical dims.
    reqs: StrideReqs,
    /// `true` if a device accesses the tensor through its strides, so that the target's limits apply to them.
    described: bool,
}

impl SharedTensor {
    /// Returns a tensor. `None` if its layout has no strides, or its type is invalid.
    pub(super) fn new(
        inputs: Inputs<'_>,
        types: &mut TypeLayouts,
        class: TensorId,
    ) -> Option<SharedTensor> {
        let layout = types.get(inputs, inputs.tensor(class).ty);
        let layout = layout.filter(|it| it.without_strides.is_none())?;
        let reqs = layout.layout.reqs().join(&inputs.requirements.get(class));
        Some(SharedTensor { layout, reqs, described: inputs.is_described(class) })
    }

    /// Returns `true` if the type or an op constrains the layout.
    fn is_decided(&self) -> bool {
        self.layout.chosen || !self.reqs.is_empty()
    }

    /// Returns `true` if more than its order constrains the layout.
    pub(super) fn is_constrained(&self) -> bool {
        self.layout.is_constrained(&self.reqs)
    }

    /// Returns `true` if the type states strides.
    pub(super) fn has_strides(&self) -> bool {
        self.layout.layout.strides().is_some()
    }

    /// Returns `true` if the type states strides and this offset.
    pub(super) fn has_layout_at(&self, offset: i64) -> bool {
        let is_stated = self.layout.offset.is_some() || self.layout.is_format;
        self.has_strides() && (is_stated || offset == 0)
    }

    fn member(&self, member: &ClassMember) -> BufferMember {
        let given =
            self.layout.layout.strides().and_then(|given| member.order.to_memory(given).ok());
        BufferMember {
            reqs: self.reqs.iter().collect(),
            given,
            given_offset: self.layout.offset,
            // A device describes static lengths only.
            described: self.described && self.layout.layout.shape().first_dynamic().is_none(),
            ..BufferMember::new(&member.map, member.order)
        }
    }
}

/// The tensors of active buffers.
pub(super) type SharedTensors = IndexMap<TensorId, SharedTensor, FxBuildHasher>;

/// Returns the problem of a buffer. `None` if one of its tensors is not in `tensors`.
pub(super) fn problem(
    buffer: &ClassBuffer,
    tensors: &SharedTensors,
    elem: ElemSize,
) -> Option<BufferProblem> {
    let members = buffer.members.iter();
    let members = members.map(|member| Some(tensors.get(&member.tensor)?.member(member)));
    Some(BufferProblem {
        lens: buffer.lens.clone(),
        elem,
        members: members.collect::<Option<_>>()?,
        root: buffer.members.iter().position(|member| member.tensor == buffer.root)?,
        contiguity: buffer.contiguity.iter().map(|it| it.0).collect(),
    })
}

/// The buffers of a module. A buffer is *active* if a type or an op constrains the layout of one of its tensors.
pub(super) struct ActiveBuffers {
    pub(super) sharing: Sharing,
    pub(super) opaque_views: Vec<OpaqueView>,
    pub(super) tensors: SharedTensors,
    /// The roots of the active buffers.
    active: IndexSet<TensorId>,
}

impl ActiveBuffers {
    /// Finds the buffers of a module. The buffers of `copies` are always active.
    pub(super) fn new(
        inputs: Inputs<'_>,
        types: &mut TypeLayouts,
        copies: &IndexSet<Value>,
    ) -> ActiveBuffers {
        let (links, opaque_views) = links(inputs);
        let mut sharing = Sharing::new(inputs, types, links, &IndexSet::new());
        let linked = sharing.links.iter().flat_map(|link| link.classes);
        let linked: IndexSet<TensorId, FxBuildHasher> = linked.collect();
        let mut tensors: SharedTensors = linked
            .into_iter()
            .filter_map(|class| Some((class, SharedTensor::new(inputs, types, class)?)))
            .collect();
        let decided = tensors.iter().filter(|(_, tensor)| tensor.is_decided());
        let copied = copies.iter().filter_map(|&value| inputs.tensors.class_of_value(value));
        let decided = decided.map(|(&class, _)| class).chain(copied);
        let active: IndexSet<TensorId> =
            decided.map(|class| sharing.buffers.root_of(class)).collect();
        let buffers = &mut sharing.buffers;
        tensors.retain(|&class, _| {
            active.contains(&buffers.root_of(class)) && buffers.is_shared(class)
        });
        ActiveBuffers { sharing, opaque_views, tensors, active }
    }

    /// Returns `true` if the buffer of a tensor is active.
    pub(super) fn is_active(&mut self, class: TensorId) -> bool {
        let root = self.sharing.buffers.root_of(class);
        self.active.contains(&root)
    }

    /// Returns `true` if the strides of a tensor are solved as part of its buffer.
    pub(super) fn solves(&self, class: TensorId) -> bool {
        self.tensors.get(&class).is_some_and(|tensor| !tensor.has_strides())
    }

    /// Returns the active buffers.
    pub(super) fn buffers(&mut self) -> Vec<ClassBuffer> {
        let buffers = self.sharing.buffers.buffers();
        buffers.into_iter().filter(|buffer| self.active.contains(&buffer.root)).collect()
    }
}

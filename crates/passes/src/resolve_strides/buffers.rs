//! The shared buffers that get strides, with all that their tensors' types and ops decide.

use super::links::{OpaqueView, links};
use super::requirements::Requirements;
use super::sharing::{ClassBuffer, ClassMember, Sharing};
use super::type_layouts::TypeLayouts;
use crate::pass::PassContext;
use crate::tensors::{Holder, TensorId, Tensors};
use indexmap::{IndexMap, IndexSet};
use ir::layout::{BufferMember, BufferProblem, ElemSize, StrideReqs, Strides};
use ir::{Module, Value};
use rustc_hash::FxBuildHasher;

/// A tensor of a shared buffer, as far as its type and the ops decide its strides.
#[derive(Clone, Debug)]
pub(super) struct SharedTensor {
    /// All requirements, by the tensor's physical dims.
    reqs: StrideReqs,
    /// The strides that its type or format gives, by logical dim. They are known to satisfy `reqs`.
    given: Option<Strides>,
    /// The offset that its type gives.
    offset: Option<i64>,
    /// `true` if a format decides all of the layout, so that the type has no offset of its own.
    is_format: bool,
    /// `true` if the tensor is described to a device with its strides, so that limits on them apply.
    described: bool,
}

impl SharedTensor {
    /// Returns `true` if the type gives the strides.
    pub(super) fn has_strides(&self) -> bool {
        self.given.is_some()
    }

    /// Returns `true` if the type gives the strides and this offset.
    pub(super) fn has_layout_at(&self, offset: i64) -> bool {
        self.has_strides() && (self.offset.is_some() || offset == 0 || self.is_format)
    }

    fn member(&self, member: &ClassMember) -> BufferMember {
        let given = self.given.as_ref().and_then(|given| member.order.to_memory(given).ok());
        BufferMember {
            reqs: self.reqs.iter().collect(),
            given,
            given_offset: self.offset,
            described: self.described,
            ..BufferMember::new(&member.map, member.order)
        }
    }
}

/// The tensors of active buffers.
pub(super) type SharedTensors = IndexMap<TensorId, SharedTensor, FxBuildHasher>;

/// Returns the problem of a buffer. `None` if one of its tensors is not known.
pub(super) fn problem(
    buffer: &ClassBuffer,
    tensors: &SharedTensors,
    elem: ElemSize,
) -> Option<BufferProblem> {
    let member = |member: &ClassMember| Some(tensors.get(&member.tensor)?.member(member));
    Some(BufferProblem {
        lens: buffer.lens.clone(),
        elem,
        members: buffer.members.iter().map(member).collect::<Option<_>>()?,
        root: buffer.members.iter().position(|member| member.tensor == buffer.root)?,
        contiguity: buffer.contiguity.iter().map(|it| it.0).collect(),
    })
}

/// The buffers of a module. A buffer is *active* if a type or an op decides anything of the layout of one of its tensors.
pub(super) struct ActiveBuffers {
    pub(super) sharing: Sharing,
    pub(super) opaque_views: Vec<OpaqueView>,
    pub(super) tensors: SharedTensors,
    /// The roots of the active buffers.
    active: IndexSet<TensorId>,
}

impl ActiveBuffers {
    /// Finds the buffers of a module. Those of `copies` are active in any case.
    pub(super) fn new(
        module: &Module,
        tensors: &Tensors,
        types: &mut TypeLayouts,
        requirements: &Requirements,
        copies: &IndexSet<Value>,
        cx: &PassContext<'_>,
    ) -> ActiveBuffers {
        let (links, opaque_views) = links(module, tensors, cx.registry);
        let mut sharing = Sharing::new(module, tensors, types, links, &IndexSet::new());
        let all = sharing.links.iter().flat_map(|link| [link.classes.0, link.classes.1]);
        let mut known: IndexMap<TensorId, (SharedTensor, bool), FxBuildHasher> =
            IndexMap::default();
        for class in all.collect::<IndexSet<TensorId, FxBuildHasher>>() {
            if let Some(tensor) = shared_tensor(module, tensors, types, requirements, class) {
                known.insert(class, tensor);
            }
        }
        let decided = known.iter().filter(|(_, (_, decided))| *decided).map(|(&class, _)| class);
        let copied = copies.iter().filter_map(|&value| tensors.of_value(value));
        let copied = copied.map(|slot| tensors.class(slot));
        let active: IndexSet<TensorId> =
            decided.chain(copied).map(|class| sharing.buffers.root_of(class)).collect();
        let tensors = IndexMap::default();
        let mut buffers = ActiveBuffers { sharing, opaque_views, tensors, active };
        for (class, (tensor, _)) in known {
            if buffers.is_active(class) && buffers.sharing.buffers.is_shared(class) {
                buffers.tensors.insert(class, tensor);
            }
        }
        buffers
    }

    /// Returns `true` if the buffer of a tensor is active.
    pub(super) fn is_active(&mut self, class: TensorId) -> bool {
        let root = self.sharing.buffers.root_of(class);
        self.active.contains(&root)
    }

    /// Returns `true` if the strides of a tensor are solved with those of its buffer.
    pub(super) fn solves(&self, class: TensorId) -> bool {
        self.tensors.get(&class).is_some_and(|tensor| !tensor.has_strides())
    }

    /// Returns the active buffers.
    pub(super) fn buffers(&mut self) -> Vec<ClassBuffer> {
        let buffers = self.sharing.buffers.buffers();
        buffers.into_iter().filter(|buffer| self.active.contains(&buffer.root)).collect()
    }
}

/// Returns a tensor, and whether a type or an op decides anything of its layout. `None` for one that has no strides, or an
/// invalid type.
fn shared_tensor(
    module: &Module,
    tensors: &Tensors,
    types: &mut TypeLayouts,
    requirements: &Requirements,
    class: TensorId,
) -> Option<(SharedTensor, bool)> {
    let representative = tensors.get(tensors.representative(class));
    let layout = types.get(module, representative.ty).filter(|it| it.without_strides.is_none())?;
    let own = requirements.of(class);
    let decided = layout.chosen || !own.is_empty();
    let tensor = SharedTensor {
        reqs: layout.reqs.join(&own),
        given: layout.given.clone(),
        offset: layout.offset,
        is_format: layout.is_format,
        described: is_described(module, representative.holder),
    };
    Some((tensor, decided))
}

/// Returns `true` if a tensor is described with its strides: not if it has a tiling without strides.
pub(super) fn is_described(module: &Module, holder: Holder) -> bool {
    let Holder::Declared(op, _) = holder else { return true };
    module.str_attr(op, "tiling").is_none_or(|tiling| tiling == "LINEAR")
}

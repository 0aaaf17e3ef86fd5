//! The buffers that the tensors of a module share: its links, joined in program order by the core.
//!
//! A tensor is the class that `tensors` makes of slots which must have one type.

use super::inputs::Inputs;
use super::links::{LinkId, ViewLink};
use super::type_layouts::TypeLayouts;
use crate::tensors::TensorId;
use indexmap::{IndexMap, IndexSet};
use ir::encoding::{self, OpaqueEncoding};
use ir::layout::{DimsOrder, SharedBuffer, SharedBuffers, SharedMember, SharingConflict, ViewMap};
use std::fmt;

/// All classes of tensors in one buffer.
pub(super) type ClassBuffer = SharedBuffer<TensorId>;

/// A class of tensors in its buffer.
pub(super) type ClassMember = SharedMember<TensorId>;

/// Why a link shares no memory.
#[derive(Clone, Debug)]
pub(super) enum Refusal {
    /// The layout of this tensor is a descriptor or a format that splits C: this key or name.
    NoStrides(TensorId, String),
    /// The encoding of this tensor is opaque.
    Opaque(TensorId, OpaqueEncoding),
    /// The layout of a tensor is invalid, which is reported elsewhere.
    Unread,
    /// The part is not a subview of the whole.
    Conflict(SharingConflict<TensorId>),
}

impl fmt::Display for Refusal {
    /// The reason as a clause about the part; names of tensors are left to the caller.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NoStrides(_, what) => {
                write!(f, "its layout is {what}, which has no strides to share")
            }
            Refusal::Opaque(..) => f.write_str("an encoding is opaque"),
            Refusal::Unread => f.write_str("its layout cannot be read"),
            Refusal::Conflict(conflict) => conflict.fmt(f),
        }
    }
}

/// The links of a module, and the buffers that they join.
pub(super) struct Sharing {
    pub(super) links: Vec<ViewLink>,
    pub(super) refused: IndexMap<LinkId, Refusal>,
    pub(super) buffers: SharedBuffers<TensorId>,
}

impl Sharing {
    /// Joins all links except some.
    pub(super) fn new(
        inputs: Inputs<'_>,
        types: &mut TypeLayouts,
        links: Vec<ViewLink>,
        without: &IndexSet<LinkId>,
    ) -> Sharing {
        let mut joiner = Joiner { inputs, types, buffers: SharedBuffers::default() };
        // Views of memory as such are read in the orders that all other links leave, so they come last.
        let of_memory = |link: &ViewLink| matches!(link.part.map, ViewMap::Memory);
        let mut ids: Vec<LinkId> = (0..links.len()).filter(|id| !without.contains(id)).collect();
        ids.sort_by_key(|&id| of_memory(&links[id]));
        let mut refused = IndexMap::new();
        for id in ids {
            if let Err(refusal) = joiner.join(&links[id], id) {
                refused.insert(id, refusal);
            }
        }
        let buffers = joiner.buffers;
        Sharing { links, refused, buffers }
    }
}

/// The buffers while links are joined.
struct Joiner<'a> {
    inputs: Inputs<'a>,
    types: &'a mut TypeLayouts,
    buffers: SharedBuffers<TensorId>,
}

impl Joiner<'_> {
    fn join(&mut self, link: &ViewLink, id: LinkId) -> Result<(), Refusal> {
        if self.is_itself(link) {
            return Ok(());
        }
        let (whole, part) = link.classes;
        for class in [whole, part] {
            if !self.buffers.contains(class) {
                let (lens, declared) = self.shape(class)?;
                self.buffers.add(class, lens, declared);
            }
        }
        self.buffers.join(whole, part, &link.part.map, id).map_err(Refusal::Conflict)
    }

    /// Returns the lengths of a tensor, and the order that its type declares. In a signature, no encoding means row major.
    fn shape(&mut self, class: TensorId) -> Result<(Vec<i64>, Option<DimsOrder>), Refusal> {
        let Inputs { module, tensors, .. } = self.inputs;
        let slot = tensors.representative(class);
        if let Some(opaque) = encoding::opaque(&module.ctx, tensors.get(slot).ty) {
            return Err(Refusal::Opaque(slot, opaque));
        }
        let layout = self.types.get(module, tensors.get(slot).ty).ok_or(Refusal::Unread)?;
        if let Some(what) = &layout.without_strides {
            return Err(Refusal::NoStrides(slot, what.clone()));
        }
        let lens = layout.lens().ok_or(Refusal::Unread)?;
        let row_major = || DimsOrder::identity(lens.len()).filter(|_| tensors.is_boundary(slot));
        let order = layout.order.or_else(row_major);
        Ok((lens, order))
    }

    /// Returns `true` if a link relates a tensor without strides to itself, in one layout.
    fn is_itself(&mut self, link: &ViewLink) -> bool {
        let ty = |class| self.inputs.tensor(class).ty;
        let (whole, part) = (ty(link.classes.0), ty(link.classes.1));
        let layout = self.types.get(self.inputs.module, whole);
        let Some(layout) = layout.filter(|it| it.without_strides.is_some()) else { return false };
        whole == part
            && match &link.part.map {
                ViewMap::Transpose(dims) => dims.is_sorted(),
                ViewMap::Reshape | ViewMap::Memory => true,
                ViewMap::Slice { dims, kept } => {
                    let lens = dims.iter().map(|dim| dim.len).collect();
                    kept.len() == dims.len() && layout.lens() == Some(lens)
                }
            }
    }
}

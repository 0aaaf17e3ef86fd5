//! The buffers that the tensors of a module share: its view links, joined in program order.
//!
//! A tensor here is a class of `tensors`: slots that must have equal types.

use super::inputs::Inputs;
use super::links::{LinkId, ViewLink};
use super::type_layouts::TypeLayouts;
use crate::tensors::TensorId;
use indexmap::{IndexMap, IndexSet};
use ir::Op;
use ir::encoding::{self, OpaqueEncoding};
use ir::layout::impl_display;
use ir::layout::{
    DimsOrder, SharedBuffer, SharedBuffers, SharedMember, SharingConflict, ViewMap, WholePart,
};
use rustc_hash::FxBuildHasher;

const MAX_COMPARED: usize = crate::limits::COMPARED_PARTS as usize;

/// All classes of tensors in one buffer.
pub(super) type ClassBuffer = SharedBuffer<TensorId>;

/// A class of tensors in its buffer.
pub(super) type ClassMember = SharedMember<TensorId>;

/// The reason why the tensors of a link cannot share memory.
#[derive(Clone, Debug)]
pub(super) enum Refusal {
    /// The layout of this tensor is a descriptor or a format that splits C, described by the string.
    NoStrides(TensorId, String),
    /// The encoding of this tensor is opaque.
    Opaque(TensorId, OpaqueEncoding),
    /// The layout of a tensor is invalid, which is reported elsewhere.
    Unread,
    /// The part is not a subview of the whole.
    Conflict(SharingConflict<TensorId>),
}

// Each reason is a clause about the part. The caller names the tensors.
impl_display!(Refusal {
    Self::NoStrides(_, what) => "its layout is {what}, which has no strides to share",
    Self::Opaque(..) => "an encoding is opaque",
    Self::Unread => "its layout is invalid",
    Self::Conflict(conflict) => "{conflict}",
});

/// The orders of tensors that their links must preserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkOrders {
    /// The orders that the types declare.
    Declared,
    /// The declared orders with all dims of length 1 innermost. If any order with the memory of the declared one respects
    /// the limits of a device, this one does. Tensors with stride requirements keep their order.
    UnitDimsInnermost,
    /// No orders, so that only the locations of tensors matter.
    Open,
}

/// The links of a module, and the buffers that they join.
pub(super) struct Sharing {
    pub(super) links: Vec<ViewLink>,
    pub(super) refused: IndexMap<LinkId, Refusal>,
    pub(super) buffers: SharedBuffers<TensorId>,
}

impl Sharing {
    /// Joins all links except `without`.
    pub(super) fn new(
        inputs: Inputs<'_>,
        types: &mut TypeLayouts,
        links: Vec<ViewLink>,
        without: &IndexSet<LinkId>,
    ) -> Sharing {
        Sharing::with_orders(inputs, types, links, without, LinkOrders::Declared)
    }

    /// Joins all links except `without`, and preserves these orders.
    pub(super) fn with_orders(
        inputs: Inputs<'_>,
        types: &mut TypeLayouts,
        links: Vec<ViewLink>,
        without: &IndexSet<LinkId>,
        orders: LinkOrders,
    ) -> Sharing {
        let buffers = SharedBuffers::default();
        let mut joiner = Joiner { inputs, types, orders, buffers, compared: IndexMap::default() };
        // Views that reinterpret memory use the orders that all other links determine, so they come last.
        let mut ids: Vec<LinkId> = (0..links.len()).filter(|id| !without.contains(id)).collect();
        ids.sort_by_key(|&id| matches!(links[id].part.map, ViewMap::Memory));
        let mut refused = IndexMap::new();
        for id in ids {
            let joined = joiner.join(&links[id], id).or_else(|refusal| match refusal {
                Refusal::Conflict(SharingConflict::Elsewhere(_)) => {
                    joiner.embed(&links, id, without).unwrap_or(Err(refusal))
                }
                refusal => Err(refusal),
            });
            if let Err(refusal) = joined {
                refused.insert(id, refusal);
            }
        }
        let buffers = joiner.buffers;
        Sharing { links, refused, buffers }
    }
}

/// Returns the links of the op of a link that have the same whole. The links of an op are adjacent.
fn siblings(links: &[ViewLink], id: LinkId) -> impl Iterator<Item = LinkId> {
    let op = links[id].op;
    let whole = links[id].part.whole;
    let before = links[..id].iter().rev().take_while(|link| link.op == op).count();
    let own = links.iter().enumerate().skip(id - before).take_while(move |(_, link)| link.op == op);
    own.filter(move |(_, link)| link.part.whole == whole).map(|(at, _)| at)
}

/// The buffers under construction.
struct Joiner<'a> {
    inputs: Inputs<'a>,
    types: &'a mut TypeLayouts,
    orders: LinkOrders,
    buffers: SharedBuffers<TensorId>,
    /// The number of parts compared for each op, to embed a buffer in another.
    compared: IndexMap<Op, usize, FxBuildHasher>,
}

impl Joiner<'_> {
    fn join(&mut self, link: &ViewLink, id: LinkId) -> Result<(), Refusal> {
        if self.is_itself(link) {
            return Ok(());
        }
        let [whole, part] = link.classes;
        for class in [whole, part] {
            if !self.buffers.contains(class) {
                let (lens, declared) = self.shape(class)?;
                self.buffers.add(class, lens, declared);
            }
        }
        self.buffers.join(whole, part, &link.part.map, id).map_err(Refusal::Conflict)
    }

    /// Joins the buffers of a link whose part is elsewhere, if one of them can contain the other. `None` if the op has
    /// used its budget.
    fn embed(
        &mut self,
        links: &[ViewLink],
        id: LinkId,
        without: &IndexSet<LinkId>,
    ) -> Option<Result<(), Refusal>> {
        let compared = self.compared.entry(links[id].op).or_insert(0);
        if *compared > MAX_COMPARED {
            return None;
        }
        let siblings: Vec<LinkId> =
            siblings(links, id).filter(|it| !without.contains(it)).collect();
        *compared += siblings.len();
        let parts: Vec<WholePart<'_, TensorId>> = siblings
            .iter()
            .map(|&id| WholePart { tensor: links[id].classes[1], map: &links[id].part.map })
            .collect();
        let at = siblings.iter().position(|&it| it == id).unwrap_or(parts.len());
        let whole = links[id].classes[0];
        Some(self.buffers.embed(whole, &parts, at, id).map_err(Refusal::Conflict))
    }

    /// Returns the lengths of a tensor, and the order that its type states. In a signature, a type without encoding is
    /// row major.
    fn shape(&mut self, class: TensorId) -> Result<(Vec<i64>, Option<DimsOrder>), Refusal> {
        let Inputs { module, tensors, .. } = self.inputs;
        let slot = tensors.representative(class);
        if let Some(opaque) = encoding::opaque(&module.ctx, tensors.get(slot).ty) {
            return Err(Refusal::Opaque(slot, opaque));
        }
        let layout = self.types.get(self.inputs, tensors.get(slot).ty).ok_or(Refusal::Unread)?;
        if let Some(what) = &layout.without_strides {
            return Err(Refusal::NoStrides(slot, what.clone()));
        }
        let lens = layout.lens();
        let identity = DimsOrder::identity(lens.len()).filter(|_| tensors.is_boundary(slot));
        let order = layout.order.or(identity);
        let order = match self.orders {
            LinkOrders::UnitDimsInnermost
                if !layout.is_constrained(&self.inputs.requirements.get(class)) =>
            {
                order.map(|order| order.with_innermost(|dim| lens[dim.index()] == 1))
            }
            LinkOrders::Declared | LinkOrders::UnitDimsInnermost => order,
            LinkOrders::Open => None,
        };
        Ok((lens, order))
    }

    /// Returns `true` if a link relates two tensors of one layout without strides, in any spelling, element by element.
    fn is_itself(&mut self, link: &ViewLink) -> bool {
        let [whole, part] = link.classes.map(|class| self.inputs.tensor(class).ty);
        let layout = self.types.get(self.inputs, whole);
        let Some(layout) = layout.filter(|it| it.without_strides.is_some()) else { return false };
        let is_same = whole == part
            || self
                .types
                .get(self.inputs, part)
                .is_some_and(|other| layout.is_same_function(&other));
        is_same
            && match &link.part.map {
                ViewMap::Transpose(dims) => dims.is_sorted(),
                ViewMap::Reshape | ViewMap::Memory => true,
                ViewMap::Slice { dims, kept } => {
                    let lens: Vec<i64> = dims.iter().map(|dim| dim.len).collect();
                    kept.len() == dims.len() && layout.lens() == lens
                }
            }
    }
}

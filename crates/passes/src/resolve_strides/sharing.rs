//! Which tensors share a buffer, and where each lies in it.
//!
//! The ops that move no data tell which values are parts of which ([`ir::views`]). Each such link joins two buffers,
//! in program order, as long as every tensor keeps one place and every order that is declared holds. A link that
//! cannot be joined is refused, with the reason; its op then needs a copy.
//!
//! Buffers are trees with path compression, so that the whole takes near-linear time. A tensor is the class that
//! `tensors` makes of slots which must have one type.

use super::nesting::Nesting;
use super::types::Types;
use crate::tensors::{Defs, TensorId, Tensors};
use indexmap::{IndexMap, IndexSet};
use ir::layout::{DimsOrder, Merge, PlaceFault, Placement};
use ir::views::{Subview, ViewMap};
use ir::{Module, Op, Registry};
use rustc_hash::FxBuildHasher;
use std::fmt;

/// The place of a link in [`Sharing::links`].
pub(super) type LinkId = usize;

/// An op says that one tensor is part of another.
#[derive(Clone, Debug)]
pub(super) struct Link {
    pub(super) op: Op,
    pub(super) part: Subview,
    /// The classes of both.
    pub(super) classes: (TensorId, TensorId),
    /// Which of the op's parts it is.
    pub(super) nth: usize,
}

/// An op of a view's name that does not tell what it reads.
#[derive(Clone, Debug)]
pub(super) struct OpaqueView {
    pub(super) op: Op,
    pub(super) reason: String,
}

/// Why a link holds no memory in common.
#[derive(Clone, Debug)]
pub(super) enum Refusal {
    /// The layout is a descriptor or a format that cuts C: this key or name.
    NoStrides(TensorId, String),
    /// Its layout cannot be read, which is told elsewhere.
    Unread,
    /// The part lies elsewhere already: in the buffer of this tensor.
    Elsewhere(TensorId),
    /// Its dims would have to lie in this order, but are declared in another.
    Order {
        wanted: DimsOrder,
        declared: DimsOrder,
    },
    /// Orders that are declared elsewhere in the two buffers contradict each other.
    Orders,
    /// Two dims are read as one that are never dense over each other.
    NotDense,
    Place(PlaceFault),
}

impl From<PlaceFault> for Refusal {
    fn from(fault: PlaceFault) -> Refusal {
        Refusal::Place(fault)
    }
}

/// A tensor that shares memory with others.
struct Node {
    class: TensorId,
    /// The node that it was joined to; itself for the root of a buffer.
    parent: usize,
    /// Where it lies in the parent.
    place: Placement,
    lens: Vec<i64>,
    /// Its order, where its type tells one.
    declared: Option<DimsOrder>,
    /// Of a root: which of its dims must lie inside which.
    nesting: Nesting,
    /// Of a root: the merges of its dims that links need, each with the first that does.
    merges: IndexMap<Merge, LinkId>,
}

/// The buffers of a module that hold several tensors.
pub(super) struct Sharing {
    pub(super) links: Vec<Link>,
    pub(super) refused: IndexMap<LinkId, Refusal>,
    nodes: Vec<Node>,
    of_class: IndexMap<TensorId, usize, FxBuildHasher>,
    /// The nodes to which others were joined.
    shared: IndexSet<usize>,
}

/// A tensor in its buffer.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) class: TensorId,
    pub(super) place: Placement,
    pub(super) order: DimsOrder,
}

/// All tensors of one buffer, the root among them.
#[derive(Debug)]
pub(super) struct Buffer {
    /// The class of the tensor whose dims the placements speak of.
    pub(super) root: TensorId,
    pub(super) lens: Vec<i64>,
    pub(super) members: Vec<Member>,
    pub(super) merges: Vec<(Merge, LinkId)>,
}

/// All links of a module, in program order, and the ops that could have some but do not tell them.
pub(super) fn links(
    module: &Module,
    tensors: &Tensors,
    registry: &Registry,
) -> (Vec<Link>, Vec<OpaqueView>) {
    let mut defs = Defs::new(module, registry);
    let (mut links, mut opaque_views) = (Vec::new(), Vec::new());
    for op in module.walk() {
        let Some(parts) = defs.view_relations(op) else { continue };
        match parts {
            Ok(parts) => links.extend(links_of(op, parts, tensors)),
            Err(opaque) => opaque_views.push(OpaqueView { op, reason: opaque.reason }),
        }
    }
    (links, opaque_views)
}

fn links_of(op: Op, parts: Vec<Subview>, tensors: &Tensors) -> Vec<Link> {
    let class = |value| tensors.of_value(value).map(|slot| tensors.class(slot));
    let mut links = Vec::new();
    for (nth, part) in parts.into_iter().enumerate() {
        if let (Some(whole), Some(inner)) = (class(part.whole), class(part.part)) {
            links.push(Link { op, part, classes: (whole, inner), nth });
        }
    }
    links
}

impl Sharing {
    /// Joins all links but those that `without` tells.
    pub(super) fn new(
        module: &Module,
        tensors: &Tensors,
        types: &mut Types,
        links: Vec<Link>,
        without: &IndexSet<LinkId>,
    ) -> Sharing {
        let (nodes, of_class) = (Vec::new(), IndexMap::default());
        let (refused, shared) = (IndexMap::new(), IndexSet::new());
        let mut sharing = Sharing { links, refused, nodes, of_class, shared };
        // Views of memory as such are read in the orders that all other links leave, so they come last.
        let of_memory = |link: &Link| matches!(link.part.map, ViewMap::Memory);
        let mut ids: Vec<LinkId> = (0..sharing.links.len()).collect();
        ids.sort_by_key(|&id| of_memory(&sharing.links[id]));
        for id in ids {
            if without.contains(&id) {
                continue;
            }
            if let Err(refusal) = sharing.join(module, tensors, types, id) {
                sharing.refused.insert(id, refusal);
            }
        }
        sharing
    }

    fn join(
        &mut self,
        module: &Module,
        tensors: &Tensors,
        types: &mut Types,
        id: LinkId,
    ) -> Result<(), Refusal> {
        let Link { classes: (whole, inner), part, .. } = self.links[id].clone();
        if is_same(module, tensors, types, &part.map, (whole, inner)) {
            return Ok(());
        }
        let whole = self.node(module, tensors, types, whole)?;
        let inner = self.node(module, tensors, types, inner)?;
        let (whole_root, whole_place) = self.find(whole)?;
        let (inner_root, inner_place) = self.find(inner)?;
        let orders = self.orders(&part.map, whole, inner);
        let (placed, merges) = apply(&part.map, &whole_place, &self.nodes[inner].lens, orders)?;
        if whole_root == inner_root {
            if placed.same_place(&inner_place) {
                return self.keep(whole_root, merges, id);
            }
            return Err(Refusal::Elsewhere(self.nodes[whole_root].class));
        }
        if let Some((back, cuts)) = self.inverse(inner_root, &inner_place) {
            let mut merges = merges;
            merges.extend(within(&cuts, &placed));
            return self.attach(inner_root, whole_root, back.within(&placed)?, merges, id);
        }
        if let Some((back, cuts)) = self.inverse(whole_root, &whole_place)
            && let Some(undone) = undo(&part.map, &inner_place, &self.nodes[whole].lens, orders)
        {
            let (placed, mut merges) = undone?;
            merges.extend(within(&cuts, &placed));
            return self.attach(whole_root, inner_root, back.within(&placed)?, merges, id);
        }
        Err(Refusal::Elsewhere(self.nodes[inner_root].class))
    }

    /// The orders of both tensors, where the map asks for them: the declared ones, else what follows for the whole,
    /// and row major for the part.
    fn orders(
        &mut self,
        map: &ViewMap,
        whole: usize,
        inner: usize,
    ) -> Option<(DimsOrder, DimsOrder)> {
        if !matches!(map, ViewMap::Memory) {
            return None;
        }
        let of_whole = self.nodes[whole].declared;
        let of_whole = of_whole.or_else(|| self.derived(whole))?;
        let of_inner = self.nodes[inner].declared;
        let of_inner = of_inner.or_else(|| DimsOrder::identity(self.nodes[inner].lens.len()))?;
        // What a view was read in must stay.
        for (node, order) in [(whole, of_whole), (inner, of_inner)] {
            self.nodes[node].declared.get_or_insert(order);
            self.pin(node, order);
        }
        Some((of_whole, of_inner))
    }

    /// Makes an order that was chosen for a tensor hold in its buffer; it is one that does.
    fn pin(&mut self, node: usize, order: DimsOrder) {
        let Ok((root, place)) = self.find(node) else { return };
        let lens = self.nodes[node].lens.clone();
        let mut nesting = self.nodes[root].nesting.clone();
        if nesting.add_all(&Nesting::of_order(order, &lens), &place) {
            self.nodes[root].nesting = nesting;
        }
    }

    /// The node of a class; made where it is not there yet.
    fn node(
        &mut self,
        module: &Module,
        tensors: &Tensors,
        types: &mut Types,
        class: TensorId,
    ) -> Result<usize, Refusal> {
        if let Some(&node) = self.of_class.get(&class) {
            return Ok(node);
        }
        let representative = tensors.representative(class);
        let (lens, declared) = shape(module, tensors, types, representative)?;
        let at = self.nodes.len();
        self.nodes.push(Node {
            class,
            parent: at,
            place: Placement::whole(&lens),
            nesting: declared
                .map_or_else(Nesting::default, |order| Nesting::of_order(order, &lens)),
            declared,
            lens,
            merges: IndexMap::new(),
        });
        self.of_class.insert(class, at);
        Ok(at)
    }

    /// The root of a node's buffer, and the node's place in it.
    fn find(&mut self, node: usize) -> Result<(usize, Placement), PlaceFault> {
        let mut path = Vec::new();
        let mut at = node;
        while self.nodes[at].parent != at {
            path.push(at);
            at = self.nodes[at].parent;
        }
        let root = at;
        // From the root outwards, each node's place becomes one in the root.
        let mut around: Option<Placement> = None;
        for &step in path.iter().rev() {
            let place = match &around {
                Some(around) => self.nodes[step].place.within(around)?,
                None => self.nodes[step].place.clone(),
            };
            self.nodes[step].parent = root;
            self.nodes[step].place.clone_from(&place);
            around = Some(place);
        }
        Ok((root, around.unwrap_or_else(|| self.nodes[root].place.clone())))
    }

    /// A root's dims in a tensor that holds all of its buffer.
    fn inverse(&self, root: usize, place: &Placement) -> Option<(Placement, Vec<Merge>)> {
        let merges: Vec<Merge> = self.nodes[root].merges.keys().copied().collect();
        place.inverse(&self.nodes[root].lens, &merges)
    }

    /// Adds merges to a root.
    fn keep(&mut self, root: usize, merges: Vec<Merge>, id: LinkId) -> Result<(), Refusal> {
        let mut nesting = self.nodes[root].nesting.clone();
        nest_merges(&mut nesting, &merges)?;
        self.nodes[root].nesting = nesting;
        for merge in merges {
            self.nodes[root].merges.entry(merge).or_insert(id);
        }
        Ok(())
    }

    /// Puts the buffer of a root into that of another.
    fn attach(
        &mut self,
        child: usize,
        root: usize,
        place: Placement,
        merges: Vec<Merge>,
        id: LinkId,
    ) -> Result<(), Refusal> {
        let mut nesting = self.nodes[root].nesting.clone();
        if !nesting.add_all(&self.nodes[child].nesting, &place) {
            return Err(self.contradiction(child, root, &place));
        }
        nest_merges(&mut nesting, &merges)?;
        let moved: Vec<(Merge, LinkId)> = self.nodes[child]
            .merges
            .iter()
            .flat_map(|(&merge, &id)| within(&[merge], &place).into_iter().map(move |it| (it, id)))
            .collect();
        nest_merges(&mut nesting, &moved.iter().map(|it| it.0).collect::<Vec<_>>())?;
        self.nodes[root].nesting = nesting;
        for (merge, id) in moved.into_iter().chain(merges.into_iter().map(|merge| (merge, id))) {
            self.nodes[root].merges.entry(merge).or_insert(id);
        }
        self.nodes[child].merges.clear();
        self.nodes[child].parent = root;
        self.nodes[child].place = place;
        self.shared.insert(root);
        Ok(())
    }

    /// The words for two buffers whose orders do not agree.
    fn contradiction(&self, child: usize, root: usize, place: &Placement) -> Refusal {
        let declared = self.nodes[child].declared;
        let wanted = order_in(place, &self.nodes[root]);
        match (declared, wanted) {
            (Some(declared), Some(wanted)) if wanted != declared => {
                Refusal::Order { wanted, declared }
            }
            _ => Refusal::Orders,
        }
    }

    /// The order of a node: its own, or what follows from its place.
    fn derived(&mut self, node: usize) -> Option<DimsOrder> {
        let (root, place) = self.find(node).ok()?;
        order_in(&place, &self.nodes[root])
    }

    /// The buffers, each in the order of its first member, the members in program order of their faces.
    pub(super) fn buffers(&mut self) -> Vec<Buffer> {
        let mut buffers: IndexMap<usize, Buffer, FxBuildHasher> = IndexMap::default();
        for node in 0..self.nodes.len() {
            let Ok((root, place)) = self.find(node) else { continue };
            let Some(order) = self.nodes[node].declared.or_else(|| self.derived(node)) else {
                continue;
            };
            let class = self.nodes[node].class;
            let buffer = buffers.entry(root).or_insert_with(|| self.buffer(root));
            buffer.members.push(Member { class, place, order });
        }
        buffers.into_values().filter(|buffer| buffer.members.len() > 1).collect()
    }

    fn buffer(&self, root: usize) -> Buffer {
        let Node { class, lens, merges, .. } = &self.nodes[root];
        let merges = merges.iter().map(|(&merge, &id)| (merge, id)).collect();
        Buffer { root: *class, lens: lens.clone(), members: Vec::new(), merges }
    }

    /// Whether a tensor shares its buffer with others.
    pub(super) fn is_joined(&mut self, class: TensorId) -> bool {
        let Some(&node) = self.of_class.get(&class) else { return false };
        let Ok((root, _)) = self.find(node) else { return false };
        root != node || self.shared.contains(&root)
    }

    /// The class at the root of a tensor's buffer; itself if it shares none.
    pub(super) fn root_of(&mut self, class: TensorId) -> TensorId {
        let Some(&node) = self.of_class.get(&class) else { return class };
        self.find(node).map_or(class, |(root, _)| self.nodes[root].class)
    }
}

/// The lengths of a tensor, and the order that its type declares; in a signature no encoding means row major.
fn shape(
    module: &Module,
    tensors: &Tensors,
    types: &mut Types,
    representative: TensorId,
) -> Result<(Vec<i64>, Option<DimsOrder>), Refusal> {
    let facts = types.get(module, tensors.get(representative).ty).ok_or(Refusal::Unread)?;
    if let Some(what) = &facts.without_strides {
        return Err(Refusal::NoStrides(representative, what.clone()));
    }
    let lens = facts.lens.clone().ok_or(Refusal::Unread)?;
    let row_major =
        || DimsOrder::identity(lens.len()).filter(|_| tensors.is_boundary(representative));
    let order = facts.order.or_else(row_major);
    Ok((lens, order))
}

/// Whether a link says no more than that a tensor without strides of its own is itself, in one layout.
fn is_same(
    module: &Module,
    tensors: &Tensors,
    types: &mut Types,
    map: &ViewMap,
    (whole, inner): (TensorId, TensorId),
) -> bool {
    let ty = |class| tensors.get(tensors.representative(class)).ty;
    let (a, b) = (ty(whole), ty(inner));
    let facts = types.get(module, a).filter(|facts| facts.without_strides.is_some());
    let itself = match map {
        ViewMap::Transpose(dims) => dims.iter().enumerate().all(|(at, &dim)| at == dim),
        ViewMap::Reshape | ViewMap::Memory => true,
        ViewMap::Slice { dims, kept } => facts.as_ref().is_some_and(|facts| {
            let lens: Option<Vec<i64>> = facts.lens.clone();
            kept.len() == dims.len()
                && lens.is_some_and(|lens| lens.iter().eq(dims.iter().map(|dim| &dim.len)))
        }),
    };
    facts.is_some() && a == b && itself
}

type Placed = Result<(Placement, Vec<Merge>), PlaceFault>;

/// Where a part lies, given where the whole does.
fn apply(
    map: &ViewMap,
    whole: &Placement,
    lens: &[i64],
    orders: Option<(DimsOrder, DimsOrder)>,
) -> Placed {
    match map {
        ViewMap::Transpose(dims) => Ok((whole.transposed(dims)?, Vec::new())),
        ViewMap::Reshape => whole.reshaped(lens),
        ViewMap::Memory => in_memory(whole, lens, orders.ok_or(PlaceFault::Outside)?),
        ViewMap::Slice { dims, kept } => Ok((whole.sliced(dims, kept)?, Vec::new())),
    }
}

/// The dims of `from`, in the order of memory, as dims of these lengths in theirs.
fn in_memory(from: &Placement, lens: &[i64], orders: (DimsOrder, DimsOrder)) -> Placed {
    let (before, after) = orders;
    let memory: Vec<i64> = after
        .results()
        .map(|dim| lens.get(dim.index()).copied())
        .collect::<Option<_>>()
        .ok_or(PlaceFault::Outside)?;
    let (placed, merges) = from.in_memory(before)?.reshaped(&memory)?;
    Ok((placed.in_memory(after.inverse())?, merges))
}

/// Where the whole lies, given where a part does that holds all of it; none for a part that does not.
fn undo(
    map: &ViewMap,
    part: &Placement,
    lens: &[i64],
    orders: Option<(DimsOrder, DimsOrder)>,
) -> Option<Placed> {
    Some(match map {
        ViewMap::Transpose(dims) => {
            let back: Option<Vec<usize>> =
                (0..dims.len()).map(|dim| dims.iter().position(|&it| it == dim)).collect();
            part.transposed(&back?).map(|placed| (placed, Vec::new()))
        }
        ViewMap::Reshape => part.reshaped(lens),
        ViewMap::Memory => in_memory(part, lens, orders.map(|(whole, part)| (part, whole))?),
        ViewMap::Slice { .. } => return None,
    })
}

/// Merges of a tensor's dims as merges of the buffer's. Dims of length 1 need none.
fn within(merges: &[Merge], place: &Placement) -> Vec<Merge> {
    let scaled = |(dim, times): (usize, i64)| {
        let (root, around) = place.dims().get(dim)?.stride()?;
        Some((root, around.checked_mul(times)?))
    };
    let moved = merges.iter().filter_map(|merge| {
        Some(Merge { outer: scaled(merge.outer)?, inner: scaled(merge.inner)? })
    });
    moved.filter(|merge| merge.outer != merge.inner).collect()
}

fn nest_merges(nesting: &mut Nesting, merges: &[Merge]) -> Result<(), Refusal> {
    let fits = merges.iter().all(|merge| nesting.add(merge.outer.0, merge.inner.0));
    if fits { Ok(()) } else { Err(Refusal::NotDense) }
}

/// The order of a tensor by its place in the buffer of a root: dims lie as the root's do, parts of one dim the
/// coarsest first. A dim of length 1 lies where it came from, else just outside the next dim.
fn order_in(place: &Placement, root: &Node) -> Option<DimsOrder> {
    let ranks = match root.declared {
        Some(order) => ranks(order),
        None => root.nesting.ranks(root.lens.len()),
    };
    let key = |at: usize| {
        let dim = place.dims()[at];
        dim.root.and_then(|root| ranks.get(root)).map(|&rank| (rank, std::cmp::Reverse(dim.times)))
    };
    let count = place.dims().len();
    let mut order: Vec<usize> = (0..count).filter(|&at| key(at).is_some()).collect();
    order.sort_by_key(|&at| key(at));
    for at in (0..count).rev().filter(|&at| key(at).is_none()) {
        let next = order.iter().position(|&it| it == at + 1).unwrap_or(order.len());
        order.insert(next, at);
    }
    DimsOrder::from_results(&order).ok()
}

/// The physical position of each logical dim.
fn ranks(order: DimsOrder) -> Vec<usize> {
    let mut ranks = vec![0; order.rank()];
    order.results().enumerate().for_each(|(rank, dim)| ranks[dim.index()] = rank);
    ranks
}

impl fmt::Display for Refusal {
    /// Why, as a clause about the part; names of tensors are left to the caller.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NoStrides(_, what) => {
                write!(f, "its layout is {what}, which has no strides to share")
            }
            Refusal::Unread => f.write_str("its layout cannot be read"),
            Refusal::Elsewhere(_) => f.write_str("it already has another place in memory"),
            Refusal::Order { wanted, declared } => {
                write!(f, "its dims would lie in the order {wanted}, but it has {declared}")
            }
            Refusal::Orders => {
                f.write_str("the orders that tensors of both buffers declare contradict each other")
            }
            Refusal::NotDense => {
                f.write_str("it reads dims as one that do not follow each other in memory")
            }
            Refusal::Place(fault) => fault.fmt(f),
        }
    }
}

//! Which tensors share a buffer, and where each lies in it.
//!
//! Views are joined one after the other, as long as every tensor keeps one place and every declared order holds. A
//! view that cannot be joined is refused, with the reason; its op then needs a copy.
//!
//! Buffers are trees with path compression, so that the whole takes near-linear time.

use std::fmt;
use std::hash::Hash;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

use super::nesting::DimNesting;
use super::subview::{ContiguityConstraint, SubviewFault, SubviewMap, ViewMap};
use crate::space::DimsOrder;

/// Why a view shares no memory with its whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SharingConflict<K> {
    /// The part lies elsewhere already: in the buffer whose root is this tensor.
    Elsewhere(K),
    /// The dims of the part would have to lie in another order than it declares.
    Order {
        /// The order that follows from the place of the part in the buffer.
        required: DimsOrder,
        /// The order that the part declares.
        declared: DimsOrder,
    },
    /// Orders that other tensors of the two buffers declare contradict each other.
    Orders,
    /// The view reads two dims as one that are never contiguous.
    NotContiguous,
    /// The view is not valid.
    View(SubviewFault),
}

impl<K> From<SubviewFault> for SharingConflict<K> {
    fn from(fault: SubviewFault) -> SharingConflict<K> {
        SharingConflict::View(fault)
    }
}

impl<K> fmt::Display for SharingConflict<K> {
    /// The reason as a clause about the part; names of tensors are left to the caller.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SharingConflict::Elsewhere(_) => f.write_str("it already has another place in memory"),
            SharingConflict::Order { required, declared } => {
                write!(f, "its dims would lie in the order {required}, but it has {declared}")
            }
            SharingConflict::Orders => {
                f.write_str("the orders that tensors of both buffers declare contradict each other")
            }
            SharingConflict::NotContiguous => {
                f.write_str("it reads dims as one that do not follow each other in memory")
            }
            SharingConflict::View(fault) => fault.fmt(f),
        }
    }
}

impl<K: fmt::Debug> std::error::Error for SharingConflict<K> {}

/// A tensor in its buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedMember<K> {
    /// The tensor.
    pub tensor: K,
    /// Its strides and offset in terms of the buffer's dims.
    pub map: SubviewMap,
    /// The physical order of its dims.
    pub order: DimsOrder,
}

/// All tensors of one buffer, the root among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedBuffer<K> {
    /// The tensor that is the whole buffer.
    pub root: K,
    /// The lengths of the root, by logical dim.
    pub lens: Vec<i64>,
    /// The tensors, in the order in which they were added.
    pub members: Vec<SharedMember<K>>,
    /// The contiguity constraints on the root's dims, each with the first view that needs it.
    pub contiguity: Vec<(ContiguityConstraint, usize)>,
}

impl<K: Copy> SharedBuffer<K> {
    /// Returns the buffer of a tensor that shares no memory.
    pub fn lone(tensor: K, lens: Vec<i64>, order: DimsOrder) -> SharedBuffer<K> {
        let members = vec![SharedMember { tensor, map: SubviewMap::whole(&lens), order }];
        SharedBuffer { root: tensor, lens, members, contiguity: Vec::new() }
    }
}

/// A tensor that may share memory with others.
struct TensorNode {
    /// The node that it was joined to; itself for the root of a buffer.
    parent: usize,
    /// Its map to the parent's dims.
    map: SubviewMap,
    lens: Vec<i64>,
    /// Its physical order, if it declares one.
    declared: Option<DimsOrder>,
    /// Of a root: which of its dims lie inside which.
    nesting: DimNesting,
    /// Of a root: the contiguity constraints on its dims, each with the first view that needs it.
    contiguity: IndexMap<ContiguityConstraint, usize, FxBuildHasher>,
}

/// The physical orders of a whole and its part.
type Orders = Option<(DimsOrder, DimsOrder)>;

/// The map of a tensor to another one, with the contiguity constraints on the strides of that one.
type Placed = (SubviewMap, Vec<ContiguityConstraint>);

/// The buffers of tensors that views connect. Tensors are keys of the caller; views are numbers.
pub struct SharedBuffers<K> {
    nodes: IndexMap<K, TensorNode, FxBuildHasher>,
    /// The roots to which others were joined.
    shared: IndexSet<usize, FxBuildHasher>,
}

impl<K> Default for SharedBuffers<K> {
    fn default() -> SharedBuffers<K> {
        SharedBuffers { nodes: IndexMap::default(), shared: IndexSet::default() }
    }
}

impl<K: Copy + Eq + Hash> SharedBuffers<K> {
    /// Returns `true` if a tensor was added.
    pub fn contains(&self, tensor: K) -> bool {
        self.nodes.contains_key(&tensor)
    }

    /// Adds a tensor with a buffer of its own.
    pub fn add(&mut self, tensor: K, lens: Vec<i64>, declared: Option<DimsOrder>) {
        let nesting = declared.map(|order| DimNesting::of_order(order, &lens));
        let node = TensorNode {
            parent: self.nodes.len(),
            map: SubviewMap::whole(&lens),
            nesting: nesting.unwrap_or_default(),
            declared,
            lens,
            contiguity: IndexMap::default(),
        };
        self.nodes.entry(tensor).or_insert(node);
    }

    /// Joins the buffers of a whole and its part, which were added.
    ///
    /// # Errors
    /// The part is not a subview of the whole, with all views that were joined before.
    pub fn join(
        &mut self,
        whole: K,
        part: K,
        map: &ViewMap,
        view: usize,
    ) -> Result<(), SharingConflict<K>> {
        let number = |tensor| self.nodes.get_index_of(&tensor).ok_or(SubviewFault::Outside);
        let (whole, part) = (number(whole)?, number(part)?);
        let (whole_root, part_root) = (self.find(whole)?, self.find(part)?);
        let orders = self.orders(map, whole, part);
        let placed = self.place(map, whole, part, orders)?;
        if whole_root == part_root {
            if placed.0.is_same_memory(&self.nodes[part].map) {
                let needed = placed.1.into_iter().map(|constraint| (constraint, view)).collect();
                let nesting = self.nodes[whole_root].nesting.clone();
                return self.constrain(whole_root, nesting, needed);
            }
            return Err(SharingConflict::Elsewhere(self.key(whole_root)));
        }
        if let Some(back) = self.inverse(part_root, part) {
            return self.attach(part_root, whole_root, (back, placed), view);
        }
        if let Some(back) = self.inverse(whole_root, whole)
            && let Some(undone) = map.inverse()
        {
            let orders = orders.map(|(whole, part)| (part, whole));
            let placed = self.place(&undone, part, whole, orders)?;
            return self.attach(whole_root, part_root, (back, placed), view);
        }
        Err(SharingConflict::Elsewhere(self.key(part_root)))
    }

    fn key(&self, node: usize) -> K {
        *self.nodes.get_index(node).expect("nodes are never removed").0
    }

    /// Returns the map of a part to the buffer of its whole, and the contiguity constraints on that buffer's dims.
    fn place(
        &self,
        map: &ViewMap,
        whole: usize,
        part: usize,
        orders: Orders,
    ) -> Result<Placed, SubviewFault> {
        let (whole, part) = (&self.nodes[whole], &self.nodes[part]);
        let (own, contiguity) = SubviewMap::of_view(map, &whole.lens, &part.lens, orders)?;
        Ok((own.within(&whole.map)?, whole.map.constraints_within(&contiguity)?))
    }

    /// Returns the orders of both tensors for a view of memory as such: the declared ones, else what follows for the whole,
    /// and row major for the part. `None` for other views.
    fn orders(&mut self, map: &ViewMap, whole: usize, part: usize) -> Orders {
        if !matches!(map, ViewMap::Memory) {
            return None;
        }
        let of_whole = self.nodes[whole].declared;
        let of_whole = of_whole.or_else(|| self.derived_order(whole))?;
        let of_part = self.nodes[part].declared;
        let of_part = of_part.or_else(|| DimsOrder::identity(self.nodes[part].lens.len()))?;
        // The orders in which a view was read are declared from then on.
        for (tensor, order) in [(whole, of_whole), (part, of_part)] {
            self.nodes[tensor].declared.get_or_insert(order);
            self.pin(tensor, order);
        }
        Some((of_whole, of_part))
    }

    /// Adds the nesting of an order that was chosen for a tensor to that of its buffer, where it holds.
    fn pin(&mut self, tensor: usize, order: DimsOrder) {
        let Ok(root) = self.find(tensor) else { return };
        let own = DimNesting::of_order(order, &self.nodes[tensor].lens);
        let mut nesting = self.nodes[root].nesting.clone();
        if nesting.add_all(&own, &self.nodes[tensor].map) {
            self.nodes[root].nesting = nesting;
        }
    }

    /// Returns the root of a tensor's buffer. The map of the tensor then is one to the root.
    fn find(&mut self, tensor: usize) -> Result<usize, SubviewFault> {
        let mut path = Vec::new();
        let mut at = tensor;
        while self.nodes[at].parent != at {
            path.push(at);
            at = self.nodes[at].parent;
        }
        let root = at;
        // From the root outwards, each map becomes one to the root.
        for pair in path.windows(2).rev() {
            let (step, parent) = (pair[0], pair[1]);
            self.nodes[step].map = self.nodes[step].map.within(&self.nodes[parent].map)?;
            self.nodes[step].parent = root;
        }
        Ok(root)
    }

    /// Returns a root's map to a tensor that holds all of its buffer.
    fn inverse(&self, root: usize, tensor: usize) -> Option<Placed> {
        let held: Vec<ContiguityConstraint> = self.nodes[root].contiguity.keys().copied().collect();
        self.nodes[tensor].map.inverse(&self.nodes[root].lens, &held)
    }

    /// Adds contiguity constraints, each with the first view that needs it, to a root, which gets this nesting with theirs.
    fn constrain(
        &mut self,
        root: usize,
        mut nesting: DimNesting,
        constraints: Vec<(ContiguityConstraint, usize)>,
    ) -> Result<(), SharingConflict<K>> {
        if !constraints.iter().all(|(it, _)| nesting.add(it.outer.var, it.inner.var)) {
            return Err(SharingConflict::NotContiguous);
        }
        let root = &mut self.nodes[root];
        root.nesting = nesting;
        for (constraint, view) in constraints {
            root.contiguity.entry(constraint).or_insert(view);
        }
        Ok(())
    }

    /// Puts the buffer of a root into that of another: by its map to one of its tensors, and by the place of that tensor.
    fn attach(
        &mut self,
        child: usize,
        root: usize,
        ((back, parts), (placed, contiguity)): (Placed, Placed),
        view: usize,
    ) -> Result<(), SharingConflict<K>> {
        let parts = placed.constraints_within(&parts)?;
        let map = back.within(&placed)?;
        let mut nesting = self.nodes[root].nesting.clone();
        if !nesting.add_all(&self.nodes[child].nesting, &map) {
            return Err(self.contradiction(child, root, &map));
        }
        let mut added = Vec::new();
        for (&constraint, &view) in &self.nodes[child].contiguity {
            let moved = map.constraints_within(&[constraint])?;
            added.extend(moved.into_iter().map(|constraint| (constraint, view)));
        }
        added.extend(contiguity.into_iter().chain(parts).map(|constraint| (constraint, view)));
        self.constrain(root, nesting, added)?;
        let child = &mut self.nodes[child];
        child.contiguity.clear();
        (child.parent, child.map) = (root, map);
        self.shared.insert(root);
        Ok(())
    }

    /// Returns why the orders of two buffers contradict each other.
    fn contradiction(&self, child: usize, root: usize, map: &SubviewMap) -> SharingConflict<K> {
        let required = order_in(map, &self.nodes[root]);
        match (self.nodes[child].declared, required) {
            (Some(declared), Some(required)) if required != declared => {
                SharingConflict::Order { required, declared }
            }
            _ => SharingConflict::Orders,
        }
    }

    /// Returns the order of a tensor that follows from its place in its buffer.
    fn derived_order(&mut self, tensor: usize) -> Option<DimsOrder> {
        let root = self.find(tensor).ok()?;
        order_in(&self.nodes[tensor].map, &self.nodes[root])
    }

    /// Returns the buffers with several tensors, in the order of their first tensors.
    pub fn buffers(&mut self) -> Vec<SharedBuffer<K>> {
        let mut buffers: IndexMap<usize, SharedBuffer<K>, FxBuildHasher> = IndexMap::default();
        for node in 0..self.nodes.len() {
            let Ok(root) = self.find(node) else { continue };
            let TensorNode { declared, map, .. } = &self.nodes[node];
            let Some(order) = declared.or_else(|| order_in(map, &self.nodes[root])) else {
                continue;
            };
            let map = map.clone();
            let buffer = buffers.entry(root).or_insert_with(|| {
                let TensorNode { lens, contiguity, .. } = &self.nodes[root];
                let contiguity = contiguity.iter().map(|(&it, &view)| (it, view)).collect();
                let (root, lens) = (self.key(root), lens.clone());
                SharedBuffer { root, lens, members: Vec::new(), contiguity }
            });
            buffer.members.push(SharedMember { tensor: self.key(node), map, order });
        }
        buffers.into_values().filter(|buffer| buffer.members.len() > 1).collect()
    }

    /// Returns `true` if a tensor shares its buffer with others.
    pub fn is_shared(&mut self, tensor: K) -> bool {
        let Some(node) = self.nodes.get_index_of(&tensor) else { return false };
        self.find(node).is_ok_and(|root| root != node || self.shared.contains(&root))
    }

    /// Returns the tensor that is the whole buffer of a tensor: itself if it shares no buffer.
    pub fn root_of(&mut self, tensor: K) -> K {
        let Some(node) = self.nodes.get_index_of(&tensor) else { return tensor };
        self.find(node).map_or(tensor, |root| self.key(root))
    }
}

/// Returns the order of a tensor by its map to a root: dims lie as the root's do, of parts of one dim the
/// coarsest first. A dim of length 1 lies where the root's dim does that it was sliced from, else just outside the next dim.
fn order_in(map: &SubviewMap, root: &TensorNode) -> Option<DimsOrder> {
    let ranks = match root.declared {
        Some(order) => order.inverse().indices(),
        None => root.nesting.ranks(root.lens.len()),
    };
    let key = |at: usize| {
        let dim = map.dims()[at];
        dim.root.and_then(|root| ranks.get(root)).map(|&rank| (rank, std::cmp::Reverse(dim.times)))
    };
    let count = map.dims().len();
    let mut order: Vec<usize> = (0..count).filter(|&at| key(at).is_some()).collect();
    order.sort_by_key(|&at| key(at));
    for at in (0..count).rev().filter(|&at| key(at).is_none()) {
        let next = order.iter().position(|&it| it == at + 1).unwrap_or(order.len());
        order.insert(next, at);
    }
    DimsOrder::from_results(&order).ok()
}

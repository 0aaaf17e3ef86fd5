//! Buffer sharing: which tensors share a buffer, and the strides and offset of each within it.
//!
//! Views are joined one after another. A view is rejected, with the reason, if a tensor would need two locations, or if
//! it contradicts a declared order. Its op then needs a copy.
//!
//! Buffers are union-find trees with path compression, so the total time is near-linear.

mod embed;

use std::hash::Hash;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

use super::nesting::DimNesting;
use super::subview::{ContiguityConstraint, SubviewFault, SubviewMap, ViewMap};
use crate::space::DimsOrder;
pub use embed::WholePart;

/// The reason why a view cannot share the memory of its whole.
///
/// The text is a clause about the part. The caller adds the names of tensors.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SharingConflict<K> {
    /// The part already has another location, in the buffer whose root is this tensor.
    Elsewhere(K),
    /// The location of the part implies another order than the part declares.
    Order {
        /// The order that the location of the part in the buffer implies.
        required: DimsOrder,
        /// The order that the part declares.
        declared: DimsOrder,
    },
    /// The declared orders of other tensors of the two buffers contradict each other.
    Orders,
    /// The view merges two dims that are never contiguous.
    NotContiguous,
    /// The view is invalid.
    View(SubviewFault),
}

impl<K> From<SubviewFault> for SharingConflict<K> {
    fn from(fault: SubviewFault) -> SharingConflict<K> {
        SharingConflict::View(fault)
    }
}

impl_error!(SharingConflict<K> {
    Self::Elsewhere(_) => "it already has another location in memory",
    Self::Order { required, declared } =>
        "its dims would have the order {required} in memory, but it declares {declared}",
    Self::Orders => "the declared orders of the tensors of both buffers contradict each other",
    Self::NotContiguous => "it merges dims that are not contiguous in memory",
    Self::View(fault) => "{fault}",
});

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

/// All tensors of one buffer, including the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedBuffer<K> {
    /// The tensor that is the whole buffer.
    pub root: K,
    /// The lengths of the root, by logical dim.
    pub lens: Vec<i64>,
    /// The tensors, in the order in which they were added.
    pub members: Vec<SharedMember<K>>,
    /// The contiguity constraints on the root's dims, each with the first view that requires it.
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
    /// The node that it was joined to. A root is its own parent.
    parent: usize,
    /// The map from its dims to the parent's dims.
    map: SubviewMap,
    lens: Vec<i64>,
    /// The physical order that it declares; `None` if it declares none.
    declared: Option<DimsOrder>,
    /// For a root: which of its dims are inside which.
    nesting: DimNesting,
    /// For a root: the contiguity constraints on its dims, each with the first view that requires it.
    contiguity: IndexMap<ContiguityConstraint, usize, FxBuildHasher>,
}

/// The physical orders of a whole and its part.
type Orders = Option<(DimsOrder, DimsOrder)>;

/// The map of a tensor to another tensor, with the contiguity constraints on the strides of the latter.
type BufferMap = (SubviewMap, Vec<ContiguityConstraint>);

/// The buffers of tensors that views connect. The caller identifies tensors by keys and views by numbers.
pub struct SharedBuffers<K> {
    nodes: IndexMap<K, TensorNode, FxBuildHasher>,
    /// The roots that other tensors were joined to.
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

    /// Adds a tensor in its own buffer.
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

    /// Joins the buffers of a whole and its part. Both tensors must have been added.
    ///
    /// # Errors
    /// The part cannot be a subview of the whole, given all views joined before.
    pub fn join(
        &mut self,
        whole: K,
        part: K,
        map: &ViewMap,
        view: usize,
    ) -> Result<(), SharingConflict<K>> {
        let whole = self.nodes.get_index_of(&whole).ok_or(SubviewFault::Outside)?;
        let part = self.nodes.get_index_of(&part).ok_or(SubviewFault::Outside)?;
        let whole_root = self.find(whole)?;
        let part_root = self.find(part)?;
        let orders = self.orders(map, whole, part);
        let placed = self.map_to_buffer(map, whole, part, orders)?;
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
            let placed = self.map_to_buffer(&undone, part, whole, orders)?;
            return self.attach(whole_root, part_root, (back, placed), view);
        }
        Err(SharingConflict::Elsewhere(self.key(part_root)))
    }

    fn key(&self, node: usize) -> K {
        *self.nodes.get_index(node).expect("nodes are never removed").0
    }

    /// Returns the map of a part to the buffer of its whole, and the contiguity constraints on that buffer's dims.
    fn map_to_buffer(
        &self,
        map: &ViewMap,
        whole: usize,
        part: usize,
        orders: Orders,
    ) -> Result<BufferMap, SubviewFault> {
        let whole = &self.nodes[whole];
        let part = &self.nodes[part];
        let (own, contiguity) = SubviewMap::of_view(map, &whole.lens, &part.lens, orders)?;
        Ok((own.within(&whole.map)?, whole.map.constraints_within(&contiguity)?))
    }

    /// Returns the orders of both tensors for [`ViewMap::Memory`]. For the whole, a declared order takes precedence
    /// over the derived one; for the part, over the row-major order. `None` for other views.
    fn orders(&mut self, map: &ViewMap, whole: usize, part: usize) -> Orders {
        if !matches!(map, ViewMap::Memory) {
            return None;
        }
        let of_whole = self.nodes[whole].declared;
        let of_whole = of_whole.or_else(|| self.derived_order(whole))?;
        let of_part = self.nodes[part].declared;
        let of_part = of_part.or_else(|| DimsOrder::identity(self.nodes[part].lens.len()))?;
        // From here on, the orders that interpret a view count as declared.
        for (tensor, order) in [(whole, of_whole), (part, of_part)] {
            self.nodes[tensor].declared.get_or_insert(order);
            self.pin(tensor, order);
        }
        Some((of_whole, of_part))
    }

    /// Adds the nesting of an order chosen for a tensor to its buffer, unless it contradicts the buffer's nesting.
    fn pin(&mut self, tensor: usize, order: DimsOrder) {
        let Ok(root) = self.find(tensor) else { return };
        let own = DimNesting::of_order(order, &self.nodes[tensor].lens);
        let mut nesting = self.nodes[root].nesting.clone();
        if nesting.add_all(&own, &self.nodes[tensor].map) {
            self.nodes[root].nesting = nesting;
        }
    }

    /// Returns the root of a tensor's buffer. Compresses the path, so that the tensor's map becomes relative to the
    /// root.
    fn find(&mut self, tensor: usize) -> Result<usize, SubviewFault> {
        let mut path = Vec::new();
        let mut at = tensor;
        while self.nodes[at].parent != at {
            path.push(at);
            at = self.nodes[at].parent;
        }
        let root = at;
        // From the root outwards, each map becomes relative to the root.
        for pair in path.windows(2).rev() {
            let step = pair[0];
            let parent = pair[1];
            self.nodes[step].map = self.nodes[step].map.within(&self.nodes[parent].map)?;
            self.nodes[step].parent = root;
        }
        Ok(root)
    }

    /// Returns the map of a root to a tensor that contains its whole buffer; `None` if the tensor does not.
    fn inverse(&self, root: usize, tensor: usize) -> Option<BufferMap> {
        let held: Vec<ContiguityConstraint> = self.nodes[root].contiguity.keys().copied().collect();
        self.nodes[tensor].map.inverse(&self.nodes[root].lens, &held)
    }

    /// Adds contiguity constraints to a root, each with the first view that requires it. `nesting` becomes the nesting
    /// of the root, extended by the constraints.
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

    /// Attaches the buffer of one root to that of another: through its map to one of its tensors, and the location of
    /// that tensor.
    fn attach(
        &mut self,
        child: usize,
        root: usize,
        ((back, parts), (placed, contiguity)): (BufferMap, BufferMap),
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

    /// Returns the reason why the orders of two buffers contradict each other.
    fn contradiction(&self, child: usize, root: usize, map: &SubviewMap) -> SharingConflict<K> {
        let required = order_in(map, &self.nodes[root]);
        match (self.nodes[child].declared, required) {
            (Some(declared), Some(required)) if required != declared => {
                SharingConflict::Order { required, declared }
            }
            _ => SharingConflict::Orders,
        }
    }

    /// Returns the order of a tensor that its location in its buffer implies.
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
                let root = self.key(root);
                let lens = lens.clone();
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

    /// Returns the tensor that is the whole buffer of a tensor; the tensor itself if it shares no buffer.
    pub fn root_of(&mut self, tensor: K) -> K {
        let Some(node) = self.nodes.get_index_of(&tensor) else { return tensor };
        self.find(node).map_or(tensor, |root| self.key(root))
    }
}

/// Returns the order that the map of a tensor to a root implies. Its dims have the order of the root's dims; among
/// parts of one dim, the part with the larger factor is outside. A dim of length 1 has the position of the root's dim
/// that it was sliced from; if there is none, it is just outside the next dim.
fn order_in(map: &SubviewMap, root: &TensorNode) -> Option<DimsOrder> {
    let ranks = match root.declared {
        Some(order) => order.inverse().indices(),
        None => root.nesting.ranks(root.lens.len()),
    };
    let keys = map.dims().iter().map(|dim| {
        dim.root.and_then(|root| ranks.get(root)).map(|&rank| (rank, std::cmp::Reverse(dim.times)))
    });
    let keys: Vec<_> = keys.collect();
    let mut order: Vec<usize> = (0..keys.len()).filter(|&at| keys[at].is_some()).collect();
    order.sort_by_key(|&at| keys[at]);
    for at in (0..keys.len()).rev().filter(|&at| keys[at].is_none()) {
        let next = order.iter().position(|&it| it == at + 1).unwrap_or(order.len());
        order.insert(next, at);
    }
    DimsOrder::from_results(&order).ok()
}

//! Buffers within buffers: two wholes that hold a part at corresponding places.
//!
//! A dense block concatenates the same tensors again and again: `[a, b]`, then `[a, b, c]`. `a` has a place in both
//! results, so neither is a part of the other by a view. If all tensors that both hold are at corresponding places, and
//! no other tensor is within the smaller one, its buffer is a box of the larger one, and nothing is copied.

use std::hash::Hash;

use super::super::subview::{DimBinding, SliceDim, SubviewMap, ViewMap};
use super::{SharedBuffers, SharingConflict};
use crate::space::checked_product;
use crate::stride::constraint::Scaled;

/// A tensor that fills a box of a whole.
pub struct WholePart<'a, K> {
    /// The tensor.
    pub tensor: K,
    /// Its place in the whole.
    pub map: &'a ViewMap,
}

impl<K> WholePart<'_, K> {
    /// Returns the box that the part fills; `None` if its map is not a slice with step 1 that keeps all dims.
    fn filled(&self) -> Option<&[SliceDim]> {
        let ViewMap::Slice { dims, kept } = self.map else { return None };
        (kept.len() == dims.len() && dims.iter().all(|dim| dim.step == 1)).then_some(dims)
    }
}

impl<K: Copy + Eq + Hash> SharedBuffers<K> {
    /// Joins the buffers of a whole and of its part `parts[at]`, which has a place in another buffer, by placing one of
    /// the buffers in the other. `parts` are all tensors that fill the whole; those that [`SharedBuffers::join`] may
    /// not join are left out.
    ///
    /// # Errors
    /// Neither buffer can contain the other, or the orders contradict each other.
    pub fn embed(
        &mut self,
        whole: K,
        parts: &[WholePart<'_, K>],
        at: usize,
        view: usize,
    ) -> Result<(), SharingConflict<K>> {
        let part = parts.get(at).and_then(|part| self.nodes.get_index_of(&part.tensor));
        let (Some(part), Some(whole)) = (part, self.nodes.get_index_of(&whole)) else {
            return Err(SharingConflict::Elsewhere(whole));
        };
        let root = self.find(whole)?;
        let other = self.find(part)?;
        // A part's map is relative to its root only after this.
        for part in parts {
            if let Some(node) = self.nodes.get_index_of(&part.tensor) {
                self.find(node)?;
            }
        }
        if let Some(map) = self.embedding(whole, other, parts, at, false) {
            let place = self.nodes[whole].map.clone();
            return self.attach(other, root, ((map, Vec::new()), (place, Vec::new())), view);
        }
        if root == whole
            && let Some(map) = self.embedding(whole, other, parts, at, true)
        {
            let place = SubviewMap::whole(&self.nodes[other].lens);
            return self.attach(whole, other, ((map, Vec::new()), (place, Vec::new())), view);
        }
        Err(SharingConflict::Elsewhere(self.key(other)))
    }

    /// Returns the map of a part to the root of its buffer; `None` if the part is in another buffer.
    fn map_in(&self, root: usize, part: &WholePart<'_, K>) -> Option<&SubviewMap> {
        let node = self.nodes.get_index_of(&part.tensor)?;
        let node = &self.nodes[node];
        (node.parent == root).then_some(&node.map)
    }

    /// Returns the map of a part in its whole and in another buffer, the inner one first: the whole if `is_inner`.
    fn maps(
        &self,
        other: usize,
        part: &WholePart<'_, K>,
        is_inner: bool,
    ) -> Option<[SubviewMap; 2]> {
        let own = in_box(part.filled()?);
        let found = self.map_in(other, part)?.clone();
        Some(if is_inner { [own, found] } else { [found, own] })
    }

    /// Returns the location of another buffer in a whole, or of the whole in the other buffer if it `is_inner`. All
    /// parts that lie in the inner one are also in the outer one, at the same place, and fill it.
    fn embedding(
        &self,
        whole: usize,
        other: usize,
        parts: &[WholePart<'_, K>],
        at: usize,
        is_inner: bool,
    ) -> Option<SubviewMap> {
        let [child, root] = if is_inner { [whole, other] } else { [other, whole] };
        let inner = &self.nodes[child].lens;
        let outer = &self.nodes[root].lens;
        let [from, to] = self.maps(other, &parts[at], is_inner)?;
        let place = memory_plan(&from, &to, inner, outer)?;
        let region = region(&place, outer.len());
        let mut elements = 0i64;
        for part in parts {
            let filled = part.filled()?;
            if !is_inner && !overlaps(&region, filled) {
                continue;
            }
            let [from, to] = self.maps(other, part, is_inner)?;
            if !from.within(&place).ok()?.is_same_memory(&to) {
                return None;
            }
            elements = elements.checked_add(count(filled)?)?;
        }
        (Some(elements) == checked_product(inner.iter().copied())).then_some(place)
    }
}

/// Returns the map of a part that fills a box.
fn in_box(filled: &[SliceDim]) -> SubviewMap {
    let offset = filled.iter().enumerate().filter(|(_, dim)| dim.begin != 0);
    let offset = offset.map(|(var, dim)| Scaled { var, times: dim.begin }).collect();
    SubviewMap::new(
        filled
            .iter()
            .enumerate()
            .map(|(at, dim)| DimBinding { root: Some(at), times: 1, len: dim.len })
            .collect(),
        offset,
    )
}

fn count(filled: &[SliceDim]) -> Option<i64> {
    checked_product(filled.iter().map(|dim| dim.len))
}

/// Returns the coefficient of a dim in an offset.
fn at(offset: &[Scaled], var: usize) -> i64 {
    offset.iter().find(|term| term.var == var).map_or(0, |term| term.times)
}

/// Returns the map of a buffer with the lengths `inner` to a tensor with the lengths `outer`, from the maps of one part
/// to both. `None` if the dims of the part have other strides in either, or the buffer exceeds the tensor.
fn memory_plan(
    from: &SubviewMap,
    to: &SubviewMap,
    inner: &[i64],
    outer: &[i64],
) -> Option<SubviewMap> {
    let mut dims: Vec<DimBinding> =
        inner.iter().map(|&len| DimBinding { root: None, times: 1, len }).collect();
    let mut offset = Vec::new();
    for (from_dim, to_dim) in from.dims().iter().zip(to.dims()) {
        let own = from_dim.root?;
        let root = to_dim.root?;
        let dim = dims.get_mut(own).filter(|dim| dim.root.is_none())?;
        let begin = at(to.offset(), root).checked_sub(at(from.offset(), own))?;
        let fits = begin >= 0 && begin.checked_add(dim.len)? <= *outer.get(root)?;
        if !fits || from_dim.times != 1 || to_dim.times != 1 {
            return None;
        }
        dim.root = Some(root);
        if begin != 0 {
            offset.push(Scaled { var: root, times: begin });
        }
    }
    let is_known = dims.iter().all(|dim| dim.root.is_some() || dim.len == 1);
    let roots: Vec<usize> = dims.iter().filter_map(|dim| dim.root).collect();
    let is_distinct = roots.iter().enumerate().all(|(at, root)| !roots[..at].contains(root));
    (is_known && is_distinct).then(|| SubviewMap::new(dims, offset))
}

/// Returns the first index and the length of a map in each dim of the whole, which has this rank.
fn region(map: &SubviewMap, rank: usize) -> Vec<(i64, i64)> {
    let mut region = vec![(0, 1); rank];
    for dim in map.dims() {
        if let Some(own) = dim.root.and_then(|root| region.get_mut(root)) {
            own.1 = dim.len;
        }
    }
    for (var, own) in region.iter_mut().enumerate() {
        own.0 = at(map.offset(), var);
    }
    region
}

fn overlaps(region: &[(i64, i64)], filled: &[SliceDim]) -> bool {
    let mut dims = region.iter().zip(filled);
    dims.all(|(&(begin, len), dim)| {
        begin < dim.begin.saturating_add(dim.len) && dim.begin < begin.saturating_add(len)
    })
}

//! Layouts through view ops: the layout of a part from that of its whole, and the reverse.
//!
//! A view op moves no data if the dense memory of one side is the dense memory of the other. [`SubviewMap`] computes
//! the strides of the part in the whole, and the order of the dims is that of falling strides. Dims that a reshape
//! merges must be contiguous. A dim of length 1 may have any position; here it follows the dim before it.

use crate::assign_layouts::sites::candidate::Candidate;
use ir::layout::{
    DimsOrder, Elems, PerDim, Scaled, Shape, Strides, SubviewMap, dims_by_falling_strides,
};
use ir::views::ViewMap;

/// The lengths of the whole and of the part of a view op, and its map.
pub(crate) struct View<'a> {
    pub(crate) whole: &'a [i64],
    pub(crate) part: &'a [i64],
    pub(crate) map: &'a ViewMap,
}

impl View<'_> {
    /// Returns the layout of the part if the whole has this layout. `None` if the op then moves data.
    pub(crate) fn part_of(&self, whole: Candidate) -> Option<Candidate> {
        match whole {
            Candidate::Order(order) => order_through(self.whole, self.part, self.map, order),
            _ => self.keeps(whole).then_some(whole),
        }
    }

    /// Returns the layout of the whole if the part has this layout. `None` if no layout of the whole avoids moving
    /// data.
    pub(crate) fn whole_of(&self, part: Candidate) -> Option<Candidate> {
        let Candidate::Order(order) = part else { return self.keeps(part).then_some(part) };
        if let ViewMap::Slice { kept, .. } = self.map {
            return around(order, kept, self.whole.len());
        }
        order_through(self.part, self.whole, &self.map.inverse()?, order)
    }

    /// Returns `true` if the part has the layout of the whole, which is not an order. A layout that a choice or a type
    /// defines need not have the outermost dim outermost in memory.
    fn keeps(&self, layout: Candidate) -> bool {
        let is_custom = matches!(layout, Candidate::Custom(_));
        self.keeps_all() && (!is_custom || self.whole == self.part)
    }

    /// Returns `true` if the part is a slice along the outermost dim, or the whole, so that vectors and padding are
    /// preserved.
    fn keeps_all(&self) -> bool {
        match self.map {
            ViewMap::Transpose(dims) => dims.is_sorted(),
            ViewMap::Reshape => self.whole == self.part,
            ViewMap::Slice { dims, kept } => {
                let inner = dims.iter().zip(self.whole).skip(1);
                kept.len() == self.whole.len()
                    && inner.into_iter().all(|(cut, &len)| cut.len == len)
            }
            ViewMap::Memory => false,
        }
    }
}

/// Returns the order of the other side of a view op if one side has this order and both have the same dense memory.
/// `None` if no order fits.
fn order_through(from: &[i64], to: &[i64], map: &ViewMap, order: DimsOrder) -> Option<Candidate> {
    let strides = dense(from, order)?;
    let (map, contiguity) = SubviewMap::of_view(map, from, to, None).ok()?;
    if !contiguity.iter().all(|it| scaled(&strides, it.outer) == scaled(&strides, it.inner)) {
        return None;
    }
    let strides = map.dims().iter().map(|dim| match dim.stride() {
        None => Some(None),
        Some(of) => scaled(&strides, of).map(Some),
    });
    order_by(to, strides.collect::<Option<Vec<_>>>()?)
}

/// Returns a multiple of a stride. `None` if it overflows.
fn scaled(strides: &Strides, of: Scaled) -> Option<Elems> {
    let dim = strides.dims().nth(of.var)?;
    strides[dim].get().checked_mul(of.times).map(Elems::new)
}

/// Returns the strides of dense memory by logical dim. `None` if they overflow, or the order has another rank.
fn dense(lens: &[i64], order: DimsOrder) -> Option<Strides> {
    let memory = order.to_memory(&Shape::of_static(lens).ok()?).ok()?;
    order.to_logical(&memory.row_major_strides()?).ok()
}

/// Returns the dims by falling strides. A dim of length 1, which has no stride, follows the dim before it.
fn order_by(lens: &[i64], strides: Vec<Option<Elems>>) -> Option<Candidate> {
    let shape = Shape::of_static(lens).ok()?;
    let strides = PerDim::new(strides).ok()?;
    let order = DimsOrder::from_permutation(&dims_by_falling_strides(&shape, &strides));
    order.ok().map(Candidate::Order)
}

/// Returns an order of a tensor in which the kept dims have this order. A dropped dim follows the dim before it.
fn around(order: DimsOrder, kept: &[usize], rank: usize) -> Option<Candidate> {
    let mut places: Vec<Option<Elems>> = vec![None; rank];
    for (outside, dim) in order.results().rev().enumerate() {
        *places.get_mut(*kept.get(dim.index())?)? = Some(Elems::new(i64::try_from(outside).ok()?));
    }
    order_by(&vec![1; rank], places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::layout::SliceDim;

    /// Returns all orders of a rank.
    fn orders(rank: usize) -> Vec<DimsOrder> {
        let mut all = vec![Vec::new()];
        for next in 0..rank {
            let longer = all.iter().flat_map(|order: &Vec<usize>| {
                (0..=order.len()).map(move |at| {
                    let mut longer = order.clone();
                    longer.insert(at, next);
                    longer
                })
            });
            all = longer.collect();
        }
        all.iter().map(|order| DimsOrder::from_results(order).unwrap()).collect()
    }

    /// Returns the slot of each element of a dense tensor, in row-major order of its index.
    fn slots(lens: &[i64], order: DimsOrder) -> Vec<i64> {
        let strides: Vec<i64> =
            dense(lens, order).unwrap().values().map(|stride| stride.get()).collect();
        lens.iter().zip(strides).fold(vec![0], |all, (&len, stride)| {
            all.iter().flat_map(|&slot| (0..len).map(move |at| slot + at * stride)).collect()
        })
    }

    /// Returns the slots of the part in the memory of the whole.
    fn seen(lens: &[i64], order: DimsOrder, map: &ViewMap) -> Vec<i64> {
        let slots = slots(lens, order);
        let ViewMap::Transpose(dims) = map else { return slots };
        let part: Vec<i64> = dims.iter().map(|&dim| lens[dim]).collect();
        let own: Vec<i64> =
            dense(lens, order).unwrap().values().map(|stride| stride.get()).collect();
        part.iter().zip(dims).fold(vec![0], |all, (&len, &dim)| {
            let stride = own[dim];
            all.iter().flat_map(|&slot| (0..len).map(move |at| slot + at * stride)).collect()
        })
    }

    fn check(whole: &[i64], part: &[i64], map: &ViewMap) {
        let view = View { whole, part, map };
        for order in orders(whole.len()) {
            let memory = seen(whole, order, map);
            let fits: Vec<DimsOrder> = orders(part.len())
                .into_iter()
                .filter(|&known| slots(part, known) == memory)
                .collect();
            match view.part_of(Candidate::Order(order)) {
                Some(Candidate::Order(expected)) => {
                    assert!(fits.contains(&expected), "{whole:?} {order} {part:?}: {expected}")
                }
                expected => {
                    assert!(
                        fits.is_empty(),
                        "{whole:?} {order} {part:?}: {expected:?}, but {fits:?}"
                    )
                }
            }
        }
        for order in orders(part.len()) {
            let memory = slots(part, order);
            let fits: Vec<DimsOrder> = orders(whole.len())
                .into_iter()
                .filter(|&known| seen(whole, known, map) == memory)
                .collect();
            match view.whole_of(Candidate::Order(order)) {
                Some(Candidate::Order(expected)) => {
                    assert!(fits.contains(&expected), "{part:?} {order} {whole:?}: {expected}")
                }
                expected => {
                    assert!(
                        fits.is_empty(),
                        "{part:?} {order} {whole:?}: {expected:?}, but {fits:?}"
                    )
                }
            }
        }
    }

    #[test]
    fn reshape_is_view_exactly_if_memory_is_equal() {
        let shapes: &[(&[i64], &[i64])] = &[
            (&[2, 3, 4], &[2, 12]),
            (&[2, 3, 4], &[6, 4]),
            (&[2, 12], &[2, 3, 4]),
            (&[6, 4], &[8, 3]),
            (&[4, 6], &[2, 2, 6]),
            (&[1, 6, 2, 2], &[1, 2, 3, 2, 2]),
            (&[1, 2, 3, 2, 2], &[1, 6, 4]),
            (&[2, 1, 3], &[2, 3]),
            (&[2, 3], &[1, 2, 1, 3, 1]),
            (&[3, 4, 5], &[60]),
            (&[60], &[3, 4, 5]),
            (&[1, 1, 1], &[1]),
        ];
        for (whole, part) in shapes {
            check(whole, part, &ViewMap::Reshape);
        }
    }

    #[test]
    fn transpose_is_view_in_exactly_one_order() {
        for dims in [[0, 1, 2, 3], [0, 2, 3, 1], [3, 2, 1, 0], [1, 0, 3, 2]] {
            let whole = [2, 3, 1, 4];
            let part: Vec<i64> = dims.iter().map(|&dim| whole[dim]).collect();
            check(&whole, &part, &ViewMap::Transpose(dims.to_vec()));
        }
    }

    #[test]
    fn slice_preserves_order_of_kept_dims() {
        let nhwc = DimsOrder::from_results(&[0, 2, 3, 1]).unwrap();
        let cut = |begin, len| SliceDim { begin, step: 1, len };
        let dims = vec![cut(0, 2), cut(1, 4), cut(0, 5), cut(2, 1)];
        let map = ViewMap::Slice { dims, kept: vec![0, 1, 2] };
        let view = View { whole: &[2, 8, 5, 6], part: &[2, 4, 5], map: &map };
        let nhc = DimsOrder::from_results(&[0, 2, 1]).unwrap();
        assert_eq!(view.part_of(Candidate::Order(nhwc)), Some(Candidate::Order(nhc)));
        let back = view.whole_of(Candidate::Order(nhc)).unwrap();
        assert_eq!(view.part_of(back), Some(Candidate::Order(nhc)));
    }
}

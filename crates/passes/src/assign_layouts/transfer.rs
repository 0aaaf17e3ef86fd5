//! Layouts through views: which layout a part has when the whole has one, and back.
//!
//! A view is free exactly when the dense memory of the one is the dense memory of the other: the core places the part in
//! the whole ([`Placement`]), and the order of its dims is that of their strides there. What a reshape joins must
//! be dense over each other. Dims of length 1 may stand anywhere; they stay behind the dim before them.

use super::candidate::Candidate;
use ir::layout::{Bits, DimsOrder, ElemSize, PerDim, Placement, TensorLayout};
use ir::views::ViewMap;

/// The lengths of the whole and of the part of a view, and how they coincide.
pub(crate) struct View<'a> {
    pub(crate) whole: &'a [i64],
    pub(crate) part: &'a [i64],
    pub(crate) map: &'a ViewMap,
}

impl View<'_> {
    /// The layout of the part when the whole has this one; none where the part then is no view.
    pub(crate) fn part_of(&self, whole: Candidate) -> Option<Candidate> {
        match whole {
            Candidate::Order(order) => {
                let place = placed(self.whole, self.part, self.map, order)?;
                order_by(&place, self.part).map(Candidate::Order)
            }
            _ => self.keeps_all().then_some(whole),
        }
    }

    /// The layout of the whole when the part has this one; none where there is no such layout.
    pub(crate) fn whole_of(&self, part: Candidate) -> Option<Candidate> {
        let Candidate::Order(order) = part else { return self.keeps_all().then_some(part) };
        let back = match self.map {
            ViewMap::Transpose(dims) => ViewMap::Transpose(inverse(dims)?),
            ViewMap::Slice { kept, .. } => return around(order, kept, self.whole.len()),
            ViewMap::Reshape => ViewMap::Reshape,
            ViewMap::Memory => return None,
        };
        let place = placed(self.part, self.whole, &back, order)?;
        order_by(&place, self.whole).map(Candidate::Order)
    }

    /// Whether the part is a part along its outermost dim, or all of it, so that vectors and padding stay what they are.
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

/// The strides of the other side's dims in the dense memory that one side has in this order; none for dims of length 1.
fn placed(from: &[i64], to: &[i64], map: &ViewMap, order: DimsOrder) -> Option<Vec<Option<i128>>> {
    let strides = dense(from, order)?;
    let whole = Placement::whole(from);
    let (place, merges) = match map {
        ViewMap::Transpose(dims) => (whole.transposed(dims).ok()?, Vec::new()),
        ViewMap::Reshape => whole.reshaped(to).ok()?,
        ViewMap::Slice { dims, kept } => (whole.sliced(dims, kept).ok()?, Vec::new()),
        ViewMap::Memory => return None,
    };
    let times = |(root, times): (usize, i64)| strides[root] * i128::from(times);
    let dense = merges.iter().all(|merge| times(merge.outer) == times(merge.inner));
    dense.then(|| place.dims().iter().map(|dim| dim.stride().map(times)).collect())
}

/// The strides of dense memory, in elements and by logical dim; none if they do not fit, or the order has another rank.
fn dense(lens: &[i64], order: DimsOrder) -> Option<Vec<i128>> {
    // The least element leaves the greatest room; strides in elements do not depend on it.
    let elem = ElemSize::new(Bits::new(1))?;
    let layout = TensorLayout::new(PerDim::of_static(lens).ok()?, order, elem).ok()?;
    let strides = layout.resolve().ok()?.strides();
    Some(strides.values().map(|stride| i128::from(stride.get())).collect())
}

/// The order of dims with these strides, those of length 1 behind the dim before them.
fn order_by(strides: &[Option<i128>], lens: &[i64]) -> Option<DimsOrder> {
    let mut sorted: Vec<(usize, i128)> =
        strides.iter().enumerate().filter_map(|(dim, stride)| Some((dim, (*stride)?))).collect();
    sorted.sort_by_key(|&(dim, stride)| (std::cmp::Reverse(stride), dim));
    let mut order: Vec<usize> = sorted.into_iter().map(|(dim, _)| dim).collect();
    for dim in (0..lens.len()).filter(|&dim| strides[dim].is_none()) {
        let behind = order.iter().position(|&other| other + 1 == dim).map_or(0, |at| at + 1);
        order.insert(behind, dim);
    }
    DimsOrder::from_results(&order).ok()
}

fn inverse(dims: &[usize]) -> Option<Vec<usize>> {
    (0..dims.len()).map(|dim| dims.iter().position(|&at| at == dim)).collect()
}

/// The order of a tensor of which these dims are kept in this order; dropped ones stay behind the dim before them.
fn around(order: DimsOrder, kept: &[usize], rank: usize) -> Option<Candidate> {
    let mut places: Vec<Option<i128>> = vec![None; rank];
    for (outside, dim) in order.results().rev().enumerate() {
        *places.get_mut(*kept.get(dim.index())?)? = Some(i128::try_from(outside).ok()?);
    }
    order_by(&places, &vec![1; rank]).map(Candidate::Order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::layout::SliceDim;

    /// All orders of a rank.
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

    /// The slot of each element of a dense tensor, in row-major order of its index.
    fn slots(lens: &[i64], order: DimsOrder) -> Vec<i128> {
        let strides = dense(lens, order).unwrap();
        lens.iter().zip(strides).fold(vec![0], |all, (&len, stride)| {
            let longer =
                all.iter().flat_map(|&slot| (0..len).map(move |at| slot + i128::from(at) * stride));
            longer.collect()
        })
    }

    /// The slots of the part in the memory of the whole.
    fn seen(lens: &[i64], order: DimsOrder, map: &ViewMap) -> Vec<i128> {
        let slots = slots(lens, order);
        let ViewMap::Transpose(dims) = map else { return slots };
        let part: Vec<i64> = dims.iter().map(|&dim| lens[dim]).collect();
        let strides: Vec<i128> = {
            let own = dense(lens, order).unwrap();
            dims.iter().map(|&dim| own[dim]).collect()
        };
        part.iter().zip(strides).fold(vec![0], |all, (&len, stride)| {
            let longer =
                all.iter().flat_map(|&slot| (0..len).map(move |at| slot + i128::from(at) * stride));
            longer.collect()
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
                Some(Candidate::Order(told)) => {
                    assert!(fits.contains(&told), "{whole:?} {order} {part:?}: {told}")
                }
                told => {
                    assert!(fits.is_empty(), "{whole:?} {order} {part:?}: {told:?}, but {fits:?}")
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
                Some(Candidate::Order(told)) => {
                    assert!(fits.contains(&told), "{part:?} {order} {whole:?}: {told}")
                }
                told => {
                    assert!(fits.is_empty(), "{part:?} {order} {whole:?}: {told:?}, but {fits:?}")
                }
            }
        }
    }

    #[test]
    fn reshapes_are_views_exactly_where_the_memory_is_the_same() {
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
    fn transposes_are_views_in_one_order() {
        for dims in [[0, 1, 2, 3], [0, 2, 3, 1], [3, 2, 1, 0], [1, 0, 3, 2]] {
            let whole = [2, 3, 1, 4];
            let part: Vec<i64> = dims.iter().map(|&dim| whole[dim]).collect();
            check(&whole, &part, &ViewMap::Transpose(dims.to_vec()));
        }
    }

    #[test]
    fn slices_keep_the_order_of_the_dims_that_they_keep() {
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

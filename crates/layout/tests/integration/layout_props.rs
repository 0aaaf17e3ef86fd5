//! Properties of the layout core, checked by oracles that enumerate small shapes.
//!
//! The oracle of the solver uses no blocks or congruences. It enumerates all strides up to a bound, and tests the
//! definition of each requirement in bits.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use std::collections::BTreeSet;

use layoutc_layout::{
    Amount, Bits, BufferError, Dim, DimsOrder, ElemSize, Elems, IndexSpace, LayoutBuilder,
    LogicalIndex, MAX_RANK, MemDim, MemIndex, MemShape, MemStrides, Origin, PhysicalLayout, Req,
    ReqKind, Shape, StrideReqs, Unit, check, solve,
};
use proptest::prelude::*;

use crate::counted;
use counted::counted;

/// The greatest stride, in elements, that the oracle tries for each rank, outermost first.
const BOX: [&[i64]; 4] = [&[], &[64], &[160, 40], &[160, 40, 16]];

#[derive(Clone, Debug)]
struct Case {
    lens: Vec<i64>,
    elem_bits: i64,
    reqs: Vec<Req>,
}

fn amount() -> impl Strategy<Value = Amount> {
    let bits = (1..=6i64).prop_map(|count| (count * 4, Unit::Bits));
    let bytes = (1..=12i64).prop_map(|count| (count, Unit::Bytes));
    let elems = (1..=24i64).prop_map(|count| (count, Unit::Elems));
    prop_oneof![bits, bytes, elems].prop_map(|(count, unit)| Amount::new(count, unit).unwrap())
}

fn req(rank: usize) -> impl Strategy<Value = Req> {
    let kind = prop_oneof![
        4 => Just(ReqKind::Compact),
        4 => amount().prop_map(ReqKind::Aligned),
        2 => amount().prop_map(ReqKind::Fixed),
        1 => Just(ReqKind::Any),
    ];
    (0..rank, kind).prop_map(|(dim, kind)| Req { dim: MemDim::new(dim).unwrap(), kind })
}

fn case() -> impl Strategy<Value = Case> {
    (1..=3usize).prop_flat_map(|rank| {
        let lens = prop::collection::vec(1..=4i64, rank);
        let elem_bits = prop::sample::select(vec![1i64, 4, 8, 12, 16]);
        let reqs = prop::collection::vec(req(rank), 0..=5);
        (lens, elem_bits, reqs).prop_map(|(lens, elem_bits, reqs)| Case { lens, elem_bits, reqs })
    })
}

impl Case {
    fn elem(&self) -> ElemSize {
        ElemSize::new(Bits::new(self.elem_bits)).unwrap()
    }

    fn shape(&self) -> MemShape {
        MemShape::of_static(&self.lens).unwrap()
    }

    fn solve(&self, reqs: &[Req]) -> Option<Vec<i64>> {
        let strides = solve(&self.shape(), self.elem(), reqs).ok()?;
        Some(strides.values().map(|stride| stride.get()).collect())
    }

    /// Returns the extent of the dims inside `dim`, in elements, by the definition of nesting.
    fn inner(&self, strides: &[i64], dim: usize) -> i64 {
        strides.get(dim + 1).map_or(1, |stride| stride * self.lens[dim + 1])
    }

    fn bits(&self, amount: Amount) -> i64 {
        let unit = match amount.unit() {
            Unit::Bits => 1,
            Unit::Bytes => 8,
            Unit::Elems => self.elem_bits,
        };
        amount.count() * unit
    }

    fn holds(&self, req: Req, strides: &[i64]) -> bool {
        let dim = req.dim.index();
        let stride_bits = strides[dim] * self.elem_bits;
        match req.kind {
            ReqKind::Any => true,
            ReqKind::Compact => strides[dim] == self.inner(strides, dim),
            ReqKind::Aligned(amount) => stride_bits % self.bits(amount) == 0,
            ReqKind::Fixed(amount) => stride_bits == self.bits(amount),
        }
    }

    fn legal(&self, reqs: &[Req], strides: &[i64]) -> bool {
        let nested = (0..strides.len()).all(|dim| strides[dim] >= self.inner(strides, dim));
        nested && reqs.iter().all(|&req| self.holds(req, strides))
    }

    /// Returns every legal point of the box.
    fn points(&self, reqs: &[Req]) -> Vec<Vec<i64>> {
        let mut points = vec![vec![]];
        for &bound in BOX[self.lens.len()] {
            let longer = |point: &Vec<i64>| {
                let point = point.clone();
                (1..=bound).map(move |stride| [point.clone(), vec![stride]].concat())
            };
            points = points.iter().flat_map(longer).collect();
        }
        points.retain(|point| self.legal(reqs, point));
        points
    }

    /// Returns `true` if the box has a legal point. If `below` is given, component `below.0` must be less than
    /// `below.1`. Nesting and requirements relate a stride only to the next inner one, so each value is tested against
    /// the inner values that have a legal completion.
    fn is_satisfiable(&self, reqs: &[Req], below: Option<(usize, i64)>) -> bool {
        let mut inner: Vec<i64> = vec![1];
        for dim in (0..self.lens.len()).rev() {
            let bound = BOX[self.lens.len()][dim];
            let bound = below.filter(|it| it.0 == dim).map_or(bound, |it| bound.min(it.1 - 1));
            let own: Vec<Req> = reqs.iter().copied().filter(|req| req.dim.index() == dim).collect();
            let is_legal = |stride: &i64| {
                inner.iter().any(|&inside| {
                    let mut strides = vec![0; self.lens.len()];
                    strides[dim] = *stride;
                    if let Some(next) = strides.get_mut(dim + 1) {
                        *next = inside;
                    }
                    *stride >= self.inner(&strides, dim)
                        && own.iter().all(|&req| self.holds(req, &strides))
                })
            };
            inner = (1..=bound).filter(is_legal).collect();
        }
        !inner.is_empty()
    }

    fn in_box(&self, strides: &[i64]) -> bool {
        strides.iter().zip(BOX[self.lens.len()]).all(|(stride, bound)| stride <= bound)
    }
}

fn without(reqs: &[Req], left_out: &[Req]) -> Vec<Req> {
    reqs.iter().copied().filter(|req| !left_out.contains(req)).collect()
}

#[test]
fn unsat_cores_are_minimal_and_corrections_are_least() {
    counted(ProptestConfig::with_cases(5000), 1000, &case(), |case| {
        let Err(error) = solve(&case.shape(), case.elem(), &case.reqs) else { return Ok(false) };
        let BufferError::Conflict(conflict) = error else {
            return Err(TestCaseError::fail(error.to_string()));
        };
        // A member of the core is one constraint, which equal requirements share.
        let reqs = |origins: &Vec<Origin>| origins.iter().filter_map(Origin::req).collect();
        let core: Vec<Vec<Req>> = conflict.core.iter().map(reqs).collect();
        prop_assert!(!core.is_empty());
        prop_assert!(!case.is_satisfiable(&core.concat(), None));
        for member in &core {
            // Any legal point proves that the rest of the core is satisfiable.
            let rest = without(&core.concat(), member);
            let point = case.solve(&rest);
            prop_assert!(
                point.is_some_and(|point| case.legal(&rest, &point)),
                "{:?} of {:?}",
                member,
                core
            );
        }
        for (at, member) in core.iter().enumerate() {
            let others = without(&case.reqs, member);
            let correction = conflict.corrections.iter().find(|it| it.removed == at);
            let Some(strides) = correction.map(|it| &it.strides) else {
                prop_assert!(!case.is_satisfiable(&others, None), "without {:?}", member);
                continue;
            };
            let strides: Vec<i64> = strides.values().map(|stride| stride.get()).collect();
            prop_assert!(case.legal(&others, &strides), "{:?}", strides);
            for (dim, &stride) in strides.iter().enumerate() {
                let less = case.is_satisfiable(&others, Some((dim, stride)));
                prop_assert!(!less, "{:?} is not the least at m{}", strides, dim);
            }
        }
        Ok(true)
    });
}

#[test]
fn solved_strides_pass_the_check_and_are_injective() {
    counted(ProptestConfig::with_cases(5000), 2000, &case(), |case| {
        let Ok(strides) = solve(&case.shape(), case.elem(), &case.reqs) else { return Ok(false) };
        prop_assert_eq!(check(&case.shape(), case.elem(), &case.reqs, &strides), vec![]);
        let layout =
            PhysicalLayout::new(case.shape(), strides, Elems::new(3), case.elem()).unwrap();
        prop_assert!(layout.is_nested());
        holds_each_element_once(&layout)?;
        Ok(true)
    });
}

/// Compares the search by adjacent pairs with all points of the box.
#[test]
fn box_search_finds_a_point_if_there_is_one() {
    let config = ProptestConfig::with_cases(60);
    proptest::test_runner::TestRunner::new(config)
        .run(&case(), |case| {
            let points = case.points(&case.reqs);
            prop_assert_eq!(case.is_satisfiable(&case.reqs, None), !points.is_empty());
            for dim in 0..case.lens.len() {
                let least = points.iter().map(|point| point[dim]).min().unwrap_or(i64::MAX);
                prop_assert!(!case.is_satisfiable(&case.reqs, Some((dim, least))));
            }
            Ok(())
        })
        .unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn solved_strides_are_the_least_of_all(case in case()) {
        let points = case.points(&case.reqs);
        match case.solve(&case.reqs) {
            Some(least) => {
                prop_assert!(case.legal(&case.reqs, &least), "{least:?}");
                prop_assert!(points.contains(&least) || !case.in_box(&least), "{least:?}");
                for point in &points {
                    let below = least.iter().zip(point).all(|(least, other)| least <= other);
                    prop_assert!(below, "{least:?} is not below {point:?}");
                }
            }
            None => prop_assert!(points.is_empty(), "refused, but {:?} is legal", points[0]),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    #[test]
    fn check_agrees_with_the_definitions(
        case in case(),
        raw in prop::collection::vec(-2..24i64, 3),
    ) {
        let strides = &raw[..case.lens.len()];
        let typed = MemStrides::new(strides.iter().map(|&stride| Elems::new(stride))).unwrap();
        let found = check(&case.shape(), case.elem(), &case.reqs, &typed);
        for &req in &case.reqs {
            let is_reported = found.iter().any(|violation| violation.req == Some(req));
            prop_assert_eq!(is_reported, !case.holds(req, strides), "{}", req);
        }
        for dim in MemDim::all(strides.len()) {
            let least = case.inner(strides, dim.index()).max(1);
            let is_reported = found.iter().any(|violation| violation.dim == dim && violation.req.is_none());
            prop_assert_eq!(is_reported, strides[dim.index()] < least, "{}", dim);
        }
        for violation in &found {
            let (Some(right), mut better) = (violation.right, strides.to_vec()) else { continue };
            better[violation.dim.index()] = right.get();
            let holds = match violation.req {
                Some(req) => case.holds(req, &better),
                None => right.get() >= case.inner(&better, violation.dim.index()),
            };
            prop_assert!(holds, "{violation}");
        }
    }

    #[test]
    fn join_is_commutative_associative_and_idempotent(
        (a, b, c) in (prop::collection::vec(req(4), 0..5), prop::collection::vec(req(4), 0..5), prop::collection::vec(req(4), 0..5)),
    ) {
        let [a, b, c]: [StrideReqs; 3] = [a, b, c].map(|list| list.into_iter().collect());
        prop_assert_eq!(a.join(&b), b.join(&a));
        prop_assert_eq!(a.join(&b).join(&c), a.join(&b.join(&c)));
        prop_assert_eq!(&a.join(&a), &a);
        let mut added = a.clone();
        b.iter().for_each(|req| added.insert(req));
        prop_assert_eq!(added, a.join(&b));
    }

    #[test]
    fn sizes_of_described_layouts_agree_with_their_elements(
        dims in prop::collection::vec((1..=4i64, -9..=9i64), 0..=3),
        offset in -20..20i64,
    ) {
        let shape = MemShape::of_static(&dims.iter().map(|dim| dim.0).collect::<Vec<_>>()).unwrap();
        let strides = MemStrides::new(dims.iter().map(|dim| Elems::new(dim.1))).unwrap();
        let elem = ElemSize::new(Bits::new(4)).unwrap();
        let layout = PhysicalLayout::new(shape, strides, Elems::new(offset), elem).unwrap();
        let slots = slots(&layout);
        let (least, greatest) = (*slots.iter().min().unwrap(), *slots.iter().max().unwrap());
        prop_assert_eq!(layout.offset_range(), Ok((Elems::new(least), Elems::new(greatest))));
        let span = greatest - least.min(0) + 1;
        prop_assert_eq!(layout.span(), Ok(Elems::new(span)));
        let padded = dims.iter().filter(|dim| dim.1 > 0).map(|dim| offset + dim.0 * dim.1).max();
        let allocation = padded.map_or(span, |padded| padded.max(span));
        prop_assert_eq!(layout.allocation(), Ok(Elems::new(allocation)));
        if layout.is_nested() {
            holds_each_element_once(&layout)?;
        }
    }

    #[test]
    fn orders_round_trip_through_every_form(order in order()) {
        prop_assert_eq!(DimsOrder::from_code(order.code()), Ok(order));
        let results: Vec<usize> = order.results().map(Dim::index).collect();
        prop_assert_eq!(DimsOrder::from_results(&results), Ok(order));
        prop_assert_eq!(DimsOrder::from_permutation(&order.results().collect::<Vec<_>>()), Ok(order));
        prop_assert_eq!(order.inverse().inverse(), order);
        for (place, dim) in MemDim::all(order.rank()).zip(order.results()) {
            prop_assert_eq!(order.mem_dim_of(dim), Some(place));
        }
        let shape = Shape::of_static(&(1..=order.rank() as i64).collect::<Vec<_>>()).unwrap();
        prop_assert_eq!(order.to_logical(&order.to_memory(&shape).unwrap()), Ok(shape));
    }

    #[test]
    fn accepted_code_round_trips(code in code_near_an_order()) {
        if let Ok(order) = DimsOrder::from_code(code) {
            prop_assert_eq!(order.code(), code);
            let dims: BTreeSet<usize> = order.results().map(Dim::index).collect();
            prop_assert_eq!(dims, (0..order.rank()).collect());
        }
    }

    #[test]
    fn trivial_reorder_moves_no_element(
        (from, to, lens) in (0..=4usize).prop_flat_map(|rank| {
            (order_of(rank), order_of(rank), prop::collection::vec(1..=3i64, rank))
        }),
    ) {
        let shape = Shape::of_static(&lens).unwrap();
        let dense = |order: DimsOrder| {
            let memory = order.to_memory(&shape).unwrap();
            let strides = solve(&memory, ElemSize::new(Bits::new(8)).unwrap(), &[]).unwrap();
            order.to_logical(&strides).unwrap()
        };
        let (a, b) = (dense(from), dense(to));
        let same = shape.iter().all(|(dim, len)| len.is_one() || a[dim] == b[dim]);
        prop_assert_eq!(DimsOrder::is_trivial_reorder(from, to, &shape), same);
    }
}

fn order_of(rank: usize) -> impl Strategy<Value = DimsOrder> {
    Just((0..rank).collect::<Vec<usize>>())
        .prop_shuffle()
        .prop_map(|dims| DimsOrder::from_results(&dims).unwrap())
}

fn order() -> impl Strategy<Value = DimsOrder> {
    (0..=MAX_RANK).prop_flat_map(order_of)
}

/// Generates a valid code, possibly with one digit replaced.
fn code_near_an_order() -> impl Strategy<Value = u64> {
    (order(), 0..16u32, 0..16u64).prop_map(|(order, place, digit)| {
        let shift = place * 4;
        (order.code() & !(15 << shift)) | (digit << shift)
    })
}

/// Returns every index of a static layout, in row-major order.
fn indices(layout: &PhysicalLayout) -> Vec<MemIndex> {
    let space = IndexSpace::below(layout.shape().values().map(|len| len.get().unwrap()));
    space.iter().map(|index| MemIndex::new(index).unwrap()).collect()
}

fn slots(layout: &PhysicalLayout) -> Vec<i64> {
    indices(layout).iter().map(|index| layout.element_offset(index).unwrap().get()).collect()
}

/// Checks that elements have distinct slots within the allocation, and that the inverse returns each index and nothing
/// for any other slot.
fn holds_each_element_once(layout: &PhysicalLayout) -> Result<(), TestCaseError> {
    let mut left: BTreeSet<i64> = BTreeSet::new();
    let builder = LayoutBuilder::new(layout.clone());
    let dims = builder.base_dims().to_vec();
    let inverse = builder.finish(&dims).unwrap();
    for index in indices(layout) {
        let slot = layout.element_offset(&index).unwrap();
        prop_assert!(left.insert(slot.get()), "two elements in slot {}", slot);
        let index = LogicalIndex::new(index.values().copied()).unwrap();
        let owners = inverse.owners_of(slot).unwrap();
        prop_assert_eq!((owners.first, owners.count), (Some(index), 1));
    }
    let end = layout.allocation().unwrap().get();
    prop_assert!(left.last().is_some_and(|&last| last < end));
    for slot in (-25..end + 5).filter(|slot| !left.contains(slot)) {
        let owners = inverse.owners_of(Elems::new(slot)).unwrap();
        prop_assert_eq!((owners.first, owners.count), (None, 0));
    }
    Ok(())
}

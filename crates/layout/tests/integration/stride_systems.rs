//! Properties of constraint systems on strides, checked by an oracle that enumerates every point of a box.
//!
//! The oracle uses no classes, ratios or graphs: it tests the definition of each constraint. An iteration over numbers
//! of any size judges systems with numbers beyond the box. Systems are drawn at random, and derived from tensors with
//! views, whose strides are measured on real addresses.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use std::time::Instant;

use layoutc_layout::{Bits, Cause, Constraint, Derivation, ElemSize, Reason, Scaled, System};
use proptest::prelude::*;

use crate::counted;
use crate::iterated;
use counted::counted;
use iterated::{Verdict, satisfies, verdict};

/// The greatest stride, in elements, that the oracle tries.
const BOX: i64 = 64;

fn bits_of(system: &System, of: Scaled, point: &[i64]) -> i128 {
    i128::from(of.times) * i128::from(point[of.var]) * i128::from(system.elem.bits().get())
}

/// Evaluates a constraint by its definition; `None` if it refers to a variable beyond the point.
fn holds(system: &System, constraint: Constraint, point: &[i64]) -> Option<bool> {
    let known = |of: Scaled| (of.var < point.len()).then(|| bits_of(system, of, point));
    Some(match constraint {
        Constraint::Equal(a, b) => known(a)? == known(b)?,
        Constraint::AtLeast(a, b) => known(a)? >= known(b)?,
        Constraint::AtLeastElems(of, n) => {
            known(of)? >= i128::from(n) * i128::from(system.elem.bits().get())
        }
        Constraint::Exactly { of, bits } => known(of)? == bits,
        Constraint::Multiple { of, bits } => known(of)? % bits == 0,
        Constraint::AtMost { of, bits } => known(of)? <= bits,
    })
}

/// Returns every solution up to a bound, by extending it one variable at a time.
fn points(system: &System, bound: i64) -> Vec<Vec<i64>> {
    let constraints: Vec<Constraint> = system.hard.iter().chain(&system.soft).copied().collect();
    let mut points = vec![vec![]];
    for _ in 0..system.vars {
        let longer = |point: &Vec<i64>| {
            let point = point.clone();
            (1..=bound).map(move |stride| [point.clone(), vec![stride]].concat())
        };
        points = points.iter().flat_map(longer).collect();
        points.retain(|point| {
            constraints.iter().all(|&constraint| holds(system, constraint, point).unwrap_or(true))
        });
    }
    points
}

/// Returns the system with only the soft constraints at these indices.
fn with_soft(system: &System, places: impl IntoIterator<Item = usize>) -> System {
    let soft = places.into_iter().map(|place| system.soft[place]).collect();
    System { soft, ..system.clone() }
}

fn solve(system: &System) -> Option<Vec<i64>> {
    system.solve().ok()
}

/// Checks a solution against the box: it must be the least point of the box. Without a solution, the box must be empty.
fn agrees_with_the_box(system: &System) -> Result<(), TestCaseError> {
    let points = points(system, BOX);
    match solve(system) {
        Some(least) => {
            prop_assert!(satisfies(system, &least), "{least:?}");
            let in_box = least.iter().all(|&stride| stride <= BOX);
            prop_assert!(points.contains(&least) == in_box, "{least:?}");
            for point in &points {
                let below = least.iter().zip(point).all(|(least, other)| least <= other);
                prop_assert!(below, "{least:?} is not below {point:?}");
            }
        }
        None => prop_assert!(points.is_empty(), "refused, but {:?} holds", points[0]),
    }
    Ok(())
}

/// The greatest stride, in elements, that the oracle tries for a core. It is small, as there are many cores.
const CORE_BOX: i64 = 20;

/// Checks that a system has no solution. Returns `false` if the oracle does not decide that.
fn fails(system: &System) -> Result<bool, TestCaseError> {
    let verdict = verdict(system);
    prop_assert!(!matches!(verdict, Verdict::Least(_)), "refused, but {verdict:?} of {system:?}");
    Ok(verdict == Verdict::Infeasible)
}

/// Checks that strides are the least solution. Returns `false` if the oracle does not decide that.
fn are_least(system: &System, strides: &[i64]) -> Result<bool, TestCaseError> {
    prop_assert!(satisfies(system, strides), "{strides:?} of {system:?}");
    let verdict = verdict(system);
    let is_least = verdict == Verdict::Least(strides.to_vec());
    prop_assert!(is_least || verdict == Verdict::Undecided, "{strides:?}, but {verdict:?}");
    Ok(is_least)
}

/// Checks that the core has no solution, that it has one without any of its members, that the reason refers only to the
/// core, and that corrections are the least solutions of the remaining constraints. If `in_box` is set, it also
/// compares with the box. Returns `false` if the system has a solution, or the oracle does not decide that the core has
/// none.
fn core_is_minimal(system: &System, in_box: bool) -> Result<bool, TestCaseError> {
    let Err(conflict) = system.solve() else { return Ok(false) };
    let core = &conflict.core;
    prop_assert!(core.is_sorted());
    let none_in_box = |system: &System| !in_box || points(system, CORE_BOX).is_empty();
    let unsatisfiable = with_soft(system, core.iter().copied());
    prop_assert!(none_in_box(&unsatisfiable));
    let is_decided = fails(&unsatisfiable)?;
    prop_assert!(is_decided || solve(&unsatisfiable).is_none());
    for left_out in core {
        let fewer = with_soft(system, core.iter().copied().filter(|place| place != left_out));
        let Some(point) = solve(&fewer) else {
            return Err(TestCaseError::fail(format!("{left_out} is not needed")));
        };
        are_least(&fewer, &point)?;
    }
    reason_is_enough(system, core, &conflict.reason)?;
    for (at, dropped) in core.iter().enumerate() {
        let correction = conflict.corrections.iter().find(|it| it.removed == at);
        let strides = correction.map(|it| it.strides.clone());
        let others = (0..system.soft.len()).filter(|place| place != dropped);
        let others = with_soft(system, others);
        prop_assert_eq!(&strides, &solve(&others));
        match strides {
            None => {
                prop_assert!(none_in_box(&others));
                fails(&others)?;
            }
            Some(strides) => {
                are_least(&others, &strides)?;
                for point in if in_box { points(&others, CORE_BOX) } else { Vec::new() } {
                    let below = strides.iter().zip(&point).all(|(least, other)| least <= other);
                    prop_assert!(below, "{strides:?} is not below {point:?}");
                }
            }
        }
    }
    Ok(is_decided)
}

/// Checks that the constraints that a reason names are unsatisfiable on their own, and that its soft ones are the core.
fn reason_is_enough(system: &System, core: &[usize], reason: &Reason) -> Result<(), TestCaseError> {
    let (mut hard, mut soft) = (Vec::new(), Vec::new());
    for cause in reason.causes() {
        match cause {
            Cause::Hard(place) => hard.push(system.hard[place]),
            Cause::Soft(place) => soft.push(place),
        }
    }
    prop_assert_eq!(&soft, core);
    let named = System { hard, ..with_soft(system, soft) };
    prop_assert!(fails(&named)? || solve(&named).is_none(), "{reason:?} names too little");
    let text = reason.render(system.elem, &|var| format!("x{var}")).to_string();
    prop_assert!(!text.is_empty());
    Ok(())
}

/// Checks that the constraints of a derivation suffice: with only these, the least value of the stride is the same.
/// Returns `false` if the oracle does not decide that.
fn derivations_are_enough(system: &System, least: &[i64]) -> Result<bool, TestCaseError> {
    let derivations = system.derive().unwrap();
    for (var, derivation) in derivations.iter().enumerate() {
        prop_assert_eq!(derivation.elems, least[var]);
        let (mut soft, mut seen) = (Vec::new(), Vec::new());
        behind(&derivations, var, &mut seen, &mut soft);
        soft.sort_unstable();
        soft.dedup();
        let again = match verdict(&with_soft(system, soft)) {
            Verdict::Least(again) => Some(again[var]),
            Verdict::Infeasible => None,
            Verdict::Undecided => return Ok(false),
        };
        prop_assert_eq!(again, Some(least[var]), "x{}: {:?}", var, derivation);
    }
    Ok(true)
}

/// Collects the soft constraints behind a derivation, including those of the strides that it depends on.
fn behind(derivations: &[Derivation], var: usize, seen: &mut Vec<usize>, soft: &mut Vec<usize>) {
    if seen.contains(&var) {
        return;
    }
    seen.push(var);
    let Derivation { base, rounded, equalities, .. } = &derivations[var];
    let rounded = rounded.iter().map(|it| &it.cause);
    for cause in base.because.iter().chain(equalities).chain(rounded) {
        if let Cause::Soft(place) = cause {
            soft.push(*place);
        }
    }
    if let Some((from, _)) = base.from {
        behind(derivations, from.var, seen, soft);
    }
}

fn scaled(vars: usize) -> impl Strategy<Value = Scaled> {
    (0..vars, 1..=4i64).prop_map(|(var, times)| Scaled { var, times })
}

fn constraint(vars: usize, elem: i128) -> impl Strategy<Value = Constraint> {
    let bits = move || prop_oneof![3 => (1..=40i128).prop_map(move |n| n * elem), 1 => 1..=64i128];
    let pair = move || (scaled(vars), scaled(vars));
    prop_oneof![
        3 => pair().prop_map(|(a, b)| Constraint::Equal(a, b)),
        4 => pair().prop_map(|(a, b)| Constraint::AtLeast(a, b)),
        1 => (scaled(vars), -3..=20i64).prop_map(|(of, n)| Constraint::AtLeastElems(of, n)),
        1 => (scaled(vars), bits()).prop_map(|(of, bits)| Constraint::Exactly { of, bits }),
        3 => (scaled(vars), bits()).prop_map(|(of, bits)| Constraint::Multiple { of, bits }),
        1 => (scaled(vars), bits()).prop_map(|(of, bits)| Constraint::AtMost { of, bits }),
    ]
}

fn system() -> impl Strategy<Value = System> {
    let elem = prop::sample::select(vec![1i64, 4, 8, 12, 16]);
    (1..=3usize, elem).prop_flat_map(|(vars, bits)| {
        let list = |most| prop::collection::vec(constraint(vars, bits.into()), 0..=most);
        let elem = ElemSize::new(Bits::new(bits)).unwrap();
        (list(3), list(5)).prop_map(move |(hard, soft)| System { vars, elem, hard, soft })
    })
}

/// Generates a system with numbers at the limits of their types. Lower bounds have one direction, as cycles may
/// converge slowly.
fn extreme_system() -> impl Strategy<Value = System> {
    let most = i64::MAX;
    let times = || prop_oneof![1..=3i64, Just(most), most - 3..=most, Just(1 << 62), Just(1 << 32)];
    let term = move || (0..3usize, times()).prop_map(|(var, times)| Scaled { var, times });
    let wild = move || prop_oneof![9 => term(), 1 => (0..5usize, any::<i64>()).prop_map(|(var, times)| Scaled { var, times })];
    let bits = || prop_oneof![4 => 1..=64i128, 2 => times().prop_map(i128::from), 1 => Just(i128::MAX), 1 => Just(i128::MIN), 1 => -2..=0i128];
    let constraint = prop_oneof![
        (wild(), wild()).prop_map(|(a, b)| Constraint::Equal(a, b)),
        (times(), times(), 0..2usize).prop_map(|(a, b, var)| Constraint::AtLeast(
            Scaled { var, times: a },
            Scaled { var: var + 1, times: b }
        )),
        (wild(), any::<i64>()).prop_map(|(of, n)| Constraint::AtLeastElems(of, n)),
        (wild(), bits()).prop_map(|(of, bits)| Constraint::Exactly { of, bits }),
        (wild(), bits()).prop_map(|(of, bits)| Constraint::Multiple { of, bits }),
        (wild(), bits()).prop_map(|(of, bits)| Constraint::AtMost { of, bits }),
    ];
    let elem = prop::sample::select(vec![1i64, 8, i64::from(u32::MAX)]);
    (elem, prop::collection::vec(constraint, 0..=6), 0..=3usize).prop_map(
        |(elem, mut soft, hard)| {
            let hard = soft.split_off(soft.len().saturating_sub(hard));
            System { vars: 3, elem: ElemSize::new(Bits::new(elem)).unwrap(), hard, soft }
        },
    )
}

/// One dim of a view: a root dim, the factor of its stride, and a length.
#[derive(Clone, Copy, Debug)]
struct ViewDim {
    root: usize,
    times: i64,
    len: i64,
}

/// A tensor, views of it, constraints on them, and the root index of every element of each view.
#[derive(Clone, Debug)]
struct Views {
    lens: Vec<i64>,
    system: System,
    views: Vec<(Vec<ViewDim>, Vec<Vec<i64>>)>,
}

/// Choices that determine a view and its constraints. Choices that do not fit are skipped.
type Choices = Vec<(u8, usize, i64)>;

fn views() -> impl Strategy<Value = Views> {
    let lens = prop::collection::vec(1..=4i64, 1..=3);
    let choices =
        prop::collection::vec(prop::collection::vec((0..4u8, 0..3usize, 1..=6i64), 0..5), 0..3);
    let requests = prop::collection::vec((0..3usize, 0..4u8, 0..3usize, 1..=40i128), 0..6);
    let elem = prop::sample::select(vec![1i64, 4, 8, 16]);
    (lens, elem, choices, requests).prop_map(|(lens, elem, choices, requests)| {
        let mut made = Views::root(lens, ElemSize::new(Bits::new(elem)).unwrap());
        choices.iter().for_each(|choices| made.add_view(choices));
        for (view, kind, dim, amount) in requests {
            made.add_requirement(view, kind, dim, amount);
        }
        made
    })
}

impl Views {
    fn root(lens: Vec<i64>, elem: ElemSize) -> Views {
        let nested = (1..lens.len()).map(|dim| {
            Constraint::AtLeast(Scaled::once(dim - 1), Scaled { var: dim, times: lens[dim] })
        });
        let system = System { vars: lens.len(), elem, hard: nested.collect(), soft: vec![] };
        let dims = lens.iter().enumerate();
        let dims = dims.map(|(root, &len)| ViewDim { root, times: 1, len }).collect();
        let mut indices = vec![vec![]];
        for &len in &lens {
            let longer = |index: &Vec<i64>| {
                let index = index.clone();
                (0..len).map(move |place| [index.clone(), vec![place]].concat())
            };
            indices = indices.iter().flat_map(longer).collect();
        }
        Views { lens, system, views: vec![(dims, indices)] }
    }

    fn add_view(&mut self, choices: &Choices) {
        let (mut dims, mut indices) = self.views[0].clone();
        for &(kind, dim, amount) in choices {
            let dim = dim % dims.len();
            match kind {
                0 => slice(&mut dims, &mut indices, dim, amount),
                1 => split(&mut dims, dim, amount),
                _ => self.merge(&mut dims, dim),
            }
        }
        self.views.push((dims, indices));
    }

    /// Merges two adjacent dims. If both are longer than 1, their strides must fit each other.
    fn merge(&mut self, dims: &mut Vec<ViewDim>, dim: usize) {
        let Some(&inner) = dims.get(dim + 1) else { return };
        let outer = dims[dim];
        let merged = match (outer.len, inner.len) {
            (1, _) => inner,
            (_, 1) => outer,
            _ => {
                self.system.soft.push(Constraint::Equal(outer.scaled(1), inner.scaled(inner.len)));
                ViewDim { len: outer.len * inner.len, ..inner }
            }
        };
        dims.splice(dim..=dim + 1, [merged]);
    }

    fn add_requirement(&mut self, view: usize, kind: u8, dim: usize, amount: i128) {
        let dims = &self.views[view % self.views.len()].0;
        let of = dims[dim % dims.len()].scaled(1);
        let elem = i128::from(self.system.elem.bits().get());
        let constraint = match (kind, dims.get(dim % dims.len() + 1)) {
            (0, Some(inner)) => Constraint::Equal(of, inner.scaled(inner.len)),
            (0, None) => Constraint::Exactly { of, bits: elem },
            (1, _) => Constraint::Exactly { of, bits: amount * elem },
            (2, _) => Constraint::Multiple { of, bits: amount },
            _ => Constraint::AtMost { of, bits: amount * elem },
        };
        self.system.soft.push(constraint);
    }
}

impl ViewDim {
    fn scaled(self, by: i64) -> Scaled {
        Scaled { var: self.root, times: self.times * by }
    }
}

fn row_strides(dims: &[ViewDim]) -> Vec<usize> {
    let after = |dim: usize| dims[dim + 1..].iter().map(|dim| dim.len as usize).product();
    (0..dims.len()).map(after).collect()
}

/// Selects every second or third index of one dim.
fn slice(dims: &mut [ViewDim], indices: &mut Vec<Vec<i64>>, dim: usize, step: i64) {
    let (row, len) = (row_strides(dims)[dim], dims[dim].len as usize);
    let kept = |at: &usize| (at / row % len).is_multiple_of(step as usize);
    *indices = (0..indices.len()).filter(kept).map(|at| indices[at].clone()).collect();
    dims[dim].len = (dims[dim].len + step - 1) / step;
    dims[dim].times *= step;
}

/// Splits one dim into two. The elements stay the same.
fn split(dims: &mut Vec<ViewDim>, dim: usize, inner: i64) {
    let whole = dims[dim];
    if whole.len % inner == 0 {
        let outer = ViewDim { times: whole.times * inner, len: whole.len / inner, ..whole };
        dims.splice(dim..=dim, [outer, ViewDim { len: inner, ..whole }]);
    }
}

/// Checks that elements of the root have distinct addresses, and that addresses along each dim of each view differ by
/// its stride.
fn addresses_agree_with_strides(views: &Views, strides: &[i64]) -> Result<(), TestCaseError> {
    let address = |index: &Vec<i64>| -> i64 {
        index.iter().zip(strides).map(|(index, stride)| index * stride).sum()
    };
    for (view, (dims, indices)) in views.views.iter().enumerate() {
        let addresses: Vec<i64> = indices.iter().map(address).collect();
        let mut sorted = addresses.clone();
        sorted.sort_unstable();
        sorted.dedup();
        prop_assert_eq!(sorted.len(), addresses.len(), "view {} overlaps", view);
        for (dim, row) in row_strides(dims).into_iter().enumerate() {
            let (len, claimed) =
                (dims[dim].len as usize, dims[dim].times * strides[dims[dim].root]);
            for at in (0..addresses.len()).filter(|at| at / row % len + 1 < len) {
                prop_assert_eq!(addresses[at + row] - addresses[at], claimed);
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn random_systems_agree_with_the_box(system in system()) {
        agrees_with_the_box(&system)?;
    }

    #[test]
    fn views_agree_with_the_box(views in views()) {
        agrees_with_the_box(&views.system)?;
    }
}

#[test]
fn extreme_numbers_agree_with_iteration() {
    counted(ProptestConfig::with_cases(5000), 4500, &extreme_system(), |system| {
        match system.solve() {
            Ok(strides) => are_least(&system, &strides),
            Err(conflict) if matches!(conflict.reason, Reason::NotConverged { .. }) => Ok(false),
            Err(_) => core_is_minimal(&system, false),
        }
    });
}

/// Compares the iteration with the box.
#[test]
fn iteration_ends_at_the_least_point_of_the_box() {
    counted(ProptestConfig::with_cases(600), 550, &system(), |system| {
        let points = points(&system, BOX);
        match verdict(&system) {
            Verdict::Undecided => return Ok(false),
            Verdict::Infeasible => prop_assert!(points.is_empty(), "{:?}", points[0]),
            Verdict::Least(strides) => {
                let in_box = strides.iter().all(|&stride| stride <= BOX);
                prop_assert!(satisfies(&system, &strides));
                prop_assert_eq!(points.first(), Some(&strides).filter(|_| in_box));
            }
        }
        Ok(true)
    });
}

#[test]
fn cores_of_random_systems_are_minimal() {
    let config = ProptestConfig::with_cases(5000);
    counted(config, 2500, &system(), |system| core_is_minimal(&system, true));
}

#[test]
fn cores_of_views_are_minimal() {
    let config = ProptestConfig::with_cases(5000);
    counted(config, 1800, &views(), |views| core_is_minimal(&views.system, true));
}

#[test]
fn view_addresses_agree_with_strides() {
    counted(ProptestConfig::with_cases(5000), 2000, &views(), |views| {
        let Ok(strides) = views.system.solve() else { return Ok(false) };
        prop_assert_eq!(strides.len(), views.lens.len());
        addresses_agree_with_strides(&views, &strides)?;
        Ok(true)
    });
}

#[test]
fn derivations_suffice_for_their_strides() {
    counted(ProptestConfig::with_cases(5000), 2000, &views(), |views| {
        let Ok(strides) = views.system.solve() else {
            prop_assert!(views.system.derive().is_none());
            return Ok(false);
        };
        derivations_are_enough(&views.system, &strides)
    });
}

fn bytes() -> ElemSize {
    ElemSize::new(Bits::new(8)).unwrap()
}

fn multiple(var: usize, bytes: i128) -> Constraint {
    Constraint::Multiple { of: Scaled::once(var), bits: bytes * 8 }
}

fn exactly(var: usize, bytes: i128) -> Constraint {
    Constraint::Exactly { of: Scaled::once(var), bits: bytes * 8 }
}

/// Solves a system and prints the time. Run a release build with `--nocapture` for figures.
fn timed(name: &str, system: &System) -> Result<Vec<i64>, Vec<usize>> {
    let start = Instant::now();
    let solved = system.solve().map_err(|conflict| conflict.core);
    let (hard, soft) = (system.hard.len(), system.soft.len());
    println!(
        "{name}: {} variables, {hard} hard, {soft} soft: {:.1?}",
        system.vars,
        start.elapsed()
    );
    solved
}

/// Returns a chain of tensors of shape `[.., 3, 5, 7]`. Among every ten, adjacent tensors share the strides of their
/// pixels.
fn many_tensors(tensors: usize) -> System {
    let mut system = System { vars: tensors * 4, elem: bytes(), hard: vec![], soft: vec![] };
    for tensor in 0..tensors {
        let first = tensor * 4;
        for (dim, times) in [3, 5, 7].into_iter().enumerate() {
            let inner = Scaled { var: first + dim + 1, times };
            system.hard.push(Constraint::AtLeast(Scaled::once(first + dim), inner));
        }
        if tensor % 10 < 9 && tensor + 1 < tensors {
            system.hard.push(Constraint::Equal(Scaled::once(first + 2), Scaled::once(first + 6)));
        }
        system.soft.push(multiple(first + 1, 8));
    }
    system
}

#[test]
fn many_tensors_are_solved_in_one_system() {
    let mut system = many_tensors(25_000);
    let strides = timed("tensors", &system).unwrap();
    assert!(satisfies(&system, &strides));
    assert_eq!(strides[..8], [120, 40, 7, 1, 120, 40, 7, 1]);
    let pixels = |tensor: usize| tensor * 4 + 2;
    system.soft[12_503] = exactly(pixels(12_500), 9);
    system.soft[12_507] = exactly(pixels(12_509), 11);
    system.soft[24_000] = exactly(0, 1);
    assert_eq!(timed("tensors in conflict", &system), Err(vec![12_503, 12_507]));
}

#[test]
fn long_chain_of_lower_bounds_is_solved() {
    let vars = 100_000;
    let above = |var| Constraint::AtLeast(Scaled::once(var), Scaled::once(var + 1));
    let step = |var: usize| multiple(var, [4, 6][var % 2]);
    let mut system = System {
        vars,
        elem: bytes(),
        hard: (0..vars - 1).map(above).collect(),
        soft: (0..vars).map(step).take(40).collect(),
    };
    let strides = timed("lower bounds", &system).unwrap();
    assert!(satisfies(&system, &strides));
    assert_eq!(strides[35..42], [12, 12, 12, 8, 6, 1, 1]);
    let most = Constraint::AtMost { of: Scaled::once(0), bits: 40 * 8 };
    system.soft.extend([most, exactly(vars - 1, 41)]);
    assert_eq!(timed("lower bounds in conflict", &system), Err(vec![40, 41]));
}

#[test]
fn long_chain_of_equalities_is_solved() {
    let vars = 100_000;
    let same = |var| Constraint::Equal(Scaled::once(var), Scaled::once(var + 1));
    let mut system = System {
        vars,
        elem: bytes(),
        hard: (0..vars - 1).map(same).collect(),
        soft: (0..vars).map(|var| multiple(var, 1 + (var % 4) as i128)).collect(),
    };
    assert_eq!(timed("equalities", &system), Ok(vec![12; vars]));
    system.soft[70_000] = exactly(7, 20);
    assert_eq!(timed("equalities in conflict", &system), Err(vec![2, 70_000]));
}

#[test]
fn long_core_is_found() {
    let vars = 300;
    let same = |var| Constraint::Equal(Scaled::once(var), Scaled::once(var + 1));
    let mut soft: Vec<Constraint> = (0..vars - 1).map(same).collect();
    soft.extend([exactly(0, 4), exactly(vars - 1, 5)]);
    let system = System { vars, elem: bytes(), hard: vec![], soft };
    let core = timed("a long core", &system).unwrap_err();
    assert_eq!(core, (0..vars + 1).collect::<Vec<_>>());
}

#[test]
fn large_cycles_are_classified() {
    let vars = 300;
    let ring = |times: i64| {
        let pull = move |var: usize| {
            let same = 3 + i64::try_from(var % 5).unwrap();
            let (by, times) = if var == 0 { (2, times) } else { (same, same) };
            Constraint::AtLeast(Scaled { var, times: by }, Scaled { var: (var + 1) % vars, times })
        };
        let hard = (0..vars).map(pull).collect();
        System { vars, elem: bytes(), hard, soft: vec![multiple(7, 9)] }
    };
    let shrinking = timed("a shrinking cycle", &ring(1)).unwrap();
    assert_eq!(shrinking[..10], [5, 9, 9, 9, 9, 9, 9, 9, 5, 5]);
    assert_eq!(timed("a level cycle", &ring(2)), Ok(vec![9; vars]));
    assert_eq!(timed("a growing cycle", &ring(3)), Err(vec![]));
}

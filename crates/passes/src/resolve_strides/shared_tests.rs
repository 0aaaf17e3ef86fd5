//! Tests of shared buffers against exhaustive search: random trees of views over one buffer, with random requirements,
//! and all strides within a bound.

use super::buffers::{ActiveBuffers, problem};
use super::type_layouts::TypeLayouts;
use super::*;
use crate::{PassContext, Stats};
use indexmap::IndexSet;
use ir::encoding::{self, Reading};
use ir::layout::{BufferError, IndexSpace, Origin, Req, ReqKind, TensorLayout};
use ir::print::{PrintOptions, module_to_string};
use ir::{Value, Verified};
use proptest::prelude::*;

mod testing;
use testing::{Case, Draw, Make, Node, module_of, registry};

/// Returns all indices of a shape, in row-major order.
fn indices(lens: &[i64]) -> Vec<Vec<i64>> {
    IndexSpace::below(lens.iter().copied()).iter().collect()
}

/// Returns the addresses of a tensor's elements in row-major order, for strides of the buffer's dims.
fn addresses(case: &Case, at: usize, strides: &[i64]) -> Vec<i64> {
    let node = &case.nodes[at];
    let pick = |of: usize, index: &dyn Fn(&[i64]) -> Vec<i64>| {
        let inner = addresses(case, of, strides);
        let row = |index: Vec<i64>| {
            index.iter().zip(&case.nodes[of].lens).fold(0, |row, (at, len)| row * len + at)
        };
        indices(&node.lens).iter().map(|at| inner[row(index(at)) as usize]).collect()
    };
    if at == case.root {
        let address = |index: &Vec<i64>| index.iter().zip(strides).map(|(at, by)| at * by).sum();
        return indices(&node.lens).iter().map(address).collect();
    }
    match &node.make {
        // One of the two operands of the concat that is the buffer.
        Make::Root => {
            let Make::Concat { of, axis } = &case.nodes[case.root].make else { unreachable!() };
            let half = node.lens[*axis] * i64::from(of[1] == at);
            pick(case.root, &|index| {
                let mut index = index.to_vec();
                index[*axis] += half;
                index
            })
        }
        Make::Slice { of, begin, step } => pick(*of, &|index| {
            (0..index.len()).map(|dim| begin[dim] + step[dim] * index[dim]).collect()
        }),
        Make::Transpose { of, dims } => pick(*of, &|index| {
            let mut old = vec![0; index.len()];
            dims.iter().zip(index).for_each(|(&dim, &at)| old[dim] = at);
            old
        }),
        Make::Reshape { of } => addresses(case, *of, strides),
        Make::Concat { .. } => unreachable!("a concat is the buffer"),
    }
}

/// Returns the distance from the first element to the next one along each dim, 0 for dims of length 1.
fn first_steps(lens: &[i64], addresses: &[i64]) -> Vec<i64> {
    let mut strides = vec![0; lens.len()];
    let mut row = 1;
    for dim in (0..lens.len()).rev() {
        if lens[dim] > 1 {
            strides[dim] = addresses[row] - addresses[0];
        }
        row *= lens[dim] as usize;
    }
    strides
}

/// Returns the dims by falling strides.
fn falling(strides: &[i64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..strides.len()).collect();
    order.sort_by_key(|&dim| std::cmp::Reverse(strides[dim]));
    order
}

/// Returns `true` if a tensor with these strides satisfies a requirement. Tensors with requirements have no dims of
/// length 1.
fn keeps(node: &Node, strides: &[i64], order: &[usize], req: &Req) -> bool {
    let place = req.dim.index();
    let stride = strides[order[place]];
    let inner = || order.get(place + 1).map_or(1, |&inner| strides[inner] * node.lens[inner]);
    match req.kind {
        ReqKind::Any => true,
        ReqKind::Compact => stride == inner(),
        ReqKind::Aligned(amount) => 2 * stride % amount.count() == 0,
        ReqKind::Fixed(amount) => 2 * stride == amount.count(),
    }
}

/// Returns the strides of a tensor from its addresses, 0 for dims of length 1; `None` if the addresses are not affine.
fn affine(lens: &[i64], addresses: &[i64]) -> Option<Vec<i64>> {
    let strides = first_steps(lens, addresses);
    let fits = indices(lens).iter().zip(addresses).all(|(index, &address)| {
        let inside: i64 = index.iter().zip(&strides).map(|(at, by)| at * by).sum();
        address == addresses[0] + inside
    });
    fits.then_some(strides)
}

/// Returns `true` if strides of the buffer make every tensor nested in its order, and satisfy its requirements.
fn holds(case: &Case, strides: &[i64], reqs: &dyn Fn(usize, &Req) -> bool) -> bool {
    (0..case.nodes.len()).all(|at| {
        let node = &case.nodes[at];
        let Some(own) = affine(&node.lens, &addresses(case, at, strides)) else { return false };
        let order = node.order.clone().unwrap_or_else(|| falling(&own));
        let long: Vec<usize> = order.iter().copied().filter(|&dim| node.lens[dim] > 1).collect();
        let nested = long.windows(2).all(|pair| own[pair[0]] >= own[pair[1]] * node.lens[pair[1]]);
        let keeps = |req: &Req| keeps(node, &own, &order, req);
        nested && node.reqs.iter().filter(|req| reqs(at, req)).all(keeps)
    })
}

/// The number of strides that are tried for each dim, from the least that keeps elements apart.
const BOX: i64 = 9;

/// Returns the least satisfying strides within [`BOX`]; `None` if there are none. The set of satisfying strides is
/// closed under the minimum of each dim.
fn brute(case: &Case, order: &[usize], reqs: &dyn Fn(usize, &Req) -> bool) -> Option<Vec<i64>> {
    let lens = &case.nodes[case.root].lens;
    let mut open = vec![vec![0; lens.len()]];
    let mut inner: Option<usize> = None;
    for &dim in order.iter().rev() {
        let mut next = Vec::new();
        for strides in &open {
            let least = inner.map_or(1, |inner| strides[inner] * lens[inner]);
            for stride in least..least + BOX {
                let mut strides: Vec<i64> = strides.clone();
                strides[dim] = stride;
                next.push(strides);
            }
        }
        open = next;
        inner = Some(dim);
    }
    let found: Vec<Vec<i64>> =
        open.into_iter().filter(|strides| holds(case, strides, reqs)).collect();
    let least = |dim: usize| found.iter().map(|strides| strides[dim]).min();
    (0..lens.len()).map(least).collect()
}

/// The number of strides that are tried for each dim if one solution suffices: more than the least common multiple of
/// any two amounts.
const WIDE_BOX: i64 = 140;

/// Returns `true` if strides of the buffer satisfy requirements on some of its tensors, by the addresses of their first
/// elements. Views are not checked: one of them may still contradict the requirements.
fn has_point(case: &Case, order: &[usize], reqs: &[(usize, Req)]) -> bool {
    let mut strides = vec![0; order.len()];
    extends(case, order, reqs, &mut strides)
}

/// Returns `true` if the strides of the inner dims can be extended to the dims of `order` so that the requirements are
/// satisfied.
fn extends(case: &Case, order: &[usize], reqs: &[(usize, Req)], strides: &mut [i64]) -> bool {
    let Some((&dim, outer)) = order.split_last() else {
        return reqs.iter().all(|(at, req)| keeps_alone(case, *at, req, strides));
    };
    let lens = &case.nodes[case.root].lens;
    let inner = (0..lens.len()).filter(|&dim| !order.contains(&dim));
    let least = inner.map(|inner| strides[inner] * lens[inner]).max().unwrap_or(1);
    let found = (least..least + WIDE_BOX).any(|stride| {
        strides[dim] = stride;
        extends(case, outer, reqs, strides)
    });
    strides[dim] = 0;
    found
}

/// Returns `true` if a tensor satisfies a requirement, by the addresses of the elements next to its first one.
fn keeps_alone(case: &Case, at: usize, req: &Req, strides: &[i64]) -> bool {
    let node = &case.nodes[at];
    let addresses = addresses(case, at, strides);
    let own = first_steps(&node.lens, &addresses);
    let order = node.order.clone().unwrap_or_else(|| falling(&own));
    keeps(node, &own, &order, req)
}

/// Returns the order of the buffer: its own, or that of the first operand of a concat.
fn root_order(case: &Case) -> Vec<usize> {
    case.nodes[0].order.clone().unwrap()
}

struct Ran {
    diagnostics: Vec<ir::diag::Diag>,
    module: Module,
}

fn resolve(module: &Module, insert_copies: bool) -> Ran {
    let ran = resolve_with(module, insert_copies, None);
    recording_changes_nothing(module, insert_copies, &ran);
    ran
}

/// Checks that recording decisions does not change the outcome, and that every tensor has a decision.
fn recording_changes_nothing(module: &Module, insert_copies: bool, ran: &Ran) {
    let mut provenance = Provenance::default();
    let again = resolve_with(module, insert_copies, Some(&mut provenance));
    let text = |module: &Module| module_to_string(module, &registry(), PrintOptions::default());
    assert_eq!(text(&again.module), text(&ran.module));
    assert_eq!(again.diagnostics, ran.diagnostics);
    let failed = ran.diagnostics.iter().any(|diag| diag.severity == Severity::Error);
    for op in again.module.walk().filter(|_| !failed) {
        for value in again.module.results(op) {
            let decisions = provenance.decisions(value);
            assert!(!decisions.is_empty(), "{}", text(&again.module));
            assert!(decisions.iter().all(|it| !it.because.is_empty()), "{decisions:?}");
        }
    }
}

fn resolve_with(module: &Module, insert_copies: bool, provenance: Option<&mut Provenance>) -> Ran {
    let registry = registry();
    let (mut sink, mut stats) = (Sink::default(), Stats::default());
    let mut module = module.clone();
    let (target, sink_mut, stats_mut) = (None, &mut sink, &mut stats);
    let mut cx = PassContext {
        registry: &registry,
        target,
        anchor: Default::default(),
        sink: sink_mut,
        stats: stats_mut,
        provenance,
        progress: &mut ir::progress::NoProgress,
        files: &mut Vec::new(),
    };
    ResolveStrides { insert_copies, certificate: None }.run(&mut module, &mut cx);
    let diagnostics = sink.take();
    let verified = Verified::new(module, &registry, &mut sink);
    let module = verified.unwrap_or_else(|_| panic!("{:?}", sink.diags())).into_module();
    Ran { diagnostics, module }
}

/// Returns the layout that a value has after the pass.
fn layout_of(module: &Module, value: Value) -> TensorLayout {
    match encoding::read(&module.ctx, module.ty(value)) {
        Ok(Some(Reading::Ordered(layout))) => *layout,
        other => panic!("{other:?}"),
    }
}

/// Returns the unsatisfiable core of a case. Each entry is the requirement of a tensor, or `None` for another
/// constraint. `None` if no buffer has conflicting constraints.
fn core_of(module: &Module) -> Option<Vec<Option<(usize, Req)>>> {
    let registry = registry();
    let tensors = Tensors::new(module, &registry);
    let requirements = gather(module, &registry, &tensors, &mut Sink::default());
    let (mut types, none) = (TypeLayouts::default(), IndexSet::new());
    let requirements = &requirements;
    let inputs = Inputs {
        module,
        tensors: &tensors,
        requirements,
        registry: &registry,
        target: None,
        certifies: false,
    };
    let mut active = ActiveBuffers::new(inputs, &mut types, &none);
    let elem = ir::layout::ElemSize::new(ir::layout::Bits::new(16)).unwrap();
    let buffers = active.buffers();
    let [buffer] = buffers.as_slice() else { return None };
    let problem = problem(buffer, &active.tensors, elem).unwrap();
    let Err(BufferError::Conflict(conflict)) = problem.solve(None) else { return None };
    let first = conflict.core.iter().filter_map(|origins| origins.first());
    let req = |origin: &Origin| match *origin {
        Origin::Requirement { member, req } => Some((buffer.members[member].tensor.index(), req)),
        _ => None,
    };
    Some(first.map(req).collect())
}

fn seeds() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(any::<u32>(), 24)
}

/// Checks the address of every element of all tensors against the types, and returns the strides of the whole buffer.
fn check_solved(case: &Case, values: &[Value], module: &Module) -> Vec<i64> {
    let root = layout_of(module, values[case.root]);
    let strides: Vec<i64> = root.strides().unwrap().values().map(|stride| stride.get()).collect();
    for (at, &value) in values.iter().enumerate() {
        let layout = layout_of(module, value).resolve().unwrap();
        let expected = addresses(case, at, &strides);
        for (index, expected) in indices(&case.nodes[at].lens).into_iter().zip(expected) {
            let index = ir::layout::LogicalIndex::new(index).unwrap();
            assert_eq!(
                layout.offset_of(&index).unwrap().get(),
                expected,
                "tensor {at} of {case:?}"
            );
        }
    }
    strides
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() }
}

/// The part of a case that was compared with brute force.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compared {
    /// The least strides.
    SolvedType,
    /// No strides satisfy the case.
    Refused,
    /// No strides satisfy the case, and the unsatisfiable core consists of requirements.
    Core,
}

fn compare(case: &Case) -> Result<Compared, TestCaseError> {
    let (module, values) = module_of(case);
    let ran = resolve(&module, false);
    let order = root_order(case);
    let all = |_: usize, _: &Req| true;
    let least = brute(case, &order, &all);
    if ran.diagnostics.is_empty() {
        let strides = check_solved(case, &values, &ran.module);
        prop_assert!(holds(case, &strides, &all), "{strides:?} of {case:?}");
        let lower = |least: &Vec<i64>| strides.iter().zip(least).all(|(a, b)| a <= b);
        prop_assert!(least.as_ref().is_none_or(lower), "{strides:?} above {least:?} of {case:?}");
        let lens = &case.nodes[case.root].lens;
        let boxed =
            order.windows(2).all(|pair| strides[pair[0]] < strides[pair[1]] * lens[pair[1]] + BOX);
        if boxed && order.last().is_none_or(|&dim| strides[dim] < 1 + BOX) {
            prop_assert_eq!(Some(strides), least, "{:?}", case);
        }
        return Ok(Compared::SolvedType);
    }
    prop_assert_eq!(least, None, "{:?} of {:?}", &ran.diagnostics, case);
    // A core is unsatisfiable, and satisfiable without any one of its members.
    let refused = ran.diagnostics.iter().any(|diag| diag.code == ir::diag::code::VIEW);
    let Some(core) = core_of(&module).filter(|_| !refused) else { return Ok(Compared::Refused) };
    let reqs: Option<Vec<(usize, Req)>> = core.into_iter().collect();
    let Some(reqs) = reqs else { return Ok(Compared::Refused) };
    let within = |set: &[(usize, Req)], at: usize, req: &Req| set.contains(&(at, *req));
    let alone = brute(case, &order, &|at, req| within(&reqs, at, req));
    prop_assert_eq!(alone, None, "{:?}", &reqs);
    for at in 0..reqs.len() {
        let mut fewer = reqs.clone();
        fewer.remove(at);
        prop_assert!(
            has_point(case, &order, &fewer),
            "{:?} is not a minimal unsatisfiable core of {:?}",
            &fewer,
            case
        );
    }
    Ok(Compared::Core)
}

#[test]
fn buffers_get_the_least_strides() {
    let counts = std::cell::RefCell::new(Vec::new());
    let mut runner = proptest::test_runner::TestRunner::new(config());
    let ran = runner.run(&seeds(), |seeds| {
        counts.borrow_mut().push(compare(&Draw::new(seeds).case())?);
        Ok(())
    });
    if let Err(error) = ran {
        panic!("{error}");
    }
    let count = |kind| counts.borrow().iter().filter(|&&it| it == kind).count();
    let found = [Compared::SolvedType, Compared::Refused, Compared::Core].map(count);
    assert!(found[0] >= 50 && found[1] >= 10 && found[2] >= 10, "{found:?}");
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn copies_resolve_all_tensors_and_preserve_addresses(seeds in seeds()) {
        let mut case = Draw::new(seeds).case();
        // Requirements that one tensor alone cannot satisfy are removed, because no copy helps.
        for node in &mut case.nodes {
            node.reqs.retain(|req| matches!(req.kind, ReqKind::Aligned(_)) && req.dim.index() + 1 < node.lens.len());
        }
        let (module, values) = module_of(&case);
        let ran = resolve(&module, true);
        prop_assert!(ran.diagnostics.is_empty(), "{:?} of {:?}", ran.diagnostics, case);
        let again = resolve(&ran.module, false);
        prop_assert!(again.diagnostics.is_empty(), "{:?} of {:?}", again.diagnostics, case);
        for &value in &values {
            layout_of(&ran.module, value);
        }
    }
}

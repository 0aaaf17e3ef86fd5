//! Certificates that were tampered with never prove a wrong bound.

use super::generate::{Network, costs, dense_net, problem_of};
use super::*;
use crate::certificate::{Case, Certificate, CoreProof, Cycle, Literal, Reparametrization, Step};
use crate::check::CertificateError;

/// Calls `change` for all steps, including nested ones.
fn each_step(steps: &mut [Step], change: &mut impl FnMut(&mut Step)) {
    for step in steps {
        change(step);
        match step {
            Step::Project { steps, .. } => {
                steps.iter_mut().for_each(|steps| each_step(steps, change));
            }
            Step::Core(core) => {
                for case in &mut core.tree {
                    if let Case::Solve(steps) = case {
                        each_step(steps, change);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Changes a part of the proof that the numbers select.
fn tamper(certificate: &mut Certificate, [kind, at, to]: [u64; 3]) {
    let pick = |len: usize| (at % len.max(1) as u64) as usize;
    let steps = &mut certificate.steps;
    let len = steps.len();
    match kind % 13 {
        0 if len > 0 => drop(steps.remove(pick(len))),
        1 if len > 0 => steps.swap(pick(len), (to % len as u64) as usize),
        2 if len > 0 => steps.push(steps[pick(len)].clone()),
        _ => each_step(steps, &mut |step| match (kind % 13, step) {
            (3 | 4, Step::Core(core)) => {
                let leaf = pick(core.offsets.len());
                let Some(offsets) = core.offsets.get_mut(leaf).map(|it| &mut it.moved) else {
                    return;
                };
                let place = (to % offsets.len().max(1) as u64) as usize;
                let Some(offset) = offsets.get_mut(place) else { return };
                let more = if kind % 13 == 3 { 1 << 30 } else { i64::MAX };
                *offset = offset.saturating_add(if to & 1 == 0 { more } else { -more });
            }
            (5, Step::Dominated { label, by, .. }) => std::mem::swap(label, by),
            (5, Step::Unsupported { label, .. }) => *label = to as u32 % 4,
            (6, Step::Project { steps, .. }) => drop(steps.pop()),
            (6, Step::Core(core)) => core.scale = to as i64 % 300,
            (7, Step::Core(core)) => {
                let case = pick(core.tree.len());
                match &mut core.tree[case] {
                    Case::Branch { labels, .. } => *labels = vec![to as u32 % 4],
                    Case::Fix { labels, .. } if to & 1 == 0 => labels[0].1 = vec![to as u32 % 4],
                    case => *case = Case::Bound { offsets: to as u32 % 3 },
                }
            }
            (8, Step::Core(core)) => core.lower_bound += 1 + to % 9,
            (9, Step::Core(core)) => {
                let all = core.offsets.iter_mut().flat_map(|it| &mut it.charged);
                all.for_each(|charged| *charged += (to % 1000) as i64 - 300);
            }
            (10, Step::Core(core)) => {
                let cycle = pick(core.cycles.len());
                let Some(cycle) = core.cycles.get_mut(cycle) else { return };
                let link = (to % cycle.differs.len().max(1) as u64) as usize;
                match to & 3 {
                    0 => drop(cycle.literals.pop()),
                    1 => drop(cycle.differs.pop()),
                    2 => cycle.literals[link].labels = vec![to as u32 % 4],
                    _ => cycle.differs[link] ^= true,
                }
            }
            (11, Step::Core(core)) => {
                let changes = core.offsets.iter_mut().flat_map(|it| &mut it.changes);
                changes.for_each(|(place, more)| match to & 1 {
                    0 => *place = place.wrapping_add(to as u32 % 5),
                    _ => *more = more.saturating_mul(to as i64 % 9),
                });
            }
            (12, Step::Core(core)) => {
                let leaf = pick(core.offsets.len());
                let Some(moves) = core.offsets.get_mut(leaf) else { return };
                moves.base = Some(to as u32 % 4);
            }
            _ => {}
        }),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tampered_certificates_prove_no_wrong_bound(problem in small_problem(), changes in prop::collection::vec(any::<[u64; 3]>(), 1..12)) {
        let Ok(solution) = solve(&problem, Limits::default()) else { return Ok(()) };
        let least = solution.cost();
        for change in changes {
            let mut certificate = solution.certificate.clone();
            tamper(&mut certificate, change);
            certificate.lower_bound = least + 1;
            prop_assert!(check(&problem, &certificate).is_err());
        }
    }

    #[test]
    fn tampered_labels_and_bounds_are_rejected(problem in small_problem(), at in any::<prop::sample::Index>()) {
        let Ok(solution) = solve(&problem, Limits::default()) else { return Ok(()) };
        let right = &solution.certificate;

        let higher = Certificate { lower_bound: right.lower_bound + 1, ..right.clone() };
        let refused = Err(CertificateError::LowerBound { proven: right.lower_bound });
        prop_assert_eq!(check(&problem, &higher), refused);

        let cheaper = Certificate { cost: right.cost.wrapping_sub(1), ..right.clone() };
        let refused = Err(CertificateError::Cost { actual: right.cost });
        prop_assert_eq!(check(&problem, &cheaper), refused);

        let mut relabeled = right.clone();
        let node = at.index(problem.len());
        relabeled.labels[node] += 1;
        let expected = match problem.cost(&relabeled.labels) {
            None => Err(CertificateError::Labels),
            Some(actual) if actual != right.cost => Err(CertificateError::Cost { actual }),
            Some(_) => Ok(()),
        };
        prop_assert_eq!(check(&problem, &relabeled), expected);

        relabeled.labels.pop();
        prop_assert_eq!(check(&problem, &relabeled), Err(CertificateError::Labels));
    }
}

/// Checks that the messages of a core contribute to its bound.
#[test]
fn bound_requires_messages() {
    let mut refused = 0;
    for seed in 0..40 {
        let problem = complete(seed, 7, 3);
        let right = solved(&problem).certificate;
        let mut certificate = right.clone();
        each_step(&mut certificate.steps, &mut |step| {
            if let Step::Core(core) = step {
                core.offsets.iter_mut().flat_map(|it| &mut it.moved).for_each(|offset| *offset = 0);
            }
        });
        refused += usize::from(check(&problem, &certificate).is_err());
    }
    assert!(refused >= 35, "{refused}");
}

/// Returns a complete graph, in which all pairs of variables have costs.
fn complete(seed: u64, count: usize, labels: usize) -> Problem {
    let mut random = Random::new(seed);
    let mut problem = Problem::new();
    let nodes: Vec<NodeId> =
        (0..count).map(|_| problem.add_node(costs(&mut random, labels, 100)).unwrap()).collect();
    for a in 0..count {
        for b in 0..a {
            let costs = costs(&mut random, labels * labels, 100);
            problem.add_edge(nodes[b], nodes[a], costs).unwrap();
        }
    }
    problem
}

/// Generates a problem of up to five nodes that all have an edge, with a proof of one leaf: random offsets, and random
/// closed walks with random charges.
fn random_proof() -> impl Strategy<Value = (Problem, CoreProof)> {
    let sizes = prop::collection::vec(1usize..=3, 2..=5);
    let numbers = prop::collection::vec(0u64..1 << 20, 400);
    (sizes, numbers, 1i64..5).prop_map(|(sizes, numbers, scale)| {
        let mut numbers = numbers.into_iter().cycle();
        let mut below = |limit: u64| numbers.next().unwrap_or(0) % limit;
        let mut edges = Vec::new();
        let mut words = 0;
        let own: Vec<Vec<u64>> =
            sizes.iter().map(|&size| (0..size).map(|_| below(9)).collect()).collect();
        for a in 0..sizes.len() {
            for b in a + 1..sizes.len() {
                edges.push((a, b, (0..sizes[a] * sizes[b]).map(|_| below(9)).collect()));
                words += sizes[a] + sizes[b];
            }
        }
        let cycles: Vec<Cycle> = (0..3)
            .map(|_| {
                let count = 1 + below(5) as usize;
                let literals = (0..count).map(|_| Literal {
                    node: NodeId(below(sizes.len() as u64) as u32),
                    labels: (0..3).filter(|_| below(2) == 0).collect(),
                });
                let literals = literals.collect();
                Cycle { literals, differs: (0..count).map(|_| below(2) == 0).collect() }
            })
            .collect();
        let moved = (0..words).map(|_| below(7) as i64 - 3).collect();
        let charged = (0..3).map(|_| below(12) as i64 - 1).collect();
        let moves = Reparametrization { moved, charged, ..Reparametrization::default() };
        let nodes = (0..sizes.len() as u32).map(NodeId).collect();
        let (tree, offsets) = (vec![Case::Bound { offsets: 0 }], vec![moves]);
        let proof = CoreProof { nodes, lower_bound: 0, scale, tree, cycles, offsets };
        (problem_of(&own, &edges), proof)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Checks that charges of any cycles prove no bound above the optimum.
    #[test]
    fn random_cycles_prove_no_wrong_bound((problem, proof) in random_proof()) {
        let least = brute_force(&problem);
        let labels = vec![0; problem.len()];
        let cost = problem.cost(&labels).unwrap();
        for lower_bound in [least + 1, least + 5] {
            let proof = CoreProof { lower_bound, ..proof.clone() };
            let certificate =
                Certificate { labels: labels.clone(), cost, lower_bound, steps: vec![Step::Core(proof)] };
            prop_assert!(check(&problem, &certificate).is_err());
        }
    }
}

/// Returns a grid of nodes with two labels. A pair of neighbors costs 1 if it is equal, or if it differs, at random. The
/// odd cycle inequalities of a planar graph suffice for its optimum (Barahona 1983).
fn signed_grid(seed: u64, side: usize) -> Problem {
    let mut random = Random::new(seed);
    let nodes = 0..side * side;
    let right = nodes.clone().filter(|at| at % side + 1 < side).map(|at| (at, at + 1));
    let below = nodes.filter(|at| at + side < side * side).map(|at| (at, at + side));
    let edges = right.chain(below).map(|(a, b)| {
        let equal = random.below(2);
        (a, b, vec![equal, 1 - equal, 1 - equal, equal])
    });
    problem_of(&vec![vec![0; 2]; side * side], &edges.collect::<Vec<_>>())
}

/// Checks that cycles prove a bound where the linear relaxation proves none, and that the proof needs them.
#[test]
fn cycles_prove_the_bound_of_signed_grids() {
    for seed in 0..3 {
        let problem = signed_grid(seed, 10);
        let solution = solved(&problem);
        assert_eq!(solution.gap(), 0);
        let mut certificate = solution.certificate.clone();
        let mut charged = 0;
        each_step(&mut certificate.steps, &mut |step| {
            if let Step::Core(core) = step {
                let all = core.offsets.iter_mut().flat_map(|it| &mut it.charged);
                all.for_each(|amount| charged += std::mem::take(amount));
            }
        });
        assert!(charged > 0 && check(&problem, &certificate).is_err(), "{seed}: {charged}");
    }
}

/// The number of occurrences of some kinds of steps and cases.
#[derive(Default)]
struct Counts {
    projections: u32,
    /// The number of branches plus the number of fixed labels.
    splits: usize,
    /// The number of cycles that reparametrizations charge.
    charges: usize,
}

impl Counts {
    fn add(&mut self, certificate: &Certificate) {
        each_step(&mut certificate.steps.clone(), &mut |step| match step {
            Step::Project { .. } => self.projections += 1,
            Step::Core(core) => {
                let charged = core.offsets.iter().flat_map(|moves| &moves.charged);
                self.charges += charged.filter(|&&amount| amount > 0).count();
                for case in &core.tree {
                    match case {
                        Case::Branch { .. } => self.splits += 1,
                        Case::Fix { labels, .. } => {
                            self.splits +=
                                labels.iter().map(|(_, labels)| labels.len()).sum::<usize>();
                        }
                        Case::Solve(_) | Case::Bound { .. } => {}
                    }
                }
            }
            _ => {}
        });
    }
}

/// Checks tampered certificates of larger problems, whose proofs have all kinds of steps.
#[test]
fn tampered_network_certificates_prove_no_wrong_bound() {
    let mut random = Random::new(5);
    let mut counts = Counts::default();
    let networks = [0, 1, 4, 5].map(|seed| {
        let mut network = Network::new(seed);
        dense_net(&mut network, &[5, 24]);
        network.problem
    });
    let graphs = [0, 1, 2].map(|seed| complete(seed, 12, 4));
    for problem in networks.iter().chain(&graphs) {
        let solution = solved(problem);
        assert_eq!(solution.gap(), 0);
        counts.add(&solution.certificate);
        for _ in 0..15 {
            let mut certificate = solution.certificate.clone();
            tamper(&mut certificate, [0; 3].map(|_| random.below(u64::MAX)));
            certificate.lower_bound += 1;
            assert!(check(problem, &certificate).is_err());
        }
    }
    let Counts { projections, splits, charges } = counts;
    assert!(projections > 2 && splits > 10 && charges > 10, "{projections} {splits} {charges}");
}

#[test]
fn complete_graphs_are_solved() {
    for seed in 0..12 {
        let problem = complete(seed, 7, 4);
        assert_eq!(solved(&problem).cost(), brute_force(&problem));
    }
}

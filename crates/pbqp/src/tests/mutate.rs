//! Certificates that were tampered with never prove a wrong bound.

use super::generate::{Network, costs, dense_net};
use super::*;
use crate::certificate::{Case, Certificate, Step};
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
    match kind % 9 {
        0 if len > 0 => drop(steps.remove(pick(len))),
        1 if len > 0 => steps.swap(pick(len), (to % len as u64) as usize),
        2 if len > 0 => steps.push(steps[pick(len)].clone()),
        _ => each_step(steps, &mut |step| match (kind % 9, step) {
            (3 | 4, Step::Core(core)) => {
                let leaf = pick(core.offsets.len());
                let Some(offsets) = core.offsets.get_mut(leaf) else { return };
                let place = (to % offsets.len().max(1) as u64) as usize;
                let Some(offset) = offsets.get_mut(place) else { return };
                let more = if kind % 9 == 3 { 1 << 30 } else { i64::MAX };
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
                core.offsets.iter_mut().flatten().for_each(|offset| *offset = 0);
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

/// The number of occurrences of some kinds of steps and cases.
#[derive(Default)]
struct Counts {
    projections: u32,
    /// The number of branches plus the number of fixed labels.
    splits: usize,
    rests: u32,
}

impl Counts {
    fn add(&mut self, certificate: &Certificate) {
        each_step(&mut certificate.steps.clone(), &mut |step| match step {
            Step::Project { .. } => self.projections += 1,
            Step::Core(core) => {
                for case in &core.tree {
                    match case {
                        Case::Branch { .. } => self.splits += 1,
                        Case::Fix { labels, .. } => {
                            self.splits +=
                                labels.iter().map(|(_, labels)| labels.len()).sum::<usize>();
                        }
                        Case::Solve(_) => self.rests += 1,
                        Case::Bound { .. } => {}
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
    for seed in [0, 1, 4, 5] {
        let mut network = Network::new(seed);
        dense_net(&mut network, &[5, 24]);
        let solution = solved(&network.problem);
        assert_eq!(solution.gap(), 0);
        counts.add(&solution.certificate);
        for _ in 0..15 {
            let mut certificate = solution.certificate.clone();
            tamper(&mut certificate, [0; 3].map(|_| random.below(u64::MAX)));
            certificate.lower_bound += 1;
            assert!(check(&network.problem, &certificate).is_err());
        }
    }
    let Counts { projections, splits, rests } = counts;
    assert!(projections > 2 && splits > 10 && rests > 0, "{projections} {splits} {rests}");
}

#[test]
fn complete_graphs_require_branching() {
    let mut counts = Counts::default();
    for seed in 0..12 {
        let problem = complete(seed, 7, 4);
        let solution = solved(&problem);
        assert_eq!(solution.cost(), brute_force(&problem));
        counts.add(&solution.certificate);
    }
    assert!(counts.splits > 60, "{}", counts.splits);
}

//! Certificates that were tampered with prove nothing that is wrong.

use super::super::certificate::{Certificate, Node, Step};
use super::super::check::CertificateFault;
use super::generate::{Network, dense_net};
use super::*;

/// All steps, those within others too.
fn each_step(steps: &mut [Step], change: &mut impl FnMut(&mut Step)) {
    for step in steps {
        change(step);
        match step {
            Step::Project { cases, .. } => {
                cases.iter_mut().for_each(|steps| each_step(steps, change));
            }
            Step::Bound(core) => {
                for node in &mut core.tree {
                    if let Node::Steps(steps) = node {
                        each_step(steps, change);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Changes something of the proof; the numbers choose what.
fn tamper(certificate: &mut Certificate, [kind, at, to]: [u64; 3]) {
    let pick = |len: usize| (at % len.max(1) as u64) as usize;
    let steps = &mut certificate.steps;
    let len = steps.len();
    match kind % 8 {
        0 if len > 0 => drop(steps.remove(pick(len))),
        1 if len > 0 => steps.swap(pick(len), (to % len as u64) as usize),
        2 if len > 0 => steps.push(steps[pick(len)].clone()),
        _ => each_step(steps, &mut |step| match (kind % 8, step) {
            (3 | 4, Step::Bound(core)) => {
                let leaf = pick(core.offsets.len());
                let Some(offsets) = core.offsets.get_mut(leaf) else { return };
                let place = (to % offsets.len().max(1) as u64) as usize;
                let Some(offset) = offsets.get_mut(place) else { return };
                let more = if kind % 8 == 3 { 1 << 30 } else { i64::MAX };
                *offset = offset.saturating_add(if to & 1 == 0 { more } else { -more });
            }
            (5, Step::Dominated { label, by, .. }) => std::mem::swap(label, by),
            (5, Step::Unsupported { label, .. }) => *label = to as u32 % 4,
            (6, Step::Project { cases, .. }) => drop(cases.pop()),
            (6, Step::Bound(core)) => core.scale = to as i64 % 300,
            (7, Step::Bound(core)) => {
                let node = pick(core.tree.len());
                match &mut core.tree[node] {
                    Node::Split { labels, .. } => *labels = vec![to as u32 % 4],
                    node => *node = Node::Leaf(to as u32 % 3),
                }
            }
            _ => {}
        }),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_wrong_is_proven(problem in small_problem(), changes in prop::collection::vec(any::<[u64; 3]>(), 1..12)) {
        let Ok(solution) = solve(&problem, Limits::default()) else { return Ok(()) };
        let least = solution.cost();
        for change in changes {
            let mut certificate = solution.certificate.clone();
            tamper(&mut certificate, change);
            certificate.bound = least + 1;
            prop_assert!(check(&problem, &certificate).is_err());
        }
    }

    #[test]
    fn claims_are_checked(problem in small_problem(), at in any::<prop::sample::Index>()) {
        let Ok(solution) = solve(&problem, Limits::default()) else { return Ok(()) };
        let right = &solution.certificate;

        let higher = Certificate { bound: right.bound + 1, ..right.clone() };
        prop_assert_eq!(check(&problem, &higher), Err(CertificateFault::Bound { proven: right.bound }));

        let cheaper = Certificate { cost: right.cost.wrapping_sub(1), ..right.clone() };
        prop_assert_eq!(check(&problem, &cheaper), Err(CertificateFault::Cost { right: right.cost }));

        let mut relabelled = right.clone();
        let var = at.index(problem.len());
        relabelled.labels[var] += 1;
        let wanted = match problem.cost(&relabelled.labels) {
            None => Err(CertificateFault::Labels),
            Some(cost) if cost != right.cost => Err(CertificateFault::Cost { right: cost }),
            Some(_) => Ok((right.cost, right.bound)),
        };
        prop_assert_eq!(check(&problem, &relabelled), wanted);

        relabelled.labels.pop();
        prop_assert_eq!(check(&problem, &relabelled), Err(CertificateFault::Labels));
    }
}

/// Cores need their messages: without them less is proven.
#[test]
fn messages_matter() {
    let mut refused = 0;
    for seed in 0..40 {
        let problem = complete(seed, 7, 3);
        let right = solved(&problem).certificate;
        let mut certificate = right.clone();
        each_step(&mut certificate.steps, &mut |step| {
            if let Step::Bound(core) = step {
                core.offsets.iter_mut().flatten().for_each(|offset| *offset = 0);
            }
        });
        refused += usize::from(check(&problem, &certificate).is_err());
    }
    assert!(refused >= 35, "{refused}");
}

/// All pairs of variables have costs.
fn complete(seed: u64, count: usize, labels: usize) -> Problem {
    let mut random = Random(seed);
    let mut problem = Problem::new();
    let vars: Vec<Var> =
        (0..count).map(|_| problem.add_variable(random.costs(labels, 100)).unwrap()).collect();
    for a in 0..count {
        for b in 0..a {
            let costs = random.costs(labels * labels, 100);
            problem.add_edge(vars[b], vars[a], costs).unwrap();
        }
    }
    problem
}

/// How often a kind of step or node occurs.
#[derive(Default)]
struct Counts {
    projections: u32,
    splits: u32,
    rests: u32,
}

impl Counts {
    fn add(&mut self, certificate: &Certificate) {
        each_step(&mut certificate.steps.clone(), &mut |step| match step {
            Step::Project { .. } => self.projections += 1,
            Step::Bound(core) => {
                for node in &core.tree {
                    self.splits += u32::from(matches!(node, Node::Split { .. }));
                    self.rests += u32::from(matches!(node, Node::Steps(_)));
                }
            }
            _ => {}
        });
    }
}

/// The same on larger problems, whose proofs have all kinds of steps.
#[test]
fn nothing_wrong_is_proven_of_networks() {
    let mut random = Random(5);
    let mut counts = Counts::default();
    for seed in [0, 1, 4, 5] {
        let mut network = Network::new(seed);
        dense_net(&mut network, &[5, 24]);
        let solution = solved(&network.problem);
        assert_eq!(solution.gap(), 0);
        counts.add(&solution.certificate);
        for _ in 0..15 {
            let mut certificate = solution.certificate.clone();
            tamper(&mut certificate, [0; 3].map(|_| random.next(u64::MAX)));
            certificate.bound += 1;
            assert!(check(&network.problem, &certificate).is_err());
        }
    }
    let Counts { projections, splits, rests } = counts;
    assert!(projections > 2 && splits > 10 && rests > 0, "{projections} {splits} {rests}");
}

#[test]
fn complete_graphs_are_branched() {
    let mut counts = Counts::default();
    for seed in 0..12 {
        let problem = complete(seed, 7, 4);
        let solution = solved(&problem);
        assert_eq!(solution.cost(), brute_force(&problem));
        counts.add(&solution.certificate);
    }
    assert!(counts.splits > 60, "{}", counts.splits);
}

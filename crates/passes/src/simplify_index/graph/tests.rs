//! Tests of the rules: all nodes of a class have the same value, whatever the arguments are.

use super::super::function;
use super::super::testing::{Random, block_of};
use super::super::tests::{pipeline, soup};
use super::*;

/// Every rule that joins classes.
const RULES: [&str; 15] = [
    "same bool",
    "expand",
    "nested quotients",
    "shared quotient",
    "one or none",
    "bit",
    "quotient of sum",
    "by digits",
    "into quotient",
    "remainder of sum",
    "flatten",
    "collect",
    "fraction",
    "bits in place",
    "absorb",
];

/// The value of a node, by the definition of its operation.
fn value(op: &Op, kids: &[i128], args: &[i128], bits: u32) -> i128 {
    let register = |value: i128| value.rem_euclid(1 << bits);
    match op {
        Op::Const(value) => (*value).into(),
        Op::Arg(number) => args[*number as usize],
        Op::Lin(constant, factors) => {
            let terms = factors.iter().zip(kids).map(|(&factor, kid)| i128::from(factor) * kid);
            i128::from(*constant) + terms.sum::<i128>()
        }
        Op::Div(divisor) => kids[0].div_euclid((*divisor).into()),
        Op::Mod(divisor) => kids[0].rem_euclid((*divisor).into()),
        Op::Mask(mask) => kids[0] & i128::from(*mask),
        Op::Wrap | Op::Lower => kids[0].rem_euclid(1 << 32),
        Op::Product(factor) => kids[0] * i128::from(*factor),
        Op::Upper => kids[0].div_euclid(1 << 32),
        Op::Xor | Op::Differ => kids[0] ^ kids[1],
        Op::Min => kids[0].min(kids[1]),
        Op::Max => kids[0].max(kids[1]),
        Op::CmpTo(pred, bound) => pred.holds(register(kids[0]), register((*bound).into())).into(),
        Op::Cmp(pred) => pred.holds(register(kids[0]), register(kids[1])).into(),
        Op::Below(bound) => kids.iter().all(|&kid| register(kid) < (*bound).into()).into(),
        Op::Truth(value) => (*value).into(),
        Op::And => kids[0] & kids[1],
        Op::Or => kids[0] | kids[1],
        Op::Select => kids[if kids[0] == 1 { 1 } else { 2 }],
    }
}

/// Finds the value of each class from the arguments up, and compares all of its nodes and what is known of it.
#[track_caller]
fn assert_classes_agree(graph: &Graph, args: &[i128]) {
    let snapshot = graph.snapshot();
    let mut values: IndexMap<Id, i128> = IndexMap::new();
    let of = |values: &IndexMap<Id, i128>, term: &Term| {
        let kids: Option<Vec<i128>> =
            term.kids.iter().map(|&kid| values.get(&graph.egraph.find(kid)).copied()).collect();
        kids.map(|kids| value(&term.op, &kids, args, graph.egraph.analysis.args.bits))
    };
    loop {
        let before = values.len();
        for (&class, terms) in &snapshot {
            if let Some(value) = terms.iter().find_map(|term| of(&values, term)) {
                values.entry(class).or_insert(value);
            }
        }
        if values.len() == before {
            break;
        }
    }
    for (class, terms) in &snapshot {
        let known = values[class];
        let exactly = graph.facts(*class).meet(StridedInterval::number(known));
        assert!(exactly.is_some(), "{known} is not in {:?}", graph.facts(*class));
        for term in terms {
            assert_eq!(of(&values, term), Some(known), "{term:?} among {terms:?}");
        }
    }
}

/// A quotient that phase 1 would have made simpler: `(g*h + l) / (g*d)` with `l < g`.
fn quotient_of_pair(random: &mut Random) -> (Form, Args) {
    let (g, d) = (random.pick(&[2, 3, 8]), random.pick(&[2, 5]));
    let facts = vec![StridedInterval::range(0, 40), StridedInterval::range(0, i128::from(g) - 1)];
    let (args, mut form) = (Args { facts, bits: 32 }, Form::default());
    let kids = (0..2).map(|number| form.push(Op::Arg(number), Vec::new(), None, &args)).collect();
    let sum = form.push(Op::Lin(0, Box::new([g, 1])), kids, None, &args);
    let quotient = form.push(Op::Div(g * d), vec![sum], None, &args);
    form.roots.push(quotient);
    (form, args)
}

fn random_form(random: &mut Random, seed: u64) -> Option<(Form, Args)> {
    let (module, lengths) = match seed % 10 {
        0 => return Some(quotient_of_pair(random)),
        1..=3 => soup(random, 32),
        _ => pipeline(random),
    };
    function::read(&module, block_of(&module), &lengths).ok()
}

#[test]
fn every_rule_joins_equal_values_only() {
    let mut fired: IndexMap<&str, usize> = IndexMap::new();
    for seed in 0..300 {
        let mut random = Random(seed);
        let Some((form, args)) = random_form(&mut random, seed) else { continue };
        let mut graph = Graph::new(&form, &args);
        graph.grow().unwrap();
        for _ in 0..8 {
            let values = args
                .facts
                .iter()
                .map(|facts| i128::from(random.below(u64::try_from(facts.high).unwrap() + 1)));
            assert_classes_agree(&graph, &values.collect::<Vec<i128>>());
        }
        for (rule, count) in graph.fired {
            *fired.entry(rule).or_insert(0) += count;
        }
    }
    for rule in RULES {
        assert!(fired.get(rule).is_some_and(|&count| count >= 3), "{rule}: {fired:?}");
    }
    assert!(fired.keys().all(|rule| RULES.contains(rule)), "{fired:?}");
}

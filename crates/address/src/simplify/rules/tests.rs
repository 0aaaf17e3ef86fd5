//! All nodes of a class have the same value at every index.

use super::super::egraph::{ENode, IntegerGraph};
use super::super::integer::{IntegerDag, IntegerOp, ProgramSignature};
use super::super::lift::{LiftedProgram, lift};
use super::super::rule::Rule;
use super::super::testing::Random;
use super::super::tests::{pipeline, soup};
use super::grow;
use crate::form::AddressForm;
use crate::operation::WordOp;
use egg::Id;
use indexmap::IndexMap;
use layout::StridedInterval;

/// Returns the value of a node by concrete evaluation of its operation.
fn value(op: &IntegerOp, operands: &[i128], args: &[i128], bits: u32) -> i128 {
    let word = |value: i128| value.rem_euclid(1 << bits);
    match op {
        IntegerOp::Constant(value) => (*value).into(),
        IntegerOp::Param(number) => args[*number as usize],
        IntegerOp::Linear(constant, factors) => {
            let terms =
                factors.iter().zip(operands).map(|(&factor, operand)| i128::from(factor) * operand);
            i128::from(*constant) + terms.sum::<i128>()
        }
        IntegerOp::Quotient(divisor) => operands[0].div_euclid((*divisor).into()),
        IntegerOp::Remainder(divisor) => operands[0].rem_euclid((*divisor).into()),
        IntegerOp::Mask(mask) => operands[0] & i128::from(*mask),
        IntegerOp::Wrap | IntegerOp::Low => operands[0].rem_euclid(1 << 32),
        IntegerOp::Product(factor) => operands[0] * i128::from(*factor),
        IntegerOp::High => operands[0].div_euclid(1 << 32),
        IntegerOp::Word(op) | IntegerOp::Boolean(op) => match op {
            WordOp::Xor => operands[0] ^ operands[1],
            WordOp::Min => operands[0].min(operands[1]),
            WordOp::Max => operands[0].max(operands[1]),
            WordOp::And => operands[0] & operands[1],
            WordOp::Or => operands[0] | operands[1],
            other => panic!("{other:?}"),
        },
        IntegerOp::CompareTo(pred, bound) => {
            pred.holds(word(operands[0]), word((*bound).into())).into()
        }
        IntegerOp::Compare(pred) => pred.holds(word(operands[0]), word(operands[1])).into(),
        IntegerOp::Below(bound) => {
            operands.iter().all(|&operand| word(operand) < (*bound).into()).into()
        }
        IntegerOp::Known(value) => (*value).into(),
        IntegerOp::Select => operands[if operands[0] == 1 { 1 } else { 2 }],
    }
}

/// Evaluates each class, starting from the parameters, and checks that all of its nodes have this value and that its
/// interval contains it.
#[track_caller]
fn assert_classes_agree(graph: &IntegerGraph, args: &[i128]) {
    let snapshot = graph.snapshot();
    let mut values: IndexMap<Id, i128> = IndexMap::new();
    let of = |values: &IndexMap<Id, i128>, node: &ENode| {
        let operands: Option<Vec<i128>> = node
            .operands
            .iter()
            .map(|&operand| values.get(&graph.egraph.find(operand)).copied())
            .collect();
        operands.map(|operands| {
            value(&node.op, &operands, args, graph.egraph.analysis.signature.width.bits())
        })
    };
    loop {
        let before = values.len();
        for (&class, terms) in &snapshot {
            if let Some(value) = terms.iter().find_map(|node| of(&values, node)) {
                values.entry(class).or_insert(value);
            }
        }
        if values.len() == before {
            break;
        }
    }
    for (class, terms) in &snapshot {
        let known = values[class];
        let exactly = graph.interval(*class).meet(StridedInterval::number(known));
        assert!(exactly.is_some(), "{known} is not in {:?}", graph.interval(*class));
        for node in terms {
            assert_eq!(of(&values, node), Some(known), "{node:?} among {terms:?}");
        }
    }
}

fn random_dag(random: &mut Random, seed: u64) -> Option<(IntegerDag, ProgramSignature)> {
    let program = match seed % 10 {
        0..=2 => soup(random, 32),
        3 => soup(random, 64),
        4..=7 => pipeline(random, 32),
        _ => pipeline(random, 64),
    };
    let LiftedProgram { mut ways, signature } = lift(&program, &AddressForm::Offset).ok()?;
    Some((ways.remove(0), signature))
}

#[test]
fn every_rule_merges_only_equal_values() {
    let mut fired: IndexMap<Rule, usize> = IndexMap::new();
    for seed in 0..300 {
        let mut random = Random(seed);
        let Some((dag, signature)) = random_dag(&mut random, seed) else { continue };
        let mut graph = IntegerGraph::new(&dag, &signature);
        grow(&mut graph).unwrap();
        for _ in 0..8 {
            let ends = signature.params.iter().map(|param| param.end());
            let values: Vec<i128> = ends.map(|end| random.below(end).into()).collect();
            assert_classes_agree(&graph, &values);
        }
        for (rule, count) in graph.fired {
            *fired.entry(rule).or_insert(0) += count;
        }
    }
    for rule in Rule::ALL {
        assert!(fired.get(rule).is_some_and(|&count| count >= 3), "{rule}: {fired:?}");
    }
}

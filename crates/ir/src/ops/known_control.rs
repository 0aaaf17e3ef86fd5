//! Structured control flow and variables of other dialects, one row each.

use super::equalities::yielded;
use crate::choice::{Choice, Slot};
use crate::module::{Block, Module, Op, Value};
use crate::registry::{ChoiceOf, OpDef, SharedFn, TypeEqualities, TypeEqualitiesOf, text};

/// The layouts of the values that a variable holds: its op keeps no layout, so all ops that access it must agree.
const STORED: Option<ChoiceOf> = Some(SharedFn::from_static(&|| Choice::all(Slot::RowMajor)));

const CONDITIONAL: Option<TypeEqualitiesOf> = Some(SharedFn::from_static(&conditional));
const LOOP: Option<TypeEqualitiesOf> = Some(SharedFn::from_static(&carried));

/// The name of each op, its summary, its type equalities, and its layouts.
const KNOWN: &[(&str, &str, Option<TypeEqualitiesOf>, Option<ChoiceOf>)] = &[
    ("tosa.cond_if", "executes one of its two regions", CONDITIONAL, None),
    ("tosa.variable.read", "the value of a variable, in MLIR 19", None, STORED),
    ("tosa.variable.write", "sets a variable, in MLIR 19", None, STORED),
    ("tosa.variable_read", "the value of a variable", None, STORED),
    ("tosa.variable_write", "sets a variable", None, STORED),
    ("tosa.while_loop", "a loop with a condition and a body", LOOP, None),
];

/// Returns the definitions of the ops.
pub(super) fn defs() -> impl Iterator<Item = OpDef> {
    KNOWN.iter().map(|(name, summary, type_equalities, choice)| OpDef {
        name: text(name),
        summary: text(summary),
        type_equalities: type_equalities.clone(),
        choice: choice.clone(),
        ..OpDef::FOREIGN
    })
}

fn entries(module: &Module, op: Op) -> impl Iterator<Item = Block> {
    module.regions(op).iter().filter_map(|&region| module.blocks(region).first().copied())
}

/// Returns the pairs of a conditional: each operand after the condition has the type of an argument of both regions,
/// and each yielded value that of a result.
fn conditional(module: &Module, op: Op) -> TypeEqualities {
    let results: Vec<Value> = module.results(op).collect();
    let inputs = module.operands(op).get(1..).unwrap_or_default();
    let blocks: Vec<Block> = entries(module, op).collect();
    let [then, ..] = blocks[..] else { return Vec::new() };
    // The operand is forwarded once, to the first region. The arguments of both regions have equal types.
    let first = module.arguments(then);
    let mut pairs: TypeEqualities = inputs.iter().copied().zip(first.iter().copied()).collect();
    for &block in blocks.get(1..).unwrap_or_default() {
        let others = module.arguments(block).iter().copied();
        pairs.extend(others.zip(first.iter().copied()));
    }
    pairs.extend(blocks.iter().flat_map(|&block| yielded(module, block, &results)));
    pairs
}

/// Returns the pairs of a loop: an operand, the arguments of both regions, the value that the body yields, and the
/// result of an index have the same type.
fn carried(module: &Module, op: Op) -> TypeEqualities {
    let results: Vec<Value> = module.results(op).collect();
    let operands = module.operands(op).iter().copied();
    let mut pairs: TypeEqualities = operands.zip(results.iter().copied()).collect();
    for block in entries(module, op) {
        let arguments = module.arguments(block).iter().copied();
        // A result is no operand of a terminator, so the pair forwards nothing.
        pairs.extend(results.iter().copied().zip(arguments));
    }
    if let Some(body) = entries(module, op).nth(1) {
        pairs.extend(yielded(module, body, &results));
    }
    pairs
}

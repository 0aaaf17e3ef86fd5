//! Ops of ONNX that cannot be imported, with the reason and what helps.

use crate::model_graph::ModelNode;

/// The reason why an op is refused, and what helps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RefusedOp {
    pub(crate) reason: &'static str,
    pub(crate) help: &'static str,
}

const NESTED: RefusedOp = RefusedOp {
    reason: "only `If`, `Loop` and `Scan` may have nested graphs",
    help: "replace it by `If`, `Loop` or `Scan`",
};

const SEQUENCE: RefusedOp = RefusedOp {
    reason: "sequences and optional values are unsupported: only tensors have layouts",
    help: "replace it by `Split`, `Concat`, `Gather` or `Slice` of tensors",
};

const MAP: RefusedOp = RefusedOp {
    reason: "maps are unsupported: only tensors have layouts",
    help: "export the model without it; converters of scikit-learn have the option `zipmap=False`",
};

/// Returns why a node is refused. `None` if it can be imported, provided that its shapes are known.
pub(crate) fn refusal(node: &ModelNode) -> Option<RefusedOp> {
    refused_op(node.proto.op_type.as_deref()?).or((!node.bodies.is_empty()).then_some(NESTED))
}

pub(super) fn refused_op(op: &str) -> Option<RefusedOp> {
    Some(match op {
        "ConcatFromSequence" | "Optional" | "OptionalGetElement" | "OptionalHasElement"
        | "SequenceAt" | "SequenceConstruct" | "SequenceEmpty" | "SequenceErase"
        | "SequenceInsert" | "SequenceLength" | "SequenceMap" | "SplitToSequence" => SEQUENCE,
        "CastMap" | "DictVectorizer" | "ZipMap" => MAP,
        _ => return None,
    })
}

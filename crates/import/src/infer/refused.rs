//! Ops of ONNX that cannot be imported, with the reason and what helps.

use rten_onnx::onnx::NodeProto;

/// The reason why an op is refused, and what helps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RefusedOp {
    pub(crate) reason: &'static str,
    pub(crate) help: &'static str,
}

const NESTED: RefusedOp = RefusedOp {
    reason: "nested graphs are unsupported",
    help: "export the model with fixed shapes, or fold constants (onnx-simplifier, or the basic optimizations of \
           ONNX Runtime), so that no branch or loop remains",
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
pub(crate) fn refusal(node: &NodeProto) -> Option<RefusedOp> {
    if node.attribute.iter().any(|attr| attr.g.is_some()) {
        return Some(NESTED);
    }
    refused_op(node.op_type.as_deref()?)
}

pub(super) fn refused_op(op: &str) -> Option<RefusedOp> {
    Some(match op {
        "If" | "Loop" | "Scan" | "SequenceMap" => NESTED,
        "ConcatFromSequence" | "Optional" | "OptionalGetElement" | "OptionalHasElement"
        | "SequenceAt" | "SequenceConstruct" | "SequenceEmpty" | "SequenceErase"
        | "SequenceInsert" | "SequenceLength" | "SplitToSequence" => SEQUENCE,
        "CastMap" | "DictVectorizer" | "ZipMap" => MAP,
        _ => return None,
    })
}

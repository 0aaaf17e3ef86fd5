//! The side effects of ops of other dialects, which need no definition for this.

use crate::registry::Registry;

/// The dialects whose ops without regions have no side effects, each with its ops that have some: ops that draw random
/// numbers, access variables, exchange data with other devices or call unknown code, and terminators.
const DIALECTS: &[(&str, &[&str])] = &[
    ("IE", &["Assign", "RandomUniform", "ReadValue"]),
    ("arith", &[]),
    ("complex", &[]),
    ("index", &[]),
    ("linalg", &["yield"]),
    ("math", &[]),
    (
        "onnx",
        &[
            "Bernoulli",
            "Call",
            "Custom",
            "Dropout",
            "Multinomial",
            "RandomNormal",
            "RandomNormalLike",
            "RandomUniform",
            "RandomUniformLike",
            "Return",
            "Yield",
        ],
    ),
    (
        "stablehlo",
        &[
            "after_all",
            "all_gather",
            "all_reduce",
            "all_to_all",
            "collective_broadcast",
            "collective_permute",
            "composite",
            "create_token",
            "cross-replica-sum",
            "custom_call",
            "infeed",
            "outfeed",
            "partition_id",
            "recv",
            "reduce_scatter",
            "replica_id",
            "return",
            "rng",
            "send",
        ],
    ),
    ("tensor", &["yield"]),
    ("tosa", &["custom", "variable", "variable_read", "variable_write", "yield"]),
];

/// The terminators that pass values from a region to its op, of the ops above.
const YIELDS: &[&str] = &[
    "linalg.yield",
    "onnx.Return",
    "onnx.Yield",
    "stablehlo.return",
    "tensor.yield",
    "tosa.yield",
];

/// Adds the side effects to a registry.
pub(super) fn add_to(registry: &mut Registry) {
    for &(dialect, ops) in DIALECTS {
        registry.add_pure_dialect(dialect);
        ops.iter().for_each(|op| registry.add_impure_op(format!("{dialect}.{op}")));
    }
    YIELDS.iter().for_each(|&name| registry.add_yield(name));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminators_and_random_generators_are_impure() {
        let registry = Registry::new();
        assert!(YIELDS.iter().all(|name| !registry.is_pure(name)));
        assert!(registry.is_pure("onnx.Relu") && !registry.is_pure("onnx.RandomNormal"));
    }
}

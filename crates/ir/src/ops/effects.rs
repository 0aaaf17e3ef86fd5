//! The side effects of ops of other dialects, which need no definition for this.

use crate::registry::Registry;

/// The dialects whose ops without regions have no side effects, each with its ops that have some: ops that draw random
/// numbers, access variables, exchange data with other devices or call unknown code. Terminators are in [`YIELDS`].
const DIALECTS: &[(&str, &[&str])] = &[
    ("IE", &["Assign", "RandomUniform", "ReadValue"]),
    ("arith", &[]),
    ("complex", &[]),
    ("index", &[]),
    ("linalg", &[]),
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
            "rng",
            "send",
        ],
    ),
    ("tensor", &[]),
    (
        "tosa",
        &[
            "custom",
            "variable",
            // MLIR 19 has a dot in these names.
            "variable.read",
            "variable.write",
            "variable_read",
            "variable_write",
        ],
    ),
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
    use crate::ops::known_control;
    use crate::registry::OpDef;

    #[test]
    fn ops_of_variables_are_impure() {
        let registry = Registry::new();
        // The known ops with a layout of their own are those that access variables.
        let accesses: Vec<OpDef> =
            known_control::defs().filter(|def| def.choice.is_some()).collect();
        assert_eq!(accesses.len(), 4);
        for def in accesses {
            assert!(!registry.is_pure(&def.name), "{}", def.name);
        }
    }

    #[test]
    fn terminators_and_random_generators_are_impure() {
        let registry = Registry::new();
        assert!(YIELDS.iter().all(|name| !registry.is_pure(name)));
        assert!(registry.is_pure("onnx.Relu") && !registry.is_pure("onnx.RandomNormal"));
    }
}

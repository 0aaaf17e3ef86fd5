//! The node of an op.

use super::attributes::{attribute, is_default};
use crate::fold::constants::{dense_elements, dense_value};
use crate::op_versions::{
    FLATTENED, MovedOperands, is_softmax, moved_operands, old_form, split_name,
};
use ir::module::Def;
use ir::types::{Extent, static_count};
use ir::{Module, Op, Value};
use rten_onnx::onnx::{AttributeProto, AttributeType, NodeProto};

/// The dialect of the ops that are written.
const DIALECT: &str = "onnx.";
/// The op of another domain, with its name and its domain.
const CUSTOM: &str = "onnx.Custom";
const CUSTOM_NAME: &str = "function_name";
const CUSTOM_DOMAIN: &str = "domain_name";
/// The standard domain.
pub(super) const STANDARD: &str = "ai.onnx";
/// The attributes of onnx-mlir and of MLIR that are not those of a node.
const NOT_OF_NODES: &[&str] = &[
    CUSTOM_DOMAIN,
    CUSTOM_NAME,
    "inputs_for_infer",
    "onnx_node_name",
    "operandSegmentSizes",
    "output_element_type",
    "resultSegmentSizes",
    "shape_infer_pattern",
];

/// The ops of the other domains of ONNX, which the IR spells without their domain.
const OTHER_DOMAINS: &[(&str, &[&str])] = &[
    (
        "ai.onnx.ml",
        &[
            "ArrayFeatureExtractor",
            "Binarizer",
            "CategoryMapper",
            "FeatureVectorizer",
            "Imputer",
            "LabelEncoder",
            "LinearClassifier",
            "LinearRegressor",
            "Normalizer",
            "OneHotEncoder",
            "SVMClassifier",
            "SVMRegressor",
            "Scaler",
            "TreeEnsemble",
            "TreeEnsembleClassifier",
            "TreeEnsembleRegressor",
        ],
    ),
    ("ai.onnx.preview.training", &["Adagrad", "Adam", "Gradient", "Momentum"]),
];

/// An op of a model, as ONNX names it.
pub(super) struct OpIdentity<'a> {
    pub(super) op: &'a str,
    pub(super) domain: &'a str,
    /// The suffix of an old form.
    suffix: Option<&'a str>,
}

/// Returns `true` if an op is of the dialect of ONNX.
pub(super) fn is_of_onnx(module: &Module, op: Op) -> bool {
    module.name(op).starts_with(DIALECT) && module.regions(op).is_empty()
}

/// Returns the op and its domain.
///
/// # Errors
/// The op is not one of ONNX.
pub(super) fn identity(module: &Module, op: Op) -> Result<OpIdentity<'_>, String> {
    let name = module.name(op);
    if name == CUSTOM {
        let of = |key: &str| module.str_attr(op, key).filter(|text| !text.is_empty());
        let missing = |key: &str| format!("`{CUSTOM}` has no `{key}`");
        let domain = of(CUSTOM_DOMAIN).ok_or_else(|| missing(CUSTOM_DOMAIN))?;
        let op = of(CUSTOM_NAME).ok_or_else(|| missing(CUSTOM_NAME))?;
        return Ok(OpIdentity { op, domain, suffix: None });
    }
    let plain = name.strip_prefix(DIALECT).filter(|_| is_of_onnx(module, op));
    let Some(plain) = plain else { return Err(format!("`{name}` is not an op of ONNX")) };
    let other = OTHER_DOMAINS.iter().find(|(_, ops)| ops.contains(&plain));
    if let Some((domain, _)) = other {
        return Ok(OpIdentity { op: plain, domain, suffix: None });
    }
    let (op, suffix) = split_name(plain);
    Ok(OpIdentity { op, domain: STANDARD, suffix })
}

/// Returns the node of an op, without its name, operands and results, and the number of operands that it has: those that
/// follow are attributes. `version` is that of the op set of its domain, and `is_bool` is `true` if bytes are bools.
///
/// # Errors
/// The version has no such op, or an attribute has no form in ONNX.
pub(super) fn node(
    module: &Module,
    op: Op,
    identity: &OpIdentity<'_>,
    version: i64,
    is_bool: bool,
) -> Result<(NodeProto, usize), String> {
    let is_standard = identity.domain == STANDARD;
    let mut attributes = Vec::new();
    for (key, value) in module.all_attrs(op) {
        let key = module.ctx.text(key);
        let is_own = !key.contains('.') && !NOT_OF_NODES.contains(&key);
        if !is_own || is_standard && is_default(&module.ctx, identity.op, key, value) {
            continue;
        }
        let converted = attribute(module, key, value, is_bool);
        attributes.push(converted.map_err(|reason| format!("attribute `{key}` {reason}"))?);
    }
    let mut operands = module.operands(op).len();
    if is_standard && let Some(moved) = moved(module, op, identity, version)? {
        attributes.extend(attribute_operands(module, op, identity.op, moved)?);
        operands = 1;
    }
    let node = NodeProto {
        op_type: Some(identity.op.to_owned()),
        domain: (!is_standard).then(|| identity.domain.to_owned()),
        attribute: attributes,
        ..NodeProto::default()
    };
    Ok((node, operands))
}

/// Returns the operands of a standard op that are attributes of its node. `None` if there are none.
///
/// # Errors
/// The version of the op set has another form of the op.
fn moved(
    module: &Module,
    op: Op,
    identity: &OpIdentity<'_>,
    version: i64,
) -> Result<Option<&'static MovedOperands>, String> {
    let name = identity.op;
    let old = old_form(name, version);
    match (identity.suffix, old) {
        (Some(suffix), Some(old)) if old.suffix == suffix => return Ok(None),
        (Some(suffix), _) => {
            return Err(format!("op set {version} has no `{name}` of the form `{name}{suffix}`"));
        }
        (None, Some(old)) if old.suffix == FLATTENED && is_softmax(name) => {
            return match is_along_last_dim(module, op) {
                true => Ok(None),
                false => Err(format!(
                    "`{name}` along a dim that is not the last requires op set {}, but the module imports {version}",
                    old.before
                )),
            };
        }
        _ => {}
    }
    match (moved_operands(name, version), old) {
        (None, Some(old)) => Err(format!(
            "this form of `{name}` requires op set {}, but the module imports {version}",
            old.before
        )),
        (moved, _) => Ok(moved),
    }
}

/// Returns `true` if the dims behind the axis of an op have length 1.
fn is_along_last_dim(module: &Module, op: Op) -> bool {
    let dims = module.operands(op).first().and_then(|&value| module.kind(value).tensor_dims());
    let Some(dims) = dims else { return false };
    let axis = module.int_attr(op, "axis").unwrap_or(-1);
    let axis = if axis < 0 { axis + dims.len() as i64 } else { axis };
    let after = usize::try_from(axis).ok().and_then(|axis| dims.get(axis + 1..));
    after.is_some_and(|after| after.iter().all(|&length: &Extent| length == Some(1)))
}

/// Returns the attributes for the operands of an op after the first.
fn attribute_operands(
    module: &Module,
    op: Op,
    name: &str,
    moved: &MovedOperands,
) -> Result<Vec<AttributeProto>, String> {
    let operands = module.operands(op).iter().enumerate().skip(1);
    let mut attributes = Vec::new();
    for (at, &operand) in operands {
        if module.kind(operand) == &ir::TypeKind::None {
            continue;
        }
        let ints = constant_ints(module, operand);
        match (moved.keys.get(at - 1), ints) {
            (Some(&key), Some(ints)) => attributes.push(AttributeProto {
                name: Some(key.to_owned()),
                ints,
                r#type: Some(AttributeType::INTS),
                ..AttributeProto::default()
            }),
            // The steps of a slice.
            (None, Some(ints)) if name == "Slice" && ints.iter().all(|&step| step == 1) => {}
            _ => {
                return Err(format!(
                    "operand {at} of `{name}` requires op set {}, as it is no constant attribute",
                    moved.since
                ));
            }
        }
    }
    Ok(attributes)
}

/// Returns the integers of a constant. `None` for another value.
fn constant_ints(module: &Module, value: Value) -> Option<Vec<i64>> {
    let Def::Result(op, _) = module.def(value) else { return None };
    let dense = dense_value(module, op)?;
    let (bytes, width) = dense_elements(module, dense)?;
    let count = usize::try_from(static_count(module.kind(value).tensor_dims()?)?).ok()?;
    let ints: Option<Vec<i64>> = bytes
        .chunks_exact(width)
        .map(|bytes| match bytes.len() {
            4 => bytes.try_into().ok().map(i32::from_le_bytes).map(i64::from),
            _ => bytes.try_into().ok().map(i64::from_le_bytes),
        })
        .collect();
    let ints = ints?;
    Some(if ints.len() == 1 { ints.repeat(count) } else { ints })
}

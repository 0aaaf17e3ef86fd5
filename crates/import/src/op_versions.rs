//! The forms of ops that changed between versions of ONNX's op set, in both directions: `op_form` writes a node of an old
//! version as an op whose name has a suffix, and `export` writes such an op as a node of that version.

/// The old form of an op.
pub(crate) struct OldForm {
    /// The op.
    pub(crate) op: &'static str,
    /// The suffix of the name of the op in the IR.
    pub(crate) suffix: &'static str,
    /// The first version of the op set whose nodes have another form.
    pub(crate) before: i64,
}

const fn old(op: &'static str, suffix: &'static str, before: i64) -> OldForm {
    OldForm { op, suffix, before }
}

/// The old forms, the oldest form of an op first.
const OLD_FORMS: &[OldForm] = &[
    old("Clip", "V6", 11),
    old("Hardmax", FLATTENED, 13),
    old("LogSoftmax", FLATTENED, 13),
    old("Pad", "V2", 11),
    old("ReduceSum", "V11", 13),
    old("Resize", "V10", 11),
    old("Softmax", FLATTENED, 13),
    old("Split", "V11", 13),
    old("Split", "V13", 18),
    old("Squeeze", "V11", 13),
    old("Unsqueeze", "V11", 13),
    old("Upsample", "V7", 9),
];

/// The suffix of a softmax that reduces all dims from the axis on.
pub(crate) const FLATTENED: &str = "V11";

/// The old form of a reduction other than `ReduceSum`.
const REDUCTION: OldForm = old("Reduce", "V13", 18);

/// Returns the old form of an op that nodes of a version of the op set have. `None` if they have the current form.
pub(crate) fn old_form(op: &str, op_set: i64) -> Option<&'static OldForm> {
    let mut forms = OLD_FORMS.iter().filter(|form| form.op == op);
    let is_reduction = op.starts_with(REDUCTION.op) && op != "ReduceSum";
    let found = forms.find(|form| op_set < form.before);
    found.or((is_reduction && op_set < REDUCTION.before).then_some(&REDUCTION))
}

/// Returns `true` if an op reduces a single dim in its current form, and all dims from the axis on in its old form.
pub(crate) fn is_softmax(op: &str) -> bool {
    matches!(op, "Softmax" | "LogSoftmax" | "Hardmax")
}

/// Splits the name of an op in the IR, without its dialect, into the op of ONNX and the suffix of an old form.
pub(crate) fn split_name(name: &str) -> (&str, Option<&str>) {
    match name {
        "BatchNormalizationInferenceMode" => return ("BatchNormalization", None),
        "MaxPoolSingleOut" => return ("MaxPool", None),
        _ => {}
    }
    let op = name.trim_end_matches(|c: char| c.is_ascii_digit());
    match op.strip_suffix('V') {
        Some(op) if !op.is_empty() && op.len() + 1 < name.len() => (op, Some(&name[op.len()..])),
        _ => (name, None),
    }
}

/// The operands of an op that are attributes of nodes of older versions.
pub(crate) struct MovedOperands {
    /// The op.
    pub(crate) op: &'static str,
    /// The first version of the op set whose nodes have operands.
    pub(crate) since: i64,
    /// The attributes of older versions, each in place of an operand: the first of them of operand 1.
    pub(crate) keys: &'static [&'static str],
}

const fn moved(op: &'static str, since: i64, keys: &'static [&'static str]) -> MovedOperands {
    MovedOperands { op, since, keys }
}

const MOVED: &[MovedOperands] = &[
    moved("Pad", 11, &["pads"]),
    moved("ReduceSum", 13, &["axes"]),
    moved("Reshape", 5, &["shape"]),
    moved("Slice", 10, &["starts", "ends", "axes"]),
    moved("Split", 13, &["split"]),
    moved("Squeeze", 13, &["axes"]),
    moved("Unsqueeze", 13, &["axes"]),
];

const MOVED_OF_REDUCTION: MovedOperands = moved("Reduce", 18, &["axes"]);

/// Returns the operands of an op that are attributes of nodes of a version of the op set. `None` if there are none.
pub(crate) fn moved_operands(op: &str, op_set: i64) -> Option<&'static MovedOperands> {
    let found = MOVED.iter().find(|moved| moved.op == op);
    let is_reduction = op.starts_with(MOVED_OF_REDUCTION.op);
    let found = found.or(is_reduction.then_some(&MOVED_OF_REDUCTION));
    found.filter(|moved| op_set < moved.since)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_suffixes_split_into_the_op_and_its_form() {
        for form in OLD_FORMS {
            let name = format!("{}{}", form.op, form.suffix);
            assert_eq!(split_name(&name), (form.op, Some(form.suffix)));
            assert!(old_form(form.op, form.before - 1).is_some());
        }
        for name in ["Conv", "Clip", "V", "V7", "Conv2", "IsNaN"] {
            assert_eq!(split_name(name), (name, None));
        }
        assert_eq!(split_name("MaxPoolSingleOut"), ("MaxPool", None));
        let suffix = |op, op_set| old_form(op, op_set).map(|form| form.suffix);
        assert_eq!(suffix("Split", 11), Some("V11"));
        assert_eq!(suffix("Split", 13), Some("V13"));
        assert_eq!(suffix("Split", 18), None);
        assert_eq!(suffix("ReduceMean", 13), Some("V13"));
        assert_eq!(suffix("ReduceSum", 13), None);
    }

    #[test]
    fn old_versions_have_attributes_in_place_of_operands() {
        let keys = |op, op_set| moved_operands(op, op_set).map_or(&[][..], |moved| moved.keys);
        assert_eq!(keys("Slice", 9), ["starts", "ends", "axes"]);
        assert_eq!(keys("ReduceMean", 17), ["axes"]);
        assert_eq!(keys("ReduceSum", 13), [""; 0]);
        assert_eq!(keys("Relu", 1), [""; 0]);
    }
}

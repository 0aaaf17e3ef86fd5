//! Reads a target from an op `layout.target`.

use super::table::{
    BANDWIDTHS, BYTES, FEATURES, GRAPH_MODULES, GRAPHS, HALVES, LIMITS, LONGS, LimitRow,
    NON_PACKED, TENSOR_CONTROLS, WORKGROUP_MEMORY,
};
use super::{
    Bandwidth, DeviceLimits, GROUP_OP, IndexCost, Limit, OpKind, RULE_OP, SPEC_MIN, TARGET_OP,
    Target, TargetGroup, TargetRule,
};
use crate::choice::Choice;
use crate::data::attrs::{Attr, AttrKind, LayoutAttr};
use crate::data::module::{Module, Op};
use crate::data::pattern::GroupPattern;
use crate::data::types::TypeKind;
use crate::descriptor::ChoiceLayouts;
use crate::diag::{Code, Diag, code, nearest};
use crate::layout::FormatVersion;
use crate::print::attr_to_string;
use crate::registry::Registry;
use crate::source::SourceLocation;
use crate::views::declared;
use std::borrow::Cow;

/// The key of the dictionary of limits.
const LIMITS_KEY: &str = "limits";
/// The key of the dictionary of bandwidths.
const BANDWIDTH_KEY: &str = "bandwidth";
/// The key of the measure of index expressions.
const INDEX_COST_KEY: &str = "index_cost";
/// The key of the version of TensorRT.
const TENSORRT_KEY: &str = "tensorrt";
/// The key of the dims for the lanes of vectors.
const VECTOR_DIMS_KEY: &str = "vector_dims";
/// The key of the dictionary of features.
const FEATURES_KEY: &str = "features";

impl Target {
    /// Reads the target that an op `layout.target` defines. A target has no limit that it omits, and an absent feature is
    /// off, except that the strides of a target without limits, features and formats may leave gaps.
    ///
    /// # Errors
    /// All faults of the op: it is not a `layout.target` or has no symbol; a limit or feature is unknown; a value has
    /// the wrong kind or is out of range. In a verified module, only the first fault is possible.
    pub fn read(module: &Module, registry: &Registry, op: Op) -> Result<Target, Vec<Diag>> {
        let name = module.symbol(op).filter(|_| module.name(op) == TARGET_OP);
        let Some(name) = name else {
            let message =
                format!("expected `{TARGET_OP}` with a symbol, found `{}`", module.name(op));
            return Err(vec![Diag::error(code::TARGET, module.location(op), message)]);
        };
        let reader = Reader::new(module, registry, op, name).all();
        if reader.faults.is_empty() { Ok(reader.target) } else { Err(reader.faults) }
    }
}

/// Returns the faults of an op `layout.target`, with or without a symbol.
pub(crate) fn faults(module: &Module, registry: &Registry, op: Op) -> Vec<Diag> {
    let name = module.symbol(op).unwrap_or("<unnamed>");
    Reader::new(module, registry, op, name).all().faults
}

/// The key of the list of formats.
pub(super) const FORMATS_KEY: &str = "formats";

pub(super) struct Reader<'a> {
    pub(super) module: &'a Module,
    registry: &'a Registry,
    pub(super) op: Op,
    pub(super) target: Target,
    pub(super) faults: Vec<Diag>,
}

impl<'a> Reader<'a> {
    fn new(module: &'a Module, registry: &'a Registry, op: Op, name: &str) -> Reader<'a> {
        let target = Target {
            name: Cow::Owned(name.to_owned()),
            summary: Cow::Borrowed(""),
            span: module.span(op),
            limits: DeviceLimits::NONE,
            written: 0,
            is_device: false,
            ..SPEC_MIN.clone()
        };
        Reader { module, registry, op, target, faults: Vec::new() }
    }

    fn all(mut self) -> Reader<'a> {
        if let Some(summary) = self.module.str_attr(self.op, "summary") {
            self.target.summary = Cow::Owned(summary.to_owned());
        }
        let limits = self.entries(LIMITS_KEY, "{maxTensorStride = 65536 : i64}");
        let features = self.entries(FEATURES_KEY, "{tensorNonPacked = true}");
        let has_formats = self.module.attr(self.op, FORMATS_KEY).is_some();
        self.target.is_device = !limits.is_empty() || !features.is_empty() || has_formats;
        self.target.features.non_packed = !self.target.is_device;
        limits.into_iter().for_each(|(key, attr)| self.limit(key, attr));
        features.into_iter().for_each(|(key, attr)| self.feature(key, attr));
        self.formats();
        self.bandwidth();
        self.index_cost();
        self.tensorrt();
        self.vector_dims();
        self.workgroup_memory();
        self.rules();
        self.layouts();
        self
    }

    /// Reads the rules and groups in the region. Reports other ops than these and descriptors, and duplicates. Each of the
    /// ops verifies itself.
    fn rules(&mut self) {
        let module = self.module;
        for op in module.inner_ops(self.op) {
            let def = self.registry.op_def(module, op);
            match module.name(op) {
                RULE_OP => self.rule(op),
                GROUP_OP => self.group(op),
                _ if def.is_some_and(|def| def.is_descriptor) => {}
                name => {
                    let message = format!(
                        "expected only `{RULE_OP}`, `{GROUP_OP}` and descriptors in `{TARGET_OP}`, found `{name}`"
                    );
                    self.faults.push(Diag::error(code::STRUCTURE, module.location(op), message));
                }
            }
        }
    }

    /// Finds the layouts that the choices of the rules define, and reports unknown ones.
    fn layouts(&mut self) {
        let module = self.module;
        let is_custom = |choice: &&Choice| !choice.custom_layouts().is_empty();
        let mut found = None;
        for op in module.inner_ops(self.op).filter(|&op| module.name(op) == RULE_OP) {
            let list = module.attr(op, "choices").and_then(|attr| module.ctx.as_array(attr));
            let entries = list.unwrap_or(&[]).iter().enumerate();
            let choices = entries
                .filter_map(|(at, &entry)| Some((at, choice_of(module, entry).filter(is_custom)?)));
            for (at, choice) in choices {
                let layouts = found.get_or_insert_with(|| {
                    ChoiceLayouts::new(module, self.registry, Some(self.op))
                });
                let place = module.location(op).attr("choices").element(at);
                self.faults.extend(layouts.fault(choice, &place));
                for name in choice.custom_layouts() {
                    if self.target.layout(name).is_none() {
                        self.target.layouts.push(layouts.find(name));
                    }
                }
            }
        }
    }

    fn group(&mut self, op: Op) {
        let module = self.module;
        // The op reports a missing name.
        let Some(name) = module.str_attr(op, "name") else { return };
        if let Some(earlier) = self.target.groups.get(name) {
            let message = format!("target `@{}` has two groups \"{name}\"", self.target.name);
            let diag = Diag::error(code::DUPLICATE_SYMBOL, module.location(op), message);
            let diag = diag.note_at(earlier.span, "the first one is here");
            return self.faults.push(diag.note("list all patterns of a group in one op"));
        }
        let list = module.attr(op, "patterns").and_then(|attr| module.ctx.as_array(attr));
        let patterns = list.unwrap_or(&[]).iter().filter_map(|&entry| pattern_of(module, entry));
        let patterns = patterns.cloned().collect();
        let kind = module.str_attr(op, "kind").and_then(OpKind::named);
        let group = TargetGroup { kind, patterns, span: module.span(op) };
        self.target.groups.insert(name.to_owned(), group);
    }

    fn rule(&mut self, op: Op) {
        let module = self.module;
        let place = self.module.location(op);
        let name = module.str_attr(op, "op");
        let kind = module.str_attr(op, "kind").and_then(OpKind::named);
        // The rule op reports one that names neither or both.
        let (earlier, subject) = match (name, kind) {
            (Some(name), None) => (self.target.rules.get(name), format!("`{name}`")),
            (None, Some(kind)) => {
                (self.target.kind_rules.get(&kind), format!("kind `{}`", kind.name()))
            }
            _ => return,
        };
        if let Some(earlier) = earlier {
            let message = format!("target `@{}` has two rules for {subject}", self.target.name);
            let diag = Diag::error(code::DUPLICATE_SYMBOL, place, message);
            let diag = diag.note_at(earlier.span, "the first one is here");
            let what = if kind.is_some() { "a kind" } else { "an op" };
            return self.faults.push(diag.note(format!("list all choices of {what} in one rule")));
        }
        let list = module.attr(op, "choices").and_then(|attr| module.ctx.as_array(attr));
        let choices = list.unwrap_or(&[]).iter().filter_map(|&entry| choice_of(module, entry));
        let choices = choices.cloned().collect();
        let view = module.attr(op, "view").and_then(|dict| declared::read(module, dict));
        let inplace = module.attr(op, "inplace").and_then(|attr| module.ctx.as_int_list(attr));
        let inplace = inplace.unwrap_or_default().into_iter();
        let inplace = inplace.filter_map(|operand| usize::try_from(operand).ok()).collect();
        let rule = TargetRule { choices, view, inplace, span: module.span(op) };
        if let Some(name) = name {
            self.target.rules.insert(name.to_owned(), rule);
        } else if let Some(kind) = kind {
            self.target.kind_rules.insert(kind, rule);
        }
    }

    pub(super) fn location(&self) -> SourceLocation {
        self.module.location(self.op)
    }

    fn fault(&mut self, place: SourceLocation, code: Code, message: String) {
        self.faults.push(Diag::error(code, place, message));
    }

    /// Returns the diagnostic of a value of the target, which is `shown` instead of `wanted`.
    fn wrong(&self, place: SourceLocation, key: &str, shown: &str, wanted: &str) -> Diag {
        let name = &self.target.name;
        let key = if key.contains('`') { key.to_owned() } else { format!("`{key}`") };
        let message = format!("{key} of target `@{name}` is `{shown}`, but must be {wanted}");
        Diag::error(code::OP_ATTRIBUTE, place, message)
    }

    /// Reports a value of another kind than `wanted`.
    pub(super) fn mismatch(&mut self, place: SourceLocation, key: &str, attr: Attr, wanted: &str) {
        let shown = attr_to_string(self.module, attr);
        self.faults.push(self.wrong(place, key, &shown, wanted));
    }

    /// Returns the entries of a dictionary attribute of the op; none if it is absent.
    fn entries(&mut self, key: &str, example: &str) -> Vec<(&'a str, Attr)> {
        let module = self.module;
        let op = self.op;
        let Some(attr) = module.attr(op, key) else { return Vec::new() };
        if !matches!(module.ctx.attr_kind(attr), AttrKind::Dict(_)) {
            let shown = attr_to_string(module, attr);
            let message = format!(
                "`{key}` of `{TARGET_OP}` is `{shown}`, but must be a dictionary such as `{example}`"
            );
            self.fault(self.location().attr(key), code::OP_ATTRIBUTE, message);
        }
        let entries = module.ctx.dict_entries(attr).iter();
        entries.map(|&(key, attr)| (module.ctx.text(key), attr)).collect()
    }

    fn limit(&mut self, key: &str, attr: Attr) {
        let Some(row) = LIMITS.iter().find(|row| row.name == key) else {
            let known = LIMITS.iter().map(|row| row.name);
            let other = FEATURES.contains(&key).then_some(FEATURES_KEY);
            return self.unknown(LIMITS_KEY, key, known, other);
        };
        if let Some(value) = self.number(Some(LIMITS_KEY), row, attr)
            && let Some(limit) = Limit::of_name(key)
        {
            self.target.limits.set(limit, value);
            self.target.written |= limit.bit();
        }
    }

    /// Returns the value of an entry of the dictionary `dict`, or of an attribute of the op. Reports a value that is not
    /// an integer or is out of range.
    fn number(&mut self, dict: Option<&str>, row: &LimitRow, attr: Attr) -> Option<u64> {
        let ctx = &self.module.ctx;
        let shown = match ctx.attr_kind(attr) {
            AttrKind::Integer { value, ty } if !is_bool(ctx.kind(*ty)) => {
                let value = value.to_big();
                let number = u64::try_from(&value).ok();
                if let Some(number) = number.filter(|it| (row.least..=row.greatest).contains(it)) {
                    return Some(number);
                }
                value.to_string()
            }
            _ => attr_to_string(self.module, attr),
        };
        let wanted = format!("an integer from {} to {}", row.least, row.greatest);
        let place = dict.map_or(self.location(), |dict| self.location().attr(dict));
        self.faults.push(self.wrong(place.attr(row.name), row.name, &shown, &wanted));
        None
    }

    fn bandwidth(&mut self) {
        if self.module.attr(self.op, BANDWIDTH_KEY).is_none() {
            return;
        }
        let mut values = [None; 2];
        let faults = self.faults.len();
        for (key, attr) in self.entries(BANDWIDTH_KEY, "{read = 64 : i64, write = 32 : i64}") {
            match BANDWIDTHS.iter().position(|row| row.name == key) {
                Some(at) => {
                    values[at] = self.number(Some(BANDWIDTH_KEY), &BANDWIDTHS[at], attr);
                }
                None => {
                    let known = BANDWIDTHS.iter().map(|row| row.name);
                    self.unknown(BANDWIDTH_KEY, key, known, None);
                }
            }
        }
        if let [Some(read), Some(write)] = values {
            self.target.bandwidth = Some(Bandwidth { read, write });
        } else if self.faults.len() == faults {
            let name = &self.target.name;
            let message = format!(
                "`{BANDWIDTH_KEY}` of target `@{name}` must have both `read` and `write`, in bytes per tick"
            );
            self.fault(self.location().attr(BANDWIDTH_KEY), code::OP_ATTRIBUTE, message);
        }
    }

    fn index_cost(&mut self) {
        let module = self.module;
        let op = self.op;
        let Some(attr) = module.attr(op, INDEX_COST_KEY) else { return };
        let text = module.ctx.as_str(attr);
        self.target.index_cost = text.and_then(IndexCost::named);
        if self.target.index_cost.is_some() {
            return;
        }
        let wanted = "`\"weight\"`, `\"ops\"` or `\"slots\"`";
        let place = self.location().attr(INDEX_COST_KEY);
        let near = text.and_then(|text| nearest(text, IndexCost::NAMES));
        let near = near.map(|near| format!("\"{near}\""));
        let shown = attr_to_string(module, attr);
        let diag = self.wrong(place.clone(), INDEX_COST_KEY, &shown, wanted);
        self.faults.push(diag.did_you_mean(place, near.as_deref()));
    }

    fn tensorrt(&mut self) {
        let module = self.module;
        let op = self.op;
        let Some(attr) = module.attr(op, TENSORRT_KEY) else { return };
        let text = module.ctx.as_str(attr);
        self.target.format_version = text.and_then(FormatVersion::from_name);
        if self.target.format_version.is_some() {
            return;
        }
        let known = FormatVersion::ALL.map(|version| format!("`\"{}\"`", version.name()));
        let wanted = format!("one of {}", known.join(", "));
        let place = self.location().attr(TENSORRT_KEY);
        self.mismatch(place, TENSORRT_KEY, attr, &wanted);
    }

    fn vector_dims(&mut self) {
        let Some(attr) = self.module.attr(self.op, VECTOR_DIMS_KEY) else { return };
        let place = self.location().attr(VECTOR_DIMS_KEY);
        self.target.vector_dims = self.boolean(place, VECTOR_DIMS_KEY, attr).unwrap_or(false);
    }

    fn workgroup_memory(&mut self) {
        let Some(attr) = self.module.attr(self.op, WORKGROUP_MEMORY.name) else { return };
        let bytes = self.number(None, &WORKGROUP_MEMORY, attr);
        self.target.workgroup_memory = bytes.and_then(|bytes| u32::try_from(bytes).ok());
    }

    /// Returns the value of a flag. Reports a value that is not a boolean.
    fn boolean(&mut self, place: SourceLocation, key: &str, attr: Attr) -> Option<bool> {
        let ctx = &self.module.ctx;
        match ctx.attr_kind(attr) {
            AttrKind::Integer { value, ty } if is_bool(ctx.kind(*ty)) => {
                Some(value.as_i64() != Some(0))
            }
            AttrKind::Unit => Some(true),
            _ => {
                self.mismatch(place, key, attr, "`true` or `false`");
                None
            }
        }
    }

    fn feature(&mut self, key: &str, attr: Attr) {
        if !FEATURES.contains(&key) {
            let other = LIMITS.iter().any(|row| row.name == key).then_some(LIMITS_KEY);
            return self.unknown(FEATURES_KEY, key, FEATURES.iter().copied(), other);
        }
        let place = self.location().attr(FEATURES_KEY).attr(key);
        let Some(on) = self.boolean(place, key, attr) else { return };
        match key {
            NON_PACKED => self.target.features.non_packed = on,
            BYTES => self.target.storage_integers.bytes = on,
            HALVES => self.target.storage_integers.halves = on,
            LONGS => self.target.storage_integers.longs = on,
            TENSOR_CONTROLS => self.target.tensor_controls = on,
            GRAPHS => self.target.data_graphs.graphs = Some(on),
            GRAPH_MODULES => self.target.data_graphs.shader_modules = Some(on),
            _ => {}
        }
    }

    /// Reports a key of the dictionary `dict` that is not in `known`. `other` is the dictionary that has this key.
    fn unknown(
        &mut self,
        dict: &str,
        key: &str,
        known: impl Iterator<Item = &'static str> + Clone,
        other: Option<&str>,
    ) {
        let message = format!("unknown key `{key}` in `{dict}` of target `@{}`", self.target.name);
        let place = self.location().attr(dict).key(key);
        let mut diag = Diag::error(code::UNKNOWN_NAME, place.clone(), message);
        diag = match other {
            Some(other) => diag.note(format!("move `{key}` to `{other}`")),
            None => diag.did_you_mean(place, nearest(key, known.clone())),
        };
        let known = known.collect::<Vec<_>>().join(", ");
        let keys = if dict == BANDWIDTH_KEY { "keys" } else { dict };
        self.faults.push(diag.note(format!("the {keys} are {known}")));
    }
}

/// Returns the choice of an attribute. `None` if the attribute is not a choice.
pub(crate) fn choice_of(module: &Module, attr: Attr) -> Option<&Choice> {
    match module.ctx.attr_kind(attr) {
        AttrKind::Layout(LayoutAttr::Choice(choice)) => Some(choice),
        _ => None,
    }
}

/// Returns the pattern of an attribute. `None` if the attribute is not a pattern.
pub(crate) fn pattern_of(module: &Module, attr: Attr) -> Option<&GroupPattern> {
    match module.ctx.attr_kind(attr) {
        AttrKind::Layout(LayoutAttr::Pattern(pattern)) => Some(pattern),
        _ => None,
    }
}

fn is_bool(kind: &TypeKind) -> bool {
    matches!(kind, TypeKind::Integer { width: 1, .. })
}

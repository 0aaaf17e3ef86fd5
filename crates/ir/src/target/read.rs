//! From an op `layout.target` to the target that it says.

use super::table::{FEATURES, LIMITS, LimitRow, NON_PACKED};
use super::{ANY_OP, Limit, RULE_OP, SPEC_MIN, TARGET_OP, Target, TargetRule};
use crate::choice::Choice;
use crate::data::attrs::{Attr, AttrKind, LayoutAttr};
use crate::data::module::{Module, Op};
use crate::data::types::TypeKind;
use crate::diag::{Code, Diag, code, nearest};
use crate::print::attr_to_string;
use crate::source::Place;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The key of the dictionary of limits.
const LIMITS_KEY: &str = "limits";
/// The key of the dictionary of features.
const FEATURES_KEY: &str = "features";

impl Target {
    /// The target that an op `layout.target` says. Limits that it does not give are the required minima of
    /// [`SPEC_MIN`], features that it does not give are off.
    ///
    /// # Errors
    /// The op is another one or has no symbol; an unknown limit or feature; a value of the wrong kind or out of
    /// range. All faults are returned. In a verified module only the first is possible.
    pub fn read(module: &Module, op: Op) -> Result<Target, Vec<Diag>> {
        let name = module.symbol(op).filter(|_| module.name(op) == TARGET_OP);
        let Some(name) = name else {
            let message = format!("`{}` is no `{TARGET_OP}` with a symbol", module.name(op));
            return Err(vec![Diag::error(code::TARGET, module.span(op), message)]);
        };
        let reader = Reader::new(module, op, name).all();
        if reader.faults.is_empty() { Ok(reader.target) } else { Err(reader.faults) }
    }
}

/// The faults of an op `layout.target`, whether it has a symbol or not.
pub(crate) fn faults(module: &Module, op: Op) -> Vec<Diag> {
    let name = module.symbol(op).unwrap_or("<unnamed>");
    Reader::new(module, op, name).all().faults
}

struct Reader<'a> {
    module: &'a Module,
    op: Op,
    target: Target,
    faults: Vec<Diag>,
}

impl<'a> Reader<'a> {
    fn new(module: &'a Module, op: Op, name: &str) -> Reader<'a> {
        let target = Target {
            name: Cow::Owned(name.to_owned()),
            summary: Cow::Borrowed(""),
            limits: SPEC_MIN.limits,
            features: SPEC_MIN.features,
            rules: BTreeMap::new(),
            span: module.span(op),
            written: 0,
        };
        Reader { module, op, target, faults: Vec::new() }
    }

    fn all(mut self) -> Reader<'a> {
        if let Some(summary) = self.module.str_attr(self.op, "summary") {
            self.target.summary = Cow::Owned(summary.to_owned());
        }
        for (key, attr) in self.entries(LIMITS_KEY, "{maxTensorStride = 65536 : i64}") {
            self.limit(key, attr);
        }
        for (key, attr) in self.entries(FEATURES_KEY, "{tensorNonPacked = true}") {
            self.feature(key, attr);
        }
        self.rules();
        self
    }

    /// The rules in the region. What is wrong with one of them is told there; here, what stands beside them.
    fn rules(&mut self) {
        let module = self.module;
        let blocks = module.regions(self.op).iter().flat_map(|&region| module.blocks(region));
        let ops: Vec<Op> = blocks.flat_map(|&block| module.ops(block)).collect();
        for op in ops {
            if module.name(op) == RULE_OP {
                self.rule(op);
            } else {
                let message = format!("a `{TARGET_OP}` holds rules only, no `{}`", module.name(op));
                self.faults.push(Diag::error(code::STRUCTURE, module.span(op), message));
            }
        }
    }

    fn rule(&mut self, op: Op) {
        let (module, span) = (self.module, self.module.span(op));
        let Some(name) = module.str_attr(op, "op") else { return };
        if let Some(earlier) = self.target.rules.get(name) {
            let whose = if name == ANY_OP { "ops without a rule of their own" } else { name };
            let message = format!("target `@{}` has two rules for `{whose}`", self.target.name);
            let diag = Diag::error(code::DUPLICATE_SYMBOL, span, message);
            let diag = diag.note_at(earlier.span, "the first one is here");
            return self.faults.push(diag.note("a rule lists all choices of an op"));
        }
        let list = module.attr(op, "choices").and_then(|attr| module.ctx.as_array(attr));
        let choices = list.unwrap_or(&[]).iter().filter_map(|&entry| choice_of(module, entry));
        let rule = TargetRule { choices: choices.cloned().collect(), span };
        self.target.rules.insert(name.to_owned(), rule);
    }

    fn place(&self) -> Place {
        self.module.place(self.op)
    }

    fn fault(&mut self, place: Place, code: Code, message: String) {
        self.faults.push(Diag::error(code, place, message));
    }

    /// The entries of a dictionary of the op; none where there is none.
    fn entries(&mut self, key: &str, example: &str) -> Vec<(&'a str, Attr)> {
        let (module, op) = (self.module, self.op);
        let Some(attr) = module.attr(op, key) else { return Vec::new() };
        if !matches!(module.ctx.attr_kind(attr), AttrKind::Dict(_)) {
            let shown = attr_to_string(module, attr);
            let message = format!(
                "`{key}` of `{TARGET_OP}` is {shown}, but must be a dictionary such as `{example}`"
            );
            self.fault(self.place().attr(key), code::OP_ATTRIBUTE, message);
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
        if let (Some(value), Some(limit)) = (self.number(row, attr), Limit::of_name(key)) {
            self.target.limits.set(limit, value);
            self.target.written |= limit.bit();
        }
    }

    /// The value of a limit, if it is in its range.
    fn number(&mut self, row: &LimitRow, attr: Attr) -> Option<u64> {
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
        let (key, name, least, greatest) = (row.name, &self.target.name, row.least, row.greatest);
        let message = format!(
            "`{key}` of target `@{name}` is {shown}, but must be an integer from {least} to {greatest}"
        );
        self.fault(self.place().attr(LIMITS_KEY).attr(key), code::OP_ATTRIBUTE, message);
        None
    }

    fn feature(&mut self, key: &str, attr: Attr) {
        if !FEATURES.contains(&key) {
            let other = LIMITS.iter().any(|row| row.name == key).then_some(LIMITS_KEY);
            return self.unknown(FEATURES_KEY, key, FEATURES.iter().copied(), other);
        }
        let on = match self.module.ctx.attr_kind(attr) {
            AttrKind::Integer { value, ty } if is_bool(self.module.ctx.kind(*ty)) => {
                value.as_i64() != Some(0)
            }
            _ => {
                let (shown, name) = (attr_to_string(self.module, attr), &self.target.name);
                let message =
                    format!("`{key}` of target `@{name}` is {shown}, but must be true or false");
                let place = self.place().attr(FEATURES_KEY).attr(key);
                return self.fault(place, code::OP_ATTRIBUTE, message);
            }
        };
        if key == NON_PACKED {
            self.target.features.non_packed = on;
        }
    }

    /// Reports a key of the dictionary `dict` that is none of `known`; `other` is the dictionary that has it.
    fn unknown(
        &mut self,
        dict: &str,
        key: &str,
        known: impl Iterator<Item = &'static str> + Clone,
        other: Option<&str>,
    ) {
        let message = format!("unknown key `{key}` in `{dict}` of target `@{}`", self.target.name);
        let place = self.place().attr(dict).key(key);
        let mut diag = Diag::error(code::UNKNOWN_NAME, place.clone(), message);
        diag = match other {
            Some(other) => diag.note(format!("`{key}` is a key of `{other}`")),
            None => diag.did_you_mean(place, nearest(key, known.clone())),
        };
        let known = known.collect::<Vec<_>>().join(", ");
        self.faults.push(diag.note(format!("the {dict} are {known}")));
    }
}

/// The choice that an attribute is.
pub(crate) fn choice_of(module: &Module, attr: Attr) -> Option<&Choice> {
    match module.ctx.attr_kind(attr) {
        AttrKind::Layout(LayoutAttr::Choice(choice)) => Some(choice),
        _ => None,
    }
}

fn is_bool(kind: &TypeKind) -> bool {
    matches!(kind, TypeKind::Integer { width: 1, .. })
}

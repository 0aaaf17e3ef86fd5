//! The checks of declared views: of their dictionaries, and of the ops to which they apply.

use super::declared::{self, COPIES, DeclaredKind, KIND, KINDS};
use super::op::ViewOp;
use crate::attrs::{Attr, AttrKind};
use crate::diag::{Code, Diag, Sink, code, nearest};
use crate::module::{Module, Op};
use crate::print::attr_to_string;
use crate::registry::{DeclaredList, DeclaredView, Registry, Target, TargetRule, VIEW_ATTR};
use crate::source::SourceLocation;
use rustc_hash::FxHashMap;

/// Reports the faults of the attribute of an op.
pub(crate) fn check(module: &Module, op: Op, registry: &Registry, sink: &mut Sink) {
    // The check of own attributes reports another kind of attribute.
    let Some(dict) = declared::attr(module, op)
        .filter(|&attr| matches!(module.ctx.attr_kind(attr), AttrKind::Dict(_)))
    else {
        return;
    };
    let before = sink.errors();
    let place = module.location(op).attr(VIEW_ATTR);
    let is_defined = registry.op_def(module, op).is_some_and(|def| registry.is_view(def));
    let what = format!("`{VIEW_ATTR}`");
    let subject = Dictionary { module, what, location: &place, is_defined };
    subject.check(dict, sink);
    let Some(view) = declared::read(module, dict) else { return };
    if sink.errors() > before {
        return;
    }
    if let Some(fault) = fault(registry, module, op, &view) {
        sink.push(fault.diag(module, op, Some(&place), None));
    }
}

/// Reports the faults of the dictionary of a rule. `is_defined` is `true` for ops that are views by their definition.
pub(crate) fn check_rule(
    module: &Module,
    (name, is_defined): (&str, bool),
    dict: Attr,
    place: &SourceLocation,
    sink: &mut Sink,
) {
    let what = format!("`view` of the rule of `{name}`");
    Dictionary { module, what, location: place, is_defined }.check(dict, sink);
}

/// Returns `true` if a dictionary only states that a view op copies.
pub(crate) fn only_copies(module: &Module, dict: Attr) -> bool {
    declared::read(module, dict).is_some_and(|view| view.kind.is_none())
}

/// Reports the ops of a module that lack an attribute or an operand which a rule of the target reads to view them, or
/// for which it has an invalid value: the first op of each name, with their count.
///
/// `registry` has the views of the target, see [`Registry::with_views_of`].
pub fn check_target_views(module: &Module, registry: &Registry, target: &Target, sink: &mut Sink) {
    let rules = target.rules().filter_map(|(name, rule)| Some((name, rule, rule.view.as_ref()?)));
    let by_name: FxHashMap<&str, (&TargetRule, &DeclaredView)> =
        rules.map(|(name, rule, view)| (name, (rule, view))).collect();
    let mut found: Vec<(Op, ViewFault, &TargetRule, usize)> = Vec::new();
    let mut at_name: FxHashMap<&str, usize> = FxHashMap::default();
    for op in module.walk() {
        let name = module.name(op);
        let Some(&(rule, view)) = by_name.get(name) else { continue };
        if declared::attr(module, op).is_some() {
            continue;
        }
        let Some(fault) = fault(registry, module, op, view) else { continue };
        let at = *at_name.entry(name).or_insert(found.len());
        match found.get_mut(at) {
            Some(earlier) => earlier.3 += 1,
            None => found.push((op, fault, rule, 1)),
        }
    }
    for (op, fault, rule, count) in found {
        let place = rule.span().is_some().then(|| SourceLocation::from(rule.span()).attr("view"));
        let diag = fault.diag(module, op, place.as_ref(), Some(target));
        sink.push(match count {
            1 => diag,
            _ => diag.note(format!("{count} ops `{}` have such an error", module.name(op))),
        });
    }
}

/// A dictionary that declares a view: its name in messages, and its place.
struct Dictionary<'a> {
    module: &'a Module,
    what: String,
    location: &'a SourceLocation,
    /// `true` if the definition of the op has its relations, so that the dictionary needs no kind.
    is_defined: bool,
}

impl Dictionary<'_> {
    fn check(&self, dict: Attr, sink: &mut Sink) {
        let module = self.module;
        let what = &self.what;
        let copies = module.ctx.dict_get(dict, COPIES);
        if let Some(value) = copies.filter(|&it| *module.ctx.attr_kind(it) != AttrKind::Unit) {
            let shown = attr_to_string(module, value);
            let message = format!("`{COPIES}` in {what} is `{shown}`, but must have no value");
            let place = self.location.clone().attr(COPIES);
            return sink.error(code::OP_ATTRIBUTE, place, message);
        }
        if self.is_defined && copies.is_some() && module.ctx.dict_entries(dict).len() == 1 {
            return;
        }
        let Some(kind) = self.kind(dict, sink) else { return };
        let errors = sink.errors();
        for &(key, value) in module.ctx.dict_entries(dict) {
            let key = module.ctx.text(key);
            if ![KIND, COPIES].contains(&key) {
                self.entry(kind, key, value, sink);
            }
        }
        if sink.errors() > errors {
            // A misspelled key is one error.
            return;
        }
        for key in kind.required.iter().filter(|key| module.ctx.dict_get(dict, key).is_none()) {
            let message = format!("{what} of kind `{}` must have the key `{key}`", kind.name);
            sink.error(code::OP_ATTRIBUTE, self.location.clone(), message);
        }
    }

    fn kind(&self, dict: Attr, sink: &mut Sink) -> Option<&'static DeclaredKind> {
        let module = self.module;
        let what = &self.what;
        let names = KINDS.iter().map(|kind| kind.name);
        let known = || names.clone().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let Some(value) = module.ctx.dict_get(dict, KIND) else {
            let message = format!("{what} must have the key `{KIND}`, one of {}", known());
            sink.error(code::OP_ATTRIBUTE, self.location.clone(), message);
            return None;
        };
        let found = declared::kind_of(module, dict);
        if found.is_none() {
            let place = self.location.clone().attr(KIND);
            let shown = attr_to_string(module, value);
            let message = format!("unknown kind {shown} in {what}");
            let near = module.ctx.as_str(value).and_then(|name| nearest(name, names.clone()));
            let near = near.map(|near| format!("\"{near}\""));
            let diag = Diag::error(code::UNKNOWN_NAME, place.clone(), message);
            let diag = diag.did_you_mean(place, near.as_deref());
            sink.push(diag.note(format!("the kinds are {}", known())));
        }
        found
    }

    /// Checks the key and the form of one list.
    fn entry(&self, kind: &DeclaredKind, key: &str, value: Attr, sink: &mut Sink) {
        let what = &self.what;
        if !kind.keys().any(|known| known == key) {
            let place = self.location.clone().key(key);
            let message = format!("unknown key `{key}` in {what} of kind `{}`", kind.name);
            let diag = Diag::error(code::UNKNOWN_NAME, place.clone(), message);
            let near = nearest(key, kind.keys().chain([KIND, COPIES]));
            return sink.push(diag.did_you_mean(place, near));
        }
        if declared::source(self.module, value).is_none() {
            let shown = attr_to_string(self.module, value);
            let message = format!(
                "`{key}` in {what} is `{shown}`, but must be the key of an attribute, the number of an operand, or a list of integers"
            );
            sink.error(code::OP_ATTRIBUTE, self.location.clone().attr(key), message);
        }
    }
}

/// The reason why an op cannot be the view that is declared for it.
struct ViewFault {
    code: Code,
    message: String,
    /// The key of the list in the declaration, and the text that replaces its value. The text is `None` if no name is near.
    list: Option<(&'static str, Option<String>)>,
    /// The place in the op.
    location: SourceLocation,
}

impl ViewFault {
    /// Returns the error. `declaration` is the place of the dictionary; `None` if it has no source text. `target` is the
    /// target whose rule declares the view, if a rule does.
    fn diag(
        self,
        module: &Module,
        op: Op,
        declaration: Option<&SourceLocation>,
        target: Option<&Target>,
    ) -> Diag {
        let list =
            self.list.zip(declaration).map(|((key, near), place)| (place.clone().attr(key), near));
        let Some(target) = target else {
            let Some((place, near)) = list else {
                return Diag::error(self.code, self.location, self.message);
            };
            let diag = Diag::error(self.code, place.clone(), self.message);
            return diag.did_you_mean(place, near.as_deref());
        };
        let name = module.name(op);
        let reads = format!("the rule of `{name}` of target `@{}` declares the view", target.name);
        let diag = Diag::error(self.code, self.location, self.message);
        match (list, declaration) {
            (Some((place, near)), _) => {
                diag.note_at(place.clone(), reads).did_you_mean(place, near.as_deref())
            }
            (None, Some(place)) => diag.note_at(place.clone(), reads),
            (None, None) => diag.note(reads),
        }
    }
}

/// Returns the fault of an op as a declared view: it lacks an attribute or operand, or has an invalid value for it.
fn fault(registry: &Registry, module: &Module, op: Op, view: &DeclaredView) -> Option<ViewFault> {
    let name = module.name(op);
    for &(key, ref list) in &view.lists {
        let (message, near) = match list {
            DeclaredList::Attr(attr) if module.attr(op, attr).is_none() => {
                let keys = module.all_attrs(op).map(|(key, _)| module.ctx.text(key));
                let near = nearest(attr, keys).map(|near| format!("\"{near}\""));
                (format!("`{name}` lacks the attribute `{attr}`"), near)
            }
            DeclaredList::Operand(at) if *at >= module.operands(op).len() => {
                (format!("`{name}` lacks operand {at}"), None)
            }
            _ => continue,
        };
        let code = code::OP_ATTRIBUTE;
        let place = module.location(op);
        return Some(ViewFault { code, message, list: Some((key, near)), location: place });
    }
    let opaque = declared::of_view(ViewOp::new(registry, module, op), view)?.err()?;
    opaque.is_malformed.then(|| ViewFault {
        code: code::VIEW,
        message: format!("`{name}` is malformed: {opaque}"),
        list: None,
        location: module.location(op).join(&opaque.path),
    })
}

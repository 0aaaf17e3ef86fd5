//! Views that an op declares in its attribute `layout.view`, so that ops without a definition can be views.
//!
//! `layout.view = {kind = "transpose", permutation = "perm"}` states the kind of the view and the source of each of its
//! lists: a string is the key of an attribute of the op, an integer is the number of a constant operand, and a list is
//! the value itself.

use super::form::{ListSource, ViewForm};
use super::op::ViewOp;
use super::{Opaque, ViewRelations};
use crate::attrs::{Attr, AttrKind};
use crate::diag::{Diag, Sink, code, nearest};
use crate::module::{Module, Op};
use crate::print::attr_to_string;
use crate::registry::{Registry, VIEW_ATTR};
use crate::source::Place;

/// The key of the kind in the attribute.
const KIND: &str = "kind";

/// A kind of view, and the keys of its lists.
struct DeclaredKind {
    name: &'static str,
    required: &'static [&'static str],
    optional: &'static [&'static str],
}

impl DeclaredKind {
    fn keys(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        self.required.iter().chain(self.optional).copied()
    }
}

/// The kinds, sorted by name.
const KINDS: &[DeclaredKind] = &[
    DeclaredKind { name: "concat", required: &["axis"], optional: &[] },
    DeclaredKind { name: "identity", required: &[], optional: &[] },
    DeclaredKind { name: "reshape", required: &[], optional: &[] },
    DeclaredKind { name: "slice", required: &["offsets", "sizes"], optional: &["strides"] },
    DeclaredKind { name: "split", required: &["axis"], optional: &[] },
    DeclaredKind { name: "transpose", required: &["permutation"], optional: &[] },
];

/// The source of a list, as an attribute states it.
enum DeclaredSource<'m> {
    Attr(&'m str),
    Operand(usize),
    Values(Vec<i64>),
}

impl DeclaredSource<'_> {
    fn borrowed(&self) -> ListSource<'_> {
        match self {
            DeclaredSource::Attr(key) => ListSource::Attr(key),
            DeclaredSource::Operand(at) => ListSource::Operand(*at),
            DeclaredSource::Values(values) => ListSource::Values(values),
        }
    }
}

/// Returns the attribute of an op; `None` if it has none.
fn attr(module: &Module, op: Op) -> Option<Attr> {
    module.ctx.find_name(VIEW_ATTR)?;
    module.attr(op, VIEW_ATTR)
}

/// Returns the relations of the view that an op declares. `None` if it declares none.
pub(crate) fn relations(registry: &Registry, module: &Module, op: Op) -> Option<ViewRelations> {
    let dict = attr(module, op)?;
    Some(of_dict(ViewOp::new(registry, module, op), module, dict))
}

fn of_dict(view: ViewOp<'_>, module: &Module, dict: Attr) -> ViewRelations {
    let invalid = || Opaque::new(format!("`{VIEW_ATTR}` is invalid"));
    let kind = kind_of(module, dict).ok_or_else(invalid)?;
    let list = |key: &str| entry(module, dict, key).and_then(|attr| source(module, attr));
    let [axis, offsets, sizes, strides, permutation] =
        ["axis", "offsets", "sizes", "strides", "permutation"].map(list);
    let axis = sources(&axis);
    let (offsets, sizes, strides) = (sources(&offsets), sources(&sizes), sources(&strides));
    let permutation = sources(&permutation);
    let form = match kind.name {
        "concat" => ViewForm::Concat { axis: &axis },
        "identity" => ViewForm::Identity,
        "reshape" => ViewForm::Reshape,
        "slice" => {
            ViewForm::Slice { offsets: &offsets, sizes: &sizes, ends: &[], strides: &strides }
        }
        "split" => ViewForm::Split { axis: &axis },
        _ => ViewForm::Transpose { permutation: &permutation },
    };
    form.relations(view)
}

fn sources<'a>(source: &'a Option<DeclaredSource<'_>>) -> Vec<ListSource<'a>> {
    source.iter().map(DeclaredSource::borrowed).collect()
}

fn entry(module: &Module, dict: Attr, key: &str) -> Option<Attr> {
    let mut entries = module.ctx.dict_entries(dict).iter();
    entries.find(|(name, _)| module.ctx.text(*name) == key).map(|(_, value)| *value)
}

fn kind_of(module: &Module, dict: Attr) -> Option<&'static DeclaredKind> {
    let name = module.ctx.as_str(entry(module, dict, KIND)?)?;
    KINDS.iter().find(|kind| kind.name == name)
}

fn source(module: &Module, attr: Attr) -> Option<DeclaredSource<'_>> {
    let ctx = &module.ctx;
    if let Some(key) = ctx.as_str(attr) {
        return Some(DeclaredSource::Attr(key));
    }
    match ctx.as_int(attr) {
        Some(at) => usize::try_from(at).ok().map(DeclaredSource::Operand),
        None => ctx.as_int_list(attr).map(DeclaredSource::Values),
    }
}

/// Reports the faults of the attribute of an op.
pub(crate) fn check(module: &Module, op: Op, registry: &Registry, sink: &mut Sink) {
    // The check of own attributes reports another kind of attribute.
    let is_dict = |&attr: &Attr| matches!(module.ctx.attr_kind(attr), AttrKind::Dict(_));
    let Some(dict) = attr(module, op).filter(is_dict) else { return };
    let before = sink.errors();
    let place = module.place(op).attr(VIEW_ATTR);
    let Some(kind) = checked_kind(module, dict, &place, sink) else { return };
    for &(key, value) in module.ctx.dict_entries(dict) {
        let key = module.ctx.text(key);
        if key != KIND {
            check_entry(module, op, kind, (key, value), &place, sink);
        }
    }
    for key in kind.required.iter().filter(|key| entry(module, dict, key).is_none()) {
        let message = format!("`{VIEW_ATTR}` of kind `{}` must have the key `{key}`", kind.name);
        sink.error(code::OP_ATTRIBUTE, place.clone(), message);
    }
    if sink.errors() == before
        && let Some(Err(opaque)) = relations(registry, module, op)
        && opaque.is_malformed
    {
        let message = format!("`{}` is malformed: {opaque}", module.name(op));
        sink.error(code::VIEW, module.place(op).join(&opaque.path), message);
    }
}

fn checked_kind(
    module: &Module,
    dict: Attr,
    place: &Place,
    sink: &mut Sink,
) -> Option<&'static DeclaredKind> {
    let names = KINDS.iter().map(|kind| kind.name);
    let known = || names.clone().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let Some(value) = entry(module, dict, KIND) else {
        let message = format!("`{VIEW_ATTR}` must have the key `{KIND}`, one of {}", known());
        sink.error(code::OP_ATTRIBUTE, place.clone(), message);
        return None;
    };
    let found = kind_of(module, dict);
    if found.is_none() {
        let place = place.clone().attr(KIND);
        let shown = attr_to_string(module, value);
        let message = format!("unknown kind {shown} in `{VIEW_ATTR}`");
        let near = module.ctx.as_str(value).and_then(|name| nearest(name, names.clone()));
        let near = near.map(|near| format!("\"{near}\""));
        let near = near.map(|near| format!("\"{near}\""));
        let diag = Diag::error(code::UNKNOWN_NAME, place.clone(), message);
        let diag = diag.did_you_mean(place, near.as_deref());
        sink.push(diag.note(format!("the kinds are {}", known())));
    }
    found
}

/// Checks one list: its key, its form, and that the op has the attribute or operand that it names.
fn check_entry(
    module: &Module,
    op: Op,
    kind: &DeclaredKind,
    (key, value): (&str, Attr),
    place: &Place,
    sink: &mut Sink,
) {
    if !kind.keys().any(|known| known == key) {
        let place = place.clone().key(key);
        let message = format!("unknown key `{key}` in `{VIEW_ATTR}` of kind `{}`", kind.name);
        let diag = Diag::error(code::UNKNOWN_NAME, place.clone(), message);
        let near = nearest(key, kind.keys().chain([KIND]));
        return sink.push(diag.did_you_mean(place, near));
    }
    let place = place.clone().attr(key);
    match source(module, value) {
        None => {
            let shown = attr_to_string(module, value);
            let message = format!(
                "`{key}` in `{VIEW_ATTR}` is `{shown}`, but must be the key of an attribute, the number of an operand, or a list of integers"
            );
            sink.error(code::OP_ATTRIBUTE, place, message);
        }
        Some(DeclaredSource::Attr(name)) if module.attr(op, name).is_none() => {
            let message = format!("`{}` lacks the attribute `{name}`", module.name(op));
            let keys = module.all_attrs(op).map(|(key, _)| module.ctx.text(key));
            let near = nearest(name, keys).map(|near| format!("\"{near}\""));
            let diag = Diag::error(code::OP_ATTRIBUTE, place.clone(), message);
            sink.push(diag.did_you_mean(place, near.as_deref()));
        }
        Some(DeclaredSource::Operand(at)) if at >= module.operands(op).len() => {
            let message = format!("`{}` lacks operand {at}", module.name(op));
            sink.error(code::OP_ATTRIBUTE, place, message);
        }
        Some(_) => {}
    }
}

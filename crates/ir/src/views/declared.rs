//! Views of ops without a definition, which the attribute `layout.view` of an op or a rule of a target declares.
//!
//! `{kind = "transpose", permutation = "perm"}` states the kind of the view and the source of each of its lists: a
//! string is the key of an attribute of the op, an integer is the number of a constant operand, and a list is the value
//! itself. `copies` states that the op copies: its results have buffers of their own. It needs no kind where the
//! definition of the op has its relations. The attribute of an op precedes the rule for its name.

use super::form::{ListSource, ViewForm};
use super::op::ViewOp;
use super::{Opaque, ViewRelations};
use crate::attrs::Attr;
use crate::module::{Module, Op};
use crate::registry::{DeclaredList, DeclaredView, Registry, VIEW_ATTR};
pub(crate) use crate::registry::{VIEW_COPIES as COPIES, VIEW_KIND as KIND};

/// A kind of view, and the keys of its lists.
pub(crate) struct DeclaredKind {
    pub(crate) name: &'static str,
    pub(crate) required: &'static [&'static str],
    optional: &'static [&'static str],
}

impl DeclaredKind {
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        self.required.iter().chain(self.optional).copied()
    }
}

/// The kinds, sorted by name.
pub(crate) const KINDS: &[DeclaredKind] = &[
    DeclaredKind { name: "concat", required: &["axis"], optional: &[] },
    DeclaredKind { name: "identity", required: &[], optional: &[] },
    DeclaredKind { name: "reshape", required: &[], optional: &[] },
    DeclaredKind { name: "slice", required: &["offsets", "sizes"], optional: &["strides"] },
    DeclaredKind { name: "split", required: &["axis"], optional: &[] },
    DeclaredKind { name: "transpose", required: &["permutation"], optional: &[] },
];

/// Returns the attribute of an op; `None` if it has none.
pub(crate) fn attr(module: &Module, op: Op) -> Option<Attr> {
    module.ctx.find_name(VIEW_ATTR)?;
    module.attr(op, VIEW_ATTR)
}

/// Returns the relations of the view that an op declares, or that a rule of the target declares for its name. `None` if
/// neither does.
pub(crate) fn relations(registry: &Registry, module: &Module, op: Op) -> Option<ViewRelations> {
    let view = ViewOp::new(registry, module, op);
    if let Some(dict) = attr(module, op) {
        match read(module, dict) {
            Some(declared) if declared.kind.is_some() => return of_view(view, &declared),
            Some(_) => {}
            None => return Some(Err(Opaque::new(format!("`{VIEW_ATTR}` is invalid")))),
        }
    }
    of_view(view, registry.rule_view(module.name(op))?)
}

/// Reads a dictionary. `None` if it is invalid.
pub(crate) fn read(module: &Module, dict: Attr) -> Option<DeclaredView> {
    let copies = module.ctx.dict_get(dict, COPIES).is_some();
    if copies && module.ctx.dict_get(dict, KIND).is_none() {
        return Some(DeclaredView { kind: None, lists: Vec::new(), copies });
    }
    let kind = kind_of(module, dict)?;
    let lists: Option<Vec<_>> = kind
        .keys()
        .filter_map(|key| {
            let value = module.ctx.dict_get(dict, key)?;
            Some(source(module, value).map(|list| (key, list)))
        })
        .collect();
    Some(DeclaredView { kind: Some(kind.name), lists: lists?, copies })
}

/// Declares in the attribute of an op that it is a view, or that it copies.
pub fn declare(module: &mut Module, op: Op, view: &DeclaredView) {
    let ctx = &mut module.ctx;
    let mut entries = Vec::new();
    if let Some(kind) = view.kind {
        let kind = ctx.string(kind);
        entries.push((ctx.name(KIND), kind));
    }
    for (key, list) in &view.lists {
        let source = match list {
            DeclaredList::Attr(attr) => ctx.string(attr),
            DeclaredList::Operand(at) => {
                ctx.int(i64::try_from(*at).expect("operands are numbered in 32 bits"))
            }
            DeclaredList::Values(values) => ctx.i64_array(values),
        };
        entries.push((ctx.name(key), source));
    }
    if view.copies {
        let unit = ctx.unit();
        entries.push((ctx.name(COPIES), unit));
    }
    let dict = ctx.dict(entries);
    module.set_attr(op, VIEW_ATTR, Some(dict));
}

/// Returns the relations of an op that is a declared view; `None` for a declaration without a kind.
pub(crate) fn of_view(view: ViewOp<'_>, declared: &DeclaredView) -> Option<ViewRelations> {
    let kind = declared.kind?;
    let [axis, offsets, sizes, strides, permutation] =
        ["axis", "offsets", "sizes", "strides", "permutation"].map(|key| {
            let found = declared.lists.iter().find(|(own, _)| *own == key);
            found.map(|(_, list)| borrowed(list)).into_iter().collect::<Vec<_>>()
        });
    let form = match kind {
        "concat" => ViewForm::Concat { axis: &axis },
        "identity" => ViewForm::Identity,
        "reshape" => ViewForm::Reshape,
        "slice" => {
            ViewForm::Slice { offsets: &offsets, sizes: &sizes, ends: &[], strides: &strides }
        }
        "split" => ViewForm::Split { axis: &axis },
        _ => ViewForm::Transpose { permutation: &permutation },
    };
    Some(form.relations(view))
}

fn borrowed(list: &DeclaredList) -> ListSource<'_> {
    match list {
        DeclaredList::Attr(key) => ListSource::Attr(key),
        DeclaredList::Operand(at) => ListSource::Operand(*at),
        DeclaredList::Values(values) => ListSource::Values(values),
    }
}

/// Returns the kind of a dictionary. `None` if it is absent or unknown.
pub(crate) fn kind_of(module: &Module, dict: Attr) -> Option<&'static DeclaredKind> {
    let name = module.ctx.as_str(module.ctx.dict_get(dict, KIND)?)?;
    KINDS.iter().find(|kind| kind.name == name)
}

/// Reads the source of a list. `None` if it is invalid.
pub(crate) fn source(module: &Module, attr: Attr) -> Option<DeclaredList> {
    let ctx = &module.ctx;
    if let Some(key) = ctx.as_str(attr) {
        return Some(DeclaredList::Attr(key.into()));
    }
    match ctx.as_int(attr) {
        Some(at) => usize::try_from(at).ok().map(DeclaredList::Operand),
        None => ctx.as_int_list(attr).map(DeclaredList::Values),
    }
}

//! A module without the parts of layoutc: encodings of types, attributes, and ops that define layouts and targets.

use indexmap::IndexMap;
use ir::attrs::{Attr, AttrKind};
use ir::encoding::opaque;
use ir::retype::retype;
use ir::types::{Type, TypeKind};
use ir::{Context, Module, Op};

/// The dialects of layoutc.
pub(super) const OWN_DIALECTS: [&str; 2] = ["layout", "vk"];

/// The ops that define layouts and targets. Ops of other dialects do not refer to them, except by types and attributes.
const DEFINITIONS: [&str; 4] =
    ["layout.descriptor", "layout.group", "layout.notation", "layout.target"];

/// The attributes of a function that list the dictionaries of its arguments and results.
const NESTED: [&str; 2] = ["arg_attrs", "res_attrs"];

/// Returns `true` if an op defines a layout or a target.
pub(super) fn defines_layouts(module: &Module, op: Op) -> bool {
    DEFINITIONS.contains(&module.name(op))
}

/// Returns the module without layouts. All its values are row major.
pub(super) fn plain(module: &Module) -> Module {
    let mut plain = module.clone();
    let defines = |&op: &Op| defines_layouts(module, op);
    let is_outermost = |op: &Op| !module.ancestors(module.parent_op(*op)).any(|it| defines(&it));
    let definitions: Vec<Op> = module.walk().filter(defines).filter(is_outermost).collect();
    definitions.into_iter().for_each(|op| plain.erase(op));
    for op in plain.walk().collect::<Vec<Op>>() {
        let attrs = without_own(&mut plain.ctx, module.attrs(op));
        plain.set_attrs(op, attrs);
        if let Some(props) = module.props(op) {
            let props = without_own(&mut plain.ctx, props);
            plain.set_props(op, Some(props));
        }
    }
    let types = row_major_types(&mut plain.ctx);
    retype(&mut plain, &types);
    plain.aliases = Default::default();
    plain
}

/// Returns the types whose encodings are dictionaries, which layoutc alone reads, with the same types without encodings.
fn row_major_types(ctx: &mut Context) -> IndexMap<Type, Type> {
    let encoded: Vec<Type> = ctx
        .types()
        .filter(|(ty, kind)| {
            matches!(kind, TypeKind::Tensor { encoding: Some(_), .. }) && opaque(ctx, *ty).is_none()
        })
        .map(|(ty, _)| ty)
        .collect();
    encoded.into_iter().map(|ty| (ty, without_encoding(ctx, ty))).collect()
}

fn without_encoding(ctx: &mut Context, ty: Type) -> Type {
    let TypeKind::Tensor { dims, elem, .. } = ctx.kind(ty).clone() else { return ty };
    ctx.tensor_type(&dims, elem, None)
}

/// Returns a dictionary of attributes without those of layoutc, also for arguments and results.
fn without_own(ctx: &mut Context, dict: Attr) -> Attr {
    let mut kept = Vec::new();
    for (key, value) in ctx.dict_entries(dict).to_vec() {
        let text = ctx.text(key);
        let dialect = text.split_once('.').map(|(dialect, _)| dialect);
        if dialect.is_some_and(|dialect| OWN_DIALECTS.contains(&dialect)) {
            continue;
        }
        let is_nested = NESTED.contains(&text);
        let value = if is_nested { without_own_of_each(ctx, value) } else { value };
        kept.push((key, value));
    }
    ctx.dict(kept)
}

fn without_own_of_each(ctx: &mut Context, list: Attr) -> Attr {
    let Some(items) = ctx.as_array(list).map(<[Attr]>::to_vec) else { return list };
    let items: Vec<Attr> = items
        .into_iter()
        .map(|item| match ctx.attr_kind(item) {
            AttrKind::Dict(_) => without_own(ctx, item),
            _ => item,
        })
        .collect();
    ctx.array(&items)
}

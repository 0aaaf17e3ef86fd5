//! A module without the parts of layoutc: encodings of types, attributes, and ops that define layouts and targets.

use super::mentions::{Mentions, OWN_DIALECTS};
use ir::attrs::{Attr, AttrKind};
use ir::encoding::opaque;
use ir::retype::retype;
use ir::target::{GROUP_OP, TARGET_OP};
use ir::types::{Type, TypeKind};
use ir::{Context, Module, Op, Registry};
use std::collections::BTreeMap;

/// The attributes of a function that list the dictionaries of its arguments and results.
const NESTED: [&str; 2] = ["arg_attrs", "res_attrs"];

/// Returns `true` if an op defines a layout or a target. Ops of other dialects refer to it by types and attributes alone.
pub(super) fn defines_layouts(module: &Module, registry: &Registry, op: Op) -> bool {
    let name = module.name(op);
    let of_target = [TARGET_OP, GROUP_OP].contains(&name);
    of_target
        || registry
            .op_def(module, op)
            .is_some_and(|def| def.is_descriptor || def.notation.is_some())
}

/// Returns the module without layouts. All its values are row major.
pub(super) fn plain(module: &Module, registry: &Registry) -> Module {
    let mut plain = module.clone();
    let mut definitions = Vec::new();
    for op in module.walk() {
        let mut around = module.ancestors(module.parent_op(op));
        let is_outermost = !around.any(|outer| defines_layouts(module, registry, outer));
        if is_outermost && defines_layouts(module, registry, op) {
            definitions.push(op);
        }
    }
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
    // Aliases stay, as the text of nested attributes can be exponentially longer without them.
    let aliases = std::mem::take(&mut plain.aliases).into_iter();
    let mut mentions = Mentions::new(&plain.ctx);
    let kept: Vec<_> = aliases.filter(|(_, alias)| !mentions.alias(alias)).collect();
    plain.aliases.extend(kept);
    plain
}

/// Returns the types whose encodings are dictionaries, which layoutc alone reads, with the same types without encodings.
fn row_major_types(ctx: &mut Context) -> BTreeMap<Type, Type> {
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

//! Checks of names of the closed dialects: their ops, the attributes of these ops, and their attributes on ops of any
//! dialect.
//!
//! An unknown name is an error, because a misspelled requirement or limit would otherwise be ignored.

use super::graph_attrs;
use crate::arena::{self, ARENA_ALIGNMENT_ATTR, ARENA_ATTR, ARENA_SIZE_ATTR, INPLACE_ATTR};
use crate::attrs::{Attr, AttrKind, LayoutAttr};
use crate::choice::CHOICES_ATTR;
use crate::context::{Context, Name};
use crate::data_graph::{BINDING_ATTR, CONSTANT_ATTR, CONSTANT_ID_ATTR, SPARSITY_ATTR};
use crate::diag::{Diag, Sink, code, counted, nearest};
use crate::encoding;
use crate::expected::{self, EXPECTED_ATTR};
use crate::kernel::KERNEL_KEY;
use crate::module::{Module, Op};
use crate::print::{attr_to_string, type_to_string};
use crate::registry::{AttrClass, GROUP_ATTR, OpDef, Registry, STATE_ATTR, VIEW_ATTR};
use crate::source::SourceLocation;
use crate::stride_reqs::REQS_ATTR;
use crate::target::TARGET_ATTR;
use crate::types::{Type, TypeKind};
use crate::vulkan::{FORMAT_ATTR, FORMATS, find_format};

/// The prefix of layoutc's attributes on ops of any dialect.
const PREFIX: &str = "layout.";

/// The attributes of a function that list the dictionaries of its arguments and results.
const NESTED: [(&str, AttrHolder); 2] =
    [("arg_attrs", AttrHolder::Argument), ("res_attrs", AttrHolder::Result)];

/// The holder of an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AttrHolder {
    /// An op.
    Op,
    /// An argument of a function.
    Argument,
    /// A result of a function.
    Result,
}

/// An attribute that layoutc defines for ops of any dialect.
struct OwnAttr {
    key: &'static str,
    /// The required form of the value, for messages.
    form: &'static str,
    admits: fn(&Context, Attr) -> bool,
}

/// The attribute of an argument or result whose layout is to be chosen.
pub const ANY_ATTR: &str = "layout.any";

const fn own(key: &'static str, form: &'static str, admits: fn(&Context, Attr) -> bool) -> OwnAttr {
    OwnAttr { key, form, admits }
}

/// The attributes that layoutc defines for ops of any dialect. [`check_choices`](crate::choice) checks the value of
/// `layout.choices`.
const OWN_ATTRS: &[OwnAttr] = &[
    own("layout.address", "a dictionary such as `{lengths = array<i64: 4>, of = @x}`", is_dict),
    own(ANY_ATTR, "`unit`", is_unit),
    own(
        ARENA_ATTR,
        "a dictionary such as `{offset = 0 : i64, size = 64 : i64}`, or a list of them and `unit`",
        arena::is_plan,
    ),
    own(ARENA_ALIGNMENT_ATTR, "a number of bytes of at least 1", |ctx, attr| {
        ctx.as_int(attr).is_some_and(|bytes| bytes > 0)
    }),
    own(ARENA_SIZE_ATTR, "a number of bytes", |ctx, attr| {
        ctx.as_int(attr).is_some_and(|bytes| bytes >= 0)
    }),
    own(CHOICES_ATTR, "a list such as `[#layout.choice<same>]`", |_, _| true),
    own(CONSTANT_ATTR, "`unit`", is_unit),
    own(
        EXPECTED_ATTR,
        "a dictionary such as `{d0 = 8 : i64}`, with lengths of at least 1",
        is_expected,
    ),
    own(GROUP_ATTR, "a dictionary such as `{name = \"attention\", number = 0 : i64}`", is_group),
    own(INPLACE_ATTR, "a list of operands such as `array<i64: 0>`", |ctx, attr| {
        ctx.as_int_list(attr).is_some_and(|list| list.iter().all(|&operand| operand >= 0))
    }),
    own(KERNEL_KEY, "a symbol such as `@kernel`", is_symbol),
    own(REQS_ATTR, "a list such as `[#layout.reqs<m0: compact>]`", is_requirements),
    own(STATE_ATTR, "a string", |ctx, attr| AttrClass::Str.admits(ctx, attr)),
    own(TARGET_ATTR, "a symbol such as `@npu`", is_symbol),
    own(
        VIEW_ATTR,
        "a dictionary such as `{kind = \"transpose\", permutation = \"perm\"}`",
        is_dict,
    ),
    own(
        BINDING_ATTR,
        "a descriptor set and a binding such as `array<i64: 0, 3>`",
        graph_attrs::is_binding,
    ),
    own(CONSTANT_ID_ATTR, "an unsigned integer of 32 bits", graph_attrs::is_id),
    own(
        FORMAT_ATTR,
        "the name of a format, or a list of names with an entry for each result",
        is_formats,
    ),
    own(
        SPARSITY_ATTR,
        "a list such as `[{dim = 1, zeros = 2, group = 4}]`",
        graph_attrs::is_sparsity,
    ),
];

/// Returns the attributes that layoutc defines for ops of any dialect, each with the required form of its value.
pub fn own_attributes() -> impl Iterator<Item = (&'static str, &'static str)> {
    OWN_ATTRS.iter().map(|own| (own.key, own.form))
}

fn is_dict(ctx: &Context, attr: Attr) -> bool {
    matches!(ctx.attr_kind(attr), AttrKind::Dict(_))
}

fn is_group(ctx: &Context, attr: Attr) -> bool {
    let entries = ctx.dict_entries(attr);
    let has = |key: &str, class: AttrClass| {
        entries.iter().any(|&(name, value)| ctx.text(name) == key && class.admits(ctx, value))
    };
    entries.len() == 2 && has("name", AttrClass::Str) && has("number", AttrClass::Int)
}

fn is_symbol(ctx: &Context, attr: Attr) -> bool {
    AttrClass::Symbol.admits(ctx, attr)
}

fn is_unit(ctx: &Context, attr: Attr) -> bool {
    AttrClass::Unit.admits(ctx, attr)
}

/// Returns `true` if an attribute is a string, or a list of strings and `unit`.
fn is_formats(ctx: &Context, attr: Attr) -> bool {
    ctx.as_str(attr).is_some()
        || ctx.as_array(attr).is_some_and(|list| {
            list.iter().all(|&entry| {
                ctx.as_str(entry).is_some() || matches!(ctx.attr_kind(entry), AttrKind::Unit)
            })
        })
}

/// Returns `true` if an attribute has expected lengths, or is a list of them for several results.
fn is_expected(ctx: &Context, attr: Attr) -> bool {
    match ctx.as_array(attr) {
        Some(entries) => entries.iter().all(|&entry| {
            matches!(ctx.attr_kind(entry), AttrKind::Unit) || expected::read(ctx, entry).is_some()
        }),
        None => expected::read(ctx, attr).is_some(),
    }
}

/// Returns `true` if an attribute is a list of stride requirements, with `unit` for a value without any.
fn is_requirements(ctx: &Context, attr: Attr) -> bool {
    ctx.as_array(attr).is_some_and(|entries| {
        entries.iter().all(|&entry| {
            matches!(ctx.attr_kind(entry), AttrKind::Layout(LayoutAttr::Reqs(_)) | AttrKind::Unit)
        })
    })
}

/// Reports an op of a closed dialect that has no definition.
pub(super) fn check_name(module: &Module, op: Op, registry: &Registry, sink: &mut Sink) {
    let name = module.name(op);
    if !(name.contains('.') && registry.is_closed(name)) {
        return;
    }
    let message = format!("unknown op `{name}`");
    let place = module.location(op).name();
    let near = nearest(name, registry.defs().map(|def| &*def.name));
    sink.push(Diag::error(code::UNKNOWN_NAME, place.clone(), message).did_you_mean(place, near));
}

/// Reports unknown attributes of an op of a closed dialect. An attribute of another dialect, such as `my.note`, is
/// kept.
pub(super) fn check_attrs(
    module: &Module,
    op: Op,
    def: &OpDef,
    registry: &Registry,
    sink: &mut Sink,
) {
    if !registry.is_closed(&def.name) {
        return;
    }
    for (key, _) in module.all_attrs(op) {
        let key = module.ctx.text(key);
        let is_foreign = key.contains('.') && !registry.is_closed(key);
        // `check_own_attrs` checks the attributes with the prefix.
        if is_foreign || key.starts_with(PREFIX) || def.attrs.iter().any(|spec| spec.key == key) {
            continue;
        }
        let keys = def.attrs.iter().map(|spec| &*spec.key);
        let message = format!("unknown attribute `{key}` of `{}`", def.name);
        let known = format!("the attributes of `{}`", def.name);
        sink.push(unknown(module.location(op), key, message, &known, keys));
    }
}

/// Returns the diagnostic of an unknown key of a dictionary. `known` describes the known `keys`.
fn unknown<'k>(
    dict: SourceLocation,
    key: &str,
    message: String,
    known: &str,
    keys: impl Iterator<Item = &'k str> + Clone,
) -> Diag {
    let place = dict.key(key);
    let diag = Diag::error(code::UNKNOWN_NAME, place.clone(), message);
    let diag = diag.did_you_mean(place, nearest(key, keys.clone()));
    let keys: Vec<String> = keys.map(|key| format!("`{key}`")).collect();
    if keys.is_empty() { diag } else { diag.note(format!("{known} are {}", keys.join(", "))) }
}

/// Reports attributes `layout.*` that are unknown or have a value of the wrong kind, on the ops of a module and in the
/// dictionaries of the arguments and results of functions.
pub(super) fn check_own_attrs(module: &Module, registry: &Registry, sink: &mut Sink) {
    let ctx = &module.ctx;
    let is_own: Vec<bool> = ctx.names().map(|name| name.starts_with(PREFIX)).collect();
    let ops_alone = ctx
        .names()
        .filter(|name| name.starts_with(PREFIX))
        .all(|name| registry.get(name).is_some() && OWN_ATTRS.iter().all(|own| own.key != name));
    if ops_alone {
        return;
    }
    let mut check = OwnAttrCheck { module, registry, sink, is_own };
    for op in module.walk() {
        let dicts = [Some(module.attrs(op)), module.props(op)];
        for dict in dicts.into_iter().flatten() {
            check.entries(op, (AttrHolder::Op, 0), &|| module.location(op), dict);
        }
        for (key, holder) in NESTED {
            let list = module.attr(op, key).and_then(|attr| ctx.as_array(attr));
            for (at, &dict) in list.unwrap_or_default().iter().enumerate() {
                check.entries(
                    op,
                    (holder, at),
                    &|| module.location(op).attr(key).element(at),
                    dict,
                );
            }
        }
    }
}

/// The check of the attributes `layout.*` of a module.
struct OwnAttrCheck<'a> {
    module: &'a Module,
    registry: &'a Registry,
    sink: &'a mut Sink,
    /// `true` for each name of the context that has the prefix, by the number of the name.
    is_own: Vec<bool>,
}

impl OwnAttrCheck<'_> {
    /// Checks the entries of a dictionary of an op; `place` is the place of the dictionary.
    fn entries(
        &mut self,
        op: Op,
        holder: (AttrHolder, usize),
        place: &dyn Fn() -> SourceLocation,
        dict: Attr,
    ) {
        let module = self.module;
        for &(key, value) in module.ctx.dict_entries(dict) {
            if self.is_own[key.number()] {
                self.entry(op, holder, place(), key, value);
            }
        }
    }

    /// Checks one attribute, unless the definition of the op declares it.
    fn entry(
        &mut self,
        op: Op,
        holder: (AttrHolder, usize),
        dict: SourceLocation,
        key: Name,
        value: Attr,
    ) {
        let module = self.module;
        let key = module.ctx.text(key);
        let name = module.name(op);
        let def = self.registry.op_def(module, op);
        if def.is_some_and(|def| def.attrs.iter().any(|spec| spec.key == key)) {
            return;
        }
        let Some(own) = OWN_ATTRS.iter().find(|own| own.key == key) else {
            let keys = OWN_ATTRS.iter().map(|own| own.key);
            let message = format!("unknown attribute `{key}`");
            let known = format!("the attributes `{PREFIX}*` of any op");
            return self.sink.push(unknown(dict, key, message, &known, keys));
        };
        if !(own.admits)(&module.ctx, value) {
            let shown = attr_to_string(module, value);
            let message = format!("`{key}` of `{name}` is `{shown}`, but must be {}", own.form);
            return self.sink.push(Diag::error(code::OP_ATTRIBUTE, dict.attr(key), message));
        }
        if own.key == FORMAT_ATTR {
            self.formats(op, dict.clone().attr(key), value);
        }
        if own.key == TARGET_ATTR {
            let message = format!("`{key}` is allowed only on a module, but is on `{name}`");
            let diag = Diag::error(code::TARGET, dict.key(key), message);
            return self.sink.push(diag.note("the outermost module selects the target"));
        }
        if let Some(message) = self.misplaced(op, holder, own.key) {
            self.sink.push(Diag::error(code::OP_ATTRIBUTE, dict.key(key), message));
        }
    }

    /// Checks that formats are known, and that a list has an entry for each result.
    fn formats(&mut self, op: Op, place: SourceLocation, value: Attr) {
        let module = self.module;
        let results = self.module.results(op).len();
        let list = module.ctx.as_array(value);
        if let Some(list) = list.filter(|list| list.len() != results) {
            let has = counted(list.len(), "entry");
            let name = module.name(op);
            let message = format!(
                "`{FORMAT_ATTR}` of `{name}` has {has}, but the op has {}",
                counted(results, "result")
            );
            return self.sink.error(code::COUNT, place, message);
        }
        let entries: Vec<(SourceLocation, Attr)> = match list {
            Some(list) => {
                let places = list.iter().enumerate();
                places.map(|(at, &entry)| (place.clone().element(at), entry)).collect()
            }
            None => vec![(place, value)],
        };
        for (place, entry) in entries {
            let Some(name) = module.ctx.as_str(entry) else { continue };
            if find_format(name).is_none() {
                let message = format!("unknown format \"{name}\" in `{FORMAT_ATTR}`");
                let near = nearest(name, FORMATS.iter().map(|format| format.name));
                let near = near.map(|near| format!("\"{near}\""));
                let diag = Diag::error(code::UNKNOWN_NAME, place.clone(), message);
                self.sink.push(diag.did_you_mean(place, near.as_deref()));
            }
        }
    }

    /// Returns the error of an attribute of arguments or results that is elsewhere, or on a type without a layout.
    /// `holder` is the holder of the attribute, with its number.
    fn misplaced(&self, op: Op, (holder, at): (AttrHolder, usize), key: &str) -> Option<String> {
        let name = self.module.name(op);
        let found = match holder {
            AttrHolder::Op => format!("an op `{name}`"),
            AttrHolder::Argument => format!("argument {at} of `{name}`"),
            AttrHolder::Result => format!("result {at} of `{name}`"),
        };
        let missing = match holder {
            AttrHolder::Op => graph_attrs::missing_on_op(self.module, self.registry, op, key),
            AttrHolder::Argument => graph_attrs::missing_on_argument(self.module, op, at, key),
            AttrHolder::Result => graph_attrs::missing_on_result(key),
        };
        if let Some(allowed) = missing {
            return Some(format!("`{key}` is allowed only on {allowed}, but is on {found}"));
        }
        match (key, holder) {
            (
                ARENA_ATTR | ARENA_ALIGNMENT_ATTR | ARENA_SIZE_ATTR | INPLACE_ATTR,
                AttrHolder::Argument | AttrHolder::Result,
            ) => Some(format!("`{key}` is allowed only on ops, but is on {found}")),
            (ANY_ATTR, AttrHolder::Op) => Some(format!(
                "`{key}` is allowed only on arguments and results of functions, but is on {found}"
            )),
            (CONSTANT_ATTR, AttrHolder::Op | AttrHolder::Result) => Some(format!(
                "`{key}` is allowed only on arguments of functions, but is on {found}"
            )),
            (EXPECTED_ATTR, AttrHolder::Result) => Some(format!(
                "`{key}` is allowed only on ops and on arguments of functions, but is on {found}"
            )),
            (EXPECTED_ATTR, _) => self.unexpected_dim(op, (holder, at)),
            (ANY_ATTR, _) => {
                let ty = self.boundary_type(op, holder, at)?;
                let shown = type_to_string(self.module, ty);
                match self.module.ctx.kind(ty) {
                    TypeKind::Tensor { .. } => None,
                    _ => Some(format!(
                        "`{key}` of {found} must be on a ranked tensor, but the type is `{shown}`"
                    )),
                }
            }
            _ => None,
        }
    }

    /// Returns the error of an expected length of a dim that does not exist, is static, or has a bound.
    fn unexpected_dim(&self, op: Op, (holder, at): (AttrHolder, usize)) -> Option<String> {
        let module = self.module;
        let entries: Vec<(String, Type, Attr)> = match holder {
            AttrHolder::Op => {
                let attr = module.attr(op, EXPECTED_ATTR)?;
                let list = module.ctx.as_array(attr);
                let count = module.results(op).len();
                let entries = list.map_or(vec![attr], <[Attr]>::to_vec);
                if entries.len() != count {
                    return Some(format!(
                        "`{EXPECTED_ATTR}` has {}, but `{}` has {}",
                        counted(entries.len(), "entry"),
                        module.name(op),
                        counted(count, "result")
                    ));
                }
                let results = module.results(op).enumerate().zip(entries);
                let entry = |((at, value), attr)| (format!("result {at}"), module.ty(value), attr);
                results.map(entry).collect()
            }
            _ => {
                let ty = self.boundary_type(op, holder, at)?;
                let attr = module.argument_attr(op, at, EXPECTED_ATTR)?;
                vec![(format!("argument {at}"), ty, attr)]
            }
        };
        entries.into_iter().find_map(|(what, ty, attr)| {
            let dims = expected::read(&module.ctx, attr)?.into_iter();
            let lengths = module.ctx.kind(ty).tensor_dims().unwrap_or_default();
            let bounds = encoding::laid_out_lengths(&module.ctx, ty);
            let name = module.name(op);
            dims.into_iter().find_map(|(dim, _)| match lengths.get(dim) {
                None => Some(format!(
                    "`{EXPECTED_ATTR}` names d{dim} of {what} of `{name}`, which has {}",
                    counted(lengths.len(), "dim")
                )),
                Some(Some(len)) => Some(format!(
                    "`{EXPECTED_ATTR}` names d{dim} of {what} of `{name}`, which is not dynamic: its length is {len}"
                )),
                Some(None) => {
                    let bound = bounds.as_ref()?.get(dim).copied().flatten()?;
                    Some(format!(
                        "`{EXPECTED_ATTR}` names d{dim} of {what} of `{name}`, which has the bound {bound} and is laid out as long"
                    ))
                }
            })
        })
    }

    /// Returns the type of an argument or result of a function. `None` if the op is not a function.
    fn boundary_type(&self, op: Op, holder: AttrHolder, at: usize) -> Option<Type> {
        let key = &self.registry.op_def(self.module, op)?.function.as_ref()?.type_key;
        let ty = self.module.type_attr(op, key)?;
        let TypeKind::Function { inputs, results } = self.module.ctx.kind(ty) else { return None };
        let types = if holder == AttrHolder::Result { results } else { inputs };
        types.get(at).copied()
    }
}

//! Custom forms: `module`, `func.func` and `return` as MLIR writes them, and the uniform form of
//! the ops whose definition has a `syntax`. An op that does not fit its form is printed generic.

use super::Printer;
use super::attrs::{write_string, write_symbol};
use crate::attrs::{Attr, AttrKind};
use crate::context::Context;
use crate::module::{Block, Op};
use crate::registry::{OpDef, Syntax};
use crate::types::{Signedness, Type, TypeKind};
use std::io;

/// The keys that `func.func`'s custom form shows outside its dictionary.
const FUNC_KEYS: &[&str] =
    &["sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs"];

impl Printer<'_> {
    /// Writes an op in its custom form, or nothing if it has none or does not fit it.
    pub(super) fn custom(&mut self, op: Op) -> io::Result<bool> {
        let Some(def) = self.registry.and_then(|registry| registry.of(self.module, op)) else {
            return Ok(false);
        };
        match def.name {
            "builtin.module" => self.custom_module(op),
            "func.func" => self.custom_func(op),
            "func.return" => Ok(self.custom_return(op)),
            _ => def.syntax.map_or(Ok(false), |syntax| self.uniform(op, def, syntax)),
        }
    }

    fn custom_module(&mut self, op: Op) -> io::Result<bool> {
        let module = self.module;
        let [body] = module.regions(op) else { return Ok(false) };
        let [block] = module.blocks(*body) else { return Ok(false) };
        if !module.arguments(*block).is_empty() || !self.props_fit(op) {
            return Ok(false);
        }
        self.out.push_str("module");
        if let Some(name) = module.symbol(op) {
            self.out.push(' ');
            write_symbol(name, &mut self.out);
        } else if module.attr(op, "sym_name").is_some() {
            self.out.truncate(self.out.len() - "module".len());
            return Ok(false);
        }
        self.attributes_clause(op, &["sym_name"]);
        self.out.push(' ');
        self.region(*body, true)?;
        Ok(true)
    }

    /// Whether properties, if any, are a dictionary without keys of the attributes.
    fn props_fit(&self, op: Op) -> bool {
        let ctx = &self.module.ctx;
        self.module.props(op).is_none_or(|props| {
            matches!(ctx.attr_kind(props), AttrKind::Dict(_))
                && ctx
                    .dict_entries(props)
                    .iter()
                    .all(|entry| ctx.dict_get(self.module.attrs(op), ctx.text(entry.0)).is_none())
        })
    }

    /// ` attributes {...}` with what the custom form does not show; nothing if there is none.
    fn attributes_clause(&mut self, op: Op, shown: &[&str]) {
        let rest = self.other_attrs(op, shown);
        if !rest.is_empty() {
            self.out.push_str(" attributes {");
            self.entries(rest.into_iter());
            self.out.push('}');
        }
    }

    fn other_attrs(&self, op: Op, shown: &[&str]) -> Vec<(crate::context::Name, Attr)> {
        let ctx = &self.module.ctx;
        let mut rest: Vec<_> =
            self.module.all_attrs(op).filter(|entry| !shown.contains(&ctx.text(entry.0))).collect();
        rest.sort_by(|a, b| ctx.text(a.0).cmp(ctx.text(b.0)));
        rest
    }

    fn custom_func(&mut self, op: Op) -> io::Result<bool> {
        let module = self.module;
        let Some(parts) = FuncParts::of(self, op) else { return Ok(false) };
        self.out.push_str("func.func ");
        if let Some(visibility) = parts.visibility {
            self.out.push_str(visibility);
            self.out.push(' ');
        }
        write_symbol(parts.name, &mut self.out);
        self.func_args(&parts);
        self.func_results(&parts);
        self.attributes_clause(op, FUNC_KEYS);
        if !module.blocks(parts.body).is_empty() {
            self.out.push(' ');
            self.region(parts.body, true)?;
        }
        Ok(true)
    }

    fn func_args(&mut self, parts: &FuncParts<'_>) {
        let module = self.module;
        let entry = module.blocks(parts.body).first();
        self.out.push('(');
        for (at, &ty) in parts.inputs.iter().enumerate() {
            self.comma(at);
            let arg = entry.map(|&entry| module.arguments(entry)[at]);
            if let Some(arg) = arg {
                self.value(arg);
                self.out.push_str(": ");
            }
            self.ty(ty);
            self.entry_attrs(parts.arg_attrs, at);
            if let Some(arg) = arg {
                self.argument_loc(arg);
            }
        }
        self.out.push(')');
    }

    fn func_results(&mut self, parts: &FuncParts<'_>) {
        if parts.results.is_empty() {
            return;
        }
        self.out.push_str(" -> ");
        let any_attrs =
            parts.res_attrs.iter().any(|&attrs| !self.module.ctx.dict_entries(attrs).is_empty());
        if !any_attrs {
            return self.result_types(parts.results);
        }
        self.out.push('(');
        for (at, &ty) in parts.results.iter().enumerate() {
            self.comma(at);
            self.ty(ty);
            self.entry_attrs(parts.res_attrs, at);
        }
        self.out.push(')');
    }

    fn entry_attrs(&mut self, attrs: &[Attr], at: usize) {
        if let Some(&dict) = attrs.get(at)
            && !self.module.ctx.dict_entries(dict).is_empty()
        {
            self.out.push(' ');
            self.dict_body(dict);
        }
    }

    fn custom_return(&mut self, op: Op) -> bool {
        let module = self.module;
        if !self.props_fit(op)
            || module.results(op).len() > 0
            || !module.regions(op).is_empty()
            || !module.successors(op).is_empty()
        {
            return false;
        }
        let in_func = module.parent_op(op).is_some_and(|parent| module.name(parent) == "func.func");
        self.out.push_str(if in_func { "return" } else { "func.return" });
        self.attr_dict(op, &[]);
        let operands = module.operands(op);
        if !operands.is_empty() {
            self.out.push(' ');
            self.values(operands);
            self.out.push_str(" : ");
            self.value_types(operands.iter().copied());
        }
        true
    }

    fn attr_dict(&mut self, op: Op, shown: &[&str]) {
        let rest = self.other_attrs(op, shown);
        if !rest.is_empty() {
            self.out.push_str(" {");
            self.entries(rest.into_iter());
            self.out.push('}');
        }
    }

    fn uniform(&mut self, op: Op, def: &OpDef, syntax: &[Syntax]) -> io::Result<bool> {
        let start = self.out.len();
        self.out.push_str(def.name);
        let fits = self.props_fit(op)
            && self.region_fits(op, syntax)
            && self.module.successors(op).is_empty()
            && syntax.iter().all(|&piece| self.uniform_piece(op, syntax, piece).is_some());
        if !fits {
            self.out.truncate(start);
        } else if let &[region] = self.module.regions(op) {
            self.out.push(' ');
            self.region(region, true)?;
        }
        Ok(fits)
    }

    /// Whether the dictionary of an op is one key without a value.
    fn has_lone_unit(&self, op: Op, syntax: &[Syntax]) -> bool {
        let shown: Vec<&str> = syntax.iter().flat_map(Syntax::keys).collect();
        let rest = self.other_attrs(op, &shown);
        matches!(rest[..], [(_, attr)] if *self.module.ctx.attr_kind(attr) == AttrKind::Unit)
    }

    /// Whether an op has the region that its form shows, a block with ops and without arguments, or none.
    /// Where the region may be left out, it may be empty too.
    fn region_fits(&self, op: Op, syntax: &[Syntax]) -> bool {
        let module = self.module;
        let blocks: Vec<&[Block]> =
            module.regions(op).iter().map(|&region| module.blocks(region)).collect();
        let optional = syntax.contains(&Syntax::OptionalRegion);
        match blocks[..] {
            // A lone key in braces would be read as an op in a region.
            [] if optional => !self.has_lone_unit(op, syntax),
            [] => !syntax.contains(&Syntax::Region),
            [&[block]] => {
                let full = syntax.contains(&Syntax::Region) && module.last_op(block).is_some();
                (optional || full) && module.arguments(block).is_empty()
            }
            _ => false,
        }
    }

    /// Writes one piece; none if the op does not fit it.
    fn uniform_piece(&mut self, op: Op, syntax: &[Syntax], piece: Syntax) -> Option<()> {
        let module = self.module;
        let ctx = &module.ctx;
        if piece.stands_alone() {
            self.out.push(' ');
        }
        match piece {
            Syntax::Word(word) => self.out.push_str(word),
            Syntax::SymbolName => write_symbol(module.symbol(op)?, &mut self.out),
            Syntax::Symbol(key) => {
                write_symbol(ctx.as_symbol(module.attr(op, key)?)?, &mut self.out)
            }
            Syntax::Int(key) => {
                let value = plain_int(ctx, module.attr(op, key)?)?;
                self.out.push_str(&value.to_string());
            }
            Syntax::Ints(key) => {
                let list = plain_ints(ctx, module.attr(op, key)?)?;
                let list: Vec<String> = list.iter().map(i64::to_string).collect();
                self.out.push_str(&format!("[{}]", list.join(", ")));
            }
            Syntax::Str(key) => {
                let AttrKind::String { value, ty: None } = ctx.attr_kind(module.attr(op, key)?)
                else {
                    return None;
                };
                write_string(value, &mut self.out);
            }
            Syntax::List(key) => {
                let AttrKind::Array(items) = ctx.attr_kind(module.attr(op, key)?) else {
                    return None;
                };
                self.array(items);
            }
            Syntax::Operands => self.values(module.operands(op)),
            Syntax::AttrDict => {
                let shown: Vec<&str> = syntax.iter().flat_map(Syntax::keys).collect();
                self.attr_dict(op, &shown);
            }
            Syntax::Type(key) => {
                self.out.push_str(": ");
                self.ty(ctx.as_type(module.attr(op, key)?)?);
            }
            Syntax::OperandTypes => {
                self.out.push_str(": ");
                self.value_types(module.operands(op).iter().copied());
            }
            Syntax::FunctionTypes => {
                self.out.push_str(": ");
                self.value_types(module.operands(op).iter().copied());
                self.out.push_str(" -> ");
                let mut results = module.results(op).map(|value| module.ty(value));
                self.ty(results.next().filter(|_| results.len() == 0)?);
            }
            Syntax::Optional(pieces) => {
                let mut keys = pieces.iter().flat_map(|piece| piece.keys());
                if keys.any(|key| module.attr(op, key).is_some()) {
                    return pieces
                        .iter()
                        .try_for_each(|&piece| self.uniform_piece(op, syntax, piece));
                }
            }
            // What the region holds may leave the buffer, so it is written when the rest is known to fit.
            Syntax::Inferred | Syntax::Region | Syntax::OptionalRegion => {}
        }
        Some(())
    }
}

/// The value of an `i64`: a number of another type would be read back as another attribute.
fn plain_int(ctx: &Context, attr: Attr) -> Option<i64> {
    let AttrKind::Integer { value, ty } = ctx.attr_kind(attr) else { return None };
    value.as_i64().filter(|_| is_i64(ctx, *ty))
}

/// The values of an `array<i64: ...>`.
fn plain_ints(ctx: &Context, attr: Attr) -> Option<Vec<i64>> {
    let AttrKind::DenseArray { elem, .. } = ctx.attr_kind(attr) else { return None };
    ctx.as_int_list(attr).filter(|_| is_i64(ctx, *elem))
}

fn is_i64(ctx: &Context, ty: Type) -> bool {
    *ctx.kind(ty) == TypeKind::Integer { width: 64, sign: Signedness::Signless }
}

impl Syntax {
    /// The attributes that a piece shows.
    pub fn keys(&self) -> Vec<&'static str> {
        match *self {
            Syntax::SymbolName => vec!["sym_name"],
            Syntax::Symbol(key)
            | Syntax::Int(key)
            | Syntax::Ints(key)
            | Syntax::Str(key)
            | Syntax::List(key)
            | Syntax::Type(key) => vec![key],
            Syntax::Optional(pieces) => pieces.iter().flat_map(Syntax::keys).collect(),
            Syntax::Word(_)
            | Syntax::Operands
            | Syntax::AttrDict
            | Syntax::OperandTypes
            | Syntax::FunctionTypes
            | Syntax::Inferred
            | Syntax::Region
            | Syntax::OptionalRegion => Vec::new(),
        }
    }

    /// Whether a piece begins with a text of its own, with a blank before it.
    fn stands_alone(self) -> bool {
        !matches!(
            self,
            Syntax::AttrDict
                | Syntax::Optional(_)
                | Syntax::Inferred
                | Syntax::Region
                | Syntax::OptionalRegion
        )
    }
}

/// The parts of a `func.func` that its custom form shows.
struct FuncParts<'a> {
    name: &'a str,
    visibility: Option<&'a str>,
    inputs: &'a [Type],
    results: &'a [Type],
    arg_attrs: &'a [Attr],
    res_attrs: &'a [Attr],
    body: crate::module::Region,
}

impl<'a> FuncParts<'a> {
    /// None if the op is not as its custom form needs it.
    fn of(printer: &Printer<'a>, op: Op) -> Option<FuncParts<'a>> {
        let module = printer.module;
        let ctx = &module.ctx;
        let ty = ctx.as_type(module.attr(op, "function_type")?)?;
        let TypeKind::Function { inputs, results } = ctx.kind(ty) else { return None };
        let &[body] = module.regions(op) else { return None };
        let entry_fits = module.blocks(body).first().is_none_or(|&entry| {
            let args = module.arguments(entry).iter().map(|&arg| module.ty(arg));
            args.eq(inputs.iter().copied()) && module.last_op(entry).is_some()
        });
        let visibility = match module.attr(op, "sym_visibility") {
            None => None,
            Some(attr) => Some(
                ctx.as_str(attr).filter(|text| ["public", "private", "nested"].contains(text))?,
            ),
        };
        let dicts = |key, count| {
            let Some(attr) = module.attr(op, key) else { return Some(&[][..]) };
            let list = ctx.as_array(attr)?;
            let is_dict = |&attr: &Attr| matches!(ctx.attr_kind(attr), AttrKind::Dict(_));
            // A list without any entry would be lost in the custom form.
            let shown = list.iter().any(|&attr| !ctx.dict_entries(attr).is_empty());
            (list.len() == count && list.iter().all(is_dict) && shown).then_some(list)
        };
        let parts = FuncParts {
            name: module.symbol(op)?,
            visibility,
            inputs,
            results,
            arg_attrs: dicts("arg_attrs", inputs.len())?,
            res_attrs: dicts("res_attrs", results.len())?,
            body,
        };
        let plain = printer.props_fit(op)
            && entry_fits
            && module.operands(op).is_empty()
            && module.results(op).len() == 0
            && module.successors(op).is_empty();
        plain.then_some(parts)
    }
}

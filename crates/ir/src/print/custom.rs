//! Writers of custom forms: by the pieces of the op's form, or by a function for each special form, here those of
//! `module` and `func.func`.
//!
//! An op that does not fit its custom form is printed in generic form.

use super::printer::Printer;
use crate::data::attrs::AttrKind;
use crate::data::ids::{Attr, Name, Type};
use crate::data::module::{Op, Region};
use crate::data::text::write_symbol;
use crate::data::types::TypeKind;
use crate::registry::{AssemblyForm, FormSyntax, SpecialForm};
use std::io;

/// The keys that the custom form of `func.func` shows outside its dictionary.
const FUNC_KEYS: &[&str] =
    &["sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs"];

impl<'a> Printer<'a> {
    /// Writes an op in its custom form. Writes nothing and returns `false` if the op has none or does not fit it.
    pub(super) fn custom(&mut self, op: Op) -> io::Result<bool> {
        let Some(form) = self.form(op).filter(|form| !form.is_read_only) else { return Ok(false) };
        let special = match form.syntax {
            FormSyntax::Pieces(_) => return self.pieces(op, &form),
            FormSyntax::Special(special) => special,
        };
        let is_switch = special == SpecialForm::Switch;
        if !self.props_fit(op) || !is_switch && !self.module.successors(op).is_empty() {
            return Ok(false);
        }
        match special {
            SpecialForm::Module => self.custom_module(op),
            SpecialForm::Function => self.custom_func(op),
            SpecialForm::Switch => Ok(self.custom_switch(op).is_some()),
            SpecialForm::For => self.custom_for(op),
            SpecialForm::If => self.custom_if(op),
            SpecialForm::While => self.custom_while(op),
            SpecialForm::Forall => self.custom_forall(op),
            SpecialForm::Parallel => self.custom_parallel(op),
            SpecialForm::Reduce => self.custom_reduce(op),
            SpecialForm::CondIf => self.custom_cond_if(op),
            SpecialForm::Variable => Ok(self.custom_variable(op).is_some()),
            SpecialForm::IndexSwitch => self.custom_index_switch(op),
            SpecialForm::StableHlo(_) => Ok(false),
        }
    }

    /// Returns the custom form of an op; `None` if it has none.
    fn form(&mut self, op: Op) -> Option<AssemblyForm<'a>> {
        let module = self.module;
        let registry = self.registry?;
        let name = module.op_name(op);
        *self.forms.entry(name).or_insert_with(|| registry.form(module.ctx.text(name)))
    }

    /// Writes the name of an op, without its dialect if that is the default dialect of the parent op.
    pub(super) fn op_word(&mut self, op: Op) {
        let module = self.module;
        let name = self.module.name(op);
        let parent = module.name(module.parent_op(op).unwrap_or(op));
        let dialect = self.registry.and_then(|registry| registry.default_dialect(parent));
        let short = dialect.and_then(|dialect| name.strip_prefix(dialect)?.strip_prefix('.'));
        self.out.push_str(short.unwrap_or(name));
    }

    fn custom_module(&mut self, op: Op) -> io::Result<bool> {
        let module = self.module;
        let [body] = module.regions(op) else { return Ok(false) };
        let [block] = module.blocks(*body) else { return Ok(false) };
        if !module.arguments(*block).is_empty() {
            return Ok(false);
        }
        let start = self.out.len();
        self.op_word(op);
        if let Some(name) = module.symbol(op) {
            self.out.push(' ');
            write_symbol(name, &mut self.out);
        } else if module.attr(op, "sym_name").is_some() {
            self.out.truncate(start);
            return Ok(false);
        }
        self.attributes_clause(op, &["sym_name"]);
        self.out.push(' ');
        self.region(*body, true)?;
        Ok(true)
    }

    /// Returns `true` if the op has no properties, or properties that are a dictionary and share no key with the
    /// attributes.
    pub(super) fn props_fit(&self, op: Op) -> bool {
        let ctx = &self.module.ctx;
        self.module.props(op).is_none_or(|props| {
            matches!(ctx.attr_kind(props), AttrKind::Dict(_))
                && ctx
                    .dict_entries(props)
                    .iter()
                    .all(|entry| ctx.dict_get(self.module.attrs(op), ctx.text(entry.0)).is_none())
        })
    }

    /// Writes ` attributes {...}` with the attributes that the custom form omits; nothing if there are none.
    pub(super) fn attributes_clause(&mut self, op: Op, shown: &[&str]) {
        self.rest(" attributes {", op, shown);
    }

    /// Writes ` {...}` with the attributes that the custom form omits; nothing if there are none.
    pub(super) fn attr_dict(&mut self, op: Op, shown: &[&str]) {
        self.rest(" {", op, shown);
    }

    fn rest(&mut self, opening: &str, op: Op, shown: &[&str]) {
        let rest = self.other_attrs(op, shown);
        if !rest.is_empty() {
            self.bracket(opening, '}', |printer| printer.entries(rest.into_iter()));
        }
    }

    pub(super) fn other_attrs(&self, op: Op, shown: &[&str]) -> Vec<(Name, Attr)> {
        let ctx = &self.module.ctx;
        let mut rest: Vec<_> =
            self.module.all_attrs(op).filter(|entry| !shown.contains(&ctx.text(entry.0))).collect();
        rest.sort_by(|a, b| ctx.text(a.0).cmp(ctx.text(b.0)));
        rest
    }

    fn custom_func(&mut self, op: Op) -> io::Result<bool> {
        let module = self.module;
        let Some(parts) = FuncParts::from_op(self, op) else { return Ok(false) };
        self.op_word(op);
        self.out.push(' ');
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
        self.list(parts.inputs.iter().enumerate(), |printer, (at, &ty)| {
            let arg = entry.map(|&entry| module.arguments(entry)[at]);
            if let Some(arg) = arg {
                printer.value(arg);
                printer.out.push_str(": ");
            }
            printer.ty(ty);
            printer.entry_attrs(parts.arg_attrs, at);
            if let Some(arg) = arg {
                printer.argument_loc(arg);
            }
        });
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
        self.list(parts.results.iter().enumerate(), |printer, (at, &ty)| {
            printer.ty(ty);
            printer.entry_attrs(parts.res_attrs, at);
        });
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
}

/// The parts that the custom form of `func.func` shows.
struct FuncParts<'a> {
    name: &'a str,
    visibility: Option<&'a str>,
    inputs: &'a [Type],
    results: &'a [Type],
    arg_attrs: &'a [Attr],
    res_attrs: &'a [Attr],
    body: Region,
}

impl<'a> FuncParts<'a> {
    /// Returns the parts of an op; `None` if the op does not fit the custom form.
    fn from_op(printer: &Printer<'a>, op: Op) -> Option<FuncParts<'a>> {
        let module = printer.module;
        let ctx = &module.ctx;
        let ty = module.type_attr(op, "function_type")?;
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
            // The custom form would lose a list whose dictionaries are all empty.
            let shown = list.iter().any(|&attr| !ctx.dict_entries(attr).is_empty());
            (list.len() == count
                && list.iter().all(|&attr| matches!(ctx.attr_kind(attr), AttrKind::Dict(_)))
                && shown)
                .then_some(list)
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
        let plain = entry_fits && module.operands(op).is_empty() && module.results(op).len() == 0;
        plain.then_some(parts)
    }
}

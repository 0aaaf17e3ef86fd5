//! Custom forms. Most are lists of pieces, see `syntax`; each special form has a function. This module has those of
//! `module` and `func.func`.

use super::ops::{InsertionPoint, ResultGroup};
use crate::scopes::{NamePlace, Use};
use crate::state::{Failed, Parse, Parser, Pending};
use crate::text::clip;
use ir::attrs::{Attr, AttrKind};
use ir::context::Name;
use ir::diag::{Diag, code};
use ir::module::{Label, NewOp, Op, Region, Value};
use ir::registry::{FormSyntax, SpecialForm};
use ir::source::{PathStep, Span};
use ir::types::{Type, TypeKind};
use rustc_hash::FxHashSet;

/// The key of an op's symbol name.
const SYM_NAME: &str = "sym_name";
/// The key of a function's type.
const FUNCTION_TYPE: &str = "function_type";

/// An argument of a region, before its body is read.
pub(super) struct Arg {
    name: Option<NamePlace>,
    ty: Type,
    attrs: Option<Attr>,
    loc: Option<Attr>,
    late_loc: Option<(usize, usize)>,
}

impl Arg {
    /// Returns an argument of a header, without attributes and location.
    pub(super) fn named(name: NamePlace, ty: Type) -> Arg {
        Arg { name: Some(name), ty, attrs: None, loc: None, late_loc: None }
    }
}

impl Parser<'_> {
    /// Reads an op whose name is at `start`, without quotes. The names of its results are already read.
    pub(crate) fn custom_op(
        &mut self,
        place: InsertionPoint,
        start: usize,
        groups: &[ResultGroup],
    ) -> Parse<Op> {
        let word = self.peek_name();
        self.at += word.len();
        self.mark(&[], start, self.at);
        self.mark(&[PathStep::Name], start, self.at);
        let parent = self.module.region_parent(place.region);
        let Some(form) = self.registry.form_in(word, self.module.name(parent)) else {
            return self.missing_custom_form(start, word, parent);
        };
        let special = match form.syntax {
            FormSyntax::Pieces(_) => return self.pieces_op(place, start, &form, groups),
            FormSyntax::Special(special) => special,
        };
        match special {
            SpecialForm::Module => self.custom_module(form.name, place, start),
            SpecialForm::Function => self.custom_func(form.name, place, start),
            SpecialForm::StableHlo(hlo) => self.stablehlo_op(place, start, &form, hlo),
            _ => self.control_op(place, start, &form, special),
        }
    }

    /// Creates an op with a region and appends it to its block, before the region is read.
    fn begin(&mut self, place: InsertionPoint, start: usize, name: &str) -> Op {
        let name = self.module.ctx.name(name);
        let span = self.span(start, self.at);
        self.append_op(place, NewOp { span, ..NewOp::new(name) })
    }

    /// Reads `module @name attributes {...} {...}`.
    fn custom_module(&mut self, name: &str, place: InsertionPoint, start: usize) -> Parse<Op> {
        let op = self.begin(place, start, name);
        let mut entries = Vec::new();
        if self.peek() == b'@' {
            let name = self.located(|| PathStep::Attr(SYM_NAME.into()), Parser::symbol)?;
            entries.push((self.module.ctx.name(SYM_NAME), self.module.ctx.string(&name)));
        }
        self.attributes_clause(&mut entries)?;
        self.set_entries(op, entries, start)?;
        let region = self.module.add_region(op);
        self.plain_body(region, true)?;
        Ok(op)
    }

    /// Reads `attributes {...}` if it is at the position.
    pub(super) fn attributes_clause(&mut self, entries: &mut Vec<(Name, Attr)>) -> Parse<()> {
        if self.eat_word("attributes") {
            let dict = self.dict()?;
            entries.extend(self.module.ctx.dict_entries(dict));
        }
        Ok(())
    }

    /// Sets the attributes of an op. The dictionary must not repeat a key that the custom form shows.
    pub(crate) fn set_entries(
        &mut self,
        op: Op,
        entries: Vec<(Name, Attr)>,
        at: usize,
    ) -> Parse<()> {
        let dict = self.entries_dict(entries, at)?;
        self.module.set_attrs(op, dict);
        Ok(())
    }

    /// Returns the dictionary of attributes, whose keys must be distinct. The op's name is at `at`.
    pub(crate) fn entries_dict(&mut self, entries: Vec<(Name, Attr)>, at: usize) -> Parse<Attr> {
        let mut seen: FxHashSet<Name> = FxHashSet::default();
        if let Some(&(twice, _)) = entries.iter().find(|entry| !seen.insert(entry.0)) {
            let key = clip(self.module.ctx.text(twice));
            let message = format!("duplicate attribute `{key}`");
            return self.fail_span(code::ATTRIBUTE, at, self.name_end(at), message);
        }
        Ok(self.module.ctx.dict(entries))
    }

    /// Reads `{ ops }`. An isolated op has names of its own.
    pub(crate) fn plain_body(&mut self, region: Region, isolated: bool) -> Parse<()> {
        self.isolated(isolated, |parser| parser.body(region, &[]))
    }

    /// Reads a part of an op whose values are visible outside, or are not if `isolated` is set.
    pub(super) fn isolated(
        &mut self,
        isolated: bool,
        inner: impl FnOnce(&mut Self) -> Parse<()>,
    ) -> Parse<()> {
        if !isolated {
            return inner(self);
        }
        self.enter_isolated();
        let result = inner(self);
        self.leave_isolated();
        result
    }

    /// Reads `{ ops }`, whose entry block has the given arguments.
    pub(super) fn body(&mut self, region: Region, args: &[Arg]) -> Parse<()> {
        self.nested(|parser| {
            let open = parser.open(b'{', " before a body")?;
            let mark = parser.enter_region();
            // A label may name the entry block if the op itself defines no arguments for it.
            let entry = if args.is_empty() && parser.peek() == b'^' {
                None
            } else {
                Some(parser.entry(region, args))
            };
            let result = parser.blocks(region, entry, open);
            parser.leave_region(mark);
            result
        })
    }

    fn entry(&mut self, region: Region, args: &[Arg]) -> ir::Block {
        let block = self.module.add_block(region, Label::NONE);
        for arg in args {
            let label = arg.name.map_or(Label::NONE, |name| name.label);
            let value = self.module.add_argument(block, arg.ty, label);
            if let Some(name) = arg.name {
                self.define(name, value, 1);
            }
            self.arg_loc(arg, value);
        }
        block
    }

    fn arg_loc(&mut self, arg: &Arg, value: Value) {
        if let Some(loc) = arg.loc {
            self.module.set_value_loc(value, loc);
        }
        if let Some(late) = arg.late_loc {
            self.pending.push(Pending::Value(value, late));
        }
    }

    /// Reads `func.func private @f(%a: i32 {attrs}, ...) -> (i32 {attrs}) attributes {...} {...}`.
    fn custom_func(&mut self, name: &str, place: InsertionPoint, start: usize) -> Parse<Op> {
        let op = self.begin(place, start, name);
        let header = self.func_header(op, start);
        let region = self.module.add_region(op);
        match &header {
            Ok(args) if self.peek() == b'{' => self.func_body(region, args)?,
            Ok(_) => {}
            Err(Failed) => self.orphan_body(region, start),
        }
        header.map(|_| op)
    }

    /// Reads the body of a function whose header failed, to report the errors in it.
    fn orphan_body(&mut self, region: Region, start: usize) {
        let Some(body) = self.body_after_fault() else { return };
        self.at = body;
        let _reported = self.isolated(true, |parser| {
            parser.poison_header(start);
            parser.body(region, &[])
        });
    }

    /// Reads `private @f(%a: i32 {attrs}, ...) -> (i32 {attrs}) attributes {...}`.
    fn func_header(&mut self, op: Op, start: usize) -> Parse<Vec<Arg>> {
        let mut entries = Vec::new();
        if let word @ ("public" | "private" | "nested") = self.peek_name() {
            self.at += word.len();
            entries.push((self.module.ctx.name("sym_visibility"), self.module.ctx.string(word)));
        }
        let name = self.located(|| PathStep::Attr(SYM_NAME.into()), Parser::symbol)?;
        entries.push((self.module.ctx.name(SYM_NAME), self.module.ctx.string(&name)));
        let args = self.func_args()?;
        let (results, result_attrs) = self.func_results()?;
        let inputs: Vec<Type> = args.iter().map(|arg| arg.ty).collect();
        let ty = self.intern_type(
            TypeKind::Function { inputs: inputs.into(), results: results.into() },
            start,
        )?;
        entries.push((self.module.ctx.name(FUNCTION_TYPE), self.module.ctx.type_attr(ty)));
        let arg_attrs: Vec<Option<Attr>> = args.iter().map(|arg| arg.attrs).collect();
        self.attr_list("arg_attrs", &arg_attrs, &mut entries);
        self.attr_list("res_attrs", &result_attrs, &mut entries);
        self.attributes_clause(&mut entries)?;
        self.set_entries(op, entries, start)?;
        Ok(args)
    }

    fn func_body(&mut self, region: Region, args: &[Arg]) -> Parse<()> {
        // Without names in the header, the label of the entry block defines the arguments.
        let args = if args.iter().all(|arg| arg.name.is_some()) { args } else { &[] };
        self.isolated(true, |parser| parser.body(region, args))
    }

    /// Adds a list of dictionaries as an attribute, if any of them has an entry.
    fn attr_list(&mut self, key: &str, attrs: &[Option<Attr>], entries: &mut Vec<(Name, Attr)>) {
        let filled =
            attrs.iter().flatten().any(|&attr| !self.module.ctx.dict_entries(attr).is_empty());
        if !filled {
            return;
        }
        let empty = self.module.ctx.dict([]);
        let list: Vec<Attr> = attrs.iter().map(|attr| attr.unwrap_or(empty)).collect();
        let list = self.module.ctx.array(&list);
        entries.push((self.module.ctx.name(key), list));
    }

    fn func_args(&mut self) -> Parse<Vec<Arg>> {
        let open = self.open(b'(', " before the arguments of a function")?;
        let mut are_named = None;
        self.bracketed(open, " or `,` in a list of arguments", |parser, index| {
            let at = parser.token_start();
            let begins_type =
                matches!(parser.byte(at), b'!' | b'(') || !parser.peek_name().is_empty();
            let is_named = parser.byte(at) == b'%' || (!begins_type && index > 0);
            let name = if is_named { Some(parser.value_name()?) } else { None };
            if *are_named.get_or_insert(is_named) != is_named {
                let message = "expected names for all arguments of a function, or for none";
                return parser.fail(code::SYNTAX, at, message);
            }
            if is_named {
                parser.expect(b':', " before the type of an argument")?;
            }
            parser.func_arg(name, at, index)
        })
    }

    /// Reads the type, attributes and location of argument `index`, which begins at `start`.
    fn func_arg(&mut self, name: Option<NamePlace>, start: usize, index: usize) -> Parse<Arg> {
        let steps = [PathStep::Attr(FUNCTION_TYPE.into()), PathStep::Input(index)];
        let ty = self.located_at(&steps, |it| it.argument_type(start, Parser::ty))?;
        let attrs = self.value_attrs("arg_attrs", index)?;
        let mut late_loc = None;
        // The value is created with the body; until then the position of a late location is stored here.
        let loc = self.optional_loc(|place| {
            late_loc = Some(place);
            Pending::None
        })?;
        Ok(Arg { name, ty, attrs, loc, late_loc })
    }

    /// Reads the dictionary of an argument or result, if present.
    fn value_attrs(&mut self, key: &str, index: usize) -> Parse<Option<Attr>> {
        if !self.at_dict_of_value() {
            return Ok(None);
        }
        self.located_at(&[PathStep::Attr(key.into()), PathStep::Element(index)], Parser::dict)
            .map(Some)
    }

    fn func_result(&mut self, index: usize) -> Parse<Type> {
        self.located_at(
            &[PathStep::Attr(FUNCTION_TYPE.into()), PathStep::Output(index)],
            Parser::ty,
        )
    }

    fn func_results(&mut self) -> Parse<(Vec<Type>, Vec<Option<Attr>>)> {
        if !self.eat_arrow() {
            return Ok((Vec::new(), Vec::new()));
        }
        let Some(open) = self.open_if(b'(') else {
            return Ok((vec![self.func_result(0)?], vec![None]));
        };
        let mut types = Vec::new();
        let mut attrs = Vec::new();
        self.bracketed(open, " or `,` in a list of results", |parser, index| {
            types.push(parser.func_result(index)?);
            attrs.push(parser.value_attrs("res_attrs", index)?);
            Ok(())
        })?;
        Ok((types, attrs))
    }

    /// Reads `%a, %b`, operands numbered from `first`.
    pub(crate) fn use_list(&mut self, first: usize) -> Parse<Vec<Use>> {
        let mut uses = Vec::new();
        loop {
            uses.push(self.operand_use(first + uses.len())?);
            let end = self.text[..self.at].trim_end().len();
            if !self.eat(b',') {
                if self.lacks_comma(end) {
                    return self.missing_comma(end, "operands");
                }
                return Ok(uses);
            }
        }
    }

    /// Reads the use of a value as operand `index`.
    pub(crate) fn operand_use(&mut self, index: usize) -> Parse<Use> {
        self.located(|| PathStep::Operand(index), Parser::value_use)
    }

    /// Returns `true` if another value follows on the line of an operand that ends at `end`, and is not a result of the
    /// next op.
    fn lacks_comma(&mut self, end: usize) -> bool {
        let is_value = self.peek() == b'%' && !self.text[end..self.at].contains('\n');
        is_value && {
            let rest = self.text[self.at..].lines().next().unwrap_or_default();
            !rest
                .trim_start_matches(|c: char| {
                    c.is_ascii_alphanumeric() || "%_$.-:#, \t".contains(c)
                })
                .starts_with('=')
        }
    }

    /// Reports a missing comma after `end`.
    pub(crate) fn missing_comma<T>(&mut self, end: usize, between: &str) -> Parse<T> {
        self.skip();
        let found = self.text[self.at..].split([' ', ',', ']', '\n']).next().unwrap_or_default();
        let message = format!("expected `,` between {between}, found `{}`", clip(found));
        let span = self.span(self.at, self.at + found.len());
        let insert = Span::new(self.base + end as u32, self.base + end as u32);
        Err(self.push(Diag::error(code::SYNTAX, span, message).suggest(insert, ",")))
    }

    /// Reads `type, type`, numbered from `first`.
    pub(crate) fn bare_types(
        &mut self,
        first: usize,
        step: fn(usize) -> PathStep,
    ) -> Parse<Vec<Type>> {
        self.separated(|parser, index| parser.located(|| step(first + index), Parser::ty))
    }

    /// Returns a symbol attribute, for forms that show `@name`.
    pub(crate) fn symbol_attr(&mut self, name: &str) -> Attr {
        let root = self.module.ctx.name(name);
        self.module.ctx.attr(AttrKind::Symbol { root, nested: Box::new([]) })
    }
}

//! The uniform custom form of ops: what the `syntax` of an op's definition describes, piece by piece.

use super::ops::{OpPlace, ResultGroup};
use crate::layout::Rule;
use crate::scopes::Use;
use crate::state::{Parse, Parser};
use crate::text::clip;
use ir::attrs::{Attr, AttrKind};
use ir::context::Name;
use ir::diag::code;
use ir::module::{NewOp, Op};
use ir::registry::{Syntax, Traits};
use ir::source::PathStep;
use ir::types::Type;

/// What the pieces of a uniform form have given so far.
#[derive(Default)]
struct Uniform {
    entries: Vec<(Name, Attr)>,
    uses: Vec<Use>,
    inputs: Vec<Type>,
    results: Vec<Type>,
}

/// The most results of an op whose results have no types in the text.
const MAX_INFERRED: u64 = 256;

impl Parser<'_> {
    /// An op in the uniform form that its definition describes; the name has just been read. The
    /// `groups` are the names that stand before it.
    pub(crate) fn uniform_op(
        &mut self,
        place: OpPlace,
        start: usize,
        word: &str,
        groups: &[ResultGroup],
    ) -> Parse<Op> {
        let registry = self.registry;
        let Some((def, syntax)) = registry.get(word).and_then(|def| Some((def, def.syntax?)))
        else {
            return self.no_custom_form(start, word);
        };
        let span = self.span(start, self.at);
        let new = NewOp { span, ..NewOp::new(self.module.ctx.name(word)) };
        let mut parts = Uniform::default();
        self.form(syntax, &mut parts)?;
        let op = if syntax.contains(&Syntax::Inferred) {
            self.inferred_op(place, new, &parts.uses, groups)?
        } else {
            self.typed_op(place, new, &parts, start)?
        };
        self.set_entries(op, parts.entries, start)?;
        let optional = syntax.contains(&Syntax::OptionalRegion) && self.peek() == b'{';
        if optional || syntax.contains(&Syntax::Region) {
            let region = self.module.add_region(op);
            self.plain_body(region, def.traits.has(Traits::ISOLATED))?;
        }
        Ok(op)
    }

    fn typed_op(
        &mut self,
        place: OpPlace,
        new: NewOp<'_>,
        parts: &Uniform,
        start: usize,
    ) -> Parse<Op> {
        self.same_count(start, self.name_end(start), parts.uses.len(), parts.inputs.len())?;
        let (operands, later) = self.operands(&parts.uses, &parts.inputs)?;
        let new = NewOp { operands: &operands, results: &parts.results, ..new };
        let op = self.module.create_op(new);
        self.module.append_op(place.block, op);
        self.await_all(op, &parts.uses, &parts.inputs, &later);
        Ok(op)
    }

    /// An op without types in the text: it has the results that are named, whose types are inferred later.
    fn inferred_op(
        &mut self,
        place: OpPlace,
        new: NewOp<'_>,
        uses: &[Use],
        groups: &[ResultGroup],
    ) -> Parse<Op> {
        let operands = self.defined_operands(uses)?;
        let named = groups.iter().map(|group| u64::from(group.count)).sum();
        if named > MAX_INFERRED {
            let (at, message) = (groups[0].at, format!("{named} names stand for one op's results"));
            return self.fail_span(code::COUNT, at, self.name_end(at), message);
        }
        let results: Vec<Type> = (0..named).map(|_| self.type_to_infer()).collect();
        let op = self.module.create_op(NewOp { operands: &operands, results: &results, ..new });
        self.module.append_op(place.block, op);
        self.inference.ops.push(op);
        Ok(op)
    }

    fn form(&mut self, syntax: &[Syntax], parts: &mut Uniform) -> Parse<()> {
        for &piece in syntax {
            // Before a region braces may be the region's own.
            let skipped = piece == Syntax::AttrDict
                && syntax
                    .iter()
                    .any(|piece| matches!(piece, Syntax::Region | Syntax::OptionalRegion))
                && !self.at_dict_before_region();
            if !skipped {
                self.piece(piece, parts)?;
            }
        }
        Ok(())
    }

    /// Whether the braces at the position hold attributes, and not ops.
    fn at_dict_before_region(&mut self) -> bool {
        let start = self.at;
        let is_dict = self.eat(b'{') && self.after_brace_of_dict(|parser| parser.peek() == b'{');
        self.at = start;
        is_dict
    }

    /// Whether the braces after the type of an argument or result hold attributes, and not the ops of a body before which
    /// a parenthesis is missing.
    pub(super) fn at_dict_of_value(&mut self) -> bool {
        let start = self.at;
        let is_dict = self.eat(b'{')
            && match self.peek() {
                b'%' | b'^' => false,
                b'"' | b'}' | b'_' | b'a'..=b'z' | b'A'..=b'Z' => {
                    self.after_brace_of_dict(|parser| {
                        matches!(parser.peek(), b',' | b')') || parser.peek_name() == "loc"
                    })
                }
                // No op begins like this: it is reported as a faulty key.
                _ => !self.at_end(),
            };
        self.at = start;
        is_dict
    }

    /// `}` before what may follow a dictionary, or a key: a name before `=`, `,` or such a `}`. A colon after a name
    /// without a dot is a slip for `=`, as no op begins so.
    fn after_brace_of_dict(&mut self, follows: fn(&mut Self) -> bool) -> bool {
        let name = self.peek_name();
        if self.peek() == b'"' {
            let Some(end) = self.plain_string_end() else { return false };
            self.at = end;
        } else {
            self.at += name.len();
        }
        match self.peek() {
            b'=' | b',' => true,
            b':' => !name.contains('.'),
            b'}' => {
                self.at += 1;
                follows(self)
            }
            _ => false,
        }
    }

    /// Where the string at the position ends, if it does so on its line.
    fn plain_string_end(&self) -> Option<usize> {
        let line = self.bytes()[self.at + 1..].split(|&byte| byte == b'\n').next()?;
        let mut is_escaped = false;
        let len = line.iter().position(|&byte| {
            let ends = byte == b'"' && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            ends
        })?;
        Some(self.at + len + 2)
    }

    fn piece(&mut self, piece: Syntax, parts: &mut Uniform) -> Parse<()> {
        match piece {
            Syntax::Word(word) => self.expect_word(word)?,
            Syntax::Optional(pieces) => {
                if let Some(&Syntax::Word(word)) = pieces.first()
                    && self.peek_name() == word
                {
                    self.form(pieces, parts)?;
                }
            }
            Syntax::Inferred if self.peek() == b':' => {
                let message = "no types are written here: they are inferred";
                return self.fail(code::SYNTAX, self.at, message);
            }
            // The op has to be there first.
            Syntax::Inferred | Syntax::Region | Syntax::OptionalRegion => {}
            Syntax::SymbolName => {
                let name = self.located(|| PathStep::Attr("sym_name".into()), Parser::symbol)?;
                let value = self.module.ctx.string(&name);
                self.shown("sym_name", value, parts);
            }
            Syntax::Symbol(key) => {
                let name = self.located(|| PathStep::Attr(key.into()), Parser::symbol)?;
                let value = self.symbol_attr(&name);
                self.shown(key, value, parts);
            }
            Syntax::Int(key) => {
                let value = self.located(|| PathStep::Attr(key.into()), Parser::one_integer)?;
                let value = self.module.ctx.int(value);
                self.shown(key, value, parts);
            }
            Syntax::Ints(key) => {
                let values = self.located(|| PathStep::Attr(key.into()), Parser::integer_list)?;
                let value = self.module.ctx.i64_array(&values);
                self.shown(key, value, parts);
            }
            Syntax::Str(key) => {
                let value = self.located(|| PathStep::Attr(key.into()), Parser::string)?;
                let value = self.module.ctx.attr(AttrKind::String { value, ty: None });
                self.shown(key, value, parts);
            }
            Syntax::List(key) if matches!(self.peek(), b'[' | b'#') => {
                let value = self.located(|| PathStep::Attr(key.into()), Parser::attr)?;
                self.shown(key, value, parts);
            }
            Syntax::List(_) => return self.unexpected("a list such as `[...]`"),
            Syntax::Operands => parts.uses = self.use_list()?,
            Syntax::AttrDict => self.optional_dict(parts)?,
            Syntax::Type(key) => {
                self.expect(b':', " before the type")?;
                let ty = self.located(|| PathStep::Attr(key.into()), Parser::ty)?;
                let value = self.module.ctx.type_attr(ty);
                self.shown(key, value, parts);
                self.optional_dict(parts)?;
            }
            Syntax::OperandTypes => {
                self.expect(b':', " before the types of the operands")?;
                parts.inputs = self.bare_types()?;
            }
            Syntax::FunctionTypes => {
                self.expect(b':', " before the types of operands and results")?;
                parts.inputs = self.bare_types()?;
                self.expect_arrow()?;
                parts.results = vec![self.located(|| PathStep::Output(0), Parser::plain_type)?];
            }
        }
        Ok(())
    }

    fn shown(&mut self, key: &str, value: Attr, parts: &mut Uniform) {
        parts.entries.push((self.module.ctx.name(key), value));
    }

    fn optional_dict(&mut self, parts: &mut Uniform) -> Parse<()> {
        if self.peek() == b'{' {
            let dict = self.dict()?;
            parts.entries.extend(self.module.ctx.dict_entries(dict));
        }
        Ok(())
    }

    fn one_integer(&mut self) -> Parse<i64> {
        let at = {
            self.skip();
            self.at
        };
        let text = self.rule(Rule::integer, "an integer")?.as_str().to_owned();
        self.fitting(at, &text)
    }

    fn integer_list(&mut self) -> Parse<Vec<i64>> {
        let at = {
            self.skip();
            self.at
        };
        if let Some(end) = self.integer_without_comma() {
            self.at = end;
            return self.missing_comma(end, "integers");
        }
        if self.byte(at) != b'[' {
            return self.unexpected("a list of integers such as `[1, 2]`");
        }
        let open = self.open(b'[', "")?;
        let mut values = Vec::new();
        if self.eat_close(open) {
            return Ok(values);
        }
        loop {
            values.push(self.one_integer()?);
            if !self.eat(b',') {
                self.close(open, " or `,` in a list of integers")?;
                return Ok(values);
            }
        }
    }

    /// The end of the first integer of a list that another one follows without a comma.
    fn integer_without_comma(&self) -> Option<usize> {
        let list = self.text[self.at..].strip_prefix('[')?;
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '-' | ',' | ' ' | '\t');
        let list = &list[..list.find(|c| !is_part(c)).unwrap_or(list.len())];
        let parts = list.split(',').find(|part| part.split_whitespace().count() > 1)?;
        let first = parts.trim_start();
        let length = first.find(char::is_whitespace)?;
        // The parts are slices of the text, so the difference of the addresses is the position.
        Some(first.as_ptr() as usize - self.text.as_ptr() as usize + length)
    }

    fn fitting(&mut self, at: usize, text: &str) -> Parse<i64> {
        match text.parse() {
            Ok(value) => Ok(value),
            Err(_) => self.fail(code::NUMBER, at, format!("{} does not fit 64 bits", clip(text))),
        }
    }
}

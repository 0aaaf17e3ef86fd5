//! Custom forms that are lists of pieces.

use super::form_attrs::MixedList;
use super::form_state::FormState;
use super::ops::{InsertionPoint, ResultGroup};
use crate::layout::Rule;
use crate::scopes::Use;
use crate::state::{Parse, Parser};
use crate::text::clip;
use ir::attrs::{Attr, AttrKind};
use ir::diag::code;
use ir::layout::OpenDescriptor;
use ir::module::Op;
use ir::registry::{AssemblyForm, FormSlot, GroupSize, SYMBOLS_ATTR, Syntax, Traits};
use ir::source::PathStep;

impl Parser<'_> {
    /// Reads an op in the form that a list of pieces describes, after its name. `groups` are the names of its results.
    pub(crate) fn pieces_op(
        &mut self,
        place: InsertionPoint,
        start: usize,
        form: &AssemblyForm<'_>,
        groups: &[ResultGroup],
    ) -> Parse<Op> {
        let mut state = FormState::new(place, start, self.at, form);
        self.form(form.pieces(), &mut state, form)?;
        match form.pieces().contains(&Syntax::Inferred) {
            true => self.inferred_op(state, form, groups),
            false => self.finish_form(state, form),
        }
    }

    fn form(
        &mut self,
        pieces: &[Syntax],
        state: &mut FormState,
        form: &AssemblyForm<'_>,
    ) -> Parse<()> {
        for (at, &piece) in pieces.iter().enumerate() {
            // Before a region, braces may be those of the region.
            let skipped = piece == Syntax::AttrDict
                && pieces.get(at + 1).is_some_and(|next| next.is_region())
                && !self.at_dict_before_region();
            if !skipped {
                self.piece(piece, state, form)?;
            }
        }
        Ok(())
    }

    /// Returns `true` if the braces at the position contain attributes, not ops.
    fn at_dict_before_region(&mut self) -> bool {
        let start = self.at;
        let is_dict = self.eat(b'{') && self.after_brace_of_dict(|parser| parser.peek() == b'{');
        self.at = start;
        is_dict
    }

    /// Returns `true` if the braces after the type of an argument or result contain attributes. They may instead begin
    /// a body, with the parenthesis before it missing.
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
                // No op begins like this: the dictionary reader reports an invalid key.
                _ => !self.at_end(),
            };
        self.at = start;
        is_dict
    }

    /// Returns `true` at the content of a dictionary: a key before `=` or `,`, or a `}` before a token that `follows` a
    /// dictionary. A colon after a name without a dot is a typo of `=`, because no op begins so.
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

    /// Returns the end of the string at the position. `None` if it does not end on its line.
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

    /// Returns `true` if the text at the position begins like a piece.
    fn begins(&mut self, piece: Syntax) -> bool {
        match piece {
            Syntax::Word(word) => self.peek_name() == word,
            Syntax::Mark(mark) => Some(&self.peek()) == mark.as_bytes().first(),
            Syntax::Dense(_) => self.peek_name() == "dense",
            Syntax::Ints(_) => self.peek() == b'[',
            Syntax::Symbol(_) => self.peek() == b'@',
            Syntax::Type(_) => self.peek() == b':',
            _ => self.peek() == b'%',
        }
    }

    fn piece(
        &mut self,
        piece: Syntax,
        state: &mut FormState,
        form: &AssemblyForm<'_>,
    ) -> Parse<()> {
        match piece {
            // A bracket with a blank before it.
            Syntax::Word("[") => self.expect(b'[', ""),
            Syntax::Word(word) => self.expect_word(word),
            Syntax::Mark("->") => self.expect_arrow(),
            Syntax::Mark(mark) => self.expect(mark.as_bytes()[0], ""),
            Syntax::Optional(pieces) => match pieces.first() {
                Some(&first) if self.begins(first) => self.form(pieces, state, form),
                _ => Ok(()),
            },
            Syntax::Unless(word, _) if self.peek_name() == word => Ok(()),
            Syntax::Unless(_, pieces) => self.form(pieces, state, form),
            Syntax::AttrDict => self.optional_dict(state),
            Syntax::WordDict(words) => self.word_dict(words, state),
            Syntax::Inferred if self.peek() == b':' => self.fail(
                code::SYNTAX,
                self.at,
                "unexpected types: the types of this op are inferred",
            ),
            Syntax::Inferred => Ok(()),
            Syntax::Region | Syntax::OptionalRegion | Syntax::Blocks => {
                self.region_piece(piece, state, form)
            }
            _ => self.value_piece(piece, state, form),
        }
    }

    fn region_piece(
        &mut self,
        piece: Syntax,
        state: &mut FormState,
        form: &AssemblyForm<'_>,
    ) -> Parse<()> {
        if piece == Syntax::OptionalRegion && self.peek() != b'{' {
            return Ok(());
        }
        let op = self.early_op(state, form.name);
        let region = self.module.add_region(op);
        let def = self.registry.get(form.name);
        let entry =
            state.entries.iter().find(|entry| self.module.ctx.text(entry.0) == SYMBOLS_ATTR);
        let named = entry.map(|entry| entry.1).filter(|_| def.is_some_and(|it| it.is_descriptor));
        self.with_symbols(named, |parser| {
            parser.plain_body(region, def.is_some_and(|def| def.traits.has(Traits::ISOLATED)))
        })
    }

    fn value_piece(
        &mut self,
        piece: Syntax,
        state: &mut FormState,
        form: &AssemblyForm<'_>,
    ) -> Parse<()> {
        match piece {
            Syntax::Operands => state.uses[0] = self.use_list(0)?,
            Syntax::Operand(group) => {
                let used = self.operand_use(state.first_of(group))?;
                state.uses[group].push(used);
            }
            Syntax::OperandList(group) => {
                state.uses[group] = self.optional_uses(state.first_of(group))?;
            }
            Syntax::Mixed { group, key, .. } => {
                let first = state.first_of(group);
                let MixedList { list, uses } =
                    self.located(|| PathStep::Attr(key.into()), |it| it.mixed_list(b'[', first))?;
                state.uses[group] = uses;
                let list = self.module.ctx.i64_array(&list);
                self.push_attr(key, list, state);
            }
            Syntax::Successor(group) => self.successor_piece(group, state)?,
            _ => return self.type_piece(piece, state, form),
        }
        Ok(())
    }

    fn successor_piece(&mut self, group: usize, state: &mut FormState) -> Parse<()> {
        let target = self.successor(state, state.first_of(group))?;
        state.uses[group] = target.uses;
        state.inputs[group] = Some(target.types);
        Ok(())
    }

    /// Reads `%a, %b`, or nothing.
    pub(super) fn optional_uses(&mut self, first: usize) -> Parse<Vec<Use>> {
        if self.peek() == b'%' { self.use_list(first) } else { Ok(Vec::new()) }
    }

    fn type_piece(
        &mut self,
        piece: Syntax,
        state: &mut FormState,
        form: &AssemblyForm<'_>,
    ) -> Parse<()> {
        match piece {
            Syntax::Types(slot) => self.types_of(slot, state, form)?,
            Syntax::ArrowTypes(group) => {
                let types = if self.eat_arrow() { self.result_types()? } else { Vec::new() };
                state.results[group] = Some(types);
            }
            Syntax::FunctionTypes => {
                self.expect(b':', " before the types of operands and results")?;
                self.types_of(FormSlot::Operands(0), state, form)?;
                self.expect_arrow()?;
                let ty = self.located(|| PathStep::Output(0), Parser::plain_type)?;
                state.results[0] = Some(vec![ty]);
            }
            Syntax::Signature => {
                let uses = state.uses.iter().map(Vec::len).sum();
                let types = self.signature(uses)?;
                self.divide_signature(state, form, types)?;
            }
            Syntax::SelectTypes => {
                self.expect(b':', " before the type of the values")?;
                let mut types = vec![self.ty()?];
                if self.eat(b',') {
                    types.push(self.ty()?);
                } else {
                    types.insert(0, self.module.ctx.int_type(1));
                }
                state.results[0] = types.pop().map(|ty| vec![ty]);
                state.inputs[0] = Some(types);
            }
            Syntax::AxisInts(..) | Syntax::AxisOffsets(..) | Syntax::AxisLengths(..) => {
                self.axes_piece(piece, state)?;
            }
            _ => return self.attr_piece(piece, state),
        }
        Ok(())
    }

    fn types_of(
        &mut self,
        slot: FormSlot,
        state: &mut FormState,
        form: &AssemblyForm<'_>,
    ) -> Parse<()> {
        let at = self.token_start();
        let types = match slot {
            FormSlot::Operands(group) if form.operands[group] == GroupSize::Many => {
                let uses = state.uses[group].len();
                let types = match uses {
                    0 => Vec::new(),
                    _ => self.bare_types(state.first_of(group), PathStep::Input)?,
                };
                self.same_count(at, self.at, uses, types.len())?;
                types
            }
            FormSlot::Results(group) if form.results[group] == GroupSize::Many => {
                self.bare_types(group, PathStep::Output)?
            }
            FormSlot::Operands(group) => {
                let index = state.first_of(group);
                vec![self.located(|| PathStep::Input(index), Parser::ty)?]
            }
            FormSlot::Results(group) => {
                vec![self.located(|| PathStep::Output(group), Parser::ty)?]
            }
        };
        state.set_types(slot, types);
        Ok(())
    }

    fn attr_piece(&mut self, piece: Syntax, state: &mut FormState) -> Parse<()> {
        let [key] = piece.keys()[..] else { return Ok(()) };
        let value = match piece {
            Syntax::Unit(word) => match self.eat_word(word) {
                true => self.module.ctx.unit(),
                false => return Ok(()),
            },
            Syntax::List(_) if !matches!(self.peek(), b'[' | b'#') => {
                return self.unexpected("a list such as `[...]`");
            }
            Syntax::Enum(words) => {
                match self.located(|| PathStep::Attr(key.into()), |it| it.enum_word(words))? {
                    Some(value) => value,
                    None => return Ok(()),
                }
            }
            Syntax::Type(_) => {
                self.expect(b':', " before the type")?;
                let ty = self.located(|| PathStep::Attr(key.into()), Parser::ty)?;
                self.module.ctx.type_attr(ty)
            }
            _ => self.located(|| PathStep::Attr(key.into()), |it| it.shown_attr(piece))?,
        };
        self.push_attr(key, value, state);
        if let Syntax::Type(_) = piece {
            return self.optional_dict(state);
        }
        Ok(())
    }

    /// Reads the attribute of a piece that shows one.
    fn shown_attr(&mut self, piece: Syntax) -> Parse<Attr> {
        Ok(match piece {
            Syntax::SymbolName | Syntax::SymbolText(_) => {
                let name = self.symbol()?;
                self.module.ctx.string(&name)
            }
            Syntax::Symbol(_) => {
                let name = self.symbol()?;
                self.symbol_attr(&name)
            }
            Syntax::Names(_) => self.symbol_names()?,
            Syntax::Int(_) if self.has_symbols() => self.symbol_exprs(false)?,
            Syntax::Ints(_) | Syntax::Lengths(_) if self.has_symbols() => {
                self.symbol_exprs(true)?
            }
            Syntax::Int(_) => {
                let value = self.one_integer()?;
                self.module.ctx.int(value)
            }
            Syntax::Ints(_) => {
                let values = self.integer_list()?;
                self.module.ctx.i64_array(&values)
            }
            Syntax::OneOrInts(_, prefix) => {
                let values = if self.peek() == b'[' {
                    self.list_of_integers(|parser| parser.prefixed_integer(prefix))?
                } else {
                    vec![self.prefixed_integer(prefix)?]
                };
                self.module.ctx.i64_array(&values)
            }
            Syntax::Keyword(_) if self.peek() != b'"' => {
                let word = self.peek_name();
                if word.is_empty() {
                    return self.unexpected("a word");
                }
                self.at += word.len();
                self.module.ctx.string(word)
            }
            Syntax::Lengths(_) => {
                let values = self.length_list()?;
                self.module.ctx.i64_array(&values)
            }
            Syntax::Str(_) | Syntax::Keyword(_) => {
                let value = self.string()?;
                self.module.ctx.attr(AttrKind::String { value, ty: None })
            }
            Syntax::Flags(words) => self.flag_words(words)?,
            _ => self.attr()?,
        })
    }

    pub(super) fn push_attr(&mut self, key: &str, value: Attr, state: &mut FormState) {
        state.entries.push((self.module.ctx.name(key), value));
    }

    pub(super) fn optional_dict(&mut self, state: &mut FormState) -> Parse<()> {
        if self.peek() == b'{' {
            let dict = self.dict()?;
            state.entries.extend(self.module.ctx.dict_entries(dict));
        }
        Ok(())
    }

    pub(super) fn one_integer(&mut self) -> Parse<i64> {
        let at = self.token_start();
        let text = self.rule(Rule::integer, "an integer")?.as_str().to_owned();
        self.fitting(at, &text)
    }

    /// Reads an integer that follows a prefix without a blank, as in `d0`.
    fn prefixed_integer(&mut self, prefix: &str) -> Parse<i64> {
        if prefix.is_empty() {
            return self.one_integer();
        }
        let at = self.token_start();
        let word = self.peek_name();
        match word.strip_prefix(prefix).and_then(|digits| digits.parse().ok()) {
            Some(value) => {
                self.at = at + word.len();
                Ok(value)
            }
            None => self.unexpected(&format!("a dim such as `{prefix}0`")),
        }
    }

    fn integer_list(&mut self) -> Parse<Vec<i64>> {
        self.list_of_integers(Parser::one_integer)
    }

    /// Reads a list of lengths, in which `?` is an open one.
    fn length_list(&mut self) -> Parse<Vec<i64>> {
        self.list_of_integers(Parser::one_length)
    }

    /// Reads a length, or `?` for an open one.
    pub(super) fn one_length(&mut self) -> Parse<i64> {
        if self.peek() != b'?' {
            return self.one_integer();
        }
        self.at = self.token_start() + 1;
        Ok(OpenDescriptor::OPEN)
    }

    pub(super) fn list_of_integers<T>(
        &mut self,
        element: impl Fn(&mut Self) -> Parse<T>,
    ) -> Parse<Vec<T>> {
        let at = self.token_start();
        if let Some(end) = self.integer_without_comma() {
            self.at = end;
            return self.missing_comma(end, "integers");
        }
        if self.byte(at) != b'[' {
            return self.unexpected("a list of integers such as `[1, 2]`");
        }
        let open = self.open(b'[', "")?;
        self.bracketed(open, " or `,` in a list of integers", |parser, _| element(parser))
    }

    /// Returns the end of the first integer in a list that is followed by another one without a comma.
    fn integer_without_comma(&self) -> Option<usize> {
        let list = self.text[self.at..].strip_prefix('[')?;
        let end = list.find(|c: char| !c.is_ascii_digit() && !matches!(c, '-' | ',' | ' ' | '\t'));
        let list = &list[..end.unwrap_or(list.len())];
        let parts = list.split(',').find(|part| part.split_whitespace().count() > 1)?;
        let first = parts.trim_start();
        let length = first.find(char::is_whitespace)?;
        // The parts are slices of the text, so the difference of the addresses is the position.
        Some(first.as_ptr() as usize - self.text.as_ptr() as usize + length)
    }

    fn fitting(&mut self, at: usize, text: &str) -> Parse<i64> {
        text.parse().or_else(|_| {
            self.fail(code::NUMBER, at, format!("{} does not fit 64 bits", clip(text)))
        })
    }
}

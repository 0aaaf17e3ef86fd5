//! The writer of custom forms that are lists of pieces.
//!
//! A form is checked while it is written. An op that does not fit a piece is printed in generic form.

use super::form_attrs::{plain_int, plain_ints};
use super::form_op::FormOp;
use super::form_symbols::names_of;
use super::printer::Printer;
use crate::data::attrs::AttrKind;
use crate::data::dense::is_bool;
use crate::data::module::{Block, Op, Region, Value};
use crate::data::text::{write_keyword_or_string, write_string, write_symbol};
use crate::layout::OpenDescriptor;
use crate::registry::{AssemblyForm, FormSlot, Syntax};
use std::io;

impl<'a> Printer<'a> {
    /// Writes an op as the pieces of its form. Writes nothing and returns `false` if the op does not fit them.
    pub(super) fn pieces(&mut self, op: Op, form: &AssemblyForm<'_>) -> io::Result<bool> {
        let start = self.out.len();
        let pieces = form.pieces();
        let Some(seen) = FormOp::from_op(self.module, op, form) else { return Ok(false) };
        if !self.props_fit(op) || !self.regions_fit(op, form) || !self.successors_fit(op, pieces) {
            return Ok(false);
        }
        self.op_word(op);
        let fits = pieces.iter().all(|&piece| self.form_piece(&seen, form, piece).is_some());
        if !fits || pieces.iter().any(|piece| piece.is_region()) {
            self.out.truncate(start);
        }
        // Writing a region can flush the buffer, so regions are written only after all pieces fit.
        if fits && self.out.len() == start {
            self.op_word(op);
            for &piece in pieces {
                if piece.is_region() {
                    self.write_regions(op)?;
                } else {
                    let _fits = self.form_piece(&seen, form, piece);
                }
            }
        }
        Ok(fits)
    }

    /// Writes the regions of an op.
    fn write_regions(&mut self, op: Op) -> io::Result<()> {
        for &region in self.module.regions(op) {
            self.out.push(' ');
            self.labelled_region(region)?;
        }
        Ok(())
    }

    /// Writes a region, with the label of its entry block only if the block has arguments.
    pub(super) fn labelled_region(&mut self, region: Region) -> io::Result<()> {
        let entry = self.module.blocks(region).first();
        let bare = entry.is_none_or(|&entry| self.module.arguments(entry).is_empty());
        self.region(region, bare)
    }

    /// Returns `true` if the dictionary of an op is one key without a value.
    fn has_lone_unit(&self, op: Op, form: &AssemblyForm<'_>) -> bool {
        let rest = self.other_attrs(op, &form.keys());
        matches!(rest[..], [(_, attr)] if *self.module.ctx.attr_kind(attr) == AttrKind::Unit)
    }

    /// Returns `true` if an op has the region that its form shows. An optional region may be absent or empty.
    fn regions_fit(&self, op: Op, form: &AssemblyForm<'_>) -> bool {
        let module = self.module;
        let piece = form.pieces().iter().find(|piece| piece.is_region());
        match (piece, module.regions(op)) {
            (None, regions) => regions.is_empty(),
            // The parser would read a single key in braces as an op in a region.
            (Some(Syntax::OptionalRegion), []) => !self.has_lone_unit(op, form),
            (Some(Syntax::Blocks), &[region]) => self.blocks_fit(region),
            (Some(piece), &[region]) => match module.blocks(region) {
                &[block] => {
                    let full = module.last_op(block).is_some();
                    (full || *piece == Syntax::OptionalRegion) && module.arguments(block).is_empty()
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Returns `true` if the region can be printed without the label of an entry block that has no arguments. The
    /// parser would lose the entry block if it were also empty and other blocks followed.
    pub(super) fn blocks_fit(&self, region: Region) -> bool {
        let module = self.module;
        match module.blocks(region) {
            [] => false,
            [_] => true,
            [entry, ..] => !module.arguments(*entry).is_empty() || module.last_op(*entry).is_some(),
        }
    }

    fn successors_fit(&self, op: Op, pieces: &[Syntax]) -> bool {
        let shown = pieces.iter().filter(|piece| matches!(piece, Syntax::Successor(_))).count();
        self.module.successors(op).len() == shown
    }

    /// Writes a blank, unless an opening bracket precedes it.
    fn blank(&mut self) {
        if !self.out.ends_with(['(', '[']) {
            self.out.push(' ');
        }
    }

    /// Writes one piece; `None` if the op does not fit it.
    fn form_piece(
        &mut self,
        seen: &FormOp<'a>,
        form: &AssemblyForm<'_>,
        piece: Syntax,
    ) -> Option<()> {
        match piece {
            Syntax::Word(word) => self.word(word),
            Syntax::Mark(mark @ (":" | "->" | "=")) => self.word(mark),
            Syntax::Mark(mark) => self.out.push_str(mark),
            Syntax::AttrDict => self.attr_dict(seen.op, &form.keys()),
            Syntax::WordDict(words) => return self.word_dict(seen.op, words, &form.keys()),
            Syntax::Optional(pieces) | Syntax::Unless(_, pieces) => {
                if is_present(seen, pieces) {
                    return pieces.iter().try_for_each(|&piece| self.form_piece(seen, form, piece));
                }
            }
            Syntax::Inferred | Syntax::Region | Syntax::OptionalRegion | Syntax::Blocks => {}
            _ => return self.value_piece(seen, form, piece),
        }
        Some(())
    }

    fn word(&mut self, word: &str) {
        self.blank();
        self.out.push_str(word);
    }

    fn value_piece(
        &mut self,
        seen: &FormOp<'a>,
        form: &AssemblyForm<'_>,
        piece: Syntax,
    ) -> Option<()> {
        match piece {
            Syntax::Operands => {
                self.blank();
                self.values(self.module.operands(seen.op));
            }
            Syntax::Operand(group) | Syntax::OperandList(group) => {
                let values = seen.values(FormSlot::Operands(group));
                if !values.is_empty() {
                    self.blank();
                    self.values(values);
                }
            }
            Syntax::Mixed { group, key, is_spaced } => {
                if is_spaced {
                    self.blank();
                }
                let list = plain_ints(&self.module.ctx, self.module.attr(seen.op, key)?)?;
                self.mixed(&list, seen.values(FormSlot::Operands(group)), ["[", "]"])?;
            }
            Syntax::Successor(group) => {
                self.blank();
                let before = form.pieces().iter().take_while(|&&other| other != piece);
                let index = before.filter(|other| matches!(other, Syntax::Successor(_))).count();
                let block = *self.module.successors(seen.op).get(index)?;
                self.successor(block, seen.values(FormSlot::Operands(group)));
            }
            _ => return self.type_piece(seen, piece),
        }
        Some(())
    }

    /// Writes `^block(%a, %b : types)`.
    pub(super) fn successor(&mut self, block: Block, values: &[Value]) {
        self.block_name(block);
        self.typed_values(values);
    }

    /// Writes `(%a, %b : types)`; nothing if there are no values.
    pub(super) fn typed_values(&mut self, values: &[Value]) {
        if !values.is_empty() {
            self.out.push('(');
            self.values(values);
            self.out.push_str(" : ");
            self.value_types(values);
            self.out.push(')');
        }
    }

    fn type_piece(&mut self, seen: &FormOp<'a>, piece: Syntax) -> Option<()> {
        let module = self.module;
        match piece {
            // MLIR cannot parse an empty list of types.
            Syntax::Types(slot) if seen.values(slot).is_empty() => return None,
            Syntax::Types(slot) => {
                self.blank();
                self.value_types(seen.values(slot));
            }
            Syntax::ArrowTypes(group) => self.arrow_types(seen.values(FormSlot::Results(group))),
            Syntax::FunctionTypes => {
                self.out.push_str(" : ");
                self.value_types(module.operands(seen.op));
                self.out.push_str(" -> ");
                let mut results = module.results(seen.op).map(|value| module.ty(value));
                self.ty(results.next().filter(|_| results.len() == 0)?);
            }
            Syntax::Signature => {
                self.out.push_str(" : ");
                self.signature(seen.op);
            }
            Syntax::SelectTypes => {
                let condition = module.ty(*seen.values(FormSlot::Operands(0)).first()?);
                self.out.push_str(" : ");
                if !is_bool(&module.ctx, condition) {
                    self.ty(condition);
                    self.out.push_str(", ");
                }
                self.ty(module.ty(*seen.values(FormSlot::Results(0)).first()?));
            }
            _ => return self.attr_piece(seen.op, piece),
        }
        Some(())
    }

    /// Writes ` -> type` or ` -> (types)`; nothing if the list is empty.
    pub(super) fn arrow_types(&mut self, values: &[Value]) {
        if !values.is_empty() {
            let types: Vec<_> = values.iter().map(|&value| self.module.ty(value)).collect();
            self.out.push_str(" -> ");
            self.result_types(&types);
        }
    }

    /// Writes ` -> (types)`, MLIR's syntax after carried values; nothing if the list is empty.
    pub(super) fn carried_types(&mut self, values: &[Value]) {
        if !values.is_empty() {
            self.bracket(" -> (", ')', |printer| printer.value_types(values));
        }
    }

    fn attr_piece(&mut self, op: Op, piece: Syntax) -> Option<()> {
        let module = self.module;
        let ctx = &module.ctx;
        match piece {
            Syntax::Unit(key) => {
                let Some(attr) = module.attr(op, key) else { return Some(()) };
                self.word(key);
                return matches!(ctx.attr_kind(attr), AttrKind::Unit).then_some(());
            }
            Syntax::Enum(words) => return self.enum_word(op, words),
            Syntax::Flags(words) => return self.flag_words(op, words),
            _ => self.blank(),
        }
        match piece {
            Syntax::SymbolName => write_symbol(module.symbol(op)?, &mut self.out),
            Syntax::SymbolText(key) => {
                write_symbol(ctx.as_str(module.attr(op, key)?)?, &mut self.out);
            }
            Syntax::Symbol(key) => write_symbol(module.symbol_attr(op, key)?, &mut self.out),
            Syntax::Names(key) => {
                let names = names_of(module, op, key)?;
                self.out.push_str(&format!("[{}]", names.join(", ")));
            }
            Syntax::Int(key) => match self.symbol_map(op, key)? {
                Some(exprs) => self.out.push_str(&exprs.join(", ")),
                None => {
                    let value = plain_int(ctx, module.attr(op, key)?)?;
                    self.out.push_str(&value.to_string());
                }
            },
            Syntax::Ints(key) | Syntax::Lengths(key) => {
                if let Some(exprs) = self.symbol_map(op, key)? {
                    self.out.push_str(&format!("[{}]", exprs.join(", ")));
                    return Some(());
                }
                let list = plain_ints(ctx, module.attr(op, key)?)?;
                let is_open = matches!(piece, Syntax::Lengths(_));
                let text = list.iter().map(|number| match *number {
                    OpenDescriptor::OPEN if is_open => "?".to_owned(),
                    number => number.to_string(),
                });
                let list: Vec<String> = text.collect();
                self.out.push_str(&format!("[{}]", list.join(", ")));
            }
            Syntax::OneOrInts(key, prefix) => {
                let list = plain_ints(ctx, module.attr(op, key)?)?;
                let text: Vec<String> =
                    list.iter().map(|number| format!("{prefix}{number}")).collect();
                match &text[..] {
                    [one] => self.out.push_str(one),
                    all => self.out.push_str(&format!("[{}]", all.join(", "))),
                }
            }
            Syntax::Dense(key) => {
                let attr = module.attr(op, key)?;
                ctx.as_dense(attr)?;
                self.attr(attr);
            }
            Syntax::AxisInts(key, axes) => return self.axis_ints(op, key, axes),
            Syntax::AxisOffsets(key, axes) => return self.axis_offsets(op, key, axes),
            Syntax::AxisLengths(axes, key) => return self.axis_lengths(op, axes, key),
            Syntax::Str(key) => {
                let AttrKind::String { value, ty: None } = ctx.attr_kind(module.attr(op, key)?)
                else {
                    return None;
                };
                write_string(value, &mut self.out);
            }
            Syntax::Keyword(key) => {
                let AttrKind::String { value, ty: None } = ctx.attr_kind(module.attr(op, key)?)
                else {
                    return None;
                };
                match std::str::from_utf8(value) {
                    Ok(word) => write_keyword_or_string(word, &mut self.out),
                    Err(_) => write_string(value, &mut self.out),
                }
            }
            Syntax::List(key) => {
                self.array(ctx.as_array(module.attr(op, key)?)?);
            }
            Syntax::Attr(key) => self.attr(module.attr(op, key)?),
            Syntax::Type(key) => {
                self.out.push_str(": ");
                self.ty(module.type_attr(op, key)?);
            }
            _ => {}
        }
        Some(())
    }
}

/// Returns `true` if an op has any of the attributes and values that optional pieces show.
fn is_present(seen: &FormOp<'_>, pieces: &[Syntax]) -> bool {
    pieces.iter().any(|piece| match *piece {
        Syntax::Operand(group) | Syntax::OperandList(group) => {
            !seen.values(FormSlot::Operands(group)).is_empty()
        }
        Syntax::Types(slot) => !seen.values(slot).is_empty(),
        _ => piece.keys().iter().any(|key| seen.module.attr(seen.op, key).is_some()),
    })
}

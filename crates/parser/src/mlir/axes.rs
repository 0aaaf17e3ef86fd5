//! Integers on named axes in custom forms.

use super::form_state::FormState;
use crate::state::{Parse, Parser};
use ir::attrs::Attr;
use ir::diag::code;
use ir::layout::AxisName;
use ir::registry::Syntax;
use ir::source::PathStep;

impl Parser<'_> {
    /// Reads a piece of integers on axes.
    pub(super) fn axes_piece(&mut self, piece: Syntax, state: &mut FormState) -> Parse<()> {
        match piece {
            Syntax::AxisInts(key, _) if self.has_symbols() => {
                let exprs =
                    self.located(|| PathStep::Attr(key.into()), |it| it.symbol_exprs(true))?;
                self.push_attr(key, exprs, state);
            }
            Syntax::AxisOffsets(key, _) if self.has_symbols() => {
                let expr =
                    self.located(|| PathStep::Attr(key.into()), |it| it.symbol_exprs(false))?;
                self.push_attr(key, expr, state);
            }
            Syntax::AxisInts(key, axes) => {
                let ints = self.located(
                    || PathStep::Attr(key.into()),
                    |it| it.list_of_integers(Parser::axis_int),
                )?;
                let numbers: Vec<i64> = ints.iter().map(|&(number, _)| number).collect();
                let numbers = self.module.ctx.i64_array(&numbers);
                self.push_attr(key, numbers, state);
                if ints.iter().any(|(_, axis)| axis.is_some()) {
                    let names = ints
                        .into_iter()
                        .map(|(_, axis)| axis.unwrap_or(AxisName::MEMORY.to_string()));
                    let names = self.axis_list(names);
                    self.push_attr(axes, names, state);
                }
            }
            Syntax::AxisOffsets(key, axes) => {
                self.located(
                    || PathStep::Attr(key.into()),
                    |it| it.axis_offsets(key, axes, state),
                )?;
            }
            Syntax::AxisLengths(axes, key) => {
                let open = self.open(b'[', " before the axes and their lengths")?;
                let context = " or `,` in a list such as `[lane: 32, register: 4]`";
                let list = self.located(
                    || PathStep::Attr(key.into()),
                    |it| it.bracketed(open, context, |it, _| it.axis_length()),
                )?;
                let lengths: Vec<i64> = list.iter().map(|&(_, length)| length).collect();
                let lengths = self.module.ctx.i64_array(&lengths);
                self.push_attr(key, lengths, state);
                let names = self.axis_list(list.into_iter().map(|(axis, _)| axis));
                self.push_attr(axes, names, state);
            }
            _ => {}
        }
        Ok(())
    }

    /// Reads `4@lane`, or `4` without an axis.
    fn axis_int(&mut self) -> Parse<(i64, Option<String>)> {
        let number = self.one_integer()?;
        let axis = if self.eat(b'@') { Some(self.axis_name()?) } else { None };
        Ok((number, axis))
    }

    /// Reads `3, 5@warp`: at most one offset for each axis.
    fn axis_offsets(&mut self, key: &str, axes: &str, state: &mut FormState) -> Parse<()> {
        let mut plain = None;
        let mut named: Vec<(String, i64)> = Vec::new();
        loop {
            let at = self.token_start();
            let (offset, axis) = self.axis_int()?;
            let is_new = match axis {
                None => plain.replace(offset).is_none(),
                Some(axis) if named.iter().any(|(known, _)| *known == axis) => false,
                Some(axis) => {
                    named.push((axis, offset));
                    true
                }
            };
            if !is_new {
                let message = "an axis must have one offset, but this is its second";
                return self.fail(code::OP_ATTRIBUTE, at, message);
            }
            if !self.eat(b',') {
                break;
            }
        }
        if let Some(offset) = plain {
            let offset = self.module.ctx.int(offset);
            self.push_attr(key, offset, state);
        }
        if !named.is_empty() {
            let ctx = &mut self.module.ctx;
            let entries: Vec<_> =
                named.iter().map(|(axis, offset)| (ctx.name(axis), ctx.int(*offset))).collect();
            let offsets = ctx.dict(entries);
            self.push_attr(axes, offsets, state);
        }
        Ok(())
    }

    /// Reads `lane: 32`.
    fn axis_length(&mut self) -> Parse<(String, i64)> {
        let axis = self.axis_name()?;
        self.expect(b':', " between an axis and its length")?;
        Ok((axis, self.one_length()?))
    }

    fn axis_name(&mut self) -> Parse<String> {
        let name = self.peek_name();
        if name.is_empty() {
            return self.unexpected("the name of an axis such as `lane`");
        }
        self.at += name.len();
        Ok(name.to_owned())
    }

    fn axis_list(&mut self, texts: impl Iterator<Item = String>) -> Attr {
        let texts: Vec<Attr> = texts.map(|text| self.module.ctx.string(&text)).collect();
        self.module.ctx.array(&texts)
    }
}

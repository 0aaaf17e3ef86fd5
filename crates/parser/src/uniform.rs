//! The uniform custom form of ops: what the `syntax` of an op's definition describes, piece by piece.

use crate::Parser;
use crate::cursor::{Parse, clip};
use crate::layout::Rule;
use crate::ops::Place;
use ir::attrs::Attr;
use ir::context::Name;
use ir::diag::code;
use ir::module::{NewOp, Op};
use ir::registry::Syntax;
use ir::types::Type;

/// What the pieces of a uniform form have given so far.
#[derive(Default)]
struct Uniform {
    entries: Vec<(Name, Attr)>,
    uses: Vec<crate::scope::Use>,
    inputs: Vec<Type>,
    results: Vec<Type>,
}

impl Parser<'_> {
    /// An op in the uniform form that its definition describes; the name has just been read.
    pub(crate) fn uniform_op(&mut self, place: Place, start: usize, word: &str) -> Parse<Op> {
        let registry = self.registry;
        let Some(syntax) = registry.get(word).and_then(|def| def.syntax) else {
            return self.no_custom_form(start, word);
        };
        let span = self.span(start, self.at);
        let mut parts = Uniform::default();
        for &piece in syntax {
            self.piece(piece, &mut parts)?;
        }
        self.same_count(start, self.name_end(start), parts.uses.len(), parts.inputs.len())?;
        let (operands, later) = self.operands(&parts.uses, &parts.inputs)?;
        let name = self.module.ctx.name(word);
        let op = self.module.create_op(NewOp {
            operands: &operands,
            results: &parts.results,
            span,
            ..NewOp::new(name)
        });
        self.module.append_op(place.block, op);
        self.await_all(op, &parts.uses, &parts.inputs, &later);
        self.set_entries(op, parts.entries, start)?;
        Ok(op)
    }

    fn piece(&mut self, piece: Syntax, parts: &mut Uniform) -> Parse<()> {
        match piece {
            Syntax::Word(word) => self.expect_word(word)?,
            Syntax::SymbolName => {
                let name = self.symbol()?;
                let value = self.module.ctx.string(&name);
                self.shown("sym_name", value, parts);
            }
            Syntax::Symbol(key) => {
                let name = self.symbol()?;
                let value = self.symbol_attr(&name);
                self.shown(key, value, parts);
            }
            Syntax::Int(key) => {
                let value = self.one_integer()?;
                let value = self.module.ctx.int(value);
                self.shown(key, value, parts);
            }
            Syntax::Ints(key) => {
                let values = self.integer_list()?;
                let value = self.module.ctx.i64_array(&values);
                self.shown(key, value, parts);
            }
            Syntax::Operands => parts.uses = self.use_list()?,
            Syntax::AttrDict => self.optional_dict(parts)?,
            Syntax::Type(key) => {
                self.expect(b':', " before the type")?;
                let ty = self.ty()?;
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
                parts.results = vec![self.plain_type()?];
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
        let pair = self.rule(Rule::integers, "a list of integers such as `[1, 2]`")?;
        let texts: Vec<String> = pair.into_inner().map(|one| one.as_str().to_owned()).collect();
        texts.iter().map(|text| self.fitting(at, text)).collect()
    }

    fn fitting(&mut self, at: usize, text: &str) -> Parse<i64> {
        match text.parse() {
            Ok(value) => Ok(value),
            Err(_) => self.fail(code::NUMBER, at, format!("{} does not fit 64 bits", clip(text))),
        }
    }
}

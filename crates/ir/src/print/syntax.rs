//! Writes the custom forms that are lists of pieces, the `syntax` of an op's definition.

use super::printer::Printer;
use crate::data::attrs::AttrKind;
use crate::data::context::Context;
use crate::data::ids::{Attr, Type};
use crate::data::module::{Block, Op};
use crate::data::text::{write_string, write_symbol};
use crate::data::types::{Signedness, TypeKind};
use crate::registry::{OpDef, Syntax};
use std::io;

impl Printer<'_> {
    /// Writes an op as the pieces of its form, or nothing if it does not fit them.
    pub(super) fn uniform(&mut self, op: Op, def: &OpDef, syntax: &[Syntax]) -> io::Result<bool> {
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

    /// `true` if the dictionary of an op is one key without a value.
    fn has_lone_unit(&self, op: Op, syntax: &[Syntax]) -> bool {
        let shown: Vec<&str> = syntax.iter().flat_map(Syntax::keys).collect();
        let rest = self.other_attrs(op, &shown);
        matches!(rest[..], [(_, attr)] if *self.module.ctx.attr_kind(attr) == AttrKind::Unit)
    }

    /// `true` if an op has the region that its form shows: one block with ops and without arguments. An optional region
    /// may be absent or empty.
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

    /// Writes one piece; `None` if the op does not fit it.
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
            // The ops of a region may leave the buffer, so it is written when the rest is known to fit.
            Syntax::Inferred | Syntax::Region | Syntax::OptionalRegion => {}
        }
        Some(())
    }
}

/// The value of an `i64`; `None` for a number of another type, which would be read back as another attribute.
fn plain_int(ctx: &Context, attr: Attr) -> Option<i64> {
    let AttrKind::Integer { value, ty } = ctx.attr_kind(attr) else { return None };
    value.as_i64().filter(|_| is_i64(ctx, *ty))
}

/// The values of an `array<i64: ...>`; `None` for another attribute.
fn plain_ints(ctx: &Context, attr: Attr) -> Option<Vec<i64>> {
    let AttrKind::DenseArray { elem, .. } = ctx.attr_kind(attr) else { return None };
    ctx.as_int_list(attr).filter(|_| is_i64(ctx, *elem))
}

fn is_i64(ctx: &Context, ty: Type) -> bool {
    *ctx.kind(ty) == TypeKind::Integer { width: 64, sign: Signedness::Signless }
}

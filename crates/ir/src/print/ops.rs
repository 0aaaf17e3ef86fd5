//! Writers of ops, blocks and regions in generic form.

use super::printer::Printer;
use crate::data::attrs::AttrKind;
use crate::data::ids::Attr;
use crate::data::module::{Block, Op, Region, Value};
use crate::data::text::{write_number, write_string};
use std::io;

impl Printer<'_> {
    /// Writes an op with its results and location, without a line break.
    pub(super) fn op(&mut self, op: Op) -> io::Result<()> {
        self.results(op);
        if self.options.generic || !self.custom(op)? {
            self.generic(op)?;
        }
        self.trailing_loc(self.module.op_loc(op), self.module.span(op));
        Ok(())
    }

    fn results(&mut self, op: Op) {
        let results = self.module.results(op);
        if results.len() == 0 {
            return;
        }
        for (at, value) in results.enumerate() {
            match self.names.member(value) {
                None => {
                    self.comma(at);
                    self.value_stem(value);
                }
                Some(member) if member.index == 0 => {
                    self.comma(at);
                    self.value_stem(value);
                    self.out.push(':');
                    write_number(member.size, &mut self.out);
                }
                Some(_) => {}
            }
        }
        self.out.push_str(" = ");
    }

    fn value_stem(&mut self, value: Value) {
        self.out.push('%');
        self.names.write(self.module, value, &mut self.out);
    }

    pub(super) fn value(&mut self, value: Value) {
        self.value_stem(value);
        if let Some(member) = self.names.member(value) {
            self.out.push('#');
            write_number(member.index, &mut self.out);
        }
    }

    pub(super) fn values(&mut self, values: &[Value]) {
        self.list(values, |printer, &value| printer.value(value));
    }

    fn generic(&mut self, op: Op) -> io::Result<()> {
        let module = self.module;
        write_string(module.name(op).as_bytes(), &mut self.out);
        self.bracket("(", ')', |printer| printer.values(module.operands(op)));
        self.successors(op);
        if self.options.irdl
            && self.registry.is_some_and(|registry| registry.is_closed(module.name(op)))
        {
            return self.without_props(op);
        }
        if let Some(props) = module.props(op) {
            self.bracket(" <", '>', |printer| printer.props(props));
        }
        self.generic_regions(op)?;
        if !module.ctx.dict_entries(module.attrs(op)).is_empty() {
            self.out.push(' ');
            self.dict_body(module.attrs(op));
        }
        self.out.push_str(" : ");
        self.signature(op);
        Ok(())
    }

    /// Writes the rest of an op from the regions on, with its properties among the attributes.
    fn without_props(&mut self, op: Op) -> io::Result<()> {
        self.generic_regions(op)?;
        self.attr_dict(op, &[]);
        self.out.push_str(" : ");
        self.signature(op);
        Ok(())
    }

    fn props(&mut self, props: Attr) {
        if matches!(self.module.ctx.attr_kind(props), AttrKind::Dict(_)) {
            self.dict_body(props);
        } else {
            self.attr(props);
        }
    }

    fn successors(&mut self, op: Op) {
        let blocks = self.module.successors(op);
        if !blocks.is_empty() {
            self.bracket("[", ']', |own| own.list(blocks, |own, &block| own.block_name(block)));
        }
    }

    pub(super) fn block_name(&mut self, block: Block) {
        self.out.push('^');
        self.names.write_block(self.module, block, &mut self.out);
    }

    /// Writes `(operand types) -> result types`.
    pub(super) fn signature(&mut self, op: Op) {
        self.bracket("(", ')', |printer| printer.value_types(printer.module.operands(op)));
        self.out.push_str(" -> ");
        let types: Vec<_> = self.module.results(op).map(|value| self.module.ty(value)).collect();
        self.result_types(&types);
    }

    pub(super) fn value_types(&mut self, values: &[Value]) {
        self.list(values, |printer, &value| printer.ty(printer.module.ty(value)));
    }

    fn generic_regions(&mut self, op: Op) -> io::Result<()> {
        let regions = self.module.regions(op);
        if regions.is_empty() {
            return Ok(());
        }
        self.out.push_str(" (");
        for (at, &region) in regions.iter().enumerate() {
            self.comma(at);
            self.region(region, false)?;
        }
        self.out.push(')');
        Ok(())
    }

    /// Writes `{ ... }`. `bare_entry` omits the label of the entry block, whose arguments the op shows.
    pub(super) fn region(&mut self, region: Region, bare_entry: bool) -> io::Result<()> {
        self.out.push_str("{\n");
        for (at, &block) in self.module.blocks(region).iter().enumerate() {
            let entry = at == 0;
            let labelled = !self.module.arguments(block).is_empty() || self.is_empty(block);
            // An entry block without arguments needs a label only if it is empty.
            if !entry || (!bare_entry && labelled) {
                self.line_start();
                self.block_label(block);
            }
            self.block_ops(block, None)?;
        }
        self.line_start();
        self.out.push('}');
        Ok(())
    }

    fn is_empty(&self, block: Block) -> bool {
        self.module.last_op(block).is_none()
    }

    /// Writes the ops of a block, one on each line, except the op `left_out`.
    pub(super) fn block_ops(&mut self, block: Block, left_out: Option<Op>) -> io::Result<()> {
        self.indent += 1;
        for op in self.module.ops(block).filter(|&op| Some(op) != left_out) {
            self.line_start();
            self.op(op)?;
            self.out.push('\n');
            self.flush_if_long()?;
        }
        self.indent -= 1;
        Ok(())
    }

    fn block_label(&mut self, block: Block) {
        self.block_name(block);
        let args = self.module.arguments(block);
        if !args.is_empty() {
            self.out.push('(');
            self.list(args, |printer, &arg| {
                printer.value(arg);
                printer.out.push_str(": ");
                printer.ty(printer.module.ty(arg));
                printer.argument_loc(arg);
            });
            self.out.push(')');
        }
        self.out.push_str(":\n");
    }

    pub(super) fn line_start(&mut self) {
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
    }
}

//! Writes an addressing function into a module, as a `func.func` of ops of the `arith` dialect.

use super::function::AddressFunction;
use super::kernels::KernelFacts;
use super::program::{Binary, Comparison, Id, Inst};
use crate::address::ADDRESS_KEY;
use indexmap::IndexMap;
use ir::attrs::IntValue;
use ir::module::{Label, NewOp};
use ir::source::Span;
use ir::{Attr, AttrKind, Block, Module, Name, Op, Type, Value};

/// The numbers that `arith.cmpi` has for its predicates.
const ULT: i64 = 6;
const UGE: i64 = 9;

impl AddressFunction {
    /// Makes the function under a symbol, with where it came from: `of` is the symbol of the layout. It is in no block
    /// yet.
    pub fn write(&self, module: &mut Module, symbol: &str, of: &str) -> Op {
        let origin = self.origin(module, of);
        let labels: Vec<String> = (0..self.lengths.len()).map(|dim| format!("d{dim}")).collect();
        self.function(module, symbol, &[(ADDRESS_KEY, origin)], &labels)
    }

    /// Makes the kernel of a reorder, of which this is the function from a slot of the target to one of the source.
    pub(super) fn write_kernel(&self, module: &mut Module, symbol: &str, of: KernelFacts) -> Op {
        let entries = [
            ("kernel", module.ctx.string(if of.fills { "fill" } else { "keep" })),
            ("unit", module.ctx.string(self.unit.text())),
            ("lengths", module.ctx.i64_array(&self.lengths)),
            ("source", module.ctx.int(of.source)),
        ];
        let origin = dict(module, &entries);
        let private = module.ctx.string("private");
        let attrs = [(ADDRESS_KEY, origin), ("sym_visibility", private)];
        self.function(module, symbol, &attrs, &["slot".to_owned()])
    }

    fn function(
        &self,
        module: &mut Module,
        symbol: &str,
        attrs: &[(&str, Attr)],
        labels: &[String],
    ) -> Op {
        let word = module.ctx.int_type(self.width);
        let truth = module.ctx.int_type(1);
        let inputs = vec![word; labels.len()];
        let results: Vec<Type> = std::iter::once(word).chain(self.valid.map(|_| truth)).collect();
        let ty = module.ctx.function_type(&inputs, &results);
        let own =
            [("sym_name", module.ctx.string(symbol)), ("function_type", module.ctx.type_attr(ty))];
        let attrs = dict(module, &[&own, attrs].concat());
        let name = module.ctx.name("func.func");
        let op = module.create_op(NewOp { attrs: Some(attrs), ..NewOp::new(name) });
        let body = module.add_region(op);
        let block = module.add_block(body, Label::NONE);
        let arguments = labels.iter().map(|label| {
            let label = Label::text(module.ctx.name(label));
            module.add_argument(block, word, label)
        });
        let arguments = arguments.collect();
        Writer { module, block, word, truth, arguments, values: IndexMap::new() }.body(self);
        op
    }

    fn origin(&self, module: &mut Module, of: &str) -> Attr {
        let entries = [
            ("of", module.ctx.symbol(of)),
            ("unit", module.ctx.string(self.unit.text())),
            ("lengths", module.ctx.i64_array(&self.lengths)),
        ];
        dict(module, &entries)
    }
}

fn dict(module: &mut Module, entries: &[(&str, Attr)]) -> Attr {
    let entries: Vec<(Name, Attr)> =
        entries.iter().map(|&(key, value)| (module.ctx.name(key), value)).collect();
    module.ctx.dict(entries)
}

struct Writer<'a> {
    module: &'a mut Module,
    block: Block,
    word: Type,
    truth: Type,
    arguments: Vec<Value>,
    values: IndexMap<Id, Value>,
}

impl Writer<'_> {
    fn body(&mut self, function: &AddressFunction) {
        for &id in &function.needed {
            let value = self.inst(function.program.inst(id));
            self.values.insert(id, value);
        }
        let results = std::iter::once(function.offset).chain(function.valid);
        let results: Vec<Value> = results.map(|id| self.values[&id]).collect();
        self.op("func.return", &results, &[], &[]);
    }

    fn inst(&mut self, inst: Inst) -> Value {
        let (word, truth) = (self.word, self.truth);
        match inst {
            Inst::Argument(place) => self.arguments[place],
            Inst::Constant(value) => self.constant(value, word),
            Inst::Known(value) => self.constant(value.into(), truth),
            Inst::Binary(op, a, b) => self.made(name(op), [a, b], word, &[]),
            Inst::Both(a, b) => self.made("arith.andi", [a, b], truth, &[]),
            Inst::Compare(comparison, a, b) => {
                let number = match comparison {
                    Comparison::Below => ULT,
                    Comparison::AtLeast => UGE,
                };
                let predicate = self.module.ctx.int(number);
                self.made("arith.cmpi", [a, b], truth, &[("predicate", predicate)])
            }
        }
    }

    fn constant(&mut self, value: i64, ty: Type) -> Value {
        let value = self.module.ctx.attr(AttrKind::Integer { value: IntValue::Small(value), ty });
        self.op("arith.constant", &[], &[ty], &[("value", value)])
            .expect("a constant was made with a result")
    }

    fn made(&mut self, name: &str, of: [Id; 2], ty: Type, props: &[(&str, Attr)]) -> Value {
        let operands = of.map(|id| self.values[&id]);
        self.op(name, &operands, &[ty], props).expect("an operation was made with a result")
    }

    /// Appends an op, and gives its first result.
    fn op(
        &mut self,
        name: &str,
        operands: &[Value],
        results: &[Type],
        props: &[(&str, Attr)],
    ) -> Option<Value> {
        let props = (!props.is_empty()).then(|| dict(self.module, props));
        let name = self.module.ctx.name(name);
        let new = NewOp { operands, results, props, span: Span::NONE, ..NewOp::new(name) };
        let op = self.module.create_op(new);
        self.module.append_op(self.block, op);
        self.module.result(op, 0)
    }
}

fn name(op: Binary) -> &'static str {
    match op {
        Binary::Add => "arith.addi",
        Binary::Sub => "arith.subi",
        Binary::Mul => "arith.muli",
        Binary::Div => "arith.divui",
        Binary::Rem => "arith.remui",
        Binary::Xor => "arith.xori",
        Binary::Min => "arith.minui",
        Binary::Max => "arith.maxui",
    }
}

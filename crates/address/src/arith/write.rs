//! Writes programs as the bodies of functions.

use super::attribute::{ADDRESS_KEY, without_total};
use crate::operation::{OVERFLOW_FLAGS, Operation, Width, WordOp};
use crate::program::{Instruction, Program, ValueId};
use ir::attrs::IntValue;
use ir::context::Context;
use ir::module::{Label, NewOp};
use ir::types::{DialectText, Piece};
use ir::{Attr, AttrKind, Block, Module, Name, Op, Type};
use rustc_hash::{FxHashMap, FxHashSet};

const FUNCTION: &str = "func.func";
const RETURN: &str = "func.return";

/// Creates a function with these attributes and argument labels. The caller must insert the function into a block.
pub fn create_function(
    module: &mut Module,
    symbol: &str,
    program: &Program,
    attrs: &[(&str, Attr)],
    labels: &[String],
) -> Op {
    let inputs = program.params().iter().map(|param| param.width);
    let inputs: Vec<Type> = inputs.map(|width| module.ctx.int_type(width.bits())).collect();
    let results = program.results().iter().map(|&value| program.width(value));
    let results: Vec<Type> = results.map(|width| module.ctx.int_type(width.bits())).collect();
    let ty = module.ctx.function_type(&inputs, &results);
    let own =
        [("sym_name", module.ctx.string(symbol)), ("function_type", module.ctx.type_attr(ty))];
    let attrs = dict(module, &[&own, attrs].concat());
    let name = module.ctx.name(FUNCTION);
    let op = module.create_op(NewOp { attrs: Some(attrs), ..NewOp::new(name) });
    let region = module.add_region(op);
    let block = module.add_block(region, Label::NONE);
    for (label, &ty) in labels.iter().zip(&inputs) {
        let label = Label::text(module.ctx.name(label));
        module.add_argument(block, ty, label);
    }
    let name = module.ctx.name(RETURN);
    let end = module.create_op(NewOp::new(name));
    module.append_op(block, end);
    write(module, block, end, program);
    op
}

/// Replaces the ops of a function by those of a program, which is equal for an index in bounds. The last op, which
/// returns, is kept.
pub fn replace_body(module: &mut Module, block: Block, program: &Program) {
    let old: Vec<Op> = module.ops(block).collect();
    let Some((&end, old)) = old.split_last() else { return };
    write(module, block, end, program);
    for &op in old.iter().rev() {
        module.erase(op);
    }
    let function = module.region_parent(module.block_region(block));
    if let Some(attr) = module.attr(function, ADDRESS_KEY) {
        let attr = without_total(module, attr);
        module.set_attr(function, ADDRESS_KEY, Some(attr));
    }
}

/// Inserts the ops of a program before the returning op and makes the program's results its operands.
fn write(module: &mut Module, block: Block, end: Op, program: &Program) {
    let is_used = program.used();
    let used: Vec<ValueId> = program.values().filter(|value| is_used[value.index()]).collect();
    let highs = used.iter().map(|&value| program.instruction(value));
    let highs = highs.filter(|it| it.operation == Operation::High).map(|it| it.operands()[0]);
    let mut writer = ProgramWriter {
        module,
        block,
        end,
        program,
        halved: highs.collect(),
        products: FxHashMap::default(),
        values: FxHashMap::default(),
    };
    used.into_iter().for_each(|value| writer.value(value));
    let results: Vec<ir::Value> = program.results().iter().map(|it| writer.values[it]).collect();
    module.set_operands(end, &results);
}

fn dict(module: &mut Module, entries: &[(&str, Attr)]) -> Attr {
    let entries: Vec<(Name, Attr)> =
        entries.iter().map(|&(key, value)| (module.ctx.name(key), value)).collect();
    module.ctx.dict(entries)
}

struct ProgramWriter<'a> {
    module: &'a mut Module,
    block: Block,
    /// The returning op, before which ops are inserted.
    end: Op,
    program: &'a Program,
    /// The products whose high half is used.
    halved: FxHashSet<ValueId>,
    /// The low and the high half of each product that was written.
    products: FxHashMap<ValueId, [ir::Value; 2]>,
    values: FxHashMap<ValueId, ir::Value>,
}

impl ProgramWriter<'_> {
    fn value(&mut self, value: ValueId) {
        let program = self.program;
        let instruction = program.instruction(value);
        let operation = instruction.operation;
        let written = match operation {
            Operation::Param(position) => self.module.arguments(self.block)[position as usize],
            // `halves` writes the product at the first use of a half.
            Operation::Product => return,
            Operation::Low => self.halves(instruction.operands()[0])[0],
            Operation::High => self.halves(instruction.operands()[0])[1],
            _ => {
                let attr = operation.attribute().zip(self.attribute(instruction));
                self.op(operation.name(), instruction, attr)
            }
        };
        self.values.insert(value, written);
    }

    /// Returns the attribute of the op of an instruction; `None` if the op has none.
    fn attribute(&mut self, instruction: &Instruction) -> Option<Attr> {
        let ctx = &mut self.module.ctx;
        match instruction.operation {
            Operation::Constant(word) => {
                let value = IntValue::Small(signed(word, instruction.width));
                let ty = ctx.int_type(instruction.width.bits());
                Some(ctx.attr(AttrKind::Integer { value, ty }))
            }
            Operation::Compare(predicate) => Some(ctx.int(predicate.number())),
            Operation::Lookup(_) => self.program.table(instruction).map(|it| ctx.symbol(it.name())),
            operation => (operation.attribute() == OVERFLOW_FLAGS).then(|| no_overflow(ctx)),
        }
    }

    /// Returns the halves of a product, and writes the product at the first use of a half. If the high half is unused,
    /// the product is an `arith.muli`, and both entries are the low half.
    fn halves(&mut self, product: ValueId) -> [ir::Value; 2] {
        if let Some(&known) = self.products.get(&product) {
            return known;
        }
        let instruction = self.program.instruction(product);
        let halves = if self.halved.contains(&product) {
            let both = self.ops(Operation::Product.name(), instruction, 2, None);
            [both[0], both[1]]
        } else {
            let flags = OVERFLOW_FLAGS.map(|key| (key, no_overflow(&mut self.module.ctx)));
            [self.op(WordOp::Mul.row().name, instruction, flags); 2]
        };
        self.products.insert(product, halves);
        halves
    }

    fn op(&mut self, name: &str, of: &Instruction, attr: Option<(&str, Attr)>) -> ir::Value {
        self.ops(name, of, 1, attr)[0]
    }

    /// Writes an op with this number of results, each of the width of the instruction.
    fn ops(
        &mut self,
        name: &str,
        of: &Instruction,
        results: usize,
        attr: Option<(&str, Attr)>,
    ) -> Vec<ir::Value> {
        let operands: Vec<ir::Value> = of.operands().iter().map(|it| self.values[it]).collect();
        let results = vec![self.module.ctx.int_type(of.width.bits()); results];
        let props = attr.map(|attr| dict(self.module, &[attr]));
        let name = self.module.ctx.name(name);
        let span = self.module.span(self.end);
        let new = NewOp { operands: &operands, results: &results, props, span, ..NewOp::new(name) };
        let op = self.module.create_op(new);
        self.module.insert_before(op, self.end);
        self.module.results(op).collect()
    }
}

/// Returns `#arith.overflow<none>`, the default of `overflowFlags` that MLIR prints.
fn no_overflow(ctx: &mut Context) -> Attr {
    let text = DialectText {
        dialect: ctx.name("arith"),
        body: [Piece::Text("overflow<none>".into())].into(),
    };
    ctx.attr(AttrKind::Dialect { text: text.into(), ty: None })
}

/// Returns a word as MLIR stores it: as a signed integer, except for booleans.
fn signed(word: u64, width: Width) -> i64 {
    if width == Width::I1 { word.cast_signed() } else { width.signed(word) }
}

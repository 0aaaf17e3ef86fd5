//! Functions of `arith` ops in the IR: how they are read, what they cost, and how a program is written back.

use super::cost::{Cost, Price, Size};
use super::form::{Args, Form};
use super::op::{Op, Pred};
use super::program::{Bin, Ins, Program, Reg, shown};
use super::read::{Read, Reader, Unreadable, Value};
use ir::attrs::{AttrKind, IntValue};
use ir::module::NewOp;
use ir::{Attr, Block, Module, Type, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// The attribute that tells of which layout a function gives the addresses.
pub(crate) const ADDRESS_KEY: &str = "layout.address";

/// The comparisons of MLIR by their numbers; signed ones are not read.
const PREDS: [(i64, Pred); 6] =
    [(0, Pred::Eq), (1, Pred::Ne), (6, Pred::Lt), (7, Pred::Le), (8, Pred::Gt), (9, Pred::Ge)];

/// The entry block of a function that has the attribute and one block.
pub(crate) fn body(module: &Module, func: ir::Op) -> Option<Block> {
    module.attr(func, ADDRESS_KEY)?;
    let [region] = *module.regions(func) else { return None };
    let [block] = *module.blocks(region) else { return None };
    (module.name(func) == "func.func").then_some(block)
}

/// How long each dim of the index is, which bounds the arguments.
pub(crate) fn lengths(module: &Module, func: ir::Op) -> Option<Vec<i64>> {
    let address = module.attr(func, ADDRESS_KEY)?;
    module.ctx.as_int_list(module.ctx.dict_get(address, "lengths")?)
}

/// The width of an integer without sign.
fn width(module: &Module, ty: Type) -> Option<u32> {
    match module.ctx.kind(ty) {
        TypeKind::Integer { width, .. } => Some(*width),
        _ => None,
    }
}

const TYPES: Unreadable = Unreadable("a value is neither i1, i32 nor i64");
const SHAPE: Unreadable = Unreadable("an op has not the operands that it must have");

/// The width of a value, which must be 1, 32 or 64.
fn width_of(module: &Module, value: ir::Value) -> Read<u32> {
    let width = width(module, module.ty(value)).ok_or(TYPES)?;
    if [1, 32, 64].contains(&width) { Ok(width) } else { Err(TYPES) }
}

/// The width of registers: that of the longest number.
fn registers(module: &Module, block: Block) -> Read<u32> {
    let mut bits = 32;
    for &arg in module.arguments(block) {
        bits = bits.max(width_of(module, arg)?);
    }
    for op in module.ops(block) {
        for result in module.results(op) {
            bits = bits.max(width_of(module, result)?);
        }
    }
    Ok(bits)
}

/// Reads a function: the expressions of what it returns.
pub(crate) fn read(module: &Module, block: Block, lengths: &[i64]) -> Read<(Form, Args)> {
    if module.arguments(block).len() != lengths.len() {
        return Err(Unreadable("there is no length for each argument"));
    }
    let mut reader = Reader::new(lengths, registers(module, block)?);
    let mut values: FxHashMap<ir::Value, Value> = FxHashMap::default();
    for (number, &arg) in module.arguments(block).iter().enumerate() {
        let width = width_of(module, arg)?;
        if width == 1 {
            return Err(TYPES);
        }
        let number = u32::try_from(number).map_err(|_| SHAPE)?;
        values.insert(arg, reader.arg(number, width));
    }
    for op in module.ops(block) {
        let operands = module.operands(op).iter().map(|value| values.get(value).copied());
        let operands: Option<Vec<Value>> = operands.collect();
        let operands = operands.ok_or(Unreadable("an operand from elsewhere"))?;
        if module.name(op) == "func.return" {
            return reader.finish(&operands);
        }
        let results = read_op(module, op, &operands, &mut reader)?;
        values.extend(module.results(op).zip(results));
    }
    Err(Unreadable("it does not return"))
}

/// The values that an op gives.
fn read_op(
    module: &Module,
    op: ir::Op,
    operands: &[Value],
    reader: &mut Reader,
) -> Read<Vec<Value>> {
    let result = module.result(op, 0).ok_or(SHAPE)?;
    let width = width_of(module, result)?;
    let name =
        module.name(op).strip_prefix("arith.").ok_or(Unreadable("an op that is no arith op"))?;
    let value = match (name, operands) {
        ("constant", []) => {
            let value = module.attr(op, "value").and_then(|value| module.ctx.as_int(value));
            reader.constant(value.ok_or(SHAPE)?, width)
        }
        ("addi", &[a, b]) => logical_or(reader, &Op::Xor, a, b, |r| r.add(a, 1, b)),
        ("subi", &[a, b]) => logical_or(reader, &Op::Xor, a, b, |r| r.add(a, -1, b)),
        ("muli", &[a, b]) => logical_or(reader, &Op::And, a, b, |r| r.multiply(a, b)),
        ("mului_extended", &[a, b]) => return Ok(reader.multiply_extended(a, b)?.to_vec()),
        ("divui", &[a, b]) => reader.divide(a, b, false),
        ("remui", &[a, b]) => reader.divide(a, b, true),
        ("shli", &[a, b]) => reader.shift(a, b, true),
        ("shrui", &[a, b]) => reader.shift(a, b, false),
        ("andi", &[a, b]) => reader.bitwise(&Op::And, a, b),
        ("ori", &[a, b]) => reader.bitwise(&Op::Or, a, b),
        ("xori", &[a, b]) => reader.bitwise(&Op::Xor, a, b),
        ("minui", &[a, b]) => reader.least(false, a, b),
        ("maxui", &[a, b]) => reader.least(true, a, b),
        ("select", &[condition, a, b]) => reader.select(condition, a, b),
        ("extui", &[a]) => reader.extend(a, width),
        ("trunci", &[a]) => reader.truncate(a, width),
        ("cmpi", &[a, b]) => {
            let number = module.attr(op, "predicate").and_then(|attr| module.ctx.as_int(attr));
            let pred = PREDS.iter().find(|&&(known, _)| Some(known) == number);
            let &(_, pred) = pred.ok_or(Unreadable("a signed comparison"))?;
            reader.compare(pred, a, b)
        }
        _ => Err(Unreadable("an op that address functions do not have")),
    }?;
    Ok(vec![value])
}

/// Sums and products of bools are bools.
fn logical_or(
    reader: &mut Reader,
    op: &Op,
    a: Value,
    b: Value,
    numbers: impl FnOnce(&mut Reader) -> Read<Value>,
) -> Read<Value> {
    match (a, b) {
        (Value::Bool(_), Value::Bool(_)) => reader.bitwise(op, a, b),
        _ => numbers(reader),
    }
}

/// What a function costs as it stands, and whether it has a division or a remainder.
pub(crate) fn price(module: &Module, block: Block, cost: Cost) -> (Price, bool) {
    let (mut divides, mut price) = (false, 0);
    let mut seen = Seen { module, greatest: FxHashMap::default() };
    for op in module.ops(block) {
        price += match module.name(op) {
            "arith.constant" | "func.return" => 0,
            "arith.muli" => seen.product(op, cost),
            "arith.mului_extended" => cost.multiply(),
            "arith.divui" | "arith.remui" => {
                divides = true;
                cost.divide()
            }
            _ => cost.simple(),
        };
        seen.op(op);
    }
    (price, divides)
}

/// What a driver takes values for, as a program tells of its registers.
struct Seen<'a> {
    module: &'a Module,
    /// The greatest number of each value that is not just what its type can hold.
    greatest: FxHashMap<ir::Value, u64>,
}

impl Seen<'_> {
    fn greatest(&self, value: ir::Value) -> u64 {
        self.greatest.get(&value).copied().unwrap_or_else(|| self.whole(value))
    }

    fn whole(&self, value: ir::Value) -> u64 {
        let unused = 64 - width(self.module, self.module.ty(value)).unwrap_or(64).clamp(1, 64);
        u64::MAX >> unused
    }

    fn op(&mut self, op: ir::Op) {
        let (module, operands) = (self.module, self.module.operands(op));
        let Some(result) = module.result(op, 0) else { return };
        let whole = self.whole(result);
        let bin = BINS.iter().find(|(_, name)| *name == module.name(op));
        let greatest = match (module.name(op), operands, bin) {
            ("arith.constant", ..) => {
                let value = module.attr(op, "value").and_then(|value| module.ctx.as_int(value));
                value.map_or(whole, |value| value.cast_unsigned() & whole)
            }
            ("arith.extui", &[a], _) => self.greatest(a),
            ("arith.select", &[_, a, b], _) => self.greatest(a).max(self.greatest(b)),
            (_, &[a, b], Some(&(bin, _))) => shown(bin, self.greatest(a), self.greatest(b), whole),
            _ => whole,
        };
        self.greatest.insert(result, greatest);
    }

    fn product(&self, op: ir::Op, cost: Cost) -> Price {
        let ends: Vec<u128> =
            self.module.operands(op).iter().map(|&it| u128::from(self.greatest(it)) + 1).collect();
        let &[a, b] = &*ends else { return cost.multiply() };
        let bits = self.module.result(op, 0).and_then(|it| width(self.module, self.module.ty(it)));
        cost.low(b, Size::of(1 << 64, a, bits.unwrap_or(64), cost))
    }
}

/// What a program will cost in this function, conversions included.
pub(crate) fn program_price(
    module: &Module,
    block: Block,
    program: &Program,
    roots: &[Reg],
) -> Price {
    let wide = |value: &ir::Value| width(module, module.ty(*value)) == Some(program.bits);
    let args = module.arguments(block);
    let converted = program.live(roots).into_iter().filter(|&reg| match program.get(reg) {
        Ins::Arg(number) => !wide(&args[number as usize]),
        _ => false,
    });
    let results = module.last_op(block).map_or(&[][..], |op| module.operands(op));
    let cut =
        results.iter().zip(roots).filter(|(value, reg)| !program.is_bool(**reg) && !wide(value));
    let conversions = converted.count() + cut.count();
    let conversions = Price::try_from(conversions).unwrap_or(Price::MAX);
    program.price(roots).saturating_add(conversions.saturating_mul(program.cost.simple()))
}

/// Replaces the body of a function by a program that returns these registers.
pub(crate) fn write(module: &mut Module, block: Block, program: &Program, roots: &[Reg]) {
    let old: Vec<ir::Op> = module.ops(block).collect();
    let Some(&end) = old.last() else { return };
    let types: Vec<Type> = module.operands(end).iter().map(|&value| module.ty(value)).collect();
    let live = program.live(roots);
    let halved = live.iter().filter_map(|&reg| match program.get(reg) {
        Ins::Upper(product) => Some(product),
        _ => None,
    });
    let mut writer = Writer {
        int: module.ctx.int_type(program.bits),
        bool: module.ctx.int_type(1),
        module,
        block,
        program,
        end,
        values: FxHashMap::default(),
        products: FxHashMap::default(),
        halved: halved.collect(),
    };
    for reg in live {
        writer.instruction(reg);
    }
    let results: Vec<ir::Value> =
        roots.iter().zip(&types).map(|(&reg, &ty)| writer.converted(reg, ty)).collect();
    module.set_operands(end, &results);
    for op in old.into_iter().rev().filter(|&op| op != end) {
        module.erase(op);
    }
}

struct Writer<'a> {
    module: &'a mut Module,
    block: Block,
    program: &'a Program,
    /// The `func.return`, before which ops go.
    end: ir::Op,
    int: Type,
    bool: Type,
    values: FxHashMap<Reg, ir::Value>,
    /// Both halves of products, of which one op gives both.
    products: FxHashMap<Reg, [ir::Value; 2]>,
    /// The products whose high half is needed.
    halved: FxHashSet<Reg>,
}

impl Writer<'_> {
    fn op(
        &mut self,
        name: &str,
        operands: &[ir::Value],
        results: &[Type],
        attr: Option<(&str, Attr)>,
    ) -> Vec<ir::Value> {
        let name = self.module.ctx.name(name);
        let props = attr.map(|(key, value)| {
            let key = self.module.ctx.name(key);
            self.module.ctx.dict([(key, value)])
        });
        let span = self.module.span(self.end);
        let op =
            self.module.create_op(NewOp { operands, results, props, span, ..NewOp::new(name) });
        self.module.insert_before(op, self.end);
        self.module.results(op).collect()
    }

    fn value(
        &mut self,
        name: &str,
        operands: &[Reg],
        ty: Type,
        attr: Option<(&str, Attr)>,
    ) -> ir::Value {
        let operands: Vec<ir::Value> = operands.iter().map(|reg| self.values[reg]).collect();
        self.op(name, &operands, &[ty], attr)[0]
    }

    fn instruction(&mut self, reg: Reg) {
        let value = match self.program.get(reg) {
            Ins::Arg(number) => self.argument(number),
            Ins::Const(bits) => {
                let value = self.integer(bits);
                self.value("arith.constant", &[], self.int, Some(("value", value)))
            }
            Ins::Truth(value) => {
                let value = self.module.ctx.bool(value);
                self.value("arith.constant", &[], self.bool, Some(("value", value)))
            }
            Ins::Bin(bin, a, b) => {
                let ty = if self.program.is_bool(reg) { self.bool } else { self.int };
                self.value(bin_name(bin), &[a, b], ty, None)
            }
            // Its halves are the values.
            Ins::Product(..) => return,
            Ins::Upper(product) => self.product(product)[1],
            Ins::Lower(product) => self.product(product)[0],
            Ins::Cmp(pred, a, b) => {
                let number = PREDS.iter().find(|&&(_, known)| known == pred);
                let &(number, _) = number.expect("every predicate has a number");
                let number = self.module.ctx.int(number);
                self.value("arith.cmpi", &[a, b], self.bool, Some(("predicate", number)))
            }
            Ins::Select(c, a, b) => self.value("arith.select", &[c, a, b], self.int, None),
            Ins::Number(a) => self.value("arith.extui", &[a], self.int, None),
        };
        self.values.insert(reg, value);
    }

    /// Both halves of a product, or one of them twice where the high half is not asked for.
    fn product(&mut self, product: Reg) -> [ir::Value; 2] {
        if let Some(&known) = self.products.get(&product) {
            return known;
        }
        let Ins::Product(a, b) = self.program.get(product) else {
            unreachable!("halves are taken of products only")
        };
        let operands = [self.values[&a], self.values[&b]];
        if !self.halved.contains(&product) {
            let low = self.op("arith.muli", &operands, &[self.int], None)[0];
            self.products.insert(product, [low, low]);
            return [low, low];
        }
        let results = self.op("arith.mului_extended", &operands, &[self.int, self.int], None);
        let halves = [results[0], results[1]];
        self.products.insert(product, halves);
        halves
    }

    fn integer(&mut self, bits: u64) -> Attr {
        // Constants without sign are stored as the number of their width with a sign.
        let unused = 64 - self.program.bits;
        let value = (bits << unused).cast_signed() >> unused;
        let kind = AttrKind::Integer { value: IntValue::Small(value), ty: self.int };
        self.module.ctx.attr(kind)
    }

    fn argument(&mut self, number: u32) -> ir::Value {
        let arg = self.module.arguments(self.block)[number as usize];
        self.resized(arg, self.int)
    }

    /// A register as a value of this type.
    fn converted(&mut self, reg: Reg, ty: Type) -> ir::Value {
        let value = self.values[&reg];
        self.resized(value, ty)
    }

    fn resized(&mut self, value: ir::Value, ty: Type) -> ir::Value {
        let from = width(self.module, self.module.ty(value));
        let to = width(self.module, ty);
        match from.cmp(&to) {
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Less => self.op("arith.extui", &[value], &[ty], None)[0],
            std::cmp::Ordering::Greater => self.op("arith.trunci", &[value], &[ty], None)[0],
        }
    }
}

/// Operations on two registers by their names.
const BINS: [(Bin, &str); 10] = [
    (Bin::Add, "arith.addi"),
    (Bin::Sub, "arith.subi"),
    (Bin::Mul, "arith.muli"),
    (Bin::Shl, "arith.shli"),
    (Bin::Shr, "arith.shrui"),
    (Bin::And, "arith.andi"),
    (Bin::Or, "arith.ori"),
    (Bin::Xor, "arith.xori"),
    (Bin::Min, "arith.minui"),
    (Bin::Max, "arith.maxui"),
];

fn bin_name(bin: Bin) -> &'static str {
    let name = BINS.iter().find(|&&(known, _)| known == bin);
    name.expect("every operation has a name").1
}

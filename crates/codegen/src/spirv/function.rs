//! One addressing function: each instruction becomes one of SPIR-V, but for truths, which are no numbers there.
//! It becomes a function to link, or a part of another one.

use super::parts::{Parts, Type};
use crate::arith::{Binary, Function, Inst, Kind, Predicate, Value, Width};
use rspirv::spirv::{GlslStd450Op, Op, Word};

/// Writes a function to link.
pub(super) fn write(parts: &mut Parts, function: &Function<'_>) {
    let types: Vec<Type> = function.params().map(|value| ty(function.width(value))).collect();
    let offset = ty(function.width(function.offset));
    let result = match function.valid {
        Some(_) => Type::Located(Box::new(offset)),
        None => offset,
    };
    let ids = parts.begin(function.name, &types, &result);
    for (dim, &id) in ids.iter().enumerate() {
        parts.name(id, &format!("d{dim}"));
    }
    let mut writer = Writer { function, ids, parts };
    writer.body();
    let id = match function.valid {
        Some(valid) => writer.op(Op::CompositeConstruct, &result, &[function.offset, valid]),
        None => writer.id(function.offset),
    };
    parts.end(id);
}

/// What a function gives, where its instructions were written into another.
pub(super) struct Inlined {
    pub(super) offset: Word,
    /// Whether the index has memory, where that is not certain.
    pub(super) valid: Option<Word>,
}

/// Writes the instructions of a function into the one at hand, with these arguments.
pub(super) fn inline(parts: &mut Parts, function: &Function<'_>, arguments: &[Word]) -> Inlined {
    let mut writer = Writer { function, ids: arguments.to_vec(), parts };
    writer.body();
    let uncertain = function.valid.filter(|&valid| function.constant(valid) != Some(1));
    Inlined { offset: writer.id(function.offset), valid: uncertain.map(|valid| writer.id(valid)) }
}

/// The type of a value.
fn ty(width: Width) -> Type {
    match width {
        Width::I1 => Type::Bool,
        Width::I32 => Type::U32,
        Width::I64 => Type::U64,
    }
}

struct Writer<'p, 'f> {
    parts: &'p mut Parts,
    function: &'f Function<'f>,
    /// The id of each value so far; 0, which is none, for those that need none.
    ids: Vec<Word>,
}

impl Writer<'_, '_> {
    /// Constants are written where they are first used, so that none is left over.
    fn id(&mut self, value: Value) -> Word {
        match self.function.constant(value) {
            Some(constant) => self.parts.constant(&ty(self.function.width(value)), constant),
            None => self.ids[value.index()],
        }
    }

    fn body(&mut self) {
        for inst in &self.function.body {
            self.inst(inst);
        }
    }

    fn op(&mut self, op: Op, ty: &Type, operands: &[Value]) -> Word {
        let operands: Vec<Word> = operands.iter().map(|&operand| self.id(operand)).collect();
        self.parts.op(op, ty, &operands)
    }

    /// What no result depends on is left out.
    fn inst(&mut self, inst: &Inst) {
        let halves = [Some(inst.result), inst.second()];
        let used = halves.map(|half| half.is_some_and(|value| self.function.is_used(value)));
        if let Kind::MulExtended(a, b) = inst.kind {
            let ids = self.product(a, b, used);
            return self.ids.extend(ids);
        }
        let id = if used[0] { self.single(inst) } else { 0 };
        self.ids.push(id);
    }

    /// The low and the high half of a product.
    fn product(&mut self, a: Value, b: Value, used: [bool; 2]) -> [Word; 2] {
        if used == [false; 2] {
            return [0; 2];
        }
        let half = ty(self.function.width(a));
        let both = self.op(Op::UMulExtended, &Type::Product(Box::new(half.clone())), &[a, b]);
        let mut member = |place| self.parts.member(&half, both, place);
        [if used[0] { member(0) } else { 0 }, if used[1] { member(1) } else { 0 }]
    }

    /// An instruction with one result; none for a constant.
    fn single(&mut self, inst: &Inst) -> Word {
        let result = ty(self.function.width(inst.result));
        match inst.kind {
            Kind::Constant(_) | Kind::MulExtended(..) => 0,
            Kind::Binary(op, a, b) => self.binary(op, &result, a, b),
            Kind::Compare(predicate, a, b) => self.op(compare(predicate), &result, &[a, b]),
            Kind::Select(condition, a, b) => self.op(Op::Select, &result, &[condition, a, b]),
            Kind::Extend(a) if self.function.width(a) == Width::I1 => {
                let (truth, one) = (self.id(a), self.parts.constant(&result, 1));
                let zero = self.parts.constant(&result, 0);
                self.parts.op(Op::Select, &result, &[truth, one, zero])
            }
            Kind::Extend(a) | Kind::Truncate(a) => self.op(Op::UConvert, &result, &[a]),
        }
    }

    fn binary(&mut self, op: Binary, ty: &Type, a: Value, b: Value) -> Word {
        let truths = *ty == Type::Bool;
        let op = match op {
            Binary::Add => Op::IAdd,
            Binary::Sub => Op::ISub,
            Binary::Mul => Op::IMul,
            Binary::Div => Op::UDiv,
            Binary::Rem => Op::UMod,
            Binary::Shl => Op::ShiftLeftLogical,
            Binary::Shr => Op::ShiftRightLogical,
            Binary::And if truths => Op::LogicalAnd,
            Binary::And => Op::BitwiseAnd,
            Binary::Or if truths => Op::LogicalOr,
            Binary::Or => Op::BitwiseOr,
            Binary::Xor if truths => Op::LogicalNotEqual,
            Binary::Xor => Op::BitwiseXor,
            Binary::Min | Binary::Max => {
                let op = if op == Binary::Min { GlslStd450Op::UMin } else { GlslStd450Op::UMax };
                let operands = [self.id(a), self.id(b)];
                return self.parts.extended(op, ty, &operands);
            }
        };
        self.op(op, ty, &[a, b])
    }
}

fn compare(predicate: Predicate) -> Op {
    match predicate {
        Predicate::Equal => Op::IEqual,
        Predicate::NotEqual => Op::INotEqual,
        Predicate::Less => Op::ULessThan,
        Predicate::LessEqual => Op::ULessThanEqual,
        Predicate::Greater => Op::UGreaterThan,
        Predicate::GreaterEqual => Op::UGreaterThanEqual,
    }
}

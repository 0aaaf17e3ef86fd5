//! Translation of an addressing function to an exported SPIR-V function, or inline into an entry point.
//!
//! Each instruction becomes one SPIR-V instruction. An exception is the extension of a boolean, which SPIR-V expresses
//! as a select, because booleans are not integers there.

use super::parts::{ModuleParts, SpirvType};
use address::AddressForm;
use address::arith::AddressFunction;
use address::operation::{CmpPredicate, Operation, Width, WordOp};
use address::program::{Instruction, Program, ValueId};
use rspirv::spirv::{GlslStd450Op, Op, StorageClass, Word};

/// Writes an exported function.
pub(super) fn write(parts: &mut ModuleParts, function: &AddressFunction<'_>) {
    let program = &function.program;
    let types: Vec<SpirvType> = program.params().iter().map(|param| ty(param.width)).collect();
    let words: Vec<SpirvType> =
        function.words().iter().map(|&word| ty(program.width(word))).collect();
    let result = match (function.form(), function.valid()) {
        (AddressForm::Inverse | AddressForm::Bits(_), _) => SpirvType::Owner(words),
        (_, Some(_)) => SpirvType::Located(Box::new(words[0].clone())),
        (_, None) => words[0].clone(),
    };
    let params = parts.begin(function.name, &types, &result);
    for (label, &id) in function.labels().iter().zip(&params) {
        parts.name(id, label);
    }
    let mut writer = FunctionWriter::new(parts, program, &params);
    writer.body();
    let id = match function.valid() {
        Some(_) => writer.op(Op::CompositeConstruct, &result, program.results()),
        None => writer.id(program.offset()),
    };
    parts.end(id);
}

/// Writes the instructions of a program into the current function, with these arguments. Returns its results.
pub(super) fn values(parts: &mut ModuleParts, program: &Program, arguments: &[Word]) -> Vec<Word> {
    let mut writer = FunctionWriter::new(parts, program, arguments);
    writer.body();
    program.results().iter().map(|&result| writer.id(result)).collect()
}

/// Returns the SPIR-V type of words of this width.
fn ty(width: Width) -> SpirvType {
    match width {
        Width::I1 => SpirvType::Bool,
        Width::I64 => SpirvType::U64,
        _ => SpirvType::U32,
    }
}

struct FunctionWriter<'p, 'f> {
    parts: &'p mut ModuleParts,
    program: &'f Program,
    used: Vec<bool>,
    params: &'f [Word],
    /// The variable of each table that the results depend on, and the type of its values.
    tables: Vec<Option<(Word, SpirvType)>>,
    /// The id of each value so far; 0, which is not a valid id, for constants and unused values.
    ids: Vec<Word>,
}

impl<'p, 'f> FunctionWriter<'p, 'f> {
    fn new(
        parts: &'p mut ModuleParts,
        program: &'f Program,
        params: &'f [Word],
    ) -> FunctionWriter<'p, 'f> {
        let used = program.used();
        FunctionWriter { parts, program, used, params, tables: Vec::new(), ids: Vec::new() }
    }

    /// Returns the id of a value. A constant is declared at its first use, so unused constants are not declared.
    fn id(&mut self, value: ValueId) -> Word {
        match self.program.constant(value) {
            Some(constant) => self.parts.constant(&ty(self.program.width(value)), constant),
            None => self.ids[value.index()],
        }
    }

    /// Writes the instructions that the results depend on.
    fn body(&mut self) {
        self.tables();
        for value in self.program.values() {
            let used = self.used[value.index()];
            let id = if used { self.instruction(self.program.instruction(value)) } else { 0 };
            self.ids.push(id);
        }
    }

    /// Writes the variables of the tables, which are the first instructions of a function.
    fn tables(&mut self) {
        for (table, is_used) in self.program.tables().iter().zip(self.program.used_tables()) {
            let variable = table.values().filter(|_| is_used).map(|values| {
                let values: Vec<u64> = values.iter().map(|value| value.unsigned_abs()).collect();
                let of = if table.is_wide() { SpirvType::U64 } else { SpirvType::U32 };
                (self.parts.table(&of, &values, table.name()), of)
            });
            self.tables.push(variable);
        }
    }

    /// Writes the load of a value of a table. An index outside the table has the last value.
    fn lookup(&mut self, instruction: &Instruction, at: u32, index: ValueId) -> Word {
        let table = self.program.table(instruction).expect("the program has the table");
        let last = table.length().unsigned_abs() - 1;
        let index_type = ty(self.program.width(index));
        let (variable, of) = self.tables[at as usize].clone().expect("the values are given");
        let index = self.id(index);
        let last = self.parts.constant(&index_type, last);
        let index = self.parts.extended(GlslStd450Op::UMin, &index_type, &[index, last]);
        let pointer = SpirvType::Pointer(StorageClass::Function, Box::new(of.clone()));
        let pointer = self.parts.op(Op::AccessChain, &pointer, &[variable, index]);
        let value = self.parts.op(Op::Load, &of, &[pointer]);
        let result = ty(instruction.width);
        if of == result { value } else { self.parts.op(Op::UConvert, &result, &[value]) }
    }

    fn op(&mut self, op: Op, ty: &SpirvType, operands: &[ValueId]) -> Word {
        let operands: Vec<Word> = operands.iter().map(|&operand| self.id(operand)).collect();
        self.parts.op(op, ty, &operands)
    }

    fn instruction(&mut self, instruction: &Instruction) -> Word {
        let result = ty(instruction.width);
        let operands = instruction.operands();
        match (instruction.operation, operands) {
            (Operation::Param(dim), _) => self.params[dim as usize],
            (Operation::Constant(_), _) => 0,
            (Operation::Binary(op), &[a, b]) => self.binary(op, &result, a, b),
            (Operation::Compare(predicate), _) => self.op(compare(predicate), &result, operands),
            (Operation::Select, _) => self.op(Op::Select, &result, operands),
            (Operation::Extend, &[a]) if self.program.width(a) == Width::I1 => {
                let boolean = self.id(a);
                let one = self.parts.constant(&result, 1);
                let zero = self.parts.constant(&result, 0);
                self.parts.op(Op::Select, &result, &[boolean, one, zero])
            }
            (Operation::Extend | Operation::Truncate, _) => {
                self.op(Op::UConvert, &result, operands)
            }
            (Operation::Product, _) => {
                self.op(Op::UMulExtended, &SpirvType::Product(Box::new(result)), operands)
            }
            (Operation::Low | Operation::High, &[product]) => {
                let product = self.id(product);
                let index = u32::from(instruction.operation == Operation::High);
                self.parts.member(&result, product, index)
            }
            (Operation::Lookup(at), &[index]) => self.lookup(instruction, at, index),
            _ => unreachable!("an instruction has the operands of its operation"),
        }
    }

    fn binary(&mut self, op: WordOp, ty: &SpirvType, a: ValueId, b: ValueId) -> Word {
        let booleans = *ty == SpirvType::Bool;
        let op = match op {
            WordOp::Add => Op::IAdd,
            WordOp::Sub => Op::ISub,
            WordOp::Mul => Op::IMul,
            WordOp::Div => Op::UDiv,
            WordOp::Rem => Op::UMod,
            WordOp::Shl => Op::ShiftLeftLogical,
            WordOp::Shr => Op::ShiftRightLogical,
            WordOp::And if booleans => Op::LogicalAnd,
            WordOp::And => Op::BitwiseAnd,
            WordOp::Or if booleans => Op::LogicalOr,
            WordOp::Or => Op::BitwiseOr,
            WordOp::Xor if booleans => Op::LogicalNotEqual,
            WordOp::Xor => Op::BitwiseXor,
            WordOp::Min | WordOp::Max => {
                let op = if op == WordOp::Min { GlslStd450Op::UMin } else { GlslStd450Op::UMax };
                let operands = [self.id(a), self.id(b)];
                return self.parts.extended(op, ty, &operands);
            }
        };
        self.op(op, ty, &[a, b])
    }
}

fn compare(predicate: CmpPredicate) -> Op {
    match predicate {
        CmpPredicate::Equal => Op::IEqual,
        CmpPredicate::NotEqual => Op::INotEqual,
        CmpPredicate::Less => Op::ULessThan,
        CmpPredicate::LessEqual => Op::ULessThanEqual,
        CmpPredicate::Greater => Op::UGreaterThan,
        CmpPredicate::GreaterEqual => Op::UGreaterThanEqual,
    }
}

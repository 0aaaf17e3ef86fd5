//! The statements of a function: one local value for each used instruction of its program.
//!
//! Values that the results do not depend on are omitted, and comparisons with a constant result are written as `true`
//! or `false`, because compilers warn about both.

use super::language::{FunctionBody, Results, SourceLanguage};
use super::locals::LocalNames;
use crate::identifiers::{Reserved, UniqueNames};
use address::operation::{CmpPredicate, Operation, Width, WordOp};
use address::program::{Instruction, Program, ValueId};
use ir::layout::StridedInterval;

/// Writes the body of a program whose parameters have these names, and which returns these words and this validity.
/// `unique` has the names in use.
pub(super) fn written(
    (language, reserved): (&dyn SourceLanguage, &Reserved),
    program: &Program,
    params: &[String],
    (words, valid): (&[ValueId], Option<ValueId>),
    (unique, tables): (UniqueNames, Vec<String>),
) -> FunctionBody {
    let used = program.used();
    let locals = LocalNames::new(program, params, reserved, unique);
    let mut writer = BodyWriter {
        language,
        program,
        params,
        tables,
        names: Vec::new(),
        statements: String::new(),
    };
    writer.tables();
    for (place, name) in params.iter().enumerate() {
        if !is_param_used(program, &used, place) {
            writer.statements += &language.unused(name);
        }
    }
    for (value, local) in program.values().zip(locals.into_names()) {
        writer.define(value, used[value.index()], local);
    }
    let results = Results {
        words: words.iter().map(|&word| writer.name(word).to_owned()).collect(),
        valid: valid.map(|valid| writer.name(valid).to_owned()),
    };
    FunctionBody { statements: writer.statements, results }
}

fn is_param_used(program: &Program, used: &[bool], place: usize) -> bool {
    let mut values = program.values().filter(|value| used[value.index()]);
    values.any(|value| match program.instruction(value).operation {
        Operation::Param(dim) => dim as usize == place,
        _ => false,
    })
}

struct BodyWriter<'a> {
    language: &'a dyn SourceLanguage,
    program: &'a Program,
    params: &'a [String],
    /// The name of each table.
    tables: Vec<String>,
    /// The expression of each value so far: a parameter, a local value or a literal.
    names: Vec<String>,
    statements: String,
}

impl BodyWriter<'_> {
    fn name(&self, value: ValueId) -> &str {
        &self.names[value.index()]
    }

    /// Defines the tables that are not parameters.
    fn tables(&mut self) {
        let tables = self.program.tables().iter().zip(&self.tables);
        for ((table, name), is_used) in tables.zip(self.program.used_tables()) {
            if let Some(values) = table.values().filter(|_| is_used) {
                self.statements += &self.language.table(name, values, table.is_wide());
            }
        }
    }

    /// Names a value by a parameter, a literal or a local value. Unused values are not defined.
    fn define(&mut self, value: ValueId, is_used: bool, local: String) {
        let instruction = self.program.instruction(value);
        let text = match instruction.operation {
            Operation::Param(dim) => return self.names.push(self.params[dim as usize].clone()),
            Operation::Constant(word) => {
                return self.names.push(self.language.literal(word, instruction.width));
            }
            // The halves of a product are the values.
            Operation::Product => return self.names.push(String::new()),
            _ if !is_used => return self.names.push(String::new()),
            _ => self.expression(instruction),
        };
        let ty = self.language.word_type(instruction.width);
        self.statements += &self.language.local(ty, &local, &text);
        self.names.push(local);
    }

    fn expression(&self, instruction: &Instruction) -> String {
        match (instruction.operation, instruction.operands()) {
            (Operation::Binary(op), &[a, b]) if instruction.width == Width::I1 => {
                self.boolean(op, a, b)
            }
            (Operation::Binary(op), &[a, b]) => self.binary(op, a, b),
            (Operation::Compare(predicate), &[a, b]) => self.compare(predicate, a, b),
            (Operation::Select, &[a, b, c]) => {
                self.language.select(self.name(a), self.name(b), self.name(c))
            }
            (Operation::Extend | Operation::Truncate, &[a]) => self.convert(instruction.width, a),
            (Operation::Lookup(at), &[index]) => {
                let table = self.program.table(instruction).expect("the program has the table");
                let width = instruction.width;
                let end = table.length().unsigned_abs();
                let [end, last] = [end, end - 1].map(|it| self.language.literal(it, width));
                let index = self.name(index);
                let inside = self.language.select(&format!("{index} < {end}"), index, &last);
                let name = &self.tables[at as usize];
                if table.is_declared() {
                    return self.language.declared_entry(name, &format!("({inside})"), width);
                }
                self.language.entry((name, table.is_wide()), &format!("({inside})"), width)
            }
            (half, &[product]) => match (half, self.program.instruction(product).operands()) {
                (Operation::Low, &[a, b]) => self.binary(WordOp::Mul, a, b),
                (Operation::High, &[a, b]) => {
                    self.language.high_half(instruction.width, self.name(a), self.name(b))
                }
                _ => unreachable!("the operand of `Low` and `High` is a product"),
            },
            _ => unreachable!("`define` handles parameters, constants and products"),
        }
    }

    fn convert(&self, to: Width, value: ValueId) -> String {
        let word = self.name(value);
        if self.program.width(value) != Width::I1 {
            return self.language.convert(to, word);
        }
        // Not every language converts booleans to numbers.
        let [one, zero] = [1, 0].map(|bit| self.language.literal(bit, to));
        self.language.select(word, &one, &zero)
    }

    fn binary(&self, op: WordOp, a: ValueId, b: ValueId) -> String {
        let sign = match op {
            WordOp::Add | WordOp::Sub | WordOp::Mul => {
                return self.language.wrapping(op, self.name(a), self.name(b));
            }
            WordOp::Div => "/",
            WordOp::Rem => "%",
            WordOp::Shl => return self.shift("<<", a, b),
            WordOp::Shr => return self.shift(">>", a, b),
            WordOp::And => "&",
            WordOp::Or => "|",
            WordOp::Xor => "^",
            WordOp::Min => return self.pick(CmpPredicate::Less, a, b),
            WordOp::Max => return self.pick(CmpPredicate::Greater, a, b),
        };
        format!("{} {sign} {}", self.name(a), self.name(b))
    }

    /// Returns a shift by a constant, or by a parameter of the width of the value. The type of the amount does not affect the
    /// result.
    fn shift(&self, sign: &str, value: ValueId, amount: ValueId) -> String {
        let by = self.program.constant(amount).map(|amount| amount.to_string());
        let by = by.unwrap_or_else(|| self.name(amount).to_owned());
        format!("{} {sign} {by}", self.name(value))
    }

    /// Returns a conditional expression: `a` if the predicate holds for both values, otherwise `b`.
    fn pick(&self, predicate: CmpPredicate, a: ValueId, b: ValueId) -> String {
        self.language.select(&self.compare(predicate, a, b), self.name(a), self.name(b))
    }

    fn boolean(&self, op: WordOp, a: ValueId, b: ValueId) -> String {
        let sign = match op {
            WordOp::And => "&&",
            WordOp::Or => "||",
            _ if self.program.constant(b) == Some(1) => return format!("!{}", self.name(a)),
            _ => "!=",
        };
        format!("{} {sign} {}", self.name(a), self.name(b))
    }

    fn compare(&self, predicate: CmpPredicate, a: ValueId, b: ValueId) -> String {
        if let Some(holds) = always(self.program, predicate, a, b) {
            return self.language.literal(holds.into(), Width::I1);
        }
        let sign = match predicate {
            CmpPredicate::Equal => "==",
            CmpPredicate::NotEqual => "!=",
            CmpPredicate::Less => "<",
            CmpPredicate::LessEqual => "<=",
            CmpPredicate::Greater => ">",
            CmpPredicate::GreaterEqual => ">=",
        };
        format!("{} {sign} {}", self.name(a), self.name(b))
    }
}

/// Returns the program with a constant for each value that is always the same: an operation on constants, and a
/// comparison with a constant result. Values that only these use are then dead.
pub(super) fn with_folded_constants(program: &Program) -> Program {
    let mut known: Vec<Option<u128>> = Vec::new();
    for value in program.values() {
        let instruction = program.instruction(value);
        let word = match (instruction.operation, instruction.operands()) {
            (Operation::Compare(predicate), &[a, b]) => {
                always(program, predicate, a, b).map(u128::from)
            }
            (Operation::Binary(WordOp::Xor), &[a, b]) if a == b => Some(0),
            _ => None,
        };
        known.push(word.or_else(|| evaluated(program, instruction, &known)));
    }
    program.with_constants(|value| {
        let is_product = program.instruction(value).operation == Operation::Product;
        known[value.index()].filter(|_| !is_product).map(|word| word as u64)
    })
}

/// Returns the word of an instruction whose operands are known.
fn evaluated(program: &Program, instruction: &Instruction, known: &[Option<u128>]) -> Option<u128> {
    if matches!(instruction.operation, Operation::Param(_)) {
        return None;
    }
    let operands = instruction.operands();
    let mut words = [0; 3];
    for (word, operand) in words.iter_mut().zip(operands) {
        *word = known[operand.index()]?;
    }
    let of = operands.first().map_or(instruction.width, |&operand| program.width(operand));
    let halves = if instruction.operation == Operation::Product { 2 } else { 1 };
    let exact = instruction.operation.exact(words, of)?;
    Some(exact & (u128::MAX >> (128 - halves * instruction.width.bits())))
}

/// Returns the result of a comparison that compilers warn about because it is constant: a comparison of a value with
/// itself, of two constants, or with the minimum or maximum of the type. `None` for other comparisons.
fn always(program: &Program, predicate: CmpPredicate, a: ValueId, b: ValueId) -> Option<bool> {
    let [left, right] = [a, b].map(|value| match program.constant(value) {
        Some(word) => StridedInterval::number(word.into()),
        None => program.width(value).words(),
    });
    if a == b { Some(predicate.holds(0, 0)) } else { predicate.decided(left, right) }
}

//! The text of a program, for tests and for debugging.

use super::{Instruction, Program};
use crate::operation::Operation;
use layout::joined;
use std::fmt;

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for value in self.values() {
            let instruction = self.instruction(value);
            write!(f, "%{} = {}", value.index(), head(instruction))?;
            for (position, operand) in instruction.operands().iter().enumerate() {
                let comma = if position == 0 { " " } else { ", " };
                write!(f, "{comma}%{}", operand.index())?;
            }
            writeln!(f, " : i{}", instruction.width.bits())?;
        }
        let results = self.results().iter().map(|value| format!("%{}", value.index()));
        writeln!(f, "return {}", joined(results, ", "))
    }
}

/// Returns the name of the operation with its immediate (position, constant or predicate) and its flags.
fn head(instruction: &Instruction) -> String {
    let name = instruction.operation.name();
    let name = match instruction.operation {
        Operation::Param(position) => format!("{name} {position}"),
        Operation::Constant(word) => format!("{name} {word}"),
        Operation::Compare(predicate) => format!("{name} {predicate:?}"),
        _ => name.to_owned(),
    };
    let flags = [(instruction.flags.nuw, " nuw"), (instruction.flags.nsw, " nsw")];
    let flags = flags.into_iter().filter(|(has, _)| *has).map(|(_, flag)| flag);
    flags.fold(name, |name, flag| name + flag)
}

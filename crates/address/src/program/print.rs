//! The text of a program, for tests and for debugging.

use super::{Instruction, Program};
use crate::operation::{Operation, names};
use std::fmt;

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for value in self.values() {
            let instruction = self.instruction(value);
            write!(f, "%{} = {}", value.index(), head(instruction))?;
            for (place, operand) in instruction.operands().iter().enumerate() {
                let comma = if place == 0 { " " } else { ", " };
                write!(f, "{comma}%{}", operand.index())?;
            }
            writeln!(f, " : i{}", instruction.width.bits())?;
        }
        let results: Vec<String> =
            self.results().iter().map(|value| format!("%{}", value.index())).collect();
        writeln!(f, "return {}", results.join(", "))
    }
}

/// The operation with what it states itself.
fn head(instruction: &Instruction) -> String {
    let name = match instruction.operation {
        Operation::Param(place) => format!("param {place}"),
        Operation::Constant(word) => format!("{} {word}", names::CONSTANT),
        Operation::Binary(op) => op.row().name.to_owned(),
        Operation::Compare(predicate) => format!("{} {predicate:?}", names::COMPARE),
        Operation::Select => names::SELECT.to_owned(),
        Operation::Extend => names::EXTEND.to_owned(),
        Operation::Truncate => names::TRUNCATE.to_owned(),
        Operation::Product => names::PRODUCT.to_owned(),
        Operation::Low => "low".to_owned(),
        Operation::High => "high".to_owned(),
    };
    let flags = [(instruction.flags.nuw, " nuw"), (instruction.flags.nsw, " nsw")];
    let flags = flags.into_iter().filter(|(has, _)| *has).map(|(_, flag)| flag);
    flags.fold(name, |name, flag| name + flag)
}

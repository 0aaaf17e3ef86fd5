//! Names of local values that state what the values hold: `c_outer` for a quotient of the index component `c`,
//! `n_offset` for its product with a stride, `valid` for a validity.

use crate::identifiers::{Reserved, UniqueNames};
use address::operation::{Operation, Width, WordOp};
use address::program::{Instruction, Program, ValueId};

/// The name of an offset.
pub(crate) const OFFSET: &str = "offset";

/// The name of an offset in a function that has a parameter of the name `offset`.
pub(crate) const NEXT: &str = "next";

/// The number of words after which a name is not extended further.
const MAX_WORDS: usize = 3;

/// The names of all values of a program; empty for values that have no local.
pub(super) struct LocalNames<'a> {
    program: &'a Program,
    params: &'a [String],
    /// The index components that each value depends on.
    dependences: Vec<Dependence>,
    names: Vec<String>,
    unique: UniqueNames,
}

/// The index components that a value depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dependence {
    None,
    One(usize),
    Several,
}

impl Dependence {
    fn join(self, other: Dependence) -> Dependence {
        match (self, other) {
            (Dependence::None, it) | (it, Dependence::None) => it,
            (a, b) if a == b => a,
            _ => Dependence::Several,
        }
    }
}

impl<'a> LocalNames<'a> {
    /// Names the values of a program whose index components have these names. `unique` has the names in use.
    pub(super) fn new(
        program: &'a Program,
        params: &'a [String],
        reserved: &Reserved,
        unique: UniqueNames,
    ) -> LocalNames<'a> {
        let mut locals =
            LocalNames { program, params, dependences: Vec::new(), names: Vec::new(), unique };
        let used = program.used();
        for value in program.values() {
            let dependence = locals.dependence(program.instruction(value));
            locals.dependences.push(dependence);
            let name = if used[value.index()] { locals.name(value, reserved) } else { None };
            locals.names.push(name.unwrap_or_default());
        }
        locals
    }

    /// Returns the names in the order of the values.
    pub(super) fn into_names(self) -> Vec<String> {
        self.names
    }

    fn dependence(&self, instruction: &Instruction) -> Dependence {
        if let Operation::Param(dim) = instruction.operation {
            return Dependence::One(dim as usize);
        }
        let operands =
            instruction.operands().iter().map(|operand| self.dependences[operand.index()]);
        operands.fold(Dependence::None, Dependence::join)
    }

    fn name(&mut self, value: ValueId, reserved: &Reserved) -> Option<String> {
        let instruction = self.program.instruction(value);
        let role = role(self.program, instruction)?;
        let takes_offset = self.params.last().is_some_and(|param| param == OFFSET);
        let preferred = match self.dependences[value.index()] {
            Dependence::One(dim) if !takes_offset || dim + 1 < self.params.len() => {
                extended(self.stem(instruction, dim), role)
            }
            _ if takes_offset && role == OFFSET => NEXT.to_owned(),
            _ => role.to_owned(),
        };
        Some(self.unique.claim(&reserved.avoided(preferred.to_ascii_lowercase())))
    }

    /// Returns the name to extend for a value: that of its only variable operand, or the index component if that name is
    /// long.
    fn stem(&self, instruction: &Instruction, dim: usize) -> &str {
        let mut operands =
            instruction.operands().iter().filter(|value| self.program.constant(**value).is_none());
        let param = &self.params[dim];
        let (Some(only), None) = (operands.next(), operands.next()) else { return param };
        let name = &self.names[only.index()];
        let words = name.get(param.len()..).unwrap_or_default().split('_').count();
        let is_extended = !name.is_empty() && name.starts_with(param.as_str()) && words < MAX_WORDS;
        if is_extended { name } else { param }
    }
}

/// Returns a name with the role, unless the name ends with it.
fn extended(stem: &str, role: &str) -> String {
    let has_role = stem.strip_suffix(role).is_some_and(|rest| rest.ends_with('_'));
    if has_role { stem.to_owned() } else { format!("{stem}_{role}") }
}

/// Returns the role of a value; `None` if it needs no local.
fn role(program: &Program, instruction: &Instruction) -> Option<&'static str> {
    Some(match instruction.operation {
        Operation::Param(_) | Operation::Constant(_) | Operation::Product => return None,
        Operation::Binary(op) if instruction.width == Width::I1 => match op {
            WordOp::Or => "any",
            _ => "valid",
        },
        Operation::Binary(WordOp::Div | WordOp::Shr) => "outer",
        Operation::Binary(WordOp::Rem) => "inner",
        Operation::Binary(WordOp::And) if has_constant(program, instruction) => "inner",
        Operation::Binary(WordOp::Xor) => "swizzled",
        Operation::Binary(WordOp::Min | WordOp::Max) => "clamped",
        Operation::Binary(_) | Operation::Low => OFFSET,
        Operation::Compare(_) => "valid",
        Operation::Select => "selected",
        Operation::Extend => "wide",
        Operation::Truncate => "narrow",
        Operation::High => "outer",
        Operation::Lookup(_) => "entry",
    })
}

fn has_constant(program: &Program, instruction: &Instruction) -> bool {
    instruction.operands().iter().any(|&operand| program.constant(operand).is_some())
}

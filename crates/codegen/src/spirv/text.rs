//! SPIR-V in the text form of `spirv-as` and `spirv-dis`, with named ids and results aligned in a column.
//!
//! The disassembler of rspirv does not name ids and pads some operands with blanks, so this module prints the text.

use rspirv::binary::Disassemble;
use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::{GlslStd450Op, Op, Word};
use std::collections::{BTreeMap, BTreeSet};

/// The column at which instructions begin, after the result ids.
const COLUMN: usize = 18;

/// Returns the text of a module.
pub(crate) fn text(module: &Module) -> String {
    let names = SpirvNames::new(module);
    let header = module.header.as_ref();
    let bound = header.map_or(0, |header| header.bound);
    let (major, minor) = header.map_or((1, 3), |header| header.version());
    let mut out = format!("; SPIR-V\n; Version: {major}.{minor}\n; Bound: {bound}\n");
    module.global_inst_iter().for_each(|it| out.push_str(&names.line(it)));
    for function in &module.functions {
        out.push('\n');
        function.all_inst_iter().for_each(|it| out.push_str(&names.line(it)));
    }
    out
}

/// The names of ids, without `%`. An id without a name is printed as its number.
struct SpirvNames {
    names: BTreeMap<Word, String>,
    taken: BTreeSet<String>,
}

impl SpirvNames {
    fn new(module: &Module) -> SpirvNames {
        let mut names = SpirvNames { names: BTreeMap::new(), taken: BTreeSet::new() };
        for instruction in &module.types_global_values {
            names.declared(instruction);
        }
        for instruction in &module.debug_names {
            if let Op::Name = instruction.class.opcode
                && let [Operand::IdRef(id), Operand::LiteralString(name)] =
                    instruction.operands.as_slice()
            {
                names.claim(*id, name);
            }
        }
        names
    }

    /// Names a type or a constant by its definition.
    fn declared(&mut self, it: &Instruction) {
        let Some(id) = it.result_id else { return };
        let name = match (it.class.opcode, it.operands.as_slice()) {
            (Op::TypeBool, _) => "bool".to_owned(),
            (Op::TypeVoid, _) => "void".to_owned(),
            (Op::TypeInt, [Operand::LiteralBit32(8), _]) => "uchar".to_owned(),
            (Op::TypeInt, [Operand::LiteralBit32(16), _]) => "ushort".to_owned(),
            (Op::TypeInt, [Operand::LiteralBit32(32), _]) => "uint".to_owned(),
            (Op::TypeInt, _) => "ulong".to_owned(),
            (Op::TypeFloat, [Operand::LiteralBit32(bits), ..]) => format!("float{bits}"),
            (Op::ConstantTrue, _) => "true".to_owned(),
            (Op::ConstantFalse, _) => "false".to_owned(),
            (Op::Constant, [value]) => {
                let ty = it.result_type.map(|ty| self.name(ty)).unwrap_or_default();
                format!("{ty}_{}", value.disassemble())
            }
            _ => return,
        };
        self.claim(id, &name);
    }

    /// Assigns an id a unique name of letters, digits and `_` that does not begin with a digit.
    fn claim(&mut self, id: Word, preferred: &str) {
        let letters = preferred.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
        let mut name: String = letters.collect();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            name.insert(0, '_');
        }
        // Ids are unique, so the suffix makes the name unique unless another id has exactly this name.
        while !self.taken.insert(name.clone()) {
            name = format!("{name}_{id}");
        }
        self.names.insert(id, name);
    }

    fn name(&self, id: Word) -> String {
        self.names.get(&id).cloned().unwrap_or_else(|| id.to_string())
    }

    fn line(&self, it: &Instruction) -> String {
        let result = it.result_id.map(|id| format!("%{} = ", self.name(id))).unwrap_or_default();
        let ty = it.result_type.map(|ty| format!(" %{}", self.name(ty))).unwrap_or_default();
        let operands = it.operands.iter().map(|operand| format!(" {}", self.operand(operand)));
        let operands: String = operands.collect();
        format!("{result:>COLUMN$}Op{}{ty}{operands}\n", it.class.opname)
    }

    fn operand(&self, operand: &Operand) -> String {
        match operand {
            Operand::IdRef(id) | Operand::IdScope(id) => format!("%{}", self.name(*id)),
            Operand::TensorAddressingOperands(mask) => mask.disassemble(),
            Operand::LiteralString(text) => quoted(text),
            // `GLSL.std.450` is the only extended instruction set in use.
            Operand::LiteralExtInstInteger(number) => extended(*number),
            other => other.disassemble(),
        }
    }
}

fn extended(number: u32) -> String {
    GlslStd450Op::from_u32(number).map_or_else(|| number.to_string(), |op| format!("{op:?}"))
}

/// Returns a string literal. A backslash escapes a quote or a backslash.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

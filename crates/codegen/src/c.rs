//! `c`: the addressing functions of a module as a C header.
//!
//! ```text
//! static inline uint32_t offset_x(uint32_t d0, uint32_t d1)
//! {
//!     const uint32_t t0 = d0 * 5u;
//!     const uint32_t t1 = t0 + d1;
//!     return t1;
//! }
//! ```
//!
//! If not every index in bounds has an element slot, the function returns the validity and stores the offset through a
//! pointer: `bool f(uint32_t d0, uint32_t *offset)`. Functions are `static inline`, so several translation units can
//! include the header and compilers can inline the calls. The header is valid C99 and C++11.
//!
//! Types are the fixed-width types of `<stdint.h>`. 64-bit literals have a suffix, because C evaluates an operation on
//! two literals in their own type. Values that the results do not depend on are omitted, and comparisons with a
//! constant result are written as `true` or `false`, because compilers warn about both.

use crate::emitter::{ADDRESSING_PASSES, EmitContext, EmitError, Emitter};
use crate::identifiers::{Reserved, fingerprint, identifiers};
use crate::vk::{harmless, target_words};
use address::OffsetUnit;
use address::arith::{self, AddressFunction};
use address::operation::{CmpPredicate, Operation, Width, WordOp};
use address::program::{Instruction, Program, ValueId};
use ir::Verified;
use std::io;

pub(crate) const EMITTER: Emitter = Emitter {
    name: "c",
    summary: "addressing functions as a C header",
    passes: ADDRESSING_PASSES,
    options: &[],
    binary: false,
    emit,
};

fn emit(module: &Verified, cx: &EmitContext<'_>, out: &mut dyn io::Write) -> Result<(), EmitError> {
    let functions = arith::functions(module, cx.registry)?;
    let symbols: Vec<&str> = functions.iter().map(|function| function.name).collect();
    let names = identifiers(&symbols, &Reserved::c_functions(), &[]);
    let texts = names.iter().zip(&functions).map(|(name, function)| definition(name, function));
    let body: String = texts.collect();
    let needs_helper = functions.iter().any(|function| needs_high_half(&function.program));
    let helper = if needs_helper { HIGH_HALF } else { "" };
    let target = target_words(cx.target);
    let guard = format!("LAYOUTC_C_{:016X}_H", fingerprint(&body));
    write!(
        out,
        "/* Addressing functions, written by layoutc{target}. For C99 and C++11, and later. */\n\
         #ifndef {guard}\n\
         #define {guard}\n\n\
         #include <stdbool.h>\n\
         #include <stdint.h>\n\
         {helper}{body}\n\
         #endif\n"
    )?;
    Ok(())
}

/// The helper for the high half of a 64-bit product. Standard C has no 128-bit type, so without that of GCC and Clang
/// the helper adds partial products. No sum overflows: (2^32 - 1)^2 + 2^32 - 1 is below 2^64.
const HIGH_HALF: &str = "
#ifndef LAYOUTC_MUL_HIGH
#define LAYOUTC_MUL_HIGH
/* The high 64 bits of a 128-bit product. */
static inline uint64_t layoutc_mul_high(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 product;
    return (uint64_t)(((product)a * b) >> 64);
#else
    const uint64_t a0 = a & 0xffffffffull, a1 = a >> 32;
    const uint64_t b0 = b & 0xffffffffull, b1 = b >> 32;
    const uint64_t middle = a1 * b0 + ((a0 * b0) >> 32);
    const uint64_t other = a0 * b1 + (middle & 0xffffffffull);
    return a1 * b1 + (middle >> 32) + (other >> 32);
#endif
}
#endif
";

/// Returns `true` if a program uses the high half of a 64-bit product.
fn needs_high_half(program: &Program) -> bool {
    let used = program.used();
    program.values().filter(|value| used[value.index()]).any(|value| {
        let instruction = program.instruction(value);
        instruction.operation == Operation::High && instruction.width == Width::I64
    })
}

fn definition(name: &str, function: &AddressFunction<'_>) -> String {
    let program = &function.program;
    let comment = comment(function);
    let offset = ctype(program.width(program.offset()));
    let result = if program.valid().is_some() { "bool" } else { offset };
    let params = program.params().iter().enumerate();
    let params = params.map(|(dim, param)| format!("{} d{dim}", ctype(param.width)));
    let pointer = program.valid().map(|_| format!("{offset} *offset"));
    let params: Vec<String> = params.chain(pointer).collect();
    let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
    let body = CBody::new(&with_decided_booleans(program)).text();
    format!("\n{comment}static inline {result} {name}({params})\n{{\n{body}}}\n")
}

fn comment(function: &AddressFunction<'_>) -> String {
    let (name, of) = (harmless(function.name), harmless(function.of));
    let unit = match function.unit {
        OffsetUnit::Element => "elements",
        OffsetUnit::Byte => "bytes",
    };
    let ranges = function.lengths().enumerate().map(|(dim, length)| format!("d{dim} < {length}"));
    let ranges: Vec<String> = ranges.collect();
    let ranges =
        if ranges.is_empty() { String::new() } else { format!(", for {}", ranges.join(", ")) };
    let valid = match function.program.valid() {
        Some(_) => "\n * returns false if the index has no element; `*offset` is then unspecified",
        None => "",
    };
    format!("/* `@{name}`: the offset of an element of `@{of}` in {unit}{ranges}{valid} */\n")
}

fn ctype(width: Width) -> &'static str {
    match width {
        Width::I1 => "bool",
        Width::I64 => "uint64_t",
        _ => "uint32_t",
    }
}

fn literal(value: u64, width: Width) -> String {
    match (width, value) {
        (Width::I1, 0) => "false".to_owned(),
        (Width::I1, _) => "true".to_owned(),
        (Width::I64, _) => format!("{value}ull"),
        _ => format!("{value}u"),
    }
}

/// Returns the program with a constant for each boolean that is always the same. Values that only such booleans use are
/// then dead.
fn with_decided_booleans(program: &Program) -> Program {
    let decided = |value| {
        let instruction = program.instruction(value);
        match (instruction.operation, instruction.operands()) {
            (Operation::Compare(predicate), &[a, b]) => always(program, predicate, a, b),
            (Operation::Binary(WordOp::Xor), &[a, b]) if a == b => {
                (instruction.width == Width::I1).then_some(false)
            }
            _ => None,
        }
    };
    program.with_constants(|value| decided(value).map(u64::from))
}

/// Returns the result of a comparison that compilers warn about because it is constant: a comparison of a value with
/// itself, of two constants, or with the minimum or maximum of the type. `None` for other comparisons.
fn always(program: &Program, predicate: CmpPredicate, a: ValueId, b: ValueId) -> Option<bool> {
    let (left, right) = (program.constant(a), program.constant(b));
    let (low, high) = (Some(0), Some(program.width(a).largest()));
    match predicate {
        _ if a == b => Some(predicate.holds(0, 0)),
        _ if left.is_some() && right.is_some() => Some(predicate.holds(left?, right?)),
        CmpPredicate::Less if left == high || right == low => Some(false),
        CmpPredicate::Greater if left == low || right == high => Some(false),
        CmpPredicate::LessEqual if left == low || right == high => Some(true),
        CmpPredicate::GreaterEqual if left == high || right == low => Some(true),
        _ => None,
    }
}

/// A function body under construction.
struct CBody<'a> {
    program: &'a Program,
    used: Vec<bool>,
    /// The C expression of each value so far: a parameter, a variable or a literal.
    names: Vec<String>,
    text: String,
    variables: usize,
}

impl<'a> CBody<'a> {
    fn new(program: &'a Program) -> CBody<'a> {
        CBody {
            program,
            used: program.used(),
            names: Vec::new(),
            text: String::new(),
            variables: 0,
        }
    }

    fn text(mut self) -> String {
        let program = self.program;
        let is_used = |dim| {
            let mut values = program.values().filter(|value| self.used[value.index()]);
            values.any(|value| program.instruction(value).operation == Operation::Param(dim))
        };
        let unused = (0..).take(program.params().len()).filter(|&dim| !is_used(dim));
        self.text = unused.map(|dim| format!("    (void)d{dim};\n")).collect();
        for value in program.values() {
            self.define(value);
        }
        let offset = self.name(program.offset());
        let end = match program.valid() {
            Some(valid) => format!("    *offset = {offset};\n    return {};\n", self.name(valid)),
            None => format!("    return {offset};\n"),
        };
        self.text + &end
    }

    fn name(&self, value: ValueId) -> &str {
        &self.names[value.index()]
    }

    /// Names a value by a parameter, a literal or a new variable. Unused values get no variable.
    fn define(&mut self, value: ValueId) {
        let instruction = self.program.instruction(value);
        let text = match instruction.operation {
            Operation::Param(dim) => return self.names.push(format!("d{dim}")),
            Operation::Constant(word) => {
                return self.names.push(literal(word, instruction.width));
            }
            // The halves of a product are the values.
            Operation::Product => return self.names.push(String::new()),
            _ if !self.used[value.index()] => return self.names.push(String::new()),
            _ => self.expression(instruction),
        };
        let name = format!("t{}", self.variables);
        self.variables += 1;
        self.text += &format!("    const {} {name} = {text};\n", ctype(instruction.width));
        self.names.push(name);
    }

    fn expression(&self, instruction: &Instruction) -> String {
        match (instruction.operation, instruction.operands()) {
            (Operation::Binary(op), &[a, b]) if instruction.width == Width::I1 => {
                self.boolean(op, a, b)
            }
            (Operation::Binary(op), &[a, b]) => self.binary(op, a, b),
            (Operation::Compare(predicate), &[a, b]) => self.compare(predicate, a, b),
            (Operation::Select, &[a, b, c]) => {
                format!("{} ? {} : {}", self.name(a), self.name(b), self.name(c))
            }
            (Operation::Extend | Operation::Truncate, &[a]) => {
                format!("({}){}", ctype(instruction.width), self.name(a))
            }
            (half, &[product]) => match (half, self.program.instruction(product).operands()) {
                (Operation::Low, &[a, b]) => self.binary(WordOp::Mul, a, b),
                (Operation::High, &[a, b]) => self.high_half(a, b),
                _ => unreachable!("the operand of `Low` and `High` is a product"),
            },
            _ => unreachable!("`define` handles parameters, constants and products"),
        }
    }

    fn binary(&self, op: WordOp, a: ValueId, b: ValueId) -> String {
        let sign = match op {
            WordOp::Add => "+",
            WordOp::Sub => "-",
            WordOp::Mul => "*",
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

    /// Returns a shift by a constant. The type of the amount does not affect the result.
    fn shift(&self, sign: &str, value: ValueId, amount: ValueId) -> String {
        let amount = self.program.constant(amount).expect("shift amounts are constants");
        format!("{} {sign} {amount}", self.name(value))
    }

    /// Returns a conditional expression: `a` if the predicate holds for both values, otherwise `b`.
    fn pick(&self, predicate: CmpPredicate, a: ValueId, b: ValueId) -> String {
        format!("{} ? {} : {}", self.compare(predicate, a, b), self.name(a), self.name(b))
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
            return holds.to_string();
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

    fn high_half(&self, a: ValueId, b: ValueId) -> String {
        let (left, right) = (self.name(a), self.name(b));
        match self.program.width(a) {
            Width::I64 => format!("layoutc_mul_high({left}, {right})"),
            _ => format!("(uint32_t)(((uint64_t){left} * {right}) >> 32)"),
        }
    }
}

#[cfg(test)]
mod tests;

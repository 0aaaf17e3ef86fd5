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
//! Where not each index has memory the function gives back whether this one has, and stores the offset behind a
//! pointer: `bool f(uint32_t d0, uint32_t *offset)`. Functions are `static inline`, so that several files of a
//! program can include the header and compilers see through the calls. It is standard C99, and also C++11.
//!
//! Types are the fixed ones of `<stdint.h>`. A 64-bit number has a literal of 64 bits, as two literals alone are
//! computed in their own type. What a result does not depend on is left out, and comparisons that always come out
//! alike are written as `true` and `false`: compilers warn of both.

use crate::arith::{self, Binary, Function, Inst, Kind, Predicate, Unit, Value, Width};
use crate::identifiers::{Reserved, identifiers};
use crate::vk::{harmless, target_words};
use crate::vk_c::fingerprint;
use crate::{EmitContext, EmitError, Emitter};
use ir::Verified;
use std::io;

pub(crate) const EMITTER: Emitter = Emitter {
    name: "c",
    summary: "addressing functions as a C header",
    passes: arith::PASSES,
    options: &[],
    binary: false,
    emit,
};

fn emit(module: &Verified, cx: &EmitContext<'_>, out: &mut dyn io::Write) -> Result<(), EmitError> {
    let functions = arith::functions(module)?;
    let symbols: Vec<&str> = functions.iter().map(|function| function.name).collect();
    let names = identifiers(&symbols, &Reserved::c_functions(), &[]);
    let texts = names.iter().zip(&functions).map(|(name, function)| definition(name, function));
    let body: String = texts.collect();
    let helper = if functions.iter().any(needs_high_half) { HIGH_HALF } else { "" };
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

/// C has no type beyond 64 bits. No sum here leaves them: (2^32 - 1)^2 + 2^32 - 1 is below 2^64.
const HIGH_HALF: &str = "
#ifndef LAYOUTC_MUL_HIGH
#define LAYOUTC_MUL_HIGH
/* The high 64 bits of a product of 128. */
static inline uint64_t layoutc_mul_high(uint64_t a, uint64_t b)
{
    const uint64_t a0 = a & 0xffffffffull, a1 = a >> 32;
    const uint64_t b0 = b & 0xffffffffull, b1 = b >> 32;
    const uint64_t middle = a1 * b0 + ((a0 * b0) >> 32);
    const uint64_t other = a0 * b1 + (middle & 0xffffffffull);
    return a1 * b1 + (middle >> 32) + (other >> 32);
}
#endif
";

fn needs_high_half(function: &Function<'_>) -> bool {
    let is_wide = |value: Value| function.is_used(value) && function.width(value) == Width::I64;
    function.body.iter().filter_map(Inst::second).any(is_wide)
}

fn definition(name: &str, function: &Function<'_>) -> String {
    let comment = comment(function);
    let offset = ctype(function.width(function.offset));
    let result = if function.valid.is_some() { "bool" } else { offset };
    let params = function.params().map(|it| format!("{} d{}", ctype(function.width(it)), it.0));
    let pointer = function.valid.map(|_| format!("{offset} *offset"));
    let params: Vec<String> = params.chain(pointer).collect();
    let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
    let body = Body::new(&with_decided_truths(function)).text();
    format!("\n{comment}static inline {result} {name}({params})\n{{\n{body}}}\n")
}

fn comment(function: &Function<'_>) -> String {
    let (name, of) = (harmless(function.name), harmless(function.of));
    let unit = match function.unit {
        Unit::Element => "elements",
        Unit::Byte => "bytes",
    };
    let ranges = function.lengths.iter().enumerate().map(|(dim, len)| format!("d{dim} < {len}"));
    let ranges: Vec<String> = ranges.collect();
    let ranges =
        if ranges.is_empty() { String::new() } else { format!(", for {}", ranges.join(", ")) };
    let valid = match function.valid {
        Some(_) => "\n * false where the index has no memory, and `*offset` no meaning",
        None => "",
    };
    format!("/* `@{name}`: the offset of an element of `@{of}` in {unit}{ranges}{valid} */\n")
}

fn ctype(width: Width) -> &'static str {
    match width {
        Width::I1 => "bool",
        Width::I32 => "uint32_t",
        Width::I64 => "uint64_t",
    }
}

fn literal(value: u64, width: Width) -> String {
    match (width, value) {
        (Width::I1, 0) => "false".to_owned(),
        (Width::I1, _) => "true".to_owned(),
        (Width::I32, _) => format!("{value}u"),
        (Width::I64, _) => format!("{value}ull"),
    }
}

/// The function with a constant for each truth that is always the same, so that what only those need is left out
/// as well.
fn with_decided_truths<'a>(function: &Function<'a>) -> Function<'a> {
    let mut decided = function.clone();
    for inst in &mut decided.body {
        if let Some(truth) = decide(function, inst) {
            inst.kind = Kind::Constant(truth.into());
            decided.values[inst.result.index()].constant = Some(truth.into());
        }
    }
    decided.mark_used();
    decided
}

fn decide(function: &Function<'_>, inst: &Inst) -> Option<bool> {
    match inst.kind {
        Kind::Compare(predicate, a, b) => always(function, predicate, a, b),
        Kind::Binary(Binary::Xor, a, b) if a == b && function.width(a) == Width::I1 => Some(false),
        _ => None,
    }
}

/// What a comparison always comes to, as far as compilers warn of it: of a value with itself, of constants, and with
/// an end of the type's range.
fn always(function: &Function<'_>, predicate: Predicate, a: Value, b: Value) -> Option<bool> {
    let (left, right) = (function.constant(a), function.constant(b));
    let (low, high) = (Some(0), Some(function.width(a).largest()));
    match predicate {
        _ if a == b => Some(predicate.holds(0, 0)),
        _ if left.is_some() && right.is_some() => Some(predicate.holds(left?, right?)),
        Predicate::Less if left == high || right == low => Some(false),
        Predicate::Greater if left == low || right == high => Some(false),
        Predicate::LessEqual if left == low || right == high => Some(true),
        Predicate::GreaterEqual if left == high || right == low => Some(true),
        _ => None,
    }
}

/// A function's body while it is written.
struct Body<'a> {
    function: &'a Function<'a>,
    /// How each value so far is named: a parameter, a variable or a literal.
    names: Vec<String>,
    text: String,
    variables: usize,
}

impl<'a> Body<'a> {
    fn new(function: &'a Function<'a>) -> Body<'a> {
        let names = function.params().map(|it| format!("d{}", it.0)).collect();
        Body { function, names, text: String::new(), variables: 0 }
    }

    fn text(mut self) -> String {
        let function = self.function;
        for param in function.params().filter(|&it| !function.is_used(it)) {
            self.text += &format!("    (void)d{};\n", param.0);
        }
        for inst in &function.body {
            self.inst(inst);
        }
        let offset = self.name(function.offset);
        let end = match function.valid {
            Some(valid) => format!("    *offset = {offset};\n    return {};\n", self.name(valid)),
            None => format!("    return {offset};\n"),
        };
        self.text + &end
    }

    fn name(&self, value: Value) -> &str {
        &self.names[value.index()]
    }

    fn inst(&mut self, inst: &Inst) {
        let first = self.first(inst);
        self.define(inst.result, first);
        if let (Some(second), Kind::MulExtended(a, b)) = (inst.second(), inst.kind) {
            let high = self.high_half(a, b);
            self.define(second, high);
        }
    }

    /// Names a value: a constant by its literal, and another by a variable, if anything depends on it.
    fn define(&mut self, value: Value, text: String) {
        let function = self.function;
        if function.constant(value).is_some() || !function.is_used(value) {
            return self.names.push(text);
        }
        let name = format!("t{}", self.variables);
        self.variables += 1;
        self.text += &format!("    const {} {name} = {text};\n", ctype(function.width(value)));
        self.names.push(name);
    }

    /// The expression of an instruction's first value.
    fn first(&self, inst: &Inst) -> String {
        let width = self.function.width(inst.result);
        match inst.kind {
            Kind::Constant(value) => literal(value, width),
            Kind::Binary(op, a, b) if width == Width::I1 => self.truth(op, a, b),
            Kind::Binary(op, a, b) => self.binary(op, a, b),
            Kind::Compare(predicate, a, b) => self.compare(predicate, a, b),
            Kind::Select(a, b, c) => {
                format!("{} ? {} : {}", self.name(a), self.name(b), self.name(c))
            }
            Kind::Extend(a) | Kind::Truncate(a) => format!("({}){}", ctype(width), self.name(a)),
            Kind::MulExtended(a, b) => self.binary(Binary::Mul, a, b),
        }
    }

    fn binary(&self, op: Binary, a: Value, b: Value) -> String {
        let sign = match op {
            Binary::Add => "+",
            Binary::Sub => "-",
            Binary::Mul => "*",
            Binary::Div => "/",
            Binary::Rem => "%",
            Binary::Shl => return self.shift("<<", a, b),
            Binary::Shr => return self.shift(">>", a, b),
            Binary::And => "&",
            Binary::Or => "|",
            Binary::Xor => "^",
            Binary::Min => return self.pick(Predicate::Less, a, b),
            Binary::Max => return self.pick(Predicate::Greater, a, b),
        };
        format!("{} {sign} {}", self.name(a), self.name(b))
    }

    /// The amount is a constant, whose own type does not matter.
    fn shift(&self, sign: &str, value: Value, amount: Value) -> String {
        let amount = self.function.constant(amount).expect("amounts of shifts are constants");
        format!("{} {sign} {amount}", self.name(value))
    }

    /// The first value where the predicate holds of both, else the second.
    fn pick(&self, predicate: Predicate, a: Value, b: Value) -> String {
        format!("{} ? {} : {}", self.compare(predicate, a, b), self.name(a), self.name(b))
    }

    fn truth(&self, op: Binary, a: Value, b: Value) -> String {
        let sign = match op {
            Binary::And => "&&",
            Binary::Or => "||",
            _ if self.function.constant(b) == Some(1) => return format!("!{}", self.name(a)),
            _ => "!=",
        };
        format!("{} {sign} {}", self.name(a), self.name(b))
    }

    fn compare(&self, predicate: Predicate, a: Value, b: Value) -> String {
        if let Some(holds) = always(self.function, predicate, a, b) {
            return holds.to_string();
        }
        let sign = match predicate {
            Predicate::Equal => "==",
            Predicate::NotEqual => "!=",
            Predicate::Less => "<",
            Predicate::LessEqual => "<=",
            Predicate::Greater => ">",
            Predicate::GreaterEqual => ">=",
        };
        format!("{} {sign} {}", self.name(a), self.name(b))
    }

    fn high_half(&self, a: Value, b: Value) -> String {
        let (left, right) = (self.name(a), self.name(b));
        match self.function.width(a) {
            Width::I64 => format!("layoutc_mul_high({left}, {right})"),
            _ => format!("(uint32_t)(((uint64_t){left} * {right}) >> 32)"),
        }
    }
}

#[cfg(test)]
mod tests;

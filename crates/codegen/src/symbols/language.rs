//! The syntax of functions of symbols in C and in Rust.
//!
//! Operands of expressions are names, literals or in parentheses, and the operators of both languages are the same.

use crate::identifiers::Reserved;

/// A name and the text of the parameters of a function.
type Head<'a> = (&'a str, &'a str);

/// The syntax of a language for hosts.
pub(crate) struct SymbolsLanguage {
    /// The names that symbols must not have.
    pub(super) reserved: fn() -> Reserved,
    /// The text before all functions.
    pub(super) head: &'static str,
    /// The function that computes a multiplier and a shift.
    pub(super) reciprocal: &'static str,
    /// The type of 64 bits.
    pub(super) long: &'static str,
    /// A symbol as a parameter.
    pub(super) param: fn(&str) -> String,
    /// The text in place of no parameters.
    pub(super) no_params: &'static str,
    /// The literal of a number.
    pub(super) literal: fn(i64) -> String,
    /// A symbol with 128 bits.
    pub(super) double: fn(&str) -> String,
    /// The statement for a parameter that is not used.
    pub(super) unused: fn(&str) -> String,
    /// A function with this type of its result, these statements and this value.
    pub(super) function: fn(&str, Head<'_>, &str, &str) -> String,
    /// The statements that compute `most`, the greatest of the first number and the others.
    pub(super) greatest: fn(&str, &[String]) -> String,
    /// The function of the multipliers and shifts of these divisors, for words of these bits, after these statements.
    pub(super) reciprocals: fn(u32, Head<'_>, &str, &[String]) -> String,
    /// A function behind its comment.
    pub(super) definition: fn(&str, &str) -> String,
    /// A definition for compilers that have integers of 128 bits.
    pub(super) on_double: fn(&str) -> String,
    /// A comment in place of a function.
    pub(super) remark: fn(&str) -> String,
}

/// The syntax of C.
pub(crate) const IN_C: SymbolsLanguage = SymbolsLanguage {
    reserved: Reserved::c_functions,
    head: LONG_IN_C,
    reciprocal: RECIPROCAL_IN_C,
    long: "int64_t",
    param: |name| format!("int64_t {name}"),
    no_params: "void",
    literal: |value| match value {
        i64::MIN => format!("(-{}ll - 1)", i64::MAX),
        value if i32::try_from(value).is_ok() => value.to_string(),
        value => format!("{value}ll"),
    },
    double: |name| format!("(layoutc_int128){name}"),
    unused: |name| format!("    (void){name};\n"),
    function: |ty, (name, params), statements, value| {
        format!("{ty} {name}({params})\n{{\n{statements}    return {value};\n}}\n")
    },
    greatest: |first, others| {
        let mut body = format!("    int64_t most = {first};\n");
        for (number, text) in others.iter().enumerate() {
            let row = format!("row{number}");
            body += &format!("    const int64_t {row} = {text};\n");
            body += &format!("    most = {row} > most ? {row} : most;\n");
        }
        body
    },
    reciprocals: |bits, (name, params), statements, divisors| {
        let stores = divisors.iter().enumerate().map(|(at, text)| {
            let (multiplier, shift) = (2 * at, 2 * at + 1);
            format!(
                "    out[{multiplier}] = (uint{bits}_t)layoutc_reciprocal((uint64_t){text}, {}u, &shift);\n    out[{shift}] = shift;\n",
                bits - 1
            )
        });
        let stores: String = stores.collect();
        format!(
            "void {name}({params}, uint{bits}_t *out)\n{{\n{statements}    uint32_t shift;\n{stores}}}\n"
        )
    },
    definition: |comment, function| format!("/* {comment} */\nLAYOUTC_FN {function}"),
    on_double: |function| {
        format!("\n#if defined(__SIZEOF_INT128__)\n{DOUBLE_IN_C}{function}#endif\n")
    },
    remark: |text| format!("\n/* {text} */\n"),
};

/// The helper that computes a multiplier and a shift by long division.
const RECIPROCAL_IN_C: &str = "
#ifndef LAYOUTC_RECIPROCAL
#define LAYOUTC_RECIPROCAL
/* Returns 2^(bits + shift) / divisor, rounded up, where 2^shift is the least power of two that is not below the divisor. */
LAYOUTC_FN uint64_t layoutc_reciprocal(uint64_t divisor, uint32_t bits, uint32_t *shift)
{
    uint64_t quotient = divisor == 1u ? 1u : 0u;
    uint64_t remainder = 1u - quotient;
    uint32_t least = 0u;
    uint32_t digit;
    while (((uint64_t)1u << least) < divisor) {
        ++least;
    }
    for (digit = 0u; digit < bits + least; ++digit) {
        quotient <<= 1;
        remainder <<= 1;
        if (remainder >= divisor) {
            remainder -= divisor;
            ++quotient;
        }
    }
    *shift = least;
    return remainder == 0u ? quotient : quotient + 1u;
}
#endif
";

/// The type of the symbols, which OpenCL C lacks.
const LONG_IN_C: &str = "
#if (defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)) && !defined(LAYOUTC_OPENCL_LONG)
#define LAYOUTC_OPENCL_LONG
typedef long int64_t;
#endif
";

const DOUBLE_IN_C: &str = "#ifndef LAYOUTC_INT128
#define LAYOUTC_INT128
__extension__ typedef __int128 layoutc_int128;
#endif
";

/// The syntax of Rust.
pub(crate) const IN_RUST: SymbolsLanguage = SymbolsLanguage {
    reserved: Reserved::rust_functions,
    head: "",
    reciprocal: RECIPROCAL_IN_RUST,
    long: "i64",
    param: |name| format!("{name}: i64"),
    no_params: "",
    literal: |value| if value < 0 { format!("({value})") } else { value.to_string() },
    double: |name| format!("({name} as i128)"),
    unused: |name| format!("    let _ = {name};\n"),
    function: |ty, (name, params), statements, value| {
        format!("{name}({params}) -> {ty} {{\n{statements}    {value}\n}}\n")
    },
    greatest: |first, others| {
        let mut body = format!("    let most: i64 = {first};\n");
        for (number, text) in others.iter().enumerate() {
            let row = format!("row{number}");
            body += &format!("    let {row}: i64 = {text};\n");
            body += &format!("    let most = if {row} > most {{ {row} }} else {{ most }};\n");
        }
        body
    },
    reciprocals: |bits, (name, params), statements, divisors| {
        let mut pairs = String::new();
        let mut words = Vec::new();
        for (at, text) in divisors.iter().enumerate() {
            pairs +=
                &format!("    let pair{at} = layoutc_reciprocal({text} as u64, {});\n", bits - 1);
            words.push(format!("pair{at}.0 as u{bits}, pair{at}.1 as u{bits}"));
        }
        let (count, words) = (2 * divisors.len(), words.join(", "));
        format!("{name}({params}) -> [u{bits}; {count}] {{\n{statements}{pairs}    [{words}]\n}}\n")
    },
    definition: |comment, function| {
        format!(
            "/// {comment}\n#[allow(dead_code, non_snake_case, unused_parens, clippy::all, clippy::pedantic)]\n#[must_use]\npub const fn {function}"
        )
    },
    on_double: |function| format!("\n{function}"),
    remark: |text| format!("\n// {text}\n"),
};

/// The helper that computes a multiplier and a shift.
const RECIPROCAL_IN_RUST: &str = "
/// Returns 2^(bits + shift) / divisor, rounded up, and the shift: 2^shift is the least power of two that is not below the
/// divisor.
#[allow(dead_code, clippy::all, clippy::pedantic)]
const fn layoutc_reciprocal(divisor: u64, bits: u32) -> (u64, u32) {
    let shift = 64 - (divisor - 1).leading_zeros();
    let power = 1u128 << (bits + shift);
    (((power + (divisor - 1) as u128) / divisor as u128) as u64, shift)
}
";

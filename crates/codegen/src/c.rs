//! `c`: the addressing functions of a module as a C header.
//!
//! ```text
//! #define X_SIZE_BYTES 40ull
//!
//! LAYOUTC_FN uint32_t offset_x(uint32_t d0, uint32_t d1)
//! {
//!     const uint32_t d0_offset = d0 * 5u;
//!     const uint32_t offset = d0_offset + d1;
//!     return offset;
//! }
//! ```
//!
//! If not every index in bounds has an element slot, the function returns the validity and stores the offset through a
//! pointer: `bool f(uint32_t d0, uint32_t *offset)`. An inverse stores the components of the index:
//! `bool f(uint32_t slot, uint32_t *d0, uint32_t *d1)`. `LAYOUTC_FN` is `static inline` unless the including file defines
//! it, such as `static __host__ __device__ inline` for CUDA and HIP, or `constexpr` for C++17. The header is valid C99,
//! C++11 and OpenCL C 1.2.
//!
//! Types are the fixed-width types of `<stdint.h>`. 64-bit literals have a suffix, because C evaluates an operation on
//! two literals in their own type.

use crate::emitter::{ADDRESSING_PASSES, EmitContext, EmitError, Emitter};
use crate::identifiers::{Reserved, fingerprint};
use crate::source::{LayoutConstant, Results, SourceFunction, SourceLanguage, SourceText};
use address::operation::Width;
use ir::Verified;
use std::io;

pub(crate) const EMITTER: Emitter = Emitter {
    name: "c",
    summary: "addressing functions as a header for C, C++, CUDA, HIP and OpenCL C",
    passes: ADDRESSING_PASSES,
    options: &[],
    binary: false,
    emit,
};

fn emit(module: &Verified, cx: &EmitContext<'_>, out: &mut dyn io::Write) -> Result<(), EmitError> {
    let source = SourceText::new(&C, module, cx)?;
    let helper = if source.high_halves.contains(&Width::I64) { HIGH_HALF } else { "" };
    let SourceText { text, target, .. } = source;
    let guard = format!("LAYOUTC_C_{:016X}_H", fingerprint(&text));
    write!(
        out,
        "/* Addressing functions, written by layoutc{target}. For C99, C++11 and OpenCL C 1.2, and later. */\n\
         #ifndef {guard}\n\
         #define {guard}\n\
         {HEAD}{helper}{text}\n\
         #endif\n"
    )?;
    Ok(())
}

const HEAD: &str = "
#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#ifndef LAYOUTC_OPENCL_TYPES
#define LAYOUTC_OPENCL_TYPES
typedef uint uint32_t;
typedef ulong uint64_t;
#endif
#else
#include <stdbool.h>
#include <stdint.h>
#endif

/* The specifiers of each function. */
#ifndef LAYOUTC_FN
#define LAYOUTC_FN static inline
#endif
";

/// The helper for the high half of a 64-bit product. No sum in its last form overflows: (2^32 - 1)^2 + 2^32 - 1 is below
/// 2^64.
const HIGH_HALF: &str = "
#ifndef LAYOUTC_MUL_HIGH
#define LAYOUTC_MUL_HIGH
/* The high 64 bits of a 128-bit product. */
#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
LAYOUTC_FN uint64_t layoutc_mul_high(uint64_t a, uint64_t b)
{
    return mul_hi(a, b);
}
#elif defined(__SIZEOF_INT128__)
__extension__ typedef unsigned __int128 layoutc_uint128;
LAYOUTC_FN uint64_t layoutc_mul_high(uint64_t a, uint64_t b)
{
    return (uint64_t)(((layoutc_uint128)a * b) >> 64);
}
#else
LAYOUTC_FN uint64_t layoutc_mul_high(uint64_t a, uint64_t b)
{
    const uint64_t a0 = a & 0xffffffffull, a1 = a >> 32;
    const uint64_t b0 = b & 0xffffffffull, b1 = b >> 32;
    const uint64_t middle = a1 * b0 + ((a0 * b0) >> 32);
    const uint64_t other = a0 * b1 + (middle & 0xffffffffull);
    return a1 * b1 + (middle >> 32) + (other >> 32);
}
#endif
#endif
";

/// The syntax of C.
struct C;

impl SourceLanguage for C {
    fn reserved(&self) -> Reserved {
        Reserved::c_functions()
    }

    fn word_type(&self, width: Width) -> &'static str {
        match width {
            Width::I1 => "bool",
            Width::I64 => "uint64_t",
            _ => "uint32_t",
        }
    }

    fn literal(&self, value: u64, width: Width) -> String {
        match width {
            Width::I1 => (value != 0).to_string(),
            Width::I64 => format!("{value}ull"),
            _ => format!("{value}u"),
        }
    }

    fn local(&self, ty: &str, name: &str, value: &str) -> String {
        format!("    const {ty} {name} = {value};\n")
    }

    fn unused(&self, name: &str) -> String {
        format!("    (void){name};\n")
    }

    fn high_half(&self, width: Width, a: &str, b: &str) -> String {
        match width {
            Width::I64 => format!("layoutc_mul_high({a}, {b})"),
            _ => format!("(uint32_t)(((uint64_t){a} * {b}) >> 32)"),
        }
    }

    fn function(&self, function: &SourceFunction) -> String {
        let mut comment = function.comment.clone();
        let mut params = function.params_by(|ty, name| format!("{ty} {name}"));
        let Results { words, valid } = &function.body.results;
        let (result, end) = match valid {
            Some(valid) => {
                params.extend(function.outputs.iter().map(|(name, ty)| format!("{ty} *{name}")));
                comment.push(function.validity_comment("*"));
                let stores = function.stores(|name, word| format!("    *{name} = {word};\n"));
                ("bool", format!("{stores}    return {valid};\n"))
            }
            None => (function.outputs[0].1, format!("    return {};\n", words[0])),
        };
        let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
        let (name, comment, body) =
            (&function.name, comment.join("\n * "), &function.body.statements);
        format!("\n/* {comment} */\nLAYOUTC_FN {result} {name}({params})\n{{\n{body}{end}}}\n")
    }

    fn constant(&self, LayoutConstant { name, comment, value }: &LayoutConstant) -> String {
        format!("/* {comment} */\n#define {name} {value}ull\n")
    }
}

#[cfg(test)]
mod tests;

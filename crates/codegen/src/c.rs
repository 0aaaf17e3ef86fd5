//! `c`: the addressing functions and conversion kernels of a module as a C header.
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
//! Each distinct `layout.reorder` is a conversion kernel, which copies a whole tensor (`kernels`):
//!
//! ```text
//! LAYOUTC_KERNEL void reorder_f_y(const void *LAYOUTC_RESTRICT src, void *LAYOUTC_RESTRICT dst)
//! ```
//!
//! Each `layout.kernel` between tensors of records is a function of the same form (`repack`).
//!
//! A function with a memory plan has constants for the size and the alignment of its arena, and for the offset of each
//! value: `F_ARENA_SIZE_BYTES`, `F_Y_ARENA_OFFSET_BYTES`.
//!
//! A layout with symbols has two functions more ([`symbols`]): `x_valid` decides whether the symbols may have some values, and
//! `x_allocation` computes the number of element slots for them.
//!
//! Types are the fixed-width types of `<stdint.h>`. 64-bit literals have a suffix, because C evaluates an operation on
//! two literals in their own type.

mod bits;
mod bounds;
mod helpers;
mod kernels;
mod language;
mod nest;
mod packed;
mod parallel;
mod periodic;
mod repack;
mod slot_copy;
mod straddling;

use crate::arena;
use crate::emitter::{ADDRESSING_PASSES, EmitContext, EmitError, Emitter};
use crate::identifiers::{UniqueNames, fingerprint};
use crate::named_constant::NamedConstant;
use crate::source::SourceText;
use crate::symbols;
use address::arith::{self, AddressFunction};
use address::operation::Width;
use ir::Verified;
use ir::descriptor::Layouts;
use ir::layout::Table;
use language::C;
pub(crate) use repack::warn as warn_of_repacks;
use std::io;

pub(crate) const EMITTER: Emitter = Emitter::text(
    "c",
    "addressing functions as a header for C, C++, CUDA, HIP and OpenCL C; conversion kernels for CPUs",
    ADDRESSING_PASSES,
    emit,
);

fn emit(module: &Verified, cx: &EmitContext<'_>, out: &mut dyn io::Write) -> Result<(), EmitError> {
    let functions = arith::functions(module, cx.registry)?;
    let kernels = kernels::kernels(module, cx, &functions)?;
    let more = HeaderPart {
        title: if kernels.text.is_empty() { "" } else { " and conversion kernels" },
        needs_high_half: kernels.needs_high_half,
        text: kernels.text,
    };
    write_header(module, cx, &functions, more, out)
}

/// The part of a header behind the addressing functions.
#[derive(Default)]
pub(crate) struct HeaderPart {
    /// The words for it in the first comment; empty if nothing follows the functions.
    pub(crate) title: &'static str,
    /// `true` if it needs the high half of a 64-bit product.
    pub(crate) needs_high_half: bool,
    pub(crate) text: String,
}

/// Writes the addressing functions and constants of a module, and what follows them, as a header.
///
/// # Errors
/// An addressing function is invalid, or the output fails.
pub(crate) fn write_header(
    module: &Verified,
    cx: &EmitContext<'_>,
    functions: &[AddressFunction<'_>],
    more: HeaderPart,
    out: &mut dyn io::Write,
) -> Result<(), EmitError> {
    let mut names = UniqueNames::new(functions.iter().map(|function| function.name));
    let mut arenas = arena::arenas(module, cx.registry, &mut names);
    arenas.extend(arena::offsets(module, cx.registry, &mut names));
    let has_more = !more.title.is_empty() || !arenas.is_empty();
    let source = SourceText::of_functions(&C, module, cx, functions, has_more);
    let needs_helper = more.needs_high_half || source.high_halves.contains(&Width::I64);
    let mut tables = functions.iter().flat_map(|function| function.program.tables());
    let of_tables = if tables.any(Table::is_declared) { TABLE } else { "" };
    let helper = if needs_helper { HIGH_HALF } else { "" };
    let layouts = Layouts::new(module, cx.registry);
    let of_symbols = symbols::functions(&symbols::IN_C, &layouts, functions, &source.names);
    let SourceText { text, target, .. } = source;
    let mut arenas: String = arenas.iter().map(NamedConstant::in_c).collect();
    if !arenas.is_empty() {
        arenas.insert(0, '\n');
    }
    let text = [arenas, text, of_symbols, more.text].concat();
    let title = more.title;
    let guard = format!("LAYOUTC_C_{:016X}_H", fingerprint(&text));
    write!(
        out,
        "/* Addressing functions{title}, written by layoutc{target}. For C99, C++11 and OpenCL C 1.2, and later. */\n\
         #ifndef {guard}\n\
         #define {guard}\n\
         {HEAD}{of_tables}{helper}{text}\n\
         #endif\n"
    )?;
    Ok(())
}

const HEAD: &str = "
#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#ifndef LAYOUTC_OPENCL_TYPES
#define LAYOUTC_OPENCL_TYPES
typedef int int32_t;
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

/// The qualifiers of the values of a table that is a parameter. In OpenCL C a pointer to a buffer has an address space.
const TABLE: &str = "
/* The qualifiers of the values of a table: in OpenCL C also their address space. */
#ifndef LAYOUTC_TABLE
#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#define LAYOUTC_TABLE __global const
#else
#define LAYOUTC_TABLE const
#endif
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

#[cfg(test)]
mod tests;

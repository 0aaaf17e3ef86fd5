//! The syntax that GLSL and HLSL share.

use crate::identifiers::fingerprint;
use crate::named_constant::NamedConstant;
use std::io;

/// Writes a text to be included in a shader: after a comment, in an include guard whose name begins with `guard` and
/// continues with the hash of `text`. `head` is the text before it.
///
/// # Errors
/// The output fails.
pub(crate) fn write_guarded(
    out: &mut dyn io::Write,
    (comment, guard): (&str, &str),
    head: &str,
    text: &str,
) -> io::Result<()> {
    let guard = format!("{guard}_{:016X}", fingerprint(text));
    write!(out, "// {comment}\n#ifndef {guard}\n#define {guard}\n{head}{text}\n#endif\n")
}

/// Returns the helper for the high half of a 64-bit product. The literal of its mask has a suffix. No sum overflows:
/// (2^32 - 1)^2 + 2^32 - 1 is below 2^64.
pub(crate) fn high_half_64(suffix: &str) -> String {
    format!(
        "
#ifndef LAYOUTC_MUL_HIGH_64
#define LAYOUTC_MUL_HIGH_64
// The high 64 bits of a 128-bit product.
uint64_t layoutc_mul_high(uint64_t a, uint64_t b)
{{
    uint64_t a0 = a & 0xffffffff{suffix}, a1 = a >> 32;
    uint64_t b0 = b & 0xffffffff{suffix}, b1 = b >> 32;
    uint64_t middle = a1 * b0 + ((a0 * b0) >> 32);
    uint64_t other = a0 * b1 + (middle & 0xffffffff{suffix});
    return a1 * b1 + (middle >> 32) + (other >> 32);
}}
#endif
"
    )
}

/// Returns a constant with these specifiers and this type. A constant has 32 bits if its value fits, so that it needs no
/// extension.
pub(crate) fn constant(
    (specifiers, ty): (&str, &str),
    NamedConstant { name, comment, .. }: &NamedConstant,
    value: &str,
) -> String {
    format!("// {comment}\n{specifiers} {ty} {name} = {value};\n")
}

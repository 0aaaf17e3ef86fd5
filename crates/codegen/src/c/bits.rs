//! The functions that read and write bits of a buffer in C: of elements that begin or end inside a byte.
//!
//! Bit 0 is the lowest bit of byte 0. Each access is of the bytes that hold the bits, so no byte outside of a buffer is
//! touched, and no machine's byte order or alignment matters.

use super::language::guarded;

/// The functions: the name, and the definition.
const FUNCTIONS: [(&str, &str); 2] = [
    (
        "layoutc_get_bits",
        "/* Returns `width` bits from a bit on, at most 64. */
static inline uint64_t layoutc_get_bits(const unsigned char *s, uint64_t bit, unsigned int width)
{
    const unsigned char *p = s + (bit >> 3);
    const unsigned int shift = (unsigned int)(bit & 7u);
    uint64_t value = (uint64_t)*p >> shift;
    for (unsigned int done = 8u - shift; done < width; done += 8u) {
        value |= (uint64_t)*++p << done;
    }
    return width < 64u ? value & ((UINT64_C(1) << width) - 1u) : value;
}
",
    ),
    (
        "layoutc_put_bits",
        "/* Writes `width` bits from a bit on, at most 64. The other bits of their bytes are kept. */
static inline void layoutc_put_bits(unsigned char *d, uint64_t bit, unsigned int width, uint64_t value)
{
    unsigned char *p = d + (bit >> 3);
    const unsigned int shift = (unsigned int)(bit & 7u);
    const unsigned int first = ((width < 8u ? (1u << width) - 1u : 255u) << shift) & 255u;
    *p = (unsigned char)((*p & ~first) | ((unsigned int)(value << shift) & first));
    for (unsigned int done = 8u - shift; done < width; done += 8u) {
        const unsigned int mask = width - done < 8u ? (1u << (width - done)) - 1u : 255u;
        ++p;
        *p = (unsigned char)((*p & ~mask) | ((unsigned int)(value >> done) & mask));
    }
}
",
    ),
];

/// Returns the definitions of the functions that a text calls.
pub(super) fn definitions(text: &str) -> String {
    let called = FUNCTIONS.iter().filter(|(name, _)| text.contains(name));
    called.map(|(name, text)| guarded(name, text)).collect()
}

/// Returns the expression of the bits of the source at a bit.
pub(super) fn get(bit: &str, width: u64) -> String {
    format!("layoutc_get_bits(s, {bit}, {width}u)")
}

/// Returns the statement that writes bits of the target.
pub(super) fn put(bit: &str, width: u64, value: &str) -> String {
    format!("layoutc_put_bits(d, {bit}, {width}u, {value});")
}

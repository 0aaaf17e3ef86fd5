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
    uint64_t value = 0;
    unsigned int done = 0;
    while (done < width) {
        const unsigned int shift = (unsigned int)((bit + done) & 7u);
        const unsigned int count = width - done < 8u - shift ? width - done : 8u - shift;
        const unsigned int part = ((unsigned int)s[(bit + done) >> 3] >> shift) & ((1u << count) - 1u);
        value |= (uint64_t)part << done;
        done += count;
    }
    return value;
}
",
    ),
    (
        "layoutc_put_bits",
        "/* Writes `width` bits from a bit on, at most 64. The other bits of their bytes are kept. */
static inline void layoutc_put_bits(unsigned char *d, uint64_t bit, unsigned int width, uint64_t value)
{
    unsigned int done = 0;
    while (done < width) {
        const unsigned int shift = (unsigned int)((bit + done) & 7u);
        const unsigned int count = width - done < 8u - shift ? width - done : 8u - shift;
        const unsigned int mask = ((1u << count) - 1u) << shift;
        const unsigned int part = ((unsigned int)(value >> done) << shift) & mask;
        unsigned char *const byte = d + ((bit + done) >> 3);
        *byte = (unsigned char)((*byte & ~mask) | part);
        done += count;
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

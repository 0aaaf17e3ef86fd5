//! The copy of short groups of bytes at one distance to groups at another one as C, such as three channels of a pixel to
//! four.
//!
//! A group is moved by accesses of 16 bytes, or several by one, and each store overwrites what the one before wrote after
//! its groups.

use super::function::{Groups, Helper, LANE, STREAM_BLOCK, TileStore};
use super::shuffles::positions;
use std::fmt::Write as _;

impl Groups {
    /// Returns the size of the access that moves a group, in bytes.
    fn access(self) -> i64 {
        let least = self.copied.max(self.to.min(LANE));
        [4, 8].into_iter().find(|&size| least <= size).unwrap_or(LANE)
    }

    /// Returns the number of groups in an access of 16 bytes, at least 1.
    fn in_lane(self) -> i64 {
        (LANE / self.from).min(LANE / self.to).max(1)
    }

    /// Returns the number of the last groups that an access of a size at a group before them may not touch.
    fn rest(self, access: i64) -> i64 {
        let read = (access - self.copied).max(0);
        let written = (access - self.to).max(0);
        let [read, written] = [(read, self.from), (written, self.to)]
            .map(|(bytes, distance)| bytes / distance + i64::from(bytes % distance != 0));
        read.max(written)
    }
}

/// Returns the function that copies groups in blocks on the stack, and streams them to memory.
pub(super) fn streamed(groups: Groups) -> String {
    let [name, inner] =
        [TileStore::Stream, TileStore::Direct].map(|store| Helper::Groups { groups, store }.name());
    let Groups { from, to, .. } = groups;
    let count = STREAM_BLOCK / to;
    let bytes = count * to;
    format!(
        "/* Does the same by blocks, for memory that is not read soon. */
static inline void {name}(const unsigned char *LAYOUTC_RESTRICT s, unsigned char *LAYOUTC_RESTRICT d, int64_t count)
{{
    unsigned char block[{bytes}];
    for (int64_t i = 0; i < count; i += {count}) {{
        const int64_t part = i + {count} < count ? {count} : count - i;
        {inner}(s + i * {from}, block, part);
        layoutc_stream(d + i * {to}, block, part * {to});
    }}
}}
"
    )
}

/// Returns the function that copies groups directly.
pub(super) fn direct(groups: Groups) -> String {
    let name = Helper::Groups { groups, store: TileStore::Direct }.name();
    let Groups { copied, from, to } = groups;
    let access = groups.access();
    let rest = groups.rest(access);
    let permuted = permuted(groups);
    let moved = moved(groups);
    let mut zeros = String::new();
    for at in (LANE..to).step_by(16) {
        let _ = writeln!(zeros, "        memset(d + i * {to} + {at}, 0, {LANE});");
    }
    let zero = match to - copied {
        0 => String::new(),
        bytes => format!("        memset(d + i * {to} + {copied}, 0, {bytes});\n"),
    };
    format!(
        "/* Copies {copied} bytes of groups {from} bytes apart to groups of {to} bytes, whose other bytes are zero. */
static inline void {name}(const unsigned char *LAYOUTC_RESTRICT s, unsigned char *LAYOUTC_RESTRICT d, int64_t count)
{{
    int64_t i = 0;
{permuted}    for (; i < count - {rest}; ++i) {{
{moved}{zeros}    }}
    for (; i < count; ++i) {{
        memcpy(d + i * {to}, s + i * {from}, {copied});
{zero}    }}
}}
"
    )
}

/// Returns the statements that move a group by accesses of its size, and set the bytes that are not copied to zero.
fn moved(groups: Groups) -> String {
    let Groups { copied, from, to } = groups;
    let access = groups.access();
    let word = access.min(8);
    let bits = 8 * word;
    let mut text = String::new();
    for at in (0..access).step_by(8) {
        let _ = writeln!(text, "        uint{bits}_t word{at};");
        let _ = writeln!(text, "        memcpy(&word{at}, s + i * {from} + {at}, {word});");
    }
    for at in (0..access).step_by(8) {
        let kept = (copied - at).clamp(0, word);
        if to > copied && kept < word {
            let bytes: Vec<&str> =
                (0..word).map(|byte| if byte < kept { "255" } else { "0" }).collect();
            let bytes = bytes.join(", ");
            let _ = writeln!(text, "        static const uint8_t kept{at}[{word}] = {{{bytes}}};");
            let _ = writeln!(text, "        uint{bits}_t mask{at};");
            let _ = writeln!(text, "        memcpy(&mask{at}, kept{at}, {word});");
            let _ = writeln!(text, "        word{at} &= mask{at};");
        }
        let _ = writeln!(text, "        memcpy(d + i * {to} + {at}, &word{at}, {word});");
    }
    text
}

/// Returns the loop that moves several groups by one access; empty if only one fits.
fn permuted(groups: Groups) -> String {
    let Groups { copied, from, to } = groups;
    let many = groups.in_lane();
    if many < 2 {
        return String::new();
    }
    let rest = groups.rest(LANE);
    let table = positions(many, (from, to), copied);
    format!(
        "#if LAYOUTC_PERMUTE
    for (; i < count - {rest} - {many}; i += {many}) {{
        static const uint8_t bytes[16] = {{{table}}};
        const __m128i lane = _mm_shuffle_epi8(layoutc_lane(s + i * {from}), layoutc_lane(bytes));
        layoutc_store_lane(d + i * {to}, lane);
    }}
#endif
"
    )
}

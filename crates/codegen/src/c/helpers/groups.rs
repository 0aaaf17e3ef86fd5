//! The copy of short groups of bytes at one distance to groups at another one as C, such as three channels of a pixel to
//! four.
//!
//! A group is moved by accesses of 16 bytes, or several by one, and each store overwrites what the one before wrote after
//! its groups. Long groups, such as rows with padding, are moved lane by lane, to be streamed.

use super::function::{Groups, Helper, LANE, STREAM_BLOCK, TileStore, block_groups, zero_parts};
use super::shuffles::positions;
use std::fmt::Write as _;

/// The groups that a lane of a vector moves.
#[derive(Clone, Copy)]
struct GroupLanes {
    /// The number of groups, up to the size of a lane.
    many: i64,
    /// The number of loads whose first words make the lane: a power of two.
    loads: i64,
}

impl Groups {
    /// Returns the size of the access that moves a group, in bytes.
    fn access(self) -> i64 {
        let least = self.copied.max(self.to.min(LANE));
        [4, 8].into_iter().find(|&size| least <= size).unwrap_or(LANE)
    }

    /// Returns the lanes of vectors that move groups.
    fn lanes(self) -> GroupLanes {
        let fits = LANE / self.to;
        if self.from * fits <= LANE || fits < 2 {
            return GroupLanes { many: fits.max(1), loads: 1 };
        }
        let many = 1 << (LANE / self.copied.max(self.to)).ilog2().min(2);
        let contiguous = LANE / self.from;
        match contiguous >= many {
            true => GroupLanes { many: contiguous, loads: 1 },
            false => GroupLanes { many, loads: many },
        }
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
    let count = block_groups(to);
    format!(
        "/* Does the same by blocks, for memory that is not read soon. */
static inline void {name}(const unsigned char *LAYOUTC_RESTRICT s, unsigned char *LAYOUTC_RESTRICT d, int64_t count)
{{
    LAYOUTC_ALIGNED({STREAM_BLOCK}) unsigned char block[{STREAM_BLOCK}];
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
    let moved = if groups.is_long() { long(groups) } else { short(groups) };
    let zero = match to - copied {
        0 => String::new(),
        bytes => format!("        memset(d + i * {to} + {copied}, 0, {bytes});\n"),
    };
    format!(
        "/* Copies {copied} bytes of groups {from} bytes apart to groups of {to} bytes, whose other bytes are zero. */
static inline void {name}(const unsigned char *LAYOUTC_RESTRICT s, unsigned char *LAYOUTC_RESTRICT d, int64_t count)
{{
    int64_t i = 0;
{moved}    for (; i < count; ++i) {{
        memcpy(d + i * {to}, s + i * {from}, {copied});
{zero}    }}
}}
"
    )
}

/// Returns the loops that move most of the groups of up to a lane.
fn short(groups: Groups) -> String {
    let Groups { to, .. } = groups;
    let rest = groups.rest(groups.access());
    let vectors = vectors(groups);
    let moved = moved(groups);
    let mut zeros = String::new();
    for at in (LANE..to).step_by(16) {
        let _ = writeln!(zeros, "        memset(d + i * {to} + {at}, 0, {LANE});");
    }
    format!("{vectors}    for (; i < count - {rest}; ++i) {{\n{moved}{zeros}    }}\n")
}

/// Returns the loop that moves groups lane by lane; the last lane overlaps the one before.
fn long(groups: Groups) -> String {
    let Groups { copied, from, to } = groups;
    let mut text = "#if LAYOUTC_VECTORS >= 2\n    for (; i < count; ++i) {\n".to_owned();
    for at in (0..copied).step_by(16).map(|at| at.min(copied - LANE)) {
        let _ = writeln!(
            text,
            "        layoutc_store_lane(d + i * {to} + {at}, layoutc_lane(s + i * {from} + {at}));"
        );
    }
    for (after, count) in zero_parts(to - copied) {
        let at = copied + after;
        let _ = writeln!(text, "        memset(d + i * {to} + {at}, 0, {count});");
    }
    text + "    }\n#endif\n"
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

/// Returns the loop that moves groups by vectors: the groups of a lane are loaded at once, or a word of each is.
fn vectors(groups: Groups) -> String {
    let Groups { copied, from, to } = groups;
    let lanes @ GroupLanes { many, loads } = groups.lanes();
    let rest = groups.rest(LANE);
    let word = if loads > 1 { LANE / loads } else { from };
    let is_permuted = (copied, word) != (to, to) || loads == 1;
    let (condition, table) = match is_permuted {
        true => {
            let table = positions(many, (word, to), copied);
            ("LAYOUTC_PERMUTE", format!("        static const uint8_t bytes[16] = {{{table}}};\n"))
        }
        false => ("LAYOUTC_VECTORS > 0", String::new()),
    };
    let mut text = format!(
        "#if {condition}
    for (; i + {UNROLLED} * {many} * LAYOUTC_LANES <= count - {rest}; i += {UNROLLED} * {many} * LAYOUTC_LANES) {{
{table}"
    );
    if to > LANE {
        text += "        const layoutc_vector zeros = layoutc_zeros();\n";
    }
    for part in 0..UNROLLED {
        text += &vector(groups, lanes, part, is_permuted);
    }
    text + "    }\n#endif\n"
}

/// The number of vectors of an iteration. Compilers do not unroll this loop.
const UNROLLED: i64 = 2;

/// Returns the statements that move the groups of one vector of an iteration.
fn vector(groups: Groups, lanes: GroupLanes, part: i64, is_permuted: bool) -> String {
    let Groups { from, to, .. } = groups;
    let GroupLanes { many, loads } = lanes;
    let first = format!("i{part}");
    let mut text =
        format!("        const int64_t {first} = i + {part} * {many} * LAYOUTC_LANES;\n");
    let load = |at: i64| {
        format!(
            "layoutc_load_lanes(s + ({first} + {at}) * {from}, s + ({first} + {at} + {many}) * {from})"
        )
    };
    let mut words: Vec<String> = (0..loads).map(load).collect();
    let mut size = LANE / loads;
    while words.len() > 1 {
        let pairs = words.chunks(2);
        words = pairs.map(|pair| format!("LAYOUTC_LOW_{size}({})", pair.join(", "))).collect();
        size *= 2;
    }
    let words = words.concat();
    let value = if is_permuted { format!("layoutc_permute({words}, bytes)") } else { words };
    let _ = writeln!(text, "        const layoutc_vector v{part} = {value};");
    let [at, other] = ["", &format!(" + {many}")].map(|more| format!("d + ({first}{more}) * {to}"));
    let _ = match to {
        _ if many * to == LANE => writeln!(text, "        layoutc_store({at}, v{part});"),
        _ if to < LANE => writeln!(text, "        layoutc_store_lanes({at}, {other}, v{part});"),
        _ => writeln!(text, "        layoutc_store_pairs({at}, {other}, v{part}, zeros);"),
    };
    for more in (2 * LANE..to).step_by(16) {
        let _ =
            writeln!(text, "        layoutc_store_lanes({at} + {more}, {other} + {more}, zeros);");
    }
    text
}

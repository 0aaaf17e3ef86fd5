//! The interleaving of a few rows of units as C, such as the channels of an image.
//!
//! Rows of zeros make the number of rows a power of two, so that log2 of it shuffles interleave them, and each 16 bytes
//! are whole groups of units. If a group of the target has fewer units, the groups are written one after the other, and
//! each overwrites the surplus of the one before.

use super::function::{Helper, LANE, STREAM_BLOCK, TileStore, block_groups};
use super::shuffles::{Vectors, loads, over_vectors, positions, shuffles};
use std::fmt::Write as _;

/// Returns the function that interleaves directly. A group of the target has `rows` units. Groups of a lane may have any
/// distance, others follow each other.
pub(super) fn direct(unit: i64, rows: i64) -> String {
    let name = Helper::Interleave { unit, rows, store: TileStore::Direct }.name();
    let all = power_of_two(rows);
    let group = rows * unit;
    let lane = LANE / unit;
    // What the last store overwrites belongs to others.
    let whole = match if all == rows { 0 } else { surplus(unit, rows) } {
        0 => "columns".to_owned(),
        groups => format!("columns - {groups}"),
    };
    let loads = loads(Vectors::Narrow, planes(unit, all, rows));
    let (shuffles, last) = shuffles(Vectors::Narrow, unit, all, all.ilog2(), all);
    let stores = stores(unit, rows, last);
    let vectors = over_vectors(lane, &whole, &[loads, shuffles, stores].concat());
    let few = few_planes(unit, rows);
    let is_placed = group == LANE;
    let group_bytes = group.to_string();
    let [d_stride, fill, stride] = if is_placed {
        ["int64_t d_stride, ", ", int64_t fill", "d_stride"]
    } else {
        ["", "", &group_bytes]
    };
    let filled = match is_placed {
        true => format!("        memset(d + i * d_stride + {LANE}, 0, (size_t)fill);\n"),
        false => String::new(),
    };
    let followed =
        if is_placed { ", and `fill` bytes after each, whole lanes, to zero" } else { "" };
    format!(
        "/* Interleaves `planes` rows of units of {unit} bytes to groups of {rows}; the other units of a group are zero{followed}. */
static inline void {name}(const unsigned char *LAYOUTC_RESTRICT s, int64_t s_stride, unsigned char *LAYOUTC_RESTRICT d, {d_stride}int64_t columns, int64_t planes{fill})
{{
    int64_t i = 0;
#if LAYOUTC_VECTORS > 0
    const layoutc_vector zeros = layoutc_zeros();
{few}{vectors}#endif
    for (; i < columns; ++i) {{
        for (int64_t j = 0; j < {rows}; ++j) {{
            if (j < planes) {{
                memcpy(d + i * {stride} + j * {unit}, s + i * {unit} + j * s_stride, {unit});
            }} else {{
                memset(d + i * {stride} + j * {unit}, 0, {unit});
            }}
        }}
{filled}    }}
}}
"
    )
}

/// Returns the loads of rows, of which those without elements are zeros.
fn planes(unit: i64, all: i64, rows: i64) -> impl Iterator<Item = String> {
    (0..all).map(move |at| match at < rows {
        true => {
            format!("{at} < planes ? layoutc_load(s + x * {unit} + {at} * s_stride) : zeros")
        }
        false => "zeros".to_owned(),
    })
}

/// Returns the statements for groups of a lane of which at most half have elements, such as three channels of sixteen: a few
/// rows are interleaved to words, and each word is followed by zeros. Empty for other groups.
fn few_planes(unit: i64, rows: i64) -> String {
    let few = 4.min(8 / unit);
    if rows * unit != LANE || few < 2 {
        return String::new();
    }
    let lane = LANE / unit;
    let loads = loads(Vectors::Narrow, planes(unit, few, few));
    let (shuffles, last) = shuffles(Vectors::Narrow, unit, few, few.ilog2(), few);
    let (spread, last) = spread(few * unit, few, last);
    let stores = placed(unit, last);
    let vectors = over_vectors(lane, "columns", &[loads, shuffles, spread, stores].concat());
    format!("    if (planes <= {few}) {{\n{vectors}    }}\n")
}

/// Returns the statements that follow each word of this number of vectors with zeros until it has a lane of its own, and the
/// prefix of the names of the results.
fn spread(mut word: i64, mut count: i64, mut from: char) -> (String, char) {
    let mut text = String::new();
    while word < LANE {
        let to = char::from_u32(u32::from(from) + 1).unwrap_or(from);
        for at in 0..2 * count {
            let (part, of) = (if at % 2 == 0 { "LOW" } else { "HIGH" }, at / 2);
            let _ = writeln!(
                text,
                "    const layoutc_vector {to}{at} = LAYOUTC_{part}_{word}({from}{of}, zeros);"
            );
        }
        (word, count, from) = (2 * word, 2 * count, to);
    }
    (text, from)
}

/// Returns the least power of two that is at least a number of rows.
fn power_of_two(rows: i64) -> i64 {
    (rows - 1).checked_ilog2().map_or(1, |exponent| 2 << exponent)
}

/// Returns the stores of interleaved vectors.
fn stores(unit: i64, rows: i64, vectors: char) -> String {
    let all = power_of_two(rows);
    let group = rows * unit;
    if all == rows {
        return if group == LANE { placed(unit, vectors) } else { dense(unit, rows, vectors) };
    }
    format!(
        "#if LAYOUTC_PERMUTE
{}#else
{}#endif
",
        permuted(unit, rows, vectors),
        apart(unit, rows, vectors)
    )
}

/// Returns the stores of groups that follow each other.
fn dense(unit: i64, rows: i64, vectors: char) -> String {
    let group = rows * unit;
    let distance = rows * LANE;
    let stores = (0..rows).step_by(2).map(|at| {
        let (other, offset, second) = (at + 1, at * LANE, at * LANE + distance);
        format!(
            "            layoutc_store_pairs(d + x * {group} + {offset}, d + x * {group} + {second}, {vectors}{at}, {vectors}{other});\n"
        )
    });
    stores.collect()
}

/// Returns the stores of groups of a lane: whole vectors if they follow each other, or at their distance, with zeros. Most
/// groups with zeros have one lane of them.
fn placed(unit: i64, vectors: char) -> String {
    let lane = LANE / unit;
    let whole = dense(unit, lane, vectors);
    let at_distance = |zeros: bool| -> String {
        let stores = (0..lane).map(|at| {
            let [first, second] = [at, at + lane].map(|at| format!("d + (x + {at}) * d_stride"));
            match zeros {
                true => format!("                layoutc_store_pairs({first}, {second}, {vectors}{at}, zeros);\n"),
                false => format!("                layoutc_store_lanes({first}, {second}, {vectors}{at});\n"),
            }
        });
        stores.collect()
    };
    let [zeroed, alone] = [true, false].map(at_distance);
    format!(
        "            if (d_stride == {LANE}) {{
{whole}            }} else if (fill > 0) {{
{zeroed}            }} else {{
{alone}            }}
            if (fill > {LANE}) {{
                layoutc_fill(d + x * d_stride + 2 * {LANE}, d_stride, wide, fill - {LANE});
            }}
"
    )
}

/// Returns the number of whole groups in 16 bytes of interleaved units.
fn groups(unit: i64, rows: i64) -> i64 {
    LANE / (power_of_two(rows) * unit)
}

/// Returns the number of groups after the last vector that its store overwrites.
fn surplus(unit: i64, rows: i64) -> i64 {
    let group = rows * unit;
    let bytes = LANE - groups(unit, rows) * group;
    bytes / group + i64::from(bytes % group != 0)
}

/// Returns the stores of vectors whose groups move together.
fn permuted(unit: i64, rows: i64, vectors: char) -> String {
    let all = power_of_two(rows);
    let size = all * unit;
    let group = rows * unit;
    let groups = groups(unit, rows);
    let table = positions(groups, (size, group), group);
    let mut text = format!("            static const uint8_t bytes[16] = {{{table}}};\n");
    for lane in 0..2 {
        let first = lane * LANE / unit;
        let stores = (0..all).map(|at| {
            let column = first + at * groups;
            format!(
                "            layoutc_store_part(d + (x + {column}) * {group}, {lane}, layoutc_permute({vectors}{at}, bytes));\n"
            )
        });
        let stores: String = stores.collect();
        text += &match lane {
            0 => stores,
            _ => format!("#if LAYOUTC_LANES == 2\n{stores}#endif\n"),
        };
    }
    text
}

/// Returns the stores of vectors group by group.
fn apart(unit: i64, rows: i64, vectors: char) -> String {
    let all = power_of_two(rows);
    let size = all * unit;
    let group = rows * unit;
    let distance = all * LANE;
    let stores = (0..all).map(|at| {
        let offset = at * LANE;
        let other = offset + distance;
        format!(
            "            layoutc_store_lanes(groups + {offset}, groups + {other}, {vectors}{at});\n"
        )
    });
    let stores: String = stores.collect();
    format!(
        "            unsigned char groups[2 * {distance}];
{stores}            for (int k = 0; k < {lane} * LAYOUTC_LANES; ++k) {{
                memcpy(d + (x + k) * {group}, groups + k * {size}, {size});
            }}
",
        lane = LANE / unit
    )
}

/// Returns the function that interleaves blocks on the stack, and streams them to memory, if groups follow each other.
pub(super) fn streamed(unit: i64, rows: i64) -> String {
    let [name, inner] = [TileStore::Stream, TileStore::Direct]
        .map(|store| Helper::Interleave { unit, rows, store }.name());
    let group = rows * unit;
    let columns = block_groups(group);
    let is_placed = group == LANE;
    let [d_stride, fill, dense, none] =
        if is_placed { ["int64_t d_stride, ", ", int64_t fill", "16, ", ", 0"] } else { [""; 4] };
    let apart = match is_placed {
        true => format!(
            "    if (d_stride != {LANE}) {{
        {inner}(s, s_stride, d, d_stride, columns, planes, fill);
        return;
    }}
"
        ),
        false => String::new(),
    };
    format!(
        "/* Does the same by blocks, for memory that is not read soon. */
static inline void {name}(const unsigned char *LAYOUTC_RESTRICT s, int64_t s_stride, unsigned char *LAYOUTC_RESTRICT d, {d_stride}int64_t columns, int64_t planes{fill})
{{
    LAYOUTC_ALIGNED({STREAM_BLOCK}) unsigned char block[{STREAM_BLOCK}];
{apart}    for (int64_t i = 0; i < columns; i += {columns}) {{
        const int64_t count = i + {columns} < columns ? {columns} : columns - i;
        {inner}(s + i * {unit}, s_stride, block, {dense}count, planes{none});
        layoutc_stream(d + i * {group}, block, count * {group});
    }}
}}
"
    )
}

//! The interleaving of a few rows of units as C, such as the channels of an image.
//!
//! Rows of zeros make the number of rows a power of two, so that log2 of it shuffles interleave them, and each 16 bytes
//! are whole groups of units. If a group of the target has fewer units, the groups are written one after the other, and
//! each overwrites the surplus of the one before.

use super::function::{Helper, LANE, STREAM_BLOCK, TileStore};
use super::shuffles::{Vectors, loads, over_vectors, positions, shuffles};

/// Returns the function that interleaves directly. A group of the target has `rows` units. Groups of a lane may have any
/// distance, others follow each other.
pub(super) fn direct(unit: i64, rows: i64) -> String {
    let name = Helper::Interleave { unit, rows, store: TileStore::Direct }.name();
    let all = power_of_two(rows);
    let group = rows * unit;
    let lane = LANE / unit;
    let from = (0..all).map(|at| match at < rows {
        true => format!("{at} < planes ? layoutc_load(s + x * {unit} + {at} * s_stride) : zeros"),
        false => "zeros".to_owned(),
    });
    let loads = loads(Vectors::Narrow, from);
    let (shuffles, last) = shuffles(Vectors::Narrow, unit, all, all.ilog2(), all);
    let stores = stores(unit, rows, last);
    // What the last store overwrites belongs to others.
    let whole = match if all == rows { 0 } else { surplus(unit, rows) } {
        0 => "columns".to_owned(),
        groups => format!("columns - {groups}"),
    };
    let vectors = over_vectors(lane, &whole, &[loads, shuffles, stores].concat());
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
{vectors}#endif
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

/// Returns the least power of two that is at least a number of rows.
fn power_of_two(rows: i64) -> i64 {
    (rows - 1).checked_ilog2().map_or(1, |exponent| 2 << exponent)
}

/// Returns the stores of interleaved vectors.
fn stores(unit: i64, rows: i64, vectors: char) -> String {
    let all = power_of_two(rows);
    let group = rows * unit;
    let distance = all * LANE;
    if all == rows {
        let whole: String = (0..all)
            .step_by(2)
            .map(|at| {
                let (other, offset, second) = (at + 1, at * LANE, at * LANE + distance);
                format!(
                    "            layoutc_store_pairs(d + x * {group} + {offset}, d + x * {group} + {second}, {vectors}{at}, {vectors}{other});\n"
                )
            })
            .collect();
        return if group == LANE { placed(unit, vectors, &whole) } else { whole };
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

/// Returns the stores of groups of a lane: `whole` ones if they follow each other, or at their distance, with zeros.
fn placed(unit: i64, vectors: char, whole: &str) -> String {
    let lane = LANE / unit;
    let stores = (0..lane).map(|at| {
        let [first, second] = [at, at + lane].map(|at| format!("d + (x + {at}) * d_stride"));
        format!("                layoutc_store_lanes({first}, {second}, {vectors}{at});\n")
    });
    let stores: String = stores.collect();
    format!(
        "            if (d_stride == {LANE}) {{
{whole}            }} else {{
{stores}            }}
            for (int64_t k = 0; k < wide && fill > 0; ++k) {{
                for (int64_t at = 0; at < fill; at += {LANE}) {{
                    unsigned char *const to = d + (x + k) * d_stride + {LANE} + at;
                    layoutc_store_lanes(to, to, zeros);
                }}
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
    let columns = STREAM_BLOCK / group;
    let bytes = columns * group;
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
    unsigned char block[{bytes}];
{apart}    for (int64_t i = 0; i < columns; i += {columns}) {{
        const int64_t count = i + {columns} < columns ? {columns} : columns - i;
        {inner}(s + i * {unit}, s_stride, block, {dense}count, planes{none});
        layoutc_stream(d + i * {group}, block, count * {group});
    }}
}}
"
    )
}

//! The separation of units that the source stores side by side to a few rows as C, such as the channels of an image.

use super::function::{Helper, LANE};
use super::shuffles::{Vectors, loads, over_vectors, shuffles};

/// Returns the function that separates groups of `rows` units. Each lane has as many groups as make whole vectors, of an
/// even number, and is transposed by a shuffle for each factor of 2 of that number.
pub(super) fn split(unit: i64, rows: i64) -> String {
    let name = Helper::Split { unit, rows }.name();
    let vectors = if rows % 2 == 0 { rows } else { 2 * rows };
    let pieces = vectors / rows;
    let lane = pieces * LANE / unit;
    let group = rows * unit;
    let bytes = vectors * LANE;
    let loads = loads(
        Vectors::Narrow,
        (0..vectors).map(|at| {
            let offset = at * LANE;
            let other = offset + bytes;
            format!("layoutc_load_lanes(s + x * {group} + {offset}, s + x * {group} + {other})")
        }),
    );
    let (shuffles, last) = shuffles(Vectors::Narrow, unit, vectors, lane.ilog2(), vectors);
    let distance = pieces * LANE;
    let stores: String = (0..rows)
        .map(|row| {
            let stores = (0..pieces).map(|piece| {
                let at = row * pieces + piece;
                let offset = piece * LANE;
                let to = format!("d + {row} * d_stride + x * {unit} + {offset}");
                match pieces {
                    1 => format!("                layoutc_store({to}, {last}{at});\n"),
                    _ => format!("                layoutc_store_lanes({to}, {to} + {distance}, {last}{at});\n"),
                }
            });
            let stores: String = stores.collect();
            format!("            if ({row} < planes) {{\n{stores}            }}\n")
        })
        .collect();
    let whole = format!("planes < {rows} ? columns - 1 : columns");
    let vectors = over_vectors(lane, &whole, &[loads, shuffles, stores].concat());
    format!(
        "/* Separates groups of {rows} units of {unit} bytes to rows, of which those from `planes` on are not written. */
static inline void {name}(const unsigned char *LAYOUTC_RESTRICT s, unsigned char *LAYOUTC_RESTRICT d, int64_t d_stride, int64_t columns, int64_t planes)
{{
    int64_t i = 0;
#if LAYOUTC_VECTORS > 0
    /* The units of the last group without a row may be behind the end of the source. */
{vectors}#endif
    for (; i < columns; ++i) {{
        for (int64_t j = 0; j < planes; ++j) {{
            memcpy(d + j * d_stride + i * {unit}, s + i * {group} + j * {unit}, {unit});
        }}
    }}
}}
"
    )
}

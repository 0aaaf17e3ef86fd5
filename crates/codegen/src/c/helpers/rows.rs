//! The first few rows of a matrix of units as C, where the source has more units side by side than the target has rows,
//! such as an image of three channels in a format of sixteen.

use super::function::{Helper, LANE};
use super::shuffles::{Vectors, loads, over_vectors, shuffles};

/// Returns the function that transposes the first `rows` rows of a lane, and omits the others.
pub(super) fn rows(unit: i64, rows: i64) -> String {
    let name = Helper::Rows { unit, rows }.name();
    let lane = LANE / unit;
    let loads = loads(
        Vectors::Narrow,
        // The lanes of a vector are neighbours, so that the loads are in the order of memory.
        (0..lane).map(|at| {
            let first = format!("s + (x + {at} * LAYOUTC_LANES) * s_stride");
            format!("layoutc_load_lanes({first}, {first} + s_stride)")
        }),
    );
    let (shuffles, last) = shuffles(Vectors::Narrow, unit, lane, lane.ilog2(), rows);
    let stores = (0..rows).map(|row| {
        format!("            layoutc_store(d + {row} * d_stride + x * {unit}, LAYOUTC_ZIP(LAYOUTC_LOW_{unit}, {last}{row}));\n")
    });
    let stores: String = stores.collect();
    let vectors = over_vectors(lane, "columns - 1", &[loads, shuffles, stores].concat());
    format!(
        "/* Transposes the first {rows} of units of {unit} bytes side by side, which are {LANE} bytes or more, to rows. */
static inline void {name}(const unsigned char *LAYOUTC_RESTRICT s, int64_t s_stride, unsigned char *LAYOUTC_RESTRICT d, int64_t d_stride, int64_t columns)
{{
    int64_t i = 0;
#if LAYOUTC_VECTORS > 0
    /* The units of the last group without a row may be behind the end of the source. */
{vectors}#endif
    for (; i < columns; ++i) {{
        for (int64_t j = 0; j < {rows}; ++j) {{
            memcpy(d + j * d_stride + i * {unit}, s + i * s_stride + j * {unit}, {unit});
        }}
    }}
}}
"
    )
}

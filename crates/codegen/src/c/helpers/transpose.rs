//! The transposition of a matrix of units as C.
//!
//! A tile has a vector of columns and a lane of rows, so that a vector is one store, or the reverse, so that it is one
//! load. The last tile of a direction overlaps the one before. Columns that have no elements are zeros.

use super::function::{Helper, LANE, LINE, TileStore, TileTables};
use super::shuffles::{Vectors, loads, shuffles};

/// The least power of two, in bytes, whose multiples map to few sets of a cache of the first level.
pub(super) const SETS: i64 = 2048;

/// The C expressions of rows and columns.
pub(super) struct Sides {
    /// The parameters after the buffers of source and target.
    pub(super) params: [String; 2],
    pub(super) tables: TileTables,
}

impl Sides {
    pub(super) fn new(tables: TileTables) -> Sides {
        let param = |buffer: char, is_table: bool| match is_table {
            true => format!("const int64_t *{buffer}_offsets"),
            false => format!("int64_t {buffer}_stride"),
        };
        Sides { params: [param('s', tables.columns), param('d', tables.rows)], tables }
    }

    fn is_table(&self, buffer: char) -> bool {
        if buffer == 's' { self.tables.columns } else { self.tables.rows }
    }

    /// Returns the offset of a row or column.
    pub(super) fn offset(&self, buffer: char, at: &str) -> String {
        if self.is_table(buffer) {
            format!("{buffer}_offsets[{at}]")
        } else {
            format!("{at} * {buffer}_stride")
        }
    }

    /// Returns the arguments for rows or columns from `at`: what is added to the buffer, and the stride or the table.
    pub(super) fn from(&self, buffer: char, at: &str) -> [String; 2] {
        if self.is_table(buffer) {
            [String::new(), format!("{buffer}_offsets + {at}")]
        } else {
            [format!(" + {at} * {buffer}_stride"), format!("{buffer}_stride")]
        }
    }
}

/// Returns the function that transposes directly.
pub(super) fn direct(unit: i64, tables: TileTables) -> String {
    let is_wide = Helper::is_word(unit);
    let tiles = if is_wide { tiles(unit, tables) } else { String::new() };
    let vectors = if is_wide { wide(unit, tables) } else { String::new() };
    let name = Helper::Transpose { unit, tables, store: TileStore::Direct }.name();
    let padded = padded(unit, tables);
    let sides = Sides::new(tables);
    let [s_side, d_side] = &sides.params;
    let from = sides.offset('s', "j");
    let to = sides.offset('d', "i");
    format!(
        "{tiles}/* Transposes units of {unit} bytes: `rows` contiguous in `s`, `columns` contiguous in `d`, of which those from `planes` on are zero. */
static inline void {name}(const unsigned char *LAYOUTC_RESTRICT s, {s_side}, unsigned char *LAYOUTC_RESTRICT d, {d_side}, int64_t rows, int64_t columns, int64_t planes)
{{
{padded}{vectors}    for (int64_t i = 0; i < rows; ++i) {{
        for (int64_t j = 0; j < planes; ++j) {{
            memcpy(d + {to} + j * {unit}, s + i * {unit} + {from}, {unit});
        }}
        if (planes < columns) {{
            memset(d + {to} + planes * {unit}, 0, (size_t)((columns - planes) * {unit}));
        }}
    }}
}}
"
    )
}

/// Returns the statements for columns without elements. Tables have none, and other units have no vectors.
fn padded(unit: i64, tables: TileTables) -> String {
    let Some(helper) = Helper::padded(unit, tables) else { return String::new() };
    let name = helper.name();
    let own = Helper::Transpose { unit, tables, store: TileStore::Direct }.name();
    let lane = LANE / unit;
    format!(
        "#if LAYOUTC_VECTORS > 0
    if (planes < columns && columns >= {lane}) {{
        const int64_t full = planes - planes % {lane};
        int64_t j = full;
        if (full > 0) {{
            {own}(s, s_stride, d, d_stride, rows, full, full);
        }}
        if (planes > full) {{
            const int64_t y = full + {lane} <= columns ? full : columns - {lane};
            const int64_t fill = (columns - y - {lane}) * {unit} / {LANE} * {LANE};
            {name}(s + y * s_stride, s_stride, d + y * {unit}, d_stride, rows, planes - y, fill);
            j = y + {lane} + fill / {unit};
        }}
        if (j < columns) {{
            layoutc_fill(d + j * {unit}, d_stride, rows, (columns - j) * {unit});
        }}
        return;
    }}
#endif
"
    )
}

/// Returns the function that transposes a tile of a lane in both directions, in each lane of vectors.
fn tiles(unit: i64, tables: TileTables) -> String {
    let units = LANE / unit;
    let name = tile_name(unit, tables);
    let sides = Sides::new(tables);
    let load = |at: i64| match tables.columns {
        true => format!(
            "layoutc_load_lanes(s + s_offsets[{at}], s + s_offsets[{at} + (LAYOUTC_LANES - 1) * s_step])"
        ),
        false => format!(
            "LAYOUTC_IS_WHOLE(s_lane) ? layoutc_load(s + {at} * s_stride) : layoutc_load_lanes(s + {at} * s_stride, s + {at} * s_stride + s_lane)"
        ),
    };
    let loads = loads(Vectors::Narrow, (0..units).map(load));
    let (shuffles, last) = shuffles(Vectors::Narrow, unit, units, units.ilog2(), units);
    let stores: String = (0..units)
        .map(|at| {
            let to = format!("d + {}", sides.offset('d', &at.to_string()));
            format!(
                "    if (LAYOUTC_IS_WHOLE(d_lane)) {{\n        layoutc_store({to}, {last}{at});\n    }} else {{\n        layoutc_store_lanes({to}, {to} + d_lane, {last}{at});\n    }}\n"
            )
        })
        .collect();
    let [s_side, d_side] = &sides.params;
    let s_lane = if tables.columns { "s_step" } else { "s_lane" };
    let params = format!(
        "const unsigned char *s, {s_side}, int64_t {s_lane}, unsigned char *d, {d_side}, int64_t d_lane"
    );
    let wide = wide_tile(unit, tables);
    format!(
        "#if LAYOUTC_VECTORS > 0\nLAYOUTC_INLINE void {name}({params})\n{{\n{loads}{shuffles}{stores}}}\n#endif\n{wide}"
    )
}

/// Returns the function that transposes a tile of a wide vector of columns and a lane of rows.
fn wide_tile(unit: i64, tables: TileTables) -> String {
    let units = LANE / unit;
    let name = tile_name(unit, tables);
    let sides = Sides::new(tables);
    let [s_side, d_side] = &sides.params;
    let loads = loads(
        Vectors::Wide,
        (0..units).map(|at| {
            let lanes = (0..4).map(|lane| {
                let column = (at + lane * units).to_string();
                format!("s + {}", sides.offset('s', &column))
            });
            format!("layoutc_load_wide({})", lanes.collect::<Vec<_>>().join(", "))
        }),
    );
    let (shuffles, last) = shuffles(Vectors::Wide, unit, units, units.ilog2(), units);
    let stores = (0..units).map(|at| {
        let to = sides.offset('d', &at.to_string());
        format!("    layoutc_store_wide(d + {to}, {last}{at});\n")
    });
    let stores: String = stores.collect();
    format!(
        "#if LAYOUTC_WIDE\nLAYOUTC_INLINE void {name}_wide(const unsigned char *s, {s_side}, unsigned char *d, {d_side})\n{{\n{loads}{shuffles}{stores}}}\n#endif\n"
    )
}

pub(super) fn tile_name(unit: i64, tables: TileTables) -> String {
    format!("layoutc_tile_{unit}{}", tables.suffix())
}

/// Returns the statements that transpose a matrix of at least a lane in both directions in tiles.
fn wide(unit: i64, tables: TileTables) -> String {
    let tile = tile_name(unit, tables);
    let lane = LANE / unit;
    let line = LINE / unit;
    let sides = Sides::new(tables);
    let [s_more, s_side] = sides.from('s', "y");
    let [d_more, d_side] = sides.from('d', "x");
    let call = |s_lane: &str, d_lane: &str| {
        format!(
            "{tile}(s + x * {unit}{s_more}, {s_side}, {s_lane}, d + y * {unit}{d_more}, {d_side}, {d_lane});"
        )
    };
    // The distance of the columns of two lanes, of which a table has the offsets.
    let apart = |columns: &str| match tables.columns {
        true => columns.to_owned(),
        false => format!("{columns} * s_stride"),
    };
    let columns = call(&apart(&lane.to_string()), "16");
    let both =
        call(&apart(&format!("(columns - {lane})")), &format!("(columns - {lane}) * {unit}"));
    let distance = if tables.columns { "(s_offsets[1] - s_offsets[0])" } else { "s_stride" };
    let is_apart = match tables.rows {
        true => format!("{distance} % {SETS} != 0"),
        false => format!("d_stride % {SETS} == 0 && {distance} % {SETS} != 0"),
    };
    let wide_columns = over_columns(
        unit,
        &sides,
        &format!(
            "{tile}_wide(s + x * {unit}{s_more}, {s_side}, d + y * {unit}{d_more}, {d_side});"
        ),
        None,
    );
    // With tables, the lanes of a vector cannot be rows.
    let over_rows = (tables == TileTables::NONE).then(|| call("16", &format!("{lane} * d_stride")));
    let columns = over_columns(unit, &sides, &columns, over_rows.as_deref());
    let rows = over_rows.map_or_else(String::new, |call| {
        format!(
            "        if (columns == {lane} && rows >= wide) {{
            const int64_t y = 0;
            for (int64_t i = 0; i < rows; i += wide) {{
                const int64_t x = i + wide <= rows ? i : rows - wide;
                {call}
            }}
            return;
        }}
"
        )
    });
    format!(
        "#if LAYOUTC_VECTORS > 0
    if (planes == columns && rows >= {lane} && columns >= {lane}) {{
        const int64_t high = {is_apart} ? {lane} : {line};
        int64_t wide = {lane} * LAYOUTC_LANES;
#if LAYOUTC_WIDE
        if (columns >= 2 * wide) {{
            wide = 2 * wide;
{wide_columns}        }}
#endif
        if (columns >= wide) {{
{columns}        }}
{rows}        for (int64_t i = 0; i < rows; i += {lane}) {{
            const int64_t x = i + {lane} <= rows ? i : rows - {lane}, y = 0;
            {both}
        }}
        return;
    }}
#endif
"
    )
}

/// Returns the statements that transpose a matrix of at least `wide` columns by calls of a function. A line of the source is
/// read at once, or, if the columns of the target map to few sets of a cache, a line of the target written at once. In the
/// first case, the next line of each column is fetched: a CPU does not follow so many columns by itself. The last columns
/// that fill at most a lane are moved by another call, if there is one, in tiles with a vector of rows.
fn over_columns(unit: i64, sides: &Sides, call: &str, over_rows: Option<&str>) -> String {
    let lane = LANE / unit;
    let line = LINE / unit;
    let next = sides.offset('s', "(y + k)");
    let fetch = |columns: &str| {
        format!(
            "                    for (int64_t k = 0; k < {columns} && high == {line} && end < rows; ++k) {{
                        LAYOUTC_PREFETCH(s + end * {unit} + {next});
                    }}
"
        )
    };
    let over = |step: &str, call: &str| {
        format!(
            "                    for (int64_t i = line; i < end; i += {step}) {{
                        const int64_t x = i + {step} <= rows ? i : rows - {step};
                        {call}
                    }}
"
        )
    };
    let tiles = fetch("wide") + &over(&lane.to_string(), call);
    let [whole, last] = match over_rows {
        None => ["columns".to_owned(), String::new()],
        Some(call) => [
            format!(
                "columns % wide > {lane} || high < wide || rows < wide ? columns : columns - columns % wide"
            ),
            format!(
                "                if (whole < columns) {{
                    const int64_t y = columns - {lane};
{}{}                }}
",
                fetch(&lane.to_string()),
                over("wide", call)
            ),
        ],
    };
    format!(
        "            const int64_t whole = {whole};
            for (int64_t line = 0; line < rows; line += high) {{
                const int64_t end = line + high < rows ? line + high : rows;
                for (int64_t j = 0; j < whole; j += wide) {{
                    const int64_t y = j + wide <= whole ? j : whole - wide;
{tiles}                }}
{last}            }}
            return;
"
    )
}

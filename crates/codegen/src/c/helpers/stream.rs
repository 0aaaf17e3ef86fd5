//! The transposition of a matrix of units that is not read soon as C: by blocks on the stack, whose columns are streamed to
//! memory around the caches.
//!
//! Memory is fast for addresses in order, and a CPU follows few sequences of them. So columns side by side in the source are
//! read column by column, in tiles that load whole vectors of rows. Columns far apart are first copied to the stack, in runs
//! longer than a block has rows, while the run of the next column is fetched.

use super::function::{Helper, LANE, TileSides, TileStore};
use super::transpose::{LINE, SETS, tile_name};

/// The number of bytes of a row of the source, and of a column of the target, in a block: two lines, which a CPU fetches
/// together, and whole lines in any alignment.
const BLOCK: [i64; 2] = [128, 256];

/// The most rows of a block whose columns are read one after the other.
const ROWS: i64 = 64;

/// The number of bytes on the stack for the runs of columns far apart. It fits a cache of the second level.
const RUNS: i64 = 40_960;

/// The fewest columns far apart that are copied: a CPU follows fewer without help.
const COLUMNS: i64 = 16;

/// Returns the function for rows and columns at the multiples of a stride.
pub(super) fn strided(unit: i64) -> String {
    let [name, inner] = [TileStore::Stream, TileStore::Direct]
        .map(|store| Helper::Transpose { unit, sides: TileSides::Strides, store }.name());
    let [height, width] = BLOCK.map(|bytes| (bytes / unit).max(1));
    let [row, column] = [height * unit, width * unit];
    let rows = height.max(ROWS);
    let in_order = InOrder::new(unit);
    let runs = Runs::new(unit, row);
    format!(
        "/* Does the same by blocks, for memory that is not read soon. */
static inline void {name}(const unsigned char *LAYOUTC_RESTRICT s, int64_t s_stride, unsigned char *LAYOUTC_RESTRICT d, int64_t d_stride, int64_t rows, int64_t columns, int64_t planes)
{{
    unsigned char block[{rows} * {column}]{runs_buffer};
    const int64_t dense = columns <= {width} && d_stride == columns * {unit};
    const int64_t to_stride = dense ? d_stride : {column};
{in_order_condition}    const int64_t high = in_order ? {ROWS} : {height};
    for (int64_t j = 0; j < columns; j += {width}) {{
        const int64_t block_columns = j + {width} < columns ? {width} : columns - j;
        const int64_t block_planes = planes <= j ? 0 : planes < j + block_columns ? planes - j : block_columns;
{runs_condition}        for (int64_t i = 0; i < rows; i += high) {{
            const int64_t block_rows = i + high < rows ? high : rows - i;
            const unsigned char *from = s + i * {unit} + j * s_stride;
            int64_t from_stride = s_stride;
{runs_copy}            if (!copied && !in_order && i + 2 * {height} <= rows) {{
                for (int64_t k = 0; k < block_planes; ++k) {{
                    for (int64_t line = 0; line < {row}; line += {LINE}) {{
                        LAYOUTC_PREFETCH(from + {row} + k * s_stride + line);
                    }}
                }}
            }}
{tiles}            {{
                {inner}(from, from_stride, block, to_stride, block_rows, block_columns, block_planes);
            }}
            if (dense) {{
                layoutc_stream(d + i * d_stride, block, block_rows * d_stride);
                continue;
            }}
            for (int64_t k = 0; k < block_rows; ++k) {{
                layoutc_stream(d + (i + k) * d_stride + j * {unit}, block + k * {column}, block_columns * {unit});
            }}
        }}
    }}
}}
",
        runs_buffer = runs.buffer,
        runs_condition = runs.condition,
        runs_copy = runs.copy,
        in_order_condition = in_order.condition,
        tiles = in_order.tiles,
    )
}

/// The statements for columns side by side in the source, as C.
struct InOrder {
    /// The definition of `in_order`.
    condition: String,
    /// The transposition of a block, and an `else` for others.
    tiles: String,
}

impl InOrder {
    /// Returns the statements for units of this size. Units that vectors do not move have none.
    fn new(unit: i64) -> InOrder {
        if !Helper::is_word(unit) {
            let condition = "    const int64_t in_order = 0;\n".to_owned();
            return InOrder { condition, tiles: String::new() };
        }
        let lane = LANE / unit;
        let tile = tile_name(unit, TileSides::Strides);
        let condition = format!(
            "#if LAYOUTC_VECTORS > 0
    const int64_t wide = {lane} * LAYOUTC_LANES;
    const int64_t in_order = planes == columns && rows >= wide && s_stride <= 2 * rows * {unit};
#else
    const int64_t in_order = 0;
#endif
"
        );
        let tiles = format!(
            "#if LAYOUTC_VECTORS > 0
            if (in_order && block_rows >= wide && block_columns >= {lane}) {{
                for (int64_t k = 0; k < block_columns; k += {lane}) {{
                    const int64_t y = k + {lane} <= block_columns ? k : block_columns - {lane};
                    for (int64_t line = 0; line < block_rows; line += wide) {{
                        const int64_t x = line + wide <= block_rows ? line : block_rows - wide;
                        {tile}(from + x * {unit} + y * s_stride, s_stride, {LANE}, block + y * {unit} + x * to_stride, to_stride, {lane} * to_stride);
                    }}
                }}
            }} else
#endif
"
        );
        InOrder { condition, tiles }
    }
}

/// The statements for columns far apart in the source, as C.
#[derive(Default)]
struct Runs {
    /// The declaration of the buffer of runs.
    buffer: String,
    /// The definitions of `size` and `copied`.
    condition: String,
    /// The copies, and the block in the runs.
    copy: String,
}

impl Runs {
    /// Returns the statements for units of this size, for blocks with this number of bytes in a row of the source. A byte is so
    /// small that the transposition takes longer than the memory. It has no runs, as units that vectors do not move.
    fn new(unit: i64, row: i64) -> Runs {
        if unit == 1 || !Helper::is_word(unit) {
            let condition = "        const int64_t copied = 0;\n".to_owned();
            return Runs { condition, ..Runs::default() };
        }
        // The runs of large units displace lines of the source of the same set.
        let is_apart = match unit < 8 {
            true => String::new(),
            false => format!(" && s_stride % {SETS} != 0"),
        };
        Runs {
            buffer: format!(", runs[{RUNS}]"),
            condition: format!(
                "        /* The bytes of a run, of whole blocks. Runs are a line more apart, for other sets of a cache. */
        const int64_t size = ({RUNS} / (block_planes + 1) - {LINE}) / {row} * {row};
        const int64_t copied = block_planes >= {COLUMNS} && size > {row} && !in_order{is_apart};
"
            ),
            copy: format!(
                "            if (copied) {{
                const int64_t left = (rows - i) * {unit}, bytes = left < size ? left : size;
                const int64_t in_run = i * {unit} % size;
                from_stride = size + {LINE};
                for (int64_t k = 0; k < block_planes && in_run == 0; ++k) {{
                    for (int64_t line = 0; line < bytes && k + 1 < block_planes; line += {LINE}) {{
                        LAYOUTC_PREFETCH(from + (k + 1) * s_stride + line);
                    }}
                    memcpy(runs + k * from_stride, from + k * s_stride, (size_t)bytes);
                }}
                from = runs + in_run;
            }}
"
            ),
        }
    }
}

/// Returns the function for rows and columns at the offsets of tables.
pub(super) fn tabled(unit: i64) -> String {
    let [name, inner] = [TileStore::Stream, TileStore::Direct]
        .map(|store| Helper::Transpose { unit, sides: TileSides::Tables, store }.name());
    let [height, width] = BLOCK.map(|bytes| (bytes / unit).max(1));
    let [row, column] = [height * unit, width * unit];
    format!(
        "/* Does the same by blocks, for memory that is not read soon. */
static inline void {name}(const unsigned char *LAYOUTC_RESTRICT s, const int64_t *s_offsets, unsigned char *LAYOUTC_RESTRICT d, const int64_t *d_offsets, int64_t rows, int64_t columns, int64_t planes)
{{
    unsigned char block[{height} * {column}];
    int64_t in_block[{height}];
    for (int64_t k = 0; k < {height}; ++k) {{
        in_block[k] = k * {column};
    }}
    for (int64_t j = 0; j < columns; j += {width}) {{
        const int64_t block_columns = j + {width} < columns ? {width} : columns - j;
        const int64_t block_planes = planes <= j ? 0 : planes < j + block_columns ? planes - j : block_columns;
        for (int64_t i = 0; i < rows; i += {height}) {{
            const int64_t block_rows = i + {height} < rows ? {height} : rows - i;
            if (i + 2 * {height} <= rows) {{
                for (int64_t k = 0; k < block_planes; ++k) {{
                    for (int64_t line = 0; line < {row}; line += {LINE}) {{
                        LAYOUTC_PREFETCH(s + (i + {height}) * {unit} + s_offsets[(j + k)] + line);
                    }}
                }}
            }}
            {inner}(s + i * {unit}, s_offsets + j, block, in_block, block_rows, block_columns, block_planes);
            for (int64_t k = 0; k < block_rows; ++k) {{
                layoutc_stream(d + d_offsets[(i + k)] + j * {unit}, block + k * {column}, block_columns * {unit});
            }}
        }}
    }}
}}
"
    )
}

//! The transposition of a matrix of units that is not read soon as C: by blocks on the stack, whose columns are streamed to
//! memory around the caches.
//!
//! Memory is fast for addresses in order, and for whole lines: rows of the target that begin inside lines are stored directly,
//! unless they follow each other. A CPU follows few sequences of addresses. So there are three functions: columns side
//! by side in the source are read one after the other, in tiles that load whole vectors of rows; many columns far apart
//! are first copied to the stack, in runs longer than a block has rows; and others are read block by block. A kernel knows which
//! one it needs, and compilers specialize a small function.

use super::function::{Helper, LANE, LINE, PAGE, TileStore, TileTables};
use super::transpose::{SETS, Sides, tile_name};

/// The number of bytes of a row of the source, and of a column of the target, in a block: two lines, which a CPU fetches
/// together, and whole lines in any alignment.
const BLOCK: [i64; 2] = [128, 256];

/// The rows of a block whose columns are read one after the other. A column has at most twice as many.
const ROWS: i64 = 64;

/// The number of bytes on the stack for the runs of columns far apart. It fits a cache of the second level.
const RUNS: i64 = 40_960;

/// The bytes of a column of the source, and of a row of the target, up to which matrices are stored directly if these are
/// apart: memory is slow for short sequences.
const SHORT: [i64; 2] = [2048, 128];

/// The most rows of the target that are stored directly if they do not fill a tile of wide vectors: a CPU follows so many
/// sequences of stores.
const FEW: i64 = 8;

/// The fewest columns far apart that are copied in runs: a CPU follows fewer, with instructions that fetch.
const COLUMNS: i64 = 16;

impl TileStore {
    /// Returns how a large matrix is stored: units of this size, so many in a column of the source; in a block of it, at most
    /// so many rows, columns with elements, and columns; the distances of columns in the source and of rows in the target,
    /// in bytes.
    pub(in crate::c) fn streamed(
        unit: i64,
        column: Option<i64>,
        [rows, planes, columns]: [Option<i64>; 3],
        [distance, to]: [i64; 2],
    ) -> TileStore {
        let is_near =
            |rows: i64| distance.unsigned_abs() <= 2 * rows.saturating_mul(unit).unsigned_abs();
        let is_pair = |rows: i64| Helper::is_pair(unit, rows) && rows <= 2 * ROWS;
        let is_in_order = planes == columns && rows.is_some_and(|it| is_pair(it) && is_near(it));
        let is_within = |bytes: i64| columns.is_some_and(|columns| columns <= bytes / unit);
        let is_dense =
            is_within(BLOCK[1]) && columns.and_then(|it| it.checked_mul(unit)) == Some(to);
        let is_short = is_within(SHORT[1]) && !is_in_order
            || column.is_some_and(|column| column <= SHORT[0] / unit && !is_near(column));
        let is_few = rows.is_some_and(|rows| rows <= FEW && !is_pair(rows));
        if is_few || !is_dense && (is_short || to % LINE != 0) && !displaces(distance) {
            return TileStore::Direct;
        }
        if is_in_order {
            return TileStore::StreamInOrder;
        }
        // A byte is so small that the transposition takes longer than the memory, and at some distances the columns displace
        // each other from the caches while they are copied.
        let is_copied = [2, 4, 8].contains(&unit) && distance % SETS != 0;
        let fits = |columns: i64| columns >= COLUMNS && run(unit, columns) > BLOCK[0];
        match is_copied && planes.is_some_and(fits) {
            true => TileStore::StreamRuns,
            false => TileStore::Stream,
        }
    }
}

/// Returns `true` if columns at a distance, in bytes, displace each other from the caches.
fn displaces(distance: i64) -> bool {
    let least = distance.rem_euclid(SETS);
    least.min(SETS - least) < LINE && distance.unsigned_abs() > LINE.unsigned_abs()
}

/// Returns the size of a run of so many columns: whole blocks, in bytes. Runs are a line more apart, for other sets of a cache.
fn run(unit: i64, columns: i64) -> i64 {
    let [row, column] = BLOCK;
    let columns = columns.min(column / unit);
    (RUNS / columns - LINE) / row * row
}

/// Returns the function that transposes and streams.
pub(super) fn transposed(unit: i64, tables: TileTables, store: TileStore) -> String {
    let [name, inner] =
        [store, TileStore::Direct].map(|store| Helper::Transpose { unit, tables, store }.name());
    let [height, width] = BLOCK.map(|bytes| (bytes / unit).max(1));
    let [row, column] = [height * unit, width * unit];
    let reads = match store {
        TileStore::StreamInOrder => Reads::in_order(unit, &inner, column),
        TileStore::StreamRuns => Reads::runs(unit, &inner, [row, column]),
        TileStore::Stream | TileStore::Direct => Reads::blocks(unit, tables, &inner, [row, column]),
    };
    let Reads { rows: height, buffers, head, block } = reads;
    let sides = Sides::new(tables);
    let [s_params, d_params] = &sides.params;
    let to = sides.offset('d', "(i + k)");
    // Columns side by side in the target are side by side in the block, and streamed as one.
    let [dense, stream] = match tables.rows {
        true => [String::new(), String::new()],
        false => [
            format!(
                "    const int64_t dense = columns <= {width} && d_stride == columns * {unit};\n"
            ),
            "            if (dense) {
                layoutc_stream(d + i * d_stride, block, block_rows * d_stride);
                continue;
            }
"
            .to_owned(),
        ],
    };
    format!(
        "/* Does the same by blocks, for memory that is not read soon. */
static inline void {name}(const unsigned char *LAYOUTC_RESTRICT s, {s_params}, unsigned char *LAYOUTC_RESTRICT d, {d_params}, int64_t rows, int64_t columns, int64_t planes)
{{
    LAYOUTC_ALIGNED({PAGE}) unsigned char block[{height} * {column}];
{buffers}{dense}    for (int64_t j = 0; j < columns; j += {width}) {{
        const int64_t block_columns = j + {width} < columns ? {width} : columns - j;
        const int64_t block_planes = planes <= j ? 0 : planes < j + block_columns ? planes - j : block_columns;
{head}        for (int64_t i = 0; i < rows; i += {height}) {{
            const int64_t block_rows = i + {height} < rows ? {height} : rows - i;
{block}{stream}            for (int64_t k = 0; k < block_rows; ++k) {{
                layoutc_stream(d + {to} + j * {unit}, block + k * {column}, block_columns * {unit});
            }}
        }}
    }}
}}
"
    )
}

/// The statements that fill a block, as C.
struct Reads {
    /// The number of rows of a block.
    rows: i64,
    /// The declarations of buffers after that of the block.
    buffers: String,
    /// The statements before the blocks of some columns.
    head: String,
    /// The statements for a block.
    block: String,
}

impl Reads {
    /// Returns the statements that read a block in one step, and fetch the next one.
    fn blocks(unit: i64, tables: TileTables, inner: &str, [row, column]: [i64; 2]) -> Reads {
        let rows = row / unit;
        let sides = Sides::new(tables);
        let next = sides.offset('s', "(j + k)");
        let [s_more, s_side] = sides.from('s', "j");
        let (buffers, head, block) = match tables.rows {
            true => (
                format!("    int64_t in_block[{rows}];\n"),
                format!(
                    "        for (int64_t k = 0; k < {rows}; ++k) {{
            in_block[k] = k * {column};
        }}
"
                ),
                "in_block".to_owned(),
            ),
            false => (String::new(), String::new(), format!("dense ? d_stride : {column}")),
        };
        let block = format!(
            "            if (i + 2 * {rows} <= rows) {{
                for (int64_t k = 0; k < block_planes; ++k) {{
                    for (int64_t line = 0; line < {row}; line += {LINE}) {{
                        LAYOUTC_PREFETCH(s + (i + {rows}) * {unit} + {next} + line);
                    }}
                }}
            }}
            {inner}(s + i * {unit}{s_more}, {s_side}, block, {block}, block_rows, block_columns, block_planes);
"
        );
        Reads { rows, buffers, head, block }
    }

    /// Returns the statements that read columns one after the other. Smaller blocks than tiles are read as others are.
    fn in_order(unit: i64, inner: &str, column: i64) -> Reads {
        let lane = LANE / unit;
        let tile = tile_name(unit, TileTables::NONE);
        let block = format!(
            "            const unsigned char *const from = s + i * {unit} + j * s_stride;
            const int64_t to_stride = dense ? d_stride : {column};
#if LAYOUTC_VECTORS > 0
            const int64_t wide = {lane} * LAYOUTC_LANES;
            if (block_rows >= wide && block_planes >= {lane} && block_planes == block_columns) {{
                for (int64_t k = 0; k < block_columns; k += {lane}) {{
                    const int64_t y = k + {lane} <= block_columns ? k : block_columns - {lane};
                    for (int64_t line = 0; line < block_rows; line += wide) {{
                        const int64_t x = line + wide <= block_rows ? line : block_rows - wide;
                        {tile}(from + x * {unit} + y * s_stride, s_stride, {LANE}, block + y * {unit} + x * to_stride, to_stride, {lane} * to_stride);
                    }}
                }}
            }} else
#endif
            {{
                {inner}(from, s_stride, block, to_stride, block_rows, block_columns, block_planes);
            }}
"
        );
        Reads { rows: ROWS, buffers: String::new(), head: String::new(), block }
    }

    /// Returns the statements that copy runs of columns, and fetch the run of the next column.
    fn runs(unit: i64, inner: &str, [row, column]: [i64; 2]) -> Reads {
        let rows = row / unit;
        Reads {
            rows,
            buffers: format!("    LAYOUTC_ALIGNED({LINE}) unsigned char runs[{RUNS}];\n"),
            head: format!(
                "        /* The bytes of a run, of whole blocks. Runs are a line more apart, for other sets of a cache. */
        const int64_t size = ({RUNS} / block_columns - {LINE}) / {row} * {row}, stride = size + {LINE};
"
            ),
            block: format!(
                "            const int64_t in_run = i * {unit} % size;
            const int64_t bytes = (rows - i) * {unit} < size ? (rows - i) * {unit} : size;
            for (int64_t k = 0; k < block_planes && in_run == 0; ++k) {{
                const unsigned char *const from = s + i * {unit} + (j + k) * s_stride;
                for (int64_t line = 0; line < bytes && k + 1 < block_planes; line += {LINE}) {{
                    LAYOUTC_PREFETCH(from + s_stride + line);
                }}
                memcpy(runs + k * stride, from, (size_t)bytes);
            }}
            {inner}(runs + in_run, stride, block, dense ? d_stride : {column}, block_rows, block_columns, block_planes);
"
            ),
        }
    }
}

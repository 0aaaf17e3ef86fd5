//! The functions that conversion kernels in C call: transpositions of a tile of units in registers.
//!
//! Compilers vectorize interleaving of two arrays, so that tiles of small units are transposed by perfect shuffles.

/// A function that kernels call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Helper {
    /// The transposition of units of this many bytes.
    Transpose(i64),
    /// The transposition of this number of rows of single bytes, which the source stores without a gap.
    Split(i64),
}

/// Returns the definition of a function.
pub(super) fn helper(helper: Helper) -> String {
    match helper {
        Helper::Transpose(unit) => transpose(unit),
        Helper::Split(rows) => split(rows),
    }
}

/// Returns the function that transposes a number of rows of single bytes. A matrix of 32 x `rows` bytes is transposed by
/// five perfect shuffles of all its bytes: the byte at position p moves to 2^5 p modulo 32 `rows` - 1.
fn split(rows: i64) -> String {
    let shuffles = shuffles(5, 16 * rows);
    let size = 32 * rows;
    format!(
        "
#ifndef LAYOUTC_SPLIT_1_{rows}
#define LAYOUTC_SPLIT_1_{rows}
/* Transposes groups of {rows} bytes by perfect shuffles. */
static inline void layoutc_split_1_{rows}(const unsigned char *LAYOUTC_RESTRICT s, unsigned char *LAYOUTC_RESTRICT d, int64_t d_stride, int64_t columns)
{{
    const int64_t tile_columns = columns - columns % 32;
    for (int64_t j = 0; j < tile_columns; j += 32) {{
        uint8_t a[{size}], b[{size}];
        memcpy(a, s + j * {rows}, {size});
{shuffles}        for (int i = 0; i < {rows}; ++i) {{
            memcpy(d + i * d_stride + j, b + 32 * i, 32);
        }}
    }}
    for (int64_t j = tile_columns; j < columns; ++j) {{
        for (int i = 0; i < {rows}; ++i) {{
            d[i * d_stride + j] = s[j * {rows} + i];
        }}
    }}
}}
#endif
"
    )
}

/// Returns perfect shuffles between the arrays `a` and `b`, whose halves have this number of units. The first is from `a`.
fn shuffles(rounds: u32, half: i64) -> String {
    (0..rounds).map(|round| {
        let [to, from] = if round.is_multiple_of(2) { ["b", "a"] } else { ["a", "b"] };
        format!(
            "    for (int i = 0; i < {half}; ++i) {{\n        {to}[2 * i] = {from}[i];\n        {to}[2 * i + 1] = {from}[i + {half}];\n    }}\n"
        )
    }).collect()
}

/// Returns the function that transposes units of a size.
fn transpose(unit: i64) -> String {
    let tile = match unit {
        1 => shuffled(1, "uint8_t", 16),
        2 => shuffled(2, "uint16_t", 8),
        4 => by_compiler(&shuffled(4, "uint32_t", 8), &plain(4)),
        8 => by_compiler(&gathered(8, "uint64_t", 8), &plain(8)),
        _ => plain(unit),
    };
    let rows = format!("LAYOUTC_ROWS_{unit}");
    let columns = format!("LAYOUTC_COLUMNS_{unit}");
    format!(
        "
#ifndef LAYOUTC_TRANSPOSE_{unit}
#define LAYOUTC_TRANSPOSE_{unit}
{tile}
/* Transposes units of {unit} bytes: `rows` contiguous in `s`, `columns` contiguous in `d`. */
static inline void layoutc_transpose_{unit}(const unsigned char *LAYOUTC_RESTRICT s, int64_t s_stride, unsigned char *LAYOUTC_RESTRICT d, int64_t d_stride, int64_t rows, int64_t columns)
{{
    const int64_t tile_rows = rows - rows % {rows}, tile_columns = columns - columns % {columns};
    for (int64_t i = 0; i < tile_rows; i += {rows}) {{
        for (int64_t j = 0; j < tile_columns; j += {columns}) {{
            layoutc_tile_{unit}(s + i * {unit} + j * s_stride, s_stride, d + i * d_stride + j * {unit}, d_stride);
        }}
        for (int64_t j = tile_columns; j < columns; ++j) {{
            for (int64_t k = i; k < i + {rows}; ++k) {{
                memcpy(d + k * d_stride + j * {unit}, s + k * {unit} + j * s_stride, {unit});
            }}
        }}
    }}
    for (int64_t i = tile_rows; i < rows; ++i) {{
        for (int64_t j = 0; j < columns; ++j) {{
            memcpy(d + i * d_stride + j * {unit}, s + i * {unit} + j * s_stride, {unit});
        }}
    }}
}}
#endif
"
    )
}

/// Returns the tile that clang compiles best, and the one for other compilers: gcc keeps arrays of larger units in memory.
fn by_compiler(clang: &str, other: &str) -> String {
    format!("#ifdef __clang__\n{clang}#else\n{other}#endif\n")
}

/// Returns the numbers of rows and of columns of a tile as C constants.
fn sides(unit: i64, rows: i64, columns: i64) -> String {
    format!(
        "/* A tile of {rows} x {columns} units. */
#define LAYOUTC_ROWS_{unit} {rows}
#define LAYOUTC_COLUMNS_{unit} {columns}
"
    )
}

/// Returns a tile that is transposed by perfect shuffles of all its units, one for each bit of a side: interleaving two
/// halves is an instruction of every vector unit, and compilers recognize it.
fn shuffled(unit: i64, ty: &str, side: i64) -> String {
    let units = side * side;
    let half = side * side / 2;
    let rounds = side.ilog2();
    let shuffles = shuffles(rounds, half);
    let last = if rounds.is_multiple_of(2) { "a" } else { "b" };
    let row = side * unit;
    format!(
        "{}/* It is transposed by {rounds} perfect shuffles. */
static inline void layoutc_tile_{unit}(const unsigned char *LAYOUTC_RESTRICT s, int64_t s_stride, unsigned char *LAYOUTC_RESTRICT d, int64_t d_stride)
{{
    {ty} a[{units}], b[{units}];
    for (int i = 0; i < {side}; ++i) {{
        memcpy(a + i * {side}, s + i * s_stride, {row});
    }}
{shuffles}    for (int i = 0; i < {side}; ++i) {{
        memcpy(d + i * d_stride, {last} + i * {side}, {row});
    }}
}}
",
        sides(unit, side, side)
    )
}

/// Returns a row of the target that is read unit by unit. Few large units fill a vector, so that shuffles save little.
fn gathered(unit: i64, ty: &str, columns: i64) -> String {
    format!(
        "{}static inline void layoutc_tile_{unit}(const unsigned char *LAYOUTC_RESTRICT s, int64_t s_stride, unsigned char *LAYOUTC_RESTRICT d, int64_t d_stride)
{{
    {ty} row[{columns}];
    (void)d_stride;
    for (int j = 0; j < {columns}; ++j) {{
        memcpy(row + j, s + j * s_stride, {unit});
    }}
    memcpy(d, row, {});
}}
",
        sides(unit, 1, columns),
        columns * unit
    )
}

/// Returns a tile of 4 x 4 units that is transposed unit by unit, which gcc turns into vector shuffles.
fn plain(unit: i64) -> String {
    format!(
        "{}static inline void layoutc_tile_{unit}(const unsigned char *LAYOUTC_RESTRICT s, int64_t s_stride, unsigned char *LAYOUTC_RESTRICT d, int64_t d_stride)
{{
    for (int i = 0; i < 4; ++i) {{
        for (int j = 0; j < 4; ++j) {{
            memcpy(d + i * d_stride + j * {unit}, s + i * {unit} + j * s_stride, {unit});
        }}
    }}
}}
",
        sides(unit, 4, 4)
    )
}

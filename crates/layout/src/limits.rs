//! Limits as data: the code of a crate and the page `docs/limits.md` read each number from one list.

/// A number that bounds an input, a result or a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limit {
    /// The name of the constant that the code reads.
    pub name: &'static str,
    /// The subject of the limit, as the doc comment of the constant.
    pub subject: &'static str,
    /// The number.
    pub value: u64,
    /// The table of the page that lists the limit; empty for a bound of a search, in the table of those.
    pub table: &'static str,
    /// The consequence of a greater number; empty for a bound of a search.
    pub beyond: &'static str,
}

impl Limit {
    /// Returns a bound of a search.
    pub const fn new(name: &'static str, subject: &'static str, value: u64) -> Limit {
        Limit { name, subject, value, table: "", beyond: "" }
    }

    /// Returns the limit as a row of a table of the page, with the consequence of a greater number.
    pub const fn listed(self, table: &'static str, beyond: &'static str) -> Limit {
        Limit { table, beyond, ..self }
    }
}

/// Declares the limits of a crate: a constant `u64` for each, and `ALL` of them as [`Limit`]s. A limit with a table and
/// a consequence is a row of this table of `docs/limits.md`.
#[macro_export]
macro_rules! limits {
    ($($(#[doc = $doc:literal])+ $name:ident = $value:expr $(, $table:literal, $beyond:literal)?;)+) => {
        $($(#[doc = $doc])+ pub(crate) const $name: u64 = $value;)+

        /// All limits of the crate.
        pub(crate) const ALL: &[$crate::Limit] = &[
            $($crate::Limit::new(stringify!($name), concat!($($doc),+), $name)
                $(.listed($table, $beyond))?,)+
        ];
    };
}

limits! {
    /// Dims of a tensor.
    RANK = 15, "layouts", "L0308";
    /// Dims of a layout, logical or in memory, of a descriptor or a notation.
    DIMS = 64, "layouts", "L0308, L0313";
    /// Dims on one side of a transform.
    TRANSFORM_DIMS = 64, "layouts", "L0310";
    /// Length of C, H and W in a format of a DLA.
    DLA_LENGTH = 8192, "layouts", "L0309";
    /// Product of the dims before C, H and W on a DLA.
    DLA_BATCH = 4096, "layouts", "L0309";
    /// Reported vector width, in elements.
    VECTOR_WIDTH = 64, "layouts", "the width is this number";
    /// Values of a table.
    TABLE_VALUES = 1 << 20, "layouts", "L0314";
    /// Bits of an element of a record.
    FIELD_BITS = 64, "layouts", "L0314";
    /// Bits of a record.
    RECORD_BITS = 1 << 20, "layouts", "L0314";
    /// Bits of an index in the normal form over bits.
    INDEX_BITS = 62, "layouts", "the other normal forms decide";
    /// Indices that `eval --same` compares if normal forms differ.
    COMPARED_INDICES = 1 << 24, "decisions", "L0604: undecided";
    /// Evaluations of the check of a descriptor's bounds.
    CHECK_STEPS = 1 << 25, "decisions", "L0311: undecided";
    /// Indices of a set of dependent dims that an analysis enumerates.
    POINTS = 1 << 22, "decisions", "interval analysis, else the property is null, with a remark";
    /// Increases of the strides of one cycle of constraints.
    INCREASES = 1 << 20, "decisions", "L0401: not converged";
    /// Offsets listed to complement or invert a layout without a normal form that shows it.
    LISTED = 1 << 22, "decisions", "L0313";
    /// Evaluations that decide a claim about symbols.
    SYMBOL_EVALUATIONS = 1 << 20, "decisions", "the prover decides, else L0604: undecided";
    /// Intermediate values of an index computation over symbols whose widths are decided.
    SYMBOL_PARTS = 1 << 10, "decisions", "L0604: undecided";
    /// Slots of one index of a placement.
    SLOTS = 1 << 16, "decisions", "L0604: undecided";
    /// Registers of a thread in a plan of shuffles.
    REGISTERS = 1 << 10, "decisions", "shared memory";
    /// Candidates of an index in an inverse.
    INVERSE_CANDIDATES = 64, "addresses", "L0405";
    /// Indices visited for a group that is not a vector.
    VISITED = 1 << 22, "addresses", "L0405 without the group at fault";
    /// Slots of a copy plan that are compared one by one.
    COMPARED_SLOTS = 1 << 20, "kernels", "a proof by digits, or none";
    /// Lanes, banks, and bytes of a bank.
    LANES = 1024, "accesses", "L0604";
    /// Bits of an element.
    ELEMENT_BITS = 1024, "accesses", "L0604";
    /// Words of all analyzed groups.
    ANALYZED_WORDS = 1 << 20, "accesses", "`groups` is less than `all_groups`";
    /// Tested changes of each kind.
    TESTED_CHANGES = 4096, "accesses", "`complete` is false";
    /// Words of all tested changes.
    TESTED_WORDS = 1 << 22, "accesses", "`complete` is false";
    /// Vectors tested for a linear swizzle of 3 or more accesses.
    SWIZZLE_STEPS = 1 << 15, "accesses", "`least` is false";
    /// Symbols of a layout.
    SYMBOLS = 64, "layouts", "L0313";
    /// The maximum depth of an expression over symbols, which bounds the depth of the stack.
    SYMBOL_DEPTH = 256;
    /// The maximum number of numbers, names and operators of an expression over symbols.
    SYMBOL_NODES = 1 << 14;
    /// The maximum number of terms of a polynomial over symbols.
    POLYNOMIAL_TERMS = 256;
    /// The maximum degree of a polynomial over symbols.
    POLYNOMIAL_DEGREE = 16;
    /// The maximum number of nested rule applications on a quotient over symbols.
    SYMBOL_RULES = 32;
    /// The maximum depth of a proof about symbols.
    SYMBOL_PROOF_DEPTH = 24;
    /// The maximum number of steps of a proof about symbols.
    SYMBOL_PROOF_STEPS = 1 << 9;
    /// The maximum number of evaluations that search for a witness about symbols.
    SYMBOL_WITNESSES = 1 << 16;
    /// The maximum number of combinations of ends of dims, or of symbols, and of relations, that are tried for one fact
    /// about symbols.
    SYMBOL_CORNERS = 64;
    /// The maximum number of orders of digits that a proof about symbols tries.
    SYMBOL_ORDERS = 256;
    /// The maximum number of splits of dims into digits in a proof about symbols.
    SYMBOL_SPLITS = 16;
    /// The maximum number of steps of a prover for one claim about symbols.
    SYMBOL_PROVER_STEPS = 4_000_000;
    /// The maximum number of steps of a listed left inverse.
    STEPS_OF_LEFT_INVERSE = 1 << 8;
    /// The maximum number of bits of an index, and of parities of a value.
    PARITY_TERMS = 64;
    /// The maximum number of rows and columns of a matrix of bits.
    MATRIX_SIDE = 64;
    /// The maximum length of a dim whose offsets are listed.
    LISTED_DIM = 1 << 16;
    /// The maximum number of branches of one search in an arithmetic progression.
    BRANCHES = 1 << 20;
    /// The maximum number of pairs of an atom and a divisor of an index expression.
    PAIRS = 1 << 14;
    /// The maximum number of nested rule applications on an index expression, far more than layouts need.
    NESTED_RULES = 32;
    /// The maximum number of bits that are computed to compare two index expressions.
    COMPARED_BITS = 1 << 13;
    /// The maximum number of nested bits of an index expression, which bounds the depth of the stack.
    NESTED_BITS = 32;
    /// The maximum number of joins in one sum of an index expression.
    JOINS = 64;
    /// The maximum number of dims of a tensor layout, and of a tensor view, in SPV_NV_tensor_addressing.
    NV_DIMS = 5;
}

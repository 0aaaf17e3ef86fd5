//! The limits of the crate: its code and `docs/limits.md` read each number here.

ir::layout::limits! {
    /// Dims of a tensor.
    RANK = 1024, "imports", "error";
    /// Nested messages of a file.
    NESTING = 64, "imports", "error";
    /// Nodes of a model with its functions inlined.
    INLINED_NODES = 1 << 20, "imports", "error";
    /// Functions of a model that call each other.
    NESTED_CALLS = 64, "imports", "error";
    /// Nested loops of a model.
    NESTED_LOOPS = 6, "imports", "error";
    /// Integers of a constant that is folded.
    FOLDED_INTEGERS = 1024, "imports", "the constant is a weight";
    /// Terms of a computed length.
    LENGTH_TERMS = 64, "imports", "the length is unknown";
    /// The size of a part of a region of weights that is in memory, in bytes.
    CHUNK_BYTES = 4 << 20;
    /// The maximum number of elements of a value whose bounds are tracked.
    TRACKED_ELEMENTS = 64;
    /// The maximum number of floats of a constant that is folded: only short lists are scales or bounds.
    FOLDED_FLOATS = 8;
    /// The maximum size of the elements that are copied, in bytes: 1024 integers of up to ten bytes each.
    COPIED_INTEGER_BYTES = 10 * 1024;
    /// The maximum size of the floats that are copied, in bytes: 8 doubles.
    COPIED_FLOAT_BYTES = 64;
}

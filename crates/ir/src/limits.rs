//! The limits of the crate: its code and `docs/limits.md` read each number here.

layout::limits! {
    /// Nested types, attributes and regions.
    NESTING = 256, "text", "L0107";
    /// Nodes of an affine expression.
    AFFINE_NODES = 1 << 20, "text", "error";
    /// Bits of an integer type, as in MLIR.
    INTEGER_WIDTH = (1 << 24) - 1, "text", "L0106";
    /// Terms of a choice's cost.
    COST_TERMS = 64, "text", "L0301";
    /// Combinations of the alternatives and the fused layouts of a choice on one op.
    COMBINATIONS = 4096, "text", "the choice does not apply";
    /// Ops of a pattern of a group.
    PATTERN_OPS = 16, "text", "L0301";
    /// Ops of a pattern with operands in either order.
    PATTERN_UNORDERED = 8, "text", "L0301";
    /// Layouts in a chain of `layout.from`.
    LINKS = 256, "layouts", "L0310";
    /// Transforms of a base of `layout.from`.
    INHERITED = 1024, "layouts", "L0310";
    /// Elements of a shape or index that a view op reads from a constant.
    INTS = 1 << 16, "layouts", "the op is opaque";
    /// The maximum depth of an affine expression; a leaf has depth 1.
    AFFINE_DEPTH = 512;
    /// The maximum number of choices whose mismatch a remark explains.
    EXPLAINED_CHOICES = 4;
    /// The maximum number of names in the message of a cycle of `layout.from`.
    NAMES_OF_CYCLE = 8;
    /// The maximum number of searches for a near name; each search compares all names.
    SUGGESTIONS = 50;
    /// The maximum length of a text in a diagnostic, in bytes.
    DIAGNOSTIC_TEXT_BYTES = 900;
    /// The maximum number of places that are reported for equal errors, in addition to the first.
    PLACES_OF_CLASS = 3;
    /// The maximum number of boxes of a view op that are compared pairwise.
    BOXES = 1024;
}

//! The limits of the crate: its code and `docs/limits.md` read each number here.

layout::limits! {
    /// Cells of a picture that is never cut.
    WHOLE_CELLS = 256, "pictures", "it may be cut, with a note";
    /// Indices of a dynamic dim.
    DYNAMIC_INDICES = 4, "pictures", "not drawn";
}

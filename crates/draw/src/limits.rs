//! The limits of the crate: its code and `docs/limits.md` read each number here.

layout::limits! {
    /// Cells of a picture that is never cut.
    WHOLE_CELLS = 256, "pictures", "it may be cut, with a note";
    /// Boxes of the overview of a function, and of a block.
    BLOCK_BOXES = 64, "pictures", "grouped";
    /// The maximum number of boxes of an overview whose nested blocks replace their block.
    OVERVIEW_BOXES = 24;
    /// The slots of an index that a cell lists.
    LISTED_SLOTS = 64;
    /// Indices of a dynamic dim.
    DYNAMIC_INDICES = 4, "pictures", "not drawn";
}

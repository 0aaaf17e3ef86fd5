//! The limits of the crate: its code and `docs/limits.md` read each number here.

ir::layout::limits! {
    /// Bytes of a message of the language server.
    MESSAGE_BYTES = 1 << 30, "text", "the server stops with an error";
}

//! The limits of the crate: its code and `docs/limits.md` read each number here.

ir::layout::limits! {
    /// Digits of a number.
    DIGITS = 20_000, "text", "L0103";
    /// Reported syntax errors of a file.
    ERRORS = 1000, "text", "the rest is not reported";
    /// The maximum number of results of an op whose result types are inferred from their number.
    INFERRED_RESULTS = 256;
    /// The maximum number of digits of a number in a plain list.
    PLAIN_DIGITS = 18;
    /// The maximum nesting depth of a plain list.
    LEVELS = 8;
    /// The maximum number of further uses that the diagnostic of an undefined name shows.
    SHOWN_USES = 3;
    /// The maximum number of op names that the error on a custom form lists.
    LISTED_NAMES = 8;
    /// The maximum number of steps that a second parse records to find the text of a diagnostic.
    RECORDED_STEPS = 1 << 20;
}

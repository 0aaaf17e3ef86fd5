//! A FileCheck: checks a text against the directives of a check file.
//!
//! Understood: `CHECK:`, `-NEXT`, `-SAME`, `-NOT`, `-DAG`, `-LABEL`, `-EMPTY`, `-COUNT-n`, `{LITERAL}`,
//! `{{regex}}`, `[[NAME:regex]]`, `[[NAME]]` (names with `$` survive a `LABEL` under
//! `--enable-var-scope`), `[[@LINE]]`, `[[@LINE+n]]`, `[[#@LINE-n]]`, comments `COM:` and `RUN:`, and the
//! options of [`Invocation`].
//!
//! Verdicts equal those of LLVM FileCheck 19, with POSIX leftmost-longest matching, and are stricter in
//! these points, where LLVM silently skips a line or means something else than it seems:
//! - text that looks like a directive and is none (`CHECK-NXT:`, `CHECK-NEXT x`, `check:`, `CHEKC:`),
//! - `\d` and other escaped letters or digits in a regex (a plain letter in POSIX), `\1`, `[[.x.]]`,
//! - numeric variables other than `@LINE`, and options not listed in [`Invocation`].
//!
//! In order: `options` (command line), `directive` (what is a directive), `pattern` over `ere`
//! (what a directive matches), `matching` (which order of matches is right), `report` (messages).

mod directive;
mod ere;
mod matching;
mod options;
mod pattern;
mod report;
#[cfg(test)]
mod tests;

pub(crate) use directive::{prefix_of, scan};
pub use options::{Invocation, Options};

use crate::text;

/// Why a check did not pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// The checks are fine, the input does not satisfy them.
    Mismatch,
    /// The check file, the options or an empty input are at fault; LLVM may be less strict.
    Malformed,
}

/// A failed check; `Display` gives the directive with its place, where the search began, and the closest text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Who is at fault.
    pub kind: FailureKind,
    message: String,
}

impl Failure {
    /// A failure because of the check file itself.
    pub(crate) fn malformed(message: String) -> Failure {
        Failure { kind: FailureKind::Malformed, message }
    }

    /// A failure because of the input.
    pub(crate) fn mismatch(message: String) -> Failure {
        Failure { kind: FailureKind::Mismatch, message }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.message.trim_end())
    }
}

impl std::error::Error for Failure {}

/// Checks `input` against the directives in `check`, which came from the file `check_name`.
///
/// # Errors
/// The first directive that fails, or all faults of the check file.
pub fn check(
    check: &[u8],
    check_name: &str,
    input: &[u8],
    options: &Options,
) -> Result<(), Failure> {
    options::check_prefixes(options).map_err(Failure::malformed)?;
    if input.is_empty() && !options.allow_empty {
        return Err(Failure::malformed(
            "the input is empty; `--allow-empty` accepts that".to_owned(),
        ));
    }
    let check = text::canonical(check, options.strict_whitespace);
    let input = text::canonical(input, options.strict_whitespace);
    let plan = matching::Plan::new(&check, check_name, options)?;
    plan.run(&check, &input)
}

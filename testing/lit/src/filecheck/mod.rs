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
//! (what a directive matches), `rule` (both together), `matching` (which order of matches is right), `report` (messages),
//! `failure` (the result).

mod directive;
mod ere;
mod failure;
mod matching;
mod options;
mod pattern;
mod report;
mod rule;
#[cfg(test)]
mod tests;

pub(crate) use directive::{prefix_of, scan};
pub use failure::{CheckFailure, FailureKind};
pub use options::{CheckOptions, Invocation};

use crate::text;

/// Checks `input` against the directives in `check`, which came from the file `check_name`.
///
/// # Errors
/// The first directive that fails, or all faults of the check file.
pub fn check(
    check: &[u8],
    check_name: &str,
    input: &[u8],
    options: &CheckOptions,
) -> Result<(), CheckFailure> {
    options::check_prefixes(options).map_err(CheckFailure::malformed)?;
    if input.is_empty() && !options.allow_empty {
        return Err(CheckFailure::malformed(
            "the input is empty; `--allow-empty` accepts that".to_owned(),
        ));
    }
    let check = text::canonical(check, options.strict_whitespace);
    let input = text::canonical(input, options.strict_whitespace);
    let plan = matching::CheckPlan::new(&check, check_name, options)?;
    plan.run(&check, &input)
}

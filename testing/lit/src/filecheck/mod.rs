//! An implementation of FileCheck, which checks a text against the directives of a check file.
//!
//! Supported: `CHECK:`, `-NEXT`, `-SAME`, `-NOT`, `-DAG`, `-LABEL`, `-EMPTY`, `-COUNT-n`, `{LITERAL}`, `{{regex}}`,
//! `[[NAME:regex]]`, `[[NAME]]` (names with `$` survive a `LABEL` under `--enable-var-scope`), `[[@LINE]]`,
//! `[[@LINE+n]]`, `[[#@LINE-n]]`, comments `COM:` and `RUN:`, and the options of [`Invocation`].
//!
//! Verdicts equal those of LLVM FileCheck 19, with POSIX leftmost-longest matching. This implementation rejects some
//! text that LLVM silently ignores or interprets differently:
//! - text that resembles a directive but is not one (`CHECK-NXT:`, `CHECK-NEXT x`, `check:`, `CHEKC:`),
//! - `\d` and other escaped letters or digits in a regex (a plain letter in POSIX), `\1`, `[[.x.]]`,
//! - numeric variables other than `@LINE`, and options not listed in [`Invocation`].
//!
//! In reading order: `options` (command line), `directive` (syntax of directives), `pattern` over `ere` (matches of a
//! directive), `rule` (directive with pattern), `matching` (order of matches), `report` (messages), `failure` (result).

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

/// Checks `input` against the directives in `check`, the content of the file `check_name`.
///
/// # Errors
/// The first directive that fails, or all errors in the check file.
pub fn check(
    check: &[u8],
    check_name: &str,
    input: &[u8],
    options: &CheckOptions,
) -> Result<(), CheckFailure> {
    options::check_prefixes(options).map_err(CheckFailure::malformed)?;
    if input.is_empty() && !options.allow_empty {
        return Err(CheckFailure::malformed(
            "the input is empty; allow this with `--allow-empty`".to_owned(),
        ));
    }
    let check = text::canonical(check, options.strict_whitespace);
    let input = text::canonical(input, options.strict_whitespace);
    let plan = matching::CheckPlan::new(&check, check_name, options)?;
    plan.run(&check, &input)
}

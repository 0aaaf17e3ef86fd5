//! The command line of `explain`.

use crate::driver::Driver;
use crate::options::{DriverOptions, EarlyExit, Subcommand};
use clap::{Command, Parser};

/// The arguments of `explain`.
#[derive(Debug, Parser)]
#[command(disable_help_flag = true)]
struct ExplainCommand {
    /// The symbol to explain: `@x` of a tensor or function, or `@f:%x` of a value
    #[arg(long, value_name = "SYMBOL")]
    of: Option<String>,

    #[command(flatten)]
    options: DriverOptions,
}

/// A request to `explain`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ExplainRequest {
    /// Explain the layout of a symbol.
    Layout { of: String },
    /// Print the page of a code or a pass.
    Page { of: String },
}

const SUBCOMMAND: Subcommand = Subcommand {
    name: "layoutc explain",
    about: "Explains the layout of a symbol, or prints the page of a code or a pass",
    usage: "layoutc explain FILE --of SYMBOL\n       layoutc explain CODE|PASS",
    default_passes: "`resolve-strides`, after `assign-layouts` if there is a target",
    because: "which prints reasons",
};

/// Returns the command with its flags.
pub(crate) fn command(driver: &Driver) -> Command {
    SUBCOMMAND.command::<ExplainCommand>(driver)
}

/// Reads the arguments after the word `explain`.
pub(crate) fn parse(
    args: &[String],
    driver: &Driver,
) -> Result<(DriverOptions, ExplainRequest), EarlyExit> {
    let ExplainCommand { of, options } =
        SUBCOMMAND.read(args, driver, |it: &mut ExplainCommand| &mut it.options)?;
    let options = options.heed_spellings();
    if let Some(of) = of {
        return Ok((options, ExplainRequest::Layout { of }));
    }
    match options.inputs.as_slice() {
        [word] => Ok((options.clone(), ExplainRequest::Page { of: word.clone() })),
        [] => Err(SUBCOMMAND.fault_with(
            "expected a code, a pass, or a file with a symbol",
            "for example `layoutc explain L0402`, `layoutc explain resolve-strides` or `layoutc explain FILE --of @x`",
        )),
        [file, symbol, ..] if symbol.starts_with(['@', '%']) => Err(SUBCOMMAND.fault_with(
            format!("unexpected `{symbol}`"),
            format!("use `layoutc explain {file} --of={symbol}`"),
        )),
        [_, second, ..] => Err(SUBCOMMAND.fault(format!(
            "unexpected `{second}` after the first code or pass"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Option<ExplainRequest> {
        let args: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        parse(&args, &Driver::default()).ok().map(|(_, request)| request)
    }

    #[test]
    fn parse_reads_requests_and_rejects_invalid_arguments() {
        let layout = |of: &str| Some(ExplainRequest::Layout { of: of.to_owned() });
        assert_eq!(parsed("a.mlir --of @x"), layout("@x"));
        assert_eq!(parsed("--of=@f:%x --passes="), layout("@f:%x"));
        assert_eq!(parsed("L0402"), Some(ExplainRequest::Page { of: "L0402".to_owned() }));
        for text in ["", "L0402 L0401", "a.mlir --of @x --emit=none", "a.mlir --at 1"] {
            assert_eq!(parsed(text), None, "{text}");
        }
    }
}

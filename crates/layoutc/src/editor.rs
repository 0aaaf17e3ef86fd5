//! `layoutc lsp`: the language server on standard input and output.

use crate::driver::{Driver, Env};
use crate::options::{EarlyExit, read_own};
use crate::status::FAILED;
use clap::{ArgAction, Command, CommandFactory, Parser};
use std::io::BufReader;

/// The arguments of `lsp`.
#[derive(Debug, Parser)]
#[command(
    name = "layoutc lsp",
    disable_help_flag = true,
    about = "Serves an editor on standard input and output, by the Language Server Protocol"
)]
struct LspCommand {
    /// Accepted for editors that add it; the server always uses standard input and output
    #[arg(long)]
    stdio: bool,

    /// Print this help and exit
    #[arg(short, long, action = ArgAction::Help)]
    help: Option<bool>,
}

/// Returns the command with its flags.
pub(crate) fn command() -> Command {
    LspCommand::command()
}

/// Reads the arguments after the word `lsp`.
pub(crate) fn parse(args: &[String]) -> Result<(), EarlyExit> {
    read_own(args, "layoutc lsp").map(|LspCommand { .. }| ())
}

/// Serves the editor, and returns the exit status: 0 if it shut the server down.
pub(crate) fn run(driver: &Driver, env: &mut Env<'_>) -> i32 {
    let served = lsp::serve(&driver.registry, &mut BufReader::new(&mut env.stdin), env.stdout);
    let fault = match served {
        Ok(true) => return 0,
        Ok(false) => "the input ended before the request `shutdown`".to_owned(),
        Err(error) => format!("the connection to the editor failed: {error}"),
    };
    let _ = writeln!(env.stderr, "layoutc: error[{}]: {fault}", ir::diag::code::FILE);
    FAILED
}

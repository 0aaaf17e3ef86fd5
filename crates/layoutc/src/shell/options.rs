//! The command lines of `completions` and `man`.

use crate::options::{EarlyExit, read_own};
use crate::streams::mistaken::example;
use clap::{ArgAction, Command, CommandFactory, Parser, ValueEnum};
use clap_complete::Shell;
use ir::diag::{Diag, code};
use ir::layout::near_or_all;
use ir::source::Span;

/// The names of the two subcommands.
const COMPLETIONS: &str = "completions";
const MAN: &str = "man";

/// The arguments of `completions`.
#[derive(Debug, Parser)]
#[command(
    name = "layoutc completions",
    disable_help_flag = true,
    about = "Prints the script that completes the command line in a shell"
)]
struct CompletionsCommand {
    /// The shell: bash, elvish, fish, powershell or zsh
    #[arg(value_name = "SHELL")]
    shell: Option<String>,

    /// Print this help and exit
    #[arg(short, long, action = ArgAction::Help)]
    help: Option<bool>,
}

/// The arguments of `man`.
#[derive(Debug, Parser)]
#[command(
    name = "layoutc man",
    disable_help_flag = true,
    about = "Prints the manual page of the program or of a subcommand, for `man -l -`"
)]
struct ManCommand {
    /// The subcommand; default: the program
    #[arg(value_name = "SUBCOMMAND")]
    page: Option<String>,

    /// Print this help and exit
    #[arg(short, long, action = ArgAction::Help)]
    help: Option<bool>,
}

/// Returns the command `completions` with its flags.
pub(crate) fn completions_command() -> Command {
    CompletionsCommand::command()
}

/// Returns the command `man` with its flags.
pub(crate) fn man_command() -> Command {
    ManCommand::command()
}

/// Reads the arguments after the word `completions`.
pub(super) fn completions_shell(args: &[String]) -> Result<Shell, EarlyExit> {
    let CompletionsCommand { shell, .. } = read_own(args, "layoutc completions SHELL")?;
    let names = Shell::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let names: Vec<String> = names.map(|it| it.get_name().to_owned()).collect();
    let Some(name) = shell else {
        let remedy = format!("the shells are {}", names.join(", "));
        return Err(fault("expected a shell".to_owned(), remedy, COMPLETIONS));
    };
    Shell::from_str(&name, false).map_err(|_| {
        let remedy = near_or_all("shells", &name, names.iter().map(String::as_str));
        fault(format!("unknown shell `{name}`"), remedy, COMPLETIONS)
    })
}

/// Reads the arguments after the word `man`. Returns the subcommand that they name.
pub(super) fn man_page(args: &[String]) -> Result<Option<String>, EarlyExit> {
    let ManCommand { page, .. } = read_own(args, "layoutc man [SUBCOMMAND]")?;
    Ok(page)
}

/// Returns the error for the page of an unknown subcommand.
pub(super) fn unknown_page(name: &str, tree: &Command) -> EarlyExit {
    let names: Vec<&str> = tree.get_subcommands().map(Command::get_name).collect();
    let remedy = near_or_all("subcommands", name, names.iter().copied());
    fault(format!("unknown subcommand `{name}`"), remedy, MAN)
}

/// Returns an error with a remedy, and a valid call of the subcommand.
fn fault(message: String, remedy: String, subcommand: &str) -> EarlyExit {
    let diag = Diag::error(code::OPTION, Span::NONE, message).note(remedy);
    EarlyExit::Fault(Box::new(example(subcommand).into_iter().fold(diag, Diag::note)))
}

//! `layoutc completions` and `layoutc man`: the command line as completions of a shell, and as pages of `man`.
//!
//! Both read the tree of commands from which the driver reads its arguments. `options` reads their own arguments.

mod options;
#[cfg(test)]
mod tests;

pub(crate) use options::{completions_command, man_command};

use crate::driver::Driver;
use crate::options::EarlyExit;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, ValueHint};
use clap_mangen::Man;
use notation::NOTATIONS;
use options::{completions_shell, man_page, unknown_page};

/// Returns the script that completes the commands of a tree in the shell that the arguments name.
///
/// # Errors
/// The help, or the error in the arguments.
pub(crate) fn completions(
    args: &[String],
    tree: Command,
    driver: &Driver,
) -> Result<String, EarlyExit> {
    let shell = completions_shell(args)?;
    let mut tree = with_values(tree, driver);
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut tree, "layoutc", &mut script);
    Ok(String::from_utf8_lossy(&script).into_owned())
}

/// Returns the page of the program, or of the subcommand that the arguments name, in the language of `man`.
///
/// # Errors
/// The help, or the error in the arguments.
pub(crate) fn man(args: &[String], mut tree: Command) -> Result<String, EarlyExit> {
    let Some(name) = man_page(args)? else { return Ok(page(tree)) };
    tree.build();
    match tree.find_subcommand(&name) {
        Some(command) => Ok(page(command.clone())),
        None => Err(unknown_page(&name, &tree)),
    }
}

fn page(command: Command) -> String {
    let mut page = Vec::new();
    // Writing to a vector does not fail.
    let _ = Man::new(command).render(&mut page);
    String::from_utf8_lossy(&page).into_owned()
}

/// Adds the values of flags that name an emitter, a notation, a pass, a target or a file. The driver explains an unknown
/// value better than clap, so its own commands leave the values open.
fn with_values(command: Command, driver: &Driver) -> Command {
    let command = command.mut_args(|arg| with_values_of(arg, driver));
    command.mut_subcommands(|command| with_values(command, driver))
}

fn with_values_of(arg: Arg, driver: &Driver) -> Arg {
    let names: Vec<String> = match arg.get_id().as_str() {
        "emit" => driver.emitters.iter().map(|it| it.name.to_string()).collect(),
        "passes" => driver.passes.iter().map(|it| it.name.to_string()).collect(),
        "target" => driver.registry.targets().map(|name| name.to_string()).collect(),
        "to" => NOTATIONS.iter().map(|it| it.name.to_owned()).collect(),
        "inputs" | "output" | "queries" | "model" | "fold" | "manifest" | "crash_reproducer" => {
            return arg.value_hint(ValueHint::FilePath);
        }
        _ => return arg,
    };
    arg.value_parser(PossibleValuesParser::new(names))
}

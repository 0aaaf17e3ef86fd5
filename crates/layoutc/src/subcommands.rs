//! The subcommands of the program. The first argument selects one of them.

use crate::compile::guard;
use crate::driver::{Driver, Env};
use crate::options::{DriverOptions, EarlyExit};
use crate::session::{RunTask, run, stopped};
use crate::shell;
use crate::status::INTERNAL;
use crate::streams::mistaken;
use crate::{check_description, convert, draw, eval, explain, new_target, options};
use clap::Command;
use ir::diag::{Diag, code};

/// A subcommand.
struct SubcommandInfo {
    /// The first argument.
    name: &'static str,
    /// Returns the command with its flags.
    command: fn(&Driver) -> Command,
    /// Runs the subcommand with the other arguments, and returns the exit status.
    run: fn(&Driver, &[String], &mut Env<'_>) -> i32,
}

/// The subcommands, sorted by name.
const ALL: &[SubcommandInfo] = &[
    SubcommandInfo {
        name: "check-description",
        command: |_| check_description::command(),
        run: |driver, args, env| match check_description::parse(args) {
            Ok(request) => check_description::run(driver, &request, env),
            Err(stop) => stopped(stop, args, env),
        },
    },
    SubcommandInfo {
        name: "completions",
        command: |_| shell::completions_command(),
        run: |driver, args, env| match shell::completions(args, tree(driver), driver) {
            Ok(text) => crate::session::print(&text, env),
            Err(stop) => stopped(stop, args, env),
        },
    },
    SubcommandInfo {
        name: "convert",
        command: convert::command,
        run: |driver, args, env| task(convert::parse, RunTask::Convert, driver, args, env),
    },
    SubcommandInfo {
        name: "draw",
        command: draw::command,
        run: |driver, args, env| task(draw::parse, RunTask::Draw, driver, args, env),
    },
    SubcommandInfo {
        name: "eval",
        command: eval::command,
        run: |driver, args, env| task(eval::parse, RunTask::Evaluate, driver, args, env),
    },
    SubcommandInfo {
        name: "explain",
        command: explain::command,
        run: |driver, args, env| task(explain::parse, RunTask::Explain, driver, args, env),
    },
    #[cfg(feature = "onnx")]
    SubcommandInfo {
        name: "import",
        command: |_| crate::import::command(),
        run: |driver, args, env| match crate::import::parse(args) {
            Ok(request) => crate::import::run(driver, &request, env),
            Err(stop) => stopped(stop, args, env),
        },
    },
    #[cfg(feature = "lsp")]
    SubcommandInfo {
        name: "lsp",
        command: |_| crate::editor::command(),
        run: |driver, args, env| match crate::editor::parse(args) {
            Ok(()) => crate::editor::run(driver, env),
            Err(stop) => stopped(stop, args, env),
        },
    },
    SubcommandInfo {
        name: "man",
        command: |_| shell::man_command(),
        run: |driver, args, env| match shell::man(args, tree(driver)) {
            Ok(text) => crate::session::print(&text, env),
            Err(stop) => stopped(stop, args, env),
        },
    },
    SubcommandInfo {
        name: "new-target",
        command: |_| new_target::command(),
        run: |driver, args, env| match new_target::parse(args) {
            Ok(request) => new_target::run(driver, &request, env),
            Err(stop) => stopped(stop, args, env),
        },
    },
];

/// The flags of the program with the request of a subcommand.
type Parsed<T> = Result<(DriverOptions, T), EarlyExit>;

/// Runs a task with the flags of the program.
fn task<T>(
    parse: fn(&[String], &Driver) -> Parsed<T>,
    task: fn(T) -> RunTask,
    driver: &Driver,
    args: &[String],
    env: &mut Env<'_>,
) -> i32 {
    let parsed = parse(args, driver).map(|(options, it)| (options, task(it)));
    run(driver, parsed, args, env)
}

/// Returns the command of the program with all subcommands.
fn tree(driver: &Driver) -> Command {
    let subcommands = ALL.iter().map(|it| (it.command)(driver).name(it.name));
    options::command(driver).disable_help_subcommand(true).subcommands(subcommands)
}

impl Driver {
    /// Runs layoutc with `args`, which exclude the program's name, and returns the exit status: 0 for success, 1 for
    /// invalid input or a failed check, 2 for an invalid command line, 101 for an internal error.
    ///
    /// For a status other than 0, a line on standard error states the reason. Panics do not leave this function. The
    /// first call wraps the panic hook of the process to keep these panics quiet.
    pub fn run(&self, args: &[String], mut env: Env<'_>) -> i32 {
        match guard(|| unguarded(self, args, &mut env)) {
            Ok(status) => status,
            Err(panic) => {
                let code = code::INTERNAL;
                let text = format!("layoutc: error[{code}]: layoutc panicked: {panic}\n");
                let _ = env.stderr.write_all(text.as_bytes());
                INTERNAL
            }
        }
    }

    /// Returns the note that a user at a terminal needs when layoutc begins to read standard input: what it reads, and how
    /// to end the input. `None` if standard input is not a terminal.
    ///
    /// ```
    /// let driver = layoutc::Driver::default();
    /// let note = driver.input_note(&["-".to_owned()], true);
    /// assert_eq!(note.as_deref(), Some("note: reading standard input; end the input with Ctrl-D"));
    /// ```
    pub fn input_note(&self, args: &[String], is_terminal: bool) -> Option<String> {
        let example = match args.split_first() {
            Some((word, rest)) if word == "eval" => eval::query_example(rest, self),
            _ => None,
        };
        is_terminal.then(|| match example {
            Some(example) => format!(
                "note: reading queries, JSON objects such as `{example}`, one a line; end the input with Ctrl-D"
            ),
            None => "note: reading standard input; end the input with Ctrl-D".to_owned(),
        })
    }
}

/// Returns the arguments with `help eval` rewritten to `eval --help`.
fn without_help_command(args: &[String]) -> Vec<String> {
    match args.split_first() {
        Some((word, rest)) if word == "help" && rest.len() < 2 => {
            rest.iter().cloned().chain(["--help".to_owned()]).collect()
        }
        _ => args.to_vec(),
    }
}

/// Returns the error for `help` with an unknown subcommand; `None` if the arguments are others.
fn unknown_help(args: &[String]) -> Option<Diag> {
    let [help, word] = args else { return None };
    let is_unknown =
        help == "help" && !word.starts_with('-') && ALL.iter().all(|it| it.name != word);
    is_unknown.then(|| mistaken::unknown_subcommand(word))
}

fn unguarded(driver: &Driver, args: &[String], env: &mut Env<'_>) -> i32 {
    if let Some(diag) = unknown_help(args) {
        return stopped(EarlyExit::Fault(Box::new(diag)), args, env);
    }
    let args = &without_help_command(args)[..];
    let selected = args.split_first().and_then(|(word, rest)| {
        let subcommand = ALL.iter().find(|it| it.name == word)?;
        Some((subcommand, rest))
    });
    if let Some((subcommand, rest)) = selected {
        return (subcommand.run)(driver, rest, env);
    }
    let parsed = options::parse(args, driver).map(|options| (options, RunTask::Translate));
    run(driver, parsed, args, env)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::streams::mistaken::SUBCOMMANDS;

    #[test]
    fn help_lists_every_subcommand() {
        let help = ["--help".to_owned()];
        let Err(EarlyExit::Text(help)) = options::parse(&help, &Driver::default()) else {
            panic!("the help is a text");
        };
        let missing = ALL.iter().filter(|it| !help.contains(&format!("layoutc {}", it.name)));
        let missing: Vec<&str> = missing.map(|it| it.name).collect();
        assert_eq!(missing, [""; 0], "{help}");
    }

    #[test]
    fn misplaced_subcommands_are_those_of_the_table() {
        let present = SUBCOMMANDS.iter().map(|row| row.0).filter(|name| mistaken::is_present(name));
        assert!(ALL.iter().map(|it| it.name).eq(present));
    }
}

//! The flags of emitters, and the text of `--help`.

use super::spellings::is_named;
use crate::driver::Driver;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use ir::layout::joined;
use ir::options::OptionInfo;

/// The emitter without `--emit`: IR in custom form.
pub(crate) const MLIR: &str = "mlir";

/// The heading of flags that are options of emitters. The heading identifies these flags.
const OF_EMITTERS: &str = "Options of emitters";

/// Adds the options of the driver's emitters as flags, and lists the emitters in the help of `--emit`. An option whose
/// name is already a flag does not become a flag.
pub(super) fn with_emitters(command: Command, driver: &Driver) -> Command {
    let names = driver.emitters.iter().map(|emitter| emitter.name).filter(|&name| name != MLIR);
    let kinds = format!("{MLIR} (default), {}", joined(names, ", "));
    // Unlike `mut_arg`, this keeps the order of the flags.
    let command = command.mut_args(|arg| match arg.get_id() == "emit" {
        true => arg.help(kinds.clone()),
        false => arg,
    });
    let options = driver.emitters.iter().flat_map(|emitter| emitter.options);
    options.fold(command, |command, option| {
        let is_taken = command.get_arguments().any(|arg| is_named(arg, &option.name));
        if is_taken { command } else { command.arg(flag(option)) }
    })
}

/// Returns an option of a pass in one line: its name, its values, its default unless that is empty, and its summary.
pub(crate) fn option_text(option: &OptionInfo) -> String {
    let OptionInfo { name, summary, .. } = option;
    format!("{name}={}{}: {summary}", option.values_text(), default_text(option))
}

/// Returns the default in parentheses after a space; an empty text if it is empty.
fn default_text(option: &OptionInfo) -> String {
    match &*option.default {
        "" => String::new(),
        default => format!(" (default {default})"),
    }
}

/// Returns the flag of an option of an emitter.
fn flag(option: &OptionInfo) -> Arg {
    let mut text = option.summary.to_string();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text += &default_text(option);
    let flag = Arg::new(option.name.to_string())
        .long(option.name.to_string())
        .help_heading(OF_EMITTERS)
        .help(text);
    let flag = flag.value_name(option.values_text());
    let values: Vec<String> = option.values().map(str::to_owned).collect();
    // A switch can be given without its value.
    let is_switch = values.iter().any(|value| value == "true");
    let flag = if is_switch {
        flag.num_args(0..=1).require_equals(true).default_missing_value("true")
    } else {
        flag
    };
    if values.is_empty() { flag } else { flag.value_parser(PossibleValuesParser::new(values)) }
}

/// Returns the given options of emitters, as pairs of name and value.
pub(super) fn emitter_options(command: &Command, matches: &ArgMatches) -> Vec<(String, String)> {
    let names = command.get_arguments().filter(|flag| is_of_emitter(flag));
    let names = names.map(|flag| flag.get_id().as_str());
    let given = names.map(|name| Some((name.to_owned(), matches.get_one::<String>(name)?.clone())));
    given.flatten().collect()
}

pub(super) fn is_of_emitter(flag: &Arg) -> bool {
    flag.get_help_heading() == Some(OF_EMITTERS)
}

/// The help on passes as flags, for commands that run passes.
const OF_PASSES: &str = "Each pass is also a flag: `--cse --resolve-strides=copies=insert` runs both, in this order. Flags of mlir-opt\n\
                         such as `--mlir-print-ir-after-failure` are accepted. Long flags may have one dash.\n";

/// The environment variables of commands that run passes.
const VARIABLES: &str = "s: NO_COLOR, and LAYOUTC_Z3, the solver of\n`check-addresses`";

/// The maximum number of columns of the help on an option.
const COLUMNS: usize = 120;

/// Returns the help, one entry for each option. Options of emitters follow `--emit`.
pub(super) fn help(mut command: Command, usage: &str) -> String {
    command.build();
    let all = command.get_arguments();
    let (of_emitters, mut args): (Vec<&Arg>, Vec<&Arg>) = all.partition(|arg| is_of_emitter(arg));
    let emit = args.iter().position(|arg| arg.get_id() == "emit").map_or(args.len(), |at| at + 1);
    args.splice(emit..emit, of_emitters);
    args.retain(|arg| !arg.is_hide_set());
    let width = args.iter().map(|arg| spelling(arg).len()).max().unwrap_or(0);
    let lines: String = args
        .iter()
        .map(|arg| {
            let text = arg.get_help().map(ToString::to_string).unwrap_or_default();
            let indent = width + 4;
            format!("  {:width$}  {}\n", spelling(arg), wrapped(&text, indent))
        })
        .collect();
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let runs_passes = command.get_arguments().any(|arg| arg.get_id() == "passes");
    let (of_passes, variables) =
        if runs_passes { (OF_PASSES, VARIABLES) } else { ("", ": NO_COLOR") };
    format!(
        "{about}\n\n\
         Usage: {usage}\n\n\
         {lines}\n\
         {of_passes}\
         Exit status: 0 success; 1 invalid input or a failed check; 2 invalid command line;\n\
         101 internal error of layoutc. Environment variable{variables}.\n"
    )
}

/// Returns a text that starts after this many columns, broken at spaces into lines that start after as many.
fn wrapped(text: &str, indent: usize) -> String {
    let mut lines = String::new();
    let mut column = indent;
    for word in text.split(' ') {
        if column > indent && column + 1 + word.len() > COLUMNS {
            lines += &format!("\n{:indent$}", "");
            column = indent;
        } else if column > indent {
            lines.push(' ');
            column += 1;
        }
        lines += word;
        column += word.len();
    }
    lines
}

/// Returns the syntax of an option, `--emit=KIND`.
fn spelling(arg: &Arg) -> String {
    let names = arg.get_value_names().filter(|_| arg.get_action().takes_values());
    let value = names.and_then(<[_]>::first).map(|name| name.as_str());
    let optional = arg.get_num_args().is_some_and(|range| range.min_values() == 0);
    match (arg.get_long(), arg.get_short(), value) {
        (Some(long), _, Some(value)) if optional => format!("--{long}[={value}]"),
        (Some(long), _, Some(value)) => format!("--{long}={value}"),
        (Some(long), Some(short), None) => format!("-{short}, --{long}"),
        (Some(long), None, None) => format!("--{long}"),
        (None, Some(short), value) => format!("-{short} {}", value.unwrap_or_default()),
        (None, None, value) => value.unwrap_or_default().to_owned(),
    }
}

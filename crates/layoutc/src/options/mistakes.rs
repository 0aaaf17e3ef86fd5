//! Errors in a command line, and the flag or command that was probably meant.

use crate::streams::mistaken::{example, is_subcommand, misspelled_subcommand};
use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use ir::diag::{Diag, code, nearest};
use ir::layout::joined;
use ir::source::Span;
use passes::PassInfo;

/// The flags of subcommands, each with its command.
const OF_SUBCOMMANDS: &[(&str, &str)] = &[
    ("of", "layoutc eval FILE --of SYMBOL` or `layoutc explain FILE --of SYMBOL"),
    ("at", "layoutc eval FILE --of SYMBOL --at 1,2,3"),
    ("all", "layoutc eval FILE --of SYMBOL --all"),
    ("inverse", "layoutc eval FILE --of SYMBOL --inverse --offset N"),
    ("offset", "layoutc eval FILE --of SYMBOL --inverse --offset N"),
    ("queries", "layoutc eval FILE --queries FILE"),
    ("same", "layoutc eval FILE --same SYMBOL,SYMBOL"),
    ("access", "layoutc eval FILE --of SYMBOL --access DIM"),
    ("eval", "layoutc eval FILE --of SYMBOL"),
    ("explain", "layoutc explain CODE` or `layoutc explain FILE --of SYMBOL"),
    ("import", "layoutc import MODEL.onnx"),
    ("convert", "layoutc convert NOTATION --to NAME"),
    ("to", "layoutc convert NOTATION --to NAME"),
    ("layout", "layoutc eval --layout NOTATION"),
    ("elem", "layoutc eval --layout NOTATION --elem TYPE"),
    ("vulkaninfo", "layoutc new-target --vulkaninfo REPORT.json"),
    ("vkjson", "layoutc new-target --vkjson REPORT.json"),
];

/// Flags of mlir-opt that layoutc does not have, each with its replacement.
const OF_MLIR_OPT: &[(&str, &str)] = &[
    ("dump-pass-pipeline", "`--print-ir-after=all` prints each pass with its IR"),
    ("emit-bytecode", "layoutc writes text, which `mlir-opt --emit-bytecode` reads"),
    ("mlir-print-ir-tree-dir", "`--print-ir-after=all` prints to standard error"),
    ("mlir-print-local-scope", "use `--print-locs` to print locations"),
    ("run-reproducer", "the first line of a reproducer is its command"),
    (
        "show-dialects",
        "`--list-ops` lists the registered ops; layoutc also accepts ops of any other dialect",
    ),
    ("verify-roundtrip", "`layoutc FILE | layoutc -` parses the output of layoutc"),
];

/// Flags of other programs, each with its replacement.
const OF_OTHERS: &[(&str, &str)] = &[
    ("file", "the input is an argument without a flag: `layoutc FILE`"),
    ("i", "the input is an argument without a flag: `layoutc FILE`"),
    ("input", "the input is an argument without a flag: `layoutc FILE`"),
    ("O", "layoutc has no optimization levels; select passes with `--passes=LIST`"),
    ("output", "use `-o OUT`"),
    ("v", "use `-V` for the version, or `--timing` and `--stats` for information on passes"),
    ("verbose", "use `--timing` and `--stats` for information on passes"),
];

/// Returns the diagnostic for arguments that clap rejects.
pub(super) fn diagnose(
    error: &clap::Error,
    command: &Command,
    args: &[String],
    passes: &[PassInfo],
) -> Diag {
    let diag = match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(flag)) => {
            if command.get_name() == "layoutc"
                && let Some(diag) = misspelled_subcommand(args)
            {
                return diag;
            }
            let flag = flag.to_string();
            let what = if flag.starts_with('-') { "unknown flag" } else { "unexpected argument" };
            let diag = error_of(format!("{what} `{flag}`"));
            let name = flag.trim_start_matches('-').split('=').next().unwrap_or_default();
            match remedy(name, command, args, passes) {
                Some(note) => diag.note(note),
                None if passes.is_empty() => diag,
                None => {
                    diag.note("`layoutc --list-passes` lists the passes, each of which is a flag")
                }
            }
        }
        (ErrorKind::MissingRequiredArgument, Some(ContextValue::Strings(missing))) => {
            let missing = joined(missing.iter().map(|arg| format!("`{arg}`")), " and ");
            let diag = error_of(format!("missing {missing}"));
            let name = command.get_name().trim_start_matches("layoutc ");
            example(name).into_iter().fold(diag, Diag::note)
        }
        _ => first_paragraph(error),
    };
    diag.note(format!("`{} --help` lists the options", command.get_name()))
}

fn error_of(message: String) -> Diag {
    Diag::error(code::OPTION, Span::NONE, message)
}

/// Returns the first paragraph of clap's text as an error. The other paragraphs are tips and the usage.
fn first_paragraph(error: &clap::Error) -> Diag {
    let text = error.to_string();
    let message = joined(text.lines().take_while(|line| !line.is_empty()).map(str::trim), " ");
    let message = message.strip_prefix("error: ").unwrap_or(&message).replace('\'', "`");
    match error.get(ContextKind::SuggestedValue) {
        Some(near) => error_of(message).note(format!("did you mean `{near}`?")),
        None => error_of(message),
    }
}

fn found(table: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    Some(table.iter().find(|row| row.0 == name)?.1)
}

/// Returns the usage of the subcommands with a flag; `None` if no subcommand has it.
pub(crate) fn subcommand_usage(name: &str) -> Option<&'static str> {
    found(OF_SUBCOMMANDS, name)
}

/// Returns the replacement of an unknown flag; `None` if no known flag is close.
fn remedy(name: &str, command: &Command, args: &[String], passes: &[PassInfo]) -> Option<String> {
    if let Some(usage) = found(OF_SUBCOMMANDS, name) {
        return Some(match args.iter().skip(1).find(|arg| is_subcommand(arg)) {
            Some(late) => {
                format!(
                    "the subcommand `{late}` must be the first argument: `layoutc {late} FILE ...`"
                )
            }
            None => format!("use `{usage}`"),
        });
    }
    if let Some(same) = found(OF_MLIR_OPT, name).or_else(|| found(OF_OTHERS, name)) {
        return Some(same.to_owned());
    }
    let near = near_flag(name, command, passes)?;
    Some(format!("did you mean `--{near}`?"))
}

/// Returns the flag nearest to a name, with a typing error or without its end.
fn near_flag(name: &str, command: &Command, passes: &[PassInfo]) -> Option<String> {
    let longs = command.get_arguments().flat_map(|arg| {
        let aliases = arg.get_all_aliases().unwrap_or_default();
        arg.get_long().into_iter().chain(aliases)
    });
    let names: Vec<&str> = longs.chain(passes.iter().map(|pass| &*pass.name)).collect();
    let near = nearest(name, names.iter().copied())
        .or_else(|| {
            names
                .iter()
                .filter(|long| name.len() >= 4 && long.starts_with(name))
                .min_by_key(|long| long.len())
                .copied()
        })
        .or_else(|| nearest(name.strip_prefix("mlir-")?, names.iter().copied()));
    near.map(str::to_owned)
}

//! Flags in the syntax of MLIR's tools: one dash, a flag for each pass, and values of switches.

use clap::{Arg, Command};
use ir::diag::{Diag, code};
use ir::source::Span;
use passes::PassInfo;

/// The flags whose value is a pipeline.
const PIPELINES: [&str; 2] = ["--passes", "--pass-pipeline"];

/// Returns the arguments in the form that clap reads: long flags have two dashes, and the flags of passes, `--cse` or
/// `--resolve-strides=copies=insert`, become one `--passes` in their order. A pass whose name is another flag has no
/// flag of its own.
///
/// # Errors
/// Both flags of passes and `--passes` or `--pass-pipeline` are present.
pub(super) fn pass_flags(
    args: &[String],
    command: &Command,
    passes: &[PassInfo],
) -> Result<Vec<String>, Box<Diag>> {
    let flags = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
    let mut words = Vec::new();
    let mut steps = Vec::new();
    for arg in args[..flags].iter().map(|arg| two_dashes(arg)) {
        match step(&arg, passes) {
            Some((name, step)) if !command.get_arguments().any(|arg| is_named(arg, name)) => {
                steps.push(step)
            }
            _ => words.push(arg),
        }
    }
    if !steps.is_empty() {
        if let Some(flag) = words.iter().find(|word| {
            let flag = word.split_once('=').map_or(word.as_str(), |(flag, _)| flag);
            PIPELINES.contains(&flag)
        }) {
            return Err(Box::new(two_pipelines(flag, &steps)));
        }
        words.insert(0, format!("--passes={}", steps.join(",")));
    }
    words.extend_from_slice(&args[flags..]);
    Ok(words)
}

fn two_pipelines(flag: &str, steps: &[String]) -> Diag {
    let flag = flag.split('=').next().unwrap_or(flag);
    let steps = steps.join(",");
    let message = format!("`{flag}` is incompatible with flags of passes, such as `--{steps}`");
    let diag = Diag::error(code::OPTION, Span::NONE, message);
    diag.note(
        "write all passes in one list, `--passes=a,b`, or write all of them as flags, `--a --b`",
    )
}

/// Returns the pass whose flag an argument is, with its step of a pipeline; `None` for other arguments.
fn step<'a>(arg: &str, passes: &'a [PassInfo]) -> Option<(&'a str, String)> {
    let flag = arg.strip_prefix("--")?;
    let (name, options) = flag.split_once('=').unwrap_or((flag, ""));
    let name = &*passes.iter().find(|pass| pass.name == name)?.name;
    let options = options.trim();
    let inner = options.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    match inner.unwrap_or(options) {
        "" => Some((name, name.to_owned())),
        options => Some((name, format!("{name}{{{options}}}"))),
    }
}

/// Returns `true` if a name is the name or an alias of a flag.
pub(super) fn is_named(arg: &Arg, name: &str) -> bool {
    let aliases = arg.get_all_aliases().unwrap_or_default();
    arg.get_id() == name || arg.get_long() == Some(name) || aliases.contains(&name)
}

/// Adds the second dash to a long option, because LLVM's tools accept one dash. The only short options are `-o`, `-h`
/// and `-V`.
fn two_dashes(arg: &str) -> String {
    let long = arg.strip_prefix('-').is_some_and(|name| {
        name.len() > 1
            && name.starts_with(|c: char| c.is_ascii_lowercase() && !matches!(c, 'o' | 'h'))
    });
    if long { format!("-{arg}") } else { arg.to_owned() }
}

/// Reads the value of a switch in the syntax of LLVM's tools.
pub(super) fn switch(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err("expected `true` or `false`".to_owned()),
    }
}

/// Reads the limit of a number of items. The value 0 removes the limit.
pub(super) fn count(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "expected a number; 0 prints all".to_owned())
}

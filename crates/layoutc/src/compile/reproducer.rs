//! A test that shows a fault of layoutc again: a command and the IR that it fails on.

use crate::options::DriverOptions;
use std::fmt::Write;

/// The text of a reproducer: a file for lit as it stands.
///
/// `passes` are those that are still to run on `ir`; none leaves them to the emitter.
pub(crate) fn text(passes: Option<&str>, options: &DriverOptions, ir: &str) -> String {
    let mut command = String::from("// RUN: layoutc");
    let mut words = options.subcommand.iter().map(|word| format!(" {}", quoted(word)));
    command.extend(words.next());
    command.push_str(" %s");
    command.extend(words);
    if let Some(passes) = passes {
        write!(command, " --passes={}", quoted(passes))
            .expect("a string takes all that is written");
    }
    let named = [("emit", &options.emit), ("target", &options.target)];
    let named = named.into_iter().filter_map(|(flag, value)| Some((flag, value.as_ref()?)));
    let of_emitter = options.emitter_options.iter().map(|(flag, value)| (flag.as_str(), value));
    for (flag, value) in named.chain(of_emitter) {
        write!(command, " --{flag}={}", quoted(value)).expect("a string takes all that is written");
    }
    for (flag, on) in
        [("verify-each=false", !options.verify_each), ("print-locs", options.print_locs)]
    {
        if on {
            write!(command, " --{flag}").expect("a string takes all that is written");
        }
    }
    format!("{command}\n{ir}")
}

/// A word as lit reads it.
fn quoted(word: &str) -> String {
    let word = word.replace('%', "%%");
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ',' | '=');
    if !word.is_empty() && word.chars().all(plain) {
        return word;
    }
    let quote = if word.contains('\'') { '"' } else { '\'' };
    format!("{quote}{word}{quote}")
}

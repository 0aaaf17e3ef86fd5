//! A test that reproduces an internal error: a command and the IR on which it fails.

use crate::options::DriverOptions;
use std::fmt::Write;

/// Returns the text of a reproducer, a file that lit executes unchanged.
///
/// `passes` are the remaining passes on `ir`; `None` leaves the choice to the emitter.
pub(crate) fn text(passes: Option<&str>, options: &DriverOptions, ir: &str) -> String {
    let mut command = String::from("// RUN: layoutc");
    let mut words = options.subcommand.iter().map(|word| format!(" {}", quoted(word)));
    command.extend(words.next());
    command.push_str(" %s");
    command.extend(words);
    if let Some(passes) = passes {
        write!(command, " --passes={}", quoted(passes)).expect("writing to a string is infallible");
    }
    let named = [("emit", &options.emit), ("target", &options.target)];
    let named = named.into_iter().filter_map(|(flag, value)| Some((flag, value.as_ref()?)));
    let of_emitter = options.emitter_options.iter().map(|(flag, value)| (flag.as_str(), value));
    for (flag, value) in named.chain(of_emitter) {
        write!(command, " --{flag}={}", quoted(value)).expect("writing to a string is infallible");
    }
    for (flag, on) in
        [("verify-each=false", !options.verify_each), ("print-locs", options.print_locs)]
    {
        if on {
            write!(command, " --{flag}").expect("writing to a string is infallible");
        }
    }
    format!("{command}\n{ir}")
}

/// Quotes a word for lit, if it needs quotes.
fn quoted(word: &str) -> String {
    let word = word.replace('%', "%%");
    if !word.is_empty()
        && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ',' | '='))
    {
        return word;
    }
    let quote = if word.contains('\'') { '"' } else { '\'' };
    format!("{quote}{word}{quote}")
}

//! The pages of codes and passes, as text for a terminal.

use crate::driver::Driver;
use crate::options::option_text;
use ir::diag::{CODES, Diag, code, nearest};
use ir::source::Span;
use passes::PassInfo;

/// Returns the page of a code or a pass.
///
/// # Errors
/// The name is neither a code nor a pass.
pub(crate) fn page(driver: &Driver, name: &str) -> Result<String, Box<Diag>> {
    let upper = name.to_ascii_uppercase();
    if let Some((code, title)) = CODES.iter().find(|(code, _)| code.to_string() == upper) {
        let page = ir::diag::page(*code).unwrap_or_default();
        return Ok(format!("{code}: {title}\n\n{}", plain(page)));
    }
    if let Some(pass) = driver.passes.iter().find(|pass| pass.name == name) {
        return Ok(of_pass(pass));
    }
    Err(Box::new(unknown(driver, name, &upper)))
}

/// Converts Markdown to text for a terminal: code blocks are indented, and their fences are removed.
fn plain(page: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for line in page.lines() {
        if line.starts_with("```") {
            inside = !inside;
            continue;
        }
        let indent = if inside && !line.is_empty() { "    " } else { "" };
        text.extend([indent, line, "\n"]);
    }
    text
}

fn of_pass(pass: &PassInfo) -> String {
    let mut text = format!("{}: {}\n\n{}", pass.name, pass.summary, plain(&pass.page));
    if !pass.options.is_empty() {
        text.push_str("\nOptions:\n");
    }
    text.extend(pass.options.iter().map(|option| format!("  {}\n", option_text(option))));
    text
}

fn unknown(driver: &Driver, name: &str, upper: &str) -> Diag {
    let is_file = name.contains(['.', '/']) || name == "-";
    let message = match is_file {
        true => format!("missing `--of=SYMBOL`, the symbol of `{name}` to explain"),
        false => format!("unknown code or pass `{name}`"),
    };
    let diag = Diag::error(code::OPTION, Span::NONE, message);
    let codes: Vec<String> = CODES.iter().map(|(code, _)| code.to_string()).collect();
    let passes = driver.passes.iter().map(|pass| &*pass.name);
    let begun = passes.clone().find(|pass| name.len() >= 4 && pass.starts_with(name));
    let near = nearest(name, passes)
        .or(begun)
        .or_else(|| nearest(upper, codes.iter().map(String::as_str)));
    let number = format!("L{name:0>4}");
    let numbered = codes.iter().find(|code| **code == number);
    let diag = diag.did_you_mean(Span::NONE, numbered.map(String::as_str).or(near));
    match is_file {
        true => {
            diag.note("use `layoutc explain FILE --of SYMBOL`, or `layoutc explain CODE|PASS`")
        }
        false => diag
            .note("for example `layoutc explain L0402` or `layoutc explain resolve-strides`")
            .note("a code is in the brackets of a diagnostic, as in `error[L0402]`; `layoutc --list-passes` lists the passes"),
    }
}

//! `layoutc new-target`: writes a `layout.target` with the limits, features and formats that a tool reports of a device.
//!
//! `query` finds the values in the report. The target is parsed and verified before it is written.

mod query;

use crate::driver::{Driver, Env};
use crate::options::{Color, EarlyExit, read_own};
use crate::render::{DiagnosticForm, DiagnosticReporter, Style};
use crate::status::{FAILED, Stopped};
use crate::streams::{input, output};
use clap::{ArgAction, Command, CommandFactory, Parser};
use compiler::single_target;
use indexmap::IndexMap;
use ir::diag::{Diag, Sink, code};
use ir::layout::joined;
use ir::source::{SourceMap, Span};
use ir::target::FormatUsages;
use ir::vulkan::{FORMATS, TILINGS, usages_in};
use query::QueriedDevice;
use std::fmt::Write as _;

const USAGE: &str = "layoutc new-target --vulkaninfo REPORT.json [--name NAME] [-o OUT.mlir]";

/// The arguments of `new-target`.
#[derive(Debug, Parser)]
#[command(
    name = "layoutc new-target",
    disable_help_flag = true,
    about = "Writes a `layout.target` with the limits, features and formats of a Vulkan device"
)]
pub(crate) struct NewTargetRequest {
    /// The JSON report of one device, by vulkaninfo, vkjson (also `--vkjson`) or a profile; `-` is standard input
    #[arg(long, alias = "vkjson", value_name = "REPORT.json|-")]
    vulkaninfo: String,

    /// The name of the target (default device)
    #[arg(long, value_name = "NAME", default_value = "device", value_parser = identifier)]
    name: String,

    /// The output file, written only on success; `-`, the default, is standard output
    #[arg(short, value_name = "OUT")]
    output: Option<String>,

    /// The format of diagnostics (default pretty)
    #[arg(long, value_name = "pretty|short|json", default_value = "pretty")]
    diagnostics: DiagnosticForm,

    /// Color the diagnostics; `auto`, the default, colors on a terminal
    #[arg(long, value_name = "auto|always|never", default_value = "auto")]
    color: Color,

    /// Print this help and exit
    #[arg(short, long, action = ArgAction::Help)]
    help: Option<bool>,
}

/// Reads the name of a target.
fn identifier(text: &str) -> Result<String, String> {
    if text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    {
        return Ok(text.to_owned());
    }
    Err("the name must be letters, digits and `_`, and start with a letter".to_owned())
}

/// Returns the command with its flags.
pub(crate) fn command() -> Command {
    NewTargetRequest::command()
}

/// Reads the arguments after the word `new-target`.
pub(crate) fn parse(args: &[String]) -> Result<NewTargetRequest, EarlyExit> {
    read_own(args, USAGE)
}

/// Writes the target and returns the exit status.
pub(crate) fn run(driver: &Driver, request: &NewTargetRequest, env: &mut Env<'_>) -> i32 {
    let style = Style { form: request.diagnostics, color: request.color.is_on(env.color) };
    let mut reporter = DiagnosticReporter::new(style, 0);
    let sources = SourceMap::default();
    let result = read(driver, request, env).and_then(|(text, warnings)| {
        reporter.show(warnings, &sources, env.stderr);
        output::write(request.output.as_deref().unwrap_or("-"), text.as_bytes(), env.stdout)
    });
    reporter.end(result, &sources, env.stderr)
}

/// Returns the text of the target, and the warnings about the report.
fn read(
    driver: &Driver,
    request: &NewTargetRequest,
    env: &mut Env<'_>,
) -> Result<(String, Vec<Diag>), Stopped> {
    let path = &request.vulkaninfo;
    let bytes = input::bytes(path, env.stdin)?;
    let shown = input::shown(path);
    let report = serde_json::from_slice(&bytes).map_err(|error| no_report(shown, error))?;
    let device = query::read(&report).map_err(|reason| {
        let note = "vulkaninfo up to 1.4.341 does not print the structures of vendors; \
                    `examples/tensors/query.c` prints them";
        no_report(shown, reason).map(|diag| diag.note(note))
    })?;
    let text = text(&request.name, &device);
    let mut sink = Sink::default();
    if single_target(shown, &text, 0, &driver.registry, &mut sink).is_none() {
        let reason = sink.take().first().map(|diag| diag.message.clone()).unwrap_or_default();
        return Err(no_report(shown, reason));
    }
    let warnings = missing(shown, &device).into_iter().collect();
    Ok((text, warnings))
}

/// Returns the error for a file that is not the report of a device with tensors.
fn no_report(path: &str, reason: impl std::fmt::Display) -> Stopped {
    let message = format!("`{path}` is not the report of a device with tensors: {reason}");
    Stopped::new(Diag::error(code::TARGET, Span::NONE, message), FAILED)
}

/// Returns the warning about limits that the report does not have.
fn missing(path: &str, device: &QueriedDevice) -> Option<Diag> {
    let (first, rest) = device.missing.split_first()?;
    let more = if rest.is_empty() { String::new() } else { format!(" and {} others", rest.len()) };
    let message = format!("`{path}` has no value of `{first}`{more}");
    let warning = Diag::warning(code::TARGET, Span::NONE, message);
    Some(warning.note("a limit that a target does not list is the least that Vulkan guarantees"))
}

fn text(name: &str, device: &QueriedDevice) -> String {
    let mut text = String::new();
    if let Some(name) = &device.name {
        let _ = writeln!(text, "// The limits and features of {}.", name.escape_default());
    }
    let limits = device.limits.iter().map(|(limit, value)| {
        let ty = if i64::try_from(*value).is_ok() { "i64" } else { "ui64" };
        format!("    {limit} = {value} : {ty}")
    });
    let features =
        device.features.iter().map(|(feature, is_on)| format!("    {feature} = {is_on}"));
    fn listed(items: Vec<String>) -> String {
        items.join(",\n")
    }
    let _ =
        write!(text, "layout.target @{name} {{\n  limits = {{\n{}\n  }}", listed(limits.collect()));
    if !device.features.is_empty() {
        let _ = write!(text, ",\n  features = {{\n{}\n  }}", listed(features.collect()));
    }
    if let Some(usages) = &device.usages {
        let _ = write!(text, ",\n  formats = [\n{}\n  ]", listed(formats(usages)));
    }
    text + "\n}\n"
}

/// Returns the entries of `formats`: one for the formats that have the same usages with the same tilings.
fn formats(usages: &FormatUsages) -> Vec<String> {
    let mut of_format: IndexMap<i64, Vec<(i64, i64)>> = IndexMap::new();
    for (format, tiling, mask) in usages.iter() {
        of_format.entry(format).or_default().push((mask, tiling));
    }
    let mut entries: IndexMap<(Vec<i64>, i64), Vec<i64>> = IndexMap::new();
    for (format, mut tilings) in of_format {
        tilings.sort_unstable();
        for same in tilings.chunk_by(|a, b| a.0 == b.0) {
            let tilings = same.iter().map(|&(_, tiling)| tiling).collect();
            entries.entry((tilings, same[0].0)).or_default().push(format);
        }
    }
    let entries = entries.into_iter().filter(|((_, mask), _)| *mask != 0);
    entries.map(|((tilings, mask), formats)| entry(&formats, &tilings, mask)).collect()
}

fn entry(formats: &[i64], tilings: &[i64], mask: i64) -> String {
    let formats = FORMATS.iter().filter(|row| formats.contains(&row.value)).map(|row| row.name);
    let tilings = TILINGS.iter().filter(|row| tilings.contains(&row.value)).map(|row| row.name);
    let usages = usages_in(mask).map(|row| row.name);
    format!(
        "    {{\n      format = [{}],\n      tiling = [{}],\n      usage = [{}]\n    }}",
        quoted(formats, ",\n                "),
        quoted(tilings, ", "),
        quoted(usages, ", ")
    )
}

fn quoted(names: impl Iterator<Item = &'static str>, separator: &str) -> String {
    joined(names.map(|name| format!("\"{name}\"")), separator)
}

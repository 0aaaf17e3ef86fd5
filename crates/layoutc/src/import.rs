//! `layoutc import`: imports an ONNX model as MLIR text. The text has locations, which are the names of the model's
//! nodes.

use crate::driver::{Driver, Env};
use crate::fold::{self, FoldFiles};
use crate::options::{Color, CommandLine, EarlyExit, ProgressMode};
use crate::progress::{ActivityProgress, ProgressLine};
use crate::render::DiagnosticReporter;
use crate::render::{DiagnosticForm, Style};
use crate::status;
use crate::streams::input::{self, InputFault};
use crate::streams::mistaken;
use crate::streams::output::Output;
use clap::{ArgAction, CommandFactory, Parser, ValueEnum};
use import::{BoolStorage, ImportOptions};
use ir::diag::{Diag, Sink, code};
use ir::print::{PrintOptions, print};
use ir::progress::Progress;
use ir::source::{SourceMap, Span};
use ir::{Registry, Verified};
use std::io::{Read, Write};
use std::path::Path;

const USAGE: &str = "layoutc import MODEL.onnx [--dim NAME=VALUE]... [--bound NAME=VALUE]... [--fold NET.mlir [--manifest OUT.json]] [-o OUT]";

/// The arguments of `import`.
#[derive(Debug, Parser)]
#[command(
    name = "layoutc import",
    disable_help_flag = true,
    about = "Imports an ONNX model as MLIR, with the shape of every value and without weights"
)]
pub(crate) struct ImportRequest {
    /// The model; `-` is standard input
    #[arg(value_name = "MODEL.onnx|-")]
    model: String,

    /// The length of a symbolic dim; may be repeated
    #[arg(long = "dim", value_name = "NAME=VALUE", value_parser = dim)]
    dims: Vec<(String, u64)>,

    /// The upper bound of a symbolic dim, which stays dynamic; may be repeated
    #[arg(long = "bound", value_name = "NAME=VALUE", value_parser = dim)]
    bounds: Vec<(String, u64)>,

    /// The type of ONNX's bool: `i8` is one byte each, as ONNX stores them (default i8)
    #[arg(long = "bool", value_name = "i8|i1", default_value = "i8")]
    bools: BoolType,

    /// Write the weights as bytes, in the layouts of the compiled module of the model
    #[arg(long, value_name = "NET.mlir")]
    fold: Option<String>,

    /// The list of the weights that `--fold` writes; `-`, the default, is standard output
    #[arg(long, value_name = "OUT.json", requires = "fold")]
    manifest: Option<String>,

    /// Mark all arguments and results with `layout.any`: `assign-layouts` chooses their layouts
    #[arg(long)]
    any_layouts: bool,

    /// The output file, written only on success; `-`, the default, is standard output
    #[arg(short, value_name = "OUT")]
    output: Option<String>,

    /// The format of diagnostics (default pretty)
    #[arg(long, value_name = "pretty|short|json", default_value = "pretty")]
    diagnostics: DiagnosticForm,

    /// The maximum number of errors to print (default 20); 0 prints all
    #[arg(long, value_name = "N", default_value = "20")]
    error_limit: usize,

    /// Color the diagnostics; `auto`, the default, colors on a terminal
    #[arg(long, value_name = "auto|always|never", default_value = "auto")]
    color: Color,

    /// Show the progress of long work on standard error; `auto`, the default, shows it on a terminal
    #[arg(long, value_name = "auto|always|never", default_value = "auto")]
    progress: ProgressMode,

    /// Print this help and exit
    #[arg(short, long, action = ArgAction::Help)]
    help: Option<bool>,
}

/// The values of `--bool`.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum BoolType {
    I8,
    I1,
}

/// Reads `NAME=VALUE`. A name may contain `=`, as exporters name dims by expressions.
fn dim(text: &str) -> Result<(String, u64), String> {
    let (name, value) = text.rsplit_once('=').ok_or("expected `NAME=VALUE`")?;
    let length: u64 = value.parse().map_err(|_| "the value must be a whole number")?;
    if length == 0 || i64::try_from(length).is_err() {
        return Err("the value must be between 1 and 2^63 - 1".to_owned());
    }
    Ok((name.to_owned(), length))
}

/// Returns the command with its flags.
pub(crate) fn command() -> clap::Command {
    ImportRequest::command()
}

/// Reads the arguments after the word `import`.
pub(crate) fn parse(args: &[String]) -> Result<ImportRequest, EarlyExit> {
    let command = ImportRequest::command();
    let line = CommandLine { args, usage: USAGE, passes: &[] };
    line.read(&line.matches(&command)?, &command)
}

/// Imports the model and returns the exit status.
pub(crate) fn run(driver: &Driver, request: &ImportRequest, env: &mut Env<'_>) -> i32 {
    let style = Style { form: request.diagnostics, color: request.color.is_on(env.color) };
    let mut reporter = DiagnosticReporter::new(style, request.error_limit);
    let output = request.output.as_deref().unwrap_or("-");
    let bools = match request.bools {
        BoolType::I8 => BoolStorage::Byte,
        BoolType::I1 => BoolStorage::Bit,
    };
    let mut options = ImportOptions::default();
    options.dims = request.dims.clone();
    options.bounds = request.bounds.clone();
    options.bools = bools;
    options.any_layouts = request.any_layouts;
    let mut sources = SourceMap::default();
    if let Some(diag) = fixed_and_bounded(&options) {
        reporter.show(vec![diag], &sources, env.stderr);
        reporter.finish(env.stderr);
        return status::USAGE;
    }
    let line = ProgressLine::new(request.progress, request.diagnostics, env.progress);
    let mut progress = ActivityProgress { activity: "import", line, err: env.stderr };
    if let Some(net) = &request.fold {
        let manifest = request.manifest.as_deref().unwrap_or("-");
        let files = FoldFiles { model: &request.model, module: net, bytes: output, manifest };
        let streams: (&mut dyn Read, &mut dyn Write) = (env.stdin, env.stdout);
        let result = match output == "-" && manifest == "-" {
            true => Err((vec![one_output()], status::USAGE)),
            false => fold::run(driver, &files, &options, &mut sources, streams, &mut progress),
        };
        progress.clear();
        let (diags, status) = result.err().unwrap_or_default();
        reporter.show(diags, &sources, env.stderr);
        reporter.finish(env.stderr);
        return status;
    }
    let result = module(&request.model, &options, &driver.registry, env.stdin, &mut progress);
    progress.clear();
    let result = result.and_then(|(module, remarks)| {
        reporter.show(remarks, &sources, env.stderr);
        write(&module, &driver.registry, Output::new(output, env.stdout))
    });
    let (diags, status) = result.err().unwrap_or_default();
    reporter.show(diags, &sources, env.stderr);
    reporter.finish(env.stderr);
    status
}

/// Returns the diagnostic of a dim with both a length and a bound. `None` if there is none.
fn fixed_and_bounded(options: &ImportOptions) -> Option<Diag> {
    let ImportOptions { dims, bounds, .. } = options;
    let is_fixed = |name: &str| dims.iter().any(|dim| dim.0 == name);
    let (name, _) = bounds.iter().find(|bound| is_fixed(&bound.0))?;
    let message = format!("dim `{name}` has both a length, `--dim`, and a bound, `--bound`");
    let diag = Diag::error(code::OPTION, Span::NONE, message);
    Some(diag.note("remove `--bound` for a static dim, or `--dim` for a dynamic one"))
}

fn one_output() -> Diag {
    let message = "`--fold` writes two outputs, but both are standard output";
    Diag::error(code::OPTION, Span::NONE, message).note("add `-o OUT.bin` or `--manifest OUT.json`")
}

/// The diagnostics of a failed import, and the exit status.
type ImportFault = (Vec<Diag>, i32);

/// Returns the module of the model in a file, and the remarks about it.
fn module(
    path: &str,
    options: &ImportOptions,
    registry: &Registry,
    stdin: &mut dyn Read,
    progress: &mut dyn Progress,
) -> Result<(Verified, Vec<Diag>), ImportFault> {
    let bytes =
        input::bytes(path, stdin).map_err(|InputFault { diag, status }| (vec![*diag], status))?;
    let mut sink = Sink::default();
    let module =
        import::import_with_progress(&bytes, input::shown(path), options, progress, &mut sink);
    let verified = module.and_then(|module| Verified::new(module, registry, &mut sink).ok());
    let mut diags = sink.take();
    verified.map(|module| (module, std::mem::take(&mut diags))).ok_or_else(|| {
        if let Some(diag) = diags.pop() {
            let notes =
                if diag.code == code::SYNTAX { not_a_model(path, &bytes) } else { Vec::new() };
            diags.push(notes.into_iter().fold(diag, Diag::note));
        }
        (diags, 1)
    })
}

/// Returns notes for a file that is not an ONNX model.
fn not_a_model(path: &str, bytes: &[u8]) -> Vec<String> {
    if Path::new(path).extension().is_some_and(|extension| extension == "mlir") {
        return vec![format!("`layoutc {path}` reads MLIR")];
    }
    let is_text = !bytes.is_empty() && !bytes.contains(&0) && std::str::from_utf8(bytes).is_ok();
    let what = match (bytes.is_empty(), is_text) {
        (true, _) => Some("the file is empty".to_owned()),
        (_, true) => Some("the file is text, but an ONNX model is a binary file".to_owned()),
        _ => None,
    };
    what.into_iter().chain(mistaken::example("import")).collect()
}

fn write(module: &Verified, registry: &Registry, mut out: Output<'_>) -> Result<(), ImportFault> {
    let sources = SourceMap::default();
    let options = PrintOptions { locs: Some(&sources), ..PrintOptions::default() };
    let written = print(module, registry, options, &mut out).and_then(|()| out.flush());
    let written = written.map_err(|error| out.fault(&error)).and_then(|()| out.finish(true));
    written.map_err(|fault| (vec![fault.diag], fault.status))
}

//! `layoutc import`: imports an ONNX model as MLIR text. The text has locations, which are the names of the model's
//! nodes.

use crate::driver::{Driver, Env};
use crate::fold::{self, FoldFiles};
use crate::options::{EarlyExit, MessageFlags, read_own};
use crate::progress::{ActivityProgress, ProgressLine};
use crate::status::{FAILED, Stopped, USAGE as USAGE_ERROR};
use crate::streams::input;
use crate::streams::mistaken;
use crate::streams::output::Output;
use clap::{ArgAction, CommandFactory, Parser, ValueEnum};
use import::{BoolStorage, ImportOptions};
use ir::diag::{Diag, Sink, code};
use ir::print::{PrintOptions, print};
use ir::progress::{NoProgress, Progress};
use ir::source::{SourceMap, Span};
use ir::{Registry, Verified};
use std::io::{self, Read, Write};
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

    #[command(flatten)]
    messages: MessageFlags,

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
pub(crate) fn dim(text: &str) -> Result<(String, u64), String> {
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
    read_own(args, USAGE)
}

/// Imports the model and returns the exit status.
pub(crate) fn run(driver: &Driver, request: &ImportRequest, env: &mut Env<'_>) -> i32 {
    let MessageFlags { progress, diagnostics, .. } = request.messages;
    let mut reporter = request.messages.reporter(env.color);
    let mut sources = SourceMap::default();
    let line = ProgressLine::new(progress, diagnostics, env.progress);
    let mut progress = ActivityProgress { activity: "import", line, err: env.stderr };
    let options = options(request);
    let result = match (fixed_and_bounded(&options), &request.fold) {
        (Some(diag), _) => Err(Stopped::new(diag, USAGE_ERROR)),
        (None, Some(net)) => {
            let streams: (&mut dyn Read, &mut dyn Write) = (env.stdin, env.stdout);
            folded(driver, request, net, &options, &mut sources, streams, &mut progress)
        }
        (None, None) => {
            let imported =
                module(&request.model, &options, &driver.registry, env.stdin, &mut progress);
            progress.clear();
            imported.and_then(|(module, remarks)| {
                reporter.show(remarks, &sources, progress.err);
                let output = request.output.as_deref().unwrap_or("-");
                write(&module, &driver.registry, Output::new(output, env.stdout))
            })
        }
    };
    progress.clear();
    reporter.end(result, &sources, env.stderr)
}

fn options(request: &ImportRequest) -> ImportOptions {
    let mut options = ImportOptions::default();
    options.dims = request.dims.clone();
    options.bounds = request.bounds.clone();
    options.bools = match request.bools {
        BoolType::I8 => BoolStorage::Byte,
        BoolType::I1 => BoolStorage::Bit,
    };
    options.any_layouts = request.any_layouts;
    options
}

/// Writes the weights of the model in the layouts of the module in the file `net`.
fn folded(
    driver: &Driver,
    request: &ImportRequest,
    net: &str,
    options: &ImportOptions,
    sources: &mut SourceMap,
    streams: (&mut dyn Read, &mut dyn Write),
    progress: &mut dyn Progress,
) -> Result<(), Stopped> {
    let bytes = request.output.as_deref().unwrap_or("-");
    let manifest = request.manifest.as_deref().unwrap_or("-");
    if bytes == "-" && manifest == "-" {
        return Err(Stopped::new(one_output(), USAGE_ERROR));
    }
    let files = FoldFiles { model: &request.model, module: net, bytes, manifest };
    fold::run(driver, &files, options, sources, streams, progress)
}

/// Returns the diagnostic of a dim with both a length and a bound. `None` if there is none.
fn fixed_and_bounded(options: &ImportOptions) -> Option<Diag> {
    let ImportOptions { dims, bounds, .. } = options;
    let mut names = bounds.iter().map(|bound| &bound.0);
    let name = names.find(|&name| dims.iter().any(|dim| dim.0 == *name))?;
    let message = format!("dim `{name}` has both a length, `--dim`, and a bound, `--bound`");
    let diag = Diag::error(code::OPTION, Span::NONE, message);
    Some(diag.note("remove `--bound` for a static dim, or `--dim` for a dynamic one"))
}

fn one_output() -> Diag {
    let message = "`--fold` writes two outputs, but both are standard output";
    Diag::error(code::OPTION, Span::NONE, message).note("add `-o OUT.bin` or `--manifest OUT.json`")
}

/// Returns the module of the model in a file, and the remarks about it.
fn module(
    path: &str,
    options: &ImportOptions,
    registry: &Registry,
    stdin: &mut dyn Read,
    progress: &mut dyn Progress,
) -> Result<(Verified, Vec<Diag>), Stopped> {
    let bytes = input::bytes(path, stdin)?;
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
        Stopped { diags, status: FAILED }
    })
}

/// Returns the text of the module of a model, and the remarks about it. The module has the function
/// [`FUNCTION`](import::FUNCTION).
pub(crate) fn text(
    path: &str,
    dims: Vec<(String, u64)>,
    registry: &Registry,
    stdin: &mut dyn Read,
) -> Result<(Vec<u8>, Vec<Diag>), Stopped> {
    let mut options = ImportOptions::default();
    options.dims = dims;
    let (module, remarks) = module(path, &options, registry, stdin, &mut NoProgress)?;
    let mut text = Vec::new();
    write_text(&module, registry, &mut text).map_err(|error| {
        Stopped::new(Diag::error(code::FILE, Span::NONE, error.to_string()), FAILED)
    })?;
    Ok((text, remarks))
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

/// Writes a module with the names of its nodes as locations.
fn write_text(module: &Verified, registry: &Registry, out: &mut dyn Write) -> io::Result<()> {
    let sources = SourceMap::default();
    let options = PrintOptions { locs: Some(&sources), ..PrintOptions::default() };
    print(module, registry, options, out)
}

fn write(module: &Verified, registry: &Registry, mut out: Output<'_>) -> Result<(), Stopped> {
    let written = write_text(module, registry, &mut out).and_then(|()| out.flush());
    written.map_err(|error| out.fault(&error)).and_then(|()| out.finish(true))
}

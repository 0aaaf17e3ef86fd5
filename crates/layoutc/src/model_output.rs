//! `--emit=onnx`: a module as an ONNX model with its weights, and the external data next to it.

use crate::model_files::FileParts;
use crate::streams::output::Output;
use codegen::{EmitError, Emitter};
use import::{ExportOptions, ExportedFile, ExternalData, ImportOptions, OnnxExport};
use ir::diag::{Diag, Sink};
use ir::options::OptionInfo;
use ir::progress::{NoProgress, Progress};
use ir::{Registry, Verified};
use std::io::{self, Write};
use std::path::Path;

/// The name of the emitter.
pub(crate) const NAME: &str = "onnx";
/// The option with the model of the weights.
pub(crate) const WEIGHTS: &str = "weights";

/// The emitter. By itself, it writes modules without weights.
pub(crate) const EMITTER: Emitter = Emitter {
    name: NAME,
    summary: "an ONNX model with its weights in their layouts",
    passes: &["assign-layouts", "materialize-layouts"],
    options: &[OptionInfo::constant(
        WEIGHTS,
        &[],
        "",
        "the ONNX model whose weights are the arguments of a module that was imported",
    )],
    binary: true,
    exports: true,
    emit: |module, cx, out| {
        let mut sink = cx.warnings.borrow_mut();
        let files = ModelOutput {
            input: "-",
            weights: None,
            output: None,
            import: &ImportOptions::default(),
        };
        files.write(module, cx.registry, out, &mut sink, &mut NoProgress)
    },
};

/// The files of an emitted model.
pub(crate) struct ModelOutput<'a> {
    /// The input, for messages.
    pub(crate) input: &'a str,
    /// The model with the weights. `None` if the module has none.
    pub(crate) weights: Option<&'a str>,
    /// The output. `None` for a stream, next to which there is no external data.
    pub(crate) output: Option<&'a str>,
    /// The options with which the model was imported.
    pub(crate) import: &'a ImportOptions,
}

/// The reason why a file is not written.
enum WriteStop {
    /// An error in the input, or in the file of external data.
    Diag(Box<Diag>),
    /// The output of the emitter failed.
    Output(io::Error),
}

impl From<Box<Diag>> for WriteStop {
    fn from(diag: Box<Diag>) -> WriteStop {
        WriteStop::Diag(diag)
    }
}

impl ModelOutput<'_> {
    /// Writes a model to `out`, and its external data next to it.
    ///
    /// # Errors
    /// The module has no form in ONNX, or a file cannot be read or written. More errors may be in the sink.
    pub(crate) fn write(
        &self,
        module: &Verified,
        registry: &Registry,
        out: &mut dyn Write,
        sink: &mut Sink,
        progress: &mut dyn Progress,
    ) -> Result<(), EmitError> {
        let files = self.weights.map(|path| FileParts::open(path, self.import, &mut io::empty()));
        let (mut parts, weights) = match files.transpose() {
            Ok(files) => files.unzip(),
            Err(stop) => return Err(first(stop.diags, sink)),
        };
        let data = self.output.map(|path| format!("{path}.data"));
        let mut options = ExportOptions::default();
        options.external_data = data.as_deref().map(|path| file_name(path).to_owned());
        let named = (self.input, module);
        let mut own = Sink::default();
        let export =
            OnnxExport::new(named, registry, weights.as_ref(), &options, progress, &mut own);
        let Some(export) = export else { return Err(first(own.take(), sink)) };
        let data = data.filter(|_| export.has_external_data());
        let mut empty = io::empty();
        let mut data = data.map(|path| Output::new(&path, &mut empty));
        let written = export.write(
            &mut |part: &ExternalData| match &mut parts {
                Some(parts) => parts.read(part),
                None => Err("there is no file of weights".to_owned()),
            },
            &mut |file, bytes| match (file, &mut data) {
                (ExportedFile::ExternalData, Some(data)) => {
                    let written = data.write_all(bytes);
                    written.map_err(|error| WriteStop::Diag(only(data.fault(&error).diags)))
                }
                _ => out.write_all(bytes).map_err(WriteStop::Output),
            },
            progress,
        );
        match written {
            Err(WriteStop::Diag(diag)) => return Err(EmitError::Module(diag)),
            Err(WriteStop::Output(error)) => return Err(EmitError::Output(error)),
            Ok(()) => {}
        }
        match data.map(|data| data.finish(true)) {
            Some(Err(stop)) => Err(first(stop.diags, sink)),
            _ => Ok(()),
        }
    }
}

/// Returns the first of some diagnostics as an error, and adds the others to the sink.
fn first(diags: Vec<Diag>, sink: &mut Sink) -> EmitError {
    let mut diags = diags.into_iter();
    let first = diags.next();
    diags.for_each(|diag| sink.push(diag));
    EmitError::Module(only(first.into_iter().collect()))
}

/// Returns the only diagnostic of a list.
fn only(diags: Vec<Diag>) -> Box<Diag> {
    let lost = || {
        Diag::error(ir::diag::code::INTERNAL, ir::source::Span::NONE, "the model was not written")
    };
    Box::new(diags.into_iter().next().unwrap_or_else(lost))
}

/// Returns the name of a file without its folder.
fn file_name(path: &str) -> &str {
    Path::new(path).file_name().and_then(|name| name.to_str()).unwrap_or(path)
}

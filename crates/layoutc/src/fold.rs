//! `layoutc import --fold`: reads the model, the compiled module and files of weights, and writes the bytes of the weights
//! with their manifest as JSON.

use crate::driver::Driver;
use crate::model_files::FileParts;
use crate::status::{FAILED, Stopped};
use crate::streams::input;
use crate::streams::output::Output;
use crate::streams::text::json_text;
use compiler::Compilation;
use import::{ExternalData, FoldedWeight, ImportOptions, WeightManifest};
use ir::Verified;
use ir::layout::joined;
use ir::progress::Progress;
use ir::source::SourceMap;
use std::io::{self, Read, Write};
use std::path::Path;

/// The files of one execution.
pub(crate) struct FoldFiles<'a> {
    /// The model, or `-`.
    pub(crate) model: &'a str,
    /// The compiled module.
    pub(crate) module: &'a str,
    /// The output of the bytes.
    pub(crate) bytes: &'a str,
    /// The output of the manifest.
    pub(crate) manifest: &'a str,
}

/// Writes the weights of a model in the layouts of a module.
///
/// # Errors
/// A file cannot be read or written, the module is not one of the model, or a weight has no elements or no layout.
pub(crate) fn run(
    driver: &Driver,
    files: &FoldFiles<'_>,
    options: &ImportOptions,
    sources: &mut SourceMap,
    (stdin, stdout): (&mut dyn Read, &mut dyn Write),
    progress: &mut dyn Progress,
) -> Result<(), Stopped> {
    let (mut parts, model) = FileParts::open(files.model, options, stdin)?;
    let module = module(files.module, driver, sources)?;
    let mut out = Output::new(files.bytes, stdout);
    let named = (files.module, &module);
    let manifest = import::fold(
        &model,
        named,
        &driver.registry,
        &mut |part: &ExternalData| parts.read(part),
        &mut |bytes: &[u8]| out.write_all(bytes).map_err(|error| out.fault(&error)),
        progress,
    )?;
    let manifest = json(files.model, &manifest);
    if files.manifest == "-" {
        out.finish(true)?;
        return Output::new("-", stdout).write_whole(manifest.as_bytes());
    }
    let mut empty = io::sink();
    let mut second = Output::new(files.manifest, &mut empty);
    second.write_all(manifest.as_bytes()).map_err(|error| second.fault(&error))?;
    out.finish(true)?;
    second.finish(true)
}

/// Reads and verifies the compiled module.
fn module(path: &str, driver: &Driver, sources: &mut SourceMap) -> Result<Verified, Stopped> {
    let base = input::read(path, &mut io::empty(), sources)?;
    let text = sources.file_at(base).map_or("", |file| file.text.as_str());
    let mut compilation = Compilation::new(text, base, &driver.registry);
    let module = compilation.parse().and_then(|module| compilation.verify(module));
    module.ok_or_else(|| Stopped { diags: compilation.take(), status: FAILED })
}

/// Returns a manifest as JSON.
fn json(model: &str, manifest: &WeightManifest) -> String {
    let name = Path::new(model).file_name().and_then(|name| name.to_str()).unwrap_or("-");
    format!(
        "{{\n  \"model\": {},\n  \"function\": \"{}\",\n  \"alignment\": {},\n  \"size_bytes\": {},\n  \"weights\": [\n    {}\n  ]\n}}\n",
        json_text(name),
        import::FUNCTION,
        import::ALIGNMENT,
        manifest.size,
        joined(manifest.weights.iter().map(entry), ",\n    ")
    )
}

fn entry(weight: &FoldedWeight) -> String {
    let FoldedWeight { shape, offset, size, .. } = weight;
    let weights: Vec<String> = weight.weights.iter().map(json_text).collect();
    let strides = weight.strides.as_ref().map_or("null".to_owned(), |it| format!("{it:?}"));
    format!(
        "{{\"name\": {}, \"weights\": [{}], \"type\": {}, \"element_type\": {}, \"logical_shape\": {shape:?}, \"strides\": {strides}, \"offset\": {offset}, \"size_bytes\": {size}}}",
        json_text(&weight.name),
        weights.join(", "),
        json_text(&weight.ty),
        json_text(&weight.element_type),
    )
}

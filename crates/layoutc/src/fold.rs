//! `layoutc import --fold`: reads the model, the compiled module and files of weights, and writes the bytes of the weights
//! with their manifest as JSON.

use crate::driver::Driver;
use crate::status::{FAILED, Stopped};
use crate::streams::input;
use crate::streams::output::Output;
use crate::streams::text::json_text;
use compiler::Compilation;
use import::{ExternalData, FoldedWeight, ImportOptions, ModelFile, ModelWeights, WeightManifest};
use ir::Verified;
use ir::diag::Sink;
use ir::layout::joined;
use ir::progress::Progress;
use ir::source::SourceMap;
use std::fs::File;
use std::io::{self, Cursor, Read, SeekFrom, Write};
use std::path::{Component, Path};

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
    let folder = Path::new(files.model).parent().unwrap_or(Path::new(""));
    let mut parts = FileParts { folder, model: open_model(files.model, stdin)?, open: None };
    let mut sink = Sink::default();
    let model = ModelWeights::read(&mut parts.model, options, &mut sink);
    let model = model.ok_or_else(|| Stopped { diags: sink.take(), status: FAILED })?;
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

/// Opens a model. Standard input is read into memory.
fn open_model(path: &str, stdin: &mut dyn Read) -> Result<Box<dyn ModelFile>, Stopped> {
    match path {
        "-" => Ok(Box::new(Cursor::new(input::bytes(path, stdin)?))),
        _ => Ok(Box::new(input::file(path)?)),
    }
}

/// The files with the elements of weights.
struct FileParts<'a> {
    /// The folder of the model.
    folder: &'a Path,
    model: Box<dyn ModelFile>,
    /// The file next to the model that was read last, with its path and its length.
    open: Option<(String, File, u64)>,
}

impl FileParts<'_> {
    /// Reads a part of the model, or of a file next to it.
    fn read(&mut self, part: &ExternalData) -> Result<Vec<u8>, String> {
        let ExternalData { location, offset, length, .. } = part;
        if location.is_empty() {
            let size = self.model.seek(SeekFrom::End(0));
            let found = size.and_then(|size| match ends_within(part, size) {
                true => read_part(&mut self.model, *offset, *length).map(Some),
                false => Ok(None),
            });
            let found = found.map_err(|error| format!("the model: {error}"))?;
            return found.ok_or_else(|| format!("the model has no {length} bytes at {offset}"));
        }
        let mut components = Path::new(location).components();
        if !components.all(|it| matches!(it, Component::Normal(_))) {
            return Err(format!("its external data `{location}` is not below the model"));
        }
        let found = self.read_external(part).map_err(|error| format!("`{location}`: {error}"))?;
        found.ok_or_else(|| format!("`{location}` has no {length} bytes at {offset}"))
    }

    /// Reads a part of a file next to the model. `None` if the file ends before it.
    fn read_external(&mut self, part: &ExternalData) -> io::Result<Option<Vec<u8>>> {
        let ExternalData { location, offset, length, .. } = part;
        let (_, file, size) = match &mut self.open {
            Some(open) if open.0 == *location => open,
            open => {
                let file = File::open(self.folder.join(location))?;
                let size = file.metadata()?.len();
                open.insert((location.clone(), file, size))
            }
        };
        match ends_within(part, *size) {
            true => read_part(file, *offset, *length).map(Some),
            false => Ok(None),
        }
    }
}

/// Returns `true` if a file of a size has all bytes of a part.
fn ends_within(part: &ExternalData, size: u64) -> bool {
    part.offset.checked_add(part.length).is_some_and(|end| end <= size)
}

fn read_part(file: &mut dyn ModelFile, offset: u64, length: u64) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(offset))?;
    let length = usize::try_from(length).map_err(io::Error::other)?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length).map_err(io::Error::other)?;
    bytes.resize(length, 0);
    file.read_exact(&mut bytes)?;
    Ok(bytes)
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

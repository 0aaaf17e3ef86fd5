//! The weights of an imported model in the layouts of a compiled module, as bytes with a manifest.
//!
//! In reading order: `contents` computes the values that are known before execution, `region` places them in memory.
//! This file reads the model and the module, and writes both outputs.

mod contents;
mod region;
#[cfg(test)]
mod tests;

use crate::driver::Driver;
use crate::streams::input;
use crate::streams::output::Output;
use crate::streams::text::json_string;
use contents::{KnownContents, KnownValues, lengths};
use import::{ExternalData, FUNCTION, ImportOptions, ModelWeights};
use ir::descriptor::Layouts;
use ir::diag::{Diag, Sink, code};
use ir::module::Def;
use ir::print::{ValueNames, type_to_string};
use ir::progress::{Progress, ProgressReport};
use ir::source::{SourceMap, Span};
use ir::{Module, Op, Registry, TypeKind, Value, Verified};
use region::PlacedValue;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Component, Path};

/// The alignment of each region in the file, in bytes.
const ALIGNMENT: u64 = 64;

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

/// The diagnostics of a failure, and the exit status.
type FoldFault = (Vec<Diag>, i32);

fn fault(message: impl Into<String>) -> FoldFault {
    (vec![Diag::error(code::TYPE_MISMATCH, Span::NONE, message)], 1)
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
) -> Result<(), FoldFault> {
    let bytes = input::bytes(files.model, stdin).map_err(|it| (vec![*it.diag], it.status))?;
    let mut sink = Sink::default();
    let model = ModelWeights::read(&bytes, options, &mut sink).ok_or_else(|| (sink.take(), 1))?;
    drop(bytes);
    let module = module(files.module, &driver.registry, sources)?;
    let weights = weights(&module, &model, files, progress)?;
    let values = KnownValues::new(&module, &driver.registry, weights, progress);
    let mut out = Output::new(files.bytes, stdout);
    let manifest = write_regions(&module, &driver.registry, &values, &mut out, progress)?;
    let failed = |it: Box<crate::streams::output::OutputFault>| (vec![it.diag], it.status);
    let manifest = manifest.json(files.model);
    if files.manifest == "-" {
        out.finish(true).map_err(failed)?;
        let mut out = Output::new("-", stdout);
        let written = out.write_all(manifest.as_bytes()).map_err(|error| failed(out.fault(&error)));
        return written.and_then(|()| out.finish(true).map_err(failed));
    }
    let mut empty = io::sink();
    let mut second = Output::new(files.manifest, &mut empty);
    second.write_all(manifest.as_bytes()).map_err(|error| failed(second.fault(&error)))?;
    out.finish(true).map_err(failed)?;
    second.finish(true).map_err(failed)
}

/// Reads and verifies the compiled module.
fn module(path: &str, registry: &Registry, sources: &mut SourceMap) -> Result<Verified, FoldFault> {
    let base = input::read(path, &mut io::empty(), sources);
    let base = base.map_err(|it| (vec![*it.diag], it.status))?;
    let text = sources.file_at(base).map(|file| file.text.clone()).unwrap_or_default();
    let mut sink = Sink::default();
    let module = parser::parse(&text, base, registry, &mut sink);
    let module = module.and_then(|module| Verified::new(module, registry, &mut sink).ok());
    module.ok_or_else(|| {
        let mut diags = sink.take();
        parser::locate(&text, base, registry, &mut diags);
        (diags, 1)
    })
}

/// Returns the arguments that are weights, with their elements.
fn weights(
    module: &Module,
    model: &ModelWeights,
    files: &FoldFiles<'_>,
    progress: &mut dyn Progress,
) -> Result<Vec<(Value, KnownContents)>, FoldFault> {
    let same = "import the model with the same `--dim` and `--bool`";
    let function = module.ops(module.body()).find(|&op| module.symbol(op) == Some(FUNCTION));
    let entry = function.and_then(|op| entry(module, op));
    let entry = entry.ok_or_else(|| fault(format!("`{}` has no `@{FUNCTION}`", files.module)))?;
    let arguments = module.arguments(entry);
    if arguments.len() != model.arguments() {
        let (found, expected) = (arguments.len(), model.arguments());
        let message = format!(
            "`@{FUNCTION}` has {found} arguments, but the model has {expected} inputs and weights"
        );
        let (mut diags, status) = fault(message);
        diags[0] = diags[0].clone().note(same);
        return Err((diags, status));
    }
    let folder = Path::new(files.model).parent().unwrap_or(Path::new(""));
    let mut open = |external: &ExternalData| read_external(folder, external);
    let mut weights = Vec::new();
    let total = (0..arguments.len()).filter(|&at| model.name(at).is_some()).count() as u64;
    for (at, &argument) in arguments.iter().enumerate() {
        let Some(name) = model.name(at) else { continue };
        let done = weights.len() as u64;
        progress.report(ProgressReport { done, total, unit: "weights read", item: name });
        let elements = model.elements(name, &mut open);
        let elements = elements.map_err(|reason| fault(format!("weight `{name}`: {reason}")))?;
        let found = lengths(module, module.ty(argument)).unwrap_or_default();
        let expected: Vec<usize> =
            elements.lengths.iter().filter_map(|&len| usize::try_from(len).ok()).collect();
        let element = match module.kind(argument) {
            TypeKind::Tensor { elem, .. } => type_to_string(module, *elem),
            _ => String::new(),
        };
        if found != expected || element != elements.element_type {
            let shown = type_to_string(module, module.ty(argument));
            let message = format!(
                "weight `{name}` has lengths {expected:?} and elements of `{}`, but argument {at} is `{shown}`",
                elements.element_type
            );
            let (mut diags, status) = fault(message);
            diags[0] = diags[0].clone().note(same);
            return Err((diags, status));
        }
        let count: usize = expected.iter().product();
        let width = elements.bytes.len().checked_div(count).unwrap_or(1);
        let names = BTreeSet::from([name.to_owned()]).into();
        weights.push((argument, KnownContents { names, bytes: elements.bytes.into(), width }));
    }
    Ok(weights)
}

fn entry(module: &Module, function: Op) -> Option<ir::Block> {
    let body = module.regions(function).first()?;
    module.blocks(*body).first().copied()
}

/// Reads a part of a file next to the model.
fn read_external(folder: &Path, external: &ExternalData) -> Result<Vec<u8>, String> {
    let location = Path::new(&external.location);
    let is_inside = location.components().all(|part| matches!(part, Component::Normal(_)));
    if !is_inside {
        return Err(format!("its external data `{}` is not below the model", external.location));
    }
    let read = || -> io::Result<Option<Vec<u8>>> {
        let mut file = File::open(folder.join(location))?;
        let end = external.offset.checked_add(external.length);
        if end.is_none_or(|end| end > file.metadata().map_or(0, |data| data.len())) {
            return Ok(None);
        }
        file.seek(SeekFrom::Start(external.offset))?;
        let mut bytes = Vec::new();
        file.take(external.length).read_to_end(&mut bytes)?;
        Ok(Some(bytes))
    };
    let found = read().map_err(|error| format!("`{}`: {error}", external.location))?;
    found.ok_or_else(|| {
        let (offset, length) = (external.offset, external.length);
        format!("`{}` has no {length} bytes at {offset}", external.location)
    })
}

/// The manifest under construction.
#[derive(Default)]
struct WeightManifest {
    entries: Vec<String>,
    size: u64,
}

impl WeightManifest {
    fn json(&self, model: &str) -> String {
        let name = Path::new(model).file_name().and_then(|name| name.to_str()).unwrap_or("-");
        let (name, size) = (quoted(name), self.size);
        let entries = self.entries.join(",\n    ");
        format!(
            "{{\n  \"model\": {name},\n  \"function\": \"{FUNCTION}\",\n  \"alignment\": {ALIGNMENT},\n  \"size_bytes\": {size},\n  \"weights\": [\n    {entries}\n  ]\n}}\n"
        )
    }
}

/// Writes the regions of the known values that ops read, and returns their manifest.
fn write_regions(
    module: &Module,
    registry: &Registry,
    values: &KnownValues,
    out: &mut Output<'_>,
    progress: &mut dyn Progress,
) -> Result<WeightManifest, FoldFault> {
    let (names, layouts) = (ValueNames::new(module, registry), Layouts::new(module, registry));
    let mut manifest = WeightManifest::default();
    let sets = values.sets();
    let total = sets.len() as u64;
    for (done, set) in (0..).zip(sets) {
        let item =
            set.first().map(|(value, _)| format!("`%{}`", names.get(*value))).unwrap_or_default();
        progress.report(ProgressReport { done, total, unit: "regions written", item: &item });
        let mut placed = Vec::new();
        for (value, contents) in set {
            let is_boundary = matches!(module.def(value), Def::Argument(..));
            let value = PlacedValue::new(module, &layouts, (value, contents), is_boundary)
                .map_err(|reason| fault(format!("`{}`: {reason}", names.get(value))))?;
            placed.push(value);
        }
        let shown = || placed.first().map(|it| names.get(it.value)).unwrap_or_default();
        let region = region::bytes(&placed);
        let region = region.map_err(|reason| fault(format!("`{}`: {reason}", shown())))?;
        let begin = manifest.size.next_multiple_of(ALIGNMENT);
        let gap = usize::try_from(begin - manifest.size).unwrap_or_default();
        let written = out.write_all(&vec![0; gap]).and_then(|()| out.write_all(&region));
        written.map_err(|error| {
            let fault = out.fault(&error);
            (vec![fault.diag], fault.status)
        })?;
        manifest.size = begin + region.len() as u64;
        let size = region.len();
        let entries = placed.iter().map(|it| entry_json(module, &names, it, begin, size));
        manifest.entries.extend(entries);
    }
    Ok(manifest)
}

/// Returns the entry of a value. `offset` and `size` are those of its region, in bytes.
fn entry_json(
    module: &Module,
    names: &ValueNames<'_>,
    value: &PlacedValue<'_>,
    offset: u64,
    size: usize,
) -> String {
    let ty = module.ty(value.value);
    let element = match module.ctx.kind(ty) {
        TypeKind::Tensor { elem, .. } => type_to_string(module, *elem),
        _ => String::new(),
    };
    let sources: Vec<String> = value.contents.names.iter().map(|name| quoted(name)).collect();
    let strides = value.strides().map_or("null".to_owned(), |strides| format!("{strides:?}"));
    format!(
        "{{\"name\": {}, \"weights\": [{}], \"type\": {}, \"element_type\": {}, \"logical_shape\": {:?}, \"strides\": {strides}, \"offset\": {offset}, \"size_bytes\": {size}}}",
        quoted(&names.get(value.value)),
        sources.join(", "),
        quoted(&type_to_string(module, ty)),
        quoted(&element),
        value.lengths(),
    )
}

fn quoted(text: &str) -> String {
    let mut out = String::new();
    json_string(text, &mut out);
    out
}

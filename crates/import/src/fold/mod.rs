//! The weights of an imported model in the layouts of a compiled module, as bytes with a manifest.
//!
//! In reading order: `contents` finds the values that are known before execution, as views of weights (`view`); `region`
//! places them in memory. A region of one weight is a `stream` of chunks, which `reader` reads and `loops` move. Others
//! are in memory as a whole, one at a time. `values` has the elements of the same values, and of `constants`, in row-major
//! order, for a model that is written.

pub(crate) mod constants;
mod contents;
mod loops;
mod reader;
mod region;
mod stream;
#[cfg(test)]
mod tests;
pub(crate) mod values;
mod view;

use crate::emit::FUNCTION;
use crate::weights::{ModelWeights, OpenData, WeightTensor};
use contents::{ElementSource, KnownContents, KnownValues, lengths};
use ir::descriptor::Layouts;
use ir::diag::{Diag, code};
use ir::module::Def;
use ir::print::{ValueNames, type_to_string};
use ir::progress::{Progress, ProgressReport};
use ir::source::Span;
use ir::{Module, Op, Registry, TypeKind, Value, Verified};
use reader::WeightReader;
use region::RegionValue;
use std::collections::BTreeSet;
use stream::{CHUNK, RegionStream, zeros};
use view::WeightView;

/// The alignment of each region in the output of [`fold`], in bytes.
pub const ALIGNMENT: u64 = 64;

/// The list of the values that [`fold`] writes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WeightManifest {
    /// The values, in the order of their regions.
    pub weights: Vec<FoldedWeight>,
    /// The number of written bytes.
    pub size: u64,
}

/// A value that an op reads and that is known before execution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FoldedWeight {
    /// The name of the value, without `%`.
    pub name: String,
    /// The names of the weights of the model that its elements come from.
    pub weights: Vec<String>,
    /// The type as text.
    pub ty: String,
    /// The element type as text.
    pub element_type: String,
    /// The lengths of the logical dims.
    pub shape: Vec<i64>,
    /// The strides of the logical dims in elements; `None` for a layout that is not strided.
    pub strides: Option<Vec<i64>>,
    /// The first byte of the region of the value.
    pub offset: u64,
    /// The size of the region in bytes. Values that share memory have one region.
    pub size: usize,
}

fn fault(message: impl Into<String>) -> Box<Diag> {
    Box::new(Diag::error(code::TYPE_MISMATCH, Span::NONE, message))
}

/// Returns the error of a module that is not one of the model.
fn mismatch(message: String) -> Box<Diag> {
    let diag = Diag::error(code::TYPE_MISMATCH, Span::NONE, message);
    Box::new(diag.note("import the model with the same `--dim` and `--bool`"))
}

/// Writes the weights of a model in the layouts of a compiled module: the bytes of each memory region of known values that
/// ops read. `name` is that of the module in messages, `open` reads a part of a file, and `write` receives the bytes in order.
/// Large weights are read and written in chunks.
///
/// # Errors
/// The module is not one of the model, a weight has no elements or no layout, or `write` fails.
pub fn fold<E: From<Box<Diag>>>(
    model: &ModelWeights,
    (name, module): (&str, &Verified),
    registry: &Registry,
    open: &mut OpenData<'_>,
    write: &mut dyn FnMut(&[u8]) -> Result<(), E>,
    progress: &mut dyn Progress,
) -> Result<WeightManifest, E> {
    let (known, weights) = weights((name, module), model, progress)?;
    let values = KnownValues::new(module, registry, known, progress);
    let mut reader = WeightReader { weights: &weights, open };
    write_regions(module, registry, &values, &mut reader, write, progress)
}

/// The arguments of a function that are weights, and the weights by number, with their names.
type KnownWeights = (Vec<(Value, KnownContents)>, Vec<(String, WeightTensor)>);

/// Returns the arguments that are weights, and the weights.
fn weights(
    (name, module): (&str, &Module),
    model: &ModelWeights,
    progress: &mut dyn Progress,
) -> Result<KnownWeights, Box<Diag>> {
    let function = module.ops(module.body()).find(|&op| module.symbol(op) == Some(FUNCTION));
    let entry = function.and_then(|op| entry(module, op));
    let entry = entry.ok_or_else(|| fault(format!("`{name}` has no `@{FUNCTION}`")))?;
    let arguments = module.arguments(entry);
    if arguments.len() != model.arguments() {
        let found = arguments.len();
        let expected = model.arguments();
        let message = format!(
            "`@{FUNCTION}` has {found} arguments, but the model has {expected} inputs and weights"
        );
        return Err(mismatch(message));
    }
    let mut known = Vec::new();
    let mut weights: Vec<(String, WeightTensor)> = Vec::new();
    let total = (0..arguments.len()).filter(|&at| model.name(at).is_some()).count() as u64;
    for (at, &argument) in arguments.iter().enumerate() {
        let Some(name) = model.name(at) else { continue };
        let done = weights.len() as u64;
        progress.report(ProgressReport { done, total, unit: "weights checked", item: name });
        let tensor = model.tensor(name);
        let tensor = tensor.map_err(|reason| fault(format!("weight `{name}`: {reason}")))?;
        let found = lengths(module, module.ty(argument)).unwrap_or_default();
        let expected: Vec<i64> =
            tensor.lengths.iter().filter_map(|&len| i64::try_from(len).ok()).collect();
        let element = element_text(module, argument);
        if found != expected || element != tensor.element_type {
            let shown = type_to_string(module, module.ty(argument));
            let message = format!(
                "weight `{name}` has lengths {expected:?} and elements of `{}`, but argument {at} is `{shown}`",
                tensor.element_type
            );
            return Err(mismatch(message));
        }
        let view = WeightView::whole(weights.len(), &expected);
        let view =
            view.ok_or_else(|| fault(format!("weight `{name}`: it has too many elements")))?;
        let names = BTreeSet::from([name.to_owned()]).into();
        let width = tensor.bits.div_ceil(8) as usize;
        let source = ElementSource::Weight(view.into());
        known.push((argument, KnownContents { names, source, width }));
        weights.push((name.to_owned(), tensor));
    }
    Ok((known, weights))
}

fn entry(module: &Module, function: Op) -> Option<ir::Block> {
    let body = module.regions(function).first()?;
    module.blocks(*body).first().copied()
}

/// Writes the regions of the known values that ops read, and returns their manifest.
fn write_regions<E: From<Box<Diag>>>(
    module: &Module,
    registry: &Registry,
    values: &KnownValues,
    reader: &mut WeightReader<'_, '_>,
    write: &mut dyn FnMut(&[u8]) -> Result<(), E>,
    progress: &mut dyn Progress,
) -> Result<WeightManifest, E> {
    let names = ValueNames::new(module, registry);
    let layouts = Layouts::new(module, registry);
    let mut manifest = WeightManifest::default();
    let sets = values.sets();
    let total = sets.len() as u64;
    for (done, set) in (0..).zip(sets) {
        let first = set.first().map(|known| names.get(known.value)).unwrap_or_default();
        let item = format!("`%{first}`");
        progress.report(ProgressReport { done, total, unit: "regions written", item: &item });
        let mut placed = Vec::new();
        for known in set {
            let is_boundary = matches!(module.def(known.value), Def::Argument(..));
            let value = RegionValue::new(module, &layouts, known, is_boundary)
                .map_err(|reason| fault(format!("`{}`: {reason}", names.get(known.value))))?;
            placed.push(value);
        }
        let begin = manifest.size.next_multiple_of(ALIGNMENT);
        zeros(usize::try_from(begin - manifest.size).unwrap_or_default(), write)?;
        let size = write_region(module, values, &placed, reader, write);
        let size = size.map_err(|stop| match stop {
            RegionStop::Invalid(reason) => fault(format!("`{first}`: {reason}")).into(),
            RegionStop::Output(error) => error,
        })?;
        manifest.size = begin + size as u64;
        manifest.weights.extend(placed.iter().map(|value| FoldedWeight {
            name: names.get(value.known.value),
            weights: value.known.contents.names.iter().cloned().collect(),
            ty: type_to_string(module, module.ty(value.known.value)),
            element_type: element_text(module, value.known.value),
            shape: value.lengths().to_vec(),
            strides: value.strides().map(<[i64]>::to_vec),
            offset: begin,
            size,
        }));
    }
    Ok(manifest)
}

/// The reason why a region is not written.
enum RegionStop<E> {
    /// A value has no place, or its elements cannot be read.
    Invalid(String),
    /// The output failed.
    Output(E),
}

impl<E> From<String> for RegionStop<E> {
    fn from(reason: String) -> RegionStop<E> {
        RegionStop::Invalid(reason)
    }
}

/// Writes a region and returns its size in bytes.
fn write_region<E>(
    module: &Module,
    values: &KnownValues,
    placed: &[RegionValue<'_>],
    reader: &mut WeightReader<'_, '_>,
    write: &mut dyn FnMut(&[u8]) -> Result<(), E>,
) -> Result<usize, RegionStop<E>> {
    let mut output = |bytes: &[u8]| write(bytes).map_err(RegionStop::Output);
    if let [value] = placed
        && let ElementSource::Weight(view) = &value.known.contents.source
        && reader.weights.get(view.weight).is_some_and(|(_, weight)| weight.has_parts())
        && let Some(moved) = value.moved_from(view)
        && let Some(stream) = RegionStream::new(view, moved, CHUNK)
    {
        let size = value.size(value.slots()?)?;
        let written = stream.write(reader, &mut output)?;
        let rest = size.checked_sub(written).ok_or("its elements exceed its memory".to_owned())?;
        zeros(rest, &mut output)?;
        return Ok(size);
    }
    let region = region::bytes(placed, |position| values.elements(module, position, reader))?;
    output(&region)?;
    Ok(region.len())
}

/// Returns the element type of a tensor; empty for another value.
fn element_text(module: &Module, value: Value) -> String {
    match module.kind(value) {
        TypeKind::Tensor { elem, .. } => type_to_string(module, *elem),
        _ => String::new(),
    }
}

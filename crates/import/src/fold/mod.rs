//! The weights of an imported model in the layouts of a compiled module, as bytes with a manifest.
//!
//! In reading order: `contents` computes the values that are known before execution, `region` places them in memory.

mod contents;
mod region;
#[cfg(test)]
mod tests;

use crate::emit::FUNCTION;
use crate::weights::{ExternalData, ModelWeights};
use contents::{KnownContents, KnownValues, lengths};
use ir::descriptor::Layouts;
use ir::diag::{Diag, code};
use ir::layout::checked_product;
use ir::module::Def;
use ir::print::{ValueNames, type_to_string};
use ir::progress::{Progress, ProgressReport};
use ir::source::Span;
use ir::{Module, Op, Registry, TypeKind, Value, Verified};
use region::RegionValue;
use std::collections::BTreeSet;

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
/// ops read. `name` is that of the module in messages, `open` reads a part of a file of external weights, and `write`
/// receives the bytes in order.
///
/// # Errors
/// The module is not one of the model, a weight has no elements or no layout, or `write` fails.
pub fn fold<E: From<Box<Diag>>>(
    model: &ModelWeights,
    (name, module): (&str, &Verified),
    registry: &Registry,
    open: &mut dyn FnMut(&ExternalData) -> Result<Vec<u8>, String>,
    write: &mut dyn FnMut(&[u8]) -> Result<(), E>,
    progress: &mut dyn Progress,
) -> Result<WeightManifest, E> {
    let weights = weights((name, module), model, open, progress)?;
    let values = KnownValues::new(module, registry, weights, progress);
    write_regions(module, registry, &values, write, progress)
}

/// Returns the arguments that are weights, with their elements.
fn weights(
    (name, module): (&str, &Module),
    model: &ModelWeights,
    open: &mut dyn FnMut(&ExternalData) -> Result<Vec<u8>, String>,
    progress: &mut dyn Progress,
) -> Result<Vec<(Value, KnownContents)>, Box<Diag>> {
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
    let mut weights = Vec::new();
    let total = (0..arguments.len()).filter(|&at| model.name(at).is_some()).count() as u64;
    for (at, &argument) in arguments.iter().enumerate() {
        let Some(name) = model.name(at) else { continue };
        let done = weights.len() as u64;
        progress.report(ProgressReport { done, total, unit: "weights read", item: name });
        let elements = model.elements(name, open);
        let elements = elements.map_err(|reason| fault(format!("weight `{name}`: {reason}")))?;
        let found = lengths(module, module.ty(argument)).unwrap_or_default();
        let expected: Vec<i64> =
            elements.lengths.iter().filter_map(|&len| i64::try_from(len).ok()).collect();
        let element = element_text(module, argument);
        if found != expected || element != elements.element_type {
            let shown = type_to_string(module, module.ty(argument));
            let message = format!(
                "weight `{name}` has lengths {expected:?} and elements of `{}`, but argument {at} is `{shown}`",
                elements.element_type
            );
            return Err(mismatch(message));
        }
        let count = checked_product(expected).and_then(|count| usize::try_from(count).ok());
        let width = elements.bytes.len().checked_div(count.unwrap_or(0)).unwrap_or(1);
        let names = BTreeSet::from([name.to_owned()]).into();
        weights.push((argument, KnownContents { names, bytes: elements.bytes.into(), width }));
    }
    Ok(weights)
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
    write: &mut dyn FnMut(&[u8]) -> Result<(), E>,
    progress: &mut dyn Progress,
) -> Result<WeightManifest, E> {
    let names = ValueNames::new(module, registry);
    let layouts = Layouts::new(module, registry);
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
            let value = RegionValue::new(module, &layouts, (value, contents), is_boundary)
                .map_err(|reason| fault(format!("`{}`: {reason}", names.get(value))))?;
            placed.push(value);
        }
        let region = region::bytes(&placed);
        let region = region.map_err(|reason| {
            fault(format!(
                "`{}`: {reason}",
                placed.first().map(|it| names.get(it.value)).unwrap_or_default()
            ))
        })?;
        let begin = manifest.size.next_multiple_of(ALIGNMENT);
        let gap = usize::try_from(begin - manifest.size).unwrap_or_default();
        write(&vec![0; gap])?;
        write(&region)?;
        manifest.size = begin + region.len() as u64;
        let size = region.len();
        manifest.weights.extend(placed.iter().map(|value| FoldedWeight {
            name: names.get(value.value),
            weights: value.contents.names.iter().cloned().collect(),
            ty: type_to_string(module, module.ty(value.value)),
            element_type: element_text(module, value.value),
            shape: value.lengths().to_vec(),
            strides: value.strides().map(<[i64]>::to_vec),
            offset: begin,
            size,
        }));
    }
    Ok(manifest)
}

/// Returns the element type of a tensor; empty for another value.
fn element_text(module: &Module, value: Value) -> String {
    match module.kind(value) {
        TypeKind::Tensor { elem, .. } => type_to_string(module, *elem),
        _ => String::new(),
    }
}

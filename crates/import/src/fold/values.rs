//! The values of a module that are known before execution, with their elements in row-major order.

use super::contents::{ElementSource, KnownContents, KnownValues};
use super::loops::MoveLoop;
use super::reader::WeightReader;
use super::region::RegionMove;
use super::stream::{CHUNK, RegionStream};
use super::view::WeightView;
use super::{constants, weights};
use crate::weights::{ModelWeights, OpenData, WeightTensor};
use ir::diag::Diag;
use ir::progress::Progress;
use ir::{Registry, Value, Verified};
use rustc_hash::FxHashSet;

/// The known values of a module: weights, constants, and copies and views of them.
pub(crate) struct FoldedValues {
    values: KnownValues,
    weights: Vec<(String, WeightTensor)>,
}

/// A known value that an op other than a copy or a view reads.
pub(crate) struct FoldedValue {
    pub(crate) value: Value,
    position: usize,
    /// The name of the weight whose elements the value has, in the same order. `None` for another value.
    pub(crate) weight: Option<String>,
    /// `true` if elements are in a file next to that of the model.
    pub(crate) is_external: bool,
    /// The number of bytes of an element in memory.
    pub(crate) width: usize,
}

impl FoldedValues {
    /// Returns the known values of a module. `name` is that of the module in messages, and `model` has its weights.
    ///
    /// # Errors
    /// The module is not one of the model, or the model has no elements for a weight.
    pub(crate) fn new(
        (name, module): (&str, &Verified),
        registry: &Registry,
        model: Option<&ModelWeights>,
        progress: &mut dyn Progress,
    ) -> Result<FoldedValues, Box<Diag>> {
        let (mut known, mut tensors) = match model {
            Some(model) => weights((name, module), model, progress)?,
            None => (Vec::new(), Vec::new()),
        };
        constants::add(module, &mut known, &mut tensors);
        let values = KnownValues::new(module, registry, known, progress);
        Ok(FoldedValues { values, weights: tensors })
    }

    /// Returns `true` if the elements of a value are known.
    pub(crate) fn contains(&self, value: Value) -> bool {
        self.values.contains(value)
    }

    /// Returns the known values that ops other than copies and views read, in program order.
    pub(crate) fn read(&self) -> Vec<FoldedValue> {
        let external = self.weights.iter().filter(|weight| weight.1.is_external());
        let external: FxHashSet<&str> = external.map(|weight| weight.0.as_str()).collect();
        let values = self.values.read().map(|known| {
            let KnownContents { names, source, width } = known.contents;
            let is_external = names.iter().any(|name| external.contains(name.as_str()));
            let weight = match source {
                ElementSource::Weight(view) => self.whole_weight(view),
                _ => None,
            };
            FoldedValue {
                value: known.value,
                position: known.position,
                weight: weight.map(str::to_owned),
                is_external,
                width: *width,
            }
        });
        values.collect()
    }

    /// Returns the name of the weight of which a view has all elements in their order.
    fn whole_weight(&self, view: &WeightView) -> Option<&str> {
        let (name, tensor) = self.weights.get(view.weight)?;
        let lengths: Vec<i64> = tensor
            .lengths
            .iter()
            .map(|&length| i64::try_from(length).ok())
            .collect::<Option<_>>()?;
        let is_whole = WeightView::whole(view.weight, &lengths).as_ref() == Some(view);
        (is_whole && !name.is_empty()).then_some(name.as_str())
    }

    /// Writes the elements of a value in row-major order, each with whole bytes. Large weights are read and written in
    /// chunks.
    ///
    /// # Errors
    /// The elements cannot be read, or `write` fails.
    pub(crate) fn write<E: From<String>>(
        &self,
        module: &Verified,
        value: &FoldedValue,
        open: &mut OpenData<'_>,
        write: &mut dyn FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut reader = WeightReader { weights: &self.weights, open };
        if let Some(stream) = self.stream(value) {
            return stream.write(&mut reader, write).map(drop);
        }
        write(&self.values.elements(module, value.position, &mut reader)?)
    }

    /// Returns all elements of a value in row-major order, each with whole bytes.
    ///
    /// # Errors
    /// The elements cannot be read.
    pub(crate) fn elements(
        &self,
        module: &Verified,
        value: &FoldedValue,
        open: &mut OpenData<'_>,
    ) -> Result<Vec<u8>, String> {
        let mut reader = WeightReader { weights: &self.weights, open };
        Ok(self.values.elements(module, value.position, &mut reader)?.to_vec())
    }

    /// Returns the stream of the elements of a value. `None` if they are read as a whole.
    fn stream(&self, value: &FoldedValue) -> Option<RegionStream> {
        let contents = self.values.contents(value.position)?;
        let ElementSource::Weight(view) = &contents.source else { return None };
        let (_, weight) = self.weights.get(view.weight)?;
        let is_streamed = weight.has_parts() && weight.bits as usize == 8 * contents.width;
        let mut loops: Vec<MoveLoop> = view.loops().filter(|_| is_streamed)?;
        if loops.iter().any(|it| it.length == 0) {
            return None;
        }
        loops.retain(|it| it.length != 1);
        let source = usize::try_from(view.offset).ok()?;
        let moved = RegionMove { loops, source, target: 0, width: contents.width };
        RegionStream::new(view, moved, CHUNK)
    }
}

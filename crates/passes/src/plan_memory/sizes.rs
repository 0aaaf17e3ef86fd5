//! The size and the alignment of each buffer, from the layouts of its values.

use super::packing::Block;
use crate::resolved::ResolvedLayouts;
use crate::tensors::Tensors;
use ir::arena::{Buffer, alignment};
use ir::diag::{Diag, Sink, code};
use ir::encoding::Fault;
use ir::layout::gcd;
use ir::print::ValueNames;
use ir::stride_reqs::ValueReqs;
use ir::{Module, Registry, Type, Value};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;

/// The memory that a buffer needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BufferSize {
    pub(super) bytes: u64,
    pub(super) alignment: u64,
}

/// The sizes of the buffers of a module.
pub(super) struct BufferSizes<'a> {
    module: &'a Module,
    registry: &'a Registry,
    /// The names of values, from the first error on.
    names: OnceCell<ValueNames<'a>>,
    layouts: ResolvedLayouts<'a>,
    tensors: Tensors,
    reqs: ValueReqs,
    /// The sizes of values of which ops require nothing, by type, and whether a type without a layout is row major.
    of_types: FxHashMap<(Type, bool), BufferSize>,
    /// The least alignment.
    alignment: u64,
}

impl<'a> BufferSizes<'a> {
    pub(super) fn new(
        module: &'a Module,
        registry: &'a Registry,
        alignment: u64,
    ) -> BufferSizes<'a> {
        BufferSizes {
            module,
            registry,
            names: OnceCell::new(),
            of_types: FxHashMap::default(),
            layouts: ResolvedLayouts::new(module, registry),
            tensors: Tensors::new(module, registry),
            reqs: ValueReqs::new(module, module.root()),
            alignment,
        }
    }

    /// Returns the size of a buffer. Reports the first value whose size is unknown, and then returns `None`.
    pub(super) fn of(&mut self, buffer: &Buffer, sink: &mut Sink) -> Option<BufferSize> {
        let mut found = BufferSize { bytes: 0, alignment: self.alignment };
        for &value in &buffer.values {
            let is_alone = buffer.values.len() == 1;
            let joined = self.of_value(value, is_alone).and_then(|own| {
                let alignment = common_multiple(found.alignment, own.alignment);
                let alignment = alignment.ok_or_else(|| fault("its alignment exceeds 63 bits"))?;
                Ok(BufferSize { bytes: found.bytes.max(own.bytes), alignment })
            });
            match joined {
                Ok(joined) => found = joined,
                Err(fault) => {
                    sink.push(self.unknown(value, fault));
                    return None;
                }
            }
        }
        Some(found)
    }

    /// Returns the size of a value. A type without a layout is row major if no other value shares the buffer.
    fn of_value(&mut self, value: Value, is_alone: bool) -> Result<BufferSize, Fault> {
        let is_row_major = is_alone || self.tensors.is_value_at_boundary(value);
        if self.reqs.get(value).is_some() {
            return self.computed(value, is_row_major);
        }
        let key = (self.module.ty(value), is_row_major);
        if let Some(&known) = self.of_types.get(&key) {
            return Ok(known);
        }
        let size = self.computed(value, is_row_major)?;
        self.of_types.insert(key, size);
        Ok(size)
    }

    fn computed(&self, value: Value, is_row_major: bool) -> Result<BufferSize, Fault> {
        let layout = self.layouts.of_type(self.module.ty(value), is_row_major)?;
        let layout = layout.ok_or_else(|| {
            Fault::new(code::NOT_RESOLVED, "its layout is not assigned")
                .note("run `assign-layouts` and `resolve-strides` before this pass")
        })?;
        let unknown = |error| fault(&format!("its size is unknown: {error}"));
        let (least, _) = layout.physical().offset_range().map_err(unknown)?;
        if least.get() < 0 {
            return Err(fault(&format!(
                "its first element is {least} before the start of its buffer"
            )));
        }
        let bytes = layout.size_in_bytes().map_err(unknown)?;
        let bytes = u64::try_from(bytes.get()).ok().filter(|&bytes| bytes > 0);
        let bytes = bytes.ok_or_else(|| fault("it has no bytes"))?;
        let alignment = alignment(self.module, value, &self.reqs);
        let alignment = alignment.ok_or_else(|| fault("its alignment exceeds 63 bits"))?;
        Ok(BufferSize { bytes, alignment })
    }

    fn unknown(&self, value: Value, mut fault: Fault) -> Diag {
        let names = self.names.get_or_init(|| ValueNames::new(self.module, self.registry));
        let name = names.get(value);
        fault.message = format!("the memory of `%{name}` cannot be planned: {}", fault.message);
        fault.to_diag(self.module.definition_location(value))
    }
}

fn fault(message: &str) -> Fault {
    Fault::new(code::MEMORY, message)
}

/// Returns the alignment of an arena, which is a multiple of that of each block. `None` if it does not fit 63 bits.
pub(super) fn common_alignment(blocks: &[Block]) -> Option<u64> {
    blocks.iter().try_fold(1, |all, block| common_multiple(all, block.alignment))
}

/// Returns the least common multiple of two numbers above 0; `None` if it does not fit 63 bits.
pub(super) fn common_multiple(a: u64, b: u64) -> Option<u64> {
    let multiple = (a / gcd(a, b)).checked_mul(b)?;
    i64::try_from(multiple).is_ok().then_some(multiple)
}

//! The bases of descriptors whose memory has named axes.

use crate::descriptor::{Base, StageOp};
use crate::layout::transform::FormAttributes;
use crate::layout::{AxisName, LayoutFault, MemoryAxes, MemoryForm, OpenDescriptor};
use layout::axis_list;

/// Returns the base that is memory of these lengths and strides, on the axes that an op names. Memory on the axis `m`
/// alone is memory without axes.
pub(super) fn memory_on_axes(op: StageOp<'_>, lengths: &[i64], strides: Vec<i64>) -> Base {
    let axes = match axes_of(op, strides.len()) {
        Ok(axes) => axes,
        Err(fault) => return Base::Memory(Box::new(Err(fault))),
    };
    if axes.names().into_iter().all(AxisName::is_memory) {
        let offset = axes.offset(&AxisName::MEMORY).unwrap_or(0);
        return Base::memory(MemoryForm::Strided(strides, offset), lengths);
    }
    match OpenDescriptor::new(MemoryForm::Strided(strides, 0), lengths) {
        Ok(memory) if memory.is_open() => Base::Memory(Box::new(Err(open_lengths(&axes)))),
        Ok(memory) => Base::Axes(Box::new(memory), axes),
        Err(fault) => Base::Memory(Box::new(Err(fault))),
    }
}

/// Returns the fault of memory with named axes in a descriptor with symbols.
pub(super) fn on_axes() -> LayoutFault {
    LayoutFault::new("memory with named axes is incompatible with `symbols`")
}

/// Returns the axes of memory of `rank` dims: `axes`, or else all `m`, and the offsets in `offset` and `offsets`.
///
/// # Errors
/// An axis has an invalid name or two offsets, or the number of axes differs.
fn axes_of(op: StageOp<'_>, rank: usize) -> Result<MemoryAxes, LayoutFault> {
    let dims = match op.strings("axes") {
        Some(names) => {
            names.iter().map(|name| axis(name, "axes")).collect::<Result<Vec<_>, _>>()?
        }
        None => vec![AxisName::MEMORY; rank],
    };
    if dims.len() != rank {
        let message =
            format!("expected one axis for each of {rank} dims of memory, found {}", dims.len());
        return Err(LayoutFault::new(message).at_attribute("axes"));
    }
    let mut axes = MemoryAxes::new(dims);
    for (name, offset) in op.named_ints("offsets").unwrap_or_default() {
        axes = axes.with_offset(axis(&name, "offsets")?, offset);
    }
    let Some(offset) = op.int("offset") else { return Ok(axes) };
    if let Some(other) = axes.offset(&AxisName::MEMORY) {
        let message = format!("the axis `m` must have one offset, but has {offset} and {other}");
        return Err(LayoutFault::new(message).at_attribute("offset"));
    }
    Ok(axes.with_offset(AxisName::MEMORY, offset))
}

fn open_lengths(axes: &MemoryAxes) -> LayoutFault {
    let names = axis_list(axes.names());
    let message = format!("memory on the axes {names} must have static lengths, but one is `?`");
    LayoutFault::new(message).at_attribute("lengths")
}

fn axis(name: &str, attribute: &'static str) -> Result<AxisName, LayoutFault> {
    AxisName::new(name).ok_or_else(|| {
        let fault = LayoutFault::new(format!("invalid name {name:?} of an axis"));
        fault
            .note("a name is a letter or `_`, then letters, digits and `_`")
            .at_attribute(attribute)
    })
}

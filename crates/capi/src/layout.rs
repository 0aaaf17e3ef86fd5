//! Layouts: their facts, their offsets and indices, and notations.

use crate::border::{
    CallFailure, Diagnostics, Status, Str, Text, call, create, free, numbers, object, results,
    write, write_all,
};
use compiler::ir::layout::{AddressError, BulkError, Elems, Layout, LogicalIndex};
use compiler::notation::{self, ElementType, NotatedLayout};
use compiler::{Report, Reported, strides_of};
use std::ptr;

/// A layout, with its element type if that is known.
#[derive(Debug)]
pub struct LayoutObject(pub(crate) NotatedLayout);

/// A number that a layout has.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The least offset of a valid index, in elements.
    MinOffset = 0,
    /// The greatest offset of a valid index, in elements.
    MaxOffset = 1,
    /// The elements from slot 0 to the greatest used slot.
    Span = 2,
    /// The elements that memory needs, with storage padding.
    Allocation = 3,
    /// The bytes that memory needs. The element type must be known.
    SizeBytes = 4,
    /// 1 if no two valid indices have one slot, else 0.
    Injective = 5,
}

/// Reads a layout in a notation, such as `cute:(4,8):(8,1)`. The layout must be freed.
///
/// # Safety
/// `text` is as `layoutc_str` describes; `layout` and `diagnostics` are null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_layout_read(
    text: Str,
    layout: *mut *mut LayoutObject,
    diagnostics: *mut *mut Diagnostics,
) -> Status {
    // SAFETY: the caller states it.
    unsafe {
        call(diagnostics, || {
            let text = text.read()?;
            let read = notation::read(text, None);
            let read = read.map_err(|fault| Reported::of_notation(text, fault))?;
            create(layout, LayoutObject(read))
        })
    }
}

/// Writes a layout in the notation of a name, such as `onednn`. The text must be freed.
///
/// # Safety
/// `layout` is null or not freed; `name` is as `layoutc_str` describes; `text` and `diagnostics` are null or valid for a
/// write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_layout_write(
    layout: *const LayoutObject,
    name: Str,
    text: *mut *mut Text,
    diagnostics: *mut *mut Diagnostics,
) -> Status {
    // SAFETY: the caller states it.
    unsafe {
        call(diagnostics, || {
            let NotatedLayout { layout, elem } = &object(layout)?.0;
            let written = notation::write(name.read()?, layout, *elem);
            let written = written.map_err(Report::from)?;
            create(text, Text(written.into_bytes()))
        })
    }
}

/// Frees a layout; nothing if it is null.
///
/// # Safety
/// `layout` is null, or was created by this library and not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_layout_free(layout: *mut LayoutObject) {
    // SAFETY: the caller states it.
    unsafe { free(layout) };
}

/// Returns the number of logical dims; 0 for null.
///
/// # Safety
/// `layout` is null or not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_layout_rank(layout: *const LayoutObject) -> usize {
    // SAFETY: the caller states it.
    unsafe { layout.as_ref() }.map_or(0, |layout| layout.0.layout.shape().len())
}

/// Writes the lengths of the logical dims, -1 for a dynamic length. `rank` must be the number of dims.
///
/// # Safety
/// `layout` is null or not freed; `lengths` is null or valid for `rank` writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_layout_shape(
    layout: *const LayoutObject,
    lengths: *mut i64,
    rank: usize,
) -> Status {
    // SAFETY: the caller states it.
    unsafe {
        call(ptr::null_mut(), || {
            let shape = object(layout)?.0.layout.shape();
            write_all(lengths, rank, shape.values().map(|length| length.get().unwrap_or(-1)))
        })
    }
}

/// Writes the strides of the logical dims, in elements; 0 for a dim of length 1. `LAYOUTC_STATUS_NONE` if the layout is
/// not strided.
///
/// # Safety
/// `layout` is null or not freed; `strides` is null or valid for `rank` writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_layout_strides(
    layout: *const LayoutObject,
    strides: *mut i64,
    rank: usize,
) -> Status {
    // SAFETY: the caller states it.
    unsafe {
        call(ptr::null_mut(), || {
            let found = strides_of(&object(layout)?.0.layout).ok_or(CallFailure::None)?;
            write_all(strides, rank, found.into_iter())
        })
    }
}

/// Writes the offset of an index, in elements. `LAYOUTC_STATUS_NONE` if the index has no slot: it is out of range, or
/// virtual padding. A wrong rank is a bad argument.
///
/// # Safety
/// `layout` is null or not freed; `index` is null or points to `rank` numbers; `offset` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_layout_offset(
    layout: *const LayoutObject,
    index: *const i64,
    rank: usize,
    offset: *mut i64,
) -> Status {
    // SAFETY: the caller states it.
    unsafe {
        call(ptr::null_mut(), || {
            let layout = &object(layout)?.0.layout;
            let index = LogicalIndex::new(numbers(index, rank)?.iter().copied());
            let index = index.ok().filter(|index| index.len() == layout.shape().len());
            let found =
                layout.offset_of(&index.ok_or(CallFailure::BadArgument)?).map_err(unknown)?;
            write(offset, found.ok_or(CallFailure::None)?.get())
        })
    }
}

/// Writes the offsets of all indices, in elements and in row-major order of the logical dims: -1 where an index has no
/// slot. `count` must be the number of indices, the product of the lengths. `LAYOUTC_STATUS_NONE` if a length is dynamic.
///
/// # Safety
/// `layout` is null or not freed; `offsets` is null or valid for `count` writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_layout_offsets(
    layout: *const LayoutObject,
    offsets: *mut i64,
    count: usize,
) -> Status {
    // SAFETY: the caller states it.
    unsafe {
        call(ptr::null_mut(), || {
            let layout = &object(layout)?.0.layout;
            layout.offsets_into(results(offsets, count)?).map_err(failed)
        })
    }
}

/// Writes the offsets of `count` indices, in elements: -1 where an index has no slot, because it is out of range or virtual
/// padding. The components of the indices follow each other, `count` times the number of dims. One call is much faster
/// than `layoutc_layout_offset` for each index.
///
/// # Safety
/// `layout` is null or not freed; `indices` is null or points to `count` times the rank numbers; `offsets` is null or valid
/// for `count` writes, and does not overlap `indices`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_layout_offsets_of(
    layout: *const LayoutObject,
    indices: *const i64,
    count: usize,
    offsets: *mut i64,
) -> Status {
    // SAFETY: the caller states it.
    unsafe {
        call(ptr::null_mut(), || {
            let layout = &object(layout)?.0.layout;
            let components = count.checked_mul(layout.shape().len());
            let indices = numbers(indices, components.ok_or(CallFailure::BadArgument)?)?;
            layout.offsets_of_into(indices, results(offsets, count)?).map_err(failed)
        })
    }
}

/// Writes the least index that has a slot. `LAYOUTC_STATUS_NONE` if no index has it: a gap, padding, or outside.
///
/// # Safety
/// `layout` is null or not freed; `index` is null or valid for `rank` writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_layout_index(
    layout: *const LayoutObject,
    slot: i64,
    index: *mut i64,
    rank: usize,
) -> Status {
    // SAFETY: the caller states it.
    unsafe {
        call(ptr::null_mut(), || {
            let owners = object(layout)?.0.layout.owners_of(Elems::new(slot)).map_err(unknown)?;
            let first = owners.first.ok_or(CallFailure::None)?;
            write_all(index, rank, first.values().copied())
        })
    }
}

/// Writes a number that the layout has, one of `layoutc_fact`. `LAYOUTC_STATUS_NONE` if it has none: lengths are dynamic, or the element type is
/// unknown.
///
/// # Safety
/// `layout` is null or not freed; `value` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_layout_fact(
    layout: *const LayoutObject,
    fact: i32,
    value: *mut i64,
) -> Status {
    // SAFETY: the caller states it.
    unsafe {
        call(ptr::null_mut(), || {
            let found =
                number(&object(layout)?.0.layout, Fact::from_number(fact)?).map_err(unknown)?;
            write(value, found.ok_or(CallFailure::None)?)
        })
    }
}

/// Writes the number of contiguous elements along each logical dim, from every index of a multiple of this number.
///
/// # Safety
/// `layout` is null or not freed; `widths` is null or valid for `rank` writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_layout_vector_widths(
    layout: *const LayoutObject,
    widths: *mut i64,
    rank: usize,
) -> Status {
    // SAFETY: the caller states it.
    unsafe {
        call(ptr::null_mut(), || {
            let found = object(layout)?.0.layout.vector_widths().map_err(unknown)?;
            write_all(widths, rank, found.into_iter())
        })
    }
}

/// Writes whether two layouts are the same function from indices to offsets. `LAYOUTC_STATUS_NONE` if that cannot be
/// decided.
///
/// # Safety
/// `a` and `b` are null or not freed; `equal` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_layout_equal(
    a: *const LayoutObject,
    b: *const LayoutObject,
    equal: *mut bool,
) -> Status {
    // SAFETY: the caller states it.
    unsafe {
        call(ptr::null_mut(), || {
            let a = &object(a)?.0.layout;
            let b = &object(b)?.0.layout;
            let same =
                a.shape() == b.shape() && a.difference(b).map_err(|_| CallFailure::None)?.is_none();
            write(equal, same)
        })
    }
}

impl Fact {
    /// Returns the fact of a number that C passes, which may be any.
    fn from_number(number: i32) -> Result<Fact, CallFailure> {
        let all = [
            Fact::MinOffset,
            Fact::MaxOffset,
            Fact::Span,
            Fact::Allocation,
            Fact::SizeBytes,
            Fact::Injective,
        ];
        all.into_iter().find(|&fact| fact as i32 == number).ok_or(CallFailure::BadArgument)
    }
}

fn number(layout: &Layout, fact: Fact) -> Result<Option<i64>, AddressError> {
    Ok(match fact {
        Fact::MinOffset => layout.offset_range()?.map(|(least, _)| least.get()),
        Fact::MaxOffset => layout.offset_range()?.map(|(_, greatest)| greatest.get()),
        Fact::Span => Some(layout.span()?.get()),
        Fact::Allocation => Some(layout.allocation()?.get()),
        Fact::SizeBytes => match layout.elem() {
            Some(_) => Some(layout.size_in_bytes()?.get()),
            None => None,
        },
        Fact::Injective => Some(i64::from(layout.is_injective()?)),
    })
}

/// Returns the failure of a call that has no offsets.
fn failed(error: BulkError) -> CallFailure {
    match error {
        BulkError::Count { .. } => CallFailure::BadArgument,
        _ => CallFailure::None,
    }
}

/// Returns the failure of a fact that cannot be computed.
fn unknown(_: AddressError) -> CallFailure {
    CallFailure::None
}

impl LayoutObject {
    /// Returns a layout of a module, whose element type has no name.
    pub(crate) fn from_layout(layout: Layout) -> LayoutObject {
        LayoutObject(NotatedLayout { layout, elem: None::<ElementType> })
    }
}

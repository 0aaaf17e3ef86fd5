//! A reader of FlatBuffers that checks every offset.
//!
//! A table begins with the distance back to its vtable: the size of the vtable, the size of the table, and the place of each
//! field in the table, 0 for an absent one. A vector begins with its length, and the offsets in it are relative to themselves.

use super::fault::VgfFault;
use std::cell::Cell;

/// The number of bytes that all parts may have for each byte of the file. Parts can share bytes, so a small file could
/// otherwise have very many.
pub(super) const SHARING: usize = 8;

/// A buffer with the name of its section for messages.
#[derive(Clone, Copy)]
pub(super) struct FlatBuffer<'a> {
    bytes: &'a [u8],
    section: &'static str,
    /// The number of bytes that vectors and texts may still have.
    budget: &'a Cell<usize>,
}

/// A table of a buffer.
#[derive(Clone, Copy)]
pub(super) struct Table<'a> {
    buffer: FlatBuffer<'a>,
    /// The place of the table.
    at: usize,
    /// The place and the size of its vtable.
    vtable: usize,
    vtable_bytes: usize,
}

/// The elements of a vector.
struct VectorPlace {
    /// The place of the first element.
    start: usize,
    count: usize,
}

impl<'a> FlatBuffer<'a> {
    /// Returns the budget of a buffer.
    pub(super) fn budget(bytes: &[u8]) -> Cell<usize> {
        Cell::new(bytes.len().saturating_mul(SHARING))
    }

    pub(super) fn new(
        bytes: &'a [u8],
        section: &'static str,
        budget: &'a Cell<usize>,
    ) -> FlatBuffer<'a> {
        FlatBuffer { bytes, section, budget }
    }

    /// Returns the table to which the first offset of the buffer refers.
    pub(super) fn root(self) -> Result<Table<'a>, VgfFault> {
        self.table(self.target(0)?)
    }

    fn fault(self, at: usize, what: &str) -> VgfFault {
        VgfFault::new(format!("{what} at byte {at} of the {}", self.section))
    }

    fn get<const N: usize>(self, at: usize) -> Result<[u8; N], VgfFault> {
        let bytes = at.checked_add(N).and_then(|end| self.bytes.get(at..end));
        let bytes = bytes.and_then(|bytes| <[u8; N]>::try_from(bytes).ok());
        bytes.ok_or_else(|| {
            let size = self.bytes.len();
            self.fault(at, &format!("{N} bytes are read beyond the end, byte {size},"))
        })
    }

    fn u32(self, at: usize) -> Result<u32, VgfFault> {
        Ok(u32::from_le_bytes(self.get(at)?))
    }

    fn u16(self, at: usize) -> Result<usize, VgfFault> {
        Ok(usize::from(u16::from_le_bytes(self.get(at)?)))
    }

    /// Returns the place to which an offset refers.
    fn target(self, at: usize) -> Result<usize, VgfFault> {
        let offset = usize::try_from(self.u32(at)?).ok();
        let target = offset.and_then(|offset| at.checked_add(offset));
        target.ok_or_else(|| self.fault(at, "an offset that exceeds the address space is"))
    }

    fn table(self, at: usize) -> Result<Table<'a>, VgfFault> {
        let back = i64::from(i32::from_le_bytes(self.get(at)?));
        let vtable = i64::try_from(at).ok().and_then(|at| at.checked_sub(back));
        let vtable = vtable.and_then(|vtable| usize::try_from(vtable).ok());
        let vtable = vtable.ok_or_else(|| self.fault(at, "a table without a vtable is"))?;
        let vtable_bytes = self.u16(vtable)?;
        Ok(Table { buffer: self, at, vtable, vtable_bytes })
    }

    /// Returns the vector at a place whose elements have a size in bytes.
    fn vector(self, at: usize, size: usize) -> Result<VectorPlace, VgfFault> {
        let count = self.u32(at)? as usize;
        let start = at + 4;
        let bytes = count.checked_mul(size);
        let end = bytes.and_then(|bytes| start.checked_add(bytes));
        if end.is_none_or(|end| end > self.bytes.len()) {
            let what = format!("a vector of {count} elements, which exceeds the section, is");
            return Err(self.fault(at, &what));
        }
        let left = self.budget.get().checked_sub(bytes.unwrap_or_default());
        self.budget
            .set(left.ok_or_else(|| self.fault(at, "a part that tables share too often is"))?);
        Ok(VectorPlace { start, count })
    }
}

impl<'a> Table<'a> {
    /// Returns the place of a field, by its number; `None` if the table does not have it.
    fn field(self, number: usize) -> Result<Option<usize>, VgfFault> {
        let entry = 4 + 2 * number;
        if entry + 2 > self.vtable_bytes {
            return Ok(None);
        }
        let offset = self.buffer.u16(self.vtable + entry)?;
        Ok((offset != 0).then(|| self.at + offset))
    }

    pub(super) fn u8(self, number: usize) -> Result<u8, VgfFault> {
        let Some(at) = self.field(number)? else { return Ok(0) };
        let [byte] = self.buffer.get(at)?;
        Ok(byte)
    }

    pub(super) fn u32(self, number: usize) -> Result<u32, VgfFault> {
        self.u32_or(number, 0)
    }

    /// Returns a field whose default is not 0.
    pub(super) fn u32_or(self, number: usize, default: u32) -> Result<u32, VgfFault> {
        self.field(number)?.map_or(Ok(default), |at| self.buffer.u32(at))
    }

    /// Returns a table; `None` if the field is absent.
    pub(super) fn table(self, number: usize) -> Result<Option<Table<'a>>, VgfFault> {
        let Some(at) = self.field(number)? else { return Ok(None) };
        self.buffer.table(self.buffer.target(at)?).map(Some)
    }

    /// Returns a text; an empty one if the field is absent.
    pub(super) fn text(self, number: usize) -> Result<String, VgfFault> {
        let Some(at) = self.field(number)? else { return Ok(String::new()) };
        self.buffer.text(self.buffer.target(at)?)
    }

    /// Returns the items of a vector, each by its place; none if the field is absent.
    fn items<T>(
        self,
        number: usize,
        size: usize,
        item: impl Fn(FlatBuffer<'a>, usize) -> Result<T, VgfFault>,
    ) -> Result<Vec<T>, VgfFault> {
        let Some(at) = self.field(number)? else { return Ok(Vec::new()) };
        let buffer = self.buffer;
        let vector = buffer.vector(buffer.target(at)?, size)?;
        (0..vector.count).map(|index| item(buffer, vector.start + index * size)).collect()
    }

    pub(super) fn tables(self, number: usize) -> Result<Vec<Table<'a>>, VgfFault> {
        self.items(number, 4, |buffer, at| buffer.table(buffer.target(at)?))
    }

    pub(super) fn texts(self, number: usize) -> Result<Vec<String>, VgfFault> {
        self.items(number, 4, |buffer, at| buffer.text(buffer.target(at)?))
    }

    pub(super) fn u32s(self, number: usize) -> Result<Vec<u32>, VgfFault> {
        self.items(number, 4, FlatBuffer::u32)
    }

    pub(super) fn i64s(self, number: usize) -> Result<Vec<i64>, VgfFault> {
        self.items(number, 8, |buffer, at| Ok(i64::from_le_bytes(buffer.get(at)?)))
    }
}

impl FlatBuffer<'_> {
    fn text(self, at: usize) -> Result<String, VgfFault> {
        let VectorPlace { start, count } = self.vector(at, 1)?;
        let bytes = self.bytes.get(start..start + count).unwrap_or_default();
        let text = String::from_utf8(bytes.to_vec());
        text.map_err(|_| self.fault(at, "a text that is not UTF-8 is"))
    }
}

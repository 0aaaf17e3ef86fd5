//! FlatBuffers without generated code: tables, vectors and strings, which are written and read by one description.
//!
//! A [`Record`] lists its fields once. The writer collects them as nodes, and places each node after the one that refers
//! to it, so every offset is positive. The reader checks each offset and length against the section: bytes of a file are
//! never trusted.
//!
//! The crate `flatbuffers` needs generated code to read and to verify tables: without it, its reader is unsafe and its
//! verifier has no tables. The format needs few kinds of fields, so both directions are less text than that code.

use super::fault::VgfFault;
use std::cell::Cell;

/// A table: a list of its fields, for the writer and the reader.
pub(super) trait Record: Default {
    /// Writes or reads the fields.
    ///
    /// # Errors
    /// The bytes that are read are damaged.
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), VgfFault>;
}

/// One use of a table: each method writes or reads the field in a slot.
pub(super) trait Fields {
    /// A number of 8 bits; the table omits the default.
    fn byte(&mut self, slot: u16, value: &mut u8) -> Result<(), VgfFault>;
    /// A number of 32 bits; the table omits the default.
    fn word(&mut self, slot: u16, value: &mut u32, default: u32) -> Result<(), VgfFault>;
    /// A string.
    fn text(&mut self, slot: u16, value: &mut String) -> Result<(), VgfFault>;
    /// A vector of strings.
    fn texts(&mut self, slot: u16, value: &mut Vec<String>) -> Result<(), VgfFault>;
    /// A vector of numbers of 32 bits.
    fn words(&mut self, slot: u16, value: &mut Vec<u32>) -> Result<(), VgfFault>;
    /// A vector of numbers of 64 bits.
    fn longs(&mut self, slot: u16, value: &mut Vec<i64>) -> Result<(), VgfFault>;
    /// A table, which may be absent.
    fn table<R: Record>(&mut self, slot: u16, value: &mut Option<R>) -> Result<(), VgfFault>;
    /// A vector of tables.
    fn tables<R: Record>(&mut self, slot: u16, value: &mut Vec<R>) -> Result<(), VgfFault>;

    /// An enumerator: the position of a value in the list of all.
    fn choice<T: Copy + PartialEq>(
        &mut self,
        slot: u16,
        value: &mut T,
        all: &[T],
    ) -> Result<(), VgfFault> {
        let position = all.iter().position(|it| it == value);
        let mut number = position.and_then(|it| u8::try_from(it).ok()).unwrap_or_default();
        self.byte(slot, &mut number)?;
        *value = *all.get(usize::from(number)).ok_or_else(|| {
            let count = all.len();
            VgfFault::new(format!("an enumerator of {count} values is {number}"))
        })?;
        Ok(())
    }

    /// A number of 32 bits that may be absent.
    fn optional(&mut self, slot: u16, value: &mut Option<u32>) -> Result<(), VgfFault> {
        let mut number = value.unwrap_or(UNSTATED);
        self.word(slot, &mut number, UNSTATED)?;
        *value = Some(number).filter(|number| *number != UNSTATED);
        Ok(())
    }
}

/// The number of 32 bits that is not stated.
const UNSTATED: u32 = u32::MAX;

/// The number of bytes that all vectors may have for each byte of a section. Parts can share vectors, so a small file
/// could otherwise have very many.
pub(super) const SHARING: usize = 8;

/// Returns the bytes of a FlatBuffer whose root is this table. Alignments are relative to the first byte.
///
/// # Errors
/// The bytes exceed the offsets of FlatBuffers, which have 31 bits.
pub(super) fn to_bytes<R: Record>(mut root: R) -> Result<Vec<u8>, VgfFault> {
    let root = table_node(&mut root)?;
    let mut bytes = vec![0; 4];
    write(&mut bytes, 0, &root)?;
    Ok(bytes)
}

/// Returns the root of a FlatBuffer.
///
/// # Errors
/// The bytes are not a FlatBuffer with the fields of the table.
pub(super) fn from_bytes<R: Record>(bytes: &[u8]) -> Result<R, VgfFault> {
    let buffer = Buffer { bytes, left: Cell::new(bytes.len().saturating_mul(SHARING)) };
    let start = buffer.follow(0)?;
    buffer.record(start)
}

/// A part of a FlatBuffer that other parts refer to.
enum Node {
    Table(Vec<(u16, Field)>),
    Text(String),
    Words(Vec<u32>),
    Longs(Vec<i64>),
    Vector(Vec<Node>),
}

/// The value of a field in its table.
enum Field {
    Byte(u8),
    Word(u32),
    Offset(Node),
}

/// The fields of a table that is written.
struct TableWriter(Vec<(u16, Field)>);

fn table_node<R: Record>(record: &mut R) -> Result<Node, VgfFault> {
    let mut writer = TableWriter(Vec::new());
    record.fields(&mut writer)?;
    Ok(Node::Table(writer.0))
}

impl Fields for TableWriter {
    fn byte(&mut self, slot: u16, value: &mut u8) -> Result<(), VgfFault> {
        if *value != 0 {
            self.0.push((slot, Field::Byte(*value)));
        }
        Ok(())
    }

    fn word(&mut self, slot: u16, value: &mut u32, default: u32) -> Result<(), VgfFault> {
        if *value != default {
            self.0.push((slot, Field::Word(*value)));
        }
        Ok(())
    }

    fn text(&mut self, slot: u16, value: &mut String) -> Result<(), VgfFault> {
        self.0.push((slot, Field::Offset(Node::Text(std::mem::take(value)))));
        Ok(())
    }

    fn texts(&mut self, slot: u16, value: &mut Vec<String>) -> Result<(), VgfFault> {
        let texts = std::mem::take(value).into_iter().map(Node::Text).collect();
        self.0.push((slot, Field::Offset(Node::Vector(texts))));
        Ok(())
    }

    fn words(&mut self, slot: u16, value: &mut Vec<u32>) -> Result<(), VgfFault> {
        self.0.push((slot, Field::Offset(Node::Words(std::mem::take(value)))));
        Ok(())
    }

    fn longs(&mut self, slot: u16, value: &mut Vec<i64>) -> Result<(), VgfFault> {
        self.0.push((slot, Field::Offset(Node::Longs(std::mem::take(value)))));
        Ok(())
    }

    fn table<R: Record>(&mut self, slot: u16, value: &mut Option<R>) -> Result<(), VgfFault> {
        if let Some(record) = value {
            self.0.push((slot, Field::Offset(table_node(record)?)));
        }
        Ok(())
    }

    fn tables<R: Record>(&mut self, slot: u16, value: &mut Vec<R>) -> Result<(), VgfFault> {
        let tables = value.iter_mut().map(table_node).collect::<Result<_, _>>()?;
        self.0.push((slot, Field::Offset(Node::Vector(tables))));
        Ok(())
    }
}

/// Appends a node, and stores its offset at byte `from`.
fn write(bytes: &mut Vec<u8>, from: usize, node: &Node) -> Result<(), VgfFault> {
    match node {
        Node::Table(fields) => write_table(bytes, from, fields),
        Node::Text(text) => {
            refer(bytes, from, 4, 0)?;
            append_length(bytes, text.len())?;
            bytes.extend(text.as_bytes());
            bytes.push(0);
            Ok(())
        }
        Node::Words(words) => {
            refer(bytes, from, 4, 0)?;
            append_length(bytes, words.len())?;
            bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
            Ok(())
        }
        Node::Longs(longs) => {
            refer(bytes, from, 8, 4)?;
            append_length(bytes, longs.len())?;
            bytes.extend(longs.iter().flat_map(|long| long.to_le_bytes()));
            Ok(())
        }
        Node::Vector(nodes) => {
            refer(bytes, from, 4, 0)?;
            append_length(bytes, nodes.len())?;
            let first = bytes.len();
            bytes.resize(first + 4 * nodes.len(), 0);
            nodes.iter().enumerate().try_for_each(|(at, node)| write(bytes, first + 4 * at, node))
        }
    }
}

/// Appends a table after the list of the positions of its fields, and then the nodes of its fields.
fn write_table(bytes: &mut Vec<u8>, from: usize, fields: &[(u16, Field)]) -> Result<(), VgfFault> {
    let slots = fields.iter().map(|(slot, _)| usize::from(*slot) + 1).max().unwrap_or(0);
    let mut positions = vec![0u16; slots];
    let mut size = 4;
    let by_size = |is_byte: bool| {
        fields.iter().filter(move |(_, field)| matches!(field, Field::Byte(_)) == is_byte)
    };
    for (slot, field) in by_size(false).chain(by_size(true)) {
        positions[usize::from(*slot)] = size;
        size += if matches!(field, Field::Byte(_)) { 1 } else { 4 };
    }
    let list_bytes = 4 + 2 * slots;
    // The table follows its list without a gap, so the list begins where the table is aligned.
    pad(bytes, 4, (4 - list_bytes % 4) % 4);
    bytes.extend((list_bytes as u16).to_le_bytes());
    bytes.extend(size.to_le_bytes());
    bytes.extend(positions.iter().flat_map(|position| position.to_le_bytes()));
    let table = bytes.len();
    refer(bytes, from, 4, 0)?;
    append_length(bytes, list_bytes)?;
    bytes.resize(table + usize::from(size), 0);
    for (slot, field) in fields {
        let position = table + usize::from(positions[usize::from(*slot)]);
        match field {
            Field::Byte(byte) => bytes[position] = *byte,
            Field::Word(word) => bytes[position..position + 4].copy_from_slice(&word.to_le_bytes()),
            Field::Offset(node) => write(bytes, position, node)?,
        }
    }
    Ok(())
}

/// Pads to an address that is `rest` above a multiple of `alignment`.
fn pad(bytes: &mut Vec<u8>, alignment: usize, rest: usize) {
    while bytes.len() % alignment != rest {
        bytes.push(0);
    }
}

/// Pads as [`pad`], and stores the offset of the end at byte `from`.
fn refer(bytes: &mut Vec<u8>, from: usize, alignment: usize, rest: usize) -> Result<(), VgfFault> {
    pad(bytes, alignment, rest);
    let offset = length(bytes.len() - from)?;
    bytes[from..from + 4].copy_from_slice(&offset.to_le_bytes());
    Ok(())
}

fn append_length(bytes: &mut Vec<u8>, count: usize) -> Result<(), VgfFault> {
    bytes.extend(length(count)?.to_le_bytes());
    Ok(())
}

fn length(count: usize) -> Result<u32, VgfFault> {
    let fits = i32::try_from(count).ok().map(i32::unsigned_abs);
    fits.ok_or_else(|| {
        VgfFault::new(format!("a section has {count} bytes, but at most 2147483647 fit"))
    })
}

/// A FlatBuffer that is read.
struct Buffer<'a> {
    bytes: &'a [u8],
    /// The number of bytes that vectors may still have.
    left: Cell<usize>,
}

impl<'a> Buffer<'a> {
    /// Returns `size` bytes from a position.
    fn slice(&self, start: usize, size: usize) -> Result<&'a [u8], VgfFault> {
        let end = start.checked_add(size);
        let found = end.and_then(|end| self.bytes.get(start..end));
        found.ok_or_else(|| {
            let length = self.bytes.len();
            VgfFault::new(format!("{size} bytes from byte {start} exceed its {length} bytes"))
        })
    }

    fn array<const N: usize>(&self, start: usize) -> Result<[u8; N], VgfFault> {
        let mut array = [0; N];
        array.copy_from_slice(self.slice(start, N)?);
        Ok(array)
    }

    fn half(&self, start: usize) -> Result<usize, VgfFault> {
        Ok(usize::from(u16::from_le_bytes(self.array(start)?)))
    }

    fn word(&self, start: usize) -> Result<u32, VgfFault> {
        Ok(u32::from_le_bytes(self.array(start)?))
    }

    /// Returns the position to which the offset at a position refers.
    fn follow(&self, from: usize) -> Result<usize, VgfFault> {
        let offset = self.word(from)? as usize;
        let to = from.checked_add(offset).filter(|&to| offset > 0 && to < self.bytes.len());
        to.ok_or_else(|| {
            let length = self.bytes.len();
            VgfFault::new(format!("the offset {offset} at byte {from} leaves its {length} bytes"))
        })
    }

    /// Returns the first entry and the number of entries of a vector whose entries have this size.
    fn vector(&self, start: usize, size: usize) -> Result<(usize, usize), VgfFault> {
        let count = self.word(start)? as usize;
        let bytes = count.checked_mul(size);
        let bytes = bytes.ok_or_else(|| VgfFault::new(format!("a vector has {count} entries")))?;
        self.slice(start + 4, bytes)?;
        let left = self.left.get().checked_sub(bytes);
        self.left
            .set(left.ok_or_else(|| VgfFault::new("its vectors share their entries too often"))?);
        Ok((start + 4, count))
    }

    fn text(&self, start: usize) -> Result<String, VgfFault> {
        let (first, count) = self.vector(start, 1)?;
        let text = String::from_utf8(self.slice(first, count)?.to_vec());
        text.map_err(|_| VgfFault::new(format!("the name at byte {start} is not UTF-8")))
    }

    fn record<R: Record>(&self, table: usize) -> Result<R, VgfFault> {
        let back = i32::from_le_bytes(self.array(table)?);
        let list = (table as i64).checked_sub(i64::from(back));
        let list = list.and_then(|list| usize::try_from(list).ok()).ok_or_else(|| {
            VgfFault::new(format!("the fields of the table at byte {table} are before the section"))
        })?;
        let mut record = R::default();
        record.fields(&mut TableReader { buffer: self, table, list, size: self.half(list)? })?;
        Ok(record)
    }
}

/// The fields of a table that is read.
struct TableReader<'b, 'a> {
    buffer: &'b Buffer<'a>,
    table: usize,
    /// The position of the list of the positions of fields.
    list: usize,
    /// The size of this list in bytes.
    size: usize,
}

impl TableReader<'_, '_> {
    /// Returns the position of a field; `None` if it is absent.
    fn position(&self, slot: u16) -> Result<Option<usize>, VgfFault> {
        let entry = 4 + 2 * usize::from(slot);
        if entry + 2 > self.size {
            return Ok(None);
        }
        let position = self.buffer.half(self.list + entry)?;
        Ok((position > 0).then_some(self.table + position))
    }

    /// Returns the position to which a field refers; `None` if it is absent.
    fn follow(&self, slot: u16) -> Result<Option<usize>, VgfFault> {
        self.position(slot)?.map(|position| self.buffer.follow(position)).transpose()
    }

    /// Returns the positions to which the entries of a vector refer.
    fn entries(&self, slot: u16) -> Result<Vec<usize>, VgfFault> {
        let Some(start) = self.follow(slot)? else { return Ok(Vec::new()) };
        let (first, count) = self.buffer.vector(start, 4)?;
        (0..count).map(|at| self.buffer.follow(first + 4 * at)).collect()
    }

    /// Returns the entries of a vector of numbers of `N` bytes.
    fn numbers<const N: usize>(&self, slot: u16) -> Result<Vec<[u8; N]>, VgfFault> {
        let Some(start) = self.follow(slot)? else { return Ok(Vec::new()) };
        let (first, count) = self.buffer.vector(start, N)?;
        (0..count).map(|at| self.buffer.array(first + N * at)).collect()
    }
}

impl Fields for TableReader<'_, '_> {
    fn byte(&mut self, slot: u16, value: &mut u8) -> Result<(), VgfFault> {
        *value = match self.position(slot)? {
            Some(position) => u8::from_le_bytes(self.buffer.array(position)?),
            None => 0,
        };
        Ok(())
    }

    fn word(&mut self, slot: u16, value: &mut u32, default: u32) -> Result<(), VgfFault> {
        let position = self.position(slot)?;
        *value = position.map_or(Ok(default), |position| self.buffer.word(position))?;
        Ok(())
    }

    fn text(&mut self, slot: u16, value: &mut String) -> Result<(), VgfFault> {
        if let Some(start) = self.follow(slot)? {
            *value = self.buffer.text(start)?;
        }
        Ok(())
    }

    fn texts(&mut self, slot: u16, value: &mut Vec<String>) -> Result<(), VgfFault> {
        let entries = self.entries(slot)?.into_iter();
        *value = entries.map(|start| self.buffer.text(start)).collect::<Result<_, _>>()?;
        Ok(())
    }

    fn words(&mut self, slot: u16, value: &mut Vec<u32>) -> Result<(), VgfFault> {
        *value = self.numbers(slot)?.into_iter().map(u32::from_le_bytes).collect();
        Ok(())
    }

    fn longs(&mut self, slot: u16, value: &mut Vec<i64>) -> Result<(), VgfFault> {
        *value = self.numbers(slot)?.into_iter().map(i64::from_le_bytes).collect();
        Ok(())
    }

    fn table<R: Record>(&mut self, slot: u16, value: &mut Option<R>) -> Result<(), VgfFault> {
        *value = self.follow(slot)?.map(|table| self.buffer.record(table)).transpose()?;
        Ok(())
    }

    fn tables<R: Record>(&mut self, slot: u16, value: &mut Vec<R>) -> Result<(), VgfFault> {
        let entries = self.entries(slot)?.into_iter();
        *value = entries.map(|table| self.buffer.record(table)).collect::<Result<_, _>>()?;
        Ok(())
    }
}

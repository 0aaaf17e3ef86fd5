//! FlatBuffers without generated code: tables, vectors and strings, which are written and read by one description.
//!
//! A [`Record`] lists its fields once. The writer collects them as nodes, and places each node after the one that refers
//! to it, so every offset is positive. The reader checks each offset and length against the section: bytes of a file are
//! never trusted.
//!
//! The crate `flatbuffers` needs generated code to read and to verify tables: without it, its reader is unsafe and its
//! verifier has no tables. The format needs few kinds of fields, so both directions are less text than that code.

use ir::layout::impl_error;
use std::cell::Cell;

/// A table: a list of its fields, for the writer and the reader.
pub(super) trait Record: Default {
    /// Writes or reads the fields.
    ///
    /// # Errors
    /// The bytes that are read are damaged.
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), Damage>;
}

/// One use of a table: each method writes or reads the field in a slot.
pub(super) trait Fields {
    /// A number of 8 bits; the table omits the default.
    fn byte(&mut self, slot: u16, value: &mut u8) -> Result<(), Damage>;
    /// A number of 32 bits; the table omits the default.
    fn word(&mut self, slot: u16, value: &mut u32, default: u32) -> Result<(), Damage>;
    /// A string.
    fn text(&mut self, slot: u16, value: &mut String) -> Result<(), Damage>;
    /// A vector of strings.
    fn texts(&mut self, slot: u16, value: &mut Vec<String>) -> Result<(), Damage>;
    /// A vector of numbers of 32 bits.
    fn words(&mut self, slot: u16, value: &mut Vec<u32>) -> Result<(), Damage>;
    /// A vector of numbers of 64 bits.
    fn longs(&mut self, slot: u16, value: &mut Vec<i64>) -> Result<(), Damage>;
    /// A table, which may be absent.
    fn table<R: Record>(&mut self, slot: u16, value: &mut Option<R>) -> Result<(), Damage>;
    /// A vector of tables.
    fn tables<R: Record>(&mut self, slot: u16, value: &mut Vec<R>) -> Result<(), Damage>;
}

/// A fault of the bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Damage(pub(crate) String);

impl_error!(Damage { Self(reason) => "{reason}" });

/// Returns the bytes of a FlatBuffer whose root is this table. Alignments are relative to the first byte.
///
/// # Errors
/// The bytes exceed the offsets of FlatBuffers, which have 31 bits.
pub(super) fn to_bytes<R: Record>(root: &mut R) -> Result<Vec<u8>, Damage> {
    let root = table_node(root)?;
    let mut bytes = vec![0; 4];
    write(&mut bytes, 0, &root)?;
    Ok(bytes)
}

/// Returns the root of a FlatBuffer.
///
/// # Errors
/// The bytes are not a FlatBuffer with the fields of the table.
pub(super) fn from_bytes<R: Record>(bytes: &[u8]) -> Result<R, Damage> {
    let buffer = Buffer { bytes, left: Cell::new(bytes.len()) };
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

fn table_node<R: Record>(record: &mut R) -> Result<Node, Damage> {
    let mut writer = TableWriter(Vec::new());
    record.fields(&mut writer)?;
    Ok(Node::Table(writer.0))
}

impl Fields for TableWriter {
    fn byte(&mut self, slot: u16, value: &mut u8) -> Result<(), Damage> {
        if *value != 0 {
            self.0.push((slot, Field::Byte(*value)));
        }
        Ok(())
    }

    fn word(&mut self, slot: u16, value: &mut u32, default: u32) -> Result<(), Damage> {
        if *value != default {
            self.0.push((slot, Field::Word(*value)));
        }
        Ok(())
    }

    fn text(&mut self, slot: u16, value: &mut String) -> Result<(), Damage> {
        self.0.push((slot, Field::Offset(Node::Text(std::mem::take(value)))));
        Ok(())
    }

    fn texts(&mut self, slot: u16, value: &mut Vec<String>) -> Result<(), Damage> {
        let texts = std::mem::take(value).into_iter().map(Node::Text).collect();
        self.0.push((slot, Field::Offset(Node::Vector(texts))));
        Ok(())
    }

    fn words(&mut self, slot: u16, value: &mut Vec<u32>) -> Result<(), Damage> {
        self.0.push((slot, Field::Offset(Node::Words(std::mem::take(value)))));
        Ok(())
    }

    fn longs(&mut self, slot: u16, value: &mut Vec<i64>) -> Result<(), Damage> {
        self.0.push((slot, Field::Offset(Node::Longs(std::mem::take(value)))));
        Ok(())
    }

    fn table<R: Record>(&mut self, slot: u16, value: &mut Option<R>) -> Result<(), Damage> {
        if let Some(record) = value {
            self.0.push((slot, Field::Offset(table_node(record)?)));
        }
        Ok(())
    }

    fn tables<R: Record>(&mut self, slot: u16, value: &mut Vec<R>) -> Result<(), Damage> {
        let tables = value.iter_mut().map(table_node).collect::<Result<_, _>>()?;
        self.0.push((slot, Field::Offset(Node::Vector(tables))));
        Ok(())
    }
}

/// Appends a node, and stores its offset at byte `from`.
fn write(bytes: &mut Vec<u8>, from: usize, node: &Node) -> Result<(), Damage> {
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
fn write_table(bytes: &mut Vec<u8>, from: usize, fields: &[(u16, Field)]) -> Result<(), Damage> {
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
fn refer(bytes: &mut Vec<u8>, from: usize, alignment: usize, rest: usize) -> Result<(), Damage> {
    pad(bytes, alignment, rest);
    let offset = length(bytes.len() - from)?;
    bytes[from..from + 4].copy_from_slice(&offset.to_le_bytes());
    Ok(())
}

fn append_length(bytes: &mut Vec<u8>, count: usize) -> Result<(), Damage> {
    bytes.extend(length(count)?.to_le_bytes());
    Ok(())
}

fn length(count: usize) -> Result<u32, Damage> {
    let fits = i32::try_from(count).ok().map(i32::unsigned_abs);
    fits.ok_or_else(|| Damage(format!("a section has {count} bytes, but at most 2147483647 fit")))
}

/// A FlatBuffer that is read.
struct Buffer<'a> {
    bytes: &'a [u8],
    /// The number of vector entries that may still be read: damaged offsets that refer to one vector many times would
    /// otherwise multiply the work.
    left: Cell<usize>,
}

impl<'a> Buffer<'a> {
    /// Returns `size` bytes from a position.
    fn slice(&self, start: usize, size: usize) -> Result<&'a [u8], Damage> {
        let end = start.checked_add(size);
        let found = end.and_then(|end| self.bytes.get(start..end));
        found.ok_or_else(|| {
            let length = self.bytes.len();
            Damage(format!("{size} bytes from byte {start} exceed its {length} bytes"))
        })
    }

    fn array<const N: usize>(&self, start: usize) -> Result<[u8; N], Damage> {
        let mut array = [0; N];
        array.copy_from_slice(self.slice(start, N)?);
        Ok(array)
    }

    fn half(&self, start: usize) -> Result<usize, Damage> {
        Ok(usize::from(u16::from_le_bytes(self.array(start)?)))
    }

    fn word(&self, start: usize) -> Result<u32, Damage> {
        Ok(u32::from_le_bytes(self.array(start)?))
    }

    /// Returns the position to which the offset at a position refers.
    fn follow(&self, from: usize) -> Result<usize, Damage> {
        let offset = self.word(from)? as usize;
        let to = from.checked_add(offset).filter(|&to| offset > 0 && to < self.bytes.len());
        to.ok_or_else(|| {
            let length = self.bytes.len();
            Damage(format!("the offset {offset} at byte {from} leaves its {length} bytes"))
        })
    }

    /// Returns the first entry and the number of entries of a vector whose entries have this size.
    fn vector(&self, start: usize, size: usize) -> Result<(usize, usize), Damage> {
        let count = self.word(start)? as usize;
        let bytes = count.checked_mul(size);
        let bytes = bytes.ok_or_else(|| Damage(format!("a vector has {count} entries")))?;
        self.slice(start + 4, bytes)?;
        let left = self.left.get().checked_sub(count);
        self.left.set(left.ok_or_else(|| Damage("its vectors overlap".to_owned()))?);
        Ok((start + 4, count))
    }

    fn text(&self, start: usize) -> Result<String, Damage> {
        let (first, count) = self.vector(start, 1)?;
        let text = String::from_utf8(self.slice(first, count)?.to_vec());
        text.map_err(|_| Damage(format!("the name at byte {start} is not UTF-8")))
    }

    fn record<R: Record>(&self, table: usize) -> Result<R, Damage> {
        let back = i32::from_le_bytes(self.array(table)?);
        let list = (table as i64).checked_sub(i64::from(back));
        let list = list.and_then(|list| usize::try_from(list).ok()).ok_or_else(|| {
            Damage(format!("the fields of the table at byte {table} are before the section"))
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
    fn position(&self, slot: u16) -> Result<Option<usize>, Damage> {
        let entry = 4 + 2 * usize::from(slot);
        if entry + 2 > self.size {
            return Ok(None);
        }
        let position = self.buffer.half(self.list + entry)?;
        Ok((position > 0).then_some(self.table + position))
    }

    /// Returns the position to which a field refers; `None` if it is absent.
    fn follow(&self, slot: u16) -> Result<Option<usize>, Damage> {
        self.position(slot)?.map(|position| self.buffer.follow(position)).transpose()
    }

    /// Returns the positions to which the entries of a vector refer.
    fn entries(&self, slot: u16) -> Result<Vec<usize>, Damage> {
        let Some(start) = self.follow(slot)? else { return Ok(Vec::new()) };
        let (first, count) = self.buffer.vector(start, 4)?;
        (0..count).map(|at| self.buffer.follow(first + 4 * at)).collect()
    }

    /// Returns the entries of a vector of numbers of `N` bytes.
    fn numbers<const N: usize>(&self, slot: u16) -> Result<Vec<[u8; N]>, Damage> {
        let Some(start) = self.follow(slot)? else { return Ok(Vec::new()) };
        let (first, count) = self.buffer.vector(start, N)?;
        (0..count).map(|at| self.buffer.array(first + N * at)).collect()
    }
}

impl Fields for TableReader<'_, '_> {
    fn byte(&mut self, slot: u16, value: &mut u8) -> Result<(), Damage> {
        *value = match self.position(slot)? {
            Some(position) => u8::from_le_bytes(self.buffer.array(position)?),
            None => 0,
        };
        Ok(())
    }

    fn word(&mut self, slot: u16, value: &mut u32, default: u32) -> Result<(), Damage> {
        let position = self.position(slot)?;
        *value = position.map_or(Ok(default), |position| self.buffer.word(position))?;
        Ok(())
    }

    fn text(&mut self, slot: u16, value: &mut String) -> Result<(), Damage> {
        if let Some(start) = self.follow(slot)? {
            *value = self.buffer.text(start)?;
        }
        Ok(())
    }

    fn texts(&mut self, slot: u16, value: &mut Vec<String>) -> Result<(), Damage> {
        let entries = self.entries(slot)?.into_iter();
        *value = entries.map(|start| self.buffer.text(start)).collect::<Result<_, _>>()?;
        Ok(())
    }

    fn words(&mut self, slot: u16, value: &mut Vec<u32>) -> Result<(), Damage> {
        *value = self.numbers(slot)?.into_iter().map(u32::from_le_bytes).collect();
        Ok(())
    }

    fn longs(&mut self, slot: u16, value: &mut Vec<i64>) -> Result<(), Damage> {
        *value = self.numbers(slot)?.into_iter().map(i64::from_le_bytes).collect();
        Ok(())
    }

    fn table<R: Record>(&mut self, slot: u16, value: &mut Option<R>) -> Result<(), Damage> {
        *value = self.follow(slot)?.map(|table| self.buffer.record(table)).transpose()?;
        Ok(())
    }

    fn tables<R: Record>(&mut self, slot: u16, value: &mut Vec<R>) -> Result<(), Damage> {
        let entries = self.entries(slot)?.into_iter();
        *value = entries.map(|table| self.buffer.record(table)).collect::<Result<_, _>>()?;
        Ok(())
    }
}

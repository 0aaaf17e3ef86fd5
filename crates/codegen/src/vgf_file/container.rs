//! The header and the sections of a file.
//!
//! | bytes | content |
//! |---|---|
//! | 0 to 3 | `VGF1` |
//! | 4 to 5 | the version of the Vulkan headers whose enumerators the file uses |
//! | 8 to 10 | the version of the format |
//! | 16 to 79 | the first byte and the size of each section: modules, sequence, resources, constants |
//! | from 128 | the sections, each at a multiple of 8 bytes |
//!
//! The first three sections are FlatBuffers. The last one has a record for each constant, and then their bytes.

use super::fault::VgfFault;
use super::file::{BindingSlot, VgfConstant, VgfFile, VgfSegment};
use super::flatbuffer::{self, SHARING};
use super::tables::{Modules, Resources, Sequence};

/// The first bytes of a file.
const MAGIC: [u8; 4] = *b"VGF1";

/// The size of the header in bytes.
const HEADER_BYTES: usize = 128;

/// The version of the format that is written. A patch changes no meaning.
pub(crate) const VERSION: [u8; 3] = [0, 5, 0];

/// `VK_HEADER_VERSION` of 1.4.360, whose headers define every enumerator of a file.
const VULKAN_HEADERS: u16 = 360;

/// The alignment of sections and of constants.
const ALIGNMENT: usize = 8;

/// The first bytes of the section of constants.
const CONSTANTS_MAGIC: [u8; 8] = *b"CONST00\0";

/// The size of the first bytes and the number of the constants.
const CONSTANTS_HEAD: usize = 16;

/// The size in bytes of the record of a constant, before the bytes of all constants.
const CONSTANT_RECORD_BYTES: usize = 24;

/// A section of a file: its name, and the place of its offset and size in the header.
struct Section {
    name: &'static str,
    header: usize,
}

const MODULES: Section = Section { name: "module table", header: 16 };
const SEQUENCE: Section = Section { name: "model sequence table", header: 32 };
const RESOURCES: Section = Section { name: "model resource table", header: 48 };
const CONSTANTS: Section = Section { name: "constant section", header: 64 };

impl VgfFile {
    /// Returns the bytes of the file.
    ///
    /// # Errors
    /// A section exceeds the offsets of its format.
    pub fn to_bytes(&self) -> Result<Vec<u8>, VgfFault> {
        let VgfFile { modules, resources, constants, segments, inputs, outputs } = self;
        let sequence = Sequence {
            segments: segments.clone(),
            inputs: inputs.clone(),
            outputs: outputs.clone(),
        };
        let sections = [
            (MODULES, flatbuffer::to_bytes(Modules(modules.clone()))),
            (SEQUENCE, flatbuffer::to_bytes(sequence)),
            (RESOURCES, flatbuffer::to_bytes(Resources(resources.clone()))),
            (CONSTANTS, Ok(constants_to_bytes(constants))),
        ];
        let mut bytes = vec![0; HEADER_BYTES];
        bytes[..4].copy_from_slice(&MAGIC);
        bytes[4..6].copy_from_slice(&VULKAN_HEADERS.to_le_bytes());
        bytes[8..11].copy_from_slice(&VERSION);
        for (section, content) in sections {
            let content = content.map_err(|fault| fault.inside(section.name))?;
            bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0);
            let place = [bytes.len() as u64, content.len() as u64].map(u64::to_le_bytes).concat();
            bytes[section.header..section.header + 16].copy_from_slice(&place);
            bytes.extend(content);
        }
        Ok(bytes)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The bytes are no VGF file of format 0.5, an offset is outside of its section, or an entry refers to another one that
    /// the file does not have.
    pub fn read(bytes: &[u8]) -> Result<VgfFile, VgfFault> {
        check_header(bytes)?;
        let modules: Modules = read_section(bytes, &MODULES, flatbuffer::from_bytes)?;
        let resources: Resources = read_section(bytes, &RESOURCES, flatbuffer::from_bytes)?;
        let sequence: Sequence = read_section(bytes, &SEQUENCE, flatbuffer::from_bytes)?;
        let constants = read_section(bytes, &CONSTANTS, constants_from_bytes)?;
        let Sequence { segments, inputs, outputs } = sequence;
        let (modules, resources) = (modules.0, resources.0);
        let file = VgfFile { modules, resources, constants, segments, inputs, outputs };
        file.check_references()?;
        Ok(file)
    }

    /// Checks that every number refers to an entry.
    fn check_references(&self) -> Result<(), VgfFault> {
        let resources = self.resources.len();
        let ends = self.inputs.iter().chain(&self.outputs).map(|named| named.slot);
        for slot in ends.chain(self.segments.iter().flat_map(VgfSegment::slots)) {
            refers("a binding", "resource", slot.resource, resources)?;
        }
        for constant in &self.constants {
            refers("a constant", "resource", constant.resource, resources)?;
        }
        for segment in &self.segments {
            refers("a segment", "module", segment.module, self.modules.len())?;
            for binding in &segment.constants {
                refers("a segment", "constant", binding.constant, self.constants.len())?;
            }
        }
        Ok(())
    }
}

impl VgfSegment {
    /// Returns all bindings.
    fn slots(&self) -> impl Iterator<Item = BindingSlot> {
        let sets = self.sets.iter().flat_map(|set| &set.bindings);
        sets.chain(&self.inputs).chain(&self.outputs).copied()
    }
}

fn refers(from: &str, to: &str, number: u32, count: usize) -> Result<(), VgfFault> {
    if (number as usize) < count {
        return Ok(());
    }
    Err(VgfFault::new(format!("{from} refers to {to} {number}, but the file has {count}")))
}

fn check_header(bytes: &[u8]) -> Result<(), VgfFault> {
    if bytes.len() < HEADER_BYTES {
        let size = bytes.len();
        return Err(VgfFault::new(format!(
            "the file has {size} bytes, but the header of a VGF file has {HEADER_BYTES}"
        )));
    }
    if !bytes.starts_with(&MAGIC) {
        return Err(VgfFault::new("the file does not begin with `VGF1`"));
    }
    if bytes[8..10] != VERSION[..2] {
        let [major, minor, patch] = [8, 9, 10].map(|at| bytes[at]);
        let [own_major, own_minor, _] = VERSION;
        return Err(VgfFault::new(format!(
            "the version of the format is {major}.{minor}.{patch}, but must be {own_major}.{own_minor}"
        )));
    }
    Ok(())
}

/// Reads a section. An empty section has no entries.
fn read_section<T: Default>(
    bytes: &[u8],
    section: &Section,
    read: fn(&[u8]) -> Result<T, VgfFault>,
) -> Result<T, VgfFault> {
    let [start, size] = [section.header, section.header + 8].map(|at| u64_at(bytes, at));
    let range = usize::try_from(start).ok().zip(usize::try_from(size).ok());
    let content = range.and_then(|(start, size)| bytes.get(start..start.checked_add(size)?));
    let content = content.ok_or_else(|| {
        let file = bytes.len();
        let name = section.name;
        VgfFault::new(format!(
            "the {name} has {size} bytes from byte {start}, but the file has {file} bytes"
        ))
    })?;
    if content.is_empty() {
        return Ok(T::default());
    }
    read(content).map_err(|fault| fault.inside(section.name))
}

/// Returns the number of 64 bits at a position; 0 if it exceeds the bytes.
fn u64_at(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    if let Some(found) = at.checked_add(8).and_then(|end| bytes.get(at..end)) {
        word.copy_from_slice(found);
    }
    u64::from_le_bytes(word)
}

fn constants_to_bytes(constants: &[VgfConstant]) -> Vec<u8> {
    let mut bytes = CONSTANTS_MAGIC.to_vec();
    bytes.extend((constants.len() as u64).to_le_bytes());
    let mut start = 0;
    for constant in constants {
        let sparsity = constant.sparsity.unwrap_or(DENSE);
        bytes.extend(constant.resource.to_le_bytes());
        bytes.extend(sparsity.to_le_bytes());
        bytes.extend((constant.bytes.len() as u64).to_le_bytes());
        bytes.extend((start as u64).to_le_bytes());
        start += constant.bytes.len().next_multiple_of(ALIGNMENT);
    }
    for constant in constants {
        bytes.extend(&constant.bytes);
        bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0);
    }
    bytes
}

/// The sparse dim of a dense constant, -1.
const DENSE: u32 = u32::MAX;

/// Returns the constants of the section of constants: records, and then the bytes.
fn constants_from_bytes(section: &[u8]) -> Result<Vec<VgfConstant>, VgfFault> {
    if !section.starts_with(&CONSTANTS_MAGIC) {
        return Err(VgfFault::new("it does not begin with `CONST00`"));
    }
    let count = u64_at(section, 8);
    let bytes = usize::try_from(count).ok().and_then(|it| it.checked_mul(CONSTANT_RECORD_BYTES));
    let end = bytes.and_then(|bytes| bytes.checked_add(CONSTANTS_HEAD));
    let records = end.and_then(|end| section.get(CONSTANTS_HEAD..end));
    let Some(records) = records else {
        let size = section.len();
        return Err(VgfFault::new(format!(
            "it has {size} bytes, which is too few for {count} constants"
        )));
    };
    let payload = &section[CONSTANTS_HEAD + records.len()..];
    let mut left = payload.len().saturating_mul(SHARING);
    let records = records.chunks_exact(CONSTANT_RECORD_BYTES);
    records.map(|record| constant(record, payload, &mut left)).collect()
}

/// Returns a constant. `left` is the number of bytes that constants may still have.
fn constant(record: &[u8], payload: &[u8], left: &mut usize) -> Result<VgfConstant, VgfFault> {
    let first = u64_at(record, 0);
    let resource = (first & u64::from(u32::MAX)) as u32;
    let sparsity = Some((first >> 32) as u32).filter(|dim| *dim != DENSE);
    if let Some(dim) = sparsity.map(u32::cast_signed).filter(|dim| *dim < 0) {
        return Err(VgfFault::new(format!(
            "the sparse dim of a constant must be at least -1, but is {dim}"
        )));
    }
    let [size, offset] = [8, 16].map(|at| u64_at(record, at));
    let range = usize::try_from(offset).ok().zip(usize::try_from(size).ok());
    let bytes = range.and_then(|(start, size)| payload.get(start..start.checked_add(size)?));
    let bytes = bytes.ok_or_else(|| {
        let all = payload.len();
        VgfFault::new(format!(
            "a constant has {size} bytes from byte {offset}, but all constants have {all} bytes"
        ))
    })?;
    let rest = left.checked_sub(bytes.len());
    *left = rest.ok_or_else(|| VgfFault::new("constants share their bytes too often"))?;
    Ok(VgfConstant { resource, sparsity, bytes: bytes.to_vec() })
}

//! The data model of a VGF file, format 0.5.0, with its writer and its reader.
//!
//! | bytes | content |
//! |---|---|
//! | 0 to 3 | `VGF1` |
//! | 4 to 5 | the version of the Vulkan headers whose enumerators the file uses |
//! | 8 to 10 | the version of the format: 0, 5, 0 |
//! | 16 to 79 | the first byte and the size of each section: modules, sequence, resources, constants |
//! | from 128 | the sections, each at a multiple of 8 bytes |
//!
//! The first three sections are FlatBuffers, whose tables are listed here once, for both directions. The constants are a
//! table of [`CONSTANT_ENTRY`] bytes an entry, and then their bytes.

use super::flatbuffer::{self, Damage, Fields, Record};

/// A VGF file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct VgfFile {
    pub(crate) modules: Vec<VgfModule>,
    pub(crate) sequence: Sequence,
    pub(crate) resources: Vec<Resource>,
    pub(crate) constants: Vec<Constant>,
}

/// The code of a segment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct VgfModule {
    /// [`COMPUTE`] or [`GRAPH`].
    pub(crate) kind: u8,
    pub(crate) name: String,
    pub(crate) entry_point: String,
    /// [`SPIRV`], or another number for GLSL or HLSL.
    pub(crate) language: u8,
    /// The words of a SPIR-V module; `None` for a placeholder without code.
    pub(crate) spirv: Option<SpirvCode>,
    /// The text of GLSL or HLSL.
    pub(crate) source: Option<SourceCode>,
}

/// The words of a SPIR-V module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SpirvCode {
    pub(crate) words: Vec<u32>,
}

/// The text of a shader.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SourceCode {
    pub(crate) text: String,
}

/// The segments in the order of their execution, and the resources of the whole model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sequence {
    pub(crate) segments: Vec<Segment>,
    pub(crate) inputs: Vec<BindingSlot>,
    pub(crate) outputs: Vec<BindingSlot>,
    pub(crate) input_names: Vec<String>,
    pub(crate) output_names: Vec<String>,
}

/// A dispatch of a compute shader or of a graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Segment {
    /// [`COMPUTE`] or [`GRAPH`].
    pub(crate) kind: u8,
    pub(crate) name: String,
    /// The number of the module.
    pub(crate) module: u32,
    pub(crate) sets: Vec<DescriptorSet>,
    pub(crate) inputs: Vec<BindingSlot>,
    pub(crate) outputs: Vec<BindingSlot>,
    /// The numbers of the constants, as before format 0.5.
    pub(crate) constants: Vec<u32>,
    /// The number of workgroups in each dimension; 0 for a graph.
    pub(crate) dispatch: Vec<u32>,
    pub(crate) push_constants: Vec<PushConstants>,
    pub(crate) constant_bindings: Vec<ConstantBinding>,
}

impl Segment {
    /// Returns every use of a resource.
    fn slots(&self) -> impl Iterator<Item = &BindingSlot> {
        let in_sets = self.sets.iter().flat_map(|set| &set.bindings);
        self.inputs.iter().chain(&self.outputs).chain(in_sets)
    }
}

/// The bindings of a descriptor set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DescriptorSet {
    pub(crate) bindings: Vec<BindingSlot>,
    /// The number of the set; [`UNSET`] for its position in the segment.
    pub(crate) set: u32,
}

impl Default for DescriptorSet {
    fn default() -> DescriptorSet {
        DescriptorSet { bindings: Vec::new(), set: UNSET }
    }
}

/// A binding and the number of its resource.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BindingSlot {
    pub(crate) binding: u32,
    pub(crate) resource: u32,
}

/// A range of push constants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PushConstants {
    pub(crate) stages: u32,
    pub(crate) offset: u32,
    pub(crate) size: u32,
}

/// The id of a constant in the SPIR-V module of a graph, and its number in the table of constants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ConstantBinding {
    pub(crate) id: u32,
    pub(crate) constant: u32,
}

/// The memory of a tensor or of a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Resource {
    /// A `VkDescriptorType`; [`UNSET`] for a constant.
    pub(crate) descriptor: u32,
    /// A `VkFormat`.
    pub(crate) format: u32,
    /// [`INPUT`], [`OUTPUT`], [`INTERMEDIATE`] or [`CONSTANT`].
    pub(crate) category: u8,
    pub(crate) shape: Option<ResourceShape>,
    /// The kind of the sampler, if it is not 0.
    pub(crate) sampler_kind: u8,
    pub(crate) sampler: Option<Sampler>,
    /// The resources with an equal number share their memory; [`UNSET`] for memory of its own.
    pub(crate) alias_group: u32,
}

impl Default for Resource {
    fn default() -> Resource {
        Resource {
            descriptor: 0,
            format: 0,
            category: INPUT,
            shape: None,
            sampler_kind: 0,
            sampler: None,
            alias_group: UNSET,
        }
    }
}

/// The lengths of a resource, outermost first, and its strides in bytes. A packed resource has no strides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ResourceShape {
    pub(crate) dims: Vec<i64>,
    pub(crate) strides: Vec<i64>,
}

/// The numbers of a sampler, which are copied and not interpreted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sampler([u32; 5]);

/// A constant and its bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Constant {
    /// The number of its resource.
    pub(crate) resource: u32,
    /// The sparse dim; -1 for a dense constant.
    pub(crate) sparse_dim: i32,
    pub(crate) bytes: Vec<u8>,
}

/// The kind of a module or segment: a compute shader.
pub(crate) const COMPUTE: u8 = 0;
/// The kind of a module or segment: a graph of SPV_ARM_graph.
pub(crate) const GRAPH: u8 = 1;
/// The language of a module.
pub(crate) const SPIRV: u8 = 1;
/// The category of a resource that the host fills.
pub(crate) const INPUT: u8 = 0;
/// The category of a resource that the host reads.
pub(crate) const OUTPUT: u8 = 1;
/// The category of a resource between segments.
pub(crate) const INTERMEDIATE: u8 = 2;
/// The category of a resource whose bytes are in the file.
pub(crate) const CONSTANT: u8 = 3;
/// The number of an absent entry.
pub(crate) const UNSET: u32 = u32::MAX;

const MAGIC: [u8; 4] = *b"VGF1";
/// The version of the format.
pub(crate) const VERSION: [u8; 3] = [0, 5, 0];
/// The version of the Vulkan headers that define every enumerator of a file: `VK_HEADER_VERSION` of 1.4.360.
const VULKAN_HEADERS: u16 = 360;
const HEADER_BYTES: usize = 128;
const ALIGNMENT: usize = 8;
const CONSTANTS_MAGIC: [u8; 8] = *b"CONST00\0";
/// The size of the magic and of the count of the constants.
const CONSTANTS_HEAD: usize = 16;
/// The size of an entry of the table of constants.
const CONSTANT_ENTRY: usize = 24;

impl VgfFile {
    /// Returns the bytes of the file.
    ///
    /// # Errors
    /// A section exceeds the offsets of its format.
    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>, Damage> {
        let VgfFile { modules, sequence, resources, constants } = self.clone();
        let sections = [
            flatbuffer::to_bytes(&mut Modules { modules })?,
            flatbuffer::to_bytes(&mut { sequence })?,
            flatbuffer::to_bytes(&mut Resources { resources })?,
            constants_to_bytes(&constants)?,
        ];
        let mut bytes = vec![0; HEADER_BYTES];
        bytes[..4].copy_from_slice(&MAGIC);
        bytes[4..6].copy_from_slice(&VULKAN_HEADERS.to_le_bytes());
        bytes[8..11].copy_from_slice(&VERSION);
        for (at, section) in sections.iter().enumerate() {
            let entry = 16 + 16 * at;
            bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0);
            let place = [bytes.len() as u64, section.len() as u64];
            bytes[entry..entry + 16].copy_from_slice(&place.map(u64::to_le_bytes).concat());
            bytes.extend(section);
        }
        Ok(bytes)
    }

    /// Reads a file. Every number that refers to another entry is in range.
    ///
    /// # Errors
    /// The bytes are not a VGF file of format 0.5, or are damaged.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<VgfFile, Damage> {
        let size = bytes.len();
        if size < HEADER_BYTES {
            return Err(Damage(format!("it has {size} bytes, but its header has {HEADER_BYTES}")));
        }
        if bytes[..4] != MAGIC {
            return Err(Damage("it does not begin with `VGF1`".to_owned()));
        }
        if bytes[8..10] != VERSION[..2] {
            let [major, minor, patch] = [8, 9, 10].map(|at| bytes[at]);
            return Err(Damage(format!(
                "its format is {major}.{minor}.{patch}, but layoutc reads 0.5"
            )));
        }
        let modules: Modules = section(bytes, 0, "modules", flatbuffer::from_bytes)?;
        let resources: Resources = section(bytes, 2, "resources", flatbuffer::from_bytes)?;
        let file = VgfFile {
            modules: modules.modules,
            sequence: section(bytes, 1, "segments", flatbuffer::from_bytes)?,
            resources: resources.resources,
            constants: section(bytes, 3, "constants", constants_from_bytes)?,
        };
        file.check()?;
        Ok(file)
    }

    /// Checks the numbers that refer to entries of other sections.
    fn check(&self) -> Result<(), Damage> {
        let Sequence { segments, inputs, outputs, .. } = &self.sequence;
        let resources = self.resources.len();
        let of_segments = segments.iter().flat_map(Segment::slots);
        for slot in inputs.iter().chain(outputs).chain(of_segments) {
            within("resource", slot.resource, resources)?;
        }
        for constant in &self.constants {
            within("resource", constant.resource, resources)?;
        }
        for segment in segments {
            within("module", segment.module, self.modules.len())?;
            for binding in &segment.constant_bindings {
                within("constant", binding.constant, self.constants.len())?;
            }
            for constant in &segment.constants {
                within("constant", *constant, self.constants.len())?;
            }
        }
        Ok(())
    }

    /// Returns the number of a new resource.
    pub(crate) fn add_resource(&mut self, resource: Resource) -> u32 {
        self.resources.push(resource);
        last(&self.resources)
    }

    /// Returns the number of a new module.
    pub(crate) fn add_module(&mut self, module: VgfModule) -> u32 {
        self.modules.push(module);
        last(&self.modules)
    }

    /// Returns the number of a new constant.
    pub(crate) fn add_constant(&mut self, constant: Constant) -> u32 {
        self.constants.push(constant);
        last(&self.constants)
    }
}

/// Returns the number of the last entry of a list that is not empty.
fn last<T>(entries: &[T]) -> u32 {
    u32::try_from(entries.len() - 1).unwrap_or(UNSET)
}

fn within(what: &str, number: u32, count: usize) -> Result<(), Damage> {
    if (number as usize) < count {
        return Ok(());
    }
    Err(Damage(format!("it refers to {what} {number}, but has {count} of them")))
}

/// Reads a section of the header's list.
fn section<'a, T>(
    bytes: &'a [u8],
    at: usize,
    name: &str,
    read: fn(&'a [u8]) -> Result<T, Damage>,
) -> Result<T, Damage> {
    let [start, size] = [16, 24].map(|entry| long(bytes, entry + 16 * at));
    let range = start.zip(size).and_then(|(start, size)| {
        let start = usize::try_from(start).ok()?;
        bytes.get(start..start.checked_add(usize::try_from(size).ok()?)?)
    });
    let range = range.ok_or_else(|| {
        let [start, size] = [start, size].map(Option::unwrap_or_default);
        let length = bytes.len();
        Damage(format!(
            "its {name} have {size} bytes from byte {start}, but the file has {length} bytes"
        ))
    })?;
    read(range).map_err(|Damage(reason)| Damage(format!("its section of {name}: {reason}")))
}

/// Returns the number of 64 bits at a position; `None` after the end.
fn long(bytes: &[u8], at: usize) -> Option<u64> {
    let found = bytes.get(at..at.checked_add(8)?)?;
    Some(u64::from_le_bytes(found.try_into().ok()?))
}

/// Returns the number of 32 bits at a position; `None` after the end.
fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let found = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(found.try_into().ok()?))
}

fn constants_to_bytes(constants: &[Constant]) -> Result<Vec<u8>, Damage> {
    let mut bytes = CONSTANTS_MAGIC.to_vec();
    bytes.extend((constants.len() as u64).to_le_bytes());
    let mut start = 0;
    for constant in constants {
        bytes.extend(constant.resource.to_le_bytes());
        bytes.extend(constant.sparse_dim.to_le_bytes());
        bytes.extend((constant.bytes.len() as u64).to_le_bytes());
        bytes.extend((start as u64).to_le_bytes());
        start += constant.bytes.len().next_multiple_of(ALIGNMENT);
    }
    for constant in constants {
        bytes.extend(&constant.bytes);
        bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0);
    }
    Ok(bytes)
}

fn constants_from_bytes(bytes: &[u8]) -> Result<Vec<Constant>, Damage> {
    if bytes.is_empty() {
        return Ok(Vec::new());
    }
    let count = long(bytes, 8).filter(|_| bytes.starts_with(&CONSTANTS_MAGIC));
    let count = count.ok_or_else(|| Damage("it does not begin with `CONST00`".to_owned()))?;
    let table = usize::try_from(count).ok().and_then(|count| count.checked_mul(CONSTANT_ENTRY));
    let data = table.and_then(|table| bytes.get(CONSTANTS_HEAD + table.min(bytes.len())..));
    let data = data.ok_or_else(|| {
        let length = bytes.len();
        Damage(format!("it has {count} entries, but {length} bytes"))
    })?;
    // The entries may share bytes, of which each has a copy here.
    let mut left = bytes.len();
    let entries = bytes[CONSTANTS_HEAD..bytes.len() - data.len()].chunks_exact(CONSTANT_ENTRY);
    let constants = entries.enumerate().map(|(at, entry)| {
        let numbers = word(entry, 0).zip(word(entry, 4)).zip(long(entry, 8)).zip(long(entry, 16));
        let (((resource, sparse_dim), size), start) = numbers.unwrap_or_default();
        let found = usize::try_from(start).ok().zip(usize::try_from(size).ok());
        let found = found.and_then(|(start, size)| data.get(start..start.checked_add(size)?));
        let found = found.filter(|found| found.len() <= left).ok_or_else(|| {
            let length = data.len();
            Damage(format!("constant {at} has {size} bytes from byte {start} of {length}"))
        })?;
        left -= found.len();
        let sparse_dim = sparse_dim.cast_signed();
        Ok(Constant { resource, sparse_dim, bytes: found.to_vec() })
    });
    constants.collect()
}

/// The root of the section of modules.
#[derive(Default)]
struct Modules {
    modules: Vec<VgfModule>,
}

impl Record for Modules {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), Damage> {
        fields.tables(0, &mut self.modules)
    }
}

impl Record for VgfModule {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), Damage> {
        fields.byte(0, &mut self.kind)?;
        fields.text(1, &mut self.name)?;
        fields.text(2, &mut self.entry_point)?;
        fields.byte(3, &mut self.language)?;
        match self.language {
            0 => Ok(()),
            SPIRV => fields.table(4, &mut self.spirv),
            _ => fields.table(4, &mut self.source),
        }
    }
}

impl Record for SpirvCode {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), Damage> {
        fields.words(0, &mut self.words)
    }
}

impl Record for SourceCode {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), Damage> {
        fields.text(0, &mut self.text)
    }
}

impl Record for Sequence {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), Damage> {
        fields.tables(0, &mut self.segments)?;
        fields.tables(1, &mut self.inputs)?;
        fields.tables(2, &mut self.outputs)?;
        fields.texts(3, &mut self.input_names)?;
        fields.texts(4, &mut self.output_names)
    }
}

impl Record for Segment {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), Damage> {
        fields.byte(0, &mut self.kind)?;
        fields.text(1, &mut self.name)?;
        fields.word(2, &mut self.module, 0)?;
        fields.tables(3, &mut self.sets)?;
        fields.tables(4, &mut self.inputs)?;
        fields.tables(5, &mut self.outputs)?;
        fields.words(6, &mut self.constants)?;
        fields.words(7, &mut self.dispatch)?;
        fields.tables(8, &mut self.push_constants)?;
        fields.tables(9, &mut self.constant_bindings)
    }
}

impl Record for DescriptorSet {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), Damage> {
        fields.tables(0, &mut self.bindings)?;
        fields.word(1, &mut self.set, UNSET)
    }
}

impl Record for BindingSlot {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), Damage> {
        fields.word(0, &mut self.binding, 0)?;
        fields.word(1, &mut self.resource, 0)
    }
}

impl Record for PushConstants {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), Damage> {
        fields.word(0, &mut self.stages, 0)?;
        fields.word(1, &mut self.offset, 0)?;
        fields.word(2, &mut self.size, 0)
    }
}

impl Record for ConstantBinding {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), Damage> {
        fields.word(0, &mut self.id, 0)?;
        fields.word(1, &mut self.constant, 0)
    }
}

/// The root of the section of resources.
#[derive(Default)]
struct Resources {
    resources: Vec<Resource>,
}

impl Record for Resources {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), Damage> {
        fields.tables(0, &mut self.resources)
    }
}

impl Record for Resource {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), Damage> {
        fields.word(0, &mut self.descriptor, 0)?;
        fields.word(1, &mut self.format, 0)?;
        fields.byte(2, &mut self.category)?;
        fields.table(3, &mut self.shape)?;
        fields.byte(4, &mut self.sampler_kind)?;
        if self.sampler_kind != 0 {
            fields.table(5, &mut self.sampler)?;
        }
        fields.word(6, &mut self.alias_group, UNSET)
    }
}

impl Record for ResourceShape {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), Damage> {
        fields.longs(0, &mut self.dims)?;
        fields.longs(1, &mut self.strides)
    }
}

impl Record for Sampler {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), Damage> {
        self.0.iter_mut().zip(0..).try_for_each(|(number, slot)| fields.word(slot, number, 0))
    }
}

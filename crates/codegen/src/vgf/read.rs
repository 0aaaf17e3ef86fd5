//! The reader of VGF files. The numbers of fields are those of the schema, in its order.

use super::fault::VgfFault;
use super::file::{
    BindingSlot, CONSTANT_RECORD_BYTES, CONSTANTS_MAGIC, DescriptorSet, GraphConstantBinding,
    HEADER_BYTES, MAGIC, ModuleCode, ModuleKind, NamedSlot, PushConstantRange, ResourceCategory,
    SamplerConfig, UNSTATED, VERSION, VgfConstant, VgfFile, VgfModule, VgfResource, VgfSegment,
};
use super::flatbuffer::{FlatBuffer, SHARING, Table};

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
    /// Reads a file.
    ///
    /// # Errors
    /// The bytes are not a VGF file of format 0.5, an offset is outside of its section, or an entry refers to another one that
    /// the file does not have.
    pub fn read(bytes: &[u8]) -> Result<VgfFile, VgfFault> {
        check_header(bytes)?;
        let mut file = VgfFile::default();
        in_section(bytes, &MODULES, |root| {
            file.modules = listed(root.tables(0)?, module)?;
            Ok(())
        })?;
        in_section(bytes, &RESOURCES, |root| {
            file.resources = listed(root.tables(0)?, resource)?;
            Ok(())
        })?;
        in_section(bytes, &SEQUENCE, |root| {
            file.segments = listed(root.tables(0)?, segment)?;
            file.inputs = named(root.tables(1)?, root.texts(3)?)?;
            file.outputs = named(root.tables(2)?, root.texts(4)?)?;
            Ok(())
        })?;
        file.constants = constants(section(bytes, &CONSTANTS)?)?;
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
    let [major, minor, patch] = [bytes[8], bytes[9], bytes[10]];
    if (major, minor) != VERSION {
        let (own_major, own_minor) = VERSION;
        return Err(VgfFault::new(format!(
            "the version of the format is {major}.{minor}.{patch}, but must be {own_major}.{own_minor}"
        )));
    }
    Ok(())
}

/// Returns the bytes of a section.
fn section<'a>(bytes: &'a [u8], section: &Section) -> Result<&'a [u8], VgfFault> {
    let [offset, size] = [section.header, section.header + 8].map(|at| u64_at(bytes, at));
    let place = offset.zip(size);
    let range = place.and_then(|(offset, size)| {
        let start = usize::try_from(offset).ok()?;
        bytes.get(start..start.checked_add(usize::try_from(size).ok()?)?)
    });
    range.ok_or_else(|| {
        let (offset, size) = place.unwrap_or_default();
        let file = bytes.len();
        let name = section.name;
        VgfFault::new(format!(
            "the {name} has {size} bytes from byte {offset}, but the file has {file} bytes"
        ))
    })
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    let word = bytes.get(at..at.checked_add(8)?)?;
    Some(u64::from_le_bytes(word.try_into().ok()?))
}

/// Reads the root of a section of tables; an empty section has none.
fn in_section(
    bytes: &[u8],
    place: &Section,
    read: impl FnOnce(Table<'_>) -> Result<(), VgfFault>,
) -> Result<(), VgfFault> {
    let bytes = section(bytes, place)?;
    if bytes.is_empty() {
        return Ok(());
    }
    let budget = FlatBuffer::budget(bytes);
    read(FlatBuffer::new(bytes, place.name, &budget).root()?)
}

fn listed<T>(
    tables: Vec<Table<'_>>,
    read: impl Fn(Table<'_>) -> Result<T, VgfFault>,
) -> Result<Vec<T>, VgfFault> {
    tables.into_iter().map(read).collect()
}

fn module_kind(number: u8) -> Result<ModuleKind, VgfFault> {
    match number {
        0 => Ok(ModuleKind::Compute),
        1 => Ok(ModuleKind::Graph),
        _ => Err(VgfFault::new(format!("the kind of a module must be 0 or 1, but is {number}"))),
    }
}

fn module(table: Table<'_>) -> Result<VgfModule, VgfFault> {
    let code = table.table(4)?;
    let code = match (table.u8(3)?, code) {
        (_, None) | (0, _) => ModuleCode::Absent,
        (1, Some(code)) => ModuleCode::Spirv(code.u32s(0)?),
        (2, Some(code)) => ModuleCode::Glsl(code.text(0)?),
        (3, Some(code)) => ModuleCode::Hlsl(code.text(0)?),
        (other, _) => {
            let message =
                format!("the kind of the code of a module must be 0 to 3, but is {other}");
            return Err(VgfFault::new(message));
        }
    };
    let kind = module_kind(table.u8(0)?)?;
    Ok(VgfModule { kind, name: table.text(1)?, entry_point: table.text(2)?, code })
}

fn resource(table: Table<'_>) -> Result<VgfResource, VgfFault> {
    let category = match table.u8(2)? {
        0 => ResourceCategory::Input,
        1 => ResourceCategory::Output,
        2 => ResourceCategory::Intermediate,
        3 => ResourceCategory::Constant,
        other => {
            let message = format!("the category of a resource must be 0 to 3, but is {other}");
            return Err(VgfFault::new(message));
        }
    };
    let description = table.table(3)?;
    let shape = description.map_or(Ok(Vec::new()), |description| description.i64s(0))?;
    let strides = description.map_or(Ok(Vec::new()), |description| description.i64s(1))?;
    let config = table.table(5)?.filter(|_| matches!(table.u8(4), Ok(1)));
    let sampler = config.map(sampler).transpose()?;
    let alias_group = Some(table.u32_or(6, UNSTATED)?).filter(|group| *group != UNSTATED);
    let descriptor_type = table.u32(0)?;
    let format = table.u32(1)?;
    Ok(VgfResource { category, descriptor_type, format, shape, strides, sampler, alias_group })
}

fn sampler(table: Table<'_>) -> Result<SamplerConfig, VgfFault> {
    Ok(SamplerConfig {
        min_filter: table.u32(0)?,
        mag_filter: table.u32(1)?,
        address_mode_u: table.u32(2)?,
        address_mode_v: table.u32(3)?,
        border_color: table.u32(4)?,
    })
}

fn slot(table: Table<'_>) -> Result<BindingSlot, VgfFault> {
    Ok(BindingSlot { binding: table.u32(0)?, resource: table.u32(1)? })
}

fn segment(table: Table<'_>) -> Result<VgfSegment, VgfFault> {
    let sets = table.tables(3)?.into_iter().zip(0..);
    let sets = sets.map(|(set, position)| {
        let index = Some(set.u32_or(1, UNSTATED)?).filter(|index| *index != UNSTATED);
        let bindings = listed(set.tables(0)?, slot)?;
        Ok(DescriptorSet { index: index.unwrap_or(position), bindings })
    });
    let sets = sets.collect::<Result<Vec<_>, VgfFault>>()?;
    let mut dispatch = [0; 3];
    for (to, from) in dispatch.iter_mut().zip(table.u32s(7)?) {
        *to = from;
    }
    Ok(VgfSegment {
        kind: module_kind(table.u8(0)?)?,
        name: table.text(1)?,
        module: table.u32(2)?,
        sets,
        inputs: listed(table.tables(4)?, slot)?,
        outputs: listed(table.tables(5)?, slot)?,
        constants: graph_constants(table)?,
        dispatch,
        push_constants: listed(table.tables(8)?, push_constant)?,
    })
}

fn push_constant(table: Table<'_>) -> Result<PushConstantRange, VgfFault> {
    Ok(PushConstantRange { stages: table.u32(0)?, offset: table.u32(1)?, size: table.u32(2)? })
}

/// Returns the constants of a graph. Files without bindings list the constants in the order of their ids.
fn graph_constants(table: Table<'_>) -> Result<Vec<GraphConstantBinding>, VgfFault> {
    let bound = listed(table.tables(9)?, |binding| {
        Ok(GraphConstantBinding { id: binding.u32(0)?, constant: binding.u32(1)? })
    })?;
    let listed = table.u32s(6)?;
    if !bound.is_empty() || listed.is_empty() {
        return Ok(bound);
    }
    let ids = listed.into_iter().zip(0..);
    Ok(ids.map(|(constant, id)| GraphConstantBinding { id, constant }).collect())
}

fn named(slots: Vec<Table<'_>>, names: Vec<String>) -> Result<Vec<NamedSlot>, VgfFault> {
    if names.len() > slots.len() {
        let count = slots.len();
        let names = names.len();
        return Err(VgfFault::new(format!("{names} names are listed for {count} bindings")));
    }
    let names = names.into_iter().chain(std::iter::repeat(String::new()));
    slots
        .into_iter()
        .zip(names)
        .map(|(table, name)| Ok(NamedSlot { name, slot: slot(table)? }))
        .collect()
}

/// Returns the constants of the section of constants: records, and then the bytes.
fn constants(section: &[u8]) -> Result<Vec<VgfConstant>, VgfFault> {
    if section.is_empty() {
        return Ok(Vec::new());
    }
    if !section.starts_with(&CONSTANTS_MAGIC) {
        return Err(VgfFault::new("the constant section does not begin with `CONST00`"));
    }
    let count = u64_at(section, 8).unwrap_or_default();
    let records = usize::try_from(count).ok();
    let bytes = records.and_then(|records| records.checked_mul(CONSTANT_RECORD_BYTES));
    let records = bytes.and_then(|bytes| section.get(16..16usize.checked_add(bytes)?));
    let Some(records) = records else {
        let size = section.len();
        return Err(VgfFault::new(format!(
            "the constant section has {size} bytes, which is too few for {count} constants"
        )));
    };
    let payload = &section[16 + records.len()..];
    let mut left = payload.len().saturating_mul(SHARING);
    let records = records.chunks_exact(CONSTANT_RECORD_BYTES);
    records.map(|record| constant(record, payload, &mut left)).collect()
}

/// Returns a constant. `left` is the number of bytes that constants may still have.
fn constant(record: &[u8], payload: &[u8], left: &mut usize) -> Result<VgfConstant, VgfFault> {
    let first = u64_at(record, 0).unwrap_or_default();
    let resource = (first & u64::from(u32::MAX)) as u32;
    let sparsity = ((first >> 32) as u32).cast_signed();
    let size = u64_at(record, 8).unwrap_or_default();
    let offset = u64_at(record, 16).unwrap_or_default();
    let sparsity = match sparsity {
        -1 => None,
        dim => Some(u32::try_from(dim).map_err(|_| {
            VgfFault::new(format!("the sparse dim of a constant must be at least -1, but is {dim}"))
        })?),
    };
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

//! The fields of each table, once for the writer and the reader. The numbers of fields are those of the schema, in its
//! order.

use super::fault::VgfFault;
use super::file::{
    BindingSlot, DescriptorSet, GraphConstantBinding, ModuleCode, ModuleKind, NamedSlot,
    PushConstantRange, ResourceCategory, SamplerConfig, VgfModule, VgfResource, VgfSegment,
};
use super::flatbuffer::{Fields, Record};
use std::mem::take;

const KINDS: [ModuleKind; 2] = [ModuleKind::Compute, ModuleKind::Graph];

const CATEGORIES: [ResourceCategory; 4] = [
    ResourceCategory::Input,
    ResourceCategory::Output,
    ResourceCategory::Intermediate,
    ResourceCategory::Constant,
];

/// The number of a descriptor set that is its position in the segment.
const POSITION: u32 = u32::MAX;

/// The root of the section of modules.
#[derive(Default)]
pub(super) struct Modules(pub(super) Vec<VgfModule>);

impl Record for Modules {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), VgfFault> {
        fields.tables(0, &mut self.0)
    }
}

/// The root of the section of resources.
#[derive(Default)]
pub(super) struct Resources(pub(super) Vec<VgfResource>);

impl Record for Resources {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), VgfFault> {
        fields.tables(0, &mut self.0)
    }
}

/// The root of the section of the sequence.
#[derive(Default)]
pub(super) struct Sequence {
    pub(super) segments: Vec<VgfSegment>,
    pub(super) inputs: Vec<NamedSlot>,
    pub(super) outputs: Vec<NamedSlot>,
}

impl Record for Sequence {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), VgfFault> {
        fields.tables(0, &mut self.segments)?;
        named(fields, [1, 3], &mut self.inputs)?;
        named(fields, [2, 4], &mut self.outputs)
    }
}

/// The bindings and the names of the sequence, which are two vectors.
fn named<F: Fields>(
    fields: &mut F,
    [of_slots, of_names]: [u16; 2],
    ends: &mut Vec<NamedSlot>,
) -> Result<(), VgfFault> {
    let mut slots: Vec<BindingSlot> = ends.iter().map(|end| end.slot).collect();
    let mut names: Vec<String> = ends.drain(..).map(|end| end.name).collect();
    fields.tables(of_slots, &mut slots)?;
    fields.texts(of_names, &mut names)?;
    if names.len() > slots.len() {
        let [names, slots] = [names.len(), slots.len()];
        return Err(VgfFault::new(format!("{names} names are listed for {slots} bindings")));
    }
    let names = names.into_iter().chain(std::iter::repeat(String::new()));
    ends.extend(slots.into_iter().zip(names).map(|(slot, name)| NamedSlot { name, slot }));
    Ok(())
}

impl Record for VgfModule {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), VgfFault> {
        fields.choice(0, &mut self.kind, &KINDS)?;
        fields.text(1, &mut self.name)?;
        fields.text(2, &mut self.entry_point)?;
        let mut language = match &self.code {
            ModuleCode::Absent | ModuleCode::Spirv(_) => 1,
            ModuleCode::Glsl(_) => 2,
            ModuleCode::Hlsl(_) => 3,
        };
        fields.byte(3, &mut language)?;
        let mut words = None;
        let mut text = None;
        match take(&mut self.code) {
            ModuleCode::Absent => {}
            ModuleCode::Spirv(code) => words = Some(Words(code)),
            ModuleCode::Glsl(code) | ModuleCode::Hlsl(code) => text = Some(Text(code)),
        }
        match language {
            0 => {}
            1 => fields.table(4, &mut words)?,
            2 | 3 => fields.table(4, &mut text)?,
            _ => {
                return Err(VgfFault::new(format!(
                    "the kind of the code of a module must be 0 to 3, but is {language}"
                )));
            }
        }
        self.code = match (words, text) {
            (Some(words), _) => ModuleCode::Spirv(words.0),
            (_, Some(text)) if language == 2 => ModuleCode::Glsl(text.0),
            (_, Some(text)) => ModuleCode::Hlsl(text.0),
            (None, None) => ModuleCode::Absent,
        };
        Ok(())
    }
}

/// The code of a SPIR-V module.
#[derive(Default)]
struct Words(Vec<u32>);

impl Record for Words {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), VgfFault> {
        fields.words(0, &mut self.0)
    }
}

/// The code of a shader in GLSL or HLSL.
#[derive(Default)]
struct Text(String);

impl Record for Text {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), VgfFault> {
        fields.text(0, &mut self.0)
    }
}

impl Record for VgfSegment {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), VgfFault> {
        fields.choice(0, &mut self.kind, &KINDS)?;
        fields.text(1, &mut self.name)?;
        fields.word(2, &mut self.module, 0)?;
        fields.tables(3, &mut self.sets)?;
        for (set, position) in self.sets.iter_mut().zip(0..) {
            if set.index == POSITION {
                set.index = position;
            }
        }
        fields.tables(4, &mut self.inputs)?;
        fields.tables(5, &mut self.outputs)?;
        // Older files have no bindings: they list the constants in the order of their ids.
        let mut listed: Vec<u32> = self.constants.iter().map(|binding| binding.constant).collect();
        fields.words(6, &mut listed)?;
        let mut dispatch = self.dispatch.to_vec();
        fields.words(7, &mut dispatch)?;
        for (to, from) in self.dispatch.iter_mut().zip(dispatch) {
            *to = from;
        }
        fields.tables(8, &mut self.push_constants)?;
        fields.tables(9, &mut self.constants)?;
        if self.constants.is_empty() {
            let ids = listed.into_iter().zip(0..);
            self.constants =
                ids.map(|(constant, id)| GraphConstantBinding { id, constant }).collect();
        }
        Ok(())
    }
}

impl Record for DescriptorSet {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), VgfFault> {
        fields.tables(0, &mut self.bindings)?;
        fields.word(1, &mut self.index, POSITION)
    }
}

impl Record for BindingSlot {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), VgfFault> {
        fields.word(0, &mut self.binding, 0)?;
        fields.word(1, &mut self.resource, 0)
    }
}

impl Record for PushConstantRange {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), VgfFault> {
        fields.word(0, &mut self.stages, 0)?;
        fields.word(1, &mut self.offset, 0)?;
        fields.word(2, &mut self.size, 0)
    }
}

impl Record for GraphConstantBinding {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), VgfFault> {
        fields.word(0, &mut self.id, 0)?;
        fields.word(1, &mut self.constant, 0)
    }
}

impl Record for VgfResource {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), VgfFault> {
        fields.word(0, &mut self.descriptor_type, 0)?;
        fields.word(1, &mut self.format, 0)?;
        fields.choice(2, &mut self.category, &CATEGORIES)?;
        let shape = take(&mut self.shape);
        let strides = take(&mut self.strides);
        let mut description = Some(Description { shape, strides });
        fields.table(3, &mut description)?;
        let Description { shape, strides } = description.unwrap_or_default();
        (self.shape, self.strides) = (shape, strides);
        let mut has_sampler = u8::from(self.sampler.is_some());
        fields.byte(4, &mut has_sampler)?;
        if has_sampler == 1 {
            fields.table(5, &mut self.sampler)?;
        }
        fields.optional(6, &mut self.alias_group)
    }
}

/// The lengths and strides of a resource.
#[derive(Default)]
struct Description {
    shape: Vec<i64>,
    strides: Vec<i64>,
}

impl Record for Description {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), VgfFault> {
        fields.longs(0, &mut self.shape)?;
        fields.longs(1, &mut self.strides)
    }
}

impl Record for SamplerConfig {
    fn fields<F: Fields>(&mut self, fields: &mut F) -> Result<(), VgfFault> {
        fields.word(0, &mut self.min_filter, 0)?;
        fields.word(1, &mut self.mag_filter, 0)?;
        fields.word(2, &mut self.address_mode_u, 0)?;
        fields.word(3, &mut self.address_mode_v, 0)?;
        fields.word(4, &mut self.border_color, 0)
    }
}

//! The content of a VGF file.

/// The content of a VGF file. Entries refer to others by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VgfFile {
    /// The modules: shaders and graphs.
    pub modules: Vec<VgfModule>,
    /// The resources, constants included.
    pub resources: Vec<VgfResource>,
    /// The contents of the constants.
    pub constants: Vec<VgfConstant>,
    /// The executions of modules, in order.
    pub segments: Vec<VgfSegment>,
    /// The inputs of the whole sequence.
    pub inputs: Vec<NamedSlot>,
    /// The outputs of the whole sequence.
    pub outputs: Vec<NamedSlot>,
}

impl VgfFile {
    /// Returns the number of a new resource.
    pub(crate) fn add_resource(&mut self, resource: VgfResource) -> u32 {
        add(&mut self.resources, resource)
    }

    /// Returns the number of a new module.
    pub(crate) fn add_module(&mut self, module: VgfModule) -> u32 {
        add(&mut self.modules, module)
    }

    /// Returns the number of a new constant.
    pub(crate) fn add_constant(&mut self, constant: VgfConstant) -> u32 {
        add(&mut self.constants, constant)
    }
}

/// Appends an entry, and returns its number. More entries than 32 bits count exceed the bytes of a section.
fn add<T>(entries: &mut Vec<T>, entry: T) -> u32 {
    entries.push(entry);
    u32::try_from(entries.len() - 1).unwrap_or(u32::MAX)
}

/// The kind of a module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ModuleKind {
    /// A compute shader.
    #[default]
    Compute,
    /// A data graph.
    Graph,
}

/// A module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VgfModule {
    /// The kind.
    pub kind: ModuleKind,
    /// The name.
    pub name: String,
    /// The name of the entry point.
    pub entry_point: String,
    /// The code.
    pub code: ModuleCode,
}

/// The code of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ModuleCode {
    /// The file does not contain the code.
    #[default]
    Absent,
    /// A SPIR-V module, as words.
    Spirv(Vec<u32>),
    /// The text of a shader in GLSL.
    Glsl(String),
    /// The text of a shader in HLSL.
    Hlsl(String),
}

/// The role of a resource in the sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResourceCategory {
    /// An input of the sequence.
    #[default]
    Input,
    /// An output of the sequence.
    Output,
    /// A value between segments.
    Intermediate,
    /// A constant.
    Constant,
}

/// A resource: a tensor, a buffer or an image.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VgfResource {
    /// The role.
    pub category: ResourceCategory,
    /// The `VkDescriptorType`.
    pub descriptor_type: u32,
    /// The `VkFormat`.
    pub format: u32,
    /// The lengths of the dims.
    pub shape: Vec<i64>,
    /// The strides in bytes; empty if the resource is packed.
    pub strides: Vec<i64>,
    /// The sampler of an image; `None` if there is none.
    pub sampler: Option<SamplerConfig>,
    /// The number of the group of resources with the same memory; `None` if the resource aliases no other.
    pub alias_group: Option<u32>,
}

/// The sampler of an image, by the values of Vulkan's enumerations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SamplerConfig {
    /// The `VkFilter` for minification.
    pub min_filter: u32,
    /// The `VkFilter` for magnification.
    pub mag_filter: u32,
    /// The `VkSamplerAddressMode` of u.
    pub address_mode_u: u32,
    /// The `VkSamplerAddressMode` of v.
    pub address_mode_v: u32,
    /// The `VkBorderColor`.
    pub border_color: u32,
}

/// The content of a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VgfConstant {
    /// The number of the resource.
    pub resource: u32,
    /// The dim along which the constant is sparse; `None` if it is dense.
    pub sparsity: Option<u32>,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// A binding of a resource.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BindingSlot {
    /// The number of the binding in its descriptor set.
    pub binding: u32,
    /// The number of the resource.
    pub resource: u32,
}

/// An input or output of the sequence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedSlot {
    /// The name; empty if it has none.
    pub name: String,
    /// The binding.
    pub slot: BindingSlot,
}

/// A descriptor set of a segment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescriptorSet {
    /// The number of the set.
    pub index: u32,
    /// The bindings.
    pub bindings: Vec<BindingSlot>,
}

/// The constant of a file that is a constant of a graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphConstantBinding {
    /// The id in the SPIR-V module.
    pub id: u32,
    /// The number of the constant in the file.
    pub constant: u32,
}

/// A range of push constants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PushConstantRange {
    /// The `VkShaderStageFlags`.
    pub stages: u32,
    /// The first byte.
    pub offset: u32,
    /// The number of bytes.
    pub size: u32,
}

/// An execution of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VgfSegment {
    /// The kind of the module.
    pub kind: ModuleKind,
    /// The name.
    pub name: String,
    /// The number of the module.
    pub module: u32,
    /// The descriptor sets.
    pub sets: Vec<DescriptorSet>,
    /// The bindings that the module reads.
    pub inputs: Vec<BindingSlot>,
    /// The bindings that the module writes.
    pub outputs: Vec<BindingSlot>,
    /// The constants of a graph.
    pub constants: Vec<GraphConstantBinding>,
    /// The numbers of workgroups of a shader, along x, y and z.
    pub dispatch: [u32; 3],
    /// The push constants of a shader.
    pub push_constants: Vec<PushConstantRange>,
}

//! Describes one tensor: its memory, and the other attributes of its description.

use super::error::invalid;
use super::formats::DeclaredFormats;
use super::memory::{self, LimitsOf};
use super::rolling::rolling;
use super::strided::{StridedTensor, strided};
use crate::placements::is_refused_type;
use crate::tensors::{Defs, Holder, Tensors};
use ir::arena;
use ir::descriptor::Layouts;
use ir::diag::code;
use ir::encoding::{self, Fault, Reading};
use ir::layout::Bytes;
use ir::print::{ValueNames, type_to_string};
use ir::source::SourceLocation;
use ir::target::Target;
use ir::vulkan::{
    DescribedTensor, Description, EnumField, IMAGE_ATTR, TensorName, USAGES, VkFormat, find,
    find_format, format_of, image_of, tiling_of, usage_of,
};
use ir::{Module, Op, Type, TypeKind};

/// A new description, and the properties of its op.
pub(super) struct NewDescription {
    /// The preferred symbol; another one is used if it is taken.
    pub(super) symbol: String,
    /// The place of the tensor's definition.
    pub(super) location: SourceLocation,
    pub(super) description: Description,
    /// A warning if the tensor has more dims than devices must allow.
    pub(super) warning: Option<String>,
}

/// The inputs for the descriptions of a module's tensors.
pub(super) struct Describer<'a> {
    pub(super) module: &'a Module,
    pub(super) names: ValueNames<'a>,
    pub(super) layouts: Layouts<'a>,
    pub(super) defs: Defs<'a>,
    pub(super) tensors: &'a Tensors,
    pub(super) formats: DeclaredFormats<'a>,
    pub(super) target: Option<&'a Target>,
    /// The usage of a value, by names in the IR. Declared tensors state their own.
    pub(super) usage: &'static [&'static str],
}

impl Describer<'_> {
    /// Describes a tensor; `None` if its strides are not resolved.
    pub(super) fn describe(
        &mut self,
        holder: Holder,
        ty: Type,
        is_boundary: bool,
    ) -> Result<Option<NewDescription>, Fault> {
        let module = self.module;
        let (TypeKind::Tensor { elem, .. } | TypeKind::MemRef { elem, .. }) = *module.ctx.kind(ty)
        else {
            return Ok(None);
        };
        let Some(tensor) = self.strided(ty, is_boundary)? else { return Ok(None) };
        let StridedTensor { shape, dims, memory, wraps } = tensor;
        let owner = match holder {
            Holder::Declared(op, _) => Some(op),
            _ => None,
        };
        let limits = Target::device_of(self.target).limits;
        let limits = LimitsOf { target: self.target.filter(|target| target.is_device()), limits };
        let memory = (memory, wraps);
        let lowered = memory::lower(&shape, memory, &limits, self.format(holder, elem)?)?;
        let [tiling, usage, image] =
            ["tiling", "usage", IMAGE_ATTR].map(|key| owner.and_then(|op| module.attr(op, key)));
        let tiling = tiling_of(&module.ctx, tiling).registered("tiling").map_err(invalid)?;
        let usage = usage_of(&module.ctx, usage);
        let usage: Result<_, _> = usage.iter().map(|bit| bit.registered("usage")).collect();
        let image = image_of(&module.ctx, image, &EnumField::Known(tiling));
        let usage = match owner {
            None => self.usage.iter().filter_map(|name| find(USAGES, name)).collect(),
            Some(_) => usage.map_err(invalid)?,
        };
        let memory = match tiling.name {
            "LINEAR" => lowered.memory,
            _ => lowered.memory.without_strides().map_err(invalid)?,
        };
        let (symbol, name, function) = self.named(holder);
        let mut tensor = DescribedTensor::default();
        tensor.name = Some(name);
        tensor.function = function;
        tensor.element_type = Some(elem);
        tensor.logical_shape = shape.values().map(|len| len.get()).collect();
        tensor.dim_order = Some(dims.into_iter().map(|dim| dim.index() as i64).collect());
        let in_arena = self.in_arena(holder, lowered.offset)?;
        let offset = in_arena.unwrap_or(lowered.offset);
        tensor.offset = Some(offset).filter(|&offset| offset != Bytes::ZERO);
        tensor.in_arena = in_arena.is_some();
        tensor.image = image;
        tensor.wraps = lowered.wraps;
        let description = Description::new(tensor, tiling, memory, usage);
        let place = holder.location(module);
        let warning = lowered.warning;
        Ok(Some(NewDescription { symbol, location: place, description, warning }))
    }

    /// Returns the offset of a tensor in the arena of its function, from that in its buffer. `None` if the buffer is not in
    /// an arena.
    fn in_arena(&self, holder: Holder, offset: Bytes) -> Result<Option<Bytes>, Fault> {
        let Holder::Value(value) = holder else { return Ok(None) };
        let Some(range) = arena::range(self.module, value) else { return Ok(None) };
        let sum = i64::try_from(range.offset).ok().and_then(|it| it.checked_add(offset.get()));
        let sum = sum.map(Bytes::new).ok_or_else(|| {
            let text = format!("its offset {offset:#} in the range {range} exceeds 63 bits");
            Fault::new(code::SHAPE, text)
        });
        sum.map(Some)
    }

    /// Returns the strides of a type, or those of the rolling form of its descriptor.
    fn strided(&self, ty: Type, is_boundary: bool) -> Result<Option<StridedTensor>, Fault> {
        let ctx = &self.module.ctx;
        if let Ok(Some(Reading::Descriptor(_))) = encoding::read(ctx, ty) {
            if is_refused_type(&self.layouts, ty) {
                return self.layouts.of_type(ty, is_boundary).map(|_| None);
            }
            // A descriptor that has no layout was reported where it is defined.
            let layout = self.layouts.of_type(ty, is_boundary).ok().flatten();
            let rolling = layout.as_deref().and_then(|it| rolling(it).map(|form| (it, form)));
            if let Some((layout, form)) = rolling {
                return form.for_target(layout, self.target).map(Some);
            }
        }
        let splits = self.target.is_some_and(|target| target.vector_dims);
        strided(ctx, ty, is_boundary, splits)
    }

    /// Returns the format that is declared for a tensor, or the format of its element type.
    fn format(&self, holder: Holder, elem: Type) -> Result<&'static VkFormat, Fault> {
        let module = self.module;
        let declared = match holder {
            Holder::Declared(op, _) => module.str_attr(op, "vk_format"),
            Holder::Value(value) => self.formats.format(self.tensors, value),
            Holder::Input(..) | Holder::Output(..) => None,
        };
        let shown = type_to_string(module, elem);
        let Some(declared) = declared else {
            let format = format_of(&encoding::storage_kind(&module.ctx, elem));
            let text = format!("its element type `{shown}` has no Vulkan format");
            return format.ok_or_else(|| Fault::new(code::VULKAN_FORMAT, text));
        };
        let Some(format) = find_format(declared) else {
            let text = format!("`vk_format` must be a tensor format, but is {declared}");
            return Err(Fault::new(code::VULKAN_FORMAT, text));
        };
        // Elements smaller than a byte are described as bytes.
        let bytes = encoding::elem_size(&module.ctx, elem)?.bytes().map_or(1, Bytes::get);
        if i64::try_from(format.bytes) == Ok(bytes) {
            return Ok(format);
        }
        let text = format!(
            "`vk_format` {declared} has {}, but an element of type `{shown}` has {}",
            Bytes::new(format.bytes as i64),
            Bytes::new(bytes)
        );
        Err(Fault::new(code::VULKAN_FORMAT, text))
    }

    /// Returns the symbol of the description, the name of the tensor, and the function around it.
    fn named(&mut self, holder: Holder) -> (String, TensorName, Option<String>) {
        let module = self.module;
        fn symbol(module: &Module, op: Op) -> String {
            module.symbol(op).unwrap_or("tensor").to_owned()
        }
        match holder {
            Holder::Value(value) => {
                let name = self.names.get(value);
                let function = self.function_of(value).map(|op| symbol(module, op));
                let prefix = function.as_ref().map_or(String::new(), |name| format!("{name}_"));
                (format!("{prefix}{name}_vk"), TensorName::Value(name), function)
            }
            Holder::Declared(op, _) | Holder::Input(op, _) | Holder::Output(op, _) => {
                let name = symbol(module, op);
                (format!("{name}_vk"), TensorName::Symbol(name), None)
            }
        }
    }

    fn function_of(&mut self, value: ir::Value) -> Option<Op> {
        let op = match self.module.def(value) {
            ir::module::Def::Result(op, _) => op,
            ir::module::Def::Argument(block, _) => {
                let parent = self.module.region_parent(self.module.block_region(block));
                if self.defs.get(parent).is_some_and(|def| def.function.is_some()) {
                    return Some(parent);
                }
                parent
            }
        };
        self.defs.function_around(op)
    }
}

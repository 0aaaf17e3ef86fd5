//! `lower-to-vulkan`: describes every tensor whose strides are resolved, in Vulkan's terms.
//!
//! ```mlir
//! // before
//! layout.tensor @x : tensor<2x3x5xf16, {order = affine_map<(d0, d1, d2) -> (d0, d2, d1)>, strides = [40, 1, 8]}>
//! // after: the source stays, and at the end of the module stands
//! vk.tensor_description @x_vk {of = @x, element_type = f16, logical_shape = array<i64: 2, 3, 5>,
//!   dim_order = array<i64: 0, 2, 1>, tiling = "LINEAR", format = "VK_FORMAT_R16_SFLOAT",
//!   dims = array<i64: 2, 5, 3>, strides = array<i64: 80, 16, 2>, usage = ["SHADER"]}
//! ```
//!
//! Lengths and byte strides are in physical order: a permuted tensor is described by permuting its dims,
//! never its strides. What is described: tensors with strides in their type, and those without an encoding in
//! a function's signature (through the values there) or a declaration, which are row major; and memrefs that are
//! declared, after the tensors. A value that is returned is described once. What a description cannot say stands beside it: `offset` is the byte in the
//! buffer at which the memory must be bound, for a tensor that does not start at its buffer's first byte.
//! A run over its own result adds nothing.

mod form;
mod memref;
mod merge;
pub(crate) mod names;

use crate::pass::{Pass, PassContext, PassInfo};
use crate::tensors::{Defs, Holder, Tensor, Tensors};
use form::{Fault, Form, form};
use ir::attrs::Attr;
use ir::diag::{Diag, code};
use ir::encoding::{self, Reading};
use ir::layout::{Bytes, FormatLayout, TensorLayout};
use ir::module::NewOp;
use ir::print::{ValueNames, type_to_string};
use ir::source::Span;
use ir::target::{SPEC_MIN, Target};
use ir::vulkan::{DESCRIPTION_OP, Format, find_format, format_of};
use ir::{Module, Op, Type, TypeKind};
use names::Symbols;

pub(crate) const INFO: PassInfo = PassInfo {
    name: "lower-to-vulkan",
    summary: "describes every tensor whose strides are resolved as a `VkTensorDescriptionARM`",
    page: include_str!("lower_to_vulkan/page.md"),
    options: &[],
    build: |_| Ok(Box::new(LowerToVulkan)),
};

/// The pass `lower-to-vulkan`.
pub struct LowerToVulkan;

impl Pass for LowerToVulkan {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        let tensors = Tensors::new(module, cx.registry);
        let found = describe_all(module, &tensors, cx);
        let mut symbols = Symbols::new(module);
        for description in found {
            append(module, &mut symbols, &description);
            cx.stats.add("tensors described", 1);
        }
    }
}

/// A tensor with all that its description says.
struct Described {
    /// The description's symbol, unless another has it.
    symbol: String,
    of: Of,
    function: Option<String>,
    span: Span,
    elem: Type,
    logical: Vec<i64>,
    order: Vec<i64>,
    form: Form,
    format: &'static Format,
    tiling: Option<Attr>,
    usage: Option<Attr>,
    linear: bool,
}

/// Who is described: a symbol, or a value by its name without sigil.
enum Of {
    Symbol(String),
    Value(String),
}

fn describe_all(module: &Module, tensors: &Tensors, cx: &mut PassContext<'_>) -> Vec<Described> {
    let names = ValueNames::new(module, cx.registry);
    let defs = Defs::new(module, cx.registry);
    let mut describer = Describer { module, names, defs, target: cx.target };
    let mut found = Vec::new();
    let named = |tensor: &Tensor| !matches!(tensor.holder, Holder::Input(..) | Holder::Output(..));
    let all = tensors.all().filter(|(_, tensor)| named(tensor));
    let all: Vec<(Tensor, bool)> =
        all.map(|(slot, tensor)| (tensor, tensors.is_boundary(slot))).collect();
    let memrefs = memref::declared(module, &mut describer.defs);
    for (tensor, boundary) in all.into_iter().chain(memrefs.map(|memref| (memref, true))) {
        let described = describer.describe(tensor.holder, tensor.ty, boundary);
        let (name, span) =
            (|| tensor.holder.describe(module, &describer.names), tensor.holder.span(module));
        match described {
            Ok(described) => {
                if let Some(warning) = described.as_ref().and_then(|it| it.form.warning.as_ref()) {
                    let message = format!("{} {warning}", name());
                    cx.sink.push(Diag::warning(code::VULKAN_RANK, span, message));
                }
                found.extend(described);
            }
            Err(fault) => cx.sink.error(fault.code, span, fault.message(&name())),
        }
    }
    found
}

struct Describer<'a> {
    module: &'a Module,
    names: ValueNames<'a>,
    defs: Defs<'a>,
    target: Option<&'a Target>,
}

impl Describer<'_> {
    /// Nothing for a tensor without resolved strides.
    fn describe(
        &mut self,
        holder: Holder,
        ty: Type,
        boundary: bool,
    ) -> Result<Option<Described>, Fault> {
        let module = self.module;
        let (TypeKind::Tensor { elem, .. } | TypeKind::MemRef { elem, .. }) = *module.ctx.kind(ty)
        else {
            return Ok(None);
        };
        let Some(layout) = decided(module, ty, boundary)? else { return Ok(None) };
        let owner = match holder {
            Holder::Declared(op, _) => Some(op),
            _ => None,
        };
        let format = self.format(owner, elem)?;
        let tiling = owner.and_then(|op| module.attr(op, "tiling"));
        let name = tiling.and_then(|attr| module.ctx.as_str(attr));
        let linear = name.is_none_or(|tiling| tiling == "LINEAR");
        let form = form(&layout, self.limits(), format)?;
        let logical = layout.shape().values().map(|len| len.get().unwrap_or(0)).collect();
        let (symbol, of, function) = self.named(holder);
        Ok(Some(Described {
            symbol,
            of,
            function,
            span: holder.span(module),
            elem,
            logical,
            order: layout.order().results().map(|dim| dim.index() as i64).collect(),
            form,
            format,
            tiling,
            usage: owner.and_then(|op| module.attr(op, "usage")),
            linear,
        }))
    }

    fn limits(&self) -> form::Bound<'_> {
        form::Bound { target: self.target, limits: self.target.unwrap_or(&SPEC_MIN).limits }
    }

    /// The format that the owner asks for, else that of the element type.
    fn format(&self, owner: Option<Op>, elem: Type) -> Result<&'static Format, Fault> {
        let module = self.module;
        let shown = || type_to_string(module, elem);
        let Some(asked) = owner.and_then(|op| module.str_attr(op, "vk_format")) else {
            let text = || format!("its element type {} has no Vulkan format", shown());
            let own = format_of(module.ctx.kind(elem));
            return own.ok_or_else(|| Fault::new(code::VULKAN_FORMAT, text()));
        };
        let format = find_format(asked).ok_or_else(|| {
            Fault::new(code::VULKAN_FORMAT, format!("`vk_format` {asked} is no tensor format"))
        })?;
        // Parts of bytes are described as bytes.
        let bytes = encoding::elem_size(&module.ctx, elem)?.bytes().map_or(1, Bytes::get);
        if i64::try_from(format.bytes) == Ok(bytes) {
            return Ok(format);
        }
        let message = format!(
            "`vk_format` {asked} has {}, but an element of type {} is described by {}",
            Bytes::new(format.bytes as i64),
            shown(),
            Bytes::new(bytes)
        );
        Err(Fault::new(code::VULKAN_FORMAT, message))
    }

    /// The symbol of the description, whom it describes, and the function around that.
    fn named(&mut self, holder: Holder) -> (String, Of, Option<String>) {
        let module = self.module;
        let symbol = |op| module.symbol(op).unwrap_or("tensor").to_owned();
        match holder {
            Holder::Value(value) => {
                let name = self.names.get(value);
                let function = self.function_of(value).map(symbol);
                let prefix = function.as_ref().map_or(String::new(), |name| format!("{name}_"));
                (format!("{prefix}{name}_vk"), Of::Value(name), function)
            }
            Holder::Declared(op, _) | Holder::Input(op, _) | Holder::Output(op, _) => {
                (format!("{}_vk", symbol(op)), Of::Symbol(symbol(op)), None)
            }
        }
    }

    fn function_of(&mut self, value: ir::Value) -> Option<Op> {
        let op = match self.module.def(value) {
            ir::module::Def::Result(op, _) => op,
            ir::module::Def::Argument(block, _) => {
                let parent = self.module.region_parent(self.module.block_region(block));
                if self.defs.of(parent).is_some_and(|def| def.function.is_some()) {
                    return Some(parent);
                }
                parent
            }
        };
        self.defs.function_around(op)
    }
}

/// The layout of a type with its strides, as far as they are decided; without an encoding row major at a boundary.
fn decided(module: &Module, ty: Type, boundary: bool) -> Result<Option<TensorLayout>, Fault> {
    if let Some(layout) = memref::layout(&module.ctx, ty)? {
        return Ok(Some(layout));
    }
    match encoding::read(&module.ctx, ty)? {
        Some(Reading::Ordered(layout)) => Ok(layout.strides().is_some().then_some(*layout)),
        Some(Reading::Open) if boundary => row_major(module, ty),
        Some(Reading::Format(layout)) => ordered(&layout).map(Some),
        Some(Reading::Descriptor(_)) => {
            let text = "its layout is a descriptor, which Vulkan cannot tell; `canonicalize-layouts` \
                        makes it an `order` with `strides` where it is one";
            Err(Fault::new(code::NOT_RESOLVED, text))
        }
        Some(Reading::Open) | None => Ok(None),
    }
}

fn row_major(module: &Module, ty: Type) -> Result<Option<TensorLayout>, Fault> {
    let Some(layout) = encoding::row_major(&module.ctx, ty)? else { return Ok(None) };
    let strides = layout.resolve().map_err(|error| Fault::new(code::SHAPE, error.to_string()))?;
    let layout = layout.with_strides(strides.strides());
    Ok(Some(layout.expect("resolved strides have the rank of the layout")))
}

/// The layout of a format with its strides.
fn ordered(layout: &FormatLayout) -> Result<TensorLayout, Fault> {
    let ordered = layout.ordered().map_err(|error| Fault::new(code::SHAPE, error.to_string()))?;
    ordered.ok_or_else(|| {
        let text = format!("format `{}` splits C, which strides cannot tell", layout.format);
        Fault::new(code::NOT_RESOLVED, text)
    })
}

/// Appends a description to the module's body, unless it stands there already.
fn append(module: &mut Module, symbols: &mut Symbols, described: &Described) {
    let facts = facts(module, described);
    let attrs = module.ctx.dict(facts.iter().copied());
    if symbols.is_described(attrs) {
        return;
    }
    let symbol = symbols.claim(&described.symbol);
    let key = module.ctx.name("sym_name");
    let symbol = module.ctx.string(&symbol);
    let attrs = module.ctx.dict_with(attrs, key, Some(symbol));
    let name = module.ctx.name(DESCRIPTION_OP);
    let new = NewOp { attrs: Some(attrs), span: described.span, ..NewOp::new(name) };
    let op = module.create_op(new);
    let body = module.body();
    module.append_op(body, op);
}

/// The attributes of a description, but for its symbol.
fn facts(module: &mut Module, described: &Described) -> Vec<(ir::Name, Attr)> {
    let ctx = &mut module.ctx;
    let of = match &described.of {
        Of::Symbol(name) => ctx.symbol(name),
        Of::Value(name) => ctx.string(name),
    };
    let function = described.function.as_ref().map(|name| ctx.string(name));
    let linear = ctx.string("LINEAR");
    let shader = ctx.string("SHADER");
    let usage = described.usage.unwrap_or_else(|| ctx.array(&[shader]));
    let strides = described.form.strides.as_ref().filter(|_| described.linear);
    let strides = strides.map(|strides| ctx.i64_array(strides));
    let offset = (described.form.offset != 0).then(|| ctx.int(described.form.offset));
    let facts = [
        ("of", Some(of)),
        ("function", function),
        ("element_type", Some(ctx.type_attr(described.elem))),
        ("logical_shape", Some(ctx.i64_array(&described.logical))),
        ("dim_order", Some(ctx.i64_array(&described.order))),
        ("tiling", Some(described.tiling.unwrap_or(linear))),
        ("format", Some(ctx.string(described.format.name))),
        ("dims", Some(ctx.i64_array(&described.form.dims))),
        ("strides", strides),
        ("offset", offset),
        ("usage", Some(usage)),
    ];
    let given = facts.into_iter().filter_map(|(key, value)| value.map(|value| (key, value)));
    given.map(|(key, value)| (ctx.name(key), value)).collect()
}

#[cfg(test)]
mod props;
#[cfg(test)]
mod tests;

//! The tensor descriptions of a module, the input of every Vulkan emitter.

use crate::emitter::EmitContext;
use ir::diag::{Diag, code};
use ir::print::type_to_string;
use ir::target::Target;
use ir::vulkan::{Description, DescriptionError};
use ir::{Module, Op, Verified};

/// The passes that run before every Vulkan emitter.
pub(crate) const PASSES: &[&str] = &["resolve-strides", "lower-to-vulkan", "verify-vulkan"];

/// A tensor description with its symbol and its size.
#[derive(Debug)]
pub(crate) struct SizedDescription<'a> {
    /// The symbol of the description, not of the tensor.
    pub(crate) symbol: &'a str,
    pub(crate) description: Description,
    /// The element type as MLIR prints it; `None` if the description has none.
    pub(crate) element_type: Option<String>,
    pub(crate) size_in_bytes: i64,
}

impl SizedDescription<'_> {
    /// Returns the name of the described tensor, without its sigil, or the symbol of the description if the tensor has
    /// no name.
    pub(crate) fn name(&self) -> &str {
        self.description.tensor.name.as_ref().map_or(self.symbol, |name| name.text())
    }

    /// Returns the names of the usage bits, joined by ` | `.
    pub(crate) fn usage_names(&self) -> String {
        self.description.usage_bits().map(|bit| bit.vk_name).collect::<Vec<&str>>().join(" | ")
    }

    /// Returns the attributes that are not fields of `VkTensorDescriptionARM`, as one to three lines for a comment in C
    /// or Rust.
    pub(crate) fn facts(&self) -> Vec<String> {
        let quoted = |what: &str, text: &str| format!("{what} `{}`", harmless(text));
        let tensor = &self.description.tensor;
        let subject = (self.name() != self.symbol).then(|| quoted("of", self.name()));
        let function = tensor.function.as_ref().map(|name| quoted("function", name));
        let elem = self.element_type.as_ref().map(|ty| quoted("element type", ty));
        let shape = tensor.logical_shape.as_ref().map(|shape| format!("logical shape `{shape:?}`"));
        let order = tensor.dim_order.as_ref().map(|order| format!("dim order `{order:?}`"));
        let least = if self.description.tiling.name == "LINEAR" { "" } else { "at least " };
        let size = format!("size {least}{} bytes", self.size_in_bytes);
        let offset = format!("offset {:#} bytes", tensor.offset.unwrap_or_default());
        [vec![subject, function], vec![elem, shape, order], vec![Some(size), Some(offset)]]
            .map(|facts| facts.into_iter().flatten().collect::<Vec<String>>().join(", "))
            .into_iter()
            .filter(|line| !line.is_empty())
            .collect()
    }
}

/// Returns ` for target NAME` for the first line of a file; empty without a target.
pub(crate) fn target_words(target: Option<&Target>) -> String {
    target.map(|target| format!(" for target `{}`", harmless(&target.name))).unwrap_or_default()
}

/// Escapes a text so that it ends neither a comment nor a line in C or Rust.
pub(crate) fn harmless(text: &str) -> String {
    let is_plain = |c: char| (c.is_ascii_graphic() || c == ' ') && !"/\\`".contains(c);
    let written =
        |c: char| if is_plain(c) { c.to_string() } else { c.escape_unicode().to_string() };
    text.chars().map(written).collect()
}

/// Returns every tensor description of a module, in module order. `as_what` names the output language in the error.
/// Reports a warning if there are none.
///
/// # Errors
/// The first description that is invalid.
pub(crate) fn tensors<'a>(
    module: &'a Verified,
    cx: &EmitContext<'_>,
    as_what: &str,
) -> Result<Vec<SizedDescription<'a>>, Diag> {
    let ops = cx.registry.ops_with(module, |def| def.describes_tensor);
    let described = ops.map(|op| (op, tensor(module, op)));
    let described: Vec<SizedDescription<'_>> = described
        .map(|(op, tensor)| tensor.map_err(|error| fault(module, op, as_what, &error)))
        .collect::<Result<_, _>>()?;
    if described.is_empty() {
        let remedy = "add a tensor such as `layout.tensor @x : tensor<4x5xf32>`";
        cx.warn_nothing_emitted(module, "tensor descriptions", remedy);
    }
    Ok(described)
}

fn fault(module: &Module, op: Op, as_what: &str, error: &DescriptionError) -> Diag {
    let symbol = module.symbol(op).unwrap_or("<unnamed>");
    let message = format!("`@{symbol}` cannot be written as {as_what}: {error}");
    Diag::error(code::VULKAN_RULE, module.place(op), message)
}

fn tensor(module: &Module, op: Op) -> Result<SizedDescription<'_>, DescriptionError> {
    let description = Description::read(module, op)?;
    let size_in_bytes = description.memory.size_in_bytes()?.get();
    let element_type = description.tensor.element_type.map(|ty| type_to_string(module, ty));
    let symbol = module.symbol(op).unwrap_or_default();
    Ok(SizedDescription { symbol, description, element_type, size_in_bytes })
}

//! The tensor descriptions of a module, as every Vulkan emitter reads them.

use ir::diag::{Diag, code};
use ir::print::type_to_string;
use ir::target::Target;
use ir::vulkan::{Description, DescriptionError};
use ir::{Module, Op, Registry, Verified};

/// The passes that every Vulkan emitter needs.
pub(crate) const PASSES: &[&str] = &["resolve-strides", "lower-to-vulkan", "verify-vulkan"];

/// A description of a module, with its size.
#[derive(Debug)]
pub(crate) struct SizedDescription<'a> {
    /// The symbol of the description itself.
    pub(crate) symbol: &'a str,
    pub(crate) description: Description,
    /// The spelling of the element type in the language; `None` if the description has none.
    pub(crate) element_type: Option<String>,
    pub(crate) size_in_bytes: i64,
}

impl SizedDescription<'_> {
    /// The name of the described tensor, without a sigil; else that of the description.
    pub(crate) fn name(&self) -> &str {
        self.description.tensor.name.as_ref().map_or(self.symbol, |name| name.text())
    }

    /// The names of the usage bits, each once, joined as in C.
    pub(crate) fn usage_names(&self) -> String {
        self.description.usage_bits().map(|bit| bit.vk_name).collect::<Vec<&str>>().join(" | ")
    }

    /// Returns the facts beside Vulkan's fields, in one to three lines for a comment of C or Rust.
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

/// " for target `emulation`", or nothing, for the first line of a file.
pub(crate) fn target_words(target: Option<&Target>) -> String {
    target.map(|target| format!(" for target `{}`", harmless(&target.name))).unwrap_or_default()
}

/// Text that neither ends a comment nor a line of it, whatever the language.
pub(crate) fn harmless(text: &str) -> String {
    let is_plain = |c: char| (c.is_ascii_graphic() || c == ' ') && !"/\\`".contains(c);
    let written =
        |c: char| if is_plain(c) { c.to_string() } else { c.escape_unicode().to_string() };
    text.chars().map(written).collect()
}

/// Returns every description of a module, in its order.
///
/// # Errors
/// The first one that cannot be written `as_what`.
pub(crate) fn tensors<'a>(
    module: &'a Verified,
    registry: &Registry,
    as_what: &str,
) -> Result<Vec<SizedDescription<'a>>, Diag> {
    let ops = registry.ops_with(module, |def| def.describes_tensor);
    let described = ops.map(|op| (op, tensor(module, op)));
    described
        .map(|(op, tensor)| tensor.map_err(|error| fault(module, op, as_what, &error)))
        .collect()
}

fn fault(module: &Module, op: Op, as_what: &str, error: &DescriptionError) -> Diag {
    let symbol = module.symbol(op).unwrap_or("<unnamed>");
    let message = format!("`@{symbol}` cannot be written as {as_what}: {error}");
    Diag::error(code::VULKAN_RULE, module.span(op), message)
}

fn tensor(module: &Module, op: Op) -> Result<SizedDescription<'_>, DescriptionError> {
    let description = Description::read(module, op)?;
    let size_in_bytes = description.memory.size_in_bytes()?.get();
    let element_type = description.tensor.element_type.map(|ty| type_to_string(module, ty));
    let symbol = module.symbol(op).unwrap_or_default();
    Ok(SizedDescription { symbol, description, element_type, size_in_bytes })
}

//! The tensor descriptions of a module, as every Vulkan emitter reads them.

use ir::attrs::AttrKind;
use ir::diag::{Diag, code};
use ir::print::type_to_string;
use ir::target::Target;
use ir::vulkan::{DESCRIPTION_OP, Description, Enumerator, Field, Format};
use ir::{Module, Op, Verified};

/// The passes that every Vulkan emitter needs.
pub(crate) const PASSES: &[&str] = &["resolve-strides", "lower-to-vulkan", "verify-vulkan"];

/// One description: Vulkan's fields, all of them registered and of a size that is known, and the facts beside
/// them, which a hand-written description may lack.
#[derive(Debug)]
pub(crate) struct Tensor<'a> {
    /// The symbol of the description itself.
    pub(crate) symbol: &'a str,
    /// Whom it describes, without a sigil: a symbol or value, else the description itself.
    pub(crate) name: String,
    /// Where a value lives.
    pub(crate) function: Option<&'a str>,
    /// In the language's own spelling.
    pub(crate) element_type: Option<String>,
    pub(crate) logical_shape: Option<Vec<i64>>,
    /// The logical dim of each place in memory, outermost first.
    pub(crate) dim_order: Option<Vec<i64>>,
    /// The byte of the buffer at which the memory is to be bound.
    pub(crate) offset: Option<i64>,
    pub(crate) tiling: &'static Enumerator,
    pub(crate) format: &'static Format,
    /// Elements, outermost first; at least one.
    pub(crate) dims: Vec<i64>,
    /// Bytes, as many as dims; none is a null pointer.
    pub(crate) strides: Option<Vec<i64>>,
    /// Each bit once or more.
    pub(crate) usage: Vec<&'static Enumerator>,
    pub(crate) packed: bool,
    /// Exact; without strides that of a packed tensor, which is the least for an opaque tiling.
    pub(crate) size_in_bytes: i64,
}

impl Tensor<'_> {
    /// `VkTensorUsageFlagsARM`.
    pub(crate) fn usage_mask(&self) -> i64 {
        self.usage.iter().fold(0, |mask, row| mask | row.value)
    }

    /// The names of the usage bits, each once, joined as in C.
    pub(crate) fn usage_names(&self) -> String {
        let rows = ir::vulkan::USAGES.iter().filter(|row| self.usage_mask() & row.value != 0);
        rows.map(|row| row.vk_name).collect::<Vec<&str>>().join(" | ")
    }

    /// What stands beside Vulkan's fields, in one to three lines for a comment of C or Rust.
    pub(crate) fn facts(&self) -> Vec<String> {
        let quoted = |what: &str, text: &str| format!("{what} `{}`", harmless(text));
        let subject = (self.name != self.symbol).then(|| quoted("of", &self.name));
        let function = self.function.map(|name| quoted("function", name));
        let elem = self.element_type.as_ref().map(|ty| quoted("element type", ty));
        let shape = self.logical_shape.as_ref().map(|shape| format!("logical shape `{shape:?}`"));
        let order = self.dim_order.as_ref().map(|order| format!("dim order `{order:?}`"));
        let least = if self.tiling.name == "LINEAR" { "" } else { "at least " };
        let size = format!("size {least}{} bytes", self.size_in_bytes);
        let offset = format!("offset {} bytes", self.offset.unwrap_or(0));
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

/// Every description of a module, in its order.
///
/// # Errors
/// The first one that cannot be written `as_what`.
pub(crate) fn tensors<'a>(module: &'a Verified, as_what: &str) -> Result<Vec<Tensor<'a>>, Diag> {
    let name = module.ctx.find_name(DESCRIPTION_OP);
    let ops = module.walk().filter(|&op| Some(module.op_name(op)) == name);
    ops.map(|op| tensor(module, op).map_err(|text| fault(module, op, as_what, &text))).collect()
}

fn fault(module: &Module, op: Op, as_what: &str, text: &str) -> Diag {
    let symbol = module.symbol(op).unwrap_or("<unnamed>");
    let message = format!("`@{symbol}` cannot be written as {as_what}: {text}");
    Diag::error(code::VULKAN_RULE, module.span(op), message)
}

fn tensor(module: &Module, op: Op) -> Result<Tensor<'_>, String> {
    let description = Description::read(module, op);
    let tiling = registered(&description.tiling, "tiling")?;
    let format = registered(&description.format, "format")?;
    let usage = description.usage.iter().map(|bit| registered(bit, "usage"));
    let usage = usage.collect::<Result<Vec<_>, String>>()?;
    let layout = description.layout()?;
    let size = layout.size_in_bytes().map_err(|error| error.to_string())?;
    let ints = |key| module.attr(op, key).and_then(|attr| module.ctx.as_int_list(attr));
    let elem = module.attr(op, "element_type").and_then(|attr| module.ctx.as_type(attr));
    Ok(Tensor {
        symbol: module.symbol(op).unwrap_or_default(),
        name: subject(module, op),
        function: module.str_attr(op, "function"),
        element_type: elem.map(|ty| type_to_string(module, ty)),
        logical_shape: ints("logical_shape"),
        dim_order: ints("dim_order"),
        offset: module.attr(op, "offset").and_then(|attr| module.ctx.as_int(attr)),
        tiling,
        format,
        dims: description.dims.unwrap_or_default(),
        strides: description.strides,
        usage,
        packed: layout.is_packed(),
        size_in_bytes: size.get(),
    })
}

fn registered<T: Copy>(field: &Field<T>, what: &str) -> Result<T, String> {
    match field {
        Field::Known(known) => Ok(*known),
        Field::Unknown(text) => Err(format!("`{what}` is \"{text}\", which is not registered")),
    }
}

fn subject(module: &Module, op: Op) -> String {
    let of = module.attr(op, "of").and_then(|of| match module.ctx.attr_kind(of) {
        AttrKind::Symbol { root, nested } => Some((*root, nested.last().copied())),
        _ => None,
    });
    let symbol = of.map(|(root, last)| module.ctx.text(last.unwrap_or(root)));
    let symbol = symbol.or_else(|| module.str_attr(op, "of")).or_else(|| module.symbol(op));
    symbol.unwrap_or_default().to_owned()
}

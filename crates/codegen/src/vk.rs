//! The tensor descriptions of a module, the input of every Vulkan emitter.

pub(crate) mod coordinates;
pub(crate) mod image;
pub(crate) mod selected;

use crate::emitter::EmitContext;
use crate::identifiers::UniqueNames;
use crate::named_constant::NamedConstant;
use ir::descriptor::Layouts;
use ir::diag::{Diag, code};
use ir::encoding;
use ir::layout::{SymbolicLayout, joined};
use ir::print::type_to_string;
use ir::source::SourceLocation;
use ir::target::Target;
use ir::vulkan::{Description, DescriptionError, Enumerator, MAX_WRAPS};
use ir::{Context, Module, Op, Registry, Type, Verified};
use std::rc::Rc;

/// The passes that run before every Vulkan emitter.
pub(crate) const PASSES: &[&str] = &["resolve-strides", "lower-to-vulkan", "verify-vulkan"];

/// A tensor description with its symbol and its size.
#[derive(Debug)]
pub(crate) struct SizedDescription<'a> {
    /// The symbol of the description, not of the tensor.
    pub(crate) symbol: &'a str,
    /// The place of the description.
    pub(crate) location: SourceLocation,
    pub(crate) description: Description,
    /// The element type as MLIR prints it; `None` if the description has none.
    pub(crate) element_type: Option<String>,
    /// The size of an element of the tensor in bits; `None` if the element type is unknown.
    pub(crate) element_bits: Option<i64>,
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
        vk_names(self.description.usage_bits())
    }

    /// Returns the attributes that are not fields of `VkTensorDescriptionARM`, as one to three lines for a comment in C
    /// or Rust.
    pub(crate) fn facts(&self) -> Vec<String> {
        fn quoted(what: &str, text: &str) -> String {
            format!("{what} `{}`", harmless(text))
        }
        let tensor = &self.description.tensor;
        let subject = (self.name() != self.symbol).then(|| quoted("of", self.name()));
        let function = tensor.function.as_ref().map(|name| quoted("function", name));
        let elem = self.element_type.as_ref().map(|ty| quoted("element type", ty));
        let shape = tensor.logical_shape.as_ref().map(|shape| format!("logical shape `{shape:?}`"));
        let order = tensor.dim_order.as_ref().map(|order| format!("dim order `{order:?}`"));
        let wraps = tensor.wraps.as_ref().map(|wraps| format!("wraps `{wraps:?}`"));
        let least = if self.is_linear() { "" } else { "at least " };
        let size = format!("size {least}{} bytes", self.size_in_bytes);
        let place = if tensor.in_arena { " in the arena" } else { "" };
        let offset = format!("offset {:#} bytes{place}", tensor.offset.unwrap_or_default());
        [vec![subject, function], vec![elem, shape, order], vec![Some(size), Some(offset), wraps]]
            .map(|facts| joined(facts.into_iter().flatten(), ", "))
            .into_iter()
            .filter(|line| !line.is_empty())
            .collect()
    }
}

/// The suffixes of the constants of a description: those of [`SizedDescription::constants`] in their order, then those of
/// its image.
const CONSTANTS: [&str; 7] = [
    "_SIZE_BYTES",
    "_ALIGNMENT_BYTES",
    "_OFFSET_BYTES",
    IMAGE_USAGE,
    IMAGE_LAYOUT,
    IMAGE_ROW_PITCH,
    IMAGE_DEPTH_PITCH,
];

const IMAGE_USAGE: &str = "_IMAGE_USAGE";
const IMAGE_LAYOUT: &str = "_IMAGE_LAYOUT";
const IMAGE_ROW_PITCH: &str = "_IMAGE_ROW_PITCH_BYTES";
const IMAGE_DEPTH_PITCH: &str = "_IMAGE_DEPTH_PITCH_BYTES";

impl SizedDescription<'_> {
    /// Returns the size, the alignment and the offset as constants whose names begin with `stem`, and then those for the
    /// image that the tensor aliases.
    fn constants(&self, stem: &str) -> Vec<NamedConstant> {
        let symbol = harmless(self.symbol);
        let least = if self.is_linear() { "" } else { "least " };
        let place = if self.description.tensor.in_arena { "arena" } else { "buffer" };
        let comments = [
            format!("the {least}size of `@{symbol}` in bytes"),
            format!("the alignment of the rows of `@{symbol}` from its first byte, in bytes"),
            format!("the offset in its {place} at which `@{symbol}` must be bound, in bytes"),
        ];
        let offset = self.description.tensor.offset.unwrap_or_default().get();
        let values = [self.size_in_bytes, self.row_alignment(), offset];
        let memory = CONSTANTS.into_iter().zip(comments).zip(values);
        memory
            .map(|((ending, comment), value)| NamedConstant::new(stem, ending, comment, value))
            .chain(self.image_constants(stem))
            .collect()
    }

    /// Returns the reason why the memory begins before its buffer, or the wraps do not fit the structure of Vulkan.
    fn invalid(&self) -> Option<String> {
        let tensor = &self.description.tensor;
        if let Some(offset) = tensor.offset.filter(|offset| offset.get() < 0) {
            return Some(format!("`offset` must be at least 0, but is {offset:#}"));
        }
        let count = tensor.wraps.as_ref().map_or(0, Vec::len);
        (count > MAX_WRAPS).then(|| {
            format!("a rolling backing has at most {MAX_WRAPS} dims, but there are {count}")
        })
    }

    /// Returns the member `wraps` of `VkTensorRollingBackingCreateInfoARM`; `None` without a rolling backing. Vulkan does
    /// not read the entries after the last dim, which are 1.
    pub(crate) fn wraps(&self) -> Option<[u32; MAX_WRAPS]> {
        let wraps = self.description.tensor.wraps.as_ref()?;
        Some(std::array::from_fn(|at| wraps.get(at).copied().unwrap_or(1)))
    }

    /// Returns `true` if the elements have addresses.
    fn is_linear(&self) -> bool {
        self.description.tiling.name == "LINEAR"
    }

    /// Returns the greatest power of two that divides the byte strides of all dims except the innermost one, so that
    /// a tensor with this alignment has rows with this alignment; without such dims, and in other tilings than LINEAR, the
    /// power of two that divides the size of an element.
    fn row_alignment(&self) -> i64 {
        let elem = self.description.memory.format().bytes;
        let layout = self.description.memory.layout_in_bytes();
        let strides: Vec<u64> =
            layout.strides().values().map(|stride| stride.get().unsigned_abs()).collect();
        let rows = strides.split_last().map_or(&[][..], |(_, rows)| rows);
        let bits = rows.iter().filter(|_| self.is_linear()).fold(0, |bits, stride| bits | stride);
        let bits = if bits == 0 { elem } else { bits };
        1 << bits.trailing_zeros().min(i64::BITS - 2)
    }
}

/// Returns the names of usage bits, joined by ` | `.
fn vk_names<'e>(bits: impl Iterator<Item = &'e Enumerator>) -> String {
    joined(bits.map(|bit| bit.vk_name), " | ")
}

/// A description with its identifier and its constants.
pub(crate) struct NamedTensor<'a> {
    pub(crate) name: &'a str,
    pub(crate) tensor: &'a SizedDescription<'a>,
    /// The size, the alignment and the offset, and then the constants of the image.
    pub(crate) constants: Vec<NamedConstant>,
}

impl<'a> NamedTensor<'a> {
    /// Returns the descriptions with these identifiers. Each identifier with any of the `endings` appended is in use as
    /// well.
    pub(crate) fn all(
        tensors: &'a [SizedDescription<'a>],
        names: &'a [String],
        endings: &[&str],
    ) -> Vec<NamedTensor<'a>> {
        let mut unique = UniqueNames::new(names);
        for name in names {
            unique.extend(endings.iter().map(|ending| format!("{name}{ending}")));
        }
        let named = tensors.iter().zip(names);
        named
            .map(|(tensor, name)| {
                let stem = unique.claim_endings(&name.to_ascii_uppercase(), &CONSTANTS);
                NamedTensor { name, tensor, constants: tensor.constants(&stem) }
            })
            .collect()
    }

    /// Returns the symbol for a comment.
    pub(crate) fn symbol(&self) -> String {
        harmless(self.tensor.symbol)
    }

    /// Returns the identifier of the offset in the buffer.
    pub(crate) fn offset(&self) -> &str {
        &self.constants[2].name
    }

    /// Returns each member of the layout of a linear image that must equal a stride, with the constant of the stride.
    pub(crate) fn pitches(&self) -> Vec<(&'static str, &str)> {
        let pitches = self.tensor.image_pitches();
        // The pitches are the last constants.
        let values = &self.constants[self.constants.len().saturating_sub(pitches.len())..];
        pitches.iter().zip(values).map(|(pitch, value)| (pitch.member, &*value.name)).collect()
    }
}

/// Returns ` for target NAME` for the first line of a file; empty without a target.
pub(crate) fn target_words(target: Option<&Target>) -> String {
    target.map(|target| format!(" for target `{}`", harmless(&target.name))).unwrap_or_default()
}

/// Escapes a text so that it ends neither a comment nor a line in C or Rust.
pub(crate) fn harmless(text: &str) -> String {
    fn is_plain(c: char) -> bool {
        (c.is_ascii_graphic() || c == ' ') && !"/\\`".contains(c)
    }
    text.chars()
        .map(|c| if is_plain(c) { c.to_string() } else { c.escape_unicode().to_string() })
        .collect()
}

/// A declared tensor whose lengths or strides are expressions over symbols.
pub(crate) struct SymbolicTensor {
    /// The op that declares it.
    pub(crate) op: Op,
    /// The type.
    pub(crate) ty: Type,
    /// The symbol, without `@`.
    pub(crate) name: String,
    /// The layout.
    pub(crate) layout: Rc<SymbolicLayout>,
}

/// Returns the declared tensors of a module with symbols, in module order.
pub(crate) fn symbolic_tensors(module: &Verified, registry: &Registry) -> Vec<SymbolicTensor> {
    let layouts = Layouts::new(module, registry);
    let ops = registry.ops_with(module, |def| def.tensor.is_some());
    let tensors = ops.filter_map(|op| {
        let ty = registry.declared_type(module, op)?;
        let layout = layouts.described_type(ty, true).ok()??.symbolic()?.clone();
        Some(SymbolicTensor { op, ty, name: module.symbol(op)?.to_owned(), layout })
    });
    tensors.collect()
}

/// Returns the error of a tensor with symbols that a language cannot express.
pub(crate) fn unwritable(
    module: &Verified,
    tensor: &SymbolicTensor,
    as_what: &str,
    reason: &str,
) -> Diag {
    let SymbolicTensor { op, name, .. } = tensor;
    let message = format!("`@{name}` cannot be described in {as_what}: {reason}");
    Diag::error(code::VULKAN_RULE, module.location(*op), message)
}

/// Checks that no declared tensor has symbols.
///
/// # Errors
/// The first one that has.
pub(crate) fn refuse_symbols(
    module: &Verified,
    cx: &EmitContext<'_>,
    as_what: &str,
) -> Result<(), Diag> {
    let tensors = symbolic_tensors(module, cx.registry);
    let Some(tensor) = tensors.first() else { return Ok(()) };
    let names = tensor.layout.symbols().names();
    let names = joined(names.map(|name| format!("`{name}`")), ", ");
    let reason = format!("its numbers depend on the symbols {names}");
    let diag = unwritable(module, tensor, as_what, &reason);
    Err(diag.note("`--emit=vk-c` writes a function that fills its description"))
}

/// Returns the logical dim of each physical dim of a tensor with symbols.
pub(crate) fn physical_order(ctx: &Context, ty: Type, rank: usize) -> Vec<usize> {
    match encoding::stated_order(ctx, ty) {
        Some(order) => order.results().map(|dim| dim.index()).collect(),
        None => (0..rank).collect(),
    }
}

/// Returns every tensor description of a module, in module order. `as_what` names the output language in the error.
/// Reports a warning if there are none.
///
/// # Errors
/// The first tensor with symbols, or the first description that is invalid.
pub(crate) fn tensors<'a>(
    module: &'a Verified,
    cx: &EmitContext<'_>,
    as_what: &str,
) -> Result<Vec<SizedDescription<'a>>, Diag> {
    refuse_symbols(module, cx, as_what)?;
    warn_if_none(module, cx);
    tensors_if_any(module, cx, as_what)
}

/// Reports a warning if a module has no tensor descriptions.
pub(crate) fn warn_if_none(module: &Verified, cx: &EmitContext<'_>) {
    if cx.registry.ops_with(module, |def| def.describes_tensor).next().is_none() {
        let remedy = "add a tensor such as `layout.tensor @x : tensor<4x5xf32>`";
        cx.warn_nothing_emitted(module, "tensor descriptions", remedy);
    }
}

/// Returns every tensor description of a module, as [`tensors`], without the warning.
///
/// # Errors
/// The first description that is invalid.
pub(crate) fn tensors_if_any<'a>(
    module: &'a Verified,
    cx: &EmitContext<'_>,
    as_what: &str,
) -> Result<Vec<SizedDescription<'a>>, Diag> {
    let ops = cx.registry.ops_with(module, |def| def.describes_tensor);
    ops.map(|op| {
        let tensor = tensor(module, op).map_err(|error| error.to_string());
        let tensor = tensor.and_then(|tensor| tensor.invalid().map_or(Ok(tensor), Err));
        tensor.map_err(|error| {
            let symbol = module.symbol(op).unwrap_or("<unnamed>");
            let message = format!("`@{symbol}` cannot be written as {as_what}: {error}");
            Diag::error(code::VULKAN_RULE, module.location(op), message)
        })
    })
    .collect()
}

fn tensor(module: &Module, op: Op) -> Result<SizedDescription<'_>, DescriptionError> {
    let description = Description::read(module, op)?;
    let size_in_bytes = description.size_in_bytes()?.get();
    let element_type = description.tensor.element_type.map(|ty| type_to_string(module, ty));
    let element_bits = description.tensor.element_type.and_then(|ty| {
        let size = encoding::elem_size(&module.ctx, ty).ok()?;
        Some(size.bits().get())
    });
    Ok(SizedDescription {
        symbol: module.symbol(op).unwrap_or_default(),
        location: module.location(op),
        description,
        element_type,
        element_bits,
        size_in_bytes,
    })
}

//! The tensor descriptions of a module, the input of every Vulkan emitter.

pub(crate) mod coordinates;
pub(crate) mod image;

use crate::emitter::EmitContext;
use crate::identifiers::UniqueNames;
use ir::diag::{Diag, code};
use ir::encoding;
use ir::print::type_to_string;
use ir::source::SourceLocation;
use ir::target::Target;
use ir::vulkan::{Description, DescriptionError, MAX_WRAPS};
use ir::{Module, Op, Verified};

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
        self.description.usage_bits().map(|bit| bit.vk_name).collect::<Vec<&str>>().join(" | ")
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
        let offset = format!("offset {:#} bytes", tensor.offset.unwrap_or_default());
        [vec![subject, function], vec![elem, shape, order], vec![Some(size), Some(offset), wraps]]
            .map(|facts| facts.into_iter().flatten().collect::<Vec<String>>().join(", "))
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

/// The constants of a description.
pub(crate) struct TensorConstants {
    /// The size, the alignment and the offset.
    pub(crate) memory: [MemoryConstant; 3],
    /// The constants for the image that the tensor aliases.
    pub(crate) image: Vec<MemoryConstant>,
}

impl TensorConstants {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &MemoryConstant> {
        self.memory.iter().chain(&self.image)
    }
}

/// A constant of a description, for the memory of the tensor.
pub(crate) struct MemoryConstant {
    /// The identifier, in upper case.
    pub(crate) name: String,
    /// The meaning, for a comment.
    pub(crate) comment: String,
    pub(crate) value: i64,
}

impl SizedDescription<'_> {
    /// Returns the size, the alignment and the offset as constants whose names begin with `stem`.
    fn constants(&self, stem: &str) -> [MemoryConstant; 3] {
        let symbol = harmless(self.symbol);
        let least = if self.is_linear() { "" } else { "least " };
        let meanings = [
            format!("the {least}size of `@{symbol}` in bytes"),
            format!("the alignment of the rows of `@{symbol}` from its first byte, in bytes"),
            format!("the offset in its buffer at which `@{symbol}` must be bound, in bytes"),
        ];
        let offset = self.description.tensor.offset.unwrap_or_default().get();
        let values = [self.size_in_bytes, self.row_alignment(), offset];
        let mut parts = CONSTANTS.into_iter().zip(meanings).zip(values);
        std::array::from_fn(|_| {
            let ((ending, comment), value) = parts.next().expect("there are three constants");
            MemoryConstant { name: format!("{stem}{ending}"), comment, value }
        })
    }

    /// Returns the description if its memory does not begin before its buffer.
    fn with_valid_offset(self) -> Result<Self, String> {
        match self.description.tensor.offset {
            Some(offset) if offset.get() < 0 => {
                Err(format!("`offset` must be at least 0, but is {offset:#}"))
            }
            _ => Ok(self),
        }
    }

    /// Returns the description if its wraps fit the structure of Vulkan.
    fn with_valid_wraps(self) -> Result<Self, String> {
        match &self.description.tensor.wraps {
            Some(wraps) if wraps.len() > MAX_WRAPS => {
                let count = wraps.len();
                Err(format!(
                    "a rolling backing has at most {MAX_WRAPS} dims, but there are {count}"
                ))
            }
            _ => Ok(self),
        }
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

/// Returns the constants of each description. `names` are the identifiers of the descriptions; each one with any of
/// the `endings` appended is in use as well.
pub(crate) fn constants(
    tensors: &[SizedDescription<'_>],
    names: &[String],
    endings: &[&str],
) -> Vec<TensorConstants> {
    let mut unique = UniqueNames::new(&[]);
    for name in names {
        let all = endings.iter().map(|ending| format!("{name}{ending}"));
        [name.clone()].into_iter().chain(all).for_each(|name| drop(unique.claim(&name)));
    }
    let stem = |name: &String| unique.claim_endings(&name.to_ascii_uppercase(), &CONSTANTS);
    let stems: Vec<String> = names.iter().map(stem).collect();
    tensors
        .iter()
        .zip(stems)
        .map(|(tensor, stem)| TensorConstants {
            memory: tensor.constants(&stem),
            image: tensor.image_constants(&stem),
        })
        .collect()
}

/// A description with its identifier and its constants.
#[derive(Clone, Copy)]
pub(crate) struct NamedTensor<'a> {
    pub(crate) name: &'a str,
    pub(crate) tensor: &'a SizedDescription<'a>,
    pub(crate) constants: &'a TensorConstants,
}

impl<'a> NamedTensor<'a> {
    pub(crate) fn all(
        names: &'a [String],
        tensors: &'a [SizedDescription<'a>],
        constants: &'a [TensorConstants],
    ) -> Vec<NamedTensor<'a>> {
        let named = names.iter().zip(tensors).zip(constants);
        named.map(|((name, tensor), constants)| NamedTensor { name, tensor, constants }).collect()
    }

    /// Returns the symbol for a comment.
    pub(crate) fn symbol(&self) -> String {
        harmless(self.tensor.symbol)
    }

    /// Returns the identifier of the offset in the buffer.
    pub(crate) fn offset(&self) -> &'a str {
        &self.constants.memory[2].name
    }

    /// Returns each member of the layout of a linear image that must equal a stride, with the constant of the stride.
    pub(crate) fn pitches(&self) -> Vec<(&'static str, &'a str)> {
        let pitches = self.tensor.image_pitches();
        // The pitches are the last constants of the image.
        let constants = &self.constants.image;
        let values = &constants[constants.len().saturating_sub(pitches.len())..];
        pitches.iter().zip(values).map(|(pitch, value)| (pitch.member, &*value.name)).collect()
    }
}

/// Returns ` for target NAME` for the first line of a file; empty without a target.
pub(crate) fn target_words(target: Option<&Target>) -> String {
    target.map(|target| format!(" for target `{}`", harmless(&target.name))).unwrap_or_default()
}

/// Escapes a text so that it ends neither a comment nor a line in C or Rust.
pub(crate) fn harmless(text: &str) -> String {
    let is_plain = |c: char| (c.is_ascii_graphic() || c == ' ') && !"/\\`".contains(c);
    text.chars()
        .map(|c| if is_plain(c) { c.to_string() } else { c.escape_unicode().to_string() })
        .collect()
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
        let tensor = tensor.and_then(SizedDescription::with_valid_offset);
        let tensor = tensor.and_then(SizedDescription::with_valid_wraps);
        tensor.map_err(|error| fault(module, op, as_what, &error))
    })
    .collect()
}

fn fault(module: &Module, op: Op, as_what: &str, error: &str) -> Diag {
    let symbol = module.symbol(op).unwrap_or("<unnamed>");
    let message = format!("`@{symbol}` cannot be written as {as_what}: {error}");
    Diag::error(code::VULKAN_RULE, module.location(op), message)
}

fn tensor(module: &Module, op: Op) -> Result<SizedDescription<'_>, DescriptionError> {
    let description = Description::read(module, op)?;
    let size_in_bytes = description.size_in_bytes()?.get();
    let element_type = description.tensor.element_type.map(|ty| type_to_string(module, ty));
    let element_bits = description.tensor.element_type.and_then(|ty| {
        let size = encoding::elem_size(&module.ctx, ty).ok()?;
        Some(size.bits().get())
    });
    let symbol = module.symbol(op).unwrap_or_default();
    let place = module.location(op);
    Ok(SizedDescription {
        symbol,
        location: place,
        description,
        element_type,
        element_bits,
        size_in_bytes,
    })
}

//! Diagnostics about descriptions that violate no valid-usage rule, but are or may be wrong.

use super::rule::RuleContext;
use ir::diag::{Diag, Severity, code};
use ir::encoding::elem_size;
use ir::layout::MemShape;
use ir::print::type_to_string;
use ir::target::Limit;
use ir::types::Signedness;
use ir::vulkan::{FORMATS, VkFormat, element_of, element_type_of};
use ir::{Module, Op, TypeKind};

/// Returns the diagnostics about a description with valid parameters. `assumed` is the note about the
/// device, if it is only assumed.
pub(super) fn advice(
    module: &Module,
    op: Op,
    cx: &RuleContext<'_>,
    assumed: Option<&str>,
) -> Vec<Diag> {
    let symbol = module.symbol(op).unwrap_or("<unnamed>");
    let format = cx.written.format.known();
    let unlisted = format.filter(|format| is_unlisted(format)).map(|format| {
        let text = format!(
            "`@{symbol}` has the format {}, which is not in Vulkan's table of tensor formats; query the device for support",
            format.name
        );
        Diag::new(Severity::Remark, code::VULKAN_FORMAT, module.location(op), text)
    });
    let large = too_large(cx).map(|text| {
        let diag =
            Diag::warning(code::VULKAN_RULE, module.location(op), format!("`@{symbol}` {text}"));
        let diag = diag.of_class("maxTensorSize");
        assumed.into_iter().fold(diag, Diag::note)
    });
    let other = format.and_then(|format| other_element(module, op, format));
    let other = other.map(|(text, note)| {
        let diag =
            Diag::error(code::VULKAN_FORMAT, module.location(op), format!("`@{symbol}` {text}"));
        note.into_iter().fold(diag, Diag::note)
    });
    [unlisted, large, other].into_iter().flatten().collect()
}

/// Returns `true` if a format has one component, but is not in the specification's table of tensor formats.
fn is_unlisted(format: &VkFormat) -> bool {
    let listed = FORMATS.contains(format) && !format.name.contains("FPENCODING");
    format.components == 1 && !listed
}

/// Returns the violation of the size limit by a description without strides. No rule covers this case, but the
/// definition of the limit does.
fn too_large(cx: &RuleContext<'_>) -> Option<String> {
    if cx.written.strides.is_some() || !cx.target.specifies(Limit::Size) {
        return None;
    }
    let elem = cx.written.format.known()?.elem()?;
    let most = cx.target.limits.max_size;
    let dims = MemShape::of_static(cx.dims()).ok()?;
    let size = dims.num_elements().and_then(|elements| elements.to_bytes(elem));
    let size = match size {
        Some(size) if size.get().unsigned_abs() <= most => return None,
        Some(size) => format!("{size:#}"),
        None => format!("more than {}", i64::MAX),
    };
    Some(format!("needs {size} bytes if it is packed, but maxTensorSize is {most}"))
}

/// Returns a mismatch between the sizes of `element_type` and of the format, with a note that names the type of the
/// format. `None` if the sizes match.
fn other_element(module: &Module, op: Op, format: &VkFormat) -> Option<(String, Option<String>)> {
    let ty = element_type_of(module, op)?;
    let bits = elem_size(&module.ctx, ty).ok()?.bits().get();
    // Elements smaller than a byte are described as bytes.
    let described = u64::try_from(bits.max(8)).ok()?;
    if format.bytes == 0 || described == 8 * format.bytes {
        return None;
    }
    let shown = type_to_string(module, ty);
    let name = format.name;
    let has = described / 8;
    let bytes = format.bytes;
    let text =
        format!("has elements of type `{shown}`, which have {has} bytes, but {name} has {bytes}");
    let note = element_of(format).map(|kind| format!("{name} is the format of {}", show(kind)));
    Some((text, note))
}

/// Formats a signless integer or a float type in IR syntax.
fn show(kind: &TypeKind) -> String {
    match kind {
        TypeKind::Integer { width, sign } => {
            let prefix = if *sign == Signedness::Unsigned { "ui" } else { "i" };
            format!("{prefix}{width}")
        }
        TypeKind::Float(kind) => kind.keyword().to_owned(),
        _ => "no type".to_owned(),
    }
}

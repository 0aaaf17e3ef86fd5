//! The widths of element types: builtin types, quantized types by their storage, and an embedder's types.

use crate::data::context::Context;
use crate::data::ids::Type;
use crate::data::types::{DialectText, Piece, Signedness, TypeKind};

/// The dialect of quantized types.
const QUANT: &str = "quant";

/// Returns the structure of the type that stores an element: an integer for `!quant.uniform` and `!quant.any`, and the
/// type itself for others.
pub fn storage_kind(ctx: &Context, elem: Type) -> TypeKind {
    let kind = ctx.kind(elem);
    let TypeKind::Dialect(text) = kind else { return kind.clone() };
    let quantized = (ctx.text(text.dialect) == QUANT).then(|| quantized_storage(body(text)));
    quantized.flatten().unwrap_or_else(|| kind.clone())
}

/// Returns the width of an element in bits; `None` if it is unknown.
pub(super) fn width(ctx: &Context, elem: Type) -> Option<u32> {
    match storage_kind(ctx, elem) {
        TypeKind::Integer { width, .. } => Some(width),
        // The size of a `tf32` of 19 bits in memory depends on its user.
        TypeKind::Float(kind) => Some(kind.width()).filter(|&width| width != 19),
        TypeKind::Index => Some(64),
        TypeKind::Dialect(text) => ctx.element_width(ctx.text(text.dialect), body(&text)),
        _ => None,
    }
}

/// Returns the text of a type of another dialect, up to the first alias in it; `None` for a builtin type.
pub(super) fn dialect_name(ctx: &Context, elem: Type) -> Option<String> {
    let TypeKind::Dialect(text) = ctx.kind(elem) else { return None };
    Some(format!("!{}.{}", ctx.text(text.dialect), body(text)))
}

fn body(text: &DialectText) -> &str {
    match text.body.first() {
        Some(Piece::Text(text)) => text,
        _ => "",
    }
}

/// Returns the storage type of `uniform<i8:f32, ...>` or `any<u8<0:255>:f32>`; `None` for a type without a storage
/// type, such as `calibrated<f32<-1.0:1.0>>`.
fn quantized_storage(body: &str) -> Option<TypeKind> {
    let rest = body.strip_prefix("uniform").or_else(|| body.strip_prefix("any"))?;
    let rest = rest.trim_start().strip_prefix('<')?.trim_start();
    let (sign, digits) = match rest.strip_prefix('u') {
        Some(digits) => (Signedness::Unsigned, digits),
        None => (Signedness::Signless, rest.strip_prefix('i')?),
    };
    let len = digits.bytes().take_while(u8::is_ascii_digit).count();
    Some(TypeKind::Integer { width: digits[..len].parse().ok()?, sign })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantized_storage_returns_the_integer_type() {
        let int = |width, sign| Some(TypeKind::Integer { width, sign });
        let signed = int(8, Signedness::Signless);
        assert_eq!(quantized_storage("uniform<i8:f32, 0.5:3>"), signed);
        assert_eq!(quantized_storage("uniform<i8<-127:127>:f32:1, {0.5, 0.25}>"), signed);
        assert_eq!(quantized_storage("uniform<u8:f32, 0.5>"), int(8, Signedness::Unsigned));
        assert_eq!(quantized_storage("any<i4:f32>"), int(4, Signedness::Signless));
        assert_eq!(quantized_storage("calibrated<f32<-1.0:1.0>>"), None);
        assert_eq!(quantized_storage("uniform<f32>"), None);
        assert_eq!(quantized_storage("uniform<i99999999999>"), None);
    }
}

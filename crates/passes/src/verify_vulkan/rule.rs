//! A valid-usage rule, and the context in which it is checked.
//!
//! The numbers come from the input and may have any value. Products of two 64-bit factors are computed in 128 bits;
//! longer products are checked for overflow.

use ir::layout::checked_product;
use ir::layout::impl_display;
use ir::target::Target;
use ir::vulkan::{AliasedImage, IMAGE_ATTR, WRAPS_ATTR, WrittenDescription};

/// Returns the note of a warning about a violation that only an assumed limit or feature causes. `None` if the target
/// states a device.
pub(super) fn assumed(target: Option<&Target>) -> Option<String> {
    let what = match target {
        None => "no target is named".to_owned(),
        Some(target) if target.is_device() => return None,
        Some(target) => format!("target `@{}` states no limits and features", target.name),
    };
    Some(format!("{what}, so the minimum that the specification requires of devices is assumed"))
}

/// A valid-usage rule, or a condition of the section `resources-memory-aliasing`.
#[derive(Clone, Copy)]
pub struct ValidUsageRule {
    /// The id, such as `VUID-VkTensorDescriptionARM-pStrides-09736`. The conditions of a section have no ids in the
    /// specification; theirs is the anchor of the section, with a name after `/`.
    pub id: &'static str,
    /// `true` if the rule is about a parameter itself. If it is violated, the other rules do not apply.
    pub is_parameter: bool,
    pub(super) check: Check,
}

impl ValidUsageRule {
    pub(super) fn breaches(&self, cx: &RuleContext<'_>) -> Breaches {
        let mut found = Breaches::default();
        match (self.check, &cx.written.image) {
            (Check::Description(check), _) => check(cx, &mut found),
            (Check::Image(check), Some(image)) => check(cx, image, &mut found),
            (Check::Image(_), None) => {}
        }
        found
    }

    /// Returns the attribute of a description that the rule constrains, from the structure and the member in its id.
    pub(super) fn attribute(&self) -> &'static str {
        if !self.id.contains("Tensor") {
            return IMAGE_ATTR;
        }
        match self.id.split('-').nth(2) {
            Some("tiling") => "tiling",
            Some("format") => "format",
            Some("usage") => "usage",
            Some("pStrides" | "pDescription" | "None") => "strides",
            Some("pNext" | "wraps") => WRAPS_ATTR,
            _ => "dims",
        }
    }
}

/// Adds the violations of a description to a list.
#[derive(Clone, Copy)]
pub(super) enum Check {
    Description(fn(&RuleContext<'_>, &mut Breaches)),
    /// Of a description with an image.
    Image(fn(&RuleContext<'_>, &AliasedImage, &mut Breaches)),
}

/// Returns a number of bytes with its unit: `1 byte`, `2 bytes`.
pub(super) fn bytes(count: i128) -> String {
    if count == 1 { "1 byte".to_owned() } else { format!("{count} bytes") }
}

/// The violations of a rule.
#[derive(Default)]
pub(super) struct Breaches {
    /// Each violation, with the actual and the required number.
    pub(super) texts: Vec<String>,
    /// `true` if not all violations are caused by a limit or feature of the device.
    pub(super) on_every_device: bool,
}

impl Breaches {
    pub(super) fn add(&mut self, text: impl Into<String>) {
        self.on_every_device = true;
        self.texts.push(text.into());
    }

    /// Adds a violation that only a limit or feature of the device causes.
    pub(super) fn add_of_device(&mut self, text: impl Into<String>) {
        self.texts.push(text.into());
    }
}

/// A description, and the device for which it is checked.
pub(super) struct RuleContext<'a> {
    pub(super) written: &'a WrittenDescription,
    pub(super) target: &'a Target,
}

impl RuleContext<'_> {
    /// Returns the bytes of an element; `None` for `VK_FORMAT_UNDEFINED`.
    pub(super) fn elem(&self) -> Option<i128> {
        let format = self.written.format.known()?;
        (format.bytes > 0).then_some(i128::from(format.bytes))
    }

    pub(super) fn tiling(&self) -> &str {
        self.written.tiling.known().map_or("", |tiling| tiling.name)
    }

    pub(super) fn usage(&self, name: &str) -> bool {
        self.written.usage.iter().any(|usage| usage.known().is_some_and(|row| row.name == name))
    }

    /// Returns the lengths; empty if a rule on parameters is violated.
    pub(super) fn dims(&self) -> &[i64] {
        self.written.dims.as_deref().unwrap_or_default()
    }

    /// Returns the strides in bytes with their positions; empty if the description has none. There are as many strides
    /// as lengths unless a rule on parameters is violated.
    pub(super) fn strides(&self) -> impl Iterator<Item = (usize, i128)> {
        let strides = self.written.strides.as_deref().unwrap_or_default();
        strides.iter().map(|&stride| i128::from(stride)).enumerate()
    }

    /// Returns each stride but the innermost, with its position and the extent of the next inner dim, in bytes.
    pub(super) fn nesting(&self) -> impl Iterator<Item = (usize, i128, i128)> {
        let inner = self.strides().skip(1).zip(self.dims().iter().skip(1));
        let inner = inner.map(|((_, stride), &length)| stride * i128::from(length));
        self.strides().zip(inner).map(|((at, stride), inner)| (at, stride, inner))
    }

    /// Returns the number of elements; `None` if a length is below 1.
    pub(super) fn elements(&self) -> Option<Product> {
        if self.dims().iter().any(|&length| length <= 0) {
            return None;
        }
        let product = checked_product(self.dims().iter().map(|length| length.unsigned_abs()));
        Some(product.map_or(Product::TooGreat, Product::Exact))
    }

    pub(super) fn innermost(&self) -> i64 {
        self.dims().last().copied().unwrap_or(0)
    }
}

/// A product of lengths: exact up to 64 bits, which is enough for every limit of a device.
#[derive(Clone, Copy)]
pub(super) enum Product {
    Exact(u64),
    TooGreat,
}

impl_display!(Product {
    Self::Exact(product) => "{product}",
    Self::TooGreat => "more than {}" (u64::MAX),
});

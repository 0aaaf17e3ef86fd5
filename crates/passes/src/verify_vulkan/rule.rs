//! A valid-usage rule, and the description and device that it is applied to.
//!
//! Numbers are foreign and may be anything: products of two factors of 64 bits are computed in 128, and longer ones
//! are checked.

use ir::layout::checked_product;
use ir::target::{DeviceLimits, Features};
use ir::vulkan::WrittenDescription;
use std::fmt;

/// The reason for a warning where only a limit or feature forbids a description.
pub(super) const ASSUMED: &str =
    "no target is named, so the least that devices must offer is assumed";

/// A valid-usage rule.
#[derive(Clone, Copy)]
pub struct ValidUsageRule {
    /// `VUID-VkTensorDescriptionARM-pStrides-09736`.
    pub id: &'static str,
    /// `true` if the rule is about a parameter as such: if it is violated, the other rules have no meaning.
    pub is_parameter: bool,
    pub(super) check: fn(&RuleContext<'_>) -> Vec<Breach>,
}

impl ValidUsageRule {
    /// The attribute of a description that the rule constrains, by the member that its id names.
    pub(super) fn attribute(&self) -> &'static str {
        match self.id.split('-').nth(2) {
            Some("tiling") => "tiling",
            Some("format") => "format",
            Some("usage") => "usage",
            Some("pStrides" | "pDescription" | "None") => "strides",
            _ => "dims",
        }
    }
}

/// One way in which a rule is violated.
pub(super) struct Breach {
    /// The violation, with both numbers.
    pub(super) text: String,
    /// `true` if only a limit or feature of the device forbids it.
    pub(super) is_device_limit: bool,
}

/// A description and the device that is to create it, to which rules apply.
pub(super) struct RuleContext<'a> {
    pub(super) written: &'a WrittenDescription,
    pub(super) limits: DeviceLimits,
    pub(super) features: Features,
}

impl RuleContext<'_> {
    /// The bytes of an element; `None` for `VK_FORMAT_UNDEFINED`.
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

    /// The lengths; empty if a rule on parameters is violated.
    pub(super) fn dims(&self) -> &[i64] {
        self.written.dims.as_deref().unwrap_or_default()
    }

    /// The strides in bytes with their positions; none if they are not given. There are as many as lengths unless a
    /// rule on parameters is violated.
    pub(super) fn strides(&self) -> impl Iterator<Item = (usize, i128)> {
        let strides = self.written.strides.as_deref().unwrap_or_default();
        strides.iter().map(|&stride| i128::from(stride)).enumerate()
    }

    /// Each stride but the innermost with its place and what the dims inside it take, in bytes.
    pub(super) fn nesting(&self) -> impl Iterator<Item = (usize, i128, i128)> {
        let inner = self.strides().skip(1).zip(self.dims().iter().skip(1));
        let inner = inner.map(|((_, stride), &length)| stride * i128::from(length));
        self.strides().zip(inner).map(|((at, stride), inner)| (at, stride, inner))
    }

    /// The number of elements; `None` if a length is below 1.
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

/// A product of lengths: exact up to 64 bits, which hold every limit of a device.
#[derive(Clone, Copy)]
pub(super) enum Product {
    Exact(u64),
    TooGreat,
}

impl fmt::Display for Product {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Product::Exact(product) => product.fmt(f),
            Product::TooGreat => write!(f, "more than {}", u64::MAX),
        }
    }
}

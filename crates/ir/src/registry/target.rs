//! Targets: the limits and features that layouts and descriptions must keep to.
//!
//! A target is written in the language, as an op `layout.target`; [`Target`] is what the op says, as a
//! value that passes and emitters take: limits, features, and the rules by which the ops of a graph choose layouts. Names and ranges are those of `VkPhysicalDeviceTensorPropertiesARM` and
//! `VkPhysicalDeviceTensorFeaturesARM`; no device is asked.

use crate::data::choice::Choice;
use crate::diag::Diag;
use crate::layout::StrideLimits;
use crate::source::Span;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The limits of a device. The names in parentheses are those of Vulkan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceLimits {
    /// The most physical dims of a tensor (`maxTensorDimensionCount`).
    pub max_dimension_count: u32,
    /// The most elements of a tensor (`maxTensorElements`).
    pub max_elements: u64,
    /// The greatest length of a dim, in elements (`maxPerDimensionTensorElements`).
    pub max_per_dimension_elements: u64,
    /// The greatest stride, in bytes (`maxTensorStride`).
    pub max_stride: i64,
    /// The most bytes of a tensor (`maxTensorSize`).
    pub max_size: u64,
}

/// The name of one of the [`DeviceLimits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// [`DeviceLimits::max_dimension_count`].
    DimensionCount,
    /// [`DeviceLimits::max_elements`].
    Elements,
    /// [`DeviceLimits::max_per_dimension_elements`].
    PerDimensionElements,
    /// [`DeviceLimits::max_stride`].
    Stride,
    /// [`DeviceLimits::max_size`].
    Size,
}

impl Limit {
    /// All of them, in Vulkan's order.
    pub const ALL: [Limit; 5] = [
        Limit::DimensionCount,
        Limit::Elements,
        Limit::PerDimensionElements,
        Limit::Stride,
        Limit::Size,
    ];

    /// Vulkan's name, as the language has it too.
    pub fn name(self) -> &'static str {
        match self {
            Limit::DimensionCount => "maxTensorDimensionCount",
            Limit::Elements => "maxTensorElements",
            Limit::PerDimensionElements => "maxPerDimensionTensorElements",
            Limit::Stride => "maxTensorStride",
            Limit::Size => "maxTensorSize",
        }
    }

    /// The limit of this name, if it is one that layouts depend on.
    pub fn of_name(name: &str) -> Option<Limit> {
        Limit::ALL.into_iter().find(|limit| limit.name() == name)
    }

    /// The bit of the limit in [`Target::written`].
    pub(crate) const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl DeviceLimits {
    /// One of the limits.
    pub fn get(&self, limit: Limit) -> u64 {
        match limit {
            Limit::DimensionCount => self.max_dimension_count.into(),
            Limit::Elements => self.max_elements,
            Limit::PerDimensionElements => self.max_per_dimension_elements,
            Limit::Stride => self.max_stride.unsigned_abs(),
            Limit::Size => self.max_size,
        }
    }

    /// Sets one; what its type does not hold is cut off, but the reader has refused that.
    pub(crate) fn set(&mut self, limit: Limit, value: u64) {
        match limit {
            Limit::DimensionCount => {
                self.max_dimension_count = u32::try_from(value).unwrap_or(u32::MAX);
            }
            Limit::Elements => self.max_elements = value,
            Limit::PerDimensionElements => self.max_per_dimension_elements = value,
            Limit::Stride => self.max_stride = i64::try_from(value).unwrap_or(i64::MAX),
            Limit::Size => self.max_size = value,
        }
    }
}

/// What a device can do beyond the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// Strides may leave gaps (`tensorNonPacked`).
    pub non_packed: bool,
}

/// A target: what its `layout.target` says, with the required minima where it says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its symbol, without `@`.
    pub name: Cow<'static, str>,
    /// One sentence for `--list-targets`; may be empty.
    pub summary: Cow<'static, str>,
    /// What it bounds.
    pub limits: DeviceLimits,
    /// What it can do.
    pub features: Features,
    /// Its rules by the names of the ops.
    pub(crate) rules: BTreeMap<String, TargetRule>,
    /// Where it is written; none for what no text made.
    pub(crate) span: Span,
    /// The limits that are written there, by [`Limit::bit`].
    pub(crate) written: u8,
}

/// A rule of a target: the choices of the ops of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetRule {
    /// In their order; the first of equally good ones wins.
    pub choices: Vec<Choice>,
    /// Where it is written; none for what no text made.
    pub(crate) span: Span,
}

impl TargetRule {
    /// Where it is written; [`Span::NONE`] for what no text made.
    pub fn span(&self) -> Span {
        self.span
    }
}

/// What every device with the extension offers: the required minima of the specification (Vulkan 1.4.360,
/// "Required Limits"). They hold where no target is named, and for limits that a target does not give.
pub static SPEC_MIN: Target = Target {
    name: Cow::Borrowed("spec_min"),
    summary: Cow::Borrowed("the least that the Vulkan specification guarantees"),
    limits: DeviceLimits {
        max_dimension_count: 4,
        max_elements: 1 << 16,
        max_per_dimension_elements: 1 << 16,
        max_stride: 1 << 16,
        max_size: 1 << 16,
    },
    features: Features { non_packed: false },
    rules: BTreeMap::new(),
    span: Span::NONE,
    written: ALL_WRITTEN,
};

/// Every limit is written.
const ALL_WRITTEN: u8 = (1 << Limit::ALL.len()) - 1;

impl Target {
    /// A target that no text made, with all its limits.
    pub fn new(name: impl Into<String>, limits: DeviceLimits, features: Features) -> Target {
        Target {
            name: Cow::Owned(name.into()),
            summary: Cow::Borrowed(""),
            limits,
            features,
            rules: BTreeMap::new(),
            span: Span::NONE,
            written: ALL_WRITTEN,
        }
    }

    /// The same target without its place, for a text that is not shown to users.
    #[must_use]
    pub fn without_place(mut self) -> Target {
        self.rules.values_mut().for_each(|rule| rule.span = Span::NONE);
        Target { span: Span::NONE, ..self }
    }

    /// The same target with a rule that no text made, in place of one for the same name.
    #[must_use]
    pub fn with_rule(mut self, op: impl Into<String>, choices: Vec<Choice>) -> Target {
        self.rules.insert(op.into(), TargetRule { choices, span: Span::NONE });
        self
    }

    /// Returns the limits on strides, for the core.
    pub fn stride_limits(&self) -> StrideLimits {
        StrideLimits {
            non_packed: self.features.non_packed,
            max_stride: u64::try_from(self.limits.max_stride).unwrap_or(0),
            max_size: self.limits.max_size,
        }
    }

    /// The rule for the ops of a name, `"*"` for those that have none. [`ChoiceRule::of`](crate::choice::ChoiceRule::of) has the
    /// choices of an op.
    pub fn rule(&self, op: &str) -> Option<&TargetRule> {
        self.rules.get(op)
    }

    /// All rules with the names of their ops, sorted by these.
    pub fn rules(&self) -> impl Iterator<Item = (&str, &TargetRule)> {
        self.rules.iter().map(|(name, rule)| (name.as_str(), rule))
    }

    /// Where it is written; [`Span::NONE`] for what no text made.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Whether the target gives this limit itself.
    pub fn gives(&self, limit: Limit) -> bool {
        self.written & limit.bit() != 0
    }

    /// A limit in words: `maxTensorStride` of target `@npu` is 65536.
    pub fn describe(&self, limit: Limit) -> String {
        let (key, name, value) = (limit.name(), &self.name, self.limits.get(limit));
        match self.gives(limit) {
            true => format!("`{key}` of target `@{name}` is {value}"),
            false => format!(
                "target `@{name}` gives no `{key}`, so it is {value}, the least that devices must offer"
            ),
        }
    }

    /// Returns the diagnostic with a note that states a limit, at the target.
    pub fn note(&self, diag: Diag, limit: Limit) -> Diag {
        diag.note_at(self.span, self.describe(limit))
    }
}

//! Targets: the limits and features with which layouts and descriptions must comply.
//!
//! The op `layout.target` defines a target in the language. [`Target`] is its value, which passes and emitters read:
//! limits, features, and the rules by which the ops of a graph choose layouts. Names and ranges are those of
//! `VkPhysicalDeviceTensorPropertiesARM` and `VkPhysicalDeviceTensorFeaturesARM`. No device is queried.

use super::FormatUsages;
use super::custom_layout::CustomLayout;
use super::kind::OpKind;
use super::view::DeclaredView;
use crate::data::choice::{Choice, LayoutName};
use crate::data::pattern::GroupPattern;
use crate::diag::Diag;
use crate::layout::{FormatVersion, StrideLimits};
use crate::source::Span;
use layout::gcd;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The limits of a device. The names in parentheses are those of Vulkan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceLimits {
    /// The maximum number of physical dims of a tensor (`maxTensorDimensionCount`).
    pub max_dimension_count: u32,
    /// The maximum number of elements of a tensor (`maxTensorElements`).
    pub max_elements: u64,
    /// The maximum length of a dim, in elements (`maxPerDimensionTensorElements`).
    pub max_per_dimension_elements: u64,
    /// The maximum stride, in bytes (`maxTensorStride`).
    pub max_stride: i64,
    /// The maximum size of a tensor, in bytes (`maxTensorSize`).
    pub max_size: u64,
}

/// The name of one of the [`DeviceLimits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    /// All limits, in Vulkan's order.
    pub const ALL: [Limit; 5] = [
        Limit::DimensionCount,
        Limit::Elements,
        Limit::PerDimensionElements,
        Limit::Stride,
        Limit::Size,
    ];

    /// Returns Vulkan's name of the limit, which is also its key in `layout.target`.
    pub fn name(self) -> &'static str {
        match self {
            Limit::DimensionCount => "maxTensorDimensionCount",
            Limit::Elements => "maxTensorElements",
            Limit::PerDimensionElements => "maxPerDimensionTensorElements",
            Limit::Stride => "maxTensorStride",
            Limit::Size => "maxTensorSize",
        }
    }

    /// Returns the limit of a Vulkan name; `None` if layouts do not depend on a limit of this name.
    pub fn of_name(name: &str) -> Option<Limit> {
        Limit::ALL.into_iter().find(|limit| limit.name() == name)
    }

    /// Returns the bit of the limit in [`Target::written`].
    pub(crate) const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl DeviceLimits {
    /// No limits: the greatest value of each.
    pub const NONE: DeviceLimits = DeviceLimits {
        max_dimension_count: u32::MAX,
        max_elements: u64::MAX,
        max_per_dimension_elements: u64::MAX,
        max_stride: i64::MAX,
        max_size: u64::MAX,
    };

    /// Returns the value of a limit.
    pub fn get(&self, limit: Limit) -> u64 {
        match limit {
            Limit::DimensionCount => self.max_dimension_count.into(),
            Limit::Elements => self.max_elements,
            Limit::PerDimensionElements => self.max_per_dimension_elements,
            Limit::Stride => self.max_stride.unsigned_abs(),
            Limit::Size => self.max_size,
        }
    }

    /// Sets a limit, clamped to the range of its field. The reader has already rejected values out of range.
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

/// The features of a device beyond the required minima.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// `true` if strides may leave gaps (`tensorNonPacked`).
    pub non_packed: bool,
}

/// The arrays of integers, besides those of 32-bit words, that the storage buffers of a device can have. Without them,
/// kernels access narrow elements as parts of 32-bit words, and wide ones as several words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StorageIntegers {
    /// `true` if it has arrays of bytes (`storageBuffer8BitAccess`).
    pub bytes: bool,
    /// `true` if it has arrays of 16-bit words (`storageBuffer16BitAccess`).
    pub halves: bool,
    /// `true` if it has 64-bit words (`shaderInt64`).
    pub longs: bool,
}

/// The features of a device on which pipelines of data graphs depend. A feature is `None` if the target does not state it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DataGraphFeatures {
    /// `true` if it has data graphs (`dataGraph`).
    pub graphs: Option<bool>,
    /// `true` if shader modules define their graphs (`dataGraphShaderModule`).
    pub shader_modules: Option<bool>,
}

/// The bandwidths of the memory, in bytes per tick. A tick is the unit of the costs of the target's choices, such as a
/// cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bandwidth {
    /// The bytes that are read in a tick, at least 1.
    pub read: u64,
    /// The bytes that are written in a tick, at least 1.
    pub write: u64,
}

impl Bandwidth {
    /// Returns the number of time units in a tick: the least common multiple of the bandwidths. A byte costs a whole
    /// number of them.
    pub fn units_per_tick(self) -> u64 {
        let read = self.read.max(1);
        let write = self.write.max(1);
        (read / gcd(read, write)).saturating_mul(write)
    }
}

/// The measure that `simplify-index` minimizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexCost {
    /// Operations, weighted as on a CPU.
    Weight,
    /// Operations.
    Ops,
    /// Issue slots of a GPU.
    Slots,
}

impl IndexCost {
    /// All measures.
    pub const ALL: [IndexCost; 3] = [IndexCost::Weight, IndexCost::Ops, IndexCost::Slots];

    /// The names of all measures, in the order of [`ALL`](IndexCost::ALL).
    pub const NAMES: [&str; 3] = ["weight", "ops", "slots"];

    /// Returns the name in a `layout.target`, and in the option of the pass.
    pub fn name(self) -> &'static str {
        IndexCost::NAMES[self as usize]
    }

    /// Returns the measure with this name; `None` if the name is unknown.
    pub fn named(name: &str) -> Option<IndexCost> {
        IndexCost::ALL.into_iter().find(|cost| cost.name() == name)
    }
}

/// A target: the entries of its `layout.target`. There is no limit that it omits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The symbol, without `@`.
    pub name: Cow<'static, str>,
    /// A summary of one sentence for `--list-targets`; may be empty.
    pub summary: Cow<'static, str>,
    /// The limits of the device.
    pub limits: DeviceLimits,
    /// The features of the device.
    pub features: Features,
    /// `true` if tensors may have a rolling backing and explicit tilings (the extension VK_ARM_tensor_controls).
    pub tensor_controls: bool,
    /// The usages of tensors by format and tiling. `None` if the target does not state them.
    pub format_usages: Option<FormatUsages>,
    /// The integers of storage buffers.
    pub storage_integers: StorageIntegers,
    /// The features of data graphs.
    pub data_graphs: DataGraphFeatures,
    /// The bandwidths. With them, layouts are assigned by time, else by bytes.
    pub bandwidth: Option<Bandwidth>,
    /// The measure that `simplify-index` minimizes; `None` if the target has none.
    pub index_cost: Option<IndexCost>,
    /// The version of TensorRT for formats that name none; `None` for the table without a version.
    pub format_version: Option<FormatVersion>,
    /// `true` if a tensor description has the lanes of a format that splits C as a dim of their own.
    pub vector_dims: bool,
    /// The size of the workgroup memory in which kernels transpose tiles, in bytes; `None` if they use registers.
    pub workgroup_memory: Option<u32>,
    /// The rules by op name.
    pub(crate) rules: BTreeMap<String, TargetRule>,
    /// The rules by kind.
    pub(crate) kind_rules: BTreeMap<OpKind, TargetRule>,
    /// The layouts that the choices of the rules define themselves.
    pub(crate) layouts: Vec<Arc<CustomLayout>>,
    /// The groups of ops by name.
    pub(crate) groups: BTreeMap<String, TargetGroup>,
    /// The span of the target; [`Span::NONE`] for a target without source text.
    pub(crate) span: Span,
    /// The limits that the target specifies itself, by [`Limit::bit`].
    pub(crate) written: u8,
    /// `true` if the target states limits, features or formats of a Vulkan device.
    pub(crate) is_device: bool,
}

/// A rule of a target: the layout choices of the ops of one name or kind, the view that the ops of a name are, and the
/// operands that they may overwrite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetRule {
    /// The choices in order; the first of several with equal cost is selected.
    pub choices: Vec<Choice>,
    /// The view that the ops are. `None` if the rule declares none.
    pub view: Option<DeclaredView>,
    /// The operands that the ops may overwrite with a result, by number; in a rule for a kind, by role.
    pub inplace: Vec<usize>,
    /// The span of the rule; [`Span::NONE`] for a rule without source text.
    pub(crate) span: Span,
}

impl TargetRule {
    /// Returns the span of the rule; [`Span::NONE`] for a rule without source text.
    pub fn span(&self) -> Span {
        self.span
    }
}

/// A group of a target: the patterns of ops that a device executes as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetGroup {
    /// The kind whose roles the operands and the result have; `None` if they have none.
    pub kind: Option<OpKind>,
    /// The patterns; the first one that matches is used.
    pub patterns: Vec<GroupPattern>,
    /// The span of the group; [`Span::NONE`] for a group without source text.
    pub(crate) span: Span,
}

impl TargetGroup {
    /// Returns a group without source text.
    pub fn new(kind: Option<OpKind>, patterns: Vec<GroupPattern>) -> TargetGroup {
        TargetGroup { kind, patterns, span: Span::NONE }
    }

    /// Returns the span of the group; [`Span::NONE`] for a group without source text.
    pub fn span(&self) -> Span {
        self.span
    }
}

/// The limits that every device with the extension offers: the required minima of the specification (Vulkan 1.4.360,
/// "Required Limits"). Vulkan's rules assume them if no target states a device.
pub static SPEC_MIN: Target = Target {
    name: Cow::Borrowed("spec_min"),
    summary: Cow::Borrowed("the required minima of the Vulkan specification"),
    limits: DeviceLimits {
        max_dimension_count: 4,
        max_elements: 1 << 16,
        max_per_dimension_elements: 1 << 16,
        max_stride: 1 << 16,
        max_size: 1 << 16,
    },
    features: Features { non_packed: false },
    tensor_controls: false,
    format_usages: None,
    storage_integers: StorageIntegers { bytes: false, halves: false, longs: false },
    data_graphs: DataGraphFeatures { graphs: None, shader_modules: None },
    bandwidth: None,
    index_cost: None,
    format_version: None,
    vector_dims: false,
    workgroup_memory: None,
    rules: BTreeMap::new(),
    kind_rules: BTreeMap::new(),
    layouts: Vec::new(),
    groups: BTreeMap::new(),
    span: Span::NONE,
    written: ALL_WRITTEN,
    is_device: true,
};

/// The value of [`Target::written`] if every limit is specified.
const ALL_WRITTEN: u8 = (1 << Limit::ALL.len()) - 1;

impl Target {
    /// Returns a target without source text, with all its limits.
    pub fn new(name: impl Into<String>, limits: DeviceLimits, features: Features) -> Target {
        Target {
            name: Cow::Owned(name.into()),
            summary: Cow::Borrowed(""),
            limits,
            features,
            ..SPEC_MIN.clone()
        }
    }

    /// Returns the same target without its spans, for a text that is not shown to users.
    #[must_use]
    pub fn without_location(mut self) -> Target {
        let rules = self.rules.values_mut().chain(self.kind_rules.values_mut());
        rules.for_each(|rule| rule.span = Span::NONE);
        self.groups.values_mut().for_each(|group| group.span = Span::NONE);
        Target { span: Span::NONE, ..self }
    }

    /// Returns the same target with a rule without source text; replaces a rule for the same name.
    #[must_use]
    pub fn with_rule(mut self, op: impl Into<String>, choices: Vec<Choice>) -> Target {
        self.rules.insert(
            op.into(),
            TargetRule { choices, view: None, inplace: Vec::new(), span: Span::NONE },
        );
        self
    }

    /// Returns `true` if the target states limits, features or formats of a Vulkan device, and not only rules.
    pub fn is_device(&self) -> bool {
        self.is_device
    }

    /// Returns the device that Vulkan's rules check: that of the target, or else one with the required minima.
    pub fn device_of(target: Option<&Target>) -> &Target {
        target.filter(|target| target.is_device).unwrap_or(&SPEC_MIN)
    }

    /// Returns the same target without one of its limits.
    #[must_use]
    pub fn without_limit(mut self, limit: Limit) -> Target {
        self.limits.set(limit, DeviceLimits::NONE.get(limit));
        self.written &= !limit.bit();
        self
    }

    /// Returns the same target with strides that may leave gaps (`tensorNonPacked`).
    #[must_use]
    pub fn with_non_packed(mut self) -> Target {
        self.features.non_packed = true;
        self
    }

    /// Returns the same target without limits, and without the rules of a Vulkan device on strides.
    #[must_use]
    pub fn without_device(self) -> Target {
        let features = Features { non_packed: true };
        Target { limits: DeviceLimits::NONE, features, written: 0, is_device: false, ..self }
    }

    /// Returns the limits on strides, in the form that the core reads; `None` if the target states no device.
    pub fn stride_limits(&self) -> Option<StrideLimits> {
        let max_stride = u64::try_from(self.limits.max_stride).unwrap_or(0);
        self.is_device
            .then(|| StrideLimits::new(self.features.non_packed, max_stride, self.limits.max_size))
    }

    /// Returns the same target with a rule for the ops of a kind without source text; replaces a rule for the same kind.
    #[must_use]
    pub fn with_kind_rule(mut self, kind: OpKind, choices: Vec<Choice>) -> Target {
        self.kind_rules.insert(
            kind,
            TargetRule { choices, view: None, inplace: Vec::new(), span: Span::NONE },
        );
        self
    }

    /// Returns the same target with a group; replaces a group of the same name. A rule of that name has its layouts.
    #[must_use]
    pub fn with_group(mut self, name: impl Into<String>, group: TargetGroup) -> Target {
        self.groups.insert(name.into(), group);
        self
    }

    /// Returns the groups that the target defines, sorted by name.
    pub fn groups(&self) -> impl Iterator<Item = (&str, &TargetGroup)> {
        self.groups.iter().map(|(name, group)| (name.as_str(), group))
    }

    /// Returns the rule for the ops of a kind that have no rule for their name.
    pub fn kind_rule(&self, kind: OpKind) -> Option<&TargetRule> {
        self.kind_rules.get(&kind)
    }

    /// Returns the layouts that the choices of the rules define themselves.
    pub fn layouts(&self) -> impl Iterator<Item = &Arc<CustomLayout>> {
        self.layouts.iter()
    }

    /// Returns the layout of this name that choices of the rules define; `None` if none does.
    pub(crate) fn layout(&self, name: &LayoutName) -> Option<&Arc<CustomLayout>> {
        self.layouts.iter().find(|layout| layout.name() == name)
    }

    /// Returns all rules for kinds, in the order of [`OpKind::ALL`].
    pub fn kind_rules(&self) -> impl Iterator<Item = (OpKind, &TargetRule)> {
        self.kind_rules.iter().map(|(&kind, rule)| (kind, rule))
    }

    /// Returns `true` if the target has rules.
    pub fn has_rules(&self) -> bool {
        !self.rules.is_empty() || !self.kind_rules.is_empty()
    }

    /// Returns the rule for the ops of a name; `"*"` names the rule for ops without a rule of their own.
    /// [`ChoiceRule::for_op`](crate::choice::ChoiceRule::for_op) returns the choices of an op.
    pub fn rule(&self, op: &str) -> Option<&TargetRule> {
        self.rules.get(op)
    }

    /// Returns all rules with the names of their ops, sorted by name.
    pub fn rules(&self) -> impl Iterator<Item = (&str, &TargetRule)> {
        self.rules.iter().map(|(name, rule)| (name.as_str(), rule))
    }

    /// Returns the span of the target; [`Span::NONE`] for a target without source text.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Returns `true` if the target specifies this limit itself.
    pub fn specifies(&self, limit: Limit) -> bool {
        self.written & limit.bit() != 0
    }

    /// Describes a limit: `maxTensorStride` of target `@npu` is 65536.
    pub fn describe(&self, limit: Limit) -> String {
        let key = limit.name();
        let name = &self.name;
        let value = self.limits.get(limit);
        match self.specifies(limit) {
            true => format!("`{key}` of target `@{name}` is {value}"),
            false => format!("target `@{name}` has no `{key}`"),
        }
    }

    /// Returns the diagnostic with a note that states a limit, at the target.
    pub fn note(&self, diag: Diag, limit: Limit) -> Diag {
        diag.note_at(self.span, self.describe(limit))
    }
}

//! The relations between values that share memory, as view ops state them.

use crate::data::module::{Module, Op, Value};
use crate::source::PathStep;
use layout::ViewMap;
use layout::impl_error;

/// The key of the attribute by which an op declares that it is a view.
pub const VIEW_ATTR: &str = "layout.view";

/// The key of the kind of a declared view.
pub(crate) const VIEW_KIND: &str = "kind";

/// The key by which an op or a rule states that a view op copies.
pub(crate) const VIEW_COPIES: &str = "copies";

/// The key of the attribute by which an op names a state that it reads or writes, such as the memory of a recurrent
/// network. All tensors of the op have the layout of that state. The scope of a name is the module around the function.
pub const STATE_ATTR: &str = "layout.state";

/// The key of the attribute of the ops of a group that a device executes as one: the name of the group, and a number
/// that all ops of the group share.
pub const GROUP_ATTR: &str = "layout.group";

/// Returns `true` if an op is in a group of ops that a device executes as one, by its attribute [`GROUP_ATTR`].
pub fn is_in_group(module: &Module, op: Op) -> bool {
    module.ctx.find_name(GROUP_ATTR).is_some() && module.attr(op, GROUP_ATTR).is_some()
}

/// A possible alias, not a guaranteed one: every element of `part` is also an element of `whole`.
///
/// Both types are ranked, static and of the same element type, with at most [`layout::MAX_RANK`] dims. Each length is at
/// least 1, and the map is in range for both types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subview {
    /// The value whose memory holds both.
    pub whole: Value,
    /// The value whose elements are among those of `whole`.
    pub part: Value,
    /// The map from an element of the part to the same element of the whole.
    pub map: ViewMap,
}

/// The reason why the relations of a view op are unknown: an operand is not constant, a type is not ranked or not
/// static, or an attribute is missing or invalid. Passes treat such an op as one that computes its results. The
/// verifier rejects a malformed op.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Opaque {
    /// The reason, a clause without a capital letter and a full stop, such as `operand 1 is not a constant list of
    /// integers`.
    pub reason: String,
    /// `true` if the attributes are invalid for every op of this name, whatever its operands and types are.
    pub is_malformed: bool,
    /// The part of the op that is malformed; empty for the op itself.
    pub path: Vec<PathStep>,
}

impl Opaque {
    /// Returns the reason for an op that may be valid.
    pub fn new(reason: impl Into<String>) -> Opaque {
        Opaque { reason: reason.into(), is_malformed: false, path: Vec::new() }
    }

    /// Returns the reason for an op that is malformed.
    pub fn malformed(reason: impl Into<String>) -> Opaque {
        Opaque { reason: reason.into(), is_malformed: true, path: Vec::new() }
    }
}

impl Opaque {
    /// Returns the reason with the place of an attribute. A place in the reason is then relative to the attribute.
    #[must_use]
    pub fn at_attr(self, key: &str) -> Opaque {
        self.within(PathStep::Attr(key.into()))
    }

    /// Returns the reason with the place of an element of a list.
    #[must_use]
    pub fn at_element(self, index: usize) -> Opaque {
        self.within(PathStep::Element(index))
    }

    fn within(mut self, step: PathStep) -> Opaque {
        self.path.insert(0, step);
        self
    }
}

impl_error!(Opaque { Self { reason, .. } => "{reason}" });

/// The result of [`OpDef::view_relations`](super::OpDef::view_relations).
pub type ViewRelations = Result<Vec<Subview>, Opaque>;

/// The properties of a view op that the attribute [`VIEW_ATTR`] or a rule of a target states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredView {
    /// The name of the kind, such as `transpose`. `None` for an op whose definition has its relations.
    pub(crate) kind: Option<&'static str>,
    /// The sources of the lists by their keys, such as `permutation`.
    pub(crate) lists: Vec<(&'static str, DeclaredList)>,
    /// `true` if the op copies: its results have buffers of their own, which are dense.
    pub(crate) copies: bool,
}

impl DeclaredView {
    /// Returns the name of the kind, such as `transpose`. `None` for an op whose definition has its relations.
    pub fn kind(&self) -> Option<&'static str> {
        self.kind
    }

    /// Returns `true` if the op copies: its results have buffers of their own, which are dense.
    pub fn copies(&self) -> bool {
        self.copies
    }

    /// Returns the sources of the lists with their keys, such as `permutation`.
    pub fn lists(&self) -> &[(&'static str, DeclaredList)] {
        &self.lists
    }
}

/// The place where a list of a declared view is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeclaredList {
    /// The attribute of this key.
    Attr(Box<str>),
    /// The constant operand of this number.
    Operand(usize),
    /// These integers.
    Values(Vec<i64>),
}

//! Positions of diagnostics: an entity of the module, and a path to a part of its text.
//!
//! An op holds four bytes of position, and interned types and attributes hold none. A path of [`PathStep`]s therefore
//! names a part. `layoutc_parser::ModuleText` resolves paths to spans when a diagnostic is taken. A module without a
//! text keeps the path as data.

use super::Span;
use layout::Req;

/// One step from a text to a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PathStep {
    /// The name of an op.
    Name,
    /// The value of an attribute of an op or of an entry of a dictionary, by its key; a stride requirement, by its
    /// canonical text.
    Attr(Box<str>),
    /// The key of the entry that the preceding steps name.
    Key,
    /// An element of a list.
    Element(usize),
    /// The type of an operand of an op, or of an input of a function type.
    Input(usize),
    /// The type of a result of an op, or of an output of a function type.
    Output(usize),
    /// The name of an operand.
    Operand(usize),
    /// The name of a result.
    Result(usize),
    /// The name of a successor block.
    Successor(usize),
    /// The type of a block argument.
    Type,
    /// The encoding of a tensor type, or the layout of a memref type.
    Encoding,
    /// The element type of a shaped type.
    ElementType,
    /// The length of a dim of a shaped type.
    Length(usize),
    /// The bytes of a text in quotes, from the first number to before the second.
    Bytes(usize, usize),
}

impl PathStep {
    /// Returns the step from a set of stride requirements to one of them. Several requirements of a set can have the same
    /// dim.
    pub fn requirement(req: Req) -> PathStep {
        PathStep::Attr(req.to_string().into())
    }
}

/// The op or value of a module that a diagnostic is about, by its number in the module.
///
/// A module that was built without a text has no spans, so this number is what identifies the op.
/// [`Module::op_of`](crate::Module::op_of) and [`Module::value_of`](crate::Module::value_of) return the id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Entity {
    /// An op.
    Op(u32),
    /// A value.
    Value(u32),
}

/// The position of a diagnostic: the span of an entity, and the path to a part of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLocation {
    /// The op or value; `None` if the diagnostic is about a text alone.
    pub entity: Option<Entity>,
    /// The span of the entity; it covers at least the first byte of the entity's text.
    pub span: Span,
    /// The steps from the entity to the part; empty for the entity itself.
    pub path: Vec<PathStep>,
}

impl SourceLocation {
    /// Returns the location of an entity as a whole.
    pub fn new(span: Span) -> SourceLocation {
        SourceLocation { entity: None, span, path: Vec::new() }
    }

    /// Returns the same location, about an entity.
    #[must_use]
    pub fn with_entity(self, entity: impl Into<Entity>) -> SourceLocation {
        SourceLocation { entity: Some(entity.into()), ..self }
    }

    /// Returns `true` if the location has a span or an entity.
    pub fn is_some(&self) -> bool {
        self.span.is_some() || self.entity.is_some()
    }

    /// Returns the part of this location that one step names.
    #[must_use]
    pub fn step(mut self, step: PathStep) -> SourceLocation {
        self.path.push(step);
        self
    }

    /// Returns the part of this location that a path names.
    #[must_use]
    pub fn join(mut self, path: &[PathStep]) -> SourceLocation {
        self.path.extend_from_slice(path);
        self
    }

    /// Returns the location of an op's name.
    #[must_use]
    pub fn name(self) -> SourceLocation {
        self.step(PathStep::Name)
    }

    /// Returns the location of the value of an attribute or entry.
    #[must_use]
    pub fn attr(self, key: &str) -> SourceLocation {
        self.step(PathStep::Attr(key.into()))
    }

    /// Returns the location of the key of an attribute or entry.
    #[must_use]
    pub fn key(self, key: &str) -> SourceLocation {
        self.attr(key).step(PathStep::Key)
    }

    /// Returns the location of a requirement in a set of stride requirements.
    #[must_use]
    pub fn requirement(self, req: Req) -> SourceLocation {
        self.step(PathStep::requirement(req))
    }

    /// Returns the location of an element of a list.
    #[must_use]
    pub fn element(self, index: usize) -> SourceLocation {
        self.step(PathStep::Element(index))
    }

    /// Returns the location of an operand's name.
    #[must_use]
    pub fn operand(self, index: usize) -> SourceLocation {
        self.step(PathStep::Operand(index))
    }

    /// Returns the location of a result's name.
    #[must_use]
    pub fn result(self, index: usize) -> SourceLocation {
        self.step(PathStep::Result(index))
    }

    /// Returns the location of a successor's name.
    #[must_use]
    pub fn successor(self, index: usize) -> SourceLocation {
        self.step(PathStep::Successor(index))
    }

    /// Returns the location of the type of an operand or input.
    #[must_use]
    pub fn input(self, index: usize) -> SourceLocation {
        self.step(PathStep::Input(index))
    }

    /// Returns the location of the type of a result or output.
    #[must_use]
    pub fn output(self, index: usize) -> SourceLocation {
        self.step(PathStep::Output(index))
    }
}

impl From<Span> for SourceLocation {
    fn from(span: Span) -> SourceLocation {
        SourceLocation::new(span)
    }
}

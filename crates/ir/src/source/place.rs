//! Places, the positions of diagnostics: an entity of the module, and the part of its text that is meant.
//!
//! An op carries four bytes of position and interned types and attributes carry none, so a part is named by a path
//! of [`PathStep`]s. The reader of the text turns paths into spans when a diagnostic is shown (`layoutc_parser::locate`);
//! a module without a text keeps the path as data.

use super::Span;
use smol_str::SmolStr;

/// One step from a text to a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PathStep {
    /// The name of an op.
    Name,
    /// The value of an attribute of an op, or of an entry of a dictionary.
    Attr(SmolStr),
    /// The key of the entry that the steps before name.
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
}

/// The position of a diagnostic: the span of an entity and the path to the part of its text that is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The span of the entity; it covers at least the first byte of the entity's text.
    pub span: Span,
    /// The steps from the entity to the part; empty if the entity itself is meant.
    pub path: Vec<PathStep>,
}

impl Place {
    /// The place of an entity as a whole.
    pub fn new(span: Span) -> Place {
        Place { span, path: Vec::new() }
    }

    /// The part of this place that one step names.
    pub fn step(mut self, step: PathStep) -> Place {
        self.path.push(step);
        self
    }

    /// The part of this place that a path names.
    pub fn join(mut self, path: &[PathStep]) -> Place {
        self.path.extend_from_slice(path);
        self
    }

    /// The name of an op.
    pub fn name(self) -> Place {
        self.step(PathStep::Name)
    }

    /// The value of an attribute or entry.
    pub fn attr(self, key: &str) -> Place {
        self.step(PathStep::Attr(key.into()))
    }

    /// The key of an attribute or entry.
    pub fn key(self, key: &str) -> Place {
        self.attr(key).step(PathStep::Key)
    }

    /// An element of a list.
    pub fn element(self, index: usize) -> Place {
        self.step(PathStep::Element(index))
    }

    /// The name of an operand.
    pub fn operand(self, index: usize) -> Place {
        self.step(PathStep::Operand(index))
    }

    /// The name of a result.
    pub fn result(self, index: usize) -> Place {
        self.step(PathStep::Result(index))
    }

    /// The name of a successor.
    pub fn successor(self, index: usize) -> Place {
        self.step(PathStep::Successor(index))
    }

    /// The type of an operand or input.
    pub fn input(self, index: usize) -> Place {
        self.step(PathStep::Input(index))
    }

    /// The type of a result or output.
    pub fn output(self, index: usize) -> Place {
        self.step(PathStep::Output(index))
    }
}

impl From<Span> for Place {
    fn from(span: Span) -> Place {
        Place::new(span)
    }
}

//! The interfaces of ops: properties that passes query instead of op names.

use crate::data::choice::Choice;
use crate::data::module::{Module, Op, Value};
use crate::data::shared::SharedFn;
use std::borrow::Cow;

/// Pairs of values that must have equal types.
pub type TypeEqualities = Vec<(Value, Value)>;

/// A function that returns the pairs of values of an op that must have equal types.
pub type TypeEqualitiesOf = SharedFn<dyn Fn(&Module, Op) -> TypeEqualities + Send + Sync>;

/// A function that returns the layouts which the values of an op can have on every target.
pub type ChoiceOf = SharedFn<dyn Fn() -> Choice + Send + Sync>;

/// The interface of an op that declares a tensor by an attribute.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DeclaresTensor {
    /// The key of the type attribute that holds the tensor's type.
    pub type_key: Cow<'static, str>,
}

/// The interface of a function-like op.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FunctionLike {
    /// The key of the attribute with the function's type.
    pub type_key: Cow<'static, str>,
}

/// The interface of an op whose one result is a constant.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Constant {
    /// The possible keys of the constant's attribute; an op has exactly one of them.
    pub keys: Cow<'static, [Cow<'static, str>]>,
}

/// The layout choices of an embedder's ops. Functions and closures of this signature implement it.
///
/// [`Registry::add_choices`](super::Registry::add_choices) adds an implementation for an op or a dialect.
pub trait LayoutChoices {
    /// Returns the choices of an op; `None` if the target's rules apply.
    fn choices(&self, module: &Module, op: Op) -> Option<Vec<Choice>>;
}

impl<F: Fn(&Module, Op) -> Option<Vec<Choice>>> LayoutChoices for F {
    fn choices(&self, module: &Module, op: Op) -> Option<Vec<Choice>> {
        self(module, op)
    }
}

/// The role of an op in the description of data in blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BlockRole {
    /// A table, which `layout.lookup` reads.
    Table,
    /// A record; its region has fields.
    Record,
    /// A field of a record.
    Field,
    /// A tensor whose elements are stored in records.
    Blocks,
    /// The load of a value of the table that the attribute `table` names.
    Load,
}

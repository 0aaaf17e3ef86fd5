//! The interfaces of ops: properties that passes query instead of op names.

use crate::data::choice::Choice;
use crate::data::module::{Module, Op, Value};
use std::fmt;
use std::sync::Arc;

/// Pairs of values that must have equal types.
pub type TypeEqualities = Vec<(Value, Value)>;

/// A function that returns the pairs of values of an op that must have equal types.
pub type TypeEqualitiesOf = fn(&Module, Op) -> TypeEqualities;

/// The interface of an op that declares a tensor by an attribute.
#[derive(Clone, Copy, Debug)]
pub struct DeclaresTensor {
    /// The key of the type attribute that holds the tensor's type.
    pub type_key: &'static str,
}

/// The interface of a function-like op.
#[derive(Clone, Copy, Debug)]
pub struct FunctionLike {
    /// The key of the attribute with the function's type.
    pub type_key: &'static str,
}

/// The interface of an op whose one result is a constant.
#[derive(Clone, Copy, Debug)]
pub struct Constant {
    /// The possible keys of the constant's attribute; an op has exactly one of them.
    pub keys: &'static [&'static str],
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

/// A function or closure that a registry stores. Copies of a registry share it.
pub(super) struct SharedFn<F: ?Sized>(pub(super) Arc<F>);

impl<F: ?Sized> Clone for SharedFn<F> {
    fn clone(&self) -> SharedFn<F> {
        SharedFn(Arc::clone(&self.0))
    }
}

impl<F: ?Sized> fmt::Debug for SharedFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedFn")
    }
}

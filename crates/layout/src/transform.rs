//! The transforms of descriptors: one file each, listed here by name.
//!
//! A transform relates operand dims, which are nearer to memory, and result dims, which are nearer to the user. Its file
//! holds all of its parts: meaning, inverse, syntax of the op, and documentation. The trait in `transform/semantics.rs`
//! lists the parts. The meaning is written once, over an abstract [`Algebra`]; the predicate is derived from it.
//! Lengths of dims are inferred, never restated.
//!
//! To add a transform, write its file and add a line to the list below: see `docs/how-to/transform.md`.

mod fault;
mod form;
mod semantics;
mod undo;

use crate::domain::{
    Algebra, ArithmeticProgression, Branches, Budget, BudgetExceeded, Range, Table,
};
use crate::messages::joined;
use crate::space::{DimId, Len};
pub use fault::{FaultPart, TransformFault};
pub use form::{DimCount, FormAttributes, FormPiece, FormValue, TransformForm};
pub use semantics::MAX_DIMS;
use semantics::{
    Evaluation, Search, TransformSemantics, check_operands, result_length, within_most,
};
pub(crate) use semantics::{Lengths, OpenDims};
pub(crate) use undo::{UndoContext, UndoFault, Undone};

/// A kind of transform.
#[derive(Clone, Copy, Debug)]
pub struct TransformKind {
    /// The syntax of its op.
    pub form: TransformForm,
    /// Builds a transform from the attributes of its op; `None` if an attribute is missing or has another type.
    pub from_attributes: fn(&dyn FormAttributes) -> Option<Transform>,
}

macro_rules! transforms {
    ($($file:ident: $name:ident,)*) => {
        $(mod $file;)*
        $(pub use $file::$name;)*

        /// One transform, without its operand and result dims.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum Transform {
            $(#[doc = concat!("`", stringify!($file), "`.")] $name($name),)*
        }

        $(impl From<$name> for Transform {
            fn from(transform: $name) -> Transform {
                Transform::$name(transform)
            }
        })*

        impl Transform {
            /// All kinds of transforms, sorted by name.
            pub const KINDS: &[TransformKind] = &[$(TransformKind {
                form: $name::FORM,
                from_attributes: |attributes| $name::from_attributes(attributes).map(Transform::$name),
            }),*];

            /// The names of the transforms that support dims of dynamic length.
            const DYNAMIC_KINDS: &[Option<&str>] = &[$(if $name::DYNAMIC { Some($name::FORM.name) } else { None }),*];

            /// Returns the syntax of its op.
            pub fn form(&self) -> TransformForm {
                match self { $(Transform::$name(_) => $name::FORM,)* }
            }

            /// Returns the attributes of its op, in the order of the custom syntax.
            pub fn attributes(&self) -> Vec<FormValue> {
                match self { $(Transform::$name(it) => it.attributes(),)* }
            }

            pub(crate) fn is_bounded(&self) -> bool {
                match self { $(Transform::$name(_) => $name::BOUNDED,)* }
            }

            /// Returns `true` if no two result indices within the lengths map to one operand index.
            pub(crate) fn is_one_to_one(&self) -> bool {
                match self { $(Transform::$name(it) => it.is_one_to_one(),)* }
            }

            /// Returns the table that the transform reads; `None` if it reads none.
            pub fn table(&self) -> Option<&Table> {
                match self { $(Transform::$name(it) => it.table(),)* }
            }

            pub(crate) fn is_least_first(&self) -> bool {
                match self { $(Transform::$name(_) => $name::LEAST_FIRST,)* }
            }

            fn is_dynamic(&self) -> bool {
                match self { $(Transform::$name(_) => $name::DYNAMIC,)* }
            }

            /// The names of the transforms that support dims of open length.
            const OPEN_KINDS: &[Option<&str>] = &[$(match $name::OPEN {
                OpenDims::None => None,
                OpenDims::Exact | OpenDims::Padded => Some($name::FORM.name),
            }),*];

            /// Returns the dims of open length that the transform supports.
            pub(crate) fn open_dims(&self) -> OpenDims {
                match self { $(Transform::$name(_) => $name::OPEN,)* }
            }

            /// Returns the least operand lengths for which the result dims have at least these lengths; `None` if there
            /// are none. An operand of open length is `None`.
            pub(crate) fn least_operand_lengths(
                &self,
                operands: &[Option<i64>],
                results: &[i64],
            ) -> Option<Vec<i64>> {
                match self { $(Transform::$name(it) => it.least_operand_lengths(operands, results),)* }
            }

            fn static_result_lengths(&self, operands: &[i64]) -> Result<Vec<i64>, TransformFault> {
                match self { $(Transform::$name(it) => it.result_lengths(operands),)* }
            }

            pub(crate) fn operand_index<A: Algebra>(
                &self,
                lengths: Lengths<'_>,
                results: &[A::Value],
                algebra: &mut A,
                operands: &mut Vec<A::Value>,
            ) {
                let eval = Evaluation { lengths, results, algebra, operands };
                match self { $(Transform::$name(it) => it.operand_index(eval),)* }
            }

            pub(crate) fn preimage(
                &self,
                lengths: Lengths<'_>,
                operands: &[ArithmeticProgression],
                bounds: &[Range],
                budget: &mut Budget,
                found: &mut Branches,
            ) -> Result<(), BudgetExceeded> {
                let search = &mut Search { lengths, operands, bounds, budget, found };
                match self { $(Transform::$name(it) => it.preimage(search),)* }
            }

            pub(crate) fn image_range(&self, lengths: Lengths<'_>, results: &[Range]) -> Option<Vec<Range>> {
                match self { $(Transform::$name(it) => it.image_range(lengths, results),)* }
            }

            pub(crate) fn undo<C: UndoContext<Transform = Transform>>(
                &self,
                lengths: Lengths<'_>,
                results: &[DimId],
                cx: &mut C,
            ) -> Undone {
                match self { $(Transform::$name(it) => it.undo(lengths, results, cx),)* }
            }
        }
    };
}

transforms! {
    cyclic_shift: CyclicShift,
    embed: Embed,
    freeze: Freeze,
    insert: Insert,
    lookup: Lookup,
    merge: Merge,
    modulo: Modulo,
    offset: Offset,
    pad: Pad,
    pass_through: PassThrough,
    replicate: Replicate,
    slice: Slice,
    unmerge: Unmerge,
    xor: Xor,
}

impl Transform {
    /// Returns the name of its op, without the dialect.
    pub fn name(&self) -> &'static str {
        self.form().name
    }

    /// Returns its op as in the custom syntax, without the dialect and the dims: `pad low 1 high 1`.
    pub fn syntax(&self) -> String {
        let mut values = self.attributes().into_iter();
        let words = self.form().syntax.iter().filter_map(|piece| match piece {
            FormPiece::Word(word) => Some((*word).to_owned()),
            FormPiece::Int(_) | FormPiece::Ints(_) | FormPiece::Table(_) => {
                values.next().map(|value| value.to_string())
            }
        });
        joined([self.name().to_owned()].into_iter().chain(words), " ")
    }

    /// Returns the lengths of the result dims, computed from those of the operand dims.
    ///
    /// # Errors
    /// The transform has another number of operand dims, does not support a dynamic length, or does not fit dims of these
    /// lengths.
    pub fn result_lengths(&self, operands: &[Len]) -> Result<Vec<Len>, TransformFault> {
        check_operands(&self.form(), operands.len())?;
        let Some(lengths) = operands.iter().map(|len| len.get()).collect::<Option<Vec<i64>>>()
        else {
            return if self.is_dynamic() {
                Ok(operands.to_vec())
            } else {
                Err(self.needs_length())
            };
        };
        let results = self.static_result_lengths(&lengths)?;
        within_most(results.len(), "results")?;
        let lengths = results.into_iter().map(result_length).collect::<Result<_, _>>();
        lengths.map_err(|fault| TransformFault { part: self.lengths_part(), ..fault })
    }

    /// Returns the lengths of the result dims if some operand dims have an open length, `None`.
    ///
    /// # Errors
    /// As [`result_lengths`](Self::result_lengths), or the transform does not support dims of open length, or merges
    /// several of them.
    pub(crate) fn open_result_lengths(
        &self,
        operands: &[Option<i64>],
    ) -> Result<Vec<Option<i64>>, TransformFault> {
        check_operands(&self.form(), operands.len())?;
        let name = self.name();
        if self.open_dims() == OpenDims::None {
            let message = format!("`{name}` does not support dims of open length (`?`)");
            let kinds = Transform::OPEN_KINDS.iter().flatten();
            let kinds = joined(kinds.map(|name| format!("`{name}`")), ", ");
            return Err(TransformFault::new(
                message,
                format!("open dims are supported by {kinds}"),
            ));
        }
        if self.form().results == DimCount::Exactly(operands.len()) {
            return Ok(operands.to_vec());
        }
        let open = operands.iter().filter(|length| length.is_none()).count();
        if open > 1 {
            let message =
                format!("`{name}` must have at most one dim of open length (`?`), but has {open}");
            return Err(TransformFault::new(
                message,
                "the length of the merged dim determines only one",
            ));
        }
        Ok(vec![None])
    }

    /// Returns the attribute that holds the lengths of the result dims; `None` if the transform computes them.
    fn lengths_part(&self) -> Option<FaultPart> {
        let mut keys = self.form().syntax.iter().filter_map(|piece| match piece {
            FormPiece::Int(key) | FormPiece::Ints(key) => Some(*key),
            FormPiece::Word(_) | FormPiece::Table(_) => None,
        });
        keys.find(|key| matches!(*key, "length" | "lengths")).map(FaultPart::Attribute)
    }

    /// Returns the fault of a operand dim of dynamic length.
    fn needs_length(&self) -> TransformFault {
        let message = format!("`{}` does not support dims of dynamic length", self.name());
        let kinds = Transform::DYNAMIC_KINDS.iter().flatten();
        let kinds = joined(kinds.map(|name| format!("`{name}`")), " or ");
        TransformFault::new(message, format!("only {kinds} supports dynamic lengths"))
    }
}

impl_display!(Transform { transform => "{}" (transform.name()) });

#[cfg(test)]
mod tests;

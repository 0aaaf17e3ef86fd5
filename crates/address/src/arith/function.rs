//! Addressing functions of a module.

use super::attribute::{ADDRESS_KEY, AddressSignature};
use crate::form::AddressForm;
use crate::program::{Program, ValueId};
use crate::unit::OffsetUnit;
use ir::source::Span;
use ir::{Block, Module, Op, Registry};

/// An addressing function of a module, in a form that every target language can express:
///
/// - values have type `i1`, `i32` or `i64`; the offset is not a boolean, and the validity is one;
/// - divisors are non-zero constants and shift amounts are constants below the width. Hence no index, valid or not,
///   causes a trap or undefined behavior. A function with symbols may divide and shift by other values, which are at least
///   1, or below the width, for an index in bounds and symbols in their ranges.
///
/// An emitter may keep or drop `overflowFlags` and `isExact` of the ops: they do not change results.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AddressFunction<'m> {
    /// The symbol of the function, without `@`.
    pub name: &'m str,
    /// The symbol of the tensor or descriptor that the function addresses.
    pub source: &'m str,
    /// The parameters.
    pub signature: AddressSignature,
    /// The unit of the offset.
    pub unit: OffsetUnit,
    /// The field of records whose bits the function computes; `None` for the elements, and in other forms than `Bits`.
    pub field: Option<&'m str>,
    /// The program of the body.
    pub program: Program,
    /// The location of the function in the text.
    pub span: Span,
}

impl AddressFunction<'_> {
    /// Returns the form of the function.
    pub fn form(&self) -> &AddressForm {
        &self.signature.form
    }

    /// Returns the lengths of the logical dims; in the form `Vector`, the numbers of groups along them.
    pub fn lengths(&self) -> impl Iterator<Item = u64> {
        self.signature.lengths.iter().map(|length| length.unsigned_abs())
    }

    /// Returns the values that the function returns besides a validity: the components of an index if it is an inverse,
    /// otherwise an offset.
    pub fn words(&self) -> &[ValueId] {
        let results = self.program.results();
        match self.form() {
            form if form.always_returns_validity() => &results[..results.len() - 1],
            _ => &results[..1],
        }
    }

    /// Returns the validity; `None` if the function returns none.
    pub fn valid(&self) -> Option<ValueId> {
        self.program.results().get(self.words().len()).copied()
    }

    /// Returns the labels of the parameters, such as `d0`.
    pub fn labels(&self) -> Vec<String> {
        self.signature.labels()
    }
}

/// Returns the block of an addressing function; `None` if the op is not an addressing function or does not have exactly
/// one block.
pub fn body(module: &Module, registry: &Registry, op: Op) -> Option<Block> {
    let blocks = module.regions(op).first().map_or(&[][..], |&region| module.blocks(region));
    let &[block] = blocks else { return None };
    is_address_function(module, registry, op).then_some(block)
}

/// Returns `true` if an op is an addressing function.
pub fn is_address_function(module: &Module, registry: &Registry, op: Op) -> bool {
    module.attr(op, ADDRESS_KEY).is_some()
        && registry.op_def(module, op).is_some_and(|def| def.function.is_some())
}

/// Returns the form of an addressing function as far as its body follows from it: the form `Step` only if the function
/// is total. The default if the attribute is missing or invalid.
pub fn derivable_form(module: &Module, op: Op) -> AddressForm {
    let attr = module.attr(op, ADDRESS_KEY);
    let signature = attr.and_then(|attr| AddressSignature::read(module, attr).ok());
    match signature.unwrap_or_default() {
        AddressSignature { form: AddressForm::Step(_), is_total: false, .. } => AddressForm::Offset,
        signature => signature.form,
    }
}

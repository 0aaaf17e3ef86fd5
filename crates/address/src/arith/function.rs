//! Addressing functions of a module.

use super::attribute::{ADDRESS_KEY, KernelFacts};
use crate::program::Program;
use crate::unit::OffsetUnit;
use ir::source::Span;
use ir::{Block, Module, Op, Registry};

/// An addressing function of a module, in the form that every target language has:
///
/// - values are `i1`, `i32` or `i64`; the offset is no boolean, and the validity is one;
/// - divisors are constants other than 0, and distances of shifts constants below the width, so that no index, valid or
///   not, leads to a trap or to behavior that a language does not define.
///
/// Promises of its ops (`overflowFlags`, `isExact`) are kept or left out, which changes no meaning.
#[derive(Clone, Debug)]
pub struct AddressFunction<'m> {
    /// Its symbol, without the sigil.
    pub name: &'m str,
    /// The symbol of the tensor or descriptor whose memory it addresses; empty for a kernel.
    pub of: &'m str,
    /// The unit of the offset.
    pub unit: OffsetUnit,
    /// The program that it computes.
    pub program: Program,
    /// Its location in the text.
    pub span: Span,
}

impl AddressFunction<'_> {
    /// Returns the lengths of the logical dims.
    pub fn lengths(&self) -> impl Iterator<Item = u64> {
        self.program.params().iter().map(|param| param.length.unsigned_abs())
    }
}

/// The kernel of a `layout.reorder`: from a slot of the target's buffer to one of the source's, and whether the slot holds
/// an element. It counts elements, and its one length is the number of slots of the target.
#[derive(Clone, Debug)]
pub struct KernelFunction<'m> {
    /// The function.
    pub function: AddressFunction<'m>,
    /// What is known beside its program.
    pub facts: KernelFacts,
}

impl KernelFunction<'_> {
    /// Returns the number of slots of the target.
    pub fn slots(&self) -> u64 {
        self.function.program.params()[0].length.unsigned_abs()
    }

    /// Returns the number of slots of the source.
    pub fn source_slots(&self) -> u64 {
        self.facts.source_slots.unsigned_abs()
    }
}

/// Returns the block of a function that computes addresses; `None` if the op is no such function, or has another number of
/// blocks.
pub fn body(module: &Module, registry: &Registry, op: Op) -> Option<Block> {
    let blocks = module.regions(op).first().map_or(&[][..], |&region| module.blocks(region));
    let &[block] = blocks else { return None };
    is_address_function(module, registry, op).then_some(block)
}

/// Returns `true` if an op is a function that computes addresses.
pub fn is_address_function(module: &Module, registry: &Registry, op: Op) -> bool {
    module.attr(op, ADDRESS_KEY).is_some()
        && registry.of(module, op).is_some_and(|def| def.function.is_some())
}

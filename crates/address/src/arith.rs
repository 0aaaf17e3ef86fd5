//! Conversion between programs and functions of `arith` ops. No other module of this crate depends on the IR.
//!
//! ```text
//! func.func @offset_x(%d0: i32, %d1: i32) -> i32
//!     attributes {layout.address = {lengths = array<i64: 4, 5>, of = @x, unit = "element"}} { ... }
//! ```
//!
//! An addressing function is a function with the attribute `layout.address` and a single block of `arith` ops on
//! signless integers. `OpDef` states which ops are functions and which return. The names of the `arith` ops are in the
//! table of [operations](crate::operation).

mod attribute;
mod function;
mod read;
mod slots;
mod write;

pub use attribute::{ADDRESS_KEY, AddressAttr, AddressSignature, SymbolParam};
pub use function::{AddressFunction, body, derivable_form, is_address_function};
pub use read::{functions, program};
pub use slots::{cost_model, layout_program, lowered_slots, periodic_slots, slot_program};
pub use write::{create_function, replace_body};

#[cfg(test)]
mod tests;

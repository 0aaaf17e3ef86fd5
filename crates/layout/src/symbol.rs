//! Symbolic layouts: lengths, strides and offsets that are expressions over symbols, whose values are not known yet.
//!
//! A [`SymbolSet`] states the values that the symbols may have. Each claim about a [`SymbolicLayout`] is decided for all
//! of them, or it is undecided, which is an error. A claim that does not hold is refuted by a witness: the values of the
//! symbols and an index.
//!
//! | module | contents |
//! |---|---|
//! | `expr` | expressions over symbols and dims, as written |
//! | `fault` | the reason why a symbolic layout is invalid, with its witness |
//! | `set` | the values of the symbols: ranges, divisors and relations |
//! | `text` | the texts of expressions, relations and witnesses |
//! | `layout` | symbolic layouts and their evaluation |

mod expr;
mod fault;
mod layout;
mod set;
mod text;

pub use expr::{SymEvalError, SymExpr, SymNode};
pub use fault::{SymbolWitness, SymbolicFault};
pub use layout::SymbolicLayout;
pub use set::{Relation, RelationKind, SymbolRange, SymbolSet};

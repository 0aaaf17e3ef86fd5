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
//! | `polynomial` | polynomials over numbered variables |
//! | `interval` | intervals with infinite ends |
//! | `space` | the variables of polynomials, with their ranges |
//! | `quotient` | the rules that simplify quotients |
//! | `prove` | proofs that a polynomial is at least 0 |
//! | `normal` | expressions of polynomials, and the simplification of expressions |
//! | `claim` | claims about all values, and their concrete evaluation |
//! | `transform` | transforms with expressions over symbols |
//! | `layout` | symbolic layouts and their evaluation |
//! | `search` | the evaluation of claims at all or selected values |
//! | `smtlib` | claims as scripts for a solver |
//! | `decide` | decisions of claims |
//! | `compare` | equality of symbolic layouts |
//! | `sides` | the conditions that a symbolic layout meets for all values |
//! | `injective` | injectivity for all values |
//! | `maximum` | the greatest offset for all values |
//! | `allocation` | the number of slots that a buffer needs |
//! | `vector` | groups of neighbors that are vectors |
//! | `facts` | facts about all offsets, as expressions |
//! | `width` | the width that intermediate values need |
//! | `builder` | the builder of symbolic layouts |
//! | `dynamic` | layouts of which some numbers are not stated |

mod allocation;
mod builder;
mod claim;
mod compare;
mod decide;
mod dynamic;
mod expr;
mod facts;
mod fault;
mod injective;
mod interval;
mod layout;
mod maximum;
mod normal;
mod polynomial;
mod prove;
mod quotient;
mod search;
mod set;
mod sides;
mod smtlib;
mod space;
mod text;
mod transform;
mod vector;
mod width;

pub use builder::SymbolicBuilder;
pub use claim::Claim;
pub use compare::{SymbolicComparison, SymbolicDifference};
pub use decide::{Decider, Decision, Method};
pub use dynamic::{DeclareSymbol, dynamic_lengths, dynamic_strides};
pub use expr::{SymEvalError, SymExpr, SymNode};
pub use facts::SymbolicFacts;
pub use fault::{SymbolWitness, SymbolicFault};
pub use injective::Property;
pub use layout::SymbolicLayout;
pub use maximum::MaxOffset;
pub use search::corners;
pub use set::{Relation, RelationKind, SymbolRange, SymbolSet};
pub use smtlib::{Prover, SmtScript, Verdict};
pub use transform::SymbolicTransform;
pub use width::{IndexWidth, WidthViolation, width_violation};

//! Plans of copies: a copy between two layouts as loops over digits, in an order that runs at the speed of memory.
//!
//! ```text
//! source layout, target layout --form--> offsets as sums of digits of single dims
//!     --refine--> digits of both --cover--> digits of all slots that are written --build--> fused digits, method, loops
//! ```
//!
//! - `plan`: the data; `fault`: the reasons why there is no plan;
//! - `form`: a layout as digits; `refine`: the common refinement of two layouts; `padding` and `cover`:
//!   storage padding;
//! - `method`: the access pattern; `schedule`: the loops of a CPU kernel; `build`: all of these in sequence;
//! - `pieces`: a plan as several, so that whole blocks need no guard;
//! - `writes`: the interpreter of a plan; `extent`: the slots that it accesses; `proof`: the proof that a plan is the copy; `print`: its text.
//!
//! A layout that is not a sum of digits, such as one with a swizzle, has no plan. Its copy map
//! ([`Layout::copy_map_to`](crate::Layout::copy_map_to)) describes the copy slot by slot.

mod build;
mod cover;
mod extent;
mod fault;
mod form;
mod method;
mod padding;
mod pieces;
mod plan;
mod print;
mod proof;
mod refine;
mod schedule;
mod writes;

pub use extent::CopyEnd;
pub use fault::CopyPlanFault;
pub use plan::{
    CopyDigit, CopyDim, CopyFill, CopyLoop, CopyMachine, CopyMethod, CopyPart, CopyPlan,
    TileExchange,
};
pub use proof::CopyProofFault;
pub use writes::CopyWrite;

#[cfg(test)]
mod tests;

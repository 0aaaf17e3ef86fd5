//! The cost of an access of a group of lanes: memory transactions and bank conflicts.
//!
//! The lanes of a GPU (a warp, a wavefront) each touch one element at the same time. A kernel engineer needs to know how
//! many pieces of memory that takes, and whether lanes wait for each other at a bank of shared memory (LDS). Both follow
//! from the addresses, so they are computed for every layout in one way.
//!
//! - **Lanes.** [`Access::dims`] are the logical dims that lanes step through, the last one fastest: the number of a lane
//!   in them is a mixed-radix number over their lengths. `lanes` consecutive numbers, from a multiple of `lanes` on, are a
//!   *group*; the last group of a round may have fewer, and its other lanes are idle. All other dims have one index in a
//!   group; each of their indices, in row-major order, has groups of its own. A lane whose index is not valid touches
//!   nothing, as under a predicate.
//! - **Transactions.** An address is the offset times the size of an element, counted in bits from the start of the buffer,
//!   which is aligned to every segment. A transaction is an aligned segment of 32 bytes (a sector) or 128 bytes (a line)
//!   that some lane of the group touches. *Ideal* is the number of transactions if the bytes of the group were contiguous:
//!   lanes that touch the same bytes count once.
//! - **Banks.** Word w, of [`Access::bank_bytes`] bytes, is in bank w mod [`Access::banks`]. A bank reads one word at a
//!   time, for all lanes that read it. The *degree* is the greatest number of different words of one bank: 1 is free of
//!   conflicts, and 0 means that no lane touches anything.
//! - **Phases.** A bank row (all banks, one word each) is the most that memory can read at once. So a group is served in
//!   phases of `banks / words` consecutive lanes, where `words` is the number of words of one element, and the degree is
//!   that of the worst phase. With 32 banks of 4 bytes, elements of up to 4 bytes are served to 32 lanes at once (a
//!   wavefront of 64 has two phases), 8 bytes to 16 lanes, 16 bytes to 8 lanes, as on NVIDIA's and AMD's hardware. The lanes
//!   that share a phase differ on some hardware (AMD's 128-bit reads interleave them); here they are consecutive.
//!
//! The worst group is reported, and totals over all groups; beyond [`MOST_ACCESSES`] only the first groups are analysed,
//! and the report has their number. [`suggest`] searches for a change that removes conflicts.
//!
//! - `lanes`: the access, and the numbers that it must keep to; `groups`: its groups and the memory that each touches;
//! - `report`: the analysis of all groups;
//! - `suggest`: the search, and `text` the text of a suggestion.

mod groups;
mod lanes;
mod report;
mod suggest;
mod text;

pub use lanes::{Access, AccessError};
pub use report::{AccessReport, MOST_ACCESSES, Transactions, analyse};
pub use suggest::{Change, Suggestion, Suggestions, Swizzle, suggest};

#[cfg(test)]
mod tests;

//! The cost of an access of a group of lanes: memory transactions and bank conflicts.
//!
//! The lanes of a GPU (a warp, a wavefront) each touch one element at the same time. The cost is the number of memory
//! segments that they touch, and the number of lanes that wait for each other at a bank of shared memory (LDS). Both
//! follow from the addresses, so the same code computes them for every layout.
//!
//! - **Lanes.** [`Access::dims`] are the logical dims that lanes step through, the last one fastest. The number of a
//!   lane is a mixed-radix number over their lengths. `lanes` consecutive numbers, starting at a multiple of `lanes`,
//!   are a *group*. The last group of a round may have fewer numbers; its other lanes are idle. All other dims have one
//!   index in a group; each combination of their indices, in row-major order, has its own groups. A lane with an
//!   invalid index touches nothing, as under a predicate.
//! - **Transactions.** An address is the offset times the element size, in bits from the start of the buffer, which is
//!   aligned to every segment. A transaction is an aligned segment of 32 bytes (a sector) or 128 bytes (a line) that
//!   some lane of the group touches. *Ideal* is the number of transactions if the bytes of the group were contiguous:
//!   bytes that several lanes touch count once.
//! - **Banks.** Word w, of [`Access::bank_bytes`] bytes, is in bank w mod [`Access::banks`]. A bank reads one word at a
//!   time, and broadcasts it to all lanes that read it. The *degree* is the greatest number of different words in one
//!   bank: 1 is free of conflicts, and 0 means that no lane touches memory.
//! - **Phases.** A bank row (one word of each bank) is the most that memory can read at once. So a group is served in
//!   phases of `banks / words` consecutive lanes, where `words` is the number of words of one element. The degree is
//!   that of the worst phase. With 32 banks of 4 bytes, one phase serves 32 lanes with elements of up to 4 bytes (a
//!   wavefront of 64 has two phases), 16 lanes with 8 bytes, and 8 lanes with 16 bytes, as on NVIDIA's and AMD's
//!   hardware. On some hardware the lanes of a phase are not consecutive (AMD's 128-bit reads interleave them); here
//!   they are.
//!
//! The report has the worst group, and totals over all groups. Beyond [`MAX_ACCESSES`] only the first groups are
//! analyzed, and the report states their number. [`suggest`] searches for a change that removes conflicts.
//!
//! - `lanes`: the access, and the limits of its numbers; `groups`: its groups, and the memory that each touches;
//! - `report`: the analysis of all groups; `elements`: the lane and the bank of single elements;
//! - `suggest`: the search for a change; `linear`: the linear swizzle of the least degree; `text`: the text of both.

mod elements;
mod groups;
mod lanes;
mod linear;
mod report;
mod suggest;
mod text;

pub use elements::ElementLanes;
pub use groups::ElementLane;
pub use lanes::{Access, AccessError};
pub use linear::{LinearSwizzle, linear_swizzle};
pub use report::{AccessReport, MAX_ACCESSES, Transactions, analyze};
pub use suggest::{Change, Suggestion, Suggestions, Swizzle, suggest};

#[cfg(test)]
mod tests;

//! Strides without a module.

use crate::border::{Diagnostics, Status, Str, call, numbers, write_all};
use compiler::{RequestedStrides, solve};

/// Writes the least strides of a tensor, in elements and in logical order.
///
/// `order` is a name such as `NHWC`, the logical dims from the outermost in memory such as `[0, 2, 3, 1]`, or empty for
/// row major. `reqs` are requirements such as `m2: aligned<64 bytes>`, or empty. Elements have 1 to 64 bits.
///
/// # Safety
/// `shape` is null or points to `rank` numbers, `strides` is null or valid for `rank` writes; the texts are as
/// `layoutc_str` describes; `diagnostics` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_solve(
    shape: *const i64,
    rank: usize,
    order: Str,
    reqs: Str,
    elem_bits: u32,
    strides: *mut i64,
    diagnostics: *mut *mut Diagnostics,
) -> Status {
    // SAFETY: the caller states it.
    unsafe {
        call(diagnostics, || {
            let shape = numbers(shape, rank)?;
            let order = order.read()?;
            let reqs = reqs.read()?;
            let solved = solve(&RequestedStrides { shape, order, reqs, elem_bits })?;
            write_all(strides, rank, solved.into_iter())
        })
    }
}

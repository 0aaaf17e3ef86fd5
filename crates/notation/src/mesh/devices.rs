//! The digits of the devices of an array, and the placement of its shards.

use layout::{AxisName, Combine};

use crate::axis_digits::{AxisDigit, DigitPlacement, IndexDigits};

/// The digits of the devices of an array.
pub(super) struct DeviceDigits {
    /// By dim: the digits of the number of the shard, the fastest first.
    pub(super) shards: Vec<Vec<AxisDigit>>,
    /// The digits of devices with equal shards.
    pub(super) copies: Vec<AxisDigit>,
    /// The digits of devices with parts of sums.
    pub(super) sums: Vec<AxisDigit>,
    /// All axes of the mesh.
    pub(super) axes: Vec<AxisName>,
}

/// Returns the digits of an array: those of the shards, above row-major offsets in each shard; `None` if a number does not
/// fit 64 bits.
pub(super) fn sharded(lengths: Vec<i64>, devices: DeviceDigits) -> Option<DigitPlacement> {
    let m = AxisName::MEMORY;
    let mut stride = 1i64;
    let mut dims = Vec::new();
    for (&length, shards) in lengths.iter().zip(devices.shards).rev() {
        let count = shards.iter().try_fold(1i64, |all, digit| all.checked_mul(digit.length))?;
        let own = (length - 1) / count + 1;
        let mut digits = vec![AxisDigit::on(&m, own, stride)];
        digits.extend(shards);
        dims.push(digits);
        stride = stride.checked_mul(own)?;
    }
    dims.reverse();
    let mut found = DigitPlacement::new(lengths, IndexDigits::ByDim(dims));
    found.copies = devices.copies;
    found.parts = devices.sums.into_iter().map(|digit| (digit, Combine::Add)).collect();
    found.offsets = devices.axes.into_iter().chain([m]).map(|axis| (axis, 0)).collect();
    Some(found)
}

//! The digits of the devices of an array, and the placement of its shards.

use layout::{AxisName, Combine, checked_product};

use crate::axis_digits::{AxisDigit, DigitPlacement};

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
        let count = checked_product(shards.iter().map(|digit| digit.length))?;
        let own = (length - 1) / count + 1;
        let mut digits = vec![AxisDigit::on(&m, own, stride)];
        digits.extend(shards);
        dims.push(digits);
        stride = stride.checked_mul(own)?;
    }
    dims.reverse();
    let parts = devices.sums.into_iter().map(|digit| (digit, Combine::Add)).collect();
    let offsets = devices.axes.into_iter().chain([m]).map(|axis| (axis, 0)).collect();
    let found = DigitPlacement::by_dim(lengths, dims);
    Some(DigitPlacement { copies: devices.copies, parts, offsets, ..found })
}

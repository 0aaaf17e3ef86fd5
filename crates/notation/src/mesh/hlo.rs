//! Shardings of HLO: `{devices=[4,2]<=[2,4]T(1,0) last_tile_dim_replicate}`. All devices are on the axis `device`.

use layout::{
    AxisName, MixedRadix, NotationFault, RadixDigit, checked_product, is_permutation, joined,
    row_major_strides,
};
use pest::iterators::Pair;

use super::devices::DeviceDigits;
use super::grammar::MeshRule;
use crate::axis_digits::{AxisDigit, regrouped};
use crate::grammar::{clip, fields, integer, lengths, parts, range};

/// The meaning of a dim of the devices beyond those of the array.
#[derive(Clone, Copy)]
enum LastDim {
    Copies,
    Sums,
}

/// Returns the digits of the devices of an array of some dims.
///
/// # Errors
/// The number of devices is not in the text, their order is not a mixed radix, or the numbers of dims or of devices
/// disagree.
pub(super) fn devices(hlo: Pair<'_, MeshRule>, rank: usize) -> Result<DeviceDigits, NotationFault> {
    let at = range(&hlo);
    let [body] = fields(&mut parts(hlo).into_iter())?;
    match body.as_rule() {
        MeshRule::tiles => tiles(body, rank),
        MeshRule::only => {
            let message = "all elements are on one device, which is no sharding over a mesh";
            let note = "`axe` writes it as an offset on the axis `device`";
            Err(NotationFault::new(at, message).note(note))
        }
        MeshRule::replicated => {
            let message = "`{replicated}` has no number of devices";
            let ones = vec!["1"; rank].join(",");
            let comma = if rank == 0 { "" } else { "," };
            let note = format!(
                "write `{{devices=[{ones}{comma}8]<=[8] last_tile_dim_replicate}}` for 8 devices"
            );
            Err(NotationFault::new(at, message).note(note))
        }
        _ => {
            let message = "the sharding is `manual`, so it determines no shards";
            Err(NotationFault::new(at, message))
        }
    }
}

fn tiles(tiles: Pair<'_, MeshRule>, rank: usize) -> Result<DeviceDigits, NotationFault> {
    let mut found = parts(tiles).into_iter();
    let [dims, order] = fields(&mut found)?;
    let dims_at = range(&dims);
    let order_at = range(&order);
    let dims = lengths(dims)?;
    let last = found.next().map_or_else(|| Ok(Vec::new()), last_dims)?;
    if dims.len() != rank + last.len() {
        let message = format!(
            "expected the shards of {rank} dims and {} dims of devices with equal or partial shards, found {} dims",
            last.len(),
            dims.len()
        );
        return Err(NotationFault::new(dims_at, message));
    }
    let flat = match order.as_rule() {
        MeshRule::iota => iota(order)?,
        _ => listed(order)?,
    };
    let count = checked_product(dims.iter().copied());
    let listed = checked_product(flat.iter().map(|it| it.length));
    if count.is_none() || count != listed {
        let message = format!(
            "the tiles {} and the devices {} must have the same product",
            joined(&dims, " x "),
            joined(flat.iter().rev().map(|digit| digit.length), " x ")
        );
        return Err(NotationFault::new(dims_at.start..order_at.end, message));
    }
    let fastest_first: Vec<i64> = dims.iter().rev().copied().collect();
    let flat = flat.into_iter();
    let flat = flat.map(|it| AxisDigit::on(&AxisName::DEVICE, it.length, it.stride));
    let mut groups = regrouped(&flat.collect::<Vec<_>>(), &fastest_first).ok_or_else(|| {
        let message = "the number of a device is no sum of digits of its tile";
        NotationFault::new(order_at, message)
    })?;
    groups.reverse();
    let rest = groups.split_off(rank);
    let axes = vec![AxisName::DEVICE];
    let mut devices = DeviceDigits { shards: groups, copies: Vec::new(), sums: Vec::new(), axes };
    for (kind, digits) in last.into_iter().zip(rest) {
        match kind {
            LastDim::Copies => devices.copies.extend(digits),
            LastDim::Sums => devices.sums.extend(digits),
        }
    }
    Ok(devices)
}

/// Returns the meaning of the last dims of the devices.
fn last_dims(last: Pair<'_, MeshRule>) -> Result<Vec<LastDim>, NotationFault> {
    if last.as_rule() == MeshRule::replicate {
        return Ok(vec![LastDim::Copies]);
    }
    let kinds = parts(last).into_iter().map(|kind| match kind.as_str() {
        "replicated" => Ok(LastDim::Copies),
        "unreduced" => Ok(LastDim::Sums),
        other => {
            let message = format!("expected `replicated` or `unreduced`, found `{}`", clip(other));
            Err(NotationFault::new(range(&kind), message))
        }
    });
    kinds.collect()
}

/// Returns the digits of the devices `<=[2,4]T(1,0)`, the fewest, the fastest first.
fn iota(iota: Pair<'_, MeshRule>) -> Result<Vec<RadixDigit>, NotationFault> {
    let mut found = parts(iota).into_iter();
    let [shape] = fields(&mut found)?;
    let at = range(&shape);
    let lengths = lengths(shape)?;
    let rank = lengths.len();
    let strides =
        checked_product(lengths.iter().copied()).and_then(|_| row_major_strides(&lengths));
    let strides = strides
        .ok_or_else(|| NotationFault::new(at, "the number of devices does not fit 64 bits"))?;
    let order = match found.next() {
        Some(transpose) => order_of(&transpose, rank)?,
        None => (0..rank).collect(),
    };
    let fastest_first = |numbers: &[i64]| -> Vec<i64> {
        order.iter().rev().filter_map(|&dim| numbers.get(dim)).copied().collect()
    };
    Ok(MixedRadix::linear(&fastest_first(&lengths), &fastest_first(&strides), 0).flat())
}

/// Returns the order of the dims of the devices, the slowest first.
///
/// # Errors
/// It is not a permutation of the dims.
fn order_of(transpose: &Pair<'_, MeshRule>, rank: usize) -> Result<Vec<usize>, NotationFault> {
    let order: Vec<i64> = parts(transpose.clone()).iter().map(integer).collect::<Result<_, _>>()?;
    if order.len() != rank || !is_permutation(&order) {
        let message =
            format!("expected a permutation of the {rank} dims of the devices, found {order:?}");
        return Err(NotationFault::new(range(transpose), message));
    }
    Ok(order.into_iter().map(|dim| dim as usize).collect())
}

/// Returns the digits of a list of devices, the fastest first.
///
/// # Errors
/// The devices are not sums of digits: the first such device.
fn listed(list: Pair<'_, MeshRule>) -> Result<Vec<RadixDigit>, NotationFault> {
    let at = range(&list);
    let pairs = parts(list);
    let devices: Vec<i64> = pairs.iter().map(integer).collect::<Result<_, _>>()?;
    if !is_permutation(&devices) {
        let message = format!("expected each of {} devices once", devices.len());
        return Err(NotationFault::new(at, message));
    }
    let line: Vec<i64> = devices.iter().map(|device| device - devices[0]).collect();
    let digits = RadixDigit::along(&line);
    for (place, (pair, &device)) in pairs.iter().zip(&devices).enumerate() {
        let sum = RadixDigit::sum(&digits, place as i64);
        if sum != i128::from(device) {
            let message = format!(
                "device {device} is no sum of digits: the devices before it determine {sum}"
            );
            return Err(NotationFault::new(range(pair), message));
        }
    }
    Ok(digits)
}

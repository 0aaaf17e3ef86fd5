//! Shardings of HLO: `{devices=[4,2]<=[2,4]T(1,0) last_tile_dim_replicate}`. All devices are on the axis `device`.

use layout::{AxisName, NotationFault, joined};
use pest::iterators::Pair;
use std::ops::Range;

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
/// The number of devices is not in the text, their order is no mixed radix, or the numbers of dims or of devices disagree.
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
    let count: Option<i64> = dims.iter().try_fold(1i64, |all, &length| all.checked_mul(length));
    let listed: Option<i64> = flat.iter().try_fold(1i64, |all, it| all.checked_mul(it.length));
    if count.is_none() || count != listed {
        let message = format!(
            "the tiles {} and the devices {} must have the same product",
            joined(&dims, " x "),
            joined(flat.iter().rev().map(|digit| digit.length), " x ")
        );
        return Err(NotationFault::new(dims_at.start..order_at.end, message));
    }
    let fastest_first: Vec<i64> = dims.iter().rev().copied().collect();
    let mut groups = regrouped(&flat, &fastest_first).ok_or_else(|| {
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

/// Returns the digits of the devices `<=[2,4]T(1,0)`, the fastest first.
fn iota(iota: Pair<'_, MeshRule>) -> Result<Vec<AxisDigit>, NotationFault> {
    let mut found = parts(iota).into_iter();
    let [shape] = fields(&mut found)?;
    let at = range(&shape);
    let lengths = lengths(shape)?;
    let mut next = Some(1i64);
    let digits = lengths.iter().rev().map(|&length| {
        let stride = next?;
        next = stride.checked_mul(length);
        Some(AxisDigit::on(&AxisName::DEVICE, length, stride))
    });
    let digits: Option<Vec<AxisDigit>> = digits.collect();
    let mut digits = digits
        .filter(|_| next.is_some())
        .ok_or_else(|| NotationFault::new(at, "the number of devices does not fit 64 bits"))?;
    if let Some(transpose) = found.next() {
        digits.reverse();
        let at = range(&transpose);
        let order: Vec<i64> = parts(transpose).iter().map(integer).collect::<Result<_, _>>()?;
        digits = transposed(&digits, &order, at)?;
        digits.reverse();
    }
    Ok(coalesced(digits))
}

/// Returns the digits in an order, the slowest first.
fn transposed(
    digits: &[AxisDigit],
    order: &[i64],
    at: Range<usize>,
) -> Result<Vec<AxisDigit>, NotationFault> {
    let rank = digits.len();
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    if !sorted.iter().copied().eq(0..rank as i64) {
        let message =
            format!("expected a permutation of the {rank} dims of the devices, found {order:?}");
        return Err(NotationFault::new(at, message));
    }
    let place = |&dim: &i64| usize::try_from(dim).ok().and_then(|dim| digits.get(dim)).cloned();
    Ok(order.iter().filter_map(place).collect())
}

/// Returns the fewest digits, the fastest first.
fn coalesced(digits: Vec<AxisDigit>) -> Vec<AxisDigit> {
    let mut found: Vec<AxisDigit> = Vec::new();
    for digit in digits.into_iter().filter(|digit| digit.length > 1) {
        match found.last_mut() {
            Some(last) if last.stride.checked_mul(last.length) == Some(digit.stride) => {
                // All lengths have a product that fits 64 bits.
                last.length = last.length.saturating_mul(digit.length);
            }
            _ => found.push(digit),
        }
    }
    found
}

/// Returns the digits of a list of devices, the fastest first.
///
/// # Errors
/// The devices are no sums of digits: the first one at fault.
fn listed(list: Pair<'_, MeshRule>) -> Result<Vec<AxisDigit>, NotationFault> {
    let at = range(&list);
    let pairs = parts(list);
    let devices: Vec<i64> = pairs.iter().map(integer).collect::<Result<_, _>>()?;
    let count = devices.len();
    let mut digits: Vec<AxisDigit> = Vec::new();
    let mut sorted = devices.clone();
    sorted.sort_unstable();
    if !sorted.iter().copied().eq(0..count as i64) {
        let message = format!("expected each of {count} devices once");
        return Err(NotationFault::new(at, message));
    }
    let mut weight = 1;
    while weight < count {
        let stride = devices[weight] - devices[0];
        let steps = (1..).take_while(|&step| {
            let device = devices.get(step * weight);
            device.is_some_and(|device| device - devices[0] == stride * step as i64)
        });
        let length = steps.count() + 1;
        digits.push(AxisDigit::on(&AxisName::DEVICE, length as i64, stride));
        weight *= length;
    }
    for (place, (pair, &device)) in pairs.iter().zip(&devices).enumerate() {
        let mut rest = place as i64;
        let mut sum = 0;
        for digit in &digits {
            sum += rest % digit.length * digit.stride;
            rest /= digit.length;
        }
        if sum != device {
            let message = format!(
                "device {device} is no sum of digits: the devices before it determine {sum}"
            );
            return Err(NotationFault::new(range(pair), message));
        }
    }
    Ok(digits)
}

//! The writer of shardings: by the names of axes, or in the form of HLO if all devices are on the axis `device`.

use layout::{AxisName, Combine, Placement, joined};

use crate::axis_digits::{AxisDigit, DigitPlacement, HeldDigit, IndexDigits};
use crate::element::ElementType;
use crate::subject::list;
use crate::suffix::suffix;
use crate::witness::Witness;

/// A placement whose shards have row-major offsets.
struct Shards {
    found: DigitPlacement,
    /// By dim: the digits of the number of the shard, the fastest first.
    dims: Vec<Vec<AxisDigit>>,
}

/// Writes the digits of devices.
pub(super) fn write(placement: &Placement, elem: Option<ElementType>) -> Result<String, Witness> {
    let shards = Shards::of(placement)?;
    let mut axes: Vec<&AxisName> = placement.axes().filter(|axis| !axis.is_memory()).collect();
    axes.retain(|axis| !axis.is_memory());
    let text = match axes[..] {
        [axis] if *axis == AxisName::DEVICE => shards.hlo()?,
        _ => shards.named(&axes)?,
    };
    Ok(format!("{text}[{}]{}", list(&shards.found.lengths), suffix(elem)))
}

impl Shards {
    /// Returns the shards of a placement.
    ///
    /// # Errors
    /// An offset in a shard is not row major: the index.
    fn of(placement: &Placement) -> Result<Shards, Witness> {
        let found = DigitPlacement::of(placement, None)?;
        let zero = vec![0; found.lengths.len()];
        if let Some((axis, by)) = found.offsets.iter().find(|(_, by)| *by != 0) {
            let reason = format!("its coordinate on `{axis}` is {by}, but mesh starts at 0");
            return Err(Witness::at(zero, reason));
        }
        if let Some((_, way)) = found.parts.iter().find(|(_, way)| *way != Combine::Add) {
            let reason = format!("its parts are combined by `{way}`, but mesh has sums only");
            return Err(Witness::at(zero, reason));
        }
        let IndexDigits::ByDim(digits) = &found.index else {
            return Err(Witness::undecided("the index is flat"));
        };
        let mut next = 1i64;
        let mut dims = Vec::new();
        for (dim, digits) in digits.iter().enumerate().rev() {
            let mut own = &digits[..];
            let mut inner = 1;
            if let [first, rest @ ..] = own
                && first.axis.as_ref().is_some_and(AxisName::is_memory)
                && first.stride != 0
            {
                if first.stride != next {
                    let mut at = zero;
                    at[dim] = 1;
                    let reason = format!(
                        "its offset on `m` is {}, but {next} in a row-major shard",
                        first.stride
                    );
                    return Err(Witness::at(at, reason).unproven());
                }
                (own, inner) = (rest, first.length);
            }
            next = next.checked_mul(inner).ok_or(layout::AddressError::Overflow)?;
            dims.push(own.to_vec());
        }
        dims.reverse();
        let shards = Shards { found, dims };
        shards.check_devices()?;
        Ok(shards)
    }

    /// Checks that the slower digits of each dim are on axes of devices.
    fn check_devices(&self) -> Result<(), Witness> {
        for held in self.found.all_digits() {
            let Some(dim) = held.dim else { continue };
            if held.digit.axis.is_none() {
                return Err(Witness::without_slot(self.found.index_of(&held)));
            }
            let on_m = held.digit.axis.as_ref().is_some_and(AxisName::is_memory);
            let is_shard = self.dims[dim].contains(&held.digit);
            if held.digit.stride == 0 || (is_shard && on_m) {
                let reason = "its offset in the shard is not that of row-major order";
                return Err(Witness::at(self.found.index_of(&held), reason).unproven());
            }
        }
        let on_m = |digit: &AxisDigit| digit.axis.as_ref().is_some_and(AxisName::is_memory);
        let parts = self.found.parts.iter().map(|(digit, _)| digit);
        if self.found.copies.iter().chain(parts).any(on_m) {
            let reason = "it has several slots on `m`, but one in each shard of mesh";
            return Err(Witness::at(vec![0; self.dims.len()], reason));
        }
        Ok(())
    }

    /// Returns the text by the names of axes.
    ///
    /// # Errors
    /// An axis has several digits: the index.
    fn named(&self, axes: &[&AxisName]) -> Result<String, Witness> {
        let mut mesh = Vec::new();
        for axis in axes {
            let all = self.found.all_digits();
            let mut own: Vec<HeldDigit> =
                all.into_iter().filter(|it| it.digit.axis.as_ref() == Some(*axis)).collect();
            let sums = self.found.parts.iter().map(|(digit, _)| digit);
            let sums = sums.filter(|digit| digit.axis.as_ref() == Some(*axis)).cloned();
            own.extend(sums.map(|digit| HeldDigit { digit, dim: None, weight: None }));
            match &own[..] {
                [] => mesh.push(format!("{axis}=1")),
                [one] => {
                    self.found.check_next(one, 1, "mesh")?;
                    mesh.push(format!("{axis}={}", one.digit.length));
                }
                [_, second, ..] => {
                    let reason = format!("axis `{axis}` has several digits, but one in mesh");
                    return Err(Witness::at(self.found.index_of(second), reason).unproven());
                }
            }
        }
        let mut spec: Vec<String> = self.dims.iter().map(|digits| names_text(digits)).collect();
        let sums = self.found.parts.iter().filter_map(|(digit, _)| digit.axis.as_ref());
        let sums: Vec<String> = sums.map(|axis| format!("'{axis}'")).collect();
        if !sums.is_empty() {
            spec.push(format!("unreduced={{{}}}", sums.join(",")));
        }
        Ok(format!("[{}] P({})", mesh.join(","), spec.join(",")))
    }

    /// Returns the text of HLO. The devices in the order of their tiles are the transposed digits of their numbers.
    ///
    /// # Errors
    /// The numbers of the devices are no mixed radix: the index.
    fn hlo(&self) -> Result<String, Witness> {
        let mut tiles: Vec<i64> = self.dims.iter().map(|own| size_of(own)).collect();
        // The digits in the order of the tiles, the slowest first.
        let mut order: Vec<AxisDigit> =
            self.dims.iter().flat_map(|own| own.iter().rev().cloned()).collect();
        let sums = self.found.parts.iter().map(|(digit, _)| digit.clone());
        let sums: Vec<AxisDigit> = sums.collect();
        let mut kinds = Vec::new();
        for (digits, kind) in [(&self.found.copies, "replicated"), (&sums, "unreduced")] {
            if !digits.is_empty() {
                tiles.push(size_of(digits));
                order.extend(digits.iter().cloned());
                kinds.push(kind);
            }
        }
        let mut sorted: Vec<usize> = (0..order.len()).collect();
        sorted.sort_by_key(|&at| -order[at].stride);
        let mut next = 1i64;
        for &at in sorted.iter().rev() {
            self.check_device(&order[at], next)?;
            next = next.checked_mul(order[at].length).ok_or(layout::AddressError::Overflow)?;
        }
        let last = match kinds[..] {
            [] => String::new(),
            ["replicated"] => " last_tile_dim_replicate".to_owned(),
            _ => format!(" last_tile_dims={{{}}}", kinds.join(", ")),
        };
        let devices = devices_text(&order, &sorted, next);
        Ok(format!("{{devices=[{}]{devices}{last}}}", joined(tiles, ",")))
    }

    /// Checks that a digit of devices begins where the faster ones end.
    fn check_device(&self, digit: &AxisDigit, next: i64) -> Result<(), Witness> {
        let held = self.found.all_digits().into_iter().find(|it| it.digit == *digit);
        let held = held.unwrap_or(HeldDigit { digit: digit.clone(), dim: None, weight: None });
        self.found.check_next(&held, next, "mesh")
    }
}

/// Returns the names of the axes of a dim.
fn names_text(digits: &[AxisDigit]) -> String {
    let names = digits.iter().rev().filter_map(|digit| digit.axis.as_ref());
    let names: Vec<String> = names.map(|axis| format!("'{axis}'")).collect();
    match &names[..] {
        [] => "None".to_owned(),
        [one] => one.clone(),
        _ => format!("({})", names.join(",")),
    }
}

/// Returns the number of devices of digits, which fits 64 bits as that of all devices does.
fn size_of(digits: &[AxisDigit]) -> i64 {
    digits.iter().fold(1, |size, digit| size.saturating_mul(digit.length))
}

/// Returns `<=[2,4]T(1,0)` for digits in the order of tiles. `sorted` has their places by falling stride.
fn devices_text(order: &[AxisDigit], sorted: &[usize], count: i64) -> String {
    if sorted.is_sorted() {
        return format!("<=[{count}]");
    }
    let lengths = joined(sorted.iter().map(|&at| order[at].length), ",");
    let places = (0..order.len()).filter_map(|at| sorted.iter().position(|&it| it == at));
    format!("<=[{lengths}]T({})", joined(places, ","))
}

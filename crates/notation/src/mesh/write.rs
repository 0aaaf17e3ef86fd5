//! The writer of shardings: by the names of axes, or in the form of HLO if all devices are on the axis `device`.

use layout::{AxisName, Combine, Placement, joined};

use crate::axis_digits::{AxisDigit, DigitPlacement, HeldDigit};
use crate::element::ElementType;
use crate::subject::list;
use crate::suffix::suffix;
use crate::witness::Witness;

/// A placement whose shards have row-major offsets.
struct Shards {
    found: DigitPlacement,
    /// All digits.
    held: Vec<HeldDigit>,
    /// By dim: the digits of the number of the shard, the fastest first.
    dims: Vec<Vec<AxisDigit>>,
}

/// Writes the digits of devices.
pub(super) fn write(placement: &Placement, elem: Option<ElementType>) -> Result<String, Witness> {
    let shards = Shards::of(placement)?;
    let axes: Vec<&AxisName> = placement.axes().filter(|axis| !axis.is_memory()).collect();
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
        found.check_start("mesh")?;
        let zero = vec![0; found.lengths.len()];
        if let Some((_, way)) = found.parts.iter().find(|(_, way)| *way != Combine::Add) {
            let reason = format!("its parts are combined by `{way}`, but mesh has sums only");
            return Err(Witness::at(zero, reason));
        }
        let mut next = 1i64;
        let mut dims = Vec::new();
        for (dim, digits) in found.dims.iter().enumerate().rev() {
            let mut own = &digits[..];
            let mut inner = 1;
            if let [first, rest @ ..] = own
                && first.is_on(&AxisName::MEMORY)
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
        let shards = Shards { held: found.all_digits(), found, dims };
        shards.check_devices()?;
        Ok(shards)
    }

    /// Checks that the slower digits of each dim, and those of copies and parts, are on axes of devices.
    fn check_devices(&self) -> Result<(), Witness> {
        for held in &self.held {
            let on_m = held.digit.is_on(&AxisName::MEMORY);
            let index = || self.found.index_of(held);
            match held.at {
                None if on_m => {
                    let reason = "it has several slots on `m`, but one in each shard of mesh";
                    return Err(Witness::at(index(), reason));
                }
                None => {}
                Some(_) if held.digit.axis.is_none() => return Err(Witness::without_slot(index())),
                Some((dim, _)) => {
                    let is_shard = self.dims[dim].contains(&held.digit);
                    if held.digit.stride == 0 || (is_shard && on_m) {
                        let reason = "its offset in the shard is not that of row-major order";
                        return Err(Witness::at(index(), reason).unproven());
                    }
                }
            }
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
            let own = self.held.iter().filter(|it| it.digit.is_on(axis));
            match own.collect::<Vec<&HeldDigit>>()[..] {
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
    /// The numbers of the devices are not a mixed radix: the index.
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
        let held = self.held.iter().find(|it| it.digit == *digit);
        held.map_or(Ok(()), |held| self.found.check_next(held, next, "mesh"))
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

/// Returns `<=[2,4]T(1,0)` for digits in the order of tiles. `sorted` lists their positions by falling stride.
fn devices_text(order: &[AxisDigit], sorted: &[usize], count: i64) -> String {
    if sorted.is_sorted() {
        return format!("<=[{count}]");
    }
    let lengths = joined(sorted.iter().map(|&at| order[at].length), ",");
    let places = (0..order.len()).filter_map(|at| sorted.iter().position(|&it| it == at));
    format!("<=[{lengths}]T({})", joined(places, ","))
}

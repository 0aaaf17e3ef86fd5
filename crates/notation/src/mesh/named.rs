//! Shardings by the names of axes: `[x=2,y=4] P('y',None)`.

use layout::{AxisName, NotationFault};
use pest::iterators::Pair;

use super::devices::DeviceDigits;
use super::grammar::MeshRule;
use crate::axis_digits::AxisDigit;
use crate::grammar::{clip, fields, length, parts, range, unknown};

/// An axis of a mesh. `used` is `true` once a specification names it.
struct MeshAxis {
    axis: AxisName,
    length: i64,
    used: bool,
}

impl MeshAxis {
    fn digit(&self) -> AxisDigit {
        AxisDigit::on(&self.axis, self.length, 1)
    }
}

/// Returns the digits of the devices of an array of some dims.
///
/// # Errors
/// An axis is unknown or is named twice, or there are more entries than dims.
pub(super) fn devices(
    named: Pair<'_, MeshRule>,
    rank: usize,
) -> Result<DeviceDigits, NotationFault> {
    let mut mesh = Vec::new();
    let mut shards = Vec::new();
    let mut sums = Vec::new();
    for part in parts(named) {
        if part.as_rule() == MeshRule::axis {
            add_axis(&mut mesh, part)?;
            continue;
        }
        let at = range(&part);
        for item in parts(part) {
            let is_sum = item.as_rule() == MeshRule::unreduced;
            let names = names(item);
            let digits = names.iter().map(|name| take(&mut mesh, name));
            let digits: Vec<AxisDigit> = digits.collect::<Result<_, _>>()?;
            if is_sum {
                sums.extend(digits);
            } else {
                shards.push(digits.into_iter().rev().collect());
            }
        }
        if shards.len() > rank {
            let message = format!(
                "expected at most one entry for each of {rank} dims, found {}",
                shards.len()
            );
            return Err(NotationFault::new(at, message));
        }
    }
    shards.resize(rank, Vec::new());
    let copies = mesh.iter().filter(|axis| !axis.used).map(MeshAxis::digit).collect();
    Ok(DeviceDigits { shards, copies, sums, axes: mesh.into_iter().map(|it| it.axis).collect() })
}

fn add_axis(mesh: &mut Vec<MeshAxis>, part: Pair<'_, MeshRule>) -> Result<(), NotationFault> {
    let [name, size] = fields(&mut parts(part).into_iter())?;
    let axis = AxisName::new(name.as_str()).filter(|axis| !axis.is_memory()).ok_or_else(|| {
        let message =
            format!("`{}` is the offset in a shard, and no axis of devices", name.as_str());
        NotationFault::new(range(&name), message)
    })?;
    if mesh.iter().any(|known| known.axis == axis) {
        let message = format!("the mesh has two axes `{axis}`");
        return Err(NotationFault::new(range(&name), message));
    }
    mesh.push(MeshAxis { axis, length: length(&size)?, used: false });
    Ok(())
}

/// Returns the names of an entry of a specification.
fn names(item: Pair<'_, MeshRule>) -> Vec<Pair<'_, MeshRule>> {
    let mut all = Vec::new();
    for part in parts(item) {
        match part.as_rule() {
            MeshRule::names => all.extend(parts(part)),
            MeshRule::name => all.push(part),
            _ => {}
        }
    }
    all
}

/// Returns the digit of an axis, and marks the axis as used.
fn take(mesh: &mut [MeshAxis], name: &Pair<'_, MeshRule>) -> Result<AxisDigit, NotationFault> {
    let place = mesh.iter().position(|known| known.axis.as_str() == name.as_str());
    let Some(place) = place else {
        let known = mesh.iter().map(|known| known.axis.as_str());
        return Err(unknown("axis of the mesh", name.as_str(), range(name), known));
    };
    if std::mem::replace(&mut mesh[place].used, true) {
        let message = format!("axis `{}` is named twice", clip(name.as_str()));
        return Err(NotationFault::new(range(name), message));
    }
    Ok(mesh[place].digit())
}

//! How to convert one placement into another.

use super::axis::AxisName;
use super::compare::common_axes;
use super::form::Placement;
use super::moves::{MoveError, Moves};
use super::section::{Section, SlotBits};
use super::shared::SharedPlan;
use super::shuffles::ShufflePlan;
use crate::space::ElemSize;

/// The way to convert one placement into another.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum MovePlan {
    /// Every slot already holds its value.
    Nothing,
    /// Registers are exchanged within each thread: the rounds read no other lane.
    Registers(ShufflePlan),
    /// Registers are exchanged, and sent between the lanes of each subgroup.
    Shuffles(ShufflePlan),
    /// Values are stored in the shared memory of a block, and loaded from it.
    Shared(Box<SharedPlan>),
    /// Values are stored in global memory, and loaded from it.
    Global,
    /// Values are moved in the memory of the axis `m`, which one thread block or device owns.
    Memory,
    /// Devices exchange values along axes.
    Collectives(Vec<(AxisName, Collective)>),
}

/// An exchange between the devices along one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collective {
    /// Every device receives the shards of all.
    AllGather,
    /// The parts of all devices are combined, and every device receives the result.
    AllReduce,
    /// The parts of all devices are combined, and every device receives a shard of the result.
    ReduceScatter,
    /// Every device sends a piece to every other.
    AllToAll,
    /// Every device sends its shard to one other.
    Permute,
}

impl Collective {
    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Collective::AllGather => "all-gather",
            Collective::AllReduce => "all-reduce",
            Collective::ReduceScatter => "reduce-scatter",
            Collective::AllToAll => "all-to-all",
            Collective::Permute => "collective-permute",
        }
    }
}

impl_display!(Collective { it => "{}" (it.name()) });

impl Placement {
    /// Returns how to convert the placement into another, whose moves these are.
    ///
    /// # Errors
    /// The maps from slots to indices are not linear over bits, or the size of an element is unknown and shared memory is
    /// needed: [`MoveError::NoPlan`] with the reason.
    pub fn plan_to(
        &self,
        target: &Placement,
        moves: &Moves,
        elem: Option<ElemSize>,
    ) -> Result<MovePlan, MoveError> {
        let Some(class) = moves.class() else { return Ok(MovePlan::Nothing) };
        if class.is_memory() {
            return Ok(MovePlan::Memory);
        }
        if *class > AxisName::BLOCK {
            return Ok(MovePlan::Collectives(self.collectives_to(target)));
        }
        if *class == AxisName::BLOCK {
            return Ok(MovePlan::Global);
        }
        let bits = |placement: &Placement| placement.bits().as_ref().and_then(SlotBits::of);
        let Some((own, other)) = bits(self).zip(bits(target)) else {
            return Err(MoveError::NoPlan(
                "the map from the slots of a placement to its indices is not linear over bits"
                    .to_owned(),
            ));
        };
        if *class <= AxisName::LANE {
            let axes = common_axes(self, target);
            let section = Section::new(own.clone(), other.clone(), &axes);
            if let Some(plan) = section.as_ref().and_then(ShufflePlan::new) {
                return Ok(match plan.shuffles() {
                    0 => MovePlan::Registers(plan),
                    _ => MovePlan::Shuffles(plan),
                });
            }
        }
        let elem = elem.ok_or_else(|| {
            MoveError::NoPlan("the size of an element is unknown, which banks depend on".to_owned())
        })?;
        let lengths = self.shape().static_lengths().unwrap_or_default();
        let plan = SharedPlan::new((&own, &other), &lengths, elem);
        plan.map(|plan| MovePlan::Shared(Box::new(plan))).ok_or_else(|| {
            let message = format!(
                "shared memory is planned for blocks that hold the same indices, of elements of 1 to 16 bytes, but \
                 these have {elem}"
            );
            MoveError::NoPlan(message)
        })
    }

    /// Returns the exchanges along the axes of devices on which the placements differ.
    fn collectives_to(&self, target: &Placement) -> Vec<(AxisName, Collective)> {
        let axes = common_axes(self, target);
        let axes = axes.into_iter().filter(|axis| *axis > AxisName::BLOCK && !axis.is_memory());
        let found = axes.filter_map(|axis| {
            let [from, to] = [self, target].map(|placement| placement.role_of(&axis));
            let collective = from.collective(to)?;
            // Equal shards on equal devices are not exchanged.
            let stays = collective == Collective::Permute && self.shards_as(target, &axis);
            (!stays).then_some((axis, collective))
        });
        found.collect()
    }

    /// Returns `true` if each index has the same coordinate on an axis in both placements, in the first of its copies.
    fn shards_as(&self, target: &Placement, axis: &AxisName) -> bool {
        let layouts = self.first_on(axis).and_then(|own| Ok((own, target.first_on(axis)?)));
        layouts.is_ok_and(|(own, other)| own.difference(&other) == Ok(None))
    }

    /// Returns what the coordinate on an axis depends on.
    fn role_of(&self, axis: &AxisName) -> AxisRole {
        let rank = self.shape().len();
        let dims = self.on(axis).map(|layout| layout.connected_dims().concat()).unwrap_or_default();
        let mut index: Vec<usize> = dims.iter().copied().filter(|dim| *dim < rank).collect();
        index.sort_unstable();
        index.dedup();
        AxisRole { index, is_parted: dims.iter().any(|dim| *dim >= self.first_part()) }
    }
}

/// What the coordinate on one axis depends on.
struct AxisRole {
    /// The dims of the index.
    index: Vec<usize>,
    is_parted: bool,
}

impl AxisRole {
    /// Returns the exchange that makes this role another; `None` if nothing is received.
    fn collective(&self, to: AxisRole) -> Option<Collective> {
        match () {
            () if self.is_parted && to.is_parted => None,
            () if self.is_parted && !to.index.is_empty() => Some(Collective::ReduceScatter),
            () if self.is_parted => Some(Collective::AllReduce),
            () if self.index.is_empty() => None,
            () if to.index.is_empty() => Some(Collective::AllGather),
            () if self.index == to.index => Some(Collective::Permute),
            () => Some(Collective::AllToAll),
        }
    }
}

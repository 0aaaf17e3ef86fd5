//! Conversions of values between layouts, and their costs.
//!
//! A conversion costs the bytes that it reads and writes, or the time for them. Among solutions of equal cost, fewer
//! conversions are cheaper, then those outside loops, then those that move no data and are views. All these preferences
//! together cost less than one unit.
//!
//! A value that cannot share memory with all of its views has several forms of one layout: copies in memory of their
//! own, each for some of the uses.

use crate::assign_layouts::sites::SiteSlot;
use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::footprint::{Footprints, FormRole, ReqsId, TensorKey};
use ir::constants::Constants;
use ir::{Module, Value};
use pbqp::{Cost, FORBIDDEN};

/// A form of a value, which its uses share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct MemoryForm {
    pub(crate) layout: Candidate,
    /// 0 for the definition and its only conversion to a layout, or the number of a further copy.
    pub(crate) copy: u32,
}

impl MemoryForm {
    /// Returns the form that all uses of a layout share.
    pub(crate) fn shared(layout: Candidate) -> MemoryForm {
        MemoryForm { layout, copy: 0 }
    }
}

/// One conversion of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Conversion {
    pub(crate) from: MemoryForm,
    pub(crate) to: MemoryForm,
}

impl Conversion {
    /// Returns `true` if both forms have the same memory.
    pub(crate) fn is_view(self, footprints: &mut Footprints, key: TensorKey) -> bool {
        self.from.copy == self.to.copy && footprints.is_same(key, self.from.layout, self.to.layout)
    }
}

/// The layout in which a value is defined, and its conversions in order: each converts from an available layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ConversionPlan {
    pub(crate) defined: Candidate,
    pub(crate) conversions: Vec<Conversion>,
}

/// A layout with the requirements that pad it.
pub(crate) type PaddedLayout = (Candidate, ReqsId);

/// The cost model of conversions.
pub(crate) struct ConversionCosts<'a> {
    pub(crate) module: &'a Module,
    pub(crate) footprints: &'a mut Footprints,
    /// The values whose conversions need no execution.
    pub(crate) constants: &'a Constants,
    /// The cost of one byte.
    pub(crate) byte: Cost,
}

impl ConversionCosts<'_> {
    /// Returns a definition of a value in a layout, with the least padding that it can have.
    pub(crate) fn defined(&self, slot: &SiteSlot, layout: Candidate) -> PaddedLayout {
        (layout, self.footprints.least_reqs(slot.value, layout, FormRole::Defined))
    }

    /// Returns a copy of a value in a layout, with the least padding that it can have.
    pub(crate) fn copied(&self, slot: &SiteSlot, layout: Candidate) -> PaddedLayout {
        (layout, self.footprints.least_reqs(slot.value, layout, FormRole::Copied))
    }

    /// Returns a form of a value in a layout with requirements, and those that its type states.
    pub(crate) fn with_type(
        &mut self,
        slot: &SiteSlot,
        layout: Candidate,
        reqs: ReqsId,
    ) -> PaddedLayout {
        let ty = self.module.ty(slot.value);
        let of_type = self.footprints.type_reqs(ty, layout);
        (layout, self.footprints.join(reqs, of_type))
    }

    /// Returns the cost to convert a value between two layouts.
    pub(crate) fn cost(&mut self, slot: &SiteSlot, from: PaddedLayout, to: PaddedLayout) -> Cost {
        if from.0 == to.0 {
            return 0;
        }
        if self.footprints.is_same(slot.key, from.0, to.0) {
            return self.tie(1);
        }
        self.move_cost(slot, from, to)
    }

    /// Returns the cost of a copy of a value in other memory, even if the layouts are equal.
    pub(crate) fn move_cost(
        &mut self,
        slot: &SiteSlot,
        from: PaddedLayout,
        to: PaddedLayout,
    ) -> Cost {
        let moved = match self.constants.contains(slot.value) {
            true => 0,
            false => self.footprints.move_cost(self.module, (slot.value, slot.key), from, to),
        };
        let bytes = bytes_cost(moved, self.byte);
        bytes.saturating_add(self.move_tie(slot)).min(FORBIDDEN - 1)
    }

    /// Returns the cost that prefers fewer copies of a value, and those outside loops.
    pub(crate) fn move_tie(&self, slot: &SiteSlot) -> Cost {
        self.tie(2 + depth(self.module, slot.value))
    }

    fn form_cost(
        &mut self,
        slot: &SiteSlot,
        (from, role): (MemoryForm, FormRole),
        to: MemoryForm,
    ) -> Cost {
        let source = match role {
            FormRole::Defined => self.defined(slot, from.layout),
            FormRole::Copied => self.copied(slot, from.layout),
        };
        let copy = self.copied(slot, to.layout);
        match from.copy == to.copy {
            true => self.cost(slot, source, copy),
            false => self.move_cost(slot, source, copy),
        }
    }

    /// Returns the cost of a copy of a value in the memory of a layout.
    pub(crate) fn copy_cost(
        &mut self,
        slot: &SiteSlot,
        from: PaddedLayout,
        to: PaddedLayout,
    ) -> Cost {
        if self.footprints.is_same(slot.key, from.0, to.0) { 0 } else { self.cost(slot, from, to) }
    }

    /// Returns the cost that prefers a use without a view.
    pub(super) fn view_cost(&mut self, slot: &SiteSlot, from: Candidate, to: Candidate) -> Cost {
        let is_view = from != to && self.footprints.is_same(slot.key, from, to);
        if is_view { self.tie(1) } else { 0 }
    }

    /// Returns a cost below that of one byte, which decides among solutions of equal bytes.
    fn tie(&self, cost: Cost) -> Cost {
        if self.byte > 1 { cost } else { 0 }
    }

    /// Returns the layouts, grouped by equal memory.
    pub(super) fn by_memory(
        &mut self,
        slot: &SiteSlot,
        layouts: impl IntoIterator<Item = Candidate>,
    ) -> Vec<Vec<Candidate>> {
        let mut groups: Vec<Vec<Candidate>> = Vec::new();
        for layout in layouts {
            match groups
                .iter_mut()
                .find(|group| self.footprints.is_same(slot.key, group[0], layout))
            {
                Some(group) => group.push(layout),
                None => groups.push(vec![layout]),
            }
        }
        groups
    }

    /// Returns the cheapest plan for a value that is defined in one layout and needed in others.
    ///
    /// A conversion reads its source and writes its result. So the smallest layout is converted first, and each other
    /// one from the smallest available layout. If the defined layout has much padding, the plan may add a small layout
    /// without users.
    pub(crate) fn plan(
        &mut self,
        slot: &SiteSlot,
        defined: Candidate,
        needed: &[MemoryForm],
    ) -> (Cost, ConversionPlan) {
        if needed.is_empty() {
            return (0, ConversionPlan { defined, conversions: Vec::new() });
        }
        let mut best = self.chain(slot, defined, needed);
        let small = self.footprints.row_major(slot.key);
        let has_small = needed.iter().any(|form| form.layout == small);
        let may_help = needed.len() > 1 && defined != small && !has_small;
        if may_help {
            let small = MemoryForm::shared(small);
            let with_small: Vec<MemoryForm> = needed.iter().copied().chain([small]).collect();
            let around = self.chain(slot, defined, &with_small);
            best = if around.0 < best.0 { around } else { best };
        }
        (best.0, ConversionPlan { defined, conversions: best.1 })
    }

    /// Returns the cheapest plan for a value that is defined in one layout and used in some forms.
    pub(crate) fn plan_of(
        &mut self,
        slot: &SiteSlot,
        defined: Candidate,
        used: impl IntoIterator<Item = MemoryForm>,
    ) -> ConversionPlan {
        let defined_form = MemoryForm::shared(defined);
        let others: Vec<MemoryForm> = used.into_iter().filter(|&it| it != defined_form).collect();
        self.plan(slot, defined, &others).1
    }

    /// Returns the cost of the moves of a plan, without the preferences among equal costs. `padding` returns the
    /// requirements on a form.
    pub(crate) fn plan_cost(
        &mut self,
        slot: &SiteSlot,
        plan: &ConversionPlan,
        padding: impl Fn(&mut Footprints, MemoryForm) -> ReqsId,
    ) -> u64 {
        let mut sum = 0u64;
        for &conversion in &plan.conversions {
            if !conversion.is_view(self.footprints, slot.key) {
                let ends = (slot.value, slot.key);
                let [from, to] = [conversion.from, conversion.to]
                    .map(|form| (form.layout, padding(self.footprints, form)));
                let moved = self.footprints.move_cost(self.module, ends, from, to);
                sum = sum.saturating_add(moved);
            }
        }
        sum
    }

    fn chain(
        &mut self,
        slot: &SiteSlot,
        defined: Candidate,
        needed: &[MemoryForm],
    ) -> (Cost, Vec<Conversion>) {
        let defined = MemoryForm::shared(defined);
        let mut sorted: Vec<(bool, u64, MemoryForm)> = Vec::with_capacity(needed.len());
        for &to in needed {
            let moves = !Conversion { from: defined, to }.is_view(self.footprints, slot.key);
            let (layout, reqs) = self.copied(slot, to.layout);
            sorted.push((moves, self.footprints.padded_bytes(slot.key, layout, reqs), to));
        }
        sorted.sort_by_key(|&(moves, bytes, _)| (moves, bytes));
        let mut known = vec![(defined, FormRole::Defined)];
        let mut cost = 0u64;
        let mut conversions = Vec::new();
        for (_, _, to) in sorted {
            let ways = known.iter().map(|&from| (self.form_cost(slot, from, to), from.0));
            let (least, from) =
                ways.min_by_key(|way| way.0).expect("the defined layout is available");
            cost = cost.saturating_add(least);
            conversions.push(Conversion { from, to });
            known.push((to, FormRole::Copied));
        }
        (cost, conversions)
    }
}

/// Converts a cost in bytes to a cost of the problem, which is never [`FORBIDDEN`].
pub(super) fn bytes_cost(bytes: u64, byte: Cost) -> Cost {
    bytes.saturating_mul(byte).min(FORBIDDEN - 1)
}

/// Returns an upper bound of the tie-breaking costs of all conversions of a value with this many uses.
pub(super) fn most_ties(module: &Module, value: Value, uses: usize) -> u64 {
    (uses as u64 + 1).saturating_mul(4 + depth(module, value))
}

/// Returns the nesting depth of the definition of a value in ops with regions. Outside of a loop, a conversion is
/// executed less often.
fn depth(module: &Module, value: Value) -> u64 {
    module.ancestors(module.enclosing_op(value)).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assign_layouts::sites::SlotRole;
    use crate::assign_layouts::tests::parse;
    use ir::layout::{DimsOrder, Format, FormatUse};

    #[test]
    fn padded_definitions_are_converted_through_the_smallest_layout() {
        let module = parse("%0 = \"t.op\"() : () -> tensor<2x3x4x6xf32>");
        let value = module.result(module.walk().last().unwrap(), 0).unwrap();
        let mut footprints = Footprints::default();
        let key = footprints.key(&module.ctx, value, module.ty(value)).unwrap();
        let slot = SiteSlot { value, key, role: SlotRole::Def };
        let order = |name| Candidate::Order(DimsOrder::from_name(name).unwrap());
        let padded = Candidate::format(FormatUse::new(Format::from_name("chw32").unwrap()), 4);
        let form = MemoryForm::shared;
        let conversion = |from, to| Conversion { from: form(from), to: form(to) };
        let constants = &Constants::default();
        let footprints = &mut footprints;
        let mut costs = ConversionCosts { module: &module, footprints, constants, byte: 8 };
        let (small, large) = (2 * 3 * 4 * 6 * 4, 2 * 32 * 4 * 6 * 4);
        let dense = |name| (order(name), ReqsId::NONE);
        assert_eq!(costs.cost(&slot, dense("NCHW"), dense("NHWC")), 2 * small * 8 + 3);
        assert_eq!(costs.cost(&slot, dense("NCHW"), dense("NCHW")), 0);

        let (cost, plan) = costs.plan(&slot, padded, &[form(order("NHWC"))]);
        assert_eq!(cost, (large + small) * 8 + 3);
        assert_eq!(plan.conversions, [conversion(padded, order("NHWC"))]);

        let (cost, plan) = costs.plan(&slot, padded, &[form(order("NHWC")), form(order("NCHW"))]);
        assert_eq!(cost, (large + 3 * small) * 8 + 6);
        assert_eq!(plan.conversions[1], conversion(order("NHWC"), order("NCHW")));
    }
}

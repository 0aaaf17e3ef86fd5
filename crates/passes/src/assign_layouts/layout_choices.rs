//! The joint layouts and copies of the forms of a conflict, for all of which the conflict holds.

use super::candidate::Candidate;
use super::conversions::ValueForm;
use super::footprint::Footprints;
use super::problem::LabeledSites;
use super::sites::SlotId;
use super::touches::{FormTouch, TouchRole};

/// The maximum number of joint layouts of one conflict.
const MOST_CHOICES: usize = 2_000;

/// A form in which several links of a conflict meet.
pub(super) struct MetForm<'a> {
    /// The form in the assignment.
    pub(super) form: ValueForm,
    /// The greatest number of a copy that its uses may have.
    pub(super) copies: u32,
    pub(super) touches: &'a [FormTouch],
}

/// The forms of a conflict, and the slots of its links.
pub(super) struct ConflictLayouts<'a> {
    pub(super) input: LabeledSites<'a>,
    pub(super) links: &'a [Vec<SlotId>],
    pub(super) open: &'a [MetForm<'a>],
}

impl ConflictLayouts<'_> {
    /// Returns the forms of all forms: with all copies of the assigned layouts, and in all layouts if
    /// `in_all_layouts`.
    pub(super) fn all(
        &self,
        footprints: &mut Footprints,
        in_all_layouts: bool,
    ) -> Vec<Vec<ValueForm>> {
        let mut choices: Vec<Vec<ValueForm>> = vec![Vec::new()];
        for form in self.open {
            let layouts = match in_all_layouts {
                true => self.layouts(footprints, form),
                false => vec![form.form.layout],
            };
            let mut longer = Vec::new();
            for choice in &choices {
                for &layout in &layouts {
                    if !self.is_consistent(footprints, choice, layout) {
                        continue;
                    }
                    for copy in 0..=form.copies {
                        let mut choice = choice.clone();
                        choice.push(ValueForm { layout, copy });
                        longer.push(choice);
                    }
                }
            }
            if longer.len() > MOST_CHOICES {
                return vec![self.open.iter().map(|form| form.form).collect()];
            }
            choices = longer;
        }
        choices
    }

    /// Returns a layout for each memory in which all touches of a form may have it.
    fn layouts(&self, footprints: &mut Footprints, form: &MetForm<'_>) -> Vec<Candidate> {
        let mut found: Vec<Candidate> = Vec::new();
        for touch in form.touches {
            let Some(at) = self.slot(touch) else { continue };
            let key = self.input.sites.slot(at).key;
            for layout in self.input.labels[at.site].iter().filter_map(|it| it.layouts[at.slot]) {
                if !found.iter().any(|&known| footprints.is_same(key, known, layout)) {
                    found.push(layout);
                }
            }
        }
        found
    }

    fn slot(&self, touch: &FormTouch) -> Option<SlotId> {
        match touch.role {
            TouchRole::Use(at) => Some(at),
            TouchRole::Def => self.input.sites.values.get(&touch.value)?.def,
        }
    }

    /// Returns `true` if the next form may have a layout where the forms before it have these forms.
    fn is_consistent(
        &self,
        footprints: &mut Footprints,
        before: &[ValueForm],
        layout: Candidate,
    ) -> bool {
        let next = &self.open[before.len()];
        self.links.iter().all(|link| {
            let touched = |form: &MetForm<'_>| {
                let slots = form.touches.iter().filter_map(|touch| self.slot(touch));
                slots.into_iter().find(|slot| link.contains(slot))
            };
            let Some(own) = touched(next) else { return true };
            let others = self.open.iter().zip(before);
            let mut known: Vec<(SlotId, Candidate)> =
                others.filter_map(|(met, form)| Some((touched(met)?, form.layout))).collect();
            known.push((own, layout));
            self.input.labels[own.site].iter().any(|label| {
                known.iter().all(|&(at, layout)| {
                    let key = self.input.sites.slot(at).key;
                    label.layouts[at.slot].is_none_or(|own| footprints.is_same(key, own, layout))
                })
            })
        })
    }
}

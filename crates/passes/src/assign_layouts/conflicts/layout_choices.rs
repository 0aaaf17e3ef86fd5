//! The joint layouts and copies of the forms of a conflict, for all of which the conflict holds.

use super::touches::{FormTouch, TouchRole};
use crate::assign_layouts::candidates::labels::SiteLabel;
use crate::assign_layouts::problem::conversions::MemoryForm;
use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::footprint::Footprints;
use crate::assign_layouts::sites::{Sites, SlotId};

const MAX_CHOICES: usize = crate::limits::JOINT_LAYOUTS as usize;

/// A form in which several links of a conflict meet.
pub(super) struct MetForm<'a> {
    /// The form in the assignment.
    pub(crate) form: MemoryForm,
    /// The greatest number of a copy that its uses may have.
    pub(crate) copies: u32,
    pub(crate) touches: &'a [FormTouch],
}

/// The forms of a conflict, and the slots of its links.
pub(super) struct ConflictLayouts<'a> {
    pub(crate) sites: &'a Sites,
    pub(crate) labels: &'a [Vec<SiteLabel>],
    pub(crate) links: &'a [Vec<SlotId>],
    pub(super) open: &'a [MetForm<'a>],
}

impl ConflictLayouts<'_> {
    /// Returns the forms of all forms: with all copies of the assigned layouts, and in all layouts if
    /// `in_all_layouts`.
    pub(crate) fn all(
        &self,
        footprints: &mut Footprints,
        in_all_layouts: bool,
    ) -> Vec<Vec<MemoryForm>> {
        let mut choices: Vec<Vec<MemoryForm>> = vec![Vec::new()];
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
                        choice.push(MemoryForm { layout, copy });
                        longer.push(choice);
                    }
                }
            }
            if longer.len() > MAX_CHOICES {
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
            let key = self.sites.slot(at).key;
            for layout in self.labels[at.site].iter().filter_map(|it| it.layouts[at.slot]) {
                if !found.iter().any(|&known| footprints.is_same(key, known, layout)) {
                    found.push(layout);
                }
            }
        }
        found
    }

    /// Returns the slot of a link at which a form is used or defined.
    fn touched(&self, form: &MetForm<'_>, link: &[SlotId]) -> Option<SlotId> {
        form.touches.iter().filter_map(|touch| self.slot(touch)).find(|slot| link.contains(slot))
    }

    fn slot(&self, touch: &FormTouch) -> Option<SlotId> {
        match touch.role {
            TouchRole::Use(at) => Some(at),
            TouchRole::Def => self.sites.values.get(&touch.value)?.def,
        }
    }

    /// Returns `true` if the next form may have a layout where the forms before it have these forms.
    fn is_consistent(
        &self,
        footprints: &mut Footprints,
        before: &[MemoryForm],
        layout: Candidate,
    ) -> bool {
        let next = &self.open[before.len()];
        self.links.iter().all(|link| {
            let Some(own) = self.touched(next, link) else { return true };
            let others = self.open.iter().zip(before);
            let mut known: Vec<(SlotId, Candidate)> = others
                .filter_map(|(met, form)| Some((self.touched(met, link)?, form.layout)))
                .collect();
            known.push((own, layout));
            self.labels[own.site].iter().any(|label| {
                known.iter().all(|&(at, layout)| {
                    let key = self.sites.slot(at).key;
                    label.layouts[at.slot].is_none_or(|own| footprints.is_same(key, own, layout))
                })
            })
        })
    }
}

//! The exclusions of an assignment whose arenas exceed the limit.

use super::live::{LiveAssignment, LiveFunction, LiveSources};
use crate::assign_layouts::prepared::PreparedSites;
use crate::assign_layouts::problem::Assignment;
use crate::assign_layouts::problem::exclusions::{Decided, Exclusion, GroupExclusions};
use crate::assign_layouts::sites::footprint::Footprints;
use crate::plan_memory::FunctionArena;

const MAX_EXCLUSIONS: usize = crate::limits::EXCLUSIONS as usize;

const MAX_PEAKS: usize = crate::limits::PEAKS as usize;

const MAX_EXCLUDED_SITES: usize = crate::limits::EXCLUDED_SITES as usize;

/// The parts of a search that exclusions are computed from.
#[derive(Clone, Copy)]
pub(super) struct Excluder<'a> {
    pub(super) from: LiveSources<'a>,
    pub(super) prepared: &'a PreparedSites,
    pub(super) functions: &'a [LiveFunction],
    pub(super) limit: u64,
}

impl Excluder<'_> {
    /// Adds exclusions of an assignment with these arenas; `None` if they cannot be planned. With `is_proven`, no assignment
    /// that fits is excluded; otherwise the forms that add the most bytes are. Returns `true` if an exclusion is new.
    pub(super) fn add(
        self,
        footprints: &mut Footprints,
        (assignment, arenas): (&Assignment, Option<&[FunctionArena]>),
        is_proven: bool,
        exclusions: &mut [GroupExclusions],
    ) -> bool {
        let mut is_new = false;
        for function in self.functions {
            let arena = arenas
                .and_then(|arenas| arenas.iter().find(|arena| arena.function == function.function));
            if arena.is_some_and(|arena| arena.size <= self.limit) {
                continue;
            }
            let live = function.assigned(self.from, footprints, assignment);
            debug_assert!(
                arena.is_none_or(|arena| live.peak() <= arena.bound),
                "the model is a lower bound of the arena"
            );
            let added = match is_proven {
                true => self.proven(&live, (function, assignment), exclusions),
                false => self.greatest(&live, exclusions),
            };
            is_new |= added;
        }
        is_new
    }

    /// Excludes the decisions that imply the excess at each peak, or else the assignment of the function.
    fn proven(
        self,
        live: &LiveAssignment<'_>,
        (function, assignment): (&LiveFunction, &Assignment),
        exclusions: &mut [GroupExclusions],
    ) -> bool {
        let mut is_new = false;
        for point in live.exceeding(self.limit, MAX_PEAKS) {
            is_new |= self.insert(live.decisions(point, self.limit), exclusions);
        }
        is_new || self.exclude_whole((function, assignment), exclusions)
    }

    /// Excludes the form that adds the most bytes at each peak and is not excluded yet.
    fn greatest(self, live: &LiveAssignment<'_>, exclusions: &mut [GroupExclusions]) -> bool {
        let mut points = live.exceeding(self.limit, MAX_PEAKS);
        if points.is_empty() {
            points = live.exceeding(live.peak().saturating_sub(1), MAX_PEAKS);
        }
        let mut is_new = false;
        for point in points {
            let mut decisions = live.adding(point).into_iter();
            is_new |= decisions.any(|decision| self.insert(vec![decision], exclusions));
        }
        is_new
    }

    /// Excludes exactly this assignment of a function, unless it has too many sites.
    fn exclude_whole(
        self,
        (function, assignment): (&LiveFunction, &Assignment),
        exclusions: &mut [GroupExclusions],
    ) -> bool {
        let PreparedSites { sites, groups, .. } = self.prepared;
        let group = groups.iter().position(|group| {
            group.sites.iter().any(|&site| function.contains(sites.all[site].op))
        });
        let Some(number) = group else { return false };
        let group = &groups[number];
        if group.sites.len() > MAX_EXCLUDED_SITES {
            return false;
        }
        let labels = group.sites.iter();
        let mut whole: Exclusion =
            labels.map(|&site| Decided::Labels(site, vec![assignment.labels[site]])).collect();
        for &value in &group.values {
            let plan = assignment.values.get(&value);
            whole.extend(plan.map(|plan| Decided::DefinedAs(value, plan.defined)));
        }
        let split = exclusions[number].split.values().flat_map(|split| &split.uses);
        let forms = split.filter_map(|of| Some((of.at, assignment.form(sites, of.at)?)));
        whole.extend(forms.map(|(at, form)| Decided::Use(at, form)));
        exclusions[number].all.insert(whole)
    }

    /// Inserts an exclusion of forms. Returns `true` if it is new.
    fn insert(self, exclusion: Exclusion, exclusions: &mut [GroupExclusions]) -> bool {
        let Some(Decided::Bytes([first, _], _)) = exclusion.first() else { return false };
        let mut groups = self.prepared.groups.iter();
        let number = groups.position(|group| group.sites.contains(&first.site));
        let Some(of_group) = number.map(|number| &mut exclusions[number]) else { return false };
        of_group.all.len() < MAX_EXCLUSIONS && of_group.all.insert(exclusion)
    }
}

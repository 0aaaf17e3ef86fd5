//! Parts of a system: some variables, renumbered, and all demands on them.

use petgraph::unionfind::UnionFind;

use super::reason::{Cause, Reason};
use super::run::Run;
use super::{Demand, Scaled, System};

/// A demand with its name in the system.
#[derive(Clone, Copy)]
pub(super) struct Member {
    pub(super) cause: Cause,
    /// The demand, on variables of the part.
    pub(super) demand: Demand,
}

/// Variables that no demand ties to others, with the demands on them.
pub(super) struct Part {
    /// The bits of an element.
    pub(super) elem: i128,
    /// The variable of the system for each variable of the part.
    pub(super) vars: Vec<usize>,
    /// The demands, hard ones first, each sort in the order of the system.
    pub(super) members: Vec<Member>,
    /// How many of them are hard.
    pub(super) hard: usize,
}

impl Part {
    /// All of it, with the same numbers.
    pub(super) fn whole(system: &System) -> Part {
        Part::of(system, (0..system.vars).collect(), named(system).collect())
    }

    fn of(system: &System, vars: Vec<usize>, members: Vec<Member>) -> Part {
        let is_hard = |member: &&Member| matches!(member.cause, Cause::Hard(_));
        let hard = members.iter().take_while(is_hard).count();
        Part { elem: system.elem.bits().get().into(), vars, members, hard }
    }

    /// Two parts: what hangs together with the variables of a demand, and the rest.
    pub(super) fn split(system: &System, around: Demand) -> (Part, Part) {
        let mut sets = UnionFind::<usize>::new(system.vars);
        let valid = |term: &Scaled| term.var < system.vars;
        for Member { demand, .. } in named(system) {
            let vars: Vec<usize> = demand.terms().filter(valid).map(|term| term.var).collect();
            if let [a, b] = vars[..] {
                sets.union(a, b);
            }
        }
        let logical_dims: Vec<usize> =
            around.terms().filter(valid).map(|term| sets.find(term.var)).collect();
        let near: Vec<bool> =
            (0..system.vars).map(|var| logical_dims.contains(&sets.find(var))).collect();
        (Part::chosen(system, &near, true, around), Part::chosen(system, &near, false, around))
    }

    /// The variables for which `near` is `side`. A demand on no valid variable is near only as `around`.
    fn chosen(system: &System, near: &[bool], side: bool, around: Demand) -> Part {
        let vars: Vec<usize> = (0..system.vars).filter(|&var| near[var] == side).collect();
        let mut local = vec![usize::MAX; system.vars];
        for (index, &var) in vars.iter().enumerate() {
            local[var] = index;
        }
        let is_near = |demand: Demand| {
            demand.terms().find_map(|term| near.get(term.var).copied()).unwrap_or(demand == around)
        };
        // A variable that does not exist is none of the part's either.
        let rename = |term: Scaled| Scaled {
            var: local.get(term.var).copied().unwrap_or(usize::MAX),
            times: term.times,
        };
        let members = named(system)
            .filter(|member| is_near(member.demand) == side)
            .map(|member| Member { demand: renamed(member.demand, rename), ..member })
            .collect();
        Part::of(system, vars, members)
    }

    /// The places of all members.
    pub(super) fn all(&self) -> Vec<usize> {
        (0..self.members.len()).collect()
    }

    /// The least strides, by variable of the part, for the chosen members.
    pub(super) fn solve(&self, chosen: &[usize]) -> Result<Vec<i64>, Box<Reason>> {
        Run::new(self, chosen).solve()
    }
}

fn named(system: &System) -> impl Iterator<Item = Member> {
    let member = |(cause, &demand)| Member { cause, demand };
    let hard = system.hard.iter().enumerate().map(|(place, demand)| (Cause::Hard(place), demand));
    let soft = system.soft.iter().enumerate().map(|(place, demand)| (Cause::Soft(place), demand));
    hard.chain(soft).map(member)
}

fn renamed(demand: Demand, rename: impl Fn(Scaled) -> Scaled) -> Demand {
    match demand {
        Demand::Equal(a, b) => Demand::Equal(rename(a), rename(b)),
        Demand::AtLeast(a, b) => Demand::AtLeast(rename(a), rename(b)),
        Demand::AtLeastElems(of, elems) => Demand::AtLeastElems(rename(of), elems),
        Demand::Exactly { of, bits } => Demand::Exactly { of: rename(of), bits },
        Demand::Multiple { of, bits } => Demand::Multiple { of: rename(of), bits },
        Demand::AtMost { of, bits } => Demand::AtMost { of: rename(of), bits },
    }
}

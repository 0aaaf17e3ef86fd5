//! One run of the solver on chosen demands: from equalities to classes, to a graph, to the least fixpoint.

use std::collections::VecDeque;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;

use super::classes::{Classes, Joined, Shares, TooWide, lcm};
use super::cycles::{self, Cycle};
use super::explain::Explainer;
use super::part::Part;
use super::ratio::{Ratio, div_up, gcd};
use super::reason::Reason;
use super::{Demand, Scaled};

/// The greatest stride, in elements.
pub(super) const MOST: i128 = i64::MAX as i128;

/// How often the classes of one cycle are raised before the solver gives up. A cycle whose factors are far
/// enough below one settles within a few rounds; near one, with large multiples, it could take for ever.
const RAISES: usize = 1 << 20;

/// An equality that made one class of two.
pub(super) struct Link {
    pub(super) ends: [usize; 2],
    pub(super) because: Because,
}

/// Where an equality comes from.
#[derive(Clone, Copy)]
pub(super) enum Because {
    /// A demand, by its place in the part.
    Member(usize),
    /// A cycle of lower bounds, by its place in `Run::level`.
    Level(usize),
}

/// What binds the unknown of a class directly.
pub(super) struct Room {
    /// The value it must have, and the demand that says so.
    pub(super) exact: Option<(i128, usize)>,
    /// What it is a multiple of.
    pub(super) step: i128,
    pub(super) low: i128,
    pub(super) low_by: Option<usize>,
    pub(super) most: i128,
    /// The demand that limits it; without one, it is the size of a stride.
    pub(super) most_by: Option<usize>,
}

/// Why the unknown of a class is at least its value.
#[derive(Clone, Copy)]
pub(super) enum Why {
    /// It is a whole number.
    One,
    /// A demand for this many elements.
    Elems(usize),
    /// A demand for this very value.
    Exact(usize),
    /// A demand for at least another stride, whose class had been raised so far.
    Pulled { member: usize, from: usize },
}

/// A lower bound of the unknown of a class.
#[derive(Clone, Copy)]
pub(super) struct Raise {
    pub(super) class: usize,
    pub(super) value: i128,
    pub(super) why: Why,
}

/// Where a run fails. Demands are places in the part.
pub(super) enum Fault {
    Malformed(usize),
    PartElement(usize),
    BelowOne(usize),
    Unequal {
        member: usize,
        known: Ratio,
    },
    TooWide(TooWide),
    Inside(usize),
    /// The demands of a cycle, each from the stride that the one before bounds.
    Growing(Vec<usize>),
    TwoValues {
        first: usize,
        second: usize,
    },
    /// An exact value that leaves this variable no whole number.
    Fraction {
        exact: usize,
        var: usize,
    },
    Misaligned {
        exact: usize,
        multiple: usize,
    },
    Multiple {
        class: usize,
        step: Option<i128>,
    },
    AboveMost {
        exact: usize,
        most: usize,
    },
    Above(Raise),
    Unsettled {
        class: usize,
    },
}

/// The state of a run, which grows from stage to stage.
pub(super) struct Run<'a> {
    pub(super) part: &'a Part,
    pub(super) chosen: &'a [usize],
    pub(super) links: Vec<Link>,
    /// For each cycle of lower bounds that is an equality, the demands that make it so.
    pub(super) level: Vec<Vec<usize>>,
    pub(super) shares: Shares,
    pub(super) rooms: Vec<Room>,
    pub(super) raises: Vec<Raise>,
    /// The last raise of each class.
    last: Vec<Option<usize>>,
    classes: Classes,
    /// Classes, and from each to those that demands hold above it.
    graph: DiGraph<(), usize>,
}

impl<'a> Run<'a> {
    pub(super) fn new(part: &'a Part, chosen: &'a [usize]) -> Run<'a> {
        Run {
            part,
            chosen,
            links: Vec::new(),
            level: Vec::new(),
            shares: Shares::default(),
            rooms: Vec::new(),
            raises: Vec::new(),
            last: Vec::new(),
            classes: Classes::new(part.vars.len()),
            graph: DiGraph::new(),
        }
    }

    /// The least strides, by variable of the part.
    pub(super) fn solve(mut self) -> Result<Vec<i64>, Box<Reason>> {
        match self.stages() {
            Ok(()) => Ok((0..self.part.vars.len()).map(|var| self.stride(var)).collect()),
            Err(fault) => Err(Box::new(Explainer::new(&self).reason(&fault))),
        }
    }

    pub(super) fn stages(&mut self) -> Result<(), Fault> {
        self.check_form()?;
        self.join_equal()?;
        self.settle()?;
        let order = self.order()?;
        self.rooms = self.shares.widths();
        self.bind_exact()?;
        self.bind_multiples()?;
        self.bind_bounds()?;
        self.climb(&order)
    }

    pub(super) fn demand(&self, member: usize) -> Demand {
        self.part.members[member].demand
    }

    /// The chosen demands with their places.
    fn demands(&self) -> impl Iterator<Item = (usize, Demand)> + use<'a> {
        let part = self.part;
        self.chosen.iter().map(move |&member| (member, part.members[member].demand))
    }

    /// The bits of a stride with its factor, when the stride is one element.
    pub(super) fn unit(&self, of: Scaled) -> i128 {
        i128::from(of.times) * self.part.elem
    }

    /// The last raise of a class, of a run that found strides.
    pub(super) fn last_raise(&self, class: usize) -> Raise {
        self.raises[self.last[class].expect("every class is raised")]
    }

    fn stride(&self, var: usize) -> i64 {
        let stride = self.last_raise(self.shares.class[var]).value * self.shares.share(var);
        i64::try_from(stride).expect("a room is no wider than the strides of its class")
    }

    fn check_form(&self) -> Result<(), Fault> {
        let vars = self.part.vars.len();
        for (member, demand) in self.demands() {
            let terms = demand.terms().all(|term| term.var < vars && term.times >= 1);
            let amount = !matches!(demand, Demand::Multiple { bits, .. } if bits < 1);
            if !(terms && amount) {
                return Err(Fault::Malformed(member));
            }
        }
        Ok(())
    }

    fn join_equal(&mut self) -> Result<(), Fault> {
        for (member, demand) in self.demands() {
            if let Demand::Equal(a, b) = demand {
                self.join(a, b, Because::Member(member)).map_err(|fault| fault.at(member))?;
            }
        }
        Ok(())
    }

    fn join(&mut self, a: Scaled, b: Scaled, because: Because) -> Result<(), JoinFault> {
        let link = Link { ends: [a.var, b.var], because };
        let apart = !self.classes.same(a.var, b.var);
        let joined = self.classes.join(a, b);
        if apart {
            self.links.push(link);
        }
        match joined.map_err(JoinFault::TooWide)? {
            Joined::Merged | Joined::Known => Ok(()),
            Joined::Contradicts(known) => Err(JoinFault::Unequal(known)),
        }
    }

    fn settle(&mut self) -> Result<(), Fault> {
        self.shares = self.classes.shares().map_err(Fault::TooWide)?;
        Ok(())
    }

    /// The groups of classes that bound each other in cycles, each after all that bound it from below.
    /// Cycles that come to an equality are gone, their classes are one.
    fn order(&mut self) -> Result<Vec<Vec<NodeIndex>>, Fault> {
        loop {
            self.pulls()?;
            let mut order = kosaraju_scc(&self.graph);
            order.reverse();
            if !self.join_level(&order)? {
                return Ok(order);
            }
            self.settle()?;
        }
    }

    /// The graph of the lower bounds between classes.
    fn pulls(&mut self) -> Result<(), Fault> {
        self.graph = DiGraph::with_capacity(self.shares.count, self.chosen.len());
        for _ in 0..self.shares.count {
            self.graph.add_node(());
        }
        for (member, demand) in self.demands() {
            let Demand::AtLeast(a, b) = demand else { continue };
            let (to, from) = (self.shares.class[a.var], self.shares.class[b.var]);
            if to != from {
                self.graph.add_edge(NodeIndex::new(from), NodeIndex::new(to), member);
            } else if self.scaled_share(a) < self.scaled_share(b) {
                return Err(Fault::Inside(member));
            }
        }
        Ok(())
    }

    /// The multiple of a stride when the unknown of its class is one. Two factors of 63 bits fit 126.
    pub(super) fn scaled_share(&self, term: Scaled) -> i128 {
        i128::from(term.times) * self.shares.share(term.var)
    }

    /// Makes equalities of the cycles whose factors multiply to one; true when there are any.
    fn join_level(&mut self, groups: &[Vec<NodeIndex>]) -> Result<bool, Fault> {
        let mut found = false;
        for group in groups.iter().filter(|group| group.len() > 1) {
            for cycle in cycles::cycles(self, &self.graph, group) {
                let members = match cycle {
                    Cycle::Growing(members) => return Err(Fault::Growing(members)),
                    Cycle::Level(members) => members,
                };
                found = true;
                self.join_cycle(members)?;
            }
        }
        Ok(found)
    }

    fn join_cycle(&mut self, members: Vec<usize>) -> Result<(), Fault> {
        let level = self.level.len();
        self.level.push(members.clone());
        for member in members {
            let Demand::AtLeast(a, b) = self.demand(member) else { continue };
            self.join(a, b, Because::Level(level)).map_err(|fault| fault.at(member))?;
        }
        Ok(())
    }

    fn bind_exact(&mut self) -> Result<(), Fault> {
        for (member, demand) in self.demands() {
            let Demand::Exactly { of, bits } = demand else { continue };
            let unit = self.unit(of);
            if bits % unit != 0 {
                return Err(Fault::PartElement(member));
            }
            let (stride, share) = (bits / unit, self.shares.share(of.var));
            if stride < 1 {
                return Err(Fault::BelowOne(member));
            }
            if stride % share != 0 {
                let var = self.broken_by(of.var, stride);
                return Err(Fault::Fraction { exact: member, var });
            }
            self.fix(self.shares.class[of.var], stride / share, member)?;
        }
        Ok(())
    }

    fn fix(&mut self, class: usize, value: i128, member: usize) -> Result<(), Fault> {
        let room = &mut self.rooms[class];
        match room.exact {
            Some((other, first)) if other != value => {
                return Err(Fault::TwoValues { first, second: member });
            }
            None if value > room.most => {
                let raise = Raise { class, value, why: Why::Exact(member) };
                return Err(Fault::Above(raise));
            }
            Some(_) => {}
            None => room.exact = Some((value, member)),
        }
        Ok(())
    }

    /// The last variable whose stride is no whole number when that of `var` is `stride`. There is one, since
    /// the shares of a class have no common divisor.
    fn broken_by(&self, var: usize, stride: i128) -> usize {
        let (class, share) = (self.shares.class[var], self.shares.share(var));
        // The part of the share that does not divide the stride must divide every share that stays whole.
        let rest = share / gcd(share, stride);
        let broken = |&other: &usize| {
            self.shares.class[other] == class && self.shares.share(other) % rest != 0
        };
        (0..self.part.vars.len()).rev().find(broken).expect("the shares have no common divisor")
    }

    fn bind_multiples(&mut self) -> Result<(), Fault> {
        for (member, demand) in self.demands() {
            let Some((class, step)) = self.step(demand) else { continue };
            let room = &mut self.rooms[class];
            match room.exact {
                Some((value, _)) if value % step == 0 => {}
                Some((_, exact)) => return Err(Fault::Misaligned { exact, multiple: member }),
                None => match lcm(room.step, step) {
                    Some(common) if common <= MOST => room.step = common,
                    step => return Err(Fault::Multiple { class, step }),
                },
            }
        }
        Ok(())
    }

    /// What a demand asks the unknown of a class to be a multiple of.
    pub(super) fn step(&self, demand: Demand) -> Option<(usize, i128)> {
        let Demand::Multiple { of, bits } = demand else { return None };
        let step = bits / gcd(bits, self.unit(of));
        Some((self.shares.class[of.var], step / gcd(step, self.shares.share(of.var))))
    }

    fn bind_bounds(&mut self) -> Result<(), Fault> {
        for (member, demand) in self.demands() {
            match demand {
                Demand::AtMost { of, bits } => self.limit(member, of, bits)?,
                Demand::AtLeastElems(of, elems) => self.lift(member, of, elems),
                _ => {}
            }
        }
        Ok(())
    }

    fn limit(&mut self, member: usize, of: Scaled, bits: i128) -> Result<(), Fault> {
        let most = bits.div_euclid(self.unit(of)).div_euclid(self.shares.share(of.var));
        let room = &mut self.rooms[self.shares.class[of.var]];
        if let Some((_, exact)) = room.exact.filter(|&(value, _)| value > most) {
            return Err(Fault::AboveMost { exact, most: member });
        }
        if most < room.most {
            (room.most, room.most_by) = (most, Some(member));
        }
        Ok(())
    }

    fn lift(&mut self, member: usize, of: Scaled, elems: i64) {
        let low = div_up(elems.into(), self.scaled_share(of));
        let room = &mut self.rooms[self.shares.class[of.var]];
        if low > room.low {
            (room.low, room.low_by) = (low, Some(member));
        }
    }

    /// Raises every class to its least value, in the order of the graph.
    fn climb(&mut self, order: &[Vec<NodeIndex>]) -> Result<(), Fault> {
        self.last = vec![None; self.shares.count];
        let mut place = vec![0; self.shares.count];
        for (index, group) in order.iter().enumerate() {
            group.iter().for_each(|node| place[node.index()] = index);
        }
        let mut queued = vec![true; self.shares.count];
        for group in order {
            self.climb_group(group, &place, &mut queued)?;
        }
        Ok(())
    }

    fn climb_group(
        &mut self,
        group: &[NodeIndex],
        place: &[usize],
        queued: &mut [bool],
    ) -> Result<(), Fault> {
        let mut sorted: Vec<usize> = group.iter().map(|node| node.index()).collect();
        sorted.sort_unstable();
        let mut queue = VecDeque::from(sorted);
        for step in 0.. {
            let Some(class) = queue.pop_front() else { break };
            queued[class] = false;
            if step > RAISES {
                return Err(Fault::Unsettled { class });
            }
            if self.raise(class)? && group.len() > 1 {
                let above = self.graph.neighbors(NodeIndex::new(class)).map(NodeIndex::index);
                let inside = |&other: &usize| place[other] == place[class];
                for other in above.filter(inside) {
                    if !std::mem::replace(&mut queued[other], true) {
                        queue.push_back(other);
                    }
                }
            }
        }
        Ok(())
    }

    /// Raises a class to what follows from the others as they are; false when it is there already.
    fn raise(&mut self, class: usize) -> Result<bool, Fault> {
        let (bound, why) = self.bound(class);
        let room = &self.rooms[class];
        let value = match room.exact {
            Some((value, _)) if bound <= value => value,
            _ => div_up(bound, room.step) * room.step,
        };
        let raise = Raise { class, value, why };
        if value > room.most || room.exact.is_some_and(|(exact, _)| value > exact) {
            return Err(Fault::Above(raise));
        }
        let why = room.exact.map_or(why, |(_, member)| Why::Exact(member));
        if self.last[class].is_some_and(|last| self.raises[last].value >= value) {
            return Ok(false);
        }
        self.last[class] = Some(self.raises.len());
        self.raises.push(Raise { why, ..raise });
        Ok(true)
    }

    /// The greatest lower bound of the unknown of a class, before it is rounded up.
    fn bound(&self, class: usize) -> (i128, Why) {
        let room = &self.rooms[class];
        let mut best = (room.low, room.low_by.map_or(Why::One, Why::Elems));
        let mut best_member = None;
        let pulls = self.graph.edges_directed(NodeIndex::new(class), petgraph::Incoming);
        for pull in pulls {
            let member = *pull.weight();
            let Some(from) = self.last[pull.source().index()] else { continue };
            let why = Why::Pulled { member, from };
            let (var, stride) = self.landing(why).expect("a pull lands on a variable");
            let bound = div_up(stride, self.shares.share(var));
            let first = best_member.is_none_or(|best| member < best);
            if bound > best.0 || (bound == best.0 && best_member.is_some() && first) {
                (best, best_member) = ((bound, why), Some(member));
            }
        }
        best
    }

    /// The variable that a lower bound is about, and what it is bound by. Two factors of 63 bits fit 126.
    pub(super) fn landing(&self, why: Why) -> Option<(usize, i128)> {
        match why {
            Why::One => None,
            Why::Elems(member) => {
                let Demand::AtLeastElems(of, elems) = self.demand(member) else { return None };
                Some((of.var, div_up(elems.into(), of.times.into())))
            }
            Why::Exact(member) => {
                let Demand::Exactly { of, bits } = self.demand(member) else { return None };
                Some((of.var, bits / self.unit(of)))
            }
            Why::Pulled { member, from } => {
                let Demand::AtLeast(a, b) = self.demand(member) else { return None };
                let stride = self.shares.share(b.var) * self.raises[from].value;
                Some((a.var, div_up(stride * i128::from(b.times), a.times.into())))
            }
        }
    }
}

/// What can go wrong with an equality.
enum JoinFault {
    Unequal(Ratio),
    TooWide(TooWide),
}

impl JoinFault {
    fn at(self, member: usize) -> Fault {
        match self {
            JoinFault::Unequal(known) => Fault::Unequal { member, known },
            JoinFault::TooWide(wide) => Fault::TooWide(wide),
        }
    }
}

impl Shares {
    /// Rooms that nothing binds but the size of a stride.
    fn widths(&self) -> Vec<Room> {
        let room =
            || Room { exact: None, step: 1, low: 1, low_by: None, most: MOST, most_by: None };
        let mut rooms: Vec<Room> = std::iter::repeat_with(room).take(self.count).collect();
        for (&class, &share) in self.class.iter().zip(&self.share) {
            rooms[class].most = rooms[class].most.min(MOST / i128::from(share));
        }
        rooms
    }
}

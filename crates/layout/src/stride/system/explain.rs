//! From the place where a run fails to a [`Reason`]: which numbers disagree, and all demands behind them.

use std::collections::VecDeque;

use super::classes::{TooWide, lcm};
use super::cycles::Fraction;
use super::reason::{Bound, Cause, Fact, Reason, Share};
use super::run::{Because, Fault, MOST, Raise, Run, Why};
use super::{Demand, Scaled};

/// A failed run, with its equalities as trees.
pub(super) struct Explainer<'a> {
    pub(super) run: &'a Run<'a>,
    /// For each variable but the roots: the next one towards the root, and the link to it.
    up: Vec<Option<(usize, usize)>>,
    /// How far each variable is from its root.
    depth: Vec<usize>,
    /// The root of the tree of each variable.
    root: Vec<usize>,
    /// The links of the tree of each root.
    trees: Vec<Vec<usize>>,
    /// The multiples that are asked of each class.
    multiples: Vec<Vec<usize>>,
    /// The variables of each class.
    of_class: Vec<Vec<usize>>,
}

/// Places of demands in the part, in the order of a derivation, and without duplicates once they are told.
type Members = Vec<usize>;

impl<'a> Explainer<'a> {
    pub(super) fn new(run: &'a Run<'a>) -> Explainer<'a> {
        let vars = run.part.vars.len();
        let mut next: Vec<Vec<(usize, usize)>> = vec![Vec::new(); vars];
        for (link, found) in run.links.iter().enumerate() {
            let [a, b] = found.ends;
            next[a].push((b, link));
            next[b].push((a, link));
        }
        let (up, depth, root) = (vec![None; vars], vec![0; vars], vec![usize::MAX; vars]);
        let trees = vec![Vec::new(); vars];
        let multiples = vec![Vec::new(); run.shares.count];
        let of_class = vec![Vec::new(); run.shares.count];
        let mut explainer = Explainer { run, up, depth, root, trees, multiples, of_class };
        for var in 0..vars {
            if explainer.root[var] == usize::MAX {
                explainer.grow(var, &next);
            }
        }
        explainer.sort_out();
        explainer
    }

    /// Lists links, multiples and variables by tree and class. Classes may not be known yet.
    fn sort_out(&mut self) {
        for (link, found) in self.run.links.iter().enumerate() {
            self.trees[self.root[found.ends[0]]].push(link);
        }
        for (var, &class) in self.run.shares.class.iter().enumerate() {
            self.of_class[class].push(var);
        }
        if self.of_class.is_empty() {
            return;
        }
        for &member in self.run.chosen {
            if let Some((class, _)) = self.run.step(self.run.demand(member)) {
                self.multiples[class].push(member);
            }
        }
    }

    fn grow(&mut self, root: usize, next: &[Vec<(usize, usize)>]) {
        self.root[root] = root;
        let mut queue = VecDeque::from([root]);
        while let Some(var) = queue.pop_front() {
            for &(other, link) in &next[var] {
                if self.root[other] == usize::MAX {
                    self.root[other] = root;
                    self.up[other] = Some((var, link));
                    self.depth[other] = self.depth[var] + 1;
                    queue.push_back(other);
                }
            }
        }
    }

    /// The reason of a fault.
    pub(super) fn reason(&self, fault: &Fault) -> Reason {
        match *fault {
            Fault::Malformed(member) => Reason::Malformed { demand: self.cause(member) },
            Fault::PartElement(member) => self.part_element(member),
            Fault::BelowOne(member) => {
                let var = self.var(member);
                let least = self.fact(Bound::AtLeast, 1, vec![]);
                self.facts(var, least, self.exactly(member, var))
            }
            Fault::Unequal { member, known } => {
                self.unequal(member, (known.num.into(), known.den.into()))
            }
            Fault::TooWide(wide) => self.too_wide(wide),
            Fault::Inside(member) => self.inside(member),
            Fault::Growing(ref members) => self.growing(members),
            Fault::TwoValues { first, second } => {
                let var = self.var(second);
                self.facts(var, self.exactly(first, var), self.exactly(second, var))
            }
            Fault::Fraction { exact, var } => self.fraction(exact, var),
            Fault::Misaligned { exact, multiple } => self.misaligned(exact, multiple),
            Fault::Multiple { class, step } => self.multiple(class, step),
            Fault::AboveMost { exact, most } => {
                let var = self.var(most);
                self.facts(var, self.exactly(exact, var), self.at_most(most, var))
            }
            Fault::Above(raise) => self.above(raise),
            Fault::Unsettled { class } => self.unsettled(class),
        }
    }

    pub(super) fn cause(&self, member: usize) -> Cause {
        self.run.part.members[member].cause
    }

    /// The names of demands in the system, each once, in the given order.
    pub(super) fn causes(&self, members: Members) -> Vec<Cause> {
        let all = members.into_iter().map(|member| self.cause(member));
        all.collect::<indexmap::IndexSet<Cause>>().into_iter().collect()
    }

    /// The variable of the system.
    fn name(&self, var: usize) -> usize {
        self.run.part.vars[var]
    }

    /// The first variable of a demand.
    fn var(&self, member: usize) -> usize {
        self.term(member).var
    }

    fn term(&self, member: usize) -> Scaled {
        let mut terms = self.run.demand(member).terms();
        terms.next().expect("every demand is about a variable")
    }

    pub(super) fn share(&self, var: usize) -> i128 {
        self.run.shares.share(var)
    }

    pub(super) fn class(&self, var: usize) -> usize {
        self.run.shares.class[var]
    }

    pub(super) fn fact(&self, bound: Bound, elems: i128, members: Members) -> Fact {
        Fact { bound, elems, because: self.causes(members), from: None }
    }

    fn facts(&self, var: usize, first: Fact, second: Fact) -> Reason {
        Reason::Facts { var: self.name(var), first, second }
    }

    /// The root of the tree of equalities that a variable is in.
    pub(super) fn root(&self, var: usize) -> usize {
        self.root[var]
    }

    /// The variables of a class.
    pub(super) fn variables(&self, class: usize) -> &[usize] {
        &self.of_class[class]
    }

    /// The demands of the equalities between two variables of one class.
    pub(super) fn path(&self, mut a: usize, mut b: usize) -> Members {
        let mut members = Vec::new();
        while a != b {
            let lower = if self.depth[a] >= self.depth[b] { &mut a } else { &mut b };
            let (up, link) = self.up[*lower].expect("both are in one tree");
            *lower = up;
            self.push_link(link, &mut members);
        }
        members
    }

    fn push_link(&self, link: usize, members: &mut Members) {
        match self.run.links[link].because {
            Because::Member(member) => members.push(member),
            Because::Level(level) => self.push_level(level, members),
        }
    }

    /// The lower bounds that come to an equality, and the equalities between their ends. Those were there
    /// before, or the lower bounds of one cycle take their place.
    fn push_level(&self, level: usize, members: &mut Members) {
        let bounds = &self.run.level[level];
        members.extend(bounds);
        for term in bounds.iter().flat_map(|&member| self.run.demand(member).terms()) {
            self.push_tree(self.root[term.var], members);
        }
    }

    /// All demands that are equalities between variables of a tree, and cycles that come to some.
    pub(super) fn push_tree(&self, root: usize, members: &mut Members) {
        for &link in &self.trees[root] {
            match self.run.links[link].because {
                Because::Member(member) => members.push(member),
                Because::Level(level) => members.extend(&self.run.level[level]),
            }
        }
    }

    /// All that a class owes its shares and its multiple to.
    fn push_class(&self, class: usize, members: &mut Members) {
        self.push_tree(self.root[self.of_class[class][0]], members);
        members.extend(self.steps(class));
    }

    /// The demands that make the unknown of a class a multiple of something, without those that add nothing.
    pub(super) fn steps(&self, class: usize) -> Members {
        let (mut members, mut common) = (Vec::new(), Some(1));
        for &member in &self.multiples[class] {
            let Some((_, step)) = self.run.step(self.run.demand(member)) else { continue };
            let Some(so_far) = common.filter(|&so_far| so_far <= MOST) else { break };
            if so_far % step != 0 {
                members.push(member);
                common = lcm(so_far, step);
            }
        }
        members
    }

    fn part_element(&self, member: usize) -> Reason {
        let Demand::Exactly { of, bits } = self.run.demand(member) else {
            unreachable!("only an exact amount has to be whole")
        };
        let of = Scaled { var: self.name(of.var), ..of };
        Reason::PartElement { demand: self.cause(member), of, bits }
    }

    /// The exact stride that a demand gives a variable of its class.
    fn exactly(&self, member: usize, var: usize) -> Fact {
        let (own, stride) =
            self.run.landing(Why::Exact(member)).expect("an exact amount is of a variable");
        let mut members = vec![member];
        members.extend(self.path(own, var));
        let elems = if own == var { stride } else { stride / self.share(own) * self.share(var) };
        self.fact(Bound::Exactly, elems, members)
    }

    /// The greatest stride that a demand leaves a variable of its class.
    fn at_most(&self, member: usize, var: usize) -> Fact {
        let Demand::AtMost { of, bits } = self.run.demand(member) else {
            unreachable!("only an upper bound limits")
        };
        let most = bits.div_euclid(self.run.unit(of));
        let mut members = vec![member];
        if of.var == var {
            return self.fact(Bound::AtMost, most, members);
        }
        self.push_class(self.class(var), &mut members);
        let unknown = most.div_euclid(self.share(of.var));
        self.fact(Bound::AtMost, unknown.saturating_mul(self.share(var)), members)
    }

    fn unequal(&self, member: usize, known: (i128, i128)) -> Reason {
        let (Demand::Equal(a, b) | Demand::AtLeast(a, b)) = self.run.demand(member) else {
            unreachable!("only an equality is unequal")
        };
        let exactly = |(num, den), members| Share {
            bound: Bound::Exactly,
            num,
            den,
            because: self.causes(members),
        };
        Reason::Shares {
            var: self.name(a.var),
            to: self.name(b.var),
            first: exactly(known, self.path(a.var, b.var)),
            second: exactly(quotient(b.times.into(), a.times.into()), vec![member]),
        }
    }

    fn inside(&self, member: usize) -> Reason {
        let Demand::AtLeast(a, b) = self.run.demand(member) else {
            unreachable!("only a lower bound is inside a class")
        };
        let share =
            |bound, (num, den), members| Share { bound, num, den, because: self.causes(members) };
        let known = quotient(self.share(a.var), self.share(b.var));
        Reason::Shares {
            var: self.name(a.var),
            to: self.name(b.var),
            first: share(Bound::Exactly, known, self.path(a.var, b.var)),
            second: share(Bound::AtLeast, quotient(b.times.into(), a.times.into()), vec![member]),
        }
    }

    /// A cycle of lower bounds: the first bounds a stride from below, all others from above.
    fn growing(&self, members: &[usize]) -> Reason {
        let bounds: Vec<(Scaled, Scaled)> =
            members.iter().filter_map(|&it| self.bound(it)).collect();
        let (Some(&first), rest) = (members.first(), members.get(1..).unwrap_or_default()) else {
            unreachable!("a cycle has a bound")
        };
        let (a, b) = bounds[0];
        let mut because = Vec::new();
        let mut above = Fraction::new(1, 1);
        for (index, &(_, from)) in bounds.iter().enumerate() {
            let next = bounds[(index + 1) % bounds.len()].0;
            because.extend(self.path(from.var, next.var));
            above = above.times(&Fraction::new(self.share(next.var), self.share(from.var)));
        }
        for (&member, &(to, from)) in rest.iter().zip(&bounds[1..]) {
            because.push(member);
            above = above.times(&Fraction::new(to.times.into(), from.times.into()));
        }
        let (num, den) = quotient(b.times.into(), a.times.into());
        let (Ok(above_num), Ok(above_den)) = (i128::try_from(above.num), i128::try_from(above.den))
        else {
            return self.far_too_wide(a.var, [vec![first], because].concat());
        };
        let (var, to) = (self.name(a.var), self.name(b.var));
        let first = Share { bound: Bound::AtLeast, num, den, because: self.causes(vec![first]) };
        let because = self.causes(because);
        let second = Share { bound: Bound::AtMost, num: above_num, den: above_den, because };
        Reason::Shares { var, to, first, second }
    }

    fn bound(&self, member: usize) -> Option<(Scaled, Scaled)> {
        match self.run.demand(member) {
            Demand::AtLeast(a, b) => Some((a, b)),
            _ => None,
        }
    }

    fn far_too_wide(&self, var: usize, members: Members) -> Reason {
        let because = self.causes(members);
        Reason::Overflow { var: self.name(var), bound: Bound::AtLeast, elems: None, because }
    }

    fn too_wide(&self, wide: TooWide) -> Reason {
        let mut members = self.path(wide.var, wide.other);
        if wide.var == wide.other {
            self.push_tree(self.root[wide.var], &mut members);
        }
        Reason::Overflow {
            var: self.name(wide.var),
            bound: Bound::MultipleOf,
            elems: Some(wide.least),
            because: self.causes(members),
        }
    }

    fn fraction(&self, exact: usize, var: usize) -> Reason {
        let own = self.var(exact);
        let (num, _) = quotient(self.share(own), self.share(var));
        let mut first = self.fact(Bound::MultipleOf, num, self.path(own, var));
        first.from = Some((Scaled::once(self.name(var)), 1));
        let (_, stride) = self.run.landing(Why::Exact(exact)).expect("it is of a variable");
        self.facts(own, first, self.fact(Bound::Exactly, stride, vec![exact]))
    }

    fn misaligned(&self, exact: usize, multiple: usize) -> Reason {
        let Demand::Multiple { of, bits } = self.run.demand(multiple) else {
            unreachable!("only a multiple is misaligned")
        };
        let step = quotient(bits, self.run.unit(of)).0;
        let second = self.fact(Bound::MultipleOf, step, vec![multiple]);
        self.facts(of.var, self.exactly(exact, of.var), second)
    }

    /// Told of the variable with the least share of the class, the innermost one of a tensor.
    fn multiple(&self, class: usize, step: Option<i128>) -> Reason {
        let of_class = self.of_class[class].iter().rev();
        let &var = of_class.min_by_key(|&&var| self.share(var)).expect("a class has a variable");
        let mut members = self.steps(class);
        self.push_tree(self.root[var], &mut members);
        Reason::Overflow {
            var: self.name(var),
            bound: Bound::MultipleOf,
            elems: step.and_then(|step| step.checked_mul(self.share(var))),
            because: self.causes(members),
        }
    }

    fn unsettled(&self, class: usize) -> Reason {
        let var = self.of_class[class][0];
        let mut raises = self.run.raises.iter().rev();
        let last = raises.find(|raise| raise.class == class).map_or(1, |raise| raise.value);
        Reason::Unsettled {
            var: self.name(var),
            reached: last * self.share(var),
            because: self.causes(self.run.chosen.to_vec()),
        }
    }

    /// A class whose least value is above what it may have.
    fn above(&self, raise: Raise) -> Reason {
        let room = &self.run.rooms[raise.class];
        let limit = match (room.exact, room.most_by) {
            (Some((_, exact)), _) => exact,
            (None, Some(most)) => most,
            (None, None) => return self.overflow(raise),
        };
        let (var, bound) = self.run.landing(raise.why).unwrap_or((self.var(limit), 1));
        let second = match room.exact {
            Some(_) => self.exactly(limit, var),
            None => self.at_most(limit, var),
        };
        let rounded = bound <= second.elems;
        let elems = if rounded { raise.value * self.share(var) } else { bound };
        let mut members = Vec::new();
        self.push_chain(raise.why, &mut members);
        if rounded {
            self.push_class(raise.class, &mut members);
        }
        let mut first = self.fact(Bound::AtLeast, elems, members);
        first.from = self.source(raise.why).filter(|_| !rounded);
        self.facts(var, first, second)
    }

    /// The stride that a lower bound comes from, with its factor, and its value without.
    pub(super) fn source(&self, why: Why) -> Option<(Scaled, i128)> {
        let Why::Pulled { member, from } = why else { return None };
        let (_, b) = self.bound(member)?;
        let elems = self.run.raises[from].value * self.share(b.var);
        Some((Scaled { var: self.name(b.var), ..b }, elems))
    }

    /// A least value that does not fit: told of the first variable of the class that is too great.
    fn overflow(&self, raise: Raise) -> Reason {
        let stride = |var: usize| raise.value.checked_mul(self.share(var));
        let too_great = |&&var: &&usize| stride(var).is_none_or(|stride| stride > MOST);
        let mut of_class = self.of_class[raise.class].iter();
        let &var = of_class.find(too_great).expect("a stride of the class is too great");
        let mut members = Vec::new();
        self.push_chain(raise.why, &mut members);
        self.push_value(raise, var, &mut members);
        Reason::Overflow {
            var: self.name(var),
            bound: Bound::AtLeast,
            elems: stride(var),
            because: self.causes(members),
        }
    }

    /// The demands behind a lower bound, from the last one back to where the chain starts.
    fn push_chain(&self, mut why: Why, members: &mut Members) {
        loop {
            let (member, from) = match why {
                Why::One => return,
                Why::Elems(member) | Why::Exact(member) => return members.push(member),
                Why::Pulled { member, from } => (member, self.run.raises[from]),
            };
            members.push(member);
            if let Some((_, exit)) = self.bound(member) {
                self.push_value(from, exit.var, members);
            }
            why = from.why;
        }
    }

    /// What carries the lower bound of a class to one of its variables, and rounds it up.
    fn push_value(&self, raise: Raise, var: usize, members: &mut Members) {
        match self.run.landing(raise.why) {
            Some((entry, stride)) if raise.value * self.share(entry) == stride => {
                members.extend(self.path(entry, var));
            }
            None if raise.value == 1 && self.share(var) == 1 => {}
            _ => self.push_class(raise.class, members),
        }
    }
}

/// A fraction of positive parts in lowest terms.
fn quotient(num: i128, den: i128) -> (i128, i128) {
    let common = super::ratio::gcd(num, den);
    (num / common, den / common)
}

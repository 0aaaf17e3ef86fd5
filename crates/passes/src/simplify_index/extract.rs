//! Phase 3: the cheapest form of an e-graph, each class counted once.
//!
//! Branch and bound over the classes that the roots need. A state is the nodes chosen so far and the classes still
//! to be decided; it costs at least what is chosen plus the cheapest node of each open class, plus what the
//! cheapest choice for one of them adds. The price of a node is that of the very instructions it becomes, given
//! what is known of its operands. The first solution is the greedy one; a bound on the steps ends the search.

use super::cost::{Cost, Price};
use super::form::{Args, Form};
use super::graph::{Graph, Term};
use super::op::Op;
use super::program::{Program, Reg};
use egg::Id;
use indexmap::IndexMap;
use ir::layout::StridedInterval;

/// No more choices are tried than this.
const MOST_STEPS: usize = 2_000;

/// A node that a class may be made by.
struct Choice {
    price: Price,
    /// The classes that it needs, each once, without those that cost nothing.
    needs: Vec<usize>,
    term: Term,
}

/// The classes that roots may need, with their nodes.
struct Classes {
    choices: Vec<Vec<Choice>>,
    /// The least price of a node of each class.
    least: Vec<Price>,
    ids: IndexMap<Id, usize>,
}

/// The cheapest form.
pub(crate) fn cheapest(graph: &Graph, args: &Args, cost: Cost) -> Option<Form> {
    let classes = Classes::new(graph, args, cost);
    let roots: Vec<usize> =
        graph.roots.iter().map(|&root| classes.ids[&graph.egraph.find(root)]).collect();
    // The sets of the greedy solution may be older than what they stand for, so it may have a cycle.
    let greedy = greedy(&classes, &roots).and_then(|known| closed(&classes, &roots, &known.1));
    let mut best = greedy.unwrap_or_else(|| (Price::MAX, vec![None; classes.choices.len()]));
    improve(&classes, &roots, &mut best);
    let mut search = Search {
        classes: &classes,
        best: best.clone(),
        chosen: vec![None; classes.choices.len()],
        steps: 0,
    };
    let open = distinct(&roots);
    search.run(0, &open);
    let (_, best) = closed(&classes, &roots, &search.best.1)?;
    Some(form(graph, &classes, &best, &roots, args))
}

fn distinct(of: &[usize]) -> Vec<usize> {
    let mut sorted = of.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}

impl Classes {
    fn new(graph: &Graph, args: &Args, cost: Cost) -> Classes {
        let mut ids: IndexMap<Id, usize> = IndexMap::new();
        let mut open: Vec<Id> = graph.roots.iter().map(|&root| graph.egraph.find(root)).collect();
        let snapshot = graph.snapshot();
        while let Some(id) = open.pop() {
            if ids.contains_key(&id) {
                continue;
            }
            ids.insert(id, ids.len());
            open.extend(
                snapshot[&id].iter().flat_map(|term| &term.kids).map(|&kid| graph.egraph.find(kid)),
            );
        }
        let mut choices: Vec<Vec<Choice>> = Vec::new();
        for &id in ids.keys() {
            let terms = snapshot[&id].iter();
            let priced = terms.filter_map(|term| {
                let price = price(graph, term, args, cost)?;
                let needs: Vec<usize> =
                    term.kids.iter().map(|&kid| ids[&graph.egraph.find(kid)]).collect();
                Some(Choice { price, needs: distinct(&needs), term: term.clone() })
            });
            choices.push(priced.collect());
        }
        let free: Vec<bool> = choices
            .iter()
            .map(|all| all.iter().any(|choice| choice.price == 0 && choice.needs.is_empty()))
            .collect();
        for (class, all) in choices.iter_mut().enumerate() {
            all.iter_mut().for_each(|choice| choice.needs.retain(|&need| !free[need]));
            all.retain(|choice| !choice.needs.contains(&class));
            prune(all);
        }
        let least =
            choices.iter().map(|all| all.first().map_or(0, |choice| choice.price)).collect();
        Classes { choices, least, ids }
    }
}

/// Leaves the nodes that no other beats in price and needs at once, cheapest first.
fn prune(choices: &mut Vec<Choice>) {
    choices.sort_by_key(|choice| (choice.price, choice.needs.len()));
    let mut kept: Vec<Choice> = Vec::new();
    for choice in choices.drain(..) {
        let beaten =
            kept.iter().any(|other| other.needs.iter().all(|need| choice.needs.contains(need)));
        if !beaten {
            kept.push(choice);
        }
    }
    *choices = kept;
}

/// The price of the instructions that one node becomes; none if its operands do not fit registers.
fn price(graph: &Graph, term: &Term, args: &Args, cost: Cost) -> Option<Price> {
    let exact = match term.op {
        Op::Div(_) | Op::Mod(_) | Op::Mask(_) | Op::Xor | Op::Min | Op::Max | Op::Product(_) => {
            term.kids.iter().all(|&kid| graph.is_exact(kid))
        }
        _ => true,
    };
    if !exact {
        return None;
    }
    if let Op::Arg(_) = term.op {
        return Some(0);
    }
    let mut program = Program::new(args.bits, cost);
    let kids: Vec<Reg> = term.kids.iter().map(|&kid| operand(graph, &mut program, kid)).collect();
    let reg = program.lower(&term.op, &kids);
    Some(program.price(&[reg]))
}

fn operand(graph: &Graph, program: &mut Program, kid: Id) -> Reg {
    let kid = graph.egraph.find(kid);
    let facts: StridedInterval = graph.facts(kid);
    match facts.constant() {
        Some(value) if !graph.is_bool(kid) => program.number(value),
        _ => {
            let number = u32::try_from(usize::from(kid)).expect("classes are numbered in 32 bits");
            program.arg(number, facts, graph.is_bool(kid))
        }
    }
}

type Solution = (Price, Vec<Option<usize>>);

/// A solution that takes for each class the node whose needs, each counted once, cost least.
fn greedy(classes: &Classes, roots: &[usize]) -> Option<Solution> {
    let count = classes.choices.len();
    let mut best: Vec<Option<(Price, usize, Vec<bool>)>> = vec![None; count];
    let mut changed = true;
    while changed {
        changed = false;
        for class in 0..count {
            for (number, choice) in classes.choices[class].iter().enumerate() {
                let Some((price, set)) = whole(classes, &best, class, choice) else { continue };
                if best[class].as_ref().is_none_or(|(known, ..)| price < *known) {
                    best[class] = Some((price, number, set));
                    changed = true;
                }
            }
        }
    }
    let mut chosen = vec![None; count];
    let mut open = roots.to_vec();
    let mut price = 0;
    while let Some(class) = open.pop() {
        if chosen[class].is_none() {
            let number = best[class].as_ref()?.1;
            let choice = &classes.choices[class][number];
            chosen[class] = Some(number);
            price += choice.price;
            open.extend(&choice.needs);
        }
    }
    Some((price, chosen))
}

/// Exchanges one choice after the other while that makes the whole cheaper.
fn improve(classes: &Classes, roots: &[usize], best: &mut Solution) {
    let mut changed = true;
    while changed {
        changed = false;
        for class in 0..classes.choices.len() {
            if best.1[class].is_none() {
                continue;
            }
            for number in 0..classes.choices[class].len() {
                let mut other = best.1.clone();
                other[class] = Some(number);
                if let Some(other) = closed(classes, roots, &other).filter(|new| new.0 < best.0) {
                    *best = other;
                    changed = true;
                }
            }
        }
    }
}

/// A solution by these choices, or by the cheapest nodes where none is given, without those that no root needs;
/// none if it has a cycle.
fn closed(classes: &Classes, roots: &[usize], wanted: &[Option<usize>]) -> Option<Solution> {
    let mut closing = Closing { classes, wanted, chosen: vec![None; wanted.len()], price: 0 };
    let mut on_path = vec![false; wanted.len()];
    roots.iter().all(|&root| closing.visit(root, &mut on_path)).then_some(())?;
    Some((closing.price, closing.chosen))
}

struct Closing<'a> {
    classes: &'a Classes,
    wanted: &'a [Option<usize>],
    chosen: Vec<Option<usize>>,
    price: Price,
}

impl Closing<'_> {
    /// Chooses for a class and what it needs; false if it needs itself.
    fn visit(&mut self, class: usize, on_path: &mut [bool]) -> bool {
        if self.chosen[class].is_some() {
            return !on_path[class];
        }
        let number = self.wanted[class].unwrap_or(0);
        let classes = self.classes;
        let Some(choice) = classes.choices[class].get(number) else { return false };
        self.chosen[class] = Some(number);
        self.price += choice.price;
        on_path[class] = true;
        let whole = choice.needs.iter().all(|&need| self.visit(need, on_path));
        on_path[class] = false;
        whole
    }
}

/// What a node costs with all that it needs, and the classes of that.
fn whole(
    classes: &Classes,
    best: &[Option<(Price, usize, Vec<bool>)>],
    class: usize,
    choice: &Choice,
) -> Option<(Price, Vec<bool>)> {
    let mut set = vec![false; best.len()];
    set[class] = true;
    for &need in &choice.needs {
        let (_, _, inside) = best[need].as_ref()?;
        if inside[class] {
            return None;
        }
        set.iter_mut().zip(inside).for_each(|(all, &one)| *all |= one);
    }
    let others = (0..set.len()).filter(|&n| set[n] && n != class);
    let price = others.map(|n| {
        let number = best[n].as_ref().map_or(0, |known| known.1);
        classes.choices[n][number].price
    });
    Some((choice.price + price.sum::<Price>(), set))
}

struct Search<'a> {
    classes: &'a Classes,
    best: Solution,
    chosen: Vec<Option<usize>>,
    steps: usize,
}

impl Search<'_> {
    /// Tries all choices for the open classes, which are sorted; what is chosen costs `price`.
    fn run(&mut self, price: Price, open: &[usize]) {
        let least: Price = open.iter().map(|&class| self.classes.least[class]).sum();
        if price + least >= self.best.0 || self.steps >= MOST_STEPS {
            return;
        }
        let Some((class, extra)) = self.hardest(open) else {
            self.best = (price, self.chosen.clone());
            return;
        };
        if price + least + extra >= self.best.0 {
            return;
        }
        let rest: Vec<usize> = open.iter().copied().filter(|&other| other != class).collect();
        for number in self.by_promise(class, open) {
            self.steps += 1;
            let choice = &self.classes.choices[class][number];
            if self.reaches(&choice.needs, class) {
                continue;
            }
            let added = choice.needs.iter().copied().filter(|&need| self.chosen[need].is_none());
            let next: Vec<usize> = rest.iter().copied().chain(added).collect();
            self.chosen[class] = Some(number);
            self.run(price + choice.price, &distinct(&next));
            self.chosen[class] = None;
        }
    }

    /// What a choice costs with the least of the classes that it adds.
    fn promise(&self, choice: &Choice, open: &[usize]) -> Price {
        let new = choice
            .needs
            .iter()
            .filter(|need| self.chosen[**need].is_none() && !open.contains(need));
        choice.price + new.map(|&need| self.classes.least[need]).sum::<Price>()
    }

    /// The open class whose cheapest choice adds most to its least price, one without alternative first.
    fn hardest(&self, open: &[usize]) -> Option<(usize, Price)> {
        let added = open.iter().map(|&class| {
            let choices = &self.classes.choices[class];
            let promise = choices.iter().map(|choice| self.promise(choice, open)).min();
            let extra = promise.unwrap_or(Price::MAX / 2) - self.classes.least[class];
            (class, extra, choices.len())
        });
        let added: Vec<_> = added.collect();
        let extra = added.iter().map(|known| known.1).max()?;
        let forced = added.iter().find(|known| known.2 == 1);
        let hardest = forced.or_else(|| added.iter().max_by_key(|known| (known.1, known.0)))?;
        Some((hardest.0, extra))
    }

    fn by_promise(&self, class: usize, open: &[usize]) -> Vec<usize> {
        let choices = &self.classes.choices[class];
        let mut numbers: Vec<usize> = (0..choices.len()).collect();
        numbers.sort_by_key(|&number| (self.promise(&choices[number], open), number));
        numbers
    }

    /// Whether a class is needed, through what is chosen, by one of these.
    fn reaches(&self, from: &[usize], class: usize) -> bool {
        let mut seen = vec![false; self.chosen.len()];
        let mut open = from.to_vec();
        while let Some(at) = open.pop() {
            if at == class {
                return true;
            }
            if !std::mem::replace(&mut seen[at], true)
                && let Some(number) = self.chosen[at]
            {
                open.extend(&self.classes.choices[at][number].needs);
            }
        }
        false
    }
}

/// The chosen nodes in order.
fn form(
    graph: &Graph,
    classes: &Classes,
    chosen: &[Option<usize>],
    roots: &[usize],
    args: &Args,
) -> Form {
    let mut writer = FormWriter {
        graph,
        classes,
        chosen,
        args,
        form: Form::default(),
        places: vec![None; chosen.len()],
    };
    let roots = roots.iter().map(|&root| writer.place(root)).collect();
    Form { roots, ..writer.form }
}

struct FormWriter<'a> {
    graph: &'a Graph,
    classes: &'a Classes,
    chosen: &'a [Option<usize>],
    args: &'a Args,
    form: Form,
    places: Vec<Option<usize>>,
}

impl FormWriter<'_> {
    fn place(&mut self, class: usize) -> usize {
        if let Some(place) = self.places[class] {
            return place;
        }
        // Classes that cost nothing are chosen by nobody; their first node is the one without needs.
        let choice = &self.classes.choices[class][self.chosen[class].unwrap_or(0)];
        let kids = choice.term.kids.iter();
        let kids: Vec<usize> =
            kids.map(|&kid| self.place(self.classes.ids[&self.graph.egraph.find(kid)])).collect();
        let (&id, _) = self.classes.ids.get_index(class).expect("classes are numbered by place");
        let facts = self.graph.facts(id);
        let place = self.form.push(choice.term.op.clone(), kids, Some(facts), self.args);
        self.places[class] = Some(place);
        place
    }
}

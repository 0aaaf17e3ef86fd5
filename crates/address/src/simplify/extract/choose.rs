//! The choice of a node for each class, so that the expressions of the roots are cheapest.
//!
//! Branch and bound over the classes that the roots need. A state is the nodes chosen so far and the classes still
//! to be decided; it costs at least what is chosen plus the cheapest node of each open class, plus what the
//! cheapest choice for one of them adds. The first solution is the greedy one, made better by exchanges; a bound on the
//! steps ends the search.

use super::super::cost::Price;

/// No more choices are tried than this.
const MOST_STEPS: usize = 2_000;

/// The greedy choice goes over all classes at most so often.
const MOST_SWEEPS: usize = 16;

/// The exchanges visit at most so many classes.
const MOST_VISITS: usize = 1 << 22;

/// A node that a class may be made by.
pub(super) struct NodeChoice {
    pub(super) price: Price,
    /// The classes that it needs, each once; after construction without the free ones.
    pub(super) needs: Vec<usize>,
    /// The place of the node in its class.
    pub(super) node: usize,
}

/// The choices of each class that are not dominated, cheapest first.
pub(super) struct ClassChoices {
    choices: Vec<Vec<NodeChoice>>,
    /// The least price of a node of each class.
    least: Vec<Price>,
}

/// A price, and the choice of each class that is needed.
type ChoiceSolution = (Price, Vec<Option<usize>>);

/// Returns the numbers in order, each once.
pub(super) fn distinct(mut of: Vec<usize>) -> Vec<usize> {
    of.sort_unstable();
    of.dedup();
    of
}

impl ClassChoices {
    pub(super) fn new(mut choices: Vec<Vec<NodeChoice>>) -> ClassChoices {
        let is_free = |choice: &NodeChoice| choice.price == 0 && choice.needs.is_empty();
        let free: Vec<bool> = choices.iter().map(|all| all.iter().any(is_free)).collect();
        for (class, all) in choices.iter_mut().enumerate() {
            all.iter_mut().for_each(|choice| choice.needs.retain(|&need| !free[need]));
            all.retain(|choice| !choice.needs.contains(&class));
            drop_dominated(all);
        }
        let least = choices.iter().map(|all| all.first().map_or(0, |choice| choice.price));
        ClassChoices { least: least.collect(), choices }
    }

    /// Returns the node of a choice. A class that is free is in no choice; its first node is the one without needs.
    pub(super) fn node(&self, class: usize, choice: Option<usize>) -> usize {
        self.choices[class][choice.unwrap_or(0)].node
    }

    /// Returns the choice of each class that the roots need; `None` if there is no solution.
    pub(super) fn cheapest(&self, roots: &[usize]) -> Option<Vec<Option<usize>>> {
        // The sets of the greedy solution may be older than the choices of their classes, so it may have a cycle.
        let greedy = self.greedy(roots).and_then(|chosen| self.closed(roots, &chosen));
        let mut best = greedy.unwrap_or_else(|| (Price::MAX, vec![None; self.choices.len()]));
        self.improve(roots, &mut best);
        // A step decides one class.
        if best.1.iter().flatten().count() <= MOST_STEPS {
            let chosen = vec![None; self.choices.len()];
            let mut search = ChoiceSearch { classes: self, best, chosen, steps: 0 };
            search.run(0, &distinct(roots.to_vec()));
            best = search.best;
        }
        Some(self.closed(roots, &best.1)?.1)
    }

    /// For each class the node whose needs, each counted once, cost least.
    fn greedy(&self, roots: &[usize]) -> Option<Vec<Option<usize>>> {
        let count = self.choices.len();
        let order = self.needs_first(roots);
        let mut best: Vec<Option<ChoiceTree>> = vec![None; count];
        for _ in 0..MOST_SWEEPS {
            let mut changed = false;
            for &class in &order {
                for (number, choice) in self.choices[class].iter().enumerate() {
                    let Some(tree) = self.tree(&best, class, number, choice) else { continue };
                    if best[class].as_ref().is_none_or(|known| tree.price < known.price) {
                        best[class] = Some(tree);
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        let mut chosen = vec![None; count];
        let mut open = roots.to_vec();
        while let Some(class) = open.pop() {
            if chosen[class].is_none() {
                let number = best[class].as_ref()?.choice;
                chosen[class] = Some(number);
                open.extend(&self.choices[class][number].needs);
            }
        }
        Some(chosen)
    }

    /// Returns the classes that roots may need, each after what its choices need, unless that is a cycle.
    fn needs_first(&self, roots: &[usize]) -> Vec<usize> {
        let (mut order, mut seen) = (Vec::new(), vec![false; self.choices.len()]);
        let mut open: Vec<(usize, bool)> = roots.iter().map(|&root| (root, false)).collect();
        while let Some((class, is_done)) = open.pop() {
            if is_done {
                order.push(class);
            } else if !std::mem::replace(&mut seen[class], true) {
                open.push((class, true));
                let needs = self.choices[class].iter().flat_map(|choice| &choice.needs);
                open.extend(needs.filter(|&&need| !seen[need]).map(|&need| (need, false)));
            }
        }
        order
    }

    /// A node with all that it needs; `None` if a need has no solution yet, or the class itself.
    fn tree(
        &self,
        best: &[Option<ChoiceTree>],
        class: usize,
        number: usize,
        choice: &NodeChoice,
    ) -> Option<ChoiceTree> {
        let mut needs = Vec::with_capacity(choice.needs.len());
        for &need in &choice.needs {
            let need = best[need].as_ref()?;
            if need.classes.has(class) {
                return None;
            }
            needs.push(need);
        }
        let mut price = choice.price;
        let mut classes = match needs.iter().max_by_key(|need| need.price) {
            Some(greatest) => {
                price += greatest.price;
                greatest.classes.clone()
            }
            None => ClassSet::below(best.len()),
        };
        let of = |n: usize| best[n].as_ref().map_or(0, |it| self.choices[n][it.choice].price);
        for need in needs {
            classes.add_all(&need.classes, |new| price += of(new));
        }
        classes.add(class);
        Some(ChoiceTree { price, choice: number, classes })
    }

    /// Exchanges one choice after the other while that makes the whole cheaper, within a bound on the classes visited.
    fn improve(&self, roots: &[usize], best: &mut ChoiceSolution) {
        let (mut changed, mut visits) = (true, 0);
        while changed {
            changed = false;
            for class in 0..self.choices.len() {
                if best.1[class].is_none() || self.choices[class].len() < 2 {
                    continue;
                }
                for number in 0..self.choices[class].len() {
                    visits += self.choices.len();
                    if visits > MOST_VISITS {
                        return;
                    }
                    let mut other = best.1.clone();
                    other[class] = Some(number);
                    if let Some(other) = self.closed(roots, &other).filter(|new| new.0 < best.0) {
                        *best = other;
                        changed = true;
                    }
                }
            }
        }
    }

    /// A solution by these choices, or by the cheapest nodes where none is given, without those that no root needs;
    /// `None` if it has a cycle.
    fn closed(&self, roots: &[usize], wanted: &[Option<usize>]) -> Option<ChoiceSolution> {
        let mut chosen = vec![None; wanted.len()];
        let (mut price, mut on_path) = (0, vec![false; wanted.len()]);
        let mut open: Vec<(usize, bool)> = roots.iter().rev().map(|&root| (root, false)).collect();
        while let Some((class, is_done)) = open.pop() {
            if is_done {
                on_path[class] = false;
                continue;
            }
            if chosen[class].is_some() {
                if on_path[class] {
                    return None;
                }
                continue;
            }
            let number = wanted[class].unwrap_or(0);
            let choice = self.choices[class].get(number)?;
            chosen[class] = Some(number);
            on_path[class] = true;
            price += choice.price;
            open.push((class, true));
            open.extend(choice.needs.iter().rev().map(|&need| (need, false)));
        }
        Some((price, chosen))
    }
}

/// A set of classes.
#[derive(Clone)]
struct ClassSet {
    words: Vec<u64>,
}

impl ClassSet {
    /// Returns the empty set of classes below a number.
    fn below(count: usize) -> ClassSet {
        ClassSet { words: vec![0; count.div_ceil(64)] }
    }

    fn has(&self, class: usize) -> bool {
        self.words[class / 64] >> (class % 64) & 1 == 1
    }

    fn add(&mut self, class: usize) {
        self.words[class / 64] |= 1 << (class % 64);
    }

    /// Adds all of another set, and reports each class that was not in this one.
    fn add_all(&mut self, other: &ClassSet, mut added: impl FnMut(usize)) {
        for (at, (all, &others)) in self.words.iter_mut().zip(&other.words).enumerate() {
            let mut new = others & !*all;
            *all |= others;
            while new != 0 {
                added(at * 64 + new.trailing_zeros() as usize);
                new &= new - 1;
            }
        }
    }
}

/// Leaves the nodes that no other beats in price and needs at once, cheapest first.
fn drop_dominated(choices: &mut Vec<NodeChoice>) {
    choices.sort_by_key(|choice| (choice.price, choice.needs.len()));
    let mut kept: Vec<NodeChoice> = Vec::new();
    for choice in choices.drain(..) {
        let is_worse = |other: &NodeChoice| other.needs.iter().all(|it| choice.needs.contains(it));
        if !kept.iter().any(is_worse) {
            kept.push(choice);
        }
    }
    *choices = kept;
}

/// The best known node of a class with all that it needs.
#[derive(Clone)]
struct ChoiceTree {
    price: Price,
    choice: usize,
    /// The classes in it.
    classes: ClassSet,
}

struct ChoiceSearch<'a> {
    classes: &'a ClassChoices,
    best: ChoiceSolution,
    chosen: Vec<Option<usize>>,
    steps: usize,
}

impl ChoiceSearch<'_> {
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
            self.run(price + choice.price, &distinct(next));
            self.chosen[class] = None;
        }
    }

    /// What a choice costs with the least of the classes that it adds.
    fn promise(&self, choice: &NodeChoice, open: &[usize]) -> Price {
        let is_new =
            |need: &&usize| self.chosen[**need].is_none() && open.binary_search(need).is_err();
        let new = choice.needs.iter().filter(is_new);
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

    /// Returns `true` if one of these classes needs a class, through what is chosen.
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

//! The choice of one node for each class that minimizes the total price of the roots.
//!
//! The search is branch and bound over the classes that the roots need. A state has the nodes chosen so far and the
//! *open* classes, which have no node yet. Its lower bound is the price of the chosen nodes, plus the price of the
//! cheapest node of each open class, plus the additional price of the cheapest choice for one open class. The first
//! solution is the greedy one, improved by exchanges. A maximum number of steps bounds the search.

use super::super::cost::Price;

const MAX_STEPS: usize = crate::limits::EXTRACTION_STEPS as usize;

const MAX_SWEEPS: usize = crate::limits::SWEEPS as usize;

const MAX_VISITS: usize = crate::limits::VISITS as usize;

/// A candidate node of a class.
pub(super) struct NodeChoice {
    pub(super) price: Price,
    /// The classes of its operands, without duplicates. [`ClassChoices::new`] removes the free ones.
    pub(super) needs: Vec<usize>,
    /// The index of the node in its class.
    pub(super) node: usize,
}

/// The non-dominated choices of each class, cheapest first.
pub(super) struct ClassChoices {
    choices: Vec<Vec<NodeChoice>>,
    /// The price of the cheapest node of each class.
    least: Vec<Price>,
}

/// The total price, and the choice of each class; `None` for a class that is not needed.
type ChoiceSolution = (Price, Vec<Option<usize>>);

/// Returns the numbers sorted and without duplicates.
pub(super) fn distinct(mut of: Vec<usize>) -> Vec<usize> {
    of.sort_unstable();
    of.dedup();
    of
}

impl ClassChoices {
    pub(super) fn new(mut choices: Vec<Vec<NodeChoice>>) -> ClassChoices {
        let free: Vec<bool> = choices
            .iter()
            .map(|all| all.iter().any(|choice| choice.price == 0 && choice.needs.is_empty()))
            .collect();
        for (class, all) in choices.iter_mut().enumerate() {
            all.iter_mut().for_each(|choice| choice.needs.retain(|&need| !free[need]));
            all.retain(|choice| !choice.needs.contains(&class));
            drop_dominated(all);
        }
        let least = choices.iter().map(|all| all.first().map_or(0, |choice| choice.price));
        ClassChoices { least: least.collect(), choices }
    }

    /// Returns the index of the chosen node of a class. A free class has no choice: its first node costs nothing and
    /// has no needs.
    pub(super) fn node(&self, class: usize, choice: Option<usize>) -> usize {
        self.choices[class][choice.unwrap_or(0)].node
    }

    /// Returns the choice of each class that the roots need; `None` if no solution exists.
    pub(super) fn cheapest(&self, roots: &[usize]) -> Option<Vec<Option<usize>>> {
        // The class sets of the greedy solution may be older than the choices, so the solution may have a cycle.
        let greedy = self.greedy(roots).and_then(|chosen| self.closed(roots, &chosen));
        let mut best = greedy.unwrap_or_else(|| (Price::MAX, vec![None; self.choices.len()]));
        self.improve(roots, &mut best);
        // Each step chooses a node for one class, so a larger solution exceeds the maximum number of steps.
        if best.1.iter().flatten().count() <= MAX_STEPS {
            let chosen = vec![None; self.choices.len()];
            let mut search = ChoiceSearch { classes: self, best, chosen, steps: 0 };
            search.run(0, &distinct(roots.to_vec()));
            best = search.best;
        }
        Some(self.closed(roots, &best.1)?.1)
    }

    /// Returns the greedy choice: for each class that the roots need, the node that is cheapest including all classes
    /// that it depends on, each counted once. `None` if a root has no solution.
    fn greedy(&self, roots: &[usize]) -> Option<Vec<Option<usize>>> {
        let count = self.choices.len();
        let order = self.needs_first(roots);
        let mut best: Vec<Option<ChoiceTree>> = vec![None; count];
        for _ in 0..MAX_SWEEPS {
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

    /// Returns the classes that the roots may need, each after the needs of its choices, except in cycles.
    fn needs_first(&self, roots: &[usize]) -> Vec<usize> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.choices.len()];
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

    /// Returns a node with the trees of all its needs; `None` if a need has no tree yet or depends on the class itself.
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
        for need in needs {
            classes.add_all(&need.classes, |new| {
                price += best[new].as_ref().map_or(0, |it| self.choices[new][it.choice].price)
            });
        }
        classes.add(class);
        Some(ChoiceTree { price, choice: number, classes })
    }

    /// Exchanges single choices as long as an exchange lowers the total price and the number of visits is in bounds.
    fn improve(&self, roots: &[usize], best: &mut ChoiceSolution) {
        let mut changed = true;
        let mut visits = 0;
        while changed {
            changed = false;
            for class in 0..self.choices.len() {
                if best.1[class].is_none() || self.choices[class].len() < 2 {
                    continue;
                }
                for number in 0..self.choices[class].len() {
                    visits += self.choices.len();
                    if visits > MAX_VISITS {
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

    /// Returns the solution with these choices, restricted to the classes that the roots need. A class without a choice
    /// gets its cheapest node. `None` if the solution has a cycle.
    fn closed(&self, roots: &[usize], choices: &[Option<usize>]) -> Option<ChoiceSolution> {
        let mut chosen = vec![None; choices.len()];
        let mut price = 0;
        let mut on_path = vec![false; choices.len()];
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
            let number = choices[class].unwrap_or(0);
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
    /// Returns an empty set that can hold the classes below `count`.
    fn below(count: usize) -> ClassSet {
        ClassSet { words: vec![0; count.div_ceil(64)] }
    }

    fn has(&self, class: usize) -> bool {
        self.words[class / 64] >> (class % 64) & 1 == 1
    }

    fn add(&mut self, class: usize) {
        self.words[class / 64] |= 1 << (class % 64);
    }

    /// Adds all classes of another set, and calls `added` for each class that was not in this one.
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

/// Removes the nodes that another node dominates in both price and needs, and sorts the rest, cheapest first.
fn drop_dominated(choices: &mut Vec<NodeChoice>) {
    choices.sort_by_key(|choice| (choice.price, choice.needs.len()));
    let mut kept: Vec<NodeChoice> = Vec::new();
    for choice in choices.drain(..) {
        if !kept.iter().any(|other| other.needs.iter().all(|it| choice.needs.contains(it))) {
            kept.push(choice);
        }
    }
    *choices = kept;
}

/// The cheapest known choice of a class, with all classes that it depends on.
#[derive(Clone)]
struct ChoiceTree {
    /// The price of all classes in the tree.
    price: Price,
    choice: usize,
    /// All classes in the tree, including the class itself.
    classes: ClassSet,
}

struct ChoiceSearch<'a> {
    classes: &'a ClassChoices,
    best: ChoiceSolution,
    chosen: Vec<Option<usize>>,
    steps: usize,
}

impl ChoiceSearch<'_> {
    /// Searches all choices for the open classes, which are sorted. The chosen nodes cost `price`.
    fn run(&mut self, price: Price, open: &[usize]) {
        let least: Price = open.iter().map(|&class| self.classes.least[class]).sum();
        if price + least >= self.best.0 || self.steps >= MAX_STEPS {
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
        for number in self.by_lower_bound(class, open) {
            self.steps += 1;
            let choice = &self.classes.choices[class][number];
            if self.depends_on(&choice.needs, class) {
                continue;
            }
            let added = choice.needs.iter().copied().filter(|&need| self.chosen[need].is_none());
            let next: Vec<usize> = rest.iter().copied().chain(added).collect();
            self.chosen[class] = Some(number);
            self.run(price + choice.price, &distinct(next));
            self.chosen[class] = None;
        }
    }

    /// Returns the price of a choice plus the least prices of the classes that it newly opens.
    fn lower_bound(&self, choice: &NodeChoice, open: &[usize]) -> Price {
        let new = choice
            .needs
            .iter()
            .filter(|need| self.chosen[**need].is_none() && open.binary_search(need).is_err());
        choice.price + new.map(|&need| self.classes.least[need]).sum::<Price>()
    }

    /// Returns the open class to branch on, and the greatest amount by which the cheapest choice of an open class
    /// exceeds the least price of that class. A class with a single choice is preferred, then the class with that
    /// amount.
    fn hardest(&self, open: &[usize]) -> Option<(usize, Price)> {
        let added = open.iter().map(|&class| {
            let choices = &self.classes.choices[class];
            let bound = choices.iter().map(|choice| self.lower_bound(choice, open)).min();
            let extra = bound.unwrap_or(Price::MAX / 2) - self.classes.least[class];
            (class, extra, choices.len())
        });
        let added: Vec<_> = added.collect();
        let extra = added.iter().map(|known| known.1).max()?;
        let forced = added.iter().find(|known| known.2 == 1);
        let hardest = forced.or_else(|| added.iter().max_by_key(|known| (known.1, known.0)))?;
        Some((hardest.0, extra))
    }

    fn by_lower_bound(&self, class: usize, open: &[usize]) -> Vec<usize> {
        let choices = &self.classes.choices[class];
        let mut numbers: Vec<usize> = (0..choices.len()).collect();
        numbers.sort_by_key(|&number| (self.lower_bound(&choices[number], open), number));
        numbers
    }

    /// Returns `true` if one of these classes depends on a class through the chosen nodes.
    fn depends_on(&self, from: &[usize], class: usize) -> bool {
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

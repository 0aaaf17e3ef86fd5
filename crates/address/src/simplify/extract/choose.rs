//! The choice of a node for each class, so that the expressions of the roots are cheapest.
//!
//! Branch and bound over the classes that the roots need. A state is the nodes chosen so far and the classes still
//! to be decided; it costs at least what is chosen plus the cheapest node of each open class, plus what the
//! cheapest choice for one of them adds. The first solution is the greedy one, made better by exchanges; a bound on the
//! steps ends the search.

use super::super::cost::Price;

/// No more choices are tried than this.
const MOST_STEPS: usize = 2_000;

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
        let chosen = vec![None; self.choices.len()];
        let mut search = ChoiceSearch { classes: self, best, chosen, steps: 0 };
        search.run(0, &distinct(roots.to_vec()));
        Some(self.closed(roots, &search.best.1)?.1)
    }

    /// For each class the node whose needs, each counted once, cost least.
    fn greedy(&self, roots: &[usize]) -> Option<Vec<Option<usize>>> {
        let count = self.choices.len();
        let mut best: Vec<Option<ChoiceTree>> = vec![None; count];
        let mut changed = true;
        while changed {
            changed = false;
            for class in 0..count {
                for (number, choice) in self.choices[class].iter().enumerate() {
                    let Some(tree) = self.tree(&best, class, number, choice) else { continue };
                    if best[class].as_ref().is_none_or(|known| tree.price < known.price) {
                        best[class] = Some(tree);
                        changed = true;
                    }
                }
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

    /// A node with all that it needs; `None` if a need has no solution yet, or the class itself.
    fn tree(
        &self,
        best: &[Option<ChoiceTree>],
        class: usize,
        number: usize,
        choice: &NodeChoice,
    ) -> Option<ChoiceTree> {
        let mut classes = vec![false; best.len()];
        classes[class] = true;
        for &need in &choice.needs {
            let inside = &best[need].as_ref()?.classes;
            if inside[class] {
                return None;
            }
            classes.iter_mut().zip(inside).for_each(|(all, &one)| *all |= one);
        }
        let others = (0..classes.len()).filter(|&n| classes[n] && n != class);
        let price = others.map(|n| {
            let number = best[n].as_ref().map_or(0, |known| known.choice);
            self.choices[n][number].price
        });
        Some(ChoiceTree { price: choice.price + price.sum::<Price>(), choice: number, classes })
    }

    /// Exchanges one choice after the other while that makes the whole cheaper.
    fn improve(&self, roots: &[usize], best: &mut ChoiceSolution) {
        let mut changed = true;
        while changed {
            changed = false;
            for class in 0..self.choices.len() {
                if best.1[class].is_none() {
                    continue;
                }
                for number in 0..self.choices[class].len() {
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
        for &root in roots {
            price += self.visit(root, wanted, &mut chosen, &mut on_path)?;
        }
        Some((price, chosen))
    }

    /// Chooses for a class and what it needs, and returns what that adds; `None` if the class needs itself.
    fn visit(
        &self,
        class: usize,
        wanted: &[Option<usize>],
        chosen: &mut [Option<usize>],
        on_path: &mut [bool],
    ) -> Option<Price> {
        if chosen[class].is_some() {
            return (!on_path[class]).then_some(0);
        }
        let number = wanted[class].unwrap_or(0);
        let choice = self.choices[class].get(number)?;
        chosen[class] = Some(number);
        on_path[class] = true;
        let mut price = choice.price;
        for &need in &choice.needs {
            price += self.visit(need, wanted, chosen, on_path)?;
        }
        on_path[class] = false;
        Some(price)
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
    classes: Vec<bool>,
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
        let is_new = |need: &&usize| self.chosen[**need].is_none() && !open.contains(need);
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

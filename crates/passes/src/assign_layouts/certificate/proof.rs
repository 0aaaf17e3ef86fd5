//! The proof of the optimum of a model, for VeriPB.
//!
//! A bucket of the elimination states that the cost of its node, and the terms of earlier buckets, are at least the terms
//! of the bucket: for each combination of values of the neighbors, the least cost times a Boolean that holds for this
//! combination alone (`red`). The statement is proven by contradiction (`pbc`): each combination of values contradicts it by
//! unit propagation (`rup`), and so do the clauses of all values of a node together. The sum of all statements (`pol`) is
//! the bound of the objective, in which the terms cancel. Cases are part of each step, so a gap of the linear relaxation
//! needs no other proof.

use super::eliminate::{Bucket, Elimination};
use super::model::{Literal, Model, push};

/// Returns the proof that the optimum of a model is that of its elimination, which these values have.
pub(crate) fn proof(model: &Model, elimination: &Elimination, values: &[usize]) -> String {
    let mut writer = ProofWriter {
        model,
        elimination,
        text: format!("pseudo-Boolean proof version 3.0\nf {};\n", model.inequalities()),
        statements: Vec::new(),
    };
    (0..elimination.buckets.len()).for_each(|at| writer.bucket(at));
    let ProofWriter { mut text, statements, .. } = writer;
    let optimum = elimination.optimum;
    let mut hint = String::new();
    if let Some((first, others)) = statements.split_first() {
        push(&mut text, format_args!("@bound pol @b{first}"));
        others.iter().for_each(|at| push(&mut text, format_args!(" @b{at} +")));
        text.push_str(";\n");
        hint = " : @bound".to_owned();
    }
    text.push_str("soli");
    for (node, of) in model.nodes.iter().enumerate() {
        for at in 0..of.names.len() {
            let value = if of.is_flag() { 1 } else { at };
            let literal = match values[node] == value {
                true => model.literal((node, value)),
                false => model.negated((node, value)),
            };
            push(&mut text, format_args!(" {literal}"));
        }
    }
    push(
        &mut text,
        format_args!(";\noutput NONE;\nconclusion BOUNDS {optimum}{hint} {optimum};\n"),
    );
    text.push_str("end pseudo-Boolean proof;\n");
    text
}

struct ProofWriter<'a> {
    model: &'a Model,
    elimination: &'a Elimination,
    text: String,
    /// The buckets with a statement.
    statements: Vec<usize>,
}

/// The least of the costs of a bucket, which is a constant of its statement.
fn least_of_all(bucket: &Bucket) -> u64 {
    bucket.least.iter().flatten().copied().min().unwrap_or(0)
}

/// Returns the place of a combination of values of all neighbors.
fn place_of(model: &Model, taken: &[Literal]) -> usize {
    taken.iter().fold(0, |place, &(node, value)| place * model.nodes[node].costs.len() + value)
}

impl ProofWriter<'_> {
    /// Returns the terms of a bucket: the costs above the least of all, with the places of their combinations.
    fn terms(&self, at: usize) -> Vec<(u64, usize)> {
        let bucket = &self.elimination.buckets[at];
        let least = least_of_all(bucket);
        let places = bucket.least.iter().enumerate();
        places
            .filter_map(|(place, cost)| Some(((*cost)? - least, place)))
            .filter(|it| it.0 > 0)
            .collect()
    }

    /// Returns the Boolean of a combination of the neighbors of a bucket.
    fn combination(&self, at: usize, place: usize) -> String {
        let bucket = &self.elimination.buckets[at];
        match &bucket.literals(self.model, place)[..] {
            [only] => self.model.literal(*only),
            _ => format!("z{at}_{place}"),
        }
    }

    fn bucket(&mut self, at: usize) {
        let elimination = self.elimination;
        let bucket = &elimination.buckets[at];
        for (place, _) in bucket.least.iter().enumerate().filter(|(_, cost)| cost.is_none()) {
            let taken = bucket.literals(self.model, place);
            self.values_of(at, &taken);
            self.clause(&taken);
        }
        let terms = self.terms(at);
        for &(_, place) in terms.iter().filter(|_| bucket.scope.len() > 1) {
            self.define(at, place);
        }
        self.state(at, &terms);
    }

    /// Defines the Boolean of a combination, which holds if all its literals hold.
    fn define(&mut self, at: usize, place: usize) {
        let name = self.combination(at, place);
        let literals = self.elimination.buckets[at].literals(self.model, place);
        let count = literals.len();
        push(&mut self.text, format_args!("red +{count} ~{name}"));
        for &literal in &literals {
            push(&mut self.text, format_args!(" +1 {}", self.model.literal(literal)));
        }
        push(&mut self.text, format_args!(" >= {count} : {name} -> 0;\nred +1 {name}"));
        for &literal in &literals {
            push(&mut self.text, format_args!(" +1 {}", self.model.negated(literal)));
        }
        push(&mut self.text, format_args!(" >= 1 : {name} -> 1;\n"));
    }

    /// Writes the statement of a bucket with its proof; nothing if the statement has no terms.
    fn state(&mut self, at: usize, terms: &[(u64, usize)]) {
        let elimination = self.elimination;
        let bucket = &elimination.buckets[at];
        let mut sum = String::new();
        for (value, &cost) in self.model.nodes[bucket.node].costs.iter().enumerate() {
            if cost > 0 {
                push(
                    &mut sum,
                    format_args!(" +{cost} {}", self.model.literal((bucket.node, value))),
                );
            }
        }
        for &input in &bucket.inputs {
            for (cost, place) in self.terms(input) {
                push(&mut sum, format_args!(" +{cost} {}", self.combination(input, place)));
            }
        }
        if sum.is_empty() {
            return;
        }
        for &(cost, place) in terms {
            push(&mut sum, format_args!(" -{cost} {}", self.combination(at, place)));
        }
        // The constants of the earlier buckets are not in their terms.
        let constants: u64 =
            bucket.inputs.iter().map(|&input| least_of_all(&elimination.buckets[input])).sum();
        let least = least_of_all(bucket) - constants;
        push(&mut self.text, format_args!("@b{at} pbc{sum} >= {least} : subproof\n"));
        self.cases(at, 0, &mut Vec::new());
        self.text.push_str("qed : -1;\n");
        self.statements.push(at);
    }

    /// Contradicts all values of the neighbors from some number on, and then of the node.
    fn cases(&mut self, at: usize, depth: usize, taken: &mut Vec<Literal>) {
        let elimination = self.elimination;
        let bucket = &elimination.buckets[at];
        match bucket.scope.get(depth) {
            Some(&node) => {
                for value in 0..self.model.nodes[node].costs.len() {
                    taken.push((node, value));
                    self.cases(at, depth + 1, taken);
                    taken.pop();
                }
            }
            // A combination that no value allows is contradicted already.
            None if bucket.least[place_of(self.model, taken)].is_none() => return,
            None => self.values_of(at, taken),
        }
        self.clause(taken);
    }

    /// Contradicts each value of the node of a bucket.
    fn values_of(&mut self, at: usize, taken: &[Literal]) {
        let node = self.elimination.buckets[at].node;
        for value in 0..self.model.nodes[node].costs.len() {
            let mut all = taken.to_vec();
            all.push((node, value));
            self.clause(&all);
        }
    }

    /// Writes that not all of these literals hold.
    fn clause(&mut self, literals: &[Literal]) {
        self.text.push_str("rup");
        for &literal in literals {
            push(&mut self.text, format_args!(" +1 {}", self.model.negated(literal)));
        }
        self.text.push_str(" >= 1;\n");
    }
}

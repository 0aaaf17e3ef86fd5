//! A minimization over Booleans, and its text in the format OPB.
//!
//! A *node* is a decision with one of several values. A choice has a Boolean for each value, of which exactly one holds; a
//! flag is one Boolean. A *cover* states that a value of a node needs one of several others. Costs belong to values alone.

use std::fmt::Write as _;

/// A value of a node: the number of the node, and that of its value.
pub(crate) type Literal = (usize, usize);

/// A decision of a model.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The names of the Booleans: one for each value of a choice, or only one for a flag.
    pub(crate) names: Vec<String>,
    /// The cost of each value. A flag has two values: 0, where it does not hold, and 1.
    pub(crate) costs: Vec<u64>,
    /// The number of its first Boolean, from 1.
    first: usize,
}

impl Node {
    /// Returns `true` if the node is one Boolean.
    pub(crate) fn is_flag(&self) -> bool {
        self.names.len() < self.costs.len()
    }
}

/// A constraint: if one of the values of `need`, which belong to one node, is taken, then so is one of `by`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cover {
    pub(crate) need: Vec<Literal>,
    pub(crate) by: Vec<Literal>,
}

impl Cover {
    /// Returns `true` if these values of all nodes satisfy the constraint.
    pub(crate) fn holds(&self, values: &[usize]) -> bool {
        let is_taken = |&(node, value): &Literal| values[node] == value;
        !self.need.iter().any(is_taken) || self.by.iter().any(is_taken)
    }

    /// Returns the nodes of the constraint.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = usize> {
        self.need.iter().chain(&self.by).map(|literal| literal.0)
    }
}

/// A minimization over Booleans.
#[derive(Clone, Debug, Default)]
pub(crate) struct Model {
    pub(crate) nodes: Vec<Node>,
    pub(crate) covers: Vec<Cover>,
    /// The number of Booleans.
    booleans: usize,
}

impl Model {
    /// Adds a choice with the name and the cost of each value, and returns its number.
    pub(crate) fn choice(&mut self, values: Vec<(String, u64)>) -> usize {
        let (names, costs) = values.into_iter().unzip();
        self.push(names, costs)
    }

    /// Adds a flag with the cost of the value 1, and returns its number.
    pub(crate) fn flag(&mut self, name: String, cost: u64) -> usize {
        self.push(vec![name], vec![0, cost])
    }

    fn push(&mut self, names: Vec<String>, costs: Vec<u64>) -> usize {
        let first = self.booleans + 1;
        self.booleans += names.len();
        self.nodes.push(Node { names, costs, first });
        self.nodes.len() - 1
    }

    /// Adds a constraint, unless it always holds.
    pub(crate) fn cover(&mut self, need: Vec<Literal>, by: Vec<Literal>) {
        let is_trivial = need.iter().all(|literal| by.contains(literal));
        if !is_trivial {
            self.covers.push(Cover { need, by });
        }
    }

    /// Returns the number of Booleans.
    pub(crate) fn booleans(&self) -> usize {
        self.booleans
    }

    /// Returns the cost of these values of all nodes; `None` if the sum overflows.
    pub(crate) fn cost(&self, values: &[usize]) -> Option<u64> {
        let costs = self.nodes.iter().zip(values).map(|(node, &value)| node.costs[value]);
        costs.into_iter().try_fold(0u64, u64::checked_add)
    }

    /// Returns the name of a literal in the texts, such as `x3` or `~x3`.
    pub(crate) fn literal(&self, (node, value): Literal) -> String {
        let of = &self.nodes[node];
        match (of.is_flag(), value) {
            (true, 0) => format!("~x{}", of.first),
            (true, _) => format!("x{}", of.first),
            (false, _) => format!("x{}", of.first + value),
        }
    }

    /// Returns the negation of a literal.
    pub(crate) fn negated(&self, literal: Literal) -> String {
        let text = self.literal(literal);
        text.strip_prefix('~').map_or_else(|| format!("~{text}"), str::to_owned)
    }

    /// Returns the number of inequalities: an equality counts as two.
    pub(crate) fn inequalities(&self) -> usize {
        let choices = self.nodes.iter().filter(|node| !node.is_flag()).count();
        2 * choices + self.covers.len()
    }

    /// Returns the model as OPB, after lines of comments. The names of OPB have no `@`, `%`, `:` or `=`, so comments map each
    /// Boolean to its name.
    pub(crate) fn opb(&self, comments: &[String]) -> String {
        let choices = self.nodes.iter().filter(|node| !node.is_flag());
        let constraints = choices.count() + self.covers.len();
        let mut text = format!("* #variable= {} #constraint= {constraints}\n", self.booleans);
        comments.iter().for_each(|comment| push(&mut text, format_args!("* {comment}\n")));
        for node in &self.nodes {
            for (at, name) in node.names.iter().enumerate() {
                push(&mut text, format_args!("* x{} = {name}\n", node.first + at));
            }
        }
        text.push_str("min:");
        for (number, node) in self.nodes.iter().enumerate() {
            let costs = node.costs.iter().enumerate().filter(|(_, cost)| **cost > 0);
            costs.for_each(|(value, cost)| {
                push(&mut text, format_args!(" +{cost} {}", self.literal((number, value))));
            });
        }
        text.push_str(" ;\n");
        for node in self.nodes.iter().filter(|node| !node.is_flag()) {
            let all = node.first..node.first + node.names.len();
            all.for_each(|boolean| push(&mut text, format_args!("+1 x{boolean} ")));
            text.push_str("= 1 ;\n");
        }
        for Cover { need, by } in &self.covers {
            by.iter().for_each(|&it| push(&mut text, format_args!("+1 {} ", self.literal(it))));
            need.iter().for_each(|&it| push(&mut text, format_args!("-1 {} ", self.literal(it))));
            text.push_str(">= 0 ;\n");
        }
        text
    }
}

/// Appends formatted text.
pub(super) fn push(text: &mut String, what: std::fmt::Arguments<'_>) {
    text.write_fmt(what).expect("a string accepts all text");
}

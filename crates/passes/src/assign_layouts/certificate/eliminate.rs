//! The optimum of a model, by elimination of its nodes one by one (dynamic programming over a tree decomposition).
//!
//! A *bucket* eliminates a node: for each combination of values of its neighbors, it has the least cost of the node and of
//! all that was eliminated with it. The neighbors of the node are then neighbors of each other. The node with the smallest
//! bucket is eliminated first, so that a model that resembles a tree has small buckets.

use super::model::{Literal, Model};
use std::collections::BTreeSet;

/// The maximum number of combinations of values in one bucket.
const MAX_BUCKET: usize = crate::limits::CERTIFICATE_BUCKET as usize;

/// The maximum number of combinations of values in all buckets.
const MAX_COMBINATIONS: usize = crate::limits::CERTIFICATE_COMBINATIONS as usize;

/// The reason why a model has no optimum here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoOptimum {
    /// Some bucket, or all together, are larger than this limit.
    TooMany(usize),
    /// The costs overflow.
    Overflow,
    /// No values satisfy the constraints.
    Infeasible,
}

/// The elimination of a node.
#[derive(Clone, Debug)]
pub(crate) struct Bucket {
    pub(crate) node: usize,
    /// The neighbors of the node, ascending.
    pub(crate) scope: Vec<usize>,
    /// The constraints of the node that no earlier bucket has.
    pub(crate) covers: Vec<usize>,
    /// The earlier buckets whose scope has the node.
    pub(crate) inputs: Vec<usize>,
    /// The least cost for each combination of values of the neighbors, the last one fastest; `None` if there is none.
    pub(crate) least: Vec<Option<u64>>,
}

impl Bucket {
    /// Returns the index of the values of all nodes in `least`.
    pub(crate) fn place(&self, model: &Model, values: &[usize]) -> usize {
        let scope = self.scope.iter();
        scope.fold(0, |place, &node| place * model.nodes[node].costs.len() + values[node])
    }

    /// Returns the literals of a combination.
    pub(crate) fn literals(&self, model: &Model, mut place: usize) -> Vec<Literal> {
        let mut literals = Vec::with_capacity(self.scope.len());
        for &node in self.scope.iter().rev() {
            let count = model.nodes[node].costs.len();
            literals.push((node, place % count));
            place /= count;
        }
        literals.reverse();
        literals
    }

    /// Returns the cost of the node and of what was eliminated with it; `None` if the values are not allowed.
    pub(crate) fn cost(&self, model: &Model, earlier: &[Bucket], values: &[usize]) -> Option<u64> {
        if !self.covers.iter().all(|&cover| model.covers[cover].holds(values)) {
            return None;
        }
        let mut cost = model.nodes[self.node].costs[values[self.node]];
        for &input in &self.inputs {
            let of = &earlier[input];
            // The sum of all costs was checked before.
            cost += of.least[of.place(model, values)]?;
        }
        Some(cost)
    }
}

/// The buckets of all nodes, in the order of their elimination.
#[derive(Clone, Debug)]
pub(crate) struct Elimination {
    pub(crate) buckets: Vec<Bucket>,
    /// The least cost.
    pub(crate) optimum: u64,
}

impl Elimination {
    /// Computes the optimum of a model. `fixed` has the value that a node must have, or `None` for any value.
    ///
    /// # Errors
    /// The buckets are too large, the costs overflow, or no values are allowed.
    pub(crate) fn new(model: &Model, fixed: &[Option<usize>]) -> Result<Elimination, NoOptimum> {
        let largest = model.nodes.iter().map(|node| node.costs.iter().copied().max().unwrap_or(0));
        largest.into_iter().try_fold(0u64, u64::checked_add).ok_or(NoOptimum::Overflow)?;
        let mut buckets = ordered(model)?;
        let mut values = vec![0; model.nodes.len()];
        let mut optimum = 0;
        for at in 0..buckets.len() {
            let (earlier, rest) = buckets.split_at(at);
            let bucket = &rest[0];
            let count: usize =
                bucket.scope.iter().map(|&node| model.nodes[node].costs.len()).product();
            let mut least = Vec::with_capacity(count);
            for place in 0..count {
                bucket.literals(model, place).iter().for_each(|&(node, own)| values[node] = own);
                let all = allowed(model, fixed, bucket.node);
                let costs = all.filter_map(|value| {
                    values[bucket.node] = value;
                    bucket.cost(model, earlier, &values)
                });
                least.push(costs.min());
            }
            if bucket.scope.is_empty() {
                optimum += least[0].ok_or(NoOptimum::Infeasible)?;
            }
            buckets[at].least = least;
        }
        Ok(Elimination { buckets, optimum })
    }

    /// Returns values of the least cost; of equal ones, those with the first values.
    pub(crate) fn values(&self, model: &Model, fixed: &[Option<usize>]) -> Vec<usize> {
        let mut values = vec![0; model.nodes.len()];
        for bucket in self.buckets.iter().rev() {
            let mut best = None;
            for value in allowed(model, fixed, bucket.node) {
                values[bucket.node] = value;
                let cost = bucket.cost(model, &self.buckets, &values);
                if let Some(cost) = cost
                    && best.is_none_or(|(least, _)| cost < least)
                {
                    best = Some((cost, value));
                }
            }
            values[bucket.node] = best.map_or(0, |(_, value)| value);
        }
        values
    }
}

/// Returns the values that a node may have.
fn allowed(model: &Model, fixed: &[Option<usize>], node: usize) -> impl Iterator<Item = usize> {
    let fixed = fixed.get(node).copied().flatten();
    let all = 0..model.nodes[node].costs.len();
    all.filter(move |&value| fixed.is_none_or(|fixed| fixed == value))
}

/// Returns the buckets in the order of their elimination, without their costs.
fn ordered(model: &Model) -> Result<Vec<Bucket>, NoOptimum> {
    let count = model.nodes.len();
    let mut neighbors: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); count];
    let mut covers_at: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (number, cover) in model.covers.iter().enumerate() {
        let nodes: BTreeSet<usize> = cover.nodes().collect();
        for &node in &nodes {
            neighbors[node].extend(nodes.iter().filter(|&&other| other != node));
            covers_at[node].push(number);
        }
    }
    let mut sizes: Vec<usize> = (0..count).map(|node| size(model, &neighbors, node)).collect();
    let mut queue: BTreeSet<(usize, usize)> = sizes.iter().copied().zip(0..).collect();
    let mut inputs_at: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut is_used = vec![false; model.covers.len()];
    let mut buckets: Vec<Bucket> = Vec::with_capacity(count);
    let mut is_consumed: Vec<bool> = Vec::with_capacity(count);
    let mut all = 0usize;
    while let Some((size_of_bucket, node)) = queue.pop_first() {
        all = all.saturating_add(size_of_bucket);
        if size_of_bucket > MAX_BUCKET || all > MAX_COMBINATIONS {
            let limit = if size_of_bucket > MAX_BUCKET { MAX_BUCKET } else { MAX_COMBINATIONS };
            return Err(NoOptimum::TooMany(limit));
        }
        let scope = std::mem::take(&mut neighbors[node]);
        let mut covers = std::mem::take(&mut covers_at[node]);
        covers.retain(|&cover| !std::mem::replace(&mut is_used[cover], true));
        let mut inputs = std::mem::take(&mut inputs_at[node]);
        inputs.retain(|&input| !std::mem::replace(&mut is_consumed[input], true));
        let number = buckets.len();
        for &neighbor in &scope {
            neighbors[neighbor].remove(&node);
            neighbors[neighbor].extend(scope.iter().filter(|&&other| other != neighbor));
            inputs_at[neighbor].push(number);
            queue.remove(&(sizes[neighbor], neighbor));
            sizes[neighbor] = size(model, &neighbors, neighbor);
            queue.insert((sizes[neighbor], neighbor));
        }
        let scope = scope.into_iter().collect();
        buckets.push(Bucket { node, scope, covers, inputs, least: Vec::new() });
        is_consumed.push(false);
    }
    Ok(buckets)
}

/// Returns the number of combinations of values of a node and its neighbors.
fn size(model: &Model, neighbors: &[BTreeSet<usize>], node: usize) -> usize {
    let all = neighbors[node].iter().chain([&node]);
    all.fold(1usize, |product, &it| product.saturating_mul(model.nodes[it].costs.len()))
}

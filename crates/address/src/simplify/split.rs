//! Simplification below and above maps over bits, each on its own.
//!
//! The e-graph is bounded, and the masks and shifts of a map fill it. So a program with maps is also cut into three parts:
//! the *inner* part computes the sources of the maps and all other values that later parts use, the maps are as `bits`
//! writes them, and the *outer* part computes the results. The code then costs at most the sum of its parts: that of the
//! digits, of the maps, and of the offset from their results.

use super::bits::Regrouped;
use super::integer::{IntegerDag, IntegerOp, ProgramSignature};
use crate::operation::Width;
use crate::program::Param;
use layout::{Range, StridedInterval};
use rustc_hash::FxHashMap;

/// A part of a DAG, and the parameters and results of its program.
pub(super) type DagPart = (IntegerDag, ProgramSignature);

/// A DAG that is cut below and above its maps.
pub(super) struct SplitDag<'d> {
    whole: &'d IntegerDag,
    signature: &'d ProgramSignature,
    levels: Vec<SplitLevel>,
    /// The nodes whose values the inner part returns.
    returned: Vec<usize>,
    pub(super) inner: DagPart,
    pub(super) outer: DagPart,
    /// The node of each further parameter of the outer part.
    further: Vec<usize>,
}

/// The part of a DAG that a node belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SplitLevel {
    Inner,
    Map,
    Outer,
}

impl<'d> SplitDag<'d> {
    /// Cuts a DAG; `None` if a value that another part uses is a boolean or may be negative.
    pub(super) fn split(
        regrouped: &'d Regrouped,
        signature: &'d ProgramSignature,
    ) -> Option<SplitDag<'d>> {
        let whole = &regrouped.dag;
        let levels = levels(regrouped);
        let mut is_used = vec![false; whole.nodes.len()];
        for (n, node) in whole.nodes.iter().enumerate() {
            node.operands.iter().for_each(|&it| is_used[it] |= levels[it] != levels[n]);
        }
        if (0..is_used.len()).any(|n| {
            is_used[n] && (!signature.fits(whole.intervals[n]) || whole.nodes[n].op.is_boolean())
        }) {
            return None;
        }
        whole.roots.iter().for_each(|&root| is_used[root] = true);
        let returned = (0..is_used.len()).filter(|&n| is_used[n] && levels[n] == SplitLevel::Inner);
        let returned: Vec<usize> = returned.collect();
        let inner = inner_part(whole, &returned, signature);
        let mut further = Vec::new();
        let outer = outer_part(whole, &levels, signature, &mut further)?;
        Some(SplitDag { whole, signature, levels, returned, inner, outer, further })
    }

    /// Returns the whole DAG, with equal DAGs of the two parts.
    pub(super) fn joined(&self, inner: &IntegerDag, outer: &IntegerDag) -> IntegerDag {
        let mut joined = IntegerDag::default();
        let signature = self.signature;
        let copied = append(&mut joined, inner, signature, |_| None);
        let returned = self.returned.iter().zip(&inner.roots);
        let mut positions: FxHashMap<usize, usize> =
            returned.map(|(&n, &root)| (n, copied[root])).collect();
        for n in (0..self.levels.len()).filter(|&n| self.levels[n] == SplitLevel::Map) {
            let position = joined.copy(self.whole, n, |it| positions[&it], signature);
            positions.insert(n, position);
        }
        let first = signature.params.len();
        let copied = append(&mut joined, outer, signature, |param| {
            let number = (param as usize).checked_sub(first)?;
            Some(positions[&self.further[number]])
        });
        let mut of_outer = outer.roots.iter().map(|&root| copied[root]);
        let roots = self.whole.roots.iter().map(|root| match self.levels[*root] {
            SplitLevel::Outer => of_outer.next().expect("the outer part has all its results"),
            _ => positions[root],
        });
        joined.roots = roots.collect();
        joined
    }
}

/// Returns the part of each node. A step of a map whose source depends on another map is in the outer part.
fn levels(regrouped: &Regrouped) -> Vec<SplitLevel> {
    let nodes = &regrouped.dag.nodes;
    let mut maps = vec![None; nodes.len()];
    for (number, range) in regrouped.maps.iter().enumerate() {
        maps[range.clone()].fill(Some(number));
    }
    let mut levels: Vec<SplitLevel> = Vec::with_capacity(nodes.len());
    for (n, node) in nodes.iter().enumerate() {
        let is_above = node.operands.iter().any(|&it| match levels[it] {
            SplitLevel::Inner => false,
            SplitLevel::Map => maps[it] != maps[n],
            SplitLevel::Outer => true,
        });
        levels.push(match maps[n] {
            _ if is_above => SplitLevel::Outer,
            Some(_) => SplitLevel::Map,
            None => SplitLevel::Inner,
        });
    }
    levels
}

/// Returns the part that computes the values of these nodes.
fn inner_part(whole: &IntegerDag, returned: &[usize], signature: &ProgramSignature) -> DagPart {
    let needed = whole.needed_by(returned, |n, visit| {
        whole.nodes[n].operands.iter().for_each(|&it| visit(it));
    });
    let mut inner = IntegerDag::default();
    let mut positions = vec![0; needed.len()];
    for n in (0..needed.len()).filter(|&n| needed[n]) {
        positions[n] = inner.copy(whole, n, |it| positions[it], signature);
    }
    inner.roots = returned.iter().map(|&n| positions[n]).collect();
    let results = returned
        .iter()
        .map(|&n| match whole.nodes[n].op.is_boolean() {
            true => Width::I1,
            false => signature.narrowest(whole.intervals[n]),
        })
        .collect();
    (inner, ProgramSignature { results, ..signature.clone() })
}

/// Returns the part that computes the results from values of the other parts, which are further parameters, and adds the
/// nodes of these. `None` if an interval does not fit 64 bits.
fn outer_part(
    whole: &IntegerDag,
    levels: &[SplitLevel],
    signature: &ProgramSignature,
    further: &mut Vec<usize>,
) -> Option<DagPart> {
    let mut signature = signature.clone();
    let mut outer = IntegerDag::default();
    let mut positions: FxHashMap<usize, usize> = FxHashMap::default();
    for n in (0..levels.len()).filter(|&n| levels[n] == SplitLevel::Outer) {
        for &operand in &whole.nodes[n].operands {
            if positions.contains_key(&operand) {
                continue;
            }
            let interval = whole.intervals[operand];
            let op = match &whole.nodes[operand].op {
                op @ (IntegerOp::Param(_) | IntegerOp::Constant(_)) => op.clone(),
                _ => {
                    signature.params.push(parameter(interval, &signature)?);
                    further.push(operand);
                    IntegerOp::Param(u32::try_from(signature.params.len() - 1).ok()?)
                }
            };
            positions.insert(operand, outer.push(op, Vec::new(), Some(interval), &signature));
        }
        let position = outer.copy(whole, n, |it| positions[&it], &signature);
        positions.insert(n, position);
    }
    let mut results = Vec::new();
    for (root, &width) in whole.roots.iter().zip(&signature.results) {
        if levels[*root] == SplitLevel::Outer {
            outer.roots.push(positions[root]);
            results.push(width);
        }
    }
    Some((outer, ProgramSignature { results, ..signature }))
}

/// Returns a parameter with the values of an interval.
fn parameter(interval: StridedInterval, signature: &ProgramSignature) -> Option<Param> {
    let [low, high] = [interval.low, interval.high].map(|end| i64::try_from(end).ok());
    Some(Param { width: signature.narrowest(interval), range: Range { low: low?, high: high? } })
}

/// Appends a DAG to another. `value_of` returns the position of the value of a parameter; `None` if it stays a parameter.
/// Returns the new positions.
fn append(
    whole: &mut IntegerDag,
    part: &IntegerDag,
    signature: &ProgramSignature,
    value_of: impl Fn(u32) -> Option<usize>,
) -> Vec<usize> {
    let mut positions: Vec<usize> = Vec::with_capacity(part.nodes.len());
    for (n, node) in part.nodes.iter().enumerate() {
        let value = match node.op {
            IntegerOp::Param(number) => value_of(number),
            _ => None,
        };
        let position = value.unwrap_or_else(|| whole.copy(part, n, |it| positions[it], signature));
        positions.push(position);
    }
    positions
}

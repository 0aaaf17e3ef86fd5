//! Writers of the special forms of parallel loops and reductions.

use super::control::ShownBody;
use super::form_attrs::plain_ints;
use super::form_op::{segment_list, split_groups};
use super::printer::Printer;
use crate::data::module::{Op, Value};
use crate::data::types::TypeKind;
use crate::registry::SEGMENTS;
use std::io;

/// The keys of the bounds, the steps and the group sizes of `scf.forall`, which its header shows.
const FORALL_KEYS: [&str; 4] = ["staticLowerBound", "staticUpperBound", "staticStep", SEGMENTS];

/// The parts in the header of a parallel loop.
struct LoopHeader<'a> {
    body: ShownBody,
    /// The operands: lower bounds, upper bounds, steps, and initial values.
    groups: Vec<&'a [Value]>,
    indices: &'a [Value],
    /// The arguments of the body after the indices.
    carried: &'a [Value],
    results: Vec<Value>,
}

impl<'a> Printer<'a> {
    /// Returns the header of a parallel loop; `None` if the op is not a parallel loop with this terminator.
    fn loop_header(&self, op: Op, terminator: &str) -> Option<LoopHeader<'a>> {
        let module = self.module;
        let sizes = segment_list(&module.ctx, module.attr(op, SEGMENTS)?)?;
        let operands = module.operands(op);
        let total = sizes.iter().try_fold(0usize, |sum, &size| sum.checked_add(size))?;
        let &[region] = module.regions(op) else { return None };
        if sizes.len() != 4 || total != operands.len() {
            return None;
        }
        let body = self.ended_body(region, terminator)?;
        let groups: Vec<&[Value]> = split_groups(operands, &sizes).collect();
        let args = module.arguments(body.block);
        let rank = args.iter().take_while(|&&arg| *module.kind(arg) == TypeKind::Index).count();
        let bounds_fit = groups[..3]
            .iter()
            .all(|group| group.iter().all(|&value| *module.kind(value) == TypeKind::Index));
        let (indices, carried) = args.split_at(rank);
        let results: Vec<Value> = module.results(op).collect();
        bounds_fit.then_some(LoopHeader { body, groups, indices, carried, results })
    }

    /// Writes ` (%i, %j)`.
    fn indices(&mut self, indices: &[Value]) {
        self.bracket(" (", ')', |printer| printer.values(indices));
    }

    /// Writes `scf.forall (%i, %j) in (%n, 4) shared_outs(%x = %y) -> (type) {...} {attrs}`.
    pub(super) fn custom_forall(&mut self, op: Op) -> io::Result<bool> {
        let start = self.out.len();
        let Some(header) = self.forall_header(op) else {
            self.out.truncate(start);
            return Ok(false);
        };
        let last = self.module.last_op(header.body.block);
        let empty = last.is_some_and(|last| self.has_empty_region(last));
        self.body(header.body, header.results.is_empty() && empty)?;
        self.attr_dict(op, &FORALL_KEYS);
        Ok(true)
    }

    /// Returns `true` if the region of an op is one block without ops and arguments.
    fn has_empty_region(&self, op: Op) -> bool {
        let module = self.module;
        matches!(module.regions(op), &[region] if matches!(module.blocks(region),
            &[block] if module.last_op(block).is_none() && module.arguments(block).is_empty()))
    }

    fn forall_header(&mut self, op: Op) -> Option<LoopHeader<'a>> {
        let module = self.module;
        let header = self.loop_header(op, "scf.forall.in_parallel")?;
        let [Some(low), Some(high), Some(step)] =
            [0, 1, 2].map(|at| plain_ints(&module.ctx, module.attr(op, FORALL_KEYS[at])?))
        else {
            return None;
        };
        let rank = low.len();
        let outs = header.groups[3];
        let fits = high.len() == rank
            && step.len() == rank
            && header.indices.len() == rank
            && self.have_equal_types(header.carried, outs)
            && self.have_equal_types(&header.results, outs);
        if !fits {
            return None;
        }
        self.op_word(op);
        self.indices(header.indices);
        if low.iter().all(|&low| low == 0) && step.iter().all(|&step| step == 1) {
            self.out.push_str(" in ");
            if !header.groups[0].is_empty() || !header.groups[2].is_empty() {
                return None;
            }
            self.mixed(&high, header.groups[1], ["(", ")"])?;
        } else {
            let words = [" = ", " to ", " step "];
            for ((word, list), group) in words.iter().zip([low, high, step]).zip(&header.groups) {
                self.out.push_str(word);
                self.mixed(&list, group, ["(", ")"])?;
            }
        }
        if !outs.is_empty() {
            self.bracket(" shared_outs(", ')', |own| own.assignments(header.carried, outs));
            self.carried_types(&header.results);
        }
        Some(header)
    }

    /// Writes `scf.parallel (%i) = (%a) to (%b) step (%c) init (%x) -> type {...} {attrs}`.
    pub(super) fn custom_parallel(&mut self, op: Op) -> io::Result<bool> {
        let Some(header) = self.loop_header(op, "scf.reduce") else { return Ok(false) };
        let rank = header.indices.len();
        let fits = header.groups[..3].iter().all(|group| group.len() == rank)
            && header.carried.is_empty()
            && self.have_equal_types(header.groups[3], &header.results);
        if !fits {
            return Ok(false);
        }
        self.op_word(op);
        self.indices(header.indices);
        for (word, group) in [" =", " to", " step", " init"].into_iter().zip(&header.groups) {
            if word != " init" || !group.is_empty() {
                self.out.push_str(word);
                self.indices(group);
            }
        }
        self.arrow_types(&header.results);
        self.body(header.body, false)?;
        self.attr_dict(op, &[SEGMENTS]);
        Ok(true)
    }

    /// Writes `scf.reduce(%x : type) {...}`, with one region for each operand.
    pub(super) fn custom_reduce(&mut self, op: Op) -> io::Result<bool> {
        let module = self.module;
        let operands = module.operands(op);
        let regions = module.regions(op);
        let has_attrs = module.all_attrs(op).next().is_some();
        // Without a region, the parser would read the dictionary as a region.
        let fits = operands.len() == regions.len()
            && regions.iter().all(|&region| self.blocks_fit(region))
            && !(has_attrs && regions.is_empty())
            && module.results(op).len() == 0;
        if !fits {
            return Ok(false);
        }
        self.op_word(op);
        self.typed_values(operands);
        for (at, &region) in regions.iter().enumerate() {
            self.out.push_str(if at == 0 { " " } else { ", " });
            self.labelled_region(region)?;
        }
        self.attr_dict(op, &[]);
        Ok(true)
    }
}

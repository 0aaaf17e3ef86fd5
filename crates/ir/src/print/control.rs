//! Writers of the special forms of `scf.for`, `scf.if`, `scf.while`, `scf.index_switch`, `tosa.cond_if`,
//! `tosa.while_loop` and `cf.switch`.

use super::form_attrs::plain_ints;
use super::form_op::{segment_list, split_groups};
use super::printer::Printer;
use crate::data::attrs::DenseData;
use crate::data::context::sign_extend;
use crate::data::dense::{element_bytes, is_bool};
use crate::data::module::{Block, Op, Region, Value};
use crate::data::types::TypeKind;
use crate::registry::SEGMENTS;
use std::io;

/// The terminator that the parser adds to regions of `scf` ops without one.
const YIELD: &str = "scf.yield";

/// A region of one block that a special form shows.
#[derive(Clone, Copy)]
pub(super) struct ShownBody {
    pub(super) block: Block,
    /// The terminator, if the text can omit it.
    pub(super) left_out: Option<Op>,
}

impl Printer<'_> {
    /// Returns the one block of a region that ends with the op `terminator`, which the parser adds to a region without
    /// it. `None` for another region.
    pub(super) fn ended_body(&self, region: Region, terminator: &str) -> Option<ShownBody> {
        let module = self.module;
        let &[block] = module.blocks(region) else { return None };
        let last = module.last_op(block).filter(|&last| module.name(last) == terminator)?;
        let shows_args = self.shows_args(block);
        let plain = module.operands(last).is_empty()
            && module.all_attrs(last).next().is_none()
            && module.results(last).len() == 0
            && module.successors(last).is_empty()
            && self.options.locs.is_none();
        // MLIR adds a terminator only after an op that cannot be a terminator.
        let before = module.ops(block).filter(|&op| Some(op) != Some(last)).last();
        let left_out = (plain
            && !before.is_some_and(|op| {
                let form = self.registry.and_then(|registry| registry.mlir_form(module.name(op)));
                form.is_none_or(|form| form.is_terminator)
            }))
        .then_some(last);
        shows_args.then_some(ShownBody { block, left_out })
    }

    /// Returns the one block of a region that ends with `scf.yield` and has no arguments.
    fn yielding_body(&self, region: Region) -> Option<ShownBody> {
        let body = self.ended_body(region, YIELD)?;
        self.module.arguments(body.block).is_empty().then_some(body)
    }

    /// Returns `true` if a form that shows a block's arguments without locations loses no location.
    fn shows_args(&self, block: Block) -> bool {
        let module = self.module;
        let mut args = module.arguments(block).iter();
        self.options.locs.is_none() || args.all(|&arg| module.value_loc(arg).is_none())
    }

    /// Writes ` {`, the ops of a body, and `}`. Omits the terminator if `elides` is set and the text can omit it.
    pub(super) fn body(&mut self, body: ShownBody, elides: bool) -> io::Result<()> {
        self.out.push_str(" {\n");
        self.block_ops(body.block, body.left_out.filter(|_| elides))?;
        self.line_start();
        self.out.push('}');
        Ok(())
    }

    /// Returns `true` if two lists of values have equal types.
    pub(super) fn have_equal_types(&self, a: &[Value], b: &[Value]) -> bool {
        let [a, b] = [a, b].map(|values| values.iter().map(|&value| self.module.ty(value)));
        a.eq(b)
    }

    fn result_values(&self, op: Op) -> Vec<Value> {
        self.module.results(op).collect()
    }

    /// Writes `%a = %x, %b = %y`.
    pub(super) fn assignments(&mut self, args: &[Value], values: &[Value]) {
        self.list(args.iter().zip(values), |printer, (&arg, &value)| {
            printer.value(arg);
            printer.out.push_str(" = ");
            printer.value(value);
        });
    }

    /// Writes `scf.for %i = %a to %b step %c iter_args(%x = %y) -> (type) : i32 {...} {attrs}`.
    pub(super) fn custom_for(&mut self, op: Op) -> io::Result<bool> {
        let module = self.module;
        let operands = module.operands(op);
        let results = self.result_values(op);
        let &[region] = module.regions(op) else { return Ok(false) };
        let Some(body) = self.ended_body(region, YIELD) else { return Ok(false) };
        let [low, high, step, first @ ..] = operands else { return Ok(false) };
        let [index, carried @ ..] = module.arguments(body.block) else { return Ok(false) };
        let fits = self.have_equal_types(&[*low, *high, *step], &[*index; 3])
            && self.have_equal_types(first, &results)
            && self.have_equal_types(carried, &results);
        if !fits {
            return Ok(false);
        }
        self.op_word(op);
        self.out.push(' ');
        for (word, &value) in [("", index), (" = ", low), (" to ", high), (" step ", step)] {
            self.out.push_str(word);
            self.value(value);
        }
        if !first.is_empty() {
            self.bracket(" iter_args(", ')', |printer| printer.assignments(carried, first));
            self.carried_types(&results);
        }
        if *module.kind(*index) != TypeKind::Index {
            self.out.push_str(" : ");
            self.ty(module.ty(*index));
        }
        self.body(body, results.is_empty())?;
        self.attr_dict(op, &[]);
        Ok(true)
    }

    /// Writes `scf.if %c -> (type) {...} else {...} {attrs}`.
    pub(super) fn custom_if(&mut self, op: Op) -> io::Result<bool> {
        let module = self.module;
        let &[condition] = module.operands(op) else { return Ok(false) };
        let &[then, other] = module.regions(op) else { return Ok(false) };
        let Some(then) = self.yielding_body(then) else { return Ok(false) };
        let has_else = !module.blocks(other).is_empty();
        let other = self.yielding_body(other);
        if has_else != other.is_some() || !is_bool(&module.ctx, module.ty(condition)) {
            return Ok(false);
        }
        let results = self.result_values(op);
        self.op_word(op);
        self.out.push(' ');
        self.value(condition);
        self.carried_types(&results);
        self.body(then, results.is_empty())?;
        if let Some(other) = other {
            self.out.push_str(" else");
            self.body(other, results.is_empty())?;
        }
        self.attr_dict(op, &[]);
        Ok(true)
    }

    /// Writes `scf.while (%x = %y) : (type) -> type {...} do {...} attributes {...}`.
    pub(super) fn custom_while(&mut self, op: Op) -> io::Result<bool> {
        let module = self.module;
        let &[before, after] = module.regions(op) else { return Ok(false) };
        let [entry, ..] = module.blocks(before) else { return Ok(false) };
        let args = module.arguments(*entry);
        let first = module.operands(op);
        let fits = self.have_equal_types(args, first)
            && self.shows_args(*entry)
            && self.blocks_fit(before)
            && self.blocks_fit(after)
            // The header shows the arguments, so the label of the entry block is omitted.
            && (module.blocks(before).len() == 1 || module.last_op(*entry).is_some());
        if !fits {
            return Ok(false);
        }
        self.op_word(op);
        if !first.is_empty() {
            self.bracket(" (", ')', |printer| printer.assignments(args, first));
        }
        self.out.push_str(" : ");
        self.signature(op);
        self.out.push(' ');
        self.region(before, true)?;
        self.out.push_str(" do ");
        self.labelled_region(after)?;
        self.attributes_clause(op, &[]);
        Ok(true)
    }

    /// Writes `tosa.cond_if %c (%x = %y) : type (type) -> type {...} else {...} {attrs}`.
    pub(super) fn custom_cond_if(&mut self, op: Op) -> io::Result<bool> {
        let module = self.module;
        let [condition, inputs @ ..] = module.operands(op) else { return Ok(false) };
        let &[then, other] = module.regions(op) else { return Ok(false) };
        let [entry, ..] = module.blocks(then) else { return Ok(false) };
        let args = module.arguments(*entry);
        let fits =
            self.have_equal_types(args, inputs) && self.blocks_fit(then) && self.blocks_fit(other);
        if !fits {
            return Ok(false);
        }
        self.op_word(op);
        self.out.push(' ');
        self.value(*condition);
        if !inputs.is_empty() {
            self.bracket(" (", ')', |printer| printer.assignments(args, inputs));
        }
        self.out.push_str(" : ");
        self.ty(module.ty(*condition));
        if !inputs.is_empty() {
            self.bracket(" (", ')', |printer| printer.value_types(inputs));
        }
        self.out.push_str(" -> ");
        let results: Vec<_> = module.results(op).map(|value| module.ty(value)).collect();
        self.result_types(&results);
        self.out.push(' ');
        self.labelled_region(then)?;
        self.out.push_str(" else ");
        self.labelled_region(other)?;
        self.attr_dict(op, &[]);
        Ok(true)
    }

    /// Writes `scf.index_switch %i {attrs} -> type case 1 {...} default {...}`.
    pub(super) fn custom_index_switch(&mut self, op: Op) -> io::Result<bool> {
        let module = self.module;
        let &[index] = module.operands(op) else { return Ok(false) };
        let [default, cases @ ..] = module.regions(op) else { return Ok(false) };
        let values = module.attr(op, "cases").and_then(|attr| plain_ints(&module.ctx, attr));
        let bodies: Option<Vec<ShownBody>> =
            cases.iter().map(|&region| self.yielding_body(region)).collect();
        let Some(values) = values else { return Ok(false) };
        let Some(bodies) = bodies else { return Ok(false) };
        let Some(default) = self.yielding_body(*default) else { return Ok(false) };
        if values.len() != bodies.len() || *module.kind(index) != TypeKind::Index {
            return Ok(false);
        }
        let results = self.result_values(op);
        self.op_word(op);
        self.out.push(' ');
        self.value(index);
        self.attr_dict(op, &["cases"]);
        if !results.is_empty() {
            self.out.push_str(" -> ");
            self.value_types(&results);
        }
        for (value, body) in values.iter().zip(bodies) {
            self.out.push('\n');
            self.line_start();
            self.out.push_str(&format!("case {value}"));
            self.body(body, false)?;
        }
        self.out.push('\n');
        self.line_start();
        self.out.push_str("default");
        self.body(default, results.is_empty())?;
        Ok(true)
    }

    /// Writes `cf.switch %flag : type, [default: ^bb0, 1: ^bb1(%a : type)] {attrs}`. Returns `None` if the op does not
    /// fit this form.
    pub(super) fn custom_switch(&mut self, op: Op) -> Option<()> {
        const KEYS: [&str; 3] = ["case_operand_segments", "case_values", SEGMENTS];
        let module = self.module;
        let (&flag, values) = module.operands(op).split_first()?;
        let (&default, blocks) = module.successors(op).split_first()?;
        let segments = segment_list(&module.ctx, module.attr(op, SEGMENTS)?)?;
        let case_segments = segment_list(&module.ctx, module.attr(op, KEYS[0])?)?;
        let cases = self.switch_cases(op, flag, blocks.len())?;
        let total: usize = case_segments.iter().sum();
        let fits = matches!(segments[..], [1, default, cases]
            if cases == total && values.len().checked_sub(total) == Some(default))
            && case_segments.len() == blocks.len()
            && module.results(op).len() == 0
            && module.regions(op).is_empty();
        if !fits {
            return None;
        }
        let (default_values, case_values) = values.split_at(segments[1]);
        self.op_word(op);
        self.out.push(' ');
        self.value(flag);
        self.out.push_str(" : ");
        self.ty(module.ty(flag));
        self.out.push_str(", [\n");
        self.switch_case("default", default, default_values);
        let groups: Vec<&[Value]> = split_groups(case_values, &case_segments).collect();
        for ((case, &block), values) in cases.iter().zip(blocks).zip(groups) {
            self.out.push_str(",\n");
            self.switch_case(&case.to_string(), block, values);
        }
        self.out.push('\n');
        self.line_start();
        self.out.push(']');
        self.attr_dict(op, &KEYS);
        Some(())
    }

    fn switch_case(&mut self, label: &str, block: Block, values: &[Value]) {
        self.indent += 1;
        self.line_start();
        self.indent -= 1;
        self.out.push_str(label);
        self.out.push_str(": ");
        self.successor(block, values);
    }

    /// Returns the case values of a `cf.switch`; `None` if their number differs from `count`, or their type from that
    /// of the flag.
    fn switch_cases(&self, op: Op, flag: Value, count: usize) -> Option<Vec<i64>> {
        let ctx = &self.module.ctx;
        let Some(attr) = self.module.attr(op, "case_values") else {
            return (count == 0).then(Vec::new);
        };
        let (ty, data) = ctx.as_dense(attr)?;
        let TypeKind::Vector { dims, elem } = ctx.kind(ty) else { return None };
        let TypeKind::Integer { width: 2..=64, .. } = ctx.kind(*elem) else { return None };
        let DenseData::Raw { bytes, splat } = data else { return None };
        let values = bytes.chunks_exact(element_bytes(ctx, *elem)).map(sign_extend);
        let values: Vec<i64> = match splat {
            true => values.cycle().take(count).collect(),
            false => values.collect(),
        };
        let fits = **dims == [(count as u64, false)]
            && *elem == self.module.ty(flag)
            && values.len() == count
            && count > 0;
        fits.then_some(values)
    }
}

//! The special forms of parallel loops and reductions.

use super::control::SpecialParts;
use super::custom::Arg;
use super::form_attrs::MixedList;
use super::form_state::FormState;
use crate::scopes::{NamePlace, Use};
use crate::state::{Parse, Parser};
use ir::diag::{code, counted};
use ir::module::{Label, Op};
use ir::registry::SEGMENTS;
use ir::types::Type;

/// The terminator of `scf.forall`. If the text omits it, it is added with an empty region.
const IN_PARALLEL: &str = "scf.forall.in_parallel";

impl Parser<'_> {
    /// Reads `(%i, %j)`, the names of loop indices.
    fn index_names(&mut self) -> Parse<Vec<NamePlace>> {
        let open = self.open(b'(', " before the indices of a loop")?;
        self.bracketed(open, " or `,` in a list of indices", |parser, _| parser.value_name())
    }

    /// Checks that a loop of `rank` indices has one bound or step for each.
    fn same_rank(&mut self, at: usize, rank: usize, count: usize) -> Parse<()> {
        if rank == count {
            return Ok(());
        }
        let message =
            format!("expected {}, one for each loop index, found {count}", counted(rank, "bound"));
        self.fail_span(code::COUNT, at, self.at, message)
    }

    /// Reads `(%i, %j) in (%n, 4) shared_outs(%x = %y) -> (type) {...} {attrs}`.
    pub(super) fn custom_forall(&mut self, op: Op, state: &mut FormState) -> Parse<SpecialParts> {
        let names = self.index_names()?;
        let [low, high, step] = self.forall_bounds(names.len())?;
        let count = [&low, &high, &step].iter().map(|bounds| bounds.uses.len()).sum();
        let index = self.module.ctx.index_type();
        let mut args: Vec<Arg> = names.into_iter().map(|name| Arg::named(name, index)).collect();
        let mut parts = SpecialParts::default();
        let mut sizes = vec![low.uses.len(), high.uses.len(), step.uses.len()];
        let keys = ["staticLowerBound", "staticUpperBound", "staticStep"];
        for (key, MixedList { list, uses }) in keys.into_iter().zip([low, high, step]) {
            let list = self.module.ctx.i64_array(&list);
            self.push_attr(key, list, state);
            parts.extend(uses, index);
        }
        let outs = if self.eat_word("shared_outs") { self.assignments(count)? } else { Vec::new() };
        sizes.push(outs.len());
        if !outs.is_empty() {
            parts.types.results = self.arrow_types(outs.len())?;
        }
        parts.carry(outs, &mut args);
        let sizes = self.sizes_attr(&sizes);
        self.push_attr(SEGMENTS, sizes, state);
        let region = self.ended_body(op, &args, IN_PARALLEL)?;
        self.fill_terminator(region);
        self.optional_dict(state)?;
        Ok(parts)
    }

    /// Adds the region of a loop terminator that the text omits.
    fn fill_terminator(&mut self, region: ir::Region) {
        let last = self.module.blocks(region).last().and_then(|&last| self.module.last_op(last));
        if let Some(end) = last.filter(|&end| self.module.regions(end).is_empty()) {
            let region = self.module.add_region(end);
            self.module.add_block(region, Label::NONE);
        }
    }

    /// Reads `in (%n, 4)`, or `= (...) to (...) step (...)`.
    fn forall_bounds(&mut self, rank: usize) -> Parse<[MixedList; 3]> {
        if self.eat_word("in") {
            let high = self.bounds(rank, 0)?;
            let [low, step] =
                [0, 1].map(|one| MixedList { list: vec![one; rank], uses: Vec::new() });
            return Ok([low, high, step]);
        }
        if self.peek() != b'=' {
            return self.unexpected("`in` or `=` after the indices of a loop");
        }
        self.expect(b'=', "")?;
        let low = self.bounds(rank, 0)?;
        self.expect_word("to")?;
        let high = self.bounds(rank, low.uses.len())?;
        self.expect_word("step")?;
        let step = self.bounds(rank, low.uses.len() + high.uses.len())?;
        Ok([low, high, step])
    }

    fn bounds(&mut self, rank: usize, first: usize) -> Parse<MixedList> {
        let at = self.token_start();
        let bounds = self.mixed_list(b'(', first)?;
        self.same_rank(at, rank, bounds.list.len())?;
        Ok(bounds)
    }

    /// Reads `(%i) = (%a) to (%b) step (%c) init (%x) -> type {...} {attrs}`.
    pub(super) fn custom_parallel(&mut self, op: Op, state: &mut FormState) -> Parse<SpecialParts> {
        let names = self.index_names()?;
        let rank = names.len();
        self.expect(b'=', " after the indices of a loop")?;
        let low = self.values_of_rank(rank, 0)?;
        self.expect_word("to")?;
        let high = self.values_of_rank(rank, rank)?;
        self.expect_word("step")?;
        let step = self.values_of_rank(rank, 2 * rank)?;
        let has_init = self.eat_word("init");
        let first = if has_init { self.value_list(3 * rank)? } else { Vec::new() };
        let index = self.module.ctx.index_type();
        let mut parts = SpecialParts::default();
        [low, high, step].into_iter().for_each(|uses| parts.extend(uses, index));
        let sizes = self.sizes_attr(&[rank, rank, rank, first.len()]);
        self.push_attr(SEGMENTS, sizes, state);
        if !first.is_empty() {
            let types: Vec<Type> = self.arrow_types(first.len())?;
            first.into_iter().zip(&types).for_each(|(used, &ty)| parts.push(used, ty));
            parts.types.results = types;
        }
        let args: Vec<Arg> = names.into_iter().map(|name| Arg::named(name, index)).collect();
        self.ended_body(op, &args, "scf.reduce")?;
        self.optional_dict(state)?;
        Ok(parts)
    }

    /// Reads `(%a, %b)`.
    fn value_list(&mut self, first: usize) -> Parse<Vec<Use>> {
        self.expect(b'(', " before a list of values")?;
        let uses = self.optional_uses(first)?;
        self.expect(b')', " or `,` in a list of values")?;
        Ok(uses)
    }

    fn values_of_rank(&mut self, rank: usize, first: usize) -> Parse<Vec<Use>> {
        let at = self.token_start();
        let uses = self.value_list(first)?;
        self.same_rank(at, rank, uses.len())?;
        Ok(uses)
    }

    /// Reads `(%x : type) {...}`, with a region for each operand.
    pub(super) fn custom_reduce(&mut self, op: Op, state: &mut FormState) -> Parse<SpecialParts> {
        let mut parts = SpecialParts::default();
        if self.eat(b'(') {
            let operands = self.typed_uses(0)?;
            parts.uses = operands.uses;
            parts.types.inputs = operands.types;
            self.expect(b')', " after the operands of a reduction")?;
        }
        if self.peek() == b'{' {
            self.separated(|parser, _| {
                let region = parser.module.add_region(op);
                parser.body(region, &[])
            })?;
            self.optional_dict(state)?;
        }
        Ok(parts)
    }
}

//! Ops, blocks and regions in generic form, which every op has.

use crate::scopes::{FoundValue, NamePlace, Use};
use crate::state::{Failed, Parse, Parser, Pending};
use ir::attrs::Attr;
use ir::diag::{code, counted};
use ir::module::{Block, Label, NewOp, Op, Region, Value};
use ir::print::type_to_string;
use ir::registry::SYMBOLS_ATTR;
use ir::registry::Traits;
use ir::source::PathStep;
use ir::types::{Type, TypeKind};

/// A group of results, `%name:count`, before the `=` of an op.
#[derive(Clone, Copy)]
pub(crate) struct ResultGroup {
    pub(crate) name: NamePlace,
    pub(crate) count: u32,
}

/// The block that an op is appended to, and its region.
#[derive(Clone, Copy)]
pub(crate) struct InsertionPoint {
    pub(crate) block: Block,
    pub(crate) region: Region,
}

/// The parts of a generic op before its type.
#[derive(Default)]
pub(crate) struct GenericParts {
    pub(crate) uses: Vec<Use>,
    pub(crate) successors: Vec<Block>,
    pub(crate) props: Option<Attr>,
    pub(crate) attrs: Option<Attr>,
}

/// The types of the operands and results of an op.
#[derive(Default)]
pub(crate) struct Signature {
    pub(crate) inputs: Vec<Type>,
    pub(crate) results: Vec<Type>,
}

/// The operands of an op, with placeholders at the indices of those that are defined later.
pub(crate) struct Operands {
    values: Vec<Value>,
    later: Vec<usize>,
}

impl<'a> Parser<'a> {
    /// Reads the ops of a block. An invalid op is skipped after its error is reported.
    pub(crate) fn block_ops(&mut self, place: InsertionPoint) {
        loop {
            match self.peek() {
                b'%' | b'"' => {}
                byte if byte.is_ascii_alphabetic() || byte == b'_' => {}
                _ => return,
            }
            let start = self.at;
            let mut groups = Vec::new();
            if self.op(place, &mut groups).is_err() {
                let labels: Vec<Label> = groups.iter().map(|group| group.name.label).collect();
                self.define_unknown(&labels);
                let skipped = std::mem::take(&mut self.recovery.is_skipped);
                if !skipped && !self.at_end() {
                    self.recover(start);
                }
            }
        }
    }

    /// Reads an op with its results and location.
    pub(crate) fn op(&mut self, place: InsertionPoint, groups: &mut Vec<ResultGroup>) -> Parse<()> {
        if self.peek() == b'%' {
            self.groups(groups)?;
        }
        let start = self.token_start();
        self.entity(start, |parser| {
            let op = match parser.byte(start) {
                b'"' => parser.generic_op(place, start)?,
                byte if byte.is_ascii_alphabetic() || byte == b'_' => {
                    parser.custom_op(place, start, groups)?
                }
                _ => return parser.unexpected("an op"),
            };
            parser.trailing_loc(op)?;
            parser.name_results(op, groups)?;
            parser.mark_results(groups);
            Ok(())
        })
    }

    fn mark_results(&mut self, groups: &[ResultGroup]) {
        if !self.is_recording() {
            return;
        }
        let labels = groups
            .iter()
            .flat_map(|group| std::iter::repeat_n(group.name.at, group.count as usize));
        for (index, at) in labels.enumerate() {
            self.mark(&[PathStep::Result(index)], at, self.name_end(at));
        }
    }

    fn groups(&mut self, groups: &mut Vec<ResultGroup>) -> Parse<()> {
        loop {
            let name = self.value_name()?;
            let mut count = 1;
            if self.eat(b':') {
                let number = self.unsigned("a number of results")?;
                count = u32::try_from(number).unwrap_or(u32::MAX);
                if count == 0 {
                    let message = "result group must have at least 1 result, but has 0";
                    return self.fail(code::COUNT, name.at, message);
                }
            }
            groups.push(ResultGroup { name, count });
            if !self.eat(b',') {
                return self.expect(b'=', " after the names of results");
            }
        }
    }

    fn name_results(&mut self, op: Op, groups: &[ResultGroup]) -> Parse<()> {
        if groups.is_empty() {
            return Ok(());
        }
        let results = self.module.results(op).len();
        let named: u64 = groups.iter().map(|group| u64::from(group.count)).sum();
        if named != results as u64 {
            let name = self.module.name(op).to_owned();
            let message = format!(
                "`{name}` has {}, but {}",
                counted(results, "result"),
                counted(usize::try_from(named).unwrap_or(usize::MAX), "result name")
            );
            let at = groups[0].name.at;
            return self.fail_span(code::COUNT, at, self.name_end(at), message);
        }
        let mut place = 0;
        for group in groups {
            let first = self.module.result(op, place).expect("the counts agree");
            self.define(group.name, first, group.count);
            place += group.count as usize;
        }
        Ok(())
    }

    fn trailing_loc(&mut self, op: Op) -> Parse<()> {
        if let Some(loc) = self.optional_loc(|loc| Pending::Op(op, loc))? {
            self.module.set_op_loc(op, loc);
        }
        Ok(())
    }

    /// Reads `loc(...)` if it is at the position. An alias that is defined later is deferred by `later`.
    pub(crate) fn optional_loc(
        &mut self,
        later: impl FnOnce((usize, usize)) -> Pending,
    ) -> Parse<Option<Attr>> {
        if self.peek() != b'l' || self.peek_name() != "loc" {
            return Ok(None);
        }
        let start = self.at;
        self.at += "loc".len();
        let open = self.open(b'(', " after `loc`")?;
        if self.peek() == b'#' {
            let alias = self.at;
            self.suffix("an attribute")?;
            let known = self.module.aliases.contains(&self.text[alias..self.at]);
            if !known && self.byte(self.at) != b'<' {
                let end = self.at;
                self.close(open, " after a location")?;
                self.pending.push(later((alias, end)));
                return Ok(None);
            }
        }
        self.at = start;
        self.loc().map(Some)
    }

    /// Reads `"name"(operands)[successors] <{properties}> ({regions}) {attributes} : (types) -> types`.
    fn generic_op(&mut self, place: InsertionPoint, start: usize) -> Parse<Op> {
        let name = self.op_name(start)?;
        self.mark(&[], start, self.at);
        self.mark(&[PathStep::Name], start, self.at);
        let mut parts = GenericParts::default();
        self.uses(&mut parts)?;
        self.successors(place, &mut parts)?;
        if let Some(open) = self.open_if(b'<') {
            parts.props = Some(if self.peek() == b'{' { self.dict()? } else { self.attr()? });
            self.close(open, " after properties")?;
        }
        let span = self.span(start, self.at);
        if self.peek() == b'(' {
            let op = self.append_op(place, NewOp { span, ..NewOp::new(name) });
            let symbols = parts.props.and_then(|it| self.module.ctx.dict_get(it, SYMBOLS_ATTR));
            let def = self.registry.op_def(&self.module, op);
            let symbols = symbols.filter(|_| def.is_some_and(|def| def.is_descriptor));
            self.with_symbols(symbols, |parser| parser.generic_regions(op))?;
            self.attrs_of(&mut parts)?;
            let types = self.signature(parts.uses.len())?;
            return self.finish_nested(op, parts, &types);
        }
        self.attrs_of(&mut parts)?;
        let types = self.signature(parts.uses.len())?;
        self.finish_flat(place, NewOp { span, ..NewOp::new(name) }, parts, &types)
    }

    fn op_name(&mut self, start: usize) -> Parse<ir::Name> {
        let end = self.string_end(start)?;
        let text = &self.text[start + 1..end - 1];
        if !text.contains('\\') && !text.is_empty() {
            self.at = end;
            return Ok(self.module.ctx.name(text));
        }
        let name = self.utf8_string()?;
        if name.is_empty() {
            return self.fail_span(code::SYNTAX, start, end, "op name must not be empty");
        }
        Ok(self.module.ctx.name(&name))
    }

    fn uses(&mut self, parts: &mut GenericParts) -> Parse<()> {
        let open = self.open(b'(', " before the operands")?;
        parts.uses = self.bracketed(open, " or `,` in a list of operands", Parser::operand_use)?;
        Ok(())
    }

    fn successors(&mut self, place: InsertionPoint, parts: &mut GenericParts) -> Parse<()> {
        let Some(open) = self.open_if(b'[') else { return Ok(()) };
        parts.successors = self.separated(|parser, index| {
            parser.located(|| PathStep::Successor(index), |parser| parser.block_use(place.region))
        })?;
        self.close(open, " or `,` in a list of blocks")
    }

    fn attrs_of(&mut self, parts: &mut GenericParts) -> Parse<()> {
        if self.peek() == b'{' {
            parts.attrs = Some(self.dict()?);
        }
        Ok(())
    }

    /// Reads `: (types) -> types`.
    pub(crate) fn signature(&mut self, uses: usize) -> Parse<Signature> {
        self.expect(b':', " before the types of an op")?;
        let at = self.token_start();
        if self.byte(at) != b'(' {
            return self.aliased_signature(at, uses);
        }
        let inputs = self.type_list(PathStep::Input)?;
        let inputs_end = self.at;
        self.expect_arrow()?;
        let results = self.result_types()?;
        self.same_count(at, inputs_end, uses, inputs.len())?;
        Ok(Signature { inputs, results })
    }

    /// Reads a signature that is an alias of a function type.
    fn aliased_signature(&mut self, at: usize, uses: usize) -> Parse<Signature> {
        let ty = self.ty()?;
        let TypeKind::Function { inputs, results } = self.module.ctx.kind(ty) else {
            let shown = type_to_string(&self.module, ty);
            let message = format!("the type of an op must be a function type, but is `{shown}`");
            return self.fail_span(code::TYPE, at, self.at, message);
        };
        let inputs = inputs.to_vec();
        let results = results.to_vec();
        self.same_count(at, self.at, uses, inputs.len())?;
        Ok(Signature { inputs, results })
    }

    /// Checks that the number of types, from `at` to `end`, equals the number of operands.
    pub(crate) fn same_count(
        &mut self,
        at: usize,
        end: usize,
        uses: usize,
        types: usize,
    ) -> Parse<()> {
        if uses == types {
            return Ok(());
        }
        let uses = counted(uses, "operand");
        let types = counted(types, "operand type");
        self.fail_span(code::COUNT, at, end, format!("the op has {uses}, but {types}"))
    }

    pub(crate) fn finish_flat(
        &mut self,
        place: InsertionPoint,
        new: NewOp<'_>,
        parts: GenericParts,
        types: &Signature,
    ) -> Parse<Op> {
        let Operands { values, later } = self.operands(&parts.uses, &types.inputs)?;
        let new = NewOp {
            operands: &values,
            results: &types.results,
            attrs: parts.attrs,
            props: parts.props,
            successors: &parts.successors,
            ..new
        };
        let op = self.append_op(place, new);
        self.add_forward_refs(op, &parts.uses, &types.inputs, &later);
        Ok(op)
    }

    /// Creates an op at the end of a block.
    pub(crate) fn append_op(&mut self, place: InsertionPoint, new: NewOp<'_>) -> Op {
        let op = self.module.create_op(new);
        self.module.append_op(place.block, op);
        op
    }

    pub(crate) fn finish_nested(
        &mut self,
        op: Op,
        parts: GenericParts,
        types: &Signature,
    ) -> Parse<Op> {
        let Operands { values, later } = self.operands(&parts.uses, &types.inputs)?;
        self.module.set_operands(op, &values);
        self.module.set_results(op, &types.results);
        self.module.set_props(op, parts.props);
        if let Some(attrs) = parts.attrs {
            self.module.set_attrs(op, attrs);
        }
        if !parts.successors.is_empty() {
            self.module.set_successors(op, parts.successors);
        }
        self.add_forward_refs(op, &parts.uses, &types.inputs, &later);
        Ok(op)
    }

    /// Returns the values of uses, and the indices of the forward references among them.
    pub(crate) fn operands(&mut self, uses: &[Use], types: &[Type]) -> Parse<Operands> {
        let mut values = Vec::with_capacity(uses.len());
        let mut later = Vec::new();
        let mut failed = false;
        for (place, (&used, &ty)) in uses.iter().zip(types).enumerate() {
            match self.find(used, ty) {
                Ok(FoundValue::Value(value)) => values.push(value),
                Ok(FoundValue::Later) => {
                    later.push(place);
                    values.push(self.unknown_value());
                }
                // All operands are checked before the op fails.
                Err(Failed) => failed = true,
            }
        }
        if failed { Err(Failed) } else { Ok(Operands { values, later }) }
    }

    pub(crate) fn add_forward_refs(
        &mut self,
        op: Op,
        uses: &[Use],
        types: &[Type],
        later: &[usize],
    ) {
        for &place in later {
            self.add_forward_ref(op, place, uses[place], types[place]);
        }
    }

    fn generic_regions(&mut self, op: Op) -> Parse<()> {
        let open = self.open(b'(', "")?;
        let isolated = self.is_isolated(op);
        self.separated(|parser, _| {
            let region = parser.module.add_region(op);
            parser.isolated(isolated, |parser| parser.region(region))
        })?;
        self.close(open, " or `,` in a list of regions")?;
        if self.module.op_name(op) == self.module.op_name(self.module.root()) {
            self.fill_module(op);
        }
        Ok(())
    }

    /// Adds an empty block to a module without one.
    fn fill_module(&mut self, op: Op) {
        for region in self.module.regions(op).to_vec() {
            if self.module.blocks(region).is_empty() {
                self.module.add_block(region, Label::NONE);
            }
        }
    }

    fn is_isolated(&self, op: Op) -> bool {
        self.registry.op_def(&self.module, op).is_some_and(|def| def.traits.has(Traits::ISOLATED))
    }

    /// Reads `{ blocks }`.
    fn region(&mut self, region: Region) -> Parse<()> {
        self.nested(|parser| {
            let open = parser.open(b'{', " before a region")?;
            let mark = parser.enter_region();
            let result = parser.blocks(region, None, open);
            parser.leave_region(mark);
            result
        })
    }

    /// Reads the blocks of a region and its closing brace. The opening brace is at `open`. `entry` is the entry block,
    /// if the op has already created it for its arguments.
    pub(crate) fn blocks(
        &mut self,
        region: Region,
        entry: Option<Block>,
        open: usize,
    ) -> Parse<()> {
        let mut block = match (entry, self.peek()) {
            (_, b'^') | (None, b'}') => entry,
            (entry, _) => Some(entry.unwrap_or_else(|| self.module.add_block(region, Label::NONE))),
        };
        loop {
            if let Some(block) = block {
                self.block_ops(InsertionPoint { block, region });
            }
            if self.at_end() {
                return self.unclosed(open);
            }
            let start = self.at;
            match self.byte(start) {
                b'}' => {
                    self.at += 1;
                    self.closed_region();
                    return Ok(());
                }
                b'^' => block = self.labelled(region).or(block),
                _ => {
                    let _reported = self.unexpected_here::<()>("an op, a block or `}`");
                    self.recover(start);
                }
            }
        }
    }

    /// Reads the label of a block with its arguments. An invalid label is skipped after its error is reported.
    fn labelled(&mut self, region: Region) -> Option<Block> {
        let start = self.at;
        let block = self.block_definition(region);
        let rest = block.as_ref().map_or(Err(Failed), |&block| {
            self.block_arguments(block)?;
            self.expect(b':', " after a block's label")
        });
        if rest.is_err() {
            self.recover(start);
        }
        block.ok()
    }

    fn block_arguments(&mut self, block: Block) -> Parse<()> {
        let Some(open) = self.open_if(b'(') else { return Ok(()) };
        self.bracketed(open, " or `,` in a list of block arguments", |parser, _| {
            let name = parser.value_name()?;
            parser.expect(b':', " before the type of a block argument")?;
            let ty = parser.argument_type(name.at, Parser::ty)?;
            let value = parser.module.add_argument(block, ty, name.label);
            parser.define(name, value, 1);
            if let Some(loc) = parser.optional_loc(|loc| Pending::Value(value, loc))? {
                parser.module.set_value_loc(value, loc);
            }
            Ok(())
        })?;
        Ok(())
    }
}

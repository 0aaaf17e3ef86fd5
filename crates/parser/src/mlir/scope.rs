//! Names of values and blocks while a text is read: what is visible, and what is still awaited.
//!
//! A name is visible from its definition to the end of its region, in nested regions too, but not
//! through ops that are isolated from above. A use may stand before its definition.

use crate::scopes::{
    Awaited, BlockNames, BlockSlot, FoundValue, Isolated, NameBinding, TypedUse, Use,
};
use crate::state::{Parse, Parser};
use crate::text::clip;
use ir::diag::{Diag, code, counted};
use ir::module::{Block, Def, Label, LabelKind, NewOp, Op, Region, Value};
use ir::print::type_to_string;
use ir::types::{Type, TypeKind};

/// The most further uses of an undefined name that a diagnostic shows.
const MOST_USES: usize = 3;

impl<'a> Parser<'a> {
    pub(crate) fn enter_isolated(&mut self) {
        self.scopes.isolated.push(Isolated::default());
    }

    /// Leaves an isolated op: what is still awaited is not defined.
    pub(crate) fn leave_isolated(&mut self) {
        let Some(scope) = self.scopes.isolated.pop() else { return };
        let uses_of = |uses: &Vec<Awaited>| {
            let mut places: Vec<usize> = uses.iter().map(|one| one.at).collect();
            places.sort_unstable();
            places
        };
        let undefined = scope.awaited.iter().map(|(&label, uses)| (label, uses_of(uses)));
        let mut undefined: Vec<(Label, Vec<usize>)> = undefined.collect();
        if undefined.is_empty() {
            return;
        }
        undefined.sort_by_key(|(_, places)| places.first().copied());
        let known = self.sorted_names(scope.seen.into_iter());
        for (label, places) in undefined {
            self.undefined_value(label, &places, &known);
        }
    }

    fn sorted_names(&self, labels: impl Iterator<Item = Label>) -> Vec<String> {
        let mut names: Vec<String> =
            labels.filter_map(|label| label.display(&self.module.ctx)).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Reports a name that is used at `places`, and defined nowhere.
    fn undefined_value(&mut self, label: Label, places: &[usize], known: &[String]) {
        let name = label.display(&self.module.ctx).unwrap_or_default();
        let Some((&at, others)) = places.split_first() else { return };
        let span = self.span(at, at + 1 + name.len());
        let near =
            self.near(&name, known.iter().map(String::as_str)).map(|near| format!("%{near}"));
        let diag = Diag::error(
            code::UNDEFINED_VALUE,
            span,
            format!("value `%{}` is not defined", clip(&name)),
        );
        let mut diag = diag;
        for &other in others.iter().take(MOST_USES) {
            diag = diag.also(self.span(other, other + 1 + name.len()), "");
        }
        if let more @ 1.. = others.len().saturating_sub(MOST_USES) {
            diag = diag.note(format!("it is also used at {more} more places"));
        }
        let mut around = self.scopes.isolated.iter().rev();
        let outer = around.find_map(|outer| match outer.names.get(&label) {
            Some(NameBinding::Values { first, .. }) => Some(self.module.value_span(*first)),
            _ => None,
        });
        self.push(match outer {
            Some(outer) => diag.note_at(
                outer,
                "this definition is not visible: an op between the two sees no values from outside",
            ),
            None => diag.did_you_mean(span, near.as_deref()),
        });
    }

    /// Marks the start of a region; [`Parser::leave_region`] forgets what came after.
    pub(crate) fn enter_region(&mut self) -> usize {
        self.scopes.blocks.push(BlockNames::default());
        self.scopes.isolated.last().map_or(0, |scope| scope.defined.len())
    }

    pub(crate) fn leave_region(&mut self, mark: usize) {
        if let Some(scope) = self.scopes.isolated.last_mut() {
            for label in scope.defined.drain(mark..) {
                scope.names.remove(&label);
                if !scope.awaited.is_empty() {
                    scope.seen.push(label);
                }
            }
        }
        let Some(blocks) = self.scopes.blocks.pop() else { return };
        let mut missing: Vec<(Label, usize)> = blocks
            .named
            .iter()
            .filter(|(_, slot)| !slot.is_defined)
            .map(|(&label, slot)| (label, slot.at))
            .collect();
        if missing.is_empty() {
            return;
        }
        missing.sort_by_key(|&(_, at)| at);
        let defined = blocks.named.iter().filter(|(_, slot)| slot.is_defined);
        let known = self.sorted_names(defined.map(|(&label, _)| label));
        for (label, at) in missing {
            let name = label.display(&self.module.ctx).unwrap_or_default();
            let span = self.span(at, at + 1 + name.len());
            let near =
                self.near(&name, known.iter().map(String::as_str)).map(|near| format!("^{near}"));
            let diag = Diag::error(
                code::UNDEFINED_BLOCK,
                span,
                format!("block `^{}` is not defined in this region", clip(&name)),
            );
            self.push(diag.did_you_mean(span, near.as_deref()));
        }
    }

    /// `^name` as a label.
    fn block_name(&mut self) -> Parse<(Label, usize)> {
        if self.peek() != b'^' {
            return self.unexpected("a block such as `^bb1`");
        }
        self.label("a block")
    }

    /// A block that is named as a successor.
    pub(crate) fn block_use(&mut self, region: Region) -> Parse<Block> {
        let (label, at) = self.block_name()?;
        let module = &mut self.module;
        let blocks = self.scopes.blocks.last_mut().expect("successors stand in a region");
        let slot = blocks.named.entry(label).or_insert_with(|| BlockSlot {
            block: module.create_block(region, label),
            is_defined: false,
            at,
        });
        Ok(slot.block)
    }

    /// The block that a label defines, put at the end of its region.
    pub(crate) fn block_definition(&mut self, region: Region) -> Parse<Block> {
        let (label, at) = self.block_name()?;
        let span = self.span(at, self.at);
        let module = &mut self.module;
        let blocks = self.scopes.blocks.last_mut().expect("blocks stand in a region");
        let slot = blocks.named.entry(label).or_insert_with(|| BlockSlot {
            block: module.create_block(region, label),
            is_defined: false,
            at,
        });
        if slot.is_defined {
            let first = slot.at;
            let name = &self.text[at..self.at];
            let diag = Diag::error(
                code::REDEFINED_BLOCK,
                span,
                format!("block `{}` is defined twice", clip(name)),
            );
            let first = self.span(first, first + name.len());
            return Err(self.push(diag.note_at(first, "the first definition is here")));
        }
        (slot.is_defined, slot.at) = (true, at);
        let block = slot.block;
        module.append_block(block);
        module.set_block_span(block, span);
        Ok(block)
    }

    /// The name after the sigil at the position as a label, and the position of the sigil.
    fn label(&mut self, what: &str) -> Parse<(Label, usize)> {
        let at = self.at;
        if let Some((number, end)) = self.short_number(at + 1) {
            self.at = end;
            return Ok((Label::number(number), at));
        }
        let name = self.suffix(what)?;
        Ok((Label::parse(name, &mut self.module.ctx), at))
    }

    /// `%name` as a label.
    pub(crate) fn value_name(&mut self) -> Parse<(Label, usize)> {
        if self.peek() != b'%' {
            return self.unexpected("a value such as `%0`");
        }
        self.label("a value")
    }

    /// `%name` or `%name#2` where a value is used.
    pub(crate) fn value_use(&mut self) -> Parse<Use> {
        let (label, at) = self.value_name()?;
        let mut result = 0;
        if self.peek() == b'#' && self.byte(self.at + 1).is_ascii_digit() {
            self.at += 1;
            result = self.result_number()?;
        }
        Ok(Use { label, result, at })
    }

    fn result_number(&mut self) -> Parse<u32> {
        if let Some((number, end)) = self.short_number(self.at)
            && !matches!(self.byte(end), b'.' | b'x')
        {
            self.at = end;
            return Ok(number);
        }
        let number = self.unsigned("the number of a result")?;
        Ok(u32::try_from(number).unwrap_or(u32::MAX))
    }

    /// The value a use names. What is not defined yet is awaited as operand `operand` of `op`.
    pub(crate) fn find(&mut self, used: Use, ty: Type) -> Parse<FoundValue> {
        let scope = self.scopes.isolated.last().expect("ops stand in the module");
        match scope.names.get(&used.label) {
            None => Ok(FoundValue::Later),
            Some(NameBinding::Unknown) => Ok(FoundValue::Value(self.unknown_value())),
            Some(&NameBinding::Values { first, count }) => {
                let value = self.nth(first, count, used.label, used.result, used.at)?;
                self.same_type(value, ty, used.label, used.at)?;
                Ok(FoundValue::Value(value))
            }
        }
    }

    /// Stands for values whose definition failed; there is no module in the end.
    pub(crate) fn unknown_value(&mut self) -> Value {
        if let Some(value) = self.unknown {
            return value;
        }
        let name = self.module.ctx.name("builtin.unknown");
        let none = self.module.ctx.ty(TypeKind::None);
        let op = self.module.create_op(NewOp { results: &[none], ..NewOp::new(name) });
        let value = self.module.results(op).next().expect("the op was made with one result");
        self.unknown = Some(value);
        value
    }

    /// The values of uses that have no types in the text: they must be defined above.
    pub(crate) fn defined_operands(&mut self, uses: &[Use]) -> Parse<Vec<Value>> {
        let found: Vec<Parse<Value>> = uses.iter().map(|&used| self.find_above(used)).collect();
        found.into_iter().collect()
    }

    fn find_above(&mut self, used: Use) -> Parse<Value> {
        let scope = self.scopes.isolated.last().expect("ops stand in the module");
        match scope.names.get(&used.label) {
            Some(&NameBinding::Values { first, count }) => {
                self.nth(first, count, used.label, used.result, used.at)
            }
            Some(NameBinding::Unknown) => Ok(self.unknown_value()),
            None => {
                let known = self.sorted_names(scope.names.keys().copied());
                let name = used.label.display(&self.module.ctx).unwrap_or_default();
                let near = self.near(&name, known.iter().map(String::as_str));
                let near = near.map(|near| format!("%{near}"));
                let span = self.span(used.at, used.at + 1 + name.len());
                let message = format!("value `%{}` is not defined above", clip(&name));
                let diag = Diag::error(code::UNDEFINED_VALUE, span, message);
                Err(self.push(diag.did_you_mean(span, near.as_deref())))
            }
        }
    }

    pub(crate) fn await_value(&mut self, op: Op, operand: usize, used: Use, ty: Type) {
        let scope = self.scopes.isolated.last_mut().expect("ops stand in the module");
        let awaited = Awaited { op, operand, result: used.result, ty, at: used.at };
        scope.awaited.entry(used.label).or_default().push(awaited);
    }

    fn nth(
        &mut self,
        first: Value,
        count: u32,
        label: Label,
        result: u32,
        at: usize,
    ) -> Parse<Value> {
        if result >= count {
            let name = label.display(&self.module.ctx).unwrap_or_default();
            let name = clip(&name);
            let results = counted(count as usize, "result");
            let message =
                format!("`%{name}` has {results}, counted from 0, but no `%{name}#{result}`");
            let end = self.name_end(at) + 1 + result.to_string().len();
            return self.fail_span(code::COUNT, at, end, message);
        }
        match self.module.def(first) {
            Def::Argument(..) => Ok(first),
            Def::Result(op, place) => Ok(self
                .module
                .result(op, place + result as usize)
                .expect("the results of a group are contiguous")),
        }
    }

    pub(crate) fn same_type(
        &mut self,
        value: Value,
        ty: Type,
        label: Label,
        at: usize,
    ) -> Parse<()> {
        let own = self.module.ty(value);
        if own == ty || Some(value) == self.unknown {
            return Ok(());
        }
        if own == self.type_to_infer() {
            self.inference.uses.push(TypedUse { value, ty, label, at });
            return Ok(());
        }
        let name = label.display(&self.module.ctx).unwrap_or_default();
        let (used, own) = (type_to_string(&self.module, ty), type_to_string(&self.module, own));
        let span = self.span(at, at + 1 + name.len());
        let message = format!("`%{}` is used as {used}, but its type is {own}", clip(&name));
        let diag = Diag::error(code::TYPE_MISMATCH, span, message);
        let defined = self.module.value_span(value);
        Err(self.push(diag.note_at(defined, "it is defined here")))
    }

    /// Defines a name for `count` values from `first`, and gives them to those who wait.
    pub(crate) fn define(&mut self, label: Label, at: usize, first: Value, count: u32) {
        self.module.set_label(first, label);
        if let Def::Argument(..) = self.module.def(first) {
            let span = self.span(at, at + 1);
            self.module.set_argument_span(first, span);
        }
        if let (Def::Result(op, place), 2..) = (self.module.def(first), count) {
            for at in place..place + count as usize {
                let value = self.module.result(op, at).expect("the counts agree");
                self.module.set_label(value, label);
            }
        }
        let scope = self.scopes.isolated.last_mut().expect("ops stand in the module");
        match scope.names.insert(label, NameBinding::Values { first, count }) {
            Some(NameBinding::Values { first, .. }) => return self.redefined(label, at, first),
            Some(NameBinding::Unknown) => {}
            None => scope.defined.push(label),
        }
        if scope.awaited.is_empty() {
            return;
        }
        for one in scope.awaited.remove(&label).unwrap_or_default() {
            self.deliver(label, first, count, one);
        }
    }

    fn deliver(&mut self, label: Label, first: Value, count: u32, one: Awaited) {
        let value = self.nth(first, count, label, one.result, one.at);
        let Ok(value) = value else { return };
        if self.same_type(value, one.ty, label, one.at).is_ok() {
            self.module.set_operand(one.op, one.operand, value);
        }
    }

    fn redefined(&mut self, label: Label, at: usize, first: Value) {
        let name = label.display(&self.module.ctx).unwrap_or_default();
        let span = self.span(at, at + 1 + name.len());
        let message = format!("value `%{}` is defined twice", clip(&name));
        let diag = Diag::error(code::REDEFINED_VALUE, span, message);
        self.push(diag.note_at(self.module.value_span(first), "the first definition is here"));
    }

    /// Defines names whose op failed to parse, so that their uses are not judged.
    pub(crate) fn define_unknown(&mut self, labels: &[Label]) {
        let Some(scope) = self.scopes.isolated.last_mut() else { return };
        for &label in labels {
            if label.kind() != LabelKind::None && !scope.names.contains_key(&label) {
                scope.names.insert(label, NameBinding::Unknown);
                scope.defined.push(label);
            }
            scope.awaited.remove(&label);
        }
    }
}

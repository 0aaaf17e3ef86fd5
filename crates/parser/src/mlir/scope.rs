//! Name resolution of values and blocks during parsing, with forward references.
//!
//! A name is visible from its definition to the end of its region, including nested regions, except inside ops that are
//! isolated from above. A use may precede its definition.

use crate::scopes::{
    BlockNames, BlockSlot, ForwardRef, FoundValue, Isolated, NameBinding, NamePlace, TypedUse, Use,
};
use crate::state::{Parse, Parser};
use crate::text::clip;
use ir::diag::{Diag, code, counted};
use ir::module::{Block, Def, Label, LabelKind, NewOp, Op, Region, Value};
use ir::print::type_to_string;
use ir::types::{Type, TypeKind};

const MAX_USES: usize = crate::limits::SHOWN_USES as usize;

impl<'a> Parser<'a> {
    pub(crate) fn enter_isolated(&mut self) {
        self.scopes.isolated.push(Isolated::default());
    }

    /// Leaves an isolated op. The forward references that remain are undefined.
    pub(crate) fn leave_isolated(&mut self) {
        let Some(scope) = self.scopes.isolated.pop() else { return };
        fn uses_of(uses: &[ForwardRef]) -> Vec<usize> {
            let mut positions: Vec<usize> = uses.iter().map(|one| one.used.at).collect();
            positions.sort_unstable();
            positions
        }
        let undefined = scope.forward_refs.iter().map(|(&label, uses)| (label, uses_of(uses)));
        let mut undefined: Vec<(Label, Vec<usize>)> = undefined.collect();
        if undefined.is_empty() {
            return;
        }
        undefined.sort_by_key(|(_, positions)| positions.first().copied());
        let known = self.sorted_names(scope.seen.into_iter());
        for (label, positions) in undefined {
            self.undefined_value(label, &positions, &known);
        }
    }

    fn near_name(&mut self, sigil: char, name: &str, known: &[String]) -> Option<String> {
        self.near(name, known.iter().map(String::as_str)).map(|near| format!("{sigil}{near}"))
    }

    fn sorted_names(&self, labels: impl Iterator<Item = Label>) -> Vec<String> {
        let mut names: Vec<String> =
            labels.filter_map(|label| label.display(&self.module.ctx)).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Reports an undefined name that is used at `positions`.
    fn undefined_value(&mut self, label: Label, positions: &[usize], known: &[String]) {
        let name = label.display(&self.module.ctx).unwrap_or_default();
        let Some((&at, others)) = positions.split_first() else { return };
        let span = self.span(at, at + 1 + name.len());
        let near = self.near_name('%', &name, known);
        let message = format!("value `%{}` is not defined", clip(&name));
        let mut diag = Diag::error(code::UNDEFINED_VALUE, span, message);
        for &other in others.iter().take(MAX_USES) {
            diag = diag.also(self.span(other, other + 1 + name.len()), "");
        }
        if let more @ 1.. = others.len().saturating_sub(MAX_USES) {
            diag = diag.note(format!("further uses that are not shown: {more}"));
        }
        let mut around = self.scopes.isolated.iter().rev();
        let outer = around.find_map(|outer| match outer.names.get(&label) {
            Some(NameBinding::Values { first, .. }) => Some(self.module.value_span(*first)),
            _ => None,
        });
        self.push(match outer {
            Some(outer) => diag.note_at(
                outer,
                "this definition is not visible inside an op that is isolated from above",
            ),
            None => diag.did_you_mean(span, near.as_deref()),
        });
    }

    /// Begins a region. [`Parser::leave_region`] removes the names that are defined after the returned mark.
    pub(crate) fn enter_region(&mut self) -> usize {
        self.scopes.blocks.push(BlockNames::default());
        self.scopes.isolated.last().map_or(0, |scope| scope.defined.len())
    }

    pub(crate) fn leave_region(&mut self, mark: usize) {
        if let Some(scope) = self.scopes.isolated.last_mut() {
            for label in scope.defined.drain(mark..) {
                scope.names.remove(&label);
                if !scope.forward_refs.is_empty() {
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
            let near = self.near_name('^', &name, &known);
            let message = format!("block `^{}` is not defined in this region", clip(&name));
            let end = at + 1 + name.len();
            let code = code::UNDEFINED_BLOCK;
            let _: Parse<()> = self.fail_near(code, at, end, message, near.as_deref());
        }
    }

    /// Reads `^name` as a label.
    fn block_name(&mut self) -> Parse<NamePlace> {
        if self.peek() != b'^' {
            return self.unexpected("a block such as `^bb1`");
        }
        self.label("a block")
    }

    /// Reads the use of a block as a successor.
    pub(crate) fn block_use(&mut self, region: Region) -> Parse<Block> {
        let name = self.block_name()?;
        Ok(self.block_slot(region, name).block)
    }

    fn block_slot(&mut self, region: Region, NamePlace { label, at }: NamePlace) -> &mut BlockSlot {
        let module = &mut self.module;
        let blocks = self.scopes.blocks.last_mut().expect("labels are in a region");
        blocks.named.entry(label).or_insert_with(|| BlockSlot {
            block: module.create_block(region, label),
            is_defined: false,
            at,
        })
    }

    /// Reads the definition of a block, and appends the block to its region.
    pub(crate) fn block_definition(&mut self, region: Region) -> Parse<Block> {
        let name = self.block_name()?;
        let span = self.span(name.at, self.at);
        let slot = self.block_slot(region, name);
        let BlockSlot { block, is_defined, at: first } = *slot;
        if is_defined {
            let name = &self.text[name.at..self.at];
            let message = format!("block `{}` is defined twice", clip(name));
            let diag = Diag::error(code::REDEFINED_BLOCK, span, message);
            let first = self.span(first, first + name.len());
            return Err(self.push(diag.note_at(first, "the first definition is here")));
        }
        *slot = BlockSlot { block, is_defined: true, at: name.at };
        self.module.append_block(block);
        self.module.set_block_span(block, span);
        Ok(block)
    }

    /// Reads the name after the sigil at the position. Returns its label and the position of the sigil.
    fn label(&mut self, what: &str) -> Parse<NamePlace> {
        let at = self.at;
        if let Some((number, end)) = self.short_number(at + 1) {
            self.at = end;
            return Ok(NamePlace { label: Label::number(number), at });
        }
        let name = self.suffix(what)?;
        Ok(NamePlace { label: Label::parse(name, &mut self.module.ctx), at })
    }

    /// Reads `%name` as a label.
    pub(crate) fn value_name(&mut self) -> Parse<NamePlace> {
        if self.peek() != b'%' {
            return self.unexpected("a value such as `%0`");
        }
        self.label("a value")
    }

    /// Reads the use of a value, `%name` or `%name#2`.
    pub(crate) fn value_use(&mut self) -> Parse<Use> {
        let NamePlace { label, at } = self.value_name()?;
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

    /// Returns the value of a use, which must have the type `ty`.
    pub(crate) fn find(&mut self, used: Use, ty: Type) -> Parse<FoundValue> {
        let scope = self.scopes.isolated.last().expect("ops are in the module");
        match scope.names.get(&used.label) {
            None => Ok(FoundValue::Later),
            Some(NameBinding::Unknown) => Ok(FoundValue::Value(self.unknown_value())),
            Some(&NameBinding::Values { first, count }) => {
                let value = self.nth(first, count, used)?;
                self.same_type(value, ty, used)?;
                Ok(FoundValue::Value(value))
            }
        }
    }

    /// Returns the placeholder for values with an invalid definition. Such a text results in no module.
    pub(crate) fn unknown_value(&mut self) -> Value {
        if let Some(value) = self.unknown {
            return value;
        }
        let name = self.module.ctx.name("builtin.unknown");
        let none = self.module.ctx.ty(TypeKind::None);
        let op = self.module.create_op(NewOp { results: &[none], ..NewOp::new(name) });
        let value = self.module.results(op).next().expect("the op was created with one result");
        self.unknown = Some(value);
        value
    }

    /// Returns the values of uses without types in the text, which must be defined earlier.
    pub(crate) fn defined_operands(&mut self, uses: &[Use]) -> Parse<Vec<Value>> {
        let found: Vec<Parse<Value>> = uses.iter().map(|&used| self.find_above(used)).collect();
        found.into_iter().collect()
    }

    fn find_above(&mut self, used: Use) -> Parse<Value> {
        let scope = self.scopes.isolated.last().expect("ops are in the module");
        match scope.names.get(&used.label) {
            Some(&NameBinding::Values { first, count }) => self.nth(first, count, used),
            Some(NameBinding::Unknown) => Ok(self.unknown_value()),
            None => {
                let known = self.sorted_names(scope.names.keys().copied());
                let name = used.label.display(&self.module.ctx).unwrap_or_default();
                let near = self.near_name('%', &name, &known);
                let message = format!("value `%{}` is not defined before its use", clip(&name));
                let end = used.at + 1 + name.len();
                self.fail_near(code::UNDEFINED_VALUE, used.at, end, message, near.as_deref())
            }
        }
    }

    pub(crate) fn add_forward_ref(&mut self, op: Op, operand: usize, used: Use, ty: Type) {
        let scope = self.scopes.isolated.last_mut().expect("ops are in the module");
        let forward_ref = ForwardRef { op, operand, ty, used };
        scope.forward_refs.entry(used.label).or_default().push(forward_ref);
    }

    fn nth(&mut self, first: Value, count: u32, used: Use) -> Parse<Value> {
        let Use { label, result, at } = used;
        if result >= count {
            let name = label.display(&self.module.ctx).unwrap_or_default();
            let name = clip(&name);
            let results = counted(count as usize, "result");
            let message = format!("`%{name}#{result}` is out of range: `%{name}` has {results}");
            let end = self.name_end(at) + 1 + result.to_string().len();
            return self.fail_span(code::COUNT, at, end, message);
        }
        match self.module.def(first) {
            Def::Argument(..) => Ok(first),
            Def::Result(op, index) => Ok(self
                .module
                .result(op, index + result as usize)
                .expect("the results of a group are contiguous")),
        }
    }

    pub(crate) fn same_type(&mut self, value: Value, ty: Type, used: Use) -> Parse<()> {
        let own = self.module.ty(value);
        if own == ty || Some(value) == self.unknown {
            return Ok(());
        }
        if own == self.type_to_infer() {
            self.inference.uses.push(TypedUse { value, ty, used });
            return Ok(());
        }
        let name = used.label.display(&self.module.ctx).unwrap_or_default();
        let span = self.span(used.at, used.at + 1 + name.len());
        let used = type_to_string(&self.module, ty);
        let own = type_to_string(&self.module, own);
        let message = format!("`%{}` is used as `{used}`, but its type is `{own}`", clip(&name));
        let diag = Diag::error(code::TYPE_MISMATCH, span, message);
        let defined = self.module.value_span(value);
        Err(self.push(diag.note_at(defined, "it is defined here")))
    }

    /// Defines a name for `count` values from `first`, and resolves its forward references.
    pub(crate) fn define(&mut self, name: NamePlace, first: Value, count: u32) {
        let NamePlace { label, at } = name;
        self.module.set_label(first, label);
        if let Def::Argument(..) = self.module.def(first) {
            let span = self.span(at, at + 1);
            self.module.set_argument_span(first, span);
        }
        if let Def::Result(op, index) = self.module.def(first)
            && count >= 2
        {
            for at in index..index + count as usize {
                let value = self.module.result(op, at).expect("the counts agree");
                self.module.set_label(value, label);
            }
        }
        let scope = self.scopes.isolated.last_mut().expect("ops are in the module");
        match scope.names.insert(label, NameBinding::Values { first, count }) {
            Some(NameBinding::Values { first, .. }) => return self.redefined(name, first),
            Some(NameBinding::Unknown) => {}
            None => scope.defined.push(label),
        }
        if scope.forward_refs.is_empty() {
            return;
        }
        for one in scope.forward_refs.remove(&label).unwrap_or_default() {
            self.resolve_forward_ref(first, count, &one);
        }
    }

    fn resolve_forward_ref(&mut self, first: Value, count: u32, one: &ForwardRef) {
        let Ok(value) = self.nth(first, count, one.used) else { return };
        if self.same_type(value, one.ty, one.used).is_ok() {
            self.module.set_operand(one.op, one.operand, value);
        }
    }

    fn redefined(&mut self, NamePlace { label, at }: NamePlace, first: Value) {
        let name = label.display(&self.module.ctx).unwrap_or_default();
        let span = self.span(at, at + 1 + name.len());
        let message = format!("value `%{}` is defined twice", clip(&name));
        let diag = Diag::error(code::REDEFINED_VALUE, span, message);
        self.push(diag.note_at(self.module.value_span(first), "the first definition is here"));
    }

    /// Defines names whose op failed to parse, so that their uses are not checked.
    pub(crate) fn define_unknown(&mut self, labels: &[Label]) {
        let Some(scope) = self.scopes.isolated.last_mut() else { return };
        for &label in labels {
            if label.kind() != LabelKind::None && !scope.names.contains_key(&label) {
                scope.names.insert(label, NameBinding::Unknown);
                scope.defined.push(label);
            }
            scope.forward_refs.remove(&label);
        }
    }
}

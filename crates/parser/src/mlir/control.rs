//! The special forms of structured control flow, of `scf` and `tosa`, and of `cf.switch`.

use super::custom::Arg;
use super::form_attrs::TypedUses;
use super::form_state::FormState;
use super::ops::{InsertionPoint, Signature};
use crate::scopes::{NamePlace, Use};
use crate::state::{Parse, Parser};
use ir::attrs::AttrKind;
use ir::dense::element_bytes;
use ir::diag::{code, counted};
use ir::module::{Label, NewOp, Op, Region};
use ir::print::type_to_string;
use ir::registry::{AssemblyForm, SEGMENTS, SpecialForm};
use ir::source::PathStep;
use ir::types::{Signedness, Type, TypeKind};

/// The terminator that is added to regions of `scf` ops if the text omits it.
const YIELD: &str = "scf.yield";
/// The terminator that is added to regions of `tosa.cond_if` if the text of LLVM 19 omits it.
const TOSA_YIELD: &str = "tosa.yield";

/// The operands of a special form with their types, and the types of its results.
#[derive(Default)]
pub(super) struct SpecialParts {
    pub(super) uses: Vec<Use>,
    pub(super) types: Signature,
}

/// An argument of a loop's body, and its value in the first iteration.
pub(super) struct CarriedValue {
    name: NamePlace,
    used: Use,
}

impl SpecialParts {
    pub(super) fn push(&mut self, used: Use, ty: Type) {
        self.uses.push(used);
        self.types.inputs.push(ty);
    }

    /// Adds the values that a loop carries, which have the types of the results, and their arguments.
    pub(super) fn carry(&mut self, values: Vec<CarriedValue>, args: &mut Vec<Arg>) {
        for (CarriedValue { name, used }, ty) in values.into_iter().zip(self.types.results.clone())
        {
            args.push(Arg::named(name, ty));
            self.push(used, ty);
        }
    }

    pub(super) fn extend(&mut self, uses: Vec<Use>, ty: Type) {
        uses.into_iter().for_each(|used| self.push(used, ty));
    }
}

impl Parser<'_> {
    /// Reads an op in a special form, after its name.
    pub(super) fn control_op(
        &mut self,
        place: InsertionPoint,
        start: usize,
        form: &AssemblyForm<'_>,
        special: SpecialForm,
    ) -> Parse<Op> {
        let mut state = FormState::new(place, start, self.at, form);
        match special {
            SpecialForm::Switch => return self.custom_switch(state, form),
            SpecialForm::Variable => return self.custom_variable(state, form),
            _ => {}
        }
        let op = self.early_op(&mut state, form.name);
        let parts = match special {
            SpecialForm::For => self.custom_for(op, &mut state),
            SpecialForm::If => self.custom_if(op, &mut state),
            SpecialForm::While => self.custom_while(op, &mut state),
            SpecialForm::Forall => self.custom_forall(op, &mut state),
            SpecialForm::Parallel => self.custom_parallel(op, &mut state),
            SpecialForm::Reduce => self.custom_reduce(op, &mut state),
            SpecialForm::IndexSwitch => self.custom_index_switch(op, &mut state),
            SpecialForm::CondIf => self.custom_cond_if(op, &mut state),
            SpecialForm::Switch
            | SpecialForm::Variable
            | SpecialForm::Module
            | SpecialForm::StableHlo(_)
            | SpecialForm::Function => Ok(SpecialParts::default()),
        }?;
        self.finish_op(state, form.name, parts.uses, &parts.types)
    }

    /// Reads `{ ops }` with the arguments of the header. Adds the op `terminator` if the text omits it.
    pub(super) fn ended_body(&mut self, op: Op, args: &[Arg], terminator: &str) -> Parse<Region> {
        let region = self.module.add_region(op);
        self.body(region, args)?;
        self.end_with(region, terminator);
        Ok(region)
    }

    /// Appends a terminator to the last block of a region, unless it ends with one.
    pub(super) fn end_with(&mut self, region: Region, terminator: &str) {
        let block = match self.module.blocks(region).last() {
            Some(&block) => block,
            None => self.module.add_block(region, Label::NONE),
        };
        let last = self.module.last_op(block);
        if last.is_some_and(|last| self.module.name(last) == terminator) {
            return;
        }
        let name = self.module.ctx.name(terminator);
        let span = self.module.span(self.module.region_parent(region));
        let end = self.module.create_op(NewOp { span, ..NewOp::new(name) });
        self.module.append_op(block, end);
    }

    /// Reads `(%a = %x, %b = %y)`, with operands numbered from `first`.
    pub(super) fn assignments(&mut self, first: usize) -> Parse<Vec<CarriedValue>> {
        let open = self.open(b'(', " before the values that a loop carries")?;
        let context = " or `,` in a list of values that a loop carries";
        self.bracketed(open, context, |parser, index| {
            let name = parser.value_name()?;
            parser.expect(b'=', " after the name of an argument")?;
            Ok(CarriedValue { name, used: parser.operand_use(first + index)? })
        })
    }

    /// Reads `-> types`, exactly `count` types.
    pub(super) fn arrow_types(&mut self, count: usize) -> Parse<Vec<Type>> {
        self.expect_arrow()?;
        let at = self.token_start();
        let types = self.result_types()?;
        if types.len() != count {
            let values = counted(count, "value");
            let types = counted(types.len(), "type");
            let message = format!("the op carries {values}, but has {types}");
            return self.fail_span(code::COUNT, at, self.at, message);
        }
        Ok(types)
    }

    /// Reads `%i = %a to %b step %c iter_args(%x = %y) -> (type) : i32 {...} {attrs}`.
    fn custom_for(&mut self, op: Op, state: &mut FormState) -> Parse<SpecialParts> {
        let index = self.value_name()?;
        self.expect(b'=', " after the index of a loop")?;
        let low = self.operand_use(0)?;
        self.expect_word("to")?;
        let high = self.operand_use(1)?;
        self.expect_word("step")?;
        let step = self.operand_use(2)?;
        let mut parts = SpecialParts::default();
        let mut carried = Vec::new();
        if self.eat_word("iter_args") {
            carried = self.assignments(3)?;
            parts.types.results = self.arrow_types(carried.len())?;
        }
        let ty = if self.eat(b':') { self.ty()? } else { self.module.ctx.index_type() };
        let mut args = vec![Arg::named(index, ty)];
        [low, high, step].into_iter().for_each(|used| parts.push(used, ty));
        parts.carry(carried, &mut args);
        self.ended_body(op, &args, YIELD)?;
        self.optional_dict(state)?;
        Ok(parts)
    }

    /// Reads `%c -> (type) {...} else {...} {attrs}`.
    fn custom_if(&mut self, op: Op, state: &mut FormState) -> Parse<SpecialParts> {
        let condition = self.operand_use(0)?;
        let bool = self.module.ctx.int_type(1);
        let mut parts = SpecialParts::default();
        parts.push(condition, bool);
        if self.eat_arrow() {
            parts.types.results = self.result_types()?;
        }
        self.ended_body(op, &[], YIELD)?;
        if self.eat_word("else") {
            self.ended_body(op, &[], YIELD)?;
        } else {
            self.module.add_region(op);
        }
        self.optional_dict(state)?;
        Ok(parts)
    }

    /// Reads `(%x = %y) : (type) -> type {...} do {...} attributes {...}`.
    fn custom_while(&mut self, op: Op, state: &mut FormState) -> Parse<SpecialParts> {
        let carried = if self.peek() == b'(' { self.assignments(0)? } else { Vec::new() };
        let types = self.signature(carried.len())?;
        let uses = carried.iter().map(|carried| carried.used).collect();
        let args = carried.iter().zip(&types.inputs);
        let args: Vec<Arg> = args.map(|(carried, &ty)| Arg::named(carried.name, ty)).collect();
        let before = self.module.add_region(op);
        self.body(before, &args)?;
        self.expect_word("do")?;
        let after = self.module.add_region(op);
        self.body(after, &[])?;
        self.attributes_clause(&mut state.entries)?;
        Ok(SpecialParts { uses, types })
    }

    /// Reads `%c (%x = %y) : type (type) -> type {...} else {...} {attrs}`, or `%c -> (type) {...} else {...} {attrs}`,
    /// the form of LLVM 19.
    fn custom_cond_if(&mut self, op: Op, state: &mut FormState) -> Parse<SpecialParts> {
        let mut parts = SpecialParts::default();
        let condition = self.operand_use(0)?;
        if matches!(self.peek(), b'-' | b'{') {
            let bool = self.module.ctx.int_type(1);
            let ty = TypeKind::Tensor { dims: [].into(), elem: bool, encoding: None };
            let ty = self.module.ctx.ty(ty);
            parts.push(condition, ty);
            if self.eat_arrow() {
                parts.types.results = self.result_types()?;
            }
            self.ended_body(op, &[], TOSA_YIELD)?;
            self.expect_word("else")?;
            self.ended_body(op, &[], TOSA_YIELD)?;
            self.optional_dict(state)?;
            return Ok(parts);
        }
        let has_inputs = self.peek() == b'(';
        // Each region defines its arguments again by the label of its entry block.
        let inputs = if has_inputs { self.assignments(1)? } else { Vec::new() };
        self.expect(b':', " before the type of the condition")?;
        let ty = self.located(|| PathStep::Input(0), Parser::ty)?;
        parts.push(condition, ty);
        let types = if has_inputs { self.input_types(inputs.len())? } else { Vec::new() };
        inputs.into_iter().zip(types).for_each(|(input, ty)| parts.push(input.used, ty));
        self.expect_arrow()?;
        parts.types.results = self.result_types()?;
        self.labelled_body(op)?;
        self.expect_word("else")?;
        self.labelled_body(op)?;
        self.optional_dict(state)?;
        Ok(parts)
    }

    /// Reads `{ ops }`, a region whose arguments only the label of its entry block defines.
    fn labelled_body(&mut self, op: Op) -> Parse<()> {
        let region = self.module.add_region(op);
        self.body(region, &[])
    }

    /// Reads `(type, type)`, the types of the operands of a `tosa.cond_if` after its condition.
    fn input_types(&mut self, count: usize) -> Parse<Vec<Type>> {
        let at = self.token_start();
        let open = self.open(b'(', " before the types of the inputs")?;
        let types = self.bracketed(open, " or `,` in a list of types", |parser, index| {
            parser.located(|| PathStep::Input(1 + index), Parser::ty)
        })?;
        // The condition is an operand too.
        self.same_count(at, self.at, 1 + count, 1 + types.len())?;
        Ok(types)
    }

    /// Reads `%i {attrs} -> type case 1 {...} default {...}`.
    fn custom_index_switch(&mut self, op: Op, state: &mut FormState) -> Parse<SpecialParts> {
        let mut parts = SpecialParts::default();
        let index = self.module.ctx.index_type();
        parts.push(self.operand_use(0)?, index);
        self.optional_dict(state)?;
        if self.eat_arrow() {
            parts.types.results = self.bare_types(0, PathStep::Output)?;
        }
        // The region of the default case comes first.
        let default = self.module.add_region(op);
        let mut cases = Vec::new();
        while self.eat_word("case") {
            cases.push(self.signed("the value of a case")?);
            let region = self.module.add_region(op);
            self.body(region, &[])?;
        }
        if self.peek_name() != "default" {
            return self.unknown_word("`case` or `default`", &["case", "default"]);
        }
        self.expect_word("default")?;
        self.body(default, &[])?;
        self.end_with(default, YIELD);
        let cases = self.module.ctx.i64_array(&cases);
        self.push_attr("cases", cases, state);
        Ok(parts)
    }

    /// Reads `%flag : type, [default: ^bb0, 1: ^bb1(%a : type)] {attrs}`.
    fn custom_switch(&mut self, mut state: FormState, form: &AssemblyForm<'_>) -> Parse<Op> {
        let flag = self.operand_use(0)?;
        self.expect(b':', " before the type of the flag")?;
        let (ty, width) = self.flag_type()?;
        self.expect(b',', " before the cases")?;
        self.expect(b'[', " before the cases")?;
        self.expect_word("default")?;
        self.expect(b':', " after `default`")?;
        let mut parts = SpecialParts::default();
        parts.push(flag, ty);
        let mut sizes = vec![self.case_successor(&mut state, &mut parts)?];
        let mut values = Vec::new();
        while self.eat(b',') {
            values.push(self.case_value(width)?);
            self.expect(b':', " after the value of a case")?;
            sizes.push(self.case_successor(&mut state, &mut parts)?);
        }
        self.expect(b']', " or `,` in a list of cases")?;
        self.optional_dict(&mut state)?;
        self.switch_attrs(&mut state, ty, &values, &sizes);
        self.finish_op(state, form.name, parts.uses, &parts.types)
    }

    /// Adds the attributes of a `cf.switch`: the case values, and the sizes of the operand groups.
    fn switch_attrs(&mut self, state: &mut FormState, ty: Type, values: &[i64], sizes: &[usize]) {
        if !values.is_empty() {
            let count = values.len() as u64;
            let dims = [(count, false)].into();
            let vector = self.module.ctx.ty(TypeKind::Vector { dims, elem: ty });
            let size = element_bytes(&self.module.ctx, ty);
            let bytes = values.iter().flat_map(|value| value.to_le_bytes()[..size].to_vec());
            let data = self.raw(bytes.collect(), ty, count);
            let dense = self.module.ctx.attr(AttrKind::Dense { ty: vector, data: data.into() });
            self.push_attr("case_values", dense, state);
        }
        let cases = self.sizes_attr(&sizes[1..]);
        self.push_attr("case_operand_segments", cases, state);
        let segments = self.sizes_attr(&[1, sizes[0], sizes[1..].iter().sum()]);
        self.push_attr(SEGMENTS, segments, state);
    }

    /// Reads the type of the flag of a `cf.switch`, and returns it with its width.
    fn flag_type(&mut self) -> Parse<(Type, u32)> {
        let at = self.token_start();
        let ty = self.ty()?;
        match *self.module.ctx.kind(ty) {
            TypeKind::Integer { width: width @ 1..=64, sign: Signedness::Signless } => {
                Ok((ty, width))
            }
            _ => {
                let shown = type_to_string(&self.module, ty);
                let message = format!(
                    "the type of a flag must be an integer of 1 to 64 bits, but is `{shown}`"
                );
                self.fail_span(code::TYPE, at, self.at, message)
            }
        }
    }

    /// Reads the value of a case, which must fit the flag as a signed or an unsigned integer.
    fn case_value(&mut self, width: u32) -> Parse<i64> {
        let at = self.token_start();
        let negative = self.peek() == b'-';
        let value = match negative {
            true => i128::from(self.signed("the value of a case")?),
            false => i128::from(self.unsigned("the value of a case")?),
        };
        if value < -(1 << (width - 1)) || value >= 1 << width {
            let message = format!("the value {value} of a case does not fit {width} bits");
            return self.fail_span(code::NUMBER, at, self.at, message);
        }
        Ok(value as i64)
    }

    /// Reads the block of a case and returns the number of its operands.
    fn case_successor(&mut self, state: &mut FormState, parts: &mut SpecialParts) -> Parse<usize> {
        let TypedUses { uses, types } = self.successor(state, parts.uses.len())?;
        let count = uses.len();
        uses.into_iter().zip(types).for_each(|(used, ty)| parts.push(used, ty));
        Ok(count)
    }
}

//! Custom forms of StableHLO that are not lists of pieces: operands, clauses such as `dim = 1`, attributes and types.
//!
//! The attributes are those of the generic form, so that an op in either form is the same op.

use super::custom::Arg;
use super::form_state::FormState;
use super::ops::InsertionPoint;
use crate::scopes::Use;
use crate::state::{Parse, Parser};
use ir::attrs::{Attr, AttrKind, DenseData};
use ir::diag::code;
use ir::module::{Label, NewOp, Op};
use ir::registry::{AssemblyForm, HloForm};
use ir::source::PathStep;
use ir::types::{Type, TypeKind};

/// The dialect of the attributes.
const DIALECT: &str = "stablehlo";

/// The op that ends the region of a reduction.
const RETURN: &str = "stablehlo.return";

impl Parser<'_> {
    /// Reads an op of StableHLO, after its name.
    pub(super) fn stablehlo_op(
        &mut self,
        place: InsertionPoint,
        start: usize,
        form: &AssemblyForm<'_>,
        hlo: HloForm,
    ) -> Parse<Op> {
        let mut state = FormState::new(place, start, self.at, form);
        let state_of = &mut state;
        let mut applied = None;
        match hlo {
            HloForm::SameTypes | HloForm::Select => state_of.uses[0] = self.optional_uses(0)?,
            HloForm::Compare => self.hlo_compare(state_of)?,
            HloForm::Concatenate => {
                self.uses_before_clause(state_of)?;
                let dim = self.clause("dim", "dimension", Parser::one_integer)?;
                let dim = self.module.ctx.int(dim);
                self.push_attr("dimension", dim, state_of);
            }
            HloForm::DynamicSlice => {
                self.uses_before_clause(state_of)?;
                self.ints_clause("sizes", "slice_sizes", state_of)?;
            }
            HloForm::Reverse => {
                self.uses_before_clause(state_of)?;
                self.ints_clause("dims", "dimensions", state_of)?;
            }
            HloForm::Slice => {
                state_of.uses[0] = vec![self.operand_use(0)?];
                self.hlo_slices(state_of)?;
            }
            HloForm::Dot | HloForm::DotGeneral => self.hlo_dot(hlo, form, state_of)?,
            HloForm::Convolution => self.hlo_convolution(state_of)?,
            HloForm::Reduce => applied = self.hlo_reduce(state_of)?,
        }
        self.optional_dict(&mut state)?;
        match hlo {
            HloForm::SameTypes | HloForm::Reverse => self.same_types(&mut state, form)?,
            HloForm::Select => self.select_types(&mut state, form)?,
            _ => self.hlo_signature(&mut state, form)?,
        }
        if hlo == HloForm::Reduce {
            self.reducer(applied, &mut state, form)?;
        }
        self.finish_form(state, form)
    }

    fn hlo_signature(&mut self, state: &mut FormState, form: &AssemblyForm<'_>) -> Parse<()> {
        let types = self.signature(state.uses[0].len())?;
        self.divide_signature(state, form, types)
    }

    /// Returns `true` if one type follows the colon, not a signature.
    fn begins_one_type(&mut self) -> bool {
        let start = self.at;
        let is_one = self.eat(b':') && self.peek() != b'(';
        self.at = start;
        is_one
    }

    /// Reads `: type`, of all operands and the result, or a signature.
    fn same_types(&mut self, state: &mut FormState, form: &AssemblyForm<'_>) -> Parse<()> {
        if !self.begins_one_type() {
            return self.hlo_signature(state, form);
        }
        self.expect(b':', " before the type of the values")?;
        let ty = self.located(|| PathStep::Output(0), Parser::ty)?;
        // The result of `complex` has the elements of its operands as parts.
        let part = match (form.name, self.module.ctx.kind(ty).clone()) {
            ("stablehlo.complex", TypeKind::Tensor { dims, elem, encoding }) => {
                match *self.module.ctx.kind(elem) {
                    TypeKind::Complex(part) => {
                        self.module.ctx.ty(TypeKind::Tensor { dims, elem: part, encoding })
                    }
                    _ => ty,
                }
            }
            _ => ty,
        };
        state.inputs[0] = Some(vec![part; state.uses[0].len()]);
        state.results[0] = Some(vec![ty]);
        Ok(())
    }

    /// Reads `: type, type`, of the predicate and of the values, or a signature.
    fn select_types(&mut self, state: &mut FormState, form: &AssemblyForm<'_>) -> Parse<()> {
        if !self.begins_one_type() {
            return self.hlo_signature(state, form);
        }
        self.expect(b':', " before the types of the values")?;
        let types = self.bare_types(0, PathStep::Input)?;
        let [predicate, value] = types[..] else {
            let message = format!(
                "expected the types of the predicate and of the values, found {}",
                types.len()
            );
            return self.fail_span(code::COUNT, state.start, self.at, message);
        };
        state.inputs[0] = Some(vec![predicate, value, value]);
        state.results[0] = Some(vec![value]);
        Ok(())
    }

    /// Reads `%a, %b,`: operands with a comma after each.
    fn uses_before_clause(&mut self, state: &mut FormState) -> Parse<()> {
        while self.peek() == b'%' {
            let used = self.operand_use(state.uses[0].len())?;
            state.uses[0].push(used);
            self.expect(b',', " after an operand")?;
        }
        Ok(())
    }

    /// Reads `word = value`, an attribute of this key.
    fn clause<T>(
        &mut self,
        word: &str,
        key: &str,
        value: impl FnOnce(&mut Self) -> Parse<T>,
    ) -> Parse<T> {
        self.expect_word(word)?;
        self.expect(b'=', &format!(" after `{word}`"))?;
        self.located(|| PathStep::Attr(key.into()), value)
    }

    fn ints_clause(&mut self, word: &str, key: &str, state: &mut FormState) -> Parse<()> {
        let values = self.clause(word, key, |it| it.list_of_integers(Parser::one_integer))?;
        let values = self.module.ctx.i64_array(&values);
        self.push_attr(key, values, state);
        Ok(())
    }

    /// Reads `LT, %a, %b` and an optional `, FLOAT`.
    fn hlo_compare(&mut self, state: &mut FormState) -> Parse<()> {
        const DIRECTIONS: [&str; 6] = ["EQ", "NE", "GE", "GT", "LE", "LT"];
        const TYPES: [&str; 5] = ["NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"];
        let direction = self.hlo_word("comparison_direction", &DIRECTIONS)?;
        self.push_attr("comparison_direction", direction, state);
        for operand in 0..2 {
            self.expect(b',', " before an operand")?;
            let used = self.operand_use(operand)?;
            state.uses[0].push(used);
        }
        if self.eat(b',') {
            let ty = self.hlo_word("comparison_type", &TYPES)?;
            self.push_attr("compare_type", ty, state);
        }
        Ok(())
    }

    /// Reads a word of an enumeration as `#stablehlo<name WORD>`.
    fn hlo_word(&mut self, name: &str, words: &[&str]) -> Parse<Attr> {
        let word = self.peek_name();
        if !words.contains(&word) {
            return self.unknown_word(&format!("a value of `{name}`"), words);
        }
        self.at += word.len();
        Ok(self.text_attr(DIALECT, format!("{name} {word}")))
    }

    /// Reads `[1:3, 4:8:2]`: the first index, the limit and the step of each dim.
    fn hlo_slices(&mut self, state: &mut FormState) -> Parse<()> {
        let open = self.open(b'[', " before the bounds of a slice")?;
        let bounds = self.bracketed(open, " or `,` in the bounds of a slice", |parser, _| {
            let first = parser.one_integer()?;
            parser.expect(b':', " after the first index of a slice")?;
            let limit = parser.one_integer()?;
            let step = if parser.eat(b':') { parser.one_integer()? } else { 1 };
            Ok([first, limit, step])
        })?;
        for (place, key) in ["start_indices", "limit_indices", "strides"].into_iter().enumerate() {
            let values: Vec<i64> = bounds.iter().map(|bounds| bounds[place]).collect();
            let values = self.module.ctx.i64_array(&values);
            self.push_attr(key, values, state);
        }
        Ok(())
    }

    /// Reads `%a, %b` and the clauses of `dot` or `dot_general`.
    fn hlo_dot(
        &mut self,
        hlo: HloForm,
        form: &AssemblyForm<'_>,
        state: &mut FormState,
    ) -> Parse<()> {
        state.uses[0].push(self.operand_use(0)?);
        self.expect(b',', " between the operands of a product")?;
        state.uses[0].push(self.operand_use(1)?);
        let mut dims: [Option<[Vec<i64>; 2]>; 2] = [None, None];
        while self.eat(b',') {
            let at = self.token_start();
            match (hlo, self.peek_name()) {
                (HloForm::DotGeneral, "batching_dims") => {
                    dims[0] = Some(self.dim_pair("batching_dims")?)
                }
                (HloForm::DotGeneral, "contracting_dims") => {
                    dims[1] = Some(self.dim_pair("contracting_dims")?);
                }
                (_, "precision") => {
                    let precision =
                        self.clause("precision", "precision_config", Parser::precisions)?;
                    self.push_attr("precision_config", precision, state);
                }
                (_, word) => {
                    let message = format!(
                        "unsupported clause `{word}` of `{}` in custom form; write the op in generic form",
                        form.name
                    );
                    return self.fail(code::SYNTAX, at, message);
                }
            }
        }
        if hlo == HloForm::DotGeneral {
            let [batching, contracting] = dims.map(Option::unwrap_or_default);
            let lists = [
                ("lhs_batching_dimensions", &batching[0]),
                ("rhs_batching_dimensions", &batching[1]),
                ("lhs_contracting_dimensions", &contracting[0]),
                ("rhs_contracting_dimensions", &contracting[1]),
            ];
            let lists = lists.into_iter().filter(|(_, dims)| !dims.is_empty());
            let lists: Vec<String> = lists
                .map(|(key, dims)| format!("{key} = [{}]", ir::layout::joined(dims, ", ")))
                .collect();
            let numbers = self.text_attr(DIALECT, format!("dot<{}>", lists.join(", ")));
            self.push_attr("dot_dimension_numbers", numbers, state);
        }
        Ok(())
    }

    /// Reads `word = [0] x [0]`.
    fn dim_pair(&mut self, word: &str) -> Parse<[Vec<i64>; 2]> {
        self.clause(word, "dot_dimension_numbers", |parser| {
            let left = parser.list_of_integers(Parser::one_integer)?;
            parser.expect_word("x")?;
            Ok([left, parser.list_of_integers(Parser::one_integer)?])
        })
    }

    /// Reads `[DEFAULT, HIGHEST]`.
    fn precisions(&mut self) -> Parse<Attr> {
        let open = self.open(b'[', " before precisions")?;
        let words = self.bracketed(open, " or `,` in a list of precisions", |parser, _| {
            parser.hlo_word("precision", &["DEFAULT", "HIGH", "HIGHEST"])
        })?;
        Ok(self.module.ctx.array(&words))
    }

    /// Reads `(%a, %b) dim_numbers = [...]x[...]->[...], window = {...}`.
    fn hlo_convolution(&mut self, state: &mut FormState) -> Parse<()> {
        let open = self.open(b'(', " before the operands of a convolution")?;
        let uses = self.bracketed(open, " or `,` in a list of operands", |parser, index| {
            parser.operand_use(index)
        })?;
        state.uses[0] = uses;
        let numbers = self.clause("dim_numbers", "dimension_numbers", Parser::dim_numbers)?;
        self.push_attr("dimension_numbers", numbers, state);
        self.expect(b',', " after `dim_numbers`")?;
        self.expect_word("window")?;
        self.expect(b'=', " after `window`")?;
        let open = self.open(b'{', " before the window")?;
        if self.eat(b'}') {
            return Ok(());
        }
        self.at = open;
        self.expect(b'{', " before the window")?;
        loop {
            let at = self.token_start();
            match self.peek_name() {
                "stride" => self.ints_clause("stride", "window_strides", state)?,
                "lhs_dilate" => self.ints_clause("lhs_dilate", "lhs_dilation", state)?,
                "rhs_dilate" => self.ints_clause("rhs_dilate", "rhs_dilation", state)?,
                "pad" => {
                    let padding = self.clause("pad", "padding", Parser::padding)?;
                    self.push_attr("padding", padding, state);
                }
                "reverse" => {
                    let reverse = self.clause("reverse", "window_reversal", Parser::truths)?;
                    self.push_attr("window_reversal", reverse, state);
                }
                word => {
                    let message = format!("unknown property `{word}` of a window");
                    return self.fail(code::SYNTAX, at, message);
                }
            }
            if !self.eat(b',') {
                return self.expect(b'}', " or `,` in a window");
            }
        }
    }

    /// Reads `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`.
    fn dim_numbers(&mut self) -> Parse<Attr> {
        let mut lists = Vec::new();
        for between in ["", "x", "->"] {
            match between {
                "x" => self.expect_word("x")?,
                "->" => self.expect_arrow()?,
                _ => {}
            }
            let open = self.open(b'[', " before the dims of a convolution")?;
            let names =
                self.bracketed(open, " or `,` in the dims of a convolution", |parser, _| {
                    let word = parser.peek_name();
                    if word.is_empty() {
                        return parser.one_integer().map(|dim| dim.to_string());
                    }
                    parser.at += word.len();
                    Ok(word.to_owned())
                })?;
            lists.push(format!("[{}]", names.join(", ")));
        }
        Ok(self.text_attr(DIALECT, format!("conv<{}x{}->{}>", lists[0], lists[1], lists[2])))
    }

    /// Reads `[[1, 1], [0, 0]]` as dense elements.
    fn padding(&mut self) -> Parse<Attr> {
        let open = self.open(b'[', " before the padding")?;
        let rows = self.bracketed(open, " or `,` in the padding", |parser, _| {
            let at = parser.token_start();
            let row = parser.list_of_integers(Parser::one_integer)?;
            match row[..] {
                [low, high] => Ok([low, high]),
                _ => {
                    let message = format!("expected two paddings of a dim, found {}", row.len());
                    parser.fail(code::COUNT, at, message)
                }
            }
        })?;
        let elem = self.module.ctx.int_type(64);
        let ty = self.module.ctx.tensor_type(&[Some(rows.len() as u64), Some(2)], elem, None);
        let values: Vec<i64> = rows.concat();
        let splat = !values.is_empty() && values.iter().all(|value| *value == values[0]);
        let stored = if splat { &values[..1] } else { &values[..] };
        let bytes = stored.iter().flat_map(|value| value.to_le_bytes()).collect();
        let data = Box::new(DenseData::Raw { bytes, splat });
        Ok(self.module.ctx.attr(AttrKind::Dense { ty, data }))
    }

    /// Reads `[false, true]` or `[0, 1]` as an array of booleans.
    fn truths(&mut self) -> Parse<Attr> {
        let values = self.list_of_integers(|parser: &mut Self| match parser.peek_name() {
            word @ ("true" | "false") => {
                parser.at += word.len();
                Ok(i64::from(word == "true"))
            }
            _ => parser.one_integer(),
        })?;
        let elem = self.module.ctx.int_type(1);
        let data = values.iter().map(|&value| u8::from(value != 0)).collect();
        Ok(self.module.ctx.attr(AttrKind::DenseArray { elem, data }))
    }

    /// Reads `(%a init: %b), (%c init: %d) applies stablehlo.add across dimensions = [1]`. Returns the op that is applied;
    /// `None` if a reducer follows the types.
    fn hlo_reduce(&mut self, state: &mut FormState) -> Parse<Option<(usize, String)>> {
        let mut inits: Vec<Use> = Vec::new();
        loop {
            self.expect(b'(', " before a reduced operand")?;
            let used = self.operand_use(state.uses[0].len())?;
            state.uses[0].push(used);
            self.expect_word("init")?;
            self.expect(b':', " after `init`")?;
            inits.push(self.operand_use(inits.len())?);
            self.expect(b')', " after an initial value")?;
            if !self.eat(b',') {
                break;
            }
        }
        state.uses[0].extend(inits);
        let mut applied = None;
        if self.eat_word("applies") {
            let at = self.token_start();
            let word = self.peek_name().to_owned();
            if self.registry.form(&word).is_none() {
                let message = format!("`{word}` is no op that a reduction can apply");
                return self.fail(code::UNKNOWN_NAME, at, message);
            }
            self.at += word.len();
            applied = Some((at, word));
        }
        self.expect_word("across")?;
        self.ints_clause("dimensions", "dimensions", state)?;
        Ok(applied)
    }

    /// Creates the region of a reduction: that of the applied op, or the text of the reducer.
    fn reducer(
        &mut self,
        applied: Option<(usize, String)>,
        state: &mut FormState,
        form: &AssemblyForm<'_>,
    ) -> Parse<()> {
        let op = self.early_op(state, form.name);
        match applied {
            Some((at, word)) => self.applied_reducer(op, at, &word, state),
            None => self.written_reducer(op),
        }
    }

    fn applied_reducer(&mut self, op: Op, at: usize, word: &str, state: &FormState) -> Parse<()> {
        let inputs = state.inputs[0].clone().unwrap_or_default();
        let [input, _] = inputs[..] else {
            let message =
                format!("`applies` needs one reduced operand, found {}", inputs.len() / 2);
            return self.fail_span(code::COUNT, at, at + word.len(), message);
        };
        let elem = match self.module.ctx.kind(input) {
            TypeKind::Tensor { elem, .. } => *elem,
            _ => input,
        };
        let scalar: Type = self.module.ctx.tensor_type(&[], elem, None);
        let region = self.module.add_region(op);
        let block = self.module.add_block(region, Label::NONE);
        let operands = [0, 1].map(|_| self.module.add_argument(block, scalar, Label::NONE));
        let span = self.span(at, at + word.len());
        let name = self.module.ctx.name(word);
        let new = NewOp { operands: &operands, results: &[scalar], span, ..NewOp::new(name) };
        let result = self.module.create_op(new);
        self.module.append_op(block, result);
        let results: Vec<_> = self.module.results(result).collect();
        let name = self.module.ctx.name(RETURN);
        let end = self.module.create_op(NewOp { operands: &results, span, ..NewOp::new(name) });
        self.module.append_op(block, end);
        Ok(())
    }

    /// Reads `reducer(%a: type, %b: type) (%c: type, %d: type) {...}`: the arguments of the block are the first of each
    /// pair, then the second.
    fn written_reducer(&mut self, op: Op) -> Parse<()> {
        self.expect_word("reducer")?;
        let mut args: [Vec<Arg>; 2] = [Vec::new(), Vec::new()];
        while self.peek() == b'(' {
            self.expect(b'(', " before the arguments of a reducer")?;
            for (place, args) in args.iter_mut().enumerate() {
                if place > 0 {
                    self.expect(b',', " between the arguments of a reducer")?;
                }
                let name = self.value_name()?;
                self.expect(b':', " before the type of an argument")?;
                let ty = self.ty()?;
                // A location of an argument is that of the op.
                self.optional_loc(|_| crate::state::Pending::None)?;
                args.push(Arg::named(name, ty));
            }
            self.expect(b')', " after the arguments of a reducer")?;
        }
        let [first, second] = args;
        let args: Vec<Arg> = first.into_iter().chain(second).collect();
        let region = self.module.add_region(op);
        self.isolated(false, |parser| parser.body(region, &args))
    }
}

//! The check of a function of a layout with symbols: a comparison at values of the symbols and indices.
//!
//! All are compared if there are few enough. Otherwise these are: for the ends of the ranges of all symbols the corners of
//! the index, and seeded samples. Then the equality is decided for all values (`proof`). A remark reports if it is undecided.

mod proof;

use super::claim::Claim;
use super::compare::{MOST, SAMPLES, SEED, SplitMix64, is_word_of};
use super::oracle::{OracleFunction, OracleMachine, Trap};
use crate::pass::PassContext;
use address::{OffsetUnit, arith, reciprocal, reciprocal_ranges};
use ir::Op;
use ir::diag::{Code, Diag, Severity, code, counted};
use ir::layout::{Range, SymExpr, SymbolWitness, SymbolicFault, SymbolicLayout, corners};
use ir::{Module, Registry};

/// The maximum number of symbols, and of dims, of which all combinations of their ends are compared.
const CORNER_BITS: usize = crate::limits::SYMBOL_CORNER_BITS as usize;

/// A function, and the layout with symbols whose addresses it must compute.
struct SymbolicComparison<'a> {
    claim: &'a Claim<'a>,
    layout: &'a SymbolicLayout,
    function: &'a OracleFunction,
    /// The number of each symbol that is a parameter.
    params: Vec<usize>,
    /// The divisors of which a multiplier and a shift are parameters after the symbols.
    divisors: Vec<SymExpr>,
}

/// A difference between a function and its layout, with the op that causes it, if one does.
struct SymbolicDifference {
    message: String,
    op: Option<Op>,
}

impl SymbolicDifference {
    fn new(message: String) -> SymbolicDifference {
        SymbolicDifference { message, op: None }
    }
}

/// Checks the function of a layout with symbols. Returns a diagnostic if the check is incomplete.
///
/// # Errors
/// The function does not have the parameters of the layout, or the first difference.
pub(super) fn check(
    module: &Module,
    (claim, layout): (&Claim<'_>, &SymbolicLayout),
    cx: &mut PassContext<'_>,
    op: Op,
) -> Result<Option<Diag>, Box<Diag>> {
    let function = read(module, cx.registry, op)?;
    let name = module.symbol(op).unwrap_or("");
    let error =
        |code: Code, message: String| Box::new(Diag::error(code, module.location(op), message));
    let params = params(claim, layout).map_err(|message| error(code::ADDRESS_DIFFERS, message))?;
    fits(claim, layout, &function).map_err(|(code, message)| error(code, message))?;
    let divisors = divisors(claim, &function);
    let divisors = divisors.map_err(|message| error(code::ADDRESS_DIFFERS, message))?;
    let comparison = SymbolicComparison { claim, layout, function: &function, params, divisors };
    let (compared, is_complete) = comparison.run().map_err(|difference| {
        let message = format!("`@{name}` and `@{}` differ {}", claim.of, difference.message);
        let diag = error(code::ADDRESS_DIFFERS, message);
        match difference.op {
            Some(op) => Box::new(diag.note_at(module.location(op), "caused by this op")),
            None => diag,
        }
    })?;
    cx.stats.add("functions checked", 1);
    cx.stats.add("indices compared", compared);
    let proven = match is_complete {
        true => Ok(()),
        false => comparison.proof(module, cx.registry, op),
    };
    cx.stats.add(if proven.is_ok() { "functions proven" } else { "functions without a proof" }, 1);
    if is_complete {
        cx.stats.add("functions proven by comparison at all indices", 1);
    }
    let Err(why) = proven else { return Ok(None) };
    let message = format!(
        "`@{name}` was compared with `@{}` at {compared} indices for some values of the symbols, which does not prove that they are equal",
        claim.of
    );
    let diag = Diag::new(Severity::Remark, code::ADDRESS_DIFFERS, module.location(op), message);
    Ok(Some(diag.note(format!("no proof for all values: {why}"))))
}

fn read(module: &Module, registry: &Registry, op: Op) -> Result<OracleFunction, Box<Diag>> {
    OracleFunction::read(module, registry, op, 0)
        .map_err(|(place, fault)| Box::new(fault.to_diag(module.location(place))))
}

/// Returns the number of each symbol that is a parameter.
///
/// # Errors
/// The symbol is unknown, or has another range.
fn params(claim: &Claim<'_>, layout: &SymbolicLayout) -> Result<Vec<usize>, String> {
    let own = layout.symbols();
    let params = claim.attr.signature.own_symbols().iter().map(|param| {
        let number = own.index_of(&param.name);
        let number =
            number.ok_or_else(|| format!("`@{}` has no symbol `{}`", claim.of, param.name))?;
        let symbol = &own.symbols()[number];
        if (symbol.min, symbol.max) != (param.range.low, param.range.high) {
            return Err(format!(
                "`{}` is within {} to {} in `@{}`, but `symbol_ranges` are {} to {}",
                param.name, symbol.min, symbol.max, claim.of, param.range.low, param.range.high
            ));
        }
        Ok(number)
    });
    params.collect()
}

/// Returns the divisors of which a multiplier and a shift are parameters.
///
/// # Errors
/// An expression is too large, or a parameter has another range.
fn divisors(claim: &Claim<'_>, function: &OracleFunction) -> Result<Vec<SymExpr>, String> {
    let signature = &claim.attr.signature;
    let Some(map) = &signature.divisors else { return Ok(Vec::new()) };
    let own = signature.own_symbols().len();
    let reciprocals = signature.symbols.iter().zip(&function.inputs[signature.lengths.len()..]);
    for (at, (param, &width)) in reciprocals.enumerate().skip(own) {
        let expected = reciprocal_ranges(width - 1)[(at - own) % 2];
        if param.range != expected {
            let Range { low, high } = param.range;
            return Err(format!(
                "`{}` of a divisor must be within {} to {}, but `symbol_ranges` are {low} to {high}",
                param.name, expected.low, expected.high
            ));
        }
    }
    map.sym_exprs()
}

/// Checks that the signature of the function is that of an addressing function of the layout.
fn fits(
    claim: &Claim<'_>,
    layout: &SymbolicLayout,
    function: &OracleFunction,
) -> Result<(), (Code, String)> {
    let of = claim.of;
    let signature = &claim.attr.signature;
    if signature.lengths.len() != layout.rank() {
        let message = format!(
            "`lengths` has {}, but `@{of}` has {}",
            counted(signature.lengths.len(), "entry"),
            counted(layout.rank(), "dim")
        );
        return Err((code::ADDRESS_DIFFERS, message));
    }
    claim.inputs(function).map_err(|fault| (fault.code, fault.message))?;
    if !matches!(function.outputs.as_slice(), [_] | [_, 1]) {
        let message = "an addressing function must return an offset, or an offset and an i1";
        return Err((code::TYPE_MISMATCH, message.to_owned()));
    }
    if claim.attr.unit == OffsetUnit::Byte && layout.elem().and_then(|elem| elem.bytes()).is_none()
    {
        let message = format!("`@{of}` has no offsets in whole bytes");
        return Err((code::ADDRESS, message));
    }
    Ok(())
}

impl SymbolicComparison<'_> {
    /// Proves the equality for all values of the symbols and all indices.
    fn proof(&self, module: &Module, registry: &Registry, op: Op) -> Result<(), String> {
        let program = arith::program(module, registry, op).map_err(|diag| diag.message)?;
        let params = (&self.params[..], &self.divisors[..]);
        proof::prove(&program, self.layout, params, self.scale())
    }

    /// Returns the number by which an offset in elements is multiplied.
    fn scale(&self) -> i64 {
        match self.claim.attr.unit {
            OffsetUnit::Element => 1,
            OffsetUnit::Byte => {
                self.layout.elem().and_then(|it| it.bytes()).map_or(1, |it| it.get())
            }
        }
    }

    /// Compares, and returns the number of indices, and `true` if they are all indices for all values of the symbols.
    fn run(&self) -> Result<(u64, bool), SymbolicDifference> {
        let symbols = self.layout.symbols().symbols();
        let counts = symbols
            .iter()
            .map(|it| u128::from(it.max.abs_diff(it.min) / it.divisor.unsigned_abs()) + 1);
        let lengths = self.claim.attr.signature.lengths.iter();
        let lengths = lengths.map(|length| length.unsigned_abs().into());
        let total = counts.chain(lengths).fold(1, u128::saturating_mul);
        let mut machine = OracleMachine::new(self.function);
        let is_complete = total <= MOST;
        let compared = if is_complete { self.all(&mut machine)? } else { self.some(&mut machine)? };
        Ok((compared, is_complete))
    }

    /// Compares at all indices for all values of the symbols.
    fn all(&self, machine: &mut OracleMachine<'_>) -> Result<u64, SymbolicDifference> {
        let symbols = self.layout.symbols().symbols();
        let mut values: Vec<i64> = symbols.iter().map(|symbol| symbol.min).collect();
        let mut compared = 0;
        loop {
            if self.layout.symbols().contains(&values) {
                let lengths = self.lengths(&values)?;
                let mut index = vec![0; lengths.len()];
                loop {
                    self.compare(machine, &values, &index)?;
                    compared += 1;
                    let next = (0..index.len()).rev().find(|&at| index[at] + 1 < lengths[at]);
                    let Some(at) = next else { break };
                    index[at] += 1;
                    index[at + 1..].fill(0);
                }
            }
            let next = (0..values.len()).rev().find(|&at| values[at] < symbols[at].max);
            let Some(at) = next else { return Ok(compared) };
            values[at] += symbols[at].divisor;
            for (value, symbol) in values.iter_mut().zip(symbols).skip(at + 1) {
                *value = symbol.min;
            }
        }
    }

    /// Compares at the corners, and at random indices for random values of the symbols, half of which are near an end of
    /// their range.
    fn some(&self, machine: &mut OracleMachine<'_>) -> Result<u64, SymbolicDifference> {
        let symbols = self.layout.symbols().symbols();
        let mut compared = 0;
        let ranges: Vec<(i64, i64)> = symbols.iter().map(|it| (it.min, it.max)).collect();
        for values in corners(&ranges, CORNER_BITS) {
            if self.layout.symbols().contains(&values) {
                let lengths = self.lengths(&values)?;
                let ranges: Vec<(i64, i64)> = lengths.iter().map(|it| (0, it - 1)).collect();
                for index in corners(&ranges, CORNER_BITS) {
                    self.compare(machine, &values, &index)?;
                    compared += 1;
                }
            }
        }
        let mut random = SplitMix64(SEED);
        for _ in 0..SAMPLES {
            let values = symbols.iter().map(|symbol| {
                let steps = symbol.max.abs_diff(symbol.min) / symbol.divisor.unsigned_abs();
                let step = near(&mut random, i64::try_from(steps).unwrap_or(i64::MAX));
                i64::try_from(
                    i128::from(symbol.min) + i128::from(step) * i128::from(symbol.divisor),
                )
                .unwrap_or(symbol.min)
            });
            let values: Vec<i64> = values.collect();
            if self.layout.symbols().contains(&values) {
                let lengths = self.lengths(&values)?;
                let index: Vec<i64> =
                    lengths.iter().map(|length| near(&mut random, length - 1)).collect();
                self.compare(machine, &values, &index)?;
                compared += 1;
            }
        }
        Ok(compared)
    }

    /// Returns the lengths for values of the symbols.
    ///
    /// # Errors
    /// A length is invalid, or longer than the greatest one that the function states.
    fn lengths(&self, values: &[i64]) -> Result<Vec<i64>, SymbolicDifference> {
        let lengths =
            self.layout.lengths_at(values).map_err(|fault| self.without_address(&fault, values))?;
        let stated = &self.claim.attr.signature.lengths;
        match lengths.iter().zip(stated).position(|(length, stated)| length > stated) {
            None => Ok(lengths),
            Some(dim) => Err(SymbolicDifference::new(format!(
                "for {}: the length of d{dim} is {}, but `lengths` has {}",
                self.text(values, &[]),
                lengths[dim],
                stated[dim]
            ))),
        }
    }

    fn compare(
        &self,
        machine: &mut OracleMachine<'_>,
        values: &[i64],
        index: &[i64],
    ) -> Result<(), SymbolicDifference> {
        let symbols = self.params.iter().map(|&number| values[number].cast_unsigned());
        let index_words = index.iter().map(|component| component.cast_unsigned());
        let words: Vec<u64> = index_words.chain(symbols).chain(self.reciprocals(values)?).collect();
        let inputs = words.into_iter().zip(&self.function.inputs);
        let inputs: Vec<u64> =
            inputs.map(|(value, width)| value & (u64::MAX >> (64 - width))).collect();
        let trapped = |trap: Trap| SymbolicDifference {
            message: format!("at {}: the function {trap}", self.text(values, index)),
            op: Some(trap.op()),
        };
        machine.run(&inputs).map_err(trapped)?;
        let is_valid = machine.result(1).map(|truth| truth == 1);
        let got = machine.result(0).unwrap_or(0);
        let right = self.offset(values, index)?;
        let kind = match (right, is_valid) {
            (None, Some(false)) => return Ok(()),
            (Some(right), None | Some(true))
                if is_word_of(got, right, self.function.outputs[0]) =>
            {
                return Ok(());
            }
            (None, _) => "the index is invalid in the layout, but valid in the function".to_owned(),
            (Some(right), Some(false)) => {
                format!(
                    "the function reports the index as invalid, but the layout has offset {right}"
                )
            }
            (Some(right), _) => {
                format!("the function returns {got}, but the layout has offset {right}")
            }
        };
        Err(SymbolicDifference::new(format!("at {}: {kind}", self.text(values, index))))
    }

    /// Returns the multiplier and the shift of each divisor.
    ///
    /// # Errors
    /// A divisor is below 1, or too large for the function.
    fn reciprocals(&self, values: &[i64]) -> Result<Vec<u64>, SymbolicDifference> {
        let width = self.function.inputs.last().copied().unwrap_or(64);
        let mut words = Vec::new();
        for divisor in &self.divisors {
            let value = divisor.eval(values, &[]).ok().and_then(|it| u64::try_from(it).ok());
            let found = value.and_then(|value| reciprocal(value, width - 1));
            let (multiplier, shift) = found.ok_or_else(|| {
                let text = divisor.text(self.layout.symbols());
                let at = self.text(values, &[]);
                SymbolicDifference::new(format!("for {at}: `{text}` has no reciprocal in i{width}"))
            })?;
            words.extend([multiplier, shift.into()]);
        }
        Ok(words)
    }

    /// Returns the offset of the layout in the function's unit; `None` if the index is invalid.
    fn offset(&self, values: &[i64], index: &[i64]) -> Result<Option<i64>, SymbolicDifference> {
        let offset = self.layout.offset_at(values, index);
        let Some(offset) = offset.map_err(|fault| self.without_address(&fault, values))? else {
            return Ok(None);
        };
        let scaled = offset.checked_mul(self.scale()).ok_or_else(|| {
            let at = self.text(values, index);
            SymbolicDifference::new(format!("at {at}: the offset does not fit 64 bits"))
        });
        scaled.map(Some)
    }

    fn without_address(&self, fault: &SymbolicFault, values: &[i64]) -> SymbolicDifference {
        let at = self.text(values, &[]);
        SymbolicDifference::new(format!("for {at}: the layout has no address: {fault}"))
    }

    fn text(&self, values: &[i64], index: &[i64]) -> String {
        SymbolWitness::new(values.to_vec(), index.to_vec()).text(self.layout.symbols())
    }
}

/// Returns a random number from 0 to `most`, half of the time one of the four nearest to an end.
fn near(random: &mut SplitMix64, most: i64) -> i64 {
    let length = most.saturating_add(1);
    match random.below(4) {
        0 => random.below(length.min(4)),
        1 => most - random.below(length.min(4)),
        _ => random.below(length),
    }
}

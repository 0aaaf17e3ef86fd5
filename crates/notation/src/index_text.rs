//! Index expressions in the texts of notations: their meaning, and digits of dims as text.

use layout::index::{Expr, Exprs};
use layout::{Algebra, LayoutFault, MapFault, NotationFault, Shape};
use pest::RuleType;
use pest::iterators::Pair;
use std::ops::Range;

use crate::expression::ExpressionReader;
use crate::grammar::{clip, range, unknown};
use crate::suffix::fault_at;

/// A reader of index expressions over named dims.
pub(crate) struct IndexReader<'a> {
    /// The store of the expressions.
    pub(crate) exprs: Exprs,
    /// The names of the dims with their expressions, and those of symbols, whose values are unknown.
    variables: Vec<(&'a str, Result<Expr, usize>)>,
}

impl<'a> IndexReader<'a> {
    /// Returns a reader over the dims of a shape. `dims` has a name for each of them.
    ///
    /// # Errors
    /// A name occurs twice.
    pub(crate) fn new<R: RuleType>(
        shape: &Shape,
        dims: &[Pair<'a, R>],
        symbols: &[Pair<'a, R>],
    ) -> Result<IndexReader<'a>, NotationFault> {
        let mut exprs = Exprs::new();
        let values = exprs.index_of(shape).into_iter().map(Ok);
        let values = values.chain((0..symbols.len()).map(Err));
        let mut variables: Vec<(&str, _)> = Vec::new();
        for (name, value) in dims.iter().chain(symbols).zip(values) {
            if variables.iter().any(|(known, _)| *known == name.as_str()) {
                let message = format!("duplicate dim or symbol `{}`", clip(name.as_str()));
                return Err(NotationFault::new(range(name), message));
            }
            variables.push((name.as_str(), value));
        }
        Ok(IndexReader { exprs, variables })
    }
}

impl ExpressionReader for IndexReader<'_> {
    type Value = Expr;

    fn constant(&mut self, value: i64) -> Expr {
        self.exprs.constant(value)
    }

    fn variable<R: RuleType>(&mut self, pair: &Pair<'_, R>) -> Result<Expr, NotationFault> {
        let name = pair.as_str();
        match self.variables.iter().find(|(known, _)| *known == name) {
            Some((_, Ok(expr))) => Ok(*expr),
            Some((_, Err(symbol))) => {
                let message = format!("the value of symbol s{symbol} is unknown");
                Err(NotationFault::new(range(pair), message))
            }
            None => {
                let known = self.variables.iter().map(|(name, _)| *name);
                Err(unknown("dim or symbol", name, range(pair), known))
            }
        }
    }

    fn negated(&mut self, value: Expr) -> Result<Expr, LayoutFault> {
        Ok(self.exprs.linear(0, &[(-1, value)]))
    }

    fn operation(
        &mut self,
        sign: &str,
        (left, right): (Expr, Expr),
        at: Range<usize>,
    ) -> Result<Expr, NotationFault> {
        self.exprs.operation(sign, left, right).map_err(|fault| fault_at(at, fault))
    }
}

/// Converts the fault of a map to one of its text: of the result at fault, or of the whole.
pub(crate) fn map_fault<R: RuleType>(
    fault: MapFault,
    results: &[Pair<'_, R>],
    whole: Range<usize>,
) -> NotationFault {
    let at = fault.result.and_then(|result| results.get(result)).map_or(whole, range);
    fault_at(at, fault.fault)
}

/// The operators of index expressions in a notation.
pub(crate) struct IndexOperators {
    /// Division that rounds down.
    pub(crate) div: &'static str,
    /// The remainder.
    pub(crate) rem: &'static str,
}

/// Returns the digit `(name div divisor) rem modulus`.
pub(crate) fn digit_text(
    name: &str,
    divisor: i64,
    modulus: Option<i64>,
    operators: &IndexOperators,
) -> String {
    let IndexOperators { div, rem } = operators;
    match (divisor, modulus) {
        (1, None) => name.to_owned(),
        (1, Some(modulus)) => format!("{name}{rem}{modulus}"),
        (_, None) => format!("{name}{div}{divisor}"),
        (_, Some(modulus)) => format!("{name}{div}{divisor}{rem}{modulus}"),
    }
}

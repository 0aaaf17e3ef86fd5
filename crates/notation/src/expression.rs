//! The structure of the expressions of `index.pest`, which is the same for numbers, index maps and symbols.

use layout::{LayoutFault, NotationFault};
use pest::RuleType;
use pest::iterators::Pair;
use std::ops::Range;

use crate::grammar::{integer, parts, range};
use crate::suffix::fault_at;

/// A reader of expressions into values of a kind. It states the values of names and operations; the walk is the same for all.
pub(crate) trait ExpressionReader {
    /// The value of an expression.
    type Value;

    /// Returns the value of a number.
    fn constant(&mut self, value: i64) -> Self::Value;

    /// Returns the value of a name.
    ///
    /// # Errors
    /// The name is unknown.
    fn variable<R: RuleType>(&mut self, pair: &Pair<'_, R>) -> Result<Self::Value, NotationFault>;

    /// Returns the negated value.
    ///
    /// # Errors
    /// The value is too large.
    fn negated(&mut self, value: Self::Value) -> Result<Self::Value, LayoutFault>;

    /// Returns the result of an operation. A fault is at the bytes `at`.
    ///
    /// # Errors
    /// The operation has no value.
    fn operation(
        &mut self,
        sign: &str,
        operands: (Self::Value, Self::Value),
        at: Range<usize>,
    ) -> Result<Self::Value, NotationFault>;

    /// Returns the values of several matches.
    ///
    /// # Errors
    /// As [`expr`](Self::expr).
    fn all<R: RuleType>(
        &mut self,
        pairs: &[Pair<'_, R>],
    ) -> Result<Vec<Self::Value>, NotationFault> {
        pairs.iter().map(|pair| self.expr(pair)).collect()
    }

    /// Returns the value of a match of `expr`, `term` or `factor`. The grammar bounds the nesting.
    ///
    /// # Errors
    /// A name is unknown, an operation has no value, or a number does not fit 64 bits.
    fn expr<R: RuleType>(&mut self, pair: &Pair<'_, R>) -> Result<Self::Value, NotationFault> {
        match format!("{:?}", pair.as_rule()).as_str() {
            "natural" => {
                let value = integer(pair)?;
                Ok(self.constant(value))
            }
            "variable" => self.variable(pair),
            "negation" => {
                let inner = parts(pair.clone());
                let Some((value, signs)) = inner.split_last() else { return Err(missing(pair)) };
                let value = self.expr(value)?;
                match signs.len() % 2 {
                    0 => Ok(value),
                    _ => self.negated(value).map_err(|fault| fault_at(range(pair), fault)),
                }
            }
            "factor" => match parts(pair.clone()).first() {
                Some(inner) => self.expr(inner),
                None => Err(missing(pair)),
            },
            _ => self.chain(pair),
        }
    }

    /// Evaluates operands and operators from the left.
    ///
    /// # Errors
    /// As [`expr`](Self::expr).
    fn chain<R: RuleType>(&mut self, pair: &Pair<'_, R>) -> Result<Self::Value, NotationFault> {
        let mut items = parts(pair.clone()).into_iter();
        let Some(first) = items.next() else { return Err(missing(pair)) };
        let mut value = self.expr(&first)?;
        while let (Some(sign), Some(operand)) = (items.next(), items.next()) {
            let right = self.expr(&operand)?;
            let at = if sign.as_str() == "*" { range(&sign) } else { range(&operand) };
            value = self.operation(sign.as_str(), (value, right), at)?;
        }
        Ok(value)
    }
}

/// Returns the fault of a match without an expression.
fn missing<R: RuleType>(pair: &Pair<'_, R>) -> NotationFault {
    NotationFault::new(range(pair), "expected an index expression")
}

//! Index expressions in the texts of notations: their meaning, and digits of dims as text.

use layout::index::{Expr, Exprs};
use layout::{
    Algebra, Elems, Layout, LayoutFault, MemShape, MemStrides, NotationFault, PhysicalLayout,
    Shape, nearest, row_major_strides,
};
use pest::RuleType;
use pest::iterators::Pair;

use crate::grammar::{clip, integer, parts, range};

/// A reader of index expressions over named dims.
pub(crate) struct IndexReader<'a> {
    /// The store of the expressions.
    pub(crate) exprs: Exprs,
    /// The names of the dims with their expressions.
    variables: Vec<(&'a str, Expr)>,
}

impl<'a> IndexReader<'a> {
    /// Returns a reader over dims of these names and lengths.
    pub(crate) fn new(names: &[&'a str], lengths: &[i64]) -> IndexReader<'a> {
        let mut exprs = Exprs::new();
        let dims = (0..).zip(names.iter().zip(lengths));
        let variables = dims.map(|(number, (name, &length))| (*name, exprs.var(number, length)));
        let variables = variables.collect();
        IndexReader { exprs, variables }
    }

    /// Returns the expression of a match of `expr`, `term` or `factor`. The grammar bounds the depth.
    ///
    /// # Errors
    /// A name is unknown, an operand that must be constant is not, or a number does not fit 64 bits.
    pub(crate) fn expr<R: RuleType>(&mut self, pair: &Pair<'_, R>) -> Result<Expr, NotationFault> {
        match format!("{:?}", pair.as_rule()).as_str() {
            "natural" => {
                let value = integer(pair)?;
                Ok(self.exprs.constant(value))
            }
            "variable" => self.variable(pair),
            "negation" => {
                let inner = self.only(pair)?;
                Ok(self.exprs.linear(0, &[(-1, inner)]))
            }
            "factor" => self.only(pair),
            _ => self.chain(pair),
        }
    }

    fn only<R: RuleType>(&mut self, pair: &Pair<'_, R>) -> Result<Expr, NotationFault> {
        match parts(pair.clone()).first() {
            Some(inner) => self.expr(inner),
            None => Err(NotationFault::new(range(pair), "expected an index expression")),
        }
    }

    fn variable<R: RuleType>(&self, pair: &Pair<'_, R>) -> Result<Expr, NotationFault> {
        let name = pair.as_str();
        let found = self.variables.iter().find(|(known, _)| *known == name);
        found.map(|(_, expr)| *expr).ok_or_else(|| {
            let names = self.variables.iter().map(|(name, _)| *name);
            let near = nearest(name, names).map(str::to_owned);
            let message = format!("unknown dim `{}`", clip(name));
            NotationFault { near, ..NotationFault::new(range(pair), message) }
        })
    }

    /// Evaluates operands and operators from the left.
    fn chain<R: RuleType>(&mut self, pair: &Pair<'_, R>) -> Result<Expr, NotationFault> {
        let mut items = parts(pair.clone()).into_iter();
        let Some(first) = items.next() else {
            return Err(NotationFault::new(range(pair), "expected an index expression"));
        };
        let mut value = self.expr(&first)?;
        while let (Some(op), Some(operand)) = (items.next(), items.next()) {
            let right = self.expr(&operand)?;
            value = self.apply(value, &op, right, &operand)?;
            if value == Expr::OVERFLOW {
                return Err(NotationFault::new(range(pair), "a number does not fit 64 bits"));
            }
        }
        Ok(value)
    }

    fn apply<R: RuleType>(
        &mut self,
        left: Expr,
        op: &Pair<'_, R>,
        right: Expr,
        operand: &Pair<'_, R>,
    ) -> Result<Expr, NotationFault> {
        let exprs = &mut self.exprs;
        let sign = op.as_str();
        if let "+" | "-" = sign {
            let factor = if sign == "+" { 1 } else { -1 };
            return Ok(exprs.linear(0, &[(1, left), (factor, right)]));
        }
        if sign == "*" {
            let (factor, value) = match (exprs.as_constant(left), exprs.as_constant(right)) {
                (_, Some(factor)) => (factor, left),
                (Some(factor), None) => (factor, right),
                (None, None) => {
                    let message = "a product must have a constant factor";
                    return Err(NotationFault::new(range(op), message));
                }
            };
            return Ok(exprs.linear(0, &[(factor, value)]));
        }
        let divisor = match exprs.as_constant(right) {
            Some(divisor @ 1..) => divisor,
            found => {
                let found = found.map_or("a dim".to_owned(), |found| found.to_string());
                let message =
                    format!("the divisor of `{sign}` must be a constant above 0, found {found}");
                return Err(NotationFault::new(range(operand), message));
            }
        };
        Ok(match sign {
            "%" | "mod" => exprs.digit(&left, 1, Some(divisor)),
            "ceildiv" => {
                let raised = exprs.linear(divisor - 1, &[(1, left)]);
                exprs.digit(&raised, divisor, None)
            }
            _ => exprs.digit(&left, divisor, None),
        })
    }
}

/// Returns the layout of components over row-major memory, whose dims end after these indices.
///
/// # Errors
/// A component leaves its length, or a count does not fit 64 bits.
pub(crate) fn row_major(
    exprs: &mut Exprs,
    lengths: &[i64],
    components: &[Expr],
    last: &[i64],
) -> Result<Layout, LayoutFault> {
    let fault = |what: &str| LayoutFault::new(format!("{what} do not fit 64 bits"));
    let memory: Option<Vec<i64>> = last.iter().map(|last| last.checked_add(1)).collect();
    let memory = memory.ok_or_else(|| fault("the lengths of memory"))?;
    let strides = row_major_strides(&memory).ok_or_else(|| fault("the strides of memory"))?;
    let rank = |error: layout::RankError| LayoutFault::new(error.to_string());
    let strides = MemStrides::new(strides.into_iter().map(Elems::new)).map_err(rank)?;
    let memory = MemShape::of_static(&memory).map_err(rank)?;
    let memory = PhysicalLayout::new(memory, strides, Elems::ZERO, None).map_err(rank)?;
    let shape = Shape::of_static(lengths).map_err(rank)?;
    Layout::of_components(&shape, exprs, components, memory)
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

//! The decision whether every intermediate value of an expression fits a width, for all values of the symbols.
//!
//! Interval analysis proves that a value fits. Otherwise values of the symbols and an index at which it does not fit are
//! searched at the ends of all ranges. If there are none, the decision procedure of the crate `layout` answers.

use super::bounds::{Bounds, Interval};
use super::rewrite::{Addition, undecided};
use layout::{
    Claim, Decider, Decision, Relation, SymExpr, SymNode, SymbolWitness, SymbolicFault,
    SymbolicLayout, corners, joined,
};

/// The maximum number of symbols or dims of which all combinations of least and greatest values are tried.
const CORNER_BITS: usize = crate::limits::WITNESS_CORNER_BITS as usize;

/// The values that a width must hold.
pub(super) struct WidthCheck<'a> {
    pub(super) layout: &'a SymbolicLayout,
    pub(super) bounds: &'a Bounds,
    /// The magnitude bits: 31 or 63.
    pub(super) bits: u32,
}

impl WidthCheck<'_> {
    /// Checks each value that is computed for an expression.
    ///
    /// # Errors
    /// The first value that does not fit, with the first values of the symbols at which it does not, or that of which it
    /// is undecided.
    pub(super) fn check(&self, expr: &SymExpr) -> Result<(), Box<SymbolicFault>> {
        let mut open: Vec<&SymExpr> = Vec::new();
        intermediates(expr, &mut |value| {
            let fits = || self.bounds.of(value).is_some_and(|interval| interval.fits(self.bits));
            if !open.contains(&value) && !fits() {
                open.push(value);
            }
        });
        if open.is_empty() {
            return Ok(());
        }
        if let Some(found) = self.first_misfit(expr) {
            return Err(Box::new(self.fault(expr, found)));
        }
        let mut decider = Decider::new();
        open.into_iter().try_for_each(|value| self.decide(value, &mut decider))
    }

    /// Decides whether a value fits for all values of the symbols and all indices.
    fn decide(&self, value: &SymExpr, decider: &mut Decider<'_>) -> Result<(), Box<SymbolicFault>> {
        let most = i64::MAX >> (63 - self.bits);
        for (sign, bound) in [("<=", most), (">=", -most - 1)] {
            let relation = Relation::comparison(sign, value.clone(), SymExpr::constant(bound));
            let relation = relation.map_err(|message| Box::new(SymbolicFault::new(message)))?;
            let symbols = self.layout.symbols();
            let claim = Claim::new(symbols, self.layout.lengths(), &[], &relation);
            match decider.decide(&claim) {
                Decision::Holds(_) => {}
                Decision::Fails(found, _) => return Err(Box::new(self.fault(value, found))),
                Decision::Undecided(why) => {
                    let text = value.text(symbols);
                    let bits = self.bits;
                    let message = format!("whether `{text}` fits {bits} bits is undecided");
                    return Err(Box::new(undecided(message).note(self.note()).note(why)));
                }
            }
        }
        Ok(())
    }

    fn note(&self) -> &'static str {
        match self.bits {
            31 => "`index = \"i64\"` allows 63 bits",
            _ => "a range of each symbol, such as `s0 in 1..4096`, bounds the values",
        }
    }

    /// Returns the fault of an expression with values at which a part of it does not fit.
    fn fault(&self, expr: &SymExpr, found: SymbolWitness) -> SymbolicFault {
        let names = self.layout.symbols();
        let bits = self.bits;
        let most = (1i128 << bits) - 1;
        let value = self.misfit(expr, &found.values, &found.index).unwrap_or(expr);
        let text = value.text(names);
        let reach = match value.eval(&found.values, &found.index) {
            Ok(value) => format!("reaches {value}"),
            Err(_) => "exceeds 128 bits".to_owned(),
        };
        let at = self.first_text(expr, &found.values);
        let message = format!(
            "`{text}` {reach}, but {bits} bits hold at most {most}; first values that do not fit: {at}"
        );
        let mut fault = SymbolicFault::new(message).note(self.note());
        fault.witness = Some(Box::new(found));
        fault
    }

    /// Returns the first values of the symbols and an index at which a value does not fit; `None` if none are found. The
    /// first symbol with a choice has the least such value, where the later ones keep theirs.
    fn first_misfit(&self, expr: &SymExpr) -> Option<SymbolWitness> {
        let symbols = self.layout.symbols().symbols();
        let ranges: Vec<(i64, i64)> = symbols.iter().map(|it| (it.min, it.max)).collect();
        let mut corners = corners(&ranges, CORNER_BITS);
        let mut values = corners.find(|values| self.index_of(expr, values).is_some())?;
        let used = self.used(expr);
        for (number, symbol) in self.layout.symbols().symbols().iter().enumerate() {
            if !used[number] {
                values = self.lowered(expr, &values, number, 0).unwrap_or(values);
                continue;
            }
            // The least multiple at which it does not fit, if that is monotone; otherwise the first of some interval of them.
            let mut low = 0;
            let mut high =
                (i128::from(values[number]) - i128::from(symbol.min)) / i128::from(symbol.divisor);
            while low < high {
                let middle = low + (high - low) / 2;
                match self.lowered(expr, &values, number, middle) {
                    Some(_) => high = middle,
                    None => low = middle + 1,
                }
            }
            values = self.lowered(expr, &values, number, high).unwrap_or(values);
            if values[number] > symbol.min {
                break;
            }
        }
        let index = self.index_of(expr, &values)?;
        Some(SymbolWitness::new(values, index))
    }

    /// Returns the values with another value of a symbol, the one after this many steps, if the expression does not fit
    /// there either.
    fn lowered(
        &self,
        expr: &SymExpr,
        values: &[i64],
        number: usize,
        steps: i128,
    ) -> Option<Vec<i64>> {
        let symbol = &self.layout.symbols().symbols()[number];
        let mut values = values.to_vec();
        values[number] = symbol.value_after(steps)?;
        self.index_of(expr, &values)?;
        Some(values)
    }

    /// Returns a valid index at which the expression does not fit; `None` if the symbols may not have these values, or no
    /// index is found.
    fn index_of(&self, expr: &SymExpr, values: &[i64]) -> Option<Vec<i64>> {
        let lengths = self.layout.lengths_at(values).ok()?;
        let ranges: Vec<(i64, i64)> = lengths.iter().map(|length| (0, length - 1)).collect();
        let mut corners = corners(&ranges, CORNER_BITS);
        corners.find(|index| self.misfit(expr, values, index).is_some())
    }

    /// Returns the first value of an expression that does not fit at values of the symbols and an index.
    fn misfit<'e>(&self, expr: &'e SymExpr, values: &[i64], index: &[i64]) -> Option<&'e SymExpr> {
        let mut found = None;
        intermediates(expr, &mut |part| {
            let fits = || match part.eval(values, index) {
                Ok(value) => Interval::new(value, value).fits(self.bits),
                Err(_) => false,
            };
            if found.is_none() && !fits() {
                found = Some(part);
            }
        });
        found
    }

    /// Returns, for each symbol, `true` if the expression depends on it, or on a dim whose length does.
    fn used(&self, expr: &SymExpr) -> Vec<bool> {
        let mut used = vec![false; self.layout.symbols().len()];
        let mut dims = vec![false; self.layout.rank()];
        expr.mark(&mut used, &mut dims);
        for (length, _) in self.layout.lengths().iter().zip(&dims).filter(|(_, used)| **used) {
            length.mark(&mut used, &mut []);
        }
        used
    }

    /// Returns the text of values: `s0 = 32769 at s1 = 65536`.
    fn first_text(&self, expr: &SymExpr, values: &[i64]) -> String {
        let used = self.used(expr);
        let symbols = self.layout.symbols().symbols().iter();
        let free = symbols.clone().zip(values).zip(&used);
        let first = free.clone().position(|((symbol, value), used)| {
            *used && symbol.min != symbol.max && *value > symbol.min
        });
        let texts: Vec<(usize, String)> = free
            .enumerate()
            .filter(|(_, (_, used))| **used)
            .map(|(number, ((symbol, value), _))| (number, format!("{} = {value}", symbol.name)))
            .collect();
        let others = texts.iter().filter(|(number, _)| Some(*number) != first);
        let others = joined(others.map(|(_, text)| text), ", ");
        match texts.iter().find(|(number, _)| Some(*number) == first) {
            Some((_, first)) if others.is_empty() => first.clone(),
            Some((_, first)) => format!("{first} at {others}"),
            None if others.is_empty() => "all".to_owned(),
            None => others,
        }
    }
}

/// Calls a function with each value that is computed for an expression, operands first. A product by -1 that is added is
/// subtracted instead.
pub(super) fn intermediates<'e>(expr: &'e SymExpr, visit: &mut impl FnMut(&'e SymExpr)) {
    match expr.node() {
        SymNode::Sum(a, b) => match Addition::of(a, b) {
            Addition::Difference(a, b) | Addition::Sum(a, b) => {
                intermediates(a, visit);
                intermediates(b, visit);
            }
        },
        node => node.operands().into_iter().flatten().for_each(|it| intermediates(it, visit)),
    }
    visit(expr);
}

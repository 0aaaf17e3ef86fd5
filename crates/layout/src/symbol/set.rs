//! The values that symbols may have: a range and a divisor of each, and relations between them.

use super::expr::{SymEvalError, SymExpr, SymNode};
use super::fault::{SymbolWitness, SymbolicFault};
use crate::domain::lcm;

/// The maximum number of symbols of a set.
const MAX_SYMBOLS: usize = crate::limits::SYMBOLS as usize;

/// A symbol with the values that it may have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SymbolRange {
    /// The name.
    pub name: String,
    /// The least value, a multiple of the divisor.
    pub min: i64,
    /// The greatest value, a multiple of the divisor.
    pub max: i64,
    /// A number that divides all values, at least 1.
    pub divisor: i64,
}

/// The kind of a [`Relation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RelationKind {
    /// The expression is at least 0.
    NonNegative,
    /// The expression is 0.
    Zero,
}

/// A relation: an expression that is 0, or at least 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Relation {
    /// The expression.
    pub expr: SymExpr,
    /// The kind.
    pub kind: RelationKind,
}

impl Relation {
    /// Returns the relation that an expression is at least 0.
    pub fn non_negative(expr: SymExpr) -> Relation {
        Relation { expr, kind: RelationKind::NonNegative }
    }

    /// Returns the relation that an expression is 0.
    pub fn zero(expr: SymExpr) -> Relation {
        Relation { expr, kind: RelationKind::Zero }
    }

    /// Returns the relation of two expressions by a sign: `<=`, `<`, `>=`, `>` or `==`.
    ///
    /// # Errors
    /// The sign is unknown, or the expression is too deep or too large.
    pub fn comparison(sign: &str, left: SymExpr, right: SymExpr) -> Result<Relation, String> {
        let difference = |a, b| SymExpr::operation("-", a, b);
        let strict = |a, b| SymExpr::operation("-", difference(a, b)?, SymExpr::constant(1));
        Ok(match sign {
            "<=" => Relation::non_negative(difference(right, left)?),
            ">=" => Relation::non_negative(difference(left, right)?),
            "<" => Relation::non_negative(strict(right, left)?),
            ">" => Relation::non_negative(strict(left, right)?),
            "==" => Relation::zero(difference(left, right)?),
            _ => {
                return Err(format!(
                    "unknown relation `{sign}`; expected `<=`, `<`, `>=`, `>` or `==`"
                ));
            }
        })
    }

    /// Returns `true` if the relation holds at these values; `false` also if the expression has no value.
    pub fn holds(&self, values: &[i64], index: &[i64]) -> bool {
        self.decided_at(values, index) == Some(true)
    }

    /// Returns if the relation holds at these values; `None` if a value does not fit 128 bits. A relation whose expression
    /// has no value does not hold.
    pub(super) fn decided_at(&self, values: &[i64], index: &[i64]) -> Option<bool> {
        match (self.expr.eval(values, index), self.kind) {
            (Ok(value), RelationKind::NonNegative) => Some(value >= 0),
            (Ok(value), RelationKind::Zero) => Some(value == 0),
            (Err(SymEvalError::Overflow), _) => None,
            (Err(_), _) => Some(false),
        }
    }

    /// Returns the same relation with other symbols and dims.
    ///
    /// # Errors
    /// The expression is too deep or too large, or a divisor is below 1.
    pub(super) fn replaced(
        &self,
        symbols: &[SymExpr],
        dims: &[SymExpr],
    ) -> Result<Relation, String> {
        Ok(Relation { expr: self.expr.replaced(symbols, dims)?, kind: self.kind })
    }
}

/// Symbols in order, with the values that they may have together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SymbolSet {
    symbols: Vec<SymbolRange>,
    relations: Vec<Relation>,
}

impl SymbolSet {
    /// Returns the set without symbols.
    pub fn new() -> SymbolSet {
        SymbolSet::default()
    }

    /// Adds a symbol with the multiples of `divisor` from `min` to `max`, and returns its number. A symbol of which
    /// nothing is known is from 1 to 2^63 - 1 by 1.
    ///
    /// # Errors
    /// The name is in use, is not an identifier, or is that of a dim (`d0`), there are too many symbols, the divisor is below
    /// 1, or there is no value.
    pub fn declare(
        &mut self,
        name: &str,
        min: i64,
        max: i64,
        divisor: i64,
    ) -> Result<usize, SymbolicFault> {
        let starts = |c: char| c.is_ascii_alphabetic() || c == '_';
        let follows = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !name.starts_with(starts) || !name.chars().all(follows) {
            return Err(SymbolicFault::new(format!("invalid name of a symbol: `{name}`"))
                .note("expected a letter or `_`, then letters, digits or `_`"));
        }
        let dim = name.strip_prefix('d').is_some_and(|rest| {
            !rest.is_empty() && rest.chars().all(|letter| letter.is_ascii_digit())
        });
        if dim {
            return Err(SymbolicFault::new(format!("`{name}` is the name of a dim")));
        }
        if self.index_of(name).is_some() {
            return Err(SymbolicFault::new(format!("duplicate symbol `{name}`")));
        }
        if self.symbols.len() == MAX_SYMBOLS {
            let message = format!("a layout must have at most {MAX_SYMBOLS} symbols");
            return Err(SymbolicFault::new(message));
        }
        if divisor < 1 {
            let message = format!("the divisor of `{name}` must be at least 1, but is {divisor}");
            return Err(SymbolicFault::new(message));
        }
        let range = SymbolRange { name: name.to_owned(), min, max, divisor };
        self.symbols.push(range.trimmed()?);
        Ok(self.symbols.len() - 1)
    }

    /// Adds a relation between the symbols. A relation that bounds one symbol, or states a divisor of it, narrows its
    /// range instead.
    ///
    /// # Errors
    /// The relation depends on a dim or an unknown symbol, or excludes all values of a symbol.
    pub fn require(&mut self, relation: Relation) -> Result<(), SymbolicFault> {
        let (symbols, dims) = relation.expr.extents();
        if dims > 0 {
            let text = relation.text(self);
            return Err(SymbolicFault::new(format!("the relation `{text}` depends on a dim")));
        }
        if symbols > self.symbols.len() {
            let message = format!(
                "a relation has symbol number {}, but there are {}",
                symbols - 1,
                self.symbols.len()
            );
            return Err(SymbolicFault::new(message));
        }
        match narrowing(&relation) {
            Some(Narrowing::Known(true)) => Ok(()),
            Some(Narrowing::Known(false)) => {
                let text = relation.text(self);
                Err(SymbolicFault::new(format!("the relation `{text}` never holds")))
            }
            Some(Narrowing::Range(symbol, min, max)) => {
                let range = self.symbols[symbol].clone();
                let (min, max) = (range.min.max(min), range.max.min(max));
                self.symbols[symbol] = SymbolRange { min, max, ..range }.trimmed()?;
                Ok(())
            }
            Some(Narrowing::Divisor(symbol, divisor)) => {
                let range = self.symbols[symbol].clone();
                let least = lcm(range.divisor.into(), divisor.into());
                // A multiple of 2^63 or more has only the value 0, which a relation keeps.
                let Some(divisor) = least.and_then(|least| i64::try_from(least).ok()) else {
                    self.relations.push(relation);
                    return Ok(());
                };
                self.symbols[symbol] = SymbolRange { divisor, ..range }.trimmed()?;
                Ok(())
            }
            None => {
                if !self.relations.contains(&relation) {
                    self.relations.push(relation);
                }
                Ok(())
            }
        }
    }

    /// Returns the number of symbols.
    pub fn len(&self) -> usize {
        self.symbols.len()
    }

    /// Returns `true` if there are no symbols.
    pub fn is_empty(&self) -> bool {
        self.symbols.is_empty()
    }

    /// Returns the symbols in order.
    pub fn symbols(&self) -> &[SymbolRange] {
        &self.symbols
    }

    /// Returns the relations that no range states.
    pub fn relations(&self) -> &[Relation] {
        &self.relations
    }

    /// Returns the names in order.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.symbols.iter().map(|symbol| symbol.name.as_str())
    }

    /// Returns the name of a symbol; `None` if the number is unknown.
    pub fn name(&self, number: usize) -> Option<&str> {
        self.symbols.get(number).map(|symbol| symbol.name.as_str())
    }

    /// Returns the number of the symbol of this name; `None` if there is none.
    pub fn index_of(&self, name: &str) -> Option<usize> {
        self.symbols.iter().position(|symbol| symbol.name == name)
    }

    /// Checks that the symbols may have these values.
    ///
    /// # Errors
    /// There is another number of values, a value is outside its range or no multiple of its divisor, or a relation does
    /// not hold.
    pub fn check_values(&self, values: &[i64]) -> Result<(), SymbolicFault> {
        if values.len() != self.symbols.len() {
            let message = format!(
                "expected a value for each of {} symbols, found {}",
                self.symbols.len(),
                values.len()
            );
            return Err(SymbolicFault::new(message));
        }
        let witness = || SymbolWitness::new(values.to_vec(), Vec::new());
        for (symbol, &value) in self.symbols.iter().zip(values) {
            let SymbolRange { name, min, max, divisor } = symbol;
            if !(*min..=*max).contains(&value) {
                let message = format!("`{name}` must be within {min} to {max}, but is {value}");
                return Err(SymbolicFault {
                    witness: Some(Box::new(witness())),
                    ..SymbolicFault::new(message)
                });
            }
            if value % divisor != 0 {
                let message = format!("`{name}` must be a multiple of {divisor}, but is {value}");
                return Err(SymbolicFault {
                    witness: Some(Box::new(witness())),
                    ..SymbolicFault::new(message)
                });
            }
        }
        match self.relations.iter().find(|relation| !relation.holds(values, &[])) {
            None => Ok(()),
            Some(relation) => {
                let message = format!("the relation `{}` does not hold", relation.text(self));
                Err(SymbolicFault::new(message).at(witness(), self))
            }
        }
    }

    /// Returns each symbol as an expression, in order.
    pub(super) fn exprs(&self) -> Vec<SymExpr> {
        (0..self.len()).map(SymExpr::symbol).collect()
    }

    /// Returns `true` if the symbols may have these values.
    pub fn contains(&self, values: &[i64]) -> bool {
        values.len() == self.symbols.len()
            && self.symbols.iter().zip(values).all(|(symbol, &value)| symbol.contains(value))
            && self.relations.iter().all(|relation| relation.holds(values, &[]))
    }

    /// Returns the values that both sets allow, where symbols of one name are one symbol, and the numbers of the symbols
    /// of `other` in it. The symbols of this set keep their numbers.
    ///
    /// # Errors
    /// A symbol has no value in both sets, or there are too many symbols.
    pub fn joined(&self, other: &SymbolSet) -> Result<(SymbolSet, Vec<SymExpr>), SymbolicFault> {
        let mut all = self.clone();
        let mut numbers = Vec::new();
        for symbol in &other.symbols {
            let SymbolRange { name, min, max, divisor } = symbol;
            let number = match all.index_of(name) {
                None => all.declare(name, *min, *max, *divisor)?,
                Some(number) => {
                    let expr = SymExpr::symbol(number);
                    let range = all.symbols[number].clone();
                    let (min, max) = (range.min.max(*min), range.max.min(*max));
                    all.symbols[number] = SymbolRange { min, max, ..range }.trimmed()?;
                    let multiple = SymExpr::operation("mod", expr, SymExpr::constant(*divisor));
                    all.require(Relation::zero(multiple.map_err(SymbolicFault::new)?))?;
                    number
                }
            };
            numbers.push(SymExpr::symbol(number));
        }
        for relation in &other.relations {
            all.require(relation.replaced(&numbers, &[]).map_err(SymbolicFault::new)?)?;
        }
        Ok((all, numbers))
    }
}

impl SymbolRange {
    /// Returns the number of steps of the divisor from the least to the greatest value.
    pub fn steps(&self) -> i128 {
        (i128::from(self.max) - i128::from(self.min)) / i128::from(self.divisor)
    }

    /// Returns the value a number of steps after the least one; `None` if it does not fit 64 bits.
    pub fn value_after(&self, steps: i128) -> Option<i64> {
        let offset = steps.checked_mul(self.divisor.into())?;
        i64::try_from(i128::from(self.min).checked_add(offset)?).ok()
    }

    /// Returns `true` if the range has a value.
    fn contains(&self, value: i64) -> bool {
        (self.min..=self.max).contains(&value) && value % self.divisor == 0
    }

    /// Returns the greatest multiple of the divisor that is at most a number; `None` if it does not fit 64 bits.
    pub(super) fn multiple_below(&self, value: i64) -> Option<i64> {
        value.checked_sub(value.rem_euclid(self.divisor))
    }

    /// Returns the same values with ends that are multiples of the divisor.
    fn trimmed(self) -> Result<SymbolRange, SymbolicFault> {
        let SymbolRange { name, min, max, divisor } = self;
        let (low, high) = (i128::from(min), i128::from(max));
        let by = i128::from(divisor);
        let low = low + (-low).rem_euclid(by);
        let high = high - high.rem_euclid(by);
        match (i64::try_from(low), i64::try_from(high)) {
            (Ok(low), Ok(high)) if low <= high => {
                Ok(SymbolRange { name, min: low, max: high, divisor })
            }
            _ => {
                let message = match divisor {
                    1 => format!("`{name}` has no value from {min} to {max}"),
                    _ => format!("`{name}` has no multiple of {divisor} from {min} to {max}"),
                };
                Err(SymbolicFault::new(message))
            }
        }
    }
}

/// The meaning of a relation about a single symbol.
enum Narrowing {
    /// The relation has no symbol, and holds or not.
    Known(bool),
    /// The symbol is within a range, both ends included.
    Range(usize, i64, i64),
    /// The symbol is a multiple of a number, at least 1.
    Divisor(usize, i64),
}

/// Returns the meaning of a relation that bounds one symbol, or states a divisor of it; `None` for another relation.
fn narrowing(relation: &Relation) -> Option<Narrowing> {
    if relation.kind == RelationKind::Zero
        && let SymNode::Mod(value, by) = relation.expr.node()
        && let (SymNode::Symbol(symbol), Some(by @ 1..)) = (value.node(), by.as_constant())
    {
        return Some(Narrowing::Divisor(*symbol, by));
    }
    let line = Line::of(&relation.expr)?;
    let Line { symbol, factor, constant } = line;
    let Some(symbol) = symbol.filter(|_| factor != 0) else {
        return Some(Narrowing::Known(match relation.kind {
            RelationKind::Zero => constant == 0,
            RelationKind::NonNegative => constant >= 0,
        }));
    };
    let clip = |value: i128| value.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
    // factor * s + constant >= 0: s is at least or at most -constant / factor.
    let negated = constant.checked_neg()?;
    match relation.kind {
        RelationKind::Zero if negated % factor != 0 => Some(Narrowing::Known(false)),
        RelationKind::Zero => {
            let value = i64::try_from(negated / factor).ok()?;
            Some(Narrowing::Range(symbol, value, value))
        }
        RelationKind::NonNegative if factor > 0 => {
            let least = -(constant.div_euclid(factor));
            let fits = least <= i64::MAX.into();
            Some(if fits {
                Narrowing::Range(symbol, clip(least), i64::MAX)
            } else {
                Narrowing::Known(false)
            })
        }
        RelationKind::NonNegative => {
            let most = constant.div_euclid(factor.checked_neg()?);
            let fits = most >= i64::MIN.into();
            Some(if fits {
                Narrowing::Range(symbol, i64::MIN, clip(most))
            } else {
                Narrowing::Known(false)
            })
        }
    }
}

/// `factor` times a symbol plus a constant.
struct Line {
    symbol: Option<usize>,
    factor: i128,
    constant: i128,
}

impl Line {
    /// Returns the linear form of an expression with at most one symbol; `None` if it has none or overflows.
    fn of(expr: &SymExpr) -> Option<Line> {
        match expr.node() {
            SymNode::Constant(value) => {
                Some(Line { symbol: None, factor: 0, constant: (*value).into() })
            }
            SymNode::Symbol(number) => Some(Line { symbol: Some(*number), factor: 1, constant: 0 }),
            SymNode::Sum(a, b) => {
                let (a, b) = (Line::of(a)?, Line::of(b)?);
                let symbol = match (a.symbol, b.symbol) {
                    (Some(a), Some(b)) if a != b => return None,
                    (a, b) => a.or(b),
                };
                let factor = a.factor.checked_add(b.factor)?;
                Some(Line { symbol, factor, constant: a.constant.checked_add(b.constant)? })
            }
            SymNode::Product(a, b) => {
                let (a, b) = (Line::of(a)?, Line::of(b)?);
                let (line, by) = match (a.symbol, b.symbol) {
                    (_, None) => (a, b.constant),
                    (None, _) => (b, a.constant),
                    _ => return None,
                };
                let factor = line.factor.checked_mul(by)?;
                Some(Line { factor, constant: line.constant.checked_mul(by)?, ..line })
            }
            _ => None,
        }
    }
}

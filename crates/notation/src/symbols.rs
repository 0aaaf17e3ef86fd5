//! Symbols in the texts of notations: expressions over symbols and dims, and the set of their values after `where`.
//!
//! The rules are those of `index.pest` and `symbols.pest`. A name that is not a dim is a symbol, in the order of the text.

use layout::{LayoutFault, NotationFault, Relation, SymExpr, SymbolSet, SymbolicFault};
use pest::RuleType;
use pest::iterators::Pair;
use std::ops::Range;

use crate::expression::ExpressionReader;
use crate::grammar::{clip, fields, integer, parts, range, unknown};

/// The least value of a symbol without a range, of which the greatest is 2^63 - 1.
pub(crate) const FROM_ONE: i64 = 1;

/// Returns the fault of a symbol where a text must have numbers.
pub(crate) fn symbol_fault(name: &str, at: Range<usize>) -> NotationFault {
    let message = format!("the value of symbol `{}` is unknown", clip(name));
    NotationFault::new(at, message)
        .note("a layout here has numbers alone; `layoutc eval` has layouts with symbols")
}

/// Returns the number of a match of an expression.
///
/// # Errors
/// The expression has a symbol, a divisor of 0, or a value that does not fit 64 bits.
pub(crate) fn number<R: RuleType>(pair: &Pair<'_, R>) -> Result<i64, NotationFault> {
    number_by(SymbolReader::default(), pair)
}

/// Returns the number of a match of an expression, as [`number`] does, by a reader without symbols.
pub(crate) fn number_by<R: RuleType>(
    mut reader: SymbolReader,
    pair: &Pair<'_, R>,
) -> Result<i64, NotationFault> {
    if let Ok(number) = pair.as_str().trim().parse() {
        return Ok(number);
    }
    let value = reader.expr(pair)?;
    match reader.names.first() {
        Some(symbol) => Err(symbol_fault(&symbol.name, symbol.at.clone())),
        None => {
            let value = value.eval(&[], &[]);
            let value =
                value.map_err(|error| NotationFault::new(range(pair), error.to_string()))?;
            value.try_into().map_err(|_| {
                NotationFault::new(range(pair), format!("{value} does not fit 64 bits"))
            })
        }
    }
}

/// Returns the numbers of the lengths in the parts of a match.
///
/// # Errors
/// As [`number`], or a length is below 1, or there are too many.
pub(crate) fn lengths<R: RuleType>(pair: Pair<'_, R>) -> Result<Vec<i64>, NotationFault> {
    let at = range(&pair);
    let lengths = parts(pair).into_iter().map(|pair| match number(&pair)? {
        length @ 1.. => Ok(length),
        other => {
            let message = format!("a length must be at least 1, but is {other}");
            Err(NotationFault::new(range(&pair), message))
        }
    });
    let lengths: Vec<i64> = lengths.collect::<Result<_, _>>()?;
    crate::grammar::check_rank(lengths.len(), at)?;
    Ok(lengths)
}

/// Checks that a text without symbols has no `where`.
///
/// # Errors
/// It has one.
pub(crate) fn check_no_conditions<R: RuleType>(
    conditions: Option<&Pair<'_, R>>,
) -> Result<(), NotationFault> {
    let Some(pair) = conditions else { return Ok(()) };
    let message = "`where` restricts the values of symbols, but the text has no symbol";
    Err(NotationFault::new(range(pair), message).note("remove `where`"))
}

/// Reports the first symbol of a `where`.
///
/// # Errors
/// There is one.
pub(crate) fn first_symbol_fault<R: RuleType>(
    conditions: Option<&Pair<'_, R>>,
) -> Result<(), NotationFault> {
    let mut names = conditions.into_iter().flat_map(|pair| pair.clone().into_inner().flatten());
    match names.find(|it| format!("{:?}", it.as_rule()) == "variable") {
        Some(name) => Err(symbol_fault(name.as_str(), range(&name))),
        None => Ok(()),
    }
}

/// A symbol in the order of the text.
#[derive(Debug)]
struct NamedSymbol {
    name: String,
    /// The first place of the symbol.
    at: Range<usize>,
    /// The least value if no range states another one.
    least: i64,
}

/// A reader of expressions over named dims and symbols.
#[derive(Debug, Default)]
pub(crate) struct SymbolReader {
    /// The names of the dims.
    dims: Vec<String>,
    names: Vec<NamedSymbol>,
    /// `true` if a name such as `_4` is a number, as in CuTe.
    has_static_numbers: bool,
}

impl SymbolReader {
    /// Returns a reader over dims with these names.
    ///
    /// # Errors
    /// A name occurs twice.
    pub(crate) fn new<R: RuleType>(dims: &[Pair<'_, R>]) -> Result<SymbolReader, NotationFault> {
        let mut reader = SymbolReader::default();
        for dim in dims {
            if reader.dims.iter().any(|known| known == dim.as_str()) {
                let message = format!("duplicate dim or symbol `{}`", clip(dim.as_str()));
                return Err(NotationFault::new(range(dim), message));
            }
            reader.dims.push(dim.as_str().to_owned());
        }
        Ok(reader)
    }

    /// Returns a reader without dims, for which a name such as `_4` is a number.
    pub(crate) fn with_static_numbers() -> SymbolReader {
        SymbolReader { has_static_numbers: true, ..SymbolReader::default() }
    }

    /// Returns `true` if no expression so far has a symbol.
    pub(crate) fn has_no_symbols(&self) -> bool {
        self.names.is_empty()
    }

    /// Declares a symbol before it occurs.
    ///
    /// # Errors
    /// There is a symbol or dim of this name.
    pub(crate) fn declare<R: RuleType>(&mut self, pair: &Pair<'_, R>) -> Result<(), NotationFault> {
        let name = pair.as_str();
        if self.dims.iter().chain(self.names.iter().map(|it| &it.name)).any(|it| it == name) {
            let message = format!("duplicate dim or symbol `{}`", clip(name));
            return Err(NotationFault::new(range(pair), message));
        }
        self.symbol(name, range(pair), FROM_ONE);
        Ok(())
    }

    /// Checks that each name in some matches is a dim or one of these symbols.
    ///
    /// # Errors
    /// A name is unknown.
    pub(crate) fn check_names<R: RuleType>(
        &self,
        pairs: &[Pair<'_, R>],
        symbols: &[&str],
    ) -> Result<(), NotationFault> {
        let dims = self.dims.iter().map(String::as_str);
        let known: Vec<&str> = dims.chain(symbols.iter().copied()).collect();
        let names = pairs.iter().flat_map(|pair| pair.clone().into_inner().flatten());
        let mut names = names.filter(|it| format!("{:?}", it.as_rule()) == "variable");
        match names.find(|name| !known.contains(&name.as_str())) {
            Some(name) => {
                let at = range(&name);
                Err(unknown("dim or symbol", name.as_str(), at, known.iter().copied()))
            }
            None => Ok(()),
        }
    }

    /// Returns a new symbol `s0`, `s1`, ... for a part of the text that has no name, with its least value. `taken` has the
    /// names that it must not have.
    pub(crate) fn fresh(&mut self, at: Range<usize>, least: i64, taken: &[&str]) -> SymExpr {
        let mut names = (0..).map(|number| format!("s{number}"));
        let is_free = |name: &String| {
            !taken.contains(&name.as_str())
                && !self.dims.contains(name)
                && self.names.iter().all(|known| known.name != *name)
        };
        let name = names.find(is_free).unwrap_or_default();
        SymExpr::symbol(self.symbol(&name, at, least))
    }

    /// Returns the number of a symbol, which is declared at its first place.
    fn symbol(&mut self, name: &str, at: Range<usize>, least: i64) -> usize {
        if let Some(number) = self.names.iter().position(|known| known.name == name) {
            return number;
        }
        self.names.push(NamedSymbol { name: name.to_owned(), at, least });
        self.names.len() - 1
    }

    /// Returns the set of the values of the symbols: their ranges and relations after `where`. A range also declares its symbol.
    ///
    /// # Errors
    /// A relation has another name, a symbol has two ranges, or no value satisfies a condition.
    pub(crate) fn set<R: RuleType>(
        mut self,
        conditions: Option<&Pair<'_, R>>,
    ) -> Result<SymbolSet, NotationFault> {
        let conditions = conditions.map(|pair| parts(pair.clone())).unwrap_or_default();
        let conditions: Vec<Pair<'_, R>> = conditions.into_iter().flat_map(parts).collect();
        let (ranges, relations): (Vec<_>, Vec<_>) =
            conditions.iter().partition(|pair| format!("{:?}", pair.as_rule()) == "symbol_range");
        let mut found: Vec<Option<WrittenRange>> = self.names.iter().map(|_| None).collect();
        for pair in ranges {
            let (number, values) = self.range(pair)?;
            found.resize_with(self.names.len(), || None);
            if found[number].replace(values).is_some() {
                let message = format!("symbol `{}` has two ranges", self.names[number].name);
                return Err(NotationFault::new(range(pair), message));
            }
        }
        let mut set = SymbolSet::new();
        for (symbol, values) in self.names.iter().zip(found) {
            let values = values.unwrap_or(WrittenRange {
                least: symbol.least,
                most: i64::MAX,
                divisor: 1,
                at: symbol.at.clone(),
            });
            set.declare(&symbol.name, values.least, values.most, values.divisor)
                .map_err(|fault| symbolic_fault(values.at, fault))?;
        }
        for pair in relations {
            let relation = self.relation(pair)?;
            set.require(relation).map_err(|fault| symbolic_fault(range(pair), fault))?;
        }
        Ok(set)
    }

    /// Returns the symbol and the values of `s1 in 8..65536 by 8`.
    fn range<R: RuleType>(
        &mut self,
        pair: &Pair<'_, R>,
    ) -> Result<(usize, WrittenRange), NotationFault> {
        let mut items = parts(pair.clone()).into_iter();
        let [name, least] = fields(&mut items)?;
        self.check_no_dim(name.as_str(), range(&name))?;
        let number = self.symbol(name.as_str(), range(&name), FROM_ONE);
        let mut values =
            WrittenRange { least: integer(&least)?, most: i64::MAX, divisor: 1, at: range(pair) };
        for item in items {
            match parts(item.clone()).first() {
                Some(divisor) => values.divisor = integer(divisor)?,
                None => values.most = integer(&item)?,
            }
        }
        Ok((number, values))
    }

    /// Checks that a name in a condition is not that of a dim.
    fn check_no_dim(&self, name: &str, at: Range<usize>) -> Result<(), NotationFault> {
        if self.dims.iter().any(|dim| dim == name) {
            let message = format!("`{}` is a dim, but `where` is about symbols", clip(name));
            return Err(NotationFault::new(at, message));
        }
        Ok(())
    }

    /// Returns the number of a symbol of the text.
    fn known(&self, name: &str, at: Range<usize>) -> Result<usize, NotationFault> {
        if let Some(number) = self.names.iter().position(|known| known.name == name) {
            return Ok(number);
        }
        self.check_no_dim(name, at.clone())?;
        let known: Vec<&str> = self.names.iter().map(|known| known.name.as_str()).collect();
        let list = known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let fault = unknown("symbol", name, at, known.iter().copied());
        Err(fault.note(format!("the symbols of the layout are {list}")))
    }

    /// Returns the relation of `s0 <= s1` or `s0 mod 4 == 0`.
    fn relation<R: RuleType>(&mut self, pair: &Pair<'_, R>) -> Result<Relation, NotationFault> {
        let mut items = parts(pair.clone()).into_iter();
        let [left, comparison, right] = fields(&mut items)?;
        for side in [&left, &right] {
            let names = side.clone().into_inner().flatten();
            for name in names.filter(|it| format!("{:?}", it.as_rule()) == "variable") {
                self.known(name.as_str(), range(&name))?;
            }
        }
        let (left, right) = (self.expr(&left)?, self.expr(&right)?);
        Relation::comparison(comparison.as_str(), left, right)
            .map_err(|message| NotationFault::new(range(pair), message))
    }
}

impl ExpressionReader for SymbolReader {
    type Value = SymExpr;

    fn constant(&mut self, value: i64) -> SymExpr {
        SymExpr::constant(value)
    }

    fn variable<R: RuleType>(&mut self, pair: &Pair<'_, R>) -> Result<SymExpr, NotationFault> {
        let name = pair.as_str();
        if let Some(dim) = self.dims.iter().position(|known| known == name) {
            return Ok(SymExpr::dim(dim));
        }
        let digits = name.strip_prefix('_').filter(|_| self.has_static_numbers);
        if let Some(digits) =
            digits.filter(|it| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit()))
        {
            let number = digits.parse().map(SymExpr::constant);
            return number.map_err(|_| {
                let message = format!("`{}` does not fit 64 bits", clip(name));
                NotationFault::new(range(pair), message)
            });
        }
        Ok(SymExpr::symbol(self.symbol(name, range(pair), FROM_ONE)))
    }

    fn negated(&mut self, value: SymExpr) -> Result<SymExpr, LayoutFault> {
        value.negated().map_err(LayoutFault::new)
    }

    fn operation(
        &mut self,
        sign: &str,
        operands: (SymExpr, SymExpr),
        at: Range<usize>,
    ) -> Result<SymExpr, NotationFault> {
        operation(sign, operands, at)
    }
}

/// The values of a symbol.
struct WrittenRange {
    least: i64,
    most: i64,
    divisor: i64,
    /// The place of the range, or of the symbol if it has none.
    at: Range<usize>,
}

/// Returns the result of an operation, such as `+` or `floordiv`.
///
/// # Errors
/// A constant divisor is below 1, or the expression is too deep or too large.
pub(crate) fn operation(
    op: &str,
    (left, right): (SymExpr, SymExpr),
    at: Range<usize>,
) -> Result<SymExpr, NotationFault> {
    SymExpr::operation(op, left, right).map_err(|message| NotationFault::new(at, message))
}

/// Converts a fault of the core to one of the part of the text that it is about.
pub(crate) fn symbolic_fault(at: Range<usize>, fault: SymbolicFault) -> NotationFault {
    let enough = fault.enough.map(|relation| format!("`where {relation}` would be enough"));
    let notes = fault.notes.into_iter().chain(enough).collect();
    NotationFault { notes, ..NotationFault::new(at, fault.message) }
}

/// Returns the result of a sum or a product that the text does not state, without terms of 0 and factors of 1.
///
/// # Errors
/// The expression is too deep or too large.
pub(crate) fn implied(
    op: &str,
    (left, right): (SymExpr, SymExpr),
    at: &Range<usize>,
) -> Result<SymExpr, NotationFault> {
    let unit = i64::from(op == "*");
    match (left.as_constant(), right.as_constant()) {
        (Some(left), _) if left == unit => Ok(right),
        (_, Some(right)) if right == unit => Ok(left),
        (Some(a), Some(b)) => {
            let folded = if op == "*" { a.checked_mul(b) } else { a.checked_add(b) };
            folded.map_or_else(
                || operation(op, (left, right), at.clone()),
                |number| Ok(SymExpr::constant(number)),
            )
        }
        _ => operation(op, (left, right), at.clone()),
    }
}

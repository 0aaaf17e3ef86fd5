//! Layouts with symbols as queries return them, and their layouts for values of the symbols.

use ir::layout::{
    ElemSize, Layout, SymbolRange, SymbolSet, SymbolicFault, SymbolicLayout, nearest,
};
use notation::NotatedSymbolicLayout;
use passes::QueryError;
use std::rc::Rc;

/// The values of some symbols by name.
pub type NamedValues = [(String, i64)];

/// A layout with symbols.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct QueriedSymbols {
    /// The layout.
    pub read: NotatedSymbolicLayout,
    /// `true` if a number alone is an index in one dimension, the first dim the fastest, as in CuTe.
    pub(crate) has_linear_indices: bool,
}

/// A layout with symbols for values of them that no layout without symbols has: the offsets are those of its expression.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct QueriedMap {
    /// The layout with symbols.
    pub symbols: Rc<QueriedSymbols>,
    /// The value of each symbol, in order.
    pub values: Vec<i64>,
    /// The reason why there is no layout without symbols.
    pub reason: String,
}

impl QueriedMap {
    /// Returns the lengths.
    ///
    /// # Errors
    /// A length has no value.
    pub fn lengths(&self) -> Result<Vec<i64>, SymbolicFault> {
        self.symbols.read.layout.lengths_at(&self.values)
    }

    /// Returns the offset of an index, in elements; `None` if the index is invalid.
    ///
    /// # Errors
    /// The index has another rank, or the offset does not fit 64 bits.
    pub fn offset_at(&self, index: &[i64]) -> Result<Option<i64>, SymbolicFault> {
        self.symbols.read.layout.offset_at(&self.values, index)
    }

    /// Returns the size of an element; `None` if it is unknown.
    pub fn elem(&self) -> Option<ElemSize> {
        self.symbols.read.layout.elem()
    }

    /// Returns the error of a question that needs more than the offsets of indices.
    pub fn unsupported(&self, of: &str) -> QueryError {
        QueryError::new(format!("`{of}` has offsets alone for these values: {}", self.reason))
            .note("`--at` and `--all` compute them")
    }
}

impl QueriedSymbols {
    /// Returns the layout with symbols of a notation.
    pub(crate) fn new(read: NotatedSymbolicLayout, text: &str) -> QueriedSymbols {
        QueriedSymbols { read, has_linear_indices: has_linear_indices(text) }
    }

    /// Returns the symbols with their values.
    pub fn symbols(&self) -> &SymbolSet {
        self.read.layout.symbols()
    }

    /// Returns the layout for values of all symbols, or the offsets alone if no layout has them.
    ///
    /// # Errors
    /// A symbol is unknown or has no value, or its value is not allowed.
    pub(crate) fn with(
        self: &Rc<QueriedSymbols>,
        of: &str,
        values: &NamedValues,
    ) -> Result<Result<Layout, QueriedMap>, QueryError> {
        let values = self.values(of, values)?;
        let lengths = self.read.layout.lengths_at(&values);
        lengths.map_err(|fault| symbols_error(of, &fault))?;
        Ok(self.read.with(&values).map_err(|fault| QueriedMap {
            symbols: self.clone(),
            values,
            reason: fault.message,
        }))
    }

    /// Returns the value of each symbol, in order.
    fn values(&self, of: &str, named: &NamedValues) -> Result<Vec<i64>, QueryError> {
        let symbols = self.symbols();
        for (at, (name, _)) in named.iter().enumerate() {
            if symbols.index_of(name).is_none() {
                return Err(unknown_symbol(of, name, symbols));
            }
            if named[..at].iter().any(|(earlier, _)| earlier == name) {
                return Err(QueryError::new(format!("symbol `{name}` has two values")));
            }
        }
        let value = |name: &str| named.iter().find(|(known, _)| known == name).map(|(_, it)| *it);
        let values = symbols.symbols().iter().map(|symbol| {
            value(&symbol.name).ok_or_else(|| {
                QueryError::new(format!("symbol `{}` of `{of}` has no value", symbol.name))
                    .note(format!("its values are {}", range_text(symbol)))
            })
        });
        values.collect()
    }

    /// Returns the error of a question that needs values of the symbols.
    pub fn without_values(&self, of: &str) -> QueryError {
        let symbols = self.symbols();
        let names: Vec<String> = symbols.names().map(|name| format!("`{name}`")).collect();
        let names = names.join(", ");
        let noun = if symbols.len() == 1 { "symbol" } else { "symbols" };
        let values = symbols.symbols().iter();
        let values = values.map(|symbol| format!("{}={}", symbol.name, symbol.min));
        let values: Vec<String> = values.collect();
        QueryError::new(format!("`{of}` has the {noun} {names}, whose values are unknown"))
            .note(format!("add values, such as `--with={}`", values.join(",")))
    }
}

impl From<&SymbolicLayout> for QueriedSymbols {
    /// Converts a layout of another source than a text.
    fn from(layout: &SymbolicLayout) -> QueriedSymbols {
        QueriedSymbols { read: layout.clone().into(), has_linear_indices: false }
    }
}

/// Returns `true` if a number alone is an index of the layout of a notation.
pub(crate) fn has_linear_indices(text: &str) -> bool {
    text.split_once(':').is_some_and(|(name, _)| name.trim() == "cute")
}

/// Returns the values of a symbol: `8 to 65536, in steps of 8`.
fn range_text(symbol: &SymbolRange) -> String {
    let SymbolRange { min, max, divisor, .. } = symbol;
    let range = match *max {
        i64::MAX => format!("{min} and more"),
        max => format!("{min} to {max}"),
    };
    if *divisor == 1 { range } else { format!("the multiples of {divisor} from {range}") }
}

/// Returns the error of an unknown name of a symbol.
fn unknown_symbol(of: &str, name: &str, symbols: &SymbolSet) -> QueryError {
    let near = nearest(name, symbols.names()).map(|near| format!("did you mean `{near}`?"));
    let all: Vec<String> = symbols.names().map(|name| format!("`{name}`")).collect();
    QueryError::new(format!("unknown symbol `{name}` of `{of}`"))
        .note(near.unwrap_or_else(|| format!("its symbols are {}", all.join(", "))))
}

/// Returns the error of a fault of the core.
pub fn symbols_error(of: &str, fault: &SymbolicFault) -> QueryError {
    let error = QueryError::new(format!("`{of}`: {}", fault.message));
    let enough =
        fault.enough.as_ref().map(|relation| format!("`where {relation}` would be enough"));
    fault.notes.iter().cloned().chain(enough).fold(error, QueryError::note)
}

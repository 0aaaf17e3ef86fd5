//! Summary of a layout with symbols: expressions over the symbols, and facts that hold for all their values.

use super::query_run::QueryRun;
use super::summary::UnknownMembers;
use compiler::{QueriedSymbols, symbols_error};
use ir::layout::{
    Decider, IndexWidth, MaxOffset, Property, SymExpr, SymbolSet, SymbolWitness, SymbolicFacts,
    SymbolicLayout,
};
use ir::source::Span;
use passes::{QueryError, SmtSolver};
use serde_json::{Map, Value, json};
use std::io;

impl QueryRun<'_, '_, '_> {
    /// Answers with all members of the summary of a layout with symbols. Unknown members are `null`, and a remark states
    /// the reason.
    pub(super) fn summary_of_symbols(
        &mut self,
        subject: &QueriedSymbols,
        of: &str,
    ) -> io::Result<()> {
        let mut solver = SmtSolver::of_environment();
        let mut decider = Decider::with_prover(&mut solver);
        let layout = match subject.read.layout.clone().checked(&mut decider) {
            Ok(layout) => layout,
            Err(fault) => {
                let error = symbols_error(of, &fault);
                let missing = solver.failure().map(str::to_owned);
                return self.fault(Span::NONE, missing.into_iter().fold(error, QueryError::note));
            }
        };
        let facts = layout.facts(&mut decider);
        let symbols = layout.symbols();
        let size = facts.allocation.as_ref().map_err(String::clone);
        let size = size.and_then(|slots| {
            let bytes = layout.elem().map(|elem| slots.size_bytes(elem)).transpose()?;
            Ok(bytes.map(|bytes| symbols.simplified(&bytes, &[])))
        });
        let SymbolicFacts { least, greatest, span, allocation, max_offset, .. } = facts;
        let mut unknown = UnknownMembers::default();
        let mut number = |key: &str, fact: Result<SymExpr, String>| {
            unknown.note(key, fact).map(|expr| value(&expr, symbols))
        };
        let least = number("min_offset", least);
        let greatest = number("max_offset", greatest);
        let span = number("span", span);
        let allocation = number("allocation", allocation);
        let size = size.transpose().and_then(|size| number("size_bytes", size));
        let packed = self.property("packed", &facts.packed, symbols, (&mut unknown, of));
        let injective = self.property("injective", &facts.injective, symbols, (&mut unknown, of));
        let widths = facts.vector_widths.into_iter();
        let widths: Vec<Option<i64>> =
            widths.map(|width| unknown.note("vector_width", width)).collect();
        let most = unknown.note("greatest", max_offset);
        let index = unknown.note("index", index_type(&layout, &mut decider));
        let used_prover = decider.used_prover();
        self.unknown(unknown, of);
        if let Some(reason) = solver.failure() {
            self.remark(reason.to_owned());
        }
        let strides = layout.strides().map(|(strides, _)| values(strides, symbols));
        let mut answer = json!({
            "of": of,
            "symbols": ranges(symbols),
            "relations": symbols.relations().iter().map(|it| it.text(symbols)).collect::<Value>(),
            "logical_shape": values(layout.lengths(), symbols),
            "logical_strides": strides,
            "min_offset": least,
            "max_offset": greatest,
            "span": span,
            "allocation": allocation,
            "size_bytes": size,
            "packed": packed,
            "injective": injective,
            "vector_width": widths,
            "greatest": most.as_ref().map(|most| greatest_offset(most, symbols)),
            "index": index.map(|width| width.to_string()),
        });
        if used_prover {
            answer["by"] = json!("z3");
        }
        self.answers.line(&answer)
    }

    /// Returns a property; `None` if it is undecided. A remark states values at which it does not hold.
    fn property(
        &mut self,
        key: &str,
        property: &Property,
        symbols: &SymbolSet,
        (unknown, of): (&mut UnknownMembers, &str),
    ) -> Option<bool> {
        match property {
            Property::Holds(_) => Some(true),
            Property::Fails { values, index, other } => {
                let at = SymbolWitness::new(values.clone(), index.clone()).text(symbols);
                let other = other.as_ref().map_or_else(String::new, |other| {
                    format!(", whose slot also has index {other:?}")
                });
                self.remark(format!("`{key}` of `{of}` is false: {at}{other}"));
                Some(false)
            }
            Property::Undecided(reason) => unknown.note(key, Err::<bool, _>(reason)),
        }
    }
}

/// Returns an expression as text, or as a number if it is one.
fn value(expr: &SymExpr, symbols: &SymbolSet) -> Value {
    match expr.as_constant() {
        Some(number) => json!(number),
        None => json!(expr.text(symbols)),
    }
}

fn values(exprs: &[SymExpr], symbols: &SymbolSet) -> Value {
    exprs.iter().map(|expr| value(expr, symbols)).collect()
}

/// Returns the values of each symbol.
fn ranges(symbols: &SymbolSet) -> Value {
    let ranges = symbols.symbols().iter().map(|it| {
        (it.name.clone(), json!({ "min": it.min, "max": it.max, "divisor": it.divisor }))
    });
    Value::Object(ranges.collect::<Map<String, Value>>())
}

/// Returns the greatest offset for all values, and where it is. An offset beyond 64 bits is a text.
fn greatest_offset(most: &MaxOffset, symbols: &SymbolSet) -> Value {
    let with = symbols.names().zip(&most.values);
    let with: Map<String, Value> = with.map(|(name, at)| (name.to_owned(), json!(at))).collect();
    let offset = match i64::try_from(most.offset) {
        Ok(offset) => json!(offset),
        Err(_) => json!(most.offset.to_string()),
    };
    json!({ "offset": offset, "with": with, "at": most.index })
}

/// Returns the least type of integers that has every intermediate value of the offset.
///
/// # Errors
/// 64 bits are too few, or it is undecided.
fn index_type(layout: &SymbolicLayout, decider: &mut Decider<'_>) -> Result<IndexWidth, String> {
    for width in [IndexWidth::I32, IndexWidth::U32] {
        let violation = layout.width_violation(width, decider);
        if violation.map_err(|fault| fault.message)?.is_none() {
            return Ok(width);
        }
    }
    match layout.width_violation(IndexWidth::I64, decider).map_err(|fault| fault.message)? {
        None => Ok(IndexWidth::I64),
        Some(violation) => Err(format!("{}, beyond 64 bits", violation.text(layout.symbols()))),
    }
}

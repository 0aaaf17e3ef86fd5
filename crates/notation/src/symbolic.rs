//! The result of a reader of texts with symbols.

use layout::{
    DimsOrder, Layout, Nested, NotationFault, RadixDigit, SymExpr, SymbolSet, SymbolicFault,
    SymbolicLayout, joined,
};
use pest::RuleType;
use pest::iterators::Pair;
use std::ops::Range;

use crate::element::ElementType;
use crate::grammar::{check_rank, parts, range};
use crate::suffix::NotatedLayout;
use crate::symbols::{SymbolReader, implied, symbolic_fault};

/// A layout with symbols that a text denotes, with the element type if the text names one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NotatedSymbolicLayout {
    /// The layout. It has the size of the element type.
    pub layout: SymbolicLayout,
    /// The element type; `None` if it is unknown.
    pub elem: Option<ElementType>,
    form: SymbolicForm,
}

/// The form of a text with symbols, which a layout keeps for values of them.
#[derive(Clone, Debug)]
enum SymbolicForm {
    /// Strides.
    Strided,
    /// Modes of CuTe.
    Modes(Vec<Nested<SymbolicDigit>>),
    /// An index map.
    Map(ConcreteMap),
}

/// A digit of a mode, in elements.
#[derive(Clone, Debug)]
pub(crate) struct SymbolicDigit {
    /// The number of values.
    pub(crate) length: SymExpr,
    /// The stride.
    pub(crate) stride: SymExpr,
}

/// The results of an index map, and the texts of its notation without symbols.
#[derive(Clone, Debug)]
pub(crate) struct ConcreteMap {
    /// The results, over the dims and the symbols.
    pub(crate) results: Vec<SymExpr>,
    /// Returns the text for some lengths, the names of the dims and the results.
    pub(crate) text: fn(&[i64], &str, &str) -> String,
    /// Reads a text.
    pub(crate) read: fn(&str, Option<ElementType>) -> Result<NotatedLayout, NotationFault>,
}

impl NotatedSymbolicLayout {
    /// Returns a layout with strides.
    pub(crate) fn strided(
        layout: SymbolicLayout,
        elem: Option<ElementType>,
    ) -> NotatedSymbolicLayout {
        NotatedSymbolicLayout { layout, elem, form: SymbolicForm::Strided }
    }

    /// Returns a layout with modes of CuTe.
    pub(crate) fn of_modes(
        layout: SymbolicLayout,
        elem: Option<ElementType>,
        modes: Vec<Nested<SymbolicDigit>>,
    ) -> NotatedSymbolicLayout {
        NotatedSymbolicLayout { layout, elem, form: SymbolicForm::Modes(modes) }
    }

    /// Returns a layout with an index map.
    pub(crate) fn of_map(
        layout: SymbolicLayout,
        elem: Option<ElementType>,
        map: ConcreteMap,
    ) -> NotatedSymbolicLayout {
        NotatedSymbolicLayout { layout, elem, form: SymbolicForm::Map(map) }
    }

    /// Returns the layout for values of the symbols, in their order, as the text without symbols denotes it.
    ///
    /// # Errors
    /// The symbols may not have these values, or no layout has this function, as [`SymbolicLayout::with`].
    pub fn with(&self, values: &[i64]) -> Result<Layout, SymbolicFault> {
        let lengths = self.layout.lengths_at(values)?;
        let layout = match &self.form {
            SymbolicForm::Strided => None,
            SymbolicForm::Modes(modes) => modes_with(modes, values),
            SymbolicForm::Map(map) => map.with(&lengths, values, self.layout.symbols()),
        };
        match (layout, self.layout.elem()) {
            (Some(layout), Some(elem)) => Ok(layout.with_elem(elem)),
            (Some(layout), None) => Ok(layout),
            (None, _) => self.layout.with(values),
        }
    }
}

/// Returns the layout of modes for values of the symbols; `None` if the core refuses it.
fn modes_with(modes: &[Nested<SymbolicDigit>], values: &[i64]) -> Option<Layout> {
    let number = |expr: &SymExpr| i64::try_from(expr.eval(values, &[]).ok()?).ok();
    let digit = |digit: &SymbolicDigit| {
        let (length, stride) = (number(&digit.length)?, number(&digit.stride)?);
        Some(RadixDigit { length, stride })
    };
    let modes = modes.iter().map(|mode| mode.try_map(&mut |it| digit(it).ok_or(())));
    let modes: Vec<Nested<RadixDigit>> = modes.collect::<Result<_, ()>>().ok()?;
    Layout::from_modes(0, &modes).ok()
}

impl ConcreteMap {
    /// Returns the layout of the text for values of the symbols; `None` if the text denotes none.
    fn with(&self, lengths: &[i64], values: &[i64], symbols: &SymbolSet) -> Option<Layout> {
        let values: Vec<SymExpr> = values.iter().map(|&value| SymExpr::constant(value)).collect();
        let dims: Vec<SymExpr> = (0..lengths.len()).map(SymExpr::dim).collect();
        let results = self
            .results
            .iter()
            .map(|result| Some(result.replaced(&values, &dims).ok()?.text(symbols)));
        let results: Vec<String> = results.collect::<Option<_>>()?;
        let dims = joined((0..lengths.len()).map(|dim| format!("d{dim}")), ",");
        let text = (self.text)(lengths, &dims, &results.join(", "));
        Some((self.read)(&text, None).ok()?.layout)
    }
}

/// The parts of a layout with strides, each with its place in the text.
pub(crate) struct StridedParts {
    pub(crate) lengths: Vec<SymExpr>,
    pub(crate) strides: Vec<SymExpr>,
    pub(crate) offset: SymExpr,
    pub(crate) elem: Option<ElementType>,
    pub(crate) at: Range<usize>,
}

impl StridedParts {
    /// Returns the layout over a set of symbols.
    ///
    /// # Errors
    /// A length may be below 1, or a condition cannot be decided.
    pub(crate) fn layout(self, set: SymbolSet) -> Result<SymbolicLayout, NotationFault> {
        let StridedParts { lengths, strides, offset, elem, at } = self;
        let elem = elem.map(ElementType::size);
        SymbolicLayout::from_strides(set, lengths, strides, offset, elem)
            .map_err(|fault| symbolic_fault(at, fault))
    }
}

/// Returns the expressions of the lengths in the parts of a match.
///
/// # Errors
/// As [`SymbolReader::expr`], or there are too many lengths.
pub(crate) fn lengths<R: RuleType>(
    reader: &mut SymbolReader,
    pair: Pair<'_, R>,
) -> Result<Vec<SymExpr>, NotationFault> {
    let at = range(&pair);
    let lengths = reader.all(&parts(pair))?;
    check_rank(lengths.len(), at)?;
    Ok(lengths)
}

/// Returns the strides of memory without gaps, with the dims in an order; row major if there is none.
///
/// # Errors
/// An expression is too deep or too large.
pub(crate) fn strides_in_order(
    lengths: &[SymExpr],
    order: Option<DimsOrder>,
    at: &Range<usize>,
) -> Result<Vec<SymExpr>, NotationFault> {
    let dims: Vec<usize> = match order {
        Some(order) => order.results().map(|dim| dim.index()).collect(),
        None => (0..lengths.len()).collect(),
    };
    let mut next = SymExpr::constant(1);
    let mut strides = vec![next.clone(); lengths.len()];
    for dim in dims.into_iter().rev() {
        strides[dim] = next.clone();
        next = implied("*", (next, lengths[dim].clone()), at)?;
    }
    Ok(strides)
}

/// An index map with symbols, whose result is the offset.
pub(crate) struct SymbolicMap {
    /// The lengths of the dims.
    pub(crate) lengths: Vec<SymExpr>,
    /// The results, and the texts without symbols.
    pub(crate) map: ConcreteMap,
    /// The place of the map.
    pub(crate) at: Range<usize>,
}

impl SymbolicMap {
    /// Returns the layout over a set of symbols.
    ///
    /// # Errors
    /// There are several results, or the layout is invalid.
    pub(crate) fn layout(
        self,
        set: SymbolSet,
        elem: Option<ElementType>,
    ) -> Result<NotatedSymbolicLayout, NotationFault> {
        let SymbolicMap { lengths, map, at } = self;
        let size = elem.map(ElementType::size);
        let [offset] = map.results.as_slice() else {
            let count = map.results.len();
            let message = format!("a map with symbols must have one result, but has {count}");
            let note = "the result is the offset, such as `d0*s1 + d1`";
            return Err(NotationFault::new(at, message).note(note));
        };
        let offset = offset.clone();
        let layout = SymbolicLayout::new(set, lengths, offset, size);
        let layout = layout.map_err(|fault| symbolic_fault(at, fault))?;
        Ok(NotatedSymbolicLayout::of_map(layout, elem, map))
    }
}

//! The result of a reader of texts with symbols.

use layout::index::{Expr, Exprs};
use layout::{
    Claim, Decider, Decision, DimsOrder, ElemSize, Layout, Nested, NotationFault, RadixDigit,
    Relation, Shape, SymExpr, SymNode, SymbolSet, SymbolicFault, SymbolicLayout,
};
use pest::RuleType;
use pest::iterators::Pair;
use std::ops::Range;

use crate::element::ElementType;
use crate::expression::ExpressionReader;
use crate::grammar::{check_rank, parts, range};
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

/// A function that makes the layout of the results of an index map.
type MapLayout =
    fn(&Shape, &mut Exprs, &[Expr], Option<ElemSize>) -> Result<Layout, layout::MapFault>;

/// The results of an index map, and the layout that its notation gives them.
#[derive(Clone, Debug)]
pub(crate) struct ConcreteMap {
    /// The results, over the dims and the symbols.
    pub(crate) results: Vec<SymExpr>,
    /// Returns the layout of results without symbols.
    pub(crate) layout: MapLayout,
}

impl From<SymbolicLayout> for NotatedSymbolicLayout {
    /// Converts a layout of another source than a text. It has no element type, only the size of its elements.
    fn from(layout: SymbolicLayout) -> NotatedSymbolicLayout {
        NotatedSymbolicLayout::strided(layout, None)
    }
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
            SymbolicForm::Map(map) => map.with(&lengths, values),
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
    /// Returns the layout for values of the symbols; `None` if the notation has none.
    fn with(&self, lengths: &[i64], values: &[i64]) -> Option<Layout> {
        let shape = Shape::of_static(lengths).ok()?;
        let mut exprs = Exprs::new();
        let index = exprs.index_of(&shape);
        let results = self.results.iter();
        let results = results.map(|result| result.over_index(values, &index, &mut exprs).ok());
        let results: Vec<Expr> = results.collect::<Option<_>>()?;
        (self.layout)(&shape, &mut exprs, &results, None).ok()
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
        let layout = SymbolicLayout::from_strides(set, lengths, strides, offset, elem);
        checked(layout.map_err(|fault| symbolic_fault(at.clone(), fault))?, at)
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

/// An index map with symbols: components of the index of row-major memory, or one offset.
pub(crate) struct SymbolicMap {
    /// The lengths of the dims.
    pub(crate) lengths: Vec<SymExpr>,
    /// The results, and their layout without symbols.
    pub(crate) map: ConcreteMap,
    /// The places of the results in the text.
    pub(crate) places: Vec<Range<usize>>,
    /// The place of the map.
    pub(crate) at: Range<usize>,
}

impl SymbolicMap {
    /// Returns the layout over a set of symbols. A dim of memory is as long as the greatest value of its component, plus
    /// one.
    ///
    /// # Errors
    /// The layout is invalid for some values, or the greatest value of a component is unknown.
    pub(crate) fn layout(
        self,
        set: SymbolSet,
        elem: Option<ElementType>,
    ) -> Result<NotatedSymbolicLayout, NotationFault> {
        let SymbolicMap { lengths, map, places, at } = self;
        let (offset, memory) = match map.results.as_slice() {
            [offset] => (offset.clone(), None),
            results => {
                let sizes = results.iter().zip(&places);
                let sizes = sizes.map(|(result, at)| memory_length(&set, &lengths, result, at));
                let sizes: Vec<SymExpr> = sizes.collect::<Result<_, _>>()?;
                let one = SymExpr::constant(1);
                let size = sizes
                    .iter()
                    .try_fold(one, |size, length| implied("*", (size, length.clone()), &at))?;
                (row_major_offset(results, &sizes, &at)?, Some(set.simplified(&size, &[])))
            }
        };
        let layout = SymbolicLayout::new(set, lengths, offset, elem.map(ElementType::size));
        let layout = layout.and_then(|layout| match memory {
            Some(slots) => layout.with_slots(slots),
            None => Ok(layout),
        });
        let layout = layout.map_err(|fault| symbolic_fault(at.clone(), fault))?;
        Ok(NotatedSymbolicLayout::of_map(checked(layout, at)?, elem, map))
    }
}

/// Returns the length of the dim of memory of a component: its greatest value plus one.
fn memory_length(
    set: &SymbolSet,
    lengths: &[SymExpr],
    component: &SymExpr,
    at: &Range<usize>,
) -> Result<SymExpr, NotationFault> {
    let values = SymbolicLayout::new(set.clone(), lengths.to_vec(), component.clone(), None);
    let values = values.map_err(|fault| symbolic_fault(at.clone(), fault))?;
    let values = checked(values, at.clone())?;
    if let Some(length) = digit_length(&values) {
        return Ok(length);
    }
    let greatest = values.greatest_offset(&mut Decider::new()).map_err(|reason| {
        let message = "the greatest value of a component has no expression over the symbols";
        NotationFault::new(at.clone(), message)
            .note(reason.replace("offset", "value"))
            .note("write the offset as the only result")
    })?;
    let length = implied("+", (greatest, SymExpr::constant(1)), at)?;
    Ok(set.simplified(&length, &[]))
}

/// Returns the number of values of a remainder by a symbol or a number if the dividend has all values from 0, and reaches
/// the divisor for all values of the symbols. `None` for other components.
fn digit_length(values: &SymbolicLayout) -> Option<SymExpr> {
    let SymNode::Mod(dividend, divisor) = values.offset().node() else { return None };
    if !is_gapless(dividend) || divisor.extents().1 > 0 {
        return None;
    }
    let symbols = values.symbols();
    let lengths = values.lengths().to_vec();
    let dividend = SymbolicLayout::new(symbols.clone(), lengths, dividend.clone(), None).ok()?;
    let decider = &mut Decider::new();
    let greatest = dividend.greatest_offset(decider).ok()?;
    let length = SymExpr::operation("+", greatest, SymExpr::constant(1)).ok()?;
    let reaches = Relation::comparison(">=", length, divisor.clone()).ok()?;
    let claim = Claim::new(symbols, &[], &[], &reaches);
    matches!(decider.decide(&claim), Decision::Holds(_)).then(|| divisor.clone())
}

/// Returns `true` if an expression is a digit of a dim, which has all values from 0 to its greatest one.
fn is_gapless(expr: &SymExpr) -> bool {
    match expr.node() {
        SymNode::Dim(_) => true,
        SymNode::FloorDiv(value, by) | SymNode::Mod(value, by) => {
            is_gapless(value) && by.extents().1 == 0
        }
        _ => false,
    }
}

/// Checks that a layout is valid for all values of its symbols. A condition that no rule decides holds or fails with the
/// values.
///
/// # Errors
/// A condition fails for some values.
pub(crate) fn checked(
    layout: SymbolicLayout,
    at: Range<usize>,
) -> Result<SymbolicLayout, NotationFault> {
    match layout.clone().checked(&mut Decider::new()) {
        Err(fault) if fault.undecided => Ok(layout),
        checked => checked.map_err(|fault| symbolic_fault(at, fault)),
    }
}

/// Returns the offset of row-major memory with these lengths at an index.
///
/// # Errors
/// An expression is too deep or too large.
pub(crate) fn row_major_offset(
    components: &[SymExpr],
    lengths: &[SymExpr],
    at: &Range<usize>,
) -> Result<SymExpr, NotationFault> {
    let mut offset: Option<SymExpr> = None;
    for (component, length) in components.iter().zip(lengths) {
        offset = Some(match offset {
            None => component.clone(),
            Some(outer) => {
                let outer = implied("*", (outer, length.clone()), at)?;
                implied("+", (outer, component.clone()), at)?
            }
        });
    }
    Ok(offset.unwrap_or_else(|| SymExpr::constant(0)))
}

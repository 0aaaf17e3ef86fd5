//! Symbolic layouts: lengths and an offset as expressions.

use super::expr::{SymExpr, SymNode};
use super::fault::{SymbolWitness, SymbolicFault};
use super::set::{Relation, SymbolSet};
use super::transform::{SymbolicPipeline, strided_offset};
use crate::index::{Expr, Exprs};
use crate::pipeline::{Layout, LayoutFault};
use crate::space::{ElemSize, Len, MAX_DIMS, Shape};
use std::sync::Arc;

/// A layout over symbols: a map from the values of the symbols and a logical index to the offset of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolicLayout {
    symbols: SymbolSet,
    lengths: Vec<SymExpr>,
    /// The offset in elements, over symbols and dims.
    offset: SymExpr,
    /// The strides and the offset of index zero, in elements; `None` if the layout was built from an offset.
    strides: Option<(Vec<SymExpr>, SymExpr)>,
    /// An index inside the lengths is valid if all of them hold.
    conditions: Vec<Relation>,
    /// The transforms of the layout; `None` if it was built from an offset or strides.
    pipeline: Option<Arc<SymbolicPipeline>>,
    /// The number of slots of the memory into which an index map maps; `None` if only its offsets are known.
    slots: Option<SymExpr>,
    elem: Option<ElemSize>,
}

impl SymbolicLayout {
    /// Returns the layout with these logical lengths, over the symbols, and this offset in elements, over symbols and dims.
    ///
    /// # Errors
    /// There are more than 64 dims, or an expression has an unknown symbol or dim.
    pub fn new(
        symbols: SymbolSet,
        lengths: Vec<SymExpr>,
        offset: SymExpr,
        elem: Option<ElemSize>,
    ) -> Result<SymbolicLayout, SymbolicFault> {
        let layout = SymbolicLayout {
            symbols,
            lengths,
            offset,
            strides: None,
            conditions: Vec::new(),
            pipeline: None,
            slots: None,
            elem,
        };
        layout.check_form()?;
        Ok(layout)
    }

    /// Returns the layout with these logical lengths, strides and offset of index zero, in elements, all over the symbols.
    ///
    /// # Errors
    /// The number of strides is not that of the lengths, and as [`new`](Self::new).
    pub fn from_strides(
        symbols: SymbolSet,
        lengths: Vec<SymExpr>,
        strides: Vec<SymExpr>,
        offset: SymExpr,
        elem: Option<ElemSize>,
    ) -> Result<SymbolicLayout, SymbolicFault> {
        if strides.len() != lengths.len() {
            let message = format!(
                "expected one stride for each of {} lengths, found {}",
                lengths.len(),
                strides.len()
            );
            return Err(SymbolicFault::new(message));
        }
        if let Some(expr) = strides.iter().chain([&offset]).find(|expr| expr.extents().1 > 0) {
            let message = format!("`{}` depends on a dim", expr.text(&symbols));
            return Err(SymbolicFault::new(message).note("strides depend on symbols only"));
        }
        let dims = (0..strides.len()).map(SymExpr::dim);
        let sum = strided_offset(dims, &strides, &offset).map_err(SymbolicFault::new)?;
        let layout = SymbolicLayout::new(symbols, lengths, sum, elem)?;
        Ok(SymbolicLayout { strides: Some((strides, offset)), ..layout })
    }

    /// Returns the same layout, whose indices are valid only where these conditions hold, too.
    ///
    /// # Errors
    /// A condition has an unknown symbol or dim.
    pub fn with_conditions(
        mut self,
        conditions: impl IntoIterator<Item = Relation>,
    ) -> Result<SymbolicLayout, SymbolicFault> {
        self.conditions.extend(conditions);
        self.check_form()?;
        Ok(self)
    }

    /// Returns the same layout, an index map into memory of this number of slots, over the symbols.
    ///
    /// # Errors
    /// The number depends on a dim or an unknown symbol.
    pub fn with_slots(self, slots: SymExpr) -> Result<SymbolicLayout, SymbolicFault> {
        let (symbols, dims) = slots.extents();
        if dims > 0 || symbols > self.symbols.len() {
            let text = slots.text(&self.symbols);
            let message = format!("the number of slots `{text}` depends on more than the symbols");
            return Err(SymbolicFault::new(message));
        }
        Ok(SymbolicLayout { slots: Some(slots), ..self })
    }

    /// Returns the number of slots of the memory into which an index map maps; `None` for another layout.
    pub fn slots(&self) -> Option<&SymExpr> {
        self.slots.as_ref()
    }

    /// Returns the same layout, which these transforms define.
    pub(super) fn with_pipeline(
        self,
        pipeline: SymbolicPipeline,
    ) -> Result<SymbolicLayout, SymbolicFault> {
        Ok(SymbolicLayout { pipeline: Some(Arc::new(pipeline)), ..self })
    }

    /// Returns the number of transforms.
    pub fn transforms(&self) -> usize {
        self.pipeline().map_or(0, |pipeline| pipeline.stages.len())
    }

    /// Returns the transforms; `None` if the layout was built from an offset or strides.
    pub(super) fn pipeline(&self) -> Option<&SymbolicPipeline> {
        self.pipeline.as_deref()
    }

    /// Returns the lengths, the strides and the offset of index zero of memory, in elements; `None` if the layout was
    /// built from an offset.
    pub fn memory(&self) -> Option<(&[SymExpr], &[SymExpr], &SymExpr)> {
        match (&self.pipeline, &self.strides) {
            (Some(memory), _) => Some((&memory.lengths, &memory.strides, &memory.offset)),
            (None, Some((strides, offset))) => Some((&self.lengths, strides, offset)),
            (None, None) => None,
        }
    }

    fn check_form(&self) -> Result<(), SymbolicFault> {
        let rank = self.lengths.len();
        if rank > MAX_DIMS {
            let message = format!("a layout must have at most {MAX_DIMS} dims, but has {rank}");
            return Err(SymbolicFault::new(message));
        }
        let lengths = self.lengths.iter().map(|length| (length, 0));
        let conditions = self.conditions.iter().map(|condition| (&condition.expr, rank));
        for (expr, dims) in lengths.chain([(&self.offset, rank)]).chain(conditions) {
            let found = expr.extents();
            if found.1 > dims {
                let text = expr.text(&self.symbols);
                let message = match dims {
                    0 => format!("the length `{text}` depends on a dim"),
                    _ => format!("`{text}` has the dim d{}, but there are {dims}", found.1 - 1),
                };
                return Err(SymbolicFault::new(message));
            }
            if found.0 > self.symbols.len() {
                let message = format!(
                    "an expression has symbol number {}, but there are {}",
                    found.0 - 1,
                    self.symbols.len()
                );
                return Err(SymbolicFault::new(message));
            }
        }
        Ok(())
    }

    /// Returns the layout over another set of symbols, where these expressions replace the own symbols.
    pub(super) fn renumbered(
        &self,
        symbols: &SymbolSet,
        numbers: &[SymExpr],
    ) -> Result<SymbolicLayout, SymbolicFault> {
        let dims: Vec<SymExpr> = (0..self.rank()).map(SymExpr::dim).collect();
        let replaced = |expr: &SymExpr| expr.replaced(numbers, &dims).map_err(SymbolicFault::new);
        let all = |exprs: &[SymExpr]| exprs.iter().map(replaced).collect::<Result<Vec<_>, _>>();
        let conditions = self
            .conditions
            .iter()
            .map(|condition| condition.replaced(numbers, &dims).map_err(SymbolicFault::new));
        let strides = match &self.strides {
            Some((strides, offset)) => Some((all(strides)?, replaced(offset)?)),
            None => None,
        };
        Ok(SymbolicLayout {
            symbols: symbols.clone(),
            lengths: all(&self.lengths)?,
            offset: replaced(&self.offset)?,
            strides,
            conditions: conditions.collect::<Result<_, _>>()?,
            pipeline: match &self.pipeline {
                Some(pipeline) => {
                    Some(Arc::new(pipeline.replaced(numbers).map_err(SymbolicFault::new)?))
                }
                None => None,
            },
            slots: self.slots.as_ref().map(replaced).transpose()?,
            elem: self.elem,
        })
    }

    /// Returns the layout over a set that begins with the own symbols.
    pub(super) fn over(&self, symbols: &SymbolSet) -> SymbolicLayout {
        SymbolicLayout { symbols: symbols.clone(), ..self.clone() }
    }

    /// Returns the symbols.
    pub fn symbols(&self) -> &SymbolSet {
        &self.symbols
    }

    /// Returns the logical lengths, over the symbols.
    pub fn lengths(&self) -> &[SymExpr] {
        &self.lengths
    }

    /// Returns the number of logical dims.
    pub fn rank(&self) -> usize {
        self.lengths.len()
    }

    /// Returns the offset in elements, over symbols and dims.
    pub fn offset(&self) -> &SymExpr {
        &self.offset
    }

    /// Returns the strides and the offset of index zero, in elements; `None` if the layout was built from an offset.
    pub fn strides(&self) -> Option<(&[SymExpr], &SymExpr)> {
        self.strides.as_ref().map(|(strides, offset)| (strides.as_slice(), offset))
    }

    /// Returns the conditions that hold at valid indices, besides the lengths.
    pub fn conditions(&self) -> &[Relation] {
        &self.conditions
    }

    /// Returns the size of an element; `None` if it is unknown.
    pub fn elem(&self) -> Option<ElemSize> {
        self.elem
    }

    /// Returns the same layout with this element size.
    #[must_use]
    pub fn with_elem(self, elem: ElemSize) -> SymbolicLayout {
        SymbolicLayout { elem: Some(elem), ..self }
    }

    /// Returns the logical lengths at these values of the symbols.
    ///
    /// # Errors
    /// The symbols may not have these values, or a length is below 1 or does not fit 64 bits.
    pub fn lengths_at(&self, values: &[i64]) -> Result<Vec<i64>, SymbolicFault> {
        self.symbols.check_values(values)?;
        let lengths = self.lengths.iter().enumerate();
        lengths.map(|(dim, length)| self.length_at(dim, length, values)).collect()
    }

    fn length_at(
        &self,
        dim: usize,
        length: &SymExpr,
        values: &[i64],
    ) -> Result<i64, SymbolicFault> {
        let found = self.value_of(length, values, &[])?;
        match i64::try_from(found) {
            Ok(length @ 1..) => Ok(length),
            Ok(_) => {
                let message = format!("the length of d{dim} must be at least 1, but is {found}");
                Err(self.fault_at(message, values, &[]))
            }
            Err(_) => {
                let message = format!("the length of d{dim} must be below 2^63, but is {found}");
                Err(self.fault_at(message, values, &[]))
            }
        }
    }

    /// Returns the offset in elements at these values of the symbols and this index; `None` if the index is invalid: a
    /// component is outside its length, or a condition does not hold.
    ///
    /// # Errors
    /// As [`lengths_at`](Self::lengths_at), or the index has another rank, a divisor is below 1, or the offset does not
    /// fit 64 bits.
    pub fn offset_at(&self, values: &[i64], index: &[i64]) -> Result<Option<i64>, SymbolicFault> {
        let lengths = self.lengths_at(values)?;
        if index.len() != lengths.len() {
            let message = format!(
                "expected an index of rank {}, found one of rank {}",
                lengths.len(),
                index.len()
            );
            return Err(SymbolicFault::new(message));
        }
        if index.iter().zip(&lengths).any(|(index, length)| !(0..*length).contains(index)) {
            return Ok(None);
        }
        for condition in &self.conditions {
            self.value_of(&condition.expr, values, index)?;
            if !condition.holds(values, index) {
                return Ok(None);
            }
        }
        let offset = self.value_of(&self.offset, values, index)?;
        match i64::try_from(offset) {
            Ok(offset) => Ok(Some(offset)),
            Err(_) => {
                let message = format!("offset {offset} does not fit 64 bits");
                Err(self.fault_at(message, values, index))
            }
        }
    }

    fn value_of(
        &self,
        expr: &SymExpr,
        values: &[i64],
        index: &[i64],
    ) -> Result<i128, SymbolicFault> {
        expr.eval(values, index).map_err(|error| {
            let message = format!("`{}` has no value: {error}", expr.text(&self.symbols));
            self.fault_at(message, values, index)
        })
    }

    fn fault_at(&self, message: String, values: &[i64], index: &[i64]) -> SymbolicFault {
        let witness = SymbolWitness::new(values.to_vec(), index.to_vec());
        SymbolicFault::new(message).at(witness, &self.symbols)
    }

    /// Returns the layout at these values of the symbols.
    ///
    /// # Errors
    /// As [`lengths_at`](Self::lengths_at), an offset does not fit 64 bits, or no [`Layout`] has this offset: it has a
    /// product of two dims, a division by a dim, or conditions.
    pub fn with(&self, values: &[i64]) -> Result<Layout, SymbolicFault> {
        let lengths = self.lengths_at(values)?;
        let fault = |fault: LayoutFault| SymbolicFault {
            notes: fault.notes.clone(),
            ..self.fault_at(fault.message, values, &[])
        };
        let number = |expr: &SymExpr| {
            let value = self.value_of(expr, values, &[])?;
            i64::try_from(value).map_err(|_| {
                let text = expr.text(&self.symbols);
                let message = format!("`{text}` is {value}, which does not fit 64 bits");
                self.fault_at(message, values, &[])
            })
        };
        if let Some(pipeline) = &self.pipeline {
            let layout =
                pipeline.with(&number).map_err(|fault: SymbolicFault| match fault.witness {
                    Some(_) => fault,
                    None => {
                        fault.at(SymbolWitness::new(values.to_vec(), Vec::new()), &self.symbols)
                    }
                })?;
            return Ok(match self.elem {
                Some(elem) => layout.with_elem(elem),
                None => layout,
            });
        }
        if !self.conditions.is_empty() {
            return Err(SymbolicFault::new("the conditions of valid indices have no transforms"));
        }
        let lens = lengths.iter().map(|&length| Len::new(length).unwrap_or(Len::DYNAMIC));
        let shape = Shape::new(lens).map_err(|error| fault(error.into()))?;
        if let Some((strides, offset)) = &self.strides {
            let strides = strides.iter().map(&number).collect::<Result<Vec<i64>, _>>()?;
            return Layout::from_strides(&shape, &strides, number(offset)?, self.elem)
                .map_err(fault);
        }
        let mut exprs = Exprs::new();
        let index = exprs.index_of(&shape);
        let offset = self.offset.over_index(values, &index, &mut exprs).map_err(fault)?;
        // Memory ends after the greatest offset, as that of an index map of one result. Only negative offsets have none.
        match Layout::from_components(&shape, &mut exprs, &[offset], self.elem) {
            Ok(layout) => Ok(layout),
            Err(_) => Layout::from_offset(&shape, &mut exprs, offset, self.elem).map_err(fault),
        }
    }
}

impl SymExpr {
    /// Returns the expression of an index map with these values of the symbols: `index` has the expression of each dim.
    ///
    /// # Errors
    /// A part has no value, does not fit 64 bits, or names an unknown dim.
    pub fn over_index(
        &self,
        values: &[i64],
        index: &[Expr],
        exprs: &mut Exprs,
    ) -> Result<Expr, LayoutFault> {
        // Parts without a dim are numbers, whose intermediate values may exceed 64 bits.
        if self.extents().1 == 0 {
            let value =
                self.eval(values, &[]).map_err(|error| LayoutFault::new(error.to_string()))?;
            let value = i64::try_from(value)
                .map_err(|_| LayoutFault::new(format!("{value} does not fit 64 bits")))?;
            return Ok(exprs.constant(value));
        }
        let sign = match self.node() {
            SymNode::Dim(dim) => {
                let found = index.get(*dim).copied();
                return found.ok_or_else(|| LayoutFault::new(format!("unknown dim d{dim}")));
            }
            SymNode::Constant(_) | SymNode::Symbol(_) | SymNode::Sum(..) => "+",
            SymNode::Product(..) => "*",
            SymNode::FloorDiv(..) => "floordiv",
            SymNode::CeilDiv(..) => "ceildiv",
            SymNode::Mod(..) => "mod",
        };
        let Some([a, b]) = self.node().operands() else {
            return Err(LayoutFault::new("a part of an expression has no operands"));
        };
        let a = a.over_index(values, index, exprs)?;
        let b = b.over_index(values, index, exprs)?;
        exprs.operation(sign, a, b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn op(sign: &str, a: &SymExpr, b: &SymExpr) -> SymExpr {
        SymExpr::operation(sign, a.clone(), b.clone()).unwrap()
    }

    fn rows() -> SymbolicLayout {
        let mut symbols = SymbolSet::new();
        let s0 = SymExpr::symbol(symbols.declare("s0", 1, 50, 1).unwrap());
        let s1 = SymExpr::symbol(symbols.declare("s1", 1, 300, 1).unwrap());
        let eight = SymExpr::constant(8);
        let stride = op("*", &op("ceildiv", &s1, &eight), &eight);
        let strides = vec![stride, SymExpr::constant(1)];
        SymbolicLayout::from_strides(symbols, vec![s0, s1], strides, SymExpr::constant(0), None)
            .unwrap()
    }

    #[test]
    fn layout_evaluates_as_the_concrete_one() {
        let rows = rows();
        assert_eq!(rows.offset().text(rows.symbols()), "d0*(s1 ceildiv 8*8)+d1");
        assert_eq!(rows.offset_at(&[5, 3], &[4, 2]), Ok(Some(34)));
        assert_eq!(rows.offset_at(&[5, 3], &[5, 0]), Ok(None));
        let concrete = rows.with(&[5, 3]).unwrap();
        assert_eq!(concrete.offset_range().unwrap().unwrap().1.get(), 34);
    }

    #[test]
    fn values_outside_the_set_are_named() {
        let fault = rows().offset_at(&[51, 3], &[0, 0]).unwrap_err();
        assert_eq!(fault.to_string(), "`s0` must be within 1 to 50, but is 51");
        let fault = rows().with(&[5]).unwrap_err();
        assert_eq!(fault.to_string(), "expected a value for each of 2 symbols, found 1");
    }

    #[test]
    fn products_of_dims_have_no_concrete_layout() {
        let mut symbols = SymbolSet::new();
        let s0 = SymExpr::symbol(symbols.declare("s0", 1, 40, 1).unwrap());
        let d0 = SymExpr::dim(0);
        let one = SymExpr::constant(1);
        let next = op("+", &d0, &one);
        let offset = op("floordiv", &op("*", &d0, &next), &SymExpr::constant(2));
        let triangle = SymbolicLayout::new(symbols, vec![s0], offset, None).unwrap();
        assert_eq!(triangle.offset_at(&[9], &[8]), Ok(Some(36)));
        let fault = triangle.with(&[9]).unwrap_err();
        assert!(fault.message.starts_with("at least one factor"), "{fault}");
    }
}

//! The reader from an index map to a layout, which memref types and notations share.
//!
//! A map has a result for each dim of row-major memory, or one result, which is the offset. `plan` finds the sums and values
//! of the results; `stages` builds their transforms.

mod plan;
mod stages;

use crate::domain::{Algebra, Range};
use crate::index::{Expr, Exprs};
use crate::pipeline::{Layout, LayoutBuilder, LayoutFault};
use crate::space::{
    DimsOrder, ElemSize, Elems, Len, MAX_DIMS, MemShape, RankError, Shape, dims_by_falling_strides,
};
use crate::stride::PhysicalLayout;

/// The reason why an index map does not denote a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MapFault {
    /// The number of the result at fault; `None` if it is the map or the memory as a whole.
    pub result: Option<usize>,
    /// The fault.
    pub fault: LayoutFault,
}

impl MapFault {
    /// Returns the fault of the result of this number.
    pub fn at_result(number: usize, fault: LayoutFault) -> MapFault {
        MapFault { result: Some(number), fault }
    }
}

impl From<LayoutFault> for MapFault {
    fn from(fault: LayoutFault) -> MapFault {
        MapFault { result: None, fault }
    }
}

impl Exprs {
    /// Returns the result of an operator of index maps: `+`, `-`, `*`, `floordiv` or `//`, `ceildiv`, `mod` or `%`.
    ///
    /// # Errors
    /// No factor of a product is constant, a divisor is not a constant above 0, or a number does not fit 64 bits.
    pub fn operation(&mut self, sign: &str, left: Expr, right: Expr) -> Result<Expr, LayoutFault> {
        let result = match sign {
            "+" => self.linear(0, &[(1, left), (1, right)]),
            "-" => self.linear(0, &[(1, left), (-1, right)]),
            "*" => match (self.as_constant(left), self.as_constant(right)) {
                (_, Some(factor)) => self.linear(0, &[(factor, left)]),
                (Some(factor), None) => self.linear(0, &[(factor, right)]),
                (None, None) => {
                    let message =
                        "at least one factor of an affine product must not depend on dimensions";
                    return Err(LayoutFault::new(message));
                }
            },
            _ => {
                let divisor = self.divisor(sign, right)?;
                match sign {
                    "mod" | "%" => self.digit(&left, 1, Some(divisor)),
                    "ceildiv" => {
                        let raised = self.linear(divisor - 1, &[(1, left)]);
                        self.digit(&raised, divisor, None)
                    }
                    _ => self.digit(&left, divisor, None),
                }
            }
        };
        match result {
            Expr::OVERFLOW => Err(LayoutFault::new("a number does not fit 64 bits")),
            result => Ok(result),
        }
    }

    fn divisor(&self, sign: &str, divisor: Expr) -> Result<i64, LayoutFault> {
        Err(LayoutFault::new(match self.as_constant(divisor) {
            Some(divisor @ 1..) => return Ok(divisor),
            Some(found) => {
                format!("the right operand of `{sign}` must be at least 1, but is {found}")
            }
            None => format!("the right operand of `{sign}` must not depend on dimensions"),
        }))
    }
}

impl Layout {
    /// Returns the layout of an index map: a map of one result is the offset, a map of several results the index of
    /// row-major memory over the ranges of the results. The results are expressions of [`Exprs::index_of`].
    ///
    /// # Errors
    /// As [`from_components`](Self::from_components) and [`from_offset`](Self::from_offset).
    pub fn from_map(
        shape: &Shape,
        exprs: &mut Exprs,
        results: &[Expr],
        elem: Option<ElemSize>,
    ) -> Result<Layout, MapFault> {
        match *results {
            [offset] => Ok(Layout::from_offset(shape, exprs, offset, elem)?),
            _ => Layout::from_components(shape, exprs, results, elem),
        }
    }

    /// Returns the layout with these components of the index of row-major memory. A dim of memory ends after the greatest
    /// value of its component.
    ///
    /// # Errors
    /// A component may be negative or depends on a dynamic length other than that of the outermost dim, or memory has too
    /// many dims or elements.
    pub fn from_components(
        shape: &Shape,
        exprs: &mut Exprs,
        components: &[Expr],
        elem: Option<ElemSize>,
    ) -> Result<Layout, MapFault> {
        Layout::from_padded_components(shape, exprs, components, &[], elem)
    }

    /// Returns the layout of [`from_components`](Self::from_components) in memory with at least these lengths, one for
    /// each component. A component without one has none.
    ///
    /// # Errors
    /// As [`from_components`](Self::from_components).
    pub fn from_padded_components(
        shape: &Shape,
        exprs: &mut Exprs,
        components: &[Expr],
        least: &[i64],
        elem: Option<ElemSize>,
    ) -> Result<Layout, MapFault> {
        if components.len() > MAX_DIMS {
            let count = components.len();
            let message =
                format!("the map has {count} results, but memory has at most {MAX_DIMS} dims");
            return Err(MapFault { result: Some(MAX_DIMS), fault: LayoutFault::new(message) });
        }
        let mut lens = Vec::new();
        for (result, &component) in components.iter().enumerate() {
            let len = memory_len(shape, exprs, result, component);
            let least = least.get(result).copied().and_then(Len::new);
            let len = len.map(|len| match (len.get(), least.and_then(Len::get)) {
                (Some(length), Some(least)) if length < least => Len::new(least).unwrap_or(len),
                _ => len,
            });
            lens.push(len.map_err(|fault| MapFault { result: Some(result), fault })?);
        }
        for (dim, _) in shape.iter().filter(|(_, len)| len.is_dynamic()) {
            if !components
                .iter()
                .any(|&it| exprs.as_var(it).is_some_and(|it| it as usize == dim.index()))
            {
                let message = format!("the map has no result for {dim}, whose length is dynamic");
                return Err(LayoutFault::new(message).into());
            }
        }
        Ok(row_major_layout(shape, exprs, components, lens, elem)?)
    }

    /// Returns the layout whose offset is an expression, of any sign.
    ///
    /// # Errors
    /// The expression divides a dynamic length, or a count or an offset does not fit 64 bits.
    pub fn from_offset(
        shape: &Shape,
        exprs: &mut Exprs,
        offset: Expr,
        elem: Option<ElemSize>,
    ) -> Result<Layout, LayoutFault> {
        if let Some((constant, factors)) = exprs.as_linear(offset) {
            let mut strides = vec![0; shape.len()];
            factors.into_iter().for_each(|(dim, factor)| strides[dim as usize] = factor);
            return Layout::from_strides(shape, &strides, constant, elem);
        }
        if let Some((dim, _)) = shape.iter().find(|(_, len)| len.is_dynamic()) {
            let message =
                format!("the length of {dim} must be static, as the offset is not linear");
            return Err(LayoutFault::new(message));
        }
        // Memory may begin below the least offset, and end above the greatest.
        let Range { low, high } = exprs.range(offset);
        let start = low.min(0);
        let length = high.checked_sub(start).and_then(|last| Len::new(last.checked_add(1)?));
        let length = length.filter(|_| exprs.fits(offset));
        let length = length.ok_or_else(|| LayoutFault::new("offsets do not fit 64 bits"))?;
        let moved = exprs.linear(-start, &[(1, offset)]);
        row_major_layout(shape, exprs, &[moved], vec![length], elem)?.translated(Elems::new(start))
    }

    /// Returns the layout with these strides of the dims and this offset of index zero, in elements. Memory is major to
    /// minor if the strides are nested, otherwise in logical order.
    ///
    /// # Errors
    /// The number of strides is not that of the dims, or a count or an offset does not fit 64 bits.
    pub fn from_strides(
        shape: &Shape,
        strides: &[i64],
        offset: i64,
        elem: Option<ElemSize>,
    ) -> Result<Layout, LayoutFault> {
        RankError::unless_equal(shape.len(), strides.len())?;
        let dims: Vec<(Len, i64)> = shape.values().copied().zip(strides.iter().copied()).collect();
        let by_stride = shape.map(|dim, _| Some(Elems::new(strides[dim.index()])));
        let by_stride = dims_by_falling_strides(shape, &by_stride);
        let mut order: Vec<usize> = by_stride.into_iter().map(|dim| dim.index()).collect();
        let sorted = order.iter().map(|&dim| dims[dim]);
        let mut memory = PhysicalLayout::from_dims(sorted, offset, elem)?;
        if !memory.is_nested() {
            order.sort_unstable();
            memory = PhysicalLayout::from_dims(dims, offset, elem)?;
        }
        let builder = LayoutBuilder::new(memory);
        let mut logical = builder.base_dims().to_vec();
        for (dim, &base) in order.into_iter().zip(builder.base_dims()) {
            logical[dim] = base;
        }
        builder.finish(&logical)
    }

    /// Returns packed memory of a shape in an order of its dims; row major without an order.
    ///
    /// # Errors
    /// The order has another rank, a dim other than the outermost has a dynamic length, or memory is too large.
    pub fn from_order(
        shape: &Shape,
        order: Option<DimsOrder>,
        elem: Option<ElemSize>,
    ) -> Result<Layout, MapFault> {
        let mut exprs = Exprs::new();
        let mut components = exprs.index_of(shape);
        if let Some(order) = order {
            RankError::unless_equal(shape.len(), order.rank()).map_err(LayoutFault::from)?;
            components = order.results().map(|dim| components[dim.index()]).collect();
        }
        Layout::from_components(shape, &mut exprs, &components, elem)
    }
}

/// Returns the length of the dim of memory of a component.
fn memory_len(
    shape: &Shape,
    exprs: &mut Exprs,
    result: usize,
    component: Expr,
) -> Result<Len, LayoutFault> {
    let lens: Vec<Len> = shape.values().copied().collect();
    if let Some(dim) = exprs.vars_of(component).into_iter().find(|dim| lens[*dim].is_dynamic()) {
        return match (exprs.as_var(component), result) {
            (Some(_), 0) => Ok(Len::DYNAMIC),
            (Some(_), _) => Err(LayoutFault::new(format!(
                "the length of m{result} must be static, because only the outermost dim can be dynamic"
            ))),
            (None, _) => {
                let message = format!("result {result} is not d{dim}, whose length is dynamic");
                Err(LayoutFault::new(message))
            }
        };
    }
    let bounds = exprs.range(component);
    // The length of the slowest dim of memory is not part of a stride, so bounds suffice.
    let Range { low, high } = match result == 0 && bounds.low >= 0 && exprs.fits(component) {
        true => bounds,
        false => exact_range(shape, exprs, component)?,
    };
    if low < 0 {
        let message =
            format!("the least value of result {result} is {low}, but must be at least 0");
        return Err(LayoutFault::new(message));
    }
    let length = high.checked_add(1).and_then(Len::new);
    length.ok_or_else(|| LayoutFault::new("the lengths of memory do not fit 64 bits"))
}

/// Returns the least and the greatest value of an expression.
fn exact_range(shape: &Shape, exprs: &mut Exprs, expr: Expr) -> Result<Range, LayoutFault> {
    let bounds = exprs.range(expr);
    if bounds.low == bounds.high || exprs.as_linear(expr).is_some() {
        return Ok(bounds);
    }
    // The expression does not depend on a dynamic length.
    let shape = shape.map(|_, len| Len::new(len.get().unwrap_or(1)).unwrap_or(*len));
    Ok(match Layout::from_offset(&shape, exprs, expr, None)?.offset_range() {
        Ok(Some((low, high))) => Range { low: low.get(), high: high.get() },
        // Bounds are exact where no two digits depend on each other.
        Ok(None) | Err(_) => bounds,
    })
}

/// Returns the layout that maps an index to its components in row-major memory of these lengths.
fn row_major_layout(
    shape: &Shape,
    exprs: &mut Exprs,
    components: &[Expr],
    lens: Vec<Len>,
    elem: Option<ElemSize>,
) -> Result<Layout, LayoutFault> {
    let lens = MemShape::new(lens)?;
    let strides = lens.row_major_strides();
    let strides =
        strides.ok_or_else(|| LayoutFault::new("the strides of memory do not fit 64 bits"))?;
    let mut builder = LayoutBuilder::new(PhysicalLayout::new(lens, strides, Elems::ZERO, elem)?);
    let base = builder.base_dims().to_vec();
    let dims = builder.apply_components(shape, exprs, components, &base)?;
    builder.finish(&dims)
}

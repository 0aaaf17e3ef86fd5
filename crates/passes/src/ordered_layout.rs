//! Layouts as an order of dims with strides.

use ir::layout::{
    AddressError, Amount, DimsOrder, ElemSize, Elems, Layout, Linear, PhysicalLayout, Req, ReqKind,
    Shape, StrideReqs, TensorLayout, Unit, dims_by_falling_strides, solve,
};

/// Returns a layout as an order with strides. `None` if it cannot be written so with a buffer of equal size.
pub(crate) fn ordered(layout: &Layout) -> Option<TensorLayout> {
    let ordered = nested(layout.shape(), &layout.linear()?, layout.elem()?)?;
    same_size(layout, &ordered.physical()?).then_some(ordered)
}

/// Returns `true` if the buffer of a layout is as large as a buffer for `memory`, which has its elements at the same
/// offsets. Strides include rows that a view cuts off, possibly beyond the end of the buffer.
fn same_size(layout: &Layout, memory: &PhysicalLayout) -> bool {
    match (layout.allocation(), memory.allocation()) {
        (Ok(before), Ok(after)) => before == after,
        // With a dynamic length, the outermost stride and the offset decide, if the memory is nested.
        (Err(AddressError::Dynamic(_)), Err(AddressError::Dynamic(_))) => {
            let before = layout.physical();
            before.is_nested()
                && before.offset() == memory.offset()
                && before.strides().values().next() == memory.strides().values().next()
        }
        _ => false,
    }
}

/// Returns a layout with these strides and this offset. `None` if the strides are not nested, or the offset is
/// negative.
pub(crate) fn nested(shape: &Shape, linear: &Linear, elem: ElemSize) -> Option<TensorLayout> {
    let order = order_of(shape, linear)?;
    let lens = order.to_memory(shape).ok()?;
    let given = order.to_memory(&linear.strides).ok()?;
    // The solver computes the unconstrained strides, and fails if the others are not nested.
    fn kind(stride: &Option<Elems>) -> Option<ReqKind> {
        match stride {
            None => Some(ReqKind::Compact),
            Some(stride) => Amount::new(stride.get(), Unit::Elems).map(ReqKind::Fixed),
        }
    }
    let reqs = given.iter().map(|(dim, stride)| Some(Req { dim, kind: kind(stride)? }));
    let reqs: StrideReqs = reqs.collect::<Option<Vec<Req>>>()?.into_iter().collect();
    let strides = order.to_logical(&solve(&lens, elem, reqs.as_slice()).ok()?).ok()?;
    let layout = TensorLayout::new(shape.clone(), order, elem).ok()?.with_strides(strides).ok()?;
    (linear.offset >= Elems::ZERO).then(|| layout.with_offset(linear.offset))
}

/// Returns the dims by falling strides, with each dim of length 1 inside the dim before it. A dynamic dim stays
/// outermost.
fn order_of(shape: &Shape, linear: &Linear) -> Option<DimsOrder> {
    let mut dims = dims_by_falling_strides(shape, &linear.strides);
    let long = dims.iter().position(|&dim| linear.strides[dim].is_some());
    if let Some(at) = long.filter(|&at| shape[dims[at]].is_dynamic()) {
        dims[..=at].rotate_right(1);
    }
    DimsOrder::from_permutation(&dims).ok()
}

//! The strides of memory as equations, from one dim inwards.

use super::physical::PhysicalLayout;
use super::system::size_text;
use crate::messages::joined;
use crate::space::{ElemSize, MemDim};

impl PhysicalLayout {
    /// Returns the equations of the stride of a dim and of the strides inside it, such as
    /// `stride(m0) = 5 x stride(m1) = 5 x 2 bytes = 10 bytes, padded to 16 bytes`. If `elem` is `None`, sizes are in
    /// elements.
    pub fn stride_equations(&self, outer: MemDim, elem: Option<ElemSize>) -> String {
        let dims: Vec<MemDim> = self.shape().dims().collect();
        let equations = dims.iter().enumerate().skip(outer.index()).map(|(at, &dim)| {
            let stride = i128::from(self.strides()[dim].get());
            let inner =
                dims.get(at + 1).and_then(|&inner| Some((inner, self.shape()[inner].get()?)));
            let Some((inner, length)) = inner else {
                return format!("stride({dim}) = {}", size(stride, elem));
            };
            let step = i128::from(self.strides()[inner].get());
            let dense = i128::from(length) * step;
            let product = format!(
                "stride({dim}) = {length} x stride({inner}) = {length} x {}",
                size(step, elem)
            );
            match stride == dense {
                true => format!("{product} = {}", size(stride, elem)),
                false => {
                    format!("{product} = {}, padded to {}", size(dense, elem), size(stride, elem))
                }
            }
        });
        joined(equations, "; ")
    }
}

fn size(elems: i128, elem: Option<ElemSize>) -> String {
    elem.map_or_else(|| format!("{elems} elements"), |elem| size_text(elems, elem))
}

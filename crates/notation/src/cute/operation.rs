//! The operations of CuTe's expressions. The core computes them.

use layout::{AlgebraFault, BitSwizzle, Layout, Nested, RadixDigit, Tiler};

use super::value::{CuteValue, SwizzleStep};

/// An argument of an operation.
#[derive(Clone, Debug)]
pub(super) enum CuteArgument {
    /// A layout.
    Layout(Box<CuteValue>),
    /// A tuple of numbers: a shape, or a tiler by mode. A number alone is a size, or a tile.
    Tuple(Nested<i64>),
    /// A tiler by mode.
    Tiler(Vec<CuteArgument>),
    /// A swizzle.
    Swizzle(BitSwizzle),
}

/// An operation of an expression: a row of the table.
#[derive(Clone, Copy)]
pub(super) struct CuteOperation {
    name: &'static str,
    function: OperationFunction,
}

/// The function of an operation, by its arguments.
#[derive(Clone, Copy)]
enum OperationFunction {
    /// One layout, with its swizzles.
    Inverse(fn(&Layout) -> Result<Layout, AlgebraFault>),
    /// A layout and the size of the result's target.
    Sized(fn(&Layout, i64) -> Result<Layout, AlgebraFault>),
    /// One layout.
    One(fn(&Layout) -> Result<Layout, AlgebraFault>),
    /// One layout, and optionally the profile of the result.
    Profiled(fn(&Layout) -> Result<Layout, AlgebraFault>),
    /// A layout and a layout or tiler.
    Tiled(fn(&Layout, &Tiler) -> Result<Layout, AlgebraFault>),
    /// A layout or swizzle, and a layout or tiler.
    Composed,
    /// Two layouts.
    Two(fn(&Layout, &Layout) -> Result<Layout, AlgebraFault>),
    /// A layout, a shape and optionally the order of its dims.
    Shaped(ShapedFunction),
    /// A layout and a number of elements that become one, or of parts of an element.
    Cast { is_wider: bool },
    /// The new and the old number of bits of an element, and a layout.
    Recast,
}

type ShapedFunction = fn(&Layout, &[i64], &[i64]) -> Result<Layout, AlgebraFault>;

use OperationFunction::{
    Cast, Composed, Inverse, One, Profiled, Recast, Shaped, Sized, Tiled, Two,
};

/// All operations, sorted by name.
const OPERATIONS: &[CuteOperation] = &[
    CuteOperation { name: "blocked_product", function: Two(Layout::blocked_product) },
    CuteOperation { name: "coalesce", function: Profiled(Layout::coalesce) },
    CuteOperation { name: "complement", function: Sized(Layout::complement) },
    CuteOperation { name: "composition", function: Composed },
    CuteOperation { name: "downcast", function: Cast { is_wider: false } },
    CuteOperation { name: "filter", function: One(Layout::filter) },
    CuteOperation { name: "flat_divide", function: Tiled(Layout::flat_divide) },
    CuteOperation { name: "flat_product", function: Tiled(Layout::flat_product) },
    CuteOperation { name: "left_inverse", function: Inverse(Layout::left_inverse) },
    CuteOperation { name: "logical_divide", function: Tiled(Layout::logical_divide) },
    CuteOperation { name: "logical_product", function: Tiled(Layout::logical_product) },
    CuteOperation { name: "raked_product", function: Two(Layout::raked_product) },
    CuteOperation { name: "recast", function: Recast },
    CuteOperation { name: "recast_layout", function: Recast },
    CuteOperation { name: "right_inverse", function: Inverse(Layout::right_inverse) },
    CuteOperation { name: "tile_to_shape", function: Shaped(Layout::tile_to_shape) },
    CuteOperation { name: "tiled_divide", function: Tiled(Layout::tiled_divide) },
    CuteOperation { name: "tiled_product", function: Tiled(Layout::tiled_product) },
    CuteOperation { name: "upcast", function: Cast { is_wider: true } },
    CuteOperation { name: "zipped_divide", function: Tiled(Layout::zipped_divide) },
    CuteOperation { name: "zipped_product", function: Tiled(Layout::zipped_product) },
];

/// The reason why an operation has no result.
enum OperationFault {
    /// The number or the kind of the arguments is wrong.
    Arguments,
    /// The message.
    Message(String),
}

use OperationFault::{Arguments, Message};

impl From<String> for OperationFault {
    fn from(message: String) -> OperationFault {
        Message(message)
    }
}

impl From<AlgebraFault> for OperationFault {
    fn from(fault: AlgebraFault) -> OperationFault {
        Message(fault.to_string())
    }
}

impl CuteArgument {
    /// Returns the value of a layout. A shape is column major.
    fn layout(&self) -> Result<CuteValue, OperationFault> {
        match self {
            CuteArgument::Layout(value) => Ok(CuteValue::clone(value)),
            CuteArgument::Tuple(shape) => Ok(CuteValue::from(column_major(shape)?)),
            _ => Err(Arguments),
        }
    }

    /// Returns the tiler of a second argument. A tuple is a tiler by mode; a number is a tile of stride 1.
    fn tiler(&self) -> Result<Tiler, OperationFault> {
        match self {
            CuteArgument::Layout(value) => Ok(Tiler::Whole(CuteValue::clone(value).into_layout()?)),
            CuteArgument::Tuple(shape) => Ok(tiler_of(shape)?),
            CuteArgument::Tiler(items) => {
                let items = items.iter().map(CuteArgument::tiler);
                Ok(Tiler::ByMode(items.collect::<Result<_, _>>()?))
            }
            CuteArgument::Swizzle(_) => Err(Arguments),
        }
    }

    /// Returns the tuple of an argument that is one.
    fn tuple(&self) -> Result<&Nested<i64>, OperationFault> {
        match self {
            CuteArgument::Tuple(tuple) => Ok(tuple),
            _ => Err(Arguments),
        }
    }

    /// Returns the number of an argument that is one.
    fn number(&self) -> Result<i64, OperationFault> {
        self.tuple()?.leaf().copied().ok_or(Arguments)
    }

    /// Returns the sizes of the modes of a shape.
    fn sizes(&self) -> Result<Vec<i64>, OperationFault> {
        let sizes = self.tuple()?.clone().into_items();
        let sizes: Option<Vec<i64>> = sizes.iter().map(Nested::checked_size).collect();
        sizes.ok_or_else(|| Message("the size of a mode does not fit 64 bits".to_owned()))
    }

    /// Returns the number of indices of a layout or a shape; the greatest number if it does not fit 64 bits.
    fn size(&self) -> Result<i64, OperationFault> {
        match self {
            CuteArgument::Layout(value) => {
                Ok(value.below.shape().num_elements().map_or(i64::MAX, |size| size.get()))
            }
            _ => Ok(self.tuple()?.checked_size().unwrap_or(i64::MAX)),
        }
    }
}

/// Returns the column-major layout of a shape.
fn column_major(shape: &Nested<i64>) -> Result<Layout, String> {
    let mut next = Some(1i64);
    let modes = shape.try_map(&mut |&length| {
        if length < 1 {
            return Err(format!("a length must be at least 1, but is {length}"));
        }
        let stride = next.ok_or("a stride does not fit 64 bits")?;
        next = stride.checked_mul(length);
        Ok::<_, String>(RadixDigit { length, stride })
    })?;
    Layout::from_modes(0, &modes.into_items()).map_err(|fault| fault.to_string())
}

fn tiler_of(shape: &Nested<i64>) -> Result<Tiler, String> {
    match shape {
        Nested::Leaf(_) => column_major(shape).map(Tiler::Whole),
        Nested::Tuple(parts) => {
            Ok(Tiler::ByMode(parts.iter().map(tiler_of).collect::<Result<_, _>>()?))
        }
    }
}

impl CuteOperation {
    /// Returns the operation with this name; `None` if the name is unknown.
    pub(super) fn from_name(name: &str) -> Option<CuteOperation> {
        OPERATIONS.iter().find(|operation| operation.name == name).copied()
    }

    /// Returns the names of all operations.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        OPERATIONS.iter().map(|operation| operation.name)
    }

    /// Returns the result for some arguments.
    ///
    /// # Errors
    /// The number or the kind of the arguments is wrong, or the operation has no result: the message has the indices.
    pub(super) fn apply(self, arguments: &[CuteArgument]) -> Result<CuteValue, String> {
        let result = self.result(arguments).map_err(|fault| match fault {
            Arguments => self.expected(),
            Message(message) => message,
        })?;
        result.check()?;
        Ok(result)
    }

    fn result(self, arguments: &[CuteArgument]) -> Result<CuteValue, OperationFault> {
        match (self.function, arguments) {
            (Composed, [CuteArgument::Swizzle(swizzle), offset @ .., below])
                if offset.len() <= 1 =>
            {
                let offset = offset.first().map_or(Ok(0), CuteArgument::number)?;
                let mut value = below.layout()?;
                let swizzle = *swizzle;
                value.swizzles.push(SwizzleStep { swizzle, offset, is_of_bytes: false });
                Ok(value)
            }
            (Recast, [to, from, layout]) => {
                Ok(layout.layout()?.recast(from.number()?, to.number()?)?)
            }
            (Inverse(function), [layout]) => {
                Ok(CuteValue::from(function(&layout.layout()?.into_layout()?)?))
            }
            (Sized(function), [layout, size @ ..]) if size.len() <= 1 => {
                let size = size.first().map_or(Ok(1), CuteArgument::size)?;
                Ok(CuteValue::from(function(&layout.layout()?.into_layout()?, size)?))
            }
            (Cast { is_wider }, [layout, count]) => {
                let count = count.number()?;
                let value = layout.layout()?;
                Ok(if is_wider { value.recast(1, count) } else { value.recast(count, 1) }?)
            }
            (_, [layout, others @ ..]) => {
                let value = layout.layout()?;
                let below = self.below(&value.below, others)?;
                Ok(CuteValue { below, ..value })
            }
            _ => Err(Arguments),
        }
    }

    /// Returns the result of an operation on the layout below the swizzles.
    fn below(self, layout: &Layout, others: &[CuteArgument]) -> Result<Layout, OperationFault> {
        Ok(match (self.function, others) {
            (One(function) | Profiled(function), []) => function(layout)?,
            (Profiled(_), [profile]) => {
                let mut result = layout.profile();
                for (dim, part) in result.iter_mut().zip(profile.tuple()?.clone().into_items()) {
                    *dim = dim.coalesced(&part);
                }
                layout.clone().with_profile(&result)
            }
            (Composed, [tiler]) => layout.compose(&tiler.tiler()?)?,
            (Tiled(function), [tiler]) => function(layout, &tiler.tiler()?)?,
            (Two(function), [CuteArgument::Layout(other)]) => {
                function(layout, &CuteValue::clone(other).into_layout()?)?
            }
            (Shaped(function), [shape, order @ ..]) if order.len() <= 1 => {
                let lengths = shape.sizes()?;
                let order = match order.first() {
                    Some(order) => order.sizes()?,
                    None => (1..).take(lengths.len()).collect(),
                };
                function(layout, &lengths, &order)?
            }
            _ => return Err(Arguments),
        })
    }

    fn expected(self) -> String {
        let arguments = match self.function {
            Inverse(_) | One(_) => "one layout",
            Sized(_) => "a layout and a size",
            Profiled(_) => "a layout and at most one profile",
            Tiled(_) => "a layout and a layout, a shape or a tiler `<A,B>`",
            Composed => {
                "a layout and a layout, a shape or a tiler `<A,B>`, or a swizzle and a layout"
            }
            Two(_) => "two layouts",
            Shaped(_) => "a layout, a shape and at most one order",
            Cast { .. } => "a layout and a number",
            Recast => "the new and the old number of bits, and a layout",
        };
        format!("`{}` has the arguments {arguments}", self.name)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn operations_are_sorted() {
        assert!(super::OPERATIONS.is_sorted_by(|a, b| a.name < b.name));
    }
}

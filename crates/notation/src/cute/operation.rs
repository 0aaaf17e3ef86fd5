//! The operations of CuTe's expressions. The core computes them.

use layout::{AlgebraFault, Layout, Tiler};

/// An operation of an expression: a row of the table.
#[derive(Clone, Copy)]
pub(super) struct CuteOperation {
    name: &'static str,
    function: OperationFunction,
}

/// The function of an operation, by its arguments.
#[derive(Clone, Copy)]
enum OperationFunction {
    /// One layout.
    One(fn(&Layout) -> Result<Layout, AlgebraFault>),
    /// A layout and a layout or tiler.
    Tiled(fn(&Layout, &Tiler) -> Result<Layout, AlgebraFault>),
    /// A layout and the size of the result's target.
    Sized(fn(&Layout, i64) -> Result<Layout, AlgebraFault>),
}

use OperationFunction::{One, Sized, Tiled};

/// All operations, sorted by name.
const OPERATIONS: &[CuteOperation] = &[
    CuteOperation { name: "coalesce", function: One(Layout::coalesce) },
    CuteOperation { name: "complement", function: Sized(Layout::complement) },
    CuteOperation { name: "composition", function: Tiled(Layout::compose) },
    CuteOperation { name: "filter", function: One(Layout::filter) },
    CuteOperation { name: "left_inverse", function: One(Layout::left_inverse) },
    CuteOperation { name: "logical_divide", function: Tiled(Layout::logical_divide) },
    CuteOperation { name: "logical_product", function: Tiled(Layout::logical_product) },
    CuteOperation { name: "right_inverse", function: One(Layout::right_inverse) },
    CuteOperation { name: "tiled_divide", function: Tiled(Layout::tiled_divide) },
    CuteOperation { name: "tiled_product", function: Tiled(Layout::tiled_product) },
    CuteOperation { name: "zipped_divide", function: Tiled(Layout::zipped_divide) },
    CuteOperation { name: "zipped_product", function: Tiled(Layout::zipped_product) },
];

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
    pub(super) fn apply(self, arguments: Vec<Tiler>) -> Result<Layout, String> {
        let mut arguments = arguments.into_iter();
        let first = arguments.next();
        let second = arguments.next();
        let more = arguments.next();
        let Some(Tiler::Whole(layout)) = first.filter(|_| more.is_none()) else {
            return Err(self.expected());
        };
        let result = match (self.function, second) {
            (One(function), None) => function(&layout),
            (Tiled(function), Some(tiler)) => function(&layout, &tiler),
            (Sized(function), None) => function(&layout, 1),
            (Sized(function), Some(Tiler::Whole(target))) => {
                let size = target.shape().num_elements().map_or(i64::MAX, |size| size.get());
                function(&layout, size)
            }
            _ => return Err(self.expected()),
        };
        result.map_err(|fault| fault.to_string())
    }

    fn expected(self) -> String {
        let arguments = match self.function {
            One(_) => "one layout",
            Tiled(_) => "a layout and a layout or tiler `<A,B>`",
            Sized(_) => "a layout and a size",
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

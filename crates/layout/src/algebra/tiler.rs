//! Tilers: the second operand of composition, division and product.

use crate::pipeline::Layout;

/// A layout, or one layout for each of the first logical dims of another layout (CuTe's `<A,B>`).
#[derive(Clone, Debug)]
pub enum Tiler {
    /// One layout, for the indices of all logical dims as one dimension.
    Whole(Layout),
    /// A layout for each of the first logical dims. The other dims are unchanged.
    ByMode(Vec<Layout>),
}

impl From<Layout> for Tiler {
    fn from(layout: Layout) -> Tiler {
        Tiler::Whole(layout)
    }
}

impl From<Vec<Layout>> for Tiler {
    fn from(tiles: Vec<Layout>) -> Tiler {
        Tiler::ByMode(tiles)
    }
}

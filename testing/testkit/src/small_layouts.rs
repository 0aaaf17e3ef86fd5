//! The layouts of small shapes, between which kernels of every width and every method exist.

use crate::ConversionLayout;

/// The shapes of [`small_layouts`]: tensors of one element, rows that end inside a byte or inside a word, and rows that do
/// not.
pub const SMALL_SHAPES: [&[i64]; 13] = [
    &[],
    &[1],
    &[1, 1],
    &[1, 1, 1],
    &[2],
    &[15],
    &[3, 5],
    &[1, 15],
    &[8, 8],
    &[4, 24],
    &[4, 6, 8],
    &[5, 3, 16],
    &[2, 3, 4, 5],
];

/// The definition of the layout of 8 x 8 elements that is not a sum of digits.
const SWIZZLE: &str = "layout.descriptor @swizzle {
  %m, %n = layout.packed [8, 8]
  %i, %j = layout.xor %m, %n
  layout.yield %i, %j
}
";

/// Returns layouts of a shape with elements of any type: orders, padded rows, gaps, an innermost stride above 1, and
/// swizzles of 8 x 8 elements.
pub fn small_layouts(lengths: &[i64], elem: &str) -> Vec<ConversionLayout> {
    let shape = SmallShape { lengths, elem, outer: 0 };
    let mut found = shape.layouts();
    if lengths == [8, 8] {
        let swizzle = shape.layout("layout = @swizzle".to_owned(), true);
        found.push(ConversionLayout { definition: SWIZZLE.to_owned(), ..swizzle });
        found.push(shape.layout("layout = @swizzle, offset = 5".to_owned(), true));
    }
    found
}

/// Returns layouts of a shape whose first dim is outermost, and the same layouts with a dynamic length of that dim.
pub fn small_layouts_of_any_length(lengths: &[i64], elem: &str) -> [Vec<ConversionLayout>; 2] {
    let fixed = SmallShape { lengths, elem, outer: 1 }.layouts();
    let dynamic = fixed.iter().map(|layout| {
        let length = format!("tensor<{}x", lengths.first().copied().unwrap_or_default());
        ConversionLayout { ty: layout.ty.replacen(&length, "tensor<?x", 1), ..layout.clone() }
    });
    let dynamic = dynamic.collect();
    [fixed, dynamic]
}

/// Returns a number of bytes that is a number of elements: 24 for most widths.
fn row_alignment(elem: &str) -> u32 {
    let width: Option<u32> = elem.strip_prefix('i').and_then(|digits| digits.parse().ok());
    width.filter(|&width| 192 % width != 0).unwrap_or(24)
}

/// A shape of elements of a type.
struct SmallShape<'a> {
    lengths: &'a [i64],
    elem: &'a str,
    /// The number of dims that keep their place in each order.
    outer: usize,
}

impl SmallShape<'_> {
    fn layout(&self, encoding: String, fills_padding: bool) -> ConversionLayout {
        let dims: String = self.lengths.iter().map(|length| format!("{length}x")).collect();
        ConversionLayout {
            ty: format!("tensor<{dims}{}, {{{encoding}}}>", self.elem),
            name: encoding,
            definition: String::new(),
            fills_padding,
        }
    }

    /// Returns the order with these dims in memory, outermost first.
    fn order(&self, in_memory: &[usize]) -> String {
        let list = |dims: &mut dyn Iterator<Item = usize>| {
            dims.map(|dim| format!("d{dim}")).collect::<Vec<_>>().join(", ")
        };
        let dims = list(&mut (0..self.lengths.len()));
        let results = list(&mut in_memory.iter().copied());
        format!("order = affine_map<({dims}) -> ({results})>")
    }

    /// Returns the distinct orders: row major, reversed, rotated, and with the first two dims exchanged.
    fn orders(&self) -> Vec<Vec<usize>> {
        let rows: Vec<usize> = (0..self.lengths.len()).collect();
        let mut orders = vec![rows.clone(); 4];
        let movable = rows.len().saturating_sub(self.outer);
        if movable > 1 {
            orders[1][self.outer..].reverse();
            orders[2][self.outer..].rotate_left(1);
            orders[3].swap(self.outer, self.outer + 1);
        }
        let mut found: Vec<Vec<usize>> = Vec::new();
        for order in orders {
            if !found.contains(&order) {
                found.push(order);
            }
        }
        found
    }

    fn layouts(&self) -> Vec<ConversionLayout> {
        let orders = self.orders();
        let mut found: Vec<_> =
            orders.iter().map(|order| self.layout(self.order(order), true)).collect();
        let rank = self.lengths.len();
        if rank == 0 {
            return found;
        }
        let bytes = row_alignment(self.elem);
        for (order, row) in [(&orders[0], rank.saturating_sub(2)), (&orders[orders.len() / 2], 0)] {
            let order = self.order(order);
            let encoding = format!("{order}, reqs = #layout.reqs<m{row}: aligned<{bytes} bytes>>");
            found.push(self.layout(encoding, true));
        }
        for (innermost, gap, offset) in [(1, 5, 3), (1, 8, 8), (2, 16, 0)] {
            let mut strides = vec![innermost; rank];
            for at in (1..rank).rev() {
                strides[at - 1] = strides[at] * self.lengths[at] + gap;
            }
            let order = self.order(&orders[0]);
            let encoding = format!("{order}, strides = {strides:?}, offset = {offset}");
            found.push(self.layout(encoding, false));
        }
        found
    }
}

//! `xla`: shapes of XLA with minor-to-major dims and tiles of tiles.
//!
//! A tile applies to the minor dims of the array before it. A dim of length `n` and a tile of size `t` become an outer
//! dim of `ceil(n / t)` and, after all outer dims, an inner dim of `t`. A `*` joins a dim and the next minor one before
//! the tile applies.
//!
//! `tiles` orders nested digits by tiles; `write` writes the text.

use layout::transform::{Merge, Slice, Unmerge};
use layout::{
    DimId, DimsOrder, Layout, LayoutBuilder, LayoutFault, NotationFault, checked_product,
};
use pest::iterators::Pair;

use crate::element::ElementType;
use crate::grammar::{
    check_order_rank, clip, fields, grammar, integer, length, lengths, parse, parts, range, unknown,
};
use crate::notation::{Notation, NotationFunctions};
use crate::subject::list;
use crate::suffix::{NotatedLayout, agreed, fault_at};

mod tiles;
mod write;

use write::write;

pub(crate) const NOTATION: Notation = Notation {
    name: "xla",
    summary: "XLA: a shape with minor-to-major dims and tiles of tiles",
    example: "f32[3,5]{1,0:T(2,2)}",
    needs_element: true,
    searched: Some(
        "digits with nested strides, of the dims or of neighbors that the first tile joins",
    ),
    functions: NotationFunctions::Layout {
        shaped: Some(|text, shape| format!("{}[{}]{text}", shape.xla_elem, shape.lengths)),
        read,
        write,
        symbolic: None,
    },
};

// A shape, the dims from minor to major, and tiles.
grammar!(XlaGrammar, [], r##"
    notation  = { SOI ~ element ~ lengths ~ layout? ~ EOI }
    layout    = { brace_open ~ order ~ (colon ~ property+)? ~ brace_close }
    order     = { (natural ~ (comma ~ natural)*)? }
    property  = { tiles | other }
    tiles     = { "T" ~ tile+ }
    tile      = { paren_open ~ (size ~ (comma ~ size)*)? ~ paren_close }
    size      = { natural | combined }
    combined  = { "*" }
    other     = @{ ASCII_ALPHA+ ~ "(" ~ (!")" ~ ANY)* ~ ")" }
"##, {
    "tile" => "a tile such as `(8,128)`",
});

/// Reads `bf16[16,256]{1,0:T(8,128)(2,1)}`.
fn read(text: &str, given: Option<ElementType>) -> Result<NotatedLayout, NotationFault> {
    let whole = parse::<XlaGrammar, Rule>(Rule::notation, text)?;
    let mut found = parts(whole).into_iter();
    let [word, shape] = fields(&mut found)?;
    let elem = agreed(element(&word)?, given, range(&word))?;
    let at = range(&shape);
    let lengths = lengths(shape)?;
    check_order_rank(lengths.len(), at.clone())?;
    let mut order = DimsOrder::identity(lengths.len()).expect("the rank was checked");
    let mut tiles = Vec::new();
    for part in found.flat_map(parts) {
        match part.as_rule() {
            Rule::order => order = order_of(part, lengths.len())?,
            _ => tiles.extend(tiles_of(part)?),
        }
    }
    let mut array = TiledArray::new(&lengths, order);
    for (tile, tile_at) in &tiles {
        array.tile(tile).map_err(|message| NotationFault::new(tile_at.clone(), message))?;
    }
    let layout = array.layout().map_err(|fault| fault_at(at, fault))?;
    Ok(NotatedLayout::new(layout, Some(elem)))
}

/// Returns the element type of a name of XLA. The names of MLIR are read, too.
fn element(word: &Pair<'_, Rule>) -> Result<ElementType, NotationFault> {
    let name = word.as_str();
    let found = ElementType::from_xla(name).or_else(|| ElementType::from_name(name));
    found.ok_or_else(|| {
        unknown("element type", name, range(word), ElementType::xla_names())
            .note("element types are those of XLA, such as `f32`, `bf16`, `s8` and `pred`")
    })
}

/// Returns the order of a list of dims from minor to major.
fn order_of(part: Pair<'_, Rule>, rank: usize) -> Result<DimsOrder, NotationFault> {
    let at = range(&part);
    let minor_to_major: Vec<i64> = parts(part).iter().map(integer).collect::<Result<_, _>>()?;
    let dims = minor_to_major.iter().rev().map(|&dim| usize::try_from(dim).unwrap_or(usize::MAX));
    let dims: Vec<usize> = dims.collect();
    if dims.len() != rank {
        let message = format!("expected {rank} dims from minor to major, found {}", dims.len());
        return Err(NotationFault::new(at, message));
    }
    DimsOrder::from_results(&dims).map_err(|_| {
        let message = format!("`{}` is not a permutation of the dims", list(&minor_to_major));
        NotationFault::new(at, message)
            .note(format!("each dim from 0 to {} must occur once", rank.saturating_sub(1)))
    })
}

/// The sizes of a tile, `None` for `*`, and its bytes in the text.
type WrittenTile = (Vec<Option<i64>>, std::ops::Range<usize>);

fn tiles_of(property: Pair<'_, Rule>) -> Result<Vec<WrittenTile>, NotationFault> {
    let mut tiles = Vec::new();
    for part in parts(property) {
        if part.as_rule() == Rule::other {
            let message = format!("unsupported property `{}` of a layout", clip(part.as_str()));
            let note = "the supported property is `T(...)`, the tiles";
            return Err(NotationFault::new(range(&part), message).note(note));
        }
        for tile in parts(part) {
            let at = range(&tile);
            let sizes: Vec<Option<i64>> = parts(tile)
                .iter()
                .map(|size| match parts(size.clone()).first() {
                    Some(inner) if inner.as_rule() == Rule::natural => length(inner).map(Some),
                    _ => Ok(None),
                })
                .collect::<Result<_, _>>()?;
            tiles.push((sizes, at));
        }
    }
    Ok(tiles)
}

/// A dim of an array between tiles: its length, and its node; `None` for a dim of length 1, which needs no memory.
#[derive(Clone, Copy)]
struct ArrayNode {
    length: i64,
    node: Option<usize>,
}

/// A step from an array to the next one.
enum TileStep {
    /// A dim becomes an outer and an inner one.
    Split { node: usize, length: i64, outer: Option<usize>, inner: Option<usize> },
    /// Dims become one.
    Combine { nodes: Vec<(Option<usize>, i64)>, into: usize },
}

/// An array under tiles.
struct TiledArray {
    lengths: Vec<i64>,
    /// The dims of the array so far, slowest first.
    dims: Vec<ArrayNode>,
    steps: Vec<TileStep>,
    /// The number of nodes. The first ones are the logical dims.
    nodes: usize,
}

impl TiledArray {
    fn new(lengths: &[i64], order: DimsOrder) -> TiledArray {
        let dims = order.results().map(|dim| {
            let length = lengths[dim.index()];
            ArrayNode { length, node: (length > 1).then_some(dim.index()) }
        });
        TiledArray {
            dims: dims.collect(),
            steps: Vec::new(),
            nodes: lengths.len(),
            lengths: lengths.to_vec(),
        }
    }

    fn add(&mut self, length: i64) -> ArrayNode {
        let node = (length > 1).then_some(self.nodes);
        self.nodes += usize::from(length > 1);
        ArrayNode { length, node }
    }

    /// Applies a tile to the minor dims.
    ///
    /// # Errors
    /// The tile has more dims than the array, or ends with `*`, or a length does not fit 64 bits.
    fn tile(&mut self, tile: &[Option<i64>]) -> Result<(), String> {
        let Some(first) = self.dims.len().checked_sub(tile.len()) else {
            return Err(format!(
                "a tile of {} dims is incompatible with an array of {} dims",
                tile.len(),
                self.dims.len()
            ));
        };
        let minor = self.dims.split_off(first);
        let mut inner = Vec::new();
        let mut joined = Vec::new();
        for (dim, size) in minor.into_iter().zip(tile) {
            joined.push(dim);
            let Some(size) = *size else { continue };
            let dim = self.combined(std::mem::take(&mut joined))?;
            let (outer, rest) = self.split(dim, size);
            self.dims.push(outer);
            inner.push(rest);
        }
        if !joined.is_empty() {
            return Err("the last dim of a tile must be a number, but is `*`".to_owned());
        }
        self.dims.extend(inner);
        if self.dims.len() > MAX_ARRAY_DIMS {
            return Err(format!("the tiles lead to more than {MAX_ARRAY_DIMS} dims"));
        }
        Ok(())
    }

    fn combined(&mut self, dims: Vec<ArrayNode>) -> Result<ArrayNode, String> {
        let moving: Vec<ArrayNode> = dims.into_iter().filter(|dim| dim.node.is_some()).collect();
        match moving[..] {
            [] => Ok(ArrayNode { length: 1, node: None }),
            [one] => Ok(one),
            _ => {
                let length = checked_product(moving.iter().map(|dim| dim.length));
                let length = length.ok_or("the length of combined dims does not fit 64 bits")?;
                let into = self.add(length);
                let nodes = moving.iter().map(|dim| (dim.node, dim.length)).collect();
                let Some(node) = into.node else { return Ok(into) };
                self.steps.push(TileStep::Combine { nodes, into: node });
                Ok(into)
            }
        }
    }

    fn split(&mut self, dim: ArrayNode, size: i64) -> (ArrayNode, ArrayNode) {
        let outer = self.add((dim.length - 1) / size + 1);
        let Some(node) = dim.node else {
            // A dim of length 1 has index 0 in a longer tile.
            let inner = self.add(size);
            self.steps.extend(inner.node.map(|inner| TileStep::Split {
                node: usize::MAX,
                length: 1,
                outer: None,
                inner: Some(inner),
            }));
            return (outer, inner);
        };
        let inner = self.add(size);
        let step =
            TileStep::Split { node, length: dim.length, outer: outer.node, inner: inner.node };
        self.steps.push(step);
        (outer, inner)
    }

    /// Returns the layout over packed memory of the array.
    fn layout(self) -> Result<Layout, LayoutFault> {
        let memory: Vec<ArrayNode> =
            self.dims.iter().copied().filter(|dim| dim.node.is_some()).collect();
        let lengths: Vec<i64> = memory.iter().map(|dim| dim.length).collect();
        let mut builder = LayoutBuilder::packed(&lengths)?;
        let mut dims: Vec<Option<DimId>> = vec![None; self.nodes];
        for (dim, &base) in memory.iter().zip(&builder.base_dims().to_vec()) {
            dims[dim.node.expect("dims without a node are left out")] = Some(base);
        }
        for step in self.steps.iter().rev() {
            undo(step, &mut builder, &mut dims)?;
        }
        let mut logical = Vec::new();
        for dim in &dims[..self.lengths.len()] {
            logical.push(match *dim {
                Some(found) => found,
                None => builder.apply(layout::transform::Insert { length: 1 }, &[])?[0],
            });
        }
        builder.finish(&logical)
    }
}

const MAX_ARRAY_DIMS: usize = crate::limits::ARRAY_DIMS as usize;

/// Applies the transforms of a step, from the array after it to the array before it.
fn undo(
    step: &TileStep,
    builder: &mut LayoutBuilder,
    dims: &mut [Option<DimId>],
) -> Result<(), LayoutFault> {
    match step {
        TileStep::Split { node, length, outer, inner } => {
            let operands: Vec<DimId> =
                [outer, inner].into_iter().filter_map(|node| dims[(*node)?]).collect();
            let whole = match operands[..] {
                [one] => one,
                _ => builder.apply(Merge, &operands)?[0],
            };
            if *node == usize::MAX {
                builder.apply(layout::transform::Freeze { at: 0 }, &[whole])?;
                return Ok(());
            }
            let is_longer = builder.length(whole).get().is_some_and(|covered| covered > *length);
            dims[*node] = Some(match is_longer {
                true => builder.apply(Slice { begin: 0, end: *length }, &[whole])?[0],
                false => whole,
            });
        }
        TileStep::Combine { nodes, into } => {
            let Some(operands) = dims[*into] else { return Ok(()) };
            let lengths = nodes.iter().map(|(_, length)| *length).collect();
            let results = builder.apply(Unmerge { lengths }, &[operands])?;
            for ((node, _), dim) in nodes.iter().zip(results) {
                if let Some(node) = node {
                    dims[*node] = Some(dim);
                }
            }
        }
    }
    Ok(())
}

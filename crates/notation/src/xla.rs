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
    notation  = { SOI ~ result? ~ (tuple | abstract | shape) ~ operation? ~ EOI }
    result    = _{ "ROOT"? ~ "%"? ~ name ~ "=" }
    operation = @{ (ASCII_ALPHANUMERIC | "-" | "_")+ ~ "(" ~ ANY* }
    name      = @{ !("Layout" | "Format") ~ (ASCII_ALPHANUMERIC | "_" | "." | "-")+ ~ &(" "* ~ "=") }
    tuple     = @{ "(" ~ ANY* }
    abstract  = _{ "ShapedArray" ~ paren_open ~ shape ~ paren_close }
    shape     = _{ element ~ (lengths | dynamic) ~ (layout | jax)? }
    dynamic   = @{ "[" ~ (!"]" ~ ANY)* ~ "]" }
    layout    = { brace_open ~ order ~ (colon ~ property+)? ~ brace_close }
    order     = { (natural ~ (comma ~ natural)*)? }
    property  = { tiles | other }
    tiles     = { "T" ~ tile+ }
    tile      = { paren_open ~ (size ~ (comma ~ size)*)? ~ paren_close }
    size      = { natural | combined }
    combined  = { "*" }
    other     = @{ ASCII_ALPHA+ ~ "(" ~ (!")" ~ ANY)* ~ ")" }
    jax       = { format | device_layout }
    format    = _{ "Format" ~ paren_open ~ ("layout" ~ "=")? ~ device_layout ~ (comma ~ ("sharding" ~ "=")? ~ sharding)? ~ paren_close }
    device_layout = _{ ("DeviceLocalLayout" | "Layout") ~ paren_open ~ ("major_to_minor" ~ "=")? ~ majors
                   ~ (comma ~ "_"? ~ ("tiling" ~ "=")? ~ (tilings | absent))? ~ (comma ~ "_"? ~ "sub_byte_element_size_in_bits" ~ "=" ~ bits)? ~ paren_close }
    majors    = { paren_open ~ (natural ~ (comma ~ natural)*)? ~ comma? ~ paren_close }
    tilings   = { paren_open ~ (tiling ~ (comma ~ tiling)*)? ~ comma? ~ paren_close }
    tiling    = { paren_open ~ (tile_size ~ (comma ~ tile_size)*)? ~ comma? ~ paren_close }
    tile_size = { combine | natural }
    combine   = @{ "-" ~ ASCII_DIGIT+ }
    absent    = { "None" }
    bits      = { natural }
    sharding  = @{ ASCII_ALPHA+ ~ (&"(" ~ balanced)? }
    balanced  = { "(" ~ (balanced | !(")" | "(") ~ ANY)* ~ ")" }
"##, {
    "dynamic" => "lengths such as `[2, 3]`",
    "jax" => "`Layout(major_to_minor=...)`",
    "operation" => "an instruction such as `parameter(0)`",
    "tile" => "a tile such as `(8,128)`",
});

/// Reads `bf16[16,256]{1,0:T(8,128)(2,1)}`, an instruction of HLO, or a shape with a `Layout` of JAX.
fn read(text: &str, given: Option<ElementType>) -> Result<NotatedLayout, NotationFault> {
    let whole = parse::<XlaGrammar, Rule>(Rule::notation, text)?;
    let mut found = parts(whole).into_iter().filter(|part| part.as_rule() != Rule::name);
    let [word] = fields(&mut found)?;
    if word.as_rule() == Rule::tuple {
        let message = "a tuple has a layout for each of its shapes";
        let note = "write one of the shapes, such as `f32[3,5]{1,0}`";
        return Err(NotationFault::new(range(&word), message).note(note));
    }
    let [shape] = fields(&mut found)?;
    if shape.as_rule() == Rule::dynamic {
        let message = format!("`{}` has a length that is known at run time", clip(shape.as_str()));
        let note = "write its value or its bound";
        return Err(NotationFault::new(range(&shape), message).note(note));
    }
    let at = range(&shape);
    let lengths = lengths(shape)?;
    check_order_rank(lengths.len(), at.clone())?;
    let mut properties = Properties::new(lengths.len());
    for part in found {
        match part.as_rule() {
            Rule::layout => properties.read_layout(part)?,
            Rule::jax => properties.read_jax(part)?,
            _ => {}
        }
    }
    let elem = agreed(stored_element(&word, properties.bits)?, given, range(&word))?;
    let mut array = TiledArray::new(&lengths, properties.order);
    for (tile, tile_at) in &properties.tiles {
        array.tile(tile).map_err(|message| NotationFault::new(tile_at.clone(), message))?;
    }
    let layout = array.layout().map_err(|fault| fault_at(at, fault))?;
    Ok(NotatedLayout::new(layout, Some(elem)))
}

/// Returns the element type of a name of XLA. The names of MLIR and of JAX are read, too.
fn element(word: &Pair<'_, Rule>) -> Result<ElementType, NotationFault> {
    let name = word.as_str();
    let found = ElementType::from_xla(name)
        .or_else(|| ElementType::from_name(name))
        .or_else(|| ElementType::from_numpy(name));
    found.ok_or_else(|| {
        unknown("element type", name, range(word), ElementType::xla_names())
            .note("element types are those of XLA, such as `f32`, `bf16`, `s8` and `pred`")
    })
}

/// Returns the order of a list of dims from minor to major.
fn order_of(part: Pair<'_, Rule>, rank: usize) -> Result<DimsOrder, NotationFault> {
    let at = range(&part);
    let dims: Vec<i64> = parts(part).iter().map(integer).collect::<Result<_, _>>()?;
    let outermost_first: Vec<i64> = dims.iter().rev().copied().collect();
    permutation(&outermost_first, "minor to major", &dims, rank, at)
}

/// Returns the order of dims, the outermost first, which the text lists as `written`.
fn permutation(
    dims: &[i64],
    direction: &str,
    written: &[i64],
    rank: usize,
    at: std::ops::Range<usize>,
) -> Result<DimsOrder, NotationFault> {
    let dims: Vec<usize> =
        dims.iter().map(|&dim| usize::try_from(dim).unwrap_or(usize::MAX)).collect();
    if dims.len() != rank {
        let message = format!("expected {rank} dims from {direction}, found {}", dims.len());
        return Err(NotationFault::new(at, message));
    }
    DimsOrder::from_results(&dims).map_err(|_| {
        let message = format!("`{}` is not a permutation of the dims", list(written));
        NotationFault::new(at, message)
            .note(format!("each dim from 0 to {} must occur once", rank.saturating_sub(1)))
    })
}

/// The order, the tiles and the size of an element that a text states beside the shape.
struct Properties {
    order: DimsOrder,
    tiles: Vec<WrittenTile>,
    /// The bits of an element, with their bytes in the text; `None` if they are those of the type.
    bits: Option<(i64, std::ops::Range<usize>)>,
}

impl Properties {
    /// Returns those of a row-major array without tiles.
    fn new(rank: usize) -> Properties {
        let order = DimsOrder::identity(rank).expect("the rank was checked");
        Properties { order, tiles: Vec::new(), bits: None }
    }

    /// Reads `{1,0:T(8,128)E(4)}`.
    fn read_layout(&mut self, layout: Pair<'_, Rule>) -> Result<(), NotationFault> {
        for part in parts(layout) {
            match part.as_rule() {
                Rule::order => self.order = order_of(part, self.order.rank())?,
                _ => {
                    for property in parts(part) {
                        self.read_property(property)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn read_property(&mut self, property: Pair<'_, Rule>) -> Result<(), NotationFault> {
        if property.as_rule() == Rule::tiles {
            for tile in parts(property) {
                self.tiles.push(sizes_of(tile)?);
            }
            return Ok(());
        }
        let text = property.as_str();
        let bits = text.strip_prefix("E(").and_then(|rest| rest.strip_suffix(')')?.parse().ok());
        if let Some(bits) = bits {
            self.bits = Some((bits, range(&property)));
            return Ok(());
        }
        let message = format!("unsupported property `{}` of a layout", clip(text));
        let note = match text.starts_with("S(") {
            true => "it names a memory space: without it, the layout in that space is the same",
            false => {
                "the supported properties are `T(...)`, the tiles, and `E(...)`, the bits of an element"
            }
        };
        Err(NotationFault::new(range(&property), message).note(note))
    }

    /// Reads `Layout(major_to_minor=(0, 1), tiling=((8, 128),), sub_byte_element_size_in_bits=0)`, alone or in a `Format`.
    fn read_jax(&mut self, jax: Pair<'_, Rule>) -> Result<(), NotationFault> {
        for part in parts(jax) {
            let at = range(&part);
            match part.as_rule() {
                Rule::majors => {
                    let dims: Vec<i64> =
                        parts(part).iter().map(integer).collect::<Result<_, _>>()?;
                    let rank = self.order.rank();
                    self.order = permutation(&dims, "major to minor", &dims, rank, at)?;
                }
                Rule::tilings => {
                    for tile in parts(part) {
                        self.tiles.push(sizes_of(tile)?);
                    }
                }
                Rule::bits => match parts(part).first().map(integer).transpose()? {
                    // JAX states 0 for the size of the type.
                    Some(0) | None => {}
                    Some(bits) => self.bits = Some((bits, at)),
                },
                Rule::sharding
                    if !part.as_str().starts_with("SingleDeviceSharding")
                        && part.as_str() != "None" =>
                {
                    let message =
                        format!("`{}` places parts on several devices", clip(part.as_str()));
                    let note =
                        "write the shape and the layout of one shard, or the notation `mesh`";
                    return Err(NotationFault::new(at, message).note(note));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Returns the element of a name of XLA as it is stored. An element of less than 8 bits has a byte, unless the layout states
/// its bits.
fn stored_element(
    word: &Pair<'_, Rule>,
    bits: Option<(i64, std::ops::Range<usize>)>,
) -> Result<ElementType, NotationFault> {
    let elem = element(word)?;
    let own = elem.size().bits().get();
    match bits {
        Some((bits, at)) if bits != own => {
            let message = format!(
                "an element of `{}` has {own} bits, but the layout states {bits}",
                word.as_str()
            );
            Err(NotationFault::new(at, message))
        }
        Some(_) => Ok(elem),
        None if own < 8 && ElementType::from_xla(word.as_str()).is_some() => {
            let byte = if word.as_str().starts_with('s') { "i8" } else { "ui8" };
            Ok(ElementType::from_name(byte).unwrap_or(elem))
        }
        None => Ok(elem),
    }
}

/// The sizes of a tile, `None` for `*`, and its bytes in the text.
type WrittenTile = (Vec<Option<i64>>, std::ops::Range<usize>);

/// Returns the sizes of a tile. JAX prints the number of XLA for `*`, the least of 64 bits.
fn sizes_of(tile: Pair<'_, Rule>) -> Result<WrittenTile, NotationFault> {
    let at = range(&tile);
    let sizes = parts(tile).into_iter().map(|size| match parts(size.clone()).first() {
        Some(inner) if inner.as_rule() == Rule::natural => length(inner).map(Some),
        Some(inner)
            if inner.as_rule() == Rule::combine && inner.as_str() != i64::MIN.to_string() =>
        {
            let message = format!("a size must be at least 1, but is {}", clip(inner.as_str()));
            Err(NotationFault::new(range(inner), message))
        }
        _ => Ok(None),
    });
    Ok((sizes.collect::<Result<_, _>>()?, at))
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

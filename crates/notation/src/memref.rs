//! `memref`: a memref type of MLIR or VPUX, with its layout.
//!
//! A map of one result computes the offset, a map of several results the index of row-major memory. The layout excludes
//! the memory space.

use layout::{DimsOrder, Elems, Layout, Len, NotationFault, Shape, Strides, TensorLayout, nearest};
use pest::iterators::Pair;
use std::ops::Range;

use crate::element::ElementType;
use crate::grammar::{clip, fields, grammar, integer, parse, parts, range, unknown};
use crate::index_text::{IndexOperators, IndexReader, map_fault};
use crate::notation::{Notation, NotationFunctions};
use crate::subject::{WrittenLayout, list};
use crate::suffix::{NotatedLayout, agreed, element, fault_at};
use crate::tvm::{dense, offset};
use crate::witness::Witness;

pub(crate) const NOTATION: Notation = Notation {
    name: "memref",
    summary: "MLIR and VPUX: a memref type with its layout",
    example: "memref<4x5xf32, strided<[8, 1]>>",
    needs_element: true,
    searched: Some("texts of up to 2^16 bytes, which normal forms or 2^24 comparisons decide"),
    functions: NotationFunctions::Layout { shaped: None, read, write },
};

// A memref type: lengths, an element type, and a layout.
grammar!(MemrefGrammar, ["index.pest"], r##"
    notation     = { SOI ~ "memref" ~ angle_open ~ shape ~ (comma ~ property)* ~ angle_close ~ EOI }
    shape        = { (shape_dim ~ "x")* ~ element }
    shape_dim    = { natural | dynamic }
    dynamic      = { "?" }
    property     = { strided | affine | dictionary | dialect | order_alias | space }
    strided      = { "strided" ~ angle_open ~ bracket_open ~ strides ~ bracket_close ~ offset? ~ angle_close }
    strides      = { (scalar ~ (comma ~ scalar)*)? }
    offset       = { comma ~ "offset" ~ colon ~ scalar }
    scalar       = { integer | dynamic }
    affine       = { "affine_map" ~ angle_open ~ map ~ angle_close }
    map          = { variables ~ symbols? ~ "->" ~ results }
    variables    = { paren_open ~ (variable ~ (comma ~ variable)*)? ~ paren_close }
    symbols      = { bracket_open ~ (variable ~ (comma ~ variable)*)? ~ bracket_close }
    results      = { paren_open ~ (expr ~ (comma ~ expr)*)? ~ paren_close }
    dictionary   = { brace_open ~ (entry ~ (comma ~ entry)*)? ~ brace_close }
    entry        = { key ~ ("=" ~ (list | affine | order_alias | integer | value))? }
    list         = { (bracket_open ~ strides ~ bracket_close)
                   | ("array" ~ angle_open ~ "i64" ~ (colon ~ strides)? ~ angle_close) }
    value        = @{ (!("," | "}") ~ ANY)+ }
    key          = @{ (ASCII_ALPHANUMERIC | "_" | ".")+ }
    order_alias  = { order_attr | order_name }
    order_attr   = { "#layout.order" ~ angle_open ~ key ~ angle_close }
    order_name   = @{ "#" ~ (ASCII_ALPHANUMERIC | "_")+ ~ !"." }
    dialect      = @{ !"#layout.order" ~ "#" ~ (ASCII_ALPHANUMERIC | "_")+ ~ "." ~ (ASCII_ALPHANUMERIC | "_" | ".")+ ~ body? }
    body         = @{ "<" ~ (body | !("<" | ">") ~ ANY)* ~ ">" }
    space        = { (integer ~ (colon ~ element)?) | symbol | string | (bracket_open ~ space ~ (comma ~ space)* ~ bracket_close) }
    symbol       = @{ "@" ~ (ASCII_ALPHANUMERIC | "_" | ".")+ }
    string       = @{ "\"" ~ (!"\"" ~ ANY)* ~ "\"" }
"##, {
    "key" => "`order`, `strides` or `offset`",
    "map" => "an affine map",
    "shape_dim" => "a length such as `4x`",
});

/// Reads `memref<4x5xf32, strided<[8, 1], offset: 2>>`.
fn read(text: &str, given: Option<ElementType>) -> Result<NotatedLayout, NotationFault> {
    let whole = parse::<MemrefGrammar, Rule>(Rule::notation, text)?;
    let mut found = parts(whole).into_iter();
    let [shape] = fields(&mut found)?;
    let memref = Memref::new(shape, given)?;
    let properties: Vec<_> = found.flat_map(parts).collect();
    let layout = match layout_part(&properties)? {
        Some(part) => memref.layout(part)?,
        None => memref.ordered(None, None, 0)?,
    };
    Ok(NotatedLayout::new(layout, Some(memref.elem)))
}

/// Returns the layout among the properties of a memref, which the memory space follows.
///
/// # Errors
/// There is a second layout or memory space, or the layout is of another dialect.
fn layout_part<'p, 'a>(
    properties: &'p [Pair<'a, Rule>],
) -> Result<Option<&'p Pair<'a, Rule>>, NotationFault> {
    fn is_foreign(part: &Pair<'_, Rule>) -> bool {
        matches!(part.as_rule(), Rule::space | Rule::dialect)
    }
    fn is_space(part: &Pair<'_, Rule>) -> bool {
        is_foreign(part) || part.as_rule() == Rule::dictionary
    }
    match properties {
        [] => Ok(None),
        [one] => Ok(Some(one).filter(|one| !is_foreign(one))),
        [layout, space] if !is_foreign(layout) && is_space(space) => Ok(Some(layout)),
        [layout, space] if layout.as_rule() == Rule::dialect && is_space(space) => {
            let message =
                "the layout of the memref must be an affine map, `strided<...>` or a dictionary";
            let note = "the layout is an attribute of another dialect, which layoutc cannot read";
            Err(NotationFault::new(range(layout), message).note(note))
        }
        [layout, space] if layout.as_rule() != Rule::space && !is_space(space) => {
            let message = "memory space must be an integer, a string, a symbol or a dictionary";
            Err(NotationFault::new(range(space), message))
        }
        [extra, _] | [_, _, extra, ..] => {
            let message = "memref must have at most one layout and one memory space";
            Err(NotationFault::new(range(extra), message))
        }
    }
}

/// The shape and the element type of a memref.
struct Memref {
    shape: Shape,
    elem: ElementType,
    at: Range<usize>,
}

impl Memref {
    fn new(part: Pair<'_, Rule>, given: Option<ElementType>) -> Result<Memref, NotationFault> {
        let at = range(&part);
        let mut lens = Vec::new();
        let mut elem = None;
        for part in parts(part) {
            let part_at = range(&part);
            match part.as_rule() {
                Rule::element => elem = Some(agreed(element(&part)?, given, part_at)?),
                _ => lens.push(scalar(&part)?.map_or(Ok(Len::DYNAMIC), |length| {
                    Len::new(length).ok_or_else(|| {
                        let dim = lens.len();
                        let message =
                            format!("the length of dim d{dim} must be at least 1, but is {length}");
                        NotationFault::new(part_at, message)
                    })
                })?),
            }
        }
        let shape = Shape::new(lens);
        let shape = shape.map_err(|error| NotationFault::new(at.clone(), error.to_string()))?;
        if let Some(message) = shape.excess() {
            return Err(NotationFault::new(at, message));
        }
        let elem =
            elem.ok_or_else(|| NotationFault::new(at.clone(), "expected an element type"))?;
        Ok(Memref { shape, elem, at })
    }

    fn fault(&self, message: String) -> NotationFault {
        NotationFault::new(self.at.clone(), message)
    }

    /// Returns the layout of a property.
    fn layout(&self, part: &Pair<'_, Rule>) -> Result<Layout, NotationFault> {
        match part.as_rule() {
            Rule::strided => self.strided(part),
            Rule::dictionary => self.dictionary(part),
            Rule::order_alias => {
                let order = named_order(part)?;
                self.check_map_rank(order.rank(), part)?;
                self.ordered(Some(order), None, 0)
            }
            _ => self.mapped(part),
        }
    }

    /// Returns memory in an order, row major if there is none, with strides if they are given.
    fn ordered(
        &self,
        order: Option<DimsOrder>,
        strides: Option<Vec<i64>>,
        offset: i64,
    ) -> Result<Layout, NotationFault> {
        let Some(order) = order.or_else(|| DimsOrder::identity(self.shape.len())) else {
            // An order has fewer dims than memory may have.
            let elem = Some(self.elem.size());
            let layout = match strides {
                Some(strides) => Layout::from_strides(&self.shape, &strides, offset, elem),
                None => Layout::from_order(&self.shape, None, elem)
                    .map_err(|fault| fault.fault)
                    .and_then(|layout| layout.translated(Elems::new(offset))),
            };
            return layout.map_err(|fault| fault_at(self.at.clone(), fault));
        };
        let tensor = TensorLayout::new(self.shape.clone(), order, self.elem.size());
        let mut tensor = tensor.map_err(|error| self.fault(error.to_string()))?;
        if let Some(strides) = strides {
            let strides = Strides::new(strides.into_iter().map(Elems::new));
            let strided = strides.and_then(|strides| tensor.with_strides(strides));
            tensor = strided.map_err(|error| self.fault(error.to_string()))?;
        }
        let resolved = tensor.with_offset(Elems::new(offset)).resolve();
        let layout = resolved.map_err(|error| self.fault(error.to_string()))?.layout();
        layout.map_err(|fault| fault_at(self.at.clone(), fault))
    }

    fn strided(&self, part: &Pair<'_, Rule>) -> Result<Layout, NotationFault> {
        let at = range(part);
        let mut inner = parts(part.clone()).into_iter();
        let strides = inner.next().map_or_else(Vec::new, parts);
        let offset = inner.next().and_then(|offset| parts(offset).into_iter().next());
        let offset = offset.as_ref().map_or(Ok(Some(0)), scalar)?;
        if strides.len() != self.shape.len() {
            let dims = counted(self.shape.len(), "dim");
            let strides = counted(strides.len(), "stride");
            let message = format!("the memref has {dims}, but its layout has {strides}");
            return Err(NotationFault::new(at, message));
        }
        let mut found = Vec::new();
        for (dim, stride) in strides.iter().enumerate() {
            match scalar(stride)? {
                Some(0) => {
                    let message = "a stride of `strided` must not be 0";
                    let note = "write a broadcast as an affine map without the dim";
                    return Err(NotationFault::new(range(stride), message).note(note));
                }
                stride => {
                    found.push(
                        stride.ok_or_else(|| is_dynamic(&at, &format!("the stride of d{dim}")))?,
                    );
                }
            }
        }
        let offset = offset.ok_or_else(|| is_dynamic(&at, "the offset"))?;
        let layout = Layout::from_strides(&self.shape, &found, offset, Some(self.elem.size()));
        layout.map_err(|fault| fault_at(at, fault))
    }

    fn mapped(&self, part: &Pair<'_, Rule>) -> Result<Layout, NotationFault> {
        let map = WrittenMap::new(part);
        self.check_map_rank(map.dims.len(), part)?;
        let mut reader = IndexReader::new(&self.shape, &map.dims, &map.symbols)?;
        let results = reader.all(&map.results)?;
        let elem = Some(self.elem.size());
        let layout = Layout::from_map(&self.shape, &mut reader.exprs, &results, elem);
        layout.map_err(|fault| map_fault(fault, &map.results, range(part)))
    }

    fn check_map_rank(&self, dims: usize, part: &Pair<'_, Rule>) -> Result<(), NotationFault> {
        if dims == self.shape.len() {
            return Ok(());
        }
        let own = counted(self.shape.len(), "dim");
        let message = format!("the memref has {own}, but its layout map has {dims}");
        Err(NotationFault::new(range(part), message))
    }

    /// Returns the layout of `{order = #NHWC, strides = [..], offset = 4}`. Without one of these keys it is a memory space.
    fn dictionary(&self, part: &Pair<'_, Rule>) -> Result<Layout, NotationFault> {
        let mut order = None;
        let mut strides = None;
        let mut offset = 0;
        let mut has_keys = false;
        let mut unknown = None;
        for entry in parts(part.clone()) {
            let at = range(&entry);
            let mut entry = parts(entry).into_iter();
            let Some(key) = entry.next() else { continue };
            let value = entry.next();
            match (key.as_str(), value) {
                ("order", value) => order = Some(self.order(value, at)?),
                ("strides", value) => strides = Some(self.entry_strides(value, at)?),
                ("offset", value) => {
                    let value = value.filter(|value| value.as_rule() == Rule::integer);
                    let value = value.as_ref().map(integer).transpose()?;
                    offset = value.filter(|&offset| offset >= 0).ok_or_else(|| {
                        NotationFault::new(at, "`offset` must be an integer of 0 or more")
                    })?;
                }
                (key, _) if UNSUPPORTED.contains(&key) => {
                    let message = format!("`{key}` is not supported in a notation");
                    return Err(NotationFault::new(at, message));
                }
                (name, _) => {
                    let keys = KEYS.iter().chain(UNSUPPORTED).copied();
                    let near = nearest(name, keys).map(str::to_owned);
                    let message =
                        format!("unknown key `{}` in the encoding of a tensor", clip(name));
                    let fault = NotationFault { near, ..NotationFault::new(range(&key), message) };
                    if fault.near.is_some() {
                        return Err(fault);
                    }
                    unknown = unknown.or(Some(fault));
                }
            }
            has_keys |= KEYS.contains(&key.as_str());
        }
        if let Some(fault) = unknown.filter(|_| has_keys) {
            return Err(fault);
        }
        self.ordered(order, strides, offset)
    }

    fn entry_strides(
        &self,
        value: Option<Pair<'_, Rule>>,
        at: Range<usize>,
    ) -> Result<Vec<i64>, NotationFault> {
        let list = value.filter(|value| value.as_rule() == Rule::list);
        let list = list.map(|list| parts(list).into_iter().next().map_or_else(Vec::new, parts));
        let strides: Option<Vec<i64>> = match list {
            Some(list) => list.iter().map(scalar).collect::<Result<_, _>>()?,
            None => None,
        };
        let strides = strides.ok_or_else(|| {
            let message = "`strides` must be a list of integers, in elements, by logical dim";
            NotationFault::new(at.clone(), message)
        })?;
        if strides.len() != self.shape.len() {
            let entries = if strides.len() == 1 { "entry" } else { "entries" };
            let dims = counted(self.shape.len(), "dim");
            let message =
                format!("`strides` has {} {entries}, but the tensor has {dims}", strides.len());
            return Err(NotationFault::new(at, message));
        }
        Ok(strides)
    }

    /// Returns the order of `#NHWC`, `#layout.order<NHWC>` or a map that is a permutation.
    fn order(
        &self,
        value: Option<Pair<'_, Rule>>,
        at: Range<usize>,
    ) -> Result<DimsOrder, NotationFault> {
        let order = match value {
            Some(value) if value.as_rule() == Rule::order_alias => named_order(&value)?,
            Some(value) if value.as_rule() == Rule::affine => {
                WrittenMap::new(&value).order().map_err(|reason| {
                    let message = format!("`order` is not a permutation: {reason}");
                    NotationFault::new(at.clone(), message)
                })?
            }
            _ => {
                let message = "`order` must be an affine map or `#layout.order<NAME>`";
                return Err(NotationFault::new(at, message));
            }
        };
        if order.rank() != self.shape.len() {
            let dims = order.rank();
            let rank = self.shape.len();
            let message = format!("`order` has {dims} dims, but the tensor has {rank}");
            return Err(NotationFault::new(at, message));
        }
        Ok(order)
    }
}

/// The keys of a dictionary.
const KEYS: &[&str] = &["order", "strides", "offset"];

/// The keys of a dictionary whose values need a module.
const UNSUPPORTED: &[&str] = &["reqs", "format", "layout", "bounds"];

/// Returns the number of a match; `None` if it is dynamic.
fn scalar(part: &Pair<'_, Rule>) -> Result<Option<i64>, NotationFault> {
    match parts(part.clone()).first() {
        Some(number) if number.as_rule() != Rule::dynamic => integer(number).map(Some),
        _ => Ok(None),
    }
}

/// Returns the fault of a number that is dynamic.
fn is_dynamic(at: &Range<usize>, what: &str) -> NotationFault {
    let message = format!("{what} of the memref must be static, but is dynamic (`?`)");
    NotationFault::new(at.clone(), message).note("a layout has static strides and a static offset")
}

/// Returns a count and a noun: `2 dims`.
fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Returns the order of `#NHWC` or `#layout.order<NHWC>`.
fn named_order(part: &Pair<'_, Rule>) -> Result<DimsOrder, NotationFault> {
    let word: String = part.as_str().split_whitespace().collect();
    let name = word.trim_start_matches("#layout.order<").trim_end_matches('>');
    let name = name.trim_start_matches('#');
    DimsOrder::from_name(name)
        .ok_or_else(|| unknown("order", name, range(part), DimsOrder::names()))
}

/// An affine map: the names of its dims and symbols, and its results.
struct WrittenMap<'a> {
    dims: Vec<Pair<'a, Rule>>,
    symbols: Vec<Pair<'a, Rule>>,
    results: Vec<Pair<'a, Rule>>,
}

impl<'a> WrittenMap<'a> {
    fn new(part: &Pair<'a, Rule>) -> WrittenMap<'a> {
        let mut map = WrittenMap { dims: Vec::new(), symbols: Vec::new(), results: Vec::new() };
        for part in parts(part.clone()).into_iter().flat_map(parts) {
            match part.as_rule() {
                Rule::variables => map.dims = parts(part),
                Rule::symbols => map.symbols = parts(part),
                _ => map.results = parts(part),
            }
        }
        map
    }

    /// Returns the order whose map this is.
    fn order(&self) -> Result<DimsOrder, String> {
        if !self.symbols.is_empty() {
            let count = self.symbols.len();
            return Err(format!("an order must not have symbols, but the map has {count}"));
        }
        let mut dims = Vec::new();
        for (place, result) in self.results.iter().enumerate() {
            let text = result.as_str().trim();
            let dim = self.dims.iter().position(|dim| dim.as_str() == text);
            dims.push(dim.ok_or_else(|| {
                format!("result {place} of the order is `{}`, which is not a dim", clip(text))
            })?);
        }
        DimsOrder::of_rank(self.dims.len(), &dims).map_err(|error| error.to_string())
    }
}

/// The operators of affine maps.
const OPERATORS: IndexOperators = IndexOperators { div: " floordiv ", rem: " mod " };

/// Writes nothing for row-major memory, `strided` for strides, a map with a result for each digit of dense memory, and
/// otherwise a map to the offset.
fn write(subject: &WrittenLayout<'_>) -> Result<String, Witness> {
    subject.check_offsets(None, "")?;
    let elem = subject.elem.map_or("f32", ElementType::name);
    let dims: String = subject.lengths.iter().map(|length| format!("{length}x")).collect();
    let layout = match subject.linear() {
        Ok((strides, offset)) if !strides.contains(&0) => strided(subject, &strides, offset),
        _ => format!(", affine_map<{}>", map_text(subject)?),
    };
    Ok(format!("memref<{dims}{elem}{layout}>"))
}

fn strided(subject: &WrittenLayout<'_>, strides: &[i64], offset: i64) -> String {
    let mut next = 1i64;
    let lengths = subject.lengths.iter().zip(strides).rev();
    let is_row_major = lengths.fold(offset == 0, |same, (&length, &stride)| {
        let same = same && (stride == next || length == 1);
        next = next.saturating_mul(length);
        same
    });
    if is_row_major {
        return String::new();
    }
    let moved = if offset == 0 { String::new() } else { format!(", offset: {offset}") };
    format!(", strided<[{}]{moved}>", list(strides).replace(',', ", "))
}

fn map_text(subject: &WrittenLayout<'_>) -> Result<String, Witness> {
    let names: Vec<String> = (0..subject.lengths.len()).map(|dim| format!("d{dim}")).collect();
    let results = match dense(subject, &names, &OPERATORS) {
        Some(results) => results,
        None => offset(subject, &names, &OPERATORS)?,
    };
    Ok(format!("({}) -> ({results})", names.join(", ")))
}

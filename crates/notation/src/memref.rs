//! `memref`: a memref type of MLIR or VPUX, with its layout.
//!
//! A map of one result computes the offset, a map of several results the index of row-major memory. The layout excludes
//! the memory space.

use layout::{DimsOrder, Elems, Layout, NotationFault, Strides, TensorLayout};
use pest::iterators::Pair;
use std::ops::Range;

use crate::element::ElementType;
use crate::expression::ExpressionReader;
use crate::grammar::range;
use crate::index_text::{IndexOperators, IndexReader, map_fault};
use crate::notation::{Notation, NotationFunctions};
use crate::subject::{WrittenLayout, list};
use crate::suffix::{NotatedLayout, fault_at};
use crate::symbols::{check_no_conditions, first_symbol_fault};
use crate::tvm::{dense, offset};
use crate::witness::Witness;

mod grammar;
mod symbolic;
mod written;

use grammar::{MemrefRule as Rule, MemrefText, WrittenMap, layout_part, matched, named_order};
use written::{Encoding, Memref, Numbers};

pub(crate) const NOTATION: Notation = Notation {
    name: "memref",
    summary: "MLIR and VPUX: a memref type with its layout",
    example: "memref<4x5xf32, strided<[8, 1]>>",
    needs_element: true,
    searched: Some("texts of up to 2^16 bytes, which normal forms or 2^24 comparisons decide"),
    functions: NotationFunctions::Layout {
        shaped: None,
        read,
        write,
        symbolic: Some(symbolic::symbolic),
    },
};

/// Reads `memref<4x5xf32, strided<[8, 1], offset: 2>>`.
fn read(text: &str, given: Option<ElementType>) -> Result<NotatedLayout, NotationFault> {
    let MemrefText { shape, properties, conditions } = matched(text)?;
    let memref = Memref::new(shape, given)?;
    let layout = match layout_part(&properties)? {
        Some(part) => memref.layout(part)?,
        None => memref.ordered(None, None, 0)?,
    };
    if memref.shape.static_lengths().is_none() {
        first_symbol_fault(conditions.as_ref())?;
    }
    check_no_conditions(conditions.as_ref())?;
    Ok(NotatedLayout::new(layout, Some(memref.elem)))
}

impl Memref {
    /// Returns the layout of a property.
    fn layout(&self, part: &Pair<'_, Rule>) -> Result<Layout, NotationFault> {
        match part.as_rule() {
            Rule::strided => self.strided(part),
            Rule::dictionary => {
                let Encoding { order, strides, offset } = self.dictionary(part)?;
                self.ordered(order, strides, offset)
            }
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
        let Numbers { strides, offset } = self.numbers(part)?;
        let strides = strides.into_iter().enumerate().map(|(dim, stride)| {
            stride.ok_or_else(|| is_dynamic(&at, &format!("the stride of d{dim}")))
        });
        let strides: Vec<i64> = strides.collect::<Result<_, _>>()?;
        let offset = offset.ok_or_else(|| is_dynamic(&at, "the offset"))?;
        let layout = Layout::from_strides(&self.shape, &strides, offset, Some(self.elem.size()));
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
}

/// Returns the fault of a number that is dynamic.
fn is_dynamic(at: &Range<usize>, what: &str) -> NotationFault {
    let message = format!("{what} of the memref must be static, but is dynamic (`?`)");
    NotationFault::new(at.clone(), message).note("a layout has static strides and a static offset")
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

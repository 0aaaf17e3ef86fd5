//! Layouts as queries return them, with the ops of descriptors and the faults of layouts.

use ir::descriptor::not_in_memory;
use ir::diag::Diag;
use ir::encoding::Fault;
use ir::layout::{
    AddressError, DimId, ElemSize, Elems, Layout, LayoutFault, Nested, NotationFault, Owners,
    Placement, RecordTensor,
};
use ir::source::Span;
use ir::vulkan::{WrittenDescription, coordinate_layout};
use notation::{ElementType, NotatedLayout, NotatedSubject};
use passes::QueryError;
use std::rc::Rc;

use crate::queried_symbols::{NamedValues, QueriedMap, QueriedSymbols, has_linear_indices};

/// The layout of a queried name.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct QueriedLayout {
    /// The layout.
    pub layout: Rc<Layout>,
    /// The ops of a descriptor with their dims; `None` if the layout is not a descriptor's.
    pub hidden: Option<Vec<HiddenOp>>,
    /// The size of an element in bytes, if the layout counts bytes. This holds for a description whose strides are not
    /// whole numbers of elements. `None` for all other layouts, which count elements.
    pub in_bytes: Option<i64>,
    /// `true` if a number alone is an index in one dimension, the first dim the fastest, as in CuTe.
    pub has_linear_indices: bool,
}

impl QueriedLayout {
    pub(crate) fn from_layout(layout: Rc<Layout>) -> QueriedLayout {
        QueriedLayout { layout, hidden: None, in_bytes: None, has_linear_indices: false }
    }

    /// Returns the layout of a notation.
    pub(crate) fn from_notation(layout: Rc<Layout>, text: &str) -> QueriedLayout {
        let has_linear_indices = has_linear_indices(text);
        QueriedLayout { has_linear_indices, ..QueriedLayout::from_layout(layout) }
    }

    /// Returns `true` if a list of numbers has a component for each dim, and is not a linear index.
    pub fn is_index(&self, numbers: &[i64]) -> bool {
        numbers.len() != 1 || !self.has_linear_indices || self.layout.shape().len() == 1
    }

    /// Returns the logical index of a coordinate: a component for each dim, which is nested as the parts of the dim are. Or a
    /// tuple of all components, or a linear index. Components that are all numbers are not checked.
    ///
    /// # Errors
    /// A part of the coordinate does not fit the shape.
    pub fn index_of(&self, at: &[Nested<i64>]) -> Result<Vec<i64>, LayoutFault> {
        let rank = self.layout.shape().len();
        let numbers: Option<Vec<i64>> = at.iter().map(|item| item.leaf().copied()).collect();
        match (at, numbers) {
            (_, Some(numbers)) if self.is_index(&numbers) => Ok(numbers),
            (_, Some(numbers)) => self.layout.index_in_one_dimension(numbers[0]),
            ([Nested::Tuple(items)], None) if rank != 1 => self.layout.index_of(items),
            _ => self.layout.index_of(at),
        }
    }

    /// Returns the indices in a slot, which counts elements.
    ///
    /// # Errors
    /// The slot in bytes exceeds 64 bits, or the search exceeds the limit on steps.
    pub fn owners_of(&self, slot: i64) -> Result<Owners, AddressError> {
        let start = Elems::new(slot).checked_mul(self.in_bytes.unwrap_or(1));
        self.layout.owners_of(start.ok_or(AddressError::Overflow)?)
    }

    /// Returns the layout, for queries about elements.
    ///
    /// # Errors
    /// The strides are not whole numbers of elements.
    pub fn in_elements(&self, of: &str) -> Result<&Layout, QueryError> {
        match self.in_bytes {
            None => Ok(&self.layout),
            Some(size) => Err(QueryError::new(format!(
                "`{of}` has strides that are not whole numbers of elements of {size} bytes"
            ))
            .note("`--at` and `--inverse` compute its addresses")),
        }
    }
}

/// The subject of a query: a layout in memory, a placement on other axes, with copies or with parts, a layout with symbols, or
/// a tensor of records.
#[derive(Clone, Debug)]
pub enum QueriedSubject {
    /// A layout with one offset for each index.
    Layout(Rc<QueriedLayout>),
    /// A placement that is no layout in memory.
    Placement(Rc<Placement>),
    /// A tensor whose elements are bits of records.
    Records(Rc<RecordTensor>),
    /// A layout with symbols, whose values are unknown.
    Symbolic(Rc<QueriedSymbols>),
    /// The offsets of a layout with symbols for values of them that no layout without symbols has.
    Map(Rc<QueriedMap>),
}

impl QueriedSubject {
    /// Returns the layout in memory.
    ///
    /// # Errors
    /// The subject is a placement, has records, has symbols without values, or is a map, for whose values no layout exists.
    pub fn layout(&self, of: &str) -> Result<Rc<QueriedLayout>, QueryError> {
        match self {
            QueriedSubject::Layout(layout) => Ok(layout.clone()),
            QueriedSubject::Placement(placement) => {
                Err(QueryError::new(not_in_memory(&format!("`{of}`"), placement)))
            }
            QueriedSubject::Records(_) => Err(of_records(of)),
            QueriedSubject::Symbolic(symbols) => Err(symbols.without_values(of)),
            QueriedSubject::Map(map) => Err(map.unsupported(of)),
        }
    }

    /// Returns `true` if the layout has symbols, whose values are unknown.
    pub fn has_symbols(&self) -> bool {
        matches!(self, QueriedSubject::Symbolic(_))
    }

    /// Returns the layout in memory for values of the symbols.
    ///
    /// # Errors
    /// The subject has no symbols, a symbol is unknown, has no value or two of them, or the values are not allowed.
    pub fn with(&self, of: &str, values: &NamedValues) -> Result<QueriedSubject, QueryError> {
        let QueriedSubject::Symbolic(symbols) = self else {
            let error = QueryError::new(format!("`{of}` has no symbols"));
            return Err(error.note("remove the values of symbols"));
        };
        Ok(match symbols.with(of, values)? {
            Ok(layout) => {
                let has_linear_indices = symbols.has_linear_indices;
                let layout = QueriedLayout::from_layout(Rc::new(layout));
                QueriedLayout { has_linear_indices, ..layout }.into()
            }
            Err(map) => QueriedSubject::Map(Rc::new(map)),
        })
    }

    /// Returns the placement; that of a layout in memory is on the axis `m`.
    ///
    /// # Errors
    /// The strides are not whole numbers of elements, a length is dynamic, or the subject has records, has symbols without
    /// values, or is a map, for whose values no layout exists.
    pub fn placement(&self, of: &str) -> Result<Rc<Placement>, QueryError> {
        match self {
            QueriedSubject::Layout(layout) => {
                let placement = Placement::of_layout(layout.in_elements(of)?);
                placement.map(Rc::new).map_err(|fault| QueryError::new(format!("`{of}`: {fault}")))
            }
            QueriedSubject::Placement(placement) => Ok(placement.clone()),
            QueriedSubject::Records(_) => Err(of_records(of)),
            QueriedSubject::Symbolic(symbols) => Err(symbols.without_values(of)),
            QueriedSubject::Map(map) => Err(map.unsupported(of)),
        }
    }

    /// Returns the size of an element; `None` if it is unknown, or the fields of records have several ones.
    pub fn elem(&self) -> Option<ElemSize> {
        match self {
            QueriedSubject::Layout(layout) => layout.layout.elem(),
            QueriedSubject::Placement(placement) => placement.elem(),
            QueriedSubject::Records(_) => None,
            QueriedSubject::Symbolic(symbols) => symbols.read.layout.elem(),
            QueriedSubject::Map(map) => map.elem(),
        }
    }
}

impl From<QueriedLayout> for QueriedSubject {
    fn from(layout: QueriedLayout) -> QueriedSubject {
        QueriedSubject::Layout(Rc::new(layout))
    }
}

/// Returns the error of a name that has records where a layout with one offset for each index is expected.
pub(crate) fn of_records(of: &str) -> QueryError {
    QueryError::new(format!(
        "`{of}` has records, whose elements are bits, not one offset for each index"
    ))
    .note("`layoutc eval` prints the bits of its elements and fields")
}

/// An op of a descriptor with its hidden dims.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct HiddenOp {
    /// The name of the op.
    pub name: String,
    /// The dims of the operands, which CK Tile names lower.
    pub operands: Vec<DimId>,
    /// The dims of the results, which CK Tile names upper.
    pub results: Vec<DimId>,
}

/// Returns the strides of the logical dims of a layout, in elements; 0 for a dim of length 1. `None` if the layout is not
/// strided, as far as its form and its digits decide.
pub fn strides_of(layout: &Layout) -> Option<Vec<i64>> {
    if let Some(linear) = layout.linear() {
        return Some(linear.strides.values().map(|stride| stride.map_or(0, Elems::get)).collect());
    }
    let lengths = layout.shape().values().map(|length| length.is_one());
    let strides = layout.mixed_radix().ok()?.strides().ok()?;
    Some(
        strides
            .into_iter()
            .zip(lengths)
            .map(|(stride, is_one)| if is_one { 0 } else { stride })
            .collect(),
    )
}

/// Returns the error of a name whose layout is invalid.
pub(crate) fn invalid(of: &str, fault: Fault) -> QueryError {
    let error = QueryError::new(format!("`{of}` has no layout: {}", fault.message));
    fault.into_notes().into_iter().fold(error, QueryError::note)
}

/// Returns the layout of a notation.
pub(crate) fn notated(text: &str, elem: Option<ElementType>) -> Result<NotatedLayout, QueryError> {
    notation::read(text, elem).map_err(|fault| notation_error(text, fault))
}

/// Returns the layout, the placement or the records of a notation.
pub(crate) fn notated_subject(
    text: &str,
    elem: Option<ElementType>,
) -> Result<QueriedSubject, QueryError> {
    match notation::read_subject(text, elem) {
        Ok(NotatedSubject::Layout(read)) => {
            Ok(QueriedLayout::from_notation(Rc::new(read.layout), text).into())
        }
        Ok(NotatedSubject::Placement(read)) => {
            Ok(QueriedSubject::Placement(Rc::new(read.placement)))
        }
        Ok(NotatedSubject::Symbolic(read)) => {
            Ok(QueriedSubject::Symbolic(Rc::new(QueriedSymbols::new(*read, text))))
        }
        Ok(NotatedSubject::Records(read)) => Ok(QueriedSubject::Records(Rc::new(read))),
        Err(fault) => Err(notation_error(text, fault)),
    }
}

/// Returns the layout with symbols of a notation; `None` if the text has none.
pub(crate) fn notated_symbols(
    text: &str,
    elem: Option<ElementType>,
) -> Result<Option<Rc<QueriedSymbols>>, QueryError> {
    let read = notation::read_symbolic(text, elem).map_err(|fault| notation_error(text, fault))?;
    Ok(read.map(|read| Rc::new(QueriedSymbols::new(read, text))))
}

fn notation_error(text: &str, fault: NotationFault) -> QueryError {
    let column = format!("the fault is at column {}", fault.at.start + 1);
    let diag = Diag::of_notation(fault, Span::NONE);
    let error = QueryError::new(format!("`{text}` denotes no layout: {}", diag.message));
    let notes = diag.notes.into_iter().map(|note| note.message).chain([column]);
    notes.fold(error, QueryError::note)
}

/// Returns the ops that express a layout without a descriptor.
pub(crate) fn stages_of(layout: &Layout) -> Vec<HiddenOp> {
    let base = HiddenOp {
        name: "layout.strided".to_owned(),
        operands: vec![DimId::BUFFER],
        results: layout.base_dims().to_vec(),
    };
    let stages = layout.stages().map(|stage| HiddenOp {
        name: format!("layout.{}", stage.transform().name()),
        operands: stage.operands().to_vec(),
        results: stage.results().to_vec(),
    });
    std::iter::once(base).chain(stages).collect()
}

/// Returns the layout of a description. Its indices are physical.
pub(crate) fn described(
    of: &str,
    description: &WrittenDescription,
) -> Result<QueriedLayout, QueryError> {
    let tiling = description.tiling.known().map(|tiling| tiling.name);
    if tiling != Some("LINEAR") {
        let tiling = tiling.unwrap_or("unknown");
        return Err(QueryError::new(format!("`{of}` has no addresses: its tiling is {tiling}"))
            .note("only the tiling LINEAR defines addresses of elements; other tilings depend on the device"));
    }
    fn fault(of: &str, why: String) -> QueryError {
        QueryError::new(format!("`{of}` has no addresses: {why}"))
    }
    let memory = description.memory().map_err(|error| fault(of, error.to_string()))?;
    let (physical, in_bytes) = match memory.layout() {
        Some(layout) => (layout, None),
        None => (memory.layout_in_bytes(), Some(memory.elem_bytes().get())),
    };
    let layout = coordinate_layout(&physical, description.wraps.as_deref());
    let layout = layout.map_err(|error| fault(of, error.to_string()))?;
    Ok(QueriedLayout { in_bytes, ..QueriedLayout::from_layout(Rc::new(layout)) })
}

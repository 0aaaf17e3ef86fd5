//! The rows from which the registry reads the dims of ops: see [`OpDims`].
//!
//! The text of a row has a word for each operand, `->`, and a word for each result:
//!
//! ```text
//! *        all shared dims. A value of a lower rank has the last of them, as operands that broadcast do
//! *mk      shared dims, then dims that keep their position; equal letters are equal dims
//! -        the shared dims without those that the first list names, or all if the ranks are equal
//! .        the dims keep their logical order
//! ...      after a word: any further values are like the last one
//! ```
//!
//! A row also has the [`ListSpec`]s of the op. An op of another form has a function that builds the [`OpDims`] itself,
//! with [`ViewOp`] as the reader of its attributes and constant operands.

use crate::data::attrs::{Attr, AttrKind, DenseData};
use crate::data::context::Context;
use crate::data::dense::{dense_shape, element_bytes};
use crate::data::module::{Module, Op, Value};
use crate::data::types::TypeKind;
use crate::layout::checked_product;
use crate::registry::{DimList, DimsResult, ListKind, ListPlace, OpDims, Opaque, ValueDims};
use crate::views::dims::axis_indices;
use crate::views::form::{ListSource, ListSources};
use crate::views::op::ViewOp;

/// A list in which the ops of a row name dims of an operand.
#[derive(Clone, Copy, Debug)]
pub struct ListSpec {
    /// The meaning of the entries.
    pub kind: ListKind,
    /// The places of the list; the first one that is present applies.
    pub sources: ListSources<'static>,
    /// The number of the operand to whose dims the list refers.
    pub of: usize,
    /// The entries that the op assumes if the list is absent; `None` if an absent list has no effect on dims.
    pub default: Option<&'static [i64]>,
}

impl ListSpec {
    /// Returns a list that refers to the dims of operand 0, and without effect if it is absent.
    pub const fn new(kind: ListKind, sources: ListSources<'static>) -> ListSpec {
        ListSpec { kind, sources, of: 0, default: None }
    }

    /// Returns the list with the entries that the op assumes if it is absent.
    #[must_use]
    pub const fn or(self, default: &'static [i64]) -> ListSpec {
        ListSpec { default: Some(default), ..self }
    }
}

/// The words of one side of a row, for any number of values.
fn word(words: &str, at: usize) -> Option<&str> {
    let mut last = None;
    for (number, word) in words.split_whitespace().enumerate() {
        match word {
            "..." => return last,
            _ if number == at => return Some(word),
            _ => last = Some(word),
        }
    }
    None
}

/// Returns the letters of the last dims of a word; `None` for a word without shared dims.
fn letters(word: &str) -> Option<&str> {
    if word == "-" { Some("") } else { word.strip_prefix('*') }
}

/// The shared dims of an op while its values are read.
struct Reader<'m> {
    view: ViewOp<'m>,
    /// The number of shared dims that may be permuted.
    free: usize,
    /// The letters of the pinned dims, which follow the free ones.
    letters: String,
}

impl Reader<'_> {
    /// Counts the shared dims of a value.
    fn count(&mut self, word: &str, value: Value) -> Result<(), Opaque> {
        let Some((letters, rank)) = letters(word).zip(self.view.rank(value)) else { return Ok(()) };
        let free = rank.checked_sub(letters.len()).ok_or_else(|| {
            Opaque::new(format!("a value has rank {rank}, but the op needs {}", letters.len()))
        })?;
        self.free = self.free.max(free);
        let new = letters.chars().filter(|&letter| !self.letters.contains(letter));
        let new: String = new.collect();
        self.letters.push_str(&new);
        Ok(())
    }

    /// Returns the dims of a value. `dropped` are the shared dims that `-` lacks.
    fn dims(&self, word: &str, value: Value, dropped: &[usize]) -> Result<ValueDims, Opaque> {
        let Some((letters, rank)) = letters(word).zip(self.view.rank(value)) else {
            return Ok(ValueDims::Kept);
        };
        if word == "-" && rank != self.free {
            let kept: Vec<usize> = (0..self.free).filter(|dim| !dropped.contains(dim)).collect();
            let has_dims = kept.len() == rank;
            let message = format!("a value has rank {rank}, but {} dims remain", kept.len());
            return if has_dims { Ok(ValueDims::Shared(kept)) } else { Err(Opaque::new(message)) };
        }
        let own = rank - letters.len();
        let pinned = letters.chars().filter_map(|letter| self.letters.find(letter));
        let dims = (self.free - own..self.free).chain(pinned.map(|at| self.free + at));
        Ok(ValueDims::Shared(dims.collect()))
    }
}

impl<'m> ViewOp<'m> {
    /// Returns the dims of the op by the text of a row and its lists; see the [module](crate::op_dims).
    ///
    /// # Errors
    /// The ranks do not fit the text, or a list is not constant or names no dim.
    pub fn shared_dims(self, text: &str, lists: &[ListSpec]) -> DimsResult {
        let (of_operands, of_results) = text.split_once("->").unwrap_or((text, ""));
        let mut reader = Reader { view: self, free: 0, letters: String::new() };
        let operands = self.operands();
        let results = self.results();
        let sides = [(of_operands, operands), (of_results, &results)];
        for (words, values) in sides {
            for (at, &value) in values.iter().enumerate() {
                reader.count(word(words, at).unwrap_or("."), value)?;
            }
        }
        let mut dims = OpDims::default();
        for (at, &value) in operands.iter().enumerate() {
            let word = word(of_operands, at).filter(|word| *word != "-").unwrap_or(".");
            dims.operands.push(reader.dims(word, value, &[])?);
        }
        for list in lists {
            dims.lists.extend(self.dim_list(list, &dims.operands)?);
        }
        let dropped = dims.lists.first().map(named_dims).transpose()?.unwrap_or_default();
        for (at, &value) in operands.iter().enumerate() {
            if word(of_operands, at) == Some("-") {
                dims.operands[at] = reader.dims("-", value, &dropped)?;
            }
        }
        for (at, &value) in results.iter().enumerate() {
            let word = word(of_results, at).unwrap_or(".");
            dims.results.push(reader.dims(word, value, &dropped)?);
        }
        dims.excludes_padding = divides_integers(self.module, self.op);
        dims.pinned = vec![false; reader.free];
        dims.pinned.resize(reader.free + reader.letters.len(), true);
        Ok(dims)
    }

    /// Returns a list of the op; `None` if it is absent and has no effect on dims.
    ///
    /// # Errors
    /// The list is not constant, or refers to a value whose dims are not shared.
    pub fn dim_list(
        self,
        spec: &ListSpec,
        operands: &[ValueDims],
    ) -> Result<Option<DimList>, Opaque> {
        let mut found = None;
        for source in spec.sources {
            let place = match *source {
                ListSource::Attr(key) => ListPlace::Attr(key.into()),
                ListSource::Operand(at) => ListPlace::Operand(at),
                ListSource::Values(_) => continue,
            };
            let entries = self.list(std::slice::from_ref(source))?;
            found = entries.map(|entries| (place, entries));
            if found.is_some() {
                break;
            }
        }
        let absent = || {
            let place = match spec.sources.first()? {
                ListSource::Attr(key) => ListPlace::Attr((*key).into()),
                ListSource::Operand(at) => ListPlace::Operand(*at),
                ListSource::Values(_) => return None,
            };
            Some((place, spec.default?.to_vec()))
        };
        let Some((place, entries)) = found.or_else(absent) else { return Ok(None) };
        match operands.get(spec.of) {
            Some(ValueDims::Shared(dims)) => {
                Ok(Some(DimList { place, kind: spec.kind, dims: dims.clone(), entries }))
            }
            _ => Err(Opaque::new(format!("operand {} has no shared dims", spec.of))),
        }
    }
}

/// The ops that divide, and trap on a divisor of 0 if their elements are integers.
const DIVISIONS: &[&str] = &[
    "arith.ceildivsi",
    "arith.ceildivui",
    "arith.divsi",
    "arith.divui",
    "arith.floordivsi",
    "arith.remsi",
    "arith.remui",
    "linalg.div",
    "linalg.div_unsigned",
    "onnx.Div",
    "onnx.Mod",
    "stablehlo.divide",
    "stablehlo.remainder",
    "tosa.int_div",
    "tosa.intdiv",
];

/// Returns `true` if an op, or an op in its regions, divides integers.
pub fn divides_integers(module: &Module, op: Op) -> bool {
    module.walk_from(op).any(|op| {
        let ty = module.operands(op).first().map(|&operand| module.kind(operand));
        let elem = match ty {
            Some(TypeKind::Tensor { elem, .. }) => Some(module.ctx.kind(*elem)),
            ty => ty,
        };
        DIVISIONS.contains(&module.name(op))
            && matches!(elem, Some(TypeKind::Integer { .. } | TypeKind::Index))
    })
}

/// Returns the shared dims that a list of axes names.
fn named_dims(list: &DimList) -> Result<Vec<usize>, Opaque> {
    if !matches!(list.kind, ListKind::Axes | ListKind::AxisSet) {
        return Ok(Vec::new());
    }
    let axes = axis_indices(&list.entries, list.dims.len())?;
    Ok(axes.into_iter().map(|axis| list.dims[axis]).collect())
}

/// Returns an attribute of the same form with other integers: an integer, or a list of integers of the same types.
/// `None` if the attribute is of another kind, or an integer does not fit its type.
pub fn with_integers(ctx: &mut Context, attr: Attr, values: &[i64]) -> Option<Attr> {
    use crate::data::attrs::IntValue;
    match ctx.attr_kind(attr).clone() {
        AttrKind::Integer { ty, .. } => {
            let &[value] = values else { return None };
            Some(ctx.attr(AttrKind::Integer { value: IntValue::Small(value), ty }))
        }
        AttrKind::DenseArray { elem, .. } => {
            let data = integer_bytes(values, element_bytes(ctx, elem))?.into();
            Some(ctx.attr(AttrKind::DenseArray { elem, data }))
        }
        AttrKind::Array(_) => {
            let first = ctx.as_array(attr)?.first().copied();
            let items = values.iter().map(|&value| match first {
                Some(first) => with_integers(ctx, first, &[value]),
                None => Some(ctx.int(value)),
            });
            let items = items.collect::<Option<Vec<Attr>>>()?;
            Some(ctx.array(&items))
        }
        AttrKind::Dense { ty, .. } => {
            let (dims, elem) = dense_shape(ctx, ty)?;
            let count = checked_product(dims)?;
            let width = match ctx.kind(elem) {
                TypeKind::Integer { width: 8 | 16 | 32 | 64, .. } | TypeKind::Index => {
                    element_bytes(ctx, elem)
                }
                _ => return None,
            };
            let is_splat = !values.is_empty() && values.iter().all(|value| *value == values[0]);
            let stored = if is_splat { &values[..1] } else { values };
            let bytes = integer_bytes(stored, width)?.into();
            let data = Box::new(DenseData::Raw { bytes, splat: is_splat });
            (count == values.len() as u64).then(|| ctx.attr(AttrKind::Dense { ty, data }))
        }
        _ => None,
    }
}

/// Returns integers as little-endian bytes; `None` if one does not fit its width in bytes as a signed integer.
fn integer_bytes(values: &[i64], width: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(values.len().checked_mul(width)?);
    for value in values {
        let all = value.to_le_bytes();
        let shift = 64u32.checked_sub(u32::try_from(width).ok()?.checked_mul(8)?)?;
        if (value << shift) >> shift != *value {
            return None;
        }
        bytes.extend_from_slice(all.get(..width)?);
    }
    Some(bytes)
}

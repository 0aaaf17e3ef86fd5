//! The copy of a tensor of records to another one with the same fields: records that move whole, or fields piece by piece.
//!
//! A move is a copy between two layouts in bits: one maps the index of an element to its first bit in the source, the other
//! one to that in the target. With a dim more for the bits of an element, both are layouts of single bits, so the plan of a
//! move is that of any other copy, and is proven by the same proof. A move without a plan, such as one of 3 bits, copies
//! element by element.

use super::fault::RecordFault;
use super::field::RecordField;
use super::form::begin_of;
use super::in_bits::BitsBuilder;
use super::tensor::{FieldBuffer, RecordTensor, by_tensor_dim};
use crate::copy::{CopyMachine, CopyPlan};
use crate::pipeline::{Layout, LayoutFault};
use crate::space::{Bits, ElemSize, IndexSpace, LogicalIndex};

/// The copy of a tensor of records to another one with the same fields.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RecordCopy {
    /// The moves, which write different bits of the target.
    pub moves: Vec<RecordMove>,
    /// `true` if the target has bits that no move writes.
    pub has_padding: bool,
}

/// The copy of all records, or of all elements of a field.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RecordMove {
    /// The name of the field; `None` for whole records.
    pub field: Option<String>,
    /// The buffers in the source and in the target.
    pub buffers: [FieldBuffer; 2],
    /// The number of bits that an index has: those of an element, or of a record.
    pub width: Bits,
    /// The layouts from an index to its first bit, in the source and in the target.
    pub ends: [Layout; 2],
    /// The plan of the copy of the bits; `None` if bits move that are not whole bytes, or a layout is not a sum of digits.
    pub plan: Option<CopyPlan>,
}

impl RecordTensor {
    /// Returns the copy of this tensor to another one with the same fields: the same names, widths and granularities. The
    /// records may have another size, cover another block, and be in another order.
    ///
    /// # Errors
    /// The tensors have other lengths, or a field of one has no equal in the other. Or the bits do not fit 64 bits.
    pub fn copy_to(&self, target: &RecordTensor) -> Result<RecordCopy, RecordFault> {
        self.check_copy(target)?;
        let mut moves = Vec::new();
        let is_whole = self.has_record_of(target);
        if is_whole {
            let [from, to] = [self.record_bits()?, target.record_bits()?];
            let size = self.record().size();
            moves.push(RecordMove::new(None, [FieldBuffer::Records; 2], size, [from, to])?);
        } else {
            for (at, field) in self.record().fields().iter().enumerate() {
                moves.push(self.field_move(target, field.name(), FieldAt::Record(at))?);
            }
        }
        for (at, field) in self.side_fields().iter().enumerate() {
            moves.push(self.field_move(target, field.name(), FieldAt::Side(at))?);
        }
        let has_padding = target.has_padding(is_whole)?;
        Ok(RecordCopy { moves, has_padding })
    }

    /// Returns the move of a field of this tensor to the field of the same name of a target.
    fn field_move(
        &self,
        target: &RecordTensor,
        name: &str,
        own: FieldAt,
    ) -> Result<RecordMove, RecordFault> {
        let other = target.field_at(name).ok_or_else(|| missing(name, ["source", "target"]))?;
        let ends = [self.element_bits(own), target.element_bits(other)];
        let [from, to] = ends.map(|end| end.map_err(|fault| RecordFault::of_layout(name, fault)));
        let buffers = [own.buffer(), other.buffer()];
        RecordMove::new(Some(name), buffers, self.width_at(own).bits(), [from?, to?])
    }

    /// Checks that the fields of this tensor are those of a target.
    fn check_copy(&self, target: &RecordTensor) -> Result<(), RecordFault> {
        if self.shape() != target.shape() {
            let [from, to] = [self, target].map(RecordTensor::lengths);
            let message = format!("the source has lengths {from:?}, but the target has {to:?}");
            return Err(RecordFault::new(message));
        }
        for (tensor, other, names) in
            [(self, target, ["source", "target"]), (target, self, ["target", "source"])]
        {
            let known = |name: &&str| other.field_at(name).is_some();
            if let Some(name) = tensor.field_names().find(|name| !known(name)) {
                return Err(missing(name, names));
            }
        }
        for name in self.field_names() {
            if let (Some(own), Some(other)) = (self.field_at(name), target.field_at(name)) {
                self.check_field(own, (target, other), name)?;
            }
        }
        self.check_values(target)
    }

    /// Checks that a field has the width of a field of a target, and an element for the same indices.
    fn check_field(
        &self,
        own: FieldAt,
        (target, other): (&RecordTensor, FieldAt),
        name: &str,
    ) -> Result<(), RecordFault> {
        let [from, to] = [self.width_at(own), target.width_at(other)];
        if from != to {
            let message = format!(
                "an element of field `{name}` has {from} in the source, but {to} in the target"
            );
            return Err(RecordFault::of_field(name, message));
        }
        let [from, to] = [self.division(own), target.division(other)];
        if from == to {
            return Ok(());
        }
        let [from, to] = [from, to].map(|it| it.to_string());
        let message = format!("field `{name}` is {from} in the source, but {to} in the target");
        Err(RecordFault::of_field(name, message))
    }

    /// Checks that an element, and each value that joins fields in both tensors, has the same parts.
    fn check_values(&self, target: &RecordTensor) -> Result<(), RecordFault> {
        let names = |tensor: &RecordTensor, fields: &[usize]| -> Vec<String> {
            let fields = fields.iter().map(|&field| tensor.record().fields()[field].name());
            fields.map(str::to_owned).collect()
        };
        let [from, to] = [self, target].map(|it| names(it, it.record().elements()));
        if from != to {
            let message = format!(
                "an element has the fields {from:?} in the source, but {to:?} in the target"
            );
            return Err(RecordFault::new(message));
        }
        for value in self.record().joined() {
            let other = target.record().joined().iter().find(|it| it.name == value.name);
            let Some(other) = other else { continue };
            let [from, to] = [names(self, &value.fields), names(target, &other.fields)];
            if from != to {
                let name = &value.name;
                let message =
                    format!("`{name}` joins {from:?} in the source, but {to:?} in the target");
                return Err(RecordFault::of_field(name, message));
            }
        }
        Ok(())
    }

    /// Returns `true` if a record has the bits of each field where a record of another tensor has them, and covers the same
    /// block.
    fn has_record_of(&self, other: &RecordTensor) -> bool {
        let [a, b] = [self.record(), other.record()];
        let is_same_field = |field: &RecordField| {
            let twin = b.field(field.name()).map(|at| &b.fields()[at]);
            twin.is_some_and(|twin| has_bits_of(field, twin))
        };
        a.size() == b.size()
            && a.fields().len() == b.fields().len()
            && self.block() == other.block()
            && a.fields().iter().all(is_same_field)
    }

    /// Returns `true` if the buffer of the records has bits that no record has, or, unless records move whole, no field.
    fn has_padding(&self, is_whole: bool) -> Result<bool, RecordFault> {
        let all = self.bits_of(FieldBuffer::Records)?.get();
        // Each record has bits of its own in the buffer, so the product is not above that of the buffer.
        let records = self.records().shape().num_elements().map_or(0, |count| count.get());
        let padding = if is_whole { 0 } else { self.record().padding().get() };
        let own = (self.record().size().get() - padding) * records;
        let mut has_padding = all > own;
        for (at, field) in self.side_fields().iter().enumerate() {
            let elements = field.layout().shape().num_elements().map_or(0, |count| count.get());
            let own = field.width().bits().get() * elements;
            has_padding |= self.bits_of(FieldBuffer::Own(at))?.get() > own;
        }
        Ok(has_padding)
    }

    /// Returns the names of the fields, of the records and of buffers of their own.
    fn field_names(&self) -> impl Iterator<Item = &str> {
        let fields = self.record().fields().iter().map(RecordField::name);
        fields.chain(self.side_fields().iter().map(super::tensor::SideField::name))
    }

    fn field_at(&self, name: &str) -> Option<FieldAt> {
        let own = self.record().field(name).map(FieldAt::Record);
        let side = || self.side_fields().iter().position(|field| field.name() == name);
        own.or_else(|| side().map(FieldAt::Side))
    }

    fn width_at(&self, at: FieldAt) -> ElemSize {
        match at {
            FieldAt::Record(number) => self.record().fields()[number].width(),
            FieldAt::Side(number) => self.side_fields()[number].width(),
        }
    }

    /// Returns the indices that share an element of a field.
    fn division(&self, at: FieldAt) -> Division {
        let lengths = self.lengths();
        let (blocks, per) = match at {
            FieldAt::Side(number) => {
                let per = self.side_fields()[number].granularity().to_vec();
                (lengths.clone(), per)
            }
            FieldAt::Record(number) => {
                let field = &self.record().fields()[number];
                let Some(per) = field.granularity() else {
                    return Division::None { block: self.block(), lengths: field.lengths() };
                };
                (self.block(), by_tensor_dim(lengths.len(), self.along(), per, 1))
            }
        };
        let dims = blocks.into_iter().zip(per).map(|(block, per)| {
            let per = per.min(block);
            // Blocks that begin with an element of their own leave no trace in the indices of elements.
            (per, (block % per != 0).then_some(block))
        });
        Division::Shared(dims.collect())
    }

    /// Returns the layout from the index of a record to its first bit.
    fn record_bits(&self) -> Result<Layout, LayoutFault> {
        BitsBuilder::joined(&[(self.records(), self.record().size())], Bits::ZERO)
    }

    /// Returns the layout from the index of an element of a field, through all records, to its first bit. If no index of
    /// the tensor determines an element, the index is that of a record and that within the field.
    fn element_bits(&self, at: FieldAt) -> Result<Layout, LayoutFault> {
        match at {
            FieldAt::Side(number) => {
                let field = &self.side_fields()[number];
                BitsBuilder::joined(&[(field.layout(), field.width().bits())], Bits::ZERO)
            }
            FieldAt::Record(number) => {
                let field = &self.record().fields()[number];
                if field.granularity().is_none() {
                    return BitsBuilder::joined(&self.field_parts(field), field.at());
                }
                self.elements_in_bits(number, |_, inner, _| Ok(inner))
            }
        }
    }
}

impl RecordMove {
    /// Returns the move between two layouts, with its plan if there is one.
    ///
    /// # Errors
    /// The bits have more than 64 dims.
    fn new(
        field: Option<&str>,
        buffers: [FieldBuffer; 2],
        width: Bits,
        ends: [Layout; 2],
    ) -> Result<RecordMove, RecordFault> {
        let mut found =
            RecordMove { field: field.map(str::to_owned), buffers, width, ends, plan: None };
        let [from, to] = found.bits()?;
        let plan = from.copy_plan_to(&to, false, CopyMachine::DEFAULT).ok();
        found.plan = plan.filter(|plan| plan.prove(&from, &to).is_ok());
        Ok(found)
    }

    /// Returns the layouts of the single bits in the source and in the target, between which the plan copies: those of the
    /// first bits, with a dim more.
    ///
    /// # Errors
    /// A layout has 64 dims already.
    pub fn bits(&self) -> Result<[Layout; 2], LayoutFault> {
        let [from, to] = &self.ends;
        Ok([single_bits(from, self.width)?, single_bits(to, self.width)?])
    }
}

/// Returns the layout of the single bits of elements of this width: that of their first bits, with a dim more.
fn single_bits(layout: &Layout, width: Bits) -> Result<Layout, LayoutFault> {
    let bit = Bits::new(1);
    let run = Layout::row_major(&[width.get()])?;
    BitsBuilder::joined(&[(layout, bit), (&run, bit)], Bits::ZERO)
}

/// Returns `true` if each element of a field of a record has the bits of that of another field.
fn has_bits_of(field: &RecordField, other: &RecordField) -> bool {
    let begin = |field: &RecordField, index: &LogicalIndex| {
        let slot = field.layout().offset_of(index).ok()??;
        begin_of(field, slot)
    };
    field.lengths() == other.lengths()
        && field.width() == other.width()
        && IndexSpace::below(field.lengths()).iter().all(|index| {
            let index = LogicalIndex::new(index).ok();
            index.is_some_and(|index| begin(field, &index) == begin(other, &index))
        })
}

/// Returns the fault of a field that only one of two tensors has.
fn missing(name: &str, [own, other]: [&str; 2]) -> RecordFault {
    let message = format!("the {own} has a field `{name}`, but the {other} has none of this name");
    RecordFault::of_field(name, message)
}

/// A field of a tensor of records.
#[derive(Clone, Copy, Debug)]
enum FieldAt {
    /// The field of the record with this number.
    Record(usize),
    /// The field with a buffer of its own with this number.
    Side(usize),
}

impl FieldAt {
    fn buffer(self) -> FieldBuffer {
        match self {
            FieldAt::Record(_) => FieldBuffer::Records,
            FieldAt::Side(number) => FieldBuffer::Own(number),
        }
    }
}

/// The indices of a tensor that share an element of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Division {
    /// By dim: as many as this, counted from the begin of each block of this length, or through all blocks.
    Shared(Vec<(i64, Option<i64>)>),
    /// No index determines an element: each block has this many of the field.
    None { block: Vec<i64>, lengths: Vec<i64> },
}

impl std::fmt::Display for Division {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Division::Shared(dims) => {
                let per: Vec<i64> = dims.iter().map(|&(per, _)| per).collect();
                write!(f, "per {per:?}")?;
                let blocks: Vec<i64> = dims.iter().filter_map(|&(_, block)| block).collect();
                match blocks.is_empty() {
                    true => Ok(()),
                    false => write!(f, " in blocks of {blocks:?}"),
                }
            }
            Division::None { block, lengths } => {
                write!(f, "of lengths {lengths:?} without a granularity in blocks of {block:?}")
            }
        }
    }
}

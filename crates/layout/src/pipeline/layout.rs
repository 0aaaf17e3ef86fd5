//! The one thing that every layout becomes: a pipeline of transforms over typed dims, above strided memory.
//!
//! A pipeline is a list of stages. Each stage is a transform with the dims that it takes, towards memory, and the
//! dims that it defines, towards the user; each dim is defined once and taken once. The stages are in text order,
//! from memory to the user, so a logical index is evaluated through them in reverse. Dims are numbered as CK Tile
//! numbers its hidden dims: 0 is the buffer, the dims of the base count from 1, then come the results of the
//! stages in text order.

use super::fault::LayoutFault;
use crate::domain::{Algebra, Range};
use crate::space::{ElemSize, Elems, Len, MemDim, MemShape, Shape};
use crate::stride::PhysicalLayout;
use crate::transform::{Lengths, Transform};

/// A dim between memory and the user, by CK's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DimId(pub(super) u32);

impl DimId {
    /// The buffer, whose index is the offset in elements.
    pub const BUFFER: DimId = DimId(0);

    /// The number.
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// A transform in its place.
#[derive(Clone, Debug)]
pub struct Stage {
    pub(crate) transform: Transform,
    pub(crate) lower: Vec<DimId>,
    pub(crate) upper: Vec<DimId>,
    /// Static lengths of both; a dynamic length, which only `pass_through` has, is the greatest there is.
    pub(super) lower_lengths: Vec<i64>,
    pub(super) upper_lengths: Vec<i64>,
}

impl Stage {
    /// What it does.
    pub fn transform(&self) -> &Transform {
        &self.transform
    }

    /// Its operands, towards memory.
    pub fn lower(&self) -> &[DimId] {
        &self.lower
    }

    /// Its results, towards the user.
    pub fn upper(&self) -> &[DimId] {
        &self.upper
    }

    pub(crate) fn lengths(&self) -> Lengths<'_> {
        Lengths { lower: &self.lower_lengths, upper: &self.upper_lengths }
    }
}

/// A layout: from a logical index to the offset of an element, with a predicate, and back.
#[derive(Clone, Debug)]
pub struct Layout {
    pub(super) shape: Shape,
    pub(super) physical: PhysicalLayout,
    /// The dims of memory, major to minor.
    pub(crate) base: Vec<DimId>,
    /// The logical dims.
    pub(crate) logical_dims: Vec<DimId>,
    pub(crate) stages: Vec<Stage>,
    pub(crate) lengths: Vec<Len>,
    /// Bounds of each dim's index on valid indices.
    pub(crate) ranges: Vec<Range>,
    /// No index is valid.
    pub(crate) empty: bool,
}

impl Layout {
    /// An error where an offset leaves 64 bits. A dynamic length bounds no offset.
    pub(super) fn fits(&self) -> Result<(), LayoutFault> {
        let is_static = self.mem_shape().values().all(|len| len.get().is_some());
        if !is_static || self.empty {
            return Ok(());
        }
        let ranges: Vec<Range> = self.base.iter().map(|dim| self.ranges[dim.number()]).collect();
        let terms = self.physical.strides().iter().zip(&ranges);
        let reaches: Vec<(MemDim, Reach)> = terms
            .scan(Reach::of(self.physical.offset()), |reach, ((dim, stride), range)| {
                *reach = reach.and(*stride, *range);
                Some((dim, *reach))
            })
            .collect();
        // A later dim may bring offsets back, so that the last sum decides; the first that leaves is told.
        if reaches.last().is_none_or(|(_, reach)| reach.too_far().is_none()) {
            return Ok(());
        }
        let far = reaches.iter().find_map(|(dim, reach)| Some((*dim, reach.too_far()?)));
        far.map_or(Ok(()), |(dim, what)| Err(self.too_far(dim, ranges[dim.index()], what)))
    }

    /// A dim of memory reaches an offset, or a part of one, beyond 64 bits.
    fn too_far(&self, dim: MemDim, range: Range, what: String) -> LayoutFault {
        let (stride, offset) = (self.physical.strides()[dim].get(), self.physical.offset().get());
        let begun = if offset == 0 { String::new() } else { format!(" after offset {offset}") };
        let others = if dim.index() > 0 { ", with the dims before it," } else { "" };
        let message =
            format!("{dim} at index {} with stride {stride}{begun}{others} {what}", range.high);
        let fault = LayoutFault { dim: Some(self.base[dim.index()]), ..LayoutFault::new(message) };
        fault.note("offsets are from -2^63 to 2^63 - 1")
    }

    /// The dim of a number.
    pub(crate) fn dim(&self, number: usize) -> DimId {
        DimId(u32::try_from(number).expect("dims were counted in 32 bits"))
    }

    /// The logical lengths.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Memory: lengths and strides of the physical dims, major to minor.
    pub fn physical(&self) -> &PhysicalLayout {
        &self.physical
    }

    /// The lengths of memory, major to minor.
    pub fn mem_shape(&self) -> &MemShape {
        self.physical.shape()
    }

    /// The size of an element, if it is known.
    pub fn elem(&self) -> Option<ElemSize> {
        self.physical.elem()
    }

    /// The transforms in text order, from memory to the user.
    pub fn stages(&self) -> impl DoubleEndedIterator<Item = &Stage> + ExactSizeIterator {
        self.stages.iter()
    }

    /// The places of the stages, in text order.
    pub(crate) fn stage_numbers(&self) -> std::ops::Range<usize> {
        0..self.stages.len()
    }

    /// The dims of memory, major to minor.
    pub fn base_dims(&self) -> &[DimId] {
        &self.base
    }

    /// The logical dims.
    pub fn logical_dims(&self) -> &[DimId] {
        &self.logical_dims
    }

    /// The number of dims with the buffer: one more than the greatest number.
    pub fn dims_len(&self) -> usize {
        self.lengths.len()
    }

    /// The length of a dim; dynamic for the buffer.
    pub fn length(&self, dim: DimId) -> Len {
        self.lengths[dim.number()]
    }

    /// Whether no index is valid, because pads cut off everything.
    pub fn is_empty(&self) -> bool {
        self.empty
    }

    /// The same layout over elements of a size.
    #[must_use]
    pub fn with_elem(self, elem: ElemSize) -> Layout {
        Layout { physical: self.physical.with_elem(elem), ..self }
    }

    /// The same layout, begun so many elements later in its buffer.
    ///
    /// # Errors
    /// An offset leaves 64 bits.
    pub fn moved(self, by: Elems) -> Result<Layout, LayoutFault> {
        let begin = self.physical.offset();
        let offset = begin.checked_add(by).ok_or_else(|| {
            let message = format!("offset {by} from {begin} leaves 64 bits");
            LayoutFault::new(message).note("offsets are from -2^63 to 2^63 - 1")
        })?;
        let layout = Layout { physical: self.physical.with_offset(offset), ..self };
        layout.fits()?;
        Ok(layout)
    }

    /// The same transforms over other memory of the same lengths: other strides, another offset or element.
    ///
    /// # Errors
    /// The lengths differ, or an offset leaves 64 bits.
    pub fn with_memory(&self, physical: PhysicalLayout) -> Result<Layout, LayoutFault> {
        if physical.shape() != self.mem_shape() {
            let message = format!("memory of {} for {}", physical.shape(), self.mem_shape());
            return Err(LayoutFault::new(message).note("other strides do for the same lengths"));
        }
        let layout = Layout { physical, ..self.clone() };
        layout.fits()?;
        Ok(layout)
    }

    /// Fills in the values of all dims but the buffer, from those of the logical dims.
    pub(crate) fn pull<A: Algebra>(&self, values: &mut [A::Value], algebra: &mut A) {
        let nodes = self.stage_numbers().rev();
        self.pull_through(nodes, values, algebra);
    }

    /// The same through some of the transforms, from the user to memory.
    pub(crate) fn pull_through<A: Algebra>(
        &self,
        nodes: impl Iterator<Item = usize>,
        values: &mut [A::Value],
        algebra: &mut A,
    ) {
        let (mut upper, mut lower) = (Vec::new(), Vec::new());
        for node in nodes {
            let stage = &self.stages[node];
            upper.clear();
            upper.extend(stage.upper.iter().map(|dim| values[dim.number()].clone()));
            lower.clear();
            stage.transform.lower(stage.lengths(), &upper, algebra, &mut lower);
            for (dim, value) in stage.lower.iter().zip(lower.drain(..)) {
                values[dim.number()] = value;
            }
        }
    }

    /// The values of all dims but the buffer, over any algebra, from those of the logical dims.
    pub(crate) fn values_over<A: Algebra>(
        &self,
        index: &[A::Value],
        algebra: &mut A,
    ) -> Vec<A::Value> {
        let mut values = vec![algebra.linear(0, &[]); self.lengths.len()];
        for (top, value) in self.logical_dims.iter().zip(index) {
            values[top.number()] = value.clone();
        }
        self.pull(&mut values, algebra);
        values
    }

    /// The offset over any algebra, in elements, from the values of the logical dims. Predicates go to the algebra.
    pub fn offset_over<A: Algebra>(&self, index: &[A::Value], algebra: &mut A) -> A::Value {
        let values = self.values_over(index, algebra);
        let physical: Vec<A::Value> =
            self.base.iter().map(|dim| values[dim.number()].clone()).collect();
        self.physical.offset_over(&physical, algebra)
    }
}

/// What the offset and the dims of memory so far add up to. Sums of fifteen products saturate, which no sum that
/// fits 64 bits does.
#[derive(Clone, Copy)]
struct Reach {
    low: i128,
    high: i128,
    /// The distance from index zero: parts of an offset are summed apart from the rest, whose sign may be another.
    distance: i128,
}

impl Reach {
    fn of(offset: Elems) -> Reach {
        let offset = offset.get().into();
        Reach { low: offset, high: offset, distance: 0 }
    }

    fn and(self, stride: Elems, range: Range) -> Reach {
        let by = i128::from(stride.get());
        let (first, last) = (by * i128::from(range.low), by * i128::from(range.high));
        Reach {
            low: self.low.saturating_add(first.min(last)),
            high: self.high.saturating_add(first.max(last)),
            distance: self.distance.saturating_add(last.abs()),
        }
    }

    /// What leaves 64 bits, if anything does.
    fn too_far(self) -> Option<String> {
        let leaves = |offset: &i128| i64::try_from(*offset).is_err();
        let far = [self.high, self.low].into_iter().find(leaves);
        far.map(|offset| format!("reaches offset {offset}")).or_else(|| {
            leaves(&self.distance).then(|| format!("is {} elements from index zero", self.distance))
        })
    }
}

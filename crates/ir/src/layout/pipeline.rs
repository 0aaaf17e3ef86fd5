//! The one thing that every layout becomes: transforms over typed dims, above strided memory.
//!
//! The graph's nodes are transforms, its edges are dims: from the transform whose result a dim is to the one
//! that takes it as operand. Text order, from memory to the user, is an order of evaluation; a
//! logical index is pulled through it backwards. Dims are numbered as CK Tile numbers its hidden dims:
//! 0 is the buffer, those of the base count from 1, then come the results in text order.

use std::fmt;

use petgraph::graph::{DiGraph, NodeIndex};

use super::algebra::{Algebra, Numbers, Range, Ranges};
use super::dim::MemDim;
use super::per_dim::{Len, LogicalIndex, MemShape, MemStrides, RankError, Shape};
use super::physical::{AddressError, PhysicalLayout, in_range};
use super::reqs::{Amount, Req, ReqKind, Unit};
use super::sizes::{Bits, Bytes, ElemSize, Elems};
use super::solve::solve;
use super::transform::{Lengths, Transform, TransformFault};

/// A dim between memory and the user, by CK's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hidden(u32);

impl Hidden {
    /// The buffer, whose index is the offset in elements.
    pub const BUFFER: Hidden = Hidden(0);

    /// The number.
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// A transform in its place.
#[derive(Clone, Debug)]
pub struct Stage {
    pub(super) transform: Transform,
    pub(super) lower: Vec<Hidden>,
    pub(super) upper: Vec<Hidden>,
    /// Static lengths of both; a dynamic length, which only `pass_through` has, is the greatest there is.
    lower_lengths: Vec<i64>,
    upper_lengths: Vec<i64>,
}

impl Stage {
    /// What it does.
    pub fn transform(&self) -> &Transform {
        &self.transform
    }

    /// Its operands, towards memory.
    pub fn lower(&self) -> &[Hidden] {
        &self.lower
    }

    /// Its results, towards the user.
    pub fn upper(&self) -> &[Hidden] {
        &self.upper
    }

    pub(super) fn lengths(&self) -> Lengths<'_> {
        Lengths { lower: &self.lower_lengths, upper: &self.upper_lengths }
    }
}

/// A layout: from a logical index to the offset of an element, with a predicate, and back.
#[derive(Clone, Debug)]
pub struct Layout {
    shape: Shape,
    physical: PhysicalLayout,
    /// The dims of memory, major to minor.
    pub(super) base: Vec<Hidden>,
    /// The logical dims.
    pub(super) tops: Vec<Hidden>,
    pub(super) graph: DiGraph<Stage, Hidden>,
    pub(super) lengths: Vec<Len>,
    /// Bounds of each dim's index on valid indices.
    pub(super) ranges: Vec<Range>,
    /// No index is valid.
    pub(super) empty: bool,
}

/// Why dims and transforms are no layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutFault {
    /// What is wrong, with the numbers that disagree.
    pub message: String,
    /// What would be right.
    pub notes: Vec<String>,
    /// The transform that it is about: the place among those that this builder was given.
    pub stage: Option<usize>,
    /// The dim that it is about.
    pub dim: Option<Hidden>,
    /// An index leaves what it reaches, as opposed to what dims and transforms are by themselves.
    pub index: bool,
}

impl LayoutFault {
    pub(super) fn new(message: impl Into<String>) -> LayoutFault {
        LayoutFault {
            message: message.into(),
            notes: Vec::new(),
            stage: None,
            dim: None,
            index: false,
        }
    }

    pub(super) fn note(mut self, note: impl Into<String>) -> LayoutFault {
        self.notes.push(note.into());
        self
    }

    fn of(fault: TransformFault, stage: usize) -> LayoutFault {
        let notes = if fault.note.is_empty() { Vec::new() } else { vec![fault.note] };
        LayoutFault { notes, stage: Some(stage), ..LayoutFault::new(fault.message) }
    }
}

impl fmt::Display for LayoutFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LayoutFault {}

/// Builds a [`Layout`] from memory to the user.
#[derive(Clone, Debug)]
pub struct LayoutBuilder {
    physical: PhysicalLayout,
    base: Vec<Hidden>,
    /// The dims that the user of the builder begins with: those of the base, or a layout's logical dims.
    start: Vec<Hidden>,
    graph: DiGraph<Stage, Hidden>,
    lengths: Vec<Len>,
    /// By dim: the transform that made it, and whether another has taken it.
    makers: Vec<Option<NodeIndex>>,
    taken: Vec<bool>,
    /// The transforms of the layout that this one stands on.
    inherited: usize,
}

impl LayoutBuilder {
    /// Strided memory, its dims major to minor. Strides may be zero or negative.
    pub fn new(physical: PhysicalLayout) -> LayoutBuilder {
        let rank = physical.shape().len();
        let base: Vec<Hidden> = (1..=rank as u32).map(Hidden).collect();
        // The buffer itself is no dim that could be taken.
        let lengths = std::iter::once(Len::DYNAMIC).chain(physical.shape().values().copied());
        LayoutBuilder {
            lengths: lengths.collect(),
            makers: vec![None; rank + 1],
            taken: (0..=rank).map(|dim| dim == Hidden::BUFFER.number()).collect(),
            start: base.clone(),
            base,
            physical,
            graph: DiGraph::new(),
            inherited: 0,
        }
    }

    /// A layout, whose logical dims are the ones to go on from.
    pub fn from_layout(layout: &Layout) -> LayoutBuilder {
        let mut builder = LayoutBuilder::new(layout.physical.clone());
        builder.lengths.clone_from(&layout.lengths);
        builder.graph = layout.graph.clone();
        builder.makers.resize(layout.lengths.len(), None);
        for node in layout.graph.node_indices() {
            for &dim in &layout.graph[node].upper {
                builder.makers[dim.number()] = Some(node);
            }
        }
        builder.taken = vec![true; layout.lengths.len()];
        for &top in &layout.tops {
            builder.taken[top.number()] = false;
        }
        builder.start.clone_from(&layout.tops);
        builder.inherited = layout.graph.node_count();
        builder
    }

    /// Row-major memory of these lengths.
    ///
    /// # Errors
    /// A length is below 1, there are more than 15, or there are 2^63 elements or more.
    pub fn packed(lengths: &[i64]) -> Result<LayoutBuilder, LayoutFault> {
        LayoutBuilder::aligned(lengths, 1)
    }

    /// Row-major memory whose second-innermost stride is a multiple of `align` elements.
    ///
    /// # Errors
    /// As [`packed`](Self::packed), and the alignment is below 1.
    pub fn aligned(lengths: &[i64], align: i64) -> Result<LayoutBuilder, LayoutFault> {
        let shape = mem_shape(lengths)?;
        let Some(amount) = Amount::new(align, Unit::Elems) else {
            let message = format!("an alignment of {align} elements");
            return Err(LayoutFault::new(message).note("an alignment is 1 element or more"));
        };
        let row = lengths.len().checked_sub(2).and_then(MemDim::new);
        let req = row.map(|dim| Req { dim, kind: ReqKind::Aligned(amount) });
        let reqs: Vec<Req> = req.into_iter().collect();
        let bit = ElemSize::new(Bits::new(1)).expect("elements of one bit exist");
        let strides = solve(&shape, bit, &reqs).map_err(|conflict| {
            LayoutFault::new(conflict.to_string()).note("strides and offsets are below 2^63")
        })?;
        Ok(LayoutBuilder::new(built(shape, strides, 0)?))
    }

    /// Memory with these strides, in elements, whose index zero is at `offset`.
    ///
    /// # Errors
    /// A length is below 1, there are more than 15, or another number of strides.
    pub fn strided(
        lengths: &[i64],
        strides: &[i64],
        offset: i64,
    ) -> Result<LayoutBuilder, LayoutFault> {
        let shape = mem_shape(lengths)?;
        if strides.len() != lengths.len() {
            let message = format!("{} lengths and {} strides", lengths.len(), strides.len());
            return Err(LayoutFault::new(message).note("each length has one stride"));
        }
        let strides = MemStrides::new(strides.iter().map(|&stride| Elems::new(stride)));
        let strides = strides.expect("as many strides as lengths");
        Ok(LayoutBuilder::new(built(shape, strides, offset)?))
    }

    /// The dims to go on from: those of memory, or the logical dims of the layout that this one stands on.
    pub fn base_dims(&self) -> &[Hidden] {
        &self.start
    }

    /// The length of a dim.
    pub fn length(&self, dim: Hidden) -> Len {
        self.lengths[dim.number()]
    }

    /// Puts a transform over dims, which then are taken, and returns its upper dims.
    ///
    /// # Errors
    /// The transform cannot stand over dims of these lengths, or a dim is taken already.
    pub fn apply(
        &mut self,
        transform: impl Into<Transform>,
        lower: &[Hidden],
    ) -> Result<Vec<Hidden>, LayoutFault> {
        let transform = transform.into();
        let place = self.graph.node_count() - self.inherited;
        let at = |fault| LayoutFault::of(fault, place);
        let lengths: Vec<Len> = lower.iter().map(|&dim| self.length(dim)).collect();
        let uppers = transform.upper(&lengths).map_err(at)?;
        for &dim in lower {
            self.take(dim).map_err(|fault| LayoutFault { stage: Some(place), ..fault })?;
        }
        let upper: Vec<Hidden> = (0..uppers.len()).map(|k| self.next_dim(k)).collect();
        let fixed = |lens: &[Len]| lens.iter().map(|len| len.get().unwrap_or(i64::MAX)).collect();
        let node = self.graph.add_node(Stage {
            lower_lengths: fixed(&lengths),
            upper_lengths: fixed(&uppers),
            transform,
            lower: lower.to_vec(),
            upper: upper.clone(),
        });
        for &dim in lower {
            if let Some(maker) = self.makers[dim.number()] {
                self.graph.add_edge(maker, node, dim);
            }
        }
        self.makers.resize(self.lengths.len() + uppers.len(), Some(node));
        self.taken.resize(self.lengths.len() + uppers.len(), false);
        self.lengths.extend(uppers);
        Ok(upper)
    }

    fn next_dim(&self, ahead: usize) -> Hidden {
        Hidden(u32::try_from(self.lengths.len() + ahead).expect("a text has fewer dims than bytes"))
    }

    fn take(&mut self, dim: Hidden) -> Result<(), LayoutFault> {
        if std::mem::replace(&mut self.taken[dim.number()], true) {
            let message = "a dim is used a second time, but each is used exactly once";
            return Err(LayoutFault { dim: Some(dim), ..LayoutFault::new(message) });
        }
        Ok(())
    }

    /// The layout whose logical dims are `tops`.
    ///
    /// # Errors
    /// A dim is used twice or not at all, there are more than 15 logical dims, counts or offsets do
    /// not fit 64 bits, or a valid index leaves what it reaches: the upper lengths of a `merge` or `xor`, or
    /// the length of a dim of memory.
    pub fn finish(mut self, tops: &[Hidden]) -> Result<Layout, LayoutFault> {
        for &dim in tops {
            self.take(dim)?;
        }
        if let Some(left) = (1..self.taken.len()).find(|&dim| !self.taken[dim]) {
            let message = "a dim is not used, but each is used exactly once";
            let dim = Some(Hidden(left as u32));
            let fault = LayoutFault { dim, ..LayoutFault::new(message) };
            return Err(fault.note("`freeze` drops a dim, and `yield` gives it to the user"));
        }
        let shape = Shape::new(tops.iter().map(|&dim| self.length(dim)));
        let shape = shape.map_err(|error| LayoutFault::new(error.to_string()))?;
        counted(self.physical.shape().values().copied(), "memory")
            .map_err(|fault| LayoutFault { dim: self.base.first().copied(), ..fault })?;
        counted(shape.values().copied(), "the logical shape")?;
        let inherited = self.inherited;
        let layout = self.bounded(shape, tops)?;
        let layout = layout.check().map_err(|fault| LayoutFault {
            stage: fault.stage.and_then(|stage| stage.checked_sub(inherited)),
            ..fault
        })?;
        layout.fits()?;
        Ok(layout)
    }

    /// The layout with bounds for each dim, not yet compared with what they must keep to.
    fn bounded(self, shape: Shape, tops: &[Hidden]) -> Result<Layout, LayoutFault> {
        let mut layout = Layout {
            shape,
            physical: self.physical,
            base: self.base,
            tops: tops.to_vec(),
            graph: self.graph,
            ranges: vec![Range::only(0); self.lengths.len()],
            lengths: self.lengths,
            empty: false,
        };
        let mut ranges = Ranges::default();
        let mut bounds = layout.ranges.clone();
        for &top in tops {
            let length = layout.lengths[top.number()].get().unwrap_or(i64::MAX);
            bounds[top.number()] = Range::below(length);
        }
        layout.pull(&mut bounds, &mut ranges);
        let wide = |range: &Range| range.high.checked_sub(range.low).is_none_or(|d| d == i64::MAX);
        if !ranges.empty && (ranges.overflow || bounds.iter().any(wide)) {
            return Err(LayoutFault::new("an index on the way to memory leaves 64 bits"));
        }
        (layout.ranges, layout.empty) = (bounds, ranges.empty);
        Ok(layout)
    }
}

fn mem_shape(lengths: &[i64]) -> Result<MemShape, LayoutFault> {
    if let Some((at, length)) = lengths.iter().enumerate().find(|&(_, &length)| length < 1) {
        let message = format!("m{at} has length {length}, but has 1 or more");
        return Err(LayoutFault::new(message));
    }
    MemShape::of_static(lengths).map_err(|error| LayoutFault::new(error.to_string()))
}

fn built(shape: MemShape, strides: MemStrides, offset: i64) -> Result<PhysicalLayout, LayoutFault> {
    PhysicalLayout::new(shape, strides, Elems::new(offset), None)
        .map_err(|error| LayoutFault::new(error.to_string()))
}

/// An error unless the product of the static lengths is below 2^63.
fn counted(lengths: impl Iterator<Item = Len>, what: &str) -> Result<(), LayoutFault> {
    let known: Vec<i64> = lengths.filter_map(Len::get).collect();
    match known.iter().try_fold(1i64, |product, &length| product.checked_mul(length)) {
        Some(_) => Ok(()),
        None => {
            let shown: Vec<String> = known.iter().map(i64::to_string).collect();
            let message = format!("{what} of {} has 2^63 elements or more", shown.join(" x "));
            Err(LayoutFault::new(message).note("element counts are below 2^63"))
        }
    }
}

impl Layout {
    /// An error where an offset leaves 64 bits. A dynamic length bounds no offset.
    fn fits(&self) -> Result<(), LayoutFault> {
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
    pub(super) fn dim(&self, number: usize) -> Hidden {
        Hidden(u32::try_from(number).expect("dims were counted in 32 bits"))
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
    pub fn stages(&self) -> impl Iterator<Item = &Stage> {
        self.graph.node_weights()
    }

    /// The dims of memory, major to minor.
    pub fn base_dims(&self) -> &[Hidden] {
        &self.base
    }

    /// The logical dims.
    pub fn tops(&self) -> &[Hidden] {
        &self.tops
    }

    /// The number of dims with the buffer: one more than the greatest number.
    pub fn dims_len(&self) -> usize {
        self.lengths.len()
    }

    /// The length of a dim; dynamic for the buffer.
    pub fn length(&self, dim: Hidden) -> Len {
        self.lengths[dim.number()]
    }

    /// The transforms in text order, for drawing.
    pub fn graph(&self) -> &DiGraph<Stage, Hidden> {
        &self.graph
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
    pub(super) fn pull<A: Algebra>(&self, values: &mut [A::Value], algebra: &mut A) {
        let nodes = self.graph.node_indices().rev();
        self.pull_through(nodes, values, algebra);
    }

    /// The same through some of the transforms, from the user to memory.
    pub(super) fn pull_through<A: Algebra>(
        &self,
        nodes: impl Iterator<Item = NodeIndex>,
        values: &mut [A::Value],
        algebra: &mut A,
    ) {
        let (mut upper, mut lower) = (Vec::new(), Vec::new());
        for node in nodes {
            let stage = &self.graph[node];
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
    pub(super) fn values_over<A: Algebra>(
        &self,
        index: &[A::Value],
        algebra: &mut A,
    ) -> Vec<A::Value> {
        let mut values = vec![algebra.linear(0, &[]); self.lengths.len()];
        for (top, value) in self.tops.iter().zip(index) {
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

    /// An evaluator of many indices.
    pub fn evaluator(&self) -> Evaluator<'_> {
        Evaluator { layout: self, values: vec![0; self.lengths.len()], physical: Vec::new() }
    }

    /// The offset of the element at a logical index; nothing where the index is not valid: a component is
    /// outside its length, or a predicate on the way does not hold.
    ///
    /// # Errors
    /// The index has another rank, or the offset does not fit 64 bits.
    pub fn offset_of(&self, index: &LogicalIndex) -> Result<Option<Elems>, AddressError> {
        self.evaluator().offset_of(index)
    }

    /// The bytes that hold the allocation.
    ///
    /// # Errors
    /// As [`allocation`](Self::allocation); and the size of an element is not known.
    pub fn size_in_bytes(&self) -> Result<Bytes, AddressError> {
        let elem = self.elem().ok_or(AddressError::NoElement)?;
        let bits = self.allocation()?.to_bits(elem);
        bits.and_then(Bits::to_bytes_up).ok_or(AddressError::Overflow)
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

/// Evaluates many indices of one layout, without an allocation for each.
#[derive(Clone, Debug)]
pub struct Evaluator<'a> {
    pub(super) layout: &'a Layout,
    /// The index of each dim at the last evaluation.
    pub(super) values: Vec<i64>,
    physical: Vec<i64>,
}

impl Evaluator<'_> {
    /// As [`Layout::offset_of`].
    ///
    /// # Errors
    /// As [`Layout::offset_of`].
    pub fn offset_of(&mut self, index: &LogicalIndex) -> Result<Option<Elems>, AddressError> {
        RankError::unless_equal(self.layout.shape.len(), index.len())?;
        for (dim, &component) in index.iter() {
            let length = self.layout.shape[dim].get();
            if in_range(dim.index(), component, length).is_err() {
                return Ok(None);
            }
        }
        self.offset_of_inside(index.values().copied())
    }

    /// The offset of an index that is inside the logical lengths.
    pub(super) fn offset_of_inside(
        &mut self,
        index: impl Iterator<Item = i64>,
    ) -> Result<Option<Elems>, AddressError> {
        for (top, component) in self.layout.tops.iter().zip(index) {
            self.values[top.number()] = component;
        }
        let mut numbers = Numbers::default();
        self.layout.pull(&mut self.values, &mut numbers);
        self.offset(numbers)
    }

    /// The offset of the physical index at hand.
    pub(super) fn offset(&mut self, mut numbers: Numbers) -> Result<Option<Elems>, AddressError> {
        if !numbers.valid {
            return Ok(None);
        }
        self.physical.clear();
        self.physical.extend(self.layout.base.iter().map(|dim| self.values[dim.number()]));
        let offset = self.layout.physical.offset_over(&self.physical, &mut numbers);
        self.values[Hidden::BUFFER.number()] = offset;
        if numbers.overflow { Err(AddressError::Overflow) } else { Ok(Some(Elems::new(offset))) }
    }
}

#[cfg(test)]
mod tests;

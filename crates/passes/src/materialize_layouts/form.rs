//! Forms: which logical dim, or which digit of one, each dim of a tensor without a layout is.

use ir::descriptor::Layouts;
use ir::diag::code;
use ir::encoding::{self, Fault, Reading};
use ir::layout::{DimsOrder, Layout, PhysicalLayout, Shape};
use ir::types::{Extent, static_count};
use ir::{Module, Type, TypeKind};

/// A dim of a tensor: a digit of a logical dim, `index / weight mod length`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Digit {
    /// The logical dim.
    pub(super) dim: usize,
    /// The distance between indices with adjacent digits.
    pub(super) weight: u64,
    /// The number of values, including storage padding.
    pub(super) length: Extent,
}

/// The dims of a tensor that holds the elements of a logical shape, major to minor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Form {
    /// The logical lengths.
    pub(super) lengths: Vec<Extent>,
    pub(super) digits: Vec<Digit>,
}

impl Form {
    /// Returns the form whose dims are the logical dims in this order.
    pub(super) fn of_order(lengths: &[Extent], order: impl IntoIterator<Item = usize>) -> Form {
        let digits = order.into_iter().map(|dim| Digit { dim, weight: 1, length: lengths[dim] });
        Form { lengths: lengths.to_vec(), digits: digits.collect() }
    }

    /// Returns the form of a logical shape itself.
    pub(super) fn logical(lengths: &[Extent]) -> Form {
        Form::of_order(lengths, 0..lengths.len())
    }

    /// Returns the form of the logical shape of the same tensor.
    pub(super) fn to_logical(&self) -> Form {
        Form::logical(&self.lengths)
    }

    /// Returns the lengths of the tensor.
    pub(super) fn physical(&self) -> Vec<Extent> {
        self.digits.iter().map(|digit| digit.length).collect()
    }

    /// Returns the logical dim at each position. `None` if a dim is split or padded.
    pub(super) fn order(&self) -> Option<Vec<usize>> {
        let is_whole = |digit: &Digit| digit.weight == 1 && digit.length == self.lengths[digit.dim];
        let is_order = self.digits.len() == self.lengths.len() && self.digits.iter().all(is_whole);
        is_order.then(|| self.digits.iter().map(|digit| digit.dim).collect())
    }

    /// Returns `true` if a dim has storage padding.
    pub(super) fn is_padded(&self) -> bool {
        let mut dims = 0..self.lengths.len();
        dims.any(|dim| self.padded_length(dim) != self.lengths[dim])
    }

    /// Returns `true` if tensors of both forms have the elements in the same sequence, so that a reshape converts them.
    pub(super) fn is_same_sequence(&self, other: &Form) -> bool {
        let [own, others] = [self, other].map(|form| {
            form.digits.iter().filter(|digit| digit.length != Some(1)).collect::<Vec<_>>()
        });
        own == others
    }

    /// Returns the form of a value whose logical dim i is dim `dims[i]` of this one.
    pub(super) fn transposed(&self, dims: &[usize]) -> Option<Form> {
        let lengths = dims.iter().map(|&dim| self.lengths.get(dim).copied());
        let lengths = lengths.collect::<Option<Vec<Extent>>>()?;
        let digits = self.digits.iter().map(|digit| {
            let dim = dims.iter().position(|&dim| dim == digit.dim)?;
            Some(Digit { dim, ..*digit })
        });
        Some(Form { lengths, digits: digits.collect::<Option<_>>()? })
    }

    /// Returns the digits of a dim, the slowest first.
    fn digits_of(&self, dim: usize) -> Vec<Digit> {
        let own = self.digits.iter().filter(|digit| digit.dim == dim);
        let mut own: Vec<Digit> = own.copied().collect();
        own.sort_by_key(|digit| std::cmp::Reverse(digit.weight));
        own
    }

    /// Returns the length of a dim with its padding. `None` if it is dynamic or too large.
    fn padded_length(&self, dim: usize) -> Option<u64> {
        let digits = self.digits.iter().filter(|digit| digit.dim == dim);
        static_count(&digits.map(|digit| digit.length).collect::<Vec<Extent>>())
    }
}

/// One op that moves or reinterprets the elements of a tensor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Step {
    /// Dim i of the result is dim `dims[i]` of the operand.
    Transpose(Vec<usize>),
    /// The same elements in another shape.
    Reshape(Vec<u64>),
    /// Zeros after the elements of each dim.
    Pad(Vec<u64>),
    /// The first elements of each dim.
    Prefix(Vec<u64>),
}

/// Returns the steps from one form of a logical shape to another. `None` if they depend on a dynamic length.
pub(super) fn steps(from: &Form, to: &Form) -> Option<Vec<Step>> {
    let mut steps = Steps::new(from.physical());
    if let Some(dims) = positions(&from.digits, &to.digits) {
        steps.transpose(dims);
    } else if from.order().is_some() {
        steps.split(from, to)?;
    } else if to.order().is_some() {
        steps.merge(from, to)?;
    } else {
        let logical = from.to_logical();
        steps.merge(from, &logical)?;
        steps.split(&logical, to)?;
    }
    Some(steps.found)
}

/// Returns the position of each digit of `to` in `from`; `None` if these are not the same digits.
fn positions(from: &[Digit], to: &[Digit]) -> Option<Vec<usize>> {
    let dims = to.iter().map(|digit| from.iter().position(|other| other == digit));
    dims.collect::<Option<Vec<usize>>>().filter(|_| from.len() == to.len())
}

/// The steps so far, and the lengths after them.
pub(super) struct Steps {
    lengths: Vec<Extent>,
    pub(super) found: Vec<Step>,
}

impl Steps {
    /// Returns no steps, from these lengths.
    pub(super) fn new(lengths: Vec<Extent>) -> Steps {
        Steps { lengths, found: Vec::new() }
    }

    /// Adds a transpose: a reshape if only dims of length 1 move, and no step if no dim moves.
    pub(super) fn transpose(&mut self, dims: Vec<usize>) {
        let lengths: Vec<Extent> = dims.iter().map(|&dim| self.lengths[dim]).collect();
        let mut long = dims.iter().filter(|&&dim| self.lengths[dim] != Some(1));
        let is_static = lengths.iter().all(Option::is_some);
        if dims.is_sorted() {
            return;
        }
        if is_static && long.by_ref().is_sorted() {
            return self.reshape(&lengths);
        }
        self.found.push(Step::Transpose(dims));
        self.lengths = lengths;
    }

    /// Adds a reshape to static lengths, or no step if the lengths are these.
    pub(super) fn reshape(&mut self, lengths: &[Extent]) {
        let Some(known) = lengths.iter().copied().collect::<Option<Vec<u64>>>() else { return };
        if self.lengths == lengths {
            return;
        }
        if let Some(Step::Reshape(last)) = self.found.last_mut() {
            *last = known;
        } else {
            self.found.push(Step::Reshape(known));
        }
        self.lengths = lengths.to_vec();
    }

    /// Pads the dims of an order, splits them into digits, and permutes these.
    fn split(&mut self, from: &Form, to: &Form) -> Option<()> {
        let order = from.order()?;
        let mut zeros = Vec::with_capacity(order.len());
        let mut padded = Vec::with_capacity(order.len());
        let mut digits = Vec::new();
        for dim in order {
            let length = to.padded_length(dim)?;
            zeros.push(length.checked_sub(from.lengths[dim]?)?);
            padded.push(Some(length));
            digits.extend(to.digits_of(dim));
        }
        if zeros.iter().any(|&zeros| zeros > 0) {
            self.found.push(Step::Pad(zeros));
            self.lengths = padded;
        }
        let lengths: Vec<Extent> = digits.iter().map(|digit| digit.length).collect();
        self.reshape(&lengths);
        self.transpose(positions(&digits, &to.digits)?);
        Some(())
    }

    /// Permutes digits, merges them into the dims of an order, and drops padding.
    fn merge(&mut self, from: &Form, to: &Form) -> Option<()> {
        let order = to.order()?;
        let digits: Vec<Digit> = order.iter().flat_map(|&dim| from.digits_of(dim)).collect();
        self.transpose(positions(&from.digits, &digits)?);
        let padded = order.iter().map(|&dim| from.padded_length(dim).map(Some));
        let padded = padded.collect::<Option<Vec<Extent>>>()?;
        self.reshape(&padded);
        let lengths = to.physical();
        if lengths != padded {
            let known = lengths.iter().copied().collect::<Option<Vec<u64>>>()?;
            self.found.push(Step::Prefix(known));
            self.lengths = lengths;
        }
        Some(())
    }
}

/// Returns the form of a tensor type: what its layout becomes as a shape. `None` for other types. A type without a
/// layout, or with an encoding of another dialect, has the form of its logical shape.
///
/// # Errors
/// The layout is malformed, or no shape expresses it.
pub(super) fn form_of(
    module: &Module,
    layouts: &Layouts<'_>,
    ty: Type,
) -> Result<Option<Form>, Fault> {
    let TypeKind::Tensor { dims, encoding, .. } = module.ctx.kind(ty) else { return Ok(None) };
    if encoding.is_none() {
        return Ok(Some(Form::logical(dims)));
    }
    let Some(reading) = encoding::read(&module.ctx, ty)? else { return Ok(None) };
    let form = match reading {
        Reading::Open | Reading::Opaque(_) => Form::logical(dims),
        Reading::Ordered(layout) => match layout.strides() {
            None if layout.offset().get() == 0 => order_form(dims, layout.order()),
            None => return Err(offset_fault()),
            Some(_) => of_memory(dims, layout.order(), layout.physical().as_ref())?,
        },
        Reading::Format(format) => {
            let fault = |error| Fault::new(code::MATERIALIZE, format!("{error}"));
            match format.order() {
                Some(order) => of_memory(dims, order, Some(&format.physical().map_err(fault)?))?,
                None => {
                    let memory = format.physical().map_err(fault)?;
                    let holders: Vec<usize> = format
                        .memory_dims()
                        .map_err(fault)?
                        .values()
                        .map(|dim| dim.index())
                        .collect();
                    of_digits(dims, &split_dims(&holders, &memory), &memory)?
                }
            }
        }
        Reading::Descriptor(_) => match layouts.of_type(ty, true)? {
            Some(layout) => of_layout(dims, &layout)?,
            None => Form::logical(dims),
        },
    };
    Ok(Some(form))
}

fn order_form(dims: &[Extent], order: DimsOrder) -> Form {
    Form::of_order(dims, order.results().map(|dim| dim.index()))
}

fn offset_fault() -> Fault {
    let fault = Fault::new(code::MATERIALIZE, "a tensor with an offset has no shape of its own");
    fault.note("run `materialize-layouts` before `resolve-strides`")
}

/// Returns the form of dims in an order, with these strides.
fn of_memory(
    dims: &[Extent],
    order: DimsOrder,
    memory: Option<&PhysicalLayout>,
) -> Result<Form, Fault> {
    let Some(memory) = memory else { return Ok(order_form(dims, order)) };
    let digits: Vec<(usize, u64)> = order.results().map(|dim| (dim.index(), 1)).collect();
    of_digits(dims, &digits, memory)
}

/// Returns the dim and the weight of each physical dim. A dim that two physical dims hold is split.
fn split_dims(holders: &[usize], memory: &PhysicalLayout) -> Vec<(usize, u64)> {
    let lengths: Vec<u64> = memory
        .shape()
        .values()
        .map(|len| len.get().and_then(|len| u64::try_from(len).ok()).unwrap_or(1))
        .collect();
    let weight = |at: usize| -> u64 {
        let inner = (at + 1..holders.len()).filter(|&inner| holders[inner] == holders[at]);
        inner.map(|inner| lengths[inner]).product()
    };
    holders.iter().enumerate().map(|(at, &dim)| (dim, weight(at))).collect()
}

/// Returns the form of physical dims, each with the dim and the weight of its digit. Strides that leave gaps after a
/// dim make it longer.
fn of_digits(
    dims: &[Extent],
    digits: &[(usize, u64)],
    memory: &PhysicalLayout,
) -> Result<Form, Fault> {
    if memory.offset().get() != 0 {
        return Err(offset_fault());
    }
    let mut lengths: Vec<Extent> = Vec::new();
    for len in memory.shape().values() {
        lengths.push(len.get().and_then(|len| u64::try_from(len).ok()));
    }
    let strides: Vec<i64> = memory.strides().values().map(|stride| stride.get()).collect();
    let mut inner: Option<(usize, i64)> = None;
    for at in (0..lengths.len()).rev() {
        if lengths[at] == Some(1) {
            continue;
        }
        let stride = strides[at];
        match inner {
            None if stride == 1 => {}
            None => return Err(gap_fault("the innermost stride", stride)),
            Some((of, unit)) => {
                let padded = (stride % unit == 0).then_some(stride / unit);
                let padded = padded.and_then(|padded| u64::try_from(padded).ok());
                let fits =
                    padded.is_some_and(|padded| lengths[of].is_some_and(|len| padded >= len));
                if !fits {
                    return Err(gap_fault("a stride", stride));
                }
                lengths[of] = padded;
            }
        }
        inner = Some((at, stride));
    }
    let digits = digits.iter().zip(lengths);
    let digits = digits.map(|(&(dim, weight), length)| Digit { dim, weight, length });
    Ok(Form { lengths: dims.to_vec(), digits: digits.collect() })
}

fn gap_fault(what: &str, stride: i64) -> Fault {
    let message = format!("{what} of {stride} elements is no multiple of the inner dims");
    let fault = Fault::new(code::MATERIALIZE, message);
    fault.note(
        "no shape expresses these strides; run `materialize-layouts` before `resolve-strides`",
    )
}

/// Returns the form of a layout that is a sum of digits.
fn of_layout(dims: &[Extent], layout: &Layout) -> Result<Form, Fault> {
    let radix = layout.mixed_radix().map_err(|error| {
        let message = format!("no shape expresses the layout: {error}");
        Fault::new(code::MATERIALIZE, message)
    })?;
    let mut digits: Vec<(usize, u64, i64, i64)> = Vec::new();
    for (digit, stride) in radix.terms() {
        let weight = u64::try_from(digit.weight).unwrap_or(1);
        digits.push((digit.dim, weight, digit.length, stride));
    }
    // A dim of length 1 has no digit. The last one fills the innermost block, if no other dim does. Any other one is
    // outermost, where it has no effect on the others.
    digits.sort_by_key(|&(.., stride)| std::cmp::Reverse(stride));
    for dim in (0..dims.len()).rev() {
        if digits.iter().any(|digit| digit.0 == dim) {
            continue;
        }
        match digits.last() {
            Some(&(.., unit)) if unit > 1 => digits.push((dim, 1, unit, 1)),
            _ => {
                let slots =
                    digits.first().map_or(1, |&(.., length, stride)| length.saturating_mul(stride));
                digits.insert(0, (dim, 1, 1, slots));
            }
        }
    }
    let shape = Shape::of_static(&digits.iter().map(|digit| digit.2).collect::<Vec<i64>>());
    let shape = shape.map_err(|error| Fault::new(code::MATERIALIZE, error.to_string()))?;
    let memory = memory_of(&shape, &digits, radix.offset)?;
    let dims_of: Vec<(usize, u64)> = digits.iter().map(|digit| (digit.0, digit.1)).collect();
    of_digits(dims, &dims_of, &memory)
}

fn memory_of(
    shape: &Shape,
    digits: &[(usize, u64, i64, i64)],
    offset: i64,
) -> Result<PhysicalLayout, Fault> {
    use ir::layout::{Elems, MemShape, MemStrides};
    let fault = |error: ir::layout::RankError| Fault::new(code::MATERIALIZE, error.to_string());
    let shape = MemShape::new(shape.values().copied()).map_err(fault)?;
    let strides = MemStrides::new(digits.iter().map(|digit| Elems::new(digit.3))).map_err(fault)?;
    PhysicalLayout::new(shape, strides, Elems::new(offset), None).map_err(fault)
}

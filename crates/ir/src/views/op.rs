//! Readers and checks for view ops. A [`ViewOp`] reads an op's operands and attributes; a [`Pair`] checks one map
//! between an operand and the result.
//!
//! Each reader returns the error [`Opaque`] for an invalid or unknown input, which the function of a view op propagates
//! with `?`.

use super::{Opaque, SliceDim, Subview, ViewMap, ViewRelations, constant_ints, is_none_value};
use crate::diag::counted;
use crate::layout::{MAX_RANK, checked_product};
use crate::module::{Module, Op, Value};
use crate::registry::Registry;
use crate::types::{Extent, TypeKind};

/// An op that may be a view op.
#[derive(Clone, Copy)]
pub struct ViewOp<'m> {
    registry: &'m Registry,
    module: &'m Module,
    op: Op,
}

impl<'m> ViewOp<'m> {
    /// Returns a reader of an op of a module.
    pub fn new(registry: &'m Registry, module: &'m Module, op: Op) -> ViewOp<'m> {
        ViewOp { registry, module, op }
    }

    /// Returns all operands.
    pub fn operands(self) -> &'m [Value] {
        self.module.operands(self.op)
    }

    /// Returns all results.
    pub fn results(self) -> Vec<Value> {
        self.module.results(self.op).collect()
    }

    /// Returns the operand at an index.
    ///
    /// # Errors
    /// The op has fewer operands.
    pub fn operand(self, index: usize) -> Result<Value, Opaque> {
        let operand = self.operands().get(index).copied();
        operand.ok_or_else(|| Opaque::new(format!("operand {index} is missing")))
    }

    /// Returns the only result.
    ///
    /// # Errors
    /// The op does not have exactly one result.
    pub fn result(self) -> Result<Value, Opaque> {
        match self.results()[..] {
            [result] => Ok(result),
            ref results => {
                let has = counted(results.len(), "result");
                Err(Opaque::new(format!("the op has {has}, but a view op must have 1")))
            }
        }
    }

    /// Returns operand 0 and the only result.
    ///
    /// # Errors
    /// One of them is missing, or their types are not ranked, static tensor types of one element type.
    pub fn pair(self) -> Result<Pair, Opaque> {
        let (from, to) = (self.operand(0)?, self.result()?);
        let (before, after) = (self.lengths(from, "operand 0")?, self.lengths(to, "the result")?);
        self.same_element(from, to)?;
        Ok(Pair { from, to, before, after })
    }

    /// Returns the integers of an operand. `None` if the operand is absent.
    ///
    /// # Errors
    /// The operand is not a constant list of integers.
    pub fn ints_operand(self, index: usize) -> Result<Option<Vec<i64>>, Opaque> {
        let operand = self.operands().get(index);
        let Some(&operand) =
            operand.filter(|&&operand| !is_none_value(self.registry, self.module, operand))
        else {
            return Ok(None);
        };
        match constant_ints(self.registry, self.module, operand) {
            Some(ints) => Ok(Some(ints)),
            None => Err(Opaque::new(format!("operand {index} is not a constant list of integers"))),
        }
    }

    /// Returns the integers of a required operand.
    ///
    /// # Errors
    /// The operand is absent, or not a constant list of integers.
    pub fn required_ints_operand(self, index: usize) -> Result<Vec<i64>, Opaque> {
        self.ints_operand(index)?.ok_or_else(|| Opaque::new(format!("operand {index} is missing")))
    }

    /// Returns the value of an integer attribute. `None` if it is absent.
    ///
    /// # Errors
    /// The attribute is not a 64-bit integer.
    pub fn int(self, key: &str) -> Result<Option<i64>, Opaque> {
        let Some(attr) = self.module.attr(self.op, key) else { return Ok(None) };
        let int = self.module.ctx.as_int(attr);
        int.map(Some).ok_or_else(|| {
            Opaque::malformed(format!("`{key}` is not a 64-bit integer")).at_attr(key)
        })
    }

    /// Returns the value of an attribute that is a list of integers. `None` if it is absent.
    ///
    /// # Errors
    /// The attribute is not a list of integers.
    pub fn ints(self, key: &str) -> Result<Option<Vec<i64>>, Opaque> {
        let Some(attr) = self.module.attr(self.op, key) else { return Ok(None) };
        let ints = self.module.ctx.as_int_list(attr);
        ints.map(Some).ok_or_else(|| {
            Opaque::malformed(format!("`{key}` is not a list of integers")).at_attr(key)
        })
    }

    /// Returns the axis of the value `of` in an integer attribute. `None` if the attribute is absent.
    ///
    /// # Errors
    /// The attribute is not an integer, or the value is a ranked tensor without this axis.
    pub fn axis(self, key: &str, of: Result<Value, Opaque>) -> Result<Option<i64>, Opaque> {
        let axis = self.int(key)?;
        if let (Some(axis), Some(rank)) = (axis, of.ok().and_then(|value| self.rank(value))) {
            axis_index(axis, rank).map_err(|opaque| opaque.at_attr(key))?;
        }
        Ok(axis)
    }

    /// Returns the permutation of the dims of operand 0 that an attribute lists. `None` if it is absent.
    ///
    /// # Errors
    /// The attribute is not a list of integers, or not a permutation of the dims of the ranked operand.
    pub fn permutation(self, key: &str) -> Result<Option<Vec<i64>>, Opaque> {
        let dims = self.ints(key)?;
        let rank = self.operand(0).ok().and_then(|value| self.rank(value));
        if let (Some(dims), Some(rank)) = (&dims, rank) {
            permutation(dims, rank).map_err(|opaque| opaque.at_attr(key))?;
        }
        Ok(dims)
    }

    /// Returns the rank of a value. `None` if it is not a ranked tensor.
    fn rank(self, value: Value) -> Option<usize> {
        match self.module.kind(value) {
            TypeKind::Tensor { dims, .. } => Some(dims.len()),
            _ => None,
        }
    }

    /// Returns the value of a required integer attribute.
    ///
    /// # Errors
    /// The attribute is absent, or not a 64-bit integer.
    pub fn required_int(self, key: &str) -> Result<i64, Opaque> {
        self.int(key)?.ok_or_else(|| missing(key))
    }

    /// Returns the value of a required attribute that is a list of integers.
    ///
    /// # Errors
    /// The attribute is absent, or not a list of integers.
    pub fn required_ints(self, key: &str) -> Result<Vec<i64>, Opaque> {
        self.ints(key)?.ok_or_else(|| missing(key))
    }

    /// Returns the value of a required attribute that is a list of lists of integers.
    ///
    /// # Errors
    /// The attribute is absent, or not a list of lists of integers.
    pub fn int_lists(self, key: &str) -> Result<Vec<Vec<i64>>, Opaque> {
        let ctx = &self.module.ctx;
        let attr = self.module.attr(self.op, key).ok_or_else(|| missing(key))?;
        let lists = ctx
            .as_array(attr)
            .and_then(|lists| lists.iter().map(|&list| ctx.as_int_list(list)).collect());
        lists
            .ok_or_else(|| Opaque::malformed(format!("`{key}` is not a list of lists of integers")))
    }

    /// Returns the relation of a result that is operand 0 without these dims of length 1. By default, all dims of
    /// length 1 are removed.
    ///
    /// # Errors
    /// The length of a listed dim is not 1, or the types do not match.
    pub fn squeeze(self, axes: Option<Vec<i64>>) -> ViewRelations {
        let pair = self.pair()?;
        let mut is_removed: Vec<bool> = pair.before.iter().map(|&len| len == 1).collect();
        if let Some(axes) = axes {
            is_removed.fill(false);
            for dim in axis_indices(&axes, pair.before.len())? {
                let len = pair.before[dim];
                if len != 1 {
                    return Err(Opaque::new(format!(
                        "d{dim} has length {len}, but a squeezed dim must have length 1"
                    )));
                }
                is_removed[dim] = true;
            }
        }
        let dims = pair.before.iter().zip(is_removed).filter(|(_, is_removed)| !is_removed);
        let lengths: Vec<i64> = dims.map(|(&len, _)| len).collect();
        pair.reshape(&lengths)
    }

    /// Returns the relation of a result that is operand 0 with new dims of length 1 at these axes of the result.
    ///
    /// # Errors
    /// An axis is out of range or listed twice, or the types do not match.
    pub fn unsqueeze(self, axes: &[i64]) -> ViewRelations {
        let pair = self.pair()?;
        let rank = pair.before.len() + axes.len();
        same_rank(rank, pair.after.len(), "the result")?;
        let new = axis_indices(axes, rank)?;
        let mut old = pair.before.iter().copied();
        let lengths: Vec<i64> = (0..rank)
            .map(|dim| if new.contains(&dim) { 1 } else { old.next().unwrap_or(1) })
            .collect();
        pair.reshape(&lengths)
    }

    /// Returns the relations of results that are consecutive parts of operand 0 along one dim, with these lengths. By
    /// default the lengths are equal, except that the last may be smaller.
    ///
    /// # Errors
    /// The sum of the lengths is not the length of the dim, or the types do not match.
    pub fn split(self, axis: i64, lengths: Option<Vec<i64>>) -> ViewRelations {
        let whole = self.operand(0)?;
        let dims = self.lengths(whole, "operand 0")?;
        let axis = axis_index(axis, dims.len())?;
        let results = self.results();
        let lengths = lengths.unwrap_or_else(|| equal_lengths(dims[axis], results.len()));
        ensure(lengths.len() == results.len(), || {
            let (lengths, results) = (lengths.len(), results.len());
            format!("the op has {}, but {}", counted(lengths, "length"), counted(results, "result"))
        })?;
        self.along(whole, &dims, axis, &results, "result", |at, _| lengths[at])
    }

    /// Returns the relations of operands that are consecutive parts of the only result along one dim.
    ///
    /// # Errors
    /// The sum of the lengths is not the length of the dim, or the types do not match.
    pub fn concat(self, axis: i64) -> ViewRelations {
        let whole = self.result()?;
        let dims = self.lengths(whole, "the result")?;
        let axis = axis_index(axis, dims.len())?;
        self.along(whole, &dims, axis, self.operands(), "operand", |_, found| found)
    }

    /// Returns the relations of values that are consecutive parts of `whole` along `axis`. `length` returns the
    /// required length of a part from its index and the length in its type.
    fn along(
        self,
        whole: Value,
        dims: &[i64],
        axis: usize,
        values: &[Value],
        what: &str,
        length: impl Fn(usize, i64) -> i64,
    ) -> ViewRelations {
        let (mut begin, mut parts) = (0i64, Vec::with_capacity(values.len()));
        for (at, &part) in values.iter().enumerate() {
            let what = format!("{what} {at}");
            let found = self.lengths(part, &what)?;
            self.same_element(whole, part)?;
            same_rank(dims.len(), found.len(), &what)?;
            let len = length(at, found[axis]);
            let mut expected = dims.to_vec();
            expected[axis] = len;
            same_lengths(&expected, &found, &what)?;
            let mut slice: Vec<SliceDim> = dims.iter().copied().map(SliceDim::whole).collect();
            slice[axis] = SliceDim { begin, step: 1, len };
            let kept = (0..dims.len()).collect();
            parts.push(Subview { whole, part, map: ViewMap::Slice { dims: slice, kept } });
            // Each length is at least 1, so no later part can end within the dim again.
            begin = begin.checked_add(len).filter(|&end| end <= dims[axis]).ok_or_else(|| {
                Opaque::new(format!("the parts up to {what} exceed the length {}", dims[axis]))
            })?;
        }
        ensure(begin == dims[axis], || {
            format!("the lengths of the parts add up to {begin}, but must add up to {}", dims[axis])
        })?;
        Ok(parts)
    }

    /// Returns the lengths of a value of ranked and static type. Each length is at least 1.
    fn lengths(self, value: Value, what: &str) -> Result<Vec<i64>, Opaque> {
        let TypeKind::Tensor { dims, .. } = self.module.kind(value) else {
            return Err(Opaque::new(format!("{what} is not a ranked tensor")));
        };
        ensure(dims.len() <= MAX_RANK, || {
            format!("{what} must have at most {MAX_RANK} dims, but has {}", dims.len())
        })?;
        let length = |(dim, len): (usize, &Extent)| {
            let len = len.ok_or_else(|| Opaque::new(format!("d{dim} of {what} is dynamic")))?;
            let fits = i64::try_from(len).ok().filter(|&len| len > 0);
            fits.ok_or_else(|| Opaque::new(format!("unsupported length {len} of d{dim} of {what}")))
        };
        dims.iter().enumerate().map(length).collect()
    }

    fn same_element(self, a: Value, b: Value) -> Result<(), Opaque> {
        let elem = |value| match self.module.kind(value) {
            TypeKind::Tensor { elem, .. } => Some(*elem),
            _ => None,
        };
        // The message omits the types: their text may be long, and untrusted input may have many such ops.
        ensure(elem(a) == elem(b), || "the element types differ".to_owned())
    }
}

/// An operand and a result of ranked, static types with the same element type, and their lengths.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The operand.
    pub from: Value,
    /// The result.
    pub to: Value,
    /// The operand's lengths.
    pub before: Vec<i64>,
    /// The result's lengths.
    pub after: Vec<i64>,
}

impl Pair {
    /// Returns the relation of a result whose dim i is dim `dims[i]` of the operand.
    ///
    /// # Errors
    /// `dims` is not a permutation, or the types do not match.
    pub fn transpose(self, dims: &[i64]) -> ViewRelations {
        let dims = permutation(dims, self.before.len())?;
        let expected: Vec<i64> = dims.iter().map(|&dim| self.before[dim]).collect();
        same_lengths(&expected, &self.after, "the result")?;
        Ok(self.part(ViewMap::Transpose(dims)))
    }

    /// Returns the relation of a result with the dims and elements of the operand.
    ///
    /// # Errors
    /// The lengths differ.
    pub fn same(self) -> ViewRelations {
        let dims: Vec<i64> = (0..self.before.len() as i64).collect();
        self.transpose(&dims)
    }

    /// Returns the relation of a result with these lengths and the operand's elements in row-major order.
    ///
    /// # Errors
    /// The result has other lengths, or operand and result differ in the number of elements.
    pub fn reshape(self, lengths: &[i64]) -> ViewRelations {
        same_lengths(lengths, &self.after, "the result")?;
        self.same_count()?;
        Ok(self.part(ViewMap::Reshape))
    }

    /// Returns the relation of a result with the operand's elements in memory order.
    ///
    /// # Errors
    /// The numbers of elements differ.
    pub fn memory(self) -> ViewRelations {
        self.same_count()?;
        Ok(self.part(ViewMap::Memory))
    }

    /// Returns the relation of a result that has these indices of each dim of the operand.
    ///
    /// # Errors
    /// An index is out of range, or the types do not match.
    pub fn slice(self, dims: &[SliceDim]) -> ViewRelations {
        let kept = (0..dims.len()).collect();
        self.sliced(dims, kept)
    }

    /// Returns the same relation as [`Pair::slice`], but the result may omit dims of one index. As in MLIR, each dim of
    /// the result is the first remaining dim of the slice with its length.
    ///
    /// # Errors
    /// As for [`Pair::slice`].
    pub fn slice_reduced(self, dims: &[SliceDim]) -> ViewRelations {
        let mut kept = Vec::with_capacity(dims.len());
        for (dim, SliceDim { len, .. }) in dims.iter().enumerate() {
            if self.after.get(kept.len()) == Some(len) {
                kept.push(dim);
            } else {
                ensure(*len == 1, || format!("d{dim} of size {len} is not a dim of the result"))?;
            }
        }
        self.sliced(dims, kept)
    }

    fn sliced(self, dims: &[SliceDim], kept: Vec<usize>) -> ViewRelations {
        same_rank(dims.len(), self.before.len(), "operand 0")?;
        let dims = dims.iter().zip(&self.before).enumerate();
        let dims: Vec<SliceDim> = dims
            .map(|(dim, (slice, &len))| in_range(*slice, dim, len))
            .collect::<Result<_, _>>()?;
        let expected: Vec<i64> = kept.iter().map(|&dim| dims[dim].len).collect();
        same_lengths(&expected, &self.after, "the result")?;
        Ok(self.part(ViewMap::Slice { dims, kept }))
    }

    fn part(&self, map: ViewMap) -> Vec<Subview> {
        vec![Subview { whole: self.from, part: self.to, map }]
    }

    fn same_count(&self) -> Result<(), Opaque> {
        let (before, after) = (count(&self.before)?, count(&self.after)?);
        ensure(before == after, || {
            format!("the operand has {before} elements, but the result has {after}")
        })
    }
}

/// Checks that the indices of a slice are in range for a dim of this length. Returns the slice, with step 1 if it has a
/// single index.
fn in_range(slice: SliceDim, dim: usize, length: i64) -> Result<SliceDim, Opaque> {
    let SliceDim { begin, step, len } = slice;
    let last = len.checked_sub(1).and_then(|steps| steps.checked_mul(step)?.checked_add(begin));
    let inside = last.is_some_and(|last| last < length);
    ensure(begin >= 0 && step >= 1 && len >= 1 && inside, || {
        let indices = if len == 1 { "index" } else { "indices" };
        format!(
            "slice of {len} {indices} from {begin} with step {step} exceeds d{dim} of length {length}"
        )
    })?;
    Ok(SliceDim { step: if len == 1 { 1 } else { step }, ..slice })
}

/// Returns the number of elements of a shape whose lengths are 1 or more.
///
/// # Errors
/// The number is 2^63 or more.
pub fn count(lengths: &[i64]) -> Result<i64, Opaque> {
    checked_product(lengths.iter().copied())
        .ok_or_else(|| Opaque::new("a shape has 2^63 elements or more"))
}

/// Checks that each group of dims of the finer shape corresponds to one dim of the coarser shape.
///
/// # Errors
/// The groups do not list all dims in order, or the product of a group's lengths is not the length of its coarse dim.
pub fn grouped(groups: &[Vec<i64>], coarse: &[i64], fine: &[i64]) -> Result<(), Opaque> {
    ensure(groups.len() == coarse.len(), || {
        let (groups, dims) = (counted(groups.len(), "group"), counted(coarse.len(), "dim"));
        format!("the op has {groups}, but the coarser shape has {dims}")
    })?;
    if !groups.iter().flatten().copied().eq(0..fine.len() as i64) && !groups.is_empty() {
        let dims = counted(fine.len(), "dim");
        return Err(Opaque::new(format!(
            "the groups do not list the {dims} of the finer shape in order"
        )));
    }
    let mut rest = fine;
    for (dim, group) in groups.iter().enumerate() {
        let (own, others) = rest.split_at(group.len());
        rest = others;
        let (own, whole) = (count(own)?, coarse[dim]);
        ensure(own == whole, || {
            format!("group {dim} has {own} elements, but its dim has length {whole}")
        })?;
    }
    Ok(())
}

/// Returns the index of an axis among `rank` dims. A negative axis counts from the end.
///
/// # Errors
/// The axis is out of range.
pub fn axis_index(axis: i64, rank: usize) -> Result<usize, Opaque> {
    let from_end = if axis < 0 { axis.checked_add_unsigned(rank as u64) } else { Some(axis) };
    let index = from_end.and_then(|axis| usize::try_from(axis).ok());
    index.filter(|&index| index < rank).ok_or_else(|| {
        let dims = counted(rank, "dim");
        Opaque::malformed(format!("axis {axis} is out of range for a tensor of {dims}"))
    })
}

/// Returns the indices of axes among `rank` dims, each at most once.
///
/// # Errors
/// An axis is out of range, or listed twice.
pub fn axis_indices(axes: &[i64], rank: usize) -> Result<Vec<usize>, Opaque> {
    let mut seen = vec![false; rank];
    let mut indices = Vec::with_capacity(rank);
    for (at, &axis) in axes.iter().enumerate() {
        let index = axis_index(axis, rank).map_err(|opaque| opaque.at_element(at))?;
        if std::mem::replace(&mut seen[index], true) {
            let twice = Opaque::malformed(format!("axis {axis} is listed twice"));
            return Err(twice.at_element(at));
        }
        indices.push(index);
    }
    Ok(indices)
}

/// Returns the dims of a permutation of `rank` dims.
///
/// # Errors
/// The list is not a permutation.
fn permutation(dims: &[i64], rank: usize) -> Result<Vec<usize>, Opaque> {
    let listed = dims.len();
    let dims = axis_indices(dims, rank)?;
    if listed == rank {
        return Ok(dims);
    }
    let rank = counted(rank, "dim");
    Err(Opaque::malformed(format!("the operand has {rank}, but the permutation has {listed}")))
}

/// Returns the error of a required attribute that is absent.
fn missing(key: &str) -> Opaque {
    Opaque::malformed(format!("`{key}` is missing"))
}

/// Checks a condition.
///
/// # Errors
/// `reason`, if the condition is `false`.
pub fn ensure(holds: bool, reason: impl FnOnce() -> String) -> Result<(), Opaque> {
    if holds { Ok(()) } else { Err(Opaque::new(reason())) }
}

/// Checks that the type of `what` has the rank that the op requires.
fn same_rank(expected: usize, found: usize, what: &str) -> Result<(), Opaque> {
    ensure(expected == found, || {
        format!("{what} has {}, but must have {expected}", counted(found, "dim"))
    })
}

/// Checks that the type of `what` has the lengths that the op requires.
fn same_lengths(expected: &[i64], found: &[i64], what: &str) -> Result<(), Opaque> {
    same_rank(expected.len(), found.len(), what)?;
    let mut dims = expected.iter().zip(found).enumerate();
    match dims.find(|(_, (expected, found))| expected != found) {
        None => Ok(()),
        Some((dim, (expected, found))) => Err(Opaque::new(format!(
            "d{dim} of {what} has length {found}, but must have {expected}"
        ))),
    }
}

/// Splits a length into `parts` equal lengths, the last of which may be smaller.
fn equal_lengths(whole: i64, parts: usize) -> Vec<i64> {
    let parts = parts as i64;
    let (quotient, rest) = (whole / parts.max(1), whole % parts.max(1));
    let each = quotient + i64::from(rest > 0);
    (0..parts).map(|part| (whole - part.saturating_mul(each)).clamp(0, each)).collect()
}

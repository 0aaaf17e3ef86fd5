//! The strides of one buffer: what is asked of all tensors in it, as one system, and its least solution.
//!
//! Each dim of the buffer's root has an unknown stride. A tensor's stride is a multiple of one of them, but for a dim
//! of length 1, whose stride is free: it is filled as the length times the stride of the next inner dim, and is an
//! unknown of its own where the tensor has requirements, which bind such dims too.

use super::sharing::{Buffer, LinkId, Member, Sharing};
use crate::tensors::TensorId;
use indexmap::IndexMap;
use ir::layout::{
    Cause, Demand, Derivation, DimsOrder, ElemSize, Elems, MemStrides, Merge, Reason, Req, ReqKind,
    Scaled, StrideReqs, Strides, System, SystemConflict,
};
use ir::target::Target;
use rustc_hash::FxBuildHasher;

/// What is known of a tensor beside its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Facts {
    /// All that is asked of its strides, by its own physical dims.
    pub(super) reqs: StrideReqs,
    /// Strides that its type or format fixes, by logical dim. They are known to keep `reqs`.
    pub(super) given: Option<Strides>,
    /// An offset that its type fixes.
    pub(super) offset: Option<i64>,
    /// A format says all of its layout, so that its type takes no offset.
    pub(super) fixed: bool,
    /// Whether it is described to a device with its strides, so that limits on them hold.
    pub(super) described: bool,
}

/// Who makes a demand.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    /// A requirement on a tensor.
    Req(TensorId, Req),
    /// The type of a tensor, by strides that it gives.
    Given(TensorId),
    /// An op that reads two dims as one.
    Merge(LinkId),
    /// A tensor with steps, whose own strides must be nested.
    Nested(TensorId),
    /// The target.
    Limit(TensorId, Limit),
}

/// What of a target bounds strides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    /// The innermost stride is the size of an element.
    Innermost,
    /// Strides are whole bytes.
    WholeBytes,
    /// Without `tensorNonPacked` there are no gaps.
    Packed,
    /// `maxTensorStride`.
    MaxStride,
    /// `maxTensorSize`.
    MaxSize,
}

/// Why a buffer has no strides.
#[derive(Debug)]
pub(super) enum BufferFault {
    /// The demands contradict each other.
    Conflict(Box<BufferConflict>),
    /// A tensor's type has another offset than its place.
    Offset { class: TensorId, given: i64, right: i64 },
    /// A stride or an offset does not fit 64 bits.
    TooLarge(TensorId),
}

/// Demands that contradict each other.
#[derive(Debug)]
pub(super) struct BufferConflict {
    /// The numbers that disagree, in terms of unknowns.
    pub(super) reason: Reason,
    /// The size of the elements, in which the reason counts.
    pub(super) elem: ElemSize,
    /// Whose stride each unknown is: the tensor and its physical dim.
    pub(super) unknowns: Vec<(TensorId, usize)>,
    /// The demands that cannot hold together, while any of them may be dropped and the others then hold; each with
    /// the least strides of the root, by logical dim, that satisfy all others, if there are any.
    /// Each has all that make the same demand.
    pub(super) core: Vec<(Vec<Origin>, Option<Strides>)>,
}

impl BufferFault {
    /// The tensors that a fault is about.
    pub(super) fn classes(&self, sharing: &Sharing) -> Vec<TensorId> {
        match self {
            BufferFault::Offset { class, .. } | BufferFault::TooLarge(class) => vec![*class],
            BufferFault::Conflict(conflict) => {
                let origins = conflict.core.iter().flat_map(|(origins, _)| origins);
                let classes = origins.flat_map(|origin| match origin {
                    Origin::Req(class, _)
                    | Origin::Given(class)
                    | Origin::Nested(class)
                    | Origin::Limit(class, _) => vec![*class],
                    Origin::Merge(link) => {
                        let (whole, part) = sharing.links[*link].classes;
                        vec![whole, part]
                    }
                });
                classes.collect()
            }
        }
    }
}

/// What becomes of a tensor: strides by logical dim, and where its index zero is, in elements.
#[derive(Clone, Debug)]
pub(super) struct Resolved {
    pub(super) class: TensorId,
    pub(super) order: DimsOrder,
    pub(super) strides: Strides,
    pub(super) offset: i64,
}

/// The least strides of all tensors of a buffer.
pub(super) fn solve(
    buffer: &Buffer,
    facts: &IndexMap<TensorId, Facts, FxBuildHasher>,
    elem: ElemSize,
    target: Option<&Target>,
) -> Result<Vec<Resolved>, BufferFault> {
    let (problem, strides) = Problem::solved(buffer, facts, elem, target)?;
    problem.resolved(&strides)
}

/// Why the strides of a buffer are the least.
pub(super) struct Derived {
    /// The size of the elements, in which the derivations count.
    pub(super) elem: ElemSize,
    /// By unknown.
    pub(super) derivations: Vec<Derivation>,
    /// Whose stride each unknown is: the tensor and its physical dim.
    pub(super) unknowns: Vec<(TensorId, usize)>,
    /// The strides of each tensor by its physical dims; none where they are free.
    strides: IndexMap<TensorId, Vec<Option<Scaled>>, FxBuildHasher>,
    hard: Vec<Demand>,
    soft: IndexMap<Demand, Vec<Origin>, FxBuildHasher>,
}

/// Why a buffer has the strides that [`solve`] finds; nothing where it finds none.
pub(super) fn derive(
    buffer: &Buffer,
    facts: &IndexMap<TensorId, Facts, FxBuildHasher>,
    elem: ElemSize,
    target: Option<&Target>,
) -> Option<Derived> {
    let (problem, _) = Problem::solved(buffer, facts, elem, target).ok()?;
    let derivations = problem.system().derive()?;
    let unknowns = problem.unknowns();
    let tensors = problem.tensors.into_iter();
    let strides = tensors.map(|tensor| (tensor.member.class, tensor.strides)).collect();
    let (hard, soft) = (problem.hard.into_keys().collect(), problem.soft);
    Some(Derived { elem, derivations, unknowns, strides, hard, soft })
}

impl Derived {
    /// The strides of a tensor by its physical dims, as multiples of unknowns; none where one is free.
    pub(super) fn strides_of(&self, class: TensorId) -> &[Option<Scaled>] {
        // A tensor that stands alone is the root, whatever its class.
        let alone = (self.strides.len() == 1).then(|| self.strides.values().next()).flatten();
        alone.or_else(|| self.strides.get(&class)).map_or(&[], Vec::as_slice)
    }

    /// A demand that a derivation names.
    pub(super) fn demand(&self, cause: Cause) -> Option<Demand> {
        match cause {
            Cause::Hard(place) => self.hard.get(place).copied(),
            Cause::Soft(place) => self.soft.get_index(place).map(|(demand, _)| *demand),
        }
    }

    /// Who makes a demand; nobody makes one that is a fact of memory.
    pub(super) fn origins(&self, cause: Cause) -> Option<&[Origin]> {
        match cause {
            Cause::Hard(_) => None,
            Cause::Soft(place) => self.soft.get_index(place).map(|(_, origins)| origins.as_slice()),
        }
    }
}

/// A tensor with its strides as multiples of unknowns, in physical order.
struct Shaped<'a> {
    member: &'a Member,
    facts: &'a Facts,
    lens: Vec<i64>,
    /// None where the stride is free.
    strides: Vec<Option<Scaled>>,
}

struct Problem<'a> {
    buffer: &'a Buffer,
    elem: ElemSize,
    tensors: Vec<Shaped<'a>>,
    vars: usize,
    hard: IndexMap<Demand, (), FxBuildHasher>,
    soft: IndexMap<Demand, Vec<Origin>, FxBuildHasher>,
}

impl<'a> Problem<'a> {
    fn new(
        buffer: &'a Buffer,
        facts: &'a IndexMap<TensorId, Facts, FxBuildHasher>,
        elem: ElemSize,
    ) -> Problem<'a> {
        let mut vars = buffer.lens.len();
        let mut tensors = Vec::new();
        for member in &buffer.members {
            let Some(facts) = facts.get(&member.class) else { continue };
            tensors.push(Shaped::new(member, facts, &mut vars));
        }
        let (hard, soft) = (IndexMap::default(), IndexMap::default());
        Problem { buffer, elem, tensors, vars, hard, soft }
    }

    /// The problem with its least strides, by unknown.
    fn solved(
        buffer: &'a Buffer,
        facts: &'a IndexMap<TensorId, Facts, FxBuildHasher>,
        elem: ElemSize,
        target: Option<&Target>,
    ) -> Result<(Problem<'a>, Vec<i64>), BufferFault> {
        let mut problem = Problem::new(buffer, facts, elem);
        problem.collect(target)?;
        let mut strides = problem.least()?;
        if let Some(target) = target
            && problem.maxima(&strides, target)?
        {
            strides = problem.least()?;
        }
        Ok((problem, strides))
    }

    fn bits(&self) -> i128 {
        i128::from(self.elem.bits().get())
    }

    /// All demands but the maxima of a target. What users ask comes first, so that conflicts name it.
    fn collect(&mut self, target: Option<&Target>) -> Result<(), BufferFault> {
        let tensors = std::mem::take(&mut self.tensors);
        for tensor in &tensors {
            self.required(tensor)?;
        }
        for tensor in &tensors {
            self.nest(tensor)?;
        }
        for (merge, link) in &self.buffer.merges {
            let demand = merged(merge);
            self.ask(demand, Origin::Merge(*link));
        }
        if let Some(target) = target {
            for tensor in tensors.iter().filter(|tensor| tensor.facts.described) {
                self.limited(tensor, target)?;
            }
        }
        self.tensors = tensors;
        Ok(())
    }

    fn ask(&mut self, demand: Demand, origin: Origin) {
        self.soft.entry(demand).or_default().push(origin);
    }

    /// The elements of a tensor lie apart: each stride spans what is inside it. For the root it is the rule of
    /// memory; other tensors inherit it, but for those with steps.
    fn nest(&mut self, tensor: &Shaped<'_>) -> Result<(), BufferFault> {
        let class = tensor.member.class;
        for (outer, inner, len) in tensor.neighbours() {
            let inner = times(inner, len).ok_or(BufferFault::TooLarge(class))?;
            let demand = Demand::AtLeast(outer, inner);
            if class == self.buffer.root
                || outer.var >= self.buffer.lens.len()
                || inner.var >= self.buffer.lens.len()
            {
                self.hard.insert(demand, ());
            } else if !self.follows(outer, inner) {
                self.ask(demand, Origin::Nested(class));
            }
        }
        Ok(())
    }

    /// Whether the nesting of the root alone makes `outer >= inner` hold, `outer` being known to lie outside.
    fn follows(&self, outer: Scaled, inner: Scaled) -> bool {
        if outer.var == inner.var {
            return outer.times >= inner.times;
        }
        inner.times <= self.buffer.lens[inner.var]
    }

    fn required(&mut self, tensor: &Shaped<'_>) -> Result<(), BufferFault> {
        let class = tensor.member.class;
        if let Some(given) = &tensor.facts.given {
            for (at, dim) in tensor.member.order.results().enumerate() {
                if let Some(of) = tensor.strides[at] {
                    let bits = i128::from(given[dim].get()) * self.bits();
                    self.ask(Demand::Exactly { of, bits }, Origin::Given(class));
                }
            }
            return Ok(());
        }
        for req in tensor.facts.reqs.iter() {
            let Some(demand) = self.demand(tensor, req) else {
                return Err(BufferFault::TooLarge(class));
            };
            self.ask(demand, Origin::Req(class, req));
        }
        Ok(())
    }

    /// A requirement on the strides of a tensor; all of them are unknowns where there are requirements.
    fn demand(&self, tensor: &Shaped<'_>, req: Req) -> Option<Demand> {
        let at = req.dim.index();
        let of = (*tensor.strides.get(at)?)?;
        Some(match req.kind {
            // A set of requirements holds no `any`.
            ReqKind::Any => Demand::AtLeastElems(of, 1),
            ReqKind::Aligned(amount) => Demand::Multiple { of, bits: amount.to_bits(self.elem) },
            ReqKind::Fixed(amount) => Demand::Exactly { of, bits: amount.to_bits(self.elem) },
            ReqKind::Compact => match tensor.strides.get(at + 1) {
                None => Demand::Exactly { of, bits: self.bits() },
                Some(inner) => Demand::Equal(of, times((*inner)?, tensor.lens[at + 1])?),
            },
        })
    }

    fn limited(&mut self, tensor: &Shaped<'_>, target: &Target) -> Result<(), BufferFault> {
        let class = tensor.member.class;
        let elem = self.bits();
        if let Some(Some(of)) = tensor.strides.last() {
            self.ask(
                Demand::Exactly { of: *of, bits: elem },
                Origin::Limit(class, Limit::Innermost),
            );
        }
        // With dims of length 1 inside it, whose strides are free, only a packed tensor's innermost stride is bound.
        let innermost = tensor.strides.iter().rev().find_map(|stride| *stride);
        if let Some(of) = innermost.filter(|_| !target.features.non_packed) {
            self.ask(Demand::Exactly { of, bits: elem }, Origin::Limit(class, Limit::Packed));
        }
        for (outer, inner, len) in tensor.neighbours() {
            if elem % 8 != 0 {
                let demand = Demand::Multiple { of: outer, bits: 8 };
                self.ask(demand, Origin::Limit(class, Limit::WholeBytes));
            }
            if !target.features.non_packed {
                let inner = times(inner, len).ok_or(BufferFault::TooLarge(class))?;
                self.ask(Demand::Equal(outer, inner), Origin::Limit(class, Limit::Packed));
            }
        }
        Ok(())
    }

    fn system(&self) -> System {
        System {
            vars: self.vars,
            elem: self.elem,
            hard: self.hard.keys().cloned().collect(),
            soft: self.soft.keys().cloned().collect(),
        }
    }

    fn least(&self) -> Result<Vec<i64>, BufferFault> {
        self.system()
            .solve()
            .map_err(|conflict| BufferFault::Conflict(Box::new(self.told(*conflict))))
    }

    /// A conflict in terms of those who ask.
    fn told(&self, conflict: SystemConflict) -> BufferConflict {
        let origin = |id: usize| self.soft.get_index(id).map(|(_, origin)| origin.clone());
        let root = |strides: &Vec<i64>| {
            let tensor = self.tensors.iter().find(|tensor| tensor.member.class == self.buffer.root);
            tensor.and_then(|tensor| tensor.logical(strides))
        };
        let repairs = conflict.repairs.iter();
        let core = repairs
            .filter_map(|(id, strides)| Some((origin(*id)?, strides.as_ref().and_then(root))));
        let (reason, elem) = (conflict.reason, self.elem);
        BufferConflict { reason, elem, unknowns: self.unknowns(), core: core.collect() }
    }

    fn unknowns(&self) -> Vec<(TensorId, usize)> {
        let mut unknowns = vec![(self.buffer.root, 0); self.vars];
        for tensor in &self.tensors {
            let class = tensor.member.class;
            for (at, dim) in tensor.member.order.results().enumerate() {
                let root = (class == self.buffer.root).then_some(dim.index());
                let own = tensor.strides[at].map(|stride| stride.var);
                let own = own.filter(|&var| var >= self.buffer.lens.len());
                for var in root.into_iter().chain(own) {
                    unknowns[var] = (class, at);
                }
            }
        }
        unknowns
    }

    /// Asks for the maxima of the target where the least strides pass them; packed tensors are described without
    /// strides, so that only those with gaps are bound. Whether anything was asked.
    fn maxima(&mut self, strides: &[i64], target: &Target) -> Result<bool, BufferFault> {
        let before = self.soft.len();
        let most = |limit: u64| i128::from(limit) * 8;
        let max_stride = most(u64::try_from(target.limits.max_stride).unwrap_or(0));
        let max_size = most(target.limits.max_size);
        let tensors = std::mem::take(&mut self.tensors);
        for tensor in tensors.iter().filter(|tensor| tensor.facts.described) {
            let class = tensor.member.class;
            if tensor.is_packed(strides) {
                continue;
            }
            for at in 0..tensor.lens.len() {
                let Some(of) = tensor.filled(at).ok_or(BufferFault::TooLarge(class))? else {
                    continue;
                };
                let bits = i128::from(strides[of.var]) * i128::from(of.times) * self.bits();
                if bits > max_stride {
                    let demand = Demand::AtMost { of, bits: max_stride };
                    self.ask(demand, Origin::Limit(class, Limit::MaxStride));
                }
                let all = i128::from(tensor.lens[0]);
                if at == 0 && bits.checked_mul(all).is_none_or(|all| all > max_size) {
                    let of = times(of, tensor.lens[0]).ok_or(BufferFault::TooLarge(class))?;
                    let demand = Demand::AtMost { of, bits: max_size };
                    self.ask(demand, Origin::Limit(class, Limit::MaxSize));
                }
            }
        }
        self.tensors = tensors;
        Ok(self.soft.len() > before)
    }

    fn resolved(&self, strides: &[i64]) -> Result<Vec<Resolved>, BufferFault> {
        let base = self.base(strides)?;
        self.tensors.iter().map(|tensor| tensor.resolved(strides, base)).collect()
    }

    /// Where index zero of the root is: where the first type says that fixes an offset.
    fn base(&self, strides: &[i64]) -> Result<i64, BufferFault> {
        let root = self.tensors.iter().find(|tensor| tensor.member.class == self.buffer.root);
        let mut told = root.into_iter().chain(&self.tensors);
        let Some(tensor) = told.find(|tensor| tensor.facts.offset.is_some()) else { return Ok(0) };
        let class = tensor.member.class;
        let inside = tensor.offset(strides).ok_or(BufferFault::TooLarge(class))?;
        let given = tensor.facts.offset.unwrap_or(0);
        // A buffer begins at element 0 or later.
        given.checked_sub(inside).filter(|&base| base >= 0).ok_or(BufferFault::Offset {
            class,
            given,
            right: inside,
        })
    }
}

impl<'a> Shaped<'a> {
    fn new(member: &'a Member, facts: &'a Facts, vars: &mut usize) -> Shaped<'a> {
        let own = !facts.reqs.is_empty() && facts.given.is_none();
        let (mut lens, mut strides) = (Vec::new(), Vec::new());
        for dim in member.order.results() {
            let place = member.place.dims()[dim.index()];
            lens.push(place.len);
            strides.push(match place.stride() {
                Some((var, times)) => Some(Scaled { var, times }),
                None if own => {
                    *vars += 1;
                    Some(Scaled { var: *vars - 1, times: 1 })
                }
                None => None,
            });
        }
        Shaped { member, facts, lens, strides }
    }

    /// Each stride that is no free one with the next inner such stride and that one's length.
    fn neighbours(&self) -> Vec<(Scaled, Scaled, i64)> {
        let known = self.strides.iter().zip(&self.lens);
        let known: Vec<(Scaled, i64)> =
            known.filter_map(|(stride, &len)| stride.map(|stride| (stride, len))).collect();
        known.windows(2).map(|pair| (pair[0].0, pair[1].0, pair[1].1)).collect()
    }

    /// The stride of a physical dim, a free one as it is filled: nothing inside it makes it one element. None if a
    /// factor does not fit 64 bits.
    fn filled(&self, at: usize) -> Option<Option<Scaled>> {
        if self.strides[at].is_some() {
            return Some(self.strides[at]);
        }
        match (at + 1..self.lens.len()).find(|&inner| self.strides[inner].is_some()) {
            None => Some(None),
            Some(inner) => Some(Some(times(self.strides[inner]?, self.lens[inner])?)),
        }
    }

    /// The stride of each physical dim in elements; none if one does not fit 64 bits.
    fn values(&self, strides: &[i64]) -> Option<Vec<i64>> {
        let value = |at| match self.filled(at)? {
            None => Some(1),
            Some(of) => strides.get(of.var)?.checked_mul(of.times),
        };
        (0..self.lens.len()).map(value).collect()
    }

    fn is_packed(&self, strides: &[i64]) -> bool {
        let Some(values) = self.values(strides) else { return false };
        let inner = |at: usize| match values.get(at + 1) {
            None => Some(1),
            Some(stride) => stride.checked_mul(self.lens[at + 1]),
        };
        (0..values.len()).all(|at| inner(at) == Some(values[at]))
    }

    /// Where index zero is in the buffer.
    fn offset(&self, strides: &[i64]) -> Option<i64> {
        self.member
            .place
            .offset()
            .iter()
            .try_fold(0i64, |sum, &(var, by)| sum.checked_add(strides.get(var)?.checked_mul(by)?))
    }

    fn resolved(&self, strides: &[i64], base: i64) -> Result<Resolved, BufferFault> {
        let class = self.member.class;
        let too_large = || BufferFault::TooLarge(class);
        let offset = self.offset(strides).and_then(|inside| inside.checked_add(base));
        let offset = offset.ok_or_else(too_large)?;
        if let Some(given) = self.facts.offset.filter(|&given| given != offset) {
            return Err(BufferFault::Offset { class, given, right: offset });
        }
        let strides = self.logical(strides).ok_or_else(too_large)?;
        let strides = self.facts.given.clone().unwrap_or(strides);
        Ok(Resolved { class, order: self.member.order, strides, offset })
    }

    /// The strides by logical dim.
    fn logical(&self, strides: &[i64]) -> Option<Strides> {
        let memory = MemStrides::new(self.values(strides)?.into_iter().map(Elems::new));
        self.member.order.to_logical(&memory.ok()?).ok()
    }
}

fn times(scaled: Scaled, by: i64) -> Option<Scaled> {
    Some(Scaled { times: scaled.times.checked_mul(by)?, ..scaled })
}

fn merged(merge: &Merge) -> Demand {
    let scaled = |(var, times)| Scaled { var, times };
    Demand::Equal(scaled(merge.outer), scaled(merge.inner))
}

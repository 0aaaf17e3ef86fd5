//! The moves of a module: the copies between layouts, and the views that replace copies which move no data.
//!
//! A copy of a [constant](Constants) is made before execution. Statistics, pictures and reports count moves by
//! [`MoveReport`], so their numbers agree.

use crate::constants::Constants;
use crate::descriptor::Layouts;
use crate::encoding::{self, Reading};
use crate::expected::{self, ExpectedLengths};
use crate::layout::{Layout, TensorLayout, ViewMap};
use crate::module::{Module, Op, Value};
use crate::registry::{Registry, Subview};
use crate::stride_reqs::ValueReqs;
use crate::types::Type;
use crate::views::VIEW_OP;
use rustc_hash::FxHashMap;

/// The kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// A copy during execution.
    Copy,
    /// A copy of a constant, which is made before execution.
    Constant,
    /// A view with another layout of the same memory.
    Free,
}

impl MoveKind {
    /// Returns the name of the kind in reports.
    pub fn name(self) -> &'static str {
        match self {
            MoveKind::Copy => "copy",
            MoveKind::Constant => "constant",
            MoveKind::Free => "free",
        }
    }
}

/// A move of a value to another layout.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Move {
    /// The op.
    pub op: Op,
    /// The kind.
    pub kind: MoveKind,
    /// The bytes that a copy reads and writes, 0 for a view. `None` if a size is unknown.
    pub bytes: Option<u64>,
    /// The operands that need the moved value, as ops with the numbers of operands.
    pub users: Vec<(Op, usize)>,
}

/// All moves of a function or a module, in program order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveReport {
    /// The moves.
    pub moves: Vec<Move>,
}

/// The sums over all moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveTotals {
    /// The number of copies during execution.
    pub copies: usize,
    /// The bytes that those of known size read and write.
    pub bytes: u64,
    /// The number of copies of constants.
    pub constants: usize,
    /// The number of views.
    pub free: usize,
}

impl MoveReport {
    /// Returns the moves in the regions of an op, such as a function or the root of the module.
    pub fn new(module: &Module, registry: &Registry, within: Op) -> MoveReport {
        let constants = Constants::new(module, registry, within);
        let copies = registry.names_with(module, |def| def.is_copy);
        let views = registry.names_with(module, |def| def.name == VIEW_OP);
        MoveReport::of(module, registry, within, |op| {
            let name = module.op_name(op);
            if copies.contains(&name) {
                Some(copy_kind(module, &constants, op))
            } else {
                (views.contains(&name) && is_move(module, op)).then_some(MoveKind::Free)
            }
        })
    }

    /// Returns the copies and the transposes in the regions of an op. A system without layouts executes each transpose
    /// as a copy.
    pub fn with_transposes(module: &Module, registry: &Registry, within: Op) -> MoveReport {
        let constants = Constants::new(module, registry, within);
        MoveReport::of(module, registry, within, |op| {
            let is_copy = registry.op_def(module, op).is_some_and(|def| def.is_copy);
            let moves = is_copy || is_transpose(module, registry, op);
            moves.then(|| copy_kind(module, &constants, op))
        })
    }

    /// Returns the ops for which `kind` returns a kind.
    fn of(
        module: &Module,
        registry: &Registry,
        within: Op,
        kind: impl Fn(Op) -> Option<MoveKind>,
    ) -> MoveReport {
        let layouts = Layouts::new(module, registry);
        let mut sizes = MovedSizes {
            module,
            layouts,
            reqs: ValueReqs::new(module, module.root()),
            expected: ExpectedLengths::new(module, registry, None),
            of_types: FxHashMap::default(),
        };
        let mut moves = Vec::new();
        let mut of_result: FxHashMap<Value, usize> = FxHashMap::default();
        for op in module.walk_from(within) {
            let Some(kind) = kind(op) else { continue };
            let ends = module.operands_and_results(op);
            let bytes = match kind {
                MoveKind::Free => Some(0),
                MoveKind::Copy | MoveKind::Constant => ends.map(|it| sizes.bytes(it)).sum(),
            };
            of_result.extend(module.results(op).map(|result| (result, moves.len())));
            moves.push(Move { op, kind, bytes, users: Vec::new() });
        }
        for op in module.walk_from(within) {
            for (number, value) in module.operands(op).iter().enumerate() {
                if let Some(&at) = of_result.get(value) {
                    moves[at].users.push((op, number));
                }
            }
        }
        MoveReport { moves }
    }

    /// Returns the sums over all moves.
    pub fn totals(&self) -> MoveTotals {
        let mut totals = MoveTotals::default();
        for it in &self.moves {
            match it.kind {
                MoveKind::Copy => {
                    totals.copies += 1;
                    totals.bytes = totals.bytes.saturating_add(it.bytes.unwrap_or(0));
                }
                MoveKind::Constant => totals.constants += 1,
                MoveKind::Free => totals.free += 1,
            }
        }
        totals
    }
}

fn copy_kind(module: &Module, constants: &Constants, op: Op) -> MoveKind {
    let is_constant = module.operands(op).iter().all(|value| constants.contains(*value));
    if is_constant { MoveKind::Constant } else { MoveKind::Copy }
}

/// Returns `true` if an op permutes the dims of its operand.
fn is_transpose(module: &Module, registry: &Registry, op: Op) -> bool {
    let relations = registry.element_relations(module, op);
    let Some(Ok(relations)) = relations else { return false };
    let [Subview { map: ViewMap::Transpose(dims), .. }] = &relations[..] else { return false };
    dims.iter().enumerate().any(|(at, dim)| at != *dim)
}

/// Returns `true` if a view op converts between layouts of tensors of equal lengths.
fn is_move(module: &Module, op: Op) -> bool {
    let (&[from], Some(to)) = (module.operands(op), module.result(op, 0)) else { return false };
    let [before, after] =
        [from, to].map(|value| encoding::laid_out_lengths(&module.ctx, module.ty(value)));
    before == after
}

/// The sizes of moved values.
struct MovedSizes<'a> {
    module: &'a Module,
    layouts: Layouts<'a>,
    reqs: ValueReqs,
    expected: ExpectedLengths,
    /// The sizes of the types that alone determine the size of a value.
    of_types: FxHashMap<Type, Option<u64>>,
}

impl MovedSizes<'_> {
    /// Returns the bytes of a value with the padding of its type and of the requirements of ops, where dynamic dims have
    /// their expected lengths. `None` if a length is unknown.
    fn bytes(&mut self, value: Value) -> Option<u64> {
        let dims = self.module.kind(value).tensor_dims();
        let is_static = dims.is_some_and(|dims| dims.iter().all(Option::is_some));
        if !is_static || self.reqs.get(value).is_some() {
            return self.computed(value);
        }
        let ty = self.module.ty(value);
        if let Some(&known) = self.of_types.get(&ty) {
            return known;
        }
        let bytes = self.computed(value);
        self.of_types.insert(ty, bytes);
        bytes
    }

    fn computed(&self, value: Value) -> Option<u64> {
        let MovedSizes { module, layouts, .. } = self;
        let ty = module.ty(value);
        let size = match encoding::read(&module.ctx, ty).ok()?? {
            Reading::Ordered(layout) => self.padded(value, *layout)?.size_in_bytes(),
            Reading::Open => {
                self.padded(value, encoding::row_major(&module.ctx, ty).ok()??)?.size_in_bytes()
            }
            _ => layouts.of_type(ty, true).ok().flatten()?.size_in_bytes(),
        };
        u64::try_from(size.ok()?.get()).ok()
    }

    fn padded(&self, value: Value, layout: TensorLayout) -> Option<Layout> {
        let shape = layout
            .shape()
            .map(|dim, &len| expected::counted(len, self.expected.get(value, dim.index())));
        let mut sized = TensorLayout::new(shape, layout.order(), layout.elem()).ok()?;
        if let Some(strides) = layout.strides() {
            sized = sized.with_strides(strides.clone()).ok()?;
        }
        let of_ops = self.reqs.get(value);
        let joined = of_ops.map_or_else(|| layout.reqs().clone(), |reqs| layout.reqs().join(reqs));
        let padded = sized.clone().with_reqs(joined).resolve();
        // Requirements without a solution pad nothing; `resolve-strides` reports them.
        padded.or_else(|_| sized.resolve()).ok()?.layout().ok()
    }
}

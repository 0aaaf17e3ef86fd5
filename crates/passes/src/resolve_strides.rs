//! `resolve-strides`: gives every tensor with an order the least strides that its requirements allow.
//!
//! ```mlir
//! // before
//! layout.tensor @x : tensor<1x3x224x224xf16, {order = #layout.order<NHWC>, reqs = #layout.reqs<m2: aligned<64 bytes>>}>
//! // after: the pixel stride is 32 elements, so that each pixel starts at a multiple of 64 bytes
//! layout.tensor @x : tensor<1x3x224x224xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>,
//!                                           reqs = #layout.reqs<m2: aligned<64 bytes>>, strides = [1605632, 1, 7168, 32]}>
//! ```
//!
//! Requirements are those of the type and those of the attribute `layout.reqs` of the ops that make or use
//! the tensor: a list over operands, then results, then the tensor that the op declares. They stay where they
//! are, so that a second run checks what the first one solved. Strides that are given are checked. A tensor
//! without an order is left alone until a requirement reaches it, which makes it row major. The strides of a format
//! are fixed: what is asked beside them is checked.
//!
//! Tensors that must have one type are solved together. Equal questions are asked once, so the pass is linear
//! in the number of ops.

mod apply;
mod gather;
mod report;

use crate::pass::{Pass, PassContext, PassInfo};
use crate::tensors::{Slot, Tensors};
pub(crate) use gather::KEY as REQS_KEY;
use gather::{Asked, gather};
use indexmap::IndexMap;
use ir::context::Context;
use ir::encoding::{self, Fault, Reading};
use ir::layout::{
    FormatLayout, Req, ResolveError, StorageError, StrideReqs, Strides, TensorLayout, Violation,
};
use ir::{Module, Type};
use report::Reporter;

pub(crate) const INFO: PassInfo = PassInfo {
    name: "resolve-strides",
    summary: "gives every tensor the least strides that its requirements allow",
    options: &[],
    build: |_| Ok(Box::new(ResolveStrides)),
};

/// The pass `resolve-strides`.
pub struct ResolveStrides;

impl Pass for ResolveStrides {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        let tensors = Tensors::new(module, cx.registry);
        let asked = gather(module, &tensors, cx);
        let plan = Plan::new(module, &tensors, &asked, cx);
        plan.apply(module, &tensors, cx);
    }
}

/// What becomes of a type under some requirements.
enum Outcome {
    /// Nothing is asked and nothing is said.
    Kept,
    /// Its strides are given, and right.
    Checked,
    /// It gets these strides.
    Solved(Box<TensorLayout>, Strides),
    /// It cannot be resolved.
    Failed(Box<Failure>),
}

/// Why a type cannot be resolved.
enum Failure {
    /// It cannot be laid out at all.
    Fault(Fault),
    /// Its layout has no strides of its own; the key says what it is.
    Other(&'static str),
    /// The requirements, joined, do not hold. The layout has them all.
    Unresolved(TensorLayout, ResolveError),
    /// The requirements, joined, contradict the strides of a format. The layout has them all.
    Fixed(Box<FormatLayout>, Vec<Violation>),
    /// A format has no strides for the shape.
    NoStorage(StorageError),
}

/// A type with the requirements that reach it from outside.
type Question = (Type, Vec<Req>);

/// The outcome of each class.
struct Plan {
    outcomes: IndexMap<Question, Outcome>,
    /// For each class that is not kept: the place in `outcomes`.
    of_class: Vec<Option<usize>>,
}

impl Plan {
    fn new(module: &Module, tensors: &Tensors, asked: &Asked, cx: &mut PassContext<'_>) -> Plan {
        let reporter = Reporter::new(module, tensors, asked, cx.registry);
        let count = tensors.all().count();
        let mut plan = Plan { outcomes: IndexMap::new(), of_class: vec![None; count] };
        let mut seen = vec![false; count];
        for (slot, tensor) in tensors.all() {
            let class = tensors.class(slot);
            let face = tensors.get(tensors.face(slot));
            if tensor.ty != face.ty {
                cx.sink.push(reporter.two_types(slot));
            }
            if std::mem::replace(&mut seen[class as usize], true) {
                continue;
            }
            let question = (face.ty, asked.reqs(class).as_slice().to_vec());
            let place = plan.ask(&module.ctx, question);
            match &plan.outcomes[place] {
                Outcome::Kept => {}
                Outcome::Checked => cx.stats.add("tensors checked", 1),
                Outcome::Solved(..) => {
                    cx.stats.add("tensors resolved", 1);
                    plan.of_class[class as usize] = Some(place);
                }
                Outcome::Failed(failure) => {
                    reporter.failure(slot, failure).into_iter().for_each(|diag| cx.sink.push(diag));
                }
            }
        }
        plan
    }

    fn ask(&mut self, ctx: &Context, question: Question) -> usize {
        if let Some(place) = self.outcomes.get_index_of(&question) {
            return place;
        }
        let outcome = answer(ctx, question.0, question.1.iter().copied().collect());
        self.outcomes.insert_full(question, outcome).0
    }

    /// The solved layout of a slot's class.
    fn place(&self, tensors: &Tensors, slot: Slot) -> Option<usize> {
        self.of_class[tensors.class(slot) as usize]
    }
}

/// What is to be found out of a type.
enum Wanted {
    /// Nothing: it is open and nothing is asked, or no tensor.
    Nothing,
    /// Strides that satisfy all that is asked of it.
    Strides(TensorLayout),
    /// Whether all that is asked of it holds for the strides of its format.
    Fixed(Box<FormatLayout>),
}

fn answer(ctx: &Context, ty: Type, reqs: StrideReqs) -> Outcome {
    match wanted(ctx, ty, reqs) {
        Ok(Wanted::Nothing) => Outcome::Kept,
        Ok(Wanted::Strides(layout)) => resolve(layout),
        Ok(Wanted::Fixed(layout)) => fixed(layout),
        Err(failure) => Outcome::Failed(Box::new(failure)),
    }
}

/// The layout of a type with all that is asked of it.
fn wanted(ctx: &Context, ty: Type, reqs: StrideReqs) -> Result<Wanted, Failure> {
    Ok(match encoding::read(ctx, ty).map_err(Failure::Fault)? {
        None => Wanted::Nothing,
        Some(Reading::Open) if reqs.is_empty() => Wanted::Nothing,
        Some(Reading::Open) => match encoding::row_major(ctx, ty).map_err(Failure::Fault)? {
            Some(layout) => Wanted::Strides(layout.with_reqs(reqs)),
            None => Wanted::Nothing,
        },
        Some(Reading::Ordered(layout)) => {
            let joined = layout.reqs().join(&reqs);
            Wanted::Strides(layout.with_reqs(joined))
        }
        Some(Reading::Format(mut layout)) => {
            layout.reqs = layout.reqs.join(&reqs);
            Wanted::Fixed(layout)
        }
        // A descriptor says where each element is; there is nothing to solve.
        Some(Reading::Other(_)) if reqs.is_empty() => Wanted::Nothing,
        Some(Reading::Other(key)) => return Err(Failure::Other(key)),
    })
}

/// The strides of a format are given; what is asked of it must hold.
fn fixed(layout: Box<FormatLayout>) -> Outcome {
    match layout.violations() {
        Ok(violations) if violations.is_empty() => Outcome::Checked,
        Ok(violations) => Outcome::Failed(Box::new(Failure::Fixed(layout, violations))),
        Err(error) => Outcome::Failed(Box::new(Failure::NoStorage(error))),
    }
}

fn resolve(layout: TensorLayout) -> Outcome {
    match layout.resolve() {
        Ok(_) if layout.strides().is_some() => Outcome::Checked,
        Ok(resolved) => Outcome::Solved(Box::new(layout), resolved.strides()),
        Err(error) => Outcome::Failed(Box::new(Failure::Unresolved(layout, error))),
    }
}

#[cfg(test)]
mod tests;

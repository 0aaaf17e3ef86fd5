//! Random trees of views over one buffer, with random requirements, and their modules.
//!
//! The views are ops of a dialect that the tests define, as an embedder would.

use crate::testing::{Spec, aligned, compact, dims, fixed, reqs_attr};
use ir::layout::{Req, SliceDim};
use ir::registry::OpDef;
use ir::views::{Opaque, Subview, ViewMap, ViewRelations};
use ir::{Builder, Module, Op, Registry, TypeKind, Value};

/// Returns the subview relation of an op between its operand and its result, from its attributes.
fn parts(module: &Module, op: Op, map: impl Fn(&[i64], &[i64]) -> ViewMap) -> ViewRelations {
    let value = module.operands(op).first().copied().zip(module.result(op, 0));
    let (whole, part) = value.ok_or_else(|| Opaque::new("it lacks a value"))?;
    let ints = |key: &str| {
        module.attr(op, key).and_then(|attr| module.ctx.as_int_list(attr)).unwrap_or_default()
    };
    Ok(vec![Subview { whole, part, map: map(&ints("a"), &ints("b")) }])
}

fn lens_of(module: &Module, value: Value) -> Vec<i64> {
    match module.kind(value) {
        TypeKind::Tensor { dims, .. } => dims.iter().map(|dim| dim.unwrap() as i64).collect(),
        _ => Vec::new(),
    }
}

fn slice(begin: &[i64], step: &[i64], lens: &[i64]) -> ViewMap {
    let dims = begin.iter().zip(step).zip(lens);
    let dims = dims.map(|((&begin, &step), &len)| SliceDim { begin, step, len }).collect();
    ViewMap::Slice { dims, kept: (0..lens.len()).collect() }
}

/// Returns the subview relations of `t.concat(%a, %b)` along dim `a[0]`.
fn concat(_: &Registry, module: &Module, op: Op) -> ViewRelations {
    let whole = module.result(op, 0).ok_or_else(|| Opaque::new("it lacks a value"))?;
    let axis = module.attr(op, "a").and_then(|attr| module.ctx.as_int_list(attr)).unwrap()[0];
    let mut parts = Vec::new();
    let mut at = 0;
    for &part in module.operands(op) {
        let lens = lens_of(module, part);
        let mut begin = vec![0; lens.len()];
        begin[axis as usize] = at;
        at += lens[axis as usize];
        parts.push(Subview { whole, part, map: slice(&begin, &vec![1; lens.len()], &lens) });
    }
    Ok(parts)
}

pub(super) fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.add(OpDef::foreign("t.slice", "a slice").with_view(|_, module, op| {
        let lens = lens_of(module, module.result(op, 0).unwrap());
        parts(module, op, |begin, step| slice(begin, step, &lens))
    }));
    registry.add(OpDef::foreign("t.transpose", "a transpose").with_view(|_, module, op| {
        let perm = |dims: &[i64]| dims.iter().map(|&dim| dim as usize).collect();
        parts(module, op, |dims, _| ViewMap::Transpose(perm(dims)))
    }));
    let reshape = OpDef::foreign("t.reshape", "a reshape");
    registry.add(reshape.with_view(|_, module, op| parts(module, op, |_, _| ViewMap::Reshape)));
    registry.add(OpDef::foreign("t.concat", "a concat").with_view(concat));
    registry
}

/// The op that defines a tensor, with the indices of its operands.
#[derive(Clone, Debug)]
pub(super) enum Make {
    Root,
    Slice {
        of: usize,
        begin: Vec<i64>,
        step: Vec<i64>,
    },
    Transpose {
        of: usize,
        dims: Vec<usize>,
    },
    Reshape {
        of: usize,
    },
    /// A concat of two tensors along a dim; its result is the buffer.
    Concat {
        of: [usize; 2],
        axis: usize,
    },
}

/// A tensor of a case.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) make: Make,
    pub(super) lens: Vec<i64>,
    pub(super) order: Option<Vec<usize>>,
    pub(super) reqs: Vec<Req>,
}

#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) nodes: Vec<Node>,
    /// The index of the tensor that is the whole buffer.
    pub(super) root: usize,
}

/// A generator of cases from seeds; equal seeds generate equal cases.
pub(super) struct Draw {
    seeds: Vec<u32>,
    at: usize,
}

impl Draw {
    pub(super) fn new(seeds: Vec<u32>) -> Draw {
        Draw { seeds, at: 0 }
    }

    /// Returns a number below `below`, which must be positive.
    fn below(&mut self, below: usize) -> usize {
        self.at += 1;
        let seed = self.seeds[self.at % self.seeds.len()]
            .rotate_left((self.at / self.seeds.len()) as u32 * 7);
        seed as usize % below
    }

    fn permutation(&mut self, count: usize) -> Vec<usize> {
        let mut dims: Vec<usize> = (0..count).collect();
        for at in (1..count).rev() {
            dims.swap(at, self.below(at + 1));
        }
        dims
    }

    pub(super) fn case(&mut self) -> Case {
        let lens: Vec<i64> = (0..1 + self.below(3)).map(|_| 2 + self.below(2) as i64).collect();
        let order = Some(self.permutation(lens.len()));
        let mut nodes = vec![Node { make: Make::Root, lens, order, reqs: Vec::new() }];
        let mut root = 0;
        if self.below(3) == 0 {
            let lens = nodes[0].lens.clone();
            let axis = self.below(lens.len());
            nodes.push(Node {
                make: Make::Root,
                lens: lens.clone(),
                order: None,
                reqs: Vec::new(),
            });
            let mut all = lens;
            all[axis] *= 2;
            let of = if self.below(2) == 0 { [0, 1] } else { [1, 0] };
            nodes.push(Node {
                make: Make::Concat { of, axis },
                lens: all,
                order: None,
                reqs: Vec::new(),
            });
            root = 2;
        }
        for _ in 0..self.below(4) {
            let node = self.view(&nodes);
            nodes.push(node);
        }
        for node in &mut nodes {
            self.add_requirements(node);
        }
        Case { nodes, root }
    }

    fn view(&mut self, nodes: &[Node]) -> Node {
        let of = self.below(nodes.len());
        let old = &nodes[of].lens;
        let (make, lens) = match self.below(3) {
            0 => {
                let begin: Vec<i64> =
                    old.iter().map(|&len| self.below(len as usize) as i64).collect();
                let step: Vec<i64> = old.iter().map(|_| 1 + self.below(2) as i64).collect();
                let most = |at: usize| (old[at] - 1 - begin[at]) / step[at] + 1;
                let lens: Vec<i64> =
                    (0..old.len()).map(|at| 1 + self.below(most(at) as usize) as i64).collect();
                // The step of a single index is 1.
                let step =
                    (0..old.len()).map(|at| if lens[at] == 1 { 1 } else { step[at] }).collect();
                (Make::Slice { of, begin, step }, lens)
            }
            1 => {
                let dims = self.permutation(old.len());
                let lens = dims.iter().map(|&dim| old[dim]).collect();
                (Make::Transpose { of, dims }, lens)
            }
            _ => {
                let all: i64 = old.iter().product();
                let divisors: Vec<i64> = (1..=all).filter(|by| all % by == 0).collect();
                let by = divisors[self.below(divisors.len())];
                (
                    Make::Reshape { of },
                    if self.below(3) == 0 { vec![all] } else { vec![by, all / by] },
                )
            }
        };
        let order = (self.below(5) == 0).then(|| self.permutation(lens.len()));
        Node { make, lens, order, reqs: Vec::new() }
    }

    /// Adds requirements to a tensor without dims of length 1, whose strides would be free.
    fn add_requirements(&mut self, node: &mut Node) {
        if node.lens.contains(&1) {
            return;
        }
        for _ in 0..self.below(3) {
            let dim = self.below(node.lens.len());
            let amount = 1 + self.below(12) as i64;
            node.reqs.push(match self.below(4) {
                0 => compact(dim),
                1 => fixed(dim, 2 * amount),
                _ => aligned(dim, amount),
            });
        }
    }
}

/// Returns the module of a case; each tensor is the result of one op.
pub(super) fn module_of(case: &Case) -> (Module, Vec<Value>) {
    let mut module = Module::new();
    let mut values: Vec<Value> = Vec::new();
    for node in &case.nodes {
        let spec = Spec { order: node.order.clone(), ..dims(&node.lens) };
        let ty = spec.f16(&mut module.ctx);
        let ctx = &mut module.ctx;
        let ints = |list: &[usize]| list.iter().map(|&it| it as i64).collect::<Vec<_>>();
        let (name, of, a, b) = match &node.make {
            Make::Root => ("t.make", vec![], vec![], vec![]),
            Make::Slice { of, begin, step } => ("t.slice", vec![*of], begin.clone(), step.clone()),
            Make::Transpose { of, dims } => ("t.transpose", vec![*of], ints(dims), vec![]),
            Make::Reshape { of } => ("t.reshape", vec![*of], vec![], vec![]),
            Make::Concat { of, axis } => ("t.concat", of.to_vec(), ints(&[*axis]), vec![]),
        };
        let (a, b) = (ctx.i64_array(&a), ctx.i64_array(&b));
        let unit = ctx.unit();
        let entry = reqs_attr(ctx, &node.reqs);
        let mut list = vec![unit; of.len()];
        list.push(entry);
        let list = ctx.array(&list);
        let operands: Vec<Value> = of.iter().map(|&of| values[of]).collect();
        let attrs = [("a", a), ("b", b), ("layout.reqs", list)];
        values.push(Builder::new(&mut module).value(name, &operands, ty, &attrs));
    }
    (module, values)
}

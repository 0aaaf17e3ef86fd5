//! An interpreter of small graphs on concrete data, for tests of passes that change layouts.
//!
//! Every tensor is a buffer with a layout. An op reads its operands by index through the layout of the operand's type,
//! and writes its results through the layout of the result's type. `layout.reorder` copies by index. `layout.view`
//! reads the same buffer through another layout. A view op (transpose, reshape, slice, concat, split) moves elements as
//! its dialect defines. Every other op computes a hash of its name and the contents of its operands, so a wrong operand
//! changes the results of the graph.

use ir::contraction::contracted_dims;
use ir::descriptor::Layouts;
use ir::encoding::{self, Reading};
use ir::layout::{IndexSpace, Layout, LogicalIndex, PerDim};
use ir::views::{ViewMap, constant_ints};
use ir::{Module, Op, Region, Registry, Type, TypeKind, Value};
use rustc_hash::FxHashMap;

/// The elements of a tensor in row-major order of their logical indices.
pub(crate) type Elements = Vec<u64>;

/// A tensor in memory; slots without an element are `None`.
#[derive(Clone, Debug)]
struct Tensor {
    lens: Vec<usize>,
    layout: Layout,
    slots: Vec<Option<u64>>,
}

/// The results of an interpreted function.
#[derive(Debug, Default)]
pub(crate) struct Ran {
    /// The elements of the values that the function returns.
    pub(crate) outputs: Vec<Elements>,
    /// The transposes and reshapes whose results cannot be read in the memory of their operands.
    pub(crate) moved: Vec<Op>,
}

impl Tensor {
    fn new(module: &Module, ty: Type, elements: &[u64]) -> Tensor {
        let layout = layout(module, ty);
        let lens = lens(&layout);
        let size = usize::try_from(layout.allocation().unwrap().get()).unwrap();
        let mut slots = vec![None; size];
        for (index, &element) in indices(&lens).iter().zip(elements) {
            slots[offset(&layout, index)] = Some(element);
        }
        Tensor { lens, layout, slots }
    }

    fn elements(&self) -> Elements {
        let at = |index: &Vec<usize>| self.slots[offset(&self.layout, index)];
        indices(&self.lens)
            .iter()
            .map(|index| at(index).expect("every element is written"))
            .collect()
    }

    /// Returns the same buffer with the layout of another type. `None` if an index has no element in the buffer.
    fn viewed_as(&self, module: &Module, ty: Type) -> Option<Tensor> {
        let layout = layout(module, ty);
        let lens = lens(&layout);
        let known = |index: &Vec<usize>| self.slots.get(offset(&layout, index)).copied().flatten();
        indices(&lens).iter().all(|index| known(index).is_some()).then(|| Tensor {
            lens,
            layout: layout.clone(),
            slots: self.slots.clone(),
        })
    }
}

pub(crate) fn layout(module: &Module, ty: Type) -> Layout {
    let ordered = |layout: ir::layout::TensorLayout| layout.resolve().unwrap().layout().unwrap();
    match encoding::read(&module.ctx, ty).unwrap().expect("a ranked tensor") {
        Reading::Open => ordered(encoding::row_major(&module.ctx, ty).unwrap().unwrap()),
        Reading::Ordered(layout) => ordered(*layout),
        Reading::Format(format) => format.layout().unwrap(),
        Reading::Opaque(_) => panic!("an opaque encoding"),
        Reading::Descriptor(_) => {
            let registry = Registry::new();
            let layouts = Layouts::new(module, &registry);
            Layout::clone(&layouts.of_type(ty, true).unwrap().expect("the type has a layout"))
        }
    }
}

pub(crate) fn lens(layout: &Layout) -> Vec<usize> {
    layout.shape().values().map(|len| usize::try_from(len.get().unwrap()).unwrap()).collect()
}

pub(crate) fn offset(layout: &Layout, index: &[usize]) -> usize {
    let index = index.iter().map(|&at| i64::try_from(at).unwrap());
    let index: LogicalIndex = PerDim::new(index).unwrap();
    usize::try_from(layout.offset_of(&index).unwrap().unwrap().get()).unwrap()
}

/// Returns all indices in row-major order.
pub(crate) fn indices(lens: &[usize]) -> Vec<Vec<usize>> {
    let space = IndexSpace::below(lens.iter().map(|&len| len as i64));
    space.iter().map(|index| index.into_iter().map(|at| at as usize).collect()).collect()
}

pub(crate) fn position(lens: &[usize], index: &[usize]) -> usize {
    index.iter().zip(lens).fold(0, |place, (&at, &len)| place * len + at)
}

/// Mixes a word into a hash, as FNV does. A permutation of words changes the hash.
fn mix(hash: u64, word: u64) -> u64 {
    (hash ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(23)
}

fn hash_text(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| mix(hash, byte.into()))
}

/// Interprets the function of this name. All elements of its arguments differ from each other.
pub(crate) fn run(module: &Module, name: &str) -> Ran {
    run_in(&Registry::new(), module, name, true)
}

/// Interprets the function of this name as [`run`] does, with the view ops that a registry knows.
pub(crate) fn run_with(registry: &Registry, module: &Module, name: &str) -> Ran {
    run_in(registry, module, name, true)
}

/// Interprets the function of this name as [`run`] does. All conditions have one value.
pub(crate) fn run_if(module: &Module, name: &str, condition: bool) -> Ran {
    run_in(&Registry::new(), module, name, condition)
}

fn run_in(registry: &Registry, module: &Module, name: &str, condition: bool) -> Ran {
    let function = function(module, name);
    let entry = module.blocks(module.regions(function)[0])[0];
    let (values, ran) = (FxHashMap::default(), Ran::default());
    let mut machine = Machine { registry, module, condition, values, ran };
    let tensor = |(number, &arg): (usize, &Value)| match module.kind(arg) {
        TypeKind::Tensor { .. } => {
            let count = indices(&lens(&layout(module, module.ty(arg)))).len();
            let elements: Elements =
                (0..count as u64).map(|at| mix(hash_text("arg") + number as u64, at)).collect();
            Some(Tensor::new(module, module.ty(arg), &elements))
        }
        _ => None,
    };
    let arguments = module.arguments(entry).iter().enumerate().map(tensor).collect();
    let outputs = machine.region(module.regions(function)[0], arguments);
    machine.ran.outputs = outputs.iter().flatten().map(Tensor::elements).collect();
    machine.ran
}

fn function(module: &Module, name: &str) -> Op {
    module.walk().find(|&op| module.symbol(op) == Some(name)).expect("the function")
}

struct Machine<'a> {
    registry: &'a Registry,
    module: &'a Module,
    /// The value of all conditions.
    condition: bool,
    values: FxHashMap<Value, Tensor>,
    ran: Ran,
}

impl Machine<'_> {
    fn op(&mut self, op: Op) {
        let module = self.module;
        let operand = |at: usize| self.values.get(&module.operands(op)[at]);
        match module.name(op) {
            "func.call" | "scf.for" | "scf.if" | "scf.while" => self.control(op),
            "layout.view" => {
                let result = module.result(op, 0).unwrap();
                let seen = operand(0).unwrap().viewed_as(module, module.ty(result));
                let seen = seen.unwrap_or_else(|| {
                    let options = ir::print::PrintOptions::default();
                    panic!(
                        "no view: {}",
                        ir::print::module_to_string(module, self.registry, options)
                    )
                });
                self.values.insert(result, seen);
            }
            "layout.reorder" => {
                let elements = operand(0).unwrap().elements();
                self.write(op, 0, &elements);
            }
            name => match self.view(op) {
                Some(results) => {
                    for (at, elements) in results.iter().enumerate() {
                        self.write(op, at, elements);
                    }
                }
                None => self.compute(op, name),
            },
        }
    }

    /// Executes a region, and returns the operands of the op that leaves it. A value that is not a tensor is `None`.
    fn region(&mut self, region: Region, arguments: Vec<Option<Tensor>>) -> Vec<Option<Tensor>> {
        let module = self.module;
        let (mut block, mut arguments) = (module.blocks(region)[0], arguments);
        loop {
            for (&value, tensor) in module.arguments(block).iter().zip(arguments) {
                self.set(value, tensor);
            }
            let last = module.last_op(block).expect("a block has a terminator");
            module.ops(block).filter(|&op| op != last).for_each(|op| self.op(op));
            let operands = self.tensors(module.operands(last));
            (block, arguments) = match (module.name(last), module.successors(last)) {
                ("cf.br", &[next]) => (next, operands),
                ("cf.cond_br", &[yes, no]) => {
                    let (of_yes, of_no) = operands[1..].split_at(module.arguments(yes).len());
                    if self.condition { (yes, of_yes.to_vec()) } else { (no, of_no.to_vec()) }
                }
                ("scf.condition", _) => return operands[1..].to_vec(),
                ("func.return" | "scf.yield", _) => return operands,
                (name, _) => panic!("`{name}` is not a known terminator"),
            };
        }
    }

    /// Forwards the memory of a tensor to a value, which reads it in the layout of its own type.
    fn set(&mut self, value: Value, tensor: Option<Tensor>) {
        if let Some(tensor) = tensor {
            let seen = tensor.viewed_as(self.module, self.module.ty(value));
            self.values.insert(value, seen.expect("a value is forwarded to one of equal size"));
        }
    }

    fn tensors(&self, values: &[Value]) -> Vec<Option<Tensor>> {
        values.iter().map(|value| self.values.get(value).cloned()).collect()
    }

    /// Executes a call or an op with regions. A loop with unknown bounds is executed twice.
    fn control(&mut self, op: Op) {
        let module = self.module;
        let (operands, regions) = (self.tensors(module.operands(op)), module.regions(op));
        let results = match module.name(op) {
            "func.call" => {
                let callee = module.symbol_attr(op, "callee");
                let callee = function(module, callee.unwrap());
                self.region(module.regions(callee)[0], operands)
            }
            "scf.if" => self.region(regions[usize::from(!self.condition)], Vec::new()),
            "scf.for" => {
                let mut carried = operands[3..].to_vec();
                for _ in 0..2 {
                    let arguments = std::iter::once(None).chain(carried).collect();
                    carried = self.region(regions[0], arguments);
                }
                carried
            }
            _ => {
                let mut carried = self.region(regions[0], operands);
                for _ in 0..2 {
                    let yielded = self.region(regions[1], carried);
                    carried = self.region(regions[0], yielded);
                }
                carried
            }
        };
        for (value, tensor) in module.results(op).zip(results) {
            self.set(value, tensor);
        }
    }

    fn write(&mut self, op: Op, at: usize, elements: &[u64]) {
        let result = self.module.result(op, at).unwrap();
        if let TypeKind::Tensor { .. } = self.module.kind(result) {
            let tensor = Tensor::new(self.module, self.module.ty(result), elements);
            self.values.insert(result, tensor);
        }
    }

    /// Computes results that depend only on the op's name and the contents of its operands.
    fn compute(&mut self, op: Op, name: &str) {
        if let Some(elements) = self.matrix_product(op) {
            return self.write(op, 0, &elements);
        }
        let mut hash = hash_text(name);
        for value in self.module.operands(op) {
            let elements = self.values.get(value).map(Tensor::elements).unwrap_or_default();
            hash = elements.into_iter().fold(mix(hash, 7), mix);
        }
        if let Some(ints) =
            self.module.result(op, 0).and_then(|it| constant_ints(self.registry, self.module, it))
        {
            hash = ints.into_iter().fold(hash, |hash, int| mix(hash, int.cast_unsigned()));
        }
        for (at, result) in self.module.results(op).enumerate() {
            if let TypeKind::Tensor { .. } = self.module.kind(result) {
                let count = indices(&lens(&layout(self.module, self.module.ty(result)))).len();
                let base = mix(hash, at as u64);
                let elements: Elements = (0..count as u64).map(|at| mix(base, at)).collect();
                self.write(op, at, &elements);
            }
        }
    }

    /// Returns the elements of a product of two matrices, whose sums have any order; `None` for other ops.
    fn matrix_product(&self, op: Op) -> Option<Elements> {
        let pair = contracted_dims(self.module, op)?;
        let operands = self.module.operands(op);
        let sides = pair.map(|side| (self.values.get(&operands[side.operand]), side.dim));
        let [(Some(a), of_a), (Some(b), of_b)] = sides else { return None };
        if a.lens.len() != 2 || b.lens.len() != 2 {
            return None;
        }
        let mut base = hash_text(self.module.name(op));
        let others = (0..operands.len()).filter(|at| pair.iter().all(|side| side.operand != *at));
        for other in others.filter_map(|at| self.values.get(&operands[at])) {
            base = other.elements().into_iter().fold(base, mix);
        }
        let [left, right] = [a, b].map(Tensor::elements);
        let mut elements = Elements::new();
        for row in 0..a.lens[1 - of_a] {
            for column in 0..b.lens[1 - of_b] {
                let products = (0..a.lens[of_a]).map(|at| {
                    let [own, other] = [(a, of_a, row, &left), (b, of_b, column, &right)].map(
                        |(side, dim, free, elements)| {
                            let index = if dim == 0 { [at, free] } else { [free, at] };
                            elements[position(&side.lens, &index)]
                        },
                    );
                    own.wrapping_mul(other)
                });
                elements.push(mix(base, products.fold(0, u64::wrapping_add)));
            }
        }
        Some(elements)
    }

    /// Returns the elements of the results of a view op; `None` for other ops.
    fn view(&mut self, op: Op) -> Option<Vec<Elements>> {
        let parts = self.registry.element_relations(self.module, op)?.ok()?;
        let results: Vec<Value> = self.module.results(op).collect();
        let mut made: Vec<Elements> = Vec::new();
        for &result in &results {
            let out = lens(&layout(self.module, self.module.ty(result)));
            let mut elements = vec![None; out.iter().product()];
            for part in parts.iter().filter(|part| part.whole == result || part.part == result) {
                let gives = part.part == result;
                let from = if gives { part.whole } else { part.part };
                let source = self.values[&from].clone();
                let read_all = source.elements();
                let (whole, piece) =
                    if gives { (&source.lens, &out) } else { (&out, &source.lens) };
                for (index, at) in index_pairs(&part.map, whole, piece) {
                    let (read, write) = if gives { (&at, &index) } else { (&index, &at) };
                    elements[position(&out, write)] = Some(read_all[position(&source.lens, read)]);
                }
            }
            made.push(elements.into_iter().map(|it| it.expect("views fill results")).collect());
        }
        let still = matches!(&parts[..], [part] if !matches!(part.map, ViewMap::Slice { .. }));
        if still {
            let seen = self.values[&self.module.operands(op)[0]]
                .viewed_as(self.module, self.module.ty(results[0]));
            if seen.is_none_or(|seen| seen.elements() != made[0]) {
                self.ran.moved.push(op);
            }
        }
        Some(made)
    }
}

/// Returns the indices of the part, each with the corresponding index of the whole.
pub(super) fn index_pairs(
    map: &ViewMap,
    whole: &[usize],
    part: &[usize],
) -> Vec<(Vec<usize>, Vec<usize>)> {
    let pairs = indices(part).into_iter().enumerate().map(|(count, index)| {
        let at = match map {
            ViewMap::Transpose(dims) => {
                let mut at = vec![0; whole.len()];
                dims.iter().zip(&index).for_each(|(&dim, &value)| at[dim] = value);
                at
            }
            ViewMap::Slice { dims, kept } => {
                let mut at: Vec<usize> =
                    dims.iter().map(|cut| usize::try_from(cut.begin).unwrap()).collect();
                for (&dim, &value) in kept.iter().zip(&index) {
                    at[dim] += value * usize::try_from(dims[dim].step).unwrap();
                }
                at
            }
            ViewMap::Reshape | ViewMap::Memory => index_at(whole, count),
        };
        (index, at)
    });
    pairs.collect()
}

fn index_at(lens: &[usize], mut place: usize) -> Vec<usize> {
    let mut index: Vec<usize> = lens
        .iter()
        .rev()
        .map(|&len| {
            let at = place % len;
            place /= len;
            at
        })
        .collect();
    index.reverse();
    index
}

mod tests {
    //! Tests that the passes that change tensors preserve the results of graphs.

    use super::run;
    use crate::assign_layouts::tests::{graph, parse};
    use crate::testing::run as run_pass;
    use crate::{AssignLayouts, CanonicalizeLayouts, OptimizeReorders, Pass, ResolveStrides};

    /// Runs layout assignment, reorder optimization, stride resolution with copies, canonicalization, and stride
    /// resolution again.
    #[test]
    fn pipeline_of_layout_passes_preserves_results() {
        let passes: [&dyn Pass; 5] = [
            &AssignLayouts::default(),
            &OptimizeReorders::default(),
            &ResolveStrides { insert_copies: true, certificate: None },
            &CanonicalizeLayouts,
            &ResolveStrides { insert_copies: true, certificate: None },
        ];
        for seed in 500..560 {
            let text = graph(seed, true);
            let mut module = parse(&text);
            let before = run(&module, "f");
            for (number, pass) in passes.iter().enumerate() {
                let ran = run_pass(*pass, module, None);
                let after = run(&ran.module, "f");
                assert_eq!(
                    before.outputs,
                    after.outputs,
                    "pass {number} of\n{text}\n{}",
                    ran.text()
                );
                module = ran.module;
            }
        }
    }
}

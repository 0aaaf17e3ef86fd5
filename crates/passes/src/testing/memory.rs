//! Execution of the view ops of a module on shared memory, for tests of passes that assign strides.
//!
//! Values that view ops relate share a memory. Every other value is written to its memory through the layout of its
//! type, in program order. After all writes, every value must be read as its op defines it: an invalid view, or
//! a value that overwrites another one, changes what is read.

use super::interpret::{index_pairs, indices, layout, lens, offset, position};
use ir::encoding::{self, Reading};
use ir::{Module, Registry, Value};
use petgraph::unionfind::UnionFind;
use rustc_hash::FxHashMap;

/// The values of a module with a tensor type, and their contents.
struct SharedMemory<'a> {
    module: &'a Module,
    values: Vec<Value>,
    /// The elements of each value, in row-major order of their indices.
    contents: FxHashMap<Value, Vec<u64>>,
}

/// Executes the view ops of a module whose tensors are static. Returns the number of values that share their memory
/// with another one.
///
/// # Panics
/// A value with strides is read with other contents than its op defines.
pub(crate) fn check(module: &Module, registry: &Registry) -> usize {
    let mut memory = SharedMemory { module, values: Vec::new(), contents: FxHashMap::default() };
    let mut links = Vec::new();
    for op in module.walk() {
        module.inner_arguments(op).for_each(|value| memory.define(value, None));
        let relations = registry.view_relations(module, op).and_then(Result::ok);
        let results: Vec<Value> = module.results(op).collect();
        let is_copy = registry.op_def(module, op).is_some_and(|def| def.is_copy);
        for &result in &results {
            let read = is_copy.then(|| memory.contents[&module.operands(op)[0]].clone());
            memory.define(result, read);
        }
        for link in relations.into_iter().flatten() {
            let (from, to) = if results.contains(&link.part) {
                (link.whole, link.part)
            } else {
                (link.part, link.whole)
            };
            let [whole, part] =
                [link.whole, link.part].map(|value| lens(&layout(module, module.ty(value))));
            let source = memory.contents[&from].clone();
            for (index, at) in index_pairs(&link.map, &whole, &part) {
                let (inner, outer) = (position(&part, &index), position(&whole, &at));
                let (read, write) = if to == link.part { (outer, inner) } else { (inner, outer) };
                memory.contents.get_mut(&to).unwrap()[write] = source[read];
            }
            links.push((link.whole, link.part, to));
        }
    }
    memory.execute(&links)
}

impl SharedMemory<'_> {
    fn define(&mut self, value: Value, contents: Option<Vec<u64>>) {
        let ir::TypeKind::Tensor { .. } = self.module.kind(value) else { return };
        let count = indices(&lens(&layout(self.module, self.module.ty(value)))).len() as u64;
        let first = 1_000_000 * (1 + self.values.len() as u64);
        let contents = contents.unwrap_or_else(|| (first..first + count).collect());
        self.contents.insert(value, contents);
        self.values.push(value);
    }

    fn has_strides(&self, value: Value) -> bool {
        match encoding::read(&self.module.ctx, self.module.ty(value)) {
            Ok(Some(Reading::Ordered(layout))) => layout.strides().is_some(),
            _ => false,
        }
    }

    /// Writes all values but the results of views, and reads all values.
    fn execute(&self, links: &[(Value, Value, Value)]) -> usize {
        let number: FxHashMap<Value, usize> =
            self.values.iter().enumerate().map(|(at, &value)| (value, at)).collect();
        let mut union = UnionFind::new(self.values.len());
        for (whole, part, _) in links {
            union.union(number[whole], number[part]);
        }
        let groups: Vec<usize> = union.into_labeling();
        let offsets = |value: Value| {
            let layout = layout(self.module, self.module.ty(value));
            let offsets: Vec<usize> =
                indices(&lens(&layout)).iter().map(|index| offset(&layout, index)).collect();
            offsets
        };
        let mut slots: FxHashMap<(usize, usize), u64> = FxHashMap::default();
        let solved = || self.values.iter().filter(|&&value| self.has_strides(value));
        for &value in solved().filter(|value| links.iter().all(|(.., made)| made != *value)) {
            for (at, &element) in offsets(value).into_iter().zip(&self.contents[&value]) {
                slots.insert((groups[number[&value]], at), element);
            }
        }
        for &value in solved() {
            let group = groups[number[&value]];
            let read: Vec<Option<u64>> =
                offsets(value).into_iter().map(|at| slots.get(&(group, at)).copied()).collect();
            let expected: Vec<Option<u64>> =
                self.contents[&value].iter().copied().map(Some).collect();
            let names = ir::print::ValueNames::new(self.module, &Registry::new());
            assert_eq!(read, expected, "%{}", names.get(value));
        }
        let is_shared =
            |value: &&Value| links.iter().any(|(whole, part, _)| [whole, part].contains(value));
        solved().filter(is_shared).count()
    }
}

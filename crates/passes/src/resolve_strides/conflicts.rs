//! The view links of a module that cannot share memory, for `assign-layouts`, which weighs copies against other layouts.
//!
//! The rule is that of the pass: `sharing` joins the links, and `buffers` states the strides of each buffer. Here, all
//! buffers count as active, because `assign-layouts` assigns a layout to every tensor.

use super::buffers::{SharedTensor, SharedTensors, problem};
use super::inputs::Inputs;
use super::links::{LinkId, ViewLink, links};
use super::lone::dynamic_inside;
use super::requirements::gather;
use super::sharing::{ClassBuffer, ClassMember, LinkOrders, Refusal, Sharing};
use super::type_layouts::TypeLayouts;
use crate::tensors::{Holder, TensorId, TensorJoin, Tensors};
use indexmap::{IndexMap, IndexSet};
use ir::diag::Sink;
use ir::layout::{BufferProblem, ElemSize, SharingConflict};
use ir::target::Target;
use ir::{Module, Op, Registry, Value};
use petgraph::unionfind::UnionFind;
use rustc_hash::FxBuildHasher;

/// Links that cannot share memory together. Without any one of them, the others can.
#[derive(Debug)]
pub(crate) struct LinkConflict {
    pub(crate) links: Vec<ConflictLink>,
    /// The tensors that the links relate.
    pub(crate) classes: Vec<ConflictClass>,
    /// `true` if the links conflict in all layouts.
    pub(crate) holds_in_all_layouts: bool,
    /// `true` if the links conflict whatever the positions of dims of length 1 in the orders of the tensors.
    pub(crate) holds_in_all_spellings: bool,
    /// `true` if the links could share memory without the limits of the target.
    pub(crate) is_of_limits: bool,
    /// The reason, as a clause about one of the tensors.
    pub(crate) why: String,
}

/// A link of a conflict: a result of a view op, and the operand that it shares memory with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConflictLink {
    pub(crate) op: Op,
    /// The number of the operand; `None` if no operand is the value of the link.
    pub(crate) operand: Option<usize>,
    pub(crate) result: Value,
}

/// Values of equal types, which are one tensor in a conflict.
#[derive(Debug, Default)]
pub(crate) struct ConflictClass {
    pub(crate) values: Vec<Value>,
    /// The ops that require equal types of the values that links use, with the values of each.
    pub(crate) joins: Vec<(Op, Vec<Value>)>,
    /// `true` if more than the links and the order constrain the strides.
    pub(crate) is_constrained: bool,
}

/// Returns disjoint conflicts among the views of a module, at least one for each buffer that has any.
pub(crate) fn conflicts(
    module: &Module,
    registry: &Registry,
    target: Option<&Target>,
) -> Vec<LinkConflict> {
    let (tensors, joins) = &Tensors::with_joins(module, registry);
    let requirements = &gather(module, registry, tensors, &mut Sink::default());
    let inputs = Inputs { module, tensors, requirements, registry, target, certifies: false };
    let (links, _) = links(inputs);
    let types = TypeLayouts::default();
    let fitting = IndexMap::default();
    let tensors = SharedTensors::default();
    let mut finder = ConflictFinder { inputs, joins, types, tensors, fitting };
    finder.add_tensors(&links);
    let mut found = Vec::new();
    for component in components(links) {
        finder.find(component, &mut found);
    }
    found
}

/// Returns the links by the tensors that they connect, in program order.
fn components(links: Vec<ViewLink>) -> Vec<Vec<ViewLink>> {
    let mut classes: IndexSet<TensorId, FxBuildHasher> = IndexSet::default();
    classes.extend(links.iter().flat_map(|link| link.classes));
    let numbers = links.iter().map(|link| link.classes.map(|it| classes.get_index_of(&it)));
    let numbers: Vec<[usize; 2]> =
        numbers.map(|ends| ends.map(Option::unwrap_or_default)).collect();
    let mut union = UnionFind::<usize>::new(classes.len());
    for &[whole, part] in &numbers {
        union.union(whole, part);
    }
    let mut components: IndexMap<usize, Vec<ViewLink>, FxBuildHasher> = IndexMap::default();
    for (link, [whole, _]) in links.into_iter().zip(numbers) {
        components.entry(union.find(whole)).or_default().push(link);
    }
    components.into_values().collect()
}

struct ConflictFinder<'a> {
    inputs: Inputs<'a>,
    joins: &'a [TensorJoin],
    types: TypeLayouts,
    tensors: SharedTensors,
    /// `true` for each problem that has a solution.
    fitting: IndexMap<BufferProblem, bool, FxBuildHasher>,
}

impl ConflictFinder<'_> {
    fn add_tensors(&mut self, links: &[ViewLink]) {
        for class in links.iter().flat_map(|link| link.classes) {
            if !self.tensors.contains_key(&class)
                && let Some(tensor) = SharedTensor::new(self.inputs, &mut self.types, class)
            {
                self.tensors.insert(class, tensor);
            }
        }
    }

    /// Adds disjoint conflicts of connected links.
    fn find(&mut self, mut links: Vec<ViewLink>, found: &mut Vec<LinkConflict>) {
        while let Some(why) = self.fault(&links, LinkOrders::Declared) {
            let own = self.minimal(&links);
            let core: Vec<ViewLink> = own.iter().map(|&id| links[id].clone()).collect();
            let why = self.fault(&core, LinkOrders::Declared).unwrap_or(why);
            found.push(self.conflict(&core, why));
            let rest = links.into_iter().enumerate().filter(|(id, _)| !own.contains(id));
            links = rest.map(|(_, link)| link).collect();
        }
    }

    /// Returns the reason why links cannot share memory; `None` if they can.
    fn fault(&mut self, links: &[ViewLink], orders: LinkOrders) -> Option<String> {
        if links.is_empty() {
            return None;
        }
        let mut sharing = self.sharing(links, orders);
        for refusal in sharing.refused.values() {
            if let Refusal::Conflict(_) = refusal {
                return Some(refusal.to_string());
            }
        }
        let buffers = sharing.buffers.buffers();
        let fails = buffers.iter().any(|buffer| !self.fits(buffer));
        fails.then(|| "the tensors of its buffer have no common strides".to_owned())
    }

    fn sharing(&mut self, links: &[ViewLink], orders: LinkOrders) -> Sharing {
        let without = &IndexSet::new();
        Sharing::with_orders(self.inputs, &mut self.types, links.to_vec(), without, orders)
    }

    /// Returns `true` if a buffer has strides, or if `resolve-strides` reports it for another reason.
    fn fits(&mut self, buffer: &ClassBuffer) -> bool {
        let root = self.types.get(self.inputs, self.inputs.tensor(buffer.root).ty);
        let Some(elem) = root.map(|root| root.layout.elem()) else { return true };
        let Some(problem) = problem(buffer, &self.tensors, elem) else { return true };
        if dynamic_inside(self.inputs, &mut self.types, buffer).is_some() {
            return true;
        }
        let limits = self.inputs.limits();
        let known = self.fitting.entry(problem);
        let fits = *known.or_insert_with_key(|problem| problem.solve(limits.as_ref()).is_ok());
        fits || buffer.members.iter().any(|member| self.fails_alone(member, elem))
    }

    /// Returns `true` if a tensor of a buffer has no strides even without the other tensors, so that no copy helps.
    fn fails_alone(&mut self, member: &ClassMember, elem: ElemSize) -> bool {
        let ty = self.inputs.tensor(member.tensor).ty;
        let Some(layout) = self.types.get(self.inputs, ty) else { return false };
        let lone = ClassBuffer::lone(member.tensor, layout.lens(), member.order);
        let limits = self.inputs.limits();
        let problem = problem(&lone, &self.tensors, elem);
        problem.is_some_and(|problem| problem.solve(limits.as_ref()).is_err())
    }

    /// Returns links that conflict, none of which can be left out.
    fn minimal(&mut self, links: &[ViewLink]) -> Vec<LinkId> {
        let mut kept: Vec<LinkId> = (0..links.len()).collect();
        let mut size = kept.len().div_ceil(2);
        loop {
            let mut at = 0;
            while at < kept.len() {
                let mut fewer = kept.clone();
                fewer.drain(at..kept.len().min(at + size));
                let subset: Vec<ViewLink> = fewer.iter().map(|&id| links[id].clone()).collect();
                match self.fault(&subset, LinkOrders::Declared) {
                    Some(_) => kept = fewer,
                    None => at += size,
                }
            }
            if size == 1 {
                return kept;
            }
            size = size.div_ceil(2);
        }
    }

    fn conflict(&mut self, links: &[ViewLink], why: String) -> LinkConflict {
        let module = self.inputs.module;
        LinkConflict {
            holds_in_all_layouts: self.holds_in_all_layouts(links),
            is_of_limits: self.is_of_limits(links),
            holds_in_all_spellings: self.fault(links, LinkOrders::UnitDimsInnermost).is_some(),
            links: links
                .iter()
                .map(|link| ConflictLink {
                    op: link.op,
                    operand: link.operand(module),
                    result: link.ends(module)[1],
                })
                .collect(),
            classes: self.classes(links),
            why,
        }
    }

    /// Returns `true` if links that conflict can share memory without the limits of the target.
    fn is_of_limits(&self, links: &[ViewLink]) -> bool {
        if self.inputs.limits().is_none() {
            return false;
        }
        let mut unlimited = ConflictFinder {
            inputs: Inputs { target: None, ..self.inputs },
            joins: self.joins,
            types: TypeLayouts::default(),
            tensors: SharedTensors::default(),
            fitting: IndexMap::default(),
        };
        unlimited.add_tensors(links);
        unlimited.fault(links, LinkOrders::Declared).is_none()
    }

    /// Returns the tensors that links relate.
    fn classes(&self, links: &[ViewLink]) -> Vec<ConflictClass> {
        let tensors = self.inputs.tensors;
        let mut linked: IndexMap<TensorId, IndexSet<TensorId>, FxBuildHasher> = IndexMap::default();
        for value in links.iter().flat_map(|link| [link.part.whole, link.part.part]) {
            let slots = tensors.of_value(value).into_iter();
            slots.for_each(|slot| {
                linked.entry(tensors.class(slot)).or_default().insert(slot);
            });
        }
        let mut classes: Vec<ConflictClass> = Vec::with_capacity(linked.len());
        for (&class, members) in &linked {
            let is_constrained = self.tensors.get(&class).is_some_and(SharedTensor::is_constrained);
            let joins = self.joins_of(class, members);
            classes.push(ConflictClass { values: Vec::new(), joins, is_constrained });
        }
        for (slot, tensor) in tensors.all() {
            if let Some(at) = linked.get_index_of(&tensors.class(slot))
                && let Holder::Value(value) = tensor.holder
            {
                classes[at].values.push(value);
            }
        }
        classes
    }

    /// Returns the joins on shortest paths between the first of some members of a class and all others.
    fn joins_of(&self, class: TensorId, members: &IndexSet<TensorId>) -> Vec<(Op, Vec<Value>)> {
        let Some(&first) = members.first().filter(|_| members.len() > 1) else { return Vec::new() };
        let tensors = self.inputs.tensors;
        let mut of_tensor: IndexMap<TensorId, Vec<&TensorJoin>, FxBuildHasher> =
            IndexMap::default();
        for join in self.joins.iter().filter(|join| tensors.class(join.tensors[0]) == class) {
            join.tensors.iter().for_each(|&end| of_tensor.entry(end).or_default().push(join));
        }
        // The join through which each tensor is reached.
        let mut reached: IndexMap<TensorId, Option<(&TensorJoin, TensorId)>> = IndexMap::new();
        reached.insert(first, None);
        let mut at = 0;
        while let Some((&from, _)) = reached.get_index(at) {
            for join in of_tensor.get(&from).into_iter().flatten() {
                let to = join.tensors[usize::from(join.tensors[0] == from)];
                reached.entry(to).or_insert(Some((join, from)));
            }
            at += 1;
        }
        let mut path: IndexMap<(Op, [TensorId; 2]), ()> = IndexMap::new();
        for &member in members {
            let mut end = member;
            while let Some(Some((join, from))) = reached.get(&end) {
                path.insert((join.op, join.tensors), ());
                end = *from;
            }
        }
        let joins = path.into_keys().map(|(op, ends)| {
            let values = ends.iter().filter_map(|&end| match tensors.get(end).holder {
                Holder::Value(value) => Some(value),
                _ => None,
            });
            (op, values.collect())
        });
        joins.collect()
    }

    /// Returns `true` if links conflict whatever the orders of their tensors: a tensor would have two locations.
    fn holds_in_all_layouts(&mut self, links: &[ViewLink]) -> bool {
        let sharing = self.sharing(links, LinkOrders::Open);
        let mut refused = sharing.refused.values();
        refused.any(|refusal| matches!(refusal, Refusal::Conflict(SharingConflict::Elsewhere(_))))
    }
}

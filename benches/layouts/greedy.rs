//! A greedy baseline for `assign-layouts`: inserts reorders op by op, then moves those whose move saves bytes.
//!
//! In program order, each op uses the cheapest choice for the current layouts of its operands, the first one among
//! equals. Each operand with another layout gets a reorder; a value is reordered once for each layout. Results have the
//! layouts of the choice, row major where the choice is silent. A view op adopts the layout of an operand if that costs
//! least.
//!
//! Then reorders move. They sink: if a layout-agnostic op or a view op needs no reorders of its operands in their
//! original layout, it adopts this layout, provided that the reorders after it cost at most as much as those before it.
//! Two reorders that meet are merged or cancelled. Any op also switches to another of its choices if that makes the
//! reorders around it cheaper, which hoists reorders, too. This is repeated until nothing changes.
//!
//! This is how compilers work that convert op by op and clean up with patterns. The baseline supports straight-line
//! code only: functions of one block, static shapes, values without stated layouts.

#[path = "memory.rs"]
mod memory;

use indexmap::{IndexMap, IndexSet};
use ir::choice::{ChoiceRule, Offer, RequiredLayout, RuleOrigin};
use ir::target::Target;
use ir::views::{Subview, ViewMap};
use ir::{Module, Op, Registry, Value};
use memory::{Memory, Tensor, is_strided_subview, part_of, whole_of};

/// The maximum number of sweeps over the program in which reorders move.
const MAX_SWEEPS: usize = 100;

/// The cost of an assignment of layouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cost {
    /// The reorders that move data.
    pub(crate) reorders: u64,
    /// The bytes that the reorders read and write, plus the costs of the selected choices.
    pub(crate) bytes: u64,
}

/// Returns the cost of the baseline's layouts, before and after reorders move.
///
/// # Errors
/// The module has something that the baseline does not support.
pub(crate) fn greedy(
    module: &Module,
    registry: &Registry,
    target: Option<&Target>,
) -> Result<(Cost, Cost), String> {
    let mut graph = Graph { subviews: subviews(module, registry), ..Graph::default() };
    for op in module.walk() {
        graph.op(module, registry, target, op)?;
    }
    let inserted = graph.cost();
    for _ in 0..MAX_SWEEPS {
        if !graph.sweep() {
            break;
        }
    }
    Ok((inserted, graph.cost()))
}

/// A tensor value.
struct TensorValue {
    tensor: Tensor,
    memory: Memory,
    /// `true` for a constant, which can be written in any layout.
    free: bool,
    /// The ends that use the value, as indices of nodes and their ends.
    uses: Vec<(usize, usize)>,
}

/// An end of an op: an operand or result that is a tensor.
struct End {
    /// The index of the value.
    value: usize,
    /// The layout in which the op uses the value; `None` for the value's own layout, and for a result.
    read: Option<Memory>,
}

/// An op that uses or defines tensors; its operands precede its results.
struct Node {
    ends: Vec<End>,
    operands: usize,
    ways: Vec<Way>,
    /// The index of the selected way.
    taken: usize,
}

/// A way to choose the layouts of an op: independent layouts, the coupling of the others, and the cost of the choice
/// itself.
struct Way {
    plain: Joint,
    coupling: Coupling,
    cost: u64,
}

/// The relation between the layouts of those ends that an op does not fix.
enum Coupling {
    /// All layouts are independent.
    No,
    /// These ends have one common layout.
    Same(Vec<bool>),
    /// The ends are related by views.
    Views(Vec<Link>),
}

/// A subview relation between two ends: the whole and the part.
struct Link {
    map: ViewMap,
    whole: usize,
    part: usize,
}

/// The layouts of all ends of an op; `None` for an end that accepts any layout.
type Joint = Vec<Option<Memory>>;

#[derive(Default)]
struct Graph {
    values: IndexMap<Value, TensorValue>,
    nodes: Vec<Node>,
    subviews: IndexSet<Value>,
}

/// Returns the values that may be strided subviews of larger ones.
fn subviews(module: &Module, registry: &Registry) -> IndexSet<Value> {
    let parts = module.walk().filter_map(|op| registry.view_relations(module, op)?.ok());
    let parts: Vec<Subview> = parts.flatten().collect();
    let cut = |part: &Subview| {
        let tensor = |value| Tensor::from_type(&module.ctx, module.ty(value), false);
        let (whole, one) = (tensor(part.whole), tensor(part.part));
        whole.zip(one).is_some_and(|(whole, one)| is_strided_subview(&whole, &one, &part.map))
    };
    let (cut, whole): (Vec<Subview>, Vec<Subview>) = parts.into_iter().partition(cut);
    let mut subviews: IndexSet<Value> = cut.iter().map(|part| part.part).collect();
    loop {
        let known = subviews.len();
        for part in &whole {
            if subviews.contains(&part.whole) || subviews.contains(&part.part) {
                subviews.extend([part.whole, part.part]);
            }
        }
        if subviews.len() == known {
            return subviews;
        }
    }
}

impl Graph {
    fn op(
        &mut self,
        module: &Module,
        registry: &Registry,
        target: Option<&Target>,
        op: Op,
    ) -> Result<(), String> {
        match registry.op_def(module, op) {
            Some(def) if def.function.is_some() => self.arguments(module, op),
            Some(def) if def.returns => self.returned(module, op),
            Some(def) if def.is_none_value => Ok(()),
            Some(def) if def.constant.is_some() => self.constant(module, op),
            _ => {
                if op != module.root() && !module.regions(op).is_empty() {
                    return Err(format!(
                        "the baseline does not support the regions of `{}`",
                        module.name(op)
                    ));
                }
                self.layer(module, registry, target, op)
            }
        }
    }

    fn make(&mut self, module: &Module, value: Value, free: bool) -> Result<Option<usize>, String> {
        let ty = module.ty(value);
        let subviews = self.subviews.contains(&value);
        let Some(tensor) = Tensor::from_type(&module.ctx, ty, subviews) else { return Ok(None) };
        let memory = tensor.declared(&module.ctx, ty)?;
        let made = TensorValue { tensor, memory, free, uses: Vec::new() };
        Ok(Some(self.values.insert_full(value, made).0))
    }

    fn arguments(&mut self, module: &Module, op: Op) -> Result<(), String> {
        let blocks = module.regions(op).iter().flat_map(|&region| module.blocks(region));
        let blocks: Vec<_> = blocks.copied().collect();
        if blocks.len() > 1 {
            return Err("the baseline supports only functions of one block".to_owned());
        }
        for value in blocks.iter().flat_map(|&block| module.arguments(block)) {
            self.make(module, *value, false)?;
        }
        Ok(())
    }

    fn constant(&mut self, module: &Module, op: Op) -> Result<(), String> {
        for value in module.results(op) {
            self.make(module, value, true)?;
        }
        Ok(())
    }

    /// Adds a return, whose operands have the layouts of the signature.
    fn returned(&mut self, module: &Module, op: Op) -> Result<(), String> {
        let (ends, _) = self.read(module, op);
        let mut joint = Joint::new();
        for end in &ends {
            let (value, made) = self.values.get_index(end.value).expect("an end names a value");
            joint.push(Some(made.tensor.declared(&module.ctx, module.ty(*value))?));
        }
        let operands = ends.len();
        let ways = vec![Way { plain: joint.clone(), coupling: Coupling::No, cost: 0 }];
        self.take(Node { ends, operands, ways, taken: 0 }, joint);
        Ok(())
    }

    /// Returns the tensors among the operands, with the positions of these operands.
    fn read(&self, module: &Module, op: Op) -> (Vec<End>, Vec<usize>) {
        let operands = module.operands(op).iter().enumerate();
        let known = operands.filter_map(|(place, value)| {
            Some((End { value: self.values.get_index_of(value)?, read: None }, place))
        });
        known.unzip()
    }

    fn layer(
        &mut self,
        module: &Module,
        registry: &Registry,
        target: Option<&Target>,
        op: Op,
    ) -> Result<(), String> {
        let (mut ends, mut places) = self.read(module, op);
        let operands = ends.len();
        for (place, value) in module.results(op).collect::<Vec<_>>().into_iter().enumerate() {
            if let Some(made) = self.make(module, value, false)? {
                ends.push(End { value: made, read: None });
                places.push(module.operands(op).len() + place);
            }
        }
        let mut node = Node { ends, operands, ways: Vec::new(), taken: 0 };
        let rule = ChoiceRule::for_op(module, op, registry, target);
        node.ways = match rule.origin {
            RuleOrigin::TypeEqualities => {
                return Err(format!("the baseline does not support `{}`", module.name(op)));
            }
            RuleOrigin::View => self.views(module, registry, op, &node),
            _ => {
                let offers = rule.offers(module, op);
                offers.iter().filter_map(|offer| self.way(&node, &places, offer)).collect()
            }
        };
        let all = (0..node.ways.len()).flat_map(|way| {
            self.joints(&node, way, false).into_iter().map(move |joint| (way, joint))
        });
        let best = all.min_by_key(|(way, joint)| self.price(&node, *way, joint));
        if let Some((way, joint)) = best {
            self.take(Node { taken: way, ..node }, joint);
        }
        Ok(())
    }

    /// Returns the way of an offer; `None` if its layouts are invalid for an end.
    fn way(&self, node: &Node, places: &[usize], offer: &Offer) -> Option<Way> {
        let required: Vec<RequiredLayout> =
            places.iter().map(|&at| offer.fitted.required[at].clone()).collect();
        let plain = required.iter().enumerate().map(|(at, required)| match *required {
            // Greedy layouts are orders and formats only.
            RequiredLayout::Custom(_) => None,
            RequiredLayout::Any | RequiredLayout::Same => Some(None),
            RequiredLayout::Order(order) => Some(Some(self.tensor(node, at).order(order))),
            RequiredLayout::Format(format) => self.tensor(node, at).format(format).map(Some),
        });
        let same: Vec<bool> =
            required.iter().map(|required| *required == RequiredLayout::Same).collect();
        let coupling = if same.contains(&true) { Coupling::Same(same) } else { Coupling::No };
        Some(Way { plain: plain.collect::<Option<Joint>>()?, coupling, cost: offer.fitted.cost })
    }

    /// Returns the ways of a view op, one of which is always row major.
    fn views(&self, module: &Module, registry: &Registry, op: Op, node: &Node) -> Vec<Way> {
        let plain: Joint =
            (0..node.ends.len()).map(|at| Some(self.tensor(node, at).row_major())).collect();
        let links = registry.view_relations(module, op).and_then(|parts| {
            let mut taken = vec![false; node.ends.len()];
            let mut end = |value: Value, once: bool| {
                let value = self.values.get_index_of(&value)?;
                let is = |at: &usize| node.ends[*at].value == value && !(once && taken[*at]);
                let at = (0..node.ends.len()).find(is)?;
                taken[at] = true;
                Some(at)
            };
            let links = parts.ok()?.into_iter().map(|part| {
                let (whole, one) = (end(part.whole, false)?, end(part.part, true)?);
                Some(Link { map: part.map, whole, part: one })
            });
            links.collect::<Option<Vec<Link>>>()
        });
        let followed = links.map(|links| Way {
            plain: plain.clone(),
            coupling: Coupling::Views(links),
            cost: 0,
        });
        followed.into_iter().chain([Way { plain, coupling: Coupling::No, cost: 0 }]).collect()
    }

    /// Returns the layouts that a way allows. Coupled ends have the layouts in which operands are defined, row major,
    /// and, if `hoisting`, the layouts in which results are used.
    fn joints(&self, node: &Node, way: usize, hoisting: bool) -> Vec<Joint> {
        let Way { plain, coupling, .. } = &node.ways[way];
        let own = (0..node.operands).map(|at| (at, self.made(node, at).memory.clone()));
        let read = (node.operands..node.ends.len()).filter(|_| hoisting).flat_map(|at| {
            self.copies(node.ends[at].value).into_iter().map(move |memory| (at, memory.clone()))
        });
        let row_major = (0..node.ends.len()).map(|at| (at, self.tensor(node, at).row_major()));
        let anchors = own.chain(read).chain(row_major);
        match coupling {
            Coupling::No => vec![plain.clone()],
            Coupling::Same(same) => {
                let leaders = anchors.filter(|&(at, _)| same[at]);
                leaders.filter_map(|(_, leader)| self.alike(node, same, plain, &leader)).collect()
            }
            Coupling::Views(links) => {
                anchors.filter_map(|(at, memory)| self.through(node, links, at, memory)).collect()
            }
        }
    }

    /// Returns the layouts in which all ends of `same` have the leader's layout; `None` if one of them cannot.
    fn alike(&self, node: &Node, same: &[bool], plain: &Joint, leader: &Memory) -> Option<Joint> {
        let ends = plain.iter().enumerate();
        let joint = ends.map(|(at, plain)| match same[at] {
            true => self.tensor(node, at).like(leader).map(Some),
            false => Some(plain.clone()),
        });
        joint.collect()
    }

    /// Returns the layouts of the ends of a view op if one end has this layout; `None` if the op then moves data.
    fn through(&self, node: &Node, links: &[Link], at: usize, memory: Memory) -> Option<Joint> {
        let mut joint: Joint = vec![None; node.ends.len()];
        joint[at] = Some(memory);
        if !links.iter().any(|link| link.whole == at || link.part == at) {
            return None;
        }
        // All subviews of an op have one whole, so the second iteration reaches all of them.
        for link in links.iter().chain(links) {
            let (whole, part) = (self.tensor(node, link.whole), self.tensor(node, link.part));
            match (&joint[link.whole], &joint[link.part]) {
                (None, Some(memory)) => {
                    joint[link.whole] = Some(whole_of(whole, part, &link.map, memory)?);
                }
                (Some(memory), None) => {
                    joint[link.part] = Some(part_of(whole, part, &link.map, memory)?);
                }
                (Some(memory), known) => {
                    let derived = part_of(whole, part, &link.map, memory);
                    if derived.is_none() || derived != *known {
                        return None;
                    }
                }
                (None, None) => {}
            }
        }
        Some(joint)
    }

    fn made(&self, node: &Node, at: usize) -> &TensorValue {
        &self.values[node.ends[at].value]
    }

    fn tensor(&self, node: &Node, at: usize) -> &Tensor {
        &self.made(node, at).tensor
    }

    /// Returns the current price of a choice: its own cost, and the reorders that it adds.
    fn price(&self, node: &Node, way: usize, joint: &Joint) -> u64 {
        let operands = node.ends[..node.operands].iter().zip(joint);
        let reorders = operands.filter_map(|(end, read)| {
            let (made, read) = (&self.values[end.value], read.as_ref()?);
            (!self.copies(end.value).contains(&read)).then(|| made.reorder(read))
        });
        reorders.fold(node.ways[way].cost, u64::saturating_add)
    }

    /// Returns the layouts, other than its own, in which a value is used.
    fn copies(&self, value: usize) -> Vec<&Memory> {
        let made = &self.values[value];
        let mut copies: Vec<&Memory> = Vec::new();
        let reads =
            made.uses.iter().filter_map(|&(node, end)| self.nodes[node].ends[end].read.as_ref());
        for read in reads.filter(|&read| !made.free && *read != made.memory) {
            if !copies.contains(&read) {
                copies.push(read);
            }
        }
        copies
    }

    /// Adds an op with these layouts.
    fn take(&mut self, mut node: Node, joint: Joint) {
        let number = self.nodes.len();
        for (at, memory) in joint.into_iter().enumerate() {
            let value = node.ends[at].value;
            if at < node.operands {
                node.ends[at].read = memory;
                self.values[value].uses.push((number, at));
            } else if let Some(memory) = memory {
                self.values[value].memory = memory;
            }
        }
        self.nodes.push(node);
    }

    /// Moves reorders in one pass over the program. Returns `true` if any moved.
    fn sweep(&mut self) -> bool {
        let mut any = false;
        for number in 0..self.nodes.len() {
            if let Some(joint) = self.joint_without_reorders(number) {
                any |= self.try_joint(number, self.nodes[number].taken, joint, false);
            }
            for way in 0..self.nodes[number].ways.len() {
                for joint in self.joints(&self.nodes[number], way, true) {
                    any |= self.try_joint(number, way, joint, true);
                }
            }
        }
        any
    }

    /// Returns layouts of an op that need no reorders of its operands; `None` if it has no such reorders or no such
    /// layouts.
    fn joint_without_reorders(&self, number: usize) -> Option<Joint> {
        let node = &self.nodes[number];
        let reordered = |at: &usize| {
            let (made, read) = (self.made(node, *at), &node.ends[*at].read);
            !made.free && read.as_ref().is_some_and(|read| *read != made.memory)
        };
        let anchor = (0..node.operands).find(reordered)?;
        let memory = self.made(node, anchor).memory.clone();
        let Way { plain, coupling, .. } = &node.ways[node.taken];
        let joint = match coupling {
            Coupling::No => None,
            Coupling::Same(same) => same[anchor].then(|| self.alike(node, same, plain, &memory))?,
            Coupling::Views(links) => self.through(node, links, anchor, memory),
        }?;
        let mut operands = (0..node.operands).zip(&joint);
        let fits = operands.all(|(at, read)| {
            let made = self.made(node, at);
            made.free || read.as_ref().is_none_or(|read| *read == made.memory)
        });
        fits.then_some(joint)
    }

    /// Assigns layouts to an op if that does not increase the cost, or, with `gain`, if it decreases the cost.
    fn try_joint(&mut self, number: usize, way: usize, joint: Joint, gain: bool) -> bool {
        let node = &self.nodes[number];
        let mut touched: Vec<usize> = node.ends.iter().map(|end| end.value).collect();
        touched.sort_unstable();
        touched.dedup();
        let before = self.local(&touched).saturating_add(node.ways[node.taken].cost);
        let after = node.ways[way].cost;
        let old = self.exchange(number, joint);
        let after = self.local(&touched).saturating_add(after);
        if after > before || gain && after == before {
            self.exchange(number, old);
            return false;
        }
        self.nodes[number].taken = way;
        true
    }

    fn local(&self, values: &[usize]) -> u64 {
        values.iter().map(|&value| self.reorders(value).bytes).fold(0, u64::saturating_add)
    }

    /// Exchanges the layouts of an op and returns the previous ones.
    fn exchange(&mut self, number: usize, joint: Joint) -> Joint {
        let (nodes, values) = (&mut self.nodes, &mut self.values);
        let node = &mut nodes[number];
        let operands = node.operands;
        let ends = node.ends.iter_mut().zip(joint).enumerate();
        let old = ends.map(|(at, (end, memory))| match memory {
            Some(memory) if at >= operands => {
                Some(std::mem::replace(&mut values[end.value].memory, memory))
            }
            None if at >= operands => None,
            memory => std::mem::replace(&mut end.read, memory),
        });
        old.collect()
    }

    /// Returns the cost of the reorders of a value.
    fn reorders(&self, value: usize) -> Cost {
        let (made, copies) = (&self.values[value], self.copies(value));
        let bytes = copies.iter().map(|copy| made.reorder(copy));
        Cost { reorders: copies.len() as u64, bytes: bytes.fold(0, u64::saturating_add) }
    }

    fn cost(&self) -> Cost {
        let own = self.nodes.iter().map(|node| node.ways[node.taken].cost);
        let none = Cost { reorders: 0, bytes: own.fold(0, u64::saturating_add) };
        (0..self.values.len()).map(|value| self.reorders(value)).fold(none, |all, next| Cost {
            reorders: all.reorders + next.reorders,
            bytes: all.bytes.saturating_add(next.bytes),
        })
    }
}

impl TensorValue {
    /// Returns the bytes that a reorder into another layout reads and writes.
    fn reorder(&self, to: &Memory) -> u64 {
        if self.free || *to == self.memory {
            return 0;
        }
        self.tensor.bytes(&self.memory).saturating_add(self.tensor.bytes(to))
    }
}

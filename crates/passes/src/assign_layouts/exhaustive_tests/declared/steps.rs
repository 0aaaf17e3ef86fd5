//! The arguments, ops and results of random functions, with all of their joint layouts.

use super::{ELEMS, Function, Joint, MAX_LAYOUTS, Named, Node, Tensor};
use std::fmt::Write as _;
use testkit::Random;

/// The layout that a choice requests.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    Any,
    Same,
    Order(usize),
}

/// Returns all orders of some dims, the identity first.
fn permutations(rank: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..rank {
        let longer = all.iter().flat_map(|order: &Vec<usize>| {
            let rest = (0..rank).filter(|dim| !order.contains(dim));
            rest.map(move |dim| [&order[..], &[dim]].concat())
        });
        all = longer.collect();
    }
    all
}

/// Returns all lists with one item of each list.
fn product(lists: &[Vec<usize>]) -> Vec<Vec<usize>> {
    lists.iter().fold(vec![Vec::new()], |all, list| {
        let longer = all.iter().flat_map(|known: &Vec<usize>| {
            list.iter().map(move |&item| [&known[..], &[item]].concat())
        });
        longer.collect()
    })
}

impl Function {
    /// Returns a function with its arguments. A type without an order is row major.
    pub(super) fn new(mut random: Random) -> Function {
        let shapes: &[&[usize]] = match random.index(4) {
            0 => &[&[2, 3, 4], &[2, 4, 3]],
            1 => &[&[1, 3, 2], &[2, 3, 2], &[4, 1, 3]],
            2 => &[&[6, 3], &[6, 2], &[1, 5]],
            _ => &[&[6, 3], &[4, 5]],
        };
        let mut function = Function {
            random,
            orders: permutations(shapes[0].len()),
            shapes: shapes.iter().map(|shape| shape.to_vec()).collect(),
            tensors: Vec::new(),
            names: Vec::new(),
            nodes: Vec::new(),
            arguments: Vec::new(),
            text: String::new(),
        };
        for _ in 0..1 + function.random.index(2) {
            function.argument();
        }
        function
    }

    fn argument(&mut self) {
        let is_any = self.random.index(8) == 0;
        let is_constant = self.random.index(4) == 0;
        let declared = self.random_order(2);
        let named = self.define(declared, is_constant);
        // The type of an argument is that of the signature.
        self.tensors[named.value].declared = None;
        let orders = 0..self.orders.len();
        let orders = if is_any { orders.collect() } else { vec![declared.unwrap_or(0)] };
        let joint = |order| Joint { uses: Vec::new(), defs: vec![order], cost: 0 };
        let joints = orders.into_iter().map(joint).collect();
        self.nodes.push(Node { uses: Vec::new(), defs: vec![named.value], joints });
        let marks = [(is_any, "layout.any"), (is_constant, "layout.constant")];
        let marks: Vec<&str> = marks.iter().filter(|mark| mark.0).map(|mark| mark.1).collect();
        let marks =
            if marks.is_empty() { String::new() } else { format!(" {{{}}}", marks.join(", ")) };
        self.arguments.push(format!("{}: {}{marks}", named.name, self.ty(&named)));
    }

    /// Returns an order with a probability of 1 in `rarity`.
    fn random_order(&mut self, rarity: usize) -> Option<usize> {
        let order = self.random.index(self.orders.len());
        Some(order).filter(|_| self.random.index(rarity) == 0)
    }

    /// Adds a value and its name.
    fn define(&mut self, declared: Option<usize>, is_constant: bool) -> Named {
        let lens = self.random.choose(&self.shapes);
        let elem = self.random.index(ELEMS.len());
        self.define_as(Tensor { lens, elem, declared, is_constant })
    }

    fn define_as(&mut self, tensor: Tensor) -> Named {
        let value = self.tensors.len();
        let declared = tensor.declared;
        self.tensors.push(tensor);
        let named = Named { name: format!("%v{}", self.names.len()), value, declared };
        self.names.push(named.clone());
        named
    }

    fn ty(&self, named: &Named) -> String {
        let Tensor { lens, elem, .. } = &self.tensors[named.value];
        let lens: Vec<String> = lens.iter().map(usize::to_string).collect();
        let encoding = named.declared.map(|order| format!(", {{order = {}}}", self.map(order)));
        format!("tensor<{}x{}{}>", lens.join("x"), ELEMS[*elem].0, encoding.unwrap_or_default())
    }

    fn map(&self, order: usize) -> String {
        let dims = |order: &[usize]| {
            let dims: Vec<String> = order.iter().map(|dim| format!("d{dim}")).collect();
            dims.join(", ")
        };
        format!("affine_map<({}) -> ({})>", dims(&self.orders[0]), dims(&self.orders[order]))
    }

    fn any_name(&mut self) -> Named {
        // Later values are used more often, so that functions are deep.
        let count = self.names.len();
        let at = self.random.index(count).max(self.random.index(count));
        self.names[at].clone()
    }

    fn layouts(&self) -> usize {
        self.nodes.iter().fold(1, |product, node| product.saturating_mul(node.joints.len()))
    }

    /// Adds an op, unless the function then has too many joint layouts.
    pub(super) fn step(&mut self) {
        let is_small = |function: &Function| function.layouts() <= MAX_LAYOUTS;
        let before = (self.tensors.len(), self.names.len(), self.nodes.len(), self.text.len());
        match self.random.index(10) {
            0..=4 => self.ruled(),
            5 => self.lone_same(),
            6 | 7 => self.without_rule(),
            8 => self.transpose(),
            _ => self.reorder(),
        }
        if !is_small(self) {
            self.tensors.truncate(before.0);
            self.names.truncate(before.1);
            self.nodes.truncate(before.2);
            self.text.truncate(before.3);
        }
    }

    fn operands(&mut self) -> Vec<Named> {
        (0..1 + self.random.index(2)).map(|_| self.any_name()).collect()
    }

    /// Adds up to two results of an op, and returns the name of the op. Without side effects, an op of constants alone
    /// defines constants.
    fn results(&mut self, operands: &[Named], unknown: &'static str) -> (Vec<Named>, &'static str) {
        let count = self.random.index(3);
        let is_pure = self.random.index(2) == 0;
        let is_constant =
            is_pure && operands.iter().all(|named| self.tensors[named.value].is_constant);
        let result = |_| {
            let declared = self.random_order(3);
            self.define(declared, is_constant)
        };
        ((0..count).map(result).collect(), if is_pure { "onnx.Op" } else { unknown })
    }

    fn ruled(&mut self) {
        let operands = self.operands();
        let (results, name) = self.results(&operands, "t.op");
        let count = results.len();
        let mut joints = Vec::new();
        let mut choices = Vec::new();
        for _ in 0..1 + self.random.index(3) {
            let slots: Vec<Slot> = (0..operands.len() + count).map(|_| self.slot()).collect();
            let cost = if self.random.index(2) == 0 { 0 } else { self.random.index(80) as u64 };
            joints.extend(self.joints(&slots, operands.len(), cost));
            let shown: Vec<String> = slots.iter().map(|&slot| self.shown(slot)).collect();
            let (reads, made) = shown.split_at(operands.len());
            let (reads, made) = (reads.join(", "), made.join(", "));
            choices.push(format!("#layout.choice<({reads}) -> ({made}), cost = {cost}>"));
        }
        let attrs = format!(" {{layout.choices = [{}]}}", choices.join(", "));
        self.push(name, &operands, &attrs, &results, joints);
    }

    fn slot(&mut self) -> Slot {
        match self.random.index(5) {
            0 => Slot::Any,
            1 | 2 => Slot::Same,
            _ => Slot::Order(self.random.index(self.orders.len())),
        }
    }

    fn shown(&self, slot: Slot) -> String {
        match slot {
            Slot::Any => "any".to_owned(),
            Slot::Same => "same".to_owned(),
            Slot::Order(order) => self.map(order),
        }
    }

    /// Returns the joint layouts of a choice: all orders for `same`, and for the results with `any`.
    fn joints(&self, slots: &[Slot], operands: usize, cost: u64) -> Vec<Joint> {
        let all: Vec<usize> = (0..self.orders.len()).collect();
        let has_same = slots.contains(&Slot::Same);
        let common = if has_same { all.clone() } else { vec![0] };
        let joint = |same: usize| {
            let uses = slots[..operands].iter().map(|&slot| match slot {
                Slot::Any => None,
                Slot::Same => Some(same),
                Slot::Order(order) => Some(order),
            });
            let uses: Vec<Option<usize>> = uses.collect();
            let defs = slots[operands..].iter().map(|&slot| match slot {
                Slot::Any => all.clone(),
                Slot::Same => vec![same],
                Slot::Order(order) => vec![order],
            });
            let defs = product(&defs.collect::<Vec<_>>());
            defs.into_iter().map(move |defs| Joint { uses: uses.clone(), defs, cost })
        };
        common.into_iter().flat_map(joint).collect()
    }

    fn lone_same(&mut self) {
        let operands = self.operands();
        let (results, name) = self.results(&operands, "t.op");
        let slots = vec![Slot::Same; operands.len() + results.len()];
        let joints = self.joints(&slots, operands.len(), 0);
        let attrs = " {layout.choices = [#layout.choice<same>]}";
        self.push(name, &operands, attrs, &results, joints);
    }

    /// Adds an op without a rule, which keeps the layouts of its types, row major if they declare none.
    fn without_rule(&mut self) {
        let operands = self.operands();
        let (results, name) = self.results(&operands, "u.op");
        let declared = |named: &Named| named.declared.unwrap_or(0);
        let uses = operands.iter().map(|named| Some(declared(named))).collect();
        let defs = results.iter().map(declared).collect();
        let joints = vec![Joint { uses, defs, cost: 0 }];
        self.push(name, &operands, "", &results, joints);
    }

    fn transpose(&mut self) {
        let from = self.any_name();
        let perm = self.random.choose(&self.orders);
        let Tensor { lens, elem, is_constant, .. } = &self.tensors[from.value];
        let lens = perm.iter().map(|&dim| lens[dim]).collect();
        let (elem, is_constant) = (*elem, *is_constant);
        let declared = self.random_order(3);
        let to = self.define_as(Tensor { lens, elem, declared, is_constant });
        let joint = |order: usize| {
            let moved = |dim: &usize| perm.iter().position(|from| from == dim).unwrap();
            let image: Vec<usize> = self.orders[order].iter().map(moved).collect();
            let image = self.orders.iter().position(|known| *known == image).unwrap();
            Joint { uses: vec![Some(order)], defs: vec![image], cost: 0 }
        };
        let joints = (0..self.orders.len()).map(joint).collect();
        let attrs = format!(" {{perm = {perm:?}}}");
        self.push("onnx.Transpose", &[from], &attrs, &[to], joints);
    }

    /// Adds a reorder, which is another name of the same value.
    fn reorder(&mut self) {
        let from = self.any_name();
        let declared = self.random_order(2);
        let name = format!("%v{}", self.names.len());
        let to = Named { name, declared, ..from };
        let (before, after) = (self.ty(&from), self.ty(&to));
        let (from, name) = (from.name, &to.name);
        writeln!(self.text, "  {name} = layout.reorder {from} : {before} -> {after}").unwrap();
        self.names.push(to);
    }

    fn push(
        &mut self,
        op: &str,
        operands: &[Named],
        attrs: &str,
        results: &[Named],
        joints: Vec<Joint>,
    ) {
        let list = |text: &dyn Fn(&Named) -> String, all: &[Named]| {
            all.iter().map(text).collect::<Vec<_>>().join(", ")
        };
        let name = |named: &Named| named.name.clone();
        let ty = |named: &Named| self.ty(named);
        let [reads, made] = [operands, results].map(|all| list(&name, all));
        let [from, to] = [operands, results].map(|all| list(&ty, all));
        let made = if made.is_empty() { made } else { made + " = " };
        let line = format!("  {made}\"{op}\"({reads}){attrs} : ({from}) -> ({to})");
        writeln!(self.text, "{line}").unwrap();
        let [uses, defs] =
            [operands, results].map(|all| all.iter().map(|named| named.value).collect());
        self.nodes.push(Node { uses, defs, joints });
    }

    /// Ends the function with the return of some values, and returns its text. The type of a returned value is that of
    /// the signature. If the pass chooses it, it does not use the value.
    pub(super) fn finish(&mut self) -> String {
        let mut results = Vec::new();
        let mut orders = Vec::new();
        let returned = (0..1 + self.random.index(2)).map(|_| self.any_name());
        let returned: Vec<Named> = returned.collect();
        for named in &returned {
            let is_any = self.random.index(8) == 0;
            let mark = if is_any { " {layout.any}" } else { "" };
            results.push(format!("{}{mark}", self.ty(named)));
            let declared = named.declared.unwrap_or(0);
            let is_own = self.names.iter().find(|it| it.value == named.value).map(|it| &it.name);
            if is_any && is_own == Some(&named.name) {
                self.tensors[named.value].declared = None;
            }
            orders.push(match is_any {
                true => (0..self.orders.len()).collect(),
                false => vec![declared],
            });
        }
        let joints = product(&orders).into_iter().map(|orders| Joint {
            uses: orders.into_iter().map(Some).collect(),
            defs: Vec::new(),
            cost: 0,
        });
        let joints = joints.collect();
        let uses = returned.iter().map(|named| named.value).collect();
        self.nodes.push(Node { uses, defs: Vec::new(), joints });
        let names: Vec<&str> = returned.iter().map(|named| &named.name[..]).collect();
        let types: Vec<String> = returned.iter().map(|named| self.ty(named)).collect();
        format!(
            "func.func @f({}) -> ({}) {{\n{}  return {} : {}\n}}\n",
            self.arguments.join(", "),
            results.join(", "),
            self.text,
            names.join(", "),
            types.join(", ")
        )
    }
}

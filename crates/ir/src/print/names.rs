//! The choice of printed names for values and blocks.
//!
//! A name of the source text is kept unless it clashes with a name that is visible at the definition. Values without a
//! name are numbered from the first unused number.

use crate::data::module::{Block, Label, LabelKind, Module, Op, Region, Value};
use crate::data::text::write_number;
use crate::registry::{Registry, Traits};
use rustc_hash::{FxHashMap, FxHashSet};

/// The position of a value in a group `%name:3` of results.
#[derive(Clone, Copy, Debug)]
pub(super) struct GroupMember {
    pub(super) index: usize,
    pub(super) size: usize,
}

/// The names of the values and blocks that do not keep their name.
#[derive(Debug, Default)]
pub(super) struct ChosenNames {
    values: FxHashMap<Value, String>,
    members: FxHashMap<Value, GroupMember>,
    blocks: FxHashMap<Block, String>,
}

impl ChosenNames {
    /// Chooses the names inside an op. In generic form a name is visible in all nested regions, even in those of ops
    /// that are isolated from above.
    pub(super) fn new(
        module: &Module,
        registry: &Registry,
        root: Op,
        generic: bool,
    ) -> ChosenNames {
        let mut chooser = NameChooser { module, registry, generic, names: ChosenNames::default() };
        chooser.isolated(root);
        chooser.names
    }

    /// Writes the name of a value without its sigil and result number.
    pub(super) fn write(&self, module: &Module, value: Value, out: &mut String) {
        if !self.values.is_empty()
            && let Some(chosen) = self.values.get(&value)
        {
            return out.push_str(chosen);
        }
        write_label(module, module.label(value), out);
    }

    pub(super) fn member(&self, value: Value) -> Option<GroupMember> {
        if self.members.is_empty() { None } else { self.members.get(&value).copied() }
    }

    pub(super) fn write_block(&self, module: &Module, block: Block, out: &mut String) {
        match self.blocks.get(&block) {
            Some(chosen) => out.push_str(chosen),
            None => write_label(module, module.block_label(block), out),
        }
    }
}

/// The names of a module's values in its printed text, such as `conv1` and `0#1`.
pub struct ValueNames<'a> {
    module: &'a Module,
    names: ChosenNames,
}

impl<'a> ValueNames<'a> {
    /// Chooses the names of all values of a module.
    pub fn new(module: &'a Module, registry: &Registry) -> ValueNames<'a> {
        ValueNames { module, names: ChosenNames::new(module, registry, module.root(), false) }
    }

    /// Returns the name without `%`.
    pub fn get(&self, value: Value) -> String {
        let mut out = String::new();
        self.names.write(self.module, value, &mut out);
        if let Some(member) = self.names.member(value) {
            out.push('#');
            write_number(member.index, &mut out);
        }
        out
    }
}

fn write_label(module: &Module, label: Label, out: &mut String) {
    match label.kind() {
        LabelKind::None => out.push_str("<unnamed>"),
        LabelKind::Number(number) => write_number(number, out),
        LabelKind::Text(name) => out.push_str(module.ctx.text(name)),
    }
}

/// The names that are in use in a region.
#[derive(Default)]
struct Scope {
    used: FxHashSet<Label>,
    /// Generated names, which are not labels of the module.
    generated: FxHashSet<String>,
    next: u32,
}

struct NameChooser<'a> {
    module: &'a Module,
    registry: &'a Registry,
    generic: bool,
    names: ChosenNames,
}

impl NameChooser<'_> {
    /// Chooses the names inside an op that is isolated from above.
    fn isolated(&mut self, op: Op) {
        let mut scope = Scope { next: self.first_free(op), ..Scope::default() };
        for &region in self.module.regions(op) {
            self.region(region, &mut scope);
        }
    }

    /// Returns one more than the greatest number that names a value inside `op`.
    fn first_free(&self, op: Op) -> u32 {
        let module = self.module;
        fn number(module: &Module, value: Value) -> u32 {
            match module.label(value).kind() {
                LabelKind::Number(number) => number + 1,
                _ => 0,
            }
        }
        module
            .walk_from(op)
            .map(|op| {
                let values = module.results(op).chain(module.inner_arguments(op));
                values.map(|value| number(module, value)).max().unwrap_or(0)
            })
            .max()
            .unwrap_or(0)
    }

    fn region(&mut self, region: Region, scope: &mut Scope) {
        let module = self.module;
        let mut claimed = Vec::new();
        for &block in module.blocks(region) {
            for &arg in module.arguments(block) {
                claimed.extend(self.claim(&[arg], scope));
            }
            for op in module.ops(block) {
                self.results(op, scope, &mut claimed);
            }
        }
        self.blocks(region);
        for &block in module.blocks(region) {
            for op in module.ops(block).filter(|&op| !module.regions(op).is_empty()) {
                self.nested(op, scope);
            }
        }
        for label in claimed {
            scope.used.remove(&label);
        }
    }

    fn nested(&mut self, op: Op, scope: &mut Scope) {
        if !self.generic
            && self
                .registry
                .op_def(self.module, op)
                .is_some_and(|def| def.traits.has(Traits::ISOLATED))
        {
            return self.isolated(op);
        }
        for &region in self.module.regions(op) {
            self.region(region, scope);
        }
    }

    /// Claims names for the results of an op, group by group.
    fn results(&mut self, op: Op, scope: &mut Scope, claimed: &mut Vec<Label>) {
        let mut results = self.module.results(op);
        if results.len() == 1 {
            return claimed.extend(results.next().and_then(|value| self.claim(&[value], scope)));
        }
        let results: Vec<Value> = results.collect();
        let groups: Vec<&[Value]> =
            results.chunk_by(|a, b| self.module.label(*a) == self.module.label(*b)).collect();
        for group in groups {
            claimed.extend(self.claim(group, scope));
            if group.len() > 1 {
                let members = group.iter().enumerate();
                let size = group.len();
                self.names
                    .members
                    .extend(members.map(|(index, &value)| (value, GroupMember { index, size })));
            }
        }
    }

    /// Assigns a group its original name, which is returned, or generates one and returns `None`.
    fn claim(&mut self, group: &[Value], scope: &mut Scope) -> Option<Label> {
        let label = self.module.label(group[0]);
        let text_clash = |scope: &Scope| {
            !scope.generated.is_empty()
                && label
                    .display(&self.module.ctx)
                    .is_some_and(|text| scope.generated.contains(&text))
        };
        if label != Label::NONE && !text_clash(scope) && scope.used.insert(label) {
            return Some(label);
        }
        let chosen = match label.kind() {
            LabelKind::Text(name) => self.variant(self.module.ctx.text(name), scope),
            LabelKind::None | LabelKind::Number(_) => {
                scope.next += 1;
                (scope.next - 1).to_string()
            }
        };
        scope.generated.insert(chosen.clone());
        for &value in group {
            self.names.values.insert(value, chosen.clone());
        }
        None
    }

    /// Returns the first unused name of `name_0`, `name_1`, ...
    fn variant(&self, name: &str, scope: &Scope) -> String {
        let taken = |text: &String| {
            let label = self.module.ctx.find_name(text).map(Label::text);
            scope.generated.contains(text) || label.is_some_and(|label| scope.used.contains(&label))
        };
        let mut variants = (0u32..).map(|number| format!("{name}_{number}"));
        variants.find(|text| !taken(text)).expect("there are more numbers than values")
    }

    fn blocks(&mut self, region: Region) {
        let blocks = self.module.blocks(region);
        let mut used: FxHashSet<Label> = FxHashSet::default();
        let clashing = blocks.iter().filter(|&&block| {
            let label = self.module.block_label(block);
            label == Label::NONE || !used.insert(label)
        });
        let clashing: Vec<Block> = clashing.copied().collect();
        let mut next = 0u32;
        for block in clashing {
            let chosen = loop {
                let text = format!("bb{next}");
                next += 1;
                let label = self.module.ctx.find_name(&text).map(Label::text);
                if label.is_none_or(|label| !used.contains(&label)) {
                    break text;
                }
            };
            self.names.blocks.insert(block, chosen);
        }
    }
}

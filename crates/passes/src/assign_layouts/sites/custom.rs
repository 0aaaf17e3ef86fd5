//! The layouts that choices and types define themselves, each with the attribute that names it in a type.
//!
//! A type names a descriptor of its own module. So the descriptors of a target that the module lacks are written into it
//! first, and those that no type names in the end are erased again.

use crate::symbols::NewSymbols;
use indexmap::IndexMap;
use ir::choice::{ChoiceRule, CustomLayout, LayoutName};
use ir::descriptor::{Layouts, write_descriptor};
use ir::encoding;
use ir::target::Target;
use ir::{Attr, AttrKind, Context, Module, Op, Registry, Type, TypeKind};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::sync::Arc;

/// The layouts of a module and its target that choices and types define.
#[derive(Default)]
pub(crate) struct CustomLayouts {
    by_attr: IndexMap<Attr, Arc<CustomLayout>, FxBuildHasher>,
    attrs: FxHashMap<Arc<CustomLayout>, Attr>,
    /// The descriptors of the target that were written into the module.
    written: Vec<Op>,
}

impl CustomLayouts {
    /// Collects the layouts, and writes the descriptors of the target into the module.
    pub(crate) fn new(
        module: &mut Module,
        registry: &Registry,
        target: Option<&Target>,
    ) -> CustomLayouts {
        let mut custom = CustomLayouts::default();
        for layout in target.into_iter().flat_map(Target::layouts) {
            let attr = custom.attr_of_target(module, registry, layout);
            custom.add(attr, layout.clone());
        }
        for (named, layout) in named_by_module(module, registry, target) {
            if named.is_none() && custom.attrs.contains_key(&layout) {
                continue;
            }
            let attr = named.unwrap_or_else(|| attr_of(&mut module.ctx, layout.name()));
            custom.add(attr, layout);
        }
        custom
    }

    fn add(&mut self, attr: Attr, layout: Arc<CustomLayout>) {
        self.attrs.entry(layout.clone()).or_insert(attr);
        self.by_attr.entry(attr).or_insert(layout);
    }

    /// Returns the layout that an attribute names.
    pub(crate) fn get(&self, attr: Attr) -> Option<&CustomLayout> {
        self.by_attr.get(&attr).map(|layout| &**layout)
    }

    /// Returns the attribute that names a layout of the module or target in types.
    pub(crate) fn attr(&self, layout: &Arc<CustomLayout>) -> Option<Attr> {
        self.attrs.get(layout).copied()
    }

    /// Returns the attribute of a layout of the target. A descriptor has the name of an equal one of the module; else it is
    /// written into the module, under a free name.
    fn attr_of_target(
        &mut self,
        module: &mut Module,
        registry: &Registry,
        layout: &CustomLayout,
    ) -> Attr {
        let (LayoutName::Symbol(name), Some(descriptor)) = (layout.name(), layout.descriptor())
        else {
            return attr_of(&mut module.ctx, layout.name());
        };
        let own = Layouts::new(module, registry).custom(layout.name());
        if own.descriptor() == Some(descriptor) {
            return module.ctx.symbol(name);
        }
        let name = NewSymbols::new(module).claim(name);
        let last = self.written.last().copied();
        self.written.push(write_descriptor(module, (&name, last), descriptor));
        module.ctx.symbol(&name)
    }

    /// Erases the descriptors of the target that no type of the module names.
    pub(crate) fn erase_unused(&self, module: &mut Module) {
        if self.written.is_empty() {
            return;
        }
        let ops: Vec<Op> = module.walk().collect();
        let values =
            ops.iter().flat_map(|&op| module.results(op).chain(module.inner_arguments(op)));
        let types = values.map(|value| module.ty(value)).chain(function_types(module));
        let symbols = types.filter_map(|ty| encoding::layout_symbol(&module.ctx, ty));
        let used: FxHashSet<String> = symbols.map(str::to_owned).collect();
        for &op in &self.written {
            if module.symbol(op).is_some_and(|name| !used.contains(name)) {
                module.erase(op);
            }
        }
    }
}

/// Returns the types in the signatures of functions.
fn function_types(module: &Module) -> Vec<Type> {
    let attrs = module.walk().flat_map(|op| module.all_attrs(op).map(|(_, attr)| attr));
    let types = attrs.flat_map(|attr| match module.ctx.attr_kind(attr) {
        AttrKind::Type(ty) => match module.ctx.kind(*ty) {
            TypeKind::Function { inputs, results } => {
                inputs.iter().chain(results).copied().collect()
            }
            _ => vec![*ty],
        },
        _ => Vec::new(),
    });
    types.collect()
}

/// Returns the layouts that the types of a module and the rules of its ops define, each with the attribute that names it in
/// a type, if there is one.
fn named_by_module(
    module: &Module,
    registry: &Registry,
    target: Option<&Target>,
) -> Vec<(Option<Attr>, Arc<CustomLayout>)> {
    let layouts = Layouts::new(module, registry);
    let mut found = Vec::new();
    for (ty, _) in module.ctx.types() {
        if let Some(attr) = encoding::layout_attr(&module.ctx, ty)
            && let Some(name) = encoding::read_layout_name(&module.ctx, attr)
        {
            found.push((Some(attr), layouts.custom(&name)));
        }
    }
    for op in module.walk() {
        let rule = ChoiceRule::for_op(module, op, registry, target);
        found.extend(rule.layouts().iter().map(|layout| (None, layout.clone())));
    }
    found
}

/// Returns the attribute with a name.
fn attr_of(ctx: &mut Context, name: &LayoutName) -> Attr {
    match name {
        LayoutName::Symbol(name) => ctx.symbol(name),
        LayoutName::Map(map) => ctx.attr(AttrKind::AffineMap(map.clone())),
        LayoutName::Notation(text) => ctx.string(text),
    }
}

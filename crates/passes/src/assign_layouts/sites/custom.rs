//! The layouts that choices and types define themselves, each with the attribute that names it in a type.
//!
//! A type names a descriptor of its own module. So the descriptors of a target that the module lacks are written into it
//! first, and those that no type names in the end are erased again.

use crate::symbols::NewSymbols;
use indexmap::IndexMap;
use ir::build::Builder;
use ir::choice::{ChoiceRule, CustomLayout, LayoutName};
use ir::descriptor::Layouts;
use ir::encoding;
use ir::layout::transform::{FormPiece, FormValue, Transform};
use ir::layout::{DimId, MemoryForm, OpenDescriptor};
use ir::module::{Label, NewOp};
use ir::target::Target;
use ir::types::LayoutDim;
use ir::{Attr, AttrKind, Context, Module, Op, Registry, Type, TypeKind, Value};
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
        self.written.push(write(module, (&name, last), descriptor));
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

/// Writes a descriptor into the body of a module, after an op or else at the start.
fn write(
    module: &mut Module,
    (name, after): (&str, Option<Op>),
    descriptor: &OpenDescriptor,
) -> Op {
    let symbol = (module.ctx.name("sym_name"), module.ctx.string(name));
    let attrs = Some(module.ctx.dict([symbol]));
    let op_name = module.ctx.name("layout.descriptor");
    let op = module.create_op(NewOp { attrs, ..NewOp::new(op_name) });
    let body = module.body();
    let first = module.ops(body).next();
    match (after, first) {
        (Some(last), _) => module.insert_after(op, last),
        (None, Some(first)) => module.insert_before(op, first),
        (None, None) => module.append_op(body, op),
    }
    let region = module.add_region(op);
    let block = module.add_block(region, Label::NONE);
    let mut values: FxHashMap<DimId, Value> = FxHashMap::default();
    let mut builder = Builder { module, block };
    let base: Vec<DimId> = descriptor.memory_dims().collect();
    let types: Vec<Type> =
        base.iter().map(|&dim| dim_type(builder.module, descriptor, dim, true)).collect();
    let (op_name, attrs) = memory_attrs(&mut builder.module.ctx, descriptor);
    let memory = builder.op(op_name, &[], &types, &attrs);
    values.extend(base.iter().copied().zip(builder.module.results(memory)));
    for stage in descriptor.stages() {
        let operands: Vec<Value> = stage.operands.iter().map(|dim| values[dim]).collect();
        let types: Vec<Type> = stage
            .results
            .iter()
            .map(|&dim| dim_type(builder.module, descriptor, dim, false))
            .collect();
        let attrs = transform_attrs(&mut builder.module.ctx, &stage.transform);
        let op_name = format!("layout.{}", stage.transform.name());
        let op = builder.op(&op_name, &operands, &types, &attrs);
        values.extend(stage.results.iter().copied().zip(builder.module.results(op)));
    }
    let logical: Vec<Value> = descriptor.logical_dims().iter().map(|dim| values[dim]).collect();
    builder.op("layout.yield", &logical, &[], &[]);
    op
}

fn dim_type(module: &mut Module, descriptor: &OpenDescriptor, dim: DimId, physical: bool) -> Type {
    let length = descriptor.length(dim).map(i64::unsigned_abs);
    module.ctx.ty(TypeKind::LayoutDim(LayoutDim { physical, length }))
}

/// Returns the op of the memory of a descriptor, and its attributes.
fn memory_attrs(
    ctx: &mut Context,
    descriptor: &OpenDescriptor,
) -> (&'static str, Vec<(&'static str, Attr)>) {
    let lengths = descriptor.memory_lengths().iter();
    let lengths: Vec<i64> = lengths.map(|length| length.unwrap_or(OpenDescriptor::OPEN)).collect();
    let lengths = ("lengths", ctx.i64_array(&lengths));
    match descriptor.form() {
        MemoryForm::Aligned(1) => ("layout.packed", vec![lengths]),
        MemoryForm::Aligned(align) => ("layout.aligned", vec![lengths, ("align", ctx.int(*align))]),
        MemoryForm::Strided(strides, offset) => {
            let strides = ("strides", ctx.i64_array(strides));
            let mut attrs = vec![lengths, strides];
            if *offset != 0 {
                attrs.push(("offset", ctx.int(*offset)));
            }
            ("layout.strided", attrs)
        }
    }
}

fn transform_attrs(ctx: &mut Context, transform: &Transform) -> Vec<(&'static str, Attr)> {
    let form = transform.form();
    let keys = form.syntax.iter().filter_map(|piece| match piece {
        FormPiece::Int(key) | FormPiece::Ints(key) => Some(*key),
        FormPiece::Word(_) => None,
    });
    let values = transform.attributes().into_iter();
    let attrs = keys.zip(values).map(|(key, value)| {
        let attr = match value {
            FormValue::Int(value) => ctx.int(value),
            FormValue::Ints(values) => ctx.i64_array(&values),
        };
        (key, attr)
    });
    attrs.collect()
}

//! The Vulkan formats that the attribute `layout.vk_format` declares for values.
//!
//! A format belongs to the elements, not to their layout: copies and views of a value have its format, and so have the
//! values that must have equal types, such as the arguments of a branch.

use crate::tensors::{Defs, TensorId, Tensors};
use ir::vulkan::FORMAT_ATTR;
use ir::{Attr, Module, Op, Value};
use petgraph::unionfind::UnionFind;
use rustc_hash::FxHashMap;

/// The declared formats of a module's values.
pub(super) struct DeclaredFormats<'m> {
    /// The formats of values with an own declaration.
    own: FxHashMap<Value, &'m str>,
    /// The values with the same elements, by the numbers of their tensors.
    sets: UnionFind<usize>,
    /// The format of each set; `None` if its values declare several.
    of_set: FxHashMap<usize, Option<&'m str>>,
}

impl<'m> DeclaredFormats<'m> {
    /// Collects the declarations of a module.
    pub(super) fn new(module: &'m Module, tensors: &Tensors, defs: &mut Defs<'_>) -> Self {
        let count = tensors.all().count();
        let mut formats = DeclaredFormats {
            own: FxHashMap::default(),
            sets: UnionFind::new(count),
            of_set: FxHashMap::default(),
        };
        if module.ctx.find_name(FORMAT_ATTR).is_none() {
            return formats;
        }
        for (id, _) in tensors.all() {
            formats.sets.union(id.index(), tensors.class(id).index());
        }
        let mut declared = Vec::new();
        for op in module.walk() {
            let Some(def) = defs.get(op) else {
                formats.join_views(tensors, defs, op);
                declared.extend(of_results(module, op));
                continue;
            };
            if def.function.is_some() {
                declared.extend(of_boundary(module, op, defs));
            } else if def.is_copy {
                let values = module.operands_and_results(op);
                formats.join(tensors, values);
            }
            formats.join_views(tensors, defs, op);
            declared.extend(of_results(module, op));
        }
        formats.declare(tensors, declared);
        formats
    }

    /// Returns the format of a value; `None` if no declaration determines it.
    pub(super) fn format(&self, tensors: &Tensors, value: Value) -> Option<&'m str> {
        self.own.get(&value).copied().or_else(|| {
            let id = tensors.of_value(value)?;
            self.of_set.get(&self.sets.find(id.index())).copied().flatten()
        })
    }

    fn join_views(&mut self, tensors: &Tensors, defs: &mut Defs<'_>, op: Op) {
        for subview in defs.view_relations(op).and_then(Result::ok).unwrap_or_default() {
            self.join(tensors, [subview.whole, subview.part]);
        }
    }

    fn join(&mut self, tensors: &Tensors, values: impl IntoIterator<Item = Value>) {
        let ids = values.into_iter().filter_map(|value| tensors.of_value(value));
        let ids: Vec<usize> = ids.map(TensorId::index).collect();
        for pair in ids.windows(2) {
            self.sets.union(pair[0], pair[1]);
        }
    }

    fn declare(&mut self, tensors: &Tensors, declared: Vec<(Value, &'m str)>) {
        for (value, format) in declared {
            self.own.insert(value, format);
            let Some(id) = tensors.of_value(value) else { continue };
            let of_set = self.of_set.entry(self.sets.find(id.index())).or_insert(Some(format));
            *of_set = of_set.filter(|&known| known == format);
        }
    }
}

/// Returns the formats that an op declares for its results: one name for all, or a list with an entry for each.
fn of_results(module: &Module, op: Op) -> Vec<(Value, &str)> {
    let Some(attr) = module.attr(op, FORMAT_ATTR) else { return Vec::new() };
    let results = module.results(op);
    match (module.ctx.as_str(attr), module.ctx.as_array(attr)) {
        (Some(format), _) => results.map(|value| (value, format)).collect(),
        (None, Some(list)) => results
            .zip(list)
            .filter_map(|(value, &entry)| Some((value, module.ctx.as_str(entry)?)))
            .collect(),
        (None, None) => Vec::new(),
    }
}

/// Returns the formats that a function declares for its arguments, and for the values that it returns.
fn of_boundary<'m>(module: &'m Module, function: Op, defs: &mut Defs<'_>) -> Vec<(Value, &'m str)> {
    let body = module.regions(function).first();
    let blocks = body.map(|&body| module.blocks(body)).unwrap_or_default();
    let Some(&entry) = blocks.first() else { return Vec::new() };
    let mut declared = of_values(module, module.arguments(entry), |at| {
        module.argument_attr(function, at, FORMAT_ATTR)
    });
    for &block in blocks {
        let Some(end) = module.last_op(block) else { continue };
        if defs.get(end).is_some_and(|def| def.returns) {
            declared.extend(of_values(module, module.operands(end), |at| {
                module.result_attr(function, at, FORMAT_ATTR)
            }));
        }
    }
    declared
}

/// Returns the values whose attribute, by their position, names a format.
fn of_values<'m>(
    module: &'m Module,
    values: &[Value],
    attr: impl Fn(usize) -> Option<Attr>,
) -> Vec<(Value, &'m str)> {
    let declared = values.iter().enumerate();
    declared.filter_map(|(at, &value)| Some((value, module.ctx.as_str(attr(at)?)?))).collect()
}

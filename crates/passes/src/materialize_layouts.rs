//! `materialize-layouts`: turns the layouts of values into shapes.
//!
//! ```mlir
//! // before
//! %0 = layout.reorder %x : tensor<1x8x4x4xf32> -> tensor<1x8x4x4xf32, {order = #NHWC}>
//! %1 = tosa.reduce_sum %0 {axis = 1 : i32} : (tensor<1x8x4x4xf32, {order = #NHWC}>) -> tensor<1x1x4x4xf32, {order = #NHWC}>
//! // after
//! %0 = tosa.transpose %x {perms = array<i32: 0, 2, 3, 1>} : (tensor<1x8x4x4xf32>) -> tensor<1x4x4x8xf32>
//! %1 = tosa.reduce_sum %0 {axis = 3 : i32} : (tensor<1x4x4x8xf32>) -> tensor<1x4x4x1xf32>
//! ```
//!
//! In reading order: `form` has the dims of a tensor that holds the elements of a layout, and the steps between two of
//! them; `values` the values of a module in the forms that ops need; `constants` moves the elements of constants;
//! `signatures` are the boundaries of functions, and `stand_ins` the ops that choices name; `ops` rewrites each op by its
//! interfaces, `views` those that reshape, `shared` those whose values share dims, and `absorb` those that compute on
//! permuted values after a change of their own; `order` lists the ops so that each
//! follows the definitions of its operands; `report` has the counts and remarks.

mod absorb;
mod constants;
mod form;
mod ops;
mod order;
mod report;
mod shared;
mod signatures;
mod stand_ins;
mod values;
mod views;

use crate::pass::{Pass, PassContext, PassInfo};
use crate::pure_ops::remove_unused;
use form::{Form, form_of};
use ir::descriptor::Layouts;
use ir::diag::Diag;
use ir::view_builder::Movements;
use ir::{Module, Op, Type};
use ops::Materializer;
use rustc_hash::FxHashMap;
use values::FormValues;

pub(crate) const INFO: PassInfo = PassInfo::constant(
    "materialize-layouts",
    "turns layouts into shapes, and reorders into transposes of the dialect",
    include_str!("materialize_layouts/page.md"),
    &[],
    &|_| Ok(Box::new(MaterializeLayouts)),
);

/// The pass `materialize-layouts`.
#[derive(Default)]
pub struct MaterializeLayouts;

impl Pass for MaterializeLayouts {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        let forms = match forms_of_types(module, cx) {
            Ok(forms) => forms,
            Err(diags) => return diags.into_iter().for_each(|diag| cx.sink.push(diag)),
        };
        report::count_before(module, cx.registry, cx.stats);
        let inexpressible = report::Inexpressible::new(module);
        let movements = Movements::within(module, module.root());
        let values = FormValues::new(movements);
        let mut work = Materializer::new(module, cx.registry, cx.target, forms, values);
        let faults = work.run();
        let report = std::mem::take(&mut work.values.report);
        if !faults.is_empty() {
            return faults.into_iter().for_each(|diag| cx.sink.push(diag));
        }
        report.remarks(module, cx.sink);
        inexpressible.remarks(module, cx.sink);
        report.count(cx.stats);
        let root = module.root();
        remove_unused(module, cx, &[root]);
    }
}

/// Returns the forms of all types of values and signatures.
///
/// # Errors
/// A diagnostic for each type whose layout no shape expresses.
fn forms_of_types(
    module: &Module,
    cx: &PassContext<'_>,
) -> Result<FxHashMap<Type, Form>, Vec<Diag>> {
    let layouts = Layouts::new(module, cx.registry);
    let mut forms: FxHashMap<Type, Option<Form>> = FxHashMap::default();
    let mut diags = Vec::new();
    for op in module.walk() {
        let values = module.results(op).chain(module.inner_arguments(op));
        let values = values.map(|value| (module.ty(value), module.type_location(value)));
        let of_signature = signature_types(module, cx, op);
        for (ty, place) in values.chain(of_signature) {
            if forms.contains_key(&ty) {
                continue;
            }
            let form = form_of(module, &layouts, ty).unwrap_or_else(|fault| {
                diags.push(fault.to_diag(place));
                None
            });
            forms.insert(ty, form);
        }
    }
    if diags.is_empty() {
        Ok(forms.into_iter().filter_map(|(ty, form)| Some((ty, form?))).collect())
    } else {
        Err(diags)
    }
}

/// Returns the types of the inputs and results of a function, with the place of its type.
fn signature_types(
    module: &Module,
    cx: &PassContext<'_>,
    op: Op,
) -> Vec<(Type, ir::source::SourceLocation)> {
    let Some(key) = signatures::type_key(module, cx.registry, op) else { return Vec::new() };
    let (inputs, results) = signatures::types(module, op, &key);
    let place = module.location(op).attr(&key);
    inputs.into_iter().chain(results).map(|ty| (ty, place.clone())).collect()
}

#[cfg(test)]
mod tests;

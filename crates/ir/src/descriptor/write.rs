//! The writer of a descriptor as ops: `layout.descriptor` with its stages.

use crate::attrs::Attr;
use crate::build::Builder;
use crate::context::Context;
use crate::layout::transform::{FormPiece, FormValue, Transform};
use crate::layout::{DimId, MemoryForm, OpenDescriptor};
use crate::module::{Label, Module, NewOp, Op, Value};
use crate::types::{LayoutDim, Type, TypeKind};
use rustc_hash::FxHashMap;

/// Writes a descriptor into the body of a module, after an op or else at the start.
pub fn write_descriptor(
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
        FormPiece::Int(key) | FormPiece::Ints(key) | FormPiece::Table(key) => Some(*key),
        FormPiece::Word(_) => None,
    });
    let values = transform.attributes().into_iter();
    let attrs = keys.zip(values).map(|(key, value)| {
        let attr = match value {
            FormValue::Int(value) => ctx.int(value),
            FormValue::Ints(values) => ctx.i64_array(&values),
            FormValue::Table(table) => ctx.symbol(table.name()),
        };
        (key, attr)
    });
    attrs.collect()
}

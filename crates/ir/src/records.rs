//! Records, and tensors whose elements are stored in them.
//!
//! A record is an op with a region of fields, a tensor of records an op that names a record. Both become values of the
//! core: [`Record`] and [`RecordTensor`]. A fault is located at the field or the attribute that causes it.

use crate::descriptor::Layouts;
use crate::diag::{Diag, Sink, code, nearest};
use crate::encoding::{self, Fault};
use crate::layout::{
    Bits, Bytes, ElemSize, Layout, Record, RecordFault, RecordField, RecordTensor,
};
use crate::module::{Module, Op};
use crate::print::type_to_string;
use crate::registry::{BlockRole, Registry};
use crate::source::PathStep;
use crate::types::{Type, TypeKind};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The key of the names of the fields of an element.
pub(crate) const ELEMENTS: &str = "elements";
/// The key of the names of the fields that a value joins.
pub(crate) const PARTS: &str = "parts";
/// The key of the type of an element of a field, or of a tensor.
pub(crate) const TYPE: &str = "type";
/// The key of the lengths of a field that is a row-major list.
pub(crate) const LENGTHS: &str = "lengths";
/// The key of the descriptor of a field, or of records.
pub(crate) const LAYOUT: &str = "layout";
/// The key of the position of a field in its record.
pub(crate) const AT: &str = "at";
/// The key of the unit of the position.
pub(crate) const UNIT: &str = "unit";
/// The key of the granularity of a field.
pub(crate) const PER: &str = "per";
/// The key of the record of a tensor.
pub(crate) const OF: &str = "of";
/// The key of the dims of a tensor that records cover.
pub(crate) const ALONG: &str = "along";

/// The units of the position of a field.
pub(crate) const UNITS: [&str; 2] = ["bytes", "bits"];

/// A fault at an op: a record, a field or a tensor of records.
#[derive(Clone, Debug)]
struct Misfit {
    op: Op,
    fault: Fault,
    /// Another field at fault.
    other: Option<Op>,
}

impl Misfit {
    fn new(op: Op, fault: Fault) -> Misfit {
        Misfit { op, fault, other: None }
    }

    fn at(op: Op, key: &str, message: impl Into<String>) -> Misfit {
        Misfit::new(op, Fault::new(code::RECORD, message).at([step(key)]))
    }

    fn to_diag(&self, module: &Module) -> Diag {
        let diag = self.fault.to_diag(module.location(self.op));
        match self.other {
            Some(other) => diag.note_at(module.location(other), "this is the other field"),
            None => diag,
        }
    }
}

fn step(key: &str) -> PathStep {
    PathStep::Attr(key.into())
}

/// Checks the records and the tensors of records of a module without other errors.
pub(crate) fn check(module: &Module, registry: &Registry, sink: &mut Sink) {
    let body = module.ops(module.body());
    let roles = body.filter_map(|op| Some((op, registry.block_role(module, op)?)));
    let ops: Vec<(Op, BlockRole)> = roles.collect();
    let is_checked = |role| matches!(role, BlockRole::Record | BlockRole::Blocks);
    if !ops.iter().any(|&(_, role)| is_checked(role)) {
        return;
    }
    let layouts = Layouts::new(module, registry);
    let mut reader = RecordReader::new(&layouts);
    for (op, role) in ops {
        let found = match role {
            BlockRole::Record => reader.record(op).map(|_| ()),
            BlockRole::Blocks => reader.blocks(op).map(|_| ()),
            _ => continue,
        };
        match found {
            // The fault of a record is reported at the record.
            Err(misfit) if role == BlockRole::Record || misfit.op == op => {
                sink.push(misfit.to_diag(module));
            }
            _ => {}
        }
    }
}

/// Returns the tensor of records that a symbol names, by an op or by a notation; `None` if the symbol is undefined or
/// another op.
///
/// # Errors
/// The tensor or its record is malformed.
pub fn find(layouts: &Layouts<'_>, name: &str) -> Option<Result<Rc<RecordTensor>, Fault>> {
    let op = layouts.op(name)?;
    if layouts.block_role(op) != Some(BlockRole::Blocks) {
        return layouts.records_of(op).map(Ok);
    }
    let found = RecordReader::new(layouts).blocks(op);
    Some(found.map(Rc::new).map_err(|misfit| misfit.fault))
}

/// The reading of the records of a module. Each record is built once.
struct RecordReader<'a, 'm> {
    layouts: &'a Layouts<'m>,
    module: &'m Module,
    built: FxHashMap<Op, Result<Rc<Record>, Misfit>>,
}

impl<'a, 'm> RecordReader<'a, 'm> {
    fn new(layouts: &'a Layouts<'m>) -> RecordReader<'a, 'm> {
        RecordReader { layouts, module: layouts.module(), built: FxHashMap::default() }
    }

    fn record(&mut self, op: Op) -> Result<Rc<Record>, Misfit> {
        if let Some(known) = self.built.get(&op) {
            return known.clone();
        }
        let built = self.build(op).map(Rc::new);
        self.built.insert(op, built.clone());
        built
    }

    fn build(&self, op: Op) -> Result<Record, Misfit> {
        let module = self.module;
        let blocks = module.regions(op).iter().flat_map(|&region| module.blocks(region));
        let ops: Vec<Op> = blocks.flat_map(|&block| module.ops(block)).collect();
        let (joins, ops): (Vec<Op>, Vec<Op>) =
            ops.into_iter().partition(|&op| module.attr(op, PARTS).is_some());
        let mut by_name: FxHashMap<&str, Op> = FxHashMap::default();
        let mut fields: Vec<(Op, RecordField)> = Vec::new();
        for &field in ops.iter().chain(&joins) {
            let name = self.name(field);
            if by_name.insert(name, field).is_some() {
                let message = format!("the record has two fields `{name}`");
                return Err(Misfit::at(field, "name", message));
            }
        }
        for &field in &ops {
            fields.push((field, self.field(field)?));
        }
        let elements = self.elements(op, &fields, &by_name)?;
        let first = fields.iter().find(|(_, field)| elements.first() == Some(&field.name()));
        let lengths = first.map(|(_, field)| field.lengths()).unwrap_or_default();
        let ones = vec![1; lengths.len()];
        let own = fields.iter().map(|(op, field)| {
            let is_element = elements.contains(&field.name());
            let is_plain = is_element && module.attr(*op, PER).is_none();
            if is_plain { field.clone().per(ones.clone()) } else { field.clone() }
        });
        let own: Vec<RecordField> = own.collect();
        let misfit = |fault: RecordFault| misfit(op, &by_name, fault);
        let size = Bytes::new(module.int_attr(op, "bytes").unwrap_or_default());
        let name = module.symbol(op).unwrap_or_default();
        let mut record = Record::new(name, size, &lengths, own, &elements).map_err(misfit)?;
        for join in joins {
            let parts = self.strings(join, PARTS);
            record = record.with_joined(self.name(join), &parts).map_err(misfit)?;
        }
        Ok(record)
    }

    /// Returns the names of the fields of an element: those that the record names, with those that a joined value has
    /// instead of it, or the last field.
    fn elements(
        &self,
        op: Op,
        fields: &[(Op, RecordField)],
        by_name: &FxHashMap<&'m str, Op>,
    ) -> Result<Vec<&'m str>, Misfit> {
        let named = self.strings(op, ELEMENTS);
        if self.module.attr(op, ELEMENTS).is_none() {
            let last = fields.last().map(|(op, _)| self.name(*op));
            return last.map(|last| vec![last]).ok_or_else(|| {
                Misfit::at(op, "bytes", "a record must have at least one field of its own")
            });
        }
        let mut elements = Vec::new();
        for name in named {
            match by_name.get(name) {
                Some(&join) if self.module.attr(join, PARTS).is_some() => {
                    elements.extend(self.strings(join, PARTS));
                }
                Some(_) => elements.push(name),
                None => {
                    let message = format!("`{ELEMENTS}` names an unknown field `{name}`");
                    let near = nearest(name, by_name.keys().copied());
                    let fault = Fault::new(code::RECORD, message).at([step(ELEMENTS)]);
                    let near = near.map(|near| format!("did you mean `{near}`?"));
                    return Err(Misfit::new(op, near.into_iter().fold(fault, Fault::note)));
                }
            }
        }
        Ok(elements)
    }

    /// Returns a field, whose granularity is that of its op.
    fn field(&self, op: Op) -> Result<RecordField, Misfit> {
        let module = self.module;
        let ty = module.type_attr(op, TYPE);
        let elem = ty.and_then(|ty| encoding::field_size(&module.ctx, ty)).ok_or_else(|| {
            let ty = ty.map(|ty| type_to_string(module, ty)).unwrap_or_default();
            Misfit::at(op, TYPE, format!("the width of the element type `{ty}` is unknown"))
        })?;
        let layout = match (module.attr(op, LENGTHS), module.symbol_attr(op, LAYOUT)) {
            (_, Some(name)) => self.named(op, name)?,
            (Some(lengths), None) => {
                let lengths = module.ctx.as_int_list(lengths).unwrap_or_default();
                Layout::row_major(&lengths)
                    .map_err(|fault| Misfit::at(op, LENGTHS, fault.message))?
            }
            (None, None) => {
                Layout::row_major(&[1]).map_err(|fault| Misfit::at(op, AT, fault.message))?
            }
        };
        let at = module.int_attr(op, AT).unwrap_or_default();
        let at = match module.str_attr(op, UNIT) {
            Some("bits") => Some(Bits::new(at)),
            _ => Bytes::new(at).to_bits(),
        };
        let at = at.filter(|at| at.get() >= 0).ok_or_else(|| {
            Misfit::at(op, AT, "the position of a field must be at least 0 and fit 64 bits")
        })?;
        let field = RecordField::new(self.name(op), layout.with_elem(elem), at);
        let field = field.map_err(|fault| Misfit::at(op, TYPE, fault.message))?;
        let per = module.attr(op, PER).and_then(|per| module.ctx.as_int_list(per));
        Ok(per.map_or(field.clone(), |per| field.per(per)))
    }

    /// Returns the layout of a descriptor.
    fn named(&self, op: Op, name: &str) -> Result<Layout, Misfit> {
        let found = self.layouts.symbol(name);
        let found = found.map_err(|fault| Misfit::new(op, fault.at([step(LAYOUT)])))?;
        Ok(Layout::clone(&found))
    }

    fn blocks(&mut self, op: Op) -> Result<RecordTensor, Misfit> {
        let module = self.module;
        let of = module.symbol_attr(op, OF).unwrap_or_default();
        let role = |&op: &Op| self.layouts.block_role(op) == Some(BlockRole::Record);
        let Some(record) = self.layouts.op(of).filter(role) else {
            let records = module.ops(module.body()).filter(role);
            let near = nearest(of, records.filter_map(|op| module.symbol(op)));
            let message = format!("unknown symbol `@{of}`; expected a record");
            let fault = Fault::new(code::UNDEFINED_SYMBOL, message).at([step(OF)]);
            let near = near.map(|near| format!("@{near}"));
            return Err(Misfit::new(op, Fault { near, ..fault }));
        };
        let record = self.record(record)?;
        let (lengths, elem) = self.tensor_type(op)?;
        let width = record.elements().iter().map(|&at| record.fields()[at].width().bits().get());
        let width: i64 = width.sum();
        if elem.bits().get() != width {
            let message = format!(
                "the elements of the type have {}, but those of `@{of}` have {width} bits",
                elem
            );
            return Err(Misfit::at(op, TYPE, message));
        }
        let along = module.attr(op, ALONG).and_then(|it| module.ctx.as_int_list(it));
        let along = along.unwrap_or_default().into_iter().map(usize::try_from);
        let along: Vec<usize> = along
            .collect::<Result<_, _>>()
            .map_err(|_| Misfit::at(op, ALONG, "a dim in `along` must be at least 0".to_owned()))?;
        let records =
            module.symbol_attr(op, LAYOUT).map(|name| self.named(op, name)).transpose()?;
        let tensor = RecordTensor::new(&lengths, Record::clone(&record), &along, records);
        tensor.map_err(|fault| misfit(op, &FxHashMap::default(), fault))
    }

    /// Returns the lengths and the element size of the type of a tensor of records.
    fn tensor_type(&self, op: Op) -> Result<(Vec<i64>, ElemSize), Misfit> {
        let module = self.module;
        let ty: Option<Type> = module.type_attr(op, TYPE);
        let wrong = |ty: Option<Type>, what: &str| {
            let ty = ty.map(|ty| type_to_string(module, ty)).unwrap_or_default();
            Misfit::at(op, TYPE, format!("the type of `layout.blocks` must {what}, but is `{ty}`"))
        };
        let Some(TypeKind::Tensor { dims, elem, encoding: None }) =
            ty.map(|ty| module.ctx.kind(ty))
        else {
            return Err(wrong(ty, "be a ranked tensor without an encoding"));
        };
        let lengths = dims.iter().map(|&length| i64::try_from(length?).ok());
        let lengths: Option<Vec<i64>> = lengths.collect();
        let lengths = lengths.ok_or_else(|| wrong(ty, "have static lengths"))?;
        let elem = encoding::field_size(&module.ctx, *elem);
        Ok((lengths, elem.ok_or_else(|| wrong(ty, "have elements of known width"))?))
    }

    fn name(&self, field: Op) -> &'m str {
        self.module.str_attr(field, "name").unwrap_or_default()
    }

    /// Returns the strings of a list.
    fn strings(&self, op: Op, key: &str) -> Vec<&'m str> {
        let ctx = &self.module.ctx;
        let list = self.module.attr(op, key).and_then(|attr| ctx.as_array(attr));
        list.unwrap_or_default().iter().filter_map(|&item| ctx.as_str(item)).collect()
    }
}

/// Returns the fault of the core at the op of its field.
fn misfit(op: Op, by_name: &FxHashMap<&str, Op>, fault: RecordFault) -> Misfit {
    let mut ops = fault.fields.iter().filter_map(|name| by_name.get(&name[..]).copied());
    let (at, other) = (ops.next().unwrap_or(op), ops.next());
    let path = if at == op { Vec::new() } else { vec![step(AT)] };
    let found = Fault::new(code::RECORD, fault.message).at(path);
    let fault = fault.notes.into_iter().fold(found, Fault::note);
    Misfit { op: at, fault, other }
}

//! `lower-addressing`: lowers each `layout.address` to a function of `arith` ops.
//!
//! ```mlir
//! // before
//! layout.tensor @x : tensor<4x5xf32, {order = affine_map<(d0, d1) -> (d0, d1)>, strides = [8, 1]}>
//! layout.address @offset_x of @x
//! // after
//! func.func @offset_x(%d0: i32, %d1: i32) -> i32
//!     attributes {layout.address = {lengths = array<i64: 4, 5>, of = @x, unit = "element"}} {
//!   %0 = "arith.constant"() <{value = 8 : i32}> : () -> i32
//!   %1 = "arith.muli"(%d0, %0) : (i32, i32) -> i32
//!   %2 = "arith.addi"(%1, %d1) : (i32, i32) -> i32
//!   return %2 : i32
//! }
//! ```
//!
//! [`address::lower_form`] lowers a layout to a program. `kernels` plans the kernel of each `layout.reorder`.
//!
//! - The strides of the layout must be resolved. Its outermost length may be dynamic: the offset does not depend on it.
//!   The caller guarantees that offsets fit 31 or 63 bits, which bounds the index.
//! - `vector` and `step` request functions of other forms. The attribute of the function states its form, and for a step
//!   the range of the offset argument. Its body computes the offset of index + step from the index alone;
//!   `simplify-index` decides whether increments and carries are cheaper.
//! - The function of a layout with symbols has those that matter as parameters after the index. Its attribute states their
//!   ranges, and its lengths are the greatest ones for all values of the symbols.
//! - Attributes of the op that other dialects define are copied to the function.

mod kernels;

use crate::addressed::{of_symbolic_form, requested_form};
use crate::pass::{Pass, PassContext, PassInfo};
use crate::resolved::ResolvedLayouts;
use address::arith::{self, ADDRESS_KEY, AddressAttr, AddressSignature, SymbolParam};
use address::program::Program;
use address::{
    AddressFault, AddressForm, Division, IndexType, OffsetUnit, SymbolicProgram, lower_bits,
    lower_form, lower_symbolic, reciprocal_ranges,
};
use ir::affine::{AffineExpr, AffineMap};
use ir::diag::code;
use ir::encoding::Fault;
use ir::layout::{Layout, Range, RecordTensor, SymNode, SymbolicLayout};
use ir::options::OptionInfo;
use ir::records;
use ir::source::PathStep;
use ir::{Module, Op};
use rustc_hash::FxHashMap;
use std::rc::Rc;

const OPTIONS: &[OptionInfo] = &[OptionInfo::constant(
    "unassigned",
    &["unresolved", "row_major"],
    "unresolved",
    "the layout of inner values without an encoding, which are operands or results of reorders",
)];

pub(crate) const INFO: PassInfo = PassInfo::constant(
    "lower-addressing",
    "lowers each `layout.address` to a function of `arith` ops",
    include_str!("lower_addressing/page.md"),
    OPTIONS,
    &|options| {
        let is_row_major = options.get("unassigned") == "row_major";
        Ok(Box::new(LowerAddressing { is_row_major }))
    },
);

/// The pass `lower-addressing`.
#[derive(Default)]
pub struct LowerAddressing {
    /// `true` if inner values without an encoding are row-major, because another compiler executes their graph.
    is_row_major: bool,
}

impl Pass for LowerAddressing {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        lower(module, cx);
        kernels::add(module, cx, self.is_row_major);
    }
}

/// Lowers the requests for addressing functions.
fn lower(module: &mut Module, cx: &mut PassContext<'_>) {
    let ops = module.ops(module.body()).filter_map(|op| {
        Some((op, cx.registry.op_def(module, op).and_then(|def| def.layout_of.as_deref())?))
    });
    let resolved = ResolvedLayouts::new(module, cx.registry);
    let mut known = KnownRequests::default();
    let requests: Vec<(Op, Result<Rc<AddressRequest>, Fault>)> = ops
        .map(|(op, key)| (op, AddressRequest::read(module, &resolved, &mut known, op, key)))
        .collect();
    for (op, request) in requests {
        match request {
            Ok(request) => {
                request.replace(module, op);
                cx.stats.add("functions created", 1);
            }
            Err(fault) => cx.sink.push(fault.to_diag(module.location(op))),
        }
    }
}

/// The addressing function that an op requests.
struct AddressRequest {
    /// The symbol of the layout.
    of: String,
    /// The field of records; `None` for the elements, and for other layouts.
    field: Option<String>,
    form: AddressForm,
    unit: OffsetUnit,
    /// The lengths of the dims, or of groups along them.
    lengths: Vec<i64>,
    /// The symbols that are parameters.
    symbols: Vec<SymbolParam>,
    /// The divisors of which a multiplier and a shift are parameters; `None` if there are none.
    divisors: Option<AffineMap>,
    program: Program,
}

/// Earlier requests, by the symbol of the layout, the form, the unit, the index type and the division.
type KnownRequests =
    FxHashMap<(String, AddressForm, OffsetUnit, IndexType, Division), Rc<AddressRequest>>;

impl AddressRequest {
    fn read(
        module: &Module,
        resolved: &ResolvedLayouts<'_>,
        known: &mut KnownRequests,
        op: Op,
        key: &str,
    ) -> Result<Rc<AddressRequest>, Fault> {
        let of = module.symbol_attr(op, key).unwrap_or("");
        let unit = module.str_attr(op, "unit").and_then(OffsetUnit::of_text);
        let unit = unit.unwrap_or(OffsetUnit::Element);
        let index = module.str_attr(op, "index").and_then(IndexType::of_text);
        let index = index.unwrap_or(IndexType::Auto);
        let form = requested_form(module, op);
        if let Some(records) = records::find(resolved.layouts(), of) {
            let field = module.str_attr(op, "field");
            let request = AddressRequest::of_records(records?.as_ref(), (of, field), index);
            return request.map(Rc::new);
        }
        if module.attr(op, "field").is_some() {
            let message = format!("`@{of}` has no fields, because it is not a tensor of records");
            return Err(at_field(Fault::new(code::ADDRESS, message)));
        }
        let division = module.str_attr(op, "division").and_then(Division::of_text);
        let division = division.unwrap_or_default();
        let key = (of.to_owned(), form.clone(), unit, index, division);
        if let Some(request) = known.get(&key) {
            return Ok(Rc::clone(request));
        }
        if let Some(layout) = resolved.symbolic(of) {
            let options = (unit, index, division);
            let request = Rc::new(AddressRequest::symbolic(of, &layout, form, options)?);
            known.insert(key, Rc::clone(&request));
            return Ok(request);
        }
        if division == Division::Reciprocal {
            let message = format!(
                "`division = \"reciprocal\"` requires a layout with symbols, but `@{of}` has none"
            );
            return Err(Fault::new(code::ADDRESS, message)
                .note("functions divide by constants without a division"));
        }
        let layout = resolved.find(of)?;
        let program = lower_form(&layout, &form, unit, index);
        let program = program.map_err(|refused| refusal(of, &form, &refused))?;
        let own = layout.tables();
        let is_own = |name: &str| own.iter().any(|table| table.name() == name);
        if let Some(table) = program.tables().iter().find(|table| !is_own(table.name())) {
            let name = table.name().trim_end_matches("_inverse");
            let message = format!(
                "`@{of}` has no addressing function with `{form}`: functions do not read the inverse of table `@{name}`"
            );
            return Err(Fault::new(code::ADDRESS, message)
                .note("`layoutc eval --inverse` searches the index of a single slot"));
        }
        let lengths = lengths(&layout, &form, &program);
        let request = AddressRequest {
            of: of.to_owned(),
            field: None,
            form,
            unit,
            lengths,
            symbols: Vec::new(),
            divisors: None,
            program,
        };
        let request = Rc::new(request);
        known.insert(key, Rc::clone(&request));
        Ok(request)
    }

    /// Returns the request for the bits of an element of a tensor of records, or of one of its fields.
    fn of_records(
        records: &RecordTensor,
        (of, field): (&str, Option<&str>),
        index: IndexType,
    ) -> Result<AddressRequest, Fault> {
        let value = records.value(field).map_err(|fault| {
            let found = Fault::new(code::ADDRESS, format!("`@{of}`: {}", fault.message));
            let found = if field.is_some() { at_field(found) } else { found };
            fault.notes.into_iter().fold(found, Fault::note)
        })?;
        let layouts: Vec<&Layout> = value.parts.iter().map(|&(layout, _)| layout).collect();
        let widths = value.parts.iter().map(|(_, width)| width.bits().get()).collect();
        let form = AddressForm::Bits(widths);
        let program =
            lower_bits(&layouts, index).map_err(|refused| refusal(of, &form, &refused))?;
        Ok(AddressRequest {
            of: of.to_owned(),
            field: field.map(str::to_owned),
            form,
            unit: OffsetUnit::Byte,
            lengths: records.lengths(),
            program,
            symbols: Vec::new(),
            divisors: None,
        })
    }

    /// Returns the function of a layout with symbols.
    fn symbolic(
        of: &str,
        layout: &Rc<SymbolicLayout>,
        form: AddressForm,
        (unit, index, division): (OffsetUnit, IndexType, Division),
    ) -> Result<AddressRequest, Fault> {
        let layout = &*of_symbolic_form(layout, &form, of)?;
        let found = lower_symbolic(layout, unit, index, division);
        let found = found.map_err(|refused| refusal(of, &form, &refused))?;
        let divisors = divisors(&found, layout);
        let divisors =
            divisors.map_err(|message| Fault::new(code::ADDRESS, format!("`@{of}`: {message}")))?;
        let reciprocals = reciprocals(&found, layout);
        let symbols = found.symbols.iter().map(|&number| {
            let symbol = &layout.symbols().symbols()[number];
            let range = Range { low: symbol.min, high: symbol.max };
            SymbolParam::new(symbol.name.as_str(), range)
        });
        Ok(AddressRequest {
            of: of.to_owned(),
            field: None,
            form,
            unit,
            lengths: found.lengths,
            symbols: symbols.chain(reciprocals).collect(),
            divisors,
            program: found.program,
        })
    }

    /// Replaces the op by its function.
    fn replace(&self, module: &mut Module, op: Op) {
        let function = self.function(module, op);
        let own =
            ["sym_name", "of", "unit", "index", "form", "vector", "step", "field", "division"];
        let others: Vec<_> =
            module.all_attrs(op).filter(|&(key, _)| !own.contains(&module.ctx.text(key))).collect();
        for (key, value) in others {
            let key = module.ctx.text(key).to_owned();
            if module.attr(function, &key).is_none() {
                module.set_attr(function, &key, Some(value));
            }
        }
        module.set_span(function, module.span(op));
        if let Some(loc) = module.op_loc(op) {
            module.set_op_loc(function, loc);
        }
        module.insert_before(function, op);
        module.erase(op);
    }

    fn function(&self, module: &mut Module, op: Op) -> Op {
        let symbol = module.symbol(op).unwrap_or("").to_owned();
        let offset = self.program.params().last().filter(|_| self.form.takes_offset());
        let signature = AddressSignature {
            form: self.form.clone(),
            lengths: self.lengths.clone(),
            offsets: offset.map(|param| param.range),
            symbols: self.symbols.clone(),
            divisors: self.divisors.clone(),
            is_total: matches!(self.form, AddressForm::Step(_)),
        };
        let labels = signature.labels();
        let attr = AddressAttr {
            of: &self.of,
            signature,
            unit: self.unit,
            field: self.field.as_deref(),
            unknown_key: None,
        };
        let attr = attr.write(module);
        arith::create_function(module, &symbol, &self.program, &[(ADDRESS_KEY, attr)], &labels)
    }
}

/// Returns the divisors of a program as a map over the symbols of its layout; `None` if there are none.
fn divisors(found: &SymbolicProgram, layout: &SymbolicLayout) -> Result<Option<AffineMap>, String> {
    if found.divisors.is_empty() {
        return Ok(None);
    }
    let results: Vec<AffineExpr> =
        found.divisors.iter().map(AffineExpr::try_from).collect::<Result<_, _>>()?;
    let symbols = u32::try_from(layout.symbols().len()).map_err(|error| error.to_string())?;
    AffineMap::new(0, symbols, results).map(Some).map_err(|error| error.to_string())
}

/// Returns the multiplier and the shift of each divisor as parameters.
fn reciprocals(found: &SymbolicProgram, layout: &SymbolicLayout) -> Vec<SymbolParam> {
    let [multiplier, shift] = reciprocal_ranges(found.width.bits() - 1);
    let names = found.divisors.iter().enumerate().map(|(at, divisor)| match divisor.node() {
        SymNode::Symbol(number) => layout.symbols().name(*number).unwrap_or("divisor").to_owned(),
        _ => format!("divisor{at}"),
    });
    let params = names.flat_map(|name| {
        [
            SymbolParam::new(format!("{name}_multiplier"), multiplier),
            SymbolParam::new(format!("{name}_shift"), shift),
        ]
    });
    params.collect()
}

/// Returns the fault at the attribute `field`.
fn at_field(mut fault: Fault) -> Fault {
    fault.path = vec![PathStep::Attr("field".into())];
    fault
}

/// Returns the lengths of the dims of a layout, or of groups along them. A dynamic length is that of the program.
fn lengths(layout: &Layout, form: &AddressForm, program: &Program) -> Vec<i64> {
    let lengths = layout.shape().values().enumerate();
    let lengths = lengths.map(|(dim, length)| match (length.get(), form) {
        (Some(length), AddressForm::Vector(vector)) => length / vector[dim],
        (Some(length), _) => length,
        (None, _) => {
            let end = program.params().get(dim).map_or(1, |param| param.end().cast_signed());
            match form {
                AddressForm::Step(step) => end.saturating_add(step[dim].max(0)),
                _ => end,
            }
        }
    });
    lengths.collect()
}

/// Returns the error for a layout that has no function of a form.
fn refusal(of: &str, form: &AddressForm, refused: &AddressFault) -> Fault {
    let what = match form {
        AddressForm::Offset => "addressing function".to_owned(),
        _ => format!("addressing function with `{form}`"),
    };
    let fault = Fault::new(code::ADDRESS, format!("`@{of}` has no {what}: {refused}"));
    match refused.note() {
        Some(note) => fault.note(note),
        None => fault,
    }
}

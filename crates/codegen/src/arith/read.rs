//! Reads addressing functions out of a module; what is not understood is a fault at its op.

use super::{Binary, Function, Inst, Kernel, Kind, Predicate, Unit, Value, ValueInfo, Width};
use ir::attrs::AttrKind;
use ir::diag::{Code, Diag, code};
use ir::print::type_to_string;
use ir::types::{Signedness, TypeKind};
use ir::{Attr, Block, Module, Op, Verified};
use std::collections::BTreeMap;

const ADDRESS: &str = "layout.address";

/// Every addressing function of a module, in its order. Other functions are no concern of this, nor are kernels.
///
/// # Errors
/// The first thing that is not understood, at its op; also a `layout.address` that is not lowered yet.
pub fn functions(module: &Verified) -> Result<Vec<Function<'_>>, Diag> {
    let mut functions = Vec::new();
    for op in module.walk() {
        match (module.name(op), module.attr(op, ADDRESS)) {
            (ADDRESS, _) => return Err(not_lowered(module, op)),
            ("func.func", Some(attr)) if !is_kernel(module, attr) => {
                let reader = Reader::new(module, op);
                let Address { of, rest } = reader.address(attr)?;
                let of = of.ok_or_else(|| reader.lacks("of", "the symbol of a layout"))?;
                functions.push(reader.function(of, rest)?);
            }
            _ => {}
        }
    }
    Ok(functions)
}

/// A function as the kernel of a `layout.reorder`.
///
/// # Errors
/// The first thing that is not understood, at its op; also a function that is no kernel.
pub fn kernel(module: &Verified, op: Op) -> Result<Kernel<'_>, Diag> {
    let reader = Reader::new(module, op);
    let Some(attr) = module.attr(op, ADDRESS).filter(|_| module.name(op) == "func.func") else {
        return Err(Diag::error(code::STRUCTURE, module.span(op), "this is no kernel"));
    };
    let Address { rest, .. } = reader.address(attr)?;
    let (source, fills) = (rest.source, rest.fills);
    let source = source.ok_or_else(|| reader.lacks("source", "the slots of the source"))?;
    let fills = fills.ok_or_else(|| reader.lacks("kernel", "\"fill\" or \"keep\""))?;
    if (rest.lengths.len(), rest.unit) != (1, Unit::Element) {
        let message = "a kernel counts elements, and has one length";
        return Err(reader.fault(op, code::OP_ATTRIBUTE, message));
    }
    Ok(Kernel { function: reader.function("", rest)?, source, fills })
}

fn is_kernel(module: &Module, attr: Attr) -> bool {
    matches!(module.ctx.attr_kind(attr), AttrKind::Dict(_))
        && module.ctx.dict_get(attr, "kernel").is_some()
}

fn not_lowered(module: &Module, op: Op) -> Diag {
    let message = "`layout.address` is not lowered to a function yet";
    Diag::error(code::STRUCTURE, module.span(op), message).note("`lower-addressing` does that")
}

/// What an op is to the reader, by its name.
#[derive(Clone, Copy)]
enum Form {
    Constant,
    Binary(Binary),
    Compare,
    Select,
    Extend,
    Truncate,
    MulExtended,
    Return,
}

fn form(name: &str) -> Option<Form> {
    Some(match name {
        "arith.constant" => Form::Constant,
        "arith.addi" => Form::Binary(Binary::Add),
        "arith.subi" => Form::Binary(Binary::Sub),
        "arith.muli" => Form::Binary(Binary::Mul),
        "arith.divui" => Form::Binary(Binary::Div),
        "arith.remui" => Form::Binary(Binary::Rem),
        "arith.shli" => Form::Binary(Binary::Shl),
        "arith.shrui" => Form::Binary(Binary::Shr),
        "arith.minui" => Form::Binary(Binary::Min),
        "arith.maxui" => Form::Binary(Binary::Max),
        "arith.andi" => Form::Binary(Binary::And),
        "arith.ori" => Form::Binary(Binary::Or),
        "arith.xori" => Form::Binary(Binary::Xor),
        "arith.cmpi" => Form::Compare,
        "arith.select" => Form::Select,
        "arith.extui" => Form::Extend,
        "arith.trunci" => Form::Truncate,
        "arith.mului_extended" => Form::MulExtended,
        "func.return" => Form::Return,
        _ => return None,
    })
}

impl Form {
    /// How many operands and results the op has; `func.return` is checked apart.
    fn counts(self) -> (usize, usize) {
        match self {
            Form::Constant => (0, 1),
            Form::Binary(_) | Form::Compare => (2, 1),
            Form::Select => (3, 1),
            Form::Extend | Form::Truncate => (1, 1),
            Form::MulExtended => (2, 2),
            Form::Return => (0, 0),
        }
    }

    /// The attributes of the op itself.
    fn attrs(self) -> &'static [&'static str] {
        match self {
            Form::Constant => &["value"],
            Form::Compare => &["predicate"],
            Form::Binary(Binary::Add | Binary::Sub | Binary::Mul | Binary::Shl) => {
                &["overflowFlags"]
            }
            Form::Binary(Binary::Div | Binary::Shr) => &["isExact"],
            _ => &[],
        }
    }
}

struct Reader<'a> {
    module: &'a Module,
    function: Op,
    numbers: BTreeMap<ir::Value, Value>,
    values: Vec<ValueInfo>,
    body: Vec<Inst>,
}

/// What the attribute of a function says.
struct Address<'a> {
    of: Option<&'a str>,
    rest: Facts,
}

/// What it says beside the layout's name.
struct Facts {
    unit: Unit,
    lengths: Vec<u64>,
    /// Of a kernel: the slots of the source, and whether slots without an element are made zero.
    source: Option<u64>,
    fills: Option<bool>,
}

impl<'a> Reader<'a> {
    fn new(module: &'a Module, function: Op) -> Reader<'a> {
        let (numbers, values, body) = (BTreeMap::new(), Vec::new(), Vec::new());
        Reader { module, function, numbers, values, body }
    }

    fn function(mut self, of: &'a str, address: Facts) -> Result<Function<'a>, Diag> {
        let module = self.module;
        let block = self.block()?;
        self.params(block, &address.lengths)?;
        let mut returned = None;
        for op in module.ops(block) {
            returned = self.op(op)?;
        }
        let Some((offset, valid)) = returned else {
            let message = "an addressing function ends in `func.return`";
            return Err(self.fault(self.function, code::STRUCTURE, message));
        };
        let mut function = Function {
            name: module.symbol(self.function).unwrap_or_default(),
            of,
            unit: address.unit,
            params: address.lengths.len() as u32,
            lengths: address.lengths,
            values: self.values,
            body: self.body,
            offset,
            valid,
            span: module.span(self.function),
        };
        function.mark_used();
        Ok(function)
    }

    /// An error at an op of the function.
    fn fault(&self, op: Op, code: Code, message: impl Into<String>) -> Diag {
        let name = self.module.symbol(self.function).unwrap_or_default();
        let note = format!("`@{name}` is an addressing function: it has `{ADDRESS}`");
        Diag::error(code, self.module.span(op), message)
            .note_at(self.module.span(self.function), note)
    }

    fn block(&self) -> Result<Block, Diag> {
        let blocks = self.module.regions(self.function).first().map(|&it| self.module.blocks(it));
        match blocks {
            Some(&[block]) => Ok(block),
            _ => {
                let count = blocks.map_or(0, <[Block]>::len);
                let message = format!("an addressing function has one block, not {count}");
                Err(self.fault(self.function, code::STRUCTURE, message))
            }
        }
    }

    fn lacks(&self, key: &str, what: &str) -> Diag {
        let message = format!("`{ADDRESS}` needs `{key}`, {what}");
        self.fault(self.function, code::OP_ATTRIBUTE, message)
    }

    fn address(&self, attr: Attr) -> Result<Address<'a>, Diag> {
        let ctx = &self.module.ctx;
        let wrong = |message: String| self.fault(self.function, code::OP_ATTRIBUTE, message);
        let entries = match ctx.attr_kind(attr) {
            AttrKind::Dict(entries) => entries,
            _ => return Err(wrong(format!("`{ADDRESS}` of a function is a dictionary"))),
        };
        let (mut of, mut unit, mut lengths, mut source, mut fills) = (None, None, None, None, None);
        for &(key, value) in entries {
            match ctx.text(key) {
                "of" => of = ctx.as_symbol(value),
                "unit" => unit = ctx.as_str(value).and_then(unit_named),
                "lengths" => lengths = ctx.as_int_list(value),
                "kernel" => fills = ctx.as_str(value).and_then(fills_named),
                "source" => source = ctx.as_int(value).and_then(|it| it.try_into().ok()),
                other => return Err(wrong(format!("`{ADDRESS}` has no key `{other}`"))),
            }
        }
        let lengths =
            lengths.and_then(|all| all.into_iter().map(|it| it.try_into().ok()).collect());
        let unit = unit.ok_or_else(|| self.lacks("unit", "\"element\" or \"byte\""))?;
        let lengths = lengths.ok_or_else(|| self.lacks("lengths", "the length of each dim"))?;
        Ok(Address { of, rest: Facts { unit, lengths, source, fills } })
    }

    fn params(&mut self, block: Block, lengths: &[u64]) -> Result<(), Diag> {
        let args = self.module.arguments(block);
        if args.len() != lengths.len() {
            let (args, lengths) = (args.len(), lengths.len());
            let message = format!("the function has {args} arguments, but {lengths} `lengths`");
            return Err(self.fault(self.function, code::COUNT, message));
        }
        for (place, (&arg, &length)) in args.iter().zip(lengths).enumerate() {
            let width = self.width(self.function, arg)?;
            if width == Width::I1 || length.saturating_sub(1) > width.largest() {
                let shown = type_to_string(self.module, self.module.ty(arg));
                let message = format!("argument {place} is {shown}, but its length is {length}");
                return Err(self.fault(self.function, code::TYPE_MISMATCH, message));
            }
            self.define(arg, width, None);
        }
        Ok(())
    }

    /// The width of a value's type; no others are understood.
    fn width(&self, op: Op, value: ir::Value) -> Result<Width, Diag> {
        match *self.module.kind(value) {
            TypeKind::Integer { width: 1, sign: Signedness::Signless } => Ok(Width::I1),
            TypeKind::Integer { width: 32, sign: Signedness::Signless } => Ok(Width::I32),
            TypeKind::Integer { width: 64, sign: Signedness::Signless } => Ok(Width::I64),
            _ => {
                let shown = type_to_string(self.module, self.module.ty(value));
                let message = format!("values here are i1, i32 or i64, not {shown}");
                Err(self.fault(op, code::TYPE_MISMATCH, message))
            }
        }
    }

    fn define(&mut self, value: ir::Value, width: Width, constant: Option<u64>) -> Value {
        let number = Value(self.values.len() as u32);
        self.values.push(ValueInfo { width, constant, used: false });
        self.numbers.insert(value, number);
        number
    }

    /// Reads an op; what is returned, if it returns.
    fn op(&mut self, op: Op) -> Result<Option<(Value, Option<Value>)>, Diag> {
        let name = self.module.name(op);
        let Some(form) = form(name) else {
            let message = format!("`{name}` is not understood in an addressing function");
            return Err(self.fault(op, code::UNKNOWN_NAME, message));
        };
        self.own_attrs(op, form)?;
        let operands = self.operands(op)?;
        if let Form::Return = form {
            return self.returned(op, &operands).map(Some);
        }
        let results: Vec<ir::Value> = self.module.results(op).collect();
        let (wanted, got) = (form.counts(), (operands.len(), results.len()));
        if wanted != got {
            let ((a, b), (c, d)) = (wanted, got);
            let message =
                format!("`{name}` has {a} operands and {b} results, but here {c} and {d}");
            return Err(self.fault(op, code::COUNT, message));
        }
        let widths = results.iter().map(|&result| self.width(op, result));
        let widths = widths.collect::<Result<Vec<Width>, Diag>>()?;
        let kind = self.kind(op, form, &operands, &widths)?;
        let constant = if let Kind::Constant(value) = kind { Some(value) } else { None };
        let numbers =
            results.iter().zip(&widths).map(|(&it, &width)| self.define(it, width, constant));
        let result = numbers.min().expect("every form but the return has a result");
        self.body.push(Inst { result, kind });
        Ok(None)
    }

    /// Attributes with a dialect's prefix may be on any op and mean nothing to it.
    fn own_attrs(&self, op: Op, form: Form) -> Result<(), Diag> {
        let keys = self.module.all_attrs(op).map(|(key, _)| self.module.ctx.text(key));
        let mut others = keys.filter(|key| !key.contains('.') && !form.attrs().contains(key));
        let Some(key) = others.next() else { return Ok(()) };
        let message = format!("`{}` has no attribute `{key}`", self.module.name(op));
        Err(self.fault(op, code::OP_ATTRIBUTE, message))
    }

    fn operands(&self, op: Op) -> Result<Vec<Value>, Diag> {
        let number = |value: &ir::Value| {
            let message = "an operand is not defined before it is used";
            let found = self.numbers.get(value).copied();
            found.ok_or_else(|| self.fault(op, code::DOMINANCE, message))
        };
        self.module.operands(op).iter().map(number).collect()
    }

    fn returned(&self, op: Op, operands: &[Value]) -> Result<(Value, Option<Value>), Diag> {
        let widths: Vec<Width> = operands.iter().map(|it| self.values[it.index()].width).collect();
        match (operands, widths.as_slice()) {
            (&[offset], [Width::I32 | Width::I64]) => Ok((offset, None)),
            (&[offset, valid], [Width::I32 | Width::I64, Width::I1]) => Ok((offset, Some(valid))),
            _ => {
                let message = "an addressing function returns an offset of i32 or i64, \
                               and after it an i1 or nothing";
                Err(self.fault(op, code::TYPE_MISMATCH, message))
            }
        }
    }

    /// The instruction of an op with operands and results in the right numbers.
    fn kind(&self, op: Op, form: Form, args: &[Value], results: &[Width]) -> Result<Kind, Diag> {
        let widths: Vec<Width> = args.iter().map(|it| self.values[it.index()].width).collect();
        if !widths_agree(form, &widths, results) {
            return Err(self.bad_widths(op, &widths, results));
        }
        Ok(match (form, args) {
            (Form::Constant, _) => Kind::Constant(self.constant(op, results[0])?),
            (Form::Binary(binary), &[a, b]) => {
                self.check_right(op, binary, b)?;
                Kind::Binary(binary, a, b)
            }
            (Form::Compare, &[a, b]) => Kind::Compare(self.predicate(op)?, a, b),
            (Form::Select, &[a, b, c]) => Kind::Select(a, b, c),
            (Form::Extend, &[a]) => Kind::Extend(a),
            (Form::Truncate, &[a]) => Kind::Truncate(a),
            (Form::MulExtended, &[a, b]) => Kind::MulExtended(a, b),
            _ => unreachable!("the counts are checked, and a return is read apart"),
        })
    }

    fn bad_widths(&self, op: Op, operands: &[Width], results: &[Width]) -> Diag {
        let shown = |widths: &[Width]| {
            let widths: Vec<String> = widths.iter().map(|it| format!("i{}", it.bits())).collect();
            format!("({})", widths.join(", "))
        };
        let (name, from, to) = (self.module.name(op), shown(operands), shown(results));
        let message = format!("`{name}` cannot take {from} to {to}");
        self.fault(op, code::TYPE_MISMATCH, message)
    }

    fn constant(&self, op: Op, width: Width) -> Result<u64, Diag> {
        let attr = self.module.attr(op, "value").map(|attr| self.module.ctx.attr_kind(attr));
        let (value, ty) = match attr {
            Some(AttrKind::Integer { value, ty }) => (value.as_i64(), *ty),
            _ => {
                let message = "`arith.constant` needs an integer as `value`";
                return Err(self.fault(op, code::OP_ATTRIBUTE, message));
            }
        };
        if self.module.result(op, 0).is_some_and(|it| self.module.ty(it) != ty) {
            let message = "`value` and the result of `arith.constant` have different types";
            return Err(self.fault(op, code::TYPE_MISMATCH, message));
        }
        // Kept with a sign, but for truths; a writer of the IR may have left out the sign.
        let least = if width == Width::I1 { 0 } else { -1 << (width.bits() - 1) };
        let fits =
            |value: &i64| *value >= least && (*value < 0 || *value as u64 <= width.largest());
        let message = format!("the constant does not fit i{}", width.bits());
        let value = value.filter(fits).ok_or_else(|| self.fault(op, code::NUMBER, message))?;
        Ok(value as u64 & width.largest())
    }

    fn predicate(&self, op: Op) -> Result<Predicate, Diag> {
        let number = self.module.attr(op, "predicate").and_then(|it| self.module.ctx.as_int(it));
        // The numbers of MLIR's enumeration; those between are of signed comparisons.
        Ok(match number {
            Some(0) => Predicate::Equal,
            Some(1) => Predicate::NotEqual,
            Some(6) => Predicate::Less,
            Some(7) => Predicate::LessEqual,
            Some(8) => Predicate::Greater,
            Some(9) => Predicate::GreaterEqual,
            _ => {
                let message = "`arith.cmpi` in an addressing function compares by eq (0), ne (1), \
                               ult (6), ule (7), ugt (8) or uge (9)";
                return Err(self.fault(op, code::OP_ATTRIBUTE, message));
            }
        })
    }

    /// Divisors and the amounts of shifts are constants for which every index has a result.
    fn check_right(&self, op: Op, binary: Binary, right: Value) -> Result<(), Diag> {
        let info = self.values[right.index()];
        let (is_right, wanted) = match binary {
            Binary::Div | Binary::Rem => {
                (info.constant.is_some_and(|it| it != 0), "other than 0".to_owned())
            }
            Binary::Shl | Binary::Shr => {
                let bits = info.width.bits();
                (info.constant.is_some_and(|it| it < bits.into()), format!("below {bits}"))
            }
            _ => return Ok(()),
        };
        if is_right {
            return Ok(());
        }
        let name = self.module.name(op);
        let message = format!("the right operand of `{name}` must be a constant {wanted}");
        Err(self.fault(op, code::NUMBER, message))
    }
}

fn fills_named(name: &str) -> Option<bool> {
    match name {
        "fill" => Some(true),
        "keep" => Some(false),
        _ => None,
    }
}

fn unit_named(name: &str) -> Option<Unit> {
    match name {
        "element" => Some(Unit::Element),
        "byte" => Some(Unit::Byte),
        _ => None,
    }
}

fn widths_agree(form: Form, operands: &[Width], results: &[Width]) -> bool {
    let no_truth = |width: &Width| *width != Width::I1;
    match (form, operands, results) {
        (Form::Constant, [], _) => true,
        (Form::Binary(op), [a, b], [c]) => a == b && b == c && (op.takes_truths() || no_truth(a)),
        (Form::Compare, [a, b], [Width::I1]) => a == b && no_truth(a),
        (Form::Select, [Width::I1, a, b], [c]) => a == b && b == c,
        (Form::Extend, [a], [b]) => a < b,
        (Form::Truncate, [Width::I64], [Width::I32]) => true,
        (Form::MulExtended, [a, b], [c, d]) => a == b && b == c && c == d && no_truth(a),
        _ => false,
    }
}

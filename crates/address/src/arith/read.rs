//! Reads programs from addressing functions. An unsupported op is a diagnostic at that op.

use super::attribute::{ADDRESS_KEY, AddressAttr, AddressSignature};
use super::function::{AddressFunction, is_address_function};
use crate::form::AddressForm;
use crate::operation::{CmpPredicate, Operation, Width, WordOp};
use crate::program::{Instruction, OverflowFlags, Param, Program, ValueId};
use ir::attrs::AttrKind;
use ir::diag::{Code, Diag, code, counted};
use ir::encoding::Fault;
use ir::print::{attr_to_string, type_to_string};
use ir::tables;
use ir::types::{Signedness, TypeKind};
use ir::{Attr, Block, Module, Op, Registry, Verified};
use layout::{StridedInterval, joined};
use rustc_hash::FxHashMap;

/// Returns every addressing function of a module, in module order. Other functions are omitted.
///
/// # Errors
/// The first fault, at its op. A `layout.address` op that is not lowered is also a fault.
pub fn functions<'m>(
    module: &'m Verified,
    registry: &Registry,
) -> Result<Vec<AddressFunction<'m>>, Diag> {
    let mut functions = Vec::new();
    for op in module.walk() {
        if registry.op_def(module, op).is_some_and(|def| def.layout_of.is_some()) {
            return Err(not_lowered(module, op));
        }
        let attr = module.attr(op, ADDRESS_KEY);
        let Some(attr) = attr.filter(|_| is_address_function(module, registry, op)) else {
            continue;
        };
        let reader = ProgramReader::new(module, registry, op, Accepted::Emittable);
        let attr = reader.attribute(attr)?;
        functions.push(reader.function(&attr)?);
    }
    Ok(functions)
}

/// Returns the program of a function on words of 1 to 64 bits.
///
/// # Errors
/// The first fault, at its op.
pub fn program(module: &Module, registry: &Registry, op: Op) -> Result<Program, Diag> {
    let reader = ProgramReader::new(module, registry, op, Accepted::Any);
    let attr = module.attr(op, ADDRESS_KEY);
    let signature =
        attr.map_or(Ok(AddressSignature::default()), |attr| AddressSignature::read(module, attr));
    let signature = signature.map_err(|message| reader.fault(op, code::OP_ATTRIBUTE, message))?;
    reader.program(&signature)
}

fn not_lowered(module: &Module, op: Op) -> Diag {
    let message = format!("`{}` must be lowered to a function", module.name(op));
    Diag::error(code::STRUCTURE, module.location(op), message)
        .note("run `lower-addressing` before this step")
}

/// The programs that a reader accepts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Accepted {
    /// Every operation on words of 1 to 64 bits.
    Any,
    /// Programs that every emitter supports, as defined by [`AddressFunction`].
    Emittable,
}

struct ProgramReader<'m, 'r> {
    module: &'m Module,
    registry: &'r Registry,
    function: Op,
    accepted: Accepted,
    /// The part of the program that was read.
    program: Program,
    values: FxHashMap<ir::Value, ValueId>,
}

type Read<T> = Result<T, Diag>;

impl<'m, 'r> ProgramReader<'m, 'r> {
    fn new(
        module: &'m Module,
        registry: &'r Registry,
        function: Op,
        accepted: Accepted,
    ) -> ProgramReader<'m, 'r> {
        let program = Program::default();
        ProgramReader {
            module,
            registry,
            function,
            accepted,
            program,
            values: FxHashMap::default(),
        }
    }

    fn function(self, attr: &AddressAttr<'m>) -> Read<AddressFunction<'m>> {
        let module = self.module;
        let op = self.function;
        Ok(AddressFunction {
            name: module.symbol(op).unwrap_or_default(),
            source: attr.of,
            signature: attr.signature.clone(),
            unit: attr.unit,
            field: attr.field,
            program: self.program(&attr.signature)?,
            span: module.span(op),
        })
    }

    fn attribute(&self, attr: Attr) -> Read<AddressAttr<'m>> {
        let attr = AddressAttr::read(self.module, attr).and_then(|attr| match attr.unknown_key {
            Some(key) => Err(format!("unknown key `{key}` in `{ADDRESS_KEY}`")),
            None => Ok(attr),
        });
        attr.map_err(|message| self.fault(self.function, code::OP_ATTRIBUTE, message))
    }

    /// Returns an error at an op of the function.
    fn fault(&self, op: Op, code: Code, message: impl Into<String>) -> Diag {
        let name = self.module.symbol(self.function).unwrap_or_default();
        let note = format!("`@{name}` is an addressing function because it has `{ADDRESS_KEY}`");
        Diag::error(code, self.module.location(op), message)
            .note_at(self.module.location(self.function), note)
    }

    fn program(mut self, signature: &AddressSignature) -> Read<Program> {
        let block = self.block()?;
        self.program = Program::new(self.params(block, signature)?);
        for (position, &arg) in (0..).zip(self.module.arguments(block)) {
            let width = self.program.params()[position as usize].width;
            let param = Instruction::new(Operation::Param(position), &[], width);
            self.values.insert(arg, self.program.push(param, None));
        }
        let mut returns = false;
        for op in self.module.ops(block) {
            returns = self.op(op, signature)?;
        }
        if !returns {
            let message = "an addressing function must end with `func.return`";
            return Err(self.fault(self.function, code::STRUCTURE, message));
        }
        Ok(self.program)
    }

    fn block(&self) -> Read<Block> {
        let blocks = self.module.regions(self.function).first().map(|&it| self.module.blocks(it));
        match blocks {
            Some(&[block]) => Ok(block),
            _ => {
                let count = blocks.map_or(0, <[Block]>::len);
                let message =
                    format!("an addressing function must have exactly one block, but has {count}");
                Err(self.fault(self.function, code::STRUCTURE, message))
            }
        }
    }

    fn params(&self, block: Block, signature: &AddressSignature) -> Read<Vec<Param>> {
        let args = self.module.arguments(block);
        let ranges = signature.params();
        if args.len() != ranges.len() {
            let args = args.len();
            let form = &signature.form;
            let message = match form {
                AddressForm::Offset | AddressForm::Vector(_) => {
                    let lengths = signature.lengths.len();
                    match signature.symbols.len() {
                        0 => format!(
                            "expected {args} `lengths`, one for each argument, found {lengths}"
                        ),
                        symbols => format!(
                            "expected an argument for each of {lengths} `lengths` and {symbols} `symbols`, found {args}"
                        ),
                    }
                }
                _ => {
                    let expected = counted(ranges.len(), "argument");
                    format!("a function with `{form}` must have {expected}, but has {args}")
                }
            };
            return Err(self.fault(self.function, code::COUNT, message));
        }
        let params = args.iter().zip(ranges).enumerate();
        let params = params.map(|(position, (&arg, range))| {
            let width = self.width(self.function, arg)?;
            let is_boolean = self.accepted == Accepted::Emittable && width == Width::I1;
            if is_boolean || !width.holds(range) {
                let shown = type_to_string(self.module, self.module.ty(arg));
                let end = range.high.saturating_add(1);
                let message = match range.low {
                    0 => format!("type `{shown}` of argument {position} does not fit its dim length {end}"),
                    low => format!("type `{shown}` of argument {position} does not fit its range, from {low} to below {end}"),
                };
                return Err(self.fault(self.function, code::TYPE_MISMATCH, message));
            }
            Ok(Param { width, range })
        });
        params.collect()
    }

    /// Returns the width of the type of a value.
    ///
    /// # Errors
    /// The type is not a signless integer, or the reader does not accept its width.
    fn width(&self, op: Op, value: ir::Value) -> Read<Width> {
        let width = match *self.module.kind(value) {
            TypeKind::Integer { width, sign: Signedness::Signless } => Width::new(width),
            _ => None,
        };
        let all = [Width::I1, Width::I32, Width::I64];
        let width = width.filter(|it| self.accepted == Accepted::Any || all.contains(it));
        width.ok_or_else(|| {
            let shown = type_to_string(self.module, self.module.ty(value));
            let expected = match self.accepted {
                Accepted::Any => "a signless integer of 1 to 64 bits",
                Accepted::Emittable => "type `i1`, `i32` or `i64`",
            };
            let message = format!("expected {expected}, found `{shown}`");
            self.fault(op, code::TYPE_MISMATCH, message)
        })
    }

    /// Reads an op. Returns `true` if the op returns from the function.
    fn op(&mut self, op: Op, signature: &AddressSignature) -> Read<bool> {
        let name = self.module.name(op);
        if self.registry.op_def(self.module, op).is_some_and(|def| def.returns) {
            self.own_attributes(op, None)?;
            let results = self.operands(op)?;
            self.returned(op, signature, results)?;
            return Ok(true);
        }
        let operation = Operation::named(name).ok_or_else(|| {
            let message = format!("`{name}` is not supported in an addressing function");
            self.fault(op, code::UNKNOWN_NAME, message)
        })?;
        self.own_attributes(op, operation.attribute())?;
        let operands = self.operands(op)?;
        let results: Vec<ir::Value> = self.module.results(op).collect();
        let halves = operation == Operation::Product;
        let expected = [operation.operand_count(), 1 + usize::from(halves)];
        let found = [operands.len(), results.len()];
        if found != expected {
            let [expected, found] = [expected, found].map(|[operands, results]| {
                format!("{} and {}", counted(operands, "operand"), counted(results, "result"))
            });
            let message = format!("`{name}` must have {expected}, but has {found}");
            return Err(self.fault(op, code::COUNT, message));
        }
        let widths = results.iter().map(|&result| self.width(op, result));
        let widths = widths.collect::<Read<Vec<Width>>>()?;
        self.check_widths(op, operation, &operands, &widths)?;
        let operation = self.operation(op, operation, &operands, (widths[0], signature))?;
        let instruction = Instruction::new(operation, &operands, widths[0]);
        let known = self.program.table(&instruction).map(|table| {
            let range = table.range();
            StridedInterval::range(range.low.into(), range.high.into())
        });
        let value = self.program.push(instruction.with_flags(self.flags(op)), known);
        if !halves {
            self.values.insert(results[0], value);
            return Ok(false);
        }
        for (result, half) in results.into_iter().zip([Operation::Low, Operation::High]) {
            let half = Instruction::new(half, &[value], widths[0]);
            self.values.insert(result, self.program.push(half, None));
        }
        Ok(false)
    }

    /// Checks that an op has no attribute other than `own`. Attributes with a dialect prefix are discardable and
    /// allowed on every op.
    fn own_attributes(&self, op: Op, own: Option<&str>) -> Read<()> {
        let keys = self.module.all_attrs(op).map(|(key, _)| self.module.ctx.text(key));
        let mut others = keys.filter(|key| !key.contains('.') && own != Some(key));
        let Some(key) = others.next() else { return Ok(()) };
        let message = format!("unknown attribute `{key}` of `{}`", self.module.name(op));
        Err(self.fault(op, code::OP_ATTRIBUTE, message))
    }

    fn operands(&self, op: Op) -> Read<Vec<ValueId>> {
        self.module
            .operands(op)
            .iter()
            .map(|value| {
                let message = "an operand must be defined before its use";
                let found = self.values.get(value).copied();
                found.ok_or_else(|| self.fault(op, code::DOMINANCE, message))
            })
            .collect()
    }

    fn returned(
        &mut self,
        op: Op,
        signature: &AddressSignature,
        results: Vec<ValueId>,
    ) -> Read<()> {
        let widths: Vec<Width> = results.iter().map(|&it| self.program.width(it)).collect();
        let words = match *widths {
            [ref words @ .., Width::I1] => words,
            ref words => words,
        };
        let (is_allowed, expected) = match signature.form {
            AddressForm::Inverse => (
                words.len() == signature.lengths.len() && words.len() < widths.len(),
                "the components of an index (`i32` or `i64`) and a validity (`i1`)",
            ),
            AddressForm::Bits(ref parts) => (
                words.len() == 2 * parts.len() && words.len() < widths.len(),
                "a byte and a position in it (`i32` or `i64`) for each part, and a validity (`i1`)",
            ),
            _ => (words.len() == 1, "an offset (`i32` or `i64`) and optionally a validity (`i1`)"),
        };
        let is_allowed = is_allowed && !words.contains(&Width::I1);
        if self.accepted == Accepted::Emittable && !is_allowed {
            let message = format!("an addressing function must return {expected}");
            return Err(self.fault(op, code::TYPE_MISMATCH, message));
        }
        self.program.set_results(results);
        Ok(())
    }

    fn check_widths(
        &self,
        op: Op,
        operation: Operation,
        operands: &[ValueId],
        results: &[Width],
    ) -> Read<()> {
        let operands: Vec<Width> = operands.iter().map(|&it| self.program.width(it)).collect();
        if widths_agree(operation, &operands, results, self.accepted) {
            return Ok(());
        }
        fn shown(widths: &[Width]) -> String {
            format!("({})", joined(widths.iter().map(|it| format!("i{}", it.bits())), ", "))
        }
        let name = self.module.name(op);
        let from = shown(&operands);
        let to = shown(results);
        let message = format!("invalid types for `{name}`: {from} -> {to}");
        Err(self.fault(op, code::TYPE_MISMATCH, message))
    }

    /// Returns the operation of an op, with the constant or predicate of its attribute. The number and the widths of
    /// the operands are already checked.
    fn operation(
        &mut self,
        op: Op,
        operation: Operation,
        operands: &[ValueId],
        (width, signature): (Width, &AddressSignature),
    ) -> Read<Operation> {
        match operation {
            Operation::Constant(_) => self.constant(op, width).map(Operation::Constant),
            Operation::Compare(_) => self.predicate(op).map(Operation::Compare),
            Operation::Lookup(_) => self.table(op, width),
            Operation::Binary(binary) if self.accepted == Accepted::Emittable => {
                self.check_defined(op, binary, operands[1], signature)?;
                Ok(operation)
            }
            _ => Ok(operation),
        }
    }

    fn constant(&self, op: Op, width: Width) -> Read<u64> {
        let attr = self.module.attr(op, "value").map(|attr| self.module.ctx.attr_kind(attr));
        let (value, ty) = match attr {
            Some(AttrKind::Integer { value, ty }) => (value.as_i64(), *ty),
            _ => {
                let message = format!("`value` of `{}` must be an integer", self.module.name(op));
                return Err(self.fault(op, code::OP_ATTRIBUTE, message));
            }
        };
        if self.module.result(op, 0).is_some_and(|it| self.module.ty(it) != ty) {
            let message = format!(
                "`value` and the result of `{}` have different types",
                self.module.name(op)
            );
            return Err(self.fault(op, code::TYPE_MISMATCH, message));
        }
        // MLIR stores the value as signed, except for booleans; other producers of IR may store it as unsigned.
        let least = if width == Width::I1 { 0 } else { -(width.end() / 2) };
        let message = format!("the constant does not fit `i{}`", width.bits());
        let value = value.map(i128::from).filter(|it| (least..width.end()).contains(it));
        let value = value.ok_or_else(|| self.fault(op, code::NUMBER, message))?;
        Ok(width.word(value))
    }

    /// Reads the table of an op, which must fit words of a width.
    fn table(&mut self, op: Op, width: Width) -> Read<Operation> {
        let name = self.module.symbol_attr(op, "table").unwrap_or_default();
        let table = tables::find(self.module, self.registry, name).and_then(|table| {
            let end = i128::from(table.range().high.max(table.length() - 1));
            match end < width.end() / 2 {
                true => Ok(table),
                false => Err(Fault::new(
                    code::TYPE_MISMATCH,
                    format!(
                        "`@{name}` has values or indices up to {end}, which do not fit `i{}`",
                        width.bits()
                    ),
                )),
            }
        });
        let table = table.map_err(|fault| self.fault(op, fault.code, fault.message))?;
        Ok(Operation::Lookup(self.program.add_table(&table)))
    }

    fn predicate(&self, op: Op) -> Read<CmpPredicate> {
        let number = self.module.attr(op, "predicate").and_then(|it| self.module.ctx.as_int(it));
        number.and_then(CmpPredicate::of_number).ok_or_else(|| {
            let message = "`predicate` of `arith.cmpi` in an addressing function must be eq (0), \
                           ne (1), ult (6), ule (7), ugt (8) or uge (9)";
            self.fault(op, code::OP_ATTRIBUTE, message)
        })
    }

    fn flags(&self, op: Op) -> OverflowFlags {
        let flags = self.module.attr(op, "overflowFlags");
        let text = flags.map_or(String::new(), |flags| attr_to_string(self.module, flags));
        OverflowFlags { nuw: text.contains("nuw"), nsw: text.contains("nsw") }
    }

    /// Checks that a divisor is a non-zero constant, and a shift amount a constant below the width; with symbols, both only
    /// by their ranges.
    fn check_defined(
        &self,
        op: Op,
        binary: WordOp,
        right: ValueId,
        signature: &AddressSignature,
    ) -> Read<()> {
        let constant = self.program.constant(right);
        let bits = self.program.width(right).bits();
        let has_symbols = !signature.symbols.is_empty();
        let is_positive = has_symbols && self.program.interval(right).low > 0;
        let is_below_width = has_symbols && self.program.interval(right).high < bits.into();
        let expected = match binary {
            WordOp::Div | WordOp::Rem if is_positive => return Ok(()),
            WordOp::Div | WordOp::Rem if constant.is_none_or(|it| it == 0) => "other than 0".into(),
            WordOp::Shl | WordOp::Shr if is_below_width => return Ok(()),
            WordOp::Shl | WordOp::Shr if constant.is_none_or(|it| it >= bits.into()) => {
                format!("below {bits}")
            }
            _ => return Ok(()),
        };
        let name = self.module.name(op);
        let message = format!("the right operand of `{name}` must be a constant {expected}");
        Err(self.fault(op, code::NUMBER, message))
    }
}

fn widths_agree(op: Operation, operands: &[Width], results: &[Width], accepted: Accepted) -> bool {
    // The width of the words of an operation that does not take booleans.
    let word = match (op, operands, results) {
        (Operation::Binary(op), [a, ..], _) if !op.row().takes_booleans => Some(a),
        (Operation::Compare(_) | Operation::Product, [a, ..], _) => Some(a),
        (Operation::Truncate, _, [b]) => Some(b),
        _ => None,
    };
    if accepted == Accepted::Emittable && word == Some(&Width::I1) {
        return false;
    }
    match (op, operands, results) {
        (Operation::Constant(_), [], _) => true,
        (Operation::Compare(_), [a, b], [Width::I1]) => a == b,
        (Operation::Binary(_), [a, b], [c]) | (Operation::Select, [Width::I1, a, b], [c]) => {
            a == b && b == c
        }
        (Operation::Extend, [a], [b]) => a < b,
        (Operation::Truncate, [a], [b]) => b < a,
        (Operation::Lookup(_), [a], [b]) => a == b && *a != Width::I1,
        (Operation::Product, [a, b], [c, d]) => a == b && b == c && c == d,
        _ => false,
    }
}

//! The conversion of a function to a list of steps, and the check that the function can be evaluated.

use super::operation::{OracleOp, PREDICATES, WORDS};
use super::{OracleFunction, OracleStep, Promises, mask};
use indexmap::IndexMap;
use ir::diag::{code, counted};
use ir::encoding::Fault;
use ir::layout::Table;
use ir::print::{attr_to_string, type_to_string};
use ir::registry::BlockRole;
use ir::tables;
use ir::{Attr, Module, Op, Registry, Type, TypeKind, Value};

/// Zero extension of a word.
const EXTEND: OracleOp = OracleOp::Words(|a, _, _| Ok(a.into()), None);

/// A fault at an op.
pub(in crate::check_addresses) type FaultAtOp = (Op, Fault);

impl OracleFunction {
    /// Reads the function of an op. Tables whose values are declared have those of this example.
    ///
    /// # Errors
    /// The body is not one block, or one of its ops is unsupported or invalid.
    pub(in crate::check_addresses) fn read(
        module: &Module,
        registry: &Registry,
        op: Op,
        example: usize,
    ) -> Result<OracleFunction, FaultAtOp> {
        let blocks: Vec<_> = module.inner_blocks(op).collect();
        let &[block] = blocks.as_slice() else {
            let message = format!(
                "an addressing function must have exactly one block, but has {}",
                blocks.len()
            );
            return Err((op, Fault::new(code::STRUCTURE, message)));
        };
        let mut reader = OracleReader {
            module,
            registry,
            example,
            tables: Vec::new(),
            inputs: Vec::new(),
            slots: IndexMap::new(),
            start: Vec::new(),
            steps: Vec::new(),
        };
        for &argument in module.arguments(block) {
            reader.slot(argument);
            reader.inputs.push(reader.width(argument).map_err(|fault| (op, fault))?);
        }
        let mut returned = None;
        for op in module.ops(block) {
            if registry.op_def(module, op).is_some_and(|def| def.returns) {
                returned = Some(op);
            } else {
                reader.op(op).map_err(|fault| (op, fault))?;
            }
        }
        let returned = returned.ok_or_else(|| {
            let message = "an addressing function must end with `func.return`".to_owned();
            (op, Fault::new(code::STRUCTURE, message))
        })?;
        reader.finish(returned).map_err(|fault| (returned, fault))
    }
}

struct OracleReader<'a> {
    module: &'a Module,
    registry: &'a Registry,
    example: usize,
    tables: Vec<Table>,
    inputs: Vec<u32>,
    slots: IndexMap<Value, usize>,
    start: Vec<u64>,
    steps: Vec<OracleStep>,
}

impl OracleReader<'_> {
    fn finish(self, returned: Op) -> Result<OracleFunction, Fault> {
        let values = self.module.operands(returned);
        let results = values.iter().map(|&value| self.read(value)).collect::<Result<_, _>>()?;
        let outputs = values.iter().map(|&value| self.width(value)).collect::<Result<_, _>>()?;
        let OracleReader { inputs, steps, start, tables, .. } = self;
        Ok(OracleFunction { inputs, steps, start, results, outputs, tables })
    }

    /// Returns a new slot for a value that an op defines.
    fn slot(&mut self, value: Value) -> usize {
        let slot = self.start.len();
        self.start.push(0);
        self.slots.insert(value, slot);
        slot
    }

    /// Returns the slot of a value that an op uses.
    fn read(&self, value: Value) -> Result<usize, Fault> {
        self.slots
            .get(&value)
            .copied()
            .ok_or_else(|| Fault::new(code::DOMINANCE, "an operand must be defined before its use"))
    }

    fn width(&self, value: Value) -> Result<u32, Fault> {
        self.width_of(self.module.ty(value))
    }

    fn width_of(&self, ty: Type) -> Result<u32, Fault> {
        match *self.module.ctx.kind(ty) {
            TypeKind::Integer { width: width @ 1..=64, .. } => Ok(width),
            _ => {
                let shown = type_to_string(self.module, ty);
                let message = format!("expected an integer of 1 to 64 bits, found `{shown}`");
                Err(Fault::new(code::TYPE_MISMATCH, message))
            }
        }
    }

    fn op(&mut self, op: Op) -> Result<(), Fault> {
        let module = self.module;
        if self.registry.block_role(module, op) == Some(BlockRole::Load) {
            return self.load(op);
        }
        let name = module.name(op).to_owned();
        let own = name.strip_prefix("arith.").unwrap_or("");
        if let Some(&(_, exact, signed)) = WORDS.iter().find(|row| row.0 == own) {
            return self.words(op, OracleOp::Words(exact, signed), 1);
        }
        match own {
            "mului_extended" => self.words(op, OracleOp::MulExtended, 2),
            "constant" => self.constant(op),
            "cmpi" => self.compare(op),
            "select" => self.select(op),
            "extui" => self.convert(op, |from, to| (from < to).then_some(EXTEND)),
            "trunci" => self.convert(op, |from, to| (from > to).then_some(OracleOp::Truncate(to))),
            _ => {
                let message = format!("`{name}` is not supported in an addressing function");
                let names: Vec<&str> = WORDS.iter().map(|row| row.0).collect();
                let others = "cmpi, constant, extui, mului_extended, select, trunci";
                let note =
                    format!("the supported ops of `arith` are {}, {others}", names.join(", "));
                Err(Fault::new(code::UNKNOWN_NAME, message).note(note))
            }
        }
    }

    /// Returns the operands and results of an op after checking their numbers.
    fn counted(&self, op: Op, operands: usize, results: usize) -> Result<Vec<Value>, Fault> {
        let module = self.module;
        let found = [module.operands(op).len(), module.results(op).len()];
        if found == [operands, results] {
            return Ok(module.operands_and_results(op).collect());
        }
        let [required, found] = [[operands, results], found].map(|[operands, results]| {
            format!("{} and {}", counted(operands, "operand"), counted(results, "result"))
        });
        let name = module.name(op);
        let message = format!("`{name}` must have {required}, but has {found}");
        Err(Fault::new(code::COUNT, message))
    }

    /// Returns the width of values that must have one type.
    fn one_width(&self, op: Op, values: &[Value]) -> Result<u32, Fault> {
        let types = values.iter().map(|&value| self.module.ty(value));
        let mut shown: Vec<String> = types.map(|ty| type_to_string(self.module, ty)).collect();
        shown.dedup();
        if let [first, second, ..] = shown.as_slice() {
            let message = format!(
                "`{}` requires values of equal types, but has `{first}` and `{second}`",
                self.module.name(op)
            );
            return Err(Fault::new(code::TYPE_MISMATCH, message));
        }
        self.width(values[0])
    }

    fn must_be(&self, op: Op, value: Value, required: u32) -> Result<(), Fault> {
        if self.width(value)? == required {
            return Ok(());
        }
        let shown = type_to_string(self.module, self.module.ty(value));
        let message = format!(
            "`{}` requires a value of type `i{required}`, but has one of type `{shown}`",
            self.module.name(op)
        );
        Err(Fault::new(code::TYPE_MISMATCH, message))
    }

    fn step(&mut self, op: Op, kind: OracleOp, width: u32) -> Result<(), Fault> {
        if self.module.attr(op, "isExact").is_some() {
            let message = format!("unsupported flag `isExact` of `{}`", self.module.name(op));
            return Err(Fault::new(code::OP_ATTRIBUTE, message).note("remove `isExact`"));
        }
        let mut operands = [0; 3];
        for (place, &value) in self.module.operands(op).iter().enumerate() {
            operands[place] = self.read(value)?;
        }
        let promises = self.promises(op);
        let results: Vec<usize> = self.module.results(op).map(|value| self.slot(value)).collect();
        self.steps.push(OracleStep { kind, width, operands, result: results[0], promises, op });
        Ok(())
    }

    /// Reads the `overflowFlags` of an op.
    fn promises(&self, op: Op) -> Promises {
        let flags = self.module.attr(op, "overflowFlags");
        let text = flags.map_or(String::new(), |flags| attr_to_string(self.module, flags));
        Promises { nuw: text.contains("nuw"), nsw: text.contains("nsw") }
    }

    fn words(&mut self, op: Op, kind: OracleOp, results: usize) -> Result<(), Fault> {
        let values = self.counted(op, 2, results)?;
        let width = self.one_width(op, &values)?;
        self.step(op, kind, width)
    }

    fn compare(&mut self, op: Op) -> Result<(), Fault> {
        let values = self.counted(op, 2, 1)?;
        let width = self.one_width(op, &values[..2])?;
        self.must_be(op, values[2], 1)?;
        let number = self.module.int_attr(op, "predicate");
        let known = PREDICATES.iter().find(|(known, _)| Some(*known) == number);
        let &(_, exact) = known.ok_or_else(|| {
            let fault = Fault::new(
                code::OP_ATTRIBUTE,
                "`predicate` of `arith.cmpi` must be equality or an unsigned comparison",
            );
            fault.note("the supported predicates are 0 (eq), 1 (ne), 6 (ult), 7 (ule), 8 (ugt) and 9 (uge)")
        })?;
        self.step(op, OracleOp::Words(exact, None), width)
    }

    fn select(&mut self, op: Op) -> Result<(), Fault> {
        let values = self.counted(op, 3, 1)?;
        self.must_be(op, values[0], 1)?;
        let width = self.one_width(op, &values[1..])?;
        self.step(op, OracleOp::Select, width)
    }

    fn convert(
        &mut self,
        op: Op,
        kind: impl Fn(u32, u32) -> Option<OracleOp>,
    ) -> Result<(), Fault> {
        let values = self.counted(op, 1, 1)?;
        let from = self.width(values[0])?;
        let to = self.width(values[1])?;
        let kind = kind(from, to).ok_or_else(|| {
            let message =
                format!("invalid types for `{}`: `i{from}` -> `i{to}`", self.module.name(op));
            Fault::new(code::TYPE_MISMATCH, message)
                .note("`arith.extui` must increase the width, `arith.trunci` must decrease it")
        })?;
        self.step(op, kind, from)
    }

    fn load(&mut self, op: Op) -> Result<(), Fault> {
        let values = self.counted(op, 1, 1)?;
        let width = self.one_width(op, &values)?;
        let name = self.module.symbol_attr(op, "table").unwrap_or_default();
        let table = tables::find(self.module, self.registry, name)?;
        let table = if table.is_declared() { table.example(self.example) } else { table };
        self.tables.push(table);
        self.step(op, OracleOp::Load(self.tables.len() - 1), width)
    }

    fn constant(&mut self, op: Op) -> Result<(), Fault> {
        let values = self.counted(op, 0, 1)?;
        let width = self.width(values[0])?;
        let attr = self.module.attr(op, "value");
        let word = attr.and_then(|attr| self.word(attr, width));
        let slot = self.slot(values[0]);
        self.start[slot] = word.ok_or_else(|| {
            let message =
                format!("`value` of `arith.constant` must be an integer of type `i{width}`");
            Fault::new(code::OP_ATTRIBUTE, message)
        })?;
        Ok(())
    }

    /// Returns the word of an integer attribute; `None` if the attribute has another type.
    fn word(&self, attr: Attr, width: u32) -> Option<u64> {
        let ir::AttrKind::Integer { value, ty } = self.module.ctx.attr_kind(attr) else {
            return None;
        };
        let matches = self.width_of(*ty).is_ok_and(|own| own == width);
        let bits = value.as_i64().filter(|_| matches)?;
        Some(bits.cast_unsigned() & mask(width))
    }
}

//! Makes a list of steps of a function, and checks that it is one that can be evaluated.

use super::operation::{OracleOp, PREDICATES, WORDS};
use super::{OracleFunction, OracleStep, Promises, mask};
use crate::resolved::{fault, noted};
use indexmap::IndexMap;
use ir::diag::code;
use ir::encoding::Fault;
use ir::print::{attr_to_string, type_to_string};
use ir::{Attr, Module, Op, Registry, Type, TypeKind, Value};

/// A word with zeros above it.
const EXTEND: OracleOp = OracleOp::Words(|a, _, _| Ok(a.into()), None);

/// A fault at an op.
pub(in crate::check_addresses) type FaultAtOp = (Op, Fault);

impl OracleFunction {
    /// Reads the function that an op is.
    ///
    /// # Errors
    /// It has no body of one block, or an op in it is not known here or not well formed.
    pub(in crate::check_addresses) fn read(
        module: &Module,
        registry: &Registry,
        op: Op,
    ) -> Result<OracleFunction, FaultAtOp> {
        let blocks = module.regions(op).iter().flat_map(|&region| module.blocks(region));
        let blocks: Vec<_> = blocks.copied().collect();
        let &[block] = blocks.as_slice() else {
            let message =
                format!("a function of {} blocks cannot be evaluated, only one of 1", blocks.len());
            return Err((op, fault(code::STRUCTURE, message)));
        };
        let mut reader = OracleReader::new(module);
        let inputs: Result<Vec<u32>, Fault> = module
            .arguments(block)
            .iter()
            .map(|&argument| {
                reader.slot(argument);
                reader.width(argument)
            })
            .collect();
        reader.inputs = inputs.map_err(|fault| (op, fault))?;
        let mut returned = None;
        for op in module.ops(block) {
            if registry.of(module, op).is_some_and(|def| def.returns) {
                returned = Some(op);
            } else {
                reader.op(op).map_err(|fault| (op, fault))?;
            }
        }
        let returned = returned.ok_or_else(|| {
            let message = "the function does not end with a `func.return`".to_owned();
            (op, fault(code::STRUCTURE, message))
        })?;
        reader.finish(returned).map_err(|fault| (returned, fault))
    }
}

struct OracleReader<'a> {
    module: &'a Module,
    inputs: Vec<u32>,
    slots: IndexMap<Value, usize>,
    start: Vec<u64>,
    steps: Vec<OracleStep>,
}

impl<'a> OracleReader<'a> {
    fn new(module: &'a Module) -> OracleReader<'a> {
        OracleReader {
            module,
            inputs: Vec::new(),
            slots: IndexMap::new(),
            start: Vec::new(),
            steps: Vec::new(),
        }
    }

    fn finish(self, returned: Op) -> Result<OracleFunction, Fault> {
        let values = self.module.operands(returned);
        let results = values.iter().map(|&value| self.read(value)).collect::<Result<_, _>>()?;
        let outputs = values.iter().map(|&value| self.width(value)).collect::<Result<_, _>>()?;
        let OracleReader { inputs, steps, start, .. } = self;
        Ok(OracleFunction { inputs, steps, start, results, outputs })
    }

    /// A slot for a value that is defined.
    fn slot(&mut self, value: Value) -> usize {
        let slot = self.start.len();
        self.start.push(0);
        self.slots.insert(value, slot);
        slot
    }

    /// The slot of a value that is read.
    fn read(&self, value: Value) -> Result<usize, Fault> {
        self.slots.get(&value).copied().ok_or_else(|| {
            fault(code::DOMINANCE, "a value is read that the function has not defined before")
        })
    }

    fn width(&self, value: Value) -> Result<u32, Fault> {
        self.width_of(self.module.ty(value))
    }

    fn width_of(&self, ty: Type) -> Result<u32, Fault> {
        match *self.module.ctx.kind(ty) {
            TypeKind::Integer { width: width @ 1..=64, .. } => Ok(width),
            _ => {
                let shown = type_to_string(self.module, ty);
                let message = format!("a value of type {shown} is no integer of 1 to 64 bits");
                Err(fault(code::TYPE_MISMATCH, message))
            }
        }
    }

    fn op(&mut self, op: Op) -> Result<(), Fault> {
        let module = self.module;
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
                let message = format!("`{name}` cannot be evaluated in an addressing function");
                let names: Vec<&str> = WORDS.iter().map(|row| row.0).collect();
                let others = "cmpi, constant, extui, mului_extended, select, trunci";
                let note = format!("of `arith` these can: {}, {others}", names.join(", "));
                Err(noted(fault(code::UNKNOWN_NAME, message), note))
            }
        }
    }

    /// The operands and results of an op, of which there must be so many.
    fn counted(&self, op: Op, operands: usize, results: usize) -> Result<Vec<Value>, Fault> {
        let module = self.module;
        let got = (module.operands(op).len(), module.results(op).len());
        if got == (operands, results) {
            return Ok(module.operands(op).iter().copied().chain(module.results(op)).collect());
        }
        let message = format!(
            "`{}` has {} operands and {} results, but takes {operands} and makes {results}",
            module.name(op),
            got.0,
            got.1
        );
        Err(fault(code::COUNT, message))
    }

    /// The width of values that must be of one type.
    fn one_width(&self, op: Op, values: &[Value]) -> Result<u32, Fault> {
        let types = values.iter().map(|&value| self.module.ty(value));
        let mut shown: Vec<String> = types.map(|ty| type_to_string(self.module, ty)).collect();
        shown.dedup();
        if let [first, second, ..] = shown.as_slice() {
            let message = format!(
                "`{}` computes on words of one type, but has {first} and {second}",
                self.module.name(op)
            );
            return Err(fault(code::TYPE_MISMATCH, message));
        }
        self.width(values[0])
    }

    fn must_be(&self, op: Op, value: Value, wanted: u32) -> Result<(), Fault> {
        if self.width(value)? == wanted {
            return Ok(());
        }
        let shown = type_to_string(self.module, self.module.ty(value));
        let message = format!(
            "`{}` has a value of type {shown} where it has one of i{wanted}",
            self.module.name(op)
        );
        Err(fault(code::TYPE_MISMATCH, message))
    }

    fn step(&mut self, op: Op, kind: OracleOp, width: u32) -> Result<(), Fault> {
        if self.module.attr(op, "isExact").is_some() {
            let message = format!("`{}` promises to be exact", self.module.name(op));
            return Err(noted(fault(code::OP_ATTRIBUTE, message), "such an op is not evaluated"));
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

    /// What `overflowFlags` promise.
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
        let number =
            self.module.attr(op, "predicate").and_then(|attr| self.module.ctx.as_int(attr));
        let known = PREDICATES.iter().find(|(known, _)| Some(*known) == number);
        let &(_, exact) = known.ok_or_else(|| {
            let fault = fault(
                code::OP_ATTRIBUTE,
                "`predicate` of `arith.cmpi` is none of those without signs",
            );
            noted(fault, "these are 0 (eq), 1 (ne), 6 (ult), 7 (ule), 8 (ugt) and 9 (uge)")
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
        let (from, to) = (self.width(values[0])?, self.width(values[1])?);
        let kind = kind(from, to).ok_or_else(|| {
            let message = format!("`{}` from i{from} to i{to}", self.module.name(op));
            noted(
                fault(code::TYPE_MISMATCH, message),
                "`arith.extui` makes a word wider, `arith.trunci` makes it narrower",
            )
        })?;
        self.step(op, kind, from)
    }

    fn constant(&mut self, op: Op) -> Result<(), Fault> {
        let values = self.counted(op, 0, 1)?;
        let width = self.width(values[0])?;
        let attr = self.module.attr(op, "value");
        let word = attr.and_then(|attr| self.word(attr, width));
        let slot = self.slot(values[0]);
        self.start[slot] = word.ok_or_else(|| {
            let message = format!("`value` of `arith.constant` is no integer of i{width}");
            fault(code::OP_ATTRIBUTE, message)
        })?;
        Ok(())
    }

    /// The word that an integer attribute of its width stands for.
    fn word(&self, attr: Attr, width: u32) -> Option<u64> {
        let ir::AttrKind::Integer { value, ty } = self.module.ctx.attr_kind(attr) else {
            return None;
        };
        let matches = self.width_of(*ty).is_ok_and(|own| own == width);
        let bits = value.as_i64().filter(|_| matches)?;
        Some(bits.cast_unsigned() & mask(width))
    }
}

//! The tensor layouts and views of the loads and stores of a SPIR-V module.
//!
//! Each entry point is executed up to its first branch, over constants, tensor layouts, tensor views and local variables of
//! them. Calls of functions with one block are followed. Any other value is unknown, and an access that depends on an
//! unknown value is an error.

use super::state::{created_layout, created_view, updated_layout, updated_view};
use ir::layout::{NvClampMode, NvTensorAddressing, NvTensorLayout, NvTensorView};
use rspirv::dr::{Function, Instruction, Module, Operand, load_bytes};
use rspirv::spirv::{Op, StorageClass, Word};
use std::collections::BTreeMap;
use std::fmt;

/// The maximum depth of calls. SPIR-V has no recursion, but a malformed module may.
const MAX_DEPTH: usize = crate::limits::CALL_DEPTH as usize;

/// A load or store of a cooperative matrix with tensor addressing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NvTensorAccess {
    /// The name of the entry point.
    pub entry_point: String,
    /// `true` if the access stores the matrix.
    pub is_store: bool,
    /// The number of rows of the matrix.
    pub rows: u32,
    /// The number of columns of the matrix.
    pub columns: u32,
    /// The size of an element, in bits.
    pub element_bits: u32,
    /// The tensor layout and the tensor view, with the element that the pointer refers to.
    pub addressing: NvTensorAddressing,
}

/// The reason why the accesses of a SPIR-V module cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NvReadError {
    /// The bytes are not a SPIR-V module.
    Malformed(String),
    /// An access of this entry point depends on this value, which is not a constant.
    Unknown {
        /// The name of the entry point.
        entry_point: String,
        /// The operand.
        operand: &'static str,
    },
}

ir::layout::impl_error!(NvReadError {
    Self::Malformed(reason) => "not a SPIR-V module: {reason}",
    Self::Unknown { entry_point, operand } =>
        "a tensor access of entry point `{}` has {operand} that is not constant"
        (entry_point.escape_debug()),
});

/// Returns the accesses with tensor addressing of all entry points of a SPIR-V module, in the order of execution.
///
/// # Errors
/// The bytes are not a module, or an operand of an access is not constant.
pub fn read_nv_tensors(bytes: &[u8]) -> Result<Vec<NvTensorAccess>, NvReadError> {
    fn malformed(error: &dyn fmt::Display) -> NvReadError {
        NvReadError::Malformed(error.to_string())
    }
    if !bytes.len().is_multiple_of(4) {
        return Err(malformed(&"the size must be a multiple of 4 bytes"));
    }
    let module = load_bytes(bytes).map_err(|error| malformed(&error))?;
    let mut found = Vec::new();
    for entry in &module.entry_points {
        let [_, Operand::IdRef(function), Operand::LiteralString(name), ..] = &entry.operands[..]
        else {
            continue;
        };
        let mut run = EntryRun {
            module: &module,
            name,
            values: constants(&module),
            variables: BTreeMap::new(),
            found: Vec::new(),
        };
        run.call(*function, &[], 0)?;
        found.append(&mut run.found);
    }
    Ok(found)
}

/// A value during execution.
#[derive(Clone, Debug)]
enum Known {
    Word(u32),
    Bool(bool),
    Layout(NvTensorLayout),
    View(NvTensorView),
    /// A pointer to an element of an array.
    Element(u32),
}

/// Returns the values of constants.
fn constants(module: &Module) -> BTreeMap<Word, Known> {
    module
        .types_global_values
        .iter()
        .filter_map(|it| {
            let known = match (it.class.opcode, &it.operands[..]) {
                (Op::Constant, [Operand::LiteralBit32(value)]) => Known::Word(*value),
                (Op::ConstantNull, _) => Known::Word(0),
                (Op::ConstantTrue, _) => Known::Bool(true),
                (Op::ConstantFalse, _) => Known::Bool(false),
                _ => return None,
            };
            Some((it.result_id?, known))
        })
        .collect()
}

/// The execution of one entry point.
struct EntryRun<'m> {
    module: &'m Module,
    name: &'m str,
    values: BTreeMap<Word, Known>,
    /// The values of local variables; `None` if a value is unknown.
    variables: BTreeMap<Word, Option<Known>>,
    found: Vec<NvTensorAccess>,
}

impl EntryRun<'_> {
    /// Executes the first block of a function, and returns what the function returns; `None` if that is unknown.
    ///
    /// # Errors
    /// An access depends on an unknown value.
    fn call(
        &mut self,
        function: Word,
        arguments: &[Option<Known>],
        depth: usize,
    ) -> Result<Option<Known>, NvReadError> {
        let module = self.module;
        let is_called = |it: &&Function| it.def_id() == Some(function);
        let Some(function) = module.functions.iter().find(is_called) else { return Ok(None) };
        if depth > MAX_DEPTH {
            return Ok(None);
        }
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            self.set(parameter.result_id, argument.clone());
        }
        let Some(block) = function.blocks.first() else { return Ok(None) };
        for it in &block.instructions {
            match it.class.opcode {
                Op::ReturnValue => return Ok(self.id(it, 0).and_then(|id| self.value(id))),
                Op::CooperativeMatrixLoadTensorNV | Op::CooperativeMatrixStoreTensorNV => {
                    let access = self.access(it)?;
                    self.found.push(access);
                }
                Op::FunctionCall => {
                    let ids = it.operands.iter().filter_map(Operand::id_ref_any);
                    let ids: Vec<Word> = ids.collect();
                    let Some((&callee, rest)) = ids.split_first() else { continue };
                    let arguments: Vec<_> = rest.iter().map(|&id| self.value(id)).collect();
                    let returned = self.call(callee, &arguments, depth + 1)?;
                    self.set(it.result_id, returned);
                }
                _ => self.execute(it),
            }
        }
        Ok(None)
    }

    /// Executes an instruction without calls and accesses.
    fn execute(&mut self, it: &Instruction) {
        let result = match it.class.opcode {
            Op::Variable => {
                let local = Operand::StorageClass(StorageClass::Function);
                if let Some(id) = it.result_id.filter(|_| it.operands.first() == Some(&local)) {
                    let initial = self.id(it, 1).and_then(|id| self.value(id));
                    self.variables.insert(id, initial);
                }
                return;
            }
            Op::Store => {
                let value = self.id(it, 1).and_then(|from| self.value(from));
                let to = self.id(it, 0).and_then(|to| self.variables.get_mut(&to));
                if let Some(variable) = to {
                    *variable = value;
                }
                return;
            }
            Op::Load => {
                let variable = self.id(it, 0).and_then(|from| self.variables.get(&from));
                variable.cloned().flatten()
            }
            Op::Bitcast | Op::CopyObject => self.id(it, 0).and_then(|from| self.value(from)),
            Op::AccessChain | Op::InBoundsAccessChain => {
                let last = it.operands.len().checked_sub(1);
                last.and_then(|last| self.word(it, last)).map(Known::Element)
            }
            Op::CreateTensorLayoutNV => self.created_layout(it),
            Op::CreateTensorViewNV => self.created_view(it),
            op => self.updated(op, it),
        };
        self.set(it.result_id, result);
    }

    fn created_layout(&self, it: &Instruction) -> Option<Known> {
        let ty = self.declared(it.result_type?)?;
        let clamp = NvClampMode::of_number(self.word(ty, 1)?)?;
        Some(Known::Layout(created_layout(self.word(ty, 0)?, clamp)?))
    }

    fn created_view(&self, it: &Instruction) -> Option<Known> {
        let ty = self.declared(it.result_type?)?;
        let Known::Bool(has_dims) = self.value(self.id(ty, 1)?)? else { return None };
        let permutation = (2..ty.operands.len()).map(|place| self.word(ty, place));
        let permutation: Vec<u32> = permutation.collect::<Option<_>>()?;
        let is_whole = self.word(ty, 0) == u32::try_from(permutation.len()).ok();
        Some(Known::View(created_view(has_dims, permutation).filter(|_| is_whole)?))
    }

    /// Returns the object that an instruction copies with new values.
    fn updated(&self, op: Op, it: &Instruction) -> Option<Known> {
        let object = self.value(self.id(it, 0)?)?;
        let values = (1..it.operands.len()).map(|place| self.word(it, place));
        let values: Vec<u32> = values.collect::<Option<_>>()?;
        match object {
            Known::Layout(layout) => updated_layout(op, layout, &values).map(Known::Layout),
            Known::View(view) => updated_view(op, view, &values).map(Known::View),
            _ => None,
        }
    }

    /// Returns the access of a load or store.
    ///
    /// # Errors
    /// An operand is unknown.
    fn access(&self, it: &Instruction) -> Result<NvTensorAccess, NvReadError> {
        let unknown = |operand| NvReadError::Unknown { entry_point: self.name.to_owned(), operand };
        let is_store = it.class.opcode == Op::CooperativeMatrixStoreTensorNV;
        // The first operands of both are the pointer, a matrix and the layout.
        let layout = self.id(it, 2).and_then(|id| self.value(id));
        let Some(Known::Layout(layout)) = layout else { return Err(unknown("a tensor layout")) };
        let pointer = self.id(it, 0).and_then(|id| self.value(id));
        let Some(Known::Element(element_offset)) = pointer else {
            return Err(unknown("a pointer"));
        };
        let view = self.view_operand(it).map_err(|()| unknown("a tensor view"))?;
        let (rows, columns, element_bits) =
            self.matrix(it, is_store).ok_or_else(|| unknown("a matrix size"))?;
        Ok(NvTensorAccess {
            entry_point: self.name.to_owned(),
            is_store,
            rows,
            columns,
            element_bits,
            addressing: NvTensorAddressing { element_offset, layout, view },
        })
    }

    /// Returns the view of an access, whose id follows the mask of addressing operands; `Err` if it is unknown.
    fn view_operand(&self, it: &Instruction) -> Result<Option<NvTensorView>, ()> {
        let place = it
            .operands
            .iter()
            .position(|operand| matches!(operand, Operand::TensorAddressingOperands(_)))
            .ok_or(())?;
        let Operand::TensorAddressingOperands(mask) = it.operands[place] else { return Err(()) };
        if mask.bits() & 1 == 0 {
            return Ok(None);
        }
        match self.id(it, place + 1).and_then(|id| self.value(id)) {
            Some(Known::View(view)) => Ok(Some(view)),
            _ => Err(()),
        }
    }

    /// Returns the rows, the columns and the size of the elements of the matrix of an access.
    fn matrix(&self, it: &Instruction, is_store: bool) -> Option<(u32, u32, u32)> {
        let ty = match is_store {
            true => self.result_type(self.id(it, 1)?)?,
            false => it.result_type?,
        };
        let ty = self.declared(ty)?;
        let element = self.declared(self.id(ty, 0)?)?;
        let Some(Operand::LiteralBit32(bits)) = element.operands.first() else { return None };
        Some((self.word(ty, 2)?, self.word(ty, 3)?, *bits))
    }

    /// Returns the type of the instruction with a result.
    fn result_type(&self, id: Word) -> Option<Word> {
        let all = self.module.all_inst_iter();
        all.filter(|it| it.result_id == Some(id)).find_map(|it| it.result_type)
    }

    fn declared(&self, id: Word) -> Option<&Instruction> {
        self.module.types_global_values.iter().find(|it| it.result_id == Some(id))
    }

    fn id(&self, it: &Instruction, place: usize) -> Option<Word> {
        it.operands.get(place).and_then(Operand::id_ref_any)
    }

    fn word(&self, it: &Instruction, place: usize) -> Option<u32> {
        match self.value(self.id(it, place)?)? {
            Known::Word(word) => Some(word),
            _ => None,
        }
    }

    fn value(&self, id: Word) -> Option<Known> {
        self.values.get(&id).cloned()
    }

    fn set(&mut self, id: Option<Word>, value: Option<Known>) {
        let Some(id) = id else { return };
        match value {
            Some(value) => self.values.insert(id, value),
            None => self.values.remove(&id),
        };
    }
}

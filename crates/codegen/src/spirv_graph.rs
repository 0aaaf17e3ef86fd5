//! The data graphs of a SPIR-V module: the interface of each entry point, and the graph constants, as `SPV_ARM_graph` and
//! `SPV_ARM_tensors` declare them.

use ir::layout::impl_error;
use ir::types::TypeKind;
use ir::vulkan::{BOOL_FORMAT, VkFormat, element_of};
use std::collections::BTreeMap;

/// The number that begins a module, in the byte order of the writer.
const MAGIC: u32 = 0x0723_0203;

/// The number of words before the instructions.
const HEADER_WORDS: usize = 5;

const OP_TYPE_BOOL: u32 = 20;
const OP_TYPE_INT: u32 = 21;
const OP_TYPE_FLOAT: u32 = 22;
const OP_TYPE_ARRAY: u32 = 28;
const OP_TYPE_POINTER: u32 = 32;
const OP_CONSTANT: u32 = 43;
const OP_CONSTANT_COMPOSITE: u32 = 44;
const OP_VARIABLE: u32 = 59;
const OP_DECORATE: u32 = 71;
const OP_TYPE_TENSOR: u32 = 4163;
const OP_GRAPH_CONSTANT: u32 = 4181;
const OP_GRAPH_ENTRY_POINT: u32 = 4182;
const OP_CONSTANT_COMPOSITE_REPLICATE: u32 = 4461;

const DECORATION_BINDING: u32 = 33;
const DECORATION_DESCRIPTOR_SET: u32 = 34;

/// The greatest number of dims of a shape whose elements are one replicated constant.
const MAX_RANK: usize = 255;

/// The data graphs of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SpirvGraphs {
    /// The entry points, in the order of the module.
    pub(crate) entry_points: Vec<GraphEntryPoint>,
    /// The graph constants with their ids, sorted by id.
    pub(crate) constants: Vec<(u32, SpirvTensor)>,
}

/// The only data graph of a module.
pub(crate) struct SpirvGraph {
    pub(crate) entry_point: GraphEntryPoint,
    /// The graph constants with their ids, sorted by id.
    pub(crate) constants: Vec<(u32, SpirvTensor)>,
}

/// A graph that pipelines execute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GraphEntryPoint {
    pub(crate) name: String,
    /// The inputs and then the outputs.
    pub(crate) interface: Vec<InterfaceTensor>,
}

/// An input or output of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InterfaceTensor {
    pub(crate) set: u32,
    pub(crate) binding: u32,
    pub(crate) tensor: SpirvTensor,
}

/// The type of a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SpirvTensor {
    /// The name of the element type, as [`element_name`] returns it.
    pub(crate) element: String,
    /// The lengths of the dims; `None` if the type does not state them.
    pub(crate) dims: Option<Vec<i64>>,
}

/// The reason why words are not a module with data graphs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SpirvFault {
    pub(crate) message: String,
}

impl_error!(SpirvFault { Self { message } => "{message}" });

fn fault(message: impl Into<String>) -> SpirvFault {
    SpirvFault { message: message.into() }
}

/// Returns the name of an element type for comparison with those of SPIR-V, whose integers have no sign; `None` if SPIR-V
/// has no such element.
pub(crate) fn element_name(elem: &TypeKind) -> Option<String> {
    match elem {
        TypeKind::Integer { width, .. } => Some(format!("i{width}")),
        TypeKind::Float(kind) => Some(kind.keyword().to_owned()),
        _ => None,
    }
}

/// Returns the name of the elements of a format, as [`element_name`] does; `None` if SPIR-V has no such element.
pub(crate) fn format_element(format: &VkFormat) -> Option<String> {
    match format.name {
        BOOL_FORMAT => Some("bool".to_owned()),
        _ => element_of(format).and_then(element_name),
    }
}

/// Returns the words of a module of bytes; `None` if the bytes are not a SPIR-V module.
pub(crate) fn words(bytes: &[u8]) -> Option<Vec<u32>> {
    let (words, []) = bytes.as_chunks::<4>() else { return None };
    let words: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
    match words.first()? {
        &MAGIC => Some(words),
        first if first.swap_bytes() == MAGIC => {
            Some(words.into_iter().map(u32::swap_bytes).collect())
        }
        _ => None,
    }
}

impl SpirvGraphs {
    /// Reads a module.
    ///
    /// # Errors
    /// The words are not a SPIR-V module, or the declaration of a graph is incomplete.
    pub(crate) fn read(words: &[u32]) -> Result<SpirvGraphs, SpirvFault> {
        if words.first() != Some(&MAGIC) || words.len() < HEADER_WORDS {
            return Err(fault("the module does not begin with the header of SPIR-V"));
        }
        let mut declarations = Declarations::default();
        let mut rest = &words[HEADER_WORDS..];
        while let Some(&first) = rest.first() {
            let count = (first >> 16) as usize;
            if count == 0 || count > rest.len() {
                let at = words.len() - rest.len();
                let left = rest.len();
                return Err(fault(format!(
                    "the instruction at word {at} has {count} words, but {left} are left"
                )));
            }
            let (instruction, after) = rest.split_at(count);
            declarations.add(first & 0xffff, &instruction[1..]);
            rest = after;
        }
        declarations.graphs()
    }

    /// Reads a module with one graph. The constants of several graphs would not be known apart.
    ///
    /// # Errors
    /// Those of [`SpirvGraphs::read`], and that the module has another number of graphs.
    pub(crate) fn read_single(words: &[u32]) -> Result<SpirvGraph, SpirvFault> {
        let SpirvGraphs { mut entry_points, constants } = SpirvGraphs::read(words)?;
        let count = entry_points.len();
        match entry_points.pop() {
            Some(entry_point) if count == 1 => Ok(SpirvGraph { entry_point, constants }),
            _ => Err(fault(format!("the SPIR-V module must have one graph, but has {count}"))),
        }
    }
}

/// The declarations of a module by the id that they define.
#[derive(Default)]
struct Declarations<'a> {
    /// The names of scalar types.
    scalars: BTreeMap<u32, String>,
    /// The element type and the length of arrays.
    arrays: BTreeMap<u32, u32>,
    /// The types to which pointers point.
    pointees: BTreeMap<u32, u32>,
    /// The types of variables.
    variables: BTreeMap<u32, u32>,
    /// The low words of integer constants, of types of up to 32 bits.
    integers: BTreeMap<u32, u32>,
    /// The type and the elements of constant composites, and `true` if one element is replicated.
    composites: BTreeMap<u32, (u32, &'a [u32], bool)>,
    /// The element type, the rank and the shape of tensor types, as ids.
    tensors: BTreeMap<u32, &'a [u32]>,
    /// The values of decorations, by the decorated id and the decoration.
    decorations: BTreeMap<(u32, u32), u32>,
    /// The type and the id of graph constants.
    constants: Vec<(u32, u32)>,
    entry_points: Vec<&'a [u32]>,
}

impl<'a> Declarations<'a> {
    /// Adds an instruction. Others than declarations of graphs have no effect.
    fn add(&mut self, opcode: u32, operands: &'a [u32]) {
        match (opcode, operands) {
            (OP_TYPE_BOOL, &[id]) => {
                self.scalars.insert(id, "bool".to_owned());
            }
            (OP_TYPE_INT, &[id, width, _]) => {
                self.scalars.insert(id, format!("i{width}"));
            }
            (OP_TYPE_FLOAT, &[id, width, ref encoding @ ..]) => {
                self.scalars.insert(id, float_name(width, encoding.first().copied()));
            }
            (OP_TYPE_ARRAY, &[id, _, length]) => {
                self.arrays.insert(id, length);
            }
            (OP_TYPE_POINTER, &[id, _, pointee]) => {
                self.pointees.insert(id, pointee);
            }
            (OP_VARIABLE, &[ty, id, ..]) => {
                self.variables.insert(id, ty);
            }
            (OP_CONSTANT, &[ty, id, value]) if self.is_integer(ty) => {
                self.integers.insert(id, value);
            }
            (OP_CONSTANT_COMPOSITE, &[ty, id, ref elements @ ..]) => {
                self.composites.insert(id, (ty, elements, false));
            }
            (OP_CONSTANT_COMPOSITE_REPLICATE, &[ty, id, ref elements @ ..]) => {
                self.composites.insert(id, (ty, elements, true));
            }
            (OP_DECORATE, &[id, decoration, value]) => {
                self.decorations.insert((id, decoration), value);
            }
            (OP_TYPE_TENSOR, &[id, ref parts @ ..]) => {
                self.tensors.insert(id, parts);
            }
            (OP_GRAPH_CONSTANT, &[ty, _, number]) => self.constants.push((number, ty)),
            (OP_GRAPH_ENTRY_POINT, operands) => self.entry_points.push(operands),
            _ => {}
        }
    }

    fn graphs(self) -> Result<SpirvGraphs, SpirvFault> {
        let constants = self.constants.iter().map(|&(id, ty)| Ok((id, self.tensor(ty)?)));
        let mut constants = constants.collect::<Result<Vec<_>, SpirvFault>>()?;
        constants.sort_by_key(|(id, _)| *id);
        if let Some(twice) = constants.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(fault(format!("two graph constants have the id {}", twice[0].0)));
        }
        let entry_points = self.entry_points.iter().map(|operands| self.entry_point(operands));
        Ok(SpirvGraphs { entry_points: entry_points.collect::<Result<_, _>>()?, constants })
    }

    fn entry_point(&self, operands: &[u32]) -> Result<GraphEntryPoint, SpirvFault> {
        let text = operands.get(1..).unwrap_or_default();
        // A text ends in a zero byte, and fills whole words.
        let words = text.iter().position(|word| word.to_le_bytes().contains(&0));
        let words = words.ok_or_else(|| fault("the name of a graph entry point is not closed"))?;
        let bytes = text[..=words].iter().flat_map(|word| word.to_le_bytes());
        let bytes: Vec<u8> = bytes.take_while(|byte| *byte != 0).collect();
        let name = String::from_utf8(bytes);
        let name = name.map_err(|_| fault("the name of a graph entry point is not UTF-8"))?;
        let interface = text[words + 1..].iter().map(|&variable| self.variable(variable, &name));
        let interface = interface.collect::<Result<_, _>>()?;
        Ok(GraphEntryPoint { name, interface })
    }

    fn variable(&self, id: u32, graph: &str) -> Result<InterfaceTensor, SpirvFault> {
        let place = [DECORATION_DESCRIPTOR_SET, DECORATION_BINDING]
            .map(|decoration| self.decorations.get(&(id, decoration)).copied());
        let [Some(set), Some(binding)] = place else {
            return Err(fault(format!(
                "the variable %{id} of the graph `{graph}` has no descriptor set or binding"
            )));
        };
        let pointer = self.variables.get(&id).and_then(|pointer| self.pointees.get(pointer));
        let Some(&ty) = pointer else {
            return Err(fault(format!("%{id} of the graph `{graph}` is not a variable")));
        };
        Ok(InterfaceTensor { set, binding, tensor: self.tensor(ty)? })
    }

    fn tensor(&self, ty: u32) -> Result<SpirvTensor, SpirvFault> {
        let Some(&[element, ref shape @ ..]) = self.tensors.get(&ty).copied() else {
            return Err(fault(format!("the type %{ty} is not a tensor")));
        };
        let element = self.scalars.get(&element).cloned();
        let element = element.ok_or_else(|| {
            fault(format!("the elements of the tensor type %{ty} have no scalar type"))
        })?;
        // The first operand is the rank, which the shape repeats.
        let dims = shape.get(1).map(|&shape| self.lengths(shape)).transpose()?;
        Ok(SpirvTensor { element, dims })
    }

    /// Returns `true` if a type that was declared before is an integer type.
    fn is_integer(&self, ty: u32) -> bool {
        self.scalars.get(&ty).is_some_and(|name| name.starts_with('i'))
    }

    /// Returns the elements of a constant array of integers.
    fn lengths(&self, id: u32) -> Result<Vec<i64>, SpirvFault> {
        let lengths = self.composites.get(&id).and_then(|&(ty, elements, is_replicated)| {
            match (is_replicated, elements) {
                (false, elements) => {
                    elements.iter().map(|&element| self.integer(element)).collect()
                }
                (true, &[element]) => {
                    let count = self.integer(*self.arrays.get(&ty)?)?;
                    // A shape has an element for each dim. Devices have far fewer than this number.
                    let count = usize::try_from(count).ok().filter(|count| *count <= MAX_RANK)?;
                    Some(vec![self.integer(element)?; count])
                }
                (true, _) => None,
            }
        });
        lengths.ok_or_else(|| fault(format!("the shape %{id} is not a constant array of integers")))
    }

    fn integer(&self, id: u32) -> Option<i64> {
        self.integers.get(&id).map(|&value| i64::from(value))
    }
}

/// Returns the name of a float type, with its encoding by `SPV_KHR_bfloat16` and `SPV_EXT_float8`.
fn float_name(width: u32, encoding: Option<u32>) -> String {
    match encoding {
        None => format!("f{width}"),
        Some(0) => "bf16".to_owned(),
        Some(4214) => "f8E4M3FN".to_owned(),
        Some(4215) => "f8E5M2".to_owned(),
        Some(other) => format!("f{width} of encoding {other}"),
    }
}

#[cfg(test)]
mod tests;

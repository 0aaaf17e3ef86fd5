//! Upper bounds of dynamic lengths: `layoutc import --bound`.
//!
//! The rules of `infer` compute the lengths of all values at the bounds, as if the bounds were static lengths. Such a
//! length is an upper bound if it grows with every symbolic dim that it depends on, which is proven here: each length is
//! a function of the symbolic dims, a polynomial as far as it is known. A length without a proof has no bound. The
//! computed shape of a reshape becomes a constant where it keeps all dynamic lengths but one, so that the reshape is a
//! known view.

mod lengths;
mod numbers;
mod polynomial;
mod quantity;
mod values;

use crate::call::{Call, ValueFact};
use crate::graph::OnnxGraph;
use crate::model_graph::{ModelGraph, ModelNode, value_name};
use crate::op_form::is_standard;
use crate::stated::symbolic_dims;
use ir::types::Extent;
use quantity::Quantity;
use rten_onnx::onnx::NodeProto;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use values::{OperandForms, ValueForm};

/// The lengths of a value with a dynamic dim.
pub(crate) struct BoundedDims {
    /// The lengths, `None` if dynamic. A length is static if it depends on none of the symbolic dims.
    pub(crate) lengths: Vec<Extent>,
    /// The upper bound of each length, `None` if it has none.
    pub(crate) bounds: Vec<Extent>,
}

impl BoundedDims {
    fn from_fact(fact: &ValueFact, limit: &ValueFact, form: Option<&ValueForm>) -> BoundedDims {
        let form = |dim: usize| form.and_then(|form| form.dims.get(dim));
        // A tensor has no layout if a length is 0.
        fn length(value: i128) -> Option<u64> {
            u64::try_from(value).ok().filter(|&length| length > 0)
        }
        let dims = fact.ty.dims.iter().enumerate();
        let lengths = dims.map(|(dim, len)| {
            len.or_else(|| form(dim).and_then(Quantity::as_constant).and_then(length))
        });
        let lengths: Vec<Extent> = lengths.collect();
        let dims = lengths.iter().enumerate();
        let bounds = dims.map(|(dim, len)| {
            let greatest = limit.ty.dims.get(dim).copied().flatten().filter(|&length| length > 0);
            len.or_else(|| form(dim).filter(|len| len.is_rising()).and(greatest))
        });
        BoundedDims { bounds: bounds.collect(), lengths }
    }

    /// Returns the dynamic dims without a bound.
    fn unbounded(&self) -> impl Iterator<Item = usize> {
        (0..self.bounds.len()).filter(|&dim| self.bounds[dim].is_none())
    }

    /// Returns `true` if a dynamic dim has a bound.
    pub(crate) fn has_bounds(&self) -> bool {
        self.lengths.iter().zip(&self.bounds).any(|(len, bound)| len.is_none() && bound.is_some())
    }
}

/// The bounds of a graph's values.
#[derive(Default)]
pub(crate) struct GraphBounds<'a> {
    of_value: FxHashMap<&'a str, BoundedDims>,
    /// The shapes of reshapes, by the name of the result, that the node computes and that are known instead.
    shapes: FxHashMap<&'a str, Vec<i64>>,
    /// The dynamic lengths without a bound: their number, and the name and dim of the first.
    pub(crate) unbounded: Option<(usize, &'a str, usize)>,
}

impl<'a> GraphBounds<'a> {
    /// Returns the bounds of the values of a graph with open lengths. `closed` is the same graph at the bounds.
    pub(crate) fn new(open: &OnnxGraph<'a>, closed: &OnnxGraph<'a>) -> GraphBounds<'a> {
        let forms = SymbolicValues::from_graph(open);
        let mut bounds = GraphBounds::default();
        for name in names(open) {
            let [Some(fact), Some(limit)] = [open, closed].map(|graph| graph.fact(name)) else {
                continue;
            };
            if fact.ty.dims.iter().all(Option::is_some) {
                continue;
            }
            let found = BoundedDims::from_fact(fact, limit, forms.known.get(name).map(Rc::as_ref));
            for dim in found.unbounded() {
                let (count, first, at) = bounds.unbounded.unwrap_or((0, name, dim));
                bounds.unbounded = Some((count + 1, first, at));
            }
            bounds.of_value.insert(name, found);
        }
        bounds.shapes = forms.shapes;
        bounds
    }

    /// Returns the constant shape that replaces operand 1 of a node, which computes it; `None` for other nodes.
    pub(crate) fn shape(&self, node: &NodeProto) -> Option<&[i64]> {
        self.shapes.get(node.output.first()?.as_str()).map(Vec::as_slice)
    }

    /// Returns the lengths and bounds of a value. `None` if its lengths are static.
    pub(crate) fn get(&self, name: &str) -> Option<&BoundedDims> {
        self.of_value.get(name)
    }
}

/// Returns the names of all inputs and results, in order.
fn names<'a>(graph: &OnnxGraph<'a>) -> impl Iterator<Item = &'a str> {
    let inputs = graph.model.inputs.iter().map(value_name);
    let nodes = graph.steps.iter().map(|step| step.node);
    let results = nodes.flat_map(|node| node.proto.output.iter().map(String::as_str));
    inputs.chain(results).filter(|name| !name.is_empty())
}

/// The values of a graph as functions of its symbolic dims.
struct SymbolicValues<'a> {
    /// The symbolic dims of each value whose type the file states.
    stated: FxHashMap<&'a str, Vec<Option<usize>>>,
    known: FxHashMap<&'a str, Rc<ValueForm>>,
    /// The constant shapes of reshapes, by the name of the result.
    shapes: FxHashMap<&'a str, Vec<i64>>,
}

impl<'a> SymbolicValues<'a> {
    fn from_graph(graph: &OnnxGraph<'a>) -> SymbolicValues<'a> {
        let stated = stated_symbols(graph.model);
        let known = FxHashMap::default();
        let mut forms = SymbolicValues { stated, known, shapes: FxHashMap::default() };
        for name in graph.model.inputs.iter().map(value_name) {
            forms.define(graph, name, None, None);
        }
        for step in &graph.steps {
            forms.node(graph, step.node);
        }
        forms
    }

    fn define(
        &mut self,
        graph: &OnnxGraph<'a>,
        name: &'a str,
        dims: Option<Vec<Quantity>>,
        numbers: Option<Vec<Quantity>>,
    ) {
        let Some(fact) = graph.fact(name) else { return };
        let mut form = ValueForm::new(fact, dims, numbers);
        if let Some(stated) = self.stated.get(name) {
            form.state(stated.iter().copied());
        }
        self.known.insert(name, Rc::new(form));
    }

    fn node(&mut self, graph: &OnnxGraph<'a>, node: &'a ModelNode) {
        let Ok(call) = graph.call(node) else { return };
        let node = &node.proto;
        let operands = OperandForms(
            node.input
                .iter()
                .map(|name| match name.as_str() {
                    "" => None,
                    name => {
                        if !self.known.contains_key(name) {
                            self.define(graph, name, None, None);
                        }
                        self.known.get(name).cloned()
                    }
                })
                .collect(),
        );
        for (index, name) in node.output.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            let Some(fact) = graph.fact(name) else { continue };
            let rank = fact.ty.dims.len();
            let is_list = index == 0 && rank <= 1 && fact.ty.elem.is_int();
            let (dims, numbers) = match is_standard(node.domain.as_deref()) {
                true => (
                    lengths::lengths(&call, &operands, (index, rank)),
                    is_list.then(|| numbers::numbers(&call, &operands)).flatten(),
                ),
                false => (None, None),
            };
            if let Some(shape) = constant_shape(&call, &operands, dims.as_deref()) {
                self.shapes.insert(name, shape);
            }
            self.define(graph, name, dims, numbers);
        }
    }
}

/// Returns the shape operand of a `Reshape` to these lengths as a constant, whatever `allowzero` is: a static length, 0
/// for the length of the same dim of operand 0, and -1 for one other. `None` for other ops, if the operand is constant,
/// or if several lengths are neither static nor kept.
fn constant_shape(
    call: &Call<'_>,
    operands: &OperandForms,
    dims: Option<&[Quantity]>,
) -> Option<Vec<i64>> {
    let is_computed = call.optional(1).is_some_and(|shape| shape.literal.is_none());
    let is_reshape = call.node.op_type.as_deref() == Some("Reshape");
    if !is_reshape || !is_computed {
        return None;
    }
    let input = operands.dims(0)?;
    let shape = dims?.iter().enumerate().map(|(at, len)| match (len, len.as_constant()) {
        (_, Some(length)) => i64::try_from(length).ok().filter(|&length| length > 0),
        (Quantity::Exact(_), None) if input.get(at) == Some(len) => Some(0),
        _ => Some(-1),
    });
    let shape = shape.collect::<Option<Vec<i64>>>()?;
    let open = shape.iter().filter(|&&entry| entry == -1).count();
    (open <= 1).then_some(shape)
}

/// Returns the numbers of the symbolic dims of the values whose types the file states. Names that no input has are not
/// symbols: their lengths are other functions.
fn stated_symbols(graph: &ModelGraph) -> FxHashMap<&str, Vec<Option<usize>>> {
    let symbols = symbolic_dims(&graph.inputs);
    let infos = graph.inputs.iter().chain(&graph.outputs).chain(&graph.value_info);
    let stated = infos.filter_map(|info| {
        let shape = info.r#type.as_ref()?.tensor_type.as_ref()?.shape.as_ref()?;
        let dims = shape.dim.iter();
        let dims = dims.map(|dim| symbols.get_index_of(dim.dim_param.as_deref()?)).collect();
        Some((info.name.as_deref()?, dims))
    });
    stated.collect()
}

//! The signatures of functions in an assignment: their layouts, and their types.

use super::apply::boundary_type;
use crate::assign_layouts::collect::boundaries::FunctionBoundary;
use crate::assign_layouts::problem::Assignment;
use crate::assign_layouts::sites::Freedom;
use crate::assign_layouts::sites::candidate::Candidate;
use crate::tensors::type_attr;
use ir::{Module, Op, Type, TypeKind, Value};

/// The chosen layouts of the inputs and results of a function; `None` for a type that is kept.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SignatureLayouts {
    pub(crate) inputs: Vec<Option<Candidate>>,
    pub(crate) results: Vec<Option<Candidate>>,
}

impl SignatureLayouts {
    /// Returns the layouts of a boundary. The argument or result of a function has the layout of the operands or
    /// results of its calls.
    pub(crate) fn new(
        module: &Module,
        boundary: &FunctionBoundary,
        assignment: &Assignment,
    ) -> SignatureLayouts {
        let FunctionBoundary { arguments, returns, calls, .. } = boundary;
        let defined = |value: Value| Some(assignment.values.get(&value)?.defined);
        let used = |&op: &Op, at: usize| Some(assignment.uses.get(&(op, at))?.layout);
        let input = |at: usize| {
            let argument = arguments.get(at).and_then(|&argument| defined(argument));
            argument.or_else(|| calls.iter().find_map(|call| used(call, at)))
        };
        let result = |at: usize| {
            let returned = returns.iter().find_map(|end| used(end, at));
            let called = || calls.iter().find_map(|&call| defined(module.result(call, at)?));
            returned.or_else(called)
        };
        SignatureLayouts {
            inputs: chosen(&boundary.inputs, input),
            results: chosen(&boundary.results, result),
        }
    }
}

fn chosen(
    freedoms: &[Freedom],
    layout: impl Fn(usize) -> Option<Candidate>,
) -> Vec<Option<Candidate>> {
    let chosen = |(at, &freedom): (usize, &Freedom)| match freedom {
        Freedom::Kept => None,
        Freedom::Inner | Freedom::Any => layout(at),
    };
    freedoms.iter().enumerate().map(chosen).collect()
}

/// Writes the chosen layouts of signatures into the types of the functions.
pub(crate) fn write(module: &mut Module, boundaries: &[FunctionBoundary], assignment: &Assignment) {
    for boundary in boundaries {
        let layouts = SignatureLayouts::new(module, boundary, assignment);
        let old = type_attr(module, boundary.function, &boundary.type_key);
        let Some(TypeKind::Function { inputs, results }) = old.map(|ty| module.ctx.kind(ty)) else {
            continue;
        };
        let (inputs, results) = (inputs.to_vec(), results.to_vec());
        let inputs = with_layouts(module, inputs, &layouts.inputs);
        let results = with_layouts(module, results, &layouts.results);
        let new = module.ctx.function_type(&inputs, &results);
        let new = module.ctx.type_attr(new);
        module.set_attr(boundary.function, &boundary.type_key, Some(new));
    }
}

fn with_layouts(module: &mut Module, types: Vec<Type>, layouts: &[Option<Candidate>]) -> Vec<Type> {
    let new = |(ty, layout): (Type, &Option<Candidate>)| match *layout {
        Some(layout) => boundary_type(module, ty, layout),
        None => ty,
    };
    types.into_iter().zip(layouts).map(new).collect()
}

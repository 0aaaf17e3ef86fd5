//! The signatures of functions in an assignment: their layouts, and their types.

use super::apply::boundary_type;
use crate::assign_layouts::collect::boundaries::FunctionBoundary;
use crate::assign_layouts::problem::Assignment;
use crate::assign_layouts::sites::Freedom;
use crate::assign_layouts::sites::candidate::Candidate;
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
        fn defined(assignment: &Assignment, value: Value) -> Option<Candidate> {
            Some(assignment.values.get(&value)?.defined)
        }
        fn used(assignment: &Assignment, &op: &Op, at: usize) -> Option<Candidate> {
            Some(assignment.uses.get(&(op, at))?.layout)
        }
        SignatureLayouts {
            inputs: chosen(&boundary.inputs, |at| {
                let argument =
                    arguments.get(at).and_then(|&argument| defined(assignment, argument));
                argument.or_else(|| calls.iter().find_map(|call| used(assignment, call, at)))
            }),
            results: chosen(&boundary.results, |at| {
                let returned = returns.iter().find_map(|end| used(assignment, end, at));
                returned.or_else(|| {
                    calls.iter().find_map(|&call| defined(assignment, module.result(call, at)?))
                })
            }),
        }
    }
}

fn chosen(
    freedoms: &[Freedom],
    layout: impl Fn(usize) -> Option<Candidate>,
) -> Vec<Option<Candidate>> {
    freedoms
        .iter()
        .enumerate()
        .map(|(at, &freedom)| match freedom {
            Freedom::Fixed => None,
            Freedom::Inner | Freedom::Any => layout(at),
        })
        .collect()
}

/// Writes the chosen layouts of signatures into the types of the functions.
pub(crate) fn write(module: &mut Module, boundaries: &[FunctionBoundary], assignment: &Assignment) {
    for boundary in boundaries {
        let layouts = SignatureLayouts::new(module, boundary, assignment);
        let old = module.type_attr(boundary.function, &boundary.type_key);
        let Some(TypeKind::Function { inputs, results }) = old.map(|ty| module.ctx.kind(ty)) else {
            continue;
        };
        let inputs = inputs.to_vec();
        let results = results.to_vec();
        let inputs = with_layouts(module, inputs, &layouts.inputs);
        let results = with_layouts(module, results, &layouts.results);
        let new = module.ctx.function_type(&inputs, &results);
        let new = module.ctx.type_attr(new);
        module.set_attr(boundary.function, &boundary.type_key, Some(new));
    }
}

fn with_layouts(module: &mut Module, types: Vec<Type>, layouts: &[Option<Candidate>]) -> Vec<Type> {
    types
        .into_iter()
        .zip(layouts)
        .map(|(ty, layout)| match *layout {
            Some(layout) => boundary_type(module, ty, layout),
            None => ty,
        })
        .collect()
}

//! The layouts of the tensors, computed from the program itself.
//!
//! Descriptions are the output of the whole compiler. The layouts here are computed by the core for the types after
//! `resolve-strides`, as in `layoutc eval`. An error in the lowering to Vulkan therefore cannot hide itself.

use crate::kernel::CallShape;
use ir::attrs::AttrKind;
use ir::descriptor::Layouts;
use ir::diag::Sink;
use ir::layout::{Layout, Range};
use ir::print::ValueNames;
use ir::{Attr, Module, Op, Registry, Value};
use std::rc::Rc;

/// A program with resolved strides.
pub(crate) struct ResolvedProgram {
    registry: Registry,
    module: Module,
}

impl ResolvedProgram {
    /// Compiles with the given arguments, which include a file.
    ///
    /// # Errors
    /// The diagnostics of layoutc.
    pub(crate) fn compile(args: &[&str]) -> Result<ResolvedProgram, String> {
        ResolvedProgram::read(&layoutc(&[args, &["--emit=generic"]].concat())?)
    }

    /// Parses an output of layoutc.
    ///
    /// # Errors
    /// The text is not valid.
    pub(crate) fn read(text: &str) -> Result<ResolvedProgram, String> {
        let registry = Registry::new();
        let mut sink = Sink::default();
        let module = parser::parse(text, 0, &registry, &mut sink);
        let module = module.filter(|_| !sink.has_errors());
        let module = module.ok_or("the output of layoutc does not parse")?;
        Ok(ResolvedProgram { registry, module })
    }

    /// Calls `then` with a finder of the layouts of the program.
    pub(crate) fn with<R>(&self, then: impl FnOnce(&Finder<'_>) -> R) -> R {
        then(&Finder {
            registry: &self.registry,
            module: &self.module,
            layouts: Layouts::new(&self.module, &self.registry),
            names: ValueNames::new(&self.module, &self.registry),
        })
    }
}

/// The request for an addressing function.
pub(crate) struct FunctionRequest {
    /// The symbol of the function.
    pub(crate) name: String,
    /// The symbol of the layout.
    pub(crate) of: String,
    /// `true` if the offset is in bytes, `false` if it is in elements.
    pub(crate) bytes: bool,
    /// The relation of parameters and results.
    pub(crate) form: RequestedForm,
    /// The parameters and results.
    pub(crate) shape: CallShape,
}

/// The form of an addressing function, as the attribute states it.
pub(crate) enum RequestedForm {
    /// From an index to its offset.
    Offset,
    /// From an element slot to its least index.
    Inverse,
    /// From an index of groups of these lengths to the offset of the first element.
    Vector(Vec<i64>),
    /// From an index and its offset to the offset of the index plus these numbers.
    Step(Vec<i64>),
}

impl FunctionRequest {
    fn read(module: &Module, op: Op, attr: Attr) -> Option<FunctionRequest> {
        let ctx = &module.ctx;
        let of = match ctx.attr_kind(ctx.dict_get(attr, "of")?) {
            AttrKind::Symbol { root, .. } => ctx.text(*root).to_owned(),
            _ => return None,
        };
        let bytes = ctx.as_str(ctx.dict_get(attr, "unit")?)? == "byte";
        let lengths = ctx.as_int_list(ctx.dict_get(attr, "lengths")?)?;
        let numbers = |key| ctx.dict_get(attr, key).and_then(|list| ctx.as_int_list(list));
        let name = ctx.dict_get(attr, "form").and_then(|form| ctx.as_str(form));
        let form = match (name, numbers("vector"), numbers("step")) {
            (Some("inverse"), ..) => RequestedForm::Inverse,
            (_, Some(vector), _) => RequestedForm::Vector(vector),
            (_, _, Some(step)) => RequestedForm::Step(step),
            _ => RequestedForm::Offset,
        };
        let shape = match &form {
            RequestedForm::Inverse => {
                let &[low, high] = numbers("offsets")?.as_slice() else { return None };
                CallShape {
                    ranges: vec![Range { low, high }],
                    outputs: lengths,
                    ..CallShape::default()
                }
            }
            RequestedForm::Step(step) => CallShape {
                ranges: ranges(&lengths, step),
                takes_offset: true,
                ..CallShape::default()
            },
            _ => CallShape {
                ranges: ranges(&lengths, &vec![0; lengths.len()]),
                ..CallShape::default()
            },
        };
        Some(FunctionRequest { name: module.symbol(op)?.to_owned(), of, bytes, form, shape })
    }
}

/// Returns the index components for which both the component and its sum with a step are below the length of the dim.
fn ranges(lengths: &[i64], step: &[i64]) -> Vec<Range> {
    let range = |(length, step): (&i64, &i64)| Range {
        low: step.saturating_neg().max(0),
        high: length - 1 - step.max(&0),
    };
    lengths.iter().zip(step).map(range).collect()
}

/// The lookup of layouts by name.
pub(crate) struct Finder<'m> {
    registry: &'m Registry,
    module: &'m Module,
    layouts: Layouts<'m>,
    names: ValueNames<'m>,
}

impl Finder<'_> {
    /// Returns the layout of a symbol, or of a value of a function.
    ///
    /// # Errors
    /// The name is unknown, or has no layout.
    pub(crate) fn find(&self, function: Option<&str>, name: &str) -> Result<Rc<Layout>, String> {
        let Some(function) = function else {
            return self.layouts.symbol(name).map_err(|fault| fault.message);
        };
        let function = self.layouts.op(function).ok_or("unknown function")?;
        let value = self.value(function, name).ok_or("unknown value")?;
        let found = self.layouts.of_type(self.module.ty(value), true);
        found
            .map_err(|fault| fault.message)?
            .ok_or_else(|| "the type of the value has no layout".to_owned())
    }

    /// Returns the addressing functions of the program, in its order.
    ///
    /// # Errors
    /// The attribute of an addressing function lacks a member.
    pub(crate) fn addressed(&self) -> Result<Vec<FunctionRequest>, String> {
        let (module, key) = (self.module, "layout.address");
        let def = |op| self.registry.op_def(module, op);
        let functions = module.walk().filter(|&op| def(op).is_some_and(|it| it.function.is_some()));
        let attrs = functions.filter_map(|op| Some((op, module.attr(op, key)?)));
        let requested = attrs.map(|(op, attr)| {
            FunctionRequest::read(module, op, attr).ok_or_else(|| format!("`{key}` lacks a member"))
        });
        requested.collect()
    }

    fn value(&self, function: Op, name: &str) -> Option<Value> {
        let module = self.module;
        let ops = || module.walk_from(function);
        let regions = ops().flat_map(|op| module.regions(op));
        let blocks = regions.flat_map(|&region| module.blocks(region));
        let arguments = blocks.flat_map(|&block| module.arguments(block)).copied();
        let results = ops().flat_map(|op| module.results(op));
        arguments.chain(results).find(|&value| self.names.get(value) == name)
    }
}

/// Returns the standard output of layoutc as text.
///
/// # Errors
/// The standard error of layoutc, if the status is not 0.
pub(crate) fn layoutc(args: &[&str]) -> Result<String, String> {
    String::from_utf8(layoutc_bytes(args)?).map_err(|error| error.to_string())
}

/// Returns the standard output of layoutc as bytes.
///
/// # Errors
/// The same as those of [`layoutc`].
pub(crate) fn layoutc_bytes(args: &[&str]) -> Result<Vec<u8>, String> {
    layoutc_of("", args)
}

/// Returns the standard output of layoutc for a text on standard input.
///
/// # Errors
/// The same as those of [`layoutc`].
pub(crate) fn layoutc_of(input: &str, args: &[&str]) -> Result<Vec<u8>, String> {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut input.as_bytes(), &mut out, &mut err);
    let reported = String::from_utf8_lossy(&err);
    match status {
        0 => Ok(out),
        _ => Err(format!("layoutc {} exits with status {status}:\n{reported}", args.join(" "))),
    }
}

//! The other half of a check: the layouts of the tensors, from the program itself.
//!
//! Descriptions come out of the whole of layoutc; the layouts here are asked of the core for the types that
//! `resolve-strides` leaves, as `layoutc eval` does. So a fault of the lowering to Vulkan cannot hide itself.

use ir::attrs::AttrKind;
use ir::descriptor::Layouts;
use ir::diag::Sink;
use ir::layout::Layout;
use ir::print::ValueNames;
use ir::{Attr, Module, Op, Registry, Value};
use std::rc::Rc;

/// A program whose strides are resolved.
pub(crate) struct ResolvedProgram {
    registry: Registry,
    module: Module,
}

impl ResolvedProgram {
    /// What the given arguments, a file among them, compile to.
    ///
    /// # Errors
    /// What layoutc says against it.
    pub(crate) fn compile(args: &[&str]) -> Result<ResolvedProgram, String> {
        ResolvedProgram::read(&layoutc(&[args, &["--emit=generic"]].concat())?)
    }

    /// A text that layoutc wrote.
    ///
    /// # Errors
    /// It does not parse.
    pub(crate) fn read(text: &str) -> Result<ResolvedProgram, String> {
        let registry = Registry::new();
        let mut sink = Sink::default();
        let module = parser::parse(text, 0, &registry, &mut sink);
        let module = module.filter(|_| !sink.has_errors());
        let module = module.ok_or("layoutc does not read what it wrote")?;
        Ok(ResolvedProgram { registry, module })
    }

    /// Calls `then` with what finds the layouts of the program.
    pub(crate) fn with<R>(&self, then: impl FnOnce(&Finder<'_>) -> R) -> R {
        then(&Finder {
            registry: &self.registry,
            module: &self.module,
            layouts: Layouts::new(&self.module, &self.registry),
            names: ValueNames::new(&self.module, &self.registry),
        })
    }
}

/// The request by which an addressing function was written.
pub(crate) struct FunctionRequest {
    /// Its symbol.
    pub(crate) name: String,
    /// The symbol of the layout.
    pub(crate) of: String,
    /// Whether the offset counts bytes; else it counts elements.
    pub(crate) bytes: bool,
    /// The length of each logical dim.
    pub(crate) lengths: Vec<i64>,
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
        Some(FunctionRequest { name: module.symbol(op)?.to_owned(), of, bytes, lengths })
    }
}

/// Finds layouts by name.
pub(crate) struct Finder<'m> {
    registry: &'m Registry,
    module: &'m Module,
    layouts: Layouts<'m>,
    names: ValueNames<'m>,
}

impl Finder<'_> {
    /// The layout of a symbol, or of a value of a function.
    ///
    /// # Errors
    /// Says why there is none.
    pub(crate) fn find(&self, function: Option<&str>, name: &str) -> Result<Rc<Layout>, String> {
        let Some(function) = function else {
            return self.layouts.symbol(name).map_err(|fault| fault.message);
        };
        let function = self.layouts.op(function).ok_or("the function is not there")?;
        let value = self.value(function, name).ok_or("the value is not there")?;
        let found = self.layouts.of_type(self.module.ty(value), true);
        found.map_err(|fault| fault.message)?.ok_or_else(|| "its type has no layout".to_owned())
    }

    /// The addressing functions of the program, in its order.
    ///
    /// # Errors
    /// The attribute that makes a function one is not whole.
    pub(crate) fn addressed(&self) -> Result<Vec<FunctionRequest>, String> {
        let (module, key) = (self.module, "layout.address");
        let def = |op| self.registry.of(module, op);
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

/// What layoutc writes to its standard output, which is text.
///
/// # Errors
/// What it writes to standard error, where it ends with another status than 0.
pub(crate) fn layoutc(args: &[&str]) -> Result<String, String> {
    String::from_utf8(layoutc_bytes(args)?).map_err(|error| error.to_string())
}

/// The same for any bytes.
///
/// # Errors
/// As for [`layoutc`].
pub(crate) fn layoutc_bytes(args: &[&str]) -> Result<Vec<u8>, String> {
    layoutc_of("", args)
}

/// The same with a text on standard input.
///
/// # Errors
/// As for [`layoutc`].
pub(crate) fn layoutc_of(input: &str, args: &[&str]) -> Result<Vec<u8>, String> {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut input.as_bytes(), &mut out, &mut err);
    let reported = String::from_utf8_lossy(&err);
    match status {
        0 => Ok(out),
        _ => Err(format!("layoutc {} ends with status {status}:\n{reported}", args.join(" "))),
    }
}

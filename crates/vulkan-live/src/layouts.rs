//! The other half of a check: the layouts of the tensors, from the program itself.
//!
//! Descriptions come out of the whole of layoutc; the layouts here are asked of the core for the types that
//! `resolve-strides` leaves, as `layoutc eval` does. So a fault of the lowering to Vulkan cannot hide itself.

use ir::descriptor::Layouts;
use ir::diag::Sink;
use ir::layout::Layout;
use ir::print::ValueNames;
use ir::{Module, Op, Registry, Value};
use std::rc::Rc;

/// A program whose strides are resolved.
pub(crate) struct Program {
    registry: Registry,
    module: Module,
}

impl Program {
    /// Compiles a file.
    ///
    /// # Errors
    /// What layoutc says against it.
    pub(crate) fn compile(path: &str) -> Result<Program, String> {
        let passes = "--passes=resolve-strides";
        let text = layoutc(&[path, passes, "--target=emulation", "--emit=generic"])?;
        let registry = Registry::new();
        let mut sink = Sink::default();
        let module = parser::parse(&text, 0, &registry, &mut sink);
        let module = module.filter(|_| !sink.has_errors());
        let module = module.ok_or("layoutc does not read what it wrote")?;
        Ok(Program { registry, module })
    }

    /// Calls `then` with what finds the layouts of the program.
    pub(crate) fn with<R>(&self, then: impl FnOnce(&Finder<'_>) -> R) -> R {
        then(&Finder {
            module: &self.module,
            layouts: Layouts::new(&self.module, &self.registry),
            names: ValueNames::new(&self.module, &self.registry),
        })
    }
}

/// Finds layouts by name.
pub(crate) struct Finder<'m> {
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

/// What layoutc writes to its standard output.
///
/// # Errors
/// What it writes to standard error, where it ends with another status than 0.
pub(crate) fn layoutc(args: &[&str]) -> Result<String, String> {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut std::io::empty(), &mut out, &mut err);
    let told = String::from_utf8_lossy(&err);
    if status != 0 {
        return Err(format!("layoutc {} ends with status {status}:\n{told}", args.join(" ")));
    }
    String::from_utf8(out).map_err(|error| error.to_string())
}

//! The shipped targets, which are MLIR files, and the target of a text or a name.

use ir::diag::{Diag, Sink, code};
use ir::source::Span;
use ir::target::Target;
use ir::{Module, Registry, Verified};
use parser::ModuleText;

/// The target that the user named.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum NamedTarget {
    /// A target outside of the module, such as that of a file.
    Target(Box<Target>),
    /// The name of a target op of the module, or else of a target of the registry.
    Symbol(String),
}

impl NamedTarget {
    /// Returns the target.
    ///
    /// # Errors
    /// The name is unknown, or the target op is malformed.
    pub fn resolve(&self, module: &Module, registry: &Registry) -> Result<Target, Vec<Diag>> {
        match self {
            NamedTarget::Target(target) => Ok(Target::clone(target)),
            NamedTarget::Symbol(name) => Target::named(module, registry, name, Span::NONE),
        }
    }
}

/// The name of a target, with or without `@`.
impl From<&str> for NamedTarget {
    fn from(name: &str) -> NamedTarget {
        NamedTarget::Symbol(name.strip_prefix('@').unwrap_or(name).to_owned())
    }
}

/// Adds the shipped targets to a registry, and the groups that their rules name. The text of a target is parsed when the target is used or listed.
pub(crate) fn add_shipped(registry: &mut Registry) {
    registry.add_groups(|| shipped(include_str!("../targets/groups.mlir")));
    registry.add_target("arm_ml_engine", || shipped(include_str!("../targets/arm_ml_engine.mlir")));
    registry.add_target("channels_last", || shipped(include_str!("../targets/channels_last.mlir")));
    registry.add_target("emulation", || shipped(include_str!("../targets/emulation.mlir")));
    registry.add_target("npu37xx", || shipped(include_str!("../targets/npu37xx.mlir")));
    registry.add_target("spec_min", || shipped(include_str!("../targets/spec_min.mlir")));
    registry.add_target("tensorrt_like", || shipped(include_str!("../targets/tensorrt_like.mlir")));
    registry.add_target("vpux_like", || shipped(include_str!("../targets/vpux_like.mlir")));
}

fn shipped(text: &str) -> Target {
    let registry = Registry::new();
    let mut sink = Sink::default();
    let target = single_target("<target>", text, 0, &registry, &mut sink);
    // The user does not have the text, so diagnostics must not point at it.
    target.expect("a test parses the shipped targets").without_location()
}

/// Returns the single target of a text, or the target that its module selects; `None` if it has none, and the sink has the
/// reasons. `path` names the text, whose first byte is at position `base`.
pub fn single_target(
    path: &str,
    text: &str,
    base: u32,
    registry: &Registry,
    sink: &mut Sink,
) -> Option<Target> {
    let mut source = ModuleText::new(text, base, registry);
    let module = source.parse();
    let module = module.and_then(|it| Verified::new(it, registry, &mut source.sink).ok());
    let target = module.and_then(|module| {
        let found = match Target::of_module(&module, registry) {
            Ok(Some(target)) => Ok(target),
            Ok(None) => single(path, &module, registry, base),
            Err(faults) => Err(faults),
        };
        source.sink.value(found)
    });
    source.take().into_iter().for_each(|diag| sink.push(diag));
    target
}

fn single(
    path: &str,
    module: &Module,
    registry: &Registry,
    base: u32,
) -> Result<Target, Vec<Diag>> {
    let all: Vec<_> = Target::all_in(module).collect();
    match all[..] {
        [op] => Target::read(module, registry, op),
        [] => {
            let message = format!("`{path}` has no `layout.target`");
            Err(vec![Diag::error(code::TARGET, Span::new(base, base), message)])
        }
        [_, second, ..] => {
            let names =
                all.iter().filter_map(|&op| module.symbol(op)).map(|name| format!("`@{name}`"));
            let names = names.collect::<Vec<_>>().join(", ");
            let message = format!("`{path}` must select one of its {} targets: {names}", all.len());
            let diag = Diag::error(code::TARGET, module.location(second), message);
            Err(vec![
                diag.note("add the attribute `layout.target = @name` to its module to select one"),
            ])
        }
    }
}

//! The targets that `--target` takes: those shipped, which are files in the language, and files of the user.

use crate::Driver;
use crate::input;
use ir::diag::{Diag, Sink, code};
use ir::source::{SourceMap, Span};
use ir::target::{self, Target};
use ir::{Module, Registry, Verified};
use std::io;
use std::path::Path;

/// The target that the user named.
pub(crate) enum Named {
    /// A shipped one, or one of a file.
    Target(Target),
    /// A name that is none of these: a symbol of the module to be compiled, if it has it.
    Symbol(String),
}

/// Adds the shipped targets to what is known. Their texts are read when they are named or listed.
pub(crate) fn add_shipped(registry: &mut Registry) {
    registry.add_target("emulation", || shipped(include_str!("../targets/emulation.mlir")));
    registry.add_target("spec_min", || shipped(include_str!("../targets/spec_min.mlir")));
}

fn shipped(text: &str) -> Target {
    let (registry, mut sink) = (Registry::new(), Sink::default());
    let target = only_target("<target>", text, 0, &registry, &mut sink);
    // Users do not have the text, so no place in it is shown.
    target.expect("the shipped targets are well formed, which a test shows").without_place()
}

/// What `--target=text` names. Its faults go to the sink; the error is the exit status.
pub(crate) fn named(
    text: &str,
    driver: &Driver,
    sources: &mut SourceMap,
    sink: &mut Sink,
) -> Result<Named, i32> {
    if let Some(target) = driver.registry.target(text) {
        return Ok(Named::Target(target));
    }
    if !is_path(text) {
        let name = text.strip_prefix('@').unwrap_or(text);
        return Ok(Named::Symbol(name.to_owned()));
    }
    let base = input::read(text, &mut io::empty(), sources).map_err(|fault| {
        sink.push(fault.diag);
        fault.status
    })?;
    let file = sources.file_at(base).expect("the file was added there");
    let content = file.text.clone();
    only_target(text, &content, base, &driver.registry, sink).map(Named::Target).ok_or(1)
}

/// Whether the text is meant as a file: it looks like a path, or there is such a file.
fn is_path(text: &str) -> bool {
    text.contains(std::path::is_separator) || text.ends_with(".mlir") || Path::new(text).is_file()
}

/// The one target of a file, or that which the file's module picks.
fn only_target(
    path: &str,
    text: &str,
    base: u32,
    registry: &Registry,
    sink: &mut Sink,
) -> Option<Target> {
    let module = parser::parse(text, base, registry, sink)?;
    let module = Verified::new(module, registry, sink).ok()?;
    let found = match Target::of_module(&module, registry) {
        Ok(Some(target)) => Ok(target),
        Ok(None) => single(path, &module, base),
        Err(faults) => Err(faults),
    };
    found.map_err(|faults| faults.into_iter().for_each(|fault| sink.push(fault))).ok()
}

fn single(path: &str, module: &Module, base: u32) -> Result<Target, Vec<Diag>> {
    let all: Vec<_> = Target::all_in(module).collect();
    match all[..] {
        [op] => Target::read(module, op),
        [] => {
            let message = format!("`{path}` has no `layout.target`");
            Err(vec![Diag::error(code::TARGET, Span::new(base, base), message)])
        }
        [_, second, ..] => {
            let names =
                all.iter().filter_map(|&op| module.symbol(op)).map(|name| format!("`@{name}`"));
            let names = names.collect::<Vec<_>>().join(", ");
            let message = format!("`{path}` has {} targets: {names}", all.len());
            let diag = Diag::error(code::TARGET, module.span(second), message);
            Err(vec![diag.note("an attribute `layout.target = @name` of its module picks one")])
        }
    }
}

/// What to say of a name that is no target, where there is no module that could have it.
pub(crate) fn unknown(name: &str, registry: &Registry) -> Diag {
    explained(target::unknown(name, Span::NONE, registry.targets()))
}

/// What to say of a name that is no target; `faults` are those of the search in the module.
pub(crate) fn not_named(faults: Vec<Diag>) -> Box<Diag> {
    let first = faults.into_iter().next();
    Box::new(explained(first.expect("a search that finds nothing says why")))
}

fn explained(diag: Diag) -> Diag {
    diag.note("`--target` takes a name, or a file with a `layout.target`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::target::{Limit, SPEC_MIN};

    #[test]
    fn each_shipped_target_is_read_under_its_name_and_gives_all_limits() {
        let registry = Driver::default().registry;
        assert!(registry.targets().eq(["emulation", "spec_min"]));
        for name in registry.targets() {
            let target = registry.target(name).unwrap();
            assert_eq!(target.name, name);
            assert!(!target.summary.is_empty());
            assert!(Limit::ALL.iter().all(|&limit| target.gives(limit)), "{name}");
            // No target is below what a device must offer.
            let least = |limit| target.limits.get(limit) >= SPEC_MIN.limits.get(limit);
            assert!(Limit::ALL.into_iter().all(least), "{name}");
        }
    }

    #[test]
    fn the_file_of_the_minima_says_what_the_constant_says() {
        assert_eq!(Driver::default().registry.target("spec_min"), Some(SPEC_MIN.clone()));
    }

    #[test]
    fn paths_are_told_from_names() {
        assert!(is_path("a/b") && is_path("npu.mlir") && is_path("Cargo.toml"));
        assert!(!is_path("npu") && !is_path("spec_min") && !is_path("src"));
    }
}

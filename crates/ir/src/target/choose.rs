//! Finds the target that a module selects, and targets by name.

use super::{TARGET_ATTR, TARGET_OP, Target};
use crate::data::module::{Module, Op};
use crate::diag::{Diag, code, nearest};
use crate::print::attr_to_string;
use crate::registry::Registry;
use crate::source::SourceLocation;

impl Target {
    /// Returns the target that a module selects with an attribute such as `layout.target = @npu`. `None` without the
    /// attribute. The symbol names a target of the module, or else a target of `registry`.
    ///
    /// # Errors
    /// The target is unknown, reported at the module, or malformed.
    pub fn of_module(module: &Module, registry: &Registry) -> Result<Option<Target>, Vec<Diag>> {
        let root = module.root();
        let Some(attr) = module.attr(root, TARGET_ATTR) else { return Ok(None) };
        let place = module.location(root).attr(TARGET_ATTR);
        match module.ctx.as_symbol(attr) {
            Some(name) => Target::named(module, registry, name, place).map(Some),
            None => {
                let shown = attr_to_string(module, attr);
                let message = format!(
                    "`{TARGET_ATTR}` of the module is `{shown}`, but must be a symbol such as `@npu`"
                );
                Err(vec![Diag::error(code::OP_ATTRIBUTE, place, message)])
            }
        }
    }

    /// Returns the target `name`: a symbol of the module, or else a target of `registry`. `place` is the place of the
    /// name.
    ///
    /// # Errors
    /// The target is unknown, reported at `place`, or malformed.
    pub fn named(
        module: &Module,
        registry: &Registry,
        name: &str,
        place: impl Into<SourceLocation>,
    ) -> Result<Target, Vec<Diag>> {
        let own = module.ops(module.body()).find(|&op| module.symbol(op) == Some(name));
        match own {
            Some(op) if module.name(op) == TARGET_OP => Target::read(module, registry, op),
            Some(op) => {
                let message = format!("`@{name}` must be a target, but is a `{}`", module.name(op));
                let diag = Diag::error(code::TARGET, place, message);
                Err(vec![diag.note_at(module.location(op), "it is defined here")])
            }
            None => registry.target(name).ok_or_else(|| {
                let own = Target::all_in(module).filter_map(|op| module.symbol(op));
                let known: Vec<&str> =
                    own.chain(registry.targets().map(|name| -> &str { name })).collect();
                vec![unknown(name, place.into(), known.into_iter())]
            }),
        }
    }

    /// Returns the ops `layout.target` in the body of a module, in order.
    pub fn all_in(module: &Module) -> impl Iterator<Item = Op> {
        module.ops(module.body()).filter(|&op| module.name(op) == TARGET_OP)
    }
}

/// Returns the error of an unknown target. `known` lists the names of the known targets.
pub fn unknown<'a>(
    name: &str,
    place: impl Into<SourceLocation>,
    known: impl Iterator<Item = &'a str>,
) -> Diag {
    let place = place.into();
    let known: Vec<&str> = known.collect();
    let diag = Diag::error(code::TARGET, place.clone(), format!("unknown target `{name}`"));
    let diag = match nearest(name, known.iter().copied()) {
        Some(near) if place.path.is_empty() => diag.note(format!("did you mean `{near}`?")),
        Some(near) => {
            diag.note(format!("did you mean `{near}`?")).suggest(place, format!("@{near}"))
        }
        None => diag,
    };
    diag.note(format!("the targets are {}", known.join(", ")))
}

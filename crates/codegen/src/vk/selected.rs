//! The described tensors that the option `of` of an emitter selects by name.

use super::SizedDescription;
use ir::diag::{Diag, code, nearest};
use ir::layout::joined;
use ir::source::SourceLocation;
use ir::vulkan::TensorName;

/// The summary of the option.
pub(crate) const SUMMARY: &str =
    "described tensors, separated by commas: `@x`, or `@f:%x` of a value (default: all)";

/// The number of names that an error lists.
const SHOWN: usize = 8;

/// Returns the tensors that a list names, in the order of the module; all of them if the list is empty. `place` is the
/// place of errors.
///
/// # Errors
/// A name is that of no tensor.
pub(crate) fn selected<'a>(
    tensors: Vec<SizedDescription<'a>>,
    list: &str,
    place: SourceLocation,
) -> Result<Vec<SizedDescription<'a>>, Diag> {
    if list.is_empty() {
        return Ok(tensors);
    }
    let wanted: Vec<&str> = names(list).collect();
    let unknown = wanted.iter().find(|name| !tensors.iter().any(|it| is_named(it, name)));
    if let Some(unknown) = unknown {
        return Err(unknown_name(unknown, &tensors, place));
    }
    let is_wanted = |tensor: &SizedDescription<'_>| wanted.iter().any(|it| is_named(tensor, it));
    Ok(tensors.into_iter().filter(is_wanted).collect())
}

/// Splits a list at commas that are not between quotes.
fn names(list: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    let parts = list.split(move |it: char| {
        is_quoted ^= it == '"';
        it == ',' && !is_quoted
    });
    parts.map(str::trim)
}

/// Returns the names of a tensor: that of its description, and that of what is described.
fn names_of(tensor: &SizedDescription<'_>) -> impl Iterator<Item = String> {
    let described = &tensor.description.tensor;
    let subject = described.name.as_ref().and_then(|name| match name {
        TensorName::Value(name) => Some(format!("@{}:%{name}", described.function.as_ref()?)),
        name => Some(format!("@{}", name.text())),
    });
    [Some(format!("@{}", tensor.symbol)), subject].into_iter().flatten()
}

fn is_named(tensor: &SizedDescription<'_>, name: &str) -> bool {
    let plain = name.replace('"', "");
    names_of(tensor).any(|it| it == plain)
}

fn unknown_name(name: &str, tensors: &[SizedDescription<'_>], place: SourceLocation) -> Diag {
    let known: Vec<String> = tensors.iter().flat_map(names_of).collect();
    let near = nearest(name, known.iter().map(String::as_str));
    let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    let error = Diag::error(
        code::UNKNOWN_NAME,
        place,
        format!("no described tensor is named `{name}`{near}"),
    );
    let listed = joined(known.iter().take(SHOWN).map(|name| format!("`{name}`")), ", ");
    match known.len() {
        0 => error.note("the module describes no tensors"),
        len if len > SHOWN => error.note(format!("names: {listed} and {} more", len - SHOWN)),
        _ => error.note(format!("names: {listed}")),
    }
}

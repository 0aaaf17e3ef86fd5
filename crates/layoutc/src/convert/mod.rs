//! `layoutc convert`: writes a layout in another notation.
//!
//! `options` reads the command line into a [`ConvertRequest`]. The crate of notations reads and writes the texts.

mod options;

pub(crate) use options::{ConvertRequest, command, parse};

use compiler::SymbolTable;
use ir::diag::{Diag, Severity, code};
use ir::source::Span;
use notation::{NotatedPlacement, Notation, Witness};

/// The element type of a text whose notation needs one, if it is unknown.
const ASSUMED: &str = "f32";

/// Returns the text of a layout in a notation, and a remark if an element type was assumed.
///
/// # Errors
/// The layout is unknown, or the notation cannot express it.
pub(crate) fn convert(
    symbols: &mut SymbolTable<'_>,
    request: &ConvertRequest,
) -> Result<(String, Option<Diag>), Box<Diag>> {
    let of = &request.of;
    let to = request.to;
    let placed = symbols.element_placement(of);
    let (text, elem) = match placed.map_err(|error| Box::new(error.into_diag()))? {
        Some(NotatedPlacement { placement, elem }) => {
            (notation::write_placement(to.name, &placement, elem), elem)
        }
        None => {
            let found = symbols.element_layout(of);
            let found = found.map_err(|error| Box::new(error.into_diag()))?;
            (notation::write(to.name, &found.layout, found.elem), found.elem)
        }
    };
    let text = text.map_err(|witness| Box::new(inexpressible(of, to, &witness)))?;
    let remark = (to.needs_element && elem.is_none()).then(|| {
        let message = format!("the element type of `{of}` is unknown; `{ASSUMED}` is assumed");
        let remark = Diag::new(Severity::Remark, code::QUERY, Span::NONE, message);
        remark.note("use `--elem=TYPE` to name it")
    });
    Ok((text, remark))
}

fn inexpressible(of: &str, to: &Notation, witness: &Witness) -> Diag {
    let name = to.name;
    let message = match witness.is_proof {
        true => format!("`{name}` cannot express `{of}`: {witness}"),
        false => format!("no text of `{name}` was found for `{of}`: {witness}"),
    };
    let diag = Diag::error(code::QUERY, Span::NONE, message);
    match (witness.is_proof, to.searched) {
        (true, _) => diag,
        (false, Some(found)) => diag.note(format!("the search covers {found}")),
        (false, None) => diag.note("the search is bounded; a text may exist"),
    }
}

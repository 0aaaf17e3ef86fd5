//! The notations by name.

use layout::{CompareError, Layout, NotationFault, Placement, joined, nearest};

use crate::NOTATIONS;
use crate::element::ElementType;
use crate::grammar::{clip, one_of};
use crate::notation::{Notation, NotationFunctions, ShapeText};
use crate::placed::{NotatedPlacement, NotatedSubject, written_layout};
use crate::records::not_one_offset;
use crate::subject::WrittenLayout;
use crate::suffix::NotatedLayout;
use crate::symbolic::NotatedSymbolicLayout;
use crate::witness::Witness;

/// Returns the notation with this name; `None` if the name is unknown.
pub fn notation(name: &str) -> Option<&'static Notation> {
    NOTATIONS.iter().find(|notation| notation.name == name)
}

/// Returns `true` if a text begins with the name of a notation and a colon.
pub fn names_notation(text: &str) -> bool {
    text.split_once(':').is_some_and(|(name, _)| notation(name.trim()).is_some())
}

/// Returns the layout of `NAME:TEXT`. An element type that the text lacks is `elem`.
///
/// # Errors
/// The name is unknown, the text denotes no layout, or its element type is not `elem`.
pub fn read(text: &str, elem: Option<ElementType>) -> Result<NotatedLayout, NotationFault> {
    let (notation, body) = named(text)?;
    notation.read(body, elem).map_err(|fault| fault.shifted(text.len() - body.len()))
}

/// Returns the meaning of `NAME:TEXT`.
///
/// # Errors
/// The name is unknown, the text has no meaning, or its element type is not `elem`.
pub fn read_subject(
    text: &str,
    elem: Option<ElementType>,
) -> Result<NotatedSubject, NotationFault> {
    let (notation, body) = named(text)?;
    let read = match notation.functions {
        NotationFunctions::Layout { symbolic, read, .. } => {
            // A text whose only symbol is a dynamic length is also a layout without symbols.
            read(body, elem).map(NotatedSubject::Layout).or_else(|fault| {
                match symbolic.map_or(Ok(None), |symbolic| symbolic(body, elem))? {
                    Some(found) => Ok(NotatedSubject::Symbolic(Box::new(found))),
                    None => Err(fault),
                }
            })
        }
        NotationFunctions::Placement { read, .. } => read(body, elem).map(Into::into),
        NotationFunctions::Records { read } => read(body, elem).map(NotatedSubject::Records),
    };
    read.map_err(|fault| fault.shifted(text.len() - body.len()))
}

/// Returns the placement of `NAME:TEXT`: that of a notation of placements, or a layout on the axis `m`.
///
/// # Errors
/// As [`read`], or a length is dynamic.
pub fn read_placement(
    text: &str,
    elem: Option<ElementType>,
) -> Result<NotatedPlacement, NotationFault> {
    let (notation, body) = named(text)?;
    notation.read_placement(body, elem).map_err(|fault| fault.shifted(text.len() - body.len()))
}

/// Returns the layout with symbols of `NAME:TEXT`, such as `torch:(s0,s1):(s1,1) where s0 in 1..64`. An element type that
/// the text lacks is `elem`. `None` if the text has no symbols, or the notation has none.
///
/// # Errors
/// The name is unknown, the text denotes no layout for all values of its symbols, or its element type is not `elem`.
pub fn read_symbolic(
    text: &str,
    elem: Option<ElementType>,
) -> Result<Option<NotatedSymbolicLayout>, NotationFault> {
    let (notation, body) = named(text)?;
    let NotationFunctions::Layout { symbolic: Some(read), .. } = notation.functions else {
        return Ok(None);
    };
    read(body, elem).map_err(|fault| fault.shifted(text.len() - body.len()))
}

/// Returns the notation of `NAME:TEXT`, and the text after the colon.
fn named(text: &str) -> Result<(&'static Notation, &str), NotationFault> {
    let Some((name, body)) = text.split_once(':') else {
        let message = format!("expected `NAME:TEXT`, found `{}`", clip(text));
        return Err(NotationFault::new(0..text.len(), message).note(known_names()));
    };
    let Some(notation) = notation(name.trim()) else {
        let message = format!("unknown notation `{}`", clip(name));
        let near = nearest(name, NOTATIONS.iter().map(|notation| notation.name));
        let fault = NotationFault::new(0..name.len(), message).note(known_names());
        return Err(NotationFault { near: near.map(str::to_owned), ..fault });
    };
    Ok((notation, body))
}

impl Notation {
    /// Reads the text after the colon as a layout in memory.
    fn read(&self, body: &str, elem: Option<ElementType>) -> Result<NotatedLayout, NotationFault> {
        match self.functions {
            NotationFunctions::Layout { read, .. } => read(body, elem),
            NotationFunctions::Placement { read, .. } => read(body, elem)?.into_layout(body),
            NotationFunctions::Records { read } => {
                Err(not_one_offset(self, read(body, elem), body))
            }
        }
    }

    /// Reads the text after the colon as a placement.
    fn read_placement(
        &self,
        body: &str,
        elem: Option<ElementType>,
    ) -> Result<NotatedPlacement, NotationFault> {
        match self.functions {
            NotationFunctions::Layout { read, .. } => {
                NotatedPlacement::of_layout(read(body, elem)?, body)
            }
            NotationFunctions::Placement { read, .. } => read(body, elem),
            NotationFunctions::Records { read } => {
                Err(not_one_offset(self, read(body, elem), body))
            }
        }
    }
}

/// Returns the layout of `NAME:TEXT` for a shape that the text leaves out, such as `onednn:aBcd16b` for `[2, 17, 5, 5]`.
///
/// # Errors
/// The name is unknown, the notation needs its shape, or the text denotes no layout of the shape and element type. A
/// position in the text counts the shape, which is inserted.
pub fn read_shaped(
    text: &str,
    lengths: &[i64],
    elem: Option<ElementType>,
) -> Result<NotatedLayout, NotationFault> {
    let (name, body) = text.split_once(':').unwrap_or((text, ""));
    let Some(known) = notation(name.trim()) else { return read(text, elem) };
    let Some(shaped) = known.shaped() else {
        let message = format!("a text of `{}` has no form without its shape", known.name);
        let names = NOTATIONS.iter().filter(|it| it.shaped().is_some()).map(|it| it.name);
        let note = format!("the notations with such a form are {}", joined(names, ", "));
        return Err(NotationFault::new(0..text.len(), message).note(note));
    };
    // The name in MLIR has the bits of the type; that of XLA has a byte for fewer than 8.
    let xla_elem = elem.and_then(|elem| match elem.size().bits().get() {
        ..8 => Some(elem.name()),
        _ => elem.xla_name(),
    });
    let xla_elem = xla_elem.unwrap_or_default();
    let shape = ShapeText { lengths: joined(lengths, ","), xla_elem };
    let body = shaped(body, &shape);
    // The text of a notation that needs its element type has it now.
    let given = elem.filter(|_| !known.needs_element);
    known.read(&body, given).map_err(|fault| match read(text, elem) {
        Ok(_) => {
            let message = "the shape must be left out, so that the layout is one for all shapes";
            NotationFault::new(0..text.len(), message)
        }
        Err(_) => fault.shifted(name.len() + 1),
    })
}

fn known_names() -> String {
    format!("the notations are {}", joined(NOTATIONS.iter().map(|notation| notation.name), ", "))
}

/// Returns `NAME:TEXT` of a layout. The text denotes the same function from indices to offsets; this is checked.
///
/// # Errors
/// The name is unknown, or the notation cannot express the layout.
pub fn write(name: &str, layout: &Layout, elem: Option<ElementType>) -> Result<String, Witness> {
    let Some(notation) = notation(name) else {
        let names: Vec<&str> = NOTATIONS.iter().map(|notation| notation.name).collect();
        let reason = format!("unknown notation `{}`; expected {}", clip(name), one_of(&names));
        return Err(Witness::undecided(reason));
    };
    let write = match notation.functions {
        NotationFunctions::Layout { write, .. } => write,
        NotationFunctions::Placement { .. } => {
            let placement = Placement::of_layout(layout);
            let placement = placement.map_err(|fault| Witness::undecided(fault.message))?;
            return write_placement(name, &placement, elem);
        }
        NotationFunctions::Records { .. } => {
            let zero = vec![0; layout.shape().len()];
            let reason =
                format!("it has one offset, but an element of `{name}` has bits of a record");
            return Err(Witness::at(zero, reason));
        }
    };
    let subject = WrittenLayout::new(layout, elem)?;
    let written = write(&subject).and_then(|text| {
        let text = format!("{name}:{text}");
        check(&text, layout, elem).map(|()| text)
    });
    written.map_err(|witness| located(witness, &subject))
}

/// Returns `NAME:TEXT` of a placement.
///
/// # Errors
/// The name is unknown, or the notation cannot express the placement.
pub fn write_placement(
    name: &str,
    placement: &Placement,
    elem: Option<ElementType>,
) -> Result<String, Witness> {
    match notation(name).map(|notation| notation.functions) {
        Some(NotationFunctions::Placement { write, .. }) => {
            let text = format!("{name}:{}", write(placement, elem)?);
            check_placement(&text, placement).map(|()| text)
        }
        _ => self::write(name, written_layout(placement)?, elem),
    }
}

/// Returns a witness with an index: where none is known, that at which the layout is not a sum of digits.
fn located(witness: Witness, subject: &WrittenLayout<'_>) -> Witness {
    if witness.at.is_some() {
        return witness;
    }
    match subject.radix() {
        Err(difference) => difference.and_search(&witness.reason),
        Ok(_) => witness,
    }
}

/// Checks that a text denotes a layout.
///
/// # Errors
/// It does not: the index at which both differ.
fn check(text: &str, layout: &Layout, elem: Option<ElementType>) -> Result<(), Witness> {
    let elem = elem.filter(|_| text.starts_with("cute:"));
    let back = read(text, elem).map_err(|fault| {
        Witness::undecided(format!("the text `{}` denotes no layout: {fault}", clip(text)))
    })?;
    match layout.bounded_difference(&back.layout) {
        Ok(None) => Ok(()),
        Ok(Some(difference)) => {
            Err(Witness::from_difference(&difference, "differs from that of the nearest text")
                .unproven())
        }
        Err(CompareError::Address(error)) => Err(error.into()),
        Err(error) => Err(Witness::undecided(error.to_string())),
    }
}

/// Checks that a text denotes a placement.
///
/// # Errors
/// It does not: the index at which both differ.
fn check_placement(text: &str, placement: &Placement) -> Result<(), Witness> {
    let back = read_placement(text, None).map_err(|fault| {
        Witness::undecided(format!("the text `{}` denotes no placement: {fault}", clip(text)))
    })?;
    match placement.difference(&back.placement) {
        Ok(None) => Ok(()),
        Ok(Some(difference)) => {
            let at = difference.at.values().copied().collect();
            Err(Witness::at(at, "its slots differ from those of the nearest text").unproven())
        }
        Err(error) => Err(Witness::undecided(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notations_are_sorted_and_their_examples_are_read() {
        assert!(NOTATIONS.is_sorted_by(|a, b| a.name < b.name));
        for notation in NOTATIONS {
            let text = format!("{}:{}", notation.name, notation.example);
            if let NotationFunctions::Records { read } = notation.functions {
                assert!(read(notation.example, None).is_ok(), "{text}");
                continue;
            }
            let read = read_placement(&text, None);
            let read = read.unwrap_or_else(|fault| panic!("{text}: {fault}"));
            let written = write_placement(notation.name, &read.placement, read.elem);
            assert!(written.is_ok(), "{text}: {written:?}");
        }
    }
}

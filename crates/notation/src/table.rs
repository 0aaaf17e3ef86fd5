//! The notations by name.

use layout::{CompareError, Layout, NotationFault, nearest};

use crate::element::ElementType;
use crate::grammar::{clip, one_of};
use crate::subject::WrittenLayout;
use crate::suffix::NotatedLayout;
use crate::witness::Witness;
use crate::{cute, memref, onednn, torch, trt, tvm, vpux, xla};

/// A notation of layouts.
#[derive(Clone, Copy)]
pub struct Notation {
    /// The name before the colon.
    pub name: &'static str,
    /// A summary of one line.
    pub summary: &'static str,
    /// A text after the colon.
    pub example: &'static str,
    /// `true` if a text must name its element type.
    pub needs_element: bool,
    /// The layouts whose text the writer finds whenever one exists; `None` for all layouts. A failure for another layout
    /// proves nothing.
    pub searched: Option<&'static str>,
    read: ReadText,
    write: WriteText,
}

/// Reads the text after the colon. The element type is that of an option.
type ReadText = fn(&str, Option<ElementType>) -> Result<NotatedLayout, NotationFault>;

/// Writes the text after the colon.
type WriteText = fn(&WrittenLayout<'_>) -> Result<String, Witness>;

/// All notations, sorted by name.
pub const NOTATIONS: &[Notation] = &[
    Notation {
        name: "cute",
        summary: "CuTe: shapes and strides of nested modes, offsets and swizzles",
        example: "((2,2),4):((1,8),2)",
        needs_element: false,
        searched: Some(
            "layouts whose lengths have up to 2^12 divisors, and that normal forms or 2^24 comparisons decide",
        ),
        read: cute::read,
        write: cute::write,
    },
    Notation {
        name: "memref",
        summary: "MLIR and VPUX: a memref type with its layout",
        example: "memref<4x5xf32, strided<[8, 1]>>",
        needs_element: true,
        searched: Some("texts of up to 2^16 bytes, which normal forms or 2^24 comparisons decide"),
        read: memref::read,
        write: memref::write,
    },
    Notation {
        name: "onednn",
        summary: "oneDNN: a format tag with any nesting of blocks",
        example: "aBcd16b[2,17,5,5]",
        needs_element: false,
        searched: None,
        read: onednn::read,
        write: onednn::write,
    },
    Notation {
        name: "torch",
        summary: "PyTorch: sizes, strides and a storage offset, or a memory format",
        example: "channels_last(2,3,4,5)",
        needs_element: false,
        searched: None,
        read: torch::read,
        write: torch::write,
    },
    Notation {
        name: "trt",
        summary: "TensorRT: a format of I/O tensors",
        example: "kCHW32[1,35,7,5]:f16",
        needs_element: false,
        searched: None,
        read: trt::read,
        write: trt::write,
    },
    Notation {
        name: "tvm",
        summary: "TVM: an index map over row-major memory",
        example: "[1,64,56,56] lambda n,c,h,w: (n, c//16, h, w, c%16)",
        needs_element: false,
        searched: Some("texts of up to 2^16 bytes, which normal forms or 2^24 comparisons decide"),
        read: tvm::read,
        write: tvm::write,
    },
    Notation {
        name: "vpux",
        summary: "VPUX: an order by its name or code",
        example: "NHWC[1,64,56,56]",
        needs_element: false,
        searched: None,
        read: vpux::read,
        write: vpux::write,
    },
    Notation {
        name: "xla",
        summary: "XLA: a shape with minor-to-major dims and tiles of tiles",
        example: "f32[3,5]{1,0:T(2,2)}",
        needs_element: true,
        searched: Some(
            "digits with nested strides, of the dims or of neighbors that the first tile joins",
        ),
        read: xla::read,
        write: xla::write,
    },
];

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
    (notation.read)(body, elem).map_err(|fault| fault.moved(name.len() + 1))
}

fn known_names() -> String {
    let names: Vec<&str> = NOTATIONS.iter().map(|notation| notation.name).collect();
    format!("the notations are {}", names.join(", "))
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
    let subject = WrittenLayout::new(layout, elem)?;
    let written = (notation.write)(&subject).and_then(|text| {
        let text = format!("{name}:{text}");
        check(&text, layout, elem).map(|()| text)
    });
    written.map_err(|witness| located(witness, &subject))
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
    match layout.difference(&back.layout) {
        Ok(None) => Ok(()),
        Ok(Some(difference)) => {
            Err(Witness::of(&difference, "differs from that of the nearest text").unproven())
        }
        Err(CompareError::Address(error)) => Err(error.into()),
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
            let read = read(&text, None).unwrap_or_else(|fault| panic!("{text}: {fault}"));
            assert!(write(notation.name, &read.layout, read.elem).is_ok(), "{text}");
        }
    }
}

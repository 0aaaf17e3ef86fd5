//! The meaning of a name or type that has a layout: a layout in memory, a placement, or a layout with symbols.

use crate::layout::{AxisName, Layout, LayoutFault, Placement, SymbolicLayout};
use layout::{axis_list, joined};
use std::rc::Rc;

/// A layout in memory, a placement on several axes, with copies or with parts, or a layout with symbols.
#[derive(Clone, Debug)]
pub enum DescribedLayout {
    /// A layout with one offset for each index.
    Memory(Rc<Layout>),
    /// A placement that is no layout in memory.
    Placement(Rc<Placement>),
    /// A layout whose lengths, strides or offset are expressions over symbols.
    Symbolic(Rc<SymbolicLayout>),
}

impl DescribedLayout {
    /// Returns the meaning of a placement: that on the axis `m` alone without copies and parts is a layout in memory.
    pub fn of_placement(placement: Placement) -> DescribedLayout {
        match placement.as_layout() {
            Some(layout) => DescribedLayout::Memory(Rc::new(layout.clone())),
            None => DescribedLayout::Placement(Rc::new(placement)),
        }
    }

    /// Returns the placement; that of a layout in memory is on the axis `m`.
    ///
    /// # Errors
    /// A length is dynamic, or the layout has symbols.
    pub fn placement(&self) -> Result<Rc<Placement>, LayoutFault> {
        match self {
            DescribedLayout::Memory(layout) => Placement::of_layout(layout).map(Rc::new),
            DescribedLayout::Placement(placement) => Ok(placement.clone()),
            DescribedLayout::Symbolic(layout) => {
                let message = format!("a layout with {} has no placement", symbols_text(layout));
                Err(LayoutFault::new(message))
            }
        }
    }

    /// Returns the layout in memory.
    ///
    /// # Errors
    /// It is a placement, or has symbols; `name` is that of the layout in the message.
    pub fn memory(&self, name: &str) -> Result<&Rc<Layout>, String> {
        match self {
            DescribedLayout::Memory(layout) => Ok(layout),
            DescribedLayout::Placement(placement) => Err(not_in_memory(name, placement)),
            DescribedLayout::Symbolic(layout) => Err(not_concrete(name, layout)),
        }
    }

    /// Returns the layout with symbols; `None` if it has none.
    pub fn symbolic(&self) -> Option<&Rc<SymbolicLayout>> {
        match self {
            DescribedLayout::Symbolic(layout) => Some(layout),
            DescribedLayout::Memory(_) | DescribedLayout::Placement(_) => None,
        }
    }
}

/// Returns the message where a placement is named, but a layout in memory is needed. `name` is its name in quotes.
pub fn not_in_memory(name: &str, placement: &Placement) -> String {
    format!(
        "{name} is a placement on {}; this needs a layout in memory, with one offset for each index",
        axes_text(placement)
    )
}

/// Returns the message where a layout with symbols is named, but one without is needed. `name` is its name in quotes.
pub fn not_concrete(name: &str, layout: &SymbolicLayout) -> String {
    let symbols = symbols_text(layout);
    format!("{name} has {symbols}, whose values are unknown; this needs a layout without symbols")
}

/// Names the symbols of a layout.
fn symbols_text(layout: &SymbolicLayout) -> String {
    let names = joined(layout.symbols().names().map(|name| format!("`{name}`")), ", ");
    match layout.symbols().len() {
        0 => "expressions".to_owned(),
        1 => format!("the symbol {names}"),
        _ => format!("the symbols {names}"),
    }
}

/// Describes the axes, copies and parts of a placement.
fn axes_text(placement: &Placement) -> String {
    let axes: Vec<&AxisName> = placement.axes().collect();
    let word = if axes.len() == 1 { "axis" } else { "axes" };
    let mut text = format!("the {word} {}", axis_list(axes.iter().copied()));
    if axes.is_empty() {
        text = "no axis".to_owned();
    }
    let (copies, parts) = placement.slots_per_index();
    if !placement.copy_lengths().is_empty() {
        text += &format!(" with copies ({copies} slots for each index)");
    }
    if !placement.parts().is_empty() {
        text += &format!(" with {parts} parts");
    }
    text
}

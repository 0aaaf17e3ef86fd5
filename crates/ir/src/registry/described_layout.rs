//! The meaning of a name or type that has a layout: a layout in memory, or a placement.

use crate::layout::{AxisName, Layout, LayoutFault, Placement};
use layout::axis_list;
use std::rc::Rc;

/// A layout in memory, or a placement on several axes, with copies or with parts.
#[derive(Clone, Debug)]
pub enum DescribedLayout {
    /// A layout with one offset for each index.
    Memory(Rc<Layout>),
    /// A placement that is no layout in memory.
    Placement(Rc<Placement>),
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
    /// A length is dynamic.
    pub fn placement(&self) -> Result<Rc<Placement>, LayoutFault> {
        match self {
            DescribedLayout::Memory(layout) => Placement::of_layout(layout).map(Rc::new),
            DescribedLayout::Placement(placement) => Ok(placement.clone()),
        }
    }

    /// Returns the layout in memory.
    ///
    /// # Errors
    /// It is a placement; `name` is that of the layout in the message.
    pub fn memory(&self, name: &str) -> Result<&Rc<Layout>, String> {
        match self {
            DescribedLayout::Memory(layout) => Ok(layout),
            DescribedLayout::Placement(placement) => Err(not_in_memory(name, placement)),
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

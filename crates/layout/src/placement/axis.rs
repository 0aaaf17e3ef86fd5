//! The names of the axes of a memory, and the ways to combine the parts of a value.

use std::cmp::Ordering;

use smol_str::SmolStr;

use crate::messages::joined;

/// The axes that every placement may use, innermost first. Other axes follow, sorted by name.
const KNOWN: [&str; 6] = ["register", "lane", "warp", "block", "device", "m"];

/// The name of an axis of a memory. Axes are ordered from the innermost to the outermost: `register`, `lane`, `warp`,
/// `block`, `device`, `m`, then all others by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AxisName(SmolStr);

impl AxisName {
    /// The axis of memory proper, whose coordinates are offsets in elements.
    pub const MEMORY: AxisName = AxisName(SmolStr::new_static("m"));
    /// The registers of a lane.
    pub const REGISTER: AxisName = AxisName(SmolStr::new_static("register"));
    /// The lanes of a warp or subgroup.
    pub const LANE: AxisName = AxisName(SmolStr::new_static("lane"));
    /// The warps or subgroups of a block.
    pub const WARP: AxisName = AxisName(SmolStr::new_static("warp"));
    /// The blocks or workgroups of a grid.
    pub const BLOCK: AxisName = AxisName(SmolStr::new_static("block"));
    /// The devices of a mesh.
    pub const DEVICE: AxisName = AxisName(SmolStr::new_static("device"));

    /// Returns the axis of a name; `None` unless the name is a letter or `_`, then letters, digits and `_`.
    pub fn new(name: &str) -> Option<AxisName> {
        let mut letters = name.chars();
        let first = letters.next().filter(|it| it.is_ascii_alphabetic() || *it == '_');
        let is_name = first.is_some() && letters.all(|it| it.is_ascii_alphanumeric() || it == '_');
        is_name.then(|| AxisName(name.into()))
    }

    /// Returns the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns `true` for the axis of memory proper.
    pub fn is_memory(&self) -> bool {
        self.0 == "m"
    }

    /// Returns the position among the known axes; the number of these for other axes.
    fn level(&self) -> usize {
        KNOWN.iter().position(|known| self.0 == *known).unwrap_or(KNOWN.len())
    }
}

impl Ord for AxisName {
    fn cmp(&self, other: &AxisName) -> Ordering {
        self.level().cmp(&other.level()).then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for AxisName {
    fn partial_cmp(&self, other: &AxisName) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl_display!(AxisName { Self(name) => "{name}" });

/// Returns the names of axes in quotes, separated by commas.
pub fn axis_list<'a>(axes: impl IntoIterator<Item = &'a AxisName>) -> String {
    joined(axes.into_iter().map(|axis| format!("`{axis}`")), ", ")
}

/// The way in which the parts of a value are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combine {
    /// The sum.
    Add,
    /// The greatest.
    Max,
    /// The least.
    Min,
    /// The conjunction, bit by bit.
    And,
    /// The disjunction, bit by bit.
    Or,
}

impl Combine {
    /// All ways.
    pub const ALL: [Combine; 5] =
        [Combine::Add, Combine::Max, Combine::Min, Combine::And, Combine::Or];

    /// Returns the way of a name; `None` for other names.
    pub fn from_name(name: &str) -> Option<Combine> {
        Combine::ALL.into_iter().find(|way| way.name() == name)
    }

    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Combine::Add => "add",
            Combine::Max => "max",
            Combine::Min => "min",
            Combine::And => "and",
            Combine::Or => "or",
        }
    }
}

impl_display!(Combine { way => "{}" (way.name()) });

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_sorted_from_the_innermost() {
        let mut axes: Vec<AxisName> =
            ["y", "m", "device", "lane", "x", "warp", "register", "block"]
                .into_iter()
                .filter_map(AxisName::new)
                .collect();
        axes.sort();
        let names: Vec<&str> = axes.iter().map(AxisName::as_str).collect();
        assert_eq!(names, ["register", "lane", "warp", "block", "device", "m", "x", "y"]);
    }

    #[test]
    fn names_are_identifiers() {
        for name in ["", "1a", "a-b", "a b", "é"] {
            assert_eq!(AxisName::new(name), None, "{name}");
        }
        assert_eq!(AxisName::new("_a1").map(|axis| axis.to_string()), Some("_a1".to_owned()));
        for way in Combine::ALL {
            assert_eq!(Combine::from_name(way.name()), Some(way));
        }
    }
}

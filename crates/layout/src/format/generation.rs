//! The generations of the accelerator that some formats depend on.

/// A generation of the deep learning accelerator (DLA).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Generation {
    /// `xavier`.
    Xavier,
    /// `orin`.
    Orin,
}

impl Generation {
    /// All generations.
    pub const ALL: [Generation; 2] = [Generation::Xavier, Generation::Orin];

    /// Returns the generation with this name; `None` if the name is unknown.
    pub fn from_name(name: &str) -> Option<Generation> {
        Generation::ALL.into_iter().find(|generation| generation.name() == name)
    }

    /// Returns the name in the language.
    pub fn name(self) -> &'static str {
        match self {
            Generation::Xavier => "xavier",
            Generation::Orin => "orin",
        }
    }
}

impl_display!(Generation { generation => "{}" (generation.name()) });

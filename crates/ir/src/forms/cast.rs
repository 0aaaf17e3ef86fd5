//! The form of ops that convert a value to another type, in several dialects.

use crate::registry::GroupSize::One;
use crate::registry::{AssemblyForm, pieces};

/// Returns the form `%a : type to type`.
pub(super) const fn cast(name: &'static str) -> AssemblyForm<'static> {
    AssemblyForm::new(name, pieces!(%0 {} : type(%0) to type(#0))).operands(&[One]).results(&[One])
}

//! Computed names in definitions, which are constants.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// Returns a text that is kept until the program ends. Equal texts are kept once, so that programs which build many
/// registries do not grow.
pub fn kept(text: &str) -> &'static str {
    static TEXTS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    // A panic of another thread cannot leave the set in an invalid state.
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&found) = texts.get(text) {
        return found;
    }
    let new: &'static str = Box::leak(text.into());
    texts.insert(new);
    new
}

//! Fresh symbols for the ops that passes insert.

use indexmap::{IndexMap, IndexSet};
use ir::Module;

/// The symbols of a module's body, including those claimed by passes.
pub(crate) struct NewSymbols {
    taken: IndexSet<String>,
    /// The last numeric suffix tried for each name that was taken.
    numbers: IndexMap<String, u64>,
}

impl NewSymbols {
    pub(crate) fn new(module: &Module) -> NewSymbols {
        let symbols = module.ops(module.body()).filter_map(|op| module.symbol(op));
        NewSymbols { taken: symbols.map(str::to_owned).collect(), numbers: IndexMap::new() }
    }

    /// Claims and returns a free symbol. Characters of `wanted` that need quotes are replaced, and a taken name gets a
    /// numeric suffix.
    pub(crate) fn claim(&mut self, wanted: &str) -> String {
        let plain = bare(wanted);
        if self.taken.insert(plain.clone()) {
            return plain;
        }
        // The suffix continues from the last one of this name, so that many equal names take linear time.
        let last = self.numbers.entry(plain.clone()).or_insert(0);
        loop {
            *last += 1;
            let variant = format!("{plain}_{last}");
            if self.taken.insert(variant.clone()) {
                return variant;
            }
        }
    }
}

/// Returns the text as a symbol that needs no quotes: letters, digits, `_`, `$`, `.`, no digit first.
fn bare(text: &str) -> String {
    let legal = |char: char| char.is_ascii_alphanumeric() || matches!(char, '_' | '$' | '.');
    let mut name: String = text.chars().map(|char| if legal(char) { char } else { '_' }).collect();
    if !name.starts_with(|char: char| char.is_ascii_alphabetic() || char == '_') {
        name.insert(0, '_');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claimed_symbols_are_bare_and_unique() {
        let mut symbols = NewSymbols::new(&Module::new());
        let claimed =
            ["f_0#1_vk", "f_0_1_vk", "f_0_1_vk", "0_vk", "a-b_vk"].map(|name| symbols.claim(name));
        assert_eq!(claimed, ["f_0_1_vk", "f_0_1_vk_1", "f_0_1_vk_2", "_0_vk", "a_b_vk"]);
    }
}

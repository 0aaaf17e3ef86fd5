//! Symbols of the ops that passes add: legal ones that no other op of the module has.

use indexmap::{IndexMap, IndexSet};
use ir::Module;

/// The symbols of a module's body, to which new ones are added.
pub(crate) struct NewSymbols {
    taken: IndexSet<String>,
    /// The last number that was tried for a name that was taken.
    numbers: IndexMap<String, u64>,
}

impl NewSymbols {
    pub(crate) fn new(module: &Module) -> NewSymbols {
        let symbols = module.ops(module.body()).filter_map(|op| module.symbol(op));
        NewSymbols { taken: symbols.map(str::to_owned).collect(), numbers: IndexMap::new() }
    }

    /// Takes a symbol that is free: the wanted one, with what no bare symbol has replaced and a number if it is taken.
    pub(crate) fn claim(&mut self, wanted: &str) -> String {
        let plain = bare(wanted);
        if self.taken.insert(plain.clone()) {
            return plain;
        }
        // Counting goes on where it stopped for this name, so that many equal names take linear time.
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

/// The text as a symbol that needs no quotes: letters, digits, `_`, `$`, `.`, no digit first.
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
    fn symbols_are_bare_and_numbered() {
        let mut symbols = NewSymbols::new(&Module::new());
        let claimed =
            ["f_0#1_vk", "f_0_1_vk", "f_0_1_vk", "0_vk", "a-b_vk"].map(|name| symbols.claim(name));
        assert_eq!(claimed, ["f_0_1_vk", "f_0_1_vk_1", "f_0_1_vk_2", "_0_vk", "a_b_vk"]);
    }
}

//! Fresh symbols for the ops that passes insert.

use indexmap::{IndexMap, IndexSet};
use ir::{Module, Op};

/// The symbols of a symbol table, including those claimed by passes.
pub(crate) struct NewSymbols {
    taken: IndexSet<String>,
    /// The next numeric suffix to try for each name.
    numbers: IndexMap<String, u64>,
}

impl NewSymbols {
    /// Returns the symbols of a module's body.
    pub(crate) fn new(module: &Module) -> NewSymbols {
        NewSymbols::of_table(module, module.root())
    }

    /// Returns the symbols of an op whose regions are a symbol table.
    pub(crate) fn of_table(module: &Module, table: Op) -> NewSymbols {
        let symbols = module.inner_ops(table).filter_map(|op| module.symbol(op));
        NewSymbols { taken: symbols.map(str::to_owned).collect(), numbers: IndexMap::new() }
    }

    /// Claims and returns a free symbol. Characters of `preferred` that need quotes are replaced, and a taken name gets a
    /// numeric suffix.
    pub(crate) fn claim(&mut self, preferred: &str) -> String {
        let plain = bare(preferred);
        if self.taken.insert(plain.clone()) {
            return plain;
        }
        self.numbered(plain, 1)
    }

    /// Claims and returns a free symbol for a clone of the op with this symbol: the symbol with a number, from 0.
    pub(crate) fn claim_clone(&mut self, symbol: &str) -> String {
        self.numbered(bare(symbol), 0)
    }

    /// Claims the name with the least free number from `first`. The number continues from the last one of this name, so
    /// that many equal names take linear time.
    fn numbered(&mut self, name: String, first: u64) -> String {
        let next = self.numbers.entry(name.clone()).or_insert(first);
        loop {
            let variant = format!("{name}_{next}");
            *next += 1;
            if self.taken.insert(variant.clone()) {
                return variant;
            }
        }
    }
}

/// Returns the text as a symbol that needs no quotes: letters, digits, `_`, `$`, `.`, no digit first.
fn bare(text: &str) -> String {
    let mut name =
        text.replace(|char: char| !char.is_ascii_alphanumeric() && !matches!(char, '$' | '.'), "_");
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

    #[test]
    fn clones_are_numbered_from_0() {
        let mut symbols = NewSymbols::new(&Module::new());
        let claimed = [symbols.claim("f_1"), symbols.claim_clone("f"), symbols.claim_clone("f")];
        assert_eq!(claimed, ["f_1", "f_0", "f_2"]);
    }
}

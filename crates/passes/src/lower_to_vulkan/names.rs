//! Symbols of descriptions, and of whatever else a pass adds: legal ones that nobody has.

use indexmap::{IndexMap, IndexSet};
use ir::Module;
use ir::attrs::Attr;
use ir::vulkan::DESCRIPTION_OP;

/// The symbols and the descriptions of a module's body.
pub(crate) struct Symbols {
    taken: IndexSet<String>,
    /// The last number that was tried for a name that was taken.
    numbers: IndexMap<String, u64>,
    /// The attributes of each description that stands there, but for its symbol.
    described: IndexSet<Attr>,
}

impl Symbols {
    pub(crate) fn new(module: &mut Module) -> Symbols {
        let ops: Vec<_> = module.ops(module.body()).collect();
        let taken = ops.iter().filter_map(|&op| module.symbol(op)).map(str::to_owned).collect();
        let key = module.ctx.name("sym_name");
        let mut described = IndexSet::new();
        for op in ops {
            if module.name(op) == DESCRIPTION_OP {
                let (attrs, props) = (module.attrs(op), module.props(op));
                let entries = |attr| module.ctx.dict_entries(attr).to_vec();
                let all: Vec<_> = entries(attrs)
                    .into_iter()
                    .chain(props.map(entries).unwrap_or_default())
                    .collect();
                let all = module.ctx.dict(all);
                described.insert(module.ctx.dict_with(all, key, None));
            }
        }
        Symbols { taken, numbers: IndexMap::new(), described }
    }

    /// Whether a description with these attributes stood in the module before.
    pub(super) fn is_described(&self, attrs: Attr) -> bool {
        self.described.contains(&attrs)
    }

    /// A symbol that looks like `wanted` and that nobody has; it is taken then.
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
        let mut symbols = Symbols::new(&mut Module::new());
        let claimed =
            ["f_0#1_vk", "f_0_1_vk", "f_0_1_vk", "0_vk", "a-b_vk"].map(|name| symbols.claim(name));
        assert_eq!(claimed, ["f_0_1_vk", "f_0_1_vk_1", "f_0_1_vk_2", "_0_vk", "a_b_vk"]);
    }
}

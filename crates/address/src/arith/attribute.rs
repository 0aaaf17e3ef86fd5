//! The attribute `layout.address` of a function: the layout whose addresses it computes.
//!
//! ```mlir
//! {lengths = array<i64: 4, 5>, of = @x, unit = "element"}
//! {kernel = "fill", lengths = array<i64: 24>, source = 15 : i64, unit = "element"}
//! ```

use crate::unit::OffsetUnit;
use ir::{Attr, AttrKind, Module};

/// The attribute of a function that computes addresses.
pub const ADDRESS_KEY: &str = "layout.address";

/// The attribute of a `layout.reorder` that names its kernel: a function from each slot of the target to the element of
/// the source that belongs there.
pub const KERNEL_KEY: &str = "layout.kernel";

/// What a function computes the addresses of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressedLayout<'m> {
    /// The layout of this symbol.
    Of(&'m str),
    /// The source of a `layout.reorder`, as a function of the slots of its target: the function is its kernel.
    Source(KernelFacts),
}

/// What is known of a kernel beside its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KernelFacts {
    /// The number of slots of the source's buffer.
    pub source_slots: i64,
    /// `true` if slots of the target that hold no element are made zero, `false` if they are left alone.
    pub fills_padding: bool,
}

/// The attribute, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressAttr<'m> {
    /// The layout.
    pub layout: AddressedLayout<'m>,
    /// What the offset counts.
    pub unit: OffsetUnit,
    /// The length of each logical dim; of a kernel the number of slots of the target.
    pub lengths: Vec<i64>,
    /// A key that the attribute does not have; `None` if there is none.
    pub unknown_key: Option<&'m str>,
}

/// Returns `true` if the attribute is that of a kernel.
pub fn is_kernel(module: &Module, attr: Attr) -> bool {
    entry(module, attr, "kernel").is_some()
}

/// Returns the key `lengths` of the attribute; `None` if it is not there or no list of integers.
pub(crate) fn lengths(module: &Module, attr: Attr) -> Option<Vec<i64>> {
    module.ctx.as_int_list(entry(module, attr, "lengths")?)
}

fn entry(module: &Module, attr: Attr, key: &str) -> Option<Attr> {
    let is_dict = matches!(module.ctx.attr_kind(attr), AttrKind::Dict(_));
    is_dict.then(|| module.ctx.dict_get(attr, key))?
}

const KEYS: [&str; 5] = ["kernel", "lengths", "of", "source", "unit"];

impl<'m> AddressAttr<'m> {
    /// Reads the attribute.
    ///
    /// # Errors
    /// What is missing or malformed, as the sentence of a diagnostic.
    pub fn read(module: &'m Module, attr: Attr) -> Result<AddressAttr<'m>, String> {
        let ctx = &module.ctx;
        if !matches!(ctx.attr_kind(attr), AttrKind::Dict(_)) {
            return Err(format!("`{ADDRESS_KEY}` of a function is a dictionary"));
        }
        let entries = ctx.dict_entries(attr);
        let needs = |key: &str, what: &str| format!("`{ADDRESS_KEY}` needs `{key}`, {what}");
        let unit = entry(module, attr, "unit").and_then(|it| ctx.as_str(it));
        let unit = unit.and_then(OffsetUnit::of_text);
        let unit = unit.ok_or_else(|| needs("unit", "\"element\" or \"byte\""))?;
        let lengths = lengths(module, attr).filter(|all| all.iter().all(|&length| length >= 0));
        let lengths = lengths.ok_or_else(|| needs("lengths", "the length of each dim"))?;
        let layout = if is_kernel(module, attr) {
            let source = entry(module, attr, "source").and_then(|it| ctx.as_int(it));
            let fills = entry(module, attr, "kernel").and_then(|it| ctx.as_str(it));
            let source = source.filter(|&slots| slots >= 0);
            let source_slots = source.ok_or_else(|| needs("source", "the slots of the source"))?;
            let fills_padding = fills.and_then(fills_named);
            let fills_padding =
                fills_padding.ok_or_else(|| needs("kernel", "\"fill\" or \"keep\""))?;
            AddressedLayout::Source(KernelFacts { source_slots, fills_padding })
        } else {
            let of = entry(module, attr, "of").and_then(|it| ctx.as_symbol(it));
            AddressedLayout::Of(of.ok_or_else(|| needs("of", "the symbol of a layout"))?)
        };
        let keys = entries.iter().map(|&(key, _)| ctx.text(key));
        let unknown_key = keys.into_iter().find(|key| !KEYS.contains(key));
        Ok(AddressAttr { layout, unit, lengths, unknown_key })
    }

    /// Returns the attribute in a module.
    pub fn write(&self, module: &mut Module) -> Attr {
        let ctx = &mut module.ctx;
        let mut entries =
            vec![("unit", ctx.string(self.unit.text())), ("lengths", ctx.i64_array(&self.lengths))];
        match self.layout {
            AddressedLayout::Of(of) => entries.push(("of", ctx.symbol(of))),
            AddressedLayout::Source(KernelFacts { source_slots, fills_padding }) => {
                let kernel = if fills_padding { "fill" } else { "keep" };
                entries.extend([("kernel", ctx.string(kernel)), ("source", ctx.int(source_slots))]);
            }
        }
        let entries: Vec<_> =
            entries.into_iter().map(|(key, value)| (module.ctx.name(key), value)).collect();
        module.ctx.dict(entries)
    }
}

fn fills_named(name: &str) -> Option<bool> {
    match name {
        "fill" => Some(true),
        "keep" => Some(false),
        _ => None,
    }
}

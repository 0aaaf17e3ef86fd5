//! The attribute `layout.address` of a function: the layout whose addresses the function computes.
//!
//! ```mlir
//! {lengths = array<i64: 4, 5>, of = @x, unit = "element"}
//! {kernel = "fill", lengths = array<i64: 24>, source = 15 : i64, unit = "element"}
//! ```

use crate::unit::OffsetUnit;
use ir::{Attr, AttrKind, Module};

/// The key of the attribute of an addressing function.
pub const ADDRESS_KEY: &str = "layout.address";

/// The key of the attribute of a `layout.reorder` that names its kernel. The kernel maps each element slot of the
/// target to the slot of the source whose element is stored there.
pub const KERNEL_KEY: &str = "layout.kernel";

/// The layout whose addresses a function computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressedLayout<'m> {
    /// The layout of this symbol.
    Of(&'m str),
    /// The source of a `layout.reorder`, addressed by element slots of its target. The function is a kernel.
    Source(KernelFacts),
}

/// The attributes of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KernelFacts {
    /// The number of element slots of the source buffer.
    pub source_slots: i64,
    /// `true` if target slots that hold no element are set to zero; `false` if they are left unchanged.
    pub fills_padding: bool,
}

/// The parsed attribute `layout.address` of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressAttr<'m> {
    /// The layout.
    pub layout: AddressedLayout<'m>,
    /// The unit of the offset.
    pub unit: OffsetUnit,
    /// The length of each logical dim; for a kernel, the number of element slots of the target.
    pub lengths: Vec<i64>,
    /// The first unknown key; `None` if all keys are known.
    pub unknown_key: Option<&'m str>,
}

/// Returns `true` if a `layout.address` attribute belongs to a kernel.
pub fn is_kernel(module: &Module, attr: Attr) -> bool {
    entry(module, attr, "kernel").is_some()
}

/// Returns the value of the key `lengths`; `None` if the key is missing or its value is not a list of integers.
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
    /// The message of a diagnostic: the attribute is not a dictionary, or a key is missing or has an invalid value.
    pub fn read(module: &'m Module, attr: Attr) -> Result<AddressAttr<'m>, String> {
        let ctx = &module.ctx;
        if !matches!(ctx.attr_kind(attr), AttrKind::Dict(_)) {
            return Err(format!("`{ADDRESS_KEY}` of a function must be a dictionary"));
        }
        let entries = ctx.dict_entries(attr);
        let must_be =
            |key: &str, expected: &str| format!("`{key}` of `{ADDRESS_KEY}` must be {expected}");
        let unit = entry(module, attr, "unit").and_then(|it| ctx.as_str(it));
        let unit = unit.and_then(OffsetUnit::of_text);
        let unit = unit.ok_or_else(|| must_be("unit", "\"element\" or \"byte\""))?;
        let lengths = lengths(module, attr).filter(|all| all.iter().all(|&length| length >= 0));
        let lengths = lengths.ok_or_else(|| must_be("lengths", "the length of each dim"))?;
        let layout = if is_kernel(module, attr) {
            let source = entry(module, attr, "source").and_then(|it| ctx.as_int(it));
            let fills = entry(module, attr, "kernel").and_then(|it| ctx.as_str(it));
            let source = source.filter(|&slots| slots >= 0);
            let source_slots =
                source.ok_or_else(|| must_be("source", "the number of slots of the source"))?;
            let fills_padding = fills.and_then(fills_named);
            let fills_padding =
                fills_padding.ok_or_else(|| must_be("kernel", "\"fill\" or \"keep\""))?;
            AddressedLayout::Source(KernelFacts { source_slots, fills_padding })
        } else {
            let of = entry(module, attr, "of").and_then(|it| ctx.as_symbol(it));
            AddressedLayout::Of(of.ok_or_else(|| must_be("of", "the symbol of a layout"))?)
        };
        let keys = entries.iter().map(|&(key, _)| ctx.text(key));
        let unknown_key = keys.into_iter().find(|key| !KEYS.contains(key));
        Ok(AddressAttr { layout, unit, lengths, unknown_key })
    }

    /// Creates the attribute in a module.
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

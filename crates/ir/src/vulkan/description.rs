//! Reads `vk.tensor_description`: the fields of one `VkTensorDescriptionARM`, known or not.

use super::{Enumerator, Format, TILINGS, USAGES, all_formats, find, find_registered, find_value};
use crate::attrs::Attr;
use crate::context::Context;
use crate::layout::{Bits, ElemSize, Elems, MemShape, MemStrides, PhysicalLayout, solve};
use crate::module::{Module, Op};

/// A field with an enumerator of Vulkan: one that is registered, or what stands there instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field<T> {
    /// A registered one.
    Known(T),
    /// A text or number that is not registered, as it was written; empty when the field is absent.
    Unknown(String),
}

impl<T: Copy> Field<T> {
    /// The registered enumerator.
    pub fn known(&self) -> Option<T> {
        match self {
            Field::Known(known) => Some(*known),
            Field::Unknown(_) => None,
        }
    }
}

/// One tensor description. Lengths are elements of the format, strides are bytes, both outermost first.
#[derive(Clone, Debug)]
pub struct Description {
    /// How the tensor lies in memory; LINEAR when absent.
    pub tiling: Field<&'static Enumerator>,
    /// What an element is.
    pub format: Field<&'static Format>,
    /// `dimension_count`, where it is given beside `dims`.
    pub dimension_count: Option<i64>,
    /// The lengths; none is a null pointer.
    pub dims: Option<Vec<i64>>,
    /// The strides; none is a null pointer.
    pub strides: Option<Vec<i64>>,
    /// The usage bits; SHADER alone when absent.
    pub usage: Vec<Field<&'static Enumerator>>,
}

impl Description {
    /// Reads the attributes of an op; none of them need be right.
    pub fn read(module: &Module, op: Op) -> Description {
        let ctx = &module.ctx;
        let ints = |key| module.attr(op, key).and_then(|attr| ctx.as_int_list(attr));
        let tiling = module.attr(op, "tiling").map(|attr| enumerator(ctx, TILINGS, attr));
        let usage = module.attr(op, "usage").map(|attr| usages(ctx, attr));
        Description {
            tiling: tiling.unwrap_or_else(|| named(TILINGS, "LINEAR")),
            format: format(ctx, module.attr(op, "format")),
            dimension_count: module.attr(op, "dimension_count").and_then(|attr| ctx.as_int(attr)),
            dims: ints("dims"),
            strides: ints("strides"),
            usage: usage.unwrap_or_else(|| vec![named(USAGES, "SHADER")]),
        }
    }

    /// `dimensionCount`, which both arrays are read by: as given, else the number of lengths; none without either.
    pub fn count(&self) -> Option<i64> {
        let given = self.dims.as_ref().and_then(|dims| i64::try_from(dims.len()).ok());
        self.dimension_count.or(given)
    }

    /// The layout in memory, in bytes: the given strides, or packed without, and inside them one more dim, the
    /// bytes of an element. So strides that are no whole number of elements are described too. A packed layout
    /// is all that is known of tilings other than LINEAR.
    ///
    /// # Errors
    /// Says what is no layout: an unknown format or one without a size, no dims or more than 14, a length below 1,
    /// another number of strides, or numbers that do not fit 64 bits.
    pub fn layout(&self) -> Result<PhysicalLayout, String> {
        let format = self.format.known().filter(|format| format.bytes > 0);
        let format = format.ok_or("its format is not known or has no size")?;
        let bytes = i64::try_from(format.bytes).expect("formats are small");
        let dims = self.dims.as_deref().filter(|dims| !dims.is_empty()).ok_or("it has no dims")?;
        let byte = ElemSize::new(Bits::new(8)).expect("a byte has a size");
        let shape = MemShape::of_static(&[dims, &[bytes]].concat());
        let shape = shape.map_err(|error| error.to_string())?;
        let strides = match &self.strides {
            Some(strides) if strides.len() != dims.len() => {
                return Err(format!("it has {} strides for {} dims", strides.len(), dims.len()));
            }
            Some(strides) => MemStrides::new(strides.iter().copied().chain([1]).map(Elems::new))
                .map_err(|error| error.to_string())?,
            // Where nothing is asked the least strides leave no gap.
            None => solve(&shape, byte, &[]).map_err(|error| error.to_string())?,
        };
        PhysicalLayout::new(shape, strides, Elems::ZERO, byte).map_err(|error| error.to_string())
    }
}

fn named(rows: &'static [Enumerator], name: &str) -> Field<&'static Enumerator> {
    find(rows, name).map_or_else(|| Field::Unknown(name.to_owned()), Field::Known)
}

fn enumerator(
    ctx: &Context,
    rows: &'static [Enumerator],
    attr: Attr,
) -> Field<&'static Enumerator> {
    if let Some(name) = ctx.as_str(attr) {
        return named(rows, name);
    }
    match ctx.as_int(attr) {
        Some(value) => {
            find_value(rows, value).map_or_else(|| Field::Unknown(value.to_string()), Field::Known)
        }
        None => Field::Unknown("no name".to_owned()),
    }
}

/// A list of names and bits, or one integer mask.
fn usages(ctx: &Context, attr: Attr) -> Vec<Field<&'static Enumerator>> {
    match (ctx.as_array(attr), ctx.as_int(attr)) {
        (Some(items), _) => items.iter().flat_map(|&item| usage_item(ctx, item)).collect(),
        (None, Some(mask)) => bits(mask),
        (None, None) => vec![enumerator(ctx, USAGES, attr)],
    }
}

fn usage_item(ctx: &Context, attr: Attr) -> Vec<Field<&'static Enumerator>> {
    ctx.as_int(attr).map_or_else(|| vec![enumerator(ctx, USAGES, attr)], bits)
}

fn bits(mask: i64) -> Vec<Field<&'static Enumerator>> {
    let known = USAGES.iter().filter(|row| mask & row.value != 0);
    let rest = USAGES.iter().fold(mask, |rest, row| rest & !row.value);
    let unknown = (rest != 0).then(|| Field::Unknown(format!("{rest:#x}")));
    known.map(Field::Known).chain(unknown).collect()
}

fn format(ctx: &Context, attr: Option<Attr>) -> Field<&'static Format> {
    let Some(attr) = attr else { return Field::Unknown(String::new()) };
    let (found, written) = match (ctx.as_str(attr), ctx.as_int(attr)) {
        (Some(name), _) => (find_registered(name), name.to_owned()),
        (None, Some(value)) => (all_formats().find(|row| row.value == value), value.to_string()),
        (None, None) => (None, "no name".to_owned()),
    };
    found.map_or(Field::Unknown(written), Field::Known)
}

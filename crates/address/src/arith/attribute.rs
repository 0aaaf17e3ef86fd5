//! The attribute `layout.address` of a function: the layout whose addresses the function computes.
//!
//! ```mlir
//! {lengths = array<i64: 4, 5>, of = @x, unit = "element"}
//! {lengths = array<i64: 4, 2>, of = @x, unit = "element", vector = array<i64: 1, 4>}
//! {lengths = array<i64: 4, 5>, of = @x, offsets = array<i64: 0, 19>, step = array<i64: 0, 1>, unit = "element"}
//! {lengths = array<i64: 64, 8>, of = @x, symbols = ["s1"], symbol_ranges = array<i64: 1, 8>, unit = "element"}
//! {field = "d", lengths = array<i64: 4, 96>, of = @w, unit = "byte", widths = array<i64: 16>}
//! ```
//!
//! `symbols` are the symbols of the layout that the function has as parameters after the index, and `symbol_ranges` the
//! least and the greatest value of each; `lengths` are then the greatest lengths for all values of the symbols. `divisors` is a
//! map over the symbols of the layout: the last entries of `symbols` are the multiplier and the shift of each result.
//!
//! `vector`, `step`, `widths` and `form` state the form of the function; without them it is from an index to an offset.
//! `widths` are the bits of each part of a value in records, from 1 to 64, the lowest part first. `field` names the field of
//! the records whose value it is; without it, the value is the element. `offsets` is the range of the offset argument.
//! `total` states that a body defines more than its form requires: it computes the offset of each index + step inside the
//! lengths from the index alone. Simplification drops it.

use crate::form::AddressForm;
use crate::unit::OffsetUnit;
use ir::affine::AffineMap;
use ir::{Attr, AttrKind, Module};
use layout::Range;

/// The key of the attribute of an addressing function.
pub const ADDRESS_KEY: &str = "layout.address";

/// A parameter of an addressing function that is a symbol of its layout.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SymbolParam {
    /// The name.
    pub name: String,
    /// The values.
    pub range: Range,
}

impl SymbolParam {
    /// Returns the parameter of a symbol of this name and these values.
    pub fn new(name: impl Into<String>, range: Range) -> SymbolParam {
        SymbolParam { name: name.into(), range }
    }
}

/// The parameters of an addressing function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddressSignature {
    /// The meaning of the parameters.
    pub form: AddressForm,
    /// The length of each logical dim, for a layout with symbols the greatest one; in the form `Vector`, the number of
    /// groups along each dim.
    pub lengths: Vec<i64>,
    /// The range of the parameter that is an offset or a slot; `None` if there is none.
    pub offsets: Option<Range>,
    /// The symbols that are parameters after the index, in the form `Offset`.
    pub symbols: Vec<SymbolParam>,
    /// The divisors, over the symbols of the layout, of which a multiplier and a shift are the last two of `symbols` each;
    /// `None` if there are none.
    pub divisors: Option<AffineMap>,
    /// `true` if the function has the form `Step`, uses only the index, and computes the offset of each sum of index and
    /// step inside the lengths, even if the index is outside. The difference to the offset of the index follows from
    /// such a function.
    pub is_total: bool,
}

impl AddressSignature {
    /// Returns the signature of a function of a form without an offset parameter.
    pub fn of_index(form: AddressForm, lengths: Vec<i64>) -> AddressSignature {
        AddressSignature { form, lengths, ..AddressSignature::default() }
    }

    /// Reads the signature from the attribute of a function. Without the key `lengths` there are no parameters.
    ///
    /// # Errors
    /// The message of a diagnostic: a key has an invalid value, or keys are incompatible.
    pub(crate) fn read(module: &Module, attr: Attr) -> Result<AddressSignature, String> {
        let lengths = match entry(module, attr, "lengths") {
            Some(lengths) => module.ctx.as_int_list(lengths),
            None => Some(Vec::new()),
        };
        let lengths = lengths.filter(|all| all.iter().all(|&length| length >= 0));
        let lengths = lengths.ok_or_else(|| must_be("lengths", "the length of each dim"))?;
        let form = form(module, attr, &lengths)?;
        let offsets = offsets(module, attr, &form)?;
        let is_total = is_total(module, attr, &form)?;
        let symbols = symbols(module, attr, &form)?;
        let divisors = divisors(module, attr, symbols.len())?;
        Ok(AddressSignature { form, lengths, offsets, symbols, divisors, is_total })
    }

    /// Returns the symbols of the layout that are parameters, without multipliers and shifts.
    pub fn own_symbols(&self) -> &[SymbolParam] {
        let divisors = self.divisors.as_ref().map_or(0, |map| map.results().len());
        &self.symbols[..self.symbols.len().saturating_sub(2 * divisors)]
    }

    /// Returns the range of each parameter. The form of a signature that was read has an index, so that no range is
    /// empty.
    pub fn params(&self) -> Vec<Range> {
        let index = self.form.index_ranges(&self.lengths).filter(|_| self.form.takes_index());
        let symbols = self.symbols.iter().map(|symbol| symbol.range);
        index.unwrap_or_default().into_iter().chain(self.offsets).chain(symbols).collect()
    }

    /// Returns the labels of the parameters, such as `d0`.
    pub fn labels(&self) -> Vec<String> {
        let symbols = self.symbols.iter().map(|symbol| symbol.name.clone());
        self.form.labels(self.lengths.len()).into_iter().chain(symbols).collect()
    }
}

/// The parsed attribute `layout.address` of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressAttr<'m> {
    /// The symbol of the layout whose addresses the function computes.
    pub of: &'m str,
    /// The parameters.
    pub signature: AddressSignature,
    /// The unit of the offset.
    pub unit: OffsetUnit,
    /// The field of records whose bits the function computes; `None` for the elements, and in other forms than `Bits`.
    pub field: Option<&'m str>,
    /// The first unknown key; `None` if all keys are known.
    pub unknown_key: Option<&'m str>,
}

/// Returns the attribute without the key `total`.
pub(crate) fn without_total(module: &mut Module, attr: Attr) -> Attr {
    let entries = module.ctx.dict_entries(attr).to_vec();
    let kept = entries.into_iter().filter(|&(key, _)| module.ctx.text(key) != "total");
    let kept: Vec<_> = kept.collect();
    module.ctx.dict(kept)
}

fn entry(module: &Module, attr: Attr, key: &str) -> Option<Attr> {
    let is_dict = matches!(module.ctx.attr_kind(attr), AttrKind::Dict(_));
    is_dict.then(|| module.ctx.dict_get(attr, key))?
}

const KEYS: [&str; 13] = [
    "divisors",
    "field",
    "form",
    "lengths",
    "of",
    "offsets",
    "step",
    "symbol_ranges",
    "symbols",
    "total",
    "unit",
    "vector",
    "widths",
];

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
        let unit = entry(module, attr, "unit").and_then(|it| ctx.as_str(it));
        let unit = unit.and_then(OffsetUnit::of_text);
        let unit = unit.ok_or_else(|| must_be("unit", "\"element\" or \"byte\""))?;
        if entry(module, attr, "lengths").is_none() {
            return Err(must_be("lengths", "the length of each dim"));
        }
        let signature = AddressSignature::read(module, attr)?;
        let of = entry(module, attr, "of").and_then(|it| ctx.as_symbol(it));
        let of = of.ok_or_else(|| must_be("of", "the symbol of a layout"))?;
        let field = entry(module, attr, "field");
        let field = field.map(|it| ctx.as_str(it).ok_or_else(|| must_be("field", "a string")));
        let field = field.transpose()?;
        if field.is_some() && !matches!(signature.form, AddressForm::Bits(_)) {
            return Err(format!("`field` of `{ADDRESS_KEY}` requires `widths`"));
        }
        let mut keys = ctx.dict_entries(attr).iter().map(|&(key, _)| ctx.text(key));
        let unknown_key = keys.find(|key| !KEYS.contains(key));
        Ok(AddressAttr { of, signature, unit, field, unknown_key })
    }

    /// Creates the attribute in a module.
    pub fn write(&self, module: &mut Module) -> Attr {
        let ctx = &mut module.ctx;
        let mut entries = vec![
            ("unit", ctx.string(self.unit.text())),
            ("lengths", ctx.i64_array(&self.signature.lengths)),
        ];
        match &self.signature.form {
            AddressForm::Offset => {}
            AddressForm::Inverse => entries.push(("form", ctx.string("inverse"))),
            AddressForm::Vector(vector) => entries.push(("vector", ctx.i64_array(vector))),
            AddressForm::Step(step) => entries.push(("step", ctx.i64_array(step))),
            AddressForm::Bits(widths) => entries.push(("widths", ctx.i64_array(widths))),
        }
        if self.signature.is_total {
            entries.push(("total", ctx.unit()));
        }
        entries.extend(
            self.signature.offsets.map(|it| ("offsets", ctx.i64_array(&[it.low, it.high]))),
        );
        entries.extend(self.field.map(|field| ("field", ctx.string(field))));
        if !self.signature.symbols.is_empty() {
            let symbols = &self.signature.symbols;
            let names: Vec<Attr> = symbols.iter().map(|it| ctx.string(&it.name)).collect();
            let ranges = symbols.iter().flat_map(|it| [it.range.low, it.range.high]);
            entries.push(("symbols", ctx.array(&names)));
            entries.push(("symbol_ranges", ctx.i64_array(&ranges.collect::<Vec<_>>())));
        }
        if let Some(divisors) = &self.signature.divisors {
            entries.push(("divisors", ctx.attr(AttrKind::AffineMap(divisors.clone()))));
        }
        entries.push(("of", ctx.symbol(self.of)));
        let entries: Vec<_> =
            entries.into_iter().map(|(key, value)| (module.ctx.name(key), value)).collect();
        module.ctx.dict(entries)
    }
}

fn must_be(key: &str, expected: &str) -> String {
    format!("`{key}` of `{ADDRESS_KEY}` must be {expected}")
}

/// Reads the form of a function whose dims have these lengths.
fn form(module: &Module, attr: Attr, lengths: &[i64]) -> Result<AddressForm, String> {
    let ctx = &module.ctx;
    let name = entry(module, attr, "form").map(|it| ctx.as_str(it).unwrap_or_default());
    let named = name.map(|name| AddressForm::of_name(name).ok_or_else(must_be_a_form));
    let each = lengths.len();
    let vector = numbers(module, attr, "vector", each, 1, "a positive number for each length");
    let step = numbers(module, attr, "step", each, i64::MIN, "a number for each length");
    if let Some(widths) = widths(module, attr)? {
        return match (named.transpose()?, vector?, step?) {
            (None | Some(AddressForm::Offset), None, None) => Ok(AddressForm::Bits(widths)),
            _ => Err(format!("`widths` of `{ADDRESS_KEY}` is incompatible with other forms")),
        };
    }
    let form = match (named.transpose()?, vector?, step?) {
        (form, None, None) => form.unwrap_or_default(),
        (None | Some(AddressForm::Offset), Some(vector), None) => AddressForm::Vector(vector),
        (None | Some(AddressForm::Offset), None, Some(step)) => AddressForm::Step(step),
        _ => {
            let message = "must have at most one of `form = \"inverse\"`, `step` and `vector`";
            return Err(format!("`{ADDRESS_KEY}` {message}"));
        }
    };
    if form.index_ranges(lengths).is_none() {
        let message = "an index and its sum with `step` must both be inside `lengths`";
        return Err(format!("`{ADDRESS_KEY}` has no index: {message}"));
    }
    Ok(form)
}

/// Reads the widths of the parts of a value in records; `None` if the key is absent.
fn widths(module: &Module, attr: Attr) -> Result<Option<Vec<i64>>, String> {
    let Some(widths) = entry(module, attr, "widths") else { return Ok(None) };
    let widths = module.ctx.as_int_list(widths).filter(|all| !all.is_empty());
    let widths = widths.filter(|all| all.iter().all(|width| (1..=64).contains(width)));
    widths.map(Some).ok_or_else(|| must_be("widths", "the bits of each part, from 1 to 64"))
}

/// Reads a list of this many numbers, each at least `least`; `None` if the key is absent.
fn numbers(
    module: &Module,
    attr: Attr,
    key: &str,
    count: usize,
    least: i64,
    expected: &str,
) -> Result<Option<Vec<i64>>, String> {
    let Some(numbers) = entry(module, attr, key) else { return Ok(None) };
    let numbers = module.ctx.as_int_list(numbers).filter(|all| all.len() == count);
    let numbers = numbers.filter(|all| all.iter().all(|&number| number >= least));
    numbers.map(Some).ok_or_else(|| must_be(key, expected))
}

fn must_be_a_form() -> String {
    let names = AddressForm::NAMES.map(|(name, _)| format!("\"{name}\""));
    must_be("form", &names.join(" or "))
}

/// Reads the range of the parameter that is an offset or a slot.
fn offsets(module: &Module, attr: Attr, form: &AddressForm) -> Result<Option<Range>, String> {
    let listed = entry(module, attr, "offsets").map(|it| module.ctx.as_int_list(it));
    match (listed, form.takes_offset()) {
        (None, false) => Ok(None),
        (Some(_), false) => {
            Err(format!("`offsets` of `{ADDRESS_KEY}` requires `step` or `form = \"inverse\"`"))
        }
        (listed, true) => match listed.flatten().as_deref() {
            Some(&[low, high]) if low <= high => Ok(Some(Range { low, high })),
            _ => Err(must_be("offsets", "the least and the greatest offset argument")),
        },
    }
}

/// Reads the symbols that are parameters.
fn symbols(module: &Module, attr: Attr, form: &AddressForm) -> Result<Vec<SymbolParam>, String> {
    let listed = entry(module, attr, "symbols");
    let ranges = entry(module, attr, "symbol_ranges");
    let (listed, ranges) = match (listed, ranges) {
        (None, None) => return Ok(Vec::new()),
        _ if !matches!(form, AddressForm::Offset | AddressForm::Vector(_)) => {
            return Err(format!("`symbols` of `{ADDRESS_KEY}` is incompatible with `{form}`"));
        }
        (Some(listed), Some(ranges)) => (listed, ranges),
        _ => return Err(format!("`{ADDRESS_KEY}` must have both `symbols` and `symbol_ranges`")),
    };
    let ctx = &module.ctx;
    let names = ctx.as_array(listed);
    let names = names.and_then(|names| names.iter().map(|&name| ctx.as_str(name)).collect());
    let names: Vec<&str> = names.ok_or_else(|| must_be("symbols", "a list of names"))?;
    let expected = "the least and the greatest value of each symbol";
    let ranges = ctx.as_int_list(ranges).filter(|ranges| ranges.len() == 2 * names.len());
    let ranges = ranges.ok_or_else(|| must_be("symbol_ranges", expected))?;
    let params = names.iter().zip(ranges.chunks_exact(2)).map(|(name, ends)| {
        let range = Range { low: ends[0], high: ends[1] };
        let is_range = range.low <= range.high;
        let param = is_range.then(|| SymbolParam::new(*name, range));
        param.ok_or_else(|| must_be("symbol_ranges", expected))
    });
    params.collect()
}

/// Reads the divisors whose multipliers and shifts are among this number of symbols.
fn divisors(module: &Module, attr: Attr, symbols: usize) -> Result<Option<AffineMap>, String> {
    let Some(listed) = entry(module, attr, "divisors") else { return Ok(None) };
    let map = module.ctx.as_symbol_map(listed).filter(|map| 2 * map.results().len() <= symbols);
    let map = map.ok_or_else(|| {
        must_be("divisors", "a map over symbols, with two entries of `symbols` for each result")
    })?;
    Ok(Some(map.clone()))
}

/// Reads whether a function of the form `Step` is total.
fn is_total(module: &Module, attr: Attr, form: &AddressForm) -> Result<bool, String> {
    match (entry(module, attr, "total"), form) {
        (None, _) => Ok(false),
        (Some(total), AddressForm::Step(_)) => match module.ctx.attr_kind(total) {
            AttrKind::Unit => Ok(true),
            _ => Err(must_be("total", "`unit`")),
        },
        (Some(_), _) => Err(format!("`total` of `{ADDRESS_KEY}` requires `step`")),
    }
}

//! The attribute `plan` of a kernel: the plan of its copy, from which emitters write loops.
//!
//! ```mlir
//! plan = {digits = [array<i64: 8, 15, 15>, array<i64: 15, 1, 1>], dims = [array<i64: 0>, array<i64: 0>], ...}
//! ```
//!
//! The element size is that of the kernel's types, and the kernel states whether it sets padding to zero.
//!
//! | key | value |
//! |---|---|
//! | `method` | `identity`, `vector`, `tile` or `strided` |
//! | `offsets` | the source offset and the target slot of the tuple of zeros |
//! | `digits` | for each digit: length (0 if it is dynamic), source stride, target stride |
//! | `parts` | for each digit, for each of its parts: dim, weight, length |
//! | `dims` | for each dim: shift; if it is guarded, also the begin and end of the written and of the valued positions |
//! | `fills` | for each fill: start, slots; then length and stride of each repetition |
//! | `loops` | for each loop: digit, step, and 1 if it is inside a block of its digit |
//! | `unit`, `run` | the digit that is moved whole, for `tile` and `strided`, and for `vector` |
//! | `tile` | for `tile`: the digits of stride one unit in the source and in the target, and the side |
//! | `exchange` | for `tile`: `registers` or `workgroup` |

use crate::attrs::{Attr, AttrKind};
use crate::diag::code;
use crate::encoding::Fault;
use crate::layout::{
    CopyDigit, CopyDim, CopyFill, CopyLoop, CopyMethod, CopyPart, CopyPlan, Len, TileExchange,
};
use crate::module::Module;
use std::ops::Range;

/// The key of the plan.
pub(super) const PLAN_KEY: &str = "plan";

/// Creates the attribute of a plan in a module.
pub(super) fn write(module: &mut Module, plan: &CopyPlan) -> Attr {
    let length = |length: Len| length.get().unwrap_or(0);
    let digits = plan.digits.iter().map(|it| vec![length(it.length), it.source, it.target]);
    let digits: Vec<Vec<i64>> = digits.collect();
    let part = |it: &CopyPart| [position(it.dim), it.weight, length(it.length)];
    let parts = plan.digits.iter().map(|it| it.parts.iter().flat_map(part).collect());
    let parts: Vec<Vec<i64>> = parts.collect();
    let dims: Vec<Vec<i64>> = (0..plan.dims.len()).map(|at| dim_numbers(plan, at)).collect();
    let fills = plan.fills.iter().map(|fill| {
        let over = fill.over.iter().flat_map(|&(count, stride)| [length(count), stride]);
        [fill.start, fill.slots].into_iter().chain(over).collect()
    });
    let fills: Vec<Vec<i64>> = fills.collect();
    let step = |it: &CopyLoop| [position(it.digit), it.step, i64::from(it.inside)];
    let loops: Vec<i64> = plan.loops.iter().flat_map(step).collect();
    let mut entries = vec![
        ("offsets", module.ctx.i64_array(&[plan.source_offset, plan.target_offset])),
        ("digits", lists(module, &digits)),
        ("parts", lists(module, &parts)),
        ("dims", lists(module, &dims)),
        ("loops", module.ctx.i64_array(&loops)),
    ];
    if !fills.is_empty() {
        entries.push(("fills", lists(module, &fills)));
    }
    let mut at = |key, digit: usize| entries.push((key, module.ctx.int(position(digit))));
    match plan.method {
        CopyMethod::Identity => {}
        CopyMethod::Vector { run } => at("run", run),
        CopyMethod::Tile { unit, .. } | CopyMethod::Strided { unit } => {
            unit.into_iter().for_each(|unit| at("unit", unit));
        }
    }
    entries.push(("method", module.ctx.string(plan.method.name())));
    if let CopyMethod::Tile { source, target, side, exchange, .. } = plan.method {
        let tile = [position(source), position(target), side];
        entries.push(("tile", module.ctx.i64_array(&tile)));
        entries.push(("exchange", module.ctx.string(exchange_name(exchange))));
    }
    let entries: Vec<_> =
        entries.into_iter().map(|(key, value)| (module.ctx.name(key), value)).collect();
    module.ctx.dict(entries)
}

fn exchange_name(exchange: TileExchange) -> &'static str {
    match exchange {
        TileExchange::Registers => "registers",
        TileExchange::Workgroup => "workgroup",
    }
}

fn position(at: usize) -> i64 {
    i64::try_from(at).unwrap_or(i64::MAX)
}

fn lists(module: &mut Module, lists: &[Vec<i64>]) -> Attr {
    let lists: Vec<Attr> = lists.iter().map(|list| module.ctx.i64_array(list)).collect();
    module.ctx.array(&lists)
}

/// Returns the numbers of a dim: its shift, and its ranges if it is guarded.
fn dim_numbers(plan: &CopyPlan, at: usize) -> Vec<i64> {
    let dim = &plan.dims[at];
    if !dim.is_guarded() {
        return vec![dim.shift];
    }
    let written = dim.written.clone().unwrap_or(0..plan.capacity(at));
    let valued = dim.valued.clone().unwrap_or(written.clone());
    vec![dim.shift, written.start, written.end, valued.start, valued.end]
}

/// Reads the attribute of a plan whose elements have this number of bits.
///
/// # Errors
/// A key is missing, or has an invalid value.
pub(super) fn read(
    module: &Module,
    attr: Attr,
    elem_bits: i64,
    fills_padding: bool,
) -> Result<CopyPlan, Fault> {
    let AttrKind::Dict(_) = module.ctx.attr_kind(attr) else {
        let message = format!("`{PLAN_KEY}` of a kernel must be a dictionary");
        return Err(Fault::new(code::OP_ATTRIBUTE, message));
    };
    let reader = PlanReader { module, attr };
    let invalid = |key: &'static str| {
        let message = format!("`{key}` of `{PLAN_KEY}` is missing or invalid");
        let fault = Fault::new(code::OP_ATTRIBUTE, message);
        if reader.entry(key).is_some() { fault.at_entry(key) } else { fault }
    };
    let plan = reader.plan(elem_bits, fills_padding).map_err(invalid)?;
    let keys = module.ctx.dict_entries(attr).iter().map(|&(key, _)| module.ctx.text(key));
    let own = method_keys(plan.method);
    match keys.into_iter().find(|key| !KEYS.contains(key) && !own.contains(key)) {
        None => Ok(plan),
        Some(key) => {
            let method = plan.method.name();
            let message = format!("unknown key `{key}` in `{PLAN_KEY}` of method `{method}`");
            Err(Fault::new(code::UNKNOWN_NAME, message).at_key(key))
        }
    }
}

/// The keys of every plan.
const KEYS: [&str; 7] = ["digits", "dims", "fills", "loops", "method", "offsets", "parts"];

/// Returns the keys that only plans of a method have.
fn method_keys(method: CopyMethod) -> &'static [&'static str] {
    match method {
        CopyMethod::Identity => &[],
        CopyMethod::Vector { .. } => &["run"],
        CopyMethod::Tile { .. } => &["exchange", "tile", "unit"],
        CopyMethod::Strided { .. } => &["unit"],
    }
}

/// A key that is missing or has an invalid value.
type InvalidKey = &'static str;

/// The reader of one attribute.
struct PlanReader<'m> {
    module: &'m Module,
    attr: Attr,
}

impl PlanReader<'_> {
    fn plan(&self, elem_bits: i64, fills_padding: bool) -> Result<CopyPlan, InvalidKey> {
        let &[source_offset, target_offset] = &self.ints("offsets")?[..] else {
            return Err("offsets");
        };
        let dims = self.lists("dims")?;
        let digits = self.digits(dims.len())?;
        let mut plan = CopyPlan {
            elem_bits,
            fills_padding,
            source_offset,
            target_offset,
            method: self.method(digits.len())?,
            loops: self.loops(digits.len())?,
            fills: self.fills()?,
            digits,
            dims: Vec::new(),
        };
        for (at, numbers) in dims.iter().enumerate() {
            plan.dims.push(dim(numbers, plan.capacity(at)).ok_or("dims")?);
        }
        let bits = plan.unit_elements().checked_mul(elem_bits);
        bits.map(|_| plan).ok_or("unit")
    }

    fn entry(&self, key: &str) -> Option<Attr> {
        self.module.ctx.dict_get(self.attr, key)
    }

    fn int(&self, key: InvalidKey) -> Result<i64, InvalidKey> {
        self.entry(key).and_then(|it| self.module.ctx.as_int(it)).ok_or(key)
    }

    fn ints(&self, key: InvalidKey) -> Result<Vec<i64>, InvalidKey> {
        self.entry(key).and_then(|it| self.module.ctx.as_int_list(it)).ok_or(key)
    }

    fn lists(&self, key: InvalidKey) -> Result<Vec<Vec<i64>>, InvalidKey> {
        let ctx = &self.module.ctx;
        let lists = self.entry(key).and_then(|it| ctx.as_array(it)).ok_or(key)?;
        lists.iter().map(|&list| ctx.as_int_list(list).ok_or(key)).collect()
    }

    /// Returns the position of a digit.
    fn digit(&self, key: InvalidKey, digits: usize) -> Result<usize, InvalidKey> {
        below(self.int(key)?, digits).ok_or(key)
    }

    fn digits(&self, dims: usize) -> Result<Vec<CopyDigit>, InvalidKey> {
        let (digits, parts) = (self.lists("digits")?, self.lists("parts")?);
        if digits.len() != parts.len() {
            return Err("parts");
        }
        let both = digits.iter().zip(&parts);
        both.map(|(digit, parts)| {
            let &[length, source, target] = &digit[..] else { return Err("digits") };
            let length = len(length).filter(|_| target > 0).ok_or("digits")?;
            let parts = parts.chunks(3).map(|part| read_part(part, dims));
            let parts: Option<Vec<CopyPart>> = parts.collect();
            let parts = parts.filter(|parts| !parts.is_empty());
            let parts = parts.ok_or("parts")?;
            Ok(CopyDigit { length, source, target, parts })
        })
        .collect()
    }

    fn loops(&self, digits: usize) -> Result<Vec<CopyLoop>, InvalidKey> {
        let numbers = self.ints("loops")?;
        let read = |numbers: &[i64]| {
            let &[digit, step, inside] = numbers else { return None };
            let digit = below(digit, digits).filter(|_| step > 0)?;
            Some(CopyLoop { digit, step, inside: inside != 0 })
        };
        let loops: Option<Vec<CopyLoop>> = numbers.chunks(3).map(read).collect();
        loops.ok_or("loops")
    }

    fn fills(&self) -> Result<Vec<CopyFill>, InvalidKey> {
        if self.entry("fills").is_none() {
            return Ok(Vec::new());
        }
        let read = |numbers: &Vec<i64>| {
            let (&[start, slots], over) = numbers.split_first_chunk::<2>()?;
            let over = over.chunks(2).map(|pair| match *pair {
                [count, stride] if stride > 0 => Some((len(count)?, stride)),
                _ => None,
            });
            let over = over.collect::<Option<Vec<_>>>().filter(|_| slots > 0)?;
            Some(CopyFill { start, slots, over })
        };
        let fills: Option<Vec<CopyFill>> = self.lists("fills")?.iter().map(read).collect();
        fills.ok_or("fills")
    }

    fn method(&self, digits: usize) -> Result<CopyMethod, InvalidKey> {
        let unit = match self.entry("unit") {
            Some(_) => Some(self.digit("unit", digits)?),
            None => None,
        };
        let name = self.entry("method").and_then(|it| self.module.ctx.as_str(it));
        match name {
            Some("identity") => Ok(CopyMethod::Identity),
            Some("vector") => Ok(CopyMethod::Vector { run: self.digit("run", digits)? }),
            Some("strided") => Ok(CopyMethod::Strided { unit }),
            Some("tile") => self.tile(unit, digits),
            _ => Err("method"),
        }
    }

    fn tile(&self, unit: Option<usize>, digits: usize) -> Result<CopyMethod, InvalidKey> {
        let &[source, target, side] = &self.ints("tile")?[..] else { return Err("tile") };
        let ends = below(source, digits).zip(below(target, digits));
        let ends = ends.filter(|&(source, target)| {
            source != target && unit != Some(source) && unit != Some(target)
        });
        let (source, target) = ends.ok_or("tile")?;
        if !(1..=1 << 16).contains(&side) {
            return Err("tile");
        }
        let exchange = match self.entry("exchange").and_then(|it| self.module.ctx.as_str(it)) {
            Some("registers") => TileExchange::Registers,
            Some("workgroup") => TileExchange::Workgroup,
            _ => return Err("exchange"),
        };
        Ok(CopyMethod::Tile { unit, source, target, side, exchange })
    }
}

fn below(value: i64, end: usize) -> Option<usize> {
    usize::try_from(value).ok().filter(|&at| at < end)
}

fn len(length: i64) -> Option<Len> {
    if length == 0 { Some(Len::DYNAMIC) } else { Len::new(length) }
}

fn read_part(numbers: &[i64], dims: usize) -> Option<CopyPart> {
    let &[dim, weight, length] = numbers else { return None };
    let dim = below(dim, dims).filter(|_| weight > 0)?;
    Some(CopyPart { dim, weight, length: len(length)? })
}

/// Returns a dim from its numbers. A range that is not restricted is `None`, as in the plan that was written.
fn dim(numbers: &[i64], capacity: i64) -> Option<CopyDim> {
    let (shift, written, valued): (i64, Range<i64>, Range<i64>) = match *numbers {
        [shift] => return Some(CopyDim { shift, written: None, valued: None }),
        [shift, a, b, c, d] => (shift, a..b, c..d),
        _ => return None,
    };
    let is_inside = 0 <= written.start && written.end <= capacity;
    let is_ordered = written.start <= valued.start && valued.end <= written.end;
    let valued = (valued != written).then_some(valued);
    let written = (written != (0..capacity)).then_some(written);
    (is_inside && is_ordered).then_some(CopyDim { shift, written, valued })
}

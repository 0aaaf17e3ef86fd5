//! The attribute `plan` of a kernel: the plan of its copy, from which emitters write loops.
//!
//! ```mlir
//! plan = {digits = [array<i64: 8, 15, 15>, array<i64: 15, 1, 1>], dims = [array<i64: 0>, array<i64: 0>], ...}
//! ```
//!
//! The element size is that of the kernel's types, and the kernel states whether it sets padding to zero. Method and loops
//! follow from the digits ([`CopyPlan::scheduled`]).
//!
//! | key | value |
//! |---|---|
//! | `offsets` | the source offset and the target slot of the tuple of zeros |
//! | `digits` | for each digit: length (0 if it is dynamic), source stride, target stride |
//! | `parts` | for each digit, for each of its parts: dim, weight, length |
//! | `dims` | for each dim: shift; if it is guarded, also the begin and end of the written and of the valued positions |
//! | `fills` | for each fill: start, slots; then length and stride of each repetition |
//! | `workgroup_bytes` | the workgroup memory in which tiles are transposed; without it they are transposed in registers |

use crate::attrs::{Attr, AttrKind};
use crate::diag::code;
use crate::encoding::Fault;
use crate::layout::{
    CopyDigit, CopyDim, CopyFill, CopyMachine, CopyMethod, CopyPart, CopyPlan, Len,
};
use crate::module::Module;
use std::ops::Range;

/// The key of the plan.
pub(super) const PLAN_KEY: &str = "plan";

/// Creates the attribute of a plan in a module.
pub(super) fn write(module: &mut Module, plan: &CopyPlan) -> Attr {
    fn length(length: Len) -> i64 {
        length.get().unwrap_or(0)
    }
    let digits = plan.digits.iter().map(|it| vec![length(it.length), it.source, it.target]);
    let digits: Vec<Vec<i64>> = digits.collect();
    let parts = plan.digits.iter().map(|it| {
        it.parts.iter().flat_map(|it| [position(it.dim), it.weight, length(it.length)]).collect()
    });
    let parts: Vec<Vec<i64>> = parts.collect();
    let dims: Vec<Vec<i64>> = (0..plan.dims.len()).map(|at| dim_numbers(plan, at)).collect();
    let fills = plan.fills.iter().map(|fill| {
        let over = fill.over.iter().flat_map(|&(count, stride)| [length(count), stride]);
        [fill.start, fill.slots].into_iter().chain(over).collect()
    });
    let fills: Vec<Vec<i64>> = fills.collect();
    let mut entries = vec![
        ("offsets", module.ctx.i64_array(&[plan.source_offset, plan.target_offset])),
        ("digits", lists(module, &digits)),
        ("parts", lists(module, &parts)),
        ("dims", lists(module, &dims)),
    ];
    if !fills.is_empty() {
        entries.push(("fills", lists(module, &fills)));
    }
    let workgroup_bytes = plan.machine().workgroup_bytes;
    if workgroup_bytes > 0 {
        entries.push((WORKGROUP, module.ctx.int(workgroup_bytes)));
    }
    let entries: Vec<_> =
        entries.into_iter().map(|(key, value)| (module.ctx.name(key), value)).collect();
    module.ctx.dict(entries)
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
    let mut keys = module.ctx.dict_entries(attr).iter().map(|&(key, _)| module.ctx.text(key));
    if let Some(key) = keys.find(|key| !KEYS.contains(key)) {
        let message = format!("unknown key `{key}` in `{PLAN_KEY}` of a kernel");
        return Err(Fault::new(code::UNKNOWN_NAME, message).at_key(key));
    }
    let reader = PlanReader { module, attr };
    let plan = reader.plan(elem_bits, fills_padding);
    let both = plan.and_then(|plan| Ok((plan, reader.machine()?)));
    let (plan, machine) = both.map_err(|key| {
        let message = format!("`{key}` of `{PLAN_KEY}` is missing or invalid");
        let fault = Fault::new(code::OP_ATTRIBUTE, message);
        if reader.entry(key).is_some() { fault.at_entry(key) } else { fault }
    })?;
    plan.scheduled(machine).map_err(|fault| Fault::new(code::ADDRESS_DIFFERS, fault.to_string()))
}

/// The key of the workgroup memory.
const WORKGROUP: &str = "workgroup_bytes";

/// The keys of a plan.
const KEYS: [&str; 6] = ["digits", "dims", "fills", "offsets", "parts", WORKGROUP];

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
            method: CopyMethod::Identity,
            loops: Vec::new(),
            fills: self.fills()?,
            digits,
            dims: Vec::new(),
        };
        for (at, numbers) in dims.iter().enumerate() {
            plan.dims.push(dim(numbers, plan.capacity(at)).ok_or("dims")?);
        }
        Ok(plan)
    }

    fn machine(&self) -> Result<CopyMachine, InvalidKey> {
        let mut machine = CopyMachine::DEFAULT;
        if let Some(bytes) = self.entry(WORKGROUP) {
            machine.workgroup_bytes = self.module.ctx.as_int(bytes).ok_or(WORKGROUP)?;
        }
        Ok(machine)
    }

    fn entry(&self, key: &str) -> Option<Attr> {
        self.module.ctx.dict_get(self.attr, key)
    }

    fn ints(&self, key: InvalidKey) -> Result<Vec<i64>, InvalidKey> {
        self.entry(key).and_then(|it| self.module.ctx.as_int_list(it)).ok_or(key)
    }

    fn lists(&self, key: InvalidKey) -> Result<Vec<Vec<i64>>, InvalidKey> {
        let ctx = &self.module.ctx;
        let lists = self.entry(key).and_then(|it| ctx.as_array(it)).ok_or(key)?;
        lists.iter().map(|&list| ctx.as_int_list(list).ok_or(key)).collect()
    }

    fn digits(&self, dims: usize) -> Result<Vec<CopyDigit>, InvalidKey> {
        let digits = self.lists("digits")?;
        let parts = self.lists("parts")?;
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

    fn fills(&self) -> Result<Vec<CopyFill>, InvalidKey> {
        if self.entry("fills").is_none() {
            return Ok(Vec::new());
        }
        let fills: Option<Vec<CopyFill>> = self
            .lists("fills")?
            .iter()
            .map(|numbers| {
                let (&[start, slots], over) = numbers.split_first_chunk::<2>()?;
                let over = over.chunks(2).map(|pair| match *pair {
                    [count, stride] if stride > 0 => Some((len(count)?, stride)),
                    _ => None,
                });
                let over = over.collect::<Option<Vec<_>>>().filter(|_| slots > 0)?;
                Some(CopyFill { start, slots, over })
            })
            .collect();
        fills.ok_or("fills")
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

//! Measures conversion kernels on the first Vulkan device, with `vkCmdCopyBuffer` and naive kernels for comparison.
//!
//! ```text
//! cargo bench -p layoutc-vulkan-live --bench kernels [-- [--test] TEXT]
//! ```
//!
//! Each row is one conversion; `TEXT` selects rows by name, and `--test` runs each copy once. The kernel of layoutc,
//! its kernel for a target with workgroup memory, the kernels of `naive` and the copy of a buffer of the target's
//! size run in turns, each many times in one command buffer with a barrier after each, and the median of the rounds
//! counts. GB/s are bytes read plus bytes written. The targets of all kernels are compared. The column of workgroup
//! memory is empty if no tile uses it. A kernel that moves no byte is measured too, although its manifest has
//! `"copy": true`; only its row has the column of the widest vectors. It needs glslangValidator.

#[path = "../../examples/vulkan/gpu.rs"]
mod gpu;
mod naive;

use gpu::{Dispatch, Gpu, GpuBuffer, words};
use naive::{LayoutDigits, PlainOrder};
use serde_json::Value;
use std::error::Error;
use std::fmt::Write;
use std::process::ExitCode;
use std::time::Instant;

/// The effort of a measurement.
#[derive(Clone, Copy)]
struct Effort {
    /// The rounds, of which the median counts.
    rounds: usize,
    /// The least time of a measured command buffer, in seconds.
    least: f64,
}

/// The effort of figures to report, and that of a test of this program.
const REPORT: Effort = Effort { rounds: 11, least: 0.03 };
const TEST: Effort = Effort { rounds: 1, least: 0.0 };

/// The shape of most tensors.
const BIG: [u32; 4] = [8, 64, 56, 56];
/// The shape of images of three channels.
const IMAGE: [u32; 4] = [8, 3, 224, 224];
/// The shape of a tensor that does not fit the caches of a CPU.
const LARGE: [u32; 4] = [8, 64, 224, 224];

/// The role of a row in the summary.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Counts in the geometric mean.
    Mean,
    /// A copy that moves no byte. It is compared with the copy of a buffer.
    Identity,
    /// The same with tensors that do not fit the caches of a CPU.
    LargeIdentity,
    /// Only printed.
    Other,
}

/// A conversion to measure.
struct Case {
    name: &'static str,
    role: Role,
    elem: &'static str,
    shape: [u32; 4],
    source: LayoutDigits,
    target: LayoutDigits,
}

/// The number of copies that run in turns.
const COPIES: usize = 5;

/// The features that the measured modules need, and limits above all shapes.
const DEVICE: &str = "limits = {maxTensorElements = 4294967295 : i64, \
     maxPerDimensionTensorElements = 4294967295 : i64, maxTensorStride = 4294967295 : i64, maxTensorSize = 4294967295 : i64}, \
     features = {tensorNonPacked = true, storageBuffer8BitAccess = true, storageBuffer16BitAccess = true, shaderInt64 = true}}\n";

/// The targets: one that transposes tiles in registers, and one that does so in workgroup memory.
const REGISTERS: &str = "layout.target @registers {";
const WORKGROUP: &str = "layout.target @workgroup {workgroup_memory = 16384 : i64, ";

/// A kernel of layoutc: its module and its entry point.
struct Compiled<'a> {
    module: &'a [u32],
    entry: &'a Value,
}

/// The results of a row.
struct Speeds {
    /// The GB/s of the kernel, the naive kernel, the copy of a buffer, the kernel with workgroup memory, and the kernel of
    /// plain copies; for another conversion, the last is that of the kernel again.
    rates: [f64; COPIES],
    /// The ratio of the kernel's GB/s to those of the naive kernel and of the copy: the median of the ratios of each round, which other
    /// programs on the machine disturb less than the rates.
    to_naive: f64,
    to_copy: f64,
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let only = args.iter().find(|arg| !arg.starts_with("--")).cloned().unwrap_or_default();
    let effort = if args.iter().any(|arg| arg == "--test") { TEST } else { REPORT };
    match measure(&only, effort) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("kernels: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the conversions.
fn cases() -> Vec<Case> {
    use Role::{Identity, LargeIdentity, Mean, Other};
    let (nchw, nhwc) = (PlainOrder::Nchw, PlainOrder::Nhwc);
    let mut cases = Vec::new();
    let mut add = |name, role, elems: &str, shape, layouts: &dyn Fn(u32) -> [LayoutDigits; 2]| {
        for elem in ["i8", "f16", "f32", "f64"].into_iter().filter(|it| elems.contains(it)) {
            let [source, target] = layouts(bytes_of(elem));
            cases.push(Case { name, role, elem, shape, source, target });
        }
    };
    let plain = |order: PlainOrder, shape| LayoutDigits::plain(order, shape);
    let split = |lanes| LayoutDigits::split(BIG, lanes);
    let rows = |bytes| LayoutDigits::rows(BIG, 64, bytes);
    add("nchw -> nhwc", Mean, "f16 f32", BIG, &|_| [plain(nchw, BIG), plain(nhwc, BIG)]);
    add("nhwc -> nchw", Mean, "f16 f32", BIG, &|_| [plain(nhwc, BIG), plain(nchw, BIG)]);
    add("nchw -> chw32", Mean, "f16 f32", BIG, &|_| [plain(nchw, BIG), split(32)]);
    add("nchw -> padded rows", Mean, "f16 f32", BIG, &|bytes| [plain(nchw, BIG), rows(bytes)]);
    add("nchw -> nchw", Identity, "f16 f32", BIG, &|_| [plain(nchw, BIG), plain(nchw, BIG)]);
    add("nhwc -> hwc16", Identity, "f16", BIG, &|_| {
        [plain(nhwc, BIG), plain(nhwc, BIG).spelled("format = #layout.format<hwc16>")]
    });
    add("nchw -> nchw, large", LargeIdentity, "f16 f32", LARGE, &|_| {
        [plain(nchw, LARGE), plain(nchw, LARGE)]
    });
    add("nchw -> nhwc", Other, "i8 f64", BIG, &|_| [plain(nchw, BIG), plain(nhwc, BIG)]);
    add("nhwc -> nchw", Other, "i8 f64", BIG, &|_| [plain(nhwc, BIG), plain(nchw, BIG)]);
    add("chw32 -> nchw", Other, "i8 f16 f32", BIG, &|_| [split(32), plain(nchw, BIG)]);
    add("chw4 -> chw32", Other, "i8", BIG, &|_| [split(4), split(32)]);
    add("padded rows -> nchw", Other, "f16 f32", BIG, &|bytes| [rows(bytes), plain(nchw, BIG)]);
    add("nchw -> nhwc, C = 3", Other, "i8 f16 f32", IMAGE, &|_| {
        [plain(nchw, IMAGE), plain(nhwc, IMAGE)]
    });
    add("nhwc -> nchw, C = 3", Other, "i8 f16 f32", IMAGE, &|_| {
        [plain(nhwc, IMAGE), plain(nchw, IMAGE)]
    });
    for (name, shape) in
        [("nchw -> nhwc, C = 24", [8, 24, 112, 112]), ("nchw -> nhwc, C = 35", [8, 35, 112, 112])]
    {
        add(name, Other, "i8 f16", shape, &|_| [plain(nchw, shape), plain(nhwc, shape)]);
    }
    for (name, shape) in
        [("nhwc -> nchw, C = 24", [8, 24, 112, 112]), ("nhwc -> nchw, C = 35", [8, 35, 112, 112])]
    {
        add(name, Other, "i8 f16", shape, &|_| [plain(nhwc, shape), plain(nchw, shape)]);
    }
    add("nchw -> nchw, C = 3", Other, "i8", IMAGE, &|_| [plain(nchw, IMAGE), plain(nchw, IMAGE)]);
    add("nchw -> chw4, C = 3", Other, "i8 f16", IMAGE, &|_| {
        [plain(nchw, IMAGE), LayoutDigits::split(IMAGE, 4)]
    });
    cases
}

/// Returns the size of an element.
fn bytes_of(elem: &str) -> u32 {
    match elem {
        "i8" => 1,
        "f16" => 2,
        "f32" => 4,
        _ => 8,
    }
}

/// Returns the module with all conversions, one in each function `@fNUMBER`.
fn module(cases: &[Case]) -> String {
    let mut text = String::new();
    for (at, case) in cases.iter().enumerate() {
        let shape: String = case.shape.iter().map(|length| format!("{length}x")).collect();
        let [from, to] = [&case.source, &case.target]
            .map(|layout| format!("tensor<{shape}{}, {{{}}}>", case.elem, layout.encoding));
        // Writing to a string never fails.
        let _ = writeln!(
            text,
            "func.func @f{at}(%x: {from}) -> {to} {{\n  %y = layout.reorder %x : {from} -> {to}\n  return %y : {to}\n}}"
        );
    }
    text
}

/// Returns the output of layoutc for a module on standard input.
fn layoutc(text: &str, flags: &[&str]) -> Result<Vec<u8>, String> {
    let args: Vec<String> = ["-"].iter().chain(flags).map(|&it| it.to_owned()).collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    match layoutc::run(&args, &mut text.as_bytes(), &mut out, &mut err) {
        0 => Ok(out),
        _ => Err(String::from_utf8_lossy(&err).into_owned()),
    }
}

fn measure(only: &str, effort: Effort) -> Result<(), Box<dyn Error>> {
    let cases: Vec<Case> = cases().into_iter().filter(|case| case.name.contains(only)).collect();
    let text = module(&cases);
    let text = [REGISTERS, DEVICE, WORKGROUP, DEVICE, &text].concat();
    let (module, manifest) = compiled(&text, "--target=registers")?;
    let (shared_module, shared) = compiled(&text, "--target=workgroup")?;
    let device = Gpu::open(naive::CAPABILITIES)?.name.clone();
    println!("on {device}, GB/s");
    println!(
        "{:20} {:4} {:9} {:>7} {:>9} {:>7} {:>7} {:>7} {:>8} {:>7}",
        "conversion",
        "type",
        "method",
        "kernel",
        "workgroup",
        "naive",
        "widest",
        "copy",
        "/ naive",
        "/ copy"
    );
    let mut measured = Vec::new();
    for (at, case) in cases.iter().enumerate() {
        let find = |manifest| entry_of(manifest, at, case.name);
        let (entry, shared) = (find(&manifest)?, find(&shared)?);
        let kernels = [(&module, entry), (&shared_module, shared)];
        let kernels = kernels.map(|(module, entry)| Compiled { module, entry });
        let speeds = case.measure(&kernels, effort)?;
        let method = entry["plan"]["method"].as_str().unwrap_or("slots");
        let [kernel, naive, copy, tiles, widest] = speeds.rates;
        let has_tiles = shared["workgroup_memory"] != 0;
        let tiles = if has_tiles { format!("{tiles:.2}") } else { String::new() };
        let widest = if case.is_identity() { format!("{widest:.2}") } else { String::new() };
        println!(
            "{:20} {:4} {method:9} {kernel:7.2} {tiles:>9} {naive:7.2} {widest:>7} {copy:7.2} {:8.2} {:7.2}",
            case.name, case.elem, speeds.to_naive, speeds.to_copy
        );
        measured.push((case.role, speeds));
    }
    summarize(&measured);
    Ok(())
}

/// Returns the kernels of a module for a target, and their manifest.
fn compiled(text: &str, target: &str) -> Result<(Vec<u32>, Value), Box<dyn Error>> {
    let module = words(&layoutc(text, &["--emit=spirv", target])?);
    let manifest = serde_json::from_slice(&layoutc(text, &["--emit=spirv-json", target])?)?;
    Ok((module, manifest))
}

/// Returns the entry point of a row.
fn entry_of<'a>(manifest: &'a Value, at: usize, name: &str) -> Result<&'a Value, String> {
    let mut entries = manifest["entry_points"].as_array().into_iter().flatten();
    let entry = entries.find(|entry| uses(entry, &format!("f{at}")));
    entry.ok_or_else(|| format!("no entry point for {name}"))
}

/// Returns the workgroup counts of an entry point.
fn groups_of(entry: &Value) -> Result<[u32; 3], Box<dyn Error>> {
    let groups = entry["workgroups"].as_array().into_iter().flatten();
    let groups: Vec<u32> = groups.filter_map(Value::as_u64).map(|it| it as u32).collect();
    Ok(groups.try_into().map_err(|_| "unexpected `workgroups`")?)
}

/// Returns `true` if a function uses an entry point.
fn uses(entry: &Value, function: &str) -> bool {
    let users = &entry["function"];
    users == function || users.as_array().is_some_and(|all| all.iter().any(|it| it == function))
}

fn summarize(measured: &[(Role, Speeds)]) {
    let of = |role| measured.iter().filter(move |(it, _)| *it == role).map(|(_, speeds)| speeds);
    let logs: Vec<f64> = of(Role::Mean).map(|it| it.to_naive.ln()).collect();
    if !logs.is_empty() {
        let mean = (logs.iter().sum::<f64>() / logs.len() as f64).exp();
        println!(
            "geometric mean to the naive kernel over the first {} rows: {mean:.2}",
            logs.len()
        );
    }
    for (role, size) in [(Role::Identity, "6 to 13 MB"), (Role::LargeIdentity, "103 to 206 MB")] {
        if let Some(least) = of(role).map(|it| it.to_copy).reduce(f64::min) {
            println!(
                "lowest ratio of a kernel that moves no byte to the copy of a buffer, {size} moved: {least:.2}"
            );
        }
    }
}

impl Case {
    fn is_identity(&self) -> bool {
        matches!(self.role, Role::Identity | Role::LargeIdentity)
    }

    /// Measures all copies on a device of their own, which frees all memory afterwards.
    fn measure(
        &self,
        kernels: &[Compiled<'_>; 2],
        effort: Effort,
    ) -> Result<Speeds, Box<dyn Error>> {
        let mut gpu = Gpu::open(naive::CAPABILITIES)?;
        let size = bytes_of(self.elem);
        let [from, to] = [&self.source, &self.target].map(|it| it.slots() as usize * size as usize);
        let mut source = gpu.buffer(from)?;
        let (mut target, mut shared, mut other) =
            (gpu.buffer(to)?, gpu.buffer(to)?, gpu.buffer(to)?);
        for (at, byte) in source.bytes().iter_mut().enumerate() {
            *byte = ((at as u32).wrapping_mul(2_654_435_761) >> 13) as u8;
        }
        let mut kernel = |at: usize| {
            let Compiled { module, entry } = kernels[at];
            let name = entry["name"].as_str().ok_or("an entry point without name")?;
            Ok::<_, Box<dyn Error>>((gpu.kernel(module, name, 0)?, groups_of(entry)?))
        };
        let [(kernel, groups), (tiles, tile_groups)] = [kernel(0)?, kernel(1)?];
        let naive = naive::compile(&self.source, &self.target, self.shape, size)?;
        let plain = gpu.kernel(&naive, "main", 0)?;
        let (set, other_set) = (gpu.bind(source, target)?, gpu.bind(source, other)?);
        let ours = Dispatch { kernel, set, push_constants: &[], groups };
        let set = gpu.bind(source, shared)?;
        let tiles = Dispatch { kernel: tiles, set, push_constants: &[], groups: tile_groups };
        let groups = naive::groups(&self.target);
        let naive = Dispatch { kernel: plain, set: other_set, push_constants: &[], groups };
        let (copied, buffer) = (from.min(to), other);
        let bytes = u32::try_from(copied)?;
        let widest = match naive::compile_copy(bytes)? {
            Some(module) if self.is_identity() => Dispatch {
                kernel: gpu.kernel(&module, "main", 0)?,
                groups: naive::copy_groups(bytes),
                ..naive
            },
            _ => Dispatch { ..ours },
        };

        let record: [&dyn Fn(ash::vk::CommandBuffer); COPIES] = [
            &|commands| gpu.dispatch(commands, &ours),
            &|commands| gpu.dispatch(commands, &naive),
            &|commands| gpu.copy(commands, source, buffer, (0, copied as u64)),
            &|commands| gpu.dispatch(commands, &tiles),
            &|commands| gpu.dispatch(commands, &widest),
        ];
        for copy in [0, 1, 3] {
            time(&gpu, 1, record[copy])?;
        }
        same(&mut target, &mut other, self)?;
        same(&mut shared, &mut other, self)?;
        let elements: u32 = self.shape.iter().product();
        let moved = (elements as usize * size as usize + to) as f64 / 1e9;
        let bytes = [moved, moved, 2.0 * copied as f64 / 1e9, moved, moved];
        let rounds = rounds(&gpu, record, effort)?;
        let rate = |time: &[f64; COPIES], at: usize| bytes[at] / time[at];
        let of = |value: &dyn Fn(&[f64; COPIES]) -> f64| median(rounds.iter().map(value).collect());
        Ok(Speeds {
            rates: [0, 1, 2, 3, 4].map(|at| of(&|time| rate(time, at))),
            to_naive: of(&|time| rate(time, 0) / rate(time, 1)),
            to_copy: of(&|time| rate(time, 0) / rate(time, 2)),
        })
    }
}

/// Checks that both kernels write the same bytes.
fn same(ours: &mut GpuBuffer, naive: &mut GpuBuffer, case: &Case) -> Result<(), String> {
    match ours.bytes() == naive.bytes() {
        true => Ok(()),
        false => Err(format!("{} of {}: the kernels differ", case.name, case.elem)),
    }
}

/// Returns the time of one command buffer with this number of copies.
fn time(
    gpu: &Gpu,
    count: usize,
    copy: &dyn Fn(ash::vk::CommandBuffer),
) -> Result<f64, Box<dyn Error>> {
    let start = Instant::now();
    gpu.run(|commands| {
        for _ in 0..count {
            copy(commands);
            gpu.barrier(commands);
        }
    })?;
    Ok(start.elapsed().as_secs_f64())
}

/// Returns the time of each copy in each round; they run in turns.
fn rounds(
    gpu: &Gpu,
    copies: [&dyn Fn(ash::vk::CommandBuffer); COPIES],
    effort: Effort,
) -> Result<Vec<[f64; COPIES]>, Box<dyn Error>> {
    let mut counts = [1; COPIES];
    for (count, copy) in counts.iter_mut().zip(copies) {
        // The warm-up doubles the number of copies until a command buffer takes long enough.
        while time(gpu, *count, copy)? < effort.least && *count < 4096 {
            *count *= 2;
        }
    }
    let mut rounds = vec![[0.0; COPIES]; effort.rounds];
    for round in &mut rounds {
        for ((measured, &count), copy) in round.iter_mut().zip(&counts).zip(copies) {
            *measured = time(gpu, count, copy)? / count as f64;
        }
    }
    Ok(rounds)
}

/// Returns the median of the values of all rounds.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

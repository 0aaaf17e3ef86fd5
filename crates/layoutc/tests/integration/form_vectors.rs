//! Functions of the forms `vector` and `step` for the layouts of CK Tile, TensorRT and VPUX: comparison with the core at
//! every index, a proof by z3 where the indices are too many, and the cost of a step compared with the plain function of
//! index + step.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use address::AddressForm;
use address::arith::{self, AddressFunction};
use address::simplify::{CostModel, Simplified, simplify_form};
use indexmap::IndexSet;
use ir::descriptor::Layouts;
use ir::diag::Sink;
use ir::layout::Layout;
use ir::{Module, Registry, Verified};
use serde_json::Value;
use std::fmt::Write as _;
use std::ops::RangeBounds;
use testkit::lacks_command;

use crate::vectors;
use vectors::exhaustive::{SAMPLED_ABOVE, compare_large, most_elements};
use vectors::proofs::prove_above;
use vectors::{descriptor, ints, symbol, tensor, vectors};

fn run(text: &str, flags: &[&str]) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("input.mlir");
    std::fs::write(&path, text).unwrap();
    let args =
        [path.to_str().unwrap(), "--diagnostics=short"].into_iter().chain(flags.iter().copied());
    let args: Vec<String> = args.map(str::to_owned).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut std::io::empty(), &mut stdout, &mut stderr);
    let stderr = String::from_utf8(stderr).unwrap();
    assert_eq!(status, 0, "{stderr}");
    (String::from_utf8(stdout).unwrap(), stderr)
}

/// Returns the descriptors of CK Tile, and their symbols.
fn descriptors() -> (String, Vec<String>) {
    let cases = vectors("ck_descriptors.json", "descriptors");
    (cases.iter().map(descriptor).collect(), cases.iter().map(symbol).collect())
}

/// Returns the formats of TensorRT on tensors with static lengths, and their symbols.
fn formats() -> (String, Vec<String>) {
    let cases = vectors("formats.json", "cases");
    let is_static =
        |case: &&Value| case["shape"].as_array().unwrap().iter().all(|length| length.is_i64());
    let (mut text, mut symbols) = (String::new(), Vec::new());
    for (number, case) in cases.iter().filter(is_static).enumerate() {
        text += &tensor(case, &format!("c{number}"));
        symbols.push(format!("@c{number}"));
    }
    (text, symbols)
}

/// The maximum number of elements of a compared tensor of VPUX, unless `LAYOUTC_FORM_ELEMENTS` is set. The functions of
/// larger ones are proven.
const MAX_ELEMENTS: i64 = 1 << 14;

/// Returns the strided tensors of VPUX with these numbers of elements, each type once, and their symbols.
fn tensors(elements: impl RangeBounds<i64>) -> (String, Vec<String>) {
    let slices = vectors("vpux.json", "view_slice");
    let slices = slices.iter().map(|case| {
        let offset =
            case["byte_offset"].as_i64().unwrap() * 8 / case["elem_bits"].as_i64().unwrap();
        (case, ints(&case["sizes"]), &case["view_strides_elem"], offset)
    });
    let casts = vectors("vpux.json", "shape_cast_strided");
    let casts = casts.iter().map(|case| (case, ints(&case["shape"]), &case["strides_elem"], 0));
    let all = slices.chain(casts);
    let selected = all.filter(|(_, shape, ..)| elements.contains(&shape.iter().product()));
    let types = selected.map(|(case, shape, strides, offset)| {
        let lengths: String = shape.iter().map(|length| format!("{length}x")).collect();
        let (order, bits) = (case["order"].as_str().unwrap(), &case["elem_bits"]);
        format!(
            "tensor<{lengths}i{bits}, {{order = #layout.order<{order}>, strides = {strides}, offset = {offset}}}>"
        )
    });
    let types: IndexSet<String> = types.collect();
    let named = |(number, ty): (usize, &String)| format!("layout.tensor @v{number} : {ty}\n");
    let symbols = (0..types.len()).map(|number| format!("@v{number}")).collect();
    (types.iter().enumerate().map(named).collect(), symbols)
}

fn parsed(text: &str) -> Module {
    let mut sink = Sink::default();
    let module = parser::parse(text, 0, &Registry::new(), &mut sink);
    module.unwrap_or_else(|| panic!("{:?}", sink.diags()))
}

/// The number of indices above which a layout has steps of 1 or -1 along each dim, not of both.
const FEW: i64 = 500;

/// Returns requests for functions of both forms of a layout, and how many of them are vectors.
fn requests(layout: &Layout, of: &str) -> (String, usize) {
    let lengths: Vec<i64> = layout.shape().values().map(|length| length.get().unwrap()).collect();
    let mut forms = Vec::new();
    let unit = |dim: usize, by: i64, other: i64| {
        let mut all = vec![other; lengths.len()];
        all[dim] = by;
        all
    };
    for (dim, width) in layout.vector_widths().unwrap().into_iter().enumerate() {
        forms.extend((width > 1).then(|| AddressForm::Vector(unit(dim, width, 1))));
    }
    let count = forms.len();
    let is_small = lengths.iter().product::<i64>() <= FEW;
    for (dim, &length) in lengths.iter().enumerate().filter(|(_, length)| **length > 1) {
        let steps = [1, -1, length / 2];
        let steps = match length {
            _ if !is_small => &steps[dim % 2..=dim % 2],
            2 | 3 => &steps[..2],
            _ => &steps,
        };
        forms.extend(steps.iter().map(|&by| AddressForm::Step(unit(dim, by, 0))));
    }
    let signs = lengths.iter().zip([1, -1].into_iter().cycle());
    let diagonal = signs.map(|(&length, by)| if length > 1 { by } else { 0 });
    forms.push(AddressForm::Step(diagonal.collect()));
    let name = of.trim_start_matches('@');
    let mut text = String::new();
    for (number, form) in forms.iter().enumerate() {
        writeln!(text, "layout.address @f{number}_{name} of {of} {{{form}}}").unwrap();
    }
    (text, count)
}

/// Returns a text with requests for functions, the number of vectors, and the number of steps.
fn with_requests((mut text, symbols): (String, Vec<String>)) -> (String, usize, usize) {
    let (module, registry) = (parsed(&text), Registry::new());
    let layouts = Layouts::new(&module, &registry);
    let (mut vectors, mut steps) = (0, 0);
    for of in symbols {
        let layout = layouts.symbol(of.trim_start_matches('@')).unwrap();
        let (requests, count) = requests(&layout, &of);
        vectors += count;
        steps += requests.lines().count() - count;
        text += &requests;
    }
    (text, vectors, steps)
}

/// Checks the simplified functions of all requests at every index. Functions with more than [`SAMPLED_ABOVE`] indices
/// are checked at samples if their layouts have more elements than the limit, because [`check_proofs`] proves them.
/// Returns how many were checked at every index, and the number of their indices.
fn check_functions(text: &str, count: usize) -> (usize, u128) {
    let passes = "--passes=lower-addressing,simplify-index,check-addresses";
    let (simplified, stderr) = run(text, &[passes, "--stats"]);
    let row = "functions proven by comparison at all indices";
    let rows = stderr.lines().filter(|line| line.ends_with(row));
    let numbers =
        rows.map(|line| line.split_whitespace().next().unwrap().parse::<usize>().unwrap());
    let proven: usize = numbers.sum();
    let remark = "indices, which does not prove that they are equal";
    let sampled = stderr.lines().filter(|line| line.ends_with(remark)).count();
    assert_eq!(proven + sampled, count, "{stderr}");
    let most = most_elements(MAX_ELEMENTS);
    let compared = compare_large(&simplified, most);
    assert_eq!(compared.functions, count);
    assert!(most < i64::MAX || compared.large == sampled, "{compared:?}");
    (proven + compared.large, compared.indices)
}

/// The total costs of steps, and of the plain functions of index + step.
#[derive(Debug, Default)]
struct StepCosts {
    plain: u64,
    step: u64,
    cheaper: usize,
    count: usize,
}

fn step_costs(text: &str, cost: CostModel) -> StepCosts {
    let (lowered, _) = run(text, &["--passes=lower-addressing"]);
    let (registry, mut sink) = (Registry::new(), Sink::default());
    let module = Verified::new(parsed(&lowered), &registry, &mut sink).ok().unwrap();
    let mut costs = StepCosts::default();
    for AddressFunction { name, signature, program, .. } in
        arith::functions(&module, &registry).unwrap()
    {
        if !signature.is_total {
            continue;
        }
        let after = |form: &AddressForm| -> u64 {
            let Simplified { after, .. } = simplify_form(&program, form, cost).unwrap();
            CostModel::counted(after)
        };
        let (plain, step) = (after(&AddressForm::Offset), after(&signature.form));
        assert!(step <= plain, "`@{name}` costs {step}, but the plain function {plain}");
        costs.plain += plain;
        costs.step += step;
        costs.cheaper += usize::from(step < plain);
        costs.count += 1;
    }
    costs
}

/// Checks functions of both forms of these layouts, with the expected number of vectors and steps if it is known, and
/// the costs of the steps under these models.
#[track_caller]
fn check(layouts: (String, Vec<String>), expected: Option<(usize, usize)>, costs: &[CostModel]) {
    let (text, vectors, steps) = with_requests(layouts);
    if let Some(expected) = expected {
        assert_eq!((vectors, steps), expected);
    }
    let (proven, indices) = check_functions(&text, vectors + steps);
    println!(
        "{vectors} vectors, {steps} steps, {proven} compared at every index, {indices} indices"
    );
    check_costs(&text, steps, costs);
}

/// Proves the simplified functions of these layouts that have more indices than a limit, and checks their number.
#[track_caller]
fn check_proofs(layouts: (String, Vec<String>), most: u128, expected: usize) {
    let (text, vectors, steps) = with_requests(layouts);
    let (simplified, _) = run(&text, &["--passes=lower-addressing,simplify-index"]);
    let proven = prove_above(&simplified, most);
    println!("{vectors} vectors, {steps} steps: {proven:?}");
    assert_eq!(proven.functions, expected);
}

/// Checks that steps cost about half of the plain functions or less.
fn check_costs(text: &str, steps: usize, costs: &[CostModel]) {
    for &cost in costs {
        let costs = step_costs(text, cost);
        assert_eq!(costs.count, steps);
        println!(
            "{cost:?}: {} steps cost {}, their plain functions {} ({:.2}); {} are cheaper",
            costs.count,
            costs.step,
            costs.plain,
            costs.step as f64 / costs.plain as f64,
            costs.cheaper,
        );
        // By slots a fused multiply-add counts once. Plain functions have many of them, steps have few.
        let percent = if cost == CostModel::Slots { 55 } else { 50 };
        assert!(100 * costs.step <= percent * costs.plain, "{costs:?}");
    }
}

const MODELS: [CostModel; 3] = [CostModel::Weight, CostModel::Ops, CostModel::Slots];

/// Returns all models if large layouts are compared, otherwise the first one.
fn models() -> &'static [CostModel] {
    if most_elements(MAX_ELEMENTS) > MAX_ELEMENTS { &MODELS } else { &MODELS[..1] }
}

#[test]
fn functions_of_ck_tile_agree_and_steps_are_cheap() {
    check(descriptors(), Some((28, 338)), &[CostModel::Weight]);
}

#[test]
fn steps_of_ck_tile_are_cheap_by_ops_and_by_slots() {
    let (text, ..) = with_requests(descriptors());
    check_costs(&text, 338, &[CostModel::Ops, CostModel::Slots]);
}

#[test]
fn functions_of_tensorrt_agree_and_steps_are_cheap() {
    check(formats(), Some((45, 842)), models());
}

#[test]
fn functions_of_vpux_agree_and_steps_are_cheap() {
    let expected = match most_elements(MAX_ELEMENTS) {
        MAX_ELEMENTS => Some((31, 181)),
        i64::MAX => Some((65, 325)),
        _ => None,
    };
    check(tensors(..=most_elements(MAX_ELEMENTS)), expected, models());
}

/// Proves the functions that the other tests do not compare at every index.
#[test]
fn functions_of_large_layouts_are_proven_at_every_index() {
    if !lacks_command("z3") {
        check_proofs(descriptors(), SAMPLED_ABOVE, 3);
        check_proofs(formats(), SAMPLED_ABOVE, 25);
        check_proofs(tensors(MAX_ELEMENTS + 1..), 0, 178);
    }
}

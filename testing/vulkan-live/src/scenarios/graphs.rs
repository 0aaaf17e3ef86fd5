//! Files joined with the graphs of ARM's converter: random networks of TOSA, whose results the runner computes before and
//! after `--emit=tosa`, the latter between conversions.

use super::{MERGED, ScenarioTest, buffer_bytes, copy, positions};
use crate::layouts::{ResolvedProgram, layoutc_of};
use ir::layout::Layout;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::rc::Rc;
use testkit::{NumpyArray, Random, TosaNetwork, evaluate_tosa, model_converter, tosa_network};

/// The option of the converter for devices without VK_EXT_shader_replicated_composites, such as the emulation layers.
pub(super) const PLAIN: &[&str] = &["--disable-replicated-composites"];

/// Returns the type with the dims in the opposite order in memory, if there are several.
fn reversed(ty: &str) -> String {
    let dims = ty.matches('x').count();
    let names: Vec<String> = (0..dims).map(|dim| format!("d{dim}")).collect();
    let results: Vec<&str> = names.iter().rev().map(String::as_str).collect();
    let order = format!("order = affine_map<({}) -> ({})>", names.join(", "), results.join(", "));
    ty.replace('>', &format!(", {{{order}}}>"))
}

/// A function, and the names of its arguments and results.
struct Bordered {
    text: String,
    arguments: Vec<String>,
    results: Vec<String>,
}

/// Returns the function of a network, some of whose arguments and results are converted.
fn bordered(random: &mut Random, network: &TosaNetwork) -> Bordered {
    let (_, body) = network.text.split_once("{\n").unwrap();
    let (body, returned) = body.split_once("  return ").unwrap();
    let (names, types) = returned.trim_end_matches(['}', '\n']).split_once(" : ").unwrap();
    let mut text = String::new();
    let mut arguments = Vec::new();
    for (at, (dims, elem)) in network.arguments.iter().enumerate() {
        let dims: String = dims.iter().map(|length| format!("{length}x")).collect();
        let plain = format!("tensor<{dims}{elem}>");
        if random.below(3) == 0 {
            arguments.push(format!("%arg{at}: {plain}"));
            continue;
        }
        let converted = reversed(&plain);
        let _ = writeln!(text, "  %arg{at} = layout.reorder %x{at} : {converted} -> {plain}");
        arguments.push(format!("%x{at}: {converted}"));
    }
    text += body;
    let mut results = Vec::new();
    for (at, (name, ty)) in names.split(", ").zip(types.split(", ")).enumerate() {
        let ty = ty.trim();
        let is_plain = random.below(3) == 0 || !ty.contains('x');
        let to = if is_plain { ty.to_owned() } else { reversed(ty) };
        if !is_plain {
            let _ = writeln!(text, "  %y{at} = layout.reorder {name} : {ty} -> {to}");
        }
        results.push((if is_plain { name.to_owned() } else { format!("%y{at}") }, to));
    }
    let (names, types): (Vec<String>, Vec<String>) = results.into_iter().unzip();
    let [list, types] = [&arguments, &types].map(|texts| texts.join(", "));
    let returned = names.join(", ");
    let name = |argument: &String| argument.split_once(':').unwrap().0.to_owned();
    Bordered {
        text: format!(
            "func.func @main({list}) -> ({types}) {{\n{text}  return {returned} : {types}\n}}\n"
        ),
        arguments: arguments.iter().map(name).collect(),
        results: names,
    }
}

/// Returns a row-major array in the memory of a layout.
fn in_layout(array: &NumpyArray, layout: &Layout) -> NumpyArray {
    let size = layout.elem().unwrap().bytes().unwrap().get() as usize;
    let row_major: Vec<usize> = (0..array.bytes.len()).step_by(size).collect();
    // The bytes of gaps are those of a NaN.
    let mut bytes = vec![0xff; buffer_bytes(layout)];
    copy((&array.bytes, &row_major), (&mut bytes, &positions(layout)), size);
    NumpyArray { bytes, ..array.clone() }
}

/// Returns the elements of the memory of a layout in row-major order.
fn in_row_major(bytes: &[u8], layout: &Layout) -> Vec<u8> {
    let size = layout.elem().unwrap().bytes().unwrap().get() as usize;
    let positions = positions(layout);
    let row_major: Vec<usize> = (0..positions.len()).map(|at| at * size).collect();
    let mut found = vec![0; positions.len() * size];
    copy((bytes, &positions), (&mut found, &row_major), size);
    found
}

/// Returns the greatest difference of floats in relation to their size; 1 if integers differ.
fn difference(found: &[u8], expected: &NumpyArray) -> f32 {
    if expected.dtype != "<f4" {
        return if found == expected.bytes { 0.0 } else { 1.0 };
    }
    let floats = |bytes: &[u8]| -> Vec<f32> {
        bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
    };
    let pairs = floats(found).into_iter().zip(floats(&expected.bytes));
    let differences = pairs.map(|(found, expected)| {
        if found == expected || (found.is_nan() && expected.is_nan()) {
            return 0.0;
        }
        (found - expected).abs() / expected.abs().max(1.0)
    });
    differences.fold(0.0, f32::max)
}

/// Returns the layouts of values of a module.
fn layouts(test: &ScenarioTest, module: &str, names: &[String]) -> Vec<Rc<Layout>> {
    let path = test.write("module.mlir", module);
    let args = [path.to_str().unwrap(), "--passes=resolve-strides"];
    let names = names.iter().map(|name| name.trim_start_matches('%'));
    ResolvedProgram::compile(&args)
        .unwrap()
        .with(|finder| names.map(|name| finder.find(Some("main"), name).unwrap()).collect())
}

/// The number of networks of the test. The variable `LAYOUTC_TOSA_NETWORKS` sets another one, as `benches/tosa.py` does.
const NETWORKS: u64 = 16;

/// The execution of a network before and after `--emit=tosa`.
#[derive(Default)]
struct Execution {
    /// The greatest difference of the results, in relation to their size.
    difference: f32,
    /// `true` if the emulation layer and the reference model compute the network differently without layoutc.
    differs_alone: bool,
    /// The reason why the network is not executed without layoutc. Its results are those of the reference model.
    refused_alone: Option<String>,
    /// `true` if one run had a wrong result, and two other runs of the same file had none.
    is_unsteady: bool,
    /// The description of a wrong result, if one is wrong.
    wrong: Option<String>,
}

/// Returns the reason of a tool as one line without places and names, by which networks are counted.
fn reason(tool: &str, messages: &str) -> String {
    let marks = ["error: ", "ERROR: ", "REQUIRE", "ERROR_IF"];
    let mut lines = messages.lines();
    let line = lines.find_map(|line| {
        let at = marks.iter().find_map(|mark| line.find(mark))?;
        Some(line[at..].trim_start_matches("error: ").trim_start_matches("ERROR: "))
    });
    format!("{tool}: {}", line.or(messages.lines().next()).unwrap_or("no message"))
}

/// Executes a network by the runner as it is, and after `--emit=tosa` between conversions.
///
/// # Errors
/// The reason of the tool that refuses the network before layoutc reads it.
fn execute_network(test: &ScenarioTest, seed: u64) -> Result<Execution, String> {
    let network = tosa_network(seed);
    let random = &mut Random::new(seed);
    let inputs = network.inputs(random);
    // The converter supports fewer ops than TOSA has, and the reference model stops at undefined results.
    let graph = model_converter(&network.text, PLAIN);
    let graph = graph.map_err(|error| reason("model-converter", &error))?;
    let expected = evaluate_tosa(&network.text, &inputs, network.results, test.folder.path());
    let expected = expected.map_err(|error| reason("tosa_reference_model", &error))?;
    let mut execution = Execution::default();
    let alone = match test.try_run(&graph, &inputs) {
        Ok(alone) => alone,
        Err(error) => {
            let tool = if error == MERGED { "model-converter" } else { "scenario-runner" };
            execution.refused_alone = Some(reason(tool, &error));
            expected.clone()
        }
    };
    // The emulation layer may compute an op otherwise than the reference model.
    let mut pairs = alone.iter().zip(&expected);
    execution.differs_alone = pairs.any(|(alone, it)| difference(&alone.bytes, it) > 1e-6);

    let emitted = layoutc_of(&network.text, &["-", "--emit=tosa", "--target=arm_ml_engine"]);
    let emitted = String::from_utf8(emitted.unwrap()).unwrap();
    let graph = match model_converter(&emitted, PLAIN) {
        Ok(graph) => graph,
        Err(error) => {
            execution.wrong = Some(format!("{error}\n{emitted}"));
            return Ok(execution);
        }
    };
    let Bordered { text: module, arguments, results } = bordered(random, &network);
    let vgf = match test.emit(&module, Some(&graph)) {
        Ok(vgf) => vgf,
        // Equal results are one resource of the graph.
        Err(error) if error.contains(" in the graph, but ") => {
            return Err(reason("model-converter", MERGED));
        }
        Err(error) => {
            execution.wrong = Some(format!("{error}\n{module}"));
            return Ok(execution);
        }
    };
    let [arguments, results] = [arguments, results].map(|names| layouts(test, &module, &names));
    let inputs = inputs.iter().zip(&arguments).map(|(array, layout)| in_layout(array, layout));
    let inputs: Vec<NumpyArray> = inputs.collect();
    let run = || compare(test, &module, (&vgf, &inputs), &results, &alone);
    (execution.difference, execution.wrong) = run();
    if execution.wrong.is_some() {
        // The runner computes a wrong element in about one of 1,000 runs, and right ones in others of the same file.
        let again = [run(), run()];
        execution.is_unsteady = again.iter().all(|(_, wrong)| wrong.is_none());
        if execution.is_unsteady {
            execution.difference =
                again.iter().map(|(difference, _)| *difference).fold(0.0, f32::max);
            execution.wrong = None;
        }
    }
    Ok(execution)
}

/// Runs a file, and returns the greatest difference of its results to the expected ones, with the description of a wrong result,
/// if one is wrong.
fn compare(
    test: &ScenarioTest,
    module: &str,
    (vgf, inputs): (&[u8], &[NumpyArray]),
    layouts: &[Rc<Layout>],
    expected: &[NumpyArray],
) -> (f32, Option<String>) {
    let outputs = test.run(vgf, inputs);
    let mut greatest = 0.0f32;
    let mut wrong = None;
    for (at, (output, (layout, expected))) in
        outputs.iter().zip(layouts.iter().zip(expected)).enumerate()
    {
        let found = in_row_major(&output.bytes, layout);
        let difference = difference(&found, expected);
        greatest = greatest.max(difference);
        if difference > 1e-6 {
            let expected = &expected.bytes;
            wrong = Some(format!("result {at}: {difference}\n{found:?}\n{expected:?}\n{module}"));
        }
    }
    (greatest, wrong)
}

#[test]
fn runner_computes_equal_results_before_and_after_layoutc() {
    let Some(test) = ScenarioTest::new() else { return };
    let networks = std::env::var("LAYOUTC_TOSA_NETWORKS").ok().and_then(|it| it.parse().ok());
    let networks: u64 = networks.unwrap_or(NETWORKS);
    let mut executed = Vec::new();
    let [mut refused, mut refused_alone] = [(); 2].map(|()| BTreeMap::<String, u64>::new());
    let mut wrong = Vec::new();
    for seed in 0..networks {
        match execute_network(&test, seed) {
            Err(reason) => *refused.entry(reason).or_default() += 1,
            Ok(execution) => {
                wrong.extend(execution.wrong.as_ref().map(|text| format!("seed {seed}: {text}")));
                if let Some(reason) = &execution.refused_alone {
                    *refused_alone.entry(reason.clone()).or_default() += 1;
                }
                executed.push(execution);
            }
        }
    }
    let differing = executed.iter().filter(|it| it.differs_alone).count();
    let greatest = executed.iter().map(|it| it.difference).fold(0.0, f32::max);
    let unsteady = executed.iter().filter(|it| it.is_unsteady).count();
    println!(
        "{} of {networks} networks executed, {} wrong, {unsteady} wrong in one of three runs, greatest difference \
         {greatest}; the emulation layer and the reference model differ on {differing}",
        executed.len(),
        wrong.len()
    );
    for (when, reasons) in [("", &refused), (" without layoutc only", &refused_alone)] {
        for (reason, count) in reasons {
            println!("{count:4} refused by {reason}{when}");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(unsteady as u64 <= 1 + networks / 100, "{unsteady} wrong in one of three runs");
    assert!(executed.len() as u64 * 4 >= networks * 3, "{} of {networks} networks", executed.len());
}

/// A graph whose argument and result are read by conversions as well.
const SHARED: &str = r#"
#t = affine_map<(d0, d1) -> (d1, d0)>
func.func @main(%x: tensor<5x7xf32>, %p: tensor<5x7xf32, {strides = [9, 1]}>)
    -> (tensor<5x7xf32, {order = #t}>, tensor<5x7xf32>, tensor<5x7xf32, {order = #t}>) {
  %0 = layout.reorder %x : tensor<5x7xf32> -> tensor<5x7xf32, {order = #t}>
  %1 = layout.reorder %p : tensor<5x7xf32, {strides = [9, 1]}> -> tensor<5x7xf32, {strides = [7, 1]}>
  %2 = "tosa.sub"(%x, %1) : (tensor<5x7xf32>, tensor<5x7xf32, {strides = [7, 1]}>) -> tensor<5x7xf32>
  %3 = layout.reorder %2 : tensor<5x7xf32> -> tensor<5x7xf32, {order = #t}>
  return %0, %2, %3 : tensor<5x7xf32, {order = #t}>, tensor<5x7xf32>, tensor<5x7xf32, {order = #t}>
}
"#;

#[test]
fn conversions_share_the_tensors_of_a_graph() {
    let Some(test) = ScenarioTest::new() else { return };
    let graph = model_converter(
        "func.func @main(%x: tensor<5x7xf32>, %y: tensor<5x7xf32>) -> tensor<5x7xf32> {
           %0 = \"tosa.sub\"(%x, %y) : (tensor<5x7xf32>, tensor<5x7xf32>) -> tensor<5x7xf32>
           return %0 : tensor<5x7xf32>
         }",
        PLAIN,
    );
    let vgf = test.emit(SHARED, Some(&graph.unwrap())).unwrap();
    let array = |values: Vec<f32>| NumpyArray {
        shape: vec![5, 7],
        dtype: "<f4".to_owned(),
        bytes: values.iter().flat_map(|value| value.to_le_bytes()).collect(),
    };
    let x: Vec<f32> = (0..35).map(|at| at as f32).collect();
    let y: Vec<f32> = (0..35).map(|at| (at * at) as f32).collect();
    let difference: Vec<f32> = x.iter().zip(&y).map(|(x, y)| x - y).collect();
    let transposed = |values: &[f32]| (0..35).map(|at| values[at % 5 * 7 + at / 5]).collect();
    let rows = y.chunks(7).flat_map(|row| row.iter().copied().chain([f32::NAN; 2]));
    let padded: Vec<f32> = rows.take(45).collect();
    let inputs = [array(x.clone()), array(padded)];
    let outputs = test.run(&vgf, &inputs);
    let expected = [transposed(&x), difference.clone(), transposed(&difference)];
    for (output, expected) in outputs.iter().zip(expected) {
        assert_eq!(output.bytes, array(expected).bytes);
    }
}

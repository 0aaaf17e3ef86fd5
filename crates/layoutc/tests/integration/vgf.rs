//! Tests of `--graph`: VGF files of ARM's converter are read as ARM's tool prints them, and their graphs are joined with those
//! of `vk-graph`. SPIR-V modules that the tests write differ from the module in one part each.
//!
//! `scripts/install-test-tools.sh` installs ARM's tools; without them some tests are skipped with a message.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use codegen::vgf_file::{BindingSlot, ModuleKind, ResourceCategory, VgfFile};
use ir::vulkan::find_registered_value;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use testkit::{Random, lacks_arm_tools, model_converter, tosa_network, vgf_dump};

/// The folder of the files of this module.
const FOLDER: &str = "vgf";

/// Returns the output of a successful run, or the messages of another one.
pub(crate) fn layoutc(text: &str, args: &[&str]) -> Result<Vec<u8>, String> {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut text.as_bytes(), &mut stdout, &mut stderr);
    let stderr = String::from_utf8(stderr).unwrap();
    if status == 0 { Ok(stdout) } else { Err(stderr) }
}

/// Writes a file of a test, and returns its path.
pub(crate) fn file(folder: &str, name: &str, bytes: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    fs::write(&file, bytes).unwrap();
    file
}

/// Returns random networks that the converter supports, each with its VGF file.
fn converted(count: usize) -> Vec<(String, Vec<u8>)> {
    let networks = (0..).map(|seed| tosa_network(seed).text);
    let files = networks.filter_map(|text| Some((text.clone(), model_converter(&text, &[]).ok()?)));
    files.take(count).collect()
}

fn slots(slots: &[BindingSlot]) -> Value {
    let slots = slots.iter().zip(0..).map(|(slot, index)| {
        json!({"binding": slot.binding, "index": index, "mrt_index": slot.resource})
    });
    slots.collect()
}

/// Returns the content of a file in the form of ARM's tool, without the names of descriptor types.
fn shown(file: &VgfFile) -> Value {
    let resources = file.resources.iter().zip(0..).map(|(resource, index)| {
        let category = match resource.category {
            ResourceCategory::Input => "INPUT",
            ResourceCategory::Output => "OUTPUT",
            ResourceCategory::Intermediate => "INTERMEDIATE",
            ResourceCategory::Constant => "CONSTANT",
        };
        let format = find_registered_value(i64::from(resource.format));
        json!({"category": category, "index": index, "shape": resource.shape, "stride": resource.strides,
               "vk_format": format.unwrap().name})
    });
    let segments = file.segments.iter().zip(0..).map(|(segment, index)| {
        let constants = segment.constants.iter();
        let bindings: Vec<Value> = constants
            .map(|it| json!({"constant_table_index": it.constant, "graph_constant_id": it.id}))
            .collect();
        let sets = segment.sets.iter();
        let sets: Vec<Value> =
            sets.map(|set| json!({"bindings": slots(&set.bindings), "set_index": set.index})).collect();
        json!({"constant_bindings": bindings, "descriptor_set_infos": sets, "dispatch_shape": segment.dispatch,
               "index": index, "inputs": slots(&segment.inputs), "outputs": slots(&segment.outputs),
               "module_index": segment.module, "name": segment.name, "push_constant_ranges": [],
               "type": if segment.kind == ModuleKind::Graph { "GRAPH" } else { "COMPUTE" }})
    });
    let modules = file.modules.iter().zip(0..).map(|(module, index)| {
        json!({"entry_point": module.entry_point, "index": index, "name": module.name})
    });
    let constants = file.constants.iter().zip(0..).map(|(constant, index)| {
        let sparsity = constant.sparsity.map_or(-1, i64::from);
        json!({"index": index, "mrt_index": constant.resource, "sparsity_dimension": sparsity})
    });
    let named = |named: &[codegen::vgf_file::NamedSlot]| -> Value {
        let named = named.iter().zip(0..).map(|(it, index)| {
            json!({"binding": it.slot.binding, "index": index, "mrt_index": it.slot.resource, "name": it.name})
        });
        named.collect()
    };
    json!({
        "resources": resources.collect::<Vec<_>>(),
        "modules": modules.collect::<Vec<_>>(),
        "constants": constants.collect::<Vec<_>>(),
        "model_sequence": {"segments": segments.collect::<Vec<_>>(), "inputs": named(&file.inputs),
                           "outputs": named(&file.outputs)},
    })
}

/// Returns `true` if every value of `part` is in `whole`.
fn contains(whole: &Value, part: &Value) -> bool {
    match (whole, part) {
        (Value::Object(whole), Value::Object(part)) => part
            .iter()
            .all(|(key, value)| whole.get(key).is_some_and(|found| contains(found, value))),
        (Value::Array(whole), Value::Array(part)) => {
            whole.len() == part.len()
                && whole.iter().zip(part).all(|(whole, part)| contains(whole, part))
        }
        _ => whole == part,
    }
}

#[test]
fn vgf_files_are_read_as_arms_tool_prints_them() {
    if lacks_arm_tools() {
        return;
    }
    for (at, (network, bytes)) in converted(6).into_iter().enumerate() {
        let read = VgfFile::read(&bytes).unwrap();
        let path = file(FOLDER, &format!("read{at}.vgf"), &bytes);
        let dumped: Value = serde_json::from_str(&vgf_dump(&path)).unwrap();
        assert!(contains(&dumped, &shown(&read)), "{network}\n{dumped:#}\n{:#}", shown(&read));
    }
}

#[test]
fn damaged_vgf_files_are_reported_without_a_panic() {
    if lacks_arm_tools() {
        return;
    }
    let mut random = Random::new(17);
    let mut rejected = 0;
    for (_, bytes) in converted(2) {
        for length in 0..bytes.len() {
            rejected += usize::from(VgfFile::read(&bytes[..length]).is_err());
        }
        for _ in 0..20_000 {
            let mut damaged = bytes.clone();
            for _ in 0..random.between(1, 4) {
                let at = random.index(damaged.len());
                let any = random.bits() as u8;
                damaged[at] = random.choose(&[0, 1, 0x7f, 0x80, 0xff, any]);
            }
            rejected += usize::from(VgfFile::read(&damaged).is_err());
        }
    }
    assert!(rejected > 1000, "{rejected} damaged files were rejected");
}

#[test]
fn constants_have_the_ids_of_the_joined_graph() {
    if lacks_arm_tools() {
        return;
    }
    let mut compared = 0;
    for seed in 0..400 {
        // Small constants are inline, so only weights are constants of the graph.
        let network = tosa_network(seed).text;
        let has_weights = network.contains("tosa.conv2d") || network.contains("tosa.matmul");
        let Some(bytes) = has_weights.then(|| model_converter(&network, &[]).ok()).flatten() else {
            continue;
        };
        compared += usize::from(compare_constants(&network, &bytes));
        if compared == 6 {
            return;
        }
    }
    panic!("{compared} graphs with constants were compared");
}

/// Compares the bytes of constants in the order of their ids with those of a VGF file. Returns `false` if there are none.
fn compare_constants(network: &str, bytes: &[u8]) -> bool {
    let graph = format!("--graph={}", file(FOLDER, "join.vgf", bytes).display());
    let data = layoutc(network, &["-", "--emit=vk-graph-data", &graph, "--target=emulation"]);
    let read = VgfFile::read(bytes).unwrap();
    let mut constants = read.segments[0].constants.clone();
    constants.sort_by_key(|constant| constant.id);
    let mut expected = Vec::new();
    for constant in &constants {
        expected.resize(expected.len().next_multiple_of(64), 0);
        expected.extend(&read.constants[constant.constant as usize].bytes);
    }
    match data {
        Ok(data) => assert_eq!(data, expected, "{network}"),
        // The converter folds constants and copies of arguments, which layoutc does not.
        Err(error) => {
            assert!(error.contains("violates VUID-RuntimeSpirv-pNext-"), "{error}\n{network}");
            return false;
        }
    }
    !constants.is_empty()
}

/// A tensor of a SPIR-V module: the name of the element type, and the lengths.
type Tensor = (&'static str, &'static [u32]);

/// Returns the bytes of a SPIR-V module with a graph of these inputs and outputs, whose constants have the ids 10, 11, ...
fn spirv(interface: &[Tensor], constants: &[Tensor]) -> Vec<u8> {
    let mut module = SpirvModule { words: vec![0x0723_0203, 0x0001_0600, 0, 1 << 16, 0], id: 100 };
    let pointers = interface.iter().zip(0..).map(|(tensor, binding)| {
        let ty = module.tensor(tensor);
        let [pointer, variable] = [module.id(), module.id()];
        module.op(32, &[pointer, 0, ty]);
        module.op(59, &[pointer, variable, 0]);
        module.op(71, &[variable, 33, 2 * binding]);
        module.op(71, &[variable, 34, 1]);
        variable
    });
    let variables: Vec<u32> = pointers.collect();
    for (constant, id) in constants.iter().zip(10..) {
        let ty = module.tensor(constant);
        let result = module.id();
        module.op(4181, &[ty, result, id]);
    }
    let name = u32::from_le_bytes(*b"net\0");
    module.op(4182, &[&[7, name], &variables[..]].concat());
    module.words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

struct SpirvModule {
    words: Vec<u32>,
    id: u32,
}

impl SpirvModule {
    fn id(&mut self) -> u32 {
        self.id += 1;
        self.id
    }

    fn op(&mut self, opcode: u32, operands: &[u32]) {
        let count = u32::try_from(operands.len() + 1).unwrap();
        self.words.push(count << 16 | opcode);
        self.words.extend(operands);
    }

    fn tensor(&mut self, &(element, lengths): &Tensor) -> u32 {
        let [scalar, integer, array, shape, ty] = [(); 5].map(|()| self.id());
        let width: u32 = element[1..].parse().unwrap();
        match element.starts_with('f') {
            true => self.op(22, &[scalar, width]),
            false => self.op(21, &[scalar, width, 0]),
        }
        self.op(21, &[integer, 32, 0]);
        let mut values = Vec::new();
        for &length in lengths {
            let value = self.id();
            self.op(43, &[integer, value, length]);
            values.push(value);
        }
        self.op(28, &[array, integer, values[0]]);
        self.op(44, &[&[array, shape], &values[..]].concat());
        self.op(4163, &[ty, scalar, values[0], shape]);
        ty
    }
}

const MODULE: &str = r#"
func.func @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %w = "tosa.const"() {values = dense<1.0> : tensor<4x8xf32>} : () -> tensor<4x8xf32>
  %b = "tosa.const"() {values = dense<2.0> : tensor<1x32xf32>} : () -> tensor<1x32xf32>
  %small = "tosa.const"() {values = dense<3.0> : tensor<1x8xf32>} : () -> tensor<1x8xf32>
  %equal = "tosa.const"() {values = dense<1.0> : tensor<4x8xf32>} : () -> tensor<4x8xf32>
  %0 = tosa.add %x, %w : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = tosa.add %0, %equal : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = tosa.add %1, %small : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  "test.use"(%b) : (tensor<1x32xf32>) -> ()
  return %2 : tensor<4x8xf32>
}
"#;

/// Returns the header of a module that is joined with a SPIR-V module, or the first error.
fn joined(module: &str, name: &str, spirv: &[u8]) -> Result<String, String> {
    let graph = format!("--graph={}", file(FOLDER, name, spirv).display());
    let args = ["-", "--emit=vk-graph", &graph, "--target=emulation", "--diagnostics=short"];
    let header = layoutc(module, &args);
    let header = header.map(|bytes| String::from_utf8(bytes).unwrap());
    header.map_err(|error| error.lines().next().unwrap().to_owned())
}

const SQUARE: Tensor = ("f32", &[4, 8]);
const ROW: Tensor = ("f32", &[1, 32]);

#[test]
fn joined_graphs_set_bindings_and_ids() {
    let header = joined(MODULE, "right.spv", &spirv(&[SQUARE, SQUARE], &[ROW, SQUARE])).unwrap();
    let lines = header.lines().map(str::trim);
    let fields: Vec<&str> = lines
        .filter(|line| line.starts_with(".id") || line.starts_with(".descriptorSet"))
        .collect();
    assert_eq!(fields, [".descriptorSet = 1,", ".descriptorSet = 1,", ".id = 10,", ".id = 11,"]);
    assert!(header.contains(".binding = 0,") && header.contains(".binding = 2,"), "{header}");
    assert!(header.contains("#define MAIN_GRAPH_ENTRY_POINT \"net\""), "{header}");
    // The row is the first constant of the other compiler, and the second one of the module.
    assert!(header.find("`%b`").unwrap() < header.find(".id = 11").unwrap(), "{header}");
    // An id that the module states.
    let stated = MODULE.replace(
        "%w = \"tosa.const\"() {",
        "%w = \"tosa.const\"() {layout.vk_constant = 11 : i64, ",
    );
    assert!(joined(&stated, "stated.spv", &spirv(&[SQUARE, SQUARE], &[ROW, SQUARE])).is_ok());
}

#[test]
fn different_graphs_are_reported_with_both_numbers() {
    const CONSTANTS: &[Tensor] = &[ROW, SQUARE];
    let cases: [(&[Tensor], &[Tensor], &str); 6] = [
        (
            &[SQUARE],
            CONSTANTS,
            "`@main` violates VUID-RuntimeSpirv-pNext-09923: it has 2 resources, but `net` of `FILE` has 1",
        ),
        (
            &[SQUARE, SQUARE],
            &[ROW],
            "`@main` violates VUID-RuntimeSpirv-pNext-09921: it has 2 graph constants, but `net` of `FILE` has 1",
        ),
        (
            &[("f32", &[8, 4]), SQUARE],
            CONSTANTS,
            "argument `%x` violates VUID-RuntimeSpirv-pNext-09923: it has the dims [4, 8], but `net` of `FILE` has [8, 4]",
        ),
        (
            &[SQUARE, ("i32", &[4, 8])],
            CONSTANTS,
            "result `%2` violates VUID-RuntimeSpirv-pNext-09923: its elements are `f32`, but those of `net` of `FILE` are `i32`",
        ),
        (
            &[SQUARE, SQUARE],
            &[ROW, ROW],
            "`%w` violates VUID-RuntimeSpirv-pNext-09921: no constant of `net` of `FILE` has its dims [4, 8] of `f32`",
        ),
        (
            &[SQUARE, SQUARE],
            &[("f16", &[1, 32]), SQUARE],
            "`%b` violates VUID-RuntimeSpirv-pNext-09921: no constant of `net` of `FILE` has its dims [1, 32] of `f32`",
        ),
    ];
    for (at, (interface, constants, expected)) in cases.into_iter().enumerate() {
        let name = format!("wrong{at}.spv");
        let error = joined(MODULE, &name, &spirv(interface, constants)).unwrap_err();
        let path = file(FOLDER, &name, &spirv(interface, constants));
        let expected = expected.replace("FILE", &path.display().to_string());
        assert!(error.ends_with(&expected), "{error}\n{expected}");
    }
    // Two constants of one type have no ids, and a SPIR-V module has no elements.
    let twice = MODULE.replace("1x32", "4x8");
    let error =
        joined(&twice, "twice.spv", &spirv(&[SQUARE, SQUARE], &[SQUARE, SQUARE])).unwrap_err();
    assert!(error.contains("the constants [10, 11] of `net` of"), "{error}");
    let stated = MODULE.replace(
        "%w = \"tosa.const\"() {",
        "%w = \"tosa.const\"() {layout.vk_constant = 12 : i64, ",
    );
    let error = joined(&stated, "id.spv", &spirv(&[SQUARE, SQUARE], &[ROW, SQUARE])).unwrap_err();
    assert!(error.contains("its id is 12, which no constant of `net` of"), "{error}");
}

#[test]
fn files_without_graphs_are_reported() {
    let reasons: [(&[u8], &str); 3] = [
        (b"", "the file has 0 bytes, but the header of a VGF file has 128"),
        (&[0; 200], "the file does not begin with `VGF1`"),
        (&[3, 2, 0x23, 7], "the module does not begin with the header of SPIR-V"),
    ];
    for (at, (bytes, reason)) in reasons.into_iter().enumerate() {
        let error = joined(MODULE, &format!("none{at}.vgf"), bytes).unwrap_err();
        assert!(error.contains(&format!("has no data graphs: {reason}")), "{error}");
    }
}

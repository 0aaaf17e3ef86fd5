//! The test of conversions between placements: functions over shuffles in GLSL and HLSL run in the subgroups of the driver.
//! Every register of every lane must hold the index that the placement of the target has there.

use crate::layouts::layoutc;
use crate::shader_text::{ShaderLanguage, compile_text};
use crate::vulkan::{DriverFault, Shaders};
use ir::descriptor::Layouts;
use ir::diag::Sink;
use ir::layout::{AxisName, IndexSpace, LogicalIndex, Placement};
use ir::{Registry, Verified};
use std::collections::BTreeMap;
use std::fs;

/// The invocations of a workgroup.
const GROUP: u64 = 64;

/// A placement of 4 registers and some lanes, by the transforms between its axes and the index.
const PLACEMENTS: [(&str, &str); 5] = [
    ("blocked", "%i = layout.merge %l, %r"),
    ("striped", "%i = layout.merge %r, %l"),
    (
        "swizzled",
        "%h, %q = layout.unmerge %l into [HIGH, 4]
         %s, %t = layout.xor %q, %r
         %i = layout.merge %h, %s, %t",
    ),
    (
        "turned",
        "%a, %b = layout.unmerge %l into [2, HALF]
         %c, %d = layout.unmerge %r into [2, 2]
         %i = layout.merge %d, %b, %a, %c",
    ),
    (
        "reversed",
        "%h, %q = layout.unmerge %l into [HIGH, 4]
         %i = layout.merge %r, %q, %h",
    ),
];

/// Returns a module that converts each placement into each other one, of these elements.
fn program(lanes: u64, elem: &str) -> String {
    let mut text = String::new();
    for (name, body) in PLACEMENTS {
        let body = body
            .replace("HIGH", &(lanes / 4).to_string())
            .replace("HALF", &(lanes / 2).to_string());
        text += &format!(
            "layout.descriptor @{name} {{\n  %r, %l = layout.axes [register: 4, lane: {lanes}]\n  {body}\n  \
             layout.yield %i\n}}\n"
        );
    }
    for (from, to) in pairs() {
        let ty = |name| format!("tensor<{}x{elem}, {{layout = @{name}}}>", 4 * lanes);
        let (source, target) = (ty(from), ty(to));
        text += &format!(
            "func.func @{from}_{to}(%x: {source}) -> {target} {{\n  %y = layout.reorder %x : {source} -> {target}\n  \
             return %y : {target}\n}}\n"
        );
    }
    text
}

fn pairs() -> Vec<(&'static str, &'static str)> {
    let names = || PLACEMENTS.iter().map(|(name, _)| *name);
    names().flat_map(|a| names().filter(move |b| *b != a).map(move |b| (a, b))).collect()
}

/// Returns the index in each register, by lane.
fn registers(placement: &Placement) -> Vec<u64> {
    let lengths = placement.shape().static_lengths().unwrap();
    let mut found = BTreeMap::new();
    for index in IndexSpace::below(lengths).iter() {
        let number = index[0];
        for slot in placement.slots_of(&LogicalIndex::new(index).unwrap()).unwrap() {
            let on = |axis| {
                let at = placement.axes().position(|known| *known == axis);
                at.map_or(0, |at| slot.coordinates[at])
            };
            found.insert((on(AxisName::LANE), on(AxisName::REGISTER)), number.unsigned_abs());
        }
    }
    found.into_values().collect()
}

/// Returns the shader that converts the registers in one buffer to those in another.
fn shader(language: ShaderLanguage, functions: &str, name: &str) -> String {
    let glsl = format!(
        "#version 450\n#extension GL_KHR_shader_subgroup_basic : require\n\
         #extension GL_EXT_shader_explicit_arithmetic_types_int64 : require\n{functions}\n\
         layout(local_size_x = {GROUP}) in;\n\
         layout(std430, set = 0, binding = 0) buffer Found {{ uint64_t found[]; }};\n\
         layout(std430, set = 0, binding = 1) buffer Given {{ uint64_t given[]; }};\n\
         void main()\n{{\n    uint lane = gl_SubgroupInvocationID;\n    uint src[4], dst[4];\n\
         \x20   for (uint r = 0; r < 4; ++r) src[r] = uint(given[lane * 4 + r]);\n    {name}(lane, src, dst);\n\
         \x20   uint at = (gl_SubgroupID * gl_SubgroupSize + lane) * 4;\n\
         \x20   for (uint r = 0; r < 4; ++r) found[at + r] = uint64_t(dst[r]);\n}}\n"
    );
    let hlsl = format!(
        "{functions}\n[[vk::binding(0, 0)]] RWStructuredBuffer<uint64_t> found;\n\
         [[vk::binding(1, 0)]] RWStructuredBuffer<uint64_t> given;\n\
         [numthreads({GROUP}, 1, 1)] void main(uint3 id : SV_DispatchThreadID)\n{{\n\
         \x20   uint lane = WaveGetLaneIndex();\n    uint src[4], dst[4];\n\
         \x20   for (uint r = 0; r < 4; ++r) src[r] = (uint)given[lane * 4 + r];\n    {name}(lane, src, dst);\n\
         \x20   uint at = (id.x / WaveGetLaneCount() * WaveGetLaneCount() + lane) * 4;\n\
         \x20   for (uint r = 0; r < 4; ++r) found[at + r] = dst[r];\n}}\n"
    );
    if language == ShaderLanguage::Glsl { glsl } else { hlsl }
}

/// Returns the lanes of a subgroup of the device.
fn lanes(shaders: &Shaders) -> u64 {
    let text = format!(
        "#version 450\n#extension GL_KHR_shader_subgroup_basic : require\n\
         #extension GL_EXT_shader_explicit_arithmetic_types_int64 : require\n\
         layout(local_size_x = {GROUP}) in;\n\
         layout(std430, set = 0, binding = 0) buffer Found {{ uint64_t found[]; }};\n\
         layout(std430, set = 0, binding = 1) buffer Given {{ uint64_t given[]; }};\n\
         void main() {{ found[gl_GlobalInvocationID.x] = given[0] + gl_SubgroupSize; }}\n"
    );
    let words = compile_text(ShaderLanguage::Glsl, &text).unwrap();
    shaders.run(&words, &[0], GROUP as usize, 1).unwrap()[0]
}

#[test]
fn shuffles_move_every_register_of_a_subgroup() {
    if testkit::lacks_tools(&["glslangValidator"]) {
        return;
    }
    let shaders = match Shaders::open() {
        Ok(shaders) => shaders,
        Err(DriverFault::Missing(what)) => {
            testkit::lacks(&what, false);
            return;
        }
        Err(fault) => panic!("{fault}"),
    };
    let lanes = lanes(&shaders);
    assert!(lanes >= 4 && lanes.is_power_of_two() && GROUP.is_multiple_of(lanes), "{lanes} lanes");
    // Elements of 8 bits share the words of shuffles.
    for elem in ["i32", "i8"] {
        check(&shaders, lanes, &program(lanes, elem));
    }
}

/// Compares the registers of all lanes after each conversion of a program.
fn check(shaders: &Shaders, lanes: u64, text: &str) {
    assert!(4 * lanes <= 256, "an index is no element of 8 bits");
    let registry = Registry::new();
    let mut sink = Sink::default();
    let module = parser::parse(text, 0, &registry, &mut sink).unwrap();
    let module = Verified::new(module, &registry, &mut sink).unwrap();
    let layouts = Layouts::new(&module, &registry);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("moves.mlir");
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let mut moved = 0;
    for language in [ShaderLanguage::Glsl, ShaderLanguage::Hlsl] {
        let functions = layoutc(&[path, &format!("--emit={}", language.name())]).unwrap();
        for (from, to) in pairs() {
            let [source, target] =
                [from, to].map(|name| registers(&layouts.placement(name).unwrap()));
            let name = format!("reorder_{from}_{to}_y");
            let words = compile_text(language, &shader(language, &functions, &name)).unwrap();
            let found = shaders.run(&words, &source, 4 * GROUP as usize, 1).unwrap();
            for subgroup in found.chunks(target.len()) {
                assert_eq!(subgroup, target, "{name} in {}", language.name());
                moved += subgroup.len();
            }
        }
    }
    assert_eq!(moved as u64, 2 * 20 * 4 * GROUP);
}

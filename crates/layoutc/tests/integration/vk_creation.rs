//! Tests of the structures in `--emit=vk-c` and `--emit=vk-rust` with which tensors are created: rolling backings, and
//! images whose memory tensors alias. The output is compiled with all warnings as errors and executed against functions
//! that record what a device would receive. Every number must agree with `vk-json`.
//!
//! The headers come from `scripts/install-test-tools.sh`. Older headers lack VK_ARM_tensor_controls.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use testkit::{lacks_command, lacks_vulkan_headers, vulkan_headers};

const PROGRAM: &str = r#"
layout.target @device {limits = {maxTensorSize = 1000000 : i64}, features = {tensorControls = true, tensorNonPacked = true}} {
}
layout.descriptor @ring {
  %m, %c = layout.packed [4, 64]
  %i = layout.modulo %m by 4 length 30
  %j = layout.pass_through %c
  layout.yield %i, %j
}
layout.tensor @rows : tensor<30x64xf16, {layout = @ring}>
layout.tensor @camera {image = {extent = array<i64: 60, 40>, format = "VK_FORMAT_R8G8B8A8_UNORM", rowPitch = 256 : i64, usage = ["SAMPLED"]}} : tensor<40x60x4xui8>
layout.tensor @volume {image = {extent = array<i64: 6, 5, 4>, format = "VK_FORMAT_R16G16_SFLOAT"}} : tensor<4x5x6x2xf16, {reqs = #layout.reqs<m1: aligned<32 bytes>>}>
layout.tensor @picture {tiling = "OPTIMAL", usage = ["SHADER", "IMAGE_ALIASING"], image = {extent = array<i64: 60, 40>, format = "VK_FORMAT_B8G8R8A8_SRGB", usage = ["SAMPLED", "TENSOR_ALIASING"]}} : tensor<40x60x4xui8>
"#;

/// The lines that both programs print: the chain that a device receives, then each image.
const PRINTED: &str = "\
requirements 1000565001 4 64 1 1
tensor 1000565001 4 64 1 1
tensor null
camera_vk 14 1 37 60 40 1 1 1 1 1 4
volume_vk 14 2 83 6 5 4 1 1 1 1 0
picture_vk 14 1 50 60 40 1 1 1 1 0 8388612
pitches 256 32 160 1000460000
matches 1 0 1 0 0
";

fn emitted(form: &str) -> String {
    let args = ["--target=device", &format!("--emit={form}")].map(str::to_owned);
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut PROGRAM.as_bytes(), &mut stdout, &mut stderr);
    assert_eq!((status, String::from_utf8(stderr).unwrap()), (0, String::new()));
    String::from_utf8(stdout).unwrap()
}

#[track_caller]
fn stdout_of(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).unwrap()
}

/// Headers without VK_ARM_tensor_controls: its structure has another name.
const OLDER: &str = "\
#define VkTensorRollingBackingCreateInfoARM VkTensorRollingBackingOfHeaders
#include <vulkan/vulkan.h>
#undef VkTensorRollingBackingCreateInfoARM
#undef VK_ARM_tensor_controls
";

const C_PROGRAM: &str = r#"
#define LAYOUTC_VK_CREATE
#include "described.h"
#include "described.h"
#include <stdio.h>

static void chain(const char *call, const VkTensorCreateInfoARM *info)
{
    const VkTensorRollingBackingCreateInfoARM *next =
        (const VkTensorRollingBackingCreateInfoARM *)info->pNext;
    if (next == NULL) {
        printf("%s null\n", call);
        return;
    }
    printf("%s %ld %u %u %u %u\n", call, (long)next->sType, next->wraps[0], next->wraps[1],
           next->wraps[2], next->wraps[3]);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_tensor(
    VkDevice device, const VkTensorCreateInfoARM *info, const VkAllocationCallbacks *allocator,
    VkTensorARM *tensor)
{
    (void)device;
    (void)allocator;
    (void)tensor;
    chain("tensor", info);
    return VK_ERROR_UNKNOWN;
}

static VKAPI_ATTR void VKAPI_CALL destroy_tensor(
    VkDevice device, VkTensorARM tensor, const VkAllocationCallbacks *allocator)
{
    (void)device;
    (void)tensor;
    (void)allocator;
}

static VKAPI_ATTR void VKAPI_CALL destroy_view(
    VkDevice device, VkTensorViewARM view, const VkAllocationCallbacks *allocator)
{
    (void)device;
    (void)view;
    (void)allocator;
}

static VKAPI_ATTR void VKAPI_CALL requirements(
    VkDevice device, const VkDeviceTensorMemoryRequirementsARM *info, VkMemoryRequirements2 *found)
{
    (void)device;
    (void)found;
    chain("requirements", info->pCreateInfo);
}

static void image(const char *name, const VkImageCreateInfo *it)
{
    printf("%s %d %d %d %u %u %u %u %u %d %d %u\n", name, (int)it->sType, (int)it->imageType,
           (int)it->format, it->extent.width, it->extent.height, it->extent.depth, it->mipLevels,
           it->arrayLayers, (int)it->samples, (int)it->tiling, it->usage);
}

int main(void)
{
    LayoutcTensorFunctions functions;
    LayoutcTensor created;
    VkSubresourceLayout layout;
    functions.create_tensor = create_tensor;
    functions.destroy_tensor = destroy_tensor;
    functions.destroy_view = destroy_view;
    functions.device_requirements = requirements;
    (void)rows_vk_requirements(NULL, &functions);
    (void)rows_vk_create(NULL, &functions, VK_NULL_HANDLE, 0, &created);
    (void)camera_vk_create(NULL, &functions, VK_NULL_HANDLE, 0, &created);
    image("camera_vk", &camera_vk_image);
    image("volume_vk", &volume_vk_image);
    image("picture_vk", &picture_vk_image);
    printf("pitches %llu %llu %llu %llu\n", CAMERA_VK_IMAGE_ROW_PITCH_BYTES,
           VOLUME_VK_IMAGE_ROW_PITCH_BYTES, VOLUME_VK_IMAGE_DEPTH_PITCH_BYTES,
           PICTURE_VK_IMAGE_LAYOUT);
    layout.rowPitch = 256;
    printf("matches %d", camera_vk_matches_image(&layout));
    layout.rowPitch = 240;
    printf(" %d", camera_vk_matches_image(&layout));
    layout.rowPitch = 32;
    layout.depthPitch = 160;
    printf(" %d", volume_vk_matches_image(&layout));
    layout.depthPitch = 192;
    printf(" %d", volume_vk_matches_image(&layout));
    layout.rowPitch = 24;
    layout.depthPitch = 160;
    printf(" %d\n", volume_vk_matches_image(&layout));
    return 0;
}
"#;

fn compile(compiler: &str, standard: &str, folder: &Path, main: &str) -> String {
    let program = folder.join("program");
    let language = if compiler == "gcc" { "c" } else { "c++" };
    let flags = ["-pedantic-errors", "-Wall", "-Wextra", "-Werror", "-x", language];
    let output = Command::new(compiler)
        .arg(standard)
        .args(flags)
        .arg(format!("-I{}", vulkan_headers().display()))
        .args([&folder.join(main), Path::new("-o"), &program])
        .output();
    stdout_of(output.unwrap());
    stdout_of(Command::new(&program).output().unwrap())
}

#[test]
fn c_structures_agree_with_json() {
    if lacks_vulkan_headers() || lacks_command("gcc") || lacks_command("g++") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("described.h", &emitted("vk-c"));
    write("main.c", C_PROGRAM);
    write("older.c", &format!("{OLDER}{C_PROGRAM}"));
    for (compiler, standard) in [("gcc", "-std=c99"), ("g++", "-std=c++20")] {
        for main in ["main.c", "older.c"] {
            assert_eq!(compile(compiler, standard, folder.path(), main), PRINTED, "{main}");
        }
    }
}

const RUST_PROGRAM: &str = r#"
mod described;

use core::ffi::{c_char, c_void, CStr};
use described::create::{TensorFunctions, VkDevice, VkResult};
use described::{VkImageCreateInfo, VkTensorRollingBackingCreateInfoARM};

/// The members of `VkTensorCreateInfoARM` before the description.
#[repr(C)]
struct Info {
    s_type: i32,
    p_next: *const VkTensorRollingBackingCreateInfoARM,
}

#[repr(C)]
struct Requirements {
    s_type: i32,
    p_next: *const c_void,
    info: *const Info,
}

unsafe fn chain(call: &str, info: *const Info) {
    match unsafe { (*info).p_next.as_ref() } {
        None => println!("{call} null"),
        Some(next) => {
            let [a, b, c, d] = next.wraps;
            println!("{call} {} {a} {b} {c} {d}", next.s_type);
        }
    }
}

unsafe extern "system" fn create(
    _: VkDevice,
    info: *const Info,
    _: *const c_void,
    _: *mut u64,
) -> VkResult {
    unsafe { chain("tensor", info) };
    -13
}

unsafe extern "system" fn requirements(_: VkDevice, of: *const Requirements, _: *mut c_void) {
    unsafe { chain("requirements", (*of).info) };
}

unsafe extern "system" fn unused() {}

type Function = unsafe extern "system" fn();

unsafe extern "system" fn get(_: VkDevice, name: *const c_char) -> Option<Function> {
    let name = unsafe { CStr::from_ptr(name) };
    Some(match name.to_str() {
        Ok("vkCreateTensorARM") => unsafe { core::mem::transmute::<*const (), Function>(create as *const ()) },
        Ok("vkGetDeviceTensorMemoryRequirementsARM") => unsafe {
            core::mem::transmute::<*const (), Function>(requirements as *const ())
        },
        _ => unused,
    })
}

fn image(name: &str, it: VkImageCreateInfo) {
    let [w, h, d] = it.extent;
    let (kind, mips, layers) = (it.image_type, it.mip_levels, it.array_layers);
    let rest = (it.samples, it.tiling, it.usage);
    println!(
        "{name} {} {kind} {} {w} {h} {d} {mips} {layers} {} {} {}",
        it.s_type, it.format, rest.0, rest.1, rest.2
    );
}

fn main() {
    let device = core::ptr::null_mut();
    let functions = unsafe { TensorFunctions::load(device, get) }.unwrap();
    unsafe {
        described::create::rows_vk_requirements(device, &functions);
        assert!(described::create::rows_vk_create(device, &functions, 0, 0).is_err());
        assert!(described::create::camera_vk_create(device, &functions, 0, 0).is_err());
    }
    image("camera_vk", described::camera_vk_image());
    image("volume_vk", described::volume_vk_image());
    image("picture_vk", described::picture_vk_image());
    println!(
        "pitches {} {} {} {}",
        described::CAMERA_VK_IMAGE_ROW_PITCH_BYTES,
        described::VOLUME_VK_IMAGE_ROW_PITCH_BYTES,
        described::VOLUME_VK_IMAGE_DEPTH_PITCH_BYTES,
        described::PICTURE_VK_IMAGE_LAYOUT
    );
    let camera = [256, 240].map(|row| u8::from(described::camera_vk_matches_image(row)));
    let volume = [(32, 160), (32, 192), (24, 160)]
        .map(|(row, depth)| u8::from(described::volume_vk_matches_image(row, depth)));
    println!("matches {} {} {} {} {}", camera[0], camera[1], volume[0], volume[1], volume[2]);
}
"#;

#[test]
fn rust_structures_agree_with_json() {
    if lacks_command("rustc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("described.rs"), emitted("vk-rust")).unwrap();
    fs::write(path("main.rs"), RUST_PROGRAM).unwrap();
    let output = Command::new("rustc")
        .args(["-D", "warnings", "--edition", "2021", "--cfg", "feature=\"layoutc_create\"", "-o"])
        .args([path("program"), path("main.rs")])
        .output();
    stdout_of(output.unwrap());
    let printed = stdout_of(Command::new(path("program")).output().unwrap());
    assert_eq!(printed, PRINTED);
}

#[test]
fn json_has_the_same_numbers() {
    let json: Value = serde_json::from_str(&emitted("vk-json")).unwrap();
    let tensors = json["tensors"].as_array().unwrap();
    let wraps: Vec<String> =
        tensors[0]["rolling"]["wraps"].as_array().unwrap().iter().map(Value::to_string).collect();
    assert!(PRINTED.contains(&format!("tensor 1000565001 {}\n", wraps.join(" "))), "{wraps:?}");
    assert_eq!(tensors[0]["size_bytes"], 4 * 64 * 2);
    for tensor in &tensors[1..] {
        let image = &tensor["image"];
        let format = ir::vulkan::find_registered(image["format"].as_str().unwrap()).unwrap().value;
        let extent = ["width", "height", "depth"].map(|key| image["extent"][key].to_string());
        let line = format!(
            "{}_vk 14 {} {format} {} 1 1 1 {} {}\n",
            tensor["name"].as_str().unwrap(),
            ["1D", "2D", "3D"]
                .iter()
                .position(|it| image["imageType"] == format!("VK_IMAGE_TYPE_{it}"))
                .unwrap(),
            extent.join(" "),
            i32::from(image["tiling"] == "VK_IMAGE_TILING_LINEAR"),
            image["usage"].as_array().unwrap().iter().fold(0, |mask, bit| {
                mask | ir::vulkan::find(ir::vulkan::IMAGE_USAGES, bit.as_str().unwrap())
                    .unwrap()
                    .value
            }),
        );
        assert!(PRINTED.contains(&line), "{line}");
    }
    assert_eq!(tensors[3]["image"]["layout"], "VK_IMAGE_LAYOUT_TENSOR_ALIASING_ARM");
    // A tensor without both has neither key.
    let keys = |at: usize| tensors[at].as_object().unwrap().len();
    assert_eq!((keys(0), keys(1)), (16, 16));
}

//! A linear image and a tensor in the same memory, on the emulation layer: the driver's row pitch is a stride
//! requirement, and each resource must read what the other wrote.
//!
//! The layer reports the usage IMAGE_ALIASING for no format, and lacks VK_ARM_tensor_controls, so tensors with tiling
//! OPTIMAL that alias images, and rolling tensors, cannot run.

use super::{ProgramTest, succeed};
use std::fs;
use std::path::Path;

/// Returns the module, with the row pitch that is known.
fn module(pitch: Option<&str>) -> String {
    let pitch = pitch.map_or(String::new(), |pitch| format!(", rowPitch = {pitch} : i64"));
    format!(
        "layout.tensor @camera {{image = {{extent = array<i64: 13, 7>, format = \"VK_FORMAT_R8G8B8A8_UINT\", \
         usage = [\"TRANSFER_SRC\", \"TRANSFER_DST\"]{pitch}}}}} : tensor<7x13x4xui8>\n"
    )
}

fn shader(access: &str, qualifier: &str) -> String {
    format!(
        "#version 460\n\
         #extension GL_GOOGLE_include_directive : require\n\
         #include \"image.glsl\"\n\
         layout(local_size_x = 64) in;\n\
         layout(set = 0, binding = 0) uniform {qualifier} tensorARM<uint8_t, 3> tensor_;\n\
         layout(set = 0, binding = 1) writeonly buffer Words {{ uint words[]; }};\n\
         void main()\n{{\n    uint element = gl_GlobalInvocationID.x;\n    \
         uint h = element / 52u, w = element / 4u % 13u, c = element % 4u;\n    \
         if (element < 364u) {{\n        {access}\n    }}\n}}\n"
    )
}

#[test]
fn linear_image_and_tensor_read_what_the_other_wrote() {
    let Some(test) = ProgramTest::new() else { return };
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tensors/image.c");
    let path = test.path("image.mlir");
    let emit = |pitch: Option<&str>, form: &str, name: &str| {
        fs::write(&path, module(pitch)).unwrap();
        test.emit(&[path.to_str().unwrap(), "--target=emulation"], form, name)
    };
    emit(None, "vk-c", "image.h");
    test.compile_c(&source, "image");
    let pitch = succeed(test.run("image", &[]));
    let pitch = pitch.trim();
    assert!(pitch.parse::<u64>().unwrap() >= 52, "{pitch}");

    let header = emit(Some(pitch), "vk-c", "image.h");
    assert!(header.contains(&format!("#define CAMERA_VK_IMAGE_ROW_PITCH_BYTES {pitch}ull")));
    test.compile_c(&source, "image");
    emit(Some(pitch), "vk-glsl", "image.glsl");
    let read = shader("words[element] = uint(camera_vk_read(tensor_, h, w, c));", "readonly");
    let write = "camera_vk_write(tensor_, h, w, c, uint8_t(element * 37u + 11u));";
    for (name, text) in [("read", read), ("write", shader(write, "writeonly"))] {
        let file = test.path(&format!("{name}.comp"));
        fs::write(&file, text).unwrap();
        test.compile_shader(&file, &format!("{name}.spv"));
    }
    let output = succeed(test.run("image", &["read.spv", "write.spv"]));
    assert_eq!(output, "matches 1, read 364, written 364\n");
}

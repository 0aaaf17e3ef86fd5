//! The test of `examples/shader`: a shader that includes the addressing functions of two tensors.

use crate::layouts::{ResolvedProgram, layoutc};
use crate::shader_text::compile_file;
use crate::vulkan::{DriverFault, KernelRun, Shaders};
use ir::layout::LogicalIndex;
use std::fs;
use std::path::Path;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/shader");

/// The lengths of the image.
const LENGTHS: [i64; 4] = [1, 3, 48, 50];

#[test]
fn shader_copies_every_pixel_to_its_plane() {
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
    let program = format!("{FOLDER}/camera.mlir");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("camera.glsl"), layoutc(&[&program, "--emit=glsl"]).unwrap())
        .unwrap();
    let shader = Path::new(FOLDER).join("camera_to_planes.comp");
    let words = compile_file(&shader, folder.path()).unwrap();

    let resolved = ResolvedProgram::compile(&[&program, "--passes=resolve-strides"]).unwrap();
    resolved.with(|finder| {
        let [camera, planes] = ["camera", "planes"].map(|name| finder.find(None, name).unwrap());
        let [from, to] = [&camera, &planes]
            .map(|layout| usize::try_from(layout.allocation().unwrap().get()).unwrap());
        assert!(from > to, "the rows of the camera image are padded");
        let source: Vec<u8> = (0..from as u32).flat_map(u32::to_le_bytes).collect();
        let groups = [(48u32 * 50).div_ceil(64), 1, 1];
        let run = KernelRun { entry: (&words, c"main"), groups, push_constants: &[] };
        let found = &shaders.copy(&run, &[(&source, &vec![0; 4 * to])]).unwrap()[0];
        let mut written = 0;
        for place in 0..LENGTHS.iter().product() {
            let index = [0, place / 2400, place / 50 % 48, place % 50];
            let index = LogicalIndex::new(index.to_vec()).unwrap();
            let [source, target] = [&camera, &planes].map(|layout| {
                usize::try_from(layout.offset_of(&index).unwrap().unwrap().get()).unwrap()
            });
            let bytes = found[4 * target..][..4].try_into().unwrap();
            assert_eq!(u32::from_le_bytes(bytes) as usize, source, "{index}");
            written += 1;
        }
        assert_eq!(written, 7200);
    });
}

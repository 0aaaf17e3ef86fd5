//! Execution of accessors. A shader reads and writes every index of a box that is larger than the tensor by one in each
//! dim. The elements must be those at the addresses of the core. An index outside reads 0 and writes nothing.

use super::{ProgramTest, succeed};
use crate::image::RandomBytes;
use crate::layouts::ResolvedProgram;
use ir::layout::{Layout, LogicalIndex};
use std::fs;
use std::path::Path;

const MODULE: [&str; 2] =
    [concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tensors/access.mlir"), "--target=four"];

/// A tensor of the module.
struct AccessCase {
    name: &'static str,
    /// The type in the shader.
    ty: &'static str,
    dims: usize,
    bits: u32,
}

const CASES: [AccessCase; 8] = [
    AccessCase { name: "pixels", ty: "int16_t", dims: 4, bits: 16 },
    AccessCase { name: "lanes", ty: "int8_t", dims: 4, bits: 8 },
    AccessCase { name: "merged", ty: "int", dims: 4, bits: 32 },
    AccessCase { name: "nibbles", ty: "uint8_t", dims: 3, bits: 4 },
    AccessCase { name: "flags", ty: "uint8_t", dims: 2, bits: 1 },
    AccessCase { name: "long", ty: "int64_t", dims: 2, bits: 64 },
    AccessCase { name: "scalar", ty: "uint", dims: 1, bits: 32 },
    AccessCase { name: "moved", ty: "uint8_t", dims: 2, bits: 8 },
];

#[test]
fn accessors_read_and_write_the_elements_of_the_core() {
    let Some(test) = ProgramTest::new() else { return };
    test.emit(&MODULE, "vk-glsl", "access.glsl");
    let header = test.emit(&MODULE, "vk-c", "access.h");
    test.list_of_c(&header);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tensors");
    test.compile_c(&folder.join("access.c"), "access");
    let resolved = [&MODULE[..], &["--passes=resolve-strides"]].concat();
    ResolvedProgram::compile(&resolved).unwrap().with(|finder| {
        for case in CASES {
            let layout = finder.find(None, case.name).unwrap();
            AccessTest { test: &test, case: &case, layout: &layout }.check(&header);
        }
    });
}

struct AccessTest<'a> {
    test: &'a ProgramTest,
    case: &'a AccessCase,
    layout: &'a Layout,
}

impl AccessTest<'_> {
    fn check(&self, header: &str) {
        let before = self.random_bytes(header);
        let indices = self.indices();
        let (after, words) = self.run("read", &before, indices.len());
        assert!(after == before, "@{}: reading changed the memory", self.case.name);
        for (at, (index, word)) in indices.iter().zip(words).enumerate() {
            let element =
                self.bit_position(index).map_or(0, |bit| element(&before, bit, self.case.bits));
            assert_eq!(word, folded(element), "@{} at {index:?}, {at}", self.case.name);
        }
        if self.case.bits < 8 {
            return;
        }
        let (after, _) = self.run("write", &before, indices.len());
        let mut expected = before;
        for (at, index) in indices.iter().enumerate() {
            let Some(bit) = self.bit_position(index) else { continue };
            let (size, start) = (self.case.bits as usize / 8, bit as usize / 8);
            let value = (at as u64 * 37 + 11).to_le_bytes();
            expected[start..start + size].copy_from_slice(&value[..size]);
        }
        assert!(after == expected, "@{}: writing", self.case.name);
    }

    /// Returns random bytes of the size in the header.
    fn random_bytes(&self, header: &str) -> Vec<u8> {
        let define = format!("#define {}_VK_SIZE_BYTES ", self.case.name.to_ascii_uppercase());
        let mut sizes = header.lines().filter_map(|line| line.strip_prefix(&define));
        let size = sizes.next().unwrap().trim_end_matches("ull").parse().unwrap();
        RandomBytes(7).noise(size)
    }

    /// Returns every index of the box.
    fn indices(&self) -> Vec<Vec<i64>> {
        let mut indices = vec![Vec::new()];
        for length in self.lengths() {
            let longer = indices.iter().flat_map(|index| {
                (0..=length).map(move |component| [&index[..], &[component]].concat())
            });
            indices = longer.collect();
        }
        indices
    }

    fn lengths(&self) -> Vec<i64> {
        self.layout.shape().values().map(|length| length.get().unwrap()).collect()
    }

    /// Returns the position of an element in the memory of the tensor, in bits; `None` if the index is outside.
    fn bit_position(&self, index: &[i64]) -> Option<u64> {
        if index.iter().zip(self.lengths()).any(|(&component, length)| component >= length) {
            return None;
        }
        let offset = |index: &[i64]| {
            let index = LogicalIndex::new(index.to_vec()).unwrap();
            self.layout.offset_of(&index).unwrap().unwrap().get()
        };
        let start = self.layout.offset_range().unwrap().unwrap().0.get();
        Some((offset(index) - start).unsigned_abs() * u64::from(self.case.bits))
    }

    /// Runs the shader for one direction. Returns the memory of the tensor and the words.
    fn run(&self, direction: &str, before: &[u8], count: usize) -> (Vec<u8>, Vec<u32>) {
        let (test, name) = (self.test, self.case.name);
        let file = |ending: &str| format!("{name}_{direction}.{ending}");
        let [shader, binary, memory, words] =
            [file("comp"), file("spv"), file("memory"), file("words")];
        fs::write(test.path(&shader), self.shader(direction, count)).unwrap();
        test.compile_shader(&test.path(&shader), &binary);
        fs::write(test.path(&memory), before).unwrap();
        let symbol = format!("{name}_vk");
        let count = count.to_string();
        let output = test.run("access", &[&symbol, &binary, &memory, &words, &count]);
        assert_eq!(succeed(output), "", "@{name}: messages of the validation layer");
        let read = |path: &str| fs::read(test.path(path)).unwrap();
        let words = read(&words)
            .chunks_exact(4)
            .map(|it| u32::from_le_bytes(it.try_into().unwrap()))
            .collect();
        (read(&memory), words)
    }

    /// Returns a shader in which each invocation reads or writes one index of the box.
    fn shader(&self, direction: &str, count: usize) -> String {
        let AccessCase { name, ty, dims, bits } = *self.case;
        let mut rest = "element".to_owned();
        let mut index = Vec::new();
        for length in self.lengths().iter().rev() {
            let size = length + 1;
            index.insert(0, format!(", {rest} % {size}u"));
            rest = format!("{rest} / {size}u");
        }
        let index = index.concat();
        let (access, qualifier) = match direction {
            "read" => {
                let value =
                    if bits == 64 { "uint(value) ^ uint(value >> 32)" } else { "uint(value)" };
                let mask =
                    if bits < 32 { format!(" & {}u", (1u32 << bits) - 1) } else { String::new() };
                let result = if bits < 8 { "uint" } else { ty };
                let read = format!("{result} value = {name}_vk_read(tensor_{index});");
                (format!("{read} words[element] = ({value}){mask};"), "readonly")
            }
            _ => (
                format!("{name}_vk_write(tensor_{index}, {ty}(element * 37u + 11u));"),
                "writeonly",
            ),
        };
        format!(
            "#version 460\n\
             #extension GL_GOOGLE_include_directive : require\n\
             #include \"access.glsl\"\n\
             layout(local_size_x = 64) in;\n\
             layout(set = 0, binding = 0) uniform {qualifier} tensorARM<{ty}, {dims}> tensor_;\n\
             layout(set = 0, binding = 1) writeonly buffer Words {{ uint words[]; }};\n\
             void main()\n\
             {{\n    uint element = gl_GlobalInvocationID.x;\n    if (element < {count}u) {{\n        {access}\n    }}\n}}\n"
        )
    }
}

/// Returns the bits of an element.
fn element(bytes: &[u8], place: u64, bits: u32) -> u64 {
    let start = place as usize / 8;
    let size = (bits as usize).div_ceil(8);
    let mut word = [0; 8];
    word[..size].copy_from_slice(&bytes[start..start + size]);
    (u64::from_le_bytes(word) >> (place % 8)) & (u64::MAX >> (64 - bits))
}

/// Returns both halves of an element in one word.
fn folded(element: u64) -> u32 {
    element as u32 ^ (element >> 32) as u32
}

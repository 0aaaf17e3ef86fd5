//! Random tensors of every element type, format, tiling and usage: layoutc accepts a tensor for the target `emulation` only
//! if the validation layer has no message about it, from its creation to its view.

use super::{ProgramTest, messages, succeed};
use crate::layouts::layoutc;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use testkit::{Random, number_of};

/// The element types, with the number of elements in a byte.
const TYPES: [(&str, usize); 16] = [
    ("i1", 8),
    ("i4", 2),
    ("i8", 1),
    ("ui8", 1),
    ("si8", 1),
    ("i16", 1),
    ("ui16", 1),
    ("i32", 1),
    ("ui32", 1),
    ("i64", 1),
    ("f16", 1),
    ("bf16", 1),
    ("f8E4M3FN", 1),
    ("f8E5M2", 1),
    ("f32", 1),
    ("f64", 1),
];

const TILINGS: [&str; 5] =
    ["LINEAR", "OPTIMAL", "BRICK_16_WIDE", "BRICK_4_WIDE", "BLOCK_U_INTERLEAVED"];

const USAGES: [&str; 5] =
    ["SHADER", "TRANSFER_SRC", "TRANSFER_DST", "IMAGE_ALIASING", "DATA_GRAPH"];

/// Formats that replace those of 8-bit and 16-bit integers.
const FORMATS: [&str; 4] =
    ["VK_FORMAT_R8_UNORM", "VK_FORMAT_R8_BOOL_ARM", "VK_FORMAT_R16_SNORM", "VK_FORMAT_R16_USCALED"];

/// Returns the text of a random tensor.
fn tensor(random: &mut Random, number: usize) -> String {
    let (ty, in_byte) = random.choose(&TYPES);
    let rank = 1 + random.index(7);
    let mut order: Vec<usize> = (0..rank).collect();
    (1..rank).for_each(|last| order.swap(last, random.index(last + 1)));
    let mut shape: Vec<usize> = (0..rank).map(|_| random.choose(&[1, 2, 3, 4, 5])).collect();
    shape[order[rank - 1]] *= in_byte;
    let mut attrs = Vec::new();
    if random.one_in(3) {
        attrs.push(format!("tiling = \"{}\"", random.choose(&TILINGS)));
    }
    if random.one_in(2) {
        let usages: Vec<&str> = USAGES.into_iter().filter(|_| random.one_in(3)).collect();
        attrs.push(format!("usage = {usages:?}"));
    }
    if random.one_in(6) {
        attrs.push(format!("vk_format = \"{}\"", random.choose(&FORMATS)));
    }
    let mut encoding = String::new();
    for dim in 0..rank - 1 {
        if random.one_in(4) {
            let separator = if encoding.is_empty() { "" } else { ", " };
            let bytes = random.choose(&[2, 8, 24, 64]);
            let _ = write!(encoding, "{separator}m{dim}: aligned<{bytes} bytes>");
        }
    }
    let reqs =
        if encoding.is_empty() { encoding } else { format!(", reqs = #layout.reqs<{encoding}>") };
    let names =
        |dims: &[usize]| dims.iter().map(|dim| format!("d{dim}")).collect::<Vec<_>>().join(", ");
    let sorted: Vec<usize> = (0..rank).collect();
    let shape: String = shape.iter().map(|length| format!("{length}x")).collect();
    format!(
        "layout.tensor @x{number} {{{}}} : tensor<{shape}{ty}, {{order = affine_map<({}) -> ({})>{reqs}}}>\n",
        attrs.join(", "),
        names(&sorted),
        names(&order)
    )
}

#[test]
fn accepted_tensors_have_no_message_of_the_validation_layer() {
    let Some(test) = ProgramTest::new() else { return };
    let count = number_of("LAYOUTC_TENSORS").unwrap_or(600) as usize;
    let mut random = Random::new(7);
    let path = test.path("tensors.mlir");
    let mut accepted = String::new();
    let mut refused = 0;
    for number in 0..count {
        let text = tensor(&mut random, number);
        fs::write(&path, &text).unwrap();
        match layoutc(&[path.to_str().unwrap(), "--target=emulation", "--emit=vk-c"]) {
            Ok(_) => accepted.push_str(&text),
            Err(_) => refused += 1,
        }
    }
    let tensors = count - refused;
    assert!(tensors * 5 > count && refused * 5 > count, "{tensors} of {count} are accepted");
    fs::write(&path, &accepted).unwrap();
    let header = test.emit(&[path.to_str().unwrap(), "--target=emulation"], "vk-c", "tensors.h");
    test.list_of_c(&header);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tensors/create.c");
    test.compile_c(&source, "create");
    let Some(output) = test.run_graph("create", &[]) else { return };
    let output = succeed(output);
    assert_eq!(messages(&output), [format!("{tensors} tensors created\n")], "{accepted}");
}

//! Each family of encodings on a small tensor, as bases, and the errors of texts.

use expect_test::{Expect, expect};
use layout::LogicalIndex;

use crate::{read_placement, write_placement};

/// Returns the bases of a text, or its error.
fn bases(text: &str) -> String {
    match read_placement(&format!("triton:{text}"), None) {
        Ok(read) => write_placement("triton", &read.placement, read.elem)
            .unwrap_or_else(|witness| witness.to_string()),
        Err(fault) => fault.to_string(),
    }
}

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&bases(text));
}

#[test]
fn blocked_repeats_in_registers_and_wraps_in_lanes() {
    let text = "#ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 4], warpsPerCTA = [1, 2], order = [1, 0]}>";
    check(
        &format!("{text}[4,32]:f16"),
        &expect![
            "triton:#ttg.linear<{register = [[0, 1], [0, 16], [2, 0]], lane = [[0, 2], [0, 4], [1, 0]], warp = [[0, 8]], block = []}>[4,32]:f16"
        ],
    );
    check(
        &format!("{text}[2,4]"),
        &expect![
            "triton:#ttg.linear<{register = [[0, 1]], lane = [[0, 2], [0, 0], [1, 0]], warp = [[0, 0]], block = []}>[2,4]"
        ],
    );
    let blocks = text.replace("}>", ", CGALayout = [[0, 1], [0, 0]]}>");
    check(
        &format!("{blocks}[2,32]"),
        &expect![
            "triton:#ttg.linear<{register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0]], warp = [[0, 8]], block = [[0, 16], [0, 0]]}>[2,32]"
        ],
    );
    let older =
        text.replace("}>", ", CTAsPerCGA = [1, 4], CTASplitNum = [1, 2], CTAOrder = [1, 0]}>");
    assert_eq!(bases(&format!("{older}[2,32]")), bases(&format!("{blocks}[2,32]")));
}

#[test]
fn slice_drops_a_dim() {
    let parent = "#ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [2, 4], warpsPerCTA = [2, 1], order = [1, 0]}>";
    check(
        &format!("#ttg.slice<{{dim = 0, parent = {parent}}}>[16]"),
        &expect![
            "triton:#ttg.linear<{register = [[1], [8]], lane = [[2], [4], [0]], warp = [[0]], block = []}>[16]"
        ],
    );
    check(
        &format!("#ttg.slice<{{dim = 1, parent = {parent}}}>[8]"),
        &expect![
            "triton:#ttg.linear<{register = [[1]], lane = [[0], [0], [2]], warp = [[4]], block = []}>[8]"
        ],
    );
}

#[test]
fn tensor_cores_have_tiles_of_eight_rows() {
    let mma = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 1], instrShape = [16, 8]}>";
    check(
        &format!("{mma}[32,16]"),
        &expect![
            "triton:#ttg.linear<{register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0]], block = []}>[32,16]"
        ],
    );
    let operand = format!("#ttg.dot_op<{{opIdx = 1, parent = {mma}, kWidth = 2}}>[16,16]");
    check(
        &operand,
        &expect![
            "triton:#ttg.linear<{register = [[1, 0], [8, 0], [0, 8]], lane = [[2, 0], [4, 0], [0, 1], [0, 2], [0, 4]], warp = [[0, 0]], block = []}>[16,16]"
        ],
    );
    let wgmma = "#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16, 16]}>";
    check(
        &format!("{wgmma}[64,16]"),
        &expect![
            "triton:#ttg.linear<{register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], block = []}>[64,16]"
        ],
    );
}

#[test]
fn matrix_cores_of_amd_have_64_or_32_lanes() {
    let mfma = "#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 2], instrShape = [16, 16, 16], isTransposed = true}>";
    check(
        &format!("{mfma}[16,32]"),
        &expect![
            "triton:#ttg.linear<{register = [[0, 1], [0, 2]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 4], [0, 8]], warp = [[0, 16]], block = []}>[16,32]"
        ],
    );
    let operand = format!("#ttg.dot_op<{{opIdx = 0, parent = {mfma}, kWidth = 4}}>[16,32]");
    check(
        &operand,
        &expect![
            "triton:#ttg.linear<{register = [[0, 1], [0, 2], [0, 16]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 4], [0, 8]], warp = [[0, 0]], block = []}>[16,32]"
        ],
    );
    for version in [1, 2] {
        let wmma = format!(
            "#ttg.amd_wmma<{{version = {version}, isTranspose = true, ctaLayout = {{warp = [[1, 0]]}}}}>[32,16]"
        );
        let older = format!(
            "#ttg.amd_wmma<{{version = {version}, isTranspose = true, warpsPerCTA = [2, 1]}}>[32,16]"
        );
        assert_eq!(bases(&wmma), bases(&older));
        let expected = match version {
            1 => expect![
                "triton:#ttg.linear<{register = [[0, 2], [0, 4], [0, 8]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1]], warp = [[16, 0]], block = []}>[32,16]"
            ],
            _ => expect![
                "triton:#ttg.linear<{register = [[0, 1], [0, 2], [0, 4]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 8]], warp = [[16, 0]], block = []}>[32,16]"
            ],
        };
        check(&wmma, &expected);
    }
}

#[test]
fn shared_memory_is_permuted_by_exclusive_or() {
    let swizzled =
        "#ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 4, order = [1, 0]}>[4,8]";
    check(
        swizzled,
        &expect![
            "triton:#ttg.shared_linear<{offset = [[0, 1], [0, 2], [0, 4], [1, 2], [2, 4]]}, alignment = 16>[4,8]"
        ],
    );
    let nvmma = "#ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>[8,32]:f16";
    check(
        nvmma,
        &expect![
            "triton:#ttg.shared_linear<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0], [4, 8], [0, 16]]}, alignment = 16>[8,32]:f16"
        ],
    );
    check(
        "#ttg.shared_linear<{offset = [[0, 4], [1, 0], [0, 5], [0, 2], [0, 8]]}, alignment = 16>[2,16]",
        &expect![
            "triton:#ttg.shared_linear<{offset = [[0, 4], [1, 0], [0, 5], [0, 2], [0, 8]]}, alignment = 16>[2,16]"
        ],
    );
}

#[test]
fn padding_follows_each_interval() {
    let text = "triton:#ttg.padded_shared<[4:+2, 8:+1] {order = [1, 0], shape = [4, 4]}>[4,4]";
    let placement = read_placement(text, None).map(|read| read.placement);
    let placement = placement.unwrap_or_else(|fault| panic!("{fault}"));
    let offset = |row: i64, column: i64| {
        let index = LogicalIndex::new([row, column]).ok()?;
        let slots = placement.slots_of(&index).ok()?;
        slots.first().map(|slot| slot.coordinates[0])
    };
    for (row, column) in (0..4).flat_map(|row| (0..4).map(move |column| (row, column))) {
        let plain = 4 * row + column;
        assert_eq!(offset(row, column), Some(plain + plain / 4 * 2 + plain / 8), "{row} {column}");
    }
    let permuted = text.replace(
        "order = [1, 0], shape = [4, 4]",
        "offset = [[0, 1], [0, 2], [2, 0]], block = [[0, 0], [1, 0]]",
    );
    let placement = read_placement(&permuted, None).map(|read| read.placement);
    let placement = placement.unwrap_or_else(|fault| panic!("{fault}"));
    let index = LogicalIndex::new([3, 1]).unwrap_or_else(|error| panic!("{error}"));
    let slots = placement.slots_of(&index).unwrap_or_else(|error| panic!("{error}"));
    let slots: Vec<Vec<i64>> = slots.into_iter().map(|slot| slot.coordinates).collect();
    assert_eq!(slots, [[2, 7], [3, 7]]);
}

#[test]
fn errors_name_the_attribute() {
    let blocked = |inner: &str| format!("#ttg.blocked<{{{inner}}}>[4]");
    let mma = |inner: &str| format!("#ttg.nvidia_mma<{{{inner}}}>[16,8]");
    let texts = [
        "#ttg.blocket<{order = [0]}>[4]".to_owned(),
        "#mma[4]".to_owned(),
        "#ttg.slice<{dim = 0, parent = #mma}>[4]".to_owned(),
        blocked("sizePerThread = [1], threadsPerWarp = [4], warpsPerCTA = [1]"),
        blocked("sizePerThread = [3], threadsPerWarp = [4], warpsPerCTA = [1], order = [0]"),
        blocked("sizePerThread = [1], threadsPerWarp = [4], warpsPerCTA = [1], order = [1]"),
        blocked("sizePerThread = [1], threadsPerWarp = [4, 1], warpsPerCTA = [1], order = [0]"),
        blocked("sizePerThread = [1], threadPerWarp = [4], warpsPerCTA = [1], order = [0]"),
        blocked("sizePerThread = [1], sizePerThread = [1]"),
        blocked("sizePerThread = 1, threadsPerWarp = [4], warpsPerCTA = [1], order = [0]"),
        "#ttg.linear<{register = [[1]], lane = [[1]], warp = [], block = []}>[4]".to_owned(),
        "#ttg.linear<{register = [[1, 1]], lane = [], warp = [], block = []}>[2,2]".to_owned(),
        "#ttg.linear<{register = [[2]], lane = [], warp = [], block = []}>[4]".to_owned(),
        "#ttg.linear<{register = [], lane = [], warp = [], block = []}>[6]".to_owned(),
        mma("versionMajor = 1, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 16]"),
        mma("versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 12]"),
        "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>[8,32]".to_owned(),
        "#ttg.nvmma_shared<{swizzlingByteWidth = 48, transposed = false, elementBitWidth = 16}>[8,32]".to_owned(),
        "#ttg.padded_shared<[4:+2] {order = [0], shape = [8]}>[4]".to_owned(),
        "#ttg.padded_shared<{order = [0], shape = [4]}>[4]".to_owned(),
        "#ttg.shared_linear<{offset = [[1], [1]]}, alignment = 16>[4]".to_owned(),
    ];
    let faults: Vec<String> = texts.iter().map(|text| bases(text)).collect();
    expect![[r#"
        column 8: unknown encoding of TritonGPU `blocket`; did you mean `blocked`?
        column 12: expected `<`, found `[`
        column 38: the alias `#mma` is not defined here; write the encoding in place of its alias
        column 21: `#ttg.blocked` needs attribute `order`
        column 39: `sizePerThread` must be a power of two, but is 3
        column 92: `order` must be a permutation of 0 to 0, but is [1]
        column 60: `threadsPerWarp` has 2 dims, but the encoding has 1
        column 43: unknown attribute `threadPerWarp`; the attributes of `#ttg.blocked` are `sizePerThread`, `threadsPerWarp`, `warpsPerCTA`, `order`, `CGALayout`, `CTAsPerCGA`, `CTASplitNum`, `CTAOrder`; did you mean `threadsPerWarp`?
        column 43: attribute `sizePerThread` occurs twice
        column 38: expected a list for attribute `sizePerThread`
        column 46: a second basis, of `lane`, moves dim 0 by 1
        column 32: a basis of `register` must move at most one dim, but [1, 1] moves 2
        column 8: no basis of `#ttg.linear` moves dim 0 by 1
        column 70: the length of dim 0 must be a power of two in TritonGPU, but is 6
        column 40: `versionMajor` of `#ttg.nvidia_mma` must be 2 or 3, but is 1
        column 96: `instrShape` must be 8 times a power of two along dim 1, but is 12
        column 48: dim 1 of a block must have at least 64 elements for a `swizzlingByteWidth` of 128, but has 32
        column 48: `swizzlingByteWidth` must be 0, 32, 64 or 128, but is 48
        column 56: `shape` is [8], but the tensor is [4]
        column 8: `#ttg.padded_shared` needs an interval and a padding such as `[32:+4]`
        column 8: no slot holds index [2]; the bases of all axes must span all indices"#]].assert_eq(&faults.join("\n"));
}

#[test]
fn writer_names_an_index_that_has_no_encoding() {
    let write = |text: &str| {
        let read = read_placement(text, None).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        let written = write_placement("triton", &read.placement, read.elem);
        written.unwrap_or_else(|witness| witness.to_string())
    };
    let texts = [
        "torch:(4,8):(8,1)",
        "torch:(4,6):(6,1)",
        "torch:(4,8):(16,1)",
        "torch:(4,4):(3,1)",
        "torch:(4,4):(1,1)",
        "torch:(4):(1)+4",
        "cute:S<2,0,3> o (8,8):(8,1)",
    ];
    let written: Vec<String> = texts.iter().map(|text| write(text)).collect();
    expect![[r#"
        triton:#ttg.shared_linear<{offset = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]]}, alignment = 16>[4,8]
        index [0, 0]: the length of dim 1 must be a power of two in TritonGPU, but is 6
        index [3, 7]: up to it, only 32 of 56 slots hold an index, but all do in an encoding
        index [1, 1]: its slots are not the exclusive or of those of the bits of the index
        index [1, 1]: its slots are not the exclusive or of those of the bits of the index
        index [0]: no slot of it is at 0 on all axes, but one is in an encoding
        triton:#ttg.shared_linear<{offset = [[0, 1], [0, 2], [0, 4], [1, 1], [2, 2], [4, 0]]}, alignment = 16>[8,8]"#]].assert_eq(&written.join("\n"));
}

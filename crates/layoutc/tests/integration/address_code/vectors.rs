//! Execution of conversion kernels in C whose tiles fill vectors, with the vectors of x86, those of the compilers, and none.
//!
//! Shapes have more rows and columns than a vector has units, and lengths that no vector divides, so that the last tiles
//! overlap. Large tensors are streamed to memory.

use crate::address_code::c::lacks_compilers;
use crate::address_code::kernels::{ConversionPair, compare_calls, kernel_names};
use crate::address_code::layoutc;
use crate::address_code::widths::function;
use std::collections::BTreeSet;
use testkit::{ConversionLayout, Random, conversion_layouts, small_layouts};

/// The compilers, with their vectors: those of the CPU at run time, four lanes at most, two lanes, one lane, the compiler's
/// own, and none.
const COMPILERS: &[(&str, &[&str])] = &[
    ("gcc", &["-std=c99", "-O3", "-DLAYOUTC_VECTORS=3", "-x", "c"]),
    ("clang++", &["-std=c++17", "-O2", "-x", "c++"]),
    ("gcc", &["-std=c99", "-O0", "-fopenmp", "-x", "c"]),
    ("gcc", &["-std=c99", "-O1", "-DLAYOUTC_VECTORS=2", "-fsanitize=address,undefined", "-x", "c"]),
    ("gcc", &["-std=c99", "-O2", "-march=native", "-fopenmp", "-x", "c"]),
    ("gcc", &["-std=c99", "-O1", "-mavx2", "-mno-avx512f", "-DLAYOUTC_VECTORS=2", "-x", "c"]),
    ("g++", &["-std=c++11", "-O1", "-DLAYOUTC_VECTORS=1", "-x", "c++"]),
    ("clang", &["-std=c99", "-O1", "-DLAYOUTC_VECTORS=1", "-x", "c"]),
    ("gcc", &["-std=c99", "-O1", "-DLAYOUTC_VECTORS=0", "-x", "c"]),
];

/// The types of elements, with their sizes in bytes.
const ELEMENTS: [(&str, i64); 4] = [("i8", 1), ("f16", 2), ("f32", 4), ("f64", 8)];

/// The functions of a module that convert between layouts.
#[derive(Default)]
struct Conversions<'a> {
    text: String,
    pairs: Vec<ConversionPair<'a>>,
}

impl<'a> Conversions<'a> {
    fn add(&mut self, source: &'a ConversionLayout, target: &'a ConversionLayout) {
        let name = format!("f{}", self.pairs.len());
        self.text += &function(&name, &source.ty, &target.ty);
        self.pairs.push((name, source, target));
    }

    /// Adds the conversions from and to the first layout, and random ones.
    fn add_some(&mut self, layouts: &'a [ConversionLayout], random: &mut Random, count: usize) {
        let mut pairs = BTreeSet::new();
        pairs.extend((1..layouts.len()).flat_map(|at| [(0, at), (at, 0)]));
        let mut pairs: Vec<(usize, usize)> = pairs.into_iter().collect();
        for at in (1..pairs.len()).rev() {
            pairs.swap(at, random.index(at + 1));
        }
        pairs.truncate(count);
        let other = |random: &mut Random| random.index(layouts.len());
        pairs.extend((0..count).map(|_| (other(random), other(random))));
        for (from, to) in pairs {
            self.add(&layouts[from], &layouts[to]);
        }
    }

    /// Executes all kernels, and returns the text of the kernels.
    fn check(&self, definitions: &str) -> String {
        let passes = "--passes=resolve-strides,lower-addressing";
        let lowered = layoutc(&format!("{definitions}{}", self.text), &[passes, "--emit=generic"]);
        let header = layoutc(&lowered, &["--passes=", "--emit=c"]);
        let names = kernel_names(&lowered, &self.pairs);
        compare_calls((&lowered, &self.pairs), (&header, &names), COMPILERS);
        header
    }
}

/// Returns the definitions of the descriptors of layouts.
fn definitions<'a>(layouts: impl IntoIterator<Item = &'a ConversionLayout>) -> String {
    layouts.into_iter().map(|layout| layout.definition.as_str()).collect()
}

#[test]
fn kernels_of_vectors_write_the_bytes_of_the_copy() {
    if lacks_compilers() {
        return;
    }
    let random = &mut Random::new(21);
    let mut images: Vec<Vec<ConversionLayout>> = Vec::new();
    let mut others: Vec<Vec<ConversionLayout>> = Vec::new();
    for elem in ELEMENTS {
        let prefix = format!("e{}_", elem.1);
        images.push(conversion_layouts(&[2, 35, 12, 14], elem, &prefix));
        images.push(conversion_layouts(&[1, 3, 17, 19], elem, &format!("{prefix}c3_")));
        others.extend(
            [&[41, 70][..], &[70, 5], &[6, 33, 18], &[4, 5, 3, 6, 17], &[3, 3, 16, 3, 3]]
                .map(|lengths| small_layouts(lengths, elem.0)),
        );
    }
    let mut conversions = Conversions::default();
    images.iter().for_each(|layouts| conversions.add_some(layouts, random, 8));
    others.iter().for_each(|layouts| conversions.add_some(layouts, random, 3));
    let header = conversions.check(&definitions(images.iter().chain(&others).flatten()));
    for (name, _) in ELEMENTS.iter().map(|(_, bytes)| (format!("layoutc_transpose_{bytes}("), ())) {
        assert!(header.contains(&name), "{name}");
    }
    for name in [
        "_tables(",
        "_row_table(",
        "_column_table(",
        "layoutc_interleave_",
        "layoutc_split_",
        "layoutc_rows_",
        "layoutc_groups_",
    ] {
        assert!(header.contains(name), "{name}");
    }
}

#[test]
fn kernels_of_large_tensors_write_the_bytes_of_the_copy() {
    if lacks_compilers() {
        return;
    }
    let blocks = conversion_layouts(&[4, 35, 161, 192], ("f16", 2), "");
    let images = conversion_layouts(&[1, 3, 725, 725], ("f16", 2), "c3_");
    let wide = conversion_layouts(&[1, 3, 601, 603], ("f64", 8), "c3w_");
    // Their rows map to few sets of a cache, so they are streamed although the target is smaller.
    let rows = conversion_layouts(&[1, 256, 67, 63], ("f16", 2), "c256_");
    let named = |layouts: &[ConversionLayout], name: &str| {
        layouts.iter().position(|layout| layout.name == name).unwrap()
    };
    let mut conversions = Conversions::default();
    for (layouts, from, to) in [
        (&blocks, "nchw", "nhwc"),
        (&blocks, "nhwc", "nchw"),
        (&blocks, "nchw", "chw4"),
        (&blocks, "nchw", "hwc8"),
        (&blocks, "hwc16", "nhwc"),
        (&blocks, "nhwc", "hwc16"),
        (&blocks, "nchw", "hwcn"),
        (&images, "nchw", "hwc8"),
        (&images, "nhwc", "hwc8"),
        (&wide, "nchw", "nhwc"),
        (&wide, "nhwc", "nchw"),
        (&rows, "nchw", "nhwc"),
    ] {
        conversions.add(&layouts[named(layouts, from)], &layouts[named(layouts, to)]);
    }
    let header =
        conversions.check(&definitions(blocks.iter().chain(&images).chain(&wide).chain(&rows)));
    for name in [
        "layoutc_transpose_2_in_order(",
        "layoutc_transpose_2_runs(",
        "layoutc_transpose_8_stream(",
        "layoutc_interleave_2_8_stream(",
        "layoutc_groups_6_6_16_stream(",
        "layoutc_groups_70_70_96_stream(",
        "layoutc_groups_70_96_70_stream(",
    ] {
        assert!(header.contains(name), "{name}");
    }
}

/// Columns side by side are read in order, also if a block does not hold all rows, and columns far apart are copied in runs,
/// except bytes. Rows of the target that begin inside lines are not streamed.
#[test]
fn kernels_of_large_matrices_write_the_bytes_of_the_copy() {
    if lacks_compilers() {
        return;
    }
    let images = |channels: i64, elem: (&'static str, i64), rest: i64, name: &str| {
        let pixels = (9 << 20) / (channels * 9 * elem.1);
        let lines = pixels / 64 * 64 + 64 + rest;
        conversion_layouts(&[1, channels, 9, lines], elem, &format!("e{}_{name}", elem.1))
    };
    let cases = [(80, 0, "nchw", "nhwc"), (70, 0, "nhwc", "nchw"), (70, 1, "nhwc", "nchw")];
    let mut layouts = Vec::new();
    for elem in ELEMENTS {
        for (number, &(channels, rest, from, to)) in cases.iter().enumerate() {
            let all = images(channels, elem, rest, &format!("{number}_"));
            layouts.push((all, from, to));
        }
    }
    let mut conversions = Conversions::default();
    for (all, from, to) in &layouts {
        let named = |name: &str| all.iter().find(|layout| layout.name == name).unwrap();
        conversions.add(named(from), named(to));
    }
    let header = conversions.check(&definitions(layouts.iter().flat_map(|(all, _, _)| all)));
    for (_, unit) in ELEMENTS {
        for store in ["_in_order", if unit == 1 { "_stream" } else { "_runs" }, ""] {
            let call = format!("LAYOUTC_CALL(transpose_{unit}{store}, ");
            assert!(header.contains(&call), "{call}");
        }
    }
}

//! The types and generations of the formats by version of TensorRT.

use expect_test::expect;

use super::tests::{illegal, parse, shape};
use super::*;
use crate::{Bits, ElemSize};

/// Returns the table without a version, and every version.
fn all_versions() -> impl Iterator<Item = Option<FormatVersion>> {
    std::iter::once(None).chain(FormatVersion::ALL.map(Some))
}

#[test]
fn table_has_the_types_of_each_version() {
    let mut lines = Vec::new();
    for version in all_versions() {
        lines.push(version.map_or("without a version".to_owned(), |version| {
            let generations: Vec<&str> = version.generations().iter().map(|it| it.name()).collect();
            format!("{version} ({}): {}", version.release(), generations.join(" "))
        }));
        for format in Format::all() {
            let gpu: Vec<&str> = format.gpu_types(version).collect();
            let dla: Vec<&str> = format.dla_types(version).collect();
            let (gpu, dla) = (gpu.join(" "), dla.join(" "));
            lines.push(format!("  {:10} gpu [{gpu}] dla [{dla}]", format.name()));
        }
    }
    expect![[r#"
        without a version
          linear     gpu [f32 f16 i32 i8] dla [f16 i8]
          chw2       gpu [f16] dla []
          chw4       gpu [f16 i8] dla [f16 i8]
          chw16      gpu [f16] dla [f16]
          chw32      gpu [f32 f16 i8] dla [i8]
          cdhw32     gpu [f16 i8] dla []
          hwc        gpu [f32] dla []
          hwc8       gpu [f16] dla []
          hwc16      gpu [f16] dla []
          dhwc       gpu [f32] dla []
          dhwc8      gpu [f16] dla []
          dla_linear gpu [] dla [f16 i8]
          dla_hwc4   gpu [] dla [f16 i8]
          row_blocked_interleaved gpu [f16 bf16 f32 f64 f8E4M3FN f8E5M2 i8 i16 i32 i64 ui8 ui16 ui32 ui64] dla []
          column_blocked_interleaved gpu [f16 bf16 f32 f64 f8E4M3FN f8E5M2 i8 i16 i32 i64 ui8 ui16 ui32 ui64] dla []
        TensorRT 8 (8.6.1): xavier orin
          linear     gpu [f32 f16 i32 i8 ui8] dla [f16 i8]
          chw2       gpu [f16] dla []
          chw4       gpu [f16 i8] dla [f16 i8]
          chw16      gpu [f16] dla [f16]
          chw32      gpu [f32 f16 i8] dla [i8]
          cdhw32     gpu [f16 i8] dla []
          hwc        gpu [f32 ui8] dla []
          hwc8       gpu [f16] dla []
          hwc16      gpu [f16] dla []
          dhwc       gpu [f32] dla []
          dhwc8      gpu [f16] dla []
          dla_linear gpu [] dla [f16 i8]
          dla_hwc4   gpu [] dla [f16 i8]
          row_blocked_interleaved gpu [f16 bf16 f32 f64 f8E4M3FN f8E5M2 i8 i16 i32 i64 ui8 ui16 ui32 ui64] dla []
          column_blocked_interleaved gpu [f16 bf16 f32 f64 f8E4M3FN f8E5M2 i8 i16 i32 i64 ui8 ui16 ui32 ui64] dla []
        TensorRT 10 (10.16): orin
          linear     gpu [f32 f16 bf16 f8E4M3FN f8E8M0FNU f4E2M1FN i64 i32 i8 ui8 i4] dla [f16 i8]
          chw2       gpu [f16 bf16] dla []
          chw4       gpu [i8] dla [i8]
          chw16      gpu [] dla [f16]
          chw32      gpu [f32 f16 i8] dla [i8]
          cdhw32     gpu [f16 i8] dla []
          hwc        gpu [f32 ui8] dla []
          hwc8       gpu [f16 bf16] dla []
          hwc16      gpu [f16 f8E4M3FN i8] dla []
          dhwc       gpu [f32] dla []
          dhwc8      gpu [f16 bf16] dla []
          dla_linear gpu [] dla [f16 i8]
          dla_hwc4   gpu [] dla [f16 i8]
          row_blocked_interleaved gpu [f16 bf16 f32 f64 f8E4M3FN f8E5M2 i8 i16 i32 i64 ui8 ui16 ui32 ui64] dla []
          column_blocked_interleaved gpu [f16 bf16 f32 f64 f8E4M3FN f8E5M2 i8 i16 i32 i64 ui8 ui16 ui32 ui64] dla []
        TensorRT 11 (11.1): orin
          linear     gpu [f32 f16 bf16 f8E4M3FN f8E8M0FNU f4E2M1FN i64 i32 i8 ui8 i4] dla [f16 i8]
          chw2       gpu [f16 bf16] dla []
          chw4       gpu [i8] dla [i8]
          chw16      gpu [] dla [f16]
          chw32      gpu [f32 f16 i8] dla [i8]
          cdhw32     gpu [f16 i8] dla []
          hwc        gpu [f32 ui8] dla []
          hwc8       gpu [f16 bf16] dla []
          hwc16      gpu [f16 f8E4M3FN i8] dla []
          dhwc       gpu [f32] dla []
          dhwc8      gpu [f16 bf16] dla []
          dla_linear gpu [] dla [f16 i8]
          dla_hwc4   gpu [] dla [f16 i8]
          row_blocked_interleaved gpu [f16 bf16 f32 f64 f8E4M3FN f8E5M2 i8 i16 i32 i64 ui8 ui16 ui32 ui64] dla []
          column_blocked_interleaved gpu [f16 bf16 f32 f64 f8E4M3FN f8E5M2 i8 i16 i32 i64 ui8 ui16 ui32 ui64] dla []"#]]
    .assert_eq(&lines.join("\n"));
}

#[test]
fn types_of_a_row_are_listed_once_for_each_version() {
    for format in Format::all() {
        for version in all_versions() {
            let row = format.row();
            let mut types: Vec<&str> = row.types_for(version, false).collect();
            types.sort_unstable();
            let count = row.types.iter().filter(|row| row.versions.contains(&version)).count();
            let listed = types.len();
            types.dedup();
            assert_eq!((types.len(), count), (listed, 1), "{format} {version:?}");
        }
    }
}

#[test]
fn table_without_a_version_is_part_of_version_8() {
    for format in Format::all() {
        let of_8 = Some(FormatVersion::V8);
        assert!(format.gpu_types(None).all(|ty| format.gpu_types(of_8).any(|it| it == ty)));
        assert!(format.dla_types(None).eq(format.dla_types(of_8)), "{format}");
    }
}

#[test]
fn illegal_types_name_the_version_and_those_that_permit_them() {
    illegal("hwc8, trt11", &[1, 3, 5, 7], "bf16", expect![[r#""#]]);
    illegal(
        "hwc8, trt8",
        &[1, 3, 5, 7],
        "bf16",
        expect![
            "type: format `hwc8` does not support bf16 in TensorRT 8; it supports f16; bf16 requires TensorRT 10 or 11"
        ],
    );
    illegal(
        "hwc8",
        &[1, 3, 5, 7],
        "bf16",
        expect![
            "type: format `hwc8` does not support bf16; it supports f16; bf16 requires TensorRT 10 or 11"
        ],
    );
    illegal(
        "chw4, trt10",
        &[1, 3, 5, 7],
        "f16",
        expect![
            "type: format `chw4` does not support f16 in TensorRT 10; it supports i8; f16 requires TensorRT 8"
        ],
    );
    illegal(
        "chw4, orin, trt11",
        &[1, 3, 5, 7],
        "f16",
        expect![
            "type: format `chw4` on a DLA does not support f16 in TensorRT 11; it supports i8; f16 requires TensorRT 8"
        ],
    );
    illegal(
        "chw2, trt11",
        &[1, 3, 5, 7],
        "f64",
        expect!["type: format `chw2` does not support f64 in TensorRT 11; it supports f16 or bf16"],
    );
    illegal(
        "linear, trt8",
        &[2],
        "f8E4M3FN",
        expect![
            "type: format `linear` does not support f8E4M3FN in TensorRT 8; it supports f32, f16, i32, i8 or ui8; f8E4M3FN requires TensorRT 10 or 11"
        ],
    );
    illegal("linear, trt10", &[2], "f8E4M3FN", expect![[r#""#]]);
    illegal("hwc16, trt10", &[16, 2, 2], "i8", expect![[r#""#]]);
}

#[test]
fn generations_follow_the_version() {
    let image = &[1, 3, 5, 7];
    illegal("dla_hwc4, orin, trt11", image, "f16", expect![[r#""#]]);
    illegal("dla_hwc4, xavier, trt8", image, "f16", expect![[r#""#]]);
    illegal(
        "dla_hwc4, xavier, trt11",
        image,
        "f16",
        expect![
            "version: generation `xavier` is not supported in TensorRT 11; it supports `orin`; `xavier` requires TensorRT 8"
        ],
    );
    illegal(
        "dla_hwc4, trt10",
        image,
        "f16",
        expect![
            "generation: format `dla_hwc4` requires a generation of the DLA; use `dla_hwc4, orin, trt10`"
        ],
    );
    illegal(
        "dla_hwc4, trt8",
        image,
        "f16",
        expect![
            "generation: format `dla_hwc4` requires a generation of the DLA; use `dla_hwc4, xavier, trt8` or `dla_hwc4, orin, trt8`"
        ],
    );
    illegal(
        "chw32, xavier, trt10",
        image,
        "i8",
        expect![
            "version: generation `xavier` is not supported in TensorRT 10; it supports `orin`; `xavier` requires TensorRT 8"
        ],
    );
    illegal(
        "chw2, xavier, trt10",
        image,
        "f16",
        expect![
            "device: format `chw2` is not supported on a DLA, so `xavier` is not allowed; a DLA supports `linear`, `chw4`, `chw16`, `chw32`, `dla_linear`, `dla_hwc4`"
        ],
    );
}

#[test]
fn format_of_a_dla_has_its_limits_in_that_version() {
    illegal("chw16, trt8", &[1, 3, 5, 9000], "f16", expect![[r#""#]]);
    illegal(
        "chw16, trt10",
        &[1, 3, 5, 9000],
        "f16",
        expect![
            "dla_range: the length of W (d3) must be at most 8192 on a DLA, but is 9000; a DLA supports 1 to 8192"
        ],
    );
    illegal(
        "chw16, orin, trt10",
        &[1, 3, 5, 9000],
        "f16",
        expect![
            "dla_range: the length of W (d3) must be at most 8192 on a DLA, but is 9000; a DLA supports 1 to 8192"
        ],
    );
}

#[test]
fn memory_does_not_depend_on_the_version() {
    let (lens, elem) = (shape(&[1, 3, 5, 7]), ElemSize::new(Bits::new(8)).unwrap());
    let plain = Format::all().map(FormatUse::new);
    for of in plain.flat_map(|of| [of, of.on(Generation::Orin)]) {
        for version in FormatVersion::ALL {
            let memory = |of| FormatLayout::new(of, lens.clone(), elem).physical();
            if let Ok(versioned) = memory(of.in_version(Some(version))) {
                assert_eq!(memory(of), Ok(versioned), "{of}");
            }
        }
    }
}

#[test]
fn own_version_precedes_the_assumed_one() {
    let (v8, v11) = (Some(FormatVersion::V8), Some(FormatVersion::V11));
    assert_eq!(parse("hwc8, trt11").or_version(v8).version, v11);
    assert_eq!(parse("hwc8").or_version(v8).version, v8);
    assert_eq!(parse("hwc8").or_version(None).version, None);
}

#[test]
fn every_spelling_of_an_enumerator_is_one_format() {
    for format in Format::all().filter(|format| format.family() == FormatFamily::TensorRt) {
        let enumerator = format.enumerator();
        for text in [
            enumerator.clone(),
            enumerator[1..].to_owned(),
            format.name().to_owned(),
            format!("TensorFormat::{enumerator}"),
            format!("nvinfer1::TensorFormat::{enumerator}"),
        ] {
            assert_eq!(Format::from_enumerator(&text), Some(format), "{text}");
        }
    }
    assert_eq!(Format::from_enumerator("kROW_BLOCKED_INTERLEAVED"), None);
    let near = |name| Format::nearest(name).map(Format::name);
    assert_eq!((near("Chw16"), near("kchw32")), (Some("chw16"), Some("chw32")));
    assert_eq!((near("kCHW33"), near("HCW8"), near("zzzzzz")), (Some("chw32"), Some("hwc8"), None));
    for other in ["kkCHW32", "kchw32", "Chw32", "CHW33", ""] {
        assert_eq!(Format::from_enumerator(other), None, "{other}");
    }
}

#[test]
fn parameters_are_unique_and_known() {
    let fault = |text: &str, word: &str| {
        let fault = parse(text).with_parameter(word, None).unwrap_err();
        format!("{fault} {:?}", fault.near)
    };
    let lines = [
        fault("chw4, orin", "xavier"),
        fault("chw4, trt8", "trt11"),
        fault("chw4, orin, gpu_fallback", "gpu_fallback"),
        fault("chw4", "trt9"),
        fault("chw4", "11"),
    ];
    expect![[r#"
        `xavier` is incompatible with `orin`: a format has at most one generation None
        `trt11` is incompatible with `trt8`: a format has at most one version None
        duplicate `gpu_fallback` None
        unknown parameter `trt9` of a format; expected one of xavier, orin, gpu_fallback, trt8, trt10, trt11, stride Some("trt8")
        unknown parameter `11` of a format; expected one of xavier, orin, gpu_fallback, trt8, trt10, trt11, stride None"#]].assert_eq(&lines.join("\n"));
    assert_eq!(
        parse("chw4").with_parameter("trt8", None).and_then(|of| of.with_parameter("orin", None)),
        Ok(parse("chw4, orin, trt8"))
    );
}

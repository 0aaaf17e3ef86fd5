//! Comparison of inferred shapes with stated shapes. The models of ONNX's package are imported without their stated
//! types, and must have the same types.
//!
//! `scripts/install-test-tools.sh` installs the models. Without them the tests are skipped, with a message.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::common;

use common::{import, import_bytes, installed, ops};
use ir::Module;
use rten_onnx::onnx::ModelProto;

/// Returns `true` for models that cannot be imported: they have sequences, which are not tensors.
fn is_sequence(name: &str) -> bool {
    name.contains("/test_sequence_model")
}

/// Ops whose shapes are known only if the file states them.
const NOT_INFERRED: &[&str] = &["Adagrad", "Gradient", "Momentum"];

/// Returns `true` for models whose shapes depend on their inputs: shapes that are inputs, and words that are removed.
fn is_dynamic(name: &str) -> bool {
    name.contains("/test_expand_shape_model") || name.contains("/test_strnorm_model")
}

/// Returns the types of all results, op by op.
fn types(module: &Module) -> Vec<String> {
    ops(module).into_iter().flat_map(|found| found.1).collect()
}

/// Returns the model without types, except those of its inputs.
fn stripped(bytes: &[u8]) -> ModelProto {
    let mut model = ModelProto::parse_buf(bytes).unwrap();
    let graph = model.graph.as_mut().unwrap();
    graph.value_info.clear();
    for output in &mut graph.output {
        output.r#type = None;
    }
    model
}

#[test]
fn infers_stated_types() {
    let Some(models) = installed() else { return };
    assert!(models.len() > 140, "only {} models", models.len());
    let (mut same, mut values) = (0, 0);
    let mut faults = Vec::new();
    for (name, bytes) in models.iter().filter(|model| !is_sequence(&model.0)) {
        let stated = import_bytes(bytes).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        match import(&stripped(bytes)) {
            Ok(inferred) if types(&inferred) == types(&stated) => {
                same += 1;
                values += types(&stated).len();
            }
            Ok(inferred) if is_dynamic(name) && types(&inferred)[0].contains('?') => {}
            Ok(inferred) => {
                let pairs = types(&stated).into_iter().zip(types(&inferred));
                let pairs: Vec<_> = pairs.filter(|(stated, inferred)| stated != inferred).collect();
                faults.push(format!("{name}: {pairs:?}"));
            }
            Err(errors) if NOT_INFERRED.iter().any(|op| errors[0].contains(&format!("({op})"))) => {
            }
            Err(errors) => faults.push(format!("{name}: {errors:?}")),
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(same > 120 && values > 3000, "{same} models with {values} values");
}

// The exporters state the types of all values. `tests/torch/export.py` writes the models.
#[test]
fn infers_types_of_torch_exports() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/torch");
    let (mut models, mut values) = (0, 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "onnx") {
            continue;
        }
        let (name, bytes) = (path.display(), std::fs::read(&path).unwrap());
        let stated = import_bytes(&bytes).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        let inferred =
            import(&stripped(&bytes)).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        assert_eq!(types(&inferred), types(&stated), "{name}");
        assert!(!types(&stated).iter().any(|ty| ty.contains('?')), "{name}");
        models += 1;
        values += types(&stated).len();
    }
    assert!(models >= 32 && values > 2000, "{models} models with {values} values");
}

#[test]
fn rejects_sequences_with_location() {
    let Some(models) = installed() else { return };
    let mut count = 0;
    for (name, bytes) in models.iter().filter(|model| is_sequence(&model.0)) {
        let errors = import_bytes(bytes).expect_err("sequences are unsupported");
        assert!(errors.iter().all(|errors| errors.starts_with("`m.onnx`: ")), "{name}: {errors:?}");
        assert!(errors.iter().any(|errors| errors.contains("equence")), "{name}: {errors:?}");
        count += 1;
    }
    assert_eq!(count, 8);
}

/// Compares inferred shapes with those computed by hand from the window parameters of the layers.
#[test]
fn infers_shapes_of_networks() {
    let Some(models) = installed() else { return };
    for (name, wanted) in [
        ("bvlc_alexnet", &["1x96x54x54", "1x256x26x26", "1x9216", "1x1000"][..]),
        ("densenet121", &["1x64x112x112", "1x256x56x56", "1x1024x7x7", "1x1000x1x1"]),
        ("inception_v1", &["1x192x27x27", "1x480x13x13", "1x1024x1x1", "1x1000"]),
        ("inception_v2", &["1x192x56x56", "1x1024x7x7", "1x1000"]),
        ("resnet50", &["1x64x112x112", "1x256x56x56", "1x512x28x28", "1x2048x7x7", "1x1000"]),
        ("shufflenet", &["1x24x112x112", "1x4x28x56x56", "1x28x4x56x56", "1x544x7x7", "1x1000"]),
        ("squeezenet", &["1x64x111x111", "1x128x55x55", "1x512x13x13", "1x1000x1x1"]),
        ("vgg19", &["1x64x224x224", "1x512x14x14", "1x25088", "1x1000"]),
        ("zfnet512", &["1x96x109x109", "1x512x12x12", "1x1000"]),
    ] {
        let path = format!("light/light_{name}.onnx");
        let bytes = &models.iter().find(|model| model.0 == path).unwrap().1;
        let module = import_bytes(bytes).unwrap();
        let found = types(&module);
        assert!(!found.iter().any(|ty| ty.contains('?')), "{name}");
        for dims in wanted {
            let ty = format!("tensor<{dims}xf32>");
            assert!(found.contains(&ty), "{name} has no value of type {ty}");
        }
    }
}

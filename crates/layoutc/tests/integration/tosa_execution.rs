//! Tests of `--emit=tosa` and of `materialize-layouts` on random networks: ARM's reference model computes equal results
//! before and after, and the output has no more transposes than the input has transposes or reorders.
//!
//! `scripts/install-test-tools.sh` installs the tools; without them the tests are skipped with a message. The variable
//! `LAYOUTC_TOSA_NETWORKS` sets the number of networks, as `benches/tosa.py` does.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use std::fs;
use std::path::PathBuf;
use testkit::{
    ChoiceLayouts, NumpyArray, Random, evaluate_tosa, lacks_arm_tools, model_converter, number_of,
    tosa_network, tosa_network_with_choices,
};

/// The number of networks of the test.
const NETWORKS: u64 = 16;

/// The number of networks with random layouts.
const LAYOUT_NETWORKS: u64 = 100;

/// Returns the output of `--emit=tosa` and the statistics.
fn emitted(module: &str) -> (String, String) {
    compiled(module, &["--emit=tosa", "--target=arm_ml_engine"])
}

/// Returns the output of layoutc with these flags, and the statistics.
fn compiled(module: &str, flags: &[&str]) -> (String, String) {
    let args: Vec<String> =
        ["-", "--stats"].iter().chain(flags).map(|&flag| flag.to_owned()).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut module.as_bytes(), &mut stdout, &mut stderr);
    let stderr = String::from_utf8(stderr).unwrap();
    assert_eq!(status, 0, "{stderr}\n{module}");
    (String::from_utf8(stdout).unwrap(), stderr)
}

/// Returns the value of a statistic of an emitter or a pass.
fn count(stats: &str, name: &str) -> u64 {
    let line = stats.lines().find(|line| line.ends_with(&format!("  {name}")));
    line.unwrap_or_else(|| panic!("{name}\n{stats}"))
        .split_whitespace()
        .next()
        .unwrap()
        .parse()
        .unwrap()
}

/// Returns the value of a statistic of `materialize-layouts`, the second pass.
fn materialized(stats: &str, name: &str) -> u64 {
    count(stats, &format!("materialize-layouts (2): {name}"))
}

/// Returns `true` if two results are equal: integers exactly, floats within 1e-6 of their size.
fn are_equal(before: &NumpyArray, after: &NumpyArray) -> bool {
    if before.shape != after.shape || before.dtype != after.dtype {
        return false;
    }
    if before.dtype != "<f4" {
        return before.bytes == after.bytes;
    }
    let floats = |array: &NumpyArray| -> Vec<f32> {
        array.bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
    };
    floats(before).into_iter().zip(floats(after)).all(|(before, after)| {
        let near = (before - after).abs() <= 1e-6 * before.abs().max(1.0);
        near || before == after || (before.is_nan() && after.is_nan())
    })
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn emitted_tosa_computes_the_results_of_its_input_with_no_more_transposes() {
    if lacks_arm_tools() {
        return;
    }
    let networks = std::env::var("LAYOUTC_TOSA_NETWORKS").ok().and_then(|it| it.parse().ok());
    let networks: u64 = networks.unwrap_or(NETWORKS);
    let folder = folder("tosa_execution");
    let mut evaluated = 0;
    let mut transposes = [0, 0];
    let mut bytes = [0, 0];
    for seed in 0..networks {
        let network = tosa_network(seed);
        let inputs = network.inputs(&mut Random::new(seed));
        let (after, stats) = emitted(&network.text);
        for (at, when) in ["before", "after"].into_iter().enumerate() {
            transposes[at] += count(&stats, &format!("tosa: transposes {when}"));
            bytes[at] += count(&stats, &format!("tosa: transposed bytes {when}"));
        }
        let [before_count, after_count] =
            ["before", "after"].map(|when| count(&stats, &format!("tosa: transposes {when}")));
        assert!(after_count <= before_count, "seed {seed}: {stats}\n{}\n{after}", network.text);
        // The reference model stops where TOSA does not define a result, such as on an overflow.
        let Ok(before) = evaluate_tosa(&network.text, &inputs, network.results, &folder) else {
            continue;
        };
        evaluated += 1;
        let results = evaluate_tosa(&after, &inputs, network.results, &folder)
            .unwrap_or_else(|error| panic!("seed {seed}: {error}\n{}\n{after}", network.text));
        for (before, after_result) in before.iter().zip(&results) {
            assert!(are_equal(before, after_result), "seed {seed}\n{}\n{after}", network.text);
        }
    }
    println!(
        "{evaluated} of {networks} networks evaluated; transposes {transposes:?}, bytes {bytes:?}"
    );
    assert!(evaluated * 4 >= networks * 3, "{evaluated} of {networks} networks were evaluated");
}

#[test]
fn materialized_networks_compute_the_results_of_their_inputs_in_random_layouts() {
    if lacks_arm_tools() {
        return;
    }
    let networks = number_of("LAYOUTC_TOSA_NETWORKS").unwrap_or(LAYOUT_NETWORKS);
    let folder = folder("tosa_layouts");
    let flags = ["--passes=assign-layouts,materialize-layouts", "--emit=generic"];
    let mut evaluated = 0;
    let [mut reorders, mut transposes] = [0, 0];
    for seed in 0..networks {
        // A layout with blocks can need two transposes where orders need one.
        let is_blocked = seed % 3 == 2;
        let drawn = if is_blocked { ChoiceLayouts::OrdersAndBlocks } else { ChoiceLayouts::Orders };
        let (network, with_choices) = tosa_network_with_choices(seed, drawn);
        let (after, stats) = compiled(&with_choices, &flags);
        assert!(!after.contains("layout."), "seed {seed}\n{after}");
        let [before_count, after_count] =
            ["reorders before", "transposes after"].map(|name| materialized(&stats, name));
        let is_kept = materialized(&stats, "ops that keep their logical shape") > 0;
        if !is_blocked && !is_kept {
            assert!(after_count <= before_count, "seed {seed}: {stats}\n{with_choices}\n{after}");
        }
        reorders += before_count;
        transposes += after_count;
        let inputs = network.inputs(&mut Random::new(seed));
        let Ok(before) = evaluate_tosa(&network.text, &inputs, network.results, &folder) else {
            continue;
        };
        evaluated += 1;
        let results = evaluate_tosa(&after, &inputs, network.results, &folder)
            .unwrap_or_else(|error| panic!("seed {seed}: {error}\n{with_choices}\n{after}"));
        assert_eq!(before, results, "seed {seed}\n{with_choices}\n{after}");
    }
    println!("{evaluated} of {networks} networks; {reorders} reorders, {transposes} transposes");
    assert!(evaluated * 4 >= networks * 3, "{evaluated} of {networks} networks were evaluated");
    assert!(transposes < reorders, "{transposes} transposes, {reorders} reorders");
}

#[test]
fn arms_converter_reads_emitted_tosa() {
    if lacks_arm_tools() {
        return;
    }
    let mut converted = 0;
    for seed in 0..8 {
        let network = tosa_network(1000 + seed);
        // The converter supports fewer ops than TOSA has.
        if model_converter(&network.text, &[]).is_err() {
            continue;
        }
        let (after, _) = emitted(&network.text);
        if let Err(error) = model_converter(&after, &[]) {
            panic!("seed {seed}: {error}\n{after}");
        }
        converted += 1;
    }
    assert!(converted >= 4, "{converted} networks were converted");
}

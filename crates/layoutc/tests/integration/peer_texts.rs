//! Texts of Vulkan and StableHLO as other tools print them: each is read or refused, and `docs/spellings.md` states how many.
//! `crates/notation/tests/integration/corpus.rs` has the texts of the notations.

use std::fs;
use testkit::repository;

/// Returns the exit status, standard output and standard error.
fn layoutc(args: &[&str]) -> (i32, String, String) {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut [].as_slice(), &mut stdout, &mut stderr);
    let text = |bytes| String::from_utf8(bytes).expect("layoutc writes UTF-8");
    (status, text(stdout), text(stderr))
}

#[track_caller]
fn check_row(peer: &str, read: usize, refused: usize) {
    let page = fs::read_to_string(repository().join("docs/spellings.md"));
    let page = page.expect("the page exists");
    let row = format!("| {peer} | {read} | {refused} |");
    assert!(page.contains(&row), "docs/spellings.md lacks `{row}`");
}

/// A description is read if it is printed, whatever rules it violates. A refusal prints none, and states what to write.
#[test]
fn descriptions_are_read_or_refused() {
    let folder = repository().join("tests/lit/driver/Inputs/descriptions");
    let (mut read, mut refused) = (0, 0);
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let (status, stdout, stderr) = layoutc(&["check-description", path.to_str().unwrap()]);
        let is_printed = stdout.contains("vk.tensor_description");
        match name.starts_with("refused") {
            true => {
                assert!(status == 1 && !is_printed, "{name}: {stdout}");
                assert!(stderr.contains("error[L0101]"), "{name}: {stderr}");
                refused += 1;
            }
            false => {
                assert!(is_printed, "{name}: {stderr}");
                read += 1;
            }
        }
    }
    check_row("Vulkan", read, refused);
}

/// The ops of the corpus in custom form are the same ops in generic form.
#[test]
fn forms_of_stablehlo_are_read_or_refused() {
    let path = repository().join("tests/lit/parser/stablehlo.mlir");
    let text = fs::read_to_string(&path).unwrap();
    let read = text.matches("= stablehlo.").count();
    let (status, stdout, stderr) = layoutc(&[path.to_str().unwrap()]);
    assert_eq!((status, stderr.as_str()), (0, ""));
    // Each `applies` is an op in the region of its reduction.
    let applied = text.matches(" applies ").count();
    assert_eq!(stdout.matches("= \"stablehlo.").count(), read + applied);
    let path = repository().join("tests/lit/parser/stablehlo_invalid.mlir");
    let refused = fs::read_to_string(path).unwrap().matches("expected-error").count();
    check_row("StableHLO", read, refused);
}

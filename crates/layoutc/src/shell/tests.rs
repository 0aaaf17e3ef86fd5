//! Tests of completions in real shells, and of the pages of `man`.

use expect_test::{Expect, expect};
use std::process::Command;
use testkit::lacks_command;

/// The subcommands, sorted by name.
const SUBCOMMANDS: &[&str] = &[
    "check-description",
    "completions",
    "convert",
    "draw",
    "eval",
    "explain",
    "import",
    "lsp",
    "man",
    "new-target",
];

fn call(args: &[&str]) -> (i32, String, String) {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = crate::run(&args, &mut [].as_slice(), &mut stdout, &mut stderr);
    let text = |bytes| String::from_utf8(bytes).expect("layoutc writes UTF-8");
    (status, text(stdout), text(stderr))
}

fn output_of(args: &[&str]) -> String {
    let (status, stdout, stderr) = call(args);
    assert_eq!((status, stderr.as_str()), (0, ""), "{args:?}");
    stdout
}

/// Returns what a shell prints for a script in its language, after the completions of layoutc are loaded.
fn in_shell(shell: &str, load: &str, script: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("_layoutc"), output_of(&["completions", shell]))
        .expect("the completions are written");
    let text = format!("{load}\n{script}");
    let output = Command::new(shell).args(["-c", &text]).current_dir(&folder).output();
    let output = output.expect("the shell starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && stderr.is_empty(), "{stderr}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn bash_completes_subcommands_flags_and_values() {
    if lacks_command("bash") {
        return;
    }
    let ask = |words: &str, previous: &str, current: &str| {
        let script = format!(
            "COMP_WORDS=(layoutc {words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _layoutc layoutc '{current}' '{previous}'; echo \"${{COMPREPLY[@]}}\""
        );
        in_shell("bash", "source ./_layoutc", &script)
    };
    assert!(ask("''", "layoutc", "").ends_with(&format!("{}\n", SUBCOMMANDS.join(" "))));
    let names: Vec<&str> = notation::NOTATIONS.iter().map(|notation| notation.name).collect();
    assert_eq!(ask("convert --to ''", "--to", ""), format!("{}\n", names.join(" ")));
    assert_eq!(
        ask("--emit vk", "--emit", "vk"),
        "vk-c vk-glsl vk-graph vk-graph-data vk-json vk-rust\n"
    );
    assert_eq!(ask("import --fo", "import", "--fo"), "--fold\n");
}

#[test]
fn zsh_and_fish_read_their_completions() {
    if lacks_command("zsh") || lacks_command("fish") {
        return;
    }
    let zsh = "autoload -Uz compinit; compinit -u -d ./dump; source ./_layoutc";
    assert_eq!(in_shell("zsh", zsh, "print ${_comps[layoutc]}"), "_layoutc\n");
    let names = in_shell("fish", "source ./_layoutc", "complete -C 'layoutc conv'");
    assert_eq!(names, "convert\tWrites a layout in another notation\n");
    let values = in_shell("fish", "source ./_layoutc", "complete -C 'layoutc convert --to=cu'");
    assert!(values.starts_with("--to=cute"), "{values}");
}

#[test]
fn each_page_lists_the_flags_of_its_help() {
    let program = output_of(&["man"]);
    for page in SUBCOMMANDS {
        let escaped = page.replace('-', "\\-");
        assert!(program.contains(&format!("layoutc\\-{escaped}(1)")), "{page}");
        let text = output_of(&["man", page]).replace('\\', "");
        assert!(text.contains(&format!(".SH NAME\nlayoutc-{page} - ")), "{page}:\n{text}");
        let help = output_of(&[page, "--help"]);
        for line in help.lines().filter(|line| line.starts_with("  --")) {
            let flag = line.trim().split(['=', ' ', '[']).next().expect("a flag");
            assert!(text.contains(&format!("{flag}fR")), "{flag} of {page}:\n{text}");
        }
    }
}

#[test]
fn groff_formats_the_pages_without_a_warning() {
    if lacks_command("groff") {
        return;
    }
    let page = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(&page, output_of(&["man"])).expect("the page is written");
    let output = Command::new("groff").args(["-man", "-ww", "-z"]).arg(page.path()).output();
    let output = output.expect("groff starts");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[track_caller]
fn check_error(args: &[&str], expect: Expect) {
    let (status, stdout, stderr) = call(args);
    assert_eq!((status, stdout.as_str()), (2, ""), "{args:?}");
    expect.assert_eq(&stderr);
}

#[test]
fn mistakes_in_the_arguments_name_what_would_be_right() {
    check_error(
        &["completions"],
        expect![[r#"
            layoutc: error[L0601]: expected a shell
             = note: the shells are bash, elvish, fish, powershell, zsh
             = note: for example `layoutc completions bash`
        "#]],
    );
    check_error(
        &["completions", "bsh"],
        expect![[r#"
            layoutc: error[L0601]: unknown shell `bsh`
             = note: did you mean `bash`?
             = note: for example `layoutc completions bash`
        "#]],
    );
    check_error(
        &["completions", "bash", "--emit=c"],
        expect![[r#"
        layoutc: error[L0601]: unknown flag `--emit`
         = note: `layoutc completions --help` lists the options
    "#]],
    );
    check_error(
        &["man", "evl"],
        expect![[r#"
            layoutc: error[L0601]: unknown subcommand `evl`
             = note: did you mean `eval`?
             = note: for example `layoutc man draw`
        "#]],
    );
    check_error(
        &["man", "eval", "x"],
        expect![[r#"
        layoutc: error[L0601]: unexpected argument `x`
         = note: `layoutc man --help` lists the options
    "#]],
    );
}

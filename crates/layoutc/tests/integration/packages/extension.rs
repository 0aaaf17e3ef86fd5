//! The extension for VS Code: packed by npm, unpacked, and loaded with a stand-in for VS Code.

use expect_test::expect;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use testkit::{lacks_tools, repository};

/// Returns the standard output of a command.
fn succeeded(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    assert!(status.success(), "{command:?}: {}{}", text(&stdout), text(&stderr));
    text(&stdout)
}

/// Packs the extension, and unpacks it to a folder in which nothing else is.
fn unpacked(folder: &Path) -> Value {
    let mut pack = Command::new("npm");
    pack.args(["pack", "--json", "--offline", "--pack-destination"]).arg(folder);
    let packed = succeeded(pack.current_dir(repository().join("editors/vscode")));
    let packed: Value = serde_json::from_str(&packed).unwrap();
    let archive = folder.join(packed[0]["filename"].as_str().unwrap());
    succeeded(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(folder));
    packed
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn packed_extension_has_the_files_that_it_names() {
    if lacks_tools(&["npm", "tar"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    unpacked(folder.path());
    let package = folder.path().join("package");
    let manifest = json(&package.join("package.json"));
    assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
    assert!(manifest.get("dependencies").is_none(), "a dependency is not in the package");
    let contributed = &manifest["contributes"];
    let grammar = json(&package.join(contributed["grammars"][0]["path"].as_str().unwrap()));
    assert_eq!(grammar["scopeName"], contributed["grammars"][0]["scopeName"]);
    json(&package.join(contributed["languages"][0]["configuration"].as_str().unwrap()));
    assert!(package.join(manifest["main"].as_str().unwrap()).exists());
}

#[test]
fn packed_extension_serves_an_editor() {
    if lacks_tools(&["npm", "node", "tar"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    unpacked(folder.path());
    let editor =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/integration/packages/extension.js");
    let session = |program: &str| {
        let mut node = Command::new("node");
        succeeded(node.arg(&editor).arg(folder.path().join("package")).arg(program))
    };
    expect![[r#"
        opened: []
        hover: "- shape: 4x5"
        no hover: null
        definition: {"uri":"file:///x.mlir","range":[{"line":0,"character":14},{"line":0,"character":16}]}
        references: 1
        symbols: ["@x"]
        hints: []
        tokens: 0
        rename: {"edits":{"file:///x.mlir":[{"range":[{"line":0,"character":14},{"line":0,"character":16}],"newText":"@y"}]}}
        no rename: "`%y` is not a valid name after `@`"
        formatting: []
        mistake: ["0 L0209: unknown op `layout.tensr` in custom form"]
        fixes: [["Replace by `layout.tensor`",{"edits":{"file:///x.mlir":[{"range":[{"line":0,"character":0},{"line":0,"character":12}],"newText":"layout.tensor"}]}}]]
        completion: [{"label":"layout.tensor","kind":2,"detail":"declares a tensor without a graph","insertText":"layout.tensor","range":[{"line":0,"character":0},{"line":0,"character":12}]}]
        fixed: []
        closed: "`file:///x.mlir` is not open"
    "#]]
    .assert_eq(&session(env!("CARGO_BIN_EXE_layoutc")));
    expect![[r#"
        layoutc: cannot start `/nowhere/layoutc`: spawn /nowhere/layoutc ENOENT; the setting `layoutc.path` has the program
    "#]]
    .assert_eq(&session("/nowhere/layoutc"));
}

//! The README of a package: the documentation of its root, up to the end of the first example.

/// The statement of the licenses.
const LICENSE: &str = "Licensed under the [Apache License 2.0](LICENSE-APACHE) or the [MIT license](LICENSE-MIT), at your option.\n";

/// Returns the README of a package, from the text of its root.
pub(crate) fn readme_text(name: &str, root: &str) -> String {
    let docs = root.lines().map_while(|line| line.strip_prefix("//!"));
    let docs = docs.map(|line| line.strip_prefix(' ').unwrap_or(line));
    let mut text = format!("# {name}\n\n");
    let (mut is_code, mut is_rust) = (false, false);
    for line in docs {
        let fence = line.starts_with("```");
        // rustdoc hides lines of examples in Rust that start with `#`.
        let is_hidden = is_rust && (line == "#" || line.starts_with("# "));
        match line {
            "```" if !is_code => text.push_str("```rust\n"),
            _ if is_hidden => {}
            _ => text.push_str(&format!("{}\n", without_links(line))),
        }
        if fence && is_code {
            break;
        }
        is_code ^= fence;
        is_rust = is_code && (is_rust || line == "```");
    }
    format!("{text}\n{LICENSE}")
}

/// Returns a line in which references to items, such as ``[`solve`]``, are only names.
fn without_links(line: &str) -> String {
    line.replace("[`", "`").replace("`]", "`")
}

#[test]
fn readme_ends_after_the_first_example() {
    let root = "//! Adds, see [`add`].\n//!\n//! ```\n//! # use a as b;\n//! b::add(1);\n//! ```\n//!\n//! More.\nfn f() {}\n";
    let expected = format!("# a\n\nAdds, see `add`.\n\n```rust\nb::add(1);\n```\n\n{LICENSE}");
    assert_eq!(readme_text("a", root), expected);
}

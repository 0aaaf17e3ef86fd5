//! Inverses of the layouts, executed as C, C++ and Rust, and compared with the answers of `layoutc eval --inverse` at
//! every slot.

use crate::address_code::layouts::{LAYOUTS, names};
use crate::address_code::{Program, c, layoutc, rust};
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::sync::LazyLock;

/// An inverse with the answers for its slots.
pub(crate) struct Inverse {
    /// The type of its words in C.
    pub(crate) word: &'static str,
    pub(crate) rank: usize,
    /// The first slot, and the index of each slot from there on; `None` for a slot without one.
    pub(crate) first: i64,
    pub(crate) owners: Vec<Option<Vec<u64>>>,
}

/// A module with its inverses in order.
pub(crate) struct Inverses {
    pub(crate) program: Program,
    pub(crate) inverses: Vec<Inverse>,
}

impl Inverses {
    /// Compares the printed results: `1` and the components of the index, or `0`, in a line for each slot.
    #[track_caller]
    pub(crate) fn check(&self, by: &str, printed: &str) {
        let mut lines = printed.lines();
        for inverse in &self.inverses {
            for (slot, owner) in (inverse.first..).zip(&inverse.owners) {
                let mut expected = u8::from(owner.is_some()).to_string();
                for component in owner.iter().flatten() {
                    write!(expected, " {component}").unwrap();
                }
                assert_eq!(lines.next(), Some(&*expected), "{by}: slot {slot}\n{}", self.text());
            }
        }
        assert_eq!(lines.next(), None);
    }

    fn text(&self) -> &str {
        &self.program.text
    }
}

/// The inverses of all layouts whose slots can be enumerated, as they are lowered and simplified.
static INVERSES: LazyLock<Vec<Inverses>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("input.mlir");
    fs::write(&path, LAYOUTS).unwrap();
    let names: Vec<&str> = names().map(|(_, name)| name).filter(|&name| name != "far").collect();
    let mut requests = LAYOUTS.to_owned();
    let mut answers = Vec::new();
    for name in names {
        for index in ["i32", "i64"] {
            let request = format!("{{form = \"inverse\", index = \"{index}\"}}");
            writeln!(requests, "layout.address @{index}_{name} of @{name} {request}").unwrap();
        }
        let of = format!("@{name}");
        let args = ["eval", path.to_str().unwrap(), "--of", &of, "--inverse", "--all"];
        answers.push(layoutc("", &args));
    }
    let lowered = |more: &str| {
        let passes = format!("--passes=resolve-strides,lower-addressing{more}");
        let text = layoutc(&requests, &[&passes]);
        let words = ["uint32_t", "uint64_t"];
        let inverses = answers.iter().flat_map(|answers| words.map(|word| inverse(answers, word)));
        Inverses { program: Program { text, callees: Vec::new() }, inverses: inverses.collect() }
    };
    vec![lowered(""), lowered(",simplify-index")]
});

/// Reads the answers of `layoutc eval --inverse --all`.
fn inverse(answers: &str, word: &'static str) -> Inverse {
    let answers: Vec<Value> =
        answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let first = answers[0]["offset"].as_i64().unwrap();
    let owner = |answer: &Value| {
        let at = answer["at"].as_array()?;
        Some(at.iter().map(|component| component.as_u64().unwrap()).collect())
    };
    let owners: Vec<Option<Vec<u64>>> = answers.iter().map(owner).collect();
    let rank = owners.iter().flatten().next().unwrap().len();
    Inverse { word, rank, first, owners }
}

#[test]
fn c_inverses_agree_with_eval() {
    if !c::lacks_compilers() {
        INVERSES.iter().for_each(c::check_inverses);
    }
}

#[test]
fn rust_inverses_agree_with_eval() {
    INVERSES.iter().for_each(rust::check_inverses);
}

#[test]
fn inverses_compile_for_devices_and_as_shaders() {
    if !testkit::lacks_tools(&["glslangValidator", "clang-19"]) {
        for Inverses { program, .. } in INVERSES.iter() {
            crate::address_code::shaders::check(program);
            c::check_devices(program);
        }
    }
}

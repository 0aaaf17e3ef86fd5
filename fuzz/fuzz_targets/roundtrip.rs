//! Round trips of valid modules: each printed form must parse to the same module, and print as the same text.

#![no_main]

use ir::diag::Sink;
use ir::print::{PrintOptions, module_to_string};
use ir::source::SourceMap;
use ir::verify::verify;
use ir::{Module, Registry};
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/parser/tests/integration/equivalence.rs"]
mod equivalence;

use equivalence::difference;

fn read(text: &str) -> Result<(Module, SourceMap), Sink> {
    let (registry, mut sink, mut sources) =
        (Registry::new(), Sink::default(), SourceMap::default());
    let base = sources.add("text", text).expect("the text is short");
    match parser::parse(text, base, &registry, &mut sink) {
        Some(module) if verify(&module, &registry, &mut sink) => Ok((module, sources)),
        _ => Err(sink),
    }
}

fn print(module: &Module, generic: bool, locs: Option<&SourceMap>) -> String {
    module_to_string(
        module,
        &Registry::new(),
        PrintOptions { generic, locs, ..PrintOptions::default() },
    )
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok((module, sources)) = read(text) else { return };
    for generic in [true, false] {
        for locs in [None, Some(&sources)] {
            let first = print(&module, generic, locs);
            let (again, own) = read(&first).unwrap_or_else(|sink| {
                panic!("the printed text is invalid: {:?}\n{first}", sink.diags())
            });
            assert_eq!(difference(&module, &again, false), None, "{first}");
            assert_eq!(print(&again, generic, locs.map(|_| &own)), first);
        }
    }
});

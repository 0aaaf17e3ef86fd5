//! Parsing and verifying arbitrary bytes must neither panic nor overflow the stack. The result must be a module, or
//! errors with a location.

#![no_main]

use ir::Registry;
use ir::diag::Sink;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let (registry, mut sink) = (Registry::new(), Sink::default());
    let module = parser::parse(&text, 0, &registry, &mut sink);
    assert_eq!(module.is_none(), sink.has_errors());
    if let Some(module) = module {
        ir::verify::verify(&module, &registry, &mut sink);
    }
    for diag in sink.diags() {
        let span = diag.span();
        assert!(text.get(span.start as usize..span.end as usize).is_some(), "{diag:?}");
    }
    let mut sink = Sink::default();
    let passes = parser::pipeline::parse(&text, 0, &mut sink);
    assert_eq!(passes.is_none(), sink.has_errors());
});

//! The header is generated from the source.

use expect_test::expect_file;
use std::path::Path;

#[test]
fn header_is_that_of_the_source() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).expect("it is valid");
    let sources = ["border", "diagnostics", "layout", "module", "solve"];
    let mut builder = cbindgen::Builder::new().with_config(config);
    for source in sources {
        builder = builder.with_src(folder.join(format!("src/{source}.rs")));
    }
    let mut text = Vec::new();
    builder.generate().expect("the source is valid").write(&mut text);
    let text = String::from_utf8(text).expect("headers are text");
    expect_file!["../include/layoutc.h"].assert_eq(&text);
}

//! The emitters of layoutc. An emitter writes a verified module in one output format.
//!
//! ```
//! # use {ir as layoutc_ir, parser as layoutc_parser};
//! use layoutc_codegen::EmitContext;
//! use layoutc_ir::{Registry, Verified, diag::Sink};
//!
//! let (registry, mut sink) = (Registry::new(), Sink::default());
//! let text = r#"vk.tensor_description @x {format = "VK_FORMAT_R32_SFLOAT", dims = [4, 5], strides = [32, 4]}"#;
//! let module = layoutc_parser::parse(text, 0, &registry, &mut sink).unwrap();
//! let module = Verified::new(module, &registry, &mut sink).unwrap();
//!
//! let emitter = layoutc_codegen::find("vk-json").unwrap();
//! let options = emitter.read_options(&[]).unwrap();
//! let cx = EmitContext { registry: &registry, target: None, sources: None, elide_above: None, graph: None,
//!                         options: &options, warnings: &Default::default() };
//! let mut json = Vec::new();
//! (emitter.emit)(&module, &cx, &mut json).unwrap();
//! assert!(String::from_utf8(json).unwrap().contains("\"size_bytes\": 128"));
//! ```
//!
//! `emitter` defines [`Emitter`]. Each emitter is one file with its name, summary, passes and options. To add an
//! emitter, write its file and add the file name to the list of `emitters!`.

mod arena;
mod conversions;
mod emitter;
mod identifiers;
mod irdl;
mod json;
mod limits;
mod named_constant;
mod nv_tensor;
mod shuffles;
mod source;
mod spirv_graph;
mod symbols;
pub mod vgf_file;
mod vk;

pub use emitter::{EmitContext, EmitError, Emitter, GRAPH_FLAG, GraphFile};
pub use irdl::irdl;
pub use nv_tensor::{NvReadError, NvTensorAccess, read_nv_tensors};

/// The limits of the crate, for the documentation.
pub const LIMITS: &[ir::layout::Limit] = limits::ALL;

macro_rules! emitters {
    ($($file:ident,)*) => {
        $(mod $file;)*

        /// Every emitter, sorted by name.
        pub const ALL: &[Emitter] = &[$($file::EMITTER),*];
    };
}

emitters! {
    c,
    dot,
    generic,
    glsl,
    hlsl,
    mlir,
    none,
    nv_glsl,
    opencl,
    rust,
    spirv,
    spirv_asm,
    spirv_json,
    tosa,
    vgf,
    vgf_json,
    vk_c,
    vk_glsl,
    vk_graph,
    vk_graph_data,
    vk_json,
    vk_rust,
    wgsl,
}

/// Returns the emitter with this name; `None` if the name is unknown.
pub fn find(name: &str) -> Option<&'static Emitter> {
    ALL.iter().find(|emitter| emitter.name == name)
}

#[cfg(test)]
mod testing;

#[cfg(test)]
mod tests {
    #[test]
    fn emitters_are_sorted_and_described() {
        assert!(super::ALL.windows(2).all(|pair| pair[0].name < pair[1].name));
        assert!(super::ALL.iter().all(|emitter| !emitter.summary.is_empty()));
    }

    #[test]
    fn options_with_equal_names_are_equal() {
        let mut flags = std::collections::BTreeMap::new();
        for option in super::ALL.iter().flat_map(|emitter| emitter.options) {
            assert_eq!(flags.insert(&*option.name, option).unwrap_or(option), option);
        }
        assert!(flags.contains_key("spirv"));
    }
}

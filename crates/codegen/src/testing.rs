//! Helpers of the emitter tests: modules, and calls of emitters.

use crate::emitter::{EmitContext, Emitter};
use ir::diag::Sink;
use ir::target::{SPEC_MIN, Target};
use ir::vulkan::DESCRIPTION_OP;
use ir::{Attr, Builder, Context, Module, Registry, Verified};

/// The attributes of one description.
pub(crate) type Attrs = Vec<(&'static str, Attr)>;

/// Returns a module with one description for each list of attributes.
pub(crate) fn described(lists: impl FnOnce(&mut Context) -> Vec<Attrs>) -> Verified {
    let mut module = Module::new();
    for attrs in lists(&mut module.ctx) {
        Builder::new(&mut module).op(DESCRIPTION_OP, &[], &[], &attrs);
    }
    verified(module)
}

/// Parses and verifies a module.
pub(crate) fn parsed(text: &str) -> Verified {
    let mut sink = Sink::default();
    let module = parser::parse(text, 0, &Registry::new(), &mut sink);
    verified(module.unwrap_or_else(|| panic!("{:?}", sink.diags())))
}

fn verified(module: Module) -> Verified {
    let mut sink = Sink::default();
    Verified::new(module, &Registry::new(), &mut sink)
        .unwrap_or_else(|_| panic!("{:?}", sink.diags()))
}

/// Returns the text that an emitter writes, or the text of its error. If `target`, the target is `spec_min`.
pub(crate) fn emitted(
    emitter: &Emitter,
    module: &Verified,
    target: bool,
) -> Result<String, String> {
    let bytes = written(emitter, module, target.then_some(&SPEC_MIN), &[])?;
    Ok(String::from_utf8(bytes).unwrap())
}

/// Returns the bytes that an emitter with these options writes, or the text of its error.
pub(crate) fn written(
    emitter: &Emitter,
    module: &Verified,
    target: Option<&Target>,
    options: &[(&str, &str)],
) -> Result<Vec<u8>, String> {
    let (registry, options) = (Registry::new(), emitter.read_options(options).unwrap());
    let cx = EmitContext {
        registry: &registry,
        target,
        sources: None,
        elide_above: None,
        options: &options,
    };
    let mut bytes = Vec::new();
    (emitter.emit)(module, &cx, &mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// Three descriptions: a padded tensor with all attributes, one with only required attributes, and one with names that
/// are not identifiers.
pub(crate) const THREE: &str = r#"
vk.tensor_description @f_x_vk {of = "x", function = "f", element_type = i16, logical_shape = [2, 3, 5], dim_order = [0, 2, 1],
                               format = "VK_FORMAT_R16_SINT", dims = [2, 5, 3], strides = [80, 16, 2], offset = 24,
                               usage = ["TRANSFER_DST", "SHADER", "TRANSFER_DST"]}
vk.tensor_description @mine {tiling = 0, format = 99, dims = [2, 5], usage = 0x12}
vk.tensor_description @"a*/b" {of = @"\\\0A`", tiling = "BRICK_16_WIDE", format = "VK_FORMAT_R8_UINT", dims = [16], usage = []}
"#;

//! Modules: parsed, run, and emitted.

use crate::border::{CallFailure, Diagnostics, Status, Str, Text, call, create, free, object};
use crate::layout::LayoutObject;
use compiler::{SourceModule, registry};

/// A verified module with its text.
#[derive(Debug)]
pub struct ModuleObject(SourceModule);

/// Parses and verifies a module. `path` names the text in diagnostics. The module must be freed.
///
/// # Safety
/// The texts are as `layoutc_str` describes; `module` and `diagnostics` are null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_module_parse(
    text: Str,
    path: Str,
    module: *mut *mut ModuleObject,
    diagnostics: *mut *mut Diagnostics,
) -> Status {
    // SAFETY: the caller states it.
    unsafe {
        call(diagnostics, || {
            let parsed = SourceModule::parse(text.read()?, path.read()?, registry())?;
            create(module, ModuleObject(parsed))
        })
    }
}

/// Runs passes, written as for `layoutc --passes`. `target` is the name of a target, or empty. If the call fails, the
/// module is unchanged.
///
/// # Safety
/// `module` is null or not freed, and not in use by another thread; the texts are as `layoutc_str` describes;
/// `diagnostics` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_module_run(
    module: *mut ModuleObject,
    passes: Str,
    target: Str,
    diagnostics: *mut *mut Diagnostics,
) -> Status {
    // SAFETY: the caller states it.
    unsafe {
        call(diagnostics, || {
            let passes = passes.read()?;
            let target = named(target)?;
            let module = module.as_mut().ok_or(CallFailure::BadArgument)?;
            Ok(module.0.run(passes, target)?)
        })
    }
}

/// Writes what the emitter of a kind makes of the module, as `layoutc --emit` does. The text must be freed.
///
/// # Safety
/// `module` is null or not freed; the texts are as `layoutc_str` describes; `text` and `diagnostics` are null or valid
/// for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_module_emit(
    module: *const ModuleObject,
    kind: Str,
    target: Str,
    text: *mut *mut Text,
    diagnostics: *mut *mut Diagnostics,
) -> Status {
    // SAFETY: the caller states it.
    unsafe {
        call(diagnostics, || {
            let written = object(module)?.0.emit(kind.read()?, &[], named(target)?)?;
            create(text, Text(written))
        })
    }
}

/// Returns the layout of `@x`, a tensor, a descriptor or a notation, or of a value `@f:%x`. The layout must be freed.
///
/// # Safety
/// `module` is null or not freed; `symbol` is as `layoutc_str` describes; `layout` and `diagnostics` are null or valid
/// for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_module_layout(
    module: *const ModuleObject,
    symbol: Str,
    layout: *mut *mut LayoutObject,
    diagnostics: *mut *mut Diagnostics,
) -> Status {
    // SAFETY: the caller states it.
    unsafe {
        call(diagnostics, || {
            let found = object(module)?.0.layout(symbol.read()?)?;
            create(layout, LayoutObject::from_layout(found))
        })
    }
}

/// Frees a module; nothing if it is null.
///
/// # Safety
/// `module` is null, or was created by this library and not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_module_free(module: *mut ModuleObject) {
    // SAFETY: the caller states it.
    unsafe { free(module) };
}

/// Returns the name of a target; `None` if the text is empty.
///
/// # Safety
/// The text is as `layoutc_str` describes.
unsafe fn named<'a>(target: Str) -> Result<Option<&'a str>, CallFailure> {
    // SAFETY: the caller states it.
    let name = unsafe { target.read() }?;
    Ok((!name.is_empty()).then_some(name))
}

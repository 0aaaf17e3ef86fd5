//! Diagnostics of a failed call.

use crate::border::{self, CallFailure, Diagnostics, Status, Str, call, object, write};
use compiler::Reported;
use compiler::ir::diag::Severity;

/// The severity of a diagnostic.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiagnosticSeverity {
    /// The input is invalid.
    Error = 0,
    /// The input is valid, but probably unintended or not portable.
    Warning = 1,
    /// A report of what a pass did.
    Remark = 2,
}

/// A diagnostic. Its texts live until the diagnostics are freed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Diagnostic {
    /// The severity.
    pub severity: DiagnosticSeverity,
    /// The code, such as `L0401`.
    pub code: Str,
    /// The headline, one sentence.
    pub message: Str,
    /// The path of the text; empty if the diagnostic is not about a text.
    pub path: Str,
    /// The line, from 1; 0 without a text.
    pub line: u32,
    /// The column in characters, from 1; 0 without a text.
    pub column: u32,
    /// The number of notes.
    pub notes: usize,
}

/// Returns the number of diagnostics; 0 for null.
///
/// # Safety
/// `diagnostics` is null, or not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_diagnostics_count(diagnostics: *const Diagnostics) -> usize {
    // SAFETY: the caller states it.
    unsafe { diagnostics.as_ref() }.map_or(0, |report| report.0.diagnostics.len())
}

/// Reads a diagnostic. `LAYOUTC_STATUS_NONE` if there are fewer.
///
/// # Safety
/// `diagnostics` is null, or not freed; `diagnostic` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_diagnostics_get(
    diagnostics: *const Diagnostics,
    at: usize,
    diagnostic: *mut Diagnostic,
) -> Status {
    // SAFETY: the caller states it.
    unsafe {
        call(std::ptr::null_mut(), || {
            let reported = nth(diagnostics, at)?;
            write(
                diagnostic,
                Diagnostic {
                    severity: severity(reported.severity),
                    code: Str::of(&reported.code),
                    message: Str::of(&reported.message),
                    path: Str::of(&reported.path),
                    line: reported.at.0,
                    column: reported.at.1,
                    notes: reported.notes.len(),
                },
            )
        })
    }
}

/// Reads a note of a diagnostic. `LAYOUTC_STATUS_NONE` if there are fewer diagnostics or notes.
///
/// # Safety
/// `diagnostics` is null, or not freed; `message` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_diagnostics_note(
    diagnostics: *const Diagnostics,
    at: usize,
    note: usize,
    message: *mut Str,
) -> Status {
    // SAFETY: the caller states it.
    unsafe {
        call(std::ptr::null_mut(), || {
            let note = nth(diagnostics, at)?.notes.get(note).ok_or(CallFailure::None)?;
            write(message, Str::of(&note.message))
        })
    }
}

/// Frees diagnostics; nothing if they are null.
///
/// # Safety
/// `diagnostics` is null, or was created by this library and not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_diagnostics_free(diagnostics: *mut Diagnostics) {
    // SAFETY: the caller states it.
    unsafe { border::free(diagnostics) };
}

/// Returns a diagnostic.
///
/// # Safety
/// `diagnostics` is null, or not freed.
unsafe fn nth<'a>(diagnostics: *const Diagnostics, at: usize) -> Result<&'a Reported, CallFailure> {
    // SAFETY: the caller states it.
    unsafe { object(diagnostics) }?.0.diagnostics.get(at).ok_or(CallFailure::None)
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::Error,
        Severity::Warning => DiagnosticSeverity::Warning,
        Severity::Remark => DiagnosticSeverity::Remark,
    }
}

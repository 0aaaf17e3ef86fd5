//! Diagnostics of a failed call.

use crate::border::{self, CallFailure, Diagnostics, Status, Str, call, object, write};
use compiler::ir::diag::{CoreRequirement, Severity};
use compiler::{Reported, ReportedConflict};

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

/// A requirement in the minimal unsatisfiable core of a conflict: after removing any one of them, the others can hold.
/// Its text lives until the diagnostics are freed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RequirementView {
    /// A noun phrase, such as `m0: aligned<32 bytes>`.
    pub text: Str,
    /// The number of types, attributes and ops that state the requirement.
    pub positions: usize,
}

/// A removal of one requirement that resolves a conflict. Its strides live until the diagnostics are freed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CorrectionView {
    /// The number of the removed requirement in the core.
    pub removed: usize,
    /// The least strides that the other requirements allow, in elements and by logical dim.
    pub strides: *const i64,
    /// The number of strides.
    pub rank: usize,
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
                    code: Str::from_text(&reported.code),
                    message: Str::from_text(&reported.message),
                    path: Str::from_text(&reported.path),
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
            write(message, Str::from_text(&note.message))
        })
    }
}

/// Reads a requirement in the core of a conflict. `LAYOUTC_STATUS_NONE` if there are fewer diagnostics or requirements, or
/// the diagnostic is about something else.
///
/// # Safety
/// `diagnostics` is null, or not freed; `requirement` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_diagnostics_requirement(
    diagnostics: *const Diagnostics,
    at: usize,
    number: usize,
    requirement: *mut RequirementView,
) -> Status {
    // SAFETY: the caller states it.
    unsafe {
        call(std::ptr::null_mut(), || {
            let CoreRequirement { text, sources, .. } = nth_of_core(diagnostics, at, number)?;
            write(
                requirement,
                RequirementView { text: Str::from_text(text), positions: sources.len() },
            )
        })
    }
}

/// Reads a position, `path:line:column`, of a type, attribute or op that states a requirement in the core of a conflict.
/// `LAYOUTC_STATUS_NONE` if there are fewer diagnostics, requirements or positions.
///
/// # Safety
/// `diagnostics` is null, or not freed; `position` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_diagnostics_position(
    diagnostics: *const Diagnostics,
    at: usize,
    requirement: usize,
    number: usize,
    position: *mut Str,
) -> Status {
    // SAFETY: the caller states it.
    unsafe {
        call(std::ptr::null_mut(), || {
            let positions = &nth_of_core(diagnostics, at, requirement)?.sources;
            write(position, Str::from_text(positions.get(number).ok_or(CallFailure::None)?))
        })
    }
}

/// Reads a correction of a conflict. `LAYOUTC_STATUS_NONE` if there are fewer diagnostics or corrections, or the
/// diagnostic is about something else.
///
/// # Safety
/// `diagnostics` is null, or not freed; `correction` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_diagnostics_correction(
    diagnostics: *const Diagnostics,
    at: usize,
    number: usize,
    correction: *mut CorrectionView,
) -> Status {
    // SAFETY: the caller states it.
    unsafe {
        call(std::ptr::null_mut(), || {
            let found = conflict(diagnostics, at)?.corrections.get(number);
            let found = found.ok_or(CallFailure::None)?;
            let strides = found.strides.as_ptr();
            let rank = found.strides.len();
            write(correction, CorrectionView { removed: found.removed, strides, rank })
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

/// Returns the conflict of a diagnostic.
///
/// # Safety
/// `diagnostics` is null, or not freed.
unsafe fn conflict<'a>(
    diagnostics: *const Diagnostics,
    at: usize,
) -> Result<&'a ReportedConflict, CallFailure> {
    // SAFETY: the caller states it.
    unsafe { nth(diagnostics, at) }?.conflict.as_ref().ok_or(CallFailure::None)
}

/// Returns a requirement in the core of a conflict.
///
/// # Safety
/// `diagnostics` is null, or not freed.
unsafe fn nth_of_core<'a>(
    diagnostics: *const Diagnostics,
    at: usize,
    number: usize,
) -> Result<&'a CoreRequirement<String>, CallFailure> {
    // SAFETY: the caller states it.
    unsafe { conflict(diagnostics, at) }?.core.get(number).ok_or(CallFailure::None)
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::Error,
        Severity::Warning => DiagnosticSeverity::Warning,
        Severity::Remark => DiagnosticSeverity::Remark,
    }
}

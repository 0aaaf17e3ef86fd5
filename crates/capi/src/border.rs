//! The border to C: the status of a call, texts, and pointers to results.

use compiler::Report;
use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{ptr, slice, str};

/// The result of a call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The results are written.
    Ok = 0,
    /// The input is invalid; the diagnostics have the reasons.
    Invalid = 1,
    /// There is no result: an index without a slot, a slot without an index, a fact that the layout does not have.
    None = 2,
    /// An argument breaks the rules of this library: a null pointer, a text that is not UTF-8, a wrong number of dims.
    BadArgument = 3,
    /// A bug of layoutc. The objects of the call must only be freed.
    Internal = 4,
}

/// A text that the caller owns: `size` bytes of UTF-8 at `data`, without a terminator. `data` may be null if `size` is 0.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Str {
    /// The first byte.
    pub data: *const c_char,
    /// The number of bytes.
    pub size: usize,
}

impl Str {
    /// Returns the text of a string that outlives the result.
    pub(crate) fn from_text(text: &str) -> Str {
        Str { data: text.as_ptr().cast(), size: text.len() }
    }

    /// Returns the string.
    ///
    /// # Safety
    /// `data` is null or points to `size` bytes that live as long as the result.
    pub(crate) unsafe fn read<'a>(self) -> Result<&'a str, CallFailure> {
        if self.data.is_null() {
            return if self.size == 0 { Ok("") } else { Err(CallFailure::BadArgument) };
        }
        // SAFETY: the caller states it.
        let bytes = unsafe { slice::from_raw_parts(self.data.cast(), self.size) };
        str::from_utf8(bytes).map_err(|_| CallFailure::BadArgument)
    }
}

/// Bytes that layoutc allocated: the text of a notation, or what an emitter wrote.
#[derive(Debug)]
pub struct Text(pub(crate) Vec<u8>);

/// The diagnostics of a failed call.
#[derive(Debug)]
pub struct Diagnostics(pub(crate) Report);

/// The reason why a call has no result.
pub(crate) enum CallFailure {
    Invalid(Report),
    None,
    BadArgument,
}

impl From<Report> for CallFailure {
    fn from(report: Report) -> CallFailure {
        CallFailure::Invalid(report)
    }
}

/// Runs a call. A panic inside is a status. The diagnostics of an invalid input are written to `report`, unless it is
/// null.
///
/// # Safety
/// `report` is null or valid for a write.
pub(crate) unsafe fn call(
    report: *mut *mut Diagnostics,
    run: impl FnOnce() -> Result<(), CallFailure>,
) -> Status {
    let result = catch_unwind(AssertUnwindSafe(run));
    let (status, reasons) = match result {
        Ok(Ok(())) => (Status::Ok, None),
        Ok(Err(CallFailure::Invalid(reasons))) => (Status::Invalid, Some(reasons)),
        Ok(Err(CallFailure::None)) => (Status::None, None),
        Ok(Err(CallFailure::BadArgument)) => (Status::BadArgument, None),
        Err(_) => (Status::Internal, None),
    };
    if !report.is_null() {
        let reasons = reasons
            .map_or(ptr::null_mut(), |reasons| Box::into_raw(Box::new(Diagnostics(reasons))));
        // SAFETY: the caller states it.
        unsafe { report.write(reasons) };
    }
    status
}

/// Returns the object at a pointer.
///
/// # Safety
/// `object` is null or valid for the lifetime.
pub(crate) unsafe fn object<'a, T>(object: *const T) -> Result<&'a T, CallFailure> {
    // SAFETY: the caller states it.
    unsafe { object.as_ref() }.ok_or(CallFailure::BadArgument)
}

/// Writes a result.
///
/// # Safety
/// `to` is null or valid for a write.
pub(crate) unsafe fn write<T>(to: *mut T, value: T) -> Result<(), CallFailure> {
    if to.is_null() {
        return Err(CallFailure::BadArgument);
    }
    // SAFETY: the caller states it.
    unsafe { to.write(value) };
    Ok(())
}

/// Writes a new object.
///
/// # Safety
/// `to` is null or valid for a write.
pub(crate) unsafe fn create<T>(to: *mut *mut T, value: T) -> Result<(), CallFailure> {
    if to.is_null() {
        return Err(CallFailure::BadArgument);
    }
    // SAFETY: the caller states it.
    unsafe { write(to, Box::into_raw(Box::new(value))) }
}

/// Writes numbers, one for each dim.
///
/// # Safety
/// `to` is null or valid for `count` writes.
pub(crate) unsafe fn write_all(
    to: *mut i64,
    count: usize,
    values: impl ExactSizeIterator<Item = i64>,
) -> Result<(), CallFailure> {
    if values.len() != count || (to.is_null() && count > 0) {
        return Err(CallFailure::BadArgument);
    }
    for (at, value) in values.enumerate() {
        // SAFETY: `at` is below `count`.
        unsafe { to.add(at).write(value) };
    }
    Ok(())
}

/// Returns the numbers at a pointer.
///
/// # Safety
/// `data` is null or points to `count` numbers that live as long as the result.
pub(crate) unsafe fn numbers<'a>(data: *const i64, count: usize) -> Result<&'a [i64], CallFailure> {
    match (data.is_null(), count) {
        (true, 0) => Ok(&[]),
        (true, _) => Err(CallFailure::BadArgument),
        // SAFETY: the caller states it.
        (false, _) => Ok(unsafe { slice::from_raw_parts(data, count) }),
    }
}

/// Returns the memory for results, set to 0.
///
/// # Safety
/// `to` is null or valid for `count` writes, and nothing else reads or writes it as long as the result lives.
pub(crate) unsafe fn results<'a>(to: *mut i64, count: usize) -> Result<&'a mut [i64], CallFailure> {
    match (to.is_null(), count) {
        (true, 0) => Ok(&mut []),
        (true, _) => Err(CallFailure::BadArgument),
        (false, _) => {
            // SAFETY: the caller states it. The memory may be uninitialized before.
            unsafe { ptr::write_bytes(to, 0, count) };
            // SAFETY: the caller states it.
            Ok(unsafe { slice::from_raw_parts_mut(to, count) })
        }
    }
}

/// Frees an object; nothing if it is null.
///
/// # Safety
/// `object` is null, or was created by this library and not freed.
pub(crate) unsafe fn free<T>(object: *mut T) {
    if !object.is_null() {
        // SAFETY: the caller states it.
        drop(unsafe { Box::from_raw(object) });
    }
}

/// Returns the version of the library, such as `0.1.0`. The text lives as long as the program.
#[unsafe(no_mangle)]
pub extern "C" fn layoutc_version() -> Str {
    Str::from_text(env!("CARGO_PKG_VERSION"))
}

/// Returns the bytes of a text. They live until the text is freed.
///
/// # Safety
/// `text` is null or a text that is not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_text_bytes(text: *const Text) -> Str {
    // SAFETY: the caller states it.
    match unsafe { text.as_ref() } {
        Some(Text(bytes)) => Str { data: bytes.as_ptr().cast(), size: bytes.len() },
        None => Str::from_text(""),
    }
}

/// Frees a text; nothing if it is null.
///
/// # Safety
/// `text` is null, or was created by this library and not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layoutc_text_free(text: *mut Text) {
    // SAFETY: the caller states it.
    unsafe { free(text) };
}

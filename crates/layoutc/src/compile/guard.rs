//! Catches panics, which are internal errors, so that the user gets a message and a reproducer.

use std::cell::RefCell;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// A panic that was caught.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Panic {
    message: String,
    /// The location of the panic in the sources, `file:line:col`.
    location: Option<String>,
}

impl fmt::Display for Panic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.location.as_ref().map_or(Ok(()), |location| write!(f, " ({location})"))
    }
}

thread_local! {
    /// The number of guards around the code of this thread, and the location of the last panic inside a guard.
    static GUARDED: RefCell<(usize, Option<String>)> = const { RefCell::new((0, None)) };
}

static HOOK: Once = Once::new();

/// Runs `f`, and returns a panic in it instead of printing it.
///
/// `guard` wraps the panic hook of the process once. Code outside of a guard keeps the previous hook, in this thread
/// and in others. After a panic, state that `f` changed may be inconsistent and must not be used.
pub(crate) fn guard<T>(f: impl FnOnce() -> T) -> Result<T, Panic> {
    HOOK.call_once(wrap_hook);
    GUARDED.with_borrow_mut(|state| state.0 += 1);
    let result = panic::catch_unwind(AssertUnwindSafe(f));
    let location = GUARDED.with_borrow_mut(|state| {
        state.0 -= 1;
        state.1.take()
    });
    result.map_err(|payload| {
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let message = text.or_else(|| payload.downcast_ref::<String>().cloned());
        Panic {
            message: message.unwrap_or_else(|| "a panic without a message".to_owned()),
            location,
        }
    })
}

fn wrap_hook() {
    let outer = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let guarded = GUARDED.with_borrow_mut(|state| {
            if state.0 > 0 {
                state.1 = info.location().map(|location| location.to_string());
            }
            state.0 > 0
        });
        if !guarded {
            outer(info);
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guard_returns_message_and_location_of_panic() {
        let caught = guard(|| -> u8 { panic!("no {}", "way") }).expect_err("it panics");
        assert_eq!(caught.message, "no way");
        assert!(caught.location.is_some_and(|location| location.contains("guard.rs:")));
        assert_eq!(guard(|| 7), Ok(7));
    }

    #[test]
    fn guards_nest() {
        let outer = guard(|| {
            let inner = guard(|| panic!("inner"));
            assert!(inner.is_err());
            if inner.is_err() {
                panic!("outer")
            }
        });
        assert_eq!(outer.expect_err("it panics").message, "outer");
    }
}

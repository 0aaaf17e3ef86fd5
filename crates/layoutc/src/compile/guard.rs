//! Catches panics, which are faults of ours, so that the user gets a message and a reproducer.

use std::cell::RefCell;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// A panic that was caught.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Panic {
    message: String,
    /// `file:line:col` in our sources.
    place: Option<String>,
}

impl fmt::Display for Panic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.place.as_ref().map_or(Ok(()), |place| write!(f, " ({place})"))
    }
}

thread_local! {
    /// How many guards are around this thread's code, and where the last panic under one came from.
    static GUARDED: RefCell<(usize, Option<String>)> = const { RefCell::new((0, None)) };
}

static HOOK: Once = Once::new();

/// Runs `f`; a panic in it is returned and prints nothing.
///
/// The process's panic hook is wrapped once: it stays as it was for all code outside of a guard, in this
/// thread and in others. After a panic nothing that `f` has changed may be trusted.
pub(crate) fn guard<T>(f: impl FnOnce() -> T) -> Result<T, Panic> {
    HOOK.call_once(wrap_hook);
    GUARDED.with_borrow_mut(|state| state.0 += 1);
    let result = panic::catch_unwind(AssertUnwindSafe(f));
    let place = GUARDED.with_borrow_mut(|state| {
        state.0 -= 1;
        state.1.take()
    });
    result.map_err(|payload| {
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let message = text.or_else(|| payload.downcast_ref::<String>().cloned());
        Panic { message: message.unwrap_or_else(|| "a panic without a message".to_owned()), place }
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
    fn a_panic_is_caught_with_its_message_and_place() {
        let caught = guard(|| -> u8 { panic!("no {}", "way") }).expect_err("it panics");
        assert_eq!(caught.message, "no way");
        assert!(caught.place.is_some_and(|place| place.contains("guard.rs:")));
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

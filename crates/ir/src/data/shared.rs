//! Functions that definitions and registries store: constants of the program, or closures that capture state.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A function or closure that a definition or a registry stores. Copies share the closure.
///
/// ```
/// use layoutc_ir::registry::SharedFn;
/// use std::sync::Arc;
///
/// type Width = SharedFn<dyn Fn(&str) -> Option<u32>>;
/// const BYTES: Width = SharedFn::from_static(&|text| (text == "byte").then_some(8));
/// let named = String::from("pixel");
/// let pixels: Width = SharedFn::new(Arc::new(move |text| (text == named).then_some(24)));
/// assert_eq!((BYTES("byte"), pixels("pixel"), pixels("byte")), (Some(8), Some(24), None));
/// ```
pub struct SharedFn<F: ?Sized + 'static>(FnStorage<F>);

/// The storage of a function: the program, or the heap.
enum FnStorage<F: ?Sized + 'static> {
    Constant(&'static F),
    Shared(Arc<F>),
}

impl<F: ?Sized> SharedFn<F> {
    /// Returns a function of the program, for definitions that are constants.
    pub const fn from_static(function: &'static F) -> SharedFn<F> {
        SharedFn(FnStorage::Constant(function))
    }

    /// Returns a closure.
    pub const fn new(closure: Arc<F>) -> SharedFn<F> {
        SharedFn(FnStorage::Shared(closure))
    }
}

impl<F: ?Sized> Deref for SharedFn<F> {
    type Target = F;

    fn deref(&self) -> &F {
        match &self.0 {
            FnStorage::Constant(function) => function,
            FnStorage::Shared(closure) => closure,
        }
    }
}

impl<F: ?Sized> Clone for SharedFn<F> {
    fn clone(&self) -> SharedFn<F> {
        SharedFn(match &self.0 {
            FnStorage::Constant(function) => FnStorage::Constant(*function),
            FnStorage::Shared(closure) => FnStorage::Shared(Arc::clone(closure)),
        })
    }
}

impl<F: ?Sized> fmt::Debug for SharedFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedFn")
    }
}

/// Returns a text of the program, for definitions that are constants.
pub(crate) const fn text(text: &'static str) -> Cow<'static, str> {
    Cow::Borrowed(text)
}

//! The C library of layoutc. `include/layoutc.h` is generated from this crate, and `include/layoutc.hpp` wraps it for C++.
//!
//! ```c
//! layoutc_layout *layout = NULL;
//! if (layoutc_layout_read(text("cute:(4,8):(8,1)"), &layout, NULL) == LAYOUTC_STATUS_OK) {
//!   int64_t index[2] = {1, 2}, offset = 0;
//!   layoutc_layout_offset(layout, index, 2, &offset); /* 10 */
//!   layoutc_layout_free(layout);
//! }
//! ```
//!
//! Every function returns a status or a plain value, and writes its results to pointers if the status is
//! `LAYOUTC_STATUS_OK`. Objects are opaque, and the caller frees those that it created. Texts have a length and need no
//! terminator. No panic crosses the border: its status is `LAYOUTC_STATUS_INTERNAL`.
//!
//! Objects can move between threads. A function with a pointer to `const` may be called from several threads at once
//! with the same object.
//!
//! In reading order: `border` has the status, texts and the guard of each call; `diagnostics` the reasons of a failure;
//! `layout` layouts and notations; `module` modules, passes and emitters; `solve` strides without a module.

pub mod border;
pub mod diagnostics;
pub mod layout;
pub mod module;
pub mod solve;

//! The lexical level: tokens, error reporting, and error recovery.
//!
//! In reading order: `bytes` classifies bytes, `cursor` reads tokens, `failure` reports errors, and `brackets` reports
//! unclosed brackets. `skip` and `recover` find the next op after an error. `budget` bounds the memory and time that a
//! text may need beyond its own length.

mod brackets;
mod budget;
mod bytes;
mod cursor;
mod failure;
mod recover;
mod skip;

pub(crate) use bytes::{clip, is_name_start, is_suffix_byte};
pub(crate) use cursor::{Number, NumberKind};

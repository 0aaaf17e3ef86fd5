//! The lexical level: tokens, failures, and how reading goes on after one.
//!
//! In reading order: `bytes` classifies bytes, `cursor` reads tokens, `failure` reports what is wrong, `brackets`
//! reports what is not closed, `skip` and `recover` find the next op after an error, `budget` bounds what a text may cost
//! beyond its own length.

mod brackets;
mod budget;
mod bytes;
mod cursor;
mod failure;
mod recover;
mod skip;

pub(crate) use bytes::{clip, is_suffix_byte};
pub(crate) use cursor::{Number, NumberKind};

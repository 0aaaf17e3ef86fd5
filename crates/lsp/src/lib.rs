//! The language server of layoutc: what an editor shows of a text while it is written.
//!
//! ```
//! # use compiler as layoutc_compiler;
//! let message = r#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#;
//! let input = format!("Content-Length: {}\r\n\r\n{message}", message.len());
//! let mut output = Vec::new();
//! let registry = layoutc_compiler::registry();
//! let ended_well = layoutc_lsp::serve(&registry, &mut input.as_bytes(), &mut output)?;
//! assert!(ended_well && output.ends_with(br#"{"jsonrpc":"2.0","id":1,"result":null}"#));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! In reading order: `text` has positions; `tokens`, `names` and `lines` need no parser, so they work next to syntax errors;
//! `analysis` reads one version of a text, `recovery` one with errors, and `facts` describes a tensor; `completion`,
//! `semantic`, `edits` and `features` answer requests about a `document`; `frame` reads messages, and [`serve`] is the loop
//! of the protocol.

mod analysis;
mod completion;
mod document;
mod edits;
mod facts;
mod features;
mod frame;
mod limits;
mod lines;
mod names;
mod recovery;
mod semantic;
mod server;
mod text;
mod tokens;

pub use server::serve;

/// The limits of the crate, for the documentation.
pub const LIMITS: &[ir::layout::Limit] = limits::ALL;

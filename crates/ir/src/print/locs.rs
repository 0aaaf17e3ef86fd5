//! Writers of locations.

use super::printer::Printer;
use crate::data::attrs::{AttrKind, LocKind};
use crate::data::ids::Attr;
use crate::data::module::{Alias, Value};
use crate::data::text::write_string;
use crate::source::Span;
use std::fmt::Write;

impl Printer<'_> {
    /// Writes ` loc(...)` after an op or argument, if the options print locations.
    pub(super) fn trailing_loc(&mut self, loc: Option<Attr>, span: Span) {
        let Some(sources) = self.options.locs else { return };
        self.out.push(' ');
        if let Some(loc) = loc {
            return self.bracket("loc(", ')', |printer| printer.inner_loc(loc));
        }
        match sources.file_at(span.start).filter(|_| span.is_some()) {
            Some(file) => {
                let (line, column) = file.line_col(span.start);
                self.out.push_str("loc(");
                write_string(file.name.as_bytes(), &mut self.out);
                let _ = write!(self.out, ":{line}:{column})");
            }
            None => self.out.push_str("loc(unknown)"),
        }
    }

    /// Writes ` loc(...)` after a block argument. An argument without a location has that of its block.
    pub(super) fn argument_loc(&mut self, arg: Value) {
        self.trailing_loc(self.module.value_loc(arg), self.module.value_span(arg));
    }

    fn inner_loc(&mut self, loc: Attr) {
        match self.module.ctx.attr_kind(loc) {
            AttrKind::Loc(kind) if self.alias_of(Alias::Attr(loc)).is_none() => self.loc(kind),
            _ => self.attr(loc),
        }
    }

    pub(super) fn loc(&mut self, loc: &LocKind) {
        match loc {
            LocKind::Unknown => self.out.push_str("unknown"),
            LocKind::File { file, line, column, end } => {
                write_string(file, &mut self.out);
                let _ = write!(self.out, ":{line}:{column}");
                // MLIR prints the line of the end only if it differs.
                let _ = match end {
                    Some((last, column)) if last == line => write!(self.out, " to :{column}"),
                    Some((last, column)) => write!(self.out, " to {last}:{column}"),
                    None => Ok(()),
                };
            }
            LocKind::Name { name, child } => {
                write_string(name, &mut self.out);
                if let Some(child) = child {
                    self.bracket("(", ')', |printer| printer.inner_loc(*child));
                }
            }
            LocKind::CallSite { callee, caller } => {
                self.out.push_str("callsite(");
                self.inner_loc(*callee);
                self.out.push_str(" at ");
                self.inner_loc(*caller);
                self.out.push(')');
            }
            LocKind::Fused { metadata, locs } => {
                self.out.push_str("fused");
                if let Some(metadata) = metadata {
                    self.bracket("<", '>', |printer| printer.attr(*metadata));
                }
                self.out.push('[');
                self.list(locs, |printer, &loc| printer.inner_loc(loc));
                self.out.push(']');
            }
        }
    }
}

//! The symbols of descriptors: their names, and the stages in whose custom forms they occur.

use crate::state::{Parse, Parser};
use ir::attrs::Attr;
use std::rc::Rc;

impl Parser<'_> {
    /// Returns `true` if the op that is read is inside of a descriptor with symbols.
    pub(super) fn has_symbols(&self) -> bool {
        !self.symbols.is_empty()
    }

    /// Reads `[rows, cols]`, a list of names, as a list of strings.
    pub(super) fn symbol_names(&mut self) -> Parse<Attr> {
        let open = self.open(b'[', " before the names of symbols")?;
        let context = " or `,` in a list such as `[s0, s1]`";
        let names = self.bracketed(open, context, |parser, _| {
            let name = parser.peek_name();
            if name.is_empty() {
                return parser.unexpected("the name of a symbol such as `s0`");
            }
            parser.at += name.len();
            Ok(parser.module.ctx.string(name))
        })?;
        Ok(self.module.ctx.array(&names))
    }

    /// Reads the region of an op whose stages may have the symbols of an attribute, a list of strings.
    pub(super) fn with_symbols<T>(
        &mut self,
        names: Option<Attr>,
        read: impl FnOnce(&mut Self) -> Parse<T>,
    ) -> Parse<T> {
        let ctx = &self.module.ctx;
        let list = names.and_then(|names| ctx.as_array(names)).unwrap_or_default();
        let names: Rc<[String]> =
            list.iter().filter_map(|&name| ctx.as_str(name).map(str::to_owned)).collect();
        let outer = std::mem::replace(&mut self.symbols, names);
        let result = read(self);
        self.symbols = outer;
        result
    }
}

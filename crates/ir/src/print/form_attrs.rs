//! Writers of attributes in custom forms: words of enumerations and flags, and mixed lists.

use super::printer::Printer;
use crate::data::attrs::{Attr, AttrKind};
use crate::data::context::Context;
use crate::data::ids::Type;
use crate::data::module::{Op, Value};
use crate::data::text::is_bare;
use crate::data::types::{Piece, TypeKind};
use crate::registry::{DYNAMIC, EnumWords, FlagWords, NO_FLAGS, WordAttr};

impl Printer<'_> {
    /// Writes the word of an enumeration; `None` if the op's attribute is not a value of the enumeration.
    pub(super) fn enum_word(&mut self, op: Op, words: &EnumWords) -> Option<()> {
        let Some(attr) = self.module.attr(op, words.key) else {
            return words.is_optional.then_some(());
        };
        let AttrKind::Integer { value, ty } = self.module.ctx.attr_kind(attr) else { return None };
        let width = TypeKind::signless(words.width);
        let index = usize::try_from(value.as_i64()?).ok()?;
        let word = words.words.get(index).filter(|_| *self.module.ctx.kind(*ty) == width)?;
        self.out.push(' ');
        self.out.push_str(word);
        Some(())
    }

    /// Writes a set of flags, or nothing for the empty set. `None` if the op lacks the attribute, or its text is not
    /// canonical.
    pub(super) fn flag_words(&mut self, op: Op, words: &FlagWords) -> Option<()> {
        let ctx = &self.module.ctx;
        let AttrKind::Dialect { text, ty: None } = ctx.attr_kind(self.module.attr(op, words.key)?)
        else {
            return None;
        };
        let [Piece::Text(body)] = &*text.body else { return None };
        let list = body.strip_prefix(words.keyword)?.strip_prefix('<')?.strip_suffix('>')?;
        let canonical = words.canonical(list.split(',').map(str::trim))?;
        if ctx.text(text.dialect) != words.dialect || canonical != **body {
            return None;
        }
        if list != NO_FLAGS {
            self.out.push(' ');
            self.out.push_str(body);
        }
        Some(())
    }

    /// Writes ` {key = value}` with the attributes that the custom form omits, some of them as bare words; nothing if
    /// there are none. `None` if a key must be in quotes, which MLIR does not parse in such a dictionary.
    pub(super) fn word_dict(&mut self, op: Op, words: &[WordAttr], shown: &[&str]) -> Option<()> {
        let ctx = &self.module.ctx;
        let rest = self.other_attrs(op, shown);
        if !rest.iter().all(|entry| is_bare(ctx.text(entry.0))) {
            return None;
        }
        if !rest.is_empty() {
            self.bracket(" {", '}', |printer| {
                printer.list(rest, |printer, (key, value)| {
                    let key = ctx.text(key);
                    // MLIR requires a value of each key in such a dictionary.
                    printer.out.push_str(key);
                    printer.out.push_str(" = ");
                    match bare_word(ctx, words, key, value) {
                        Some(word) => printer.out.push_str(word),
                        None => printer.attr(value),
                    }
                });
            });
        }
        Some(())
    }

    /// Writes integers in brackets, with operands in place of the dynamic entries; `None` if the numbers of both
    /// differ.
    pub(super) fn mixed(
        &mut self,
        list: &[i64],
        operands: &[Value],
        [open, close]: [&str; 2],
    ) -> Option<()> {
        let mut operands = operands.iter();
        self.out.push_str(open);
        for (at, &number) in list.iter().enumerate() {
            self.comma(at);
            match number {
                DYNAMIC => self.value(*operands.next()?),
                _ => self.out.push_str(&number.to_string()),
            }
        }
        self.out.push_str(close);
        operands.next().is_none().then_some(())
    }
}

/// Returns the bare word of an attribute; `None` if it has none.
fn bare_word<'a>(ctx: &'a Context, words: &[WordAttr], key: &str, attr: Attr) -> Option<&'a str> {
    let words = words.iter().find(|words| words.key == key)?;
    let AttrKind::Dialect { text, ty: None } = ctx.attr_kind(attr) else { return None };
    let [Piece::Text(body)] = &*text.body else { return None };
    words.word_of(body).filter(|_| ctx.text(text.dialect) == words.dialect)
}

/// Returns the value of an `i64`; `None` for a number of another type, which the parser would read as a different
/// attribute.
pub(super) fn plain_int(ctx: &Context, attr: Attr) -> Option<i64> {
    let AttrKind::Integer { value, ty } = ctx.attr_kind(attr) else { return None };
    value.as_i64().filter(|_| is_i64(ctx, *ty))
}

/// Returns the values of an `array<i64: ...>`; `None` for another attribute.
pub(super) fn plain_ints(ctx: &Context, attr: Attr) -> Option<Vec<i64>> {
    let AttrKind::DenseArray { elem, .. } = ctx.attr_kind(attr) else { return None };
    ctx.as_int_list(attr).filter(|_| is_i64(ctx, *elem))
}

fn is_i64(ctx: &Context, ty: Type) -> bool {
    *ctx.kind(ty) == TypeKind::signless(64)
}

//! The top level of a file: ops, aliases and resources.

use super::ops::InsertionPoint;
use crate::state::{Parse, Parser, Pending};
use crate::text::clip;
use ir::attrs::AttrKind;
use ir::diag::{Diag, code, nearest};
use ir::module::{Alias, NamedMap, Resources};

impl<'a> Parser<'a> {
    /// Parses the whole text into the module.
    pub(crate) fn file(&mut self) {
        // A byte order mark has no meaning in UTF-8.
        if self.text.starts_with('\u{feff}') {
            self.at = '\u{feff}'.len_utf8();
        }
        let block = self.module.body();
        let region = self.module.block_region(block);
        self.enter_isolated();
        let mark = self.enter_region();
        while !self.at_end() {
            let start = self.at;
            let done = match self.byte(start) {
                b'#' | b'!' => self.alias(),
                b'{' if self.text[start..].starts_with("{-#") => self.resources(),
                byte if matches!(byte, b'%' | b'"' | b'_') || byte.is_ascii_alphabetic() => {
                    self.block_ops(InsertionPoint { block, region });
                    Ok(())
                }
                b'}' => self.fail(code::SYNTAX, start, "unmatched `}`"),
                _ => self.unexpected_here("an op, an alias or resources"),
            };
            if done.is_err() && !self.at_end() {
                self.recover(start);
            }
        }
        self.leave_region(mark);
        self.leave_isolated();
        self.late_locations();
        self.report_unread();
        self.unwrap_module();
    }

    /// Replaces the implicit module by the only op of the file, if that is a module.
    fn unwrap_module(&mut self) {
        let body = self.module.body();
        let mut ops = self.module.ops(body);
        let first = ops.next();
        let second = ops.next();
        if let Some(op) = first
            && second.is_none()
            && self.module.op_name(op) == self.module.op_name(self.module.root())
            && self.module.regions(op).len() == 1
        {
            drop(ops);
            self.module.promote(op);
        }
    }

    /// Reads `#name = attr` or `!name = type`.
    fn alias(&mut self) -> Parse<()> {
        let start = self.at;
        let name = self.suffix("an alias")?;
        let full = &self.text[start..self.at];
        let result = self.alias_parts(full, |parser| parser.alias_definition(start, name, full));
        if result.is_err() {
            self.poison_alias(full);
        }
        result
    }

    fn alias_definition(&mut self, start: usize, name: &str, full: &'a str) -> Parse<()> {
        if name.contains('.') {
            return self.fail_span(
                code::SYNTAX,
                start,
                self.at,
                format!("alias name `{}` must not contain a dot", clip(full)),
            );
        }
        self.expect(b'=', " after the name of an alias")?;
        let alias = match self.byte(start) {
            b'#' => Alias::Attr(self.attr()?),
            _ => Alias::Type(self.ty()?),
        };
        if let Some(&first) = self.alias_positions.get(full) {
            let message = format!("alias `{}` is defined twice", clip(full));
            let span = self.span(start, start + full.len());
            let diag = Diag::error(code::REDEFINED_ALIAS, span, message);
            let first = self.span(first, first + full.len());
            return Err(self.push(diag.note_at(first, "the first definition is here")));
        }
        if let Some(&at) = self.mentioned.get(full) {
            let message = format!("alias `{}` is not defined before its use", clip(full));
            let span = self.span(at, at + full.len());
            let diag = Diag::error(code::UNDEFINED_ALIAS, span, message);
            let here = self.span(start, start + full.len());
            return Err(self.push(diag.note_at(here, "it is defined here")));
        }
        self.alias_positions.insert(full, start);
        self.module.aliases.insert(full.to_owned(), alias);
        Ok(())
    }

    /// Sets the locations that are aliases defined after their use.
    fn late_locations(&mut self) {
        for pending in std::mem::take(&mut self.pending) {
            let (Pending::Op(_, (start, end)) | Pending::Value(_, (start, end))) = pending else {
                continue;
            };
            let name = &self.text[start..end];
            let loc = match self.module.aliases.get(name) {
                Some(&Alias::Attr(attr)) => Some(attr),
                _ => None,
            };
            let loc = loc.filter(|attr| {
                let kind = self.module.ctx.attr_kind(*attr);
                matches!(kind, AttrKind::Loc(_) | AttrKind::Dialect { .. })
            });
            match (loc, pending) {
                (Some(loc), Pending::Op(op, _)) => self.module.set_op_loc(op, loc),
                (Some(loc), Pending::Value(value, _)) => self.module.set_value_loc(value, loc),
                _ if self.is_poisoned(name) => {}
                _ => {
                    let message = format!("undefined location alias `{}`", clip(name));
                    let near = self.near_alias(name);
                    let code = code::UNDEFINED_ALIAS;
                    let _: Parse<()> = self.fail_near(code, start, end, message, near.as_deref());
                }
            }
        }
    }

    /// Reads `{-# dialect_resources: {...}, external_resources: {...} #-}`.
    fn resources(&mut self) -> Parse<()> {
        self.at += "{-#".len();
        while !self.ends_resources() {
            let at = self.token_start();
            let section = self.name_or_string("the name of a section of resources")?;
            self.expect(b':', " after the name of a section")?;
            let groups = self.resource_groups(section == "dialect_resources")?;
            let table = match &*section {
                "dialect_resources" => &mut self.module.dialect_resources,
                "external_resources" => &mut self.module.external_resources,
                _ => {
                    let message = format!(
                        "unknown resource section `{}`; expected `dialect_resources` or `external_resources`",
                        clip(&section)
                    );
                    let near = nearest(&section, ["dialect_resources", "external_resources"]);
                    let end = at + section.len();
                    return self.fail_near(code::UNKNOWN_NAME, at, end, message, near);
                }
            };
            for (group, entries) in groups {
                table.entry(group).extend(entries);
            }
            if !self.eat(b',') && !self.ends_resources() {
                return self.unexpected("`,` or `#-}` in a list of resources");
            }
        }
        self.at += "#-}".len();
        Ok(())
    }

    fn ends_resources(&mut self) -> bool {
        self.skip();
        self.text[self.at..].starts_with("#-}")
    }

    /// Reads `{dialect: {key: value}}`. `of_dialects` is `true` if the groups are dialects, which determine the form of
    /// values.
    fn resource_groups(&mut self, of_dialects: bool) -> Parse<Resources> {
        self.named_entries("section", ["name of a group", " of resources"], |parser, name| {
            parser.resource_entries(of_dialects && name == "builtin")
        })
    }

    /// Reads `{name: entry}`. `around` names the list, and `name` the names in it, without and with their context.
    fn named_entries<T>(
        &mut self,
        around: &str,
        [name, of]: [&str; 2],
        mut entry: impl FnMut(&mut Self, &str) -> Parse<T>,
    ) -> Parse<NamedMap<T>> {
        let mut entries = NamedMap::new();
        let open = self.open(b'{', &format!(" before a {around} of resources"))?;
        while !self.eat_close(open) {
            let key = self.name_or_string(&format!("the {name}{of}"))?;
            self.expect(b':', &format!(" after the {name}"))?;
            let value = entry(self, &key)?;
            entries.insert(key.into_owned(), value);
            if !self.eat(b',') {
                self.close(open, &format!(" or `,` in a {around} of resources"))?;
                break;
            }
        }
        Ok(entries)
    }

    /// Reads `{key: value}`. With `are_blobs`, the values must be blobs.
    fn resource_entries(&mut self, are_blobs: bool) -> Parse<NamedMap<String>> {
        self.named_entries("group", ["key of a resource", ""], |parser, key| {
            let start = parser.token_start();
            parser.resource_value()?;
            let value = &parser.text[start..parser.at];
            if are_blobs && !is_blob(value) {
                let message = format!("resource `{}` is not a blob of `builtin`", clip(key));
                let span = parser.span(start, parser.at);
                let diag = Diag::error(code::ATTRIBUTE, span, message);
                let note = "write a blob as `\"0x...\"`: 4 bytes for its alignment, a power of two, then its bytes";
                return Err(parser.push(diag.note(note)));
            }
            Ok(value.to_owned())
        })
    }

    /// Reads the value of a resource, a string, a number or a word. It is stored as text.
    fn resource_value(&mut self) -> Parse<()> {
        if self.peek() == b'"' {
            self.at = self.string_end(self.at)?;
            return Ok(());
        }
        self.eat(b'-');
        match self.number().is_some() || self.name().is_some() {
            true => Ok(()),
            false => self.unexpected("the value of a resource"),
        }
    }
}

/// Returns `true` for `"0x..."` with whole bytes, the first four of which are an alignment.
fn is_blob(text: &str) -> bool {
    let digits = text.strip_prefix("\"0x").and_then(|text| text.strip_suffix('"'));
    let Some(digits) = digits.map(str::as_bytes) else { return false };
    let is_whole = digits.len() >= 8 && digits.len() % 2 == 0;
    if !is_whole || !digits.iter().all(u8::is_ascii_hexdigit) {
        return false;
    }
    // A power of two has a single 1 bit in any byte order, so little-endian digits need no swap. An alignment of 0 is
    // accepted.
    let ones = digits[..8].iter().filter_map(|&digit| char::from(digit).to_digit(16));
    ones.map(u32::count_ones).sum::<u32>() <= 1
}

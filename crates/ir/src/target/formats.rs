//! Reads the attribute `formats` of a target: the usages that its device supports, by format and tiling.
//!
//! ```mlir
//! formats = [{format = ["VK_FORMAT_R8_SINT"], tiling = ["LINEAR"], usage = ["SHADER", "TRANSFER_SRC"]}]
//! ```

use super::FormatUsages;
use super::read::{FORMATS_KEY, Reader};
use crate::data::attrs::Attr;
use crate::diag::{Diag, code, nearest};
use crate::print::attr_to_string;
use crate::source::SourceLocation;
use crate::vulkan::{Enumerator, TILINGS, USAGES, all_formats};

/// The keys of an entry: those of `vk.tensor_description`.
const KEYS: [&str; 3] = ["format", "tiling", "usage"];

/// An entry, which states its usages for each of its formats with each of its tilings.
const EXAMPLE: &str =
    r#"{format = ["VK_FORMAT_R8_SINT"], tiling = ["LINEAR"], usage = ["SHADER"]}"#;

impl Reader<'_> {
    /// Reads the list of formats. A format or tiling that no entry has supports no usage.
    pub(super) fn formats(&mut self) {
        let module = self.module;
        let Some(attr) = module.attr(self.op, FORMATS_KEY) else { return };
        let place = self.location().attr(FORMATS_KEY);
        let Some(entries) = module.ctx.as_array(attr) else {
            return self.mismatch(
                place,
                FORMATS_KEY,
                attr,
                &format!("an array such as `[{EXAMPLE}]`"),
            );
        };
        let mut usages = FormatUsages::default();
        for (index, &entry) in entries.iter().enumerate() {
            self.entry(&place.clone().element(index), entry, &mut usages);
        }
        self.target.format_usages = Some(usages);
    }

    fn entry(&mut self, place: &SourceLocation, entry: Attr, usages: &mut FormatUsages) {
        let ctx = &self.module.ctx;
        let members = ctx.dict_entries(entry);
        let has_keys = KEYS.iter().all(|&key| members.iter().any(|it| ctx.text(it.0) == key));
        if members.len() != KEYS.len() || !has_keys {
            let needed = format!("a dictionary such as `{EXAMPLE}`");
            return self.mismatch(place.clone(), "an entry of `formats`", entry, &needed);
        }
        let formats =
            self.values(place, entry, "format", all_formats().map(|it| (it.name, it.value)));
        let tilings = self.values(place, entry, "tiling", enumerators(TILINGS));
        let flags = self.values(place, entry, "usage", enumerators(USAGES));
        let mask = flags.iter().fold(0, |mask, flag| mask | flag);
        for &format in &formats {
            tilings.iter().for_each(|&tiling| usages.add(format, tiling, mask));
        }
    }

    /// Returns the values of the names in a member of an entry. Reports unknown names.
    fn values(
        &mut self,
        place: &SourceLocation,
        entry: Attr,
        key: &str,
        known: impl Iterator<Item = (&'static str, i64)> + Clone,
    ) -> Vec<i64> {
        let ctx = &self.module.ctx;
        let place = place.clone().attr(key);
        let member = ctx.dict_entries(entry).iter().find(|it| ctx.text(it.0) == key);
        let Some(&(_, attr)) = member else { return Vec::new() };
        let Some(names) = ctx.as_array(attr) else {
            self.mismatch(place, key, attr, "an array of names");
            return Vec::new();
        };
        let mut values = Vec::new();
        for (index, &name) in names.iter().enumerate() {
            let text = ctx.as_str(name).unwrap_or_default();
            match known.clone().find(|&(known, _)| known == text) {
                Some((_, value)) => values.push(value),
                None => {
                    let place = place.clone().element(index);
                    let shown = attr_to_string(self.module, name);
                    let message = format!(
                        "unknown {key} `{shown}` in `{FORMATS_KEY}` of target `@{}`",
                        self.target.name
                    );
                    let near = nearest(text, known.clone().map(|(known, _)| known));
                    let near = near.map(|near| format!("\"{near}\""));
                    let diag = Diag::error(code::UNKNOWN_NAME, place.clone(), message);
                    self.faults.push(diag.did_you_mean(place, near.as_deref()));
                }
            }
        }
        values
    }
}

fn enumerators(rows: &'static [Enumerator]) -> impl Iterator<Item = (&'static str, i64)> + Clone {
    rows.iter().map(|row| (row.name, row.value))
}

//! Ops in an unknown custom form. Each is skipped; one error per text names them and the remedy.

use crate::state::{Failed, Parse, Parser};
use crate::text::clip;
use ir::diag::{Diag, code, nearest};
use ir::module::Op;

const MAX_LISTED: usize = crate::limits::LISTED_NAMES as usize;

impl Parser<'_> {
    /// Fails for the op `word` at `start`, inside of the op `parent`, which has no known custom form.
    ///
    /// If all forms of its dialect are known, the name is reported as unknown. Any other op is skipped and counted.
    pub(super) fn missing_custom_form<T>(
        &mut self,
        start: usize,
        word: &str,
        parent: Op,
    ) -> Parse<T> {
        let dialect = word.split_once('.').map(|(dialect, _)| dialect);
        match dialect {
            Some(dialect) if !self.registry.has_all_forms(dialect) => self.unread_op(start, word),
            _ => self.unknown_op(start, word, parent),
        }
    }

    fn unknown_op<T>(&mut self, start: usize, word: &str, parent: Op) -> Parse<T> {
        let span = self.span(start, start + word.len());
        let near = self.near_form(word, parent);
        let message = format!("unknown op `{}` in custom form", clip(word));
        let diag = Diag::error(code::UNKNOWN_NAME, span, message);
        let diag = match near {
            Some(near) => diag.did_you_mean(span, Some(near.as_str())),
            None => {
                diag.note(format!("write the op in generic form: `\"{word}\"(...) : (...) -> ...`"))
            }
        };
        Err(self.push(diag))
    }

    /// Returns the most similar name of an op with a form. The name has its dialect, unless the dialect is implied. A
    /// word that lacks only the dialect matches the name with the dialect.
    fn near_form(&self, word: &str, parent: Op) -> Option<String> {
        if let Some(name) = self
            .registry
            .forms()
            .find(|name| name.split_once('.').is_some_and(|(_, short)| short == word))
        {
            return Some(name.to_owned());
        }
        let default = self.registry.default_dialect(self.module.name(parent));
        let forms = self.registry.forms();
        let short = forms.filter_map(|name| name.strip_prefix(default?)?.strip_prefix('.'));
        nearest(word, self.registry.forms().chain(short)).map(str::to_owned)
    }

    /// Skips an op and records its name.
    fn unread_op<T>(&mut self, start: usize, word: &str) -> Parse<T> {
        self.recovery.unread.entry(word.to_owned()).or_insert((start, 0)).1 += 1;
        self.skip_unread(start);
        Err(Failed)
    }

    /// Reports the skipped ops.
    pub(super) fn report_unread(&mut self) {
        let unread = std::mem::take(&mut self.recovery.unread);
        let Some((first, &(start, _))) = unread.first() else { return };
        let span = self.span(start, start + first.len());
        let message = format!("unsupported custom form of `{}`", clip(first));
        let dialect = first.split('.').next();
        let related = self.registry.forms().filter(|name| name.split('.').next() == dialect);
        let near = nearest(first, related);
        let mut diag = Diag::error(code::UNKNOWN_NAME, span, message).did_you_mean(span, near);
        let all: usize = unread.values().map(|&(_, count)| count).sum();
        if all > 1 {
            let mut names: Vec<String> = unread
                .iter()
                .take(MAX_LISTED)
                .map(|(name, (_, count))| format!("`{}` ({count})", clip(name)))
                .collect();
            if let Some(more @ 1..) = unread.len().checked_sub(MAX_LISTED) {
                names.push(format!("{more} more names"));
            }
            diag = diag.note(format!("{all} ops were skipped: {}", names.join(", ")));
        }
        // `mlir-opt` itself has no dialects of other projects.
        let program = if dialect == Some("stablehlo") { "stablehlo-opt" } else { "mlir-opt" };
        self.push(diag.note(format!(
            "convert the file to generic form with `{program} --mlir-print-op-generic FILE | layoutc -`, \
             or let layoutc run that by `--mlir-opt={program}`",
        )));
    }
}

//! The attributes of the layout dialect, except choices and patterns.

use super::grammar::Rule;
use crate::state::{Failed, Parse, Parser};
use crate::text::clip;
use ir::attrs::{Attr, AttrKind, LayoutAttr, OWN};
use ir::diag::{Code, Diag, code, nearest};
use ir::layout::{
    Amount, DimsOrder, Format, FormatUse, MAX_RANK, MemDim, Req, ReqKind, StrideReqs, Unit,
};
use ir::source::PathStep;
use pest::iterators::Pair;

impl Parser<'_> {
    /// Reads `#layout.order<...>`, `#layout.reqs<...>`, `#layout.format<...>`, `#layout.choice<...>` or
    /// `#layout.pattern<...>`, after the name.
    pub(crate) fn layout_attr(&mut self, name: &str, start: usize) -> Parse<Attr> {
        match name {
            "order" => self.order(start),
            "reqs" => self.reqs(start),
            "format" => self.format(start),
            "choice" => self.choice(start),
            "pattern" => self.pattern(start),
            _ => {
                let near = nearest(name, OWN.iter().copied());
                let near = near.map(|near| format!("#layout.{near}"));
                let message = format!("unknown attribute `#layout.{name}`");
                self.fail_near(code::UNKNOWN_NAME, start, self.at, message, near.as_deref())
            }
        }
    }

    /// Reads `<NHWC>` as the affine map of the order.
    fn order(&mut self, start: usize) -> Parse<Attr> {
        let pair = self.rule(Rule::order, "the name of an order such as `<NHWC>`")?;
        let name = pair.into_inner().find(|part| part.as_rule() == Rule::word);
        let name = name.map_or("", |word| word.as_str()).to_owned();
        match DimsOrder::from_name(&name) {
            Some(order) => self.intern_attr(AttrKind::AffineMap(order.into()), start),
            None => {
                let at = start + self.text[start..self.at].rfind(&name).unwrap_or(0);
                let span = self.span(at, at + name.len());
                let message = format!("unknown order `{}`", clip(&name));
                let diag = Diag::error(code::UNKNOWN_NAME, span, message);
                let diag = diag.did_you_mean(span, nearest(&name, DimsOrder::names()));
                Err(self.push(diag.note("write an order without a name as an affine map")))
            }
        }
    }

    /// Reads `<m1: aligned<64 bytes>, m3: compact>`.
    fn reqs(&mut self, start: usize) -> Parse<Attr> {
        let from = self.token_start();
        let pair = self.rule(
            Rule::reqs,
            "stride requirements such as `<m1: aligned<64 bytes>, m3: compact>`",
        )?;
        let faults: Vec<TextFault>;
        let mut reqs = StrideReqs::any();
        let mut places = Vec::new();
        {
            let parts = pair.into_inner().filter(|part| part.as_rule() == Rule::req);
            let read: Vec<_> = parts.clone().map(read_req).collect();
            for (part, req) in parts.zip(&read) {
                let span = part.as_span();
                places.extend(req.as_ref().ok().map(|req| (*req, span.start(), span.end())));
            }
            faults = read.iter().filter_map(|one| one.as_ref().err().cloned()).collect();
            read.into_iter().flatten().for_each(|req| reqs.insert(req));
        }
        for (req, begin, end) in places {
            self.mark(&[PathStep::requirement(req)], from + begin, from + end);
        }
        self.report_faults(from, faults)?;
        self.intern_attr(AttrKind::Layout(LayoutAttr::Reqs(Box::new(reqs))), start)
    }

    /// Reads `<chw4, orin, gpu_fallback>`. Whether the parameters are compatible is checked with the tensor type.
    fn format(&mut self, start: usize) -> Parse<Attr> {
        let from = self.token_start();
        let pair = self.rule(Rule::format, "a format such as `<chw32>` or `<dla_hwc4, orin>`")?;
        match read_format(
            &pair,
            pair.clone()
                .into_inner()
                .filter(|part| matches!(part.as_rule(), Rule::enumerator | Rule::parameter)),
        ) {
            Ok(format) => self.intern_attr(AttrKind::Layout(LayoutAttr::Format(format)), start),
            Err(fault) => {
                self.report_faults(from, vec![fault])?;
                Err(Failed)
            }
        }
    }

    /// Reports errors, whose ranges are relative to `from`. Fails if there are any.
    pub(crate) fn report_faults(&mut self, from: usize, faults: Vec<TextFault>) -> Parse<()> {
        let failed = !faults.is_empty();
        for TextFault { range, code, message, near } in faults {
            let end = from + range.end;
            let _: Parse<()> = self.fail_near(code, from + range.start, end, message, near);
        }
        if failed { Err(Failed) } else { Ok(()) }
    }
}

/// An error in a piece of text. The range is relative to the beginning of the piece.
#[derive(Clone)]
pub(crate) struct TextFault {
    pub(crate) range: std::ops::Range<usize>,
    code: Code,
    message: String,
    near: Option<&'static str>,
}

fn fault(pair: &Pair<'_, Rule>, message: String, near: Option<&'static str>) -> TextFault {
    let span = pair.as_span();
    TextFault { range: span.start()..span.end(), code: code::LAYOUT_TEXT, message, near }
}

pub(crate) fn read_format<'a>(
    whole: &Pair<'a, Rule>,
    mut words: impl Iterator<Item = Pair<'a, Rule>>,
) -> Result<FormatUse, TextFault> {
    let Some(name) = words.next() else {
        let message = "`#layout.format` requires a format name, as in `<chw32>`".to_owned();
        return Err(fault(whole, message, None));
    };
    let format = Format::from_enumerator(name.as_str()).ok_or_else(|| {
        let near = Format::nearest(name.as_str()).map(Format::name);
        let known: Vec<&str> = Format::all().map(Format::name).collect();
        let message = format!(
            "unknown format `{}`; expected one of {}",
            clip(name.as_str()),
            known.join(", ")
        );
        TextFault { code: code::UNKNOWN_NAME, ..fault(&name, message, near) }
    })?;
    words.try_fold(FormatUse::new(format), |of, parameter| format_parameter(of, &parameter))
}

/// Applies a parameter after the name.
fn format_parameter(of: FormatUse, parameter: &Pair<'_, Rule>) -> Result<FormatUse, TextFault> {
    let mut parts = parameter.clone().into_inner();
    let word = parts.next().expect("a parameter has a word");
    let value = parts.next().map(|value| clip(value.as_str()));
    let applied = of.with_parameter(&clip(word.as_str()), value.as_deref());
    applied.map_err(|error| fault(&word, error.to_string(), error.near))
}

fn read_req(pair: Pair<'_, Rule>) -> Result<Req, TextFault> {
    let mut parts = pair.into_inner();
    let dim = parts.next().expect("a stride requirement has a dim");
    let kind = parts.next();
    let index = dim.as_str().strip_prefix('m').and_then(|digits| digits.parse().ok());
    let index = index.filter(|&index| index < MAX_RANK);
    let Some(mem_dim) = index.and_then(MemDim::new) else {
        return Err(fault(
            &dim,
            format!("invalid physical dim `{}`; expected `m0` (outermost) to `m14`", dim.as_str()),
            None,
        ));
    };
    let Some(kind) = kind else {
        let message = format!(
            "missing stride requirement for `{0}`, as in `{0}: aligned<64 bytes>`",
            dim.as_str()
        );
        return Err(fault(&dim, message, None));
    };
    Ok(Req { dim: mem_dim, kind: read_kind(kind)? })
}

fn read_kind(pair: Pair<'_, Rule>) -> Result<ReqKind, TextFault> {
    let whole = pair.clone();
    let mut parts = pair.into_inner();
    let word = parts.next().expect("a kind has a word");
    let amount = match (parts.next(), parts.next()) {
        (Some(count), Some(unit)) => Some(read_amount(count, unit)?),
        (Some(count), None) => {
            let message = format!(
                "missing unit after `{}`; expected `bits`, `bytes` or `elems`",
                clip(count.as_str())
            );
            return Err(fault(&count, message, None));
        }
        _ => None,
    };
    let needs = |example: &str| {
        fault(&whole, format!("`{}` requires an amount, as in `{example}`", word.as_str()), None)
    };
    let bare = |kind: ReqKind| match amount {
        None => Ok(kind),
        Some(_) => {
            Err(fault(&whole, format!("`{}` does not accept an amount", word.as_str()), None))
        }
    };
    match word.as_str() {
        "any" => bare(ReqKind::Any),
        "compact" => bare(ReqKind::Compact),
        "aligned" => amount.map(ReqKind::Aligned).ok_or_else(|| needs("aligned<64 bytes>")),
        "fixed" => amount.map(ReqKind::Fixed).ok_or_else(|| needs("fixed<64 bytes>")),
        other => {
            let near = nearest(other, ["aligned", "any", "compact", "fixed"]);
            Err(fault(
                &word,
                format!(
                    "unknown stride requirement `{other}`; expected `any`, `compact`, `aligned<...>` or `fixed<...>`"
                ),
                near,
            ))
        }
    }
}

fn read_amount(count: Pair<'_, Rule>, unit: Pair<'_, Rule>) -> Result<Amount, TextFault> {
    let known = match unit.as_str() {
        "bits" => Unit::Bits,
        "bytes" => Unit::Bytes,
        "elems" => Unit::Elems,
        other => {
            let near = nearest(other, ["bits", "bytes", "elems"]);
            return Err(fault(
                &unit,
                format!("unknown unit `{other}`; expected `bits`, `bytes` or `elems`"),
                near,
            ));
        }
    };
    let amount = count.as_str().parse().ok().and_then(|count| Amount::new(count, known));
    amount.ok_or_else(|| {
        fault(
            &count,
            format!(
                "amount must be at least 1 and less than 2^63, but is {}",
                clip(count.as_str())
            ),
            None,
        )
    })
}

//! The memory access of a group of lanes that step through dims of a layout: transactions, bank conflicts, and the
//! padding or swizzle that removes them. The core's module `access` defines these terms.

use super::answers::Answers;
use super::json::{Json, Object, list};
use super::options::AccessRequest;
use ir::layout::{
    Access, AccessReport, Bits, Bytes, Change, Dim, ElemSize, Layout, LinearSwizzle, Suggestion,
    Suggestions, analyze, linear_swizzle, suggest,
};
use passes::QueryError;
use std::io;

/// The size of an element in bytes if neither the layout nor the user specifies it.
const ELEM_BYTES: u32 = 4;

/// Answers an access query: the transactions and bank conflicts of the lanes, and suggestions.
///
/// # Errors
/// The answer cannot be written.
pub(super) fn answer(
    layout: &Layout,
    of: &str,
    request: &AccessRequest,
    answers: &mut Answers<'_, '_>,
) -> io::Result<Result<(), QueryError>> {
    match findings(layout, of, request) {
        Ok(findings) => {
            let symbol = of.strip_prefix('@').filter(|name| !name.contains(":%"));
            answers.line(|answer| write(answer, of, &findings, symbol)).map(Ok)
        }
        Err(fault) => Ok(Err(fault)),
    }
}

/// The analysis of one access, and the changes that remove its conflicts.
struct AccessAnswer {
    access: Access,
    report: AccessReport,
    search: Suggestions,
    /// The linear swizzle for all requested accesses, if one of them has a conflict.
    linear: Option<LinearAnswer>,
}

/// A linear swizzle, with the accesses that it serves and their degrees without it.
struct LinearAnswer {
    accesses: Vec<Access>,
    before: Vec<u64>,
    swizzle: LinearSwizzle,
}

fn findings(
    layout: &Layout,
    of: &str,
    request: &AccessRequest,
) -> Result<AccessAnswer, QueryError> {
    let fault = |error| QueryError::new(format!("`{of}`: {error}"));
    let access = lane_access(layout, of, request, &request.dims)?;
    let report = analyze(layout, &access).map_err(fault)?;
    let search = suggest(layout, &access, &report).map_err(fault)?;
    let (mut accesses, mut before) = (vec![access.clone()], vec![report.degree]);
    for dims in &request.others {
        let other = lane_access(layout, of, request, dims)?;
        before.push(analyze(layout, &other).map_err(fault)?.degree);
        accesses.push(other);
    }
    let has_conflict = before.iter().any(|&degree| degree > 1);
    let swizzle =
        if has_conflict { linear_swizzle(layout, &accesses).map_err(fault)? } else { None };
    let linear = swizzle.map(|swizzle| LinearAnswer { accesses, before, swizzle });
    Ok(AccessAnswer { access, report, search, linear })
}

/// Converts dims of the request to an access of the core.
///
/// # Errors
/// A dim or the element size is invalid.
pub(crate) fn lane_access(
    layout: &Layout,
    of: &str,
    request: &AccessRequest,
    dims: &[usize],
) -> Result<Access, QueryError> {
    let rank = layout.shape().len();
    let dims = dims.iter().map(|&number| {
        let message = format!("`{of}`: invalid dim d{number}; the layout has {rank} logical dims");
        Dim::new(number).ok_or_else(|| QueryError::new(message))
    });
    Ok(Access {
        dims: dims.collect::<Result<_, _>>()?,
        lanes: request.lanes.into(),
        banks: request.banks.into(),
        bank_bytes: request.bank_bytes.into(),
        elem: elem(layout, of, request.elem_bytes)?,
    })
}

/// Returns the size of an element: that of the layout, or else that of the user.
fn elem(layout: &Layout, of: &str, elem_bytes: Option<u32>) -> Result<ElemSize, QueryError> {
    let bytes = elem_bytes.unwrap_or(ELEM_BYTES);
    let size = ElemSize::new(Bits::new(8 * i64::from(bytes)));
    let size = size
        .ok_or_else(|| QueryError::new(format!("`{of}`: invalid element size of {bytes} bytes")))?;
    match layout.elem() {
        Some(own) if elem_bytes.is_some() && own != size => {
            let message =
                format!("the elements of `{of}` have {own}, but `--elem-bytes` is {bytes}");
            Err(QueryError::new(message)
                .note("remove `--elem-bytes`, because the layout has an element type"))
        }
        own => Ok(own.unwrap_or(size)),
    }
}

fn write<'a>(
    answer: Object<'a>,
    of: &str,
    findings: &AccessAnswer,
    symbol: Option<&str>,
) -> Object<'a> {
    let AccessAnswer { access, report, search, linear } = findings;
    let found = search.found.iter().map(|it| AccessFindings { suggestion: it, access, symbol });
    let found: Vec<AccessFindings<'_>> = found.collect();
    let linear = linear.as_ref().map(|answer| LinearFindings { answer, symbol });
    answer
        .member("of", of)
        .with("access", |out| list(access.dims.iter().map(|dim| dim.index()), out))
        .member("lanes", access.lanes)
        .member("banks", access.banks)
        .member("bank_bytes", access.bank_bytes)
        .member("elem_bits", access.elem.bits().get())
        .member("groups", report.groups)
        .member("all_groups", report.all_groups)
        .member("transactions_32", report.sectors.most)
        .member("ideal_32", report.sectors.ideal)
        .member("total_32", report.sectors.total)
        .member("transactions_128", report.lines.most)
        .member("ideal_128", report.lines.ideal)
        .member("total_128", report.lines.total)
        .member("degree", report.degree)
        .with("at", |out| list(report.worst_at.values(), out))
        .member("suggest", found.first())
        .member("alternatives", found.get(1..).unwrap_or_default())
        .member("tried", search.tried)
        .member("complete", search.is_complete)
        .member("linear", linear)
}

/// A linear swizzle for a layout, with the symbol of the layout if it has one.
struct LinearFindings<'a> {
    answer: &'a LinearAnswer,
    symbol: Option<&'a str>,
}

impl Json for LinearFindings<'_> {
    fn write(&self, out: &mut String) {
        let LinearAnswer { accesses, before, swizzle } = self.answer;
        let dims =
            |access: &Access| -> Vec<usize> { access.dims.iter().map(|dim| dim.index()).collect() };
        Object::new(out)
            .member("accesses", accesses.iter().map(dims).collect::<Vec<_>>())
            .with("before", |out| list(before.iter(), out))
            .with("degrees", |out| list(swizzle.degrees.iter(), out))
            .with("bounds", |out| list(swizzle.bounds.iter(), out))
            .member("least", swizzle.is_least)
            .member("text", self.symbol.map(|of| swizzle.text(of)).as_deref())
            .end();
    }
}

/// A suggestion for a layout, with the symbol of the layout if it has one.
struct AccessFindings<'a> {
    suggestion: &'a Suggestion,
    access: &'a Access,
    symbol: Option<&'a str>,
}

impl Json for AccessFindings<'_> {
    fn write(&self, out: &mut String) {
        let object = Object::new(out);
        let object = match self.suggestion.change {
            Change::Pad(dim, by) => {
                object.member("kind", "pad").member("dim", dim.index()).member("by", by)
            }
            Change::Align(dim, to) => {
                object.member("kind", "align").member("dim", dim.index()).member("to", to)
            }
            Change::Xor(xor) => object
                .member("kind", "xor")
                .member("dims", vec![xor.row.index(), xor.column.index()])
                .member("rows", xor.rows)
                .member("unit", xor.unit),
        };
        let strides = self.suggestion.layout.physical().strides();
        object
            .with("strides", |out| list(strides.values().map(|stride| stride.get()), out))
            .member("extra_bytes", self.extra().map(Bytes::get))
            .member("degree", self.suggestion.degree)
            .member("text", self.text().as_deref())
            .end();
    }
}

impl AccessFindings<'_> {
    fn extra(&self) -> Option<Bytes> {
        self.suggestion.extra.to_bits(self.access.elem)?.to_bytes_up()
    }

    /// Returns the source text of the suggestion. `None` if the suggestion needs a descriptor op but the layout is that
    /// of a value, which has no symbol to name.
    fn text(&self) -> Option<String> {
        match (self.symbol, self.suggestion.change) {
            (None, Change::Xor(_)) => None,
            (symbol, _) => Some(self.suggestion.text(symbol.unwrap_or_default())),
        }
    }
}

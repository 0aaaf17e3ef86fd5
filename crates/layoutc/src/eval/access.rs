//! The memory access of a group of lanes that step through dims of a layout: transactions, bank conflicts, and the
//! padding or swizzle that removes them. The core's module `access` defines these terms.

use super::answers::Answers;
use super::options::AccessRequest;
use ir::layout::{
    Access, AccessError, AccessReport, Bits, Bytes, Change, Dim, ElemSize, Layout, LinearSwizzle,
    Suggestion, Suggestions, analyze, linear_swizzle, suggest,
};
use passes::QueryError;
use serde_json::{Value, json};
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
        Ok(findings) => answers.line(&findings.value(of, &SwizzleBase::new(of))).map(Ok),
        Err(fault) => Ok(Err(fault)),
    }
}

/// The layout that suggestions change, as their texts refer to it.
enum SwizzleBase<'a> {
    /// The symbol of an op, without `@`.
    Symbol(&'a str),
    /// A notation, which needs a symbol before a descriptor can refer to it.
    Notation { name: &'a str, definition: String },
    /// A value, which has no symbol.
    Value,
}

/// The symbol of a notation in the texts of suggestions.
const BASE: &str = "base";

impl<'a> SwizzleBase<'a> {
    fn new(of: &'a str) -> SwizzleBase<'a> {
        match (of.strip_prefix('@'), of.split_once(':')) {
            (Some(name), _) if !name.contains(":%") => SwizzleBase::Symbol(name),
            (None, Some((name, _))) => {
                let text = of.replace('\\', "\\\\").replace('"', "\\\"");
                let definition = format!("layout.notation @{BASE} \"{text}\"\n");
                SwizzleBase::Notation { name: name.trim(), definition }
            }
            _ => SwizzleBase::Value,
        }
    }

    /// Returns the descriptor that `write` returns for a symbol, after the definition of the symbol. `None` if there is
    /// no symbol.
    fn descriptor(&self, write: impl FnOnce(&str) -> String) -> Option<String> {
        match self {
            SwizzleBase::Symbol(name) => Some(write(name)),
            SwizzleBase::Notation { definition, .. } => Some(definition.clone() + &write(BASE)),
            SwizzleBase::Value => None,
        }
    }

    /// Returns the text of a suggestion. Other memory of a notation is a text of this notation if that can express it.
    fn text(&self, suggestion: &Suggestion) -> Option<String> {
        match (self, suggestion.change) {
            (_, Change::Xor(_)) => self.descriptor(|symbol| suggestion.text(symbol)),
            (SwizzleBase::Notation { name, .. }, _) => {
                let written = notation::write(name, &suggestion.layout, None);
                Some(written.unwrap_or_else(|_| suggestion.text(BASE)))
            }
            _ => Some(suggestion.text(BASE)),
        }
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
    let access = lane_access(layout, of, request, &request.dims)?;
    let report = analyze(layout, &access).map_err(|error| fault(of, error))?;
    let search = suggest(layout, &access, &report).map_err(|error| fault(of, error))?;
    let mut accesses = vec![access.clone()];
    let mut before = vec![report.degree];
    for dims in &request.others {
        let other = lane_access(layout, of, request, dims)?;
        before.push(analyze(layout, &other).map_err(|error| fault(of, error))?.degree);
        accesses.push(other);
    }
    let has_conflict = before.iter().any(|&degree| degree > 1);
    let swizzle = if has_conflict {
        linear_swizzle(layout, &accesses).map_err(|error| fault(of, error))?
    } else {
        None
    };
    let linear = swizzle.map(|swizzle| LinearAnswer { accesses, before, swizzle });
    Ok(AccessAnswer { access, report, search, linear })
}

fn fault(of: &str, error: AccessError) -> QueryError {
    QueryError::new(format!("`{of}`: {error}"))
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

impl AccessAnswer {
    /// Returns the answer about a layout.
    fn value(&self, of: &str, base: &SwizzleBase<'_>) -> Value {
        let AccessAnswer { access, report, search, linear } = self;
        let mut found = search.found.iter().map(|it| suggested(it, access, base));
        json!({
            "of": of,
            "access": dims(access),
            "lanes": access.lanes,
            "banks": access.banks,
            "bank_bytes": access.bank_bytes,
            "elem_bits": access.elem.bits().get(),
            "groups": report.groups,
            "all_groups": report.all_groups,
            "transactions_32": report.sectors.most,
            "ideal_32": report.sectors.ideal,
            "total_32": report.sectors.total,
            "transactions_128": report.lines.most,
            "ideal_128": report.lines.ideal,
            "total_128": report.lines.total,
            "degree": report.degree,
            "at": report.worst_at.values().copied().collect::<Value>(),
            "suggest": found.next(),
            "alternatives": found.collect::<Value>(),
            "tried": search.tried,
            "complete": search.is_complete,
            "linear": linear.as_ref().map(|linear| linear.value(base)),
        })
    }
}

impl LinearAnswer {
    fn value(&self, base: &SwizzleBase<'_>) -> Value {
        let LinearAnswer { accesses, before, swizzle } = self;
        json!({
            "accesses": accesses.iter().map(dims).collect::<Value>(),
            "before": before,
            "degrees": swizzle.degrees,
            "bounds": swizzle.bounds,
            "least": swizzle.is_least,
            "text": base.descriptor(|symbol| swizzle.text(symbol)),
        })
    }
}

fn dims(access: &Access) -> Value {
    access.dims.iter().map(|dim| dim.index()).collect()
}

/// Returns a suggestion for a layout. It has no text if it needs a descriptor op but the layout is that of a value.
fn suggested(suggestion: &Suggestion, access: &Access, base: &SwizzleBase<'_>) -> Value {
    let mut object = match suggestion.change {
        Change::Pad(dim, by) => json!({ "kind": "pad", "dim": dim.index(), "by": by }),
        Change::Align(dim, to) => json!({ "kind": "align", "dim": dim.index(), "to": to }),
        Change::Xor(xor) => {
            let dims = [xor.row, xor.column].map(Dim::index);
            json!({ "kind": "xor", "dims": dims, "rows": xor.rows, "unit": xor.unit })
        }
    };
    let strides = suggestion.layout.physical().strides().values().map(|stride| stride.get());
    let extra = suggestion.extra.to_bits(access.elem).and_then(Bits::to_bytes_up);
    object["strides"] = strides.collect();
    object["extra_bytes"] = json!(extra.map(Bytes::get));
    object["degree"] = json!(suggestion.degree);
    object["text"] = json!(base.text(suggestion));
    object
}

//! `tvm`: an index map as a lambda over row-major memory.
//!
//! A memory dim is as long as the greatest value of its expression, plus one.

use layout::index::{AtomKind, Expr, Exprs};
use layout::{Layout, NotationFault, joined};
use pest::iterators::Pair;
use std::ops::Range;

use crate::element::ElementType;
use crate::expression::ExpressionReader;
use crate::grammar::{fields, grammar, parse, parts, range};
use crate::index_text::{IndexOperators, IndexReader, digit_text, map_fault};
use crate::notation::{Notation, NotationFunctions};
use crate::subject::{NestedDigit, WrittenLayout, list};
use crate::suffix::{NotatedLayout, element_of, shape_of, suffix};
use crate::symbolic::{self, ConcreteMap, NotatedSymbolicLayout, SymbolicMap};
use crate::symbols::{self, SymbolReader, check_no_conditions};
use crate::witness::Witness;

pub(crate) const NOTATION: Notation = Notation {
    name: "tvm",
    summary: "TVM: an index map over row-major memory",
    example: "[1,64,56,56] lambda n,c,h,w: (n, c//16, h, w, c%16)",
    needs_element: false,
    searched: Some("texts of up to 2^16 bytes, which normal forms or 2^24 comparisons decide"),
    functions: NotationFunctions::Layout {
        shaped: Some(|text, shape| format!("[{}] {text}", shape.lengths)),
        read,
        write,
        symbolic: Some(read_symbolic),
    },
};

// The lengths of the logical dims, and the physical index of an element as a lambda.
grammar!(TvmGrammar, ["index.pest", "symbols.pest"], r##"
    notation  = { SOI ~ sizes ~ lambda ~ suffix? ~ conditions? ~ EOI }
    sizes     = { bracket_open ~ (expr ~ (comma ~ expr)*)? ~ bracket_close }
    lambda    = { "lambda" ~ variables ~ colon ~ body }
    variables = { (variable ~ (comma ~ variable)*)? }
    body      = { list | (expr ~ !",") }
    list      = { (paren_open ~ (expr ~ comma)* ~ expr? ~ paren_close ~ !(add_op | mul_op))
                | (bracket_open ~ (expr ~ comma)* ~ expr? ~ bracket_close) }
"##, {
    "body" => "a list of index expressions",
    "lambda" => "`lambda`",
    "sizes" => "lengths such as `[2, 3]`",
});

/// The parts of a text.
struct TvmText<'a> {
    sizes: Pair<'a, Rule>,
    dims: Vec<Pair<'a, Rule>>,
    results: Vec<Pair<'a, Rule>>,
    body_at: Range<usize>,
    suffix: Option<Pair<'a, Rule>>,
    conditions: Option<Pair<'a, Rule>>,
}

/// Returns the parts of a text whose lambda has a dim for each length.
fn matched(text: &str) -> Result<TvmText<'_>, NotationFault> {
    let whole = parse::<TvmGrammar, Rule>(Rule::notation, text)?;
    let mut found = parts(whole).into_iter();
    let [sizes, lambda] = fields(&mut found)?;
    let [variables, body] = fields(&mut parts(lambda).into_iter())?;
    let variables_at = range(&variables);
    let dims = parts(variables);
    let count = parts(sizes.clone()).len();
    if dims.len() != count {
        let message = format!("the lambda has {} dims, but there are {count} lengths", dims.len());
        return Err(NotationFault::new(variables_at, message));
    }
    let body_at = range(&body);
    let results = parts(body).into_iter().flat_map(|part| match part.as_rule() {
        Rule::list => parts(part),
        _ => vec![part],
    });
    let results = results.collect();
    let mut text = TvmText { sizes, dims, results, body_at, suffix: None, conditions: None };
    for part in found {
        match part.as_rule() {
            Rule::suffix => text.suffix = Some(part),
            _ => text.conditions = Some(part),
        }
    }
    Ok(text)
}

/// Reads `[1,64,56,56] lambda n,c,h,w: (n, c//16, h, w, c%16)`.
fn read(text: &str, given: Option<ElementType>) -> Result<NotatedLayout, NotationFault> {
    let TvmText { sizes, dims, results, body_at, suffix, conditions } = matched(text)?;
    let lengths = symbols::lengths(sizes)?;
    let elem = element_of(suffix, given)?;
    let shape = shape_of(&lengths, body_at.clone())?;
    let mut reader = IndexReader::new(&shape, &dims, &[])?;
    let components = reader.all(&results)?;
    check_no_conditions(conditions.as_ref())?;
    let layout = Layout::from_components(&shape, &mut reader.exprs, &components, None);
    let layout = layout.map_err(|fault| map_fault(fault, &results, body_at))?;
    Ok(NotatedLayout::new(layout, elem))
}

/// Reads `[s0-2,3,s1] lambda d0,d1,d2: ((d0+d1)*s1+d2) where s0 in 8..40`. Returns `None` if the text has no symbols.
fn read_symbolic(
    text: &str,
    given: Option<ElementType>,
) -> Result<Option<NotatedSymbolicLayout>, NotationFault> {
    let TvmText { sizes, dims, results, body_at, suffix, conditions } = matched(text)?;
    let mut reader = SymbolReader::new(&dims)?;
    if let Some(dim) = dims_of(&sizes, &dims) {
        let message = format!("`{}` is a dim, but a length has symbols alone", dim.as_str());
        return Err(NotationFault::new(range(&dim), message));
    }
    let lengths = symbolic::lengths(&mut reader, sizes)?;
    let components = reader.all(&results)?;
    if reader.has_no_symbols() {
        return Ok(None);
    }
    let elem = element_of(suffix, given)?;
    let map = ConcreteMap { results: components, layout: Layout::from_components };
    let places = results.iter().map(range).collect();
    let map = SymbolicMap { lengths, map, places, at: body_at };
    map.layout(reader.set(conditions.as_ref())?, elem).map(Some)
}

/// Returns the first name of a dim in lengths.
fn dims_of<'a>(sizes: &Pair<'a, Rule>, dims: &[Pair<'_, Rule>]) -> Option<Pair<'a, Rule>> {
    let mut names = sizes.clone().into_inner().flatten();
    names.find(|it| {
        it.as_rule() == Rule::variable && dims.iter().any(|dim| dim.as_str() == it.as_str())
    })
}

/// The operators of Python.
const OPERATORS: IndexOperators = IndexOperators { div: "//", rem: "%" };

/// Writes one component for each digit if memory is dense, otherwise the offset as one component.
fn write(subject: &WrittenLayout<'_>) -> Result<String, Witness> {
    subject.check_offsets(Some(0), "is negative, but tvm has no negative values")?;
    let names: Vec<String> = (0..subject.lengths.len()).map(|dim| format!("i{dim}")).collect();
    let results = match dense(subject, &names, &OPERATORS) {
        Some(results) => results,
        None => offset(subject, &names, &OPERATORS)?,
    };
    let lengths = list(&subject.lengths);
    let names = names.join(",");
    let blank = if names.is_empty() { "" } else { " " };
    Ok(format!("[{lengths}] lambda{blank}{names}: ({results}){}", suffix(subject.elem)))
}

/// Returns a component for each digit; `None` if memory is not dense.
pub(crate) fn dense(
    subject: &WrittenLayout<'_>,
    names: &[String],
    operators: &IndexOperators,
) -> Option<String> {
    let radix = subject.radix_at_zero("a map").ok()?;
    let digits = digits_of_dense(subject, &radix)?;
    let texts = digits
        .into_iter()
        .map(|(dim, divisor, modulus)| digit_text(&names[dim], divisor, modulus, operators));
    Some(joined(texts, ", "))
}

/// Returns the digits of dense memory, slowest first: the dim, the divisor and the modulus of each. Dims of length 1
/// are digits, too, at their place in the order. `None` if memory is not dense.
fn digits_of_dense(
    subject: &WrittenLayout<'_>,
    radix: &layout::MixedRadix,
) -> Option<Vec<(usize, i64, Option<i64>)>> {
    let (nested, innermost) = subject.nested(radix, "a map").ok()?;
    if !nested.is_empty() && innermost != 1 {
        return None;
    }
    let mut digits = Vec::new();
    for digit in &nested {
        let own = &radix.dims[digit.dim];
        let weight: i64 = own[..digit.position].iter().map(|digit| digit.length).product();
        let is_last = digit.position + 1 == own.len();
        if digit.padded == digit.length {
            digits.push((digit.dim, weight, (!is_last).then_some(digit.length)));
        } else if let Some(part) = padded_part(digit).filter(|_| is_last) {
            digits.push((digit.dim, weight * part, None));
            digits.push((digit.dim, weight, Some(part)));
        } else {
            return None;
        }
    }
    for dim in 0..subject.lengths.len() {
        if radix.dims[dim].is_empty() {
            let before = digits.iter().position(|(found, ..)| *found + 1 == dim);
            digits.insert(before.map_or(0, |at| at + 1), (dim, 1, None));
        }
    }
    Some(digits)
}

const MAX_QUOTIENTS: usize = crate::limits::QUOTIENTS as usize;

/// Returns the length of the fast part of a padded digit: the greatest divisor of its slots that pads its values to
/// them. `None` if there is none.
fn padded_part(digit: &NestedDigit) -> Option<i64> {
    let missing = digit.padded - digit.length;
    let quotients = 2..=digit.padded.checked_div(missing + 1)?;
    quotients
        .take(MAX_QUOTIENTS)
        .map(|by| (by, digit.padded / by))
        .find_map(|(by, part)| (digit.padded % by == 0 && part > missing).then_some(part))
}

/// The maximum number of bytes of an offset. The lengths and names of a text need less than the rest of its limit.
const MAX_OFFSET_TEXT: usize = crate::limits::OFFSET_TEXT as usize;

/// Returns the offset as one component: the normal form, or digits of dims if that is too long.
///
/// # Errors
/// The search finds no expression.
pub(crate) fn offset(
    subject: &WrittenLayout<'_>,
    names: &[String],
    operators: &IndexOperators,
) -> Result<String, Witness> {
    let (exprs, offset) = subject.offset_expr();
    let partial = exprs.predicates().len() > 0;
    let sum = SumText { exprs: &exprs, names, operators };
    if !partial && let Some(text) = sum.text(offset) {
        return Ok(text);
    }
    let radix = subject.radix().map_err(Witness::unproven)?;
    let mut terms = Vec::new();
    for (dim, digits) in radix.dims.iter().enumerate() {
        let mut weight = 1;
        for (place, digit) in digits.iter().enumerate() {
            let modulus = (place + 1 < digits.len()).then_some(digit.length);
            terms.push((digit.stride, digit_text(&names[dim], weight, modulus, operators)));
            weight *= digit.length;
        }
    }
    Ok(terms_text(radix.offset, &terms))
}

/// The text of expressions over named dims.
struct SumText<'a> {
    exprs: &'a Exprs,
    names: &'a [String],
    operators: &'a IndexOperators,
}

impl SumText<'_> {
    /// Returns the text of an expression; `None` if it is too long or contains an exclusive or of too many bits.
    fn text(&self, expr: Expr) -> Option<String> {
        let sum = self.exprs.kind(expr)?;
        let mut terms = Vec::new();
        let mut bytes = 0;
        for &(atom, factor) in &sum.terms {
            let text = self.atom(self.exprs.atom_kind(atom))?;
            bytes += text.len();
            if bytes > MAX_OFFSET_TEXT {
                return None;
            }
            terms.push((factor, text));
        }
        Some(terms_text(sum.constant, &terms)).filter(|text| text.len() <= MAX_OFFSET_TEXT)
    }

    fn atom(&self, atom: &AtomKind) -> Option<String> {
        match atom {
            AtomKind::Var { number, .. } => self.names.get(*number as usize).cloned(),
            AtomKind::Digit { value, divisor, modulus } => {
                let value = self.parenthesized(*value)?;
                Some(digit_text(&value, *divisor, *modulus, self.operators))
            }
            AtomKind::Xor(parts) => self.xor(parts),
            AtomKind::Guard { .. } | AtomKind::Lookup { .. } => None,
        }
    }

    /// Returns an exclusive or as a sum of bits. A bit that several parts may have is the remainder of their sum by two;
    /// adjacent bits of one part are one digit of it.
    fn xor(&self, parts: &[Expr]) -> Option<String> {
        let fields = parts.iter().map(|&part| self.field(part)).collect::<Option<Vec<_>>>()?;
        let end = fields.iter().map(|field| field.bits.end).max()?;
        let mut terms = Vec::new();
        let mut bit = 0;
        while bit < end {
            let own: Vec<&XorField> =
                fields.iter().filter(|field| field.bits.contains(&bit)).collect();
            let edges = fields.iter().flat_map(|field| [field.bits.start, field.bits.end]);
            let next = match own.len() {
                0 | 1 => edges.filter(|&edge| edge > bit).min().unwrap_or(end),
                _ => bit + 1,
            };
            let text = match own[..] {
                [] => None,
                [only] => {
                    let modulus = (next < only.bits.end).then(|| 1i64 << (next - bit));
                    Some(only.digit(bit, modulus, self.operators))
                }
                _ => {
                    let own = own.into_iter().map(|field| field.digit(bit, None, self.operators));
                    let sum = joined(own, " + ");
                    Some(digit_text(&format!("({sum})"), 1, Some(2), self.operators))
                }
            };
            terms.extend(text.map(|text| (1i64 << bit, text)));
            bit = next;
        }
        Some(format!("({})", terms_text(0, &terms)))
    }

    /// Returns a part of an exclusive or; `None` if it may be negative or has too many bits.
    fn field(&self, part: Expr) -> Option<XorField> {
        let range = self.exprs.range(part);
        let sum = self.exprs.kind(part)?;
        let end = i64::BITS - range.high.leading_zeros();
        if range.low < 0 || end > MAX_XOR_BITS {
            return None;
        }
        let factors = sum.terms.iter().map(|(_, factor)| factor);
        let first = factors.chain([&sum.constant]).map(|number| number.trailing_zeros()).min()?;
        let mut terms = Vec::new();
        for &(atom, factor) in &sum.terms {
            terms.push((factor >> first, self.atom(self.exprs.atom_kind(atom))?));
        }
        // A digit may follow a digit, as operators bind from the left.
        let text = match (sum.constant, &mut terms[..]) {
            (0, [(1, only)]) => std::mem::take(only),
            _ => in_parentheses(terms_text(sum.constant >> first, &terms)),
        };
        Some(XorField { text, bits: first..end })
    }

    fn parenthesized(&self, value: Expr) -> Option<String> {
        self.text(value).map(in_parentheses)
    }
}

/// Returns a text that operators may follow: a name or a number, or the text in parentheses.
fn in_parentheses(text: String) -> String {
    let is_name = text.chars().all(|letter| letter.is_ascii_alphanumeric());
    if is_name { text } else { format!("({text})") }
}

/// A part of an exclusive or.
struct XorField {
    /// The bits that may be 1.
    bits: Range<u32>,
    /// The text of the part, divided by the power of two of its first bit.
    text: String,
}

impl XorField {
    /// Returns the digit that begins at a bit; the rest of the part if it has no modulus.
    fn digit(&self, bit: u32, modulus: Option<i64>, operators: &IndexOperators) -> String {
        digit_text(&self.text, 1 << (bit - self.bits.start), modulus, operators)
    }
}

/// The maximum number of bits of an exclusive or that is written bit by bit.
const MAX_XOR_BITS: u32 = crate::limits::XOR_BITS as u32;

/// Returns a sum: `i0*8 + i1 + 3`. It does not begin with a sign, which would bind tighter than a division.
fn terms_text(constant: i64, terms: &[(i64, String)]) -> String {
    let first = terms.iter().position(|(factor, _)| *factor > 0);
    let rest = terms.iter().enumerate().filter(|(at, _)| Some(*at) != first);
    let mut text = String::new();
    let mut constant = constant;
    if first.is_none() && !terms.is_empty() {
        text = std::mem::take(&mut constant).to_string();
    }
    for (factor, term) in first.map(|at| &terms[at]).into_iter().chain(rest.map(|(_, term)| term)) {
        if !text.is_empty() {
            text.push_str(if *factor < 0 { " - " } else { " + " });
        }
        text.push_str(term);
        if factor.unsigned_abs() != 1 {
            text.push_str(&format!("*{}", factor.unsigned_abs()));
        }
    }
    match (text.is_empty(), constant) {
        (true, _) => constant.to_string(),
        (false, 0) => text,
        (false, 1..) => format!("{text} + {constant}"),
        (false, _) => format!("{text} - {}", constant.unsigned_abs()),
    }
}

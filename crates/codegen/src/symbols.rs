//! Functions of the symbols of layouts: whether they may have some values, and the size of the layout for them.
//!
//! ```text
//! LAYOUTC_FN bool x_valid(int64_t s0, int64_t s1)
//! {
//!     return s0 >= 1 && s0 <= 4096
//!         && s1 >= 8 && s1 <= 65536 && s1 % 8 == 0
//!         && s1 - s0 >= 0;
//! }
//! ```
//!
//! A relation is computed only where the ranges hold. Its intermediate values fit 63 bits, or else 127 bits, for which the
//! compiler must have `__int128`. Where neither can be shown, a comment states so, instead of a function.

use crate::identifiers::{Reserved, UniqueNames, identifiers};
use crate::vk::harmless;
use address::arith::AddressFunction;
use address::{Addition, computed_expr, expr_fits, expr_range};
use indexmap::IndexSet;
use ir::descriptor::Layouts;
use ir::layout::{Decider, RelationKind, SymExpr, SymNode, SymbolSet, SymbolicLayout, joined};

/// The end of the name of a function that decides whether the symbols may have some values.
pub(crate) const VALID: &str = "_valid";

const ENDINGS: [&str; 2] = [VALID, "_allocation"];

/// Returns the functions of the layouts with symbols that functions address, in the order of their first function. `taken`
/// are the names of the functions.
pub(super) fn functions(
    layouts: &Layouts<'_>,
    of_functions: &[AddressFunction<'_>],
    taken: &[String],
) -> String {
    let sources: IndexSet<&str> = of_functions.iter().map(|function| function.source).collect();
    let names = identifiers(sources.iter(), &Reserved::none(), &ENDINGS);
    let mut unique = UniqueNames::new(taken);
    let mut functions = String::new();
    for (name, source) in names.iter().zip(sources) {
        let Ok(found) = layouts.described_symbol(source) else { continue };
        let Some(layout) = found.symbolic() else { continue };
        let name = unique.claim_endings(name, &ENDINGS);
        let writer = SymbolsWriter::new(layout, harmless(source));
        functions += &writer.valid(&format!("{name}{}", ENDINGS[0]));
        functions += &writer.allocation(&format!("{name}{}", ENDINGS[1]));
    }
    for (function, name) in of_functions.iter().zip(taken) {
        functions += &reciprocals(layouts, function, name, &mut unique);
    }
    if functions.is_empty() { functions } else { format!("{LONG}{functions}") }
}

/// Returns the function that computes the reciprocals of the divisors of a function; empty if it has none.
fn reciprocals(
    layouts: &Layouts<'_>,
    function: &AddressFunction<'_>,
    name: &str,
    unique: &mut UniqueNames,
) -> String {
    let Some(divisors) = &function.signature.divisors else { return String::new() };
    let Ok(found) = layouts.described_symbol(function.source) else { return String::new() };
    let Some(layout) = found.symbolic() else { return String::new() };
    let of = harmless(function.name);
    let writer = SymbolsWriter::new(layout, harmless(function.source));
    let exprs = divisors.sym_exprs();
    let texts = exprs.and_then(|exprs| {
        let texts = exprs.iter().map(|expr| writer.number(expr)).collect::<Result<Vec<_>, _>>()?;
        Ok((texts, exprs))
    });
    let (texts, exprs) = match texts {
        Ok(found) => found,
        Err(reason) => {
            let reason = harmless(&reason);
            return format!("\n/* No function computes the reciprocals of `@{of}`: {reason}. */\n");
        }
    };
    let bits = function.program.params().first().map_or(32, |param| param.width.bits());
    let params = writer.params();
    let unused = writer.unused(&exprs);
    let stores = texts.iter().enumerate().map(|(at, text)| {
        let (multiplier, shift) = (2 * at, 2 * at + 1);
        format!(
            "    out[{multiplier}] = (uint{bits}_t)layoutc_reciprocal((uint64_t){text}, {}u, &shift);\n    out[{shift}] = shift;\n",
            bits - 1
        )
    });
    let stores: String = stores.collect();
    let name = unique.claim_endings(name, &[RECIPROCALS]);
    let listed = joined(
        exprs.iter().map(|expr| format!("`{}`", harmless(&expr.text(writer.symbols)))),
        ", ",
    );
    format!(
        "{RECIPROCAL}
/* Computes the multiplier and the shift of each divisor of `@{of}`, {listed}, for valid values of the symbols. */
LAYOUTC_FN void {name}{RECIPROCALS}({params}, uint{bits}_t *out)
{{
{unused}    uint32_t shift;
{stores}}}
"
    )
}

const RECIPROCALS: &str = "_reciprocals";

/// The helper that computes a multiplier and a shift by long division.
const RECIPROCAL: &str = "
#ifndef LAYOUTC_RECIPROCAL
#define LAYOUTC_RECIPROCAL
/* Returns 2^(bits + shift) / divisor, rounded up, where 2^shift is the least power of two that is not below the divisor. */
LAYOUTC_FN uint64_t layoutc_reciprocal(uint64_t divisor, uint32_t bits, uint32_t *shift)
{
    uint64_t quotient = divisor == 1u ? 1u : 0u;
    uint64_t remainder = 1u - quotient;
    uint32_t least = 0u;
    uint32_t digit;
    while (((uint64_t)1u << least) < divisor) {
        ++least;
    }
    for (digit = 0u; digit < bits + least; ++digit) {
        quotient <<= 1;
        remainder <<= 1;
        if (remainder >= divisor) {
            remainder -= divisor;
            ++quotient;
        }
    }
    *shift = least;
    return remainder == 0u ? quotient : quotient + 1u;
}
#endif
";

/// The type of the symbols, which OpenCL C lacks.
const LONG: &str = "
#if (defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)) && !defined(LAYOUTC_OPENCL_LONG)
#define LAYOUTC_OPENCL_LONG
typedef long int64_t;
#endif
";

/// The type of intermediate values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Words {
    /// 64 bits.
    Long,
    /// 128 bits.
    Double,
}

impl Words {
    /// Returns the least type that holds all intermediate values of an expression; `None` if none is shown to.
    fn of(expr: &SymExpr, symbols: &SymbolSet) -> Option<Words> {
        let fits = |bits| expr_fits(expr, symbols, bits);
        if fits(63) { Some(Words::Long) } else { fits(126).then_some(Words::Double) }
    }
}

/// The writer of the functions of one layout.
pub(crate) struct SymbolsWriter<'a> {
    layout: &'a SymbolicLayout,
    symbols: &'a SymbolSet,
    /// The name of the layout.
    of: String,
    /// The identifier of each symbol.
    names: Vec<String>,
}

impl<'a> SymbolsWriter<'a> {
    /// Returns the writer of a layout, whose name without `@` is `of` in comments.
    pub(crate) fn new(layout: &'a SymbolicLayout, of: String) -> SymbolsWriter<'a> {
        let symbols = layout.symbols();
        let names = identifiers(symbols.names(), &Reserved::c_functions(), &[]);
        SymbolsWriter { layout, symbols, of, names }
    }

    /// Returns the function that decides whether the symbols may have some values.
    pub(crate) fn valid(&self, name: &str) -> String {
        let of = &self.of;
        let mut parts = Vec::new();
        for (symbol, name) in self.symbols.symbols().iter().zip(&self.names) {
            let mut part = format!("{name} >= {}", literal(symbol.min));
            if symbol.max != i64::MAX {
                part += &format!(" && {name} <= {}", literal(symbol.max));
            }
            if symbol.divisor != 1 {
                part += &format!(" && {name} % {} == 0", literal(symbol.divisor));
            }
            parts.push(part);
        }
        let mut words = Words::Long;
        let relations = self.symbols.relations().iter().map(|it| (&it.expr, it.kind, 0));
        let lengths = self.layout.lengths().iter().map(|it| (it, RelationKind::NonNegative, 1));
        for (expr, kind, least) in relations.chain(lengths) {
            if least == 1 && expr_range(expr, self.symbols).is_some_and(|(low, _)| low >= 1) {
                continue;
            }
            let computed = computed_expr(expr, self.symbols).ok();
            let Some((computed, own)) =
                computed.and_then(|expr| Some((expr.clone(), Words::of(&expr, self.symbols)?)))
            else {
                let text = harmless(&expr.text(self.symbols));
                return format!(
                    "\n/* No function decides the values of the symbols of `@{of}`: whether `{text}` fits 127 bits is unknown. */\n"
                );
            };
            words = words.max(own);
            let sign = if kind == RelationKind::Zero { "==" } else { ">=" };
            parts.push(format!("{} {sign} {least}", self.text(&computed, own)));
        }
        let body = match parts.is_empty() {
            true => "true".to_owned(),
            false => joined(parts, "\n        && "),
        };
        let comment = format!("Returns whether the symbols of `@{of}` may have these values.");
        let function = format!("bool {name}({})\n{{\n    return {body};\n}}\n", self.params());
        definition(&comment, &function, words)
    }

    /// Returns the function that computes the allocation in elements.
    fn allocation(&self, name: &str) -> String {
        let of = &self.of;
        let exprs = match self.allocation_parts() {
            Ok(exprs) => exprs,
            Err(reason) => {
                let reason = harmless(&reason);
                return format!(
                    "\n/* No function computes the allocation of `@{of}`: {reason}. */\n"
                );
            }
        };
        let (first, others) = exprs.split_first().expect("an allocation is at least the span");
        let mut body = format!("    int64_t most = {};\n", self.text(first, Words::Long));
        for (number, expr) in others.iter().enumerate() {
            let row = format!("row{number}");
            body += &format!("    const int64_t {row} = {};\n", self.text(expr, Words::Long));
            body += &format!("    most = {row} > most ? {row} : most;\n");
        }
        let unused = self.unused(&exprs);
        let comment = format!(
            "Returns the number of element slots that a buffer of `@{of}` needs, for valid values of the symbols."
        );
        let function =
            format!("int64_t {name}({})\n{{\n{unused}{body}    return most;\n}}\n", self.params());
        definition(&comment, &function, Words::Long)
    }

    /// Returns expressions on 64 bits, the greatest of which is the allocation.
    ///
    /// # Errors
    /// The reason why there are none.
    fn allocation_parts(&self) -> Result<Vec<SymExpr>, String> {
        self.computed(&self.layout.allocation_parts(&mut Decider::new())?)
    }

    /// Returns expressions over the symbols as operations on 64 bits.
    ///
    /// # Errors
    /// An intermediate value is not shown to fit.
    fn computed<'e>(
        &self,
        exprs: impl IntoIterator<Item = &'e SymExpr>,
    ) -> Result<Vec<SymExpr>, String> {
        let computed = exprs.into_iter().map(|expr| {
            let computed = computed_expr(expr, self.symbols).ok();
            let computed = computed.filter(|it| Words::of(it, self.symbols) == Some(Words::Long));
            computed.ok_or_else(|| {
                let text = expr.text(self.symbols);
                format!("an intermediate value of `{text}` is not shown to fit 63 bits")
            })
        });
        computed.collect()
    }

    /// Returns the text of an expression over the symbols on 64 bits.
    ///
    /// # Errors
    /// An intermediate value is not shown to fit.
    pub(crate) fn number(&self, expr: &SymExpr) -> Result<String, String> {
        let computed = self.computed([expr])?;
        Ok(computed.iter().map(|expr| self.text(expr, Words::Long)).collect())
    }

    /// Returns statements that use the symbols which some expressions do not.
    pub(crate) fn unused<'e>(&self, exprs: impl IntoIterator<Item = &'e SymExpr>) -> String {
        let mut marks = vec![false; self.symbols.len()];
        exprs.into_iter().for_each(|expr| expr.mark(&mut marks, &mut []));
        let unused = self.names.iter().zip(marks).filter(|(_, used)| !used);
        unused.map(|(name, _)| format!("    (void){name};\n")).collect()
    }

    /// Returns the symbols as arguments of a function with all of them as parameters.
    pub(crate) fn arguments(&self) -> String {
        self.names.join(", ")
    }

    /// Returns the symbols as parameters.
    pub(crate) fn params(&self) -> String {
        match self.names.is_empty() {
            true => "void".to_owned(),
            false => joined(self.names.iter().map(|name| format!("int64_t {name}")), ", "),
        }
    }

    /// Returns the text of an expression whose dividends are never negative.
    fn text(&self, expr: &SymExpr, words: Words) -> String {
        let of = |a: &SymExpr, sign: &str, b: &SymExpr| {
            format!("({} {sign} {})", self.text(a, words), self.text(b, words))
        };
        match expr.node() {
            SymNode::Constant(value) => literal(*value),
            SymNode::Symbol(number) => match words {
                Words::Long => self.names[*number].clone(),
                Words::Double => format!("(layoutc_int128){}", self.names[*number]),
            },
            SymNode::Sum(a, b) => match Addition::of(a, b) {
                Addition::Difference(a, b) => of(a, "-", b),
                Addition::Sum(a, b) => match b.as_constant() {
                    Some(by @ ..0) if by != i64::MIN => of(a, "-", &SymExpr::constant(-by)),
                    _ => of(a, "+", b),
                },
            },
            SymNode::Product(sign, a) if sign.as_constant() == Some(-1) => {
                format!("(-{})", self.text(a, words))
            }
            SymNode::Product(a, b) => of(a, "*", b),
            SymNode::FloorDiv(a, b) => of(a, "/", b),
            SymNode::Mod(a, b) => of(a, "%", b),
            SymNode::Dim(_) | SymNode::CeilDiv(..) => {
                unreachable!("a computed expression of symbols has no dims and no `ceildiv`")
            }
        }
    }
}

/// Returns the literal of a number.
fn literal(value: i64) -> String {
    match value {
        i64::MIN => format!("(-{}ll - 1)", i64::MAX),
        value if i32::try_from(value).is_ok() => value.to_string(),
        value => format!("{value}ll"),
    }
}

/// Returns a function with its comment. One on 128 bits is defined only where the compiler has them.
fn definition(comment: &str, function: &str, words: Words) -> String {
    let function = format!("/* {comment} */\nLAYOUTC_FN {function}");
    match words {
        Words::Long => format!("\n{function}"),
        Words::Double => format!("\n#if defined(__SIZEOF_INT128__)\n{DOUBLE}{function}#endif\n"),
    }
}

const DOUBLE: &str = "#ifndef LAYOUTC_INT128
#define LAYOUTC_INT128
__extension__ typedef __int128 layoutc_int128;
#endif
";

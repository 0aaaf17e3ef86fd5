//! Functions of the symbols of layouts: whether they may have some values, the size of the layout for them, and the
//! reciprocals of divisors.
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
//! They are for hosts: `language` has the syntax of each language, C and Rust. A relation is computed only where the ranges
//! hold. Its intermediate values fit 63 bits, or else 127 bits, which a compiler of C may lack. Where neither can be shown, a
//! comment states so, instead of a function.

mod language;

use crate::identifiers::{Reserved, UniqueNames, identifiers};
use crate::vk::harmless;
use address::arith::AddressFunction;
use address::{Addition, computed_expr, expr_fits, expr_range};
use indexmap::IndexSet;
use ir::descriptor::Layouts;
use ir::layout::{Decider, RelationKind, SymExpr, SymNode, SymbolSet, SymbolicLayout, joined};
pub(crate) use language::{IN_C, IN_RUST, SymbolsLanguage};

/// The end of the name of a function that decides whether the symbols may have some values.
pub(crate) const VALID: &str = "_valid";

const ENDINGS: [&str; 2] = [VALID, "_allocation"];

const RECIPROCALS: &str = "_reciprocals";

/// The names of local values and of other parameters than symbols, here and in functions that fill descriptions.
const LOCALS: [&str; 10] = [
    "dim",
    "most",
    "out",
    "shift",
    "dims",
    "strides",
    "description",
    "lengths",
    "bytes",
    "is_packed",
];

/// The names of local values that end in a number.
const NUMBERED_LOCALS: [&str; 2] = ["row", "pair"];

/// Returns the functions of the layouts with symbols that functions address, in the order of their first function. `taken`
/// are the names of the functions.
pub(crate) fn functions(
    language: &'static SymbolsLanguage,
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
        let writer = SymbolsWriter::new(language, layout, harmless(source));
        functions += &writer.valid(&format!("{name}{}", ENDINGS[0]));
        functions += &writer.allocation(&format!("{name}{}", ENDINGS[1]));
    }
    let mut of_divisors = String::new();
    for (function, name) in of_functions.iter().zip(taken) {
        of_divisors += &reciprocals(language, layouts, function, name, &mut unique);
    }
    if !of_divisors.is_empty() {
        functions += language.reciprocal;
        functions += &of_divisors;
    }
    if functions.is_empty() { functions } else { format!("{}{functions}", language.head) }
}

/// Returns the function that computes the reciprocals of the divisors of a function; empty if it has none.
fn reciprocals(
    language: &'static SymbolsLanguage,
    layouts: &Layouts<'_>,
    function: &AddressFunction<'_>,
    name: &str,
    unique: &mut UniqueNames,
) -> String {
    let Some(divisors) = &function.signature.divisors else { return String::new() };
    let Ok(found) = layouts.described_symbol(function.source) else { return String::new() };
    let Some(layout) = found.symbolic() else { return String::new() };
    let of = harmless(function.name);
    let writer = SymbolsWriter::new(language, layout, harmless(function.source));
    let exprs = divisors.sym_exprs();
    let texts = exprs.and_then(|exprs| {
        let texts = exprs.iter().map(|expr| writer.number(expr)).collect::<Result<Vec<_>, _>>()?;
        Ok((texts, exprs))
    });
    let (texts, exprs) = match texts {
        Ok(found) => found,
        Err(reason) => {
            let reason = harmless(&reason);
            let message = format!("No function computes the reciprocals of `@{of}`: {reason}.");
            return writer.remark(&message);
        }
    };
    // The last parameters are those of divisors.
    let bits = function.program.params().last().map_or(32, |param| param.width.bits());
    let params = writer.params();
    let unused = writer.unused(&exprs);
    let name = unique.claim_endings(name, &[RECIPROCALS]);
    let listed = exprs.iter().map(|expr| format!("`{}`", harmless(&expr.text(writer.symbols))));
    let comment = format!(
        "Computes the multiplier and the shift of each divisor of `@{of}`, {}, for valid values of the symbols.",
        joined(listed, ", ")
    );
    let name = format!("{name}{RECIPROCALS}");
    let function = (language.reciprocals)(bits, (&name, &params), &unused, &texts);
    writer.definition(&comment, &function, Words::Long)
}

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
    language: &'static SymbolsLanguage,
    layout: &'a SymbolicLayout,
    symbols: &'a SymbolSet,
    /// The name of the layout.
    of: String,
    /// The identifier of each symbol.
    names: Vec<String>,
}

impl<'a> SymbolsWriter<'a> {
    /// Returns the writer of a layout, whose name without `@` is `of` in comments.
    pub(crate) fn new(
        language: &'static SymbolsLanguage,
        layout: &'a SymbolicLayout,
        of: String,
    ) -> SymbolsWriter<'a> {
        let symbols = layout.symbols();
        let names = identifiers(symbols.names(), &(language.reserved)(), &[]);
        let mut unique = UniqueNames::new(LOCALS.iter().copied());
        let names = names.into_iter().map(|name| {
            let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
            if NUMBERED_LOCALS.contains(&stem) {
                unique.extend([name.clone()]);
            }
            unique.claim(&name)
        });
        let names = names.collect();
        SymbolsWriter { language, layout, symbols, of, names }
    }

    /// Returns the function that decides whether the symbols may have some values.
    pub(crate) fn valid(&self, name: &str) -> String {
        let of = &self.of;
        let mut parts = Vec::new();
        for (symbol, name) in self.symbols.symbols().iter().zip(&self.names) {
            let mut part = format!("{name} >= {}", self.literal(symbol.min));
            if symbol.max != i64::MAX {
                part += &format!(" && {name} <= {}", self.literal(symbol.max));
            }
            if symbol.divisor != 1 {
                part += &format!(" && {name} % {} == 0", self.literal(symbol.divisor));
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
                return self.remark(&format!(
                    "No function decides the values of the symbols of `@{of}`: whether `{text}` fits 127 bits is unknown."
                ));
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
        let function = (self.language.function)("bool", (name, &self.params()), "", &body);
        self.definition(&comment, &function, words)
    }

    /// Returns the function that computes the allocation in elements.
    fn allocation(&self, name: &str) -> String {
        let of = &self.of;
        let exprs = match self.allocation_parts() {
            Ok(exprs) => exprs,
            Err(reason) => {
                let reason = harmless(&reason);
                let message = format!("No function computes the allocation of `@{of}`: {reason}.");
                return self.remark(&message);
            }
        };
        let (first, others) = exprs.split_first().expect("an allocation is at least the span");
        let rows: Vec<String> = others.iter().map(|expr| self.text(expr, Words::Long)).collect();
        let unused = self.unused(&exprs);
        let body = (self.language.greatest)(&self.text(first, Words::Long), &rows);
        let comment = format!(
            "Returns the number of element slots that a buffer of `@{of}` needs, for valid values of the symbols."
        );
        let function = (self.language.function)(
            self.language.long,
            (name, &self.params()),
            &format!("{unused}{body}"),
            "most",
        );
        self.definition(&comment, &function, Words::Long)
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
        unused.map(|(name, _)| (self.language.unused)(name)).collect()
    }

    /// Returns the symbols as arguments of a function with all of them as parameters.
    pub(crate) fn arguments(&self) -> String {
        self.names.join(", ")
    }

    /// Returns the symbols as parameters.
    pub(crate) fn params(&self) -> String {
        match self.names.is_empty() {
            true => self.language.no_params.to_owned(),
            false => joined(self.names.iter().map(|name| (self.language.param)(name)), ", "),
        }
    }

    /// Returns the text of an expression whose dividends are never negative.
    fn text(&self, expr: &SymExpr, words: Words) -> String {
        let of = |a: &SymExpr, sign: &str, b: &SymExpr| {
            format!("({} {sign} {})", self.text(a, words), self.text(b, words))
        };
        match expr.node() {
            SymNode::Constant(value) => self.literal(*value),
            SymNode::Symbol(number) => match words {
                Words::Long => self.names[*number].clone(),
                Words::Double => (self.language.double)(&self.names[*number]),
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

    /// Returns the literal of a number.
    fn literal(&self, value: i64) -> String {
        (self.language.literal)(value)
    }

    /// Returns a comment in place of a function.
    fn remark(&self, text: &str) -> String {
        (self.language.remark)(text)
    }

    /// Returns a function with its comment. One on 128 bits is defined only where the compiler has them.
    fn definition(&self, comment: &str, function: &str, words: Words) -> String {
        let function = (self.language.definition)(comment, function);
        match words {
            Words::Long => format!("\n{function}"),
            Words::Double => (self.language.on_double)(&function),
        }
    }
}

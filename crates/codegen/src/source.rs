//! Addressing functions as source text, for the emitters of programming languages.
//!
//! A language is one file that implements [`SourceLanguage`]: the syntax of types, literals, statements and functions.
//! All other parts are shared: `language` defines the syntax that a language must have, `body` writes the statements of
//! a program, `locals` names its values, `dims` names the index components, and `constants` lists the sizes and offsets
//! of the layouts.
//!
//! Every language has the same functions. Names are unique identifiers of the language. A function with a validity
//! stores or returns the offset only as that language expresses an optional result.

mod body;
mod constants;
mod dims;
mod language;
mod locals;
pub(crate) mod shader;

use crate::emitter::{ADDRESSING_FUNCTIONS, EmitContext};
use crate::identifiers::{Reserved, UniqueNames, identifiers};
use crate::named_constant::NamedConstant;
use crate::vk::{harmless, target_words};
use address::arith::AddressFunction;
use address::operation::{Operation, Width};
use address::program::{Program, ValueId};
use address::{AddressForm, OffsetUnit};
use ir::Verified;
use ir::descriptor::Layouts;
use ir::diag::{Diag, code};
use ir::layout::{Range, Table, joined};
pub(crate) use language::{CStyle, Results, SourceFunction, SourceLanguage};
use std::collections::BTreeSet;

/// The text of the functions and constants of a module.
pub(crate) struct SourceText {
    /// The definitions.
    pub(crate) text: String,
    /// The identifiers of the functions.
    pub(crate) names: Vec<String>,
    /// The widths of the products whose high half a function uses.
    pub(crate) high_halves: Vec<Width>,
    /// `true` if a function or a constant has a value of 64 bits.
    pub(crate) has_wide_words: bool,
    /// ` for target NAME`; empty without a target.
    pub(crate) target: String,
}

impl SourceText {
    /// Writes these functions and the constants of a module. If `has_more`, the emitter writes more than functions;
    /// otherwise reports a warning if there are none.
    pub(crate) fn of_functions(
        language: &dyn SourceLanguage,
        module: &Verified,
        cx: &EmitContext<'_>,
        functions: &[AddressFunction<'_>],
        has_more: bool,
    ) -> SourceText {
        if functions.is_empty() && !has_more {
            cx.warn_nothing_emitted(module, ADDRESSING_FUNCTIONS.0, ADDRESSING_FUNCTIONS.1);
        }
        let reserved = language.reserved();
        let names = identifiers(functions.iter().map(|function| function.name), &reserved, &[]);
        let layouts = Layouts::new(module, cx.registry);
        let dims = dims::DimNames::new(module, cx.registry, &layouts);
        let constants = constants::constants(&layouts, functions, &names);
        let mut text: String =
            constants.iter().map(|constant| language.constant(constant)).collect();
        if !text.is_empty() {
            text.insert(0, '\n');
        }
        for (name, function) in names.iter().zip(functions) {
            let (params, mut outputs) = dims.function_names(function, &reserved);
            let subject = match function.form() {
                AddressForm::Inverse => "slot",
                AddressForm::Bits(_) => "index",
                AddressForm::Step(_) => {
                    outputs.push(locals::NEXT.to_owned());
                    "index"
                }
                _ => {
                    outputs.push(locals::OFFSET.to_owned());
                    "index"
                }
            };
            let comment = comment(function, &params);
            let head =
                FunctionHead { name: name.clone(), comment, params: &params, outputs, subject };
            let results = (function.words(), function.valid());
            text += &function_text((language, &reserved), head, &function.program, results);
        }
        let programs: Vec<&Program> = functions.iter().map(|function| &function.program).collect();
        let high_halves: BTreeSet<Width> =
            programs.iter().flat_map(|program| high_half_widths(program)).collect();
        SourceText {
            text,
            names,
            high_halves: high_halves.into_iter().collect(),
            has_wide_words: programs.into_iter().any(has_wide_words)
                || constants.iter().any(NamedConstant::is_wide),
            target: target_words(cx.target),
        }
    }
}

/// Checks that no function reads a declared table, for an output whose functions have no parameter for its values.
///
/// # Errors
/// A function reads one.
pub(crate) fn refuse_declared_tables(
    module: &Verified,
    functions: &[AddressFunction<'_>],
) -> Result<(), Diag> {
    let refused = functions.iter().find_map(|function| {
        let table = function.program.tables().iter().find(|table| table.is_declared())?;
        Some(refused_table(module, function, table))
    });
    refused.map_or(Ok(()), Err)
}

/// Returns the error of a function that reads a table that the output cannot have.
fn refused_table(module: &Verified, function: &AddressFunction<'_>, table: &Table) -> Diag {
    let name = function.name;
    let message = format!(
        "`@{name}` reads `{table}`, whose values are declared, not given: this output has no parameter for them"
    );
    let op = module.ops(module.body()).find(|&op| module.symbol(op) == Some(function.name));
    Diag::error(code::OUTPUT, module.location(op.unwrap_or(module.root())), message)
        .note("`--emit=c` writes functions that read tables")
}

/// Returns the text of a function with this name and comment, which returns the offset of a program and its validity, if
/// it has one. `params` are identifiers of the language.
pub(crate) fn program_text(
    language: &dyn SourceLanguage,
    (name, comment): (String, String),
    program: &Program,
    params: &[String],
) -> String {
    let head = FunctionHead {
        name,
        comment: vec![comment],
        params,
        outputs: vec![locals::OFFSET.to_owned()],
        subject: "index",
    };
    let results = (&program.results()[..1], program.valid());
    function_text((language, &language.reserved()), head, program, results)
}

/// The names of a function.
struct FunctionHead<'a> {
    name: String,
    comment: Vec<String>,
    /// The parameters that the function reads.
    params: &'a [String],
    /// The preferred names of the results.
    outputs: Vec<String>,
    subject: &'static str,
}

/// Returns the text of a function that returns these words of a program and this validity.
fn function_text(
    (language, reserved): (&dyn SourceLanguage, &Reserved),
    head: FunctionHead<'_>,
    program: &Program,
    (words, valid): (&[ValueId], Option<ValueId>),
) -> String {
    let FunctionHead { name, comment, params, outputs, subject } = head;
    let program = body::with_folded_constants(program);
    let mut unique = UniqueNames::new(params);
    // Without a validity the only result is returned.
    let names = outputs.iter().map(|name| valid.map(|_| unique.claim(name)).unwrap_or_default());
    let widths = words.iter().map(|&word| language.word_type(program.width(word)));
    let outputs = names.zip(widths).collect();
    let types = program.params().iter().map(|param| language.word_type(param.width).into());
    let mut params_of_types: Vec<_> = params.iter().cloned().zip(types).collect();
    let mut tables = Vec::new();
    for (at, table) in program.tables().iter().enumerate() {
        let is_free = identifiers([table.name()], reserved, &[]);
        let name = if table.is_declared() {
            let name = unique.claim(is_free.first().map_or("table", String::as_str));
            params_of_types.push((name.clone(), language.table_type(table.length())));
            name
        } else {
            unique.claim(&format!("table{at}"))
        };
        tables.push(name);
    }
    let body =
        body::written((language, reserved), &program, params, (words, valid), (unique, tables));
    let function =
        SourceFunction { name, comment, params: params_of_types, outputs, subject, body };
    language.function(&function)
}

/// Returns `true` if a program uses the high half of a product of 64 bits.
pub(crate) fn has_wide_high_half(program: &Program) -> bool {
    high_half_widths(program).contains(&Width::I64)
}

fn high_half_widths(program: &Program) -> Vec<Width> {
    let used = program.used();
    let values = program.values().filter(|value| used[value.index()]);
    let highs = values.map(|value| program.instruction(value));
    highs.filter(|it| it.operation == Operation::High).map(|it| it.width).collect()
}

/// Returns `true` if a parameter or a value of a program has 64 bits.
pub(crate) fn has_wide_words(program: &Program) -> bool {
    program.params().iter().any(|param| param.width == Width::I64)
        || program.values().any(|value| program.width(value) == Width::I64)
}

/// Returns the lines of the comment of a function.
fn comment(function: &AddressFunction<'_>, params: &[String]) -> Vec<String> {
    let name = harmless(function.name);
    let of = harmless(function.source);
    if let AddressForm::Inverse = function.form()
        && let [slot] = params
        && let Some(range) = function.signature.offsets
    {
        let range = within(slot, range);
        return vec![format!(
            "`@{name}`: the index of the element of `@{of}` in a slot, for {range}"
        )];
    }
    let unit = match function.unit {
        OffsetUnit::Element => "elements",
        OffsetUnit::Byte => "bytes",
    };
    let index = params.iter().zip(function.signature.params());
    let signature = &function.signature;
    let index = index.take(signature.lengths.len() + signature.own_symbols().len());
    let ranges = joined(index.map(|(name, range)| within(name, range)), ", ");
    let ranges = if ranges.is_empty() { ranges } else { format!(", for {ranges}") };
    let mut start = "";
    let what = match function.form() {
        AddressForm::Bits(widths) => {
            let value = match function.field {
                Some(field) => format!("field `{}`", harmless(field)),
                None => "an element".to_owned(),
            };
            let parts = joined(widths, " and ");
            return vec![
                format!("`@{name}`: the bits of {value} of `@{of}`, {parts} wide{ranges}"),
                "a byte offset and the position of the lowest bit in that byte".to_owned(),
            ];
        }
        AddressForm::Offset | AddressForm::Inverse => format!("of an element of `@{of}`"),
        AddressForm::Vector(vector) => {
            let width = vector.iter().copied().max().unwrap_or(1);
            format!("of the first element in a group of {width} neighbors of `@{of}`")
        }
        AddressForm::Step(step) => {
            start = ", from a valid index and its offset";
            format!("of the element of `@{of}` at index + ({})", joined(step, ", "))
        }
    };
    vec![format!("`@{name}`: the offset {what} in {unit}{start}{ranges}")]
}

/// Returns the condition that a name is in a range, whose least number is 0 unless it is written.
fn within(name: &str, range: Range) -> String {
    let end = range.high.saturating_add(1);
    match range.low {
        0 => format!("{name} < {end}"),
        low => format!("{low} <= {name} < {end}"),
    }
}

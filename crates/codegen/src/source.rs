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

use crate::emitter::{ADDRESSING_FUNCTIONS, EmitContext, EmitError};
use crate::identifiers::{Reserved, UniqueNames, identifiers};
use crate::vk::{harmless, target_words};
use address::arith::{self, AddressFunction};
use address::operation::{Operation, Width};
use address::program::Program;
use address::{AddressForm, OffsetUnit};
pub(crate) use constants::LayoutConstant;
use dims::FunctionNames;
use ir::Verified;
use ir::descriptor::Layouts;
use ir::layout::Range;
pub(crate) use language::{Results, SourceFunction, SourceLanguage};

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
    /// Writes the functions and constants of a module in a language. Reports a warning if there are none.
    ///
    /// # Errors
    /// An addressing function is invalid.
    pub(crate) fn new(
        language: &dyn SourceLanguage,
        module: &Verified,
        cx: &EmitContext<'_>,
    ) -> Result<SourceText, EmitError> {
        let functions = arith::functions(module, cx.registry)?;
        SourceText::of_functions(language, module, cx, &functions, false)
    }

    /// Writes these functions and the constants of a module. If `has_more`, the emitter writes more than functions, and
    /// no warning is reported if there are none.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub(crate) fn of_functions(
        language: &dyn SourceLanguage,
        module: &Verified,
        cx: &EmitContext<'_>,
        functions: &[AddressFunction<'_>],
        has_more: bool,
    ) -> Result<SourceText, EmitError> {
        if functions.is_empty() && !has_more {
            cx.warn_nothing_emitted(module, ADDRESSING_FUNCTIONS.0, ADDRESSING_FUNCTIONS.1);
        }
        let symbols: Vec<&str> = functions.iter().map(|function| function.name).collect();
        let reserved = language.reserved();
        let names = identifiers(&symbols, &reserved, &[]);
        let layouts = Layouts::new(module, cx.registry);
        let dims = dims::DimNames::new(module, cx.registry, &layouts);
        let constants = constants::constants(&layouts, functions, &names);
        let mut text: String =
            constants.iter().map(|constant| language.constant(constant)).collect();
        if !text.is_empty() {
            text.insert(0, '\n');
        }
        for (name, function) in names.iter().zip(functions) {
            let params = dims.function_names(function, &reserved);
            let function = source_function((language, &reserved), name.clone(), function, params);
            text += &language.function(&function);
        }
        let programs = || functions.iter().map(|function| &function.program);
        Ok(SourceText {
            text,
            names,
            high_halves: high_halves(programs()),
            has_wide_words: programs().any(has_wide_words)
                || constants.iter().any(LayoutConstant::is_wide),
            target: target_words(cx.target),
        })
    }
}

/// Returns the text of a function with this name and comment, which returns the offset of a program and its validity, if
/// it has one. `params` are identifiers of the language.
pub(crate) fn program_text(
    language: &dyn SourceLanguage,
    (name, comment): (String, String),
    program: &Program,
    params: &[String],
) -> String {
    let program = body::with_folded_constants(program);
    let mut unique = UniqueNames::new(&[]);
    params.iter().for_each(|param| drop(unique.claim(param)));
    let valid = program.valid();
    // Without a validity the only result is returned.
    let output = valid.map_or(String::new(), |_| unique.claim(locals::OFFSET));
    let results = (&program.results()[..1], valid);
    let types = program.params().iter().map(|param| language.word_type(param.width));
    language.function(&SourceFunction {
        name,
        comment: vec![comment],
        params: params.iter().cloned().zip(types).collect(),
        outputs: vec![(output, language.word_type(program.width(program.offset())))],
        subject: "index",
        body: body::written((language, &language.reserved()), &program, params, results, unique),
    })
}

/// Returns `true` if a program uses the high half of a product of 64 bits.
pub(crate) fn has_wide_high_half(program: &Program) -> bool {
    high_half_widths(program).contains(&Width::I64)
}

fn source_function(
    (language, reserved): (&dyn SourceLanguage, &Reserved),
    name: String,
    function: &AddressFunction<'_>,
    FunctionNames { params, index }: FunctionNames,
) -> SourceFunction {
    let program = body::with_folded_constants(&function.program);
    let mut unique = UniqueNames::new(&[]);
    params.iter().for_each(|param| drop(unique.claim(param)));
    let names = match function.form() {
        AddressForm::Inverse => index,
        AddressForm::Step(_) => vec![locals::NEXT.to_owned()],
        _ => vec![locals::OFFSET.to_owned()],
    };
    // Without a validity the only result is returned.
    let names = names.into_iter().map(|name| match function.valid() {
        Some(_) => unique.claim(&name),
        None => String::new(),
    });
    let words = function.words();
    let widths = words.iter().map(|&word| language.word_type(program.width(word)));
    let outputs = names.zip(widths).collect();
    let types = program.params().iter().map(|param| language.word_type(param.width));
    SourceFunction {
        comment: comment(function, &params),
        name,
        outputs,
        subject: if *function.form() == AddressForm::Inverse { "slot" } else { "index" },
        body: body::written(
            (language, reserved),
            &program,
            &params,
            (words, function.valid()),
            unique,
        ),
        params: params.into_iter().zip(types).collect(),
    }
}

/// Returns the widths of the products whose high half a program uses, in increasing order.
fn high_halves<'p>(programs: impl Iterator<Item = &'p Program>) -> Vec<Width> {
    let mut widths: Vec<Width> = programs.flat_map(high_half_widths).collect();
    widths.sort_unstable();
    widths.dedup();
    widths
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
    let ranges: Vec<String> = params
        .iter()
        .zip(function.signature.params())
        .map(|(name, range)| within(name, range))
        .collect();
    let count = function.signature.lengths.len();
    let ranges = &ranges[..count.min(ranges.len())];
    let ranges =
        if ranges.is_empty() { String::new() } else { format!(", for {}", ranges.join(", ")) };
    let start = match function.form() {
        AddressForm::Step(_) => ", from a valid index and its offset",
        _ => "",
    };
    let what = match function.form() {
        AddressForm::Offset | AddressForm::Inverse => format!("of an element of `@{of}`"),
        AddressForm::Vector(vector) => {
            let width = vector.iter().copied().max().unwrap_or(1);
            format!("of the first element in a group of {width} neighbors of `@{of}`")
        }
        AddressForm::Step(step) => {
            let step: Vec<String> = step.iter().map(i64::to_string).collect();
            format!("of the element of `@{of}` at index + ({})", step.join(", "))
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

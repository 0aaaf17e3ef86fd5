//! Addressing functions as source text, for the emitters `c`, `glsl`, `hlsl` and `rust`.
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
use address::OffsetUnit;
use address::arith::{self, AddressFunction};
use address::operation::{Operation, Width};
use address::program::Program;
pub(crate) use constants::LayoutConstant;
use ir::Verified;
use ir::descriptor::Layouts;
pub(crate) use language::{Results, SourceFunction, SourceLanguage};

/// The text of the functions and constants of a module.
pub(crate) struct SourceText {
    /// The definitions.
    pub(crate) text: String,
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
        let constants = constants::constants(&layouts, functions);
        let mut text: String =
            constants.iter().map(|constant| language.constant(constant)).collect();
        if !text.is_empty() {
            text.insert(0, '\n');
        }
        for (name, function) in names.into_iter().zip(functions) {
            let params = dims.of(function, &reserved);
            let function = source_function((language, &reserved), name, function, params);
            text += &language.function(&function);
        }
        let programs = || functions.iter().map(|function| &function.program);
        Ok(SourceText {
            text,
            high_halves: high_halves(programs()),
            has_wide_words: programs().any(has_wide_words)
                || constants.iter().any(LayoutConstant::is_wide),
            target: target_words(cx.target),
        })
    }
}

/// Returns the text of one function with this name and comment, and these parameters, whose names are identifiers of the
/// language.
pub(crate) fn function_text(
    language: &dyn SourceLanguage,
    (name, comment): (String, String),
    function: &AddressFunction<'_>,
    params: Vec<String>,
) -> String {
    let reserved = language.reserved();
    let function = source_function((language, &reserved), name, function, params);
    language.function(&SourceFunction { comment: vec![comment], ..function })
}

/// Returns `true` if a program uses the high half of a product of 64 bits.
pub(crate) fn has_wide_high_half(program: &Program) -> bool {
    high_half_widths(program).contains(&Width::I64)
}

fn source_function(
    (language, reserved): (&dyn SourceLanguage, &Reserved),
    name: String,
    function: &AddressFunction<'_>,
    params: Vec<String>,
) -> SourceFunction {
    let program = body::with_folded_constants(&function.program);
    let mut unique = UniqueNames::new(&[]);
    params.iter().for_each(|param| drop(unique.claim(param)));
    let offset_param = program.valid().map(|_| unique.claim(locals::OFFSET)).unwrap_or_default();
    let types = program.params().iter().map(|param| language.word_type(param.width));
    SourceFunction {
        comment: comment(function, &params),
        name,
        offset: language.word_type(program.width(program.offset())),
        offset_param,
        body: body::written((language, reserved), &program, &params, unique),
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

fn has_wide_words(program: &Program) -> bool {
    program.params().iter().any(|param| param.width == Width::I64)
        || program.values().any(|value| program.width(value) == Width::I64)
}

/// Returns the lines of the comment of a function.
fn comment(function: &AddressFunction<'_>, params: &[String]) -> Vec<String> {
    let (name, of) = (harmless(function.name), harmless(function.of));
    let unit = match function.unit {
        OffsetUnit::Element => "elements",
        OffsetUnit::Byte => "bytes",
    };
    let ranges = params.iter().zip(function.lengths());
    let ranges: Vec<String> = ranges.map(|(dim, length)| format!("{dim} < {length}")).collect();
    let ranges =
        if ranges.is_empty() { String::new() } else { format!(", for {}", ranges.join(", ")) };
    vec![format!("`@{name}`: the offset of an element of `@{of}` in {unit}{ranges}")]
}

//! `layoutc check-description`: reads Vulkan tensor descriptions back, and checks them by the rules of Vulkan.
//!
//! The readers are `json_text`, for `--emit=vk-json` and other JSON, with the grammar `json`; `c_text`, for C and C++, with
//! `c_tokens`, `c_value` and `c_expr`; and `api_dump`, for the text of that layer. They fill the fields of `described`. The
//! descriptions become ops `vk.tensor_description`, which `verify-vulkan` checks; its diagnostics are moved to the fields in
//! the text.

mod api_dump;
mod c_expr;
mod c_text;
mod c_tokens;
mod c_value;
mod described;
mod json;
mod json_text;

use crate::driver::{Driver, Env};
use crate::options::{Color, EarlyExit, read_own};
use crate::render::{DiagnosticForm, DiagnosticReporter, Style};
use crate::status::{FAILED, Stopped, USAGE};
use crate::streams::{input, output};
use crate::targets;
use c_text::STRUCTURE;
use clap::{ArgAction, Command, CommandFactory, Parser};
use compiler::{Compilation, KnownPasses, PassWatch};
use described::{AttrValue, ReadDescription, TextFault};
use indexmap::IndexSet;
use ir::diag::{Diag, Severity, Sink, code};
use ir::float::FloatKind;
use ir::module::NewOp;
use ir::print::{PrintOptions, module_to_string};
use ir::source::{PathStep, SourceMap, Span};
use ir::types::{Signedness, Type, TypeKind};
use ir::vulkan::{DESCRIPTION_OP, Description};
use ir::{Attr, Context, Module};
use std::io::Read;

const USAGE_TEXT: &str = "layoutc check-description FILE|- [--target=NAME|FILE] [-o OUT.mlir]";

/// The pass that checks descriptions.
const PASS: &str = "verify-vulkan";

/// The arguments of `check-description`.
#[derive(Debug, Parser)]
#[command(
    name = "layoutc check-description",
    disable_help_flag = true,
    about = "Reads Vulkan tensor descriptions back from JSON, C or api_dump, and checks them by the rules of Vulkan"
)]
pub(crate) struct CheckRequest {
    /// The text with descriptions: of `--emit=vk-json` or other JSON, C or C++, or api_dump; `-` is standard input
    #[arg(value_name = "FILE|-")]
    file: String,

    /// The device whose limits and features apply: its name, or a file with its `layout.target`
    #[arg(long, value_name = "NAME|FILE")]
    target: Option<String>,

    /// The output file, written only on success; `-`, the default, is standard output
    #[arg(short, value_name = "OUT")]
    output: Option<String>,

    /// The format of diagnostics (default pretty)
    #[arg(long, value_name = "pretty|short|json", default_value = "pretty")]
    diagnostics: DiagnosticForm,

    /// Color the diagnostics; `auto`, the default, colors on a terminal
    #[arg(long, value_name = "auto|always|never", default_value = "auto")]
    color: Color,

    /// Print this help and exit
    #[arg(short, long, action = ArgAction::Help)]
    help: Option<bool>,
}

/// Returns the command with its flags.
pub(crate) fn command() -> Command {
    CheckRequest::command()
}

/// Reads the arguments after the word `check-description`.
pub(crate) fn parse(args: &[String]) -> Result<CheckRequest, EarlyExit> {
    read_own(args, USAGE_TEXT)
}

/// Prints the descriptions and the violated rules, and returns the exit status.
pub(crate) fn run(driver: &Driver, request: &CheckRequest, env: &mut Env<'_>) -> i32 {
    let style = Style { form: request.diagnostics, color: request.color.is_on(env.color) };
    let mut reporter = DiagnosticReporter::new(style, 0);
    let mut sources = SourceMap::default();
    let checked = check(driver, request, &mut *env.stdin, &mut sources);
    let result = checked.and_then(|(text, diags)| {
        let is_faulty = diags.iter().any(|diag| diag.severity == Severity::Error);
        reporter.show(diags, &sources, env.stderr);
        let path = request.output.as_deref().unwrap_or("-");
        if !is_faulty || path == "-" {
            output::write(path, text.as_bytes(), env.stdout)?;
        }
        match is_faulty {
            true => Err(Stopped { diags: Vec::new(), status: FAILED }),
            false => Ok(()),
        }
    });
    reporter.end(result, &sources, env.stderr)
}

/// Returns the descriptions as IR, with the diagnostics about them.
fn check(
    driver: &Driver,
    request: &CheckRequest,
    stdin: &mut dyn Read,
    sources: &mut SourceMap,
) -> Result<(String, Vec<Diag>), Stopped> {
    let base = input::read(&request.file, stdin, sources)?;
    let text = sources.file_at(base).map(|file| file.text.clone()).unwrap_or_default();
    let shown = input::shown(&request.file);
    let read = descriptions(&text).map_err(|fault| fault_at(fault, base))?;
    if read.is_empty() {
        let message = format!("`{shown}` has no `{STRUCTURE}`");
        let diag = Diag::error(code::SYNTAX, Span::new(base, base), message).note(
            "expected JSON such as that of `--emit=vk-json`, C or C++ with initializers, or the text or JSON of api_dump",
        );
        return Err(Stopped::new(diag, FAILED));
    }
    let read = uniquely_named(read);
    let mut sink = Sink::default();
    let target = request.target.as_deref();
    let target = target.map(|name| targets::named(name, &driver.registry, sources, &mut sink));
    let target = target.transpose().map_err(|status| Stopped { diags: sink.take(), status })?;
    let module = module(&read, base);
    let printed = module_to_string(&module, &driver.registry, PrintOptions::default());
    let mut compilation = Compilation::new("", 0, &driver.registry).for_target(target.as_ref());
    let device = compilation
        .named_target(&module)
        .map_err(|faults| Stopped::new(targets::not_named(faults), USAGE))?;
    let mut diags = Vec::new();
    for description in &read {
        diags.extend(description.structure_type.clone().map(|fault| violation(fault, base)));
    }
    if let Some(module) = compilation.verify(module) {
        diags.extend(false_claims(&module, &read, base));
        let passes = KnownPasses { passes: &driver.passes, note: None };
        let steps = passes.planned(PASS, 0, compilation.sink()).unwrap_or_default();
        // The diagnostics in the sink are the result.
        let _ = compilation.run(module, device.as_ref(), &steps, PassWatch::default());
    }
    let mut of_rules = compilation.take();
    of_rules.iter_mut().for_each(|diag| move_to_fields(diag, &read, base));
    diags.extend(of_rules);
    Ok((printed, diags))
}

/// Returns the descriptions in a text of any form.
fn descriptions(text: &str) -> Result<Vec<ReadDescription>, TextFault> {
    let start = text.trim_start_matches(|it: char| it.is_whitespace() || it == '\u{feff}');
    if start.starts_with(['{', '[']) {
        return json_text::descriptions(text);
    }
    if let Some(html) = start.get(..9).filter(|it| it.eq_ignore_ascii_case("<!doctype")) {
        let at = text.len() - start.len();
        return Err(TextFault::new(at..at + html.len(), "the HTML of api_dump is not read")
            .note("set `output_format` of api_dump to `text` or `json`"));
    }
    match api_dump::is_dump(text) {
        true => api_dump::descriptions(text),
        false => c_text::descriptions(text),
    }
}

/// Numbers the names that occur before.
fn uniquely_named(read: Vec<ReadDescription>) -> Vec<ReadDescription> {
    let mut taken = IndexSet::new();
    let names: IndexSet<String> = read.iter().map(|it| it.name.clone()).collect();
    let unique = read.into_iter().map(|description| {
        let mut name = description.name.clone();
        let mut number = 1;
        while taken.contains(&name) || (number > 1 && names.contains(&name)) {
            number += 1;
            name = format!("{}_{number}", description.name);
        }
        taken.insert(name.clone());
        ReadDescription { name, ..description }
    });
    unique.collect()
}

fn span(at: &std::ops::Range<usize>, base: u32) -> Span {
    Span::new(base + at.start as u32, base + at.end as u32)
}

fn fault_at(fault: TextFault, base: u32) -> Stopped {
    let diag = Diag::error(code::SYNTAX, span(&fault.at, base), fault.message);
    Stopped::new(fault.note.into_iter().fold(diag, Diag::note), FAILED)
}

fn violation(fault: TextFault, base: u32) -> Diag {
    Diag::error(code::VULKAN_RULE, span(&fault.at, base), fault.message)
}

/// Returns a module with an op for each description, at the place of its name.
fn module(read: &[ReadDescription], base: u32) -> Module {
    let mut module = Module::new();
    for description in read {
        let ctx = &mut module.ctx;
        let mut entries = vec![(ctx.name("sym_name"), ctx.string(&description.name))];
        for field in &description.fields {
            let name = ctx.name(field.key);
            entries.extend(attr(&field.value, ctx).map(|attr| (name, attr)));
        }
        let attrs = Some(ctx.dict(entries));
        let name = ctx.name(DESCRIPTION_OP);
        let span = span(&description.at, base);
        let op = module.create_op(NewOp { attrs, span, ..NewOp::new(name) });
        let body = module.body();
        module.append_op(body, op);
    }
    module
}

/// Returns the attribute of a value; `None` for an element type that is not a builtin number.
fn attr(value: &AttrValue, ctx: &mut Context) -> Option<Attr> {
    Some(match value {
        AttrValue::Word(word) => ctx.string(word),
        AttrValue::Int(value) => ctx.int(*value),
        AttrValue::Ints(values) => ctx.i64_array(values),
        AttrValue::Flags(flags) => {
            let flags: Vec<Attr> = flags.iter().filter_map(|flag| attr(flag, ctx)).collect();
            ctx.array(&flags)
        }
        AttrValue::Type(name) => {
            let ty = number_type(name, ctx)?;
            ctx.type_attr(ty)
        }
    })
}

/// Returns the type of a builtin number; `None` for another name.
fn number_type(name: &str, ctx: &mut Context) -> Option<Type> {
    if let Some(kind) = FloatKind::from_keyword(name) {
        return Some(ctx.ty(TypeKind::Float(kind)));
    }
    let signs =
        [("si", Signedness::Signed), ("ui", Signedness::Unsigned), ("i", Signedness::Signless)];
    let (sign, width) = signs.into_iter().find_map(|(prefix, sign)| {
        let width: u32 = name.strip_prefix(prefix)?.parse().ok()?;
        Some((sign, width))
    })?;
    Some(ctx.ty(TypeKind::Integer { width, sign }))
}

/// Returns the errors about sizes and packedness that a text states, but that its description contradicts.
fn false_claims(module: &Module, read: &[ReadDescription], base: u32) -> Vec<Diag> {
    let mut diags = Vec::new();
    for (op, of) in module.ops(module.body()).zip(read) {
        // A malformed description violates a rule.
        let Ok(description) = Description::read(module, op) else { continue };
        let name = &of.name;
        if let (Some((stated, at)), Ok(size)) = (&of.claims.size_bytes, description.size_in_bytes())
            && size.get() != *stated
        {
            let size = size.get();
            let message =
                format!("`size_bytes` of `@{name}` is {stated}, but its memory has {size} bytes");
            diags.push(Diag::error(code::VULKAN_RULE, span(at, base), message));
        }
        let is_packed = description.memory.is_packed();
        if let Some((stated, at)) = &of.claims.is_packed
            && is_packed != *stated
        {
            let message = format!(
                "`packed` of `@{name}` is {stated}, but must be {is_packed} for its strides"
            );
            diags.push(Diag::error(code::VULKAN_RULE, span(at, base), message));
        }
    }
    diags
}

/// Moves the places of a diagnostic from the attributes of an op to the fields in the text.
fn move_to_fields(diag: &mut Diag, read: &[ReadDescription], base: u32) {
    let place = |at: &mut Span, path: &mut Vec<PathStep>| {
        let of = read.iter().find(|it| span(&it.at, base).start == at.start);
        if let (Some(of), Some(PathStep::Attr(key))) = (of, path.first()) {
            *at = span(&of.place_of(key), base);
        }
        path.clear();
    };
    diag.labels.iter_mut().for_each(|label| place(&mut label.span, &mut label.path));
    diag.notes.iter_mut().for_each(|note| place(&mut note.span, &mut note.path));
    // A replacement of an attribute does not apply to the text.
    diag.suggestions.clear();
}

//! The command line.
//!
//! `spellings` reads flags in the syntax of MLIR's tools, `mistakes` explains unknown flags, and `help` writes the
//! help.

mod help;
pub(crate) mod mistakes;
mod spellings;

use crate::driver::Driver;
use crate::render::{DiagnosticForm, DiagnosticReporter, Style};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory, FromArgMatches, Parser};
pub(crate) use help::{MLIR, option_text};
use help::{emitter_options, help, is_of_emitter, with_emitters};
use ir::diag::{Diag, code};
use ir::source::Span;
use notation::ElementType;
use passes::PassInfo;
use spellings::{count, pass_flags, switch};

/// The options of the program.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "layoutc",
    version,
    disable_help_flag = true,
    about = "A compiler for tensor layouts: reads MLIR, runs passes on it, and prints the result"
)]
pub(crate) struct DriverOptions {
    /// MLIR text; `-` or no file reads standard input
    #[arg(value_name = "FILE|-")]
    pub(crate) inputs: Vec<String>,

    /// Passes to run, such as `a{x=1},b`; default: the passes that the emitter needs
    #[arg(long, value_name = "LIST", conflicts_with = "pass_pipeline")]
    pub(crate) passes: Option<String>,

    /// The passes in MLIR's syntax, `builtin.module(func.func(a{x=1}),b)`
    #[arg(long, value_name = "TEXT")]
    pub(crate) pass_pipeline: Option<String>,

    /// The target device: its name, or a file with its `layout.target`
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) target: Option<String>,

    // The help of this flag is the list of the driver's emitters.
    #[arg(long, value_name = "KIND")]
    pub(crate) emit: Option<String>,

    /// The output file, written only on success; `-`, the default, is standard output
    #[arg(short, value_name = "OUT")]
    pub(crate) output: Option<String>,

    /// Check the diagnostics against `// expected-error@+1 {{text}}` comments
    #[arg(long)]
    pub(crate) verify_diagnostics: bool,

    /// Compile the parts between lines `// -----` as separate inputs
    #[arg(long)]
    pub(crate) split_input_file: bool,

    /// Print the IR on standard error before this pass, or before `all` passes
    #[arg(long, value_name = "PASS|all", value_delimiter = ',', alias = "mlir-print-ir-before")]
    pub(crate) print_ir_before: Vec<String>,

    /// Print the IR after a pass, `all` passes, each `change`, or a `failure`
    #[arg(long, value_name = "PASS|WHEN", value_delimiter = ',', alias = "mlir-print-ir-after")]
    pub(crate) print_ir_after: Vec<String>,

    /// Verify the IR after each pass (default true)
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, action = ArgAction::Set,
          value_parser = switch, default_value = "true", default_missing_value = "true")]
    pub(crate) verify_each: bool,

    /// Print the duration of each phase and pass
    #[arg(long, alias = "mlir-timing")]
    pub(crate) timing: bool,

    /// Print the statistics of each pass
    #[arg(long, alias = "mlir-pass-statistics")]
    pub(crate) stats: bool,

    /// Print the moves of the result with their users
    #[arg(long, value_name = "json", require_equals = true)]
    pub(crate) report: Option<ReportForm>,

    /// Print the passes with their options and exit
    #[arg(long, value_name = "json", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub(crate) list_passes: Option<ListForm>,

    /// Print the registered ops and exit
    #[arg(long, value_name = "json|irdl", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub(crate) list_ops: Option<OpListForm>,

    /// Print the Vulkan formats that a tensor can have and exit
    #[arg(long, value_name = "json", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub(crate) list_formats: Option<ListForm>,

    /// Print the targets with their limits and exit
    #[arg(long, value_name = "json", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub(crate) list_targets: Option<ListForm>,

    /// Print the notations of layouts and exit
    #[arg(long, value_name = "json", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub(crate) list_notations: Option<ListForm>,

    /// Print the operands of matrix instructions, which the notation `atom` reads, and exit
    #[arg(long, value_name = "json", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub(crate) list_atoms: Option<ListForm>,

    /// Convert the input to generic form with this program, such as mlir-opt, first
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) mlir_opt: Option<String>,

    /// Accepted for compatibility; unregistered ops are always allowed
    #[arg(long)]
    pub(crate) allow_unregistered_dialect: bool,

    /// The length of a symbolic dim, if the input is an ONNX model; may be repeated
    #[cfg(feature = "onnx")]
    #[arg(long = "dim", value_name = "NAME=VALUE", value_parser = crate::import::dim)]
    pub(crate) dims: Vec<(String, u64)>,

    /// Print locations
    #[arg(long, alias = "mlir-print-debuginfo")]
    pub(crate) print_locs: bool,

    #[command(flatten)]
    pub(crate) messages: MessageFlags,

    /// Write a test that reproduces an internal error of layoutc to this file
    #[arg(long, value_name = "PATH", alias = "mlir-pass-pipeline-crash-reproducer")]
    pub(crate) crash_reproducer: Option<String>,

    /// Print this help and exit
    #[arg(short, long, action = ArgAction::Help)]
    help: Option<bool>,

    /// MLIR's spelling of `--emit=generic`
    #[arg(long, hide = true, conflicts_with = "emit")]
    mlir_print_op_generic: bool,

    /// MLIR's spelling of `--print-ir-after=all`
    #[arg(long, hide = true, alias = "print-ir-after-all")]
    mlir_print_ir_after_all: bool,

    /// MLIR's spelling of `--print-ir-before=all`
    #[arg(long, hide = true, alias = "print-ir-before-all")]
    mlir_print_ir_before_all: bool,

    /// MLIR's spelling of `--print-ir-after=change`
    #[arg(long, hide = true)]
    mlir_print_ir_after_change: bool,

    /// MLIR's spelling of `--print-ir-after=failure`
    #[arg(long, hide = true)]
    mlir_print_ir_after_failure: bool,

    /// Print `dense_resource<__elided__>` for constants with more than this number of elements
    #[arg(long, hide = true, value_name = "N")]
    pub(crate) mlir_elide_elementsattrs_if_larger: Option<u64>,

    /// Accepted for compatibility; layoutc is single-threaded
    #[arg(long, hide = true)]
    mlir_disable_threading: bool,

    /// Accepted for compatibility; dumps always contain the whole module
    #[arg(long, hide = true)]
    mlir_print_ir_module_scope: bool,

    /// The given options of emitters, as pairs of name and value.
    #[arg(skip)]
    pub(crate) emitter_options: Vec<(String, String)>,

    /// The element type of layouts that have none.
    #[arg(skip)]
    pub(crate) elem: Option<ElementType>,

    /// The values of the symbols of layouts.
    #[arg(skip)]
    pub(crate) with: Vec<(String, i64)>,

    /// `true` if all requested layouts are notations, so that no file is read.
    #[arg(skip)]
    pub(crate) reads_no_file: bool,

    /// The lengths of symbolic dims if the input is an ONNX model. `None` if it is MLIR.
    #[arg(skip)]
    pub(crate) model_dims: Option<Vec<(String, u64)>>,

    /// The subcommand with its own flags; empty without a subcommand.
    #[arg(skip)]
    pub(crate) subcommand: Vec<String>,
}

/// The options of messages on standard error.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct MessageFlags {
    /// The format of diagnostics (default pretty)
    #[arg(long, value_name = "pretty|short|json", default_value = "pretty")]
    pub(crate) diagnostics: DiagnosticForm,

    /// The maximum number of errors to print (default 20); 0 prints all
    #[arg(long, value_name = "N", default_value = "20", value_parser = count)]
    error_limit: usize,

    /// Color the diagnostics; `auto`, the default, colors on a terminal
    #[arg(long, value_name = "auto|always|never", default_value = "auto")]
    pub(crate) color: Color,

    /// Show the progress of long work on standard error; `auto`, the default, shows it on a terminal
    #[arg(long, value_name = "auto|always|never", default_value = "auto")]
    pub(crate) progress: ProgressMode,
}

impl MessageFlags {
    /// Returns the style of diagnostics. `auto` is `true` if standard error is a terminal.
    pub(crate) fn style(&self, auto: bool) -> Style {
        Style { form: self.diagnostics, color: self.color.is_on(auto) }
    }

    /// Returns the printer of diagnostics. `auto` is as for [`style`](Self::style).
    pub(crate) fn reporter(&self, auto: bool) -> DiagnosticReporter {
        DiagnosticReporter::new(self.style(auto), self.error_limit)
    }
}

/// The form of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ListForm {
    /// A table.
    Text,
    /// A JSON array.
    Json,
}

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ReportForm {
    /// A JSON object a line.
    Json,
}

/// The form of the list of ops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum OpListForm {
    /// A table.
    Text,
    /// A JSON array.
    Json,
    /// The definition of the dialect in IRDL.
    Irdl,
}

/// The condition for colored diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Color {
    /// Color if standard error is a terminal.
    Auto,
    /// Always color.
    Always,
    /// Never color.
    Never,
}

impl Color {
    /// Returns `true` if diagnostics are colored. `auto` is `true` if standard error is a terminal.
    pub(crate) fn is_on(self, auto: bool) -> bool {
        match self {
            Color::Auto => auto,
            Color::Always => true,
            Color::Never => false,
        }
    }
}

/// The condition for reports of progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ProgressMode {
    /// A line that is rewritten, if standard error is a terminal and the work is long.
    Auto,
    /// Lines of text, independent of time.
    Always,
    /// No reports.
    Never,
}

/// The result of a command line that compiles nothing.
#[derive(Debug)]
pub(crate) enum EarlyExit {
    /// Text for standard output: the help or the version.
    Text(String),
    /// The error in the command line.
    Fault(Box<Diag>),
}

/// Returns the command of the program, without subcommands.
pub(crate) fn command(driver: &Driver) -> Command {
    with_emitters(DriverOptions::command(), driver)
}

/// Reads the arguments, without the name of the program.
pub(crate) fn parse(args: &[String], driver: &Driver) -> Result<DriverOptions, EarlyExit> {
    let command = command(driver);
    let line = CommandLine { args, usage: USAGE, passes: &driver.passes };
    let matches = line.matches(&command)?;
    let emitter_options = emitter_options(&command, &matches);
    let options: DriverOptions = line.read(&matches, &command)?;
    Ok(DriverOptions { emitter_options, ..options }.heed_spellings())
}

/// The arguments of a command, with what is needed to explain errors in them.
pub(crate) struct CommandLine<'a> {
    /// The arguments after the name of the command.
    pub(crate) args: &'a [String],
    /// The usage line of the command.
    pub(crate) usage: &'a str,
    /// The passes whose names are flags of the command.
    pub(crate) passes: &'a [PassInfo],
}

impl CommandLine<'_> {
    /// Reads the arguments of a command.
    ///
    /// # Errors
    /// The help, the version, or the error in the arguments.
    pub(crate) fn matches(&self, command: &Command) -> Result<ArgMatches, EarlyExit> {
        let words = pass_flags(self.args, command, self.passes).map_err(EarlyExit::Fault)?;
        let words = std::iter::once(command.get_name().to_owned()).chain(words);
        let matches = command.clone().try_get_matches_from(words);
        matches.map_err(|error| self.early_exit(&error, command))
    }

    /// Returns the options of a command from its arguments.
    pub(crate) fn read<T: FromArgMatches>(
        &self,
        matches: &ArgMatches,
        command: &Command,
    ) -> Result<T, EarlyExit> {
        T::from_arg_matches(matches).map_err(|error| self.early_exit(&error, command))
    }

    fn early_exit(&self, error: &clap::Error, command: &Command) -> EarlyExit {
        match error.kind() {
            ErrorKind::DisplayHelp => EarlyExit::Text(help(command.clone(), self.usage)),
            ErrorKind::DisplayVersion => {
                EarlyExit::Text(error.to_string().trim_end().to_owned() + "\n")
            }
            _ => {
                let diag = mistakes::diagnose(error, command, self.args, self.passes);
                EarlyExit::Fault(Box::new(diag))
            }
        }
    }
}

/// Reads the arguments of a subcommand that has none of the flags of the program.
///
/// # Errors
/// The help, or the error in the arguments.
pub(crate) fn read_own<T: CommandFactory + FromArgMatches>(
    args: &[String],
    usage: &str,
) -> Result<T, EarlyExit> {
    let command = T::command();
    let line = CommandLine { args, usage, passes: &[] };
    line.read(&line.matches(&command)?, &command)
}

/// The usage of the program.
const USAGE: &str = "layoutc [FILE|-] [--passes=LIST] [--target=NAME|FILE] [--emit=KIND] [-o OUT]\n       \
                     layoutc eval FILE ..., see `layoutc eval --help`\n       \
                     layoutc convert NOTATION --to NAME, see `layoutc convert --help`\n       \
                     layoutc draw FILE --of SYMBOL, see `layoutc draw --help`\n       \
                     layoutc explain FILE --of SYMBOL, or CODE, or PASS\n       \
                     layoutc import MODEL.onnx [--dim NAME=VALUE]... [--bound NAME=VALUE]... [-o OUT.mlir]\n       \
                     layoutc check-description FILE [--target=NAME|FILE], of Vulkan tensor descriptions\n       \
                     layoutc completions SHELL, layoutc lsp, layoutc man [SUBCOMMAND], layoutc new-target --vulkaninfo FILE";

/// A subcommand that compiles a file. It also accepts the options of the program.
pub(crate) struct Subcommand {
    /// The program with the subcommand, `layoutc eval`.
    pub(crate) name: &'static str,
    /// A one-line description.
    pub(crate) about: &'static str,
    /// The usage of the subcommand.
    pub(crate) usage: &'static str,
    /// The passes without `--passes`, as a clause.
    pub(crate) default_passes: &'static str,
    /// The reason why `UNSUITED` options have no effect, as a clause: `which prints answers`.
    pub(crate) because: &'static str,
}

/// Options of the program that have no effect on a subcommand. A subcommand writes no IR and compiles one file as a
/// whole.
const UNSUITED: &[&str] = &[
    "emit",
    "verify_diagnostics",
    "split_input_file",
    "list_passes",
    "list_ops",
    "list_formats",
    "list_targets",
    "list_notations",
    "list_atoms",
    "mlir_print_op_generic",
];

impl Subcommand {
    /// Returns the command with its flags.
    pub(crate) fn command<T: CommandFactory>(&self, driver: &Driver) -> Command {
        let command = with_emitters(T::command(), driver).name(self.name).about(self.about);
        command.mut_args(|arg| self.suited(arg))
    }

    /// Reads the arguments after the name of the subcommand. Options of emitters have no effect, because no emitter
    /// runs. `options` are those of the program, which hold the subcommand with its own flags as they were given.
    pub(crate) fn read<T: CommandFactory + FromArgMatches>(
        &self,
        args: &[String],
        driver: &Driver,
        options: fn(&mut T) -> &mut DriverOptions,
    ) -> Result<T, EarlyExit> {
        let command = self.command::<T>(driver);
        let line = CommandLine { args, usage: self.usage, passes: &driver.passes };
        let matches = line.matches(&command)?;
        let name = self.name.trim_start_matches("layoutc ");
        if let Some(id) = UNSUITED.iter().find(|id| is_given(&matches, id)) {
            let flag = id.replace('_', "-");
            let because = self.because;
            return Err(self.fault(format!("`--{flag}` has no effect on `{name}`, {because}")));
        }
        let program = DriverOptions::command();
        let own = command.get_arguments().filter(|arg| {
            program.get_arguments().all(|it| it.get_id() != arg.get_id()) && !is_of_emitter(arg)
        });
        let given = own.filter(|arg| is_given(&matches, arg.get_id().as_str()));
        let flags = given.flat_map(|arg| given_flags(arg, &matches));
        let words = std::iter::once(name.to_owned()).chain(flags).collect();
        let mut read = line.read(&matches, &command)?;
        options(&mut read).subcommand = words;
        Ok(read)
    }

    /// Hides a flag that has no effect on the subcommand, and adapts the help of `--passes`.
    fn suited(&self, arg: Arg) -> Arg {
        let id = arg.get_id().as_str();
        let is_hidden = arg.is_hide_set() || UNSUITED.contains(&id) || is_of_emitter(&arg);
        let passes = (id == "passes").then(|| {
            format!("Passes to run, such as `a{{x=1}},b`; default: {}", self.default_passes)
        });
        let arg = arg.hide(is_hidden);
        passes.into_iter().fold(arg, |arg, text| arg.help(text))
    }

    /// Checks that there is no file if all requested layouts are notations.
    ///
    /// # Errors
    /// There is a file.
    pub(crate) fn check_file(&self, options: &DriverOptions) -> Result<(), EarlyExit> {
        match options.inputs.first().filter(|_| options.reads_no_file) {
            Some(file) => {
                Err(self.fault(format!("`{file}` has no effect: the layout is a notation")))
            }
            None => Ok(()),
        }
    }

    /// Returns an error in the command line of the subcommand.
    pub(crate) fn fault(&self, message: impl Into<String>) -> EarlyExit {
        self.early_exit(Diag::error(code::OPTION, Span::NONE, message))
    }

    /// Returns an error in the command line of the subcommand, with a remedy.
    pub(crate) fn fault_with(
        &self,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> EarlyExit {
        self.early_exit(Diag::error(code::OPTION, Span::NONE, message).note(remedy))
    }

    fn early_exit(&self, diag: Diag) -> EarlyExit {
        EarlyExit::Fault(Box::new(diag.note(format!("`{} --help` lists the options", self.name))))
    }
}

/// Returns `true` if an option is on the command line.
fn is_given(matches: &ArgMatches, id: &str) -> bool {
    matches.value_source(id) == Some(ValueSource::CommandLine)
}

/// Returns a flag as it was given, once for each of its values.
fn given_flags(arg: &Arg, matches: &ArgMatches) -> Vec<String> {
    let flag = format!("--{}", arg.get_long().unwrap_or_default());
    if !arg.get_action().takes_values() {
        return vec![flag];
    }
    let values = matches.get_raw(arg.get_id().as_str()).into_iter().flatten();
    values.map(|value| format!("{flag}={}", value.to_string_lossy())).collect()
}

impl DriverOptions {
    /// Applies the flags that are MLIR's spellings of other flags.
    pub(crate) fn heed_spellings(mut self) -> DriverOptions {
        if self.mlir_print_op_generic {
            self.emit = Some("generic".to_owned());
        }
        if self.mlir_print_ir_after_all {
            self.print_ir_after.push("all".to_owned());
        }
        if self.mlir_print_ir_after_change {
            self.print_ir_after.push("change".to_owned());
        }
        if self.mlir_print_ir_after_failure {
            self.print_ir_after.push("failure".to_owned());
        }
        if self.mlir_print_ir_before_all {
            self.print_ir_before.push("all".to_owned());
        }
        self.heed_model();
        self
    }

    /// Returns `true` if the emitter reads the weights of a model other than the input.
    #[cfg(feature = "onnx")]
    pub(crate) fn reads_weights(&self) -> bool {
        self.emitter_options.iter().any(|option| option.0 == crate::model_output::WEIGHTS)
    }

    /// Notes that the input is an ONNX model, by its extension.
    #[cfg(feature = "onnx")]
    fn heed_model(&mut self) {
        if let [path] = self.inputs.as_slice()
            && is_model(path)
        {
            self.model_dims = Some(self.dims.clone());
        }
    }

    #[cfg(not(feature = "onnx"))]
    fn heed_model(&mut self) {}
}

/// Returns `true` if the extension of a path is that of an ONNX model.
#[cfg(feature = "onnx")]
fn is_model(path: &str) -> bool {
    let extension = std::path::Path::new(path).extension();
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case("onnx"))
}

/// Returns the form of diagnostics that the arguments select. Used if the arguments as a whole are invalid.
pub(crate) fn form_of(args: &[String]) -> DiagnosticForm {
    let mut values =
        args.iter().filter_map(|arg| arg.trim_start_matches('-').strip_prefix("diagnostics="));
    match values.next_back() {
        Some("json") => DiagnosticForm::Json,
        Some("short") => DiagnosticForm::Short,
        _ => DiagnosticForm::Pretty,
    }
}

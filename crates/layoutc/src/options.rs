//! The command line.

use crate::driver::Driver;
use crate::render::DiagnosticForm;
use clap::builder::PossibleValuesParser;
use clap::error::{ContextKind, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory, FromArgMatches, Parser};
use ir::diag::{Diag, code};
use ir::options::OptionInfo;
use ir::source::Span;

/// The emitter without `--emit`: IR in custom form.
pub(crate) const MLIR: &str = "mlir";

/// The options of a run.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "layoutc",
    version,
    disable_help_flag = true,
    about = "A compiler for tensor layouts: reads MLIR, runs passes on it, and prints the result"
)]
pub(crate) struct DriverOptions {
    /// MLIR text; `-` or nothing is standard input
    #[arg(value_name = "FILE|-")]
    pub(crate) inputs: Vec<String>,

    /// Passes to run, such as `a{x=1},b`; without it, those that the emitter needs
    #[arg(long, value_name = "LIST", conflicts_with = "pass_pipeline")]
    pub(crate) passes: Option<String>,

    /// The same as MLIR writes it, `builtin.module(a{x=1},b)`
    #[arg(long, value_name = "TEXT")]
    pub(crate) pass_pipeline: Option<String>,

    /// The device whose limits hold: its name, or a file with its `layout.target`
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) target: Option<String>,

    // The help lists the emitters of the driver.
    #[arg(long, value_name = "KIND")]
    pub(crate) emit: Option<String>,

    /// Where to write, only if all went well; `-` is standard output
    #[arg(short, value_name = "OUT")]
    pub(crate) output: Option<String>,

    /// Check the diagnostics against `// expected-error@+1 {{text}}` comments
    #[arg(long)]
    pub(crate) verify_diagnostics: bool,

    /// Treat the parts between lines `// -----` as inputs of their own
    #[arg(long)]
    pub(crate) split_input_file: bool,

    /// Print the IR before a pass, on standard error
    #[arg(long, value_name = "PASS|all", value_delimiter = ',', alias = "mlir-print-ir-before")]
    pub(crate) print_ir_before: Vec<String>,

    /// Print the IR after a pass, or after each that changes it
    #[arg(
        long,
        value_name = "PASS|all|change",
        value_delimiter = ',',
        alias = "mlir-print-ir-after"
    )]
    pub(crate) print_ir_after: Vec<String>,

    /// Verify after each pass (default true)
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, action = ArgAction::Set,
          default_value = "true", default_missing_value = "true")]
    pub(crate) verify_each: bool,

    /// Print how long each phase and pass took
    #[arg(long, alias = "mlir-timing")]
    pub(crate) timing: bool,

    /// Print what each pass counted
    #[arg(long, alias = "mlir-pass-statistics")]
    pub(crate) stats: bool,

    /// Print the passes with their options and exit
    #[arg(long, value_name = "json", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub(crate) list_passes: Option<ListForm>,

    /// Print the ops that are known and exit
    #[arg(long, value_name = "json", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub(crate) list_ops: Option<ListForm>,

    /// Print the formats of Vulkan that tensors can have and exit
    #[arg(long, value_name = "json", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub(crate) list_formats: Option<ListForm>,

    /// Print the targets with their limits and exit
    #[arg(long, value_name = "json", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub(crate) list_targets: Option<ListForm>,

    /// Accepted for compatibility: unknown ops are always allowed
    #[arg(long)]
    pub(crate) allow_unregistered_dialect: bool,

    /// Print locations
    #[arg(long, alias = "mlir-print-debuginfo")]
    pub(crate) print_locs: bool,

    /// The form of diagnostics (default pretty)
    #[arg(long, value_name = "pretty|short|json", default_value = "pretty")]
    pub(crate) diagnostics: DiagnosticForm,

    /// Show at most this many errors (default 20); 0 shows all
    #[arg(long, value_name = "N", default_value = "20")]
    pub(crate) error_limit: usize,

    /// Colour the diagnostics; auto, the default, does on a terminal
    #[arg(long, value_name = "auto|always|never", default_value = "auto")]
    pub(crate) color: Color,

    /// Where to write a test that shows a fault of layoutc again
    #[arg(long, value_name = "PATH")]
    pub(crate) crash_reproducer: Option<String>,

    /// Print this text and exit
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

    /// The given options of emitters, pairs of name and value.
    #[arg(skip)]
    pub(crate) emitter_options: Vec<(String, String)>,

    /// The subcommand with its own flags, where there is one.
    #[arg(skip)]
    pub(crate) subcommand: Vec<String>,
}

/// The form of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ListForm {
    /// A table.
    Text,
    /// A JSON array.
    Json,
}

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Color {
    /// Where standard error is a terminal.
    Auto,
    /// In any case.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// Whether to colour, where `auto` says whether standard error is a terminal.
    pub(crate) fn is_on(self, auto: bool) -> bool {
        match self {
            Color::Auto => auto,
            Color::Always => true,
            Color::Never => false,
        }
    }
}

/// What comes of a command line that asks for no run.
#[derive(Debug)]
pub(crate) enum EarlyExit {
    /// Text for standard output: the help or the version.
    Text(String),
    /// The command line is wrong.
    Fault(Box<Diag>),
}

/// Reads the arguments, without the program's name.
pub(crate) fn parse(args: &[String], driver: &Driver) -> Result<DriverOptions, EarlyExit> {
    let mut command = with_emitters(DriverOptions::command(), driver);
    let matches = command.try_get_matches_from_mut(words("layoutc", args));
    let parsed = matches.and_then(|matches| {
        let emitter_options = emitter_options(&command, &matches);
        Ok(DriverOptions { emitter_options, ..DriverOptions::from_arg_matches(&matches)? })
    });
    let options = parsed.map_err(|error| stop(&error, command, USAGE))?;
    Ok(options.heed_spellings())
}

/// How the program is called.
const USAGE: &str = "layoutc [FILE|-] [--passes=LIST] [--target=NAME|FILE] [--emit=KIND] [-o OUT]\n       \
                     layoutc eval FILE ..., see `layoutc eval --help`\n       \
                     layoutc explain FILE --of SYMBOL, or CODE, or PASS\n       \
                     layoutc import MODEL.onnx [-o OUT.mlir]";

/// A subcommand that compiles a file, so that it takes the options of the program, too.
pub(crate) struct Subcommand {
    /// The program with it, `layoutc eval`.
    pub(crate) name: &'static str,
    /// What it does, in a line.
    pub(crate) about: &'static str,
    /// How it is called.
    pub(crate) usage: &'static str,
    /// Why `UNSUITED` mean nothing to it, as a clause: `which prints answers`.
    pub(crate) because: &'static str,
}

/// Options of the program that mean nothing to a subcommand, which writes no IR and compiles one file as a whole.
const UNSUITED: &[&str] = &[
    "emit",
    "verify_diagnostics",
    "split_input_file",
    "list_passes",
    "list_ops",
    "list_formats",
    "list_targets",
    "mlir_print_op_generic",
];

impl Subcommand {
    /// Reads the arguments after its name. Options of emitters have no effect, as no emitter runs.
    pub(crate) fn read<T: CommandFactory + FromArgMatches>(
        &self,
        args: &[String],
        driver: &Driver,
    ) -> Result<T, EarlyExit> {
        let mut command = with_emitters(T::command(), driver).name(self.name).about(self.about);
        let is_unsuited = |arg: &Arg| UNSUITED.contains(&arg.get_id().as_str());
        command = command.mut_args(|arg| if is_unsuited(&arg) { arg.hide(true) } else { arg });
        let matches = command.try_get_matches_from_mut(words(self.name, args));
        let matches = matches.map_err(|error| stop(&error, command.clone(), self.usage))?;
        let given = |id: &&&str| matches.value_source(id) == Some(ValueSource::CommandLine);
        if let Some(id) = UNSUITED.iter().find(given) {
            let (flag, because) = (id.replace('_', "-"), self.because);
            let name = self.name.trim_start_matches("layoutc ");
            return Err(self.fault(format!("`--{flag}` means nothing to `{name}`, {because}")));
        }
        T::from_arg_matches(&matches).map_err(|error| stop(&error, command, self.usage))
    }

    /// A fault of its command line.
    pub(crate) fn fault(&self, message: impl Into<String>) -> EarlyExit {
        let diag = Diag::error(code::OPTION, Span::NONE, message);
        EarlyExit::Fault(Box::new(diag.note(format!("`{} --help` lists the options", self.name))))
    }
}

/// The words of a command line as clap takes them.
pub(crate) fn words(name: &str, args: &[String]) -> Vec<String> {
    std::iter::once(name.to_owned()).chain(args.iter().map(|arg| two_dashes(arg))).collect()
}

impl DriverOptions {
    /// What MLIR's spellings mean.
    pub(crate) fn heed_spellings(mut self) -> DriverOptions {
        if self.mlir_print_op_generic {
            self.emit = Some("generic".to_owned());
        }
        if self.mlir_print_ir_after_all {
            self.print_ir_after.push("all".to_owned());
        }
        if self.mlir_print_ir_before_all {
            self.print_ir_before.push("all".to_owned());
        }
        self
    }
}

/// The form of diagnostics that the arguments ask for, where they cannot be read as a whole.
pub(crate) fn form_of(args: &[String]) -> DiagnosticForm {
    let mut values =
        args.iter().filter_map(|arg| arg.trim_start_matches('-').strip_prefix("diagnostics="));
    match values.next_back() {
        Some("json") => DiagnosticForm::Json,
        Some("short") => DiagnosticForm::Short,
        _ => DiagnosticForm::Pretty,
    }
}

/// LLVM's tools take long options with one dash, too. `-o`, `-h` and `-V` are our only short ones.
fn two_dashes(arg: &str) -> String {
    let long = arg.strip_prefix('-').is_some_and(|name| {
        name.len() > 1
            && name.starts_with(|c: char| c.is_ascii_lowercase() && !matches!(c, 'o' | 'h'))
    });
    if long { format!("-{arg}") } else { arg.to_owned() }
}

/// What comes of a command line that clap did not read.
pub(crate) fn stop(error: &clap::Error, command: Command, usage: &str) -> EarlyExit {
    match error.kind() {
        ErrorKind::DisplayHelp => return EarlyExit::Text(help(command, usage)),
        ErrorKind::DisplayVersion => {
            return EarlyExit::Text(error.to_string().trim_end().to_owned() + "\n");
        }
        _ => {}
    }
    // The first paragraph says what is wrong; below it stand tips and the usage.
    let text = error.to_string();
    let first: Vec<&str> =
        text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
    let message = first.join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message).replace('\'', "`");
    let mut diag = Diag::error(code::OPTION, Span::NONE, message);
    for kind in [ContextKind::SuggestedArg, ContextKind::SuggestedValue] {
        if let Some(near) = error.get(kind) {
            diag = diag.note(format!("did you mean `{near}`?"));
        }
    }
    let name = command.get_name();
    EarlyExit::Fault(Box::new(diag.note(format!("`{name} --help` lists the options"))))
}

/// The heading of the flags that are options of emitters, by which they are found.
const OF_EMITTERS: &str = "Options of emitters";

/// Adds the options of the driver's emitters as flags, and lists the emitters in the help of `--emit`. An option with the
/// name of another flag is not a flag.
fn with_emitters(command: Command, driver: &Driver) -> Command {
    let names = driver.emitters.iter().map(|emitter| emitter.name).filter(|&name| name != MLIR);
    let kinds = format!("{MLIR} or {}", names.collect::<Vec<_>>().join(", "));
    let is_emit = |arg: &Arg| arg.get_id() == "emit";
    let command = command.mut_args(|arg| if is_emit(&arg) { arg.help(kinds.clone()) } else { arg });
    let options = driver.emitters.iter().flat_map(|emitter| emitter.options);
    options.fold(command, |command, option| {
        let is_taken = command.get_arguments().any(|arg| is_named(arg, option.name));
        if is_taken { command } else { command.arg(flag(option)) }
    })
}

fn is_named(arg: &Arg, name: &str) -> bool {
    let aliases = arg.get_all_aliases().unwrap_or_default();
    arg.get_id() == name || arg.get_long() == Some(name) || aliases.contains(&name)
}

/// The flag of an option of an emitter.
fn flag(option: &OptionInfo) -> Arg {
    let mut text = option.summary.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    if !option.default.is_empty() {
        text += &format!(" (default {})", option.default);
    }
    let flag = Arg::new(option.name).long(option.name).help_heading(OF_EMITTERS).help(text);
    let flag = flag.value_name(option.values_text());
    match option.values {
        [] => flag,
        values => flag.value_parser(PossibleValuesParser::new(values)),
    }
}

/// Returns the given options of emitters, pairs of name and value.
fn emitter_options(command: &Command, matches: &ArgMatches) -> Vec<(String, String)> {
    let names = command.get_arguments().filter(|flag| is_of_emitter(flag));
    let names = names.map(|flag| flag.get_id().as_str());
    let given = names.map(|name| Some((name.to_owned(), matches.get_one::<String>(name)?.clone())));
    given.flatten().collect()
}

fn is_of_emitter(flag: &Arg) -> bool {
    flag.get_help_heading() == Some(OF_EMITTERS)
}

/// The help, one line for each option. Options of emitters follow `--emit`.
fn help(mut command: Command, usage: &str) -> String {
    command.build();
    let all = command.get_arguments();
    let (of_emitters, mut args): (Vec<&Arg>, Vec<&Arg>) = all.partition(|arg| is_of_emitter(arg));
    let emit = args.iter().position(|arg| arg.get_id() == "emit").map_or(args.len(), |at| at + 1);
    args.splice(emit..emit, of_emitters);
    args.retain(|arg| !arg.is_hide_set());
    let width = args.iter().map(|arg| spelling(arg).len()).max().unwrap_or(0);
    let line = |arg: &&Arg| {
        let text = arg.get_help().map(ToString::to_string).unwrap_or_default();
        format!("  {:width$}  {text}\n", spelling(arg))
    };
    let lines: String = args.iter().map(line).collect();
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    format!(
        "{about}\n\n\
         Usage: {usage}\n\n\
         {lines}\n\
         Exit status: 0 fine; 1 the input is wrong or a check failed; 2 the command line is wrong;\n\
         101 a fault of layoutc. The environment variables that are read are NO_COLOR, and LAYOUTC_Z3, the\n\
         solver that `check-addresses` asks.\n"
    )
}

/// How an option is written, `--emit=KIND`.
fn spelling(arg: &Arg) -> String {
    let names = arg.get_value_names().filter(|_| arg.get_action().takes_values());
    let value = names.and_then(<[_]>::first).map(|name| name.as_str());
    let optional = arg.get_num_args().is_some_and(|range| range.min_values() == 0);
    match (arg.get_long(), arg.get_short(), value) {
        (Some(long), _, Some(value)) if optional => format!("--{long}[={value}]"),
        (Some(long), _, Some(value)) => format!("--{long}={value}"),
        (Some(long), Some(short), None) => format!("-{short}, --{long}"),
        (Some(long), None, None) => format!("--{long}"),
        (None, Some(short), value) => format!("-{short} {}", value.unwrap_or_default()),
        (None, None, value) => value.unwrap_or_default().to_owned(),
    }
}

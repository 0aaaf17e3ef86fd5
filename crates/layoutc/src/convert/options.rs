//! The command line of `convert`.

use crate::driver::Driver;
use crate::eval::SymbolValues;
use crate::options::{DriverOptions, EarlyExit, Subcommand};
use clap::{Command, Parser};
use ir::layout::near_or_all;
use notation::{ElementType, NOTATIONS, Notation, names_notation, notation};

/// The arguments of `convert`.
#[derive(Debug, Parser)]
#[command(disable_help_flag = true)]
struct ConvertCommand {
    /// The layout to convert: `@x`, `@f:%x`, or a notation
    #[arg(long, value_name = "SYMBOL", group = "subject")]
    of: Option<String>,

    /// The layout to convert, in a notation such as `cute:(4,8):(8,1)`
    #[arg(long, value_name = "NOTATION", group = "subject", allow_hyphen_values = true)]
    layout: Option<String>,

    /// The name of the notation to write
    #[arg(long, value_name = "NAME")]
    to: Option<String>,

    /// The element type of a layout that has none
    #[arg(long, value_name = "TYPE")]
    elem: Option<ElementType>,

    /// Values for the symbols of a layout such as `torch:(s0,s1):(s1,1)`
    #[arg(long, value_name = "s0=3,s1=8", allow_hyphen_values = true)]
    with: Option<SymbolValues>,

    #[command(flatten)]
    options: DriverOptions,
}

/// A layout, and the notation to write it in.
#[derive(Clone)]
pub(crate) struct ConvertRequest {
    /// The symbol or the notation of the layout.
    pub(crate) of: String,
    /// The notation to write.
    pub(crate) to: &'static Notation,
}

const SUBCOMMAND: Subcommand = Subcommand {
    name: "layoutc convert",
    about: "Writes a layout in another notation",
    usage: "layoutc convert FILE --of SYMBOL --to NAME\n       layoutc convert NOTATION --to NAME",
    default_passes: "`resolve-strides`",
    because: "which prints a notation",
};

/// Returns the command with its flags.
pub(crate) fn command(driver: &Driver) -> Command {
    SUBCOMMAND.command::<ConvertCommand>(driver)
}

/// Reads the arguments after the word `convert`.
pub(crate) fn parse(
    args: &[String],
    driver: &Driver,
) -> Result<(DriverOptions, ConvertRequest), EarlyExit> {
    let ConvertCommand { of, layout, to, elem, with, options } =
        SUBCOMMAND.read(args, driver, |it: &mut ConvertCommand| &mut it.options)?;
    let mut options = options.heed_spellings();
    let of = match (layout.or(of), options.inputs.as_slice()) {
        (Some(of), _) => of,
        (None, [text]) if text.contains(':') && !text.starts_with('@') => {
            let text = text.clone();
            options.inputs.clear();
            text
        }
        (None, inputs) => {
            let message = match inputs.first() {
                Some(text) => {
                    format!("`{text}` is not a notation, and `--of` names no symbol of it")
                }
                None => "expected a layout: a notation, or a file with a symbol".to_owned(),
            };
            return Err(SUBCOMMAND.fault_with(
                message,
                "for example `layoutc convert 'cute:(4,8):(8,1)' --to=torch`, or `layoutc convert FILE --of=@x --to=torch`",
            ));
        }
    };
    let to = written(to)?;
    options.elem = elem;
    options.with = with.map_or_else(Vec::new, |SymbolValues(values)| values);
    options.reads_no_file = names_notation(&of) || !of.starts_with('@');
    SUBCOMMAND.check_file(&options)?;
    Ok((options, ConvertRequest { of, to }))
}

/// Returns the notation with the name of `--to`.
fn written(name: Option<String>) -> Result<&'static Notation, EarlyExit> {
    let names: Vec<&str> = NOTATIONS.iter().map(|notation| notation.name).collect();
    let Some(name) = name else {
        let all = names.join(", ");
        let remedy = format!("use `--to=NAME`, such as `--to=torch`; the notations are {all}");
        return Err(SUBCOMMAND.fault_with("expected a notation to write", remedy));
    };
    notation(&name).ok_or_else(|| {
        let remedy = near_or_all("notations", &name, names.iter().copied());
        SUBCOMMAND.fault_with(format!("unknown notation `{name}`"), remedy)
    })
}

//! The command line of `draw`.

use crate::driver::Driver;
use crate::eval::{AccessRequest, Dims, LaneFlags, SymbolValues};
use crate::options::{DriverOptions, EarlyExit, Subcommand};
use clap::{Command, Parser};
use draw::{FORMATS, PictureFormat, PictureView, Shade};
use notation::{ElementType, names_notation};

/// The arguments of `draw`.
#[derive(Debug, Parser)]
#[command(disable_help_flag = true)]
struct DrawCommand {
    #[command(flatten)]
    flags: DrawFlags,
    #[command(flatten)]
    options: DriverOptions,
}

#[derive(Debug, clap::Args)]
struct DrawFlags {
    /// The subject: `@x` of a layout or a function, `@f:%x` of a value, or a notation; a model needs none
    #[arg(long, value_name = "SYMBOL", group = "subject")]
    of: Option<String>,

    /// The layout in a notation such as `cute:(4,8):(8,1)`, instead of a file and `--of`
    #[arg(long, value_name = "NOTATION", group = "subject", allow_hyphen_values = true)]
    layout: Option<String>,

    /// The kind of picture (default grid; graph for a function, blocks for a model)
    #[arg(long, value_name = "blocks|graph|grid|pipeline|slots|strip")]
    view: Option<String>,

    /// The format (default text, or that of the extension of `-o`)
    #[arg(long = "as", value_name = "html|svg|text")]
    format: Option<String>,

    /// The meaning of the shades of cells (default vector; lane for a placement)
    #[arg(long, value_name = "bank|lane|offset|register|vector|warp")]
    shade: Option<String>,

    /// The element type of a layout that has none
    #[arg(long, value_name = "TYPE")]
    elem: Option<ElementType>,

    /// Values for the symbols of a layout such as `torch:(s0,s1):(s1,1)`
    #[arg(long, value_name = "s0=3,s1=8", allow_hyphen_values = true)]
    with: Option<SymbolValues>,

    /// The dims that lanes step through, for `--shade=lane` and `--shade=bank` (default all dims)
    #[arg(long, value_name = "DIM[,DIM]")]
    access: Option<Dims>,

    #[command(flatten)]
    lanes: LaneFlags,
}

/// A request to `draw`.
#[derive(Clone, Debug)]
pub(crate) struct DrawRequest {
    /// The symbol or the notation.
    pub(crate) of: String,
    /// The view; `None` for the default of the subject.
    pub(crate) view: Option<&'static PictureView>,
    /// The format.
    pub(crate) format: &'static PictureFormat,
    /// The meaning of the shades.
    pub(crate) shade: Shade,
    /// The access whose lanes and banks are shown.
    pub(crate) access: Option<AccessRequest>,
    /// `true` if the input is an ONNX model.
    pub(crate) is_model: bool,
}

/// The passes of a model that is drawn for a target.
const MODEL_PASSES: &str = "assign-layouts,resolve-strides{copies=insert}";
/// The function of a model.
const FUNCTION: &str = "@main_graph";

const SUBCOMMAND: Subcommand = Subcommand {
    name: "layoutc draw",
    about: "Draws a layout, or a function with its layouts",
    usage: "layoutc draw MODEL.onnx [--target=NAME] [--dim NAME=VALUE]... [-o OUT.html]\n       \
            layoutc draw FILE --of SYMBOL [--view=grid|strip|pipeline|graph] [--as=text|svg|html]\n       \
            layoutc draw NOTATION [--view=grid|slots|strip|pipeline] [--as=text|svg|html]",
    default_passes: "`resolve-strides`",
    because: "which prints a picture",
};

/// Returns the command with its flags.
pub(crate) fn command(driver: &Driver) -> Command {
    SUBCOMMAND.command::<DrawCommand>(driver)
}

/// Reads the arguments after the word `draw`.
pub(crate) fn parse(
    args: &[String],
    driver: &Driver,
) -> Result<(DriverOptions, DrawRequest), EarlyExit> {
    let DrawCommand { flags, options } =
        SUBCOMMAND.read(args, driver, |it: &mut DrawCommand| &mut it.options)?;
    let mut options = options.heed_spellings();
    let is_model = reads_model(&mut options);
    let of = subject(&flags, &mut options)?;
    options.elem = flags.elem;
    options.with = flags.with.clone().map_or_else(Vec::new, |SymbolValues(values)| values);
    options.reads_no_file = names_notation(&of) || !of.starts_with('@');
    SUBCOMMAND.check_file(&options)?;
    let own = flags.view.as_deref().or((is_model && of == FUNCTION).then_some("blocks"));
    let view = own.map(draw::view).transpose().map_err(fault)?;
    let format = draw::format(format_name(&flags, &options)).map_err(fault)?;
    let shade = flags.shade.as_deref().map_or(Ok(Shade::default()), draw::shade).map_err(fault)?;
    if flags.access.is_some() && !matches!(shade, Shade::Lane | Shade::Bank) {
        let remedy = "add `--shade=lane` or `--shade=bank`";
        return Err(SUBCOMMAND.fault_with("`--access` has no effect without its shade", remedy));
    }
    let access = flags.access.map(|Dims(dims)| flags.lanes.access(dims, Vec::new()));
    Ok((options, DrawRequest { of, view, format, shade, access, is_model }))
}

/// Returns `true` if the input is an ONNX model. Layouts of a model are assigned if there is a target.
fn reads_model(options: &mut DriverOptions) -> bool {
    let has_passes = options.passes.is_some() || options.pass_pipeline.is_some();
    let is_model = options.model_dims.is_some();
    if is_model && options.target.is_some() && !has_passes {
        options.passes = Some(MODEL_PASSES.to_owned());
    }
    is_model
}

/// Returns the symbol or the notation to draw. A notation can be the only argument.
fn subject(flags: &DrawFlags, options: &mut DriverOptions) -> Result<String, EarlyExit> {
    if let Some(of) = flags.layout.as_ref().or(flags.of.as_ref()) {
        return Ok(of.clone());
    }
    match options.inputs.as_slice() {
        [_] if options.model_dims.is_some() => Ok(FUNCTION.to_owned()),
        [text] if names_notation(text) => {
            let text = text.clone();
            options.inputs.clear();
            Ok(text)
        }
        [file, symbol, ..] if symbol.starts_with(['@', '%']) => Err(SUBCOMMAND.fault_with(
            format!("unexpected `{symbol}`"),
            format!("use `layoutc draw {file} --of={symbol}`"),
        )),
        [file, ..] => Err(SUBCOMMAND.fault_with(
            "expected a symbol to draw",
            format!("use `layoutc draw {file} --of=@x` for a layout or a function `@x`, or `--of=@f:%x` for a value"),
        )),
        [] => Err(SUBCOMMAND.fault_with(
            "expected a file with a symbol, or a notation",
            "for example `layoutc draw FILE --of=@x`, or `layoutc draw 'cute:(4,8):(8,1)'`",
        )),
    }
}

/// Returns the name of the format: that of the flag, or of the extension of the output, or text.
fn format_name<'a>(flags: &'a DrawFlags, options: &'a DriverOptions) -> &'a str {
    let output = options.output.as_deref().and_then(|path| path.rsplit_once('.'));
    let extension = output.map(|(_, extension)| extension);
    let known = extension.filter(|name| FORMATS.iter().any(|format| format.name == *name));
    flags.format.as_deref().or(known).unwrap_or("text")
}

fn fault(error: draw::DrawError) -> EarlyExit {
    match error.notes.into_iter().next() {
        Some(note) => SUBCOMMAND.fault_with(error.message, note),
        None => SUBCOMMAND.fault(error.message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draw::{SHADES, VIEWS};

    fn parsed(text: &str) -> Result<DrawRequest, String> {
        let args: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        match parse(&args, &Driver::default()) {
            Ok((_, request)) => Ok(request),
            Err(EarlyExit::Fault(diag)) => Err(diag.message),
            Err(EarlyExit::Text(text)) => Err(text),
        }
    }

    #[test]
    fn parse_selects_view_and_format() {
        let of = |text: &str| {
            let request = parsed(text).unwrap();
            (request.of, request.view.map(|view| view.name), request.format.name)
        };
        assert_eq!(of("a.mlir --of @x"), ("@x".to_owned(), None, "text"));
        let svg = ("@x".to_owned(), Some("strip"), "svg");
        assert_eq!(of("a.mlir --of @x --view=strip -o x.svg"), svg);
        assert_eq!(of("cute:(4,8):(8,1) --as html"), ("cute:(4,8):(8,1)".to_owned(), None, "html"));
    }

    #[test]
    fn help_lists_all_views_formats_and_shades() {
        let help = parsed("--help").unwrap_err();
        let views = VIEWS.iter().map(|view| view.name).collect::<Vec<_>>().join("|");
        let formats = FORMATS.iter().map(|format| format.name).collect::<Vec<_>>().join("|");
        let shades = SHADES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("|");
        for names in [views, formats, shades] {
            assert!(help.contains(&names), "{names} in {help}");
        }
    }

    #[test]
    fn parse_rejects_invalid_arguments() {
        for text in [
            "",
            "a.mlir",
            "a.mlir @x",
            "a.mlir --of @x --view=grd",
            "a.mlir --of @x --as=png",
            "a.mlir --of @x --shade=red",
            "a.mlir --of @x --access=0",
            "a.mlir --of @x --lanes=8",
            "a.mlir --layout=cute:4:1",
            "a.mlir --of @x --emit=none",
        ] {
            assert!(parsed(text).is_err(), "{text}");
        }
    }
}

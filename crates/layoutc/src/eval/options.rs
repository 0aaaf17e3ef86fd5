//! The command line of `eval`.

use super::queries::components;
use super::records::RecordQuestion;
use crate::driver::Driver;
use crate::options::{DriverOptions, EarlyExit, Subcommand};
use clap::{Command, Parser};
use ir::layout::Nested;
use notation::{ElementType, names_notation};
use std::str::FromStr;

/// The arguments of `eval`.
#[derive(Debug, Parser)]
#[command(disable_help_flag = true)]
struct EvalCommand {
    #[command(flatten)]
    flags: Flags,
    #[command(flatten)]
    options: DriverOptions,
}

#[derive(Debug, clap::Args)]
struct Flags {
    /// Queries, one JSON object a line: `{"of":"@x","at":[1,2]}`; `-`, the default, is standard input
    #[arg(long, value_name = "FILE|-", conflicts_with_all = ["at", "all", "offset", "slot", "same", "access"])]
    queries: Option<String>,

    /// The layout to query: `@x`, or `@f:%x`; without another query, print a summary of the layout
    #[arg(long, value_name = "SYMBOL", group = "subject", conflicts_with = "same")]
    of: Option<String>,

    /// The layout to query in a notation such as `cute:(4,8):(8,1)`, instead of a file and `--of`
    #[arg(
        long,
        value_name = "NOTATION",
        group = "subject",
        conflicts_with = "same",
        allow_hyphen_values = true
    )]
    layout: Option<String>,

    /// The element type of a layout that has none
    #[arg(long, value_name = "TYPE")]
    elem: Option<ElementType>,

    /// Print the position of the element at this index, or at a nested coordinate such as `(1,1),3`
    #[arg(long, value_name = "1,2,3", requires = "subject", allow_hyphen_values = true,
          conflicts_with_all = ["all", "inverse", "offset", "access"])]
    at: Option<Coordinate>,

    /// Answer for all indices, or with `--inverse` for all slots
    #[arg(long, requires = "subject", conflicts_with_all = ["offset", "access"])]
    all: bool,

    /// Answer with the index of a slot; a query is `{"of":"@x","offset":10}`
    #[arg(long, conflicts_with_all = ["same", "access"])]
    inverse: bool,

    /// The slot, in elements
    #[arg(
        long,
        value_name = "N",
        requires = "inverse",
        requires = "subject",
        allow_negative_numbers = true
    )]
    offset: Option<i64>,

    /// Answer with the index of a slot of a placement, by axis; the coordinate on another axis is 0
    #[arg(
        long,
        value_name = "AXIS=N,...",
        requires = "subject",
        allow_hyphen_values = true,
        conflicts_with_all = ["at", "all", "offset", "access"]
    )]
    slot: Option<NamedSlot>,

    /// The bit, of a tensor of records
    #[arg(long, value_name = "N", requires = "inverse", requires = "subject", allow_negative_numbers = true,
          conflicts_with_all = ["at", "all", "offset", "slot", "access"])]
    bit: Option<i64>,

    /// Answer with the bits of this field of records, such as a scale, instead of those of the elements
    #[arg(long, value_name = "NAME", requires = "subject", conflicts_with_all = ["queries", "offset", "slot", "access"])]
    field: Option<String>,

    /// Values for the symbols of a layout such as `torch:(s0,s1):(s1,1)`; with `--queries`, for those without `with`
    #[arg(long, value_name = "s0=3,s1=8", allow_hyphen_values = true)]
    with: Option<SymbolValues>,

    /// Compare two layouts, symbols or notations, as functions; status 1 if they differ
    #[arg(long, value_name = "SYMBOL,SYMBOL")]
    same: Option<SymbolPair>,

    /// Count the slots of the second layout by the outermost axis on which their values move from the first
    #[arg(long, value_name = "SYMBOL,SYMBOL", conflicts_with_all = ["subject", "same", "inverse", "queries"])]
    moves: Option<SymbolPair>,

    /// Add how to move the values: registers, rounds of shuffles, shared memory without conflicts, or collectives
    #[arg(long)]
    plan: bool,

    /// Analyze the memory access of a group of lanes that step through these dims; repeat it for a swizzle that serves
    /// several accesses, such as a write and a read
    #[arg(long, value_name = "DIM[,DIM]", requires = "subject")]
    access: Vec<Dims>,

    #[command(flatten)]
    lanes: LaneFlags,
}

/// The flags of a group of lanes and of a memory with banks, for subcommands with a flag `--access`.
#[derive(Debug, clap::Args)]
pub(crate) struct LaneFlags {
    /// The number of lanes (default 32)
    #[arg(long, value_name = "N", requires = "access", default_value = "32")]
    lanes: u32,

    /// The number of memory banks (default 32)
    #[arg(long, value_name = "N", requires = "access", default_value = "32")]
    banks: u32,

    /// The width of a bank, in bytes (default 4)
    #[arg(long, value_name = "N", requires = "access", default_value = "4")]
    bank_bytes: u32,

    /// The size of an element, in bytes, if the layout has no element type (default 4)
    #[arg(long, value_name = "N", requires = "access")]
    elem_bytes: Option<u32>,
}

impl LaneFlags {
    /// Returns the access in which the lanes step through these dims.
    pub(crate) fn access(&self, dims: Vec<usize>, others: Vec<Vec<usize>>) -> AccessRequest {
        let &LaneFlags { lanes, banks, bank_bytes, elem_bytes } = self;
        AccessRequest { dims, others, lanes, banks, bank_bytes, elem_bytes }
    }
}

/// A coordinate, `1,2,3` or `(1,1),3`; empty for rank 0.
#[derive(Clone, Debug)]
struct Coordinate(Vec<Nested<i64>>);

impl FromStr for Coordinate {
    type Err = String;

    fn from_str(text: &str) -> Result<Coordinate, String> {
        // The syntax is that of a list of JSON, whose reader bounds the nesting.
        let list = format!("[{}]", text.replace('(', "[").replace(')', "]"));
        let items = serde_json::from_str(&list).ok().and_then(|value| components(&value).ok());
        items.filter(|_| !text.contains('[')).map(Coordinate).ok_or_else(|| {
            format!("expected 64-bit integers such as `1,2,3` or `(1,1),3`, found `{text}`")
        })
    }
}

/// Returns the names and numbers of `a=1,b=-2`; `None` if the text has another form.
fn named_numbers(text: &str) -> Option<Vec<(String, i64)>> {
    let part = |part: &str| {
        let (name, number) = part.split_once('=')?;
        Some((name.trim().to_owned(), number.trim().parse().ok()?))
    };
    text.split(',').map(part).collect()
}

/// The values of symbols, `s0=3,s1=8`.
#[derive(Clone, Debug)]
pub(crate) struct SymbolValues(pub(crate) Vec<(String, i64)>);

impl FromStr for SymbolValues {
    type Err = String;

    fn from_str(text: &str) -> Result<SymbolValues, String> {
        named_numbers(text).map(SymbolValues).ok_or_else(|| {
            format!("expected 64-bit values of symbols such as `s0=3,s1=8`, found `{text}`")
        })
    }
}

/// A slot by axis, `lane=5,register=3`.
#[derive(Clone, Debug)]
struct NamedSlot(Vec<(String, i64)>);

impl FromStr for NamedSlot {
    type Err = String;

    fn from_str(text: &str) -> Result<NamedSlot, String> {
        named_numbers(text).map(NamedSlot).ok_or_else(|| {
            format!(
                "expected 64-bit coordinates by axis such as `lane=5,register=3`, found `{text}`"
            )
        })
    }
}

/// Two symbols, `@a,@b`.
#[derive(Clone, Debug)]
struct SymbolPair(String, String);

impl FromStr for SymbolPair {
    type Err = String;

    fn from_str(text: &str) -> Result<SymbolPair, String> {
        // A quoted name can contain a comma, so the separator is `,@`, or `,` before a notation.
        let pairs = text.match_indices(',').map(|(at, _)| (&text[..at], text[at + 1..].trim()));
        fn is_layout(text: &str) -> bool {
            text.starts_with('@') || names_notation(text)
        }
        let mut pairs = pairs.filter(|(a, b)| is_layout(a) && is_layout(b));
        match pairs.find(|(a, _)| a.starts_with('@') || is_closed(a)) {
            Some((a, b)) => Ok(SymbolPair(a.trim().to_owned(), b.to_owned())),
            None => Err("expected two symbols or notations, such as `@a,@b`".to_owned()),
        }
    }
}

/// Returns `true` if the brackets of a text are closed. The `>` of an arrow and the relations after `where` do not count.
fn is_closed(text: &str) -> bool {
    let text = text.split(" where ").next().unwrap_or_default().replace("->", "");
    text.matches(['(', '[', '{', '<']).count() == text.matches([')', ']', '}', '>']).count()
}

/// Logical dims by number, `0,2` or `d0,d2`.
#[derive(Clone, Debug)]
pub(crate) struct Dims(pub(crate) Vec<usize>);

impl FromStr for Dims {
    type Err = String;

    fn from_str(text: &str) -> Result<Dims, String> {
        text.split(',')
            .map(|part| {
                let part = part.trim();
                let number = part.strip_prefix('d').unwrap_or(part).parse();
                number.map_err(|_| format!("expected a dim such as `d0` or `0`, found `{part}`"))
            })
            .collect::<Result<_, String>>()
            .map(Dims)
    }
}

/// A request to `eval`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EvalRequest {
    /// Answer queries from a file; `-` is standard input. `of` is the symbol of queries without `of`.
    Queries { path: String, of: Option<String>, inverse: bool },
    /// Compute the position of the element at an index.
    At { of: String, at: Vec<Nested<i64>> },
    /// Compute the positions of all indices.
    All { of: String },
    /// Compute the index of a slot.
    Offset { of: String, offset: i64 },
    /// Compute the index of a slot that is given by axis.
    Slot { of: String, slot: Vec<(String, i64)> },
    /// Compute the indices of all slots.
    AllSlots { of: String },
    /// Compute bits of a tensor of records, or their owners, of a field if one is named.
    Records { of: String, field: Option<String>, question: RecordQuestion },
    /// Summarize a layout.
    Summary { of: String },
    /// Compare two layouts.
    Same { a: String, b: String },
    /// Count the moves of a conversion between two layouts, and plan them on request.
    Moves { from: String, to: String, with_plan: bool },
    /// Analyze the memory access of a group of lanes.
    Access { of: String, access: AccessRequest },
}

/// A group of lanes, and a memory with banks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AccessRequest {
    /// The numbers of the logical dims that the lanes step through; the last dim varies fastest.
    pub(crate) dims: Vec<usize>,
    /// The dims of further accesses that a linear swizzle must serve, too.
    pub(crate) others: Vec<Vec<usize>>,
    /// The number of lanes.
    pub(crate) lanes: u32,
    /// The number of banks.
    pub(crate) banks: u32,
    /// The width of a bank, in bytes.
    pub(crate) bank_bytes: u32,
    /// The size of an element, in bytes; `None` if the user does not specify it.
    pub(crate) elem_bytes: Option<u32>,
}

impl EvalRequest {
    /// Returns the symbols and notations of the command line.
    pub(crate) fn layouts(&self) -> Vec<&str> {
        match self {
            EvalRequest::Queries { of, .. } => of.as_deref().into_iter().collect(),
            EvalRequest::Same { a, b } | EvalRequest::Moves { from: a, to: b, .. } => vec![a, b],
            EvalRequest::At { of, .. }
            | EvalRequest::All { of }
            | EvalRequest::Offset { of, .. }
            | EvalRequest::Slot { of, .. }
            | EvalRequest::AllSlots { of }
            | EvalRequest::Records { of, .. }
            | EvalRequest::Summary { of }
            | EvalRequest::Access { of, .. } => vec![of],
        }
    }

    /// Returns `true` if all layouts of the command line are notations.
    fn has_notations_only(&self) -> bool {
        let layouts = self.layouts();
        !layouts.is_empty() && layouts.into_iter().all(names_notation)
    }
}

/// Returns the command with its flags.
pub(crate) fn command(driver: &Driver) -> Command {
    SUBCOMMAND.command::<EvalCommand>(driver)
}

/// Reads the arguments after the word `eval`.
pub(crate) fn parse(
    args: &[String],
    driver: &Driver,
) -> Result<(DriverOptions, EvalRequest), EarlyExit> {
    let EvalCommand { flags, options } =
        SUBCOMMAND.read(args, driver, |it: &mut EvalCommand| &mut it.options)?;
    let mut options = options.heed_spellings();
    options.elem = flags.elem;
    options.with = flags.with.clone().map_or_else(Vec::new, |SymbolValues(values)| values);
    let layout = flags.layout.is_some();
    let request = request(flags)?;
    options.reads_no_file = layout || request.has_notations_only();
    SUBCOMMAND.check_file(&options)?;
    check_streams(&options, &request)?;
    Ok((options, request))
}

/// Returns an example of the queries that the arguments after the word `eval` read from standard input; `None` if they
/// read none there.
pub(crate) fn query_example(args: &[String], driver: &Driver) -> Option<String> {
    match parse(args, driver).ok()?.1 {
        EvalRequest::Queries { path, of, inverse } if path == "-" => {
            let of = if of.is_some() { "" } else { r#""of":"@x","# };
            let position = if inverse { r#""offset":10"# } else { r#""at":[1,2]"# };
            Some(format!("{{{of}{position}}}"))
        }
        _ => None,
    }
}

const SUBCOMMAND: Subcommand = Subcommand {
    name: "layoutc eval",
    about: "Answers queries about the layouts of a file, one JSON object a line",
    usage: "layoutc eval FILE [--queries FILE|- | --of SYMBOL [--at 1,2,3 | --all | \
            --inverse (--offset N | --bit N | --all) | --slot AXIS=N,...] [--field NAME] | --same SYMBOL,SYMBOL | \
            --moves SYMBOL,SYMBOL [--plan]] [--with NAME=N,...]",
    default_passes: "`resolve-strides`",
    because: "which prints answers",
};

fn fault(message: impl Into<String>) -> EarlyExit {
    SUBCOMMAND.fault(message)
}

fn request(flags: Flags) -> Result<EvalRequest, EarlyExit> {
    let Flags {
        queries,
        of,
        layout,
        at,
        all,
        inverse,
        offset,
        bit,
        field,
        slot,
        same,
        moves,
        plan,
        access,
        ..
    } = flags;
    if plan && moves.is_none() {
        return Err(fault("`--plan` needs `--moves SYMBOL,SYMBOL`"));
    }
    let of = of.or(layout);
    if let Some(SymbolPair(a, b)) = same {
        return Ok(EvalRequest::Same { a, b });
    }
    if let Some(SymbolPair(from, to)) = moves {
        return Ok(EvalRequest::Moves { from, to, with_plan: plan });
    }
    let of = match (of, queries) {
        (of, Some(path)) => return Ok(EvalRequest::Queries { path, of, inverse }),
        (None, None) => {
            return Ok(EvalRequest::Queries { path: "-".to_owned(), of: None, inverse });
        }
        (Some(of), None) => of,
    };
    let mut accesses = access.into_iter().map(|Dims(dims)| dims);
    if let Some(dims) = accesses.next() {
        let access = flags.lanes.access(dims, accesses.collect());
        return Ok(EvalRequest::Access { of, access });
    }
    if let Some(NamedSlot(slot)) = slot {
        return Ok(EvalRequest::Slot { of, slot });
    }
    if field.is_some() || bit.is_some() {
        let question = match (at, bit) {
            (Some(Coordinate(at)), _) => RecordQuestion::At(at),
            (None, Some(bit)) => RecordQuestion::Bit(bit),
            (None, None) if inverse && all => RecordQuestion::AllBits,
            (None, None) if all => RecordQuestion::All,
            (None, None) => {
                return Err(fault(
                    "`--field` requires `--at=INDEX`, `--all` or `--inverse --bit=N`",
                ));
            }
        };
        return Ok(EvalRequest::Records { of, field, question });
    }
    match (at, offset) {
        (Some(Coordinate(at)), _) => Ok(EvalRequest::At { of, at }),
        (None, Some(offset)) => Ok(EvalRequest::Offset { of, offset }),
        (None, None) if inverse && all => Ok(EvalRequest::AllSlots { of }),
        (None, None) if inverse => Err(fault(
            "`--inverse` requires `--offset=N`, `--bit=N`, `--slot=AXIS=N`, `--all` or `--queries`",
        )),
        (None, None) if all => Ok(EvalRequest::All { of }),
        (None, None) => Ok(EvalRequest::Summary { of }),
    }
}

/// Checks that the file and the queries are not both read from standard input.
fn check_streams(options: &DriverOptions, request: &EvalRequest) -> Result<(), EarlyExit> {
    let file = options.inputs.first().map_or("-", String::as_str);
    match request {
        EvalRequest::Queries { .. } if options.reads_no_file => Ok(()),
        EvalRequest::Queries { path, .. } if path == "-" && options.inputs.is_empty() => {
            Err(SUBCOMMAND.fault_with(
                "expected a file with a symbol or with queries",
                "for example `layoutc eval FILE --of=@x --at=1,2`, or `layoutc eval FILE --queries=FILE`",
            ))
        }
        EvalRequest::Queries { path, .. } if path == "-" && file == "-" => {
            Err(fault("the file and the queries must not both be standard input"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;

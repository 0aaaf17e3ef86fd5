//! The grammar of shardings: of JAX by the names of axes, and of HLO by devices.

use layout::NotationFault;
use pest::iterators::Pair;

use crate::grammar::{grammar, parse};

grammar!(MeshGrammar, [], r##"
    notation  = { SOI ~ (named | hlo) ~ lengths ~ suffix? ~ EOI }
    named     = { bracket_open ~ (axis ~ (comma ~ axis)*)? ~ bracket_close ~ spec }
    axis      = { quoted ~ "=" ~ natural }
    spec      = { ("PartitionSpec" | "P") ~ paren_open ~ (item ~ (comma ~ item)* ~ comma?)? ~ paren_close }
    item      = _{ unreduced | dim }
    dim       = { none | names | quoted }
    none      = { "None" }
    names     = { paren_open ~ (quoted ~ (comma ~ quoted)* ~ comma?)? ~ paren_close }
    unreduced = { "unreduced" ~ "=" ~ brace_open ~ (quoted ~ (comma ~ quoted)*)? ~ brace_close }
    quoted    = _{ "'" ~ name ~ "'" | "\"" ~ name ~ "\"" | name }
    name      = @{ !("None" ~ !(ASCII_ALPHANUMERIC | "_")) ~ (ASCII_ALPHA | "_") ~ (ASCII_ALPHANUMERIC | "_")* }
    hlo       = { brace_open ~ (tiles | only | replicated | manual) ~ brace_close }
    tiles     = { "devices" ~ "=" ~ lengths ~ (iota | list) ~ last? }
    iota      = { "<=" ~ lengths ~ transpose? }
    transpose = { "T" ~ paren_open ~ natural ~ (comma ~ natural)* ~ paren_close }
    list      = { natural ~ (comma ~ natural)* }
    last      = _{ replicate | kinds }
    replicate = { "last_tile_dim_replicate" }
    kinds     = { "last_tile_dims" ~ "=" ~ brace_open ~ kind ~ (comma ~ kind)* ~ brace_close }
    kind      = @{ ASCII_ALPHA+ }
    only      = { "maximal" ~ "device" ~ "=" ~ natural }
    replicated = { "replicated" }
    manual    = { "manual" }
"##, {
    "axis" => "an axis such as `x=2`",
    "dim" => "the axes of a dim",
    "hlo" => "a sharding such as `{devices=[4,2]<=[8]}`",
    "iota" => "devices such as `<=[8]`",
    "kind" => "`replicated` or `unreduced`",
    "kinds" => "`last_tile_dims`",
    "list" => "a list of devices",
    "manual" => "`manual`",
    "name" => "the name of an axis",
    "named" => "a mesh such as `[x=2,y=4]`",
    "names" => "a tuple of axes",
    "none" => "`None`",
    "only" => "`maximal device=0`",
    "replicate" => "`last_tile_dim_replicate`",
    "replicated" => "`replicated`",
    "spec" => "a specification such as `P('x', None)`",
    "tiles" => "`devices=`",
    "transpose" => "a permutation such as `T(1,0)`",
    "unreduced" => "`unreduced`",
});

/// A rule of the grammar.
pub(super) type MeshRule = Rule;

/// Returns the match of a whole text.
///
/// # Errors
/// The text does not match.
pub(super) fn matched(text: &str) -> Result<Pair<'_, MeshRule>, NotationFault> {
    parse::<MeshGrammar, Rule>(Rule::notation, text)
}

//! The items of macro calls. A macro of this repository repeats items for names, such as `axis!(Dim, "d")`, so its call
//! is expanded to see them.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use std::collections::BTreeMap;
use syn::{Item, ItemMacro};

/// The rules of the macros of a crate by name, each as its pattern and its body.
pub(crate) type Macros = BTreeMap<String, Vec<(TokenStream, TokenStream)>>;

/// The tokens that the variables of a pattern match.
#[derive(Clone, Default)]
struct Bindings {
    single: BTreeMap<String, TokenTree>,
    /// The variables of each repetition in the pattern, and the bindings of each round.
    repeated: Vec<(Vec<String>, Vec<Bindings>)>,
}

/// The macros that define private items, or implementations of traits, only.
const PRIVATE: &[&str] = &["impl_display", "impl_error", "impl_from", "limits", "thread_local"];

/// Adds the rules of a `macro_rules!`.
pub(crate) fn define(item: &ItemMacro, macros: &mut Macros) {
    let Some(name) = &item.ident else { return };
    let tokens: Vec<TokenTree> = item.mac.tokens.clone().into_iter().collect();
    let groups = tokens.iter().filter_map(|token| match token {
        TokenTree::Group(group) => Some(group.stream()),
        _ => None,
    });
    let groups: Vec<TokenStream> = groups.collect();
    let rules = groups.chunks_exact(2).map(|rule| (rule[0].clone(), rule[1].clone()));
    macros.insert(name.to_string(), rules.collect());
}

/// Returns the items of a macro call.
///
/// # Errors
/// The macro is unknown, or its rules are beyond this expansion.
pub(crate) fn expand(call: &ItemMacro, macros: &Macros) -> Result<Vec<Item>, String> {
    let name = call.mac.path.segments.last().map(|segment| segment.ident.to_string());
    let name = name.ok_or("a macro call has a name")?;
    if PRIVATE.contains(&name.as_str()) {
        return Ok(Vec::new());
    }
    let rules = macros.get(&name).ok_or_else(|| format!("the macro `{name}!` is unknown"))?;
    let input: Vec<TokenTree> = call.mac.tokens.clone().into_iter().collect();
    let expanded = rules.iter().find_map(|(pattern, body)| {
        let mut bindings = Bindings::default();
        let rest = matched(pattern, &input, &mut bindings)?;
        rest.is_empty().then(|| filled(body, &[&bindings]))
    });
    let expanded = expanded.ok_or_else(|| format!("no rule of `{name}!` matches"))?;
    let file = syn::parse2::<syn::File>(expanded);
    Ok(file.map_err(|error| format!("the body of `{name}!`: {error}"))?.items)
}

/// One part of a pattern or a body.
enum MacroPart {
    /// A variable, with its kind in a pattern.
    Variable(Ident, Option<TokenTree>),
    /// A repetition with its separator.
    Repetition(TokenStream, Option<TokenTree>),
    Token(TokenTree),
}

/// Returns the parts of a pattern or a body. In a pattern, a variable has a kind after a colon.
fn parts(tokens: &TokenStream, is_pattern: bool) -> Vec<MacroPart> {
    let mut parts = Vec::new();
    let mut tokens = tokens.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        if !is_punct(&token, "$") {
            parts.push(MacroPart::Token(token));
            continue;
        }
        match tokens.next() {
            Some(TokenTree::Ident(name)) => {
                // The kind follows a colon.
                let kind = if is_pattern { tokens.nth(1) } else { None };
                parts.push(MacroPart::Variable(name, kind));
            }
            Some(TokenTree::Group(group)) => {
                let next = tokens.next();
                let separator = next.filter(|token| !is_punct(token, "*+?"));
                if separator.is_some() {
                    tokens.next();
                }
                parts.push(MacroPart::Repetition(group.stream(), separator));
            }
            other => parts.extend(other.map(MacroPart::Token)),
        }
    }
    parts
}

fn is_punct(token: &TokenTree, any_of: &str) -> bool {
    matches!(token, TokenTree::Punct(punct) if any_of.contains(punct.as_char()))
}

/// Matches the start of the input; returns the rest, or `None` if the pattern does not match. A variable is one token,
/// or all tokens of a group in which it is alone; an expression ends at a comma or semicolon.
fn matched<'t>(
    pattern: &TokenStream,
    mut input: &'t [TokenTree],
    bindings: &mut Bindings,
) -> Option<&'t [TokenTree]> {
    let parts = parts(pattern, true);
    if let [MacroPart::Variable(name, _)] = parts.as_slice()
        && input.len() > 1
    {
        let all = Group::new(Delimiter::None, input.iter().cloned().collect());
        bindings.single.insert(name.to_string(), TokenTree::Group(all));
        return Some(&[]);
    }
    for part in parts {
        match part {
            MacroPart::Variable(name, kind) => {
                let (first, rest) = input.split_first()?;
                let is_name = matches!(first, TokenTree::Ident(_));
                if kind.as_ref().is_some_and(|kind| kind.to_string() == "ident") && !is_name {
                    return None;
                }
                if kind.is_some_and(|kind| kind.to_string() == "expr") {
                    let end = input.iter().position(|token| is_punct(token, ",;"));
                    let (expression, rest) = input.split_at(end.unwrap_or(input.len()));
                    let all = Group::new(Delimiter::None, expression.iter().cloned().collect());
                    bindings.single.insert(name.to_string(), TokenTree::Group(all));
                    input = rest;
                    continue;
                }
                bindings.single.insert(name.to_string(), first.clone());
                input = rest;
            }
            MacroPart::Repetition(inner, separator) => {
                let (rounds, rest) = rounds(&inner, separator.as_ref(), input);
                bindings.repeated.push((variables(&inner, true), rounds));
                input = rest;
            }
            MacroPart::Token(token) => {
                let (first, rest) = input.split_first()?;
                token_matches(&token, first, bindings)?;
                input = rest;
            }
        }
    }
    Some(input)
}

fn token_matches(pattern: &TokenTree, token: &TokenTree, bindings: &mut Bindings) -> Option<()> {
    match (pattern, token) {
        (TokenTree::Group(pattern), TokenTree::Group(group)) => {
            let inside: Vec<TokenTree> = group.stream().into_iter().collect();
            let rest = matched(&pattern.stream(), &inside, bindings)?;
            (rest.is_empty() && pattern.delimiter() == group.delimiter()).then_some(())
        }
        (pattern, token) => (pattern.to_string() == token.to_string()).then_some(()),
    }
}

/// Matches the rounds of a repetition; returns them with the rest of the input.
fn rounds<'t>(
    inner: &TokenStream,
    separator: Option<&TokenTree>,
    mut input: &'t [TokenTree],
) -> (Vec<Bindings>, &'t [TokenTree]) {
    let mut rounds = Vec::new();
    let is_one = parts(inner, true).len() == 1;
    while !input.is_empty() {
        let mut round = Bindings::default();
        // A lone variable is one token in each round.
        let window = if is_one { &input[..1] } else { input };
        let Some(rest) = matched(inner, window, &mut round) else { break };
        input = &input[input.len().min(window.len() - rest.len())..];
        rounds.push(round);
        match (separator, input.split_first()) {
            (Some(separator), Some((first, rest)))
                if first.to_string() == separator.to_string() =>
            {
                input = rest;
            }
            (Some(_), _) => break,
            (None, _) => {}
        }
    }
    (rounds, input)
}

/// Returns the body with the tokens of its variables. The innermost bindings are last.
fn filled(body: &TokenStream, bindings: &[&Bindings]) -> TokenStream {
    let mut filled_tokens = TokenStream::new();
    for part in parts(body, false) {
        match part {
            MacroPart::Variable(name, _) => {
                let name = name.to_string();
                let bound = bindings.iter().rev().find_map(|it| it.single.get(&name));
                match bound {
                    Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::None => {
                        filled_tokens.extend(group.stream());
                    }
                    bound => filled_tokens.extend(bound.cloned()),
                }
            }
            MacroPart::Repetition(inner, separator) => {
                let rounds = rounds_of(&inner, bindings);
                for (number, round) in rounds.iter().enumerate() {
                    if number > 0 {
                        filled_tokens.extend(separator.clone());
                    }
                    let inside: Vec<&Bindings> = bindings.iter().copied().chain([round]).collect();
                    filled_tokens.extend(filled(&inner, &inside));
                }
            }
            MacroPart::Token(TokenTree::Group(group)) => {
                let inside = Group::new(group.delimiter(), filled(&group.stream(), bindings));
                filled_tokens.extend([TokenTree::Group(inside)]);
            }
            MacroPart::Token(token) => filled_tokens.extend([token]),
        }
    }
    filled_tokens
}

/// Returns the rounds of the repetition in the pattern that binds a variable of the body.
fn rounds_of(body: &TokenStream, bindings: &[&Bindings]) -> Vec<Bindings> {
    let used = variables(body, false);
    let mut repetitions = bindings.iter().rev().flat_map(|it| &it.repeated);
    let found = repetitions.find(|(bound, _)| used.iter().any(|name| bound.contains(name)));
    found.map(|(_, rounds)| rounds.clone()).unwrap_or_default()
}

/// Returns the variables of a pattern or a body.
fn variables(tokens: &TokenStream, is_pattern: bool) -> Vec<String> {
    let of_part = |part| match part {
        MacroPart::Variable(name, _) => vec![name.to_string()],
        MacroPart::Repetition(inner, _) => variables(&inner, is_pattern),
        MacroPart::Token(TokenTree::Group(group)) => variables(&group.stream(), is_pattern),
        MacroPart::Token(_) => Vec::new(),
    };
    parts(tokens, is_pattern).into_iter().flat_map(of_part).collect()
}

#[test]
fn items_of_macros_are_expanded() {
    let source = "
        macro_rules! units { ($($(#[$doc:meta])* $name:ident = $count:literal;)*) => {
            $($(#[$doc])* pub struct $name; impl $name { pub const COUNT: u8 = $count; })*
            pub const ALL: &[u8] = &[$($count),*];
        } }
        units! { #[doc = \"A bit.\"] #[derive(Clone)] Bit = 1; Byte = 8; }
    ";
    let file = syn::parse_file(source).expect("the text is Rust");
    let [Item::Macro(definition), Item::Macro(call)] = file.items.as_slice() else { panic!() };
    let mut macros = Macros::new();
    define(definition, &mut macros);
    let items = expand(call, &macros).expect("the macro is known");
    let expected = "
        #[doc = \"A bit.\"] #[derive(Clone)] pub struct Bit; impl Bit { pub const COUNT: u8 = 1; }
        pub struct Byte; impl Byte { pub const COUNT: u8 = 8; }
        pub const ALL: &[u8] = &[1, 8];
    ";
    let texts: Vec<String> = items.iter().map(super::text::text).collect();
    let expected = syn::parse_file(expected).expect("the text is Rust").items;
    assert_eq!(texts, expected.iter().map(super::text::text).collect::<Vec<_>>());
}

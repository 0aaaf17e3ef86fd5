//! The text of tokens: the spaces of Rust, in one line.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

/// Returns the text of a part of a syntax tree. Documentation and layout of the source have no effect.
pub(crate) fn text(part: &impl ToTokens) -> String {
    let mut text = String::new();
    write(part.to_token_stream(), &mut text);
    text
}

/// Characters before which no space is written.
const CLOSE_BEFORE: &str = ",;:.?>";

/// Characters after which no space is written.
const CLOSE_AFTER: &str = "&<!#.'?*";

fn write(tokens: TokenStream, text: &mut String) {
    // `true` while the next token continues an operator of several characters, such as `::`.
    let mut is_joint = false;
    let mut operator = String::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct)
                if punct.as_char() == '#' && tokens.peek().is_some_and(is_documentation) =>
            {
                tokens.next();
            }
            TokenTree::Punct(punct) if punct.as_char() == ',' && tokens.peek().is_none() => {}
            TokenTree::Punct(punct) => {
                if !is_joint {
                    operator.clear();
                }
                let is_first = operator.is_empty();
                operator.push(punct.as_char());
                if is_first && is_spaced_before(text, punct.as_char(), punct.spacing()) {
                    text.push(' ');
                }
                text.push(punct.as_char());
                is_joint = punct.spacing() == Spacing::Joint && !"<>".contains(punct.as_char());
                continue;
            }
            TokenTree::Group(group) => write_group(&group, text),
            word => {
                if is_spaced_after(text) {
                    text.push(' ');
                }
                text.push_str(&word.to_string());
            }
        }
        is_joint = false;
    }
}

/// Returns `true` for the group of an attribute `#[doc = "..."]`.
fn is_documentation(group: &TokenTree) -> bool {
    let TokenTree::Group(group) = group else { return false };
    let mut tokens = group.stream().into_iter().map(|token| token.to_string());
    tokens.next().is_some_and(|it| it == "doc") && tokens.next().is_some_and(|it| it == "=")
}

fn write_group(group: &proc_macro2::Group, text: &mut String) {
    let (open, close) = match group.delimiter() {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::Brace => (" { ", " }"),
        Delimiter::None => ("", ""),
    };
    let is_after_word = text.ends_with(|end: char| end.is_alphanumeric() || end == '_');
    let is_after_keyword = ["mut", "dyn", "in", "const"]
        .iter()
        .any(|word| text.strip_suffix(word).is_some_and(|rest| rest.ends_with([' ', '&', '*'])));
    let is_after_generics = text.ends_with('>') && !text.ends_with("->");
    let is_operand = group.delimiter() != Delimiter::Brace
        && !is_after_word
        && !is_after_generics
        && is_spaced_after(text);
    let last_word = text.rsplit([' ', '<', '(', '[', '&', ',']).next();
    let is_after_lifetime =
        !is_after_generics && last_word.is_some_and(|word| word.starts_with('\''));
    if is_operand || is_after_keyword || is_after_lifetime {
        text.push(' ');
    }
    text.push_str(open);
    write(group.stream(), text);
    text.push_str(close);
}

/// Returns `true` if a space separates an operator from the text before it.
fn is_spaced_before(text: &str, operator: char, spacing: Spacing) -> bool {
    match operator {
        _ if text.is_empty() || text.ends_with(' ') => false,
        ':' | ',' | ';' | '.' => false,
        '?' | '&' | '\'' | '!' | '*' | '#' => is_spaced_after(text),
        '<' => text.ends_with("->") || text.ends_with([',', '=', '+']) || text.ends_with(": "),
        '>' => false,
        '-' if spacing == Spacing::Alone => is_spaced_after(text),
        _ => !CLOSE_BEFORE.contains(operator),
    }
}

/// Returns `true` if a space separates the text from a word after it.
fn is_spaced_after(text: &str) -> bool {
    let Some(last) = text.chars().last() else { return false };
    let is_bracket = last == '(' || last == '[' || last == ' ';
    let is_path = text.ends_with("::");
    let is_arrow = text.ends_with("->");
    is_arrow || !(is_bracket || is_path || CLOSE_AFTER.contains(last))
}

#[test]
fn text_has_the_spaces_of_rust() {
    let sources = [
        "fn all<'a, T: Axis + ?Sized>(&'a mut self, f: impl Fn(&T) -> Option<u8>) -> impl Iterator<Item = &'a T> + 'a",
        "fn first(of: &[Option<(u8, &str)>]) -> Result<&'static [i64; 4], Box<dyn fmt::Display>>",
        "fn last<'m>(module: &'m Module)",
        "fn run(it: &dyn for<'b> Fn(&'b str) -> bool) -> <T as Axis>::Index",
    ];
    for source in sources {
        let item: syn::Signature = syn::parse_str(source).expect("the text is Rust");
        assert_eq!(text(&item), source);
    }
}

//! The first lines of doc comments: a verb in the third person for a function, a noun phrase for any other item.

use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ExprLit, Lit, Meta, Type};

/// A doc comment whose first line has the wrong form.
pub(crate) struct WrongForm {
    /// The number of its line, from 1.
    pub(crate) line: usize,
    pub(crate) words: String,
    pub(crate) instead: &'static str,
}

/// Returns the doc comments of a source whose first lines have the wrong form.
///
/// # Errors
/// The source is not Rust.
pub(crate) fn check(source: &str) -> Result<Vec<WrongForm>, String> {
    let file = syn::parse_file(source).map_err(|error| error.to_string())?;
    let mut docs = Docs { lines: source.lines().collect(), next: 0, found: Vec::new() };
    docs.visit_file(&file);
    Ok(docs.found)
}

/// The items with doc comments.
#[derive(Clone, Copy)]
enum Item {
    Function,
    /// A field of the type `bool`.
    Flag,
    /// A field or type of functions, whose description can start as that of a function.
    Callback,
    Other,
}

struct Docs<'a> {
    lines: Vec<&'a str>,
    /// The index of the first line after the last visited doc comment.
    next: usize,
    found: Vec<WrongForm>,
}

impl Docs<'_> {
    fn check(&mut self, attrs: &[Attribute], item: Item) {
        let Some(first) = first_line(attrs) else { return };
        let comment = |line: &&str| {
            let line = line.trim_start();
            let text = line.strip_prefix("///").or(line.strip_prefix("//!"));
            text.is_some_and(|text| text.trim() == first)
        };
        // Items are visited in the order of the source.
        if let Some(at) = self.lines[self.next..].iter().position(comment) {
            self.next += at + 1;
        }
        let Some(instead) = fault(&first, item) else { return };
        let words: Vec<&str> = first.split(' ').take(3).collect();
        let words = format!("starts with \"{}\"", words.join(" "));
        self.found.push(WrongForm { line: self.next, words, instead });
    }
}

/// Returns the first line of the doc comment of an item; `None` if the item has no doc comment.
fn first_line(attrs: &[Attribute]) -> Option<String> {
    attrs.iter().find_map(|attr| match &attr.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => {
                let text = text.value();
                Some(text.trim().lines().next().unwrap_or_default().trim().to_owned())
            }
            _ => None,
        },
        _ => None,
    })
}

/// The words that end in `s` and start no description of a function.
const NO_VERBS: &[&str] = &[
    "Always", "As", "Has", "Is", "Its", "Less", "Plus", "This", "Thus", "Was", "Bits", "Bytes",
    "Dims", "Elements", "Errors", "Ops", "Operands", "Shapes", "Strides", "Values", "Words",
];

/// The words that follow a verb, but no noun in the plural.
const AFTER_VERBS: &[&str] =
    &["a", "an", "the", "each", "every", "its", "this", "whether", "which", "no", "`true`"];

/// The words that start a clause.
const CLAUSES: &[&str] = &[
    "What", "Whether", "How", "Who", "If", "When", "Where", "Why", "Is", "Has", "Was", "Does",
    "Can", "Returns", "Computes",
];

const VERB: &str = "a verb in the third person, such as \"Returns\"";
const NOUN_PHRASE: &str = "a noun phrase";

/// Returns the correct form of a first line; `None` if the line has it.
fn fault(line: &str, item: Item) -> Option<&'static str> {
    let mut words = line.split(' ');
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let name = if matches!(item, Item::Function) { first.trim_end_matches(',') } else { first };
    // Other punctuation follows a noun.
    let has_verb_ending = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().skip(1).all(|c| c.is_ascii_lowercase())
        && name.ends_with('s')
        && !name.ends_with("ss");
    let is_verb = has_verb_ending && !NO_VERBS.contains(&name);
    match item {
        Item::Function => (!is_verb || second == "are").then_some(VERB),
        Item::Flag if matches!(first, "True" | "Set" | "Whether" | "If") => Some("\"`true` if\""),
        Item::Flag | Item::Other => {
            let is_clause = is_verb && AFTER_VERBS.contains(&second) || CLAUSES.contains(&first);
            is_clause.then_some(NOUN_PHRASE)
        }
        Item::Callback => None,
    }
}

macro_rules! visit_docs {
    ($($visit:ident($node:ty) => $item:ident,)*) => {
        $(fn $visit(&mut self, node: &'ast $node) {
            self.check(&node.attrs, Item::$item);
            visit::$visit(self, node);
        })*
    };
}

impl<'ast> Visit<'ast> for Docs<'_> {
    visit_docs! {
        visit_file(syn::File) => Other,
        visit_item_fn(syn::ItemFn) => Function,
        visit_impl_item_fn(syn::ImplItemFn) => Function,
        visit_trait_item_fn(syn::TraitItemFn) => Function,
        visit_foreign_item_fn(syn::ForeignItemFn) => Function,
        visit_item_struct(syn::ItemStruct) => Other,
        visit_item_enum(syn::ItemEnum) => Other,
        visit_item_union(syn::ItemUnion) => Other,
        visit_item_trait(syn::ItemTrait) => Other,
        visit_item_const(syn::ItemConst) => Other,
        visit_item_static(syn::ItemStatic) => Other,
        visit_item_mod(syn::ItemMod) => Other,
        visit_impl_item_const(syn::ImplItemConst) => Other,
        visit_impl_item_type(syn::ImplItemType) => Other,
        visit_trait_item_const(syn::TraitItemConst) => Other,
        visit_trait_item_type(syn::TraitItemType) => Other,
        visit_variant(syn::Variant) => Other,
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.check(&item.attrs, item_of(&item.ty));
        visit::visit_item_type(self, item);
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        self.check(&field.attrs, item_of(&field.ty));
        visit::visit_field(self, field);
    }
}

/// Returns the kind of an item of this type.
fn item_of(ty: &Type) -> Item {
    let mut callback = Callback(false);
    callback.visit_type(ty);
    match ty {
        _ if callback.0 => Item::Callback,
        Type::Path(path) if path.path.is_ident("bool") => Item::Flag,
        _ => Item::Other,
    }
}

/// A search for a type of functions: `true` if it was found.
struct Callback(bool);

impl<'ast> Visit<'ast> for Callback {
    fn visit_type_fn_ptr(&mut self, _: &'ast syn::TypeFnPtr) {
        self.0 = true;
    }

    fn visit_path_segment(&mut self, segment: &'ast syn::PathSegment) {
        self.0 |= ["Fn", "FnMut", "FnOnce"].iter().any(|name| segment.ident == name);
        visit::visit_path_segment(self, segment);
    }
}

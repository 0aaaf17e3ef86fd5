//! The parts of a source file that determine its dependencies: definitions, imports and paths.

use std::collections::BTreeSet;
use syn::buffer::{Cursor, TokenBuffer};
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ExprLit, Item, ItemMacro, ItemUse, Lit, Macro, UseTree, Visibility};

/// A name that a `use` imports.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Import {
    /// The name in this file; `None` for a glob.
    pub(crate) name: Option<String>,
    /// The path in the source, including `crate`, `super` or `self`.
    pub(crate) path: Vec<String>,
    /// `true` if the `use` has a visibility, so that other files can use the item through this one.
    pub(crate) is_reexport: bool,
}

/// The parts of a source file that draw arrows. Items under `#[cfg(test)]` are left out.
#[derive(Debug, Default)]
pub(crate) struct Source {
    /// The names of the file's own items.
    pub(crate) defines: BTreeSet<String>,
    /// The imports of its `use` items.
    pub(crate) imports: Vec<Import>,
    /// The paths in its code, outside of `use` items, as segments.
    pub(crate) paths: BTreeSet<Vec<String>>,
    /// The words in macro calls at the positions of items, such as a list of modules.
    pub(crate) listed: BTreeSet<String>,
    /// The child modules of the product that are files.
    pub(crate) children: BTreeSet<String>,
    /// The child modules only for tests.
    pub(crate) test_modules: BTreeSet<String>,
    /// The doc comment of the module.
    pub(crate) doc: String,
}

impl Source {
    /// Parses the text of a file.
    ///
    /// # Errors
    /// The text is not Rust.
    pub(crate) fn read(text: &str) -> Result<Source, String> {
        let file = syn::parse_file(text).map_err(|error| error.to_string())?;
        let mut source = Source { doc: doc_of(&file.attrs), ..Source::default() };
        source.visit_file(&file);
        Ok(source)
    }

    fn import(&mut self, path: &mut Vec<String>, tree: &UseTree, is_reexport: bool) {
        let mut add = |name: Option<String>, path: Vec<String>| {
            self.imports.push(Import { name, path, is_reexport });
        };
        match tree {
            UseTree::Path(step) => {
                path.push(step.ident.to_string());
                self.import(path, &step.tree, is_reexport);
                path.pop();
            }
            UseTree::Name(one) if one.ident == "self" => add(path.last().cloned(), path.clone()),
            UseTree::Name(one) => add(Some(one.ident.to_string()), joined(path, &one.ident)),
            UseTree::Rename(one) => add(Some(one.rename.to_string()), joined(path, &one.ident)),
            UseTree::Glob(_) => add(None, path.clone()),
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.import(path, tree, is_reexport));
            }
        }
    }

    /// Collects the paths in the tokens of a macro call, which is not parsed further.
    fn tokens(&mut self, mut cursor: Cursor<'_>, at_items: bool) {
        let mut path: Vec<String> = Vec::new();
        // The number of consecutive `:` tokens. After two of them, the next word continues the path.
        let mut colons = 0;
        while !cursor.eof() {
            if let Some((inside, _, _, after)) = cursor.any_group() {
                self.tokens(inside, at_items);
                self.end_path(&mut path);
                (cursor, colons) = (after, 0);
            } else if let Some((word, after)) = cursor.ident() {
                if colons != 2 {
                    self.end_path(&mut path);
                }
                path.push(word.to_string());
                if at_items {
                    self.listed.insert(word.to_string());
                }
                (cursor, colons) = (after, 0);
            } else if let Some((punct, after)) = cursor.punct() {
                colons = if punct.as_char() == ':' { colons + 1 } else { 0 };
                cursor = after;
            } else {
                let Some((_, after)) = cursor.token_tree() else { break };
                (cursor, colons) = (after, 0);
            }
        }
        self.end_path(&mut path);
    }

    fn end_path(&mut self, path: &mut Vec<String>) {
        if !path.is_empty() {
            self.paths.insert(std::mem::take(path));
        }
    }
}

/// Returns the text of the doc comment in attributes.
fn doc_of(attrs: &[Attribute]) -> String {
    let lines = attrs.iter().filter(|attr| attr.path().is_ident("doc"));
    let texts = lines.filter_map(|attr| match &attr.meta.require_name_value().ok()?.value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value().trim().to_owned()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// Returns the imports of a `use` item.
pub(crate) fn imports_of(item: &ItemUse) -> Vec<Import> {
    let mut source = Source::default();
    source.visit_item_use(item);
    source.imports
}

fn joined(path: &[String], last: &syn::Ident) -> Vec<String> {
    path.iter().cloned().chain([last.to_string()]).collect()
}

/// Returns `true` if an item is only built for tests.
pub(crate) fn is_for_tests(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| {
        let cfg = attr.path().is_ident("cfg");
        cfg && attr.parse_args::<syn::Ident>().is_ok_and(|word| word == "test")
    })
}

/// Returns the attributes of an item.
pub(crate) fn attrs_of(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Returns the name that an item defines in its file.
pub(crate) fn name_of(item: &Item) -> Option<&syn::Ident> {
    match item {
        Item::Const(item) => Some(&item.ident),
        Item::Enum(item) => Some(&item.ident),
        Item::Fn(item) => Some(&item.sig.ident),
        Item::Macro(item) => item.ident.as_ref(),
        Item::Static(item) => Some(&item.ident),
        Item::Struct(item) => Some(&item.ident),
        Item::Trait(item) => Some(&item.ident),
        Item::Type(item) => Some(&item.ident),
        Item::Union(item) => Some(&item.ident),
        // A module with a body is an item of this file; a module without one is a separate file.
        Item::Mod(item) => item.content.as_ref().map(|_| &item.ident),
        _ => None,
    }
}

impl<'ast> Visit<'ast> for Source {
    fn visit_item(&mut self, item: &'ast Item) {
        if is_for_tests(attrs_of(item)) {
            if let Item::Mod(module) = item {
                self.test_modules.insert(module.ident.to_string());
            }
            return;
        }
        if let Item::Mod(module) = item
            && module.content.is_none()
        {
            self.children.insert(module.ident.to_string());
        }
        self.defines.extend(name_of(item).map(syn::Ident::to_string));
        visit::visit_item(self, item);
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let is_reexport = !matches!(item.vis, Visibility::Inherited);
        // `::name` always denotes another crate, and no path of this crate starts with `::`.
        let mut path = item.leading_colon.as_ref().map(|_| "::".to_owned()).into_iter().collect();
        self.import(&mut path, &item.tree, is_reexport);
    }

    fn visit_item_macro(&mut self, item: &'ast ItemMacro) {
        let tokens = TokenBuffer::new2(item.mac.tokens.clone());
        self.tokens(tokens.begin(), item.ident.is_none());
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        self.visit_path(&call.path);
        let tokens = TokenBuffer::new2(call.tokens.clone());
        self.tokens(tokens.begin(), false);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() {
            let segments = path.segments.iter().map(|segment| segment.ident.to_string());
            self.paths.insert(segments.collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_visibility(&mut self, _: &'ast Visibility) {}
}

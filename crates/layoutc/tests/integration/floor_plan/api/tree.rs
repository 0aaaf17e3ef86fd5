//! The modules of the crates, with the items of each module, and the items that a path denotes.

use crate::floor_plan::api::macros::{Macros, define, expand};
use crate::floor_plan::arrows::module_of;
use crate::floor_plan::source::{Import, attrs_of, imports_of, is_for_tests, name_of};
use std::collections::BTreeMap;
use syn::Item;

/// A module: the crate, and the path from its root.
pub(crate) type ModulePath = (String, Vec<String>);

/// An item: its module, and its number in the module.
pub(crate) type ItemId = (ModulePath, usize);

/// The items of all modules, without those for tests. Calls of macros are expanded.
#[derive(Default)]
pub(crate) struct ModuleTree {
    modules: BTreeMap<ModulePath, Vec<Item>>,
    /// The imports of the modules.
    imports: BTreeMap<ModulePath, Vec<Import>>,
}

/// The target of a public import.
pub(crate) enum Imported {
    Module(ModulePath),
    Items(Vec<ItemId>),
}

/// The texts of the files of a crate by module.
type Files<'a> = BTreeMap<Vec<String>, &'a str>;

/// The maximum depth to which re-exports are resolved.
const DEEPEST: usize = 16;

impl ModuleTree {
    /// Adds a crate, from the texts of its files by their paths relative to `src`.
    ///
    /// # Errors
    /// A text is not Rust, or a macro cannot be expanded.
    pub(crate) fn add(
        &mut self,
        name: &str,
        texts: &BTreeMap<String, String>,
    ) -> Result<(), String> {
        let files = texts.iter().filter(|(path, _)| *path != "main.rs");
        let files: Files<'_> = files.map(|(path, text)| (module_of(path), text.as_str())).collect();
        let added = macros_of(&files).and_then(|macros| {
            let root = (name.to_owned(), Vec::new());
            self.add_module(root.clone(), parsed(&root, &files)?, &files, &macros)
        });
        added.map_err(|error| format!("{name}: {error}"))
    }

    fn add_module(
        &mut self,
        at: ModulePath,
        items: Vec<Item>,
        files: &Files<'_>,
        macros: &Macros,
    ) -> Result<(), String> {
        let mut kept = Vec::new();
        for item in items {
            let expanded = match &item {
                Item::Macro(call) if call.ident.is_none() => expand(call, macros)?,
                _ => vec![item],
            };
            kept.extend(expanded.into_iter().filter(|item| !is_for_tests(attrs_of(item))));
        }
        for item in &mut kept {
            let Item::Mod(module) = item else { continue };
            let inside = child(&at, &module.ident.to_string());
            let items = match module.content.take() {
                Some((_, items)) => items,
                None => parsed(&inside, files)?,
            };
            self.add_module(inside, items, files, macros)?;
        }
        let imports = kept.iter().flat_map(|item| match item {
            Item::Use(item) => imports_of(item),
            _ => Vec::new(),
        });
        self.imports.insert(at.clone(), imports.collect());
        self.modules.insert(at, kept);
        Ok(())
    }

    /// Returns the items of a module.
    pub(crate) fn items(&self, at: &ModulePath) -> &[Item] {
        self.modules.get(at).map_or(&[], Vec::as_slice)
    }

    /// Returns an item; `None` if there is none.
    pub(crate) fn item(&self, (at, number): &ItemId) -> Option<&Item> {
        self.items(at).get(*number)
    }

    /// Returns the modules of a crate, each with its items.
    pub(crate) fn modules_of(&self, name: &str) -> impl Iterator<Item = (&ModulePath, &[Item])> {
        let modules = self.modules.iter().filter(move |((of, _), _)| of == name);
        modules.map(|(at, items)| (at, items.as_slice()))
    }

    /// Returns the target of an import; `None` if it is outside of the crates.
    pub(crate) fn imported(&self, at: &ModulePath, import: &Import) -> Option<Imported> {
        if import.name.is_none() {
            return self.module(at, &import.path, 0).map(Imported::Module);
        }
        let items = self.items_at(at, &import.path, 0);
        if items.is_empty() {
            return self.module(at, &import.path, 0).map(Imported::Module);
        }
        Some(Imported::Items(items))
    }

    fn module(&self, at: &ModulePath, path: &[String], depth: usize) -> Option<ModulePath> {
        let mut at = at.clone();
        for (number, segment) in path.iter().enumerate() {
            at = match segment.as_str() {
                // The next segment is the name of a crate.
                "::" => continue,
                "crate" => (at.0, Vec::new()),
                "self" => at,
                "super" => (at.0, at.1.split_last()?.1.to_vec()),
                name if number > 0 && path[number - 1] == "::" => (name.to_owned(), Vec::new()),
                name => self.child_module(&at, name, number == 0, depth)?,
            };
        }
        self.modules.contains_key(&at).then_some(at)
    }

    /// Returns the module with a name in another module: a child, an import, or else a crate.
    fn child_module(
        &self,
        at: &ModulePath,
        name: &str,
        may_be_crate: bool,
        depth: usize,
    ) -> Option<ModulePath> {
        let own = child(at, name);
        if self.modules.contains_key(&own) {
            return Some(own);
        }
        let root = (name.to_owned(), Vec::new());
        if depth < DEEPEST {
            let imports =
                self.imports(at).iter().filter(|import| import.name.as_deref() == Some(name));
            let mut imports = imports.filter(|import| import.path != [name]);
            let found = imports.find_map(|import| self.module(at, &import.path, depth + 1));
            if found.is_some() {
                return found;
            }
        }
        (may_be_crate && self.modules.contains_key(&root)).then_some(root)
    }

    fn imports(&self, at: &ModulePath) -> &[Import] {
        self.imports.get(at).map_or(&[], Vec::as_slice)
    }

    fn items_at(&self, at: &ModulePath, path: &[String], depth: usize) -> Vec<ItemId> {
        let Some((last, before)) = path.split_last() else { return Vec::new() };
        let module = self.module(at, before, depth);
        module.map_or_else(Vec::new, |module| self.items_named(&module, last, depth))
    }

    fn items_named(&self, at: &ModulePath, name: &str, depth: usize) -> Vec<ItemId> {
        let numbered = self.items(at).iter().enumerate();
        let is_own = |item: &Item| {
            !matches!(item, Item::Mod(_)) && name_of(item).is_some_and(|it| it == name)
        };
        let own = numbered.filter(|(_, item)| is_own(item));
        let mut found: Vec<ItemId> = own.map(|(number, _)| (at.clone(), number)).collect();
        if depth < DEEPEST && found.is_empty() {
            for import in self.imports(at) {
                found.extend(match import.name.as_deref() {
                    Some(of) if of == name => self.items_at(at, &import.path, depth + 1),
                    Some(_) => Vec::new(),
                    None => self
                        .module(at, &import.path, depth + 1)
                        .map_or_else(Vec::new, |of| self.items_named(&of, name, depth + 1)),
                });
            }
        }
        found
    }
}

/// Returns the macros that a crate defines. The other files are parsed when their module is reached.
fn macros_of(files: &Files<'_>) -> Result<Macros, String> {
    let mut macros = Macros::new();
    for (at, text) in files.iter().filter(|(_, text)| text.contains("macro_rules!")) {
        let file = syn::parse_file(text).map_err(|error| format!("{at:?}: {error}"))?;
        for item in &file.items {
            if let Item::Macro(definition) = item {
                define(definition, &mut macros);
            }
        }
    }
    Ok(macros)
}

/// Returns the items of the file of a module.
fn parsed(at: &ModulePath, files: &Files<'_>) -> Result<Vec<Item>, String> {
    let text = files.get(&at.1).ok_or_else(|| format!("no file of the module {at:?}"))?;
    let file = syn::parse_file(text).map_err(|error| format!("{at:?}: {error}"))?;
    Ok(file.items)
}

/// Returns the path of a child module.
pub(crate) fn child(at: &ModulePath, name: &str) -> ModulePath {
    (at.0.clone(), at.1.iter().cloned().chain([name.to_owned()]).collect())
}

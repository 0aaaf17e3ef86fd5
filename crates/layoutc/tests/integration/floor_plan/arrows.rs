//! The files of one crate and the dependencies between them.
//!
//! A file has an arrow to each file that *defines* an item which the first file imports or names by a path. Re-exports
//! are resolved. A module file that only re-exports an item of its own child module does not use it; it has an arrow to
//! the child only if its own code names the item. Method calls draw no arrow, because they name no file.

use crate::floor_plan::source::{Import, Source};
use std::collections::{BTreeMap, BTreeSet};

/// The product sources of one crate.
pub(crate) struct Crate {
    files: Vec<File>,
    /// The paths of the files in modules only for tests.
    test_files: Vec<String>,
    /// The file of each module, indexed by the module's path from the root of the crate.
    modules: BTreeMap<Vec<String>, usize>,
}

struct File {
    /// The path relative to `src`.
    name: String,
    module: Vec<String>,
    source: Source,
}

/// The arrows of a crate from one file to another, each with the names that cause it.
pub(crate) type Arrows = BTreeMap<(String, String), BTreeSet<String>>;

/// The target of a path.
enum PathTarget {
    /// An item with this name, defined in the file.
    Item(usize, String),
    /// The module of a file.
    Module(usize),
    /// An item of another crate.
    Outside,
}

/// The maximum depth to which re-exports are resolved.
const DEEPEST: usize = 16;

/// Returns the module of a file from its path relative to `src`: `a/b.rs` and `a/b/mod.rs` are `a::b`, and `lib.rs` is
/// the root.
pub(crate) fn module_of(name: &str) -> Vec<String> {
    let stem = name.strip_suffix(".rs").unwrap_or(name);
    let stem = stem.strip_suffix("/mod").unwrap_or(stem);
    let is_root = matches!(stem, "lib" | "main");
    stem.split('/').filter(|_| !is_root).map(str::to_owned).collect()
}

impl Crate {
    /// Parses files, by their paths relative to `src` and their texts. Modules only for tests are left out, and so is
    /// the root of a program, which uses the library as another crate.
    ///
    /// # Errors
    /// A text is not Rust.
    pub(crate) fn read(texts: &BTreeMap<String, String>) -> Result<Crate, String> {
        let mut files = Vec::new();
        for (name, text) in texts.iter().filter(|(name, _)| *name != "main.rs") {
            let source = Source::read(text).map_err(|error| format!("{name}: {error}"))?;
            files.push(File { name: name.clone(), module: module_of(name), source });
        }
        let tests: Vec<Vec<String>> = files.iter().flat_map(File::test_modules).collect();
        let is_test = |file: &mut File| tests.iter().any(|test| file.module.starts_with(test));
        let test_files = files.extract_if(.., is_test).map(|file| file.name).collect();
        let numbered = files.iter().enumerate();
        let modules = numbered.map(|(number, file)| (file.module.clone(), number)).collect();
        Ok(Crate { files, test_files, modules })
    }

    /// Returns the product sources, each with its path relative to `src`.
    pub(crate) fn sources(&self) -> impl Iterator<Item = (&str, &Source)> {
        self.files.iter().map(|file| (file.name.as_str(), &file.source))
    }

    /// Returns the paths of the files that are only built for tests, relative to `src`.
    pub(crate) fn test_files(&self) -> impl Iterator<Item = &str> {
        self.test_files.iter().map(String::as_str)
    }

    /// Returns the arrows between the files.
    pub(crate) fn arrows(&self) -> Arrows {
        let mut arrows = Arrows::new();
        for (from, file) in self.files.iter().enumerate() {
            for (to, name) in self.uses(from).into_iter().filter(|&(to, _)| to != from) {
                let ends = (file.name.clone(), self.files[to].name.clone());
                arrows.entry(ends).or_default().insert(name);
            }
        }
        arrows
    }

    /// Returns the items that a file uses, each with the file that defines it.
    fn uses(&self, file: usize) -> Vec<(usize, String)> {
        let source = &self.files[file].source;
        let mut uses = Vec::new();
        for import in source.imports.iter().filter(|import| self.is_used(file, import)) {
            match self.target_of(file, &import.path, 0) {
                Some(PathTarget::Item(to, name)) => uses.push((to, name)),
                Some(PathTarget::Module(to)) if import.name.is_none() => {
                    uses.push((to, "*".to_owned()))
                }
                // A module alone is not a use; paths through the module are.
                Some(PathTarget::Module(_) | PathTarget::Outside) | None => {}
            }
        }
        for path in source.paths.iter().filter(|path| path.len() > 1) {
            if let Some(PathTarget::Item(to, name)) = self.target_of(file, path, 0) {
                uses.push((to, name));
            }
        }
        for word in &source.listed {
            let child: Vec<String> =
                self.files[file].module.iter().chain([word]).cloned().collect();
            uses.extend(self.modules.get(&child).map(|&to| (to, word.clone())));
        }
        uses
    }

    /// Returns `false` if an import only re-exports an item of a child module.
    fn is_used(&self, file: usize, import: &Import) -> bool {
        let own = &self.files[file];
        let target = match self.target_of(file, &import.path, 0) {
            Some(PathTarget::Item(to, _) | PathTarget::Module(to)) => &self.files[to].module,
            Some(PathTarget::Outside) | None => return false,
        };
        let named = |path: &Vec<String>| path.first() == import.name.as_ref();
        !import.is_reexport
            || !target.starts_with(&own.module)
            || own.source.paths.iter().any(named)
    }

    /// Returns the target of a path in a file; `None` if its first name is not in scope, which holds for other crates.
    fn target_of(&self, file: usize, path: &[String], depth: usize) -> Option<PathTarget> {
        let module = &self.files[file].module;
        match path.first()?.as_str() {
            "crate" => self.in_module(&[], &path[1..], depth),
            "self" => self.in_module(module, &path[1..], depth),
            "super" => {
                let ups = path.iter().take_while(|step| *step == "super").count();
                let around = module.get(..module.len().checked_sub(ups)?)?;
                self.in_module(around, &path[ups..], depth)
            }
            _ => self.find(file, path, depth),
        }
    }

    fn in_module(&self, module: &[String], path: &[String], depth: usize) -> Option<PathTarget> {
        let &file = self.modules.get(module)?;
        let Some(name) = path.first() else { return Some(PathTarget::Module(file)) };
        // A macro of the file defines a name that is not in its list of items.
        self.find(file, path, depth).or_else(|| Some(PathTarget::Item(file, name.clone())))
    }

    /// Returns the target of a path whose first name is in the scope of a file; `None` if the name is not in scope.
    fn find(&self, file: usize, path: &[String], depth: usize) -> Option<PathTarget> {
        let (first, rest) = path.split_first()?;
        let File { module, source, .. } = &self.files[file];
        let child: Vec<String> = module.iter().chain([first]).cloned().collect();
        let defined = source.defines.contains(first);
        if self.modules.contains_key(&child) && (!rest.is_empty() || !defined) {
            return self.in_module(&child, rest, depth);
        }
        if defined {
            return Some(PathTarget::Item(file, first.clone()));
        }
        if depth == DEEPEST {
            return None;
        }
        source.imports.iter().find_map(|import| self.through(file, import, path, depth + 1))
    }

    /// Returns the target of a path that starts with the name of an import.
    fn through(
        &self,
        file: usize,
        import: &Import,
        path: &[String],
        depth: usize,
    ) -> Option<PathTarget> {
        let rest = match &import.name {
            Some(name) if *name == path[0] => &path[1..],
            Some(_) => return None,
            None => path,
        };
        let path: Vec<String> = import.path.iter().chain(rest).cloned().collect();
        match (self.target_of(file, &path, depth), &import.name) {
            (None, Some(_)) => Some(PathTarget::Outside),
            // A glob imports only the names that its module defines explicitly.
            (Some(PathTarget::Item(to, name)), None) => {
                let listed = self.files[to].source.defines.contains(&name);
                listed.then_some(PathTarget::Item(to, name))
            }
            (target, _) => target,
        }
    }
}

impl File {
    fn test_modules(&self) -> impl Iterator<Item = Vec<String>> {
        let child = |name: &String| self.module.iter().chain([name]).cloned().collect();
        self.source.test_modules.iter().map(child)
    }
}

/// Returns the cycles among arrows, each as a strongly connected component.
pub(crate) fn cycles<'a>(
    arrows: impl Iterator<Item = (&'a str, &'a str)>,
) -> Vec<BTreeSet<&'a str>> {
    let mut below: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (from, to) in arrows {
        below.entry(from).or_default().insert(to);
    }
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        below.keys().map(|&node| (node, reachable(&below, node))).collect();
    let mut cycles: Vec<BTreeSet<&str>> = Vec::new();
    for (&node, others) in reached.iter().filter(|(node, others)| others.contains(*node)) {
        let back = |other: &&&str| reached.get(**other).is_some_and(|back| back.contains(node));
        let cycle: BTreeSet<&str> = others.iter().filter(back).copied().collect();
        if !cycles.contains(&cycle) {
            cycles.push(cycle);
        }
    }
    cycles
}

/// Returns the nodes that are reachable from a node.
fn reachable<'a>(below: &BTreeMap<&'a str, BTreeSet<&'a str>>, start: &str) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    let mut open: Vec<&str> = below.get(start).into_iter().flatten().copied().collect();
    while let Some(node) = open.pop() {
        if seen.insert(node) {
            open.extend(below.get(node).into_iter().flatten());
        }
    }
    seen
}

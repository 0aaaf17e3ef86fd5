//! The public items of a crate, each with its signature.

use crate::floor_plan::api::text::text;
use crate::floor_plan::api::tree::{Imported, ItemId, ModulePath, ModuleTree, child};
use crate::floor_plan::signatures::is_public;
use crate::floor_plan::source::{attrs_of, imports_of, name_of};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use syn::{
    Attribute, Fields, Generics, ImplItem, Item, ItemImpl, Signature, TraitItem, Variant,
    Visibility,
};

/// A public item and its members.
#[derive(Default)]
pub(crate) struct PublicItem {
    /// The name, without its module.
    pub(crate) name: String,
    header: String,
    members: BTreeSet<String>,
    /// `true` for an enum, and for a struct with only public fields: later versions cannot add to it.
    pub(crate) is_closed: bool,
}

/// The public items of a crate by their paths from the root.
#[derive(Default)]
pub(crate) struct PublicItems {
    pub(crate) items: BTreeMap<String, PublicItem>,
    /// Re-exports of modules and items of other crates, and second paths of items.
    reexports: BTreeSet<String>,
}

impl fmt::Display for PublicItems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reexports.iter().try_for_each(|line| writeln!(f, "use {line}"))?;
        for item in self.items.values() {
            writeln!(f, "{}", item.header)?;
            item.members.iter().try_for_each(|line| writeln!(f, "    {line}"))?;
        }
        Ok(())
    }
}

/// The paths of the items that can be reached from the root of a crate.
struct Reached<'a> {
    tree: &'a ModuleTree,
    name: &'a str,
    paths: BTreeMap<ItemId, BTreeSet<Vec<String>>>,
    reexports: BTreeSet<String>,
}

/// Returns the public items of a crate.
pub(crate) fn public_items(tree: &ModuleTree, name: &str) -> PublicItems {
    let root = (name.to_owned(), Vec::new());
    let (paths, reexports) = (BTreeMap::new(), BTreeSet::new());
    let mut reached = Reached { tree, name, paths, reexports };
    reached.module(&root, &[]);
    let mut public = PublicItems { items: BTreeMap::new(), reexports: reached.reexports };
    let mut types = BTreeMap::new();
    for (id, paths) in &reached.paths {
        let mut paths: Vec<&Vec<String>> = paths.iter().collect();
        paths.sort_by_key(|path| (path.len(), *path));
        let (Some(item), Some((first, others))) = (tree.item(id), paths.split_first()) else {
            continue;
        };
        let path = first.join("::");
        public.reexports.extend(others.iter().map(|at| format!("{} from {path}", at.join("::"))));
        let described = described(item, &path);
        // A type and a function can share a path.
        let key = format!("{path} {}", described.header);
        if is_type(item) {
            types.insert(described.name.clone(), key.clone());
        }
        public.items.insert(key, described);
    }
    add_impls(tree, name, &types, &mut public);
    public
}

fn is_type(item: &Item) -> bool {
    matches!(item, Item::Enum(_) | Item::Struct(_) | Item::Trait(_))
}

/// Adds the members of each `impl` to the item that it is about: the implementing type, or the trait of the crate if
/// the type is not of the crate, or else a type in the arguments of the trait.
fn add_impls(
    tree: &ModuleTree,
    name: &str,
    types: &BTreeMap<String, String>,
    public: &mut PublicItems,
) {
    let items = || tree.modules_of(name).flat_map(|(_, items)| items);
    let names = items().filter(|item| is_type(item)).filter_map(name_of);
    let of_crate: BTreeSet<String> = names.map(syn::Ident::to_string).collect();
    for item in items() {
        let Item::Impl(item) = item else { continue };
        let own = text(&item.self_ty);
        let of = item.trait_.as_ref().map(|(path, _)| text(path)).unwrap_or_default();
        let about = words(&own).find(|word| of_crate.contains(*word));
        let mut about = about.into_iter().chain(words(&of).filter(|_| about.is_none()));
        let key = about.find_map(|word| types.get(word));
        if let Some(target) = key.and_then(|key| public.items.get_mut(key)) {
            add_members(item, target);
        }
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

impl Reached<'_> {
    fn module(&mut self, at: &ModulePath, path: &[String]) {
        for (number, item) in self.tree.items(at).iter().enumerate() {
            match item {
                Item::Use(item) if is_public(&item.vis) => {
                    for import in imports_of(item) {
                        let imported = self.tree.imported(at, &import);
                        self.import(imported, import.name, &import.path, path);
                    }
                }
                Item::Mod(module) if is_public(&module.vis) => {
                    let name = module.ident.to_string();
                    self.module(&child(at, &name), &joined(path, name));
                }
                _ if visibility(item).is_some_and(is_public) => {
                    let name = name_of(item).map(syn::Ident::to_string).unwrap_or_default();
                    let id = (at.clone(), number);
                    self.paths.entry(id).or_default().insert(joined(path, name));
                }
                _ => {}
            }
        }
    }

    fn import(
        &mut self,
        imported: Option<Imported>,
        name: Option<String>,
        source: &[String],
        path: &[String],
    ) {
        let own = self.name;
        let inside = |name: Option<String>| path.iter().cloned().chain(name).collect::<Vec<_>>();
        match imported {
            Some(Imported::Module(at)) if at.0 == own => self.module(&at, &inside(name)),
            Some(Imported::Items(items)) if items.iter().all(|(at, _)| at.0 == own) => {
                for id in items {
                    self.paths.entry(id).or_default().insert(inside(name.clone()));
                }
            }
            Some(Imported::Items(items)) => {
                let homes: BTreeSet<&str> = items.iter().map(|((of, _), _)| of.as_str()).collect();
                let at = inside(name).join("::");
                self.reexports.extend(homes.iter().map(|home| format!("{at} from {home}")));
            }
            _ => {
                let source = source.iter().filter(|it| *it != "::").cloned().collect::<Vec<_>>();
                let at = inside(Some(name.unwrap_or_else(|| "*".to_owned()))).join("::");
                self.reexports.insert(format!("{at} from {}", source.join("::")));
            }
        }
    }
}

fn joined(path: &[String], name: String) -> Vec<String> {
    path.iter().cloned().chain([name]).collect()
}

fn visibility(item: &Item) -> Option<&Visibility> {
    match item {
        Item::Const(item) => Some(&item.vis),
        Item::Enum(item) => Some(&item.vis),
        Item::Fn(item) => Some(&item.vis),
        Item::Static(item) => Some(&item.vis),
        Item::Struct(item) => Some(&item.vis),
        Item::Trait(item) => Some(&item.vis),
        Item::Type(item) => Some(&item.vis),
        Item::Union(item) => Some(&item.vis),
        _ => None,
    }
}

/// The attributes that a user of an item depends on.
const ATTRIBUTES: &[&str] = &["cfg", "deprecated", "doc", "must_use", "non_exhaustive", "repr"];

/// Returns the text of the attributes that a user depends on, each followed by a space.
fn attributes(attrs: &[Attribute]) -> String {
    let kept = attrs.iter().filter(|it| ATTRIBUTES.iter().any(|name| it.path().is_ident(name)));
    let texts = kept.map(text).filter(|text| !text.is_empty());
    texts.map(|text| format!("{text} ")).collect()
}

/// Returns the traits of `derive`, as members.
fn derived(attrs: &[Attribute]) -> BTreeSet<String> {
    let derives = attrs.iter().filter(|it| it.path().is_ident("derive"));
    let lists = derives.filter_map(|it| it.meta.require_list().ok());
    let texts = lists.map(|list| text(&list.tokens));
    let names = texts.flat_map(|text| text.split(", ").map(str::to_owned).collect::<Vec<_>>());
    names.map(|name| format!("impl {name}")).collect()
}

fn with_generics(path: &str, generics: &Generics) -> String {
    let condition = generics.where_clause.as_ref().map(|it| format!(" {}", text(it)));
    format!("{path}{}{}", text(generics), condition.unwrap_or_default())
}

/// Returns an item with the members of its definition.
fn described(item: &Item, path: &str) -> PublicItem {
    let mut public = PublicItem {
        name: path.rsplit("::").next().unwrap_or(path).to_owned(),
        members: derived(attrs_of(item)),
        ..PublicItem::default()
    };
    let header = match item {
        Item::Const(item) => format!("const {path}: {}", text(&item.ty)),
        Item::Static(item) => format!("static {path}: {}", text(&item.ty)),
        Item::Type(item) => {
            format!("type {} = {}", with_generics(path, &item.generics), text(&item.ty))
        }
        Item::Fn(item) => {
            let name = format!("fn {}", item.sig.ident);
            signature(&item.sig).replacen(&name, &format!("fn {path}"), 1)
        }
        Item::Struct(item) => {
            public.members.extend(fields(&item.fields));
            let is_open = item.fields.iter().all(|field| is_public(&field.vis));
            public.is_closed = is_open && !item.fields.is_empty();
            format!("struct {}", with_generics(path, &item.generics))
        }
        Item::Enum(item) => {
            public.members.extend(item.variants.iter().map(variant));
            public.is_closed = true;
            format!("enum {}", with_generics(path, &item.generics))
        }
        Item::Trait(item) => {
            public.members.extend(item.items.iter().map(trait_item));
            let above = text(&item.supertraits);
            let above = if above.is_empty() { above } else { format!(": {above}") };
            format!("trait {}{above}", with_generics(path, &item.generics))
        }
        other => text(other),
    };
    let attrs = attributes(attrs_of(item));
    public.is_closed &= !attrs.contains("#[non_exhaustive]");
    public.header = format!("{attrs}{header}");
    public
}

/// Returns the public fields of a struct, and `..` if it has other fields.
fn fields(fields: &Fields) -> Vec<String> {
    let numbered = fields.iter().enumerate();
    let fields = numbered.map(|(number, field)| {
        let name = field.ident.as_ref().map_or_else(|| number.to_string(), |name| name.to_string());
        match is_public(&field.vis) {
            true => format!("{}field {name}: {}", attributes(&field.attrs), text(&field.ty)),
            false => "..".to_owned(),
        }
    });
    fields.collect()
}

fn variant(variant: &Variant) -> String {
    let value = variant.discriminant.as_ref().map(|(_, value)| format!(" = {}", text(value)));
    let (attrs, fields) = (attributes(&variant.attrs), text(&variant.fields));
    format!("{attrs}variant {}{fields}{}", variant.ident, value.unwrap_or_default())
}

/// Returns the text of a signature. `mut` before the name of an argument has no effect on callers.
fn signature(signature: &Signature) -> String {
    text(signature).replace("(mut ", "(").replace(", mut ", ", ")
}

fn trait_item(item: &TraitItem) -> String {
    match item {
        TraitItem::Fn(function) => {
            let body = if function.default.is_some() { " { .. }" } else { "" };
            format!("{}{}{body}", attributes(&function.attrs), text(&function.sig))
        }
        other => text(other).trim_end_matches(';').to_owned(),
    }
}

/// Adds the members of an `impl` to its item. The members have the header of the `impl`, unless it is the bare name.
fn add_members(item: &ItemImpl, target: &mut PublicItem) {
    let own = text(&item.self_ty);
    let condition = item.generics.where_clause.as_ref().map(|it| format!(" {}", text(it)));
    let (generics, condition) = (text(&item.generics), condition.unwrap_or_default());
    let is_plain = own == target.name && generics.is_empty();
    let attrs = attributes(&item.attrs);
    if let Some((of, _)) = &item.trait_ {
        let of = text(of);
        let header = if is_plain { of } else { format!("{of} for {own}{condition}") };
        let types = associated_types(item);
        target.members.insert(format!("{attrs}impl{generics} {header}{types}"));
        return;
    }
    let header =
        if is_plain { String::new() } else { format!("impl{generics} {own}{condition}: ") };
    for inner in &item.items {
        let (vis, inner) = match inner {
            ImplItem::Fn(it) => {
                (&it.vis, format!("{}{}", attributes(&it.attrs), signature(&it.sig)))
            }
            ImplItem::Const(it) => (&it.vis, format!("const {}: {}", it.ident, text(&it.ty))),
            _ => continue,
        };
        if is_public(vis) {
            target.members.insert(format!("{attrs}{header}{inner}"));
        }
    }
}

/// Returns the associated types of an `impl`, in braces.
fn associated_types(item: &ItemImpl) -> String {
    let types = item.items.iter().filter_map(|inner| match inner {
        ImplItem::Type(inner) => Some(format!("{} = {}", inner.ident, text(&inner.ty))),
        _ => None,
    });
    let types: Vec<String> = types.collect();
    if types.is_empty() { String::new() } else { format!(" {{ {} }}", types.join(", ")) }
}

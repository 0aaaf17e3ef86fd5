//! Types of other projects in public signatures. An embedder must not depend on the version of a crate that it does not
//! name.

use crate::floor_plan::source::{Source, is_for_tests};
use std::collections::BTreeSet;
use syn::visit::{self, Visit};
use syn::{
    Field, ImplItem, ImplItemFn, ItemConst, ItemEnum, ItemFn, ItemImpl, ItemMacro, ItemMod,
    ItemStatic, ItemStruct, ItemTrait, ItemType, Path, Signature, Visibility,
};

/// Returns the types of third-party crates that the public signatures of a file name.
///
/// # Errors
/// The text is not Rust.
pub(crate) fn foreign_types(
    text: &str,
    third_party: &BTreeSet<String>,
) -> Result<BTreeSet<String>, String> {
    let imports = Source::read(text)?.imports.into_iter();
    let of_others = imports.filter(|it| it.path.first().is_some_and(|it| third_party.contains(it)));
    let names = of_others.filter_map(|import| import.name).chain(third_party.iter().cloned());
    let file = syn::parse_file(text).map_err(|error| error.to_string())?;
    let mut found = PublicSignatures { foreign: names.collect(), found: BTreeSet::new() };
    found.visit_file(&file);
    Ok(found.found)
}

/// The visitor of the public signatures of a file.
struct PublicSignatures {
    /// The names that denote items of other projects.
    foreign: BTreeSet<String>,
    found: BTreeSet<String>,
}

impl PublicSignatures {
    fn signature(&mut self, signature: &Signature) {
        visit::visit_signature(self, signature);
    }
}

/// Returns `true` for `pub`.
pub(crate) fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

impl<'ast> Visit<'ast> for PublicSignatures {
    fn visit_path(&mut self, path: &'ast Path) {
        if let Some(first) = path.segments.first().map(|segment| segment.ident.to_string())
            && self.foreign.contains(&first)
        {
            self.found.insert(first);
        }
        visit::visit_path(self, path);
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    // The items of a macro call are unknown.
    fn visit_item_macro(&mut self, _: &'ast ItemMacro) {}

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        if is_public(&item.vis) {
            self.signature(&item.sig);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        if is_public(&item.vis) {
            self.signature(&item.sig);
        }
    }

    // A trait of another project may be implemented, as long as no public type names it.
    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        if item.trait_.is_none() {
            let functions = item.items.iter().filter_map(|inner| match inner {
                ImplItem::Fn(function) => Some(function),
                _ => None,
            });
            functions.for_each(|function| self.visit_impl_item_fn(function));
        }
    }

    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        if is_public(&item.vis) {
            item.fields.iter().for_each(|field| self.visit_field(field));
        }
    }

    fn visit_field(&mut self, field: &'ast Field) {
        if is_public(&field.vis) {
            self.visit_type(&field.ty);
        }
    }

    fn visit_item_enum(&mut self, item: &'ast ItemEnum) {
        if is_public(&item.vis) {
            let fields = item.variants.iter().flat_map(|variant| &variant.fields);
            fields.for_each(|field| self.visit_type(&field.ty));
        }
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        if is_public(&item.vis) {
            visit::visit_item_trait(self, item);
        }
    }

    fn visit_item_type(&mut self, item: &'ast ItemType) {
        if is_public(&item.vis) {
            self.visit_type(&item.ty);
        }
    }

    fn visit_item_const(&mut self, item: &'ast ItemConst) {
        if is_public(&item.vis) {
            self.visit_type(&item.ty);
        }
    }

    fn visit_item_static(&mut self, item: &'ast ItemStatic) {
        if is_public(&item.vis) {
            self.visit_type(&item.ty);
        }
    }
}

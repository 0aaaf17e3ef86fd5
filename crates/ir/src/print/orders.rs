//! The choice of aliases for the orders of tensor types: `#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>`.
//!
//! The value of a key `order` is printed as an alias if the order has a name and the source text defines no alias for
//! it. If an alias or a dialect's own text already uses the name, the alias gets a number.

use crate::data::attrs::AttrKind;
use crate::data::ids::{Attr, Name, Type};
use crate::data::module::{Alias, Module, Op};
use crate::data::types::Part;
use layout::DimsOrder;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// The aliases of orders, by the map that each alias names.
#[derive(Default)]
pub(super) struct OrderAliases {
    pub(super) names: FxHashMap<Attr, String>,
}

impl OrderAliases {
    /// Chooses the aliases for a module. Locations are searched only if they are printed.
    pub(super) fn from_module(module: &Module, prints_locs: bool) -> OrderAliases {
        // Most modules without layouts do not contain the key.
        let Some(key) = module.ctx.find_name("order") else { return OrderAliases::default() };
        let mut search = OrderSearch::new(module, key);
        module.walk().for_each(|op| search.op(op, prints_locs));
        search.rest();
        let mut names = FxHashMap::default();
        for (name, map) in search.orders {
            let taken = |name: &String| {
                module.aliases.contains(name) || search.mentioned.contains(name.as_str())
            };
            let mut variants = (0u32..).map(|number| format!("#{name}_{number}"));
            let plain = format!("#{name}");
            let free = if taken(&plain) { variants.find(|name| !taken(name)) } else { Some(plain) };
            names.extend(free.map(|name| (map, name)));
        }
        OrderAliases { names }
    }
}

/// A search of a module's types and attributes for orders, which visits each of them once.
struct OrderSearch<'a> {
    module: &'a Module,
    key: Name,
    /// The maps that aliases of the source text name.
    aliased: FxHashSet<Attr>,
    seen_types: FxHashSet<Type>,
    seen_attrs: FxHashSet<Attr>,
    types: Vec<Type>,
    attrs: Vec<Attr>,
    orders: BTreeMap<&'static str, Attr>,
    /// The names after `#` in the texts of dialects.
    mentioned: BTreeSet<&'a str>,
}

impl<'a> OrderSearch<'a> {
    fn new(module: &'a Module, key: Name) -> OrderSearch<'a> {
        let aliased = module.aliases.values().filter_map(|alias| match alias {
            Alias::Attr(attr) => Some(*attr),
            Alias::Type(_) => None,
        });
        OrderSearch {
            module,
            key,
            aliased: aliased.collect(),
            seen_types: FxHashSet::default(),
            seen_attrs: FxHashSet::default(),
            types: Vec::new(),
            attrs: Vec::new(),
            orders: BTreeMap::new(),
            mentioned: BTreeSet::new(),
        }
    }

    fn op(&mut self, op: Op, prints_locs: bool) {
        let module = self.module;
        for value in module.results(op).chain(module.inner_arguments(op)) {
            self.ty(module.ty(value));
            if let Some(loc) = module.value_loc(value).filter(|_| prints_locs) {
                self.attr(loc);
            }
        }
        self.attr(module.attrs(op));
        let loc = module.op_loc(op).filter(|_| prints_locs);
        module.props(op).into_iter().chain(loc).for_each(|attr| self.attr(attr));
    }

    fn ty(&mut self, ty: Type) {
        if self.seen_types.insert(ty) {
            self.types.push(ty);
        }
    }

    fn attr(&mut self, attr: Attr) {
        if self.seen_attrs.insert(attr) {
            self.attrs.push(attr);
        }
    }

    /// Visits the parts of the types and attributes that were found.
    fn rest(&mut self) {
        loop {
            if let Some(ty) = self.types.pop() {
                self.module.ctx.kind(ty).parts(&mut |part| self.part(part));
            } else if let Some(attr) = self.attrs.pop() {
                self.inside_attr(attr);
            } else {
                return;
            }
        }
    }

    fn inside_attr(&mut self, attr: Attr) {
        let ctx = &self.module.ctx;
        match ctx.attr_kind(attr) {
            AttrKind::Array(_) => {
                ctx.as_array(attr).into_iter().flatten().for_each(|&item| self.attr(item));
            }
            AttrKind::Dict(_) => {
                ctx.dict_entries(attr).iter().for_each(|&(key, value)| self.entry(key, value));
            }
            kind => kind.parts(&mut |part| self.part(part)),
        }
    }

    fn part(&mut self, part: Part<'a>) {
        match part {
            Part::Attr(attr) => self.attr(attr),
            Part::Type(ty) => self.ty(ty),
            Part::Text(text) => self.mention(text),
        }
    }

    fn entry(&mut self, key: Name, value: Attr) {
        if key == self.key
            && !self.aliased.contains(&value)
            && let AttrKind::AffineMap(map) = self.module.ctx.attr_kind(value)
            && let Some(name) = DimsOrder::try_from(map).ok().and_then(DimsOrder::name)
        {
            self.orders.insert(name, value);
        }
        self.attr(value);
    }

    fn mention(&mut self, text: &'a str) {
        fn is_name(byte: u8) -> bool {
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'-')
        }
        for (at, _) in text.match_indices('#') {
            let len = text.bytes().skip(at + 1).take_while(|&byte| is_name(byte)).count();
            self.mentioned.insert(&text[at..at + 1 + len]);
        }
    }
}

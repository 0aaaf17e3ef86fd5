//! The types of a module whose lengths are expressions over symbols, and the module with lengths as numbers.

use indexmap::IndexMap;
use ir::descriptor::{DescribedLayout, Layouts};
use ir::diag::{Diag, code};
use ir::encoding;
use ir::layout::{SymExpr, SymbolSet, SymbolWitness, SymbolicLayout};
use ir::retype::retype;
use ir::types::TypeKind;
use ir::{Module, Registry, Type, Value};
use rustc_hash::FxBuildHasher;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The symbolic types of a module, with their layouts.
pub(in crate::assign_layouts) struct SymbolicShapes {
    /// The first value of such a type.
    pub(super) first: Value,
    pub(super) symbols: SymbolSet,
    pub(super) types: IndexMap<Type, Rc<SymbolicLayout>, FxBuildHasher>,
}

impl SymbolicShapes {
    /// Returns the types with symbolic lengths in an order; `None` if there are none. Other types with symbols are left.
    ///
    /// # Errors
    /// Two types have different symbols.
    pub(in crate::assign_layouts) fn new(
        module: &Module,
        registry: &Registry,
    ) -> Result<Option<SymbolicShapes>, Diag> {
        let layouts = Layouts::new(module, registry);
        let mut shapes: Option<SymbolicShapes> = None;
        for op in module.walk() {
            for value in module.inner_arguments(op).chain(module.results(op)) {
                let ty = module.ty(value);
                if shapes.as_ref().is_some_and(|shapes| shapes.types.contains_key(&ty)) {
                    continue;
                }
                let Some(layout) = symbolic_order(module, &layouts, ty) else { continue };
                let shapes = shapes.get_or_insert_with(|| SymbolicShapes {
                    first: value,
                    symbols: layout.symbols().clone(),
                    types: IndexMap::default(),
                });
                if shapes.symbols != *layout.symbols() {
                    let message = "costs need one set of symbols in a module, but this type has another one than the types before it";
                    let place = module.value_location(value);
                    return Err(Diag::error(code::ASSIGN, place, message)
                        .note("equal `where` sets with equal numbers of symbols are one set"));
                }
                shapes.types.insert(ty, layout);
            }
        }
        Ok(shapes)
    }

    /// Returns the lengths of all types.
    pub(super) fn lengths(&self) -> impl Iterator<Item = &SymExpr> {
        self.types.values().flat_map(|layout| layout.lengths())
    }

    /// Returns values of the symbols as text: `s0 = 3, s1 = 8`.
    pub(super) fn text(&self, point: &[i64]) -> String {
        SymbolWitness::new(point.to_vec(), Vec::new()).text(&self.symbols)
    }

    /// Returns the module at a point: each symbolic type is replaced by what a function makes of it and its lengths.
    pub(super) fn placed(
        &self,
        module: &Module,
        point: &[i64],
        make: fn(&mut ir::Context, Type, &[u64]) -> Type,
    ) -> Result<Module, Diag> {
        let mut module = module.clone();
        let place = module.value_location(self.first);
        let types = self.types.iter().map(|(&ty, layout)| {
            let lengths = lengths_at(layout.lengths(), point).ok_or_else(|| {
                let message =
                    format!("no lengths of 63 bits above 0 exist at {}", self.text(point));
                Diag::error(code::ASSIGN, place.clone(), message)
            })?;
            Ok((ty, make(&mut module.ctx, ty, &lengths)))
        });
        let types = types.collect::<Result<BTreeMap<Type, Type>, Diag>>()?;
        retype(&mut module, &types);
        Ok(module)
    }

    /// Returns each type of a solved module that has the lengths of a point, with another type that a function makes of it,
    /// its lengths over the symbols, and a symbolic type with these lengths.
    ///
    /// # Errors
    /// Types with the lengths of the point have different lengths over the symbols.
    pub(super) fn written(
        &self,
        module: &mut Module,
        point: &[i64],
        make: impl Fn(&mut ir::Context, Type, &[SymExpr], Type) -> Type,
    ) -> Result<BTreeMap<Type, Type>, String> {
        let values =
            module.walk().flat_map(|op| module.inner_arguments(op).chain(module.results(op)));
        let types: BTreeSet<Type> = values.map(|value| module.ty(value)).collect();
        let mut written = BTreeMap::new();
        for ty in types {
            let Some(bounds) = encoding::bounds(&module.ctx, ty) else { continue };
            let is_source = |(own, layout): &(&Type, &Rc<SymbolicLayout>)| {
                let at_point = lengths_at(layout.lengths(), point);
                is_alike(module, **own, ty)
                    && at_point
                        .is_some_and(|own| own.into_iter().map(Some).eq(bounds.iter().copied()))
            };
            let mut sources = self.types.iter().filter(is_source);
            let Some((&source, layout)) = sources.next() else { continue };
            let lengths = layout.lengths();
            if sources.any(|(_, other)| other.lengths() != lengths) {
                return Err(format!(
                    "whether one assignment costs least for all values of the symbols is undecided: different lengths are equal at {}",
                    self.text(point)
                ));
            }
            let new = make(&mut module.ctx, ty, lengths, source);
            written.insert(ty, new);
        }
        Ok(written)
    }

    /// Returns `true` if a length over the symbols is 1 at a point.
    pub(super) fn has_unit(&self, point: &[i64]) -> bool {
        self.lengths()
            .any(|length| length.as_constant().is_none() && length.eval(point, &[]) == Ok(1))
    }

    /// Returns `true` if each length of 1 at a point is 1 at another one.
    pub(super) fn keeps_units(&self, from: &[i64], to: &[i64]) -> bool {
        self.lengths()
            .all(|length| length.eval(from, &[]) != Ok(1) || length.eval(to, &[]) == Ok(1))
    }

    /// Returns the bytes of a tensor over the symbols.
    pub(super) fn bytes(&self, module: &Module, ty: Type) -> Option<SymExpr> {
        let TypeKind::Tensor { dims, elem, .. } = module.ctx.kind(ty) else { return None };
        let is_source = |own: Type| {
            let entries = |ty| encoding::symbolic_entries(&module.ctx, ty);
            is_alike(module, own, ty) && entries(own) == entries(ty)
        };
        let lengths = match self.types.iter().find(|(own, _)| is_source(**own)) {
            Some((_, layout)) => layout.lengths().to_vec(),
            None => {
                let numbers = dims.iter().map(|it| i64::try_from((*it)?).ok());
                numbers.map(|it| it.map(SymExpr::constant)).collect::<Option<Vec<_>>>()?
            }
        };
        let product = lengths.into_iter().try_fold(SymExpr::constant(1), |product, length| {
            SymExpr::operation("*", product, length).ok()
        })?;
        product.size_bytes(encoding::elem_size(&module.ctx, *elem).ok()?).ok()
    }
}

/// Returns the layout of a type that is an order of symbolic lengths; `None` for other types.
fn symbolic_order(module: &Module, layouts: &Layouts<'_>, ty: Type) -> Option<Rc<SymbolicLayout>> {
    if !encoding::is_symbolic_order(&module.ctx, ty) {
        return None;
    }
    match layouts.described_type(ty, true) {
        Ok(Some(DescribedLayout::Symbolic(layout))) => Some(layout),
        _ => None,
    }
}

/// Returns the type with these lengths as bounds.
pub(super) fn with_bounds(ctx: &mut ir::Context, ty: Type, lengths: &[u64]) -> Type {
    let bounds: Vec<Option<u64>> = lengths.iter().copied().map(Some).collect();
    encoding::with_bounds(ctx, ty, &bounds)
}

/// Returns lengths at a point; `None` if one is below 1 or does not fit 63 bits.
pub(super) fn lengths_at(lengths: &[SymExpr], point: &[i64]) -> Option<Vec<u64>> {
    let numbers = lengths.iter().map(|length| {
        let length = i64::try_from(length.eval(point, &[]).ok()?).ok()?;
        u64::try_from(length).ok().filter(|length| *length > 0)
    });
    numbers.collect()
}

/// Returns `true` if two types are tensors of the same dims and elements, with any encodings.
fn is_alike(module: &Module, a: Type, b: Type) -> bool {
    match [a, b].map(|ty| module.ctx.kind(ty)) {
        [TypeKind::Tensor { dims, elem, .. }, TypeKind::Tensor { dims: other, elem: own, .. }] => {
            (dims, elem) == (other, own)
        }
        _ => false,
    }
}

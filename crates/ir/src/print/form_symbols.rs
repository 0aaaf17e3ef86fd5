//! Writers of expressions over the symbols of a descriptor in custom forms.

use super::printer::Printer;
use crate::affine::AffineExpr;
use crate::data::attrs::AttrKind;
use crate::data::module::{Module, Op};
use crate::data::text::is_bare;
use crate::registry::SYMBOLS_ATTR;

impl Printer<'_> {
    /// Returns the texts of a map over the symbols of the op's descriptor. The inner `None` if the attribute is no map, the
    /// outer one if the parser would read the texts as another attribute.
    pub(super) fn symbol_map(&self, op: Op, key: &str) -> Option<Option<Vec<String>>> {
        let module = self.module;
        let Some(attr) = module.attr(op, key) else { return Some(None) };
        let AttrKind::AffineMap(map) = module.ctx.attr_kind(attr) else { return Some(None) };
        let names = names_of(module, module.parent_op(op)?, SYMBOLS_ATTR)?;
        let is_constant = |expr: &AffineExpr| matches!(expr, AffineExpr::Const(_));
        let fits = map.num_dims() == 0
            && map.num_symbols() as usize == names.len()
            && !map.results().iter().all(is_constant);
        fits.then(|| {
            Some(map.results().iter().map(|expr| expr.named(&names).to_string()).collect())
        })
    }
}

/// Returns the names in a list of plain strings; `None` for another attribute, or a name that needs quotes.
pub(super) fn names_of<'m>(module: &'m Module, op: Op, key: &str) -> Option<Vec<&'m str>> {
    let ctx = &module.ctx;
    let names = ctx.as_array(module.attr(op, key)?)?.iter().map(|&name| {
        let AttrKind::String { ty: None, .. } = ctx.attr_kind(name) else { return None };
        ctx.as_str(name).filter(|name| is_bare(name))
    });
    names.collect::<Option<Vec<&str>>>().filter(|names| !names.is_empty())
}

//! Writers of integers on named axes in custom forms. Each returns `None` if the op's attributes do not fit the form.

use super::form_attrs::{plain_int, plain_ints};
use super::printer::Printer;
use crate::data::attrs::{Attr, AttrKind};
use crate::data::module::Op;
use crate::layout::{AxisName, OpenDescriptor};
use layout::joined;

impl Printer<'_> {
    /// Writes `[4@lane, 1]`. The axis `m` is written only if no integer is on another axis.
    pub(super) fn axis_ints(&mut self, op: Op, key: &str, axes: &str) -> Option<()> {
        if let Some(exprs) = self.symbol_map(op, key)? {
            self.out.push_str(&format!("[{}]", exprs.join(", ")));
            return self.module.attr(op, axes).is_none().then_some(());
        }
        let ints = plain_ints(&self.module.ctx, self.module.attr(op, key)?)?;
        let named = self.module.attr(op, axes);
        let axes = match named {
            Some(attr) => self.axis_names(attr).filter(|axes| axes.len() == ints.len())?,
            None => vec![AxisName::MEMORY; ints.len()],
        };
        let is_named = named.is_some();
        if is_named && axes.is_empty() {
            return None;
        }
        let hides_memory = !is_named || axes.iter().any(|axis| !axis.is_memory());
        let text = ints.iter().zip(&axes).map(|(int, axis)| match axis.is_memory() {
            true if hides_memory => int.to_string(),
            _ => format!("{int}@{axis}"),
        });
        self.out.push_str(&format!("[{}]", joined(text, ", ")));
        Some(())
    }

    /// Writes `3, 5@warp`.
    pub(super) fn axis_offsets(&mut self, op: Op, key: &str, axes: &str) -> Option<()> {
        if let Some(exprs) = self.symbol_map(op, key)? {
            self.out.push_str(&exprs.join(", "));
            return self.module.attr(op, axes).is_none().then_some(());
        }
        let ctx = &self.module.ctx;
        let mut offsets = Vec::new();
        if let Some(attr) = self.module.attr(op, key) {
            offsets.push(plain_int(ctx, attr)?.to_string());
        }
        if let Some(attr) = self.module.attr(op, axes) {
            let AttrKind::Dict(_) = ctx.attr_kind(attr) else { return None };
            if ctx.dict_entries(attr).is_empty() {
                return None;
            }
            for &(name, value) in ctx.dict_entries(attr) {
                let axis = AxisName::new(ctx.text(name))?;
                offsets.push(format!("{}@{axis}", plain_int(ctx, value)?));
            }
        }
        self.out.push_str(&offsets.join(", "));
        Some(())
    }

    /// Writes `[lane: 32, register: 4]`.
    pub(super) fn axis_lengths(&mut self, op: Op, axes: &str, key: &str) -> Option<()> {
        let ints = plain_ints(&self.module.ctx, self.module.attr(op, key)?)?;
        let axes = self.axis_names(self.module.attr(op, axes)?)?;
        if axes.len() != ints.len() {
            return None;
        }
        let text = axes.iter().zip(&ints).map(|(axis, int)| match *int {
            OpenDescriptor::OPEN => format!("{axis}: ?"),
            int => format!("{axis}: {int}"),
        });
        self.out.push_str(&format!("[{}]", joined(text, ", ")));
        Some(())
    }

    /// Returns the axes of a list of plain strings.
    fn axis_names(&self, attr: Attr) -> Option<Vec<AxisName>> {
        let ctx = &self.module.ctx;
        let names = ctx.as_array(attr)?.iter().map(|&entry| match ctx.attr_kind(entry) {
            AttrKind::String { ty: None, .. } => AxisName::new(ctx.as_str(entry)?),
            _ => None,
        });
        names.collect()
    }
}

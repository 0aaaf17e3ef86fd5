//! The text of a suggestion, in the language.

use super::linear::LinearSwizzle;
use super::suggest::{Change, Suggestion, Swizzle};
use crate::messages::joined;
use crate::normal::{MixedDigit, RowAddition};
use crate::pipeline::Layout;
use crate::space::Shape;

impl Suggestion {
    /// Returns the text of the change. If the logical dims are those of memory, it is the key `strides` of a tensor
    /// type; otherwise the base of a descriptor. For an xor, it is a whole descriptor over the symbol `of`, which is
    /// passed without its `@`.
    pub fn text(&self, of: &str) -> String {
        match self.change {
            Change::Pad(..) | Change::Align(..) => memory(&self.layout),
            Change::Xor(swizzle) => swizzle.text(of, self.layout.shape()),
        }
    }
}

fn memory(layout: &Layout) -> String {
    let memory = layout.physical();
    if layout.stages().next().is_some() {
        let strides = memory.strides();
        let offset = memory.offset().get();
        return format!("layout.strided {} strides {strides} offset {offset}", memory.shape());
    }
    let base = layout.base_dims().iter().zip(memory.strides().values());
    let strides = layout.logical_dims().iter().filter_map(|logical| {
        base.clone().find(|&(dim, _)| dim == logical).map(|(_, stride)| stride.get())
    });
    format!("strides = [{}]", joined(strides, ", "))
}

/// Returns the text of a descriptor over the symbol `of`, from its ops and its logical dims.
fn descriptor(of: &str, shape: &Shape, ops: &[String], logical: &[String]) -> String {
    let dims = joined(shape.dims().map(|dim| format!("%{dim}")), ", ");
    let logical = joined(logical, ", ");
    let mut lines = vec![format!("{dims} = layout.from @{of}")];
    lines.extend_from_slice(ops);
    lines.push(format!("layout.yield {logical}"));
    format!("layout.descriptor @swizzled {{\n  {}\n}}", lines.join("\n  "))
}

impl Swizzle {
    fn text(&self, of: &str, shape: &Shape) -> String {
        let mut logical_dims: Vec<String> = shape.dims().map(|dim| format!("%{dim}")).collect();
        let mut ops = Vec::new();
        let sides = [("row", self.row, self.rows), ("column", self.column, self.unit)];
        let mut operands = Vec::new();
        for (name, dim, unit) in sides {
            if unit == 1 {
                operands.push(format!("%{dim}"));
                continue;
            }
            let blocks = shape[dim].get().unwrap_or(0) / unit;
            ops.push(format!(
                "%{name}, %{name}_rest = layout.unmerge %{dim} into [{blocks}, {unit}]"
            ));
            operands.push(format!("%{name}"));
        }
        ops.push(format!("%row_x, %column_x = layout.xor {}", operands.join(", ")));
        for (name, dim, unit) in sides {
            let logical = &mut logical_dims[dim.index()];
            *logical = format!("%{name}_x");
            if unit > 1 {
                ops.push(format!("%{name}_y = layout.merge %{name}_x, %{name}_rest"));
                *logical = format!("%{name}_y");
            }
        }
        descriptor(of, shape, &ops, &logical_dims)
    }
}

impl LinearSwizzle {
    /// Returns the text of a descriptor of the swizzled layout over the symbol `of`, which is passed without its `@`.
    pub fn text(&self, of: &str) -> String {
        let shape = self.layout.shape();
        let dims: Vec<String> = shape.dims().map(|dim| format!("%{dim}")).collect();
        let mut ops = Vec::new();
        let names: Vec<Vec<String>> =
            dims.iter().zip(&self.digits).map(|(dim, digits)| digit_names(dim, digits)).collect();
        // The names of the bits, the lowest first.
        let mut bits: Vec<String> = Vec::new();
        for ((dim, digits), names) in dims.iter().zip(&self.digits).zip(&names) {
            let own =
                digits.iter().zip(names).filter(|(digit, _)| matches!(digit, MixedDigit::Bit(_)));
            bits.extend(own.map(|(_, name)| name.clone()));
            if digits.len() > 1 {
                let lengths = joined(digits.iter().rev().map(|digit| digit.length()), ", ");
                let names = joined(names.iter().rev(), ", ");
                ops.push(format!("{names} = layout.unmerge {dim} into [{lengths}]"));
            }
        }
        for (step, &RowAddition { from, to }) in self.additions.iter().enumerate() {
            let row = format!("%row_{step}");
            let column = format!("%column_{step}");
            ops.push(format!("{row}, {column} = layout.xor {}, {}", bits[from], bits[to]));
            (bits[from], bits[to]) = (row, column);
        }
        let mut logical: Vec<String> = Vec::new();
        for ((dim, digits), names) in dims.into_iter().zip(&self.digits).zip(&names) {
            let own = digits.iter().zip(names).rev().map(|(digit, name)| match *digit {
                MixedDigit::Bit(bit) => bits[self.order[bit]].as_str(),
                MixedDigit::Digit { .. } => name.as_str(),
            });
            logical.push(match own.collect::<Vec<_>>()[..] {
                [] => dim,
                [one] => one.to_owned(),
                ref many => {
                    ops.push(format!("{dim}_x = layout.merge {}", many.join(", ")));
                    format!("{dim}_x")
                }
            });
        }
        descriptor(of, shape, &ops, &logical)
    }
}

/// Returns the names of the digits of a dim, the fastest first. A dim of one digit is the digit itself.
fn digit_names(dim: &str, digits: &[MixedDigit]) -> Vec<String> {
    if digits.len() == 1 {
        return vec![dim.to_owned()];
    }
    let mut bits = 0;
    let mut odd = 0;
    digits
        .iter()
        .map(|digit| match digit {
            MixedDigit::Bit(_) => {
                bits += 1;
                format!("{dim}_{}", bits - 1)
            }
            MixedDigit::Digit { .. } => {
                odd += 1;
                if odd == 1 { format!("{dim}_odd") } else { format!("{dim}_odd_{}", odd - 1) }
            }
        })
        .collect()
}

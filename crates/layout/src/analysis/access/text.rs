//! The text of a suggestion, in the language.

use std::fmt::{self, Write};

use super::linear::LinearSwizzle;
use super::suggest::{Change, Suggestion, Swizzle};
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
            Change::Xor(swizzle) => {
                let mut text = String::new();
                let result = swizzle.write(of, self.layout.shape(), &mut text);
                result.expect("a write to a string does not fail");
                text
            }
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
    let stride =
        |logical| base.clone().find(|&(dim, _)| dim == logical).map(|(_, stride)| stride.get());
    let strides: Vec<String> =
        layout.logical_dims().iter().filter_map(stride).map(|stride| stride.to_string()).collect();
    format!("strides = [{}]", strides.join(", "))
}

impl Swizzle {
    fn write(&self, of: &str, shape: &Shape, text: &mut String) -> fmt::Result {
        let mut logical_dims: Vec<String> = shape.dims().map(|dim| format!("%{dim}")).collect();
        writeln!(text, "layout.descriptor @swizzled {{")?;
        writeln!(text, "  {} = layout.from @{of}", logical_dims.join(", "))?;
        let sides = [("row", self.row, self.rows), ("column", self.column, self.unit)];
        let mut operands = Vec::new();
        for (name, dim, unit) in sides {
            if unit == 1 {
                operands.push(format!("%{dim}"));
                continue;
            }
            let blocks = shape[dim].get().unwrap_or(0) / unit;
            writeln!(
                text,
                "  %{name}, %{name}_rest = layout.unmerge %{dim} into [{blocks}, {unit}]"
            )?;
            operands.push(format!("%{name}"));
        }
        writeln!(text, "  %row_x, %column_x = layout.xor {}", operands.join(", "))?;
        for (name, dim, unit) in sides {
            let logical = &mut logical_dims[dim.index()];
            *logical = format!("%{name}_x");
            if unit > 1 {
                writeln!(text, "  %{name}_y = layout.merge %{name}_x, %{name}_rest")?;
                *logical = format!("%{name}_y");
            }
        }
        write!(text, "  layout.yield {}\n}}", logical_dims.join(", "))
    }
}

impl LinearSwizzle {
    /// Returns the text of a descriptor of the swizzled layout over the symbol `of`, which is passed without its `@`.
    pub fn text(&self, of: &str) -> String {
        let mut text = String::new();
        self.write(of, &mut text).expect("a write to a string does not fail");
        text
    }

    fn write(&self, of: &str, text: &mut String) -> fmt::Result {
        let dims: Vec<String> = self.layout.shape().dims().map(|dim| format!("%{dim}")).collect();
        writeln!(text, "layout.descriptor @swizzled {{")?;
        writeln!(text, "  {} = layout.from @{of}", dims.join(", "))?;
        let names: Vec<Vec<String>> =
            dims.iter().zip(&self.digits).map(|(dim, digits)| digit_names(dim, digits)).collect();
        // The names of the bits, the lowest first.
        let mut bits: Vec<String> = Vec::new();
        for ((dim, digits), names) in dims.iter().zip(&self.digits).zip(&names) {
            let parts = digits.iter().zip(names);
            let own = parts.clone().filter(|(digit, _)| matches!(digit, MixedDigit::Bit(_)));
            bits.extend(own.map(|(_, name)| name.clone()));
            if digits.len() > 1 {
                let lengths = parts.clone().rev().map(|(digit, _)| digit.length().to_string());
                let lengths = lengths.collect::<Vec<_>>().join(", ");
                let names = parts.rev().map(|(_, name)| name.as_str()).collect::<Vec<_>>();
                writeln!(text, "  {} = layout.unmerge {dim} into [{lengths}]", names.join(", "))?;
            }
        }
        for (step, &RowAddition { from, to }) in self.additions.iter().enumerate() {
            let row = format!("%row_{step}");
            let column = format!("%column_{step}");
            writeln!(text, "  {row}, {column} = layout.xor {}, {}", bits[from], bits[to])?;
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
                    writeln!(text, "  {dim}_x = layout.merge {}", many.join(", "))?;
                    format!("{dim}_x")
                }
            });
        }
        write!(text, "  layout.yield {}\n}}", logical.join(", "))
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

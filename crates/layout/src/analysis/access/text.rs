//! The text of a suggestion, in the language.

use std::fmt::{self, Write};

use super::linear::LinearSwizzle;
use super::suggest::{Change, Suggestion, Swizzle};
use crate::bits::RowAddition;
use crate::pipeline::Layout;
use crate::space::{Len, Shape};

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
        let (strides, offset) = (memory.strides(), memory.offset().get());
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
        let shape = self.layout.shape();
        let count = |len: &Len| len.get().unwrap_or(1).trailing_zeros() as usize;
        // The length of the odd digit above the bits of a dim.
        let odd = |len: &Len| Some(len.get().unwrap_or(1) >> count(len)).filter(|&odd| odd > 1);
        let dims: Vec<String> = shape.dims().map(|dim| format!("%{dim}")).collect();
        writeln!(text, "layout.descriptor @swizzled {{")?;
        writeln!(text, "  {} = layout.from @{of}", dims.join(", "))?;
        // The names of the bits, the lowest first.
        let mut bits: Vec<String> = Vec::new();
        for (dim, len) in dims.iter().zip(shape.values()) {
            let digit = odd(len).filter(|_| count(len) > 0);
            if count(len) < 2 && digit.is_none() {
                bits.extend((count(len) == 1).then(|| dim.clone()));
                continue;
            }
            let own: Vec<String> = (0..count(len)).map(|bit| format!("{dim}_{bit}")).collect();
            let high = digit.map(|_| format!("{dim}_odd"));
            let highest_first: Vec<&str> =
                high.iter().chain(own.iter().rev()).map(String::as_str).collect();
            let lengths = digit.into_iter().chain(std::iter::repeat_n(2, own.len()));
            let lengths = lengths.map(|length| length.to_string()).collect::<Vec<_>>().join(", ");
            writeln!(
                text,
                "  {} = layout.unmerge {dim} into [{lengths}]",
                highest_first.join(", ")
            )?;
            bits.extend(own);
        }
        for (step, &RowAddition { from, to }) in self.additions.iter().enumerate() {
            let (row, column) = (format!("%row_{step}"), format!("%column_{step}"));
            writeln!(text, "  {row}, {column} = layout.xor {}, {}", bits[from], bits[to])?;
            (bits[from], bits[to]) = (row, column);
        }
        let mut left = self.order.iter().map(|&at| bits[at].as_str());
        let mut logical: Vec<String> = Vec::new();
        for (dim, len) in dims.into_iter().zip(shape.values()) {
            let high = format!("{dim}_odd");
            let mut own: Vec<&str> = left.by_ref().take(count(len)).collect();
            own.extend(odd(len).filter(|_| count(len) > 0).map(|_| high.as_str()));
            own.reverse();
            logical.push(match own[..] {
                [] => dim,
                [one] => one.to_owned(),
                _ => {
                    writeln!(text, "  {dim}_x = layout.merge {}", own.join(", "))?;
                    format!("{dim}_x")
                }
            });
        }
        write!(text, "  layout.yield {}\n}}", logical.join(", "))
    }
}

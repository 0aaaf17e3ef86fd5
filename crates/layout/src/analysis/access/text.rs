//! The text of a suggestion, in the language.

use std::fmt::{self, Write};

use super::suggest::{Change, Suggestion, Swizzle};
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

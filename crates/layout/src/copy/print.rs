//! The text of a plan.
//!
//! ```text
//! tile of 8 x 8 units of 2 bytes, in registers
//!   x0: 8 values, source stride 200704, target stride 200704
//!   x1: 3136 values, source stride 1, target stride 64
//!   x2: 64 values, source stride 3136, target stride 1
//!   loops: x0, x1 by 64, x1, x2
//! ```

use std::fmt;

use super::plan::{CopyLoop, CopyMethod, CopyPlan, TileExchange};
use crate::messages::joined;
use crate::space::Bytes;

impl CopyPlan {
    /// Returns the access pattern in one line.
    pub fn summary(&self) -> String {
        let unit = Bytes::new(self.unit_bytes());
        match self.method {
            CopyMethod::Identity => "identity: one copy of bytes".to_owned(),
            CopyMethod::Vector { run } => {
                let bits = self.digits[run].length.get().map(|length| length * self.elem_bits);
                match bits {
                    Some(bits) => format!("vector: rows of {}", Bytes::new(bits / 8)),
                    None => "vector: rows of a dynamic length".to_owned(),
                }
            }
            CopyMethod::Tile { side, exchange, .. } => {
                let exchange = match exchange {
                    TileExchange::Registers => "registers",
                    TileExchange::Workgroup => "workgroup memory",
                };
                format!("tile: {side} x {side} units of {unit}, in {exchange}")
            }
            CopyMethod::Strided { .. } => format!("strided: units of {unit}"),
        }
    }

    /// Returns the loops of a CPU kernel in one line, outermost first.
    pub fn loops_text(&self) -> String {
        let loops = self.loops.iter().map(|CopyLoop { digit, step, .. }| match step {
            1 => format!("x{digit}"),
            _ => format!("x{digit} by {step}"),
        });
        joined(loops, ", ")
    }
}

impl fmt::Display for CopyPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.summary())?;
        for (at, digit) in self.digits.iter().enumerate() {
            write!(
                f,
                "\n  x{at}: {} values, source stride {}, target stride {}",
                digit.length, digit.source, digit.target
            )?;
        }
        if (self.source_offset, self.target_offset) != (0, 0) {
            write!(f, "\n  offsets: source {}, target {}", self.source_offset, self.target_offset)?;
        }
        for (at, dim) in self.dims.iter().enumerate().filter(|(_, dim)| dim.is_guarded()) {
            let terms = self.digits_of(at).into_iter().map(|(digit, weight)| match weight {
                1 => format!("x{digit}"),
                _ => format!("{weight} * x{digit}"),
            });
            let position = joined(terms, " + ");
            if let Some(written) = &dim.written {
                write!(f, "\n  written where {} <= {position} < {}", written.start, written.end)?;
            }
            if let Some(valued) = &dim.valued {
                write!(f, "\n  zero unless {} <= {position} < {}", valued.start, valued.end)?;
            }
        }
        for fill in &self.fills {
            write!(f, "\n  zero: {} slots from {}", fill.slots, fill.start)?;
            for (length, stride) in &fill.over {
                write!(f, ", {} times every {stride}", length)?;
            }
        }
        if !self.loops.is_empty() {
            write!(f, "\n  loops: {}", self.loops_text())?;
        }
        Ok(())
    }
}

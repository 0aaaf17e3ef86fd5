//! layoutc as a library of conversions: plans, proofs and C functions for a batch of pairs of layouts.
//!
//! The layouts are texts in the notations of other systems. Run the example with `cargo run --example conversions`.

use layoutc_compiler::ir::layout::CopyMachine;
use layoutc_compiler::{Report, SourceModule, notation, registry};
use std::error::Error;

/// A conversion between two layouts of one logical shape.
struct Conversion {
    name: &'static str,
    /// The logical shape and the element type, as a tensor type has them.
    tensor: &'static str,
    source: &'static str,
    target: &'static str,
}

const BATCH: &[Conversion] = &[
    Conversion {
        name: "pack",
        tensor: "2x3x8x8xi8",
        source: "torch:contiguous(2,3,8,8):i8",
        target: "trt:kCHW4[2,3,8,8]:i8",
    },
    Conversion {
        name: "same",
        tensor: "1x32x5x7xf16",
        source: "torch:channels_last(1,32,5,7):f16",
        target: "trt:kHWC16[1,32,5,7]:f16",
    },
    Conversion {
        name: "untile",
        tensor: "3x5xf32",
        source: "xla:f32[3,5]{1,0:T(2,2)}",
        target: "torch:(3,5):(1,3):f32",
    },
];

fn main() -> Result<(), Box<dyn Error>> {
    for conversion in BATCH {
        println!("// {}", conversion.plan()?);
    }
    print!("{}", functions(BATCH)?);
    Ok(())
}

impl Conversion {
    /// Returns the name, the method and the moved bytes of the conversion, after the proof of its plan.
    fn plan(&self) -> Result<String, Box<dyn Error>> {
        let source = notation::read(self.source, None)?.layout;
        let target = notation::read(self.target, None)?.layout;
        let plan = source.copy_plan_to(&target, true, CopyMachine::DEFAULT)?;
        plan.prove(&source, &target)?;
        let (read, written) = plan.moved_bytes()?;
        Ok(format!("{}: {}, {read} to {written} bytes", self.name, plan.summary()))
    }

    /// Returns the two layouts and the conversion as text of a module.
    fn text(&self) -> String {
        let Conversion { name, tensor, source, target } = self;
        let [from, to] =
            ["source", "target"].map(|end| format!("tensor<{tensor}, {{layout = @{name}_{end}}}>"));
        format!(
            "layout.notation @{name}_source \"{source}\"\n\
             layout.notation @{name}_target \"{target}\"\n\
             func.func @{name}(%source: {from}) {{\n  \
               %target = layout.reorder %source : {from} -> {to}\n  return\n}}\n"
        )
    }
}

/// Returns a C function for each conversion, after the proof that each function writes each slot once and correctly.
fn functions(batch: &[Conversion]) -> Result<String, Report> {
    let mut text = String::new();
    for conversion in batch {
        text += &conversion.text();
    }
    let mut module = SourceModule::parse(&text, "batch.mlir", registry())?;
    module.run("resolve-strides,lower-addressing,check-addresses", None)?;
    let source = module.emit("c", &[], None)?;
    Ok(String::from_utf8_lossy(&source).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_are_proven_and_have_their_methods() {
        let plans: Vec<String> = BATCH.iter().map(|it| it.plan().unwrap()).collect();
        assert_eq!(
            plans,
            [
                "pack: tile: 16 x 16 units of 1 byte, in registers, 384 to 512 bytes",
                "same: identity: one copy of bytes, 2240 to 2240 bytes",
                "untile: tile: 4 x 4 units of 4 bytes, in registers, 60 to 60 bytes",
            ]
        );
    }

    #[test]
    fn every_conversion_has_a_function() {
        let source = functions(BATCH).unwrap();
        for conversion in BATCH {
            // Kernels of vectors are compiled for several CPUs by a macro.
            let name = format!("reorder_{}_target", conversion.name);
            let forms = [format!("void {name}("), format!("LAYOUTC_VECTOR_KERNEL({name},")];
            let count: usize = forms.iter().map(|form| source.matches(form).count()).sum();
            assert_eq!(count, 1, "{source}");
        }
    }

    #[test]
    fn invalid_pair_is_reported_at_its_text() {
        let wrong = Conversion { tensor: "3x6xf32", ..BATCH[2] };
        let report = functions(&[wrong]).unwrap_err();
        let first = &report.diagnostics[0];
        assert_eq!(
            (first.code.as_str(), first.path.as_str(), first.at.0),
            ("L0308", "batch.mlir", 3)
        );
        assert_eq!(
            first.message,
            "the tensor has lengths [3, 6], but its layout `@untile_source` has [3, 5]"
        );
    }
}

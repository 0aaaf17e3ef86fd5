//! Proofs of addressing functions with too many indices to compare all of them in a test, by the SMT solver z3.
//!
//! The caller skips its test if the solver is missing.

use super::exhaustive::inputs;
use address::AddressForm;
use address::arith::{self, AddressFunction};
use address::proof::{self, ProofClaim, ProofScript};
use ir::descriptor::Layouts;
use ir::diag::Sink;
use ir::layout::{IndexSpace, Layout};
use ir::{Registry, Verified};
use std::io::Write as _;
use std::process::{Command, Stdio};

/// The step limit of a query.
const STEPS: u64 = 5_000_000;

/// The extent of the proofs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ProvenForms {
    pub(crate) functions: usize,
    /// The number of indices or slots of these functions. Each proof holds at all of them.
    pub(crate) indices: u128,
}

/// Proves the functions of a lowered text that have more indices or slots than a limit.
///
/// # Panics
/// A function is not proven.
pub(crate) fn prove_above(lowered: &str, most: u128) -> ProvenForms {
    let (registry, mut sink) = (Registry::new(), Sink::default());
    let module = parser::parse(lowered, 0, &registry, &mut sink).unwrap();
    let module = Verified::new(module, &registry, &mut sink).ok().unwrap();
    let layouts = Layouts::new(&module, &registry);
    let mut proven = ProvenForms::default();
    for function in arith::functions(&module, &registry).unwrap() {
        let count = inputs(&function).count();
        // To compare an inverse, the owners of all slots are computed from all elements.
        let lengths = function.signature.lengths.iter().copied();
        let elements = match function.form() {
            AddressForm::Inverse => IndexSpace::below(lengths).count(),
            _ => 0,
        };
        if count.max(elements) > most {
            let script = script(&function, &layouts.symbol(function.source).unwrap());
            assert_eq!(refuted(script), None, "`@{}` is not proven", function.name);
            proven.functions += 1;
            proven.indices += count;
        }
    }
    proven
}

fn script(function: &AddressFunction<'_>, layout: &Layout) -> ProofScript {
    let program = &function.program;
    let prove = |layout: &Layout, step| {
        proof::script(program, ProofClaim { layout, step, unit: function.unit }, STEPS)
    };
    let script = match function.form() {
        AddressForm::Inverse => proof::inverse_script(program, layout, STEPS),
        AddressForm::Vector(vector) => prove(&layout.vector_groups(vector).unwrap(), None),
        AddressForm::Step(step) => prove(layout, Some(step.as_slice())),
        AddressForm::Offset => prove(layout, None),
        AddressForm::Bits(_) => unreachable!("the descriptors have no records"),
    };
    script.unwrap_or_else(|error| panic!("`@{}`: {error}", function.name))
}

/// Executes a script. Returns the first answer that is not `unsat`; `None` if the program is proven.
fn refuted(script: ProofScript) -> Option<String> {
    let mut z3 = Command::new("z3");
    z3.args(["-in", "-smt2", "-memory:2048"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = z3.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(script.text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut answers = text.lines().chain(std::iter::repeat("no answer"));
    answers.by_ref().take(script.claims + 1).find(|answer| *answer != "unsat").map(str::to_owned)
}

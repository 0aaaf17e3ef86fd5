//! Expressions as a list in which operands stand before what uses them, and how such a list becomes
//! instructions.

use super::cost::Cost;
use super::op::Op;
use super::program::{Program, Reg};
use ir::layout::StridedInterval;

/// An operation with its operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Node {
    /// What it does.
    pub(crate) op: Op,
    /// The places of its operands, all before its own.
    pub(crate) kids: Vec<usize>,
}

/// The signature of a function as far as expressions need it.
#[derive(Clone, Debug)]
pub(crate) struct Args {
    /// What is known of each argument.
    pub(crate) facts: Vec<StridedInterval>,
    /// The width of registers, 32 or 64.
    pub(crate) bits: u32,
}

/// Expressions with several roots.
#[derive(Clone, Debug, Default)]
pub(crate) struct Form {
    /// The operations.
    pub(crate) nodes: Vec<Node>,
    /// What is known of each, which may be more than its operands tell.
    pub(crate) facts: Vec<StridedInterval>,
    /// What the function returns.
    pub(crate) roots: Vec<usize>,
}

impl Form {
    /// Appends an operation, of which more may be known than its operands tell.
    pub(crate) fn push(
        &mut self,
        op: Op,
        kids: Vec<usize>,
        more: Option<StridedInterval>,
        args: &Args,
    ) -> usize {
        let known: Vec<StridedInterval> = kids.iter().map(|&kid| self.facts[kid]).collect();
        let own = op.facts(&known, &args.facts, args.bits);
        self.facts.push(more.and_then(|more| own.meet(more)).unwrap_or(own));
        self.nodes.push(Node { op, kids });
        self.nodes.len() - 1
    }

    /// The instructions, and the registers of the roots.
    pub(crate) fn lower(&self, args: &Args, cost: Cost) -> (Program, Vec<Reg>) {
        let mut program = Program::new(args.bits, cost);
        let mut regs: Vec<Reg> = Vec::with_capacity(self.nodes.len());
        for (node, &facts) in self.nodes.iter().zip(&self.facts) {
            let reg = match node.op {
                Op::Arg(number) => program.arg(number, facts, false),
                ref op => {
                    let kids: Vec<Reg> = node.kids.iter().map(|&kid| regs[kid]).collect();
                    program.lower(op, &kids)
                }
            };
            program.learn(reg, facts);
            regs.push(reg);
        }
        let roots = self.roots.iter().map(|&root| regs[root]).collect();
        (program, roots)
    }
}

//! Patterns of groups: small acyclic graphs of ops that a device executes as one.
//!
//! A [`GroupPattern`] is the value of the attribute `#layout.pattern<...>` of an op `layout.group`. [`crate::groups`]
//! finds its matches. The grammar of the text:
//!
//! ```text
//! pattern  = (NAME, ..) {OP, .., OP}        the operands of the group, and its ops; the last one has the result
//! OP       = NAME = SELECTOR ARGS           each op except the last has a name
//! SELECTOR = convolution                    an op of this kind
//!          | "onnx.Relu"                    an op of this name
//!          | SELECTOR | SELECTOR            one of these
//! ARGS     = (ARG, ..)                      the operands in order
//!          | {ARG, ARG}                     two operands in either order
//!            when [CONDITION, ..]           after the operands: conditions on the op, as in a choice
//! ARG      = NAME                           an operand of the group, or the first result of an earlier op
//!          | NAME#1                         another result of an earlier op
//!          | _                              any operand without a role
//!          | ...                            as the last one: all remaining operands, without roles
//! ```

use super::choice::{Condition, string};
use crate::diag::counted;
use layout::{impl_display, joined};
use std::fmt::{self, Display, Formatter};

/// The maximum number of ops of a pattern.
pub const MAX_PATTERN_OPS: usize = crate::limits::PATTERN_OPS as usize;

/// The maximum number of ops of a pattern with operands in either order.
pub const MAX_UNORDERED: usize = crate::limits::PATTERN_UNORDERED as usize;

/// An acyclic graph of ops with one result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GroupPattern {
    params: Vec<String>,
    ops: Vec<PatternOp>,
}

/// An op of a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PatternOp {
    /// The name in the text; `None` for the last op.
    pub name: Option<String>,
    /// The ops that match.
    pub selectors: Vec<OpSelector>,
    /// The operands.
    pub args: Vec<PatternArg>,
    /// `true` if more operands may follow.
    pub has_rest: bool,
    /// `true` if the two operands may have either order.
    pub is_unordered: bool,
    /// The conditions, all of which must hold.
    pub when: Vec<Condition>,
}

/// A selector of ops.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OpSelector {
    /// The ops of a name.
    Name(String),
    /// The ops of a kind, by its name.
    Kind(String),
}

/// An operand of an op of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PatternArg {
    /// The operand of the group of this number.
    Param(usize),
    /// A result of an earlier op.
    Result {
        /// The number of the op.
        op: usize,
        /// The number of the result.
        result: usize,
    },
    /// Any operand.
    Any,
}

/// The reason why ops do not form a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PatternFault {
    /// The number of the op at fault; `None` for the whole pattern.
    pub op: Option<usize>,
    /// The message.
    pub message: String,
}

impl PatternFault {
    fn new(op: Option<usize>, message: impl Into<String>) -> PatternFault {
        PatternFault { op, message: message.into() }
    }
}

impl GroupPattern {
    /// Returns the pattern of operands and ops, of which the last one has the result.
    ///
    /// # Errors
    /// There is no op, or more than [`MAX_PATTERN_OPS`]; an op refers to a later one; an operand or an op is unused; an op
    /// with operands in either order has not two, or more than [`MAX_UNORDERED`] ops have such operands.
    pub fn new(params: Vec<String>, ops: Vec<PatternOp>) -> Result<GroupPattern, PatternFault> {
        if !(1..=MAX_PATTERN_OPS).contains(&ops.len()) {
            let has = counted(ops.len(), "op");
            let message = format!("a pattern must have 1 to {MAX_PATTERN_OPS} ops, but has {has}");
            return Err(PatternFault::new(None, message));
        }
        let unordered = ops.iter().filter(|op| op.is_unordered).count();
        if unordered > MAX_UNORDERED {
            let message = format!(
                "at most {MAX_UNORDERED} ops of a pattern can have operands in either order, but {unordered} have"
            );
            return Err(PatternFault::new(None, message));
        }
        let mut used = vec![false; ops.len()];
        let mut used_params = vec![false; params.len()];
        for (number, op) in ops.iter().enumerate() {
            check_op(number, op)?;
            for arg in &op.args {
                match *arg {
                    PatternArg::Param(param) => *known(&mut used_params, param, number)? = true,
                    PatternArg::Result { op, .. } if op >= number => {
                        let message = format!("the op refers to op {op}, which is not earlier");
                        return Err(PatternFault::new(Some(number), message));
                    }
                    PatternArg::Result { op, .. } => used[op] = true,
                    PatternArg::Any => {}
                }
            }
        }
        used[ops.len() - 1] = true;
        if let Some(unused) = used.iter().position(|used| !used) {
            let name = ops[unused].name.as_deref().unwrap_or_default();
            let message = format!("the result of `{name}` is unused in the pattern");
            return Err(PatternFault::new(Some(unused), message));
        }
        if let Some(unused) = used_params.iter().position(|used| !used) {
            let message = format!("the operand `{}` is unused in the pattern", params[unused]);
            return Err(PatternFault::new(None, message));
        }
        Ok(GroupPattern { params, ops })
    }

    /// Returns the names of the operands of the group.
    pub fn params(&self) -> &[String] {
        &self.params
    }

    /// Returns the ops; each one follows those that it refers to.
    pub fn ops(&self) -> &[PatternOp] {
        &self.ops
    }

    /// Returns the number of ops whose operands may have either order.
    pub fn unordered(&self) -> usize {
        self.ops.iter().filter(|op| op.is_unordered).count()
    }
}

/// Returns the entry of an operand of the group.
fn known(used: &mut [bool], param: usize, op: usize) -> Result<&mut bool, PatternFault> {
    let count = used.len();
    used.get_mut(param).ok_or_else(|| {
        let message = format!("the op refers to operand {param} of {count}");
        PatternFault::new(Some(op), message)
    })
}

/// Checks the parts of an op that do not depend on others.
fn check_op(number: usize, op: &PatternOp) -> Result<(), PatternFault> {
    if op.selectors.is_empty() {
        return Err(PatternFault::new(Some(number), "an op of a pattern must have a name or kind"));
    }
    if op.is_unordered && (op.args.len() != 2 || op.has_rest) {
        let has = counted(op.args.len(), "operand");
        let message = format!("`{{a, b}}` must list exactly 2 operands, but lists {has}");
        return Err(PatternFault::new(Some(number), message));
    }
    Ok(())
}

impl Display for GroupPattern {
    /// Writes the text between the brackets: `(x, w) {y = convolution(x, w), "onnx.Relu"(y)}`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "({}) {{", joined(&self.params, ", "))?;
        for (number, op) in self.ops.iter().enumerate() {
            if number > 0 {
                f.write_str(", ")?;
            }
            if let Some(name) = &op.name {
                write!(f, "{name} = ")?;
            }
            let args = op.args.iter().map(|&arg| self.arg(arg));
            let args = joined(args.chain(op.has_rest.then(|| "...".to_owned())), ", ");
            let [open, close] = if op.is_unordered { ['{', '}'] } else { ['(', ')'] };
            write!(f, "{}{open}{args}{close}", joined(&op.selectors, " | "))?;
            if !op.when.is_empty() {
                write!(f, " when [{}]", joined(&op.when, ", "))?;
            }
        }
        f.write_str("}")
    }
}

impl GroupPattern {
    /// Returns the text of an operand of an op.
    fn arg(&self, arg: PatternArg) -> String {
        match arg {
            PatternArg::Param(param) => self.params[param].clone(),
            PatternArg::Result { op, result } => {
                let name = self.ops[op].name.as_deref().unwrap_or_default();
                if result == 0 { name.to_owned() } else { format!("{name}#{result}") }
            }
            PatternArg::Any => "_".to_owned(),
        }
    }
}

impl_display!(OpSelector {
    Self::Name(name) => "{}" (string(name)),
    Self::Kind(kind) => "{kind}",
});

//! Expressions over symbols and dims, kept as they were written.

use std::sync::Arc;

/// The maximum depth of an expression. Recursive functions rely on it.
const MAX_DEPTH: u32 = crate::limits::SYMBOL_DEPTH as u32;

/// The maximum number of nodes of an expression, where a shared part counts each time it occurs.
const MAX_NODES: u32 = crate::limits::SYMBOL_NODES as u32;

/// An integer expression over symbols and dims. Copies share their parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SymExpr(Arc<Tree>);

#[derive(Debug, PartialEq, Eq, Hash)]
struct Tree {
    // Compared first: the sizes of different trees mostly differ.
    nodes: u32,
    depth: u32,
    node: SymNode,
}

/// The outermost operation of an expression. A subtraction is a sum, and a negation is a product by -1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SymNode {
    /// A number.
    Constant(i64),
    /// The symbol of this number in its set.
    Symbol(usize),
    /// The component of the index of this number.
    Dim(usize),
    /// The sum of two expressions.
    Sum(SymExpr, SymExpr),
    /// The product of two expressions.
    Product(SymExpr, SymExpr),
    /// The quotient, rounded down.
    FloorDiv(SymExpr, SymExpr),
    /// The quotient, rounded up.
    CeilDiv(SymExpr, SymExpr),
    /// The remainder, from 0 to below the divisor.
    Mod(SymExpr, SymExpr),
}

/// The reason why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SymEvalError {
    /// A divisor has this value, which is below 1.
    Divisor(i128),
    /// An intermediate value does not fit 128 bits.
    Overflow,
    /// The values have no symbol of this number.
    Symbol(usize),
    /// The index has no component of this number.
    Dim(usize),
}

impl_error!(SymEvalError {
    SymEvalError::Divisor(value) => "a divisor must be at least 1, but is {value}",
    SymEvalError::Overflow => "an intermediate value does not fit 128 bits",
    SymEvalError::Symbol(number) => "expected a value of symbol number {number}",
    SymEvalError::Dim(number) => "expected an index with a component d{number}",
});

impl SymExpr {
    /// Returns the expression of a number.
    pub fn constant(value: i64) -> SymExpr {
        SymExpr::leaf(SymNode::Constant(value))
    }

    /// Returns the expression of the symbol of this number in its set.
    pub fn symbol(number: usize) -> SymExpr {
        SymExpr::leaf(SymNode::Symbol(number))
    }

    /// Returns the expression of the component of the index of this number.
    pub fn dim(number: usize) -> SymExpr {
        SymExpr::leaf(SymNode::Dim(number))
    }

    /// Returns the result of an operator of index maps: `+`, `-`, `*`, `floordiv` or `//`, `ceildiv`, `mod` or `%`.
    ///
    /// # Errors
    /// The operator is unknown, a constant divisor is below 1, or the expression is too deep or too large.
    pub fn operation(sign: &str, left: SymExpr, right: SymExpr) -> Result<SymExpr, String> {
        let node = match sign {
            "+" => SymNode::Sum(left, right),
            "-" => SymNode::Sum(left, right.negated()?),
            "*" => SymNode::Product(left, right),
            "floordiv" | "//" => SymNode::FloorDiv(left, divisor(sign, right)?),
            "ceildiv" => SymNode::CeilDiv(left, divisor(sign, right)?),
            "mod" | "%" => SymNode::Mod(left, divisor(sign, right)?),
            _ => {
                return Err(format!(
                    "unknown operator `{sign}`; expected `+`, `-`, `*`, `floordiv`, `ceildiv` or `mod`"
                ));
            }
        };
        SymExpr::new(node)
    }

    /// Returns the negated expression: of a number, the negative number, otherwise the product by -1.
    ///
    /// # Errors
    /// The expression is too deep or too large.
    pub fn negated(self) -> Result<SymExpr, String> {
        match self.node() {
            SymNode::Constant(value) if *value != i64::MIN => Ok(SymExpr::constant(-value)),
            _ => SymExpr::new(SymNode::Product(SymExpr::constant(-1), self)),
        }
    }

    /// Returns the expression with this outermost operation.
    ///
    /// # Errors
    /// The expression is too deep or too large.
    pub fn new(node: SymNode) -> Result<SymExpr, String> {
        let (depth, nodes) = match node.operands() {
            Some([a, b]) => (
                a.0.depth.max(b.0.depth) + 1,
                a.0.nodes.saturating_add(b.0.nodes).saturating_add(1),
            ),
            None => (1, 1),
        };
        if depth > MAX_DEPTH {
            return Err(format!("an expression must have a depth of at most {MAX_DEPTH}"));
        }
        if nodes > MAX_NODES {
            return Err(format!(
                "an expression must have at most {MAX_NODES} numbers, names and operators, but has {nodes}"
            ));
        }
        Ok(SymExpr(Arc::new(Tree { node, depth, nodes })))
    }

    fn leaf(node: SymNode) -> SymExpr {
        SymExpr(Arc::new(Tree { node, depth: 1, nodes: 1 }))
    }

    /// Returns the number of numbers, names and operators, where a shared part counts each time it occurs.
    pub fn nodes(&self) -> u32 {
        self.0.nodes
    }

    /// Returns the outermost operation.
    pub fn node(&self) -> &SymNode {
        &self.0.node
    }

    /// Returns the value; `None` if the expression is not a number.
    pub fn as_constant(&self) -> Option<i64> {
        match self.node() {
            SymNode::Constant(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the value at these values of the symbols and this index.
    ///
    /// # Errors
    /// A divisor is below 1, an intermediate value does not fit 128 bits, or a symbol or dim has no value.
    pub fn eval(&self, symbols: &[i64], index: &[i64]) -> Result<i128, SymEvalError> {
        match self.node() {
            SymNode::Constant(value) => Ok((*value).into()),
            SymNode::Symbol(number) => {
                symbols.get(*number).map(|&it| it.into()).ok_or(SymEvalError::Symbol(*number))
            }
            SymNode::Dim(number) => {
                index.get(*number).map(|&it| it.into()).ok_or(SymEvalError::Dim(*number))
            }
            node => {
                let Some([a, b]) = node.operands() else { return Err(SymEvalError::Overflow) };
                node.apply(a.eval(symbols, index)?, b.eval(symbols, index)?)
            }
        }
    }

    /// Marks the symbols and dims in the expression by their numbers. Numbers beyond the lists are left out.
    pub fn mark(&self, symbols: &mut [bool], dims: &mut [bool]) {
        let place = match self.node() {
            SymNode::Symbol(number) => symbols.get_mut(*number),
            SymNode::Dim(number) => dims.get_mut(*number),
            node => {
                let operands = node.operands().into_iter().flatten();
                operands.for_each(|operand| operand.mark(symbols, dims));
                None
            }
        };
        if let Some(place) = place {
            *place = true;
        }
    }

    /// Returns the greatest numbers of a symbol and of a dim in the expression, plus one.
    pub fn extents(&self) -> (usize, usize) {
        match self.node() {
            SymNode::Constant(_) => (0, 0),
            SymNode::Symbol(number) => (number.saturating_add(1), 0),
            SymNode::Dim(number) => (0, number.saturating_add(1)),
            node => {
                let [a, b] = node.operands().map_or([(0, 0); 2], |it| it.map(SymExpr::extents));
                (a.0.max(b.0), a.1.max(b.1))
            }
        }
    }

    /// Returns the same expression with other symbols, by their numbers here; `dims` replaces each dim.
    ///
    /// # Errors
    /// A symbol or dim has no replacement, or the expression is too deep or too large.
    pub fn replaced(&self, symbols: &[SymExpr], dims: &[SymExpr]) -> Result<SymExpr, String> {
        let found = match self.node() {
            SymNode::Constant(_) => Some(self.clone()),
            SymNode::Symbol(number) => symbols.get(*number).cloned(),
            SymNode::Dim(number) => dims.get(*number).cloned(),
            node => {
                let Some([a, b]) = node.operands() else { return Ok(self.clone()) };
                let (a, b) = (a.replaced(symbols, dims)?, b.replaced(symbols, dims)?);
                return SymExpr::new(node.with_operands(a, b));
            }
        };
        found.ok_or_else(|| "a symbol or dim of an expression has no value".to_owned())
    }
}

fn divisor(sign: &str, divisor: SymExpr) -> Result<SymExpr, String> {
    match divisor.as_constant() {
        Some(found @ ..=0) => {
            Err(format!("the right operand of `{sign}` must be at least 1, but is {found}"))
        }
        _ => Ok(divisor),
    }
}

impl SymNode {
    /// Returns the operands; `None` if the node is a number, a symbol or a dim.
    pub fn operands(&self) -> Option<[&SymExpr; 2]> {
        match self {
            SymNode::Constant(_) | SymNode::Symbol(_) | SymNode::Dim(_) => None,
            SymNode::Sum(a, b)
            | SymNode::Product(a, b)
            | SymNode::FloorDiv(a, b)
            | SymNode::CeilDiv(a, b)
            | SymNode::Mod(a, b) => Some([a, b]),
        }
    }

    fn with_operands(&self, a: SymExpr, b: SymExpr) -> SymNode {
        match self {
            SymNode::Constant(_) | SymNode::Symbol(_) | SymNode::Dim(_) => self.clone(),
            SymNode::Sum(..) => SymNode::Sum(a, b),
            SymNode::Product(..) => SymNode::Product(a, b),
            SymNode::FloorDiv(..) => SymNode::FloorDiv(a, b),
            SymNode::CeilDiv(..) => SymNode::CeilDiv(a, b),
            SymNode::Mod(..) => SymNode::Mod(a, b),
        }
    }

    /// Applies the operation to the values of its operands.
    fn apply(&self, a: i128, b: i128) -> Result<i128, SymEvalError> {
        let divides =
            matches!(self, SymNode::FloorDiv(..) | SymNode::CeilDiv(..) | SymNode::Mod(..));
        if divides && b < 1 {
            return Err(SymEvalError::Divisor(b));
        }
        let result = match self {
            SymNode::Sum(..) => a.checked_add(b),
            SymNode::Product(..) => a.checked_mul(b),
            SymNode::FloorDiv(..) => Some(a.div_euclid(b)),
            // The remainder of -a is below b, so a quotient rounded up does not overflow.
            SymNode::CeilDiv(..) => Some(a.div_euclid(b) + i128::from(a.rem_euclid(b) != 0)),
            SymNode::Mod(..) => Some(a.rem_euclid(b)),
            SymNode::Constant(_) | SymNode::Symbol(_) | SymNode::Dim(_) => None,
        };
        result.ok_or(SymEvalError::Overflow)
    }
}

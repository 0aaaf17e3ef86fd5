//! Transforms whose lengths and amounts are expressions over symbols, in the order from memory to the user.

use super::expr::SymExpr;
use super::fault::SymbolicFault;
use super::set::Relation;
use crate::messages::joined;
use crate::pipeline::{Layout, LayoutBuilder, LayoutFault};
use crate::space::DimId;
use crate::transform::{FormAttributes, FormPiece, FormValue, Transform};

/// A transform of a [`SymbolicBuilder`](super::SymbolicBuilder). Each has the meaning of the transform of its name in
/// [`transform`](crate::transform).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SymbolicTransform {
    /// `cyclic_shift` by this amount.
    CyclicShift(SymExpr),
    /// `embed` into these lengths, with these strides.
    Embed(Vec<SymExpr>, Vec<SymExpr>),
    /// `freeze` at this index.
    Freeze(SymExpr),
    /// `insert` of a dim of this length.
    Insert(SymExpr),
    /// `merge`.
    Merge,
    /// `modulo` by this modulus, to a dim of this length.
    Modulo(SymExpr, SymExpr),
    /// `offset` by this amount.
    Offset(SymExpr),
    /// `pad` by these numbers of indices, before and after.
    Pad(SymExpr, SymExpr),
    /// `pass_through`.
    PassThrough,
    /// `replicate` to these lengths.
    Replicate(Vec<SymExpr>),
    /// `slice` from the first index to the second, which is excluded.
    Slice(SymExpr, SymExpr),
    /// `unmerge` into these lengths.
    Unmerge(Vec<SymExpr>),
    /// `xor`, whose second dim has a number of indices, a power of two.
    Xor,
}

/// The names of the transforms, sorted.
const NAMES: [&str; 13] = [
    "cyclic_shift",
    "embed",
    "freeze",
    "insert",
    "merge",
    "modulo",
    "offset",
    "pad",
    "pass_through",
    "replicate",
    "slice",
    "unmerge",
    "xor",
];

impl SymbolicTransform {
    /// Returns the transform of a name, with its attributes in the order of the custom syntax of its op. An attribute of
    /// one number is a list of one expression.
    ///
    /// # Errors
    /// The transform has no symbolic form, or other attributes.
    pub fn from_attributes(
        name: &str,
        attributes: &[Vec<SymExpr>],
    ) -> Result<SymbolicTransform, SymbolicFault> {
        use SymbolicTransform as T;
        let one = |list: &[SymExpr]| match list {
            [only] => Some(only.clone()),
            _ => None,
        };
        let found = match (name, attributes) {
            ("cyclic_shift", [by]) => one(by).map(T::CyclicShift),
            ("embed", [lengths, strides]) => Some(T::Embed(lengths.clone(), strides.clone())),
            ("freeze", [at]) => one(at).map(T::Freeze),
            ("insert", [length]) => one(length).map(T::Insert),
            ("merge", []) => Some(T::Merge),
            ("modulo", [by, length]) => one(by).zip(one(length)).map(|(a, b)| T::Modulo(a, b)),
            ("offset", [by]) => one(by).map(T::Offset),
            ("pad", [low, high]) => one(low).zip(one(high)).map(|(a, b)| T::Pad(a, b)),
            ("pass_through", []) => Some(T::PassThrough),
            ("replicate", [lengths]) => Some(T::Replicate(lengths.clone())),
            ("slice", [begin, end]) => one(begin).zip(one(end)).map(|(a, b)| T::Slice(a, b)),
            ("unmerge", [lengths]) => Some(T::Unmerge(lengths.clone())),
            ("xor", []) => Some(T::Xor),
            _ => None,
        };
        found.ok_or_else(|| match NAMES.contains(&name) {
            true => SymbolicFault::new(format!("`{name}` has other attributes")),
            false => SymbolicFault::new(format!("`{name}` has no symbolic form"))
                .note(format!("the symbolic transforms are `{}`", joined(NAMES, "`, `"))),
        })
    }

    /// Returns the name of its op, without the dialect.
    pub fn name(&self) -> &'static str {
        match self {
            SymbolicTransform::CyclicShift(_) => "cyclic_shift",
            SymbolicTransform::Embed(..) => "embed",
            SymbolicTransform::Freeze(_) => "freeze",
            SymbolicTransform::Insert(_) => "insert",
            SymbolicTransform::Merge => "merge",
            SymbolicTransform::Modulo(..) => "modulo",
            SymbolicTransform::Offset(_) => "offset",
            SymbolicTransform::Pad(..) => "pad",
            SymbolicTransform::PassThrough => "pass_through",
            SymbolicTransform::Replicate(_) => "replicate",
            SymbolicTransform::Slice(..) => "slice",
            SymbolicTransform::Unmerge(_) => "unmerge",
            SymbolicTransform::Xor => "xor",
        }
    }

    /// Returns `true` if an index that reaches the result dims must be inside them, as for transforms of numbers.
    pub(super) fn is_bounded(&self) -> bool {
        matches!(self, SymbolicTransform::Merge | SymbolicTransform::Xor)
    }

    /// Returns the number of operand dims; `None` for one or more.
    pub(super) fn operands(&self) -> Option<usize> {
        match self {
            SymbolicTransform::Merge => None,
            SymbolicTransform::Insert(_) | SymbolicTransform::Replicate(_) => Some(0),
            SymbolicTransform::Xor => Some(2),
            _ => Some(1),
        }
    }

    /// Returns the attributes, as [`from_attributes`](Self::from_attributes) reads them.
    pub fn attributes(&self) -> Vec<Vec<SymExpr>> {
        match self {
            SymbolicTransform::CyclicShift(value)
            | SymbolicTransform::Freeze(value)
            | SymbolicTransform::Insert(value)
            | SymbolicTransform::Offset(value) => vec![vec![value.clone()]],
            SymbolicTransform::Modulo(a, b)
            | SymbolicTransform::Pad(a, b)
            | SymbolicTransform::Slice(a, b) => vec![vec![a.clone()], vec![b.clone()]],
            SymbolicTransform::Embed(lengths, strides) => vec![lengths.clone(), strides.clone()],
            SymbolicTransform::Replicate(lengths) | SymbolicTransform::Unmerge(lengths) => {
                vec![lengths.clone()]
            }
            SymbolicTransform::Merge | SymbolicTransform::PassThrough | SymbolicTransform::Xor => {
                Vec::new()
            }
        }
    }

    /// Returns the same transform with other expressions.
    fn replaced(&self, symbols: &[SymExpr]) -> Result<SymbolicTransform, String> {
        let lists = self.attributes().into_iter();
        let lists = lists.map(|list| list.iter().map(|expr| expr.replaced(symbols, &[])).collect());
        let lists = lists.collect::<Result<Vec<Vec<SymExpr>>, String>>()?;
        SymbolicTransform::from_attributes(self.name(), &lists).map_err(|fault| fault.message)
    }

    /// Computes the indices of the operand dims from those of the result dims, and adds the conditions under which they
    /// are valid.
    pub(super) fn operand_index(
        &self,
        lengths: &[SymExpr],
        results: &[SymExpr],
        conditions: &mut Vec<Relation>,
    ) -> Result<Vec<SymExpr>, String> {
        let op = SymExpr::operation;
        let result = || results.first().cloned().ok_or_else(|| "a dim is missing".to_owned());
        let length = || lengths.first().cloned().ok_or_else(|| "a dim is missing".to_owned());
        Ok(match self {
            SymbolicTransform::PassThrough => vec![result()?],
            SymbolicTransform::Insert(_) | SymbolicTransform::Replicate(_) => Vec::new(),
            SymbolicTransform::Freeze(at) => vec![at.clone()],
            SymbolicTransform::Offset(by) | SymbolicTransform::Slice(by, _) => {
                vec![op("+", result()?, by.clone())?]
            }
            SymbolicTransform::Pad(low, _) => {
                let index = op("-", result()?, low.clone())?;
                conditions.push(Relation::non_negative(index.clone()));
                conditions.push(Relation::comparison("<", index.clone(), length()?)?);
                vec![index]
            }
            SymbolicTransform::CyclicShift(by) => {
                vec![op("mod", op("+", result()?, by.clone())?, length()?)?]
            }
            SymbolicTransform::Modulo(by, _) => vec![op("mod", result()?, by.clone())?],
            SymbolicTransform::Embed(_, strides) => vec![sum(results, strides)?],
            SymbolicTransform::Unmerge(lengths) => vec![sum(results, &row_major(lengths, None)?)?],
            SymbolicTransform::Merge => {
                let strides = row_major(lengths, None)?;
                let mut digits = Vec::new();
                for (at, (stride, length)) in strides.into_iter().zip(lengths).enumerate() {
                    let upper = match stride.as_constant() {
                        Some(1) => result()?,
                        _ => op("floordiv", result()?, stride)?,
                    };
                    digits.push(match at {
                        0 => upper,
                        _ => op("mod", upper, length.clone())?,
                    });
                }
                digits
            }
            SymbolicTransform::Xor => match (results, lengths) {
                ([row, column], [_, length]) => vec![row.clone(), permuted(row, column, length)?],
                _ => return Err("a dim is missing".to_owned()),
            },
        })
    }

    /// Returns the transform with numbers.
    fn with<E: From<LayoutFault>>(
        &self,
        number: &dyn Fn(&SymExpr) -> Result<i64, E>,
    ) -> Result<Transform, E> {
        let lists = self.attributes().into_iter();
        let lists = lists.map(|list| list.iter().map(number).collect());
        let lists = lists.collect::<Result<Vec<Vec<i64>>, E>>()?;
        let kind = Transform::KINDS.iter().find(|kind| kind.form.name == self.name());
        let transform = kind.and_then(|kind| {
            (kind.from_attributes)(&Numbers { syntax: kind.form.syntax, lists: &lists })
        });
        transform.ok_or_else(|| {
            E::from(LayoutFault::new(format!("`{}` has other attributes", self.name())))
        })
    }
}

impl TryFrom<&Transform> for SymbolicTransform {
    type Error = SymbolicFault;

    /// Returns the transform whose expressions are numbers.
    fn try_from(transform: &Transform) -> Result<SymbolicTransform, SymbolicFault> {
        let lists = transform.attributes().into_iter().filter_map(|value| match value {
            FormValue::Int(value) => Some(vec![SymExpr::constant(value)]),
            FormValue::Ints(values) => Some(values.into_iter().map(SymExpr::constant).collect()),
            FormValue::Table(_) => None,
        });
        let lists: Vec<Vec<SymExpr>> = lists.collect();
        SymbolicTransform::from_attributes(transform.form().name, &lists)
    }
}

/// The numbers of the attributes of a transform, in the order of its custom syntax.
struct Numbers<'a> {
    syntax: &'a [FormPiece],
    lists: &'a [Vec<i64>],
}

impl Numbers<'_> {
    fn list(&self, key: &str) -> Option<&Vec<i64>> {
        let keys = self.syntax.iter().filter_map(|piece| match piece {
            FormPiece::Int(key) | FormPiece::Ints(key) | FormPiece::Table(key) => Some(*key),
            FormPiece::Word(_) => None,
        });
        self.lists.get(keys.into_iter().position(|own| own == key)?)
    }
}

impl FormAttributes for Numbers<'_> {
    fn int(&self, key: &str) -> Option<i64> {
        match self.list(key)?[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    fn ints(&self, key: &str) -> Option<Vec<i64>> {
        self.list(key).cloned()
    }
}

/// A transform with its operand and result dims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SymbolicStage {
    pub(super) transform: SymbolicTransform,
    pub(super) operands: Vec<DimId>,
    pub(super) results: Vec<DimId>,
}

/// Transforms above strided memory, with lengths and strides over symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SymbolicPipeline {
    /// The lengths of memory, outermost first.
    pub(super) lengths: Vec<SymExpr>,
    /// The strides of memory, in elements.
    pub(super) strides: Vec<SymExpr>,
    /// The offset of index zero of memory, in elements.
    pub(super) offset: SymExpr,
    /// The stages, from memory to the user.
    pub(super) stages: Vec<SymbolicStage>,
    /// The logical dims.
    pub(super) logical: Vec<DimId>,
}

impl SymbolicPipeline {
    /// Returns the same pipeline with other expressions.
    pub(super) fn replaced(&self, symbols: &[SymExpr]) -> Result<SymbolicPipeline, String> {
        let one = |expr: &SymExpr| expr.replaced(symbols, &[]);
        let all = |exprs: &[SymExpr]| exprs.iter().map(one).collect::<Result<Vec<_>, String>>();
        let stages = self.stages.iter().map(|stage| {
            let transform = stage.transform.replaced(symbols)?;
            Ok::<_, String>(SymbolicStage { transform, ..stage.clone() })
        });
        Ok(SymbolicPipeline {
            stages: stages.collect::<Result<_, _>>()?,
            lengths: all(&self.lengths)?,
            strides: all(&self.strides)?,
            offset: one(&self.offset)?,
            logical: self.logical.clone(),
        })
    }

    /// Returns the layout with numbers.
    ///
    /// # Errors
    /// `number` fails, or the numbers form no layout.
    pub(super) fn with<E: From<LayoutFault>>(
        &self,
        number: &dyn Fn(&SymExpr) -> Result<i64, E>,
    ) -> Result<Layout, E> {
        let all = |exprs: &[SymExpr]| exprs.iter().map(number).collect::<Result<Vec<i64>, E>>();
        let (lengths, strides) = (all(&self.lengths)?, all(&self.strides)?);
        let mut builder = LayoutBuilder::strided(&lengths, &strides, number(&self.offset)?)?;
        for stage in &self.stages {
            builder.apply(stage.transform.with(number)?, &stage.operands)?;
        }
        Ok(builder.finish(&self.logical)?)
    }
}

/// Returns the exclusive or of a column and the lowest bits of a row: bit by bit, the sum modulo 2. The column is inside a
/// dim of `length` indices, a power of two.
fn permuted(row: &SymExpr, column: &SymExpr, length: &SymExpr) -> Result<SymExpr, String> {
    let op = SymExpr::operation;
    let Some(length @ 1..) = length.as_constant() else {
        return Err("the length of the second dim of `xor` is no number".to_owned());
    };
    let two = SymExpr::constant(2);
    let weights = (0..length.ilog2()).map(|bit| SymExpr::constant(1 << bit));
    let weights: Vec<SymExpr> = weights.collect();
    let bits = weights.iter().map(|weight| {
        let from = |expr: &SymExpr| match weight.as_constant() {
            Some(1) => Ok(expr.clone()),
            _ => op("floordiv", expr.clone(), weight.clone()),
        };
        op("mod", op("+", from(column)?, from(row)?)?, two.clone())
    });
    sum(&bits.collect::<Result<Vec<SymExpr>, String>>()?, &weights)
}

/// Returns row-major strides. The second-innermost one is rounded up to a multiple of `align`.
pub(super) fn row_major(
    lengths: &[SymExpr],
    align: Option<&SymExpr>,
) -> Result<Vec<SymExpr>, String> {
    let op = SymExpr::operation;
    let mut strides = vec![SymExpr::constant(1); lengths.len()];
    for inner in (1..lengths.len()).rev() {
        let stride = match strides[inner].as_constant() {
            Some(1) => lengths[inner].clone(),
            _ => op("*", strides[inner].clone(), lengths[inner].clone())?,
        };
        strides[inner - 1] = match align.filter(|_| inner + 1 == lengths.len()) {
            Some(align) => op("*", op("ceildiv", stride, align.clone())?, align.clone())?,
            None => stride,
        };
    }
    Ok(strides)
}

/// Returns the offset of an index of memory with these strides, whose index zero is at `start`, in elements.
pub(super) fn strided_offset(
    index: impl IntoIterator<Item = SymExpr>,
    strides: &[SymExpr],
    start: &SymExpr,
) -> Result<SymExpr, String> {
    let index: Vec<SymExpr> = index.into_iter().chain([start.clone()]).collect();
    let factors: Vec<SymExpr> = strides.iter().cloned().chain([SymExpr::constant(1)]).collect();
    sum(&index, &factors)
}

/// Returns the sum of each index times its stride. Terms that are 0 and factors that are 1 are left out.
fn sum(indices: &[SymExpr], strides: &[SymExpr]) -> Result<SymExpr, String> {
    let mut sum: Option<SymExpr> = None;
    for (index, stride) in indices.iter().zip(strides) {
        let term = match (index.as_constant(), stride.as_constant()) {
            (Some(0), _) | (_, Some(0)) => continue,
            (_, Some(1)) => index.clone(),
            _ => SymExpr::operation("*", index.clone(), stride.clone())?,
        };
        sum = Some(match sum {
            None => term,
            Some(sum) => SymExpr::operation("+", sum, term)?,
        });
    }
    Ok(sum.unwrap_or_else(|| SymExpr::constant(0)))
}

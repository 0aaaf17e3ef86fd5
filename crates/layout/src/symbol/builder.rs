//! The builder of symbolic layouts, which applies transforms one over another, from memory to the user.

use super::decide::Decider;
use super::expr::SymExpr;
use super::fault::SymbolicFault;
use super::layout::SymbolicLayout;
use super::set::{Relation, SymbolSet};
use super::sides::Side;
use super::transform::{
    SymbolicPipeline, SymbolicStage, SymbolicTransform, row_major, strided_offset,
};
use crate::pipeline::{Layout, LayoutFault};
use crate::space::{DimId, ElemSize, Len, MAX_DIMS};
use crate::transform::{Transform, Xor};

/// A builder of a [`SymbolicLayout`], from memory to the user. Each side condition of a transform is decided for all
/// values of the symbols.
#[derive(Clone, Debug)]
pub struct SymbolicBuilder {
    symbols: SymbolSet,
    pipeline: SymbolicPipeline,
    /// The length of each dim. Dim 0 is the buffer, of length 1 here, which no transform uses.
    lengths: Vec<SymExpr>,
    /// By dim: `true` if a stage uses it, or it is a logical dim.
    used: Vec<bool>,
    base: Vec<DimId>,
    /// The dims from which the builder starts: those of memory, or the logical dims of the layout that this one extends.
    start: Vec<DimId>,
    /// The number of stages of the layout that this one extends.
    inherited: usize,
    elem: Option<ElemSize>,
}

impl SymbolicBuilder {
    /// Starts from row-major memory of these lengths.
    ///
    /// # Errors
    /// There are more than 64 lengths, or a length may be below 1 or depends on a dim.
    pub fn packed(
        symbols: SymbolSet,
        lengths: Vec<SymExpr>,
        decider: &mut Decider<'_>,
    ) -> Result<SymbolicBuilder, SymbolicFault> {
        let strides = row_major(&lengths, None).map_err(SymbolicFault::new)?;
        SymbolicBuilder::strided(symbols, lengths, strides, SymExpr::constant(0), decider)
    }

    /// Starts from row-major memory whose second-innermost stride is a multiple of `align` elements.
    ///
    /// # Errors
    /// As [`packed`](Self::packed), or the alignment may be below 1.
    pub fn aligned(
        symbols: SymbolSet,
        lengths: Vec<SymExpr>,
        align: SymExpr,
        decider: &mut Decider<'_>,
    ) -> Result<SymbolicBuilder, SymbolicFault> {
        check_symbols(&symbols, &align)?;
        let side = Side { symbols: &symbols, lengths: &[], conditions: &[] };
        side.at_least(decider, &align, 1, "the alignment")?;
        let strides = row_major(&lengths, Some(&align)).map_err(SymbolicFault::new)?;
        SymbolicBuilder::strided(symbols, lengths, strides, SymExpr::constant(0), decider)
    }

    /// Starts from memory with these strides, in elements. Index zero is at `offset`.
    ///
    /// # Errors
    /// As [`packed`](Self::packed), or the number of strides differs.
    pub fn strided(
        symbols: SymbolSet,
        lengths: Vec<SymExpr>,
        strides: Vec<SymExpr>,
        offset: SymExpr,
        decider: &mut Decider<'_>,
    ) -> Result<SymbolicBuilder, SymbolicFault> {
        let rank = lengths.len();
        if rank > MAX_DIMS {
            let message = format!("memory must have at most {MAX_DIMS} dims, but has {rank}");
            return Err(SymbolicFault::new(message));
        }
        if strides.len() != rank {
            let message =
                format!("expected one stride for each of {rank} lengths, found {}", strides.len());
            return Err(SymbolicFault::new(message));
        }
        lengths
            .iter()
            .chain(&strides)
            .chain([&offset])
            .try_for_each(|expr| check_symbols(&symbols, expr))?;
        symbols.sample(decider)?;
        let side = Side { symbols: &symbols, lengths: &[], conditions: &[] };
        for (dim, length) in lengths.iter().enumerate() {
            side.at_least(decider, length, 1, &format!("the length of m{dim}"))?;
        }
        let base: Vec<DimId> = (1..=rank).map(DimId::new).collect();
        let all = [SymExpr::constant(1)].into_iter().chain(lengths.iter().cloned());
        Ok(SymbolicBuilder {
            lengths: all.collect(),
            used: (0..=rank).map(|dim| dim == DimId::BUFFER.number()).collect(),
            start: base.clone(),
            inherited: 0,
            elem: None,
            base,
            pipeline: SymbolicPipeline {
                lengths,
                strides,
                offset,
                stages: Vec::new(),
                logical: Vec::new(),
            },
            symbols,
        })
    }

    /// Starts from the logical dims of a layout. Symbols of one name are one symbol, whose values both sets allow; those of
    /// `symbols` are first.
    ///
    /// # Errors
    /// The layout was built from an offset, a symbol has no value in both sets, or there are too many symbols.
    pub fn above(
        symbols: &SymbolSet,
        layout: &SymbolicLayout,
        decider: &mut Decider<'_>,
    ) -> Result<SymbolicBuilder, SymbolicFault> {
        let (symbols, numbers) = symbols.joined(layout.symbols())?;
        let layout = layout.renumbered(&symbols, &numbers)?;
        let Some((lengths, strides, offset)) = layout.memory() else {
            let message = "the layout is an index map, which is no memory with transforms";
            return Err(SymbolicFault::new(message));
        };
        if layout.pipeline().is_none() && !layout.conditions().is_empty() {
            let message = "the layout has conditions of valid indices without transforms";
            return Err(SymbolicFault::new(message));
        }
        let memory = (lengths.to_vec(), strides.to_vec(), offset.clone());
        let (stages, logical) = match layout.pipeline() {
            Some(pipeline) => (pipeline.stages.clone(), pipeline.logical.clone()),
            None => (Vec::new(), (1..=layout.rank()).map(DimId::new).collect()),
        };
        let stages = stages.into_iter().map(|stage| Ok((stage.transform, stage.operands)));
        let elem = layout.elem();
        SymbolicBuilder::replayed(symbols, memory, stages, logical, elem, decider)
    }

    /// Starts from the logical dims of a layout without symbols.
    ///
    /// # Errors
    /// A length is dynamic, or a transform has no symbolic form.
    pub fn above_numbers(
        symbols: SymbolSet,
        layout: &Layout,
        decider: &mut Decider<'_>,
    ) -> Result<SymbolicBuilder, SymbolicFault> {
        let memory = layout.physical();
        let all = |numbers: Vec<i64>| numbers.into_iter().map(SymExpr::constant).collect();
        let lengths = memory.shape().static_lengths().ok_or_else(|| {
            SymbolicFault::new("the layout has a dynamic length, which is no symbol")
        })?;
        let strides = memory.strides().values().map(|stride| stride.get()).collect();
        let offset = SymExpr::constant(memory.offset().get());
        let stages = layout.stages().map(|stage| {
            Ok((SymbolicTransform::try_from(stage.transform())?, stage.operands().to_vec()))
        });
        let (memory, logical) = ((all(lengths), all(strides), offset), layout.logical_dims());
        let elem = layout.elem();
        SymbolicBuilder::replayed(symbols, memory, stages, logical.to_vec(), elem, decider)
    }

    /// Applies the stages of a layout to its memory, and starts from its logical dims.
    fn replayed(
        symbols: SymbolSet,
        (lengths, strides, offset): (Vec<SymExpr>, Vec<SymExpr>, SymExpr),
        stages: impl Iterator<Item = Result<(SymbolicTransform, Vec<DimId>), SymbolicFault>>,
        logical: Vec<DimId>,
        elem: Option<ElemSize>,
        decider: &mut Decider<'_>,
    ) -> Result<SymbolicBuilder, SymbolicFault> {
        let mut builder = SymbolicBuilder::strided(symbols, lengths, strides, offset, decider)?;
        for stage in stages {
            let (transform, operands) = stage?;
            builder.apply_in_place(transform, &operands, decider)?;
        }
        let inherited = builder.pipeline.stages.len();
        Ok(SymbolicBuilder { start: logical, inherited, elem, ..builder })
    }

    /// Returns the symbols.
    pub fn symbols(&self) -> &SymbolSet {
        &self.symbols
    }

    /// Returns the dims that the builder starts from: those of memory, outermost first, or the logical dims of the layout
    /// that this one extends.
    pub fn base_dims(&self) -> &[DimId] {
        &self.start
    }

    /// Returns the length of a dim; `None` if the dim is unknown.
    pub fn length(&self, dim: DimId) -> Option<&SymExpr> {
        self.lengths.get(dim.number())
    }

    /// Applies a transform to dims, marks them as used, and returns its result dims.
    ///
    /// # Errors
    /// A dim is already used, or a side condition of the transform does not hold for all values of the symbols, or is
    /// undecided.
    pub fn apply(
        &mut self,
        transform: SymbolicTransform,
        operands: &[DimId],
        decider: &mut Decider<'_>,
    ) -> Result<Vec<DimId>, SymbolicFault> {
        let stage = Some(self.pipeline.stages.len() - self.inherited);
        let results = self.apply_in_place(transform, operands, decider);
        results.map_err(|fault| SymbolicFault { stage, ..fault })
    }

    fn apply_in_place(
        &mut self,
        transform: SymbolicTransform,
        operands: &[DimId],
        decider: &mut Decider<'_>,
    ) -> Result<Vec<DimId>, SymbolicFault> {
        let name = transform.name();
        let fits = match transform.operands() {
            Some(count) => operands.len() == count,
            None => !operands.is_empty(),
        };
        if !fits || operands.len() > crate::transform::MAX_DIMS {
            let message =
                format!("`{name}` has another number of operands than {}", operands.len());
            return Err(SymbolicFault::new(message));
        }
        let attributes = transform.attributes();
        attributes.iter().flatten().try_for_each(|expr| check_symbols(&self.symbols, expr))?;
        let lengths = self.result_lengths(&transform, operands, decider)?;
        if lengths.len() > crate::transform::MAX_DIMS {
            let message = format!("`{name}` has too many results: {}", lengths.len());
            return Err(SymbolicFault::new(message));
        }
        for &dim in operands {
            self.use_once(dim)?;
        }
        let numbers = self.lengths.len()..self.lengths.len() + lengths.len();
        let results: Vec<DimId> = numbers.map(DimId::new).collect();
        self.pipeline.stages.push(SymbolicStage {
            transform,
            operands: operands.to_vec(),
            results: results.clone(),
        });
        self.lengths.extend(lengths);
        self.used.resize(self.lengths.len(), false);
        Ok(results)
    }

    /// Returns the lengths of the result dims, and decides the side conditions.
    fn result_lengths(
        &self,
        transform: &SymbolicTransform,
        operands: &[DimId],
        decider: &mut Decider<'_>,
    ) -> Result<Vec<SymExpr>, SymbolicFault> {
        use SymbolicTransform as T;
        let op = |sign: &str, a: &SymExpr, b: &SymExpr| {
            SymExpr::operation(sign, a.clone(), b.clone()).map_err(SymbolicFault::new)
        };
        let name = transform.name();
        let side = Side { symbols: &self.symbols, lengths: &[], conditions: &[] };
        let operand = operands.first().and_then(|&dim| self.length(dim));
        let operand = || operand.cloned().ok_or_else(|| SymbolicFault::new("unknown dim"));
        let lengths = match transform {
            T::PassThrough | T::Offset(_) | T::CyclicShift(_) => return Ok(vec![operand()?]),
            T::Freeze(_) => return Ok(Vec::new()),
            T::Xor => return self.permuted_lengths(operands),
            T::Merge => {
                let mut product: Option<SymExpr> = None;
                for &dim in operands {
                    let length =
                        self.length(dim).ok_or_else(|| SymbolicFault::new("unknown dim"))?;
                    product = Some(match product {
                        None => length.clone(),
                        Some(product) => op("*", &product, length)?,
                    });
                }
                let product = product.unwrap_or_else(|| SymExpr::constant(1));
                return Ok(vec![self.symbols.simplified(&product, &[])]);
            }
            T::Slice(begin, end) => {
                side.at_least(decider, begin, 0, "`slice`: the first index")?;
                let within = Relation::comparison("<=", end.clone(), operand()?);
                let bound = format!("at most the length `{}`", operand()?.text(&self.symbols));
                let within = within.map_err(SymbolicFault::new)?;
                side.require(decider, &within, end, "`slice`: the end", &bound)?;
                vec![op("-", end, begin)?]
            }
            T::Pad(low, high) => vec![op("+", &op("+", &operand()?, low)?, high)?],
            T::Embed(lengths, strides) if lengths.len() != strides.len() => {
                let message = format!(
                    "`embed` must have one stride for each length, but has {} and {}",
                    lengths.len(),
                    strides.len()
                );
                return Err(SymbolicFault::new(message));
            }
            T::Embed(lengths, _) | T::Unmerge(lengths) | T::Replicate(lengths) => lengths.clone(),
            T::Insert(length) => vec![length.clone()],
            T::Modulo(by, length) => {
                side.at_least(decider, by, 1, "`modulo`: the modulus")?;
                vec![length.clone()]
            }
        };
        if lengths.is_empty() {
            let message = format!("`{name}` must have at least one result");
            return Err(SymbolicFault::new(message));
        }
        let lengths: Vec<SymExpr> =
            lengths.iter().map(|length| self.symbols.simplified(length, &[])).collect();
        for length in &lengths {
            side.at_least(decider, length, 1, &format!("`{name}`: the length"))?;
        }
        Ok(lengths)
    }

    /// Returns the lengths of an `xor`: those of its operands, of which the second is a number, a power of two.
    fn permuted_lengths(&self, operands: &[DimId]) -> Result<Vec<SymExpr>, SymbolicFault> {
        let lengths = operands.iter().map(|&dim| self.length(dim).cloned());
        let lengths: Option<Vec<SymExpr>> = lengths.collect();
        let lengths = lengths.ok_or_else(|| SymbolicFault::new("unknown dim"))?;
        let second = lengths.get(1).ok_or_else(|| SymbolicFault::new("unknown dim"))?;
        match second.as_constant() {
            Some(number) => {
                let all = [Len::new(1), Len::new(number)].map(|it| it.unwrap_or(Len::DYNAMIC));
                Transform::from(Xor).result_lengths(&all).map_err(LayoutFault::from)?;
                Ok(lengths)
            }
            None => {
                let message = format!(
                    "the length of the second dim of `xor` must be a number, a power of two, but is `{}`",
                    second.text(&self.symbols)
                );
                let note = "only the first dim of `xor` may depend on symbols";
                Err(SymbolicFault::new(message).note(note))
            }
        }
    }

    fn use_once(&mut self, dim: DimId) -> Result<(), SymbolicFault> {
        let used = self.used.get_mut(dim.number());
        let used = used.ok_or_else(|| SymbolicFault::new("unknown dim"))?;
        if std::mem::replace(used, true) {
            return Err(SymbolicFault::new("a dim is used twice, but must be used exactly once"));
        }
        Ok(())
    }

    /// Returns the layout with these logical dims.
    ///
    /// # Errors
    /// A dim is used twice or is unused, or there are more than 64 logical dims. Or a valid index is outside the dim that
    /// it reaches, the result dim of a merge or an xor, or a dim of memory, for some values of the symbols, or it is undecided.
    pub fn finish(
        mut self,
        logical: &[DimId],
        elem: Option<ElemSize>,
        decider: &mut Decider<'_>,
    ) -> Result<SymbolicLayout, SymbolicFault> {
        for &dim in logical {
            self.use_once(dim)?;
        }
        if self.used.contains(&false) {
            let message = "a dim is unused, but must be used exactly once";
            return Err(SymbolicFault::new(message));
        }
        self.pipeline.logical = logical.to_vec();
        let lengths: Vec<SymExpr> =
            logical.iter().map(|dim| self.lengths[dim.number()].clone()).collect();
        let mut conditions = Vec::new();
        let values = self.values(&lengths, &mut conditions).map_err(SymbolicFault::new)?;
        let side = Side { symbols: &self.symbols, lengths: &lengths, conditions: &conditions };
        let bounded = self.pipeline.stages.iter().enumerate();
        let bounded = bounded.filter(|(_, stage)| stage.transform.is_bounded());
        let bounded =
            bounded.flat_map(|(at, stage)| stage.results.iter().map(move |&dim| (dim, Some(at))));
        for (dim, stage) in bounded.chain(self.base.iter().map(|&dim| (dim, None))) {
            let (value, length) = (&values[dim.number()], &self.lengths[dim.number()]);
            let name = match stage {
                Some(at) => format!("`{}`: the index", self.pipeline.stages[at].transform.name()),
                None => format!("the index of m{}", dim.number() - 1),
            };
            let checked = side.at_least(decider, value, 0, &name).and_then(|()| {
                let below = Relation::comparison("<", value.clone(), length.clone());
                let bound = format!("below the length `{}`", length.text(&self.symbols));
                side.require(decider, &below.map_err(SymbolicFault::new)?, value, &name, &bound)
            });
            let own = stage.and_then(|stage| stage.checked_sub(self.inherited));
            checked.map_err(|fault| SymbolicFault { stage: own, ..fault })?;
        }
        let memory = self.base.iter().map(|dim| values[dim.number()].clone());
        let offset = strided_offset(memory, &self.pipeline.strides, &self.pipeline.offset);
        let offset = offset.map_err(SymbolicFault::new)?;
        let offset = self.symbols.simplified(&offset, &lengths);
        let elem = elem.or(self.elem);
        let layout = SymbolicLayout::new(self.symbols, lengths, offset, elem)?;
        layout.with_conditions(conditions)?.with_pipeline(self.pipeline)
    }

    /// Returns the index of each dim over the logical dims, and adds the conditions of valid indices.
    fn values(
        &self,
        lengths: &[SymExpr],
        conditions: &mut Vec<Relation>,
    ) -> Result<Vec<SymExpr>, String> {
        let mut values = vec![SymExpr::constant(0); self.lengths.len()];
        for (number, dim) in self.pipeline.logical.iter().enumerate() {
            values[dim.number()] = SymExpr::dim(number);
        }
        for stage in self.pipeline.stages.iter().rev() {
            let of = |dims: &[DimId], all: &[SymExpr]| -> Vec<SymExpr> {
                dims.iter().map(|dim| all[dim.number()].clone()).collect()
            };
            let operand_lengths = of(&stage.operands, &self.lengths);
            let results = of(&stage.results, &values);
            let found = stage.transform.operand_index(&operand_lengths, &results, conditions)?;
            for (dim, value) in stage.operands.iter().zip(found) {
                values[dim.number()] = self.symbols.simplified(&value, lengths);
            }
        }
        Ok(values)
    }
}

/// Checks that an expression depends on the symbols of a set only.
fn check_symbols(symbols: &SymbolSet, expr: &SymExpr) -> Result<(), SymbolicFault> {
    let (count, dims) = expr.extents();
    if dims > 0 {
        let message = format!("`{}` depends on a dim", expr.text(symbols));
        return Err(SymbolicFault::new(message));
    }
    if count > symbols.len() {
        let message = format!(
            "an expression has symbol number {}, but there are {}",
            count - 1,
            symbols.len()
        );
        return Err(SymbolicFault::new(message));
    }
    Ok(())
}

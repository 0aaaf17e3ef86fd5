//! The legality of formats: every rule that a use violates, and the legal values.

use std::fmt;

use super::generation::Generation;
use super::table::Row;
use super::usage::{Format, FormatType, FormatUse, GPU_FALLBACK};
use crate::space::{Dim, Len, Shape, checked_product};

/// The maximum length of C, H and W on a DLA.
const DLA_MAX_LENGTH: i64 = 8192;
/// The maximum product of the dims before C, H and W on a DLA.
const DLA_MAX_BATCH: i128 = 4096;
/// The dims of an image on a DLA.
const DLA_DIMS: [&str; 3] = ["C", "H", "W"];

/// A rule of formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FormatRule {
    /// A generation is named, but no DLA supports the format.
    Device,
    /// No generation is named, but the layout depends on it.
    Generation,
    /// `gpu_fallback` is present, but has no effect.
    Fallback,
    /// The format does not support the element type.
    Type,
    /// There are too few dims.
    Rank,
    /// A DLA does not support this length of C with this format.
    DlaChannels,
    /// C, H or W is too long for a DLA.
    DlaRange,
    /// The product of the dims before C, H and W is too large for a DLA.
    DlaBatch,
    /// A length is dynamic, but a DLA requires static lengths.
    DlaDynamic,
    /// The length of C is dynamic, but this element type requires a static one.
    ConstantChannels,
}

impl FormatRule {
    /// Returns the rule as one word.
    pub fn code(self) -> &'static str {
        match self {
            FormatRule::Device => "device",
            FormatRule::Generation => "generation",
            FormatRule::Fallback => "gpu_fallback",
            FormatRule::Type => "type",
            FormatRule::Rank => "rank",
            FormatRule::DlaChannels => "dla_c",
            FormatRule::DlaRange => "dla_range",
            FormatRule::DlaBatch => "dla_batch",
            FormatRule::DlaDynamic => "dla_dynamic",
            FormatRule::ConstantChannels => "constant_c",
        }
    }
}

/// One rule that a use of a format violates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatViolation {
    /// The rule.
    pub rule: FormatRule,
    /// The violation, with the values that disagree.
    pub text: String,
    /// The legal values.
    pub legal: String,
}

impl fmt::Display for FormatViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.text, self.legal)
    }
}

impl FormatUse {
    /// Returns all rules that a tensor of this shape and element type violates with this format.
    pub fn violations(self, shape: &Shape, elem: &FormatType) -> Vec<FormatViolation> {
        let rules = LegalityRules { of: self, row: self.format.row(), shape };
        let constant = rules.row.constant_channel.contains(&elem.name());
        let constant = constant.then(|| rules.constant(elem));
        let mut found: Vec<FormatViolation> = rules.device().collect();
        found.extend(rules.elem(elem));
        found.extend(rules.shape());
        found.extend(constant.flatten());
        found
    }

    /// Returns all rules that a tensor violates with this format. `shape` has the lengths of the layout, which are upper
    /// bounds of the dims for which `is_dynamic` is `true`: rules for dynamic lengths apply to these dims, too.
    pub fn violations_where(
        self,
        shape: &Shape,
        is_dynamic: impl Fn(Dim) -> bool,
        elem: &FormatType,
    ) -> Vec<FormatViolation> {
        let declared = shape.map(|dim, &len| if is_dynamic(dim) { Len::DYNAMIC } else { len });
        let mut found = self.violations(&declared, elem);
        let bounded = self.violations(shape, elem);
        found.extend(bounded.into_iter().filter(|it| !found.contains(it)).collect::<Vec<_>>());
        found
    }

    /// Returns the violations of the rules that do not depend on the element type.
    pub(super) fn shape_violations(self, shape: &Shape) -> Vec<FormatViolation> {
        let rules = LegalityRules { of: self, row: self.format.row(), shape };
        rules.device().chain(rules.shape()).collect()
    }

    /// Returns the reason why the vendor advises against this use; `None` if it does not. A deprecated use is still
    /// legal.
    pub fn deprecation(self) -> Option<String> {
        let row = self.format.row();
        let deprecated = row.is_dla_deprecated && self.generation.is_some();
        deprecated.then(|| {
            let own = formats(|other| !other.has_gpu() && other.vector == row.vector);
            format!("format {} on a DLA is deprecated; the DLA's own is {own}", quoted(self.format))
        })
    }
}

/// The rules for one use and one shape. Each method returns the violations of a rule.
struct LegalityRules<'a> {
    of: FormatUse,
    row: &'static Row,
    shape: &'a Shape,
}

impl LegalityRules<'_> {
    fn name(&self) -> String {
        quoted(self.of.format)
    }

    /// Returns `true` if the rules of a DLA apply.
    fn dla(&self) -> bool {
        self.of.is_on_dla() && self.row.has_dla()
    }

    /// Returns violations by parts of the use that are incompatible.
    fn device(&self) -> impl Iterator<Item = FormatViolation> {
        let generation = match self.of.generation {
            Some(generation) => self.meaningless(generation),
            None => self.missing(),
        };
        [generation, self.fallback()].into_iter().flatten()
    }

    fn meaningless(&self, generation: Generation) -> Option<FormatViolation> {
        (!self.row.has_dla()).then(|| {
            violation(
                FormatRule::Device,
                format!(
                    "format {} is not supported on a DLA, so `{generation}` is not allowed",
                    self.name()
                ),
                format!("a DLA supports {}", formats(Row::has_dla)),
            )
        })
    }

    fn missing(&self) -> Option<FormatViolation> {
        (!self.row.has_gpu() && self.row.pitch_varies()).then(|| {
            let written = |generation| format!("`{}`", self.of.on(generation));
            violation(
                FormatRule::Generation,
                format!("format {} requires a generation of the DLA", self.name()),
                format!("use {}", Generation::ALL.map(written).join(" or ")),
            )
        })
    }

    fn fallback(&self) -> Option<FormatViolation> {
        let varies = |row: &Row| row.has_gpu() && row.pitch_varies();
        let means = varies(self.row) && self.of.generation.is_some();
        (self.of.allows_gpu_fallback && !means).then(|| {
            let plain = FormatUse { allows_gpu_fallback: false, ..self.of };
            violation(
                FormatRule::Fallback,
                format!("`{GPU_FALLBACK}` is incompatible with `{plain}`"),
                format!("it applies only to {} with a generation", formats(varies)),
            )
        })
    }

    fn elem(&self, elem: &FormatType) -> Option<FormatViolation> {
        let dla = self.dla();
        let legal = || self.row.types_for(dla);
        (!legal().any(|ty| ty == elem.name())).then(|| {
            let place = if dla { " on a DLA" } else { "" };
            let types: Vec<String> = legal().map(str::to_owned).collect();
            violation(
                FormatRule::Type,
                format!("format {}{place} does not support {elem}", self.name()),
                format!("it supports {}", alternatives(&types)),
            )
        })
    }

    fn shape(&self) -> Vec<FormatViolation> {
        let mut found: Vec<FormatViolation> = self.rank().into_iter().collect();
        if self.dla() {
            found.extend(self.dynamic());
            found.extend(self.ranges());
            found.extend(self.batch());
            found.extend(self.channels());
        }
        found
    }

    fn rank(&self) -> Option<FormatViolation> {
        let (rank, least) = (self.shape.len(), self.row.min_rank);
        (rank < least).then(|| {
            violation(
                FormatRule::Rank,
                format!(
                    "format {} requires at least {least} dims, but the tensor has {rank}",
                    self.name()
                ),
                format!("C is dim {} from the end", self.row.channel),
            )
        })
    }

    /// Returns the last dims, at most three, with their names C, H and W and their lengths.
    fn image(&self) -> impl Iterator<Item = (&'static str, Dim, Len)> {
        let names = DLA_DIMS.into_iter().rev();
        let dims = self.shape.iter().rev().zip(names).map(|((dim, &len), name)| (name, dim, len));
        dims.collect::<Vec<_>>().into_iter().rev()
    }

    fn channel(&self) -> Option<(Dim, Len)> {
        let (dim, &len) = self.shape.iter().rev().nth(self.row.channel - 1)?;
        Some((dim, len))
    }

    fn dynamic(&self) -> Option<FormatViolation> {
        let dynamic: Vec<String> = (self.shape.iter())
            .filter(|(_, len)| len.is_dynamic())
            .map(|(dim, _)| dim.to_string())
            .collect();
        (!dynamic.is_empty()).then(|| {
            violation(
                FormatRule::DlaDynamic,
                format!(
                    "the length of {} must be static on a DLA, but is dynamic",
                    dynamic.join(", ")
                ),
                "a DLA supports static lengths only".to_owned(),
            )
        })
    }

    fn ranges(&self) -> Vec<FormatViolation> {
        let too_long = |(name, dim, len): (&str, Dim, Len)| {
            let len = len.get().filter(|&len| len > DLA_MAX_LENGTH)?;
            Some(violation(
                FormatRule::DlaRange,
                format!(
                    "the length of {name} ({dim}) must be at most {DLA_MAX_LENGTH} on a DLA, but is {len}"
                ),
                format!("a DLA supports 1 to {DLA_MAX_LENGTH}"),
            ))
        };
        self.image().filter_map(too_long).collect()
    }

    fn batch(&self) -> Option<FormatViolation> {
        let leading = self.shape.len().saturating_sub(DLA_DIMS.len());
        let lens: Vec<i64> =
            self.shape.values().take(leading).filter_map(|len| len.get()).collect();
        let product = checked_product(lens.iter().map(|&len| i128::from(len)));
        (product.is_none_or(|product| product > DLA_MAX_BATCH)).then(|| {
            let factors = lens.iter().map(i64::to_string).collect::<Vec<_>>().join(" x ");
            let equals = match product {
                Some(product) if lens.len() > 1 => format!("{factors} = {product}"),
                _ => factors,
            };
            violation(
                FormatRule::DlaBatch,
                format!("the dims before C, H and W must hold at most {DLA_MAX_BATCH} images on a DLA, but hold {equals}"),
                format!("a DLA supports at most {DLA_MAX_BATCH}"),
            )
        })
    }

    fn channels(&self) -> Option<FormatViolation> {
        let (dim, len) = self.channel()?;
        let (len, legal) = (len.get()?, self.row.dla_channels);
        (!legal.is_empty() && !legal.contains(&len)).then(|| {
            let legal: Vec<String> = legal.iter().map(i64::to_string).collect();
            let legal = alternatives(&legal);
            violation(
                FormatRule::DlaChannels,
                format!(
                    "the length of C ({dim}) must be {legal} in format {} on a DLA, but is {len}",
                    self.name()
                ),
                format!("format {} on a DLA supports {legal}", self.name()),
            )
        })
    }

    fn constant(&self, elem: &FormatType) -> Option<FormatViolation> {
        let (dim, _) = self.channel().filter(|(_, len)| len.is_dynamic())?;
        Some(violation(
            FormatRule::ConstantChannels,
            format!(
                "the length of C ({dim}) must be static in format {}, but is dynamic",
                self.name()
            ),
            format!("format {} of {elem} requires a static length of C", self.name()),
        ))
    }
}

fn violation(rule: FormatRule, text: String, legal: String) -> FormatViolation {
    FormatViolation { rule, text, legal }
}

/// Returns the formats of the selected rows: `` `chw4`, `chw16` ``.
fn formats(of: impl Fn(&Row) -> bool) -> String {
    let formats = Format::all().filter(|format| of(format.row())).map(quoted);
    formats.collect::<Vec<_>>().join(", ")
}

fn quoted(format: Format) -> String {
    format!("`{format}`")
}

/// Returns the items as alternatives: `1, 3 or 4`.
fn alternatives(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

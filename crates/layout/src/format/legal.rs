//! Which tensors may have a format: every rule that a use violates, with what would be legal.

use std::fmt;

use super::generation::Generation;
use super::table::Row;
use super::usage::{Format, FormatType, FormatUse, GPU_FALLBACK};
use crate::space::{Dim, Len, Shape, checked_product};

/// The greatest length of C, H and W on a DLA.
const DLA_MAX_LENGTH: i64 = 8192;
/// The greatest product of the dims before C, H and W on a DLA.
const DLA_MAX_BATCH: i128 = 4096;
/// A DLA takes images: C, H and W.
const DLA_DIMS: [&str; 3] = ["C", "H", "W"];

/// The rules of formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FormatRule {
    /// No DLA takes the format, but a generation is named.
    Device,
    /// The layout depends on the generation, but none is named.
    Generation,
    /// `gpu_fallback` stands where it changes nothing.
    Fallback,
    /// The element type is none of the format's.
    Type,
    /// There are too few dims.
    Rank,
    /// C has a length that a DLA does not take with this format.
    DlaChannels,
    /// C, H or W is too long for a DLA.
    DlaRange,
    /// The dims before C, H and W are too many for a DLA.
    DlaBatch,
    /// A length is dynamic, but a DLA needs to know it.
    DlaDynamic,
    /// The length of C is dynamic, but this element type needs to know it.
    ConstantChannels,
}

impl FormatRule {
    /// The rule as one word.
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

/// One way in which a tensor may not have a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatViolation {
    /// The rule.
    pub rule: FormatRule,
    /// What is wrong, with the values that disagree.
    pub text: String,
    /// What would be legal.
    pub legal: String,
}

impl fmt::Display for FormatViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.text, self.legal)
    }
}

impl FormatUse {
    /// All rules that a tensor of this shape and element type violates with this format.
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

    /// The rules that do not ask for the element type.
    pub(super) fn shape_violations(self, shape: &Shape) -> Vec<FormatViolation> {
        let rules = LegalityRules { of: self, row: self.format.row(), shape };
        rules.device().chain(rules.shape()).collect()
    }

    /// Why the vendor advises against this use, if so. It is legal all the same.
    pub fn deprecation(self) -> Option<String> {
        let row = self.format.row();
        let deprecated = row.is_dla_deprecated && self.generation.is_some();
        deprecated.then(|| {
            let own = formats(|other| !other.has_gpu() && other.vector == row.vector);
            format!("format {} on a DLA is deprecated; the DLA's own is {own}", quoted(self.format))
        })
    }
}

/// The legality rules of one use on one shape. Each returns its violations.
struct LegalityRules<'a> {
    of: FormatUse,
    row: &'static Row,
    shape: &'a Shape,
}

impl LegalityRules<'_> {
    fn name(&self) -> String {
        quoted(self.of.format)
    }

    /// True where the rules of a DLA hold.
    fn dla(&self) -> bool {
        self.of.is_on_dla() && self.row.has_dla()
    }

    /// The parts of the use go together.
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
                format!("no DLA takes format {}, so `{generation}` means nothing", self.name()),
                format!("a DLA takes {}", formats(Row::has_dla)),
            )
        })
    }

    fn missing(&self) -> Option<FormatViolation> {
        (!self.row.has_gpu() && self.row.pitch_varies()).then(|| {
            let written = |generation| format!("`{}`", self.of.on(generation));
            violation(
                FormatRule::Generation,
                format!("the rows of format {} depend on the generation of the DLA", self.name()),
                format!("write {}", Generation::ALL.map(written).join(" or ")),
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
                format!("`{GPU_FALLBACK}` changes nothing for `{plain}`"),
                format!("it goes with a generation on {}", formats(varies)),
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
                format!("format {}{place} does not hold {elem}", self.name()),
                format!("it holds {}", alternatives(&types)),
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
                format!("format {} needs {least} dims or more, not {rank}", self.name()),
                format!("C is dim {} counted from the end", self.row.channel),
            )
        })
    }

    /// Dims counted from the end: C, H and W of an image are the last three.
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
                format!("the length of {} is dynamic", dynamic.join(", ")),
                "a DLA takes constant lengths only".to_owned(),
            )
        })
    }

    fn ranges(&self) -> Vec<FormatViolation> {
        let too_long = |(name, dim, len): (&str, Dim, Len)| {
            let len = len.get().filter(|&len| len > DLA_MAX_LENGTH)?;
            Some(violation(
                FormatRule::DlaRange,
                format!("{name}, which is {dim}, has length {len}"),
                format!("on a DLA it is 1 to {DLA_MAX_LENGTH}"),
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
                format!("the dims before C, H and W hold {equals} images"),
                format!("a DLA takes {DLA_MAX_BATCH} or fewer"),
            )
        })
    }

    fn channels(&self) -> Option<FormatViolation> {
        let (dim, len) = self.channel()?;
        let (len, legal) = (len.get()?, self.row.dla_channels);
        (!legal.is_empty() && !legal.contains(&len)).then(|| {
            let legal: Vec<String> = legal.iter().map(i64::to_string).collect();
            violation(
                FormatRule::DlaChannels,
                format!("C, which is {dim}, has length {len}"),
                format!("format {} on a DLA takes {}", self.name(), alternatives(&legal)),
            )
        })
    }

    fn constant(&self, elem: &FormatType) -> Option<FormatViolation> {
        let (dim, _) = self.channel().filter(|(_, len)| len.is_dynamic())?;
        Some(violation(
            FormatRule::ConstantChannels,
            format!("C, which is {dim}, has a dynamic length"),
            format!("format {} of {elem} needs a constant C", self.name()),
        ))
    }
}

fn violation(rule: FormatRule, text: String, legal: String) -> FormatViolation {
    FormatViolation { rule, text, legal }
}

/// The formats of these rows: `` `chw4`, `chw16` ``.
fn formats(of: impl Fn(&Row) -> bool) -> String {
    let formats = Format::all().filter(|format| of(format.row())).map(quoted);
    formats.collect::<Vec<_>>().join(", ")
}

fn quoted(format: Format) -> String {
    format!("`{format}`")
}

/// `1, 3 or 4`.
fn alternatives(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

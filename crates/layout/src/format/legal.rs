//! The legality of formats: every rule that a use violates, and the legal values.

use super::blocks::{MatrixDim, element_bytes};
use super::generation::Generation;
use super::table::{FormatFamily, Row};
use super::usage::{Format, FormatType, FormatUse, GPU_FALLBACK, STRIDE};
use super::version::FormatVersion;
use super::violation::{FormatRule, FormatViolation};
use crate::messages::joined;
use crate::space::{Dim, ElemSize, Len, Shape, checked_product};

/// The maximum length of C, H and W on a DLA.
const DLA_MAX_LENGTH: i64 = crate::limits::DLA_LENGTH as i64;
/// The maximum product of the dims before C, H and W on a DLA.
const DLA_MAX_BATCH: i128 = crate::limits::DLA_BATCH as i128;
/// The dims of an image on a DLA.
const DLA_DIMS: [&str; 3] = ["C", "H", "W"];

impl FormatUse {
    /// Returns all rules that a tensor of this shape and element type violates with this format.
    pub fn violations(self, shape: &Shape, elem: &FormatType) -> Vec<FormatViolation> {
        let rules = LegalityRules { usage: self, row: self.format.row(), shape };
        let constant = rules.row.constant_channel.contains(&elem.name());
        let constant = constant.then(|| rules.constant(elem));
        let mut found: Vec<FormatViolation> = rules.device().collect();
        found.extend(rules.elem(elem));
        found.extend(rules.shape());
        let size = elem.size().filter(|_| rules.elem(elem).is_none());
        found.extend(size.into_iter().flat_map(|size| rules.blocks(size)));
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
    pub(super) fn shape_violations(self, shape: &Shape, elem: ElemSize) -> Vec<FormatViolation> {
        let rules = LegalityRules { usage: self, row: self.format.row(), shape };
        rules.device().chain(rules.shape()).chain(rules.blocks(elem)).collect()
    }

    /// Returns the reason why the vendor advises against this use; `None` if it does not. A deprecated use is still
    /// legal.
    pub fn deprecation(self) -> Option<String> {
        let row = self.format.row();
        let deprecated = row.is_dla_deprecated && self.generation.is_some();
        deprecated.then(|| {
            let own = formats(|other| !other.has_gpu(self.version) && other.vector == row.vector);
            format!("format {} on a DLA is deprecated; the DLA's own is {own}", quoted(self.format))
        })
    }
}

/// The rules for one use and one shape. Each method returns the violations of a rule.
struct LegalityRules<'a> {
    usage: FormatUse,
    row: &'static Row,
    shape: &'a Shape,
}

impl LegalityRules<'_> {
    fn name(&self) -> String {
        quoted(self.usage.format)
    }

    /// Returns `true` if a DLA supports the row in the version.
    fn has_dla(&self, row: &Row) -> bool {
        row.has_dla(self.usage.version)
    }

    /// Returns `true` if the GPU supports the row in the version.
    fn has_gpu(&self, row: &Row) -> bool {
        row.has_gpu(self.usage.version)
    }

    /// Returns the generations that the version documents.
    /// Returns `true` if the pitch of a format on a GPU depends on the device.
    fn varies(&self, row: &Row) -> bool {
        self.has_gpu(row) && row.pitch_varies()
    }

    fn generations(&self) -> &'static [Generation] {
        self.usage.version.map_or(&Generation::ALL, FormatVersion::generations)
    }

    /// Returns the clause that names the version; empty without one.
    fn in_version(&self) -> String {
        self.usage.version.map_or_else(String::new, |version| format!(" in {version}"))
    }

    /// Returns `true` if the rules of a DLA apply.
    fn dla(&self) -> bool {
        self.usage.is_on_dla() && self.has_dla(self.row)
    }

    /// Returns violations by parts of the use that are incompatible.
    fn device(&self) -> impl Iterator<Item = FormatViolation> {
        let generation = match self.usage.generation {
            Some(generation) => {
                self.meaningless(generation).or_else(|| self.undocumented(generation))
            }
            None => self.missing(),
        };
        [generation, self.fallback(), self.stride()].into_iter().flatten()
    }

    fn meaningless(&self, generation: Generation) -> Option<FormatViolation> {
        (!self.has_dla(self.row)).then(|| {
            violation(
                FormatRule::Device,
                format!(
                    "format {} is not supported on a DLA, so `{generation}` is not allowed",
                    self.name()
                ),
                format!("a DLA supports {}", formats(|row| self.has_dla(row))),
            )
        })
    }

    /// Returns the violation of a generation that the version does not document.
    fn undocumented(&self, generation: Generation) -> Option<FormatViolation> {
        let version = self.usage.version?;
        let legal = version.generations();
        (!legal.contains(&generation)).then(|| {
            let legal = legal.iter().map(|legal| format!("`{legal}`"));
            let others = versions(|other| other.generations().contains(&generation));
            violation(
                FormatRule::Version,
                format!("generation `{generation}` is not supported in {version}"),
                format!(
                    "it supports {}; `{generation}` requires TensorRT {}",
                    alternatives(legal),
                    alternatives(others)
                ),
            )
        })
    }

    fn missing(&self) -> Option<FormatViolation> {
        (!self.has_gpu(self.row) && self.row.pitch_varies()).then(|| {
            let generations = self.generations().iter();
            let written = generations.map(|&generation| format!("`{}`", self.usage.on(generation)));
            violation(
                FormatRule::Generation,
                format!("format {} requires a generation of the DLA", self.name()),
                format!("use {}", alternatives(written)),
            )
        })
    }

    fn fallback(&self) -> Option<FormatViolation> {
        let means = self.varies(self.row) && self.usage.generation.is_some();
        (self.usage.allows_gpu_fallback && !means).then(|| {
            let plain = FormatUse { allows_gpu_fallback: false, ..self.usage };
            violation(
                FormatRule::Fallback,
                format!("`{GPU_FALLBACK}` is incompatible with `{plain}`"),
                format!("it applies only to {} with a generation", formats(|row| self.varies(row))),
            )
        })
    }

    /// Returns the violation of a matrix in blocks without a stride.
    fn stride(&self) -> Option<FormatViolation> {
        let is_missing = self.row.blocks().next().is_some() && self.usage.stride.is_none();
        is_missing.then(|| {
            violation(
                FormatRule::Stride,
                format!("format {} requires a stride", self.name()),
                format!(
                    "it is the number of interleaved blocks, as in `{}, {STRIDE} = 2`",
                    self.usage
                ),
            )
        })
    }

    /// Returns the violations of a matrix in blocks: elements that blocks cannot hold, and lengths that are not whole
    /// groups.
    fn blocks(&self, elem: ElemSize) -> Vec<FormatViolation> {
        let Some(stride) = self.usage.stride.filter(|_| self.row.blocks().next().is_some()) else {
            return Vec::new();
        };
        if element_bytes(stride, elem).is_none() {
            let text = format!(
                "format `{}` cannot hold elements of {} bits",
                self.usage,
                elem.bits().get()
            );
            let legal =
                "blocks hold elements of 1, 2 or 4 bytes, and with `stride = 1` also of 8 bytes";
            return vec![violation(FormatRule::Blocks, text, legal.to_owned())];
        }
        let dims = [MatrixDim::Rows, MatrixDim::Columns].into_iter();
        dims.filter_map(|of| self.whole_groups(of, elem)).collect()
    }

    /// Returns the violation of a length that is dynamic or no multiple of a group of blocks.
    fn whole_groups(&self, of: MatrixDim, elem: ElemSize) -> Option<FormatViolation> {
        let dim = self.shape.dims().nth_back(of.back() - 1)?;
        let group = self.usage.group(of, elem)?;
        let what = of.name();
        let is = match self.shape[dim].get() {
            Some(len) if len % group == 0 => return None,
            Some(len) => len.to_string(),
            None => "dynamic".to_owned(),
        };
        Some(violation(
            FormatRule::Blocks,
            format!("the number of {what} ({dim}) must be a multiple of {group}, but is {is}"),
            format!("format `{}` stores {group} {what} in a group of blocks", self.usage),
        ))
    }

    fn elem(&self, elem: &FormatType) -> Option<FormatViolation> {
        let dla = self.dla();
        let legal: Vec<&str> = self.row.types_for(self.usage.version, dla).collect();
        (!legal.contains(&elem.name())).then(|| {
            let place = if dla { " on a DLA" } else { "" };

            let others = versions(|version| {
                self.row.types_for(Some(version), dla).any(|ty| ty == elem.name())
            });
            let requires = match others.is_empty() {
                true => String::new(),
                false => format!("; {elem} requires TensorRT {}", alternatives(others)),
            };
            violation(
                FormatRule::Type,
                format!(
                    "format {}{place} does not support {elem}{}",
                    self.name(),
                    self.in_version()
                ),
                format!("it supports {}{requires}", alternatives(legal)),
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
        let rank = self.shape.len();
        let least = self.row.min_rank;
        (rank < least).then(|| {
            violation(
                FormatRule::Rank,
                format!(
                    "format {} requires at least {least} dims, but the tensor has {rank}",
                    self.name()
                ),
                match self.row.family {
                    FormatFamily::TensorRt => format!("C is dim {} from the end", self.row.channel),
                    FormatFamily::CooperativeMatrix => {
                        "the last two dims are rows and columns".to_owned()
                    }
                },
            )
        })
    }

    /// Returns the last dims, at most three, with their names C, H and W and their lengths.
    fn image(&self) -> impl Iterator<Item = (&'static str, Dim, Len)> {
        let names = DLA_DIMS.into_iter().rev();
        let dims = self.shape.iter().rev().zip(names).map(|((dim, &len), name)| (name, dim, len));
        dims.collect::<Vec<_>>().into_iter().rev()
    }

    fn channel(&self) -> Option<Dim> {
        self.shape.dims().nth_back(self.row.channel - 1)
    }

    fn dynamic(&self) -> Option<FormatViolation> {
        let dynamic = self.shape.iter().filter(|(_, len)| len.is_dynamic());
        let dynamic = joined(dynamic.map(|(dim, _)| dim), ", ");
        (!dynamic.is_empty()).then(|| {
            violation(
                FormatRule::DlaDynamic,
                format!("the length of {dynamic} must be static on a DLA, but is dynamic"),
                "a DLA supports static lengths only".to_owned(),
            )
        })
    }

    fn ranges(&self) -> Vec<FormatViolation> {
        self.image().filter_map(|(name, dim, len)| {
            let len = len.get().filter(|&len| len > DLA_MAX_LENGTH)?;
            Some(violation(
                FormatRule::DlaRange,
                format!(
                    "the length of {name} ({dim}) must be at most {DLA_MAX_LENGTH} on a DLA, but is {len}"
                ),
                format!("a DLA supports 1 to {DLA_MAX_LENGTH}"),
            ))
        }).collect()
    }

    fn batch(&self) -> Option<FormatViolation> {
        let leading = self.shape.len().saturating_sub(DLA_DIMS.len());
        let lens: Vec<i64> =
            self.shape.values().take(leading).filter_map(|len| len.get()).collect();
        let product = checked_product(lens.iter().map(|&len| i128::from(len)));
        (product.is_none_or(|product| product > DLA_MAX_BATCH)).then(|| {
            let factors = joined(&lens, " x ");
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
        let dim = self.channel()?;
        let len = self.shape[dim].get()?;
        let legal = self.row.dla_channels;
        (!legal.is_empty() && !legal.contains(&len)).then(|| {
            let legal = alternatives(legal);
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
        let dim = self.channel().filter(|&dim| self.shape[dim].is_dynamic())?;
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
    joined(Format::all().filter(|format| of(format.row())).map(quoted), ", ")
}

/// Returns the numbers of the selected versions.
fn versions(of: impl Fn(FormatVersion) -> bool) -> Vec<String> {
    let versions = FormatVersion::ALL.into_iter().filter(|&version| of(version));
    versions.map(|version| version.name().to_owned()).collect()
}

fn quoted(format: Format) -> String {
    format!("`{format}`")
}

/// Returns the items as alternatives: `1, 3 or 4`.
fn alternatives<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match &items[..] {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

//! The parts of a case that are not fields of `VkTensorDescriptionARM`: the image, and the rolling backing.

use super::{Case, Spelled, Usage, most};
use ir::vulkan::{IMAGE_ATTR, VkFormat, WRAPS_ATTR};
use ir::{Attr, Context};
use std::collections::BTreeSet;
use testkit::Random;

/// An image format: its name, its components, and the bits of each if they are compatible with formats of tensors.
type ImageFormat = (&'static str, u8, Option<u64>);

const IMAGE_FORMATS: &[ImageFormat] = &[
    ("VK_FORMAT_R8_UNORM", 1, Some(8)),
    ("VK_FORMAT_R8G8_UINT", 2, Some(8)),
    ("VK_FORMAT_B8G8R8_SRGB", 3, Some(8)),
    ("VK_FORMAT_R8G8B8A8_UNORM", 4, Some(8)),
    ("VK_FORMAT_R16_SFLOAT", 1, Some(16)),
    ("VK_FORMAT_R10X6G10X6_UNORM_2PACK16", 2, Some(16)),
    ("VK_FORMAT_R16G16B16_SINT", 3, Some(16)),
    ("VK_FORMAT_R16G16B16A16_SFLOAT", 4, Some(16)),
    ("VK_FORMAT_R32_UINT", 1, Some(32)),
    ("VK_FORMAT_R32G32_SFLOAT", 2, Some(32)),
    ("VK_FORMAT_R32G32B32A32_SINT", 4, Some(32)),
    ("VK_FORMAT_R64G64_SFLOAT", 2, Some(64)),
    ("VK_FORMAT_R64G64B64A64_UINT", 4, Some(64)),
    ("VK_FORMAT_R5G6B5_UNORM_PACK16", 3, None),
    ("VK_FORMAT_BC4_UNORM_BLOCK", 1, None),
    ("VK_FORMAT_G8B8G8R8_422_UNORM", 4, None),
];

const IMAGE_TILINGS: [&str; 3] = ["OPTIMAL", "LINEAR", "DRM_FORMAT_MODIFIER"];

#[derive(Clone, Debug)]
pub(super) struct ImageCase {
    format: ImageFormat,
    extent: Vec<i64>,
    tiling: &'static str,
    /// `true` if the usage has TENSOR_ALIASING; `None` without the key.
    aliasing: Option<bool>,
    row: Option<i64>,
    depth: Option<i64>,
}

impl ImageCase {
    /// Returns an image for a tensor of this format and tiling, and replaces the lengths of the tensor by its own.
    pub(super) fn legal(
        random: &mut Random,
        format: &VkFormat,
        tiling: &'static str,
        dims: &mut Vec<i64>,
    ) -> ImageCase {
        let fits = |it: &&ImageFormat| it.2 == Some(8 * format.bytes);
        let formats: Vec<ImageFormat> = IMAGE_FORMATS.iter().filter(fits).copied().collect();
        let format = random.choose(&formats);
        let count = 1 + random.index(3);
        let extent: Vec<i64> = (0..count).map(|_| random.choose(&[1, 2, 3, 5, 8])).collect();
        *dims = vec![1; random.index(2)];
        dims.extend(extent.iter().rev());
        dims.push(format.1.into());
        let aliasing = random.choose(&[None, Some(tiling == "OPTIMAL")]);
        ImageCase { format, extent, tiling, aliasing, row: None, depth: None }
    }

    /// Sets the pitches to the strides of the tensor, some of which stay unknown.
    pub(super) fn set_pitches(&mut self, strides: &[i64], random: &mut Random) {
        let n = strides.len();
        self.row = n.checked_sub(3).map(|at| strides[at]).filter(|_| !random.one_in(4));
        let is_optional = self.extent.len() == 3 && random.one_in(4);
        self.depth = n.checked_sub(4).map(|at| strides[at]).filter(|_| !is_optional);
    }

    pub(super) fn change(&mut self, random: &mut Random) {
        let at = random.index(self.extent.len());
        match random.index(10) {
            0 => self.extent[at] += 1,
            1 => self.extent[at] = (self.extent[at] - 1).max(1),
            2 if self.extent.len() < 3 => self.extent.push(1),
            3 => self.tiling = random.choose(&IMAGE_TILINGS),
            4 | 5 => self.aliasing = Some(random.one_in(2)),
            6 => self.row = random.choose(&[None, Some(7), self.row]),
            7 => self.depth = random.choose(&[None, Some(9), self.depth]),
            _ => {
                let (count, any) = (self.format.1, random.one_in(2));
                let same = IMAGE_FORMATS.iter().filter(|it| any || it.1 == count).copied();
                self.format = random.choose(&same.collect::<Vec<ImageFormat>>());
            }
        }
    }

    fn bytes(&self) -> Option<i64> {
        let bits = self.format.2.map(|bits| bits * u64::from(self.format.1));
        let rest = match self.format.0 {
            "VK_FORMAT_BC4_UNORM_BLOCK" => 8,
            "VK_FORMAT_G8B8G8R8_422_UNORM" => 4,
            _ => 2,
        };
        Some(bits.map_or(rest, |bits| bits as i64 / 8))
    }

    fn violations(&self, case: &Case, found: &mut BTreeSet<&'static str>) {
        let mut when = |broken: bool, id| {
            if broken {
                found.insert(id);
            }
        };
        let (dims, tiling) = (case.dims.as_ref().unwrap(), case.tiling().unwrap());
        let (n, k) = (dims.len(), self.extent.len());
        let aliasing = self.aliasing.unwrap_or(self.tiling == "OPTIMAL");
        let both = tiling == self.tiling && ["LINEAR", "OPTIMAL"].contains(&tiling);
        when(self.tiling == "LINEAR" && aliasing, "VUID-VkImageCreateInfo-tiling-09711");
        when(!both, "resources-memory-aliasing/tiling");
        let usages = aliasing && case.usage().unwrap() & super::ALIASING != 0;
        when(both && self.tiling == "OPTIMAL" && !usages, "resources-memory-aliasing/usage");
        when(dims[n - 1] != i64::from(self.format.1), "resources-memory-aliasing/components");
        when(n < k + 1, "resources-memory-aliasing/dimensionCount");
        let outer = (0..n).filter(|&at| n - 1 - at > k);
        when(outer.map(|at| dims[at]).any(|d| d != 1), "resources-memory-aliasing/pDimensions");
        let sizes = (0..k.min(n - 1)).map(|at| (dims[n - 2 - at], self.extent[at]));
        let longer = |(d, e): (i64, i64)| if self.tiling == "LINEAR" { d > e } else { d != e };
        when(sizes.into_iter().any(longer), "resources-memory-aliasing/extent");
        when(!self.is_compatible(case.format().unwrap()), "resources-memory-aliasing/format");
        when(self.strides_differ(case, dims), "resources-memory-aliasing/pStrides");
    }

    fn is_compatible(&self, tensor: &VkFormat) -> bool {
        let Some(bits) = self.format.2 else { return false };
        let name = tensor.name.strip_prefix("VK_FORMAT_").unwrap();
        let others = ["D16", "D32", "X8", "S8", "A8_UNORM", "BC4", "EAC_R11"];
        let is_color = !others.iter().any(|other| name.starts_with(other));
        // A format with several components violates 09735 alone.
        tensor.components > 1
            || tensor.components == 1 && is_color && 8 * tensor.bytes == bits
            || tensor.components == 0
    }

    fn strides_differ(&self, case: &Case, dims: &[i64]) -> bool {
        let (n, elem) = (dims.len(), case.format().unwrap().bytes as i64);
        let linear = case.tiling() == Some("LINEAR") && self.tiling == "LINEAR";
        let undefined = n > 3 && self.extent.len() < 3 && self.depth.is_none();
        if !linear || undefined {
            return linear;
        }
        // The strides of a packed tensor are known if it has a layout.
        let packed = || {
            if elem == 0 || n > 15 || dims.iter().any(|&d| d <= 0) {
                return None;
            }
            let mut s = vec![elem; n];
            for i in (1..n).rev() {
                s[i - 1] = s[i].checked_mul(dims[i])?;
            }
            Some(s)
        };
        let Some(s) = case.strides.clone().or_else(packed) else { return false };
        let differs = |from_end: usize, pitch: Option<i64>| {
            pitch.is_some_and(|pitch| n >= from_end && s[n - from_end] != pitch)
        };
        differs(2, self.bytes()) || differs(3, self.row) || differs(4, self.depth)
    }

    pub(super) fn attr(&self, ctx: &mut Context) -> Attr {
        let mut entries = vec![
            ("extent", ctx.i64_array(&self.extent)),
            ("format", ctx.string(self.format.0)),
            ("tiling", ctx.string(self.tiling)),
        ];
        if let Some(aliasing) = self.aliasing {
            let bits = if aliasing { &["SAMPLED", "TENSOR_ALIASING"][..] } else { &["SAMPLED"] };
            let bits: Vec<Attr> = bits.iter().map(|bit| ctx.string(bit)).collect();
            entries.push(("usage", ctx.array(&bits)));
        }
        entries.extend(self.row.map(|pitch| ("rowPitch", ctx.int(pitch))));
        entries.extend(self.depth.map(|pitch| ("depthPitch", ctx.int(pitch))));
        let entries: Vec<_> =
            entries.into_iter().map(|(key, value)| (ctx.name(key), value)).collect();
        ctx.dict(entries)
    }
}

/// Returns wraps that are valid for these lengths.
pub(super) fn legal_wraps(random: &mut Random, dims: &[i64], tiling: &str, elem: i64) -> Vec<u32> {
    let brick: i64 = match tiling {
        "BRICK_16_WIDE" => 16,
        "BRICK_8_WIDE" => 8,
        "BRICK_4_WIDE" => 4,
        _ => 1,
    };
    let (n, mut only_powers, mut wraps) = (dims.len(), false, Vec::new());
    for (at, &length) in dims.iter().enumerate() {
        let unit = match n - 1 - at {
            1 => brick,
            0 if brick > 1 => 64 / brick / elem,
            _ => 1,
        };
        let any = 1 + random.index(length as usize) as i64;
        let power = 1 << (63 - any.leading_zeros());
        let wrap = random.choose(&[length, power, any]);
        let is_fine =
            |wrap: i64| unit != 0 && wrap % unit == 0 && (!only_powers || wrap & (wrap - 1) == 0);
        let wrap = if is_fine(wrap) { wrap } else { length };
        only_powers |= wrap & (wrap - 1) != 0;
        wraps.push(wrap as u32);
    }
    wraps
}

impl Case {
    /// Returns the violated rules about the image and the rolling backing.
    pub(super) fn creation_violations(&self) -> BTreeSet<&'static str> {
        let mut found = BTreeSet::new();
        if let Some(image) = &self.image {
            image.violations(self, &mut found);
        }
        let dims = self.dims.as_ref().unwrap();
        if let Some(wraps) = self.wraps.as_ref().filter(|wraps| wraps.len() == dims.len()) {
            self.wrap_violations(dims, wraps, &mut found);
        }
        found
    }

    fn wrap_violations(&self, d: &[i64], wraps: &[u32], found: &mut BTreeSet<&'static str>) {
        let mut when = |broken: bool, id| {
            if broken {
                found.insert(id);
            }
        };
        let (tiling, n) = (self.tiling().unwrap(), d.len());
        let w: Vec<i64> = wraps.iter().map(|&wrap| wrap.into()).collect();
        let is_power = |i: usize| w[i].count_ones() == 1;
        let size = match tiling {
            "BRICK_16_WIDE" => 16,
            "BRICK_8_WIDE" => 8,
            "BRICK_4_WIDE" => 4,
            _ => 1,
        };
        let rolls = tiling == "LINEAR" || size > 1;
        when(!self.controls, "pNext-pNext");
        when(!rolls, "pNext-09833");
        if n > 4 {
            // The structure has 4 wraps.
            return when(true, "pNext-09834");
        }
        let any = |broken: &dyn Fn(usize) -> bool| (0..n).any(broken);
        when(any(&|i| w[i] > d[i]), ROLLING[0]);
        when(any(&|i| w[i] != d[i] && w[i] >= 65536), ROLLING[1]);
        let after = |i: usize| (0..i).any(|j| !is_power(j));
        when(any(&|i| w[i] != d[i] && after(i) && !is_power(i)), ROLLING[2]);
        when(n > 1 && w[n - 2] % size != 0 && w[n - 2] != d[n - 2], ROLLING[3]);
        let elem = self.format().unwrap().bytes as i64;
        if size > 1 && elem > 0 && w[n - 1] != d[n - 1] {
            let unit = 64 / size / elem;
            when(unit == 0 || w[n - 1] % unit != 0, ROLLING[4]);
        }
    }

    /// Changes the image or the rolling backing.
    pub(super) fn change_creation(&mut self, random: &mut Random) {
        let Some(dims) =
            self.dims.clone().filter(|dims| !dims.is_empty() && dims.iter().all(|&d| d > 0))
        else {
            return;
        };
        match random.index(8) {
            0..=2 if self.image.is_some() => self.image.as_mut().unwrap().change(random),
            3 if self.image.is_some() => {
                // One more index of a dim, without limits that forbid it.
                let at = random.index(dims.len());
                (self.dims.as_mut().unwrap()[at], self.limits) =
                    (dims[at].saturating_add(1), most());
            }
            0 => self.controls = !self.controls,
            1 => self.wraps = dims.iter().map(|&d| u32::try_from(d).ok()).collect(),
            2 => {
                let long = random.choose(&[65_535, 65_536, 65_537, 70_000]);
                self.dims = Some(vec![long]);
                self.wraps = Some(vec![random.choose(&[65_535, 65_536])]);
                (self.count, self.strides, self.image) = (None, None, None);
                (self.limits, self.controls) = (most(), true);
                self.tiling = Some(Spelled::Text("LINEAR".to_owned()));
                self.usage = Usage::Absent;
            }
            _ => {
                let Some(wraps) = &mut self.wraps else { return };
                let at = random.index(wraps.len().max(1));
                let Some(wrap) = wraps.get_mut(at) else { return };
                *wrap = random.choose(&[1, 2, 3, 4, 5, 6, 7, 12, *wrap + 1]);
            }
        }
    }

    /// Returns the attributes of the image and the rolling backing.
    pub(super) fn creation_attrs(&self, ctx: &mut Context) -> Vec<(&'static str, Attr)> {
        let image = self.image.as_ref().map(|image| (IMAGE_ATTR, image.attr(ctx)));
        let wraps = self.wraps.as_ref().map(|wraps| {
            let wraps: Vec<i64> = wraps.iter().map(|&wrap| wrap.into()).collect();
            (WRAPS_ATTR, ctx.i64_array(&wraps))
        });
        image.into_iter().chain(wraps).collect()
    }
}

const ROLLING: [&str; 5] = [
    "VUID-VkTensorRollingBackingCreateInfoARM-wraps-09835",
    "VUID-VkTensorRollingBackingCreateInfoARM-wraps-09836",
    "VUID-VkTensorRollingBackingCreateInfoARM-wraps-09837",
    "VUID-VkTensorRollingBackingCreateInfoARM-wraps-09838",
    "VUID-VkTensorRollingBackingCreateInfoARM-wraps-09839",
];

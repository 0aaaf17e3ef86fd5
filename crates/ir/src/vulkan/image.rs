//! The image whose memory a tensor aliases: the attribute `image` of a tensor and of its description.
//!
//! ```mlir
//! layout.tensor @x {image = {extent = array<i64: 640, 480>, format = "VK_FORMAT_R8G8B8A8_UNORM", rowPitch = 2560 : i64}}
//!     : tensor<480x640x4xui8>
//! ```
//!
//! The keys are members of `VkImageCreateInfo` and `VkSubresourceLayout`. The conditions under which a tensor and an image
//! subresource interpret their memory in the same way are those of the section "Memory Aliasing" of the Vulkan
//! specification (1.4.360). Their only stride conditions are [`AliasedImage::stride_reqs`].

use super::enumerators::{Enumerator, find, row};
use super::formats::{VkFormat, all_formats, find_registered};
use crate::attrs::{Attr, AttrKind};
use crate::context::Context;
use crate::diag::{code, nearest};
use crate::encoding::Fault;
use crate::layout::{Amount, MemDim, Req, ReqKind, Unit};

/// The key of the attribute.
pub const IMAGE_ATTR: &str = "image";

/// The tilings of images, the enumerators of `VkImageTiling`.
pub const IMAGE_TILINGS: &[Enumerator] = &[
    row("OPTIMAL", "VK_IMAGE_TILING_OPTIMAL", 0),
    row("LINEAR", "VK_IMAGE_TILING_LINEAR", 1),
    row("DRM_FORMAT_MODIFIER", "VK_IMAGE_TILING_DRM_FORMAT_MODIFIER_EXT", 1000158000),
];

/// The usage bits of images, of `VkImageUsageFlagBits`: those of Vulkan 1.4, and that of VK_ARM_tensors.
pub const IMAGE_USAGES: &[Enumerator] = &[
    row("TRANSFER_SRC", "VK_IMAGE_USAGE_TRANSFER_SRC_BIT", 0x01),
    row("TRANSFER_DST", "VK_IMAGE_USAGE_TRANSFER_DST_BIT", 0x02),
    row("SAMPLED", "VK_IMAGE_USAGE_SAMPLED_BIT", 0x04),
    row("STORAGE", "VK_IMAGE_USAGE_STORAGE_BIT", 0x08),
    row("COLOR_ATTACHMENT", "VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT", 0x10),
    row("DEPTH_STENCIL_ATTACHMENT", "VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT", 0x20),
    row("TRANSIENT_ATTACHMENT", "VK_IMAGE_USAGE_TRANSIENT_ATTACHMENT_BIT", 0x40),
    row("INPUT_ATTACHMENT", "VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT", 0x80),
    row("HOST_TRANSFER", "VK_IMAGE_USAGE_HOST_TRANSFER_BIT", 0x40_0000),
    row(TENSOR_ALIASING, "VK_IMAGE_USAGE_TENSOR_ALIASING_BIT_ARM", 0x80_0000),
];

/// The usage bit of images with tiling OPTIMAL whose memory tensors alias.
pub const TENSOR_ALIASING: &str = "TENSOR_ALIASING";

/// The layout in which an image with tiling OPTIMAL and a tensor interpret their memory in the same way. It is not
/// needed if the feature `unifiedImageLayouts` is enabled.
pub const ALIASING_LAYOUT: Enumerator =
    row("TENSOR_ALIASING", "VK_IMAGE_LAYOUT_TENSOR_ALIASING_ARM", 1_000_460_000);

const KEYS: [&str; 6] = ["depthPitch", "extent", "format", "rowPitch", "tiling", "usage"];

/// An image subresource with one mip level and one layer, whose memory a tensor aliases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AliasedImage {
    /// The format of a texel.
    pub format: &'static VkFormat,
    /// The width, height and depth in texels, as many as the image has dims: 1 to 3, each in 1 to 2^32 - 1.
    pub extent: Vec<i64>,
    /// The arrangement in memory; that of the tensor if the attribute has none.
    pub tiling: &'static Enumerator,
    /// The usage bits; TENSOR_ALIASING for tiling OPTIMAL, otherwise none, if the attribute has none.
    pub usage: Vec<&'static Enumerator>,
    /// The bytes between the rows, at least 1. `None` if it is not known.
    pub row_pitch: Option<i64>,
    /// The bytes between the slices, at least 1. `None` if it is not known.
    pub depth_pitch: Option<i64>,
}

/// A stride that an image requires of a tensor, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageStride {
    /// The position from the innermost dim, which is 1.
    pub from_end: usize,
    /// The stride.
    pub bytes: i64,
    /// The key of the attribute that determines the stride.
    pub key: &'static str,
}

impl ImageStride {
    /// Returns the property of the image that determines the stride.
    pub fn property(&self) -> &'static str {
        if self.key == "format" { "the size of a texel" } else { self.key }
    }
}

impl AliasedImage {
    /// Returns the strides of a tensor of this rank with tiling LINEAR that shares the memory of the image: the size of
    /// a texel, `pStrides[n - 3] == rowPitch` if n > 2, and `pStrides[n - 4] == depthPitch` if n > 3. Pitches that are
    /// not known are omitted. Empty if the tiling of the image is not LINEAR.
    pub fn strides(&self, rank: usize) -> Vec<ImageStride> {
        let texel = i64::try_from(self.format.bytes).ok();
        let all = [
            (2, texel, "format"),
            (3, self.row_pitch, "rowPitch"),
            (4, self.depth_pitch, "depthPitch"),
        ];
        let rank = if self.tiling.name == "LINEAR" { rank } else { 0 };
        all.into_iter()
            .filter(|&(from_end, ..)| from_end <= rank)
            .filter_map(|(from_end, bytes, key)| Some(ImageStride { from_end, bytes: bytes?, key }))
            .collect()
    }

    /// Returns [`strides`](Self::strides), each with the requirement on a physical dim.
    pub fn stride_reqs(&self, rank: usize) -> Vec<(Req, ImageStride)> {
        self.strides(rank)
            .into_iter()
            .filter_map(|stride| {
                let amount = Amount::new(stride.bytes, Unit::Bytes)?;
                let dim = MemDim::all(rank).nth(rank.checked_sub(stride.from_end)?)?;
                Some((Req { dim, kind: ReqKind::Fixed(amount) }, stride))
            })
            .collect()
    }

    /// Returns the usage bits as `VkImageUsageFlags`.
    pub fn usage_mask(&self) -> i64 {
        self.usage.iter().fold(0, |mask, row| mask | row.value)
    }

    /// Returns `VkImageType`: its name and its value.
    pub fn image_type(&self) -> (&'static str, i64) {
        match self.extent.len() {
            1 => ("VK_IMAGE_TYPE_1D", 0),
            2 => ("VK_IMAGE_TYPE_2D", 1),
            _ => ("VK_IMAGE_TYPE_3D", 2),
        }
    }

    /// Returns `VkExtent3D`: the width, height and depth, 1 for dims that the image lacks.
    pub fn extent_3d(&self) -> [i64; 3] {
        std::array::from_fn(|at| self.extent.get(at).copied().unwrap_or(1))
    }

    /// Reads the attribute of an op with the name `op`; `tensor_tiling` is the name of the tensor's tiling.
    ///
    /// # Errors
    /// All faults of the attribute, with paths from it.
    pub fn read(
        ctx: &Context,
        attr: Attr,
        op: &str,
        tensor_tiling: &str,
    ) -> Result<AliasedImage, Vec<Fault>> {
        let AttrKind::Dict(_) = ctx.attr_kind(attr) else {
            let text = "must be a dictionary with `extent` and `format`";
            let message = format!("`{IMAGE_ATTR}` of `{op}` {text}");
            return Err(vec![Fault::new(code::OP_ATTRIBUTE, message)]);
        };
        let mut reader = ImageReader { ctx, attr, faults: Vec::new() };
        reader.unknown_keys(op);
        let format = reader.format();
        let extent = reader.extent();
        let tiling = reader.tiling(tensor_tiling);
        let usage = reader.usage();
        let pitches = ["rowPitch", "depthPitch"].map(|key| reader.pitch(key));
        match (format, extent, tiling, reader.faults.is_empty()) {
            (Some(format), Some(extent), Some(tiling), true) => {
                let [row_pitch, depth_pitch] = pitches;
                let usage = usage.unwrap_or_else(|| default_usage(tiling));
                Ok(AliasedImage { format, extent, tiling, usage, row_pitch, depth_pitch })
            }
            _ => Err(reader.faults),
        }
    }

    /// Returns the attribute with all keys that differ from their defaults, and the tiling.
    pub fn to_attr(&self, ctx: &mut Context) -> Attr {
        let usage = (self.usage != default_usage(self.tiling)).then(|| {
            let bits: Vec<Attr> = self.usage.iter().map(|bit| ctx.string(bit.name)).collect();
            ctx.array(&bits)
        });
        let entries = [
            ("depthPitch", self.depth_pitch.map(|pitch| ctx.int(pitch))),
            ("extent", Some(ctx.i64_array(&self.extent))),
            ("format", Some(ctx.string(self.format.name))),
            ("rowPitch", self.row_pitch.map(|pitch| ctx.int(pitch))),
            ("tiling", Some(ctx.string(self.tiling.name))),
            ("usage", usage),
        ];
        let given = entries.into_iter().filter_map(|(key, value)| Some((key, value?)));
        let given: Vec<_> = given.map(|(key, value)| (ctx.name(key), value)).collect();
        ctx.dict(given)
    }
}

fn default_usage(tiling: &Enumerator) -> Vec<&'static Enumerator> {
    find(IMAGE_USAGES, TENSOR_ALIASING).filter(|_| tiling.name == "OPTIMAL").into_iter().collect()
}

struct ImageReader<'a> {
    ctx: &'a Context,
    attr: Attr,
    faults: Vec<Fault>,
}

impl ImageReader<'_> {
    /// Reports a value; `near` is the text that would be right, if a similar one is known.
    fn fault(&mut self, key: &str, text: &str, near: Option<&str>) {
        let fault = Fault::new(code::OP_ATTRIBUTE, format!("`{key}` of `{IMAGE_ATTR}` {text}"));
        let near = near.map(|near| format!("\"{near}\""));
        self.faults.push(Fault { near, ..fault.at_entry(key) });
    }

    fn unknown_keys(&mut self, op: &str) {
        for &(key, _) in self.ctx.dict_entries(self.attr) {
            let key = self.ctx.text(key);
            if !KEYS.contains(&key) {
                let message = format!("unknown key `{key}` in `{IMAGE_ATTR}` of `{op}`");
                let fault = Fault::new(code::UNKNOWN_NAME, message).at_key(key);
                let near = nearest(key, KEYS).map(str::to_owned);
                let note = format!("the keys are {}", KEYS.join(", "));
                self.faults.push(Fault { near, ..fault.note(note) });
            }
        }
    }

    /// Returns the registered enumerator that a value names; reports other values.
    fn named(
        &mut self,
        key: &str,
        rows: &'static [Enumerator],
        value: Attr,
    ) -> Option<&'static Enumerator> {
        let text = self.ctx.as_str(value);
        let found = text.and_then(|text| find(rows, text));
        if found.is_none() {
            let names = rows.iter().map(|row| row.name);
            let near = text.and_then(|text| nearest(text, names.clone()));
            let all = names.collect::<Vec<_>>().join(", ");
            self.fault(key, &format!("must be one of {all}"), near);
        }
        found
    }

    fn format(&mut self) -> Option<&'static VkFormat> {
        let Some(value) = self.ctx.dict_get(self.attr, "format") else {
            self.fault("format", "is missing", None);
            return None;
        };
        let text = self.ctx.as_str(value);
        let found = text.and_then(find_registered).filter(|format| format.bytes > 0);
        if found.is_none() {
            let names = all_formats().map(|format| format.name);
            let near = text.and_then(|text| nearest(text, names));
            let text = "must be the name of a `VkFormat`, such as \"VK_FORMAT_R8G8B8A8_UNORM\"";
            self.fault("format", text, near);
        }
        found
    }

    fn extent(&mut self) -> Option<Vec<i64>> {
        let found = self.ctx.dict_get(self.attr, "extent");
        let lengths = found.and_then(|value| self.ctx.as_int_list(value)).unwrap_or_default();
        if (1..=3).contains(&lengths.len())
            && lengths.iter().all(|length| (1..=i64::from(u32::MAX)).contains(length))
        {
            return Some(lengths);
        }
        let text = "must be 1 to 3 lengths from 1 to 4294967295: the width, height and depth";
        self.fault("extent", text, None);
        None
    }

    fn tiling(&mut self, tensor_tiling: &str) -> Option<&'static Enumerator> {
        match self.ctx.dict_get(self.attr, "tiling") {
            Some(value) => self.named("tiling", IMAGE_TILINGS, value),
            None => find(IMAGE_TILINGS, tensor_tiling).or(IMAGE_TILINGS.first()),
        }
    }

    fn usage(&mut self) -> Option<Vec<&'static Enumerator>> {
        let value = self.ctx.dict_get(self.attr, "usage")?;
        let Some(items) = self.ctx.as_array(value) else {
            self.fault("usage", "must be a list of strings", None);
            return None;
        };
        items.iter().map(|&item| self.named("usage", IMAGE_USAGES, item)).collect()
    }

    fn pitch(&mut self, key: &str) -> Option<i64> {
        let value = self.ctx.dict_get(self.attr, key)?;
        let pitch = self.ctx.as_int(value).filter(|&pitch| pitch > 0);
        if pitch.is_none() {
            self.fault(key, "must be a number of bytes, at least 1", None);
        }
        pitch
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::module::Module;

    fn dict(ctx: &mut Context, entries: &[(&str, Attr)]) -> Attr {
        let entries: Vec<_> = entries.iter().map(|&(key, value)| (ctx.name(key), value)).collect();
        ctx.dict(entries)
    }

    #[test]
    fn read_inverts_to_attr() {
        let mut module = Module::new();
        let ctx = &mut module.ctx;
        for (tiling, usage) in
            [("OPTIMAL", "SAMPLED"), ("OPTIMAL", "TENSOR_ALIASING"), ("LINEAR", "")]
        {
            let image = AliasedImage {
                format: find_registered("VK_FORMAT_R16G16_SFLOAT").unwrap(),
                extent: vec![7, 5, 3],
                tiling: find(IMAGE_TILINGS, tiling).unwrap(),
                usage: find(IMAGE_USAGES, usage).into_iter().collect(),
                row_pitch: Some(64),
                depth_pitch: (tiling == "LINEAR").then_some(512),
            };
            let attr = image.to_attr(ctx);
            assert_eq!(AliasedImage::read(ctx, attr, "op", "LINEAR"), Ok(image));
        }
    }

    #[test]
    fn defaults_depend_on_the_tiling_of_the_tensor() {
        let mut module = Module::new();
        let ctx = &mut module.ctx;
        let format = ctx.string("VK_FORMAT_R8_UNORM");
        let extent = ctx.i64_array(&[4]);
        let attr = dict(ctx, &[("extent", extent), ("format", format)]);
        let linear = AliasedImage::read(ctx, attr, "op", "LINEAR").unwrap();
        assert_eq!((linear.tiling.name, linear.usage_mask()), ("LINEAR", 0));
        let optimal = AliasedImage::read(ctx, attr, "op", "OPTIMAL").unwrap();
        assert_eq!((optimal.tiling.name, optimal.usage_mask()), ("OPTIMAL", 0x80_0000));
        assert_eq!(optimal.image_type().0, "VK_IMAGE_TYPE_1D");
        assert_eq!(optimal.extent_3d(), [4, 1, 1]);
    }

    #[test]
    fn strides_are_those_of_a_linear_subresource() {
        let image = AliasedImage {
            format: find_registered("VK_FORMAT_R8G8B8A8_UNORM").unwrap(),
            extent: vec![7, 5, 3],
            tiling: find(IMAGE_TILINGS, "LINEAR").unwrap(),
            usage: Vec::new(),
            row_pitch: Some(64),
            depth_pitch: Some(512),
        };
        let reqs = |rank| {
            let reqs = image.stride_reqs(rank).into_iter();
            reqs.map(|(req, _)| req.to_string()).collect::<Vec<_>>().join(", ")
        };
        assert_eq!(reqs(1), "");
        assert_eq!(reqs(2), "m0: fixed<4 bytes>");
        assert_eq!(reqs(3), "m1: fixed<4 bytes>, m0: fixed<64 bytes>");
        assert_eq!(reqs(5), "m3: fixed<4 bytes>, m2: fixed<64 bytes>, m1: fixed<512 bytes>");
        let optimal = AliasedImage { tiling: find(IMAGE_TILINGS, "OPTIMAL").unwrap(), ..image };
        assert_eq!(optimal.stride_reqs(4), []);
    }

    #[test]
    fn every_fault_is_reported() {
        let mut module = Module::new();
        let ctx = &mut module.ctx;
        let (zero, text) = (ctx.int(0), ctx.string("LINER"));
        let keys = ["extent", "format", "rowPitch", "tiling", "usage", "rowpitch"];
        let values = [zero, text, zero, text, text, zero];
        let entries: Vec<_> = keys.into_iter().zip(values).collect();
        let attr = dict(ctx, &entries);
        let faults = AliasedImage::read(ctx, attr, "op", "LINEAR").unwrap_err();
        let keys = faults.iter().map(|fault| fault.message.split('`').nth(1).unwrap());
        let keys: Vec<&str> = keys.collect();
        assert_eq!(keys, ["rowpitch", "format", "extent", "tiling", "usage", "rowPitch"]);
        assert_eq!(faults[0].near.as_deref(), Some("rowPitch"));
        assert_eq!(faults[3].near.as_deref(), Some("\"LINEAR\""));
        assert_eq!(AliasedImage::read(ctx, zero, "op", "LINEAR").unwrap_err().len(), 1);
    }
}

//! The layouts between which tests of conversion kernels convert: every ordered pair is a kernel.
//!
//! The list is the same for each element size. Where the vendor's table of a format has no element type of a size, the
//! layout is spelled by an order with stride requirements, or by a descriptor, with the same offsets. Pairs therefore
//! exist for all sizes. Two pairs exist in one rank only: those of `dhwc8` and `cdhw32` need rank 5, where the layouts
//! of images apply to volumes with the same functions.

use std::fmt::Write;

/// A layout of a tensor type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversionLayout {
    /// The name in messages.
    pub name: String,
    /// The tensor type.
    pub ty: String,
    /// The definition of the descriptor that the type uses; empty if it uses none.
    pub definition: String,
    /// `true` if slots without an element are set to zero; `false` for gaps of plain strides, which are not written.
    pub fills_padding: bool,
}

/// The element types of each format in rank 4 that test types have, without those that only a DLA supports.
const TYPES: &[(&str, &[&str])] = &[
    ("chw2", &["f16"]),
    ("chw4", &["f16", "i8"]),
    ("chw16", &["f16"]),
    ("chw32", &["f32", "f16", "i8"]),
    ("cdhw32", &["f16", "i8"]),
    ("hwc8", &["f16"]),
    ("hwc16", &["f16"]),
    ("dhwc8", &["f16"]),
    ("dla_linear", &["f16", "i8"]),
    ("dla_hwc4", &["f16", "i8"]),
];

/// The numbers of values in a vector of channels: formats `chw2` to `chw32`.
const LANES: [i64; 4] = [2, 4, 16, 32];

/// Returns the layouts for a shape N, C, H, W or N, C, D, H, W of elements of type `elem`, which have `bytes` bytes.
/// `prefix` distinguishes the descriptors of several lists in one module.
pub fn conversion_layouts(
    lengths: &[i64],
    (elem, bytes): (&str, i64),
    prefix: &str,
) -> Vec<ConversionLayout> {
    let list = LayoutList { lengths, elem, bytes, prefix };
    let plain = list.plain();
    let split = LANES.into_iter().map(|lanes| list.split(lanes, 0));
    let shifted = list.split(4, 5);
    let rows = list.rows();
    plain.into_iter().chain(split).chain([shifted]).chain(rows).collect()
}

/// Returns a module with a function for each ordered pair of layouts whose numbers are `selected`. The function of the
/// layouts `i` and `j` has the name `NAME_i_j`.
pub fn conversion_pairs(
    name: &str,
    layouts: &[ConversionLayout],
    selected: impl Fn(usize, usize) -> bool,
) -> String {
    let mut text: String = layouts.iter().map(|layout| layout.definition.as_str()).collect();
    for (i, from) in layouts.iter().enumerate() {
        for (j, to) in layouts.iter().enumerate().filter(|&(j, _)| selected(i, j)) {
            let (from, to) = (&from.ty, &to.ty);
            // Writing to a string never fails.
            let _ = writeln!(
                text,
                "func.func @{name}_{i}_{j}(%x: {from}) -> {to} {{\n  %y = layout.reorder %x : {from} -> {to}\n  \
                 return %y : {to}\n}}"
            );
        }
    }
    text
}

/// The shape and the element type of a list.
struct LayoutList<'a> {
    lengths: &'a [i64],
    elem: &'a str,
    bytes: i64,
    prefix: &'a str,
}

impl LayoutList<'_> {
    /// Returns the layout of a type with an encoding.
    fn layout(&self, name: &str, encoding: &str) -> ConversionLayout {
        let shape: String = self.lengths.iter().map(|length| format!("{length}x")).collect();
        ConversionLayout {
            name: name.to_owned(),
            ty: format!("tensor<{shape}{}, {{{encoding}}}>", self.elem),
            definition: String::new(),
            fills_padding: true,
        }
    }

    /// Returns a format of images, or of volumes with its spelling in rank 5, if the element type has it; otherwise the
    /// layout of this encoding, which must have the same offsets.
    fn format(&self, image: &str, volume: Option<&str>, encoding: &str) -> ConversionLayout {
        let format = if self.lengths.len() == 4 { Some(image) } else { volume };
        let has_type = |format: &&str| {
            let row = TYPES.iter().find(|(name, _)| name == format);
            row.is_some_and(|(_, types)| types.contains(&self.elem))
        };
        match format.filter(has_type) {
            Some("dla_hwc4") if ![1, 3, 4].contains(&self.lengths[1]) => {
                self.layout(image, encoding)
            }
            Some("dla_hwc4") => self.layout(image, "format = #layout.format<dla_hwc4, xavier>"),
            Some(format) => self.layout(format, &format!("format = #layout.format<{format}>")),
            None => {
                self.layout(volume.filter(|_| self.lengths.len() > 4).unwrap_or(image), encoding)
            }
        }
    }

    /// Returns the number of dims after C.
    fn trailing(&self) -> usize {
        self.lengths.len() - 2
    }

    /// Returns the order of the dims with C innermost, and the physical dims of the rows and of the pixels.
    fn channels_last(&self) -> (&'static str, String, String) {
        let order = if self.lengths.len() == 4 { "NHWC" } else { "NDHWC" };
        let trailing = self.trailing();
        (order, format!("m{}", trailing - 1), format!("m{trailing}"))
    }

    fn row_major(&self) -> &'static str {
        if self.lengths.len() == 4 { "NCHW" } else { "NCDHW" }
    }

    /// Returns the orders without padding, and a slice of a larger tensor.
    fn plain(&self) -> Vec<ConversionLayout> {
        let (last, ..) = self.channels_last();
        let hwcn = match self.lengths.len() {
            4 => "affine_map<(d0, d1, d2, d3) -> (d2, d3, d1, d0)>",
            _ => "affine_map<(d0, d1, d2, d3, d4) -> (d2, d3, d4, d1, d0)>",
        };
        let row_major = self.row_major();
        // Rows of an odd number of elements with a gap, and gaps between all outer dims.
        let mut strides = vec![1];
        for (&length, gap) in self.lengths[1..].iter().rev().zip([5, 3, 1, 2]) {
            strides.insert(0, strides[0] * length + gap);
        }
        let slice =
            format!("order = #layout.order<{row_major}>, strides = {strides:?}, offset = 7");
        let order = |name: &str| format!("order = #layout.order<{name}>");
        vec![
            self.layout("nchw", &order(row_major)),
            self.layout("nhwc", &order(last)),
            self.layout("hwcn", &format!("order = {hwcn}")),
            ConversionLayout { fills_padding: false, ..self.layout("slice", &slice) },
        ]
    }

    /// Returns the layouts whose rows or pixels are padded.
    fn rows(&self) -> Vec<ConversionLayout> {
        let (last, row, pixel) = self.channels_last();
        let aligned = |dim: &str, bytes: i64| format!("{dim}: aligned<{bytes} bytes>");
        let encoding = |order: &str, reqs: &[String]| {
            format!("order = #layout.order<{order}>, reqs = #layout.reqs<{}>", reqs.join(", "))
        };
        // A C of length 1 is not rounded up in `dla_hwc4`.
        let lanes = if self.lengths[1] == 1 { 1 } else { 4 };
        let four = [aligned(&row, 32), aligned(&pixel, lanes * self.bytes)];
        let rows = |bytes| encoding(self.row_major(), &[aligned(&pixel, bytes)]);
        let pixels = |lanes| encoding(last, &[aligned(&pixel, lanes * self.bytes)]);
        let padded = encoding(last, &[aligned(&row, 72), aligned(&pixel, 24)]);
        vec![
            self.layout("padded rows", &rows(24)),
            self.layout("padded rows at an offset", &format!("{}, offset = 3", rows(8))),
            self.layout("padded pixels", &padded),
            self.format("hwc8", Some("dhwc8"), &pixels(8)),
            self.format("hwc16", None, &pixels(16)),
            self.format("dla_linear", None, &rows(64)),
            self.format("dla_hwc4", None, &encoding(last, &four)),
        ]
    }

    /// Returns C split into vectors of `lanes` values, at an offset.
    fn split(&self, lanes: i64, offset: i64) -> ConversionLayout {
        let symbol = format!("{}chw{lanes}_at_{offset}", self.prefix);
        let at = if offset == 0 { String::new() } else { format!(", offset = {offset}") };
        let encoding = format!("layout = @{symbol}{at}");
        if offset != 0 {
            let name = format!("chw{lanes} at an offset");
            let definition = self.vectors(&symbol, lanes);
            return ConversionLayout { definition, ..self.layout(&name, &encoding) };
        }
        let volume = (lanes == 32).then_some("cdhw32");
        let mut layout = self.format(&format!("chw{lanes}"), volume, &encoding);
        if layout.ty.contains(&symbol) {
            layout.definition = self.vectors(&symbol, lanes);
        }
        layout
    }

    /// Returns the descriptor of C split into vectors: N, C / lanes, the dims after C, lanes.
    fn vectors(&self, symbol: &str, lanes: i64) -> String {
        let (channels, after) = (self.lengths[1], &self.lengths[2..]);
        let vectors = (channels + lanes - 1) / lanes;
        let list = |mark: &str| -> Vec<String> {
            (0..after.len()).map(|dim| format!("%{mark}{dim}")).collect()
        };
        let physical: Vec<i64> = [&[self.lengths[0], vectors], after, &[lanes]].concat();
        let mut text = format!(
            "layout.descriptor @{symbol} {{\n  %n, %v, {}, %l = layout.packed {physical:?}\n  \
             %d = layout.pass_through %n\n  %all = layout.merge %v, %l\n  \
             %c = layout.slice %all from 0 to {channels}\n",
            list("p").join(", ")
        );
        for (from, to) in list("p").iter().zip(list("d")) {
            let _ = writeln!(text, "  {to} = layout.pass_through {from}");
        }
        let _ = writeln!(text, "  layout.yield %d, %c, {}\n}}", list("d").join(", "));
        text
    }
}

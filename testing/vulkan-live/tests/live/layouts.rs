//! Programs that request the addresses of realistic layouts: each format with each type and with channels that fill
//! vectors or not, tensors with various orders and strides, each transform of descriptors, and random chains of
//! transforms.

use std::fmt::Write;
use testkit::Random;

/// Adds a layout and all possible requests for its addresses.
fn request(text: &mut String, name: &str, declared: &str, bytes: bool) {
    writeln!(text, "{declared}").unwrap();
    writeln!(text, "layout.address @at_{name} of @{name}").unwrap();
    writeln!(text, "layout.address @wide_{name} of @{name} {{index = \"i64\"}}").unwrap();
    if bytes {
        writeln!(text, "layout.address @byte_{name} of @{name} {{unit = \"byte\"}}").unwrap();
    }
}

fn tensor(text: &mut String, name: &str, ty: &str) {
    request(text, name, &format!("layout.tensor @{name} : {ty}"), true);
}

/// The formats with their types, the lengths before and after C, and the lengths of C.
const FORMATS: &[(&str, &str, &str, &str, &[u32])] = &[
    ("linear", "f32 f16 i32 i8", "2x", "x3x5", &[1, 3, 17]),
    ("chw2", "f16", "2x", "x3x5", &[1, 2, 3, 17, 64]),
    ("chw4", "f16 i8", "2x", "x3x5", &[1, 3, 4, 5, 17, 64]),
    ("chw16", "f16", "2x", "x3x5", &[1, 3, 16, 17, 64]),
    ("chw32", "f32 f16 i8", "2x", "x3x5", &[1, 3, 17, 32, 33, 64]),
    ("cdhw32", "f16 i8", "2x", "x2x3x5", &[1, 3, 32, 33]),
    ("hwc", "f32", "2x", "x3x5", &[1, 3, 17]),
    ("hwc8", "f16", "2x", "x3x5", &[1, 3, 8, 17]),
    ("hwc16", "f16", "2x", "x3x5", &[1, 3, 16, 17]),
    ("dhwc", "f32", "2x", "x2x3x5", &[1, 3, 17]),
    ("dhwc8", "f16", "2x", "x2x3x5", &[1, 3, 8, 17]),
    ("dla_linear", "f16 i8", "2x", "x3x5", &[1, 3, 17]),
    ("dla_hwc4, orin", "f16 i8", "2x", "x3x5", &[1, 3, 4]),
    ("dla_hwc4, xavier", "f16 i8", "2x", "x3x70", &[1, 3, 4]),
    ("chw4, xavier, gpu_fallback", "i8", "2x", "x3x5", &[3]),
    ("chw32", "i8", "", "x3x5", &[33]),
    ("chw16", "f16", "2x3x", "x1x7", &[17]),
];

pub(crate) fn formats() -> String {
    let mut text = String::new();
    for (format, types, before, after, channels) in FORMATS {
        for (ty, c) in types.split(' ').flat_map(|ty| channels.iter().map(move |c| (ty, c))) {
            let name = format!("{}{before}{c}{after}{ty}", format.replace(", ", "_"));
            let declared =
                format!("tensor<{before}{c}{after}x{ty}, {{format = #layout.format<{format}>}}>");
            tensor(&mut text, &name, &declared);
        }
    }
    text
}

/// Tensors with various orders, strides, offsets, stride requirements and element sizes, with lengths of 1, and of rank
/// 0.
pub(crate) const TENSORS: &[&str] = &[
    "tensor<f32>",
    "tensor<1xi8>",
    "tensor<7xi64>",
    "tensor<1x1x1xf16>",
    "tensor<4x5xf32>",
    "tensor<1x7x1x5xf16>",
    "tensor<2x3x5x7xf16, {order = #layout.order<NHWC>}>",
    "tensor<2x3x5x7xf16, {order = #layout.order<NWHC>, offset = 40}>",
    "tensor<3x5xi16, {order = affine_map<(d0, d1) -> (d1, d0)>, strides = [2, 9], offset = 1}>",
    "tensor<2x3x6xf32, {reqs = #layout.reqs<m0: aligned<128 bytes>, m1: aligned<32 bytes>>}>",
    "tensor<2x3x6xi8, {reqs = #layout.reqs<m1: aligned<7 bytes>>}>",
    "tensor<2x2x2x2x2x3xi8>",
    "tensor<3x16x32xi8>",
    "tensor<1000x1000xf32, {reqs = #layout.reqs<m0: aligned<4096 bytes>>}>",
    "memref<4x5xf32, strided<[8, 1], offset: 3>>",
    "memref<3x4xf32, affine_map<(d0, d1) -> (d1 * 3 + d0)>>",
    // These tensors exceed 2^31 bytes, 2^31 elements, or 2^32 elements.
    "tensor<3x50000x40000xf32>",
    "tensor<70000x70000xi8>",
    "tensor<16x65536x65536xf16, {order = affine_map<(d0, d1, d2) -> (d2, d0, d1)>}>",
    "tensor<5x300x1000003x1001xf64>",
];

pub(crate) fn tensors() -> String {
    let mut text = String::new();
    for (number, ty) in TENSORS.iter().enumerate() {
        tensor(&mut text, &format!("t{number}"), ty);
    }
    text
}

/// Bodies of descriptors: each transform alone and combined with others.
const DESCRIPTORS: &[&str] = &[
    "%a, %b = layout.packed [3, 4]; %i = layout.pass_through %a; %j = layout.pass_through %b; layout.yield %j, %i",
    "%a, %b = layout.aligned [3, 5] to 8; %i = layout.pass_through %a; %j = layout.pass_through %b; layout.yield %i, %j",
    "%a = layout.strided [9] strides [-2] offset 16; %i = layout.pass_through %a; layout.yield %i",
    "%a = layout.strided [9] strides [-3]; %i = layout.pass_through %a; layout.yield %i",
    "%a, %b = layout.strided [4, 5] strides [0, 3]; %i = layout.pass_through %a; %j = layout.pass_through %b; layout.yield %i, %j",
    "%a = layout.packed [7]; %i = layout.pad %a low 2 high 3; layout.yield %i",
    "%a = layout.packed [7]; %i = layout.pad %a low -1 high -2; layout.yield %i",
    "%a = layout.packed [7]; %i = layout.pad %a low 0 high 1; layout.yield %i",
    "%a = layout.packed [7]; %i = layout.slice %a from 2 to 6; layout.yield %i",
    "%a, %b, %c = layout.packed [3, 5, 7]; %i = layout.merge %a, %b, %c; layout.yield %i",
    "%a, %b = layout.strided [6, 10] strides [17, 1]; %i = layout.merge %a, %b; layout.yield %i",
    "%a, %b = layout.strided [6, 10] strides [1, 7]; %i = layout.merge %b, %a; %j, %k = layout.unmerge %i into [4, 15]; layout.yield %j, %k",
    "%a, %b = layout.packed [2, 6]; %i = layout.pass_through %a; %j, %k = layout.unmerge %b into [2, 3]; layout.yield %i, %j, %k",
    "%a = layout.packed [17]; %i, %j = layout.embed %a into [4, 3] strides [4, 2]; layout.yield %i, %j",
    "%a = layout.packed [8]; %b = layout.offset %a by 4; %i, %j = layout.embed %b into [4, 5] strides [1, -1]; layout.yield %i, %j",
    "%a, %b = layout.packed [16, 8]; %i, %j = layout.xor %a, %b; layout.yield %i, %j",
    "%a, %b = layout.packed [5, 16]; %i, %j = layout.xor %a, %b; layout.yield %j, %i",
    "%a = layout.packed [8]; %i = layout.modulo %a by 5 length 13; layout.yield %i",
    "%a = layout.packed [8]; %b = layout.modulo %a by 8 length 8; %i, %j = layout.embed %b into [4, 6] strides [2, -3]; layout.yield %i, %j",
    "%a, %b = layout.packed [5, 6]; %i = layout.pass_through %a; layout.freeze %b at 4; layout.yield %i",
    "%a = layout.packed [5]; %i = layout.pass_through %a; %j = layout.insert 3; layout.yield %j, %i",
    "%a = layout.packed [5]; %i = layout.pass_through %a; %j, %k = layout.replicate [2, 3]; layout.yield %j, %i, %k",
    // The columns of a convolution: 5x6 pixels of 3 channels, padded by 1, windows of 3x2, steps of 2 and 1.
    "%h, %w, %c = layout.packed [5, 6, 3]; %x = layout.pad %h low 1 high 1; %y = layout.pad %w low 1 high 1; \
     %o, %r = layout.embed %x into [3, 3] strides [2, 1]; %p, %s = layout.embed %y into [7, 2] strides [1, 1]; \
     %e = layout.pass_through %c; %m = layout.merge %o, %p; %k = layout.merge %r, %s, %e; layout.yield %m, %k",
];

/// Adds a descriptor with a body.
fn descriptor(text: &mut String, name: &str, body: &str) {
    let body = body.replace("; ", "\n  ");
    request(text, name, &format!("layout.descriptor @{name} {{\n  {body}\n}}"), false);
}

pub(crate) fn descriptors() -> String {
    let mut text = String::new();
    for (number, body) in DESCRIPTORS.iter().enumerate() {
        descriptor(&mut text, &format!("d{number}"), body);
    }
    text
}

/// Returns a program with random chains of transforms.
pub(crate) fn chains(seed: u64, count: usize) -> String {
    let mut random = Random::new(seed);
    let mut text = String::new();
    for number in 0..count {
        let body = chain(&mut random);
        descriptor(&mut text, &format!("r{number}"), &body);
    }
    text
}

/// A body under construction, with the names and lengths of its current dims.
struct Chain {
    body: String,
    dims: Vec<(String, usize)>,
    named: usize,
}

const LENGTHS: [usize; 8] = [1, 2, 3, 4, 6, 8, 12, 15];

fn chain(random: &mut Random) -> String {
    let rank = 1 + random.index(3);
    let lengths: Vec<usize> = (0..rank).map(|_| LENGTHS[random.index(8)]).collect();
    let mut chain = Chain { body: String::new(), dims: Vec::new(), named: 0 };
    let base = match random.index(3) {
        0 => format!("layout.packed {lengths:?}"),
        1 => format!("layout.aligned {lengths:?} to {}", 1 + random.index(9)),
        _ => {
            let strides: Vec<i64> = (0..rank).map(|_| random.index(40) as i64 - 12).collect();
            format!("layout.strided {lengths:?} strides {strides:?} offset {}", random.index(200))
        }
    };
    chain.add(&lengths, &base);
    for _ in 0..random.index(7) {
        chain.step(random);
    }
    let dims = std::mem::take(&mut chain.dims);
    let logical_dims: Vec<String> = dims.iter().map(|dim| chain.top(&dim.0, dim.1)).collect();
    format!("{}layout.yield {}", chain.body, logical_dims.join(", "))
}

impl Chain {
    fn add(&mut self, lengths: &[usize], op: &str) {
        let names = lengths.iter().map(|&length| {
            self.named += 1;
            (format!("%x{}", self.named), length)
        });
        let new: Vec<(String, usize)> = names.collect();
        let results: Vec<&str> = new.iter().map(|dim| dim.0.as_str()).collect();
        self.body += &format!("{} = {op}; ", results.join(", "));
        self.dims.extend(new);
    }

    /// Returns a name for a dim that `layout.yield` accepts, even for a physical dim.
    fn top(&mut self, name: &str, length: usize) -> String {
        self.add(&[length], &format!("layout.pass_through {name}"));
        self.dims.pop().unwrap().0
    }

    /// Adds a random transform that maps every valid index to a valid index.
    fn step(&mut self, random: &mut Random) {
        let (name, n) = self.dims.swap_remove(random.index(self.dims.len()));
        match random.index(9) {
            0 => {
                let (low, high) = (random.index(3), random.index(3));
                self.add(&[n + low + high], &format!("layout.pad {name} low {low} high {high}"));
            }
            1 => {
                let (begin, end) = (random.index(n), n - random.index(n));
                let (begin, end) = if begin < end { (begin, end) } else { (0, n) };
                self.add(&[end - begin], &format!("layout.slice {name} from {begin} to {end}"));
            }
            2 => {
                let factors: Vec<usize> = (1..=n).filter(|factor| n % factor == 0).collect();
                let factor = factors[random.index(factors.len())];
                let lengths = [factor, n / factor];
                self.add(&lengths, &format!("layout.unmerge {name} into {lengths:?}"));
            }
            3 => {
                let step = 1 + random.index(3);
                let outer = 1 + (n - 1) / step / 2;
                let inner = 1 + (n - 1 - (outer - 1) * step);
                let text = format!("into [{outer}, {inner}] strides [{step}, 1]");
                self.add(&[outer, inner], &format!("layout.embed {name} {text}"));
            }
            4 => {
                let (by, length) = (1 + random.index(n), 1 + random.index(20));
                self.add(&[length], &format!("layout.modulo {name} by {by} length {length}"));
            }
            5 if !self.dims.is_empty() => {
                self.body += &format!("layout.freeze {name} at {}; ", random.index(n));
            }
            6 => {
                self.dims.push((name, n));
                let length = 1 + random.index(3);
                self.add(&[length], &format!("layout.insert {length}"));
            }
            7 | 8 if !self.dims.is_empty() => {
                let (other, m) = self.dims.swap_remove(random.index(self.dims.len()));
                if n.is_power_of_two() && random.index(2) == 0 {
                    self.add(&[m, n], &format!("layout.xor {other}, {name}"));
                } else if n * m <= 4000 {
                    self.add(&[m * n], &format!("layout.merge {other}, {name}"));
                } else {
                    self.dims.extend([(other, m), (name, n)]);
                }
            }
            _ => self.dims.push((name, n)),
        }
    }
}

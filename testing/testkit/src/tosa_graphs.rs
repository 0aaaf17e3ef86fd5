//! Random graphs of TOSA 1.0 in generic form, whose shapes and types are valid.

use crate::arm_tools::NumpyArray;
use crate::layout_choices::{ChoiceLayouts, OpRanks, layout_choices};
use crate::random::Random;
use std::fmt::Write;

/// The element types of the values of a graph.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Elem {
    F32,
    I32,
    I8,
}

impl Elem {
    fn name(self) -> &'static str {
        match self {
            Elem::F32 => "f32",
            Elem::I32 => "i32",
            Elem::I8 => "i8",
        }
    }

    fn zero(self) -> &'static str {
        if self == Elem::F32 { "0.0" } else { "0" }
    }
}

/// A value of a graph.
#[derive(Clone)]
struct Value {
    name: String,
    dims: Vec<u64>,
    elem: Elem,
}

impl Value {
    fn ty(&self) -> String {
        ty(&self.dims, self.elem.name())
    }
}

fn ty(dims: &[u64], elem: &str) -> String {
    let dims: String = dims.iter().map(|dim| format!("{dim}x")).collect();
    format!("tensor<{dims}{elem}>")
}

/// A function while its ops are written.
struct Graph<'a> {
    random: &'a mut Random,
    text: String,
    /// The same ops with random layouts, if the graph has any.
    layouts: Option<Layouts>,
    /// The values that ops may use.
    values: Vec<Value>,
    /// The number of names.
    names: usize,
    /// The number of regions around the next op.
    depth: usize,
    /// `true` if the graph is executed: weights have random values, and no op has regions.
    is_executed: bool,
}

/// The ops of a graph with random layouts in `layout.choices`.
struct Layouts {
    random: Random,
    drawn: ChoiceLayouts,
    text: String,
}

/// The ops without layouts of their own: views and constants.
const WITHOUT_LAYOUTS: [&str; 6] =
    ["concat", "const", "const_shape", "reshape", "slice", "transpose"];

/// Returns a random function `@f` of TOSA 1.0 in generic form, with valid shapes and types.
pub fn tosa_graph(seed: u64) -> String {
    let random = &mut Random::new(seed);
    let (graph, args) = graph(random, false, None);
    let result = graph.random.choose(&graph.values);
    graph.function("f", &args, &[result]).0
}

/// A random function `@main` of TOSA 1.0 without regions, whose constants have random values.
pub struct TosaNetwork {
    /// The text of the function.
    pub text: String,
    /// The lengths and the element type of each argument.
    pub arguments: Vec<(Vec<u64>, &'static str)>,
    /// The number of results.
    pub results: usize,
}

impl TosaNetwork {
    /// Returns random values of the arguments.
    pub fn inputs(&self, random: &mut Random) -> Vec<NumpyArray> {
        let arrays = self.arguments.iter().map(|(shape, elem)| {
            let mut value = || random.below(17) as i8 - 8;
            let elements = 0..shape.iter().product();
            let (dtype, bytes) = match *elem {
                "f32" => {
                    let floats = elements.flat_map(|_| (f32::from(value()) / 8.0).to_le_bytes());
                    ("<f4", floats.collect())
                }
                "i32" => ("<i4", elements.flat_map(|_| i32::from(value()).to_le_bytes()).collect()),
                _ => ("|i1", elements.flat_map(|_| value().to_le_bytes()).collect()),
            };
            NumpyArray { shape: shape.clone(), dtype: dtype.to_owned(), bytes }
        });
        arrays.collect()
    }
}

/// Returns a random function that tools execute.
pub fn tosa_network(seed: u64) -> TosaNetwork {
    network(seed, None).0
}

/// Returns a random function that tools execute, and its text with random layouts of ops in `layout.choices`.
pub fn tosa_network_with_choices(seed: u64, drawn: ChoiceLayouts) -> (TosaNetwork, String) {
    let random = Random::new(seed);
    network(seed, Some(Layouts { random, drawn, text: String::new() }))
}

fn network(seed: u64, layouts: Option<Layouts>) -> (TosaNetwork, String) {
    let random = &mut Random::new(seed);
    let (mut graph, args) = graph(random, true, layouts);
    let computed = &graph.values[args.len()..];
    let last = computed[computed.len().saturating_sub(3)..].to_vec();
    let first_result = graph.values.len();
    // No result is an argument, even where transposes cancel out: the serialized form has no name for such a result.
    for value in last {
        graph.add("reverse", &[of(&value)], "axis = 0 : i32", &value.dims, value.elem);
    }
    let results = graph.values[first_result..].to_vec();
    let arguments = args.iter().map(|arg| (arg.dims.clone(), arg.elem.name())).collect();
    let count = results.len();
    let (text, with_choices) = graph.function("main", &args, &results);
    (TosaNetwork { text, arguments, results: count }, with_choices)
}

/// Returns a random graph and its arguments.
fn graph(
    random: &mut Random,
    is_executed: bool,
    layouts: Option<Layouts>,
) -> (Graph<'_>, Vec<Value>) {
    let shapes: [&[u64]; 3] = [&[1, 4, 6, 8], &[2, 3, 4], &[6, 4]];
    let mut args = Vec::new();
    for index in 0..random.between(1, 3) {
        let dims = random.choose(&shapes).to_vec();
        let elem = random.choose(&[Elem::F32, Elem::F32, Elem::I32, Elem::I8]);
        args.push(Value { name: format!("%arg{index}"), dims, elem });
    }
    let count = random.between(3, 15);
    let values = args.clone();
    let text = String::new();
    let mut graph = Graph { random, text, layouts, values, names: 0, depth: 0, is_executed };
    (0..count).for_each(|_| graph.op());
    (graph, args)
}

impl Graph<'_> {
    /// Returns the text of the function, and its text with layouts, which is empty if it has none.
    fn function(self, name: &str, args: &[Value], results: &[Value]) -> (String, String) {
        let shown = |value: &Value| format!("{}: {}", value.name, value.ty());
        let list: Vec<String> = args.iter().map(shown).collect();
        let names: Vec<&str> = results.iter().map(|value| value.name.as_str()).collect();
        let types: Vec<String> = results.iter().map(Value::ty).collect();
        let [list, names, types] = [list.join(", "), names.join(", "), types.join(", ")];
        let whole = |body: String| {
            format!(
                "func.func @{name}({list}) -> ({types}) {{\n{body}  return {names} : {types}\n}}\n"
            )
        };
        (whole(self.text), self.layouts.map_or(String::new(), |layouts| whole(layouts.text)))
    }
}

impl Graph<'_> {
    fn name(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    /// Writes an op of one result of these dims, and adds the result to the values.
    fn add(&mut self, op: &str, uses: &[(String, String)], props: &str, dims: &[u64], elem: Elem) {
        let result = Value { name: self.name(), dims: dims.to_vec(), elem };
        let ty = result.ty();
        self.write(&result.name, op, uses, props, &ty);
        self.values.push(result);
    }

    fn write(&mut self, result: &str, op: &str, uses: &[(String, String)], props: &str, ty: &str) {
        let names: Vec<&str> = uses.iter().map(|used| used.0.as_str()).collect();
        let types: Vec<&str> = uses.iter().map(|used| used.1.as_str()).collect();
        let [names, types] = [names.join(", "), types.join(", ")];
        let props = if props.is_empty() { String::new() } else { format!(" <{{{props}}}>") };
        let note = match self.random.below(12) {
            0 => "note",
            1 => "my.note = 3 : i64",
            _ => "",
        };
        let start = format!("  {result} = \"tosa.{op}\"({names}){props}");
        let end = format!(" : ({types}) -> {ty}\n");
        let dict = |entries: &[&str]| {
            let entries: Vec<&str> = entries.iter().copied().filter(|it| !it.is_empty()).collect();
            if entries.is_empty() { String::new() } else { format!(" {{{}}}", entries.join(", ")) }
        };
        if let Some(layouts) = &mut self.layouts {
            let choices = layouts.choices(op, uses, ty);
            let _ = write!(layouts.text, "{start}{}{end}", dict(&[note, &choices]));
        }
        let _ = write!(self.text, "{start}{}{end}", dict(&[note]));
    }

    /// Writes a constant of equal elements and returns its use.
    fn constant(&mut self, dims: &[u64], elem: &str, value: &str) -> (String, String) {
        let name = self.name();
        let ty = ty(dims, elem);
        let props = format!("values = dense<{value}> : {ty}");
        self.write(&name, "const", &[], &props, &ty);
        (name, ty)
    }

    /// Writes weights: random ones if the graph is executed, or else zeros.
    fn weights(&mut self, dims: &[u64], elem: &str) -> (String, String) {
        if !self.is_executed {
            return self.constant(dims, elem, if elem.starts_with('f') { "0.0" } else { "0" });
        }
        let mut items: Vec<String> = (0..dims.iter().product())
            .map(|_| {
                let value = self.random.below(17) as i64 - 8;
                // Sums of these are exact, in every order.
                if elem.starts_with('f') {
                    format!("{:.3}", value as f64 / 8.0)
                } else {
                    value.to_string()
                }
            })
            .collect();
        for &length in dims.iter().rev() {
            let length = usize::try_from(length).unwrap_or(1);
            items = items.chunks(length).map(|row| format!("[{}]", row.join(", "))).collect();
        }
        self.constant(dims, elem, &items.concat())
    }

    /// Writes a constant shape and returns its use.
    fn shape(&mut self, lengths: &[u64]) -> (String, String) {
        let name = self.name();
        let rank = lengths.len();
        let props = format!("values = dense<{lengths:?}> : tensor<{rank}xindex>");
        let ty = format!("!tosa.shape<{rank}>");
        self.write(&name, "const_shape", &[], &props, &ty);
        (name, ty)
    }

    /// Writes an op whose operand is a random value.
    fn op(&mut self) {
        let value = self.random.choose(&self.values);
        if self.is_executed && self.random.one_in(3) {
            return self.transposed(&value);
        }
        match self.random.below(8) {
            0 => self.unary(&value),
            1 => self.binary(&value),
            2 | 3 => self.moved(&value),
            4 => self.shaped(&value),
            5 => self.reduced(&value),
            6 => self.converted(&value),
            _ if !self.is_executed && self.depth < 2 && self.random.one_in(3) => {
                self.region(&value)
            }
            _ => self.windowed(&value),
        }
    }

    fn unary(&mut self, value: &Value) {
        let Value { dims, elem, .. } = value.clone();
        let used = [of(value)];
        if self.random.one_in(2) && elem != Elem::I32 {
            let [low, high] =
                if elem == Elem::F32 { ["0.0 : f32", "6.0 : f32"] } else { ["-8 : i8", "7 : i8"] };
            let mut props = format!("max_val = {high}, min_val = {low}");
            self.nan_mode(&mut props);
            return self.add("clamp", &used, &props, &dims, elem);
        }
        let op = match elem {
            Elem::F32 => self.random.pick(&["abs", "exp", "floor", "rsqrt", "sigmoid", "tanh"]),
            Elem::I32 => self.random.pick(&["abs", "bitwise_not", "clz", "identity"]),
            Elem::I8 => self.random.pick(&["bitwise_not", "identity"]),
        };
        self.add(op, &used, "", &dims, elem);
    }

    /// Adds a mode, of which the default may be omitted.
    fn nan_mode(&mut self, props: &mut String) {
        if let mode @ ("IGNORE" | "PROPAGATE") = self.random.pick(&["IGNORE", "PROPAGATE", ""]) {
            let comma = if props.is_empty() { "" } else { ", " };
            let _ = write!(props, "{comma}nan_mode = #tosa.nan_mode<{mode}>");
        }
    }

    fn binary(&mut self, value: &Value) {
        let Value { dims, elem, .. } = value.clone();
        let others = self.values.iter().filter(|other| other.dims == dims && other.elem == elem);
        let others: Vec<Value> = others.cloned().collect();
        let used = [of(value), of(&self.random.choose(&others))];
        let op = match elem {
            Elem::I8 => self.random.pick(&["bitwise_and", "bitwise_xor"]),
            _ => self.random.pick(&["add", "sub", "mul", "maximum", "minimum", "select"]),
        };
        let mut props = String::new();
        match op {
            "maximum" | "minimum" => self.nan_mode(&mut props),
            "mul" => {
                let shift = self.constant(&[1], "i8", "0");
                let [a, b] = used;
                return self.add(op, &[a, b, shift], "", &dims, elem);
            }
            "select" => {
                let condition = (self.name(), ty(&dims, "i1"));
                self.write(&condition.0, "greater", &used, "", &condition.1);
                let [a, b] = used;
                return self.add(op, &[condition, a, b], "", &dims, elem);
            }
            _ => {}
        }
        self.add(op, &used, &props, &dims, elem);
    }

    fn transposed(&mut self, value: &Value) {
        let perms = self.random.permutation(value.dims.len());
        let dims: Vec<u64> = perms.iter().map(|&dim| value.dims[dim]).collect();
        let list: Vec<String> = perms.iter().map(usize::to_string).collect();
        let props = format!("perms = array<i32: {}>", list.join(", "));
        self.add("transpose", &[of(value)], &props, &dims, value.elem);
    }

    /// Writes a transpose, reverse or concat.
    fn moved(&mut self, value: &Value) {
        let Value { mut dims, elem, .. } = value.clone();
        let axis = self.random.index(dims.len());
        match self.random.below(3) {
            0 => self.transposed(value),
            1 => {
                let props = format!("axis = {axis} : i32");
                self.add("reverse", &[of(value)], &props, &dims, elem);
            }
            _ => {
                let count = 1 + self.random.index(3);
                dims[axis] *= count as u64;
                let used = vec![of(value); count];
                self.add("concat", &used, &format!("axis = {axis} : i32"), &dims, elem);
            }
        }
    }

    /// Writes an op with shapes as operands: a reshape, slice, tile or pad.
    fn shaped(&mut self, value: &Value) {
        let Value { mut dims, elem, .. } = value.clone();
        match self.random.below(4) {
            0 => {
                let order = self.random.permutation(dims.len());
                let mut dims: Vec<u64> = order.iter().map(|&dim| dims[dim]).collect();
                if self.random.one_in(2) && dims.len() > 1 {
                    let last = dims.pop().unwrap_or(1);
                    dims[0] *= last;
                }
                let shape = self.shape(&dims);
                self.add("reshape", &[of(value), shape], "", &dims, elem);
            }
            1 => {
                let starts: Vec<u64> = dims.iter().map(|&dim| self.random.below(dim)).collect();
                let sizes: Vec<u64> = dims
                    .iter()
                    .zip(&starts)
                    .map(|(dim, start)| 1 + self.random.below(dim - start))
                    .collect();
                let [start, size] = [self.shape(&starts), self.shape(&sizes)];
                self.add("slice", &[of(value), start, size], "", &sizes, elem);
            }
            2 => {
                let multiples: Vec<u64> = dims.iter().map(|_| 1 + self.random.below(2)).collect();
                dims.iter_mut().zip(&multiples).for_each(|(dim, times)| *dim *= times);
                let multiples = self.shape(&multiples);
                self.add("tile", &[of(value), multiples], "", &dims, elem);
            }
            _ => {
                let padding: Vec<u64> = (0..2 * dims.len()).map(|_| self.random.below(3)).collect();
                for (dim, pads) in dims.iter_mut().zip(padding.chunks(2)) {
                    *dim += pads.iter().sum::<u64>();
                }
                let padding = self.shape(&padding);
                let fill = self.constant(&[1], elem.name(), elem.zero());
                self.add("pad", &[of(value), padding, fill], "", &dims, elem);
            }
        }
    }

    fn reduced(&mut self, value: &Value) {
        let Value { mut dims, elem, .. } = value.clone();
        let axis = self.random.index(dims.len());
        let mut props = format!("axis = {axis} : i32");
        if elem != Elem::I32 && self.random.one_in(3) && dims.len() > 1 {
            self.nan_mode(&mut props);
            dims.remove(axis);
            return self.add("argmax", &[of(value)], &props, &dims, Elem::I32);
        }
        let op = match elem {
            Elem::I8 => self.random.pick(&["reduce_max", "reduce_min"]),
            _ => self.random.pick(&["reduce_max", "reduce_min", "reduce_sum"]),
        };
        if op != "reduce_sum" {
            self.nan_mode(&mut props);
        }
        dims[axis] = 1;
        self.add(op, &[of(value)], &props, &dims, elem);
    }

    /// Writes a cast, or a rescale to `i8`.
    fn converted(&mut self, value: &Value) {
        let Value { dims, elem, .. } = value.clone();
        if elem == Elem::F32 {
            let to = self.random.choose(&[Elem::I32, Elem::I8]);
            return self.add("cast", &[of(value)], "", &dims, to);
        }
        if self.random.one_in(3) {
            return self.add("cast", &[of(value)], "", &dims, Elem::F32);
        }
        let per_channel = self.random.one_in(2);
        let count = if per_channel { dims.last().copied().unwrap_or(1) } else { 1 };
        let used = [
            of(value),
            self.constant(&[count], "i32", "1073741824"),
            self.constant(&[count], "i8", "30"),
            self.constant(&[1], elem.name(), "0"),
            self.constant(&[1], "i8", "-3"),
        ];
        let mode = self.random.pick(&["SINGLE_ROUND", "DOUBLE_ROUND"]);
        let props = format!(
            "input_unsigned = false, output_unsigned = false, per_channel = {per_channel}, \
             rounding_mode = #tosa.rounding_mode<{mode}>, scale32 = true"
        );
        self.add("rescale", &used, &props, &dims, Elem::I8);
    }

    /// Writes a convolution, pooling or resize of a rank of 4, or a matrix product of a rank of 3.
    fn windowed(&mut self, value: &Value) {
        let Value { mut dims, elem, .. } = value.clone();
        let accumulator = if elem == Elem::I8 { "i32" } else { elem.name() };
        match (&mut dims[..], elem) {
            (_, Elem::I32) | ([] | [_] | [_, _], _) => self.unary(value),
            ([_, _, depth], _) => {
                let columns = 1 + self.random.below(4);
                let weights = self.weights(&[value.dims[0], *depth, columns], elem.name());
                *depth = columns;
                let zero = self.constant(&[1], elem.name(), elem.zero());
                let used = [of(value), weights, zero.clone(), zero];
                let to = if elem == Elem::I8 { Elem::I32 } else { elem };
                self.add("matmul", &used, "", &dims, to);
            }
            ([_, height, width, channels], _) if self.random.one_in(2) => {
                let outputs = 1 + self.random.below(4);
                let weights = self.weights(&[outputs, 3, 1, *channels], elem.name());
                let bias = self.weights(&[outputs], accumulator);
                let zero = self.constant(&[1], elem.name(), elem.zero());
                let used = [of(value), weights, bias, zero.clone(), zero];
                *width += 2;
                *channels = outputs;
                let props = format!(
                    "acc_type = {accumulator}, dilation = array<i64: 1, 1>, \
                     pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>"
                );
                let to = if elem == Elem::I8 { Elem::I32 } else { elem };
                self.add("conv2d", &used, &props, &dims, to);
            }
            ([_, height, width, _], Elem::F32) if self.random.one_in(2) => {
                *height = (*height - 1) * 2 + 1;
                *width = (*width - 1) * 2 + 1;
                let used = [
                    of(value),
                    self.shape(&[2, 1, 2, 1]),
                    self.shape(&[0, 0]),
                    self.shape(&[0, 0]),
                ];
                let mode = self.random.pick(&["BILINEAR", "NEAREST_NEIGHBOR"]);
                let props = format!("mode = #tosa.resize_mode<{mode}>");
                self.add("resize", &used, &props, &dims, elem);
            }
            ([_, height, width, _], _) => {
                let kernel = [1 + self.random.below(*height), 1 + self.random.below(*width)];
                *height -= kernel[0] - 1;
                *width -= kernel[1] - 1;
                let mut props = format!(
                    "kernel = array<i64: {}, {}>, pad = array<i64: 0, 0, 0, 0>, \
                     stride = array<i64: 1, 1>",
                    kernel[0], kernel[1]
                );
                if self.random.one_in(2) {
                    self.nan_mode(&mut props);
                    return self.add("max_pool2d", &[of(value)], &props, &dims, elem);
                }
                let _ = write!(props, ", acc_type = {accumulator}");
                let zero = self.constant(&[1], elem.name(), elem.zero());
                let used = [of(value), zero.clone(), zero];
                self.add("avg_pool2d", &used, &props, &dims, elem);
            }
            _ => self.unary(value),
        }
    }

    /// Writes a `cond_if` or a `while_loop` whose result has the type of the value.
    fn region(&mut self, value: &Value) {
        let result = Value { name: self.name(), ..value.clone() };
        let condition = self.constant(&[], "i1", "true");
        let is_loop = self.random.one_in(2);
        let has_inputs = is_loop || self.random.one_in(2);
        let outer = self.values.len();
        self.depth += 1;
        let mut uses = if has_inputs { vec![of(value)] } else { Vec::new() };
        if !is_loop {
            uses.insert(0, condition.clone());
        }
        let names: Vec<&str> = uses.iter().map(|used| used.0.as_str()).collect();
        let types: Vec<String> = uses.iter().map(|used| used.1.clone()).collect();
        let op = if is_loop { "while_loop" } else { "cond_if" };
        let _ = writeln!(self.text, "  {} = \"tosa.{op}\"({}) ({{", result.name, names.join(", "));
        for index in 0..2 {
            let mut yielded = value.clone();
            if has_inputs {
                let argument = Value { name: self.name(), ..value.clone() };
                let _ = writeln!(self.text, "  ^bb0({}: {}):", argument.name, argument.ty());
                self.values.push(argument.clone());
                yielded = argument;
            }
            (0..self.random.below(3)).for_each(|_| self.op());
            let (name, ty) = if is_loop && index == 0 { condition.clone() } else { of(&yielded) };
            let _ = writeln!(self.text, "  \"tosa.yield\"({name}) : ({ty}) -> ()");
            self.text.push_str(if index == 0 { "  }, {\n" } else { "  })" });
            self.values.truncate(outer);
        }
        let _ = writeln!(self.text, " : ({}) -> {}", types.join(", "), value.ty());
        self.depth -= 1;
        self.values.push(result);
    }
}

impl Layouts {
    /// Returns the attribute with random layouts of an op; an empty text for none.
    fn choices(&mut self, op: &str, uses: &[(String, String)], ty: &str) -> String {
        if WITHOUT_LAYOUTS.contains(&op) || self.random.one_in(2) {
            return String::new();
        }
        let operands: Vec<usize> = uses.iter().map(|used| rank(&used.1)).collect();
        let ranks = OpRanks { operands: &operands, results: &[rank(ty)], has_destinations: false };
        format!("layout.choices = [{}]", layout_choices(&mut self.random, self.drawn, ranks))
    }
}

/// Returns the rank of a tensor type; 0 for other types.
fn rank(ty: &str) -> usize {
    let dims = ty.strip_prefix("tensor<").unwrap_or_default();
    dims.split('x').filter(|dim| dim.parse::<u64>().is_ok()).count()
}

fn of(value: &Value) -> (String, String) {
    (value.name.clone(), value.ty())
}

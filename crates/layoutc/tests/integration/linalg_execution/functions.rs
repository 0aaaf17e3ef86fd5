//! Random functions of `linalg` and `tensor` in generic form, whose shapes and types are valid.
//!
//! Each function has two texts: one as it is, and one whose ops have random layouts in `layout.choices`.

use std::fmt::Write;
use testkit::{ChoiceLayouts, OpRanks, Random, layout_choices};

/// The greatest number of elements of a value, and of iterations of an op.
const MOST: u64 = 400;

/// The element types of values.
const ELEMS: [&str; 3] = ["f32", "i32", "i8"];

/// A value of a function.
#[derive(Clone, PartialEq)]
pub(super) struct Tensor {
    name: String,
    pub(super) dims: Vec<u64>,
    pub(super) elem: &'static str,
}

impl Tensor {
    pub(super) fn ty(&self) -> String {
        tensor_type(&self.dims, self.elem)
    }
}

/// Returns the type of a tensor.
pub(super) fn tensor_type(dims: &[u64], elem: &str) -> String {
    let dims: String = dims.iter().map(|dim| format!("{dim}x")).collect();
    format!("tensor<{dims}{elem}>")
}

/// Returns random elements of a tensor, for a `dense` attribute.
pub(super) fn elements(random: &mut Random, dims: &[u64], elem: &str) -> String {
    let mut items = Vec::new();
    for _ in 0..dims.iter().product() {
        let value = random.between(-50, 50);
        // The sums of these numbers depend on their sequence.
        items.push(match elem {
            "f32" => format!("{:.4}", value as f64 / 7.0),
            _ => value.to_string(),
        });
    }
    for &length in dims.iter().rev() {
        let length = usize::try_from(length).unwrap();
        items = items.chunks(length).map(|row| format!("[{}]", row.join(", "))).collect();
    }
    items.concat()
}

/// A random function.
pub(super) struct Function {
    pub(super) arguments: Vec<Tensor>,
    pub(super) results: Vec<Tensor>,
    /// The ops without layouts, and with them.
    plain: String,
    with_choices: String,
}

impl Function {
    /// Returns the text of the function under a name, with or without the layouts of its ops.
    pub(super) fn text(&self, name: &str, has_choices: bool) -> String {
        let body = if has_choices { &self.with_choices } else { &self.plain };
        let arguments = self.arguments.iter().map(|it| format!("{}: {}", it.name, it.ty()));
        let arguments: Vec<String> = arguments.collect();
        let names: Vec<&str> = self.results.iter().map(|it| it.name.as_str()).collect();
        let types: Vec<String> = self.results.iter().map(Tensor::ty).collect();
        let [arguments, names, types] = [arguments.join(", "), names.join(", "), types.join(", ")];
        format!(
            "func.func @{name}({arguments}) -> ({types}) {{\n{body}  return {names} : {types}\n}}\n"
        )
    }
}

/// Returns a random function.
pub(super) fn function(random: &mut Random) -> Function {
    let elem = random.choose(&ELEMS);
    let mut arguments = Vec::new();
    for index in 0..random.between(1, 3) {
        let rank = random.between(2, 4) as usize;
        let dims = (0..rank).map(|_| random.choose(&[1, 2, 2, 3, 4, 5])).collect();
        arguments.push(Tensor { name: format!("%arg{index}"), dims, elem });
    }
    let mut writer = Writer {
        random,
        values: arguments.clone(),
        names: 0,
        plain: String::new(),
        with_choices: String::new(),
    };
    for _ in 0..writer.random.between(3, 8) {
        writer.op();
    }
    let first = arguments.len().min(writer.values.len() - 1);
    let computed = writer.values.split_off(first);
    let results = computed[computed.len().saturating_sub(3)..].to_vec();
    let Writer { plain, with_choices, .. } = writer;
    Function { arguments, results, plain, with_choices }
}

/// A function while its ops are written.
struct Writer<'a> {
    random: &'a mut Random,
    /// The values that ops may use.
    values: Vec<Tensor>,
    /// The number of names.
    names: usize,
    plain: String,
    with_choices: String,
}

/// The parts of an op in generic form.
#[derive(Default)]
struct Parts<'a> {
    name: &'a str,
    properties: &'a str,
    /// The region with its braces.
    region: &'a str,
    has_destinations: bool,
    /// `true` if the op may have random layouts.
    has_choices: bool,
}

impl Writer<'_> {
    fn new_name(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    /// Writes an op, and adds its results to the values.
    fn add(
        &mut self,
        parts: &Parts<'_>,
        operands: &[Tensor],
        results: &[(Vec<u64>, &'static str)],
    ) {
        let results = results.iter().map(|(dims, elem)| Tensor {
            name: self.new_name(),
            dims: dims.clone(),
            elem,
        });
        let results: Vec<Tensor> = results.collect();
        self.write(parts, operands, &results);
        self.values.extend(results);
    }

    fn write(&mut self, parts: &Parts<'_>, operands: &[Tensor], results: &[Tensor]) {
        let names = |values: &[Tensor]| {
            values.iter().map(|value| value.name.clone()).collect::<Vec<String>>().join(", ")
        };
        let types =
            |values: &[Tensor]| values.iter().map(Tensor::ty).collect::<Vec<String>>().join(", ");
        let Parts { name, region, .. } = parts;
        let properties = match parts.properties {
            "" => String::new(),
            list => format!(" <{{{list}}}>"),
        };
        let [results_text, operands_text] = [names(results), names(operands)];
        let start = format!("  {results_text} = \"{name}\"({operands_text}){properties}{region}");
        let end = format!(" : ({}) -> ({})\n", types(operands), types(results));
        let mut choices = String::new();
        if parts.has_choices && !self.random.one_in(4) {
            let inputs = if parts.has_destinations {
                operands.len() - results.len()
            } else {
                operands.len()
            };
            let ranks = |values: &[Tensor]| {
                values.iter().map(|value| value.dims.len()).collect::<Vec<usize>>()
            };
            let ranks = OpRanks {
                operands: &ranks(&operands[..inputs]),
                results: &ranks(results),
                has_destinations: parts.has_destinations,
            };
            let choice = layout_choices(self.random, ChoiceLayouts::OrdersAndBlocks, ranks);
            choices = format!(" {{layout.choices = [{choice}]}}");
        }
        self.plain.push_str(&format!("{start}{end}"));
        self.with_choices.push_str(&format!("{start}{choices}{end}"));
    }

    /// Writes a constant.
    fn constant(&mut self, dims: &[u64], elem: &'static str, elements: &str) -> Tensor {
        let constant = Tensor { name: self.new_name(), dims: dims.to_vec(), elem };
        let properties = format!("value = dense<{elements}> : {}", constant.ty());
        let parts = Parts { name: "arith.constant", properties: &properties, ..Parts::default() };
        self.write(&parts, &[], std::slice::from_ref(&constant));
        constant
    }

    /// Writes a constant with random elements.
    fn weights(&mut self, dims: &[u64], elem: &'static str) -> Tensor {
        let elements = elements(self.random, dims, elem);
        self.constant(dims, elem, &elements)
    }

    /// Writes a tensor of zeros, the start of sums.
    fn zeros(&mut self, dims: &[u64], elem: &'static str) -> Tensor {
        self.constant(dims, elem, zero(elem))
    }

    /// Writes a tensor without contents.
    fn empty(&mut self, dims: &[u64], elem: &'static str) -> Tensor {
        let empty = Tensor { name: self.new_name(), dims: dims.to_vec(), elem };
        let parts = Parts { name: "tensor.empty", ..Parts::default() };
        self.write(&parts, &[], std::slice::from_ref(&empty));
        empty
    }

    /// Writes an op that uses a random value.
    fn op(&mut self) {
        let value = self.random.choose(&self.values);
        match self.random.below(14) {
            0..=4 => self.generic(&value),
            5 | 6 => self.elementwise(&value),
            7 => self.contraction(&value),
            8 => self.transpose(&value),
            9 => self.reshape(&value),
            10 => self.slice(&value),
            11 => self.pad(&value),
            12 => self.concat(&value),
            _ => self.reduce_or_broadcast(&value),
        }
    }

    /// Writes a `linalg.generic` with random maps.
    fn generic(&mut self, value: &Tensor) {
        let elem = value.elem;
        let mut inputs = vec![value.clone()];
        for _ in 0..self.random.below(3) {
            inputs.push(self.random.choose(&self.values));
        }
        let mut loops = Loops::default();
        let mut maps = Vec::new();
        for input in &inputs {
            maps.push(loops.map(self.random, &input.dims));
        }
        let reduced = loops.reduced(self.random);
        let parallel: Vec<usize> = (0..loops.lengths.len()).filter(|at| !reduced[*at]).collect();
        if loops.lengths.iter().product::<u64>() > MOST || parallel.is_empty() {
            return;
        }
        let is_reduction = reduced.contains(&true);
        let outputs = if self.random.one_in(4) { 2 } else { 1 };
        let mut operands = inputs.clone();
        let mut results = Vec::new();
        // Only a defined output can be read.
        let reads_outputs = is_reduction || self.random.one_in(4);
        for _ in 0..outputs {
            let order = self.random.permutation(parallel.len());
            let order: Vec<usize> = order.into_iter().map(|at| parallel[at]).collect();
            let dims: Vec<u64> = order.iter().map(|&at| loops.lengths[at]).collect();
            maps.push(order.iter().map(|at| format!("d{at}")).collect());
            operands.push(match reads_outputs {
                true => self.weights(&dims, elem),
                false => self.empty(&dims, elem),
            });
            results.push((dims, elem));
        }
        let body = self.body(&operands, outputs, (loops.lengths.len(), reads_outputs));
        let properties = loops.properties(&maps, &reduced, (inputs.len(), outputs));
        let parts = Parts {
            name: "linalg.generic",
            properties: &properties,
            region: &body,
            has_destinations: true,
            has_choices: true,
        };
        self.add(&parts, &operands, &results);
    }

    /// Returns the region of a `linalg.generic`.
    fn body(
        &mut self,
        operands: &[Tensor],
        outputs: usize,
        (loops, reads): (usize, bool),
    ) -> String {
        let elem = operands[0].elem;
        let arguments: Vec<String> =
            (0..operands.len()).map(|at| format!("%b{at}: {elem}")).collect();
        let mut text = format!(" ({{\n  ^bb0({}):\n", arguments.join(", "));
        let inputs = operands.len() - outputs;
        let mut last = "%b0".to_owned();
        for at in 1..inputs {
            let op = self.binary(elem);
            let _ = writeln!(text, "    %c{at} = {op} {last}, %b{at} : {elem}");
            last = format!("%c{at}");
        }
        if self.random.one_in(3) {
            let dim = self.random.index(loops);
            let _ =
                writeln!(text, "    %i = \"linalg.index\"() <{{dim = {dim} : i64}}> : () -> index");
            let _ = writeln!(text, "    %n = arith.index_cast %i : index to i32");
            let cast = match elem {
                "f32" => "arith.sitofp %n : i32 to f32",
                "i8" => "arith.trunci %n : i32 to i8",
                _ => "arith.addi %n, %n : i32",
            };
            let _ = writeln!(text, "    %x = {cast}");
            let _ = writeln!(text, "    %y = {} {last}, %x : {elem}", add(elem));
            last = "%y".to_owned();
        }
        let mut yielded = Vec::new();
        for output in 0..outputs {
            let op = self.binary(elem);
            let other = if reads { format!("%b{}", inputs + output) } else { "%b0".to_owned() };
            let op = if reads { add(elem) } else { op };
            let _ = writeln!(text, "    %r{output} = {op} {last}, {other} : {elem}");
            yielded.push(format!("%r{output}"));
        }
        let types = vec![elem; outputs].join(", ");
        let _ = writeln!(text, "    \"linalg.yield\"({}) : ({types}) -> ()", yielded.join(", "));
        text + "  })"
    }

    /// Returns an op of two numbers.
    fn binary(&mut self, elem: &str) -> &'static str {
        match elem {
            "f32" => {
                self.random.pick(&["arith.addf", "arith.subf", "arith.mulf", "arith.maximumf"])
            }
            _ => self.random.pick(&["arith.addi", "arith.subi", "arith.muli", "arith.maxsi"]),
        }
    }

    /// Writes a named elementwise op.
    fn elementwise(&mut self, value: &Tensor) {
        let Tensor { dims, elem, .. } = value.clone();
        let others = self.values.iter().filter(|it| it.dims == dims);
        let others: Vec<Tensor> = others.cloned().collect();
        let other = self.random.choose(&others);
        let out = self.empty(&dims, elem);
        let is_float = elem == "f32";
        let [sub, mul] = if is_float { ["subf", "mulf"] } else { ["subi", "muli"] };
        let region = |op: &str, arguments: &str| {
            let result =
                format!("    %r = {op} : {elem}\n    \"linalg.yield\"(%r) : ({elem}) -> ()\n");
            format!(" ({{\n  ^bb0({arguments}):\n{result}  }})")
        };
        let [one, two, three] = [1, 2, 3].map(|count| {
            let list = ["%a", "%b", "%c"][..count].iter().map(|name| format!("{name}: {elem}"));
            list.collect::<Vec<String>>().join(", ")
        });
        let (name, operands, region) = match self.random.below(5) {
            0 => (
                "linalg.sub",
                vec![value.clone(), other, out],
                region(&format!("arith.{sub} %a, %b"), &three),
            ),
            1 => (
                "linalg.mul",
                vec![value.clone(), other, out],
                region(&format!("arith.{mul} %a, %b"), &three),
            ),
            2 if is_float => {
                ("linalg.negf", vec![value.clone(), out], region("arith.negf %a", &two))
            }
            2 => {
                // A division by zero in the padding of a blocked layout would stop the program.
                let divisors = self.weights(&dims, elem).name;
                let positive = self.positive(&divisors, &dims, elem);
                (
                    "linalg.div",
                    vec![value.clone(), positive, out],
                    region("arith.divsi %a, %b", &three),
                )
            }
            3 => (
                "linalg.map",
                vec![value.clone(), out],
                region(&format!("arith.{mul} %a, %a"), &one),
            ),
            _ => (
                "linalg.map",
                vec![value.clone(), other, out],
                region(&format!("arith.{sub} %a, %b"), &two),
            ),
        };
        let segments = format!("operandSegmentSizes = array<i32: {}, 1>", operands.len() - 1);
        let properties = if name == "linalg.map" { "" } else { segments.as_str() };
        let parts =
            Parts { name, properties, region: &region, has_destinations: true, has_choices: true };
        self.add(&parts, &operands, &[(dims, elem)]);
    }

    /// Writes the positive numbers of a tensor of integers: the greater of each and 1.
    fn positive(&mut self, of: &str, dims: &[u64], elem: &'static str) -> Tensor {
        let operand = Tensor { name: of.to_owned(), dims: dims.to_vec(), elem };
        let ones = self.constant(dims, elem, "1");
        let positive = Tensor { name: self.new_name(), ..operand.clone() };
        let parts = Parts { name: "arith.maxsi", ..Parts::default() };
        self.write(&parts, &[operand, ones], std::slice::from_ref(&positive));
        positive
    }

    /// Writes a matrix product of a rank of 2 or 3, or a convolution of a rank of 4.
    fn contraction(&mut self, value: &Tensor) {
        let Tensor { dims, elem, .. } = value.clone();
        let outputs = 1 + self.random.below(4);
        let (name, weights, result) = match dims[..] {
            [rows, depth] => ("linalg.matmul", vec![depth, outputs], vec![rows, outputs]),
            [batch, rows, depth] => {
                ("linalg.batch_matmul", vec![batch, depth, outputs], vec![batch, rows, outputs])
            }
            [batch, height, width, channels] => (
                "linalg.conv_2d_nhwc_hwcf",
                vec![height, 1, channels, outputs],
                vec![batch, 1, width, outputs],
            ),
            _ => return self.transpose(value),
        };
        let weights = self.weights(&weights, elem);
        let out = self.zeros(&result, elem);
        let mut properties = "operandSegmentSizes = array<i32: 2, 1>".to_owned();
        if dims.len() == 4 {
            properties.push_str(
                ", dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>",
            );
        }
        let mul = if elem == "f32" { "arith.mulf" } else { "arith.muli" };
        let region = format!(
            " ({{\n  ^bb0(%a: {elem}, %b: {elem}, %c: {elem}):\n    %p = {mul} %a, %b : {elem}\n    %s = {} %c, %p : {elem}\n    \"linalg.yield\"(%s) : ({elem}) -> ()\n  }})",
            add(elem)
        );
        let parts = Parts {
            name,
            properties: &properties,
            region: &region,
            has_destinations: true,
            has_choices: true,
        };
        self.add(&parts, &[value.clone(), weights, out], &[(result, elem)]);
    }

    fn transpose(&mut self, value: &Tensor) {
        let Tensor { dims, elem, .. } = value.clone();
        let order = self.random.permutation(dims.len());
        let result: Vec<u64> = order.iter().map(|&dim| dims[dim]).collect();
        let out = self.empty(&result, elem);
        let order = order.iter().map(|&dim| dim as u64).collect::<Vec<u64>>();
        let properties = format!("permutation = {}", list(&order));
        let region = yielded("%a", &format!("%a: {elem}, %b: {elem}"), elem);
        let parts = Parts {
            name: "linalg.transpose",
            properties: &properties,
            region: &region,
            ..Parts::default()
        };
        self.add(&parts, &[value.clone(), out], &[(result, elem)]);
    }

    /// Writes a merge of adjacent dims, or a split of one dim.
    fn reshape(&mut self, value: &Tensor) {
        let Tensor { mut dims, elem, .. } = value.clone();
        let at = self.random.index(dims.len());
        let merges = dims.len() > 1 && self.random.one_in(2);
        let at = if merges { at.min(dims.len() - 2) } else { at };
        let long = dims.len() - usize::from(merges);
        let mut groups: Vec<Vec<usize>> = (0..long).map(|dim| vec![dim]).collect();
        groups[at].push(at + 1);
        for group in &mut groups[at + 1..] {
            group[0] += 1;
        }
        let name = if merges {
            dims[at] *= dims.remove(at + 1);
            "tensor.collapse_shape"
        } else {
            let outer = if dims[at] % 2 == 0 { 2 } else { 1 };
            dims[at] /= outer;
            dims.insert(at, outer);
            "tensor.expand_shape"
        };
        if dims.len() > 5 {
            return;
        }
        let mut properties = format!("reassociation = {groups:?}");
        if !merges {
            let _ = write!(properties, ", static_output_shape = {}", list(&dims));
        }
        let parts = Parts { name, properties: &properties, ..Parts::default() };
        self.add(&parts, std::slice::from_ref(value), &[(dims, elem)]);
    }

    /// Writes a slice, which may lack dims of length 1, or the insertion of a slice.
    fn slice(&mut self, value: &Tensor) {
        let Tensor { dims, elem, .. } = value.clone();
        let starts: Vec<u64> = dims.iter().map(|&dim| self.random.below(dim)).collect();
        let rest = dims.iter().zip(&starts).map(|(dim, start)| dim - start);
        let sizes: Vec<u64> = rest.map(|rest| 1 + self.random.below(rest)).collect();
        let ones = vec![1; dims.len()];
        let [offsets, lengths, strides] = [&starts, &sizes, &ones].map(|it| list(it));
        let lists = format!(
            "static_offsets = {offsets}, static_sizes = {lengths}, static_strides = {strides}"
        );
        if self.random.one_in(3) {
            let part = self.weights(&sizes, elem);
            let properties = format!("operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, {lists}");
            let parts =
                Parts { name: "tensor.insert_slice", properties: &properties, ..Parts::default() };
            return self.add(&parts, &[part, value.clone()], &[(dims, elem)]);
        }
        let mut result = sizes.clone();
        if self.random.one_in(3)
            && dims.len() > 2
            && let Some(at) = result.iter().position(|&size| size == 1)
        {
            result.remove(at);
        }
        let properties = format!("operandSegmentSizes = array<i32: 1, 0, 0, 0>, {lists}");
        let parts =
            Parts { name: "tensor.extract_slice", properties: &properties, ..Parts::default() };
        self.add(&parts, std::slice::from_ref(value), &[(result, elem)]);
    }

    fn pad(&mut self, value: &Tensor) {
        let Tensor { dims, elem, .. } = value.clone();
        let [low, high] =
            [0; 2].map(|_| -> Vec<u64> { dims.iter().map(|_| self.random.below(2)).collect() });
        let result: Vec<u64> = dims
            .iter()
            .zip(low.iter().zip(&high))
            .map(|(dim, (low, high))| dim + low + high)
            .collect();
        if result.iter().product::<u64>() > MOST {
            return;
        }
        let properties = format!(
            "operandSegmentSizes = array<i32: 1, 0, 0>, static_low = {}, static_high = {}",
            list(&low),
            list(&high)
        );
        let indices: Vec<String> = (0..dims.len()).map(|at| format!("%i{at}: index")).collect();
        let fill = if elem == "f32" { "2.5" } else { "3" };
        let region = format!(
            " ({{\n  ^bb0({}):\n    %f = arith.constant {fill} : {elem}\n    \"tensor.yield\"(%f) : ({elem}) -> ()\n  }})",
            indices.join(", ")
        );
        let parts = Parts {
            name: "tensor.pad",
            properties: &properties,
            region: &region,
            has_choices: true,
            ..Parts::default()
        };
        self.add(&parts, std::slice::from_ref(value), &[(result, elem)]);
    }

    fn concat(&mut self, value: &Tensor) {
        let Tensor { mut dims, elem, .. } = value.clone();
        let others = self.values.iter().filter(|it| it.dims == dims);
        let others: Vec<Tensor> = others.cloned().collect();
        let other = self.random.choose(&others);
        let axis = self.random.index(dims.len());
        dims[axis] *= 2;
        if dims.iter().product::<u64>() > MOST {
            return;
        }
        let properties = format!("dim = {axis} : i64");
        let parts = Parts { name: "tensor.concat", properties: &properties, ..Parts::default() };
        self.add(&parts, &[value.clone(), other], &[(dims, elem)]);
    }

    fn reduce_or_broadcast(&mut self, value: &Tensor) {
        let Tensor { mut dims, elem, .. } = value.clone();
        let at = self.random.index(dims.len());
        let properties = format!("dimensions = array<i64: {at}>");
        let arguments = format!("%a: {elem}, %b: {elem}");
        if dims.len() > 1 && self.random.one_in(2) {
            dims.remove(at);
            let out = self.zeros(&dims, elem);
            let region = format!(
                " ({{\n  ^bb0({arguments}):\n    %s = {} %a, %b : {elem}\n    \"linalg.yield\"(%s) : ({elem}) -> ()\n  }})",
                add(elem)
            );
            let parts = Parts {
                name: "linalg.reduce",
                properties: &properties,
                region: &region,
                has_destinations: true,
                has_choices: true,
            };
            return self.add(&parts, &[value.clone(), out], &[(dims, elem)]);
        }
        dims.insert(at, 2);
        if dims.len() > 5 || dims.iter().product::<u64>() > MOST {
            return;
        }
        let out = self.empty(&dims, elem);
        let region = yielded("%a", &arguments, elem);
        let parts = Parts {
            name: "linalg.broadcast",
            properties: &properties,
            region: &region,
            has_destinations: true,
            has_choices: true,
        };
        self.add(&parts, &[value.clone(), out], &[(dims, elem)]);
    }
}

fn zero(elem: &str) -> &'static str {
    if elem == "f32" { "0.0" } else { "0" }
}

fn add(elem: &str) -> &'static str {
    if elem == "f32" { "arith.addf" } else { "arith.addi" }
}

fn list(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    format!("array<i64: {}>", numbers.join(", "))
}

/// Returns a region that yields one of its arguments.
fn yielded(value: &str, arguments: &str, elem: &str) -> String {
    format!(" ({{\n  ^bb0({arguments}):\n    \"linalg.yield\"({value}) : ({elem}) -> ()\n  }})")
}

/// The loops of a `linalg.generic`.
#[derive(Default)]
struct Loops {
    lengths: Vec<u64>,
    /// `true` for each loop that is the index of a dim of an input.
    is_index: Vec<bool>,
}

impl Loops {
    /// Returns a loop of a length: one that exists, or a new one.
    fn of_length(&mut self, random: &mut Random, length: u64) -> usize {
        let equal: Vec<usize> =
            (0..self.lengths.len()).filter(|&at| self.lengths[at] == length).collect();
        if !equal.is_empty() && (self.lengths.len() > 4 || !random.one_in(3)) {
            return random.choose(&equal);
        }
        self.lengths.push(length);
        self.is_index.push(false);
        self.lengths.len() - 1
    }

    /// Returns the results of a random map from the loops to the dims of an input.
    fn map(&mut self, random: &mut Random, dims: &[u64]) -> Vec<String> {
        let mut results = Vec::new();
        for &length in dims {
            results.push(match random.below(10) {
                0 => random.below(length).to_string(),
                1 if length > 1 => {
                    let window = 1 + random.below(length);
                    let outer = self.of_length(random, length + 1 - window);
                    let inner = self.of_length(random, window);
                    format!("d{outer} + d{inner}")
                }
                2 => format!("d{} * 2", self.of_length(random, length.div_ceil(2))),
                _ => {
                    let at = self.of_length(random, length);
                    self.is_index[at] = true;
                    format!("d{at}")
                }
            });
        }
        results
    }

    /// Returns `true` for each loop of a random set that the op reduces. Each loop must be the index of a dim.
    fn reduced(&self, random: &mut Random) -> Vec<bool> {
        self.is_index.iter().map(|&is_index| is_index && random.one_in(4)).collect()
    }

    /// Returns the properties of an op with these maps.
    fn properties(
        &self,
        maps: &[Vec<String>],
        reduced: &[bool],
        (inputs, outputs): (usize, usize),
    ) -> String {
        let dims: Vec<String> = (0..self.lengths.len()).map(|at| format!("d{at}")).collect();
        let dims = dims.join(", ");
        let maps = maps.iter().map(|map| format!("affine_map<({dims}) -> ({})>", map.join(", ")));
        let maps: Vec<String> = maps.collect();
        let types = reduced.iter().map(|&reduced| {
            format!("#linalg.iterator_type<{}>", if reduced { "reduction" } else { "parallel" })
        });
        let types: Vec<String> = types.collect();
        format!(
            "indexing_maps = [{}], iterator_types = [{}], operandSegmentSizes = array<i32: {inputs}, {outputs}>",
            maps.join(", "),
            types.join(", ")
        )
    }
}

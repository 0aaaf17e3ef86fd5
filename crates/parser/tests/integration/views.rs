//! The view relations of each view op. Random cases are compared element by element with a naive implementation of the
//! op. Further cases print the relations for each spelling of an op, and the reason for each malformed one.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use expect_test::{Expect, expect};
use ir::diag::Sink;
use ir::print::ValueNames;
use ir::views::{Subview, ViewMap, ViewRelations, constant_ints, is_none_value};
use ir::{Module, Registry, TypeKind, Value};
use testkit::Random;

/// Parses a module without verifying it, because an op that the verifier rejects must be opaque, too.
fn parsed(text: &str) -> Module {
    let (registry, mut sink) = (Registry::new(), Sink::default());
    let module = layoutc_parser::parse(text, 0, &registry, &mut sink);
    module.unwrap_or_else(|| panic!("{text}: {:?}", sink.diags()))
}

/// Returns the view relations of the view ops, in order.
fn relations(module: &Module) -> Vec<ViewRelations> {
    let registry = Registry::new();
    module.walk().filter_map(|op| registry.view_relations(module, op)).collect()
}

fn lengths(module: &Module, value: Value) -> Vec<usize> {
    let (TypeKind::Tensor { dims, .. } | TypeKind::MemRef { dims, .. }) = module.kind(value) else {
        panic!("a tensor or memref")
    };
    dims.iter().map(|dim| dim.unwrap() as usize).collect()
}

/// Returns the indices of a shape in row-major order.
fn indices(shape: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for &len in shape {
        all = all
            .iter()
            .flat_map(|head| (0..len).map(move |at| [&head[..], &[at]].concat()))
            .collect();
    }
    all
}

fn row_major(shape: &[usize], index: &[usize]) -> usize {
    assert!(index.len() == shape.len() && index.iter().zip(shape).all(|(at, len)| at < len));
    index.iter().zip(shape).fold(0, |flat, (at, len)| flat * len + at)
}

/// Returns, for each element of the subview in row-major order, the row-major index of its element in the whole.
fn whole_positions(module: &Module, part: &Subview) -> Vec<usize> {
    let (whole, shape) = (lengths(module, part.whole), lengths(module, part.part));
    let elements = indices(&shape).into_iter().enumerate();
    let place = |(at, index): (usize, Vec<usize>)| match &part.map {
        ViewMap::Transpose(dims) => {
            let mut origin = vec![usize::MAX; whole.len()];
            dims.iter().zip(index).for_each(|(&dim, at)| origin[dim] = at);
            row_major(&whole, &origin)
        }
        // The memory order is row major unless stated otherwise.
        ViewMap::Reshape | ViewMap::Memory => at,
        ViewMap::Slice { dims, kept } => {
            let mut origin = vec![0; whole.len()];
            kept.iter().zip(index).for_each(|(&dim, at)| origin[dim] = at);
            let steps = dims.iter().zip(&origin);
            let origin: Vec<usize> =
                steps.map(|(dim, &at)| (dim.begin + dim.step * at as i64) as usize).collect();
            row_major(&whole, &origin)
        }
    };
    elements.map(place).collect()
}

/// A tensor whose elements are distinct.
#[derive(Clone, Debug, PartialEq)]
struct Tensor {
    shape: Vec<usize>,
    data: Vec<usize>,
}

impl Tensor {
    /// Returns a tensor whose elements are numbered from `first`.
    fn numbered(shape: &[usize], first: usize) -> Tensor {
        let count: usize = shape.iter().product();
        Tensor { shape: shape.to_vec(), data: (first..first + count).collect() }
    }

    fn at(&self, index: &[usize]) -> usize {
        self.data[row_major(&self.shape, index)]
    }

    /// Returns the tensor whose element at an index is the element of `self` at `origin(index)`.
    fn gather(&self, shape: &[usize], origin: impl Fn(&[usize]) -> Vec<usize>) -> Tensor {
        let data = indices(shape).iter().map(|index| self.at(&origin(index))).collect();
        Tensor { shape: shape.to_vec(), data }
    }

    fn reshape(&self, shape: &[usize]) -> Tensor {
        assert_eq!(shape.iter().product::<usize>(), self.data.len());
        Tensor { shape: shape.to_vec(), data: self.data.clone() }
    }

    /// Returns the tensor with the listed indices of one dim.
    fn select(&self, dim: usize, from: &[usize]) -> Tensor {
        let mut shape = self.shape.clone();
        shape[dim] = from.len();
        self.gather(&shape, |index| {
            let mut origin = index.to_vec();
            origin[dim] = from[index[dim]];
            origin
        })
    }

    fn ty(&self) -> String {
        let dims: String = self.shape.iter().map(|len| format!("{len}x")).collect();
        format!("tensor<{dims}f32>")
    }
}

/// An op as text, with the values of its operands and results.
struct Case {
    /// The name of the op.
    name: &'static str,
    /// The constant operands, which follow the tensors; `None` is `onnx.NoValue`.
    ints: Vec<Option<Vec<i64>>>,
    attrs: String,
    inputs: Vec<Tensor>,
    outputs: Vec<Tensor>,
}

impl Case {
    fn text(&self) -> String {
        let (mut text, mut names, mut types) = (String::new(), Vec::new(), Vec::new());
        let mut value = |ty: String, spelling: String| {
            text += &format!("%v{} = {spelling} : () -> {ty}\n", names.len());
            names.push(format!("%v{}", names.len()));
            types.push(ty);
        };
        for input in &self.inputs {
            value(input.ty(), "\"test.make\"()".to_owned());
        }
        for ints in &self.ints {
            match ints {
                None => value("none".to_owned(), "\"onnx.NoValue\"() {value}".to_owned()),
                Some(ints) => {
                    let kind = match self.name.split('.').next() {
                        Some("tensor") => "arith.constant",
                        Some("tosa") => "tosa.const",
                        Some("IE") => "stablehlo.constant",
                        _ => "onnx.Constant",
                    };
                    let ty = format!("tensor<{}xi64>", ints.len());
                    value(ty.clone(), format!("\"{kind}\"() {{value = dense<{ints:?}> : {ty}}}"));
                }
            }
        }
        let outputs: Vec<String> = self.outputs.iter().map(Tensor::ty).collect();
        let (names, types, outputs) = (names.join(", "), types.join(", "), outputs.join(", "));
        let results = self.outputs.len();
        let text = format!(
            "{text}%r:{results} = \"{}\"({names}) {{{}}} : ({types}) -> ({outputs})\n",
            self.name, self.attrs
        );
        match self.name.starts_with("memref.") {
            true => text.replace("tensor<", "memref<"),
            false => text,
        }
    }

    /// Checks the relations of the op: each element of a subview must be the related element of the whole.
    #[track_caller]
    fn check(&self) {
        let text = self.text();
        let module = parsed(&text);
        let [found] = &relations(&module)[..] else { panic!("{text}") };
        let parts = found.as_ref().unwrap_or_else(|opaque| panic!("{text}: {opaque}"));
        let op = module.last_op(module.body()).unwrap();
        let mut values = module.operands(op)[..self.inputs.len()].iter().copied().zip(&self.inputs);
        let mut results = module.results(op).zip(&self.outputs);
        let whole_is_operand = self.inputs.len() == 1 && parts[0].whole == module.operands(op)[0];
        let (whole, others): (_, Vec<_>) = match whole_is_operand {
            true => (values.next().unwrap(), results.collect()),
            false => (results.next().unwrap(), values.collect()),
        };
        assert_eq!(parts.len(), others.len(), "{text}");
        for (part, other) in parts.iter().zip(others) {
            assert_eq!((part.whole, part.part), (whole.0, other.0), "{text}");
            let elements =
                whole_positions(&module, part).into_iter().map(|place| whole.1.data[place]);
            assert_eq!(elements.collect::<Vec<_>>(), other.1.data, "{text}{part:?}");
        }
    }
}

/// Random values of the tests.
trait Draw {
    fn shape(&mut self, rank: usize) -> Vec<usize>;

    fn tensor(&mut self) -> Tensor;

    /// Returns `dim` as an ONNX axis, sometimes counted from the end.
    fn axis(&mut self, dim: usize, rank: usize) -> i64;
}

impl Draw for Random {
    fn shape(&mut self, rank: usize) -> Vec<usize> {
        (0..rank).map(|_| 1 + self.index(5)).collect()
    }

    fn tensor(&mut self) -> Tensor {
        let rank = 1 + self.index(4);
        Tensor::numbered(&self.shape(rank), 0)
    }

    fn axis(&mut self, dim: usize, rank: usize) -> i64 {
        if self.index(2) == 0 { dim as i64 } else { dim as i64 - rank as i64 }
    }
}

const ROUNDS: usize = 300;

/// Checks random cases of an op.
#[track_caller]
fn rounds(seed: u64, mut case: impl FnMut(&mut Random) -> Case) {
    let mut random = Random::new(seed);
    (0..ROUNDS).for_each(|_| case(&mut random).check());
}

fn list<T: std::fmt::Debug>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(|item| format!("{item:?}")).collect();
    format!("[{}]", items.join(", "))
}

#[test]
fn transposes_match_reference() {
    rounds(1, |random| {
        let x = random.tensor();
        let rank = x.shape.len();
        let reversed = random.index(4) == 0;
        let perm = if reversed { (0..rank).rev().collect() } else { random.permutation(rank) };
        let shape: Vec<usize> = perm.iter().map(|&dim| x.shape[dim]).collect();
        let y = x.gather(&shape, |index| {
            (0..rank).map(|dim| index[perm.iter().position(|&from| from == dim).unwrap()]).collect()
        });
        let attrs = if reversed { String::new() } else { format!("perm = {}", list(&perm)) };
        Case { name: "onnx.Transpose", ints: vec![], attrs, inputs: vec![x], outputs: vec![y] }
    });
}

/// Returns a random shape with `count` elements.
fn other_shape(random: &mut Random, count: usize) -> Vec<usize> {
    let mut shape = vec![count];
    for _ in 0..random.index(4) {
        let at = random.index(shape.len());
        let divisors: Vec<usize> = (1..=shape[at]).filter(|by| shape[at] % by == 0).collect();
        let by = divisors[random.index(divisors.len())];
        shape.splice(at..=at, [by, shape[at] / by]);
    }
    shape
}

#[test]
fn reshapes_match_reference() {
    rounds(2, |random| {
        let x = random.tensor();
        let shape = other_shape(random, x.data.len());
        let mut ints: Vec<i64> = shape.iter().map(|&len| len as i64).collect();
        for (at, int) in ints.iter_mut().enumerate() {
            if x.shape.get(at) == Some(&shape[at]) && random.index(2) == 0 {
                *int = 0;
            }
        }
        if random.index(2) == 0 {
            let open = random.index(ints.len());
            ints[open] = -1;
        }
        let outputs = vec![x.reshape(&shape)];
        let attrs = if ints.contains(&0) { "allowzero = 0 : si64" } else { "allowzero = 1 : si64" };
        let attrs = attrs.to_owned();
        Case { name: "onnx.Reshape", ints: vec![Some(ints)], attrs, inputs: vec![x], outputs }
    });
    rounds(3, |random| {
        let x = random.tensor();
        let shape = other_shape(random, x.data.len());
        let ints = shape.iter().map(|&len| len as i64).collect();
        let (attrs, outputs) = (String::new(), vec![x.reshape(&shape)]);
        Case { name: "tensor.reshape", ints: vec![Some(ints)], attrs, inputs: vec![x], outputs }
    });
    rounds(4, |random| {
        let x = random.tensor();
        let (attrs, outputs) = (String::new(), vec![x.reshape(&other_shape(random, x.data.len()))]);
        Case { name: "layout.view", ints: vec![], attrs, inputs: vec![x], outputs }
    });
}

#[test]
fn squeezes_and_unsqueezes_match_reference() {
    rounds(5, |random| {
        let x = random.tensor();
        let ones = random.index(3);
        let mut wide = x.shape.clone();
        (0..ones).for_each(|_| wide.insert(random.index(wide.len() + 1), 1));
        let ones: Vec<usize> = (0..wide.len()).filter(|&dim| wide[dim] == 1).collect();
        let chosen: Vec<usize> = ones.into_iter().filter(|_| random.index(3) > 0).collect();
        let narrow: Vec<usize> =
            (0..wide.len()).filter(|dim| !chosen.contains(dim)).map(|dim| wide[dim]).collect();
        let mut axes: Vec<i64> = chosen.iter().map(|&dim| random.axis(dim, wide.len())).collect();
        if axes.len() > 1 && random.index(2) == 0 {
            axes.reverse();
        }
        let (wide, narrow) = (x.reshape(&wide), x.reshape(&narrow));
        let all = narrow.shape.iter().all(|&len| len != 1) && random.index(2) == 0;
        let attrs = format!("axes = {}", list(&axes));
        match random.index(4) {
            0 => {
                let ints = if all { None } else { Some(axes) };
                let (inputs, outputs) = (vec![wide], vec![narrow]);
                Case {
                    name: "onnx.Squeeze",
                    ints: vec![ints],
                    attrs: String::new(),
                    inputs,
                    outputs,
                }
            }
            1 => {
                let attrs = if all { String::new() } else { attrs };
                let (inputs, outputs) = (vec![wide], vec![narrow]);
                Case { name: "onnx.SqueezeV11", ints: vec![], attrs, inputs, outputs }
            }
            2 => {
                let (inputs, outputs) = (vec![narrow], vec![wide]);
                let ints = vec![Some(axes)];
                Case { name: "onnx.Unsqueeze", ints, attrs: String::new(), inputs, outputs }
            }
            _ => {
                let (inputs, outputs) = (vec![narrow], vec![wide]);
                Case { name: "onnx.UnsqueezeV11", ints: vec![], attrs, inputs, outputs }
            }
        }
    });
}

#[test]
fn flattens_match_reference() {
    rounds(6, |random| {
        let x = random.tensor();
        let rank = x.shape.len();
        let axis = random.index(rank + 1);
        let (rows, columns) = x.shape.split_at(axis);
        let y = x.reshape(&[rows.iter().product(), columns.iter().product()]);
        let attrs = match axis {
            1 if random.index(2) == 0 => String::new(),
            _ if axis == rank => format!("axis = {axis} : si64"),
            _ => format!("axis = {} : si64", random.axis(axis, rank)),
        };
        Case { name: "onnx.Flatten", ints: vec![], attrs, inputs: vec![x], outputs: vec![y] }
    });
}

/// Returns the indices from `start` up to `end` by `step`, as ONNX defines them, by testing each index.
fn onnx_range(start: i64, end: i64, step: i64, len: i64) -> Vec<usize> {
    let from_front = |at: i128| if at < 0 { at + i128::from(len) } else { at };
    let (start, end) = (from_front(start.into()).max(0), from_front(end.into()));
    (0..len as usize)
        .filter(|&at| {
            let at = at as i128;
            at >= start && at < end && (at - start) % i128::from(step) == 0
        })
        .collect()
}

#[test]
fn onnx_slices_match_reference() {
    let mut clamped = 0;
    rounds(7, |random| {
        let x = random.tensor();
        let rank = x.shape.len();
        let defaults = random.index(4) == 0;
        let count = 1 + random.index(rank);
        let chosen = if defaults { (0..count).collect() } else { random.permutation(rank) };
        let (mut starts, mut ends, mut axes, mut steps) = (vec![], vec![], vec![], vec![]);
        let mut y = x.clone();
        for &dim in &chosen[..count] {
            let len = x.shape[dim] as i64;
            // A slice without elements is not a subview: draw another one.
            let (start, end, step, from) = loop {
                let extremes = [i64::MIN, i64::MAX];
                let mut bound = || match random.index(6) {
                    0 => extremes[random.index(2)],
                    _ => random.between(-len - 2, len + 2),
                };
                let (start, end) = (bound(), bound());
                let step = match random.index(8) {
                    _ if defaults => 1,
                    0 => i64::MAX,
                    _ => random.between(1, 3),
                };
                let from = onnx_range(start, end, step, len);
                if !from.is_empty() {
                    break (start, end, step, from);
                }
            };
            clamped += usize::from(start < -len || end > len);
            y = y.select(dim, &from);
            starts.push(start);
            ends.push(end);
            axes.push(random.axis(dim, rank));
            steps.push(step);
        }
        let (axes, steps) = if defaults { (None, None) } else { (Some(axes), Some(steps)) };
        let ints = vec![Some(starts), Some(ends), axes, steps];
        let (inputs, outputs) = (vec![x], vec![y]);
        Case { name: "onnx.Slice", ints, attrs: String::new(), inputs, outputs }
    });
    assert!(clamped > ROUNDS / 10, "{clamped}");
}

/// Returns a random tensor, a dim of it, the sizes of its parts along that dim, and the parts.
fn cut(random: &mut Random) -> (Tensor, usize, Vec<i64>, Vec<Tensor>) {
    let rank = 1 + random.index(3);
    let (mut shape, dim) = (random.shape(rank), random.index(rank));
    let sizes: Vec<usize> = (0..1 + random.index(3)).map(|_| 1 + random.index(3)).collect();
    shape[dim] = sizes.iter().sum();
    let whole = Tensor::numbered(&shape, 0);
    let mut begin = 0;
    let parts = sizes.iter().map(|&size| {
        begin += size;
        whole.select(dim, &(begin - size..begin).collect::<Vec<_>>())
    });
    let parts = parts.collect();
    (whole, dim, sizes.iter().map(|&size| size as i64).collect(), parts)
}

#[test]
fn splits_and_concats_match_reference() {
    rounds(8, |random| {
        let (whole, dim, sizes, parts) = cut(random);
        let axis = random.axis(dim, whole.shape.len());
        let none = axis == 0 && random.index(2) == 0;
        let mut attrs = if none { String::new() } else { format!("axis = {axis} : si64") };
        let equal = sizes.iter().all(|&size| size == sizes[0]) && random.index(2) == 0;
        let absent = || vec![if equal { None } else { Some(sizes.clone()) }];
        let (name, ints) = match random.index(3) {
            0 => ("onnx.SplitV13", absent()),
            1 => ("onnx.Split", absent()),
            _ if equal => ("onnx.SplitV11", vec![]),
            _ => {
                let comma = if attrs.is_empty() { "" } else { ", " };
                attrs += &format!("{comma}split = {}", list(&sizes));
                ("onnx.SplitV11", vec![])
            }
        };
        Case { name, ints, attrs, inputs: vec![whole], outputs: parts }
    });
    rounds(9, |random| {
        let (whole, dim, _, parts) = cut(random);
        let onnx = random.index(2) == 0;
        let (name, attrs) = match onnx {
            true => {
                ("onnx.Concat", format!("axis = {} : si64", random.axis(dim, whole.shape.len())))
            }
            false => ("tensor.concat", format!("dim = {dim} : i64")),
        };
        Case { name, ints: vec![], attrs, inputs: parts, outputs: vec![whole] }
    });
}

/// Returns an order of dims as an affine map.
fn affine(perm: &[usize]) -> String {
    let dims = (0..perm.len()).map(|dim| format!("d{dim}")).collect::<Vec<_>>().join(", ");
    let results = perm.iter().map(|dim| format!("d{dim}")).collect::<Vec<_>>().join(", ");
    format!("affine_map<({dims}) -> ({results})>")
}

#[test]
fn transposes_of_other_dialects_match_reference() {
    rounds(13, |random| {
        let x = random.tensor();
        let perm = random.permutation(x.shape.len());
        let shape: Vec<usize> = perm.iter().map(|&dim| x.shape[dim]).collect();
        let y = x.gather(&shape, |index| {
            let place = |dim| perm.iter().position(|&from| from == dim).unwrap();
            (0..perm.len()).map(|dim| index[place(dim)]).collect()
        });
        let operand = || vec![Some(perm.iter().map(|&dim| dim as i64).collect())];
        let (name, ints, attrs) = match random.index(6) {
            5 => ("memref.transpose", vec![], format!("permutation = {}", affine(&perm))),
            0 => ("tosa.transpose", operand(), String::new()),
            1 => ("tosa.transpose", vec![], format!("perms = {}", list_of(&perm))),
            2 => ("stablehlo.transpose", vec![], format!("permutation = {}", list_of(&perm))),
            3 => ("IE.Transpose", vec![], format!("order_value = {}", affine(&perm))),
            _ => ("IE.Transpose", operand(), String::new()),
        };
        Case { name, ints, attrs, inputs: vec![x], outputs: vec![y] }
    });
}

#[test]
fn reshapes_of_other_dialects_match_reference() {
    let names =
        ["tosa.reshape", "stablehlo.reshape", "IE.Reshape", "IE.AffineReshape", "IE.ShapeCast"];
    rounds(14, |random| {
        let x = random.tensor();
        let (name, shape) = (names[random.index(names.len())], other_shape(random, x.data.len()));
        let outputs = vec![x.reshape(&shape)];
        let key = match name {
            "tosa.reshape" => "new_shape",
            "IE.ShapeCast" => "shape",
            _ => "shape_value",
        };
        let attrs = format!("{key} = {}", list_of(&shape));
        Case { name, ints: vec![], attrs, inputs: vec![x], outputs }
    });
    rounds(15, |random| {
        let x = random.tensor();
        let outputs = vec![x.clone()];
        Case { name: "tosa.identity", ints: vec![], attrs: String::new(), inputs: vec![x], outputs }
    });
}

#[test]
fn slices_of_other_dialects_match_reference() {
    rounds(16, |random| {
        let x = random.tensor();
        let strided = random.index(3) == 0;
        let (mut y, mut lists) = (x.clone(), [vec![], vec![], vec![], vec![]]);
        for (dim, &len) in x.shape.iter().enumerate() {
            let (begin, step) = (random.index(len), if strided { 1 + random.index(3) } else { 1 });
            let size = 1 + random.index((len - 1 - begin) / step + 1);
            let from: Vec<usize> = (0..size).map(|at| begin + step * at).collect();
            y = y.select(dim, &from);
            // Of the limits between two indices, each denotes the same slice.
            let limit = (begin + step * (size - 1) + 1 + random.index(step)).min(len);
            [begin, size, limit, step].iter().zip(&mut lists).for_each(|(&at, list)| list.push(at));
        }
        let operands =
            lists[..2].iter().map(|list| Some(list.iter().map(|&at| at as i64).collect()));
        let operands = operands.collect();
        let [begins, sizes, limits, steps] = lists.map(|list| list_of(&list));
        let (name, ints, attrs) = match random.index(3) {
            _ if strided => (
                "stablehlo.slice",
                vec![],
                format!("start_indices = {begins}, limit_indices = {limits}, strides = {steps}"),
            ),
            0 => ("tosa.slice", vec![], format!("start = {begins}, size = {sizes}")),
            1 => ("tosa.slice", operands, String::new()),
            _ => ("IE.Slice", vec![], format!("static_offsets = {begins}, static_sizes = {sizes}")),
        };
        Case { name, ints, attrs, inputs: vec![x], outputs: vec![y] }
    });
    rounds(17, |random| {
        let x = random.tensor();
        let (rank, dim) = (x.shape.len(), random.index(x.shape.len()));
        let index = random.index(x.shape[dim]);
        let y = x.select(dim, &[index]);
        let index = random.axis(index, x.shape[dim]);
        let attrs = format!("axis = {} : si64", random.axis(dim, rank));
        Case {
            name: "onnx.Gather",
            ints: vec![Some(vec![index])],
            attrs,
            inputs: vec![x],
            outputs: vec![y],
        }
    });
}

#[test]
fn concats_and_splits_of_other_dialects_match_reference() {
    rounds(18, |random| {
        let (whole, dim, sizes, parts) = cut(random);
        let mut offsets = Vec::new();
        let mut begin = 0;
        for size in sizes {
            let mut place = vec![0; whole.shape.len()];
            place[dim] = begin;
            begin += size as usize;
            offsets.push(place);
        }
        let (name, attrs) = match random.index(4) {
            0 => ("tosa.concat", format!("axis = {dim} : i32")),
            1 => ("stablehlo.concatenate", format!("dimension = {dim} : i64")),
            2 => ("IE.Concat", format!("per_axis = #IE.Concat<axis = {dim} : i64>")),
            _ => ("IE.Concat", format!("static_offsets = {}", list(&offsets))),
        };
        Case { name, ints: vec![], attrs, inputs: parts, outputs: vec![whole] }
    });
    rounds(19, |random| {
        let (dim, count) = (random.index(3), 1 + random.index(4));
        let mut shape = random.shape(3);
        let size = shape[dim];
        shape[dim] *= count;
        let whole = Tensor::numbered(&shape, 0);
        let part = |at: usize| whole.select(dim, &(at * size..(at + 1) * size).collect::<Vec<_>>());
        let outputs = (0..count).map(part).collect();
        let attrs = format!("num_splits = {count} : i64, axis_value = {dim} : i64");
        Case { name: "IE.Split", ints: vec![], attrs, inputs: vec![whole], outputs }
    });
}

#[test]
fn reinterpreted_memrefs_match_reference() {
    rounds(20, |random| {
        let x = random.tensor();
        let shape = other_shape(random, x.data.len());
        let stride = |dim: usize| shape[dim + 1..].iter().product::<usize>();
        let strides: Vec<usize> = (0..shape.len()).map(stride).collect();
        let attrs = format!(
            "static_offsets = array<i64: 0>, static_sizes = {}, static_strides = {}, \
             operandSegmentSizes = array<i32: 1, 0, 0, 0>",
            list_of(&shape),
            list_of(&strides)
        );
        let outputs = vec![x.reshape(&shape)];
        Case { name: "memref.reinterpret_cast", ints: vec![], attrs, inputs: vec![x], outputs }
    });
    check(
        r#"
        %x = "test.make"() : () -> memref<2x3xf32>
        %y = "test.make"() : () -> memref<2x3xf32, strided<[4, 1]>>
        "memref.reinterpret_cast"(%x) {static_offsets = array<i64: 1>, static_sizes = array<i64: 6>, static_strides = array<i64: 1>} : (memref<2x3xf32>) -> memref<6xf32, strided<[1], offset: 1>>
        "memref.reinterpret_cast"(%x) {static_offsets = array<i64: 0>, static_sizes = array<i64: 3, 2>, static_strides = array<i64: 1, 3>} : (memref<2x3xf32>) -> memref<3x2xf32, strided<[1, 3]>>
        "memref.reinterpret_cast"(%y) {static_offsets = array<i64: 0>, static_sizes = array<i64: 6>, static_strides = array<i64: 1>} : (memref<2x3xf32, strided<[4, 1]>>) -> memref<6xf32>
        "memref.transpose"(%x) {permutation = affine_map<(d0, d1) -> (d1, d0)>} : (memref<2x3xf32>) -> tensor<3x2xf32>
        "#,
        expect![[r#"
            opaque: the result is not row major at offset 0
            opaque: the result is not row major at offset 0
            opaque: the operand is not known to be row major
            opaque: the result is not a ranked memref
        "#]],
    );
}

#[test]
fn gather_of_a_scalar_drops_the_dim() {
    check_ops(
        r#"
        %i = "onnx.Constant"() {value = dense<-1> : tensor<i64>} : () -> tensor<i64>
        %j = "onnx.Constant"() {value = dense<3> : tensor<i64>} : () -> tensor<i64>
        %k = "onnx.Constant"() {value = dense<[0, 1]> : tensor<2xi64>} : () -> tensor<2xi64>
        "onnx.Gather"(%x, %i) {axis = 1 : si64} : (tensor<2x3x4xf32>, tensor<i64>) -> tensor<2x4xf32>
        "onnx.Gather"(%x, %j) {axis = 1 : si64} : (tensor<2x3x4xf32>, tensor<i64>) -> tensor<2x4xf32>
        "onnx.Gather"(%x, %k) {axis = 1 : si64} : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<2x2x4xf32>
        "IE.Concat"(%x, %x) {per_axis = #IE.Concat<axis = 1 : i64, offset = 1 : i64>} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x6x4xf32>
        "IE.Concat"(%x, %x) {static_offsets = [[0, 0, 0], [0, 2, 0]]} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x6x4xf32>
        "IE.PermuteCast"(%x) {dst_order = affine_map<(d0, d1, d2) -> (d0, d1, d2)>, mem_perm = affine_map<(d0, d1, d2) -> (d1, d0, d2)>} : (tensor<2x3x4xf32>) -> tensor<3x2x4xf32>
        "IE.PermuteCast"(%y) {dst_order = affine_map<(d0, d1, d2) -> (d0, d1, d2)>, mem_perm = affine_map<(d0, d1, d2) -> (d1, d0, d2)>} : (tensor<1x3x1xf32>) -> tensor<3x1x1xf32>
        "#,
        expect![[r#"
            %0 in %x: Slice { dims: [SliceDim { begin: 0, step: 1, len: 2 }, SliceDim { begin: 2, step: 1, len: 1 }, SliceDim { begin: 0, step: 1, len: 4 }], kept: [0, 2] }
            opaque: slice of 1 index from 3 with step 1 exceeds d1 of length 3
            opaque: there are 2 indices, but a slice has 1
            %x in %3: Slice { dims: [SliceDim { begin: 0, step: 1, len: 2 }, SliceDim { begin: 0, step: 1, len: 3 }, SliceDim { begin: 0, step: 1, len: 4 }], kept: [0, 1, 2] }
            %x in %3: Slice { dims: [SliceDim { begin: 0, step: 1, len: 2 }, SliceDim { begin: 3, step: 1, len: 3 }, SliceDim { begin: 0, step: 1, len: 4 }], kept: [0, 1, 2] }
            opaque: the operands overlap, or do not fill the result
            opaque: `mem_perm` moves a dim of length above 1
            %6 in %y: Memory
        "#]],
    );
}

#[test]
fn last_equal_part_is_the_remainder() {
    let x = Tensor::numbered(&[2, 7], 0);
    let parts = [vec![0, 1, 2], vec![3, 4, 5], vec![6]];
    let outputs = parts.iter().map(|from| x.select(1, from)).collect();
    let attrs = "axis = -1 : si64, num_outputs = 3 : si64".to_owned();
    Case { name: "onnx.Split", ints: vec![None], attrs, inputs: vec![x], outputs }.check();
}

#[test]
fn extracted_slices_match_reference() {
    rounds(10, |random| {
        let x = random.tensor();
        let (mut y, mut slices) = (x.clone(), [vec![], vec![], vec![]]);
        for (dim, &len) in x.shape.iter().enumerate() {
            let begin = random.index(len);
            let step = 1 + random.index(3);
            let size = 1 + random.index((len - 1 - begin) / step + 1);
            let from: Vec<usize> = (0..size).map(|at| begin + step * at).collect();
            y = y.select(dim, &from);
            [begin, size, step].iter().zip(&mut slices).for_each(|(&at, list)| list.push(at));
        }
        let kept: Vec<usize> =
            y.shape.iter().copied().filter(|&len| len != 1 || random.index(2) == 0).collect();
        let [begins, sizes, steps] = slices.map(|list| list_of(&list));
        let attrs = format!(
            "static_offsets = {begins}, static_sizes = {sizes}, static_strides = {steps}, \
             operandSegmentSizes = array<i32: 1, 0, 0, 0>"
        );
        let outputs = vec![y.reshape(&kept)];
        let name = ["tensor.extract_slice", "memref.subview"][random.index(2)];
        Case { name, ints: vec![], attrs, inputs: vec![x], outputs }
    });
}

fn list_of(ints: &[usize]) -> String {
    list(ints).replace('[', "array<i64: ").replace(']', ">")
}

#[test]
fn expand_and_collapse_shape_match_reference() {
    rounds(11, |random| {
        let x = random.tensor();
        let (mut fine, mut groups) = (Vec::new(), Vec::new());
        for &len in &x.shape {
            let group = other_shape(random, len);
            groups.push((fine.len()..fine.len() + group.len()).collect::<Vec<_>>());
            fine.extend(group);
        }
        let attrs = format!("reassociation = {}", list(&groups));
        let wide = x.reshape(&fine);
        let (name, input, output) = match random.index(4) {
            0 => ("tensor.expand_shape", x, wide),
            1 => ("memref.expand_shape", x, wide),
            2 => ("memref.collapse_shape", wide, x),
            _ => ("tensor.collapse_shape", wide, x),
        };
        Case { name, ints: vec![], attrs, inputs: vec![input], outputs: vec![output] }
    });
}

#[test]
fn casts_and_identities_match_reference() {
    rounds(12, |random| {
        let x = random.tensor();
        let name = ["onnx.Identity", "tensor.cast", "memref.cast"][random.index(3)];
        let (attrs, outputs) = (String::new(), vec![x.clone()]);
        Case { name, ints: vec![], attrs, inputs: vec![x], outputs }
    });
}

/// Prints the relations, one a line.
#[track_caller]
fn check(text: &str, expected: Expect) {
    let module = parsed(text);
    let (registry, mut shown) = (Registry::new(), String::new());
    let names = ValueNames::new(&module, &registry);
    for found in relations(&module) {
        match found {
            Err(opaque) => shown += &format!("opaque: {opaque}\n"),
            Ok(parts) => {
                for Subview { whole, part, map } in parts {
                    shown += &format!("%{} in %{}: {map:?}\n", names.get(part), names.get(whole));
                }
            }
        }
    }
    expected.assert_eq(&shown);
}

/// Prints the relations of ops on two tensors: `%x` is 2x3x4, `%y` is 1x3x1.
#[track_caller]
fn check_ops(ops: &str, expected: Expect) {
    let make = "\"test.make\"() : () ->";
    check(
        &format!("%x = {make} tensor<2x3x4xf32>\n%y = {make} tensor<1x3x1xf32>\n{ops}"),
        expected,
    );
}

#[test]
fn transpose_without_permutation_is_opaque() {
    let ops = [
        ("", "tensor<4x3x2xf32>"),
        ("perm = [2, 0]", "tensor<4x3x2xf32>"),
        ("perm = [2, 0, 0]", "tensor<4x3x2xf32>"),
        ("perm = [2, 0, 3]", "tensor<4x3x2xf32>"),
        ("perm = [2, 0, -4]", "tensor<4x3x2xf32>"),
        ("perm = [-9223372036854775808]", "tensor<4x3x2xf32>"),
        ("perm = [2, 0, 1, 0, 1, 2]", "tensor<4x3x2xf32>"),
        ("perm = \"210\"", "tensor<4x3x2xf32>"),
        ("perm = [2, 1, 99999999999999999999 : i128]", "tensor<4x3x2xf32>"),
        ("perm = [2, 0, 1]", "tensor<4x3x2xf32>"),
        ("", "tensor<4x3xf32>"),
        ("", "tensor<4x3x2xf64>"),
        ("", "tensor<4x?x2xf32>"),
        ("", "tensor<4x0x2xf32>"),
        ("", "tensor<9223372036854775807xf32>"),
        ("", "tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>"),
        ("", "tensor<*xf32>"),
        ("", "memref<4x3x2xf32>"),
        ("", "f32"),
    ];
    let ops = ops.iter().map(|(attrs, ty)| {
        format!("\"onnx.Transpose\"(%x) {{{attrs}}} : (tensor<2x3x4xf32>) -> {ty}\n")
    });
    check_ops(
        &ops.collect::<String>(),
        expect![[r#"
            %0 in %x: Transpose([2, 1, 0])
            opaque: the operand has 3 dims, but the permutation has 2
            opaque: axis 0 is listed twice
            opaque: axis 3 is out of range for a tensor of 3 dims
            opaque: axis -4 is out of range for a tensor of 3 dims
            opaque: axis -9223372036854775808 is out of range for a tensor of 3 dims
            opaque: axis 0 is listed twice
            opaque: `perm` is not a list of integers
            opaque: `perm` is not a list of integers
            opaque: d1 of the result has length 3, but must have 2
            opaque: the result has 2 dims, but must have 3
            opaque: the element types differ
            opaque: d1 of the result has length ?, but must have 3
            opaque: unsupported length 0 of d1 of the result
            opaque: the result has 1 dim, but must have 3
            opaque: the result must have at most 15 dims, but has 16
            opaque: the result is not a ranked tensor
            opaque: the result is not a ranked tensor
            opaque: the result is not a ranked tensor
        "#]],
    );
}

#[test]
fn ops_without_operands_or_results_are_opaque() {
    let names = Registry::new();
    let names = names.defs().filter(|def| def.view_relations.is_some()).map(|def| &*def.name);
    let names: Vec<&str> = names.collect();
    assert!(names.len() > 15, "{names:?}");
    for name in names {
        // The verifier rejects malformed ops of this dialect, so their relations do not matter.
        if name.starts_with("layout.") {
            continue;
        }
        let no_values = format!("\"{name}\"() : () -> ()\n");
        let no_operand = format!("\"{name}\"() : () -> tensor<4xf32>\n");
        let no_result = format!(
            "%x = \"test.make\"() : () -> tensor<4xf32>\n\"{name}\"(%x) : (tensor<4xf32>) -> ()\n"
        );
        let itself = format!("%x = \"{name}\"(%x, %x, %x) : (i1, i1, i1) -> i1\n");
        for text in [no_values, no_operand, no_result, itself] {
            let module = parsed(&text);
            let relations = relations(&module);
            assert!(relations.len() == 1 && relations[0].is_err(), "{text}{relations:?}");
        }
    }
}

#[test]
fn reshape_to_invalid_shape_is_opaque() {
    let constants = [
        "dense<[6, 4]> : tensor<2xi64>",
        "dense<[0, -1]> : tensor<2xi32>",
        "dense<[6, 5]> : tensor<2xi64>",
        "dense<[-1, -1]> : tensor<2xi64>",
        "dense<[-1, -1, -1]> : tensor<3xi64>",
        "dense<[-1, 7]> : tensor<2xi64>",
        "dense<[-2, -12]> : tensor<2xi64>",
        "dense<[0, 0, 0, 0]> : tensor<4xi64>",
        "dense<[-1, 9223372036854775807, 3]> : tensor<3xi64>",
        "dense<6> : tensor<9223372036854775807xi64>",
        "dense<6> : tensor<65537xi64>",
        "dense<[6.0, 4.0]> : tensor<2xf32>",
        "dense<[true, false]> : tensor<2xi1>",
        "dense<[6, 4]> : tensor<2xi65>",
        "dense<18446744073709551615> : tensor<2xui64>",
        "dense<[\"6\", \"4\"]> : tensor<2x!test.string>",
        "dense_resource<shape> : tensor<2xi64>",
        "#test.shape<6, 4>",
        "array<i128: 6, 4>",
        "dense<> : tensor<0xi64>",
    ];
    let ops = constants.iter().enumerate().map(|(at, constant)| {
        format!(
            "%c{at} = \"onnx.Constant\"() {{value = {constant}}} : () -> tensor<2xi64>\n\
             \"onnx.Reshape\"(%x, %c{at}) : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<6x4xf32>\n"
        )
    });
    let ops = ops.collect::<String>()
        + "%s = \"test.shape\"() : () -> tensor<2xi64>
           \"onnx.Reshape\"(%x, %s) : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<6x4xf32>
           %n = \"onnx.NoValue\"() {value} : () -> none
           \"onnx.Reshape\"(%x, %n) : (tensor<2x3x4xf32>, none) -> tensor<6x4xf32>
           \"onnx.Reshape\"(%x) : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
           \"onnx.Reshape\"(%x, %c0) {allowzero = \"no\"} : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<6x4xf32>
           \"onnx.Reshape\"(%x, %c1) {allowzero = 1} : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<6x4xf32>
           \"onnx.Reshape\"(%x, %c0) : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<?x4xf32>
           \"tensor.reshape\"(%x, %c1) : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<6x4xf32>
           \"tensor.reshape\"(%x, %s) : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<6x4xf32>\n";
    check_ops(
        &ops,
        expect![[r#"
            %0 in %x: Reshape
            opaque: d0 of the result has length 6, but must have 2
            opaque: d1 of the result has length 4, but must have 5
            opaque: 24 elements are not a multiple of -1
            opaque: the result has 2 dims, but must have 3
            opaque: 24 elements are not a multiple of 7
            opaque: d0 of the result has length 6, but must have -2
            opaque: entry 3 of the shape copies a dim that the operand does not have
            opaque: a shape has 2^63 elements or more
            opaque: operand 1 is not a constant list of integers
            opaque: operand 1 is not a constant list of integers
            opaque: operand 1 is not a constant list of integers
            opaque: operand 1 is not a constant list of integers
            opaque: operand 1 is not a constant list of integers
            opaque: operand 1 is not a constant list of integers
            opaque: operand 1 is not a constant list of integers
            opaque: operand 1 is not a constant list of integers
            opaque: operand 1 is not a constant list of integers
            opaque: operand 1 is not a constant list of integers
            opaque: the result has 2 dims, but must have 0
            opaque: operand 1 is not a constant list of integers
            opaque: operand 1 is missing
            opaque: operand 1 is missing
            opaque: `allowzero` is not a 64-bit integer
            opaque: 24 elements are not a multiple of 0
            opaque: d0 of the result has length ?, but must have 6
            opaque: d0 of the result has length 6, but must have 0
            opaque: operand 1 is not a constant list of integers
        "#]],
    );
}

#[test]
fn ops_with_invalid_axes_are_opaque() {
    check_ops(
        r#"
        %a = "onnx.Constant"() {value_ints = [0, 0]} : () -> tensor<2xi64>
        %b = "onnx.Constant"() {value_int = 3 : si64} : () -> tensor<i64>
        %c = "onnx.Constant"() {value_int = -1 : si64} : () -> tensor<i64>
        %d = "onnx.Constant"() {value = dense<0> : tensor<65536xi64>} : () -> tensor<65536xi64>
        "onnx.Squeeze"(%y, %a) : (tensor<1x3x1xf32>, tensor<2xi64>) -> tensor<3xf32>
        "onnx.Squeeze"(%y, %b) : (tensor<1x3x1xf32>, tensor<i64>) -> tensor<1x3xf32>
        "onnx.Squeeze"(%y, %c) : (tensor<1x3x1xf32>, tensor<i64>) -> tensor<1x3xf32>
        "onnx.Squeeze"(%y, %c) : (tensor<1x3x1xf32>, tensor<i64>) -> tensor<3x1x1xf32>
        "onnx.Squeeze"(%x, %c) : (tensor<2x3x4xf32>, tensor<i64>) -> tensor<2x3xf32>
        "onnx.Squeeze"(%y) : (tensor<1x3x1xf32>) -> tensor<3xf32>
        "onnx.SqueezeV11"(%y) {axes = 0} : (tensor<1x3x1xf32>) -> tensor<3x1xf32>
        "onnx.SqueezeV11"(%y) {axes = [1]} : (tensor<1x3x1xf32>) -> tensor<1x1xf32>
        "onnx.Unsqueeze"(%y, %a) : (tensor<1x3x1xf32>, tensor<2xi64>) -> tensor<1x1x1x3x1xf32>
        "onnx.Unsqueeze"(%y, %d) : (tensor<1x3x1xf32>, tensor<65536xi64>) -> tensor<1x1x3x1xf32>
        "onnx.Unsqueeze"(%y) : (tensor<1x3x1xf32>) -> tensor<1x1x3x1xf32>
        "onnx.UnsqueezeV11"(%y) : (tensor<1x3x1xf32>) -> tensor<1x1x3x1xf32>
        "onnx.UnsqueezeV11"(%y) {axes = [4]} : (tensor<1x3x1xf32>) -> tensor<1x1x3x1xf32>
        "onnx.Flatten"(%x) {axis = 4} : (tensor<2x3x4xf32>) -> tensor<24x1xf32>
        "onnx.Flatten"(%x) {axis = -9223372036854775808} : (tensor<2x3x4xf32>) -> tensor<1x24xf32>
        "onnx.Flatten"(%x) {axis = 2} : (tensor<2x3x4xf32>) -> tensor<2x12xf32>
        %s = "test.make"() : () -> tensor<f32>
        "onnx.Flatten"(%s) {axis = 0} : (tensor<f32>) -> tensor<1x1xf32>
        "onnx.Flatten"(%s) : (tensor<f32>) -> tensor<1x1xf32>
        %h = "test.make"() : () -> tensor<3037000500x3037000500x4xf32>
        "onnx.Flatten"(%h) {axis = 2} : (tensor<3037000500x3037000500x4xf32>) -> tensor<1x4xf32>
        "#,
        expect![[r#"
            opaque: axis 0 is listed twice
            opaque: axis 3 is out of range for a tensor of 3 dims
            %2 in %y: Reshape
            opaque: the result has 3 dims, but must have 2
            opaque: d2 has length 4, but a squeezed dim must have length 1
            %5 in %y: Reshape
            opaque: `axes` is not a list of integers
            opaque: d1 has length 3, but a squeezed dim must have length 1
            opaque: axis 0 is listed twice
            opaque: the result has 4 dims, but must have 65539
            opaque: operand 1 is missing
            opaque: `axes` is missing
            opaque: axis 4 is out of range for a tensor of 4 dims
            opaque: axis 4 is out of range for a tensor of 3 dims
            opaque: axis -9223372036854775808 is out of range for a tensor of 3 dims
            opaque: d0 of the result has length 2, but must have 6
            %16 in %s: Reshape
            opaque: axis 1 is out of range for a tensor of 0 dims
            opaque: a shape has 2^63 elements or more
        "#]],
    );
}

#[test]
fn invalid_and_backward_slices_are_opaque() {
    let cases = [
        ("[1]", "[3]", "[1]", "[1]", "2x2x4"),
        ("[1]", "[3]", "[1]", "[1]", "2x3x4"),
        ("[1]", "[3]", "[1]", "[0]", "2x2x4"),
        ("[-1]", "[-9223372036854775808]", "[1]", "[-1]", "2x3x4"),
        ("[2]", "[2]", "[1]", "[1]", "2x1x4"),
        ("[3]", "[9223372036854775807]", "[1]", "[1]", "2x1x4"),
        ("[1, 1]", "[3]", "[1]", "[1]", "2x2x4"),
        ("[1]", "[3]", "[1, 2]", "[1]", "2x2x4"),
        ("[1]", "[3]", "[1]", "[1, 1]", "2x2x4"),
        ("[1, 0]", "[3, 3]", "[1, -2]", "[1, 1]", "2x2x4"),
        ("[1]", "[3]", "[3]", "[1]", "2x2x4"),
        ("[0]", "[3]", "[1]", "[9223372036854775807]", "2x1x4"),
        ("[0]", "[3]", "[1]", "[2]", "2x2"),
    ];
    let mut ops = String::new();
    for (at, (starts, ends, axes, steps, dims)) in cases.iter().enumerate() {
        for (name, ints) in [("s", starts), ("e", ends), ("a", axes), ("t", steps)] {
            let op = format!("\"onnx.Constant\"() {{value_ints = {ints}}} : () -> tensor<?xi64>");
            ops += &format!("%{name}{at} = {op}\n");
        }
        ops += &format!(
            "\"onnx.Slice\"(%x, %s{at}, %e{at}, %a{at}, %t{at}) : (tensor<2x3x4xf32>, tensor<?xi64>, \
             tensor<?xi64>, tensor<?xi64>, tensor<?xi64>) -> tensor<{dims}xf32>\n"
        );
    }
    check_ops(
        &ops,
        expect![[r#"
            %0 in %x: Slice { dims: [SliceDim { begin: 0, step: 1, len: 2 }, SliceDim { begin: 1, step: 1, len: 2 }, SliceDim { begin: 0, step: 1, len: 4 }], kept: [0, 1, 2] }
            opaque: d1 of the result has length 3, but must have 2
            opaque: a step must not be 0
            opaque: step -1 is negative
            opaque: slice of 0 indices from 2 with step 1 exceeds d1 of length 3
            opaque: slice of 0 indices from 3 with step 1 exceeds d1 of length 3
            opaque: expected 2 ends, one for each start, found 1
            opaque: expected 1 axes, one for each start, found 2
            opaque: expected 1 steps, one for each start, found 2
            opaque: axis -2 is listed twice
            opaque: axis 3 is out of range for a tensor of 3 dims
            %11 in %x: Slice { dims: [SliceDim { begin: 0, step: 1, len: 2 }, SliceDim { begin: 0, step: 1, len: 1 }, SliceDim { begin: 0, step: 1, len: 4 }], kept: [0, 1, 2] }
            opaque: the result has 2 dims, but must have 3
        "#]],
    );
    let lists = [
        ("0, 1, 0", "2, 1, 4", "1, 1, 1", "2x1x4"),
        ("0, 1, 0", "2, 1, 4", "1, 1, 1", "2x4"),
        ("0, 1, 0", "2, 1, 4", "1, 1, 1", "4"),
        ("0, 1, 0", "2, 1, 4", "1, 1, 1", "2x4x1"),
        ("0, 1, 0", "2, 3, 4", "1, 1, 1", "2x3x4"),
        ("0, 1", "2, 1, 4", "1, 1, 1", "2x1x4"),
        ("0, -9223372036854775808, 0", "2, 1, 4", "1, 1, 1", "2x1x4"),
        ("0, -1, 0", "2, 1, 4", "1, 1, 1", "2x1x4"),
        ("0, 1, 0", "2, 1, 4", "1, -1, 1", "2x1x4"),
        ("0, 1, 0", "2, 0, 4", "1, 1, 1", "2x1x4"),
        ("0, 1, 0", "-9223372036854775807, 1, 4", "1, 1, 1", "2x1x4"),
        ("1, 1, 0", "1, 2, 4", "9223372036854775807, 9223372036854775807, 1", "1x2x4"),
        ("1, 9223372036854775807, 0", "1, 2, 4", "1, 9223372036854775807, 1", "1x2x4"),
    ];
    let ops = lists.iter().map(|(offsets, sizes, strides, dims)| {
        format!(
            "\"tensor.extract_slice\"(%x) {{static_offsets = array<i64: {offsets}>, static_sizes = array<i64: \
             {sizes}>, static_strides = array<i64: {strides}>}} : (tensor<2x3x4xf32>) -> tensor<{dims}xf32>\n"
        )
    });
    let ops = ops.collect::<String>()
        + "\"tensor.extract_slice\"(%x) {static_offsets = array<i64: 0, 0, 0>} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>\n";
    check_ops(
        &ops,
        expect![[r#"
            %0 in %x: Slice { dims: [SliceDim { begin: 0, step: 1, len: 2 }, SliceDim { begin: 1, step: 1, len: 1 }, SliceDim { begin: 0, step: 1, len: 4 }], kept: [0, 1, 2] }
            %1 in %x: Slice { dims: [SliceDim { begin: 0, step: 1, len: 2 }, SliceDim { begin: 1, step: 1, len: 1 }, SliceDim { begin: 0, step: 1, len: 4 }], kept: [0, 2] }
            opaque: d0 of size 2 is not a dim of the result
            opaque: the result has 3 dims, but must have 2
            opaque: slice of 3 indices from 1 with step 1 exceeds d1 of length 3
            opaque: the operand has 3 dims, but `static_offsets` has 2 entries
            opaque: `static_offsets` is not static
            opaque: slice of 1 index from -1 with step 1 exceeds d1 of length 3
            opaque: slice of 1 index from 1 with step -1 exceeds d1 of length 3
            opaque: d1 of size 0 is not a dim of the result
            opaque: d0 of size -9223372036854775807 is not a dim of the result
            opaque: slice of 2 indices from 1 with step 9223372036854775807 exceeds d1 of length 3
            opaque: slice of 2 indices from 9223372036854775807 with step 9223372036854775807 exceeds d1 of length 3
            opaque: `static_sizes` is missing
        "#]],
    );
}

#[test]
fn incomplete_parts_are_opaque() {
    check_ops(
        r#"
        %c = "onnx.Constant"() {value_ints = [1, 3]} : () -> tensor<2xi64>
        %d = "onnx.Constant"() {value_ints = [5, -1]} : () -> tensor<2xi64>
        %n = "onnx.NoValue"() {value} : () -> none
        "onnx.Split"(%x, %c) {axis = 2} : (tensor<2x3x4xf32>, tensor<2xi64>) -> (tensor<2x3x1xf32>, tensor<2x3x3xf32>)
        "onnx.Split"(%x, %c) {axis = 2} : (tensor<2x3x4xf32>, tensor<2xi64>) -> (tensor<2x3x3xf32>, tensor<2x3x1xf32>)
        "onnx.Split"(%x, %c) {axis = 2} : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<2x3x4xf32>
        "onnx.Split"(%x, %c) {axis = 1} : (tensor<2x3x4xf32>, tensor<2xi64>) -> (tensor<2x1x4xf32>, tensor<2x3x4xf32>)
        "onnx.Split"(%x, %d) {axis = 2} : (tensor<2x3x4xf32>, tensor<2xi64>) -> (tensor<2x3x5xf32>, tensor<2x3x1xf32>)
        "onnx.Split"(%x, %n) {axis = 2} : (tensor<2x3x4xf32>, none) -> (tensor<2x3x1xf32>, tensor<2x3x3xf32>)
        "onnx.Split"(%x, %n) {axis = 2, num_outputs = 3 : si64} : (tensor<2x3x4xf32>, none) -> (tensor<2x3x2xf32>, tensor<2x3x2xf32>)
        "onnx.Split"(%x, %n) {axis = 3} : (tensor<2x3x4xf32>, none) -> (tensor<2x3x2xf32>, tensor<2x3x2xf32>)
        "onnx.Split"(%x, %n) {axis = 2} : (tensor<2x3x4xf32>, none) -> ()
        "onnx.SplitV11"(%x) {axis = 2, split = [2, 1]} : (tensor<2x3x4xf32>) -> (tensor<2x3x2xf32>, tensor<2x3x1xf32>)
        "onnx.SplitV11"(%x) {axis = 2} : (tensor<2x3x4xf32>) -> (tensor<2x3x2xf32>, tensor<2x3x2xf64>)
        "onnx.SplitV13"(%x, %x) {axis = 2} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x2xf32>, tensor<2x3x2xf32>)
        "onnx.Concat"(%x, %x) {axis = 0} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<4x3x4xf32>
        "onnx.Concat"(%x, %x) {axis = 0} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<5x3x4xf32>
        "onnx.Concat"(%x, %x) {axis = 0} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<3x3x4xf32>
        "onnx.Concat"(%x, %y) {axis = 0} : (tensor<2x3x4xf32>, tensor<1x3x1xf32>) -> tensor<3x3x4xf32>
        "onnx.Concat"(%x) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
        "onnx.Concat"() {axis = 0} : () -> tensor<4xf32>
        "tensor.concat"(%x, %x) {dim = 3} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<4x3x4xf32>
        %s = "test.make"() : () -> tensor<f32>
        "onnx.Concat"(%s, %s) {axis = 0} : (tensor<f32>, tensor<f32>) -> tensor<2xf32>
        "onnx.Concat"(%s) {axis = 0} : (tensor<f32>) -> tensor<f32>
        "#,
        expect![[r#"
            %0#0 in %x: Slice { dims: [SliceDim { begin: 0, step: 1, len: 2 }, SliceDim { begin: 0, step: 1, len: 3 }, SliceDim { begin: 0, step: 1, len: 1 }], kept: [0, 1, 2] }
            %0#1 in %x: Slice { dims: [SliceDim { begin: 0, step: 1, len: 2 }, SliceDim { begin: 0, step: 1, len: 3 }, SliceDim { begin: 1, step: 1, len: 3 }], kept: [0, 1, 2] }
            opaque: d2 of result 0 has length 3, but must have 1
            opaque: the op has 2 lengths, but 1 result
            opaque: the parts up to result 1 exceed the length 3
            opaque: the parts up to result 0 exceed the length 4
            opaque: d2 of result 0 has length 1, but must have 2
            opaque: `num_outputs` is 3, but the op has 2 results
            opaque: axis 3 is out of range for a tensor of 3 dims
            opaque: the lengths of the parts add up to 0, but must add up to 4
            opaque: the lengths of the parts add up to 3, but must add up to 4
            opaque: the element types differ
            opaque: operand 1 is not a constant list of integers
            %x in %11: Slice { dims: [SliceDim { begin: 0, step: 1, len: 2 }, SliceDim { begin: 0, step: 1, len: 3 }, SliceDim { begin: 0, step: 1, len: 4 }], kept: [0, 1, 2] }
            %x in %11: Slice { dims: [SliceDim { begin: 2, step: 1, len: 2 }, SliceDim { begin: 0, step: 1, len: 3 }, SliceDim { begin: 0, step: 1, len: 4 }], kept: [0, 1, 2] }
            opaque: the lengths of the parts add up to 4, but must add up to 5
            opaque: the parts up to operand 1 exceed the length 3
            opaque: d2 of operand 1 has length 1, but must have 4
            opaque: `axis` is missing
            opaque: the lengths of the parts add up to 0, but must add up to 4
            opaque: axis 3 is out of range for a tensor of 3 dims
            opaque: operand 0 has 0 dims, but must have 1
            opaque: axis 0 is out of range for a tensor of 0 dims
        "#]],
    );
}

#[test]
fn invalid_groups_and_casts_are_opaque() {
    check_ops(
        r#"
        "tensor.collapse_shape"(%x) {reassociation = [[0, 1], [2]]} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
        "tensor.collapse_shape"(%x) {reassociation = [[0], [1, 2]]} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
        "tensor.collapse_shape"(%x) {reassociation = [[0, 1, 2]]} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
        "tensor.collapse_shape"(%x) {reassociation = [[1, 0], [2]]} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
        "tensor.collapse_shape"(%x) {reassociation = [[0, 1], []]} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
        "tensor.collapse_shape"(%x) {reassociation = [0, 1]} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
        "tensor.collapse_shape"(%x) : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
        "tensor.collapse_shape"(%x) {reassociation = []} : (tensor<2x3x4xf32>) -> tensor<f32>
        %u = "test.make"() : () -> tensor<1x1xf32>
        %v = "tensor.collapse_shape"(%u) {reassociation = []} : (tensor<1x1xf32>) -> tensor<f32>
        "tensor.expand_shape"(%v) {reassociation = []} : (tensor<f32>) -> tensor<1x1xf32>
        "tensor.cast"(%x) : (tensor<2x3x4xf32>) -> tensor<2x3x?xf32>
        "tensor.cast"(%x) : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32>
        "onnx.Identity"(%x) : (tensor<2x3x4xf32>) -> tensor<2x3x4xi32>
        "layout.view"(%x) : (tensor<2x3x4xf32>) -> tensor<?xf32>
        "layout.view"(%x) : (tensor<2x3x4xf32>) -> tensor<24xf32>
        "#,
        expect![[r#"
            %0 in %x: Reshape
            opaque: group 0 has 2 elements, but its dim has length 6
            opaque: the op has 1 group, but the coarser shape has 2 dims
            opaque: the groups do not list the 3 dims of the finer shape in order
            opaque: the groups do not list the 3 dims of the finer shape in order
            opaque: `reassociation` is not a list of lists of integers
            opaque: `reassociation` is missing
            opaque: the operand has 24 elements, but the result has 1
            %v in %u: Reshape
            %8 in %v: Reshape
            opaque: d2 of the result has length ?, but must have 4
            opaque: d1 of the result has length 4, but must have 3
            opaque: the element types differ
            opaque: a dynamic dim is split or merged
            %13 in %x: Memory
        "#]],
    );
}

#[test]
fn reads_constants_of_every_integer_type() {
    let constants = [
        "dense<[-1, 7]> : tensor<2xi64>",
        "dense<[-1, 7]> : tensor<2xindex>",
        "dense<[-1, 7]> : tensor<2xsi32>",
        "dense<[[-1], [7]]> : vector<2x1xi17>",
        "dense<[-32, 31]> : tensor<2xi6>",
        "dense<[255, 0]> : tensor<2xui8>",
        "dense<9223372036854775807> : tensor<2xui64>",
        "dense<9223372036854775808> : tensor<1xui64>",
        "dense<5> : tensor<3xi8>",
        "dense<5> : tensor<i8>",
        "dense<> : tensor<0xi8>",
        "dense<5> : tensor<0xi8>",
        "dense<\"0xFFFFFFFF00000000\"> : tensor<2xi32>",
        "array<i16: -5, 9>",
        "[1, 2 : i8]",
        "[1, 2.0]",
        "-3 : i8",
        "1.0 : f32",
        "unit",
    ];
    let shown = constants.iter().map(|constant| {
        let text = format!(
            "%c = \"arith.constant\"() {{value = {constant}}} : () -> i64\n%d = \"test.make\"() : () -> i64"
        );
        let module = parsed(&text);
        let mut made = module.ops(module.body()).map(|op| module.result(op, 0).unwrap());
        let (constant, other) = (made.next().unwrap(), made.next().unwrap());
        let registry = Registry::new();
        assert_eq!(constant_ints(&registry, &module, other), None);
        assert!(!is_none_value(&registry, &module, constant));
        format!("{:?}\n", constant_ints(&registry, &module, constant))
    });
    expect![[r#"
        Some([-1, 7])
        Some([-1, 7])
        Some([-1, 7])
        Some([-1, 7])
        Some([-32, 31])
        Some([255, 0])
        Some([9223372036854775807, 9223372036854775807])
        None
        Some([5, 5, 5])
        Some([5])
        Some([])
        Some([])
        Some([-1, 0])
        Some([-5, 9])
        Some([1, 2])
        None
        Some([-3])
        None
        None
    "#]]
    .assert_eq(&shown.collect::<String>());
}

#[test]
fn lengths_above_63_bits_are_opaque() {
    let mut module = Module::new();
    let f32_type = module.ctx.ty(TypeKind::Float(ir::float::FloatKind::F32));
    let ty = module.ctx.tensor_type(&[Some(u64::MAX)], f32_type, None);
    let mut builder = ir::Builder::new(&mut module);
    let huge = builder.value("test.make", &[], ty, &[]);
    builder.value("onnx.Identity", &[huge], ty, &[]);
    let [Err(opaque)] = &relations(&module)[..] else { panic!("an opaque op") };
    assert_eq!(opaque.reason, "unsupported length 18446744073709551615 of d0 of operand 0");
}

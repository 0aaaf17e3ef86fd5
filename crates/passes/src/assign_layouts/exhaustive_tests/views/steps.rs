//! The ops of random modules, with all of their joint layouts.

use super::{Copying, Joint, Node, Order, Views, map, permutations};
use testkit::Random;

/// The maximum number of elements of a value.
const MAX_ELEMENTS: usize = 48;

/// The maximum number of dims of a value.
const MAX_DIMS: usize = 4;

/// Returns the orders of a tensor, one for each memory. The dims of length 1 are innermost, where limits of strides
/// concern no other dim.
fn orders(lens: &[usize]) -> Vec<Order> {
    let (long, unit): (Vec<usize>, Vec<usize>) = (0..lens.len()).partition(|&dim| lens[dim] > 1);
    permutations(&long).into_iter().map(|order| [order, unit.clone()].concat()).collect()
}

/// Returns the order of a part of a tensor, of which it keeps all dims.
fn projected(order: &[usize], part: &[usize]) -> Order {
    let (long, unit): (Vec<usize>, Vec<usize>) = order.iter().partition(|&&dim| part[dim] > 1);
    let mut unit = unit;
    unit.sort_unstable();
    [long, unit].concat()
}

/// Returns the slot of each element of a dense tensor, by its row-major index.
fn slots(lens: &[usize], order: &[usize]) -> Vec<usize> {
    let mut strides = vec![0; lens.len()];
    let mut size = 1;
    for &dim in order.iter().rev() {
        strides[dim] = size;
        size *= lens[dim];
    }
    let next = |all: Vec<usize>, (&len, &stride): (&usize, &usize)| -> Vec<usize> {
        all.iter().flat_map(|&slot| (0..len).map(move |at| slot + at * stride)).collect()
    };
    lens.iter().zip(&strides).fold(vec![0], next)
}

impl Views {
    /// Adds a random op, unless its random operands do not fit.
    pub(super) fn step(&mut self, random: &mut Random) {
        let at = random.index(self.lens.len());
        let lens = self.lens[at].clone();
        match random.index(13) {
            0 | 1 => self.layer(random, at),
            12 => {
                let joint = |order| Joint { reads: vec![None], results: vec![order] };
                let joints = orders(&lens).into_iter().map(joint).collect();
                let attrs = "{layout.choices = [#layout.choice<(any) -> any>]}".to_owned();
                self.push(random, "t.layer", attrs, vec![at], vec![lens], joints);
            }
            2 => {
                let others: Vec<usize> =
                    (0..self.lens.len()).filter(|&other| self.lens[other] == lens).collect();
                let mut reads = vec![at];
                if random.index(2) == 0 {
                    reads.push(others[random.index(others.len())]);
                }
                let joint = |order: Order| Joint {
                    reads: vec![Some(order.clone()); reads.len()],
                    results: vec![order],
                };
                let joints = orders(&lens).into_iter().map(joint).collect();
                let attrs = "{layout.choices = [#layout.choice<same>]}".to_owned();
                self.push(random, "t.layer", attrs, reads, vec![lens], joints);
            }
            3..=5 => self.concat(random, at),
            6 | 7 => self.slice(random, at),
            8 => {
                let axis = random.index(lens.len());
                if lens[axis].is_multiple_of(2) {
                    let mut half = lens.clone();
                    half[axis] /= 2;
                    let joint = |order: Order| Joint {
                        results: vec![projected(&order, &half); 2],
                        reads: vec![Some(order)],
                    };
                    let joints = orders(&lens).into_iter().map(joint).collect();
                    let attrs = format!("{{axis = {axis} : si64}}");
                    let results = vec![half.clone(), half.clone()];
                    self.push(random, "onnx.SplitV11", attrs, vec![at], results, joints);
                }
            }
            9 => self.transpose(random, at),
            _ => self.reshape(random, at),
        }
    }

    /// Adds an op with exact layouts.
    fn layer(&mut self, random: &mut Random, at: usize) {
        let lens = self.lens[at].clone();
        let all = permutations(&(0..lens.len()).collect::<Vec<_>>());
        let (from, to) = (&all[random.index(all.len())], &all[random.index(all.len())]);
        let attrs =
            format!("{{layout.choices = [#layout.choice<({}) -> {}>]}}", map(from), map(to));
        let joints = vec![Joint { reads: vec![Some(from.clone())], results: vec![to.clone()] }];
        self.push(random, "t.layer", attrs, vec![at], vec![lens], joints);
    }

    fn concat(&mut self, random: &mut Random, at: usize) {
        let lens = self.lens[at].clone();
        let axis = random.index(lens.len());
        let fits = |&other: &usize| {
            let other = &self.lens[other];
            let mut dims = 0..lens.len();
            other.len() == lens.len() && dims.all(|dim| dim == axis || other[dim] == lens[dim])
        };
        let others: Vec<usize> = (0..self.lens.len()).filter(fits).collect();
        let other = others[random.index(others.len())];
        let mut whole = lens;
        whole[axis] += self.lens[other][axis];
        if whole.iter().product::<usize>() > MAX_ELEMENTS {
            return;
        }
        let reads = vec![at, other];
        let part = |order: &Order, value: &usize| projected(order, &self.lens[*value]);
        let joint = |order: Order| Joint {
            reads: reads.iter().map(|value| Some(part(&order, value))).collect(),
            results: vec![order],
        };
        let joints = orders(&whole).into_iter().map(joint).collect();
        let attrs = format!("{{axis = {axis} : si64}}");
        self.push(random, "onnx.Concat", attrs, reads.clone(), vec![whole], joints);
    }

    /// Adds a slice along one dim, which may have a step.
    fn slice(&mut self, random: &mut Random, at: usize) {
        let lens = self.lens[at].clone();
        let axis = random.index(lens.len());
        if lens[axis] < 2 {
            return;
        }
        let step = 1 + usize::from(random.index(3) == 0);
        let len = 1 + random.index(lens[axis].div_ceil(step));
        let begin = random.index(lens[axis] - (len - 1) * step);
        let (mut part, mut begins) = (lens.clone(), vec![0; lens.len()]);
        let mut steps = vec![1; lens.len()];
        (part[axis], begins[axis], steps[axis]) = (len, begin, step);
        let list = |values: &[usize]| {
            let values: Vec<String> = values.iter().map(usize::to_string).collect();
            format!("array<i64: {}>", values.join(", "))
        };
        let attrs = format!(
            "{{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = {}, static_sizes = {}, static_strides = {}}}",
            list(&begins),
            list(&part),
            list(&steps)
        );
        let joint = |order: Order| Joint {
            results: vec![projected(&order, &part)],
            reads: vec![Some(order)],
        };
        let joints = orders(&lens).into_iter().map(joint).collect();
        self.push(random, "tensor.extract_slice", attrs, vec![at], vec![part.clone()], joints);
    }

    fn transpose(&mut self, random: &mut Random, at: usize) {
        let lens = self.lens[at].clone();
        let all = permutations(&(0..lens.len()).collect::<Vec<_>>());
        let perm = &all[random.index(all.len())];
        let through = |order: &Order| -> Order {
            let moved = |dim: &usize| perm.iter().position(|from| from == dim).unwrap();
            order.iter().map(moved).collect()
        };
        let joint =
            |order: Order| Joint { results: vec![through(&order)], reads: vec![Some(order)] };
        let joints = orders(&lens).into_iter().map(joint).collect();
        let perms: Vec<String> = perm.iter().map(usize::to_string).collect();
        let attrs = format!("{{perm = [{}]}}", perms.join(", "));
        let part = perm.iter().map(|&dim| lens[dim]).collect();
        self.push(random, "onnx.Transpose", attrs, vec![at], vec![part], joints);
    }

    /// Adds a reshape that merges two dims, splits one, or both.
    fn reshape(&mut self, random: &mut Random, at: usize) {
        let lens = self.lens[at].clone();
        let mut to = lens.clone();
        let shape = random.index(4);
        if shape != 1 && to.len() > 1 {
            let dim = random.index(to.len() - 1);
            let merged = to.remove(dim + 1);
            to[dim] *= merged;
        }
        if shape != 0 && to.len() < MAX_DIMS {
            let dim = random.index(to.len());
            let factors: Vec<usize> =
                (1..=to[dim]).filter(|it| to[dim].is_multiple_of(*it)).collect();
            let outer = factors[random.index(factors.len())];
            to.insert(dim + 1, to[dim] / outer);
            to[dim] = outer;
        }
        if to.len() < 2 {
            return;
        }
        let mut joints = Vec::new();
        for from in orders(&lens) {
            let memory = slots(&lens, &from);
            let fits = |order: &Order| slots(&to, order) == memory;
            let results = orders(&to).into_iter().filter(fits);
            joints.extend(
                results
                    .map(|order| Joint { reads: vec![Some(from.clone())], results: vec![order] }),
            );
        }
        let lens: Vec<String> = to.iter().map(usize::to_string).collect();
        self.push(random, "t.reshape", lens.join(", "), vec![at], vec![to.clone()], joints);
    }

    /// Adds an op. A view op may copy.
    fn push(
        &mut self,
        random: &mut Random,
        name: &str,
        attrs: String,
        reads: Vec<usize>,
        results: Vec<Vec<usize>>,
        joints: Vec<Joint>,
    ) {
        let first = self.lens.len();
        self.lens.extend(results);
        let results = (first..self.lens.len()).collect();
        let is_slice = ["onnx.Concat", "onnx.SplitV11", "tensor.extract_slice"].contains(&name);
        let copies = match self.copying {
            Copying::Never => false,
            Copying::Random => name != "t.layer" && random.index(2) == 0,
            Copying::Slices => is_slice,
        };
        self.nodes.push(Node { name: name.to_owned(), attrs, reads, results, joints, copies });
    }
}

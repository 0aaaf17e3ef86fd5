//! Flattens of images, contracted with constants, whose costs are compared with those of all orders of the merged dims.
//!
//! The oracle writes the transposes of an order itself, into the flattened value and into the constants, and assigns the
//! layouts of each such module without other orders.

use super::*;

/// The permutations of C, H and W.
const PERMUTATIONS: [Order; 6] = ORDERS;

const LENS: [usize; 4] = [2, 3, 4, 5];

const CHANNELS: [&str; 4] = ["NCHW", "NHWC", "NWCH", "NHCW"];

/// A branch of a network: an image op, elementwise ops, a flatten and products with constants.
struct Branch {
    choices: String,
    elementwise: usize,
    /// The user of the image in another layout, and its choice.
    other: Option<&'static str>,
    /// For each product, `true` if its constant is transposed.
    products: Vec<bool>,
    /// `true` for a use of the flattened value other than a product with a constant.
    escapes: bool,
    reshapes: bool,
}

impl Branch {
    fn new(random: &mut Random) -> Branch {
        let mut choices = Vec::new();
        for _ in 0..1 + random.index(2) {
            let [from, to] = [0, 1].map(|_| CHANNELS[random.index(4)]);
            choices.push(format!("#layout.choice<({from}) -> {to}, cost = {}>", random.index(300)));
        }
        let other = (random.index(3) == 0).then(|| CHANNELS[random.index(4)]);
        Branch {
            choices: choices.join(", "),
            elementwise: random.index(2),
            other,
            products: (0..1 + random.index(2)).map(|_| random.index(2) == 0).collect(),
            escapes: random.index(5) == 0,
            reshapes: random.index(2) == 0,
        }
    }

    /// Appends the ops of the branch on `%x`, with the merged dims in an order.
    fn write(&self, text: &mut String, name: &str, order: Order) {
        let image = "tensor<2x3x4x5xf16>";
        let merged = "tensor<2x60xf16>";
        let mut last = format!("%{name}");
        writeln!(
            text,
            "{last} = \"t.conv\"(%x) {{layout.choices = [{}]}} : ({image}) -> {image}",
            self.choices
        )
        .unwrap();
        for at in 0..self.elementwise {
            let next = format!("%{name}e{at}");
            writeln!(text, "{next} = \"t.relu\"({last}) {{layout.choices = [#layout.choice<same>]}} : ({image}) -> {image}").unwrap();
            last = next;
        }
        if let Some(order) = self.other {
            writeln!(text, "%{name}o = \"t.use\"({last}) {{layout.choices = [#layout.choice<({order}) -> {order}>]}} : ({image}) -> {image}").unwrap();
        }
        let dims = [0, order[0] + 1, order[1] + 1, order[2] + 1];
        let lens = dims.map(|dim| LENS[dim]).map(|len| len.to_string()).join("x");
        let mut flattened = (last, image.to_owned());
        if order != PERMUTATIONS[0] {
            let ty = format!("tensor<{lens}xf16>");
            writeln!(
                text,
                "%{name}t = \"onnx.Transpose\"({}) {{perm = {dims:?}}} : ({image}) -> {ty}",
                flattened.0
            )
            .unwrap();
            flattened = (format!("%{name}t"), ty);
        }
        let (from, ty) = flattened;
        if self.reshapes {
            writeln!(text, "%{name}s = \"onnx.Constant\"() {{value = dense<[0, -1]> : tensor<2xi64>}} : () -> tensor<2xi64>").unwrap();
            writeln!(
                text,
                "%{name}f = \"onnx.Reshape\"({from}, %{name}s) : ({ty}, tensor<2xi64>) -> {merged}"
            )
            .unwrap();
        } else {
            writeln!(
                text,
                "%{name}f = \"onnx.Flatten\"({from}) {{axis = 1 : si64}} : ({ty}) -> {merged}"
            )
            .unwrap();
        }
        for (at, &is_transposed) in self.products.iter().enumerate() {
            let weight = self.weight(text, (name, at), is_transposed, order);
            let (op, ty) = match is_transposed {
                true => ("\"onnx.Gemm\"", "tensor<7x60xf16>"),
                false => ("\"onnx.MatMul\"", "tensor<60x7xf16>"),
            };
            let attrs = if is_transposed { "{transB = 1 : si64}" } else { "" };
            writeln!(text, "%{name}p{at} = {op}(%{name}f, {weight}) {attrs} : ({merged}, {ty}) -> tensor<2x7xf16>").unwrap();
        }
        if self.escapes {
            writeln!(text, "%{name}r = \"onnx.Relu\"(%{name}f) : ({merged}) -> {merged}").unwrap();
        }
    }

    /// Appends the transposes of a constant, and returns its name.
    fn weight(
        &self,
        text: &mut String,
        (name, at): (&str, usize),
        is_transposed: bool,
        order: Order,
    ) -> String {
        let weight = if is_transposed { "%b" } else { "%w" };
        if order == PERMUTATIONS[0] {
            return weight.to_owned();
        }
        let merged = order.map(|dim| LENS[dim + 1].to_string()).join("x");
        let (ty, split, perm, permuted) = match is_transposed {
            true => (
                "tensor<7x60xf16>",
                "7x3x4x5",
                [0, order[0] + 1, order[1] + 1, order[2] + 1],
                format!("7x{merged}"),
            ),
            false => (
                "tensor<60x7xf16>",
                "3x4x5x7",
                [order[0], order[1], order[2], 3],
                format!("{merged}x7"),
            ),
        };
        let shape = |lens: &str| lens.replace('x', ", ");
        let rows = if is_transposed { "7, 60" } else { "60, 7" };
        let of = format!("{name}w{at}");
        writeln!(text, "%{of}s = \"onnx.Constant\"() {{value = dense<[{}]> : tensor<4xi64>}} : () -> tensor<4xi64>", shape(split)).unwrap();
        writeln!(text, "%{of}a = \"onnx.Reshape\"({weight}, %{of}s) : ({ty}, tensor<4xi64>) -> tensor<{split}xf16>").unwrap();
        writeln!(text, "%{of}b = \"onnx.Transpose\"(%{of}a) {{perm = {perm:?}}} : (tensor<{split}xf16>) -> tensor<{permuted}xf16>").unwrap();
        writeln!(text, "%{of}m = \"onnx.Constant\"() {{value = dense<[{rows}]> : tensor<2xi64>}} : () -> tensor<2xi64>").unwrap();
        writeln!(text, "%{of}c = \"onnx.Reshape\"(%{of}b, %{of}m) : (tensor<{permuted}xf16>, tensor<2xi64>) -> {ty}").unwrap();
        format!("%{of}c")
    }

    /// Returns the names of the values that the function returns, with their types.
    fn results(&self, name: &str) -> Vec<(String, &'static str)> {
        let products =
            (0..self.products.len()).map(|at| (format!("%{name}p{at}"), "tensor<2x7xf16>"));
        let other = self.other.map(|_| (format!("%{name}o"), "tensor<2x3x4x5xf16>"));
        let escape = self.escapes.then(|| (format!("%{name}r"), "tensor<2x60xf16>"));
        products.chain(other).chain(escape).collect()
    }
}

fn text(branches: &[Branch], orders: &[Order]) -> String {
    let mut body = String::new();
    let mut results = Vec::new();
    for (at, (branch, &order)) in branches.iter().zip(orders).enumerate() {
        let name = format!("v{at}");
        branch.write(&mut body, &name, order);
        results.extend(branch.results(&name));
    }
    let (values, types): (Vec<String>, Vec<&str>) = results.into_iter().unzip();
    let (values, types) = (values.join(", "), types.join(", "));
    format!(
        "func.func @f(%x: tensor<2x3x4x5xf16>, %w: tensor<60x7xf16> {{layout.constant}}, %b: tensor<7x60xf16> {{layout.constant}}) -> ({types}) {{\n{body}return {values} : {types}\n}}\n"
    )
}

#[test]
fn orders_of_contracted_dims_are_least() {
    let keep = AssignLayouts { keeps_contracted: true, ..AssignLayouts::default() };
    let (mut permuted, mut kept) = (0, 0);
    for seed in 1..=40 {
        let random = &mut Random::new(seed * 31 + 7);
        let count = if seed % 8 == 0 { 2 } else { 1 };
        let branches: Vec<Branch> = (0..count).map(|_| Branch::new(random)).collect();
        let plain = vec![PERMUTATIONS[0]; count];
        let input = text(&branches, &plain);
        let ran = run_pass(&AssignLayouts::default(), parse(&input), None);
        let [cost, bound] = ["cost (bytes)", "lower bound (bytes)"].map(|name| ran.stats.get(name));
        let all = 0..6usize.pow(count as u32);
        let costs = all.filter_map(|number| {
            let orders: Vec<Order> =
                (0..count).map(|at| PERMUTATIONS[number / 6usize.pow(at as u32) % 6]).collect();
            // A value with another use keeps its order.
            let mut moved = branches.iter().zip(&orders);
            let is_allowed = moved.all(|(it, order)| !it.escapes || *order == PERMUTATIONS[0]);
            let module = is_allowed.then(|| parse(&text(&branches, &orders)))?;
            Some(run_pass(&keep, module, None).stats.get("cost (bytes)"))
        });
        assert_eq!(costs.min(), Some(cost), "{input}\n{}", ran.text());
        assert_eq!(cost, bound, "{input}");
        let before = run_pass(&keep, parse(&input), None).stats.get("cost (bytes)");
        permuted += u32::from(cost < before);
        kept += u32::from(ran.stats.get("contracted dims permuted") == 0);
        let outputs =
            [&parse(&input), &ran.module].map(|module| interpret::run(module, "f").outputs);
        assert_eq!(outputs[0], outputs[1], "{input}\n{}", ran.text());
    }
    assert!(permuted > 8 && kept > 8, "{permuted} {kept}");
}

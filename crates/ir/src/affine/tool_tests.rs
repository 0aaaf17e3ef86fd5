//! Tests of the affine text against the real `mlir-opt-19`, on seeded random maps.

use super::tests::Raw;
use super::*;
use testkit::{Random, mlir_opt};

const MAPS: usize = 300;

/// The flags that print attributes inline, without aliases.
const LOCAL: &[&str] = &["--mlir-print-local-scope"];

/// The random values of these tests.
trait Draw {
    fn raw(&mut self, depth: u32) -> Raw;

    fn rounded_difference(&mut self, depth: u32) -> Raw;

    fn op(&mut self) -> BinaryOp;

    fn leaf(&mut self) -> Raw;

    fn constant(&mut self) -> Raw;
}

impl Draw for Random {
    fn raw(&mut self, depth: u32) -> Raw {
        if depth == 0 || self.below(6) == 0 {
            return self.leaf();
        }
        // One quarter has a form that random trees rarely produce: x - (x floordiv q) * q and variants.
        if self.below(4) == 0 {
            return self.rounded_difference(depth);
        }
        let op = self.op();
        let lhs = self.raw(depth - 1);
        // Most right operands are constants, because the rules match constants.
        let rhs = if self.below(2) == 0 { self.constant() } else { self.raw(depth - 1) };
        if op == BinaryOp::Add && self.below(4) == 0 {
            Raw::binary(op, rhs, lhs)
        } else {
            Raw::binary(op, lhs, rhs)
        }
    }

    fn rounded_difference(&mut self, depth: u32) -> Raw {
        let x = self.raw(depth - 1);
        let q =
            if self.below(2) == 0 { Raw::Symbol(0) } else { Raw::Const(1 + self.below(6) as i64) };
        let quotient = Raw::binary(BinaryOp::FloorDiv, x.clone(), q.clone());
        let product = Raw::binary(BinaryOp::Mul, quotient, q);
        Raw::binary(BinaryOp::Add, x, Raw::binary(BinaryOp::Mul, product, Raw::Const(-1)))
    }

    fn op(&mut self) -> BinaryOp {
        use BinaryOp::{Add, CeilDiv, FloorDiv, Mod, Mul};
        [Add, Add, Add, Mul, Mul, Mod, FloorDiv, CeilDiv][self.below(8) as usize]
    }

    fn leaf(&mut self) -> Raw {
        match self.below(5) {
            0 | 1 => Raw::Dim(self.below(3) as u32),
            2 => Raw::Symbol(self.below(2) as u32),
            _ => self.constant(),
        }
    }

    fn constant(&mut self) -> Raw {
        Raw::Const(
            [-12, -4, -3, -2, -1, 0, 1, 2, 2, 3, 4, 4, 6, 8, 12, 16][self.below(16) as usize],
        )
    }
}

/// Returns the text of the tree with every operator in parentheses.
fn written(raw: &Raw) -> String {
    match raw {
        Raw::Dim(n) => format!("d{n}"),
        Raw::Symbol(n) => format!("s{n}"),
        Raw::Const(value) => format!("({value})"),
        Raw::Binary(op, operands) => {
            format!("({} {} {})", written(&operands.0), op.keyword(), written(&operands.1))
        }
    }
}

fn affine_tree(random: &mut Random) -> (Raw, AffineExpr) {
    loop {
        let raw = random.raw(5);
        if let Ok(expr) = raw.build() {
            return (raw, expr);
        }
    }
}

/// Returns the text inside each `<...>` of the attribute kind, in order.
fn attributes<'a>(printed: &'a str, kind: &str) -> Vec<&'a str> {
    let opening = format!("{{m = {kind}<");
    let inside = |line: &'a str| line.split_once(&opening)?.1.rsplit_once(">}");
    printed.lines().filter_map(inside).map(|(text, _)| text).collect()
}

#[test]
fn random_maps_print_as_in_mlir_opt() {
    let mut random = Random::new(19);
    let trees: Vec<_> =
        (0..MAPS).map(|_| [affine_tree(&mut random), affine_tree(&mut random)]).collect();
    let line = |[a, b]: &[(Raw, AffineExpr); 2]| {
        let results = format!("{}, {}", written(&a.0), written(&b.0));
        format!("\"t.o\"() {{m = affine_map<(d0, d1, d2)[s0, s1] -> ({results})>}} : () -> ()\n")
    };
    let Some(printed) = mlir_opt(&trees.iter().map(line).collect::<String>(), LOCAL) else {
        return;
    };
    let printed = printed.unwrap();
    let theirs = attributes(&printed, "affine_map");
    assert_eq!(theirs.len(), MAPS);
    for ([a, b], theirs) in trees.into_iter().zip(theirs) {
        let source = format!("{}, {}", written(&a.0), written(&b.0));
        let ours = AffineMap::new(3, 2, vec![a.1, b.1]).unwrap();
        assert_eq!(ours.to_string(), theirs, "written as {source}");
    }
}

#[test]
fn random_sets_print_as_in_mlir_opt() {
    let mut random = Random::new(7);
    let trees: Vec<_> = (0..MAPS / 3).map(|n| (affine_tree(&mut random), n % 2 == 0)).collect();
    let line = |((raw, _), is_eq): &((Raw, AffineExpr), bool)| {
        let relation = if *is_eq { "==" } else { ">=" };
        format!(
            "\"t.o\"() {{m = affine_set<(d0, d1, d2)[s0, s1] : ({} {relation} 0)>}} : () -> ()\n",
            written(raw)
        )
    };
    let Some(printed) = mlir_opt(&trees.iter().map(line).collect::<String>(), LOCAL) else {
        return;
    };
    let printed = printed.unwrap();
    let theirs = attributes(&printed, "affine_set");
    assert_eq!(theirs.len(), trees.len());
    for (((_, expr), is_eq), theirs) in trees.into_iter().zip(theirs) {
        let ours = IntegerSet::new(3, 2, vec![AffineConstraint { expr, is_eq }]).unwrap();
        assert_eq!(ours.to_string(), theirs);
    }
}

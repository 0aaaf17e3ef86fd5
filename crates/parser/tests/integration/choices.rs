//! Random layout choices survive printing and parsing, and mlir-opt preserves them as opaque attributes.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use ir::affine::{AffineExpr, AffineMap, BinaryOp};
use ir::attrs::{AttrKind, LayoutAttr};
use ir::choice::{
    CHOICES_ATTR, Choice, Condition, ConditionTest, Const, CostExpr, CostOp, ElemKind, Form,
    FusedLayouts, Item, LayoutName, NamedOrder, Slot, Slots, Term, ValueSelector,
};
use ir::diag::Sink;
use ir::layout::{
    Amount, BlockStride, Dim, DimsOrder, Format, FormatFamily, FormatUse, FormatVersion,
    Generation, MemDim, Req, ReqKind, StrideReqs, Unit,
};
use ir::print::{PrintOptions, module_to_string};
use ir::{Builder, Module, Registry};
use testkit::{Random, mlir_opt};

/// Random values of the test.
trait Draw {
    fn one<T: Clone>(&mut self, of: &[T]) -> T;

    fn many<T>(&mut self, most: usize, one: impl Fn(&mut Random) -> T) -> Vec<T>;

    fn maybe<T>(&mut self, one: impl Fn(&mut Random) -> T) -> Option<T>;

    fn order(&mut self) -> DimsOrder;

    fn format(&mut self) -> FormatUse;

    fn slot(&mut self) -> Slot;

    fn layout_name(&mut self) -> LayoutName;

    fn slots(&mut self) -> Slots;

    fn reqs(&mut self) -> StrideReqs;

    fn int(&mut self) -> i64;

    fn constant(&mut self) -> Const;

    fn elem(&mut self) -> Const;

    fn selector(&mut self) -> ValueSelector;

    fn number(&mut self) -> Term;

    fn item(&mut self) -> Item;

    fn condition(&mut self) -> Condition;

    fn cost(&mut self, depth: usize) -> CostExpr;

    fn choice(&mut self) -> Choice;

    fn fused(&mut self) -> FusedLayouts;
}

impl Draw for Random {
    fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.index(of.len())].clone()
    }

    fn many<T>(&mut self, most: usize, one: impl Fn(&mut Random) -> T) -> Vec<T> {
        (0..self.index(most + 1)).map(|_| one(self)).collect()
    }

    fn maybe<T>(&mut self, one: impl Fn(&mut Random) -> T) -> Option<T> {
        (self.index(2) == 0).then(|| one(self))
    }

    fn order(&mut self) -> DimsOrder {
        let mut dims: Vec<Dim> = Dim::all(self.index(6)).collect();
        for at in (1..dims.len()).rev() {
            let other = self.index(at + 1);
            dims.swap(at, other);
        }
        DimsOrder::from_permutation(&dims).unwrap()
    }

    fn format(&mut self) -> FormatUse {
        let formats: Vec<Format> = Format::all().collect();
        let format = FormatUse::new(self.one(&formats));
        if format.format.family() == FormatFamily::CooperativeMatrix {
            let stride = self.maybe(|random| random.one(&BlockStride::LEGAL));
            return FormatUse { stride: stride.and_then(BlockStride::new), ..format };
        }
        FormatUse {
            generation: self.maybe(|random| random.one(&Generation::ALL)),
            allows_gpu_fallback: self.index(3) == 0,
            version: self.maybe(|random| random.one(&FormatVersion::ALL)),
            ..format
        }
    }

    fn slot(&mut self) -> Slot {
        let names: Vec<&str> = DimsOrder::names().collect();
        match self.index(8) {
            0 => Slot::Any,
            1 => Slot::Same,
            2 => Slot::RowMajor,
            3 => Slot::Order(NamedOrder::from_name(self.one(&names)).unwrap()),
            4 => Slot::Order(NamedOrder::from(self.order())),
            5 => Slot::Format(self.format()),
            6 => Slot::Custom(self.layout_name()),
            _ => {
                let is_plain = |slot: &Slot| !matches!(slot, Slot::OneOf(_));
                let draw = |random: &mut Random| random.slot();
                let plain: Vec<Slot> = self.many(6, draw).into_iter().filter(is_plain).collect();
                if plain.len() > 1 { Slot::OneOf(plain) } else { Slot::Any }
            }
        }
    }

    fn layout_name(&mut self) -> LayoutName {
        let texts = ["nChw16c", "a.b$0", "a.", "two words", "\"", "a\\b", "onednn:aBcd16b", "é"];
        let text = self.one(&texts).to_owned();
        match self.index(3) {
            0 => LayoutName::Symbol(text),
            1 => LayoutName::Notation(text),
            _ => {
                let block = 2 + self.index(30) as i64;
                let digit = |op| {
                    AffineExpr::binary(op, AffineExpr::Dim(1), AffineExpr::Const(block)).unwrap()
                };
                let parts = [BinaryOp::FloorDiv, BinaryOp::Mod].map(digit);
                let results = [vec![AffineExpr::Dim(0)], parts.to_vec()].concat();
                LayoutName::Map(AffineMap::new(2, 0, results).unwrap())
            }
        }
    }

    fn slots(&mut self) -> Slots {
        Slots { head: self.many(3, Random::slot), rest: self.maybe(Random::slot) }
    }

    fn reqs(&mut self) -> StrideReqs {
        let req = |random: &mut Random| {
            let amount = Amount::new(
                1 + random.index(99) as i64,
                random.one(&[Unit::Bits, Unit::Bytes, Unit::Elems]),
            );
            let amount = amount.unwrap();
            let kinds = [ReqKind::Compact, ReqKind::Aligned(amount), ReqKind::Fixed(amount)];
            Req { dim: MemDim::new(random.index(15)).unwrap(), kind: random.one(&kinds) }
        };
        self.many(2, req).into_iter().collect()
    }

    fn int(&mut self) -> i64 {
        self.one(&[0, 1, -1, 16, i64::MAX, i64::MIN])
    }

    fn constant(&mut self) -> Const {
        match self.index(5) {
            0 | 1 => Const::Int(self.int()),
            2 => Const::Bool(self.index(2) == 0),
            3 => Const::Text(
                self.one(&["", "a b", "\"", "\\", ">", "]]}", "é", "\n", "->", "//"]).to_owned(),
            ),
            _ => Const::Ints(self.many(3, Random::int)),
        }
    }

    fn elem(&mut self) -> Const {
        let names = ["f16", "bf16", "f8E4M3FN", "i8", "si8", "ui32", "i0", "index"];
        Const::Elem(ElemKind::from_name(self.one(&names)).unwrap())
    }

    fn selector(&mut self) -> ValueSelector {
        let at = self.index(9);
        self.one(&[ValueSelector::Value(at), ValueSelector::Result(at)])
    }

    fn number(&mut self) -> Term {
        match self.index(4) {
            0 => Term::Dim(self.selector(), self.index(30) as i64 - 15),
            1 => Term::Rank(self.selector()),
            2 => Term::Bytes(self.selector()),
            _ => {
                let keys = ["group", "a.b", "with space", "result", "in", "é", "a-b", "1", "\""];
                Term::Attr {
                    key: self.one(&keys).to_owned(),
                    default: self.maybe(Random::constant),
                }
            }
        }
    }

    fn item(&mut self) -> Item {
        match self.index(3) {
            0 => Item::Range(self.int(), None),
            1 => Item::Range(-5, Some(self.index(9) as i64)),
            _ => Item::One(self.constant()),
        }
    }

    fn condition(&mut self) -> Condition {
        let (left, right, items) = match self.index(3) {
            0 => {
                let right = if self.index(2) == 0 {
                    Term::Const(self.elem())
                } else {
                    Term::Elem(self.selector())
                };
                let items = vec![Item::One(self.elem()), Item::One(self.elem())];
                (Term::Elem(self.selector()), right, items)
            }
            _ => {
                let right =
                    if self.index(2) == 0 { Term::Const(self.constant()) } else { self.number() };
                let mut items = self.many(3, Random::item);
                items.push(self.item());
                (self.number(), right, items)
            }
        };
        let test = match self.index(4) {
            0 => ConditionTest::Equals(right),
            1 => ConditionTest::Differs(right),
            2 => ConditionTest::In(items),
            _ => ConditionTest::NotIn(items),
        };
        let modulo = match left {
            Term::Elem(_) => None,
            _ => self.maybe(|random| random.one(&[1, 16, i64::MAX])),
        };
        Condition::new(left, modulo, test).unwrap()
    }

    fn cost(&mut self, depth: usize) -> CostExpr {
        if depth == 0 || self.index(3) == 0 {
            let number = |random: &mut Random| match random.index(2) {
                0 => Term::Const(Const::Int(random.index(99) as i64)),
                _ => random.number(),
            };
            return CostExpr::term(number(self)).unwrap_or(CostExpr::number(7));
        }
        let op = self.one(&CostOp::ALL);
        CostExpr::binary(op, self.cost(depth - 1), self.cost(depth - 1)).unwrap()
    }

    fn choice(&mut self) -> Choice {
        let choice = match self.index(4) {
            0 => Choice::same(),
            _ => Choice::lists(self.slots(), self.slots()),
        };
        let places = match choice.form() {
            Form::Same => 1 + self.index(3),
            Form::Lists { operands, results } => {
                operands.written().count() + results.written().count()
            }
        };
        let reqs = (0..places).map(|_| self.reqs()).collect();
        let choice = if self.index(2) == 0 { choice.with_reqs(reqs).unwrap() } else { choice };
        let choice = choice.with_conditions(self.many(3, Random::condition));
        let choice = match self.index(2) {
            0 => choice.with_cost(self.one(&[0, 1, i64::MAX.unsigned_abs()])),
            _ => choice.with_cost_expr(self.cost(4)),
        };
        let fuses = self.many(3, Random::fused);
        choice.clone().with_fuses(fuses).unwrap_or(choice)
    }

    /// Returns fused layouts of a value, which the choice may lack.
    fn fused(&mut self) -> FusedLayouts {
        let layouts = [Slot::RowMajor, DimsOrder::NHWC.into(), DimsOrder::NCHW.into()];
        let first = self.index(3);
        let layouts = layouts[first..first + 1 + self.index(3 - first)].to_vec();
        let cost = if self.index(2) == 0 { CostExpr::number(0) } else { self.cost(2) };
        let at = self.index(3);
        let value = self.one(&[ValueSelector::Value(at), ValueSelector::Result(at)]);
        FusedLayouts::new(value, layouts, cost).unwrap()
    }
}

/// Returns a module with one op for each choice. The ops have no operands or results.
fn module(choices: &[Choice]) -> Module {
    let mut module = Module::new();
    for choice in choices {
        let choice = AttrKind::Layout(LayoutAttr::Choice(Box::new(choice.clone())));
        let entry = module.ctx.attr(choice);
        let list = module.ctx.array(&[entry]);
        Builder::new(&mut module).op("test.op", &[], &[], &[(CHOICES_ATTR, list)]);
    }
    module
}

fn choices(module: &Module) -> Vec<Choice> {
    let ops = module.ops(module.body());
    let of = |op| {
        let list = module.ctx.as_array(module.attr(op, CHOICES_ATTR).unwrap()).unwrap();
        match module.ctx.attr_kind(list[0]) {
            AttrKind::Layout(LayoutAttr::Choice(choice)) => (**choice).clone(),
            other => panic!("{other:?}"),
        }
    };
    ops.map(of).collect()
}

/// Checks that a text has the expected choices.
fn compare(text: &str, wanted: &[Choice]) {
    let (registry, mut sink) = (Registry::new(), Sink::default());
    let read = layoutc_parser::parse(text, 0, &registry, &mut sink);
    let read = read.unwrap_or_else(|| panic!("{:#?}\n{text}", sink.diags()));
    for (read, wanted) in choices(&read).iter().zip(wanted) {
        assert_eq!(read, wanted, "{wanted}");
    }
    assert_eq!(choices(&read).len(), wanted.len());
}

fn printed(module: &Module, generic: bool) -> String {
    module_to_string(module, &Registry::new(), PrintOptions { generic, ..PrintOptions::default() })
}

#[test]
fn random_choices_round_trip() {
    let mut random = Random::new(1);
    for _ in 0..40 {
        let wanted: Vec<Choice> = (0..50).map(|_| random.choice()).collect();
        compare(&printed(&module(&wanted), false), &wanted);
    }
}

#[test]
fn mlir_opt_preserves_random_choices() {
    let mut random = Random::new(2);
    let wanted: Vec<Choice> = (0..1000).map(|_| random.choice()).collect();
    let text = mlir_opt(&printed(&module(&wanted), true), &["--mlir-print-op-generic"]);
    if let Some(text) = text {
        compare(&text.unwrap(), &wanted);
    }
}

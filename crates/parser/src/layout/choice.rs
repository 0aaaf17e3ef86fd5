//! The attribute `#layout.choice<...>`: conversion of grammar pairs to a [`Choice`].
//!
//! Affine maps, aliases and attributes inside a choice are read as everywhere else. Each error is reported with its
//! location. The constructors of [`Choice`] and [`Condition`] check that the parts are compatible.

use super::attrs::read_format;
use super::grammar::{Rule, is_quoted};
use crate::state::{Failed, Parse, Parser};
use crate::text::clip;
use ir::affine::AffineExpr;
use ir::attrs::{Attr, AttrKind, LayoutAttr};
use ir::choice::{
    Choice, Condition, ConditionTest, Const, CostExpr, CostOp, ElemKind, Form, FusedLayouts, Item,
    LayoutName, NamedOrder, Slot, Slots, StandIn, StandInAttr, Term, ValueSelector,
};
use ir::diag::{Code, code, nearest};
use ir::float::FloatKind;
use ir::layout::{DimsOrder, Format, StrideReqs};
use pest::iterators::Pair;

/// The layouts that are neither orders nor formats.
const LAYOUTS: [&str; 3] = ["any", "same", "row_major"];

/// The keys that may follow the layouts.
const PARTS: [&str; 5] = ["reqs", "when", "cost", "fuses", "as"];

/// The terms of a condition, each with an example. Those of a cost are all but the first.
const TERMS: [(&str, &str); 5] = [
    ("elem", "`elem(0)`"),
    ("dim", "`dim(0, 1)`"),
    ("rank", "`rank(0)`"),
    ("bytes", "`bytes(0)`"),
    ("attr", "`attr(group)`"),
];

impl<'a> Parser<'a> {
    /// Reads `<(NHWC, any) -> NHWC, cost = 5>`, after the name.
    pub(crate) fn choice(&mut self, start: usize) -> Parse<Attr> {
        let from = self.token_start();
        let pair =
            self.rule(Rule::choice, "the text of a choice such as `<(NHWC, any) -> NHWC>`")?;
        let end = self.at;
        let is_quoted = is_quoted(&pair);
        let choice = ChoiceReader { parser: self, from, is_quoted }.choice(pair)?;
        self.at = end;
        self.intern_attr(AttrKind::Layout(LayoutAttr::Choice(Box::new(choice))), start)
    }
}

/// The state of reading the pairs of one choice. The ranges of pairs are relative to `from`.
pub(super) struct ChoiceReader<'p, 'a> {
    pub(super) parser: &'p mut Parser<'a>,
    pub(super) from: usize,
    /// `true` if the text of the choice is in quotes, so that the quotes of its strings are escaped.
    pub(super) is_quoted: bool,
}

/// Returns the first part of a pair.
pub(super) fn only<'a>(pair: &Pair<'a, Rule>) -> Pair<'a, Rule> {
    pair.clone().into_inner().next().expect("the rule has a part")
}

/// Returns the parts of a pair that match a rule.
pub(super) fn parts<'a>(pair: &Pair<'a, Rule>, rule: Rule) -> impl Iterator<Item = Pair<'a, Rule>> {
    pair.clone().into_inner().filter(move |part| part.as_rule() == rule)
}

/// Reads all parts, so that each reports its error, and fails if any of them fails.
pub(super) fn all<T>(read: impl Iterator<Item = Parse<T>>) -> Parse<Vec<T>> {
    let read: Vec<Parse<T>> = read.collect();
    read.into_iter().collect()
}

impl<'a> ChoiceReader<'_, 'a> {
    pub(super) fn fail<T>(
        &mut self,
        pair: &Pair<'a, Rule>,
        message: impl Into<String>,
    ) -> Parse<T> {
        self.fail_near(pair, code::LAYOUT_TEXT, message, None)
    }

    pub(super) fn fail_near<T>(
        &mut self,
        pair: &Pair<'a, Rule>,
        code: Code,
        message: impl Into<String>,
        near: Option<&str>,
    ) -> Parse<T> {
        let at = pair.as_span();
        let end = self.from + at.end();
        self.parser.fail_near(code, self.from + at.start(), end, message, near)
    }

    fn choice(&mut self, pair: Pair<'a, Rule>) -> Parse<Choice> {
        let form = self.form(&pair);
        let parts: Vec<_> = parts(&pair, Rule::part).collect();
        let mut choice = Choice::new(form?);
        let mut seen = Vec::new();
        let mut failed = false;
        for part in parts {
            let part = only(&part);
            let twice = seen.contains(&part.as_rule()) && part.as_rule() != Rule::other;
            seen.push(part.as_rule());
            let read = match part.as_rule() {
                _ if twice => self.twice(&part),
                Rule::with_reqs => self.reqs(&part, choice.clone()),
                Rule::when => self.when(&part).map(|when| choice.clone().with_conditions(when)),
                Rule::costing => self.cost(&part).map(|cost| choice.clone().with_cost_expr(cost)),
                Rule::standing => {
                    self.stand_in(&part).map(|stand_in| choice.clone().with_stand_in(stand_in))
                }
                Rule::fusing => self.fuses(&part, choice.clone()),
                _ => self.unknown_key(&part),
            };
            match read {
                Ok(read) => choice = read,
                Err(Failed) => failed = true,
            }
        }
        if failed { Err(Failed) } else { Ok(choice) }
    }

    fn twice<T>(&mut self, part: &Pair<'a, Rule>) -> Parse<T> {
        let key = part.as_str().split([' ', '=']).next().unwrap_or_default().to_owned();
        self.fail(part, format!("duplicate `{}`", clip(&key)))
    }

    fn unknown_key<T>(&mut self, part: &Pair<'a, Rule>) -> Parse<T> {
        let word = only(part);
        let message = format!(
            "unknown key `{}` in a choice; expected one of {}",
            clip(word.as_str()),
            PARTS.join(", ")
        );
        let near = nearest(word.as_str(), PARTS);
        self.fail_near(&word, code::UNKNOWN_NAME, message, near)
    }
}

/// Layouts.
impl<'a> ChoiceReader<'_, 'a> {
    fn form(&mut self, pair: &Pair<'a, Rule>) -> Parse<Form> {
        let lists: Vec<_> = parts(pair, Rule::layouts).collect();
        match &lists[..] {
            [operands, results] => {
                if only(operands).as_rule() == Rule::slot {
                    let message = "operand layouts must be in parentheses, as in `(NHWC) -> NHWC`";
                    return self.fail(operands, message);
                }
                let operands = self.slots(operands);
                let results = self.slots(results);
                Ok(Form::Lists { operands: operands?, results: results? })
            }
            _ => self.alone(&lists[0]),
        }
    }

    fn alone(&mut self, layouts: &Pair<'a, Rule>) -> Parse<Form> {
        if layouts.as_str().trim() == "same" {
            return Ok(Form::Same);
        }
        if only(layouts).as_rule() == Rule::listed {
            let message = "missing result layouts of a choice, as in `(NHWC, any) -> NHWC`";
            return self.fail(layouts, message);
        }
        let message =
            "a single layout must be `same`; list other layouts, as in `(NHWC, any) -> NHWC`";
        let near = nearest(layouts.as_str(), ["same"]);
        self.fail_near(layouts, code::LAYOUT_TEXT, message, near)
    }

    fn slots(&mut self, layouts: &Pair<'a, Rule>) -> Parse<Slots> {
        let inner = only(layouts);
        let slots: Vec<_> = match inner.as_rule() {
            Rule::slot => vec![inner],
            _ => parts(&inner, Rule::slot).collect(),
        };
        let last = slots.len().saturating_sub(1);
        fn is_open(slot: &Pair<'_, Rule>) -> bool {
            parts(slot, Rule::more).next().is_some()
        }
        for slot in slots.iter().take(last).filter(|slot| is_open(slot)) {
            let message = "`...` is allowed only after the last layout of a list";
            let _: Parse<()> = self.fail(slot, message);
        }
        let failed = slots.iter().take(last).any(is_open);
        let mut read = all(slots.iter().map(|slot| self.slot(slot)))?;
        if failed {
            return Err(Failed);
        }
        let rest = slots.last().filter(|slot| is_open(slot)).and_then(|_| read.pop());
        Ok(Slots { head: read, rest })
    }

    fn slot(&mut self, slot: &Pair<'a, Rule>) -> Parse<Slot> {
        let layouts = slot.clone().into_inner().filter(|part| part.as_rule() != Rule::more);
        let mut slots = all(layouts.map(|layout| self.alternative(&layout)))?;
        match slots.len() {
            1 => Ok(slots.remove(0)),
            _ => Ok(Slot::OneOf(slots)),
        }
    }

    fn alternative(&mut self, layout: &Pair<'a, Rule>) -> Parse<Slot> {
        if layout.as_rule() == Rule::outside {
            let attr = self.outside(layout)?;
            return self.attr_slot(layout, attr);
        }
        if layout.as_rule() == Rule::string {
            return Ok(Slot::Custom(LayoutName::Notation(self.text(layout)?)));
        }
        if layout.as_rule() == Rule::symbol {
            return self.symbol(layout).map(LayoutName::Symbol).map(Slot::Custom);
        }
        let mut words = layout.clone().into_inner();
        let word = words.next().expect("a named layout has a name");
        let plain = match word.as_str() {
            "any" => Some(Slot::Any),
            "same" => Some(Slot::Same),
            "row_major" => Some(Slot::RowMajor),
            name => NamedOrder::from_name(name).map(Slot::Order),
        };
        match (plain, words.next()) {
            (Some(slot), None) => Ok(slot),
            (Some(_), Some(extra)) => {
                let message = format!(
                    "`{}` must have no parameters in brackets: only a format can have them",
                    word.as_str()
                );
                self.fail(&extra, message)
            }
            (None, _) if Format::from_enumerator(word.as_str()).is_none() => {
                self.unknown_layout(&word)
            }
            (None, _) => match read_format(layout, layout.clone().into_inner()) {
                Ok(format) => Ok(Slot::Format(format)),
                Err(fault) => {
                    self.parser.report_faults(self.from, vec![fault])?;
                    Err(Failed)
                }
            },
        }
    }

    fn unknown_layout<T>(&mut self, word: &Pair<'a, Rule>) -> Parse<T> {
        let known =
            LAYOUTS.into_iter().chain(DimsOrder::names()).chain(Format::all().map(Format::name));
        let near = nearest(word.as_str(), known);
        let message = format!(
            "unknown layout `{}`; expected one of {}, an order, a format, an affine map, a symbol or a notation",
            clip(word.as_str()),
            LAYOUTS.join(", ")
        );
        self.fail_near(word, code::UNKNOWN_NAME, message, near)
    }

    /// Reads a part that is an attribute in its own right.
    fn outside(&mut self, pair: &Pair<'a, Rule>) -> Parse<Attr> {
        let at = pair.as_span();
        self.parser.at = self.from + at.start();
        let attr = self.parser.attr()?;
        if self.parser.at == self.from + at.end() {
            return Ok(attr);
        }
        self.parser.unexpected("`,` after an attribute")
    }

    fn attr_slot(&mut self, pair: &Pair<'a, Rule>, attr: Attr) -> Parse<Slot> {
        match self.parser.module.ctx.attr_kind(attr) {
            AttrKind::Layout(LayoutAttr::Format(format)) => Ok(Slot::Format(*format)),
            AttrKind::AffineMap(map) => match DimsOrder::try_from(map) {
                Ok(order) => Ok(Slot::Order(order.into())),
                // A map of dims alone is meant as an order.
                Err(error) if map.results().iter().all(|it| matches!(it, AffineExpr::Dim(_))) => {
                    let message = format!("the map is not a permutation: {error}");
                    self.fail_near(pair, code::ORDER, message, None)
                }
                Err(_) => Ok(Slot::Custom(LayoutName::Map(map.clone()))),
            },
            _ => self.fail(
                pair,
                "layout must be an order, a format, an affine map, a symbol or a notation",
            ),
        }
    }

    /// Returns the name of `@name` or `@"name"`.
    fn symbol(&mut self, pair: &Pair<'a, Rule>) -> Parse<String> {
        match pair.as_str().strip_prefix('@') {
            Some(name) if name.starts_with(['"', '\\']) => {
                let at = self.from + pair.as_span().start() + 1;
                self.string(name, at, pair)
            }
            name => Ok(name.unwrap_or_default().to_owned()),
        }
    }
}

/// Stride requirements and cost.
impl<'a> ChoiceReader<'_, 'a> {
    fn reqs(&mut self, part: &Pair<'a, Rule>, choice: Choice) -> Parse<Choice> {
        let entries = parts(part, Rule::req_entry);
        let reqs = all(entries.map(|entry| self.req_entry(&only(&entry))))?;
        choice.with_reqs(reqs).or_else(|message| self.fail_near(part, code::COUNT, message, None))
    }

    fn req_entry(&mut self, entry: &Pair<'a, Rule>) -> Parse<StrideReqs> {
        if entry.as_rule() == Rule::outside {
            let attr = self.outside(entry)?;
            if let AttrKind::Layout(LayoutAttr::Reqs(reqs)) = self.parser.module.ctx.attr_kind(attr)
            {
                return Ok((**reqs).clone());
            }
        } else if entry.as_str() == "any" {
            return Ok(StrideReqs::any());
        }
        self.fail(entry, "entry of `reqs` must be `#layout.reqs<...>` or `any`")
    }

    /// Reads a cost. The operators whose second operand is incomplete wait on a stack.
    fn cost(&mut self, part: &Pair<'a, Rule>) -> Parse<CostExpr> {
        let mut stack = CostStack::default();
        let mut unmatched = None;
        for token in part.clone().into_inner().flat_map(cost_tokens) {
            match token.as_rule() {
                Rule::opening => stack.waiting.push((CostWait::Opening, token)),
                Rule::operator => {
                    let op =
                        CostOp::from_sign(token.as_str()).expect("the grammar lists the signs");
                    self.reduce(&mut stack, op.is_product())?;
                    stack.waiting.push((CostWait::Op(op), token));
                }
                Rule::closing => {
                    self.reduce(&mut stack, false)?;
                    match stack.waiting.pop() {
                        Some((CostWait::Opening, _)) => {}
                        _ => unmatched = unmatched.or(Some(token)),
                    }
                }
                _ => {
                    let term = self.cost_term(&token)?;
                    stack.costs.push(term);
                }
            }
        }
        self.reduce(&mut stack, false)?;
        if let Some(token) = unmatched.or(stack.waiting.pop().map(|(_, token)| token)) {
            return self.fail(&token, format!("unmatched `{}` in the cost", token.as_str()));
        }
        let cost = stack.costs.pop().expect("the grammar requires an operand");
        match cost.as_number() {
            Some(number) if number < 0 => {
                let message =
                    format!("cost must be at least 0 and less than 2^63, but is {number}");
                self.fail_near(&only(part), code::NUMBER, message, None)
            }
            _ => Ok(cost),
        }
    }

    /// Applies the waiting operators back to the last open parenthesis; only products if `only_products`.
    fn reduce(&mut self, stack: &mut CostStack<'a>, only_products: bool) -> Parse<()> {
        while let Some(&(CostWait::Op(op), _)) = stack.waiting.last()
            && (op.is_product() || !only_products)
        {
            let token = stack.waiting.pop().expect("an operator waits").1;
            let b = stack.costs.pop().expect("each operator has two operands");
            let a = stack.costs.pop().expect("each operator has two operands");
            match CostExpr::binary(op, a, b) {
                Ok(cost) => stack.costs.push(cost),
                Err(message) => return self.fail_near(&token, code::COUNT, message, None),
            }
        }
        Ok(())
    }

    fn cost_term(&mut self, pair: &Pair<'a, Rule>) -> Parse<CostExpr> {
        let term = match pair.as_rule() {
            Rule::call => self.call(pair)?,
            Rule::integer => match pair.as_str().parse() {
                Ok(number) => Term::Const(Const::Int(number)),
                Err(_) => {
                    let message = format!(
                        "cost must be at least 0 and less than 2^63, but is {}",
                        clip(pair.as_str())
                    );
                    return self.fail_near(pair, code::NUMBER, message, None);
                }
            },
            _ => {
                let message = format!(
                    "unknown term `{}` in a cost; expected an integer or one of {}",
                    clip(pair.as_str()),
                    TERMS.map(|(_, form)| form)[1..].join(", ")
                );
                let near = nearest(pair.as_str(), TERMS.into_iter().skip(1).map(|(name, _)| name));
                return self.fail_near(pair, code::UNKNOWN_NAME, message, near);
            }
        };
        CostExpr::term(term).or_else(|message| self.fail(pair, message))
    }
}

/// Fused conversions.
impl<'a> ChoiceReader<'_, 'a> {
    fn fuses(&mut self, part: &Pair<'a, Rule>, choice: Choice) -> Parse<Choice> {
        let fuses = all(parts(part, Rule::fused).map(|entry| self.fused(&entry)))?;
        choice.with_fuses(fuses).or_else(|message| self.fail(part, message))
    }

    fn fused(&mut self, entry: &Pair<'a, Rule>) -> Parse<FusedLayouts> {
        let value = self.selector(&only(entry));
        let mut layouts = Vec::new();
        let mut cost = Ok(CostExpr::number(0));
        for part in entry.clone().into_inner().skip(1) {
            match part.as_rule() {
                Rule::costing => cost = self.cost(&part),
                _ => layouts.push(self.alternative(&part)),
            }
        }
        FusedLayouts::new(value?, all(layouts.into_iter())?, cost?)
            .or_else(|message| self.fail(entry, message))
    }
}

/// The op that replaces the op of a choice.
impl<'a> ChoiceReader<'_, 'a> {
    fn stand_in(&mut self, part: &Pair<'a, Rule>) -> Parse<StandIn> {
        let mut inner = part.clone().into_inner();
        let name = inner.next().expect("the grammar requires a name");
        let name = self.text(&name)?;
        let mut attrs = Vec::new();
        if let Some(entries) = inner.next() {
            let dict = self.outside(&entries)?;
            for (key, attr) in self.parser.module.ctx.dict_entries(dict).to_vec() {
                let ctx = &self.parser.module.ctx;
                let key = ctx.text(key).to_owned();
                let Some(value) = StandInAttr::read(ctx, attr) else {
                    let message = format!(
                        "attribute `{key}` of `as` must be `unit`, a boolean, an integer, a string, or a list of these"
                    );
                    return self.fail(&entries, message);
                };
                attrs.push((key, value));
            }
        }
        StandIn::new(name, attrs).or_else(|message| self.fail(part, message))
    }
}

/// An operator or an open parenthesis of a cost.
#[derive(Clone, Copy)]
enum CostWait {
    Opening,
    Op(CostOp),
}

/// The state of reading a cost: complete costs, and the tokens that wait for more of them.
#[derive(Default)]
struct CostStack<'a> {
    costs: Vec<CostExpr>,
    waiting: Vec<(CostWait, Pair<'a, Rule>)>,
}

/// Returns the tokens of an operand or an operator of a cost.
fn cost_tokens(part: Pair<'_, Rule>) -> Vec<Pair<'_, Rule>> {
    match part.as_rule() {
        Rule::operand => part.into_inner().collect(),
        _ => vec![part],
    }
}

/// Conditions.
impl<'a> ChoiceReader<'_, 'a> {
    fn when(&mut self, part: &Pair<'a, Rule>) -> Parse<Vec<Condition>> {
        all(parts(part, Rule::condition).map(|condition| self.condition(&condition)))
    }

    pub(super) fn condition(&mut self, pair: &Pair<'a, Rule>) -> Parse<Condition> {
        let mut inner = pair.clone().into_inner();
        let left = inner.next().expect("a condition has a left side");
        let left = self.term(&left);
        let mut next = inner.next();
        let divided = next.as_ref().filter(|part| part.as_rule() == Rule::modulo);
        let modulo = divided.map(|part| self.int(&only(part)));
        if modulo.is_some() {
            next = inner.next();
        }
        let test = match &next {
            Some(part) if part.as_rule() == Rule::compared => self.compared(part),
            Some(part) => self.member(part),
            None => {
                self.fail(pair, "expected `==`, `!=`, `in (..)` or `not in (..)` in the condition")
            }
        };
        Condition::new(left?, modulo.transpose()?, test?)
            .or_else(|message| self.fail(pair, message))
    }

    fn compared(&mut self, part: &Pair<'a, Rule>) -> Parse<ConditionTest> {
        let mut inner = part.clone().into_inner();
        let sign = inner.next().expect("a comparison has a sign");
        let right = self.term(&inner.next().expect("a comparison has a right side"));
        match sign.as_str() {
            "==" => right.map(ConditionTest::Equals),
            "!=" => right.map(ConditionTest::Differs),
            "=" => self.fail_near(&sign, code::LAYOUT_TEXT, "expected `==`, found `=`", Some("==")),
            other => {
                let message = format!(
                    "unsupported comparison `{other}`; use a range such as `in (1 to 16)` or `in (16 to *)`"
                );
                self.fail(&sign, message)
            }
        }
    }

    fn member(&mut self, part: &Pair<'a, Rule>) -> Parse<ConditionTest> {
        let items = all(parts(part, Rule::item).map(|item| self.item(&item)))?;
        match parts(part, Rule::not).next() {
            Some(_) => Ok(ConditionTest::NotIn(items)),
            None => Ok(ConditionTest::In(items)),
        }
    }

    fn item(&mut self, item: &Pair<'a, Rule>) -> Parse<Item> {
        let mut inner = item.clone().into_inner();
        let first = inner.next().expect("a member has a beginning");
        let value = match self.term(&first)? {
            Term::Const(value) => value,
            _ => return self.fail(&first, "members of a set must be constants"),
        };
        let Some(end) = inner.next() else { return Ok(Item::One(value)) };
        let Const::Int(low) = value else {
            return self.fail(&first, "range must begin with an integer");
        };
        match end.as_rule() {
            Rule::endless => Ok(Item::Range(low, None)),
            _ => Ok(Item::Range(low, Some(self.int(&end)?))),
        }
    }

    fn term(&mut self, pair: &Pair<'a, Rule>) -> Parse<Term> {
        let inner = only(pair);
        match inner.as_rule() {
            Rule::call => self.call(&inner),
            _ => self.constant(&inner).map(Term::Const),
        }
    }

    fn call(&mut self, call: &Pair<'a, Rule>) -> Parse<Term> {
        let name = only(call);
        let args: Vec<_> = parts(call, Rule::arg).map(|arg| only(&arg)).collect();
        match (name.as_str(), &args[..]) {
            ("elem", [selector]) => self.selector(selector).map(Term::Elem),
            ("rank", [selector]) => self.selector(selector).map(Term::Rank),
            ("bytes", [selector]) => self.selector(selector).map(Term::Bytes),
            ("dim", [selector, dim]) => {
                let selector = self.selector(selector);
                let dim = self.int(dim);
                Ok(Term::Dim(selector?, dim?))
            }
            ("attr", [key]) => Ok(Term::Attr { key: self.key(key)?, default: None }),
            ("attr", [key, default]) => {
                let key = self.key(key);
                let default = self.constant(default);
                Ok(Term::Attr { key: key?, default: Some(default?) })
            }
            (name_of_term, _) => {
                let names = TERMS.map(|(name, _)| name);
                let Some((known, form)) = TERMS.iter().find(|term| term.0 == name_of_term) else {
                    let message = format!(
                        "unknown property `{}`; expected one of {}",
                        clip(name_of_term),
                        names.join(", ")
                    );
                    let near = nearest(name_of_term, names);
                    return self.fail_near(&name, code::UNKNOWN_NAME, message, near);
                };
                let or = if *known == "attr" { " or `attr(group, 1)`" } else { "" };
                self.fail(call, format!("invalid arguments of `{known}`; expected {form}{or}"))
            }
        }
    }

    fn selector(&mut self, arg: &Pair<'a, Rule>) -> Parse<ValueSelector> {
        let (digits, selector): (_, fn(usize) -> ValueSelector) = match arg.as_rule() {
            Rule::integer => (arg.clone(), ValueSelector::Value),
            Rule::of_result => (only(arg), ValueSelector::Result),
            _ => return self.invalid_selector(arg),
        };
        match digits.as_str().parse::<u32>() {
            Ok(at) => Ok(selector(at as usize)),
            Err(_) => self.invalid_selector(arg),
        }
    }

    fn invalid_selector<T>(&mut self, arg: &Pair<'a, Rule>) -> Parse<T> {
        let message = format!(
            "invalid value `{}`; expected `0`, counting operands and then results, or `result 0`",
            clip(arg.as_str())
        );
        self.fail(arg, message)
    }

    fn key(&mut self, arg: &Pair<'a, Rule>) -> Parse<String> {
        match arg.as_rule() {
            Rule::word => Ok(arg.as_str().to_owned()),
            Rule::string => self.text(arg),
            _ => self.fail(arg, "expected an attribute key, as in `attr(group)`"),
        }
    }

    fn constant(&mut self, pair: &Pair<'a, Rule>) -> Parse<Const> {
        match pair.as_rule() {
            Rule::integer => self.int(pair).map(Const::Int),
            Rule::integers => {
                all(pair.clone().into_inner().map(|one| self.int(&one))).map(Const::Ints)
            }
            Rule::string => self.text(pair).map(Const::Text),
            Rule::word => self.word(pair),
            _ => self.fail(
                pair,
                "expected an integer, true, false, a string, a list of integers or an element type",
            ),
        }
    }

    fn word(&mut self, word: &Pair<'a, Rule>) -> Parse<Const> {
        let text = word.as_str();
        match (text, ElemKind::from_name(text)) {
            ("true" | "false", _) => Ok(Const::Bool(text == "true")),
            (_, Some(kind)) => Ok(Const::Elem(kind)),
            _ => {
                let known = FloatKind::ALL.map(FloatKind::keyword).into_iter();
                let known =
                    known.chain(["i1", "i4", "i8", "i16", "i32", "i64", "index", "true", "false"]);
                let near = nearest(text, known);
                let message = format!(
                    "unknown constant `{}`; expected a string in quotes or an MLIR element type",
                    clip(text)
                );
                self.fail_near(word, code::UNKNOWN_NAME, message, near)
            }
        }
    }

    pub(super) fn text(&mut self, pair: &Pair<'a, Rule>) -> Parse<String> {
        self.string(pair.as_str(), self.from + pair.as_span().start(), pair)
    }

    /// Reads a string in quotes, which begins at a position of the text and is a part of a pair.
    fn string(&mut self, quoted: &str, start: usize, pair: &Pair<'a, Rule>) -> Parse<String> {
        if quoted.starts_with('\\') != self.is_quoted {
            let message = "the quotes of a string are written `\\\"` in a choice in quotes, and `\"` in another";
            return self.fail(pair, message);
        }
        if !self.is_quoted {
            self.parser.at = start;
            return self.parser.utf8_string();
        }
        let once = self.parser.unescape(quoted.as_bytes(), start)?;
        let inner = once.get(1..once.len() - 1).unwrap_or_default();
        let text = String::from_utf8(self.parser.unescape(inner, start)?.into());
        text.or_else(|_| self.fail(pair, "a string of a choice must be UTF-8"))
    }

    fn int(&mut self, pair: &Pair<'a, Rule>) -> Parse<i64> {
        pair.as_str().parse().or_else(|_| {
            let message =
                format!("expected an integer that fits 64 bits, found `{}`", clip(pair.as_str()));
            self.fail_near(pair, code::NUMBER, message, None)
        })
    }
}

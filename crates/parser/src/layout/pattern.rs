//! The attribute `#layout.pattern<...>`: conversion of grammar pairs to a [`GroupPattern`].
//!
//! The conditions of its ops are read like those of a choice. [`GroupPattern::new`] checks the graph.

use super::choice::{ChoiceReader, all, only, parts};
use super::grammar::{Rule, is_quoted};
use crate::state::{Parse, Parser};
use crate::text::clip;
use ir::attrs::{Attr, AttrKind, LayoutAttr};
use ir::diag::{code, nearest};
use ir::groups::{GroupPattern, OpSelector, PatternArg, PatternOp};
use ir::registry::OpKind;
use pest::iterators::Pair;

impl Parser<'_> {
    /// Reads `<(x, w) {y = convolution(x, w), "onnx.Relu"(y)}>`, after the name.
    pub(super) fn pattern(&mut self, start: usize) -> Parse<Attr> {
        let from = self.token_start();
        let expected =
            "the text of a pattern such as `<(x) {y = convolution(x, ...), \"onnx.Relu\"(y)}>`";
        let pair = self.rule(Rule::pattern, expected)?;
        let end = self.at;
        let is_quoted = is_quoted(&pair);
        let reader = ChoiceReader { parser: self, from, is_quoted };
        let pattern = PatternReader { reader, names: Vec::new() }.pattern(&pair)?;
        self.at = end;
        self.intern_attr(AttrKind::Layout(LayoutAttr::Pattern(Box::new(pattern))), start)
    }
}

/// The state of reading one pattern.
struct PatternReader<'p, 'a> {
    reader: ChoiceReader<'p, 'a>,
    /// The names that operands of ops can refer to.
    names: Vec<(String, PatternArg)>,
}

impl<'a> PatternReader<'_, 'a> {
    fn pattern(&mut self, pair: &Pair<'a, Rule>) -> Parse<GroupPattern> {
        let params = parts(pair, Rule::params).next().expect("a pattern has operands");
        let words: Vec<_> = parts(&params, Rule::word).collect();
        for (number, word) in words.iter().enumerate() {
            self.define(word, PatternArg::Param(number))?;
        }
        let texts: Vec<_> = parts(pair, Rule::pattern_op).collect();
        let mut ops = Vec::with_capacity(texts.len());
        for (number, text) in texts.iter().enumerate() {
            let is_last = number + 1 == texts.len();
            ops.push(self.op(text, number, is_last)?);
        }
        let params = words.iter().map(|word| word.as_str().to_owned()).collect();
        GroupPattern::new(params, ops).or_else(|fault| {
            let place = fault.op.and_then(|op| texts.get(op)).unwrap_or(pair);
            self.reader.fail_near(place, code::COUNT, fault.message, None)
        })
    }

    /// Adds a name of an operand of the group or of an op.
    fn define(&mut self, word: &Pair<'a, Rule>, arg: PatternArg) -> Parse<()> {
        let name = word.as_str();
        if name == "_" {
            return self.reader.fail(word, "`_` is any operand, and cannot be the name of one");
        }
        if self.names.iter().any(|(known, _)| known == name) {
            return self.reader.fail(word, format!("duplicate name `{}`", clip(name)));
        }
        self.names.push((name.to_owned(), arg));
        Ok(())
    }

    fn op(&mut self, pair: &Pair<'a, Rule>, number: usize, is_last: bool) -> Parse<PatternOp> {
        let selectors = all(parts(pair, Rule::selector).map(|it| self.selector(&only(&it))))?;
        let lists = parts(pair, Rule::ordered).chain(parts(pair, Rule::unordered)).next();
        let list = lists.expect("an op of a pattern has operands");
        let args: Vec<_> = parts(&list, Rule::pattern_arg).collect();
        let mut has_rest = false;
        let mut read = Vec::new();
        for arg in &args {
            if has_rest {
                return self.reader.fail(arg, "`...` must be the last operand");
            }
            match self.arg(arg)? {
                Some(arg) => read.push(arg),
                None => has_rest = true,
            }
        }
        let when = parts(pair, Rule::op_when)
            .flat_map(|when| parts(&when, Rule::condition).collect::<Vec<_>>());
        let when = all(when.map(|condition| self.reader.condition(&condition)))?;
        let name = self.bound(pair, number, is_last)?;
        let is_unordered = list.as_rule() == Rule::unordered;
        Ok(PatternOp { name, selectors, args: read, has_rest, is_unordered, when })
    }

    /// Reads the name of an op, which each op except the last has.
    fn bound(
        &mut self,
        pair: &Pair<'a, Rule>,
        number: usize,
        is_last: bool,
    ) -> Parse<Option<String>> {
        match parts(pair, Rule::bound).next().map(|bound| only(&bound)) {
            Some(word) if is_last => self
                .reader
                .fail(&word, "the last op of a pattern has the result, and must have no name"),
            Some(word) => {
                self.define(&word, PatternArg::Result { op: number, result: 0 })?;
                Ok(Some(word.as_str().to_owned()))
            }
            None if is_last => Ok(None),
            None => {
                let message = "an op of a pattern must have a name, as in `y = convolution(x, w)`, unless it is the last";
                self.reader.fail(pair, message)
            }
        }
    }

    fn selector(&mut self, pair: &Pair<'a, Rule>) -> Parse<OpSelector> {
        if pair.as_rule() == Rule::string {
            return self.reader.text(pair).map(OpSelector::Name);
        }
        let kind = pair.as_str();
        if OpKind::named(kind).is_some() {
            return Ok(OpSelector::Kind(kind.to_owned()));
        }
        let near = nearest(kind, OpKind::ALL.map(OpKind::name));
        let message = format!("unknown kind `{}`; the name of an op must be in quotes", clip(kind));
        self.reader.fail_near(pair, code::UNKNOWN_NAME, message, near)
    }

    /// Reads an operand; `None` for `...`.
    fn arg(&mut self, pair: &Pair<'a, Rule>) -> Parse<Option<PatternArg>> {
        let mut inner = pair.clone().into_inner();
        let word = inner.next().expect("an operand has a word");
        if word.as_rule() == Rule::more {
            return Ok(None);
        }
        let number = inner.next();
        let name = word.as_str();
        let found = match name {
            "_" => Some(PatternArg::Any),
            _ => self.names.iter().find(|(known, _)| known == name).map(|&(_, arg)| arg),
        };
        match (found, number) {
            (Some(arg), None) => Ok(Some(arg)),
            (Some(PatternArg::Result { op, .. }), Some(number)) => match number
                .as_str()
                .parse::<u8>()
            {
                Ok(result) => Ok(Some(PatternArg::Result { op, result: usize::from(result) })),
                Err(_) => self.reader.fail(&number, "the number of a result must be from 0 to 255"),
            },
            (Some(_), Some(number)) => self
                .reader
                .fail(&number, format!("`{}` is not an op, and has no results", clip(name))),
            (None, _) => {
                let near = nearest(name, self.names.iter().map(|(known, _)| known.as_str()));
                let near = near.map(str::to_owned);
                let message = format!(
                    "unknown operand `{}`: it is neither an operand of the group nor an earlier op",
                    clip(name)
                );
                self.reader.fail_near(&word, code::UNKNOWN_NAME, message, near.as_deref())
            }
        }
    }
}

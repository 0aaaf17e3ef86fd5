//! A reader of expressions over symbols, for the tests.

use layoutc_layout::{Relation, SymExpr, SymbolSet};

/// Reads an expression: integers, symbols, dims `d0`, `d1`, ..., `+ - * floordiv ceildiv mod` as MLIR binds them.
pub(super) fn expr(text: &str, symbols: &SymbolSet) -> SymExpr {
    let mut reader = Reader { words: words(text), at: 0, symbols };
    let found = reader.sum();
    assert_eq!(reader.at, reader.words.len(), "{text}");
    found
}

/// Reads a relation: two expressions with `<=`, `<`, `>=`, `>` or `==` between them.
pub(super) fn relation(text: &str, symbols: &SymbolSet) -> Relation {
    let sign = ["<=", ">=", "==", "<", ">"].into_iter().find(|sign| text.contains(sign)).unwrap();
    let (left, right) = text.split_once(sign).unwrap();
    Relation::comparison(sign, expr(left, symbols), expr(right, symbols)).unwrap()
}

fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut joins = false;
    for letter in text.chars() {
        let is_word = letter.is_ascii_alphanumeric() || letter == '_';
        match words.last_mut() {
            Some(last) if is_word && joins => last.push(letter),
            _ if letter.is_whitespace() => {}
            _ => words.push(letter.to_string()),
        }
        joins = is_word;
    }
    words
}

struct Reader<'a> {
    words: Vec<String>,
    at: usize,
    symbols: &'a SymbolSet,
}

impl Reader<'_> {
    fn next(&mut self, of: &[&str]) -> Option<String> {
        let word = self.words.get(self.at).filter(|word| of.contains(&word.as_str())).cloned();
        self.at += usize::from(word.is_some());
        word
    }

    fn sum(&mut self) -> SymExpr {
        let mut left = self.term();
        while let Some(sign) = self.next(&["+", "-"]) {
            left = SymExpr::operation(&sign, left, self.term()).unwrap();
        }
        left
    }

    fn term(&mut self) -> SymExpr {
        let mut left = self.factor();
        while let Some(sign) = self.next(&["*", "floordiv", "ceildiv", "mod"]) {
            left = SymExpr::operation(&sign, left, self.factor()).unwrap();
        }
        left
    }

    fn factor(&mut self) -> SymExpr {
        if self.next(&["-"]).is_some() {
            return self.factor().negated().unwrap();
        }
        if self.next(&["("]).is_some() {
            let inner = self.sum();
            assert!(self.next(&[")"]).is_some());
            return inner;
        }
        let word = self.words[self.at].clone();
        self.at += 1;
        if let Ok(value) = word.parse() {
            return SymExpr::constant(value);
        }
        if let Some(number) = self.symbols.index_of(&word) {
            return SymExpr::symbol(number);
        }
        SymExpr::dim(word.strip_prefix('d').unwrap().parse().unwrap())
    }
}

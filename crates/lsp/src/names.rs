//! Definitions and uses of names, found from tokens, so that they exist next to syntax errors.
//!
//! A name of a value or a block is visible in the region of its definition, and in regions inside it. A definition with
//! the same name replaces an earlier one: the arguments of each function are definitions in the region around it.
//! Symbols and aliases are visible everywhere.

use crate::tokens::{TextToken, TokenKind};
use rustc_hash::FxHashMap;

/// The definitions and uses of the names of a text.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// The name tokens, in order.
    occurrences: Vec<NameOccurrence>,
    /// The regions in the order of their braces.
    regions: Vec<NamedRegion>,
}

/// The bytes of a region, and the symbol of its function.
#[derive(Clone, Copy, Debug)]
struct NamedRegion {
    start: usize,
    end: usize,
    function: Option<usize>,
}

/// A place where a name occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NameOccurrence {
    /// The token.
    pub(crate) token: TextToken,
    /// The number of the definition of the name, which is the number of an occurrence; `None` if it has none.
    pub(crate) definition: Option<usize>,
    /// The number of the symbol in whose region the occurrence is; `None` outside of all functions.
    pub(crate) function: Option<usize>,
}

impl NameOccurrence {
    /// Returns `true` if the name is visible in the whole text.
    pub(crate) fn is_global(&self) -> bool {
        matches!(self.token.kind, TokenKind::Symbol | TokenKind::Alias)
    }
}

/// A region, between braces.
struct NameScope {
    parent: usize,
    /// The last definition of each name so far.
    defined: FxHashMap<String, usize>,
    region: NamedRegion,
    /// The last symbol that is defined in the region itself. Braces after it may be those of its region.
    symbol: Option<usize>,
}

impl NameScope {
    fn new(parent: usize, region: NamedRegion) -> NameScope {
        NameScope { parent, defined: FxHashMap::default(), region, symbol: None }
    }
}

impl Names {
    /// Returns the names of a text, from its tokens.
    pub(crate) fn new(text: &str, tokens: &[TextToken]) -> Names {
        let tokens: Vec<TextToken> =
            tokens.iter().copied().filter(|token| token.kind != TokenKind::Comment).collect();
        let mut finder = NameFinder::new(text, &tokens);
        for at in 0..tokens.len() {
            finder.visit(at);
        }
        finder.finish()
    }

    /// Returns the number of the occurrence that contains a byte, or ends there.
    pub(crate) fn at(&self, byte: usize) -> Option<usize> {
        let next = self.occurrences.partition_point(|it| it.token.start <= byte);
        let at = next.checked_sub(1)?;
        (byte <= self.occurrences[at].token.end).then_some(at)
    }

    /// Returns the symbol of the function whose region contains a byte, as the number of an occurrence.
    pub(crate) fn function_at(&self, byte: usize) -> Option<usize> {
        let around = self.regions.iter().rev().find(|it| it.start < byte && byte <= it.end);
        around?.function
    }

    /// Returns an occurrence.
    pub(crate) fn occurrence(&self, number: usize) -> NameOccurrence {
        self.occurrences[number]
    }

    /// Returns the token that defines the name of an occurrence.
    pub(crate) fn definition(&self, number: usize) -> Option<TextToken> {
        Some(self.occurrences[self.occurrences[number].definition?].token)
    }

    /// Returns the tokens with the same definition as an occurrence, in order; none without a definition.
    pub(crate) fn references(&self, number: usize) -> impl Iterator<Item = &NameOccurrence> {
        let wanted = self.occurrences[number].definition;
        self.occurrences.iter().filter(move |it| wanted.is_some() && it.definition == wanted)
    }

    /// Returns the occurrences, in order.
    pub(crate) fn all(&self) -> &[NameOccurrence] {
        &self.occurrences
    }

    /// Returns the definitions, in order.
    pub(crate) fn definitions(&self) -> impl Iterator<Item = NameOccurrence> {
        let numbered = self.occurrences.iter().enumerate();
        numbered.filter(|(at, it)| it.definition == Some(*at)).map(|(_, it)| *it)
    }
}

/// The state of the search for names.
struct NameFinder<'t> {
    text: &'t str,
    tokens: &'t [TextToken],
    occurrences: Vec<NameOccurrence>,
    /// The scope of each occurrence, for uses before their definition.
    scopes_of: Vec<usize>,
    scopes: Vec<NameScope>,
    scope: usize,
    /// The tokens between parentheses that follow a symbol or a block and hold `%x: type`.
    arguments_end: usize,
}

impl<'t> NameFinder<'t> {
    fn new(text: &'t str, tokens: &'t [TextToken]) -> NameFinder<'t> {
        let region = NamedRegion { start: 0, end: text.len(), function: None };
        let scopes = vec![NameScope::new(0, region)];
        let occurrences = Vec::new();
        let scopes_of = Vec::new();
        let scope = 0;
        let arguments_end = 0;
        NameFinder { text, tokens, occurrences, scopes_of, scopes, scope, arguments_end }
    }

    fn visit(&mut self, at: usize) {
        let token = self.tokens[at];
        match token.kind {
            TokenKind::Sign(b'{') => {
                let function = self.function();
                let region = NamedRegion { start: token.start, end: self.text.len(), function };
                self.scopes.push(NameScope::new(self.scope, region));
                self.scope = self.scopes.len() - 1;
            }
            TokenKind::Sign(b'}') if self.scope > 0 => {
                self.scopes[self.scope].region.end = token.start;
                self.scope = self.scopes[self.scope].parent;
            }
            TokenKind::Value | TokenKind::Block | TokenKind::Symbol | TokenKind::Alias => {
                self.name(at);
            }
            _ => {}
        }
    }

    /// Adds the occurrence of a name.
    fn name(&mut self, at: usize) {
        let token = self.tokens[at];
        let name = token.text(self.text);
        let number = self.occurrences.len();
        let is_definition = self.is_definition(at);
        let is_global = matches!(token.kind, TokenKind::Symbol | TokenKind::Alias);
        let scope = if is_global { 0 } else { self.scope };
        let definition = if is_definition {
            self.scopes[scope].defined.insert(name.to_owned(), number);
            Some(number)
        } else {
            self.find(name, scope)
        };
        if token.kind == TokenKind::Symbol && is_definition {
            self.scopes[self.scope].symbol = Some(number);
        }
        let starts_arguments = token.kind == TokenKind::Block || is_definition && is_global;
        if starts_arguments && self.sign(at + 1) == Some(b'(') {
            self.arguments_end = self.closing(at + 1);
        }
        let function = self.function();
        self.occurrences.push(NameOccurrence { token, definition, function });
        self.scopes_of.push(scope);
    }

    /// Returns the symbol of the op that is read, or of the one around it.
    fn function(&self) -> Option<usize> {
        let scope = &self.scopes[self.scope];
        scope.symbol.or(scope.region.function)
    }

    fn find(&self, name: &str, mut scope: usize) -> Option<usize> {
        loop {
            if let Some(&found) = self.scopes[scope].defined.get(name) {
                return Some(found);
            }
            if scope == 0 {
                return None;
            }
            scope = self.scopes[scope].parent;
        }
    }

    /// Returns `true` if the name at a token is defined there.
    fn is_definition(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map(|at| self.tokens[at]);
        match self.tokens[at].kind {
            // `^bb0:`, `^bb0(...):`, at the start of a line.
            TokenKind::Block => match self.sign(at + 1) {
                Some(b':') => true,
                Some(b'(') => self.sign(self.closing(at + 1) + 1) == Some(b':'),
                _ => false,
            },
            TokenKind::Alias => self.sign(at + 1) == Some(b'='),
            // `layout.tensor @x`, `func.func private @f`, `sym_name = "x"` has no symbol.
            TokenKind::Symbol => before.is_some_and(|before| self.is_op(before)),
            TokenKind::Value => {
                at < self.arguments_end && self.sign(at + 1) == Some(b':') || self.is_result(at)
            }
            _ => false,
        }
    }

    /// Returns `true` if a symbol after this word is defined by the op of that name.
    fn is_op(&self, before: TextToken) -> bool {
        let word = before.text(self.text);
        before.kind == TokenKind::Word
            && (matches!(word, "private" | "public" | "nested" | "module")
                || word.contains('.') && !word.ends_with(".call") && !word.ends_with(".constant"))
    }

    /// Returns `true` if a value is in a list before `=`: `%a = `, `%a:2 = `, `%a, %b = `, `(%i, %j) = `.
    fn is_result(&self, mut at: usize) -> bool {
        loop {
            at += 1;
            if self.sign(at) == Some(b':') && self.kind(at + 1) == Some(TokenKind::Number) {
                at += 2;
            }
            match self.sign(at) {
                Some(b'=') => return self.sign(at + 1) != Some(b'='),
                Some(b')') => return self.sign(at + 1) == Some(b'='),
                Some(b',') if self.kind(at + 1) == Some(TokenKind::Value) => at += 1,
                _ => return false,
            }
        }
    }

    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    fn sign(&self, at: usize) -> Option<u8> {
        match self.kind(at)? {
            TokenKind::Sign(sign) => Some(sign),
            _ => None,
        }
    }

    /// Returns the token that closes the parenthesis at a token, or the last token.
    fn closing(&self, open: usize) -> usize {
        let mut depth = 0;
        for at in open..self.tokens.len() {
            match self.sign(at) {
                Some(b'(') => depth += 1,
                Some(b')') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return at;
            }
        }
        self.tokens.len().saturating_sub(1)
    }

    /// Connects uses with later definitions.
    fn finish(mut self) -> Names {
        for number in 0..self.occurrences.len() {
            if self.occurrences[number].definition.is_none() {
                let name = self.occurrences[number].token.text(self.text);
                let definition = self.find(name, self.scopes_of[number]);
                let function = self.occurrences[number].function;
                // The arguments of a later function are not visible here.
                self.occurrences[number].definition = definition.filter(|&found| {
                    let it = self.occurrences[found];
                    it.is_global() || it.function == function
                });
            }
        }
        let regions = self.scopes[1..].iter().map(|it| it.region).collect();
        Names { occurrences: self.occurrences, regions }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::tokens;
    use expect_test::{Expect, expect};

    /// Prints each name as `name@line`, with the line of its definition.
    fn check(text: &str, expect: Expect) {
        let names = Names::new(text, &tokens(text));
        let line = |token: TextToken| text[..token.start].matches('\n').count() + 1;
        let shown = names.occurrences.iter().enumerate().map(|(number, it)| {
            let definition = names.definition(number).map(|token| line(token).to_string());
            let definition = definition.unwrap_or_else(|| "?".to_owned());
            format!("{}:{} -> {definition}\n", it.token.text(text), line(it.token))
        });
        expect.assert_eq(&shown.collect::<String>());
    }

    #[test]
    fn values_are_found_in_their_function() {
        let text = "func.func @f(%x: i32) -> i32 {\n  %y = \"a.b\"(%x) : (i32) -> i32\n  return %y : i32\n}\n\
                    func.func @g(%x: i32) {\n  %a:2 = call @f(%x, %z) : (i32) -> i32\n  use %a#1, %y\n}\n";
        check(
            text,
            expect![[r#"
            @f:1 -> 1
            %x:1 -> 1
            %y:2 -> 2
            %x:2 -> 1
            %y:3 -> 2
            @g:5 -> 5
            %x:5 -> 5
            %a:6 -> 6
            @f:6 -> 1
            %x:6 -> 5
            %z:6 -> ?
            %a:7 -> 6
            %y:7 -> ?
        "#]],
        );
    }

    #[test]
    fn blocks_and_forward_uses_are_found() {
        let text = "\"f\"() ({\n^bb0(%a: i32):\n  \"br\"(%b)[^bb1] : (i32) -> ()\n^bb1:\n  %b = \"x\"(%a) : (i32) -> i32\n}) : () -> ()\n\
                    #m = affine_map<(d0) -> (d0)>\nlayout.tensor @t : tensor<4xf32, #m>\nlayout.address @a of @t\n";
        check(
            text,
            expect![[r#"
            ^bb0:2 -> 2
            %a:2 -> 2
            %b:3 -> 5
            ^bb1:3 -> 4
            ^bb1:4 -> 4
            %b:5 -> 5
            %a:5 -> 2
            #m:7 -> 7
            @t:8 -> 8
            #m:8 -> 7
            @a:9 -> 9
            @t:9 -> 8
        "#]],
        );
    }

    #[test]
    fn names_of_broken_text_are_found() {
        check(
            "func.func @f(%x: i32 {\n %y = (\n use %x, %y }}} %x\n",
            expect![[r#"
            @f:1 -> 1
            %x:1 -> 1
            %y:2 -> 2
            %x:3 -> 1
            %y:3 -> 2
            %x:3 -> 1
        "#]],
        );
    }
}

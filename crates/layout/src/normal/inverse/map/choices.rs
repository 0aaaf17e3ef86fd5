//! Combinations of choices: one alternative of each choice that an inverse has to make.

/// The maximum number of candidates of an inverse.
pub(super) const MAX_CANDIDATES: i64 = crate::limits::INVERSE_CANDIDATES as i64;

/// One combination of choices. The number of alternatives of a choice is known when it is made. It must not depend on
/// earlier choices.
#[derive(Clone, Debug, Default)]
pub(in crate::normal) struct Choices {
    /// The number of alternatives of each choice, and the alternative of this combination.
    choices: Vec<(i64, i64)>,
    /// The number of choices made so far.
    made: usize,
}

impl Choices {
    /// Makes a choice among this many alternatives. `None` if there are more than [`MAX_CANDIDATES`] combinations.
    pub(super) fn choose(&mut self, alternatives: i64) -> Option<i64> {
        if alternatives == 1 {
            return Some(0);
        }
        if self.made == self.choices.len() {
            self.choices.push((alternatives, 0));
            let counts = self.choices.iter().map(|&(count, _)| count);
            let product = counts.fold(1, i64::saturating_mul);
            if product > MAX_CANDIDATES {
                return None;
            }
        }
        let chosen = self.choices[self.made].1;
        self.made += 1;
        Some(chosen)
    }

    /// Returns the next combination; `None` after the last one.
    pub(super) fn next(mut self) -> Option<Choices> {
        self.made = 0;
        for (count, chosen) in self.choices.iter_mut().rev() {
            *chosen += 1;
            if chosen < count {
                return Some(self);
            }
            *chosen = 0;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_enumerated_in_order() {
        let mut found = Vec::new();
        let mut choices = Some(Choices::default());
        while let Some(mut these) = choices {
            found.push([2, 1, 3].map(|count| these.choose(count).unwrap()));
            choices = these.next();
        }
        assert_eq!(found, [[0, 0, 0], [0, 0, 1], [0, 0, 2], [1, 0, 0], [1, 0, 1], [1, 0, 2]]);
        assert_eq!(Choices::default().choose(MAX_CANDIDATES + 1), None);
        let mut many = Choices::default();
        assert_eq!([8, 8, 2].map(|count| many.choose(count)), [Some(0), Some(0), None]);
    }
}

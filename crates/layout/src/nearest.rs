//! Suggestions for misspelled names.

/// Returns the candidate nearest to `name`; `None` if none is near enough to be a typing error.
///
/// A candidate is near if its edit distance is at most 1 for names shorter than four characters, else at most 2. Names
/// that differ only in case have distance 0. The first of equally near candidates is returned.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_within(name, candidates, if name.chars().count() < 4 { 1 } else { 2 })
}

/// Returns the candidate nearest to `name` whose edit distance is at most `limit`; `None` if there is none.
pub fn nearest_within<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    limit: usize,
) -> Option<&'a str> {
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        // A long text is not a typing error, and the edit distance takes quadratic time.
        if candidate == name || candidate.len().abs_diff(name.len()) > 2 * limit || name.len() > 256
        {
            continue;
        }
        let distance = match candidate.eq_ignore_ascii_case(name) {
            true => 0,
            false => edit_distance(name, candidate),
        };
        if distance <= limit && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Returns the Levenshtein distance with neighboring swaps counted once (optimal string alignment).
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let substitute = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = substitute.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_returns_only_near_names() {
        assert_eq!(nearest("compct", ["aligned", "compact"]), Some("compact"));
        assert_eq!(nearest("NHCW", ["NHWC", "NCDHW"]), Some("NHWC"));
        assert_eq!(nearest("nhwc", ["NHW", "NHWC"]), Some("NHWC"));
        assert_eq!(nearest("x", ["yz"]), None);
        assert_eq!(nearest("entirely", ["different"]), None);
    }
}

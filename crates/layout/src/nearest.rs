//! Suggestions for misspelled names.

use crate::messages::joined;
use strsim::osa_distance;

/// Returns the candidate nearest to `name`; `None` if none is near enough to be a typing error.
///
/// A candidate is near if its edit distance (optimal string alignment: a swap of neighbors counts once) is at most 1 for
/// names shorter than four characters, else at most 2. Names that differ only in case have distance 0. The first of
/// equally near candidates is returned.
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
            false => osa_distance(name, candidate),
        };
        if distance <= limit && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Returns the remedy for an unknown name of a kind, in the plural: the nearest known name, or all of them.
pub fn near_or_all<'a>(
    kinds: &str,
    name: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> String {
    match nearest(name, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the {kinds} are {}", joined(known, ", ")),
    }
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

//! The words that the text of the repository avoids, each with the words of the field that replace it.

use crate::words::passage::{Kind, Passage};
use regex::Regex;
use std::iter::repeat;
use std::sync::LazyLock;

/// Words with the same replacement.
struct Rule {
    /// The words, as a regular expression. Case is ignored.
    words: &'static str,
    /// The uses with a proper technical meaning, as a regular expression that includes the words; empty if there are
    /// none.
    allowed: &'static str,
    /// The words to use.
    instead: &'static str,
}

const fn rule(words: &'static str, allowed: &'static str, instead: &'static str) -> Rule {
    Rule { words, allowed, instead }
}

/// The words that no sentence about layouts needs. A use fails the test. A blank matches a line break, too.
const REJECTED: &[Rule] = &[
    // Programs and documents.
    rule("tells?|told|telling", "", "reports, prints, returns, describes"),
    rule("(?:speaks?|spoke|spoken|speaking) of", "", "describes, mentions"),
    rule("hand(?:s|ed|ing)? (?:it |them )?on", "", "passes, forwards"),
    rule("makes? (?:a )?truth", "", "yields a boolean"),
    // Equality, aliasing and constraints.
    rule("must stay so|stays? so", "", "must be equal"),
    rule("what reads", "", "alias, subview"),
    rule("what is asked", "", "requirement, assumption"),
    rule("hold together", "", "are satisfiable together"),
    // Invalid and unknown.
    rule("untold|means? nothing", "", "unknown, unspecified, opaque"),
    rule("(?:hangs?|hung|hanging) on", "", "depends on"),
    rule("nothing at all|anything at all", "", "none; `None` if"),
    // Persons.
    rule(
        "whoever|whom|nobody|somebody|someone|anybody|anyone|everybody|everyone",
        "",
        "producer, consumer, user, caller, embedder",
    ),
    // Sets, forms and actions.
    rule("at heart|heart of", "", "representative, canonical form, normal form"),
    rule("each with each", "", "the Cartesian product"),
    rule("seats?", "", "dim, element slot"),
    rule("least cost there is", "", "optimal"),
    rule("becomes of|is known of", "", "a noun phrase with its subject"),
];

/// The words for which the field mostly has a better one. A use is only reported, because a sentence can need it: a
/// specification says, a rounding ties, a face of a cube.
const REPORTED: &[Rule] = &[
    // Programs and documents.
    rule("says?|said|saying", "", "states, reports, specifies"),
    rule("asks?|asked|asking", "", "requires, queries, calls, requests"),
    rule("right is", "the right is", "help: use"),
    // Values.
    rule("gives?|gave|giving", "", "defines, returns, has, produces"),
    rule("takes?|took|taking", TAKES, "has, accepts, reads, uses"),
    rule(
        r"makes? (?:an?|the|its|one|two|new) (?:\w+ )?(?:truth|values?|results?|tensors?|operands?)",
        "",
        "defines, computes",
    ),
    // Equality and aliasing.
    rule("ties?|tied", TIES, "requires equality, must be equal"),
    rule("lies?|lay|lying", "", "is, is stored, starts at, may alias"),
    // Constraints.
    rule("demand(?:s|ed|ing)?", "", "requirement, constraint, limit"),
    rule("wish(?:es|ed)?|wants?|wanted|wanting", "", "requires; requirement, constraint"),
    rule("repairs?|repaired", "", "minimal correction set"),
    rule("(?:minimal|least|smallest) cores?", "", "unsatisfiable core"),
    // Invalid and unknown.
    rule("stands?|stood|standing", "standing for", "is, appears, is allowed"),
    rule("nowhere else|beside", "", "only; next to, is incompatible with"),
    rule(
        "(?:is|are|be) no|there (?:is|are) not",
        r"\bthere (?:is|are) no|(?:is|are) (?:no (?:more|less|longer)|not an?)",
        "is not a; invalid, unsupported, unknown",
    ),
    // Persons.
    rule("who", "", "producer, consumer, user, caller, embedder"),
    // Sets and forms.
    rule("faces?", "", "representative, canonical form, normal form"),
    rule(
        r"runs? of|(?:longer|longest|maximal|contiguous|consecutive) runs?",
        r"runs? of (?:(?:an?|the|this|one) )?(?:pass|program|test|tool|layoutc|`)\w*",
        "interval, range, arithmetic progression",
    ),
    rule("spreads?|spreading", "", "image, preimage, inverse"),
    rule(
        r"raises?|raised",
        r"rais\w+ (?:an?|the) (?:lower bound|unknown|strides?|cost)",
        "preimage",
    ),
    rule("(?:one|two|same|many|several) places? (?:of|in) memory", "", "element slot, offset"),
    // Actions.
    rule("brings?|brought|bringing", "", "lowers, legalizes, canonicalizes, hoists"),
    rule("in (?:its|their) place", "", "materializes, replaces"),
    rule(
        "(?:is|are) so|promised",
        "(?:is|are) so (?:small|large|long|few|many)",
        "a noun phrase with its subject",
    ),
    rule(
        "at all",
        r"(?:nothing|anything) at all|at all (?:\w+ ){0,2}(?:indices|corners|of them)",
        "no words",
    ),
];

/// The costs in time and memory, and the idioms.
const TAKES: &str = r"tak\w+ (?:(?:\S+ ){0,5}(?:time|bytes?|bits?|memory|minutes)|(?:few )?steps|part|precedence|long)";

/// The ties of rounding and of comparisons.
const TIES: &str = "ties to (?:even|away)|ties? of (?:the )?(?:two |decimal )?\
                    (?:values|printing)|ties (?:broken|go)|tie-breaking|near a tie|\
                    with ties";

/// The first words of a comment that refer to a subject outside of it. The first word of a sentence in the middle of
/// a comment can refer to the sentence before.
const STARTS: &str = r"^(?:What|Who|Whoever|Nothing|None yet|That|It|They)\b";

/// The first words of the name of a test that lacks its subject.
const STARTS_OF_NAMES: &str = r"^(?:what|who|whoever|nothing|none yet|that|it|they|its|their)\b";

/// The compiled expressions of a rule.
struct Compiled {
    words: Regex,
    allowed: Option<Regex>,
    instead: &'static str,
    is_rejected: bool,
}

struct Rules {
    /// All words. Most passages have none of them.
    any: Regex,
    each: Vec<Compiled>,
    starts: Regex,
    starts_of_names: Regex,
}

fn compile(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the expression of whole words in any case. A blank matches any white space.
fn whole_words(pattern: &str) -> String {
    let blank = r"[ \t]*(?:\n[ \t]*)?[ \t\n]";
    format!(r"(?i)(?-u:\b)(?:{})(?-u:\b)", pattern.replace(' ', blank))
}

static COMPILED: LazyLock<Rules> = LazyLock::new(|| {
    let rules = REJECTED.iter().zip(repeat(true)).chain(REPORTED.iter().zip(repeat(false)));
    let each = rules.map(|(rule, is_rejected)| Compiled {
        words: compile(&whole_words(rule.words)),
        allowed: (!rule.allowed.is_empty()).then(|| compile(&whole_words(rule.allowed))),
        instead: rule.instead,
        is_rejected,
    });
    let all: Vec<&str> = REJECTED.iter().chain(REPORTED).map(|rule| rule.words).collect();
    Rules {
        any: compile(&whole_words(&all.join("|"))),
        each: each.collect(),
        starts: compile(STARTS),
        starts_of_names: compile(STARTS_OF_NAMES),
    }
});

/// A use of a word, by its offset in the text of a passage.
pub(crate) struct Found {
    pub(crate) offset: usize,
    pub(crate) words: String,
    pub(crate) instead: &'static str,
    /// `true` if no sentence needs the words, so that a use fails the test.
    pub(crate) is_rejected: bool,
}

/// Returns the words of a passage that the rules replace, by their offsets.
pub(crate) fn find(passage: &Passage) -> Vec<Found> {
    let rules = &*COMPILED;
    let mut found = Vec::new();
    let start = match passage.kind {
        Kind::Comment => rules.starts.find(&passage.text),
        Kind::Name => rules.starts_of_names.find(&passage.text),
        Kind::Literal | Kind::Document => None,
    };
    found.extend(start.map(|start| Found {
        offset: 0,
        words: format!("starts with `{}`", start.as_str()),
        instead: "the subject itself",
        is_rejected: false,
    }));
    if rules.any.is_match(&passage.text) {
        found.extend(rules.each.iter().flat_map(|rule| uses(rule, &passage.text)));
    }
    found.sort_by_key(|found| found.offset);
    found
}

fn uses<'a>(rule: &'a Compiled, text: &'a str) -> impl Iterator<Item = Found> {
    let allowed: Vec<_> = rule.allowed.iter().flat_map(|allowed| allowed.find_iter(text)).collect();
    let found = rule.words.find_iter(text).filter(move |found| {
        !allowed.iter().any(|range| range.start() < found.end() && found.start() < range.end())
    });
    found.map(|found| Found {
        offset: found.start(),
        words: format!("`{}`", found.as_str().split_whitespace().collect::<Vec<_>>().join(" ")),
        instead: rule.instead,
        is_rejected: rule.is_rejected,
    })
}

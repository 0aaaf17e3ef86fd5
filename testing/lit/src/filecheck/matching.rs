//! The order of matches: labels split the input, then each block is matched in turn.

use crate::filecheck::directive::{self, CheckDirective, DirectiveKind};
use crate::filecheck::failure::CheckFailure;
use crate::filecheck::options::{CheckOptions, is_variable};
use crate::filecheck::pattern::{CheckPattern, Match, Variables};
use crate::filecheck::report::MismatchReport;
use crate::filecheck::rule::{CheckRule, eof_rule, implicit_rules};

/// A positive rule, and the `DAG` and `NOT` rules before it.
struct CheckStep {
    rule: CheckRule,
    before: Vec<CheckRule>,
}

/// All steps of a check file.
pub(crate) struct CheckPlan<'a> {
    name: &'a str,
    options: &'a CheckOptions,
    steps: Vec<CheckStep>,
}

/// A part of the input.
#[derive(Clone, Copy)]
struct InputRange {
    start: usize,
    end: usize,
}

impl<'a> CheckPlan<'a> {
    /// Parses a canonical check text. Reports all its errors together.
    pub(crate) fn new(
        check: &[u8],
        name: &'a str,
        options: &'a CheckOptions,
    ) -> Result<CheckPlan<'a>, CheckFailure> {
        let (directives, mut faults) = directive::scan(check, options);
        faults.extend(unused_prefixes(&directives, options).into_iter().map(|fault| (0, fault)));
        let implicit = implicit_rules(options, &mut faults);
        let mut plan = CheckPlan { name, options, steps: Vec::new() };
        let mut before = implicit.clone();
        for directive in directives {
            match CheckPattern::new(&directive, options) {
                Ok(pattern) => {
                    plan.add(CheckRule { directive, pattern }, &mut before, &implicit, &mut faults)
                }
                Err(fault) => {
                    faults.push((directive.line, format!("`{}`: {fault}", directive.spelling)))
                }
            }
        }
        if !before.is_empty() {
            plan.steps.push(CheckStep { rule: eof_rule(), before });
        }
        if faults.is_empty() { Ok(plan) } else { Err(plan.malformed(faults)) }
    }

    fn add(
        &mut self,
        rule: CheckRule,
        before: &mut Vec<CheckRule>,
        implicit: &[CheckRule],
        faults: &mut Vec<(usize, String)>,
    ) {
        let CheckDirective { kind, line, ref spelling, .. } = rule.directive;
        if matches!(kind, DirectiveKind::Next | DirectiveKind::Same | DirectiveKind::Empty)
            && self.steps.is_empty()
        {
            faults.push((line, format!("`{spelling}` must follow another directive")));
        }
        match kind {
            DirectiveKind::Dag | DirectiveKind::Not => before.push(rule),
            _ => {
                let before = std::mem::replace(before, implicit.to_vec());
                self.steps.push(CheckStep { rule, before });
            }
        }
    }

    fn malformed(&self, mut faults: Vec<(usize, String)>) -> CheckFailure {
        faults.sort_by_key(|(line, _)| *line);
        let show = |(line, fault): (usize, String)| match line {
            0 => format!("{}: error: {fault}\n", self.name),
            _ => format!("{}:{line}: error: {fault}\n", self.name),
        };
        CheckFailure::malformed(faults.into_iter().map(show).collect())
    }

    /// Matches all steps against a canonical input.
    pub(crate) fn run(&self, check: &[u8], input: &[u8]) -> Result<(), CheckFailure> {
        let report = MismatchReport { name: self.name, check, input };
        let mut state =
            State { report, variables: self.options.defines.iter().map(define).collect() };
        let mut rest = InputRange { start: 0, end: input.len() };
        let mut first = 0;
        for (index, step) in self.steps.iter().enumerate() {
            if step.rule.directive.kind != DirectiveKind::Label {
                continue;
            }
            let found = state.positive(&step.rule, rest)?;
            state.block(
                &self.steps[first..=index],
                InputRange { start: rest.start, end: found.end },
            )?;
            rest.start = found.end;
            first = index + 1;
            if self.options.enable_var_scope {
                state.variables.retain(|name, _| name.starts_with('$'));
            }
        }
        state.block(&self.steps[first..], rest)
    }
}

fn define((name, text): &(String, String)) -> (String, Vec<u8>) {
    debug_assert!(is_variable(name), "the command line was checked");
    (name.clone(), text.clone().into_bytes())
}

/// Returns the prefixes of the stage that do not occur. With implicit checks, the default prefix `CHECK` is optional.
fn unused_prefixes(directives: &[CheckDirective], options: &CheckOptions) -> Vec<String> {
    if options.prefixes.is_empty() && !options.implicit_check_not.is_empty() {
        return Vec::new();
    }
    let unused = |prefix: &String| !directives.iter().any(|directive| directive.prefix == *prefix);
    let show = |prefix: String| format!("no directive with the prefix `{prefix}`");
    options.active_prefixes().into_iter().filter(unused).map(show).collect()
}

/// The state of one execution over an input.
struct State<'a> {
    report: MismatchReport<'a>,
    variables: Variables,
}

impl State<'_> {
    /// Matches the steps up to a label, within the input up to that label.
    fn block(&mut self, steps: &[CheckStep], mut region: InputRange) -> Result<(), CheckFailure> {
        for step in steps {
            region.start = self.step(step, region)?;
        }
        Ok(())
    }

    /// Matches one step. Returns the end of its match.
    fn step(&mut self, step: &CheckStep, region: InputRange) -> Result<usize, CheckFailure> {
        let (after_dags, nots) = self.dags(&step.before, region)?;
        let found = self.positive(&step.rule, InputRange { start: after_dags, ..region })?;
        self.line_rule(&step.rule, after_dags, found)?;
        self.nots(&nots, InputRange { start: after_dags, end: found.start })?;
        Ok(found.end)
    }

    /// Matches a positive rule, with all its repetitions.
    fn positive(&mut self, rule: &CheckRule, region: InputRange) -> Result<Match, CheckFailure> {
        if rule.directive.kind == DirectiveKind::Eof {
            return Ok(Match { start: region.end, end: region.end });
        }
        let mut start = None;
        let mut end = region.start;
        for round in 1..=rule.directive.count {
            let found = self.must_find(rule, InputRange { start: end, ..region }, round)?;
            start.get_or_insert(found.start);
            end = found.end;
        }
        Ok(Match { start: start.unwrap_or(end), end })
    }

    fn must_find(
        &mut self,
        rule: &CheckRule,
        region: InputRange,
        round: u32,
    ) -> Result<Match, CheckFailure> {
        let from = region.start;
        self.find(rule, region)?
            .ok_or_else(|| self.report.not_found(rule, from, region.end, round, &self.variables))
    }

    fn find(
        &mut self,
        rule: &CheckRule,
        region: InputRange,
    ) -> Result<Option<Match>, CheckFailure> {
        let text = &self.report.input[region.start..region.end];
        let found = rule.pattern.find(text, &mut self.variables);
        let found = found.map_err(|fault| self.report.unusable(rule, &fault))?;
        Ok(found.map(|found| Match {
            start: found.start + region.start,
            end: found.end + region.start,
        }))
    }

    /// Checks the number of line ends between the last match and this one: one for `NEXT` and `EMPTY`, none for `SAME`.
    fn line_rule(&self, rule: &CheckRule, from: usize, found: Match) -> Result<(), CheckFailure> {
        let line_ends = count_line_ends(&self.report.input[from..found.start]);
        let fits = match rule.directive.kind {
            DirectiveKind::Next | DirectiveKind::Empty => line_ends == 1,
            DirectiveKind::Same => line_ends == 0,
            _ => true,
        };
        if fits { Ok(()) } else { Err(self.report.wrong_line(rule, from, found.start)) }
    }

    fn nots(&mut self, nots: &[&CheckRule], region: InputRange) -> Result<(), CheckFailure> {
        for rule in nots {
            if let Some(found) = self.find(rule, region)? {
                return Err(self.report.excluded(rule, region.start, found.start));
            }
        }
        Ok(())
    }

    /// Matches groups of `DAG` rules, with the `NOT` rules between them. Returns the end of the last group, and the
    /// `NOT` rules after it.
    fn dags<'r>(
        &mut self,
        rules: &'r [CheckRule],
        region: InputRange,
    ) -> Result<(usize, Vec<&'r CheckRule>), CheckFailure> {
        let mut start = region.start;
        let mut nots = Vec::new();
        for group in rules.chunk_by(|a, b| a.directive.kind == b.directive.kind) {
            if group[0].directive.kind == DirectiveKind::Not {
                nots.extend(group);
                continue;
            }
            let taken = self.dag_group(group, InputRange { start, ..region })?;
            let (Some(first), Some(last)) = (taken.first(), taken.last()) else { continue };
            self.nots(&nots, InputRange { start, end: first.start })?;
            nots.clear();
            start = last.end;
        }
        Ok((start, nots))
    }

    /// Returns the disjoint matches of a group, in the order of the input.
    fn dag_group(
        &mut self,
        group: &[CheckRule],
        region: InputRange,
    ) -> Result<Vec<Match>, CheckFailure> {
        let mut taken: Vec<Match> = Vec::new();
        for rule in group {
            let mut from = region.start;
            // The position in `taken` never decreases, because a later search starts after an earlier match.
            let mut place = 0;
            loop {
                let found = self.must_find(rule, InputRange { start: from, ..region }, 1)?;
                place += taken[place..].iter().take_while(|old| found.start >= old.end).count();
                match taken.get(place) {
                    Some(old) if old.start < found.end => from = old.end,
                    _ => {
                        taken.insert(place, found);
                        break;
                    }
                }
                place += 1;
            }
        }
        Ok(taken)
    }
}

/// Counts the line ends in a text. A pair of CR and LF in either order is one line end.
fn count_line_ends(text: &[u8]) -> usize {
    let mut count = 0;
    let mut at = 0;
    while at < text.len() {
        let pair = matches!(text[at..], [b'\n', b'\r', ..] | [b'\r', b'\n', ..]);
        count += usize::from(matches!(text[at], b'\n' | b'\r'));
        at += if pair { 2 } else { 1 };
    }
    count
}

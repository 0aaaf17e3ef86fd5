//! Methods that record the spans of parts during a parse; see `crate::record`.
//!
//! Without a recorder each method only parses, at the cost of one branch.

use crate::record::{RecordOwner, RecordTarget};
use crate::state::{Parse, Parser};
use ir::source::PathStep;

impl<'a> Parser<'a> {
    /// Returns `true` if parts are recorded at the position, so that no text may be skipped.
    pub(crate) fn is_recording(&self) -> bool {
        self.recorder.as_ref().is_some_and(|recorder| !recorder.targets.is_empty())
    }

    /// Parses an entity that begins at `start`. Enclosing entities record nothing meanwhile.
    pub(crate) fn entity<T>(&mut self, start: usize, read: impl FnOnce(&mut Self) -> T) -> T {
        let position = self.base + start as u32;
        let Some(recorder) = &mut self.recorder else { return read(self) };
        let mut targets = Vec::new();
        if recorder.requested.contains_key(&position) {
            targets.push(RecordTarget { owner: RecordOwner::Entity(position), path: Vec::new() });
        }
        self.with_targets(targets, read)
    }

    /// Parses the definition of an alias and records its parts.
    pub(crate) fn alias_parts<T>(&mut self, name: &'a str, read: impl FnOnce(&mut Self) -> T) -> T {
        if self.recorder.is_none() {
            return read(self);
        }
        let target = RecordTarget { owner: RecordOwner::Alias(name), path: Vec::new() };
        self.with_targets(vec![target], read)
    }

    fn with_targets<T>(
        &mut self,
        targets: Vec<RecordTarget<'a>>,
        read: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let Some(recorder) = &mut self.recorder else { return read(self) };
        let around = std::mem::replace(&mut recorder.targets, targets);
        let result = read(self);
        if let Some(recorder) = &mut self.recorder {
            recorder.targets = around;
        }
        result
    }

    /// Parses the type of a block argument whose name begins at `start`. The type is also a part of the enclosing
    /// entity.
    pub(crate) fn argument_type<T>(
        &mut self,
        start: usize,
        read: impl FnOnce(&mut Self) -> Parse<T>,
    ) -> Parse<T> {
        let position = self.base + start as u32;
        let Some(recorder) = &mut self.recorder else { return read(self) };
        let is_requested = recorder.requested.contains_key(&position);
        if is_requested {
            let path = vec![PathStep::Type];
            recorder.targets.push(RecordTarget { owner: RecordOwner::Entity(position), path });
        }
        let from = self.token_start();
        let result = read(self);
        let span = self.span(from, self.at);
        let name = self.span(start, self.name_end(start));
        if let Some(recorder) = self.recorder.as_mut().filter(|_| is_requested) {
            recorder.targets.pop();
            let parts = recorder.entities.entry(position).or_default();
            parts.extend([(Vec::new(), name), (vec![PathStep::Type], span)]);
        }
        result
    }

    /// Parses a part, one step below the enclosing part or entity.
    pub(crate) fn located<T>(
        &mut self,
        step: impl FnOnce() -> PathStep,
        read: impl FnOnce(&mut Self) -> Parse<T>,
    ) -> Parse<T> {
        if !self.is_recording() {
            return read(self);
        }
        self.located_at(&[step()], read)
    }

    /// Parses a part, several steps below the enclosing part or entity.
    pub(crate) fn located_at<T>(
        &mut self,
        steps: &[PathStep],
        read: impl FnOnce(&mut Self) -> Parse<T>,
    ) -> Parse<T> {
        let start = self.token_start();
        self.each_path(|path| path.extend_from_slice(steps));
        let result = read(self);
        self.each_path(|path| path.truncate(path.len() - steps.len()));
        self.mark(steps, start, self.at);
        result
    }

    fn each_path(&mut self, change: impl Fn(&mut Vec<PathStep>)) {
        if let Some(recorder) = &mut self.recorder {
            recorder.targets.iter_mut().for_each(|target| change(&mut target.path));
        }
    }

    /// Records a part that is already parsed. With no `steps`, records the enclosing part or entity itself.
    pub(crate) fn mark(&mut self, steps: &[PathStep], start: usize, end: usize) {
        if self.is_recording() {
            let span = self.span(start, end);
            if let Some(recorder) = &mut self.recorder {
                recorder.keep(steps, span);
            }
        }
    }

    /// Records the parts of an alias as parts of the entity that uses the alias.
    pub(crate) fn mark_alias(&mut self, name: &str) {
        let Some(recorder) = self.recorder.as_mut().filter(|it| !it.targets.is_empty()) else {
            return;
        };
        let Some((name, parts)) = recorder.aliases.remove_entry(name) else { return };
        for (path, span) in &parts {
            recorder.keep(path, *span);
            if recorder.targets.is_empty() {
                break;
            }
        }
        recorder.aliases.insert(name, parts);
    }
}

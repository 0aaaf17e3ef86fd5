//! The recorder of positions: which part of the text each part of an entity is.
//!
//! A normal reading keeps one position for an op and none for attributes and types, which are interned. A second reading
//! with a recorder keeps the spans of the parts of those entities that diagnostics name: `crate::parts` records while the
//! parser reads, `crate::locate` looks up.

use ir::source::{PathStep, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// The owner of recorded parts.
#[derive(Clone)]
pub(crate) enum RecordOwner<'a> {
    /// The entity whose text begins at a position of the source map.
    Entity(u32),
    /// The definition of an alias, with its sigil.
    Alias(&'a str),
}

/// An owner, and the path to the part that is being read.
pub(crate) struct RecordTarget<'a> {
    pub(crate) owner: RecordOwner<'a>,
    pub(crate) path: Vec<PathStep>,
}

/// The spans of parts by path.
pub(crate) type PartSpans = FxHashMap<Vec<PathStep>, Span>;

/// The paths that are looked up, by the position of their entity.
pub(crate) type WantedParts = FxHashMap<u32, FxHashSet<Vec<PathStep>>>;

/// The most steps of recording. Aliases can repeat each other's parts exponentially.
const MOST_STEPS: usize = 1 << 20;

/// The state of recording.
pub(crate) struct PartRecorder<'a> {
    pub(crate) wanted: WantedParts,
    pub(crate) targets: Vec<RecordTarget<'a>>,
    pub(crate) entities: FxHashMap<u32, PartSpans>,
    pub(crate) aliases: FxHashMap<&'a str, PartSpans>,
    /// The steps that are left; without any, nothing more is recorded.
    left: usize,
}

impl<'a> PartRecorder<'a> {
    /// A recorder of these parts.
    pub(crate) fn new(wanted: WantedParts) -> PartRecorder<'a> {
        PartRecorder {
            wanted,
            targets: Vec::new(),
            entities: FxHashMap::default(),
            aliases: FxHashMap::default(),
            left: MOST_STEPS,
        }
    }

    /// Returns the span of a part; `None` if the text does not show it.
    pub(crate) fn part(&self, entity: u32, path: &[PathStep]) -> Option<Span> {
        self.entities.get(&entity)?.get(path).copied()
    }

    fn spans(&mut self, owner: &RecordOwner<'a>) -> &mut PartSpans {
        match *owner {
            RecordOwner::Entity(start) => self.entities.entry(start).or_default(),
            RecordOwner::Alias(name) => self.aliases.entry(name).or_default(),
        }
    }

    /// Keeps a span for each target, at its path and these further steps. The first span of a path is kept.
    pub(crate) fn keep(&mut self, steps: &[PathStep], span: Span) {
        for target in std::mem::take(&mut self.targets) {
            let Some(left) = self.left.checked_sub(1 + target.path.len()) else { return };
            self.left = left;
            let path: Vec<PathStep> = target.path.iter().chain(steps).cloned().collect();
            if self.is_wanted(&target.owner, &path) {
                self.spans(&target.owner).entry(path).or_insert(span);
            }
            self.targets.push(target);
        }
    }

    /// `true` if the part can be looked up. Any part of an alias can be a part of the entity that names the alias.
    fn is_wanted(&self, owner: &RecordOwner<'a>, path: &[PathStep]) -> bool {
        match owner {
            RecordOwner::Entity(start) => {
                self.wanted.get(start).is_some_and(|it| it.contains(path))
            }
            RecordOwner::Alias(_) => true,
        }
    }
}

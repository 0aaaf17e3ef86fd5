//! The recorder of spans: where in the text each part of an entity is.
//!
//! A normal parse stores one position for an op, and none for attributes and types, which are interned. A second parse
//! with a recorder stores the spans of the requested parts. `crate::parts` records them, and `crate::locate` looks them
//! up.

use ir::source::{PathStep, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// The owner of recorded parts.
#[derive(Clone)]
pub(crate) enum RecordOwner<'a> {
    /// The entity that begins at this position of the source map.
    Entity(u32),
    /// The definition of an alias. The name includes the sigil.
    Alias(&'a str),
}

/// An owner, and the path to the part that is being parsed.
pub(crate) struct RecordTarget<'a> {
    pub(crate) owner: RecordOwner<'a>,
    pub(crate) path: Vec<PathStep>,
}

/// The spans of parts, by path.
pub(crate) type PartSpans = FxHashMap<Vec<PathStep>, Span>;

/// The requested paths, by the position of their entity.
pub(crate) type RequestedParts = FxHashMap<u32, FxHashSet<Vec<PathStep>>>;

/// The maximal number of recorded steps. Aliases can repeat the parts of other aliases exponentially often.
const MAX_STEPS: usize = crate::limits::RECORDED_STEPS as usize;

/// The state of the recorder.
pub(crate) struct PartRecorder<'a> {
    pub(crate) requested: RequestedParts,
    pub(crate) targets: Vec<RecordTarget<'a>>,
    pub(crate) entities: FxHashMap<u32, PartSpans>,
    pub(crate) aliases: FxHashMap<&'a str, PartSpans>,
    /// The remaining steps. At 0 the recorder stops.
    left: usize,
}

impl<'a> PartRecorder<'a> {
    /// Returns a recorder of the requested parts.
    pub(crate) fn new(requested: RequestedParts) -> PartRecorder<'a> {
        PartRecorder {
            requested,
            targets: Vec::new(),
            entities: FxHashMap::default(),
            aliases: FxHashMap::default(),
            left: MAX_STEPS,
        }
    }

    /// Returns the span of a part. `None` if the text does not contain it.
    pub(crate) fn part(&self, entity: u32, path: &[PathStep]) -> Option<Span> {
        self.entities.get(&entity)?.get(path).copied()
    }

    fn spans(&mut self, owner: &RecordOwner<'a>) -> &mut PartSpans {
        match *owner {
            RecordOwner::Entity(start) => self.entities.entry(start).or_default(),
            RecordOwner::Alias(name) => self.aliases.entry(name).or_default(),
        }
    }

    /// Records a span for each target, at the target's path extended by `steps`. The first span of a path is kept.
    pub(crate) fn keep(&mut self, steps: &[PathStep], span: Span) {
        for target in std::mem::take(&mut self.targets) {
            let Some(left) = self.left.checked_sub(1 + target.path.len()) else { return };
            self.left = left;
            let path: Vec<PathStep> = target.path.iter().chain(steps).cloned().collect();
            if self.is_requested(&target.owner, &path) {
                self.spans(&target.owner).entry(path).or_insert(span);
            }
            self.targets.push(target);
        }
    }

    /// Returns `true` if the part is requested. Every part of an alias counts, as it can be part of an entity that uses
    /// the alias.
    fn is_requested(&self, owner: &RecordOwner<'a>, path: &[PathStep]) -> bool {
        match owner {
            RecordOwner::Entity(start) => {
                self.requested.get(start).is_some_and(|it| it.contains(path))
            }
            RecordOwner::Alias(_) => true,
        }
    }
}

//! `mesh`: arrays that are sharded over a mesh of devices, as JAX and XLA write them.
//!
//! `P(...)` names the axes of the mesh of each dim; of a tuple, the first is the slowest. An axis that is not named holds
//! copies, and one of `unreduced` partial sums. In the form of HLO, all devices are on the axis `device`. The axis `m` is
//! the row-major offset in the shard. A length is divided with rounding up, so that the last shards may be short.

use layout::NotationFault;

use crate::element::ElementType;
use crate::grammar::{fields, lengths, parts, range};
use crate::notation::{Notation, NotationFunctions};
use crate::placed::NotatedPlacement;
use crate::suffix::{element_of, fault_at};

mod devices;
mod grammar;
mod hlo;
mod named;
mod write;

use devices::sharded;
use grammar::{MeshRule, matched};

pub(crate) const NOTATION: Notation = Notation {
    name: "mesh",
    summary: "JAX and XLA: an array that is sharded over a mesh of devices",
    example: "[x=2,y=4] P('y',None)[16,32]",
    needs_element: false,
    searched: Some("digits of the dims and of copies, each a whole axis or on the axis `device`"),
    functions: NotationFunctions::Placement { read, write: write::write },
};

/// Reads `[x=2,y=4] P('y',None)[16,32]` or `{devices=[4,2]<=[2,4]T(1,0)}[16,32]`.
fn read(text: &str, given: Option<ElementType>) -> Result<NotatedPlacement, NotationFault> {
    let whole = matched(text)?;
    let at = range(&whole);
    let mut found = parts(whole).into_iter();
    let [sharding, shape] = fields(&mut found)?;
    let shape_at = range(&shape);
    let lengths = lengths(shape)?;
    let elem = element_of(found.next(), given)?;
    let devices = match sharding.as_rule() {
        MeshRule::named => named::devices(sharding, lengths.len())?,
        _ => hlo::devices(sharding, lengths.len())?,
    };
    let digits = sharded(lengths, devices).ok_or_else(|| {
        NotationFault::new(
            shape_at,
            "the size of a shard, or the number of its devices, does not fit 64 bits",
        )
    })?;
    let placement = digits.placement().map_err(|fault| fault_at(at, fault))?;
    Ok(NotatedPlacement::new(placement, elem))
}

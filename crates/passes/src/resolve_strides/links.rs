//! The view links of a module: for each view op, which tensor is a subview of which.

use super::inputs::Inputs;
use crate::tensors::{Defs, TensorId};
use ir::module::Def;
use ir::views::Subview;
use ir::{Module, Op, Value};

/// The index of a link in the list of all links.
pub(super) type LinkId = usize;

/// A relation between two tensors of a view op: the part may alias the whole.
#[derive(Clone, Debug)]
pub(super) struct ViewLink {
    pub(super) op: Op,
    pub(super) part: Subview,
    /// The classes of the whole and the part.
    pub(super) classes: [TensorId; 2],
    /// The index of the relation among those of the op.
    pub(super) nth: usize,
}

impl ViewLink {
    /// Returns the values of the link: the operand of its op, and the result.
    pub(super) fn ends(&self, module: &Module) -> [Value; 2] {
        let whole = self.part.whole;
        let part = self.part.part;
        let is_made = matches!(module.def(part), Def::Result(op, _) if op == self.op);
        if is_made { [whole, part] } else { [part, whole] }
    }

    /// Returns the number of the operand of the link.
    pub(super) fn operand(&self, module: &Module) -> Option<usize> {
        let [read, _] = self.ends(module);
        let operands = module.operands(self.op);
        // The relations of a concat are in the order of its operands, of which several may be equal.
        let mut places = std::iter::once(self.nth).chain(0..operands.len());
        places.find(|&place| operands.get(place) == Some(&read))
    }
}

/// A view op whose relations are unknown.
#[derive(Clone, Debug)]
pub(super) struct OpaqueView {
    pub(super) op: Op,
    pub(super) reason: String,
}

/// Returns all links of a module, in program order, and the view ops whose relations are unknown.
pub(super) fn links(inputs: Inputs<'_>) -> (Vec<ViewLink>, Vec<OpaqueView>) {
    let Inputs { module, tensors, registry, .. } = inputs;
    let mut defs = Defs::new(module, registry);
    let mut links = Vec::new();
    let mut opaque_views = Vec::new();
    for op in module.walk() {
        let Some(relations) = defs.view_relations(op) else { continue };
        match relations {
            Ok(parts) => links.extend(parts.into_iter().enumerate().filter_map(|(nth, part)| {
                let [whole, of] = [part.whole, part.part].map(|value| tensors.of_value(value));
                let classes = [tensors.class(whole?), tensors.class(of?)];
                Some(ViewLink { op, part, classes, nth })
            })),
            Err(opaque) => opaque_views.push(OpaqueView { op, reason: opaque.reason }),
        }
    }
    (links, opaque_views)
}

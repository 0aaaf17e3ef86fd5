//! Names of parameters. Index components have the names of the yielded dims of a descriptor, the letters of a tensor's
//! order, or `d0`, `d1` and so on; where a component counts groups of neighbors, `_group` follows. An offset is `offset`,
//! a slot is `slot`, and symbols keep their names.

use super::locals::OFFSET;
use crate::identifiers::{Reserved, identifiers};
use address::AddressForm;
use address::arith::AddressFunction;
use ir::descriptor::Layouts;
use ir::encoding::{self, Reading};
use ir::layout::DimsOrder;
use ir::module::LabelKind;
use ir::{Module, Op, Registry, Value};

/// The least rank of a tensor whose dims have letters. Tensors of lower rank are matrices as often as they are images.
const LEAST_LETTERED_RANK: usize = 3;

/// The name of the parameter of an inverse.
const SLOT: &str = "slot";

/// The names of the dims of the layouts of a module.
pub(super) struct DimNames<'m> {
    module: &'m Module,
    registry: &'m Registry,
    layouts: &'m Layouts<'m>,
}

impl<'m> DimNames<'m> {
    pub(super) fn new(
        module: &'m Module,
        registry: &'m Registry,
        layouts: &'m Layouts<'m>,
    ) -> DimNames<'m> {
        DimNames { module, registry, layouts }
    }

    /// Returns unique identifiers for the parameters of a function, and for the components of the index that an inverse
    /// returns.
    pub(super) fn function_names(
        &self,
        function: &AddressFunction<'_>,
        reserved: &Reserved,
    ) -> (Vec<String>, Vec<String>) {
        let mut names = self.index(function);
        if *function.form() == AddressForm::Inverse {
            names.insert(0, SLOT.to_owned());
            let mut params = identifiers(names, reserved, &[]);
            let index = params.split_off(1);
            return (params, index);
        }
        if let AddressForm::Vector(vector) = function.form() {
            for (name, _) in names.iter_mut().zip(vector).filter(|(_, count)| **count > 1) {
                name.push_str("_group");
            }
        }
        if function.form().takes_offset() {
            names.push(OFFSET.to_owned());
        }
        names.extend(function.signature.symbols.iter().map(|symbol| symbol.name.clone()));
        let words = function.form().word_labels();
        let params = names.len();
        let mut names = identifiers(names.into_iter().chain(words), reserved, &[]);
        let words = names.split_off(params);
        (names, words)
    }

    /// Returns a name for each index component of a function.
    fn index(&self, function: &AddressFunction<'_>) -> Vec<String> {
        let rank = function.signature.lengths.len();
        let known = self.layouts.op(function.source).and_then(|op| self.known(op));
        let known = known.filter(|names| names.len() == rank);
        let numbered = (0..rank).map(|dim| format!("d{dim}"));
        let known = known.unwrap_or_else(|| vec![None; rank]);
        known.into_iter().zip(numbered).map(|(name, number)| name.unwrap_or(number)).collect()
    }

    fn known(&self, op: Op) -> Option<Vec<Option<String>>> {
        let Some(ty) = self.registry.declared_type(self.module, op) else {
            return self.yielded(op);
        };
        let rank = match encoding::read(&self.module.ctx, ty).ok()?? {
            Reading::Ordered(layout) => layout.order().name().map(|_| layout.order().rank()),
            Reading::Format(layout) => Some(layout.shape.len()),
            _ => None,
        };
        let rank = rank.filter(|&rank| rank >= LEAST_LETTERED_RANK)?;
        let letters = DimsOrder::identity(rank)?.name()?;
        Some(letters.chars().map(|letter| Some(letter.to_ascii_lowercase().to_string())).collect())
    }

    /// Returns the labels of the values that a descriptor yields.
    fn yielded(&self, op: Op) -> Option<Vec<Option<String>>> {
        let &[block] = self.module.blocks(*self.module.regions(op).first()?) else { return None };
        let last = self.module.ops(block).last()?;
        Some(self.module.operands(last).iter().map(|&value| self.label(value)).collect())
    }

    fn label(&self, value: Value) -> Option<String> {
        match self.module.label(value).kind() {
            LabelKind::Text(name) => Some(self.module.ctx.text(name).to_owned()),
            LabelKind::None | LabelKind::Number(_) => None,
        }
    }
}

//! The graph constants of a module by those of another compiler. The other compiler numbers them in an order of its own, so
//! an id that the module states decides, then the content, and then the type where only one constant has it.

use super::{CONSTANTS_RULE, FileConstant, Join};
use crate::vk::SizedDescription;
use crate::vk_graph::model::ConstantModel;
use ir::diag::{Diag, code};

impl Join<'_> {
    /// Sets the ids of the constants, and sorts them by id. Both lists have equal lengths.
    pub(super) fn constants(
        &self,
        own: &mut [ConstantModel<'_>],
        joined: &[FileConstant],
        theirs: &str,
    ) -> Result<(), Diag> {
        let mut free: Vec<&FileConstant> = joined.iter().collect();
        let mut rest = Vec::new();
        for (at, constant) in own.iter().enumerate() {
            match constant.has_own_id {
                true => self.by_id(constant, &mut free, theirs)?,
                false => rest.push(at),
            }
        }
        let rest = self.by_content(own, rest, &mut free)?;
        for &at in &rest {
            let id = self.by_type(own, at, &rest, &free, theirs)?;
            own[at].id = id;
        }
        own.sort_by_key(|constant| constant.id);
        Ok(())
    }

    /// Removes the constant of an id that the module states.
    fn by_id(
        &self,
        constant: &ConstantModel<'_>,
        free: &mut Vec<&FileConstant>,
        theirs: &str,
    ) -> Result<(), Diag> {
        let id = constant.id;
        let Some(at) = free.iter().position(|joined| joined.id == id) else {
            return Err(fault(
                constant,
                &format!("its id is {id}, which no constant of {theirs} has"),
            ));
        };
        let joined = free.remove(at);
        let label = format!("`{}`", constant.name);
        let theirs = format!("graph constant {id} of {theirs}");
        self.compare(&label, constant.tensor, &joined.tensor, &theirs, CONSTANTS_RULE)
            .map_err(|text| Diag::error(code::VULKAN_RULE, constant.location.clone(), text))
    }

    /// Sets the ids of constants whose content the file contains. Returns the other ones.
    fn by_content(
        &self,
        own: &mut [ConstantModel<'_>],
        rest: Vec<usize>,
        free: &mut Vec<&FileConstant>,
    ) -> Result<Vec<usize>, Diag> {
        let mut others = Vec::new();
        for at in rest {
            let constant = &own[at];
            let bytes = packed_bytes(constant, &self.tensors[constant.tensor])
                .map_err(|reason| constant.fault(&reason))?;
            let found = bytes.and_then(|bytes| {
                free.iter().position(|joined| {
                    joined.bytes.as_ref() == Some(&bytes) && self.has_type(constant, joined)
                })
            });
            match found {
                Some(found) => own[at].id = free.remove(found).id,
                None => others.push(at),
            }
        }
        Ok(others)
    }

    /// Returns the id of the only constant with the type of a constant, which no other one of the module has.
    fn by_type(
        &self,
        own: &[ConstantModel<'_>],
        at: usize,
        rest: &[usize],
        free: &[&FileConstant],
        theirs: &str,
    ) -> Result<u32, Diag> {
        let constant = &own[at];
        let (dims, element) = self.shape_of(constant.tensor);
        let of_type: Vec<&&FileConstant> =
            free.iter().filter(|joined| self.has_type(constant, joined)).collect();
        let equal = rest
            .iter()
            .filter(|&&other| self.shape_of(own[other].tensor) == (dims.clone(), element.clone()));
        let equal = equal.count();
        match of_type[..] {
            [only] if equal == 1 && (only.bytes.is_none() || constant.elements.is_none()) => {
                Ok(only.id)
            }
            [] => {
                let unmatched: Vec<String> = free.iter().map(|joined| described(joined)).collect();
                let reason =
                    format!("no constant of {theirs} has its dims {dims:?} of `{element}`");
                let diag = fault(constant, &reason);
                Err(diag.note(format!("constants without an equal one: {}", unmatched.join(", "))))
            }
            [..] if constant.elements.is_some() && of_type.iter().all(|it| it.bytes.is_some()) => {
                let ids: Vec<u32> = of_type.iter().map(|joined| joined.id).collect();
                let reason = format!(
                    "its elements differ from those of the constants {ids:?} of {theirs}, which have its dims {dims:?}"
                );
                Err(fault(constant, &reason))
            }
            [..] => {
                let ids: Vec<u32> = of_type.iter().map(|joined| joined.id).collect();
                let reason = format!(
                    "the constants {ids:?} of {theirs} and {equal} of the module have its dims {dims:?} of `{element}`"
                );
                Err(fault(constant, &reason).note("join a VGF file, which contains their elements, or state each id by `layout.vk_constant`"))
            }
        }
    }

    fn has_type(&self, constant: &ConstantModel<'_>, joined: &FileConstant) -> bool {
        let (dims, element) = self.shape_of(constant.tensor);
        let has_dims = joined.tensor.dims.as_ref().is_none_or(|of| *of == dims);
        has_dims && joined.tensor.element == element
    }
}

fn described(constant: &FileConstant) -> String {
    let id = constant.id;
    let element = &constant.tensor.element;
    match &constant.tensor.dims {
        Some(dims) => format!("{id} with the dims {dims:?} of `{element}`"),
        None => format!("{id} of `{element}`"),
    }
}

fn fault(constant: &ConstantModel<'_>, reason: &str) -> Diag {
    let name = &constant.name;
    let message = format!("`{name}` violates {CONSTANTS_RULE}: {reason}");
    Diag::error(code::VULKAN_RULE, constant.location.clone(), message)
}

/// Returns the elements of a constant in the order of its description, without padding; `None` if the module does not
/// contain them.
fn packed_bytes(
    constant: &ConstantModel<'_>,
    tensor: &SizedDescription<'_>,
) -> Result<Option<Vec<u8>>, String> {
    let Some(elements) = &constant.elements else { return Ok(None) };
    let mut description = tensor.description.clone();
    let memory = description.memory.without_strides().map_err(|error| error.to_string())?;
    let size_in_bytes = memory.size_in_bytes().map_err(|error| error.to_string())?.get();
    description.memory = memory;
    let packed = SizedDescription {
        symbol: tensor.symbol,
        location: tensor.location.clone(),
        description,
        element_type: tensor.element_type.clone(),
        element_bits: tensor.element_bits,
        size_in_bytes,
    };
    elements.bytes_in(&packed).map(Some)
}

//! Checks that several verifiers of ops share.

use crate::attrs::Attr;
use crate::context::Context;
use crate::data::types::extent_text;
use crate::dense::is_bool;
use crate::diag::{Diag, code, counted, nearest};
use crate::encoding::{self, Fault};
use crate::module::{Region, Value};
use crate::print::{attr_to_string, type_to_string};
use crate::registry::{OpCheck, OpKind, Traits};
use crate::source::SourceLocation;
use crate::types::{Extent, Signedness, Type, TypeKind};
use crate::vulkan::{AliasedImage, IMAGE_ATTR, tiling_of};
use layout::joined;
use std::fmt::Display;
use std::ops::Range;

/// Reports a string attribute whose value is not one of `names`.
pub(super) fn known<'a>(
    check: &mut OpCheck<'_>,
    place: SourceLocation,
    key: &str,
    got: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) {
    if names.clone().any(|name| name == got) {
        return;
    }
    let name = check.module.name(check.op);
    let message = format!("unknown value \"{got}\" for `{key}` of `{name}`");
    let mut diag = Diag::error(code::UNKNOWN_NAME, place.clone(), message);
    if let Some(near) = nearest(got, names.clone()) {
        diag = diag.did_you_mean(place, Some(&format!("\"{near}\"")));
    }
    let all = names.collect::<Vec<_>>();
    if all.len() <= 12 {
        diag = diag.note(format!("known values: {}", all.join(", ")));
    }
    check.push(diag);
}

/// Reports the unknown kind of ops in an attribute `kind` of an op of this name.
pub(super) fn unknown_kind(check: &mut OpCheck<'_>, op: &str, kind: &str) {
    let names = OpKind::ALL.map(OpKind::name);
    let message = format!("unknown kind `{kind}` of `{op}`");
    let diag = Diag::error(code::OP_ATTRIBUTE, check.location().attr("kind"), message);
    let diag = match nearest(kind, names) {
        Some(near) => diag.note(format!("did you mean `{near}`?")),
        None => diag,
    };
    check.push(diag.note(format!("the kinds are `{}`", names.join("`, `"))));
}

/// Reports an op that is not in the body of the outermost module.
pub(super) fn in_outermost_module(check: &mut OpCheck<'_>) {
    let module = check.module;
    let op = check.op;
    if module.block_of(op) != Some(module.body()) {
        let name = module.name(op);
        let message =
            format!("`{name}` must be in the body of the outermost module, where its symbol is");
        check.error(code::STRUCTURE, message);
    }
}

/// Reports the faults of an attribute `image`.
pub(super) fn image(check: &mut OpCheck<'_>) {
    let Some(attr) = check.attr(IMAGE_ATTR) else { return };
    let ctx = &check.module.ctx;
    let name = check.module.name(check.op);
    let tiling = tiling_of(ctx, check.attr("tiling")).known().map_or("", |tiling| tiling.name);
    for fault in AliasedImage::read(ctx, attr, name, tiling).err().unwrap_or_default() {
        check.push(fault.to_diag(check.location().attr(IMAGE_ATTR)));
    }
}

impl OpCheck<'_> {
    /// Reports a type of the op at a place: `what` says whose type it is, and `wanted` what it must be.
    pub(super) fn wrong_type(&mut self, place: SourceLocation, what: &str, ty: Type, wanted: &str) {
        let shown = type_to_string(self.module, ty);
        let name = self.module.name(self.op);
        let message = format!("{what} of `{name}` is `{shown}`, but must {wanted}");
        self.error_at(place, code::TYPE_MISMATCH, message);
    }

    /// Reports an attribute that must be `wanted`.
    pub(crate) fn wrong_attr(&mut self, key: &str, attr: Attr, wanted: &str) {
        let shown = attr_to_string(self.module, attr);
        let name = self.module.name(self.op);
        let message = format!("`{key}` of `{name}` is `{shown}`, but must be {wanted}");
        self.error_at(self.location().attr(key), code::OP_ATTRIBUTE, message);
    }

    /// Reports two numbers that differ, each with what has it and what it counts. Returns `true` if they are equal.
    pub(super) fn same_count(
        &mut self,
        place: SourceLocation,
        own: (&str, usize, &str),
        other: (&str, usize, &str),
    ) -> bool {
        if own.1 != other.1 {
            let has = counted(own.1, own.2);
            let others = counted(other.1, other.2);
            let message = format!("{} has {has}, but {} has {others}", own.0, other.0);
            self.error_at(place, code::COUNT, message);
        }
        own.1 == other.1
    }

    /// Reports a name of an attribute without a dialect. `of` says where the attribute is.
    pub(super) fn requires_prefix(&mut self, place: SourceLocation, key: &str, of: &str) {
        if !key.contains('.') {
            let message = format!("attribute `{key}` {of} must have a dialect prefix");
            let diag = Diag::error(code::OP_ATTRIBUTE, place, message);
            self.push(diag.note(format!("use a name such as `my.{key}`")));
        }
    }
}

/// Reports a first operand that is not a boolean.
pub(super) fn condition(check: &mut OpCheck<'_>) {
    let ty = check.module.ty(check.module.operands(check.op)[0]);
    if !is_bool(&check.module.ctx, ty) {
        check.wrong_type(check.location().input(0), "the condition", ty, "be `i1`");
    }
}

/// Reports a result whose element type differs from that of the operand. Returns `true` if they are equal.
pub(super) fn keeps_elem(check: &mut OpCheck<'_>, from: Type, to: Type) -> bool {
    if from != to {
        let name = check.module.name(check.op);
        let [from, to] = [from, to].map(|elem| type_to_string(check.module, elem));
        let message = format!(
            "`{name}` must keep the element type, but its operand has `{from}` and its result `{to}`"
        );
        check.error(code::TYPE_MISMATCH, message);
        return false;
    }
    true
}

/// Reports a result with another number of elements than the operand. Returns `true` if they are equal or unknown.
pub(super) fn keeps_count<T: PartialEq + Display>(
    check: &mut OpCheck<'_>,
    before: Option<T>,
    after: Option<T>,
) -> bool {
    let Some((before, after)) = before.zip(after).filter(|(before, after)| before != after) else {
        return true;
    };
    let name = check.module.name(check.op);
    let message =
        format!("the result of `{name}` has {after} elements, but its operand has {before}");
    check.error(code::TYPE_MISMATCH, message);
    false
}

/// Reports each value whose type differs from the expected type at its index. `at` returns the location of an index;
/// `message` receives both types as text.
pub(super) fn same_types(
    check: &mut OpCheck<'_>,
    values: &[Value],
    expected: &[Type],
    at: impl Fn(usize) -> SourceLocation,
    message: impl Fn(usize, String, String) -> String,
) {
    let module = check.module;
    for (place, (&value, &expected)) in values.iter().zip(expected).enumerate() {
        if module.ty(value) != expected {
            let own = type_to_string(module, module.ty(value));
            let text = message(place, own, type_to_string(module, expected));
            check.error_at(at(place), code::TYPE_MISMATCH, text);
        }
    }
}

/// Returns the lengths of the operand and of the result of an op from a ranked tensor to a ranked tensor of the same
/// element type. Reports other types and returns `None`.
pub(super) fn tensor_to_tensor<'a>(
    check: &mut OpCheck<'a>,
) -> Option<(&'a [Extent], &'a [Extent])> {
    let module = check.module;
    let op = check.op;
    let from = *module.operands(op).first()?;
    let to = module.results(op).next()?;
    let name = module.name(op);
    let message = match (module.kind(from), module.kind(to)) {
        (TypeKind::Tensor { dims: a, elem: x, .. }, TypeKind::Tensor { dims: b, elem: y, .. }) => {
            let fits = keeps_elem(check, *x, *y) && has_layouts(check, [from, to]);
            return fits.then_some((a, b));
        }
        _ => {
            let [from, to] = [from, to].map(|end| type_to_string(module, module.ty(end)));
            format!(
                "operand and result of `{name}` must be ranked tensors, but are `{from}` and `{to}`"
            )
        }
    };
    check.error(code::TYPE_MISMATCH, message);
    None
}

/// Reports operands and results whose encoding is opaque. Returns `true` if neither is.
fn has_layouts(check: &mut OpCheck<'_>, [from, to]: [Value; 2]) -> bool {
    let module = check.module;
    let place = check.location();
    let faults = [(from, place.clone().input(0)), (to, place.output(0))].map(|(value, place)| {
        let fault = encoding::opaque(&module.ctx, module.ty(value))?.fault();
        let name = module.name(check.op);
        let message = format!("`{name}` requires layouts: {}", fault.message);
        Some(Fault { message, ..fault }.to_diag(place))
    });
    let is_free = faults.iter().all(Option::is_none);
    faults.into_iter().flatten().for_each(|diag| check.push(diag));
    is_free
}

/// Returns the operands of each group, by the sizes in `operandSegmentSizes`. Reports sizes that do not match and
/// returns `None`. `expected` is the size of each group, or `None` where any size is allowed.
pub(super) fn operand_groups(
    check: &mut OpCheck<'_>,
    expected: &[Option<usize>],
) -> Option<Vec<Range<usize>>> {
    const KEY: &str = "operandSegmentSizes";
    let module = check.module;
    let sizes = module.ctx.as_int_list(check.attr(KEY)?)?;
    let name = module.name(check.op);
    let operands = module.operands(check.op).len();
    let message = if sizes.len() != expected.len() {
        let groups = counted(expected.len(), "group");
        format!(
            "`{KEY}` of `{name}` has {} entries, but the op has {groups} of operands",
            sizes.len()
        )
    } else {
        match groups_of(&sizes, expected, operands) {
            Some(groups) => return Some(groups),
            None => {
                let has = counted(operands, "operand");
                format!("`{KEY}` of `{name}` is {sizes:?}, which does not match its {has}")
            }
        }
    };
    check.error_at(check.location().attr(KEY), code::COUNT, message);
    None
}

fn groups_of(
    sizes: &[i64],
    expected: &[Option<usize>],
    operands: usize,
) -> Option<Vec<Range<usize>>> {
    let mut groups = Vec::with_capacity(sizes.len());
    let mut end = 0usize;
    for (&size, expected) in sizes.iter().zip(expected) {
        let size = usize::try_from(size).ok()?;
        let start = end;
        end = start.checked_add(size).filter(|&end| end <= operands)?;
        if expected.is_some_and(|expected| expected != size) {
            return None;
        }
        groups.push(start..end);
    }
    (end == operands).then_some(groups)
}

/// Checks the operands that a branch passes to the arguments of one of its successors.
pub(super) fn passed_to_block(check: &mut OpCheck<'_>, successor: usize, operands: Range<usize>) {
    let module = check.module;
    let Some(&block) = module.successors(check.op).get(successor) else { return };
    let arguments = module.arguments(block);
    let name = module.name(check.op);
    if arguments.len() != operands.len() {
        let passed = counted(operands.len(), "operand");
        let taken = counted(arguments.len(), "argument");
        let message = format!("`{name}` passes {passed} to a block with {taken}");
        let diag = Diag::error(code::COUNT, check.location().successor(successor), message);
        return check.push(diag.note_at(module.block_span(block), "the block is here"));
    }
    for (&argument, index) in arguments.iter().zip(operands) {
        let passed = module.ty(module.operands(check.op)[index]);
        let taken = module.ty(argument);
        if passed != taken {
            let [passed, taken] = [passed, taken].map(|ty| type_to_string(module, ty));
            let message = format!(
                "operand {index} of `{name}` is `{passed}`, but the argument of the block is `{taken}`"
            );
            let diag = Diag::error(code::TYPE_MISMATCH, check.location().input(index), message);
            check.push(diag.note_at(module.type_location(argument), "the argument is here"));
        }
    }
}

/// Returns lengths as in a type, `4x?x6`.
pub(super) fn shape_text(dims: &[Extent]) -> String {
    joined(dims.iter().copied().map(extent_text), "x")
}

/// Returns the number of elements, modulo 2^64; `None` if a length is unknown.
pub(super) fn elements(dims: &[Extent]) -> Option<u64> {
    dims.iter().try_fold(1u64, |product, dim| Some(product.wrapping_mul((*dim)?)))
}

/// Returns `true` for `index` and for signless integer types.
pub(super) fn is_index_or_integer(ctx: &Context, ty: Type) -> bool {
    let kind = ctx.kind(ty);
    matches!(kind, TypeKind::Index | TypeKind::Integer { sign: Signedness::Signless, .. })
}

/// Checks the op that ends the one block of each region of an op. It must be named `terminator` and have operands of
/// the types of the results.
pub(super) fn yields_results(check: &mut OpCheck<'_>, terminator: &str, regions: &[Region]) {
    let module = check.module;
    let results: Vec<Type> = module.results(check.op).map(|result| module.ty(result)).collect();
    let name = module.name(check.op).to_owned();
    for &region in regions {
        let [block] = module.blocks(region) else {
            let has = counted(module.blocks(region).len(), "block");
            let message = format!("a region of `{name}` has {has}, but must have 1");
            check.error(code::STRUCTURE, message);
            continue;
        };
        let Some(last) = module.last_op(*block).filter(|&last| module.name(last) == terminator)
        else {
            let message = format!("a region of `{name}` must end with `{terminator}`");
            let place = match module.last_op(*block) {
                Some(last) => module.location(last),
                None => check.location(),
            };
            check.error_at(place, code::STRUCTURE, message);
            continue;
        };
        let yielded = module.operands(last);
        let own = (&*format!("`{terminator}`"), yielded.len(), "operand");
        let wanted = (&*format!("`{name}`"), results.len(), "result");
        if !check.same_count(module.location(last), own, wanted) {
            continue;
        }
        same_types(
            check,
            yielded,
            &results,
            |index| module.location(last).input(index),
            |place, got, result| {
                format!(
                    "operand {place} of `{terminator}` is `{got}`, but result {place} of `{name}` is `{result}`"
                )
            },
        );
    }
}

/// The key of the visibility of a symbol.
pub(super) const VISIBILITY: &str = "sym_visibility";

/// Checks the visibility of a symbol, and that the parent op is a symbol table.
pub(super) fn symbol(check: &mut OpCheck<'_>) {
    let module = check.module;
    let op = check.op;
    if let Some(visibility) = module.str_attr(op, VISIBILITY) {
        let place = check.location().attr(VISIBILITY);
        known(check, place, VISIBILITY, visibility, ["public", "private", "nested"].into_iter());
    }
    let Some(parent) = module.parent_op(op) else { return };
    // An unknown op may be a symbol table.
    let Some(def) = check.registry.op_def(module, parent) else { return };
    if !def.traits.has(Traits::SYMBOL_TABLE) && !def.traits.has(Traits::FOREIGN) {
        let message = format!(
            "`{}` defines a symbol in `{}`, which is not a symbol table",
            module.name(op),
            def.name
        );
        check.error(code::STRUCTURE, message);
    }
}

/// A ranked or unranked tensor type.
pub(super) struct RankedOrNot<'a> {
    pub(super) ty: Type,
    /// The lengths; `None` if the type is unranked.
    pub(super) dims: Option<&'a [Extent]>,
    pub(super) elem: Type,
}

impl RankedOrNot<'_> {
    fn from_type(ctx: &Context, ty: Type) -> Option<RankedOrNot<'_>> {
        match ctx.kind(ty) {
            TypeKind::Tensor { dims, elem, .. } => {
                Some(RankedOrNot { ty, dims: Some(dims), elem: *elem })
            }
            TypeKind::UnrankedTensor(elem) => Some(RankedOrNot { ty, dims: None, elem: *elem }),
            _ => None,
        }
    }
}

/// Returns the type of an operand, which must be a tensor. Reports another type and returns `None`.
pub(super) fn tensor_operand<'a>(check: &mut OpCheck<'a>, at: usize) -> Option<RankedOrNot<'a>> {
    let &operand = check.module.operands(check.op).get(at)?;
    let place = check.location().input(at);
    tensor_value(check, operand, place, &format!("operand {at}"))
}

/// Returns the type of the first result, which must be a tensor. Reports another type and returns `None`.
pub(super) fn tensor_result<'a>(check: &mut OpCheck<'a>) -> Option<RankedOrNot<'a>> {
    let result = check.module.result(check.op, 0)?;
    let place = check.location().output(0);
    tensor_value(check, result, place, "the result")
}

fn tensor_value<'a>(
    check: &mut OpCheck<'a>,
    value: Value,
    place: SourceLocation,
    what: &str,
) -> Option<RankedOrNot<'a>> {
    let ty = check.module.ty(value);
    let tensor = RankedOrNot::from_type(&check.module.ctx, ty);
    if tensor.is_none() {
        check.wrong_type(place, what, ty, "be a tensor");
    }
    tensor
}

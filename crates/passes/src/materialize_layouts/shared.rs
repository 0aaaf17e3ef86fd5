//! Ops whose values share dims.

use super::constants::{dense, is_empty};
use super::form::{Digit, Form};
use super::ops::{Materializer, ON_PADDING};
use super::report::moved_bytes;
use crate::edits::clone_op;
use ir::op_dims::with_integers;
use ir::registry::{DimList, ListKind, ListPlace, OpDims, ValueDims};
use ir::types::Extent;
use ir::{Module, Op, Registry, Value};

/// The digits of the shared dims of an op, major to minor, and the lengths of the shared dims.
struct SharedForm {
    digits: Vec<Digit>,
    lengths: Vec<Extent>,
}

impl SharedForm {
    /// Returns the shared dims in the order of a value that has all of them; `None` if it lacks one.
    fn of_value(form: &Form, dims: &[usize], count: usize) -> Option<SharedForm> {
        let mut lengths = vec![None; count];
        let mut seen = vec![false; count];
        for (&dim, &length) in dims.iter().zip(&form.lengths) {
            lengths[dim] = length;
            seen[dim] = true;
        }
        let digits = form.digits.iter();
        let digits = digits.map(|digit| Digit { dim: dims[digit.dim], ..*digit });
        seen.iter().all(|&seen| seen).then(|| SharedForm { digits: digits.collect(), lengths })
    }

    /// Returns the shared dims in logical order.
    fn logical(count: usize) -> SharedForm {
        let lengths = vec![None; count];
        let digits = (0..count).map(|dim| Digit { dim, weight: 1, length: None });
        SharedForm { digits: digits.collect(), lengths }
    }

    /// Returns `true` if a dim is one digit, without padding.
    fn is_whole(&self, dim: usize) -> bool {
        let mut digits = self.digits.iter().filter(|digit| digit.dim == dim);
        digits.all(|digit| digit.weight == 1 && digit.length == self.lengths[dim])
    }

    /// Returns the form of a value with some of the shared dims. `None` if the value cannot have the blocks of a dim.
    fn of_dims(&self, dims: &[usize], lengths: &[Extent]) -> Option<Form> {
        let mut digits = Vec::with_capacity(dims.len());
        for digit in &self.digits {
            let Some(dim) = dims.iter().position(|&dim| dim == digit.dim) else { continue };
            let length = lengths[dim];
            digits.push(if self.is_whole(digit.dim) {
                Digit { dim, weight: 1, length }
            } else if length == self.lengths[digit.dim] {
                Digit { dim, ..*digit }
            } else if length == Some(1) {
                Digit { dim, weight: digit.weight, length }
            } else {
                return None;
            });
        }
        Some(Form { lengths: lengths.to_vec(), digits })
    }

    /// Returns `true` if each operand that broadcasts has the last of the shared dims. It lacks free dims that a result has,
    /// and the op pairs its dims with the last ones of the result.
    fn aligns(&self, dims: &OpDims) -> bool {
        let is_free = |dim: &usize| !dims.pinned[*dim];
        let of_results = dims.results.iter().flat_map(|own| match own {
            ValueDims::Shared(own) => &own[..],
            ValueDims::Kept => &[],
        });
        let of_results: Vec<usize> = of_results.copied().filter(is_free).collect();
        let digits = self.digits.iter().map(|digit| digit.dim);
        let digits: Vec<usize> = digits.filter(|dim| of_results.contains(dim)).collect();
        dims.operands.iter().all(|own| match own {
            ValueDims::Shared(own) => digits.is_sorted_by_key(|dim| own.contains(dim)),
            ValueDims::Kept => true,
        })
    }

    /// Returns the positions of the dims of a list among its dims, in this order. `None` if the list has entries for a
    /// dim that is split or padded.
    fn order_of(&self, list: &DimList) -> Option<Vec<usize>> {
        let places = self.digits.iter();
        let places: Vec<usize> =
            places.filter_map(|digit| list.dims.iter().position(|&dim| dim == digit.dim)).collect();
        let are_whole = match list.kind {
            ListKind::Axes | ListKind::AxisSet => {
                let named = list.permuted(&(0..list.dims.len()).collect::<Vec<usize>>())?;
                named.iter().all(|&axis| {
                    let axis = usize::try_from(axis).ok();
                    axis.is_some_and(|axis| self.is_whole(list.dims[axis]))
                })
            }
            ListKind::Lists | ListKind::Groups => list.dims.iter().all(|&dim| self.is_whole(dim)),
        };
        are_whole.then_some(places)
    }
}

/// The values of an op in new forms, and its new lists.
struct Plan {
    /// The form of each operand and result; `None` for a value that is no ranked tensor.
    operands: Vec<Option<Form>>,
    results: Vec<Option<Form>>,
    lists: Vec<(ListPlace, Vec<i64>)>,
    /// The bytes of the values whose layouts differ from these forms.
    bytes: u64,
}

impl Materializer<'_> {
    /// Permutes the shared dims of an op. Returns `false` if the op has none, or no order fits.
    pub(super) fn shared(&mut self, op: Op) -> bool {
        let Some(Ok(dims)) = self.dims.get(&op).cloned() else { return false };
        let operands = self.module.operands(op).to_vec();
        let results: Vec<Value> = self.module.results(op).collect();
        if dims.operands.len() != operands.len() || dims.results.len() != results.len() {
            return false;
        }
        let count = dims.pinned.len();
        let of_results = results.iter().zip(&dims.results);
        let of_operands = operands.iter().zip(&dims.operands);
        let candidates = of_results.chain(of_operands).filter_map(|(&value, own)| match own {
            ValueDims::Shared(own) => SharedForm::of_value(self.form(value)?, own, count),
            ValueDims::Kept => None,
        });
        let candidates: Vec<SharedForm> = candidates.chain([SharedForm::logical(count)]).collect();
        let plans = candidates.iter();
        let plans = plans.filter_map(|form| self.plan(&dims, form, (&operands, &results)));
        let plans: Vec<Plan> = plans.collect();
        let has_choice = plans.len() > 1;
        let Some(plan) = plans.into_iter().min_by_key(|plan| plan.bytes) else { return false };
        if !self.set_lists(op, &plan.lists) {
            return false;
        }
        if plan.bytes > 0 {
            let reason = match has_choice {
                true => "its operands and results have different orders",
                false if dims.excludes_padding => ON_PADDING,
                false => "its dims cannot have this order",
            };
            self.report_kept(op, reason);
        }
        for (at, form) in plan.operands.into_iter().enumerate() {
            // A list that is an operand is written already.
            let is_list = plan.lists.iter().any(|list| list.0 == ListPlace::Operand(at));
            if let Some(form) = form.filter(|_| !is_list) {
                self.operand(op, at, operands[at], &form);
            }
        }
        for (result, form) in results.into_iter().zip(plan.results) {
            if let Some(form) = form {
                self.define(result, form);
            }
        }
        true
    }

    /// Returns the forms of the values of an op by a form of its shared dims. `None` if a value cannot have it.
    fn plan(
        &self,
        dims: &OpDims,
        form: &SharedForm,
        (operands, results): (&[Value], &[Value]),
    ) -> Option<Plan> {
        if !form.aligns(dims) {
            return None;
        }
        let mut bytes = 0u64;
        let mut forms = Vec::new();
        let values = operands.iter().chain(results);
        for (&value, own) in values.zip(dims.operands.iter().chain(&dims.results)) {
            let Some(current) = self.form(value) else {
                forms.push(None);
                continue;
            };
            let new = match own {
                ValueDims::Kept => current.to_logical(),
                ValueDims::Shared(own) => {
                    let new = form.of_dims(own, &current.lengths)?;
                    let keeps = |(at, dim): (usize, &usize)| {
                        !dims.pinned[*dim]
                            || new.digits.get(at).is_some_and(|digit| digit.dim == at)
                    };
                    let keeps_pinned =
                        new.digits.len() == own.len() || dims.pinned.iter().all(|&pinned| !pinned);
                    let excludes = dims.excludes_padding && new.is_padded();
                    if excludes || !keeps_pinned || !own.iter().enumerate().all(keeps) {
                        return None;
                    }
                    new
                }
            };
            if !new.is_same_sequence(current) && !self.is_constant(value) {
                bytes = bytes.saturating_add(moved_bytes(self.module, value).max(1));
            }
            forms.push(Some(new));
        }
        let lists = dims
            .lists
            .iter()
            .map(|list| Some((list.place.clone(), list.permuted(&form.order_of(list)?)?)));
        let lists = lists.collect::<Option<Vec<_>>>()?;
        let results = forms.split_off(operands.len());
        Some(Plan { operands: forms, results, lists, bytes })
    }

    /// Returns `true` if a value is a constant or has no contents, so that other forms of it cost nothing.
    pub(super) fn is_constant(&self, value: Value) -> bool {
        self.values.source(value).is_some_and(|source| {
            dense(self.module, self.registry, source.value).is_some()
                || is_empty(self.module, source.value)
        })
    }

    /// Writes the lists of an op. Returns `false`, and changes nothing, if one cannot be written.
    fn set_lists(&mut self, op: Op, lists: &[(ListPlace, Vec<i64>)]) -> bool {
        let mut attrs = Vec::new();
        let mut operands = Vec::new();
        for (place, entries) in lists {
            match place {
                ListPlace::Attr(key) => {
                    let new = match self.module.attr(op, key) {
                        Some(attr) => with_integers(&mut self.module.ctx, attr, entries),
                        None => Some(new_list(self.module, entries)),
                    };
                    let Some(new) = new else { return false };
                    attrs.push((key.to_string(), new));
                }
                ListPlace::Operand(at) => {
                    let list = integers(self.module, self.registry, (op, *at), entries);
                    let Some(list) = list else { return false };
                    operands.push((*at, list));
                }
            }
        }
        for (key, attr) in attrs {
            self.module.set_attr(op, &key, Some(attr));
        }
        for (at, value) in operands {
            self.module.set_operand(op, at, value);
        }
        true
    }
}

/// Returns a new list attribute: an integer if it has one entry.
fn new_list(module: &mut Module, entries: &[i64]) -> ir::Attr {
    match entries {
        [one] => module.ctx.int(*one),
        _ => module.ctx.i64_array(entries),
    }
}

/// Returns a constant like an operand of an op with other integers; the operand itself if it has these.
fn integers(
    module: &mut Module,
    registry: &Registry,
    (op, at): (Op, usize),
    entries: &[i64],
) -> Option<Value> {
    let value = *module.operands(op).get(at)?;
    let constant = dense(module, registry, value)?;
    let new = with_integers(&mut module.ctx, constant.attr, entries)?;
    if new == constant.attr {
        return Some(value);
    }
    let copy = clone_op(module, constant.op);
    module.set_attr(copy, &constant.key, Some(new));
    module.insert_before(copy, op);
    module.result(copy, 0)
}

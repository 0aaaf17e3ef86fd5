//! The elements of graph constants, and their bytes in the memory that a description states.

use crate::vk::SizedDescription;
use crate::vk::coordinates::layout_in_bits;
use ir::attrs::{AttrKind, DenseData};
use ir::data_graph::converted;
use ir::dense::{dense_shape, element_bytes, is_packed};
use ir::descriptor::Layouts;
use ir::layout::{Layout, LogicalIndex};
use ir::module::Def;
use ir::{Module, Registry, TypeKind, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;

const MAX_CONSTANT: i64 = crate::limits::CONSTANT_BYTES as i64;

/// The elements of a constant, in row-major order of the logical dims.
#[derive(Clone, Debug)]
pub(crate) struct ConstantElements<'m> {
    bytes: Cow<'m, [u8]>,
    /// The size of a stored element in bytes; `None` if eight elements of 1 bit are packed in a byte.
    stored: Option<usize>,
    /// `true` if the bytes are one element, the value of all.
    is_splat: bool,
    /// The size of an element in bits.
    bits: u32,
    is_float: bool,
    lengths: Vec<i64>,
}

impl<'m> ConstantElements<'m> {
    /// Returns the elements of a value that a constant op defines, directly or through copies and views. `None` if the
    /// module does not contain them: the value is an argument, or its elements are a resource outside the module.
    ///
    /// # Errors
    /// The reason why the elements cannot be read.
    pub(crate) fn from_value(
        module: &'m Module,
        registry: &Registry,
        mut value: Value,
    ) -> Result<Option<ConstantElements<'m>>, String> {
        let mut views = Vec::new();
        while let Some((source, keeps_bytes)) = converted(module, registry, value) {
            views.extend(keeps_bytes.then_some((source, value)));
            value = source;
        }
        let Some(mut elements) = ConstantElements::of_op(module, registry, value)? else {
            return Ok(None);
        };
        for &(source, view) in views.iter().rev() {
            elements = elements.viewed(module, registry, source, view)?;
        }
        Ok(Some(elements))
    }

    /// Returns the elements of a constant op.
    fn of_op(
        module: &'m Module,
        registry: &Registry,
        value: Value,
    ) -> Result<Option<ConstantElements<'m>>, String> {
        let Def::Result(op, _) = module.def(value) else { return Ok(None) };
        let constant = registry.op_def(module, op).and_then(|def| def.constant.as_ref());
        let keys = constant.map_or(&[][..], |constant| &constant.keys[..]);
        let attr = keys.iter().find_map(|key| module.attr(op, key));
        let attr = attr.ok_or_else(|| format!("`{}` has no elements", module.name(op)))?;
        let (dims, elem) = dense_shape(&module.ctx, module.ty(value)).ok_or(DYNAMIC)?;
        let lengths = lengths(module, value)?;
        let ints = match module.ctx.attr_kind(attr) {
            AttrKind::Dense { ty, data } => {
                let (stated, elem) =
                    dense_shape(&module.ctx, *ty).ok_or("its elements have no shape")?;
                if stated != dims {
                    return Err(
                        "the shape of its elements differs from that of its type".to_owned()
                    );
                }
                let DenseData::Raw { bytes, splat } = &**data else {
                    return Err("its elements are strings".to_owned());
                };
                let (bits, is_float) = width(module.ctx.kind(elem))?;
                let packed = is_packed(&module.ctx, elem) && !splat;
                let stored = (!packed).then(|| element_bytes(&module.ctx, elem));
                let bytes = Cow::Borrowed(&**bytes);
                let is_splat = *splat;
                return ConstantElements { bytes, stored, is_splat, bits, is_float, lengths }
                    .checked()
                    .map(Some);
            }
            AttrKind::DenseResource { .. } => return Ok(None),
            AttrKind::Sparse { .. } => {
                return Err("its elements are sparse; write them as `dense`".to_owned());
            }
            AttrKind::Integer { .. } => {
                vec![module.ctx.as_int(attr).ok_or("its integer exceeds 64 bits")?]
            }
            _ => module.ctx.as_int_list(attr).ok_or("its elements are not `dense`")?,
        };
        let (bits, is_float) = width(module.ctx.kind(elem))?;
        if is_float || !ints.iter().all(|int| bits == 64 || fits(*int, bits)) {
            return Err("its integers do not fit the element type".to_owned());
        }
        let bytes = Cow::Owned(ints.iter().flat_map(|int| int.to_le_bytes()).collect());
        let stored = Some(8);
        ConstantElements { bytes, stored, is_splat: false, bits, is_float, lengths }
            .checked()
            .map(Some)
    }

    /// Returns the elements if their number is that of the lengths.
    fn checked(self) -> Result<Self, String> {
        let count = self.count().ok_or("the number of elements exceeds 64 bits")?;
        let needed = match (self.is_splat, self.stored) {
            (true, stored) => stored,
            (false, Some(stored)) => count.checked_mul(stored),
            (false, None) => Some(count.div_ceil(8)),
        };
        if needed == Some(self.bytes.len()) {
            return Ok(self);
        }
        Err("the number of its elements differs from that of its type".to_owned())
    }

    /// Returns the elements of a `layout.view` of a value with these elements: those in the same bytes.
    fn viewed(
        &self,
        module: &Module,
        registry: &Registry,
        source: Value,
        view: Value,
    ) -> Result<ConstantElements<'m>, String> {
        let lengths = lengths(module, view)?;
        if self.is_splat {
            return ConstantElements { lengths, ..self.clone() }.checked();
        }
        let layouts = Layouts::new(module, registry);
        let layout = |value| {
            let layout = layouts.of_type(module.ty(value), true).map_err(|fault| fault.message)?;
            layout.ok_or_else(|| "its layout is not resolved".to_owned())
        };
        let before = layout(source)?;
        let after = layout(view)?;
        let mut at_slot = BTreeMap::new();
        for_each_index(&before, &self.lengths, |at, slot| {
            at_slot.insert(slot, at);
            Ok(())
        })?;
        let mut bytes = Vec::new();
        for_each_index(&after, &lengths, |_, slot| {
            let at = at_slot.get(&slot).ok_or("its view reads storage padding")?;
            bytes.extend(self.get(*at).to_le_bytes());
            Ok(())
        })?;
        let bytes = Cow::Owned(bytes);
        let stored = Some(8);
        ConstantElements { bytes, stored, lengths, ..*self }.checked()
    }

    /// Returns the number of elements.
    fn count(&self) -> Option<usize> {
        let product = ir::layout::checked_product(self.lengths.iter().copied())?;
        usize::try_from(product).ok()
    }

    /// Returns the bits of an element, by its number in row-major order.
    pub(crate) fn get(&self, at: usize) -> u64 {
        let Some(stored) = self.stored else {
            return u64::from(self.bytes[at / 8] >> (at % 8) & 1);
        };
        let start = if self.is_splat { 0 } else { at * stored };
        let mut word = [0; 8];
        let size = stored.min(8);
        word[..size].copy_from_slice(&self.bytes[start..start + size]);
        u64::from_le_bytes(word) & (u64::MAX >> (64 - self.bits))
    }

    /// Returns `true` if an element is zero, of either sign.
    pub(crate) fn is_zero(&self, at: usize) -> bool {
        let sign = if self.is_float { 1 << (self.bits - 1) } else { 0 };
        self.get(at) & !sign == 0
    }

    /// Returns the lengths of the logical dims.
    pub(crate) fn lengths(&self) -> &[i64] {
        &self.lengths
    }

    /// Returns `true` if all elements are known to be equal.
    pub(crate) fn is_splat(&self) -> bool {
        self.is_splat
    }

    /// Returns the bytes of the described tensor: each element where the description has it, and zero elsewhere.
    ///
    /// # Errors
    /// As for [`layout_in`](Self::layout_in).
    pub(crate) fn bytes_in(&self, tensor: &SizedDescription<'_>) -> Result<Vec<u8>, String> {
        let (layout, size) = self.layout_in(tensor)?;
        let mut memory = vec![0; size];
        for_each_index(&layout, &self.lengths, |at, bit| {
            self.store(at, bit, &mut memory)
                .ok_or_else(|| "an element is outside its memory".to_owned())
        })?;
        Ok(memory)
    }

    /// Returns the bytes of the elements without padding, in row-major order.
    ///
    /// # Errors
    /// The elements are smaller than a byte, or have more bytes than a constant may have.
    pub(crate) fn packed_bytes(&self) -> Result<Vec<u8>, String> {
        let bits = self.bits;
        if bits < 8 {
            return Err(format!("its elements have {bits} bits, but must have whole bytes"));
        }
        let size = bits as usize / 8;
        let count = self.count().ok_or("the number of elements exceeds 64 bits")?;
        let bytes = count.checked_mul(size).filter(|&bytes| bytes as u64 <= MAX_CONSTANT as u64);
        let bytes = bytes.ok_or_else(|| {
            format!("it has {count} elements of {size} bytes, but a constant may have {MAX_CONSTANT} bytes")
        })?;
        let mut packed = Vec::with_capacity(bytes);
        (0..count).for_each(|at| packed.extend(&self.get(at).to_le_bytes()[..size]));
        Ok(packed)
    }

    /// Returns the layout of the described tensor, whose offsets are bits, and its size in bytes.
    ///
    /// # Errors
    /// The reason why the elements do not have the shape, the size or the memory of the description.
    pub(crate) fn layout_in(
        &self,
        tensor: &SizedDescription<'_>,
    ) -> Result<(Layout, usize), String> {
        let described =
            tensor.element_bits.unwrap_or(tensor.description.memory.elem_bytes().get() * 8);
        if described != i64::from(self.bits) {
            let bits = self.bits;
            return Err(format!(
                "its elements have {bits} bits, but its description has {described}"
            ));
        }
        if tensor.description.tensor.wraps.is_some() {
            return Err(
                "its memory is a rolling window, which holds a part of its elements".to_owned()
            );
        }
        if tensor.size_in_bytes > MAX_CONSTANT {
            let size = tensor.size_in_bytes;
            return Err(format!("it has {size} bytes, but a constant may have {MAX_CONSTANT}"));
        }
        let size = usize::try_from(tensor.size_in_bytes).map_err(|_| "its size is negative")?;
        let layout = layout_in_bits(tensor)?;
        let described: Vec<Option<i64>> = layout.shape().values().map(|len| len.get()).collect();
        let own: Vec<Option<i64>> = self.lengths.iter().copied().map(Some).collect();
        if described != own {
            return Err("its shape differs from that of its description".to_owned());
        }
        Ok((layout, size))
    }

    /// Stores an element at a bit of the memory. `None` if the bit is outside.
    fn store(&self, at: usize, bit: i64, memory: &mut [u8]) -> Option<()> {
        let value = self.get(at);
        let bit = usize::try_from(bit).ok()?;
        if self.bits < 8 {
            *memory.get_mut(bit / 8)? |= (value as u8) << (bit % 8);
            return Some(());
        }
        let size = self.bits as usize / 8;
        let start = bit / 8;
        memory
            .get_mut(start..start.checked_add(size)?)?
            .copy_from_slice(&value.to_le_bytes()[..size]);
        Some(())
    }
}

/// The reason why a type has no elements.
const DYNAMIC: &str = "its type has a dynamic length";

/// Returns the lengths of the type of a value.
fn lengths(module: &Module, value: Value) -> Result<Vec<i64>, String> {
    let (dims, _) = dense_shape(&module.ctx, module.ty(value)).ok_or(DYNAMIC)?;
    let lengths = dims.iter().map(|&dim| i64::try_from(dim));
    lengths.collect::<Result<_, _>>().map_err(|_| "a length exceeds 64 bits".to_owned())
}

/// Returns the width of an element in bits, and `true` if it is a float.
fn width(elem: &TypeKind) -> Result<(u32, bool), String> {
    match *elem {
        TypeKind::Integer { width: width @ (1 | 4 | 8 | 16 | 32 | 64), .. } => Ok((width, false)),
        TypeKind::Float(kind) if [8, 16, 32, 64].contains(&kind.width()) => {
            Ok((kind.width(), true))
        }
        TypeKind::Index => Ok((64, false)),
        _ => Err("its elements have no size of 1, 4, 8, 16, 32 or 64 bits".to_owned()),
    }
}

/// Returns `true` if an integer is in the range of signed or unsigned integers of fewer than 64 bits.
fn fits(int: i64, bits: u32) -> bool {
    (-(1i64 << (bits - 1))..1i64 << bits).contains(&int)
}

/// Calls `visit` for each logical index, in row-major order, with its number and its offset.
fn for_each_index(
    layout: &Layout,
    lengths: &[i64],
    mut visit: impl FnMut(usize, i64) -> Result<(), String>,
) -> Result<(), String> {
    let mut evaluator = layout.evaluator();
    let mut index = vec![0; lengths.len()];
    for at in 0.. {
        let logical = LogicalIndex::new(index.clone()).map_err(|error| error.to_string())?;
        let offset = evaluator.offset_of(&logical).map_err(|error| error.to_string())?;
        let offset = offset.ok_or("its shape differs from that of its description")?;
        visit(at, offset.get())?;
        let next = (0..lengths.len()).rev().find(|&dim| index[dim] + 1 < lengths[dim]);
        let Some(next) = next else { return Ok(()) };
        index[next] += 1;
        index[next + 1..].fill(0);
    }
    Ok(())
}

//! The values of CuTe's expressions: a layout below swizzles.
//!
//! CuTe applies an operation to the layout below the swizzles, and keeps them. For a composition or a division the result
//! is the same function; for a product or a recast it is not.

use layout::{BitSwizzle, ElemSize, Elems, Layout, Nested, RadixDigit};

/// A layout below swizzles.
#[derive(Clone, Debug)]
pub(super) struct CuteValue {
    /// The layout.
    pub(super) below: Layout,
    /// The swizzles, in the order in which they permute the offsets.
    pub(super) swizzles: Vec<SwizzleStep>,
    /// The size of an element, which a pointer states; `None` if it is unknown.
    pub(super) element: Option<ElemSize>,
}

/// An offset that is added, and then a swizzle.
#[derive(Clone, Copy, Debug)]
pub(super) struct SwizzleStep {
    pub(super) swizzle: BitSwizzle,
    pub(super) offset: i64,
    /// `true` if the swizzle permutes the offsets of bytes, as that of a pointer does.
    pub(super) is_of_bytes: bool,
}

impl From<Layout> for CuteValue {
    fn from(below: Layout) -> CuteValue {
        CuteValue { below, swizzles: Vec::new(), element: None }
    }
}

impl CuteValue {
    /// Returns the layout of the offsets that the swizzles permute.
    ///
    /// # Errors
    /// An offset is negative, or does not fit 62 bits.
    pub(super) fn into_layout(self) -> Result<Layout, String> {
        let mut layout = self.below;
        for step in &self.swizzles {
            let swizzle = match self.element.filter(|_| step.is_of_bytes) {
                Some(element) => rescaled(step.swizzle, 8, element.bits().get())?,
                None => step.swizzle,
            };
            layout = layout.translated(Elems::new(step.offset)).map_err(|it| it.to_string())?;
            layout = layout.swizzled(swizzle).map_err(|it| it.to_string())?;
        }
        Ok(layout)
    }

    /// Checks that the value is a layout.
    ///
    /// # Errors
    /// As [`into_layout`](Self::into_layout).
    pub(super) fn check(&self) -> Result<(), String> {
        self.clone().into_layout().map(|_| ())
    }

    /// Returns CuTe's `recast_layout`: the offsets of elements of `to` bits, for a layout of elements of `from` bits.
    ///
    /// # Errors
    /// An offset or a length is not a whole number of elements, or no stride is 1 and elements are divided.
    pub(super) fn recast(mut self, from: i64, to: i64) -> Result<CuteValue, String> {
        if from < 1 || to < 1 {
            return Err(format!("sizes must be at least 1, but are {from} and {to}"));
        }
        let gcd = greatest_divisor(from, to);
        let wider = to / gcd;
        let narrower = from / gcd;
        if wider == narrower {
            return Ok(self);
        }
        if wider > 1 && narrower > 1 && !self.swizzles.is_empty() {
            return Err(format!(
                "a swizzled layout has no recast from {from} to {to} bits: one must divide the other"
            ));
        }
        self.below = recast_modes(&self.below, wider, narrower)?;
        for step in &mut self.swizzles {
            if !step.is_of_bytes {
                step.swizzle = rescaled(step.swizzle, from, to)?;
            }
            let scaled = i128::from(step.offset) * i128::from(narrower);
            let offset = scaled / i128::from(wider);
            if scaled % i128::from(wider) != 0 {
                return Err(format!("offset {} is not a multiple of {wider}", step.offset));
            }
            step.offset = offset.try_into().map_err(|_| OVERFLOW.to_owned())?;
        }
        if let Some(element) = self.element {
            let bits = i128::from(element.bits().get()) * i128::from(wider);
            let size = i64::try_from(bits / i128::from(narrower)).ok().map(layout::Bits::new);
            let size = size.filter(|_| bits % i128::from(narrower) == 0).and_then(ElemSize::new);
            self.element = Some(size.ok_or_else(|| {
                format!("an element of {element} has no part of {to} of {from} bits")
            })?);
        }
        Ok(self)
    }
}

const OVERFLOW: &str = "a number does not fit 64 bits";

fn greatest_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

/// Returns a swizzle of elements of `from` bits as one of elements of `to` bits. As in CuTe, the bits within an element are
/// dropped.
fn rescaled(swizzle: BitSwizzle, from: i64, to: i64) -> Result<BitSwizzle, String> {
    let gcd = greatest_divisor(from, to);
    let wider = to / gcd;
    let narrower = from / gcd;
    if wider.count_ones() != 1 || narrower.count_ones() != 1 {
        return Err(format!("a swizzle has no recast from {from} to {to} bits"));
    }
    let base =
        swizzle.base() + i64::from(narrower.trailing_zeros()) - i64::from(wider.trailing_zeros());
    let bits = (swizzle.bits() + base.min(0)).max(0);
    BitSwizzle::new(bits, base.max(0), swizzle.shift()).map_err(|fault| fault.to_string())
}

/// Returns the modes of CuTe's `upcast`, in which `wider` adjacent elements become one, and of `downcast`, in which an
/// element becomes `narrower` adjacent ones.
fn recast_modes(layout: &Layout, wider: i64, narrower: i64) -> Result<Layout, String> {
    let modes = layout.stored_modes().or_else(|| {
        let radix = layout.modes().filter(|radix| radix.offset == 0)?;
        Some(radix.nested(&layout.profile()))
    });
    let modes = Nested::Tuple(modes.ok_or("the layout to recast has no modes")?);
    let mut has_parts = narrower == 1;
    let recast = modes.try_map(&mut |mode| {
        let mode = recast_mode(*mode, wider, narrower)?;
        has_parts |= mode.stride.unsigned_abs() == 1;
        Ok::<_, String>(mode)
    })?;
    if !has_parts {
        return Err("no mode has stride 1, so the parts of an element have no mode".to_owned());
    }
    Layout::from_modes(0, &recast.into_items()).map_err(|fault| fault.to_string())
}

fn recast_mode(mode: RadixDigit, wider: i64, narrower: i64) -> Result<RadixDigit, String> {
    let RadixDigit { length, stride } = mode;
    let step = stride.unsigned_abs();
    let wider = wider.unsigned_abs();
    if step == 0 {
        return Ok(mode);
    }
    if !step.is_multiple_of(wider) && !wider.is_multiple_of(step) {
        return Err(format!("stride {stride} must divide {wider}, or be a multiple of it"));
    }
    // Both quotients are at most the numbers divided.
    let length = length.unsigned_abs().div_ceil(wider.div_ceil(step)) as i64;
    let stride = if wider == 1 { stride } else { stride.signum() * step.div_ceil(wider) as i64 };
    let is_one = stride.unsigned_abs() == 1;
    let scaled = if is_one { length } else { stride }.checked_mul(narrower);
    let scaled = scaled.ok_or_else(|| OVERFLOW.to_owned())?;
    Ok(match is_one {
        true => RadixDigit { length: scaled, stride },
        false => RadixDigit { length, stride: scaled },
    })
}

//! Layouts that choices and types define themselves: one definition for tensors of all shapes that it fits.
//!
//! A [`LayoutName`] is the text of such a layout. [`CustomLayout`] is its definition, which a descriptor, an index map or the
//! reader of notations provides; it has a [`Layout`] for each shape and element type.

use crate::affine::AffineMap;
use crate::data::choice::LayoutName;
use crate::data::shared::SharedFn;
use crate::data::types::{Extent, extent_text};
use crate::layout::{ElemSize, Layout, LayoutFault, NotationFault, OpenDescriptor, Shape};
use layout::joined;
use rustc_hash::FxHashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// A function that returns the layout of a notation without its shape, for these lengths and this element type.
pub type ShapedNotation =
    SharedFn<dyn Fn(&str, &[i64], &str) -> Result<Layout, NotationFault> + Send + Sync>;

/// The source of a custom layout.
#[derive(Clone, Debug)]
pub(crate) enum LayoutRule {
    /// A descriptor, whose lengths may be open.
    Descriptor(OpenDescriptor),
    /// The map from the index of an element to its index in row-major memory.
    Map(AffineMap),
    /// The reader of the notation; `None` if the program reads no notations.
    Notation(Option<ShapedNotation>),
    /// A layout for tensors of its own shape.
    Fixed(Arc<Layout>),
    /// The reason why the name has no layout.
    Unknown(String),
}

/// The element type of a tensor with a custom layout.
#[derive(Clone, Copy, Debug)]
pub struct CustomElement<'a> {
    size: ElemSize,
    name: &'a str,
}

impl<'a> CustomElement<'a> {
    /// Returns the type of a size with a name in MLIR, such as `f16`.
    pub fn new(size: ElemSize, name: &'a str) -> CustomElement<'a> {
        CustomElement { size, name }
    }
}

/// The lengths and the element type of a tensor.
type ShapeKey = (Box<[i64]>, Box<str>);

/// The layout of a shape with an element type, or the reason why there is none.
type Known = Result<Arc<Layout>, LayoutFault>;

/// A layout that a choice or a type defines itself, for tensors of all shapes that it fits.
pub struct CustomLayout {
    name: LayoutName,
    rule: LayoutRule,
    /// The layouts that were computed, by lengths and element type.
    known: Mutex<FxHashMap<ShapeKey, Known>>,
}

impl CustomLayout {
    pub(crate) fn new(name: LayoutName, rule: LayoutRule) -> CustomLayout {
        CustomLayout { name, rule, known: Mutex::default() }
    }

    /// Returns the name.
    pub fn name(&self) -> &LayoutName {
        &self.name
    }

    /// Returns the descriptor of a symbol; `None` for another layout.
    pub fn descriptor(&self) -> Option<&OpenDescriptor> {
        match &self.rule {
            LayoutRule::Descriptor(descriptor) => Some(descriptor),
            _ => None,
        }
    }

    /// Returns the layout of a tensor of these lengths.
    ///
    /// # Errors
    /// The layout does not fit the lengths or the element type, or a length is dynamic.
    pub fn layout(&self, lengths: &[Extent], elem: CustomElement<'_>) -> Known {
        let fixed = lengths.iter().map(|length| i64::try_from((*length)?).ok());
        let Some(fixed) = fixed.collect::<Option<Box<[i64]>>>() else {
            let lengths = joined(lengths.iter().copied().map(extent_text), ", ");
            let message = format!("the lengths must be static, but are [{lengths}]");
            return Err(LayoutFault::new(message));
        };
        let key = (fixed, Box::from(elem.name));
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(&key) {
            return known.clone();
        }
        let layout = self.compute(&key.0, elem).map(Arc::new);
        known.entry(key).or_insert(layout).clone()
    }

    /// Returns the layout that stores a tensor of these lengths.
    ///
    /// # Errors
    /// As [`layout`](Self::layout), or the layout cannot [store](Layout::check_storage) a tensor.
    pub fn storage(&self, lengths: &[Extent], elem: CustomElement<'_>) -> Known {
        let layout = self.layout(lengths, elem)?;
        layout.check_storage()?;
        Ok(layout)
    }

    fn compute(&self, lengths: &[i64], elem: CustomElement<'_>) -> Result<Layout, LayoutFault> {
        let layout = match &self.rule {
            LayoutRule::Descriptor(descriptor) => descriptor.layout(lengths)?,
            LayoutRule::Map(map) => {
                let shape = Shape::of_static(lengths)?;
                map.blocked_layout(&shape, Some(elem.size)).map_err(|fault| fault.fault)?
            }
            LayoutRule::Notation(read) => {
                let LayoutName::Notation(text) = &self.name else { return Err(no_notations()) };
                let read = read.as_ref().ok_or_else(no_notations)?;
                read(text, lengths, elem.name).map_err(notation_fault)?
            }
            LayoutRule::Fixed(layout) => Layout::clone(layout),
            LayoutRule::Unknown(reason) => return Err(LayoutFault::new(reason)),
        };
        let own: Option<Vec<i64>> = layout.shape().values().map(|len| len.get()).collect();
        if own.as_deref() != Some(lengths) {
            let own = joined(layout.shape().values(), ", ");
            let message =
                format!("its lengths are [{own}], but those of the tensor are {lengths:?}");
            return Err(LayoutFault::new(message));
        }
        match layout.elem() {
            Some(own) if own != elem.size => Err(LayoutFault::new(format!(
                "its elements have {}, but those of the tensor have {}",
                own.bits(),
                elem.size.bits()
            ))),
            _ => Ok(layout.with_elem(elem.size)),
        }
    }
}

/// Returns the fault of a notation. Its place counts in the text with the inserted shape, which the user has not written.
fn notation_fault(fault: NotationFault) -> LayoutFault {
    let near = fault.near.map(|near| format!("did you mean `{near}`?"));
    let notes = near.into_iter().chain(fault.notes);
    notes.fold(LayoutFault::new(fault.message), LayoutFault::note)
}

fn no_notations() -> LayoutFault {
    LayoutFault::new("this program reads no notations")
}

impl PartialEq for CustomLayout {
    fn eq(&self, other: &CustomLayout) -> bool {
        self.name == other.name
            && match (&self.rule, &other.rule) {
                (LayoutRule::Descriptor(a), LayoutRule::Descriptor(b)) => a == b,
                (LayoutRule::Unknown(a), LayoutRule::Unknown(b)) => a == b,
                // The name defines the layout.
                (LayoutRule::Map(_), LayoutRule::Map(_))
                | (LayoutRule::Fixed(_), LayoutRule::Fixed(_))
                | (LayoutRule::Notation(_), LayoutRule::Notation(_)) => true,
                _ => false,
            }
    }
}

impl Eq for CustomLayout {}

impl Hash for CustomLayout {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl fmt::Debug for CustomLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)
    }
}

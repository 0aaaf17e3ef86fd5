//! Op definitions: a table that an embedder can extend.
//!
//! Parser, verifier, printer and passes read the interfaces of an [`OpDef`] and never match on op names. An op without
//! a definition is kept unchanged.
//!
//! In reading order: `def` has [`OpDef`] and [`Registry`]. `traits` and `spec` are the constraints of a definition;
//! `syntax`, `pieces`, `form` and `type_source` are the custom form of its op. `interface`, `view` and `stage` are the
//! interfaces of ops, `described_layout` the meaning of a name that has a layout, `dims` the dims that an op's values share, `kind` the kinds of ops with the roles of their operands,
//! and `shared` has the functions that definitions store. `target` has the targets, which a registry also holds,
//! `custom_layout` the layouts that their choices define, and `format_usages` the formats of their devices.

mod custom_layout;
mod def;
mod described_layout;
mod dims;
mod form;
mod format_usages;
mod interface;
mod kind;
mod op_dims;
mod pieces;
mod spec;
mod stage;
mod syntax;
mod target;
mod traits;
mod type_source;
mod view;

pub use crate::data::shared::SharedFn;
pub(crate) use crate::data::shared::text;
pub(crate) use custom_layout::LayoutRule;
pub use custom_layout::{CustomElement, CustomLayout, ShapedNotation};
pub use def::{CheckOf, OpCheck, OpDef, Registry, TripCountOf, ViewRelationsOf};
pub use described_layout::{DescribedLayout, not_concrete, not_in_memory};
pub use dims::{
    AbsorbOf, DimList, DimsOf, DimsResult, ListKind, ListPlace, OpDims, OpEdit, ValueDims,
};
pub use form::{AssemblyForm, DYNAMIC, FormSyntax, GroupSize, HloForm, SEGMENTS, SpecialForm};
pub use format_usages::FormatUsages;
pub use interface::{
    BlockRole, ChoiceOf, Constant, DeclaresTensor, FunctionLike, LayoutChoices, TypeEqualities,
    TypeEqualitiesOf,
};
pub(crate) use kind::{DimLetter, KindEntry, RoleDims};
pub use kind::{OpKind, OpRoles, qualified_name};
pub(crate) use pieces::pieces;
pub use spec::{Arity, AttrClass, AttrSpec};
pub use stage::{
    Base, BaseOf, CombineOf, DescriptorStage, SYMBOLS_ATTR, StageOp, SymbolicMemory, WHERE_ATTR,
};
pub use syntax::{EnumWords, FlagWords, FormSlot, NO_FLAGS, Syntax, WordAttr};
pub use target::{
    Bandwidth, DataGraphFeatures, DeviceLimits, Features, IndexCost, Limit, SPEC_MIN,
    StorageIntegers, Target, TargetGroup, TargetRule,
};
pub use traits::Traits;
pub use type_source::{InferredType, TypeContext, TypeSource, type_of_attr};
pub use view::{
    DeclaredList, DeclaredView, GROUP_ATTR, Opaque, STATE_ATTR, Subview, VIEW_ATTR, ViewRelations,
    is_in_group,
};
pub(crate) use view::{VIEW_COPIES, VIEW_KIND};

//! Op definitions: a table that an embedder can extend.
//!
//! Parser, verifier, printer and passes read the interfaces of an [`OpDef`] and match on no op's name. Ops without a
//! definition are carried as they are.
//!
//! In reading order: `def` has [`OpDef`] and [`Registry`]; `traits`, `spec` and `syntax` are what a definition demands and
//! how its op is written, `interface`, `view` and `stage` what an op can answer; `target` is what a registry holds beside
//! ops.

mod def;
mod interface;
mod spec;
mod stage;
mod syntax;
mod target;
mod traits;
mod view;

pub use def::{OpCheck, OpDef, Registry};
pub use interface::{
    Constant, DeclaresTensor, FunctionLike, LayoutChoices, TypeEqualities, TypeEqualitiesOf,
};
pub use spec::{Arity, AttrClass, AttrSpec};
pub use stage::{Base, DescriptorStage, StageOp};
pub use syntax::{MlirForm, Syntax};
pub use target::{DeviceLimits, Features, Limit, SPEC_MIN, Target, TargetRule};
pub use traits::Traits;
pub use view::{Opaque, Subview, ViewRelations};

//! The IR of layoutc: modules, types and attributes, op definitions, the verifier and the printer.
//!
//! ```
//! use layoutc_ir::affine::AffineMap;
//! use layoutc_ir::diag::Sink;
//! use layoutc_ir::encoding::{self, Reading};
//! use layoutc_ir::layout::DimsOrder;
//! use layoutc_ir::{AttrKind, Builder, Module, Registry, Verified};
//!
//! // Declares a tensor of 8 x 8 pixels of 3 bytes, which are innermost in memory.
//! let mut module = Module::new();
//! let ctx = &mut module.ctx;
//! let nhwc = ctx.attr(AttrKind::AffineMap(AffineMap::from(DimsOrder::NHWC)));
//! let order = ctx.name("order");
//! let encoding = ctx.dict([(order, nhwc)]);
//! let byte = ctx.int_type(8);
//! let ty = ctx.tensor_type(&[1, 3, 8, 8].map(Some), byte, Some(encoding));
//! let attrs = [("sym_name", ctx.string("x")), ("type", ctx.type_attr(ty))];
//! Builder::new(&mut module).op("layout.tensor", &[], &[], &attrs);
//!
//! // The type's layout and the strides that it resolves to.
//! let module = Verified::new(module, &Registry::new(), &mut Sink::default()).unwrap();
//! let Ok(Some(Reading::Ordered(layout))) = encoding::read(&module.ctx, ty) else { unreachable!() };
//! assert_eq!(layout.resolve().unwrap().strides().to_string(), "[192, 1, 24, 3]");
//! ```
//!
//! The parts from the ground up. Each part depends only on those before it; a test of `layoutc` checks this:
//!
//! - [`layout`], the semantic core, is a crate of its own. [`affine`] and [`float`] are arithmetic; [`source`] and
//!   [`diag`] are texts, spans and diagnostics.
//! - The data: [`types`], [`attrs`], [`context`] and [`dense`] are the parts of ops. [`module`] holds ops, values,
//!   blocks and regions. [`build`] builds modules without text.
//! - [`registry`] defines ops by their interfaces. [`encoding`] reads layouts from tensor types and writes them back;
//!   [`foreign`] reads them from memref types. [`vulkan`] has names and numbers of Vulkan.
//! - [`mod@print`] prints modules. [`views`] finds the values that may share memory, [`data_graph`] those that Vulkan's
//!   data graphs have in memory. [`target`] reads the limits of a device, and [`choice`] finds the layouts that an op accepts. [`descriptor`] computes the layouts of descriptors,
//!   [`kernel`] reads conversion kernels and proves their plans, and [`equivalence`] compares modules.
//! - `forms` are the custom forms of MLIR's own ops. [`ops`] are the ops of layoutc, which [`Registry::new`] holds.
//!   [`mod@verify`] checks a whole module.
//! - [`progress`] receives the progress of passes and importers.
//!
//! This crate does not read files, print to the terminal, or depend on the parser.

pub mod affine;
pub mod choice;
mod data;
pub mod data_graph;
pub mod descriptor;
pub mod diag;
pub mod encoding;
pub mod equivalence;
pub mod float;
pub mod foreign;
mod forms;
pub mod kernel;
pub mod ops;
pub mod options;
pub mod print;
pub mod progress;
pub mod registry;
mod signature;
pub mod source;
pub mod target;
pub mod verify;
pub mod views;
pub mod vulkan;

pub use ::layout;
pub use attrs::{Attr, AttrKind};
pub use build::Builder;
pub use context::{Context, Name};
pub use data::{attrs, build, context, dense, module, types};
pub use module::{Block, Module, Op, Region, Value};
pub use registry::{OpDef, Registry};
pub use types::{Type, TypeKind};
pub use verify::Verified;

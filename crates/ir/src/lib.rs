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
//! The semantic core is a crate of its own, [`layout`]. The modules in reading order; each one imports only those above
//! it:
//!
//! | module | contents |
//! |---|---|
//! | `limits` | the limits of the crate as data |
//! | [`affine`], [`float`] | arithmetic |
//! | [`options`], [`progress`] | options of passes and emitters; the receiver of their progress |
//! | [`source`], [`diag`] | texts, spans and diagnostics |
//! | `data` | the parts of ops: [`types`], [`attrs`], [`context`], [`dense`]; [`module`] holds ops, values, blocks and regions, and [`build`] builds them without text |
//! | [`registry`] | the definitions of ops by their interfaces |
//! | [`encoding`] | layouts read from tensor types, and written back |
//! | [`retype`](mod@retype) | the replacement of types everywhere in a module |
//! | [`vulkan`] | names and numbers of Vulkan |
//! | [`foreign`] | layouts read from memref types |
//! | `forms` | the custom forms of MLIR's own ops |
//! | [`view_builder`] | transposes and reshapes in the dialects of other systems |
//! | [`print`](mod@print) | the printer of modules |
//! | [`views`] | the values that may share memory |
//! | [`op_dims`] | the dims that the values of an op share, as rows of text |
//! | `signature` | the check of an op's counts and attributes against its definition |
//! | [`data_graph`] | the values that Vulkan's data graphs have in memory |
//! | [`stride_reqs`] | the stride requirements that ops state |
//! | [`constants`] | the values whose contents are known before execution |
//! | [`contraction`] | the dims that an op sums over |
//! | [`tables`] | tables, which descriptors read |
//! | [`descriptor`] | the layouts of descriptors |
//! | [`records`] | records, and tensors whose elements are stored in them |
//! | [`target`] | the limits of a device |
//! | [`choice`] | the layouts that an op accepts |
//! | [`groups`] | the groups of ops that a device executes as one |
//! | [`expected`] | the expected lengths of dynamic dims |
//! | [`moves`] | the copies and views between layouts |
//! | [`arena`] | the memory plan of a function: which values share a buffer, and when buffers are live |
//! | [`kernel`] | conversion kernels and the proofs of their plans |
//! | [`ops`] | the ops of layoutc, which [`Registry::new`] holds |
//! | [`verify`](mod@verify) | the check of a whole module |
//!
//! This crate does not read files, print to the terminal, or depend on the parser.

pub mod affine;
pub mod arena;
pub mod choice;
pub mod constants;
pub mod contraction;
mod data;
pub mod data_graph;
pub mod descriptor;
pub mod diag;
pub mod encoding;
pub mod expected;
pub mod float;
pub mod foreign;
mod forms;
pub mod groups;
pub mod kernel;
mod limits;
pub mod moves;
pub mod op_dims;
pub mod ops;
pub mod options;
pub mod print;
pub mod progress;
pub mod records;
pub mod registry;
pub mod retype;
mod signature;
pub mod source;
pub mod stride_reqs;
pub mod tables;
pub mod target;
pub mod verify;
pub mod view_builder;
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

/// The limits of the crate, for the documentation.
pub const LIMITS: &[layout::Limit] = limits::ALL;

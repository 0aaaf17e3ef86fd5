//! The IR of layoutc.
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
//! // The type's layout, and the strides that it gets.
//! let module = Verified::new(module, &Registry::new(), &mut Sink::default()).unwrap();
//! let Ok(Some(Reading::Ordered(layout))) = encoding::read(&module.ctx, ty) else { unreachable!() };
//! assert_eq!(layout.resolve().unwrap().strides().to_string(), "[192, 1, 24, 3]");
//! ```
//!
//! Modules in reading order: [`layout`] is the semantic core (dims, orders, strides, requirements,
//! the solver) and [`affine`] its arithmetic, neither of which knows the IR; [`types`], [`attrs`]
//! and [`context`] are what ops carry; [`module`] holds ops, values, blocks and regions;
//! [`registry`] and [`ops`] say what is known of ops; [`encoding`] reads layouts out of tensor types,
//! [`foreign`] out of memref types, [`descriptor`] out of descriptors; [`views`] says which values share memory,
//! [`choice`] which layouts an op takes, and [`target`] what a device does;
//! [`mod@verify`] and [`mod@print`] do what their names say.
//!
//! Nothing here reads files, prints to the terminal, or depends on how text is parsed.

pub mod affine;
pub mod attrs;
pub mod build;
pub mod choice;
pub mod context;
pub mod dense;
pub mod descriptor;
pub mod diag;
pub mod encoding;
pub mod float;
pub mod foreign;
pub mod module;
pub mod ops;
pub mod options;
pub mod print;
pub mod registry;
pub mod same;
pub mod source;
pub mod target;
pub mod types;
pub mod verify;
pub mod views;
pub mod vulkan;

pub use ::layout;
pub use attrs::{Attr, AttrKind};
pub use build::Builder;
pub use context::{Context, Name};
pub use module::{Block, Module, Op, Region, Value};
pub use registry::{OpDef, Registry};
pub use types::{Type, TypeKind};
pub use verify::Verified;

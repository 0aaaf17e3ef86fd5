//! Uses of the core types that must not compile. There is no code here, only tests.
//!
//! Each refused example stands beside a twin that compiles and differs in the offending expression alone,
//! so that a refused one is refused for the reason it is there for. The error code that rustc gives is named
//! as well; a stable rustdoc does not compare it, one with `RUSTC_BOOTSTRAP=1` does.
//!
//! # A container is indexed by its own dimension type alone
//!
//! ```
//! use layoutc_layout::{Dim, Shape};
//! let shape = Shape::of_static(&[4, 5])?;
//! let length = shape[Dim::new(0).unwrap()];
//! # Ok::<(), layoutc_layout::RankError>(())
//! ```
//!
//! Not by an integer:
//!
//! ```compile_fail,E0308
//! use layoutc_layout::{Dim, Shape};
//! let shape = Shape::of_static(&[4, 5])?;
//! let length = shape[0];
//! # Ok::<(), layoutc_layout::RankError>(())
//! ```
//!
//! ```compile_fail,E0308
//! use layoutc_layout::{Dim, Shape};
//! let shape = Shape::of_static(&[4, 5])?;
//! let length = shape[Dim::new(0).unwrap().index()];
//! # Ok::<(), layoutc_layout::RankError>(())
//! ```
//!
//! Not by the other space's dimension:
//!
//! ```compile_fail,E0308
//! use layoutc_layout::{Dim, MemDim, Shape};
//! let shape = Shape::of_static(&[4, 5])?;
//! let length = shape[MemDim::new(0).unwrap()];
//! # Ok::<(), layoutc_layout::RankError>(())
//! ```
//!
//! The same for the strides of memory:
//!
//! ```
//! use layoutc_layout::{Elems, MemDim, MemStrides};
//! let strides = MemStrides::new([Elems::new(1)])?;
//! let stride = strides[MemDim::new(0).unwrap()];
//! # Ok::<(), layoutc_layout::RankError>(())
//! ```
//!
//! ```compile_fail,E0308
//! use layoutc_layout::{Dim, Elems, MemDim, MemStrides};
//! let strides = MemStrides::new([Elems::new(1)])?;
//! let stride = strides[Dim::new(0).unwrap()];
//! # Ok::<(), layoutc_layout::RankError>(())
//! ```
//!
//! `get` is as strict as the brackets:
//!
//! ```
//! use layoutc_layout::{Elems, MemDim, MemStrides};
//! let strides = MemStrides::new([Elems::new(1)])?;
//! let stride = strides.get(MemDim::new(0).unwrap());
//! # Ok::<(), layoutc_layout::RankError>(())
//! ```
//!
//! ```compile_fail,E0308
//! use layoutc_layout::{Elems, MemDim, MemStrides};
//! let strides = MemStrides::new([Elems::new(1)])?;
//! let stride = strides.get(0);
//! # Ok::<(), layoutc_layout::RankError>(())
//! ```
//!
//! # The two dimension types do not stand for each other
//!
//! ```
//! use layoutc_layout::{Dim, DimsOrder, MemDim};
//! let place = DimsOrder::NHWC.mem_dim_of(Dim::new(1).unwrap());
//! ```
//!
//! ```compile_fail,E0308
//! use layoutc_layout::{Dim, DimsOrder, MemDim};
//! let place = DimsOrder::NHWC.mem_dim_of(MemDim::new(1).unwrap());
//! ```
//!
//! Nor do they compare:
//!
//! ```
//! use layoutc_layout::{Dim, MemDim};
//! let same = Dim::new(1) == Dim::new(1);
//! ```
//!
//! ```compile_fail,E0308
//! use layoutc_layout::{Dim, MemDim};
//! let same = Dim::new(1) == MemDim::new(1);
//! ```
//!
//! No conversion leads from one to the other:
//!
//! ```
//! use layoutc_layout::{Dim, DimsOrder, MemDim};
//! let place: MemDim = DimsOrder::NHWC.mem_dim_of(Dim::new(1).unwrap()).unwrap();
//! ```
//!
//! ```compile_fail,E0277
//! use layoutc_layout::{Dim, DimsOrder, MemDim};
//! let place: MemDim = Dim::new(1).unwrap().into();
//! ```
//!
//! ```compile_fail,E0277
//! use layoutc_layout::{Dim, MemDim};
//! let dim: Dim = MemDim::new(1).unwrap().into();
//! ```
//!
//! # Only `index()` reads the number
//!
//! ```
//! use layoutc_layout::Dim;
//! let number: usize = Dim::new(1).unwrap().index();
//! ```
//!
//! ```compile_fail,E0308
//! use layoutc_layout::Dim;
//! let number: usize = Dim::new(1).unwrap();
//! ```
//!
//! ```compile_fail,E0277
//! use layoutc_layout::Dim;
//! let number: usize = Dim::new(1).unwrap().into();
//! ```
//!
//! ```compile_fail,E0605
//! use layoutc_layout::Dim;
//! let number: usize = Dim::new(1).unwrap() as usize;
//! ```
//!
//! ```compile_fail,E0616
//! use layoutc_layout::MemDim;
//! let number = MemDim::new(1).unwrap().0;
//! ```
//!
//! There is no arithmetic on dimensions, and no dimension from an integer unchecked:
//!
//! ```
//! use layoutc_layout::Dim;
//! let next = Dim::new(1).unwrap().index() + 1;
//! let dim: Dim = Dim::new(1).unwrap();
//! ```
//!
//! ```compile_fail,E0369
//! use layoutc_layout::Dim;
//! let next = Dim::new(1).unwrap() + 1;
//! ```
//!
//! ```compile_fail,E0308
//! use layoutc_layout::Dim;
//! let dim: Dim = 1;
//! ```
//!
//! ```compile_fail,E0423
//! use layoutc_layout::Dim;
//! let dim: Dim = Dim(1);
//! ```
//!
//! # The four containers do not stand for each other
//!
//! ```
//! use layoutc_layout::{MemShape, MemStrides, Shape, Strides};
//! fn shapes(logical: &Shape, memory: &MemShape) -> MemShape { memory.clone() }
//! fn strides(logical: &Strides, memory: &MemStrides) -> MemStrides { memory.clone() }
//! fn lengths(shape: &Shape, strides: &Strides) -> Shape { shape.clone() }
//! ```
//!
//! `Shape` for `MemShape`:
//!
//! ```compile_fail,E0308
//! use layoutc_layout::{MemShape, MemStrides, Shape, Strides};
//! fn shapes(logical: &Shape, memory: &MemShape) -> MemShape { logical.clone() }
//! ```
//!
//! `Strides` for `MemStrides`:
//!
//! ```compile_fail,E0308
//! use layoutc_layout::{MemShape, MemStrides, Shape, Strides};
//! fn strides(logical: &Strides, memory: &MemStrides) -> MemStrides { logical.clone() }
//! ```
//!
//! `Strides` for `Shape`:
//!
//! ```compile_fail,E0308
//! use layoutc_layout::{MemShape, MemStrides, Shape, Strides};
//! fn lengths(shape: &Shape, strides: &Strides) -> Shape { strides.clone() }
//! ```
//!
//! A solver's input is in memory order:
//!
//! ```
//! use layoutc_layout::{Bits, DimsOrder, ElemSize, Shape, solve};
//! let (shape, elem) = (Shape::of_static(&[4, 5])?, ElemSize::new(Bits::new(8)).unwrap());
//! let strides = solve(&DimsOrder::NC.to_memory(&shape)?, elem, &[]);
//! # Ok::<(), layoutc_layout::RankError>(())
//! ```
//!
//! ```compile_fail,E0308
//! use layoutc_layout::{Bits, DimsOrder, ElemSize, Shape, solve};
//! let (shape, elem) = (Shape::of_static(&[4, 5])?, ElemSize::new(Bits::new(8)).unwrap());
//! let strides = solve(&shape, elem, &[]);
//! # Ok::<(), layoutc_layout::RankError>(())
//! ```
//!
//! # Units do not mix
//!
//! ```
//! use layoutc_layout::{Bits, Bytes, ElemSize};
//! let elem = ElemSize::new(Bytes::new(2).to_bits().unwrap());
//! let sum = Bits::new(8).checked_add(Bytes::new(2).to_bits().unwrap());
//! ```
//!
//! ```compile_fail,E0308
//! use layoutc_layout::{Bits, Bytes, ElemSize};
//! let elem = ElemSize::new(Bytes::new(2));
//! ```
//!
//! ```compile_fail,E0308
//! use layoutc_layout::{Bits, Bytes, ElemSize};
//! let sum = Bits::new(8).checked_add(Bytes::new(2));
//! ```

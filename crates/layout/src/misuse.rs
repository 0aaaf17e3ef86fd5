//! Uses of the core types that must not compile. This module has no code, only doc tests.
//!
//! Each `compile_fail` example has a twin that compiles and differs only in the offending expression, so the failure
//! has no other cause. Each example also names rustc's error code. A stable rustdoc does not check the code; one with
//! `RUSTC_BOOTSTRAP=1` does.
//!
//! # A container is indexed only by its own dimension type
//!
//! ```
//! use layoutc_layout::{Dim, Shape};
//! let shape = Shape::of_static(&[4, 5])?;
//! let length = shape[Dim::new(0).unwrap()];
//! # Ok::<(), layoutc_layout::RankError>(())
//! ```
//!
//! An integer does not index a container:
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
//! The dimension type of the other index space does not index it, either:
//!
//! ```compile_fail,E0308
//! use layoutc_layout::{Dim, MemDim, Shape};
//! let shape = Shape::of_static(&[4, 5])?;
//! let length = shape[MemDim::new(0).unwrap()];
//! # Ok::<(), layoutc_layout::RankError>(())
//! ```
//!
//! The same holds for the strides of memory:
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
//! # The two dimension types are not interchangeable
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
//! They do not compare:
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
//! Neither type converts into the other:
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
//! # Only `index()` returns the number
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
//! Dimensions have no arithmetic, and no unchecked conversion from an integer exists:
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
//! # The four containers are not interchangeable
//!
//! ```
//! use layoutc_layout::{MemShape, MemStrides, Shape, Strides};
//! fn shapes(logical: &Shape, memory: &MemShape) -> MemShape { memory.clone() }
//! fn strides(logical: &Strides, memory: &MemStrides) -> MemStrides { memory.clone() }
//! fn lengths(shape: &Shape, strides: &Strides) -> Shape { shape.clone() }
//! ```
//!
//! `Shape` instead of `MemShape`:
//!
//! ```compile_fail,E0308
//! use layoutc_layout::{MemShape, MemStrides, Shape, Strides};
//! fn shapes(logical: &Shape, memory: &MemShape) -> MemShape { logical.clone() }
//! ```
//!
//! `Strides` instead of `MemStrides`:
//!
//! ```compile_fail,E0308
//! use layoutc_layout::{MemShape, MemStrides, Shape, Strides};
//! fn strides(logical: &Strides, memory: &MemStrides) -> MemStrides { logical.clone() }
//! ```
//!
//! `Strides` instead of `Shape`:
//!
//! ```compile_fail,E0308
//! use layoutc_layout::{MemShape, MemStrides, Shape, Strides};
//! fn lengths(shape: &Shape, strides: &Strides) -> Shape { strides.clone() }
//! ```
//!
//! The input of the solver is in memory order:
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

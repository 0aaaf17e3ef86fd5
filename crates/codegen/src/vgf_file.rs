//! VGF files, format 0.5: the container of ARM's tools for data graphs, with modules, resources, constants and the sequence
//! of segments that execute them.
//!
//! [`VgfFile`] is the content of a file. In reading order: `file` has the data, `tables` lists the fields of each table once
//! for the writer and the reader, over `flatbuffer`, and `container` writes and reads the header and the sections. A reader
//! checks every offset, so that damaged files are reported.
//!
//! The sources are the documentation of ARM's VGF library, "VGF File Format Notes", and its schema. Its tool `vgf_dump` is
//! the reference of the tests.

mod container;
mod fault;
mod file;
mod flatbuffer;
mod tables;

pub(crate) use container::VERSION;
pub use fault::VgfFault;
pub use file::{
    BindingSlot, DescriptorSet, GraphConstantBinding, ModuleCode, ModuleKind, NamedSlot,
    PushConstantRange, ResourceCategory, SamplerConfig, VgfConstant, VgfFile, VgfModule,
    VgfResource, VgfSegment,
};

#[cfg(test)]
mod tests;

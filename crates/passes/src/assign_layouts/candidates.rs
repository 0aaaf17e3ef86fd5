//! The candidate layouts of each value, and the labels of each site.
//!
//! The third step of the pass, between the sites and the problem. `propagate` computes the candidates of values, over the
//! `joint` layouts of the slots of a site: `transfer` relates a part and its whole, and `unit_dims` places dims of length 1.
//! `limited_slices` adds orders that respect the limits of a device. `permuted` are the joint layouts of
//! a reshape of a transposed value, and `labels` those that rules allow.

mod joint;
pub(super) mod labels;
mod limited_slices;
pub(super) mod permuted;
pub(super) mod propagate;
mod transfer;
mod unit_dims;

pub(crate) use transfer::View;

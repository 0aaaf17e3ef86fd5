//! Layouts from the index expressions of their physical index.

mod components;

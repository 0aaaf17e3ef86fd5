//! Checks layoutc's tensors on a Vulkan driver; see the library.

use std::process::exit;

fn main() {
    let args: Vec<_> = std::env::args_os().skip(1).collect();
    exit(layoutc_vulkan_live::main(&args));
}

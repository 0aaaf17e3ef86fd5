//! Properties with a premise that not every case fulfills. The helper counts the cases that do, so a property whose
//! premise never holds fails.

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use std::cell::Cell;

/// Tests a property that returns `true` if a case fulfills its premise. At least `least` cases must fulfill it.
pub(crate) fn counted<S: Strategy>(
    config: Config,
    least: u32,
    strategy: &S,
    property: impl Fn(S::Value) -> Result<bool, TestCaseError>,
) {
    let count = Cell::new(0);
    let counting = |case| {
        count.set(count.get() + u32::from(property(case)?));
        Ok(())
    };
    if let Err(error) = TestRunner::new(config).run(strategy, counting) {
        panic!("{error}");
    }
    assert!(count.get() >= least, "{} cases fulfill the premise, expected {least}", count.get());
}

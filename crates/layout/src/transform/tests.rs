//! The parts of each transform against each other, on small lengths.

use super::*;

#[test]
fn kinds_are_sorted_by_name() {
    assert!(Transform::KINDS.is_sorted_by(|a, b| a.form.name < b.form.name));
}

#[test]
fn operands_are_counted() {
    let len = Len::new(4).unwrap();
    let fault = Transform::from(Xor).upper_lengths(&[len]).unwrap_err();
    assert_eq!(fault.message, "`xor` takes 2 dims, but is given 1");
    let fault =
        Transform::from(Pad { low: 1, high: 0 }).upper_lengths(&[Len::DYNAMIC]).unwrap_err();
    assert_eq!(fault.message, "`pad` of a dim whose length is dynamic");
    assert_eq!(fault.note, "only `pass_through` takes one");
    assert_eq!(Transform::from(PassThrough).upper_lengths(&[Len::DYNAMIC]), Ok(vec![Len::DYNAMIC]));
}

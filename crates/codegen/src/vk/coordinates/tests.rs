//! Groups of dims of memory, and lanes of split dims.

use super::*;

#[test]
fn groups_are_adjacent_dims_with_the_described_lengths() {
    let of = |memory: &[i64], described: &[i64]| groups(memory, described);
    assert_eq!(of(&[2, 3, 4], &[2, 3, 4]), Some(vec![0..1, 1..2, 2..3]));
    assert_eq!(of(&[2, 3, 4], &[6, 4]), Some(vec![0..2, 2..3]));
    assert_eq!(of(&[1, 1, 3], &[1, 1, 3]), Some(vec![0..1, 1..2, 2..3]));
    assert_eq!(of(&[1, 1, 3], &[1, 3]), Some(vec![0..2, 2..3]));
    assert_eq!(of(&[3, 1, 2], &[3, 2]), Some(vec![0..2, 2..3]));
    assert!(of(&[], &[1]).is_some_and(|groups| groups.iter().eq([&(0..0)])));
    assert_eq!(of(&[2, 3], &[3, 2]), None);
    assert_eq!(of(&[2, 3], &[2]), None);
    assert_eq!(of(&[i64::MAX, 2], &[4, 2]), None);
}

#[test]
fn lanes_follow_from_the_described_dims() {
    // N, the vectors of C, H, W and the lanes of C.
    let order = [0, 1, 2, 3, 1];
    let of = |lengths: &[i64], described: &[i64]| memory_lengths(lengths, &order, described);
    assert_eq!(of(&[2, 35, 5, 7], &[2, 2, 5, 7, 32]), Ok(vec![2, 2, 5, 7, 32]));
    assert_eq!(of(&[2, 35, 5, 7], &[4, 5, 7, 32]), Ok(vec![2, 2, 5, 7, 32]));
    assert_eq!(of(&[2, 35, 5, 7], &[2, 2, 5, 7, 16]), Err(differ()));
    assert_eq!(of(&[2, 35, 5, 7], &[2, 2, 5]), Err(differ()));
    assert!(of(&[1, 4, 1, 1], &[4]).is_err_and(|reason| reason.contains("number of lanes")));
    assert_eq!(of(&[2, 0, 5, 7], &[2, 2, 5, 7, 32]), Err(differ()));
    assert_eq!(split_dim(2, &[0, 1, 1, 1]), Err(differ()));
    assert_eq!(split_dim(2, &[0]), Err(differ()));
}

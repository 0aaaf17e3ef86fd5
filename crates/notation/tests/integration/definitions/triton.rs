//! Texts of `triton` in shared memory: rows whose vectors are permuted.

use testkit::Random;

use super::{Defined, list};

/// Returns a swizzled encoding: the vectors of a row are permuted by an exclusive or with the phase of the row.
pub(crate) fn triton(random: &mut Random) -> Defined {
    let rank = 1 + random.index(3);
    let lengths: Vec<i64> = (0..rank).map(|_| 1 << random.between(0, 4)).collect();
    let order = random.permutation(rank);
    let [vector, per_phase, phases] = [3, 2, 3].map(|most| 1i64 << random.between(0, most));
    let fastest: Vec<String> = order.iter().map(usize::to_string).collect();
    let text = format!(
        "triton:#ttg.swizzled_shared<{{vec = {vector}, perPhase = {per_phase}, maxPhase = {phases}, order = [{}]}}>[{}]",
        fastest.join(", "),
        list(&lengths)
    );
    let own = lengths.clone();
    Defined::new(text, &lengths, move |index| {
        let mut index = index.to_vec();
        if let [columns, rows, ..] = order[..] {
            let phase = (index[rows] / per_phase) % phases;
            index[columns] ^= (vector * phase) % own[columns];
        }
        order.iter().rev().fold(0, |offset, &dim| offset * own[dim] + index[dim])
    })
}

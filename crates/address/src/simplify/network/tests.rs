//! Networks compute their moves, in few steps.

use super::*;
use crate::simplify::testing::Random;

/// Returns the value of networks combined by exclusive or.
fn run(networks: &[Network], sources: &[u64]) -> u64 {
    let of = |network: &Network| {
        let mut values: Vec<u64> = network.sources.iter().map(|&it| sources[it]).collect();
        for step in &network.steps {
            let value = match *step {
                NetworkStep::Mask(of, mask) => values[of] & mask,
                NetworkStep::Left(of, by) => values[of] << by,
                NetworkStep::Right(of, by) => values[of] >> by,
                NetworkStep::Or(a, b) => values[a] | values[b],
                NetworkStep::Xor(a, b) => values[a] ^ values[b],
                NetworkStep::Copies(of, factor) => values[of] * factor,
            };
            assert!(value >> WORD == 0, "{network:?}");
            values.push(value);
        }
        *values.last().unwrap()
    };
    networks.iter().fold(0, |all, network| all ^ of(network))
}

/// Checks the networks at each single bit and at random words, and returns the number of operations.
fn check(sources: &[SourceMoves]) -> usize {
    let networks = Network::cheapest(sources, &|_| 1);
    let expected = |values: &[u64]| {
        let bits = sources.iter().zip(values).flat_map(|((_, moves), value)| {
            moves.iter().map(move |it| (value >> it.from & 1) << it.to)
        });
        bits.fold(0, |all, bit| all ^ bit)
    };
    let mut random = Random(1);
    for _ in 0..500 {
        let values: Vec<u64> = sources.iter().map(|it| random.next() & it.0).collect();
        assert_eq!(run(&networks, &values), expected(&values), "{networks:?}");
    }
    networks.iter().map(Network::operations).sum::<usize>() + networks.len() - 1
}

fn spread(bits: u32, start: u32, by: u32) -> SourceMoves {
    let moves = (0..bits).map(|bit| BitMove { from: bit, to: start + by * bit });
    ((1 << bits) - 1, moves.collect())
}

#[test]
fn expansion_takes_few_steps() {
    assert_eq!(check(&[spread(5, 0, 2), spread(5, 1, 2)]), 14);
    assert_eq!(check(&[spread(10, 0, 2), spread(10, 1, 2)]), 26);
    assert!(check(&[spread(4, 0, 3), spread(4, 1, 3), spread(4, 2, 3)]) <= 23);
}

#[test]
fn compression_takes_few_steps() {
    let gather = |bits: u32| {
        let even = (0..bits).map(|bit| BitMove { from: 2 * bit, to: bit });
        let odd = (0..bits).map(|bit| BitMove { from: 2 * bit + 1, to: bits + bit });
        ((1 << (2 * bits)) - 1, even.chain(odd).collect::<Vec<_>>())
    };
    assert!(check(&[gather(5)]) <= 16);
    assert!(check(&[gather(10)]) <= 28);
}

#[test]
fn products_move_bits_by_several_distances() {
    let moves = |pairs: &[(u32, u32)]| -> Vec<BitMove> {
        pairs.iter().map(|&(from, to)| BitMove { from, to }).collect()
    };
    // All bits stay, and `(x & 24) * 641 & 6152` corrects bit 3 and copies bit 4: without a product, 7 operations.
    assert!(check(&[(31, moves(&[(0, 0), (1, 1), (2, 2), (3, 12), (4, 4), (4, 11)]))]) <= 4);
    // All bits move by 2, and bit 0 moves back and to two other places.
    let shifted = (1..8).map(|bit| (bit, bit + 2)).chain([(0, 3), (0, 10)]);
    assert!(check(&[(255, moves(&shifted.collect::<Vec<_>>()))]) <= 4);
    // Copies with common bits would carry.
    assert!(check(&[(7, moves(&[(0, 0), (1, 1), (0, 1), (1, 2)]))]) <= 4);
}

#[test]
fn networks_compute_random_moves() {
    let mut random = Random(7);
    for _ in 0..40 {
        let count = 1 + random.below(2) as usize;
        let sources: Vec<SourceMoves> = (0..count)
            .map(|_| {
                let bits = 2 + random.below(9) as u32;
                let moves = (0..random.below(14)).map(|_| BitMove {
                    from: random.below(bits.into()) as u32,
                    to: random.below(16) as u32,
                });
                let mut moves: Vec<BitMove> = moves.collect();
                moves.sort_unstable_by_key(|it| (it.from, it.to));
                moves.dedup();
                moves.push(BitMove { from: bits, to: 20 });
                ((1 << (bits + 1)) - 1, moves)
            })
            .collect();
        check(&sources);
    }
}

//! PyTorch's sizes and strides, NumPy's strides in bytes, and VPUX's orders.

use super::{Defined, list, row_major, shape};
use testkit::Random;

/// Returns sizes, strides and an offset: `sum(index * stride) + offset`. Or a memory format.
pub(crate) fn torch(random: &mut Random) -> Defined {
    if random.one_in(4) {
        return memory_format(random);
    }
    let sizes = shape(random, 5, 5);
    let strides: Vec<i64> = sizes.iter().map(|_| random.between(0, 40)).collect();
    let offset = random.between(0, 9);
    let moved = if offset == 0 { String::new() } else { format!("+{offset}") };
    let text = format!("torch:({}):({}){moved}", list(&sizes), list(&strides));
    Defined::new(text, &sizes, move |index| {
        index.iter().zip(&strides).map(|(index, stride)| index * stride).sum::<i64>() + offset
    })
}

fn memory_format(random: &mut Random) -> Defined {
    let rank = 4 + random.index(2);
    let sizes: Vec<i64> = (0..rank).map(|_| random.between(1, 4)).collect();
    let last = random.one_in(2);
    let name = match (last, rank) {
        (false, _) => "contiguous",
        (true, 4) => "channels_last",
        (true, _) => "channels_last_3d",
    };
    let text = format!("torch:{name}({})", list(&sizes));
    let own = sizes.clone();
    Defined::new(text, &sizes, move |index| {
        let order: Vec<usize> = match last {
            false => (0..own.len()).collect(),
            true => std::iter::once(0).chain(2..own.len()).chain([1]).collect(),
        };
        let pick = |values: &[i64]| order.iter().map(|&dim| values[dim]).collect::<Vec<_>>();
        row_major(&pick(&own), &pick(index))
    })
}

/// Returns a descriptor of Composable Kernel: `sum(index * stride) + offset`.
pub(crate) fn ck(random: &mut Random) -> Defined {
    let lengths = shape(random, 5, 5);
    let strides: Vec<i64> = lengths.iter().map(|_| random.between(-9, 40)).collect();
    let offset = random.between(0, 9);
    let text = match offset {
        0 if strides.iter().all(|&stride| stride >= 0) => {
            format!("ck:lengths {{{}}}, strides {{{}}}", list(&lengths), list(&strides))
        }
        _ => format!(
            "ck:make_naive_tensor_descriptor_with_offset(make_tuple({}), make_tuple({}), {offset})",
            list(&lengths),
            list(&strides)
        ),
    };
    Defined::new(text, &lengths, move |index| {
        index.iter().zip(&strides).map(|(index, stride)| index * stride).sum::<i64>() + offset
    })
}

/// Returns an array interface: `sum(index * stride) + offset`, in bytes.
pub(crate) fn numpy(random: &mut Random) -> Defined {
    let lengths = shape(random, 5, 5);
    let (typestr, size) = random.choose(&[("<f4", 4), ("|u1", 1), ("<i8", 8), ("|V2", 2)]);
    let strides: Vec<i64> = lengths.iter().map(|_| random.between(-9, 40) * size).collect();
    let offset = random.between(0, 9) * size;
    let tuple = |values: &[i64]| {
        let items: String = values.iter().map(|value| format!("{value}, ")).collect();
        format!("({items})")
    };
    let text = format!(
        "numpy:{{'offset': {offset}, 'typestr': '{typestr}', 'shape': {}, 'strides': {}, 'version': 3}}",
        tuple(&lengths),
        tuple(&strides)
    );
    Defined::new(text, &lengths, move |index| {
        let bytes = index.iter().zip(&strides).map(|(index, stride)| index * stride).sum::<i64>();
        (bytes + offset) / size
    })
}

/// Returns an order by its code: row-major memory of the permuted dims.
pub(crate) fn vpux(random: &mut Random) -> Defined {
    let lengths = shape(random, 6, 4);
    let order = random.permutation(lengths.len());
    let code: String = order.iter().map(|dim| format!("{:x}", dim + 1)).collect();
    let text = format!("vpux:0x{code}[{}]", list(&lengths));
    let own = lengths.clone();
    Defined::new(text, &lengths, move |index| {
        let pick = |values: &[i64]| order.iter().map(|&dim| values[dim]).collect::<Vec<_>>();
        row_major(&pick(&own), &pick(index))
    })
}

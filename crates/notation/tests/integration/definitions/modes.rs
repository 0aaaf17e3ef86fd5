//! CuTe's nested modes and swizzles.

use super::Defined;
use testkit::Random;

/// A nested tuple of lengths and strides.
enum Tuple {
    Leaf(i64, i64),
    Parts(Vec<Tuple>),
}

/// Returns nested modes with strides, at times below a swizzle and an offset.
pub(crate) fn cute(random: &mut Random) -> Defined {
    if random.one_in(3) {
        return swizzled(random);
    }
    let rank = 1 + random.index(3);
    let modes: Vec<Tuple> = (0..rank).map(|_| tuple(random, 2)).collect();
    let column_major = random.one_in(4);
    let (mut shape, mut stride) = (String::new(), String::new());
    let whole = Tuple::Parts(modes);
    show(&whole, &mut shape, &mut stride);
    let text = match column_major {
        true => format!("cute:{shape}"),
        false => format!("cute:{shape}:{stride}"),
    };
    let Tuple::Parts(mut modes) = whole else { panic!("a tuple of modes") };
    if column_major {
        let mut next = 1;
        modes.iter_mut().for_each(|mode| compact(mode, &mut next));
    }
    let lengths: Vec<i64> = modes.iter().map(size).collect();
    Defined::new(text, &lengths, move |index| {
        index.iter().zip(&modes).map(|(&index, mode)| offset(mode, index)).sum()
    })
}

/// Returns `S<B,M,S> o offset o (rows,columns):(columns,1)`.
fn swizzled(random: &mut Random) -> Defined {
    let (rows, columns) = (1i64 << random.between(1, 3), 1i64 << random.between(1, 5));
    let bits = random.between(1, 3);
    let (base, distance) = (random.between(0, 3), random.between(bits, 4));
    let shift = if random.one_in(3) { -distance } else { distance };
    let start = if random.one_in(3) { random.between(0, 9) } else { 0 };
    let moved = if start == 0 { String::new() } else { format!("{start} o ") };
    let text = format!("cute:S<{bits},{base},{shift}> o {moved}({rows},{columns}):({columns},1)");
    Defined::new(text, &[rows, columns], move |index| {
        let offset = start + index[0] * columns + index[1];
        let field = (1i64 << bits) - 1;
        let source = if shift > 0 { field << (base + shift) } else { field << base };
        let moved = offset & source;
        offset ^ if shift > 0 { moved >> shift } else { moved << -shift }
    })
}

fn tuple(random: &mut Random, depth: u32) -> Tuple {
    if depth == 0 || random.one_in(2) {
        return Tuple::Leaf(random.between(1, 3), random.between(0, 30));
    }
    let count = 1 + random.index(2);
    Tuple::Parts((0..count).map(|_| tuple(random, depth - 1)).collect())
}

fn show(tuple: &Tuple, shape: &mut String, stride: &mut String) {
    match tuple {
        Tuple::Leaf(length, step) => {
            shape.push_str(&length.to_string());
            stride.push_str(&step.to_string());
        }
        Tuple::Parts(parts) => {
            for (place, part) in parts.iter().enumerate() {
                let mark = if place == 0 { '(' } else { ',' };
                shape.push(mark);
                stride.push(mark);
                show(part, shape, stride);
            }
            shape.push(')');
            stride.push(')');
        }
    }
}

fn size(tuple: &Tuple) -> i64 {
    match tuple {
        Tuple::Leaf(length, _) => *length,
        Tuple::Parts(parts) => parts.iter().map(size).product(),
    }
}

fn compact(tuple: &mut Tuple, next: &mut i64) {
    match tuple {
        Tuple::Leaf(length, stride) => {
            *stride = *next;
            *next *= *length;
        }
        Tuple::Parts(parts) => parts.iter_mut().for_each(|part| compact(part, next)),
    }
}

/// Returns the offset of an index, whose first part is the fastest.
fn offset(tuple: &Tuple, index: i64) -> i64 {
    match tuple {
        Tuple::Leaf(_, stride) => index * stride,
        Tuple::Parts(parts) => {
            let mut rest = index;
            let mut sum = 0;
            for part in parts {
                sum += offset(part, rest % size(part));
                rest /= size(part);
            }
            sum
        }
    }
}

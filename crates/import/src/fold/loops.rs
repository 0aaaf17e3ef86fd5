//! Nested loops that move elements between two buffers.

/// The number of elements of a side of a tile, whose rows and columns fit the cache.
const TILE: usize = 32;

/// A loop: its number of iterations, and its strides in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveLoop {
    pub(super) length: usize,
    pub(super) source: usize,
    pub(super) target: usize,
}

impl MoveLoop {
    /// Returns the loop of these numbers; `None` if one is negative.
    pub(super) fn new(length: i64, source: i64, target: i64) -> Option<MoveLoop> {
        Some(MoveLoop {
            length: usize::try_from(length).ok()?,
            source: usize::try_from(source).ok()?,
            target: usize::try_from(target).ok()?,
        })
    }

    /// Returns the loop in the other direction.
    pub(super) fn reversed(self) -> MoveLoop {
        MoveLoop { source: self.target, target: self.source, ..self }
    }
}

/// Moves an index of loops to the next one, the last loop first. Returns `false` after the last index.
pub(super) fn advance(index: &mut [usize], loops: &[MoveLoop]) -> bool {
    for (at, it) in index.iter_mut().zip(loops).rev() {
        *at += 1;
        if *at < it.length {
            return true;
        }
        *at = 0;
    }
    false
}

/// Returns the number of elements from the first to the last that loops visit, by a stride of each loop. `None` if it
/// overflows.
pub(super) fn extent(loops: &[MoveLoop], stride: fn(&MoveLoop) -> usize) -> Option<usize> {
    loops.iter().try_fold(1usize, |sum, it| {
        sum.checked_add(it.length.checked_sub(1)?.checked_mul(stride(it))?)
    })
}

/// Moves elements of `width` bytes from the begin of one buffer to the begin of another one. The order of the loops has no
/// effect on the result.
///
/// # Errors
/// A loop leaves a buffer.
pub(super) fn move_elements(
    loops: &[MoveLoop],
    width: usize,
    source: &[u8],
    target: &mut [u8],
) -> Result<(), String> {
    let ends = [extent(loops, |it| it.source), extent(loops, |it| it.target)];
    let [from, to] = ends.map(|end| end.and_then(|end| end.checked_mul(width)));
    let fits =
        from.is_some_and(|end| end <= source.len()) && to.is_some_and(|end| end <= target.len());
    if !fits {
        return Err("its elements exceed its memory".to_owned());
    }
    let mut outer: Vec<MoveLoop> = loops.iter().copied().filter(|it| it.length > 1).collect();
    outer.sort_by_key(|it| std::cmp::Reverse((it.target, it.source)));
    // Elements that are contiguous in both buffers are moved as one.
    let mut unit = width;
    while let Some(last) = outer.last()
        && last.source * width == unit
        && last.target * width == unit
    {
        unit *= last.length;
        outer.pop();
    }
    let rows = outer.pop();
    let by_source = outer.iter().enumerate().min_by_key(|(_, it)| it.source).map(|(at, _)| at);
    let columns = by_source.filter(|&at| rows.is_some_and(|rows| outer[at].source < rows.source));
    let columns = columns.map(|at| outer.remove(at));
    let one = MoveLoop { length: 1, source: 0, target: 0 };
    let plane = Plane { rows: rows.unwrap_or(one), columns: columns.unwrap_or(one), width, unit };
    let mut index = vec![0usize; outer.len()];
    loop {
        let sum = |stride: fn(&MoveLoop) -> usize| -> usize {
            outer.iter().zip(&index).map(|(it, at)| stride(it) * at).sum::<usize>() * width
        };
        let from = sum(|it| it.source);
        let to = sum(|it| it.target);
        plane.move_from(&source[from..], &mut target[to..]);
        if !advance(&mut index, &outer) {
            return Ok(());
        }
    }
}

/// The two innermost loops: `rows` has the least stride in the target, and `columns` in the source.
struct Plane {
    rows: MoveLoop,
    columns: MoveLoop,
    width: usize,
    /// The number of bytes that are moved as one.
    unit: usize,
}

impl Plane {
    fn move_from(&self, source: &[u8], target: &mut [u8]) {
        match self.unit {
            1 => self.tiles(source, target, copy_fixed::<1>),
            2 => self.tiles(source, target, copy_fixed::<2>),
            4 => self.tiles(source, target, copy_fixed::<4>),
            8 => self.tiles(source, target, copy_fixed::<8>),
            16 => self.tiles(source, target, copy_fixed::<16>),
            unit => self.tiles(source, target, |source, target, from, to| {
                target[to..to + unit].copy_from_slice(&source[from..from + unit]);
            }),
        }
    }

    fn tiles(
        &self,
        source: &[u8],
        target: &mut [u8],
        copy: impl Fn(&[u8], &mut [u8], usize, usize),
    ) {
        let Plane { rows, columns, width, .. } = *self;
        for column in (0..columns.length).step_by(TILE) {
            for row in (0..rows.length).step_by(TILE) {
                for column in column..columns.length.min(column + TILE) {
                    let mut from = (column * columns.source + row * rows.source) * width;
                    let mut to = (column * columns.target + row * rows.target) * width;
                    for _ in row..rows.length.min(row + TILE) {
                        copy(source, target, from, to);
                        from += rows.source * width;
                        to += rows.target * width;
                    }
                }
            }
        }
    }
}

/// Copies a unit as an array, which needs no call.
fn copy_fixed<const UNIT: usize>(source: &[u8], target: &mut [u8], from: usize, to: usize) {
    let unit = source[from..].first_chunk::<UNIT>();
    let place = target[to..].first_chunk_mut::<UNIT>();
    if let (Some(unit), Some(place)) = (unit, place) {
        *place = *unit;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::Random;

    /// Moves elements one by one.
    fn naive(loops: &[MoveLoop], width: usize, source: &[u8], target: &mut [u8]) {
        let count: usize = loops.iter().map(|it| it.length).product();
        for mut number in 0..count {
            let (mut from, mut to) = (0, 0);
            for it in loops.iter().rev() {
                from += number % it.length * it.source;
                to += number % it.length * it.target;
                number /= it.length;
            }
            let element = &source[from * width..][..width];
            target[to * width..][..width].copy_from_slice(element);
        }
    }

    #[test]
    fn loops_in_any_order_move_each_element() {
        let mut random = Random::new(5);
        for _ in 0..400 {
            let rank = random.index(4);
            let lengths: Vec<usize> = (0..rank).map(|_| 1 + random.index(40)).collect();
            let width = [1, 2, 3, 4, 8][random.index(5)];
            let mut strides = [vec![0; rank], vec![0; rank]];
            for list in &mut strides {
                let mut order: Vec<usize> = (0..rank).collect();
                (1..rank).for_each(|at| order.swap(at, random.index(at + 1)));
                let mut stride = 1 + random.index(2);
                for at in order {
                    list[at] = stride;
                    stride *= lengths[at] + random.index(2);
                }
            }
            let loops: Vec<MoveLoop> = (0..rank)
                .map(|at| MoveLoop {
                    length: lengths[at],
                    source: strides[0][at],
                    target: strides[1][at],
                })
                .collect();
            let ends = [extent(&loops, |it| it.source), extent(&loops, |it| it.target)];
            let [from, to] = ends.map(|end| end.unwrap() * width);
            let source: Vec<u8> = (0..from).map(|_| random.index(256) as u8).collect();
            let mut found = vec![0; to];
            move_elements(&loops, width, &source, &mut found).unwrap();
            let mut expected = vec![0; to];
            naive(&loops, width, &source, &mut expected);
            assert_eq!(found, expected, "{loops:?} of {width} bytes");
            assert!(move_elements(&loops, width, &source[1..], &mut found).is_err());
        }
    }
}

//! Tilers by mode, products of blocks, recasts and coordinates of CuTe, by their definitions at every coordinate.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use layout::{Elems, IndexSpace, Layout, LogicalIndex, Nested};
use layoutc_notation::read;
use testkit::Random;

type Tree = Nested<i64>;

/// A nested layout: shape and strides of the same nesting.
struct Modes {
    shape: Tree,
    stride: Tree,
}

impl Modes {
    /// Returns a compact layout of two or three modes, some of them nested, whose leaves are in random order.
    fn random(random: &mut Random) -> Modes {
        let mut lengths = Vec::new();
        let dims = (0..random.between(2, 3)).map(|_| match random.index(2) {
            0 => Nested::Leaf(leaf(random, &mut lengths)),
            _ => Nested::Tuple(vec![
                Nested::Leaf(leaf(random, &mut lengths)),
                Nested::Leaf(leaf(random, &mut lengths)),
            ]),
        });
        let shape = Nested::Tuple(dims.collect());
        let mut strides = vec![0; lengths.len()];
        let mut block = 1;
        for at in random.permutation(lengths.len()) {
            strides[at] = block;
            block *= lengths[at];
        }
        let mut strides = strides.into_iter();
        let stride = shape.map(&mut |_| strides.next().unwrap());
        Modes { shape, stride }
    }

    fn text(&self) -> String {
        format!("{}:{}", self.shape, self.stride)
    }
}

fn leaf(random: &mut Random, lengths: &mut Vec<i64>) -> i64 {
    let length = random.choose(&[1, 2, 3, 4, 6]);
    lengths.push(length);
    length
}

fn items(tree: &Tree) -> &[Tree] {
    match tree {
        Nested::Tuple(items) => items,
        Nested::Leaf(_) => std::slice::from_ref(tree),
    }
}

/// Returns the offset of a nested coordinate, or of an index in one dimension.
fn offset(shape: &Tree, stride: &Tree, at: &Tree) -> i64 {
    match (shape, stride, at) {
        (Nested::Leaf(_), Nested::Leaf(stride), Nested::Leaf(at)) => at * stride,
        (Nested::Tuple(shapes), Nested::Tuple(strides), Nested::Leaf(at)) => {
            let mut rest = *at;
            let mut sum = 0;
            for (shape, stride) in shapes.iter().zip(strides) {
                let size = shape.checked_size().unwrap();
                sum += offset(shape, stride, &Nested::Leaf(rest % size));
                rest /= size;
            }
            sum
        }
        (Nested::Tuple(shapes), Nested::Tuple(strides), Nested::Tuple(items)) => {
            let parts = shapes.iter().zip(strides).zip(items);
            parts.map(|((shape, stride), at)| offset(shape, stride, at)).sum()
        }
        _ => panic!("{at} is not in {shape}"),
    }
}

/// Returns the coordinates of the leaves of a shape.
fn coordinates(shape: &Tree) -> Vec<Tree> {
    let mut lengths = Vec::new();
    shape.map(&mut |&length| lengths.push(length));
    let mut all = Vec::new();
    for index in IndexSpace::below(lengths).iter() {
        let mut index = index.into_iter();
        all.push(shape.map(&mut |_| index.next().unwrap()));
    }
    all
}

fn offset_of(layout: &Layout, at: &[Tree]) -> i64 {
    let index = LogicalIndex::new(layout.index_of(at).unwrap()).unwrap();
    layout.offset_of(&index).unwrap().map(Elems::get).unwrap()
}

fn layout_of(text: &str) -> Layout {
    read(&format!("cute:{text}"), None).unwrap_or_else(|fault| panic!("{text}: {fault}")).layout
}

#[test]
fn linear_flat_and_nested_coordinates_have_one_offset() {
    let mut random = Random::new(5);
    for _ in 0..60 {
        let a = Modes::random(&mut random);
        let layout = layout_of(&a.text());
        for at in coordinates(&a.shape) {
            let expected = offset(&a.shape, &a.stride, &at);
            assert_eq!(offset_of(&layout, items(&at)), expected, "{} at {at}", a.text());
        }
        for index in 0..a.shape.checked_size().unwrap() {
            let flat = layout.index_in_one_dimension(index).unwrap();
            let flat: Vec<Tree> = flat.into_iter().map(Nested::Leaf).collect();
            let expected = offset(&a.shape, &a.stride, &Nested::Leaf(index));
            assert_eq!(offset_of(&layout, &flat), expected, "{} at {index}", a.text());
        }
    }
}

/// Returns a tuple of tiles, each a divisor of a part, with the nesting of a shape or of its upper levels.
fn tiles(random: &mut Random, shape: &Tree) -> Tree {
    match shape {
        Nested::Tuple(parts) if random.index(3) > 0 => {
            Nested::Tuple(parts.iter().map(|part| tiles(random, part)).collect())
        }
        _ => {
            let size = shape.checked_size().unwrap();
            let divisors: Vec<i64> = (1..=size).filter(|it| size % it == 0).collect();
            Nested::Leaf(random.choose(&divisors))
        }
    }
}

/// Returns the numbers of tiles along the parts of a shape.
fn counts(shape: &Tree, tile: &Tree) -> Tree {
    match tile {
        Nested::Leaf(tile) => Nested::Leaf(shape.checked_size().unwrap() / tile),
        Nested::Tuple(parts) => {
            let pairs = items(shape).iter().zip(parts);
            Nested::Tuple(pairs.map(|(shape, tile)| counts(shape, tile)).collect())
        }
    }
}

/// Returns the coordinate of a place in a tile, by the position of the tile.
fn whole(tile: &Tree, place: &Tree, position: &Tree) -> Tree {
    match (tile, place, position) {
        (Nested::Leaf(tile), Nested::Leaf(place), Nested::Leaf(position)) => {
            Nested::Leaf(place + tile * position)
        }
        _ => {
            let parts = items(tile).iter().zip(items(place)).zip(items(position));
            Nested::Tuple(parts.map(|((tile, place), at)| whole(tile, place, at)).collect())
        }
    }
}

#[test]
fn a_tuple_divides_each_mode() {
    let mut random = Random::new(6);
    for _ in 0..60 {
        let a = Modes::random(&mut random);
        let Nested::Tuple(parts) = &a.shape else { panic!() };
        let tile = Nested::Tuple(parts.iter().map(|part| tiles(&mut random, part)).collect());
        let text = format!("zipped_divide({},{tile})", a.text());
        let zipped = layout_of(&text);
        let flat = layout_of(&text.replace("zipped", "flat"));
        let composed = layout_of(&format!("composition({},{tile})", a.text()));
        let count = counts(&a.shape, &tile);
        for place in coordinates(&tile) {
            for position in coordinates(&count) {
                let expected = offset(&a.shape, &a.stride, &whole(&tile, &place, &position));
                let pair = [place.clone(), position.clone()];
                assert_eq!(offset_of(&zipped, &pair), expected, "{text} at {place}, {position}");
                let all = [items(&place), items(&position)].concat();
                assert_eq!(offset_of(&flat, &all), expected, "{text} at {place}, {position}");
            }
            let expected = offset(&a.shape, &a.stride, &place);
            assert_eq!(offset_of(&composed, items(&place)), expected, "{text} at {place}");
        }
    }
}

#[test]
fn blocks_are_repeated_mode_by_mode() {
    let mut random = Random::new(7);
    for _ in 0..60 {
        let a = Modes::random(&mut random);
        let rank = items(&a.shape).len();
        let copies: Vec<i64> = (0..rank).map(|_| random.between(1, 3)).collect();
        let count = Nested::Tuple(copies.iter().map(|&count| Nested::Leaf(count)).collect());
        let mut next = 1;
        let stride = count.map(&mut |&count| {
            next *= count;
            next / count
        });
        let copied = format!("{},{count}:{stride}", a.text());
        let blocked = layout_of(&format!("blocked_product({copied})"));
        let raked = layout_of(&format!("raked_product({copied})"));
        let sizes: Vec<i64> =
            items(&a.shape).iter().map(|dim| dim.checked_size().unwrap()).collect();
        let lengths = sizes.iter().zip(&copies).map(|(size, count)| Nested::Leaf(size * count));
        let lengths: Tree = Nested::Tuple(lengths.collect());
        let tiled = layout_of(&format!("tile_to_shape({},{lengths})", a.text()));
        let size: i64 = sizes.iter().product();
        for at in coordinates(&lengths) {
            let mut copy = 0;
            let mut step = size;
            let mut place = Vec::new();
            let mut swapped = Vec::new();
            for ((at, size), count) in items(&at).iter().zip(&sizes).zip(&copies) {
                let at = *at.leaf().unwrap();
                place.push(Nested::Leaf(at % size));
                swapped.push(Nested::Leaf(at / size + at % size * count));
                copy += at / size * step;
                step *= count;
            }
            let expected = copy + offset(&a.shape, &a.stride, &Nested::Tuple(place));
            assert_eq!(offset_of(&blocked, items(&at)), expected, "{} at {at}", a.text());
            assert_eq!(offset_of(&tiled, items(&at)), expected, "{} at {at}", a.text());
            assert_eq!(offset_of(&raked, &swapped), expected, "{} at {at}", a.text());
        }
    }
}

#[test]
fn parts_of_elements_are_at_their_offsets() {
    let mut random = Random::new(8);
    for _ in 0..60 {
        let a = Modes::random(&mut random);
        let parts = random.choose(&[2, 3, 4, 8]);
        let mut strides = Vec::new();
        a.stride.map(&mut |&stride| strides.push(stride));
        // Several modes have stride 1 if all but one of them have length 1.
        let split = layout_of(&format!("downcast<{parts}>({})", a.text()));
        let back = layout_of(&format!("upcast<{parts}>(downcast<{parts}>({}))", a.text()));
        let same = layout_of(&a.text());
        assert_eq!(back.shape(), same.shape(), "{}", a.text());
        assert_eq!(back.difference(&same), Ok(None), "{}", a.text());
        let ones = strides.iter().filter(|&&stride| stride == 1).count();
        let size = split.shape().num_elements().unwrap().get();
        assert_eq!(size, a.shape.checked_size().unwrap() * parts_of(ones, parts), "{}", a.text());
        if ones == 1 {
            let mut offsets: Vec<i64> = (0..size)
                .map(|index| {
                    let index = split.index_in_one_dimension(index).unwrap();
                    let index: Vec<Tree> = index.into_iter().map(Nested::Leaf).collect();
                    offset_of(&split, &index)
                })
                .collect();
            offsets.sort_unstable();
            assert_eq!(offsets, (0..size).collect::<Vec<i64>>(), "{}", a.text());
        }
    }
}

/// Returns the factor by which modes of stride 1 lengthen a layout.
fn parts_of(ones: usize, parts: i64) -> i64 {
    parts.pow(u32::try_from(ones).unwrap())
}

/// Returns random numbers of a swizzle, `bits`, `base` and a positive `shift`.
fn swizzle(random: &mut Random, least_base: i64) -> [i64; 3] {
    let bits = random.between(1, 2);
    [bits, least_base + random.between(0, 2), bits + random.between(0, 2)]
}

/// Returns the image of an offset: the bits at `base` + `shift` are added to those at `base`.
fn swizzled([bits, base, shift]: [i64; 3], offset: i64) -> i64 {
    offset ^ (((offset >> (base + shift)) % (1 << bits)) << base)
}

#[test]
fn operations_apply_below_a_swizzle() {
    let mut random = Random::new(9);
    for _ in 0..40 {
        let a = Modes::random(&mut random).text();
        let [bits, base, shift] = swizzle(&mut random, 0);
        let prefix = format!("S<{bits},{base},{shift}> o 8 o");
        for (name, others) in [
            ("composition", ",1:1"),
            ("coalesce", ""),
            ("filter", ""),
            ("logical_product", ",2:1"),
            ("tiled_product", ",(2,2):(2,1)"),
            ("blocked_product", ",(2,2):(2,1)"),
            ("raked_product", ",3:1"),
            ("flat_divide", ",1"),
        ] {
            let inside = layout_of(&format!("{name}({prefix} {a}{others})"));
            let outside = layout_of(&format!("{prefix} {name}({a}{others})"));
            assert_eq!(inside.shape(), outside.shape(), "{name} of {prefix} {a}");
            assert_eq!(inside.difference(&outside), Ok(None), "{name} of {prefix} {a}");
        }
    }
}

#[test]
fn swizzles_of_pointers_permute_bytes() {
    let mut random = Random::new(10);
    for bits in [4, 8, 16, 32, 64] {
        for _ in 0..20 {
            let a = Modes::random(&mut random);
            // A swizzle must not take the bytes of an element apart.
            let numbers = swizzle(&mut random, 3);
            let [count, base, shift] = numbers;
            let text =
                format!("Sw<{count},{base},{shift}> o smem_ptr[{bits}b](unset) o {}", a.text());
            let layout = layout_of(&text);
            for at in coordinates(&a.shape) {
                let bit = offset(&a.shape, &a.stride, &at) * bits;
                let expected = (swizzled(numbers, bit / 8) * 8 + bit % 8) / bits;
                assert_eq!(offset_of(&layout, items(&at)), expected, "{text} at {at}");
            }
            let elem = layout.elem().unwrap().bits().get();
            assert_eq!(elem, bits, "{text}");
        }
    }
}

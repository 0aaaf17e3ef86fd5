//! Positions of boxes and arrows in layers, from top to bottom.
//!
//! The layer of a box is the length of the longest path to it; inputs move down to the first box that needs them. An
//! arrow across several layers passes a point in each of them. Boxes and points are ordered by the mean position of
//! their neighbors, in a fixed number of sweeps, and then moved towards their neighbors. All numbers are integers, so
//! that the result is the same on every machine.

/// The number of sweeps that order the layers, and of those that move boxes.
const SWEEPS: usize = 6;

/// A diagram in layers.
#[derive(Debug, Default)]
pub(crate) struct LayeredBoxes {
    /// The left and the upper edge of each box.
    pub(crate) boxes: Vec<(i64, i64)>,
    /// The points of each arrow, from the lower edge of its first box to the upper edge of its last.
    pub(crate) arrows: Vec<Vec<(i64, i64)>>,
    /// The width and the height.
    pub(crate) size: (i64, i64),
}

/// An arrow between two boxes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LayerArrow {
    /// The number of the first box.
    pub(crate) from: usize,
    /// The number of the last box.
    pub(crate) to: usize,
    /// The distance of its begin from the middle of the first box.
    pub(crate) begin_offset: i64,
    /// The distance of its end from the middle of the last box.
    pub(crate) end_offset: i64,
}

/// A box, or a point of an arrow.
struct LayerItem {
    width: i64,
    /// The neighbors in the layers above and below.
    above: Vec<Neighbor>,
    below: Vec<Neighbor>,
    /// The middle.
    x: i64,
}

/// A neighbor, and the distance from its middle at which a straight arrow puts the item.
#[derive(Clone, Copy, Debug)]
struct Neighbor {
    item: usize,
    shift: i64,
}

/// The items by layer, while positions are computed.
struct LayerPlan {
    items: Vec<LayerItem>,
    layers: Vec<Vec<usize>>,
    gap: i64,
}

/// Returns the positions of boxes of these sizes. An arrow leads from an earlier box to a later one; others are ignored.
pub(crate) fn layered(
    sizes: &[(i64, i64)],
    arrows: &[LayerArrow],
    gap: (i64, i64),
) -> LayeredBoxes {
    let ends: Vec<(usize, usize)> = arrows.iter().map(|arrow| (arrow.from, arrow.to)).collect();
    let layer_of = layers_of(sizes.len(), &ends);
    let count = layer_of.iter().max().map_or(0, |last| last + 1);
    let items = sizes.iter().map(|&(width, _)| LayerItem::new(width));
    let mut plan =
        LayerPlan { items: items.collect(), layers: vec![Vec::new(); count], gap: gap.0 };
    for (item, &layer) in layer_of.iter().enumerate() {
        plan.layers[layer].push(item);
    }
    let paths: Vec<Vec<usize>> =
        arrows.iter().map(|arrow| plan.connect(arrow, &layer_of)).collect();
    plan.order();
    plan.assign_positions();
    let left = plan.items.iter().map(|item| item.x - item.width / 2).min().unwrap_or(0);
    let right = plan.items.iter().map(|item| item.x + item.width / 2).max().unwrap_or(0);
    let mut tops = Vec::new();
    let mut y = 0;
    for layer in &plan.layers {
        let heights = layer.iter().filter_map(|&item| sizes.get(item)).map(|size| size.1);
        let height = heights.max().unwrap_or(0);
        tops.push((y, y + height));
        y += height + gap.1;
    }
    let boxes = sizes.iter().zip(&plan.items).zip(&layer_of);
    let boxes = boxes.map(|((size, item), &layer)| (item.x - size.0 / 2 - left, tops[layer].0));
    let arrows = arrows.iter().zip(&paths).map(|(arrow, path)| {
        let LayerArrow { from, to, .. } = *arrow;
        let Some((_, between)) = path.split_last() else { return Vec::new() };
        let mut points = vec![(
            plan.items[from].x - left + arrow.begin_offset,
            tops[layer_of[from]].0 + sizes[from].1,
        )];
        for (&point, layer) in between.iter().zip(layer_of[from] + 1..) {
            let x = plan.items[point].x - left;
            points.extend([(x, tops[layer].0), (x, tops[layer].1)]);
        }
        points.push((plan.items[to].x - left + arrow.end_offset, tops[layer_of[to]].0));
        points
    });
    let arrows = arrows.collect();
    LayeredBoxes { boxes: boxes.collect(), arrows, size: (right - left, (y - gap.1).max(0)) }
}

/// Returns the layer of each box.
fn layers_of(count: usize, arrows: &[(usize, usize)]) -> Vec<usize> {
    let mut sorted: Vec<(usize, usize)> =
        arrows.iter().copied().filter(|(from, to)| from < to && *to < count).collect();
    sorted.sort_unstable();
    let mut layers = vec![0; count];
    let mut users = vec![Vec::new(); count];
    let mut producers = vec![Vec::new(); count];
    for &(from, to) in &sorted {
        users[from].push(to);
        producers[to].push(from);
    }
    // The boxes that only inputs of their own lead to.
    let mut is_input = vec![false; count];
    for node in 0..count {
        layers[node] = producers[node].iter().map(|&from| layers[from] + 1).max().unwrap_or(0);
        is_input[node] = producers[node]
            .iter()
            .all(|&from| is_input[from] && users[from].iter().all(|&user| user == node));
    }
    for node in (0..count).rev().filter(|&node| is_input[node]) {
        if let Some(first) = users[node].iter().map(|&user| layers[user]).min() {
            layers[node] = first - 1;
        }
    }
    layers
}

impl LayerItem {
    fn new(width: i64) -> LayerItem {
        LayerItem { width, above: Vec::new(), below: Vec::new(), x: 0 }
    }
}

impl LayerPlan {
    /// Adds the points of an arrow, and returns its items after the first box. None if the arrow is ignored.
    fn connect(&mut self, arrow: &LayerArrow, layer_of: &[usize]) -> Vec<usize> {
        let LayerArrow { from, to, .. } = *arrow;
        if from >= to || to >= layer_of.len() {
            return Vec::new();
        }
        let mut path = Vec::new();
        let mut last = from;
        let mut leave = arrow.begin_offset;
        for layer in layer_of[from] + 1..=layer_of[to] {
            let next = if layer == layer_of[to] { to } else { self.items.len() };
            if next == self.items.len() {
                self.items.push(LayerItem::new(0));
                self.layers[layer].push(next);
            }
            let shift = leave - if next == to { arrow.end_offset } else { 0 };
            self.items[last].below.push(Neighbor { item: next, shift: -shift });
            self.items[next].above.push(Neighbor { item: last, shift });
            path.push(next);
            (last, leave) = (next, 0);
        }
        path
    }

    /// Orders each layer by the mean position of the neighbors, alternately those above and those below.
    fn order(&mut self) {
        let mut position = vec![0_i64; self.items.len()];
        for sweep in 0..SWEEPS {
            let count = self.layers.len();
            for step in 0..count {
                let layer = if sweep % 2 == 0 { step } else { count - 1 - step };
                let items = &self.items;
                self.layers[layer].sort_by_key(|&item| {
                    let near = if sweep % 2 == 0 { &items[item].above } else { &items[item].below };
                    mean(near.iter().map(|near| (position[near.item] << 16) + near.shift))
                        .unwrap_or(position[item] << 16)
                });
                for (at, &item) in (0..).zip(&self.layers[layer]) {
                    position[item] = at;
                }
            }
        }
    }

    /// Places the items of each layer side by side, near their neighbors.
    fn assign_positions(&mut self) {
        for sweep in 0..=SWEEPS {
            let count = self.layers.len();
            for step in 0..count {
                let layer = if sweep % 2 == 0 { step } else { count - 1 - step };
                let items = &self.items;
                let desired: Vec<i64> = self.layers[layer]
                    .iter()
                    .map(|&item| {
                        let LayerItem { above, below, .. } = &items[item];
                        let near: &[Neighbor] = if sweep % 2 == 0 { above } else { below };
                        mean(near.iter().map(|near| items[near.item].x + near.shift))
                            .unwrap_or(items[item].x)
                    })
                    .collect();
                let places = self.apart(&self.layers[layer], &desired);
                for (&item, x) in self.layers[layer].iter().zip(places) {
                    self.items[item].x = x;
                }
            }
        }
    }

    /// Returns the distance of the middles of two items that touch, with the gap.
    fn distance(&self, left: usize, right: usize) -> i64 {
        (self.items[left].width + self.items[right].width) / 2 + self.gap
    }

    /// Returns positions in order and without overlaps, near the desired ones: the mean of moving overlapping items to
    /// the right, and to the left.
    fn apart(&self, layer: &[usize], desired: &[i64]) -> Vec<i64> {
        let mut right = desired.to_vec();
        for at in 1..layer.len() {
            right[at] = right[at].max(right[at - 1] + self.distance(layer[at - 1], layer[at]));
        }
        let mut left = desired.to_vec();
        for at in (1..layer.len()).rev() {
            left[at - 1] = left[at - 1].min(left[at] - self.distance(layer[at - 1], layer[at]));
        }
        left.iter().zip(right).map(|(left, right)| (left + right).div_euclid(2)).collect()
    }
}

/// Returns the mean of some numbers; `None` without numbers.
fn mean(numbers: impl Iterator<Item = i64>) -> Option<i64> {
    let (sum, count) = numbers.fold((0_i64, 0), |(sum, count), number| (sum + number, count + 1));
    (count > 0).then(|| sum.div_euclid(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layered_boxes_do_not_overlap() {
        let sizes = [(40, 20); 9];
        let arrows =
            [(0, 3), (1, 3), (2, 4), (3, 4), (0, 5), (4, 5), (5, 6), (5, 7), (0, 8), (7, 8)];
        let of_middles =
            |&(from, to): &(usize, usize)| LayerArrow { from, to, begin_offset: 0, end_offset: 0 };
        let layered = layered(&sizes, &arrows.each_ref().map(of_middles), (10, 30));
        for (a, left) in layered.boxes.iter().enumerate() {
            for right in &layered.boxes[a + 1..] {
                let apart = |a: i64, b: i64, size: i64| (a - b).abs() >= size;
                assert!(apart(left.0, right.0, 40) || apart(left.1, right.1, 20), "{layered:?}");
            }
        }
        for (&(from, to), points) in arrows.iter().zip(&layered.arrows) {
            assert_eq!(points.first().unwrap().1, layered.boxes[from].1 + 20);
            assert_eq!(points.last().unwrap().1, layered.boxes[to].1);
            assert!(points.windows(2).all(|pair| pair[0].1 <= pair[1].1));
        }
    }

    #[test]
    fn arrows_between_parts_of_edges_do_not_cross() {
        // The boxes 1 and 2 follow the right and the left part of the box 0.
        let right = LayerArrow { from: 0, to: 1, begin_offset: 20, end_offset: 0 };
        let left = LayerArrow { from: 0, to: 2, begin_offset: -20, end_offset: 0 };
        let layered = layered(&[(80, 20), (30, 20), (30, 20)], &[right, left], (10, 30));
        assert_eq!(layered.boxes, [(0, 0), (45, 50), (5, 50)]);
        assert_eq!(layered.arrows, [[(60, 20), (60, 50)], [(20, 20), (20, 50)]]);
    }

    #[test]
    fn source_is_above_its_first_consumer() {
        assert_eq!(layers_of(4, &[(0, 2), (2, 3), (1, 3)]), [0, 1, 1, 2]);
        assert_eq!(layers_of(2, &[(1, 0)]), [0, 0]);
        assert_eq!(layers_of(5, &[(0, 3), (3, 4), (1, 2), (2, 4)]), [0, 0, 1, 1, 2]);
    }
}

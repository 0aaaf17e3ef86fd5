//! Where a tensor lies in a buffer whose strides are not known yet.
//!
//! A buffer is a tensor of some logical dims, each with an unknown stride. A *placement* says of another tensor, dim
//! by dim, which multiple of which unknown stride its own stride is, and where its index zero is. Transposes,
//! slices and reshapes of a placement are placements again; a reshape that joins dims holds only where these are
//! dense over each other, which it tells as [`Merge`]s. The solver of strides (`system`) takes it from there.
//!
//! The model is that of the linear part of a pipeline; `resolve-strides` tests the outcome against pipelines.

use crate::space::DimsOrder;

/// One dim of a tensor in a buffer: its stride is `times` that of the buffer's dim `root`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The buffer's dim. Where the length is 1 it says only from where the dim came, if from anywhere: its
    /// stride is free.
    pub root: Option<usize>,
    /// 1 or more.
    pub times: i64,
    /// The length, 1 or more.
    pub len: i64,
}

impl Place {
    /// The buffer's dim and the factor; none for a dim of length 1, whose stride is free.
    pub fn stride(self) -> Option<(usize, i64)> {
        self.root.filter(|_| self.len > 1).map(|root| (root, self.times))
    }
}

/// Two dims of a buffer that are read as one: `outer.1` strides of dim `outer.0` are `inner.1` strides of `inner.0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Merge {
    /// The dim further out, with its factor.
    pub outer: (usize, i64),
    /// The dim inside it, with its factor times its length.
    pub inner: (usize, i64),
}

/// The indices `begin`, `begin + step`, ... of a dim, `len` of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SliceDim {
    /// The first index, 0 or more.
    pub begin: i64,
    /// From one index to the next: 1 or more, and 1 where there is but one index.
    pub step: i64,
    /// How many indices: 1 or more.
    pub len: i64,
}

impl SliceDim {
    /// All indices of a dim of this length.
    pub fn whole(len: i64) -> SliceDim {
        SliceDim { begin: 0, step: 1, len }
    }
}

/// The places of all logical dims of a tensor, and the offset of its index zero in strides of the buffer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    dims: Vec<Place>,
    /// Dims of the buffer, ascending, each with how many of its strides; never 0.
    offset: Vec<(usize, i64)>,
}

/// Why a tensor cannot be placed. All of it is beyond the types of a verified module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceFault {
    /// The numbers of elements differ.
    Counts(i128, i128),
    /// A dim is named that is not there, or an index is outside.
    Outside,
    /// A factor does not fit 64 bits.
    TooLarge,
}

impl std::fmt::Display for PlaceFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PlaceFault::Counts(from, to) => {
                write!(f, "it has {from} elements before and {to} after")
            }
            PlaceFault::Outside => f.write_str("it reaches outside the tensor"),
            PlaceFault::TooLarge => f.write_str("its strides do not fit 64 bits"),
        }
    }
}

impl Placement {
    /// The buffer itself, of these lengths.
    pub fn whole(lens: &[i64]) -> Placement {
        let place = |(at, &len)| Place { root: Some(at), times: 1, len };
        Placement { dims: lens.iter().enumerate().map(place).collect(), offset: Vec::new() }
    }

    /// The dims in logical order.
    pub fn dims(&self) -> &[Place] {
        &self.dims
    }

    /// The lengths in logical order.
    pub fn lens(&self) -> Vec<i64> {
        self.dims.iter().map(|place| place.len).collect()
    }

    /// The offset of index zero: dims of the buffer, ascending, each with how many of its strides.
    pub fn offset(&self) -> &[(usize, i64)] {
        &self.offset
    }

    /// Whether both are the same memory, read in the same way: places of dims of length 1 do not matter.
    pub fn same_place(&self, other: &Placement) -> bool {
        let moving = |placement: &Placement| -> Vec<_> {
            placement.dims.iter().map(|place| (place.stride(), place.len)).collect()
        };
        moving(self) == moving(other) && self.offset == other.offset
    }

    /// Dim i of the result is dim `dims[i]`.
    ///
    /// # Errors
    /// There is no such dim.
    pub fn transposed(&self, dims: &[usize]) -> Result<Placement, PlaceFault> {
        let moved = dims.iter().map(|&dim| self.dims.get(dim).copied().ok_or(PlaceFault::Outside));
        Ok(Placement { dims: moved.collect::<Result<_, _>>()?, offset: self.offset.clone() })
    }

    /// The dims in the order of memory, as `order` has them.
    ///
    /// # Errors
    /// The order has another rank.
    pub fn in_memory(&self, order: DimsOrder) -> Result<Placement, PlaceFault> {
        let dims: Vec<usize> = order.results().map(|dim| dim.index()).collect();
        if dims.len() == self.dims.len() {
            self.transposed(&dims)
        } else {
            Err(PlaceFault::Outside)
        }
    }

    /// The indices that the cuts leave, one cut for each dim; then the dims `kept`.
    ///
    /// # Errors
    /// A cut leaves its dim, or a factor 64 bits.
    pub fn sliced(&self, cuts: &[SliceDim], kept: &[usize]) -> Result<Placement, PlaceFault> {
        if cuts.len() != self.dims.len() {
            return Err(PlaceFault::Outside);
        }
        let mut sliced = self.clone();
        for (at, cut) in cuts.iter().enumerate() {
            sliced.cut(at, *cut)?;
        }
        sliced.transposed(kept)
    }

    fn cut(&mut self, at: usize, cut: SliceDim) -> Result<(), PlaceFault> {
        let place = self.dims[at];
        let last = i128::from(cut.begin) + (i128::from(cut.len) - 1) * i128::from(cut.step);
        let inside = cut.begin >= 0 && cut.step > 0 && cut.len > 0 && last < i128::from(place.len);
        if !inside {
            return Err(PlaceFault::Outside);
        }
        if let Some((root, times)) = place.stride() {
            self.shift(root, times.checked_mul(cut.begin).ok_or(PlaceFault::TooLarge)?)?;
        }
        // Of a single index the stride is free, however great its step would be.
        let step = if cut.len > 1 { cut.step } else { 1 };
        let times = place.times.checked_mul(step).ok_or(PlaceFault::TooLarge)?;
        self.dims[at] = Place { times, len: cut.len, ..place };
        Ok(())
    }

    fn shift(&mut self, root: usize, by: i64) -> Result<(), PlaceFault> {
        if by == 0 {
            return Ok(());
        }
        match self.offset.binary_search_by_key(&root, |&(dim, _)| dim) {
            Ok(at) => {
                let sum = self.offset[at].1.checked_add(by);
                self.offset[at].1 = sum.ok_or(PlaceFault::TooLarge)?;
            }
            Err(at) => self.offset.insert(at, (root, by)),
        }
        Ok(())
    }

    /// The same elements, counted row by row, in dims of other lengths. Both lists of lengths are cut into the
    /// shortest runs of equal products; the dims of a run are merged, which the result says, and cut anew.
    ///
    /// # Errors
    /// The numbers of elements differ, or a factor does not fit 64 bits.
    pub fn reshaped(&self, lens: &[i64]) -> Result<(Placement, Vec<Merge>), PlaceFault> {
        let (from, to) = (product(&self.lens())?, product(lens)?);
        if from != to {
            return Err(PlaceFault::Counts(from, to));
        }
        let mut merges = Vec::new();
        let mut dims = vec![Place { root: None, times: 1, len: 1 }; lens.len()];
        let mut olds = moving(&self.lens()).into_iter().rev();
        let mut news = moving(lens).into_iter().rev();
        while let Some(first) = olds.next() {
            let (mut run, mut news_run) = (vec![first], Vec::new());
            let (mut have, mut made) = (i128::from(self.dims[first].len), 1);
            while have != made {
                // Both products are equal in the end, so that neither list runs out before.
                if made < have {
                    let Some(new) = news.next() else { break };
                    made *= i128::from(lens[new]);
                    news_run.push(new);
                } else {
                    let Some(old) = olds.next() else { break };
                    have *= i128::from(self.dims[old].len);
                    run.push(old);
                }
            }
            self.merge(&run, &mut merges)?;
            split(self.dims[first], &news_run, lens, &mut dims)?;
        }
        // A dim that stays keeps the place it came from, though it is of length 1.
        if self.lens() == lens {
            dims.clone_from(&self.dims);
        }
        Ok((Placement { dims, offset: self.offset.clone() }, merges))
    }

    /// The merges of a run of dims, innermost first.
    fn merge(&self, run: &[usize], merges: &mut Vec<Merge>) -> Result<(), PlaceFault> {
        for pair in run.windows(2) {
            let (inner, outer) = (self.dims[pair[0]], self.dims[pair[1]]);
            let (Some((inner_root, times)), Some(outer)) = (inner.stride(), outer.stride()) else {
                continue;
            };
            let times = times.checked_mul(inner.len).ok_or(PlaceFault::TooLarge)?;
            // Parts of one dim are dense already.
            if outer != (inner_root, times) {
                merges.push(Merge { outer, inner: (inner_root, times) });
            }
        }
        Ok(())
    }

    /// This placement, whose buffer is itself placed in `buffer`, in that one's buffer.
    ///
    /// # Errors
    /// The buffer has another rank, or a factor does not fit 64 bits.
    pub fn within(&self, buffer: &Placement) -> Result<Placement, PlaceFault> {
        let mut placed = Placement { dims: Vec::new(), offset: buffer.offset.clone() };
        for place in &self.dims {
            placed.dims.push(match place.root {
                None => *place,
                Some(root) => {
                    let around = buffer.dims.get(root).ok_or(PlaceFault::Outside)?;
                    let times = around.times.checked_mul(place.times);
                    let times = times.ok_or(PlaceFault::TooLarge)?;
                    Place { root: around.root, times, len: place.len }
                }
            });
        }
        for &(root, by) in &self.offset {
            let around = buffer.dims.get(root).ok_or(PlaceFault::Outside)?;
            if let Some((root, times)) = around.stride() {
                placed.shift(root, times.checked_mul(by).ok_or(PlaceFault::TooLarge)?)?;
            }
        }
        Ok(placed)
    }

    /// The buffer, of these lengths, as a tensor in this one: the inverse. `merged` are the merges that hold in
    /// the buffer. With it come the merges that this one must keep, which are the cuts of this placement. None if
    /// this tensor does not hold all of the buffer.
    pub fn inverse(&self, lens: &[i64], merged: &[Merge]) -> Option<(Placement, Vec<Merge>)> {
        let all = product(&self.lens()).ok()? == product(lens).ok()?;
        if !all || !self.offset.is_empty() {
            return None;
        }
        let dims = lens.iter().enumerate();
        let dims: Option<Vec<Place>> =
            dims.map(|(root, &len)| self.back(root, 1, len, merged, lens.len())).collect();
        let mut merges = Vec::new();
        for root in 0..lens.len() {
            self.cuts_of(root, &mut merges)?;
        }
        Some((Placement { dims: dims?, offset: Vec::new() }, merges))
    }

    /// `times` the stride of a dim of the buffer as a multiple of a stride of this tensor.
    fn back(
        &self,
        root: usize,
        times: i64,
        len: i64,
        merged: &[Merge],
        steps: usize,
    ) -> Option<Place> {
        if len == 1 {
            let at = self.dims.iter().position(|place| place.root == Some(root));
            return Some(Place { root: at, times: 1, len });
        }
        let own = |place: &Place| place.stride() == Some((root, 1));
        if let Some(at) = self.dims.iter().position(own) {
            return Some(Place { root: Some(at), times, len });
        }
        // The dim was merged with the one inside it.
        let merge = merged.iter().find(|merge| merge.outer == (root, 1))?;
        let times = times.checked_mul(merge.inner.1)?;
        self.back(merge.inner.0, times, len, merged, steps.checked_sub(1)?)
    }

    /// The dims of this tensor that one dim of the buffer was cut into, as merges.
    fn cuts_of(&self, root: usize, merges: &mut Vec<Merge>) -> Option<()> {
        let parts = self.dims.iter().enumerate();
        let of_root = |(at, place): (usize, &Place)| {
            place.stride().filter(|stride| stride.0 == root).map(|stride| (stride.1, at, place.len))
        };
        let mut parts: Vec<(i64, usize, i64)> = parts.filter_map(of_root).collect();
        parts.sort_unstable();
        for pair in parts.windows(2) {
            let ((_, inner, len), (_, outer, _)) = (pair[0], pair[1]);
            merges.push(Merge { outer: (outer, 1), inner: (inner, len) });
        }
        Some(())
    }
}

/// The dims whose length is above 1.
fn moving(lens: &[i64]) -> Vec<usize> {
    (0..lens.len()).filter(|&at| lens[at] > 1).collect()
}

fn product(lens: &[i64]) -> Result<i128, PlaceFault> {
    let all = lens.iter().try_fold(1i128, |all, &len| {
        all.checked_mul(i128::from(len)).filter(|&all| all <= i128::from(i64::MAX))
    });
    all.ok_or(PlaceFault::TooLarge)
}

/// Gives the dims `news`, innermost first, the stride of `old` times what is inside them.
fn split(old: Place, news: &[usize], lens: &[i64], dims: &mut [Place]) -> Result<(), PlaceFault> {
    let mut times = old.times;
    for &new in news {
        dims[new] = Place { root: old.root, times, len: lens[new] };
        times = times.checked_mul(lens[new]).ok_or(PlaceFault::TooLarge)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
